/* drive_bistop.c - a switch: 1 from when one condition becomes true until another does, else 0.
 *
 *     status(t) = active before: not deactivation(t);   inactive before: activation(t)
 *
 * "Before" is the status of the last accepted step; at its own time that status holds. */
#include "model/drive.h"
#include <math.h>

typedef struct {
    const drive *activation, *deactivation;
    bool is_active;
    double settled; /* time of the last accepted step */
} bistop;

static void read(reader *r, drive *d)
{
    static const char *const STATUS[] = {"inactive", "active", NULL};
    bistop *p = d->self;
    if (read_keyword(r, "initial status"))
        p->is_active = read_choice(r, STATUS, "initial status") == 1;
    p->activation = read_drive(r, "activation condition");
    p->deactivation = read_drive(r, "deactivation condition");
    p->settled = -HUGE_VAL;
}

static bool status(const bistop *p, const state *s, double x)
{
    if (s->t <= p->settled)
        return p->is_active;
    return p->is_active ? drive_at(p->deactivation, s, x) == 0.0 : drive_at(p->activation, s, x) != 0.0;
}

static double at(const drive *d, const state *s, double x) { return status(d->self, s, x) ? 1.0 : 0.0; }

static void accept(const state *s, drive *d)
{
    bistop *p = d->self;
    if (s->now != PHASE_STEP)
        return;
    p->is_active = status(p, s, s->t);
    p->settled = s->t;
}

static void keep(archive *a, drive *d)
{
    bistop *p = d->self;
    archive_bool(a, &p->is_active);
    archive_double(a, &p->settled);
}

const drive_type drive_bistop_type = {
    .keyword = "bistop",
    .grammar = "bistop, [initial status, {active | inactive},] (DRIVE) ACTIVATION, (DRIVE) DEACTIVATION",
    .summary = "A switch that two conditions turn on and off.",
    .size = sizeof(bistop),
    .read = read,
    .value = at,
    .accept = accept,
    .keep = keep,
};
