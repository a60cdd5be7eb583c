/* netcdf_head.c - opens a netCDF file whose head can be what it says.
 *
 *     head       "CDF" version, records, dimensions, attributes, variables
 *     list       tag, n, then n members                 members of
 *     dimension  name, length                           the first list,
 *     attribute  name, type, n, values                  the second,
 *     variable   name, n, n dimensions, attributes, type, size, begin
 *     name       n, n characters                        characters and values are filled up to four bytes
 *
 * Counts have four bytes, in version 5 eight; begin has four in version 1. The library asks for as much memory as a
 * count says, and breaks when there is none: so each is compared with what is left of the file first. What does not
 * begin with "CDF" is left to the library. */
#include "output/netcdf_head.h"
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { NETCDF_ENOTNC = -51, TYPE_BYTES = 4, VERSION_LARGE = 5, MOST_TYPES = 11 };

typedef struct {
    FILE *from;
    uint64_t left; /* bytes of the file */
    int version;
    bool is_bad;
} head;

static void skip(head *h, uint64_t n)
{
    h->is_bad = h->is_bad || n > h->left || fseeko(h->from, (off_t)n, SEEK_CUR) != 0;
    h->left -= h->is_bad ? 0 : n;
}

static uint64_t number(head *h, int bytes)
{
    uint64_t v = 0;
    for (int i = 0; i < bytes && !h->is_bad; i++) {
        const int c = fgetc(h->from);
        h->is_bad = c == EOF || h->left == 0;
        h->left -= !h->is_bad;
        v = v << 8 | (unsigned char)c;
    }
    return h->is_bad ? 0 : v;
}

static int count_bytes(const head *h) { return h->version == VERSION_LARGE ? 8 : 4; }

/* Of things that take at least so many bytes each. */
static uint64_t count(head *h, uint64_t least)
{
    const uint64_t n = number(h, count_bytes(h));
    h->is_bad = h->is_bad || n > h->left / least;
    return h->is_bad ? 0 : n;
}

static void skip_filled(head *h, uint64_t n) { skip(h, (n + 3) / 4 * 4); }
static void skip_name(head *h) { skip_filled(h, count(h, 1)); }

static void skip_dimension(head *h)
{
    skip_name(h);
    skip(h, (uint64_t)count_bytes(h));
}

static void skip_attribute(head *h)
{
    static const uint64_t SIZES[MOST_TYPES + 1] = {0, 1, 1, 2, 4, 4, 8, 1, 2, 4, 8, 8};
    skip_name(h);
    const uint64_t type = number(h, TYPE_BYTES);
    h->is_bad = h->is_bad || type == 0 || type > MOST_TYPES;
    if (!h->is_bad)
        skip_filled(h, SIZES[type] * count(h, SIZES[type]));
}

static void skip_list(head *h, void (*skip_member)(head *h))
{
    enum { LEAST = 8 };
    skip(h, TYPE_BYTES);
    for (uint64_t n = count(h, LEAST); n > 0 && !h->is_bad; n--)
        skip_member(h);
}

static void skip_variable(head *h)
{
    skip_name(h);
    const uint64_t each = (uint64_t)count_bytes(h);
    skip(h, each * count(h, each));
    skip_list(h, skip_attribute);
    skip(h, TYPE_BYTES + each + (h->version == 1 ? 4 : 8));
}

/* Whether it is no classic file, or one with a head that fits into it. */
static bool is_good(const char *path)
{
    char magic[4] = {0};
    struct stat about;
    head h = {.from = fopen(path, "rb")};
    if (!h.from)
        return true;
    const bool is_classic = fread(magic, 1, sizeof magic, h.from) == sizeof magic && memcmp(magic, "CDF", 3) == 0;
    h.is_bad = is_classic && fstat(fileno(h.from), &about) != 0;
    if (is_classic && !h.is_bad) {
        h.version = magic[3];
        h.left = (uint64_t)about.st_size - sizeof magic;
        skip(&h, (uint64_t)count_bytes(&h));
        skip_list(&h, skip_dimension);
        skip_list(&h, skip_attribute);
        skip_list(&h, skip_variable);
    }
    fclose(h.from);
    return !h.is_bad;
}

int netcdf_open_results(const netcdf_library *l, const char *path, int *id)
{
    return is_good(path) ? l->open(path, NETCDF_NOWRITE, id) : NETCDF_ENOTNC;
}
