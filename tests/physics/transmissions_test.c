/* transmissions_test.c - rows of gears and transmissions against their equations.
 *
 *     phi = c1 q1 + c2 q2 - eps F,   q: displacement along axis 3 of a node, or rotation about it, against a reference
 *
 * The reactions are F times the derivatives of phi along the motions, which are taken by differences: constraints do no
 * work. Rotations are counted over whole turns. */
#include "physics/row_world.h"

static const double EPS = 0.02, REACTION = 1.7;

static mat3 spun(vec3 by, const mat3 *R)
{
    const mat3 rotation = rotation_exp(by);
    return mat3_mul(&rotation, R);
}

/* Displacement of node a from node b along axis 3 of a, less what it was at first. */
static double slide(const row_world *row_world, unsigned a, unsigned b)
{
    const node *na = rows_node(row_world, "structural", a), *nb = rows_node(row_world, "structural", b);
    const pose *at = pose_of(row_world, a);
    return vec3_dot(mat3_col(&at->R, 2), vec3_sub(at->x, pose_of(row_world, b)->x)) -
           (na->initial->x.z - nb->initial->x.z);
}

/* Component 3 of the rotation of node a against node b, in the axes of a turned by H; both begin with axes alike. */
static double rotated(const row_world *row_world, unsigned a, unsigned b, const mat3 *H)
{
    const mat3 A = mat3_mul(&pose_of(row_world, a)->R, H), B = mat3_mul(&pose_of(row_world, b)->R, H),
               Q = mat3_tmul(&B, &A);
    return rotation_log(&Q).z;
}

/* Forces and moments on a node are -F times the derivatives of phi. */
static void assert_reactions(row_world *row_world, unsigned label)
{
    const double h = 1e-5;
    const vec3 axes[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, F = force_on(row_world, label),
               M = moment_on(row_world, label);
    pose *at = pose_of(row_world, label);
    const pose saved = *at;
    for (int k = 0; k < 3; k++) {
        double derivative[2] = {0};
        for (int side = -1; side <= 1; side += 2) {
            at->x = vec3_axpy(saved.x, side * h, axes[k]);
            rows_eval(row_world, 0);
            derivative[0] += side * internal_row(row_world, 0) / (2.0 * h);
            *at = saved;
            at->R = spun(vec3_scale(side * h, axes[k]), &saved.R);
            rows_eval(row_world, 0);
            derivative[1] += side * internal_row(row_world, 0) / (2.0 * h);
            *at = saved;
        }
        assert_true(fabs(vec3_dot(F, axes[k]) + REACTION * derivative[0]) < 1e-8);
        assert_true(fabs(vec3_dot(M, axes[k]) + REACTION * derivative[1]) < 1e-8);
    }
    rows_eval(row_world, 0);
}

static vec3 shown(const row_world *row_world, int first)
{
    return (vec3){printed(row_world, first), printed(row_world, first + 1), printed(row_world, first + 2)};
}

static const vec3 NOTHING = {0, 0, 0};

/* Printed of a displacement: force and moment on the node, then on the reference, of a multiplier. */
static void assert_shown_slide(const row_world *row_world, unsigned a, unsigned b, double force, int first)
{
    const vec3 F = vec3_scale(force, mat3_col(&pose_of(row_world, a)->R, 2)),
               d = vec3_sub(pose_of(row_world, a)->x, pose_of(row_world, b)->x);
    const vec3 of[] = {F, vec3_cross(F, d), vec3_scale(-1.0, F), NOTHING};
    for (int k = 0; k < 4; k++)
        assert_same_vec3(shown(row_world, first + 3 * k), of[k]);
}

static void begin(row_world *row_world, const char *card)
{
    rows_begin(row_world, card);
    set_internal(row_world, 0, REACTION, 0.0);
    rows_eval(row_world, 0);
}

static void linear_transmissions(void **of)
{
    static const char *const CARDS[] = {
        "user defined: 1, linear transmission joint, 1, 2, 3, 4, 0.8, 1.3, regularization, 0.02;",
        "user defined: 1, linear transmission joint, 1, 2, 3, 4, ratio, 1.3, regularization, 0.02;"};
    row_world *row_world = *of;
    for (int i = 0; i < 2; i++) {
        const double c = i == 0 ? 0.8 : 1.0;
        begin(row_world, CARDS[i]);
        assert_same(internal_row(row_world, 0),
                    c * slide(row_world, 1, 2) - 1.3 * slide(row_world, 3, 4) - EPS * REACTION);
        for (unsigned k = 1; k <= 4; k++)
            assert_reactions(row_world, k);
        assert_shown_slide(row_world, 1, 2, -c, 1);
        assert_shown_slide(row_world, 3, 4, 1.3, 13);
        assert_jacobian(row_world, 1e-5, 1e-7);
    }
}

/* A rack: a displacement and a rotation. */
static void rack_and_pinion(void **of)
{
    row_world *row_world = *of;
    begin(row_world,
          "user defined: 1, motion transmission joint, angular, 1, 2, linear, 3, 4, 0.8, 1.3, regularization, 0.02;");
    const mat3 I = MAT3_EYE;
    assert_same(internal_row(row_world, 0),
                -0.8 * rotated(row_world, 1, 2, &I) - 1.3 * slide(row_world, 3, 4) - EPS * REACTION);
    for (unsigned k = 1; k <= 4; k++)
        assert_reactions(row_world, k);
    assert_same_vec3(shown(row_world, 1), vec3_scale(-1.0, moment_on(row_world, 1)));
    assert_same(printed(row_world, 6), -rotated(row_world, 1, 2, &I));
    assert_shown_slide(row_world, 3, 4, -1.3 * REACTION, 7);
    assert_jacobian(row_world, 1e-5, 1e-7);
    begin(row_world, "user defined: 1, motion transmission joint, linear, 1, 2, angular, 3, 4, ratio, 1.3;");
    assert_same(internal_row(row_world, 0), slide(row_world, 1, 2) + 1.3 * rotated(row_world, 3, 4, &I));
    for (unsigned k = 1; k <= 4; k++)
        assert_reactions(row_world, k);
    assert_shown_slide(row_world, 1, 2, REACTION, 1);
    assert_same_vec3(shown(row_world, 13), NOTHING);
    assert_same(printed(row_world, 18), -rotated(row_world, 3, 4, &I));
}

/* Motions of the same kind have the same sign: x1 = ratio x2, theta1 = ratio theta2. */
static void motions_of_the_same_kind(void **of)
{
    row_world *row_world = *of;
    const mat3 I = MAT3_EYE;
    begin(row_world, "user defined: 1, motion transmission joint, linear, 1, 2, linear, 3, 4, ratio, 1.3;");
    assert_same(internal_row(row_world, 0), slide(row_world, 1, 2) - 1.3 * slide(row_world, 3, 4));
    begin(row_world, "user defined: 1, motion transmission joint, angular, 1, 2, angular, 3, 4, ratio, 1.3;");
    assert_same(internal_row(row_world, 0), 1.3 * rotated(row_world, 3, 4, &I) - rotated(row_world, 1, 2, &I));
    for (unsigned k = 1; k <= 4; k++)
        assert_reactions(row_world, k);
}

/* The second displacement is along axis 1 of its node. */
static void transmission_along_another_axis(void **of)
{
    row_world *row_world = *of;
    begin(row_world, "user defined: 1, linear transmission joint, 1, 2, 3, orientation, 1, 0., 1., 0., 2, 0., 0., 1., "
                     "4, ratio, 1.3;");
    const node *a = rows_node(row_world, "structural", 3), *b = rows_node(row_world, "structural", 4);
    const pose *at = pose_of(row_world, 3);
    const double x =
        vec3_dot(mat3_col(&at->R, 0), vec3_sub(at->x, pose_of(row_world, 4)->x)) - (a->initial->x.x - b->initial->x.x);
    assert_same(internal_row(row_world, 0), slide(row_world, 1, 2) - 1.3 * x);
    for (unsigned k = 1; k <= 4; k++)
        assert_reactions(row_world, k);
    assert_jacobian(row_world, 1e-5, 1e-7);
}

#define GEARS \
    "user defined: 1, gear joint, 1, orientation, 1, 0., 1., 0., 2, 0., 0., 1., 2, 3, 0.8, 1.3, regularization, 0.02;"

/* Axis 3 of the first gear is axis 1 of its node; all three nodes begin with the same axes. */
static void gears_on_a_frame(void **of)
{
    const mat3 H = mat3_from_cols((vec3){0, 1, 0}, (vec3){0, 0, 1}, (vec3){1, 0, 0}), I = MAT3_EYE;
    row_world *row_world = *of;
    begin(row_world, GEARS);
    const double angle[] = {rotated(row_world, 1, 3, &H), rotated(row_world, 2, 3, &I)};
    assert_same(internal_row(row_world, 0), 0.8 * angle[0] + 1.3 * angle[1] - EPS * REACTION);
    for (unsigned k = 1; k <= 3; k++) {
        assert_reactions(row_world, k);
        assert_same_vec3(shown(row_world, (int)(3 * k - 2)), vec3_scale(-1.0, moment_on(row_world, k)));
    }
    assert_same(printed(row_world, 12), -angle[0]);
    assert_same(printed(row_world, 15), -angle[1]);
    assert_same(printed(row_world, 16), REACTION);
    assert_jacobian(row_world, 1e-5, 1e-7);
}

/* Both gears turn by steps of nearly half a turn, the first about its axis and the second about one that is tilted; the
 * angle is that of the whole rotation, about its axis. */
static void gears_count_whole_revolutions(void **of)
{
    const vec3 tilted = {0.28, 0.0, 0.96};
    const double step = 2.9;
    row_world *row_world = *of;
    begin(row_world, GEARS);
    for (unsigned k = 1; k <= 3; k++)
        pose_of(row_world, k)->R = MAT3_EYE;
    row_world->element->type->history->start(&row_world->state.state, row_world->element, row_world->state.remembers);
    for (int i = 1; i <= 5; i++) {
        const double angle = i * step;
        pose_of(row_world, 1)->R = rotation_exp((vec3){angle, 0, 0});
        pose_of(row_world, 2)->R = rotation_exp(vec3_scale(-angle, tilted));
        rows_eval(row_world, 0);
        assert_same(internal_row(row_world, 0), 0.8 * angle - 1.3 * 0.96 * angle - EPS * REACTION);
        assert_same_vec3(shown(row_world, 10), ((vec3){0, 0, -angle}));
        assert_same_vec3(shown(row_world, 13), vec3_scale(angle, tilted));
        assert_same_vec3(moment_on(row_world, 1), ((vec3){-0.8 * REACTION, 0, 0}));
        assert_jacobian(row_world, 1e-5, 1e-6);
        row_world->element->type->history->accept(&row_world->state.state, row_world->element,
                                                  row_world->state.remembers);
    }
}

/* Where a turn is complete the axis is not known: turning on about any axis counts as from the start. */
static void gears_after_a_whole_revolution(void **of)
{
    row_world *row_world = *of;
    begin(row_world, GEARS);
    for (unsigned k = 1; k <= 3; k++)
        pose_of(row_world, k)->R = MAT3_EYE;
    row_world->element->type->history->start(&row_world->state.state, row_world->element, row_world->state.remembers);
    for (int i = 1; i <= 3; i++) {
        pose_of(row_world, 2)->R = rotation_exp((vec3){0, 0, 2.0 * M_PI / 3.0 * i + 1e-6});
        rows_eval(row_world, row_world->element->ld);
        row_world->element->type->history->accept(&row_world->state.state, row_world->element,
                                                  row_world->state.remembers);
    }
    const double *const derivatives =
        row_world->J + 24 * row_world->element->ld; /* of the row, along the rotations of the second gear */
    assert_same(internal_row(row_world, 0), 1.3 * (2.0 * M_PI + 1e-6) - EPS * REACTION);
    for (int k = 0; k < 3; k++)
        assert_true(fabs(derivatives[15 + k] - (k == 2 ? 0.3 * 1.3 : 0.0)) < 1e-5);
}

static void tilt_nodes(world *world)
{
    static const vec3 BY[] = {{0.3, -0.4, 0.5}, {-0.7, 0.2, 0.1}, {0.2, 0.9, -0.3}};
    for (unsigned k = 1; k <= 3; k++) {
        frame *at = (frame *)model_node(world->model, node_type_find("structural"), k)->initial;
        at->R = rotation_exp(BY[k - 1]);
    }
}

/* Whatever axes nodes begin with: rotations count from there. */
static void gears_of_tilted_nodes(void **of)
{
    row_world *row_world = *of;
    rows_begin_with(row_world, tilt_nodes, GEARS);
    set_internal(row_world, 0, REACTION, 0.0);
    for (unsigned k = 1; k <= 3; k++)
        pose_of(row_world, k)->R = rows_node(row_world, "structural", k)->initial->R;
    rows_eval(row_world, 0);
    assert_same(internal_row(row_world, 0), -EPS * REACTION);
    const vec3 first = mat3_col(&pose_of(row_world, 1)->R, 0), second = mat3_col(&pose_of(row_world, 2)->R, 2);
    pose_of(row_world, 1)->R = spun(vec3_scale(0.9, first), &pose_of(row_world, 1)->R);
    pose_of(row_world, 2)->R = spun(vec3_scale(-0.5, second), &pose_of(row_world, 2)->R);
    rows_eval(row_world, 0);
    assert_same(internal_row(row_world, 0), 0.8 * 0.9 - 1.3 * 0.5 - EPS * REACTION);
    assert_same_vec3(moment_on(row_world, 1), vec3_scale(-0.8 * REACTION, first));
}

/* Displacements are along axis 3 of a node that begins tilted, from where it is at first. */
static void slides_of_tilted_nodes(void **of)
{
    row_world *row_world = *of;
    rows_begin_with(row_world, tilt_nodes, "user defined: 1, linear transmission joint, 1, 2, 3, 4, 0.8, 1.3;");
    for (unsigned k = 1; k <= 4; k++) {
        pose_of(row_world, k)->R = rows_node(row_world, "structural", k)->initial->R;
        pose_of(row_world, k)->x = rows_node(row_world, "structural", k)->initial->x;
    }
    rows_eval(row_world, 0);
    assert_same(internal_row(row_world, 0), 0.0);
    pose_of(row_world, 1)->x = vec3_axpy(pose_of(row_world, 1)->x, 0.7, mat3_col(&pose_of(row_world, 1)->R, 2));
    rows_eval(row_world, 0);
    assert_same(internal_row(row_world, 0), 0.8 * 0.7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        ROW_TEST(linear_transmissions),
        ROW_TEST(rack_and_pinion),
        ROW_TEST(motions_of_the_same_kind),
        ROW_TEST(transmission_along_another_axis),
        ROW_TEST(gears_on_a_frame),
        ROW_TEST(gears_count_whole_revolutions),
        ROW_TEST(gears_after_a_whole_revolution),
        ROW_TEST(gears_of_tilted_nodes),
        ROW_TEST(slides_of_tilted_nodes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
