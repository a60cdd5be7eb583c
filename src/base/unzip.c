/* unzip.c - files of a zip archive: stored or deflated, found through the directory at its end (APPNOTE 6.3.3 of
 * PKWARE, without encryption, parts and 64-bit sizes). Nothing outside the archive is read, whatever its bytes are. */
#include "base/unzip.h"
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <zlib.h>

enum { LOCAL = 0x04034b50, CENTRAL = 0x02014b50, END = 0x06054b50 };
enum { LOCAL_SIZE = 30, CENTRAL_SIZE = 46, END_SIZE = 22, MOST_COMMENT = 65535, PATH = 4096 };
enum { STORED = 0, DEFLATED = 8, ENCRYPTED = 1 };
static const size_t LARGEST = (size_t)1 << 30; /* maximum size of a file in the archive */

struct unzip {
    unsigned char *bytes;
    size_t n;
    size_t directory; /* position of the directory */
    int files;
};

typedef struct {
    const unsigned char *name;
    size_t name_length, packed, size, offset;
    unsigned method, flags;
    uint32_t crc;
} entry;

static uint32_t unzip_number(const unsigned char *from, int width)
{
    uint32_t v = 0;
    for (int i = width - 1; i >= 0; i--)
        v = v << 8 | from[i];
    return v;
}

/* --- opening ------------------------------------------------------------------------------------------------------ */

static bool read_bytes(unzip *unzip, const char *path)
{
    FILE *from = fopen(path, "rb");
    struct stat about;
    if (from && fstat(fileno(from), &about) == 0 && S_ISREG(about.st_mode)) {
        unzip->n = (size_t)about.st_size;
        unzip->bytes = malloc(unzip->n + 1);
        if (unzip->bytes && fread(unzip->bytes, 1, unzip->n, from) != unzip->n)
            unzip->n = 0;
    }
    if (from)
        fclose(from);
    return unzip->bytes && unzip->n > 0;
}

/* The record at the end precedes a comment of any length. */
static bool find_directory(unzip *unzip)
{
    for (size_t back = END_SIZE; back <= unzip->n && back <= END_SIZE + MOST_COMMENT; back++) {
        const unsigned char *end = unzip->bytes + unzip->n - back;
        if (unzip_number(end, 4) != END)
            continue;
        unzip->files = (int)unzip_number(end + 10, 2);
        unzip->directory = unzip_number(end + 16, 4);
        return unzip->directory <= unzip->n;
    }
    return false;
}

unzip *unzip_open(const char *path, const char **why)
{
    unzip *unzip = calloc(1, sizeof *unzip);
    errno = 0;
    *why = !unzip || !read_bytes(unzip, path) ? (errno ? strerror(errno) : "it is not a file") : NULL;
    if (!*why && !find_directory(unzip))
        *why = "it is not a zip archive";
    if (!*why)
        return unzip;
    unzip_close(unzip);
    return NULL;
}

void unzip_close(unzip *unzip)
{
    if (unzip)
        free(unzip->bytes);
    free(unzip);
}

/* --- files -------------------------------------------------------------------------------------------------------- */

/* Reads the entry at *at and advances *at; returns false if there is none. */
static bool next_entry(const unzip *unzip, size_t *at, entry *to)
{
    const unsigned char *from = unzip->bytes + *at;
    if (*at > unzip->n || unzip->n - *at < CENTRAL_SIZE || unzip_number(from, 4) != CENTRAL)
        return false;
    *to = (entry){.name = from + CENTRAL_SIZE,
                  .name_length = unzip_number(from + 28, 2),
                  .packed = unzip_number(from + 20, 4),
                  .size = unzip_number(from + 24, 4),
                  .offset = unzip_number(from + 42, 4),
                  .method = unzip_number(from + 10, 2),
                  .flags = unzip_number(from + 8, 2),
                  .crc = unzip_number(from + 16, 4)};
    const size_t length = CENTRAL_SIZE + to->name_length + unzip_number(from + 30, 2) + unzip_number(from + 32, 2);
    if (unzip->n - *at < length)
        return false;
    *at += length;
    return true;
}

static const unsigned char *packed_bytes(const unzip *unzip, const entry *entry)
{
    if (entry->offset > unzip->n || unzip->n - entry->offset < LOCAL_SIZE ||
        unzip_number(unzip->bytes + entry->offset, 4) != LOCAL)
        return NULL;
    const size_t head = LOCAL_SIZE + unzip_number(unzip->bytes + entry->offset + 26, 2) +
                        unzip_number(unzip->bytes + entry->offset + 28, 2);
    return unzip->n - entry->offset < head || unzip->n - entry->offset - head < entry->packed
               ? NULL
               : unzip->bytes + entry->offset + head;
}

static bool inflate_bytes(const entry *entry, const unsigned char *from, char *to)
{
    z_stream s = {.next_in = (Bytef *)(uintptr_t)from,
                  .avail_in = (uInt)entry->packed,
                  .next_out = (Bytef *)to,
                  .avail_out = (uInt)entry->size};
    if (inflateInit2(&s, -MAX_WBITS) != Z_OK)
        return false;
    const bool ok = inflate(&s, Z_FINISH) == Z_STREAM_END && s.total_out == entry->size;
    inflateEnd(&s);
    return ok;
}

static char *unzip_unpack(const unzip *unzip, const entry *entry)
{
    const unsigned char *from = packed_bytes(unzip, entry);
    const bool is_stored = entry->method == STORED && entry->packed == entry->size;
    if (!from || entry->size > LARGEST || (entry->flags & ENCRYPTED) || !(is_stored || entry->method == DEFLATED))
        return NULL;
    char *to = malloc(entry->size + 1);
    if (!to)
        return NULL;
    if (is_stored)
        memcpy(to, from, entry->size);
    if ((is_stored || inflate_bytes(entry, from, to)) &&
        (uint32_t)crc32(0, (Bytef *)to, (uInt)entry->size) == entry->crc) {
        to[entry->size] = '\0';
        return to;
    }
    free(to);
    return NULL;
}

char *unzip_file(const unzip *unzip, const char *name, size_t *length)
{
    entry entry;
    size_t at = unzip->directory;
    for (int i = 0; i < unzip->files && next_entry(unzip, &at, &entry); i++)
        if (entry.name_length == strlen(name) && memcmp(entry.name, name, entry.name_length) == 0) {
            *length = entry.size;
            return unzip_unpack(unzip, &entry);
        }
    return NULL;
}

/* --- extraction of all files -------------------------------------------------------------------------------------- */

static bool stays_inside(const char *name)
{
    if (*name == '/' || *name == '\0' || strchr(name, '\\'))
        return false;
    for (const char *at = name; at; at = strchr(at, '/'), at = at ? at + 1 : NULL)
        if (strncmp(at, "..", 2) == 0 && (at[2] == '/' || at[2] == '\0'))
            return false;
    return true;
}

static void make_folders(char *path, size_t from)
{
    for (char *slash = strchr(path + from, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        mkdir(path, 0700);
        *slash = '/';
    }
}

static bool write_file(const char *path, const char *from, size_t n)
{
    FILE *to = fopen(path, "wb");
    const bool ok = to && fwrite(from, 1, n, to) == n;
    return to && fclose(to) == 0 && ok;
}

const char *unzip_all(const unzip *unzip, const char *folder)
{
    entry entry;
    size_t at = unzip->directory;
    char path[PATH];
    for (int i = 0; i < unzip->files; i++) {
        if (!next_entry(unzip, &at, &entry))
            return "its directory is damaged";
        const int n = snprintf(path, sizeof path, "%s/%.*s", folder, (int)entry.name_length, (const char *)entry.name);
        if (n >= PATH || !stays_inside(path + strlen(folder) + 1))
            return "it contains a path that leads outside the archive";
        make_folders(path, strlen(folder) + 1);
        if (path[n - 1] == '/')
            continue;
        char *bytes = unzip_unpack(unzip, &entry);
        const bool ok = bytes && write_file(path, bytes, entry.size);
        free(bytes);
        if (!ok)
            return bytes ? strerror(errno) : "a file in it is damaged";
    }
    return NULL;
}
