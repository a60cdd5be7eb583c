/* bearings_test.c - plain bearings on a grid against closed forms of lubrication, leakage, contact and half spaces.
 *
 * A shaft of 40 mm and speed 300 turns in a bearing with a clearance of 40 micrometres, held off its centre. */
#include "physics/probe_world.h"

static const double R = 0.02, C = 40e-6, ETA = 0.02, SPEED = 300.0, RHO = 870.0;

/* What differs from bearing to bearing; what is left out: an incompressible fluid at zero pressure, pressure zero at
 * the edges, no further options. */
typedef struct {
    double eps, width;
    const char *mesh, *on, *grid, *fluid, *edges, *more;
    const char *counters, *nodes, *elements;
} setting;

static const char *given_word(const char *given, const char *usual) { return given ? given : usual; }

static void solve(world *world, const probe *probes, int n, setting setting)
{
    char counters[300], nodes[1000], elements[3000];
    snprintf(counters, sizeof counters,
             "structural nodes: 2; joints: 2; loadable elements: 1; skip initial joint assembly; %s",
             given_word(setting.counters, ""));
    snprintf(nodes, sizeof nodes,
             "module load: \"libmodule-hydrodynamic_plain_bearing2\";"
             "structural: 1, static, null, eye, null, null;"
             "structural: 2, static, %.17g, 0., 0., eye, null, 0., 0., 300.; %s",
             setting.eps * C, given_word(setting.nodes, ""));
    snprintf(elements, sizeof elements,
             "joint: 1, clamp, 1, node, node;"
             "joint: 2, total pin joint, 2, position, null, position, null, position constraint, active, active, "
             "active, component, const, %.17g, const, 0., const, 0., orientation constraint, active, active, "
             "angular velocity, component, 0., 0., 300.; %s"
             "user defined: 10, hydrodynamic plain bearing2, hydraulic fluid, %s, mesh, %s, geometry, cylindrical, "
             "mesh position, at %s, bearing width, %.17g, shaft diameter, 0.03992, bearing diameter, 0.04, shaft "
             "node, 2, bearing node, 1, %s, %s, pressure dof scale, 1.e6, output reaction force, yes, output friction "
             "loss, yes %s;",
             setting.eps * C, given_word(setting.elements, ""),
             given_word(setting.fluid, "incompressible, density, 870., viscosity, 0.02, pressure, 0."),
             given_word(setting.mesh, "linear finite difference"), given_word(setting.on, "bearing"), setting.width,
             setting.grid, given_word(setting.edges, "boundary conditions, pressure, const, 0., pressure, const, 0."),
             given_word(setting.more, ""));
    assert_runs(world, probes, n, (march){.until = 4e-4, .step = 1e-4, .tolerance = 1e-6, .method = "implicit euler"},
                (const char *const[]){counters, nodes, elements});
}

/* --- films -------------------------------------------------------------------------------------------------------- */

/* DuBois and Ocvirk's film, F_r = eta w R L^3 e^2 / (c^2 (1 - e^2)^2) along the line of centres and
 * F_t = eta w R L^3 pi e / (4 c^2 (1 - e^2)^1.5) across, less the shear
 * eta w R^2 L / c 2 pi (1 / sqrt(1 - e^2) - 1) / e; with a width of a twentieth of the diameter. */
static void short_bearings(void **of)
{
    static const char *const MESHES[] = {"linear finite difference", "quadratic finite element"};
    static const double EPS[] = {0.2, 0.5, 0.7};
    static const probe FORCE[] = {{"user defined", 10, "#7"}, {"user defined", 10, "#8"}};
    for (int i = 0; i < 6; i++) {
        const double e = EPS[i / 2], L = 0.002, q = 1.0 - e * e;
        solve(
            *of, FORCE, 2,
            (setting){
                .eps = e, .width = L, .mesh = MESHES[i % 2], .grid = "number of nodes z, 13, number of nodes Phi, 74"});
        const double film = ETA * SPEED * R * L * L * L / (C * C);
        const double along = film * e * e / (q * q), across = film * M_PI * e / (4.0 * q * sqrt(q));
        const double shear = ETA * SPEED * R * R * L / C * 2.0 * M_PI * (1.0 / sqrt(q) - 1.0) / e;
        assert_near(world_end(*of)[0], along, 0.02 * hypot(along, across));
        assert_near(world_end(*of)[1], shear - across, 0.02 * hypot(along, across));
    }
}

/* Sommerfeld: p = 6 eta w R^2 / c^2 eps sin a (2 + eps cos a) / ((2 + eps^2) (1 + eps cos a)^2), greatest where
 * cos a = -3 eps / (2 + eps^2); in the middle of a bearing that is eight diameters wide. */
static double sommerfeld_peak(double e)
{
    const double cosine = -3.0 * e / (2.0 + e * e), sine = sqrt(1.0 - cosine * cosine), film = 1.0 + e * cosine;
    return 6.0 * ETA * SPEED * R * R / (C * C) * e * sine * (2.0 + e * cosine) / ((2.0 + e * e) * film * film);
}

static void long_bearings(void **of)
{
    static const char *const MESHES[] = {"linear finite difference", "quadratic finite element"};
    static const probe PEAK[] = {{"user defined", 10, "maxp"}};
    for (int i = 0; i < 4; i++) {
        const double e = i / 2 == 0 ? 0.2 : 0.5, p = sommerfeld_peak(e);
        solve(*of, PEAK, 1,
              (setting){.eps = e,
                        .width = 0.32,
                        .mesh = MESHES[i % 2],
                        .grid = "number of nodes z, 33, number of nodes Phi, 62"});
        assert_near(world_end(*of)[0], p, 0.01 * p);
    }
}

/* A film that is full everywhere, because it stands under pressure, is the same when the fluid is compressible. */
static void full_compressible_films(void **of)
{
    static const probe PEAK[] = {{"user defined", 10, "maxp"}, {"user defined", 10, "minrho"}};
    const double supply = 5e6, p = sommerfeld_peak(0.2);
    solve(*of, PEAK, 2,
          (setting){.eps = 0.2,
                    .width = 0.32,
                    .grid = "number of nodes z, 33, number of nodes Phi, 62",
                    .fluid = "linear compressible, density, 870., 1.e12, 0., viscosity, 0.02",
                    .edges = "boundary conditions, pressure, const, 5.e6, pressure, const, 5.e6"});
    assert_near(world_end(*of)[0] - supply, p, 0.01 * p);
    assert_true(world_end(*of)[1] >= RHO);
}

/* A film that is half filled and neither fed nor squeezed stays so, without pressure. */
static void half_filled_films(void **of)
{
    static const probe FILM[] = {
        {"user defined", 10, "maxp"}, {"user defined", 10, "minrho"}, {"user defined", 10, "#1"}};
    solve(*of, FILM, 3,
          (setting){.eps = 0.0,
                    .width = 0.02,
                    .grid = "grid spacing, uniform, number of elements z, 4, number of elements Phi, 12",
                    .fluid = "linear compressible, density, 870., 1.e9, 1.e5, viscosity, 0.02",
                    .edges = "boundary conditions, filling ratio, const, 0.5, density, const, 435."});
    assert_near(world_end(*of)[0], 1e5, 1e-3);
    assert_near(world_end(*of)[1], 0.5 * RHO, 1e-6);
    assert_near(world_end(*of)[2], 0.0, 1e-6);
}

/* --- flows -------------------------------------------------------------------------------------------------------- */

/* Leakage along a gap around a shaft in the middle: q = rho pi D c^3 dp / (12 eta L), D that of the grid. */
static void leakage_between_hydraulic_nodes(void **of)
{
    static const probe PRESSURE[] = {{"hydraulic", 21, "x"}};
    const double q = 1e-4, L = 0.02;
    solve(
        *of, PRESSURE, 1,
        (setting){.eps = 0.0,
                  .width = L,
                  .grid = "number of nodes z, 5, number of nodes Phi, 14",
                  .edges = "pressure coupling conditions axial, 21, 22",
                  .counters = "hydraulic nodes: 2; genels: 1; forces: 1;",
                  .nodes = "hydraulic: 21; hydraulic: 22;",
                  .elements =
                      "genel: 1, clamp, 22, hydraulic, const, 0.; force: 1, abstract, 21, hydraulic, const, -1.e-4;"});
    const double p = 12.0 * ETA * L * q / (RHO * M_PI * 2.0 * R * C * C * C);
    assert_near(world_end(*of)[0], p, 1e-6 * p);
}

/* Petroff: shear eta w R / c in the direction of the shaft on either surface, wherever the grid is. */
static void shear_between_concentric_surfaces(void **of)
{
    static const char *const ON[] = {"bearing", "shaft"};
    for (int i = 0; i < 2; i++) {
        static const probe STRESS[] = {{"user defined", 10, "#15"}, {"user defined", 10, "#51"}};
        solve(*of, STRESS, 2,
              (setting){.on = ON[i],
                        .width = 0.02,
                        .grid = "number of nodes z, 3, number of nodes Phi, 8",
                        .more = ", output stress, yes"});
        const double tau = ETA * SPEED * R / C;
        assert_near(world_end(*of)[0], tau, 2.0 * C / R * tau);
        assert_near(world_end(*of)[1], tau, 2.0 * C / R * tau);
    }
}

/* --- contact and deformation -------------------------------------------------------------------------------------- */

/* Roughness so high that the shaft rubs all around: pressure by Greenwood and Tripp, loss mu p A v. */
static void rubbing_all_around(void **of)
{
    static const probe CONTACT[] = {{"user defined", 10, "maxpc"}, {"user defined", 10, "Pfc"}};
    const double M0 = 4e-10, M2 = 0.02, M4 = 4.5e6, mu = 0.1, L = 0.02;
    solve(*of, CONTACT, 2,
          (setting){.eps = 0.0,
                    .width = L,
                    .grid = "number of nodes z, 5, number of nodes Phi, 14",
                    .more = ", contact model, greenwood tripp, E1, 2.e11, nu1, 0.3, E2, 1.e11, nu2, 0.25, M0, 4.e-10, "
                            "M2, 0.02, M4, 4.5e6, friction model, coulomb, mu, 0.1"});
    const double sigma = sqrt(M0), peaks = M4 / (6.0 * M_PI * sqrt(3.0) * M2),
                 tip = 3.0 * sqrt(M_PI) / (8.0 * sqrt(M4));
    const double E = 1.0 / ((1.0 - 0.09) / 2e11 + (1.0 - 0.0625) / 1e11);
    const double p = 16.0 * sqrt(2.0) / 15.0 * M_PI * pow(peaks * tip * sigma, 2) * E * sqrt(sigma / tip) * 4.4086e-5 *
                     pow(4.0 - C / sigma, 6.804);
    const double loss = -mu * p * 2.0 * M_PI * R * L * SPEED * (R - C);
    assert_near(world_end(*of)[0], p, 1e-6 * p);
    assert_near(world_end(*of)[1], loss, -1e-6 * loss);
}

/* Uniform pressure p on the unrolled shell, a rectangle of 2 a by 2 b: in the middle a half space gives way by
 * 4 (1 - nu^2) p / (pi E) (a asinh(b / a) + b asinh(a / b)), after Love. */
static void half_space_under_pressure(void **of)
{
    static const probe GAP[] = {{"user defined", 10, "minh"}, {"user defined", 10, "#17"}};
    const double p = 1e6, E = 2e11, nu = 0.3, a = M_PI * R, b = 0.01;
    solve(*of, GAP, 2,
          (setting){.eps = 0.0,
                    .width = 2.0 * b,
                    .grid = "number of nodes z, 5, number of nodes Phi, 14",
                    .edges = "boundary conditions, pressure, const, 1.e6, pressure, const, 1.e6",
                    .more = ", compliance model, matrix, 1, elastic half space, E1, 2.e11, nu1, 0.3, output total "
                            "deformation, yes"});
    const double w = 4.0 * (1.0 - nu * nu) * p / (M_PI * E) * (a * asinh(b / a) + b * asinh(a / b));
    assert_near(world_end(*of)[1], w, 1e-6 * w);
    assert_true(world_end(*of)[0] > C);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(short_bearings),
        TEST(long_bearings),
        TEST(full_compressible_films),
        TEST(half_filled_films),
        TEST(leakage_between_hydraulic_nodes),
        TEST(shear_between_concentric_surfaces),
        TEST(rubbing_all_around),
        TEST(half_space_under_pressure),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
