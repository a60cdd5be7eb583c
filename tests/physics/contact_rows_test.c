/* contact_rows_test.c - contact as an element: what its pairs do is put on the nodes, once, at its place; few bodies
 * and many, which have an element each, are the same. */
#include "physics/direct_world.h"
#include "element/contact/contact.h"

#define LAW "law, linear, kappa, 100., damping, 3., friction, 0.4, slip speed, 0.2"

/* Sums over the pairs, about the nodes; the pair itself is tested in tests/unit. */
static void sum_pairs(direct *d, const contact *c, vec3 (*sum)[2], double *row)
{
    const contact_memory m = contact_memory_in(c, d->memory + d->e->memory);
    row[0] = row[1] = row[2] = 0.0;
    for (int i = 0; i < m.count->n; i++) {
        pair_force f;
        if (!pair_eval(0, &d->s, c, &m.pair[i], &f))
            continue;
        for (int side = 0; side < 2; side++) {
            const int body = c->shape[side == 0 ? m.pair[i].a : m.pair[i].b].body;
            const vec3 F = vec3_scale(side == 0 ? 1.0 : -1.0, jet3_value(&f.F));
            sum[body][0] = vec3_add(sum[body][0], F);
            sum[body][1] = vec3_add(sum[body][1], vec3_cross(jet3_value(&f.arm[side]), F));
        }
        row[0]++;
        row[1] = fmax(row[1], f.x);
        row[2] += f.f;
    }
}

static void slow_down(direct *d)
{
    for (int i = 0; i < MOST_POSES; i++) {
        d->poses[i].v = vec3_scale(0.1, d->poses[i].v);
        d->poses[i].w = vec3_scale(0.1, d->poses[i].w);
    }
}

/* Node 1 has a plane, nodes 2 and 3 spheres, node 3 another one, node 4 a box. */
static void few_bodies(void **of)
{
    direct d;
    open_direct(&d, *of, 10,
                (const char *const[]){
                    "structural nodes: 4; loadable elements: 1;",
                    "structural: 1, static, null, eye, null, null; structural: 2, static, null, eye, null, null;"
                    "structural: 3, static, null, eye, null, null; structural: 4, static, null, eye, null, null;",
                    "user defined: 10, contact, " LAW
                    ", shapes, 5, 2, sphere, radius, 0.5, 3, sphere, radius, 0.4, position, 0.1, "
                    "0.2, 0., 1, half space, position, 0., 0., -0.4, 3, sphere, radius, 0.6, position, -0.3, 0.1, 0., "
                    "4, box, half sides, 0.4, 0.7, 0.9;"});
    const contact *c = d.e->self;
    int n = 0;
    assert_int_equal(c->n_bodies, 4);
    assert_int_equal(d.e->n, 24);
    assert_near(c->margin, 0.05 * 0.4, 1e-15);
    const unsigned label[] = {2, 3, 1, 4};
    for (int i = 0; i < 4; i++)
        assert_int_equal(c->body[i]->label, label[i]);
    for (int trial = 0; trial < 20; trial++) {
        vec3 sum[4][2] = {0};
        double row[3];
        shake(&d);
        slow_down(&d);
        memory_start(d.w->d->model->plan, (memory_block *)d.memory);
        d.e->type->history->start(&d.s, d.e, (memory_block *)d.memory);
        sum_pairs(&d, c, sum, row);
        evaluate(&d);
        assert_false(d.failed.is_set);
        for (int i = 0; i < 4; i++) {
            assert_near3(d.r + 6 * i, sum[i][0], 1e-10);
            assert_near3(d.r + 6 * i + 3, sum[i][1], 1e-10);
        }
        assert_int_equal(d.n_row, 3);
        for (int i = 0; i < 3; i++)
            assert_near(d.row[i], row[i], 1e-12);
        assert_derivatives(&d);
        n += (int)row[0];
    }
    assert_true(n > 20);
    contact_memory_in(c, d.memory + d.e->memory).count->is_full = 1;
    evaluate(&d);
    assert_true(d.failed.is_set);
}

static double margin_with(world *w, const char *shapes)
{
    direct d;
    char elements[600];
    snprintf(elements, sizeof elements, "user defined: 10, contact, " LAW ", shapes, 2, %s;", shapes);
    open_direct(&d, w, 10,
                (const char *const[]){
                    "structural nodes: 2; loadable elements: 1;",
                    "structural: 1, static, null, eye, null, null; structural: 2, static, null, eye, null, null;",
                    elements});
    return ((const contact *)d.e->self)->margin;
}

/* A twentieth of the smallest measure; of meshes the diagonal, of half-spaces nothing counts. */
static void margins(void **of)
{
    assert_near(margin_with(*of, "1, sphere, radius, 0.3, 2, sphere, radius, 3."), 0.015, 1e-15);
    assert_near(margin_with(*of, "1, sphere, radius, 3., 2, sphere, radius, 0.3"), 0.015, 1e-15);
    assert_near(margin_with(*of, "1, half space, 2, half space"), 0.0, 0.0);
    assert_near(
        margin_with(*of,
                    "1, half space, 2, mesh, vertices, 3, 1., 0., 0., 1.3, 0., 0., 1., 0.4, 0., faces, 1, 1, 2, 3"),
        0.025, 1e-15);
}

enum { MANY = 26 };

/* A hidden element for each body: its rows, and derivatives along its own motion. */
static void check_body(direct *d, const elem *e, const vec3 sum[2])
{
    const elem *const all = d->e;
    memset(d->r, 0, sizeof d->r);
    e->type->eval(0, &d->s, e, &(local){.r = d->r});
    assert_near3(d->r, sum[0], 1e-10);
    assert_near3(d->r + 3, sum[1], 1e-10);
    d->e = e;
    assert_int_equal(e->n, 6);
    assert_derivatives(d);
    d->e = all;
}

static void many_bodies(void **of)
{
    static char nodes[4000], elements[4000];
    int n = snprintf(elements, sizeof elements, "user defined: 10, contact, " LAW ", shapes, %d", MANY), k = 0;
    for (int i = 1; i <= MANY; i++) {
        k += snprintf(nodes + k, sizeof nodes - (size_t)k, "structural: %d, static, null, eye, null, null;", i);
        n += snprintf(elements + n, sizeof elements - (size_t)n, ", %d, sphere, radius, 0.5, position, 0.1, 0., 0.", i);
    }
    snprintf(elements + n, sizeof elements - (size_t)n, ";");
    direct d;
    open_direct(&d, *of, 10, (const char *const[]){"structural nodes: 26; loadable elements: 1;", nodes, elements});
    const contact *c = d.e->self;
    slow_down(&d);
    for (int i = 0; i < MANY; i++)
        d.poses[i].x = (vec3){0.8 * i, 0.2 * sin(3.0 * i), 0.1 * cos(5.0 * i)};
    d.e->type->history->start(&d.s, d.e, (memory_block *)d.memory);
    vec3 sum[MANY][2] = {0};
    double row[3];
    sum_pairs(&d, c, sum, row);
    assert_true(row[0] > 20);
    int n_bodies = 0;
    for (int i = 0; i < d.w->d->model->elems.n; i++) {
        const elem *e = d.w->d->model->elems.items[i];
        if (!e->type->keyword || strcmp(e->type->keyword, "contact body") != 0)
            continue;
        check_body(&d, e, sum[n_bodies++]);
    }
    assert_int_equal(n_bodies, MANY);
    assert_int_equal(d.e->n, 0);
    contact_memory_in(c, d.memory + d.e->memory).count->is_full = 1;
    const elem *last = d.w->d->model->elems.items[d.w->d->model->elems.n - 1];
    last->type->eval(0, &d.s, last, &(local){.r = d.r});
    assert_true(d.failed.is_set);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(few_bodies), TEST(margins), TEST(many_bodies)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
