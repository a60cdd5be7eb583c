/* joint_in_line.c - a point of a node moves along a line fixed to another, axis 3 of the joint.
 *
 *     e1 . (p2 - p1) = 0,  e2 . (p2 - p1) = 0     two rows, multipliers F1, F2 in the axes of H1
 *     node 1: H1 F at p2                          node 2: -H1 F at p2
 *     friction: v = e3 . (v1 - v2),  N = max(|F|, preload),  f N shape(f) e3 on node 2 at p2, opposite on node 1 at x1
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

static void in_line_set(in_line *joint, elem *element, arena *memory)
{
    total_set(&joint->base, element, memory, "pp----");
    if (!joint->friction)
        return;
    internal_kind *kinds = ARENA_ARRAY(memory, internal_kind, 3);
    kinds[2] = friction_kind(joint->friction);
    element->kinds = kinds;
    element->n_internal = 3;
}

static void in_line_read(reader *reader, elem *element)
{
    in_line *joint = element->self;
    joint_side *side = joint->base.side;
    read_side_node(reader, &side[0], NULL);
    read_keyword(reader, "position");
    side[0].f = read_side_position(reader, &side[0], NULL, "position of the line");
    read_orientation_word(reader);
    side[0].Rh = read_side_orientation(reader, &side[0], NULL, "orientation of the line");
    read_side_node(reader, &side[1], &side[0]);
    if (read_keyword(reader, "offset"))
        side[1].f = read_side_position(reader, &side[1], &side[0], "offset");
    if (read_keyword(reader, "friction")) {
        joint->preload = read_keyword(reader, "preload") ? read_real(reader, "preload") : 0.0;
        joint->friction = read_friction(reader);
    }
    in_line_set(joint, element, reader_arena(reader));
}

/* --- friction ----------------------------------------------------------------------------------------------------- */

typedef struct {
    jet_side side[2];
    jet3 axis;        /* e3 */
    jet1 v, f, force; /* sliding velocity, coefficient, force along the axis */
} sliding;

static void in_line_normal_force(int lanes, const in_line *joint, const double *F, int internal, jet1 *N)
{
    const double norm = hypot(F[0], F[1]);
    jet1_seed(lanes, N, fmax(norm, joint->preload), internal, 0.0);
    if (lanes > 0 && norm > joint->preload)
        N->d[internal] = F[0] / norm, N->d[internal + 1] = F[1] / norm;
}

static void in_line_slide(int lanes, const state *state, const elem *element, sliding *sliding, local *out)
{
    const in_line *joint = element->self;
    const joint_rows at = side_rows(joint->base.side);
    for (int i = 0; i < 2; i++)
        jet_side_seed(lanes, &sliding->side[i], state, &joint->base.side[i], at.side[i]);
    jet_side_axis(lanes, &sliding->axis, &sliding->side[0], 2);
    jet3 u, second;
    jet1 shape;
    jet_side_velocity(lanes, &second, &sliding->side[1]);
    jet3_add(lanes, &u, &sliding->side[0].node.v, -1.0, &second);
    jet3_dot(lanes, &sliding->v, &sliding->axis, &u);
    const friction_index internal = {.unknown = element->internal + 2, .index = at.internal + 2};
    friction_eval(lanes, joint->friction, state, &internal, &sliding->v, &sliding->f, out);
    friction_shape(lanes, joint->friction, 0.0, &sliding->f, &shape);
    in_line_normal_force(lanes, joint, state->y + element->internal, at.internal, &sliding->force);
    jet1_mul_by(lanes, &sliding->force, &shape);
    jet1_mul_by(lanes, &sliding->force, &sliding->f);
}

static void add_friction(int lanes, const state *state, const elem *element, local *out)
{
    const in_line *joint = element->self;
    const joint_rows at = side_rows(joint->base.side);
    sliding sliding;
    jet3 F;
    in_line_slide(lanes, state, element, &sliding, out);
    jet3_mul1(lanes, &F, &sliding.force, &sliding.axis);
    local_add3(out, at.side[0], lanes, -1.0, &F);
    local_force(lanes, out, at.side[1], 1.0, &F, &sliding.side[1].b);
}

static bool in_line_has_friction(const elem *element) { return ((const in_line *)element->self)->friction != NULL; }

/* --- slots -------------------------------------------------------------------------------------------------------- */

static void in_line_connect(const elem *element, layout *layout)
{
    const in_line *joint = element->self;
    total_connect(element, layout);
    if (joint->friction)
        layout_full(layout, 0, 15, 0, 15);
}

static void in_line_eval(int lanes, const state *state, const elem *element, local *out)
{
    const in_line *joint = element->self;
    total_eval_both(lanes, state, element, out);
    if (joint->friction && state->now != PHASE_ASSEMBLY)
        add_friction(lanes, state, element, out);
}

static void record_friction(const state *state, const elem *element, record *out)
{
    const in_line *joint = element->self;
    const side_motion a = side_now(state, &joint->base.side[0]), b = side_now(state, &joint->base.side[1]);
    double rows[32] = {0};
    local unused = {.r = rows};
    sliding sliding;
    in_line_slide(0, state, element, &sliding, &unused);
    if (out->named) {
        record_name(out, "FF", QUANTITY_FORCE, "friction force (x, y, z)");
        record_vec3(out, vec3_scale(sliding.force.v, mat3_col(&a.H, 2)));
    }
    record_name(out, "dFF", QUANTITY_FORCE, "friction force along the line");
    record_real(out, sliding.force.v);
    record_name(out, "fc", QUANTITY_DIMENSIONLESS, "friction coefficient");
    record_real(out, sliding.f.v);
    record_name(out, "v", QUANTITY_VELOCITY, "relative sliding velocity");
    record_real(out, sliding.v.v);
    record_name(out, "displ", QUANTITY_LENGTH, "relative sliding displacement");
    record_real(out, vec3_dot(mat3_col(&a.H, 2), vec3_sub(a.pose->x, b.p)));
}

static void in_line_output_row(const state *state, const elem *element, record *out)
{
    const in_line *joint = element->self;
    const mat3 H = side_now(state, &joint->base.side[0]).H;
    const vec3 zero = {0, 0, 0}, F = {state->y[element->internal], state->y[element->internal + 1], 0};
    joint_output(out, element, F, zero, mat3_mulv(&H, F), zero);
    if (joint->friction)
        record_friction(state, element, out);
    record_end(out);
}

static void in_line_log_line(const elem *element, record *out) { joint_log(out, element, "inline:"); }

static const char *in_line_internal_name(const elem *element, int i)
{
    return i < 2 ? joint_internal_name(element, i) : "friction state";
}

static void in_line_sample(sampler *from, elem *element)
{
    in_line *joint = element->self;
    sample_sides(from, joint->base.side);
    if (sample_integer(from, 0, 1))
        joint->friction = sample_friction(from);
    in_line_set(joint, element, from->memory);
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
    .history = &(
        const elem_history){.memory = sizeof(total_memory), .begin = total_begin, .has_friction = in_line_has_friction},
    .connect = in_line_connect,
    .eval = in_line_eval,
    .output = in_line_output_row,
    .log = in_line_log_line,
    .internal_name = in_line_internal_name,
    .sample = in_line_sample,
    .expectations = &(const elem_expectations){.internal_forces = true, .unbalanced = true, .friction = true},
    .drawing = &(const elem_drawing){.draw = joint_draw, .symbol = SYMBOL_SLIDER},
};
