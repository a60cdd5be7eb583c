/* drive_caller_wrapper.c - any law, multiplied by a drive.
 *
 *     stress = w(t) f(strain, rate)                                                                              */
#include "law/laws.h"
#include "law/wrapper.h"
#include "model/reading.h"

typedef struct {
    wrapper element;
    const drive *drive;
} driven;

static void drive_caller_wrapper_read(reader *reader, law *law)
{
    driven *self = law->self;
    self->drive = read_drive(reader, "multiplier");
    read_wrapped(reader, law, law->dim, NULL);
}

static void drive_caller_wrapper_eval(const law *law, const state *state, const double *strain, const double *rate,
                                      law_result *out)
{
    const driven *self = law->self;
    const int n = law->dim;
    law_eval(self->element.inner, state, strain, rate, out);
    const double w = drive_now(self->drive, state);
    for (int i = 0; i < n; i++)
        out->stress[i] *= w;
    for (int i = 0; i < n * n; i++) {
        out->by_strain[i] *= w;
        out->by_rate[i] *= w;
    }
}

const law_type law_drive_caller_wrapper = {
    WRAPPER_SLOTS,
    .keyword = "drive caller wrapper",
    .grammar = "drive caller wrapper, (drive) MULTIPLIER, (law) WRAPPED LAW",
    .summary = "Multiplies any law by a drive.",
    .dims = LAW_ANY,
    .size = sizeof(driven),
    .read = drive_caller_wrapper_read,
    .eval = drive_caller_wrapper_eval,
    .flags = LAW_BARE,
};
