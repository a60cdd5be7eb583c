/* settable.c - a drive of the deck whose value can be set from outside while the analysis is under way.
 *
 *     f = drive(x)      until it is set
 *     f = value         from then on */
#include "model/settable.h"
#include "model/model.h"

static const drive *inner_of(const drive *d) { return d->self; }

static double settable_value_of(const drive *d, const state *s, double x)
{
    const settable_memory *now = remembered(s, d->memory);
    return now->is_set ? now->value : drive_at(inner_of(d), s, x);
}

static double slope_of(const drive *d, const state *s, double x)
{
    const settable_memory *now = remembered(s, d->memory);
    return now->is_set ? 0.0 : drive_slope(inner_of(d), s, x);
}

static bool settable_has_slope(const drive *d) { return drive_has_slope(inner_of(d)); }
static int every(const drive *d) { return inner_of(d)->type->every(inner_of(d)); }

#define SETTABLE                                                                           \
    .keyword = "settable", .summary = "A drive of the deck that can be set from outside.", \
    .memory = sizeof(settable_memory), .value = settable_value_of, .slope = slope_of, .has_slope = settable_has_slope

static const drive_type IRREGULAR = {SETTABLE};
static const drive_type METER = {SETTABLE, .every = every};

drive *drive_settable(struct model *m, drive *inner)
{
    drive *d = arena_copy(m->memory, inner, sizeof *inner);
    d->type = inner->type->every ? &METER : &IRREGULAR;
    d->self = inner;
    d->memory_size = sizeof(settable_memory);
    d->memory = memory_reserve(
        m->plan, (memory_area){.size = d->memory_size, .self = d, .owner = "drive caller", .label = inner->label});
    return d;
}
