/* bytes.h - a growing buffer of bytes. When memory is exhausted, `failed` is set and nothing more is added. */
#pragma once
#include <stdbool.h>
#include <stddef.h>

typedef struct {
    unsigned char *data;
    size_t n, limit;
    bool failed;
} bytes;

void bytes_add(bytes *bytes, const void *from, size_t size);
void bytes_add_float(bytes *bytes, double v);
void bytes_free(bytes *b);
