/* eigen.c - eigenanalysis about the state reached.
 *
 *     Aplus = f/x' + c f/x      J with (dvalue, drate) = (c, 1)
 *     Aminus = f/x' - c f/x     J with (-c, 1)
 *     lambda = (L - 1) / (L + 1) / c
 *
 * Columns of algebraic unknowns z enter both matrices without c: the vectors hold z / lambda there. Rows of constraints
 * on positions are divided by c in one and by -c in the other, so that a constraint gives L = 1. Where such a row holds
 * an algebraic unknown (a regularized constraint) it is divided by c in both: only then the unknown counts as above.
 * Balance rows hold what acts on the nodes, and inertia with a minus sign; the matrices have the opposite sign, as is
 * usual. Momentum rows, m v - beta, keep theirs. */
#include "problem/eigen.h"
#include "problem/diag_rows.h"
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What an analysis changes, to be put back. */
typedef struct {
    solution *u;
    double *entries;
} saved;

static saved save(const equations *a, const solution *u, arena *memory)
{
    return (saved){.u = solution_clone(u, memory),
                   .entries = arena_copy(memory, a->J->value, (size_t)csc_entries(a->J) * sizeof(double))};
}

static void restore(const saved *k, equations *a, solution *u)
{
    const fault failed = u->failed;
    solution_copy(u, k->u);
    u->failed = failed;
    solution_destroy(k->u);
    memcpy(a->J->value, k->entries, (size_t)csc_entries(a->J) * sizeof(double));
}

/* The rows that define momenta, m v - beta = 0. */
static bool *list_momentum_rows(const model *m, arena *memory)
{
    bool *is_momentum = ARENA_ARRAY(memory, bool, m->n_unknowns + 1);
    for (int i = 0; i < m->nodes.n; i++) {
        const node *n = m->nodes.at[i];
        for (int k = 0; n->momentum >= 0 && k < (n->has_rotation ? 6 : 3); k++)
            is_momentum[n->momentum_row + k] = true;
    }
    return is_momentum;
}

static csc matrix(equations *a, solution *u, double c, const bool *is_momentum, arena *memory)
{
    u->s.dvalue = c;
    u->s.drate = 1;
    equations_jacobian(a, &u->s);
    const int n = csc_entries(a->J);
    csc copy = *a->J;
    copy.value = arena_copy(memory, a->J->value, (size_t)n * sizeof(double));
    for (int k = 0; k < n; k++)
        copy.value[k] = is_momentum[copy.row[k]] ? copy.value[k] : -copy.value[k];
    return copy;
}

static void turn_regularized_rows(const model *m, csc *minus)
{
    unsigned char *turned = heap_resize(NULL, (size_t)minus->n + 1);
    memset(turned, 0, (size_t)minus->n + 1);
    for (int j = 0; j < minus->n; j++)
        for (int k = minus->start[j]; m->kind[j] == DOF_ALGEBRAIC && k < minus->start[j + 1]; k++)
            turned[minus->row[k]] |= m->divided[minus->row[k]] && minus->value[k] != 0.0;
    for (int k = 0; k < csc_entries(minus); k++)
        if (turned[minus->row[k]])
            minus->value[k] = -minus->value[k];
    free(turned);
}

/* Rotations are counted from the present orientations, as at the beginning of a step: there the Jacobian is exact. */
static void settle(solution *u)
{
    solution_rebase(u);
    u->s.now = PHASE_STEP;
    for (int i = 0; i < u->m->elems.n; i++)
        if (u->m->elems.at[i]->type->predict)
            u->m->elems.at[i]->type->predict(&u->s, u->m->elems.at[i], u->memory);
}

/* The rule of the manual: eigenvalues near the limit are the extreme ones in discrete time. */
static double parameter(const eigenanalysis *q)
{
    if (q->parameter > 0)
        return q->parameter;
    if (q->krylov.mode == SMALLEST_MAGNITUDE && q->upper > 0)
        return 1 / (2 * M_PI * 5 * q->upper);
    if (q->krylov.mode == LARGEST_IMAGINARY && q->lower > 0)
        return 5 / (2 * M_PI * q->lower);
    return 1;
}

void eigen_lambda(const eigen_result *r, int k, double *re, double *im)
{
    const double a = r->found->re[k], b = r->found->im[k], d = r->found->beta[k];
    const double by = r->c * ((a + d) * (a + d) + b * b);
    *re = ((a - d) * (a + d) + b * b) / by;
    *im = 2 * b * d / by;
}

/* With LAPACK, limits choose among the complex ones alone. */
static bool is_chosen(const eigen_result *r, int k)
{
    const eigenanalysis *q = r->asked;
    const bool has_limit = !isnan(q->lower) || !isnan(q->upper);
    double re, im;
    if (!q->keep_isolated && (k < r->found->first || k >= r->found->end))
        return false;
    if (has_limit && q->method == EIGEN_BY_LAPACK && r->found->im[k] == 0)
        return false;
    eigen_lambda(r, k, &re, &im);
    if (!isnan(q->lower) && !(im >= 2 * M_PI * q->lower))
        return false;
    return isnan(q->upper) || fabs(im) <= 2 * M_PI * q->upper;
}

static bool report_status(const eigenanalysis *q, eigen_status status, diag *errors)
{
    static const diag_code CODES[] = {[EIGEN_NO_LIBRARY] = E_EIGEN_LIBRARY,
                                      [EIGEN_NOT_CONVERGED] = E_EIGEN_FAILED,
                                      [EIGEN_SINGULAR] = E_EIGEN_SINGULAR};
    if (status != EIGEN_OK)
        diag_report(errors, CODES[status], q->where, q->method == EIGEN_BY_LAPACK ? "LAPACK" : "ARPACK");
    return status == EIGEN_OK;
}

static bool solve(const eigenanalysis *q, const eigen_result *r, eigen_values *found, diag *errors)
{
    if (q->method == EIGEN_BY_LAPACK)
        return report_status(q, eigen_dense(r->minus, r->plus, q->balance, found), errors);
    const int most = r->plus->n;
    if (q->krylov.vectors > most || q->krylov.wanted + 2 > q->krylov.vectors) {
        diag_report(errors, E_EIGEN_VECTORS, q->where, q->krylov.wanted, q->krylov.vectors, most);
        return false;
    }
    const eigen_status status = eigen_krylov(r->minus, r->plus, &q->krylov, found);
    if (status == EIGEN_NOT_CONVERGED && found->count > 0) {
        diag_report(errors, W_EIGEN_SOME, q->where, found->count, q->krylov.wanted);
        return true;
    }
    return report_status(q, status, errors);
}

static bool solve_and_report(eigen_result *r, solution *u, eigen_listener *report, void *to)
{
    eigen_values found = {0};
    bool ok = r->asked->method == EIGEN_BY_NOTHING || solve(r->asked, r, &found, u->s.errors);
    int *chosen = heap_resize(NULL, ((size_t)found.count + 1) * sizeof *chosen);
    r->found = r->asked->method == EIGEN_BY_NOTHING ? NULL : &found;
    r->chosen = chosen;
    r->n_chosen = 0;
    for (int k = 0; ok && k < found.count; k++)
        if (is_chosen(r, k))
            chosen[r->n_chosen++] = k;
    ok = ok && (!report || report(to, &u->s, r));
    r->found = NULL;
    r->chosen = NULL;
    free(chosen);
    eigen_values_free(&found);
    return ok;
}

eigen_pencil eigen_linearise(equations *a, solution *u, double c, arena *memory)
{
    arena *own = arena_create();
    const saved before = save(a, u, own);
    const bool *is_momentum = list_momentum_rows(u->m, own);
    settle(u);
    eigen_pencil p = {.plus = matrix(a, u, c, is_momentum, memory)};
    p.minus = matrix(a, u, -c, is_momentum, memory);
    turn_regularized_rows(u->m, &p.minus);
    restore(&before, a, u);
    arena_destroy(own);
    return p;
}

/* Aplus += c E S, Aminus -= c E S, with E their mean but in the rows of constraints on positions, where it is zero. */
static void turn_pencil(const model *m, const turning *by, double c, eigen_pencil *p, arena *memory)
{
    csc plus = csc_full(&p->plus, memory), minus = csc_full(&p->minus, memory);
    const size_t n = (size_t)plus.n;
    for (int k = 0; k < by->n; k++) {
        const turning_entry *t = &by->at[k];
        for (int e = p->plus.start[t->to]; e < p->plus.start[t->to + 1]; e++) {
            const int row = p->plus.row[e];
            const double mean = m->divided[row] ? 0.0 : 0.5 * (p->plus.value[e] + p->minus.value[e]);
            plus.value[(size_t)t->from * n + (size_t)row] += c * mean * t->by;
            minus.value[(size_t)t->from * n + (size_t)row] -= c * mean * t->by;
        }
    }
    *p = (eigen_pencil){plus, minus};
}

static bool analyse(const eigenanalysis *q, int index, const turning *by, equations *a, solution *u,
                    eigen_listener *report, void *to)
{
    arena *memory = arena_create();
    const double c = parameter(q) / 2;
    eigen_pencil p = eigen_linearise(a, u, c, memory);
    bool ok = !u->failed.is_set;
    if (!ok)
        diag_report(u->s.errors, E_FAULT, u->failed.where, u->s.t, u->failed.text);
    if (by && by->n > 0)
        turn_pencil(u->m, by, c, &p, memory);
    eigen_result r = {.asked = q, .index = index, .c = c, .plus = &p.plus, .minus = &p.minus};
    ok = ok && solve_and_report(&r, u, report, to);
    arena_destroy(memory);
    return ok;
}

bool eigen_now(const eigenanalysis *q, const turning *by, equations *a, solution *u, eigen_listener *report, void *to)
{
    return analyse(q, 0, by, a, u, report, to);
}

/* What is to be done before the derivatives phase has an earlier time than the initial one. */
static bool is_due(double when, const state *s) { return s->now < PHASE_DERIVATIVES ? when < s->t : when <= s->t; }

bool eigen_analyse(const eigenanalysis *q, bool *is_done, equations *a, solution *u, eigen_listener *report, void *to)
{
    for (int i = 0; q && i < q->n_times; i++) {
        if (is_done[i] || !is_due(q->when[i], &u->s))
            continue;
        is_done[i] = true;
        if (!analyse(q, i, NULL, a, u, report, to))
            return false;
    }
    return true;
}

static void load_done(const eigenanalysis *q, double when, bool was_done, bool *is_done)
{
    for (int i = 0; q && i < q->n_times; i++)
        if (q->when[i] == when)
            is_done[i] = was_done;
}

void eigen_keep(archive *a, const eigenanalysis *q, bool *is_done)
{
    int n = q ? q->n_times : 0;
    archive_index(a, &n, 0, INT_MAX);
    for (int i = 0; i < n && !archive_failed(a); i++) {
        double when = q && i < q->n_times ? q->when[i] : 0;
        bool was_done = q && i < q->n_times && is_done[i];
        archive_double(a, &when);
        archive_bool(a, &was_done);
        if (archive_is_loading(a) && !archive_failed(a))
            load_done(q, when, was_done, is_done);
    }
}
