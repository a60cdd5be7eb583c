/* mds.c - a mass with a damper and a spring, whose position and velocity are unknowns of the element.
 *
 *     x' - v = 0
 *     m v' + d v + k x - f(t) = 0                                                                                  */
#include "contract/drive.h"
#include "contract/sampler.h"
#include "model/reading.h"

typedef struct {
    double m, d, k;
    const drive *drive;
} oscillator;

static const internal_kind KINDS[] = {INTERNAL_DIFFERENTIAL, INTERNAL_DIFFERENTIAL};

static void mds_set(elem *element)
{
    element->n_internal = 2;
    element->kinds = KINDS;
}

static void mds_read(reader *reader, elem *element)
{
    oscillator *oscillator = element->self;
    oscillator->m = read_positive(reader, "mass");
    oscillator->d = read_real(reader, "damping");
    oscillator->k = read_real(reader, "stiffness");
    oscillator->drive = read_drive(reader, "force");
    mds_set(element);
}

static void mds_connect(const elem *element, layout *layout)
{
    (void)element;
    layout_internal(layout);
}

static void mds_eval(int lanes, const state *state, const elem *element, local *out)
{
    const oscillator *oscillator = element->self;
    const double *y = state->y + element->internal, *yp = state->yp + element->internal;
    out->r[0] = yp[0] - y[1];
    out->r[1] =
        oscillator->m * yp[1] + oscillator->d * y[1] + oscillator->k * y[0] - drive_now(oscillator->drive, state);
    if (lanes == 0)
        return;
    double *const first = jacobian_row(out, 0), *const second = jacobian_row(out, 1);
    first[0] = state->drate;
    first[1] = -state->dvalue;
    second[0] = oscillator->k * state->dvalue;
    second[1] = oscillator->m * state->drate + oscillator->d * state->dvalue;
}

static const char *const NAMES[] = {"x", "v", "vP", NULL};

static double mds_private_value(const state *state, const elem *element, int index)
{
    return index == 3 ? state->yp[element->internal + 1] : state->y[element->internal + index - 1];
}

static void mds_output_row(const state *state, const elem *element, record *out)
{
    record_begin(out, element->label);
    record_name(out, "x", QUANTITY_LENGTH, "position");
    record_real(out, state->y[element->internal]);
    record_name(out, "v", QUANTITY_VELOCITY, "velocity");
    record_real(out, state->y[element->internal + 1]);
    record_name(out, "vP", QUANTITY_ACCELERATION, "acceleration");
    record_real(out, state->yp[element->internal + 1]);
    record_end(out);
}

static const char *mds_internal_name(const elem *element, int i)
{
    (void)element;
    return i ? "velocity" : "position";
}

static void mds_sample(sampler *from, elem *element)
{
    oscillator *oscillator = element->self;
    oscillator->m = sample_real(from, 1, 2);
    oscillator->d = sample_real(from, 0, 2);
    oscillator->k = sample_real(from, 0, 9);
    oscillator->drive = sample_drive(from);
    mds_set(element);
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
    .internal_name = mds_internal_name,
    .sample = mds_sample,
    .assembly = &(const elem_assembly){.never = true},
};
