/* contact_pairs_test.c - which pairs a step looks at, against all of them one by one; and what pairs remember. */
#include "unit/element/contact_scene.h"

static contact_pair all[BUFFER_SIZE];

/* A step looks at a pair that is near where the prediction is, or was, but for half-spaces that have left. */
static bool is_near(const scene *scene, const contact_pair *pair)
{
    double rate;
    return gap_at(scene, pair, scene->poses, &rate) <= scene->contact.margin ||
           (scene->shape[pair->b].kind != SHAPE_HALF_SPACE &&
            gap_at(scene, pair, scene->poses_prev, &rate) <= scene->contact.margin);
}

/* It need not look at one that is not near where its rate would lead either. */
static bool may_touch(const scene *scene, const contact_pair *pair)
{
    double rate;
    const double then = gap_at(scene, pair, scene->poses_prev, &rate);
    return is_near(scene, pair) || then - fmax(0.0, rate) * scene->state.dt <= scene->contact.margin;
}

static void assert_listed(const scene *scene, const contact_memory *memory)
{
    const int n = list_pairs(&scene->contact, all);
    int n_near = 0;
    for (int i = 0; i < n; i++) {
        const contact_pair *pair = find_pair(memory, &all[i]);
        assert_true(pair ? may_touch(scene, &all[i]) : !is_near(scene, &all[i]));
        if (!pair)
            continue;
        double rate;
        near_to(pair->x, -gap_at(scene, &all[i], scene->poses_prev, &rate), 0.0);
        near_to(pair->rate, rate, 0.0);
        near_to(pair->v0, rate > 0.0 ? rate : 0.0, 0.0);
        n_near++;
    }
    assert_int_equal(memory->count->n, n_near);
    assert_int_equal(memory->count->is_full, 0);
}

/* Each body's pairs, as often as it takes part in them. */
static void assert_bodies(const scene *scene, const contact_memory *memory)
{
    assert_int_equal(memory->first[0], 0);
    for (int body = 0; body < scene->contact.n_bodies; body++) {
        int n = 0;
        for (int i = 0; i < memory->count->n; i++)
            if (scene->shape[memory->pair[i].a].body == body || scene->shape[memory->pair[i].b].body == body)
                assert_int_equal(memory->of_body[memory->first[body] + n++], i);
        assert_int_equal(memory->first[body + 1] - memory->first[body], n);
    }
}

static void see_corner(const contact_shape *shape, const pose *pose, int corner, double low[3], double high[3])
{
    const vec3 at = {corner & 1 ? shape->high.x : shape->low.x, corner & 2 ? shape->high.y : shape->low.y,
                     corner & 4 ? shape->high.z : shape->low.z};
    double x[3];
    vec3_store(x, point_on(pose, vec3_add(shape->o, mat3_mulv(&shape->R, at))));
    for (int k = 0; k < 3; k++) {
        low[k] = fmin(low[k], x[k]);
        high[k] = fmax(high[k], x[k]);
    }
}

/* The corners of its bounds, at both places, and the margin; along x in order, half-spaces behind all others. */
static void assert_boxes(const scene *scene, const contact_memory *memory)
{
    int is_there[MOST_SHAPES] = {0};
    double before = -HUGE_VAL;
    for (int i = 0; i < scene->contact.n_shapes; i++) {
        const int k = memory->order[i];
        const double x = scene->shape[k].kind == SHAPE_HALF_SPACE ? HUGE_VAL : memory->box[6 * k];
        assert_true(x >= before);
        before = x;
        is_there[k]++;
    }
    for (int i = 0; i < scene->contact.n_shapes; i++) {
        const contact_shape *shape = &scene->shape[i];
        double low[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, high[3] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
        assert_int_equal(is_there[i], 1);
        for (int corner = 0; corner < 8; corner++) {
            see_corner(shape, &scene->poses[shape->node->pose], corner, low, high);
            see_corner(shape, &scene->poses_prev[shape->node->pose], corner, low, high);
        }
        for (int k = 0; shape->kind != SHAPE_HALF_SPACE && k < 3; k++) {
            near_to(memory->box[6 * i + k], low[k] - scene->contact.margin, 1e-14);
            near_to(memory->box[6 * i + 3 + k], high[k] + scene->contact.margin, 1e-14);
        }
    }
}

static void assert_expected(const scene *scene, const contact_memory *memory)
{
    for (int i = 0; i < scene->contact.n_bodies; i++) {
        near3(vec3_load(&memory->expected[12 * i]), scene->poses[i].x, 0.0);
        for (int k = 0; k < 9; k++)
            near_to(memory->expected[12 * i + 3 + k], scene->poses[i].R.e[k / 3][k % 3], 0.0);
    }
}

/* One of each kind in some order, and one more on the first body. */
static void fill_scene(scene *scene, int rotation)
{
    for (int i = 0; i < 6; i++)
        add_shape(scene, (shape_kind)((i + rotation) % 6), i);
    add_shape(scene, SHAPE_BOX, 0);
    add_shape(scene, SHAPE_SPHERE, 6);
}

static void pairs_of_many_shapes(void **unused)
{
    (void)unused;
    for (int rotation = 0; rotation < 6; rotation++) {
        scene scene;
        open_scene(&scene, (unsigned long long)(100 + rotation));
        fill_scene(&scene, rotation);
        const contact_memory memory = remember_scene(&scene);
        for (int again = 0; again < 6; again++) {
            move_nodes(&scene, 1.5);
            contact_find(&scene.state, &scene.contact, scene.block);
            assert_listed(&scene, &memory);
            assert_boxes(&scene, &memory);
            assert_bodies(&scene, &memory);
            assert_expected(&scene, &memory);
            assert_true(contact_valid(&scene.contact, scene.block));
        }
        close_scene(&scene);
    }
}

static void pairs_of_two_shapes(void **unused)
{
    (void)unused;
    for (int kinds = 0; kinds < 36; kinds++) {
        scene scene;
        open_scene(&scene, (unsigned long long)(200 + kinds));
        add_shape(&scene, (shape_kind)(kinds / 6), 0);
        add_shape(&scene, (shape_kind)(kinds % 6), 1);
        const contact_memory memory = remember_scene(&scene);
        for (int again = 0; again < 30; again++) {
            (again % 3 ? move_nodes : jump_nodes)(&scene, 0.9);
            contact_find(&scene.state, &scene.contact, scene.block);
            assert_listed(&scene, &memory);
        }
        close_scene(&scene);
    }
}

/* Spheres whose boxes overlap at a corner, and whose gap is beyond the margin: by so much in a step may it close. */
static void fast_pairs_are_looked_at(void **unused)
{
    (void)unused;
    scene scene;
    open_scene(&scene, 250);
    add_shape(&scene, SHAPE_SPHERE, 0);
    add_shape(&scene, SHAPE_SPHERE, 1);
    const contact_memory memory = remember_scene(&scene);
    const double far = scene.shape[0].r + scene.shape[1].r + 0.19,
                 gap = sqrt(2.0) * far - scene.shape[0].r - scene.shape[1].r;
    for (int i = 0; i < 2; i++) {
        scene.shape[i].o = (vec3){0, 0, 0};
        scene.shape[i].R = scene.poses[i].R = MAT3_EYE;
        shape_complete(&scene.shape[i], scene.memory);
    }
    scene.poses[1].x = (vec3){far, -far, 0};
    for (int i = 0; i < 4; i++) {
        const double speed = (gap - scene.contact.margin) / scene.state.dt * (i < 2 ? 0.999 : 1.001);
        scene.poses[1].v = vec3_scale((i % 2 ? -1.0 : 1.0) * speed / sqrt(2.0), (vec3){-1, 1, 0});
        memcpy(scene.poses_prev, scene.poses, sizeof scene.poses);
        contact_find(&scene.state, &scene.contact, scene.block);
        assert_int_equal(memory.count->n, i == 2);
    }
    close_scene(&scene);
}

/* --- what the prediction did not see ------------------------------------------------------------------------------ */

/* 2 sqrt(2) sin(theta/2) is the norm of R1 - R0. */
static double deviation_of(const scene *scene, const contact_shape *shape, const pose *expected)
{
    const pose *p = &scene->poses[shape->node->pose], *q = &expected[shape->node->pose];
    const mat3 rotation = mat3_mult(&p->R, &q->R);
    const double sine = sin(0.5 * vec3_norm(rotation_log(&rotation)));
    return vec3_norm(vec3_sub(p->x, q->x)) + (sine > 0.0 ? 2.0 * sqrt(2.0) * sine * shape->reach : 0.0);
}

static bool should_look_again(const scene *scene, const contact_memory *memory, const pose *expected)
{
    bool is_far[MOST_SHAPES];
    for (int i = 0; i < scene->contact.n_shapes; i++)
        is_far[i] = deviation_of(scene, &scene->shape[i], expected) > 0.5 * scene->contact.margin;
    const int n = list_pairs(&scene->contact, all);
    for (int i = 0; i < n; i++) {
        double rate;
        if ((is_far[all[i].a] || is_far[all[i].b]) && gap_at(scene, &all[i], scene->poses, &rate) < 0.0 &&
            !find_pair(memory, &all[i]))
            return true;
    }
    return false;
}

/* Moves the body by so many margins: turns it, shifts it, or both. */
static void leave_the_way(scene *scene, int body, int how, double margins)
{
    pose *pose = &scene->poses[body];
    const vec3 along = sample_vec3(&scene->from, 1.0), about = sample_vec3(&scene->from, 1.0);
    const double size = margins * scene->contact.margin;
    if (how != 1)
        pose->x = vec3_axpy(pose->x, size / vec3_norm(along), along);
    if (how != 0) {
        const mat3 rotation = rotation_exp(vec3_scale(size / vec3_norm(about), about));
        pose->R = mat3_mul(&rotation, &pose->R);
    }
}

static void pairs_that_the_prediction_missed(void **unused)
{
    (void)unused;
    int n_missed = 0, n_seen = 0;
    for (int kinds = 0; kinds < 36; kinds++) {
        scene scene;
        pose expected[MOST_SHAPES];
        open_scene(&scene, (unsigned long long)(300 + kinds));
        add_shape(&scene, (shape_kind)(kinds / 6), 0);
        add_shape(&scene, (shape_kind)(kinds % 6), 1);
        scene.contact.margin = 0.04;
        const contact_memory memory = remember_scene(&scene);
        for (int again = 0; again < 120; again++) {
            move_nodes(&scene, 0.9);
            memcpy(expected, scene.poses, sizeof expected);
            contact_find(&scene.state, &scene.contact, scene.block);
            leave_the_way(&scene, again / 3 % 2, again % 3, again < 30 ? 0.55 : 4.0);
            const bool has_missed = should_look_again(&scene, &memory, expected);
            assert_int_equal(contact_has_missed(&scene.state, &scene.contact, &memory), has_missed);
            n_missed += has_missed;
            n_seen += !has_missed;
        }
        close_scene(&scene);
    }
    assert_true(n_missed > 50 && n_seen > 100);
}

/* Two shapes are one in the other, and the search has seen neither: what counts is where they were expected, a turn and
 * a way from where they are. */
static void how_far_from_the_way(void **unused)
{
    (void)unused;
    for (int trial = 0; trial < 60; trial++) {
        scene scene;
        open_scene(&scene, (unsigned long long)(350 + trial));
        add_shape(&scene, trial % 2 ? SHAPE_SPHERE : SHAPE_BOX, 0);
        add_shape(&scene, SHAPE_SPHERE, 1);
        const contact_memory memory = remember_scene(&scene);
        move_nodes(&scene, 0.0);
        const vec3 apart = vec3_sub(scene.shape[0].o, scene.shape[1].o);
        scene.poses[0].R = scene.poses[1].R;
        scene.poses[1].x = vec3_add(scene.poses[0].x, mat3_mulv(&scene.poses[0].R, apart));
        const vec3 axis = sample_vec3(&scene.from, 1.0), way = sample_vec3(&scene.from, 1.0);
        const double part = trial % 3 * 0.5, half = 0.5 * scene.contact.margin; /* of the turn, of what is allowed */
        for (int far = 0; far < 2; far++) {
            const double size = half * (far ? 1.001 : 0.999);
            const double angle = 2.0 * asin(part * size / scene.shape[trial / 3 % 2].reach / sqrt(8.0));
            const mat3 rotation = rotation_exp(vec3_scale(angle / vec3_norm(axis), axis));
            for (int i = 0; i < 2; i++) {
                const bool is_off = i == trial / 3 % 2;
                const mat3 R = is_off ? mat3_mul(&rotation, &scene.poses[i].R) : scene.poses[i].R;
                const double shift = is_off ? (1.0 - part) * size / vec3_norm(way) : 0.0;
                vec3_store(&memory.expected[12 * i], vec3_axpy(scene.poses[i].x, shift, way));
                memcpy(&memory.expected[12 * i + 3], R.e, sizeof R.e);
            }
            assert_int_equal(contact_has_missed(&scene.state, &scene.contact, &memory), far);
        }
        close_scene(&scene);
    }
}

/* Spheres whose distance is the sum of their radii have no gap, and do not touch. */
static void no_gap_is_no_touch(void **unused)
{
    (void)unused;
    scene scene;
    open_scene(&scene, 390);
    for (int i = 0; i < 2; i++) {
        add_shape(&scene, SHAPE_SPHERE, i);
        scene.shape[i].o = (vec3){0, 0, 0};
        scene.shape[i].R = scene.poses[i].R = MAT3_EYE;
        scene.shape[i].r = 0.25;
        shape_complete(&scene.shape[i], scene.memory);
    }
    scene.poses[1].x = (vec3){0.5, 0, 0};
    memcpy(scene.poses_prev, scene.poses, sizeof scene.poses);
    const contact_memory memory = remember_scene(&scene);
    pair_force force;
    assert_true(contact_valid(&scene.contact, scene.block));
    assert_false(contact_has_missed(&scene.state, &scene.contact, &memory));
    contact_find(&scene.state, &scene.contact, scene.block);
    contact_commit(&scene.state, &scene.contact, scene.block);
    assert_int_equal(memory.count->n, 1);
    assert_int_equal(memory.count->n_touching, 0);
    assert_int_equal(memory.pair[0].is_touching, 0);
    assert_false(pair_eval(0, &scene.state, &scene.contact, &memory.pair[0], &force));
    close_scene(&scene);
}

/* --- what pairs remember ------------------------------------------------------------------------------------------ */

static int order_of(const contact_pair *p, const contact_pair *q)
{
    const int by[3] = {p->a - q->a, p->b - q->b, p->probe - q->probe};
    return by[0] ? by[0] : by[1] ? by[1] : by[2];
}

static void assert_committed(const scene *scene, const contact_memory *memory, const contact_pair *before, int n)
{
    assert_int_equal(memory->count->n, n);
    for (int i = 0; i < n; i++) {
        const contact_pair *pair = find_pair(memory, &before[i]);
        double rate;
        const double gap = gap_at(scene, &before[i], scene->poses, &rate), x0 = before[i].x, x1 = -gap;
        assert_non_null(pair);
        near_to(pair->x, x1, 0.0);
        near_to(pair->rate, rate, 0.0);
        near_to(pair->v0, before[i].v0, 0.0);
        assert_int_equal(pair->is_touching, gap < 0.0);
        assert_int_equal(pair - memory->pair < memory->count->n_touching, gap < 0.0);
        if (isfinite(before[i].lost) && isfinite(x0) && isfinite(x1))
            near_to(pair->lost, before[i].lost + energy_lost(&scene->contact.law, x0, x1), 0.0);
        near_to(pair->stored, fmax(before[i].stored, elastic_energy(&scene->contact.law, x1)), 0.0);
    }
    for (int i = 1; i < memory->count->n_touching; i++)
        assert_true(order_of(&memory->pair[i - 1], &memory->pair[i]) < 0);
}

/* Those that touch stay, with what they remember; the others are looked for anew. */
static void assert_kept(const scene *scene, const contact_memory *memory, const contact_pair *before, int n_touching)
{
    const int n = list_pairs(&scene->contact, all);
    int n_near = n_touching;
    for (int i = 0; i < n_touching; i++)
        assert_memory_equal(&memory->pair[i], &before[i], sizeof before[i]);
    for (int i = 0; i < n; i++) {
        const contact_pair *pair = find_pair(memory, &all[i]);
        const bool is_kept = pair && pair < memory->pair + n_touching;
        assert_true(is_kept || (pair ? may_touch(scene, &all[i]) : !is_near(scene, &all[i])));
        n_near += pair && !is_kept;
    }
    assert_int_equal(memory->count->n, n_near);
}

static void pairs_remember_that_they_touch(void **unused)
{
    (void)unused;
    static contact_pair before[BUFFER_SIZE];
    int n_touching = 0;
    for (int rotation = 0; rotation < 6; rotation++) {
        scene scene;
        open_scene(&scene, (unsigned long long)(400 + rotation));
        fill_scene(&scene, rotation);
        const contact_memory memory = remember_scene(&scene);
        for (int again = 0; again < 4; again++) {
            move_nodes(&scene, 0.5);
            contact_find(&scene.state, &scene.contact, scene.block);
            if (again > 0)
                assert_kept(&scene, &memory, before, n_touching);
            const int n = memory.count->n;
            memcpy(before, memory.pair, (size_t)n * sizeof *before);
            contact_commit(&scene.state, &scene.contact, scene.block);
            assert_committed(&scene, &memory, before, n);
            assert_bodies(&scene, &memory);
            n_touching = memory.count->n_touching;
            memcpy(before, memory.pair, (size_t)n * sizeof *before);
            assert_true(n_touching > 0);
        }
        close_scene(&scene);
    }
}

/* --- room and memory ---------------------------------------------------------------------------------------------- */

static void space_that_is_full(void **unused)
{
    (void)unused;
    scene scene;
    open_scene(&scene, 500);
    fill_scene(&scene, 0);
    contact_memory memory = remember_scene(&scene);
    move_nodes(&scene, 0.6);
    contact_find(&scene.state, &scene.contact, scene.block);
    const int n = memory.count->n;
    for (int capacity = n - 1; capacity <= n; capacity++) {
        test_free(scene.block);
        scene.contact.capacity = capacity;
        memory = remember_scene(&scene);
        contact_find(&scene.state, &scene.contact, scene.block);
        assert_int_equal(memory.count->n, capacity);
        assert_int_equal(memory.count->is_full, capacity < n);
        assert_true(contact_valid(&scene.contact, scene.block));
    }
    memory.count->is_full = 1; /* and is not any more when they have gone */
    for (int i = 0; i < MOST_SHAPES; i++)
        scene.poses[i].x = scene.poses_prev[i].x = vec3_axpy(scene.poses[i].x, 100.0 * i, (vec3){1, 1, 1});
    contact_find(&scene.state, &scene.contact, scene.block);
    assert_int_equal(memory.count->is_full, 0);
    close_scene(&scene);
}

/* Every pair is there from the beginning where a first speed is given. */
static void first_pairs(void **unused)
{
    (void)unused;
    scene scene;
    open_scene(&scene, 510);
    fill_scene(&scene, 1);
    scene.contact.first_speed = 0.7;
    const contact_memory memory = remember_scene(&scene);
    const int n = list_pairs(&scene.contact, all);
    int n_first = 0;
    for (int i = 0; i < n; i++) {
        const contact_pair *pair = find_pair(&memory, &all[i]);
        if (!pair)
            continue;
        near_to(pair->v0, 0.7, 0.0);
        near_to(pair->rate, 0.7, 0.0);
        n_first++;
    }
    assert_int_equal(n_first, memory.count->n);
    assert_int_equal(n_first, n);
    assert_bodies(&scene, &memory);
    test_free(scene.block);
    scene.contact.capacity = 7; /* as many as there is space for */
    const contact_memory few = remember_scene(&scene);
    assert_int_equal(few.count->n, 7);
    assert_int_equal(few.count->is_full, 0);
    close_scene(&scene);
}

/* One behind the other, none shorter than what it holds. */
static void parts_of_the_memory(void **unused)
{
    (void)unused;
    scene scene;
    open_scene(&scene, 520);
    fill_scene(&scene, 0);
    for (scene.contact.capacity = 5; scene.contact.capacity < 9; scene.contact.capacity++) {
        const contact_memory memory = remember_scene(&scene);
        const char *at = scene.block;
        const void *const part[] = {memory.count, memory.pair, memory.first,   memory.of_body,
                                    memory.order, memory.box,  memory.expected};
        const size_t size[] = {sizeof *memory.count,
                               (size_t)scene.contact.capacity * sizeof *memory.pair,
                               (size_t)(scene.contact.n_bodies + 1) * sizeof(int),
                               2 * (size_t)scene.contact.capacity * sizeof(int),
                               (size_t)scene.contact.n_shapes * sizeof(int),
                               6 * (size_t)scene.contact.n_shapes * sizeof(double),
                               12 * (size_t)scene.contact.n_bodies * sizeof(double)};
        for (int i = 0; i < ARRAY_LEN(part); i++) {
            assert_ptr_equal(part[i], at);
            at += (size[i] + 7) & ~(size_t)7;
        }
        assert_int_equal(at - (char *)scene.block, contact_memory_size(&scene.contact));
        test_free(scene.block);
    }
    scene.block = NULL;
    close_scene(&scene);
}

static void assert_refused(const scene *scene, int *number, int bad)
{
    const int was = *number;
    *number = bad;
    assert_false(contact_valid(&scene->contact, scene->block));
    *number = was;
    assert_true(contact_valid(&scene->contact, scene->block));
}

static void memory_that_cannot_be(void **unused)
{
    (void)unused;
    scene scene;
    open_scene(&scene, 530);
    fill_scene(&scene, 0);
    scene.contact.capacity = 400;
    const contact_memory memory = remember_scene(&scene);
    move_nodes(&scene, 1.0);
    contact_find(&scene.state, &scene.contact, scene.block);
    contact_commit(&scene.state, &scene.contact, scene.block);
    const int n = memory.count->n, last = scene.contact.n_bodies;
    assert_true(n > 2 && n < scene.contact.capacity);
    assert_true(contact_valid(&scene.contact, scene.block));
    assert_refused(&scene, &memory.count->n, -1);
    assert_refused(&scene, &memory.count->n, scene.contact.capacity + 1);
    assert_refused(&scene, &memory.count->n_touching, -1);
    assert_refused(&scene, &memory.count->n_touching, n + 1);
    for (int i = 0; i < n; i++) {
        contact_pair *pair = &memory.pair[i];
        const contact_shape *a = &scene.shape[pair->a], *b = &scene.shape[pair->b];
        assert_refused(&scene, &pair->a, -1);
        assert_refused(&scene, &pair->a, scene.contact.n_shapes);
        assert_refused(&scene, &pair->b, -1);
        assert_refused(&scene, &pair->b, scene.contact.n_shapes);
        assert_refused(&scene, &pair->probe, a->n_probes + a->n_rims);
        assert_refused(&scene, &pair->probe, -1 - a->n_edges * b->n_edges);
        const int probe = pair->probe;
        pair->probe = pair->probe < 0 ? -a->n_edges * b->n_edges : a->n_probes + a->n_rims - 1;
        assert_true(contact_valid(&scene.contact, scene.block));
        pair->probe = probe;
        assert_refused(&scene, &memory.of_body[i], -1);
        assert_refused(&scene, &memory.of_body[i], n);
    }
    for (int i = 0; i < scene.contact.n_shapes; i++) {
        assert_refused(&scene, &memory.order[i], -1);
        assert_refused(&scene, &memory.order[i], scene.contact.n_shapes);
    }
    assert_refused(&scene, &memory.first[0], -1);
    assert_refused(&scene, &memory.first[1], memory.first[2] + 1);
    assert_refused(&scene, &memory.first[last], 2 * n + 1);
    close_scene(&scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_of_many_shapes),
        cmocka_unit_test(pairs_of_two_shapes),
        cmocka_unit_test(fast_pairs_are_looked_at),
        cmocka_unit_test(pairs_that_the_prediction_missed),
        cmocka_unit_test(how_far_from_the_way),
        cmocka_unit_test(no_gap_is_no_touch),
        cmocka_unit_test(pairs_remember_that_they_touch),
        cmocka_unit_test(space_that_is_full),
        cmocka_unit_test(first_pairs),
        cmocka_unit_test(parts_of_the_memory),
        cmocka_unit_test(memory_that_cannot_be),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
