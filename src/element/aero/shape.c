/* shape.c - scalar quantities that vary along the span, -1 <= x <= 1.
 *
 *     const             v
 *     linear            (1 - x)/2 v(-1) + (1 + x)/2 v(1)
 *     parabolic         x (x - 1)/2 v(-1) + (1 - x^2) v(0) + x (x + 1)/2 v(1)
 *     piecewise const   v_i from x_i up to the next point, v_1 before the first
 *     piecewise linear  on straight lines between the points, constant before and after them */
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
    shape *shape = shape_create(memory, CONST, 1);
    shape->v[0] = v;
    return shape;
}

static const shape *shape_read_points(reader *reader, shape_kind kind, const char *what)
{
    enum { MOST = 10000 };
    const int n = read_integer_in(reader, kind == PIECEWISE_CONST ? 1 : 2, MOST, "number of points");
    if (!read_ok(reader))
        return shape_constant(reader_arena(reader), 0.0);
    shape *shape = shape_create(reader_arena(reader), kind, n);
    for (int i = 0; i < n; i++) {
        shape->x[i] = read_real(reader, "abscissa");
        if (read_ok(reader) && (shape->x[i] < -1.0 || shape->x[i] > 1.0 || (i > 0 && shape->x[i] <= shape->x[i - 1])))
            read_error_last(reader, E_SHAPE_ABSCISSA, shape->x[i]);
        shape->v[i] = read_real(reader, what);
    }
    return shape;
}

const shape *read_shape(reader *reader, const char *what)
{
    static const int NUMBERS[] = {1, 2, 3};
    const int k = read_choice(reader, WORDS, what);
    const shape_kind kind = k < 0 ? CONST : (shape_kind)k;
    if (kind == PIECEWISE_CONST || kind == PIECEWISE_LINEAR)
        return shape_read_points(reader, kind, what);
    shape *shape = shape_create(reader_arena(reader), kind, NUMBERS[kind]);
    for (int i = 0; i < shape->n; i++)
        shape->v[i] = read_real(reader, what);
    return shape;
}

static double piecewise(const shape *shape, double x)
{
    int i = 0;
    while (i < shape->n - 1 && x >= shape->x[i + 1])
        i++;
    if (shape->kind == PIECEWISE_CONST || x <= shape->x[i] || i == shape->n - 1)
        return shape->v[i];
    return shape->v[i] + (shape->v[i + 1] - shape->v[i]) * (x - shape->x[i]) / (shape->x[i + 1] - shape->x[i]);
}

double shape_at(const shape *shape, double x)
{
    const double *v = shape->v;
    switch (shape->kind) {
    case CONST:
        return v[0];
    case LINEAR:
        return 0.5 * ((1 - x) * v[0] + (1 + x) * v[1]);
    case PARABOLIC:
        return 0.5 * x * (x - 1) * v[0] + (1 - x * x) * v[1] + 0.5 * x * (x + 1) * v[2];
    default:
        return piecewise(shape, x);
    }
}
