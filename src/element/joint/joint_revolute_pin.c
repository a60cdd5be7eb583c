/* joint_revolute_pin.c - a node turns about an axis that is fixed to the ground, axis 3 of both sides.
 *
 * The equations of the revolute hinge with the ground as side 1. Printed is what the node puts on the ground: minus F
 * and M, in the frame H2 of the node and in the global one. `initial theta` is read and, as in the reference, does not
 * shift "rz". */
#include "element/joint/revolute.h"

static void read(reader *r, elem *e)
{
    revolute *j = e->self;
    read_pin(r, j->side, POSITION_NEEDED);
    j->description = ORIENTATION_EULER123;
    if (read_keyword(r, "initial theta"))
        read_real(r, "initial angle");
    e->n_own = 5;
}

static void connect(const elem *e, layout *l)
{
    const revolute *j = e->self;
    const joint_rows at = layout_sides(l, j->side);
    part_point_layout(l, &at, at.own);
    part_axis_layout(l, &at, at.own + 3);
}

static void eval(int n, const state *s, const elem *e, local *out)
{
    const revolute *j = e->self;
    const joint_work k = joint_begin(n, s, j->side, out);
    part_point(&k, k.at.own, vec3_load(s->y + e->own));
    part_axis(&k, k.at.own + 3, s->y + e->own + 3);
}

static void output_row(const state *s, const elem *e, record *out)
{
    const revolute *j = e->self;
    const double *y = s->y + e->own;
    const mat3 H2 = side_now(s, &j->side[1]).H;
    const vec3 F = vec3_neg(vec3_load(y)), M = {-y[3], -y[4], 0.0};
    joint_output(out, e, mat3_tmulv(&H2, F), M, F, mat3_mulv(&H2, M));
    revolute_output(s, e, out);
}

static void log_line(const elem *e, record *out) { joint_log_pin(out, e, "revolutepin:"); }

static const char *const PRIVATE[] = {"rz", "wz", "Fx", "Fy", "Fz", "Mx", "My", "Mz", NULL};

/* Force in global axes and couple in those of H2, as printed. */
static double private_value(const state *s, const elem *e, int index)
{
    if (index <= 2)
        return index == 1 ? revolute_rz(s, e) : revolute_wz(s, e);
    return index == 8 ? 0.0 : -s->y[e->own + index - 3];
}

static void sample(sampler *from, elem *e)
{
    revolute *j = e->self;
    sample_pin(from, j->side);
    e->n_own = 5;
}

const elem_type joint_revolute_pin_type = {
    .card = "joint",
    .keyword = "revolute pin",
    .grammar = "joint: LABEL, revolute pin, NODE, position, F [, orientation, R], position, X [, orientation, R] [, "
               "initial theta, ANGLE]",
    .summary = "A node turns about an axis fixed to the ground, axis 3 of the joint.",
    .size = sizeof(revolute),
    .read = read,
    .connect = connect,
    .eval = eval,
    .memory = sizeof(revolute_memory),
    .start = revolute_start,
    .accept = revolute_accept,
    .output_row = output_row,
    .log = log_line,
    .private_names = PRIVATE,
    .private_value = private_value,
    .own_name = joint_own_name,
    .hint = joint_hint,
    .sample = sample,
};
