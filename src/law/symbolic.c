/* symbolic.c - laws written as formulas, with exact derivatives.
 *
 *     stress_i = formula_i(epsilon_1 ... epsilon_n, epsilon_prime_1 ... epsilon_prime_n)
 *
 * The names of the components are the only variables of a formula, in addition to the constants and functions of
 * symbolic algebra. */
#include "deck/formula.h"
#include "law/diag_rows.h"
#include "law/laws.h"
#include <string.h>

typedef struct {
    const formula *f[LAW_MAX];
    int first_rate, n; /* of the variables */
} symbolic;

static void symbolic_read_part(reader *r, const char *keyword)
{
    const char *const words[] = {keyword, NULL};
    read_choice(r, words, keyword);
}

static void read_names(reader *r, int dim, const char **names, int *n)
{
    for (int i = 0; i < dim && read_ok(r); i++) {
        const char *name = read_string(r, "name of a component");
        for (int j = 0; read_ok(r) && j < *n; j++)
            if (strcmp(names[j], name) == 0)
                read_error_last(r, E_LAW_NAME_TAKEN, name);
        names[(*n)++] = name;
    }
}

static const formula *read_formula(reader *r, const char *const *names, int n)
{
    const char *body = read_string(r, "expression");
    if (!read_ok(r))
        return NULL;
    const formula_source in = {.memory = reader_arena(r),
                               .errors = reader_diag(r),
                               .where = read_last_place(r),
                               .text = body,
                               .names = names,
                               .n = n};
    return formula_parse(&in);
}

static void symbolic_read(reader *r, law *l)
{
    symbolic *self = l->self;
    const char *names[2 * LAW_MAX];
    int n = 0;
    if (l->kind & LAW_ELASTIC) {
        symbolic_read_part(r, "epsilon");
        read_names(r, l->dim, names, &n);
    }
    self->first_rate = n;
    if (l->kind & LAW_VISCOUS) {
        symbolic_read_part(r, "epsilon prime");
        read_names(r, l->dim, names, &n);
    }
    self->n = n;
    symbolic_read_part(r, "expression");
    for (int i = 0; i < l->dim && read_ok(r); i++)
        self->f[i] = read_formula(r, names, self->n);
}

static void symbolic_eval(const law *l, const state *s, const double *strain, const double *rate, law_result *out)
{
    const symbolic *self = l->self;
    const int n = l->dim;
    const size_t row = (size_t)n * sizeof *strain;
    double x[2 * LAW_MAX], gradient[2 * LAW_MAX] = {0};
    if (l->kind & LAW_ELASTIC)
        memcpy(x, strain, row);
    if (l->kind & LAW_VISCOUS)
        memcpy(x + self->first_rate, rate, row);
    for (int i = 0; i < n; i++) {
        const char *why = NULL;
        if (!formula_value(self->f[i], x, &out->stress[i], gradient, &why)) {
            state_fail(s, l->where, "expression %d of the law: %s", i + 1, why);
            return;
        }
        if (l->kind & LAW_ELASTIC)
            memcpy(out->by_strain + i * n, gradient, row);
        if (l->kind & LAW_VISCOUS)
            memcpy(out->by_rate + i * n, gradient + self->first_rate, row);
    }
}

const law_type law_symbolic_elastic = {
    .keyword = "symbolic elastic",
    .grammar = "symbolic elastic, epsilon, \"NAME\" [, ...], expression, \"EXPRESSION\" [, ...]",
    .summary = "Stress as expressions of the strain.",
    .dims = LAW_ANY,
    .kind = LAW_ELASTIC,
    .size = sizeof(symbolic),
    .read = symbolic_read,
    .eval = symbolic_eval,
};

const law_type law_symbolic_viscous = {
    .keyword = "symbolic viscous",
    .grammar = "symbolic viscous, epsilon prime, \"NAME\" [, ...], expression, \"EXPRESSION\" [, ...]",
    .summary = "Stress as expressions of the strain rate.",
    .dims = LAW_ANY,
    .kind = LAW_VISCOUS,
    .size = sizeof(symbolic),
    .read = symbolic_read,
    .eval = symbolic_eval,
};

const law_type law_symbolic_viscoelastic = {
    .keyword = "symbolic viscoelastic",
    .grammar = "symbolic viscoelastic, epsilon, \"NAME\" [, ...], epsilon prime, \"NAME\" [, ...], "
               "expression, \"EXPRESSION\" [, ...]",
    .summary = "Stress as expressions of strain and strain rate.",
    .dims = LAW_ANY,
    .kind = LAW_VISCOELASTIC,
    .size = sizeof(symbolic),
    .read = symbolic_read,
    .eval = symbolic_eval,
};
