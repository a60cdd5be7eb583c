/* cards_test.c - forms of cards of joints, forces, dummy nodes and driven elements, against closed forms. */
#include "probe_world.h"

static bool log_has(const world *world, const char *line)
{
    const text *log = &world->deck->model->log;
    return memmem(log->data, log->n, line, strlen(line)) != NULL;
}

/* A pendulum hangs at rest: the pin carries its weight, and the couple that a centre of mass off the axis needs. */
static void reactions_of_a_revolute_pin(void **of)
{
    world *world = *of;
    static const probe probes[] = {{"joint", 1, "Fx"}, {"joint", 1, "Fy"}, {"joint", 1, "Fz"}, {"joint", 1, "Mx"},
                                   {"joint", 1, "My"}, {"joint", 1, "Mz"}, {"joint", 1, "rz"}, {"joint", 1, "wz"}};
    assert_true(world_model(world, probes, 8, (march){.until = 5e-3},
                            (const char *const[]){"structural nodes: 1; rigid bodies: 1; joints: 1; gravity;",
                                                  "structural: 1, dynamic, null, eye, null, null;",
                                                  "body: 1, 1, 2., 0., -0.5, 0.1, diag, 1., 1., 1.;"
                                                  "joint: 1, revolute pin, 1, null, null;"
                                                  "gravity: 0., -1., 0., const, 10.;"}));
    const double expected[] = {0.0, -20.0, 0.0, 2.0, 0.0, 0.0, 0.0, 0.0};
    for (int k = 0; k < 8; k++)
        assert_true(fabs(world->v[world->n - 1][k] - expected[k]) < 1e-6);
}

/* `reference, node` on the side of the ground is the frame of the pinned node: the pin fits wherever the node
 * stands. In a total pin joint it is the global frame, as in MBDyn. */
static void pins_at_their_node(void **of)
{
    static const char *const PINS[] = {
        "revolute pin, 1, 0.1, 0.2, 0.3, orientation, eye, reference, node, 0.1, 0.2, 0.3, orientation, reference, "
        "node, eye",
        "spherical pin, 1, position, 0.1, 0.2, 0.3, position, reference, node, 0.1, 0.2, 0.3",
        "total pin joint, 1, position, null, rotation orientation, euler123, -0.4, 0., 0., position, reference, node, "
        "1., 2., 3., position constraint, 1, 1, 1, null"};
    static const probe probes[] = {{"structural", 1, "X[1]"}, {"structural", 1, "X[2]"}, {"structural", 1, "E[1]"}};
    world *world = *of;
    for (int i = 0; i < 3; i++) {
        char elements[400];
        snprintf(elements, sizeof elements, "body: 1, 1, 1., null, eye; joint: 1, %s;", PINS[i]);
        assert_true(world_model(world, probes, 3, (march){.until = 5e-3},
                                (const char *const[]){"structural nodes: 1; rigid bodies: 1; joints: 1;",
                                                      "structural: 1, dynamic, 1., 2., 3., euler123, 0.4, 0.5, 0.6, "
                                                      "null, null;",
                                                      elements}));
        const double *v = world->v[world->n - 1];
        assert_true(fabs(v[0] - 1.0) < 1e-9 && fabs(v[1] - 2.0) < 1e-9 && fabs(v[2] - 0.4) < 1e-9);
    }
}

/* The log gives the plane an orientation: that of the node, turned by the shortest way. */
static void orientation_of_a_plane_in_the_log(void **of)
{
    world *world = *of;
    assert_true(world_model(world, NULL, 0, (march){.until = 1e-3},
                            (const char *const[]){"structural nodes: 2; rigid bodies: 2; joints: 2;",
                                                  "structural: 1, dynamic, null, eye, null, null;"
                                                  "structural: 2, dynamic, null, eye, null, null;",
                                                  "body: 1, 1, 1., null, eye; body: 2, 2, 1., null, eye;"
                                                  "joint: 1, in plane, 1, null, 0., 0., 2., 2;"
                                                  "joint: 2, in plane, 1, null, 1., 0., 0., 2, offset, 0., 1., 0.;"}));
    assert_true(log_has(world, "inplane: 1 1 0 0 0 1 0 0 0 1 0 0 0 1 2 0 0 0 1 0 0 0 1 0 0 0 1"));
    assert_true(log_has(world, "inplane: 2 1 0 0 0"));
    assert_true(log_has(world, "2 0 1 0 1 0 0 0 1 0 0 0 1"));
}

/* Node 2 seen from node 1, whose axes 1 and 2 are the global 2 and -1. */
static void relative_frame_in_the_log(void **of)
{
    world *world = *of;
    assert_true(
        world_model(world, NULL, 0, (march){.until = 1e-3},
                    (const char *const[]){"structural nodes: 3; rigid bodies: 2;",
                                          "structural: 1, dynamic, 1., 0., 0., 3, 0., 0., 1., 1, 0., 1., 0., "
                                          "null, null;"
                                          "structural: 2, dynamic, 1., 2., 3., eye, null, null;"
                                          "structural: 3, dummy, 2, relative frame, 1, orientation description, "
                                          "orientation matrix;",
                                          "body: 1, 1, 1., null, eye; body: 2, 2, 1., null, eye;"}));
    assert_true(log_has(world, "relative frame structural node: 3 2 0 3 mat "));
}

/* The words `force` and `moment` may be left out. A force turns with the node: here about its axis 3. */
static void total_force_without_words(void **of)
{
    world *world = *of;
    static const probe probes[] = {{"structural", 1, "X[1]"}, {"structural", 1, "X[2]"}, {"structural", 1, "Omega[3]"},
                                   {"structural", 2, "X[1]"}, {"structural", 2, "X[2]"}, {"structural", 2, "Omega[3]"}};
    assert_true(
        world_model(world, probes, 6, (march){.until = 0.2},
                    (const char *const[]){
                        "structural nodes: 2; rigid bodies: 2; forces: 3;",
                        "structural: 1, dynamic, null, eye, null, 0., 0., 3.;"
                        "structural: 2, dynamic, null, eye, null, 0., 0., 3.;",
                        "body: 1, 1, 1., null, eye; body: 2, 2, 1., null, eye;"
                        "force: 1, total, 1, position, 0.5, 0., 0., force orientation, eye, moment orientation, eye,"
                        "1., 2., 0., const, 25., component, const, 0., const, 0., const, 7.;"
                        "force: 2, follower, 2, position, 0.5, 0., 0., 1., 2., 0., const, 25.;"
                        "couple: 3, follower, 2, 0., 0., 1., const, 7.;"}));
    const double *v = world->v[world->n - 1];
    for (int k = 0; k < 3; k++)
        assert_true(fabs(v[k] - v[3 + k]) < 1e-9);
    assert_true(fabs(v[2] - (3.0 + 32.0 * world->t[world->n - 1])) < 1e-4);
}

/* Both hints of a list are followed: a joint that takes the nodes as they are when it is switched on needs no force. */
static void list_of_hints(void **of)
{
    world *world = *of;
    static const probe probes[] = {{"structural", 2, "X[1]"}, {"structural", 2, "Omega[3]"}, {"structural", 1, "X[1]"}};
    assert_true(
        world_model(world, probes, 3, (march){.until = 0.1},
                    (const char *const[]){"structural nodes: 2; rigid bodies: 2; joints: 1;",
                                          "structural: 1, dynamic, null, eye, null, null;"
                                          "structural: 2, dynamic, 1., 0., 0., euler123, 0.3, 0.2, 0.1, null, null;",
                                          "body: 1, 1, 1., null, eye; body: 2, 2, 1., null, eye;"
                                          "driven: 1, string, \"Time > 0.05\", hint, \"offset{2}\", \"hinge{2}\","
                                          "joint: 1, revolute hinge, 1, null, 2, null;"}));
    assert_true(fabs(world->v[world->n - 1][0] - 1.0) < 1e-9 && fabs(world->v[world->n - 1][2]) < 1e-9);
    assert_true(fabs(world->v[world->n - 1][1]) < 1e-9);
}

static void output_of_an_existing_element_that_is_driven(void **of)
{
    world *world = *of;
    assert_true(world_model(world, NULL, 0, (march){.until = 1e-3},
                            (const char *const[]){"structural nodes: 1; joints: 1; default output: joints;",
                                                  "structural: 1, static, null, eye, null, null;",
                                                  "joint: 1, clamp, 1, node, node;"
                                                  "driven: 1, const, 1., existing: joint, 1, output, no;"}));
    assert_false(model_elem(world->deck->model, elem_card_find("joint"), 1)->output);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(reactions_of_a_revolute_pin),
        TEST(pins_at_their_node),
        TEST(orientation_of_a_plane_in_the_log),
        TEST(relative_frame_in_the_log),
        TEST(total_force_without_words),
        TEST(list_of_hints),
        TEST(output_of_an_existing_element_that_is_driven),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
