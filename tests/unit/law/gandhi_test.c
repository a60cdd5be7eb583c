/* gandhi_test.c - the elastomeric damper of Gandhi and Chopra under a strain that is put on at once and then held.
 *
 *     F = K z + C z',   e = z + g(F),   g(F) = c1 F + c2 |F| F + c3 F^3 + c4 |F| F^3
 *
 * At once only the soft spring gives way, e = g(F); in the end the dashpot rests, e = F / K + g(F). With c1 alone z
 * creeps to e / (1 + c1 K) at the rate L = (1 / c1 + K) / C, by the trapezoidal rule with the factor
 * (1 - L h / 2) / (1 + L h / 2) a step. */
#include "law/damper_gandhi.h"
#include "unit/drive/drive_world.h"

static law *read_damper(void **of, const char *numbers)
{
    world *world = *of;
    char card[200];
    static unsigned label = 10;
    for (int i = 0; i < CLASS_COUNT; i++)
        world->model->options.elems_announced[i] = i == CLASS_LOADABLE;
    snprintf(card, sizeof card, "user defined: %u, damper gandhi, %s;", ++label, numbers);
    world_elements(of, card);
    snprintf(card, sizeof card, "constitutive law: %u, 1, damper gandhi, %u;", label, label);
    world_read(of, card);
    assert_said_nothing(of);
    world->state.step = 0;
    return world->model->laws.items[world->model->laws.n - 1];
}

static double force(void **of, const law *law, double e)
{
    const world *world = *of;
    const double none = 0.0;
    law_result result;
    law_eval(law, &world->state, &e, &none, &result);
    return result.stress[0];
}

static void take_steps(void **of, const law *law, double e, double rate, double h, int n)
{
    world *world = *of;
    world->state.dt = h;
    for (int i = 0; i < n; i++) {
        law_accept(&world->state, law, world->remembers, &e, &rate);
        world->state.step++;
    }
}

static const damper_gandhi_memory *memory_of(void **of, const law *law)
{
    const world *world = *of;
    return remembered(&world->state, law->memory);
}

/* K = 3, C = 0.8, c1 = 0.25: L = 8.75. */
static void linear_damper_creeps(void **of)
{
    const law *law = read_damper(of, "3., 0.8, 0.25, 0., 0., 0.");
    const double e = -0.7, h = 0.02, end = e / 1.75, by = (1.0 - 0.0875) / (1.0 + 0.0875);
    for (int n = 0; n < 50; n++) {
        const double z = end * (1.0 - pow(by, n));
        assert_near(force(of, law, e), (e - z) / 0.25);
        take_steps(of, law, e, 0.0, h, 1);
        assert_near(memory_of(of, law)->z, z);
        assert_near(memory_of(of, law)->F, (e - z) / 0.25);
        assert_near(memory_of(of, law)->zp, 8.75 * (end - z));
        /* the soft spring takes what the strain and z do not: c1 F' = e' - z' */
        assert_near(memory_of(of, law)->Fp, -8.75 * (end - z) / 0.25);
    }
}

/* F = -2: g = -2 (c1 + 2 c2 + 4 c3 + 8 c4). */
static void soft_spring_gives_way_at_once(void **of)
{
    const law *law = read_damper(of, "3., 0.8, 0.25, 0.1, 0.05, 0.02");
    const double g = 0.25 + 0.2 + 0.2 + 0.16;
    assert_near(force(of, law, -2.0 * g), -2.0);
    assert_near(force(of, law, 2.0 * g), 2.0);
    take_steps(of, law, 2.0 * (g + 1.0 / 3.0), 0.0, 0.05, 400);
    assert_near(memory_of(of, law)->F, 2.0);
    assert_near(memory_of(of, law)->z, 2.0 / 3.0);
    assert_near(memory_of(of, law)->zp, 0.0);
}

/* d F/d e within a step, by differences; g' = c1 + 2 c2 |F| + 3 c3 F^2 + 4 c4 |F|^3 gives F' = (e' - z') / g'. */
static void derivatives_of_a_damper(void **of)
{
    const world *world = *of;
    const law *law = read_damper(of, "3., 0.8, 0.25, 0.1, 0.05, 0.02");
    const double e = 0.9, none = 0.0, h = 1e-6;
    take_steps(of, law, e, 0.3, 0.05, 3);
    law_result result;
    law_eval(law, &world->state, &e, &none, &result);
    assert_true(fabs(result.by_strain[0] - (force(of, law, e + h) - force(of, law, e - h)) / (2.0 * h)) < 1e-7);
    const damper_gandhi_memory *memory = memory_of(of, law);
    const double F = memory->F, derivative = 0.25 + 0.2 * F + 0.15 * F * F + 0.08 * F * F * F;
    assert_near(memory->Fp, (0.3 - memory->zp) / derivative);
    assert_near(memory->F, 3.0 * memory->z + 0.8 * memory->zp);
}

/* A copy of the law is the one that the element shows. */
static void copy_is_shown(void **of)
{
    world *world = *of;
    const law *first = read_damper(of, "3., 0.8, 0.25, 0., 0., 0.");
    char card[100];
    snprintf(card, sizeof card, "constitutive law: 900, 1, reference, %u;", first->label);
    world_read(of, card);
    assert_said_nothing(of);
    const law *copy = world->model->laws.items[world->model->laws.n - 1];
    const elem *element = world->model->elems.items[world->model->elems.n - 1];
    take_steps(of, copy, 0.5, 0.0, 0.01, 1);
    text row = {0};
    record out = {.text = &row, .precision = 16};
    element->type->output(&world->state, element, &out);
    text_char(&row, '\0');
    char *at = row.data;
    strtod(at, &at);
    assert_near(strtod(at, &at), 2.0);
    text_free(&row);
}

int main(void)
{
    const struct CMUnitTest tests[] = {WORLD_TEST(linear_damper_creeps), WORLD_TEST(soft_spring_gives_way_at_once),
                                       WORLD_TEST(derivatives_of_a_damper), WORLD_TEST(copy_is_shown)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
