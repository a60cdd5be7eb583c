/* touches_test.c - points, spheres and masses of nodes on planes and triangles of others that move and turn: forces,
 * internal rows and printed numbers against the equations in the heads of their files. */
#include "physics/direct_world.h"
#include "base/array.h"

#define LOAD(name) "module load: \"libmodule-" name "\";"
#define NODE(label) "structural: " #label ", static, null, eye, null, null;"

/* --- triangular contact ------------------------------------------------------------------------------------------- */

enum { FACES = 2, BALLS = 3 };
static const vec3 CORNER[] = {{-0.9, -0.8, 0.1}, {1.1, -0.7, 0.3}, {0.1, 1.2, -0.2}, {-1.0, 0.9, 0.6}};
static const int FACE[FACES][3] = {{0, 1, 2}, {0, 2, 3}};
static const struct {
    unsigned node;
    vec3 o;
    double r;
} BALL[BALLS] = {{2, {0.1, -0.2, 0.15}, 0.3}, {2, {-0.3, 0.1, 0.2}, 0.2}, {3, {0.05, 0.25, -0.1}, 0.4}};

#define TRIANGLES(more)                                                                                              \
    "user defined: 10, triangular contact, target node, 1, penalty function, \"f\"" more                             \
    ", number of target vertices, 4, -0.9, -0.8, 0.1, 1.1, -0.7, 0.3, 0.1, 1.2, -0.2, -1., 0.9, 0.6, number of "     \
    "target "                                                                                                        \
    "faces, 2, 1, 2, 3, 1, 3, 4, number of contact nodes, 2, 2, number of contact vertices, 2, offset, 0.1, -0.2, "  \
    "0.15, radius, 0.3, offset, -0.3, 0.1, 0.2, radius, 0.2, 3, number of contact vertices, 1, offset, 0.05, 0.25, " \
    "-0.1, radius, 0.4;"
#define PENALTY "scalar function: \"f\", linear, 0., 0., 1., 50.;"

/* A sphere and a triangle in the frame of the target. */
typedef struct {
    vec3 n, e[2], foot; /* normal, edges, and the point of the plane below the centre, all global */
    double gap, far;    /* far: of the centre from the middle of the triangle */
    bool is_above;
} meeting;

/* Inside when the foot sees all three sides turn the same way. */
static meeting meet(direct *direct, int ball, int f)
{
    const pose *target = pose_of(direct, 1);
    const vec3 p = point_at(pose_of(direct, BALL[ball].node), BALL[ball].o);
    vec3 v[3];
    for (int k = 0; k < 3; k++)
        v[k] = point_at(target, CORNER[FACE[f][k]]);
    const vec3 N = vec3_cross(vec3_sub(v[1], v[0]), vec3_sub(v[2], v[0])), along = vec3_sub(v[1], v[0]);
    meeting meeting = {.n = vec3_scale(1.0 / vec3_norm(N), N), .is_above = true};
    const double height = vec3_dot(meeting.n, vec3_sub(p, v[2]));
    meeting.foot = vec3_axpy(p, -height, meeting.n);
    meeting.gap = height - BALL[ball].r;
    meeting.e[0] = vec3_scale(1.0 / vec3_norm(along), along);
    meeting.e[1] = vec3_cross(meeting.n, meeting.e[0]);
    for (int i = 0; i < 3; i++)
        meeting.is_above &=
            vec3_dot(meeting.n, vec3_cross(vec3_sub(v[(i + 1) % 3], v[i]), vec3_sub(meeting.foot, v[i]))) >= 0.0;
    meeting.far = vec3_norm(vec3_sub(p, vec3_scale(1 / 3.0, vec3_add(v[0], vec3_add(v[1], v[2])))));
    return meeting;
}

static vec3 add_at(vec3 sum[2], const pose *pose, vec3 F, vec3 x)
{
    sum[0] = vec3_add(sum[0], F);
    sum[1] = vec3_add(sum[1], vec3_cross(vec3_sub(x, pose->x), F));
    return sum[0];
}

static const double MU = 0.3, S0 = 20.0, S1 = 0.7;

/* Bristles at the end of a step by Euler's implicit rule: z' = U - |U| s0/mu z, z = z_0 + h z'. */
typedef struct {
    double z[2], rate[2];
} bent;

static bent bend(const direct *direct, const meeting *meeting, vec3 u, const double before[4])
{
    const double U[2] = {vec3_dot(meeting->e[0], u), vec3_dot(meeting->e[1], u)}, by = hypot(U[0], U[1]) * S0 / MU;
    bent to;
    for (int j = 0; j < 2; j++) {
        to.z[j] = (before[j] + direct->state.dt * U[j]) / (1.0 + direct->state.dt * by);
        to.rate[j] = U[j] - by * to.z[j];
    }
    return to;
}

/* Sums the forces, and bends the bristles of `next`; returns how many pairs are above each other. */
static int sum_triangles(direct *direct, double search, bool rubs, vec3 sum[3][2], bent next[BALLS * FACES])
{
    int n = 0;
    for (int i = 0; i < BALLS * FACES; i++) {
        const int ball = i / FACES;
        const meeting meeting = meet(direct, ball, i % FACES);
        const pose *mine = pose_of(direct, BALL[ball].node), *target = pose_of(direct, 1);
        const double *before = rubs ? direct->memory + direct->element->memory + 4 * i : NULL, N = -50.0 * meeting.gap;
        next[i] = (bent){0};
        if (!meeting.is_above || meeting.far > search)
            continue;
        vec3 F = vec3_scale(N, meeting.n);
        if (rubs && N > 0.0) {
            next[i] = bend(direct, &meeting,
                           vec3_sub(velocity_at(mine, meeting.foot), velocity_at(target, meeting.foot)), before);
            for (int j = 0; j < 2; j++)
                F = vec3_axpy(F, -N * (S0 * next[i].z[j] + S1 * next[i].rate[j]), meeting.e[j]);
        } else if (rubs) {
            next[i] = (bent){{before[0], before[1]}, {before[2], before[3]}};
        }
        add_at(sum[BALL[ball].node - 1], mine, F, meeting.foot);
        add_at(sum[0], target, vec3_scale(-1.0, F), meeting.foot);
        n++;
    }
    return n;
}

static int check_triangles(direct *direct, double search, bool rubs)
{
    vec3 sum[3][2] = {0};
    bent next[BALLS * FACES];
    const int n = sum_triangles(direct, search, rubs, sum, next);
    memset(direct->r, 0, sizeof direct->r);
    direct->element->type->eval(0, &direct->state, direct->element, &(local){.r = direct->r});
    for (int i = 0; i < 3; i++) {
        assert_near3(direct->r + 6 * i, sum[i][0], 1e-9);
        assert_near3(direct->r + 6 * i + 3, sum[i][1], 1e-9);
    }
    assert_derivatives(direct);
    assert_int_equal(direct->element->n, 18);
    if (!rubs)
        return n;
    static double to[MOST_MEMORY];
    memset(to, 0x11, sizeof to);
    direct->element->type->history->accept(&direct->state, direct->element, (memory_block *)to);
    for (int i = 0; i < BALLS * FACES; i++)
        for (int j = 0; j < 2; j++) {
            assert_near(to[direct->element->memory + 4 * i + j], next[i].z[j], 1e-12);
            assert_near(to[direct->element->memory + 4 * i + 2 + j], next[i].rate[j], 1e-11);
        }
    return n;
}

static void place_near(direct *direct)
{
    shake(direct);
    for (unsigned label = 2; label <= 3; label++) {
        const pose *target = pose_of(direct, 1);
        pose_of(direct, label)->x = point_at(target, vec3_scale(0.9, any3(direct)));
    }
}

static void spheres_on_triangles(void **of)
{
    static const char *const CARDS[] = {TRIANGLES(""), TRIANGLES(", search radius, 0.6"),
                                        TRIANGLES(", friction model, none")};
    for (int kind = 0; kind < 3; kind++) {
        direct direct;
        int n = 0, n_none = 0;
        open_direct(&direct, *of, 10,
                    (const char *const[]){"structural nodes: 3; loadable elements: 1;",
                                          LOAD("triangular_contact") PENALTY NODE(1) NODE(2) NODE(3), CARDS[kind]});
        for (int i = 0; i < 200; i++) {
            place_near(&direct);
            const int found = check_triangles(&direct, kind == 1 ? 0.6 : HUGE_VAL, false);
            n += found;
            n_none += found == 0;
        }
        assert_true(n > 50 && n_none > 5);
    }
}

static void spheres_that_rub_on_triangles(void **of)
{
    direct direct;
    int n = 0;
    open_direct(
        &direct, *of, 10,
        (const char *const[]){"structural nodes: 3; loadable elements: 1;",
                              LOAD("triangular_contact") PENALTY NODE(1) NODE(2) NODE(3),
                              TRIANGLES(", friction model, lugre, coulomb friction coefficient, 0.3, micro slip "
                                        "stiffness, 20., micro slip damping, 0.7")});
    assert_int_equal(direct.world->deck->model->plan->size - direct.element->memory, 4 * BALLS * FACES);
    for (int i = 0; i < 200; i++) {
        place_near(&direct);
        for (int k = 0; k < 4 * BALLS * FACES; k++)
            direct.memory[direct.element->memory + k] = 0.01 * any(&direct);
        n += check_triangles(&direct, HUGE_VAL, true);
    }
    assert_true(n > 50);
    direct.state.now = PHASE_ASSEMBLY; /* where nothing rubs */
    for (int i = 0; i < 20; i++) {
        vec3 sum[3][2] = {0};
        bent next[BALLS * FACES];
        place_near(&direct);
        sum_triangles(&direct, HUGE_VAL, false, sum, next);
        memset(direct.r, 0, sizeof direct.r);
        direct.element->type->eval(0, &direct.state, direct.element, &(local){.r = direct.r});
        assert_near3(direct.r, sum[0][0], 1e-9);
    }
}

/* --- unilateral in plane ------------------------------------------------------------------------------------------ */

#define UNILATERAL(more)                                                                                       \
    "user defined: 10, unilateral in plane, node1, 2, offset, 2, 0.1, -0.2, 0.15, -0.3, 0.1, 0.2, stiffness, " \
    "40., " more " node2, 1, offset, 0.3, 0.2, -0.1, hinge, 1, 2./3., 2./3., 1./3., 2, -2./3., 1./3., 2./3."
static const vec3 POINT[2] = {{0.1, -0.2, 0.15}, {-0.3, 0.1, 0.2}}, ON = {0.3, 0.2, -0.1};
static const double HINGE[3][3] = {
    {2 / 3.0, 2 / 3.0, 1 / 3.0}, {-2 / 3.0, 1 / 3.0, 2 / 3.0}, {1 / 3.0, -2 / 3.0, 2 / 3.0}};

/* Complementary, by the smaller one or by the root; w = 1/c^2, c = 0.1. */
static double inequality(const direct *direct, double l, double g, double epsilon)
{
    const double w = 100.0;
    if (epsilon > 0.0)
        return l + w * g - sqrt(l * l + w * w * g * g + 2.0 * w * epsilon);
    return direct->state.complement == COMPLEMENTARY_SMALLER ? fmin(l, w * g) : l + w * g - hypot(l, w * g);
}

/* Friction in steady sliding, mu and s0 the same along both axes, and a viscous part. */
static void check_plane(direct *direct, double mu, double viscous, double epsilon)
{
    const int per = mu > 0.0 ? 3 : 1;
    const pose *one = pose_of(direct, 2), *two = pose_of(direct, 1);
    vec3 sum[2][2] = {0}, e[3];
    double gap[2], U[2][2], size[2];
    for (int j = 0; j < 3; j++)
        e[j] = mat3_mulv(&two->R, vec3_load(HINGE[j]));
    for (int i = 0; i < 2; i++) {
        const vec3 p = point_at(one, POINT[i]), u = vec3_sub(velocity_at(one, p), velocity_at(two, p));
        const double l = internal_of(direct)[per * i];
        gap[i] = vec3_dot(e[2], vec3_sub(p, point_at(two, ON)));
        for (int j = 0; j < 2; j++)
            U[i][j] = vec3_dot(e[j], u);
        size[i] = hypot(U[i][0], U[i][1]);
        vec3 F = vec3_scale(l, e[2]);
        for (int j = 0; j < 2 && mu > 0.0; j++) {
            internal_of(direct)[per * i + 1 + j] = mu / 1000.0 * U[i][j] / size[i];
            direct->yp[direct->element->internal + per * i + 1 + j] = 0.01 * (1 + i + 2 * j);
            F = vec3_axpy(F, -l * U[i][j] * (mu / size[i] + viscous), e[j]);
        }
        add_at(sum[0], one, F, p);
        add_at(sum[1], two, vec3_scale(-1.0, F), p);
    }
    evaluate(direct);
    assert_derivatives(direct);
    for (int k = 0; k < 2; k++) {
        assert_near3(direct->r + 6 * k, sum[k][0], 1e-9);
        assert_near3(direct->r + 6 * k + 3, sum[k][1], 1e-9);
    }
    assert_int_equal(direct->element->n, 12 + 2 * per);
    for (int i = 0; i < 2 * per; i++)
        assert_int_equal(direct->element->kinds[i], i % per == 0 ? INTERNAL_ALGEBRAIC : INTERNAL_DIFFERENTIAL);
    for (int i = 0; i < 2; i++) {
        const double l = internal_of(direct)[per * i];
        assert_near(direct->r[12 + per * i], inequality(direct, l, gap[i] + l / 40.0, epsilon), 1e-9);
        assert_near(direct->row[4 * i], gap[i], 1e-12);
        assert_near(direct->row[4 * i + 1], l, 1e-12);
        for (int j = 0; j < 2; j++) {
            if (mu > 0.0)
                assert_near(direct->r[12 + per * i + 1 + j], 0.01 * (1 + i + 2 * j), 1e-9);
            assert_near(direct->row[4 * i + 2 + j], mu > 0.0 ? -l * U[i][j] * (mu / size[i] + viscous) : 0.0, 1e-9);
        }
    }
    assert_int_equal(direct->n_row, 8);
}

static void points_on_one_side_of_a_plane(void **of)
{
    static const char *const CARDS[] = {
        UNILATERAL("") ";", UNILATERAL("epsilon, 0.02,") ";",
        UNILATERAL("") ", coulomb friction coefficient, 0.3, micro slip stiffness, 1000.;",
        UNILATERAL(
            "") ", coulomb friction coefficient, 0.3, micro slip stiffness, 1000., viscous friction coefficient, 0.2;"};
    for (int kind = 0; kind < 4; kind++) {
        direct direct;
        open_direct(&direct, *of, 10,
                    (const char *const[]){"structural nodes: 2; loadable elements: 1;",
                                          LOAD("uni_in_plane") NODE(1) NODE(2), CARDS[kind]});
        for (int i = 0; i < 20; i++) {
            shake(&direct);
            direct.state.complement = i % 2 ? COMPLEMENTARY_FISCHER : COMPLEMENTARY_SMALLER;
            direct.state.now = i % 5 == 4 ? PHASE_DERIVATIVES : PHASE_STEP;
            check_plane(&direct, kind >= 2 ? 0.3 : 0.0, kind == 3 ? 0.2 : 0.0,
                        kind == 1 && direct.state.now == PHASE_STEP ? 0.02 : 0.0);
        }
    }
}

/* A displacement node has no moment, and its rows are three. */
static void point_without_rotation(void **of)
{
    direct direct;
    open_direct(
        &direct, *of, 10,
        (const char *const[]){"structural nodes: 2; loadable elements: 1;",
                              LOAD("uni_in_plane") NODE(1) "structural: 2, static displacement, null, null;",
                              "user defined: 10, unilateral in plane, node1, 2, offset, 1, null, node2, 1, coulomb "
                              "friction coefficient, 0.3, micro slip stiffness, 1000.;"});
    for (int i = 0; i < 5; i++) {
        shake(&direct);
        pose *one = pose_of(&direct, 2), *two = pose_of(&direct, 1);
        one->R = MAT3_EYE;
        one->w = (vec3){0, 0, 0};
        const vec3 n = mat3_col(&two->R, 2), u = vec3_sub(one->v, velocity_at(two, one->x));
        const double l = internal_of(&direct)[0], gap = vec3_dot(n, vec3_sub(one->x, two->x));
        const vec3 slip = vec3_axpy(u, -vec3_dot(u, n), n),
                   F = vec3_axpy(vec3_scale(l, n), -0.3 * l / vec3_norm(slip), slip);
        for (int j = 0; j < 2; j++)
            internal_of(&direct)[1 + j] = 0.3e-3 * vec3_dot(mat3_col(&two->R, j), slip) / vec3_norm(slip);
        evaluate(&direct);
        assert_derivatives(&direct);
        assert_near3(direct.r, F, 1e-10);
        assert_force(&direct, 3, two, vec3_scale(-1.0, F), one->x, 1e-10);
        assert_near(direct.r[9], fmin(l, 100.0 * gap), 1e-10);
        for (int j = 0; j < 2; j++)
            assert_near(direct.r[10 + j], direct.yp[direct.element->internal + 1 + j], 1e-10);
    }
}

/* --- nonsmooth node ----------------------------------------------------------------------------------------------- */

#define MASS(more)                                                                                                     \
    "gravity: uniform, 1., -2., 2., const, 2.; user defined: 10, nonsmooth node, 2, mass, 0.8, radius, 0.05, planes, " \
    "1, 1, "                                                                                                           \
    "position, 0.3, 0.2, -0.1, rotation orientation, 1, 2./3., 2./3., 1./3., 2, -2./3., 1./3., 2./3., restitution, "   \
    "0.6, " more
static const vec3 GRAVITY = {2.0, -4.0, 4.0};

/* By how much the velocity v of the mass at the end of its step, and its place, differ from those of the node. */
static void check_mass(direct *direct, int by, double theta, vec3 v, vec3 impulse, int touched)
{
    const pose *now = pose_of(direct, 2), *then = pose_before(direct, 2);
    const vec3 x = vec3_add(
        then->x, vec3_scale(direct->state.dt, vec3_add(vec3_scale(theta, v), vec3_scale(1.0 - theta, then->v))));
    const vec3 apart = by == 1 ? vec3_scale(1.0 / direct->state.dt, vec3_sub(now->x, x)) : vec3_sub(now->v, v);
    evaluate(direct);
    assert_int_equal(direct->element->n, 6 + 3 + 6);
    assert_near3(direct->r, vec3_scale(-1.0, vec3_load(internal_of(direct))), 0.0);
    assert_near3(direct->r + 6, apart, 1e-9);
    assert_near3(direct->row, impulse, 1e-9);
    assert_near3(direct->row + 3, x, 1e-9);
    assert_near3(direct->row + 6, v, 1e-9);
    assert_near3(direct->row + 9, vec3_load(internal_of(direct)), 0.0);
    assert_near(direct->row[13], touched, 0.0);
    assert_int_equal(direct->n_row, 14 + 6);
    const vec3 off = vec3_sub(x, now->x);
    assert_near3(direct->row + 14, by == 0 ? off : (vec3){0}, 1e-9);
}

/* The velocity at the end of the step without planes: all forces act as at theta. */
static vec3 free_velocity(direct *direct, double theta)
{
    const vec3 L = vec3_load(internal_of(direct)), L_k = vec3_load(direct->y_prev + direct->element->internal);
    const vec3 force = vec3_add(vec3_scale(theta, L), vec3_scale(1.0 - theta, L_k));
    return vec3_add(pose_before(direct, 2)->v, vec3_scale(direct->state.dt, vec3_axpy(GRAVITY, 1.0 / 0.8, force)));
}

typedef struct {
    vec3 n, arm; /* normal; from the node of the plane to where the mass touches it, both at the beginning */
    double gap;
    vec3 u; /* velocity of the mass against the plane at the beginning */
} approach;

static approach approach_of(direct *direct)
{
    const pose *mass = pose_before(direct, 2), *plane = pose_before(direct, 1);
    approach approach = {.n = mat3_mulv(&plane->R, vec3_load(HINGE[2]))};
    const vec3 at = vec3_axpy(mass->x, -0.05, approach.n);
    approach.arm = vec3_sub(at, plane->x);
    approach.gap = vec3_dot(approach.n, vec3_sub(at, point_at(plane, ON)));
    approach.u = vec3_sub(mass->v, velocity_at(plane, at));
    return approach;
}

static const char *const BY[] = {"both", "position", "velocity"};

static void open_mass(direct *direct, world *world, int by, const char *more)
{
    char elements[1000];
    snprintf(elements, sizeof elements, MASS("%s constraint type, %s, theta, 0.7, verbose, yes;"), more, BY[by]);
    open_direct(direct, world, 10,
                (const char *const[]){"structural nodes: 2; loadable elements: 1; gravity;",
                                      LOAD("nonsmooth-node") NODE(1) NODE(2), elements});
}

/* Without friction the normal velocity is turned round by e against the plane as it moves now. */
static void mass_on_a_plane(void **of)
{
    for (int by = 0; by < 3; by++) {
        direct direct;
        int n_touched = 0, n_pushed = 0;
        open_mass(&direct, *of, by, "");
        for (int i = 0; i < 60; i++) {
            shake(&direct);
            const approach approach = approach_of(&direct);
            const bool is_touched = approach.gap + direct.state.dt * vec3_dot(approach.n, approach.u) <= 0.0;
            const vec3 plane = vec3_add(pose_of(&direct, 1)->v, vec3_cross(pose_of(&direct, 1)->w, approach.arm)),
                       v = free_velocity(&direct, 0.7);
            const double target = -0.6 * vec3_dot(approach.n, vec3_sub(pose_before(&direct, 2)->v, plane));
            const double push = fmax(0.0, target - vec3_dot(approach.n, vec3_sub(v, plane)));
            const vec3 P = vec3_scale(is_touched ? 0.8 * push : 0.0, approach.n);
            check_mass(&direct, by, 0.7, vec3_axpy(v, 1.0 / 0.8, P), P, is_touched);
            assert_derivatives(&direct);
            assert_near(direct.row[12], vec3_norm(P), 1e-9);
            n_touched += is_touched;
            n_pushed += is_touched && push > 0.0;
            assert_near(direct.row[19], -1.0, 0.0); /* no impulse so far */
        }
        assert_true(n_touched > 10 && n_touched < 50 && n_pushed > 5);
    }
}

/* With friction, forces and planes at rest and a sliding along the first of the directions: it is slowed down by
 * mu (1 + e) of the speed of the impact, or comes to rest. */
static void mass_that_rubs_on_a_plane(void **of)
{
    direct direct;
    int n_stuck = 0, n_slid = 0;
    open_mass(&direct, *of, 0, "friction coefficient, 0.4,");
    for (int i = 0; i < 60; i++) {
        shake(&direct);
        pose *plane = pose_of(&direct, 1), *mass = pose_before(&direct, 2);
        *pose_before(&direct, 1) = *plane;
        plane->v = plane->w = pose_before(&direct, 1)->v = pose_before(&direct, 1)->w = (vec3){0, 0, 0};
        for (int k = 0; k < 3; k++) { /* the force of the node holds the weight */
            double g[3];
            vec3_store(g, GRAVITY);
            internal_of(&direct)[k] = direct.y_prev[direct.element->internal + k] = -0.8 * g[k];
        }
        approach approach = approach_of(&direct);
        mass->x = vec3_axpy(mass->x, -approach.gap - 0.01, approach.n);
        approach = approach_of(&direct);
        const double falls = -vec3_dot(approach.n, approach.u);
        const vec3 along = vec3_axpy(approach.u, falls, approach.n);
        const double speed = vec3_norm(along), p = falls > 0.0 ? 1.6 * falls : 0.0, rubs = fmin(0.4 * p, speed);
        const bool is_touched = approach.gap - direct.state.dt * falls <= 0.0;
        const vec3 P =
            is_touched ? vec3_scale(0.8, vec3_axpy(vec3_scale(p, approach.n), -rubs / speed, along)) : (vec3){0};
        check_mass(&direct, 0, 0.7, vec3_axpy(mass->v, 1.0 / 0.8, P), P, is_touched);
        assert_near(direct.row[12], is_touched ? 0.8 * p : 0.0, 1e-9);
        n_stuck += p > 0.0 && 0.4 * p > speed;
        n_slid += p > 0.0 && 0.4 * p < speed;
    }
    assert_true(n_stuck > 2 && n_slid > 5);
}

/* Two planes of node 1 and one of node 3: impulses are not negative, no plane is approached, and one of the two is
 * zero. With one plane more than the normals of a space the impulses are not unique, but the velocity is. */
static void mass_between_planes(void **of)
{
    static const vec3 NORMAL[3] = {{0, 0, 1}, {0.8, 0, 0.6}, {0, -0.6, 0.8}};
    static const unsigned OF[3] = {1, 3, 1};
    direct direct;
    int n_pushed = 0;
    open_direct(
        &direct, *of, 10,
        (const char *const[]){
            "structural nodes: 3; loadable elements: 1;", LOAD("nonsmooth-node") NODE(1) NODE(2) NODE(3),
            "user defined: 10, nonsmooth node, 2, mass, 0.8, radius, 0.05, planes, 3, 1, position, null, rotation "
            "orientation, eye, restitution, 0.6, "
            "3, position, null, rotation orientation, 2, 0., 1., 0., 3, 0.8, 0., 0.6, restitution, 0.2, "
            "1, position, null, rotation orientation, 1, 1., 0., 0., 3, 0., -0.6, 0.8, restitution, 0.4, gamma, 0.5;"});
    for (int i = 0; i < 60; i++) {
        shake(&direct);
        for (unsigned label = 1; label <= 3; label++)
            pose_before(&direct, label)->R = rotation_exp(vec3_scale(0.1, any3(&direct)));
        evaluate(&direct);
        assert_int_equal(direct.element->n, 6 + 3 + 12);
        assert_derivatives(&direct);
        const vec3 P = vec3_load(direct.row), v = vec3_load(direct.row + 6), L = vec3_load(internal_of(&direct)),
                   L_k = vec3_load(direct.y_prev + direct.element->internal);
        const pose *mass = pose_before(&direct, 2);
        assert_near3(direct.row + 6, vec3_add(mass->v, vec3_scale(1.0 / 0.8, vec3_axpy(P, 0.05, vec3_add(L, L_k)))),
                     1e-9);
        int n_touched = 0;
        double work = 0.0;
        for (int k = 0; k < 3; k++) {
            const pose *then = pose_before(&direct, OF[k]), *now = pose_of(&direct, OF[k]);
            const double e = k == 0 ? 0.6 : k == 1 ? 0.2 : 0.4;
            const vec3 n = mat3_mulv(&then->R, NORMAL[k]), at = vec3_axpy(mass->x, -0.05, n),
                       arm = vec3_sub(at, then->x);
            const vec3 plane = vec3_add(now->v, vec3_cross(now->w, arm));
            const double opens = vec3_dot(n, vec3_sub(mass->v, velocity_at(then, at)));
            if (vec3_dot(n, arm) + 0.5 * direct.state.dt * opens > 0.0)
                continue;
            const double leaves = vec3_dot(n, vec3_sub(v, plane)) + e * vec3_dot(n, vec3_sub(mass->v, plane));
            assert_true(leaves > -1e-9);
            work += leaves < 1e-9 ? 0.0 : 1.0;
            n_touched++;
        }
        assert_near(direct.row[13], n_touched, 0.0);
        assert_true(n_touched > 0 || vec3_norm(P) == 0.0);
        assert_true(work < n_touched || vec3_norm(P) < 1e-9); /* all leave by themselves */
        n_pushed += vec3_norm(P) > 0.0;
    }
    assert_true(n_pushed > 10);
}

/* In the derivatives phase the forces at its end act for the time c, and planes that bear the mass, not others; where
 * the coefficient is sought, those of the beginning for a step. */
static void mass_at_the_start(void **of)
{
    direct direct;
    open_mass(&direct, *of, 0, "");
    direct.state.now = PHASE_DERIVATIVES;
    for (int i = 0; i < 12; i++) {
        shake(&direct);
        pose *mass = pose_before(&direct, 2), *plane = pose_of(&direct, 1);
        *pose_before(&direct, 1) = *plane;
        plane->v = plane->w = pose_before(&direct, 1)->v = pose_before(&direct, 1)->w = (vec3){0, 0, 0};
        approach approach = approach_of(&direct);
        mass->x = vec3_axpy(mass->x, (i % 2 ? 0.01 : -0.01) - approach.gap, approach.n);
        if (i % 4 < 2)
            mass->v = vec3_axpy(mass->v, -vec3_dot(mass->v, approach.n), approach.n);
        direct.state.finds_coefficient = i >= 8;
        const vec3 L = vec3_load(internal_of(&direct)), L_k = vec3_load(direct.y_prev + direct.element->internal);
        const double h = direct.state.finds_coefficient ? direct.state.dt : 0.07, opens = vec3_dot(approach.n, mass->v);
        direct.state.dvalue = 0.07;
        const vec3 v =
            vec3_add(mass->v, vec3_scale(h, vec3_axpy(GRAVITY, 1.0 / 0.8, direct.state.finds_coefficient ? L_k : L)));
        const bool bears =
            direct.state.finds_coefficient ? (i % 2 ? 0.01 : -0.01) + h * opens <= 0.0 : i % 2 == 0 && i % 4 < 2;
        const double push = bears ? fmax(0.0, -0.6 * opens - vec3_dot(approach.n, v)) : 0.0;
        evaluate(&direct);
        assert_derivatives(&direct);
        assert_near3(direct.r + 6, vec3_sub(pose_of(&direct, 2)->v, vec3_axpy(v, push, approach.n)), 1e-9);
        assert_near3(direct.row, vec3_scale(0.8 * push, approach.n), 1e-9);
        assert_near(direct.row[13], bears, 0.0);
    }
}

/* Sweeps are counted. */
static void sweeps_of_impulses(void **of)
{
    direct direct;
    open_direct(&direct, *of, 10,
                (const char *const[]){
                    "structural nodes: 2; loadable elements: 1; gravity;", LOAD("nonsmooth-node") NODE(1) NODE(2),
                    MASS("friction coefficient, 0.4, LCP solver, pgs, tolerance, 1.e-13, verbose, yes;")});
    const approach approach = approach_of(&direct);
    pose_before(&direct, 2)->x = vec3_axpy(pose_before(&direct, 2)->x, -10.0 - approach.gap, approach.n);
    pose_before(&direct, 2)->v = vec3_axpy(pose_before(&direct, 2)->v, -3.0, approach.n);
    direct.element->type->history->accept(&direct.state, direct.element, (memory_block *)direct.memory);
    evaluate(&direct);
    assert_near(direct.row[17], 0.0, 0.0);
    assert_near(direct.row[18], 0.0, 1e-13);
    assert_true(direct.row[19] > 0.0);
}

/* Without sliding at the beginning any direction will do: the friction is as large as it can be, but for the corners of
 * its twelve directions. */
static void mass_that_begins_to_slide(void **of)
{
    static const char *const NORMALS[] = {"3, 1., 0., 0., 2, 0., 1., 0.", "3, 0., 0., 1., 1, 1., 0., 0.",
                                          "3, 0., 1., 0., 1, 1., 0., 0."};
    static const vec3 N[] = {{1, 0, 0}, {0, 0, 1}, {0, 1, 0}};
    for (int i = 0; i < 9; i++) {
        direct direct;
        char elements[600];
        snprintf(elements, sizeof elements,
                 "user defined: 10, nonsmooth node, 2, mass, 0.8, radius, 0.05, planes, 1, 1, position, null, rotation "
                 "orientation, %s, "
                 "restitution, 0.5, friction coefficient, 0.4;",
                 NORMALS[i % 3]);
        open_direct(&direct, *of, 10,
                    (const char *const[]){"structural nodes: 2; loadable elements: 1;",
                                          LOAD("nonsmooth-node") NODE(1) NODE(2), elements});
        const vec3 n = N[i % 3], pull = any3(&direct), along = vec3_axpy(pull, -vec3_dot(pull, n), n);
        *pose_of(&direct, 1) = *pose_before(&direct, 1) = (pose){.R = MAT3_EYE};
        *pose_before(&direct, 2) = (pose){.x = vec3_scale(0.04, n), .v = vec3_scale(-2.0, n), .R = MAT3_EYE};
        vec3_store(internal_of(&direct), vec3_scale(1000.0 / vec3_norm(along), along));
        vec3_store(direct.y_prev + direct.element->internal, vec3_load(internal_of(&direct)));
        evaluate(&direct);
        const vec3 P = vec3_load(direct.row);
        const double p = vec3_dot(P, n), rubs = vec3_norm(vec3_axpy(P, -p, n));
        assert_near(p, 0.8 * 3.0, 1e-9);
        assert_true(rubs <= 0.4 * p * (1.0 + 1e-9) && rubs >= 0.4 * p * cos(M_PI / 12));
        assert_true(vec3_dot(P, along) < 0.0);
    }
}

/* Two planes that lean against each other are not solved in one sweep; pivots then do it. */
static void sweeps_that_are_too_few(void **of)
{
    static const char *const MOST[] = {"1", "1000"};
    for (int i = 0; i < 2; i++) {
        direct direct;
        char elements[800];
        snprintf(elements, sizeof elements,
                 "user defined: 10, nonsmooth node, 2, mass, 0.8, radius, 0.05, planes, 2, 1, position, null, rotation "
                 "orientation, eye, restitution, 0.6, "
                 "1, position, null, rotation orientation, 2, 0., 1., 0., 3, 0.8, 0., 0.6, restitution, 0.2, LCP "
                 "solver, pgs, tolerance, 1.e-12, "
                 "max iterations, %s, verbose, yes;",
                 MOST[i]);
        open_direct(&direct, *of, 10,
                    (const char *const[]){"structural nodes: 2; loadable elements: 1;",
                                          LOAD("nonsmooth-node") NODE(1) NODE(2), elements});
        for (unsigned label = 1; label <= 2; label++)
            pose_of(&direct, label)->v = pose_of(&direct, label)->w = pose_before(&direct, label)->w = (vec3){0, 0, 0};
        pose_before(&direct, 1)->x = pose_before(&direct, 1)->v = (vec3){0, 0, 0};
        pose_before(&direct, 1)->R = MAT3_EYE;
        pose_before(&direct, 2)->x = (vec3){0, 0, -1};
        pose_before(&direct, 2)->v = (vec3){-1, 0, -1};
        direct.element->type->history->accept(&direct.state, direct.element, (memory_block *)direct.memory);
        evaluate(&direct);
        assert_near(direct.row[13], 2.0, 0.0);
        assert_near(direct.row[17], i == 0 ? 1.0 : 0.0, 0.0);
        assert_true(i == 0 ? direct.row[18] > 1e-12 : direct.row[18] <= 1e-12);
        assert_near(direct.row[6 + 2], 0.6, 1e-6); /* up from the first, which bears it */
    }
}

/* Names of solvers that are not there, or that cannot do with friction, and what is said of them. */
static void solvers_that_are_others(void **of)
{
    static const struct {
        const char *solver, *first, *second, *said;
    } TRIALS[] = {{"cpg", "friction coefficient, 0.3,", "", "it fails with friction"},
                  {"latin", "", "friction coefficient, 0.3,", "it fails with friction"},
                  {"qp", "", "", "without its quadratic programs"},
                  {"nsqp", "friction coefficient, 0.3,", "", "without its quadratic programs"},
                  {"pgs", "friction coefficient, 0.3,", "", NULL},
                  {"lexico lemke", "friction coefficient, 0.3,", "", NULL}};
    for (int i = 0; i < ARRAY_LEN(TRIALS); i++) {
        direct direct;
        char elements[800];
        snprintf(elements, sizeof elements,
                 "user defined: 10, nonsmooth node, 2, mass, 0.8, radius, 0.05, planes, 2, 1, position, null, rotation "
                 "orientation, eye, restitution, 0.6, %s "
                 "1, position, null, rotation orientation, eye, restitution, 0.2, %s LCP solver, %s;",
                 TRIALS[i].first, TRIALS[i].second, TRIALS[i].solver);
        open_direct(&direct, *of, 10,
                    (const char *const[]){"structural nodes: 2; loadable elements: 1;",
                                          LOAD("nonsmooth-node") NODE(1) NODE(2), elements});
        if (TRIALS[i].said)
            assert_non_null(strstr(direct.world->said, TRIALS[i].said));
        else
            assert_string_equal(direct.world->said, "");
    }
}

/* What the solver has done is printed from the first step on that had an impulse. */
static void solver_of_impulses(void **of)
{
    direct direct;
    open_mass(&direct, *of, 0, "");
    direct.state.now = PHASE_STEP;
    for (int is_touched = 0; is_touched < 2; is_touched++) {
        const approach approach = approach_of(&direct);
        pose_before(&direct, 2)->x =
            vec3_axpy(pose_before(&direct, 2)->x, (is_touched ? -10.0 : 10.0) - approach.gap, approach.n);
        direct.element->type->history->accept(&direct.state, direct.element, (memory_block *)direct.memory);
        evaluate(&direct);
        assert_near(direct.row[13], is_touched, 0.0);
        assert_near(direct.row[17], 0.0, 0.0);
        assert_near(direct.row[18], 0.0, 1e-12);
        assert_near(direct.row[19], is_touched - 1.0, 0.0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(spheres_on_triangles),
        TEST(spheres_that_rub_on_triangles),
        TEST(points_on_one_side_of_a_plane),
        TEST(point_without_rotation),
        TEST(mass_on_a_plane),
        TEST(mass_that_rubs_on_a_plane),
        TEST(solver_of_impulses),
        TEST(mass_between_planes),
        TEST(mass_at_the_start),
        TEST(sweeps_of_impulses),
        TEST(mass_that_begins_to_slide),
        TEST(sweeps_that_are_too_few),
        TEST(solvers_that_are_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
