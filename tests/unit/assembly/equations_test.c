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
    world *world = *of;
    world_read(world, words);
    off = memory_reserve(world->model->plan, (memory_area){.size = sizeof(int), .owner = "driven"});
    world_begin(world);
    world->solution->state.dvalue = 0.01;
    for (int i = 0; i < world->solution->n; i++)
        if (world->model->kind[i] == DOF_ALGEBRAIC)
            world->solution->y[i] = 3 + i;
    return 0;
}

static int setup(void **of) { return setup_model(of, MODEL); }
static int setup_states(void **of) { return setup_model(of, STATES); }

static void test_both(void **of)
{
    world *world = *of;
    const int n = world->solution->n, entries = csc_entries(world->equations->matrix);
    double *r = ARENA_ARRAY(world->memory, double, n), *J = ARENA_ARRAY(world->memory, double, entries);
    equations_residual(world->equations, &world->solution->state);
    assert_false(world->equations->is_fresh);
    memcpy(r, world->equations->r, (size_t)n * sizeof *r);
    equations_jacobian(world->equations, &world->solution->state);
    memcpy(J, world->equations->matrix->value, (size_t)entries * sizeof *J);
    equations_eval(world->equations, &world->solution->state);
    assert_true(world->equations->is_fresh);
    assert_memory_equal(r, world->equations->r, (size_t)n * sizeof *r);
    assert_memory_equal(J, world->equations->matrix->value, (size_t)entries * sizeof *J);
    equations_jacobian(world->equations, &world->solution->state);
    assert_false(world->equations->is_fresh);
    equations_eval(world->equations, &world->solution->state);
    equations_residual(world->equations, &world->solution->state);
    assert_memory_equal(r, world->equations->r, (size_t)n * sizeof *r);
    assert_false(world->equations->is_fresh);
}

/* The same bits, whoever evaluates the elements; and the first error in their order is the one that is told. */
static void test_shares(void **of)
{
    world *world = *of;
    const size_t rows = (size_t)world->solution->n * sizeof(double),
                 entries = (size_t)csc_entries(world->equations->matrix) * sizeof(double);
    for (int i = 0; i < world->solution->n; i++) /* no term is zero */
        world->solution->yp[i] += 0.3 * (i + 1);
    equations_eval(world->equations, &world->solution->state);
    double *r = arena_copy(world->memory, world->equations->r, rows),
           *J = arena_copy(world->memory, world->equations->matrix->value, entries);
    thread_pool *pool = thread_pool_create(3);
    equations_want_magnitudes(world->equations, world->memory);
    equations_eval(world->equations, &world->solution->state);
    double *magnitude = arena_copy(world->memory, world->equations->magnitude, rows);
    equations_share(world->equations, pool, 3, world->memory);
    assert_non_null(world->equations->shares);
    equations_eval(world->equations, &world->solution->state);
    assert_memory_equal(r, world->equations->r, rows);
    assert_memory_equal(J, world->equations->matrix->value, entries);
    assert_memory_equal(magnitude, world->equations->magnitude, rows);
    for (int members = 2; members <= 5; members++) {
        thread_pool *more = thread_pool_create(members);
        equations_share(world->equations, more, members, world->memory);
        memset(world->equations->magnitude, 0, rows);
        equations_eval(world->equations, &world->solution->state);
        assert_memory_equal(r, world->equations->r, rows);
        assert_memory_equal(J, world->equations->matrix->value, entries);
        assert_memory_equal(magnitude, world->equations->magnitude, rows);
        thread_pool_destroy(more);
    }
    equations_share(world->equations, pool, 3, world->memory);
    equations_jacobian(world->equations, &world->solution->state);
    assert_memory_equal(J, world->equations->matrix->value, entries);
    equations_residual(world->equations, &world->solution->state);
    assert_memory_equal(r, world->equations->r, rows);
    thread_pool_destroy(pool);
}

static void switch_off(const world *world, int label)
{
    for (int i = 0; i < world->model->elems.n; i++)
        if (world->model->elems.items[i]->n_internal > 0 &&
            (!label || (int)world->model->elems.items[i]->label == label))
            world->model->elems.items[i]->switched = off;
}

/* Elements that are off, whether their internal rows come first or behind those of nodes. */
static void test_inactive_shares(void **of)
{
    world *world = *of;
    const size_t rows = (size_t)world->solution->n * sizeof(double),
                 entries = (size_t)csc_entries(world->equations->matrix) * sizeof(double);
    switch_off(world, 0);
    equations_eval(world->equations, &world->solution->state);
    double *r = arena_copy(world->memory, world->equations->r, rows),
           *J = arena_copy(world->memory, world->equations->matrix->value, entries);
    thread_pool *pool = thread_pool_create(3);
    equations_share(world->equations, pool, 3, world->memory);
    equations_eval(world->equations, &world->solution->state);
    assert_memory_equal(r, world->equations->r, rows);
    assert_memory_equal(J, world->equations->matrix->value, entries);
    thread_pool_destroy(pool);
}

/* Degrees of freedom of a dynamic node: position and rotation with the rows of equilibrium, then momenta with theirs.
 */
static void test_rows_of_momenta(void **of)
{
    const world *world = *of;
    const node *node = world->model->nodes.items[0];
    for (int i = 0; i < 12; i++) {
        node_dof dof = {.node = node, .index = i};
        node_dof_bind(&dof);
        assert_int_equal(dof.unknown, i < 6 ? node->dof + i : node->momentum + i - 6);
        assert_int_equal(dof.row, i < 6 ? node->row + i : node->momentum_row + i - 6);
    }
}

/* Who asks for rows alone need not have space for entries. */
static void test_rows_alone(void **of)
{
    const world *world = *of;
    equations_eval(world->equations, &world->solution->state);
    for (int i = 0; i < world->model->elems.n; i++) {
        const elem *element = world->model->elems.items[i];
        if (!element->type->eval)
            continue;
        double *r = ARENA_ARRAY(world->memory, double, element->n),
               *alone = ARENA_ARRAY(world->memory, double, element->n);
        local with = {.r = r, .J = ARENA_ARRAY(world->memory, double, element->n * element->ld), .ld = element->ld};
        local without = {.r = alone, .J = NULL, .ld = element->ld};
        element->type->eval(element->ld, &world->solution->state, element, &with);
        element->type->eval(0, &world->solution->state, element, &without);
        assert_memory_equal(r, alone, (size_t)element->n * sizeof *r);
    }
}

/* What threads are decided by: the entries that elements compute. */
static void test_work(void **of)
{
    const world *world = *of;
    long work = 0;
    for (int i = 0; i < world->model->elems.n; i++)
        work += (long)world->model->elems.items[i]->n * world->model->elems.items[i]->ld;
    assert_true(work > 0);
    assert_int_equal(equations_work(world->equations), work);
}

/* States begin with the rates that their equations ask for. */
static void test_initial_rates(void **of)
{
    const world *world = *of;
    const elem *element = model_elem(world->model, elem_card_find("genel"), 5);
    solution_internal(world->solution);
    assert_near(world->solution->yp[element->internal], -2.0 * 0.4 + 5.0 * 0.9 + 0.7, 1e-14);
    assert_near(world->solution->yp[element->internal + 1], -4.0 * 0.4 - 3.0 * 0.9 - 0.5 * 0.7, 1e-14);
}

static elem_type failing; /* the type of an element, with another eval */

static void refuse(int lanes, const state *state, const elem *element, local *out)
{
    (void)lanes, (void)out;
    state_fail(state, element->location, "element %u", element->label);
}

static void test_errors_of_shares(void **of)
{
    world *world = *of;
    for (int i = 0; i < world->model->elems.n; i++) {
        elem *element = world->model->elems.items[i];
        if (strcmp(element->type->card->name, "joint") != 0)
            continue;
        failing = *element->type;
        failing.eval = refuse;
        element->type = &failing;
    }
    thread_pool *pool = thread_pool_create(3);
    equations_share(world->equations, pool, 3, world->memory);
    equations_residual(world->equations, &world->solution->state);
    assert_true(world->solution->failed.is_set);
    assert_string_equal(world->solution->failed.text, "element 1");
    thread_pool_destroy(pool);
}

static void refuse_by_address(int lanes, const state *state, const elem *element, local *out)
{
    (void)lanes, (void)out;
    state_fail(state, element->location, "%p", (const void *)element);
}

/* Of any two that fail the first in the order is told; nothing is left of it in the next sum. */
static void test_first_error_of_shares(void **of)
{
    world *world = *of;
    thread_pool *pool = thread_pool_create(3);
    equations_share(world->equations, pool, 3, world->memory);
    for (int i = 0; i < world->equations->n_order * world->equations->n_order; i++) {
        const int one = i / world->equations->n_order, other = i % world->equations->n_order;
        elem *const both[] = {(elem *)world->equations->order[one], (elem *)world->equations->order[other]};
        const elem_type *const were[] = {both[0]->type, both[1]->type};
        elem_type refusing[] = {*were[0], *were[1]};
        char expected[40];
        snprintf(expected, sizeof expected, "%p", (void *)both[one > other]);
        for (int k = 0; k < 2; k++)
            refusing[k].eval = refuse_by_address, both[k]->type = &refusing[k];
        equations_residual(world->equations, &world->solution->state);
        assert_true(world->solution->failed.is_set);
        assert_string_equal(world->solution->failed.text, expected);
        for (int k = 1; k >= 0; k--)
            both[k]->type = were[k];
        world->solution->failed.is_set = false;
        equations_residual(world->equations, &world->solution->state);
        assert_false(world->solution->failed.is_set);
    }
    thread_pool_destroy(pool);
}

/* J v against differences of the residual along corrections. */
static void test_jacobian(void **of)
{
    world *world = *of;
    const int n = world->solution->n;
    const size_t bytes = (size_t)n * sizeof(double);
    double *y = arena_copy(world->memory, world->solution->y, bytes),
           *yp = arena_copy(world->memory, world->solution->yp, bytes);
    double *v = ARENA_ARRAY(world->memory, double, n), *Jv = ARENA_ARRAY(world->memory, double, n),
           *up = ARENA_ARRAY(world->memory, double, n);
    equations_jacobian(world->equations, &world->solution->state);
    for (int j = 0; j < n; j++) {
        const double h = 1e-4;
        for (int i = 0; i < n; i++)
            v[i] = i == j;
        equations_multiply(world->equations, v, Jv);
        for (int side = 1; side >= -1; side -= 2) {
            memcpy(world->solution->y, y, bytes);
            memcpy(world->solution->yp, yp, bytes);
            for (int i = 0; i < n; i++)
                v[i] = side * h * (i == j);
            solution_correct(world->solution, v, world->solution->state.dvalue);
            equations_residual(world->equations, &world->solution->state);
            if (side > 0)
                memcpy(up, world->equations->r, bytes);
        }
        for (int i = 0; i < n; i++)
            assert_near((up[i] - world->equations->r[i]) / (2 * h), Jv[i], 1e-6 * (1 + fabs(Jv[i])));
    }
}

/* J d = -r */
static void test_solution(void **of)
{
    world *world = *of;
    const linear_options none = {0};
    assert_true(equations_choose_solver(world->equations, linear_backend_find("naive"), &none));
    equations_eval(world->equations, &world->solution->state);
    int column;
    assert_int_equal(equations_factor(world->equations, &column), LINEAR_OK);
    equations_solve(world->equations);
    double *back = ARENA_ARRAY(world->memory, double, world->solution->n);
    equations_multiply(world->equations, world->equations->d, back);
    for (int i = 0; i < world->solution->n; i++)
        assert_near(back[i], -world->equations->r[i], 1e-8 * (1 + fabs(world->equations->r[i])));
}

/* An element that is off: its unknowns are held at zero, and nodes feel nothing of it. */
static void test_inactive(void **of)
{
    world *world = *of;
    const elem *pin = model_elem(world->model, elem_card_find("joint"), 1);
    const node *first = world->model->nodes.items[0];
    equations_residual(world->equations, &world->solution->state);
    const double with = world->equations->r[first->row];
    switch_off(world, 1);
    equations_residual(world->equations, &world->solution->state);
    assert_near(fabs(with - world->equations->r[first->row]), world->solution->y[pin->internal],
                1e-12); /* the reaction along x */
    for (int k = 0; k < pin->n_internal; k++)
        assert_near(world->equations->r[pin->internal + k] * world->solution->state.dvalue,
                    world->solution->y[pin->internal + k], 1e-12);
}

static void test_scales_and_sets(void **of)
{
    world *world = *of;
    const node *first = world->model->nodes.items[0], *scalar = world->model->nodes.items[2];
    equations_want_scales(world->equations, world->memory);
    assert_near(world->equations->row_scale[scalar->dof], 5, 0);
    for (int i = 0; i < world->solution->n; i++)
        assert_near(world->equations->row_scale[i], i == scalar->dof ? 5 : 1, 0);
    equations_want_magnitudes(world->equations, world->memory);
    equations_residual(world->equations, &world->solution->state);
    for (int i = 0; i < world->solution->n; i++)
        assert_true(world->equations->magnitude[i] >= fabs(world->equations->r[i]) * (1 - 1e-12));
    const int *set = world->equations->row_set;
    assert_int_equal(set[first->row], set[first->row + 2]);
    assert_int_not_equal(set[first->row], set[first->row + 3]);
    assert_int_not_equal(set[first->row], set[first->momentum_row]);
    assert_int_not_equal(set[first->momentum_row], set[first->momentum_row + 3]);
    assert_int_not_equal(set[scalar->dof], set[first->row]);
    assert_int_equal(set[first->row], set[world->model->nodes.items[1]->row]);
    for (int i = 0; i < world->solution->n; i++)
        assert_in_range(set[i], 0, world->equations->n_sets - 1);
}

static internal_kind kind_of(const elem *element, int k)
{
    return element->kinds ? element->kinds[k] : INTERNAL_CONSTRAINT;
}

/* Internal rows are of one set when type and kind are the same. */
static void test_sets_of_internal_rows(void **of)
{
    world *world = *of;
    equations_want_magnitudes(world->equations, world->memory);
    const int *set = world->equations->row_set;
    int internal = 0;
    for (int i = 0; i < world->model->elems.n; i++) {
        const elem *e = world->model->elems.items[i];
        for (int k = 0; k < e->n_internal; k++, internal++) {
            assert_int_not_equal(set[e->internal + k], set[world->model->nodes.items[0]->row]);
            assert_int_not_equal(set[e->internal + k], set[world->model->nodes.items[2]->dof]);
            for (int j = 0; j < world->model->elems.n; j++) {
                const elem *f = world->model->elems.items[j];
                for (int l = 0; l < f->n_internal; l++)
                    assert_int_equal(set[e->internal + k] == set[f->internal + l],
                                     e->type == f->type && kind_of(e, k) == kind_of(f, l));
            }
        }
    }
    assert_int_equal(internal, 3 + 3 + 2 + 2);
}

/* States that are numbered first do not share a set with the node. */
static void test_sets_of_states(void **of)
{
    world *world = *of;
    equations_want_magnitudes(world->equations, world->memory);
    const elem *element = model_elem(world->model, elem_card_find("genel"), 5);
    assert_int_not_equal(world->equations->row_set[element->internal],
                         world->equations->row_set[world->model->nodes.items[0]->dof]);
    assert_in_range(world->equations->row_set[element->internal], 0, world->equations->n_sets - 1);
}

/* --- which element it is ------------------------------------------------------------------------------------------ */

static double *rows_of(world *world, const elem *element)
{
    static double J[10000];
    double *r = ARENA_ARRAY(world->memory, double, element->n + 1);
    local out = {.r = r, .J = J, .ld = element->ld};
    element->type->eval(0, &world->solution->state, element, &out);
    return r;
}

/* The first in their order with a row that is no number, and the first of its rows. */
static void test_not_finite(void **of)
{
    world *world = *of;
    int found_any = 0;
    for (int j = 0; j < world->solution->n; j++) {
        const double was = world->solution->y[j];
        const elem *expected = NULL;
        int row = -1, wanted_row = -1;
        double what = 0;
        world->solution->y[j] = NAN;
        for (int i = world->equations->n_order - 1; i >= 0; i--)
            for (int k = world->equations->order[i]->n - 1; k >= 0; k--)
                if (world->equations->order[i]->row[k] >= 0 && isnan(rows_of(world, world->equations->order[i])[k]))
                    expected = world->equations->order[i], wanted_row = world->equations->order[i]->row[k];
        const elem *found = equations_find_not_finite(world->equations, &world->solution->state, &row, &what);
        assert_ptr_equal(found, expected);
        assert_int_equal(row, wanted_row);
        assert_true(!found || isnan(what));
        found_any += found == world->equations->order[0];
        world->solution->y[j] = was;
        equations_residual(world->equations, &world->solution->state); /* nothing is left of it */
        assert_true(isfinite(world->equations->r[j]));
    }
    assert_true(found_any > 0);
}

/* The element that does most to a row, in sum. */
static void test_largest(void **of)
{
    world *world = *of;
    for (int row = 0; row < world->solution->n; row++) {
        double most = 0, what = -1;
        const elem *expected = NULL;
        for (int i = 0; i < world->equations->n_order; i++) {
            const elem *element = world->equations->order[i];
            const double *r = rows_of(world, element);
            double sum = 0;
            for (int k = 0; k < element->n; k++)
                sum += element->row[k] == row ? r[k] : 0;
            if (fabs(sum) > fabs(most))
                most = sum, expected = element;
        }
        assert_ptr_equal(equations_find_largest(world->equations, &world->solution->state, row, &what), expected);
        assert_true(what == most);
    }
}

typedef struct {
    law_observer observer;
    int times;
} observer;

static void count(law_observer *spy, const law *law, const double *strain, const double *rate, const law_result *result)
{
    (void)law, (void)strain, (void)rate, (void)result;
    ((observer *)spy)->times++;
}

/* An element is asked, its laws are heard of, and its rows are not left for the next. */
static void test_ask(void **of)
{
    world *world = *of;
    observer received = {.observer = {count}};
    equations_residual(world->equations, &world->solution->state);
    double *r = arena_copy(world->memory, world->equations->r, (size_t)world->solution->n * sizeof *r);
    state state = world->solution->state;
    state.observer = &received.observer;
    equations_probe(world->equations, &state, model_elem(world->model, elem_card_find("genel"), 3));
    assert_int_equal(received.times, 1);
    equations_residual(world->equations, &world->solution->state);
    assert_memory_equal(r, world->equations->r, (size_t)world->solution->n * sizeof *r);
}

/* 4 eps sum |dr_i/dy_j| size_j, size_j = |y_j|, or 1 where it is part of a rotation. */
static void test_rounding(void **of)
{
    world *world = *of;
    const csc *matrix = world->equations->matrix;
    const int n = world->solution->n;
    double *expected = ARENA_ARRAY(world->memory, double, n);
    equations_jacobian(world->equations, &world->solution->state);
    const double *noise = rounding_of_rows(world->equations, &world->solution->state);
    for (int j = 0; j < n; j++) {
        double size = fabs(world->solution->y[j]);
        for (int i = 0; i < 2; i++)
            if (j >= world->model->nodes.items[i]->dof + 3 && j < world->model->nodes.items[i]->dof + 6)
                size = 1;
        if (world->model->kind[j] == DOF_DIFFERENTIAL)
            size /= world->solution->state.dvalue;
        for (int k = matrix->start[j]; k < matrix->start[j + 1]; k++)
            expected[matrix->row[k]] += 4 * DBL_EPSILON * size * fabs(matrix->value[k]);
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
    world *world = *of;
    const linear_options defaults = {0};
    solver_seconds spent = {0}, before;
    int column = -1;
    assert_true(equations_choose_solver(world->equations, NULL, &defaults));
    equations_eval(world->equations, &world->solution->state);
    world->equations->seconds = &spent;
    const double begin = cpu_now();
    for (int k = 0; k < TIMES; k++)
        equations_residual(world->equations, &world->solution->state);
    assert_true(spent.residual > 0 && spent.jacobian == 0 && spent.solution == 0);
    before = spent;
    for (int k = 0; k < TIMES; k++)
        equations_jacobian(world->equations, &world->solution->state);
    assert_true(spent.residual == before.residual && spent.jacobian > 0 && spent.solution == 0);
    before = spent;
    for (int k = 0; k < TIMES; k++)
        equations_eval(world->equations, &world->solution->state);
    assert_true(spent.residual == before.residual && spent.jacobian > before.jacobian && spent.solution == 0);
    for (int k = 0; k < TIMES; k++)
        assert_int_equal(equations_factor(world->equations, &column), LINEAR_OK);
    before = spent;
    assert_true(spent.solution > 0);
    for (int k = 0; k < TIMES; k++)
        equations_solve(world->equations);
    assert_true(spent.residual == before.residual && spent.jacobian == before.jacobian);
    assert_true(spent.solution > before.solution);
    const double passed = cpu_now() - begin, sum = spent.residual + spent.jacobian + spent.solution;
    assert_true(sum <= passed && sum > 0.1 * passed);
    world->equations->seconds = NULL;
    equations_eval(world->equations, &world->solution->state);
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
        cmocka_unit_test_setup_teardown(test_errors_of_shares, setup, world_destroy),
        cmocka_unit_test_setup_teardown(test_jacobian, setup, world_destroy),
        cmocka_unit_test_setup_teardown(test_solution, setup, world_destroy),
        cmocka_unit_test_setup_teardown(test_inactive, setup, world_destroy),
        cmocka_unit_test_setup_teardown(test_scales_and_sets, setup, world_destroy),
        cmocka_unit_test_setup_teardown(test_sets_of_internal_rows, setup, world_destroy),
        cmocka_unit_test_setup_teardown(test_sets_of_states, setup_states, world_destroy),
        cmocka_unit_test_setup_teardown(test_not_finite, setup, world_destroy),
        cmocka_unit_test_setup_teardown(test_largest, setup, world_destroy),
        cmocka_unit_test_setup_teardown(test_first_error_of_shares, setup, world_destroy),
        cmocka_unit_test_setup_teardown(test_ask, setup, world_destroy),
        cmocka_unit_test_setup_teardown(test_rounding, setup, world_destroy),
        cmocka_unit_test_setup_teardown(test_seconds, setup, world_destroy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
