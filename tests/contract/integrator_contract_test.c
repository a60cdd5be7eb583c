/* integrator_contract_test.c - what every row of the table of integration methods must keep, on y' = z y with steps of
 * one.
 *
 *     consistency  corrector and predictor of every stage are exact for y = 1 and y = t
 *     order        the error after a given time falls with the steps as the order says
 *     stability    |y| does not grow for any z in the left half of the plane, its boundary included
 *     radius       at infinite frequency a step multiplies y by the radius
 *
 * Coefficients are asked for as the solver does it, from the first step on. What is expected stands in
 * integrator_lines.def; a method without a line is named. */
#include "unit/drive/drive_world.h"
#include "base/array.h"
#include "integrator/integrator.h"
#include <complex.h>

typedef struct {
    const char *keyword, *card;
    int order;
    double radius;
} promise;

static const promise LINES[] = {
#define INTEGRATOR_LINE(keyword, card, order, radius) {keyword, card, order, radius},
#include "contract/integrator_lines.def"
#undef INTEGRATOR_LINE
};

static int failed;

static __attribute__((format(printf, 2, 3))) void wrong(const promise *p, const char *format, ...)
{
    char text_of[256];
    va_list rest;
    va_start(rest, format);
    vsnprintf(text_of, sizeof text_of, format, rest);
    va_end(rest);
    print_error("%s: %s\n", p->card, text_of);
    failed++;
}

static integrator read_line(void **of, const promise *p)
{
    char card[256];
    snprintf(card, sizeof card, "method: %s;", p->card);
    world *w = *of;
    reader_open_text(w->r, "method", card, strlen(card));
    assert_non_null(reader_card(w->r));
    const integrator i = read_method(w->r);
    reader_card_end(w->r);
    diag_flush(w->errors);
    assert_said_nothing(of);
    if (strcmp(i.type->keyword, p->keyword) != 0)
        fail_msg("'%s' is read as '%s'", p->card, i.type->keyword);
    return i;
}

/* --- a solution of y' = z y, points newest first ------------------------------------------------------------------ */

typedef struct {
    double t;
    double complex y, yp, slope;
} instant;

typedef struct {
    const integrator *integrator;
    double complex z;
    double h;
    int n, step;
    instant instants[POINTS_MAX];
} motion;

static motion begin(const integrator *by, double complex z, double h)
{
    return (motion){.integrator = by, .z = z, .h = h, .n = 1, .instants = {{0.0, 1.0, z, z}}};
}

static void push(motion *m, instant now)
{
    memmove(m->instants + 1, m->instants, (POINTS_MAX - 1) * sizeof *m->instants);
    m->instants[0] = now;
    m->n += m->n < POINTS_MAX;
}

static stage coefficients(const motion *m, int number, double from)
{
    fault bad = {0};
    const state s = {.t = from + m->h, .dt = m->h, .step = m->step, .failed = &bad};
    step_context c = {.t = from, .end = from + m->h, .h = m->h, .stage = number, .n_points = m->n, .s = &s};
    for (int i = 0; i < m->n; i++)
        c.age[i] = from - m->instants[i].t;
    stage g = {0};
    m->integrator->type->coefficients(m->integrator->self, &c, &g);
    assert_false(bad.is_set);
    assert_in_range(g.n, 1, m->n);
    return g;
}

static instant solve(const motion *m, const stage *g, double from)
{
    double complex known = 0.0, slope = 0.0;
    for (int j = 0; j < g->n; j++) {
        known += g->a[j] * m->instants[j].y;
        slope += g->b[j] * m->instants[j].yp + g->d[j] * m->instants[j].slope;
    }
    const double complex y = (known + m->h * slope) / (1.0 - m->h * g->b0 * m->z);
    return (instant){from + g->end * m->h, y, m->z * y, slope + g->b0 * m->z * y};
}

static void step(motion *m)
{
    const double from = m->instants[0].t;
    const instant before[POINTS_MAX] = {m->instants[0], m->instants[1], m->instants[2], m->instants[3],
                                        m->instants[4], m->instants[5], m->instants[6], m->instants[7]};
    const int n = m->n;
    instant now = m->instants[0];
    m->step++;
    for (int k = 0; k < m->integrator->type->stages; k++) {
        const stage g = coefficients(m, k, from);
        now = solve(m, &g, from);
        push(m, now);
    }
    memcpy(m->instants, before, sizeof before);
    m->n = n;
    push(m, now);
}

/* --- consistency -------------------------------------------------------------------------------------------------- */

static void check_stage(const promise *p, const motion *m, const stage *g, double from)
{
    double a = -1.0, b = g->b0 - g->end, one = 0.0, rate = -1.0, size = 1.0;
    for (int j = 0; j < g->n; j++) {
        const double t = (m->instants[j].t - from) / m->h;
        a += g->a[j];
        b += g->a[j] * t + g->b[j] + g->d[j];
        one += g->m[j];
        size += fabs(g->m[j]) + fabs(g->p[j]);
        rate += g->m[j] * t + g->p[j];
    }
    if (fabs(a) + fabs(b) > 1e-13)
        wrong(p, "step %d: corrector is off by %g for y = 1, %g for y = t", m->step, a, b);
    if (fabs(one) + fabs(rate) > 1e-13 * size)
        wrong(p, "step %d: predictor is off by %g for y = 1, %g for y = t", m->step, one, rate);
}

static void check_consistency(const promise *p, const integrator *by)
{
    motion m = begin(by, -0.3, 0.125);
    for (int i = 0; i < 8; i++) {
        motion within = m;
        within.step++;
        for (int k = 0; k < by->type->stages; k++) {
            const stage g = coefficients(&within, k, m.instants[0].t);
            check_stage(p, &within, &g, m.instants[0].t);
            if (k == by->type->stages - 1 && g.end != 1.0)
                wrong(p, "its last stage is not the end of the step");
            push(&within, solve(&within, &g, m.instants[0].t));
        }
        step(&m);
    }
}

/* --- order -------------------------------------------------------------------------------------------------------- */

static double error_after(const integrator *by, int steps)
{
    const double complex z = __builtin_complex(-0.7, 2.0);
    motion m = begin(by, z, 2.0 / steps);
    for (int i = 0; i < steps; i++)
        step(&m);
    return cabs(m.instants[0].y - cexp(2.0 * z));
}

static void check_order(const promise *p, const integrator *by)
{
    const int steps = p->order > 2 ? 64 : 512;
    const double order = log2(error_after(by, steps) / error_after(by, 2 * steps));
    if (fabs(order - p->order) > 0.1)
        wrong(p, "order %.3f, not %d", order, p->order);
}

/* --- stability and radius ----------------------------------------------------------------------------------------- */

/* Multiple roots on the unit circle grow as powers of the number of steps, unstable ones exponentially. */
static void check_stability(const promise *p, const integrator *by)
{
    for (double size = 1e-2; size < 1e6; size *= 2.1)
        for (int part = 0; part <= 6; part++) {
            const double angle = M_PI / 2.0 * (1.0 + part / 6.0);
            motion m = begin(by, __builtin_complex(part == 0 ? 0.0 : size * cos(angle), size * sin(angle)), 1.0);
            double early = 0.0, late = 0.0;
            for (int i = 0; i < 400; i++) {
                step(&m);
                const double y = cabs(m.instants[0].y);
                early = fmax(early, i < 200 ? y : 0.0), late = fmax(late, y);
            }
            if (!(late <= 9.0 * fmax(early, 1.0))) {
                wrong(p, "grows for |h z| = %g at %g degrees", size, angle * 180.0 / M_PI);
                return;
            }
        }
}

static void check_radius(const promise *p, const integrator *by)
{
    const int early = 40, late = 240;
    motion m = begin(by, __builtin_complex(0.0, 1e9), 1.0);
    double first = 0.0;
    for (int i = 0; i < late; i++) {
        step(&m);
        if (i + 1 == early)
            first = cabs(m.instants[0].y);
    }
    const double factor = first > 1e-200 ? pow(cabs(m.instants[0].y) / first, 1.0 / (late - early)) : 0.0;
    if (fabs(factor - p->radius) > 0.03 * (p->radius + 0.1))
        wrong(p, "a step at infinite frequency has the factor %.4f, not %g", factor, p->radius);
}

static void methods_keep_their_promises(void **unused)
{
    (void)unused;
    for (int i = 0; i < ARRAY_LEN(LINES); i++) {
        void *of;
        world_create(&of);
        const integrator by = read_line(&of, &LINES[i]);
        check_consistency(&LINES[i], &by);
        check_order(&LINES[i], &by);
        check_stability(&LINES[i], &by);
        check_radius(&LINES[i], &by);
        world_destroy(&of);
    }
    assert_int_equal(failed, 0);
}

static void table_is_complete(void **unused)
{
    (void)unused;
    for (int i = 0; i < integrator_type_count; i++) {
        const integrator_type *t = integrator_types[i];
        const char *missing = !t->keyword        ? "keyword"
                              : !t->grammar      ? "grammar"
                              : !t->summary      ? "summary"
                              : !t->coefficients ? "coefficients"
                              : t->stages < 1    ? "stages"
                              : t->points < 1    ? "points"
                                                 : NULL;
        if (missing)
            fail_msg("row %d of integrators.def, '%s': no %s", i + 1, t->keyword ? t->keyword : "?", missing);
        int lines = 0;
        for (int k = 0; k < ARRAY_LEN(LINES); k++)
            lines += strcmp(LINES[k].keyword, t->keyword) == 0;
        if (lines == 0)
            fail_msg("integrator_lines.def has no line for '%s'", t->keyword);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table_is_complete),
        cmocka_unit_test(methods_keep_their_promises),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
