/* controls_test.c - general elements and data that other elements read, against closed forms. */
#include "probe_world.h"
#include "element/genel/state_space.h"
#include "linalg/lapack_library.h"
#include <stdlib.h>
#include <unistd.h>

#define NODES                                                                                            \
    "abstract: 1, 0.; abstract: 2, 0.; abstract: 3, 0.; abstract: 4, 0.; abstract: 5, 0.; abstract: 6, " \
    "0.;"
#define ALGEBRAIC_NODES                                                                     \
    "abstract: 1, algebraic; abstract: 2, algebraic; abstract: 3, algebraic; abstract: 4, " \
    "algebraic; abstract: 5, algebraic; abstract: 6, algebraic;"
#define INPUTS                                                                                   \
    "force: 1, abstract, 1, abstract, const, 0.3; force: 2, abstract, 2, abstract, const, -0.1;" \
    "force: 3, abstract, 3, abstract, const, 0.2;"

static const probe STROKES[] = {{"abstract", 1, "x"}, {"abstract", 2, "x"}, {"abstract", 3, "x"},
                                {"abstract", 4, "x"}, {"abstract", 5, "x"}, {"abstract", 6, "x"}};

static void assert_values(const double *v, const double *expected, int n, double tolerance)
{
    for (int i = 0; i < n; i++)
        assert_true(fabs(v[i] - expected[i]) < tolerance);
}

/* Actuators 120 degrees apart lift a plate: the first one at the azimuth where a positive fore/aft pitch lowers it. */
static void strokes_of_a_swash_plate(void **of)
{
    world *world = *of;
    double expected[6] = {0.3, -0.1, 0.2};
    for (int i = 0; i < 3; i++) {
        const double azimuth = M_PI - i * 2.0 * M_PI / 3.0;
        expected[3 + i] = 0.3 - 0.1 * cos(azimuth) - 0.2 * sin(azimuth);
    }
    static const char *const OF[] = {NODES, ALGEBRAIC_NODES};
    for (int i = 0; i < 2; i++) {
        assert_runs(world, STROKES, 6, (march){.until = 5e-3},
                    (const char *const[]){"abstract nodes: 6; genels: 1; forces: 3;", OF[i],
                                          INPUTS "genel: 1, swashplate, 1, 2, 3, 4, 5, 6;"});
        assert_values(world->v[world->n - 1], expected, 6, 1e-9);
    }
}

/* a x' + x = s from rest: x = s (1 - exp(-t/a)). Inputs beyond their limits count as the limit. */
static void limits_and_delay_of_a_swash_plate(void **of)
{
    world *world = *of;
    assert_true(world_model(
        world, STROKES, 6, (march){.until = 0.1},
        (const char *const[]){"abstract nodes: 6; genels: 1; forces: 3;", NODES,
                              INPUTS
                              "genel: 1, swash plate, 1, limits, 0., 0.25, 2, limits, -0.05, 1., 3, limits, 0., 0.,"
                              "4, 5, 6, 0.05, 3., 2.;"}));
    const double risen = 1.0 - exp(-world->t[world->n - 1] / 0.05);
    const double expected[6] = {0.3,
                                -0.1,
                                0.2,
                                2.0 * (0.25 + 3.0 * 0.05) * risen,
                                2.0 * (0.25 - 3.0 * 0.025) * risen,
                                2.0 * (0.25 - 3.0 * 0.025) * risen};
    assert_values(world->v[world->n - 1], expected, 6, 1e-3);
}

/* x1' = 5000 x2, x2' = -x1 / 200 turns at 5 rad/s: x = (1000 sin p, cos p), p = 5 t + 0.3, whether the states are
 * scaled or not. */
static void states_of_very_different_size(void **of)
{
    static const char *const BALANCE[] = {"", "balance, no,"};
    static const probe at[] = {{"abstract", 1, "x"}};
    world *world = *of;
    for (int i = 0; i < 2; i++) {
        char elements[400];
        snprintf(
            elements, sizeof elements,
            "genel: 1, state space SISO, 1, abstract, algebraic, drive, const, 1., 2, matrix A, 0., 5000., -0.005, "
            "0., matrix B, 0., 0., matrix C, 0.001, 2., %s value, 1000.*sin(0.3), cos(0.3);",
            BALANCE[i]);
        assert_true(
            world_model(world, at, 1, (march){.until = 1.0},
                        (const char *const[]){"abstract nodes: 1; genels: 1;",
                                              "abstract: 1, differential, value, sin(0.3) + 2.*cos(0.3);", elements}));
        for (int k = 0; k < world->n; k += 10) {
            const double p = 5.0 * world->t[k] + 0.3;
            assert_true(fabs(world->v[k][0] - (sin(p) + 2.0 * cos(p))) < 1e-4);
        }
        lapack_library lapack;
        const double *A = ((const state_space *)model_elem(world->deck->model, elem_card_find("genel"), 1)->self)->A;
        const bool is_balanced = i == 0 && lapack_library_open(&lapack);
        assert_near(fabs(A[1] * A[2]), 25.0, 1e-9);
        assert_true(is_balanced ? fabs(A[1] / A[2]) < 8.0 : fabs(A[1] / A[2]) > 0.9e6);
    }
}

/* --- linear systems of several signals ---------------------------------------------------------------------------- */

enum { STATES = 3, SIGNALS = 2 };

static const double E[STATES][STATES] = {{2.0, 0.3, 0.0}, {0.0, 1.5, -0.4}, {0.2, 0.0, 1.0}};
static const double A[STATES][STATES] = {{-1.0, 400.0, 0.0}, {-0.02, -2.0, 0.5}, {0.001, 3.0, -4.0}};
static const double B[STATES][SIGNALS] = {{30.0, -10.0}, {0.2, 0.7}, {1.0, -3.0}};
static const double C[SIGNALS][STATES] = {{0.01, 2.0, -1.0}, {0.02, 0.5, 3.0}};
static const double D[SIGNALS][SIGNALS] = {{0.4, -0.2}, {0.1, 0.6}};
static const double FIRST[STATES] = {20.0, -0.3, 0.5};

static int put_matrix(char *to, const char *name, const double *of, int n)
{
    int at = sprintf(to, "%s", name);
    for (int i = 0; i < n; i++)
        at += sprintf(to + at, ", %.17g", of[i]);
    return at;
}

/* x of (E - h A) x = E x_before + h B u, by Cramer's rule. */
static void step_states(double h, bool has_E, const double u[SIGNALS], double x[STATES])
{
    mat3 M;
    double b[STATES];
    for (int i = 0; i < STATES; i++) {
        b[i] = h * (B[i][0] * u[0] + B[i][1] * u[1]);
        for (int k = 0; k < STATES; k++) {
            const double e = has_E ? E[i][k] : i == k;
            M.e[i][k] = e - h * A[i][k];
            b[i] += e * x[k];
        }
    }
    const vec3 column[STATES] = {mat3_col(&M, 0), mat3_col(&M, 1), mat3_col(&M, 2)}, right = vec3_load(b);
    const double det = vec3_dot(column[0], vec3_cross(column[1], column[2]));
    for (int k = 0; k < STATES; k++)
        x[k] = vec3_dot(right, vec3_cross(column[(k + 1) % 3], column[(k + 2) % 3])) / det;
}

static const probe SYSTEM[] = {{"abstract", 1, "x"}, {"abstract", 2, "x"}, {"genel", 1, "#1"}, {"genel", 1, "#2"},
                               {"genel", 1, "#3"},   {"genel", 1, "#4"},   {"genel", 1, "#5"}, {"genel", 1, "#6"}};

/* By implicit Euler, whose steps can be made here as well: y = gain (C x + D u), scaled or not. */
static void check_system(world *world, bool has_E, bool has_D, bool is_balanced)
{
    const double h = 0.01;
    char words[2000], *to = words;
    to += sprintf(to, "genel: 3, spring support, 3, abstract, algebraic, linear elastic, 1.; force: 3, abstract, 3, "
                      "abstract, cosine, 0., 9., 1., forever, 0.5; genel: 1, state space MIMO, 2, 1, abstract, "
                      "algebraic, 2, abstract, algebraic, 2, node dof, 3, abstract, algebraic, drive, linear, 1., 2., "
                      "3,");
    to += has_E ? put_matrix(to, "matrix E", E[0], 9) : 0;
    to += put_matrix(to, has_E ? ", matrix A" : "matrix A", A[0], 9);
    to += put_matrix(to, ", matrix B", B[0], 6);
    to += put_matrix(to, ", matrix C", C[0], 6);
    to += has_D ? put_matrix(to, ", matrix D", D[0], 4) : 0;
    to += sprintf(to, ", gain, 1.5%s", is_balanced ? "" : ", balance, no");
    to += put_matrix(to, ", value", FIRST, 3);
    sprintf(to, ";");
    assert_runs(world, SYSTEM, 8,
                (march){.until = 0.2, .step = h, .method = "implicit euler", .more = "derivatives tolerance: 1.e9;"},
                (const char *const[]){"abstract nodes: 3; genels: 2; forces: 1;",
                                      "abstract: 1, differential; abstract: 2, differential; abstract: 3, "
                                      "differential, value, 0.5;",
                                      words});
    double x[STATES];
    memcpy(x, FIRST, sizeof x);
    for (int k = 1; k < world->n; k++) {
        const double u[SIGNALS] = {0.5 + 1.0 - cos(9.0 * world->t[k]), 1.0 + 2.0 * world->t[k]};
        step_states(h, has_E, u, x);
        for (int i = 0; i < SIGNALS; i++) {
            const double y = C[i][0] * x[0] + C[i][1] * x[1] + C[i][2] * x[2];
            assert_near(world->v[k][i], 1.5 * (y + (has_D ? D[i][0] * u[0] + D[i][1] * u[1] : 0.0)), 1e-7);
        }
        for (int i = 0; !is_balanced && i < STATES; i++)
            assert_near(world->v[k][2 + i], x[i], 1e-7);
    }
}

static void systems_of_several_signals(void **of)
{
    for (int k = 0; k < 8; k++)
        check_system(*of, k % 2, k / 2 % 2, k / 4);
}

/* Before the first step: x as given, x' = A x + B u. */
static void first_rates_of_a_system(void **of)
{
    world *world = *of;
    check_system(world, false, true, false);
    for (int i = 0; i < STATES; i++) {
        assert_near(world->v[0][2 + i], FIRST[i], 1e-9);
        const double rate = A[i][0] * FIRST[0] + A[i][1] * FIRST[1] + A[i][2] * FIRST[2] + B[i][0] * 0.5 + B[i][1];
        assert_near(world->v[0][5 + i], rate, 1e-6 * (1.0 + fabs(rate)));
    }
}

/* --- trim --------------------------------------------------------------------------------------------------------- */

/* What the controls that are found would give, by the answer of the blades, is what is missing: Q z = e with z the
 * controls over their gains. They come with exp(-t/T). Nothing happens before the trigger. */
static void trim_of_a_rotor(void **of)
{
    static const probe CONTROLS[] = {{"abstract", 1, "x"}, {"abstract", 2, "x"}, {"abstract", 3, "x"}};
    const double rho = 1.1, R = 4.0, W = 40.0, m = 0.25, lock = 7.0, v = 1.1;
    const double T[3] = {0.05, 0.08, 0.08}, gain[3] = {0.6, 0.4, 0.4}, h = 1e-3;
    world *world = *of;
    assert_runs(world, CONTROLS, 3, (march){.until = 0.3, .step = h},
                (const char *const[]){
                    "abstract nodes: 3; genels: 1; air properties;",
                    "abstract: 1, differential; abstract: 2, differential; abstract: 3, differential;",
                    "air properties: 1.1, 340., 1., 0., 0., const, 0.; genel: 1, rotor trim, generic, const, 9000., "
                    "const, 2500., const, -1300., 4., const, 40., const, 0.25, 1, 2, 3, const, 0.008, const, 3.e-4, "
                    "const, -2.e-4, 7., 1.1, 0.05, 0.08, 0.6, 0.4, trigger, step, 0.1, 1., 0.;"});
    const double area = rho * M_PI * pow(R, 4) * W * W;
    const double e[3] = {0.008 - 9000.0 / area, 3e-4 - 2500.0 / area / R, -2e-4 + 1300.0 / area / R};
    const double K = 8.0 * (v * v - 1.0) / lock, G = lock / (8.0 * v * v), s = K / 16.0 / (1.0 + K * K);
    for (int k = 1; k < world->n; k++) {
        double z[3];
        for (int i = 0; i < 3; i++)
            z[i] = world->v[k][i] / gain[i] / (1.0 - exp(-(world->t[k] - 0.1) / T[i]));
        if (world->t[k] < 0.1 - 0.5 * h)
            for (int i = 0; i < 3; i++)
                assert_near(world->v[k][i], 0.0, 1e-12);
        if (world->t[k] < 0.15)
            continue;
        const double L = m * (4.0 * G - 8.0 * K) / 3.0 * z[0] - z[2] - K * (z[1] + 1.5 * m * m * z[1]) +
                         16.0 / 9.0 * G * m * m * z[1];
        const double M = m * (8.0 + 4.0 * G * K) / 3.0 * z[0] + z[1] + 2.0 * m * m * z[1] +
                         16.0 / 9.0 * G * K * m * m * z[1] - K * z[2] - 0.5 * K * m * m * z[2];
        assert_near(z[0] / 6.0 + m * m * z[0] / 4.0 + 2.0 * m * z[1] / 9.0, e[0], 1e-2 * fabs(e[0]));
        assert_near(s * L, e[1], 1e-2 * fabs(e[1]));
        assert_near(s * M, e[2], 1e-2 * fabs(e[2]));
    }
}

/* A beam under a couple, which bends it about the couple alone, and a beam under tension:
 *     k_y = M_y / EJ, k_z = M_z / EJ,   e_x = F / EA,   gages read e_x + z k_y - y k_z */
static void gages_on_beams(void **of)
{
#define BEAM_LAW "eye, linear elastic generic, diag, 400., 90., 90., 50., 80., 80., same, same;"
    static const probe at[] = {{"parameter", 1, "x"}, {"parameter", 2, "x"}};
    world *world = *of;
    assert_runs(world, at, 2, (march){.until = 1.0, .step = 0.1, .tolerance = 1e-8},
                (const char *const[]){"structural nodes: 6; parameter nodes: 2; joints: 2; beams: 2; forces: 2;",
                                      "structural: 1, static, null, eye, null, null;"
                                      "structural: 2, static, 1., 0., 0., eye, null, null;"
                                      "structural: 3, static, null, eye, null, null;"
                                      "structural: 4, static, 1., 0., 0., eye, null, null;"
                                      "structural: 5, static, 0.5, 0., 0., eye, null, null;"
                                      "structural: 6, static, 0.5, 0., 0., eye, null, null;"
                                      "parameter: 1, beam strain gage, 0.03, -0.02;"
                                      "parameter: 2, beam strain gage, 0.03, -0.02;",
                                      "joint: 1, clamp, 1, node, node; joint: 3, clamp, 3, node, node;"
                                      "beam3: 1, 1, null, 5, null, 2, null, " BEAM_LAW
                                      "beam3: 2, 3, null, 6, null, 4, null, " BEAM_LAW
                                      "couple: 1, absolute, 2, 0., 0.6, 0.8, ramp, 9., 0., 1., 0.;"
                                      "force: 2, absolute, 4, position, null, 1., 0., 0., ramp, 7., 0., 1., 0.;"
                                      "bind: 1, beam, 1, 1; bind: 2, beam, 2, 2;"});
    assert_near(world_end(world)[0], (-0.02 * 0.6 - 0.03 * 0.8) * 9.0 / 80.0, 1e-8);
    assert_near(world_end(world)[1], 7.0 / 400.0, 1e-8);
}

/* A spring that closes at 0.05 s, between ends whose distance is 1 + 3 t, knows the distance at which it closed:
 * f = 20 (x_2 - x_1 - that). */
static void spring_that_closes(void **of)
{
    static const probe FIXED[] = {{"genel", 1, "#1"}, {"genel", 2, "#1"}};
    const double h = 1e-3;
    world *world = *of;
    assert_runs(world, FIXED, 2, (march){.until = 0.1, .step = h, .method = "implicit euler"},
                (const char *const[]){"abstract nodes: 2; genels: 3;",
                                      "abstract: 1, differential, value, 2.; abstract: 2, differential, value, 3.;",
                                      "genel: 1, clamp, 1, abstract, algebraic, linear, 2., -1.; genel: 2, clamp, 2, "
                                      "abstract, algebraic, linear, 3., 2.; genel: 3, spring, 1, abstract, algebraic, "
                                      "2, abstract, algebraic, bistop, initial status, inactive, capture reference "
                                      "strain, yes, step, 0.0495, 1., 0., const, 0., linear elastic, 20.;"});
    double closed_at = 0.0;
    for (int k = 1; k < world->n; k++) {
        assert_near(world->v[k][0], -world->v[k][1], 1e-9);
        if (world->t[k] < 0.0495)
            assert_near(world->v[k][0], 0.0, 1e-9);
        if (world->t[k] < 0.0515)
            continue;
        const double at = world->t[k] - world->v[k][0] / 60.0;
        assert_near(at, 0.05, h);
        assert_near(at, closed_at > 0.0 ? closed_at : at, 1e-9);
        closed_at = at;
    }
}

/* Values and rates that nodes have in the deck are kept against what acts on them, which is what the clamps hold. */
static void clamps_at_what_nodes_have(void **of)
{
    static const probe KEPT[] = {{"structural", 1, "XP[1]"}, {"structural", 1, "X[2]"}, {"structural", 1, "Omega[3]"},
                                 {"abstract", 2, "xP"},      {"abstract", 3, "x"},      {"abstract", 2, "x"},
                                 {"genel", 1, "#1"},         {"genel", 2, "#1"},        {"genel", 3, "#1"},
                                 {"genel", 4, "#1"},         {"genel", 5, "#1"}};
    world *world = *of;
    assert_runs(
        world, KEPT, 11, (march){.until = 0.2, .step = 2e-3, .method = "implicit euler"},
        (const char *const[]){
            "structural nodes: 1; abstract nodes: 2; rigid bodies: 1; genels: 5; forces: 4;",
            "structural: 1, dynamic, 0.1, 0.2, 0.3, eye, 0.4, 0., 0.6, 0., 0., 0.7; abstract: 2, differential, "
            "value, 2.5, derivative, -1.5; abstract: 3, differential, value, 4., derivative, 9.;",
            "body: 1, 1, 2., null, diag, 1., 1., 3.; genel: 1, clamp, 1, structural, 1, differential, from node;"
            "genel: 2, clamp, 1, structural, 2, algebraic, from node; genel: 3, clamp, 1, structural, 6, "
            "differential, from node; genel: 4, clamp, 2, abstract, differential, from node; genel: 5, clamp, 3, "
            "abstract, algebraic, from node; force: 1, absolute, 1, position, null, 0.6, 0.8, 0., const, 10.;"
            "couple: 2, absolute, 1, 0., 0., 1., const, 4.; force: 3, abstract, 2, abstract, const, 5.; force: 4, "
            "abstract, 3, abstract, const, 7.;"});
    for (int k = 2; k < world->n; k++) {
        const double expected[] = {0.4, 0.2, 0.7, -1.5, 4.0, 2.5 - 1.5 * world->t[k], 6.0, 8.0, 4.0, 5.0, 7.0};
        for (int i = 0; i < 11; i++)
            assert_near(world->v[k][i], expected[i], 1e-6);
    }
}

/* A free body turns at 2 rad/s and moves at 0.4 m/s: the component along an axis of it is 0.4 cos(2 t), that of a point
 * beside the centre has 2 r besides. The rates are differences of steps from the very first one on. */
static void accelerometers_from_the_first_step_on(void **of)
{
    static const probe SIGNALS_OF[] = {
        {"abstract", 1, "x"}, {"abstract", 2, "x"}, {"abstract", 3, "x"}, {"abstract", 4, "x"}};
    const double h = 1e-3;
    world *world = *of;
    assert_runs(
        world, SIGNALS_OF, 4, (march){.until = 0.5, .step = h, .method = "implicit euler"},
        (const char *const[]){
            "structural nodes: 2; abstract nodes: 4; rigid bodies: 1; joints: 1; electric elements: 4;",
            "structural: 1, dynamic, null, eye, 0.4, 0., 0., 0., 0., 2.; structural: 2, static, 3., 0., 0., eye, "
            "null, null; abstract: 1, differential; abstract: 2, differential; abstract: 3, differential;"
            "abstract: 4, differential;",
            "body: 1, 1, 2., null, diag, 1., 1., 3.; joint: 2, clamp, 2, node, node;"
            "electric: 1, accelerometer, translational, 1, 1, 2., 0., 0.;"
            "electric: 2, accelerometer, translational, 1, 2, 0., 1., 0., position, 0.5, 0., 0.;"
            "electric: 3, accelerometer, rotational, 1, 3, 0., 0., 1.;"
            "electric: 4, displacement, 1, position, 0., 1., 0., 2, position, null, 4;"});
    for (int i = 0; i < 2; i++) /* there is no jump to begin with */
        assert_true(fabs(world->v[0][i]) < 1.0);
    for (int k = 1; k < world->n; k++) {
        const double t = world->t[k] - 0.5 * h, x = 3.0 - 0.4 * world->t[k] + sin(2.0 * world->t[k]),
                     y = cos(2.0 * world->t[k]);
        assert_near(world->v[k][0], -0.8 * sin(2.0 * t), 1e-5);
        assert_near(world->v[k][1], -0.8 * cos(2.0 * t), 1e-5);
        assert_near(world->v[k][2], 0.0, 1e-9);
        assert_near(world->v[k][3], hypot(x, y), 3e-3);
    }
}

/* Of an element that is off all data are zero. */
static void data_of_an_element_that_is_driven(void **of)
{
    static const probe LENGTH[] = {{"driven", 3, "L"}};
    world *world = *of;
    assert_runs(
        world, LENGTH, 1, (march){.until = 0.1, .step = 0.01},
        (const char *const[]){"structural nodes: 2; joints: 3;",
                              "structural: 1, static, null, eye, null, null;"
                              "structural: 2, static, 1.5, 0., 0., eye, null, null;",
                              "joint: 1, clamp, 1, node, node; joint: 2, clamp, 2, node, node; driven: 3, step, "
                              "0.055, 1., 0., joint: 3, rod, 1, 2, 1., linear elastic, 10.;"});
    for (int k = 1; k < world->n; k++)
        assert_near(world->v[k][0], world->t[k] < 0.055 ? 0.0 : 1.5, 1e-9);
}

static bool run_drive(world *world, const char *words)
{
    char elements[600];
    snprintf(
        elements, sizeof elements,
        "genel: 1, clamp, 1, abstract, algebraic, 2.; genel: 2, clamp, 2, abstract, 3.; genel: 3, clamp, 3, "
        "hydraulic, 4.;"
        "genel: 4, spring support, 4, abstract, algebraic, linear elastic, 1.; force: 1, abstract, 4, abstract, %s;",
        words);
    static const probe at_end[] = {{"abstract", 4, "x"}};
    return world_model(world, at_end, 1, (march){.until = 2e-3},
                       (const char *const[]){"abstract nodes: 3; hydraulic nodes: 1; genels: 4; forces: 1;",
                                             "abstract: 1, differential, value, 2.; abstract: 2, algebraic, value, 3.;"
                                             "hydraulic: 3, value, 4.; abstract: 4, differential;",
                                             elements});
}

/* Where a node has one datum its name may be left out; a number that no datum has is refused. */
static void private_data_of_scalar_nodes(void **of)
{
    world *world = *of;
    assert_true(run_drive(world, "node, 2, abstract, direct"));
    assert_true(fabs(world->v[world->n - 1][0] - 3.0) < 1e-9);
    assert_true(run_drive(world, "node, 3, hydraulic, linear, 1., 2."));
    assert_true(fabs(world->v[world->n - 1][0] - 9.0) < 1e-9);
    assert_true(run_drive(world, "node, 1, abstract, index, 1, direct"));
    assert_true(fabs(world->v[world->n - 1][0] - 2.0) < 1e-9);
    assert_false(run_drive(world, "node, 1, abstract, index, 3, direct"));
    assert_non_null(strstr(world->said, "has no private datum number 3"));
    assert_false(run_drive(world, "node, 2, abstract, index, 2, direct"));
    assert_non_null(strstr(world->said, "has no private datum number 2"));
    assert_false(run_drive(world, "node, 1, abstract, direct"));
    assert_non_null(strstr(world->said, "several private data"));
}

/* `output, yes` writes value and derivative, `output, value, yes` the value alone. */
static void output_flags_of_drives(void **of)
{
    world *world = *of;
    assert_true(world_model(world, NULL, 0, (march){.until = 1e-3},
                            (const char *const[]){"abstract nodes: 1; genels: 1;", "abstract: 1, differential;",
                                                  "genel: 1, clamp, 1, abstract, algebraic, 0.;"
                                                  "drive caller: 1, time, output, yes; drive caller: 2, time;"
                                                  "drive caller: 3, time, output, value, yes;"
                                                  "drive caller: 4, time, output, value, yes, derivative, yes;"
                                                  "drive caller: 5, time, output trace, value, no;"}));
    static const bool shown[] = {true, false, true, true, false}, derivative[] = {true, false, false, true, false};
    assert_int_equal(world->deck->model->drives.n, 5);
    for (int i = 0; i < 5; i++) {
        assert_true(world->deck->model->drives.items[i]->output == shown[i]);
        assert_true(world->deck->model->drives.items[i]->output_derivative == derivative[i]);
    }
}

/* The data of a file end the analysis, also when nobody reads them. */
static void bailout_of_an_unread_file(void **of)
{
    world *world = *of;
    char path[] = "/tmp/torsor-data-XXXXXX", words[1200];
    const int file = mkstemp(path);
    assert_true(file >= 0 && dprintf(file, "0. 1.\n0.0035 2.\n") > 0 && close(file) == 0);
    snprintf(words, sizeof words,
             "begin: data; problem: initial value; end: data;\n"
             "begin: initial value; initial time: 0.; final time: 1.; time step: 1.e-3; end: initial value;\n"
             "begin: control data; abstract nodes: 1; genels: 1; file drivers: 1; end: control data;\n"
             "begin: nodes; abstract: 1, algebraic; end: nodes;\n"
             "begin: drivers; file: 1, variable step, 1, bailout, upper, \"%s\"; end: drivers;\n"
             "begin: elements; genel: 1, clamp, 1, abstract, 0.; end: elements;\n",
             path);
    assert_true(world_run(world, NULL, 0, words));
    unlink(path);
    assert_true(fabs(world->t[world->n - 1] - 3e-3) < 1e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(strokes_of_a_swash_plate),
        TEST(limits_and_delay_of_a_swash_plate),
        TEST(private_data_of_scalar_nodes),
        TEST(states_of_very_different_size),
        TEST(systems_of_several_signals),
        TEST(first_rates_of_a_system),
        TEST(trim_of_a_rotor),
        TEST(spring_that_closes),
        TEST(data_of_an_element_that_is_driven),
        TEST(clamps_at_what_nodes_have),
        TEST(accelerometers_from_the_first_step_on),
        TEST(gages_on_beams),
        TEST(output_flags_of_drives),
        TEST(bailout_of_an_unread_file),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
