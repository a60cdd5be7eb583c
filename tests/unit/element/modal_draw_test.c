/* modal_draw_test.c - how points of modal data are joined to bars and faces, and how they move with the modes.
 *
 *     p = x + R (f - origin + sum a_k U_k) */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "element/modal/modal.h"
#include "math/rotation.h"
#include <math.h>
#include <string.h>

enum { SIDE = 7, MOST = SIDE * SIDE };

typedef struct {
    drawing drawing;
    int bars, faces;
} picture;

static picture draw_body_of(const modal *body)
{
    const elem element = {.self = (void *)body};
    picture picture = {0};
    modal_draw(&element, &picture.drawing);
    for (int i = 0; i < picture.drawing.shapes.n; i++) {
        picture.bars += picture.drawing.shapes.items[i].kind == DRAW_TUBE;
        picture.faces += picture.drawing.shapes.items[i].kind == DRAW_SURFACE;
    }
    return picture;
}

static picture draw(int n, const double *x)
{
    static double U[3 * MOST];
    static const int FIRST[] = {1};
    const modal body = {.M = 1, .frame = {.R = MAT3_EYE}, .number = FIRST, .data = {.n_nodes = n, .x = x, .U = U}};
    return draw_body_of(&body);
}

static double coordinate(const picture *picture, int vertex)
{
    return picture->drawing.ties.items[picture->drawing.vertices.items[vertex]].f.x;
}

/* In whatever order they come, neighbours alone are joined. */
static void points_of_a_line_make_a_chain(void **unused)
{
    (void)unused;
    static const double X[] = {0, 0, 0, 3, 0, 0, 1, 0, 0, 2, 0, 0, 4.5, 0, 0};
    picture picture = draw(5, X);
    assert_int_equal(picture.bars, 4);
    assert_int_equal(picture.faces, 0);
    for (int i = 0; i < picture.drawing.shapes.n; i++) {
        const int first = picture.drawing.shapes.items[i].first;
        const double length = fabs(coordinate(&picture, first + 1) - coordinate(&picture, first));
        assert_true(length == 1.0 || length == 1.5);
    }
    drawing_free(&picture.drawing);
}

static void corners_of_a_cube_make_its_faces(void **unused)
{
    (void)unused;
    double x[3 * 8];
    for (int i = 0; i < 24; i++)
        x[i] = i / 3 >> i % 3 & 1;
    picture picture = draw(8, x);
    assert_int_equal(picture.faces, 6);
    assert_int_equal(picture.bars, 0);
    drawing_free(&picture.drawing);
}

/* More points than any of them has as neighbours. */
static void plate_has_a_face_for_every_cell(void **unused)
{
    (void)unused;
    double x[3 * MOST];
    for (int i = 0; i < MOST; i++) {
        x[3 * i] = 0.3 * (i / SIDE);
        x[3 * i + 1] = 0.4 * (i % SIDE);
        x[3 * i + 2] = 0.0;
    }
    picture picture = draw(MOST, x);
    assert_int_equal(picture.faces, (SIDE - 1) * (SIDE - 1));
    assert_int_equal(picture.bars, 0);
    drawing_free(&picture.drawing);
}

static void triangle_has_a_face_and_its_tail_a_bar(void **unused)
{
    (void)unused;
    static const double X[] = {0, 0, 0, 1, 0, 0, 0.5, 0.866025403784438647, 0, 2, 0, 0};
    picture picture = draw(4, X);
    assert_int_equal(picture.faces, 1);
    assert_int_equal(picture.bars, 1);
    drawing_free(&picture.drawing);
}

/* Every three points whose edges are joined make a face; four do where no diagonal is. */
static void faces_of_tetrahedron_and_pyramids(void **unused)
{
    (void)unused;
    static const double TETRAHEDRON[] = {1, 1, 1, 1, -1, -1, -1, 1, -1, -1, -1, 1}, H = 0.70710678118654752;
    const double last[] = {0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0.5, 0.5, H},
                 first[] = {0.5, 0.5, H, 0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0};
    const struct {
        int n;
        const double *x;
        int faces;
    } FORMS[] = {{4, TETRAHEDRON, 4}, {5, last, 5}, {5, first, 5}};
    for (int i = 0; i < 3; i++) {
        picture picture = draw(FORMS[i].n, FORMS[i].x);
        assert_int_equal(picture.faces, FORMS[i].faces);
        assert_int_equal(picture.bars, 0);
        drawing_free(&picture.drawing);
    }
}

/* Corners of an icosahedron are nearer to its centre than to each other: twelve bars, of which the centre has eight
 * where it comes first. */
static void star_has_a_bar_for_each_ray(void **unused)
{
    (void)unused;
    const double g = 0.5 * (1 + sqrt(5.0));
    double x[3 * 14] = {0};
    for (int i = 0; i < 12; i++) { /* all signs of (0, 1, g) and its cyclic permutations */
        double *at = x + 3 * (i + 1);
        at[i % 3] = i / 3 % 2 ? 1 : -1;
        at[(i + 1) % 3] = i / 6 ? g : -g;
    }
    picture centre_first = draw(13, x), centre_last = draw(13, x + 3); /* 0 again behind them */
    assert_int_equal(centre_first.bars, 8);
    assert_int_equal(centre_last.bars, 12);
    assert_int_equal(centre_first.faces + centre_last.faces, 0);
    drawing_free(&centre_first.drawing);
    drawing_free(&centre_last.drawing);
}

/* A point that is far from a grid is joined to the nearest of it, whose own neighbours are all nearer. */
static void point_far_away_has_a_bar(void **unused)
{
    (void)unused;
    double x[3 * 26] = {10, -5, 0};
    for (int i = 0; i < 25; i++)
        x[3 * (i + 1)] = 0.1 * (i / 5), x[3 * (i + 1) + 1] = 0.1 * (i % 5);
    picture picture = draw(26, x);
    assert_int_equal(picture.bars, 1);
    assert_int_equal(picture.faces, 16);
    assert_true(coordinate(&picture, picture.drawing.shapes.items[16].first) == 10);
    assert_true(coordinate(&picture, picture.drawing.shapes.items[16].first + 1) == 0.4);
    drawing_free(&picture.drawing);
}

/* --- motion ------------------------------------------------------------------------------------------------------- */

enum { MODES = 3, USED = 2, POINTS = 3 };
static const double PLACES[3 * POINTS] = {1, 0, 0, 2, 0, 0.1, 3, 0.1, 0};
static double SHAPES[3 * POINTS * MODES];

static vec3 moved(const drawing *drawing, int vertex, const double *amplitude, const frame *node_at)
{
    const int end = vertex + 1 < drawing->vertices.n ? drawing->vertices.items[vertex + 1] : drawing->ties.n;
    vec3 p = {0, 0, 0};
    for (int i = drawing->vertices.items[vertex]; i < end; i++) {
        const draw_tie *draw_tie = &drawing->ties.items[i];
        assert_true((draw_tie->column != NULL) == (draw_tie->number > 0) &&
                    (!draw_tie->column || strcmp(draw_tie->column, "a") == 0));
        const vec3 f = vec3_scale(draw_tie->number ? amplitude[draw_tie->number - 1] : 1.0, draw_tie->f);
        p = vec3_add(p, draw_tie->node ? vec3_axpy(mat3_mulv(&node_at->R, f), draw_tie->weight, node_at->x) : f);
        assert_true(draw_tie->weight == (draw_tie->number == 0));
    }
    return p;
}

/* Modes 3 and 1 of the data are used, in this order; the frame is fixed or that of a node. */
static void points_move_with_the_modes(void **unused)
{
    (void)unused;
    static const int NUMBERS[USED] = {3, 1};
    static const double AMPLITUDE[USED] = {0.4, -0.7};
    const frame at = {.x = {5, -1, 2}, .R = rotation_exp((vec3){0.3, 0.8, -0.5})};
    const vec3 origin = {0.5, 0.25, -0.1};
    const node carrier = {.label = 7};
    for (int i = 0; i < 3 * POINTS * MODES; i++)
        SHAPES[i] = 0.01 * (i * i % 37);
    for (int way = 0; way < 2; way++) {
        const modal body = {.M = USED,
                            .frame = {.node = way ? &carrier : NULL, .x = at.x, .R = at.R},
                            .origin = origin,
                            .number = NUMBERS,
                            .data = {.n_nodes = POINTS, .x = PLACES, .U = SHAPES}};
        picture picture = draw_body_of(&body);
        assert_int_equal(picture.bars, 2);
        for (int v = 0; v < 4; v++) { /* from the first to the second, to the third */
            const int i = v == 0 ? 0 : v == 3 ? 2 : 1;
            vec3 f = vec3_sub(vec3_load(PLACES + 3 * i), origin);
            for (int k = 0; k < USED; k++)
                f = vec3_axpy(f, AMPLITUDE[k], vec3_load(SHAPES + 3 * ((NUMBERS[k] - 1) * POINTS + i)));
            const vec3 expected = vec3_add(at.x, mat3_mulv(&at.R, f));
            assert_true(vec3_norm(vec3_sub(moved(&picture.drawing, v, AMPLITUDE, &at), expected)) < 1e-14);
        }
        drawing_free(&picture.drawing);
    }
}

/* Every third of 5000 points, and of 250 where each has 150 ties; of three points with very many modes two. */
static void of_many_points_some_are_taken(void **unused)
{
    (void)unused;
    static const struct {
        int points, modes, step;
    } SIZES[] = {{5000, 1, 3}, {2000, 1, 1}, {2001, 1, 2}, {250, 149, 3}, {100, 149, 1}, {3, 8000, 2}};
    for (int i = 0; i < 6; i++) {
        const int n = SIZES[i].points, M = SIZES[i].modes;
        double *x = test_calloc((size_t)(3 * n), sizeof *x), *U = test_calloc((size_t)(3 * n * M), sizeof *U);
        int *number = test_calloc((size_t)M, sizeof *number);
        for (int k = 0; k < n; k++)
            x[3 * k] = k, U[3 * k] = 0.5 * k;
        for (int k = 0; k < M; k++)
            number[k] = k + 1;
        const modal body = {.M = M, .frame = {.R = MAT3_EYE}, .number = number, .data = {.n_nodes = n, .x = x, .U = U}};
        picture picture = draw_body_of(&body);
        assert_int_equal(picture.bars, (n - 1) / SIZES[i].step);
        for (int k = 0; k < picture.bars; k++)
            for (int end = 0; end < 2; end++) {
                const int vertex = picture.drawing.shapes.items[k].first + end, at = (k + end) * SIZES[i].step;
                assert_true(coordinate(&picture, vertex) == at);
                assert_true(picture.drawing.ties.items[picture.drawing.vertices.items[vertex] + 1].f.x == 0.5 * at);
            }
        drawing_free(&picture.drawing);
        test_free(number);
        test_free(U);
        test_free(x);
    }
}

/* Lines to the points that are held, where they are not at their nodes; without data nothing else. */
static void interfaces_are_lines_to_their_points(void **unused)
{
    (void)unused;
    static const node nodes[3];
    modal_interface at[] = {
        {.node = &nodes[0], .offset = {0, 0.5, 0}}, {.node = &nodes[1]}, {.node = &nodes[2], .offset = {0, 0, -2}}};
    const modal body = {.M = 0, .frame = {.R = MAT3_EYE}, .interface = at, .n_interfaces = 3};
    picture picture = draw_body_of(&body);
    assert_int_equal(picture.drawing.shapes.n, 2);
    for (int i = 0; i < 2; i++) {
        const draw_tie *ends = &picture.drawing.ties.items[2 * i];
        assert_int_equal(picture.drawing.shapes.items[i].kind, DRAW_LINE);
        assert_true(ends[0].node == &nodes[2 * i] && ends[1].node == &nodes[2 * i]);
        assert_true(vec3_norm(ends[0].f) == 0.0 && vec3_norm(vec3_sub(ends[1].f, at[2 * i].offset)) == 0.0);
    }
    drawing_free(&picture.drawing);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_of_a_line_make_a_chain),     cmocka_unit_test(corners_of_a_cube_make_its_faces),
        cmocka_unit_test(plate_has_a_face_for_every_cell),   cmocka_unit_test(triangle_has_a_face_and_its_tail_a_bar),
        cmocka_unit_test(faces_of_tetrahedron_and_pyramids), cmocka_unit_test(star_has_a_bar_for_each_ray),
        cmocka_unit_test(point_far_away_has_a_bar),          cmocka_unit_test(points_move_with_the_modes),
        cmocka_unit_test(of_many_points_some_are_taken),     cmocka_unit_test(interfaces_are_lines_to_their_points),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
