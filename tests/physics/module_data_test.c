/* module_data_test.c - numbers that elements of modules give to others: by name, by number, and in their rows. */
#include "probe_world.h"
#include <unistd.h>

#define USER(name)               \
    {                            \
        "user defined", 10, name \
    }

/* The first n probes are data, the others the same numbers in the row. */
static void check_alike(const world *world, int n)
{
    for (int k = 0; k < world->n; k++)
        for (int i = 0; i < n; i++)
            assert_near(world->v[k][i], world->v[k][n + i], 1e-12);
}

/* A drive that asks for datum `number` of element 10. */
static bool has_datum(world *world, const char *module, const char *nodes, const char *element, int number)
{
    char elements[1200], counts[200];
    snprintf(elements, sizeof elements, "%s genel: 90, clamp, 90, abstract, element, 10, loadable, index, %d, direct;",
             element, number);
    snprintf(counts, sizeof counts, "%s; genels: 1; loadable elements: 1;", module);
    return world_model(world, NULL, 0, (march){.until = 1e-3}, (const char *const[]){counts, nodes, elements});
}

static void check_count(world *world, const char *module, const char *nodes, const char *element, int n)
{
    assert_true(has_datum(world, module, nodes, element, n));
    assert_false(has_datum(world, module, nodes, element, n + 1));
    assert_non_null(strstr(world->said, "has no private datum number"));
}

/* x = G m */
static void outputs_of_a_controller(void **of)
{
    static const probe DATA[] = {USER("x[1]"), USER("x[2]"), USER("#4"), USER("#5")};
    static const char NODES[] = "module load: \"libmodule-controller\"; abstract: 90, algebraic;",
                      ELEMENT[] =
                          "user defined: 10, controller, measures, 3, ramp, 2., 0., forever, 1., const, 5., sine, 0., "
                          "4., 3., forever, 0., outputs, 2, 1., 2., 3., -4., 0.5, 6.;";
    world *world = *of;
    char elements[400];
    snprintf(elements, sizeof elements, "%s genel: 90, clamp, 90, abstract, 0.;", ELEMENT);
    assert_runs(world, DATA, 4, (march){.until = 0.5, .step = 0.01},
                (const char *const[]){"abstract nodes: 1; genels: 1; loadable elements: 1;", NODES, elements});
    check_alike(world, 2);
    for (int k = 0; k < world->n; k++) {
        const double m1 = 1 + 2 * world->t[k], m2 = 5, m3 = 3 * sin(4 * world->t[k]);
        assert_near(world->v[k][0], m1 + 2 * m2 + 3 * m3, 1e-12);
        assert_near(world->v[k][1], -4 * m1 + 0.5 * m2 + 6 * m3, 1e-12);
    }
    check_count(world, "abstract nodes: 1", NODES, ELEMENT, 2);
}

/* d' = alpha (d - d_before) / h - beta d'_before, from the initial values, which are those before the start. */
static void differences_of_drives(void **of)
{
    static const probe DATA[] = {USER("d1"), USER("d2"), USER("dp1"), USER("dp2"),
                                 USER("#1"), USER("#3"), USER("#2"),  USER("#4")};
    static const char NODES[] = "module load: \"libmodule-diff\"; abstract: 90, algebraic;",
                      ELEMENT[] =
                          "user defined: 10, diffdrive, 2, sine, 0., 4., 3., forever, 1., ramp, 2., 0., forever, 1., "
                          "method, alphaxbetav, 1.2, 0.2, initial value, 0.9, initial value, 0.8;";
    world *world = *of;
    char elements[400];
    snprintf(elements, sizeof elements, "%s genel: 90, clamp, 90, abstract, 0.;", ELEMENT);
    assert_runs(world, DATA, 8, (march){.until = 0.5, .step = 0.01},
                (const char *const[]){"abstract nodes: 1; genels: 1; loadable elements: 1;", NODES, elements});
    check_alike(world, 4);
    double is[2] = {0.9, 0.8}, rate[2] = {0, 0};
    for (int k = 0; k < world->n; k++) {
        const double now[] = {1 + 3 * sin(4 * world->t[k]), 1 + 2 * world->t[k]};
        for (int i = 0; i < 2; i++) {
            rate[i] = 1.2 * (now[i] - is[i]) / 0.01 - 0.2 * rate[i];
            is[i] = now[i];
            assert_near(world->v[k][i], is[i], 1e-12);
            assert_near(world->v[k][2 + i], rate[i], 1e-9);
        }
    }
    check_count(world, "abstract nodes: 1", NODES, ELEMENT, 4);
}

/* c1 x1 + c2 x2 = a t^2 / 2 for free masses: lambda = a / (c1^2 / m1 + c2^2 / m2) in each constraint, and
 * x_i = c_i lambda t^2 / (2 m_i). The first node has rotations, the second none. */
static void constraints_between_masses(void **of)
{
    static const probe DATA[] = {USER("lambda[1]"),
                                 USER("lambda[2]"),
                                 USER("#1"),
                                 USER("#2"),
                                 {"structural", 1, "X[1]"},
                                 {"structural", 1, "X[2]"},
                                 {"structural", 2, "X[1]"},
                                 {"structural", 2, "X[3]"}};
    static const char NODES[] = "module load: \"libmodule-mpc\"; structural: 1, dynamic, null, eye, null, null;"
                                "structural: 2, dynamic displacement, null, null; abstract: 90, algebraic;",
                      ELEMENT[] =
                          "body: 1, 1, 2., null, eye; body: 2, 2, 5.;"
                          "user defined: 10, mpc, nodes, 2, 1, 2, constraints, 2, parabolic, 0., 0., 3., parabolic, "
                          "0., 0., -2., constraint matrix, 1.5, 0., 0., -0.5, 0., 0., 0., 0.8, 0., 0., 0., 2.;";
    world *world = *of;
    char elements[700];
    snprintf(elements, sizeof elements, "%s genel: 90, clamp, 90, abstract, 0.;", ELEMENT);
    assert_runs(world, DATA, 8, (march){.until = 0.5, .step = 0.01, .tolerance = 1e-9, .method = "ms, 0."},
                (const char *const[]){"structural nodes: 2; rigid bodies: 2; abstract nodes: 1; genels: 1; loadable "
                                      "elements: 1;",
                                      NODES, elements});
    check_alike(world, 2);
    const double first = 6.0 / (1.5 * 1.5 / 2 + 0.25 / 5), second = -4.0 / (0.64 / 2 + 4.0 / 5);
    for (int k = 5; k < world->n; k++) {
        const double half = 0.5 * world->t[k] * world->t[k], *v = world->v[k];
        assert_near(v[0], first, 1e-6);
        assert_near(v[1], second, 1e-6);
        assert_near(v[4], 1.5 * first / 2 * half, 1e-3);
        assert_near(v[5], 0.8 * second / 2 * half, 1e-3);
        assert_near(v[6], -0.5 * first / 5 * half, 1e-3);
        assert_near(v[7], 2 * second / 5 * half, 1e-3);
    }
    check_count(world, "structural nodes: 2; rigid bodies: 2; abstract nodes: 1", NODES, ELEMENT, 2);
}

/* On a wheel that turns with W about axis 3: W along the shaft, and W^2 r towards it, in the axes of the unit. */
static void unit_on_a_wheel(void **of)
{
    static const probe DATA[] = {USER("wx"), USER("wy"), USER("wz"), USER("ax"), USER("ay"), USER("az"),
                                 USER("#1"), USER("#2"), USER("#3"), USER("#4"), USER("#5"), USER("#6")};
    world *world = *of;
    assert_runs(world, DATA, 12, (march){.until = 0.5, .step = 1e-3, .tolerance = 1e-8},
                (const char *const[]){"structural nodes: 1; rigid bodies: 1; joints: 1; loadable elements: 1;",
                                      "module load: \"libmodule-imu\";"
                                      "structural: 1, dynamic, null, eye, null, 0., 0., 4.;",
                                      "body: 1, 1, 2., null, diag, 1., 1., 3.;"
                                      "joint: 1, revolute pin, 1, null, hinge, eye, null, hinge, eye;"
                                      "user defined: 10, imu, 1, position, 0.3, 0.2, -0.1, orientation, 1, 0., 0., 1., "
                                      "2, 1., 0., 0.;"});
    check_alike(world, 6);
    const double expected[] = {4, 0, 0, 0, -16 * 0.3, -16 * 0.2};
    for (int k = 1; k < world->n; k++)
        for (int i = 0; i < 6; i++)
            assert_near(world->v[k][i], expected[i], 1e-5);
}

/* Angles are in degrees in the row, in radians as data. */
static void data_of_a_generic_aerodynamic_force(void **of)
{
#define GAF(name)                             \
    {                                         \
        "generic aerodynamic force", 10, name \
    }
    static const probe DATA[] = {GAF("fx"),    GAF("fz"),   GAF("mx"),  GAF("mz"),  GAF("Fx"),  GAF("Fz"),
                                 GAF("Mx"),    GAF("My"),   GAF("Mz"),  GAF("#3"),  GAF("#5"),  GAF("#6"),
                                 GAF("#8"),    GAF("#9"),   GAF("#11"), GAF("#12"), GAF("#13"), GAF("#14"),
                                 GAF("alpha"), GAF("beta"), GAF("#1"),  GAF("#2")};
    world *world = *of;
    assert_runs(world, DATA, ARRAY_LEN(DATA), (march){.until = 0.1, .step = 0.01},
                (const char *const[]){
                    "structural nodes: 1; joints: 1; air properties; aerodynamic elements: 1;",
                    "structural: 1, static, null, euler123, 0.1, 0.2, -0.3, null, null;",
                    "joint: 1, clamp, 1, node, node;"
                    "air properties: 1.2, 340., component, ramp, -50., 0., forever, -30., const, 4., "
                    "const, -6.;"
                    "generic aerodynamic force: 10, 1, position, 0.1, 0.2, 0.3, orientation, "
                    "euler123, 0.2, -0.1, 0.1, reference surface, 2., reference length, 3., file, \"" TEST_FOLDER
                    "/physics/aero/gaf.dat\";"});
    check_alike(world, 9);
    for (int k = 0; k < world->n; k++)
        for (int i = 18; i < 20; i++)
            assert_near(world->v[k][i], world->v[k][2 + i] * M_PI / 180, 1e-12);
}

/* A table whose angles do not grow is refused. */
static void angles_that_grow(void **of)
{
    static const char *const ROWS[] = {"0. 0.  0. 0. 0. 0. 0. 0.\n0. 0.  0. 0. 0. 0. 0. 0.\n",
                                       "0. 0.  0. 0. 0. 0. 0. 0.\n1. 0.  0. 0. 0. 0. 0. 0.\n"
                                       "0. 0.  0. 0. 0. 0. 0. 0.\n1. 0.  0. 0. 0. 0. 0. 0.\n"};
    char path[] = "/tmp/torsor-gaf-XXXXXX", elements[300];
    world *world = *of;
    for (int i = 0; i < 2; i++) {
        strcpy(path + sizeof path - 7, "XXXXXX");
        const int file = mkstemp(path);
        assert_true(file >= 0 && dprintf(file, "2 2\n%s", ROWS[i]) > 0 && close(file) == 0);
        snprintf(elements, sizeof elements,
                 "joint: 1, clamp, 1, node, node; air properties: 1.2, 340., null; generic aerodynamic force: 10, 1, "
                 "file, \"%s\";",
                 path);
        assert_false(world_model(world, NULL, 0, (march){.until = 1e-3},
                                 (const char *const[]){"structural nodes: 1; joints: 1; air properties; aerodynamic "
                                                       "elements: 1;",
                                                       "structural: 1, static, null, eye, null, null;", elements}));
        unlink(path);
        assert_non_null(strstr(world->said, "angles must increase"));
    }
}

/* --- units -------------------------------------------------------------------------------------------------------- */

typedef struct {
    const char *name;
    physical_quantity unit;
} column_unit;

static const column_unit INSTRUMENTS[] = {
    {"airspeed", QUANTITY_VELOCITY},
    {"groundspeed", QUANTITY_VELOCITY},
    {"altitude", QUANTITY_LENGTH},
    {"attitude", QUANTITY_RADIANS},
    {"turn", QUANTITY_ANGULAR_VELOCITY},
    {"verticalspeed", QUANTITY_VELOCITY},
    {"heading", QUANTITY_RADIANS},
    {"latitude", QUANTITY_RADIANS},
    {"init_x1", QUANTITY_LENGTH},
    {"init_x2", QUANTITY_LENGTH},
    {"init_latitude", QUANTITY_RADIANS},
    {"rollrate", QUANTITY_ANGULAR_VELOCITY},
    {"yawrate", QUANTITY_ANGULAR_VELOCITY},
    {"body_axb", QUANTITY_ACCELERATION},
    {"body_azb", QUANTITY_ACCELERATION},
    {"body_pd", QUANTITY_ANGULAR_ACCELERATION},
    {"body_rd", QUANTITY_ANGULAR_ACCELERATION},
    {"body_vx", QUANTITY_VELOCITY},
    {"body_vz", QUANTITY_VELOCITY},
    {"density", QUANTITY_DENSITY},
    {"soundcelerity", QUANTITY_VELOCITY},
    {"staticpressure", QUANTITY_PRESSURE},
    {"temperature", QUANTITY_TEMPERATURE},
};

static void check_unit(void *to, const named_column *column)
{
    int *checked = to;
    for (int i = 0; i < ARRAY_LEN(INSTRUMENTS); i++)
        if (strcmp(INSTRUMENTS[i].name, column->name) == 0) {
            assert_int_equal(column->unit, INSTRUMENTS[i].unit);
            (*checked)++;
        }
}

static int note_units(const state *state, const elem *element)
{
    int checked = 0;
    column_set define = {.define = check_unit, .context = &checked};
    record named = {.named = &define};
    element->type->output(state, element, &named);
    return checked;
}

static const elem *read_instruments(world *world)
{
    assert_runs(world, NULL, 0, (march){.until = 1e-3},
                (const char *const[]){"structural nodes: 1; joints: 1; air properties; aerodynamic elements: 1;",
                                      "structural: 1, static, null, eye, null, null;",
                                      "joint: 1, clamp, 1, node, node; air properties: 1.2, 340., component, const, "
                                      "-8., const, 3., const, 2.;"
                                      "aircraft instruments: 10, 1, initial latitude, 0.7, initial longitude, 0.2, "
                                      "earth radius, 6.e6;"});
    return model_elem(world->deck->model, elem_card_find("aircraft instruments"), 10);
}

static void units_of_instruments(void **of)
{
    const elem *element = read_instruments(*of);
    const pose at = {.R = MAT3_EYE};
    assert_int_equal(note_units(&(state){.poses = &at}, element), ARRAY_LEN(INSTRUMENTS));
}

/* --- an aircraft that turns and climbs ---------------------------------------------------------------------------- */

/* Axes of an aircraft that looks HEADING clockwise from the north, axis 1, nose up, and then rolls to the right; west
 * is axis 2. */
static const double HEADING = 4.0, NOSE = 0.3, ROLL = 0.5;

static mat3 aircraft_axes(void)
{
    const vec3 ahead = {cos(HEADING), -sin(HEADING), 0}, right = {-sin(HEADING), -cos(HEADING), 0}, down = {0, 0, -1};
    const vec3 forward = vec3_axpy(vec3_scale(cos(NOSE), ahead), -sin(NOSE), down);
    const vec3 below = vec3_axpy(vec3_scale(cos(NOSE), down), sin(NOSE), ahead);
    return mat3_from_cols(forward, vec3_axpy(vec3_scale(cos(ROLL), right), sin(ROLL), below),
                          vec3_axpy(vec3_scale(cos(ROLL), below), -sin(ROLL), right));
}

typedef struct {
    const char *name;
    double value;
} datum;

static void what_instruments_show(void **of)
{
    const elem *element = read_instruments(*of);
    const mat3 R = aircraft_axes();
    const pose at = {.x = {500, -300, 900}, .v = {-40, 50, 9}, .w = {0.1, -0.2, 0.3}, .R = R};
    const double ypp[] = {1, 2, 3, 4, 5, 6};
    const vec3 v = vec3_sub(at.v, (vec3){-8, 3, 2}), u = mat3_tmulv(&R, v), w = mat3_tmulv(&R, at.w);
    const datum SHOWN[] = {
        {"airspeed", sqrt(32 * 32 + 47 * 47 + 7 * 7)},
        {"groundspeed", hypot(40, 50)},
        {"altitude", 900},
        {"attitude", NOSE},
        {"bank", asin(sin(ROLL) * cos(NOSE))},
        {"turn", 18},
        {"slip", atan2(-u.y, u.x)},
        {"sideslip", atan2(-u.y, u.x)},
        {"verticalspeed", 7},
        {"angleofattack", atan2(-u.z, u.x)},
        {"aoa", atan2(-u.z, u.x)},
        {"heading", HEADING},
        {"longitude", 0.2 + 300 / 6e6},
        {"latitude", 0.7 + 500 / 6e6},
        {"init_longitude", 0.2},
        {"init_latitude", 0.7},
        {"rollrate", w.x},
        {"pitchrate", w.y},
        {"yawrate", w.z},
        {"body_axb", 1},
        {"body_ayb", 2},
        {"body_azb", 3},
        {"body_pd", 4},
        {"body_qd", 5},
        {"body_rd", 6},
        {"body_vx", u.x},
        {"body_vy", u.y},
        {"body_vz", u.z},
        {"density", 1.2},
        {"soundcelerity", 340},
        {"staticpressure", 1.2 * 340 * 340 / 1.4},
        {"temperature", 340 * 340 / (1.4 * 287)},
    };
    for (int i = 0; i < ARRAY_LEN(SHOWN); i++) {
        const int index = elem_private_index(element, SHOWN[i].name);
        assert_true(index > 0);
        assert_near(element->type->private_value(&(state){.poses = &at, .ypp = ypp}, element, index), SHOWN[i].value,
                    1e-9);
    }
    assert_true(element->type->private_value(&(state){.poses = &at}, element, elem_private_index(element, "body_pd")) ==
                0.0);
    assert_int_equal(elem_private_index(element, "speed"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(outputs_of_a_controller),
                                       TEST(differences_of_drives),
                                       TEST(constraints_between_masses),
                                       TEST(unit_on_a_wheel),
                                       TEST(data_of_a_generic_aerodynamic_force),
                                       TEST(angles_that_grow),
                                       TEST(units_of_instruments),
                                       TEST(what_instruments_show)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
