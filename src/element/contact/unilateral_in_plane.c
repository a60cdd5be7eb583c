/* unilateral_in_plane.c - points of node 1 stay on one side of a plane of node 2, with friction (bristle.h).
 *
 *     e1, e2, e3: axes of the hinge, e3 normal to the plane;   p: a point,  a: offset of node 2
 *     g = e3 . (p - a) + l/k,   0 <= g,  0 <= l,  g l = 0     l: reaction, k: stiffness (complementarity.h)
 *     g l = epsilon, both positive                            in steps, if epsilon is given
 *     g + T g' in the place of g, T: a few steps              in steps, if neither is given: a point lands at g' = -g/T
 *     U: velocity of the point relative to the plane along e1 and e2;  z' = U - ...  two rows
 *     node 1: F = l e3 - l (tau_1 + k_v U_1) e1 - l (tau_2 + k_v U_2) e2 at p;  node 2: -F at p
 *
 * Node 1 may be a displacement node, whose only point is its position. Points that do not touch the plane have no
 * force; their bristles continue to deflect. */
#include "contract/complementarity.h"
#include "element/diag_rows.h"
#include "element/joint/joint.h"
#include "element/contact/bristle.h"
#include "math/jet_functions.h"
#include "element/contact/plane_rubbing.h"
#include "deck/named_values.h"
#include "model/frames.h"
#include "model/reading.h"

typedef struct {
    const node *nodes[2];
    int n;
    const vec3 *point;
    vec3 a;
    mat3 R;
    double compliance; /* 1/k */
    double epsilon;
    bool rubs;
    bristle friction;
    double viscous;
} plane;

static const double LANDING_STEPS = 4.0;

enum { REACTION = RUBBING_INTERNAL, BENT, USED = BENT + 2 };

/* --- reading ------------------------------------------------------------------------------------------------------ */

static int internal_of_point(const plane *plane) { return plane->rubs ? 3 : 1; }

static void unilateral_in_plane_set_internal(elem *element, arena *memory)
{
    const plane *plane = element->self;
    const int per = internal_of_point(plane);
    internal_kind *kinds = ARENA_ARRAY(memory, internal_kind, size_product(per, plane->n));
    for (int i = 0; i < per * plane->n; i++)
        kinds[i] = i % per == 0 ? INTERNAL_ALGEBRAIC : INTERNAL_DIFFERENTIAL;
    element->n_internal = per * plane->n;
    element->kinds = kinds;
}

static vec3 read_point(reader *reader, const node *on, const frame_context *context)
{
    const vec3 point = read_position_rel(reader, context, "offset");
    if (read_ok(reader) && !on->has_rotation && vec3_norm(point) > 0.0)
        read_error_last(reader, E_OFFSET_WITHOUT_ROTATION, on->label);
    return point;
}

static void unilateral_in_plane_read_points(reader *reader, plane *plane)
{
    const frame_context context = {.node_frame = plane->nodes[0] ? plane->nodes[0]->initial : NULL};
    read_word(reader, "offset");
    plane->n = read_count(reader, 1, "number of points");
    vec3 *point = ARENA_ARRAY(reader_arena(reader), vec3, plane->n);
    for (int i = 0; read_ok(reader) && i < plane->n; i++)
        point[i] = read_point(reader, plane->nodes[0], &context);
    plane->point = point;
}

/* Reads the options in any order. The solution of inequalities need not be requested. */
static void unilateral_in_plane_read_options(reader *reader, plane *plane)
{
    for (;;) {
        if (read_keyword(reader, "stiffness"))
            plane->compliance = 1.0 / read_positive(reader, "stiffness");
        else if (read_keyword(reader, "epsilon"))
            plane->epsilon = read_not_negative(reader, "epsilon");
        else if (read_keyword(reader, "enable mcp"))
            read_bool(reader, "enable mcp");
        else
            return;
    }
}

static void unilateral_in_plane_read(reader *reader, elem *element)
{
    plane *plane = element->self;
    read_word(reader, "node1");
    plane->nodes[0] = read_point_node(reader, "first node");
    unilateral_in_plane_read_points(reader, plane);
    unilateral_in_plane_read_options(reader, plane);
    read_word(reader, "node2");
    plane->nodes[1] = read_structural_node(reader, "second node");
    plane->R = MAT3_EYE;
    const frame_context context = {.node_frame = plane->nodes[1] ? plane->nodes[1]->initial : NULL};
    if (read_keyword(reader, "offset"))
        plane->a = read_position_rel(reader, &context, "offset");
    if (read_keyword(reader, "hinge"))
        plane->R = read_orientation_rel(reader, &context, "hinge");
    plane->rubs =
        read_peek(reader, "coulomb friction coefficient") || read_peek(reader, "coulomb friction coefficient x");
    if (plane->rubs) {
        read_bristle(reader, &plane->friction);
        plane->viscous =
            read_keyword(reader, "viscous friction coefficient") ? read_not_negative(reader, "viscous friction") : 0.0;
    }
    unilateral_in_plane_set_internal(element, reader_arena(reader));
}

/* --- rows and columns --------------------------------------------------------------------------------------------- */

static int unilateral_in_plane_rows_of(const node *node) { return node->has_rotation ? 6 : 3; }

static rubbing_columns unilateral_in_plane_places_of(const plane *plane, int i)
{
    const int first = unilateral_in_plane_rows_of(plane->nodes[0]), internal = first + 6,
              per = internal_of_point(plane);
    rubbing_columns of;
    for (int l = 0; l < RUBBING_LANES; l++) {
        if (l < RUBBING_TWO)
            of.columns[l] = l < first ? l : -1;
        else if (l < REACTION)
            of.columns[l] = first + l - RUBBING_TWO;
        else
            of.columns[l] = l < USED && l - REACTION < per ? internal + per * i + l - REACTION : -1;
    }
    return of;
}

static void unilateral_in_plane_connect(const elem *element, layout *layout)
{
    const plane *plane = element->self;
    layout_node(layout, plane->nodes[0]);
    layout_node(layout, plane->nodes[1]);
    const int internal = layout_internal(layout), per = internal_of_point(plane);
    layout_clear(layout);
    layout_full(layout, 0, internal, 0, internal + per * plane->n);
    for (int i = 0; i < plane->n; i++) {
        layout_full(layout, internal + per * i, per, 0, internal);
        layout_full(layout, internal + per * i, per, internal + per * i, per);
    }
}

/* --- equations ---------------------------------------------------------------------------------------------------- */

typedef struct {
    rubbing rubbing;
    jet1 gap, rate, reaction, tau[2], bent[2], bend[2];
} touch;

static void set_touch(int n, const state *state, const plane *plane, int i, touch *touch)
{
    jet_node on[2];
    jet3 a, away, u;
    jet3 *const arm = touch->rubbing.arm;
    jet_node_seed(n, &on[0], state, plane->nodes[0]->pose, RUBBING_ONE);
    jet_node_seed(n, &on[1], state, plane->nodes[1]->pose, RUBBING_TWO);
    for (int j = 0; j < 3; j++)
        jet_node_arm(n, &touch->rubbing.axis[j], &on[1], mat3_col(&plane->R, j));
    jet_node_arm(n, &arm[0], &on[0], plane->point[i]);
    jet3_add(n, &arm[1], &on[0].x, 1.0, &arm[0]);
    jet3_add_to(n, &arm[1], -1.0, &on[1].x);
    jet_node_arm(n, &a, &on[1], plane->a);
    jet3_add(n, &away, &arm[1], -1.0, &a);
    jet3_dot(n, &touch->gap, &touch->rubbing.axis[2], &away);
    rubbing_slip(n, on, &touch->rubbing, &u);
    jet3_dot(n, &touch->rate, &touch->rubbing.axis[2], &u);
}

/* tau_1 + k_v U_1, tau_2 + k_v U_2 */
static void set_friction(int n, const state *state, const plane *plane, int internal, touch *touch)
{
    for (int j = 0; j < 2; j++) {
        jet1_const(n, &touch->tau[j], 0.0);
        if (plane->rubs)
            jet1_seed(n, &touch->bent[j], state->y[internal + 1 + j], BENT + j, state->dvalue);
    }
    if (!plane->rubs)
        return;
    bristle_rate(n, &plane->friction, touch->rubbing.U, touch->bent, touch->bend);
    bristle_stress(n, &plane->friction, touch->bent, touch->bend, touch->tau);
    for (int j = 0; j < 2; j++)
        jet1_add_to(n, &touch->tau[j], plane->viscous, &touch->rubbing.U[j]);
}

static void set_point(int n, const state *state, const elem *element, int i, touch *touch)
{
    const plane *plane = element->self;
    const int internal = element->internal + internal_of_point(plane) * i;
    set_touch(n, state, plane, i, touch);
    jet1_seed(n, &touch->reaction, state->y[internal], REACTION, 1.0);
    set_friction(n, state, plane, internal, touch);
}

/* Returns T: a rigid plane has no restitution, but the history of a multistep method would make a point bounce from it.
 * Implicit Euler needs no T: its position is a multiple of the velocity. */
static double landing_time(const state *state, const plane *plane)
{
    const bool is_rigid = plane->compliance == 0.0 && plane->epsilon == 0.0;
    return is_rigid && state->now == PHASE_STEP && state->dvalue != state->dt ? LANDING_STEPS * state->dt : 0.0;
}

static void reaction_row(int lanes, const state *state, const plane *plane, const touch *touch,
                         const rubbing_columns *of, local *out)
{
    jet1 gap = touch->gap;
    jet1_add_to(lanes, &gap, plane->compliance, &touch->reaction);
    jet1_add_to(lanes, &gap, landing_time(state, plane), &touch->rate);
    const int row = of->columns[REACTION];
    rubbing_put(lanes, out, of, REACTION, 1.0, &gap);
    if (plane->epsilon > 0.0 && state->now == PHASE_STEP)
        local_nearly_complementary(lanes > 0 ? out->ld : 0, state, out, row, touch->reaction.v, plane->epsilon);
    else
        local_complementary(lanes > 0 ? out->ld : 0, state, out, row, row, touch->reaction.v);
}

static void unilateral_in_plane_eval(int n, const state *state, const elem *element, local *out)
{
    const plane *plane = element->self;
    const int lanes = n > 0 ? RUBBING_LANES : 0;
    for (int i = 0; i < plane->n; i++) {
        const rubbing_columns of = unilateral_in_plane_places_of(plane, i);
        touch touch;
        set_point(lanes, state, element, i, &touch);
        rubbing_press(lanes, &touch.rubbing, &touch.reaction, touch.tau, out, &of);
        reaction_row(lanes, state, plane, &touch, &of, out);
        if (plane->rubs)
            rubbing_bend(lanes, state, element->internal + 3 * i + 1, BENT, touch.bend, out, &of);
    }
}

/* --- output ------------------------------------------------------------------------------------------------------- */

static void unilateral_in_plane_output_row(const state *state, const elem *element, record *out)
{
    const plane *plane = element->self;
    record_begin(out, element->label);
    for (int i = 0; i < plane->n; i++) {
        touch touch;
        set_point(0, state, element, i, &touch);
        record_name_numbered(out, "gap", i + 1, QUANTITY_LENGTH, "distance from the plane");
        record_real(out, touch.gap.v);
        record_name_numbered(out, "lambda", i + 1, QUANTITY_FORCE, "reaction of the plane");
        record_real(out, touch.reaction.v);
        for (int j = 0; j < 2; j++) {
            record_name_numbered(out, j ? "Fy" : "Fx", i + 1, QUANTITY_FORCE, "friction on node 1");
            record_real(out, -touch.reaction.v * touch.tau[j].v);
        }
    }
    record_end(out);
}

/* --- the type ----------------------------------------------------------------------------------------------------- */

static const char *unilateral_in_plane_internal_name(const elem *element, int i)
{
    return i % internal_of_point(element->self) == 0 ? "reaction of the plane" : "deflection of the bristles";
}

static void unilateral_in_plane_sample(sampler *from, elem *element)
{
    plane *plane = element->self;
    plane->nodes[0] = sample_integer(from, 0, 1) ? sample_structural(from, 0) : sample_point(from, 0);
    plane->nodes[1] = sample_structural(from, 1);
    plane->n = 2;
    vec3 *point = ARENA_ARRAY(from->memory, vec3, 2);
    for (int i = 0; i < 2; i++)
        point[i] = sample_vec3(from, plane->nodes[0]->has_rotation ? 1.0 : 0.0);
    plane->point = point;
    plane->a = sample_vec3(from, 1.0);
    plane->R = sample_rotation(from);
    plane->compliance = sample_real(from, 0, 1);
    plane->epsilon = sample_integer(from, 0, 1) ? sample_real(from, 0.1, 0.2) : 0.0;
    plane->rubs = sample_integer(from, 0, 1);
    plane->viscous = sample_real(from, 0, 1);
    sample_bristle(from, &plane->friction);
    unilateral_in_plane_set_internal(element, from->memory);
}

const elem_type unilateral_in_plane_type = {
    .card = &elem_cards[CARD_USER_DEFINED],
    .keyword = "unilateral in plane",
    .grammar =
        "user defined: LABEL, unilateral in plane, node1, NODE, offset, N, O, ... [, stiffness, K] [, epsilon, EPS] "
        "[, enable mcp, BOOL], node2, NODE [, offset, O] [, hinge, R] [, coulomb friction coefficient [x], MU [, "
        "coulomb friction coefficient y, MU] [, static friction coefficient, MU] [, sliding velocity coefficient, V] "
        "[, sliding velocity exponent, I], micro slip stiffness, S0 [, micro slip damping, S1] [, viscous friction "
        "coefficient, KV]]",
    .summary = "Points of a node stay on one side of a plane of another node, with friction.",
    .module = MODULE_UNI_IN_PLANE,
    .size = sizeof(plane),
    .read = unilateral_in_plane_read,
    .connect = unilateral_in_plane_connect,
    .eval = unilateral_in_plane_eval,
    .output = unilateral_in_plane_output_row,
    .internal_name = unilateral_in_plane_internal_name,
    .sample = unilateral_in_plane_sample,
    .assembly = &(const elem_assembly){.never = true},
    .expectations = &(const elem_expectations){.internal_forces = true, .reactions_work = true},
};
