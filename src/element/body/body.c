/* body.c - a rigid body, or a point mass on a displacement node.
 *
 *     s = R m b, J = R J~ R'                       first moment and inertia about the node
 *     momentum rows   m v + w x s,   s x v + J w
 *     balance rows    m g(x_cg),     s x g(x_cg)   gravity at the centre of mass
 *
 * With  d w = drate d - dvalue w_ref x d  and  theta = dvalue d  along the rotation columns d:
 *     d (w x s)  = - s x dw - w x s x theta
 *     d (s x v)  = v x s x theta
 *     d (J w)    = J dw - (J w) x theta + J w x theta
 *     d (s x g)  = g x s x theta   (+ s x dg/dx for a central field)                                          */
#include "contract/carrier.h"
#include "element/body/gravity.h"
#include "element/body/moving_frame.h"
#include "element/body/variable_mass.h"
#include "element/modal/floating.h"
#include "model/model.h"
#include "contract/sampler.h"
#include "element/diag_rows.h"
#include "math/symmetric3.h"
#include "model/reading.h"
#include "node/structural.h"

typedef struct {
    const node *n;
    double m;
    vec3 s; /* first moment, node axes */
    mat3 J; /* about the node, node axes */
    const elem *const *gravity;
    const rigid_body_kinematics *motion; /* of the model's frame */
} body;

enum { X = 0, G = 3, BETA = 6, GAMMA = 9 };

static double read_mass(reader *r, bool allow_negative)
{
    const double mass = read_real(r, "mass");
    if (mass < 0 && !allow_negative)
        read_error_last(r, E_NEGATIVE_MASS, mass);
    return mass;
}

/* Moments about the centre of mass that are negative by more than rounding; those of a single part of several may be.
 * None is larger than the sum of the others, but models of plane motions may not care. */
static void check_inertia(reader *r, const body *b)
{
    const vec3 centre = b->m > 0 ? vec3_scale(1 / b->m, b->s) : b->s;
    const mat3 J = inertia_moved(&b->J, -b->m, centre), transposed = mat3_transpose(&J),
               twice = mat3_add(&J, &transposed);
    const double rounding = 1e-9 * (fabs(b->J.e[0][0]) + fabs(b->J.e[1][1]) + fabs(b->J.e[2][2]));
    vec3 moments;
    mat3 axes;
    symmetric3_principal(&twice, &moments, &axes);
    const double least = fmin(moments.x, fmin(moments.y, moments.z)),
                 most = fmax(fabs(moments.x), fmax(fabs(moments.y), fabs(moments.z)));
    if (read_ok(r) && least < -rounding)
        read_error_last(r, E_NEGATIVE_INERTIA, least / 2);
    else if (read_ok(r) && 2.0 * most > (1.0 + 1e-6) * (moments.x + moments.y + moments.z) + rounding)
        diag_report(reader_diag(r), W_INERTIA_TRIANGLE, read_last_place(r), most / 2,
                    (moments.x + moments.y + moments.z - most) / 2);
}

static void add_mass(body *b, double m, vec3 at, const mat3 *J)
{
    const mat3 moved = inertia_moved(J, m, at);
    b->J = mat3_add(&b->J, &moved);
    b->m += m;
    b->s = vec3_axpy(b->s, m, at);
}

static void read_one(reader *r, body *b, bool allow_negative)
{
    const double m = read_mass(r, allow_negative);
    if (!b->n || !b->n->has_rotation) {
        b->m += m;
        return;
    }
    const frame_context c = {.own = b->n->initial};
    const vec3 at = read_position_rel(r, &c, "centre of mass");
    mat3 J = read_tensor_rel(r, &c, "inertia matrix");
    if (read_keyword(r, "orientation") || read_keyword(r, "inertial")) {
        const mat3 turn =
            read_keyword(r, "node") ? MAT3_EYE : read_orientation_rel(r, &c, "orientation of the inertia matrix");
        J = inertia_turned(&turn, &J);
    }
    add_mass(b, m, at, &J);
}

/* Not after other errors: a node that could not be read is not static. */
static void check_node(reader *r, const node *n)
{
    const model *m = model_of(r);
    if (n && n->momentum < 0 && !m->problem.static_nodes_have_inertia && diag_errors(m->errors) == 0)
        read_error_last(r, E_BODY_ON_STATIC_NODE, n->label);
}

static void body_read(reader *r, elem *e)
{
    body *b = e->self;
    b->gravity = &model_of(r)->gravity;
    b->motion = &model_of(r)->options.motion;
    b->n = read_point_node(r, "node");
    check_node(r, b->n);
    if (read_keyword(r, "variable mass")) {
        variable_mass_read(r, e, b->n);
        return;
    }
    int masses = 1;
    if (read_keyword(r, "condense"))
        masses = read_count(r, 1, "number of masses");
    const bool allow_negative = read_keyword(r, "allow negative mass");
    for (int i = 0; i < masses && read_ok(r); i++)
        read_one(r, b, allow_negative);
    if (!allow_negative && b->n && b->n->has_rotation)
        check_inertia(r, b);
}

static bool has_offset(const body *b) { return vec3_dot(b->s, b->s) > 0; }

/* On a modal node the balance knows the accelerations. */
static bool is_floating(const body *b) { return b->n->momentum >= 0 && structural_is_modal(b->n); }

static void body_connect(const elem *e, layout *l)
{
    const body *b = e->self;
    const int node_at = layout_node(l, b->n), mom = layout_momentum(l, b->n);
    const bool rotates = b->n->has_rotation, offset = has_offset(b);
    layout_clear(l);
    if (is_floating(b)) {
        layout_full(l, X, 6, X, FLOATING_LANES);
        return;
    }
    if (*b->gravity && rotates && offset)
        layout_full(l, G, 3, G, 3);
    if (gravity_has_gradient(*b->gravity)) {
        layout_full(l, node_at, 3, X, 3);
        if (rotates && offset) {
            layout_full(l, X, 3, G, 3);
            layout_full(l, G, 3, X, 3);
        }
    }
    if (b->motion->is_set)
        layout_full(l, node_at, rotates ? 6 : 3, X, rotates ? 6 : 3);
    if (mom < 0)
        return;
    for (int k = 0; k < 3; k++)
        layout_full(l, mom + k, 1, X + k, 1);
    if (!rotates)
        return;
    layout_full(l, GAMMA, 3, G, 3);
    if (offset) {
        layout_full(l, BETA, 3, G, 3);
        layout_full(l, GAMMA, 3, X, 3);
    }
}

static void point_mass(int n, const state *s, const body *b, local *out)
{
    const pose *p = &s->poses[b->n->pose];
    mat3 dg;
    const vec3 g = gravity_at(*b->gravity, s, p->x, n ? &dg : NULL);
    vec3_store(out->r + X, vec3_scale(b->m, g));
    if (n && gravity_has_gradient(*b->gravity))
        local_block(out, X, X, s->dvalue * b->m, &dg);
    if (b->n->momentum < 0)
        return;
    vec3_store(out->r + 3, vec3_scale(b->m, p->v));
    for (int k = 0; n && k < 3; k++)
        out->J[(3 + k) * out->ld + k] = s->drate * b->m;
}

static void gravity_jacobian(const state *s, vec3 arm, double m, vec3 g, const mat3 *dg, bool has_gradient, local *out)
{
    const mat3 turn = mat3_skew_skew(g, arm), S = mat3_skew(arm);
    local_block(out, G, G, s->dvalue, &turn);
    if (!has_gradient)
        return;
    const mat3 by_arm = mat3_mul(dg, &S), by_x = mat3_mul(&S, dg), by_both = mat3_mul(&S, &by_arm);
    local_block(out, X, X, s->dvalue * m, dg);
    local_block(out, X, G, -s->dvalue, &by_arm);
    local_block(out, G, X, s->dvalue, &by_x);
    local_block(out, G, G, -s->dvalue / m, &by_both);
}

static void momentum_jacobian(const state *s, const body *b, const pose *p, vec3 arm, const mat3 *J, local *out)
{
    const mat3 S = mat3_skew(arm), Wref = mat3_skew(p->w_ref), W = mat3_skew(p->w);
    for (int k = 0; k < 3; k++)
        out->J[(BETA + k) * out->ld + X + k] = s->drate * b->m;
    /* d gamma / d rotation: J dw + (J w x - (J w) x + v x s x) theta, dw = drate d - dvalue w_ref x d */
    const mat3 JW = mat3_mul(J, &W), JWref = mat3_mul(J, &Wref), H = mat3_skew(mat3_mulv(J, p->w));
    local_block(out, GAMMA, G, s->drate, J);
    local_block(out, GAMMA, G, s->dvalue, &JW);
    local_block(out, GAMMA, G, -s->dvalue, &JWref);
    local_block(out, GAMMA, G, -s->dvalue, &H);
    if (!has_offset(b))
        return;
    const mat3 vs = mat3_skew_skew(p->v, arm), ws = mat3_skew_skew(p->w, arm), SWref = mat3_mul(&S, &Wref);
    local_block(out, GAMMA, G, s->dvalue, &vs);
    local_block(out, GAMMA, X, s->drate, &S);
    local_block(out, BETA, G, -s->drate, &S);
    local_block(out, BETA, G, s->dvalue, &SWref);
    local_block(out, BETA, G, -s->dvalue, &ws);
}

static void body_add_moving_frame(int n, const state *s, const body *b, local *out)
{
    if (!b->motion->is_set)
        return;
    const vec3 centre = b->m != 0 ? vec3_scale(1 / b->m, b->s) : (vec3){0, 0, 0};
    const rigid_mass of = {.node = b->n, .m = b->m, .b = centre, .J = inertia_moved(&b->J, -b->m, centre)};
    moving_frame_forces(n, s, b->motion, &of, out);
}

static void body_eval(int n, const state *s, const elem *e, local *out)
{
    const body *b = e->self;
    if (!b->n->has_rotation) {
        point_mass(n, s, b, out);
        body_add_moving_frame(n, s, b, out);
        return;
    }
    if (is_floating(b)) {
        const floating_frame f = {.node = b->n, .gravity = b->gravity, .motion = b->motion};
        floating_body(n, s, &f, b->m, b->s, &b->J, out);
        return;
    }
    const pose *p = &s->poses[b->n->pose];
    const vec3 arm = mat3_mulv(&p->R, b->s);
    if (*b->gravity) {
        mat3 dg;
        const vec3 at = b->m != 0 ? vec3_axpy(p->x, 1 / b->m, arm) : p->x;
        const vec3 g = gravity_at(*b->gravity, s, at, n ? &dg : NULL);
        vec3_store(out->r + X, vec3_scale(b->m, g));
        vec3_store(out->r + G, vec3_cross(arm, g));
        if (n && b->m != 0)
            gravity_jacobian(s, arm, b->m, g, &dg, gravity_has_gradient(*b->gravity), out);
    }
    body_add_moving_frame(n, s, b, out);
    if (b->n->momentum < 0)
        return;
    vec3_store(out->r + BETA, vec3_axpy(vec3_cross(p->w, arm), b->m, p->v));
    const vec3 spin = mat3_mulv(&p->R, mat3_mulv(&b->J, mat3_tmulv(&p->R, p->w)));
    vec3_store(out->r + GAMMA, vec3_add(vec3_cross(arm, p->v), spin));
    if (n) {
        const mat3 J = inertia_turned(&p->R, &b->J);
        momentum_jacobian(s, b, p, arm, &J, out);
    }
}

static void body_log_line(const elem *e, record *out)
{
    const body *b = e->self;
    record_word(out, "body:");
    record_unsigned(out, e->label);
    record_unsigned(out, b->n->label);
    record_real(out, b->m);
    record_vec3(out, b->m != 0 ? vec3_scale(1 / b->m, b->s) : (vec3){0, 0, 0});
    record_mat3(out, &b->J);
    record_end(out);
}

static const char *const names[] = {"E", "V", "m", NULL};

static double body_private_value(const state *s, const elem *e, int index)
{
    const body *b = e->self;
    const pose *p = &s->poses[b->n->pose];
    const vec3 arm = mat3_mulv(&p->R, b->s);
    if (index == 3)
        return b->m;
    if (index == 2)
        return b->m * gravity_potential(*b->gravity, s, b->m != 0 ? vec3_axpy(p->x, 1 / b->m, arm) : p->x);
    const vec3 w = mat3_tmulv(&p->R, p->w);
    return b->m * vec3_dot(p->v, p->v) / 2 + vec3_dot(p->v, vec3_cross(p->w, arm)) +
           vec3_dot(w, mat3_mulv(&b->J, w)) / 2;
}

void body_add_inertia(const pose *p, double m, vec3 s, const mat3 *J, inertia_sum *sum)
{
    const vec3 arm = mat3_mulv(&p->R, s), beta = vec3_axpy(vec3_cross(p->w, arm), m, p->v);
    const mat3 global = inertia_turned(&p->R, J);
    const vec3 gamma = vec3_add(vec3_cross(arm, p->v), mat3_mulv(&global, p->w));
    inertia_sum_add(sum, p->x, m, arm, &global, beta, gamma);
}

static void body_inertia(const state *s, const elem *e, inertia_sum *sum)
{
    const body *b = e->self;
    body_add_inertia(&s->poses[b->n->pose], b->m, b->s, &b->J, sum);
}

static void body_sample(sampler *from, elem *e)
{
    static const elem *const none = NULL;
    body *b = e->self;
    b->motion = sample_frame_motion(from);
    b->n = sample_integer(from, 0, 3) ? sample_structural(from, 0) : sample_point(from, 0);
    b->gravity = &none;
    const mat3 J = sample_spd3(from);
    add_mass(b, sample_real(from, 0.5, 2), sample_vec3(from, 1), &J);
    if (!b->n->has_rotation)
        b->s = (vec3){0, 0, 0}, b->J = (mat3){{{0}}};
}

static void body_draw(const elem *e, drawing *d)
{
    const body *b = e->self;
    const vec3 centre = b->m > 0.0 ? vec3_scale(1.0 / b->m, b->s) : (vec3){0, 0, 0};
    const mat3 J = inertia_moved(&b->J, -b->m, centre); /* from the node to the centre */
    draw_body(d, b->n, b->m, centre, &J);
}

/* All of a rigid body goes with its node. */
static void carry(const elem *e, vec3 x, carrier *c) { carrier_of_node(c, ((const body *)e->self)->n, x); }

const elem_type body_type = {
    .card = &elem_cards[CARD_BODY],
    .grammar = "body: LABEL, NODE, [condense, N,] [allow negative mass,] MASS, (vector) CENTRE, (3x3) INERTIA [, "
               "orientation, R] [, ...]\n"
               "body: LABEL, DISPLACEMENT NODE, [condense, N,] [allow negative mass,] MASS [, ...]",
    .summary = "A rigid body attached to a structural node, or a point mass on a displacement node.",
    .size = sizeof(body),
    .read = body_read,
    .connect = body_connect,
    .eval = body_eval,
    .log = body_log_line,
    .private_names = names,
    .private_value = body_private_value,
    .inertia = &(const elem_inertia){.add = body_inertia},
    .geometry = &(const elem_geometry){.carry = carry},
    .sample = body_sample,
    .assembly = &(const elem_assembly){.never = true},
    .expectations = &(const elem_expectations){.momentum_rows = true},
    .drawing = &(const elem_drawing){.draw = body_draw},
};
