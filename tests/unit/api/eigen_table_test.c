/* eigen_table_test.c - the table of modes of a damped oscillator with a second, lazier body. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include "api/eigen_table.h"
#include "problem/deck.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct {
    deck *deck;
    text table;
} world;

static bool take(void *to, const state *state, const eigen_result *result)
{
    world *world = to;
    eigen_table(world->deck->model, state, result, &world->table);
    text_char(&world->table, '\0');
    return true;
}

/* Bodies of 2 kg and 32 kg slide along x, each on 800 N/m and 8 Ns/m: lambda = -2 +- i sqrt(400 - 4) and
 * -1/8 +- i sqrt(25 - 1/64). */
static const char DECK[] =
    "begin: data; problem: initial value; end: data;\n"
    "begin: initial value; final time: 0.01; time step: 1.e-2; tolerance: 1.e-7; max iterations: 20; derivatives "
    "tolerance: 1.e-4; derivatives max iterations: 20;\n"
    "eigenanalysis: 0., use lapack, balance, no;\nend: initial value;\n"
    "begin: control data; structural nodes: 3; rigid bodies: 2; joints: 5; end: control data;\n"
    "begin: nodes; structural: 1, dynamic, null, eye, null, null; structural: 2, static, null, eye, null, null;\n"
    "structural: 7, dynamic, null, eye, null, null; end: nodes;\n"
    "begin: elements; body: 1, 1, 2., null, eye; body: 7, 7, 32., null, eye;\n"
    "joint: 1, total pin joint, 1, position, null, position, null, position constraint, inactive, active, active, "
    "null, "
    "orientation constraint, active, active, active, null;\n"
    "joint: 7, total pin joint, 7, position, null, position, null, position constraint, inactive, active, active, "
    "null, "
    "orientation constraint, active, active, active, null;\n"
    "joint: 3, deformable displacement joint, 1, null, 2, null, linear viscoelastic generic, diag, 800., 0., 0., diag, "
    "8., 0., 0.;\n"
    "joint: 4, deformable displacement joint, 7, null, 2, null, linear viscoelastic generic, diag, 800., 0., 0., diag, "
    "8., 0., 0.;\n"
    "joint: 5, clamp, 2, node, node; end: elements;\n";

static void modes_by_frequency(void **of)
{
    (void)of;
    world world = {.deck = deck_create()};
    assert_true(deck_read_text(world.deck, "test", DECK, sizeof DECK - 1));
    const run_options options = {.observer = {.context = &world, .eigen = take}, .errors = world.deck->errors};
    run_summary sum;
    assert_true(problem_solve(world.deck->problem, world.deck->model, &options, &sum));
    static const char HEAD[] = "eigenanalysis 0 at time 0: 2 modes\n"
                               "  mode  frequency, Hz     damping, %      real part   nodes that move most\n";
    assert_memory_equal(world.table.data, HEAD, strlen(HEAD));
    int rows[2], at = 0;
    double hz[2], damping[2], re[2];
    unsigned label[2];
    char *line = world.table.data + strlen(HEAD);
    for (int i = 0; i < 2; i++, line += at)
        assert_int_equal(
            sscanf(line, "%d %lf %lf %lf %u (100 %%)\n%n", &rows[i], &hz[i], &damping[i], &re[i], &label[i], &at), 5);
    assert_true(rows[0] == 1 && rows[1] == 2);
    assert_true(label[0] == 7 && label[1] == 1);
    assert_true(fabs(hz[0] - sqrt(25.0 - 1.0 / 64.0) / (2.0 * M_PI)) < 1e-5 &&
                fabs(hz[1] - sqrt(396.0) / (2.0 * M_PI)) < 1e-5);
    assert_true(fabs(damping[0] - 2.5) < 1e-4 && fabs(damping[1] - 10.0) < 1e-4);
    assert_true(fabs(re[0] + 0.125) < 1e-5 && fabs(re[1] + 2.0) < 1e-4);
    assert_non_null(strstr(line, "zero or infinite eigenvalues: rigid body motions, constraints\n"));
    text_free(&world.table);
    deck_destroy(world.deck);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(modes_by_frequency)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
