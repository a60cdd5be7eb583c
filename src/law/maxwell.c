/* maxwell.c - generalized Maxwell model: a spring in parallel with chains of a spring and a damper.
 *
 *     stress = E0 C e + sum E1_i C (e - v_i),      v_i' = E1_i / eta1_i C (e - v_i)
 *
 * The viscous strains v_i are the history of the law. They are integrated over a step of length h by backward Euler:
 *     B_i = h E1_i / eta1_i C,      (I + B_i) v_i = v_i0 + B_i e */
#include "law/laws.h"
#include "linalg/dense.h"
#include "model/reading.h"
#include <string.h>

typedef struct {
    double E1, eta1;
} chain;

typedef struct {
    double E0;
    double C[LAW_MAX * LAW_MAX];
    int n;
    chain *chain;
} maxwell;

typedef struct {
    double v[LAW_MAX];        /* at the last accepted step */
    double constant[LAW_MAX]; /* v = constant + derivative e in the current step */
    double derivative[LAW_MAX * LAW_MAX];
} chain_memory;

static void read_chains(reader *reader, law *law, int n)
{
    maxwell *self = law->self;
    self->n = n;
    self->chain = ARENA_ARRAY(reader_arena(reader), chain, n);
    law->memory_size = (size_t)n * sizeof(chain_memory);
    for (int i = 0; i < n && read_ok(reader); i++) {
        static const char *const STIFFNESS[] = {"E1", NULL}, *const VISCOSITY[] = {"eta1", NULL};
        read_choice(reader, STIFFNESS, "E1");
        self->chain[i].E1 = read_not_negative(reader, "E1");
        read_choice(reader, VISCOSITY, "eta1");
        self->chain[i].eta1 = read_positive(reader, "eta1");
    }
    static const char *const MATRIX[] = {"C", NULL};
    read_choice(reader, MATRIX, "C");
    read_law_matrix(reader, law->dim, self->C, "C");
}

static void read_first(reader *reader, law *law)
{
    static const char *const WORD[] = {"E0", NULL};
    maxwell *self = law->self;
    read_choice(reader, WORD, "E0");
    self->E0 = read_not_negative(reader, "E0");
}

static void read_one(reader *reader, law *law)
{
    read_first(reader, law);
    read_chains(reader, law, 1);
}

static void read_many(reader *reader, law *law)
{
    read_first(reader, law);
    read_chains(reader, law, read_integer_in(reader, 1, 1000, "number of Maxwell elements"));
}

/* v += s M x */
static void add_product(int n, double s, const double *M, const double *x, double *v)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            v[i] += s * M[i * n + j] * x[j];
}

static void maxwell_eval(const law *law, const state *state, const double *strain, const double *rate, law_result *out)
{
    (void)rate;
    const maxwell *self = law->self;
    const chain_memory *now = remembered(state, law->memory);
    const int n = law->dim;
    law_add_linear(n, self->E0, self->C, strain, out->stress, out->by_strain);
    for (int k = 0; k < self->n; k++) {
        const chain_memory *memory = &now[k];
        const double E1 = self->chain[k].E1;
        double elastic[LAW_MAX], D[LAW_MAX * LAW_MAX];
        for (int i = 0; i < n; i++) {
            elastic[i] = strain[i] - memory->constant[i];
            for (int j = 0; j < n; j++)
                D[i * n + j] = (i == j) - memory->derivative[i * n + j];
        }
        add_product(n, -1.0, memory->derivative, strain, elastic);
        add_product(n, E1, self->C, elastic, out->stress);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                for (int m = 0; m < n; m++)
                    out->by_strain[i * n + j] += E1 * self->C[i * n + m] * D[m * n + j];
    }
}

/* Computes the relation between strain and viscous strain in the step; right-hand sides: derivative, then constant. */
static void maxwell_prepare(const maxwell *self, const chain *is, chain_memory *memory, int n, double h)
{
    double A[LAW_MAX * LAW_MAX], B[LAW_MAX * (LAW_MAX + 1)];
    const double factor = h * is->E1 / is->eta1;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            const double b = factor * self->C[i * n + j];
            A[i * n + j] = (i == j) + b;
            B[i * (n + 1) + j] = b;
        }
        B[i * (n + 1) + n] = memory->v[i];
    }
    dense_solve(n, n + 1, A, B);
    for (int i = 0; i < n; i++) {
        memcpy(memory->derivative + i * n, B + i * (n + 1), (size_t)n * sizeof *B);
        memory->constant[i] = B[i * (n + 1) + n];
    }
}

static void maxwell_predict(const state *state, const law *law, memory_block *memory, const double *strain,
                            const double *rate)
{
    (void)strain, (void)rate;
    const maxwell *self = law->self;
    chain_memory *now = memory_at(memory, law->memory);
    for (int k = 0; k < self->n; k++)
        maxwell_prepare(self, &self->chain[k], &now[k], law->dim, state->step > 0 ? state->dt : 0.0);
}

static void maxwell_accept(const state *state, const law *law, memory_block *memory, const double *strain,
                           const double *rate)
{
    (void)state, (void)rate;
    const maxwell *self = law->self;
    chain_memory *now = memory_at(memory, law->memory);
    for (int k = 0; k < self->n; k++) {
        chain_memory *chain_memory = &now[k];
        memcpy(chain_memory->v, chain_memory->constant, sizeof chain_memory->v);
        add_product(law->dim, 1.0, chain_memory->derivative, strain, chain_memory->v);
    }
}

#define MAXWELL_SLOTS                                                                            \
    .dims = LAW_3D | LAW_6D, .kind = LAW_ELASTIC, .size = sizeof(maxwell), .eval = maxwell_eval, \
    .predict = maxwell_predict, .accept = maxwell_accept

const law_type law_maxwell_one = {
    MAXWELL_SLOTS,
    .keyword = "linear viscoelastic maxwell 1",
    .grammar = "linear viscoelastic maxwell 1, E0, E0, E1, E1, eta1, ETA1, C, (matrix) C",
    .summary = "A spring in parallel with a spring and a damper in series.",
    .read = read_one,
};

const law_type law_maxwell_many = {
    MAXWELL_SLOTS,
    .keyword = "linear viscoelastic maxwell n",
    .grammar = "linear viscoelastic maxwell n, E0, E0, N, E1, E1, eta1, ETA1 [, ...], C, (matrix) C",
    .summary = "A spring in parallel with several springs and dampers in series.",
    .read = read_many,
};
