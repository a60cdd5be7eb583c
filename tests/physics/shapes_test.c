/* shapes_test.c - what elements look like and what they carry: where points are on a beam, where joints are marked. */
#include "probe_world.h"
#include "contract/carrier.h"
#include "contract/drawing.h"

static const elem *read_element(world *w, const char *card, unsigned label, const char *const part[3])
{
    assert_runs(w, NULL, 0, (march){.until = 1e-3}, part);
    return model_elem(w->d->model, elem_card_find(card), label);
}

/* A line at 0.3 beside the nodes, along x; whoever is beside a place goes with it. Weights are those of the place. */
static void points_that_a_beam_carries(void **of)
{
#define LAW "linear elastic generic, diag, 1., 1., 1., 1., 1., 1."
    world *w = *of;
    const elem *e = read_element(
        w, "beam3", 1,
        (const char *const[]){"structural nodes: 3; joints: 1; beams: 1;",
                              "structural: 1, static, null, eye, null, null; structural: 2, static, 2., 0., 0., eye, "
                              "null, null; structural: 3, static, 4., 0., 0., eye, null, null;",
                              "joint: 1, clamp, 1, node, node;"
                              "beam3: 1, 1, 0., 0.3, 0., 2, 0., 0.3, 0., 3, 0., 0.3, 0., eye, " LAW ", eye, " LAW ";"});
    for (double x = 0.07; x < 4.0; x += 0.21) {
        const double xi = 0.5 * x - 1.0, weight[3] = {0.5 * xi * (xi - 1), 1 - xi * xi, 0.5 * xi * (xi + 1)};
        carrier c;
        e->type->carry(e, (vec3){x, 1.0, -0.5}, &c);
        assert_int_equal(c.n, 3);
        for (int k = 0; k < 3; k++)
            assert_near(c.weight[k], weight[k], 1e-7);
        assert_near(c.distance, hypot(0.7, 0.5), 1e-12);
    }
}

/* The mark of a joint moves with its second node, as its axes do. */
static void joints_are_marked_on_the_second_node(void **of)
{
    world *w = *of;
    const elem *e =
        read_element(w, "joint", 2,
                     (const char *const[]){
                         "structural nodes: 2; joints: 2;",
                         "structural: 1, static, null, eye, null, null; structural: 2, static, 3., 0., 0., eye, "
                         "null, null;",
                         "joint: 1, clamp, 1, node, node; joint: 2, deformable joint, 1, position, 1.5, 0., 0., 2, "
                         "position, -1.5, 0., 0., " LAW ";"});
    drawing d = {0};
    int marks = 0;
    e->type->draw(e, &d);
    for (int i = 0; i < d.shapes.n; i++)
        if (d.shapes.at[i].kind == DRAW_SYMBOL) {
            const draw_tie *tie = &d.ties.at[d.vertices.at[d.shapes.at[i].first]];
            assert_int_equal(tie->node->label, 2);
            assert_near(tie->f.x, -1.5, 0.0);
            marks++;
        }
    assert_int_equal(marks, 1);
    drawing_free(&d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(points_that_a_beam_carries), TEST(joints_are_marked_on_the_second_node)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
