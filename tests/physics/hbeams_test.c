/* hbeams_test.c - the helicoidal beam between two frames of a screw motion.
 *
 * A line whose frame turns and goes on in the same way all along has the strain rho / L - nu_0 and the curvature
 * phi / L everywhere. Its end is found here by adding up n short pieces,
 *
 *     p <- p + R exp(phi / 2n) rho / n,    R <- R exp(phi / n)                                                     */
#include "probe_world.h"
#include "base/array.h"

static const vec3 RHO = {1.3, 0.2, -0.1}, PHI = {0.5, -0.4, 0.7}; /* of the whole line, whose length at rest is 1 */
static const double STIFF[] = {50.0, 9.0, 11.0, 8.0, 7.0, 6.0};

typedef struct {
    vec3 p;
    mat3 R;
} section;

/* After the part `to` of the line from a frame. The error of the sum is far below what is compared. */
static section along(section at, double to)
{
    enum { PIECES = 4000 };
    const mat3 whole = rotation_exp(vec3_scale(to / PIECES, PHI)),
               half = rotation_exp(vec3_scale(0.5 * to / PIECES, PHI));
    for (int i = 0; i < PIECES; i++) {
        const mat3 middle = mat3_mul(&at.R, &half);
        at.p = vec3_axpy(at.p, to / PIECES, mat3_mulv(&middle, RHO));
        at.R = mat3_mul(&at.R, &whole);
    }
    return at;
}

/* Ends stand off their nodes, whose orientation is another one. At rest the line goes from the origin along axis 1. */
static const vec3 ROTATION[] = {{0.3, -0.2, 0.1}, {-0.1, 0.4, 0.2}}, ARM[] = {{0.1, 0.2, -0.1}, {-0.2, 0.1, 0.15}};

typedef struct {
    section end[2], middle;
    vec3 at_rest[2], node[2]; /* of the nodes */
    mat3 R[2];
} line;

static line bent_line(void)
{
    line of = {.end[0].R = MAT3_EYE};
    of.end[1] = along(of.end[0], 1.0);
    of.middle = along(of.end[0], 0.5);
    for (int i = 0; i < 2; i++) {
        const mat3 R0 = rotation_exp(ROTATION[i]);
        of.at_rest[i] = vec3_sub((vec3){i, 0, 0}, mat3_mulv(&R0, ARM[i]));
        of.R[i] = mat3_mul(&of.end[i].R, &R0);
        of.node[i] = vec3_sub(of.end[i].p, mat3_mulv(&of.R[i], ARM[i]));
    }
    return of;
}

/* Node 1 is held, node 2 led from rest to where the line is bent, in one second. */
static void run_line(world *world, const char *by, const probe *probes, int n)
{
    const line to = bent_line();
    const mat3 R0 = rotation_exp(ROTATION[1]), relative = mat3_tmul(&R0, &to.R[1]);
    const vec3 go = vec3_sub(to.node[1], to.at_rest[1]), rotation = rotation_log(&relative);
    const vec3 w0 = mat3_mulv(&R0, rotation);
    char nodes[800], elements[1600];
    snprintf(
        nodes, sizeof nodes,
        "structural: 1, static, %.17g, %.17g, %.17g, vector, 0.3, -0.2, 0.1, null, null;"
        "structural: 2, static, %.17g, %.17g, %.17g, vector, -0.1, 0.4, 0.2, %.17g, %.17g, %.17g, %.17g, %.17g, %.17g;",
        to.at_rest[0].x, to.at_rest[0].y, to.at_rest[0].z, to.at_rest[1].x, to.at_rest[1].y, to.at_rest[1].z, go.x,
        go.y, go.z, w0.x, w0.y, w0.z);
    snprintf(
        elements, sizeof elements,
        "joint: 1, clamp, 1, node, node; joint: 2, total pin joint, 2, position, null, rotation orientation, eye, "
        "position, %.17g, %.17g, %.17g, rotation orientation, vector, -0.1, 0.4, 0.2, position constraint, 1, 1, 1, "
        "%.17g, %.17g, %.17g, linear, 0., 1., orientation constraint, 1, 1, 1, %.17g, %.17g, %.17g, linear, 0., 1.;"
        "hbeam2: 1, 1, position, 0.1, 0.2, -0.1, 2, position, -0.2, 0.1, 0.15, eye, %s;",
        to.at_rest[1].x, to.at_rest[1].y, to.at_rest[1].z, go.x, go.y, go.z, rotation.x, rotation.y, rotation.z, by);
    assert_runs(world, probes, n, (march){.until = 1.0, .step = 0.02, .tolerance = 1e-8},
                (const char *const[]){"structural nodes: 2; joints: 2; beams: 1;", nodes, elements});
    assert_near(world->t[world->n - 1], 1.0, 1e-12);
}

#define ELASTIC "linear elastic generic, diag, 50., 9., 11., 8., 7., 6."

static void stress_of_line(vec3 *F, vec3 *M)
{
    *F = (vec3){STIFF[0] * (RHO.x - 1.0), STIFF[1] * RHO.y, STIFF[2] * RHO.z};
    *M = (vec3){STIFF[3] * PHI.x, STIFF[4] * PHI.y, STIFF[5] * PHI.z};
}

static void assert_vec3(const double *found, vec3 expected)
{
    assert_near(vec3_norm(vec3_sub(vec3_load(found), expected)), 0.0, 2e-6);
}

/* Forces of the middle, in its frame, and what they are on the held node. */
static void forces_of_a_screw(void **of)
{
    static const probe probes[] = {{"joint", 1, "Fx"},  {"joint", 1, "Fy"},  {"joint", 1, "Fz"},  {"joint", 1, "Mx"},
                                   {"joint", 1, "My"},  {"joint", 1, "Mz"},  {"hbeam2", 1, "#1"}, {"hbeam2", 1, "#2"},
                                   {"hbeam2", 1, "#3"}, {"hbeam2", 1, "#4"}, {"hbeam2", 1, "#5"}, {"hbeam2", 1, "#6"}};
    const line to = bent_line();
    vec3 F, M;
    stress_of_line(&F, &M);
    run_line(*of, ELASTIC, probes, 12);
    const double *v = world_end(*of);
    const vec3 global = mat3_mulv(&to.middle.R, F), arm = vec3_sub(to.middle.p, to.node[0]);
    assert_vec3(v, global);
    assert_vec3(v + 3, vec3_add(vec3_cross(arm, global), mat3_mulv(&to.middle.R, M)));
    assert_vec3(v + 6, F);
    assert_vec3(v + 9, M);
}

static void data_of_a_screw(void **of)
{
    static const probe probes[] = {
        {"hbeam2", 1, "ex"},   {"hbeam2", 1, "ey"},   {"hbeam2", 1, "ez"},  {"hbeam2", 1, "kx"}, {"hbeam2", 1, "ky"},
        {"hbeam2", 1, "kz"},   {"hbeam2", 1, "Fx"},   {"hbeam2", 1, "Fy"},  {"hbeam2", 1, "Fz"}, {"hbeam2", 1, "Mx"},
        {"hbeam2", 1, "My"},   {"hbeam2", 1, "Mz"},   {"hbeam2", 1, "Xx"},  {"hbeam2", 1, "Xy"}, {"hbeam2", 1, "Xz"},
        {"hbeam2", 1, "Phix"}, {"hbeam2", 1, "Phiy"}, {"hbeam2", 1, "Phiz"}};
    const line to = bent_line();
    vec3 F, M;
    stress_of_line(&F, &M);
    run_line(*of, ELASTIC, probes, 18);
    const vec3 expected[] = {vec3_sub(RHO, (vec3){1, 0, 0}), PHI, F, M, to.middle.p, vec3_scale(0.5, PHI)};
    for (int k = 0; k < ARRAY_LEN(expected); k++)
        assert_vec3(world_end(*of) + 3 * k, expected[k]);
}

/* The same under the names of columns, those of rates with a viscous law alone. */
static void columns_of_a_screw(void **of)
{
#define COLUMN(name) \
    {"hbeam2", 1, "=" name "[1]"}, {"hbeam2", 1, "=" name "[2]"}, { "hbeam2", 1, "=" name "[3]" }
    static const probe probes[] = {COLUMN("nu"), COLUMN("k"), COLUMN("F"), COLUMN("M"), COLUMN("X"), COLUMN("Phi")};
    static const probe rates[] = {COLUMN("nuP"),        COLUMN("kP"),         {"hbeam2", 1, "ePx"},
                                  {"hbeam2", 1, "ePy"}, {"hbeam2", 1, "ePz"}, {"hbeam2", 1, "kPx"},
                                  {"hbeam2", 1, "kPy"}, {"hbeam2", 1, "kPz"}};
    const line to = bent_line();
    vec3 F, M;
    stress_of_line(&F, &M);
    run_line(*of, ELASTIC ", custom output, all, orientation description, orientation vector", probes, 18);
    const vec3 expected[] = {vec3_sub(RHO, (vec3){1, 0, 0}), PHI, F, M, to.middle.p, vec3_scale(0.5, PHI)};
    for (int k = 0; k < ARRAY_LEN(expected); k++)
        assert_vec3(world_end(*of) + 3 * k, expected[k]);
    run_line(*of, "linear viscoelastic generic, diag, 50., 9., 11., 8., 7., 6., proportional, 0.01, custom output, all",
             rates, 12);
    for (int k = 0; k < 6; k++)
        assert_near(world_end(*of)[k], world_end(*of)[6 + k], 0.0);
}

/* Rates are those of the strains, by differences. */
static void rates_of_a_screw(void **of)
{
    static const probe probes[] = {
        {"hbeam2", 1, "ex"},           {"hbeam2", 1, "ey"},           {"hbeam2", 1, "ez"},
        {"hbeam2", 1, "kx"},           {"hbeam2", 1, "ky"},           {"hbeam2", 1, "kz"},
        {"hbeam2", 1, "ePx"},          {"hbeam2", 1, "ePy"},          {"hbeam2", 1, "ePz"},
        {"hbeam2", 1, "kPx"},          {"hbeam2", 1, "kPy"},          {"hbeam2", 1, "kPz"},
        {"hbeam2", 1, "Omegax"},       {"hbeam2", 1, "Omegay"},       {"hbeam2", 1, "Omegaz"},
        {"structural", 2, "Omega[1]"}, {"structural", 2, "Omega[2]"}, {"structural", 2, "Omega[3]"}};
    world *world = *of;
    run_line(world, "linear viscoelastic generic, diag, 50., 9., 11., 8., 7., 6., proportional, 0.01", probes, 18);
    for (int i = 10; i + 1 < world->n; i += 5)
        for (int k = 0; k < 6; k++)
            assert_near(world->v[i][6 + k], (world->v[i + 1][k] - world->v[i - 1][k]) / 0.04, 3e-4);
    for (int k = 0; k < 3; k++)
        assert_near(world_end(world)[12 + k], 0.5 * world_end(world)[15 + k], 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(forces_of_a_screw), TEST(data_of_a_screw), TEST(columns_of_a_screw),
                                       TEST(rates_of_a_screw)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
