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
    int first_rate, n; /* index of the first rate, number of variables */
} symbolic;

static void symbolic_read_part(reader *reader, const char *keyword)
{
    const char *const words[] = {keyword, NULL};
    read_choice(reader, words, keyword);
}

static void read_names(reader *reader, int dim, const char **names, int *n)
{
    for (int i = 0; i < dim && read_ok(reader); i++) {
        const char *name = read_string(reader, "name of a component");
        for (int j = 0; read_ok(reader) && j < *n; j++)
            if (strcmp(names[j], name) == 0)
                read_error_last(reader, E_LAW_NAME_TAKEN, name);
        names[(*n)++] = name;
    }
}

static const formula *read_formula(reader *reader, const char *const *names, int n)
{
    const char *body = read_string(reader, "expression");
    if (!read_ok(reader))
        return NULL;
    const formula_source in = {.memory = reader_arena(reader),
                               .errors = reader_diag(reader),
                               .location = read_last_location(reader),
                               .text = body,
                               .names = names,
                               .n = n};
    return formula_parse(&in);
}

static void symbolic_read(reader *reader, law *law)
{
    symbolic *self = law->self;
    const char *names[2 * LAW_MAX];
    int n = 0;
    if (law->kind & LAW_ELASTIC) {
        symbolic_read_part(reader, "epsilon");
        read_names(reader, law->dim, names, &n);
    }
    self->first_rate = n;
    if (law->kind & LAW_VISCOUS) {
        symbolic_read_part(reader, "epsilon prime");
        read_names(reader, law->dim, names, &n);
    }
    self->n = n;
    symbolic_read_part(reader, "expression");
    for (int i = 0; i < law->dim && read_ok(reader); i++)
        self->f[i] = read_formula(reader, names, self->n);
}

static void symbolic_eval(const law *law, const state *state, const double *strain, const double *rate, law_result *out)
{
    const symbolic *self = law->self;
    const int n = law->dim;
    const size_t row = (size_t)n * sizeof *strain;
    double x[2 * LAW_MAX], gradient[2 * LAW_MAX] = {0};
    if (law->kind & LAW_ELASTIC)
        memcpy(x, strain, row);
    if (law->kind & LAW_VISCOUS)
        memcpy(x + self->first_rate, rate, row);
    for (int i = 0; i < n; i++) {
        const char *why = NULL;
        if (!formula_value(self->f[i], x, &out->stress[i], gradient, &why)) {
            state_fail(state, law->location, "expression %d of the law: %s", i + 1, why);
            return;
        }
        if (law->kind & LAW_ELASTIC)
            memcpy(out->by_strain + i * n, gradient, row);
        if (law->kind & LAW_VISCOUS)
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
