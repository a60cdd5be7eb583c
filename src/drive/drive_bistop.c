/* drive_bistop.c - a switch: 1 from the time one condition becomes true until another does, otherwise 0.
 *
 *     status(t) = active before: not deactivation(t);   inactive before: activation(t)
 *
 * "Before" refers to the last accepted step. At the time of that step, the drive returns the status of that step. */
#include "contract/drive.h"
#include "model/reading.h"
#include <math.h>

typedef struct {
    const drive *activation, *deactivation;
    bool begins_active;
} bistop;

typedef struct {
    int is_active;
    double settled; /* time of the last accepted step */
} bistop_memory;

static void drive_bistop_read(reader *reader, drive *drive)
{
    static const char *const STATUS[] = {"inactive", "active", NULL};
    bistop *bistop = drive->self;
    if (read_keyword(reader, "initial status"))
        bistop->begins_active = read_choice(reader, STATUS, "initial status") == 1;
    bistop->activation = read_drive(reader, "activation condition");
    bistop->deactivation = read_drive(reader, "deactivation condition");
}

static void drive_bistop_begin(const void *self, void *memory)
{
    *(bistop_memory *)memory = (bistop_memory){((const bistop *)self)->begins_active, -HUGE_VAL};
}

static bool status(const drive *drive, const state *state, double x)
{
    const bistop *bistop = drive->self;
    const bistop_memory *last = remembered(state, drive->memory);
    if (state->t <= last->settled)
        return last->is_active;
    return last->is_active ? drive_at(bistop->deactivation, state, x) == 0.0
                           : drive_at(bistop->activation, state, x) != 0.0;
}

static double drive_bistop_at(const drive *drive, const state *state, double x)
{
    return status(drive, state, x) ? 1.0 : 0.0;
}

static void drive_bistop_accept(const state *state, const drive *drive, memory_block *memory)
{
    if (state->now == PHASE_STEP)
        *(bistop_memory *)memory_at(memory, drive->memory) = (bistop_memory){status(drive, state, state->t), state->t};
}

static bool drive_bistop_switches(const drive *drive, const state *state)
{
    const bistop_memory *last = remembered(state, drive->memory);
    return status(drive, state, state->t) != (last->is_active != 0);
}

const drive_type drive_bistop_type = {
    .keyword = "bistop",
    .grammar = "bistop, [initial status, {active | inactive},] (DRIVE) ACTIVATION, (DRIVE) DEACTIVATION",
    .summary = "A switch that two conditions switch on and off.",
    .size = sizeof(bistop),
    .read = drive_bistop_read,
    .value = drive_bistop_at,
    .accept = drive_bistop_accept,
    .memory = sizeof(bistop_memory),
    .begin = drive_bistop_begin,
    .switches = drive_bistop_switches,
};
