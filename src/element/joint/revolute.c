/* revolute.c - angle, output and friction about axis 3, for revolute hinge, pin and rotation and axial rotation.
 *
 *     angle      of H1' H2 about axis 3, counting revolutions from step to step
 *     friction   v = r e . (w1 - w2),   e = e3(H1),   N = max(|F|, preload)
 *                M = r shape(f) f N                   M e on side 2, -M e on side 1
 *
 * f is opposite to the velocity of side 2 relative to side 1. */
#include "element/joint/revolute.h"

void read_revolute_friction(reader *r, revolute *j)
{
    if (!read_keyword(r, "friction"))
        return;
    j->radius = read_positive(r, "average radius");
    j->preload = read_keyword(r, "preload") ? read_real(r, "preload") : 0.0;
    j->friction = read_friction(r);
}

void sample_revolute_friction(sampler *from, revolute *j)
{
    j->radius = 0.7;
    j->friction = sample_friction(from);
}

/* |F|, with F in the own unknowns, or what the drive of a brake says; no less than the preload. */
static void revolute_normal_force(int n, const state *s, const elem *e, int own, jet1 *N)
{
    const revolute *j = e->self;
    const vec3 F = j->normal ? (vec3){0, 0, 0} : vec3_load(s->y + e->own);
    const double norm = vec3_norm(F);
    jet1_seed(n, N, fmax(j->normal ? drive_now(j->normal, s) : norm, j->preload), own, 0.0);
    if (n == 0 || j->normal || norm <= j->preload)
        return;
    N->d[own] = F.x / norm, N->d[own + 1] = F.y / norm, N->d[own + 2] = F.z / norm;
}

typedef struct {
    jet_side side[2];
    jet3 axis;
    jet1 M, f; /* couple about the axis, coefficient */
} friction_work;

static void friction_couple(int n, const state *s, const elem *e, friction_work *k, local *out)
{
    const revolute *j = e->self;
    const joint_rows at = side_rows(j->side);
    for (int i = 0; i < 2; i++)
        jet_side_seed(n, &k->side[i], s, &j->side[i], at.side[i]);
    jet_side_axis(n, &k->axis, &k->side[0], 2);
    jet3 w;
    jet1 v, shape;
    jet3_add(n, &w, &k->side[0].node.w, -1.0, &k->side[1].node.w);
    jet3_dot(n, &v, &k->axis, &w);
    jet1_chain_by(n, &v, j->radius * v.v, j->radius);
    const friction_place own = {.unknown = e->own + e->n_own - 1, .index = at.own + e->n_own - 1};
    friction_eval(n, j->friction, s, &own, &v, &k->f, out);
    friction_shape(n, j->friction, 0.0, &k->f, &shape);
    revolute_normal_force(n, s, e, at.own, &k->M);
    jet1_mul_by(n, &k->M, &shape);
    jet1_mul_by(n, &k->M, &k->f);
    jet1_chain_by(n, &k->M, j->radius * k->M.v, j->radius);
}

void revolute_friction(int n, const state *s, const elem *e, local *out)
{
    const revolute *j = e->self;
    const joint_rows at = side_rows(j->side);
    friction_work k;
    jet3 moment;
    if (s->now == PHASE_ASSEMBLY)
        return;
    friction_couple(n, s, e, &k, out);
    jet3_mul1(n, &moment, &k.M, &k.axis);
    local_couple(n, out, at.side[0], -1.0, &moment);
    local_couple(n, out, at.side[1], 1.0, &moment);
}

void revolute_friction_layout(layout *l, const elem *e)
{
    const revolute *j = e->self;
    const joint_rows at = side_rows(j->side);
    const int last = at.own + e->n_own - 1;
    for (int i = 0; i < 2; i++) {
        if (!j->normal)
            layout_full(l, at.side[i] + 3, 3, at.own, 3);
        layout_full(l, at.side[i] + 3, 3, last, 1);
        layout_full(l, last, 1, at.side[i] + 3, 3);
        for (int k = 0; k < 2; k++)
            layout_full(l, at.side[i] + 3, 3, at.side[k] + 3, 3);
    }
    layout_full(l, last, 1, last, 1);
}

void revolute_initial(const state *s, const elem *e, initial_values *v)
{
    const revolute *j = e->self;
    if (!j->friction)
        return;
    state now = *s;
    now.poses = v->poses;
    v->y[e->own + e->n_own - 1] = friction_initial(j->friction, -j->radius * revolute_turning(&now, e, 2));
}

void revolute_friction_now(const state *s, const elem *e, double *M, double *f)
{
    double rows[32] = {0};
    local unused = {.r = rows};
    friction_work k;
    friction_couple(0, s, e, &k, &unused);
    *M = k.M.v;
    *f = k.f.v;
}

void revolute_output(const state *s, const elem *e, record *out)
{
    const revolute *j = e->self;
    const side_motion a = side_now(s, &j->side[0]), b = side_now(s, &j->side[1]);
    const mat3 relative = mat3_tmul(&a.H, &b.H);
    record_name(out, "", QUANTITY_ORIENTATION, "relative");
    record_orientation(out, &relative, j->description);
    if (j->speed) {
        record_name(out, "dOmega", QUANTITY_ANGULAR_VELOCITY, "imposed angular velocity");
        record_real(out, drive_now(j->speed, s));
    }
    record_name(out, "Omega", QUANTITY_ANGULAR_VELOCITY, "local relative angular velocity (x, y, z)");
    record_vec3(out, mat3_tmulv(&b.H, vec3_sub(b.pose->w, a.pose->w)));
    if (j->friction) {
        double M, f;
        revolute_friction_now(s, e, &M, &f);
        record_name(out, "MFR", QUANTITY_MOMENT, "friction moment");
        record_real(out, M);
        record_name(out, "fc", QUANTITY_DIMENSIONLESS, "friction coefficient");
        record_real(out, f);
    }
    record_end(out);
}

static double wrapped_angle(const state *s, const revolute *j)
{
    const side_motion a = side_now(s, &j->side[0]), b = side_now(s, &j->side[1]);
    return sides_angle(&a.H, &b.H);
}

void revolute_connect(const elem *e, layout *l)
{
    const revolute *j = e->self;
    const joint_rows at = layout_sides(l, j->side);
    part_point_layout(l, &at, at.own);
    part_axis_layout(l, &at, at.own + 3);
    if (j->friction)
        revolute_friction_layout(l, e);
}

void revolute_eval(int n, const state *s, const elem *e, local *out)
{
    const revolute *j = e->self;
    const joint_work k = joint_begin(n, s, j->side, out);
    part_point(&k, k.rows.own, vec3_load(s->y + e->own));
    part_axis(&k, k.rows.own + 3, s->y + e->own + 3);
    if (j->friction)
        revolute_friction(n, s, e, out);
}

void revolute_start(const state *s, const elem *e, memory_block *to)
{
    const revolute *j = e->self;
    revolute_memory *turns = memory_at(to, e->memory);
    const double angle = wrapped_angle(s, j);
    *turns = (turn_count){0};
    turn_accept(turns, angle);
    turns->shift = j->has_first_angle ? j->first_angle - angle : 0.0;
}

void revolute_accept(const state *s, const elem *e, memory_block *to)
{
    turn_accept(memory_at(to, e->memory), wrapped_angle(s, e->self));
}

double revolute_turning(const state *s, const elem *e, int index)
{
    const revolute *j = e->self;
    if (index == 1)
        return turn_now(remembered(s, e->memory), wrapped_angle(s, j));
    const side_motion a = side_now(s, &j->side[0]), b = side_now(s, &j->side[1]);
    return vec3_dot(mat3_col(&b.H, 2), vec3_sub(b.pose->w, a.pose->w));
}

const char *const revolute_private_names[] = {"rz", "wz", "Fx", "Fy", "Fz", "Mx", "My", "Mz", NULL};
