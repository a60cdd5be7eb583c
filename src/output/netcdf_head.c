/* netcdf_head.c - opens a netCDF file whose head can be what it says.
 *
 *     head       "CDF" version, records, dimensions, attributes, variables
 *     list       tag, n, then n members                 members of
 *     dimension  name, length                           the first list,
 *     attribute  name, type, n, values                  the second,
 *     variable   name, n, n dimensions, attributes, type, size, begin
 *     name       n, n characters                        characters and values are filled up to four bytes
 *
 * Counts have four bytes, in version 5 eight; begin has four in version 1. A length of zero is that of the records,
 * which only one dimension has, and a variable only in the first place. The library asks for as much memory as a count
 * says, and breaks when there is none; it divides by lengths that can be zero there alone. So counts are compared with
 * what is left of the file first, and lengths with this rule. What does not begin with "CDF" is left to the library. */
#include "output/netcdf_head.h"
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { NETCDF_ENOTNC = -51, TYPE_BYTES = 4, VERSION_LARGE = 5, MOST_TYPES = 11 };

typedef struct {
    FILE *file;
    uint64_t left; /* bytes of the file */
    int version;
    uint64_t n_dimensions, record; /* how many there are so far; 1 + number of the one of the records, 0: none */
    bool is_bad;
} head;

static void skip(head *h, uint64_t n)
{
    h->is_bad = h->is_bad || n > h->left || fseeko(h->file, (off_t)n, SEEK_CUR) != 0;
    h->left -= h->is_bad ? 0 : n;
}

static uint64_t netcdf_head_number(head *h, int bytes)
{
    uint64_t v = 0;
    for (int i = 0; i < bytes && !h->is_bad; i++) {
        const int c = fgetc(h->file);
        h->is_bad = c == EOF || h->left == 0;
        h->left -= !h->is_bad;
        v = v << 8 | (unsigned char)c;
    }
    return h->is_bad ? 0 : v;
}

static int count_bytes(const head *h) { return h->version == VERSION_LARGE ? 8 : 4; }

/* Of things that take at least so many bytes each. */
static uint64_t netcdf_head_count(head *h, uint64_t least)
{
    const uint64_t n = netcdf_head_number(h, count_bytes(h));
    h->is_bad = h->is_bad || n > h->left / least;
    return h->is_bad ? 0 : n;
}

static void skip_filled(head *h, uint64_t n) { skip(h, (n + 3) / 4 * 4); }
static void skip_name(head *h) { skip_filled(h, netcdf_head_count(h, 1)); }

static void skip_dimension(head *h)
{
    skip_name(h);
    const bool is_record = netcdf_head_number(h, count_bytes(h)) == 0;
    h->n_dimensions++;
    h->is_bad = h->is_bad || (is_record && h->record);
    if (is_record)
        h->record = h->n_dimensions;
}

/* Bytes of a number. */
static uint64_t size_of_type(head *h)
{
    static const uint64_t SIZES[MOST_TYPES + 1] = {0, 1, 1, 2, 4, 4, 8, 1, 2, 4, 8, 8};
    const uint64_t type = netcdf_head_number(h, TYPE_BYTES);
    h->is_bad = h->is_bad || type == 0 || type > MOST_TYPES;
    return h->is_bad ? 1 : SIZES[type];
}

static void skip_attribute(head *h)
{
    skip_name(h);
    const uint64_t each = size_of_type(h);
    skip_filled(h, each * netcdf_head_count(h, each));
}

static void skip_list(head *h, void (*skip_member)(head *h))
{
    enum { LEAST = 8 };
    skip(h, TYPE_BYTES);
    for (uint64_t n = netcdf_head_count(h, LEAST); n > 0 && !h->is_bad; n--)
        skip_member(h);
}

static void skip_variable(head *h)
{
    skip_name(h);
    const uint64_t each = (uint64_t)count_bytes(h), n = netcdf_head_count(h, each);
    for (uint64_t k = 0; k < n && !h->is_bad; k++) {
        const uint64_t dimension = 1 + netcdf_head_number(h, count_bytes(h));
        h->is_bad = h->is_bad || dimension > h->n_dimensions || (k > 0 && dimension == h->record);
    }
    skip_list(h, skip_attribute);
    size_of_type(h);
    skip(h, each + (h->version == 1 ? 4 : 8));
}

/* Whether it is no classic file, or one with a head that fits into it. */
static bool is_good(const char *path)
{
    char magic[4] = {0};
    struct stat about;
    head h = {.file = fopen(path, "rb")};
    if (!h.file)
        return true;
    const bool is_classic = fread(magic, 1, sizeof magic, h.file) == sizeof magic && memcmp(magic, "CDF", 3) == 0;
    h.is_bad = is_classic && fstat(fileno(h.file), &about) != 0;
    if (is_classic && !h.is_bad) {
        h.version = (unsigned char)magic[3];
        h.left = (uint64_t)about.st_size - sizeof magic;
        skip(&h, (uint64_t)count_bytes(&h));
        skip_list(&h, skip_dimension);
        skip_list(&h, skip_attribute);
        skip_list(&h, skip_variable);
    }
    fclose(h.file);
    return !h.is_bad;
}

int netcdf_open_results(const netcdf_library *l, const char *path, int *id)
{
    return is_good(path) ? l->open(path, NETCDF_NOWRITE, id) : NETCDF_ENOTNC;
}
