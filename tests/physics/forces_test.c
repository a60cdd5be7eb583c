/* forces_test.c - forces between bodies, and joints that hand loads on, against closed forms.
 *
 * Node 1 (mass 2, J = 0.4) stands at (1, 2, 3), turned by 0.5 about axis 3; node 2 (mass 0.5, J = 0.1) at the origin.
 */
#include "probe_world.h"
#include "base/array.h"

#define BODIES "body: 1, 1, 2., null, diag, 0.4, 0.4, 0.4; body: 2, 2, 0.5, null, diag, 0.1, 0.1, 0.1;"
#define NODES                                                                \
    "structural: 1, dynamic, 1., 2., 3., euler123, 0., 0., 0.5, null, null;" \
    "structural: 2, dynamic, null, eye, null, null;"

static const probe MOTION[] = {{"structural", 1, "XP[1]"}, {"structural", 1, "XP[2]"}, {"structural", 1, "Omega[3]"},
                               {"structural", 2, "XP[1]"}, {"structural", 2, "XP[2]"}, {"structural", 2, "Omega[3]"}};

/* F = (3, 1, 0), M = 0.2 about axis 3: momentum goes from one body to the other. Followers turn with node 1. */
static void forces_between_bodies(void **of)
{
    static const struct {
        const char *card;
        double turned, force, couple; /* by the orientation of node 1; how much of F and M */
        bool internal;
    } FORCES[] = {
        {"force: 1, absolute internal, 1, position, null, 2, position, null, 3., 1., 0., const, 1.", 0.0, 1.0, 0.0,
         true},
        {"force: 1, conservative internal, 1, 3., 1., 0., null, 2, null, const, sqrt(10.)", 0.0, 1.0, 0.0, true},
        {"force: 1, follower internal, 1, 3., 1., 0., null, 2, null, const, sqrt(10.)", 0.5, 1.0, 0.0, true},
        {"force: 1, conservative, 1, 3., 1., 0., null, const, sqrt(10.)", 0.0, 1.0, 0.0, false},
        {"couple: 1, conservative internal, 1, 2, 0., 0., 0.2, const, 1.", 0.0, 0.0, 1.0, true},
        {"force: 1, follower internal, 1, position, null, 2, position, null, 3., 1., 0., const, 1.", 0.5, 1.0, 0.0,
         true},
        {"force: 1, absolute internal displacement, 1, 2, 3., 1., 0., const, 1.", 0.0, 1.0, 0.0, true},
        {"force: 1, absolute displacement, 1, 3., 1., 0., const, 1.", 0.0, 1.0, 0.0, false},
        {"force: 1, total internal, 1, position, null, 2, position, null, force, 3., 1., 0., const, 1.", 0.5, 1.0, 0.0,
         true},
        {"force: 1, total internal, 1, position, null, 2, position, null, moment, 0., 0., 0.2, const, 1.", 0.5, 0.0,
         1.0, true},
        {"force: 1, total, 1, position, null, force, 3., 1., 0., const, 1.", 0.5, 1.0, 0.0, false},
        {"couple: 1, absolute internal, 1, 2, 0., 0., 0.2, const, 1.", 0.0, 0.0, 1.0, true},
        {"couple: 1, follower internal, 1, 2, 0., 0., 0.2, const, 1.", 0.5, 0.0, 1.0, true},
    };
    world *w = *of;
    for (int i = 0; i < ARRAY_LEN(FORCES); i++) {
        char elements[400];
        snprintf(elements, sizeof elements, BODIES "%s;", FORCES[i].card);
        assert_runs(w, MOTION, 6, (march){.until = 0.2},
                    (const char *const[]){"structural nodes: 2; rigid bodies: 2; forces: 1;", NODES, elements});
        const double c = cos(FORCES[i].turned), s = sin(FORCES[i].turned), t = w->t[w->n - 1];
        const double F1 = FORCES[i].force * (3.0 * c - s), F2 = FORCES[i].force * (3.0 * s + c);
        const double M = 0.2 * FORCES[i].couple, back = FORCES[i].internal ? -1.0 : 0.0;
        const double expected[] = {F1 / 2.0 * t,        F2 / 2.0 * t,        M / 0.4 * t,
                                   back * F1 / 0.5 * t, back * F2 / 0.5 * t, back * M / 0.1 * t};
        for (int k = 0; k < 6; k++)
            assert_near(world_end(w)[k], expected[k], 1e-6);
    }
}

/* Arms: a force at b1 on node 1 and b2 on node 2 turns both at first: J1 w1' = b1 x F, J2 w2' = - b2 x F. */
static void arms_of_an_internal_force(void **of)
{
    static const char *const CARDS[] = {
        "absolute internal, 1, position, 0.3, 0., 0., 2, position, 0., 0.2, 0., 3., 1., 0., const, 1.",
        "follower internal, 1, position, 0.3, 0., 0., 2, position, 0., 0.2, 0., 3., 1., 0., const, 1.",
        "total internal, 1, position, 0.3, 0., 0., 2, position, 0., 0.2, 0., force, 3., 1., 0., const, 1."};
    world *w = *of;
    for (int i = 0; i < 3; i++) {
        char elements[400];
        snprintf(elements, sizeof elements, BODIES "force: 1, %s;", CARDS[i]);
        assert_runs(w, MOTION, 6, (march){.until = 1e-3, .step = 1e-4},
                    (const char *const[]){"structural nodes: 2; rigid bodies: 2; forces: 1;", NODES, elements});
        const double t = w->t[w->n - 1], F1 = i == 0 ? 3.0 : 3.0 * cos(0.5) - sin(0.5);
        const double across = i == 0 ? cos(0.5) - 3.0 * sin(0.5) : 1.0; /* F along axis 2 of node 1 */
        assert_near(world_end(w)[2], 0.3 * across / 0.4 * t, 1e-7);
        assert_near(world_end(w)[5], 0.2 * F1 / 0.1 * t, 1e-6);
    }
}

/* Four masses of 0.5 at the corners of a square of side 2 carry a node: under F they all go F / 2, and under M, turned
 * by M / (4 m r^2) t with r^2 = 2. The node hands on F and M. */
static void a_node_carried_by_four_masses(void **of)
{
    static const probe probes[] = {{"structural", 1, "XP[1]"}, {"structural", 1, "Omega[3]"},
                                   {"structural", 2, "XP[1]"}, {"structural", 2, "XP[2]"},
                                   {"structural", 4, "XP[1]"}, {"structural", 4, "XP[2]"},
                                   {"joint", 1, "fx"},         {"joint", 1, "Fx"},
                                   {"joint", 1, "mz"},         {"joint", 1, "Mz"}};
#define CORNER(label, x, y) "structural: " #label ", dynamic displacement, " x ", " y ", 0., null;"
#define TIED(label, x, y) #label ", position, " x ", " y ", 0."
    world *w = *of;
    assert_runs(
        w, probes, 10, (march){.until = 0.02},
        (const char *const[]){
            "structural nodes: 5; rigid bodies: 4; joints: 1; forces: 2;",
            "structural: 1, static, null, eye, null, null;" CORNER(2, "1.", "1.") CORNER(3, "-1.", "1.")
                CORNER(4, "-1.", "-1.") CORNER(5, "1.", "-1."),
            "body: 2, 2, 0.5; body: 3, 3, 0.5; body: 4, 4, 0.5; body: 5, 5, 0.5;"
            "joint: 1, rigid body displacement joint, 1, 4, " TIED(2, "1.", "1.") ", " TIED(3, "-1.", "1.") ", " TIED(
                4, "-1.", "-1.") ", " TIED(5, "1.",
                                           "-1.") ";"
                                                  "force: 1, absolute, 1, position, null, 1., 0., 0., const, 3.;"
                                                  "couple: 2, absolute, 1, 0., 0., 1., const, 0.8;"});
    const double t = w->t[w->n - 1], v = 1.5 * t, o = 0.8 / 4.0 * t;
    const double expected[] = {v, o, v - o, o, v + o, -o, 3.0, 3.0, 0.8, 0.8};
    for (int k = 0; k < 10; k++)
        assert_near(world_end(w)[k], expected[k], 1e-5);
}

/* A hinged arm, J = 0.4, with a mass of 0.5 at r^2 = 0.25 + 0.04, a node of its own: (J + m r^2) a'' = T. The arm gives
 * it its acceleration. */
static void a_mass_on_an_arm(void **of)
{
    static const probe probes[] = {{"structural", 1, "Omega[3]"},
                                   {"structural", 2, "X[1]"},
                                   {"structural", 2, "X[2]"},
                                   {"joint", 2, "fx"},
                                   {"joint", 2, "Fy"},
                                   {"joint", 2, "mz"}};
    world *w = *of;
    assert_runs(w, probes, 6, (march){.until = 1.0},
                (const char *const[]){"structural nodes: 2; rigid bodies: 2; joints: 2; forces: 1;",
                                      "structural: 1, dynamic, null, eye, null, null;"
                                      "structural: 2, dynamic displacement, 0.5, 0.2, 0., null;",
                                      "body: 1, 1, 2., null, diag, 0.4, 0.4, 0.4; body: 2, 2, 0.5;"
                                      "joint: 1, revolute pin, 1, position, null, position, null;"
                                      "joint: 2, offset displacement joint, 1, 2, position, 0.5, 0.2, 0.;"
                                      "couple: 1, absolute, 1, 0., 0., 1., const, 0.8;"});
    const double turn = 0.8 / (0.4 + 0.5 * 0.29);
    for (int k = 10; k < w->n; k += 10) {
        const double a = 0.5 * turn * w->t[k] * w->t[k];
        assert_near(w->v[k][0], turn * w->t[k], 1e-5);
        assert_near(w->v[k][1], 0.5 * cos(a) - 0.2 * sin(a), 1e-5);
        assert_near(w->v[k][2], 0.5 * sin(a) + 0.2 * cos(a), 1e-5);
        const double o = turn * w->t[k], along = 0.5 * (-turn * 0.2 - o * o * 0.5),
                     across = 0.5 * (turn * 0.5 - o * o * 0.2);
        assert_near(w->v[k][3], along * cos(a) - across * sin(a), 1e-3);
        assert_near(w->v[k][4], across, 1e-3);
        assert_near(w->v[k][5], 0.5 * 0.29 * turn, 1e-3);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(forces_between_bodies), TEST(arms_of_an_internal_force),
                                       TEST(a_node_carried_by_four_masses), TEST(a_mass_on_an_arm)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
