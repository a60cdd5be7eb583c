/* equations.c - residual and Jacobian: each element writes its local rows, which are added where its layout says. */
#include "assembly/equations.h"
#include <string.h>

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

/* An element that is off contributes nothing; its own unknowns are held at zero. */
static void inactive_residual(const equations *a, const state *s, const elem *e)
{
    for (int k = 0; k < e->n_own; k++)
        a->r[e->own + k] += s->y[e->own + k];
}

void equations_residual(equations *a, const state *s)
{
    local out = {.r = a->local_r, .J = a->local_J};
    memset(a->r, 0, (size_t)a->m->n_unknowns * sizeof *a->r);
    for (int i = 0; i < a->m->elems.n; i++) {
        const elem *e = a->m->elems.at[i];
        if (e->n == 0)
            continue;
        if (!e->active) {
            inactive_residual(a, s, e);
            continue;
        }
        out.ld = e->ld;
        memset(out.r, 0, (size_t)e->n * sizeof *out.r);
        e->type->eval(0, s, e, &out);
        for (int k = 0; k < e->n; k++)
            if (e->row[k] >= 0)
                a->r[e->row[k]] += out.r[k];
    }
    const double by = 1 / s->dvalue;
    for (int k = 0; k < a->n_divided_rows; k++)
        a->r[a->divided_row[k]] *= by;
}

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
    for (int i = 0; i < a->m->elems.n; i++) {
        const elem *e = a->m->elems.at[i];
        if (e->n == 0)
            continue;
        if (!e->active) {
            inactive_jacobian(a, e);
            continue;
        }
        out.ld = e->ld;
        memset(out.r, 0, (size_t)e->n * sizeof *out.r);
        memset(out.J, 0, (size_t)(e->n * e->ld) * sizeof *out.J);
        e->type->eval(e->ld, s, e, &out);
        for (int k = 0; k < e->n_slots; k++)
            entry[e->slot[k]] += out.J[e->from[k]];
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
