/* shape.c - numbers that change along the span, -1 <= x <= 1.
 *
 *     const             v
 *     linear            (1 - x)/2 v(-1) + (1 + x)/2 v(1)
 *     parabolic         x (x - 1)/2 v(-1) + (1 - x^2) v(0) + x (x + 1)/2 v(1)
 *     piecewise const   v_i from x_i up to the next point, v_1 before the first
 *     piecewise linear  on straight lines between the points, constant before and behind them */
#include "element/aero/shape.h"
#include "base/arena.h"
#include "element/diag_rows.h"

typedef enum { CONST, LINEAR, PARABOLIC, PIECEWISE_CONST, PIECEWISE_LINEAR } shape_kind;

static const char *const WORDS[] = {"const", "linear", "parabolic", "piecewise const", "piecewise linear", NULL};

struct shape {
    shape_kind kind;
    int n;
    double *x, *v;
};

static shape *shape_create(arena *memory, shape_kind kind, int n)
{
    shape *s = ARENA_NEW(memory, shape);
    *s = (shape){kind, n, ARENA_ARRAY(memory, double, n), ARENA_ARRAY(memory, double, n)};
    return s;
}

const shape *shape_constant(arena *memory, double v)
{
    shape *s = shape_create(memory, CONST, 1);
    s->v[0] = v;
    return s;
}

static const shape *shape_read_points(reader *r, shape_kind kind, const char *what)
{
    enum { MOST = 10000 };
    const int n = read_integer_in(r, kind == PIECEWISE_CONST ? 1 : 2, MOST, "number of points");
    if (!read_ok(r))
        return shape_constant(reader_arena(r), 0.0);
    shape *s = shape_create(reader_arena(r), kind, n);
    for (int i = 0; i < n; i++) {
        s->x[i] = read_real(r, "abscissa");
        if (read_ok(r) && (s->x[i] < -1.0 || s->x[i] > 1.0 || (i > 0 && s->x[i] <= s->x[i - 1])))
            read_error_last(r, E_SHAPE_ABSCISSA, s->x[i]);
        s->v[i] = read_real(r, what);
    }
    return s;
}

const shape *read_shape(reader *r, const char *what)
{
    static const int NUMBERS[] = {1, 2, 3};
    const int k = read_choice(r, WORDS, what);
    const shape_kind kind = k < 0 ? CONST : (shape_kind)k;
    if (kind == PIECEWISE_CONST || kind == PIECEWISE_LINEAR)
        return shape_read_points(r, kind, what);
    shape *s = shape_create(reader_arena(r), kind, NUMBERS[kind]);
    for (int i = 0; i < s->n; i++)
        s->v[i] = read_real(r, what);
    return s;
}

static double piecewise(const shape *s, double x)
{
    int i = 0;
    while (i < s->n - 1 && x >= s->x[i + 1])
        i++;
    if (s->kind == PIECEWISE_CONST || x <= s->x[i] || i == s->n - 1)
        return s->v[i];
    return s->v[i] + (s->v[i + 1] - s->v[i]) * (x - s->x[i]) / (s->x[i + 1] - s->x[i]);
}

double shape_at(const shape *s, double x)
{
    const double *v = s->v;
    switch (s->kind) {
    case CONST:
        return v[0];
    case LINEAR:
        return 0.5 * ((1 - x) * v[0] + (1 + x) * v[1]);
    case PARABOLIC:
        return 0.5 * x * (x - 1) * v[0] + (1 - x * x) * v[1] + 0.5 * x * (x + 1) * v[2];
    default:
        return piecewise(s, x);
    }
}
