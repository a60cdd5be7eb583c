/* airfoil_naca_0012.c - the built-in NACA 0012 section, in closed form from attached flow to reverse flow.
 *
 *     x = |alpha|,  m = min(M, 0.99),  b = sqrt(1 - m^2),  stall at x_s = 0.22689 (1 - m)
 *     x < x_s              cl = 5.7296 x/b,  cd = 0.006 + 0.13131 x^2,  cm = 0
 *     beyond               cd = (sum of cosines)/b
 *     x < 0.34906          cl on a straight line to its value at 20 degrees, cm = 0
 *     x < 2.7402           cl, cm' sums of sines; then two straight lines up to 180 degrees; cm = cm' - cl/4
 *
 * cl and cm are odd in alpha. With yaw |cl| becomes |cl|/yaw, but at most 5.7296 x/b. */
#include "element/aero/airfoil.h"
#include <math.h>

static const double LIFT_DERIVATIVE = 5.7296, STALL = 0.22689, DEEP = 0.34906, BACK = 2.7402, LAST = 3.002;

/* Returns the sum of a[k] sin((k + 1) x), and its derivative. */
static double sines(const double a[4], double x, double *derivative)
{
    double sum = 0.0;
    *derivative = 0.0;
    for (int k = 0; k < 4; k++) {
        sum += a[k] * sin((k + 1) * x);
        *derivative += (k + 1) * a[k] * cos((k + 1) * x);
    }
    return sum;
}

static double stalled_drag(double x, double *derivative)
{
    static const double A[] = {1.1233, -0.029894, -1.00603, 0.003115, -0.091487};
    double sum = 0.0;
    *derivative = 0.0;
    for (int k = 0; k < 5; k++) {
        sum += A[k] * cos(k * x);
        *derivative -= k * A[k] * sin(k * x);
    }
    return sum;
}

/* A number times b, and its derivatives with respect to x and m. */
typedef struct {
    double v, by_x, by_m;
} part;

static part falling_lift(double x, double m)
{
    static const double A2 = 0.3490646511741, C2 = 0.7100094606474, A = 0.2268930232765, B = 1.3000173223122;
    const double w = 1.0 - m, rise = C2 - B * w, run = A2 - A * w, derivative = rise / run;
    const double derivative_m = (B * run - rise * A) / (run * run);
    return (part){C2 + derivative * (x - A2), derivative, derivative_m * (x - A2)};
}

static void beyond_deep_stall(double x, part *lift, part *moment)
{
    static const double CL[] = {0.080373, 1.04308, -0.011059, 0.023127}, CM[] = {-0.02827, 0.14022, -0.00622, 0.01012};
    if (x < BACK) {
        lift->v = sines(CL, x, &lift->by_x);
        moment->v = sines(CM, x, &moment->by_x);
    } else if (x < LAST) {
        *lift = (part){-(0.4704 + 0.10313 * x), -0.10313, 0};
        *moment = (part){-(0.4786 + 0.02578 * x), -0.02578, 0};
    } else {
        *lift = (part){5.5864 * x - 17.55, 5.5864, 0};
        *moment = (part){3.9824 * x - 12.5109, 3.9824, 0};
    }
    moment->v -= 0.25 * lift->v;
    moment->by_x -= 0.25 * lift->by_x;
}

/* c = sign p / b */
static void divide(airfoil_coefficients *coefficients, int which, double sign, part part, double m, double b,
                   bool below_most)
{
    coefficients->c[which] = sign * part.v / b;
    /* Odd in alpha with the sign of alpha: the derivative with respect to |alpha| is that with respect to alpha. */
    coefficients->by_alpha[which] = part.by_x / b;
    coefficients->by_mach[which] = below_most ? sign * (part.by_m + part.v * m / (b * b)) / b : 0.0;
}

static double attached_lift_derivative(double mach, double *by_mach)
{
    const double m = fmin(mach, AIRFOIL_MOST_MACH), b = sqrt(1.0 - m * m);
    *by_mach = mach < AIRFOIL_MOST_MACH ? LIFT_DERIVATIVE * m / (b * b * b) : 0.0;
    return LIFT_DERIVATIVE / b;
}

void naca_0012(double alpha, double mach, airfoil_coefficients *coefficients)
{
    const double x = fabs(alpha), s = alpha < 0 ? -1.0 : 1.0;
    const bool below_most = mach < AIRFOIL_MOST_MACH;
    const double m = below_most ? mach : AIRFOIL_MOST_MACH, b = sqrt(1.0 - m * m);
    *coefficients = (airfoil_coefficients){.span = 0.006};
    if (x < STALL * (1.0 - m)) {
        divide(coefficients, AIRFOIL_LIFT, s, (part){LIFT_DERIVATIVE * x, LIFT_DERIVATIVE, 0}, m, b, below_most);
        coefficients->c[AIRFOIL_DRAG] = 0.006 + 0.13131 * x * x;
        coefficients->by_alpha[AIRFOIL_DRAG] = s * 2 * 0.13131 * x;
        return;
    }
    part lift = {0}, moment = {0}, drag = {0};
    drag.v = stalled_drag(x, &drag.by_x);
    if (x < DEEP)
        lift = falling_lift(x, m);
    else
        beyond_deep_stall(x, &lift, &moment);
    divide(coefficients, AIRFOIL_LIFT, s, lift, m, b, below_most);
    divide(coefficients, AIRFOIL_MOMENT, s, moment, m, b, below_most);
    divide(coefficients, AIRFOIL_DRAG, 1.0, drag, m, b, below_most);
    coefficients->by_alpha[AIRFOIL_DRAG] *= s;
}

void naca_0012_with_yaw(const airfoil_flow *flow, airfoil_coefficients *coefficients)
{
    naca_0012(flow->alpha, flow->mach, coefficients);
    if (flow->yaw >= 1.0)
        return;
    double *cl = &coefficients->c[AIRFOIL_LIFT], by_mach;
    const double k = attached_lift_derivative(flow->mach, &by_mach), most = k * fabs(flow->alpha);
    if (fabs(*cl) / flow->yaw < most) {
        coefficients->by_alpha[AIRFOIL_LIFT] /= flow->yaw;
        coefficients->by_mach[AIRFOIL_LIFT] /= flow->yaw;
        *cl /= flow->yaw;
        coefficients->by_yaw[AIRFOIL_LIFT] = -*cl / flow->yaw;
        return;
    }
    const double sign = *cl < 0 ? -1.0 : 1.0, up = flow->alpha < 0 ? -1.0 : 1.0;
    *cl = sign * most;
    coefficients->by_alpha[AIRFOIL_LIFT] = sign * up * k;
    coefficients->by_mach[AIRFOIL_LIFT] = sign * by_mach * fabs(flow->alpha);
}

static void airfoil_naca_0012_coefficients(const airfoil *airfoil, int station, const airfoil_flow *flow,
                                           airfoil_coefficients *coefficients)
{
    (void)airfoil, (void)station;
    naca_0012_with_yaw(flow, coefficients);
}

const airfoil_type airfoil_naca_0012_type = {
    .keyword = "naca 0012",
    .grammar = "naca 0012",
    .summary = "The built-in NACA 0012 section, for every incidence.",
    .is_builtin = true,
    .coefficients = airfoil_naca_0012_coefficients,
};
