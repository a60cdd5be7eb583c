/* contact_touch_test.c - where pairs of shapes touch, how near they are, how fast and with which force: the formulas of
 * contact.h written in other forms, rates and derivatives against differences. */
#include "unit/element/contact_scene.h"

enum { KINDS = 36, POSES = 24 };

static contact_pair all[ROOM];

static void open_two(scene *w, int kinds)
{
    open_scene(w, (unsigned long long)(600 + kinds));
    add_shape(w, (shape_kind)(kinds / 6), 0);
    add_shape(w, (shape_kind)(kinds % 6), 1);
    w->c.law = (contact_law){.kind = LAW_HUNT_CROSSLEY, .k = 3.0, .n = 1.5, .c = 0.4, .least = 1e-6};
    w->s.dvalue = 0.3;
    w->s.drate = 1.7;
}

typedef void check(scene *w, const contact_pair *p);

/* Stands the first shape, a cylinder, nearly upright on the normal of the second, whose rims count in part. */
static void stand_up(scene *w, int i)
{
    const contact_shape *a = &w->shape[0], *b = &w->shape[1];
    const pose *on = &w->poses[1];
    const mat3 R = mat3_mul(&on->R, &b->R);
    const double slope = 0.01 + 0.005 * i,
                 up = (b->kind == SHAPE_BOX ? b->half.z : 0.0) + (1.0 - 0.06 * (i % 3)) * a->h;
    const mat3 lean = rotation_exp((vec3){slope * cos(i), slope * sin(i), 0.0}), S = mat3_mul(&R, &lean);
    w->poses[0].R = mat3_mult(&S, &a->R);
    const vec3 middle = vec3_add(point_on(on, b->o), mat3_mulv(&R, (vec3){0.02, -0.01, up}));
    w->poses[0].x = vec3_sub(middle, mat3_mulv(&w->poses[0].R, a->o));
}

/* Every pair of two shapes of all kinds, at several places. */
static void check_all(check *of)
{
    for (int kinds = 0; kinds < KINDS; kinds++) {
        scene w;
        open_two(&w, kinds);
        const int n = list_pairs(&w.c, all);
        for (int i = 0; i < POSES; i++) {
            move_nodes(&w, 0.7);
            for (int k = 0; k < n; k++)
                of(&w, &all[k]);
        }
        close_scene(&w);
    }
}

static const contact_shape *shape_of(const scene *w, const contact_pair *p, int side)
{
    return &w->shape[side == 0 ? p->a : p->b];
}

static const pose *pose_of(const scene *w, const contact_pair *p, int side)
{
    return &w->poses[shape_of(w, p, side)->node->pose];
}

/* --- gaps --------------------------------------------------------------------------------------------------------- */

/* Gap, normal, and the point of the first that is nearest, r from its surface. */
typedef struct {
    double gap, r, part;
    vec3 n, near;
} nearness;

static const nearness NONE = {.gap = HUGE_VAL};

static nearness near_probe(const scene *w, const contact_pair *p, vec3 o)
{
    const contact_shape *a = shape_of(w, p, 0), *b = shape_of(w, p, 1);
    const pose *on = pose_of(w, p, 1);
    const vec3 near = point_on(pose_of(w, p, 0), o), middle = point_on(on, b->o);
    const mat3 R = mat3_mul(&on->R, &b->R);
    const surface_point at = shape_surface(b, mat3_tmulv(&R, vec3_sub(near, middle)));
    return (nearness){.gap = at.phi - a->probe_r, .r = a->probe_r, .part = 1.0, .n = mat3_mulv(&R, at.n), .near = near};
}

/* The lowest point of a circle: two of its radii at right angles, u and v, say how deep it goes. */
static nearness near_rim(const scene *w, const contact_pair *p, int rim)
{
    const contact_shape *a = shape_of(w, p, 0), *b = shape_of(w, p, 1);
    const mat3 R = mat3_mul(&pose_of(w, p, 0)->R, &a->R), S = mat3_mul(&pose_of(w, p, 1)->R, &b->R);
    const vec3 u = mat3_col(&R, 0), v = mat3_col(&R, 1);
    nearness is = near_probe(w, p, vec3_axpy(a->o, rim ? a->h : -a->h, mat3_col(&a->R, 2)));
    const vec3 from = mat3_tmulv(&S, vec3_sub(is.near, point_on(pose_of(w, p, 1), b->o)));
    const mat3 H = shape_surface(b, from).H;
    const double steep = hypot(vec3_dot(u, is.n), vec3_dot(v, is.n)), z = fmin(1.0, (steep - 0.02) / 0.08);
    if (steep <= 0.02 || H.e[0][0] + H.e[1][1] + H.e[2][2] > 0.0)
        return NONE;
    const vec3 down = vec3_add(vec3_scale(vec3_dot(u, is.n), u), vec3_scale(vec3_dot(v, is.n), v));
    is.near = vec3_axpy(is.near, -a->r / steep, down);
    is.gap += a->probe_r - a->r * steep;
    is.part = z * z * (3.0 - 2.0 * z);
    is.r = 0.0;
    return is;
}

typedef struct {
    vec3 middle, along, into[2];
} line;

static line line_at(const pose *p, const shape_edge *e)
{
    line is = {.middle = point_on(p, e->middle), .along = mat3_mulv(&p->R, e->along)};
    for (int i = 0; i < e->n_into; i++)
        is.into[i] = mat3_mulv(&p->R, e->inward[i]);
    return is;
}

/* Places of the two lines that are nearest to each other. */
static void nearest_places(const line *a, const line *b, double at[2])
{
    const vec3 d = vec3_sub(b->middle, a->middle), N = vec3_cross(a->along, b->along);
    at[0] = vec3_dot(vec3_cross(d, b->along), N) / vec3_dot(N, N);
    at[1] = vec3_dot(vec3_cross(d, a->along), N) / vec3_dot(N, N);
}

static bool cross(const line l[2], const shape_edge *const e[2])
{
    double at[2];
    nearest_places(&l[0], &l[1], at);
    return vec3_norm(vec3_cross(l[0].along, l[1].along)) >= 0.1 && fabs(at[0]) < e[0]->half && fabs(at[1]) < e[1]->half;
}

/* Neither shape rises by more than a twentieth against the other. */
static bool lie_apart(const line l[2], const shape_edge *const e[2], vec3 n)
{
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < e[i]->n_into; k++)
            if (vec3_dot(l[i].into[k], n) * (i == 0 ? -1.0 : 1.0) > 0.05)
                return false;
    return true;
}

static double depth_of_edges(const contact_shape *s)
{
    if (s->kind == SHAPE_MESH)
        return 0.05 * sqrt(0.9 * 0.9 + 0.8 * 0.8 + 0.9 * 0.9);
    return 0.5 * (s->kind == SHAPE_BOX ? fmin(fmin(s->half.x, s->half.y), s->half.z) : s->r);
}

static nearness near_edges(const scene *w, const contact_pair *p)
{
    const contact_shape *a = shape_of(w, p, 0), *b = shape_of(w, p, 1);
    const int both = -1 - p->probe, i = both / b->n_edges;
    const shape_edge *const e[2] = {&a->edge[i], &b->edge[both - i * b->n_edges]};
    const line l[2] = {line_at(pose_of(w, p, 0), e[0]), line_at(pose_of(w, p, 1), e[1])};
    double at[2];
    if (!cross(l, e))
        return NONE;
    nearest_places(&l[0], &l[1], at);
    const vec3 from = vec3_axpy(l[1].middle, at[1], l[1].along), to = vec3_axpy(l[0].middle, at[0], l[0].along);
    const vec3 apart = vec3_sub(to, from), N = vec3_cross(l[0].along, l[1].along);
    nearness is = {.r = e[0]->r, .part = 1.0, .near = to};
    if (e[0]->r + e[1]->r > 0.0) {
        is.n = vec3_scale(1.0 / vec3_norm(apart), apart);
        is.gap = vec3_norm(apart) - e[0]->r - e[1]->r;
        return lie_apart(l, e, is.n) ? is : NONE;
    }
    is.n = vec3_scale(1.0 / vec3_norm(N), N);
    if (!lie_apart(l, e, is.n))
        is.n = vec3_scale(-1.0, is.n);
    is.gap = vec3_dot(is.n, apart);
    const bool is_deep = is.gap <= -fmin(depth_of_edges(a), depth_of_edges(b));
    return lie_apart(l, e, is.n) && !is_deep ? is : NONE;
}

/* Ends of capsules whose axes cross do not count. */
static bool axes_touch(const scene *w, const contact_pair *p)
{
    const contact_shape *a = shape_of(w, p, 0), *b = shape_of(w, p, 1);
    if (a->kind != SHAPE_CAPSULE || b->kind != SHAPE_CAPSULE)
        return false;
    const line l[2] = {line_at(pose_of(w, p, 0), a->edge), line_at(pose_of(w, p, 1), b->edge)};
    return cross(l, (const shape_edge *const[2]){a->edge, b->edge});
}

static nearness near_pair(const scene *w, const contact_pair *p)
{
    const contact_shape *a = shape_of(w, p, 0);
    if (p->probe < 0)
        return near_edges(w, p);
    if (axes_touch(w, p))
        return NONE;
    return p->probe < a->n_probes ? near_probe(w, p, a->probe[p->probe]) : near_rim(w, p, p->probe - a->n_probes);
}

static int n_finite, n_touching;

static void check_gap(scene *w, const contact_pair *p)
{
    double rate;
    const double gap = gap_at(w, p, w->poses, &rate), expected = near_pair(w, p).gap;
    if (gap == HUGE_VAL || expected == HUGE_VAL) {
        assert_true(gap == expected);
        near_to(rate, 0.0, 0.0);
        return;
    }
    near_to(gap, expected, 1e-12);
    n_finite++;
}

static void gaps_of_all_pairs(void **unused)
{
    (void)unused;
    n_finite = 0;
    check_all(check_gap);
    assert_true(n_finite > 10000);
}

/* --- rates -------------------------------------------------------------------------------------------------------- */

static double gap_after(const scene *w, const contact_pair *p, double dt)
{
    pose at[MOST_SHAPES];
    double rate;
    for (int i = 0; i < 2; i++) {
        const mat3 turn = rotation_exp(vec3_scale(dt, w->poses[i].w));
        at[i] = w->poses[i];
        at[i].x = vec3_axpy(at[i].x, dt, at[i].v);
        at[i].R = mat3_mul(&turn, &at[i].R);
    }
    return gap_at(w, p, at, &rate);
}

static void check_rate(scene *w, const contact_pair *p)
{
    const double h = 1e-5;
    double rate;
    const double gap = gap_at(w, p, w->poses, &rate), fore = gap_after(w, p, h), back = gap_after(w, p, -h);
    if (!(fabs(fore - 2.0 * gap + back) < 1e-7)) /* not smooth, or not there */
        return;
    near_to(rate, (back - fore) / (2.0 * h), 1e-5);
    n_finite++;
}

static void rates_are_those_of_the_gaps(void **unused)
{
    (void)unused;
    n_finite = 0;
    check_all(check_rate);
    assert_true(n_finite > 10000);
}

/* --- forces ------------------------------------------------------------------------------------------------------- */

static const contact_law LAWS[] = {
    {.kind = LAW_LINEAR, .k = 3.0, .n = 1.0, .c = 0.7, .least = 1e-6, .mu = 0.4, .slip = 0.5},
    {.kind = LAW_LINEAR, .k = 3.0, .n = 1.0, .c = 0.0, .least = 1e-6},
    {.kind = LAW_FLORES, .k = 3.0, .n = 1.5, .c = 0.4, .least = 1e-6, .mu = 0.3, .slip = 0.2},
    {.kind = LAW_HUNT_CROSSLEY, .k = 2.0, .n = 1.0, .c = 0.5, .least = 0.25},
    {.kind = LAW_LANKARANI_NIKRAVESH, .k = 5.0, .n = 2.0, .c = 9.0, .least = 0.75, .mu = 0.1, .slip = 0.7},
};

static double force_of(const contact_law *by, double v0, double x, double rate)
{
    if (by->kind == LAW_LINEAR)
        return fmax(0.0, by->k * x + by->c * rate);
    return fmax(0.0, by->k * pow(x, by->n) + (v0 >= by->least ? by->c * pow(x, by->n) * rate / v0 : 0.0));
}

static vec3 velocity_at(const pose *p, vec3 x) { return vec3_add(p->v, vec3_cross(p->w, vec3_sub(x, p->x))); }

static void check_force(scene *w, const contact_pair *p)
{
    const nearness is = near_pair(w, p);
    contact_pair of = *p;
    pair_force f;
    of.v0 = 0.25 * (1 + p->probe % 4 * (p->probe > 0 ? 1 : -1));
    if (!pair_eval(0, &w->s, &w->c, &of, &f)) {
        assert_true(is.gap >= -1e-12);
        return;
    }
    assert_true(is.gap < 1e-12);
    const pose *a = pose_of(w, p, 0), *b = pose_of(w, p, 1);
    const vec3 middle = vec3_axpy(is.near, -(is.r + 0.5 * is.gap), is.n);
    const vec3 u = vec3_sub(velocity_at(a, middle), velocity_at(b, middle));
    const double rate = -vec3_dot(is.n, u);
    const vec3 slip = vec3_axpy(u, rate, is.n);
    const double N = is.part * force_of(&w->c.law, of.v0, -is.gap, rate);
    const double rubs = w->c.law.mu > 0.0 ? w->c.law.mu * N / hypot(vec3_norm(slip), w->c.law.slip) : 0.0;
    near3(vec3_add(a->x, jet3_value(&f.arm[0])), middle, 1e-12);
    near3(vec3_add(b->x, jet3_value(&f.arm[1])), middle, 1e-12);
    near_to(f.x, -is.gap, 1e-12);
    near_to(f.rate, rate, 1e-11);
    near_to(f.f, N, 1e-10);
    near3(jet3_value(&f.F), vec3_axpy(vec3_scale(N, is.n), -rubs, slip), 1e-10);
    n_touching++;
}

static void forces_of_all_pairs(void **unused)
{
    (void)unused;
    for (int i = 0; i < ARRAY_LEN(LAWS); i++) {
        scene w;
        n_touching = 0;
        for (int kinds = 0; kinds < KINDS; kinds++) {
            open_two(&w, kinds);
            w.c.law = LAWS[i];
            const int n = list_pairs(&w.c, all);
            for (int k = 0; k < 4; k++) {
                move_nodes(&w, 0.6);
                for (int j = 0; j < n; j++)
                    check_force(&w, &all[j]);
            }
            close_scene(&w);
        }
        assert_true(n_touching > 200);
    }
}

/* Rims of cylinders that stand count more and more as they lean. */
static void check_upright(check *of)
{
    for (int flat = 0; flat < 2; flat++) {
        scene w;
        open_two(&w, 6 * SHAPE_CYLINDER + (flat ? SHAPE_BOX : SHAPE_HALF_SPACE));
        const int n = list_pairs(&w.c, all);
        for (int i = 0; i < POSES; i++) {
            move_nodes(&w, 0.6);
            stand_up(&w, i);
            for (int k = 0; k < n; k++)
                if (all[k].a == 0 && all[k].probe >= w.shape[0].n_probes)
                    of(&w, &all[k]);
        }
        close_scene(&w);
    }
}

static void forces_of_cylinders_that_stand(void **unused)
{
    (void)unused;
    n_touching = 0;
    check_upright(check_force);
    assert_true(n_touching > 20);
}

/* Without friction nothing is divided by the speed of sliding, which may be none. */
static void head_on(void **unused)
{
    (void)unused;
    scene w;
    pair_force f;
    open_two(&w, 6 * SHAPE_SPHERE + SHAPE_SPHERE);
    move_nodes(&w, 0.0);
    for (int i = 0; i < 2; i++) {
        w.shape[i].o = (vec3){0, 0, 0};
        shape_complete(&w.shape[i], w.memory);
        w.poses[i].v = w.poses[i].w = (vec3){0, 0, 0};
    }
    w.poses[1].x = vec3_add(w.poses[0].x, (vec3){w.shape[0].r, 0, 0});
    assert_true(pair_eval(0, &w.s, &w.c, &(contact_pair){.b = 1}, &f));
    near_to(f.F.v[0], -3.0 * pow(w.shape[1].r, 1.5), 1e-14);
    near_to(f.F.v[1], 0.0, 1e-14);
    near_to(f.F.v[2], 0.0, 1e-14);
    close_scene(&w);
}

static void work_and_energy_of_a_step(void **unused)
{
    (void)unused;
    for (int i = 0; i < ARRAY_LEN(LAWS); i++) {
        const contact_law *by = &LAWS[i];
        for (int k = 0; k < 25; k++) {
            const double x0 = 0.1 * (k / 5) - 0.15, x1 = 0.13 * (k % 5) - 0.2;
            const double f0 = x0 > 0 ? by->k * pow(x0, by->n) : 0.0, f1 = x1 > 0 ? by->k * pow(x1, by->n) : 0.0;
            const double V0 = x0 > 0 ? by->k * pow(x0, by->n + 1.0) / (by->n + 1.0) : 0.0;
            const double V1 = x1 > 0 ? by->k * pow(x1, by->n + 1.0) / (by->n + 1.0) : 0.0;
            near_to(elastic_force(by, x0), f0, 1e-15);
            near_to(elastic_energy(by, x1), V1, 1e-15);
            near_to(energy_lost(by, x0, x1), V0 - V1 + 0.5 * (f0 + f1) * (x1 - x0), 1e-15);
        }
    }
}

/* --- derivatives -------------------------------------------------------------------------------------------------- */

/* Moves a node as a correction does. */
static void correct(scene *w, int body, int k, double h)
{
    pose *p = &w->poses[body];
    const vec3 e = {k % 3 == 0, k % 3 == 1, k % 3 == 2};
    const double change = w->s.dvalue * h, rate = w->s.drate * h;
    if (k < 3) {
        p->x = vec3_axpy(p->x, change, e);
        p->v = vec3_axpy(p->v, rate, e);
        return;
    }
    const mat3 turn = rotation_exp(vec3_scale(change, e));
    p->R = mat3_mul(&turn, &p->R);
    p->w = vec3_add(vec3_axpy(p->w, rate, e), vec3_scale(-change, vec3_cross(p->w_ref, e)));
}

static bool eval_moved(scene *w, const contact_pair *p, int lane, double h, pair_force *f)
{
    const int body = shape_of(w, p, lane / 6)->node->pose;
    const pose was = w->poses[body];
    correct(w, body, lane % 6, h);
    const bool is_there = pair_eval(0, &w->s, &w->c, p, f);
    w->poses[body] = was;
    return is_there;
}

static void assert_slopes(const jet3 *now, const jet3 *fore, const jet3 *back, int lane, double h)
{
    for (int k = 0; k < 3; k++)
        if (fabs(fore->v[k] - 2.0 * now->v[k] + back->v[k]) < 1e-8 * (1.0 + fabs(now->v[k]))) {
            near_to(now->d[k][lane], (fore->v[k] - back->v[k]) / (2.0 * h), 1e-5 * (1.0 + fabs(now->d[k][lane])));
            n_finite++;
        }
}

static void check_derivatives(scene *w, const contact_pair *p)
{
    const double h = 1e-6;
    contact_pair of = *p;
    pair_force now, fore, back;
    of.v0 = 1.0;
    for (int i = 0; i < 2; i++)
        w->poses[i].w_ref = vec3_scale(0.8, w->poses[i].w);
    if (!pair_eval(PAIR_LANES, &w->s, &w->c, &of, &now))
        return;
    for (int lane = 0; lane < PAIR_LANES; lane++) {
        if (!eval_moved(w, &of, lane, h, &fore) || !eval_moved(w, &of, lane, -h, &back))
            return;
        assert_slopes(&now.F, &fore.F, &back.F, lane, h);
        assert_slopes(&now.arm[0], &fore.arm[0], &back.arm[0], lane, h);
        assert_slopes(&now.arm[1], &fore.arm[1], &back.arm[1], lane, h);
    }
}

static void derivatives_of_all_pairs(void **unused)
{
    (void)unused;
    n_finite = 0;
    for (int kinds = 0; kinds < KINDS; kinds++) {
        scene w;
        open_two(&w, kinds);
        w.c.law = LAWS[kinds % 2 ? 0 : 2];
        const int n = list_pairs(&w.c, all);
        for (int i = 0; i < 4; i++) {
            move_nodes(&w, 0.6);
            for (int k = 0; k < n; k++)
                check_derivatives(&w, &all[k]);
        }
        close_scene(&w);
    }
    assert_true(n_finite > 10000);
    n_finite = 0;
    check_upright(check_derivatives);
    assert_true(n_finite > 500);
}

/* --- edges -------------------------------------------------------------------------------------------------------- */

static double distance_in(const contact_shape *s, vec3 of_node)
{
    return shape_surface(s, mat3_tmulv(&s->R, vec3_sub(of_node, s->o))).phi;
}

/* A sharp edge is on the surface, and so is what lies beside it in both faces. Edges of rims are chords: their arrow
 * says how far they are from the side. */
static void assert_sharp(const contact_shape *s, const shape_edge *e, double arrow)
{
    near_to(vec3_norm(e->along), 1.0, 1e-14);
    assert_int_equal(e->n_into, 2);
    for (int i = -1; i <= 1; i++)
        near_to(distance_in(s, vec3_axpy(e->middle, i * e->half, e->along)), 0.0, 1e-14);
    assert_true(distance_in(s, vec3_axpy(e->middle, 1.01 * e->half, e->along)) > 1e-5);
    for (int i = 0; i < 2; i++) {
        const bool is_within = arrow > 0.0 && i == 1;
        near_to(vec3_norm(e->inward[i]), 1.0, 1e-14);
        near_to(vec3_dot(e->inward[i], e->along), 0.0, 1e-14);
        near_to(distance_in(s, vec3_axpy(e->middle, 1e-3, e->inward[i])), is_within ? -1e-3 : 0.0, 1e-14);
        assert_true(distance_in(s, vec3_axpy(e->middle, -1e-3 - 2.0 * arrow, e->inward[i])) > 5e-4);
    }
    assert_true(fabs(vec3_dot(e->inward[0], e->inward[1])) < 0.99);
}

static void edges_of_shapes(void **unused)
{
    (void)unused;
    scene w;
    open_scene(&w, 700);
    const int n_edges[] = {0, 1, 12, 33, 0, 6};
    for (int kind = 0; kind < 6; kind++) {
        add_shape(&w, (shape_kind)kind, kind);
        const contact_shape *s = &w.shape[kind];
        const bool has_axis = kind == SHAPE_CAPSULE || kind == SHAPE_CYLINDER;
        assert_int_equal(s->n_edges, n_edges[kind]);
        if (has_axis) {
            near3(s->edge[0].middle, s->o, 1e-14);
            near3(s->edge[0].along, mat3_col(&s->R, 2), 1e-14);
            near_to(s->edge[0].half, s->h, 1e-14);
            near_to(s->edge[0].r, s->r, 0.0);
            assert_int_equal(s->edge[0].n_into, 0);
        }
        for (int i = has_axis; i < s->n_edges; i++) {
            near_to(s->edge[i].r, 0.0, 0.0);
            assert_sharp(s, &s->edge[i], kind == SHAPE_CYLINDER ? s->r * (1.0 - cos(M_PI / 16)) : 0.0);
            for (int k = has_axis; k < i; k++)
                assert_true(vec3_norm(vec3_sub(s->edge[i].middle, s->edge[k].middle)) > 1e-3);
        }
    }
    close_scene(&w);
}

/* Two halves of a square, bent along their common side: a ridge has an edge, a plane and a valley have none there. */
static void edges_between_faces(void **unused)
{
    (void)unused;
    const double up[] = {-0.5, -0.04, 0.0, 0.04, 0.5};
    const int n_edges[] = {5, 4, 4, 4, 4};
    arena *memory = arena_create();
    for (int i = 0; i < ARRAY_LEN(up); i++) {
        const vec3 p = {0, -1, 0}, q = {0, 1, 0};
        shape_face f[] = {{.v = {p, {1, 0, up[i]}, q}}, {.v = {q, {-1, 0, 0}, p}}};
        for (int k = 0; k < 2; k++) {
            const vec3 n = vec3_cross(vec3_sub(f[k].v[1], f[k].v[0]), vec3_sub(f[k].v[2], f[k].v[0]));
            f[k].n = vec3_scale(1.0 / vec3_norm(n), n);
        }
        contact_shape s = {.kind = SHAPE_MESH, .R = MAT3_EYE, .face = f, .n_faces = 2};
        shape_complete(&s, memory);
        assert_int_equal(s.n_edges, n_edges[i]);
        for (int k = 0; k < s.n_edges; k++)
            assert_int_equal(s.edge[k].n_into, vec3_norm(s.edge[k].middle) < 0.1 ? 2 : 1);
    }
    arena_destroy(memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gaps_of_all_pairs),
        cmocka_unit_test(rates_are_those_of_the_gaps),
        cmocka_unit_test(forces_of_all_pairs),
        cmocka_unit_test(forces_of_cylinders_that_stand),
        cmocka_unit_test(head_on),
        cmocka_unit_test(work_and_energy_of_a_step),
        cmocka_unit_test(derivatives_of_all_pairs),
        cmocka_unit_test(edges_of_shapes),
        cmocka_unit_test(edges_between_faces),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
