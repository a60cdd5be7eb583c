/* netcdf_head.c - opens a netCDF file after checking that its header is plausible; finds the first record.
 *
 *     head       "CDF" version, records, dimensions, attributes, variables
 *     list       tag, n, then n members                 members of
 *     dimension  name, length                           the first list,
 *     attribute  name, type, n, values                  the second,
 *     variable   name, n, n dimensions, attributes, type, size, begin
 *     name       n, n characters                        characters and values are padded to four bytes
 *
 * Counts have four bytes, in version 5 eight; begin has four in version 1. A length of zero denotes the record
 * dimension: only one dimension may have it, and a variable may use it only as its first dimension. The library
 * allocates as much memory as a count requests and crashes if that fails; it also divides by lengths, which may be
 * zero only for the record dimension. Therefore counts are first compared with the remaining size of the file, and
 * lengths are checked against this rule. A file that does not begin with "CDF" is left to the library. */
#include "output/netcdf_head.h"
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { TYPE_BYTES = 4, VERSION_LARGE = 5, MOST_TYPES = 11 };

typedef struct {
    FILE *file;
    uint64_t left; /* remaining bytes of the file */
    int version;
    uint64_t n_dimensions, record; /* number so far; 1 + index of the record dimension, 0: none */
    uint64_t begin;                /* of the first record variable; 0: not found yet */
    bool ends_there;               /* what follows its description is not read */
    bool is_bad;
} head;

static void skip(head *head, uint64_t n)
{
    head->is_bad = head->is_bad || n > head->left || fseeko(head->file, (off_t)n, SEEK_CUR) != 0;
    head->left -= head->is_bad ? 0 : n;
}

static uint64_t netcdf_head_number(head *head, int bytes)
{
    uint64_t v = 0;
    for (int i = 0; i < bytes && !head->is_bad; i++) {
        const int c = fgetc(head->file);
        head->is_bad = c == EOF || head->left == 0;
        head->left -= !head->is_bad;
        v = v << 8 | (unsigned char)c;
    }
    return head->is_bad ? 0 : v;
}

static int count_bytes(const head *head) { return head->version == VERSION_LARGE ? 8 : 4; }

/* Reads the number of items that occupy at least `least` bytes each. */
static uint64_t netcdf_head_count(head *head, uint64_t least)
{
    const uint64_t n = netcdf_head_number(head, count_bytes(head));
    head->is_bad = head->is_bad || n > head->left / least;
    return head->is_bad ? 0 : n;
}

static void skip_filled(head *head, uint64_t n) { skip(head, (n + 3) / 4 * 4); }
static void skip_name(head *head) { skip_filled(head, netcdf_head_count(head, 1)); }

static void skip_dimension(head *head)
{
    skip_name(head);
    const bool is_record = netcdf_head_number(head, count_bytes(head)) == 0;
    head->n_dimensions++;
    head->is_bad = head->is_bad || (is_record && head->record);
    if (is_record)
        head->record = head->n_dimensions;
}

/* Returns the size of a number in bytes. */
static uint64_t size_of_type(head *head)
{
    static const uint64_t SIZES[MOST_TYPES + 1] = {0, 1, 1, 2, 4, 4, 8, 1, 2, 4, 8, 8};
    const uint64_t type = netcdf_head_number(head, TYPE_BYTES);
    head->is_bad = head->is_bad || type == 0 || type > MOST_TYPES;
    return head->is_bad ? 1 : SIZES[type];
}

static void skip_attribute(head *head)
{
    skip_name(head);
    const uint64_t each = size_of_type(head);
    skip_filled(head, each * netcdf_head_count(head, each));
}

static void skip_list(head *h, void (*skip_member)(head *head))
{
    enum { LEAST = 8 };
    skip(h, TYPE_BYTES);
    for (uint64_t n = netcdf_head_count(h, LEAST); n > 0 && !h->is_bad && !(h->ends_there && h->begin); n--)
        skip_member(h);
}

static void skip_variable(head *head)
{
    skip_name(head);
    const uint64_t each = (uint64_t)count_bytes(head), n = netcdf_head_count(head, each);
    bool is_record = false;
    for (uint64_t k = 0; k < n && !head->is_bad; k++) {
        const uint64_t dimension = 1 + netcdf_head_number(head, count_bytes(head));
        is_record = is_record || dimension == head->record;
        head->is_bad = head->is_bad || dimension > head->n_dimensions || (k > 0 && dimension == head->record);
    }
    skip_list(head, skip_attribute);
    size_of_type(head);
    skip(head, each);
    const uint64_t begin = netcdf_head_number(head, head->version == 1 ? 4 : 8);
    if (is_record && !head->begin)
        head->begin = begin;
}

/* Returns false if the header of a classic file is not consistent with its size. */
static bool netcdf_head_read(head *head, const char *path)
{
    char magic[4] = {0};
    struct stat about;
    head->file = fopen(path, "rb");
    if (!head->file)
        return true;
    const bool is_classic = fread(magic, 1, sizeof magic, head->file) == sizeof magic && memcmp(magic, "CDF", 3) == 0;
    head->is_bad = is_classic && fstat(fileno(head->file), &about) != 0;
    if (is_classic && !head->is_bad) {
        head->version = (unsigned char)magic[3];
        head->left = (uint64_t)about.st_size - sizeof magic;
        skip(head, (uint64_t)count_bytes(head));
        skip_list(head, skip_dimension);
        skip_list(head, skip_attribute);
        skip_list(head, skip_variable);
    }
    fclose(head->file);
    return !head->is_bad;
}

int netcdf_open_results(const netcdf_library *library, const char *path, int *id)
{
    return netcdf_head_read(&(head){0}, path) ? library->open(path, NETCDF_NOWRITE, id) : NETCDF_ENOTNC;
}

uint64_t netcdf_first_record(const char *path)
{
    head head = {.ends_there = true};
    return netcdf_head_read(&head, path) ? head.begin : 0;
}
