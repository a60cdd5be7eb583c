/* memory.c - the plan of what instances remember. */
#include "contract/memory.h"
#include <string.h>

enum { UNIT = sizeof(double) };

int memory_reserve(memory_plan *p, memory_area area)
{
    if (area.size == 0)
        return MEMORY_NONE;
    area.offset = p->size;
    p->size += (int)((area.size + UNIT - 1) / UNIT);
    array_push(&p->areas, area);
    return area.offset;
}

void memory_belongs(memory_plan *p, int first, const struct elem *e)
{
    for (int i = first; i < p->areas.n; i++)
        if (!p->areas.items[i].within)
            p->areas.items[i].within = e;
}

void memory_plan_free(memory_plan *p)
{
    array_free(&p->areas);
    array_free(&p->first);
}

static void begin_from(const memory_plan *p, int first, memory_block *m)
{
    for (int i = first; i < p->areas.n; i++) {
        const memory_area *a = &p->areas.items[i];
        if (a->begin)
            a->begin(a->self, memory_at(m, a->offset));
    }
}

void memory_start(const memory_plan *p, memory_block *m)
{
    memset(m, 0, (size_t)p->size * UNIT);
    begin_from(p, 0, m);
}

const memory_block *memory_first(memory_plan *p)
{
    while (p->first.n < p->size)
        array_push(&p->first, 0.0);
    begin_from(p, p->n_begun, (memory_block *)p->first.items);
    p->n_begun = p->areas.n;
    return (const memory_block *)p->first.items;
}
