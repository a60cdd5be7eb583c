/* netcdf_records.c - the records of a NetCDF file in a classic format.
 *
 *     "CDF" version, number of records (4 bytes), ...          header, written by the library
 *     begin + k size    values of record k                     variables in the order of definition
 *
 * Numbers are stored with the most significant byte first, integers in 4 bytes and reals in 8, so that no value needs
 * padding. The number of records is written after the records, so that readers see complete ones. */
#include "output/netcdf_records.h"
#include "base/arena.h"
#include "base/size.h"
#include "output/netcdf_head.h"
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { COUNT_POSITION = 4, INTEGER_BYTES = 4, REAL_BYTES = 8 };

static void put_bytes(unsigned char *to, uint64_t v, int n)
{
    for (int i = 0; i < n; i++)
        to[i] = (unsigned char)(v >> 8 * (n - 1 - i));
}

static unsigned char *put_integers(unsigned char *to, int n, const double *numbers)
{
    for (int i = 0; i < n; i++, to += INTEGER_BYTES)
        put_bytes(to, (uint32_t)(int32_t)numbers[i], INTEGER_BYTES);
    return to;
}

static unsigned char *put_reals(unsigned char *to, int n, const double *numbers)
{
    for (int i = 0; i < n; i++, to += REAL_BYTES) {
        uint64_t bits;
        memcpy(&bits, numbers + i, sizeof bits);
        put_bytes(to, bits, REAL_BYTES);
    }
    return to;
}

static void netcdf_records_write_at(const netcdf_records *records, const unsigned char *from, size_t left, off_t at)
{
    while (left > 0 && !records->file->failed) {
        const ssize_t n = pwrite(records->fd, from, left, at);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0) {
            records->file->failed = n < 0 ? errno : ENOSPC;
            return;
        }
        from += n;
        at += n;
        left -= (size_t)n;
    }
}

void netcdf_records_write(netcdf_records *records, size_t n, const double *numbers)
{
    unsigned char *to = records->bytes, count[COUNT_POSITION];
    for (size_t k = 0; k < n; k++)
        for (int i = 0; i < records->n_parts; i++) {
            const record_part *part = &records->parts[i];
            to = (part->is_integer ? put_integers : put_reals)(to, part->n, numbers);
            numbers += part->n;
        }
    netcdf_records_write_at(records, records->bytes, n * records->size,
                            records->begin + (off_t)(records->written * records->size));
    records->written += n;
    put_bytes(count, records->written, sizeof count);
    netcdf_records_write_at(records, count, sizeof count, COUNT_POSITION);
}

void netcdf_records_resume(netcdf_records *records)
{
    netcdf_file *file = records->file;
    netcdf_file_release(file);
    if (file->failed)
        return;
    const uint64_t begin = netcdf_first_record(file->path);
    records->fd = begin > 0 ? open(file->path, O_WRONLY | O_CLOEXEC) : -1;
    if (records->fd < 0)
        file->failed = begin > 0 ? errno : NETCDF_ENOTNC;
    records->begin = (off_t)begin;
}

void netcdf_records_open(netcdf_records *records, netcdf_file *file, const record_part *parts, int n_parts,
                         size_t limit)
{
    *records = (netcdf_records){.file = file, .parts = parts, .n_parts = n_parts, .fd = -1};
    for (int i = 0; i < n_parts; i++)
        records->size += (size_t)parts[i].n * (parts[i].is_integer ? INTEGER_BYTES : REAL_BYTES);
    records->bytes = heap_resize(NULL, size_product(limit, records->size));
    netcdf_records_resume(records);
}

static void netcdf_records_leave(netcdf_records *records)
{
    if (records->fd >= 0 && close(records->fd) != 0 && !records->file->failed)
        records->file->failed = errno;
    records->fd = -1;
}

void netcdf_records_pause(netcdf_records *records)
{
    netcdf_records_leave(records);
    netcdf_file_take_back(records->file);
}

void netcdf_records_close(netcdf_records *records)
{
    if (!records->bytes)
        return;
    netcdf_records_leave(records);
    free(records->bytes);
    records->bytes = NULL;
}
