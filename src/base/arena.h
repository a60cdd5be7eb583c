/* arena.h - memory that is released with its owner, all at once. */
#pragma once
#include "base/size.h"
#include <stddef.h>

typedef struct arena arena;

/* Never returns NULL: if memory is exhausted, the handler below is called, which must not return. */
arena *arena_create(void);
void arena_destroy(arena *arena); /* arena may be NULL */

/* Returns memory set to zero, aligned to 16 bytes. */
void *arena_alloc(arena *arena, size_t size);
void *arena_copy(arena *arena, const void *from, size_t size);
char *arena_string(arena *arena, const char *text, size_t length); /* copies the text and appends a NUL */
char *arena_printf(arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));

int *arena_integers(arena *arena, size_t n); /* n + 1 integers */

#define ARENA_NEW(a, type) ((type *)arena_alloc((a), sizeof(type)))
#define ARENA_ARRAY(a, type, n) ((type *)arena_alloc((a), size_product((size_t)(n), sizeof(type))))

/* Heap memory with the same guarantee; returns NULL for size 0. Free with free(). */
void *heap_resize(void *old, size_t size);
/* size + 1 integers, all set to this value. */
int *heap_integers(size_t size, int all);
double *heap_reals(size_t size); /* size + 1 numbers, uninitialized */

/* Heap memory whose address is a multiple of `line`, set to zero. Free with free(). */
void *heap_aligned(size_t line, size_t size);

/* Sets the handler of exhausted memory; the default prints a line and aborts. */
void memory_on_exhausted(void (*handler)(size_t wanted));
