/* zip.c - archives of files: each deflated after a local header, then the directory (APPNOTE 6.3.3 of PKWARE). */
#include "app/zip.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { LOCAL = 0x04034b50, CENTRAL = 0x02014b50, END = 0x06054b50, VERSION = 20, DEFLATED = 8, UTF8 = 0x800 };
enum { DATE = 33 }; /* 1 January 1980, so that the same deck gives the same file */

static void zip_put(bytes *bytes, int width, uint64_t v)
{
    for (int i = 0; i < width; i++)
        bytes_add(bytes, &(unsigned char){(unsigned char)(v >> (8 * i))}, 1);
}

/* Writes the part that local header and directory have in common. */
static void put_about(bytes *bytes, const char *name, uint32_t crc, size_t packed, size_t n)
{
    zip_put(bytes, 2, VERSION);
    zip_put(bytes, 2, UTF8);
    zip_put(bytes, 2, DEFLATED);
    zip_put(bytes, 2, 0);
    zip_put(bytes, 2, DATE);
    zip_put(bytes, 4, crc);
    zip_put(bytes, 4, packed);
    zip_put(bytes, 4, n);
    zip_put(bytes, 2, strlen(name));
    zip_put(bytes, 2, 0);
}

static unsigned char *deflated(const void *from, size_t n, size_t *size)
{
    z_stream s = {.next_in = (Bytef *)(uintptr_t)from, .avail_in = (uInt)n};
    if (n > UINT32_MAX || deflateInit2(&s, 6, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY) != Z_OK)
        return NULL;
    const size_t workspace = deflateBound(&s, n);
    unsigned char *to = malloc(workspace);
    s.next_out = to;
    s.avail_out = (uInt)workspace;
    const bool ok = to && deflate(&s, Z_FINISH) == Z_STREAM_END;
    *size = s.total_out;
    deflateEnd(&s);
    if (!ok)
        free(to);
    return ok ? to : NULL;
}

void zip_add(zip *zip, const char *name, const void *from, size_t size)
{
    const long at = ftell(zip->file);
    const uint32_t crc = (uint32_t)crc32(0, from, (uInt)size);
    size_t packed = 0;
    unsigned char *data = deflated(from, size, &packed);
    bytes head = {0};
    zip_put(&head, 4, LOCAL);
    put_about(&head, name, crc, packed, size);
    bytes_add(&head, name, strlen(name));
    zip->failed = zip->failed || !data || at < 0 || at > INT32_MAX || head.failed ||
                  fwrite(head.data, 1, head.n, zip->file) != head.n || fwrite(data, 1, packed, zip->file) != packed;
    zip_put(&zip->directory, 4, CENTRAL);
    zip_put(&zip->directory, 2, VERSION);
    put_about(&zip->directory, name, crc, packed, size);
    zip_put(&zip->directory, 6, 0);
    zip_put(&zip->directory, 4, 0);
    zip_put(&zip->directory, 4, (uint64_t)at);
    bytes_add(&zip->directory, name, strlen(name));
    zip->n++;
    bytes_free(&head);
    free(data);
}

bool zip_add_file(zip *zip, const char *name, const char *path)
{
    FILE *from = fopen(path, "rb");
    bytes all = {0};
    char part[1 << 16];
    for (size_t n; from && (n = fread(part, 1, sizeof part, from)) > 0;)
        bytes_add(&all, part, n);
    const bool ok = from && !ferror(from) && !all.failed;
    if (from)
        fclose(from);
    if (ok)
        zip_add(zip, name, all.n ? (void *)all.data : "", all.n);
    bytes_free(&all);
    return ok;
}

bool zip_end(zip *zip)
{
    const long at = ftell(zip->file);
    const size_t size = zip->directory.n;
    zip_put(&zip->directory, 4, END);
    zip_put(&zip->directory, 4, 0);
    zip_put(&zip->directory, 2, (uint64_t)zip->n);
    zip_put(&zip->directory, 2, (uint64_t)zip->n);
    zip_put(&zip->directory, 4, size);
    zip_put(&zip->directory, 4, (uint64_t)at);
    zip_put(&zip->directory, 2, 0);
    zip->failed = zip->failed || zip->directory.failed || zip->n > UINT16_MAX ||
                  fwrite(zip->directory.data, 1, zip->directory.n, zip->file) != zip->directory.n;
    bytes_free(&zip->directory);
    return !zip->failed;
}
