/* modal_draw_test.c - how points of modal data are joined to bars and faces. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "element/modal/modal.h"

enum { SIDE = 7, MOST = SIDE * SIDE };

typedef struct {
    drawing to;
    int bars, faces;
} picture;

static picture draw(int n, const double *x)
{
    static double U[3 * MOST];
    static const int FIRST[] = {1};
    const modal body = {.M = 1, .frame = {.R = MAT3_EYE}, .number = FIRST, .data = {.n_nodes = n, .x = x, .U = U}};
    const elem e = {.self = (void *)&body};
    picture p = {0};
    modal_draw(&e, &p.to);
    for (int i = 0; i < p.to.shapes.n; i++) {
        p.bars += p.to.shapes.at[i].kind == DRAW_TUBE;
        p.faces += p.to.shapes.at[i].kind == DRAW_SURFACE;
    }
    return p;
}

static double coordinate(const picture *p, int vertex) { return p->to.ties.at[p->to.vertices.at[vertex]].f.x; }

/* In whatever order they come, neighbours alone are joined. */
static void points_of_a_line_make_a_chain(void **unused)
{
    (void)unused;
    static const double X[] = {0, 0, 0, 3, 0, 0, 1, 0, 0, 2, 0, 0, 4.5, 0, 0};
    picture p = draw(5, X);
    assert_int_equal(p.bars, 4);
    assert_int_equal(p.faces, 0);
    for (int i = 0; i < p.to.shapes.n; i++) {
        const int first = p.to.shapes.at[i].first;
        const double length = fabs(coordinate(&p, first + 1) - coordinate(&p, first));
        assert_true(length == 1.0 || length == 1.5);
    }
    drawing_free(&p.to);
}

static void corners_of_a_cube_make_its_faces(void **unused)
{
    (void)unused;
    double x[3 * 8];
    for (int i = 0; i < 24; i++)
        x[i] = i / 3 >> i % 3 & 1;
    picture p = draw(8, x);
    assert_int_equal(p.faces, 6);
    assert_int_equal(p.bars, 0);
    drawing_free(&p.to);
}

/* More points than any of them has as neighbours. */
static void a_plate_has_a_face_for_every_cell(void **unused)
{
    (void)unused;
    double x[3 * MOST];
    for (int i = 0; i < MOST; i++) {
        x[3 * i] = 0.3 * (i / SIDE);
        x[3 * i + 1] = 0.4 * (i % SIDE);
        x[3 * i + 2] = 0.0;
    }
    picture p = draw(MOST, x);
    assert_int_equal(p.faces, (SIDE - 1) * (SIDE - 1));
    assert_int_equal(p.bars, 0);
    drawing_free(&p.to);
}

static void a_triangle_has_a_face_and_its_tail_a_bar(void **unused)
{
    (void)unused;
    static const double X[] = {0, 0, 0, 1, 0, 0, 0.5, 0.866025403784438647, 0, 2, 0, 0};
    picture p = draw(4, X);
    assert_int_equal(p.faces, 1);
    assert_int_equal(p.bars, 1);
    drawing_free(&p.to);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_of_a_line_make_a_chain),
        cmocka_unit_test(corners_of_a_cube_make_its_faces),
        cmocka_unit_test(a_plate_has_a_face_for_every_cell),
        cmocka_unit_test(a_triangle_has_a_face_and_its_tail_a_bar),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
