/* joint_beam_slider.c - a point of a node slides along a chain of three-node beams.
 *
 *     x = sum N_i(s) p_i,   l = sum N_i'(s) p_i       on the beam under the slider; c the point of the slider
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

static int n_couples(const slider *j) { return j->type == SPHERICAL ? 0 : j->type == CLASSIC ? 2 : 3; }

static void beam_slider_set_own(elem *e, arena *memory)
{
    const slider *j = e->self;
    e->n_own = 4 + n_couples(j) + (j->friction != NULL);
    own_kind *kinds = ARENA_ARRAY(memory, own_kind, e->n_own);
    kinds[0] = OWN_ALGEBRAIC;
    if (j->friction)
        kinds[e->n_own - 1] = friction_kind(j->friction);
    e->kinds = kinds;
}

/* --- reading ------------------------------------------------------------------------------------------------------ */

static const node *const *read_beam_nodes(reader *r, unsigned *label)
{
    *label = read_label(r, "label of the beam");
    const elem *e = read_ok(r) ? model_elem(model_of(r), &elem_cards[CARD_BEAM3], *label) : NULL;
    const node *const *nodes = elem_axis(e, 3);
    if (read_ok(r) && !nodes)
        read_error_last(r, E_NO_BEAM3, *label);
    return nodes;
}

static void read_line_point(reader *r, joint_side *p, const joint_side *before)
{
    if (before && read_keyword(r, "same"))
        p->f = before->f;
    else
        p->f = read_side_position(r, p, NULL, "offset of the line");
    if (!read_orientation_word(r))
        return;
    if (before && read_keyword(r, "same"))
        p->Rh = before->Rh;
    else
        p->Rh = read_side_orientation(r, p, NULL, "orientation of the line");
}

static void read_segment(reader *r, segment *of, const segment *before)
{
    const node *const *nodes = read_beam_nodes(r, &of->label);
    for (int i = 0; i < 3; i++) {
        of->node[i] = (joint_side){.node = nodes ? nodes[i] : NULL, .Rh = MAT3_EYE};
        read_line_point(r, &of->node[i], i == 0 && before ? &before->node[2] : NULL);
    }
}

static void beam_slider_read_options(reader *r, slider *j)
{
    if (read_keyword(r, "initial beam"))
        j->first = read_integer_in(r, 1, j->n_beams, "initial beam") - 1;
    if (read_keyword(r, "initial node"))
        j->start = read_integer_in(r, 1, 3, "initial node") - 2;
    if (read_keyword(r, "smearing")) {
        j->smearing = read_real(r, "smearing factor");
        if (read_ok(r) && (j->smearing < 0.0 || j->smearing > 1.0))
            read_error_last(r, E_LAW_FRACTION, "smearing factor", j->smearing);
    }
    if (read_keyword(r, "friction")) {
        j->preload = read_keyword(r, "preload") ? read_real(r, "preload") : 0.0;
        j->friction = read_friction(r);
    }
}

static void beam_slider_read(reader *r, elem *e)
{
    static const char *const TYPES[] = {"spherical", "classic", "spline", NULL};
    slider *j = e->self;
    read_side(r, &j->side, NULL, POSITION_NEEDED);
    if (read_keyword(r, "type"))
        j->type = (slider_type)read_choice(r, TYPES, "type of slider");
    j->n_beams = read_integer_in(r, 1, 10000, "number of beams");
    j->beam = ARENA_ARRAY(reader_arena(r), segment, j->n_beams);
    for (int i = 0; i < j->n_beams && read_ok(r); i++)
        read_segment(r, &j->beam[i], i > 0 ? &j->beam[i - 1] : NULL);
    beam_slider_read_options(r, j);
    beam_slider_set_own(e, reader_arena(r));
}

/* --- layout: slider, the nodes of every beam, own unknowns -------------------------------------------------------- */

static void beam_slider_connect(const elem *e, layout *l)
{
    const slider *j = e->self;
    layout_node(l, j->side.node);
    for (int b = 0; b < j->n_beams; b++)
        for (int i = 0; i < 3; i++)
            layout_node(l, j->beam[b].node[i].node);
    const int own = layout_own(l), all = own + e->n_own;
    layout_clear(l);
    layout_full(l, 0, 6, 0, all);
    layout_full(l, 0, all, 0, 6);
    layout_full(l, own, e->n_own, 0, all);
    layout_full(l, 0, all, own, e->n_own);
    for (int b = 0; b < j->n_beams; b++)
        layout_full(l, slider_node_row(b, 0), 18, slider_node_row(b, 0), 18);
}

/* --- where it is -------------------------------------------------------------------------------------------------- */

/* The abscissa of the point of the beam nearest to c, by Newton's method from s. */
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

static void beam_slider_initial(const state *s, const elem *e, initial_values *v)
{
    const slider *j = e->self;
    const segment *b = &j->beam[j->first];
    vec3 p[3];
    state now = *s;
    now.poses = v->poses;
    for (int i = 0; i < 3; i++)
        p[i] = side_now(&now, &b->node[i]).p;
    v->y[e->own] = beam_slider_project(p, side_now(&now, &j->side).p, j->start) + 2.0 * j->first;
    if (j->friction)
        v->y[e->own + e->n_own - 1] = friction_initial(j->friction, 0.0);
}

static void beam_slider_begin(const void *self, void *memory) { *(int *)memory = ((const slider *)self)->first; }

static bool beam_slider_valid(const void *self, const void *memory)
{
    const int now = *(const int *)memory;
    return now >= 0 && now < ((const slider *)self)->n_beams;
}

static void beam_slider_accept(const state *s, const elem *e, memory_block *to)
{
    const slider *j = e->self;
    int *now = memory_at(to, e->memory);
    const double next = 2.0 * s->y[e->own] - s->y_prev[e->own], along = next - 2.0 * *now;
    if (along > 1.0 && *now < j->n_beams - 1)
        ++*now;
    else if (along < -1.0 && *now > 0)
        --*now;
}

static void beam_slider_output_row(const state *s, const elem *e, record *out)
{
    const slider *j = e->self;
    const side_motion b = side_now(s, &j->side);
    const double *y = s->y + e->own;
    const vec3 l = slider_direction(s, e);
    vec3 M = {0, 0, 0};
    for (int k = 1; j->type != SPHERICAL && k <= 2; k++)
        M = vec3_axpy(M, y[3 + k], vec3_cross(mat3_col(&b.H, k), l));
    const vec3 F = vec3_load(y + 1);
    joint_output(out, e, mat3_tmulv(&b.H, F), M, F, mat3_mulv(&b.H, M));
    record_name(out, "Beam", QUANTITY_DIMENSIONLESS, "current beam label");
    record_unsigned(out, j->beam[slider_beam(s, e)].label);
    record_name(out, "sRef", QUANTITY_DIMENSIONLESS, "current curvilinear abscissa");
    record_real(out, y[0]);
    record_name(out, "l", QUANTITY_DIMENSIONLESS, "local direction vector (x, y, z)");
    record_vec3(out, l);
    if (j->friction) {
        const slider_friction k = slider_friction_now(s, e);
        record_name(out, "FF", QUANTITY_FORCE, "tangential force component");
        record_real(out, k.force);
        record_name(out, "fc", QUANTITY_DIMENSIONLESS, "friction coefficient");
        record_real(out, k.coefficient);
        record_name(out, "v", QUANTITY_VELOCITY, "sliding velocity");
        record_real(out, k.velocity);
    }
    record_end(out);
}

/* beamslider: LABEL, the slider, number of beams, then each with its nodes; as in the reference the first node of all
 * is without its offset. */
static void beam_slider_log_line(const elem *e, record *out)
{
    const slider *j = e->self;
    joint_log_begin(out, e, "beamslider:");
    joint_log_side(out, j->side.node, j->side.f, &j->side.Rh);
    record_integer(out, j->n_beams);
    for (int i = 0; i < j->n_beams; i++) {
        record_unsigned(out, j->beam[i].label);
        for (int k = 0; k < 3; k++) {
            const joint_side *at = &j->beam[i].node[k];
            record_unsigned(out, at->node->label);
            if (i > 0 || k > 0)
                record_vec3(out, at->f);
            record_mat3(out, &at->Rh);
        }
    }
    record_end(out);
}

static void beam_slider_sample(sampler *from, elem *e)
{
    slider *j = e->self;
    sample_side(from, &j->side, 0);
    j->type = SPLINE;
    j->n_beams = 2;
    j->first = sample_integer(from, 0, 1);
    j->beam = ARENA_ARRAY(from->memory, segment, 2);
    for (int b = 0; b < 2; b++)
        for (int i = 0; i < 3; i++)
            sample_side(from, &j->beam[b].node[i], 1 + 3 * b + i);
    j->smearing = 0.3;
    j->friction = sample_friction(from);
    beam_slider_set_own(e, from->memory);
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
