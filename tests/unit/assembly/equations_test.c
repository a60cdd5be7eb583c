/* equations_test.c - residual, Jacobian and what convergence tests ask of them, on a chain of two bodies. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include "assembly/equations.h"
#include "control/control.h"
#include "model/blocks.h"
#include "model/cards.h"
#include <math.h>
#include <string.h>

#define assert_near(a, b, tolerance) assert_true(fabs((a) - (b)) <= (tolerance))

typedef struct {
    arena *memory;
    sources *texts;
    diag *errors;
    symbols *names;
    model *m;
    reader *in;
    solution *u;
    equations *a;
    int off; /* memory of an element that is switched off */
} world;

static const char MODEL[] =
    "structural nodes: 2; abstract nodes: 1; rigid bodies: 2; joints: 2; genels: 1; gravity; default scale: abstract "
    "nodes, 5.;"
    "end: control data;"
    "structural: 1, dynamic, 1., 0., 0., eye, 0.1, 0.2, 0.3, 0.4, 0.5, -0.6;"
    "structural: 2, dynamic, 2., 0.1, 0., euler, 0.1, 0.2, 0.3, -0.1, 0.2, 0.5, 0.7, -0.2, 0.3;"
    "abstract: 3, differential, value, 2., derivative, 1.; end: nodes;"
    "body: 1, 1, 2., 0.1, 0., 0.2, diag, 0.1, 0.2, 0.3; body: 2, 2, 1., null, diag, 0.3, 0.2, 0.1;"
    "joint: 1, spherical pin, 1, position, -1., 0., 0., position, null;"
    "joint: 2, spherical hinge, 1, position, 0.5, 0., 0., 2, position, -0.5, 0., 0.1;"
    "genel: 3, spring support, 3, abstract, algebraic, linear viscoelastic, 30., 1.;"
    "gravity: uniform, 0., 0., -1., const, 9.81; end: elements;";

static int setup(void **of)
{
    world *w = test_calloc(1, sizeof *w);
    w->memory = arena_create();
    w->texts = sources_create();
    w->errors = diag_create(w->texts);
    w->names = symbols_create(w->memory);
    w->m = model_create(w->memory, w->errors, w->names);
    w->in = reader_create(w->memory, w->texts, w->errors, w->names, w->m);
    model_declare_time(w->m, 0);
    reader_open_text(w->in, "test", MODEL, sizeof MODEL - 1);
    read_control_data(w->in, &w->m->options);
    model_read_nodes(w->m, w->in);
    model_read_elements(w->m, w->in);
    assert_true(model_freeze(w->m));
    w->off = memory_reserve(w->m->plan, (memory_area){.size = sizeof(int), .of = "driven"});
    w->u = solution_create(w->m, 0, w->errors, w->memory);
    w->a = equations_create(w->m, w->memory);
    solution_initial(w->u);
    w->u->s.dvalue = 0.01;
    for (int i = 0; i < w->u->n; i++)
        if (w->m->kind[i] == DOF_ALGEBRAIC)
            w->u->y[i] = 3 + i;
    *of = w;
    return 0;
}

static int teardown(void **of)
{
    world *w = *of;
    equations_destroy(w->a);
    solution_destroy(w->u);
    reader_destroy(w->in);
    model_destroy(w->m);
    symbols_destroy(w->names);
    diag_destroy(w->errors);
    sources_destroy(w->texts);
    arena_destroy(w->memory);
    test_free(w);
    return 0;
}

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
    equations_residual(w->a, &w->u->s);
    assert_memory_equal(r, w->a->r, (size_t)n * sizeof *r);
    assert_false(w->a->is_fresh);
}

/* The same bits, whoever evaluates the elements; and the first fault in their order is the one that is told. */
static void test_shares(void **of)
{
    world *w = *of;
    const size_t rows = (size_t)w->u->n * sizeof(double), entries = (size_t)csc_entries(w->a->J) * sizeof(double);
    equations_both(w->a, &w->u->s);
    double *r = arena_copy(w->memory, w->a->r, rows), *J = arena_copy(w->memory, w->a->J->value, entries);
    team *t = team_create(3);
    equations_share(w->a, t, 3, w->memory);
    assert_non_null(w->a->shares);
    equations_both(w->a, &w->u->s);
    assert_memory_equal(r, w->a->r, rows);
    assert_memory_equal(J, w->a->J->value, entries);
    equations_jacobian(w->a, &w->u->s);
    assert_memory_equal(J, w->a->J->value, entries);
    equations_residual(w->a, &w->u->s);
    assert_memory_equal(r, w->a->r, rows);
    team_destroy(t);
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
        elem *e = w->m->elems.at[i];
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
    assert_true(equations_choose_solver(w->a, linear_type_find("naive"), &none));
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
    elem *pin = NULL;
    for (int i = 0; i < w->m->elems.n; i++)
        if (w->m->elems.at[i]->n_own > 0 && w->m->elems.at[i]->label == 1)
            pin = w->m->elems.at[i];
    assert_non_null(pin);
    const node *first = w->m->nodes.at[0];
    equations_residual(w->a, &w->u->s);
    const double with = w->a->r[first->row];
    pin->switched = w->off;
    equations_residual(w->a, &w->u->s);
    assert_near(fabs(with - w->a->r[first->row]), w->u->y[pin->own], 1e-12); /* the reaction along x */
    for (int k = 0; k < pin->n_own; k++)
        assert_near(w->a->r[pin->own + k] * w->u->s.dvalue, w->u->y[pin->own + k], 1e-12);
    pin->switched = MEMORY_NONE;
}

static void test_scales_and_sets(void **of)
{
    world *w = *of;
    const node *first = w->m->nodes.at[0], *scalar = w->m->nodes.at[2];
    equations_want_scales(w->a, w->memory);
    assert_near(w->a->row_scale[scalar->dof], 5, 0);
    assert_near(w->a->row_scale[first->dof], 1, 0);
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
    assert_int_equal(set[first->row], set[w->m->nodes.at[1]->row]);
    for (int i = 0; i < w->u->n; i++)
        assert_in_range(set[i], 0, w->a->n_sets - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_both, setup, teardown),
        cmocka_unit_test_setup_teardown(test_shares, setup, teardown),
        cmocka_unit_test_setup_teardown(test_faults_of_shares, setup, teardown),
        cmocka_unit_test_setup_teardown(test_jacobian, setup, teardown),
        cmocka_unit_test_setup_teardown(test_solution, setup, teardown),
        cmocka_unit_test_setup_teardown(test_inactive, setup, teardown),
        cmocka_unit_test_setup_teardown(test_scales_and_sets, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
