/* writing.c - packed numbers and output files of pages and exports. */
#include "app/writing.h"
#include "app/messages.h"
#include "base/whole_file.h"
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

void put_base64(FILE *to, const unsigned char *bytes, size_t size)
{
    static const char LETTERS[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t i = 0; i < size; i += 3) {
        const size_t left = size - i;
        const unsigned v = (unsigned)bytes[i] << 16 | (left > 1 ? (unsigned)bytes[i + 1] << 8 : 0u) |
                           (left > 2 ? (unsigned)bytes[i + 2] : 0u);
        const char four[4] = {LETTERS[v >> 18], LETTERS[v >> 12 & 63], left > 1 ? LETTERS[v >> 6 & 63] : '=',
                              left > 2 ? LETTERS[v & 63] : '='};
        fwrite(four, 1, 4, to);
    }
}

/* Planes group the bytes of signs and exponents, which are similar, so that they compress better. */
bool put_packed(FILE *to, const float *numbers, size_t count)
{
    unsigned char *planes = malloc(4 * count + 1);
    uLongf size = compressBound(4 * count);
    unsigned char *packed = malloc(size);
    bool ok = planes && packed;
    for (size_t i = 0; ok && i < count; i++) {
        unsigned bits;
        memcpy(&bits, &numbers[i], sizeof bits);
        for (size_t k = 0; k < 4; k++)
            planes[k * count + i] = (unsigned char)(bits >> (8 * k));
    }
    ok = ok && compress2(packed, &size, planes, 4 * count, 6) == Z_OK;
    if (ok)
        put_base64(to, packed, size);
    free(planes);
    free(packed);
    return ok;
}

FILE *open_written(const char *path)
{
    const char *why;
    FILE *file = whole_file_open(path, &why);
    if (!file)
        print_visible(stderr, "torsor: cannot write %s: %s\n", path, why);
    return file;
}

bool close_written(FILE *file, const char *path, bool is_complete)
{
    const char *why = whole_file_close(file, path, is_complete);
    if (why)
        print_visible(stderr, "torsor: writing %s failed: %s\n", path, why);
    return is_complete && !why;
}

bool write_text(const char *text, const char *path)
{
    FILE *to = path ? open_written(path) : stdout;
    if (!to)
        return false;
    const bool ok = fputs(text, to) >= 0;
    return path ? close_written(to, path, ok) : ok;
}
