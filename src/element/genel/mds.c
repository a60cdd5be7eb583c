/* mds.c - a mass with a damper and a spring, whose position and velocity are unknowns of the element.
 *
 *     x' - v = 0
 *     m v' + d v + k x - f(t) = 0                                                                                  */
#include "contract/drive.h"
#include "contract/sampler.h"
#include "model/reading.h"

typedef struct {
    double m, d, k;
    const drive *f;
} oscillator;

static const own_kind KINDS[] = {OWN_DIFFERENTIAL, OWN_DIFFERENTIAL};

static void mds_set(elem *e)
{
    e->n_own = 2;
    e->kinds = KINDS;
}

static void mds_read(reader *r, elem *e)
{
    oscillator *p = e->self;
    p->m = read_positive(r, "mass");
    p->d = read_real(r, "damping");
    p->k = read_real(r, "stiffness");
    p->f = read_drive(r, "force");
    mds_set(e);
}

static void mds_connect(const elem *e, layout *l)
{
    (void)e;
    layout_own(l);
}

static void mds_eval(int n, const state *s, const elem *e, local *out)
{
    const oscillator *p = e->self;
    const double *y = s->y + e->own, *yp = s->yp + e->own;
    out->r[0] = yp[0] - y[1];
    out->r[1] = p->m * yp[1] + p->d * y[1] + p->k * y[0] - drive_now(p->f, s);
    if (n == 0)
        return;
    double *const first = jacobian_row(out, 0), *const second = jacobian_row(out, 1);
    first[0] = s->drate;
    first[1] = -s->dvalue;
    second[0] = p->k * s->dvalue;
    second[1] = p->m * s->drate + p->d * s->dvalue;
}

static const char *const NAMES[] = {"x", "v", "vP", NULL};

static double mds_private_value(const state *s, const elem *e, int index)
{
    return index == 3 ? s->yp[e->own + 1] : s->y[e->own + index - 1];
}

static void mds_output_row(const state *s, const elem *e, record *out)
{
    record_begin(out, e->label);
    record_name(out, "x", QUANTITY_LENGTH, "position");
    record_real(out, s->y[e->own]);
    record_name(out, "v", QUANTITY_VELOCITY, "velocity");
    record_real(out, s->y[e->own + 1]);
    record_name(out, "vP", QUANTITY_ACCELERATION, "acceleration");
    record_real(out, s->yp[e->own + 1]);
    record_end(out);
}

static const char *mds_own_name(const elem *e, int i)
{
    (void)e;
    return i ? "velocity" : "position";
}

static void mds_sample(sampler *from, elem *e)
{
    oscillator *p = e->self;
    p->m = sample_real(from, 1, 2);
    p->d = sample_real(from, 0, 2);
    p->k = sample_real(from, 0, 9);
    p->f = sample_drive(from);
    mds_set(e);
}

const elem_type mds_type = {
    .card = &elem_cards[CARD_USER_DEFINED],
    .keyword = "mds",
    .grammar = "user defined: LABEL, mds, MASS, DAMPING, STIFFNESS, (DRIVE) FORCE",
    .summary = "A mass with a damper and a spring.",
    .module = MODULE_MDS,
    .size = sizeof(oscillator),
    .read = mds_read,
    .connect = mds_connect,
    .eval = mds_eval,
    .output = mds_output_row,
    .private_names = NAMES,
    .private_value = mds_private_value,
    .own_name = mds_own_name,
    .sample = mds_sample,
    .assembly = &(const elem_assembly){.never = true},
};
