/* contact_rows_test.c - contact as an element: what its pairs do is put on the nodes, once, at its place; few bodies
 * and many, which have an element each, are the same. */
#include "physics/direct_world.h"
#include "element/contact/contact.h"

#define LAW "law, linear, kappa, 100., damping, 3., friction, 0.4, slip speed, 0.2"

/* Sums over the pairs, about the nodes; the pair itself is tested in tests/unit. */
static void sum_pairs(direct *direct, const contact *contact, vec3 (*sum)[2], double *row)
{
    const contact_memory memory = contact_memory_in(contact, direct->memory + direct->element->memory);
    row[0] = row[1] = row[2] = 0.0;
    for (int i = 0; i < memory.count->n; i++) {
        pair_force force;
        if (!pair_eval(0, &direct->state, contact, &memory.pair[i], &force))
            continue;
        for (int side = 0; side < 2; side++) {
            const int body = contact->shape[side == 0 ? memory.pair[i].a : memory.pair[i].b].body;
            const vec3 F = vec3_scale(side == 0 ? 1.0 : -1.0, jet3_value(&force.F));
            sum[body][0] = vec3_add(sum[body][0], F);
            sum[body][1] = vec3_add(sum[body][1], vec3_cross(jet3_value(&force.arm[side]), F));
        }
        row[0]++;
        row[1] = fmax(row[1], force.x);
        row[2] += force.f;
    }
}

static void slow_down(direct *direct)
{
    for (int i = 0; i < MOST_POSES; i++) {
        direct->poses[i].v = vec3_scale(0.1, direct->poses[i].v);
        direct->poses[i].w = vec3_scale(0.1, direct->poses[i].w);
    }
}

/* Node 1 has a plane, nodes 2 and 3 spheres, node 3 another one, node 4 a box. */
static void few_bodies(void **of)
{
    direct direct;
    open_direct(&direct, *of, 10,
                (const char *const[]){
                    "structural nodes: 4; loadable elements: 1;",
                    "structural: 1, static, null, eye, null, null; structural: 2, static, null, eye, null, null;"
                    "structural: 3, static, null, eye, null, null; structural: 4, static, null, eye, null, null;",
                    "user defined: 10, contact, " LAW
                    ", shapes, 5, 2, sphere, radius, 0.5, 3, sphere, radius, 0.4, position, 0.1, "
                    "0.2, 0., 1, half space, position, 0., 0., -0.4, 3, sphere, radius, 0.6, position, -0.3, 0.1, 0., "
                    "4, box, half sides, 0.4, 0.7, 0.9;"});
    const contact *contact = direct.element->self;
    int n = 0;
    assert_int_equal(contact->n_bodies, 4);
    assert_int_equal(direct.element->n, 24);
    assert_near(contact->margin, 0.05 * 0.4, 1e-15);
    const unsigned label[] = {2, 3, 1, 4};
    for (int i = 0; i < 4; i++)
        assert_int_equal(contact->body[i]->label, label[i]);
    for (int trial = 0; trial < 20; trial++) {
        vec3 sum[4][2] = {0};
        double row[3];
        shake(&direct);
        slow_down(&direct);
        memory_start(direct.world->deck->model->plan, (memory_block *)direct.memory);
        direct.element->type->history->start(&direct.state, direct.element, (memory_block *)direct.memory);
        sum_pairs(&direct, contact, sum, row);
        evaluate(&direct);
        assert_false(direct.failed.is_set);
        for (int i = 0; i < 4; i++) {
            assert_near3(direct.r + 6 * i, sum[i][0], 1e-10);
            assert_near3(direct.r + 6 * i + 3, sum[i][1], 1e-10);
        }
        assert_int_equal(direct.n_row, 3);
        for (int i = 0; i < 3; i++)
            assert_near(direct.row[i], row[i], 1e-12);
        assert_derivatives(&direct);
        n += (int)row[0];
    }
    assert_true(n > 20);
    contact_memory_in(contact, direct.memory + direct.element->memory).count->is_full = 1;
    evaluate(&direct);
    assert_true(direct.failed.is_set);
}

static double margin_with(world *world, const char *shapes)
{
    direct direct;
    char elements[600];
    snprintf(elements, sizeof elements, "user defined: 10, contact, " LAW ", shapes, 2, %s;", shapes);
    open_direct(&direct, world, 10,
                (const char *const[]){
                    "structural nodes: 2; loadable elements: 1;",
                    "structural: 1, static, null, eye, null, null; structural: 2, static, null, eye, null, null;",
                    elements});
    return ((const contact *)direct.element->self)->margin;
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
static void check_body(direct *direct, const elem *element, const vec3 sum[2])
{
    const elem *const all = direct->element;
    memset(direct->r, 0, sizeof direct->r);
    element->type->eval(0, &direct->state, element, &(local){.r = direct->r});
    assert_near3(direct->r, sum[0], 1e-10);
    assert_near3(direct->r + 3, sum[1], 1e-10);
    direct->element = element;
    assert_int_equal(element->n, 6);
    assert_derivatives(direct);
    direct->element = all;
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
    direct direct;
    open_direct(&direct, *of, 10,
                (const char *const[]){"structural nodes: 26; loadable elements: 1;", nodes, elements});
    const contact *contact = direct.element->self;
    slow_down(&direct);
    for (int i = 0; i < MANY; i++)
        direct.poses[i].x = (vec3){0.8 * i, 0.2 * sin(3.0 * i), 0.1 * cos(5.0 * i)};
    direct.element->type->history->start(&direct.state, direct.element, (memory_block *)direct.memory);
    vec3 sum[MANY][2] = {0};
    double row[3];
    sum_pairs(&direct, contact, sum, row);
    assert_true(row[0] > 20);
    int n_bodies = 0;
    for (int i = 0; i < direct.world->deck->model->elems.n; i++) {
        const elem *element = direct.world->deck->model->elems.items[i];
        if (!element->type->keyword || strcmp(element->type->keyword, "contact body") != 0)
            continue;
        check_body(&direct, element, sum[n_bodies++]);
    }
    assert_int_equal(n_bodies, MANY);
    assert_int_equal(direct.element->n, 0);
    contact_memory_in(contact, direct.memory + direct.element->memory).count->is_full = 1;
    const elem *last = direct.world->deck->model->elems.items[direct.world->deck->model->elems.n - 1];
    last->type->eval(0, &direct.state, last, &(local){.r = direct.r});
    assert_true(direct.failed.is_set);
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(few_bodies), TEST(margins), TEST(many_bodies)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
