/* drive_postponed.c - stands for a labelled drive that is defined later in the deck. */
#include "model/model.h"
#include "model/diag_rows.h"

typedef struct {
    unsigned label;
    place where;
    const drive *drive;
} postponed;

static void drive_postponed_settle(model *m, void *self)
{
    postponed *p = self;
    const int i = label_map_find(&m->drive_by_label, p->label);
    if (i == HASH_NONE)
        diag_report(m->errors, E_NO_DRIVE, p->where, p->label);
    else
        p->drive = m->drives.items[i];
}

static void drive_postponed_read(reader *r, drive *d)
{
    postponed *p = d->self;
    model *m = model_of(r);
    p->label = read_label(r, "label of the drive caller");
    p->where = read_last_place(r);
    if (!read_ok(r))
        return;
    model_link_drive(m, p->label, USE_LATER, p->where);
    model_later(m, drive_postponed_settle, p);
}

static double drive_postponed_at(const drive *d, const state *s, double x)
{
    const postponed *p = d->self;
    if (p->drive)
        return drive_at(p->drive, s, x);
    state_fail(s, p->where, "drive caller %u is not defined yet", p->label);
    return 0.0;
}

static double drive_postponed_slope(const drive *d, const state *s, double x)
{
    const postponed *p = d->self;
    return p->drive ? drive_slope(p->drive, s, x) : 0.0;
}

static bool drive_postponed_has_slope(const drive *d)
{
    const postponed *p = d->self;
    return p->drive && drive_has_slope(p->drive);
}

const drive_type drive_postponed_type = {
    .keyword = "postponed",
    .grammar = "postponed, LABEL",
    .summary = "A labelled drive that is defined later.",
    .size = sizeof(postponed),
    .read = drive_postponed_read,
    .value = drive_postponed_at,
    .slope = drive_postponed_slope,
    .has_slope = drive_postponed_has_slope,
};
