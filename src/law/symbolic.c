/* symbolic.c - laws written as expressions, with exact derivatives.
 *
 *     stress_i = expression_i(epsilon_1 ... epsilon_n, epsilon_prime_1 ... epsilon_prime_n)
 *
 * The names of the components are the only variables an expression knows, besides the language's constants and
 * functions. The derivative along a component is that of a run in which the component, and no other, has slope 1. */
#include "law/laws.h"
#include <string.h>

typedef struct {
    const expr *f[LAW_MAX];
} symbolic;

/* What a run of an expression sees. */
typedef struct {
    const double *x[2 * LAW_MAX];
    int along; /* which variable has slope 1 */
} point;

static double get(void *self, const void *at) { return at ? *((const point *)at)->x[*(const int *)self] : 0.0; }
static double slope(void *self, const void *at)
{
    return at && ((const point *)at)->along == *(const int *)self ? 1.0 : 0.0;
}

static void read_names(reader *r, const law *l, symbols *names, int first)
{
    for (int i = 0; i < l->dim; i++) {
        const char *name = read_string(r, "name of a component");
        if (!read_ok(r))
            return;
        symbol *v = symbols_declare(names, name, strlen(name), TYPE_REAL, read_last_place(r));
        /* A name may be that of a constant of the language, which it then hides. */
        if (!v)
            v = symbols_find(names, name, strlen(name));
        if (v->is_live) {
            read_error_last(r, E_LAW_NAME_TAKEN, name);
            return;
        }
        int *index = ARENA_NEW(reader_arena(r), int);
        *index = first + i;
        v->type = TYPE_REAL;
        v->is_const = false;
        v->is_live = true;
        v->live = (live_value){.get = get, .self = index, .slope = slope};
    }
}

static const expr *read_expression(reader *r, symbols *names)
{
    const char *body = read_string(r, "expression");
    if (!read_ok(r))
        return NULL;
    const place where = read_last_place(r);
    /* The text begins behind the quote. */
    const expr_source in = {.names = names,
                            .memory = reader_arena(r),
                            .errors = reader_diag(r),
                            .file = where.file,
                            .base = where.offset + 1,
                            .text = body,
                            .length = strlen(body),
                            .run_time = true};
    size_t at = 0;
    const expr *e = expr_parse(&in, &at);
    if (!e || at < in.length)
        read_error_last(r, E_LAW_EXPRESSION);
    return e;
}

static void read_part(reader *r, const char *keyword)
{
    const char *const words[] = {keyword, NULL};
    read_choice(r, words, keyword);
}

static void read(reader *r, law *l)
{
    symbolic *self = l->self;
    symbols *names = symbols_create(reader_arena(r));
    if (l->kind & LAW_ELASTIC) {
        read_part(r, "epsilon");
        read_names(r, l, names, 0);
    }
    if (l->kind & LAW_VISCOUS) {
        read_part(r, "epsilon prime");
        read_names(r, l, names, LAW_MAX);
    }
    read_part(r, "expression");
    for (int i = 0; i < l->dim && read_ok(r); i++)
        self->f[i] = read_expression(r, names);
    symbols_destroy(names);
}

/* One row of a tangent: the derivatives of expression i along n variables from `first`. */
static bool differentiate(const expr *f, point *at, int first, int n, double *stress, double *row, expr_run *run)
{
    for (int j = 0; j < n; j++) {
        at->along = first + j;
        if (!expr_real_slope(f, run, 0.0, 0.0, stress, &row[j]))
            return false;
    }
    return true;
}

static void eval(const law *l, const state *s, const double *strain, const double *rate, law_result *out)
{
    const symbolic *self = l->self;
    const int n = l->dim;
    point at = {.along = -1};
    for (int i = 0; i < n; i++)
        at.x[i] = &strain[i], at.x[LAW_MAX + i] = &rate[i];
    for (int i = 0; i < n; i++) {
        expr_run run = {.state = &at};
        bool ok = true;
        if (l->kind & LAW_ELASTIC)
            ok = differentiate(self->f[i], &at, 0, n, &out->stress[i], &out->by_strain[i * n], &run);
        if (ok && l->kind & LAW_VISCOUS)
            ok = differentiate(self->f[i], &at, LAW_MAX, n, &out->stress[i], &out->by_rate[i * n], &run);
        if (!ok)
            state_fail(s, l->where, "expression %d of the law: %s", i + 1, run.why);
    }
}

const law_type law_symbolic_elastic = {
    .keyword = "symbolic elastic",
    .grammar = "symbolic elastic, epsilon, \"NAME\" [, ...], expression, \"EXPRESSION\" [, ...]",
    .summary = "Stress as expressions of the strain.",
    .dims = LAW_ANY,
    .kind = LAW_ELASTIC,
    .size = sizeof(symbolic),
    .read = read,
    .eval = eval,
};

const law_type law_symbolic_viscous = {
    .keyword = "symbolic viscous",
    .grammar = "symbolic viscous, epsilon prime, \"NAME\" [, ...], expression, \"EXPRESSION\" [, ...]",
    .summary = "Stress as expressions of the strain rate.",
    .dims = LAW_ANY,
    .kind = LAW_VISCOUS,
    .size = sizeof(symbolic),
    .read = read,
    .eval = eval,
};

const law_type law_symbolic_viscoelastic = {
    .keyword = "symbolic viscoelastic",
    .grammar = "symbolic viscoelastic, epsilon, \"NAME\" [, ...], epsilon prime, \"NAME\" [, ...], "
               "expression, \"EXPRESSION\" [, ...]",
    .summary = "Stress as expressions of strain and strain rate.",
    .dims = LAW_ANY,
    .kind = LAW_VISCOELASTIC,
    .size = sizeof(symbolic),
    .read = read,
    .eval = eval,
};
