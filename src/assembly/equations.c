/* equations.c - residual and Jacobian: each element writes its local rows, which are added where its layout says.
 *
 * Elements of a type follow each other, so that the machine sees one kernel at a time. The sum of a row depends on this
 * order and on nothing else. */
#include "assembly/equations.h"
#include "assembly/inactive.h"
#include "base/bulk.h"
#include "base/interrupt.h"
#include <stddef.h>
#include <string.h>
#include <time.h>

/* --- lists made once ---------------------------------------------------------------------------------------------- */

static void list_divided(equations *a, arena *memory)
{
    const unsigned char *divided = a->m->divided;
    const int entries = csc_entries(a->J);
    for (int i = 0; i < a->m->n_unknowns; i++)
        a->n_divided_rows += divided[i];
    for (int k = 0; k < entries; k++)
        a->n_divided_entries += divided[a->J->row[k]];
    a->divided_row = ARENA_ARRAY(memory, int, a->n_divided_rows);
    a->divided_entry = ARENA_ARRAY(memory, int, a->n_divided_entries);
    for (int i = 0, k = 0; i < a->m->n_unknowns; i++)
        if (divided[i])
            a->divided_row[k++] = i;
    for (int i = 0, k = 0; i < entries; i++)
        if (divided[a->J->row[i]])
            a->divided_entry[k++] = i;
}

static bool is_sum(const elem *e, int k) { return e->kinds && e->kinds[k] == OWN_SUM; }

static void list_sums(equations *a, arena *memory)
{
    for (int i = 0; i < a->m->elems.n; i++)
        for (int k = 0; k < a->m->elems.items[i]->n_own; k++)
            a->n_sum_rows += is_sum(a->m->elems.items[i], k);
    int *row = a->sum_row = ARENA_ARRAY(memory, int, a->n_sum_rows);
    a->is_sum_row = ARENA_ARRAY(memory, bool, a->m->n_unknowns + 1);
    for (int i = 0; i < a->m->elems.n; i++)
        for (int k = 0; k < a->m->elems.items[i]->n_own; k++)
            if (is_sum(a->m->elems.items[i], k))
                a->is_sum_row[ *row++ = a->m->elems.items[i]->own + k] = true;
}

static void list_elements(equations *a, arena *memory)
{
    const model *m = a->m;
    a->order = ARENA_ARRAY(memory, const elem *, m->elems.n);
    bool *listed = ARENA_ARRAY(memory, bool, m->elems.n);
    for (int first = 0; first < m->elems.n; first++) {
        if (listed[first] || m->elems.items[first]->n == 0)
            continue;
        for (int i = first; i < m->elems.n; i++) {
            const elem *e = m->elems.items[i];
            if (e->type == m->elems.items[first]->type && e->n > 0) {
                listed[i] = true;
                a->order[a->n_order++] = e;
            }
        }
    }
}

static void list_rows(equations *a, arena *memory)
{
    int n = 0;
    for (int i = 0; i < a->n_order; i++)
        n += a->order[i]->n;
    int *row = a->rows = ARENA_ARRAY(memory, int, n);
    for (int i = 0; i < a->n_order; i++)
        for (int k = 0; k < a->order[i]->n; k++)
            *row++ = a->order[i]->row[k] >= 0 ? a->order[i]->row[k] : a->m->n_unknowns;
}

void equations_share(equations *a, team *t, int members, arena *memory)
{
    a->shares = shares_create(t, team_share(t, members), a->order, a->n_order, a->m, memory);
}

long equations_work(const equations *a)
{
    long work = 0;
    for (int i = 0; i < a->n_order; i++)
        work += (long)a->order[i]->n * a->order[i]->ld;
    return work;
}

equations *equations_create(const model *m, arena *memory)
{
    equations *a = ARENA_NEW(memory, equations);
    a->m = m;
    a->J = arena_copy(memory, m->matrix, sizeof *m->matrix);
    a->J->value = ARENA_ARRAY(memory, double, csc_entries(m->matrix));
    a->r = ARENA_ARRAY(memory, double, m->n_unknowns + 1);
    a->d = ARENA_ARRAY(memory, double, m->n_unknowns);
    int n = 0, nn = 0;
    for (int i = 0; i < m->elems.n; i++) {
        const elem *e = m->elems.items[i];
        n = e->n > n ? e->n : n;
        nn = e->n * e->ld > nn ? e->n * e->ld : nn;
    }
    a->local_r = ARENA_ARRAY(memory, double, n);
    a->local_J = ARENA_ARRAY(memory, double, nn);
    list_elements(a, memory);
    list_rows(a, memory);
    list_divided(a, memory);
    list_sums(a, memory);
    return a;
}

void equations_destroy(equations *a)
{
    if (!a)
        return;
    thin_destroy(a->room);
    linear_destroy(a->solver);
}

bool equations_choose_solver(equations *a, const linear_backend *type, const linear_options *o)
{
    linear_destroy(a->solver);
    a->solver = NULL; /* memory may end before there is another */
    a->solver = linear_create(type ? type : linear_default_backend(a->J), a->J, o);
    return a->solver != NULL;
}

/* --- what tests of convergence need ------------------------------------------------------------------------------- */

void equations_want_scales(equations *a, arena *memory)
{
    if (a->row_scale)
        return;
    a->row_scale = ARENA_ARRAY(memory, double, a->m->n_unknowns);
    for (int row = 0; row < a->m->n_unknowns; row++)
        a->row_scale[row] = 1;
    for (int i = 0; i < a->m->nodes.n; i++) {
        const node *n = a->m->nodes.items[i];
        for (int k = 0; k < n->n_dof; k++)
            a->row_scale[n->dof + k] = n->scale;
    }
}

/* Sets of rows: forces, moments, momenta and moments of momenta of structural nodes; each type of scalar node; each
 * kind of own row of each type of element. */
static void number_node_rows(equations *a)
{
    enum { FORCE, MOMENT, MOMENTUM, MOMENTUM_MOMENT, STRUCTURAL };
    for (int i = 0; i < a->m->nodes.n; i++) {
        const node *n = a->m->nodes.items[i];
        for (int k = 0; k < n->n_dof; k++)
            a->row_set[n->dof + k] = STRUCTURAL + node_type_index(n->type);
        if (n->pose < 0 || n->n_dof == 0)
            continue;
        for (int k = 0; k < (n->has_rotation ? 6 : 3); k++) {
            if (n->momentum >= 0)
                a->row_set[n->momentum_row + k] = k < 3 ? MOMENTUM : MOMENTUM_MOMENT;
            a->row_set[n->row + k] = k < 3 ? FORCE : MOMENT;
        }
    }
    a->n_sets = STRUCTURAL + node_type_count;
}

static void number_own_rows(equations *a)
{
    enum { KINDS = OWN_DIFFERENTIAL + 1 };
    const elem_type *last = NULL;
    for (int i = 0; i < a->n_order; i++) {
        const elem *e = a->order[i];
        if (e->n_own > 0 && e->type != last) {
            last = e->type;
            a->n_sets += KINDS;
        }
        for (int k = 0; k < e->n_own; k++)
            a->row_set[e->own + k] = a->n_sets - KINDS + (int)(e->kinds ? e->kinds[k] : OWN_CONSTRAINT);
    }
}

void equations_want_magnitudes(equations *a, arena *memory)
{
    if (a->magnitude)
        return;
    a->magnitude = ARENA_ARRAY(memory, double, a->m->n_unknowns);
    a->row_set = ARENA_ARRAY(memory, int, a->m->n_unknowns);
    number_node_rows(a);
    number_own_rows(a);
    a->set_sums = arena_alloc(memory, (size_t)a->n_sets * sizeof *a->set_sums);
}

/* --- residual ----------------------------------------------------------------------------------------------------- */

/* An element that is off contributes nothing. */
static void inactive_residual(const equations *a, const state *s, const elem *e)
{
    for (int k = 0; k < e->n_own; k++)
        a->r[e->own + k] += inactive_row(s, e, k);
}

static void add_magnitudes(const equations *a, const elem *e, const double *r)
{
    for (int k = 0; k < e->n; k++)
        if (e->row[k] >= 0)
            a->magnitude[e->row[k]] += fabs(r[k]);
}

/* Adds the local rows and clears them for the next element. */
static void scatter_rows(double *restrict r, double *restrict from, const int *restrict row, int n)
{
#pragma GCC unroll 4
    for (int k = 0; k < n; k++) {
        r[row[k]] += from[k];
        from[k] = 0;
    }
}

static void begin_rows(const equations *a)
{
    bulk_zero(a->r, (size_t)a->m->n_unknowns * sizeof *a->r);
    if (a->magnitude)
        memset(a->magnitude, 0, (size_t)a->m->n_unknowns * sizeof *a->magnitude);
}

static void divide_rows(const equations *a, double *r, double by)
{
    for (int k = 0; k < a->n_divided_rows; k++)
        r[a->divided_row[k]] *= by;
}

static void forgive(const equations *a)
{
    for (int i = 0; i < a->m->n_unknowns; i++)
        if (fabs(a->r[i]) <= a->forgiven[i])
            a->r[i] = 0;
}

static void end_rows(equations *a, const state *s)
{
    if (a->forgives)
        forgive(a);
    divide_rows(a, a->r, 1 / s->dvalue);
    if (a->magnitude)
        divide_rows(a, a->magnitude, 1 / s->dvalue);
}

void equations_settle(const equations *a, solution *u)
{
    for (int k = 0; k < a->n_sum_rows; k++)
        u->y[a->sum_row[k]] -= a->r[a->sum_row[k]];
}

/* --- Jacobian ----------------------------------------------------------------------------------------------------- */

/* The diagonal of the own block; every element that can be off declares it in its layout. */
static void inactive_jacobian(const equations *a, const state *s, const elem *e)
{
    double *entry = a->J->value;
    for (int k = 0; k < e->n_slots; k++) {
        const int i = e->source[k] / e->ld, j = e->source[k] % e->ld;
        if (i == j && e->row[i] >= e->own && e->row[i] < e->own + e->n_own)
            entry[e->slot[k]] += inactive_slope(s, e, e->row[i] - e->own);
    }
}

static void scatter_entries(double *restrict entry, const double *restrict J, const elem *e)
{
    const int n = e->n_slots, *slot = e->slot, *from = e->source;
#pragma GCC unroll 4
    for (int k = 0; k < n; k++)
        entry[slot[k]] += J[from[k]];
}

static void divide_entries(const equations *a, double by)
{
    double *entry = a->J->value;
    for (int k = 0; k < a->n_divided_entries; k++)
        entry[a->divided_entry[k]] *= by;
}

/* --- both --------------------------------------------------------------------------------------------------------- */

enum { ROWS = 1, ENTRIES = 2 };

static inline void equations_evaluate(const elem *e, const state *s, unsigned what, local *out)
{
    out->ld = e->ld;
    if (what & ENTRIES)
        memset(out->J, 0, (size_t)(e->n * e->ld) * sizeof *out->J);
    e->type->eval(what & ENTRIES ? e->ld : 0, s, e, out);
}

static inline void equations_add(const equations *a, const elem *e, const int *row, const local *from, unsigned what)
{
    if (what & ROWS) {
        if (a->magnitude)
            add_magnitudes(a, e, from->r);
        scatter_rows(a->r, from->r, row, e->n);
    } else {
        memset(from->r, 0, (size_t)e->n * sizeof *from->r);
    }
    if (what & ENTRIES)
        scatter_entries(a->J->value, from->J, e);
}

static void add_inactive(const equations *a, const state *s, const elem *e, unsigned what)
{
    if (what & ROWS)
        inactive_residual(a, s, e);
    if (what & ENTRIES)
        inactive_jacobian(a, s, e);
}

static inline bool takes_part(const equations *a, const state *s, int i)
{
    return elem_is_on(s, a->order[i]) && !(a->left_out && a->left_out[i]);
}

/* They begin their sums themselves. */
static void sum_shares(const equations *a, const state *s, unsigned what)
{
    const shares_sums to = {
        .r = what & ROWS ? a->r : NULL, .magnitude = a->magnitude, .entry = what & ENTRIES ? a->J->value : NULL};
    shares_sum(a->shares, s, &to);
}

static inline __attribute__((always_inline)) void sum_elements(const equations *a, const state *s, unsigned what)
{
    interrupt_point();
    if (a->shares && !a->left_out) {
        sum_shares(a, s, what);
        return;
    }
    local out = {.r = a->local_r, .J = a->local_J};
    const int *row = a->rows;
    if (what & ROWS)
        begin_rows(a);
    if (what & ENTRIES)
        csc_zero(a->J);
    for (int i = 0; i < a->n_order; i++) {
        const elem *e = a->order[i];
        if (takes_part(a, s, i)) {
            equations_evaluate(e, s, what, &out);
            equations_add(a, e, row, &out, what);
        } else {
            add_inactive(a, s, e, what);
        }
        row += e->n;
    }
}

static double clock_now(const equations *a)
{
    struct timespec now = {0};
    if (a->seconds)
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void take_time(const equations *a, double since, double *to)
{
    if (a->seconds)
        *to += clock_now(a) - since;
}

static void note_matrix(equations *a, const state *s) { a->thin = s->now == PHASE_DERIVATIVES ? s->dvalue : 0.0; }

void equations_residual(equations *a, const state *s)
{
    const double begin = clock_now(a);
    sum_elements(a, s, ROWS);
    end_rows(a, s);
    a->is_fresh = false;
    take_time(a, begin, a->seconds ? &a->seconds->residual : NULL);
}

const elem *equations_find_not_finite(equations *a, const state *s, int *row, double *what)
{
    local out = {.r = a->local_r, .J = a->local_J};
    const elem *found = NULL;
    for (int i = 0; i < a->n_order && !found; i++) {
        const elem *e = a->order[i];
        if (!elem_is_on(s, e))
            continue;
        equations_evaluate(e, s, ROWS, &out);
        for (int k = e->n - 1; k >= 0; k--)
            if (e->row[k] >= 0 && !isfinite(out.r[k])) {
                found = e;
                *row = e->row[k];
                *what = out.r[k];
            }
        memset(out.r, 0, (size_t)e->n * sizeof *out.r);
    }
    return found;
}

const elem *equations_find_largest(equations *a, const state *s, int row, double *what)
{
    local out = {.r = a->local_r, .J = a->local_J};
    const elem *found = NULL;
    *what = 0.0;
    for (int i = 0; i < a->n_order; i++) {
        const elem *e = a->order[i];
        double sum = 0.0;
        if (!elem_is_on(s, e))
            continue;
        equations_evaluate(e, s, ROWS, &out);
        for (int k = 0; k < e->n; k++)
            sum += e->row[k] == row ? out.r[k] : 0.0;
        memset(out.r, 0, (size_t)e->n * sizeof *out.r);
        if (fabs(sum) > fabs(*what)) {
            found = e;
            *what = sum;
        }
    }
    return found;
}

void equations_ask(equations *a, const state *s, const elem *e)
{
    local out = {.r = a->local_r, .J = a->local_J};
    equations_evaluate(e, s, ROWS, &out);
    memset(out.r, 0, (size_t)e->n * sizeof *out.r);
}

void equations_jacobian(equations *a, const state *s)
{
    const double begin = clock_now(a);
    sum_elements(a, s, ENTRIES);
    divide_entries(a, 1 / s->dvalue);
    note_matrix(a, s);
    a->is_fresh = false;
    take_time(a, begin, a->seconds ? &a->seconds->jacobian : NULL);
}

void equations_both(equations *a, const state *s)
{
    const double begin = clock_now(a);
    sum_elements(a, s, ROWS | ENTRIES);
    end_rows(a, s);
    divide_entries(a, 1 / s->dvalue);
    note_matrix(a, s);
    a->is_fresh = true;
    take_time(a, begin, a->seconds ? &a->seconds->jacobian : NULL);
}

static void add_product(const equations *a, const elem *e, const double *J, const double *v, double *product)
{
    for (int i = 0; i < e->n; i++)
        for (int j = 0; e->row[i] >= 0 && j < e->n; j++)
            if (e->column[j] >= 0)
                product[e->row[i]] += J[i * e->ld + j] * v[e->column[j]];
    memset(a->local_r, 0, (size_t)e->n * sizeof *a->local_r);
}

void equations_product(equations *a, const state *s, const double *v, double *product)
{
    local out = {.r = a->local_r, .J = a->local_J};
    memset(product, 0, (size_t)a->m->n_unknowns * sizeof *product);
    for (int i = 0; i < a->n_order; i++) {
        const elem *e = a->order[i];
        for (int k = 0; !takes_part(a, s, i) && k < e->n_own; k++)
            product[e->own + k] += inactive_slope(s, e, k) * v[e->own + k];
        if (!takes_part(a, s, i))
            continue;
        out.ld = e->ld;
        memset(out.J, 0, (size_t)(e->n * e->ld) * sizeof *out.J);
        e->type->eval(e->ld, s, e, &out);
        add_product(a, e, out.J, v, product);
    }
    divide_rows(a, product, 1 / s->dvalue);
}

/* --- the linear solution ------------------------------------------------------------------------------------------ */

static linear_status factor_thin(equations *a, int *column)
{
    a->room = a->room ? a->room : thin_create(a->m, a->J);
    a->by_thin = a->room;
    return linear_factor(a->solver, thin_scaled(a->room, a->m, a->thin, a->J), column);
}

linear_status equations_factor(equations *a, int *column)
{
    const double begin = clock_now(a);
    a->by_thin = NULL;
    linear_status status = linear_factor(a->solver, a->J, column);
    if (status == LINEAR_SINGULAR && a->thin > 0)
        status = factor_thin(a, column);
    take_time(a, begin, a->seconds ? &a->seconds->solution : NULL);
    return status;
}

static void apply(const equations *a, void (*with)(linear *l, double *b), double *b)
{
    for (int i = 0; a->by_thin && i < a->m->n_unknowns; i++)
        b[i] *= a->by_thin->row[i];
    with(a->solver, b);
    for (int i = 0; a->by_thin && i < a->m->n_unknowns; i++)
        b[i] *= a->by_thin->column[i];
}

void equations_apply_inverse(const equations *a, double *b) { apply(a, linear_solve, b); }

void equations_precondition(const equations *a, double *b) { apply(a, linear_precondition, b); }

void equations_solve(equations *a)
{
    for (int i = 0; i < a->m->n_unknowns; i++)
        a->d[i] = -a->r[i];
    const double begin = clock_now(a);
    equations_apply_inverse(a, a->d);
    take_time(a, begin, a->seconds ? &a->seconds->solution : NULL);
}

void equations_multiply(const equations *a, const double *v, double *product) { csc_multiply(a->J, v, product); }

bool equations_keep(archive *ar, equations *a)
{
    archive_int(ar, &a->expected);
    return linear_serialize(ar, a->solver);
}
