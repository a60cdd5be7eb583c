/* options.c - options of a caller that may be older or newer than this library. */
#include "api/options.h"
#include <string.h>

static size_t options_size_of(const void *options)
{
    size_t size;
    memcpy(&size, options, sizeof size);
    return size;
}

static bool is_zero(const unsigned char *bytes, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (bytes[i])
            return false;
    return true;
}

bool options_copy(void *to, size_t size, const void *from)
{
    const size_t given = from ? options_size_of(from) : size;
    memset(to, 0, size);
    const bool is_sized = given > sizeof given;
    const bool is_known = given <= size || is_zero((const unsigned char *)from + size, given - size);
    if (from && is_sized && is_known)
        memcpy(to, from, given < size ? given : size);
    memcpy(to, &size, sizeof size);
    return is_sized && is_known;
}

void options_fill(void *to, const void *defaults, size_t size)
{
    const size_t given = to ? options_size_of(to) : 0, most = given < size ? given : size, first = sizeof given;
    if (most > first)
        memcpy((unsigned char *)to + first, (const unsigned char *)defaults + first, most - first);
}
