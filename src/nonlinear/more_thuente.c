/* more_thuente.c - line search with guaranteed sufficient decrease (More, Thuente, ACM Trans. Math. Softw. 20, 1994).
 *
 *     wanted    f(t) <= f(0) + mu t f'(0), or what else the caller calls enough;    |f'(t)| <= eta |f'(0)|
 *
 * A bracket [l, u] is kept in which such a step lies: l has the least value so far, and the slope there points to u.
 * Until a step falls enough and its slope is not negative any more, the auxiliary function
 * psi(t) = f(t) - mu f'(0) t takes the place of f. The next step follows from values and slopes at l and t:
 *
 *     1  f_t > f_l                           cubic c, or half way to the parabola q when q is nearer to l
 *     2  f_t <= f_l, slopes of other signs   c or secant s, what is further from t
 *     3  same signs, |f'_t| <= |f'_l|        c when it lies beyond t, or s: in a bracket the nearer one, and not
 *                                            beyond two thirds of it; else the further one
 *     4  same signs, steeper                 in a bracket the cubic through t and u; else as far as allowed
 *
 * A bracket that has not become shorter by a third in two steps is halved. */
#include "nonlinear/more_thuente.h"
#include <math.h>

static const double BRACKET_PART = 0.66, FAR_LEAST = 1.1, FAR_MOST = 4;

typedef struct {
    line_point l, u;
    bool bracketed;
    double low, high; /* the next step lies between them */
} bracket;

/* The minimum of the cubic through a and b; NaN when it has none. */
static double cubic(const line_point *a, const line_point *b)
{
    const double theta = 3 * (a->f - b->f) / (b->step - a->step) + a->slope + b->slope;
    const double size = fmax(fabs(theta), fmax(fabs(a->slope), fabs(b->slope)));
    const double d = (theta / size) * (theta / size) - (a->slope / size) * (b->slope / size);
    const double gamma = copysign(size * sqrt(d), b->step - a->step);
    const double r = (gamma - a->slope + theta) / (2 * gamma - a->slope + b->slope);
    return a->step + r * (b->step - a->step);
}

static double parabola(const line_point *a, const line_point *b)
{
    const double chord = (a->f - b->f) / (b->step - a->step);
    return a->step + a->slope / (chord + a->slope) / 2 * (b->step - a->step);
}

static double secant(const line_point *a, const line_point *b)
{
    return b->step + b->slope / (b->slope - a->slope) * (a->step - b->step);
}

static double nearer(double to, double a, double b) { return fabs(a - to) < fabs(b - to) ? a : b; }
static double further(double from, double a, double b) { return fabs(a - from) > fabs(b - from) ? a : b; }

static double far_end(const bracket *k, const line_point *t) { return t->step > k->l.step ? k->high : k->low; }

/* Case 3: the slope becomes flatter, the minimum may lie beyond t. */
static double flatter(const bracket *k, const line_point *t)
{
    double c = cubic(&k->l, t);
    const double s = secant(&k->l, t), ahead = t->step - k->l.step;
    if (!isfinite(c) || (c - t->step) * ahead <= 0)
        c = far_end(k, t);
    if (!k->bracketed)
        return fmax(k->low, fmin(further(t->step, c, s), k->high));
    const double next = nearer(t->step, c, s), most = t->step + BRACKET_PART * (k->u.step - t->step);
    return ahead > 0 ? fmin(next, most) : fmax(next, most);
}

static double trial(const bracket *k, const line_point *t)
{
    const line_point *l = &k->l;
    if (t->f > l->f) {
        const double c = cubic(l, t), q = parabola(l, t);
        return fabs(c - l->step) < fabs(q - l->step) ? c : c + (q - c) / 2;
    }
    if (t->slope * l->slope < 0)
        return further(t->step, cubic(l, t), secant(l, t));
    if (fabs(t->slope) <= fabs(l->slope))
        return flatter(k, t);
    return k->bracketed ? cubic(t, &k->u) : far_end(k, t);
}

static void more_thuente_take(bracket *k, const line_point *t)
{
    if (t->f > k->l.f) {
        k->u = *t;
        k->bracketed = true;
        return;
    }
    if (t->slope * k->l.slope < 0) {
        k->u = k->l;
        k->bracketed = true;
    }
    k->l = *t;
}

static line_point tilted(line_point p, double by)
{
    return (line_point){.step = p.step, .f = p.f - by * p.step, .slope = p.slope - by};
}

/* The next step by the function that is tilted by so much; the bracket takes t up. */
static double next_step(bracket *k, const line_point *t, double by)
{
    bracket as_seen = *k;
    const line_point seen = tilted(*t, by);
    as_seen.l = tilted(k->l, by);
    as_seen.u = tilted(k->u, by);
    const double next = trial(&as_seen, &seen);
    more_thuente_take(&as_seen, &seen);
    k->l = tilted(as_seen.l, -by);
    k->u = tilted(as_seen.u, -by);
    k->bracketed = as_seen.bracketed;
    return next;
}

/* Where the step after t, the next one, may lie. */
static void limit(bracket *k, double t)
{
    k->low = k->bracketed ? fmin(k->l.step, k->u.step) : t + FAR_LEAST * (t - k->l.step);
    k->high = k->bracketed ? fmax(k->l.step, k->u.step) : t + FAR_MOST * (t - k->l.step);
}

/* Half way when the bracket stays long; widths: of the bracket, now and two steps ago. */
static double shortened(const bracket *k, double next, double widths[2])
{
    if (!k->bracketed)
        return next;
    const double width = fabs(k->u.step - k->l.step);
    if (width >= BRACKET_PART * widths[1])
        next = k->l.step + (k->u.step - k->l.step) / 2;
    widths[1] = widths[0];
    widths[0] = width;
    return next;
}

/* The search is at its end: too short a step, or as long as allowed and still going down, or too many. */
static bool is_spent(const more_thuente_options *o, const line_point *at, int n, double most, bool enough, double tilt)
{
    return n >= o->max_evaluations || (at->step <= o->least && !enough) ||
           (at->step >= most && enough && at->slope <= tilt);
}

static bool is_at_end(const more_thuente_options *o, const bracket *k, double next)
{
    return k->bracketed && (!(next > k->low && next < k->high) || k->high - k->low <= o->width * k->high);
}

bool more_thuente(const more_thuente_options *o, const line_function *f, line_point zero, double first, line_point *at)
{
    const double tilt = o->decrease * zero.slope;
    double step = first, most = o->most, widths[2] = {HUGE_VAL, HUGE_VAL};
    bool tilts = true;
    bracket k = {.l = zero, .u = zero, .low = 0, .high = first + FAR_MOST * first};
    for (int n = 1;; n++) {
        *at = f->evaluate(f->context, step = fmax(o->least, fmin(step, most)));
        const bool enough = f->falls_enough(f->context, at);
        if (enough && fabs(at->slope) <= o->curvature * fabs(zero.slope))
            return true;
        if (is_spent(o, at, n, most, enough, tilt))
            return enough && most < o->most; /* as far as there are values */
        if (!isfinite(at->f)) {
            step = most = k.l.step + (step - k.l.step) / 2;
            continue;
        }
        tilts = tilts && !(enough && at->slope >= fmin(o->decrease, o->curvature) * zero.slope);
        const bool by_tilted = tilts && at->f <= k.l.f && at->f > zero.f + tilt * step;
        step = shortened(&k, next_step(&k, at, by_tilted ? tilt : 0), widths);
        limit(&k, step);
        if (is_at_end(o, &k, step))
            return false;
    }
}
