/* hydraulic_damper.c - oil flow through an orifice, with a valve that opens at a given speed.
 *
 *     f = sigma |v| v                                 |v| < v_L
 *     f = sign(v) (sigma v_L^2 + d (|v| - v_L))       above */
#include "law/laws.h"
#include <math.h>

typedef struct {
    double sigma, limit, d;
} damper;

static void hydraulic_damper_read(reader *reader, law *law)
{
    damper *damper = law->self;
    damper->sigma = read_not_negative(reader, "coefficient of the orifice");
    damper->limit = read_not_negative(reader, "speed at which the valve opens");
    damper->d = read_not_negative(reader, "damping with the valve open");
}

static void hydraulic_damper_eval(const law *law, const state *state, const double *strain, const double *rate,
                                  law_result *out)
{
    (void)state, (void)strain;
    const damper *damper = law->self;
    const double v = fabs(rate[0]);
    const bool is_open = v > damper->limit;
    const double f = is_open ? damper->sigma * damper->limit * damper->limit + damper->d * (v - damper->limit)
                             : damper->sigma * v * v;
    out->stress[0] = copysign(f, rate[0]);
    out->by_rate[0] = is_open ? damper->d : 2.0 * damper->sigma * v;
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
