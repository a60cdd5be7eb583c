/* joint_parts.c - constraints that many joints are composed of, with reactions and exact Jacobian.
 *
 *     point    phi = p1 - p2          force  F on 2, -F on 1           moments b2 x F, -b1 x F
 *     normal   phi = s a . b          moment s (a x b) M on 2, the opposite on 1
 *     spin     row = rate - e . (w2 - w1), e = e3(H2)      moment e M on 2, the opposite on 1
 *     axis     normal with (e3(H1), e2(H2)), s = -1, and with (e3(H1), e1(H2)), s = 1:
 *              moment a x q, a = e3(H1), q = M2 e1(H2) - M1 e2(H2), whose derivative has one term for both rows
 *
 * Spins t1, t2:  d phi = s (a x b) . (t1 - t2),   d(a x b) = b x (a x t1) - a x (b x t2),   d(b x F) = F x (b x t). */
#include "element/joint/joint.h"

joint_rows side_rows(const joint_side side[2])
{
    joint_rows at;
    at.side[0] = side[0].node ? 0 : -1;
    at.side[1] = side[0].node ? 6 : 0;
    at.internal = at.side[1] + 6;
    return at;
}

joint_rows layout_sides(layout *layout, const joint_side side[2])
{
    for (int i = 0; i < 2; i++)
        if (side[i].node)
            layout_node(layout, side[i].node);
    layout_internal(layout);
    layout_clear(layout);
    return side_rows(side);
}

joint_work joint_begin(int lanes, const state *state, const joint_side side[2], local *out)
{
    joint_work work;
    work.n = lanes;
    work.state = state;
    work.rows = side_rows(side);
    work.out = out;
    for (int i = 0; i < 2; i++) {
        side_place(state, &side[i], &work.m[i]);
        work.m[i].H = mat3_mul(&work.m[i].pose->R, side_Rh(state, &side[i]));
    }
    return work;
}

/* --- point -------------------------------------------------------------------------------------------------------- */

typedef struct {
    int lanes, internal;
    double c; /* dvalue */
    vec3 F;
} point_part;

/* Adds what one side contributes. */
static inline void point_side(const point_part *part, int row, double sign, vec3 b, local *out)
{
    if (row < 0)
        return;
    const int internal = part->internal;
    const double c = part->c;
    const vec3 force = vec3_scale(sign, part->F);
    vec3_accumulate(out->r + row, force);
    vec3_accumulate(out->r + row + 3, vec3_cross(b, force));
    if (part->lanes == 0)
        return;
    const mat3 Fb = mat3_skew_skew(vec3_scale(c, force), b);
    local_diagonal(out, row, internal, sign);
    local_skew(out, row + 3, internal, sign, b);
    local_block(out, row + 3, row + 3, 1.0, &Fb);
    local_diagonal(out, internal, row, -sign * c);
    local_skew(out, internal, row + 3, sign * c, b);
}

void part_point(const joint_work *work, int internal, vec3 F)
{
    const point_part part = {.lanes = work->n, .internal = internal, .c = work->state->dvalue, .F = F};
    vec3_accumulate(work->out->r + internal, vec3_sub(work->m[0].p, work->m[1].p));
    point_side(&part, work->rows.side[0], -1.0, work->m[0].b, work->out);
    point_side(&part, work->rows.side[1], 1.0, work->m[1].b, work->out);
}

void joint_points(int lanes, const state *state, const joint_side side[2], vec3 F, local *out)
{
    side_motion a, b;
    const int row[2] = {side[0].node ? 0 : -1, side[0].node ? 6 : 0}, internal = row[1] + 6;
    side_place(state, &side[0], &a);
    side_place(state, &side[1], &b);
    vec3_accumulate(out->r + internal, vec3_sub(a.p, b.p));
    const point_part part = {.lanes = lanes, .internal = internal, .c = state->dvalue, .F = F};
    point_side(&part, row[0], -1.0, a.b, out);
    point_side(&part, row[1], 1.0, b.b, out);
}

void part_point_layout(layout *layout, const joint_rows *at, int internal)
{
    for (int i = 0; i < 2; i++) {
        const int row = at->side[i];
        if (row < 0)
            continue;
        layout_diagonal(layout, row, internal);
        layout_skew(layout, row + 3, internal);
        layout_full(layout, row + 3, 3, row + 3, 3);
        layout_diagonal(layout, internal, row);
        layout_skew(layout, internal, row + 3);
    }
}

/* --- normal ------------------------------------------------------------------------------------------------------- */

void part_normal(const joint_work *work, int internal, double sign, vec3 a, vec3 b, double M)
{
    local *out = work->out;
    const vec3 c = vec3_scale(sign, vec3_cross(a, b));
    out->r[internal] += sign * vec3_dot(a, b);
    for (int i = 0; i < 2; i++)
        if (work->rows.side[i] >= 0)
            vec3_accumulate(out->r + work->rows.side[i] + 3, vec3_scale(i == 0 ? -M : M, c));
    if (work->n == 0)
        return;
    const double scale = work->state->dvalue;
    const mat3 by_spin[2] = {mat3_skew_skew(b, a), mat3_skew_skew(a, b)};
    for (int i = 0; i < 2; i++) {
        const int row = work->rows.side[i];
        if (row < 0)
            continue;
        const double side = i == 0 ? 1.0 : -1.0;
        local_column(out, row + 3, internal, -side, c);
        local_row(out, internal, row + 3, side * scale, c);
        for (int j = 0; j < 2; j++)
            if (work->rows.side[j] >= 0)
                local_block(out, row + 3, work->rows.side[j] + 3, -side * (j == 0 ? sign : -sign) * scale * M,
                            &by_spin[j]);
    }
}

void part_normal_layout(layout *layout, const joint_rows *at, int internal)
{
    for (int i = 0; i < 2; i++) {
        const int row = at->side[i];
        if (row < 0)
            continue;
        layout_full(layout, row + 3, 3, internal, 1);
        layout_full(layout, internal, 1, row + 3, 3);
        for (int j = 0; j < 2; j++)
            if (at->side[j] >= 0)
                layout_full(layout, row + 3, 3, at->side[j] + 3, 3);
    }
}

/* --- axis --------------------------------------------------------------------------------------------------------- */

/* Adds the derivatives of the moment a x q on side 2, the opposite on side 1; q is fixed on side 2. */
static void axis_stiffness(const joint_work *work, vec3 a, vec3 q)
{
    const double scale = work->state->dvalue;
    const mat3 by_spin[2] = {mat3_skew_skew(q, a), mat3_skew_skew(a, q)};
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            if (work->rows.side[i] >= 0 && work->rows.side[j] >= 0)
                local_block(work->out, work->rows.side[i] + 3, work->rows.side[j] + 3, i == j ? -scale : scale,
                            &by_spin[j]);
}

void part_axis(const joint_work *work, int internal, const double M[2])
{
    const vec3 a = mat3_col(&work->m[0].H, 2),
               b[2] = {vec3_neg(mat3_col(&work->m[1].H, 1)), mat3_col(&work->m[1].H, 0)};
    const vec3 q = vec3_axpy(vec3_scale(M[0], b[0]), M[1], b[1]), moment = vec3_cross(a, q);
    local *out = work->out;
    out->r[internal] += vec3_dot(a, b[0]);
    out->r[internal + 1] += vec3_dot(a, b[1]);
    for (int i = 0; i < 2; i++)
        if (work->rows.side[i] >= 0)
            vec3_accumulate(out->r + work->rows.side[i] + 3, i == 0 ? vec3_neg(moment) : moment);
    if (work->n == 0)
        return;
    const vec3 c[2] = {vec3_cross(a, b[0]), vec3_cross(a, b[1])};
    for (int i = 0; i < 2; i++) {
        const int row = work->rows.side[i] + 3;
        const double side = i == 0 ? 1.0 : -1.0;
        for (int k = 0; work->rows.side[i] >= 0 && k < 2; k++) {
            local_column(out, row, internal + k, -side, c[k]);
            local_row(out, internal + k, row, side * work->state->dvalue, c[k]);
        }
    }
    axis_stiffness(work, a, q);
}

void part_axis_layout(layout *layout, const joint_rows *at, int internal)
{
    part_normal_layout(layout, at, internal);
    part_normal_layout(layout, at, internal + 1);
}

/* --- spin --------------------------------------------------------------------------------------------------------- */

static void spin_jacobian(const joint_work *work, int internal, double M, vec3 axis, vec3 w)
{
    local *out = work->out;
    const double scale = work->state->dvalue;
    const mat3 rotation = mat3_skew(axis);
    for (int i = 0; i < 2; i++) {
        const int row = work->rows.side[i];
        const double side = i == 0 ? -1.0 : 1.0;
        const mat3 W = spin_rate(work->state, work->m[i].pose);
        local_column(out, row + 3, internal, side, axis);
        local_row(out, internal, row + 3, -side, mat3_tmulv(&W, axis));
        local_block(out, row + 3, work->rows.side[1] + 3, -side * scale * M, &rotation);
    }
    local_row(out, internal, work->rows.side[1] + 3, -scale, vec3_cross(axis, w));
}

void part_spin(const joint_work *work, int internal, double M, double rate)
{
    const vec3 axis = mat3_col(&work->m[1].H, 2);
    const vec3 w = vec3_sub(work->m[1].pose->w, work->m[0].pose->w);
    work->out->r[internal] += rate - vec3_dot(axis, w);
    for (int i = 0; i < 2; i++)
        vec3_accumulate(work->out->r + work->rows.side[i] + 3, vec3_scale(i == 0 ? -M : M, axis));
    if (work->n > 0)
        spin_jacobian(work, internal, M, axis, w);
}

void part_spin_layout(layout *layout, const joint_rows *at, int internal) { part_normal_layout(layout, at, internal); }
