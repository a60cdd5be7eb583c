/* unilateral_in_plane.c - points of node 1 stay on one side of a plane of node 2, with friction (bristle.h).
 *
 *     e1, e2, e3: axes of the hinge, e3 normal to the plane;   p: a point,  a: offset of node 2
 *     g = e3 . (p - a) + l/k,   0 <= g,  0 <= l,  g l = 0     l: reaction, k: stiffness (complementarity.h)
 *     g l = epsilon, both positive                            where epsilon is given, in steps
 *     U: velocity of the point on the plane along e1 and e2;  z' = U - ...  two rows
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

enum { REACTION = RUBBING_OWN, BENT, USED = BENT + 2 };

/* --- reading ------------------------------------------------------------------------------------------------------ */

static int own_of_point(const plane *p) { return p->rubs ? 3 : 1; }

static void unilateral_in_plane_set_own(elem *e, arena *memory)
{
    const plane *p = e->self;
    const int per = own_of_point(p);
    own_kind *kinds = ARENA_ARRAY(memory, own_kind, per * p->n);
    for (int i = 0; i < per * p->n; i++)
        kinds[i] = i % per == 0 ? OWN_ALGEBRAIC : OWN_DIFFERENTIAL;
    e->n_own = per * p->n;
    e->kinds = kinds;
}

static vec3 read_point(reader *r, const node *on, const frame_context *c)
{
    const vec3 point = read_position_rel(r, c, "offset");
    if (read_ok(r) && !on->has_rotation && vec3_norm(point) > 0.0)
        read_error_last(r, E_OFFSET_WITHOUT_ROTATION, on->label);
    return point;
}

static void unilateral_in_plane_read_points(reader *r, plane *p)
{
    const frame_context c = {.own = p->nodes[0] ? p->nodes[0]->initial : NULL};
    read_word(r, "offset");
    p->n = read_count(r, 1, "number of points");
    vec3 *point = ARENA_ARRAY(reader_arena(r), vec3, p->n);
    for (int i = 0; read_ok(r) && i < p->n; i++)
        point[i] = read_point(r, p->nodes[0], &c);
    p->point = point;
}

/* In any order. That inequalities are solved does not have to be asked for. */
static void unilateral_in_plane_read_options(reader *r, plane *p)
{
    for (;;) {
        if (read_keyword(r, "stiffness"))
            p->compliance = 1.0 / read_positive(r, "stiffness");
        else if (read_keyword(r, "epsilon"))
            p->epsilon = read_not_negative(r, "epsilon");
        else if (read_keyword(r, "enable mcp"))
            read_bool(r, "enable mcp");
        else
            return;
    }
}

static void unilateral_in_plane_read(reader *r, elem *e)
{
    plane *p = e->self;
    read_word(r, "node1");
    p->nodes[0] = read_point_node(r, "first node");
    unilateral_in_plane_read_points(r, p);
    unilateral_in_plane_read_options(r, p);
    read_word(r, "node2");
    p->nodes[1] = read_structural_node(r, "second node");
    p->R = MAT3_EYE;
    const frame_context c = {.own = p->nodes[1] ? p->nodes[1]->initial : NULL};
    if (read_keyword(r, "offset"))
        p->a = read_position_rel(r, &c, "offset");
    if (read_keyword(r, "hinge"))
        p->R = read_orientation_rel(r, &c, "hinge");
    p->rubs = read_peek(r, "coulomb friction coefficient") || read_peek(r, "coulomb friction coefficient x");
    if (p->rubs) {
        read_bristle(r, &p->friction);
        p->viscous = read_keyword(r, "viscous friction coefficient") ? read_not_negative(r, "viscous friction") : 0.0;
    }
    unilateral_in_plane_set_own(e, reader_arena(r));
}

/* --- rows and columns --------------------------------------------------------------------------------------------- */

static int unilateral_in_plane_rows_of(const node *n) { return n->has_rotation ? 6 : 3; }

static rubbing_places unilateral_in_plane_places_of(const plane *p, int i)
{
    const int first = unilateral_in_plane_rows_of(p->nodes[0]), own = first + 6, per = own_of_point(p);
    rubbing_places of;
    for (int l = 0; l < RUBBING_LANES; l++) {
        if (l < RUBBING_TWO)
            of.columns[l] = l < first ? l : -1;
        else if (l < REACTION)
            of.columns[l] = first + l - RUBBING_TWO;
        else
            of.columns[l] = l < USED && l - REACTION < per ? own + per * i + l - REACTION : -1;
    }
    return of;
}

static void unilateral_in_plane_connect(const elem *e, layout *l)
{
    const plane *p = e->self;
    layout_node(l, p->nodes[0]);
    layout_node(l, p->nodes[1]);
    const int own = layout_own(l), per = own_of_point(p);
    layout_clear(l);
    layout_full(l, 0, own, 0, own + per * p->n);
    for (int i = 0; i < p->n; i++) {
        layout_full(l, own + per * i, per, 0, own);
        layout_full(l, own + per * i, per, own + per * i, per);
    }
}

/* --- equations ---------------------------------------------------------------------------------------------------- */

typedef struct {
    rubbing rubbing;
    jet1 gap, reaction, tau[2], bent[2], bend[2];
} touch;

static void set_touch(int n, const state *s, const plane *p, int i, touch *k)
{
    jet_node on[2];
    jet3 a, away, u;
    jet3 *const arm = k->rubbing.arm;
    jet_node_seed(n, &on[0], s, p->nodes[0]->pose, RUBBING_ONE);
    jet_node_seed(n, &on[1], s, p->nodes[1]->pose, RUBBING_TWO);
    for (int j = 0; j < 3; j++)
        jet_node_arm(n, &k->rubbing.axis[j], &on[1], mat3_col(&p->R, j));
    jet_node_arm(n, &arm[0], &on[0], p->point[i]);
    jet3_add(n, &arm[1], &on[0].x, 1.0, &arm[0]);
    jet3_add_to(n, &arm[1], -1.0, &on[1].x);
    jet_node_arm(n, &a, &on[1], p->a);
    jet3_add(n, &away, &arm[1], -1.0, &a);
    jet3_dot(n, &k->gap, &k->rubbing.axis[2], &away);
    rubbing_slip(n, on, &k->rubbing, &u);
}

/* tau_1 + k_v U_1, tau_2 + k_v U_2 */
static void set_friction(int n, const state *s, const plane *p, int own, touch *k)
{
    for (int j = 0; j < 2; j++) {
        jet1_const(n, &k->tau[j], 0.0);
        if (p->rubs)
            jet1_seed(n, &k->bent[j], s->y[own + 1 + j], BENT + j, s->dvalue);
    }
    if (!p->rubs)
        return;
    bristle_rate(n, &p->friction, k->rubbing.U, k->bent, k->bend);
    bristle_stress(n, &p->friction, k->bent, k->bend, k->tau);
    for (int j = 0; j < 2; j++)
        jet1_add_to(n, &k->tau[j], p->viscous, &k->rubbing.U[j]);
}

static void set_point(int n, const state *s, const elem *e, int i, touch *k)
{
    const plane *p = e->self;
    const int own = e->own + own_of_point(p) * i;
    set_touch(n, s, p, i, k);
    jet1_seed(n, &k->reaction, s->y[own], REACTION, 1.0);
    set_friction(n, s, p, own, k);
}

static void reaction_row(int n, const state *s, const plane *p, const touch *k, const rubbing_places *of, local *out)
{
    jet1 gap = k->gap;
    jet1_add_to(n, &gap, p->compliance, &k->reaction);
    const int row = of->columns[REACTION];
    rubbing_put(n, out, of, REACTION, 1.0, &gap);
    if (p->epsilon > 0.0 && s->now == PHASE_STEP)
        local_nearly_complementary(n > 0 ? out->ld : 0, s, out, row, k->reaction.v, p->epsilon);
    else
        local_complementary(n > 0 ? out->ld : 0, s, out, row, row, k->reaction.v);
}

static void unilateral_in_plane_eval(int n, const state *s, const elem *e, local *out)
{
    const plane *p = e->self;
    const int lanes = n > 0 ? RUBBING_LANES : 0;
    for (int i = 0; i < p->n; i++) {
        const rubbing_places of = unilateral_in_plane_places_of(p, i);
        touch k;
        set_point(lanes, s, e, i, &k);
        rubbing_press(lanes, &k.rubbing, &k.reaction, k.tau, out, &of);
        reaction_row(lanes, s, p, &k, &of, out);
        if (p->rubs)
            rubbing_bend(lanes, s, e->own + 3 * i + 1, BENT, k.bend, out, &of);
    }
}

/* --- output ------------------------------------------------------------------------------------------------------- */

static void unilateral_in_plane_output_row(const state *s, const elem *e, record *out)
{
    const plane *p = e->self;
    record_begin(out, e->label);
    for (int i = 0; i < p->n; i++) {
        touch k;
        set_point(0, s, e, i, &k);
        record_name_numbered(out, "gap", i + 1, QUANTITY_LENGTH, "distance from the plane");
        record_real(out, k.gap.v);
        record_name_numbered(out, "lambda", i + 1, QUANTITY_FORCE, "reaction of the plane");
        record_real(out, k.reaction.v);
        for (int j = 0; j < 2; j++) {
            record_name_numbered(out, j ? "Fy" : "Fx", i + 1, QUANTITY_FORCE, "friction on node 1");
            record_real(out, -k.reaction.v * k.tau[j].v);
        }
    }
    record_end(out);
}

/* --- the type ----------------------------------------------------------------------------------------------------- */

static const char *unilateral_in_plane_own_name(const elem *e, int i)
{
    return i % own_of_point(e->self) == 0 ? "reaction of the plane" : "deflection of the bristles";
}

static void unilateral_in_plane_sample(sampler *from, elem *e)
{
    plane *p = e->self;
    p->nodes[0] = sample_integer(from, 0, 1) ? sample_structural(from, 0) : sample_point(from, 0);
    p->nodes[1] = sample_structural(from, 1);
    p->n = 2;
    vec3 *point = ARENA_ARRAY(from->memory, vec3, 2);
    for (int i = 0; i < 2; i++)
        point[i] = sample_vec3(from, p->nodes[0]->has_rotation ? 1.0 : 0.0);
    p->point = point;
    p->a = sample_vec3(from, 1.0);
    p->R = sample_rotation(from);
    p->compliance = sample_real(from, 0, 1);
    p->epsilon = sample_integer(from, 0, 1) ? sample_real(from, 0.1, 0.2) : 0.0;
    p->rubs = sample_integer(from, 0, 1);
    p->viscous = sample_real(from, 0, 1);
    sample_bristle(from, &p->friction);
    unilateral_in_plane_set_own(e, from->memory);
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
    .own_name = unilateral_in_plane_own_name,
    .sample = unilateral_in_plane_sample,
    .assembly = &(const elem_assembly){.never = true},
    .expectations = &(const elem_expectations){.internal_forces = true, .reactions_work = true},
};
