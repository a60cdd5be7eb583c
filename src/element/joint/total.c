/* total.c - equations of the total joint: any components of relative position and orientation, imposed or free.
 *
 *     position           phi = H1' (p2 - p1) - x(t)                                 H1 = R1 Rh1
 *     velocity           psi = H1' (v2 - v1 - w1 x (p2 - p1)) - x(t)
 *     rotation           phi = log(Hr1' Hr2 exp(r)')                                Hr = R Rr
 *     angular velocity   psi = Hr1' (w2 - w1) - r(t)
 *     reactions          F = H1 l on side 1 at p2, -F on side 2
 *                        M = Hr1 m on side 1, -M on side 2
 *
 * r = r(t) in imposed components; in the others it is the rotation vector at the last accepted step, so that phi stays
 * small however large the rotation of the free components is.
 *
 * With c = p2 - x1, a = axis of H1, u = v2 - v1 - w1 x (p2 - p1) and spins t1, t2:
 *
 *     d (a.c)  = t1.(a x c) + a.(dx2 - dx1) + t2.(b2 x a)
 *     d (a.u)  = t1.(a x u) + a.(dv2 - dv1) + dw2.(b2 x a) + dw1.(a x c)
 *                + t2.(b2 x (a x (w2 - w1))) - (a x w1).(dx2 - dx1)
 *     d log    = Gamma^-1 Hr1' (t2 - t1) */
#include "element/joint/total.h"
#include "math/rotation.h"
#include <string.h>

typedef struct {
    side_motion m[2];
    mat3 Hr1, Hr2;
    vec3 c, u, w; /* arm of side 1, relative velocity, w2 - w1 */
    vec3 x, r;    /* imposed values */
    vec3 delta;   /* remaining rotation error */
} total_work;

/* Selects the components of `imposed` where a rotation is imposed, of `otherwise` elsewhere. */
static vec3 total_choose(const total *joint, vec3 imposed, vec3 otherwise)
{
    return (vec3){joint->status[3] == TOTAL_POSITION ? imposed.x : otherwise.x,
                  joint->status[4] == TOTAL_POSITION ? imposed.y : otherwise.y,
                  joint->status[5] == TOTAL_POSITION ? imposed.z : otherwise.z};
}

static bool imposes_rotation(const total *joint)
{
    return joint->status[3] == TOTAL_POSITION || joint->status[4] == TOTAL_POSITION ||
           joint->status[5] == TOTAL_POSITION;
}

static bool has_any(const total *joint, int first)
{
    return joint->internal[first] >= 0 || joint->internal[first + 1] >= 0 || joint->internal[first + 2] >= 0;
}

static const total_memory *last_of(const state *state, const elem *element)
{
    return remembered(state, element->memory);
}

/* Extrapolates `of` with its derivative over the time by which the state is ahead of its instant. */
static vec3 carried(const tpl_drive *of, const tpl_drive *derivative, const state *state)
{
    return vec3_axpy(tpl_drive_vec3(of, state->instant), state->t - state->instant->t,
                     tpl_drive_vec3(derivative, state->instant));
}

static vec3 imposed_value(const total *joint, int i, const state *state)
{
    return state->instant && joint->rates[i] ? carried(joint->imposed[i], joint->rates[i], state)
                                             : tpl_drive_vec3(joint->imposed[i], state);
}

static vec3 imposed_rate(const total *joint, int i, const state *state)
{
    if (!joint->rates[i])
        return tpl_drive_vec3_derivative(joint->imposed[i], state);
    return state->instant ? carried(joint->rates[i], joint->seconds[i], state) : tpl_drive_vec3(joint->rates[i], state);
}

/* If a deck gives the derivatives of imposed motions (inverse dynamics), reactions use the axes of the previous
 * instant, and so do the equations for velocities, accelerations and reactions (problem/inverse_instant.c). */
static bool has_given_rates(const total *joint) { return joint->side[0].node && (joint->rates[0] || joint->rates[1]); }

static void take_axes_before(const state *state, const elem *element, total_work *work)
{
    const total *joint = element->self;
    const pose *before = &state->poses_prev[joint->side[0].node->pose];
    work->m[0].H = mat3_mul(&before->R, side_Rh(state, &joint->side[0]));
    work->Hr1 = mat3_mul(&before->R, &last_of(state, element)->Rr[0]);
}

/* Hr1' Hr2 exp(r)' */
static mat3 missing_rotation(const total *joint, const total_memory *last, const mat3 *Hr1, const mat3 *Hr2, vec3 r)
{
    const mat3 relative = mat3_tmul(Hr1, Hr2), imposed = rotation_exp(total_choose(joint, r, last->rotated));
    return mat3_mult(&relative, &imposed);
}

/* In a state that is ahead of its instant, the rotation error of that instant is not included: free components have
 * rotated since the last step. */
static vec3 missing_now(const state *state, const elem *element, const total_work *work)
{
    const total *joint = element->self;
    const total_memory *last = last_of(state, element);
    const mat3 missing = missing_rotation(joint, last, &work->Hr1, &work->Hr2, work->r);
    if (!state->instant)
        return rotation_log(&missing);
    const pose *first = joint->side[0].node ? &state->instant->poses[joint->side[0].node->pose] : work->m[0].pose;
    const mat3 Hr1 = mat3_mul(&first->R, &last->Rr[0]);
    const mat3 Hr2 = mat3_mul(&state->instant->poses[joint->side[1].node->pose].R, &last->Rr[1]);
    const mat3 then = missing_rotation(joint, last, &Hr1, &Hr2, imposed_value(joint, 1, state->instant));
    const mat3 since = mat3_mult(&missing, &then);
    return rotation_log(&since);
}

static total_work total_work_now(const state *state, const elem *element)
{
    const total *joint = element->self;
    const total_memory *last = last_of(state, element);
    total_work work = {.m = {side_now(state, &joint->side[0]), side_now(state, &joint->side[1])}};
    const pose *a = work.m[0].pose, *b = work.m[1].pose;
    work.c = vec3_sub(work.m[1].p, a->x);
    work.u = vec3_sub(vec3_sub(work.m[1].v, a->v), vec3_cross(a->w, work.c));
    work.w = vec3_sub(b->w, a->w);
    work.x = imposed_value(joint, 0, state);
    work.Hr1 = mat3_mul(&a->R, &last->Rr[0]);
    if (state->now == PHASE_INVERSE && has_given_rates(joint))
        take_axes_before(state, element, &work);
    if (!has_any(joint, 3))
        return work;
    work.Hr2 = mat3_mul(&b->R, &last->Rr[1]);
    work.r = imposed_value(joint, 1, state);
    if (imposes_rotation(joint) && state->now != PHASE_INVERSE)
        work.delta = missing_now(state, element, &work);
    return work;
}

/* --- reactions ---------------------------------------------------------------------------------------------------- */

static vec3 active(const total *joint, int first, const double *multipliers)
{
    double l[3];
    for (int i = 0; i < 3; i++)
        l[i] = joint->internal[first + i] < 0 ? 0.0 : multipliers[joint->internal[first + i]];
    return vec3_load(l);
}

static void reaction_columns(const total *joint, const total_work *work, const joint_rows *at, local *out)
{
    for (int i = 0; i < 6; i++) {
        if (joint->internal[i] < 0)
            continue;
        const int column = at->internal + joint->internal[i];
        const vec3 axis = i < 3 ? mat3_col(&work->m[0].H, i) : mat3_col(&work->Hr1, i - 3);
        if (i >= 3) {
            if (at->side[0] >= 0)
                local_column(out, at->side[0] + 3, column, 1.0, axis);
            local_column(out, at->side[1] + 3, column, -1.0, axis);
            continue;
        }
        if (at->side[0] >= 0) {
            local_column(out, at->side[0], column, 1.0, axis);
            local_column(out, at->side[0] + 3, column, 1.0, vec3_cross(work->c, axis));
        }
        local_column(out, at->side[1], column, -1.0, axis);
        local_column(out, at->side[1] + 3, column, -1.0, vec3_cross(work->m[1].b, axis));
    }
}

static void reaction_jacobian(const total_work *work, const joint_rows *at, double scale, vec3 F, vec3 M, local *out)
{
    const int a = at->side[0], b = at->side[1];
    const vec3 b2 = work->m[1].b;
    const mat3 Fx = mat3_skew(F), Fb = mat3_skew_skew(F, b2);
    local_block(out, b + 3, b + 3, -scale, &Fb);
    if (a < 0)
        return;
    const mat3 bF = mat3_skew_skew(b2, F), cF = mat3_skew_skew(work->c, F), Mx = mat3_skew(M);
    local_block(out, a, a + 3, -scale, &Fx);
    local_block(out, b, a + 3, scale, &Fx);
    local_block(out, a + 3, a, scale, &Fx);
    local_block(out, a + 3, b, -scale, &Fx);
    local_block(out, a + 3, b + 3, scale, &Fb);
    local_block(out, a + 3, a + 3, -scale, &cF);
    local_block(out, a + 3, a + 3, -scale, &Mx);
    local_block(out, b + 3, a + 3, scale, &bF);
    local_block(out, b + 3, a + 3, scale, &Mx);
}

static void reactions(int lanes, const state *state, const total *joint, const total_work *work,
                      const double *multipliers, local *out)
{
    const joint_rows at = side_rows(joint->side);
    const vec3 F = mat3_mulv(&work->m[0].H, active(joint, 0, multipliers)),
               M = mat3_mulv(&work->Hr1, active(joint, 3, multipliers));
    const int a = at.side[0], b = at.side[1];
    if (a >= 0) {
        vec3_accumulate(out->r + a, F);
        vec3_accumulate(out->r + a + 3, vec3_add(vec3_cross(work->c, F), M));
    }
    vec3_accumulate(out->r + b, vec3_neg(F));
    vec3_accumulate(out->r + b + 3, vec3_neg(vec3_add(vec3_cross(work->m[1].b, F), M)));
    if (lanes == 0)
        return;
    reaction_columns(joint, work, &at, out);
    reaction_jacobian(work, &at, state->dvalue, F, M, out);
}

/* --- equations ---------------------------------------------------------------------------------------------------- */

static void position_row(const total_work *work, const joint_rows *at, int row, vec3 axis, double scale, local *out)
{
    const int a = at->side[0], b = at->side[1];
    if (a >= 0) {
        local_row(out, row, a, -scale, axis);
        local_row(out, row, a + 3, scale, vec3_cross(axis, work->c));
    }
    local_row(out, row, b, scale, axis);
    local_row(out, row, b + 3, scale, vec3_cross(work->m[1].b, axis));
}

static void velocity_row(const state *state, const total_work *work, const joint_rows *at, int row, vec3 axis,
                         local *out)
{
    const int a = at->side[0], b = at->side[1];
    const pose *p1 = work->m[0].pose, *p2 = work->m[1].pose;
    const vec3 b2 = work->m[1].b, carried = vec3_cross(axis, p1->w);
    const mat3 W1 = spin_rate(state, p1), W2 = spin_rate(state, p2);
    const vec3 by_x = vec3_sub(vec3_scale(state->drate, axis), vec3_scale(state->dvalue, carried));
    local_row(out, row, b, 1.0, by_x);
    local_row(out, row, b + 3, 1.0, mat3_tmulv(&W2, vec3_cross(b2, axis)));
    local_row(out, row, b + 3, state->dvalue, vec3_cross(b2, vec3_cross(axis, work->w)));
    if (a < 0)
        return;
    local_row(out, row, a, -1.0, by_x);
    local_row(out, row, a + 3, 1.0, mat3_tmulv(&W1, vec3_cross(axis, work->c)));
    local_row(out, row, a + 3, state->dvalue, vec3_cross(axis, work->u));
}

static void spin_row(const state *state, const total_work *work, const joint_rows *at, int row, vec3 axis, local *out)
{
    const int a = at->side[0], b = at->side[1];
    const mat3 W1 = spin_rate(state, work->m[0].pose), W2 = spin_rate(state, work->m[1].pose);
    local_row(out, row, b + 3, 1.0, mat3_tmulv(&W2, axis));
    if (a < 0)
        return;
    local_row(out, row, a + 3, -1.0, mat3_tmulv(&W1, axis));
    local_row(out, row, a + 3, state->dvalue, vec3_cross(axis, work->w));
}

static void rotation_row(const joint_rows *at, int row, vec3 by_spin, double scale, local *out)
{
    if (at->side[0] >= 0)
        local_row(out, row, at->side[0] + 3, -scale, by_spin);
    local_row(out, row, at->side[1] + 3, scale, by_spin);
}

static double equation_value(const total *joint, const total_work *work, int i)
{
    const bool is_rate = joint->status[i] == TOTAL_VELOCITY;
    if (i >= 3)
        return is_rate ? vec3_dot(mat3_col(&work->Hr1, i - 3), work->w) - vec3_get(work->r, i - 3)
                       : vec3_get(work->delta, i - 3);
    const vec3 axis = mat3_col(&work->m[0].H, i);
    return vec3_dot(axis, is_rate ? work->u : vec3_sub(work->m[1].p, work->m[0].p)) - vec3_get(work->x, i);
}

static void equations(int lanes, const state *state, const total *joint, const total_work *work, local *out)
{
    const joint_rows at = side_rows(joint->side);
    mat3 by_spin = {0};
    if (lanes > 0 && imposes_rotation(joint)) {
        const mat3 inverse = rotation_exp_spin_inverse(work->delta);
        by_spin = mat3_mult(&inverse, &work->Hr1);
    }
    for (int i = 0; i < 6; i++) {
        if (joint->internal[i] < 0)
            continue;
        const int row = at.internal + joint->internal[i];
        const bool is_rate = joint->status[i] == TOTAL_VELOCITY;
        out->r[row] += equation_value(joint, work, i);
        if (lanes == 0)
            continue;
        if (i < 3 && is_rate)
            velocity_row(state, work, &at, row, mat3_col(&work->m[0].H, i), out);
        else if (i < 3)
            position_row(work, &at, row, mat3_col(&work->m[0].H, i), state->dvalue, out);
        else if (is_rate)
            spin_row(state, work, &at, row, mat3_col(&work->Hr1, i - 3), out);
        else
            rotation_row(&at, row, mat3_row(&by_spin, i - 3), state->dvalue, out);
    }
}

void total_eval(int lanes, const state *state, const elem *element, const double *multipliers, unsigned what,
                local *out)
{
    const total *joint = element->self;
    total_work work = total_work_now(state, element);
    if (what & TOTAL_EQUATIONS)
        equations(lanes, state, joint, &work, out);
    if (has_given_rates(joint))
        take_axes_before(state, element, &work);
    if (what & TOTAL_REACTIONS)
        reactions(lanes, state, joint, &work, multipliers, out);
}

/* d/dt of log(Rrel exp(r)') at fixed nodes: -Gamma^-1 Rrel exp(r)' Gamma(r) r' */
void total_rate(const state *state, const elem *element, double *phi_t)
{
    const total *joint = element->self;
    const total_work work = total_work_now(state, element);
    const vec3 x_rate = imposed_rate(joint, 0, state);
    const vec3 zero = {0, 0, 0}, r = total_choose(joint, work.r, last_of(state, element)->rotated);
    const vec3 r_rate = total_choose(joint, imposed_rate(joint, 1, state), zero);
    const mat3 spin = rotation_exp_spin(r), inverse = rotation_exp_spin_inverse(work.delta),
               missing = rotation_exp(work.delta);
    const vec3 theta = mat3_mulv(&inverse, mat3_mulv(&missing, mat3_mulv(&spin, r_rate)));
    for (int i = 0; i < 6; i++)
        if (joint->internal[i] >= 0)
            phi_t[joint->internal[i]] =
                joint->status[i] == TOTAL_VELOCITY ? 0.0 : -vec3_get(i < 3 ? x_rate : theta, i % 3);
}

/* --- pattern ------------------------------------------------------------------------------------------------------ */

static void component_layout(layout *layout, const joint_rows *at, int internal, bool is_position, unsigned what)
{
    for (int i = 0; i < 2; i++) {
        const int first = at->side[i] + (is_position ? 0 : 3), n = is_position ? 6 : 3;
        if (at->side[i] < 0)
            continue;
        if (what & TOTAL_REACTIONS)
            layout_full(layout, first, n, internal, 1);
        if (what & TOTAL_EQUATIONS)
            layout_full(layout, internal, 1, first, n);
    }
}

static void reaction_layout(layout *layout, const total *joint, const joint_rows *at)
{
    const int a = at->side[0], b = at->side[1];
    const bool has_force = has_any(joint, 0), has_moment = has_any(joint, 3);
    if (has_force)
        layout_full(layout, b + 3, 3, b + 3, 3);
    if (a < 0)
        return;
    if (has_force || has_moment) {
        layout_full(layout, a + 3, 3, a + 3, 3);
        layout_full(layout, b + 3, 3, a + 3, 3);
    }
    if (!has_force)
        return;
    layout_skew(layout, a, a + 3);
    layout_skew(layout, b, a + 3);
    layout_skew(layout, a + 3, a);
    layout_skew(layout, a + 3, b);
    layout_full(layout, a + 3, 3, b + 3, 3);
}

void total_layout(layout *layout, const total *joint, unsigned what)
{
    const joint_rows at = side_rows(joint->side);
    for (int i = 0; i < 6; i++)
        if (joint->internal[i] >= 0)
            component_layout(layout, &at, at.internal + joint->internal[i], i < 3, what);
    if (what & TOTAL_REACTIONS)
        reaction_layout(layout, joint, &at);
}

void total_connect(const elem *element, layout *layout)
{
    const total *joint = element->self;
    layout_sides(layout, joint->side);
    total_layout(layout, joint, TOTAL_EQUATIONS | TOTAL_REACTIONS);
}

void total_eval_both(int lanes, const state *state, const elem *element, local *out)
{
    total_eval(lanes, state, element, internal_values(state, element), TOTAL_EQUATIONS | TOTAL_REACTIONS, out);
}

/* --- memory ------------------------------------------------------------------------------------------------------- */

void total_begin(const void *self, void *memory)
{
    memcpy(((total_memory *)memory)->Rr, ((const total *)self)->Rr, sizeof(mat3[2]));
}

void total_start(const state *state, const elem *element, memory_block *to)
{
    total_memory *last = memory_at(to, element->memory);
    last->rotated = last->theta = total_now(state, element).theta;
}

void total_accept(const state *state, const elem *element, memory_block *to)
{
    total_memory *last = memory_at(to, element->memory);
    if (imposes_rotation(element->self))
        last->rotated = vec3_add(last->rotated, total_work_now(state, element).delta);
    last->theta = total_theta(state, element);
}

vec3 total_theta(const state *state, const elem *element)
{
    return rotation_unwrap(total_now(state, element).theta, last_of(state, element)->theta);
}

total_motion total_now(const state *state, const elem *element)
{
    const total_memory *last = last_of(state, element);
    const total_work work = total_work_now(state, element);
    const mat3 Hr1 = mat3_mul(&work.m[0].pose->R, &last->Rr[0]), Hr2 = mat3_mul(&work.m[1].pose->R, &last->Rr[1]);
    const mat3 relative = mat3_tmul(&Hr1, &Hr2);
    return (total_motion){.d = mat3_tmulv(&work.m[0].H, vec3_sub(work.m[1].p, work.m[0].p)),
                          .theta = rotation_log(&relative),
                          .v = mat3_tmulv(&work.m[0].H, work.u),
                          .w = mat3_tmulv(&Hr1, work.w)};
}
