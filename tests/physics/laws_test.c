/* laws_test.c - laws with memory, and laws of several components, in joints between a held and a driven node. */
#include "probe_world.h"
#include "base/array.h"

#define FIXED "joint: 1, clamp, 1, node, node;"
#define GROUND "structural: 1, static, null, eye, null, null;"
#define JOINT_FORCE(name) \
    {                     \
        "joint", 3, name  \
    }

/* Node 2 moves by 0.2 t, 0.1 t, -0.3 t, and turns by 0.4 t about axis 1. */
static void run_driven(world *world, const probe *probes, int n, const char *joint)
{
    char elements[900];
    snprintf(elements, sizeof elements,
             "scalar function: \"square\", pow, 2.; scalar function: \"wave\", sin, 2., 5., 0.;" FIXED
             "body: 2, 2, 1., null, eye; joint: 2, total pin joint, 2, position constraint, 1, 1, 1, component, "
             "linear, 0., 0.2, linear, 0., 0.1, linear, 0., -0.3, orientation constraint, 1, 1, 1, single, 1., 0., 0., "
             "linear, 0., 0.4; joint: 3, %s;",
             joint);
    assert_runs(world, probes, n, (march){.until = 1.0, .method = "ms, 0.6", .tolerance = 1e-10},
                (const char *const[]){"structural nodes: 2; rigid bodies: 1; joints: 3;",
                                      GROUND "structural: 2, dynamic, null, eye, 0.2, 0.1, -0.3, 0.4, 0., 0.;",
                                      elements});
}

/* Strain r t: stress = E0 r t + sum of r eta_i (1 - (1 + h E_i / eta_i)^-n) after n steps of length h, each component
 * with its C. */
static void ramp_on_maxwell_chains(void **of)
{
    static const probe probes[] = {JOINT_FORCE("Fx"), JOINT_FORCE("Fy"), JOINT_FORCE("Fz")};
    static const double RATES[] = {0.2, 0.1, -0.3}, C[] = {1.0, 2.0, 3.0};
    world *world = *of;
    run_driven(
        world, probes, 3,
        "deformable displacement joint, 1, position, null, 2, position, null, linear viscoelastic maxwell n, E0, "
        "4., 2, E1, 10., eta1, 1., E1, 6., eta1, 3., C, diag, 1., 2., 3.");
    for (int k = 1; k < world->n; k++)
        for (int i = 0; i < 3; i++) {
            const double t = world->t[k], h = t / k;
            const double chains = 1.0 - pow(1.0 + 10.0 * C[i] * h, -k) + 3.0 * (1.0 - pow(1.0 + 2.0 * C[i] * h, -k));
            assert_near(world->v[k][i], RATES[i] * (4.0 * C[i] * t + chains), 1e-8);
        }
}

/* A mass of 2 leaves at 1.5 m/s; the rod of length 1 pulls with k e e', k = 8: v = v0 - k e^2 / (2 m). */
static void mass_on_a_viscous_rod(void **of)
{
    static const probe probes[] = {{"structural", 2, "X[1]"}, {"structural", 2, "XP[1]"}};
    world *world = *of;
    assert_runs(
        world, probes, 2, (march){.until = 1.0, .tolerance = 1e-10},
        (const char *const[]){"structural nodes: 2; rigid bodies: 1; joints: 2;",
                              GROUND "structural: 2, dynamic, 1., 0., 0., eye, 1.5, 0., 0., null;",
                              "scalar function: \"line\", linear, 0., 0., 1., 8.;" FIXED
                              "body: 2, 2, 2., null, eye; joint: 2, rod, 1, 2, 1., nlp viscous, 0., \"line\";"});
    for (int k = 1; k < world->n; k += 10) {
        const double e = world->v[k][0] - 1.0;
        assert_near(world->v[k][1], 1.5 - 8.0 * e * e / (2.0 * 2.0), 1e-5);
    }
    assert_near(world->v[world->n - 1][0], 1.0 + sqrt(0.75) * tanh(sqrt(1.5 * 2.0)), 1e-5);
}

/* M1 = (GJ + a e1) k1, the other components stay linear. */
static void torsion_under_tension(void **of)
{
    static const probe probes[] = {JOINT_FORCE("Fx"), JOINT_FORCE("Fy"), JOINT_FORCE("Mx")};
    world *world = *of;
    run_driven(world, probes, 3,
               "deformable joint, 1, position, null, 2, position, null, linear elastic generic axial torsion coupling, "
               "diag, 7., 5., 5., 3., 2., 2., 20.");
    for (int k = 1; k < world->n; k += 10) {
        const double t = world->t[k];
        assert_near(world->v[k][0], 7.0 * 0.2 * t, 1e-7);
        assert_near(world->v[k][1], 5.0 * 0.1 * t, 1e-7);
        assert_near(world->v[k][2], (3.0 + 20.0 * 0.2 * t) * 0.4 * t, 1e-7);
    }
}

/* Each component has a function of its own: e^2, none, 2 sin(5 e). */
static void function_for_each_component(void **of)
{
    static const probe probes[] = {JOINT_FORCE("Fx"), JOINT_FORCE("Fy"), JOINT_FORCE("Fz")};
    world *world = *of;
    run_driven(world, probes, 3,
               "deformable displacement joint, 1, position, null, 2, position, null, scalar function elastic "
               "orthotropic, \"square\", null, \"wave\"");
    for (int k = 1; k < world->n; k += 10) {
        const double t = world->t[k];
        assert_near(world->v[k][0], 0.04 * t * t, 1e-7);
        assert_near(world->v[k][1], 0.0, 1e-12);
        assert_near(world->v[k][2], 2.0 * sin(-1.5 * t), 1e-7);
    }
}

/* A mass of 2 comes in with 1.5 and meets at L = 0.8 a spring that closes there and opens again: k / L0 = 800, half a
 * swing of pi sqrt(m / 800), and back it goes with the speed it came with. Switched once a step: errors of v h. */
static void stop_throws_back(void **of)
{
    static const char *const LAWS[] = {
        "linear elastic bistop, 800., node, 2, structural, string, \"X[1]\", string, \"Var < 0.8\", node, 2, "
        "structural, string, \"X[1]\", string, \"Var > 0.8\"",
        "bistop, node, 2, structural, string, \"X[1]\", string, \"Var < 0.8\", node, 2, structural, string, \"X[1]\", "
        "string, \"Var > 0.8\", linear elastic, 800."};
    static const probe probes[] = {{"structural", 2, "X[1]"}, {"structural", 2, "XP[1]"}};
    world *world = *of;
    for (int i = 0; i < 2; i++) {
        char elements[600];
        snprintf(elements, sizeof elements, FIXED "body: 2, 2, 2.; joint: 2, rod, 1, 2, 1., %s;", LAWS[i]);
        assert_runs(world, probes, 2, (march){.until = 0.45, .step = 2.5e-4},
                    (const char *const[]){"structural nodes: 2; rigid bodies: 1; joints: 2;",
                                          GROUND "structural: 2, dynamic displacement, 1., 0., 0., -1.5, 0., 0.;",
                                          elements});
        const double meets = 0.2 / 1.5, leaves = meets + M_PI * sqrt(2.0 / 800.0),
                     rate_factor = 1.5 * sqrt(2.0 / 800.0);
        for (int k = 0; k < world->n; k++) {
            const double t = world->t[k];
            const double x = t < meets    ? 1.0 - 1.5 * t
                             : t < leaves ? 0.8 - rate_factor * sin((t - meets) * sqrt(800.0 / 2.0))
                                          : 0.8 + 1.5 * (t - leaves);
            assert_near(world->v[k][0], x, 3.0 * 1.5 * 2.5e-4);
        }
        assert_near(world_end(world)[1], 1.5, 0.03);
    }
}

/* Bars of length 1 that are stretched by 0.2 t. Their law sleeps until 0.5 and counts the strain from there. */
static void beams_that_wake_up(void **of)
{
#define SLEEPING                                                                                                 \
    "bistop, initial status, inactive, string, \"Time > 0.4995\", null, linear elastic generic, diag, 50., 9., " \
    "9., 8., 8., 8."
    static const char *const BEAMS[] = {"beam2: 1, 1, null, 2, null, eye, " SLEEPING ";",
                                        "hbeam2: 1, 1, null, 2, null, eye, " SLEEPING ";",
                                        "beam3: 1, 1, null, 3, null, 2, null, eye, " SLEEPING ", same, same;"};
    static const probe probes[] = {{"joint", 1, "Fx"}};
    world *world = *of;
    for (int i = 0; i < 3; i++) {
        char elements[1200];
        snprintf(elements, sizeof elements,
                 FIXED
                 "joint: 2, total pin joint, 2, position, null, position, 1., 0., 0., position constraint, 1, 1, 1, "
                 "1., 0., 0., linear, 0., 0.2, orientation constraint, 1, 1, 1, null;"
                 "joint: 3, total pin joint, 3, position, null, position, 0.5, 0., 0., position constraint, 1, 1, "
                 "1, 1., 0., 0., linear, 0., 0.1, orientation constraint, 1, 1, 1, null; %s",
                 BEAMS[i]);
        assert_runs(world, probes, 1, (march){.until = 1.0},
                    (const char *const[]){"structural nodes: 3; joints: 3; beams: 1;",
                                          GROUND "structural: 2, static, 1., 0., 0., eye, 0.2, 0., 0., null;"
                                                 "structural: 3, static, 0.5, 0., 0., eye, 0.1, 0., 0., null;",
                                          elements});
        for (int k = 1; k < world->n; k += 10)
            assert_near(fabs(world->v[k][0]), 50.0 * 0.2 * fmax(world->t[k] - 0.5, 0.0), 50.0 * 0.2 * 2e-3);
    }
}

/* Drawn out by 0.2 t along axis 1 from the start. A law that is awake from the start counts the strain from there. */
static void laws_that_are_awake_from_the_start(void **of)
{
#define AWAKE6 "bistop, const, 1., null, linear elastic generic, diag, 50., 9., 9., 8., 8., 8."
    static const struct {
        const char *card, *class;
    } ELEMENTS[] = {{"beam2: 1, 1, null, 2, null, eye, " AWAKE6, "beams: 1;"},
                    {"hbeam2: 1, 1, null, 2, null, eye, " AWAKE6, "beams: 1;"},
                    {"beam3: 1, 1, null, 3, null, 2, null, eye, " AWAKE6 ", same, same", "beams: 1;"},
                    {"joint: 4, rod, 1, 2, 1., bistop, const, 1., null, linear elastic, 50.", "joints: 4;"},
                    {"joint: 4, rod bezier, 1, position, null, position, 0.3, 0., 0., 2, position, -0.3, 0., 0., "
                     "position, null, 1., bistop, const, 1., null, linear elastic, 50.",
                     "joints: 4;"},
                    {"joint: 4, deformable displacement joint, 1, position, null, 2, position, null, bistop, const, "
                     "1., null, linear elastic, 50.",
                     "joints: 4;"},
                    {"joint: 4, deformable joint, 1, position, null, 2, position, null, " AWAKE6, "joints: 4;"}};
    static const probe probes[] = {{"joint", 1, "Fx"}};
    world *world = *of;
    for (int i = 0; i < ARRAY_LEN(ELEMENTS); i++) {
        char elements[1200], counts[100];
        snprintf(counts, sizeof counts, "structural nodes: 3; %s%s", i < 3 ? "joints: 3;" : "", ELEMENTS[i].class);
        snprintf(elements, sizeof elements,
                 FIXED
                 "joint: 2, total pin joint, 2, position, null, position, 1., 0., 0., position constraint, 1, 1, 1, "
                 "1., 0., 0., linear, 0., 0.2, orientation constraint, 1, 1, 1, null;"
                 "joint: 3, total pin joint, 3, position, null, position, 0.5, 0., 0., position constraint, 1, 1, "
                 "1, 1., 0., 0., linear, 0., 0.1, orientation constraint, 1, 1, 1, null; %s;",
                 ELEMENTS[i].card);
        assert_runs(world, probes, 1, (march){.until = 0.2, .step = 0.02},
                    (const char *const[]){counts,
                                          GROUND "structural: 2, static, 1., 0., 0., eye, 0.2, 0., 0., null;"
                                                 "structural: 3, static, 0.5, 0., 0., eye, 0.1, 0., 0., null;",
                                          elements});
        for (int k = 1; k < world->n; k++)
            assert_near(world->v[k][0], 50.0 * 0.2 * world->t[k], 1e-7);
    }
}

/* Where the analysis ends behind the assembly a joint writes its strains, and neither forces nor rates. */
static void strains_before_anything_is_solved(void **of)
{
    static const probe probes[] = {JOINT_FORCE("#1"),  JOINT_FORCE("#4"),  JOINT_FORCE("#7"),  JOINT_FORCE("#10"),
                                   JOINT_FORCE("#16"), JOINT_FORCE("#19"), JOINT_FORCE("#20"), JOINT_FORCE("#21"),
                                   JOINT_FORCE("#22"), JOINT_FORCE("#24"), JOINT_FORCE("#13"), JOINT_FORCE("#14"),
                                   JOINT_FORCE("#15"), JOINT_FORCE("#18")};
    static const double expected[ARRAY_LEN(probes)] = {[10] = 0.2, [11] = 0.1, [12] = -0.3, [13] = 30.0};
    world *world = *of;
    assert_runs(world, probes, ARRAY_LEN(probes), (march){.until = 1.0, .more = "abort after: assembly;"},
                (const char *const[]){"structural nodes: 2; rigid bodies: 1; joints: 2;",
                                      GROUND "structural: 2, dynamic, 0.2, 0.1, -0.3, euler, 0., 0., pi/6., 0.3, 0.4, "
                                             "-0.5, 0.4, 1., 0.6;",
                                      FIXED
                                      "body: 2, 2, 1., null, eye; joint: 3, deformable joint, 1, position, null, 2, "
                                      "position, null, linear viscoelastic generic, diag, 1., 2., 3., 4., 5., 6., "
                                      "proportional, 0.1;"});
    assert_true(world->n > 0);
    for (int k = 0; k < ARRAY_LEN(probes); k++)
        assert_near(world_end(world)[k], expected[k], 1e-12);
}

/* A bar of length 1, stretched by 0.2 t and twisted by 0.4 t: its middle goes half as far and turns half as much. */
static void data_of_a_twisted_bar(void **of)
{
    static const char *const BEAMS[] = {"beam2", "hbeam2"};
    world *world = *of;
    for (int i = 0; i < 2; i++) {
#define DATUM(name)       \
    {                     \
        BEAMS[i], 1, name \
    }
        const probe probes[] = {DATUM("ex"),     DATUM("kx"), DATUM("ePx"),  DATUM("kPx"),  DATUM("Fx"), DATUM("Mx"),
                                DATUM("Omegax"), DATUM("Xx"), DATUM("Phix"), DATUM("Phiy"), DATUM("ey"), DATUM("ez"),
                                DATUM("ky"),     DATUM("kz"), DATUM("kPy"),  DATUM("kPz"),  DATUM("ePy")};
        char elements[900];
        snprintf(elements, sizeof elements,
                 FIXED
                 "joint: 2, total pin joint, 2, position, null, position, 1., 0., 0., position constraint, 1, 1, 1, "
                 "1., 0., 0., linear, 0., 0.2, orientation constraint, 1, 1, 1, 1., 0., 0., linear, 0., 0.4;"
                 "%s: 1, 1, null, 2, null, eye, linear viscoelastic generic, diag, 50., 9., 9., 8., 8., 8., diag, "
                 "5., 1., 1., 2., 1., 1.;",
                 BEAMS[i]);
        assert_runs(world, probes, ARRAY_LEN(probes), (march){.until = 0.5},
                    (const char *const[]){"structural nodes: 2; joints: 2; beams: 1;",
                                          GROUND "structural: 2, static, 1., 0., 0., eye, 0.2, 0., 0., 0.4, 0., 0.;",
                                          elements});
        for (int k = 1; k < world->n; k++) {
            const double t = world->t[k];
            const double expected[ARRAY_LEN(probes)] = {0.2 * t,       0.4 * t, 0.2,           0.4,    10.0 * t + 1.0,
                                                        3.2 * t + 0.8, 0.2,     0.5 + 0.1 * t, 0.2 * t};
            for (int j = 0; j < ARRAY_LEN(probes); j++)
                assert_near(world->v[k][j], expected[j], 1e-7);
        }
    }
}

/* A contact in joints that close at 0.5 a second, after 0.2 s: strain = -0.1 + t / 2. From the speed at which it is met
 * C = 3/2 (1 - e) k / v0 = 180, and the force is x^1.5 (k + C / 2). */
static void joints_report_the_law_of_their_motion(void **of)
{
#define CONTACT \
    "continuous contact, sign, positive, formulation, hunt crossley, restitution, 0.4, kappa, 100., exp, 1.5"
    static const struct {
        const char *joint, *force;
        double base; /* where node 2 is when the strain is zero */
    } JOINTS[] = {{"rod, 1, 2, 1., " CONTACT, "F", 1.0},
                  {"rod bezier, 1, position, null, position, 0., 0., 0.3, 2, position, 0., 0., -0.3, position, null, "
                   "1., " CONTACT,
                   "F", 1.0},
                  {"deformable axial joint, 1, 2, " CONTACT, "Mz", 0.0},
                  {"deformable hinge, 1, 2, " CONTACT, "Mz", 0.0},
                  {"deformable displacement joint, 1, null, 2, null, " CONTACT, "Fz", 0.0}};
    world *world = *of;
    for (int i = 0; i < ARRAY_LEN(JOINTS); i++) {
        const probe probes[] = {JOINT_FORCE("constitutiveLaw.xPi"), JOINT_FORCE("constitutiveLaw.dc"),
                                JOINT_FORCE(JOINTS[i].force)};
        char nodes[400], elements[900];
        snprintf(nodes, sizeof nodes,
                 "module load: \"libmodule-cont-contact\";" GROUND
                 "structural: 2, static, 0., 0., %g, euler, 0., 0., -0.1, 0., 0., 0.5, 0., 0., 0.5;",
                 JOINTS[i].base - 0.1);
        snprintf(
            elements, sizeof elements,
            FIXED
            "joint: 2, total pin joint, 2, position, null, position, 0., 0., %g, position constraint, 1, 1, 1, 0., "
            "0., 1., linear, -0.1, 0.5, orientation constraint, 1, 1, 1, 0., 0., 1., linear, -0.1, 0.5;"
            "joint: 3, %s;",
            JOINTS[i].base, JOINTS[i].joint);
        assert_runs(world, probes, 3, (march){.until = 0.6, .step = 5e-3},
                    (const char *const[]){"structural nodes: 2; joints: 3;", nodes, elements});
        for (int k = 0; k < world->n; k++) {
            const double x = -0.1 + 0.5 * world->t[k];
            if (fabs(x) < 0.01)
                continue;
            const double v0 = world->v[k][0]; /* of the prediction, whose rotations are of second order */
            assert_near(v0, x > 0.0 ? 0.5 : 0.0, 0.25 * 5e-3 * 5e-3);
            assert_near(world->v[k][1], x > 0.0 ? 90.0 / v0 : 0.0, 1e-5);
            assert_near(world->v[k][2], x > 0.0 ? (100.0 + 45.0 / v0) * pow(x, 1.5) : 0.0, 1e-5);
        }
    }
}

/* A body too heavy to mind flies past a held node that is turned: what a joint between them shows of its motion, in its
 * own frame and in the global one. */
static void columns_of_deformable_joints(void **of)
{
#define OF_JOINT(name) JOINT_FORCE("=" name "[1]"), JOINT_FORCE("=" name "[2]"), JOINT_FORCE("=" name "[3]")
#define ROTATED_SIDES                                                                                              \
    "1, position, 0.1, 0.2, 0.3, orientation, vector, 0.2, 0.1, -0.4, 2, position, -0.2, 0.1, 0.15, orientation, " \
    "vector, "                                                                                                     \
    "0.3, -0.1, 0.2, "
    static const probe whole[] = {OF_JOINT("d"), OF_JOINT("dPrime"), OF_JOINT("D"), OF_JOINT("DPrime"),
                                  OF_JOINT("Omega")};
    static const struct {
        const char *joint;
        int first, n; /* of the columns above */
    } JOINTS[] = {
        {"deformable joint, " ROTATED_SIDES
         "linear viscoelastic generic, diag, 1., 2., 3., 4., 5., 6., proportional, 0.1",
         0, 15},
        {"deformable displacement joint, " ROTATED_SIDES
         "linear viscoelastic generic, diag, 1., 2., 3., proportional, 0.1",
         0, 12},
        {"deformable hinge, " ROTATED_SIDES "linear viscoelastic generic, diag, 1., 2., 3., proportional, 0.1", 12, 3}};
    const mat3 R1 = rotation_exp((vec3){0.3, -0.2, 0.5}), Rh = rotation_exp((vec3){0.2, 0.1, -0.4}),
               H = mat3_mul(&R1, &Rh);
    const vec3 w2 = {0.4, -0.3, 0.6}, v2 = {0.5, 0.2, -0.7};
    world *world = *of;
    for (int i = 0; i < 3; i++) {
        char elements[700];
        snprintf(elements, sizeof elements, FIXED "body: 2, 2, 1.e9, null, diag, 1.e9, 1.e9, 1.e9; joint: 3, %s;",
                 JOINTS[i].joint);
        assert_runs(
            world, whole + JOINTS[i].first, JOINTS[i].n, (march){.until = 0.1, .step = 2e-3, .tolerance = 1e-3},
            (const char *const[]){"structural nodes: 2; rigid bodies: 1; joints: 2;",
                                  "structural: 1, static, null, vector, 0.3, -0.2, 0.5, null, null;"
                                  "structural: 2, dynamic, 0.4, -0.1, 0.6, eye, 0.5, 0.2, -0.7, 0.4, -0.3, 0.6;",
                                  elements});
        const double t = world->t[world->n - 1];
        const mat3 R2 = rotation_exp(vec3_scale(t, w2));
        const vec3 arm = mat3_mulv(&R2, (vec3){-0.2, 0.1, 0.15}), p1 = mat3_mulv(&R1, (vec3){0.1, 0.2, 0.3});
        const vec3 D = vec3_sub(vec3_add(vec3_axpy((vec3){0.4, -0.1, 0.6}, t, v2), arm), p1),
                   rate = vec3_add(v2, vec3_cross(w2, arm));
        const vec3 expected[] = {mat3_tmulv(&H, D), mat3_tmulv(&H, rate), D, rate, mat3_tmulv(&H, w2)};
        for (int k = 0; k < JOINTS[i].n / 3; k++)
            assert_near(vec3_norm(vec3_sub(vec3_load(world_end(world) + 3 * k), expected[JOINTS[i].first / 3 + k])),
                        0.0, 1e-6);
    }
}

/* By number, a joint has its own data and then those of its law. */
static void data_by_number(void **of)
{
    static const struct {
        const char *joint;
        int n;
    } JOINTS[] = {{"deformable hinge, 1, 2, linear elastic, 1.", 9},
                  {"deformable displacement joint, 1, null, 2, null, linear elastic, 1.", 9},
                  {"deformable displacement joint, 1, null, 2, null, " CONTACT, 11},
                  {"deformable joint, 1, null, 2, null, linear elastic, 1.", 18},
                  {"deformable axial joint, 1, 2, linear elastic, 1.", 3},
                  {"deformable axial joint, 1, 2, " CONTACT, 5}};
    world *world = *of;
    for (int i = 0; i < ARRAY_LEN(JOINTS); i++) {
        char elements[400];
        snprintf(elements, sizeof elements, FIXED "body: 2, 2, 1., null, eye; joint: 3, %s;", JOINTS[i].joint);
        assert_runs(world, NULL, 0, (march){.until = 1e-3},
                    (const char *const[]){"structural nodes: 2; rigid bodies: 1; joints: 2;",
                                          "module load: \"libmodule-cont-contact\";" GROUND
                                          "structural: 2, dynamic, null, eye, null, null;",
                                          elements});
        const elem *element = model_elem(world->deck->model, elem_card_find("joint"), 3);
        for (int k = 1; k < 25; k++)
            assert_int_equal(elem_has_private(element, k), k <= JOINTS[i].n);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(ramp_on_maxwell_chains),
                                       TEST(mass_on_a_viscous_rod),
                                       TEST(torsion_under_tension),
                                       TEST(function_for_each_component),
                                       TEST(stop_throws_back),
                                       TEST(beams_that_wake_up),
                                       TEST(data_of_a_twisted_bar),
                                       TEST(strains_before_anything_is_solved),
                                       TEST(joints_report_the_law_of_their_motion),
                                       TEST(data_by_number),
                                       TEST(columns_of_deformable_joints),
                                       TEST(laws_that_are_awake_from_the_start)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
