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

static __attribute__((format(printf, 2, 3))) void wrong(const promise *promise, const char *format, ...)
{
    char text_of[256];
    va_list rest;
    va_start(rest, format);
    vsnprintf(text_of, sizeof text_of, format, rest);
    va_end(rest);
    print_error("%s: %s\n", promise->card, text_of);
    failed++;
}

static integrator read_line(void **of, const promise *promise)
{
    char card[256];
    snprintf(card, sizeof card, "method: %s;", promise->card);
    world *world = *of;
    reader_open_text(world->reader, "method", card, strlen(card));
    assert_non_null(reader_card(world->reader));
    const integrator integrator = read_method(world->reader);
    reader_card_end(world->reader);
    diag_flush(world->errors);
    assert_said_nothing(of);
    if (strcmp(integrator.type->keyword, promise->keyword) != 0)
        fail_msg("'%s' is read as '%s'", promise->card, integrator.type->keyword);
    return integrator;
}

/* --- a solution of y' = z y, points newest first ------------------------------------------------------------------ */

typedef struct {
    double t;
    double complex y, yp, derivative;
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

static void push(motion *motion, instant now)
{
    memmove(motion->instants + 1, motion->instants, (POINTS_MAX - 1) * sizeof *motion->instants);
    motion->instants[0] = now;
    motion->n += motion->n < POINTS_MAX;
}

static stage coefficients(const motion *motion, int number, double from)
{
    evaluation_error bad = {0};
    const state state = {.t = from + motion->h, .dt = motion->h, .step = motion->step, .failed = &bad};
    step_context context = {
        .t = from, .end = from + motion->h, .h = motion->h, .stage = number, .n_points = motion->n, .state = &state};
    for (int i = 0; i < motion->n; i++)
        context.ages[i] = from - motion->instants[i].t;
    stage g = {0};
    motion->integrator->type->coefficients(motion->integrator->self, &context, &g);
    assert_false(bad.is_set);
    assert_in_range(g.n, 1, motion->n);
    return g;
}

static instant solve(const motion *motion, const stage *g, double from)
{
    double complex known = 0.0, derivative = 0.0;
    for (int j = 0; j < g->n; j++) {
        known += g->a[j] * motion->instants[j].y;
        derivative += g->b[j] * motion->instants[j].yp + g->d[j] * motion->instants[j].derivative;
    }
    const double complex y = (known + motion->h * derivative) / (1.0 - motion->h * g->b0 * motion->z);
    return (instant){from + g->end * motion->h, y, motion->z * y, derivative + g->b0 * motion->z * y};
}

static void step(motion *motion)
{
    const double from = motion->instants[0].t;
    const instant before[POINTS_MAX] = {motion->instants[0], motion->instants[1], motion->instants[2],
                                        motion->instants[3], motion->instants[4], motion->instants[5],
                                        motion->instants[6], motion->instants[7]};
    const int n = motion->n;
    instant now = motion->instants[0];
    motion->step++;
    for (int k = 0; k < motion->integrator->type->stages; k++) {
        const stage g = coefficients(motion, k, from);
        now = solve(motion, &g, from);
        push(motion, now);
    }
    memcpy(motion->instants, before, sizeof before);
    motion->n = n;
    push(motion, now);
}

/* --- consistency -------------------------------------------------------------------------------------------------- */

static void check_stage(const promise *promise, const motion *motion, const stage *g, double from)
{
    double a = -1.0, b = g->b0 - g->end, one = 0.0, rate = -1.0, size = 1.0;
    for (int j = 0; j < g->n; j++) {
        const double t = (motion->instants[j].t - from) / motion->h;
        a += g->a[j];
        b += g->a[j] * t + g->b[j] + g->d[j];
        one += g->m[j];
        size += fabs(g->m[j]) + fabs(g->p[j]);
        rate += g->m[j] * t + g->p[j];
    }
    if (fabs(a) + fabs(b) > 1e-13)
        wrong(promise, "step %d: corrector is off by %g for y = 1, %g for y = t", motion->step, a, b);
    if (fabs(one) + fabs(rate) > 1e-13 * size)
        wrong(promise, "step %d: predictor is off by %g for y = 1, %g for y = t", motion->step, one, rate);
}

static void check_consistency(const promise *promise, const integrator *by)
{
    motion m = begin(by, -0.3, 0.125);
    for (int i = 0; i < 8; i++) {
        motion within = m;
        within.step++;
        for (int k = 0; k < by->type->stages; k++) {
            const stage g = coefficients(&within, k, m.instants[0].t);
            check_stage(promise, &within, &g, m.instants[0].t);
            if (k == by->type->stages - 1 && g.end != 1.0)
                wrong(promise, "its last stage is not the end of the step");
            push(&within, solve(&within, &g, m.instants[0].t));
        }
        step(&m);
    }
}

/* --- order -------------------------------------------------------------------------------------------------------- */

static double error_after(const integrator *by, int steps)
{
    const double complex z = __builtin_complex(-0.7, 2.0);
    motion motion = begin(by, z, 2.0 / steps);
    for (int i = 0; i < steps; i++)
        step(&motion);
    return cabs(motion.instants[0].y - cexp(2.0 * z));
}

static void check_order(const promise *promise, const integrator *by)
{
    const int steps = promise->order > 2 ? 64 : 512;
    const double order = log2(error_after(by, steps) / error_after(by, 2 * steps));
    if (fabs(order - promise->order) > 0.1)
        wrong(promise, "order %.3f, not %d", order, promise->order);
}

/* --- stability and radius ----------------------------------------------------------------------------------------- */

/* Multiple roots on the unit circle grow as powers of the number of steps, unstable ones exponentially. */
static void check_stability(const promise *promise, const integrator *by)
{
    for (double size = 1e-2; size < 1e6; size *= 2.1)
        for (int part = 0; part <= 6; part++) {
            const double angle = M_PI / 2.0 * (1.0 + part / 6.0);
            motion motion = begin(by, __builtin_complex(part == 0 ? 0.0 : size * cos(angle), size * sin(angle)), 1.0);
            double early = 0.0, late = 0.0;
            for (int i = 0; i < 400; i++) {
                step(&motion);
                const double y = cabs(motion.instants[0].y);
                early = fmax(early, i < 200 ? y : 0.0), late = fmax(late, y);
            }
            if (!(late <= 9.0 * fmax(early, 1.0))) {
                wrong(promise, "grows for |h z| = %g at %g degrees", size, angle * 180.0 / M_PI);
                return;
            }
        }
}

static void check_radius(const promise *promise, const integrator *by)
{
    const int early = 40, late = 240;
    motion motion = begin(by, __builtin_complex(0.0, 1e9), 1.0);
    double first = 0.0;
    for (int i = 0; i < late; i++) {
        step(&motion);
        if (i + 1 == early)
            first = cabs(motion.instants[0].y);
    }
    const double factor = first > 1e-200 ? pow(cabs(motion.instants[0].y) / first, 1.0 / (late - early)) : 0.0;
    if (fabs(factor - promise->radius) > 0.03 * (promise->radius + 0.1))
        wrong(promise, "a step at infinite frequency has the factor %.4f, not %g", factor, promise->radius);
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
        const integrator_type *type = integrator_types[i];
        const char *missing = !type->keyword                                 ? "keyword"
                              : !type->grammar                               ? "grammar"
                              : !type->summary                               ? "summary"
                              : !type->coefficients && !type->is_collocation ? "coefficients"
                              : type->stages < 1                             ? "stages"
                              : type->points < 1                             ? "points"
                                                                             : NULL;
        if (missing)
            fail_msg("row %d of integrators.def, '%s': no %s", i + 1, type->keyword ? type->keyword : "?", missing);
        if (type->is_collocation) /* tests/unit/integrator/radau_test.c */
            continue;
        int lines = 0;
        for (int k = 0; k < ARRAY_LEN(LINES); k++)
            lines += strcmp(LINES[k].keyword, type->keyword) == 0;
        if (lines == 0)
            fail_msg("integrator_lines.def has no line for '%s'", type->keyword);
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
