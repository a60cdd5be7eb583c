/* equations.c - residual and Jacobian: each element writes its local rows, which are added where its layout says.
 *
 * Elements of a type follow each other, so that the machine sees one kernel at a time. The sum of a row depends on this
 * order and on nothing else. */
#include "assembly/equations.h"
#include "base/bulk.h"
#include <string.h>

/* --- lists made once ------------------------------------------------------------------------------------- */

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

static void list_elements(equations *a, arena *memory)
{
    const model *m = a->m;
    a->order = ARENA_ARRAY(memory, const elem *, m->elems.n);
    bool *listed = ARENA_ARRAY(memory, bool, m->elems.n);
    for (int first = 0; first < m->elems.n; first++) {
        if (listed[first] || m->elems.at[first]->n == 0)
            continue;
        for (int i = first; i < m->elems.n; i++) {
            const elem *e = m->elems.at[i];
            if (e->type == m->elems.at[first]->type && e->n > 0) {
                listed[i] = true;
                a->order[a->n_order++] = e;
            }
        }
    }
}

equations *equations_create(const model *m, arena *memory)
{
    equations *a = ARENA_NEW(memory, equations);
    a->m = m;
    a->J = m->matrix;
    a->r = ARENA_ARRAY(memory, double, m->n_unknowns);
    a->d = ARENA_ARRAY(memory, double, m->n_unknowns);
    int n = 0, nn = 0;
    for (int i = 0; i < m->elems.n; i++) {
        const elem *e = m->elems.at[i];
        n = e->n > n ? e->n : n;
        nn = e->n * e->ld > nn ? e->n * e->ld : nn;
    }
    a->local_r = ARENA_ARRAY(memory, double, n);
    a->local_J = ARENA_ARRAY(memory, double, nn);
    list_elements(a, memory);
    list_divided(a, memory);
    return a;
}

void equations_destroy(equations *a)
{
    if (a)
        linear_destroy(a->solver);
}

bool equations_choose_solver(equations *a, const linear_type *type, const linear_options *o)
{
    linear_destroy(a->solver);
    a->solver = linear_create(type ? type : linear_type_default(a->J), a->J, o);
    return a->solver != NULL;
}

/* --- what tests of convergence need ---------------------------------------------------------------------- */

void equations_want_scales(equations *a, arena *memory)
{
    if (a->row_scale)
        return;
    a->row_scale = ARENA_ARRAY(memory, double, a->m->n_unknowns);
    for (int i = 0; i < a->m->n_unknowns; i++)
        a->row_scale[i] = 1;
    for (int i = 0; i < a->m->nodes.n; i++) {
        const node *n = a->m->nodes.at[i];
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
        const node *n = a->m->nodes.at[i];
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

/* --- residual -------------------------------------------------------------------------------------------- */

/* An element that is off contributes nothing; its own unknowns are held at zero. */
static void inactive_residual(const equations *a, const state *s, const elem *e)
{
    for (int k = 0; k < e->n_own; k++)
        a->r[e->own + k] += s->y[e->own + k];
}

static void add_magnitudes(const equations *a, const elem *e, const double *r)
{
    for (int k = 0; k < e->n; k++)
        if (e->row[k] >= 0)
            a->magnitude[e->row[k]] += fabs(r[k]);
}

static void divide_rows(const equations *a, double *r, double by)
{
    for (int k = 0; k < a->n_divided_rows; k++)
        r[a->divided_row[k]] *= by;
}

void equations_residual(equations *a, const state *s)
{
    local out = {.r = a->local_r, .J = a->local_J};
    double *r = a->r;
    bulk_zero(r, (size_t)a->m->n_unknowns * sizeof *r);
    if (a->magnitude)
        memset(a->magnitude, 0, (size_t)a->m->n_unknowns * sizeof *a->magnitude);
    for (int i = 0; i < a->n_order; i++) {
        const elem *e = a->order[i];
        if (!e->active) {
            inactive_residual(a, s, e);
            continue;
        }
        const int n = e->n, *row = e->row;
        out.ld = e->ld;
        memset(out.r, 0, (size_t)n * sizeof *out.r);
        e->type->eval(0, s, e, &out);
        for (int k = 0; k < n; k++)
            if (row[k] >= 0)
                r[row[k]] += out.r[k];
        if (a->magnitude)
            add_magnitudes(a, e, out.r);
    }
    divide_rows(a, r, 1 / s->dvalue);
    if (a->magnitude)
        divide_rows(a, a->magnitude, 1 / s->dvalue);
}

/* --- Jacobian -------------------------------------------------------------------------------------------- */

/* The diagonal of the own block; every element that can be off declares it in its layout. */
static void inactive_jacobian(const equations *a, const elem *e)
{
    double *entry = a->J->value;
    for (int k = 0; k < e->n_slots; k++) {
        const int i = e->from[k] / e->ld, j = e->from[k] % e->ld;
        if (i == j && e->row[i] >= e->own && e->row[i] < e->own + e->n_own)
            entry[e->slot[k]] += 1;
    }
}

void equations_jacobian(equations *a, const state *s)
{
    local out = {.r = a->local_r, .J = a->local_J};
    double *entry = a->J->value;
    csc_zero(a->J);
    for (int i = 0; i < a->n_order; i++) {
        const elem *e = a->order[i];
        if (!e->active) {
            inactive_jacobian(a, e);
            continue;
        }
        const int n_slots = e->n_slots, *slot = e->slot, *from = e->from;
        out.ld = e->ld;
        memset(out.r, 0, (size_t)e->n * sizeof *out.r);
        memset(out.J, 0, (size_t)(e->n * e->ld) * sizeof *out.J);
        e->type->eval(e->ld, s, e, &out);
        for (int k = 0; k < n_slots; k++)
            entry[slot[k]] += out.J[from[k]];
    }
    const double by = 1 / s->dvalue;
    for (int k = 0; k < a->n_divided_entries; k++)
        entry[a->divided_entry[k]] *= by;
    a->n_jacobians++;
}

linear_status equations_factor(equations *a, int *column) { return linear_factor(a->solver, a->J, column); }

void equations_solve(equations *a)
{
    for (int i = 0; i < a->m->n_unknowns; i++)
        a->d[i] = -a->r[i];
    linear_solve(a->solver, a->d);
}

void equations_apply_inverse(const equations *a, double *b) { linear_solve(a->solver, b); }
void equations_multiply(const equations *a, const double *v, double *product) { csc_multiply(a->J, v, product); }
