/* modal_test.c - the modal joint against sums over its masses, its card, and what uses it.
 *
 * A body of point masses m_i at x + R (f_i + U_i q) feels
 *
 *     F = - sum m a_i,   M = - sum d_i x m a_i,   Q_k = - sum m R U_k . a_i
 *
 * and the invariants must give the same numbers, gravity and the motion of the model's frame included. */
#include "math/rotation.h"
#include "deck/diag_rows.h"
#include "element/diag_rows.h"
#include "unit/element/modal_world.h"

static char FOLDER[] = "/tmp/torsor-modal-XXXXXX";
static char FILE_OF_DATA[64];

enum { NODES = 4, MODES = 3 };
static double MASS[NODES], ROTARY[NODES][3];
static vec3 X[NODES], U[MODES][NODES], V[MODES][NODES];
static double K[MODES][MODES], C[MODES][MODES];

static void invent(unsigned long long seed, bool with_rotary)
{
    for (int i = 0; i < NODES; i++) {
        MASS[i] = 1.5 + shake(&seed);
        X[i] = shake_vec3(&seed);
        for (int c = 0; c < 3; c++)
            ROTARY[i][c] = with_rotary ? 1.5 + shake(&seed) : 0.0;
        for (int k = 0; k < MODES; k++)
            U[k][i] = shake_vec3(&seed), V[k][i] = shake_vec3(&seed);
    }
    for (int k = 0; k < MODES; k++)
        for (int l = 0; l < MODES; l++)
            K[k][l] = shake(&seed) + 3 * (k == l), C[k][l] = shake(&seed);
}

static double modal_mass(int k, int l)
{
    double sum = 0.0;
    for (int i = 0; i < NODES; i++) {
        sum += MASS[i] * vec3_dot(U[k][i], U[l][i]);
        for (int c = 0; c < 3; c++)
            sum += ROTARY[i][c] * vec3_get(V[k][i], c) * vec3_get(V[l][i], c);
    }
    return sum;
}

static void put_matrix(FILE *out, int group, double (*m)[MODES])
{
    fprintf(out, "** RECORD GROUP %d\n", group);
    for (int k = 0; k < MODES; k++)
        for (int l = 0; l < MODES; l++)
            fprintf(out, " %.17g%s", m ? m[k][l] : modal_mass(k, l), l == MODES - 1 ? "\n" : "");
}

static void write_data(void)
{
    FILE *out = fopen(FILE_OF_DATA, "w");
    fprintf(out, "** RECORD GROUP 1\nREV0 %d %d 0 0 0\n** RECORD GROUP 2\n11 12 13 tip\n", NODES, MODES);
    fprintf(out, "** RECORD GROUP 3\n1 2 3\n** RECORD GROUP 4\n4 5 6\n");
    for (int c = 0; c < 3; c++) {
        fprintf(out, "** RECORD GROUP %d\n", 5 + c);
        for (int i = 0; i < NODES; i++)
            fprintf(out, " %.17g\n", vec3_get(X[i], c));
    }
    fprintf(out, "** RECORD GROUP 8\n");
    for (int k = 0; k < MODES; k++) {
        fprintf(out, "** MODE\n");
        for (int i = 0; i < NODES; i++)
            fprintf(out, " %.17g %.17g %.17g %.17g %.17g %.17g\n", U[k][i].x, U[k][i].y, U[k][i].z, V[k][i].x,
                    V[k][i].y, V[k][i].z);
    }
    put_matrix(out, 9, NULL);
    put_matrix(out, 10, K);
    put_matrix(out, 13, C);
    fprintf(out, "** RECORD GROUP 11\n");
    for (int i = 0; i < NODES; i++)
        fprintf(out, " %.17g %.17g %.17g %.17g %.17g %.17g\n", MASS[i], MASS[i], MASS[i], ROTARY[i][0], ROTARY[i][1],
                ROTARY[i][2]);
    fclose(out);
}

/* --- a model and its motion --------------------------------------------------------------------------------------- */

static const char NODES_OF_MODEL[] = "structural: 1, modal, 1., 2., 3., eye, null, null;"
                                     "structural: 2, static, 1.1, 2., 3., eye, null, null;"
                                     "structural: 3, dynamic, 1., 2., 3., eye, null, null;";

/* `arguments` up to the file, `options` behind it. */
static const char *card(world *world, const char *arguments, const char *options)
{
    return arena_printf(world->memory, "joint: 10, modal, %s, \"%s\", %s;", arguments, FILE_OF_DATA, options);
}

static motion random_motion(const world *world, unsigned long long seed)
{
    const model *model = world->model;
    motion motion = {.y = ARENA_ARRAY(world->memory, double, model->n_unknowns + 1),
                     .yp = ARENA_ARRAY(world->memory, double, model->n_unknowns + 1),
                     .pose = ARENA_ARRAY(world->memory, pose, model->n_poses + 1)};
    for (int i = 0; i < model->n_unknowns; i++)
        motion.y[i] = shake(&seed), motion.yp[i] = shake(&seed);
    for (int i = 0; i < model->nodes.n; i++) {
        const node *node = model->nodes.items[i];
        pose *p = &motion.pose[node->pose];
        *p = (pose){.x = shake_vec3(&seed),
                    .v = shake_vec3(&seed),
                    .R = rotation_exp(shake_vec3(&seed)),
                    .w = shake_vec3(&seed)};
        pose_set_angular_velocity(p, p->w);
        if (node->momentum >= 0) {
            vec3_store(motion.y + node->momentum, p->v);
            vec3_store(motion.y + node->momentum + 3, p->w);
        }
    }
    motion.state = (state){.dt = 0.1,
                           .now = PHASE_STEP,
                           .y = motion.y,
                           .yp = motion.yp,
                           .poses = motion.pose,
                           .dvalue = 0.3,
                           .drate = 1.0};
    return motion;
}

static elem *joint(const world *world) { return (elem *)model_elem(world->model, elem_card_find("joint"), 10); }

static double *rows_of(world *world, const elem *element, const state *state)
{
    double *r = ARENA_ARRAY(world->memory, double, element->n + 1),
           *J = ARENA_ARRAY(world->memory, double, element->n * element->ld + 1);
    local out = {.r = r, .J = J, .ld = element->ld};
    element->type->eval(0, state, element, &out);
    return r;
}

static void near(double a, double b)
{
    if (!(fabs(a - b) <= 1e-11 * fmax(1.0, fabs(b))))
        fail_msg("%.17g, expected %.17g", a, b);
}

static void near_vec3(vec3 a, vec3 b) { near(a.x, b.x), near(a.y, b.y), near(a.z, b.z); }

/* Acceleration of mass i less gravity, in the fixed frame; W, dW and a0 are the motion of the model's frame. */
static vec3 acceleration(const motion *motion, const node *node, const double *q, const double *qp, const double *qpp,
                         int i)
{
    static const vec3 W = {0.3, -0.2, 0.5}, dW = {-0.1, 0.4, 0.2}, a0 = {1, 2, -3}, g = {0, 0.5, -9.81};
    const pose *pose = &motion->pose[node->pose];
    vec3 d = X[i], dp = {0, 0, 0}, dpp = {0, 0, 0};
    for (int m = 0; m < MODES; m++) {
        d = vec3_axpy(d, q[m], U[m][i]);
        dp = vec3_axpy(dp, qp[m], U[m][i]);
        dpp = vec3_axpy(dpp, qpp[m], U[m][i]);
    }
    d = mat3_mulv(&pose->R, d), dp = mat3_mulv(&pose->R, dp), dpp = mat3_mulv(&pose->R, dpp);
    const vec3 x = vec3_add(pose->x, d), v = vec3_add(vec3_add(pose->v, vec3_cross(pose->w, d)), dp);
    vec3 a =
        vec3_add(vec3_load(motion->yp + node->momentum), vec3_cross(vec3_load(motion->yp + node->momentum + 3), d));
    a = vec3_add(a, vec3_cross(pose->w, vec3_cross(pose->w, d)));
    a = vec3_add(vec3_axpy(a, 2, vec3_cross(pose->w, dp)), dpp);
    a = vec3_add(a, vec3_add(a0, vec3_cross(dW, x)));
    a = vec3_add(a, vec3_cross(W, vec3_cross(W, x)));
    return vec3_sub(vec3_axpy(a, 2, vec3_cross(W, v)), g);
}

static vec3 arm_of(const motion *motion, const node *node, const double *q, int i)
{
    vec3 d = X[i];
    for (int m = 0; m < MODES; m++)
        d = vec3_axpy(d, q[m], U[m][i]);
    return mat3_mulv(&motion->pose[node->pose].R, d);
}

static const char MOVING[] =
    "rigid body kinematics: const, acceleration, 1., 2., -3., angular velocity, 0.3, -0.2, 0.5, "
    "angular acceleration, -0.1, 0.4, 0.2;";

static void test_sums_over_masses(void **unused)
{
    (void)unused;
    invent(3, false);
    write_data();
    world *world = world_create();
    const char *elements = arena_printf(world->memory, "%s gravity: 0., 0.5, -9.81, const, 1.;",
                                        card(world, "1, 3, 4, no damping", "use invariant 9, 0"));
    if (!world_model(world, MOVING, NODES_OF_MODEL, elements))
        fail_msg("%s", world->said);
    const elem *element = joint(world);
    const modal *modal = element->self;
    for (unsigned long long seed = 1; seed <= 20; seed++) {
        motion motion = random_motion(world, seed);
        const node *node = modal->frame.node;
        const double *q = modal_amplitudes(&motion.state, element), *qp = modal_rates(&motion.state, element),
                     *qpp = modal_accelerations(&motion.state, element);
        const double *r = rows_of(world, element, &motion.state);
        vec3 F = {0, 0, 0}, M = {0, 0, 0};
        double Q[MODES] = {0};
        for (int i = 0; i < NODES; i++) {
            const vec3 f = vec3_scale(-MASS[i], acceleration(&motion, node, q, qp, qpp, i));
            F = vec3_add(F, f);
            M = vec3_add(M, vec3_cross(arm_of(&motion, node, q, i), f));
            for (int j = 0; j < MODES; j++)
                Q[j] += vec3_dot(mat3_mulv(&motion.pose[node->pose].R, U[j][i]), f);
        }
        near_vec3(vec3_load(r), F);
        near_vec3(vec3_load(r + 3), M);
        const modal_rows at = modal_rows_of(modal);
        for (int j = 0; j < MODES; j++) {
            for (int l = 0; l < MODES; l++)
                Q[j] -= K[j][l] * q[l];
            near(r[at.a + j], Q[j]);
            near(r[at.b + j], qp[j] - motion.yp[element->internal + j]);
        }
    }
    world_destroy(world);
}

/* I10_k = sum V_k x J,  I11_k = sum J V_k of the rotary inertia of the nodes */
static void test_rotary_invariants(void **unused)
{
    (void)unused;
    invent(3, true);
    write_data();
    world *world = world_create();
    assert_true(world_model(world, "", NODES_OF_MODEL, card(world, "1, 3, 4, no damping", "0")));
    const modal *m = joint(world)->self;
    for (int k = 0; k < MODES; k++) {
        vec3 I11 = {0, 0, 0}, I10[3] = {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
        for (int i = 0; i < NODES; i++) {
            const vec3 V_k = V[k][i];
            I11 = vec3_add(I11, (vec3){ROTARY[i][0] * V_k.x, ROTARY[i][1] * V_k.y, ROTARY[i][2] * V_k.z});
            for (int c = 0; c < 3; c++) /* V x (J e_c) */
                I10[c] = vec3_axpy(I10[c], ROTARY[i][c], vec3_cross(V_k, mat3_col(&MAT3_EYE, c)));
        }
        near_vec3(m->inertia.I11[k], I11);
        for (int c = 0; c < 3; c++)
            near_vec3(mat3_col(&m->inertia.I10[k], c), I10[c]);
    }
    /* what they do to the modes: - I11_k . w' + w . I10_k w, seen from the frame */
    modal bare = *m;
    elem without = *joint(world);
    vec3 rest[MODES];
    for (int k = 0; k < MODES; k++)
        rest[k] = vec3_sub(m->inertia.I4[k], m->inertia.I11[k]);
    bare.inertia.I4 = rest, bare.inertia.I10 = NULL, without.self = &bare;
    motion motion = random_motion(world, 5);
    const double *r = rows_of(world, joint(world), &motion.state), *s = rows_of(world, &without, &motion.state);
    const int w_at = m->frame.node->momentum + 3;
    const mat3 Rt = mat3_transpose(&motion.pose[m->frame.node->pose].R);
    const vec3 v = mat3_mulv(&Rt, vec3_load(motion.y + w_at)), dv = mat3_mulv(&Rt, vec3_load(motion.yp + w_at));
    for (int j = 0; j < MODES; j++)
        near(r[modal_rows_of(m).a + j] - s[modal_rows_of(m).a + j],
             vec3_dot(v, mat3_mulv(&m->inertia.I10[j], v)) - vec3_dot(m->inertia.I11[j], dv));
    world_destroy(world);
}

/* What an inertia element finds of a deformed body, to first order in q, d = X + sum q U:
 *     s = sum m d,   J = - sum m (X x X x + q (X x U x + U x X x)),   beta = sum m (v + w x d + d'),
 *     gamma = sum m d x v + J w + sum m X x d' */
static void test_inertia_of_a_deformed_body(void **unused)
{
    (void)unused;
    invent(9, false);
    write_data();
    world *world = world_create();
    assert_true(world_model(world, "", NODES_OF_MODEL, card(world, "1, 3, 4, no damping", "0")));
    const elem *element = joint(world);
    motion motion = random_motion(world, 4);
    const pose *pose = &motion.pose[world->model->nodes.items[0]->pose];
    const double *q = modal_amplitudes(&motion.state, element), *qp = modal_rates(&motion.state, element);
    double mass = 0.0;
    vec3 s = {0, 0, 0}, l = {0, 0, 0}, h = {0, 0, 0};
    mat3 J = {{{0}}};
    for (int i = 0; i < NODES; i++) {
        vec3 d = {0, 0, 0}, dp = {0, 0, 0};
        for (int m = 0; m < MODES; m++)
            d = vec3_axpy(d, q[m], U[m][i]), dp = vec3_axpy(dp, qp[m], U[m][i]);
        const mat3 internal = mat3_skew_skew(X[i], X[i]), left = mat3_skew_skew(X[i], d),
                   right = mat3_skew_skew(d, X[i]);
        for (int c = 0; c < 9; c++)
            J.e[c / 3][c % 3] -= MASS[i] * (internal.e[c / 3][c % 3] + left.e[c / 3][c % 3] + right.e[c / 3][c % 3]);
        mass += MASS[i];
        s = vec3_axpy(s, MASS[i], vec3_add(X[i], d)), l = vec3_axpy(l, MASS[i], dp);
        h = vec3_axpy(h, MASS[i], vec3_cross(X[i], dp));
    }
    inertia_sum sum = {0};
    element->type->inertia->add(&motion.state, element, &sum);
    sum = inertia_sum_about(&sum, pose->x);
    const mat3 rotated = inertia_rotated(&pose->R, &J);
    s = mat3_mulv(&pose->R, s);
    near(sum.mass, mass);
    near_vec3(sum.s, s);
    for (int c = 0; c < 9; c++)
        near(sum.J.e[c / 3][c % 3], rotated.e[c / 3][c % 3]);
    near_vec3(sum.beta, vec3_add(vec3_axpy(vec3_cross(pose->w, s), mass, pose->v), mat3_mulv(&pose->R, l)));
    near_vec3(sum.gamma,
              vec3_add(vec3_add(vec3_cross(s, pose->v), mat3_mulv(&rotated, pose->w)), mat3_mulv(&pose->R, h)));
    world_destroy(world);
}

/* A body on a modal node is the same as one mass among those of the joint. */
static void test_body_on_modal_node(void **unused)
{
    (void)unused;
    world *world = world_create();
    assert_true(world_model(world, "", NODES_OF_MODEL,
                            "body: 1, 1, 2., 0.1, -0.2, 0.3, null; gravity: 0., 0.5, -9.81, const, 1.;"));
    const elem *element = model_elem(world->model, elem_card_find("body"), 1);
    motion motion = random_motion(world, 5);
    const node *node = world->model->nodes.items[0];
    const vec3 b = mat3_mulv(&motion.pose[node->pose].R, (vec3){0.1, -0.2, 0.3}), v = motion.pose[node->pose].w;
    vec3 a = vec3_add(vec3_load(motion.yp + node->momentum), vec3_cross(vec3_load(motion.yp + node->momentum + 3), b));
    a = vec3_sub(vec3_add(a, vec3_cross(v, vec3_cross(v, b))), (vec3){0, 0.5, -9.81});
    const double *r = rows_of(world, element, &motion.state);
    near_vec3(vec3_load(r), vec3_scale(-2, a));
    near_vec3(vec3_load(r + 3), vec3_cross(b, vec3_scale(-2, a)));
    world_destroy(world);
}

/* --- Jacobians of what only modal nodes have ---------------------------------------------------------------------- */

static void move(motion *motion, const model *model, int c, double h)
{
    motion->y[c] += motion->state.dvalue * h;
    motion->yp[c] += motion->state.drate * h;
    for (int i = 0; i < model->nodes.n; i++) {
        const node *node = model->nodes.items[i];
        const int j = c - node->dof;
        if (j < 0 || j >= 6)
            continue;
        pose *pose = &motion->pose[node->pose];
        const vec3 d = {h * (j % 3 == 0), h * (j % 3 == 1), h * (j % 3 == 2)};
        if (j < 3) {
            pose->x = vec3_axpy(pose->x, motion->state.dvalue, d), pose->v = vec3_axpy(pose->v, motion->state.drate, d);
            return;
        }
        const mat3 rotation = rotation_exp(vec3_scale(motion->state.dvalue, d));
        pose->R = mat3_mul(&rotation, &pose->R);
        pose->w =
            vec3_axpy(vec3_axpy(pose->w, motion->state.drate, d), motion->state.dvalue, mat3_mulv(&pose->w_theta, d));
    }
}

static void check_jacobian(world *world, const elem *element)
{
    motion motion = random_motion(world, 11), up = random_motion(world, 11), down = random_motion(world, 11);
    double *r = ARENA_ARRAY(world->memory, double, element->n),
           *J = ARENA_ARRAY(world->memory, double, element->n * element->ld);
    local out = {.r = r, .J = J, .ld = element->ld};
    element->type->eval(element->ld, &motion.state, element, &out);
    for (int j = 0; j < element->n; j++) {
        const double h = 1e-5;
        move(&up, world->model, element->column[j], h), move(&down, world->model, element->column[j], -h);
        const double *a = rows_of(world, element, &up.state), *b = rows_of(world, element, &down.state);
        for (int i = 0; i < element->n; i++) {
            const double by = (a[i] - b[i]) / (2 * h);
            if (!(fabs(by - J[i * element->ld + j]) <= 1e-7 * fmax(1.0, fabs(by))))
                fail_msg("%s: row %d, column %d: %g, by differences %g", element->type->card->name, i, j,
                         J[i * element->ld + j], by);
        }
        up = random_motion(world, 11), down = random_motion(world, 11);
    }
}

static void test_jacobians(void **unused)
{
    (void)unused;
    world *world = world_create();
    assert_true(world_model(
        world, MOVING, NODES_OF_MODEL,
        "body: 1, 1, 2., 0.1, -0.2, 0.3, diag, 1., 2., 3.; gravity: central, origin, 5., 6., 7., mass, 3., G, 1.;"));
    check_jacobian(world, model_elem(world->model, elem_card_find("body"), 1));
    check_jacobian(world, model_elem(world->model, elem_card_find("automatic structural"), 1));
    world_destroy(world);
}

static void test_central_gravity(void **unused)
{
    (void)unused;
    invent(4, true);
    write_data();
    world *world = world_create();
    const char *elements = arena_printf(world->memory, "%s gravity: central, origin, 5., 6., 7., mass, 3., G, 1.;",
                                        card(world, "1, 3, 4, no damping", "0"));
    assert_true(world_model(world, "", NODES_OF_MODEL, elements));
    check_jacobian(world, joint(world));
    world_destroy(world);
}

/* --- interfaces --------------------------------------------------------------------------------------------------- */

/* Where the FEM node is, the constraint holds; the orientation is the rotation in I + (V q) x. */
static void test_interface(void **unused)
{
    (void)unused;
    invent(6, true);
    write_data();
    world *world = world_create();
    assert_true(
        world_model(world, "", NODES_OF_MODEL, card(world, "1, 3, 4, no damping", "1, \"tip\", 2, 0.1, 0.2, 0.3")));
    const elem *element = joint(world);
    const modal *modal = element->self;
    motion motion = random_motion(world, 8);
    const double *q = modal_amplitudes(&motion.state, element);
    pose *p = &motion.pose[world->model->nodes.items[0]->pose], *N = &motion.pose[world->model->nodes.items[1]->pose];
    vec3 v = {0, 0, 0};
    for (int j = 0; j < MODES; j++)
        v = vec3_axpy(v, q[j], V[j][3]);
    const double angle = atan(vec3_norm(v));
    const mat3 rotation = rotation_exp(vec3_scale(angle / vec3_norm(v), v));
    N->R = mat3_mul(&p->R, &rotation);
    N->x = vec3_sub(vec3_add(p->x, arm_of(&motion, modal->frame.node, q, 3)), mat3_mulv(&N->R, (vec3){0.1, 0.2, 0.3}));
    const modal_rows at = modal_rows_of(modal);
    const double *r = rows_of(world, element, &motion.state), *reaction = motion.y + element->internal + 2 * MODES;
    for (int i = 0; i < 6; i++)
        near(r[at.reaction + i], 0.0);
    /* Forces on the interface node, and the work they do on the modes. */
    const vec3 F = vec3_load(reaction), M = mat3_mulv(&N->R, vec3_load(reaction + 3));
    near_vec3(vec3_load(r + at.interface), F);
    near_vec3(vec3_load(r + at.interface + 3), vec3_add(vec3_cross(mat3_mulv(&N->R, (vec3){0.1, 0.2, 0.3}), F), M));
    for (int i = 0; i < 6; i++)
        motion.y[element->internal + 2 * MODES + i] = 0.0;
    const double *free = rows_of(world, element, &motion.state);
    for (int j = 0; j < MODES; j++) {
        const double work = vec3_dot(mat3_mulv(&p->R, U[j][3]), F) + vec3_dot(mat3_mulv(&p->R, V[j][3]), M);
        near(r[at.a + j] - free[at.a + j], -work);
    }
    near_vec3(vec3_sub(vec3_load(r), vec3_load(free)), vec3_neg(F));
    const vec3 moment = vec3_add(vec3_cross(arm_of(&motion, modal->frame.node, q, 3), F), M);
    near_vec3(vec3_sub(vec3_load(r + 3), vec3_load(free + 3)), vec3_neg(moment));
    world_destroy(world);
}

typedef struct {
    struct {
        char name[8];
        int first, n;
    } of[16];
    int n, numbers;
} columns;

static void on_column(void *to, const named_column *column)
{
    columns *columns = to;
    assert_true(columns->n < 16);
    columns->of[columns->n].first = columns->numbers, columns->of[columns->n].n = column->n;
    snprintf(columns->of[columns->n++].name, sizeof columns->of->name, "%s", column->name);
    columns->numbers += column->n;
}

static vec3 column_named(const columns *columns, const char *name, const double *values)
{
    int i = 0;
    while (i < columns->n && strcmp(columns->of[i].name, name) != 0)
        i++;
    assert_true(i < columns->n && columns->of[i].n == 3);
    return vec3_load(values + columns->of[i].first);
}

/* The couple is known in the axes of the node. */
static void test_interface_columns(void **unused)
{
    (void)unused;
    invent(6, true);
    write_data();
    world *world = world_create();
    const char *interfaces = "2, \"tip\", 2, null, output, yes, \"tip\", 3, null, output, yes";
    assert_true(world_model(world, "", NODES_OF_MODEL, card(world, "1, 3, 4, no damping", interfaces)));
    const elem *element = joint(world);
    motion motion = random_motion(world, 8);
    columns received = {0};
    double values[100];
    column_set define = {.define = on_column, .context = &received}, gather = {.value = values, .capacity = 100};
    element->type->files->second_row(&motion.state, element, &(record){.named = &define});
    element->type->files->second_row(&motion.state, element, &(record){.named = &gather});
    const mat3 *R = &motion.pose[world->model->nodes.items[0]->pose].R;
    for (int i = 0; i < 2; i++) {
        const double *reaction = motion.y + element->internal + 2 * MODES + 6 * i;
        const vec3 F = vec3_load(reaction);
        const vec3 M = mat3_mulv(&motion.pose[world->model->nodes.items[1 + i]->pose].R, vec3_load(reaction + 3));
        near_vec3(column_named(&received, i ? "F_2" : "F_1", values), F);
        near_vec3(column_named(&received, i ? "M_2" : "M_1", values), M);
        near_vec3(mat3_mulv(R, column_named(&received, i ? "f_2" : "f_1", values)), F);
        near_vec3(mat3_mulv(R, column_named(&received, i ? "m_2" : "m_1", values)), M);
    }
    world_destroy(world);
}

/* In a static model modes are held by their stiffness alone, and their rates are zero. */
static void test_static_model(void **unused)
{
    (void)unused;
    invent(6, false);
    write_data();
    world *world = world_create();
    const char *nodes = "structural: 2, static, 1.1, 2., 3., eye, null, null;";
    assert_true(world_model(world, "model: static;", nodes, card(world, "clamped, 3, 4, no damping", "0")));
    const elem *element = joint(world);
    motion motion = random_motion(world, 8);
    const double *r = rows_of(world, element, &motion.state), *q = modal_amplitudes(&motion.state, element);
    const modal_rows at = modal_rows_of(element->self);
    for (int j = 0; j < MODES; j++) {
        double force = 0.0;
        for (int l = 0; l < MODES; l++)
            force -= K[j][l] * q[l];
        near(r[at.a + j], force);
        near(r[at.b + j], modal_rates(&motion.state, element)[j]);
    }
    check_jacobian(world, element);
    world_destroy(world);
}

/* --- the card ----------------------------------------------------------------------------------------------------- */

static const modal *read_card(world *world, const char *arguments, const char *options)
{
    if (!world_model(world, "", NODES_OF_MODEL, card(world, arguments, options)))
        fail_msg("%s, %s: %s", arguments, options, world->said);
    return joint(world)->self;
}

static void test_damping(void **unused)
{
    (void)unused;
    static const char *const CARDS[] = {"clamped, 3, from file",
                                        "clamped, 3, from file, no damping",
                                        "clamped, 3, from file, damping from file",
                                        "clamped, 3, from file, rayleigh damping, 2., 3.",
                                        "clamped, 3, from file, single factor damping, 0.1",
                                        "clamped, 3, from file, proportional damping, 0.1",
                                        "clamped, 3, from file, diag damping, all, 0.1, 0.2, 0.3",
                                        "clamped, 3, from file, diag damping, 1, 2, 0.2"};
    invent(9, false);
    write_data();
    for (int i = 0; i < 8; i++) {
        world *world = world_create();
        const modal *modal = read_card(world, CARDS[i], "0");
        for (int k = 0; k < MODES; k++)
            for (int l = 0; l < MODES; l++) {
                const double critical = k == l ? 2 * sqrt(K[k][k] * modal_mass(k, k)) : 0.0;
                const double factor = i == 4 || i == 5 ? 0.1 : i == 6 ? 0.1 * (k + 1) : i == 7 ? 0.2 * (k == 1) : 0.0;
                const double expected = i == 0 || i == 2 ? C[k][l]
                                        : i == 3         ? 2 * modal_mass(k, l) + 3 * K[k][l]
                                                         : factor * critical;
                near(modal->damping[k * MODES + l], expected);
            }
        assert_int_equal(world->code == W_PROPORTIONAL_DAMPING, i == 5);
        world_destroy(world);
    }
}

static void test_selected_modes(void **unused)
{
    (void)unused;
    invent(9, false);
    write_data();
    world *world = world_create();
    const modal *modal = read_card(world, "clamped, position, 1., 2., 3., 2, list, 3, 1, from file", "0");
    assert_true(modal->stiffness[1] == K[2][0] && modal->stiffness[2] == K[0][2]);
    assert_true(modal->q0[0] == 3.0 && modal->q0[1] == 1.0 && modal->qp0[0] == 6.0);
    assert_int_equal(modal_mode_of(modal, 3), 0);
    assert_int_equal(modal_mode_of(modal, 2), -1);
    assert_true(modal->frame.x.y == 2.0);
    world_destroy(world);
    world = world_create();
    modal = read_card(world, "clamped, 2, initial value, 0.1, 0.2, 0.3, 0.4, 4", "0");
    assert_true(modal->q0[1] == 0.3 && modal->qp0[1] == 0.4);
    world_destroy(world);
    world = world_create();
    modal = read_card(world, "clamped, 2, initial value, mode, 2, 0.3, 0.4, 4", "0");
    assert_true(modal->q0[0] == 0.0 && modal->q0[1] == 0.3 && modal->qp0[1] == 0.4);
    world_destroy(world);
}

static void test_options(void **unused)
{
    (void)unused;
    invent(9, false);
    write_data();
    world *world = world_create();
    const modal *modal = read_card(world, "clamped, 3, 4", "stiffness threshold, 1e9, origin node, \"tip\", 0");
    assert_true(modal->stiffness[0] == 0.0 && modal->mass[0] != 0.0 && modal->damping[0] == C[0][0]);
    near_vec3(modal->origin, X[3]);
    vec3 S = {0, 0, 0};
    for (int i = 0; i < NODES; i++)
        S = vec3_axpy(S, MASS[i], vec3_sub(X[i], X[3]));
    near_vec3(modal->inertia.S, S);
    world_destroy(world);
    world = world_create();
    modal = read_card(world, "clamped, 3, 4", "threshold, 1e9, use invariant 9, origin position, 1., 2., 3., 0");
    assert_true(modal->stiffness[0] == 0.0 && modal->mass[0] == 0.0 && modal->damping[0] == 0.0 && modal->inertia.I9);
    assert_true(modal->origin.z == 3.0);
    world_destroy(world);
}

/* Invariants of the file about another origin are those that the masses give there. */
static void test_given_invariants(void **unused)
{
    (void)unused;
    invent(10, true);
    write_data();
    world *world = world_create();
    const modal *m = read_card(world, "clamped, 3, 4", "use invariant 9, 0");
    modal given = *m, moved = *m;
    double I3[3 * MODES], I4[3 * MODES], I8[9 * MODES], I5[3 * MODES * MODES], I9[9 * MODES * MODES];
    for (int c = 0; c < 3; c++)
        for (int k = 0; k < MODES; k++) {
            I3[c * MODES + k] = vec3_get(m->inertia.I3[k], c);
            I4[c * MODES + k] = vec3_get(m->inertia.I4[k], c);
            for (int d = 0; d < 3; d++)
                I8[c * 3 * MODES + 3 * k + d] = m->inertia.I8[k].e[c][d];
            for (int l = 0; l < MODES; l++) {
                I5[c * MODES * MODES + k * MODES + l] = vec3_get(m->inertia.I5[k * MODES + l], c);
                for (int d = 0; d < 3; d++)
                    I9[c * 3 * MODES * MODES + 3 * (k * MODES + l) + d] = m->inertia.I9[k * MODES + l].e[c][d];
            }
        }
    given.origin = moved.origin = (vec3){0.3, -0.4, 0.5};
    given.data.lumped = NULL;
    given.data.I3 = I3, given.data.I4 = I4, given.data.I8 = I8, given.data.I5 = I5, given.data.I9 = I9;
    modal_make_inertia(world->memory, &given, false); /* what is given counts in any case */
    modal_make_inertia(world->memory, &moved, true);
    for (int k = 0; k < MODES; k++) {
        near_vec3(given.inertia.I3[k], moved.inertia.I3[k]);
        near_vec3(given.inertia.I4[k], moved.inertia.I4[k]);
        for (int i = 0; i < 9; i++)
            near(given.inertia.I8[k].e[i / 3][i % 3], moved.inertia.I8[k].e[i / 3][i % 3]);
        for (int l = 0; l < MODES; l++) {
            near_vec3(given.inertia.I5[k * MODES + l], moved.inertia.I5[k * MODES + l]);
            near(given.inertia.I9[k * MODES + l].e[1][2], moved.inertia.I9[k * MODES + l].e[1][2]);
        }
    }
    world_destroy(world);
}

/* The example of the manual, A.1.2: m = 3, J = diag(11, 3, 11). */
static void test_manual_example(void **unused)
{
    (void)unused;
    invent(1, false);
    for (int i = 0; i < NODES; i++) {
        MASS[i] = i < 3 ? 1.0 : 0.0;
        X[i] = (vec3){0, i < 3 ? 2.0 * i - 2.0 : 7.0, 0};
        for (int c = 0; c < 3; c++)
            ROTARY[i][c] = i < 3 ? 1.0 : 0.0;
    }
    write_data();
    world *world = world_create();
    const modal_inertia *in = &read_card(world, "1, 3, 4", "0")->inertia;
    assert_true(in->mass == 3.0);
    near_vec3(in->S, (vec3){0, 0, 0});
    for (int i = 0; i < 9; i++)
        near(in->J.e[i / 3][i % 3], i == 0 || i == 8 ? 11.0 : i == 4 ? 3.0 : 0.0);
    assert_true(strstr(arena_string(world->memory, world->model->log.data, world->model->log.n),
                       "modal: 10 1 3 0 0 0 11 0 0 0 3 0 0 0 11\n") != NULL);
    world_destroy(world);
}

static void check_card_error(const char *arguments, const char *options, diag_code code)
{
    world *world = world_create();
    const bool ok = world_model(world, "", NODES_OF_MODEL, card(world, arguments, options));
    if (ok || world->code != code)
        fail_msg("%s, %s: %s", arguments, options, world->said);
    world_destroy(world);
}

static void test_card_errors(void **unused)
{
    (void)unused;
    invent(9, false);
    write_data();
    check_card_error("2, 3, 4", "0", E_MODAL_NODE);
    check_card_error("1, 4, 4", "0", E_MODE);
    check_card_error("1, 2, list, 1, 1, 4", "0", E_MODE);
    check_card_error("1, 2, list, 1, 5, 4", "0", E_MODE);
    check_card_error("1, 3, 5", "0", E_FEM_NODES);
    check_card_error("1, 3, 4", "1, \"tap\", 2, null", E_NO_FEM_NODE);
    check_card_error("1, 3, 4", "1, 11, 1, null", E_MODAL_NODE);
    check_card_error("1, 3, 4", "origin node, 14, 0", E_NO_FEM_NODE);
    check_card_error("1, 3, 4", "1, 1e308*10., 2, null", E_NOT_INTEGER);
    check_card_error("1, 3, 4", "1, interface tolerance, 1e-3, 11, 2, null", E_INTERFACE_DISTANCE);
    check_card_error("1, 3, 4", "1, find closest, interface tolerance, 1e-3, 2, null", E_INTERFACE_DISTANCE);
    check_card_error("1, 3, 4", "echo, \"/no/such/folder/x\", 0", E_NO_OUTPUT_FILE);
    K[1][1] = -1.0;
    write_data();
    check_card_error("1, 3, 4, single factor damping, 0.1", "0", E_MODE_DAMPING);
}

static void test_find_closest(void **unused)
{
    (void)unused;
    invent(9, false);
    X[2] = (vec3){0.1, 0.01, 0.0};
    write_data();
    world *world = world_create();
    const modal *modal = read_card(world, "1, 3, 4", "1, output, yes, find closest, interface tolerance, 0.1, 2, null");
    assert_int_equal(modal->interface[0].fem_node, 2);
    assert_true(modal->interface[0].output);
    world_destroy(world);
}

/* --- what uses it ------------------------------------------------------------------------------------------------- */

static void test_force(void **unused)
{
    (void)unused;
    invent(9, false);
    write_data();
    world *world = world_create();
    const char *elements = arena_printf(
        world->memory, "%s force: 5, modal, 10, list, 2, 3, 1, const, 7., resultant, 1., 0., 0., 0., 2., 0., 8.;",
        card(world, "1, 2, list, 1, 3, 4, no damping", "0"));
    if (!world_model(world, "", NODES_OF_MODEL, elements))
        fail_msg("%s", world->said);
    const elem *element = model_elem(world->model, elem_card_find("force"), 5);
    motion motion = random_motion(world, 3);
    const double *r = rows_of(world, element, &motion.state);
    const mat3 *R = &motion.pose[0].R;
    near_vec3(vec3_load(r), mat3_mulv(R, (vec3){7, 0, 0}));
    near_vec3(vec3_load(r + 3), mat3_mulv(R, (vec3){0, 14, 0}));
    near(r[6], 8.0);
    near(r[7], 7.0);
    assert_int_equal(element->row[6], joint(world)->internal);
    columns received = {0};
    double values[20];
    column_set define = {.define = on_column, .context = &received}, gather = {.value = values, .capacity = 20};
    element->type->output(&motion.state, element, &(record){.named = &define});
    element->type->output(&motion.state, element, &(record){.named = &gather});
    near_vec3(column_named(&received, "F", values), mat3_mulv(R, (vec3){7, 0, 0}));
    near_vec3(column_named(&received, "M", values), mat3_mulv(R, (vec3){0, 14, 0}));
    assert_true(values[6] == 7.0 && values[7] == 8.0);
    check_jacobian(world, element);
    world_destroy(world);
}

static double datum(const world *world, const motion *motion, const char *name)
{
    const elem *element = joint(world);
    const int index = elem_private_index(element, name);
    assert_true(index > 0);
    return element->type->private_value(&motion->state, element, index);
}

static void test_private_data(void **unused)
{
    (void)unused;
    invent(9, false);
    write_data();
    world *world = world_create();
    const modal *modal = read_card(world, "1, 3, 4, no damping", "0");
    motion motion = random_motion(world, 3);
    const elem *element = joint(world);
    const double *q = modal_amplitudes(&motion.state, element), *qp = modal_rates(&motion.state, element);
    const pose *pose = &motion.pose[modal->frame.node->pose];
    const vec3 d = arm_of(&motion, modal->frame.node, q, 3);
    vec3 u = {0, 0, 0}, v = {0, 0, 0};
    for (int j = 0; j < MODES; j++)
        u = vec3_axpy(u, qp[j], U[j][3]), v = vec3_axpy(v, qp[j], V[j][3]);
    u = mat3_mulv(&pose->R, u), v = mat3_mulv(&pose->R, v);
    near(datum(world, &motion, "q[2]"), q[1]);
    near(datum(world, &motion, "qP[#3]"), qp[2]);
    near(datum(world, &motion, "qPP[1]"), modal_accelerations(&motion.state, element)[0]);
    near(datum(world, &motion, "x[tip,2]"), pose->x.y + d.y);
    near(datum(world, &motion, "xP[tip,3]"), vec3_add(vec3_add(pose->v, vec3_cross(pose->w, d)), u).z);
    near(datum(world, &motion, "w[tip,1]"), pose->w.x + v.x);
    for (int bad = 0; bad < 8; bad++) {
        static const char *const NAMES[] = {"q", "q[4]", "q[#4]", "q[1", "x[tip,4]", "x[tap,1]", "x[tip]", "z[1]"};
        assert_int_equal(elem_private_index(element, NAMES[bad]), 0);
    }
    world_destroy(world);
}

static int begin(void **unused)
{
    (void)unused;
    if (!mkdtemp(FOLDER))
        return -1;
    snprintf(FILE_OF_DATA, sizeof FILE_OF_DATA, "%s/data.fem", FOLDER);
    return 0;
}

static int end(void **unused)
{
    (void)unused;
    remove(FILE_OF_DATA);
    return rmdir(FOLDER);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sums_over_masses),
        cmocka_unit_test(test_rotary_invariants),
        cmocka_unit_test(test_inertia_of_a_deformed_body),
        cmocka_unit_test(test_body_on_modal_node),
        cmocka_unit_test(test_jacobians),
        cmocka_unit_test(test_central_gravity),
        cmocka_unit_test(test_interface),
        cmocka_unit_test(test_interface_columns),
        cmocka_unit_test(test_static_model),
        cmocka_unit_test(test_damping),
        cmocka_unit_test(test_selected_modes),
        cmocka_unit_test(test_options),
        cmocka_unit_test(test_given_invariants),
        cmocka_unit_test(test_manual_example),
        cmocka_unit_test(test_card_errors),
        cmocka_unit_test(test_find_closest),
        cmocka_unit_test(test_force),
        cmocka_unit_test(test_private_data),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
