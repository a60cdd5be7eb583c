/* namespace_test.c - the functions of namespace "model" and plugin variables, while the deck is read and in a step. */
#include "unit/drive/drive_world.h"
#include "deck/recording.h"
#include "math/rotation.h"

/* The value of an expression in a field of the deck. */
static double now(void **of, const char *expression)
{
    world *world = *of;
    char card[256];
    snprintf(card, sizeof card, "x: %s;", expression);
    reader_open_text(world->reader, "expression", card, strlen(card));
    assert_non_null(reader_card(world->reader));
    const double v = read_real(world->reader, "value");
    reader_card_end(world->reader);
    return v;
}

/* The same as a string drive in a step, with constant labels (bound) and with labels in a variable (looked up). */
static double in_step(void **of, const char *expression)
{
    static unsigned label = 1000;
    world *world = *of;
    char card[512];
    snprintf(card, sizeof card, "drive caller: %u, string, \"%s\";", ++label, expression);
    world_read(of, card);
    assert_said_nothing(of);
    return world_value(world, label, 3.0);
}

static const pose *node_pose(void **of, unsigned label)
{
    const world *world = *of;
    return &world->pose[model_node(world->model, node_type_find("structural"), label)->pose];
}

static void initial_motion(void **of)
{
    assert_near(now(of, "model::xposition(1)"), 1.0), assert_near(now(of, "model::yposition(1)"), 2.0);
    assert_near(now(of, "model::position(1)"), sqrt(14.0)), assert_near(now(of, "model::position2(1)"), 14.0);
    assert_near(now(of, "model::distance(1, 2)"), sqrt(4.0 + 2.25 + 1.0)),
        assert_near(now(of, "model::xdistance(1, 2)"), -2.0);
    assert_near(now(of, "model::zvelocity(1)"), 0.7), assert_near(now(of, "model::yangvel(1)"), -0.9);
    assert_near(now(of, "model::xposition_prev(1)"), 1.0), assert_near(now(of, "model::zposition(3)"), 9.0);
    assert_near(now(of, "model::node::structural(1, \"X[2]\")"), 2.0),
        assert_near(now(of, "model::node::abstract(1, \"xP\")"), -1.5);
    assert_said_nothing(of);
    now(of, "model::xposition(77)");
    assert_said(of, "no structural node has this label");
    now(of, "model::node::structural(1, \"Y[2]\")");
    assert_said(of, "no private datum has this name");
    now(of, "model::zposision(1)");
    assert_said(of, "zposition");
    now(of, "model::unitvec(1, 2)");
    assert_said(of, "unitvec");
    now(of, "model::xunitvec(1, 1)");
    assert_said(of, "the two nodes coincide");
}

static void motion_in_a_step(void **of)
{
    world *world = world_read(of, "set: integer A = 1; set: integer B = 2;");
    assert_true(world_freeze(of));
    const pose *a = node_pose(of, 1), *b = node_pose(of, 2);
    pose *moved = &world->pose[model_node(world->model, node_type_find("structural"), 1)->pose];
    moved->x.x = 1.5, moved->v.y = 0.25;
    const vec3 d = vec3_sub(b->x, a->x), v = vec3_sub(b->v, a->v), o = vec3_sub(b->w, a->w);
    const mat3 R = mat3_tmul(&a->R, &b->R);
    const vec3 phi = rotation_log(&R), angle = rotation_log(&a->R);
    const struct {
        const char *expression;
        double value;
    } wanted[] = {
        {"model::xposition(%s)", 1.5},
        {"model::xposition_prev(%s)", 1.0},
        {"model::velocity(%s)", vec3_norm(a->v)},
        {"model::velocity2(%s)", vec3_dot(a->v, a->v)},
        {"model::yvelocity(%s)", 0.25},
        {"model::yvelocity_prev(%s)", -0.6},
        {"model::angle(%s)", vec3_norm(angle)},
        {"model::zangle(%s)", angle.z},
        {"model::angvel(%s)", vec3_norm(a->w)},
        {"model::angvel2(%s)", vec3_dot(a->w, a->w)},
        {"model::xangvel(%s)", 0.8},
        {"model::distance(%s, %s)", vec3_norm(d)},
        {"model::distance2(%s, %s)", vec3_dot(d, d)},
        {"model::zdistance(%s, %s)", d.z},
        {"model::distancep(%s, %s)", vec3_dot(d, v) / vec3_norm(d)},
        {"model::yunitvec(%s, %s)", d.y / vec3_norm(d)},
        {"model::vrel(%s, %s)", vec3_norm(v)},
        {"model::vrel2(%s, %s)", vec3_dot(v, v)},
        {"model::xvrel(%s, %s)", v.x},
        {"model::anglerel(%s, %s)", vec3_norm(phi)},
        {"model::yanglerel(%s, %s)", phi.y},
        {"model::angvrel(%s, %s)", vec3_norm(o)},
        {"model::angvrel2(%s, %s)", vec3_dot(o, o)},
        {"model::zangvrel(%s, %s)", o.z},
        {"model::node::structural(%s, \\\"X[1]\\\")", 1.5},
        {"model::node::structural_prev(%s, \\\"X[1]\\\")", 1.0},
    };
    for (int i = 0; i < ARRAY_LEN(wanted); i++) {
        char expression[128];
        snprintf(expression, sizeof expression, wanted[i].expression, "1", "2");
        assert_near(in_step(of, expression), wanted[i].value);
        snprintf(expression, sizeof expression, wanted[i].expression, "A", "B");
        assert_near(in_step(of, expression), wanted[i].value);
    }
}

typedef struct {
    char name[128][32];
    double before[128];
    int n;
} names;

static void gather(void *to, const char *name)
{
    names *all = to;
    assert_true(all->n < ARRAY_LEN(all->name));
    snprintf(all->name[all->n++], sizeof all->name[0], "%s", name);
}

static double value_of(void **of, const char *name, const char *suffix)
{
    static const char *const TWO[] = {"distance", "rel", "unitvec"};
    char expression[64];
    bool takes_two = false;
    for (int i = 0; i < ARRAY_LEN(TWO); i++)
        takes_two = takes_two || strstr(name, TWO[i]);
    snprintf(expression, sizeof expression, "model::%s%s(%s)", name, suffix, takes_two ? "1, 2" : "1");
    return in_step(of, expression);
}

/* Every function at the previous step is what the function was then, with both of its nodes. */
static void every_function_at_the_previous_step(void **of)
{
    world *world = *of;
    names all = {.n = 0};
    assert_true(world_freeze(of));
    motion_list(gather, &all);
    for (int i = 0; i < all.n; i++)
        if (!strstr(all.name[i], "_prev"))
            all.before[i] = value_of(of, all.name[i], "");
    for (unsigned label = 1; label <= 2; label++) {
        pose *pose = &world->pose[model_node(world->model, node_type_find("structural"), label)->pose];
        const mat3 rotation = rotation_exp((vec3){0.1 * label, 0.2 * label, -0.3});
        pose->x = vec3_add(pose->x, (vec3){0.5 * label, label, -2.0 * label});
        pose->v = vec3_add(pose->v, (vec3){label, 0.25 * label, 0.75 * label});
        pose->w = vec3_add(pose->w, (vec3){-1.0 * label, 0.5 * label, label});
        pose->R = mat3_mul(&rotation, &pose->R);
    }
    int tried = 0;
    for (int i = 0; i < all.n; i++) {
        if (strstr(all.name[i], "_prev"))
            continue;
        tried++;
        assert_near(value_of(of, all.name[i], "_prev"), all.before[i]);
        assert_true(fabs(value_of(of, all.name[i], "") - all.before[i]) > 1e-4);
    }
    assert_int_equal(tried, 42);
}

static void dummies_follow(void **of)
{
    assert_true(world_freeze(of));
    const pose *pose = node_pose(of, 1);
    const vec3 arm = mat3_mulv(&pose->R, (vec3){1, 0, 0}), v = vec3_add(pose->v, vec3_cross(pose->w, arm));
    assert_near(in_step(of, "model::yposition(4)"), pose->x.y + arm.y);
    assert_near(in_step(of, "model::distance(1, 4)"), 1.0);
    assert_near(in_step(of, "model::zvelocity(4)"), v.z);
    assert_near(in_step(of, "model::anglerel(1, 4)"), 0.0);
}

static void nodes_may_come_late(void **of)
{
    world_read(of, "drive caller: 1, string, \"model::xposition(99)\";");
    assert_said_nothing(of);
    assert_false(world_freeze(of));
    assert_said(of, "structural node 99 is not defined");
}

static void drives_and_functions(void **of)
{
    world_read(of,
               "drive caller: 1, string, \"model::drive(7) + model::drive(7, 10.)\"; drive caller: 7, linear, 1., 2.;"
               "set: integer SEVEN = 7; drive caller: 8, string, \"model::drive(SEVEN)\";"
               "scalar function: \"f\", pow, 3.; drive caller: 9, ginac, \"Var\"; drive caller: 10, string, "
               "\"sqrt(-1.*Time)\";");
    assert_said_nothing(of);
    world *world = *of;
    assert_near(now(of, "model::drive(7, 2.)"), 5.0);
    assert_near(now(of, "model::sf::f(2.)"), 8.0), assert_near(now(of, "model::sf::f(2., 1)"), 12.0);
    assert_near(now(of, "model::sf::f(2., 2)"), 12.0);
    assert_true(world_freeze(of));
    assert_near(world_value(world, 1, 3.0), 7.0 + 21.0), assert_near(world_value(world, 8, 3.0), 7.0);
    assert_near(in_step(of, "model::sf::f(Time) + model::sf::f(Time, 1)"), 27.0 + 27.0);
    assert_said_nothing(of);
    now(of, "model::sf::f(2., 3)");
    assert_said(of, "order of the derivative");
    now(of, "model::sf::g(2.)");
    assert_said(of, "sf::g");
    now(of, "model::drive(77)");
    assert_said(of, "no drive caller has this label");
    in_step(of, "model::drive(10)");
    assert_true(world->failed.is_set && strstr(world->failed.text, "sqrt"));
}

static void current_values(void **of)
{
    world *world = *of;
    now(of, "model::current(\"L\")");
    assert_said(of, "model::current");
    model_push_current(world->model, "L", 2.0);
    model_push_current(world->model, "L0", 3.0);
    assert_near(now(of, "2.*model::current(\"L\") + model::current(\"L0\")"), 7.0);
    world_read(of, "drive caller: 1, string, \"Time*model::current(\\\"L\\\")\";");
    model_pop_current(world->model);
    now(of, "model::current(\"L0\")");
    assert_said(of, "model::current");
    model_pop_current(world->model);
    world_freeze(of);
    assert_near(world_value(world, 1, 3.0), 6.0); /* what it was when the expression was read */
}

static void elements(void **of)
{
    world_elements(of, "body: 5, 1, 3., null, eye;");
    assert_said_nothing(of);
    assert_near(now(of, "model::element::body(5, \"m\")"), 3.0);
    assert_true(((world *)*of)->model != NULL);
    world_freeze(of);
    assert_near(in_step(of, "model::element::body(5, \\\"m\\\")"), 3.0);
}

static void recorded_expression_in_the_run(void **of)
{
    world *world = *of;
    const char card[] = "x: model::xposition(1), model::xposition_prev(1);";
    value then[2];
    reader_open_text(world->reader, "expression", card, sizeof card - 1);
    assert_non_null(reader_card(world->reader));
    reader_record(world->reader);
    assert_near(read_real(world->reader, "value"), 1.0), assert_near(read_real(world->reader, "value"), 1.0);
    const recording *both = reader_recorded(world->reader);
    reader_card_end(world->reader);
    assert_int_equal(recording_count(both), 2);
    world_freeze(of);
    world->pose[model_node(world->model, node_type_find("structural"), 1)->pose].x.x = 1.5;
    assert_near(now(of, "model::xposition(1)"), 1.0);
    assert_true(recording_evaluate(both, &(expr_run){.state = &world->state}, then));
    assert_near(then[0].r, 1.5), assert_near(then[1].r, 1.0);
}

static void plugins(void **of)
{
    world *world = world_read(
        of, "set: [dof, x3, 1, structural, 3, algebraic]; set: [dof, v3, 1, structural, 3, differential];"
            "set: [dof, before, 1, structural, 3, algebraic, prev=true]; set: [dof, q, 1, abstract, algebraic];"
            "set: [dof, qp, 1, abstract, differential]; set: [node, X2, 2, structural, string=\"X[2]\"];"
            "set: [node, by_index, 2, structural, index=2]; set: [node, bare, 2, structural, 2];"
            "set: [node, p, 1, parameter]; set: [element, m, 5, body, string=m];");
    assert_said_nothing(of);
    assert_near(now(of, "x3 + 10.*v3 + 100.*q + X2"), 3.0 + 7.0 + 250.0 + 0.5);
    world_elements(of, "body: 5, 1, 3., null, eye;");
    assert_true(world_freeze(of));
    world->pose[model_node(world->model, node_type_find("structural"), 1)->pose].x.z = 3.5;
    assert_near(in_step(of, "x3"), 3.5), assert_near(in_step(of, "before"), 3.0), assert_near(in_step(of, "v3"), 0.7);
    assert_near(in_step(of, "q"), 2.5), assert_near(in_step(of, "qp"), -1.5), assert_near(in_step(of, "X2"), 0.5);
    assert_near(in_step(of, "by_index"), 0.5), assert_near(in_step(of, "bare"), 0.5),
        assert_near(in_step(of, "p"), 6.0);
    assert_near(in_step(of, "2.*x3 - m"), 4.0);
}

static void wrong_plugins(void **of)
{
    world_read(of, "set: [dofs, x, 1, structural, 3, algebraic];");
    assert_said(of, "E0428: unknown plugin 'dofs'");
    world_read(of, "set: [dof, x, 77, structural, 3, algebraic];");
    assert_said(of, "structural node 77 is not defined");
    world_read(of, "set: [node, x, 1, structural, string=\"Y[1]\"];");
    assert_said(of, "E0416");
    world_read(of, "set: [node, x, 1, structural];");
    assert_said(of, "E0417");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        WORLD_TEST(initial_motion),
        WORLD_TEST(motion_in_a_step),
        WORLD_TEST(every_function_at_the_previous_step),
        WORLD_TEST(dummies_follow),
        WORLD_TEST(nodes_may_come_late),
        WORLD_TEST(drives_and_functions),
        WORLD_TEST(current_values),
        WORLD_TEST(elements),
        WORLD_TEST(recorded_expression_in_the_run),
        WORLD_TEST(plugins),
        WORLD_TEST(wrong_plugins),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
