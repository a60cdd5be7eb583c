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
    world *world = *of;
    world_read(world, MODEL);
    world_begin(world);
    world->solution->state.dvalue = C;
    equations_jacobian(world->equations, &world->solution->state);
    return 0;
}

static const node *node_at(const world *world, int i) { return world->model->nodes.items[i]; }

static void test_factors(void **of)
{
    world *world = *of;
    thin_scale *thin_scale = thin_create(world->model, world->equations->matrix);
    const csc *matrix = thin_scaled(thin_scale, world->model, C, world->equations->matrix);
    const node *prescribed = node_at(world, 0), *hangs = node_at(world, 1), *alone = node_at(world, 2);
    for (int k = 0; k < 6; k++) {
        assert_true(thin_scale->row[prescribed->row + k] == C && thin_scale->row[hangs->row + k] == C);
        assert_true(thin_scale->column[hangs->momentum + k] == 1 / C);
        assert_true(thin_scale->column[prescribed->dof + k] == 1.0 && thin_scale->column[hangs->dof + k] == 1.0);
    }
    assert_true(thin_scale->row[alone->row] == 1.0 && thin_scale->column[alone->dof] == 1.0);
    for (int i = 0; i < world->model->elems.n; i++)
        if (strstr(world->model->elems.items[i]->type->card->name, "joint"))
            for (int k = 0; k < world->model->elems.items[i]->n_internal; k++)
                assert_true(thin_scale->column[world->model->elems.items[i]->internal + k] == 1 / C &&
                            thin_scale->row[world->model->elems.items[i]->internal + k] == 1.0);
    assert_int_equal(csc_entries(matrix), csc_entries(world->equations->matrix));
    for (int j = 0; j < matrix->n; j++)
        for (int k = matrix->start[j]; k < matrix->start[j + 1]; k++)
            assert_true(matrix->value[k] ==
                        world->equations->matrix->value[k] * thin_scale->row[matrix->row[k]] * thin_scale->column[j]);
    thin_destroy(thin_scale);
}

/* By elimination with pivots; the smallest pivot over the largest entry of the matrix. */
static double solve(world *world, const csc *matrix, const double *right, double *x)
{
    const int n = matrix->n;
    double *A = ARENA_ARRAY(world->memory, double, n *n), top = 0, least = INFINITY;
    memcpy(x, right, (size_t)n * sizeof *x);
    for (int j = 0; j < n; j++)
        for (int k = matrix->start[j]; k < matrix->start[j + 1]; k++)
            top = fmax(top, fabs(A[matrix->row[k] * n + j] = matrix->value[k]));
    for (int j = 0; j < n; j++) {
        int p = j;
        for (int i = j + 1; i < n; i++)
            p = fabs(A[i * n + j]) > fabs(A[p * n + j]) ? i : p;
        for (int k = 0; k < n; k++) {
            const double serialize = A[j * n + k];
            A[j * n + k] = A[p * n + k];
            A[p * n + k] = serialize;
        }
        const double stored = x[j];
        x[j] = x[p];
        x[p] = stored;
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
    world *world = *of;
    thin_scale *thin_scale = thin_create(world->model, world->equations->matrix);
    const int n = world->model->n_unknowns;
    const csc *matrix = thin_scaled(thin_scale, world->model, C, world->equations->matrix);
    double *wanted = ARENA_ARRAY(world->memory, double, n), *right = ARENA_ARRAY(world->memory, double, n),
           *y = ARENA_ARRAY(world->memory, double, n);
    for (int i = 0; i < n; i++)
        wanted[i] = (1 + 0.1 * i) * (thin_scale->column[i] > 1 ? 1.0 : C);
    for (int j = 0; j < n; j++)
        for (int k = matrix->start[j]; k < matrix->start[j + 1]; k++)
            right[matrix->row[k]] += thin_scale->row[matrix->row[k]] * world->equations->matrix->value[k] * wanted[j];
    assert_true(solve(world, matrix, right, y) > 1e-6);
    for (int i = 0; i < n; i++)
        assert_true(fabs(y[i] * thin_scale->column[i] - wanted[i]) <= 1e-9 * fabs(wanted[i]));
    /* As it is, a multiplier has a pivot of the size of the coefficient. */
    assert_true(solve(world, world->equations->matrix, right, y) < 1e-10);
    thin_destroy(thin_scale);
}

/* Once more with another coefficient: nothing is left of the last one. */
static void test_again(void **of)
{
    world *world = *of;
    thin_scale *thin_scale = thin_create(world->model, world->equations->matrix);
    thin_scaled(thin_scale, world->model, C, world->equations->matrix);
    const csc *matrix = thin_scaled(thin_scale, world->model, 1.0, world->equations->matrix);
    assert_memory_equal(matrix->value, world->equations->matrix->value, (size_t)csc_entries(matrix) * sizeof(double));
    thin_destroy(thin_scale);
    thin_destroy(NULL);
}

/* J^-1 J x = x. Of a thin matrix: reactions and momenta are of the size of 1, the rest of the coefficient. */
static void solves(world *world)
{
    const int n = world->model->n_unknowns;
    double *x = ARENA_ARRAY(world->memory, double, n), *b = ARENA_ARRAY(world->memory, double, n);
    int column = -1;
    assert_int_equal(equations_factor(world->equations, &column), LINEAR_OK);
    for (int i = 0; i < n; i++)
        x[i] = (1 + 0.1 * i) * (world->equations->by_thin && world->equations->by_thin->column[i] == 1.0
                                    ? world->solution->state.dvalue
                                    : 1.0);
    equations_multiply(world->equations, x, b);
    equations_apply_inverse(world->equations, b);
    for (int i = 0; i < n; i++)
        assert_true(fabs(b[i] - x[i]) <= 1e-9 * fabs(x[i]));
}

/* A matrix that is singular as it is, to the solver, is scaled; the next one is not, and the one after that is. */
static void test_thin_and_then_not(void **of)
{
    world *world = *of;
    const linear_options defaults = {0};
    assert_true(equations_choose_solver(world->equations, linear_backend_find("klu"), &defaults));
    for (int i = 0; i < 3; i++) {
        const bool is_thin = i != 1;
        world->solution->state.now = is_thin ? PHASE_DERIVATIVES : PHASE_STEP;
        world->solution->state.dvalue = is_thin ? 1e-20 : 0.01;
        equations_jacobian(world->equations, &world->solution->state);
        solves(world);
        assert_true((world->equations->by_thin != NULL) == is_thin);
    }
    world->solution->state.dvalue = 1e-20; /* of a step: as it is */
    int column = -1;
    world->solution->state.now = PHASE_STEP;
    equations_jacobian(world->equations, &world->solution->state);
    assert_int_equal(equations_factor(world->equations, &column), LINEAR_SINGULAR);
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
