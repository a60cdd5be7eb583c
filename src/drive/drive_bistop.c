/* drive_bistop.c - a switch: 1 from the time one condition becomes true until another does, otherwise 0.
 *
 *     status(t) = active before: not deactivation(t);   inactive before: activation(t)
 *
 * "Before" refers to the status of the last accepted step. At the time of that step the drive returns that status. */
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

static void drive_bistop_read(reader *r, drive *d)
{
    static const char *const STATUS[] = {"inactive", "active", NULL};
    bistop *p = d->self;
    if (read_keyword(r, "initial status"))
        p->begins_active = read_choice(r, STATUS, "initial status") == 1;
    p->activation = read_drive(r, "activation condition");
    p->deactivation = read_drive(r, "deactivation condition");
}

static void drive_bistop_begin(const void *self, void *memory)
{
    *(bistop_memory *)memory = (bistop_memory){((const bistop *)self)->begins_active, -HUGE_VAL};
}

static bool status(const drive *d, const state *s, double x)
{
    const bistop *p = d->self;
    const bistop_memory *last = remembered(s, d->memory);
    if (s->t <= last->settled)
        return last->is_active;
    return last->is_active ? drive_at(p->deactivation, s, x) == 0.0 : drive_at(p->activation, s, x) != 0.0;
}

static double drive_bistop_at(const drive *d, const state *s, double x) { return status(d, s, x) ? 1.0 : 0.0; }

static void drive_bistop_accept(const state *s, const drive *d, memory_block *m)
{
    if (s->now == PHASE_STEP)
        *(bistop_memory *)memory_at(m, d->memory) = (bistop_memory){status(d, s, s->t), s->t};
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
};
