/* friction_test.c - friction models and shape functions against closed forms. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "contract/element_world.h"
#include "contract/friction.h"

static world *W;

static friction *read_from(const char *arguments)
{
    char deck[512];
    const int length =
        snprintf(deck, sizeof deck, "scalar function: \"mu\", linear, 0., 0.3, 10., 0.2; friction: %s;", arguments);
    const char *text_of_deck = arena_string(W->memory, deck, (size_t)length);
    reader_open_text(W->in, "friction", text_of_deck, (size_t)length);
    reader_card(W->in);
    if (model_read_card(W->model, W->in))
        reader_card(W->in);
    friction *friction = read_friction(W->in);
    assert_true(read_ok(W->in));
    reader_card_end(W->in);
    while (reader_card(W->in))
        reader_card_skip(W->in);
    return friction;
}

/* Coefficient and internal row at one point. */
static void point(const friction *friction, double z, double z_rate, double v, double *c, double *g)
{
    double row = 0.0;
    const state state = {.y = &z, .yp = &z_rate};
    local out = {.r = &row};
    const friction_index internal = {.unknown = 0, .index = 0};
    jet1 sliding, coefficient;
    jet1_seed(0, &sliding, v, 0, 0.0);
    friction_eval(0, friction, &state, &internal, &sliding, &coefficient, &out);
    *c = coefficient.v;
    *g = row;
}

static void lugre_slides_steadily_at_the_function(void **unused)
{
    (void)unused;
    const friction *friction = read_from("modlugre, 1000., 5., 0.02, 0.5, \"mu\", simple");
    double c, g;
    for (double v = -4.0; v <= 4.0; v += 0.5) {
        if (v == 0.0)
            continue;
        const double mu = 0.3 - 0.01 * fabs(v), z = copysign(mu / 1000.0, v);
        point(friction, z, 0.0, v, &c, &g);
        assert_true(fabs(g) < 1e-14);
        assert_true(fabs(c - (copysign(mu, v) + 0.02 * v)) < 1e-14);
    }
}

static void lugre_is_a_spring_before_it_breaks_away(void **unused)
{
    (void)unused;
    const friction *friction = read_from("modlugre, 1000., 5., 0.02, 0.5, \"mu\", simple");
    double c, g;
    /* half the steady deflection of 0.3 / 1000 at rest, less a little */
    point(friction, 1.4e-4, 0.1, 0.1, &c, &g);
    assert_true(fabs(g) < 1e-15);
    assert_true(fabs(c - (0.14 + 0.5 + 0.002)) < 1e-14);
    /* against the deflection it is a spring however far it is bent */
    point(friction, -2.9e-4, 0.1, 0.1, &c, &g);
    assert_true(fabs(g) < 1e-15);
}

static void coulomb_sticks_and_slips(void **unused)
{
    (void)unused;
    const friction *friction = read_from("discrete coulomb, \"mu\", sigma2, 0.1, velocity ratio, 0.9, simple");
    double c, g;
    point(friction, 0.2, 0.0, 0.0, &c, &g);
    assert_true(fabs(g + 0.2e-12) < 1e-24 &&
                fabs(c - 0.2) < 1e-15); /* sticks: the row is the velocity less the creep */
    point(friction, 0.2, 0.0, 1e-3, &c, &g);
    assert_true(fabs(g - (1e-3 - 0.2e-12)) < 1e-18);
    point(friction, 0.29, 0.0, 1.0, &c, &g);
    assert_true(fabs(g) < 1e-15 && fabs(c - 0.39) < 1e-15);
    point(friction, -0.29, 0.0, -0.9, &c, &g);
    assert_true(fabs(g - 0.019) < 1e-15); /* slips backwards: mu(-0.9) = 0.309 */
}

static void shapes_are_closed_forms(void **unused)
{
    (void)unused;
    jet1 c, shape;
    jet1_seed(0, &c, 0.28538, 0, 0.0);
    friction_shape(0, read_from("modlugre, 1., 1., 1., 0.5, \"mu\", simple"), 0.0, &c, &shape);
    assert_true(shape.v == 1.0);
    friction_shape(0, read_from("modlugre, 1., 1., 1., 0.5, \"mu\", simple plane hinge"), 0.0, &c, &shape);
    assert_true(fabs(shape.v - 1.0 / sqrt(1.0 + 0.28538 * 0.28538)) < 1e-15);
    const friction *screw =
        read_from("modlugre, 1., 1., 1., 0.5, \"mu\", screw joint, radius, 0.02, half thread angle, 0.5");
    const double lead = 0.15 / (2.0 * M_PI * 0.02), secant = 1.0 / cos(0.5);
    friction_shape(0, screw, lead, &c, &shape);
    assert_true(fabs(shape.v - secant * (1.0 + lead * lead) / (1.0 - 0.28538 * secant * lead)) < 1e-14);
    assert_true(friction_radius(screw) == 0.02);
}

static int begin(void **unused)
{
    (void)unused;
    W = world_create();
    return diag_errors(W->errors);
}

static int end(void **unused)
{
    (void)unused;
    world_destroy(W);
    return 0;
}

/* At rest nothing is known of the dry part; a body that moves slides. mu = 0.3 - 0.01 v */
static void friction_begins_as_the_motion_does(void **unused)
{
    (void)unused;
    const friction *coulomb = read_from("discrete coulomb, \"mu\", sigma2, 0.1, velocity ratio, 0.9, simple");
    assert_true(friction_initial(coulomb, 0.0) == 0.0);
    assert_float_equal(friction_initial(coulomb, 1.0), 0.29, 1e-12);
    assert_float_equal(friction_initial(coulomb, -2.0), -0.32, 1e-12);
    assert_true(friction_initial(read_from("modlugre, 1000., 5., 0.02, 0.5, \"mu\", simple"), 1.0) == 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lugre_slides_steadily_at_the_function),
        cmocka_unit_test(lugre_is_a_spring_before_it_breaks_away),
        cmocka_unit_test(coulomb_sticks_and_slips),
        cmocka_unit_test(shapes_are_closed_forms),
        cmocka_unit_test(friction_begins_as_the_motion_does),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
