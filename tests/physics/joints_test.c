/* joints_test.c - joints against closed forms: what they let move, what they transmit, and their reactions. */
#include "probe_world.h"
#include "base/array.h"

#define FIXED "joint: 1, clamp, 1, node, node;"
#define GROUND "structural: 1, static, null, eye, null, null;"

/* --- screw -------------------------------------------------------------------------------------------------------- */

/* z = p a with p = pitch / 2 pi. The axial force F and the torque T act on the nut:
 *     (m p^2 + J) a'' = T + p F,      m p a'' = F + N,  N the force of the thread on the nut, -p N its couple */
static void nut_on_a_screw(void **of)
{
    static const struct {
        const char *frame, *free, *force, *couple;
        const probe probes[4];
    } AXES[] = {
        {"",
         "1, 1, 0",
         "0., 0., -1.5",
         "0., 0., 1.4",
         {{"joint", 3, "d"}, {"joint", 3, "dx"}, {"joint", 3, "Fz"}, {"joint", 3, "Mz"}}},
        {"orientation, 3, 1., 0., 0., 2, 0., 1., 0.,",
         "0, 1, 1",
         "-1.5, 0., 0.",
         "1.4, 0., 0.",
         {{"joint", 3, "d"}, {"joint", 3, "dx"}, {"joint", 3, "Fx"}, {"joint", 3, "Mx"}}},
    };
    world *world = *of;
    const double m = 3.0, J = 0.05, p = 0.9 / (2.0 * M_PI), F = -1.5, T = 1.4;
    const double rotation = (T + p * F) / (m * p * p + J), N = m * p * rotation - F;
    for (int i = 0; i < 2; i++) {
        char elements[800];
        snprintf(elements, sizeof elements,
                 FIXED "body: 2, 2, 3., null, diag, 0.05, 0.05, 0.05; joint: 2, total joint, 1, 2, position "
                       "constraint, %s, null, orientation constraint, %s, null; joint: 3, screw, 1, %s 2, pitch, 0.9;"
                       "force: 1, absolute, 2, position, null, %s, const, 1.; couple: 2, absolute, 2, %s, const, 1.;",
                 AXES[i].free, AXES[i].free, AXES[i].frame, AXES[i].force, AXES[i].couple);
        assert_runs(world, AXES[i].probes, 4, (march){.until = 1.5, .method = "ms, 0.6"},
                    (const char *const[]){"structural nodes: 2; rigid bodies: 1; joints: 3; forces: 2;",
                                          GROUND "structural: 2, dynamic, null, eye, null, null;", elements});
        for (int k = 50; k < world->n; k += 50) {
            const double a = 0.5 * rotation * world->t[k] * world->t[k];
            assert_near(world->v[k][0], p * a, 1e-4);
            assert_near(world->v[k][1], a, 1e-3);
            assert_near(world->v[k][2], N, 1e-3);
            assert_near(world->v[k][3], -p * N, 1e-3);
        }
        assert_true(world_end(world)[1] > 2.0 * M_PI); /* more than a turn */
    }
}

/* Points off nodes that are turned: the nut is at rest where it is at first, advance and angle counted from there. */
static void screw_begins_where_it_is(void **of)
{
    static const probe probes[] = {{"structural", 2, "X[1]"}, {"structural", 2, "X[2]"}, {"structural", 2, "X[3]"},
                                   {"joint", 3, "Fz"},        {"joint", 3, "#14"},       {"structural", 2, "Omega[3]"}};
#define GLOBAL "rotation orientation, reference, global, eye"
    world *world = *of;
    assert_runs(world, probes, 6, (march){.until = 0.05, .method = "ms, 0.6"},
                (const char *const[]){
                    "structural nodes: 2; rigid bodies: 1; joints: 3;",
                    GROUND "structural: 2, dynamic, 0.3, 0.2, 0.7, vector, 0.4, -0.3, 0.5, null, null;",
                    FIXED "body: 2, 2, 3., null, eye; joint: 2, total joint, 1, position, 0.3, 0.2, 0., " GLOBAL
                          ", 2, " GLOBAL ", position constraint, 1, 1, 0, null, orientation constraint, 1, "
                          "1, 0, null; joint: 3, screw, 1, position, 0.1, 0.2, 0.3, 2, position, 0.2, -0.1, "
                          "0.4, pitch, 0.9;"});
    const mat3 R = rotation_exp((vec3){0.4, -0.3, 0.5});
    const double advance = 0.7 + mat3_mulv(&R, (vec3){0.2, -0.1, 0.4}).z - 0.3;
    const double expected[] = {0.3, 0.2, 0.7, 0.0, advance, 0.0};
    for (int k = 0; k < 6; k++)
        assert_near(world_end(world)[k], expected[k], 1e-9);
}

/* --- what is free ------------------------------------------------------------------------------------------------- */

/* Node 2 (m = 2, J = 0.4) is pushed from rest by F = (1, 2, 3) and M = (0.1, 0.2, 0.3): where the joint leaves it free
 * it gains F t / m and M t / J, where it is held nothing. Axes 1, 2, 3 of the joint are the global 2, 3, 1. */
#define AXES "3, 1., 0., 0., 1, 0., 1., 0."
#define SIDES "1, position, null, orientation, " AXES ", 2, position, null, orientation, " AXES
#define REVOLUTIONS "1, orientation, " AXES ", 2, orientation, " AXES
#define PINNED "2, position, null, orientation, " AXES ", position, null, orientation, " AXES
#define TOTAL                                                                        \
    "1, position, null, position orientation, " AXES ", rotation orientation, " AXES \
    ", 2, position, null, position orientation, " AXES ", rotation orientation, " AXES

static void what_joints_leave_free(void **of)
{
    static const struct {
        const char *joint, *moves, *revolutions; /* which of the joint's axes are free */
    } JOINTS[] = {
        {"prismatic, " REVOLUTIONS, "123", ""},
        {"revolute rotation, " REVOLUTIONS, "123", "3"},
        {"Cardano rotation, " REVOLUTIONS, "123", "23"},
        {"gimbal rotation, " REVOLUTIONS, "123", "12"},
        {"gimbal hinge, " SIDES, "", "12"},
        {"revolute hinge, " SIDES, "", "3"},
        {"revolute pin, " PINNED, "", "3"},
        {"Cardano hinge, " SIDES, "", "23"},
        {"Cardano pin, " PINNED, "", "23"},
        {"spherical hinge, " SIDES, "", "123"},
        {"spherical pin, " PINNED, "", "123"},
        {"plane displacement, " SIDES, "12", "3"},
        {"plane displacement pin, " PINNED, "12", "3"},
        {"coincidence, " SIDES, "", ""},
        {"in line, 1, position, null, orientation, " AXES ", 2, offset, null", "3", "123"},
        {"in plane, 1, position, null, 1., 0., 0., 2, offset, null", "12", "123"},
        {"total joint, " TOTAL ", position constraint, 1, 0, 1, null, orientation constraint, 0, 1, 0, null", "2",
         "13"},
        {"total joint, " TOTAL ", orientation constraint, 1, 0, 0, null", "123", "23"},
        {"total joint, " TOTAL ", orientation constraint, 0, 1, 0, null", "123", "13"},
        {"total joint, " TOTAL ", orientation constraint, 0, 0, 1, null", "123", "12"},
        {"total equation, " TOTAL
         ", position constraint, 1, 0, 1, null, orientation constraint, 0, 1, 0, null; joint: 3, "
         "total internal reaction, " TOTAL ", position constraint, 1, 0, 1, orientation constraint, 0, 1, 0, total "
         "equation, 2",
         "2", "13"},
    };
    static const probe probes[] = {{"structural", 2, "XP[2]"},    {"structural", 2, "XP[3]"},
                                   {"structural", 2, "XP[1]"},    {"structural", 2, "Omega[2]"},
                                   {"structural", 2, "Omega[3]"}, {"structural", 2, "Omega[1]"}};
    static const double GAIN[] = {1.0, 1.5, 0.5, 0.5, 0.75, 0.25}; /* of the joint's axes */
    world *world = *of;
    for (int i = 0; i < ARRAY_LEN(JOINTS); i++) {
        char elements[1600];
        snprintf(elements, sizeof elements,
                 FIXED "body: 2, 2, 2., null, diag, 0.4, 0.4, 0.4; joint: 2, %s;"
                       "force: 1, absolute, 2, position, null, 1., 2., 3., const, 1.;"
                       "couple: 2, absolute, 2, 0.1, 0.2, 0.3, const, 1.;",
                 JOINTS[i].joint);
        assert_runs(world, probes, 6, (march){.until = 1e-3, .step = 1e-4},
                    (const char *const[]){strstr(JOINTS[i].joint, "reaction")
                                              ? "structural nodes: 2; rigid bodies: 1; joints: 3; forces: 2;"
                                              : "structural nodes: 2; rigid bodies: 1; joints: 2; forces: 2;",
                                          GROUND "structural: 2, dynamic, null, eye, null, null;", elements});
        for (int k = 0; k < 6; k++) {
            const bool is_free = strchr(k < 3 ? JOINTS[i].moves : JOINTS[i].revolutions, '1' + k % 3);
            assert_near(world_end(world)[k], is_free ? GAIN[k] * world->t[world->n - 1] : 0.0, 1e-8);
        }
    }
}

/* --- shafts ------------------------------------------------------------------------------------------------------- */

/* Shaft 1 turns about the global axis 3, shaft 2 about an axis bent from it by BEND; J = 0.2 about both. Shaft 1 keeps
 * its SPEED, or begins with it and is pushed by a couple. */
static const double BEND = 0.6, SPEED = 2.0, PUSH = 0.5;

static void run_shafts(world *world, double second, const char *bearing, const char *joint, bool is_pushed)
{
    static const probe probes[] = {{"joint", 1, "rz"}, {"joint", 1, "wz"}, {"joint", 2, "rz"}, {"joint", 2, "wz"}};
    char elements[1000], nodes[300];
    snprintf(nodes, sizeof nodes,
             "structural: 1, dynamic, null, eye, null, 0., 0., %.17g;"
             "structural: 2, dynamic, null, euler123, 0., %.17g, 0., null, %.17g, 0., %.17g;",
             SPEED, BEND, second * sin(BEND), second * cos(BEND));
    snprintf(elements, sizeof elements,
             "body: 1, 1, 1., null, diag, 0.1, 0.1, 0.2; body: 2, 2, 1., null, diag, 0.1, 0.1, 0.2;"
             "joint: 1, revolute pin, 1, position, null, position, null; joint: 2, %s; joint: 4, %s;"
             "%s, 1, 0., 0., 1., const, %.17g;",
             bearing, joint, is_pushed ? "couple: 3, absolute" : "joint: 3, angular velocity",
             is_pushed ? PUSH : SPEED);
    assert_runs(world, probes, 4, (march){.until = 3.5, .step = 2e-3, .method = "ms, 0.6"},
                (const char *const[]){is_pushed ? "structural nodes: 2; rigid bodies: 2; joints: 3; forces: 1;"
                                                : "structural nodes: 2; rigid bodies: 2; joints: 4;",
                                      nodes, elements});
}

#define BENT "euler123, 0., 0.6, 0."
#define BEARING "revolute pin, 2, position, null, position, null, orientation, " BENT
/* The same where the joint holds the position. */
#define LOOSE_BEARING                                                                                            \
    "total pin joint, 2, position, null, rotation orientation, eye, position, null, rotation orientation, " BENT \
    ", orientation constraint, 1, 1, 0, null"

/* Hooke's joint: the arms of the cross, axis 3 of the first and axis 2 of the second side, stay perpendicular. With the
 * first along axis 1 of its shaft:
 *     tan a2 = tan a1 / cos(bend),   w2 / w1 = cos(bend) / (cos^2(bend) cos^2 a1 + sin^2 a1) */
static double hooke_angle(double a) { return atan2(sin(a), cos(a) * cos(BEND)); }
static double hooke_ratio(double a)
{
    const double c = cos(BEND);
    return c / (c * c * cos(a) * cos(a) + sin(a) * sin(a));
}

static const struct {
    const char *bearing, *joint;
} HOOKE[] = {
    {BEARING, "Cardano rotation, 1, orientation, 3, 1., 0., 0., 2, 0., 1., 0., 2"},
    {LOOSE_BEARING, "Cardano hinge, 1, position, null, orientation, 3, 1., 0., 0., 2, 0., 1., 0., 2, position, null"},
};

static void hookes_joint(void **of)
{
    world *world = *of;
    for (int k = 0; k < 2; k++) {
        run_shafts(world, SPEED / cos(BEND), HOOKE[k].bearing, HOOKE[k].joint, false);
        for (int i = 1; i < world->n; i++) {
            const double a = SPEED * world->t[i];
            assert_near(remainder(world->v[i][2] - hooke_angle(a), 2.0 * M_PI), 0.0, 1e-4);
            assert_near(world->v[i][3], SPEED * hooke_ratio(a), 1e-3);
        }
    }
}

/* What the couple works is in the turning shafts: J (w1^2 + w2^2) / 2 = the same at the start + PUSH a1. */
static void work_through_hookes_joint(void **of)
{
    world *world = *of;
    const double at_start = SPEED * SPEED * (1.0 + hooke_ratio(0.0) * hooke_ratio(0.0));
    for (int k = 0; k < 2; k++) {
        run_shafts(world, SPEED / cos(BEND), HOOKE[k].bearing, HOOKE[k].joint, true);
        for (int i = 1; i < world->n; i++) {
            const double a = world->v[i][0], ratio = hooke_ratio(a);
            assert_near(remainder(world->v[i][2] - hooke_angle(a), 2.0 * M_PI), 0.0, 1e-6);
            assert_near(world->v[i][1], sqrt((at_start + 2.0 * PUSH / 0.2 * a) / (1.0 + ratio * ratio)), 1e-3);
        }
    }
}

/* A gimbal passes the angle on: exp(-a1 e3) exp(bend e2) exp(a2 e3) has no component about axis 3 when a1 = a2, so that
 * both shafts are pushed as one. */
static void gimbal_is_homokinetic(void **of)
{
    static const struct {
        const char *bearing, *joint;
    } GIMBAL[] = {{BEARING, "gimbal rotation, 1, 2"},
                  {LOOSE_BEARING, "gimbal hinge, 1, position, null, 2, position, null"}};
    world *world = *of;
    for (int g = 0; g < ARRAY_LEN(GIMBAL); g++) {
        run_shafts(world, SPEED, GIMBAL[g].bearing, GIMBAL[g].joint, true);
        for (int i = 1; i < world->n; i++) {
            const double t = world->t[i], a = PUSH / 0.4;
            for (int k = 0; k < 4; k += 2) {
                assert_near(world->v[i][k], SPEED * t + 0.5 * a * t * t, 1e-4);
                assert_near(world->v[i][k + 1], SPEED + a * t, 1e-4);
            }
        }
    }
}

/* --- distance ----------------------------------------------------------------------------------------------------- */

/* A mass on a thread that is let out, L = 1 + t / 2, keeps its moment of momentum: a' = h / L^2, a = 2 h (1 - 1 / L).
 */
static void thread_that_is_let_out(void **of)
{
    static const probe probes[] = {{"structural", 2, "X[1]"}, {"structural", 2, "X[2]"}, {"joint", 2, "d"}};
    static const struct {
        const char *card;
        double x, y; /* of the point it is tied to */
    } TIED[] = {{"distance, 1, 2", 0.0, 0.0}, {"distance, 1, position, 0.2, -0.1, 0., 2", 0.2, -0.1}};
    world *world = *of;
    for (int i = 0; i < 2; i++) {
        char nodes[300], elements[300];
        snprintf(nodes, sizeof nodes, GROUND "structural: 2, dynamic displacement, %.17g, %.17g, 0., 0.5, 1.5, 0.;",
                 1.0 + TIED[i].x, TIED[i].y);
        snprintf(elements, sizeof elements, FIXED "body: 2, 2, 0.7; joint: 2, %s, linear, 1., 0.5;", TIED[i].card);
        assert_runs(world, probes, 3, (march){.until = 2.0, .step = 2e-3},
                    (const char *const[]){"structural nodes: 2; rigid bodies: 1; joints: 2;", nodes, elements});
        for (int k = 0; k < world->n; k++) {
            const double L = 1.0 + 0.5 * world->t[k], a = 2.0 * 1.5 * (1.0 - 1.0 / L);
            assert_near(world->v[k][0], TIED[i].x + L * cos(a), 1e-5);
            assert_near(world->v[k][1], TIED[i].y + L * sin(a), 1e-5);
            assert_near(world->v[k][2], L, 1e-8);
        }
    }
}

/* What a joint is called beside its columns: with an offset on either side it is another one. */
static void joints_with_offsets_by_name(void **of)
{
    static const struct {
        const char *joint, *words;
    } JOINTS[] = {{"distance, 1, 2, from nodes", "Distance"},
                  {"distance, 1, position, 0.1, 0., 0., 2, from nodes", "Distance with offset"},
                  {"distance, 1, 2, position, 0.1, 0., 0., from nodes", "Distance with offset"},
                  {"in plane, 1, 0., 0., 1., 0., 0., 1., 2", "In plane"},
                  {"in plane, 1, 0., 0., 1., 0., 0., 1., 2, offset, 0.1, 0., 0.", "In plane with offset"}};
    world *world = *of;
    for (int i = 0; i < ARRAY_LEN(JOINTS); i++) {
        char elements[300];
        snprintf(elements, sizeof elements, FIXED "body: 2, 2, 1., null, eye; joint: 2, %s;", JOINTS[i].joint);
        assert_runs(world, NULL, 0, (march){.until = 1e-3},
                    (const char *const[]){"structural nodes: 2; rigid bodies: 1; joints: 2;",
                                          GROUND "structural: 2, dynamic, 0.5, 0., 1., eye, null, null;", elements});
        arena *memory = arena_create();
        solution *solution = solution_create(world->deck->model, 0, world->deck->errors, memory);
        solution_initial(solution);
        double values[40];
        column_set gather = {.value = values, .capacity = 40};
        const elem *element = model_elem(world->deck->model, elem_card_find("joint"), 2);
        element->type->output(&solution->state, element, &(record){.named = &gather});
        assert_string_equal(gather.type, JOINTS[i].words);
        solution_destroy(solution);
        arena_destroy(memory);
    }
}

/* --- viscous body ------------------------------------------------------------------------------------------------- */

/* Viscous forces at the centre of mass, which stands off the node: V = V0 exp(-c t / m), w = w0 exp(-d t / J). */
static void rotating_body_in_oil(void **of)
{
    static const probe probes[] = {{"structural", 2, "X[1]"},    {"structural", 2, "X[2]"},
                                   {"structural", 2, "X[3]"},    {"structural", 2, "Phi[1]"},
                                   {"structural", 2, "Phi[2]"},  {"structural", 2, "Phi[3]"},
                                   {"structural", 2, "Omega[3]"}};
    world *world = *of;
    const double c = 1.2, d = 0.3, m = 2.0, J = 0.4;
    const vec3 b = {0.3, 0.1, 0.0}, V = {1.0, -0.5, 0.2};
    assert_runs(world, probes, 7, (march){.until = 1.5},
                (const char *const[]){"structural nodes: 1; rigid bodies: 1; joints: 1;",
                                      "structural: 2, dynamic, null, eye, 1.2, -1.1, 0.2, 0., 0., 2.;",
                                      "body: 2, 2, 2., 0.3, 0.1, 0., diag, 0.4, 0.4, 0.4;"
                                      "joint: 2, viscous body, 2, position, 0.3, 0.1, 0., linear viscous generic, "
                                      "diag, 1.2, 1.2, 1.2, 0.3, 0.3, 0.3;"});
    for (int i = 0; i < world->n; i += 50) {
        const double t = world->t[i];
        const mat3 R = rotation_exp(world_vec3(world, i, 3));
        const vec3 centre = vec3_add(world_vec3(world, i, 0), mat3_mulv(&R, b));
        const vec3 expected = vec3_axpy(b, m / c * (1.0 - exp(-c * t / m)), V);
        assert_near(vec3_norm(vec3_sub(centre, expected)), 0.0, 1e-5);
        assert_near(world->v[i][6], 2.0 * exp(-d * t / J), 1e-5);
        assert_near(world->v[i][5], 2.0 * J / d * (1.0 - exp(-d * t / J)), 1e-5);
    }
}

/* Each direction of the joint's frame, turned by a about axis 3, has a viscosity of its own. */
static void body_in_grooves(void **of)
{
    static const probe probes[] = {{"structural", 2, "XP[1]"}, {"structural", 2, "XP[2]"}, {"structural", 2, "XP[3]"},
                                   {"joint", 2, "Fx"},         {"joint", 2, "Fy"},         {"joint", 2, "Fz"}};
    world *world = *of;
    const double a = 0.4, m = 2.0, viscosity[] = {3.0, 0.5, 1.0}, start[] = {1.0, -0.5, 0.2};
    assert_runs(world, probes, 6, (march){.until = 1.0},
                (const char *const[]){"structural nodes: 1; rigid bodies: 1; joints: 1;",
                                      "structural: 2, dynamic, null, eye, 1., -0.5, 0.2, null;",
                                      "body: 2, 2, 2., null, eye; joint: 2, viscous body, 2, position, null, "
                                      "orientation, euler123, 0., 0., 0.4, linear viscous generic, diag, 3., 0.5, 1., "
                                      "1., 1., 1.;"});
    const double t = world->t[world->n - 1],
                 along[] = {start[0] * cos(a) + start[1] * sin(a), start[1] * cos(a) - start[0] * sin(a), start[2]};
    double v[3];
    for (int k = 0; k < 3; k++) {
        v[k] = along[k] * exp(-viscosity[k] * t / m);
        assert_near(world_end(world)[3 + k], viscosity[k] * v[k], 1e-5);
    }
    assert_near(world_end(world)[0], v[0] * cos(a) - v[1] * sin(a), 1e-5);
    assert_near(world_end(world)[1], v[0] * sin(a) + v[1] * cos(a), 1e-5);
    assert_near(world_end(world)[2], v[2], 1e-5);
}

/* --- imposed motions ---------------------------------------------------------------------------------------------- */

#define SWING "cosine, 0., 5., 0.1, forever, 0." /* s = 0.1 (1 - cos 5 t), s'' = 2.5 cos 5 t */
#define SPEED_OF_SWING "sine, 0., 5., 0.5, forever, 0."
#define KICK "cosine, 0., 5., -2.5, forever, 2.5" /* 2.5 cos 5 t */

/* A body of mass 2 and inertia 0.4 is moved by s along axis 1, or turned by s about axis 3. The joint acts on it with
 * 2 s'' or 0.4 s'', and what it calls its force or moment is that on the other side: minus it. */
static void imposed_motions(void **of)
{
    static const struct {
        const char *joint, *datum;
        bool revolutions;
        double sign;
    } JOINTS[] = {
        {"imposed displacement, 1, null, 2, null, 1., 0., 0., " SWING, "f", false, -1.0},
        {"imposed displacement pin, 2, null, null, 1., 0., 0., " SWING, "f", false, -1.0},
        {"drive displacement, 1, null, 2, null, single, 1., 0., 0., " SWING, "fx", false, -1.0},
        {"drive displacement pin, 2, null, null, single, 1., 0., 0., " SWING, "fx", false, -1.0},
        {"total joint, 1, 2, position constraint, 1, 1, 1, single, 1., 0., 0., " SWING, "Fx", false, -1.0},
        {"total pin joint, 2, position constraint, 1, 1, 1, single, 1., 0., 0., " SWING, "Fx", false, -1.0},
        {"total joint, 1, 2, position constraint, velocity, 1, 1, single, 1., 0., 0., " SPEED_OF_SWING, "Fx", false,
         -1.0},
        {"linear velocity, 2, 1., 0., 0., " SPEED_OF_SWING, "v", false, 0.0},
        {"linear acceleration, 2, 1., 0., 0., " KICK, "F", false, -1.0},
        {"drive hinge, 1, 2, single, 0., 0., 1., " SWING, "Mz", true, -1.0},
        {"total joint, 1, 2, orientation constraint, 1, 1, 1, single, 0., 0., 1., " SWING, "Mz", true, -1.0},
        {"angular velocity, 2, 0., 0., 1., " SPEED_OF_SWING, "w", true, 0.0},
        {"angular acceleration, 2, 0., 0., 1., " KICK, "M", true, -1.0},
        {"axial rotation, 1, null, 2, null, " SPEED_OF_SWING, "Mz", true, 1.0},
    };
    world *world = *of;
    for (int i = 0; i < ARRAY_LEN(JOINTS); i++) {
        const probe probes[] = {{"structural", 2, JOINTS[i].revolutions ? "Phi[3]" : "X[1]"},
                                {"joint", 2, JOINTS[i].datum}};
        char elements[400];
        snprintf(elements, sizeof elements, FIXED "body: 2, 2, 2., null, diag, 0.4, 0.4, 0.4; joint: 2, %s;",
                 JOINTS[i].joint);
        assert_runs(world, probes, 2, (march){.until = 0.8, .method = "ms, 0.6"},
                    (const char *const[]){"structural nodes: 2; rigid bodies: 1; joints: 2;",
                                          GROUND "structural: 2, dynamic, null, eye, null, null;", elements});
        for (int k = 100; k < world->n; k += 50) {
            const double a = 5.0 * world->t[k], inertia = JOINTS[i].revolutions ? 0.4 : 2.0;
            assert_near(world->v[k][0], 0.1 * (1.0 - cos(a)), 5e-6);
            assert_near(world->v[k][1], JOINTS[i].sign == 0.0 ? 0.5 * sin(a) : JOINTS[i].sign * inertia * 2.5 * cos(a),
                        1e-3);
        }
    }
}

/* A body of mass 2 and J = 0.4, turned, has a velocity or an acceleration of 1.5 along or about e = (0.6, 0, 0.8):
 * along it the global one, about it that of the node. The reaction is minus what moves the body. */
static void columns_of_imposed_velocities(void **of)
{
    static const struct {
        const char *joint, *names[4];
        bool revolutions;
        double reaction;
    } JOINTS[] = {
        {"linear velocity, 2, 0.6, 0., 0.8, const, 1.5", {"=e", "=dv[1]", "=v[1]", "#16"}, false, 0.0},
        {"linear acceleration, 2, 0.6, 0., 0.8, const, 1.5", {"=a", "=da[1]", "=da[1]", "#13"}, false, -3.0},
        {"angular velocity, 2, 0.6, 0., 0.8, const, 1.5", {"=w", "=dOmega[1]", "=dOmega[1]", "#16"}, true, 0.0},
        {"angular acceleration, 2, 0.6, 0., 0.8, const, 1.5", {NULL, "=wP[1]", "=wP[1]", "#13"}, true, -0.6}};
    const mat3 R = rotation_exp((vec3){0.3, -0.2, 0.5});
    const vec3 e = {0.6, 0.0, 0.8}, a = mat3_mulv(&R, e);
    world *world = *of;
    for (int i = 0; i < 4; i++) {
        const bool moves = i % 2 == 0, revolutions = JOINTS[i].revolutions;
        const vec3 v = vec3_scale(moves && !revolutions ? 1.5 : 0.0, e),
                   omega = vec3_scale(moves && revolutions ? 1.5 : 0.0, a);
        char column[3][12], nodes[300], elements[300];
        for (int k = 0; k < 3; k++)
            snprintf(column[k], sizeof column[k], "%s[%d]", JOINTS[i].names[0] ? JOINTS[i].names[0] : "", k + 1);
        const probe probes[] = {{"joint", 3, JOINTS[i].names[1]},
                                {"joint", 3, JOINTS[i].names[2]},
                                {"joint", 3, JOINTS[i].names[3]},
                                {"joint", 3, revolutions ? "#4" : "#1"},
                                {"joint", 3, revolutions ? "#10" : "#7"},
                                {"joint", 3, revolutions ? "#11" : "#8"},
                                {"joint", 3, revolutions ? "#12" : "#9"},
                                {"joint", 3, column[0]},
                                {"joint", 3, column[1]},
                                {"joint", 3, column[2]}};
        snprintf(nodes, sizeof nodes,
                 "structural: 2, dynamic, null, vector, 0.3, -0.2, 0.5, %.17g, %.17g, %.17g, %.17g, %.17g, %.17g;", v.x,
                 v.y, v.z, omega.x, omega.y, omega.z);
        snprintf(elements, sizeof elements, "body: 2, 2, 2., null, diag, 0.4, 0.4, 0.4; joint: 3, %s;",
                 JOINTS[i].joint);
        assert_runs(world, probes, JOINTS[i].names[0] ? 10 : 7, (march){.until = 0.05, .method = "ms, 0.6"},
                    (const char *const[]){"structural nodes: 1; rigid bodies: 1; joints: 1;", nodes, elements});
        const double *found = world_end(world);
        assert_near(found[0], i == 0 ? 0.6 : 1.5, 1e-12);
        assert_near(found[1], 1.5, 1e-12);
        assert_near(found[2], 1.5, 1e-12);
        assert_near(found[3], JOINTS[i].reaction, 1e-6);
        assert_near(vec3_norm(vec3_sub(vec3_load(found + 4), vec3_scale(JOINTS[i].reaction, i == 2 ? a : e))), 0.0,
                    1e-6);
        if (JOINTS[i].names[0])
            assert_near(vec3_norm(vec3_sub(vec3_load(found + 7), i == 0   ? e
                                                                 : i == 1 ? vec3_scale(1.5, e)
                                                                          : a)),
                        0.0, 1e-8);
    }
}

/* A point of node 2 held off a point of node 1, or of the ground, at an imposed place; node 2 is loaded by P and cannot
 * turn. All of P goes over to side 1, whose axes are those of node 1 or the global ones. */
static void loads_on_imposed_places(void **of)
{
#define PULLED "force: 1, absolute, 2, position, null, 3., -1., 2., const, 1.;"
    static const struct {
        const char *joint;
        bool is_pin, along;
    } JOINTS[] = {
        {"imposed displacement, 1, 0.1, 0.2, 0.3, 2, -0.1, 0.2, 0.1, 2., 1., -1., const, 0.25", false, true},
        {"imposed displacement pin, 2, -0.1, 0.2, 0.1, 0.2, 0.5, -0.4, 2., 1., -1., const, 0.25", true, true},
        {"drive displacement, 1, 0.1, 0.2, 0.3, 2, -0.1, 0.2, 0.1, 0.5, 0.25, -0.25, const, 1.", false, false},
        {"drive displacement pin, 2, -0.1, 0.2, 0.1, 0.2, 0.5, -0.4, 0.5, 0.25, -0.25, const, 1.", true, false}};
    probe along[] = {{"joint", 3, "d"},         {"joint", 3, "f"},         {"joint", 3, "#1"},       {"joint", 3, "#2"},
                     {"joint", 3, "#3"},        {"joint", 3, "#7"},        {"joint", 3, "#8"},       {"joint", 3, "#9"},
                     {"structural", 2, "X[1]"}, {"structural", 2, "X[2]"}, {"structural", 2, "X[3]"}};
    static const probe driven[] = {
        {"joint", 3, "dx"},        {"joint", 3, "fz"},        {"joint", 3, "#1"},        {"joint", 3, "#2"},
        {"joint", 3, "#3"},        {"joint", 3, "#7"},        {"joint", 3, "#8"},        {"joint", 3, "#9"},
        {"structural", 2, "X[1]"}, {"structural", 2, "X[2]"}, {"structural", 2, "X[3]"}, {"joint", 3, "#13"},
        {"joint", 3, "#14"},       {"joint", 3, "#15"},       {"joint", 3, "dz"},        {"joint", 3, "fy"}};
    const mat3 R1 = rotation_exp((vec3){0.3, -0.2, 0.5}), R2 = rotation_exp((vec3){-0.4, 0.1, 0.6}), eye = MAT3_EYE;
    const vec3 P = {3.0, -1.0, 2.0}, imposed = {0.5, 0.25, -0.25};
    world *world = *of;
    for (int i = 0; i < ARRAY_LEN(JOINTS); i++) {
        const mat3 *R = JOINTS[i].is_pin ? &eye : &R1;
        const vec3 base = JOINTS[i].is_pin ? (vec3){0.2, 0.5, -0.4} : mat3_mulv(&R1, (vec3){0.1, 0.2, 0.3});
        const vec3 off = mat3_mulv(R, imposed), local_P = mat3_tmulv(R, P);
        const vec3 x = vec3_sub(vec3_add(base, off), mat3_mulv(&R2, (vec3){-0.1, 0.2, 0.1}));
        char nodes[400], elements[700];
        snprintf(
            nodes, sizeof nodes,
            "structural: 1, static, null, vector, 0.3, -0.2, 0.5, null, null; structural: 2, static, %.17g, %.17g, "
            "%.17g, vector, -0.4, 0.1, 0.6, null, null;",
            x.x, x.y, x.z);
        snprintf(elements, sizeof elements,
                 FIXED PULLED
                 "joint: 2, total pin joint, 2, rotation orientation, eye, position, null, rotation orientation, "
                 "vector, -0.4, 0.1, 0.6, orientation constraint, 1, 1, 1, null; joint: 3, %s;",
                 JOINTS[i].joint);
        along[0].name = JOINTS[i].is_pin ? "x" : "d";
        assert_runs(world, JOINTS[i].along ? along : driven, JOINTS[i].along ? 11 : 16, (march){.until = 1e-3},
                    (const char *const[]){"structural nodes: 2; joints: 3; forces: 1;", nodes, elements});
        const double *v = world_end(world);
        const vec3 unit = vec3_scale(1.0 / sqrt(6.0), (vec3){2, 1, -1});
        assert_near(v[0], JOINTS[i].along ? 0.25 : 0.5, 1e-12);
        assert_near(v[1], JOINTS[i].along ? vec3_dot(unit, local_P) : 2.0, 1e-9);
        assert_near(vec3_norm(vec3_sub(vec3_load(v + 2), local_P)), 0.0, 1e-9);
        assert_near(vec3_norm(vec3_sub(vec3_load(v + 5), P)), 0.0, 1e-9);
        assert_near(vec3_norm(vec3_sub(vec3_load(v + 8), x)), 0.0, 1e-9);
        if (JOINTS[i].along)
            continue;
        assert_near(vec3_norm(vec3_sub(vec3_load(v + 11), off)), 0.0, 1e-9);
        assert_near(v[14], -0.25, 1e-12);
        assert_near(v[15], -1.0, 1e-9);
    }
}

/* --- beam slider -------------------------------------------------------------------------------------------------- */

/* Which of five posts, 1 apart, carries the slider at x: the pieces of a beam between 0 and 2 meet at 1 -+ 1/sqrt(3).
 */
static int post_under(double x)
{
    static const double ENDS[] = {1.0, 1.0, 3.0, 3.0};
    int post = 0;
    for (int i = 0; i < 4; i++)
        post += x > ENDS[i] + (i % 2 == 0 ? -1.0 : 1.0) / sqrt(3.0);
    return post;
}

/* A mass slides down a string of two straight beams on posts: x = x0 + g1 t^2 / 2, and one post carries m g3. */
static void mass_slides_along_beams(void **of)
{
    static const probe probes[] = {{"structural", 9, "X[1]"}, {"structural", 9, "X[2]"}, {"structural", 9, "X[3]"},
                                   {"joint", 1, "Fz"},        {"joint", 2, "Fz"},        {"joint", 3, "Fz"},
                                   {"joint", 4, "Fz"},        {"joint", 5, "Fz"}};
#define POST(label, x) "structural: " #label ", static, " x ", 0., 0., eye, null, null;"
#define CLAMPED(label) "joint: " #label ", clamp, " #label ", node, node;"
#define BEAM "eye, linear elastic generic, diag, 1.e6, 1.e6, 1.e6, 1.e4, 1.e4, 1.e4, same, same;"
    world *world = *of;
    assert_runs(world, probes, 8, (march){.until = 1.92},
                (const char *const[]){"structural nodes: 6; rigid bodies: 1; joints: 6; beams: 2; gravity;",
                                      POST(1, "0.") POST(2, "1.") POST(3, "2.") POST(4, "3.")
                                          POST(5, "4.") "structural: 9, dynamic, 0.2, 0., 0., eye, null, null;",
                                      CLAMPED(1) CLAMPED(2) CLAMPED(3) CLAMPED(4) CLAMPED(
                                          5) "beam3: 1, 1, null, 2, null, 3, null, " BEAM
                                             "beam3: 2, 3, null, 4, null, 5, null, " BEAM
                                             "body: 9, 9, 0.7, null, diag, 0.1, 0.1, 0.1;"
                                             "joint: 9, beam slider, 9, null, type, spherical, 2, 1, null, null, null, "
                                             "2, same, null, null, initial beam, 1, initial node, 1, smearing, 0.01;"
                                             "gravity: uniform, component, const, 2., const, 0., const, -9.;"});
    for (int i = 20; i < world->n; i += 20) {
        const double *v = world->v[i];
        assert_near(v[0], 0.2 + world->t[i] * world->t[i], 1e-5);
        assert_near(v[1], 0.0, 1e-8);
        assert_near(v[2], 0.0, 1e-8);
        for (int k = 0; k < 5 && post_under(v[0] - 0.02) == post_under(v[0] + 0.02); k++)
            assert_near(v[3 + k], post_under(v[0]) == k ? -0.7 * 9.0 : 0.0, 1e-5);
    }
    assert_true(post_under(world_end(world)[0]) == 4);
}

/* A slider at rest 0.2 from the first post: its abscissa is known before anything is solved. */
static void slider_knows_its_place(void **of)
{
    static const probe probes[] = {{"joint", 9, "#14"}};
    world *world = *of;
    assert_runs(world, probes, 1, (march){.until = 2e-3, .more = "derivatives tolerance: 1.e50;"},
                (const char *const[]){"structural nodes: 4; rigid bodies: 1; joints: 4; beams: 1;",
                                      POST(1, "0.") POST(2, "1.")
                                          POST(3, "2.") "structural: 9, dynamic, 0.2, 0., 0., eye, null, null;",
                                      CLAMPED(1) CLAMPED(2) CLAMPED(3) "beam3: 1, 1, null, 2, null, 3, null, " BEAM
                                                                       "body: 9, 9, 0.7, null, diag, 0.1, 0.1, 0.1;"
                                                                       "joint: 9, beam slider, 9, null, type, "
                                                                       "spherical, 1, 1, null, null, null;"});
    assert_near(world->v[0][0], -0.8, 1e-15);
    assert_near(world->v[1][0], -0.8, 1e-12);
}

/* --- Bezier rod --------------------------------------------------------------------------------------------------- */

/* The parabola (2 a u, b u^2) as a curve of third order: L = sqrt(a^2 + b^2) + a^2 / b asinh(b / a). The force goes
 * along its ends: (1, 0) and (a, b) / sqrt(a^2 + b^2). */
static void rod_along_a_parabola(void **of)
{
    static const probe probes[] = {{"joint", 3, "L"},  {"joint", 3, "F"},   {"joint", 1, "Fx"},  {"joint", 1, "Fy"},
                                   {"joint", 2, "Fx"}, {"joint", 2, "Fy"},  {"joint", 2, "Mz"},  {"joint", 3, "#1"},
                                   {"joint", 3, "#7"}, {"joint", 3, "#13"}, {"joint", 3, "#14"}, {"joint", 3, "#17"},
                                   {"joint", 3, "#18"}};
    world *world = *of;
    const double a = 0.6, b = 0.9, k = 50.0, derivative = hypot(a, b);
    assert_runs(world, probes, 13, (march){.until = 2e-3},
                (const char *const[]){"structural nodes: 2; joints: 3;",
                                      GROUND "structural: 2, static, 1.2, 0.9, 0., eye, null, null;",
                                      FIXED "joint: 2, clamp, 2, node, node; joint: 3, rod bezier, 1, position, null, "
                                            "position, 0.4, 0., 0., 2, position, -0.4, -0.6, 0., position, null, 1.25, "
                                            "integration order, 8, integration segments, 8, linear elastic, 50.;"});
    const double L = derivative + a * a / b * asinh(b / a), F = k * (L / 1.25 - 1.0);
    const double expected[] = {L, F, F, 0.0, -F * a / derivative, -F * b / derivative, 0.0,
                               F, F, L, 1.0, -a / derivative,     -b / derivative};
    for (int i = 0; i < 13; i++)
        assert_near(world_end(world)[i], expected[i], 1e-8);
}

/* The same curve from two nodes that are turned, its length at the start that of the rod: no force. */
static void rod_as_long_as_its_curve(void **of)
{
    static const probe probes[] = {{"joint", 3, "L"}, {"joint", 3, "F"}};
    world *world = *of;
    assert_runs(world, probes, 2, (march){.until = 2e-3},
                (const char *const[]){"structural nodes: 2; joints: 3;",
                                      "structural: 1, static, -0.2, 0.1, 0.3, euler, 0., 0., -pi/2., null, null;"
                                      "structural: 2, static, 1.2, 0.9, 0., euler, 0., 0., pi/2., null, null;",
                                      FIXED
                                      "joint: 2, clamp, 2, node, node; joint: 3, rod bezier, 1, position, 0.1, "
                                      "0.2, -0.3, position, 0.1, 0.6, -0.3, 2, position, -0.6, 0.4, 0., position, "
                                      "null, from nodes, integration order, 8, integration segments, 8, linear "
                                      "elastic, 50.;"});
    assert_near(world_end(world)[0], hypot(0.6, 0.9) + 0.4 * asinh(1.5), 1e-8);
    assert_near(world_end(world)[1], 0.0, 1e-9);
}

/* The pin of a total pin joint is given in the global frame, also behind `reference, node`, as in MBDyn: the node is
 * 0.3 above it. */
static void pin_of_a_total_joint_has_no_node(void **of)
{
    static const probe probes[] = {{"joint", 2, "pz"}};
    world *world = *of;
    assert_runs(world, probes, 1, (march){.until = 0.1, .method = "ms, 0.6"},
                (const char *const[]){"structural nodes: 2; rigid bodies: 1; joints: 2;",
                                      GROUND "structural: 2, dynamic, 0., 0., 0.3, eye, null, null;",
                                      FIXED "body: 2, 2, 1., null, eye; joint: 2, total pin joint, 2, position, "
                                            "reference, node, null, position, reference, node, null, position "
                                            "constraint, 1, 1, 0, null;"});
    assert_near(world_end(world)[0], 0.3, 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(nut_on_a_screw),
        TEST(what_joints_leave_free),
        TEST(hookes_joint),
        TEST(work_through_hookes_joint),
        TEST(gimbal_is_homokinetic),
        TEST(thread_that_is_let_out),
        TEST(rotating_body_in_oil),
        TEST(body_in_grooves),
        TEST(imposed_motions),
        TEST(mass_slides_along_beams),
        TEST(slider_knows_its_place),
        TEST(rod_along_a_parabola),
        TEST(rod_as_long_as_its_curve),
        TEST(loads_on_imposed_places),
        TEST(joints_with_offsets_by_name),
        TEST(columns_of_imposed_velocities),
        TEST(screw_begins_where_it_is),
        TEST(pin_of_a_total_joint_has_no_node),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
