/* rank_report_test.c - small models with too many or too few equations, and what is said about them. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "problem/deck.h"
#include "problem/rank_report.h"
#include <stdio.h>
#include <string.h>

typedef struct {
    deck *deck;
    char said[8192];
} world;

static void notify(void *to, const diag *diagnostics, const diag_message *message)
{
    char *said = ((world *)to)->said;
    const size_t used = strlen(said);
    (void)diagnostics;
    snprintf(said + used, sizeof(world){0}.said - used, "%s|%s\n", message->text, message->hint);
}

/* A deck with the given counters of the control data, nodes and elements. */
static rank_findings check(world *world, const char *counters, const char *nodes, const char *elements)
{
    char words[8192];
    const int n = snprintf(words, sizeof words,
                           "begin: data; problem: initial value; end: data;\n"
                           "begin: initial value; final time: 1.; time step: 1.e-2; end: initial value;\n"
                           "begin: control data; %s end: control data;\n"
                           "begin: nodes;\n%s\nend: nodes;\n"
                           "begin: elements;\n%s\nend: elements;\n",
                           counters, nodes, elements);
    world->deck = deck_create();
    diag_set_sink(world->deck->errors, notify, world);
    assert_true(deck_read_text(world->deck, "test", words, (size_t)n));
    const rank_findings found =
        rank_check(world->deck->model, world->deck->problem->t0, world->deck->problem->dt, world->deck->errors);
    diag_flush(world->deck->errors);
    return found;
}

static void assert_said(const world *world, const char *words)
{
    if (!strstr(world->said, words))
        fail_msg("not said: \"%s\" in \"%s\"", words, world->said);
}

static int set_up(void **fixture)
{
    static world w;
    w = (world){0};
    *fixture = &w;
    return 0;
}

static int tear_down(void **fixture)
{
    deck_destroy(((world *)*fixture)->deck);
    return 0;
}

#define NODE(label, x, y) "structural: " #label ", dynamic, " #x ", " #y ", 0., eye, null, null;\n"
#define BODY(label) "body: " #label ", " #label ", 1., null, eye;\n"
#define PIN(label, node, x, y)                                                                                      \
    "joint: " #label ", revolute pin, " #node ", position, reference, global, " #x ", " #y ", 0., " #x ", " #y ", " \
    "0.;\n"
#define HINGE(type, label, a, b, x, y)                                                                         \
    "joint: " #label ", " type ", " #a ", position, reference, global, " #x ", " #y ", 0., " #b ", position, " \
    "reference, global, " #x ", " #y ", 0.;\n"

/* A square of four bars of length 1, three of them moving, about axes along z. */
static const char *const FOUR_BAR_NODES = NODE(1, 0., 0.5) NODE(2, 0.5, 1.) NODE(3, 1., 0.5);

static void plane_loop_of_hinges_has_three_constraints_too_many(void **fixture)
{
    world *world = *fixture;
    const rank_findings found = check(world, "structural nodes: 3; rigid bodies: 3; joints: 4;", FOUR_BAR_NODES,
                                      BODY(1) BODY(2) BODY(3) PIN(1, 1, 0., 0.) HINGE("revolute hinge", 2, 1, 2, 0., 1.)
                                          HINGE("revolute hinge", 3, 2, 3, 1., 1.) PIN(4, 3, 1., 0.));
    assert_int_equal(found.constraints, 20);
    assert_int_equal(found.repeated, 3);
    assert_int_equal(found.freedoms, 1);
    assert_int_equal(found.motions, 0);
    assert_int_equal(found.refused, 0);
    assert_said(world, "redundant constraint of joint 4 (revolute pin): reaction force z, reaction moment x, "
                       "reaction moment y|");
    assert_said(world, "by: joint 1 (revolute pin), joint 2 (revolute hinge), joint 3 (revolute hinge)\n");
    assert_said(world, "remove 3 constraints from");
}

static void plane_loop_closed_in_line_is_sound(void **fixture)
{
    world *world = *fixture;
    const rank_findings found =
        check(world, "structural nodes: 3; rigid bodies: 3; joints: 4;", FOUR_BAR_NODES,
              BODY(1) BODY(2) BODY(3) PIN(1, 1, 0., 0.) HINGE("revolute hinge", 2, 1, 2, 0., 1.)
                  PIN(4, 3, 1., 0.) "joint: 3, in line, 2, 0.5, 0., 0., eye, 3, offset, 0., 0.5, 0.;\n");
    assert_int_equal(found.constraints, 17);
    assert_int_equal(found.repeated, 0);
    assert_int_equal(found.motions, 0);
    assert_int_equal(found.freedoms, 1);
    assert_string_equal(world->said, "");
}

/* A second clamp repeats the first; the pendulum beside it has no part in it. */
static void joint_that_is_there_twice_names_the_other(void **fixture)
{
    world *world = *fixture;
    const rank_findings found =
        check(world, "structural nodes: 2; rigid bodies: 1; joints: 3;",
              "structural: 7, static, null, eye, null, null;" NODE(1, 0., 0.5),
              BODY(1) "joint: 1, clamp, 7, node, node;\n" PIN(2, 1, 0., 0.) "joint: 3, clamp, 7, node, node;\n");
    assert_int_equal(found.repeated, 6);
    assert_int_equal(found.refused, 6);
    assert_said(world, "6 of 17 constraints fix the ground twice, 0 unknowns");
    assert_said(world, "redundant constraint of joint 3 (clamp): reaction force x");
    assert_said(world, "already imposed by: joint 1 (clamp)\n");
}

static void node_without_body_is_named(void **fixture)
{
    world *world = *fixture;
    const rank_findings found =
        check(world, "structural nodes: 2; rigid bodies: 1;", NODE(1, 0., 0.) NODE(5, 1., 0.), BODY(1));
    assert_int_equal(found.repeated, 0);
    assert_int_equal(found.motions, 6);
    assert_said(world,
                "undetermined motion of structural node 5: position x, position y, position z, rotation x, rotation y, "
                "rotation z|");
}

/* A massless node on a hinge turns freely; nothing else is wrong with it. */
static void massless_node_on_a_hinge_rotates_freely(void **fixture)
{
    world *world = *fixture;
    const rank_findings found = check(world, "structural nodes: 1; joints: 1;",
                                      "structural: 3, static, null, eye, null, null;\n", PIN(1, 3, 0., 0.));
    assert_int_equal(found.motions, 1);
    assert_said(world, "undetermined motion of structural node 3: rotation z|");
}

/* Two massless points at the ends of a spring: each way they move together costs nothing. */
static void motion_of_two_nodes_names_both(void **fixture)
{
    world *world = *fixture;
    const rank_findings found = check(
        world, "structural nodes: 2; joints: 1;",
        "structural: 1, static displacement, null, null;\nstructural: 2, static displacement, 1., 0., 0., null;\n",
        "joint: 1, rod, 1, 2, 1., linear elastic, 1.;\n");
    assert_int_equal(found.motions, 5);
    assert_said(world, "combined motion of: structural node 2, position x, structural node 1, position x|");
}

static void abstract_node_without_equation(void **fixture)
{
    world *world = *fixture;
    const rank_findings found = check(world, "abstract nodes: 2; genels: 1;", "abstract: 4; abstract: 9;\n",
                                      "genel: 1, spring support, 4, abstract, algebraic, linear elastic, 1.;\n");
    assert_int_equal(found.motions, 1);
    assert_said(world, "undetermined motion of abstract node 9: ");
    assert_said(world, "no element contributes to its equation");
}

int main(void)
{
#define MODEL_TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        MODEL_TEST(plane_loop_of_hinges_has_three_constraints_too_many),
        MODEL_TEST(plane_loop_closed_in_line_is_sound),
        MODEL_TEST(joint_that_is_there_twice_names_the_other),
        MODEL_TEST(node_without_body_is_named),
        MODEL_TEST(massless_node_on_a_hinge_rotates_freely),
        MODEL_TEST(motion_of_two_nodes_names_both),
        MODEL_TEST(abstract_node_without_equation),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
