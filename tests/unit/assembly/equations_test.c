/* equations_test.c - residual, Jacobian and what convergence tests ask of them, on a chain of two bodies. */
#include "assembly_world.h"
#include "assembly/rounding.h"
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <time.h>

#define assert_near(a, b, tolerance) assert_true(fabs((a) - (b)) <= (tolerance))

static int off; /* memory of an element that is switched off */

static const char MODEL[] =
    "structural nodes: 2; abstract nodes: 1; rigid bodies: 2; joints: 3; genels: 2; gravity; default scale: abstract "
    "nodes, 5.;"
    "end: control data;"
    "structural: 1, dynamic, 1., 0., 0., eye, 0.1, 0.2, 0.3, 0.4, 0.5, -0.6;"
    "structural: 2, dynamic, 2., 0.1, 0., euler, 0.1, 0.2, 0.3, -0.1, 0.2, 0.5, 0.7, -0.2, 0.3;"
    "abstract: 3, differential, value, 2., derivative, 1.; end: nodes;"
    "body: 1, 1, 2., 0.1, 0., 0.2, diag, 0.1, 0.2, 0.3; body: 2, 2, 1., null, diag, 0.3, 0.2, 0.1;"
    "joint: 1, spherical pin, 1, position, -1., 0., 0., position, null;"
    "joint: 2, spherical hinge, 1, position, 0.5, 0., 0., 2, position, -0.5, 0., 0.1;"
    "genel: 3, spring support, 3, abstract, algebraic, linear viscoelastic, 30., 1.;"
    "joint: 4, modal, clamped, 1, from file, \"" TEST_FOLDER "/contract/modal.fem\", 0;"
    "genel: 5, state space SISO, 3, abstract, algebraic, drive, const, 0.7, 2, matrix A, -2., 5., -4., -3., "
    "matrix B, 1., -0.5, matrix C, 2., 0.7, balance, no, value, 0.4, 0.9;"
    "gravity: uniform, 0., 0., -1., const, 9.81; end: elements;";

static const char STATES[] = "abstract nodes: 1; genels: 1; end: control data; abstract: 3, differential; end: nodes;"
                             "genel: 5, state space SISO, 3, abstract, algebraic, drive, const, 0.7, 1, matrix A, -2., "
                             "matrix B, 1., matrix C, 2.;"
                             "end: elements;";

static int setup_model(void **of, const char *words)
{
    world_create(of);
    world *w = *of;
    world_read(w, words);
    off = memory_reserve(w->m->plan, (memory_area){.size = sizeof(int), .owner = "driven"});
    world_begin(w);
    w->u->s.dvalue = 0.01;
    for (int i = 0; i < w->u->n; i++)
        if (w->m->kind[i] == DOF_ALGEBRAIC)
            w->u->y[i] = 3 + i;
    return 0;
}

static int setup(void **of) { return setup_model(of, MODEL); }
static int setup_states(void **of) { return setup_model(of, STATES); }

static void test_both(void **of)
{
    world *w = *of;
    const int n = w->u->n, entries = csc_entries(w->a->J);
    double *r = ARENA_ARRAY(w->memory, double, n), *J = ARENA_ARRAY(w->memory, double, entries);
    equations_residual(w->a, &w->u->s);
    assert_false(w->a->is_fresh);
    memcpy(r, w->a->r, (size_t)n * sizeof *r);
    equations_jacobian(w->a, &w->u->s);
    memcpy(J, w->a->J->value, (size_t)entries * sizeof *J);
    equations_both(w->a, &w->u->s);
    assert_true(w->a->is_fresh);
    assert_memory_equal(r, w->a->r, (size_t)n * sizeof *r);
    assert_memory_equal(J, w->a->J->value, (size_t)entries * sizeof *J);
    equations_jacobian(w->a, &w->u->s);
    assert_false(w->a->is_fresh);
    equations_both(w->a, &w->u->s);
    equations_residual(w->a, &w->u->s);
    assert_memory_equal(r, w->a->r, (size_t)n * sizeof *r);
    assert_false(w->a->is_fresh);
}

/* The same bits, whoever evaluates the elements; and the first fault in their order is the one that is told. */
static void test_shares(void **of)
{
    world *w = *of;
    const size_t rows = (size_t)w->u->n * sizeof(double), entries = (size_t)csc_entries(w->a->J) * sizeof(double);
    for (int i = 0; i < w->u->n; i++) /* no term is zero */
        w->u->yp[i] += 0.3 * (i + 1);
    equations_both(w->a, &w->u->s);
    double *r = arena_copy(w->memory, w->a->r, rows), *J = arena_copy(w->memory, w->a->J->value, entries);
    team *t = team_create(3);
    equations_want_magnitudes(w->a, w->memory);
    equations_both(w->a, &w->u->s);
    double *magnitude = arena_copy(w->memory, w->a->magnitude, rows);
    equations_share(w->a, t, 3, w->memory);
    assert_non_null(w->a->shares);
    equations_both(w->a, &w->u->s);
    assert_memory_equal(r, w->a->r, rows);
    assert_memory_equal(J, w->a->J->value, entries);
    assert_memory_equal(magnitude, w->a->magnitude, rows);
    for (int members = 2; members <= 5; members++) {
        team *more = team_create(members);
        equations_share(w->a, more, members, w->memory);
        memset(w->a->magnitude, 0, rows);
        equations_both(w->a, &w->u->s);
        assert_memory_equal(r, w->a->r, rows);
        assert_memory_equal(J, w->a->J->value, entries);
        assert_memory_equal(magnitude, w->a->magnitude, rows);
        team_destroy(more);
    }
    equations_share(w->a, t, 3, w->memory);
    equations_jacobian(w->a, &w->u->s);
    assert_memory_equal(J, w->a->J->value, entries);
    equations_residual(w->a, &w->u->s);
    assert_memory_equal(r, w->a->r, rows);
    team_destroy(t);
}

static void switch_off(const world *w, int label)
{
    for (int i = 0; i < w->m->elems.n; i++)
        if (w->m->elems.items[i]->n_own > 0 && (!label || (int)w->m->elems.items[i]->label == label))
            w->m->elems.items[i]->switched = off;
}

/* Elements that are off, whether their own rows come first or behind those of nodes. */
static void test_inactive_shares(void **of)
{
    world *w = *of;
    const size_t rows = (size_t)w->u->n * sizeof(double), entries = (size_t)csc_entries(w->a->J) * sizeof(double);
    switch_off(w, 0);
    equations_both(w->a, &w->u->s);
    double *r = arena_copy(w->memory, w->a->r, rows), *J = arena_copy(w->memory, w->a->J->value, entries);
    team *t = team_create(3);
    equations_share(w->a, t, 3, w->memory);
    equations_both(w->a, &w->u->s);
    assert_memory_equal(r, w->a->r, rows);
    assert_memory_equal(J, w->a->J->value, entries);
    team_destroy(t);
}

/* Degrees of freedom of a dynamic node: position and rotation with the rows of equilibrium, then momenta with theirs.
 */
static void test_rows_of_momenta(void **of)
{
    const world *w = *of;
    const node *n = w->m->nodes.items[0];
    for (int i = 0; i < 12; i++) {
        node_dof d = {.node = n, .index = i};
        node_dof_bind(&d);
        assert_int_equal(d.unknown, i < 6 ? n->dof + i : n->momentum + i - 6);
        assert_int_equal(d.row, i < 6 ? n->row + i : n->momentum_row + i - 6);
    }
}

/* Who asks for rows alone need not have room for entries. */
static void test_rows_alone(void **of)
{
    const world *w = *of;
    equations_both(w->a, &w->u->s);
    for (int i = 0; i < w->m->elems.n; i++) {
        const elem *e = w->m->elems.items[i];
        if (!e->type->eval)
            continue;
        double *r = ARENA_ARRAY(w->memory, double, e->n), *alone = ARENA_ARRAY(w->memory, double, e->n);
        local with = {.r = r, .J = ARENA_ARRAY(w->memory, double, e->n * e->ld), .ld = e->ld};
        local without = {.r = alone, .J = NULL, .ld = e->ld};
        e->type->eval(e->ld, &w->u->s, e, &with);
        e->type->eval(0, &w->u->s, e, &without);
        assert_memory_equal(r, alone, (size_t)e->n * sizeof *r);
    }
}

/* What threads are decided by: the entries that elements compute. */
static void test_work(void **of)
{
    const world *w = *of;
    long work = 0;
    for (int i = 0; i < w->m->elems.n; i++)
        work += (long)w->m->elems.items[i]->n * w->m->elems.items[i]->ld;
    assert_true(work > 0);
    assert_int_equal(equations_work(w->a), work);
}

/* States begin with the rates that their equations ask for. */
static void test_initial_rates(void **of)
{
    const world *w = *of;
    const elem *e = model_elem(w->m, elem_card_find("genel"), 5);
    solution_own(w->u);
    assert_near(w->u->yp[e->own], -2.0 * 0.4 + 5.0 * 0.9 + 0.7, 1e-14);
    assert_near(w->u->yp[e->own + 1], -4.0 * 0.4 - 3.0 * 0.9 - 0.5 * 0.7, 1e-14);
}

static elem_type failing; /* the type of an element, with another eval */

static void refuse(int n, const state *s, const elem *e, local *out)
{
    (void)n, (void)out;
    state_fail(s, e->where, "element %u", e->label);
}

static void test_faults_of_shares(void **of)
{
    world *w = *of;
    for (int i = 0; i < w->m->elems.n; i++) {
        elem *e = w->m->elems.items[i];
        if (strcmp(e->type->card->name, "joint") != 0)
            continue;
        failing = *e->type;
        failing.eval = refuse;
        e->type = &failing;
    }
    team *t = team_create(3);
    equations_share(w->a, t, 3, w->memory);
    equations_residual(w->a, &w->u->s);
    assert_true(w->u->failed.is_set);
    assert_string_equal(w->u->failed.text, "element 1");
    team_destroy(t);
}

static void refuse_by_address(int n, const state *s, const elem *e, local *out)
{
    (void)n, (void)out;
    state_fail(s, e->where, "%p", (const void *)e);
}

/* Of any two that fail the first in the order is told; nothing is left of it in the next sum. */
static void test_first_fault_of_shares(void **of)
{
    world *w = *of;
    team *t = team_create(3);
    equations_share(w->a, t, 3, w->memory);
    for (int i = 0; i < w->a->n_order * w->a->n_order; i++) {
        const int one = i / w->a->n_order, other = i % w->a->n_order;
        elem *const both[] = {(elem *)w->a->order[one], (elem *)w->a->order[other]};
        const elem_type *const were[] = {both[0]->type, both[1]->type};
        elem_type refusing[] = {*were[0], *were[1]};
        char expected[40];
        snprintf(expected, sizeof expected, "%p", (void *)both[one > other]);
        for (int k = 0; k < 2; k++)
            refusing[k].eval = refuse_by_address, both[k]->type = &refusing[k];
        equations_residual(w->a, &w->u->s);
        assert_true(w->u->failed.is_set);
        assert_string_equal(w->u->failed.text, expected);
        for (int k = 1; k >= 0; k--)
            both[k]->type = were[k];
        w->u->failed.is_set = false;
        equations_residual(w->a, &w->u->s);
        assert_false(w->u->failed.is_set);
    }
    team_destroy(t);
}

/* J v against differences of the residual along corrections. */
static void test_jacobian(void **of)
{
    world *w = *of;
    const int n = w->u->n;
    const size_t bytes = (size_t)n * sizeof(double);
    double *y = arena_copy(w->memory, w->u->y, bytes), *yp = arena_copy(w->memory, w->u->yp, bytes);
    double *v = ARENA_ARRAY(w->memory, double, n), *Jv = ARENA_ARRAY(w->memory, double, n),
           *up = ARENA_ARRAY(w->memory, double, n);
    equations_jacobian(w->a, &w->u->s);
    for (int j = 0; j < n; j++) {
        const double h = 1e-4;
        for (int i = 0; i < n; i++)
            v[i] = i == j;
        equations_multiply(w->a, v, Jv);
        for (int side = 1; side >= -1; side -= 2) {
            memcpy(w->u->y, y, bytes);
            memcpy(w->u->yp, yp, bytes);
            for (int i = 0; i < n; i++)
                v[i] = side * h * (i == j);
            solution_correct(w->u, v, w->u->s.dvalue);
            equations_residual(w->a, &w->u->s);
            if (side > 0)
                memcpy(up, w->a->r, bytes);
        }
        for (int i = 0; i < n; i++)
            assert_near((up[i] - w->a->r[i]) / (2 * h), Jv[i], 1e-6 * (1 + fabs(Jv[i])));
    }
}

/* J d = -r */
static void test_solution(void **of)
{
    world *w = *of;
    const linear_options none = {0};
    assert_true(equations_choose_solver(w->a, linear_backend_find("naive"), &none));
    equations_both(w->a, &w->u->s);
    int column;
    assert_int_equal(equations_factor(w->a, &column), LINEAR_OK);
    equations_solve(w->a);
    double *back = ARENA_ARRAY(w->memory, double, w->u->n);
    equations_multiply(w->a, w->a->d, back);
    for (int i = 0; i < w->u->n; i++)
        assert_near(back[i], -w->a->r[i], 1e-8 * (1 + fabs(w->a->r[i])));
}

/* An element that is off: its unknowns are held at zero, and nodes feel nothing of it. */
static void test_inactive(void **of)
{
    world *w = *of;
    const elem *pin = model_elem(w->m, elem_card_find("joint"), 1);
    const node *first = w->m->nodes.items[0];
    equations_residual(w->a, &w->u->s);
    const double with = w->a->r[first->row];
    switch_off(w, 1);
    equations_residual(w->a, &w->u->s);
    assert_near(fabs(with - w->a->r[first->row]), w->u->y[pin->own], 1e-12); /* the reaction along x */
    for (int k = 0; k < pin->n_own; k++)
        assert_near(w->a->r[pin->own + k] * w->u->s.dvalue, w->u->y[pin->own + k], 1e-12);
}

static void test_scales_and_sets(void **of)
{
    world *w = *of;
    const node *first = w->m->nodes.items[0], *scalar = w->m->nodes.items[2];
    equations_want_scales(w->a, w->memory);
    assert_near(w->a->row_scale[scalar->dof], 5, 0);
    for (int i = 0; i < w->u->n; i++)
        assert_near(w->a->row_scale[i], i == scalar->dof ? 5 : 1, 0);
    equations_want_magnitudes(w->a, w->memory);
    equations_residual(w->a, &w->u->s);
    for (int i = 0; i < w->u->n; i++)
        assert_true(w->a->magnitude[i] >= fabs(w->a->r[i]) * (1 - 1e-12));
    const int *set = w->a->row_set;
    assert_int_equal(set[first->row], set[first->row + 2]);
    assert_int_not_equal(set[first->row], set[first->row + 3]);
    assert_int_not_equal(set[first->row], set[first->momentum_row]);
    assert_int_not_equal(set[first->momentum_row], set[first->momentum_row + 3]);
    assert_int_not_equal(set[scalar->dof], set[first->row]);
    assert_int_equal(set[first->row], set[w->m->nodes.items[1]->row]);
    for (int i = 0; i < w->u->n; i++)
        assert_in_range(set[i], 0, w->a->n_sets - 1);
}

static own_kind kind_of(const elem *e, int k) { return e->kinds ? e->kinds[k] : OWN_CONSTRAINT; }

/* Own rows are of one set when type and kind are the same. */
static void test_sets_of_own_rows(void **of)
{
    world *w = *of;
    equations_want_magnitudes(w->a, w->memory);
    const int *set = w->a->row_set;
    int own = 0;
    for (int i = 0; i < w->m->elems.n; i++) {
        const elem *e = w->m->elems.items[i];
        for (int k = 0; k < e->n_own; k++, own++) {
            assert_int_not_equal(set[e->own + k], set[w->m->nodes.items[0]->row]);
            assert_int_not_equal(set[e->own + k], set[w->m->nodes.items[2]->dof]);
            for (int j = 0; j < w->m->elems.n; j++) {
                const elem *f = w->m->elems.items[j];
                for (int l = 0; l < f->n_own; l++)
                    assert_int_equal(set[e->own + k] == set[f->own + l],
                                     e->type == f->type && kind_of(e, k) == kind_of(f, l));
            }
        }
    }
    assert_int_equal(own, 3 + 3 + 2 + 2);
}

/* States that are numbered first do not share a set with the node. */
static void test_sets_of_states(void **of)
{
    world *w = *of;
    equations_want_magnitudes(w->a, w->memory);
    const elem *e = model_elem(w->m, elem_card_find("genel"), 5);
    assert_int_not_equal(w->a->row_set[e->own], w->a->row_set[w->m->nodes.items[0]->dof]);
    assert_in_range(w->a->row_set[e->own], 0, w->a->n_sets - 1);
}

/* --- which element it is ------------------------------------------------------------------------------------------ */

static double *rows_of(world *w, const elem *e)
{
    static double J[10000];
    double *r = ARENA_ARRAY(w->memory, double, e->n + 1);
    local out = {.r = r, .J = J, .ld = e->ld};
    e->type->eval(0, &w->u->s, e, &out);
    return r;
}

/* The first in their order with a row that is no number, and the first of its rows. */
static void test_not_finite(void **of)
{
    world *w = *of;
    int found_any = 0;
    for (int j = 0; j < w->u->n; j++) {
        const double was = w->u->y[j];
        const elem *expected = NULL;
        int row = -1, wanted_row = -1;
        double what = 0;
        w->u->y[j] = NAN;
        for (int i = w->a->n_order - 1; i >= 0; i--)
            for (int k = w->a->order[i]->n - 1; k >= 0; k--)
                if (w->a->order[i]->row[k] >= 0 && isnan(rows_of(w, w->a->order[i])[k]))
                    expected = w->a->order[i], wanted_row = w->a->order[i]->row[k];
        const elem *found = equations_find_not_finite(w->a, &w->u->s, &row, &what);
        assert_ptr_equal(found, expected);
        assert_int_equal(row, wanted_row);
        assert_true(!found || isnan(what));
        found_any += found == w->a->order[0];
        w->u->y[j] = was;
        equations_residual(w->a, &w->u->s); /* nothing is left of it */
        assert_true(isfinite(w->a->r[j]));
    }
    assert_true(found_any > 0);
}

/* The element that does most to a row, in sum. */
static void test_largest(void **of)
{
    world *w = *of;
    for (int row = 0; row < w->u->n; row++) {
        double most = 0, what = -1;
        const elem *expected = NULL;
        for (int i = 0; i < w->a->n_order; i++) {
            const elem *e = w->a->order[i];
            const double *r = rows_of(w, e);
            double sum = 0;
            for (int k = 0; k < e->n; k++)
                sum += e->row[k] == row ? r[k] : 0;
            if (fabs(sum) > fabs(most))
                most = sum, expected = e;
        }
        assert_ptr_equal(equations_find_largest(w->a, &w->u->s, row, &what), expected);
        assert_true(what == most);
    }
}

typedef struct {
    law_ear ear;
    int times;
} listener;

static void count(law_ear *ear, const law *l, const double *strain, const double *rate, const law_result *f)
{
    (void)l, (void)strain, (void)rate, (void)f;
    ((listener *)ear)->times++;
}

/* An element is asked, its laws are heard of, and its rows are not left for the next. */
static void test_ask(void **of)
{
    world *w = *of;
    listener heard = {.ear = {count}};
    equations_residual(w->a, &w->u->s);
    double *r = arena_copy(w->memory, w->a->r, (size_t)w->u->n * sizeof *r);
    state s = w->u->s;
    s.ear = &heard.ear;
    equations_ask(w->a, &s, model_elem(w->m, elem_card_find("genel"), 3));
    assert_int_equal(heard.times, 1);
    equations_residual(w->a, &w->u->s);
    assert_memory_equal(r, w->a->r, (size_t)w->u->n * sizeof *r);
}

/* 4 eps sum |dr_i/dy_j| size_j, size_j = |y_j|, or 1 where it is part of a rotation. */
static void test_rounding(void **of)
{
    world *w = *of;
    const csc *J = w->a->J;
    const int n = w->u->n;
    double *noise = ARENA_ARRAY(w->memory, double, n), *expected = ARENA_ARRAY(w->memory, double, n);
    equations_jacobian(w->a, &w->u->s);
    rounding_of_rows(w->a, &w->u->s, noise);
    for (int j = 0; j < n; j++) {
        double size = fabs(w->u->y[j]);
        for (int i = 0; i < 2; i++)
            if (j >= w->m->nodes.items[i]->dof + 3 && j < w->m->nodes.items[i]->dof + 6)
                size = 1;
        if (w->m->kind[j] == DOF_DIFFERENTIAL)
            size /= w->u->s.dvalue;
        for (int k = J->start[j]; k < J->start[j + 1]; k++)
            expected[J->row[k]] += 4 * DBL_EPSILON * size * fabs(J->value[k]);
    }
    for (int i = 0; i < n; i++)
        assert_near(noise[i], expected[i], 1e-12 * expected[i]);
}

static double cpu_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Each kind of work is counted where it belongs, and all of it is not more than has passed, nor much less. */
static void test_seconds(void **of)
{
    enum { TIMES = 300 };
    world *w = *of;
    const linear_options defaults = {0};
    solver_seconds spent = {0}, before;
    int column = -1;
    assert_true(equations_choose_solver(w->a, NULL, &defaults));
    equations_both(w->a, &w->u->s);
    w->a->seconds = &spent;
    const double begin = cpu_now();
    for (int k = 0; k < TIMES; k++)
        equations_residual(w->a, &w->u->s);
    assert_true(spent.residual > 0 && spent.jacobian == 0 && spent.solution == 0);
    before = spent;
    for (int k = 0; k < TIMES; k++)
        equations_jacobian(w->a, &w->u->s);
    assert_true(spent.residual == before.residual && spent.jacobian > 0 && spent.solution == 0);
    before = spent;
    for (int k = 0; k < TIMES; k++)
        equations_both(w->a, &w->u->s);
    assert_true(spent.residual == before.residual && spent.jacobian > before.jacobian && spent.solution == 0);
    for (int k = 0; k < TIMES; k++)
        assert_int_equal(equations_factor(w->a, &column), LINEAR_OK);
    before = spent;
    assert_true(spent.solution > 0);
    for (int k = 0; k < TIMES; k++)
        equations_solve(w->a);
    assert_true(spent.residual == before.residual && spent.jacobian == before.jacobian);
    assert_true(spent.solution > before.solution);
    const double passed = cpu_now() - begin, sum = spent.residual + spent.jacobian + spent.solution;
    assert_true(sum <= passed && sum > 0.1 * passed);
    w->a->seconds = NULL;
    equations_both(w->a, &w->u->s);
    assert_true(spent.residual + spent.jacobian + spent.solution == sum);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_both, setup, world_destroy),
        cmocka_unit_test_setup_teardown(test_shares, setup, world_destroy),
        cmocka_unit_test_setup_teardown(test_inactive_shares, setup, world_destroy),
        cmocka_unit_test_setup_teardown(test_work, setup, world_destroy),
        cmocka_unit_test_setup_teardown(test_rows_alone, setup, world_destroy),
        cmocka_unit_test_setup_teardown(test_rows_of_momenta, setup, world_destroy),
        cmocka_unit_test_setup_teardown(test_initial_rates, setup, world_destroy),
        cmocka_unit_test_setup_teardown(test_faults_of_shares, setup, world_destroy),
        cmocka_unit_test_setup_teardown(test_jacobian, setup, world_destroy),
        cmocka_unit_test_setup_teardown(test_solution, setup, world_destroy),
        cmocka_unit_test_setup_teardown(test_inactive, setup, world_destroy),
        cmocka_unit_test_setup_teardown(test_scales_and_sets, setup, world_destroy),
        cmocka_unit_test_setup_teardown(test_sets_of_own_rows, setup, world_destroy),
        cmocka_unit_test_setup_teardown(test_sets_of_states, setup_states, world_destroy),
        cmocka_unit_test_setup_teardown(test_not_finite, setup, world_destroy),
        cmocka_unit_test_setup_teardown(test_largest, setup, world_destroy),
        cmocka_unit_test_setup_teardown(test_first_fault_of_shares, setup, world_destroy),
        cmocka_unit_test_setup_teardown(test_ask, setup, world_destroy),
        cmocka_unit_test_setup_teardown(test_rounding, setup, world_destroy),
        cmocka_unit_test_setup_teardown(test_seconds, setup, world_destroy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
