/* solution_test.c - what an analysis changes lies in one block: copied to the bit, and copies go their own way. */
#include "assembly_world.h"

/* A law that remembers, a node that wants accelerations, and an element that is driven with hints. */
static const char MODEL[] =
    "structural nodes: 2; parameter nodes: 1; rigid bodies: 1; joints: 2; gravity; end: control data;"
    "structural: 1, static, null, eye, null, null;"
    "structural: 2, dynamic, 1., 0., 0., eye, 0.1, 0.2, 0.3, 0.4, 0.5, -0.6, accelerations, yes;"
    "parameter: 3, value, 4.5; end: nodes;"
    "set: real factor = 2.;"
    "body: 1, 2, 2., null, diag, 0.1, 0.2, 0.3;"
    "joint: 1, rod, 1, 2, 1., bistop, const, 1., null, linear elastic, 10.;"
    "driven: 2, string, \"Time > 0.5\", hint, \"drive{const, factor*Time}\","
    " joint: 2, rod, 1, 2, 1., linear elastic, 10.;"
    "gravity: uniform, 0., 0., -1., const, 9.81; end: elements;";

enum { EXTRA = 1000 };

static int setup(void **of)
{
    world_create(of);
    world_read(*of, MODEL);
    return 0;
}

static solution *started(const world *world)
{
    solution *solution = solution_create(world->model, EXTRA, world->errors, world->memory);
    solution_initial(solution);
    solution_start(solution);
    solution->state.now = PHASE_STEP;
    return solution;
}

static void predict_all(solution *solution)
{
    for (int i = 0; i < solution->model->elems.n; i++)
        elem_predict(&solution->state, solution->model->elems.items[i], solution->memory);
}

static bool is_within(const solution *solution, const void *p, size_t bytes)
{
    const unsigned char *at = p;
    return at >= solution->block && at + bytes <= solution->block + solution->size;
}

static void all_that_changes_is_in_the_block(void **of)
{
    const world *world = *of;
    solution *solution = started(world);
    const size_t n = (size_t)solution->n, poses = (size_t)world->model->n_poses;
    assert_non_null(solution->ypp);
    assert_true(is_within(solution, solution->y, n * sizeof(double)) &&
                is_within(solution, solution->yp, n * sizeof(double)));
    assert_true(is_within(solution, solution->poses, poses * sizeof(pose)) &&
                is_within(solution, solution->references, poses * sizeof(pose_reference)));
    assert_true(is_within(solution, solution->ypp, 6 * poses * sizeof(double)) &&
                is_within(solution, solution->random, sizeof *solution->random));
    assert_true(is_within(solution, solution->variables, (size_t)symbols_count(world->names) * sizeof(value)));
    assert_true(world->model->plan->size > 0 &&
                is_within(solution, solution->memory, (size_t)world->model->plan->size * sizeof(double)));
    assert_true(is_within(solution, solution->extra, EXTRA));
    for (int i = 0; i < EXTRA; i++)
        assert_int_equal(((unsigned char *)solution->extra)[i], 0);
    assert_ptr_equal(solution->state.memory, solution->memory);
    assert_true(node_value(&solution->state, world->model->nodes.items[2]) == 4.5);
    solution_destroy(solution);
}

/* The time is that of the solution: neither the model nor another solution sees it. */
static void times_are_its_own(void **of)
{
    const world *world = *of;
    solution *u = started(world), *v = started(world);
    solution_set_time(u, 0.25, 0.125, 2);
    solution_set_time(v, 1.5, 0.5, 3);
    assert_true(u->variables[world->model->time->index].r == 0.25 &&
                u->variables[world->model->time_step->index].r == 0.125);
    assert_int_equal(u->variables[world->model->step->index].i, 2);
    assert_true(v->state.t == 1.5 && v->variables[world->model->time->index].r == 1.5);
    assert_true(world->model->time->now.r == 0);
    solution_destroy(u);
    solution_destroy(v);
}

static void make_steps(solution *solution, int n)
{
    for (int k = 1; k <= n; k++) {
        solution_set_time(solution, solution->state.t + 0.25, 0.25, solution->state.step + 1);
        predict_all(solution);
        for (int i = 0; i < solution->n; i++)
            solution->y[i] += 0.01 * k, solution->yp[i] -= 0.02 * k;
        solution_update(solution);
        memset(solution->extra, k, EXTRA);
        solution_accept(solution);
    }
}

/* Looked back at: the present unknowns, or copies of them among what the problem adds. */
static void pointers_go_with_the_block(void **of)
{
    const world *world = *of;
    solution *u = started(world), *v = started(world);
    make_steps(u, 2);
    assert_true(solution_copy(v, u));
    assert_ptr_equal(v->state.y_prev, v->y);
    assert_ptr_equal(v->state.poses_prev, v->poses);
    double *past = u->extra;
    u->state.y_prev = past + 3, u->state.yp_prev = past + 30;
    u->state.poses_prev = (const pose *)(past + 60);
    assert_true(solution_copy(v, u));
    assert_ptr_equal(v->state.y_prev, (double *)v->extra + 3);
    assert_ptr_equal(v->state.yp_prev, (double *)v->extra + 30);
    assert_ptr_equal(v->state.poses_prev, (double *)v->extra + 60);
    assert_true(v->state.y == v->y && v->state.yp == v->yp && v->state.poses == v->poses && v->state.ypp == v->ypp);
    assert_true(v->state.memory == v->memory && v->state.variables == v->variables && v->state.random == v->random);
    assert_true(v->state.hint_instances == v->hint_instances && v->state.failed == &v->failed &&
                v->state.model == world->model);
    solution_destroy(u);
    solution_destroy(v);
}

static void assert_same(const solution *a, const solution *b)
{
    assert_int_equal(a->size, b->size);
    assert_memory_equal(a->block, b->block, a->size);
    assert_true(a->state.t == b->state.t && a->state.dt == b->state.dt && a->state.step == b->state.step &&
                a->state.now == b->state.now);
    assert_true(a->state.dvalue == b->state.dvalue && a->state.drate == b->state.drate);
}

static void copies_are_the_same_and_independent(void **of)
{
    const world *world = *of;
    solution *u = started(world);
    make_steps(u, 1);
    solution *v = solution_clone(u, world->memory);
    assert_same(u, v);
    make_steps(u, 3);
    assert_true(memcmp(u->block, v->block, u->size) != 0);
    make_steps(v, 3);
    assert_same(u, v);
    solution *first = started(world);
    assert_true(solution_copy(v, first));
    assert_same(first, v);
    solution_destroy(u);
    solution_destroy(v);
    solution_destroy(first);
}

static void errors_are_copied(void **of)
{
    const world *world = *of;
    solution *u = started(world), *v = started(world);
    state_fail(&u->state, (source_location){0}, "number %d", 3);
    assert_true(solution_copy(v, u));
    assert_true(v->failed.is_set);
    assert_string_equal(v->failed.text, "number 3");
    solution_destroy(u);
    solution_destroy(v);
}

/* The rod that is driven: what its hint has given is built in each solution that has it, and taken back with it. */
static void drives_of_hints_are_built_in_the_copy(void **of)
{
    const world *world = *of;
    assert_int_equal(world->model->hints.n, 1);
    solution *u = started(world), *v = started(world), *first = started(world);
    make_steps(u, 3);
    assert_non_null(u->hint_instances[0].drive);
    assert_null(v->hint_instances[0].drive);
    assert_true(solution_copy(v, u));
    assert_true(v->hint_instances[0].drive && v->hint_instances[0].drive != u->hint_instances[0].drive);
    double prestrain;
    tpl_drive_value(v->hint_instances[0].drive, &v->state, &prestrain);
    assert_true(prestrain == 2.0 * 0.75);
    assert_true(solution_copy(v, first));
    assert_null(v->hint_instances[0].drive);
    assert_non_null(u->hint_instances[0].drive);
    solution_destroy(u);
    solution_destroy(v);
    solution_destroy(first);
}

int main(void)
{
#define WITH_WORLD(test) cmocka_unit_test_setup_teardown(test, setup, world_destroy)
    const struct CMUnitTest tests[] = {
        WITH_WORLD(all_that_changes_is_in_the_block),
        WITH_WORLD(times_are_its_own),
        WITH_WORLD(pointers_go_with_the_block),
        WITH_WORLD(copies_are_the_same_and_independent),
        WITH_WORLD(errors_are_copied),
        WITH_WORLD(drives_of_hints_are_built_in_the_copy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
