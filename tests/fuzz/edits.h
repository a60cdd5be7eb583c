/* edits.h - changes to the bytes of a file that is good, so that what stands behind checksums is reached.
 *
 * The input is a list of edits of ten bytes: where (two), and eight bytes that are put there. */
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline void edit(char *bytes, size_t count, const uint8_t *data, size_t size)
{
    for (size_t i = 0; i + 10 <= size; i += 10) {
        const size_t at = ((size_t)data[i] << 8 | data[i + 1]) * 4 % count;
        memcpy(bytes + at, data + i + 2, count - at < 8 ? count - at : 8);
    }
}
