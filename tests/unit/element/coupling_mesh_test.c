/* coupling_mesh_test.c - points that are coupled: rates are those of positions, loads have the power of the forces and
 * moments they are made of, and the Jacobian is that of differences. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "element/external/coupling_mesh.h"
#include "element/modal/modal.h"
#include "math/rotation.h"
#include <string.h>

enum { POINTS = 4, CARRIERS = 3, MODES = 2, FEM_NODES = 3, POSES = 4, FRAME = 3, MOST_ROWS = 6 + MODES, LOADS = 64 };

static double any(void)
{
    static uint32_t seed = 7;
    seed = seed * 1664525u + 1013904223u;
    return 2.0 * (seed >> 8) / (1 << 24) - 1.0;
}

static vec3 any_vec3(void)
{
    const double x = any(), y = any(), z = any();
    return (vec3){x, y, z};
}

static void near(double a, double b, double tolerance)
{
    if (!(fabs(a - b) <= tolerance))
        fail_msg("%.17g is not %.17g", a, b);
}

static void near_vec3(vec3 a, vec3 b, double tolerance)
{
    near(a.x, b.x, tolerance), near(a.y, b.y, tolerance), near(a.z, b.z, tolerance);
}

/* Two nodes that turn and one that does not; a modal body on a frame of its own, of which modes 3 and 1 are used. */
static frame REST[POSES];
static pose AT[POSES];
static double Y[2 * MODES];
static state S = {.poses = AT, .y = Y, .dvalue = 1.0};
static node NODE[POSES] = {{.pose = 0, .has_rotation = true, .initial = &REST[0]},
                           {.pose = 1, .initial = &REST[1]},
                           {.pose = 2, .has_rotation = true, .initial = &REST[2]},
                           {.pose = FRAME, .has_rotation = true, .initial = &REST[FRAME]}};

static const node *const ON[CARRIERS] = {&NODE[0], &NODE[1], &NODE[2]};
static coupling_tie TIES[] = {{0, 1.0, {0.1, 0.2, -0.3}},
                              {0, 0.25, {0.5, 0.0, 0.4}},
                              {1, 0.5, {0, 0, 0}},
                              {2, 0.25, {-0.2, 0.7, 0.1}},
                              {2, 1.0, {0.3, -0.6, 0.2}}};
static int FIRST[POINTS + 1] = {0, 1, 4, 5, 5};
static vec3 PLACE[POINTS] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {4.0, 5.0, 6.0}};
static const coupling_mesh TIED = {
    .n = POINTS, .x = PLACE, .first = FIRST, .ties = TIES, .n_on = CARRIERS, .nodes = (const node **)ON};

static double X[3 * FEM_NODES], U[9 * FEM_NODES], V[9 * FEM_NODES];
static const int NUMBER[MODES] = {3, 1};
static modal BODY = {.M = MODES, .number = NUMBER, .origin = {0.1, -0.2, 0.3}};
static const elem JOINT = {.self = &BODY, .n_internal = 2 * MODES};
static int FEM_NODE[POINTS] = {2, 0, 1, 2}, NO_TIES[POINTS + 1];
static const coupling_mesh MODAL = {.n = POINTS, .x = PLACE, .first = NO_TIES, .joint = &JOINT, .fem_node = FEM_NODE};

static mat3 any_rotation(void) { return rotation_exp(vec3_scale(0.8, any_vec3())); }

static int make(void **unused)
{
    (void)unused;
    for (int i = 0; i < POSES; i++) {
        AT[i] = (pose){.x = any_vec3(), .v = any_vec3(), .w = any_vec3(), .R = any_rotation()};
        REST[i] = (frame){.x = any_vec3(), .R = any_rotation()};
    }
    AT[1].w = (vec3){0, 0, 0}, AT[1].R = MAT3_EYE;
    for (int i = 0; i < 2 * MODES; i++)
        Y[i] = 0.4 * any();
    for (int i = 0; i < 9 * FEM_NODES; i++)
        U[i] = any(), V[i] = any(), X[i % (3 * FEM_NODES)] = any();
    BODY.data = (fem){.n_nodes = FEM_NODES, .x = X, .U = U, .V = V};
    return 0;
}

/* On a node, or held in space. */
static void put_frame(bool moves)
{
    BODY.frame.node = moves ? &NODE[FRAME] : NULL;
    BODY.frame.x = AT[FRAME].x;
    BODY.frame.R = AT[FRAME].R;
}

static void move(double h)
{
    for (int i = 0; i < POSES; i++) {
        const mat3 rotation = rotation_exp(vec3_scale(h, AT[i].w));
        AT[i].x = vec3_axpy(AT[i].x, h, AT[i].v);
        AT[i].R = mat3_mul(&rotation, &AT[i].R);
    }
    for (int k = 0; k < MODES; k++)
        Y[k] += h * Y[MODES + k];
}

/* --- motion ------------------------------------------------------------------------------------------------------- */

static void check_velocities(const coupling_mesh *mesh)
{
    const double h = 1e-6;
    for (int i = 0; i < POINTS; i++) {
        move(h);
        const vec3 after = coupling_motion_of(&S, mesh, i).x;
        move(-2.0 * h);
        const vec3 before = coupling_motion_of(&S, mesh, i).x;
        move(h);
        near_vec3(coupling_motion_of(&S, mesh, i).v, vec3_scale(0.5 / h, vec3_sub(after, before)), 1e-8);
    }
}

static void velocities_are_rates_of_positions(void **unused)
{
    (void)unused;
    check_velocities(&TIED);
    for (int moves = 0; moves < 2; moves++) {
        put_frame(moves);
        check_velocities(&MODAL);
    }
}

static vec3 revolution_since(const mat3 *then, const mat3 *now)
{
    const mat3 since = mat3_mult(now, then);
    return rotation_log(&since);
}

/* Point 1 is of three nodes, the second of which does not turn; point 3 is nowhere tied. */
static void places_and_rotations_of_ties(void **unused)
{
    (void)unused;
    const coupling_motion motion = coupling_motion_of(&S, &TIED, 1), fixed = coupling_motion_of(&S, &TIED, 3);
    vec3 x = vec3_scale(0.5, AT[1].x);
    x = vec3_axpy(x, 0.25, vec3_add(AT[0].x, mat3_mulv(&AT[0].R, TIES[1].arm)));
    x = vec3_axpy(x, 0.25, vec3_add(AT[2].x, mat3_mulv(&AT[2].R, TIES[3].arm)));
    near_vec3(motion.x, x, 1e-14);
    near_vec3(
        motion.phi,
        vec3_scale(0.25, vec3_add(revolution_since(&REST[0].R, &AT[0].R), revolution_since(&REST[2].R, &AT[2].R))),
        1e-14);
    near_vec3(motion.w, vec3_scale(0.25, vec3_add(AT[0].w, AT[2].w)), 1e-14);
    near_vec3(fixed.x, PLACE[3], 0.0);
    near_vec3(fixed.v, (vec3){0, 0, 0}, 0.0);
}

static vec3 shape(const double *of, int mode, int fem_node)
{
    return vec3_load(of + 3 * ((NUMBER[mode] - 1) * FEM_NODES + fem_node));
}

static void places_and_rotations_of_modes(void **unused)
{
    (void)unused;
    for (int moves = 0; moves < 2; moves++) {
        put_frame(moves);
        for (int i = 0; i < POINTS; i++) {
            const int at = FEM_NODE[i];
            const coupling_motion motion = coupling_motion_of(&S, &MODAL, i);
            vec3 p = vec3_sub(vec3_load(X + 3 * at), BODY.origin), rotation = {0, 0, 0};
            for (int k = 0; k < MODES; k++) {
                p = vec3_axpy(p, Y[k], shape(U, k, at));
                rotation = vec3_axpy(rotation, Y[k], shape(V, k, at));
            }
            near_vec3(motion.x, vec3_add(AT[FRAME].x, mat3_mulv(&AT[FRAME].R, p)), 1e-14);
            const mat3 internal = rotation_exp(rotation), now = mat3_mul(&AT[FRAME].R, &internal);
            near_vec3(motion.phi, revolution_since(moves ? &REST[FRAME].R : &AT[FRAME].R, &now), 1e-13);
        }
    }
}

/* --- loads -------------------------------------------------------------------------------------------------------- */

static double FORCE[3 * POINTS], MOMENT[3 * POINTS], LOAD[LOADS];

static double power_of_points(const coupling_mesh *mesh)
{
    double power = 0.0;
    for (int i = 0; i < POINTS; i++) {
        const coupling_motion at = coupling_motion_of(&S, mesh, i);
        power += vec3_dot(vec3_load(FORCE + 3 * i), at.v) + vec3_dot(vec3_load(MOMENT + 3 * i), at.w);
    }
    return power;
}

static void rows(const coupling_mesh *mesh, int k, int n, double r[MOST_ROWS], double J[MOST_ROWS * MOST_ROWS])
{
    local out = {.r = r, .J = J, .ld = MOST_ROWS};
    memset(r, 0, MOST_ROWS * sizeof *r);
    if (n > 0)
        memset(J, 0, MOST_ROWS * MOST_ROWS * sizeof *J);
    coupling_eval(n, &S, mesh, k, LOAD, &out);
}

static void set_loads(const coupling_mesh *mesh)
{
    assert_true(coupling_load_count(mesh) <= LOADS);
    for (int i = 0; i < 3 * POINTS; i++)
        FORCE[i] = any(), MOMENT[i] = any();
    coupling_loads(mesh, FORCE, MOMENT, LOAD);
}

/* A node that does not turn takes no moment, of which there is then no work: its points turn with those that do. */
static void loads_of_ties_have_their_power(void **unused)
{
    (void)unused;
    double r[MOST_ROWS], power = 0.0;
    set_loads(&TIED);
    assert_int_equal(coupling_load_count(&TIED), CARRIERS * LOAD_NUMBERS);
    for (int k = 0; k < CARRIERS; k++) {
        vec3 F, M;
        rows(&TIED, k, 0, r, NULL);
        coupling_resultant(&S, ON[k], LOAD + LOAD_NUMBERS * k, &F, &M);
        near_vec3(F, vec3_load(r), 1e-14), near_vec3(M, vec3_load(r + 3), 1e-14);
        power += vec3_dot(vec3_load(r), AT[k].v) + vec3_dot(vec3_load(r + 3), AT[k].w);
    }
    near(power, power_of_points(&TIED), 1e-13);
}

static void loads_of_modes_have_their_power(void **unused)
{
    (void)unused;
    double r[MOST_ROWS];
    assert_int_equal(coupling_load_count(&MODAL), LOAD_NUMBERS + MODES * MODE_NUMBERS);
    for (int moves = 0; moves < 2; moves++) {
        put_frame(moves);
        set_loads(&MODAL);
        rows(&MODAL, 0, 0, r, NULL);
        const double *mode = r + (moves ? 6 : 0);
        double power = mode[0] * Y[MODES] + mode[1] * Y[MODES + 1];
        if (moves)
            power += vec3_dot(vec3_load(r), AT[FRAME].v) + vec3_dot(vec3_load(r + 3), AT[FRAME].w);
        near(power, power_of_points(&MODAL), 1e-13);
    }
}

/* --- Jacobian ----------------------------------------------------------------------------------------------------- */

/* Turns a pose about an axis, or changes an amplitude. */
static void disturb(int of, int column, double h)
{
    if (column >= 6) {
        Y[column - 6] += h;
        return;
    }
    const mat3 rotation = rotation_exp(vec3_scale(h, (vec3){column == 3, column == 4, column == 5}));
    AT[of].R = mat3_mul(&rotation, &AT[of].R);
}

static void check_jacobian(const coupling_mesh *mesh, int k, int of, int columns)
{
    const double h = 1e-6;
    double r[MOST_ROWS], J[MOST_ROWS * MOST_ROWS], before[MOST_ROWS], after[MOST_ROWS];
    rows(mesh, k, MOST_ROWS, r, J);
    for (int j = 3; j < columns; j++) {
        disturb(of, j, h);
        rows(mesh, k, 0, after, NULL);
        disturb(of, j, -2.0 * h);
        rows(mesh, k, 0, before, NULL);
        disturb(of, j, h);
        for (int i = 0; i < columns; i++)
            near(J[i * MOST_ROWS + j], (after[i] - before[i]) / (2.0 * h), 1e-8);
    }
}

static void jacobians_are_those_of_differences(void **unused)
{
    (void)unused;
    set_loads(&TIED);
    for (int k = 0; k < CARRIERS; k++)
        if (ON[k]->has_rotation)
            check_jacobian(&TIED, k, k, 6);
    put_frame(true);
    set_loads(&MODAL);
    check_jacobian(&MODAL, 0, FRAME, MOST_ROWS);
}

#define TEST(name) cmocka_unit_test_setup(name, make)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(velocities_are_rates_of_positions), TEST(places_and_rotations_of_ties),
        TEST(places_and_rotations_of_modes),     TEST(loads_of_ties_have_their_power),
        TEST(loads_of_modes_have_their_power),   TEST(jacobians_are_those_of_differences),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
