/* settable.c - a drive of the deck whose value can be set from outside during the analysis.
 *
 *     f = drive(x)      until it is set
 *     f = value         from then on */
#include "model/settable.h"
#include "model/model.h"

static const drive *inner_of(const drive *drive) { return drive->self; }

static double settable_value_of(const drive *drive, const state *state, double x)
{
    const settable_memory *now = remembered(state, drive->memory);
    return now->is_set ? now->value : drive_at(inner_of(drive), state, x);
}

static double derivative_of(const drive *drive, const state *state, double x)
{
    const settable_memory *now = remembered(state, drive->memory);
    return now->is_set ? 0.0 : drive_derivative(inner_of(drive), state, x);
}

static bool settable_has_derivative(const drive *drive) { return drive_has_derivative(inner_of(drive)); }
static int every(const drive *drive) { return inner_of(drive)->type->every(inner_of(drive)); }

#define SETTABLE                                                                                \
    .keyword = "settable", .summary = "A drive of the deck that can be set from outside.",      \
    .memory = sizeof(settable_memory), .value = settable_value_of, .derivative = derivative_of, \
    .has_derivative = settable_has_derivative

static const drive_type IRREGULAR = {SETTABLE};
static const drive_type METER = {SETTABLE, .every = every};

drive *drive_settable(struct model *model, drive *inner)
{
    drive *drive = arena_copy(model->memory, inner, sizeof *inner);
    drive->type = inner->type->every ? &METER : &IRREGULAR;
    drive->self = inner;
    drive->memory_size = sizeof(settable_memory);
    drive->memory = memory_reserve(
        model->plan,
        (memory_area){.size = drive->memory_size, .self = drive, .owner = "drive caller", .label = inner->label});
    return drive;
}
