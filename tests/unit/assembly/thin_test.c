/* thin_test.c - the scaled matrix of a derivatives phase: which rows and columns have a factor, that no coefficient is
 * left in it, and that it gives the solution of the matrix as it is. */
#include "assembly_world.h"
#include "assembly/thin.h"
#include <math.h>

/* A body that hangs from a node without mass, which is pinned; a state that has nothing to do with it. */
static const char MODEL[] =
    "structural nodes: 2; abstract nodes: 1; rigid bodies: 1; joints: 2; genels: 1; gravity; end: control data;"
    "structural: 1, static, 1., 0., 0., eye, null, null;"
    "structural: 2, dynamic, 2., 0.1, 0., eye, 0., 0.2, 0.3, null;"
    "abstract: 3, differential, value, 2., derivative, 1.; end: nodes;"
    "body: 2, 2, 2., 0.1, 0., 0.2, diag, 0.1, 0.2, 0.3;"
    "joint: 1, clamp, 1, node, node;"
    "joint: 2, spherical hinge, 1, position, 0.5, 0., 0., 2, position, -0.5, -0.1, 0.;"
    "genel: 3, spring support, 3, abstract, algebraic, linear viscoelastic, 30., 1.;"
    "gravity: uniform, 0., 0., -1., const, 9.81; end: elements;";

static const double C = 1e-12;

static int setup(void **of)
{
    world_create(of);
    world *w = *of;
    world_read(w, MODEL);
    world_begin(w);
    w->u->s.dvalue = C;
    equations_jacobian(w->a, &w->u->s);
    return 0;
}

static const node *node_at(const world *w, int i) { return w->m->nodes.items[i]; }

static void test_factors(void **of)
{
    world *w = *of;
    thin_scale *t = thin_create(w->m, w->a->J);
    const csc *S = thin_scaled(t, w->m, C, w->a->J);
    const node *held = node_at(w, 0), *hangs = node_at(w, 1), *alone = node_at(w, 2);
    for (int k = 0; k < 6; k++) {
        assert_true(t->row[held->row + k] == C && t->row[hangs->row + k] == C);
        assert_true(t->column[hangs->momentum + k] == 1 / C);
        assert_true(t->column[held->dof + k] == 1.0 && t->column[hangs->dof + k] == 1.0);
    }
    assert_true(t->row[alone->row] == 1.0 && t->column[alone->dof] == 1.0);
    for (int i = 0; i < w->m->elems.n; i++)
        if (strstr(w->m->elems.items[i]->type->card->name, "joint"))
            for (int k = 0; k < w->m->elems.items[i]->n_own; k++)
                assert_true(t->column[w->m->elems.items[i]->own + k] == 1 / C &&
                            t->row[w->m->elems.items[i]->own + k] == 1.0);
    assert_int_equal(csc_entries(S), csc_entries(w->a->J));
    for (int j = 0; j < S->n; j++)
        for (int k = S->start[j]; k < S->start[j + 1]; k++)
            assert_true(S->value[k] == w->a->J->value[k] * t->row[S->row[k]] * t->column[j]);
    thin_destroy(t);
}

/* By elimination with pivots; the smallest pivot over the largest entry of the matrix. */
static double solve(world *w, const csc *S, const double *right, double *x)
{
    const int n = S->n;
    double *A = ARENA_ARRAY(w->memory, double, n *n), top = 0, least = INFINITY;
    memcpy(x, right, (size_t)n * sizeof *x);
    for (int j = 0; j < n; j++)
        for (int k = S->start[j]; k < S->start[j + 1]; k++)
            top = fmax(top, fabs(A[S->row[k] * n + j] = S->value[k]));
    for (int j = 0; j < n; j++) {
        int p = j;
        for (int i = j + 1; i < n; i++)
            p = fabs(A[i * n + j]) > fabs(A[p * n + j]) ? i : p;
        for (int k = 0; k < n; k++) {
            const double keep = A[j * n + k];
            A[j * n + k] = A[p * n + k];
            A[p * n + k] = keep;
        }
        const double keep = x[j];
        x[j] = x[p];
        x[p] = keep;
        least = fmin(least, fabs(A[j * n + j]));
        for (int i = 0; i < n; i++)
            if (i != j && A[i * n + j] != 0) {
                const double f = A[i * n + j] / A[j * n + j];
                for (int k = j; k < n; k++)
                    A[i * n + k] -= f * A[j * n + k];
                x[i] -= f * x[j];
            }
    }
    for (int j = 0; j < n; j++)
        x[j] /= A[j * n + j];
    return least / top;
}

static void test_solution(void **of)
{
    world *w = *of;
    thin_scale *t = thin_create(w->m, w->a->J);
    const int n = w->m->n_unknowns;
    const csc *S = thin_scaled(t, w->m, C, w->a->J);
    double *wanted = ARENA_ARRAY(w->memory, double, n), *right = ARENA_ARRAY(w->memory, double, n),
           *y = ARENA_ARRAY(w->memory, double, n);
    for (int i = 0; i < n; i++)
        wanted[i] = (1 + 0.1 * i) * (t->column[i] > 1 ? 1.0 : C);
    for (int j = 0; j < n; j++)
        for (int k = S->start[j]; k < S->start[j + 1]; k++)
            right[S->row[k]] += t->row[S->row[k]] * w->a->J->value[k] * wanted[j];
    assert_true(solve(w, S, right, y) > 1e-6);
    for (int i = 0; i < n; i++)
        assert_true(fabs(y[i] * t->column[i] - wanted[i]) <= 1e-9 * fabs(wanted[i]));
    /* As it is, a multiplier has a pivot of the size of the coefficient. */
    assert_true(solve(w, w->a->J, right, y) < 1e-10);
    thin_destroy(t);
}

/* Once more with another coefficient: nothing is left of the last one. */
static void test_again(void **of)
{
    world *w = *of;
    thin_scale *t = thin_create(w->m, w->a->J);
    thin_scaled(t, w->m, C, w->a->J);
    const csc *S = thin_scaled(t, w->m, 1.0, w->a->J);
    assert_memory_equal(S->value, w->a->J->value, (size_t)csc_entries(S) * sizeof(double));
    thin_destroy(t);
    thin_destroy(NULL);
}

/* J^-1 J x = x. Of a thin matrix: reactions and momenta are of the size of 1, the rest of the coefficient. */
static void solves(world *w)
{
    const int n = w->m->n_unknowns;
    double *x = ARENA_ARRAY(w->memory, double, n), *b = ARENA_ARRAY(w->memory, double, n);
    int column = -1;
    assert_int_equal(equations_factor(w->a, &column), LINEAR_OK);
    for (int i = 0; i < n; i++)
        x[i] = (1 + 0.1 * i) * (w->a->by_thin && w->a->by_thin->column[i] == 1.0 ? w->u->s.dvalue : 1.0);
    equations_multiply(w->a, x, b);
    equations_apply_inverse(w->a, b);
    for (int i = 0; i < n; i++)
        assert_true(fabs(b[i] - x[i]) <= 1e-9 * fabs(x[i]));
}

/* A matrix that is singular as it is, to the solver, is scaled; the next one is not, and the one after that is. */
static void test_thin_and_then_not(void **of)
{
    world *w = *of;
    const linear_options defaults = {0};
    assert_true(equations_choose_solver(w->a, linear_backend_find("klu"), &defaults));
    for (int i = 0; i < 3; i++) {
        const bool is_thin = i != 1;
        w->u->s.now = is_thin ? PHASE_DERIVATIVES : PHASE_STEP;
        w->u->s.dvalue = is_thin ? 1e-20 : 0.01;
        equations_jacobian(w->a, &w->u->s);
        solves(w);
        assert_true((w->a->by_thin != NULL) == is_thin);
    }
    w->u->s.dvalue = 1e-20; /* of a step: as it is */
    int column = -1;
    w->u->s.now = PHASE_STEP;
    equations_jacobian(w->a, &w->u->s);
    assert_int_equal(equations_factor(w->a, &column), LINEAR_SINGULAR);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_factors, setup, world_destroy),
        cmocka_unit_test_setup_teardown(test_solution, setup, world_destroy),
        cmocka_unit_test_setup_teardown(test_again, setup, world_destroy),
        cmocka_unit_test_setup_teardown(test_thin_and_then_not, setup, world_destroy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
