/* drawing_test.c - curves and surfaces between points, on the ground and on nodes that move, faces that two elements
 * share, bodies by their inertia. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "contract/drawing.h"
#include "math/rotation.h"
#include <math.h>

static draw_tie fixed(double x, double y, double z) { return draw_at(NULL, (vec3){x, y, z}, NULL); }

/* p = sum (weight x + R f); where nodes are now stands in their `self`. */
static vec3 place_of(const drawing *drawing, int vertex)
{
    const int end = vertex + 1 < drawing->vertices.n ? drawing->vertices.items[vertex + 1] : drawing->ties.n;
    vec3 p = {0, 0, 0};
    double weight = 0.0;
    for (int i = drawing->vertices.items[vertex]; i < end; i++) {
        const draw_tie *draw_tie = &drawing->ties.items[i];
        const frame *now = draw_tie->node ? draw_tie->node->self : NULL;
        p = vec3_add(p, now ? vec3_axpy(mat3_mulv(&now->R, draw_tie->f), draw_tie->weight, now->x) : draw_tie->f);
        weight += draw_tie->weight;
    }
    assert_true(fabs(weight - 1.0) < 1e-14);
    return p;
}

static void near_to(vec3 p, double x, double y, double z)
{
    if (!(vec3_norm(vec3_sub(p, (vec3){x, y, z})) < 1e-14))
        fail_msg("(%g, %g, %g) is not (%g, %g, %g)", p.x, p.y, p.z, x, y, z);
}

static void curve_goes_through_its_points(void **unused)
{
    (void)unused;
    const draw_tie two[] = {fixed(1, 2, 3), fixed(3, 2, 3)}, three[] = {fixed(0, 0, 0), fixed(1, 1, 0), fixed(2, 0, 0)};
    drawing drawing = {0};
    draw_curve(&drawing, two, 2);
    draw_curve(&drawing, three, 3);
    const int n = drawing.shapes.items[0].n;
    assert_int_equal(drawing.shapes.items[1].n, n);
    for (int k = 0; k < n; k++) {
        const double u = 2.0 * k / (n - 1);
        near_to(place_of(&drawing, k), 1 + u, 2, 3);
        near_to(place_of(&drawing, n + k), u, u * (2 - u), 0);
    }
    drawing_free(&drawing);
}

static void surface_lies_between_its_edges(void **unused)
{
    (void)unused;
    const draw_tie leading[] = {fixed(0, 0, 0), fixed(1, 1, 0), fixed(2, 0, 0)},
                   trailing[] = {fixed(0, -1, 0), fixed(1, -2, 0), fixed(2, -1, 0)};
    drawing drawing = {0};
    draw_surface(&drawing, leading, trailing, 3);
    const int rows = drawing.shapes.items[0].rows;
    assert_int_equal(drawing.shapes.items[0].n, 2 * rows);
    for (int k = 0; k < rows; k++) {
        const double u = 2.0 * k / (rows - 1);
        near_to(place_of(&drawing, 2 * k), u, u * (2 - u), 0);
        near_to(place_of(&drawing, 2 * k + 1), u, -1 - u * (2 - u), 0);
    }
    drawing_free(&drawing);
}

/* --- on nodes ----------------------------------------------------------------------------------------------------- */

/* Of Bezier's control points. */
static vec3 cubic(const vec3 c[4], double u)
{
    const double v = 1 - u, B[] = {v * v * v, 3 * u * v * v, 3 * u * u * v, u * u * u};
    vec3 p = {0, 0, 0};
    for (int i = 0; i < 4; i++)
        p = vec3_axpy(p, B[i], c[i]);
    return p;
}

static vec3 on(const frame *at, vec3 f) { return vec3_add(at->x, mat3_mulv(&at->R, f)); }

static void near_vec3(vec3 a, vec3 b) { assert_true(vec3_norm(vec3_sub(a, b)) < 1e-13); }

/* Straight at the beginning; the tangents at the ends, the chord by length, turn with the nodes. One end may be the
 * ground. */
static void curve_bends_as_its_nodes_rotate(void **unused)
{
    (void)unused;
    const frame first[] = {{.x = {1, 2, 3}, .R = rotation_exp((vec3){0.4, -0.3, 0.8})},
                           {.x = {3, 1, 3.5}, .R = rotation_exp((vec3){-0.7, 0.2, 0.5})}};
    frame now[] = {first[0], first[1]};
    const node nodes[] = {{.initial = &first[0], .self = &now[0]}, {.initial = &first[1], .self = &now[1]}};
    const vec3 f[] = {{0.1, 0.2, -0.3}, {-0.2, 0.1, 0.4}}, ground = {4, 4, 4};
    const vec3 begin = on(&first[0], f[0]), end = on(&first[1], f[1]), chord = vec3_sub(end, begin);
    for (int way = 0; way < 2; way++) {
        const draw_tie ties[] = {draw_at(&nodes[0], f[0], NULL), draw_at(&nodes[1], f[1], NULL)};
        const draw_tie half[] = {draw_at(&nodes[0], f[0], NULL), draw_at(NULL, ground, NULL)};
        const mat3 rotation[] = {way ? rotation_exp((vec3){0.3, 0.1, -0.2}) : MAT3_EYE,
                                 way ? rotation_exp((vec3){-0.1, 0.4, 0.3}) : MAT3_EYE};
        for (int i = 0; i < 2; i++)
            now[i] = (frame){.x = vec3_axpy(first[i].x, way, (vec3){0.2, -i, 0.3}),
                             .R = mat3_mul(&rotation[i], &first[i].R)};
        drawing drawing = {0};
        draw_curve(&drawing, ties, 2);
        draw_curve(&drawing, half, 2);
        const vec3 p = on(&now[0], f[0]), q = on(&now[1], f[1]), to_ground = vec3_sub(ground, begin);
        const vec3 between[] = {p, vec3_axpy(p, 1. / 3, mat3_mulv(&rotation[0], chord)),
                                vec3_axpy(q, -1. / 3, mat3_mulv(&rotation[1], chord)), q};
        const vec3 grounded[] = {p, vec3_axpy(p, 1. / 3, mat3_mulv(&rotation[0], to_ground)),
                                 vec3_axpy(ground, -1. / 3, to_ground), ground};
        const int n = drawing.shapes.items[0].n;
        for (int k = 0; k < n; k++) {
            near_vec3(place_of(&drawing, k), cubic(between, (double)k / (n - 1)));
            near_vec3(place_of(&drawing, n + k), cubic(grounded, (double)k / (n - 1)));
        }
        drawing_free(&drawing);
    }
}

/* Two points of the span make ruled surfaces, one a strip across. Axes are those of the points. */
static void surfaces_with_few_points(void **unused)
{
    (void)unused;
    const mat3 axes = rotation_exp((vec3){0.1, 0.2, 0.3});
    const draw_tie leading[] = {draw_at(NULL, (vec3){0, 0, 0}, &axes), fixed(2, 1, 0)},
                   trailing[] = {fixed(0, -1, 0), fixed(2, -1, 4)};
    drawing drawing = {0};
    draw_surface(&drawing, leading, trailing, 2);
    draw_surface(&drawing, leading, trailing, 1);
    const int rows = drawing.shapes.items[0].rows;
    assert_int_equal(drawing.shapes.items[1].first, 2 * rows);
    for (int k = 0; k < rows; k++) {
        const double u = (double)k / (rows - 1);
        near_to(place_of(&drawing, 2 * k), 2 * u, u, 0);
        near_to(place_of(&drawing, 2 * k + 1), 2 * u, -1, 4 * u);
        near_to(place_of(&drawing, 2 * (rows + k)), 0, 0, 0);
        near_to(place_of(&drawing, 2 * (rows + k) + 1), 0, -1, 0);
    }
    assert_memory_equal(&drawing.ties.items[0].A, &axes, sizeof axes);
    drawing_free(&drawing);
}

static void lines_marks_and_arrows(void **unused)
{
    (void)unused;
    const draw_tie points[] = {fixed(1, 0, 0), fixed(2, 0, 0), fixed(3, 1, 0)};
    drawing drawing = {0};
    draw_line(&drawing, points, 3);
    draw_two(&drawing, DRAW_SPRING, points);
    draw_mark(&drawing, SYMBOL_HINGE, points[2]);
    draw_arrow(&drawing, DRAW_MOMENT, points[1], "m", -1.0);
    static const draw_shape EXPECTED[] = {{DRAW_LINE, .first = 0, .n = 3, .sign = 1},
                                          {DRAW_SPRING, .first = 3, .n = 2, .sign = 1},
                                          {DRAW_SYMBOL, .symbol = SYMBOL_HINGE, .first = 5, .n = 1, .sign = 1},
                                          {DRAW_MOMENT, .first = 6, .n = 1, .column = "m", .sign = -1}};
    static const double X[] = {1, 2, 3, 1, 2, 3, 2};
    assert_int_equal(drawing.shapes.n, 4);
    for (int i = 0; i < 4; i++) {
        const draw_shape *s = &drawing.shapes.items[i], *e = &EXPECTED[i];
        assert_true(s->kind == e->kind && s->symbol == e->symbol && s->first == e->first && s->n == e->n);
        assert_true(s->sign == e->sign && !s->is_face && (s->column ? s->column[0] : 0) == (e->column ? 'm' : 0));
    }
    for (int k = 0; k < 7; k++)
        assert_true(place_of(&drawing, k).x == X[k]);
    drawing_free(&drawing);
}

/* --- faces -------------------------------------------------------------------------------------------------------- */

/* A grid of three by three, its corners on nodes and what is between on two of them each. */
static void add_face(drawing *drawing, const node *nodes, const int corner[4])
{
    static const int ENDS[9][2] = {{0, 0}, {0, 1}, {1, 1}, {0, 3}, {0, 2}, {1, 2}, {3, 3}, {2, 3}, {2, 2}};
    draw_face(drawing, 3);
    for (int i = 0; i < 9; i++) {
        const bool is_one = ENDS[i][0] == ENDS[i][1];
        const draw_tie ties[] = {{.node = &nodes[corner[ENDS[i][0]]], .weight = is_one ? 1.0 : 0.5},
                                 {.node = &nodes[corner[ENDS[i][1]]], .weight = 0.5}};
        draw_vertex(drawing, ties, is_one ? 1 : 2);
    }
}

static void is_face_of(const drawing *drawing, int shape, const node *nodes, const int corner[4])
{
    const draw_shape *draw_shape = &drawing->shapes.items[shape];
    const int at[] = {draw_shape->first, draw_shape->first + 2, draw_shape->first + 8, draw_shape->first + 6};
    assert_true(draw_shape->is_face && draw_shape->kind == DRAW_SURFACE && draw_shape->n == 9 && draw_shape->rows == 3);
    for (int i = 0; i < 4; i++)
        assert_ptr_equal(drawing->ties.items[drawing->vertices.items[at[i]]].node, &nodes[corner[i]]);
    assert_int_equal(drawing->vertices.items[draw_shape->first + 1] + 2,
                     drawing->vertices.items[draw_shape->first + 2]);
    assert_ptr_equal(drawing->ties.items[drawing->vertices.items[draw_shape->first + 5]].node, &nodes[corner[1]]);
    assert_ptr_equal(drawing->ties.items[drawing->vertices.items[draw_shape->first + 5] + 1].node, &nodes[corner[2]]);
}

/* Faces with the same corners in any order are there twice; triangles have one corner twice, any of them. Whatever is
 * no face stays, and so does a face that has but some corners in common. */
static void faces_between_elements_are_dropped(void **unused)
{
    (void)unused;
    static const node nodes[8];
    static const int FACES[][4] = {{0, 1, 2, 3}, {7, 5, 6, 4}, {4, 5, 6, 7}, {3, 2, 5, 4}, {3, 1, 2, 2},
                                   {0, 1, 3, 4}, {2, 3, 1, 1}, {1, 3, 4, 4}, {2, 7, 0, 6}};
    static const int KEPT[] = {-1, 0, 3, 5, 7, 8, -2}, OWNER[] = {10, 11, 14, 16, 18, 19, 20};
    const node *const corners[] = {&nodes[3], &nodes[6]};
    drawing drawing = {0};
    int owner[11];
    draw_mark(&drawing, SYMBOL_BALL, fixed(5, 0, 0));
    for (int i = 0; i < 9; i++)
        add_face(&drawing, nodes, FACES[i]);
    draw_two(&drawing, DRAW_SPRING, (const draw_tie[]){fixed(6, 0, 0), fixed(7, 0, 0)});
    draw_corners(&drawing, corners, 2);
    for (int i = 0; i < 11; i++)
        owner[i] = 10 + i;
    drawing_drop_inner_faces(&drawing, owner);
    assert_int_equal(drawing.shapes.n, 7);
    for (int i = 0; i < 7; i++) {
        assert_int_equal(owner[i], OWNER[i]);
        if (KEPT[i] >= 0)
            is_face_of(&drawing, i, nodes, FACES[KEPT[i]]);
    }
    assert_int_equal(drawing.vertices.n, 1 + 5 * 9 + 2);
    assert_true(drawing.shapes.items[0].symbol == SYMBOL_BALL && drawing.shapes.items[6].kind == DRAW_SPRING &&
                drawing.shapes.items[6].n == 2);
    assert_true(place_of(&drawing, drawing.shapes.items[6].first).x == 6 &&
                place_of(&drawing, drawing.shapes.items[6].first + 1).x == 7);
    assert_int_equal(drawing.corners.n, 2);
    assert_memory_equal(drawing.corners.items, corners, sizeof corners);
    drawing_free(&drawing);
}

static void single_faces_stay(void **unused)
{
    (void)unused;
    static const node nodes[4];
    static const int FACE[] = {0, 1, 2, 3};
    drawing drawing = {0};
    int owner[] = {7};
    drawing_drop_inner_faces(&drawing, owner);
    assert_int_equal(drawing.shapes.n, 0);
    add_face(&drawing, nodes, FACE);
    drawing_drop_inner_faces(&drawing, owner);
    assert_int_equal(drawing.shapes.n, 1);
    is_face_of(&drawing, 0, nodes, FACE);
    drawing_free(&drawing);
}

/* --- bodies ------------------------------------------------------------------------------------------------------- */

/* A box of half sides a sqrt(3), its axes turned: J = m (b^2 + c^2) about the side a; what is not symmetric in a tensor
 * counts as its mean. */
static void body_is_as_large_as_its_inertia_says(void **unused)
{
    (void)unused;
    const double m = 2.5, a = 0.3, b = 0.7, c = 1.1, side[] = {a, b, c};
    const mat3 R = rotation_exp((vec3){0.5, -0.2, 0.9});
    const mat3 D = {{{m * (b * b + c * c), 0, 0}, {0, m * (c * c + a * a), 0}, {0, 0, m * (a * a + b * b)}}};
    const mat3 RD = mat3_mul(&R, &D);
    mat3 J = mat3_mult(&RD, &R);
    J.e[0][1] += 0.05, J.e[1][0] -= 0.05;
    drawing drawing = {0};
    draw_body(&drawing, NULL, m, (vec3){1, 2, 3}, &J);
    const draw_shape *shape = &drawing.shapes.items[0];
    assert_true(shape->kind == DRAW_BODY && shape->n == 1);
    near_to(place_of(&drawing, 0), 1, 2, 3);
    const double size[] = {shape->size.x, shape->size.y, shape->size.z};
    for (int i = 0; i < 3; i++) {
        int k = 0;
        while (k < 2 && fabs(size[i] - side[k]) > 1e-12)
            k++;
        assert_true(fabs(size[i] - side[k]) < 1e-12);
        const vec3 axis = mat3_col(&drawing.ties.items[0].A, i);
        assert_true(fabs(fabs(vec3_dot(axis, mat3_col(&R, k))) - 1) < 1e-12);
    }
    drawing_free(&drawing);
}

/* Without mass, or with moments that no body has, along one of the axes. */
static void bodies_without_a_size(void **unused)
{
    (void)unused;
    const mat3 none = {{{0}}}, flat = {{{1, 0, 0}, {0, 2, 0}, {0, 0, 3}}},
               no_body = {{{1, 0, 0}, {0, 2, 0}, {0, 0, 4}}};
    drawing drawing = {0};
    draw_body(&drawing, NULL, 0.0, (vec3){0, 0, 0}, &MAT3_EYE);
    draw_body(&drawing, NULL, 0.0, (vec3){0, 0, 0}, &none);
    draw_body(&drawing, NULL, 2.0, (vec3){0, 0, 0}, &flat);
    draw_body(&drawing, NULL, 2.0, (vec3){0, 0, 0}, &no_body);
    const double sum[] = {0, 0, 1 + sqrt(0.5), sqrt(1.25) + sqrt(0.75)};
    for (int i = 0; i < 4; i++)
        assert_true(fabs(drawing.shapes.items[i].size.x + drawing.shapes.items[i].size.y +
                         drawing.shapes.items[i].size.z - sum[i]) < 1e-7);
    drawing_free(&drawing);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(curve_goes_through_its_points),
        cmocka_unit_test(surface_lies_between_its_edges),
        cmocka_unit_test(curve_bends_as_its_nodes_rotate),
        cmocka_unit_test(surfaces_with_few_points),
        cmocka_unit_test(lines_marks_and_arrows),
        cmocka_unit_test(faces_between_elements_are_dropped),
        cmocka_unit_test(single_faces_stay),
        cmocka_unit_test(body_is_as_large_as_its_inertia_says),
        cmocka_unit_test(bodies_without_a_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
