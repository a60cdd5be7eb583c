/* bodies_test.c - bodies and nodes against closed forms: accelerations, moving frames, dummy nodes, old cards. */
#include "probe_world.h"
#include "node/structural.h"

#define ACCELERATIONS(node)                                                                                   \
    {"structural", node, "XP[1]"}, {"structural", node, "XP[2]"}, {"structural", node, "XP[3]"},              \
        {"structural", node, "Omega[1]"}, {"structural", node, "Omega[2]"}, {"structural", node, "Omega[3]"}, \
        {"structural", node, "XPP[1]"}, {"structural", node, "XPP[2]"}, {"structural", node, "XPP[3]"},       \
        {"structural", node, "OmegaP[1]"}, {"structural", node, "OmegaP[2]"},                                 \
    {                                                                                                         \
        "structural", node, "OmegaP[3]"                                                                       \
    }

/* The largest distance between accelerations and differences of velocities. */
static double acceleration_error(const world *world)
{
    double worst = 0.0;
    for (int i = 50; i + 1 < world->n; i += 20)
        for (int k = 0; k < 6; k++)
            worst = fmax(worst, fabs((world->v[i + 1][k] - world->v[i - 1][k]) / 2e-3 - world->v[i][6 + k]));
    return worst;
}

#define TUMBLING                                                                                    \
    "structural: 1, dynamic, 0.2, -0.3, 0.5, euler123, 0.3, -0.4, 0.7, 0.5, 0.2, -0.1, 1.4, -0.6, " \
    "0.8;"
#define CHANGING                                                                                                     \
    "body: 1, 1, variable mass, ramp, -0.3, -1., 10., 2.6, component, linear, 0.05, 0.1, const, 0.02, linear, "      \
    "-0.03, 0.2,"                                                                                                    \
    "matr, 0.3, 0.01, -0.02, 0.01, 0.4, 0.03, -0.02, 0.03, 0.5, linear, 1., -0.2, diag, 0.1, 0.2, 0.3, linear, 1., " \
    "0.5;"

static void accelerations_of_a_changing_body(void **of)
{
    world *world = *of;
    static const probe probes[] = {ACCELERATIONS(1)};
    assert_true(world_model(world, probes, 12, (march){.until = 0.3},
                            (const char *const[]){"structural nodes: 1; rigid bodies: 1; gravity;",
                                                  TUMBLING "output: structural, accelerations, 1;",
                                                  CHANGING "gravity: 0., 0., -1., const, 9.81;"}));
    assert_true(acceleration_error(world) < 3e-5);
}

/* A body that is turned at 2 rad/s about axis 3 while it loses mass and its centre slides along its arm:
 *     m = 3 - t/2, r = 0.2 + 0.3 t, J = 0.5 - 0.1 t + 0.2 + 0.4 t
 *     E = (m (0.3^2 + (2 r)^2) + 2^2 J) / 2,  V = m g r sin(2 t) */
static void energy_of_a_rotated_changing_body(void **of)
{
    world *world = *of;
    static const probe probes[] = {{"body", 1, "E"}, {"body", 1, "V"}, {"body", 1, "m"}};
    assert_true(world_model(
        world, probes, 3, (march){.until = 0.6},
        (const char *const[]){
            "structural nodes: 1; rigid bodies: 1; joints: 1; gravity;",
            "structural: 1, dynamic, null, eye, null, 0., 0., 2.;",
            "body: 1, 1, variable mass, linear, 3., -0.5, single, 1., 0., 0., linear, 0.2, 0.3, diag, 0.1, 0.1, 1., "
            "linear, 0.5, -0.1, diag, 0.1, 0.1, 1., linear, 0.2, 0.4;"
            "joint: 1, total pin joint, 1, position, null, position constraint, 1, 1, 1, null, orientation constraint, "
            "1, 1, 1, single, 0., 0., 1., linear, 0., 2.; gravity: 0., -1., 0., const, 10.;"}));
    for (int i = 1; i < world->n; i++) {
        const double t = world->t[i], m = 3 - t / 2, r = 0.2 + 0.3 * t, J = 0.7 + 0.3 * t;
        assert_true(fabs(world->v[i][0] - (m * (0.09 + 4 * r * r) + 4 * J) / 2) < 3e-6);
        assert_true(fabs(world->v[i][1] - m * 10 * r * sin(2 * t)) < 1e-7);
        assert_true(fabs(world->v[i][2] - m) < 1e-12);
    }
}

/* A rod without inertia about its axis, hinged at its end, leaves the horizontal: w' = m g L / (m L^2 + J). */
static void accelerations_of_a_thin_rod_are_numbers(void **of)
{
    world *world = *of;
    static const probe probes[] = {ACCELERATIONS(1)};
    assert_true(world_model(world, probes, 12, (march){.until = 2e-3},
                            (const char *const[]){"structural nodes: 1; rigid bodies: 1; joints: 1; gravity;",
                                                  "structural: 1, dynamic, 1., 0., 0., eye, null, null;"
                                                  "output: structural, accelerations, range, 1, 1;",
                                                  "body: 1, 1, 2., null, diag, 0., 0.1, 0.1;"
                                                  "joint: 1, total pin joint, 1, position, -1., 0., 0., position "
                                                  "constraint, 1, 1, 1, null, orientation constraint, 1, 0, 1, null;"
                                                  "gravity: 0., 0., -1., const, 9.81;"}));
    const double rotation = 2.0 * 9.81 / 2.1, expected[] = {0.0, 0.0, -rotation, 0.0, rotation, 0.0};
    for (int k = 0; k < 6; k++)
        assert_true(fabs(world->v[0][6 + k] - expected[k]) < 1e-4);
}

static void relative_accelerations_of_a_dummy_node(void **of)
{
    world *world = *of;
    static const probe probes[] = {ACCELERATIONS(9)};
    assert_true(world_model(
        world, probes, 12, (march){.until = 0.3},
        (const char *const[]){"structural nodes: 3; rigid bodies: 2; forces: 2;",
                              TUMBLING
                              "structural: 2, dynamic, 1., 0., 0., eye, null, 0.3, 0.2, -0.9, accelerations, yes;"
                              "structural: 9, dummy, 2, relative frame, 1, position, 0.1, 0.2, 0.3, "
                              "orientation, euler123, 0.1, 0.2, 0.3; output: structural, accelerations, 1;",
                              "body: 1, 1, 2., 0.1, 0., 0.2, diag, 1., 2., 3.; body: 2, 2, 1., null, diag, 1., 2., 2.5;"
                              "force: 1, absolute, 1, position, 0.1, 0.2, 0.3, 1., 2., 3., const, 1.;"
                              "couple: 2, follower, 2, 1., -1., 2., const, 1.;"}));
    assert_true(acceleration_error(world) < 3e-5);
}

/* --- dummy nodes -------------------------------------------------------------------------------------------------- */

/* Three bodies that tumble freely, and nodes that follow: 7 fixed to body 2, 8 is body 2 as frame 1 sees it, and 9 that
 * motion again on a frame of body 3. */
#define TUMBLERS                                                                                                \
    TUMBLING                                                                                                    \
    "structural: 2, dynamic, 1., 0., 0., eye, 0.1, -0.2, 0.3, 0.3, 0.2, -0.9;"                                  \
    "structural: 3, dynamic, -1., 0.5, 0.2, euler123, -0.2, 0.5, 0.1, 0.4, 0.1, 0.2, -0.5, 1.1, 0.4;"           \
    "structural: 7, dummy, 2, offset, 0.3, 0.1, -0.2, vector, 0.2, -0.4, 0.5;"                                  \
    "structural: 8, dummy, 2, relative frame, 1, position, 0.1, 0.2, 0.3, orientation, vector, 0.3, 0.1, -0.2;" \
    "structural: 9, dummy, 2, relative frame, 1, position, 0.1, 0.2, 0.3, orientation, vector, 0.3, 0.1, "      \
    "-0.2, pivot node, 3, position, -0.2, 0.4, 0.1, orientation, vector, -0.5, 0.2, 0.3;"
#define TUMBLING_BODIES                                                                                             \
    "body: 1, 1, 2., 0.1, 0., 0.2, diag, 1., 2., 3.; body: 2, 2, 1., null, diag, 1., 2., 2.5; body: 3, 3, 1., 0., " \
    "0.1, "                                                                                                         \
    "0., diag, 2., 1., 1.5;"

/* Accelerations of a node are there when a drive asks for them, and of all those that it follows. */
static void run_tumblers(world *world, unsigned label, const probe *probes, int n)
{
    char elements[600];
    snprintf(elements, sizeof elements,
             TUMBLING_BODIES "drive caller: 1, node, %u, structural, string, \"XPP[1]\", direct;", label);
    assert_runs(world, probes, n, (march){.until = 0.2},
                (const char *const[]){"structural nodes: 6; rigid bodies: 3;", TUMBLERS, elements});
}

typedef struct {
    vec3 x;
    mat3 R;
} placed;

static placed placed_at(const world *world, int row, int first)
{
    return (placed){world_vec3(world, row, first), rotation_exp(world_vec3(world, row, first + 3))};
}

static placed fixed_to(placed on, vec3 f, vec3 rotation)
{
    const mat3 T = rotation_exp(rotation);
    return (placed){vec3_add(on.x, mat3_mulv(&on.R, f)), mat3_mul(&on.R, &T)};
}

#define PLACE_OF(label)                                                                          \
    {"structural", label, "X[1]"}, {"structural", label, "X[2]"}, {"structural", label, "X[3]"}, \
        {"structural", label, "Phi[1]"}, {"structural", label, "Phi[2]"},                        \
    {                                                                                            \
        "structural", label, "Phi[3]"                                                            \
    }

static void dummy_nodes_follow(void **of)
{
    world *world = *of;
    for (unsigned label = 7; label <= 9; label++) {
        const probe probes[] = {PLACE_OF(1), PLACE_OF(2), PLACE_OF(3), PLACE_OF(label)};
        run_tumblers(world, label, probes, 24);
        for (int i = 1; i < world->n; i += 60) {
            const placed one = placed_at(world, i, 0), two = placed_at(world, i, 6), three = placed_at(world, i, 12);
            const placed from = fixed_to(one, (vec3){0.1, 0.2, 0.3}, (vec3){0.3, 0.1, -0.2}),
                         on = fixed_to(three, (vec3){-0.2, 0.4, 0.1}, (vec3){-0.5, 0.2, 0.3}),
                         found = placed_at(world, i, 18);
            const placed seen = {mat3_tmulv(&from.R, vec3_sub(two.x, from.x)), mat3_tmul(&from.R, &two.R)};
            const placed again = {vec3_add(on.x, mat3_mulv(&on.R, seen.x)), mat3_mul(&on.R, &seen.R)};
            const placed expected = label == 7   ? fixed_to(two, (vec3){0.3, 0.1, -0.2}, (vec3){0.2, -0.4, 0.5})
                                    : label == 8 ? seen
                                                 : again;
            assert_near(vec3_norm(vec3_sub(found.x, expected.x)), 0.0, 1e-12);
            for (int k = 0; k < 9; k++)
                assert_near(found.R.e[k / 3][k % 3], expected.R.e[k / 3][k % 3], 1e-12);
        }
    }
}

/* Velocities are differences of places, accelerations those of velocities. */
static void motion_of_dummy_nodes(void **of)
{
    world *world = *of;
    for (unsigned label = 7; label <= 9; label++) {
        const probe probes[] = {ACCELERATIONS(label), PLACE_OF(label)};
        run_tumblers(world, label, probes, 18);
        assert_true(acceleration_error(world) < 3e-5);
        for (int i = 50; i + 1 < world->n; i += 40) {
            const placed before = placed_at(world, i - 1, 12), after = placed_at(world, i + 1, 12);
            const mat3 rotated = mat3_mult(&after.R, &before.R);
            const vec3 v = vec3_scale(500.0, vec3_sub(after.x, before.x)),
                       spin = vec3_scale(500.0, rotation_log(&rotated));
            assert_near(vec3_norm(vec3_sub(world_vec3(world, i, 0), v)), 0.0, 3e-5);
            assert_near(vec3_norm(vec3_sub(world_vec3(world, i, 3), spin)), 0.0, 3e-5);
        }
    }
}

/* A free body seen from a turning frame moves as in the resting one. */
static void compare_frames(world *world, const char *body)
{
    static const probe probes[] = {{"structural", 1, "X[1]"},   {"structural", 1, "X[2]"},
                                   {"structural", 1, "X[3]"},   {"structural", 1, "Phi[1]"},
                                   {"structural", 1, "Phi[2]"}, {"structural", 1, "Phi[3]"}};
    const vec3 W = {0.3, -0.4, 1.1}, x = {0.2, -0.3, 0.5};
    const vec3 v = vec3_sub((vec3){0.5, 0.2, -0.1}, vec3_cross(W, x)), omega = vec3_sub((vec3){1.4, -0.6, 0.8}, W);
    char rotating[400];
    snprintf(rotating, sizeof rotating,
             "structural: 1, dynamic, 0.2, -0.3, 0.5, euler123, 0.3, -0.4, 0.7, %.17g, %.17g, %.17g, %.17g, %.17g, "
             "%.17g;",
             v.x, v.y, v.z, omega.x, omega.y, omega.z);
    assert_true(world_model(world, probes, 6, (march){.until = 0.2},
                            (const char *const[]){"structural nodes: 1; rigid bodies: 1;", TUMBLING, body}));
    const int last = world->n - 1;
    const vec3 rest_x = world_vec3(world, last, 0);
    const mat3 rest_R = rotation_exp(world_vec3(world, last, 3));
    assert_true(world_model(world, probes, 6, (march){.until = 0.2},
                            (const char *const[]){"structural nodes: 1; rigid bodies: 1; rigid body kinematics: const, "
                                                  "angular velocity, 0.3, -0.4, 1.1;",
                                                  rotating, body}));
    const mat3 A = rotation_exp(vec3_scale(world->t[last], W)), R = rotation_exp(world_vec3(world, last, 3));
    const mat3 rotated = mat3_mul(&A, &R);
    assert_true(vec3_norm(vec3_sub(mat3_mulv(&A, world_vec3(world, last, 0)), rest_x)) < 1e-6);
    for (int i = 0; i < 9; i++)
        assert_true(fabs(rotated.e[i / 3][i % 3] - rest_R.e[i / 3][i % 3]) < 1e-6);
}

static void free_bodies_in_a_rotating_frame(void **of)
{
    compare_frames(*of,
                   "body: 1, 1, 2., 0.05, 0.02, -0.03, matr, 0.3, 0.01, -0.02, 0.01, 0.4, 0.03, -0.02, 0.03, 0.5;");
    compare_frames(*of,
                   "body: 1, 1, variable mass, ramp, -0.3, -1., 10., 2.6, 0.05, 0.02, -0.03, const, 1., matr, 0.3, "
                   "0.01, -0.02, 0.01, 0.4, 0.03, -0.02, 0.03, 0.5, linear, 1., -0.2, diag, 0.1, 0.2, 0.3, linear, "
                   "1., 0.5;");
}

/* The log line of a body of variable mass has a name of its own: nobody may take it for a rigid one. */
static void log_line_of_a_changing_body(void **of)
{
    world *world = *of;
    assert_true(world_model(world, NULL, 0, (march){.until = 1e-3},
                            (const char *const[]){"structural nodes: 1; rigid bodies: 1;", TUMBLING, CHANGING}));
    const text *log = &world->deck->model->log;
    assert_null(memmem(log->data, log->n, "\nbody:", 6));
    assert_non_null(memmem(log->data, log->n, "variable body: ", 15));
}

/* Mass, centre and inertia have to be differentiable, each of their components. */
static void changes_without_a_derivative_are_refused(void **of)
{
    static const char *const BODIES[] = {"const, 1., null, null, null",
                                         "random, 1., 0., 0., 1., 1, 0, null, null, null",
                                         "const, 1., component, meter, 0., forever, const, 0., const, 0., null, null",
                                         "const, 1., component, const, 0., const, 0., meter, 0., forever, null, null",
                                         "const, 1., null, eye, meter, 0., forever, null",
                                         "const, 1., null, null, eye, meter, 0., forever"};
    world *world = *of;
    for (int i = 0; i < 6; i++) {
        char body[300];
        snprintf(body, sizeof body, "body: 1, 1, variable mass, %s;", BODIES[i]);
        const bool is_read =
            world_model(world, NULL, 0, (march){.until = 1e-3},
                        (const char *const[]){"structural nodes: 1; rigid bodies: 1;", TUMBLING, body});
        assert_int_equal(strstr(world->said, "variable mass") != NULL, i > 0);
        assert_true(i == 0 || !is_read);
    }
}

/* A dummy node has accelerations to show when those have that it follows. */
static void accelerations_that_dummy_nodes_show(void **of)
{
    world *world = *of;
    for (int i = 0; i < 4; i++) {
        char nodes[700];
        snprintf(nodes, sizeof nodes,
                 "structural: 1, dynamic, null, eye, null, null, accelerations, %s;"
                 "structural: 2, dynamic, 1., 0., 0., eye, null, null, accelerations, %s;"
                 "structural: 7, dummy, 1, offset, null, eye; structural: 8, dummy, 1, relative frame, 2;",
                 i % 2 ? "yes" : "no", i / 2 ? "yes" : "no");
        assert_runs(world, NULL, 0, (march){.until = 1e-3},
                    (const char *const[]){"structural nodes: 4; rigid bodies: 2;", nodes,
                                          "body: 1, 1, 1., null, eye; body: 2, 2, 1., null, eye;"});
        const node_type *type = node_type_find("structural");
        const bool one = i % 2, two = i / 2;
        assert_int_equal(structural_shows_accelerations(model_node(world->deck->model, type, 1)), one);
        assert_int_equal(structural_shows_accelerations(model_node(world->deck->model, type, 2)), two);
        assert_int_equal(structural_shows_accelerations(model_node(world->deck->model, type, 7)), one);
        assert_int_equal(structural_shows_accelerations(model_node(world->deck->model, type, 8)), one && two);
    }
}

static void scalar_nodes_take_a_bare_value(void **of)
{
    world *world = *of;
    static const probe probes[] = {
        {"abstract", 1, "x"}, {"electric", 2, "x"}, {"thermal", 3, "x"}, {"hydraulic", 4, "x"}};
    assert_true(world_model(
        world, probes, 4, (march){.until = 1e-3},
        (const char *const[]){"abstract nodes: 1; electric nodes: 1; thermal nodes: 1; hydraulic nodes: 1; genels: 4;",
                              "set: real T0 = 290.; abstract: 1, 1.5; electric: 2, 2.5, derivative, 0., output, no;"
                              "thermal: 3, T0; hydraulic: 4, 1.e5;",
                              "genel: 1, clamp, 1, abstract, algebraic, from node;"
                              "genel: 2, clamp, 2, electric, algebraic, from node;"
                              "genel: 3, clamp, 3, thermal, algebraic, from node;"
                              "genel: 4, clamp, 4, hydraulic, from node;"}));
    const double expected[] = {1.5, 2.5, 290.0, 1e5};
    for (int k = 0; k < 4; k++)
        assert_true(fabs(world->v[world->n - 1][k] - expected[k]) <= 1e-12 * expected[k]);
}

/* A signal that is t, sampled every 0.0537 s in steps of 0.01 s: what is held is that of the first step behind k times
 * 0.0537 s. */
static void parameter_samples_and_holds(void **of)
{
    static const probe probes[] = {{"parameter", 1, "x"}, {"structural", 2, "X[1]"}};
    world *world = *of;
    assert_runs(world, probes, 2, (march){.until = 0.5, .step = 0.01},
                (const char *const[]){"structural nodes: 1; parameter nodes: 1; rigid bodies: 1;",
                                      "structural: 2, dynamic displacement, 0., 0., 0., 1., 0., 0.;"
                                      "parameter: 1, sample and hold, 2, structural, 1, algebraic, 0.0537;",
                                      "body: 2, 2, 1.;"});
    for (int i = 8; i < world->n; i++) {
        const double k = floor(world->t[i] / 0.0537), sampled = 0.01 * ceil(k * 5.37);
        assert_near(world->v[i][1], world->t[i], 1e-9);
        assert_near(world->v[i][0], sampled, 1e-9);
    }
}

/* Accelerations of one node alone are asked for: F / m, whatever other bodies there are. */
static void acceleration_among_bodies(void **of)
{
    static const probe probes[] = {{"structural", 1, "XPP[1]"}, {"structural", 1, "OmegaP[3]"}};
    world *world = *of;
    assert_runs(world, probes, 2, (march){.until = 5e-3},
                (const char *const[]){"structural nodes: 2; rigid bodies: 2; forces: 2;",
                                      "structural: 1, dynamic, null, eye, null, null, accelerations, yes;"
                                      "structural: 2, dynamic, 1., 0., 0., eye, null, null;",
                                      "body: 1, 1, 2., null, diag, 0.4, 0.4, 0.4; body: 2, 2, 3., 0., 0.5, 0., eye;"
                                      "force: 1, absolute, 1, position, null, 1., 0., 0., const, 5.;"
                                      "couple: 2, absolute, 1, 0., 0., 1., const, 0.6;"});
    for (int k = 1; k < world->n; k++) {
        assert_near(world->v[k][0], 2.5, 1e-9);
        assert_near(world->v[k][1], 1.5, 1e-9);
    }
}

/* A free body that is round, j = 0.5 + 0.3 t, of which 0.2 t are lost with the mass and 0.1 t are geometry, while its
 * centre slides and its mass falls. What is lost takes its momentum along: the centre goes on a parabola, and the
 * moment of momentum about it, j w, changes by 0.2 w, and by the moment m u x v that the theory manual gives a centre
 * that slides with u. */
static void free_changing_body(void **of)
{
    static const probe probes[] = {{"structural", 1, "X[1]"},
                                   {"structural", 1, "X[2]"},
                                   {"structural", 1, "X[3]"},
                                   {"structural", 1, "Phi[1]"},
                                   {"structural", 1, "Phi[2]"},
                                   {"structural", 1, "Phi[3]"},
                                   {"structural", 1, "Omega[1]"},
                                   {"structural", 1, "Omega[2]"},
                                   {"structural", 1, "Omega[3]"},
                                   {"inertia", 2, "beta[1]"},
                                   {"inertia", 2, "beta[2]"},
                                   {"inertia", 2, "beta[3]"},
                                   {"inertia", 2, "gamma[1]"},
                                   {"inertia", 2, "gamma[2]"},
                                   {"inertia", 2, "gamma[3]"},
                                   {"inertia", 2, "X[1]"},
                                   {"inertia", 2, "X[2]"},
                                   {"inertia", 2, "X[3]"},
                                   {"body", 1, "E"},
                                   {"body", 1, "V"},
                                   {"inertia", 2, "m"},
                                   {"inertia", 2, "Jcg[1][1]"}};
    world *world = *of;
    const vec3 x0 = {0.2, -0.3, 0.5}, v0 = {0.5, 0.2, -0.1}, w0 = {1.4, -0.6, 0.8}, g = {1.0, -2.0, 3.0},
               b0 = {0.05, 0.02, -0.03}, slide = {0.1, -0.2, 0.15};
    const mat3 R0 = rotation_exp((vec3){0.3, -0.4, 0.7});
    assert_runs(world, probes, 22, (march){.until = 0.6},
                (const char *const[]){
                    "structural nodes: 1; rigid bodies: 1; gravity;",
                    "structural: 1, dynamic, 0.2, -0.3, 0.5, vector, 0.3, -0.4, 0.7, 0.5, 0.2, -0.1, 1.4, -0.6, 0.8;",
                    "body: 1, 1, variable mass, linear, 2.6, -0.5, component, linear, 0.05, 0.1, linear, 0.02, -0.2, "
                    "linear, -0.03, 0.15, eye, linear, 0.4, 0.2, eye, linear, 0.1, 0.1;"
                    "inertia: 2, body, all, output, always;"
                    "gravity: uniform, component, const, 1., const, -2., const, 3.;"});
    const vec3 vc0 = vec3_add(v0, vec3_add(vec3_cross(w0, mat3_mulv(&R0, b0)), mat3_mulv(&R0, slide)));
    for (int i = 100; i < world->n - 1; i += 100) {
        const double t = world->t[i], m = 2.6 - 0.5 * t, j = 0.5 + 0.3 * t, *v = world->v[i];
        const mat3 R = rotation_exp(vec3_load(v + 3));
        const vec3 arm = mat3_mulv(&R, vec3_axpy(b0, t, slide)), u = mat3_mulv(&R, slide), omega = vec3_load(v + 6);
        const vec3 centre = vec3_axpy(vec3_axpy(vec3_add(x0, mat3_mulv(&R0, b0)), t, vc0), 0.5 * t * t, g);
        const vec3 vc = vec3_axpy(vc0, t, g), node_v = vec3_sub(vec3_sub(vc, u), vec3_cross(omega, arm));
        const vec3 rate = vec3_scale(500.0, vec3_sub(vec3_scale(j + 3e-4, world_vec3(world, i + 1, 6)),
                                                     vec3_scale(j - 3e-4, world_vec3(world, i - 1, 6))));
        const vec3 rotating = vec3_axpy(vec3_scale(0.2, omega), m, vec3_cross(u, node_v));
        assert_near(vec3_norm(vec3_sub(vec3_add(vec3_load(v), arm), centre)), 0.0, 1e-6);
        assert_near(vec3_norm(vec3_sub(rate, rotating)), 0.0, 1e-5);
        assert_near(vec3_norm(vec3_sub(vec3_load(v + 9), vec3_scale(m, vc))), 0.0, 1e-5);
        assert_near(vec3_norm(vec3_sub(vec3_load(v + 12), vec3_scale(j, omega))), 0.0, 1e-5);
        assert_near(vec3_norm(vec3_sub(vec3_load(v + 15), centre)), 0.0, 1e-6);
        assert_near(v[18], 0.5 * (m * vec3_dot(vc, vc) + j * vec3_dot(omega, omega)), 1e-5);
        assert_near(v[19], -m * vec3_dot(g, centre), 1e-5);
        assert_near(v[20], m, 1e-12);
        assert_near(v[21], j, 1e-9);
    }
}

/* A point without forces in a frame that moves: x'' = - (a + W' x x + W x (W x x) + 2 W x x'). */
static void point_in_a_moving_frame(void **of)
{
    static const probe probes[] = {
        {"structural", 1, "X[1]"},   {"structural", 1, "X[2]"},   {"structural", 1, "X[3]"},
        {"structural", 1, "XP[1]"},  {"structural", 1, "XP[2]"},  {"structural", 1, "XP[3]"},
        {"structural", 1, "XPP[1]"}, {"structural", 1, "XPP[2]"}, {"structural", 1, "XPP[3]"}};
    const vec3 a = {1.5, -0.7, 0.4}, W = {0.3, -0.4, 1.1}, dW = {-0.2, 0.6, 0.5};
    world *world = *of;
    assert_runs(
        world, probes, 9, (march){.until = 0.02},
        (const char *const[]){"structural nodes: 1; rigid bodies: 1; rigid body kinematics: const, acceleration, "
                              "1.5, -0.7, 0.4, angular velocity, 0.3, -0.4, 1.1, angular acceleration, -0.2, "
                              "0.6, 0.5;",
                              "structural: 1, dynamic displacement, 0.2, -0.3, 0.5, 0.5, 0.2, -0.1, "
                              "accelerations, yes;",
                              "body: 1, 1, 2.;"});
    for (int i = 1; i < world->n; i++) {
        const vec3 x = world_vec3(world, i, 0), v = world_vec3(world, i, 3);
        const vec3 drag = vec3_add(vec3_cross(W, vec3_cross(W, x)), vec3_scale(2.0, vec3_cross(W, v)));
        const vec3 sum = vec3_add(vec3_add(a, vec3_cross(dW, x)), drag);
        assert_near(vec3_norm(vec3_add(world_vec3(world, i, 6), sum)), 0.0, 1e-8);
    }
}

/* Momenta of a ball, m = 2 and j = 0.4, and of a point of mass 3, which has no moment; both are pushed by F. */
static void momenta_of_nodes(void **of)
{
#define MOMENTA(node)                                                                             \
    {"automatic structural", node, "beta[1]"}, {"automatic structural", node, "beta[3]"},         \
        {"automatic structural", node, "gamma[1]"}, {"automatic structural", node, "gamma[2]"},   \
        {"automatic structural", node, "gamma[3]"}, {"automatic structural", node, "betaP[2]"},   \
        {"automatic structural", node, "gammaP[1]"}, {"automatic structural", node, "gammaP[3]"}, \
    {                                                                                             \
        "automatic structural", node, "KE"                                                        \
    }
    static const probe probes[] = {MOMENTA(2), MOMENTA(1)};
    world *world = *of;
    assert_runs(world, probes, 18, (march){.until = 0.1, .method = "ms, 0.6"},
                (const char *const[]){"structural nodes: 2; rigid bodies: 2; forces: 3;",
                                      "structural: 1, dynamic displacement, 1., 0., 0., 1., 0., 0.5;"
                                      "structural: 2, dynamic, 1.5, 2., 3., eye, 1., 0., 0.5, 0.2, 0.3, -0.4;",
                                      "body: 1, 1, 3.; body: 2, 2, 2., null, diag, 0.4, 0.4, 0.4;"
                                      "force: 1, absolute displacement, 1, 0., 6., 0., const, 1.;"
                                      "force: 2, absolute displacement, 2, 0., 6., 0., const, 1.;"
                                      "couple: 3, absolute, 2, 0.7, 0., 0., const, 1.;"});
    const double t = world->t[world->n - 1], spin[] = {0.2 + 0.7 * t / 0.4, 0.3, -0.4};
    const double rotating = 0.2 * (spin[0] * spin[0] + 0.25), moving = 1.25 + 9.0 * t * t, slower = 1.25 + 4.0 * t * t;
    const double expected[] = {2.0, 1.0, 0.4 * spin[0], 0.12, -0.16, 6.0, 0.7, 0.0, moving + rotating,
                               3.0, 1.5, 0.0,           0.0,  0.0,   6.0, 0.0, 0.0, 1.5 * slower};
    for (int k = 0; k < 18; k++)
        assert_near(world_end(world)[k], expected[k], 1e-4);
}

/* --- several bodies as one ---------------------------------------------------------------------------------------- */

enum { BALLS = 3 };

static const double MASS[BALLS] = {2.0, 0.5, 1.2}, ROUND[BALLS] = {0.3, 0.1, 0.7};
static const vec3 PLACE[BALLS] = {{0.2, -0.3, 0.5}, {1.1, 0.4, -0.2}, {-0.6, 0.9, 0.3}},
                  SPEED[BALLS] = {{0.5, 0.2, -0.1}, {-0.3, 0.8, 0.4}, {0.1, -0.2, 0.6}},
                  SPIN[BALLS] = {{1.4, -0.6, 0.8}, {0.2, 0.9, -0.5}, {-0.7, 0.3, 0.1}};

/* J = sum (j 1 + m (d.d 1 - d d')) about a point; gamma = sum (j w + m d x v) about the centre. */
static mat3 inertia_about(vec3 point_of)
{
    mat3 J = {0};
    for (int b = 0; b < BALLS; b++) {
        const vec3 d = vec3_sub(PLACE[b], point_of);
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 3; k++)
                J.e[i][k] +=
                    (i == k) * (ROUND[b] + MASS[b] * vec3_dot(d, d)) - MASS[b] * vec3_get(d, i) * vec3_get(d, k);
    }
    return J;
}

static void run_balls(world *world, const probe *probes, int n)
{
    char nodes[1200] = "", elements[600] = "";
    for (int b = 0; b < BALLS; b++) {
        snprintf(nodes + strlen(nodes), sizeof nodes - strlen(nodes),
                 "structural: %d, dynamic, %.17g, %.17g, %.17g, eye, %.17g, %.17g, %.17g, %.17g, %.17g, %.17g;", b + 1,
                 PLACE[b].x, PLACE[b].y, PLACE[b].z, SPEED[b].x, SPEED[b].y, SPEED[b].z, SPIN[b].x, SPIN[b].y,
                 SPIN[b].z);
        snprintf(elements + strlen(elements), sizeof elements - strlen(elements),
                 "body: %d, %d, %g, null, diag, %g, %g, %g;", b + 1, b + 1, MASS[b], ROUND[b], ROUND[b], ROUND[b]);
    }
    snprintf(elements + strlen(elements), sizeof elements - strlen(elements),
             "inertia: 7, position, 0.1, 0.2, 0.3, orientation, vector, 0.4, -0.3, 0.2, body, all, output, always;");
    assert_runs(world, probes, n, (march){.until = 1e-9, .step = 1e-9},
                (const char *const[]){"structural nodes: 3; rigid bodies: 3;", nodes, elements});
}

static double datum_of_balls(world *world, const char *name)
{
    const probe one = {"inertia", 7, name};
    run_balls(world, &one, 1);
    return world_end(world)[0];
}

static vec3 vector_of_balls(world *world, const char *name)
{
    double v[3];
    for (int i = 0; i < 3; i++) {
        char component[20];
        snprintf(component, sizeof component, "%s[%d]", name, i + 1);
        v[i] = datum_of_balls(world, component);
    }
    return vec3_load(v);
}

static mat3 matrix_of_balls(world *world, const char *name)
{
    mat3 J;
    for (int i = 0; i < 9; i++) {
        char component[20];
        snprintf(component, sizeof component, i % 2 ? "%s[%d,%d]" : "%s[%d][%d]", name, i / 3 + 1, i % 3 + 1);
        J.e[i / 3][i % 3] = datum_of_balls(world, component);
    }
    return J;
}

static void assert_same_vec3(vec3 a, vec3 b) { assert_near(vec3_norm(vec3_sub(a, b)), 0.0, 1e-8); }

static void assert_same_mat3(const mat3 *a, const mat3 *b)
{
    for (int i = 0; i < 9; i++)
        assert_near(a->e[i / 3][i % 3], b->e[i / 3][i % 3], 1e-8);
}

static void three_balls_as_one_body(void **of)
{
    world *world = *of;
    vec3 s = {0, 0, 0}, beta = s, gamma = s;
    double m = 0.0;
    for (int b = 0; b < BALLS; b++)
        m += MASS[b], s = vec3_axpy(s, MASS[b], PLACE[b]), beta = vec3_axpy(beta, MASS[b], SPEED[b]);
    const vec3 centre = vec3_scale(1.0 / m, s);
    for (int b = 0; b < BALLS; b++)
        gamma = vec3_add(
            gamma, vec3_axpy(vec3_scale(ROUND[b], SPIN[b]), MASS[b], vec3_cross(vec3_sub(PLACE[b], centre), SPEED[b])));
    assert_near(datum_of_balls(world, "m"), m, 1e-12);
    assert_same_vec3(vector_of_balls(world, "X"), centre);
    assert_same_vec3(vector_of_balls(world, "V"), vec3_scale(1.0 / m, beta));
    assert_same_vec3(vector_of_balls(world, "beta"), beta);
    assert_same_vec3(vector_of_balls(world, "gamma"), gamma);
    const mat3 J = inertia_about(centre), found = matrix_of_balls(world, "Jcg");
    assert_same_mat3(&found, &J);
    assert_same_vec3(mat3_mulv(&J, vector_of_balls(world, "Omega")), gamma);
    const mat3 R = rotation_exp((vec3){0.4, -0.3, 0.2}), there = inertia_about((vec3){0.1, 0.2, 0.3});
    const mat3 left = mat3_tmul(&R, &there), rotated = mat3_mul(&left, &R), given = matrix_of_balls(world, "J");
    assert_same_mat3(&given, &rotated);
    const mat3 axes = rotation_exp(vector_of_balls(world, "Phi"));
    const vec3 principal = vector_of_balls(world, "JP");
    assert_true(principal.x < principal.y && principal.y < principal.z);
    for (int k = 0; k < 3; k++)
        assert_same_vec3(mat3_mulv(&J, mat3_col(&axes, k)), vec3_scale(vec3_get(principal, k), mat3_col(&axes, k)));
}

/* A modal node is its own velocity; a body on it falls and, off its centre, is turned by a force. */
static void accelerations_of_a_modal_node(void **of)
{
    static const probe probes[] = {{"structural", 1, "XPP[1]"},    {"structural", 1, "XPP[2]"},
                                   {"structural", 1, "XPP[3]"},    {"structural", 1, "OmegaP[1]"},
                                   {"structural", 1, "OmegaP[2]"}, {"structural", 1, "OmegaP[3]"}};
    world *world = *of;
    assert_runs(world, probes, 6, (march){.until = 1e-3},
                (const char *const[]){"structural nodes: 1; rigid bodies: 1; forces: 1; gravity;",
                                      "structural: 1, modal, null, eye, null, null, accelerations, yes;",
                                      "body: 1, 1, 2., null, diag, 0.5, 0.4, 0.3;"
                                      "force: 1, absolute, 1, position, 0., 0.3, 0.1, 1., 2., 0., const, 3.;"
                                      "gravity: uniform, 0., 0., -1., const, 9.81;"});
    const double expected[] = {1.5, 3.0, -9.81, -0.1 * 6 / 0.5, 0.1 * 3 / 0.4, -0.3 * 3 / 0.3};
    for (int k = 0; k < 6; k++)
        assert_near(world->v[0][k], expected[k], 1e-5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(accelerations_of_a_changing_body),
        TEST(energy_of_a_rotated_changing_body),
        TEST(accelerations_of_a_thin_rod_are_numbers),
        TEST(relative_accelerations_of_a_dummy_node),
        TEST(free_bodies_in_a_rotating_frame),
        TEST(log_line_of_a_changing_body),
        TEST(scalar_nodes_take_a_bare_value),
        TEST(acceleration_among_bodies),
        TEST(point_in_a_moving_frame),
        TEST(dummy_nodes_follow),
        TEST(momenta_of_nodes),
        TEST(parameter_samples_and_holds),
        TEST(changes_without_a_derivative_are_refused),
        TEST(accelerations_that_dummy_nodes_show),
        TEST(motion_of_dummy_nodes),
        TEST(free_changing_body),
        TEST(three_balls_as_one_body),
        TEST(accelerations_of_a_modal_node),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
