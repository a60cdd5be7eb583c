/* sampler.c - random but valid data for the contract tests.
 *
 * Numbers come from a 64-bit xorshift-multiply generator (Vigna 2016), so that a seed gives the same instance on every
 * machine. Drives and laws are separate types, not rows of any table: a drive is a + b x (its derivative is not zero),
 * a law is stress = K strain + C rate with full matrices (K is not symmetric unless a potential is required). In nine
 * dimensions strain and stress are those of a solid, and the law gives P = F S, which rotates with the frame. */
#include "contract/sampler.h"
#include "math/rotation.h"
#include <string.h>

static unsigned long long next(sampler *sampler)
{
    unsigned long long x = sampler->seed ? sampler->seed : 0x9e3779b97f4a7c15ULL;
    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    sampler->seed = x;
    return x * 0x2545f4914f6cdd1dULL;
}

double sample_real(sampler *sampler, double low, double high)
{
    return low + (high - low) * ((double)(next(sampler) >> 11) * 0x1p-53);
}

int sample_integer(sampler *sampler, int low, int high)
{
    return low + (int)(next(sampler) % (unsigned long long)(high - low + 1));
}

vec3 sample_vec3(sampler *sampler, double size)
{
    const double x = sample_real(sampler, -size, size), y = sample_real(sampler, -size, size);
    return (vec3){x, y, sample_real(sampler, -size, size)};
}

mat3 sample_rotation(sampler *sampler) { return rotation_exp(sample_vec3(sampler, 1.5)); }

mat3 sample_spd3(sampler *sampler)
{
    const mat3 R = sample_rotation(sampler);
    const vec3 d = {sample_real(sampler, 0.5, 2.0), sample_real(sampler, 0.5, 2.0), sample_real(sampler, 0.5, 2.0)};
    const mat3 D = {{{d.x, 0, 0}, {0, d.y, 0}, {0, 0, d.z}}};
    const mat3 RD = mat3_mul(&R, &D);
    return mat3_mult(&RD, &R);
}

const node *sample_structural(sampler *sampler, int which) { return sampler->structural[which]; }
const node *sample_point(sampler *sampler, int which) { return sampler->point[which]; }

node_dof sample_dof(sampler *sampler, int which)
{
    node_dof dof = {.node = sampler->scalar[which]};
    node_dof_bind(&dof);
    return dof;
}

/* --- drives ------------------------------------------------------------------------------------------------------- */

typedef struct {
    double a, b;
} line;

static double line_value(const drive *drive, const state *state, double x)
{
    const line *line = drive->self;
    (void)state;
    return line->a + line->b * x;
}

static double line_derivative(const drive *drive, const state *state, double x)
{
    (void)state, (void)x;
    return ((const line *)drive->self)->b;
}

static const drive_type line_type = {
    .keyword = "sample",
    .summary = "a + b x, for tests",
    .size = sizeof(line),
    .value = line_value,
    .derivative = line_derivative,
};

drive *sample_drive(sampler *sampler)
{
    line *l = ARENA_NEW(sampler->memory, line);
    l->a = sample_real(sampler, 0.5, 1.5);
    l->b = sample_real(sampler, -1.0, 1.0);
    drive *d = ARENA_NEW(sampler->memory, drive);
    d->type = &line_type;
    d->self = l;
    return d;
}

tpl_drive *sample_tpl_drive(sampler *sampler, int dim)
{
    tpl_term *term = ARENA_ARRAY(sampler->memory, tpl_term, dim);
    for (int i = 0; i < dim; i++)
        term[i] = (tpl_term){.component = i, .drive = sample_drive(sampler)};
    tpl_drive *drive = ARENA_NEW(sampler->memory, tpl_drive);
    *drive = (tpl_drive){.dim = dim, .n = dim, .term = term};
    return drive;
}

/* --- laws --------------------------------------------------------------------------------------------------------- */

typedef struct {
    double K[LAW_MOST * LAW_MOST], C[LAW_MOST * LAW_MOST];
} linear;

/* Its memory is the strain of the last accepted step. */
typedef struct {
    double rest[LAW_MOST];
} linear_memory;

static void linear_eval(const law *law, const state *state, const double *strain, const double *rate, law_result *out)
{
    const linear *solver = law->self;
    const linear_memory *last = remembered(state, law->memory);
    for (int i = 0; i < law->dim; i++)
        for (int j = 0; j < law->dim; j++) {
            const int k = i * law->dim + j;
            out->stress[i] += solver->K[k] * (strain[j] - last->rest[j]) + solver->C[k] * rate[j];
            out->by_strain[k] = solver->K[k];
            out->by_rate[k] = solver->C[k];
        }
}

static void linear_accept(const state *state, const law *law, memory_block *memory, const double *strain,
                          const double *rate)
{
    (void)state, (void)rate;
    linear_memory *last = memory_at(memory, law->memory);
    memcpy(last->rest, strain, (size_t)law->dim * sizeof *strain);
}

static const law_type linear_type = {
    .keyword = "sample",
    .summary = "K (strain - strain of the last accepted step) + C rate, for tests",
    .dims = 1 << 1 | 1 << 3 | 1 << 6 | 1 << 7,
    .kind = LAW_VISCOELASTIC,
    .size = sizeof(linear),
    .eval = linear_eval,
    .accept = linear_accept,
    .memory = sizeof(linear_memory),
};

/* S = K G for F = strain as (11 22 33 12 21 13 31 23 32), and P = F S; by differences, which are exact because P is
 * cubic in F. */
static void gradient_stress(const linear *solver, const linear_memory *last, const double *strain, double *P)
{
    static const int ROW[] = {0, 1, 2, 0, 1, 0, 2, 1, 2}, COLUMN[] = {0, 1, 2, 1, 0, 2, 0, 2, 1};
    static const int SIX[3][3] = {{0, 3, 5}, {3, 1, 4}, {5, 4, 2}};
    double F[3][3], G[6], S[6] = {0};
    for (int k = 0; k < 9; k++)
        F[ROW[k]][COLUMN[k]] = strain[k];
    for (int i = 0; i < 3; i++)
        for (int j = i; j < 3; j++) {
            const double C = F[0][i] * F[0][j] + F[1][i] * F[1][j] + F[2][i] * F[2][j];
            G[SIX[i][j]] = (i == j ? 0.5 * (C - 1.0) : C) - last->rest[SIX[i][j]];
        }
    for (int i = 0; i < 36; i++)
        S[i / 6] += solver->K[i] * G[i % 6];
    for (int k = 0; k < 9; k++) {
        const double *f = F[ROW[k]];
        const int *six = SIX[COLUMN[k]];
        P[k] = f[0] * S[six[0]] + f[1] * S[six[1]] + f[2] * S[six[2]];
    }
}

static void gradient_eval(const law *law, const state *state, const double *strain, const double *rate, law_result *out)
{
    const linear *solver = law->self;
    const linear_memory *last = remembered(state, law->memory);
    double moved[9], P[4][9];
    (void)rate;
    gradient_stress(solver, last, strain, out->stress);
    for (int j = 0; j < 9; j++) {
        memcpy(moved, strain, sizeof moved);
        for (int k = 0; k < 4; k++) {
            moved[j] = strain[j] + (k < 2 ? 1.0 : 2.0) * (k % 2 ? -1.0 : 1.0);
            gradient_stress(solver, last, moved, P[k]);
        }
        for (int i = 0; i < 9; i++)
            out->by_strain[9 * i + j] = (8.0 * (P[0][i] - P[1][i]) - (P[2][i] - P[3][i])) / 12.0;
    }
}

static void gradient_accept(const state *state, const law *law, memory_block *memory, const double *strain,
                            const double *rate)
{
    (void)state, (void)rate;
    ((linear_memory *)memory_at(memory, law->memory))->rest[0] = strain[0] - 1.0;
}

static const law_type gradient_type = {
    .keyword = "sample",
    .summary = "K (strain - part of that of the last accepted step), of the deformation gradient, for tests",
    .dims = 1 << 9,
    .kind = LAW_ELASTIC,
    .size = sizeof(linear),
    .eval = gradient_eval,
    .accept = gradient_accept,
    .memory = sizeof(linear_memory),
};

law *sample_law(sampler *sampler, int dim)
{
    const bool is_gradient = dim == 9;
    const int n = is_gradient ? 6 : dim;
    linear *solver = ARENA_NEW(sampler->memory, linear);
    for (int k = 0; k < n * n; k++) {
        solver->K[k] = sample_real(sampler, -1.0, 1.0);
        solver->C[k] = sample_real(sampler, -1.0, 1.0);
    }
    for (int i = 1; sampler->has_potential && i < n; i++)
        for (int j = 0; j < i; j++)
            solver->K[i * n + j] = solver->K[j * n + i];
    law *l = ARENA_NEW(sampler->memory, law);
    *l = (law){.type = is_gradient ? &gradient_type : &linear_type, .dim = dim, .self = solver};
    l->kind = l->type->kind;
    l->memory =
        memory_reserve(sampler->plan, (memory_area){.size = sizeof(linear_memory), .self = solver, .owner = "law"});
    return l;
}
