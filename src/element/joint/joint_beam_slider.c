/* joint_beam_slider.c - a point of a node slides along a chain of three-node beams.
 *
 *     x = sum N_i(s) p_i,   l = sum N_i'(s) p_i       on the beam in contact; c is the point of the slider
 *     F . l = 0       one row, for the abscissa s
 *     c - x = 0       three rows, multiplier F in global axes
 *     e_k . l = 0     classic, k = 2, 3: axis 1 of the slider along the beam, multipliers m_k
 *     e_2 . a = 0     spline: a the beam's axis 3, interpolated, so that the slider does not rotate about it
 *     slider: F at c, M = sum m_k e_k x l (or a)      node i: -W_i F at x, -W_i M
 *     friction: v = t . (c' - sum N_i p_i'), t = l/|l|, force -f N shape(f) t on the slider, N = max(|F|, preload)
 *
 * The beams are finite volumes: the node of the piece on which the slider is located carries the whole load. The pieces
 * meet at s = -1/sqrt(3) and 1/sqrt(3); the weights W_i change from one to the next over twice the smearing factor. The
 * unknown abscissa runs through the whole chain, 2 per beam, from -1; s is the local abscissa on the current beam,
 * whose nodes alone carry loads. The current beam changes when s would leave -1 ... 1 in the next step. As in MBDyn,
 * the moment is printed in global axes in place of those of the slider, and rotated by the orientation of the slider in
 * place of the global ones. */
#include "contract/diag_rows.h"
#include "element/diag_rows.h"
#include "element/joint/beam_slider.h"

static int n_moments(const slider *joint) { return joint->type == SPHERICAL ? 0 : joint->type == CLASSIC ? 2 : 3; }

static void beam_slider_set_internal(elem *element, arena *memory)
{
    const slider *joint = element->self;
    element->n_internal = 4 + n_moments(joint) + (joint->friction != NULL);
    internal_kind *kinds = ARENA_ARRAY(memory, internal_kind, element->n_internal);
    kinds[0] = INTERNAL_ALGEBRAIC;
    if (joint->friction)
        kinds[element->n_internal - 1] = friction_kind(joint->friction);
    element->kinds = kinds;
}

/* --- reading ------------------------------------------------------------------------------------------------------ */

static const node *const *read_beam_nodes(reader *reader, unsigned *label)
{
    *label = read_label(reader, "label of the beam");
    const elem *element = read_ok(reader) ? model_elem(model_of(reader), &elem_cards[CARD_BEAM3], *label) : NULL;
    const node *const *nodes = elem_axis(element, 3);
    if (read_ok(reader) && !nodes)
        read_error_last(reader, E_NO_BEAM3, *label);
    return nodes;
}

static void read_line_point(reader *reader, joint_side *side, const joint_side *before)
{
    if (before && read_keyword(reader, "same"))
        side->f = before->f;
    else
        side->f = read_side_position(reader, side, NULL, "offset of the line");
    if (!read_orientation_word(reader))
        return;
    if (before && read_keyword(reader, "same"))
        side->Rh = before->Rh;
    else
        side->Rh = read_side_orientation(reader, side, NULL, "orientation of the line");
}

static void read_segment(reader *reader, segment *of, const segment *before)
{
    const node *const *nodes = read_beam_nodes(reader, &of->label);
    for (int i = 0; i < 3; i++) {
        of->node[i] = (joint_side){.node = nodes ? nodes[i] : NULL, .Rh = MAT3_EYE};
        read_line_point(reader, &of->node[i], i == 0 && before ? &before->node[2] : NULL);
    }
}

static void beam_slider_read_options(reader *reader, slider *joint)
{
    if (read_keyword(reader, "initial beam"))
        joint->first = read_integer_in(reader, 1, joint->n_beams, "initial beam") - 1;
    if (read_keyword(reader, "initial node"))
        joint->start = read_integer_in(reader, 1, 3, "initial node") - 2;
    if (read_keyword(reader, "smearing")) {
        joint->smearing = read_real(reader, "smearing factor");
        if (read_ok(reader) && (joint->smearing < 0.0 || joint->smearing > 1.0))
            read_error_last(reader, E_LAW_FRACTION, "smearing factor", joint->smearing);
    }
    if (read_keyword(reader, "friction")) {
        joint->preload = read_keyword(reader, "preload") ? read_real(reader, "preload") : 0.0;
        joint->friction = read_friction(reader);
    }
}

static void beam_slider_read(reader *reader, elem *element)
{
    static const char *const TYPES[] = {"spherical", "classic", "spline", NULL};
    slider *joint = element->self;
    read_side(reader, &joint->side, NULL, POSITION_NEEDED);
    if (read_keyword(reader, "type"))
        joint->type = (slider_type)read_choice(reader, TYPES, "type of slider");
    joint->n_beams = read_integer_in(reader, 1, 10000, "number of beams");
    joint->beam = ARENA_ARRAY(reader_arena(reader), segment, joint->n_beams);
    for (int i = 0; i < joint->n_beams && read_ok(reader); i++)
        read_segment(reader, &joint->beam[i], i > 0 ? &joint->beam[i - 1] : NULL);
    beam_slider_read_options(reader, joint);
    beam_slider_set_internal(element, reader_arena(reader));
}

/* --- layout: slider, the nodes of every beam, internal unknowns --------------------------------------------------- */

static void beam_slider_connect(const elem *element, layout *layout)
{
    const slider *joint = element->self;
    layout_node(layout, joint->side.node);
    for (int b = 0; b < joint->n_beams; b++)
        for (int i = 0; i < 3; i++)
            layout_node(layout, joint->beam[b].node[i].node);
    const int internal = layout_internal(layout), all = internal + element->n_internal;
    layout_clear(layout);
    layout_full(layout, 0, 6, 0, all);
    layout_full(layout, 0, all, 0, 6);
    layout_full(layout, internal, element->n_internal, 0, all);
    layout_full(layout, 0, all, internal, element->n_internal);
    for (int b = 0; b < joint->n_beams; b++)
        layout_full(layout, slider_node_row(b, 0), 18, slider_node_row(b, 0), 18);
}

/* --- contact point ------------------------------------------------------------------------------------------------ */

/* Returns the abscissa of the point of the beam that is nearest to c, by Newton's method from s. */
static double beam_slider_project(const vec3 p[3], vec3 c, double s)
{
    for (int i = 0; i < 50; i++) {
        const double N[3] = {0.5 * s * (s - 1.0), 1.0 - s * s, 0.5 * s * (s + 1.0)},
                     D[3] = {s - 0.5, -2.0 * s, s + 0.5};
        vec3 x = {0, 0, 0}, l = x;
        for (int k = 0; k < 3; k++)
            x = vec3_axpy(x, N[k], p[k]), l = vec3_axpy(l, D[k], p[k]);
        const double step = vec3_dot(vec3_sub(c, x), l) / vec3_dot(l, l);
        s += step;
        if (fabs(step) < 1e-12)
            break;
    }
    return s;
}

static void beam_slider_initial(const state *s, const elem *element, initial_values *initial)
{
    const slider *joint = element->self;
    const segment *segment = &joint->beam[joint->first];
    vec3 p[3];
    state now = *s;
    now.poses = initial->poses;
    for (int i = 0; i < 3; i++)
        p[i] = side_now(&now, &segment->node[i]).p;
    initial->y[element->internal] =
        beam_slider_project(p, side_now(&now, &joint->side).p, joint->start) + 2.0 * joint->first;
    if (joint->friction)
        initial->y[element->internal + element->n_internal - 1] = friction_initial(joint->friction, 0.0);
}

static void beam_slider_begin(const void *self, void *memory) { *(int *)memory = ((const slider *)self)->first; }

static bool beam_slider_valid(const void *self, const void *memory)
{
    const int now = *(const int *)memory;
    return now >= 0 && now < ((const slider *)self)->n_beams;
}

static void beam_slider_accept(const state *state, const elem *element, memory_block *to)
{
    const slider *joint = element->self;
    int *now = memory_at(to, element->memory);
    const double next = 2.0 * state->y[element->internal] - state->y_prev[element->internal], along = next - 2.0 * *now;
    if (along > 1.0 && *now < joint->n_beams - 1)
        ++*now;
    else if (along < -1.0 && *now > 0)
        --*now;
}

static void beam_slider_output_row(const state *state, const elem *element, record *out)
{
    const slider *joint = element->self;
    const side_motion motion = side_now(state, &joint->side);
    const double *y = state->y + element->internal;
    const vec3 l = slider_direction(state, element);
    vec3 M = {0, 0, 0};
    for (int k = 1; joint->type != SPHERICAL && k <= 2; k++)
        M = vec3_axpy(M, y[3 + k], vec3_cross(mat3_col(&motion.H, k), l));
    const vec3 F = vec3_load(y + 1);
    joint_output(out, element, mat3_tmulv(&motion.H, F), M, F, mat3_mulv(&motion.H, M));
    record_name(out, "Beam", QUANTITY_DIMENSIONLESS, "current beam label");
    record_unsigned(out, joint->beam[slider_beam(state, element)].label);
    record_name(out, "sRef", QUANTITY_DIMENSIONLESS, "current curvilinear abscissa");
    record_real(out, y[0]);
    record_name(out, "l", QUANTITY_DIMENSIONLESS, "local direction vector (x, y, z)");
    record_vec3(out, l);
    if (joint->friction) {
        const slider_friction slider_friction = slider_friction_now(state, element);
        record_name(out, "FF", QUANTITY_FORCE, "tangential force component");
        record_real(out, slider_friction.force);
        record_name(out, "fc", QUANTITY_DIMENSIONLESS, "friction coefficient");
        record_real(out, slider_friction.coefficient);
        record_name(out, "v", QUANTITY_VELOCITY, "sliding velocity");
        record_real(out, slider_friction.velocity);
    }
    record_end(out);
}

/* Writes beamslider: LABEL, the slider, the number of beams, then the nodes of each beam; as in MBDyn, the very first
 * node is written without its offset. */
static void beam_slider_log_line(const elem *element, record *out)
{
    const slider *joint = element->self;
    joint_log_begin(out, element, "beamslider:");
    joint_log_side(out, joint->side.node, joint->side.f, &joint->side.Rh);
    record_integer(out, joint->n_beams);
    for (int i = 0; i < joint->n_beams; i++) {
        record_unsigned(out, joint->beam[i].label);
        for (int k = 0; k < 3; k++) {
            const joint_side *at = &joint->beam[i].node[k];
            record_unsigned(out, at->node->label);
            if (i > 0 || k > 0)
                record_vec3(out, at->f);
            record_mat3(out, &at->Rh);
        }
    }
    record_end(out);
}

static void beam_slider_sample(sampler *from, elem *element)
{
    slider *joint = element->self;
    sample_side(from, &joint->side, 0);
    joint->type = SPLINE;
    joint->n_beams = 2;
    joint->first = sample_integer(from, 0, 1);
    joint->beam = ARENA_ARRAY(from->memory, segment, 2);
    for (int b = 0; b < 2; b++)
        for (int i = 0; i < 3; i++)
            sample_side(from, &joint->beam[b].node[i], 1 + 3 * b + i);
    joint->smearing = 0.3;
    joint->friction = sample_friction(from);
    beam_slider_set_internal(element, from->memory);
}

const elem_type joint_beam_slider_type = {
    .card = &elem_cards[CARD_JOINT],
    .keyword = "beam slider",
    .words = "Beam slider",
    .grammar =
        "joint: LABEL, beam slider, NODE, (vec3) OFFSET, [orientation, ORIENTATION,] [type, {spherical | classic | "
        "spline},] "
        "N BEAMS, BEAM, {same | (vec3) OFFSET}, [orientation, {same | ORIENTATION},] (vec3) OFFSET, [orientation, "
        "ORIENTATION,] "
        "(vec3) OFFSET [, orientation, ORIENTATION] [, BEAM, ...] [, initial beam, INDEX] [, initial node, INDEX] "
        "[, smearing, FACTOR] [, friction, [preload, VALUE,] MODEL, SHAPE]",
    .summary = "A point of a node slides along a chain of three-node beams.",
    .size = sizeof(slider),
    .read = beam_slider_read,
    .connect = beam_slider_connect,
    .eval = slider_eval,
    .initial = beam_slider_initial,
    .history = &(const elem_history){.memory = sizeof(int),
                                     .begin = beam_slider_begin,
                                     .valid = beam_slider_valid,
                                     .accept = beam_slider_accept},
    .output = beam_slider_output_row,
    .log = beam_slider_log_line,
    .sample = beam_slider_sample,
    .assembly = &(const elem_assembly){.never = true},
    .expectations = &(const elem_expectations){.internal_forces = true, .reactions_work = true},
    .drawing = &(const elem_drawing){.symbol = SYMBOL_SLIDER},
};
