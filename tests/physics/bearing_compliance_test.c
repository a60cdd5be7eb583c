/* bearing_compliance_test.c - surfaces of plain bearings that give way by matrices from files, against closed forms.
 *
 * A film under the pressure of its edges, 1 MPa, about a shaft in the middle of its bearing. Deformations are so small
 * that the pressure stays the same everywhere. */
#include "physics/probe_world.h"
#include <unistd.h>

enum { AROUND = 12, ALONG = 3, NODES = AROUND * ALONG };
static const double P = 1e6, P_REF = 2e6, SPACING = 2.0 * M_PI / AROUND, ROTATION = 0.12;

static char matrix_path[] = "/tmp/torsor-matrix-XXXXXX", fem_path[] = "/tmp/torsor-fem-XXXXXX";

/* --- files -------------------------------------------------------------------------------------------------------- */

static void write_grid(FILE *to, double diameter)
{
    const double r = 0.5 * diameter;
    fprintf(to, "file format:\t12\n\nbearing diameter:\t%.16g\n\nbearing width:\t0.02\n", diameter);
    fprintf(to, "\ncircumferential grid:\t%d\n", AROUND + 4);
    for (int i = 0; i < AROUND + 4; i++)
        fprintf(to, "%d\t%.16g\n", i + 1, r * SPACING * (i - 2));
    fprintf(to, "\naxial grid:\t%d\n1\t-0.01\n2\t0\n3\t0.01\n\nnodes:\t%d\t%d\n", ALONG, (AROUND + 4) * ALONG, NODES);
    for (int i = 0, n = 0; i < AROUND + 4; i++)
        for (int j = 0; j < ALONG; j++) {
            const int at = i < AROUND + 2 ? i + 2 : i - AROUND - 2;
            fprintf(to, "%d\t%d\t%d\t%d\n", ++n, (at - 2 + AROUND) % AROUND * ALONG + j + 1, at + 1, j + 1);
        }
    fprintf(to, "\nreference pressure:\t%e\n", P_REF);
}

/* Deformation of the nodes at place i around, under the reference pressure everywhere. */
static double softness(int i) { return 1e-12 * (1.0 + 0.1 * ((i + AROUND) % AROUND)); }

static void write_compliance(double diameter)
{
    FILE *to = fopen(matrix_path, "w");
    write_grid(to, diameter);
    fprintf(to, "\ncompliance matrix:\t%d\t%d\n", NODES, NODES);
    for (int i = 0; i < NODES; i++)
        for (int j = 0; j < NODES; j++)
            fprintf(to, "%.16e%c", softness(i / ALONG) / NODES, j < NODES - 1 ? '\t' : '\n');
    fprintf(to, "\n## cond(C)=1\n");
    fclose(to);
}

/* Two modes, of which the joint has the second: D = 1e-9, E adds up to 0.1 N of modal force. */
static void write_modes(double diameter)
{
    FILE *to = fopen(matrix_path, "w");
    write_grid(to, diameter);
    fprintf(to, "\nmodal subset vector:\t2\n1\n2\n\nsubstruct contrib matrix:\t%d\t2\n", NODES);
    for (int i = 0; i < NODES; i++)
        fprintf(to, "7 1e-9\n");
    fprintf(to, "\nsubstruct residual matrix:\t2\t%d\n", NODES);
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < NODES; i++)
            fprintf(to, "%.16e%c", (k ? 0.1 : 9.0) / NODES, i < NODES - 1 ? ' ' : '\n');
    fclose(to);
    to = fopen(fem_path, "w");
    fprintf(to, "** RECORD GROUP 1, HEADER\nREV0 1 2 0 0 0\n** RECORD GROUP 2, NODES\n101\n"
                "** RECORD GROUP 3, DISPLACEMENTS\n0 0\n** RECORD GROUP 4, VELOCITIES\n0 0\n"
                "** RECORD GROUP 5, X\n0\n** RECORD GROUP 6, Y\n0\n** RECORD GROUP 7, Z\n0\n"
                "** RECORD GROUP 8, SHAPES\n** SHAPE 1\n1 0 0 0 0 0\n** SHAPE 2\n0 1 0 0 0 0\n"
                "** RECORD GROUP 9, MASS\n1 0\n0 0.5\n** RECORD GROUP 10, STIFFNESS\n100 0\n0 2000\n"
                "** END OF FILE\n");
    fclose(to);
}

/* --- the bearing -------------------------------------------------------------------------------------------------- */

/* around: nodes of the film; soft: the compliance model. */
static bool solve(world *world, const probe *probes, int n, int around, const char *soft, const char *joint, march by)
{
    char counters[200], elements[4000];
    snprintf(counters, sizeof counters,
             "structural nodes: 2; joints: %d; loadable elements: 1; skip initial joint assembly;", *joint ? 3 : 2);
    snprintf(elements, sizeof elements,
             "joint: 1, clamp, 1, node, node;"
             "joint: 2, total pin joint, 2, position, null, position, null, position constraint, active, active, "
             "active, null, orientation constraint, active, active, angular velocity, component, 0., 0., 300.; %s"
             "user defined: 10, hydrodynamic plain bearing2, hydraulic fluid, incompressible, density, 870., "
             "viscosity, 0.02, pressure, 0., mesh, linear finite difference, geometry, cylindrical, mesh position, "
             "at bearing, bearing width, 0.02, shaft diameter, 0.03992, bearing diameter, 0.04, shaft node, 2, "
             "bearing node, 1, number of nodes z, 5, number of nodes Phi, %d, boundary conditions, pressure, const, "
             "1.e6, pressure, const, 1.e6, compliance model, %s, pressure dof scale, 1.e6, output reaction force, yes, "
             "output friction loss, yes, output total deformation, yes, output deformation shaft, yes;",
             joint, around + 2, soft);
    return world_model(world, probes, n, by,
                       (const char *const[]){counters,
                                             "module load: \"libmodule-hydrodynamic_plain_bearing2\";"
                                             "structural: 1, static, null, eye, null, null;"
                                             "structural: 2, static, null, eye, null, 0., 0., 300.;",
                                             elements});
}

static const march SHORT = {.until = 4e-4, .step = 1e-4, .tolerance = 1e-6, .method = "implicit euler"};

static void run_well(world *world, const probe *probes, int n, int around, const char *soft, const char *joint,
                     march by)
{
    if (!solve(world, probes, n, around, soft, joint, by))
        fail_msg("%s", world->said);
}

static const char *from_file(const char *form)
{
    static char words[400];
    snprintf(words, sizeof words, form, matrix_path);
    return words;
}

/* Column of the deformation at place i around, in the middle along the axis; behind all of them, that of the shaft. */
static probe deformation(int i, int around, bool of_shaft)
{
    static char names[16][8];
    static int n;
    n = (n + 1) % 16;
    snprintf(names[n], sizeof names[n], "#%d", 15 + 5 * i + 2 + (of_shaft ? 5 * around : 0));
    return (probe){"user defined", 10, names[n]};
}

/* --- tests -------------------------------------------------------------------------------------------------------- */

/* At nodes of the matrix its row times the pressure, half way between two of them the mean. */
static void matrix_of_the_mesh_side(void **of)
{
    const probe W[] = {deformation(0, 2 * AROUND, false), deformation(6, 2 * AROUND, false),
                       deformation(7, 2 * AROUND, false), deformation(23, 2 * AROUND, false)};
    write_compliance(0.04);
    run_well(*of, W, 4, 2 * AROUND, from_file("matrix, 1, from file, \"%s\", E1, 2.e11, nu1, 0.3"), "", SHORT);
    const double expected[] = {softness(0), softness(3), 0.5 * (softness(3) + softness(4)),
                               0.5 * (softness(11) + softness(0))};
    for (int i = 0; i < 4; i++)
        assert_near(world_end(*of)[i], P / P_REF * expected[i], 1e-6 * expected[i]);
}

/* The shaft has turned: what was its node 0 is past node 0 of the film, which node 11 comes near. */
static void matrix_of_a_shaft_that_rotates(void **of)
{
    const probe W[] = {deformation(0, AROUND, false), deformation(4, AROUND, false), deformation(4, AROUND, true)};
    write_compliance(0.03992);
    run_well(*of, W, 3, AROUND,
             from_file("double nodal, matrix at shaft, from file, \"%s\", matrix at bearing, elastic half space, E1, "
                       "1.e30, nu1, 0.3, axial displacement, large"),
             "", (march){.until = 4e-4, .step = 1e-5, .tolerance = 1e-6, .method = "implicit euler"});
    const double part = ROTATION / SPACING;
    const double expected[] = {(1.0 - part) * softness(0) + part * softness(11),
                               (1.0 - part) * softness(4) + part * softness(3)};
    for (int i = 0; i < 3; i++)
        assert_near(world_end(*of)[i], P / P_REF * expected[i > 0], 1e-6 * expected[i > 0]);
}

/* A mode without damping from rest: a = f / k (1 - cos w t), f = 0.1 p / p_ref; w = 1e-9 a. */
static void modes_of_a_joint(void **of)
{
    const probe A[] = {{"joint", 3, "q[2]"}, deformation(0, AROUND, false)};
    const double k = 2000.0, omega = sqrt(k / 0.5), until = 0.05;
    char joint[300];
    snprintf(joint, sizeof joint,
             "joint: 3, modal, clamped, position, null, orientation, eye, 1, list, 2, 1, no damping, \"%s\", 0;",
             fem_path);
    write_modes(0.04);
    run_well(*of, A, 2, AROUND, from_file("matrix, 1, from file, \"%s\", modal element, 3"), joint,
             (march){.until = until, .step = until / 400, .tolerance = 1e-9});
    const double f = 0.1 * P / P_REF, a = f / k * (1.0 - cos(omega * until));
    assert_near(world_end(*of)[0], a, 1e-4 * f / k);
    assert_near(world_end(*of)[1], 1e-9 * world_end(*of)[0], 1e-9 * 1e-6 * f / k);
}

static void refused(world *world, const char *soft, const char *why)
{
    static const probe NONE[] = {{"structural", 1, "X[1]"}};
    assert_false(solve(world, NONE, 1, AROUND, from_file(soft), "", SHORT));
    if (!strstr(world->said, why))
        fail_msg("'%s' is not in '%s'", why, world->said);
}

static void write_line(const char *line)
{
    FILE *to = fopen(matrix_path, "w");
    fputs(line, to);
    fclose(to);
}

static void files_that_do_not_fit(void **of)
{
    static const char PLAIN[] = "matrix, 1, from file, \"%s\"";
    write_compliance(0.05);
    refused(*of, PLAIN, "a different diameter");
    write_compliance(0.04);
    refused(*of, "matrix, 1, from file, \"%s.none\"", "No such file");
    write_modes(0.04);
    refused(*of, PLAIN, "modal element");
    write_line("file format: 3\n");
    refused(*of, PLAIN, "format 12");
    write_line("stiffness: 3\n");
    refused(*of, PLAIN, "unknown section");
    write_line("file format: 12\n");
    refused(*of, PLAIN, "lacks a diameter");
    write_line("compliance matrix: 2 2\n1 2\n3\n");
    refused(*of, PLAIN, "ends within");
    write_line("axial grid: 99999\n");
    refused(*of, PLAIN, "out of range");
}

/* Matrices relative to the node of a body: that of the surface, at its offset up to a hundredth of the radius. */
static bool is_refused(world *world, unsigned body, double center, bool is_total, const char *why)
{
    char elements[2000];
    static const probe NONE[] = {{"structural", 1, "X[1]"}};
    write_modes(0.04);
    FILE *to = fopen(matrix_path, "a");
    fprintf(to, "\nbearing center: 0 %.17g 0\n", center);
    if (is_total)
        fprintf(to, "substruct total contrib matrix:\t%d\t2\n", NODES);
    for (int i = 0; is_total && i < NODES; i++)
        fprintf(to, "7 1e-9\n");
    fclose(to);
    snprintf(elements, sizeof elements,
             "joint: 1, clamp, 1, node, node; joint: 2, clamp, 2, node, node;"
             "joint: 3, modal, %u, 1, list, 2, 1, no damping, \"%s\", 0;"
             "user defined: 10, hydrodynamic plain bearing2, hydraulic fluid, incompressible, density, 870., "
             "viscosity, 0.02, mesh, linear finite difference, geometry, cylindrical, mesh position, at bearing, "
             "bearing width, 0.02, shaft diameter, 0.03992, bearing diameter, 0.04, shaft node, 2, bearing node, 1, "
             "offset, 0., 0.03, 0., number of nodes z, 5, number of nodes Phi, 14, boundary conditions, pressure, "
             "const, 1.e6, pressure, const, 1.e6, compliance model, matrix, 1, from file, \"%s\", modal element, 3;",
             body, fem_path, matrix_path);
    world_model(world, NONE, 1, SHORT,
                (const char *const[]){"structural nodes: 2; joints: 3; loadable elements: 1;",
                                      "module load: \"libmodule-hydrodynamic_plain_bearing2\";"
                                      "structural: 1, modal, null, eye, null, null;"
                                      "structural: 2, modal, 0., 0.03, 0., eye, null, null;",
                                      elements});
    return strstr(world->said, why) != NULL;
}

static void matrices_relative_to_the_node_of_a_body(void **of)
{
    static const char PLACE[] = "a different position", NODE[] = "relative to the modal node";
    for (int i = 0; i < 3; i++) {
        const double near = 0.03 + (i - 1) * 0.99 * 0.0002, far = 0.03 + (i == 1 ? -0.06 : (i - 1) * 1.01 * 0.0002);
        assert_false(is_refused(*of, 1, near, true, PLACE));
        assert_true(is_refused(*of, 1, far, true, PLACE));
        assert_false(is_refused(*of, 1, far, false, PLACE));
    }
    assert_false(is_refused(*of, 1, 0.03, true, NODE));
    assert_true(is_refused(*of, 2, 0.03, true, NODE));
    assert_false(is_refused(*of, 2, 0.03, false, NODE));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(matrix_of_the_mesh_side), TEST(matrix_of_a_shaft_that_rotates),          TEST(modes_of_a_joint),
        TEST(files_that_do_not_fit),   TEST(matrices_relative_to_the_node_of_a_body),
    };
    close(mkstemp(matrix_path));
    close(mkstemp(fem_path));
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    unlink(matrix_path);
    unlink(fem_path);
    return failed;
}
