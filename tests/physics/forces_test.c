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
        double rotated, force, moment; /* by the orientation of node 1; how much of F and M */
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
    world *world = *of;
    for (int i = 0; i < ARRAY_LEN(FORCES); i++) {
        char elements[400];
        snprintf(elements, sizeof elements, BODIES "%s;", FORCES[i].card);
        assert_runs(world, MOTION, 6, (march){.until = 0.2},
                    (const char *const[]){"structural nodes: 2; rigid bodies: 2; forces: 1;", NODES, elements});
        const double c = cos(FORCES[i].rotated), s = sin(FORCES[i].rotated), t = world->t[world->n - 1];
        const double F1 = FORCES[i].force * (3.0 * c - s), F2 = FORCES[i].force * (3.0 * s + c);
        const double M = 0.2 * FORCES[i].moment, back = FORCES[i].internal ? -1.0 : 0.0;
        const double expected[] = {F1 / 2.0 * t,        F2 / 2.0 * t,        M / 0.4 * t,
                                   back * F1 / 0.5 * t, back * F2 / 0.5 * t, back * M / 0.1 * t};
        for (int k = 0; k < 6; k++)
            assert_near(world_end(world)[k], expected[k], 1e-6);
    }
}

/* Arms: a force at b1 on node 1 and b2 on node 2 turns both at first: J1 w1' = b1 x F, J2 w2' = - b2 x F. */
static void arms_of_an_internal_force(void **of)
{
    static const char *const CARDS[] = {
        "absolute internal, 1, position, 0.3, 0., 0., 2, position, 0., 0.2, 0., 3., 1., 0., const, 1.",
        "follower internal, 1, position, 0.3, 0., 0., 2, position, 0., 0.2, 0., 3., 1., 0., const, 1.",
        "total internal, 1, position, 0.3, 0., 0., 2, position, 0., 0.2, 0., force, 3., 1., 0., const, 1."};
    world *world = *of;
    for (int i = 0; i < 3; i++) {
        char elements[400];
        snprintf(elements, sizeof elements, BODIES "force: 1, %s;", CARDS[i]);
        assert_runs(world, MOTION, 6, (march){.until = 1e-3, .step = 1e-4},
                    (const char *const[]){"structural nodes: 2; rigid bodies: 2; forces: 1;", NODES, elements});
        const double t = world->t[world->n - 1], F1 = i == 0 ? 3.0 : 3.0 * cos(0.5) - sin(0.5);
        const double across = i == 0 ? cos(0.5) - 3.0 * sin(0.5) : 1.0; /* F along axis 2 of node 1 */
        assert_near(world_end(world)[2], 0.3 * across / 0.4 * t, 1e-7);
        assert_near(world_end(world)[5], 0.2 * F1 / 0.1 * t, 1e-6);
    }
}

/* Four masses of 0.5 at the corners of a square of side 2 carry a node: under F they all go F / 2, and under M, turned
 * by M / (4 m r^2) t with r^2 = 2. The node hands on F and M. */
static void node_carried_by_four_masses(void **of)
{
    static const probe probes[] = {{"structural", 1, "XP[1]"}, {"structural", 1, "Omega[3]"},
                                   {"structural", 2, "XP[1]"}, {"structural", 2, "XP[2]"},
                                   {"structural", 4, "XP[1]"}, {"structural", 4, "XP[2]"},
                                   {"joint", 1, "fx"},         {"joint", 1, "Fx"},
                                   {"joint", 1, "mz"},         {"joint", 1, "Mz"}};
#define CORNER(label, x, y) "structural: " #label ", dynamic displacement, " x ", " y ", 0., null;"
#define TIED(label, x, y) #label ", position, " x ", " y ", 0."
    world *world = *of;
    assert_runs(
        world, probes, 10, (march){.until = 0.02},
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
    const double t = world->t[world->n - 1], v = 1.5 * t, o = 0.8 / 4.0 * t;
    const double expected[] = {v, o, v - o, o, v + o, -o, 3.0, 3.0, 0.8, 0.8};
    for (int k = 0; k < 10; k++)
        assert_near(world_end(world)[k], expected[k], 1e-5);
}

/* A hinged arm, J = 0.4, with a mass of 0.5 at r^2 = 0.25 + 0.04, a node of its own: (J + m r^2) a'' = T. The arm gives
 * it its acceleration. */
static void mass_on_an_arm(void **of)
{
    static const probe probes[] = {{"structural", 1, "Omega[3]"},
                                   {"structural", 2, "X[1]"},
                                   {"structural", 2, "X[2]"},
                                   {"joint", 2, "fx"},
                                   {"joint", 2, "Fy"},
                                   {"joint", 2, "mz"}};
    world *world = *of;
    assert_runs(world, probes, 6, (march){.until = 1.0},
                (const char *const[]){"structural nodes: 2; rigid bodies: 2; joints: 2; forces: 1;",
                                      "structural: 1, dynamic, null, eye, null, null;"
                                      "structural: 2, dynamic displacement, 0.5, 0.2, 0., null;",
                                      "body: 1, 1, 2., null, diag, 0.4, 0.4, 0.4; body: 2, 2, 0.5;"
                                      "joint: 1, revolute pin, 1, position, null, position, null;"
                                      "joint: 2, offset displacement joint, 1, 2, position, 0.5, 0.2, 0.;"
                                      "couple: 1, absolute, 1, 0., 0., 1., const, 0.8;"});
    const double rotation = 0.8 / (0.4 + 0.5 * 0.29);
    for (int k = 10; k < world->n; k += 10) {
        const double a = 0.5 * rotation * world->t[k] * world->t[k];
        assert_near(world->v[k][0], rotation * world->t[k], 1e-5);
        assert_near(world->v[k][1], 0.5 * cos(a) - 0.2 * sin(a), 1e-5);
        assert_near(world->v[k][2], 0.5 * sin(a) + 0.2 * cos(a), 1e-5);
        const double o = rotation * world->t[k], along = 0.5 * (-rotation * 0.2 - o * o * 0.5),
                     across = 0.5 * (rotation * 0.5 - o * o * 0.2);
        assert_near(world->v[k][3], along * cos(a) - across * sin(a), 1e-3);
        assert_near(world->v[k][4], across, 1e-3);
        assert_near(world->v[k][5], 0.5 * 0.29 * rotation, 1e-3);
    }
}

/* A point at (1, 0.3, 0) on a body at (1, 0, 0) that is rotated by a right angle and rotates: positions are in the
 * global frame. */
static void position_of_an_attached_point(void **of)
{
    static const probe probes[] = {{"structural", 2, "X[1]"}, {"structural", 2, "X[2]"}};
    world *world = *of;
    assert_runs(
        world, probes, 2, (march){.until = 1.0},
        (const char *const[]){
            "structural nodes: 2; joints: 2;",
            "structural: 1, static, 1., 0., 0., euler, 0., 0., pi/2, null, 0., 0., 0.5;"
            "structural: 2, static displacement, 1., 0.3, 0., -0.15, 0., 0.;",
            "joint: 1, total pin joint, 1, position, null, rotation orientation, euler, 0., 0., -pi/2, position, "
            "1., 0., 0., position constraint, 1, 1, 1, null, orientation constraint, 1, 1, 1, 0., 0., 1., "
            "linear, 0., 0.5;"
            "joint: 2, offset displacement joint, 1, 2, position, 1., 0.3, 0.;"});
    for (int k = 0; k < world->n; k += 10) {
        assert_near(world->v[k][0], 1.0 - 0.3 * sin(0.5 * world->t[k]), 1e-8);
        assert_near(world->v[k][1], 0.3 * cos(0.5 * world->t[k]), 1e-8);
    }
}

/* --- loads on held nodes ------------------------------------------------------------------------------------------ */

static const vec3 FIXED_AT[] = {{1.0, 2.0, 3.0}, {-0.5, 0.4, 0.2}},
                  FIXED_ROTATION[] = {{0.3, -0.2, 0.5}, {-0.6, 0.1, 0.4}},
                  LOAD_ARM[] = {{0.3, -0.1, 0.2}, {0.1, 0.25, -0.15}};

typedef struct {
    const char *card;
    bool internal, has_force, has_moment, follows,
        has_arm;                          /* which part of it is a force, whether it turns with node 1 */
    int row_force, row_moment, row_point; /* where its row has them; 0: not at all */
} prescribed_load;

#define TWO_ARMS "1, position, 0.3, -0.1, 0.2, 2, position, 0.1, 0.25, -0.15, "
#define ONE_ARM "1, position, 0.3, -0.1, 0.2, "
#define ROTATED_LOAD "force orientation, vector, 0.2, 0.3, -0.1, moment orientation, vector, -0.4, 0.1, 0.2"
#define VALUE "component, const, 3., const, -1., const, 2."

static const prescribed_load FIXED_LOADS[] = {
    {"force: 9, absolute, " ONE_ARM VALUE, false, true, false, false, true, 2, 0, 5},
    {"force: 9, follower, " ONE_ARM VALUE, false, true, false, true, true, 2, 0, 5},
    {"force: 9, absolute internal, " TWO_ARMS VALUE, true, true, false, false, true, 2, 0, 5},
    {"force: 9, follower internal, " TWO_ARMS VALUE, true, true, false, true, true, 2, 0, 5},
    {"force: 9, absolute displacement, 1, " VALUE, false, true, false, false, false, 2, 0, 5},
    {"force: 9, absolute internal displacement, 1, 2, " VALUE, true, true, false, false, false, 2, 0, 5},
    {"couple: 9, absolute, 1, " VALUE, false, false, true, false, false, 0, 2, 0},
    {"couple: 9, follower, 1, " VALUE, false, false, true, true, false, 0, 2, 0},
    {"couple: 9, absolute internal, 1, 2, " VALUE, true, false, true, false, false, 0, 2, 0},
    {"couple: 9, follower internal, 1, 2, " VALUE, true, false, true, true, false, 0, 2, 0},
    {"force: 9, total, " ONE_ARM ROTATED_LOAD ", force, " VALUE ", moment, " VALUE, false, true, true, true, true, 1, 4,
     0},
    {"force: 9, total internal, 1, position, 0.3, -0.1, 0.2, " ROTATED_LOAD
     ", 2, position, 0.1, 0.25, -0.15, force, " VALUE ", moment, " VALUE,
     true, true, true, true, true, 1, 4, 0}};

static void run_fixed(world *world, const char *card, const probe *probes, int n)
{
    char nodes[500] = "", elements[600];
    for (int i = 0; i < 2; i++)
        snprintf(nodes + strlen(nodes), sizeof nodes - strlen(nodes),
                 "structural: %d, static, %g, %g, %g, vector, %g, %g, %g, null, null;", i + 1, FIXED_AT[i].x,
                 FIXED_AT[i].y, FIXED_AT[i].z, FIXED_ROTATION[i].x, FIXED_ROTATION[i].y, FIXED_ROTATION[i].z);
    snprintf(elements, sizeof elements, "joint: 1, clamp, 1, node, node; joint: 2, clamp, 2, node, node; %s;", card);
    assert_runs(world, probes, n, (march){.until = 1e-3},
                (const char *const[]){"structural nodes: 2; joints: 2; forces: 1;", nodes, elements});
}

static void load_of(const prescribed_load *load, vec3 *F, vec3 *M)
{
    const bool is_total = load->has_force && load->has_moment;
    const mat3 R = rotation_exp(FIXED_ROTATION[0]), Rf = rotation_exp((vec3){0.2, 0.3, -0.1}),
               Rm = rotation_exp((vec3){-0.4, 0.1, 0.2});
    const vec3 given = {3.0, -1.0, 2.0}, zero = {0, 0, 0};
    *F = !load->has_force ? zero : is_total ? mat3_mulv(&Rf, given) : given;
    *M = !load->has_moment ? zero : is_total ? mat3_mulv(&Rm, given) : given;
    if (load->follows)
        *F = mat3_mulv(&R, *F), *M = mat3_mulv(&R, *M);
}

/* F at the arm and M on node 1, the opposite at the arm of node 2: what the clamps have to carry. */
static void clamps_carry_the_loads(void **of)
{
    static const probe probes[] = {{"joint", 1, "Fx"}, {"joint", 1, "Fy"}, {"joint", 1, "Fz"}, {"joint", 1, "Mx"},
                                   {"joint", 1, "My"}, {"joint", 1, "Mz"}, {"joint", 2, "Fx"}, {"joint", 2, "Fy"},
                                   {"joint", 2, "Fz"}, {"joint", 2, "Mx"}, {"joint", 2, "My"}, {"joint", 2, "Mz"}};
    for (int i = 0; i < ARRAY_LEN(FIXED_LOADS); i++) {
        const prescribed_load *load = &FIXED_LOADS[i];
        vec3 F, M;
        load_of(load, &F, &M);
        run_fixed(*of, load->card, probes, 12);
        for (int k = 0; k < 2; k++) {
            const mat3 R = rotation_exp(FIXED_ROTATION[k]);
            const double sign = k == 0 ? 1.0 : load->internal ? -1.0 : 0.0;
            const vec3 b = load->has_arm ? mat3_mulv(&R, LOAD_ARM[k]) : (vec3){0, 0, 0};
            const vec3 rotating = vec3_scale(sign, vec3_add(vec3_cross(b, F), M));
            assert_near(vec3_norm(vec3_sub(world_vec3(*of, 1, 6 * k), vec3_scale(sign, F))), 0.0, 1e-9);
            assert_near(vec3_norm(vec3_sub(world_vec3(*of, 1, 6 * k + 3), rotating)), 0.0, 1e-9);
        }
    }
}

/* Their rows: for each node its label, the load on it and where it acts; of total forces the load alone. */
static void rows_of_loads(void **of)
{
    static const char *const NUMBERS[] = {"#1", "#2", "#3",  "#4",  "#5",  "#6",  "#7",
                                          "#8", "#9", "#10", "#11", "#12", "#13", "#14"};
    for (int i = 0; i < ARRAY_LEN(FIXED_LOADS); i++) {
        const prescribed_load *load = &FIXED_LOADS[i];
        const bool is_total = load->row_force == 1;
        const int width = is_total ? 6 : load->row_point ? 7 : 4, sides = is_total || !load->internal ? 1 : 2;
        probe probes[14];
        for (int k = 0; k < width * sides; k++)
            probes[k] = (probe){strncmp(load->card, "force", 5) == 0 ? "force" : "couple", 9, NUMBERS[k]};
        vec3 F, M;
        load_of(load, &F, &M);
        run_fixed(*of, load->card, probes, width * sides);
        for (int k = 0; k < sides; k++) {
            const double *row = world_end(*of) + k * width - 1, sign = k == 0 ? 1.0 : -1.0;
            const mat3 R = rotation_exp(FIXED_ROTATION[k]);
            const vec3 at = load->has_arm ? vec3_add(FIXED_AT[k], mat3_mulv(&R, LOAD_ARM[k])) : FIXED_AT[k];
            if (!is_total)
                assert_near(row[1], k + 1, 0.0);
            if (load->row_force)
                assert_near(vec3_norm(vec3_sub(vec3_load(row + load->row_force), vec3_scale(sign, F))), 0.0, 1e-9);
            if (load->row_moment)
                assert_near(vec3_norm(vec3_sub(vec3_load(row + load->row_moment), vec3_scale(sign, M))), 0.0, 1e-9);
            if (load->row_point)
                assert_near(vec3_norm(vec3_sub(vec3_load(row + load->row_point), at)), 0.0, 1e-9);
        }
    }
}

/* Under the names of columns: the force once, and where it acts on each node. */
static void columns_of_loads(void **of)
{
#define OF_LOAD(name) \
    {"force", 9, "=" name "[1]"}, {"force", 9, "=" name "[2]"}, { "force", 9, "=" name "[3]" }
    static const probe one[] = {OF_LOAD("F"), OF_LOAD("Arm")}, two[] = {OF_LOAD("F"), OF_LOAD("Arm1"), OF_LOAD("Arm2")},
                       both[] = {OF_LOAD("F"), OF_LOAD("M")};
    for (int i = 0; i < ARRAY_LEN(FIXED_LOADS); i++) {
        const prescribed_load *load = &FIXED_LOADS[i];
        if (!load->has_force)
            continue;
        vec3 F, M;
        load_of(load, &F, &M);
        run_fixed(*of, load->card,
                  load->has_moment ? both
                  : load->internal ? two
                                   : one,
                  load->has_moment || !load->internal ? 6 : 9);
        assert_near(vec3_norm(vec3_sub(vec3_load(world_end(*of)), F)), 0.0, 1e-9);
        if (load->has_moment)
            assert_near(vec3_norm(vec3_sub(vec3_load(world_end(*of) + 3), M)), 0.0, 1e-9);
        for (int k = 0; !load->has_moment && k < (load->internal ? 2 : 1); k++) {
            const mat3 R = rotation_exp(FIXED_ROTATION[k]);
            const vec3 at = load->has_arm ? vec3_add(FIXED_AT[k], mat3_mulv(&R, LOAD_ARM[k])) : FIXED_AT[k];
            assert_near(vec3_norm(vec3_sub(vec3_load(world_end(*of) + 3 + 3 * k), at)), 0.0, 1e-9);
        }
    }
}

/* A force between a node that turns and one that does not: what one gains the other loses. */
static void force_between_unlike_nodes(void **of)
{
    static const probe probes[] = {{"structural", 1, "XP[1]"}, {"structural", 1, "XP[2]"}, {"structural", 1, "XP[3]"},
                                   {"structural", 2, "XP[1]"}, {"structural", 2, "XP[2]"}, {"structural", 2, "XP[3]"}};
    static const char *const ORDER[] = {"1, 2", "2, 1"};
    world *world = *of;
    for (int i = 0; i < 2; i++) {
        char elements[300];
        snprintf(
            elements, sizeof elements,
            "body: 1, 1, 2., null, eye; body: 2, 2, 0.5; force: 1, absolute internal displacement, %s, 3., -1., 2., "
            "const, 1.;",
            ORDER[i]);
        assert_runs(world, probes, 6, (march){.until = 0.01},
                    (const char *const[]){"structural nodes: 2; rigid bodies: 2; forces: 1;",
                                          "structural: 1, dynamic, null, eye, null, null;"
                                          "structural: 2, dynamic displacement, 1., 0., 0., null;",
                                          elements});
        const double t = world->t[world->n - 1], sign = i == 0 ? 1.0 : -1.0, F[] = {3.0, -1.0, 2.0};
        for (int k = 0; k < 3; k++) {
            assert_near(world_end(world)[k], sign * F[k] / 2.0 * t, 1e-7);
            assert_near(world_end(world)[3 + k], -sign * F[k] / 0.5 * t, 1e-7);
        }
    }
}

/* --- joints that hand loads on, in space -------------------------------------------------------------------------- */

enum { CARRIERS = 5 };

static const vec3 ARM_OF[CARRIERS] = {
    {1.0, 0.1, 0.2}, {-0.8, 0.9, 0.0}, {0.1, -1.2, 0.4}, {0.3, 0.2, 1.1}, {-0.5, -0.4, -0.9}};
static const double WEIGHT_OF[CARRIERS] = {1.0, 2.0, 0.5, 1.5, 1.0}, MASS_OF[CARRIERS] = {0.5, 1.2, 0.8, 2.0, 0.3};

/* Node 1 and five points around it, which have the masses. */
static void run_carried(world *world, const probe *probes, int n)
{
    const mat3 R = rotation_exp(FIXED_ROTATION[0]);
    char nodes[1200], elements[1200];
    int a = snprintf(nodes, sizeof nodes, "structural: 1, static, 1., 2., 3., vector, 0.3, -0.2, 0.5, null, null;");
    int b = snprintf(elements, sizeof elements, "joint: 1, rigid body displacement joint, 1, 5");
    for (int i = 0; i < CARRIERS; i++) {
        const vec3 x = vec3_add(FIXED_AT[0], mat3_mulv(&R, ARM_OF[i]));
        a += snprintf(nodes + a, sizeof nodes - (size_t)a,
                      "structural: %d, dynamic displacement, %.17g, %.17g, %.17g, null;", i + 2, x.x, x.y, x.z);
        b += snprintf(elements + b, sizeof elements - (size_t)b, ", %d, position, %.17g, %.17g, %.17g, weight, %g",
                      i + 2, x.x, x.y, x.z, WEIGHT_OF[i]);
    }
    b += snprintf(
        elements + b, sizeof elements - (size_t)b,
        ", alpha, 1.7; force: 1, absolute, 1, position, null, 3., -1., 2., const, 1.; couple: 2, absolute, 1, 0.5, "
        "0.8, -0.6, const, 1.;");
    for (int i = 0; i < CARRIERS; i++)
        b += snprintf(elements + b, sizeof elements - (size_t)b, "body: %d, %d, %g;", i + 2, i + 2, MASS_OF[i]);
    assert_runs(world, probes, n, (march){.until = 1e-3, .step = 1e-4, .method = "ms, 0.6"},
                (const char *const[]){"structural nodes: 6; rigid bodies: 5; joints: 1; forces: 2;", nodes, elements});
}

/* A point gets W (F + A x s), s its place from the mean one; A gives the couple about the mean place. The node goes
 * with the weighted mean of the points. */
static void node_carried_by_weighted_points(void **of)
{
#define SPEED_OF(label) \
    {"structural", label, "XP[1]"}, {"structural", label, "XP[2]"}, { "structural", label, "XP[3]" }
    static const probe probes[] = {SPEED_OF(2),
                                   SPEED_OF(3),
                                   SPEED_OF(4),
                                   SPEED_OF(5),
                                   SPEED_OF(6),
                                   SPEED_OF(1),
                                   {"structural", 1, "Omega[1]"},
                                   {"structural", 1, "Omega[2]"},
                                   {"structural", 1, "Omega[3]"}};
    const vec3 F = {3.0, -1.0, 2.0}, M = {0.5, 0.8, -0.6};
    const mat3 R = rotation_exp(FIXED_ROTATION[0]);
    vec3 r[CARRIERS], mean = {0, 0, 0}, drift = mean, swirl = mean;
    mat3 J = {0};
    for (int i = 0; i < CARRIERS; i++)
        r[i] = mat3_mulv(&R, ARM_OF[i]), mean = vec3_axpy(mean, WEIGHT_OF[i] / 6.0, r[i]);
    for (int i = 0; i < CARRIERS; i++) {
        const vec3 s = vec3_sub(r[i], mean);
        for (int k = 0; k < 9; k++)
            J.e[k / 3][k % 3] +=
                WEIGHT_OF[i] / 6.0 * ((k % 4 == 0) * vec3_dot(s, s) - vec3_get(s, k / 3) * vec3_get(s, k % 3));
    }
    const mat3 inverse = mat3_inverse(&J);
    const vec3 A = mat3_mulv(&inverse, vec3_sub(M, vec3_cross(mean, F)));
    run_carried(*of, probes, 21);
    const double *v = world_end(*of), t = 1e-3;
    for (int i = 0; i < CARRIERS; i++) {
        const vec3 s = vec3_sub(r[i], mean), force = vec3_scale(WEIGHT_OF[i] / 6.0, vec3_add(F, vec3_cross(A, s)));
        const vec3 expected = vec3_scale(t / MASS_OF[i], force);
        assert_near(vec3_norm(vec3_sub(vec3_load(v + 3 * i), expected)), 0.0, 1e-7);
        drift = vec3_axpy(drift, WEIGHT_OF[i] / 6.0, expected);
        swirl = vec3_axpy(swirl, WEIGHT_OF[i] / 6.0, vec3_cross(s, expected));
    }
    const vec3 omega = mat3_mulv(&inverse, swirl);
    assert_near(vec3_norm(vec3_sub(vec3_load(v + 18), omega)), 0.0, 1e-7);
    assert_near(vec3_norm(vec3_sub(vec3_load(v + 15), vec3_sub(drift, vec3_cross(omega, mean)))), 0.0, 1e-7);
}

#define TWELVE(label)                                                                                   \
    {"joint", label, "#1"}, {"joint", label, "#2"}, {"joint", label, "#3"}, {"joint", label, "#4"},     \
        {"joint", label, "#5"}, {"joint", label, "#6"}, {"joint", label, "#7"}, {"joint", label, "#8"}, \
        {"joint", label, "#9"}, {"joint", label, "#10"}, {"joint", label, "#11"},                       \
    {                                                                                                   \
        "joint", label, "#12"                                                                           \
    }

/* Force and couple in the axes of the node, then in the global ones. */
static void check_both_frames(const double *row, const mat3 *R, vec3 F, vec3 M)
{
    const vec3 expected[] = {mat3_tmulv(R, F), mat3_tmulv(R, M), F, M};
    for (int k = 0; k < 4; k++)
        assert_near(vec3_norm(vec3_sub(vec3_load(row + 3 * k), expected[k])), 0.0, 1e-6);
}

#define BOTH_FRAMES(label)                                                                              \
    {"joint", label, "Fx"}, {"joint", label, "Fy"}, {"joint", label, "Fz"}, {"joint", label, "Mx"},     \
        {"joint", label, "My"}, {"joint", label, "Mz"}, {"joint", label, "fx"}, {"joint", label, "fy"}, \
        {"joint", label, "fz"}, {"joint", label, "mx"}, {"joint", label, "my"},                         \
    {                                                                                                   \
        "joint", label, "mz"                                                                            \
    }

static void what_is_handed_on(void **of)
{
    static const probe all[] = {TWELVE(1), BOTH_FRAMES(1)}, single[] = {TWELVE(3), BOTH_FRAMES(3)};
    static const probe clamp[] = {{"joint", 1, "Fx"}, {"joint", 1, "Fy"}, {"joint", 1, "Fz"},
                                  {"joint", 1, "Mx"}, {"joint", 1, "My"}, {"joint", 1, "Mz"}};
    static const char *const HANGING[] = {"structural nodes: 2; joints: 2; forces: 1;",
                                          "structural: 1, static, 1., 2., 3., vector, 0.3, -0.2, 0.5, null, null;"
                                          "structural: 2, static displacement, 1.4, 2.2, 2.9, null;",
                                          "joint: 1, clamp, 1, node, node; joint: 3, offset displacement joint, 1, 2;"
                                          "force: 1, absolute displacement, 2, 3., -1., 2., const, 1.;"};
    const mat3 R = rotation_exp(FIXED_ROTATION[0]);
    const vec3 F = {3.0, -1.0, 2.0}, arm = {0.4, 0.2, -0.1};
    world *world = *of;
    run_carried(world, all, 24);
    check_both_frames(world_end(world), &R, F, (vec3){0.5, 0.8, -0.6});
    check_both_frames(world_end(world) + 12, &R, F, (vec3){0.5, 0.8, -0.6});
    assert_runs(world, single, 24, (march){.until = 1e-3}, HANGING);
    const vec3 hold = vec3_neg(F);
    check_both_frames(world_end(world), &R, hold, vec3_cross(arm, hold));
    check_both_frames(world_end(world) + 12, &R, hold, vec3_cross(arm, hold));
    assert_runs(world, clamp, 6, (march){.until = 1e-3}, HANGING);
    assert_near(vec3_norm(vec3_sub(vec3_load(world_end(world)), F)), 0.0, 1e-9);
    assert_near(vec3_norm(vec3_sub(vec3_load(world_end(world) + 3), vec3_cross(arm, F))), 0.0, 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(forces_between_bodies),
                                       TEST(arms_of_an_internal_force),
                                       TEST(node_carried_by_four_masses),
                                       TEST(mass_on_an_arm),
                                       TEST(position_of_an_attached_point),
                                       TEST(clamps_carry_the_loads),
                                       TEST(rows_of_loads),
                                       TEST(columns_of_loads),
                                       TEST(force_between_unlike_nodes),
                                       TEST(node_carried_by_weighted_points),
                                       TEST(what_is_handed_on)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
