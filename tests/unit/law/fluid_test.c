/* fluid_test.c - densities of hydraulic fluids against their formulas (2.11), their derivatives, cards and errors. */
#include "unit/drive/drive_world.h"

static const fluid *read_card(void **of, const char *text_of)
{
    char card[512];
    static unsigned label = 0;
    snprintf(card, sizeof card, "hydraulic fluid: %u, %s;", ++label, text_of);
    world *world = world_read(of, card);
    assert_said_nothing(of);
    return world->model->fluids.items[world->model->fluids.n - 1];
}

static double density(void **of, const char *text_of, double p)
{
    const fluid *fluid = read_card(of, text_of);
    const double step = 1e-5 * (fabs(p) + 1.0);
    double derivative, unused;
    const double rho = fluid_density(fluid, p, &derivative);
    const double difference = fluid_density(fluid, p + step, &unused) - fluid_density(fluid, p - step, &unused);
    assert_true(fabs(derivative * 2.0 * step - difference) < 1e-6 * fabs(difference) + 1e-11 * rho);
    return rho;
}

static void densities(void **of)
{
    assert_near(density(of, "incompressible, density, 850., viscosity, 0.02, pressure, 1.e5", 7e6), 850.);
    assert_near(density(of, "linear compressible, density, 870., 1.e9, 1.e5, viscosity, 0.07", 2.1e6), 870. * 1.002);
    assert_near(density(of, "linear compressible, viscosity, 0.07, density, 870., sound celerity, 1400., 1.e5", 1.96e6),
                870. + 1.86e6 / 1.96e6);
    assert_near(density(of, "linear thermal compressible, density, 870., 1.e9, 0., 7.e-4, 290.", 2e6), 870. * 1.002);
    assert_near(density(of, "exponential, density, 870., 1.e9, 1.e5, temperature, 300., 1.e3", 2.1e6),
                870. * exp(0.002));
    assert_near(density(of, "exponential, density, 870., 1.e9, 1.e5, 5.e4", 1e4), 870. * exp(-0.09));
    assert_near(density(of, "super, density, 870., 1.e9, 1.e5", 70265.), 9.77 + 435. * (1. + tanh(1.)) + 0.0435);
    assert_near(density(of, "super, density, 870., 1.e9, 1.e5", -2e6), 9.77);
}

static void keeps_viscosity(void **of)
{
    assert_near(read_card(of, "incompressible, density, 850., viscosity, 0.02")->viscosity, 0.02);
}

static void refuses(void **of)
{
    world_read(of, "hydraulic fluid: 500, incompressible, viscosity, 0.02;");
    assert_said(of, "density");
    world_read(of, "hydraulic fluid: 501, linear compressible, density, -870., 1.e9, 1.e5;");
    assert_said(of, "density");
    world_read(of, "hydraulic fluid: 502, reference, 999;");
    assert_said(of, "999");
    world_read(of, "hydraulic fluid: 503, water;");
    assert_said(of, "water");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WORLD_TEST(densities),
        WORLD_TEST(keeps_viscosity),
        WORLD_TEST(refuses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
