/* plate_shapes_test.c - what shells and membranes look like, and where points are that they carry. */
#include "probe_world.h"
#include "contract/carrier.h"
#include "contract/drawing.h"

static const elem *read_element(world *world, const char *card, unsigned label, const char *const part[3])
{
    assert_runs(world, NULL, 0, (march){.until = 1e-3}, part);
    return model_elem(world->deck->model, elem_card_find(card), label);
}

/* Corners of a flat plate in the order of its nodes: x = sum h_k x_k. */
static const vec3 QUADRANGLE[] = {{2.2, 1.3, 0.5}, {0.1, 1.0, 0.5}, {0.0, 0.0, 0.5}, {2.0, 0.2, 0.5}},
                  TRIANGLE[] = {{0, 0, 0.5}, {1.5, 0.2, 0.5}, {0.3, 1.1, 0.5}},
                  RIGHT[] = {{0, 0, 0.5}, {2, 0, 0.5}, {0, 2, 0.5}};

static void quadrangle_weights(double r, double s, double *h)
{
    h[0] = (1 + r) * (1 + s) / 4, h[1] = (1 - r) * (1 + s) / 4, h[2] = (1 - r) * (1 - s) / 4,
    h[3] = (1 + r) * (1 - s) / 4;
}
static void triangle_weights(double r, double s, double *h) { h[0] = 1 - r - s, h[1] = r, h[2] = s, h[3] = 0; }

/* With nodes that are turned, or that do not turn. */
static const elem *read_plate(world *world, const char *card, const vec3 *corner, int n, const char *by)
{
    const bool revolutions = strncmp(card, "membrane", 8) != 0;
    static char cards[200], nodes[1000], element[400];
    int at = 0;
    for (int k = 0; k < n; k++)
        at += snprintf(nodes + at, sizeof nodes - (size_t)at, "structural: %d, %s, %.17g, %.17g, %.17g, %s null;",
                       k + 1, revolutions ? "dynamic" : "dynamic displacement", corner[k].x, corner[k].y, corner[k].z,
                       revolutions ? "euler, 0.3, -0.5, 0.4, null," : "");
    at = snprintf(element, sizeof element, "%s: 1, 1, 2, 3, %s %s;", card, n == 4 ? "4," : "", by);
    for (int k = 0; k < n; k++)
        at += snprintf(element + at, sizeof element - (size_t)at, "body: %d, %d, 1. %s;", k + 1, k + 1,
                       revolutions ? ", null, eye" : "");
    snprintf(cards, sizeof cards, "structural nodes: %d; plates: 1; rigid bodies: %d;", n, n);
    return read_element(world, card, 1, (const char *const[]){cards, nodes, element});
}

#define ISOTROPIC "isotropic, E, 10., nu, 0.3, thickness, 0.1"

typedef void (*weights_at)(double r, double s, double *h);

/* Weights are those of the foot, and the way from it goes with each node. */
static void carries(const elem *element, const vec3 *corner, int n, const double *weight, vec3 off)
{
    carrier carrier;
    vec3 foot = {0, 0, 0}, sum = {0, 0, 0};
    for (int k = 0; k < n; k++)
        foot = vec3_axpy(foot, weight[k], corner[k]);
    const vec3 x = vec3_add(foot, off);
    element->type->geometry->carry(element, x, &carrier);
    assert_int_equal(carrier.n, n);
    for (int k = 0; k < n; k++) {
        assert_near(carrier.weight[k], weight[k], 1e-9);
        assert_int_equal(carrier.node[k]->label, k + 1);
        const vec3 at = vec3_add(corner[k], mat3_mulv(&carrier.node[k]->initial->R, carrier.arm[k]));
        sum = vec3_axpy(sum, carrier.weight[k], at);
        assert_near(vec3_norm(carrier.arm[k]), carrier.node[k]->has_rotation ? vec3_norm(off) : 0.0, 1e-9);
    }
    if (carrier.node[0]->has_rotation)
        assert_near(vec3_norm(vec3_sub(sum, x)), 0.0, 1e-9);
    assert_near(carrier.distance, vec3_norm(off), 1e-9);
    const double size = vec3_norm(vec3_sub(corner[2], corner[0]));
    assert_true(carrier.node[0]->has_rotation ? carrier.reach == HUGE_VAL : fabs(carrier.reach - 1e-4 * size) < 1e-15);
}

/* Over a point of the plate the foot is that point; beside it, along the normal of an edge, the edge's. */
static void points_that_plates_carry(void **of)
{
    static const struct {
        const char *card, *law;
        const vec3 *corner;
        int n;
        weights_at weights;
    } PLATES[] = {{"shell4easans", ISOTROPIC, QUADRANGLE, 4, quadrangle_weights},
                  {"membrane4eas", ISOTROPIC, QUADRANGLE, 4, quadrangle_weights},
                  {"shell3mitc", ISOTROPIC, TRIANGLE, 3, triangle_weights}};
    static const double POINTS[][2] = {{0.3, 0.4}, {0.05, 0.8}, {0.6, 0.1}, {0.0, 0.0}, {0.0, 1.0}, {0.5, 0.5}};
    world *world = *of;
    for (int i = 0; i < 3; i++) {
        const elem *element = read_plate(world, PLATES[i].card, PLATES[i].corner, PLATES[i].n, PLATES[i].law);
        for (int p = 0; p < 12; p++) {
            double h[4];
            PLATES[i].weights(POINTS[p % 6][0], POINTS[p % 6][1], h);
            carries(element, PLATES[i].corner, PLATES[i].n, h, (vec3){0, 0, p < 6 ? 0.3 : -0.1});
        }
    }
}

/* A triangle whose coordinates are orthogonal: the nearest point of it, from all sides. */
static void points_beside_a_triangle(void **of)
{
    static const struct {
        double r, s;
        vec3 off;
    } POINTS[] = {{0.5, 0.5, {0.7, 0.7, 0.2}}, {0.25, 0.75, {0.4, 0.4, 0}}, {0.3, 0, {0, -0.5, 0.1}},
                  {0, 0.6, {-0.4, 0, 0}},      {0, 0, {-0.2, -0.3, 0}},     {1, 0, {0.6, -0.1, 0}},
                  {0, 1, {-0.2, 0.5, 0.3}},    {1, 0, {0.9, 0.3, 0}}};
    const elem *element = read_plate(*of, "shell3mitc", RIGHT, 3, ISOTROPIC);
    for (int i = 0; i < 8; i++) {
        double h[4];
        triangle_weights(POINTS[i].r, POINTS[i].s, h);
        carries(element, RIGHT, 3, h, POINTS[i].off);
    }
}

/* A rectangle: the nearest point in each direction. */
static void points_beside_a_rectangle(void **of)
{
    static const vec3 CORNERS[] = {{3, 1, 0}, {0, 1, 0}, {0, 0, 0}, {3, 0, 0}};
    static const struct {
        double r, s;
        vec3 off;
    } POINTS[] = {{1, 0.2, {0.5, 0, 0.1}}, {-1, -0.6, {-2, 0, 0}}, {0.4, 1, {0, 3, 0}},
                  {0.1, -1, {0, -1, 0}},   {1, 1, {1, 1, 1}},      {-1, -1, {-0.1, -4, 0}}};
    const elem *element = read_plate(*of, "shell4eas", CORNERS, 4, ISOTROPIC);
    for (int i = 0; i < 6; i++) {
        double h[4];
        quadrangle_weights(POINTS[i].r, POINTS[i].s, h);
        carries(element, CORNERS, 4, h, POINTS[i].off);
    }
}

/* A ruled surface between the edges 1-2 and 4-3, of the thickness that is given. A triangle ends in its third node. */
static void plates_are_drawn_between_their_nodes(void **of)
{
    world *world = *of;
    for (int way = 0; way < 3; way++) {
        const vec3 *corner = way == 1 ? TRIANGLE : QUADRANGLE;
        const int n = way == 1 ? 3 : 4;
        static const char *const CARDS[] = {"shell4mitc", "shell3mitc", "membrane4eas"};
        const elem *element = read_plate(world, CARDS[way], corner, n, ISOTROPIC);
        drawing drawing = {0};
        element->type->drawing->draw(element, &drawing);
        assert_int_equal(drawing.shapes.n, 1);
        assert_int_equal(drawing.corners.n, n);
        assert_near(drawing.shapes.items[0].size.x, way == 2 ? 0.0 : 0.1, 1e-14);
        const int rows = drawing.shapes.items[0].rows;
        for (int k = 0; k < 2 * rows; k++) {
            const double u = (double)(k / 2) / (rows - 1);
            const vec3 from = corner[k % 2 ? n - 1 : 0], to = corner[k % 2 ? 2 : 1];
            vec3 p = {0, 0, 0};
            const int end = k + 1 < drawing.vertices.n ? drawing.vertices.items[k + 1] : drawing.ties.n;
            for (int i = drawing.vertices.items[k]; i < end; i++)
                p = vec3_axpy(p, drawing.ties.items[i].weight, drawing.ties.items[i].node->initial->x);
            assert_near(vec3_norm(vec3_sub(p, vec3_axpy(from, u, vec3_sub(to, from)))), 0.0, 1e-14);
        }
        for (int k = 0; k < n; k++)
            assert_int_equal(drawing.corners.items[k]->label, k + 1);
        drawing_free(&drawing);
    }
}

/* A corner beyond the diagonal of its neighbours, any of the four. */
static void folded_plates_are_refused(void **of)
{
    world *world = *of;
    for (int k = 0; k < 4; k++) {
        static const vec3 SQUARE[] = {{2, 2, 0}, {0, 2, 0}, {0, 0, 0}, {2, 0, 0}};
        vec3 corner[4];
        char nodes[400];
        int n = 0;
        memcpy(corner, SQUARE, sizeof corner);
        corner[k] = vec3_axpy(vec3_scale(0.3, corner[k]), 0.7, corner[(k + 2) % 4]);
        for (int i = 0; i < 4; i++)
            n += snprintf(nodes + n, sizeof nodes - (size_t)n, "structural: %d, static, %g, %g, 0., eye, null, null;",
                          i + 1, corner[i].x, corner[i].y);
        assert_false(world_model(world, NULL, 0, (march){.until = 1e-3},
                                 (const char *const[]){"structural nodes: 4; plates: 1;", nodes,
                                                       "shell4easans: 1, 1, 2, 3, 4, " ISOTROPIC ";"}));
        assert_non_null(strstr(world->said, "E0974"));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(points_that_plates_carry), TEST(points_beside_a_triangle),
                                       TEST(points_beside_a_rectangle), TEST(plates_are_drawn_between_their_nodes),
                                       TEST(folded_plates_are_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
