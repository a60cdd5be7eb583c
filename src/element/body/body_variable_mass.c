/* body_variable_mass.c - a rigid body whose mass, centre and inertia change with time; lost mass leaves without thrust.
 *
 *     b = R b~, u = R b~',  v_c = v + w x b + u,  J = R (J~_mass + J~_geometry) R'     about the centre of mass
 *     momentum rows   m v_c,          J w + b x m v_c
 *     balance rows    m' v_c + m g,   m u x v + R J~_mass' R' w + b x (m' v_c + m g)
 *
 * The terms in m' and J~_mass' restore the momentum that the lost mass carries away. In a moving frame (moving_frame.c)
 * the moment also contains - R J~_geometry' R' W. */
#include "element/body/gravity.h"
#include "element/body/moving_frame.h"
#include "element/body/variable_mass.h"
#include "model/model.h"
#include "contract/sampler.h"
#include "element/diag_rows.h"
#include "model/diag_rows.h"
#include "model/reading.h"
#include "node/structural.h"

typedef struct {
    const node *n;
    const drive *m;
    const tpl_drive *b, *J_mass, *J_geometry;
    const elem *const *gravity;
    const rigid_body_kinematics *motion; /* of the model's frame */
    const model *model;
} variable_body;

extern const elem_type body_variable_mass_type;

static void need_slope(reader *r, bool has_slope)
{
    if (read_ok(r) && !has_slope)
        read_error_last(r, E_NOT_DIFFERENTIABLE, "variable mass");
}

static bool tpl_has_slope(const tpl_drive *d)
{
    for (int i = 0; i < d->n; i++)
        if (!drive_has_slope(d->term[i].drive))
            return false;
    return true;
}

static const tpl_drive *body_variable_mass_read_part(reader *r, int dim, const char *what)
{
    const tpl_drive *d = read_tpl_drive(r, dim, what);
    need_slope(r, tpl_has_slope(d));
    return d;
}

void variable_mass_read(reader *r, elem *e, const node *n)
{
    variable_body *v = e->self = ARENA_NEW(reader_arena(r), variable_body);
    e->type = &body_variable_mass_type;
    v->n = n;
    v->gravity = &model_of(r)->gravity;
    v->motion = &model_of(r)->options.motion;
    v->model = model_of(r);
    if (n && !n->has_rotation)
        read_error_last(r, E_NODE_WITHOUT_ROTATION, n->label);
    else if (n && structural_is_modal(n))
        read_error_last(r, E_MODAL_NODE, n->label, "a");
    v->m = read_drive(r, "mass");
    need_slope(r, drive_has_slope(v->m));
    v->b = body_variable_mass_read_part(r, 3, "centre of mass");
    v->J_mass = body_variable_mass_read_part(r, 9, "inertia that changes with the mass");
    v->J_geometry = body_variable_mass_read_part(r, 9, "inertia that changes with the geometry");
}

/* The keyword stands behind the node: the body card comes here through variable_mass_read. */
static void body_variable_mass_read(reader *r, elem *e) { variable_mass_read(r, e, read_structural_node(r, "node")); }

enum { X = 0, G = 3, BETA = 6, GAMMA = 9 };

static void body_variable_mass_connect(const elem *e, layout *l)
{
    const variable_body *v = e->self;
    layout_node(l, v->n);
    const int mom = layout_momentum(l, v->n);
    layout_clear(l);
    layout_full(l, X, mom < 0 ? 6 : 12, X, 6);
}

typedef struct {
    double m, dm;
    vec3 b, db;
    mat3 J, dJ_mass, dJ_geometry;
} inertia_now;

static inertia_now at_time(const variable_body *v, const state *s)
{
    inertia_now i = {.m = drive_now(v->m, s), .dm = drive_slope(v->m, s, s->t)};
    mat3 geometry;
    i.b = tpl_drive_vec3(v->b, s);
    i.db = tpl_drive_vec3_slope(v->b, s);
    tpl_drive_value(v->J_mass, s, &i.J.e[0][0]);
    tpl_drive_value(v->J_geometry, s, &geometry.e[0][0]);
    tpl_drive_slope(v->J_mass, s, &i.dJ_mass.e[0][0]);
    tpl_drive_slope(v->J_geometry, s, &i.dJ_geometry.e[0][0]);
    i.J = mat3_add(&i.J, &geometry);
    return i;
}

static void body_variable_mass_add_moving_frame(int n, const state *s, const variable_body *v, const inertia_now *i,
                                                local *out)
{
    const rigid_mass of = {.node = v->n, .m = i->m, .b = i->b, .db = i->db, .J = i->J};
    moving_frame_forces(n, s, v->motion, &of, out);
    jet_node at;
    jet3 W, M;
    jet_node_seed(n, &at, s, v->n->pose, X);
    jet3_const(n, &W, moving_frame_now(v->motion, s).W);
    inertia_times(n, &at, &i->dJ_geometry, &W, &M);
    local_add3(out, G, n, -1, &M);
}

static void body_variable_mass_eval(int n, const state *s, const elem *e, local *out)
{
    const variable_body *v = e->self;
    const inertia_now i = at_time(v, s);
    if (v->motion->is_set)
        body_variable_mass_add_moving_frame(n, s, v, &i, out);
    jet_node at;
    jet3 arm, u, vc, F, M, t;
    jet_node_seed(n, &at, s, v->n->pose, X);
    jet_node_arm(n, &arm, &at, i.b);
    jet_node_arm(n, &u, &at, i.db);
    jet3_cross(n, &t, &at.w, &arm);
    jet3_add(n, &vc, &at.v, 1, &t);
    jet3_add_to(n, &vc, 1, &u);
    /* balance */
    jet3_scale(n, &F, i.dm, &vc);
    jet3_add_vec3_to(&F, i.m, gravity_at(*v->gravity, s, vec3_add(at.now->x, jet3_value(&arm)), NULL));
    jet3_cross(n, &M, &arm, &F);
    jet3_cross(n, &t, &u, &at.v);
    jet3_add_to(n, &M, i.m, &t);
    inertia_times(n, &at, &i.dJ_mass, &at.w, &t);
    jet3_add_to(n, &M, 1, &t);
    local_add3(out, X, n, 1, &F);
    local_add3(out, G, n, 1, &M);
    if (v->n->momentum < 0)
        return;
    /* momenta */
    jet3_cross(n, &M, &arm, &vc);
    inertia_times(n, &at, &i.J, &at.w, &t);
    jet3_add_to(n, &t, i.m, &M);
    local_add3(out, BETA, n, i.m, &vc);
    local_add3(out, GAMMA, n, 1, &t);
}

static const char *const names[] = {"E", "V", "m", NULL};

static double body_variable_mass_private_value(const state *s, const elem *e, int index)
{
    const variable_body *v = e->self;
    const inertia_now i = at_time(v, s);
    const pose *p = &s->poses[v->n->pose];
    const vec3 arm = mat3_mulv(&p->R, i.b), w = mat3_tmulv(&p->R, p->w);
    if (index == 3)
        return i.m;
    if (index == 2)
        return i.m * gravity_potential(*v->gravity, s, vec3_add(p->x, arm));
    const vec3 vc = vec3_add(vec3_add(p->v, vec3_cross(p->w, arm)), mat3_mulv(&p->R, i.db));
    return i.m * vec3_dot(vc, vc) / 2 + vec3_dot(w, mat3_mulv(&i.J, w)) / 2;
}

/* Of m v_c and J w + b x m v_c, with b~'' left out. */
static void add_drift(const inertia_now *i, const pose *p, inertia_sum *sum)
{
    const vec3 b = mat3_mulv(&p->R, i->b), u = mat3_mulv(&p->R, i->db), spin = vec3_cross(p->w, b);
    const vec3 vc = vec3_add(vec3_add(p->v, spin), u);
    const vec3 rate = vec3_axpy(vec3_scale(i->dm, vc), 2 * i->m, vec3_cross(p->w, u));
    const mat3 dJ = mat3_add(&i->dJ_mass, &i->dJ_geometry);
    vec3 moment = mat3_mulv(&p->R, mat3_mulv(&dJ, mat3_tmulv(&p->R, p->w)));
    moment = vec3_axpy(moment, i->m, vec3_add(vec3_cross(u, vc), vec3_cross(spin, u)));
    sum->beta_drift = vec3_add(sum->beta_drift, rate);
    sum->gamma_drift = vec3_add(sum->gamma_drift, vec3_add(moment, vec3_cross(b, rate)));
}

static void body_variable_mass_inertia(const state *s, const elem *e, inertia_sum *sum)
{
    const variable_body *v = e->self;
    const inertia_now i = at_time(v, s);
    const mat3 J = inertia_moved(&i.J, i.m, i.b);
    const pose *p = &s->poses[v->n->pose];
    const vec3 drift = vec3_scale(i.m, mat3_mulv(&p->R, i.db)), centre = vec3_add(p->x, mat3_mulv(&p->R, i.b));
    body_add_inertia(p, i.m, vec3_scale(i.m, i.b), &J, sum);
    sum->beta = vec3_add(sum->beta, drift);
    sum->gamma = vec3_add(sum->gamma, vec3_cross(centre, drift));
    add_drift(&i, p, sum);
}

static void body_variable_mass_sample(sampler *from, elem *e)
{
    static const elem *const none = NULL;
    variable_body *v = e->self;
    *v = (variable_body){.n = sample_structural(from, 0),
                         .m = sample_drive(from),
                         .b = sample_tpl_drive(from, 3),
                         .J_mass = sample_tpl_drive(from, 9),
                         .J_geometry = sample_tpl_drive(from, 9),
                         .gravity = &none,
                         .motion = sample_frame_motion(from)};
}

/* What the drives give at the time of the input. */
static void body_variable_mass_log_line(const elem *e, record *out)
{
    const variable_body *v = e->self;
    const state at_input = model_input_state(v->model);
    double b[3];
    mat3 mass, geometry;
    tpl_drive_value(v->b, &at_input, b);
    tpl_drive_value(v->J_mass, &at_input, &mass.e[0][0]);
    tpl_drive_value(v->J_geometry, &at_input, &geometry.e[0][0]);
    record_word(out, "variable body:");
    record_unsigned(out, e->label);
    record_unsigned(out, v->n->label);
    record_real(out, drive_now(v->m, &at_input));
    record_vec3(out, vec3_load(b));
    record_mat3(out, &mass);
    record_mat3(out, &geometry);
    record_end(out);
}

/* Its size is not known before a time is. */
static void body_variable_mass_draw(const elem *e, drawing *d)
{
    const variable_body *b = e->self;
    draw_body(d, b->n, 0.0, (vec3){0, 0, 0}, &MAT3_EYE);
}

const elem_type body_variable_mass_type = {
    .card = &elem_cards[CARD_BODY],
    .keyword = "variable mass",
    .grammar = "body: LABEL, NODE, variable mass, (drive) MASS, (drive of 3) CENTRE, "
               "(drive of 3x3) INERTIA WITH THE "
               "MASS, (drive of 3x3) INERTIA WITH THE GEOMETRY",
    .summary = "A rigid body whose mass, centre of mass and inertia change with time.",
    .size = sizeof(variable_body),
    .read = body_variable_mass_read,
    .connect = body_variable_mass_connect,
    .eval = body_variable_mass_eval,
    .private_names = names,
    .private_value = body_variable_mass_private_value,
    .inertia = &(const elem_inertia){.add = body_variable_mass_inertia},
    .log = body_variable_mass_log_line,
    .sample = body_variable_mass_sample,
    .assembly = &(const elem_assembly){.never = true},
    .expectations = &(const elem_expectations){.momentum_rows = true},
    .drawing = &(const elem_drawing){.draw = body_variable_mass_draw},
};
