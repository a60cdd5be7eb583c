/* energy_test.c - motions with integrals: a top without torques, a falling body, orbits in a central field.
 *
 * Errors go with h^p, p the order of the method: each motion is integrated with h and h/2, the order that comes out is
 * compared with p, and the error itself with C h^p. */
#include "probe_world.h"

/* --- a top without torques ---------------------------------------------------------------------------------------- */

typedef struct {
    double sn, cn, dn;
} jacobi;

/* Jacobi's elliptic functions of modulus k by the arithmetic-geometric mean (Abramowitz, Stegun 16.4). */
static jacobi elliptic(double u, double k)
{
    enum { MOST = 12 };
    double a[MOST] = {1.0}, c[MOST] = {k}, b = sqrt(1.0 - k * k);
    int n = 0;
    while (n + 1 < MOST && fabs(c[n]) > 1e-16) {
        a[n + 1] = 0.5 * (a[n] + b);
        c[n + 1] = 0.5 * (a[n] - b);
        b = sqrt(a[n] * b);
        n++;
    }
    double phi = ldexp(a[n] * u, n);
    for (; n > 0; n--)
        phi = 0.5 * (phi + asin(c[n] / a[n] * sin(phi)));
    const double s = sin(phi);
    return (jacobi){.sn = s, .cn = cos(phi), .dn = sqrt(1.0 - k * k * s * s)};
}

static const vec3 INERTIA = {0.3, 0.5, 0.7}, START = {1.1, 0.0, 2.3};

/* Euler's equations with J1 < J2 < J3, w2(0) = 0 and M^2 > 2 E J2 (Landau, Lifshitz, Mechanics, 37):
 *     w1 = w1(0) cn s,  w2 = w2max sn s,  w3 = w3(0) dn s,  s = t sqrt((J3 - J2) (M^2 - 2 E J1) / (J1 J2 J3)),
 *     k^2 = (J2 - J1) (2 E J3 - M^2) / ((J3 - J2) (M^2 - 2 E J1)) */
static vec3 top_at(double t)
{
    const vec3 J = INERTIA, w = START;
    const double E2 = J.x * w.x * w.x + J.z * w.z * w.z, M2 = J.x * J.x * w.x * w.x + J.z * J.z * w.z * w.z;
    const double s = t * sqrt((J.z - J.y) * (M2 - E2 * J.x) / (J.x * J.y * J.z));
    const double k = sqrt((J.y - J.x) * (E2 * J.z - M2) / ((J.z - J.y) * (M2 - E2 * J.x)));
    const jacobi jacobi = elliptic(s, k);
    return (vec3){w.x * jacobi.cn, sqrt((E2 * J.z - M2) / (J.y * (J.z - J.y))) * jacobi.sn, w.z * jacobi.dn};
}

static const probe TOP[] = {{"structural", 1, "omega[1]"},
                            {"structural", 1, "omega[2]"},
                            {"structural", 1, "omega[3]"},
                            {"structural", 1, "Phi[1]"},
                            {"structural", 1, "Phi[2]"},
                            {"structural", 1, "Phi[3]"},
                            {"body", 1, "E"},
                            {"structural", 1, "X[1]"},
                            {"structural", 1, "X[2]"},
                            {"structural", 1, "X[3]"}};

static const vec3 ARM = {0.1, -0.2, 0.15}, DRIFT = {0.4, -0.3, 0.2};

/* The centre of mass stands off the node and drifts. */
static void spin(world *world, const char *method, double h)
{
    const vec3 v = vec3_sub(DRIFT, vec3_cross(START, ARM));
    char nodes[300], elements[200];
    snprintf(nodes, sizeof nodes, "structural: 1, dynamic, null, eye, %.17g, %.17g, %.17g, %.17g, %.17g, %.17g;", v.x,
             v.y, v.z, START.x, START.y, START.z);
    snprintf(elements, sizeof elements, "body: 1, 1, 2., %.17g, %.17g, %.17g, diag, %.17g, %.17g, %.17g;", ARM.x, ARM.y,
             ARM.z, INERTIA.x, INERTIA.y, INERTIA.z);
    assert_runs(world, TOP, 10, (march){.until = 2.0, .step = h, .method = method},
                (const char *const[]){"structural nodes: 1; rigid bodies: 1;", nodes, elements});
}

static double error_of_spin(const world *world)
{
    double worst = 0.0;
    for (int i = 0; i < world->n; i++)
        worst = fmax(worst, vec3_norm(vec3_sub(world_vec3(world, i, 0), top_at(world->t[i]))));
    return worst;
}

static const struct {
    const char *method;
    double order, bound; /* of the error with steps of 10 ms */
} METHODS[] = {{"ms, 1.", 1.95, 5e-4}, {"ms, 0.6", 1.95, 5e-4}, {"crank nicolson", 1.95, 1e-3}, {"DIRK33", 2.9, 2e-5}};

static void top_without_torques(void **of)
{
    world *world = *of;
    for (int i = 0; i < 4; i++) {
        spin(world, METHODS[i].method, 1e-2);
        const double coarse = error_of_spin(world);
        spin(world, METHODS[i].method, 5e-3);
        assert_true(coarse < METHODS[i].bound);
        assert_true(log2(coarse / error_of_spin(world)) > METHODS[i].order);
    }
}

/* 2 E = m V^2 + w J w, L = R J w about the centre of mass, which goes straight on: x + R b = b + V t. */
static void integrals_of_a_top(void **of)
{
    world *world = *of;
    spin(world, "ms, 1.", 2e-3);
    const vec3 J = INERTIA, L = {J.x * START.x, 0.0, J.z * START.z};
    const double E = vec3_dot(DRIFT, DRIFT) + 0.5 * vec3_dot(L, START);
    for (int i = 0; i < world->n; i += 50) {
        const vec3 o = world_vec3(world, i, 0);
        const mat3 R = rotation_exp(world_vec3(world, i, 3));
        const vec3 now = mat3_mulv(&R, (vec3){J.x * o.x, J.y * o.y, J.z * o.z});
        const vec3 centre = vec3_add(world_vec3(world, i, 7), mat3_mulv(&R, ARM));
        assert_near(vec3_norm(vec3_sub(now, L)), 0.0, 2e-5);
        assert_near(world->v[i][6], E, 2e-5);
        assert_near(vec3_norm(vec3_sub(centre, vec3_axpy(ARM, world->t[i], DRIFT))), 0.0, 2e-5);
    }
}

/* --- a falling body ----------------------------------------------------------------------------------------------- */

/* A body that turns about a principal axis through its centre of mass, thrown up: the trapezoidal rule is exact for the
 * fall, so that only the turn leaves an error of the order of h^2.
 *     V = m g z,   2 T = m v^2 + J w^2,   z = z0 + v0 t - g t^2 / 2 */
static void falling_body(void **of)
{
    static const probe probes[] = {{"body", 1, "E"}, {"body", 1, "V"}, {"body", 1, "m"}};
    world *world = *of;
    assert_runs(world, probes, 3, (march){.until = 1.0},
                (const char *const[]){"structural nodes: 1; rigid bodies: 1; gravity;",
                                      "structural: 1, dynamic, 0., 0., 3., eye, 1., 0.8, 4., 0., 0., 2.;",
                                      "body: 1, 1, 2.5, 0.4, 0., 0.1, diag, 0.2, 0.3, 0.4;"
                                      "gravity: uniform, 0., 0., -1., const, 9.81;"});
    for (int i = 0; i < world->n; i += 50) {
        const double t = world->t[i], z = 3.1 + 4.0 * t - 0.5 * 9.81 * t * t, up = 4.0 - 9.81 * t;
        const double sideways = 1.0 + 1.6 * 1.6; /* the centre of mass: v + w x b */
        assert_near(world->v[i][0], 1.25 * (sideways + up * up) + 0.2 * 4.0, 1e-4);
        assert_near(world->v[i][1], 2.5 * 9.81 * z, 1e-6);
        assert_near(world->v[i][0] + world->v[i][1], 1.25 * (sideways + 16.0) + 0.8 + 2.5 * 9.81 * 3.1, 1e-4);
        assert_near(world->v[i][2], 2.5, 0.0);
    }
}

/* --- orbits ------------------------------------------------------------------------------------------------------- */

static const double GM = 5.0, AXIS = 1.3, E = 0.4;

/* Kepler: M = n t = u - e sin u, n^2 = GM / a^3; from the nearest point, x = a (cos u - e), y = a sqrt(1 - e^2) sin u
 */
static void kepler(double t, double *x, double *y)
{
    const double M = t * sqrt(GM / (AXIS * AXIS * AXIS));
    double u = M;
    for (int k = 0; k < 20; k++)
        u -= (u - E * sin(u) - M) / (1.0 - E * cos(u));
    *x = AXIS * (cos(u) - E);
    *y = AXIS * sqrt(1.0 - E * E) * sin(u);
}

static double period(void) { return 2.0 * M_PI * sqrt(AXIS * AXIS * AXIS / GM); }

static const probe ORBIT[] = {{"structural", 1, "X[1]"},
                              {"structural", 1, "X[2]"},
                              {"structural", 1, "X[3]"},
                              {"body", 1, "E"},
                              {"body", 1, "V"}};

/* One turn about the point (1, 2, 3), in its plane 1-2. Returns the largest distance from Kepler's orbit. */
static double orbit(world *world, const char *method, int steps)
{
    const double near = AXIS * (1.0 - E), fast = sqrt(GM / AXIS * (1.0 + E) / (1.0 - E));
    char nodes[200], elements[200];
    snprintf(nodes, sizeof nodes, "structural: 1, dynamic displacement, %.17g, 2., 3., 0., %.17g, 0.;", 1.0 + near,
             fast);
    snprintf(elements, sizeof elements, "body: 1, 1, 0.7; gravity: central, origin, 1., 2., 3., mass, 2., G, %.17g;",
             GM / 2.0);
    const march by = {.until = period() * (1.0 + 1e-9),
                      .step = period() / steps,
                      .method = method,
                      .more = "derivatives coefficient: 1.e-9;"};
    assert_runs(world, ORBIT, 5, by,
                (const char *const[]){"structural nodes: 1; rigid bodies: 1; gravity;", nodes, elements});
    double worst = 0.0;
    for (int i = 0; i < world->n; i++) {
        double x, y;
        kepler(world->t[i], &x, &y);
        worst = fmax(worst, hypot(world->v[i][0] - 1.0 - x, world->v[i][1] - 2.0 - y));
        assert_near(world->v[i][2], 3.0, 1e-12);
    }
    return worst;
}

static void orbits_of_kepler(void **of)
{
    world *world = *of;
    static const struct {
        const char *method;
        double order, bound; /* of the error with 400 steps a turn */
    } BY[] = {{"ms, 1.", 1.95, 2e-2}, {"ms, 0.6", 1.95, 2e-2}, {"DIRK33", 2.9, 3e-4}, {"DIRK54", 3.9, 2e-7}};
    for (int i = 0; i < 4; i++) {
        const double coarse = orbit(world, BY[i].method, 400);
        assert_true(coarse < BY[i].bound);
        assert_true(log2(coarse / orbit(world, BY[i].method, 800)) > BY[i].order);
    }
}

/* After half a turn r = a (1 + e), after a whole one it is back; T + V = - GM m / (2 a) everywhere. */
static void apsides_and_energy_of_an_orbit(void **of)
{
    world *world = *of;
    orbit(world, "DIRK54", 800);
    const double *far = world->v[400], *back = world->v[800];
    assert_near(far[0], 1.0 - AXIS * (1.0 + E), 1e-6);
    assert_near(far[1], 2.0, 1e-6);
    assert_near(back[0], 1.0 + AXIS * (1.0 - E), 1e-6);
    assert_near(back[1], 2.0, 1e-6);
    assert_near(far[4], -0.7 * GM / (AXIS * (1.0 + E)), 1e-6);
    for (int i = 0; i < world->n; i++)
        assert_near(world->v[i][3] + world->v[i][4], -0.7 * GM / (2.0 * AXIS), 1e-6);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(top_without_torques),
        TEST(integrals_of_a_top),
        TEST(falling_body),
        TEST(orbits_of_kepler),
        TEST(apsides_and_energy_of_an_orbit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
