/* section_harris.c - stall delayed by the rate of the incidence, after Harris and Gormont (Boeing Vertol).
 *
 *     S = sqrt |alpha' c/(2V)|,   alpha_r = alpha - sign(alpha') g(M) K S     K = 1 if |alpha| increases, otherwise 1/2
 *     cl = alpha/alpha_r cl(alpha_r),   cd = cd(alpha_r),  cm = cm(alpha_r)
 *     g = maximum below M1, falls to 0 at M2; for 12 % thickness: lift 1.76, 0.1, 0.75; drag, moment 1.15, 0.2, 0.55
 *
 * The rate is that of the last step: the root has no derivative where it vanishes, so it is constant within a step. */
#include "element/aero/section.h"
#include <math.h>

typedef struct {
    double t, alpha; /* at the last step */
    double rate[2];  /* at the last step and at the one before */
    int is_set;
} harris_memory;

/* Returns g at a Mach number, and its derivative. */
static double delay(double mach, double most, double low, double high, double *derivative)
{
    const bool falls = mach > low && mach < high;
    *derivative = falls ? -most / (high - low) : 0.0;
    return mach <= low ? most : falls ? most * (high - mach) / (high - low) : 0.0;
}

/* Computes alpha_r. */
static void retarded(int lanes, const jet1 *alpha, const section_wind *wind, double S, double g, double derivative,
                     jet1 *r)
{
    *r = *alpha;
    r->v -= g * S;
    JET_LANES(lanes, l) r->d[l] -= derivative * S * wind->mach.d[l];
}

static void section_harris_eval(int n, const section *section, const section_input *in, section_result *out)
{
    section_wind wind;
    if (!section_wind_now(n, section, in, false, &wind)) {
        section_still(n, out);
        return;
    }
    const harris_memory *memory = in->memory;
    jet1 alpha = wind.wind, at, k[SECTION_COEFFICIENTS], of_drag[SECTION_COEFFICIENTS];
    const double rate = memory->rate[in->t <= memory->t ? 1 : 0];
    const double reduced = 0.5 * rate * section->chord / sqrt(wind.speed2.v);
    const double S = copysign(sqrt(fabs(reduced)), reduced) * (reduced * alpha.v < 0 ? 0.5 : 1.0);
    double derivative, g = delay(wind.mach.v, 1.15, 0.2, 0.55, &derivative);
    /* The speed in S varies with the velocity. */
    retarded(n, &alpha, &wind, S, g, derivative, &at);
    for (int l = 0; l < (n ? 3 : 0); l++)
        at.d[l] += 0.5 * g * S * in->v[l] / wind.speed2.v;
    section_coefficients(n, section, &wind, &at, of_drag);
    g = delay(wind.mach.v, 1.76, 0.1, 0.75, &derivative);
    retarded(n, &alpha, &wind, S, g, derivative, &at);
    for (int l = 0; l < (n ? 3 : 0); l++)
        at.d[l] += 0.5 * g * S * in->v[l] / wind.speed2.v;
    section_coefficients(n, section, &wind, &at, k);
    if (fabs(at.v) > 1e-6) {
        jet1 ratio;
        jet1_chain2(n, &ratio, alpha.v / at.v, &alpha, 1 / at.v, &at, -alpha.v / (at.v * at.v));
        jet1_mul_by(n, &k[AIRFOIL_LIFT], &ratio);
    }
    k[AIRFOIL_DRAG] = of_drag[AIRFOIL_DRAG];
    k[AIRFOIL_MOMENT] = of_drag[AIRFOIL_MOMENT];
    section_loads(n, section, &wind, k, out);
    section_report(section, in, &wind, alpha.v, k, out);
    out->rate[0] = rate;
}

static void section_harris_accept(const section *section, const section_input *in, const section_result *now,
                                  void *memory)
{
    (void)section;
    harris_memory *harris_memory = memory;
    harris_memory->rate[1] = harris_memory->rate[0];
    harris_memory->rate[0] = harris_memory->is_set && in->dt > 0.0 ? (now->alpha - harris_memory->alpha) / in->dt : 0.0;
    harris_memory->t = in->t;
    harris_memory->alpha = now->alpha;
    harris_memory->is_set = 1;
}

const section_model section_harris = {
    .keyword = "harris",
    .memory = sizeof(harris_memory),
    .eval = section_harris_eval,
    .accept = section_harris_accept,
};
