/* axial_wrapper.c - a one-dimensional law that acts along an axis in three dimensions.
 *
 *     stress = d f(d.strain, d.rate),      by_strain = f_e d d',   by_rate = f_p d d' */
#include "law/laws.h"
#include "law/wrapper.h"

typedef struct {
    wrapper wrapper;
    vec3 axis;
} axial;

static void view(const law *law, const state *state, const double *strain, const double *rate, double *e, double *p)
{
    (void)state;
    const axial *self = law->self;
    *e = vec3_dot(self->axis, vec3_load(strain));
    *p = vec3_dot(self->axis, vec3_load(rate));
}

static void axial_wrapper_read(reader *reader, law *law)
{
    axial *self = law->self;
    self->axis = read_unit_vec3(reader, "direction");
    read_wrapped(reader, law, 1, view);
}

static void axial_wrapper_eval(const law *law, const state *state, const double *strain, const double *rate,
                               law_result *out)
{
    const axial *self = law->self;
    double e, p;
    law_result result;
    view(law, state, strain, rate, &e, &p);
    law_eval(self->wrapper.inner, state, &e, &p, &result);
    for (int i = 0; i < 3; i++) {
        const double d = vec3_get(self->axis, i);
        out->stress[i] = d * result.stress[0];
        for (int j = 0; j < 3; j++) {
            const double dd = d * vec3_get(self->axis, j);
            out->by_strain[3 * i + j] = dd * result.by_strain[0];
            out->by_rate[3 * i + j] = dd * result.by_rate[0];
        }
    }
}

const law_type law_axial_wrapper = {
    WRAPPER_SLOTS,
    .keyword = "axial wrapper",
    .grammar = "axial wrapper, (vec3) DIRECTION, (1D law) WRAPPED LAW",
    .summary = "A one-dimensional law along an axis in three dimensions.",
    .dims = LAW_3D,
    .size = sizeof(axial),
    .read = axial_wrapper_read,
    .eval = axial_wrapper_eval,
    .flags = LAW_BARE,
};
