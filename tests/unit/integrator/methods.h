/* methods.h - the coefficients of a method at a radius, asked for as the solver does it, with points at hand. */
#pragma once
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include "integrator/multistep.h"
#include "integrator/runge_kutta.h"
#include <math.h>
#include <string.h>

#define assert_near(a, b, tolerance) assert_true(fabs((a) - (b)) <= (tolerance))

/* A method with a constant radius. */
static inline integrator method_at(const char *keyword, double rho, arena *memory)
{
    integrator integrator = {.type = integrator_type_find(keyword)};
    assert_non_null(integrator.type);
    radii *radii = arena_alloc(memory, integrator.type->size + sizeof *radii);
    radii->differential = drive_constant(memory, rho);
    integrator.self = radii;
    return integrator;
}

/* Step number `step` of length 1 with `points` points before it, h_1 = h / q. */
static inline stage method_stage(const integrator *integrator, int number, int step, int points, double q)
{
    evaluation_error failed = {0};
    const state state = {.t = 1, .dt = 1, .step = step, .failed = &failed};
    step_context c = {.t = 0, .end = 1, .h = 1, .stage = number, .n_points = points + number, .state = &state};
    for (int j = 0; j < points && number + j < POINTS_MAX; j++)
        c.ages[number + j] = j / q;
    for (int j = 0; j < number; j++) {
        stage g = {0};
        step_context d = c;
        d.stage = j;
        d.n_points = points + j;
        memmove(d.ages, c.ages + number - j, (POINTS_MAX - (size_t)(number - j)) * sizeof *d.ages);
        integrator->type->coefficients(integrator->self, &d, &g);
        c.ages[number - 1 - j] = -g.end;
    }
    stage g;
    integrator->type->coefficients(integrator->self, &c, &g);
    assert_false(failed.is_set);
    return g;
}

/* The Runge-Kutta table of a method of several stages. */
static inline void method_table(const char *keyword, double rho, rk_table *T, arena *memory)
{
    const integrator integrator = method_at(keyword, rho, memory);
    *T = (rk_table){.last = integrator.type->stages};
    for (int k = 0; k < integrator.type->stages; k++) {
        const stage g = method_stage(&integrator, k, 5, 1, 1);
        T->c[k + 1] = g.end;
        T->A[k + 1][k + 1] = g.b0;
        for (int j = 0; j <= k; j++)
            T->A[k + 1][j] = g.b[k - j];
        assert_near(g.a[k], 1, 0);
    }
}
