/* memory_check.h - blocks of what instances remember, and whether they are the same. */
#pragma once
#include "contract/memory.h"
#include <stdlib.h>
#include <string.h>

/* Numbers of the block that belong to an instance, [from, to). */
typedef struct {
    int from, last;
} memory_range;

static inline size_t memory_bytes(int numbers) { return (size_t)numbers * sizeof(double); }

/* What everything begins with, written over bytes that are no zeros. */
static inline memory_block *block_create(const memory_plan *p, int garbage)
{
    memory_block *m = malloc(memory_bytes(p->size) + 1);
    memset(m, garbage, memory_bytes(p->size));
    memory_start(p, m);
    return m;
}

static inline memory_block *block_copy(const memory_plan *p, const memory_block *from)
{
    memory_block *m = malloc(memory_bytes(p->size) + 1);
    memcpy(m, from, memory_bytes(p->size));
    return m;
}

static inline bool same_numbers(const memory_block *a, const memory_block *b, memory_range r)
{
    return r.from == r.last ||
           memcmp((const double *)a + r.from, (const double *)b + r.from, memory_bytes(r.last - r.from)) == 0;
}

static inline bool same_block(const memory_plan *p, const memory_block *a, const memory_block *b)
{
    return same_numbers(a, b, (memory_range){0, p->size});
}

static inline bool same_outside(const memory_plan *p, const memory_block *a, const memory_block *b, memory_range r)
{
    return same_numbers(a, b, (memory_range){0, r.from}) && same_numbers(a, b, (memory_range){r.last, p->size});
}

/* Whatever is in the block then, it begins with the same bytes. */
static inline bool begins_alike(const memory_plan *p)
{
    memory_block *a = block_create(p, 0x5a), *b = block_create(p, 0xa5);
    const bool is_same = same_block(p, a, b);
    free(a), free(b);
    return is_same;
}

/* What the areas of a range remember can be loaded. */
static inline bool is_valid(const memory_plan *p, const memory_block *m, memory_range r)
{
    for (int i = 0; i < p->areas.n; i++) {
        const memory_area *a = &p->areas.items[i];
        if (a->offset >= r.from && a->offset < r.last && a->valid && !a->valid(a->self, (const double *)m + a->offset))
            return false;
    }
    return true;
}
