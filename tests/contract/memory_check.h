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
static inline memory_block *block_create(const memory_plan *plan, int garbage)
{
    memory_block *memory = malloc(memory_bytes(plan->size) + 1);
    memset(memory, garbage, memory_bytes(plan->size));
    memory_start(plan, memory);
    return memory;
}

static inline memory_block *block_copy(const memory_plan *plan, const memory_block *from)
{
    memory_block *memory = malloc(memory_bytes(plan->size) + 1);
    memcpy(memory, from, memory_bytes(plan->size));
    return memory;
}

static inline bool same_numbers(const memory_block *a, const memory_block *b, memory_range memory_range)
{
    return memory_range.from == memory_range.last ||
           memcmp((const double *)a + memory_range.from, (const double *)b + memory_range.from,
                  memory_bytes(memory_range.last - memory_range.from)) == 0;
}

static inline bool same_block(const memory_plan *plan, const memory_block *a, const memory_block *b)
{
    return same_numbers(a, b, (memory_range){0, plan->size});
}

static inline bool same_outside(const memory_plan *plan, const memory_block *a, const memory_block *b, memory_range r)
{
    return same_numbers(a, b, (memory_range){0, r.from}) && same_numbers(a, b, (memory_range){r.last, plan->size});
}

/* Whatever is in the block then, it begins with the same bytes. */
static inline bool begins_alike(const memory_plan *plan)
{
    memory_block *a = block_create(plan, 0x5a), *b = block_create(plan, 0xa5);
    const bool is_same = same_block(plan, a, b);
    free(a), free(b);
    return is_same;
}

/* What the areas of a range remember can be loaded. */
static inline bool is_valid(const memory_plan *plan, const memory_block *memory, memory_range memory_range)
{
    for (int i = 0; i < plan->areas.n; i++) {
        const memory_area *memory_area = &plan->areas.items[i];
        if (memory_area->offset >= memory_range.from && memory_area->offset < memory_range.last && memory_area->valid &&
            !memory_area->valid(memory_area->self, (const double *)memory + memory_area->offset))
            return false;
    }
    return true;
}
