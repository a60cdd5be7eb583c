/* contact_touch_test.c - where pairs of shapes touch, how near they are, how fast and with which force: the formulas of
 * contact.h written in other forms, rates and derivatives against differences. */
#include "unit/element/contact_scene.h"

enum { KINDS = 36, POSES = 24 };

static contact_pair all[BUFFER_SIZE];

static void open_two(scene *scene, int kinds)
{
    open_scene(scene, (unsigned long long)(600 + kinds));
    add_shape(scene, (shape_kind)(kinds / 6), 0);
    add_shape(scene, (shape_kind)(kinds % 6), 1);
    scene->contact.law = (contact_law){.kind = LAW_HUNT_CROSSLEY, .k = 3.0, .n = 1.5, .c = 0.4, .least = 1e-6};
    scene->state.dvalue = 0.3;
    scene->state.drate = 1.7;
}

typedef void check(scene *scene, const contact_pair *pair);

/* Stands the first shape, a cylinder, nearly upright on the normal of the second, whose rims count in part. */
static void stand_up(scene *scene, int i)
{
    const contact_shape *a = &scene->shape[0], *b = &scene->shape[1];
    const pose *on = &scene->poses[1];
    const mat3 R = mat3_mul(&on->R, &b->R);
    const double derivative = 0.01 + 0.005 * i,
                 up = (b->kind == SHAPE_BOX ? b->half.z : 0.0) + (1.0 - 0.06 * (i % 3)) * a->h;
    const mat3 lean = rotation_exp((vec3){derivative * cos(i), derivative * sin(i), 0.0}), S = mat3_mul(&R, &lean);
    scene->poses[0].R = mat3_mult(&S, &a->R);
    const vec3 middle = vec3_add(point_on(on, b->o), mat3_mulv(&R, (vec3){0.02, -0.01, up}));
    scene->poses[0].x = vec3_sub(middle, mat3_mulv(&scene->poses[0].R, a->o));
}

/* Every pair of two shapes of all kinds, at several places. */
static void check_all(check *of)
{
    for (int kinds = 0; kinds < KINDS; kinds++) {
        scene scene;
        open_two(&scene, kinds);
        const int n = list_pairs(&scene.contact, all);
        for (int i = 0; i < POSES; i++) {
            move_nodes(&scene, 0.7);
            for (int k = 0; k < n; k++)
                of(&scene, &all[k]);
        }
        close_scene(&scene);
    }
}

static const contact_shape *shape_of(const scene *scene, const contact_pair *pair, int side)
{
    return &scene->shape[side == 0 ? pair->a : pair->b];
}

static const pose *pose_of(const scene *scene, const contact_pair *pair, int side)
{
    return &scene->poses[shape_of(scene, pair, side)->node->pose];
}

/* --- gaps --------------------------------------------------------------------------------------------------------- */

/* Gap, normal, and the point of the first that is nearest, r from its surface. */
typedef struct {
    double gap, r, part;
    vec3 n, near;
} nearness;

static const nearness NONE = {.gap = HUGE_VAL};

static nearness near_probe(const scene *scene, const contact_pair *pair, vec3 o)
{
    const contact_shape *a = shape_of(scene, pair, 0), *b = shape_of(scene, pair, 1);
    const pose *on = pose_of(scene, pair, 1);
    const vec3 near = point_on(pose_of(scene, pair, 0), o), middle = point_on(on, b->o);
    const mat3 R = mat3_mul(&on->R, &b->R);
    const surface_point at = shape_surface(b, mat3_tmulv(&R, vec3_sub(near, middle)));
    return (nearness){.gap = at.phi - a->probe_r, .r = a->probe_r, .part = 1.0, .n = mat3_mulv(&R, at.n), .near = near};
}

/* The lowest point of a circle: two of its radii at right angles, u and v, say how deep it goes. */
static nearness near_rim(const scene *scene, const contact_pair *pair, int rim)
{
    const contact_shape *a = shape_of(scene, pair, 0), *b = shape_of(scene, pair, 1);
    const mat3 R = mat3_mul(&pose_of(scene, pair, 0)->R, &a->R), S = mat3_mul(&pose_of(scene, pair, 1)->R, &b->R);
    const vec3 u = mat3_col(&R, 0), v = mat3_col(&R, 1);
    nearness is = near_probe(scene, pair, vec3_axpy(a->o, rim ? a->h : -a->h, mat3_col(&a->R, 2)));
    const vec3 from = mat3_tmulv(&S, vec3_sub(is.near, point_on(pose_of(scene, pair, 1), b->o)));
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

static line line_at(const pose *pose, const shape_edge *shape_edge)
{
    line is = {.middle = point_on(pose, shape_edge->middle), .along = mat3_mulv(&pose->R, shape_edge->along)};
    for (int i = 0; i < shape_edge->n_into; i++)
        is.into[i] = mat3_mulv(&pose->R, shape_edge->inward[i]);
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

static double depth_of_edges(const contact_shape *shape)
{
    if (shape->kind == SHAPE_MESH)
        return 0.05 * sqrt(0.9 * 0.9 + 0.8 * 0.8 + 0.9 * 0.9);
    return 0.5 * (shape->kind == SHAPE_BOX ? fmin(fmin(shape->half.x, shape->half.y), shape->half.z) : shape->r);
}

static nearness near_edges(const scene *scene, const contact_pair *pair)
{
    const contact_shape *a = shape_of(scene, pair, 0), *b = shape_of(scene, pair, 1);
    const int both = -1 - pair->probe, i = both / b->n_edges;
    const shape_edge *const e[2] = {&a->edge[i], &b->edge[both - i * b->n_edges]};
    const line l[2] = {line_at(pose_of(scene, pair, 0), e[0]), line_at(pose_of(scene, pair, 1), e[1])};
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
static bool axes_touch(const scene *scene, const contact_pair *pair)
{
    const contact_shape *a = shape_of(scene, pair, 0), *b = shape_of(scene, pair, 1);
    if (a->kind != SHAPE_CAPSULE || b->kind != SHAPE_CAPSULE)
        return false;
    const line l[2] = {line_at(pose_of(scene, pair, 0), a->edge), line_at(pose_of(scene, pair, 1), b->edge)};
    return cross(l, (const shape_edge *const[2]){a->edge, b->edge});
}

static nearness near_pair(const scene *scene, const contact_pair *pair)
{
    const contact_shape *shape = shape_of(scene, pair, 0);
    if (pair->probe < 0)
        return near_edges(scene, pair);
    if (axes_touch(scene, pair))
        return NONE;
    return pair->probe < shape->n_probes ? near_probe(scene, pair, shape->probe[pair->probe])
                                         : near_rim(scene, pair, pair->probe - shape->n_probes);
}

static int n_finite, n_touching;

static void check_gap(scene *scene, const contact_pair *pair)
{
    double rate;
    const double gap = gap_at(scene, pair, scene->poses, &rate), expected = near_pair(scene, pair).gap;
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

static double gap_after(const scene *scene, const contact_pair *pair, double dt)
{
    pose at[MOST_SHAPES];
    double rate;
    for (int i = 0; i < 2; i++) {
        const mat3 rotation = rotation_exp(vec3_scale(dt, scene->poses[i].w));
        at[i] = scene->poses[i];
        at[i].x = vec3_axpy(at[i].x, dt, at[i].v);
        at[i].R = mat3_mul(&rotation, &at[i].R);
    }
    return gap_at(scene, pair, at, &rate);
}

static void check_rate(scene *scene, const contact_pair *pair)
{
    const double h = 1e-5;
    double rate;
    const double gap = gap_at(scene, pair, scene->poses, &rate), fore = gap_after(scene, pair, h),
                 back = gap_after(scene, pair, -h);
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

static vec3 velocity_at(const pose *pose, vec3 x)
{
    return vec3_add(pose->v, vec3_cross(pose->w, vec3_sub(x, pose->x)));
}

static void check_force(scene *scene, const contact_pair *pair)
{
    const nearness is = near_pair(scene, pair);
    contact_pair of = *pair;
    pair_force force;
    of.v0 = 0.25 * (1 + pair->probe % 4 * (pair->probe > 0 ? 1 : -1));
    if (!pair_eval(0, &scene->state, &scene->contact, &of, &force)) {
        assert_true(is.gap >= -1e-12);
        return;
    }
    assert_true(is.gap < 1e-12);
    const pose *a = pose_of(scene, pair, 0), *b = pose_of(scene, pair, 1);
    const vec3 middle = vec3_axpy(is.near, -(is.r + 0.5 * is.gap), is.n);
    const vec3 u = vec3_sub(velocity_at(a, middle), velocity_at(b, middle));
    const double rate = -vec3_dot(is.n, u);
    const vec3 slip = vec3_axpy(u, rate, is.n);
    const double N = is.part * force_of(&scene->contact.law, of.v0, -is.gap, rate);
    const double rubs =
        scene->contact.law.mu > 0.0 ? scene->contact.law.mu * N / hypot(vec3_norm(slip), scene->contact.law.slip) : 0.0;
    near3(vec3_add(a->x, jet3_value(&force.arm[0])), middle, 1e-12);
    near3(vec3_add(b->x, jet3_value(&force.arm[1])), middle, 1e-12);
    near_to(force.x, -is.gap, 1e-12);
    near_to(force.rate, rate, 1e-11);
    near_to(force.f, N, 1e-10);
    near3(jet3_value(&force.F), vec3_axpy(vec3_scale(N, is.n), -rubs, slip), 1e-10);
    n_touching++;
}

static void forces_of_all_pairs(void **unused)
{
    (void)unused;
    for (int i = 0; i < ARRAY_LEN(LAWS); i++) {
        scene scene;
        n_touching = 0;
        for (int kinds = 0; kinds < KINDS; kinds++) {
            open_two(&scene, kinds);
            scene.contact.law = LAWS[i];
            const int n = list_pairs(&scene.contact, all);
            for (int k = 0; k < 4; k++) {
                move_nodes(&scene, 0.6);
                for (int j = 0; j < n; j++)
                    check_force(&scene, &all[j]);
            }
            close_scene(&scene);
        }
        assert_true(n_touching > 200);
    }
}

/* Rims of cylinders that stand count more and more as they lean. */
static void check_upright(check *of)
{
    for (int flat = 0; flat < 2; flat++) {
        scene scene;
        open_two(&scene, 6 * SHAPE_CYLINDER + (flat ? SHAPE_BOX : SHAPE_HALF_SPACE));
        const int n = list_pairs(&scene.contact, all);
        for (int i = 0; i < POSES; i++) {
            move_nodes(&scene, 0.6);
            stand_up(&scene, i);
            for (int k = 0; k < n; k++)
                if (all[k].a == 0 && all[k].probe >= scene.shape[0].n_probes)
                    of(&scene, &all[k]);
        }
        close_scene(&scene);
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
    scene scene;
    pair_force force;
    open_two(&scene, 6 * SHAPE_SPHERE + SHAPE_SPHERE);
    move_nodes(&scene, 0.0);
    for (int i = 0; i < 2; i++) {
        scene.shape[i].o = (vec3){0, 0, 0};
        shape_complete(&scene.shape[i], scene.memory);
        scene.poses[i].v = scene.poses[i].w = (vec3){0, 0, 0};
    }
    scene.poses[1].x = vec3_add(scene.poses[0].x, (vec3){scene.shape[0].r, 0, 0});
    assert_true(pair_eval(0, &scene.state, &scene.contact, &(contact_pair){.b = 1}, &force));
    near_to(force.F.v[0], -3.0 * pow(scene.shape[1].r, 1.5), 1e-14);
    near_to(force.F.v[1], 0.0, 1e-14);
    near_to(force.F.v[2], 0.0, 1e-14);
    close_scene(&scene);
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
static void correct(scene *scene, int body, int k, double h)
{
    pose *pose = &scene->poses[body];
    const vec3 e = {k % 3 == 0, k % 3 == 1, k % 3 == 2};
    const double change = scene->state.dvalue * h, rate = scene->state.drate * h;
    if (k < 3) {
        pose->x = vec3_axpy(pose->x, change, e);
        pose->v = vec3_axpy(pose->v, rate, e);
        return;
    }
    const mat3 rotation = rotation_exp(vec3_scale(change, e));
    pose->R = mat3_mul(&rotation, &pose->R);
    pose->w = vec3_add(vec3_axpy(pose->w, rate, e), vec3_scale(change, mat3_mulv(&pose->w_theta, e)));
}

static bool eval_moved(scene *scene, const contact_pair *pair, int lane, double h, pair_force *force)
{
    const int body = shape_of(scene, pair, lane / 6)->node->pose;
    const pose was = scene->poses[body];
    correct(scene, body, lane % 6, h);
    const bool is_there = pair_eval(0, &scene->state, &scene->contact, pair, force);
    scene->poses[body] = was;
    return is_there;
}

static void assert_derivatives(const jet3 *now, const jet3 *fore, const jet3 *back, int lane, double h)
{
    for (int k = 0; k < 3; k++)
        if (fabs(fore->v[k] - 2.0 * now->v[k] + back->v[k]) < 1e-8 * (1.0 + fabs(now->v[k]))) {
            near_to(now->d[k][lane], (fore->v[k] - back->v[k]) / (2.0 * h), 1e-5 * (1.0 + fabs(now->d[k][lane])));
            n_finite++;
        }
}

static void check_derivatives(scene *scene, const contact_pair *pair)
{
    const double h = 1e-6;
    contact_pair of = *pair;
    pair_force now, fore, back;
    of.v0 = 1.0;
    for (int i = 0; i < 2; i++)
        scene->poses[i].w_theta = mat3_outer(scene->poses[i].w, scene->poses[i].v);
    if (!pair_eval(PAIR_LANES, &scene->state, &scene->contact, &of, &now))
        return;
    for (int lane = 0; lane < PAIR_LANES; lane++) {
        if (!eval_moved(scene, &of, lane, h, &fore) || !eval_moved(scene, &of, lane, -h, &back))
            return;
        assert_derivatives(&now.F, &fore.F, &back.F, lane, h);
        assert_derivatives(&now.arm[0], &fore.arm[0], &back.arm[0], lane, h);
        assert_derivatives(&now.arm[1], &fore.arm[1], &back.arm[1], lane, h);
    }
}

static void derivatives_of_all_pairs(void **unused)
{
    (void)unused;
    n_finite = 0;
    for (int kinds = 0; kinds < KINDS; kinds++) {
        scene scene;
        open_two(&scene, kinds);
        scene.contact.law = LAWS[kinds % 2 ? 0 : 2];
        const int n = list_pairs(&scene.contact, all);
        for (int i = 0; i < 4; i++) {
            move_nodes(&scene, 0.6);
            for (int k = 0; k < n; k++)
                check_derivatives(&scene, &all[k]);
        }
        close_scene(&scene);
    }
    assert_true(n_finite > 10000);
    n_finite = 0;
    check_upright(check_derivatives);
    assert_true(n_finite > 500);
}

/* --- edges -------------------------------------------------------------------------------------------------------- */

static double distance_in(const contact_shape *shape, vec3 of_node)
{
    return shape_surface(shape, mat3_tmulv(&shape->R, vec3_sub(of_node, shape->o))).phi;
}

/* A sharp edge is on the surface, and so is what lies beside it in both faces. Edges of rims are chords: their arrow
 * says how far they are from the side. */
static void assert_sharp(const contact_shape *shape, const shape_edge *shape_edge, double arrow)
{
    near_to(vec3_norm(shape_edge->along), 1.0, 1e-14);
    assert_int_equal(shape_edge->n_into, 2);
    for (int i = -1; i <= 1; i++)
        near_to(distance_in(shape, vec3_axpy(shape_edge->middle, i * shape_edge->half, shape_edge->along)), 0.0, 1e-14);
    assert_true(distance_in(shape, vec3_axpy(shape_edge->middle, 1.01 * shape_edge->half, shape_edge->along)) > 1e-5);
    for (int i = 0; i < 2; i++) {
        const bool is_within = arrow > 0.0 && i == 1;
        near_to(vec3_norm(shape_edge->inward[i]), 1.0, 1e-14);
        near_to(vec3_dot(shape_edge->inward[i], shape_edge->along), 0.0, 1e-14);
        near_to(distance_in(shape, vec3_axpy(shape_edge->middle, 1e-3, shape_edge->inward[i])), is_within ? -1e-3 : 0.0,
                1e-14);
        assert_true(distance_in(shape, vec3_axpy(shape_edge->middle, -1e-3 - 2.0 * arrow, shape_edge->inward[i])) >
                    5e-4);
    }
    assert_true(fabs(vec3_dot(shape_edge->inward[0], shape_edge->inward[1])) < 0.99);
}

static void edges_of_shapes(void **unused)
{
    (void)unused;
    scene scene;
    open_scene(&scene, 700);
    const int n_edges[] = {0, 1, 12, 33, 0, 6};
    for (int kind = 0; kind < 6; kind++) {
        add_shape(&scene, (shape_kind)kind, kind);
        const contact_shape *shape = &scene.shape[kind];
        const bool has_axis = kind == SHAPE_CAPSULE || kind == SHAPE_CYLINDER;
        assert_int_equal(shape->n_edges, n_edges[kind]);
        if (has_axis) {
            near3(shape->edge[0].middle, shape->o, 1e-14);
            near3(shape->edge[0].along, mat3_col(&shape->R, 2), 1e-14);
            near_to(shape->edge[0].half, shape->h, 1e-14);
            near_to(shape->edge[0].r, shape->r, 0.0);
            assert_int_equal(shape->edge[0].n_into, 0);
        }
        for (int i = has_axis; i < shape->n_edges; i++) {
            near_to(shape->edge[i].r, 0.0, 0.0);
            assert_sharp(shape, &shape->edge[i], kind == SHAPE_CYLINDER ? shape->r * (1.0 - cos(M_PI / 16)) : 0.0);
            for (int k = has_axis; k < i; k++)
                assert_true(vec3_norm(vec3_sub(shape->edge[i].middle, shape->edge[k].middle)) > 1e-3);
        }
    }
    close_scene(&scene);
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
        contact_shape shape = {.kind = SHAPE_MESH, .R = MAT3_EYE, .face = f, .n_faces = 2};
        shape_complete(&shape, memory);
        assert_int_equal(shape.n_edges, n_edges[i]);
        for (int k = 0; k < shape.n_edges; k++)
            assert_int_equal(shape.edge[k].n_into, vec3_norm(shape.edge[k].middle) < 0.1 ? 2 : 1);
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
