/* law_values_test.c - stresses of constitutive laws against their formulas (2.10), prestress and prestrain, cards,
 * references, memory and private data. */
#include "unit/drive/drive_world.h"

static law *read_dim(void **of, int dim, const char *text_of)
{
    char card[1024];
    static unsigned label = 100;
    snprintf(card, sizeof card, "constitutive law: %u, %d, %s;", ++label, dim, text_of);
    world *world = world_read(of, card);
    assert_said_nothing(of);
    return world->model->laws.items[world->model->laws.n - 1];
}

static double stress1(void **of, const law *law, double e, double ep)
{
    const world *world = *of;
    law_result result;
    law_eval(law, &world->state, &e, &ep, &result);
    return result.stress[0];
}

static double law1(void **of, const char *text_of, double e, double ep)
{
    return stress1(of, read_dim(of, 1, text_of), e, ep);
}

static void linear_laws(void **of)
{
    assert_near(law1(of, "linear elastic, 10.", 0.3, 5.), 3.);
    assert_near(law1(of, "12.5", 0.2, 0.), 2.5);
    world_read(of, "set: real K = 4.;");
    assert_near(law1(of, "K", 0.2, 0.), 0.8);
    assert_near(law1(of, "2.*K", 0.2, 0.), 1.6);
    assert_near(law1(of, "turbulent viscoelastic, 10., 2., K", 0.1, -3.), 1. - 24.);
    assert_near(law1(of, "linear viscous, 2.", 0.3, 5.), 10.);
    assert_near(law1(of, "linear viscoelastic, 10., 2.", 0.3, 5.), 13.);
    assert_near(law1(of, "linear viscoelastic, 10., proportional, 0.1", 0.3, 5.), 8.);
    world *world = *of;
    world_time(world, 2.);
    assert_near(law1(of, "linear time variant viscoelastic generic, 10., linear, 1., 1., 2., same", 0.3, 5.), 3. * 13.);
}

static void nonlinear_laws(void **of)
{
    assert_near(law1(of, "cubic elastic generic, 10., 2., 3.", -0.5, 0.), -5. - 2. * 0.25 - 3. * 0.125);
    assert_near(law1(of, "inverse square elastic, 8., 2.", 0.25, 0.), 8. / 6.25);
    assert_near(law1(of, "log elastic, 10.", 0.25, 0.), 10. * log(1.25));
    assert_near(law1(of, "contact elastic, 20., 1.5", -0.25, 0.), -20. * 0.125);
    assert_near(law1(of, "contact elastic, 20., 1.5", 0.25, 0.), 0.);
    const double none = 0.;
    law_result at_rest;
    law_eval(read_dim(of, 1, "contact elastic, 20., 1.5"), &((const world *)*of)->state, &none, &none, &at_rest);
    assert_near(at_rest.by_strain[0], 0.);
    assert_near(law1(of, "double linear elastic, 10., 0.2, -0.1, 20.", 0.3, 0.), 2. + 2.);
    assert_near(law1(of, "double linear elastic, 10., 0.2, -0.1, 20.", 0.2, 0.), 2.);
    assert_near(law1(of, "double linear elastic, 10., 0.2, -0.1, 20.", -0.1, 0.), -1.);
    assert_near(law1(of, "double linear elastic, 10., 0.2, -0.1, 20., third stiffness, 5.", -0.3, 0.), -1. - 1.);
    assert_near(law1(of, "double linear viscoelastic, 10., 0.2, -0.1, 20., 2., second damping, 7.", 0.3, 3.), 4. + 21.);
    /* a = 3 / 0.5^2 = 12 */
    assert_near(law1(of, "isotropic hardening elastic, 10., 0.5, linear stiffness, 4.", 0.5, 0.),
                (4. + 30.) / 4. * 0.5);
    assert_near(law1(of, "turbulent viscoelastic, 10., 2.", 0.1, -3.), 1. - 18.);
    assert_near(law1(of, "turbulent viscoelastic, 10., 2., 4.", 0.1, -3.), 1. - 24.);
    assert_near(law1(of, "turbulent viscoelastic, 10., 2., 4., 5.", 0.1, -3.), 1. - 15.);
    assert_near(law1(of, "array, 2, turbulent viscoelastic, 10., 2., linear elastic, 5.", 0.1, -3.), 1.5 - 18.);
    assert_near(law1(of, "array, 2, turbulent viscoelastic, 10., 2., 4., array, 1, 5.", 0.1, -3.), 1.5 - 24.);
}

static void laws_by_scalar_functions(void **of)
{
    world_read(of, "scalar function: \"line\", linear, 0., 1., 1., 3.;");
    assert_near(law1(of, "scalar function elastic, \"line\"", 0.5, 0.), 2.);
    assert_near(law1(of, "nlsf viscoelastic, 10., \"line\", 2., null", 0.5, 3.), 5. + 2. + 6.);
    assert_near(law1(of, "nlsf viscous, 2., \"line\"", 0.5, 3.), 6. + 7.);
    /* the damping is a function of the strain */
    assert_near(law1(of, "nlp viscoelastic, 10., \"line\", proportional, 0.1, \"line\"", 0.5, 3.), 5. + 1. + 3. + 6.);
}

static void symbolic_laws(void **of)
{
    assert_near(law1(of, "symbolic viscoelastic, epsilon, \"x\", epsilon prime, \"v\", expression, \"3*x^2 + sin(v)\"",
                     2., 0.5),
                12. + sin(0.5));
    /* whole numbers are real, and a sign binds less than a power */
    assert_near(law1(of, "symbolic elastic, epsilon, \"x\", expression, \"1/2*x - x^2\"", -0.5, 0.), -0.5);
    assert_near(law1(of, "symbolic elastic, epsilon, \"x\", expression, \"-x^2\"", 2., 0.), -4.);
    law_result result;
    const world *world = *of;
    const double e[] = {0.1, 0.2, 0.3}, p[] = {1., 2., 3.};
    law_eval(read_dim(of, 3,
                      "symbolic viscoelastic, epsilon, \"a\", \"b\", \"c\", epsilon prime, \"u\", \"v\", \"w\", "
                      "expression, \"a*v\", \"b^2 + w\", \"c*u*w\""),
             &world->state, e, p, &result);
    assert_near(result.stress[0], 0.2), assert_near(result.stress[1], 3.04), assert_near(result.stress[2], 0.9);
    assert_near(result.by_strain[0], 2.), assert_near(result.by_strain[4], 0.4), assert_near(result.by_strain[8], 3.);
    assert_near(result.by_rate[1], 0.1), assert_near(result.by_rate[5], 1.), assert_near(result.by_rate[6], 0.9);
    assert_near(result.by_rate[8], 0.3), assert_near(result.by_rate[0], 0.);
    /* a name may hide a constant of the language */
    assert_near(law1(of, "symbolic elastic, epsilon, \"e\", expression, \"2.*e\"", 0.25, 0.), 0.5);
    world_read(
        of, "constitutive law: 1, 3, symbolic elastic, epsilon, \"a\", \"a\", \"c\", expression, \"a\", \"a\", \"c\";");
    assert_said(of, "'a' is already taken");
    world_read(of, "set: real outside = 1.;"
                   "constitutive law: 1, 1, symbolic elastic, epsilon, \"a\", expression, \"a + outside\";");
    assert_said(of, "'outside' is not defined");
}

/* Gas: p = 1000 (1 + 1.8 e)^-1.3, force -0.05 p; oil: 850/2 0.03 (0.03 / (0.8 A))^2 e'^2; stops 1e4 beyond 0.05. */
static void the_shock_absorber(void **of)
{
    law *law = read_dim(of, 1,
                        "shock absorber, prestrain, 0.02, 1.e3, 0.05, 1.8, 1.3, epsilon max, 0.05, epsilon min, -0.06, "
                        "penalty, 1.e4, 10., metering, const, 2.e-3, 0.03, 850., 0.8, friction, 0.1, 0.3");
    const world *world = *of;
    const double e = 0.1 - 0.02, p = 1e3 * pow(1. + 1.8 * e, -1.3), v = 0.4;
    const double ratio = 0.03 / (0.8 * 2e-3), oil = 0.5 * 850. * 0.03 * ratio * ratio * v * v;
    const double gas = -0.05 * p + 1e4 * (e - 0.05) + 10. * v, rub = 0.3 * 0.05 * p * tanh(v / 0.1);
    assert_near(stress1(of, law, 0.1, v), gas + oil + rub);
    const double strain = 0.1;
    const char *const names[] = {"constitutiveLaw.p", "constitutiveLaw.A", "constitutiveLaw.Fe", "constitutiveLaw.Fv"};
    const double values[] = {p, 2e-3, gas, oil};
    for (int i = 0; i < 4; i++)
        assert_near(law_private_value(&world->state, law, &strain, &v, law_private_index(law, names[i])), values[i]);
    assert_int_equal(law_private_index(law, "constitutiveLaw.x"), 0);
    assert_int_equal(law_private_index(law, "p"), 0);
    assert_false(world->failed.is_set);
    /* without a volume there is no pressure */
    law1(of, "shock absorber, 1.e3, 0.05, 2., 1.3, epsilon max, 1., 0.03, 850., 0.8", -0.5, 0.);
    assert_true(world->failed.is_set);
}

/* The file of tests/contract, with strokes x = -1.3 e: beyond the rows of its tables and between them, at the
 * time 0; it has no force before it moves. */
static void the_damper_of_a_file(void **of)
{
    static const double X[] = {-0.3, -0.1, 0.005, 0.014, 0.02, 0.09, 0.3, 0.6}, SPEED[] = {-0.4, 0.0, 0.3};
    const law *law = read_dim(of, 1, "graall damper, \"" TEST_FOLDER "/contract/graall.dat\", 1.3");
    for (int i = 0; i < 24; i++) {
        const double x = X[i / 3], v = SPEED[i % 3], gas = 80. * pow(1. - 0.8 * x / 1.5, -1.3);
        const double wide = x < 0.1 ? 0.02 - 0.008 * fmax(x + 0.2, 0.) / 0.3 : 0.012 - 0.006 * fmin(x - 0.1, 0.4) / 0.4;
        const double ratio = v < 0. ? 0.03 * 0.008 / (0.7 * wide * wide) : 0.03 / ((0.6 + 0.3 * (x + 1.) / 2.) * wide);
        const double oil = 0.995184417104 * 800. * 0.03 * ratio * ratio * 19. / 22. * fabs(v) * v;
        const double all = gas * (1. + (0.2 - 0.1 * x) * tanh(v / 0.2)) + oil + 4e3 * 0.004;
        assert_near(stress1(of, law, -x / 1.3, -v / 1.3), v == 0. ? 0. : -all);
    }
    const world *world = *of;
    stress1(of, law, -2. / 1.3, 0.);
    assert_true(world->failed.is_set);
}

static void wrappers(void **of)
{
    const world *world = *of;
    law_result result;
    const double e[] = {0.1, 0.2, 0.3}, p[] = {1., 2., 3.};
    law_eval(read_dim(of, 3, "axial wrapper, 0., 3., 4., linear viscoelastic, 10., 1."), &world->state, e, p, &result);
    assert_near(result.stress[0], 0.);
    assert_near(result.stress[1], 0.6 * (10. * 0.36 + 3.6));
    assert_near(result.stress[2], 0.8 * (10. * 0.36 + 3.6));
    assert_near(law1(of, "array, 2, linear elastic, 10., prestress, 1., linear viscous, 2.", 0.3, 5.), 14.);
    assert_near(law1(of, "drive caller wrapper, const, 3., linear elastic, 10., prestress, 1.", 0.3, 0.), 12.);
    /* attached to the first side: the wrapper changes nothing */
    law_eval(read_dim(of, 3, "invariant angular, 0., linear viscoelastic generic, diag, 1., 2., 3., diag, 4., 5., 6."),
             &world->state, e, p, &result);
    assert_near(result.stress[0], 0.1 + 4.);
    assert_near(result.stress[2], 0.9 + 18.);
    /* half a turn about axis 1, at its end: axes 2 and 3 have changed sign */
    const double half_turn[] = {M_PI, 0., 0.};
    law_eval(read_dim(of, 3, "invariant angular, 1., linear viscous generic, matr, 0., 0., 0., 0., 0., 1., 0., 0., 0."),
             &world->state, half_turn, p, &result);
    assert_near(result.stress[1], 3.);
}

static void prestress_and_prestrain(void **of)
{
    world *world = *of;
    const law *law = read_dim(of, 1, "linear viscoelastic, 10., 2., prestress, 7., prestrain, single, linear, 0., 0.1");
    world_time(world, 2.);
    assert_near(stress1(of, law, 0.5, 3.), 7. + 10. * (0.5 - 0.2) + 6.);
    law_result result;
    const double e[] = {1., 2., 3.}, none[] = {0., 0., 0.};
    law_eval(read_dim(of, 3, "linear elastic, 10., prestress, 1., 2., 3., prestrain, component, 0.5, const, 1., time"),
             &world->state, e, none, &result);
    assert_near(result.stress[0], 1. + 5.);
    assert_near(result.stress[1], 2. + 10.);
    assert_near(result.stress[2], 3. + 10.);
}

static void prestress_behind_prestrain(void **of)
{
    assert_near(law1(of, "linear elastic, 10., prestrain, const, 0.1, prestress, 7.", 0.5, 0.), 7. + 4.);
    world_read(of, "constitutive law: 1, 1, linear elastic, 10., prestress, 1., prestress, 2.;");
    assert_said(of, "prestress");
}

/* Data of a law inside wrappers, with those of the second law of an array. */
static void private_data_of_wrapped_laws(void **of)
{
    const world *world = *of;
    law *law =
        read_dim(of, 1,
                 "array, 2, linear elastic, 3., drive caller wrapper, const, 1., shock absorber, 1.e3, 0.05, 1.8, "
                 "1.3, epsilon max, 1., 0.03, 850., 0.8");
    const double e = 0.1, none = 0.;
    assert_near(law_private_value(&world->state, law, &e, &none, law_private_index(law, "constitutiveLaw.p")),
                1e3 * pow(1.18, -1.3));
    assert_near(law_private_value(&world->state, law, &e, &none, law_private_index(law, "constitutiveLaw.Fe")),
                -50. * pow(1.18, -1.3));
    assert_int_equal(law_private_index(law, "constitutiveLaw.q"), 0);
}

/* Of data by number there are as many as a law has; those of the laws of an array begin at round numbers. */
static void data_by_number(void **of)
{
    const law *absorber = read_dim(of, 1, "shock absorber, 1.e3, 0.05, 1.8, 1.3, epsilon max, 1., 0.03, 850., 0.8");
    const law *contact = read_dim(of, 1, "continuous contact, restitution, 0.4, kappa, 100., exp, 2.");
    const law *both = read_dim(of, 1,
                               "array, 2, continuous contact, restitution, 0.4, kappa, 100., exp, 2., shock absorber, "
                               "1.e3, 0.05, 1.8, 1.3, epsilon max, 1., 0.03, 850., 0.8");
    const int second = law_private_index(both, "constitutiveLaw.p");
    assert_int_equal(law_private_index(both, "constitutiveLaw.dc"), 2);
    for (int i = 1; i <= 6; i++) {
        assert_int_equal(law_has_private(absorber, i), i <= 4);
        assert_int_equal(law_has_private(contact, i), i <= 2);
        assert_int_equal(law_has_private(both, i), i <= 2);
        assert_int_equal(law_has_private(both, second - 1 + i), i <= 4);
    }
    assert_false(law_has_private(both, second - 1));
    assert_false(law_has_private(both, 2 * second));
}

/* The laws of an array append what they write one after the other. */
static void output_of_an_array(void **of)
{
    const world *world = *of;
    const char *absorber = "shock absorber, 1.e3, 0.05, 1.8, 1.3, epsilon max, 1., 0.03, 850., 0.8";
    char two[512];
    snprintf(two, sizeof two, "array, 2, %s, %s", absorber, absorber);
    const double e = 0.1, none = 0.;
    text once = {0}, twice = {0};
    record_begin(&(record){.text = &once, .precision = 6}, 0);
    record_begin(&(record){.text = &twice, .precision = 6}, 0);
    const size_t label = once.n;
    law_output(&world->state, read_dim(of, 1, absorber), &e, &none, &(record){.text = &once, .precision = 6});
    law_output(&world->state, read_dim(of, 1, two), &e, &none, &(record){.text = &twice, .precision = 6});
    const size_t row = once.n - label;
    assert_true(row > 0);
    assert_int_equal(twice.n, label + 2 * row);
    assert_memory_equal(twice.data + label, once.data + label, row);
    assert_memory_equal(twice.data + label + row, once.data + label, row);
    text_free(&once), text_free(&twice);
}

static void solids(void **of)
{
    const world *world = *of;
    law_result result;
    const double none[LAW_MAX] = {0}, e[] = {0.1, 0., 0., 0.2, 0., 0.}, p[] = {1., 0., 0., 0., 0., 0.};
    /* E = 10, nu = 0.25: mu = lambda = 4 */
    law_eval(read_dim(of, 6, "hookean linear viscoelastic isotropic, E, 10., nu, 0.25, beta, 0.5"), &world->state, e, p,
             &result);
    assert_near(result.stress[0], 1.2 + 6.);
    assert_near(result.stress[1], 0.4 + 2.);
    assert_near(result.stress[3], 0.8);
    /* stretched along axis 1 alone: C = diag(1.44, 1, 1), J2 = 1.44, J = 1.2 */
    const double excerpt[] = {0.22, 0., 0., 0., 0., 0.};
    law_eval(read_dim(of, 6, "neo hookean elastic, E, 10., nu, 0.25"), &world->state, excerpt, none, &result);
    assert_near(result.stress[0], 4. + (4. * 0.24 - 4.) / 1.44);
    assert_near(result.stress[1], 4. + 4. * 0.24 - 4.);
    law_eval(read_dim(of, 6, "mooney rivlin elastic, C1, 2., C2, 1., kappa, 3."), &world->state, excerpt, none,
             &result);
    const double I1 = 3.44, I2 = 1.44 + 1.44 + 1., a = 2. / cbrt(1.44), b = 1. / cbrt(1.44 * 1.44);
    const double pressure = 1.5 * 0.24 - a * I1 / 3. - 2. * b * I2 / 3.;
    assert_near(result.stress[0], 2. * (a + b * (I1 - 1.44) + pressure / 1.44));
    assert_near(result.stress[1], 2. * (a + b * (I1 - 1.) + pressure));
    /* at rest there is no stress */
    law_eval(read_dim(of, 6, "mooney rivlin elastic, E, 10., nu, 0.25, delta, 0.5"), &world->state, none, none,
             &result);
    for (int i = 0; i < LAW_MAX; i++)
        assert_near(result.stress[i], 0.);
}

/* The same law of the deformation gradient: P = F S, with S that of the strain (F' F - 1) / 2 less the prestrain.
 * Tensors have the order 11 22 33 12 21 13 31 23 32, strains 11 22 33 12 23 13, shear twice. */
static void law_of_the_gradient(void **of)
{
    static const int ROW[] = {0, 1, 2, 0, 1, 0, 2, 1, 2}, COLUMN[] = {0, 1, 2, 1, 0, 2, 0, 2, 1};
    static const int SIX[3][3] = {{0, 3, 5}, {3, 1, 4}, {5, 4, 2}};
    static const double REST[] = {0.02, -0.01, 0.03, 0.04, -0.05, 0.06}, none[LAW_MOST] = {0};
    const double F[3][3] = {{1.1, 0.05, -0.1}, {0.02, 0.95, 0.08}, {0.1, -0.04, 1.05}};
    const world *world = *of;
    double strain[6] = {0}, gradient[9];
    for (int k = 0; k < 9; k++)
        gradient[k] = F[ROW[k]][COLUMN[k]];
    for (int i = 0; i < 3; i++)
        for (int j = i; j < 3; j++) {
            const double C = F[0][i] * F[0][j] + F[1][i] * F[1][j] + F[2][i] * F[2][j];
            strain[SIX[i][j]] = (i == j ? 0.5 * (C - 1.) : C) - REST[SIX[i][j]];
        }
    law_result S, P;
    law_eval(read_dim(of, 6, "mooney rivlin elastic, E, 10., nu, 0.25, delta, 0.3"), &world->state, strain, none, &S);
    law_eval(
        read_dim(of, 9,
                 "mooney rivlin elastic, E, 10., nu, 0.25, delta, 0.3, prestrain, single, 0.02, -0.01, 0.03, 0.04, "
                 "-0.05, 0.06, const, 1."),
        &world->state, gradient, none, &P);
    for (int k = 0; k < 9; k++) {
        double sum = 0.;
        for (int m = 0; m < 3; m++)
            sum += F[ROW[k]][m] * S.stress[SIX[m][COLUMN[k]]];
        assert_near(P.stress[k], sum);
    }
}

/* Pure shear 2G12 = g: yields at mu g = sigma_y / sqrt(3), then the derivative of tau(g) is mu E_p / (3 mu + E_p). */
static void plasticity(void **of)
{
    const world *world = *of;
    law *law = read_dim(of, 6, "bilinear isotropic hardening, E, 10., nu, 0.25, ET, 2., sigmayv, 1.");
    const double none[LAW_MAX] = {0}, mu = 4., Ep = 10. * 2. / 8., first = 1. / (sqrt(3.) * mu);
    const double derivative = mu * Ep / (3. * mu + Ep), top = first + 0.1;
    double e[LAW_MAX] = {0};
    law_result result;
    e[3] = 0.9 * first;
    law_eval(law, &world->state, e, none, &result);
    assert_near(result.stress[3], 0.9 / sqrt(3.));
    e[3] = top;
    law_eval(law, &world->state, e, none, &result);
    assert_near(result.stress[3], 1. / sqrt(3.) + derivative * 0.1);
    law_accept(&world->state, law, world->remembers, e, none);
    /* elastic on the way back, from the stress reached */
    e[3] = top - 0.05;
    law_eval(law, &world->state, e, none, &result);
    assert_near(result.stress[3], 1. / sqrt(3.) + derivative * 0.1 - mu * 0.05);
    /* yields again, with the higher yield stress */
    e[3] = top + 0.1;
    law_eval(law, &world->state, e, none, &result);
    assert_near(result.stress[3], 1. / sqrt(3.) + derivative * 0.2);
}

/* A step of strain relaxes: stress = E0 e + E1 e (1 + h E1 / eta1)^-n after n steps, exp(-t E1 / eta1) in the limit. */
static void check_relaxation(void **of, const char *words)
{
    world *world = *of;
    law *law = read_dim(of, 3, words);
    const double none[LAW_MAX] = {0}, e[] = {0.1, 0., 0.};
    law_result result;
    world->state.step = 0;
    law_predict(&world->state, law, world->remembers, e, none);
    law_eval(law, &world->state, e, none, &result);
    assert_near(result.stress[0], 0.5);
    law_accept(&world->state, law, world->remembers, e, none);
    world->state.dt = 0.01;
    for (int i = 1; i <= 100; i++) {
        world->state.step = i;
        law_predict(&world->state, law, world->remembers, e, none);
        law_accept(&world->state, law, world->remembers, e, none);
    }
    law_eval(law, &world->state, e, none, &result);
    assert_near(result.stress[0], 0.2 + 0.3 * pow(1.005, -100));
}

/* Alone, and inside laws that hand on what they hear. */
static void relaxation(void **of)
{
#define CHAIN "linear viscoelastic maxwell 1, E0, 2., E1, 3., eta1, 6., C, eye"
    check_relaxation(of, CHAIN);
    check_relaxation(of, "array, 2, linear elastic, 0., " CHAIN);
    check_relaxation(of, "bistop, initial status, active, null, null, " CHAIN);
    check_relaxation(of, "drive caller wrapper, const, 1., " CHAIN);
    check_relaxation(of, "invariant angular, 0.5, " CHAIN);
}

/* The damping C = 45 / 0.5 of a contact that is met with 0.5: as predicted, and once the step is accepted. Before that
 * there is none. */
static void derivatives_of_a_contact(void **of)
{
    world *world = *of;
    const law *law =
        read_dim(of, 1,
                 "continuous contact, sign, positive, formulation, hunt crossley, restitution, 0.7, kappa, "
                 "100., exp, 2.");
    const double e = 0.3, met = 0.5, now = 0.2;
    for (int stage = 0; stage < 3; stage++) {
        law_result result;
        if (stage == 1)
            law_predict(&world->state, law, world->remembers, &e, &met);
        if (stage == 2)
            law_accept(&world->state, law, world->remembers, &e, &met);
        law_eval(law, &world->state, &e, &now, &result);
        assert_near(result.stress[0], 0.09 * (100. + (stage == 0 ? 0. : 90. * 0.2)));
        assert_near(result.by_strain[0], 2. * result.stress[0] / 0.3);
        assert_near(result.by_rate[0], stage == 0 ? 0. : 0.09 * 90.);
    }
}

/* A contact along an axis that is hidden in a wrapper remembers the speed along it, 0.6 2 + 0.8 3 = 3.6. */
static void contact_along_an_axis(void **of)
{
    const world *world = *of;
    law *law = read_dim(of, 3,
                        "axial wrapper, 0., 3., 4., continuous contact, sign, positive, formulation, hunt crossley, "
                        "restitution, 0.4, kappa, 100., exp, 2.");
    const double e[] = {0.1, 0.2, 0.3}, rate[] = {1., 2., 3.}, slow[] = {0., 0., 0.};
    law_result result;
    law_predict(&world->state, law, world->remembers, e, rate);
    law_accept(&world->state, law, world->remembers, e, slow);
    law_eval(law, &world->state, e, rate, &result);
    assert_near(result.stress[2], 0.8 * 0.36 * 0.36 * (100. + 1.5 * 0.6 * 100.));
    assert_near(law_private_value(&world->state, law, e, slow, law_private_index(law, "constitutiveLaw.xPi")), 3.6);
    assert_near(law_private_value(&world->state, law, e, slow, law_private_index(law, "constitutiveLaw.dc")), 25.);
    const double away[] = {0., -0.2, 0.};
    law_accept(&world->state, law, world->remembers, away, rate);
    assert_near(law_private_value(&world->state, law, e, slow, law_private_index(law, "constitutiveLaw.xPi")), 0.);
    assert_near(law_private_value(&world->state, law, e, slow, law_private_index(law, "constitutiveLaw.dc")), 25.);
}

/* Closes when time passes 1, opens when it passes 2; strain counts from the predicted configuration in which it
 * closed. */
#define BISTOP "bistop, string, \"Time > 1.\", string, \"Time > 2.\", linear elastic, 10."

static void check_bistop(void **of, const char *words)
{
    world *world = *of;
    world_time(world, 0.);
    law *law = read_dim(of, 1, words);
    const double none = 0., first = 0.3, second = 0.5;
    assert_near(stress1(of, law, 0.3, 0.), 0.);
    world_time(world, 1.5);
    law_predict(&world->state, law, world->remembers, &first, &none);
    assert_near(stress1(of, law, 0.4, 0.), 1.);
    /* The step is repeated: it decides again from the last accepted one. */
    law_predict(&world->state, law, world->remembers, &second, &none);
    assert_near(stress1(of, law, 0.6, 0.), 1.);
    law_accept(&world->state, law, world->remembers, &second, &none);
    world_time(world, 1.8);
    law_predict(&world->state, law, world->remembers, &first, &none);
    assert_near(stress1(of, law, 0.6, 0.), 1.);
    world_time(world, 2.5);
    law_predict(&world->state, law, world->remembers, &first, &none);
    assert_near(stress1(of, law, 0.6, 0.), 0.);
    law_accept(&world->state, law, world->remembers, &first, &none);
    /* Both conditions hold: it stays open. */
    law_predict(&world->state, law, world->remembers, &first, &none);
    assert_near(stress1(of, law, 0.6, 0.), 0.);
}

static void bistop_remembers(void **of)
{
    check_bistop(of, BISTOP);
    check_bistop(of, "array, 2, linear elastic, 0., " BISTOP);
}

static void without_capture_strain_counts_from_zero(void **of)
{
    world *world = *of;
    law *law = read_dim(of, 1, "bistop, capture reference strain, no, const, 1., null, linear elastic, 10.");
    const double e = 0.3, none = 0.;
    law_predict(&world->state, law, world->remembers, &e, &none);
    assert_near(stress1(of, law, 0.4, 0.), 4.);
}

static void references_are_copies(void **of)
{
    world *world = world_read(of, "constitutive law: 1, name, \"one\", 1, bistop, const, 1., null, linear elastic, 10.;"
                                  "constitutive law: 1, 3, linear elastic, 5.;"
                                  "constitutive law: 2, 1, reference, 1; constitutive law: 3, 3, reference, 1;");
    assert_said_nothing(of);
    assert_int_equal(world->model->laws.n, 4);
    law *original = world->model->laws.items[0], *copy = world->model->laws.items[2];
    assert_string_equal(original->name, "one");
    assert_int_equal(world->model->laws.items[3]->dim, 3);
    const double e = 0.5, none = 0.;
    law_predict(&world->state, copy, world->remembers, &e, &none);
    assert_near(stress1(of, copy, 0.6, 0.), 1.);
    assert_near(stress1(of, original, 0.6, 0.), 0.);
}

static void wrong_cards_are_refused(void **of)
{
    world_read(of, "constitutive law: 1, 2, linear elastic, 1.;");
    assert_said(of, "1D, 3D, 6D, 7D or 9D, not 2D");
    world_read(of, "constitutive law: 1, 1, reference, 7;");
    assert_said(of, "constitutive law 7 is not defined in 1D");
    world_read(of, "constitutive law: 1, 3, log elastic, 1.;");
    assert_said(of, "'log elastic' is not available in 3D");
    world_read(of, "constitutive law: 9, 3, liner elastic, 1.;");
    assert_said(of, "linear elastic");
    world_read(of, "constitutive law: 2, 1, linear elastic, 1.; constitutive law: 2, 1, linear elastic, 1.;");
    assert_said(of, "constitutive law 2 is already defined in 1D");
    world_read(of, "constitutive law: 8, 1, linear elastc, 1.;");
    assert_said(of, "unknown constitutive law 'linear elastc'");
    world_read(of, "constitutive law: 18, 1, damper, 1.;");
    assert_said(of, "unknown constitutive law 'damper'");
    world_read(of, "constitutive law: 7, 3, ann elastic, \"a.net\";");
    assert_said(of, "'ann elastic' is not available");
    world_read(of, "constitutive law: 6, 1, shock absorber, prestrain, 0.1, 1.e3, 0.05, 1.8, 1.3, 0.03, 850., 0.8;");
    assert_said(of, "the prestrain 0.1 is outside the strain bounds -0.5 and 0");
    world_read(of, "constitutive law: 3, 1, double linear elastic, 10., -0.2, 0.1, 20.;");
    assert_said(of, "the lower strain must be below the upper strain: 0.1, -0.2");
    world_read(of, "constitutive law: 4, 1, isotropic hardening elastic, 10., 0.;");
    assert_said(of, "the reference strain must not be zero");
}

static void errors_name_the_law(void **of)
{
    const world *world = *of;
    law1(of, "log elastic, 10.", -1.5, 0.);
    assert_true(world->failed.is_set);
    assert_non_null(strstr(world->failed.text, "log elastic"));
}

/* Jets chain the tangents: d stress = by_strain d strain + by_rate d rate. */
static void jets_chain(void **of)
{
    const world *world = *of;
    const law *law = read_dim(
        of, 6, "linear viscoelastic generic, diag, 1., 2., 3., 4., 5., 6., diag, 10., 20., 30., 40., 50., 60.");
    jet3 strain[2], rate[2], out[2];
    for (int k = 0; k < 2; k++) {
        jet3_seed(4, &strain[k], (vec3){1, 2, 3}, 0, 0.5);
        jet3_seed(4, &rate[k], (vec3){4, 5, 6}, 1, 1.0);
    }
    jet_law6(4, law, &world->state, strain, rate, out);
    assert_near(out[0].v[1], 2. * 2. + 20. * 5.);
    assert_near(out[1].v[2], 6. * 3. + 60. * 6.);
    assert_near(out[0].d[0][0], 0.5);
    assert_near(out[0].d[0][1], 10.);
    assert_near(out[1].d[2][2], 3.);
    assert_near(out[1].d[2][3], 60.);
    jet1 e, p, f;
    jet1_seed(4, &e, 0.3, 0, 2.0);
    jet1_seed(4, &p, 5., 1, 1.0);
    jet_law1(4, read_dim(of, 1, "linear viscoelastic, 10., 2."), &world->state, &e, &p, &f);
    assert_near(f.v, 13.);
    assert_near(f.d[0], 20.);
    assert_near(f.d[1], 2.);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WORLD_TEST(linear_laws),
        WORLD_TEST(nonlinear_laws),
        WORLD_TEST(laws_by_scalar_functions),
        WORLD_TEST(symbolic_laws),
        WORLD_TEST(the_shock_absorber),
        WORLD_TEST(the_damper_of_a_file),
        WORLD_TEST(wrappers),
        WORLD_TEST(solids),
        WORLD_TEST(law_of_the_gradient),
        WORLD_TEST(plasticity),
        WORLD_TEST(relaxation),
        WORLD_TEST(derivatives_of_a_contact),
        WORLD_TEST(contact_along_an_axis),
        WORLD_TEST(prestress_and_prestrain),
        WORLD_TEST(prestress_behind_prestrain),
        WORLD_TEST(private_data_of_wrapped_laws),
        WORLD_TEST(data_by_number),
        WORLD_TEST(output_of_an_array),
        WORLD_TEST(bistop_remembers),
        WORLD_TEST(without_capture_strain_counts_from_zero),
        WORLD_TEST(references_are_copies),
        WORLD_TEST(wrong_cards_are_refused),
        WORLD_TEST(errors_name_the_law),
        WORLD_TEST(jets_chain),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
