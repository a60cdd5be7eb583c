/* memory.c - the plan of the memory of instances. */
#include "contract/memory.h"
#include <string.h>

enum { UNIT = sizeof(double) };

int memory_reserve(memory_plan *plan, memory_area area)
{
    if (area.size == 0)
        return MEMORY_NONE;
    area.offset = plan->size;
    plan->size += (int)((area.size + UNIT - 1) / UNIT);
    array_push(&plan->areas, area);
    return area.offset;
}

void memory_belongs(memory_plan *plan, int first, const struct elem *element)
{
    for (int i = first; i < plan->areas.n; i++)
        if (!plan->areas.items[i].within)
            plan->areas.items[i].within = element;
}

void memory_plan_free(memory_plan *plan)
{
    array_free(&plan->areas);
    array_free(&plan->first);
}

static void begin_from(const memory_plan *plan, int first, memory_block *memory)
{
    for (int i = first; i < plan->areas.n; i++) {
        const memory_area *memory_area = &plan->areas.items[i];
        if (memory_area->begin)
            memory_area->begin(memory_area->self, memory_at(memory, memory_area->offset));
    }
}

void memory_start(const memory_plan *plan, memory_block *memory)
{
    memset(memory, 0, (size_t)plan->size * UNIT);
    begin_from(plan, 0, memory);
}

const memory_block *memory_first(memory_plan *plan)
{
    while (plan->first.n < plan->size)
        array_push(&plan->first, 0.0);
    begin_from(plan, plan->n_begun, (memory_block *)plan->first.items);
    plan->n_begun = plan->areas.n;
    return (const memory_block *)plan->first.items;
}
