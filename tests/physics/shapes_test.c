/* shapes_test.c - what elements look like and what they carry: where points are on a beam, where joints are marked. */
#include "probe_world.h"
#include "contract/carrier.h"
#include "contract/drawing.h"
#include "base/array.h"

static const elem *read_element(world *world, const char *card, unsigned label, const char *const part[3])
{
    assert_runs(world, NULL, 0, (march){.until = 1e-3}, part);
    return model_elem(world->deck->model, elem_card_find(card), label);
}

/* A line at 0.3 beside the nodes, along x; whoever is beside a place goes with it. Weights are those of the place. */
static void points_that_a_beam_carries(void **of)
{
#define LAW "linear elastic generic, diag, 1., 1., 1., 1., 1., 1."
    world *world = *of;
    const elem *element = read_element(
        world, "beam3", 1,
        (const char *const[]){"structural nodes: 3; joints: 1; beams: 1;",
                              "structural: 1, static, null, eye, null, null; structural: 2, static, 2., 0., 0., eye, "
                              "null, null; structural: 3, static, 4., 0., 0., eye, null, null;",
                              "joint: 1, clamp, 1, node, node;"
                              "beam3: 1, 1, 0., 0.3, 0., 2, 0., 0.3, 0., 3, 0., 0.3, 0., eye, " LAW ", eye, " LAW ";"});
    for (double x = 0.07; x < 4.0; x += 0.21) {
        const double xi = 0.5 * x - 1.0, weight[3] = {0.5 * xi * (xi - 1), 1 - xi * xi, 0.5 * xi * (xi + 1)};
        carrier carrier;
        element->type->geometry->carry(element, (vec3){x, 1.0, -0.5}, &carrier);
        assert_int_equal(carrier.n, 3);
        for (int k = 0; k < 3; k++)
            assert_near(carrier.weight[k], weight[k], 1e-7);
        assert_near(carrier.distance, hypot(0.7, 0.5), 1e-12);
    }
}

/* The mark of a joint moves with its second node, as its axes do. */
static void joints_are_marked_on_the_second_node(void **of)
{
    world *world = *of;
    const elem *element =
        read_element(world, "joint", 2,
                     (const char *const[]){
                         "structural nodes: 2; joints: 2;",
                         "structural: 1, static, null, eye, null, null; structural: 2, static, 3., 0., 0., eye, "
                         "null, null;",
                         "joint: 1, clamp, 1, node, node; joint: 2, deformable joint, 1, position, 1.5, 0., 0., 2, "
                         "position, -1.5, 0., 0., " LAW ";"});
    drawing drawing = {0};
    int marks = 0;
    element->type->drawing->draw(element, &drawing);
    for (int i = 0; i < drawing.shapes.n; i++)
        if (drawing.shapes.items[i].kind == DRAW_SYMBOL) {
            const draw_tie *tie = &drawing.ties.items[drawing.vertices.items[drawing.shapes.items[i].first]];
            assert_int_equal(tie->node->label, 2);
            assert_near(tie->f.x, -1.5, 0.0);
            marks++;
        }
    assert_int_equal(marks, 1);
    drawing_free(&drawing);
}

/* --- where shapes are at the beginning ---------------------------------------------------------------------------- */

typedef struct {
    vec3 x;
    mat3 axes;
} corner;

static corner corner_of(const drawing *drawing, int vertex)
{
    const int end = vertex + 1 < drawing->vertices.n ? drawing->vertices.items[vertex + 1] : drawing->ties.n;
    corner corner = {0};
    for (int i = drawing->vertices.items[vertex]; i < end; i++) {
        const draw_tie *draw_tie = &drawing->ties.items[i];
        const frame at = draw_tie->node ? *draw_tie->node->initial : (frame){.R = MAT3_EYE};
        corner.x = vec3_add(vec3_axpy(corner.x, draw_tie->weight, at.x), mat3_mulv(&at.R, draw_tie->f));
        corner.axes = mat3_mul(&at.R, &draw_tie->A);
    }
    return corner;
}

static void assert_location(vec3 a, vec3 b) { assert_near(vec3_norm(vec3_sub(a, b)), 0.0, 1e-12); }

static const draw_shape *shape_of(const drawing *drawing, draw_kind kind, draw_symbol what)
{
    const draw_shape *found = NULL;
    for (int i = 0; i < drawing->shapes.n; i++)
        if (drawing->shapes.items[i].kind == kind && drawing->shapes.items[i].symbol == what) {
            assert_null(found);
            found = &drawing->shapes.items[i];
        }
    return found;
}

/* A body on node 2, which stands off node 1 and is turned; what is given in the global frame is the same for both. */
#define NODES                                                                                                       \
    "structural: 1, static, 0.5, 0., -0.5, vector, 0.1, 0.4, 0., null, null; structural: 2, dynamic, 3., 1., 0.5, " \
    "vector, 0.3, -0.2, 0.6, null, null;"
#define FIXED "joint: 1, clamp, 1, node, node; body: 2, 2, 2., null, diag, 1., 2., 2.5;"
static const vec3 NODE_1 = {0.5, 0.0, -0.5}, NODE_2 = {3.0, 1.0, 0.5};

static const elem *draw_element(world *world, const char *card, const char *line, drawing *drawing)
{
    char elements[1200];
    const bool is_joint = strcmp(card, "joint") == 0;
    snprintf(elements, sizeof elements, FIXED "%s: 3, %s;", card, line);
    const elem *element =
        read_element(world, card, 3,
                     (const char *const[]){is_joint ? "structural nodes: 2; rigid bodies: 1; joints: 2;"
                                                    : "structural nodes: 2; rigid bodies: 1; joints: 1; forces: 1;",
                                           NODES, elements});
    assert_non_null(element);
    element->type->drawing->draw(element, drawing);
    return element;
}

#define POINT "reference, global, 1., 2., 0.25"
#define AXES "reference, global, 3, 1., 0., 0., 1, 0., 1., 0."
#define SIDE "position, " POINT ", position orientation, " AXES ", rotation orientation, " AXES
#define TOTAL(points, revolutions)                                        \
    "total joint, 1, " SIDE ", 2, " SIDE ", position constraint, " points \
    ", null, orientation constraint, " revolutions ", null"

/* Axes 1, 2, 3 of the joints are the global 2, 3, 1. A hinge is drawn about the free axis, a slider along it. */
static void joints_are_known_by_what_they_leave_free(void **of)
{
    static const struct {
        const char *card;
        draw_symbol symbol;
        vec3 third;
        bool is_pin;
    } JOINTS[] = {
        {TOTAL("1, 1, 1", "1, 1, 1"), SYMBOL_CLAMP, {1, 0, 0}, false},
        {TOTAL("1, 1, 1", "0, 0, 0"), SYMBOL_BALL, {1, 0, 0}, false},
        {TOTAL("1, 1, 1", "0, 1, 1"), SYMBOL_HINGE, {0, 1, 0}, false},
        {TOTAL("1, 1, 1", "1, 0, 1"), SYMBOL_HINGE, {0, 0, 1}, false},
        {TOTAL("1, 1, 1", "1, 1, 0"), SYMBOL_HINGE, {1, 0, 0}, false},
        {TOTAL("1, 1, 1", "1, 0, 0"), SYMBOL_GENERAL, {1, 0, 0}, false},
        {TOTAL("0, 1, 1", "1, 1, 1"), SYMBOL_SLIDER, {0, 1, 0}, false},
        {TOTAL("1, 0, 1", "1, 1, 1"), SYMBOL_SLIDER, {0, 0, 1}, false},
        {TOTAL("1, 1, 0", "1, 1, 1"), SYMBOL_SLIDER, {1, 0, 0}, false},
        {TOTAL("1, 0, 0", "1, 1, 1"), SYMBOL_GENERAL, {1, 0, 0}, false},
        {TOTAL("0, 1, 1", "1, 1, 0"), SYMBOL_GENERAL, {1, 0, 0}, false},
        {"total pin joint, 2, " SIDE ", " SIDE ", position constraint, 1, 1, 1, null, orientation "
         "constraint, 0, 1, 1, null",
         SYMBOL_HINGE,
         {0, 1, 0},
         true},
        {"revolute pin, 2, position, " POINT ", orientation, " AXES ", position, " POINT ", orientation, " AXES,
         SYMBOL_HINGE,
         {1, 0, 0},
         true},
        {"prismatic, 1, orientation, " AXES ", 2, orientation, " AXES, SYMBOL_GENERAL, {1, 0, 0}, false},
        {"spherical hinge, 1, position, " POINT ", orientation, " AXES ", 2, position, " POINT ", orientation, " AXES,
         SYMBOL_BALL,
         {1, 0, 0},
         false}};
    for (int i = 0; i < ARRAY_LEN(JOINTS); i++) {
        drawing drawing = {0};
        draw_element(*of, "joint", JOINTS[i].card, &drawing);
        const draw_shape *mark = shape_of(&drawing, DRAW_SYMBOL, JOINTS[i].symbol),
                         *ground = shape_of(&drawing, DRAW_SYMBOL, SYMBOL_GROUND),
                         *arms = shape_of(&drawing, DRAW_LINE, 0);
        assert_non_null(mark);
        const corner at = corner_of(&drawing, mark->first);
        assert_location(mat3_col(&at.axes, 2), JOINTS[i].third);
        assert_near(mat3_det(&at.axes), 1.0, 1e-12);
        assert_int_equal(ground != NULL, JOINTS[i].is_pin);
        if (ground)
            assert_location(corner_of(&drawing, ground->first).x, (vec3){1, 2, 0.25});
        assert_int_equal(arms->n, 4);
        if (!strstr(JOINTS[i].card, "prismatic")) {
            const vec3 common = {1, 2, 0.25}, path[] = {JOINTS[i].is_pin ? common : NODE_1, common, common, NODE_2};
            assert_location(at.x, common);
            for (int k = 0; k < 4; k++)
                assert_location(corner_of(&drawing, arms->first + k).x, path[k]);
        }
        drawing_free(&drawing);
    }
}

/* Ends of what goes from point to point, both given in the global frame. */
static void springs_and_bars_go_from_end_to_end(void **of)
{
    static const struct {
        const char *card;
        draw_kind kind;
    } LINES[] = {{"rod, 1, position, reference, global, 1., 0., 0., 2, position, reference, global, 2., 2., 1., from "
                  "nodes, linear elastic, 1.",
                  DRAW_SPRING},
                 {"distance, 1, position, reference, global, 1., 0., 0., 2, position, reference, global, 2., 2., 1., "
                  "from nodes",
                  DRAW_TUBE},
                 {"rod bezier, 1, position, reference, global, 1., 0., 0., position, reference, global, 1., 1., 0., 2, "
                  "position, reference, global, 1., 2., 1., position, reference, global, 2., 2., 1., from nodes, "
                  "linear elastic, 1.",
                  DRAW_TUBE}};
    for (int i = 0; i < 3; i++) {
        drawing drawing = {0};
        draw_element(*of, "joint", LINES[i].card, &drawing);
        const draw_shape *line = shape_of(&drawing, LINES[i].kind, 0);
        assert_location(corner_of(&drawing, line->first).x, (vec3){1, 0, 0});
        assert_location(corner_of(&drawing, line->first + line->n - 1).x, (vec3){2, 2, 1});
        /* De Casteljau: halves of halves of halves. */
        if (i == 2)
            assert_location(corner_of(&drawing, line->first + line->n / 2).x, (vec3){1.125, 1.375, 0.5});
        drawing_free(&drawing);
    }
}

/* Arrows point as the columns of the row say, on the second node the other way. */
static void forces_are_arrows_on_their_nodes(void **of)
{
    static const struct {
        const char *card, *line;
        int n;
        bool is_force, is_moment, has_arm;
    } FORCES[] = {{"force", "absolute, 2, position, " POINT ", 1., 0., 0., const, 1.", 1, true, false, true},
                  {"force", "follower internal, 2, position, " POINT ", 1, position, " POINT ", 1., 0., 0., const, 1.",
                   2, true, false, true},
                  {"couple", "absolute internal, 2, position, " POINT ", 1, position, " POINT ", 1., 0., 0., const, 1.",
                   2, false, true, true},
                  {"force", "total, 2, position, " POINT ", force, 1., 0., 0., const, 1.", 1, true, true, true},
                  {"force",
                   "total internal, 2, position, " POINT ", 1, position, " POINT ", force, 1., 0., 0., const, 1.", 2,
                   true, true, true},
                  {"force", "absolute internal displacement, 2, 1, 1., 0., 0., const, 1.", 2, true, false, false}};
    for (int i = 0; i < ARRAY_LEN(FORCES); i++) {
        drawing drawing = {0};
        draw_element(*of, FORCES[i].card, FORCES[i].line, &drawing);
        const int kinds = FORCES[i].is_force + FORCES[i].is_moment;
        assert_int_equal(drawing.shapes.n, FORCES[i].n * kinds);
        for (int k = 0; k < drawing.shapes.n; k++) {
            const draw_shape *arrow = &drawing.shapes.items[k];
            const int side = k / kinds;
            const bool is_moment = FORCES[i].is_moment && k % kinds == kinds - 1;
            assert_int_equal(arrow->kind, is_moment ? DRAW_MOMENT : DRAW_ARROW);
            assert_string_equal(arrow->column, is_moment ? "M" : "F");
            assert_near(arrow->sign, side == 0 ? 1.0 : -1.0, 0.0);
            assert_location(corner_of(&drawing, arrow->first).x, FORCES[i].has_arm ? (vec3){1, 2, 0.25}
                                                                 : side == 0       ? NODE_2
                                                                                   : NODE_1);
            assert_int_equal(drawing.ties.items[drawing.vertices.items[arrow->first]].node->label, side == 0 ? 2 : 1);
        }
        drawing_free(&drawing);
    }
}

/* Beside a crooked line between turned nodes, at right angles to it: the foot is where the point comes from. The nodes
 * carry the point along, wherever each of them sees it. */
static void points_beside_a_crooked_beam(void **of)
{
    static const char *const CROOKED =
        "structural: 1, static, 0.1, 0., 0.2, vector, 0.3, 0., 0.1, null, null; structural: 2, static, 2., 0.6, -0.1, "
        "vector, -0.2, 0.4, 0., null, null; structural: 3, static, 4., 0.2, 0.3, vector, 0.1, 0.2, 0.5, null, null;";
#define FIXED_THREE "joint: 1, clamp, 1, node, node; joint: 2, clamp, 2, node, node; joint: 3, clamp, 3, node, node;"
    static const struct {
        const char *card, *words;
        int n;
    } BEAMS[] = {{"beam2", "1, 0., 0.3, 0.1, 3, 0.1, -0.2, 0.2, eye, " LAW, 2},
                 {"beam3", "1, 0., 0.3, 0.1, 2, 0.2, 0., -0.1, 3, 0.1, -0.2, 0.2, eye, " LAW ", eye, " LAW, 3}};
    static const vec3 X[] = {{0.1, 0.0, 0.2}, {2.0, 0.6, -0.1}, {4.0, 0.2, 0.3}},
                      ROTATION[] = {{0.3, 0.0, 0.1}, {-0.2, 0.4, 0.0}, {0.1, 0.2, 0.5}},
                      OFF[] = {{0.0, 0.3, 0.1}, {0.2, 0.0, -0.1}, {0.1, -0.2, 0.2}};
    for (int i = 0; i < 10; i++) {
        const int n = BEAMS[i / 5].n;
        const double xi = -0.9 + 0.4 * (i % 5);
        const double N[2][3] = {{0.5 - 0.5 * xi, 0.5 + 0.5 * xi},
                                {0.5 * xi * (xi - 1), 1 - xi * xi, 0.5 * xi * (xi + 1)}},
                     D[2][3] = {{-0.5, 0.5}, {xi - 0.5, -2 * xi, xi + 0.5}};
        char elements[500];
        vec3 foot = {0, 0, 0}, along = foot, sum = foot;
        for (int k = 0; k < n; k++) {
            const int at = n == 2 ? 2 * k : k;
            const mat3 R = rotation_exp(ROTATION[at]);
            const vec3 p = vec3_add(X[at], mat3_mulv(&R, OFF[at]));
            foot = vec3_axpy(foot, N[n - 2][k], p), along = vec3_axpy(along, D[n - 2][k], p);
        }
        const vec3 across = vec3_cross(along, (vec3){0.3, -0.5, 0.8}),
                   x = vec3_axpy(foot, 0.2 / vec3_norm(across), across);
        snprintf(elements, sizeof elements, FIXED_THREE "%s: 1, %s;", BEAMS[i / 5].card, BEAMS[i / 5].words);
        const elem *element =
            read_element(*of, BEAMS[i / 5].card, 1,
                         (const char *const[]){"structural nodes: 3; joints: 3; beams: 1;", CROOKED, elements});
        carrier carrier;
        element->type->geometry->carry(element, x, &carrier);
        assert_int_equal(carrier.n, n);
        assert_near(carrier.distance, 0.2, 1e-9);
        for (int k = 0; k < n; k++) {
            const frame *at = carrier.node[k]->initial;
            assert_near(carrier.weight[k], N[n - 2][k], 1e-6);
            sum = vec3_axpy(sum, carrier.weight[k], vec3_add(at->x, mat3_mulv(&at->R, carrier.arm[k])));
        }
        assert_location(sum, x);
    }
}

/* A body of two masses: 1 at (0, 0, 0), with J = diag(2, 3, 4), and 3 at (4, 0, 0). The centre is at (3, 0, 0), about
 * it J = diag(2, 3 + 12, 4 + 12), and the radii are sqrt((15 + 16 - 2) / 8) and so on. */
static void body_is_an_ellipsoid_at_its_centre(void **of)
{
    world *world = *of;
    const elem *element = read_element(
        world, "body", 2,
        (const char *const[]){"structural nodes: 1; rigid bodies: 1;",
                              "structural: 2, dynamic, 3., 1., 0.5, eye, null, null;",
                              "body: 2, 2, condense, 2, 1., null, diag, 2., 3., 4., 3., 4., 0., 0., null;"});
    drawing drawing = {0};
    element->type->drawing->draw(element, &drawing);
    const draw_shape *shape = shape_of(&drawing, DRAW_BODY, 0);
    assert_location(corner_of(&drawing, shape->first).x, (vec3){6, 1, 0.5});
    const double r[] = {shape->size.x, shape->size.y, shape->size.z};
    double sum = 0.0, product = 1.0;
    for (int k = 0; k < 3; k++)
        sum += r[k] * r[k], product *= r[k] * r[k];
    assert_near(sum, (29.0 + 3.0 + 1.0) / 8.0, 1e-12);
    assert_near(product, 29.0 * 3.0 * 1.0 / 512.0, 1e-12);
    drawing_free(&drawing);
}

/* A disk of its radius in the axes of the craft, and the shaft to the hub. */
static void rotors_are_disks_on_a_shaft(void **of)
{
    world *world = *of;
    const elem *element = read_element(
        world, "induced velocity", 5,
        (const char *const[]){"structural nodes: 2; joints: 2; induced velocity elements: 1; air properties;",
                              "structural: 1, static, null, eye, null, null; structural: 2, static, 0., 0., 0.3, eye, "
                              "null, null;",
                              "joint: 1, clamp, 1, node, node; joint: 2, clamp, 2, node, node; air properties: 1.2, "
                              "340., null; induced velocity: 5, rotor, 1, 2, induced velocity, uniform, 30., 2.2;"});
    drawing drawing = {0};
    element->type->drawing->draw(element, &drawing);
    assert_int_equal(drawing.shapes.n, 2);
    const draw_shape *shaft = &drawing.shapes.items[0], *disk = &drawing.shapes.items[1];
    assert_true(shaft->kind == DRAW_LINE && shaft->n == 2 && disk->kind == DRAW_DISK && disk->n == 1);
    assert_int_equal(drawing.ties.items[drawing.vertices.items[shaft->first]].node->label, 1);
    assert_int_equal(drawing.ties.items[drawing.vertices.items[shaft->first + 1]].node->label, 2);
    assert_int_equal(drawing.ties.items[drawing.vertices.items[disk->first]].node->label, 1);
    assert_near(disk->size.x, 2.2, 0.0);
    drawing_free(&drawing);
}

/* Its size is not known before a time is. */
static void changing_body_has_no_size(void **of)
{
    world *world = *of;
    const elem *element =
        read_element(world, "body", 2,
                     (const char *const[]){"structural nodes: 1; rigid bodies: 1;",
                                           "structural: 2, dynamic, 3., 1., 0.5, eye, null, null;",
                                           "body: 2, 2, variable mass, const, 2., null, eye, const, 1., null;"});
    drawing drawing = {0};
    element->type->drawing->draw(element, &drawing);
    const draw_shape *shape = shape_of(&drawing, DRAW_BODY, 0);
    assert_location(shape->size, (vec3){0, 0, 0});
    assert_location(corner_of(&drawing, shape->first).x, NODE_2);
    drawing_free(&drawing);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(points_that_a_beam_carries),
        TEST(points_beside_a_crooked_beam),
        TEST(joints_are_marked_on_the_second_node),
        TEST(joints_are_known_by_what_they_leave_free),
        TEST(springs_and_bars_go_from_end_to_end),
        TEST(forces_are_arrows_on_their_nodes),
        TEST(rotors_are_disks_on_a_shaft),
        TEST(body_is_an_ellipsoid_at_its_centre),
        TEST(changing_body_has_no_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
