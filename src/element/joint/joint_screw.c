/* joint_screw.c - the advance of two nodes along an axis of the first is proportional to their relative rotation about
 * it.
 *
 *     e = R1 Rh1 e3,  d = p2 - p1,  theta = log(R1' R2),  t = e . theta, counting revolutions
 *     phi = P / (2 pi) (t - t0) - e . d + h0       one row, multiplier F; P the advance per revolution
 *     node 2: F e at p2, -P / (2 pi) F g           g = R1 Gamma(theta)^-T e
 *     node 1: minus both, and -P / (2 pi) F e x theta
 *     friction: v = r / cos(lead) e . R1' (w2 - w1),  tan(lead) = P / (2 pi r),  f of v sign(F)
 *     node 1: r shape(f) f F e       node 2: minus it
 *
 * As in MBDyn, e in global axes is multiplied by vectors in the axes of node 1, in t and v. Other joints must keep the
 * axes aligned. Printed: minus force and moment on node 1, in global axes under "local" and rotated once more by H1
 * under "global"; t in degrees; e . d; theta; d; with friction v, f, friction moment on node 2. */
#include "element/joint/joint.h"
#include "math/rotation.h"
#include "contract/friction.h"
#include "element/diag_rows.h"

typedef struct {
    joint_side side[2];
    double pitch; /* advance in a radian */
    double first_angle, first_advance;
    friction *friction; /* or NULL */
} screw;

/* Angle and advance at a pair of poses. */
static double angle_of(const screw *j, const mat3 *R1, const mat3 *R2)
{
    const mat3 relative = mat3_tmul(R1, R2), H1 = mat3_mul(R1, &j->side[0].Rh);
    return vec3_dot(mat3_col(&H1, 2), rotation_log(&relative));
}

static void set_start(screw *j, const frame *a, const frame *b)
{
    const vec3 p1 = vec3_add(a->x, mat3_mulv(&a->R, j->side[0].f)), p2 = vec3_add(b->x, mat3_mulv(&b->R, j->side[1].f));
    const mat3 H1 = mat3_mul(&a->R, &j->side[0].Rh);
    j->first_angle = angle_of(j, &a->R, &b->R);
    j->first_advance = vec3_dot(mat3_col(&H1, 2), vec3_sub(p2, p1));
}

static void screw_set_own(screw *j, elem *e)
{
    static const own_kind STATE[] = {OWN_CONSTRAINT, OWN_DIFFERENTIAL}, ALGEBRAIC[] = {OWN_CONSTRAINT, OWN_ALGEBRAIC};
    e->n_own = j->friction ? 2 : 1;
    if (j->friction)
        e->kinds = friction_kind(j->friction) == OWN_DIFFERENTIAL ? STATE : ALGEBRAIC;
}

static void screw_read(reader *r, elem *e)
{
    screw *j = e->self;
    read_side(r, &j->side[0], NULL, POSITION_LOOSE);
    /* The old form: two entities, without their keywords. */
    if (read_peek(r, "reference"))
        j->side[0].Rh = read_side_orientation(r, &j->side[0], NULL, "orientation of the axis");
    read_side_node(r, &j->side[1], &j->side[0]);
    if (read_keyword(r, "offset") || read_keyword(r, "position"))
        j->side[1].f = read_side_position(r, &j->side[1], &j->side[0], "offset");
    if (!read_keyword(r, "pitch"))
        read_error(r, E_SCREW_PITCH, read_place(r));
    j->pitch = read_real(r, "pitch") / (2.0 * M_PI);
    if (read_keyword(r, "friction")) {
        j->friction = read_friction(r);
        if (read_ok(r) && friction_radius(j->friction) <= 0.0)
            read_error_last(r, E_SCREW_SHAPE);
    }
    if (read_ok(r))
        set_start(j, j->side[0].node->initial, j->side[1].node->initial);
    screw_set_own(j, e);
}

/* --- equations ---------------------------------------------------------------------------------------------------- */

typedef struct {
    jet_side side[2];
    jet3 axis, arm, d, theta;
    jet1 F;
    jet1 v, f, couple; /* friction */
} screw_work;

static void screw_friction(int n, const state *s, const elem *e, screw_work *k, local *out)
{
    const screw *j = e->self;
    const joint_rows at = side_rows(j->side);
    const double radius = friction_radius(j->friction), lead = j->pitch / radius, scale = radius * hypot(1.0, lead);
    const friction_place own = {.unknown = e->own + 1, .index = at.own + 1};
    /* A thread pressed the other way sees the sliding the other way. */
    const double sign = k->F.v < 0.0 ? -1.0 : 1.0;
    jet3 w, in_node;
    jet1 sliding, shape;
    jet3_add(n, &w, &k->side[1].node.w, -1.0, &k->side[0].node.w);
    jet_node_local(n, &in_node, &k->side[0].node, &w);
    jet3_dot(n, &k->v, &k->axis, &in_node);
    jet1_chain_by(n, &k->v, scale * k->v.v, scale);
    sliding = k->v;
    jet1_chain_by(n, &sliding, sign * k->v.v, sign);
    friction_eval(n, j->friction, s, &own, &sliding, &k->f, out);
    friction_shape(n, j->friction, lead, &k->f, &shape);
    k->couple = k->F;
    jet1_mul_by(n, &k->couple, &shape);
    jet1_mul_by(n, &k->couple, &k->f);
    jet1_chain_by(n, &k->couple, radius * k->couple.v, radius);
}

static void screw_begin(int n, const state *s, const elem *e, screw_work *k, local *out)
{
    const screw *j = e->self;
    const joint_rows at = side_rows(j->side);
    for (int i = 0; i < 2; i++)
        jet_side_seed(n, &k->side[i], s, &j->side[i], at.side[i]);
    jet_side_axis(n, &k->axis, &k->side[0], 2);
    jet3_add(n, &k->d, &k->side[1].p, -1.0, &k->side[0].p);
    jet3_add(n, &k->arm, &k->side[1].p, -1.0, &k->side[0].node.x);
    jet_relative_rotation(n, &k->theta, k->side, &MAT3_EYE, &MAT3_EYE);
    jet1_seed(n, &k->F, s->y[e->own], at.own, 1.0);
    if (j->friction && s->now != PHASE_ASSEMBLY)
        screw_friction(n, s, e, k, out);
    else
        jet1_seed(n, &k->couple, 0.0, at.own, 0.0);
}

/* Couples on the two sides besides those of the force: of the pitch and of friction. */
static void screw_couples(int n, const elem *e, const screw_work *k, jet3 M[2])
{
    const screw *j = e->self;
    jet3 in_node, along, turned;
    jet_rotation_couple(n, &in_node, &k->theta, &k->axis);
    jet_node_global(n, &along, &k->side[0].node, &in_node);
    jet3_mul1(n, &turned, &k->F, &along);
    jet3_scale(n, &M[0], j->pitch, &turned);
    jet3_scale(n, &M[1], -j->pitch, &turned);
    jet3_cross(n, &along, &k->axis, &k->theta);
    jet3_mul1(n, &turned, &k->F, &along);
    jet3_add_to(n, &M[0], -j->pitch, &turned);
    if (!j->friction)
        return;
    jet3_mul1(n, &turned, &k->couple, &k->axis);
    jet3_add_to(n, &M[0], 1.0, &turned);
    jet3_add_to(n, &M[1], -1.0, &turned);
}

static void screw_row(int n, const state *s, const elem *e, const screw_work *k, local *out)
{
    const screw *j = e->self;
    const joint_rows at = side_rows(j->side);
    jet1 angle, advance;
    jet3_dot(n, &angle, &k->axis, &k->theta);
    jet1_chain_by(n, &angle, turn_now(remembered(s, e->memory), angle.v) - j->first_angle, 1.0);
    jet3_dot(n, &advance, &k->axis, &k->d);
    advance.v -= j->first_advance;
    local_add1(out, at.own, n, j->pitch, &angle);
    local_add1(out, at.own, n, -1.0, &advance);
}

static void screw_eval(int n, const state *s, const elem *e, local *out)
{
    const screw *j = e->self;
    const joint_rows at = side_rows(j->side);
    screw_work k;
    jet3 F, M[2];
    screw_begin(n, s, e, &k, out);
    jet3_mul1(n, &F, &k.F, &k.axis);
    screw_couples(n, e, &k, M);
    local_force(n, out, at.side[0], -1.0, &F, &k.arm);
    local_force(n, out, at.side[1], 1.0, &F, &k.side[1].b);
    for (int i = 0; i < 2; i++)
        local_couple(n, out, at.side[i], 1.0, &M[i]);
    screw_row(n, s, e, &k, out);
}

static void screw_connect(const elem *e, layout *l)
{
    const screw *j = e->self;
    for (int i = 0; i < 2; i++)
        layout_node(l, j->side[i].node);
    const int own = layout_own(l);
    layout_zero(l, own, 1, own, 1);
}

static double angle_now(const state *s, const screw *j)
{
    return angle_of(j, &s->poses[j->side[0].node->pose].R, &s->poses[j->side[1].node->pose].R);
}

static void joint_screw_begin(const void *self, void *memory)
{
    turn_accept(memory, ((const screw *)self)->first_angle);
}

static void screw_accept(const state *s, const elem *e, memory_block *to)
{
    turn_accept(memory_at(to, e->memory), angle_now(s, e->self));
}

/* --- output ------------------------------------------------------------------------------------------------------- */

/* What stands under "local". */
static void screw_now(const state *s, const elem *e, screw_work *k, vec3 *F, vec3 *M)
{
    double rows[32] = {0};
    local unused = {.r = rows};
    jet3 couples[2];
    screw_begin(0, s, e, k, &unused);
    screw_couples(0, e, k, couples);
    *F = vec3_scale(k->F.v, jet3_value(&k->axis));
    *M = vec3_sub(vec3_cross(jet3_value(&k->arm), *F), jet3_value(&couples[0]));
}

static double screw_angle(const state *s, const elem *e)
{
    return turn_now(remembered(s, e->memory), angle_now(s, e->self));
}

static void record_friction(record *out, const screw_work *k, vec3 axis)
{
    record_name(out, "vRel", QUANTITY_VELOCITY, "contact point sliding velocity");
    record_real(out, k->v.v);
    record_name(out, "fc", QUANTITY_DIMENSIONLESS, "friction coefficient");
    record_real(out, k->f.v);
    if (out->named) {
        record_name(out, "MFR", QUANTITY_MOMENT, "friction moment");
        record_real(out, -k->couple.v);
    }
    record_name(out, "MF", QUANTITY_MOMENT, "friction moment (x, y, z)");
    record_vec3(out, vec3_scale(-k->couple.v, axis));
}

/* The reference's names for the distance (dTheta, in rad) and the position (Theta) are kept. */
static void screw_output_row(const state *s, const elem *e, record *out)
{
    const screw *j = e->self;
    const side_motion a = side_now(s, &j->side[0]);
    screw_work k;
    vec3 F, M;
    screw_now(s, e, &k, &F, &M);
    const vec3 axis = mat3_col(&a.H, 2), d = jet3_value(&k.d);
    const double angle = screw_angle(s, e);
    joint_output(out, e, F, M, mat3_mulv(&a.H, F), mat3_mulv(&a.H, M));
    record_name(out, "angle", QUANTITY_DEGREES, "angle of the screw, counting revolutions");
    record_real(out, angle * 180.0 / M_PI);
    record_name(out, "dTheta", QUANTITY_JOINT_ANGLE, "distance of the points along the axis");
    record_real(out, vec3_dot(axis, d));
    record_name(out, "Phi", QUANTITY_RADIANS, "relative orientation vector (Phi_X, Phi_Y, Phi_Z)");
    record_vec3(out, jet3_value(&k.theta));
    record_name(out, "Theta", QUANTITY_LENGTH, "relative position (x, y, z)");
    record_vec3(out, d);
    if (j->friction)
        record_friction(out, &k, axis);
    record_end(out);
}

static void screw_log_line(const elem *e, record *out) { joint_log(out, e, "screw:"); }

static const char *const PRIVATE[] = {"Fx", "Fy", "Fz", "Mx", "My", "Mz", "d", "dx", NULL};

/* As printed under "local"; e . d; and, by the reference's name for it, the angle in radians. */
static double screw_private_value(const state *s, const elem *e, int index)
{
    screw_work k;
    vec3 F, M;
    screw_now(s, e, &k, &F, &M);
    if (index <= 6)
        return index <= 3 ? vec3_get(F, index - 1) : vec3_get(M, index - 4);
    return index == 7 ? vec3_dot(jet3_value(&k.axis), jet3_value(&k.d)) : screw_angle(s, e);
}

static const char *screw_own_name(const elem *e, int i)
{
    (void)e;
    return i == 0 ? "reaction force along the axis" : "friction state";
}

static void screw_sample(sampler *from, elem *e)
{
    screw *j = e->self;
    sample_sides(from, j->side);
    j->pitch = sample_real(from, 0.1, 0.2);
    if (sample_integer(from, 0, 1))
        j->friction = sample_friction(from);
    screw_set_own(j, e);
}

const elem_type joint_screw_type = {
    .card = &elem_cards[CARD_JOINT],
    .keyword = "screw",
    .words = "Screw Joint",
    .grammar = "joint: LABEL, screw, NODE [, [position,] F] [, orientation, R], NODE [, offset, F], pitch, P [, "
               "friction, MODEL, SHAPE]",
    .summary =
        "The advance of two nodes along axis 3 of the first is proportional to their relative rotation about it.",
    .size = sizeof(screw),
    .read = screw_read,
    .connect = screw_connect,
    .eval = screw_eval,
    .history = &(const elem_history){.memory = sizeof(turn_count), .begin = joint_screw_begin, .accept = screw_accept},
    .output = screw_output_row,
    .log = screw_log_line,
    .private_names = PRIVATE,
    .private_value = screw_private_value,
    .own_name = screw_own_name,
    .sample = screw_sample,
    .assembly = &(const elem_assembly){.never = true},
    .expectations = &(const elem_expectations){.unbalanced = true, .friction = true},
    .drawing = &(const elem_drawing){.draw = joint_draw, .symbol = SYMBOL_SCREW},
};
