/* more_thuente.c - line search with guaranteed sufficient decrease (More, Thuente, ACM Trans. Math. Softw. 20, 1994).
 *
 *     wanted    f(t) <= f(0) + mu t f'(0), or another condition of the caller;    |f'(t)| <= eta |f'(0)|
 *
 * The search maintains a bracket [l, u] that contains such a step: l has the least value so far, and f decreases from l
 * towards u. Until a step decreases f sufficiently and its derivative is no longer negative, the auxiliary function
 * psi(t) = f(t) - mu f'(0) t replaces f. The next step follows from values and derivatives at l and t:
 *
 *     1  f_t > f_l                           cubic c, or half way to the parabola q if q is nearer to l
 *     2  f_t <= f_l, derivatives of opposite signs   c or secant s, whichever is further from t
 *     3  same signs, |f'_t| <= |f'_l|        c if it lies beyond t, or s: in a bracket the nearer one, and not
 *                                            beyond two thirds of it; otherwise the further one
 *     4  same signs, steeper                 in a bracket the cubic through t and u; otherwise as far as allowed
 *
 * A bracket that has not become shorter by a third in two steps is halved. */
#include "nonlinear/more_thuente.h"
#include <math.h>

static const double BRACKET_PART = 0.66, FAR_LEAST = 1.1, FAR_MOST = 4;

typedef struct {
    line_point point, line_point;
    bool bracketed;
    double low, high; /* the next step lies between them */
} bracket;

/* Returns the minimum of the cubic through a and b; NaN if it has none. */
static double cubic(const line_point *a, const line_point *b)
{
    const double theta = 3 * (a->f - b->f) / (b->step - a->step) + a->derivative + b->derivative;
    const double size = fmax(fabs(theta), fmax(fabs(a->derivative), fabs(b->derivative)));
    const double d = (theta / size) * (theta / size) - (a->derivative / size) * (b->derivative / size);
    const double gamma = copysign(size * sqrt(d), b->step - a->step);
    const double r = (gamma - a->derivative + theta) / (2 * gamma - a->derivative + b->derivative);
    return a->step + r * (b->step - a->step);
}

static double parabola(const line_point *a, const line_point *b)
{
    const double chord = (a->f - b->f) / (b->step - a->step);
    return a->step + a->derivative / (chord + a->derivative) / 2 * (b->step - a->step);
}

static double secant(const line_point *a, const line_point *b)
{
    return b->step + b->derivative / (b->derivative - a->derivative) * (a->step - b->step);
}

static double nearest_of(double to, double a, double b) { return fabs(a - to) < fabs(b - to) ? a : b; }
static double further(double from, double a, double b) { return fabs(a - from) > fabs(b - from) ? a : b; }

static double far_end(const bracket *bracket, const line_point *point)
{
    return point->step > bracket->point.step ? bracket->high : bracket->low;
}

/* Case 3: the derivative becomes smaller; the minimum may lie beyond t. */
static double flatter(const bracket *bracket, const line_point *point)
{
    double c = cubic(&bracket->point, point);
    const double s = secant(&bracket->point, point), ahead = point->step - bracket->point.step;
    if (!isfinite(c) || (c - point->step) * ahead <= 0)
        c = far_end(bracket, point);
    if (!bracket->bracketed)
        return fmax(bracket->low, fmin(further(point->step, c, s), bracket->high));
    const double next = nearest_of(point->step, c, s),
                 most = point->step + BRACKET_PART * (bracket->line_point.step - point->step);
    return ahead > 0 ? fmin(next, most) : fmax(next, most);
}

static double trial(const bracket *bracket, const line_point *point)
{
    const line_point *l = &bracket->point;
    if (point->f > l->f) {
        const double c = cubic(l, point), q = parabola(l, point);
        return fabs(c - l->step) < fabs(q - l->step) ? c : c + (q - c) / 2;
    }
    if (point->derivative * l->derivative < 0)
        return further(point->step, cubic(l, point), secant(l, point));
    if (fabs(point->derivative) <= fabs(l->derivative))
        return flatter(bracket, point);
    return bracket->bracketed ? cubic(point, &bracket->line_point) : far_end(bracket, point);
}

static void more_thuente_take(bracket *bracket, const line_point *point)
{
    if (point->f > bracket->point.f) {
        bracket->line_point = *point;
        bracket->bracketed = true;
        return;
    }
    if (point->derivative * bracket->point.derivative < 0) {
        bracket->line_point = bracket->point;
        bracket->bracketed = true;
    }
    bracket->point = *point;
}

static line_point tilted(line_point point, double by)
{
    return (line_point){.step = point.step, .f = point.f - by * point.step, .derivative = point.derivative - by};
}

/* Returns the next step, from the function tilted by `by`, and updates the bracket with the point. */
static double next_step(bracket *k, const line_point *point, double by)
{
    bracket as_seen = *k;
    const line_point seen = tilted(*point, by);
    as_seen.point = tilted(k->point, by);
    as_seen.line_point = tilted(k->line_point, by);
    const double next = trial(&as_seen, &seen);
    more_thuente_take(&as_seen, &seen);
    k->point = tilted(as_seen.point, -by);
    k->line_point = tilted(as_seen.line_point, -by);
    k->bracketed = as_seen.bracketed;
    return next;
}

/* Limits the step after t. */
static void limit(bracket *bracket, double t)
{
    bracket->low = bracket->bracketed ? fmin(bracket->point.step, bracket->line_point.step)
                                      : t + FAR_LEAST * (t - bracket->point.step);
    bracket->high = bracket->bracketed ? fmax(bracket->point.step, bracket->line_point.step)
                                       : t + FAR_MOST * (t - bracket->point.step);
}

/* Bisects if the bracket stays long; widths: of the bracket, now and two steps ago. */
static double shortened(const bracket *bracket, double next, double widths[2])
{
    if (!bracket->bracketed)
        return next;
    const double width = fabs(bracket->line_point.step - bracket->point.step);
    if (width >= BRACKET_PART * widths[1])
        next = bracket->point.step + (bracket->line_point.step - bracket->point.step) / 2;
    widths[1] = widths[0];
    widths[0] = width;
    return next;
}

/* The search has failed: the step is too short, or as long as allowed and f still decreases, or there were too many. */
static bool is_spent(const more_thuente_options *options, const line_point *at, int n, double most, bool enough,
                     double tilt)
{
    return n >= options->max_evaluations || (at->step <= options->least && !enough) ||
           (at->step >= most && enough && at->derivative <= tilt);
}

static bool is_at_end(const more_thuente_options *options, const bracket *bracket, double next)
{
    return bracket->bracketed && (!(next > bracket->low && next < bracket->high) ||
                                  bracket->high - bracket->low <= options->width * bracket->high);
}

bool more_thuente(const more_thuente_options *options, const line_function *function, line_point zero, double first,
                  line_point *at)
{
    const double tilt = options->decrease * zero.derivative;
    double step = first, most = options->most, widths[2] = {HUGE_VAL, HUGE_VAL};
    bool tilts = true;
    bracket bracket = {.point = zero, .line_point = zero, .low = 0, .high = first + FAR_MOST * first};
    for (int n = 1;; n++) {
        *at = function->evaluate(function->context, step = fmax(options->least, fmin(step, most)));
        const bool enough = function->falls_enough(function->context, at);
        if (enough && fabs(at->derivative) <= options->curvature * fabs(zero.derivative))
            return true;
        if (is_spent(options, at, n, most, enough, tilt))
            return enough && most < options->most; /* at the longest step with finite values */
        if (!isfinite(at->f)) {
            step = most = bracket.point.step + (step - bracket.point.step) / 2;
            continue;
        }
        tilts = tilts && !(enough && at->derivative >= fmin(options->decrease, options->curvature) * zero.derivative);
        const bool by_tilted = tilts && at->f <= bracket.point.f && at->f > zero.f + tilt * step;
        step = shortened(&bracket, next_step(&bracket, at, by_tilted ? tilt : 0), widths);
        limit(&bracket, step);
        if (is_at_end(options, &bracket, step))
            return false;
    }
}
