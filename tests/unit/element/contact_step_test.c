/* contact_step_test.c - when a step of contact is too long, how it starts, what it prints and what it looks like. */
#include "unit/element/contact_scene.h"

extern const elem_type contact_type;

/* A shape of radius r along z from the second one, which is at rest: how the pair was at the end of the last step, and
 * how it is now. */
typedef struct {
    scene scene;
    elem element;
    contact_memory memory;
    double way; /* distance of the two where the gap is none */
} couple;

static void open_couple(couple *couple, shape_kind below)
{
    open_scene(&couple->scene, 800);
    for (int i = 0; i < 2; i++) {
        add_shape(&couple->scene, i == 0 ? SHAPE_SPHERE : below, i);
        contact_shape *shape = &couple->scene.shape[i];
        shape->o = (vec3){0, 0, 0};
        shape->R = couple->scene.poses[i].R = MAT3_EYE;
        shape->r = 0.25 + 0.25 * i;
        shape_complete(shape, couple->scene.memory);
    }
    couple->scene.contact.share = 0.05;
    couple->scene.contact.slow = 0.01;
    couple->scene.contact.main = &couple->element;
    couple->element = (elem){.type = &contact_type, .self = &couple->scene.contact};
    couple->memory = remember_scene(&couple->scene);
    couple->scene.state.memory = couple->scene.block;
    couple->way = below == SHAPE_SPHERE ? 0.75 : 0.25;
    couple->memory.count->n = 1;
    couple->memory.pair[0] = (contact_pair){.a = 0, .b = 1, .is_touching = 1};
}

/* Expected before and found now: the search has nothing to look for again. */
static bool rejected_by(couple *couple, double x, double rate)
{
    couple->scene.poses[0].x = (vec3){0, 0, couple->way - x};
    couple->scene.poses[0].v = (vec3){0, 0, -rate};
    for (int i = 0; i < 2; i++) {
        vec3_store(&couple->memory.expected[12 * i], couple->scene.poses[i].x);
        memcpy(&couple->memory.expected[12 * i + 3], MAT3_EYE.e, sizeof MAT3_EYE.e);
    }
    return contact_type.history->rejects_step(&couple->scene.state, &couple->element);
}

/* |x' - x'_0| at most a share of the fastest of v0, x' and x'_0, when that is not slow. */
static void speed_that_changes_by_more_than_a_share(void **unused)
{
    (void)unused;
    couple couple;
    open_couple(&couple, SHAPE_HALF_SPACE);
    contact_pair *pair = &couple.memory.pair[0];
    const double v0[] = {2.0, 0.0, 0.0, 0.0}, was[] = {0.3, 1.5, -1.5, 1.0}, way[] = {1.0, -1.0, 1.0, 1.0};
    for (int i = 0; i < 4; i++) {
        pair->v0 = v0[i];
        pair->rate = was[i];
        pair->x = 0.01;
        const double fastest = i == 3 ? was[i] / (1.0 - 0.05) : fmax(v0[i], fabs(was[i]));
        assert_false(rejected_by(&couple, 0.01, was[i] + 0.999 * way[i] * 0.05 * fastest));
        assert_true(rejected_by(&couple, 0.01, was[i] + 1.001 * way[i] * 0.05 * fastest));
    }
    couple.scene.contact.slow = 1.1;
    assert_false(rejected_by(&couple, 0.01, 1.09));
    assert_true(rejected_by(&couple, 0.01, 1.11));
    couple.scene.contact.share = 0.0;
    assert_false(rejected_by(&couple, 0.01, 1.11));
    couple.memory.count->n = 0;
    close_scene(&couple.scene);
}

/* What the trapezoid of the forces is above the energy stored, against the mass that they have moved. */
static void work_that_is_not_the_energy_stored(void **unused)
{
    (void)unused;
    couple couple;
    open_couple(&couple, SHAPE_HALF_SPACE);
    contact_pair *pair = &couple.memory.pair[0];
    const double x0[] = {0.01, 0.03, -0.01}, x1[] = {0.03, 0.01, 0.03}, change[] = {0.01, -0.01, 0.01};
    for (int i = 0; i < 3; i++) {
        const double f0 = x0[i] > 0 ? 3.0 * pow(x0[i], 1.5) : 0.0, f1 = 3.0 * pow(x1[i], 1.5), v = i == 1 ? 1.5 : 1.0;
        const double V0 = x0[i] > 0 ? 1.2 * pow(x0[i], 2.5) : 0.0, V1 = 1.2 * pow(x1[i], 2.5);
        const double work = 0.5 * (f0 + f1) * (x1[i] - x0[i]) - V1 + V0;
        *pair = (contact_pair){.a = 0, .b = 1, .is_touching = 1, .x = x0[i], .rate = 0.8, .v0 = v, .lost = 1.0};
        const double mass = 0.5 * (f0 + f1) / fabs(change[i]); /* times the step */
        const double step = fabs(work) / (0.01 * 0.05 * 0.05 * 0.5 * mass * v * v);
        couple.scene.state.dt = 0.999 * step;
        assert_true(rejected_by(&couple, x1[i], 0.8 + change[i]));
        couple.scene.state.dt = 1.001 * step;
        assert_false(rejected_by(&couple, x1[i], 0.8 + change[i]));
    }
    close_scene(&couple.scene);
}

/* Neither the step nor all of them since they touched may have added more than a share of what was stored at the most:
 * what the trapezoid of the forces is above the energy that was given back, or all of the work when they part. */
static void energy_that_is_gained(void **unused)
{
    (void)unused;
    couple couple;
    open_couple(&couple, SHAPE_HALF_SPACE);
    contact_pair *pair = &couple.memory.pair[0];
    couple.scene.state.dt = 1e9; /* not rough */
    const double x0 = 0.01, ends[] = {0.0, -0.005, 0.004}, f0 = 3.0 * pow(x0, 1.5), f1 = 3.0 * pow(0.004, 1.5);
    const double given = 1.2 * (pow(x0, 2.5) - pow(0.004, 2.5));
    for (int i = 0; i < 3; i++) {
        const double gained = i < 2 ? 0.5 * f0 * (x0 - ends[i]) : 0.5 * (f0 + f1) * 0.006 - given,
                     share = 4e-5 * 0.05 * 0.05;
        *pair = (contact_pair){.a = 0, .b = 1, .is_touching = 1, .x = x0, .rate = -1.0, .v0 = 1.0};
        for (int too_much = 0; too_much < 2; too_much++) {
            const double by = too_much ? 0.999 : 1.001;
            pair->stored = 16.0 * gained / share * by;
            pair->lost = -20.0 * gained;
            assert_int_equal(rejected_by(&couple, ends[i], -1.0), too_much);
            pair->stored = 8.0 * gained / share * by;
            pair->lost = -7.0 * gained;
            assert_int_equal(rejected_by(&couple, ends[i], -1.0), too_much);
        }
    }
    pair->stored = pair->lost = 0.0;
    assert_false(rejected_by(&couple, x0 + 0.004, -1.0)); /* deeper: energy is lost */
    close_scene(&couple.scene);
}

/* Spheres that were near, and come apart again after a way of more than half the radius of the smaller one. */
static void shapes_that_may_have_passed(void **unused)
{
    (void)unused;
    couple couple;
    open_couple(&couple, SHAPE_SPHERE);
    contact_pair *pair = &couple.memory.pair[0];
    *pair = (contact_pair){.a = 0, .b = 1, .x = -0.02, .rate = 1.0};
    couple.scene.state.dt = 0.999 * 0.5 * 0.25;
    assert_false(rejected_by(&couple, -0.1, -1.0));
    couple.scene.state.dt = 1.001 * 0.5 * 0.25;
    assert_true(rejected_by(&couple, -0.1, -1.0));
    assert_true(rejected_by(&couple, 0.0, -1.0));
    assert_false(rejected_by(&couple, -0.1, 1.0));
    assert_false(rejected_by(&couple, -0.1, 0.0));
    pair->rate = -1.0;
    assert_false(rejected_by(&couple, -0.1, -1.0));
    pair->rate = 0.0;
    couple.scene.state.dt = HUGE_VAL;
    assert_false(rejected_by(&couple, -0.1, -1.0));
    close_scene(&couple.scene);
    open_couple(&couple, SHAPE_HALF_SPACE); /* nothing is behind it */
    couple.memory.pair[0] = (contact_pair){.a = 0, .b = 1, .x = -0.02, .rate = 1.0};
    couple.scene.state.dt = 10.0;
    assert_false(rejected_by(&couple, -0.1, -1.0));
    close_scene(&couple.scene);
}

/* Axes of capsules that crossed above each other, would have met, and do not cross any more. */
static void edges_that_may_have_passed(void **unused)
{
    (void)unused;
    couple couple;
    open_couple(&couple, SHAPE_CAPSULE);
    contact_shape *shape = &couple.scene.shape[0];
    const double h = 0.4;
    shape->kind = SHAPE_CAPSULE;
    shape->h = couple.scene.shape[1].h = h;
    shape->R = rotation_exp((vec3){0.5 * M_PI, 0, 0});
    couple.scene.shape[1].R = rotation_exp((vec3){0, 0.5 * M_PI, 0});
    for (int i = 0; i < 2; i++) {
        couple.scene.shape[i].n_edges = 0;
        shape_complete(&couple.scene.shape[i], couple.scene.memory);
    }
    contact_pair *pair = &couple.memory.pair[0];
    const double limit = 0.25 * 0.25; /* a quarter of the smaller radius */
    for (int i = 0; i < 8; i++) {
        const double x = i & 1 ? -1.001 * limit : -0.99 * limit, way = (i & 2 ? 1.0005 : 0.9995) * limit;
        *pair = (contact_pair){.a = 0, .b = 1, .probe = -1, .x = x, .rate = 2.0};
        couple.scene.state.dt = 0.5 * way;
        couple.scene.poses[1].x = (vec3){0, i & 4 ? 0.0 : 2.0 * h, 0}; /* beside it, or still above */
        assert_int_equal(rejected_by(&couple, -1.0, 0.0), !(i & 4) && way > limit && x + way > 0.0);
    }
    pair->x = 0.01;
    couple.scene.state.dt = limit;
    couple.scene.poses[1].x = (vec3){0, 2.0 * h, 0};
    assert_false(rejected_by(&couple, -1.0, 0.0));
    close_scene(&couple.scene);
}

/* A pair that touches and is not in the list. */
static void pairs_that_are_missed(void **unused)
{
    (void)unused;
    couple couple;
    open_couple(&couple, SHAPE_HALF_SPACE);
    assert_false(rejected_by(&couple, 0.1, 0.0));
    couple.memory.count->n = 0;
    assert_false(rejected_by(&couple, 0.1, 0.0)); /* where it was expected */
    couple.memory.expected[2] += 1.0;
    assert_true(contact_type.history->rejects_step(&couple.scene.state, &couple.element));
    close_scene(&couple.scene);
}

/* --- start, results ----------------------------------------------------------------------------------------------- */

/* As if it had been there before: the state before the first one does not count. */
static void pairs_at_the_start(void **unused)
{
    (void)unused;
    couple couple;
    open_couple(&couple, SHAPE_HALF_SPACE);
    couple.memory.count->n = 0;
    rejected_by(&couple, 0.05, 0.7);
    couple.scene.poses_prev[0] = (pose){.x = {0, 0, 50}, .R = MAT3_EYE};
    contact_type.history->start(&couple.scene.state, &couple.element, couple.scene.block);
    assert_int_equal(couple.memory.count->n_touching, 1);
    near_to(couple.memory.pair[0].x, 0.05, 1e-15);
    near_to(couple.memory.pair[0].v0, 0.7, 1e-15);
    near_to(couple.memory.pair[0].lost, 0.0, 0.0);
    near_to(couple.memory.box[2], 0.2 - 0.25 - 0.1, 1e-15);
    near_to(couple.memory.box[5], 0.2 + 0.25 + 0.1, 1e-15);
    couple.memory.count->n = couple.memory.count->n_touching = 0;
    rejected_by(&couple, -0.05, 0.0);
    contact_type.history->predict(&couple.scene.state, &couple.element, couple.scene.block);
    assert_int_equal(couple.memory.count->n, 1);
    assert_int_equal(couple.memory.count->n_touching, 0);
    couple.scene.poses[0].x.z -= 0.1;
    contact_type.history->accept(&couple.scene.state, &couple.element, couple.scene.block);
    assert_int_equal(couple.memory.count->n_touching, 1);
    close_scene(&couple.scene);
}

/* Two pairs of a capsule on a plane: how many, the deeper one, the sum of both forces. */
static void numbers_of_the_row(void **unused)
{
    (void)unused;
    couple couple;
    open_couple(&couple, SHAPE_HALF_SPACE);
    contact_shape *shape = &couple.scene.shape[0];
    shape->kind = SHAPE_CAPSULE;
    shape->h = 0.5;
    shape->R = rotation_exp((vec3){0, 0.5 * M_PI - 0.1, 0});
    shape->n_edges = 0;
    shape_complete(shape, couple.scene.memory);
    couple.scene.poses[0].x = (vec3){0, 0, 0.25 - 0.06};
    const double x[2] = {0.06 + 0.5 * sin(0.1), 0.06 - 0.5 * sin(0.1)};
    for (int i = 0; i < 2; i++)
        couple.memory.pair[i] = (contact_pair){.a = 0, .b = 1, .probe = i};
    couple.memory.count->n = 2;
    const double expected[] = {2.0, x[0], 3.0 * (pow(x[0], 1.5) + pow(x[1], 1.5))};
    for (int i = 0; i < 3; i++)
        near_to(contact_type.private_value(&couple.scene.state, &couple.element, i + 1), expected[i], 1e-12);
    couple.scene.poses[0].x.z += 0.05;
    near_to(contact_type.private_value(&couple.scene.state, &couple.element, 1), 1.0, 0.0);
    near_to(contact_type.private_value(&couple.scene.state, &couple.element, 2), x[0] - 0.05, 1e-14);
    close_scene(&couple.scene);
}

static void marks_of_shapes(void **unused)
{
    (void)unused;
    couple couple;
    drawing drawing = {0};
    open_couple(&couple, SHAPE_HALF_SPACE);
    couple.scene.shape[1].o = (vec3){1, 2, 3};
    contact_type.drawing->draw(&couple.element, &drawing);
    assert_int_equal(drawing.shapes.n, 2);
    assert_int_equal(drawing.shapes.items[0].symbol, SYMBOL_BALL);
    assert_int_equal(drawing.shapes.items[1].symbol, SYMBOL_PLANE);
    near3(drawing.ties.items[0].f, couple.scene.shape[0].o, 0.0);
    near3(drawing.ties.items[1].f, couple.scene.shape[1].o, 0.0);
    drawing_free(&drawing);
    close_scene(&couple.scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(speed_that_changes_by_more_than_a_share),
        cmocka_unit_test(work_that_is_not_the_energy_stored),
        cmocka_unit_test(energy_that_is_gained),
        cmocka_unit_test(shapes_that_may_have_passed),
        cmocka_unit_test(edges_that_may_have_passed),
        cmocka_unit_test(pairs_that_are_missed),
        cmocka_unit_test(pairs_at_the_start),
        cmocka_unit_test(numbers_of_the_row),
        cmocka_unit_test(marks_of_shapes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
