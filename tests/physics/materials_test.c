/* materials_test.c - constitutive laws in joints and beams: equivalent laws give equal motions, data of laws are those
 * of the present strain, hints set the prestrain, helicoidal beams bend to arcs, and wrong cards are refused.
 *
 *     node 1 is held, node 2 moves by x = 1 + 0.2 sin(2 pi t) and turns by 0.3 sin(2 pi t) about axis 3;
 *     abstract nodes 101, 102 take data of joint 10 between them */
#include "unit/problem/run_world.h"

#define CLAMP(label, name) \
    "genel: " #label ", clamp, " #label ", abstract, algebraic, element, 10, joint, string, \"" name "\", direct;\n"

static bool run_elements(world *world, const char *cards, const char *elements)
{
    static char words[8192];
    snprintf(words, sizeof words,
             "begin: data; problem: initial value; end: data;\nbegin: initial value; final time: 0.5; time step: 0.05; "
             "method: ms, 0.6; tolerance: 1.e-9; max iterations: 30; derivatives tolerance: 1.e-6; derivatives max "
             "iterations: 20; derivatives coefficient: 1.e-3; end: initial value;\n"
             "begin: control data; abstract nodes: 2; structural nodes: 2; %s end: control data;\n"
             "scalar function: \"zero\", const, 0.; scalar function: \"five\", const, 5.;\n"
             "begin: nodes; abstract: 101, algebraic; abstract: 102, algebraic; structural: 1, static, null, eye, "
             "null, null; structural: 2, dynamic, 1., 0., 0., eye, null, null; end: nodes;\n"
             "begin: elements; %s end: elements;\n",
             cards, elements);
    return world_run(world, words);
}

/* Joint 10 as given, behind the card of a driven element or nothing, with two of its data on the abstract nodes. */
static bool run_driven_joint(world *world, const char *driven, const char *joint, const char *data)
{
    static char elements[4096];
    snprintf(elements, sizeof elements,
             "body: 2, 2, 1., null, eye; joint: 1, clamp, 1, node, node; joint: 2, total pin joint, 2, position, null, "
             "position, 1., 0., 0., position constraint, active, active, active, component, sine, 0., 2.*pi, 0.2, "
             "forever, 0., const, 0., const, 0., orientation constraint, active, active, active, component, const, 0., "
             "const, 0., sine, 0., 2.*pi, 0.3, forever, 0.;\n%sjoint: 10, %s;\n%s",
             driven, joint, data);
    return run_elements(world, "rigid bodies: 1; joints: 3; genels: 2;", elements);
}

/* Switched on at 0.22 with a hint, when there is one. */
static bool run_joint(world *world, const char *reported, const char *joint, const char *data)
{
    char driven[256] = "";
    if (reported)
        snprintf(driven, sizeof driven, "driven: 10, string, \"Time > 0.22\", hint, \"%s\", ", reported);
    return run_driven_joint(world, driven, joint, data);
}

/* The unknown of the first abstract node: those of a static and a dynamic node come before. */
enum { DATUM = 6 + 12 };

static double extension_at(double t) { return 0.2 * sin(2.0 * M_PI * t); }
static double rotate_at(double t) { return 0.3 * sin(2.0 * M_PI * t); }

/* Gas law p = p0 (1 + k e)^-gamma with the strain of the same moment. */
static void data_are_those_of_the_present_strain(void **of)
{
    world *world = *of;
#define ABSORBER "shock absorber, 1.e3, 0.05, 1.8, 1.3, epsilon max, 1., metering, const, 2.e-3, 0.03, 850., 0.8"
    static const char *const JOINTS[] = {"rod, 1, 2, 1., " ABSORBER,
                                         "rod, 1, 2, 1., array, 2, linear elastic, 3., " ABSORBER,
                                         "rod, 1, 2, 1., bistop, initial status, active, null, null, " ABSORBER};
    for (int i = 0; i < 3; i++) {
        assert_true(run_joint(world, NULL, JOINTS[i], CLAMP(101, "L") CLAMP(102, "constitutiveLaw.p")));
        for (int k = 1; k < world->n; k++) {
            assert_near(world->rows[k].y[DATUM], 1.0 + extension_at(world->rows[k].t), 1e-8);
            assert_near(world->rows[k].y[DATUM + 1], 1e3 * pow(1.0 + 1.8 * extension_at(world->rows[k].t), -1.3), 1e-5);
        }
    }
}

/* The joint begins with the strain it finds as its prestrain. */
static void hint_sets_the_prestrain(void **of)
{
    world *world = *of;
    const double x0 = 1.0 + extension_at(0.2);
    assert_true(run_joint(world, "drive{const, model::distance_prev(1, 2) - 1.}", "rod, 1, 2, 1., linear elastic, 5.",
                          CLAMP(101, "F") CLAMP(102, "L")));
    const row *last = &world->rows[world->n - 1];
    assert_near(last->y[DATUM], 5.0 * (1.0 + extension_at(last->t) - x0), 1e-7);
    assert_true(run_joint(world, "drive3{single, model::xdistance_prev(1, 2), 0., 0., const, 1.}",
                          "deformable displacement joint, 1, position, null, 2, position, null, linear elastic, 5.",
                          CLAMP(101, "Fx") CLAMP(102, "Fy")));
    last = &world->rows[world->n - 1];
    assert_near(last->y[DATUM], 5.0 * (1.0 + extension_at(last->t) - x0), 1e-7);
    assert_true(run_joint(world, "drive{const, 0.25}", "deformable axial joint, 1, 2, linear elastic, 5.",
                          CLAMP(101, "Mz") CLAMP(102, "rz")));
    last = &world->rows[world->n - 1];
    assert_near(last->y[DATUM], 5.0 * (rotate_at(last->t) - 0.25), 1e-7);
    assert_true(run_joint(world, "spring{2}", "rod, 1, 2, 1., linear elastic, 5.", CLAMP(101, "F") CLAMP(102, "L")));
    assert_non_null(strstr(world->said, "unknown hint"));
}

/* Ticks every 0.08 s from the step on in which the joint is switched on; that is counted anew the second time. */
static void drives_of_a_hint_begin_anew(void **of)
{
    world *world = *of;
    assert_true(run_driven_joint(world,
                                 "driven: 10, string, \"Time > 0.11 && (Time < 0.28 || Time > 0.33)\", hint, "
                                 "\"drive{closest next, Time, forever, 0.08}\", ",
                                 "rod, 1, 2, 1., linear elastic, 5.", CLAMP(101, "F") CLAMP(102, "L")));
    double threshold = 0.0;
    bool was_on = false;
    int ticks = 0;
    for (int k = 1; k < world->n; k++) {
        const double t = world->rows[k].t;
        const bool is_on = t > 0.11 && (t < 0.28 || t > 0.33);
        if (is_on && !was_on)
            threshold = t;
        const bool is_tick = is_on && t >= threshold;
        while (is_tick && threshold <= t)
            threshold += 0.08;
        if (is_on)
            assert_near(world->rows[k].y[DATUM], 5.0 * (extension_at(t) - is_tick), 1e-7);
        was_on = is_on;
        ticks += is_tick;
    }
    assert_int_equal(ticks, 5);
}

/* F = 5 e + 2 e' in as many ways as there are. */
static void equivalent_laws_in_one_dimension(void **of)
{
    static const char *const LAWS[] = {
        "linear viscoelastic, 5., 2.",
        "linear viscoelastic generic, 5., proportional, 0.4",
        "linear time variant viscoelastic generic, 5., const, 1., 2., same",
        "linear time variant viscoelastic, 2.5, const, 2., 1., const, 2.",
        "array, 2, linear elastic, 5., linear viscous, 2.",
        "array, 3, 2., 3., drive caller wrapper, const, 4., linear viscous, 0.5",
        "symbolic viscoelastic, epsilon, \"x\", epsilon prime, \"v\", expression, \"10/2*x + 2*v\"",
        "array, 2, symbolic elastic, epsilon, \"x\", expression, \"5*x\", linear viscous, 2.",
        "array, 2, 5., symbolic viscous, epsilon prime, \"v\", expression, \"2*v\"",
        "cubic viscoelastic generic, 5., 0., 0., 2.",
        "double linear viscoelastic, 5., 0.05, -0.05, 5., 2., second damping, 2.",
        "turbulent viscoelastic, 5., 0., 100., 2.",
        "nlsf viscoelastic, 5., null, 2., \"zero\"",
        "nlp viscoelastic, 0., \"five\", 2., null",
        "array, 2, nlp elastic, 5., \"zero\", nlsf viscous, 2., null",
        "array, 2, isotropic hardening elastic, 5., 0.1, linear stiffness, 5., nlp viscous, 2., \"zero\"",
        "linear viscoelastic bistop, 5., 2., initial status, active, null, null",
        "bistop, initial status, 1, null, null, linear viscoelastic, 5., 2.",
        "linear viscoelastic, 5., 2., prestrain, const, 0.1, prestress, 0.5",
    };
    world *world = *of;
    double F = 0.0;
    for (int i = 0; i < (int)(sizeof LAWS / sizeof *LAWS); i++) {
        char joint[512];
        snprintf(joint, sizeof joint, "rod, 1, 2, 1., %s", LAWS[i]);
        assert_true(run_joint(world, NULL, joint, CLAMP(101, "F") CLAMP(102, "LPrime")));
        const row *last = &world->rows[world->n - 1];
        F = i == 0 ? last->y[DATUM] : F;
        assert_near(last->y[DATUM], F, 1e-8);
        assert_near(last->y[DATUM], 5.0 * extension_at(last->t) + 2.0 * last->y[DATUM + 1], 1e-8);
    }
}

/* M = 5 rz + 2 wz about axis 3, by joints and laws of one, three and six dimensions. */
static void equivalent_joints(void **of)
{
    static const char *const JOINTS[] = {
        "deformable axial joint, 1, 2, linear viscoelastic, 5., 2.",
        "deformable hinge, 1, 2, linear viscoelastic, 5., 2.",
        "deformable hinge, 1, 2, axial wrapper, 0., 0., 7., linear viscoelastic, 5., 2.",
        "deformable hinge, 1, 2, invariant angular, 0.5, linear viscoelastic generic, diag, 1., 1., 5., diag, 0., 0., "
        "2.",
        "deformable hinge, 1, 2, linear time variant viscoelastic generic, diag, 1., 1., 5., const, 1., proportional, "
        "0.4, same",
        "deformable hinge, 1, 2, array, 2, nlsf elastic, diag, 0., 0., 5., null, null, \"zero\", symbolic viscous, "
        "epsilon prime, \"a\", \"b\", \"c\", expression, \"0\", \"0\", \"4/2*c\"",
        "invariant deformable hinge, 1, 2, linear viscoelastic, 5., 2.",
        "deformable joint, 1, position, null, 2, position, null, linear viscoelastic generic, diag, 0., 0., 0., 0., "
        "0., 5., proportional, 0.4",
        "deformable joint, 1, position, null, 2, position, null, linear viscoelastic generic axial torsion coupling, "
        "diag, 0., 0., 0., 0., 0., 5., proportional, 0.4, 3.",
        "invariant deformable joint, 1, position, null, 2, position, null, linear viscoelastic, 5., 2.",
    };
    world *world = *of;
    for (int i = 0; i < (int)(sizeof JOINTS / sizeof *JOINTS); i++) {
        assert_true(run_joint(world, NULL, JOINTS[i], CLAMP(101, "Mz") CLAMP(102, "wz")));
        const row *last = &world->rows[world->n - 1];
        assert_near(last->y[DATUM], 5.0 * rotate_at(last->t) + 2.0 * last->y[DATUM + 1], 1e-8);
    }
}

/* One element with helicoidal interpolation under a couple at its end: an arc of curvature M/EJ. */
static void helicoidal_beam_bends_to_an_arc(void **of)
{
    static const char *const ENDS[] = {"eye", "from nodes"};
    world *world = *of;
    for (int i = 0; i < 2; i++) {
        char words[2048];
        snprintf(words, sizeof words,
                 "begin: data; problem: initial value; end: data;\nbegin: initial value; final time: 1.; time step: "
                 "0.05; tolerance: 1.e-6; max iterations: 50; derivatives tolerance: 1.e-5; end: initial value;\n"
                 "begin: control data; structural nodes: 2; joints: 1; beams: 1; forces: 1; end: control data;\n"
                 "begin: nodes; structural: 2, static, 2., 0., 0., eye, null, null; structural: 1, static, null, eye, "
                 "null, null; end: nodes;\n"
                 "begin: elements; joint: 1, clamp, 1, node, node; hbeam2: 1, 1, null, 2, null, %s, linear elastic "
                 "generic, diag, 1.e5, 1.e5, 1.e5, 80., 90., 100.; couple: 1, absolute, 2, 0., 0., 1., ramp, 75., 0., "
                 "1., 0.; end: elements;\n",
                 ENDS[i]);
        assert_true(world_run(world, words));
        const double *x = world->rows[world->n - 1].y, k = 75. / 100.;
        assert_near(x[0], sin(2. * k) / k, 1e-7);
        assert_near(x[1], (1. - cos(2. * k)) / k, 1e-7);
        assert_near(x[2], 0., 1e-9);
    }
}

static void wrong_cards_are_refused(void **of)
{
    static const struct {
        const char *joint, *says;
    } WRONG[] = {
        {"rod, 1, 2, 1.", "missing argument: constitutive law"},
        {"rod, 1, 2, 1., linear elastc, 3.", "unknown constitutive law"},
        {"rod, 1, 2, 1., ann elastic, \"a.net\"", "is not available"},
        {"rod, 1, 2, 1., scalar function elastic, \"five\", prestress, 1.", "accepts neither prestress"},
        {"viscous body, 2, null, linear elastic, 3.", "viscous body needs a viscous"},
        {"rod, 1, 2, 1., symbolic elastic, epsilon, \"x\", expression, \"3*y\"", "'y' is not defined"},
    };
    world *world = *of;
    for (int i = 0; i < (int)(sizeof WRONG / sizeof *WRONG); i++) {
        assert_false(run_joint(world, NULL, WRONG[i].joint, ""));
        assert_non_null(strstr(world->said, WRONG[i].says));
    }
    assert_true(run_joint(world, NULL,
                          "viscous body, 2, null, nlp viscous, eye, null, null, null, null, null, \"five\"",
                          "genel: 101, clamp, 101, abstract, algebraic, const, 0.; genel: 102, clamp, 102, abstract, "
                          "algebraic, const, 0.;"));
    assert_false(run_elements(world, "beams: 1;", "beam2: 1, 1, null, 2, -1., 0., 0., eye, linear elastic, 1.;"));
    assert_non_null(strstr(world->said, "the points of the beam coincide"));
}

int main(void)
{
#define WITH_WORLD(test) cmocka_unit_test_setup_teardown(test, world_create, world_destroy)
    const struct CMUnitTest tests[] = {
        WITH_WORLD(data_are_those_of_the_present_strain),
        WITH_WORLD(hint_sets_the_prestrain),
        WITH_WORLD(drives_of_a_hint_begin_anew),
        WITH_WORLD(equivalent_laws_in_one_dimension),
        WITH_WORLD(equivalent_joints),
        WITH_WORLD(helicoidal_beam_bends_to_an_arc),
        WITH_WORLD(wrong_cards_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
