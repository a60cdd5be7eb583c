/* airfoil_rae_9671.c - the built-in RAE 9671 section: cubic polynomials whose coefficients are piecewise linear in the
 * Mach number.
 *
 *     d = alpha in degrees, |d| < 12.58         p = c1 d + c2 d^2 + c3 d^3 (d with its sign, as in MBDyn)
 *     cl = min(p/yaw, c1 |d|)    cd = k0 + k1 |d| + k2 d^2 + k3 |d|^3    cm = (cl of naca 0012 - p)/4
 *
 * Beyond this incidence the coefficients are those of naca 0012. */
#include "element/aero/airfoil.h"
#include <math.h>

static const double MOST_DEGREES = 12.58;

enum { RANGES = 4, CL1 = 0, CL2, CL3, CD0, CD1, CD2, CD3, ROWS };

/* Constant and derivative with respect to the Mach number, below 0.4, 0.45, 0.5 and above. */
static const double LINES[ROWS][RANGES][2] = {
    [CL1] = {{0.09750456667, 0.03618067639},
             {0.09555677918, 0.04105014514},
             {0.09393885891, 0.04464552349},
             {0.1607326112, -0.08894198113}},
    [CL2] = {{-0.0006063714692, 0.006921517393},
             {-0.002262759242, 0.01106248683},
             {-0.002005601202, 0.01049102451},
             {-0.0250712335, 0.0566222891}},
    [CL3] = {{-1.037795903e-05, -0.0004710487553},
             {0.0001660473445, -0.0009121120141},
             {0.0002268636731, -0.001047259411},
             {0.001419584641, -0.003432701347}},
    [CD0] = {{0.0133264, -0.024373}, {0.0112988, -0.019304}, {-0.0158866, 0.041108}, {0.0213644, -0.033394}},
    [CD1] = {{-0.003963991906, 0.01826574379},
             {-0.00471832323, 0.0201515721},
             {0.02061548063, -0.0361457698},
             {-0.01634361263, 0.03777241671}},
    [CD2] = {{0.0006781393372, -0.003192543044},
             {0.001139878448, -0.004346890819},
             {-0.00379136, 0.006611416843},
             {0.003926122754, -0.008823548667}},
    [CD3] = {{-2.253324988e-05, 0.0001466312039},
             {-6.338583041e-05, 0.0002487626553},
             {0.0001861860079, -0.00030584143},
             {-0.0002746761851, 0.000615882956}},
};

/* Coefficients at a Mach number, and their derivatives with respect to it. */
typedef struct {
    double k[ROWS], by_m[ROWS];
} cubics;

static cubics cubics_at(double mach)
{
    const double m = fmin(mach, AIRFOIL_MOST_MACH);
    const int range = m < 0.4 ? 0 : m < 0.45 ? 1 : m < 0.5 ? 2 : 3;
    cubics q;
    for (int i = 0; i < ROWS; i++) {
        q.k[i] = LINES[i][range][0] + LINES[i][range][1] * m;
        q.by_m[i] = mach < AIRFOIL_MOST_MACH ? LINES[i][range][1] : 0.0;
    }
    return q;
}

static double cubic(const double *k, double d) { return d * (k[CL1] + d * (k[CL2] + d * k[CL3])); }

static void lift(const cubics *q, double d, double yaw, airfoil_coefficients *coefficients)
{
    const double p = cubic(q->k, d) / yaw, most = q->k[CL1] * fabs(d);
    if (p < most) {
        coefficients->c[AIRFOIL_LIFT] = p;
        coefficients->by_alpha[AIRFOIL_LIFT] =
            (q->k[CL1] + d * (2 * q->k[CL2] + 3 * d * q->k[CL3])) / (yaw * AIRFOIL_DEGREE);
        coefficients->by_mach[AIRFOIL_LIFT] = cubic(q->by_m, d) / yaw;
        coefficients->by_yaw[AIRFOIL_LIFT] = -p / yaw;
    } else {
        coefficients->c[AIRFOIL_LIFT] = most;
        coefficients->by_alpha[AIRFOIL_LIFT] = copysign(q->k[CL1], d) / AIRFOIL_DEGREE;
        coefficients->by_mach[AIRFOIL_LIFT] = q->by_m[CL1] * fabs(d);
        coefficients->by_yaw[AIRFOIL_LIFT] = 0.0;
    }
}

static void drag(const cubics *q, double d, airfoil_coefficients *coefficients)
{
    const double x = fabs(d), *k = q->k + CD0, *s = q->by_m + CD0;
    coefficients->span = k[0];
    coefficients->span_by_mach = s[0];
    coefficients->c[AIRFOIL_DRAG] = k[0] + x * (k[1] + x * (k[2] + x * k[3]));
    coefficients->by_alpha[AIRFOIL_DRAG] =
        (d < 0 ? -1.0 : 1.0) * (k[1] + x * (2 * k[2] + 3 * x * k[3])) / AIRFOIL_DEGREE;
    coefficients->by_mach[AIRFOIL_DRAG] = s[0] + x * (s[1] + x * (s[2] + x * s[3]));
}

static void airfoil_rae_9671_coefficients(const airfoil *airfoil, int station, const airfoil_flow *flow,
                                          airfoil_coefficients *coefficients)
{
    (void)airfoil, (void)station;
    const double d = flow->alpha / AIRFOIL_DEGREE;
    if (fabs(d) >= MOST_DEGREES) {
        naca_0012_with_yaw(flow, coefficients);
        return;
    }
    naca_0012(flow->alpha, flow->mach, coefficients);
    const cubics q = cubics_at(flow->mach);
    coefficients->c[AIRFOIL_MOMENT] = 0.25 * (coefficients->c[AIRFOIL_LIFT] - cubic(q.k, d));
    coefficients->by_alpha[AIRFOIL_MOMENT] =
        0.25 *
        (coefficients->by_alpha[AIRFOIL_LIFT] - (q.k[CL1] + d * (2 * q.k[CL2] + 3 * d * q.k[CL3])) / AIRFOIL_DEGREE);
    coefficients->by_mach[AIRFOIL_MOMENT] = 0.25 * (coefficients->by_mach[AIRFOIL_LIFT] - cubic(q.by_m, d));
    lift(&q, d, flow->yaw, coefficients);
    drag(&q, d, coefficients);
}

const airfoil_type airfoil_rae_9671_type = {
    .keyword = "rae 9671",
    .grammar = "rae 9671",
    .summary = "The built-in RAE 9671 section, for every incidence.",
    .is_builtin = true,
    .coefficients = airfoil_rae_9671_coefficients,
};
