/* content_hash.c - hashes of texts and files: FNV-1a with 128 bits.
 *
 *     h = (h xor byte) * p mod 2^128,   p = 2^88 + 2^8 + 0x3b
 *
 * Fowler, Noll, Vo, draft-eastlake-fnv. It detects changes; it is no protection against forgery. */
#include "study/content_hash.h"
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

__extension__ typedef unsigned __int128 wide;

static wide joined(const content_hash *hash) { return (wide)hash->high << 64 | hash->low; }

content_hash content_hash_begin(void) { return (content_hash){0x6c62272e07bb0142ULL, 0x62b821756295c58dULL}; }

void content_hash_add(content_hash *hash, const void *bytes, size_t size)
{
    const wide prime = (wide)1 << 88 | 0x13b;
    wide h = joined(hash);
    for (const unsigned char *at = bytes, *end = at + size; at < end; at++)
        h = (h ^ *at) * prime;
    *hash = (content_hash){(unsigned long long)(h >> 64), (unsigned long long)h};
}

void content_hash_string(content_hash *hash, const char *string)
{
    size_t n = 0;
    while (string[n])
        n++;
    content_hash_add(hash, string, n + 1);
}

void content_hash_show(const content_hash *hash, char out[CONTENT_HASH_SIZE])
{
    snprintf(out, CONTENT_HASH_SIZE, "%016llx%016llx", hash->high, hash->low);
}

bool content_hash_file(const char *path, char out[CONTENT_HASH_SIZE])
{
    char block[65536];
    const int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    content_hash hash = content_hash_begin();
    ssize_t n = file < 0 ? -1 : 0;
    while (n >= 0 && (n = read(file, block, sizeof block)) > 0)
        content_hash_add(&hash, block, (size_t)n);
    if (file >= 0)
        close(file);
    content_hash_show(&hash, out);
    return n == 0;
}
