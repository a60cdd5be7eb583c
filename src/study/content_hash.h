/* content_hash.h - hashes of texts and files, by which a study recognizes what has changed. */
#pragma once
#include <stdbool.h>
#include <stddef.h>

enum { CONTENT_HASH_SIZE = 33 }; /* 32 hexadecimal digits and a NUL */

typedef struct {
    unsigned long long high, low;
} content_hash;

content_hash content_hash_begin(void);
void content_hash_add(content_hash *hash, const void *bytes, size_t size);
void content_hash_string(content_hash *hash, const char *string); /* with its NUL, so that parts stay apart */
void content_hash_show(const content_hash *hash, char out[CONTENT_HASH_SIZE]);
/* Hash of a file; returns false if it cannot be read. */
bool content_hash_file(const char *path, char out[CONTENT_HASH_SIZE]);
