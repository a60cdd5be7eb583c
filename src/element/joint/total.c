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
    vec3 x, r;    /* imposed */
    vec3 delta;   /* rotation that is missing */
} total_work;

/* `imposed` where a rotation is imposed, `otherwise` elsewhere. */
static vec3 total_choose(const total *j, vec3 imposed, vec3 otherwise)
{
    return (vec3){j->status[3] == TOTAL_POSITION ? imposed.x : otherwise.x,
                  j->status[4] == TOTAL_POSITION ? imposed.y : otherwise.y,
                  j->status[5] == TOTAL_POSITION ? imposed.z : otherwise.z};
}

static bool imposes_rotation(const total *j)
{
    return j->status[3] == TOTAL_POSITION || j->status[4] == TOTAL_POSITION || j->status[5] == TOTAL_POSITION;
}

static bool has_any(const total *j, int first)
{
    return j->own[first] >= 0 || j->own[first + 1] >= 0 || j->own[first + 2] >= 0;
}

static const total_memory *last_of(const state *s, const elem *e) { return remembered(s, e->memory); }

/* What `of` is after the time by which the state is ahead of its instant, by its derivative. */
static vec3 carried(const tpl_drive *of, const tpl_drive *derivative, const state *s)
{
    return vec3_axpy(tpl_drive_vec3(of, s->instant), s->t - s->instant->t, tpl_drive_vec3(derivative, s->instant));
}

static vec3 imposed_value(const total *j, int i, const state *s)
{
    return s->instant && j->rates[i] ? carried(j->imposed[i], j->rates[i], s) : tpl_drive_vec3(j->imposed[i], s);
}

static vec3 imposed_rate(const total *j, int i, const state *s)
{
    if (!j->rates[i])
        return tpl_drive_vec3_slope(j->imposed[i], s);
    return s->instant ? carried(j->rates[i], j->seconds[i], s) : tpl_drive_vec3(j->rates[i], s);
}

/* Where a deck gives the derivatives of imposed motions, in inverse dynamics, reactions have the axes of the instant
 * before, and so have equations where velocities, accelerations and reactions are found (problem/inverse_instant.c). */
static bool has_given_rates(const total *j) { return j->side[0].node && (j->rates[0] || j->rates[1]); }

static void take_axes_before(const state *s, const elem *e, total_work *k)
{
    const total *j = e->self;
    const pose *before = &s->at_prev[j->side[0].node->pose];
    k->m[0].H = mat3_mul(&before->R, side_Rh(s, &j->side[0]));
    k->Hr1 = mat3_mul(&before->R, &last_of(s, e)->Rr[0]);
}

/* Hr1' Hr2 exp(r)' */
static mat3 missing_rotation(const total *j, const total_memory *last, const mat3 *Hr1, const mat3 *Hr2, vec3 r)
{
    const mat3 relative = mat3_tmul(Hr1, Hr2), imposed = rotation_exp(total_choose(j, r, last->turned));
    return mat3_mult(&relative, &imposed);
}

/* In a state that is ahead of its instant what was missing there does not count: free components have turned since the
 * last step. */
static vec3 missing_now(const state *s, const elem *e, const total_work *k)
{
    const total *j = e->self;
    const total_memory *last = last_of(s, e);
    const mat3 missing = missing_rotation(j, last, &k->Hr1, &k->Hr2, k->r);
    if (!s->instant)
        return rotation_log(&missing);
    const pose *first = j->side[0].node ? &s->instant->poses[j->side[0].node->pose] : k->m[0].pose;
    const mat3 Hr1 = mat3_mul(&first->R, &last->Rr[0]);
    const mat3 Hr2 = mat3_mul(&s->instant->poses[j->side[1].node->pose].R, &last->Rr[1]);
    const mat3 then = missing_rotation(j, last, &Hr1, &Hr2, imposed_value(j, 1, s->instant));
    const mat3 since = mat3_mult(&missing, &then);
    return rotation_log(&since);
}

static total_work total_work_now(const state *s, const elem *e)
{
    const total *j = e->self;
    const total_memory *last = last_of(s, e);
    total_work k = {.m = {side_now(s, &j->side[0]), side_now(s, &j->side[1])}};
    const pose *a = k.m[0].pose, *b = k.m[1].pose;
    k.c = vec3_sub(k.m[1].p, a->x);
    k.u = vec3_sub(vec3_sub(k.m[1].v, a->v), vec3_cross(a->w, k.c));
    k.w = vec3_sub(b->w, a->w);
    k.x = imposed_value(j, 0, s);
    k.Hr1 = mat3_mul(&a->R, &last->Rr[0]);
    if (s->now == PHASE_INVERSE && has_given_rates(j))
        take_axes_before(s, e, &k);
    if (!has_any(j, 3))
        return k;
    k.Hr2 = mat3_mul(&b->R, &last->Rr[1]);
    k.r = imposed_value(j, 1, s);
    if (imposes_rotation(j) && s->now != PHASE_INVERSE)
        k.delta = missing_now(s, e, &k);
    return k;
}

/* --- reactions ---------------------------------------------------------------------------------------------------- */

static vec3 active(const total *j, int first, const double *multipliers)
{
    double l[3];
    for (int i = 0; i < 3; i++)
        l[i] = j->own[first + i] < 0 ? 0.0 : multipliers[j->own[first + i]];
    return vec3_load(l);
}

static void reaction_columns(const total *j, const total_work *k, const joint_rows *at, local *out)
{
    for (int i = 0; i < 6; i++) {
        if (j->own[i] < 0)
            continue;
        const int column = at->own + j->own[i];
        const vec3 axis = i < 3 ? mat3_col(&k->m[0].H, i) : mat3_col(&k->Hr1, i - 3);
        if (i >= 3) {
            if (at->side[0] >= 0)
                local_column(out, at->side[0] + 3, column, 1.0, axis);
            local_column(out, at->side[1] + 3, column, -1.0, axis);
            continue;
        }
        if (at->side[0] >= 0) {
            local_column(out, at->side[0], column, 1.0, axis);
            local_column(out, at->side[0] + 3, column, 1.0, vec3_cross(k->c, axis));
        }
        local_column(out, at->side[1], column, -1.0, axis);
        local_column(out, at->side[1] + 3, column, -1.0, vec3_cross(k->m[1].b, axis));
    }
}

static void reaction_jacobian(const total_work *k, const joint_rows *at, double scale, vec3 F, vec3 M, local *out)
{
    const int a = at->side[0], b = at->side[1];
    const vec3 b2 = k->m[1].b;
    const mat3 Fx = mat3_skew(F), Fb = mat3_skew_skew(F, b2);
    local_block(out, b + 3, b + 3, -scale, &Fb);
    if (a < 0)
        return;
    const mat3 bF = mat3_skew_skew(b2, F), cF = mat3_skew_skew(k->c, F), Mx = mat3_skew(M);
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

static void reactions(int n, const state *s, const total *j, const total_work *k, const double *multipliers, local *out)
{
    const joint_rows at = side_rows(j->side);
    const vec3 F = mat3_mulv(&k->m[0].H, active(j, 0, multipliers)), M = mat3_mulv(&k->Hr1, active(j, 3, multipliers));
    const int a = at.side[0], b = at.side[1];
    if (a >= 0) {
        vec3_accumulate(out->r + a, F);
        vec3_accumulate(out->r + a + 3, vec3_add(vec3_cross(k->c, F), M));
    }
    vec3_accumulate(out->r + b, vec3_neg(F));
    vec3_accumulate(out->r + b + 3, vec3_neg(vec3_add(vec3_cross(k->m[1].b, F), M)));
    if (n == 0)
        return;
    reaction_columns(j, k, &at, out);
    reaction_jacobian(k, &at, s->dvalue, F, M, out);
}

/* --- equations ---------------------------------------------------------------------------------------------------- */

static void position_row(const total_work *k, const joint_rows *at, int row, vec3 axis, double scale, local *out)
{
    const int a = at->side[0], b = at->side[1];
    if (a >= 0) {
        local_row(out, row, a, -scale, axis);
        local_row(out, row, a + 3, scale, vec3_cross(axis, k->c));
    }
    local_row(out, row, b, scale, axis);
    local_row(out, row, b + 3, scale, vec3_cross(k->m[1].b, axis));
}

static void velocity_row(const state *s, const total_work *k, const joint_rows *at, int row, vec3 axis, local *out)
{
    const int a = at->side[0], b = at->side[1];
    const pose *p1 = k->m[0].pose, *p2 = k->m[1].pose;
    const vec3 b2 = k->m[1].b, carried = vec3_cross(axis, p1->w);
    const mat3 W1 = spin_rate(s, p1), W2 = spin_rate(s, p2);
    const vec3 by_x = vec3_sub(vec3_scale(s->drate, axis), vec3_scale(s->dvalue, carried));
    local_row(out, row, b, 1.0, by_x);
    local_row(out, row, b + 3, 1.0, mat3_tmulv(&W2, vec3_cross(b2, axis)));
    local_row(out, row, b + 3, s->dvalue, vec3_cross(b2, vec3_cross(axis, k->w)));
    if (a < 0)
        return;
    local_row(out, row, a, -1.0, by_x);
    local_row(out, row, a + 3, 1.0, mat3_tmulv(&W1, vec3_cross(axis, k->c)));
    local_row(out, row, a + 3, s->dvalue, vec3_cross(axis, k->u));
}

static void spin_row(const state *s, const total_work *k, const joint_rows *at, int row, vec3 axis, local *out)
{
    const int a = at->side[0], b = at->side[1];
    const mat3 W1 = spin_rate(s, k->m[0].pose), W2 = spin_rate(s, k->m[1].pose);
    local_row(out, row, b + 3, 1.0, mat3_tmulv(&W2, axis));
    if (a < 0)
        return;
    local_row(out, row, a + 3, -1.0, mat3_tmulv(&W1, axis));
    local_row(out, row, a + 3, s->dvalue, vec3_cross(axis, k->w));
}

static void rotation_row(const joint_rows *at, int row, vec3 by_spin, double scale, local *out)
{
    if (at->side[0] >= 0)
        local_row(out, row, at->side[0] + 3, -scale, by_spin);
    local_row(out, row, at->side[1] + 3, scale, by_spin);
}

static double equation_value(const total *j, const total_work *k, int i)
{
    const bool is_rate = j->status[i] == TOTAL_VELOCITY;
    if (i >= 3)
        return is_rate ? vec3_dot(mat3_col(&k->Hr1, i - 3), k->w) - vec3_get(k->r, i - 3) : vec3_get(k->delta, i - 3);
    const vec3 axis = mat3_col(&k->m[0].H, i);
    return vec3_dot(axis, is_rate ? k->u : vec3_sub(k->m[1].p, k->m[0].p)) - vec3_get(k->x, i);
}

static void equations(int n, const state *s, const total *j, const total_work *k, local *out)
{
    const joint_rows at = side_rows(j->side);
    mat3 by_spin = {0};
    if (n > 0 && imposes_rotation(j)) {
        const mat3 inverse = rotation_exp_spin_inverse(k->delta);
        by_spin = mat3_mult(&inverse, &k->Hr1);
    }
    for (int i = 0; i < 6; i++) {
        if (j->own[i] < 0)
            continue;
        const int row = at.own + j->own[i];
        const bool is_rate = j->status[i] == TOTAL_VELOCITY;
        out->r[row] += equation_value(j, k, i);
        if (n == 0)
            continue;
        if (i < 3 && is_rate)
            velocity_row(s, k, &at, row, mat3_col(&k->m[0].H, i), out);
        else if (i < 3)
            position_row(k, &at, row, mat3_col(&k->m[0].H, i), s->dvalue, out);
        else if (is_rate)
            spin_row(s, k, &at, row, mat3_col(&k->Hr1, i - 3), out);
        else
            rotation_row(&at, row, mat3_row(&by_spin, i - 3), s->dvalue, out);
    }
}

void total_eval(int n, const state *s, const elem *e, const double *multipliers, unsigned what, local *out)
{
    const total *j = e->self;
    total_work k = total_work_now(s, e);
    if (what & TOTAL_EQUATIONS)
        equations(n, s, j, &k, out);
    if (has_given_rates(j))
        take_axes_before(s, e, &k);
    if (what & TOTAL_REACTIONS)
        reactions(n, s, j, &k, multipliers, out);
}

/* d/dt of log(Rrel exp(r)') at fixed nodes: -Gamma^-1 Rrel exp(r)' Gamma(r) r' */
void total_rate(const state *s, const elem *e, double *phi_t)
{
    const total *j = e->self;
    const total_work k = total_work_now(s, e);
    const vec3 x_rate = imposed_rate(j, 0, s);
    const vec3 zero = {0, 0, 0}, r = total_choose(j, k.r, last_of(s, e)->turned);
    const vec3 r_rate = total_choose(j, imposed_rate(j, 1, s), zero);
    const mat3 spin = rotation_exp_spin(r), inverse = rotation_exp_spin_inverse(k.delta),
               missing = rotation_exp(k.delta);
    const vec3 theta = mat3_mulv(&inverse, mat3_mulv(&missing, mat3_mulv(&spin, r_rate)));
    for (int i = 0; i < 6; i++)
        if (j->own[i] >= 0)
            phi_t[j->own[i]] = j->status[i] == TOTAL_VELOCITY ? 0.0 : -vec3_get(i < 3 ? x_rate : theta, i % 3);
}

/* --- pattern ------------------------------------------------------------------------------------------------------ */

static void component_layout(layout *l, const joint_rows *at, int own, bool is_position, unsigned what)
{
    for (int i = 0; i < 2; i++) {
        const int first = at->side[i] + (is_position ? 0 : 3), n = is_position ? 6 : 3;
        if (at->side[i] < 0)
            continue;
        if (what & TOTAL_REACTIONS)
            layout_full(l, first, n, own, 1);
        if (what & TOTAL_EQUATIONS)
            layout_full(l, own, 1, first, n);
    }
}

static void reaction_layout(layout *l, const total *j, const joint_rows *at)
{
    const int a = at->side[0], b = at->side[1];
    const bool has_force = has_any(j, 0), has_couple = has_any(j, 3);
    if (has_force)
        layout_full(l, b + 3, 3, b + 3, 3);
    if (a < 0)
        return;
    if (has_force || has_couple) {
        layout_full(l, a + 3, 3, a + 3, 3);
        layout_full(l, b + 3, 3, a + 3, 3);
    }
    if (!has_force)
        return;
    layout_skew(l, a, a + 3);
    layout_skew(l, b, a + 3);
    layout_skew(l, a + 3, a);
    layout_skew(l, a + 3, b);
    layout_full(l, a + 3, 3, b + 3, 3);
}

void total_layout(layout *l, const total *j, unsigned what)
{
    const joint_rows at = side_rows(j->side);
    for (int i = 0; i < 6; i++)
        if (j->own[i] >= 0)
            component_layout(l, &at, at.own + j->own[i], i < 3, what);
    if (what & TOTAL_REACTIONS)
        reaction_layout(l, j, &at);
}

void total_connect(const elem *e, layout *l)
{
    const total *j = e->self;
    layout_sides(l, j->side);
    total_layout(l, j, TOTAL_EQUATIONS | TOTAL_REACTIONS);
}

void total_eval_both(int n, const state *s, const elem *e, local *out)
{
    total_eval(n, s, e, own_values(s, e), TOTAL_EQUATIONS | TOTAL_REACTIONS, out);
}

/* --- memory ------------------------------------------------------------------------------------------------------- */

void total_begin(const void *self, void *memory)
{
    memcpy(((total_memory *)memory)->Rr, ((const total *)self)->Rr, sizeof(mat3[2]));
}

void total_start(const state *s, const elem *e, memory_block *to)
{
    total_memory *last = memory_at(to, e->memory);
    last->turned = last->theta = total_now(s, e).theta;
}

void total_accept(const state *s, const elem *e, memory_block *to)
{
    total_memory *last = memory_at(to, e->memory);
    if (imposes_rotation(e->self))
        last->turned = vec3_add(last->turned, total_work_now(s, e).delta);
    last->theta = total_theta(s, e);
}

vec3 total_theta(const state *s, const elem *e) { return rotation_unwrap(total_now(s, e).theta, last_of(s, e)->theta); }

total_motion total_now(const state *s, const elem *e)
{
    const total_memory *last = last_of(s, e);
    const total_work k = total_work_now(s, e);
    const mat3 Hr1 = mat3_mul(&k.m[0].pose->R, &last->Rr[0]), Hr2 = mat3_mul(&k.m[1].pose->R, &last->Rr[1]);
    const mat3 relative = mat3_tmul(&Hr1, &Hr2);
    return (total_motion){.d = mat3_tmulv(&k.m[0].H, vec3_sub(k.m[1].p, k.m[0].p)),
                          .theta = rotation_log(&relative),
                          .v = mat3_tmulv(&k.m[0].H, k.u),
                          .w = mat3_tmulv(&Hr1, k.w)};
}
