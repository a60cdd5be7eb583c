/* joint_in_line.c - a point of a node moves along a line fixed to another, axis 3 of the joint.
 *
 *     e1 . (p2 - p1) = 0,  e2 . (p2 - p1) = 0     two rows, multipliers F1, F2 in the axes of H1
 *     node 1: H1 F at p2                          node 2: -H1 F at p2
 *     friction: v = e3 . (v1 - v2),  N = max(|F|, preload),  f N shape(f) e3 on node 2 at p2, minus it on node 1 at x1
 *
 * As in MBDyn, the sliding velocity neglects the rotation of the line with node 1, and friction acts on node 1 without
 * a moment. Printed: F in H1 and in the global frame as it acts on node 1; with friction also friction force,
 * coefficient, v and e3 . (x1 - p2). */
#include "element/joint/total.h"
#include "contract/friction.h"

typedef struct {
    total base;
    friction *friction; /* or NULL */
    double preload;
} in_line;

static void in_line_set(in_line *j, elem *e, arena *memory)
{
    total_set(&j->base, e, memory, "pp----");
    if (!j->friction)
        return;
    own_kind *kinds = ARENA_ARRAY(memory, own_kind, 3);
    kinds[2] = friction_kind(j->friction);
    e->kinds = kinds;
    e->n_own = 3;
}

static void in_line_read(reader *r, elem *e)
{
    in_line *j = e->self;
    joint_side *side = j->base.side;
    read_side_node(r, &side[0], NULL);
    read_keyword(r, "position");
    side[0].f = read_side_position(r, &side[0], NULL, "position of the line");
    read_orientation_word(r);
    side[0].Rh = read_side_orientation(r, &side[0], NULL, "orientation of the line");
    read_side_node(r, &side[1], &side[0]);
    if (read_keyword(r, "offset"))
        side[1].f = read_side_position(r, &side[1], &side[0], "offset");
    if (read_keyword(r, "friction")) {
        j->preload = read_keyword(r, "preload") ? read_real(r, "preload") : 0.0;
        j->friction = read_friction(r);
    }
    in_line_set(j, e, reader_arena(r));
}

/* --- friction ----------------------------------------------------------------------------------------------------- */

typedef struct {
    jet_side side[2];
    jet3 axis;        /* e3 */
    jet1 v, f, force; /* sliding velocity, coefficient, force along the axis */
} sliding;

static void in_line_normal_force(int n, const in_line *j, const double *F, int own, jet1 *N)
{
    const double norm = hypot(F[0], F[1]);
    jet1_seed(n, N, fmax(norm, j->preload), own, 0.0);
    if (n > 0 && norm > j->preload)
        N->d[own] = F[0] / norm, N->d[own + 1] = F[1] / norm;
}

static void in_line_slide(int n, const state *s, const elem *e, sliding *k, local *out)
{
    const in_line *j = e->self;
    const joint_rows at = side_rows(j->base.side);
    for (int i = 0; i < 2; i++)
        jet_side_seed(n, &k->side[i], s, &j->base.side[i], at.side[i]);
    jet_side_axis(n, &k->axis, &k->side[0], 2);
    jet3 u, second;
    jet1 shape;
    jet_side_velocity(n, &second, &k->side[1]);
    jet3_add(n, &u, &k->side[0].node.v, -1.0, &second);
    jet3_dot(n, &k->v, &k->axis, &u);
    const friction_place own = {.unknown = e->own + 2, .index = at.own + 2};
    friction_eval(n, j->friction, s, &own, &k->v, &k->f, out);
    friction_shape(n, j->friction, 0.0, &k->f, &shape);
    in_line_normal_force(n, j, s->y + e->own, at.own, &k->force);
    jet1_mul_by(n, &k->force, &shape);
    jet1_mul_by(n, &k->force, &k->f);
}

static void add_friction(int n, const state *s, const elem *e, local *out)
{
    const in_line *j = e->self;
    const joint_rows at = side_rows(j->base.side);
    sliding k;
    jet3 F;
    in_line_slide(n, s, e, &k, out);
    jet3_mul1(n, &F, &k.force, &k.axis);
    local_add3(out, at.side[0], n, -1.0, &F);
    local_force(n, out, at.side[1], 1.0, &F, &k.side[1].b);
}

/* --- slots -------------------------------------------------------------------------------------------------------- */

static void in_line_connect(const elem *e, layout *l)
{
    const in_line *j = e->self;
    total_connect(e, l);
    if (j->friction)
        layout_full(l, 0, 15, 0, 15);
}

static void in_line_eval(int n, const state *s, const elem *e, local *out)
{
    const in_line *j = e->self;
    total_eval_both(n, s, e, out);
    if (j->friction && s->now != PHASE_ASSEMBLY)
        add_friction(n, s, e, out);
}

static void record_friction(const state *s, const elem *e, record *out)
{
    const in_line *j = e->self;
    const side_motion a = side_now(s, &j->base.side[0]), b = side_now(s, &j->base.side[1]);
    double rows[32] = {0};
    local unused = {.r = rows};
    sliding k;
    in_line_slide(0, s, e, &k, &unused);
    if (out->named) {
        record_name(out, "FF", QUANTITY_FORCE, "friction force (x, y, z)");
        record_vec3(out, vec3_scale(k.force.v, mat3_col(&a.H, 2)));
    }
    record_name(out, "dFF", QUANTITY_FORCE, "friction force along the line");
    record_real(out, k.force.v);
    record_name(out, "fc", QUANTITY_DIMENSIONLESS, "friction coefficient");
    record_real(out, k.f.v);
    record_name(out, "v", QUANTITY_VELOCITY, "relative sliding velocity");
    record_real(out, k.v.v);
    record_name(out, "displ", QUANTITY_LENGTH, "relative sliding displacement");
    record_real(out, vec3_dot(mat3_col(&a.H, 2), vec3_sub(a.pose->x, b.p)));
}

static void in_line_output_row(const state *s, const elem *e, record *out)
{
    const in_line *j = e->self;
    const mat3 H = side_now(s, &j->base.side[0]).H;
    const vec3 zero = {0, 0, 0}, F = {s->y[e->own], s->y[e->own + 1], 0};
    joint_output(out, e, F, zero, mat3_mulv(&H, F), zero);
    if (j->friction)
        record_friction(s, e, out);
    record_end(out);
}

static void in_line_log_line(const elem *e, record *out) { joint_log(out, e, "inline:"); }

static const char *in_line_own_name(const elem *e, int i) { return i < 2 ? joint_own_name(e, i) : "friction state"; }

static void in_line_sample(sampler *from, elem *e)
{
    in_line *j = e->self;
    sample_sides(from, j->base.side);
    if (sample_integer(from, 0, 1))
        j->friction = sample_friction(from);
    in_line_set(j, e, from->memory);
}

const elem_type joint_in_line_type = {
    .card = &elem_cards[CARD_JOINT],
    .keyword = "in line",
    .words = "Inline",
    .grammar = "joint: LABEL, in line, NODE, [position,] F, [orientation,] R, NODE [, offset, F] [, friction [, "
               "preload, N], MODEL, SHAPE]",
    .summary = "A point of a node moves along a line fixed to another, axis 3 of the joint.",
    .size = sizeof(in_line),
    .read = in_line_read,
    .history = &(const elem_history){.memory = sizeof(total_memory), .begin = total_begin},
    .connect = in_line_connect,
    .eval = in_line_eval,
    .output = in_line_output_row,
    .log = in_line_log_line,
    .own_name = in_line_own_name,
    .sample = in_line_sample,
    .expectations = &(const elem_expectations){.internal_forces = true, .unbalanced = true, .friction = true},
    .drawing = &(const elem_drawing){.draw = joint_draw, .symbol = SYMBOL_SLIDER},
};
