/* rows_test.c - small elements of modules at states that the test makes up: springs, lines, masses on walls, loads
 * along a way. Rows, numbers and what they begin with against the equations in the heads of their files. */
#include "physics/direct_world.h"
#include "base/array.h"
#include "contract/internal_words.h"

#define LOAD(name) "module load: \"libmodule-" name "\";"
#define NODE(label) "structural: " #label ", static, null, eye, null, null;"
#define HINGE "1, 2./3., 2./3., 1./3., 2, -2./3., 1./3., 2./3."
static const vec3 AXIS[3] = {{2 / 3.0, 2 / 3.0, 1 / 3.0}, {-2 / 3.0, 1 / 3.0, 2 / 3.0}, {1 / 3.0, -2 / 3.0, 2 / 3.0}};
static const vec3 F1 = {0.3, 0.2, -0.1}, F2 = {0.1, -0.2, 0.15};
#define OFFSET_1 "offset, 0.3, 0.2, -0.1"
#define OFFSET_2 "offset, 0.1, -0.2, 0.15"

/* --- springs and lines -------------------------------------------------------------------------------------------- */

/* Rates are those of an observer on node 1: the velocity of the point beside that of his own frame there. The force
 * acts on each node at its own point. */
static void spring_in_all_directions(void **of)
{
    direct direct;
    open_direct(&direct, *of, 10,
                (const char *const[]){"structural nodes: 2; loadable elements: 1;",
                                      LOAD("autodiff_test") NODE(1) NODE(2),
                                      "user defined: 10, deformable joint ad, node1, 1, " OFFSET_1
                                      ", node2, 2, " OFFSET_2 ", stiffness, matr, 5., 1., 0.5, -1., 4., 0.2, "
                                      "0.1, 0.3, 3., damping, matr, 0.5, 0.2, 0.1, 0.3, 0.4, -0.2, 0.6, 0.7, 0.8;"});
    const mat3 S = {{{5, 1, 0.5}, {-1, 4, 0.2}, {0.1, 0.3, 3}}},
               D = {{{0.5, 0.2, 0.1}, {0.3, 0.4, -0.2}, {0.6, 0.7, 0.8}}};
    for (int i = 0; i < 10; i++) {
        shake(&direct);
        const pose *a = pose_of(&direct, 1), *b = pose_of(&direct, 2);
        const vec3 p = point_at(b, F2), u = vec3_sub(velocity_at(b, p), velocity_at(a, p));
        const vec3 away = mat3_tmulv(&a->R, vec3_sub(p, point_at(a, F1))), rate = mat3_tmulv(&a->R, u);
        const vec3 F = mat3_mulv(&a->R, vec3_add(mat3_mulv(&S, away), mat3_mulv(&D, rate)));
        memset(direct.r, 0, sizeof direct.r);
        direct.element->type->eval(0, &direct.state, direct.element, &(local){.r = direct.r});
        assert_derivatives(&direct);
        assert_int_equal(direct.element->n, 12);
        assert_force(&direct, 0, a, F, point_at(a, F1), 1e-12);
        assert_force(&direct, 6, b, vec3_scale(-1.0, F), p, 1e-12);
    }
}

/* Reactions are along axes 2 and 3 of the hinge, on which the point of node 2 is not to move. */
static vec3 check_line(direct *direct, vec3 *p)
{
    const pose *a = pose_of(direct, 1), *b = pose_of(direct, 2);
    const double *l = internal_of(direct);
    *p = point_at(b, F2);
    const vec3 away = mat3_tmulv(&a->R, vec3_sub(*p, point_at(a, F1)));
    const vec3 F = mat3_mulv(&a->R, vec3_add(vec3_scale(l[0], AXIS[1]), vec3_scale(l[1], AXIS[2])));
    evaluate(direct);
    assert_derivatives(direct);
    assert_near(fabs(direct->r[12]), fabs(vec3_dot(AXIS[1], away)), 1e-12);
    assert_near(fabs(direct->r[13]), fabs(vec3_dot(AXIS[2], away)), 1e-12);
    assert_near(direct->row[0], l[0], 0.0);
    assert_near(direct->row[1], l[1], 0.0);
    return F;
}

#define LINE "node1, 1, " OFFSET_1 ", orientation, " HINGE ", node2, 2, " OFFSET_2

static void point_on_a_line(void **of)
{
    direct direct;
    open_direct(&direct, *of, 10,
                (const char *const[]){"structural nodes: 2; loadable elements: 1;",
                                      LOAD("autodiff_test") NODE(1) NODE(2),
                                      "user defined: 10, inline joint ad, " LINE ";"});
    vec3 p;
    const vec3 F = check_line(&direct, &p);
    assert_int_equal(direct.element->n, 14);
    const double sign = direct.r[0] * F.x > 0.0 ? 1.0 : -1.0;
    assert_force(&direct, 0, pose_of(&direct, 1), vec3_scale(sign, F), p, 1e-12);
    assert_force(&direct, 6, pose_of(&direct, 2), vec3_scale(-sign, F), p, 1e-12);
    assert_int_equal(direct.n_row, 2);
    for (int i = 0; i < 2; i++)
        assert_near(direct.element->type->private_value(&direct.state, direct.element, 1 + i), internal_of(&direct)[i],
                    0.0);
}

static void point_that_rubs_on_a_line(void **of)
{
    direct direct;
    open_direct(&direct, *of, 10,
                (const char *const[]){"structural nodes: 2; loadable elements: 1;",
                                      LOAD("inline_friction") NODE(1) NODE(2),
                                      "user defined: 10, inline friction, " LINE
                                      ", coulomb friction coefficient, 0.3, static friction coefficient, 0.5, "
                                      "sliding velocity coefficient, 0.8, sliding velocity exponent, 1.5, micro slip "
                                      "displacement, 0.2, initial stiction state, "
                                      "0.7, initial stiction derivative, 0.9, viscous friction coefficient, 0.6, "
                                      "stiction state equation scale, 3.;"});
    for (int i = 0; i < 10; i++) {
        shake(&direct);
        vec3 p;
        check_line(&direct, &p);
        double with[14];
        memcpy(with, direct.r, sizeof with);
        const pose *a = pose_of(&direct, 1), *b = pose_of(&direct, 2);
        const double *l = internal_of(&direct), z = l[2], rate = direct.yp[direct.element->internal + 2];
        const vec3 e = mat3_mulv(&a->R, AXIS[0]);
        const double v = vec3_dot(e, vec3_sub(velocity_at(b, p), velocity_at(a, p)));
        const double g = 0.3 + 0.2 * exp(-pow(fabs(v) / 0.8, 1.5)), tau = hypot(l[0], l[1]) * g * z / 0.2 + 0.6 * v;
        assert_near(direct.r[14], 3.0 * (rate - v + fabs(v) * z / 0.2), 1e-12);
        const double data[] = {l[0], l[1], z, rate, tau, v};
        for (int k = 0; k < ARRAY_LEN(data); k++)
            assert_near(direct.element->type->private_value(&direct.state, direct.element, 1 + k), data[k], 1e-12);
        assert_near(direct.row[2], z, 0.0);
        assert_near(direct.row[3], rate, 0.0);
        direct.state.now = PHASE_ASSEMBLY; /* the reactions alone */
        evaluate(&direct);
        direct.state.now = PHASE_STEP;
        for (int k = 0; k < 12; k++)
            direct.r[k] = with[k] - direct.r[k];
        assert_force(&direct, 0, a, vec3_scale(tau, e), p, 1e-12);
        assert_force(&direct, 6, b, vec3_scale(-tau, e), p, 1e-12);
    }
    direct.element->type->initial(&direct.state, direct.element,
                                  &(initial_values){.y = direct.y, .yp = direct.yp, .poses = direct.poses});
    assert_near(internal_of(&direct)[2], 0.7, 0.0);
    assert_near(direct.yp[direct.element->internal + 2], 0.9, 0.0);
}

/* As MBDyn lists them. */
static void unknowns_of_a_line_in_words(void **of)
{
    direct direct;
    open_direct(&direct, *of, 10,
                (const char *const[]){"structural nodes: 2; loadable elements: 1;",
                                      LOAD("inline_friction") NODE(1) NODE(2),
                                      "user defined: 10, inline friction, " LINE
                                      ", coulomb friction coefficient, 0.3, static friction coefficient, 0.5, "
                                      "sliding velocity coefficient, 0.8, micro slip displacement, 0.2;"});
    for (int assembly = 0; assembly < 2; assembly++) {
        text to = {0};
        internal_words words = {.text = &to, .next = 13, .of_assembly = assembly};
        direct.element->type->describe(direct.element, &words);
        assert_non_null(strstr(to.data, "13->14: reaction forces [lambda1, lambda2]"));
        assert_int_equal(strstr(to.data, "15->16: reaction force derivatives [lambdaP1, lambdaP2]") != NULL, assembly);
        assert_int_equal(strstr(to.data, "15: stiction state [z]") != NULL, !assembly);
        text_free(&to);
    }
}

/* --- masses on walls ---------------------------------------------------------------------------------------------- */

/* Forces on each mass add up, and the wall pushes or is left: min(l, w q), w = 1/c^2. */
static void masses_on_a_wall(void **of)
{
    direct direct;
    open_direct(&direct, *of, 10,
                (const char *const[]){"structural nodes: 1; loadable elements: 1;", LOAD("mcp_test1") NODE(1),
                                      "user defined: 10, mcp test1, 2., 7., 0.3, -0.4, 3., 11., 0.6, 0.8;"});
    for (int i = 0; i < 10; i++) {
        shake(&direct);
        direct.state.complement = i % 2 ? COMPLEMENTARY_FISCHER : COMPLEMENTARY_SMALLER;
        const double *y = internal_of(&direct), *yp = direct.yp + direct.element->internal, wall = y[4],
                     g = 100.0 * y[2];
        evaluate(&direct);
        assert_derivatives(&direct);
        assert_near(direct.r[0], yp[0] - y[1], 1e-14);
        assert_near(direct.r[1], 2.0 * yp[1] + (7.0 + 11.0) * y[0] - 11.0 * y[2], 1e-13);
        assert_near(direct.r[2], yp[2] - y[3], 1e-14);
        assert_near(direct.r[3], 3.0 * yp[3] + 11.0 * y[2] - 11.0 * y[0] - wall, 1e-13);
        assert_int_equal(direct.element->n, 5);
        assert_near(direct.r[4], i % 2 ? wall + g - hypot(wall, g) : fmin(wall, g), 1e-12);
        const double row[] = {y[0], y[1], yp[1], y[2], y[3], yp[3], wall};
        assert_int_equal(direct.n_row, ARRAY_LEN(row));
        for (int k = 0; k < ARRAY_LEN(row); k++)
            assert_near(direct.row[k], row[k], 0.0);
    }
    direct.element->type->initial(&direct.state, direct.element,
                                  &(initial_values){.y = direct.y, .yp = direct.yp, .poses = direct.poses});
    const double first[] = {0.3, -0.4, 0.6, 0.8};
    for (int k = 0; k < 4; k++)
        assert_near(internal_of(&direct)[k], first[k], 0.0);
    assert_near(direct.yp[direct.element->internal], -0.4, 0.0);
    assert_near(direct.yp[direct.element->internal + 2], 0.8, 0.0);
}

static void mass_on_a_wall(void **of)
{
    direct direct;
    open_direct(&direct, *of, 10,
                (const char *const[]){"structural nodes: 1; loadable elements: 1;", LOAD("mcp_test1") NODE(1),
                                      "user defined: 10, mcp test2, 2., 7., 0.3, -0.4, linear, 1., 10.;"});
    for (int i = 0; i < 10; i++) {
        shake(&direct);
        const double *y = internal_of(&direct), *yp = direct.yp + direct.element->internal;
        evaluate(&direct);
        assert_derivatives(&direct);
        assert_near(direct.r[0], yp[0] - y[1], 1e-14);
        assert_near(direct.r[1], 2.0 * yp[1] + 7.0 * y[0] - 4.0 - y[2], 1e-13);
        assert_int_equal(direct.element->n, 3);
        assert_near(direct.r[2], fmin(y[2], 100.0 * y[0]), 1e-12);
        const double row[] = {y[0], y[1], yp[1], y[2]};
        assert_int_equal(direct.n_row, ARRAY_LEN(row));
        for (int k = 0; k < ARRAY_LEN(row); k++)
            assert_near(direct.row[k], row[k], 0.0);
    }
    direct.element->type->initial(&direct.state, direct.element,
                                  &(initial_values){.y = direct.y, .yp = direct.yp, .poses = direct.poses});
    assert_near(internal_of(&direct)[0], 0.3, 0.0);
    assert_near(internal_of(&direct)[1], -0.4, 0.0);
    assert_near(direct.yp[direct.element->internal], -0.4, 0.0);
}

/* Two masses on springs against the wall for as long as it takes: at rest, the first spring alone is bent. */
static void masses_come_to_rest_at_the_wall(void **of)
{
    static const probe ROW[] = {
        {"user defined", 10, "#1"}, {"user defined", 10, "#2"}, {"user defined", 10, "#4"}, {"user defined", 10, "#7"}};
    world *world = *of;
    assert_runs(
        world, ROW, 4, (march){.until = 0.5, .tolerance = 1e-9},
        (const char *const[]){
            "structural nodes: 1; joints: 1; loadable elements: 1;", LOAD("mcp_test1") NODE(1),
            "joint: 1, clamp, 1, node, node; user defined: 10, mcp test1, 2., 7., -0.1, 0.3, 3., 11., 0., 0.;"});
    const double omega =
        sqrt(18.0 / 2.0); /* the second mass stays at the wall as long as the first one pulls it there */
    for (int i = 0; world->t[i] < 0.2; i++) {
        const double q = -0.1 * cos(omega * world->t[i]) + 0.3 / omega * sin(omega * world->t[i]);
        assert_near(world->v[i][0], q, 1e-5);
        assert_near(world->v[i][2], 0.0, 1e-9);
        if (i > 1)
            assert_near(world->v[i][3], -11.0 * q, 0.05);
    }
}

static void data_of_a_mass(void **of)
{
    direct direct;
    open_direct(&direct, *of, 10,
                (const char *const[]){"structural nodes: 1; loadable elements: 1;", LOAD("mds") NODE(1),
                                      "user defined: 10, mds, 2., 5., 7., linear, 1., 10.;"});
    const double *y = internal_of(&direct), *yp = direct.yp + direct.element->internal, data[] = {y[0], y[1], yp[1]};
    evaluate(&direct);
    assert_derivatives(&direct);
    assert_near(direct.r[0], yp[0] - y[1], 1e-14);
    assert_near(direct.r[1], 2.0 * yp[1] + 5.0 * y[1] + 7.0 * y[0] - 4.0, 1e-13);
    for (int k = 0; k < 3; k++) {
        assert_near(direct.row[k], data[k], 0.0);
        assert_near(direct.element->type->private_value(&direct.state, direct.element, 1 + k), data[k], 0.0);
    }
}

/* --- loads along a way -------------------------------------------------------------------------------------------- */

#define WAY                                                                                                         \
    "user defined: 9, load increment normalization, max load, 2., compliance, 0.7, reference length, 1.3, linear, " \
    "0.05, 0.1;"
/* Nodes without a motion of their own do not count. */
#define WAY_NODES                                                                                    \
    LOAD("loadinc")                                                                                  \
    "structural: 1, static, null, eye, null, null; structural: 2, static displacement, null, null; " \
    "structural: 3, static, null, eye, null, null; structural: 5, dummy, 1, offset, null, eye; abstract: 4;"

/* theta: the angle of the rotation since the last step, from its trace. */
static double angle_since(const pose *now, const pose *then)
{
    const mat3 R = mat3_mult(&now->R, &then->R);
    return acos(0.5 * (R.e[0][0] + R.e[1][1] + R.e[2][2] - 1.0));
}

static void way_of_a_step(void **of)
{
    direct direct;
    open_direct(&direct, *of, 9,
                (const char *const[]){"structural nodes: 4; abstract nodes: 1; loadable elements: 1;", WAY_NODES, WAY});
    const int internal = 6 + 3 + 6;
    assert_int_equal(direct.element->kinds[0], INTERNAL_CONTINUED);
    for (int i = 0; i < 10; i++) {
        shake(&direct);
        double sum = 0.0;
        for (unsigned label = 1; label <= 3; label++) {
            const pose *now = pose_of(&direct, label), *then = pose_before(&direct, label);
            const vec3 way = vec3_sub(now->x, then->x);
            sum += vec3_dot(way, way);
            if (label != 2)
                sum += pow(1.3 * angle_since(now, then), 2);
        }
        const double p = internal_of(&direct)[0];
        sum += pow(0.7 * (p - direct.y_prev[direct.element->internal]), 2);
        evaluate(&direct);
        assert_derivatives(&direct);
        assert_int_equal(direct.element->n, internal + 1);
        assert_near(direct.r[internal], sqrt(sum) - 0.08, 1e-12);
        assert_near(direct.row[0], p, 0.0);
        assert_near(direct.element->type->private_value(&direct.state, direct.element, 1), p, 0.0);
        direct.state.step = 1; /* the first one has no way to begin with */
        evaluate(&direct);
        assert_derivatives(&direct);
        assert_near(direct.r[internal], 0.7 * p - 0.08, 1e-14);
        direct.state.now = PHASE_DERIVATIVES;
        evaluate(&direct);
        assert_near(direct.r[internal], 0.7 * p, 1e-14);
        direct.state.now = PHASE_STEP;
        direct.state.step = 2;
    }
}

/* The way of all steps is added up, and the analysis ends beyond the largest load. */
static void end_of_the_way(void **of)
{
    direct direct;
    open_direct(&direct, *of, 9,
                (const char *const[]){"structural nodes: 4; abstract nodes: 1; loadable elements: 1;", WAY_NODES, WAY});
    for (int i = 1; i <= 3; i++) {
        direct.element->type->history->accept(&direct.state, direct.element, (memory_block *)direct.memory);
        evaluate(&direct);
        assert_near(direct.row[1], 0.08 * i, 1e-14);
        assert_near(direct.element->type->private_value(&direct.state, direct.element, 2), 0.08 * i, 1e-14);
    }
    direct.state.now = PHASE_DERIVATIVES;
    direct.element->type->history->accept(&direct.state, direct.element, (memory_block *)direct.memory);
    direct.state.now = PHASE_STEP;
    evaluate(&direct);
    assert_near(direct.row[1], 0.24, 1e-14);
    const double load[] = {1.9, 2.0, 2.1, -2.0, -2.1};
    for (int i = 0; i < ARRAY_LEN(load); i++) {
        direct.y_prev[direct.element->internal] = load[i];
        evaluate(&direct);
        assert_int_equal(direct.failed.is_set, fabs(load[i]) > 2.0);
        assert_true(!direct.failed.is_set || direct.failed.ends_cleanly);
    }
}

static void loads_of_a_way(void **of)
{
    static const char *const KINDS[] = {"force, absolute", "force, follower", "couple, absolute", "couple, follower"};
    for (int i = 0; i < 4; i++) {
        direct direct;
        char elements[600];
        snprintf(elements, sizeof elements,
                 WAY "user defined: 10, load increment force, %s, 3, position, 0.3, 0.2, -0.1, 1., -2., 4., load "
                     "increment normalization, 9;",
                 KINDS[i]);
        open_direct(&direct, *of, 10,
                    (const char *const[]){"structural nodes: 4; abstract nodes: 1; loadable elements: 2;", WAY_NODES,
                                          elements});
        const elem *load = model_elem(direct.world->deck->model, elem_card_find("user defined"), 9);
        const pose *at = pose_of(&direct, 3);
        const vec3 f = {1, -2, 4}, F = vec3_scale(direct.y[load->internal], i % 2 ? mat3_mulv(&at->R, f) : f);
        const vec3 M = vec3_cross(mat3_mulv(&at->R, F1), F), none = {0, 0, 0};
        evaluate(&direct);
        assert_derivatives(&direct);
        assert_int_equal(direct.element->n, 7);
        assert_near3(direct.r, i < 2 ? F : none, 1e-13);
        assert_near3(direct.r + 3, i < 2 ? M : F, 1e-13);
        assert_near3(direct.row, F, 1e-13);
        if (i < 2)
            assert_near3(direct.row + 3, M, 1e-13);
        assert_int_equal(direct.n_row, i < 2 ? 6 : 3);
    }
}

/* A force without an offset may act on a node without rotation. */
static void load_of_a_way_on_a_point(void **of)
{
    direct direct;
    open_direct(&direct, *of, 10,
                (const char *const[]){"structural nodes: 4; abstract nodes: 1; loadable elements: 2;", WAY_NODES,
                                      WAY "user defined: 10, load increment force, force, absolute, 2, 1., -2., 4., "
                                          "load increment normalization, 9;"});
    const elem *load = model_elem(direct.world->deck->model, elem_card_find("user defined"), 9);
    const vec3 F = vec3_scale(direct.y[load->internal], (vec3){1, -2, 4});
    evaluate(&direct);
    assert_derivatives(&direct);
    assert_int_equal(direct.element->n, 4);
    assert_near3(direct.r, F, 1e-13);
    assert_near3(direct.row, F, 1e-13);
    assert_int_equal(direct.n_row, 3);
}

/* --- a motor ------------------------------------------------------------------------------------------------------ */

/* Switched on, M'' + (2 T + w'/D) M' + (T^2 + D^2 + T w'/D) M = 2 MK T D times D/OmegaS; w is seen from the stator,
 * which turns as well. */
static void motor_whose_stator_rotates(void **of)
{
    direct direct;
    open_direct(&direct, *of, 10,
                (const char *const[]){"structural nodes: 2; loadable elements: 1;",
                                      LOAD("asynchronous_machine") NODE(1) NODE(2),
                                      "user defined: 10, asynchronous_machine, rotor, 2, stator, 1, MK, 30., sK, 0.2, "
                                      "OmegaS, const, 7.;"});
    const double T = 0.2 * 7.0;
    for (int i = 0; i < 5; i++) {
        shake(&direct);
        const pose *stator = pose_of(&direct, 1), *rotor = pose_of(&direct, 2);
        const double *y = internal_of(&direct), *yp = direct.yp + direct.element->internal, M = y[0], MP = y[1],
                     D = 7.0 - y[2], wP = yp[2];
        const vec3 axis = mat3_col(&stator->R, 2), none = {0, 0, 0};
        evaluate(&direct);
        assert_derivatives(&direct);
        assert_near3(direct.r, none, 0.0);
        assert_near3(direct.r + 3, vec3_scale(-M, axis), 1e-13);
        assert_near3(direct.r + 6, none, 0.0);
        assert_near3(direct.r + 9, vec3_scale(M, axis), 1e-13);
        assert_near(direct.r[12], yp[0] - MP, 1e-13);
        const double moment = yp[1] + (2 * T + wP / D) * MP + (T * T + D * D + T * wP / D) * M - 60.0 * T * D;
        assert_near(direct.r[13], moment * D / 7.0, 1e-11);
        assert_near(direct.r[14], y[2] - vec3_dot(axis, vec3_sub(rotor->w, stator->w)), 1e-13);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(spring_in_all_directions),
        TEST(point_on_a_line),
        TEST(point_that_rubs_on_a_line),
        TEST(unknowns_of_a_line_in_words),
        TEST(masses_on_a_wall),
        TEST(mass_on_a_wall),
        TEST(masses_come_to_rest_at_the_wall),
        TEST(data_of_a_mass),
        TEST(way_of_a_step),
        TEST(end_of_the_way),
        TEST(loads_of_a_way),
        TEST(load_of_a_way_on_a_point),
        TEST(motor_whose_stator_rotates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
