/* absorber_test.c - the shock absorber in a rod, against its formulas (2.10.23). With e = strain - prestrain:
 *
 *     p  = p0 (1 + k e)^-gamma                                 gas, compressed while e < 0
 *     Fe = - p A0 + stop                                       stop: penalty (e - bound) beyond a bound
 *     Fv = rho/2 Af (Af / (c A))^2 e' |e'|                     A = metering(e) + orifice(e'), by the sign of e'
 *     Ff = mu p A0 tanh(e' / e'ref)                            F = Fe + Fv + Ff, a pull is positive */
#include "probe_world.h"

static const double P0 = 1.2e4, A0 = 0.01, k = 1.4, GAMMA = 1.25, AF = 0.008, RHO = 850.0, C = 0.7;

#define GAS "rod, 1, 2, 2., shock absorber, prestrain, -0.02, 1.2e4, 0.01, 1.4, 1.25, "
#define OIL "0.008, 850., 0.7"

static double gas_pressure(double e) { return P0 * pow(1.0 + k * e, -GAMMA); }

static double oil_force(double A, double rate)
{
    const double ratio = AF / (C * A);
    return 0.5 * RHO * AF * ratio * ratio * rate * fabs(rate);
}

static const probe DATA[] = {{"joint", 3, "L"},
                             {"joint", 3, "LPrime"},
                             {"joint", 3, "F"},
                             {"joint", 3, "constitutiveLaw.p"},
                             {"joint", 3, "constitutiveLaw.A"},
                             {"joint", 3, "constitutiveLaw.Fe"},
                             {"joint", 3, "constitutiveLaw.Fv"}};

/* The rod of length 2 is driven: L = 1.8 + 0.15 cos 3 t, so that it begins as it is given. */
static void run_motion(world *world, const char *rod, int n_probes)
{
    char elements[900];
    snprintf(elements, sizeof elements,
             "joint: 1, clamp, 1, node, node; body: 2, 2, 1., null, eye;"
             "joint: 2, total pin joint, 2, position, null, position, 1.95, 0., 0., position constraint, 1, 1, 1, "
             "single, 1., 0., 0., cosine, 0., 3., -0.15, forever, 0., orientation constraint, 1, 1, 1, null;"
             "joint: 3, %s;",
             rod);
    assert_runs(world, DATA, n_probes, (march){.until = 2.2, .step = 2e-3, .tolerance = 1e-9, .method = "ms, 0.6"},
                (const char *const[]){"structural nodes: 2; rigid bodies: 1; joints: 3;",
                                      "module load: \"libmodule-damper-graall\";"
                                      "structural: 1, static, null, eye, null, null;"
                                      "structural: 2, dynamic, 1.95, 0., 0., eye, null, null;",
                                      elements});
}

static void run_driven(world *world, const char *rod) { run_motion(world, rod, 7); }

static double strain_of(const double *v) { return v[0] / 2.0 - 1.0 + 0.02; }
static double rate_of(const double *v) { return v[1] / 2.0; }

/* Metering by strain, A = 2e-4 - 3e-4 e, closing to a quarter when pressed, and an orifice that opens with the speed.
 */
static void gas_oil_and_friction(void **of)
{
    world *world = *of;
    run_driven(world,
               GAS "epsilon max, 0.5, metering, linear, 2.e-4, -3.e-4, negative, linear, 5.e-5, -7.5e-5, orifice, "
                   "string, \"1.e-4*abs(Var)\", " OIL ", friction, 0.1, 0.3");
    int pulled = 0, pressed = 0;
    for (int i = 1; i < world->n; i++) {
        const double *v = world->v[i], e = strain_of(v), rate = rate_of(v), p = gas_pressure(e);
        const double A = (rate < 0.0 ? 0.25 : 1.0) * (2e-4 - 3e-4 * e) + 1e-4 * fabs(rate);
        assert_near(v[0], 1.8 + 0.15 * cos(3.0 * world->t[i]), 1e-8);
        assert_near(v[3], p, 1e-9 * p);
        assert_near(v[4], A, 1e-15);
        assert_near(v[5], -p * A0, 1e-9 * p * A0);
        assert_near(v[6], oil_force(A, rate), 1e-9 * (1.0 + fabs(v[6])));
        assert_near(v[2], v[5] + v[6] + 0.3 * p * A0 * tanh(rate / 0.1), 1e-8 * fabs(v[2]) + 1e-8);
        pulled += rate > 0.0, pressed += rate < 0.0;
    }
    assert_true(pulled > 100 && pressed > 100);
}

/* Beyond the bounds, here -0.1 and -0.05, the stop is a spring; it damps only what goes further. */
static void stops_of_the_absorber(void **of)
{
    world *world = *of;
    run_driven(world, GAS "epsilon max, -0.01, epsilon min, -0.1, penalty, 4.e4, 300., " OIL);
    int beyond[2][2] = {{0}};
    for (int i = 1; i < world->n; i++) {
        const double *v = world->v[i], e = strain_of(v), rate = rate_of(v);
        const double over = e > -0.01 ? e + 0.01 : e < -0.1 ? e + 0.1 : 0.0;
        const double stop = 4e4 * over + (over * rate > 0.0 ? 300.0 * rate : 0.0);
        assert_near(v[5], stop - gas_pressure(e) * A0, 1e-6);
        assert_near(v[6], 0.0, 0.0); /* without metering and orifice there is no oil */
        if (over != 0.0)
            beyond[over > 0.0][rate > 0.0]++;
    }
    assert_true(beyond[0][0] > 10 && beyond[0][1] > 10 && beyond[1][0] > 10 && beyond[1][1] > 10);
}

/* A weight W on the gas comes to rest where p A0 = W:  e = ((p0 A0 / W)^(1/gamma) - 1) / k. */
static void weight_on_the_gas(void **of)
{
    static const probe probes[] = {{"structural", 2, "X[1]"}};
    world *world = *of;
    assert_runs(world, probes, 1, (march){.until = 0.1, .step = 0.01, .more = "derivatives tolerance: 1.e9;"},
                (const char *const[]){"structural nodes: 2; joints: 3; forces: 1;",
                                      "structural: 1, static, null, eye, null, null;"
                                      "structural: 2, static, 1.9, 0., 0., eye, null, null;",
                                      "joint: 1, clamp, 1, node, node;"
                                      "joint: 2, total pin joint, 2, position constraint, 0, 1, 1, null, orientation "
                                      "constraint, 1, 1, 1, null; joint: 3, " GAS "epsilon max, 0.5, " OIL ";"
                                      "force: 1, absolute, 2, position, null, -1., 0., 0., const, 150.;"});
    const double e = (pow(P0 * A0 / 150.0, 1.0 / GAMMA) - 1.0) / k;
    assert_near(world_end(world)[0], 2.0 * (1.0 + e - 0.02), 1e-9);
}

/* The file of tests/contract in a rod of length 2, whose strokes are 1.3 times its strains: gas, oil through an area
 * and with a coefficient by the stroke, viscosity of 19 instead of 22; friction and suction, which fade with time. */
static void damper_of_a_file(void **of)
{
    world *world = *of;
    run_motion(world, "rod, 1, 2, 2., graall damper, \"" TEST_FOLDER "/contract/graall.dat\", 1.3", 3);
    int pulled = 0, pressed = 0;
    for (int i = 1; i < world->n; i++) {
        const double *v = world->v[i], x = -1.3 * (v[0] / 2.0 - 1.0), speed = -1.3 * v[1] / 2.0;
        const double gas = 80.0 * pow(1.0 - 0.8 * x / 1.5, -1.3);
        const double A = x < 0.1 ? 0.012 - 0.008 / 0.3 * (x - 0.1) : 0.012 - 0.015 * (x - 0.1), c = 0.75 + 0.15 * x;
        const double ratio = speed > 0.0 ? 0.03 / (c * A) : 0.03 * 0.008 / (0.7 * A * A);
        const double oil = 0.995184417104 * 800.0 * 0.03 * ratio * ratio * 19.0 / 22.0 * fabs(speed) * speed;
        const double rubs = (0.2 - 0.1 * x) * gas * (1.0 - tanh(world->t[i] / 0.5)) * tanh(speed / 0.2),
                     sucks = 4e3 * 0.004 * (1.0 - tanh(world->t[i] / 0.7));
        assert_near(v[2], -(gas + oil + rubs + sucks), 1e-6);
        pulled += speed<0.0, pressed += speed> 0.0;
    }
    assert_true(pulled > 100 && pressed > 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(gas_oil_and_friction), TEST(stops_of_the_absorber), TEST(damper_of_a_file),
                                       TEST(weight_on_the_gas)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
