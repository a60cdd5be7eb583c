/* muscle_test.c - the muscle with its options, its data and its row, by the formulas of its parts.
 *
 * The force by length and by speed has the closed forms of Pennestri et al. (2007):
 *
 *     f1 = exp(u^2 (1 - 40 u^2)),               u = x - 0.95
 *     f2 = 1.6 (1 - exp(w/10 - 11 w^2/10)),     w = (v - 1)^-2
 *
 * The short range stiffness is that of De Groote et al. (2017). */
#include "unit/drive/drive_world.h"

static law *read_muscle(void **of, const char *options)
{
    char card[1024];
    static unsigned label = 100;
    snprintf(card, sizeof card, "constitutive law: %u, 1, muscle, %s;", ++label, options);
    world *world = world_read(of, card);
    assert_said_nothing(of);
    return world->model->laws.items[world->model->laws.n - 1];
}

static double by_length(double x)
{
    const double u2 = (x - 0.95) * (x - 0.95);
    return exp(u2 * (1.0 - 40.0 * u2));
}

static double by_speed(double v)
{
    const double w = pow(1.0 - v, -2.0);
    return 1.6 * (1.0 - exp(0.1 * w * (1.0 - 11.0 * w)));
}

static double passive(double x) { return 1.3 * atan(pow(x - 0.22, 10.0) / 10.0); }

static double stress(void **of, const law *law, double e, double rate)
{
    const world *world = *of;
    law_result result;
    law_eval(law, &world->state, &e, &rate, &result);
    return result.stress[0];
}

/* By differences, to what they are good for. */
static void assert_tangents(void **of, const law *law, double e, double rate)
{
    const world *world = *of;
    const double h = 1e-6;
    law_result result;
    law_eval(law, &world->state, &e, &rate, &result);
    const double by_strain = (stress(of, law, e + h, rate) - stress(of, law, e - h, rate)) / (2.0 * h);
    const double by_rate = (stress(of, law, e, rate + h) - stress(of, law, e, rate - h)) / (2.0 * h);
    assert_true(fabs(result.by_strain[0] - by_strain) < 1e-6 * (1.0 + fabs(by_strain)));
    assert_true(fabs(result.by_rate[0] - by_rate) < 1e-6 * (1.0 + fabs(by_rate)));
}

/* L_i = 1.2, L_0 = 1.5, V_0 = 3. */
#define LENGTHS "initial length, 1.2, reference length, 1.5, reference velocity, 3., reference force, 50., "

static void lengths_and_speeds_are_those_of_the_fibre(void **of)
{
    const double e = 0.3, rate = -0.4, x = 1.3 * 0.8, v = -0.4 * 1.2 / 3.0;
    const law *law = read_muscle(of, LENGTHS "activation, const, 0.6");
    assert_near(stress(of, law, e, rate), 50.0 * (0.6 * by_length(x) * by_speed(v) + passive(x)));
    assert_tangents(of, law, e, rate);
    /* without them L_i = L_0 and V_0 = 4 L_0 */
    law = read_muscle(of, "reference length, 1.5, reference force, 50., activation, const, 0.6");
    assert_near(stress(of, law, e, rate), 50.0 * (0.6 * by_length(1.3) * by_speed(-0.1) + passive(1.3)));
    assert_tangents(of, law, e, rate);
    /* at the speed at which f2 has no derivative left */
    assert_near(stress(of, law, e, 4.0), 50.0 * (0.6 * by_length(1.3) * 1.6 + passive(1.3)));
}

static void with_ergonomy_speed_does_not_count(void **of)
{
    const law *law = read_muscle(of, LENGTHS "activation, const, 0.6, ergonomy, yes");
    const double x = 1.3 * 0.8, expected = 50.0 * (0.6 * by_length(x) * by_speed(0.0) + passive(x));
    assert_near(stress(of, law, 0.3, 0.0), expected);
    assert_near(stress(of, law, 0.3, 0.7), expected);
    assert_tangents(of, law, 0.3, 0.7);
}

static void activation_is_kept_between_0_and_1(void **of)
{
    static const double ASKED[] = {-0.5, 0.4, 1.7}, GIVEN[] = {0.0, 0.4, 1.0};
    for (int i = 0; i < 3; i++) {
        char words[300];
        snprintf(words, sizeof words, LENGTHS "activation, const, %g", ASKED[i]);
        assert_near(stress(of, read_muscle(of, words), 0.0, 0.1),
                    50.0 * (ASKED[i] * by_length(0.8) * by_speed(0.04) + passive(0.8)));
        snprintf(words, sizeof words, LENGTHS "activation, const, %g, activation check, yes", ASKED[i]);
        const law *law = read_muscle(of, words);
        assert_near(stress(of, law, 0.0, 0.1), 50.0 * (GIVEN[i] * by_length(0.8) * by_speed(0.04) + passive(0.8)));
        assert_tangents(of, law, 0.0, 0.1);
    }
}

#define REFLEX "reflexive, proportional gain, const, 0.8, derivative gain, const, 0.5, reference length, const, %.17g"

/* a = 0.3 + 0.8 (x - x_r) + 0.5 v */
static void reflexes_pull_back(void **of)
{
    char words[500];
    for (int i = 0; i < 3; i++) {
        const double e = (double[]){0.2, -0.6, 1.9}[i], rate = 0.4, x = (1.0 + e) * 0.8, v = 0.16,
                     asked = 0.3 + 0.8 * (x - 0.9) + 0.5 * v;
        snprintf(words, sizeof words, LENGTHS "activation, const, 0.3, activation check, yes, " REFLEX, 1.35);
        const law *law = read_muscle(of, words);
        const double a = fmin(fmax(asked, 0.0), 1.0);
        assert_true((a == asked) == (i == 0));
        assert_near(stress(of, law, e, rate), 50.0 * (a * by_length(x) * by_speed(v) + passive(x)));
        assert_tangents(of, law, e, rate);
    }
}

/* SRS = gamma F_0 activation f1(x_r) s, on what the muscle does without it. */
static void short_range_stiffness(void **of)
{
    static const double OFF[] = {-0.01, 0.002, 0.0047, 0.02}; /* x - x_r */
    char words[600];
    for (int i = 0; i < 8; i++) {
        const double dx = OFF[i / 2], d = 0.0057, x_r = 0.92;
        const bool is_exponential = i % 2;
        const int n = snprintf(words, sizeof words, LENGTHS "activation, const, 0.3, " REFLEX, 1.5 * x_r);
        const law *without = read_muscle(of, words);
        snprintf(words + n, sizeof words - (size_t)n, ", short range stiffness, model, %s",
                 is_exponential ? "exponential" : "linear");
        const law *with = read_muscle(of, words);
        const double e = (x_r + dx) / 0.8 - 1.0, s = dx < 0.0         ? 0.0
                                                     : is_exponential ? -d * expm1(-expm1(dx / d))
                                                                      : fmin(dx, d);
        assert_near(stress(of, with, e, 0.2) - stress(of, without, e, 0.2), 280.0 * 50.0 * 0.3 * by_length(x_r) * s);
        assert_tangents(of, with, e, 0.2);
    }
    snprintf(words, sizeof words,
             LENGTHS "activation, const, 0.3, " REFLEX ", short range stiffness, gamma, 40., delta, 0.1", 1.35);
    const law *law = read_muscle(of, words);
    const double x = 0.95, v = 0.08, a = 0.3 + 0.8 * 0.05 + 0.5 * v;
    assert_near(stress(of, law, x / 0.8 - 1.0, 0.2),
                50.0 * (a * by_length(x) * by_speed(v) + passive(x) + 40.0 * 0.3 * by_length(0.9) * 0.05));
}

/* Derivatives of the parts by differences; of the model erf that of f1 is divided by sqrt(pi). */
static void data_and_row(void **of)
{
    static const char *const NAMES[] = {"a",     "aReq", "f1", "f2",   "f3",   "df1dx",  "df2dv",
                                        "df3dx", "Kp",   "Kd", "Lref", "SRSf", "SRSdfdx"};
    const world *world = *of;
    char words[600];
    snprintf(words, sizeof words,
             LENGTHS "activation, const, 0.99, activation check, yes, " REFLEX ", short range stiffness", 1.35);
    const law *law = read_muscle(of, words);
    const double x = 0.903, v = 0.08, e = x / 0.8 - 1.0, rate = 0.2, h = 1e-5, k = 280.0 * 50.0 * 0.99 * by_length(0.9);
    const double expected[] = {1.0,
                               0.99 + 0.8 * 0.003 + 0.5 * v,
                               by_length(x),
                               by_speed(v),
                               passive(x),
                               (by_length(x + h) - by_length(x - h)) / (2.0 * h),
                               (by_speed(v + h) - by_speed(v - h)) / (2.0 * h),
                               (passive(x + h) - passive(x - h)) / (2.0 * h),
                               0.8,
                               0.5,
                               1.35,
                               k * 0.003,
                               k};
    text row = {0};
    record out = {.text = &row, .precision = 16};
    law_output(&world->state, law, &e, &rate, &out);
    text_char(&row, '\0');
    char *at = row.data;
    for (int i = 0; i < 13; i++) {
        char name[40];
        snprintf(name, sizeof name, "constitutiveLaw.%s", NAMES[i]);
        const double found = law_private_value(&world->state, law, &e, &rate, law_private_index(law, name));
        assert_true(fabs(found - expected[i]) < 1e-8 * (1.0 + fabs(expected[i])));
        assert_true(fabs(strtod(at, &at) - expected[i]) < 1e-8 * (1.0 + fabs(expected[i])));
    }
    assert_true(*at == '\0');
    text_free(&row);
    law = read_muscle(of, "model, erf, reference length, 1., reference force, 10., activation, const, 1.");
    const double middle = 0.0, up = 1e-5, down = -1e-5, none = 0.0;
    const int f1 = law_private_index(law, "constitutiveLaw.f1"),
              derivative = law_private_index(law, "constitutiveLaw.df1dx");
    const double by =
        law_private_value(&world->state, law, &up, &none, f1) - law_private_value(&world->state, law, &down, &none, f1);
    assert_true(fabs(law_private_value(&world->state, law, &middle, &none, derivative) - by / 2e-5 / sqrt(M_PI)) <
                1e-8);
}

static void data_that_it_has(void **of)
{
    const law *plain = read_muscle(of, LENGTHS "activation, const, 0.3");
    char words[500];
    const int n = snprintf(words, sizeof words, LENGTHS "activation, const, 0.3, " REFLEX, 1.35);
    const law *reflexive = read_muscle(of, words);
    snprintf(words + n, sizeof words - (size_t)n, ", short range stiffness");
    const law *stiff = read_muscle(of, words);
    static const struct {
        const char *name;
        bool of_plain, of_reflexive;
    } DATA[] = {{"constitutiveLaw.df3dx", true, true},
                {"constitutiveLaw.Kp", false, true},
                {"constitutiveLaw.Lref", false, true},
                {"constitutiveLaw.SRSf", false, false},
                {"constitutiveLaw.SRSdfdx", false, false}};
    for (int i = 0; i < 5; i++) {
        assert_int_equal(law_private_index(plain, DATA[i].name) > 0, DATA[i].of_plain);
        assert_int_equal(law_private_index(reflexive, DATA[i].name) > 0, DATA[i].of_reflexive);
        assert_true(law_private_index(stiff, DATA[i].name) > 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WORLD_TEST(lengths_and_speeds_are_those_of_the_fibre),
        WORLD_TEST(with_ergonomy_speed_does_not_count),
        WORLD_TEST(activation_is_kept_between_0_and_1),
        WORLD_TEST(reflexes_pull_back),
        WORLD_TEST(short_range_stiffness),
        WORLD_TEST(data_and_row),
        WORLD_TEST(data_that_it_has),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
