/* sampler_test.c - laws and drives that contract tests give to elements are what they say.
 *
 *     S = K (strain - rest) + C rate                  rest: the strain of the last accepted step
 *     P = F S,  S = K (G - rest),  G = (F' F - I) / 2            of the deformation gradient; rest: F11 - 1 for G11 */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "contract/law.h"
#include "contract/sampler.h"
#include "math/rotation.h"
#include <math.h>
#include <string.h>

typedef struct {
    arena *memory;
    memory_plan plan;
    sampler from;
    const law *law;
    memory_block *block;
    state state;
} world;

static void begin(world *w, int dim, bool has_potential)
{
    *w = (world){.memory = arena_create()};
    w->from = (sampler){.seed = 7, .memory = w->memory, .plan = &w->plan, .has_potential = has_potential};
    w->law = sample_law(&w->from, dim);
    w->block = (memory_block *)ARENA_ARRAY(w->memory, double, w->plan.size + 1);
    memory_start(&w->plan, w->block);
    w->state = (state){.memory = w->block};
}

static void end(world *world)
{
    memory_plan_free(&world->plan);
    arena_destroy(world->memory);
}

static void near_to(double a, double b) { assert_true(fabs(a - b) < 1e-12); }

/* Linear, with the derivatives it tells; nothing is left where it was accepted. */
static void plain_laws(void **unused)
{
    (void)unused;
    static const int DIMS[] = {1, 3, 6, 7};
    for (int i = 0; i < 8; i++) {
        world world;
        const int n = DIMS[i / 2];
        double strain[LAW_MOST], rate[LAW_MOST], none[LAW_MOST] = {0};
        law_result f, g;
        begin(&world, n, i % 2);
        for (int k = 0; k < n; k++)
            strain[k] = 0.1 + 0.2 * k * k, rate[k] = 0.3 - 0.1 * k;
        law_eval(world.law, &world.state, strain, rate, &f);
        for (int a = 0; a < n; a++) {
            double sum = 0.0;
            for (int b = 0; b < n; b++) {
                sum += f.by_strain[a * n + b] * strain[b] + f.by_rate[a * n + b] * rate[b];
                assert_true(i % 2 == 0 || f.by_strain[a * n + b] == f.by_strain[b * n + a]);
            }
            near_to(f.stress[a], sum);
            assert_true(fabs(f.stress[a]) > 1e-3);
        }
        law_accept(&world.state, world.law, world.block, strain, rate);
        law_eval(world.law, &world.state, strain, none, &g);
        for (int a = 0; a < n; a++)
            near_to(g.stress[a], 0.0);
        law_eval(world.law, &world.state, none, rate, &g);
        for (int a = 0; a < n; a++) {
            double sum = 0.0;
            for (int b = 0; b < n; b++)
                sum += f.by_rate[a * n + b] * rate[b] - f.by_strain[a * n + b] * strain[b];
            near_to(g.stress[a], sum);
        }
        end(&world);
    }
}

static const int ROW[] = {0, 1, 2, 0, 1, 0, 2, 1, 2}, COLUMN[] = {0, 1, 2, 1, 0, 2, 0, 2, 1};

static mat3 to_matrix(const double *nine)
{
    mat3 m;
    for (int k = 0; k < 9; k++)
        m.e[ROW[k]][COLUMN[k]] = nine[k];
    return m;
}

/* S = F^-1 P */
static mat3 second_stress(const world *world, const mat3 *F)
{
    double nine[9], none[9] = {0};
    law_result result;
    for (int k = 0; k < 9; k++)
        nine[k] = F->e[ROW[k]][COLUMN[k]];
    law_eval(world->law, &world->state, nine, none, &result);
    const mat3 P = to_matrix(result.stress), inverse = mat3_inverse(F);
    return mat3_mul(&inverse, &P);
}

static mat3 green(const mat3 *F)
{
    const mat3 C = mat3_tmul(F, F), rest = mat3_sub(&C, &MAT3_EYE);
    return mat3_scale(0.5, &rest);
}

/* An upper triangle F with F' F = I + 2 G. */
static mat3 root(const mat3 *G)
{
    mat3 U = {{{0}}};
    for (int i = 0; i < 3; i++)
        for (int j = i; j < 3; j++) {
            double sum = (i == j) + 2 * G->e[i][j];
            for (int k = 0; k < i; k++)
                sum -= U.e[k][i] * U.e[k][j];
            U.e[i][j] = i == j ? sqrt(sum) : sum / U.e[i][i];
        }
    return U;
}

static void same(const mat3 *a, const mat3 *b)
{
    for (int k = 0; k < 9; k++)
        near_to(a->e[k / 3][k % 3], b->e[k / 3][k % 3]);
}

/* S is symmetric, linear in G, the same after a rotation, and zero where it is at rest. */
static void laws_of_the_gradient(void **unused)
{
    (void)unused;
    world world;
    begin(&world, 9, false);
    const mat3 A = {{{1.1, 0.2, -0.1}, {0.05, 0.9, 0.15}, {-0.2, 0.1, 1.2}}},
               B = {{{0.8, -0.1, 0.3}, {0.1, 1.3, 0.2}, {0.0, -0.3, 1.0}}};
    const mat3 R = rotation_exp((vec3){0.4, -0.7, 0.2}), RA = mat3_mul(&R, &A), zero = {{{0}}};
    const mat3 SA = second_stress(&world, &A), SB = second_stress(&world, &B), St = mat3_transpose(&SA);
    const mat3 SR = second_stress(&world, &R), SRA = second_stress(&world, &RA);
    const mat3 GA = green(&A), GB = green(&B), G = mat3_add(&GA, &GB), F = root(&G), S = second_stress(&world, &F);
    const mat3 sum = mat3_add(&SA, &SB);
    same(&SA, &St);
    same(&SR, &zero);
    same(&SRA, &SA);
    same(&S, &sum);
    assert_true(fabs(SA.e[0][0]) > 1e-3 && fabs(SA.e[0][1]) > 1e-3 && fabs(SA.e[1][2]) > 1e-3);
    const mat3 stretched = {{{1.4, 0, 0}, {0, 1, 0}, {0, 0, 1}}}, first = {{{0.4, 0, 0}, {0, 0, 0}, {0, 0, 0}}};
    const mat3 rest = root(&first);
    const double nine[9] = {1.4, 1, 1}, none[9] = {0};
    law_accept(&world.state, world.law, world.block, nine, none);
    const mat3 left = second_stress(&world, &rest), more = second_stress(&world, &stretched);
    same(&left, &zero);
    assert_true(fabs(more.e[0][0]) > 1e-3);
    end(&world);
}

/* The same differences as the derivatives of P. */
static void derivatives_of_the_gradient(void **unused)
{
    (void)unused;
    world world;
    begin(&world, 9, true);
    double F[9] = {1.1, 0.9, 1.2, 0.2, 0.05, -0.1, -0.2, 0.15, 0.1}, none[9] = {0};
    law_result result, up, down;
    law_eval(world.law, &world.state, F, none, &result);
    for (int j = 0; j < 9; j++) {
        const double was = F[j], h = 1e-5;
        F[j] = was + h, law_eval(world.law, &world.state, F, none, &up);
        F[j] = was - h, law_eval(world.law, &world.state, F, none, &down);
        F[j] = was;
        for (int i = 0; i < 9; i++) {
            assert_true(fabs(result.by_strain[9 * i + j] - (up.stress[i] - down.stress[i]) / (2 * h)) < 1e-8);
            near_to(result.by_strain[9 * i + j], result.by_strain[9 * j + i]);
        }
    }
    end(&world);
}

/* A straight line, of its argument; vectors of such. */
static void drives(void **unused)
{
    (void)unused;
    world world;
    begin(&world, 1, false);
    const drive *drive = sample_drive(&world.from);
    const double a = drive->type->value(drive, &world.state, 0.0),
                 b = drive->type->derivative(drive, &world.state, 3.0);
    assert_true(a >= 0.5 && a <= 1.5 && fabs(b) <= 1.0 && b != 0.0);
    near_to(drive->type->value(drive, &world.state, 2.0), a + 2.0 * b);
    const tpl_drive *tpl_drive = sample_tpl_drive(&world.from, 3);
    world.state.t = 1.5;
    double now[3], derivative[3];
    tpl_drive_value(tpl_drive, &world.state, now);
    tpl_drive_derivative(tpl_drive, &world.state, derivative);
    for (int k = 0; k < 3; k++) {
        near_to(now[k], drive_now(tpl_drive->term[k].drive, &world.state));
        near_to(derivative[k], drive_derivative(tpl_drive->term[k].drive, &world.state, 1.5));
    }
    end(&world);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(plain_laws), cmocka_unit_test(laws_of_the_gradient),
                                       cmocka_unit_test(derivatives_of_the_gradient), cmocka_unit_test(drives)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
