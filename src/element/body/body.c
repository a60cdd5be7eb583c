/* body.c - a rigid body, or a point mass on a displacement node.
 *
 *     s = R m b, J = R J~ R'                       first moment and inertia about the node
 *     momentum rows   m v + w x s,   s x v + J w
 *     balance rows    m g(x_cg),     s x g(x_cg)   gravity at the centre of mass
 *
 * With  d w = drate d + dvalue w_theta d  and  theta = dvalue d  for the rotation columns d:
 *     d (w x s)  = - s x dw - w x s x theta
 *     d (s x v)  = v x s x theta
 *     d (J w)    = J (dw + w x theta) - (J w) x theta
 *     d (s x g)  = g x s x theta   (+ s x dg/dx for a central field) */
#include "contract/carrier.h"
#include "element/blocks.h"
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
    const node *node;
    double m;
    vec3 s; /* first moment, node axes */
    mat3 J; /* about the node, node axes */
    const elem *const *gravity;
    const rigid_body_kinematics *motion; /* of the model's frame */
} body;

enum { X = 0, G = 3, BETA = 6, GAMMA = 9 };

static double read_mass(reader *reader, bool allow_negative)
{
    const double mass = read_real(reader, "mass");
    if (mass < 0 && !allow_negative)
        read_error_last(reader, E_NEGATIVE_MASS, mass);
    return mass;
}

/* Reports moments of inertia about the centre of mass that are negative by more than round-off (single parts of several
 * may have them). Warns if one is larger than the sum of the other two, which is impossible for a real body but
 * harmless in models of plane motion. */
static void check_inertia(reader *reader, const body *body)
{
    const vec3 centre = body->m > 0 ? vec3_scale(1 / body->m, body->s) : body->s;
    const mat3 J = inertia_moved(&body->J, -body->m, centre), transposed = mat3_transpose(&J),
               twice = mat3_add(&J, &transposed);
    const double rounding = 1e-9 * (fabs(body->J.e[0][0]) + fabs(body->J.e[1][1]) + fabs(body->J.e[2][2]));
    vec3 moments;
    mat3 axes;
    symmetric3_principal(&twice, &moments, &axes);
    const double least = fmin(moments.x, fmin(moments.y, moments.z)),
                 most = fmax(fabs(moments.x), fmax(fabs(moments.y), fabs(moments.z)));
    if (read_ok(reader) && least < -rounding)
        read_error_last(reader, E_NEGATIVE_INERTIA, least / 2);
    else if (read_ok(reader) && 2.0 * most > (1.0 + 1e-6) * (moments.x + moments.y + moments.z) + rounding)
        diag_report(reader_diag(reader), W_INERTIA_TRIANGLE, read_last_location(reader), most / 2,
                    (moments.x + moments.y + moments.z - most) / 2);
}

static void add_mass(body *body, double m, vec3 at, const mat3 *J)
{
    const mat3 moved = inertia_moved(J, m, at);
    body->J = mat3_add(&body->J, &moved);
    body->m += m;
    body->s = vec3_axpy(body->s, m, at);
}

static void read_one(reader *reader, body *body, bool allow_negative)
{
    const double m = read_mass(reader, allow_negative);
    if (!body->node || !body->node->has_rotation) {
        body->m += m;
        return;
    }
    const frame_context context = {.node_frame = body->node->initial};
    const vec3 at = read_position_rel(reader, &context, "centre of mass");
    mat3 J = read_tensor_rel(reader, &context, "inertia matrix");
    if (read_keyword(reader, "orientation") || read_keyword(reader, "inertial")) {
        const mat3 rotation = read_keyword(reader, "node")
                                  ? MAT3_EYE
                                  : read_orientation_rel(reader, &context, "orientation of the inertia matrix");
        J = inertia_rotated(&rotation, &J);
    }
    add_mass(body, m, at, &J);
}

/* Skipped after other errors: a node that could not be read is not static. */
static void check_node(reader *reader, const node *node)
{
    const model *model = model_of(reader);
    if (node && node->momentum < 0 && !model->problem.static_nodes_have_inertia && diag_errors(model->errors) == 0)
        read_error_last(reader, E_BODY_ON_STATIC_NODE, node->label);
}

static void body_read(reader *reader, elem *element)
{
    body *body = element->self;
    body->gravity = &model_of(reader)->gravity;
    body->motion = &model_of(reader)->options.motion;
    body->node = read_point_node(reader, "node");
    check_node(reader, body->node);
    if (read_keyword(reader, "variable mass")) {
        variable_mass_read(reader, element, body->node);
        return;
    }
    int masses = 1;
    if (read_keyword(reader, "condense"))
        masses = read_count(reader, 1, "number of masses");
    const bool allow_negative = read_keyword(reader, "allow negative mass");
    for (int i = 0; i < masses && read_ok(reader); i++)
        read_one(reader, body, allow_negative);
    if (!allow_negative && body->node && body->node->has_rotation)
        check_inertia(reader, body);
}

static bool has_offset(const body *body) { return vec3_dot(body->s, body->s) > 0; }

/* On a modal node, the balance rows contain the accelerations. */
static bool is_floating(const body *body) { return body->node->momentum >= 0 && structural_is_modal(body->node); }

static void body_connect(const elem *element, layout *layout)
{
    const body *body = element->self;
    const int node_at = layout_node(layout, body->node), mom = layout_momentum(layout, body->node);
    const bool rotates = body->node->has_rotation, offset = has_offset(body);
    layout_clear(layout);
    if (is_floating(body)) {
        layout_full(layout, X, 6, X, FLOATING_LANES);
        return;
    }
    if (*body->gravity && rotates && offset)
        layout_full(layout, G, 3, G, 3);
    if (gravity_has_gradient(*body->gravity)) {
        layout_full(layout, node_at, 3, X, 3);
        if (rotates && offset) {
            layout_full(layout, X, 3, G, 3);
            layout_full(layout, G, 3, X, 3);
        }
    }
    if (body->motion->is_set)
        layout_full(layout, node_at, rotates ? 6 : 3, X, rotates ? 6 : 3);
    if (mom < 0)
        return;
    for (int k = 0; k < 3; k++)
        layout_full(layout, mom + k, 1, X + k, 1);
    if (!rotates)
        return;
    layout_full(layout, GAMMA, 3, G, 3);
    if (offset) {
        layout_full(layout, BETA, 3, G, 3);
        layout_full(layout, GAMMA, 3, X, 3);
    }
}

static void point_mass(int lanes, const state *state, const body *body, local *out)
{
    const pose *pose = &state->poses[body->node->pose];
    mat3 dg;
    const vec3 g = gravity_at(*body->gravity, state, pose->x, lanes ? &dg : NULL);
    vec3_store(out->r + X, vec3_scale(body->m, g));
    if (lanes && gravity_has_gradient(*body->gravity))
        local_block(out, X, X, state->dvalue * body->m, &dg);
    if (body->node->momentum < 0)
        return;
    vec3_store(out->r + 3, vec3_scale(body->m, pose->v));
    for (int k = 0; lanes && k < 3; k++)
        out->J[(3 + k) * out->ld + k] = state->drate * body->m;
}

static void gravity_jacobian(const state *state, vec3 arm, double m, vec3 g, const mat3 *dg, bool has_gradient,
                             local *out)
{
    const mat3 rotation = mat3_skew_skew(g, arm), S = mat3_skew(arm);
    local_block(out, G, G, state->dvalue, &rotation);
    if (!has_gradient)
        return;
    const mat3 by_arm = mat3_mul(dg, &S), by_x = mat3_mul(&S, dg), by_both = mat3_mul(&S, &by_arm);
    local_block(out, X, X, state->dvalue * m, dg);
    local_block(out, X, G, -state->dvalue, &by_arm);
    local_block(out, G, X, state->dvalue, &by_x);
    local_block(out, G, G, -state->dvalue / m, &by_both);
}

/* spin: J w */
static void momentum_jacobian(const state *state, const body *body, const pose *pose, vec3 arm, vec3 spin, local *out)
{
    const mat3 J = inertia_rotated(&pose->R, &body->J), W = mat3_skew(pose->w);
    const mat3 rate = spin_rate(state, pose);
    mat3 both = rate;
    mat3_add_scaled(&both, state->dvalue, &W);
    const mat3 by_spin = mat3_mul(&J, &both);
    local_diagonal(out, BETA, X, state->drate * body->m);
    local_block(out, GAMMA, G, 1.0, &by_spin);
    local_skew(out, GAMMA, G, -state->dvalue, spin);
    if (!has_offset(body))
        return;
    const mat3 S = mat3_skew(arm), vs = mat3_skew_skew(pose->v, arm), ws = mat3_skew_skew(pose->w, arm);
    mat3 swept = mat3_mul(&S, &rate);
    mat3_add_scaled(&swept, state->dvalue, &ws);
    local_block(out, GAMMA, G, state->dvalue, &vs);
    local_skew(out, GAMMA, X, state->drate, arm);
    local_block(out, BETA, G, -1.0, &swept);
}

static void body_add_moving_frame(int lanes, const state *state, const body *body, local *out)
{
    if (!body->motion->is_set)
        return;
    const vec3 centre = body->m != 0 ? vec3_scale(1 / body->m, body->s) : (vec3){0, 0, 0};
    const rigid_mass of = {
        .node = body->node, .m = body->m, .b = centre, .J = inertia_moved(&body->J, -body->m, centre)};
    moving_frame_forces(lanes, state, body->motion, &of, out);
}

static void body_eval(int lanes, const state *state, const elem *element, local *out)
{
    const body *body = element->self;
    if (!body->node->has_rotation) {
        point_mass(lanes, state, body, out);
        body_add_moving_frame(lanes, state, body, out);
        return;
    }
    if (is_floating(body)) {
        const floating_frame floating_frame = {.node = body->node, .gravity = body->gravity, .motion = body->motion};
        floating_body(lanes, state, &floating_frame, body->m, body->s, &body->J, out);
        return;
    }
    const pose *pose = &state->poses[body->node->pose];
    const vec3 arm = mat3_mulv(&pose->R, body->s);
    if (*body->gravity) {
        mat3 dg;
        const vec3 at = body->m != 0 ? vec3_axpy(pose->x, 1 / body->m, arm) : pose->x;
        const vec3 g = gravity_at(*body->gravity, state, at, lanes ? &dg : NULL);
        vec3_store(out->r + X, vec3_scale(body->m, g));
        vec3_store(out->r + G, vec3_cross(arm, g));
        const bool has_gradient = gravity_has_gradient(*body->gravity);
        if (lanes && body->m != 0 && (has_gradient || has_offset(body)))
            gravity_jacobian(state, arm, body->m, g, &dg, has_gradient, out);
    }
    body_add_moving_frame(lanes, state, body, out);
    if (body->node->momentum < 0)
        return;
    vec3_store(out->r + BETA, vec3_axpy(vec3_cross(pose->w, arm), body->m, pose->v));
    const vec3 spin = mat3_mulv(&pose->R, mat3_mulv(&body->J, mat3_tmulv(&pose->R, pose->w)));
    vec3_store(out->r + GAMMA, vec3_add(vec3_cross(arm, pose->v), spin));
    if (lanes)
        momentum_jacobian(state, body, pose, arm, spin, out);
}

static void body_log_line(const elem *element, record *out)
{
    const body *body = element->self;
    record_word(out, "body:");
    record_unsigned(out, element->label);
    record_unsigned(out, body->node->label);
    record_real(out, body->m);
    record_vec3(out, body->m != 0 ? vec3_scale(1 / body->m, body->s) : (vec3){0, 0, 0});
    record_mat3(out, &body->J);
    record_end(out);
}

static const char *const names[] = {"E", "V", "m", NULL};

static double body_private_value(const state *state, const elem *element, int index)
{
    const body *body = element->self;
    const pose *pose = &state->poses[body->node->pose];
    const vec3 arm = mat3_mulv(&pose->R, body->s);
    if (index == 3)
        return body->m;
    if (index == 2)
        return body->m *
               gravity_potential(*body->gravity, state, body->m != 0 ? vec3_axpy(pose->x, 1 / body->m, arm) : pose->x);
    const vec3 w = mat3_tmulv(&pose->R, pose->w);
    return body->m * vec3_dot(pose->v, pose->v) / 2 + vec3_dot(pose->v, vec3_cross(pose->w, arm)) +
           vec3_dot(w, mat3_mulv(&body->J, w)) / 2;
}

void body_add_inertia(const pose *pose, double m, vec3 s, const mat3 *J, inertia_sum *sum)
{
    const vec3 arm = mat3_mulv(&pose->R, s), beta = vec3_axpy(vec3_cross(pose->w, arm), m, pose->v);
    const mat3 global = inertia_rotated(&pose->R, J);
    const vec3 gamma = vec3_add(vec3_cross(arm, pose->v), mat3_mulv(&global, pose->w));
    inertia_sum_add(sum, pose->x, m, arm, &global, beta, gamma);
}

static void body_inertia(const state *state, const elem *element, inertia_sum *sum)
{
    const body *body = element->self;
    body_add_inertia(&state->poses[body->node->pose], body->m, body->s, &body->J, sum);
}

static void body_sample(sampler *from, elem *element)
{
    static const elem *const none = NULL;
    body *body = element->self;
    body->motion = sample_frame_motion(from);
    body->node = sample_integer(from, 0, 3) ? sample_structural(from, 0) : sample_point(from, 0);
    body->gravity = &none;
    const mat3 J = sample_spd3(from);
    add_mass(body, sample_real(from, 0.5, 2), sample_vec3(from, 1), &J);
    if (!body->node->has_rotation)
        body->s = (vec3){0, 0, 0}, body->J = (mat3){{{0}}};
}

static void body_draw(const elem *element, drawing *drawing)
{
    const body *body = element->self;
    const vec3 centre = body->m > 0.0 ? vec3_scale(1.0 / body->m, body->s) : (vec3){0, 0, 0};
    const mat3 J = inertia_moved(&body->J, -body->m, centre); /* from the node to the centre */
    draw_body(drawing, body->node, body->m, centre, &J);
}

/* All points of a rigid body move with its node. */
static void carry(const elem *element, vec3 x, carrier *carrier)
{
    carrier_of_node(carrier, ((const body *)element->self)->node, x);
}

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
