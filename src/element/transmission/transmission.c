/* transmission.c - common part of gears and transmissions. */
#include "element/transmission/transmission.h"
#include "deck/named_values.h"
#include "math/rotation.h"
#include "model/reading.h"

enum { INTERNAL = 24 };

void read_motion_node(reader *reader, motion *motion, int which)
{
    joint_side *side = &motion->side[which];
    side->Rh = MAT3_EYE;
    read_side_node(reader, side, NULL);
    if (read_keyword(reader, "orientation"))
        side->Rh = read_side_orientation(reader, side, NULL, "orientation");
}

void read_ratio(reader *reader, transmission *transmission, double sign)
{
    const bool is_ratio = read_keyword(reader, "ratio");
    transmission->motions[0].c = is_ratio ? 1.0 : read_real(reader, "radius of the first part");
    transmission->motions[1].c = sign * read_real(reader, is_ratio ? "ratio" : "radius of the second part");
    transmission->regularization = read_real_after(reader, "regularization", 0.0);
}

static void transmission_set_internal(elem *element)
{
    static const internal_kind KIND[] = {INTERNAL_PLAIN_CONSTRAINT};
    element->n_internal = 1;
    element->kinds = KIND;
}

void transmission_set(transmission *transmission, elem *element)
{
    transmission_set_internal(element);
    for (int i = 0; i < 2; i++) {
        motion *motion = &transmission->motions[i];
        if (!motion->side[0].node || !motion->side[1].node)
            return;
        const frame *a = motion->side[0].node->initial, *b = motion->side[1].node->initial;
        const mat3 H = mat3_mul(&a->R, &motion->side[0].Rh);
        motion->C = mat3_tmul(&b->R, &H);
        motion->first = vec3_dot(mat3_col(&H, 2), vec3_sub(a->x, b->x));
    }
}

void transmission_connect(const elem *element, layout *layout)
{
    const transmission *transmission = element->self;
    for (int i = 0; i < 4; i++)
        layout_node(layout, transmission->motions[i / 2].side[i % 2].node);
    layout_internal(layout);
}

/* --- equations ---------------------------------------------------------------------------------------------------- */

static void linear(int lanes, const motion *motion, const jet_side side[2], const jet1 *F, int at, local *out, jet1 *q)
{
    jet3 axis, d, force, arm;
    jet_side_axis(lanes, &axis, &side[0], 2);
    jet3_add(lanes, &d, &side[0].p, -1.0, &side[1].p);
    jet3_dot(lanes, q, &axis, &d);
    q->v -= motion->first;
    jet3_mul1(lanes, &force, F, &axis);
    jet3_cross(lanes, &arm, &force, &d);
    local_add3(out, at, lanes, -motion->c, &force);
    local_add3(out, at + 3, lanes, -motion->c, &arm);
    local_add3(out, at + 6, lanes, motion->c, &force);
}

/* Computes minus the third component of theta including whole revolutions. Where a revolution is almost complete its
 * axis is ill-conditioned, and the derivative is that of theta alone. */
static void angle(int lanes, const jet3 *theta, const jet_side side[2], const motion *motion, vec3 before, jet1 *q)
{
    const vec3 now = jet3_value(theta), whole = rotation_unwrap(now, before);
    q->v = -whole.z;
    JET_LANES(lanes, l) q->d[l] = -theta->d[2][l];
    if (lanes == 0 || vec3_norm(now) < 1e-4 || vec3_norm(vec3_sub(whole, now)) < 1.0)
        return;
    const mat3 H = mat3_mul(&side[0].node.now->R, &motion->side[0].Rh);
    const mat3 inverse = rotation_exp_spin_inverse(whole), rotation = mat3_mult(&inverse, &H);
    jet3 spin, rate;
    jet3_add(lanes, &spin, &side[1].node.theta, -1.0, &side[0].node.theta);
    jet3_mul(lanes, &rate, &rotation, &spin);
    JET_LANES(lanes, l) q->d[l] = -rate.d[2][l];
}

/* Computes the angle, and the moment of a unit reaction along it. */
static void angular(int lanes, const motion *motion, const jet_side side[2], vec3 before, jet3 *moment, jet1 *q)
{
    jet3 theta, axis, rotated;
    jet_relative_rotation(lanes, &theta, side, &motion->side[0].Rh, &motion->C);
    angle(lanes, &theta, side, motion, before, q);
    jet3_const(lanes, &axis, (vec3){0, 0, 1});
    jet_rotation_moment(lanes, moment, &theta, &axis);
    jet3_mul(lanes, &rotated, &motion->side[0].Rh, moment);
    jet_node_global(lanes, moment, &side[0].node, &rotated);
}

static void add_moment(int lanes, const motion *motion, const jet1 *F, const jet3 *moment, int at, local *out)
{
    jet3 g;
    jet3_mul1(lanes, &g, F, moment);
    local_add3(out, at + 3, lanes, -motion->c, &g);
    local_add3(out, at + 9, lanes, motion->c, &g);
}

void transmission_eval(int lanes, const state *state, const elem *element, local *out)
{
    const transmission *transmission = element->self;
    const transmission_memory *before = remembered(state, element->memory);
    jet1 F, q;
    jet1_seed(lanes, &F, state->y[element->internal], INTERNAL, 1.0);
    for (int i = 0; i < 2; i++) {
        const motion *motion = &transmission->motions[i];
        jet_side side[2];
        for (int k = 0; k < 2; k++)
            jet_side_seed(lanes, &side[k], state, &motion->side[k], 12 * i + 6 * k);
        jet3 moment;
        if (motion->kind == MOTION_LINEAR) {
            linear(lanes, motion, side, &F, 12 * i, out, &q);
        } else {
            angular(lanes, motion, side, before->theta[i], &moment, &q);
            add_moment(lanes, motion, &F, &moment, 12 * i, out);
        }
        local_add1(out, INTERNAL, lanes, motion->c, &q);
    }
    local_add1(out, INTERNAL, lanes, -transmission->regularization, &F);
}

static vec3 rotation_now(const state *state, const motion *motion)
{
    const mat3 H = mat3_mul(&state->poses[motion->side[0].node->pose].R, &motion->side[0].Rh);
    const mat3 B = mat3_mul(&state->poses[motion->side[1].node->pose].R, &motion->C);
    const mat3 Q = mat3_tmul(&H, &B);
    return rotation_log(&Q);
}

void transmission_accept(const state *state, const elem *element, memory_block *to)
{
    const transmission *transmission = element->self;
    transmission_memory *memory = memory_at(to, element->memory);
    for (int i = 0; i < 2; i++)
        if (transmission->motions[i].kind == MOTION_ANGULAR)
            memory->theta[i] = rotation_unwrap(rotation_now(state, &transmission->motions[i]), memory->theta[i]);
}

motion_shown motion_show(const state *state, const elem *element, int which)
{
    const motion *motion = &((const transmission *)element->self)->motions[which];
    const pose *a = &state->poses[motion->side[0].node->pose], *b = &state->poses[motion->side[1].node->pose];
    const mat3 H = mat3_mul(&a->R, &motion->side[0].Rh);
    motion_shown now = {.axis = mat3_col(&H, 2), .arm = vec3_sub(a->x, b->x)};
    if (motion->kind == MOTION_LINEAR)
        return now;
    const transmission_memory *before = remembered(state, element->memory);
    const vec3 theta = rotation_now(state, motion);
    const mat3 inverse = rotation_exp_spin_inverse(theta), rotation = mat3_mult(&H, &inverse);
    now.axis = mat3_col(&rotation, 2);
    now.theta = rotation_unwrap(theta, before->theta[which]);
    return now;
}

const char *transmission_internal_name(const elem *element, int index)
{
    (void)element, (void)index;
    return "reaction";
}

void sample_transmission(sampler *from, elem *element, motion_kind a, motion_kind b)
{
    transmission *transmission = element->self;
    for (int i = 0; i < 2; i++) {
        for (int k = 0; k < 2; k++) {
            sample_side(from, &transmission->motions[i].side[k], 2 * i + k);
            transmission->motions[i].side[k].f = (vec3){0, 0, 0};
            transmission->motions[i].side[k].Rh = MAT3_EYE;
        }
        transmission->motions[i].kind = i ? b : a;
        transmission->motions[i].c = sample_real(from, 1, 2);
        transmission->motions[i].C = MAT3_EYE;
    }
    transmission->regularization = sample_real(from, 0, 0.1);
    transmission_set_internal(element);
}
