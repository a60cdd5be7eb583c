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

static solution *started(const world *w)
{
    solution *u = solution_create(w->m, EXTRA, w->errors, w->memory);
    solution_initial(u);
    solution_start(u);
    u->s.now = PHASE_STEP;
    return u;
}

static void predict_all(solution *u)
{
    for (int i = 0; i < u->m->elems.n; i++)
        elem_predict(&u->s, u->m->elems.items[i], u->memory);
}

static bool is_within(const solution *u, const void *p, size_t bytes)
{
    const unsigned char *at = p;
    return at >= u->block && at + bytes <= u->block + u->size;
}

static void all_that_changes_is_in_the_block(void **of)
{
    const world *w = *of;
    solution *u = started(w);
    const size_t n = (size_t)u->n, poses = (size_t)w->m->n_poses;
    assert_non_null(u->ypp);
    assert_true(is_within(u, u->y, n * sizeof(double)) && is_within(u, u->yp, n * sizeof(double)));
    assert_true(is_within(u, u->poses, poses * sizeof(pose)) && is_within(u, u->R_ref, poses * sizeof(mat3)));
    assert_true(is_within(u, u->ypp, 6 * poses * sizeof(double)) && is_within(u, u->random, sizeof *u->random));
    assert_true(is_within(u, u->variables, (size_t)symbols_count(w->names) * sizeof(value)));
    assert_true(w->m->plan->size > 0 && is_within(u, u->memory, (size_t)w->m->plan->size * sizeof(double)));
    assert_true(is_within(u, u->extra, EXTRA));
    for (int i = 0; i < EXTRA; i++)
        assert_int_equal(((unsigned char *)u->extra)[i], 0);
    assert_ptr_equal(u->s.memory, u->memory);
    assert_true(node_value(&u->s, w->m->nodes.items[2]) == 4.5);
    solution_destroy(u);
}

/* The time is that of the solution: neither the model nor another solution sees it. */
static void times_are_its_own(void **of)
{
    const world *w = *of;
    solution *u = started(w), *v = started(w);
    solution_set_time(u, 0.25, 0.125, 2);
    solution_set_time(v, 1.5, 0.5, 3);
    assert_true(u->variables[w->m->time->index].r == 0.25 && u->variables[w->m->time_step->index].r == 0.125);
    assert_int_equal(u->variables[w->m->step->index].i, 2);
    assert_true(v->s.t == 1.5 && v->variables[w->m->time->index].r == 1.5);
    assert_true(w->m->time->now.r == 0);
    solution_destroy(u);
    solution_destroy(v);
}

static void make_steps(solution *u, int n)
{
    for (int k = 1; k <= n; k++) {
        solution_set_time(u, u->s.t + 0.25, 0.25, u->s.step + 1);
        predict_all(u);
        for (int i = 0; i < u->n; i++)
            u->y[i] += 0.01 * k, u->yp[i] -= 0.02 * k;
        solution_update(u);
        memset(u->extra, k, EXTRA);
        solution_accept(u);
    }
}

/* Looked back at: the present unknowns, or copies of them among what the problem adds. */
static void pointers_go_with_the_block(void **of)
{
    const world *w = *of;
    solution *u = started(w), *v = started(w);
    make_steps(u, 2);
    assert_true(solution_copy(v, u));
    assert_ptr_equal(v->s.y_prev, v->y);
    assert_ptr_equal(v->s.at_prev, v->poses);
    double *past = u->extra;
    u->s.y_prev = past + 3, u->s.yp_prev = past + 30;
    u->s.at_prev = (const pose *)(past + 60);
    assert_true(solution_copy(v, u));
    assert_ptr_equal(v->s.y_prev, (double *)v->extra + 3);
    assert_ptr_equal(v->s.yp_prev, (double *)v->extra + 30);
    assert_ptr_equal(v->s.at_prev, (double *)v->extra + 60);
    assert_true(v->s.y == v->y && v->s.yp == v->yp && v->s.poses == v->poses && v->s.ypp == v->ypp);
    assert_true(v->s.memory == v->memory && v->s.variables == v->variables && v->s.random == v->random);
    assert_true(v->s.rooms == v->rooms && v->s.failed == &v->failed && v->s.model == w->m);
    solution_destroy(u);
    solution_destroy(v);
}

static void assert_same(const solution *a, const solution *b)
{
    assert_int_equal(a->size, b->size);
    assert_memory_equal(a->block, b->block, a->size);
    assert_true(a->s.t == b->s.t && a->s.dt == b->s.dt && a->s.step == b->s.step && a->s.now == b->s.now);
    assert_true(a->s.dvalue == b->s.dvalue && a->s.drate == b->s.drate);
}

static void copies_are_the_same_and_independent(void **of)
{
    const world *w = *of;
    solution *u = started(w);
    make_steps(u, 1);
    solution *v = solution_clone(u, w->memory);
    assert_same(u, v);
    make_steps(u, 3);
    assert_true(memcmp(u->block, v->block, u->size) != 0);
    make_steps(v, 3);
    assert_same(u, v);
    solution *first = started(w);
    assert_true(solution_copy(v, first));
    assert_same(first, v);
    solution_destroy(u);
    solution_destroy(v);
    solution_destroy(first);
}

static void faults_are_copied(void **of)
{
    const world *w = *of;
    solution *u = started(w), *v = started(w);
    state_fail(&u->s, (place){0}, "number %d", 3);
    assert_true(solution_copy(v, u));
    assert_true(v->failed.is_set);
    assert_string_equal(v->failed.text, "number 3");
    solution_destroy(u);
    solution_destroy(v);
}

/* The rod that is driven: what its hint has given is built in each solution that has it, and taken back with it. */
static void drives_of_hints_are_built_in_the_copy(void **of)
{
    const world *w = *of;
    assert_int_equal(w->m->hints.n, 1);
    solution *u = started(w), *v = started(w), *first = started(w);
    make_steps(u, 3);
    assert_non_null(u->rooms[0].drive);
    assert_null(v->rooms[0].drive);
    assert_true(solution_copy(v, u));
    assert_true(v->rooms[0].drive && v->rooms[0].drive != u->rooms[0].drive);
    double prestrain;
    tpl_drive_value(v->rooms[0].drive, &v->s, &prestrain);
    assert_true(prestrain == 2.0 * 0.75);
    assert_true(solution_copy(v, first));
    assert_null(v->rooms[0].drive);
    assert_non_null(u->rooms[0].drive);
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
        WITH_WORLD(faults_are_copied),
        WITH_WORLD(drives_of_hints_are_built_in_the_copy),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
