/* body_variable_mass.c - a rigid body whose mass, centre and inertia change with time; lost mass leaves without thrust.
 *
 *     b = R b~, u = R b~',  v_c = v + w x b + u,  J = R (J~_mass + J~_geometry) R'     about the centre of mass
 *     momentum rows   m v_c,          J w + b x m v_c
 *     balance rows    m' v_c + m g,   m u x v + R J~_mass' R' w + b x (m' v_c + m g)
 *
 * The terms in m' and J~_mass' give back the momentum that the lost mass carries away. */
#include "element/body/gravity.h"
#include "element/body/variable_mass.h"
#include "model/model.h"
#include "model/sampler.h"
#include "node/structural.h"

typedef struct {
    const node *n;
    const drive *m;
    const tpl_drive *b, *J_mass, *J_geometry;
    const elem *const *gravity;
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
        if (!drive_has_slope(d->term[i].by))
            return false;
    return true;
}

static const tpl_drive *read_part(reader *r, int dim, const char *what)
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
    if (n && !n->has_rotation)
        read_error_last(r, E_NODE_WITHOUT_ROTATION, n->label);
    else if (n && structural_is_modal(n))
        read_error_last(r, E_MODAL_NODE, n->label, "a");
    v->m = read_drive(r, "mass");
    need_slope(r, drive_has_slope(v->m));
    v->b = read_part(r, 3, "centre of mass");
    v->J_mass = read_part(r, 9, "inertia that changes with the mass");
    v->J_geometry = read_part(r, 9, "inertia that changes with the geometry");
}

/* The keyword stands behind the node: the body card comes here through variable_mass_read. */
static void read(reader *r, elem *e) { variable_mass_read(r, e, read_structural_node(r, "node")); }

enum { X = 0, G = 3, BETA = 6, GAMMA = 9 };

static void connect(const elem *e, layout *l)
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
    mat3 J, dJ_mass;
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
    i.J = mat3_add(&i.J, &geometry);
    return i;
}

/* r = R J R' a */
static void inertia_times(int n, const jet_node *nd, const mat3 *J, const jet3 *a, jet3 *r)
{
    jet3 in_node, product;
    jet_node_local(n, &in_node, nd, a);
    jet3_mul(n, &product, J, &in_node);
    jet_node_global(n, r, nd, &product);
}

static void eval(int n, const state *s, const elem *e, local *out)
{
    const variable_body *v = e->self;
    const inertia_now i = at_time(v, s);
    jet_node at;
    jet3 arm, u, vc, F, M, t;
    jet_node_seed(n, &at, s, v->n->pose, X);
    jet_node_arm(n, &arm, &at, i.b);
    jet_node_arm(n, &u, &at, i.db);
    jet3_cross(n, &t, &at.w, &arm);
    jet3_axpy(n, &vc, &at.v, 1, &t);
    jet3_add(n, &vc, 1, &u);
    /* balance */
    jet3_scale(n, &F, i.dm, &vc);
    jet3_shift(&F, i.m, gravity_at(*v->gravity, s, vec3_add(at.now->x, jet3_value(&arm)), NULL));
    jet3_cross(n, &M, &arm, &F);
    jet3_cross(n, &t, &u, &at.v);
    jet3_add(n, &M, i.m, &t);
    inertia_times(n, &at, &i.dJ_mass, &at.w, &t);
    jet3_add(n, &M, 1, &t);
    local_add3(out, X, n, 1, &F);
    local_add3(out, G, n, 1, &M);
    if (v->n->momentum < 0)
        return;
    /* momenta */
    jet3_cross(n, &M, &arm, &vc);
    inertia_times(n, &at, &i.J, &at.w, &t);
    jet3_add(n, &t, i.m, &M);
    local_add3(out, BETA, n, i.m, &vc);
    local_add3(out, GAMMA, n, 1, &t);
}

static const char *const names[] = {"E", "V", "m", NULL};

static double private_value(const state *s, const elem *e, int index)
{
    const variable_body *v = e->self;
    const inertia_now i = at_time(v, s);
    const pose *p = &s->at[v->n->pose];
    const vec3 arm = mat3_mulv(&p->R, i.b), w = mat3_tmulv(&p->R, p->w);
    if (index == 3)
        return i.m;
    if (index == 2)
        return i.m * gravity_potential(*v->gravity, s, vec3_add(p->x, arm));
    const vec3 vc = vec3_add(vec3_add(p->v, vec3_cross(p->w, arm)), mat3_mulv(&p->R, i.db));
    return i.m * vec3_dot(vc, vc) / 2 + vec3_dot(w, mat3_mulv(&i.J, w)) / 2;
}

static void sample(sampler *from, elem *e)
{
    static const elem *const none = NULL;
    variable_body *v = e->self;
    *v = (variable_body){.n = sample_structural(from, 0),
                         .m = sample_drive(from),
                         .b = sample_tpl_drive(from, 3),
                         .J_mass = sample_tpl_drive(from, 9),
                         .J_geometry = sample_tpl_drive(from, 9),
                         .gravity = &none};
}

const elem_type body_variable_mass_type = {
    .card = "body",
    .keyword = "variable mass",
    .grammar = "body: LABEL, NODE, variable mass, (DriveCaller) MASS, (TplDriveCaller<Vec3>) CENTRE, "
               "(TplDriveCaller<Mat3x3>) INERTIA WITH THE "
               "MASS, (TplDriveCaller<Mat3x3>) INERTIA WITH THE GEOMETRY",
    .summary = "A rigid body whose mass, centre of mass and inertia change with time.",
    .size = sizeof(variable_body),
    .read = read,
    .connect = connect,
    .eval = eval,
    .private_names = names,
    .private_value = private_value,
    .sample = sample,
    .flags = ELEM_INERTIA,
};
