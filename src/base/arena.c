/* arena.c - memory that is released with its owner.
 *
 * Blocks come from calloc, so that new memory is already zero, and double in size up to 1 MiB. A request larger than a
 * quarter of the next block gets a separate block, linked behind the current one, so that the rest of that is not lost.
 * Every address is a multiple of 16. */
#include "base/arena.h"
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ALIGN = 16, FIRST_BLOCK = 4096, LARGEST_BLOCK = 1 << 20 };

typedef struct block {
    struct block *next;
    size_t size, used; /* of the bytes after this header */
    size_t unused;
} block;

_Static_assert(sizeof(block) % ALIGN == 0, "the first piece of a block is aligned");

struct arena {
    block *current;
    size_t next_size;
};

static void say_and_abort(size_t wanted)
{
    fprintf(stderr, "out of memory: %zu bytes are not available\n", wanted);
    abort();
}

/* The only process-wide setting: memory runs out for the whole process. */
static void (*_Atomic exhausted)(size_t wanted) = say_and_abort;

void memory_on_exhausted(void (*handler)(size_t wanted)) { exhausted = handler ? handler : say_and_abort; }

void memory_exhausted(size_t wanted)
{
    exhausted(wanted);
    abort();
}

static void *not_null(void *memory, size_t wanted)
{
    if (!memory)
        memory_exhausted(wanted);
    return memory;
}

void *heap_resize(void *old, size_t size)
{
    if (size > 0)
        return not_null(realloc(old, size), size);
    free(old);
    return NULL;
}

int *heap_integers(size_t size, int all)
{
    int *p = heap_resize(NULL, (size + 1) * sizeof *p);
    for (size_t i = 0; i <= size; i++)
        p[i] = all;
    return p;
}

double *heap_reals(size_t size) { return heap_resize(NULL, (size + 1) * sizeof(double)); }

void *heap_aligned(size_t line, size_t size)
{
    const size_t whole = size > 0 ? (size + line - 1) / line * line : line;
    return memset(not_null(aligned_alloc(line, whole), whole), 0, whole);
}

static block *block_create(size_t size)
{
    if (size > SIZE_MAX - sizeof(block))
        not_null(NULL, size);
    block *b = not_null(calloc(1, sizeof(block) + size), size);
    b->size = size;
    return b;
}

arena *arena_create(void)
{
    arena *arena = not_null(calloc(1, sizeof *arena), sizeof *arena);
    arena->next_size = FIRST_BLOCK;
    return arena;
}

void arena_destroy(arena *arena)
{
    if (!arena)
        return;
    for (block *block = arena->current, *next; block; block = next) {
        next = block->next;
        free(block);
    }
    free(arena);
}

/* Allocates a separate block for a large request; the current block remains current. */
static void *alloc_large(arena *arena, size_t size)
{
    block *block = block_create(size);
    block->used = size;
    if (arena->current) {
        block->next = arena->current->next;
        arena->current->next = block;
    } else {
        arena->current = block;
    }
    return block + 1;
}

static void *alloc_block(arena *arena, size_t size)
{
    if (size > arena->next_size / 4)
        return alloc_large(arena, size);
    block *block = block_create(arena->next_size);
    block->next = arena->current;
    block->used = size;
    arena->current = block;
    if (arena->next_size < LARGEST_BLOCK)
        arena->next_size *= 2;
    return block + 1;
}

void *arena_alloc(arena *arena, size_t size)
{
    if (size > SIZE_MAX - ALIGN)
        not_null(NULL, size);
    const size_t rounded = size == 0 ? ALIGN : (size + ALIGN - 1) & ~(size_t)(ALIGN - 1);
    block *block = arena->current;
    if (!block || block->size - block->used < rounded)
        return alloc_block(arena, rounded);
    void *piece = (char *)(block + 1) + block->used;
    block->used += rounded;
    return piece;
}

void *arena_copy(arena *arena, const void *from, size_t size)
{
    void *to = arena_alloc(arena, size);
    if (size > 0)
        memcpy(to, from, size);
    return to;
}

int *arena_integers(arena *arena, size_t n) { return ARENA_ARRAY(arena, int, n + 1); }

char *arena_string(arena *arena, const char *text, size_t length)
{
    char *to = arena_alloc(arena, length + 1);
    if (length > 0)
        memcpy(to, text, length);
    to[length] = '\0';
    return to;
}

char *arena_printf(arena *arena, const char *format, ...)
{
    va_list args, again;
    va_start(args, format);
    va_copy(again, args);
    const int length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    char *to = arena_alloc(arena, length < 0 ? 1 : (size_t)length + 1);
    if (length >= 0)
        vsnprintf(to, (size_t)length + 1, format, again);
    va_end(again);
    return to;
}
