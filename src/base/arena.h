/* arena.h - memory that lives as long as its owner: allocate freely, release all at once. */
#pragma once
#include <stddef.h>

typedef struct arena arena;

/* Never returns NULL: when memory is exhausted the handler below is called, which must not return. */
arena *arena_create(void);
void arena_destroy(arena *arena); /* NULL is allowed */

/* Zeroed, aligned to 16 bytes. */
void *arena_alloc(arena *arena, size_t size);
void *arena_copy(arena *arena, const void *from, size_t size);
char *arena_string(arena *arena, const char *text, size_t length); /* copies and terminates */
char *arena_printf(arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));

int *arena_integers(arena *arena, int n); /* n and one more */

#define ARENA_NEW(a, type) ((type *)arena_alloc((a), sizeof(type)))
#define ARENA_ARRAY(a, type, n) ((type *)arena_alloc((a), (size_t)(n) * sizeof(type)))

/* Heap memory with the same promise; size 0 gives NULL. Free with free(). */
void *heap_resize(void *old, size_t size);
/* n integers and one more, all of this value. */
int *heap_integers(size_t size, int all);
double *heap_reals(size_t size); /* n and one more, not set */

/* Heap memory whose address is a multiple of `line`, zeroed. Free with free(). */
void *heap_aligned(size_t line, size_t size);

/* What happens when memory runs out; the default writes a line and aborts. */
void memory_on_exhausted(void (*handler)(size_t wanted));
/* Somebody else, a library, had no memory: the same happens. */
_Noreturn void memory_exhausted(size_t wanted);
