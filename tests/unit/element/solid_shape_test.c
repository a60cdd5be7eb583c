/* solid_shape_test.c - shape functions and rules of integration of solids, what they look like, points they carry.
 *
 *     h_k(r_l) = 1 where k = l, else 0         sum h_k f(x_k) = f(x) for what the functions can represent
 *     box        integral of r^a = 2 / (a + 1), a even, along each coordinate
 *     triangle   integral of r^a s^b = a! b! / (a + b + 2)!
 *     tetrahedron                      a! b! c! / (a + b + c + 3)! */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "contract/carrier.h"
#include "element/solid/solid.h"
#include <math.h>

typedef enum { BOX, PRISM, TETRAHEDRON } form;

static const struct {
    const solid_shape *shape;
    form form;
    int degree; /* of the rule for the stress, and of that for the mass */
    int mass;
} SHAPES[] = {{&SHAPE_HEXAHEDRON_8, BOX, 3, 3},           {&SHAPE_HEXAHEDRON_20, BOX, 5, 5},
              {&SHAPE_HEXAHEDRON_20R, BOX, 3, 5},         {&SHAPE_HEXAHEDRON_27, BOX, 5, 5},
              {&SHAPE_PENTAHEDRON_15, PRISM, 5, 5},       {&SHAPE_PENTAHEDRON_18, PRISM, 5, 5},
              {&SHAPE_TETRAHEDRON_10, TETRAHEDRON, 3, 5}, {&SHAPE_TETRAHEDRON_20, TETRAHEDRON, 5, 6}};
enum { N_SHAPES = sizeof SHAPES / sizeof *SHAPES };

static void near_to(double a, double b, double tolerance)
{
    if (!(fabs(a - b) <= tolerance))
        fail_msg("%.17g is not %.17g", a, b);
}

/* --- functions ---------------------------------------------------------------------------------------------------- */

static void functions_are_one_at_their_own_node(void **unused)
{
    (void)unused;
    for (int i = 0; i < N_SHAPES; i++)
        for (int l = 0; l < SHAPES[i].shape->solid_functions.n; l++) {
            double r[3], h[SOLID_NODES];
            solid_node_at(SHAPES[i].shape, l, r);
            SHAPES[i].shape->solid_functions.evaluate(r, h, NULL);
            for (int k = 0; k < SHAPES[i].shape->solid_functions.n; k++)
                near_to(h[k], k == l, 1e-14);
            if (l >= SHAPES[i].shape->pressure.n || SHAPES[i].shape->pressure.n == 1)
                continue;
            SHAPES[i].shape->pressure.evaluate(r, h, NULL);
            for (int k = 0; k < SHAPES[i].shape->pressure.n; k++)
                near_to(h[k], k == l, 1e-14);
        }
}

/* All products of the coordinates that quadratic elements can represent, linear ones the first eight; cubic ones. */
static double product(int which, const double r[3])
{
    static const int POWER[][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 0}, {0, 1, 1},
                                   {1, 0, 1}, {1, 1, 1}, {2, 0, 0}, {0, 2, 0}, {0, 0, 2}, {3, 0, 0},
                                   {0, 3, 0}, {0, 0, 3}, {2, 1, 0}, {0, 1, 2}, {1, 0, 2}};
    return pow(r[0], POWER[which][0]) * pow(r[1], POWER[which][1]) * pow(r[2], POWER[which][2]);
}
enum { LINEAR_PRODUCTS = 7, QUADRATIC_PRODUCTS = 11, CUBIC_PRODUCTS = 17 };

static int products_of(const solid_shape *shape)
{
    return shape == &SHAPE_TETRAHEDRON_20 ? CUBIC_PRODUCTS
           : shape->solid_functions.n > 8 ? QUADRATIC_PRODUCTS
                                          : LINEAR_PRODUCTS;
}

static const double INSIDE[][3] = {{0.21, 0.34, 0.13}, {0.4, 0.05, 0.3}, {0.1, 0.1, 0.7}};

static void functions_represent_products(void **unused)
{
    (void)unused;
    for (int i = 0; i < N_SHAPES; i++)
        for (int p = 0; p < 3; p++)
            for (int m = 0; m < products_of(SHAPES[i].shape); m++) {
                const solid_shape *shape = SHAPES[i].shape;
                double h[SOLID_NODES], derivative[SOLID_NODES][3], sum = 0.0;
                if (m == LINEAR_PRODUCTS && SHAPES[i].form != BOX && shape != &SHAPE_TETRAHEDRON_20)
                    continue;
                shape->solid_functions.evaluate(INSIDE[p], h, derivative);
                for (int k = 0; k < shape->solid_functions.n; k++) {
                    double at[3];
                    solid_node_at(shape, k, at);
                    sum += h[k] * product(m, at);
                }
                near_to(sum, product(m, INSIDE[p]), 1e-14);
            }
}

static void derivatives_are_those_of_the_functions(void **unused)
{
    (void)unused;
    const double step = 1e-3; /* of cubics at most along a coordinate: (8 d1 - d2) / 12 is exact */
    for (int i = 0; i < N_SHAPES; i++)
        for (int j = 0; j < 9; j++) {
            double h[4][SOLID_NODES], derivative[SOLID_NODES][3], unused_h[SOLID_NODES];
            for (int m = 0; m < 4; m++) {
                double r[3] = {INSIDE[j / 3][0], INSIDE[j / 3][1], INSIDE[j / 3][2]};
                r[j % 3] += step * (m < 2 ? 1 : 2) * (m % 2 ? -1 : 1);
                SHAPES[i].shape->solid_functions.evaluate(r, h[m], NULL);
            }
            SHAPES[i].shape->solid_functions.evaluate(INSIDE[j / 3], unused_h, derivative);
            for (int k = 0; k < SHAPES[i].shape->solid_functions.n; k++)
                near_to(derivative[k][j % 3], (8 * (h[0][k] - h[1][k]) - (h[2][k] - h[3][k])) / (12 * step), 1e-11);
        }
}

/* --- rules -------------------------------------------------------------------------------------------------------- */

static double factorial(int n) { return tgamma(n + 1.0); }
static double along_line(int a) { return a % 2 ? 0.0 : 2.0 / (a + 1); }

static double integral(form of, int a, int b, int c)
{
    if (of == BOX)
        return along_line(a) * along_line(b) * along_line(c);
    if (of == PRISM)
        return factorial(a) * factorial(b) / factorial(a + b + 2) * along_line(c);
    return factorial(a) * factorial(b) * factorial(c) / factorial(a + b + c + 3);
}

static void integrates(const solid_rule *by, form of, int degree)
{
    for (int m = 0; m < 343; m++) {
        const int a = m % 7, b = m / 7 % 7, c = m / 49;
        const int planar = of == BOX ? (a > b ? a : b) : a + b, most = of == TETRAHEDRON ? planar + c : planar;
        if (most > degree || c > degree)
            continue;
        double sum = 0.0, r[3];
        for (int i = 0; i < by->n; i++) {
            const double w = by->point(i, r);
            sum += w * pow(r[0], a) * pow(r[1], b) * pow(r[2], c);
        }
        near_to(sum, integral(of, a, b, c), 1e-14);
    }
}

static void rules_are_exact_up_to_their_degree(void **unused)
{
    (void)unused;
    for (int i = 0; i < N_SHAPES; i++) {
        integrates(SHAPES[i].shape->stress, SHAPES[i].form, SHAPES[i].degree);
        integrates(SHAPES[i].shape->mass, SHAPES[i].form, SHAPES[i].mass);
    }
}

/* --- drawing ------------------------------------------------------------------------------------------------------ */

typedef struct {
    frame frames[SOLID_NODES];
    node nodes[SOLID_NODES];
    solid self;
    elem element;
} body;

static const vec3 CENTRE = {4, -2, 1};
static const mat3 MAP = {{{1.5, 0.2, 0.1}, {-0.3, 0.8, 0.2}, {0.1, -0.1, 2.0}}};

static vec3 mapped(const double r[3]) { return vec3_add(CENTRE, mat3_mulv(&MAP, vec3_load(r))); }

/* Nodes where an affine map puts them. */
static void make_body(body *b, const solid_shape *shape)
{
    *b = (body){.self = {.shape = shape}};
    b->element.self = &b->self;
    for (int k = 0; k < shape->solid_functions.n; k++) {
        double r[3];
        solid_node_at(shape, k, r);
        b->frames[k].x = mapped(r);
        b->nodes[k].initial = &b->frames[k];
        b->self.node[k] = &b->nodes[k];
    }
}

static int number_of(const body *body, const node *node) { return (int)(node - body->nodes); }

/* Natural coordinates of a vertex. What its weights make of products is the product there. */
static vec3 natural(const body *body, const drawing *drawing, int vertex)
{
    const solid_shape *shape = body->self.shape;
    const int end = vertex + 1 < drawing->vertices.n ? drawing->vertices.items[vertex + 1] : drawing->ties.n;
    double sum[QUADRATIC_PRODUCTS] = {0};
    for (int i = drawing->vertices.items[vertex]; i < end; i++) {
        const draw_tie *draw_tie = &drawing->ties.items[i];
        double at[3];
        assert_true(draw_tie->f.x == 0.0 && draw_tie->f.y == 0.0 && draw_tie->f.z == 0.0 &&
                    fabs(draw_tie->weight) > 1e-9);
        solid_node_at(shape, number_of(body, draw_tie->node), at);
        for (int m = 0; m < QUADRATIC_PRODUCTS; m++)
            sum[m] += draw_tie->weight * product(m, at);
    }
    near_to(sum[0], 1.0, 1e-13);
    for (int m = 4; m < (shape->solid_functions.n > 8 ? QUADRATIC_PRODUCTS : LINEAR_PRODUCTS); m++)
        if (m != LINEAR_PRODUCTS)
            near_to(sum[m], product(m, sum + 1), 1e-13);
    return vec3_load(sum + 1);
}

/* Corners of a face by their numbers, in order; a grid between them. */
static void is_grid(const body *body, const drawing *drawing, const draw_shape *shape, const signed char corner[4])
{
    const int n = shape->rows;
    vec3 c[4];
    for (int i = 0; i < 4; i++) {
        double r[3];
        solid_node_at(body->self.shape, corner[i], r);
        c[i] = vec3_load(r);
    }
    assert_true(shape->is_face && shape->n == n * n && n == (body->self.shape->solid_functions.n > 8 ? 3 : 2));
    for (int i = 0; i < n * n; i++) {
        const double u = (double)(i % n) / (n - 1), v = (double)(i / n) / (n - 1);
        vec3 p = vec3_add(c[0], vec3_scale(u, vec3_sub(c[1], c[0])));
        const vec3 q = vec3_add(c[3], vec3_scale(u, vec3_sub(c[2], c[3])));
        p = vec3_add(p, vec3_scale(v, vec3_sub(q, p)));
        assert_true(vec3_norm(vec3_sub(natural(body, drawing, shape->first + i), p)) < 1e-13);
    }
}

static void faces_follow_the_nodes(void **unused)
{
    (void)unused;
    static const int FACES[] = {[BOX] = 6, [PRISM] = 5, [TETRAHEDRON] = 4};
    for (int i = 0; i < N_SHAPES; i++) {
        body body;
        drawing drawing = {0};
        make_body(&body, SHAPES[i].shape);
        solid_draw(&body.element, &drawing);
        assert_int_equal(drawing.shapes.n, FACES[SHAPES[i].form]);
        for (int k = 0; k < drawing.shapes.n; k++)
            is_grid(&body, &drawing, &drawing.shapes.items[k], SHAPES[i].shape->faces->corner[k]);
        assert_int_equal(drawing.corners.n, SHAPES[i].shape->solid_functions.n);
        for (int k = 0; k < drawing.corners.n; k++)
            assert_ptr_equal(drawing.corners.items[k], &body.nodes[k]);
        drawing_free(&drawing);
    }
}

/* --- carrying ----------------------------------------------------------------------------------------------------- */

/* Weights are the functions at the point, and such that they make it, also a little outside. Outside is what is beyond
 * the nodes along a natural coordinate, by the width of the element, of the size that a unit of r has on the mean. */
static void points_that_solids_carry(void **unused)
{
    (void)unused;
    static const double POINTS[][3] = {{0.2, 0.3, 0.1}, {0.05, 0.6, 0.3}, {1.3, 0.2, 0.1}, {0.4, 0.3, -1.4}};
    const double size = cbrt(mat3_det(&MAP));
    for (int i = 0; i < N_SHAPES; i++)
        for (int p = 0; p < 4; p++) {
            const form of = SHAPES[i].form;
            const double across = of == BOX ? 2 : 1, along = of == TETRAHEDRON ? 1 : 2,
                         low = of == TETRAHEDRON ? 0 : -1;
            const double out[] = {0, 0, 0.3 / across, (low + 1.4) / along};
            body body;
            carrier carrier;
            double h[SOLID_NODES];
            make_body(&body, SHAPES[i].shape);
            solid_carry(&body.element, mapped(POINTS[p]), &carrier);
            SHAPES[i].shape->solid_functions.evaluate(POINTS[p], h, NULL);
            assert_int_equal(carrier.n, SHAPES[i].shape->solid_functions.n);
            vec3 x = {0, 0, 0};
            for (int k = 0; k < carrier.n; k++) {
                assert_ptr_equal(carrier.node[k], &body.nodes[k]);
                near_to(carrier.weight[k], h[k], 1e-11);
                x = vec3_axpy(x, carrier.weight[k], body.frames[k].x);
            }
            assert_true(vec3_norm(vec3_sub(x, mapped(POINTS[p]))) < 1e-12);
            near_to(carrier.distance, size * out[p], 1e-11);
            near_to(carrier.reach, 0.5 * size, 1e-12);
        }
}

/* Coordinates beyond 3 are not reached: the rest of the way counts, and the size. */
static void points_far_away(void **unused)
{
    (void)unused;
    static const double FAR[][3] = {{5, 0, 0}, {0, -7, 0}};
    const double size = cbrt(mat3_det(&MAP));
    for (int i = 0; i < 2; i++) {
        const vec3 rest = vec3_scale(i ? -4.0 : 2.0, mat3_col(&MAP, i));
        body body;
        carrier carrier;
        make_body(&body, &SHAPE_HEXAHEDRON_8);
        solid_carry(&body.element, mapped(FAR[i]), &carrier);
        near_to(carrier.distance, (3.0 - 1.0) / 2.0 * size + size + vec3_norm(rest), 1e-11);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(functions_are_one_at_their_own_node),
        cmocka_unit_test(functions_represent_products),
        cmocka_unit_test(derivatives_are_those_of_the_functions),
        cmocka_unit_test(rules_are_exact_up_to_their_degree),
        cmocka_unit_test(faces_follow_the_nodes),
        cmocka_unit_test(points_that_solids_carry),
        cmocka_unit_test(points_far_away),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
