/* cyclocopter_test.c - the inflow of a cycloidal rotor, step by step, from the forces in its rows: momentum theory, the
 * memory of the step before, and a Butterworth filter by the trapezoidal rule. */
#include "probe_world.h"

/* A blade that stands in a wind which turns and grows. */
static void run_blade(world *w, const char *kind, const char *more)
{
    static const probe ROW[] = {{"user defined", 10, "#2"},
                                {"user defined", 10, "#3"},
                                {"user defined", 10, "#7"},
                                {"user defined", 10, "#11"},
                                {"user defined", 10, "#12"}};
    char elements[1600];
    snprintf(elements, sizeof elements,
             "joint: 1, clamp, 1, node, node; joint: 2, clamp, 2, node, node;"
             "air properties: 1.2, 340., component, linear, 20., 50., sine, 0., 15., 8., forever, 0., const, 0.;"
             "user defined: 10, cyclocopter %s, 1, orientation, 1, 0., 0., 1., 3, 0., 1., 0., 1, no, 0.4, 0.8, %s;"
             "aerodynamic body: 2, 2, user defined induced velocity, 10, null, 1, 0., 1., 0., 2, 1., 0., 0., 0.8,"
             "const, 0.15, const, 0., const, 0., const, 0.1, 1, naca0012, jacobian, yes;",
             kind, more);
    assert_runs(
        w, ROW, 5, (march){.until = 0.2, .tolerance = 1e-9, .method = "implicit euler"},
        (const char *const[]){"structural nodes: 2; joints: 2; air properties; aerodynamic elements: 1; loadable "
                              "elements: 1;",
                              "module load: \"libmodule-cyclocopter\";"
                              "structural: 1, static, null, eye, null, null;"
                              "structural: 2, static, 0., 0.4, 0., eye, null, null;",
                              elements});
}

/* v = kappa sqrt(T / (2 rho 2 R b)) along the force. */
static double speed(double T) { return 1.3 * sqrt(T / (2.0 * 1.2 * 2.0 * 0.4 * 0.8)); }

/* u = (1 - d) v + d u_1, and v itself at the start; v is that of the filtered force:
 *     G'' + sqrt(2) W G' + W^2 G = W^2 F,   x' = (x - x_1) / (h / 2) - x'_1 for both states, from rest */
static void check_rows(const world *w, double delay, double cut)
{
    const double a = cut > 0.0 ? cut * 0.5e-3 : 1.0, D = 1.0 + M_SQRT2 * a + a * a;
    double in[2][2] = {{0}}, out[2][2] = {{0}}, u[2] = {0};
    for (int k = 0; k < w->n; k++) {
        double G[2];
        for (int i = 0; i < 2; i++) {
            const double F = w->v[k][i];
            G[i] = cut > 0.0 ? (a * a * (F + 2.0 * in[0][i] + in[1][i]) + 2.0 * (1.0 - a * a) * out[0][i] -
                                (1.0 - M_SQRT2 * a + a * a) * out[1][i]) /
                                   D
                             : F;
            in[1][i] = in[0][i], in[0][i] = F;
            out[1][i] = out[0][i], out[0][i] = G[i];
        }
        const double T = hypot(G[0], G[1]), d = k == 0 ? 0.0 : delay;
        for (int i = 0; i < 2; i++) {
            u[i] = (1.0 - d) * speed(T) * G[i] / T + d * u[i];
            assert_near(w->v[k][3 + i], u[i], 1e-7);
        }
        assert_near(w->v[k][2], hypot(u[0], u[1]), 1e-7);
    }
}

static void inflow_of_momentum_theory(void **of)
{
    world *w = *of;
    run_blade(w, "uniform 2D", "kappa, 1.3");
    check_rows(w, 0.0, 0.0);
}

static void inflow_with_a_delay(void **of)
{
    world *w = *of;
    run_blade(w, "uniform 2D", "delay, const, 0.6, kappa, 1.3");
    check_rows(w, 0.6, 0.0);
}

static void inflow_of_the_filtered_force(void **of)
{
    world *w = *of;
    run_blade(w, "uniform 2D", "delay, const, 0.4, omegacut, 60., kappa, 1.3, timestep, 1.e-3");
    check_rows(w, 0.4, 60.0);
}

/* The force along axis 3 alone counts. */
static void inflow_along_one_axis(void **of)
{
    world *w = *of;
    run_blade(w, "uniform 1D", "kappa, 1.3");
    for (int k = 0; k < w->n; k++)
        assert_near(w->v[k][2], speed(fabs(w->v[k][1])), 1e-7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(inflow_of_momentum_theory), TEST(inflow_with_a_delay),
                                       TEST(inflow_of_the_filtered_force), TEST(inflow_along_one_axis)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
