/* hydraulic_damper.c - oil through an orifice, and a valve that opens at a speed.
 *
 *     f = sigma |v| v                                 |v| < v_L
 *     f = sign(v) (sigma v_L^2 + d (|v| - v_L))       beyond                                                      */
#include "law/laws.h"
#include <math.h>

typedef struct {
    double sigma, limit, d;
} damper;

static void hydraulic_damper_read(reader *r, law *l)
{
    damper *p = l->self;
    p->sigma = read_not_negative(r, "coefficient of the orifice");
    p->limit = read_not_negative(r, "speed at which the valve opens");
    p->d = read_not_negative(r, "damping with the valve open");
}

static void hydraulic_damper_eval(const law *l, const state *s, const double *strain, const double *rate,
                                  law_result *out)
{
    (void)s, (void)strain;
    const damper *p = l->self;
    const double v = fabs(rate[0]);
    const bool is_open = v > p->limit;
    const double f = is_open ? p->sigma * p->limit * p->limit + p->d * (v - p->limit) : p->sigma * v * v;
    out->stress[0] = copysign(f, rate[0]);
    out->by_rate[0] = is_open ? p->d : 2.0 * p->sigma * v;
}

const law_type law_hydraulic_damper = {
    .keyword = "hydraulic damper",
    .grammar = "hydraulic damper, SIGMA, SPEED, DAMPING",
    .summary = "A damper with a turbulent orifice and a relief valve.",
    .dims = LAW_1D,
    .kind = LAW_VISCOUS,
    .module = MODULE_DAMPER_HYDRAULIC,
    .size = sizeof(damper),
    .read = hydraulic_damper_read,
    .eval = hydraulic_damper_eval,
};
