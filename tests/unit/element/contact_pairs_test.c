/* contact_pairs_test.c - which pairs a step looks at, against all of them one by one; and what pairs remember. */
#include "unit/element/contact_scene.h"

static contact_pair all[ROOM];

/* A step looks at a pair that is near where the prediction is, or was, but for half-spaces that have left. */
static bool is_near(const scene *w, const contact_pair *p)
{
    double rate;
    return gap_at(w, p, w->poses, &rate) <= w->c.margin ||
           (w->shape[p->b].kind != SHAPE_HALF_SPACE && gap_at(w, p, w->at_prev, &rate) <= w->c.margin);
}

/* It need not look at one that is not near where its rate would lead either. */
static bool may_touch(const scene *w, const contact_pair *p)
{
    double rate;
    const double then = gap_at(w, p, w->at_prev, &rate);
    return is_near(w, p) || then - fmax(0.0, rate) * w->s.dt <= w->c.margin;
}

static void assert_listed(const scene *w, const contact_memory *m)
{
    const int n = list_pairs(&w->c, all);
    int n_near = 0;
    for (int i = 0; i < n; i++) {
        const contact_pair *p = find_pair(m, &all[i]);
        assert_true(p ? may_touch(w, &all[i]) : !is_near(w, &all[i]));
        if (!p)
            continue;
        double rate;
        near_to(p->x, -gap_at(w, &all[i], w->at_prev, &rate), 0.0);
        near_to(p->rate, rate, 0.0);
        near_to(p->v0, rate > 0.0 ? rate : 0.0, 0.0);
        n_near++;
    }
    assert_int_equal(m->count->n, n_near);
    assert_int_equal(m->count->is_full, 0);
}

/* Each body's pairs, as often as it takes part in them. */
static void assert_bodies(const scene *w, const contact_memory *m)
{
    assert_int_equal(m->first[0], 0);
    for (int body = 0; body < w->c.n_bodies; body++) {
        int n = 0;
        for (int i = 0; i < m->count->n; i++)
            if (w->shape[m->pair[i].a].body == body || w->shape[m->pair[i].b].body == body)
                assert_int_equal(m->of_body[m->first[body] + n++], i);
        assert_int_equal(m->first[body + 1] - m->first[body], n);
    }
}

static void see_corner(const contact_shape *s, const pose *p, int corner, double low[3], double high[3])
{
    const vec3 at = {corner & 1 ? s->high.x : s->low.x, corner & 2 ? s->high.y : s->low.y,
                     corner & 4 ? s->high.z : s->low.z};
    double x[3];
    vec3_store(x, point_on(p, vec3_add(s->o, mat3_mulv(&s->R, at))));
    for (int k = 0; k < 3; k++) {
        low[k] = fmin(low[k], x[k]);
        high[k] = fmax(high[k], x[k]);
    }
}

/* The corners of its bounds, at both places, and the margin; along x in order, half-spaces behind all others. */
static void assert_boxes(const scene *w, const contact_memory *m)
{
    int is_there[MOST_SHAPES] = {0};
    double before = -HUGE_VAL;
    for (int i = 0; i < w->c.n_shapes; i++) {
        const int k = m->order[i];
        const double x = w->shape[k].kind == SHAPE_HALF_SPACE ? HUGE_VAL : m->box[6 * k];
        assert_true(x >= before);
        before = x;
        is_there[k]++;
    }
    for (int i = 0; i < w->c.n_shapes; i++) {
        const contact_shape *s = &w->shape[i];
        double low[3] = {HUGE_VAL, HUGE_VAL, HUGE_VAL}, high[3] = {-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
        assert_int_equal(is_there[i], 1);
        for (int corner = 0; corner < 8; corner++) {
            see_corner(s, &w->poses[s->node->pose], corner, low, high);
            see_corner(s, &w->at_prev[s->node->pose], corner, low, high);
        }
        for (int k = 0; s->kind != SHAPE_HALF_SPACE && k < 3; k++) {
            near_to(m->box[6 * i + k], low[k] - w->c.margin, 1e-14);
            near_to(m->box[6 * i + 3 + k], high[k] + w->c.margin, 1e-14);
        }
    }
}

static void assert_expected(const scene *w, const contact_memory *m)
{
    for (int i = 0; i < w->c.n_bodies; i++) {
        near3(vec3_load(&m->expected[12 * i]), w->poses[i].x, 0.0);
        for (int k = 0; k < 9; k++)
            near_to(m->expected[12 * i + 3 + k], w->poses[i].R.e[k / 3][k % 3], 0.0);
    }
}

/* One of each kind in some order, and one more on the first body. */
static void fill_scene(scene *w, int turn)
{
    for (int i = 0; i < 6; i++)
        add_shape(w, (shape_kind)((i + turn) % 6), i);
    add_shape(w, SHAPE_BOX, 0);
    add_shape(w, SHAPE_SPHERE, 6);
}

static void pairs_of_many_shapes(void **unused)
{
    (void)unused;
    for (int turn = 0; turn < 6; turn++) {
        scene w;
        open_scene(&w, (unsigned long long)(100 + turn));
        fill_scene(&w, turn);
        const contact_memory m = remember_scene(&w);
        for (int again = 0; again < 6; again++) {
            move_nodes(&w, 1.5);
            contact_find(&w.s, &w.c, w.block);
            assert_listed(&w, &m);
            assert_boxes(&w, &m);
            assert_bodies(&w, &m);
            assert_expected(&w, &m);
            assert_true(contact_valid(&w.c, w.block));
        }
        close_scene(&w);
    }
}

static void pairs_of_two_shapes(void **unused)
{
    (void)unused;
    for (int kinds = 0; kinds < 36; kinds++) {
        scene w;
        open_scene(&w, (unsigned long long)(200 + kinds));
        add_shape(&w, (shape_kind)(kinds / 6), 0);
        add_shape(&w, (shape_kind)(kinds % 6), 1);
        const contact_memory m = remember_scene(&w);
        for (int again = 0; again < 30; again++) {
            (again % 3 ? move_nodes : jump_nodes)(&w, 0.9);
            contact_find(&w.s, &w.c, w.block);
            assert_listed(&w, &m);
        }
        close_scene(&w);
    }
}

/* Spheres whose boxes overlap at a corner, and whose gap is beyond the margin: by so much in a step may it close. */
static void fast_pairs_are_looked_at(void **unused)
{
    (void)unused;
    scene w;
    open_scene(&w, 250);
    add_shape(&w, SHAPE_SPHERE, 0);
    add_shape(&w, SHAPE_SPHERE, 1);
    const contact_memory m = remember_scene(&w);
    const double far = w.shape[0].r + w.shape[1].r + 0.19, gap = sqrt(2.0) * far - w.shape[0].r - w.shape[1].r;
    for (int i = 0; i < 2; i++) {
        w.shape[i].o = (vec3){0, 0, 0};
        w.shape[i].R = w.poses[i].R = MAT3_EYE;
        shape_complete(&w.shape[i], w.memory);
    }
    w.poses[1].x = (vec3){far, -far, 0};
    for (int i = 0; i < 4; i++) {
        const double speed = (gap - w.c.margin) / w.s.dt * (i < 2 ? 0.999 : 1.001);
        w.poses[1].v = vec3_scale((i % 2 ? -1.0 : 1.0) * speed / sqrt(2.0), (vec3){-1, 1, 0});
        memcpy(w.at_prev, w.poses, sizeof w.poses);
        contact_find(&w.s, &w.c, w.block);
        assert_int_equal(m.count->n, i == 2);
    }
    close_scene(&w);
}

/* --- what the prediction did not see ------------------------------------------------------------------------------ */

/* 2 sqrt(2) sin(theta/2) is the norm of R1 - R0. */
static double deviation_of(const scene *w, const contact_shape *s, const pose *expected)
{
    const pose *p = &w->poses[s->node->pose], *q = &expected[s->node->pose];
    const mat3 turn = mat3_mult(&p->R, &q->R);
    const double sine = sin(0.5 * vec3_norm(rotation_log(&turn)));
    return vec3_norm(vec3_sub(p->x, q->x)) + (sine > 0.0 ? 2.0 * sqrt(2.0) * sine * s->reach : 0.0);
}

static bool should_look_again(const scene *w, const contact_memory *m, const pose *expected)
{
    bool is_far[MOST_SHAPES];
    for (int i = 0; i < w->c.n_shapes; i++)
        is_far[i] = deviation_of(w, &w->shape[i], expected) > 0.5 * w->c.margin;
    const int n = list_pairs(&w->c, all);
    for (int i = 0; i < n; i++) {
        double rate;
        if ((is_far[all[i].a] || is_far[all[i].b]) && gap_at(w, &all[i], w->poses, &rate) < 0.0 &&
            !find_pair(m, &all[i]))
            return true;
    }
    return false;
}

/* Moves the body by so many margins: turns it, shifts it, or both. */
static void leave_the_way(scene *w, int body, int how, double margins)
{
    pose *p = &w->poses[body];
    const vec3 along = sample_vec3(&w->from, 1.0), about = sample_vec3(&w->from, 1.0);
    const double size = margins * w->c.margin;
    if (how != 1)
        p->x = vec3_axpy(p->x, size / vec3_norm(along), along);
    if (how != 0) {
        const mat3 turn = rotation_exp(vec3_scale(size / vec3_norm(about), about));
        p->R = mat3_mul(&turn, &p->R);
    }
}

static void pairs_that_the_prediction_missed(void **unused)
{
    (void)unused;
    int n_missed = 0, n_seen = 0;
    for (int kinds = 0; kinds < 36; kinds++) {
        scene w;
        pose expected[MOST_SHAPES];
        open_scene(&w, (unsigned long long)(300 + kinds));
        add_shape(&w, (shape_kind)(kinds / 6), 0);
        add_shape(&w, (shape_kind)(kinds % 6), 1);
        w.c.margin = 0.04;
        const contact_memory m = remember_scene(&w);
        for (int again = 0; again < 120; again++) {
            move_nodes(&w, 0.9);
            memcpy(expected, w.poses, sizeof expected);
            contact_find(&w.s, &w.c, w.block);
            leave_the_way(&w, again / 3 % 2, again % 3, again < 30 ? 0.55 : 4.0);
            const bool has_missed = should_look_again(&w, &m, expected);
            assert_int_equal(contact_has_missed(&w.s, &w.c, &m), has_missed);
            n_missed += has_missed;
            n_seen += !has_missed;
        }
        close_scene(&w);
    }
    assert_true(n_missed > 50 && n_seen > 100);
}

/* Two shapes are one in the other, and the search has seen neither: what counts is where they were expected, a turn and
 * a way from where they are. */
static void how_far_from_the_way(void **unused)
{
    (void)unused;
    for (int trial = 0; trial < 60; trial++) {
        scene w;
        open_scene(&w, (unsigned long long)(350 + trial));
        add_shape(&w, trial % 2 ? SHAPE_SPHERE : SHAPE_BOX, 0);
        add_shape(&w, SHAPE_SPHERE, 1);
        const contact_memory m = remember_scene(&w);
        move_nodes(&w, 0.0);
        const vec3 apart = vec3_sub(w.shape[0].o, w.shape[1].o);
        w.poses[0].R = w.poses[1].R;
        w.poses[1].x = vec3_add(w.poses[0].x, mat3_mulv(&w.poses[0].R, apart));
        const vec3 axis = sample_vec3(&w.from, 1.0), way = sample_vec3(&w.from, 1.0);
        const double part = trial % 3 * 0.5, half = 0.5 * w.c.margin; /* of the turn, of what is allowed */
        for (int far = 0; far < 2; far++) {
            const double size = half * (far ? 1.001 : 0.999);
            const double angle = 2.0 * asin(part * size / w.shape[trial / 3 % 2].reach / sqrt(8.0));
            const mat3 turn = rotation_exp(vec3_scale(angle / vec3_norm(axis), axis));
            for (int i = 0; i < 2; i++) {
                const bool is_off = i == trial / 3 % 2;
                const mat3 R = is_off ? mat3_mul(&turn, &w.poses[i].R) : w.poses[i].R;
                const double shift = is_off ? (1.0 - part) * size / vec3_norm(way) : 0.0;
                vec3_store(&m.expected[12 * i], vec3_axpy(w.poses[i].x, shift, way));
                memcpy(&m.expected[12 * i + 3], R.e, sizeof R.e);
            }
            assert_int_equal(contact_has_missed(&w.s, &w.c, &m), far);
        }
        close_scene(&w);
    }
}

/* Spheres whose distance is the sum of their radii have no gap, and do not touch. */
static void no_gap_is_no_touch(void **unused)
{
    (void)unused;
    scene w;
    open_scene(&w, 390);
    for (int i = 0; i < 2; i++) {
        add_shape(&w, SHAPE_SPHERE, i);
        w.shape[i].o = (vec3){0, 0, 0};
        w.shape[i].R = w.poses[i].R = MAT3_EYE;
        w.shape[i].r = 0.25;
        shape_complete(&w.shape[i], w.memory);
    }
    w.poses[1].x = (vec3){0.5, 0, 0};
    memcpy(w.at_prev, w.poses, sizeof w.poses);
    const contact_memory m = remember_scene(&w);
    pair_force f;
    assert_true(contact_valid(&w.c, w.block));
    assert_false(contact_has_missed(&w.s, &w.c, &m));
    contact_find(&w.s, &w.c, w.block);
    contact_commit(&w.s, &w.c, w.block);
    assert_int_equal(m.count->n, 1);
    assert_int_equal(m.count->n_touching, 0);
    assert_int_equal(m.pair[0].is_touching, 0);
    assert_false(pair_eval(0, &w.s, &w.c, &m.pair[0], &f));
    close_scene(&w);
}

/* --- what pairs remember ------------------------------------------------------------------------------------------ */

static int order_of(const contact_pair *p, const contact_pair *q)
{
    const int by[3] = {p->a - q->a, p->b - q->b, p->probe - q->probe};
    return by[0] ? by[0] : by[1] ? by[1] : by[2];
}

static void assert_committed(const scene *w, const contact_memory *m, const contact_pair *before, int n)
{
    assert_int_equal(m->count->n, n);
    for (int i = 0; i < n; i++) {
        const contact_pair *p = find_pair(m, &before[i]);
        double rate;
        const double gap = gap_at(w, &before[i], w->poses, &rate), x0 = before[i].x, x1 = -gap;
        assert_non_null(p);
        near_to(p->x, x1, 0.0);
        near_to(p->rate, rate, 0.0);
        near_to(p->v0, before[i].v0, 0.0);
        assert_int_equal(p->is_touching, gap < 0.0);
        assert_int_equal(p - m->pair < m->count->n_touching, gap < 0.0);
        if (isfinite(before[i].lost) && isfinite(x0) && isfinite(x1))
            near_to(p->lost, before[i].lost + energy_lost(&w->c.law, x0, x1), 0.0);
        near_to(p->stored, fmax(before[i].stored, elastic_energy(&w->c.law, x1)), 0.0);
    }
    for (int i = 1; i < m->count->n_touching; i++)
        assert_true(order_of(&m->pair[i - 1], &m->pair[i]) < 0);
}

/* Those that touch stay, with what they remember; the others are looked for anew. */
static void assert_kept(const scene *w, const contact_memory *m, const contact_pair *before, int n_touching)
{
    const int n = list_pairs(&w->c, all);
    int n_near = n_touching;
    for (int i = 0; i < n_touching; i++)
        assert_memory_equal(&m->pair[i], &before[i], sizeof before[i]);
    for (int i = 0; i < n; i++) {
        const contact_pair *p = find_pair(m, &all[i]);
        const bool is_kept = p && p < m->pair + n_touching;
        assert_true(is_kept || (p ? may_touch(w, &all[i]) : !is_near(w, &all[i])));
        n_near += p && !is_kept;
    }
    assert_int_equal(m->count->n, n_near);
}

static void pairs_remember_that_they_touch(void **unused)
{
    (void)unused;
    static contact_pair before[ROOM];
    int n_touching = 0;
    for (int turn = 0; turn < 6; turn++) {
        scene w;
        open_scene(&w, (unsigned long long)(400 + turn));
        fill_scene(&w, turn);
        const contact_memory m = remember_scene(&w);
        for (int again = 0; again < 4; again++) {
            move_nodes(&w, 0.5);
            contact_find(&w.s, &w.c, w.block);
            if (again > 0)
                assert_kept(&w, &m, before, n_touching);
            const int n = m.count->n;
            memcpy(before, m.pair, (size_t)n * sizeof *before);
            contact_commit(&w.s, &w.c, w.block);
            assert_committed(&w, &m, before, n);
            assert_bodies(&w, &m);
            n_touching = m.count->n_touching;
            memcpy(before, m.pair, (size_t)n * sizeof *before);
            assert_true(n_touching > 0);
        }
        close_scene(&w);
    }
}

/* --- room and memory ---------------------------------------------------------------------------------------------- */

static void room_that_is_full(void **unused)
{
    (void)unused;
    scene w;
    open_scene(&w, 500);
    fill_scene(&w, 0);
    contact_memory m = remember_scene(&w);
    move_nodes(&w, 0.6);
    contact_find(&w.s, &w.c, w.block);
    const int n = m.count->n;
    for (int room = n - 1; room <= n; room++) {
        test_free(w.block);
        w.c.room = room;
        m = remember_scene(&w);
        contact_find(&w.s, &w.c, w.block);
        assert_int_equal(m.count->n, room);
        assert_int_equal(m.count->is_full, room < n);
        assert_true(contact_valid(&w.c, w.block));
    }
    m.count->is_full = 1; /* and is not any more when they have gone */
    for (int i = 0; i < MOST_SHAPES; i++)
        w.poses[i].x = w.at_prev[i].x = vec3_axpy(w.poses[i].x, 100.0 * i, (vec3){1, 1, 1});
    contact_find(&w.s, &w.c, w.block);
    assert_int_equal(m.count->is_full, 0);
    close_scene(&w);
}

/* Every pair is there from the beginning where a first speed is given. */
static void first_pairs(void **unused)
{
    (void)unused;
    scene w;
    open_scene(&w, 510);
    fill_scene(&w, 1);
    w.c.first_speed = 0.7;
    const contact_memory m = remember_scene(&w);
    const int n = list_pairs(&w.c, all);
    int n_first = 0;
    for (int i = 0; i < n; i++) {
        const contact_pair *p = find_pair(&m, &all[i]);
        if (!p)
            continue;
        near_to(p->v0, 0.7, 0.0);
        near_to(p->rate, 0.7, 0.0);
        n_first++;
    }
    assert_int_equal(n_first, m.count->n);
    assert_int_equal(n_first, n);
    assert_bodies(&w, &m);
    test_free(w.block);
    w.c.room = 7; /* as many as there is room for */
    const contact_memory few = remember_scene(&w);
    assert_int_equal(few.count->n, 7);
    assert_int_equal(few.count->is_full, 0);
    close_scene(&w);
}

/* One behind the other, none shorter than what it holds. */
static void parts_of_the_memory(void **unused)
{
    (void)unused;
    scene w;
    open_scene(&w, 520);
    fill_scene(&w, 0);
    for (w.c.room = 5; w.c.room < 9; w.c.room++) {
        const contact_memory m = remember_scene(&w);
        const char *at = w.block;
        const void *const part[] = {m.count, m.pair, m.first, m.of_body, m.order, m.box, m.expected};
        const size_t size[] = {sizeof *m.count,
                               (size_t)w.c.room * sizeof *m.pair,
                               (size_t)(w.c.n_bodies + 1) * sizeof(int),
                               2 * (size_t)w.c.room * sizeof(int),
                               (size_t)w.c.n_shapes * sizeof(int),
                               6 * (size_t)w.c.n_shapes * sizeof(double),
                               12 * (size_t)w.c.n_bodies * sizeof(double)};
        for (int i = 0; i < ARRAY_LEN(part); i++) {
            assert_ptr_equal(part[i], at);
            at += (size[i] + 7) & ~(size_t)7;
        }
        assert_int_equal(at - (char *)w.block, contact_memory_size(&w.c));
        test_free(w.block);
    }
    w.block = NULL;
    close_scene(&w);
}

static void assert_refused(const scene *w, int *number, int bad)
{
    const int was = *number;
    *number = bad;
    assert_false(contact_valid(&w->c, w->block));
    *number = was;
    assert_true(contact_valid(&w->c, w->block));
}

static void memory_that_cannot_be(void **unused)
{
    (void)unused;
    scene w;
    open_scene(&w, 530);
    fill_scene(&w, 0);
    w.c.room = 400;
    const contact_memory m = remember_scene(&w);
    move_nodes(&w, 1.0);
    contact_find(&w.s, &w.c, w.block);
    contact_commit(&w.s, &w.c, w.block);
    const int n = m.count->n, last = w.c.n_bodies;
    assert_true(n > 2 && n < w.c.room);
    assert_true(contact_valid(&w.c, w.block));
    assert_refused(&w, &m.count->n, -1);
    assert_refused(&w, &m.count->n, w.c.room + 1);
    assert_refused(&w, &m.count->n_touching, -1);
    assert_refused(&w, &m.count->n_touching, n + 1);
    for (int i = 0; i < n; i++) {
        contact_pair *p = &m.pair[i];
        const contact_shape *a = &w.shape[p->a], *b = &w.shape[p->b];
        assert_refused(&w, &p->a, -1);
        assert_refused(&w, &p->a, w.c.n_shapes);
        assert_refused(&w, &p->b, -1);
        assert_refused(&w, &p->b, w.c.n_shapes);
        assert_refused(&w, &p->probe, a->n_probes + a->n_rims);
        assert_refused(&w, &p->probe, -1 - a->n_edges * b->n_edges);
        const int probe = p->probe;
        p->probe = p->probe < 0 ? -a->n_edges * b->n_edges : a->n_probes + a->n_rims - 1;
        assert_true(contact_valid(&w.c, w.block));
        p->probe = probe;
        assert_refused(&w, &m.of_body[i], -1);
        assert_refused(&w, &m.of_body[i], n);
    }
    for (int i = 0; i < w.c.n_shapes; i++) {
        assert_refused(&w, &m.order[i], -1);
        assert_refused(&w, &m.order[i], w.c.n_shapes);
    }
    assert_refused(&w, &m.first[0], -1);
    assert_refused(&w, &m.first[1], m.first[2] + 1);
    assert_refused(&w, &m.first[last], 2 * n + 1);
    close_scene(&w);
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
        cmocka_unit_test(room_that_is_full),
        cmocka_unit_test(first_pairs),
        cmocka_unit_test(parts_of_the_memory),
        cmocka_unit_test(memory_that_cannot_be),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
