/* joint_beam_slider.c - a point of a node slides along a string of three-node beams.
 *
 *     x = sum N_i(s) p_i,   l = sum N_i'(s) p_i       on the beam under the slider; c the point of the slider
 *     F . l = 0       one row, for the abscissa s
 *     c - x = 0       three rows, multiplier F in global axes
 *     e_k . l = 0     classic, k = 2, 3: axis 1 of the slider along the beam, multipliers m_k
 *     e_2 . a = 0     spline, besides: a the beam's axis 3, interpolated, so that the slider does not turn about it
 *     slider: F at c, M = sum m_k e_k x l (or a)      node i: -W_i F at x, -W_i M
 *     friction: v = t . (c' - sum N_i p_i'), t = l/|l|, force -f N shape(f) t on the slider, N = max(|F|, preload)
 *
 * The beams are finite volumes: the node of the piece on which the slider stands takes the whole load. The pieces meet
 * at s = -1/sqrt(3) and 1/sqrt(3); the weights W_i pass from one to the next over twice the smearing factor. The
 * unknown abscissa counts through the whole string, 2 a beam, from -1; s is what is left of it on the beam at hand,
 * whose nodes alone act; it changes when s is going to leave -1 ... 1 in the next step. As in the reference the couple
 * is printed in global axes where that of the slider is meant, and turned by the slider's orientation where the global
 * one is. */
#include "element/beam/beam.h"
#include "element/joint/joint.h"
#include "model/friction.h"
#include <string.h>

enum { SLIDER = 0, NODES = 6, OWN = 24, MOST_LANES = 32 };

/* A beam of the string: its nodes with the points and frames of the line on them. */
typedef struct {
    unsigned label;
    joint_side node[3];
} segment;

typedef enum { SPHERICAL, CLASSIC, SPLINE } slider_type;

typedef struct {
    joint_side side;
    slider_type type;
    int n_beams;
    segment *beam;
    int first;          /* the beam under the slider at the start */
    double start;       /* abscissa at which the search for the first contact begins */
    double smearing;    /* half the width of s in which the load passes from one node to the next */
    friction *friction; /* or NULL */
    double preload;
} slider;

/* The beam under the slider. */
static int beam_now(const state *s, const elem *e) { return *(const int *)remembered(s, e->memory); }

static int n_couples(const slider *j) { return j->type == SPHERICAL ? 0 : j->type == CLASSIC ? 2 : 3; }

static void set_own(elem *e, arena *memory)
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

static const beam *read_beam_label(reader *r, unsigned *label)
{
    *label = read_label(r, "label of the beam");
    const elem *e = read_ok(r) ? model_elem(model_of(r), "beam3", *label) : NULL;
    const bool is_beam = e && e->type->eval == beam_eval && ((const beam *)e->self)->n_nodes == 3;
    if (read_ok(r) && !is_beam)
        read_error_last(r, E_NO_BEAM3, *label);
    return is_beam ? e->self : NULL;
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
    const beam *b = read_beam_label(r, &of->label);
    for (int i = 0; i < 3; i++) {
        of->node[i] = (joint_side){.node = b ? b->node[i] : NULL, .Rh = MAT3_EYE};
        read_line_point(r, &of->node[i], i == 0 && before ? &before->node[2] : NULL);
    }
}

static void read_options(reader *r, slider *j)
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

static void read(reader *r, elem *e)
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
    read_options(r, j);
    set_own(e, reader_arena(r));
}

/* --- layout: slider, the nodes of every beam, own unknowns -------------------------------------------------------- */

static int node_row(int beam_index, int i) { return NODES + 6 * (3 * beam_index + i); }
static int own_row(const slider *j) { return NODES + 18 * j->n_beams; }

static void connect(const elem *e, layout *l)
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
        layout_full(l, node_row(b, 0), 18, node_row(b, 0), 18);
}

/* --- motion in 32 lanes: slider, the three nodes of the beam at hand, own unknowns -------------------------------- */

typedef struct {
    jet_side slider, node[3];
    jet1 s, N[3], D[3]; /* abscissa, shape functions, their derivatives in s */
    jet1 W[3];          /* share of each node in the load */
    jet3 x, l;
    jet3 F;
} motion;

static void set_shape(int n, motion *m)
{
    const double s = m->s.v;
    const double N[3] = {0.5 * s * (s - 1.0), 1.0 - s * s, 0.5 * s * (s + 1.0)};
    const double D[3] = {s - 0.5, -2.0 * s, s + 0.5};
    const double curvature[3] = {1.0, -2.0, 1.0};
    for (int i = 0; i < 3; i++) {
        m->N[i] = m->D[i] = m->s;
        jet1_chain(n, &m->N[i], N[i], D[i]);
        jet1_chain(n, &m->D[i], D[i], curvature[i]);
    }
}

/* From 0 to 1 around s = at; *slope is its derivative. */
static double step_up(double s, double at, double width, double *slope)
{
    const double x = s - at;
    *slope = 0.0;
    if (fabs(x) >= width)
        return x >= 0.0;
    *slope = 0.5 / width;
    return 0.5 + 0.5 * x / width;
}

static void set_weights(int n, const slider *j, motion *m)
{
    const double edge = 1.0 / sqrt(3.0);
    double to_second, to_third;
    const double second = step_up(m->s.v, -edge, j->smearing, &to_second),
                 third = step_up(m->s.v, edge, j->smearing, &to_third);
    m->W[0] = m->W[1] = m->W[2] = m->s;
    jet1_chain(n, &m->W[0], 1.0 - second, -to_second);
    jet1_chain(n, &m->W[1], second - third, to_second - to_third);
    jet1_chain(n, &m->W[2], third, to_third);
}

/* r = sum c_i a_i */
static void combine(int n, jet3 *restrict r, const jet1 c[3], const jet3 *const a[3])
{
    jet3_mul1(n, r, &c[0], a[0]);
    for (int i = 1; i < 3; i++) {
        jet3 t;
        jet3_mul1(n, &t, &c[i], a[i]);
        jet3_add(n, r, 1.0, &t);
    }
}

static void set_motion(int n, const state *s, const elem *e, motion *m)
{
    const slider *j = e->self;
    const segment *b = &j->beam[beam_now(s, e)];
    jet_side_seed(n, &m->slider, s, &j->side, SLIDER);
    for (int i = 0; i < 3; i++)
        jet_side_seed(n, &m->node[i], s, &b->node[i], NODES + 6 * i);
    jet1_seed(n, &m->s, s->y[e->own] - 2.0 * beam_now(s, e), OWN, 1.0);
    jet3_seed(n, &m->F, vec3_load(s->y + e->own + 1), OWN + 1, 1.0);
    set_shape(n, m);
    set_weights(n, j, m);
    const jet3 *const p[3] = {&m->node[0].p, &m->node[1].p, &m->node[2].p};
    combine(n, &m->x, m->N, p);
    combine(n, &m->l, m->D, p);
}

/* --- equations ---------------------------------------------------------------------------------------------------- */

/* A force at x, divided among the nodes. */
static void load_nodes(int n, const motion *m, double sign, const jet3 *F, local *out)
{
    for (int i = 0; i < 3; i++) {
        jet3 share, arm;
        if (m->W[i].v == 0.0)
            continue;
        jet3_mul1(n, &share, &m->W[i], F);
        jet3_axpy(n, &arm, &m->x, -1.0, &m->node[i].at.x);
        local_force(n, out, NODES + 6 * i, sign, &share, &arm);
    }
}

static void couple_nodes(int n, const motion *m, double sign, const jet3 *M, local *out)
{
    for (int i = 0; i < 3; i++) {
        jet3 share;
        jet3_mul1(n, &share, &m->W[i], M);
        local_couple(n, out, NODES + 6 * i, sign, &share);
    }
}

static void contact(int n, const motion *m, local *out)
{
    jet1 along;
    jet3 gap;
    jet3_dot(n, &along, &m->F, &m->l);
    local_add1(out, OWN, n, 1.0, &along);
    jet3_axpy(n, &gap, &m->slider.p, -1.0, &m->x);
    local_add3(out, OWN + 1, n, 1.0, &gap);
    local_force(n, out, SLIDER, 1.0, &m->F, &m->slider.b);
    load_nodes(n, m, -1.0, &m->F, out);
}

/* m_k e_k . l: the row, and its reactions. */
static void align(int n, const state *s, const elem *e, const motion *m, int k, local *out)
{
    const int own = 3 + k;
    jet3 axis, load, couple;
    jet1 phi, M;
    jet_side_axis(n, &axis, &m->slider, k);
    jet3_dot(n, &phi, &axis, &m->l);
    local_add1(out, OWN + own, n, 1.0, &phi);
    jet1_seed(n, &M, s->y[e->own + own], OWN + own, 1.0);
    jet3_mul1(n, &load, &M, &axis);
    jet3_cross(n, &couple, &load, &m->l);
    local_couple(n, out, SLIDER, 1.0, &couple);
    couple_nodes(n, m, -1.0, &couple, out);
}

/* The beam's axis 3, interpolated, stays normal to axis 2 of the slider: no rotation about the line. */
static void hold_roll(int n, const state *s, const elem *e, const motion *m, local *out)
{
    jet3 axis[3], across, e2, couple;
    jet1 phi, M;
    for (int i = 0; i < 3; i++)
        jet_side_axis(n, &axis[i], &m->node[i], 2);
    const jet3 *const a[3] = {&axis[0], &axis[1], &axis[2]};
    combine(n, &across, m->N, a);
    jet_side_axis(n, &e2, &m->slider, 1);
    jet3_dot(n, &phi, &e2, &across);
    local_add1(out, OWN + 6, n, 1.0, &phi);
    jet1_seed(n, &M, s->y[e->own + 6], OWN + 6, 1.0);
    jet3_cross(n, &couple, &e2, &across);
    jet3 on;
    jet3_mul1(n, &on, &M, &couple);
    local_couple(n, out, SLIDER, 1.0, &on);
    couple_nodes(n, m, -1.0, &on, out);
}

/* --- friction ----------------------------------------------------------------------------------------------------- */

typedef struct {
    jet3 t;           /* unit tangent */
    jet1 v, f, force; /* sliding velocity, coefficient, force */
} sliding;

static void unit_tangent(int n, const jet3 *l, jet3 *t)
{
    jet1 inverse;
    jet3_dot(n, &inverse, l, l);
    const double length = sqrt(inverse.v);
    jet1_chain(n, &inverse, 1.0 / length, -0.5 / (length * length * length));
    jet3_mul1(n, t, &inverse, l);
}

static void slide(int n, const state *s, const elem *e, const motion *m, sliding *k, local *out)
{
    const slider *j = e->self;
    const int own = e->n_own - 1;
    jet3 velocity[3], v, beam_v;
    jet1 N, shape, product;
    unit_tangent(n, &m->l, &k->t);
    for (int i = 0; i < 3; i++)
        jet_side_velocity(n, &velocity[i], &m->node[i]);
    const jet3 *const all[3] = {&velocity[0], &velocity[1], &velocity[2]};
    combine(n, &beam_v, m->N, all);
    jet_side_velocity(n, &v, &m->slider);
    jet3_add(n, &v, -1.0, &beam_v);
    jet3_dot(n, &k->v, &k->t, &v);
    const friction_place at = {.unknown = e->own + own, .at = OWN + own};
    friction_eval(n, j->friction, s, &at, &k->v, &k->f, out);
    friction_shape(n, j->friction, 0.0, &k->f, &shape);
    jet3_dot(n, &N, &m->F, &m->F);
    const double norm = sqrt(N.v);
    const bool is_loaded = norm > j->preload;
    jet1_chain(n, &N, is_loaded ? norm : j->preload, is_loaded ? 0.5 / norm : 0.0);
    product = k->f;
    for (int i = 0; i < n; i++)
        product.d[i] = shape.v * N.v * k->f.d[i] + k->f.v * (shape.d[i] * N.v + shape.v * N.d[i]);
    product.v = shape.v * k->f.v * N.v;
    k->force = product;
}

static void rub(int n, const state *s, const elem *e, const motion *m, local *out)
{
    sliding k;
    jet3 F;
    slide(n, s, e, m, &k, out);
    jet3_mul1(n, &F, &k.force, &k.t);
    local_force(n, out, SLIDER, -1.0, &F, &m->slider.b);
    load_nodes(n, m, 1.0, &F, out);
}

/* From the lanes to the element's rows and columns. */
static void spread(int n, const state *s, const elem *e, const local *from, local *out)
{
    const slider *j = e->self;
    const int lanes = OWN + e->n_own, first = node_row(beam_now(s, e), 0), own = own_row(j);
    int to[MOST_LANES];
    for (int i = 0; i < lanes; i++)
        to[i] = i < NODES ? i : i < OWN ? first + i - NODES : own + i - OWN;
    for (int i = 0; i < lanes; i++) {
        out->r[to[i]] += from->r[i];
        for (int k = 0; n > 0 && k < lanes; k++)
            out->J[to[i] * out->ld + to[k]] += from->J[i * from->ld + k];
    }
}

static void eval(int n, const state *s, const elem *e, local *out)
{
    const slider *j = e->self;
    double r[MOST_LANES] = {0}, J[MOST_LANES * MOST_LANES];
    local here = {.r = r, .J = J, .ld = MOST_LANES};
    const int lanes = n > 0 ? MOST_LANES : 0;
    motion m;
    if (n > 0)
        memset(J, 0, sizeof J);
    set_motion(lanes, s, e, &m);
    contact(lanes, &m, &here);
    for (int k = 1; j->type != SPHERICAL && k <= 2; k++)
        align(lanes, s, e, &m, k, &here);
    if (j->type == SPLINE)
        hold_roll(lanes, s, e, &m, &here);
    if (j->friction)
        rub(lanes, s, e, &m, &here);
    spread(n, s, e, &here, out);
}

/* --- where it is -------------------------------------------------------------------------------------------------- */

/* The abscissa of the point of the beam nearest to c, by Newton's method from s. */
static double project(const vec3 p[3], vec3 c, double s)
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

static void initial(const state *s, const elem *e, initial_values *v)
{
    const slider *j = e->self;
    const segment *b = &j->beam[j->first];
    vec3 p[3];
    state now = *s;
    now.at = v->at;
    for (int i = 0; i < 3; i++)
        p[i] = side_now(&now, &b->node[i]).p;
    v->y[e->own] = project(p, side_now(&now, &j->side).p, j->start) + 2.0 * j->first;
    if (j->friction)
        v->y[e->own + e->n_own - 1] = friction_initial(j->friction, 0.0);
}

static void begin(const void *self, void *memory) { *(int *)memory = ((const slider *)self)->first; }

static bool valid(const void *self, const void *memory)
{
    const int now = *(const int *)memory;
    return now >= 0 && now < ((const slider *)self)->n_beams;
}

static void accept(const state *s, const elem *e, memory_block *to)
{
    const slider *j = e->self;
    int *now = memory_at(to, e->memory);
    const double next = 2.0 * s->y[e->own] - s->y_prev[e->own], along = next - 2.0 * *now;
    if (along > 1.0 && *now < j->n_beams - 1)
        ++*now;
    else if (along < -1.0 && *now > 0)
        --*now;
}

static void output_row(const state *s, const elem *e, record *out)
{
    const slider *j = e->self;
    const side_motion b = side_now(s, &j->side);
    const double *y = s->y + e->own;
    motion m;
    set_motion(0, s, e, &m);
    vec3 M = {0, 0, 0};
    for (int k = 1; j->type != SPHERICAL && k <= 2; k++)
        M = vec3_axpy(M, y[3 + k], vec3_cross(mat3_col(&b.H, k), jet3_value(&m.l)));
    const vec3 F = vec3_load(y + 1);
    joint_output(out, e, mat3_tmulv(&b.H, F), M, F, mat3_mulv(&b.H, M));
    record_name(out, "Beam", QUANTITY_DIMENSIONLESS, "current beam label");
    record_unsigned(out, j->beam[beam_now(s, e)].label);
    record_name(out, "sRef", QUANTITY_DIMENSIONLESS, "current curvilinear abscissa");
    record_real(out, y[0]);
    record_name(out, "l", QUANTITY_LENGTH, "local direction vector (x, y, z)");
    record_vec3(out, jet3_value(&m.l));
    if (j->friction) {
        double r[MOST_LANES] = {0};
        local none = {.r = r};
        sliding k;
        slide(0, s, e, &m, &k, &none);
        record_name(out, "FF", QUANTITY_FORCE, "tangential force component");
        record_real(out, k.force.v);
        record_name(out, "fc", QUANTITY_DIMENSIONLESS, "friction coefficient");
        record_real(out, k.f.v);
        record_name(out, "v", QUANTITY_VELOCITY, "sliding velocity");
        record_real(out, k.v.v);
    }
    record_end(out);
}

/* beamslider: LABEL, the slider, number of beams, then each with its nodes; as in the reference the first node of all
 * is without its offset. */
static void log_line(const elem *e, record *out)
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

static void sample(sampler *from, elem *e)
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
    set_own(e, from->memory);
}

const elem_type joint_beam_slider_type = {
    .card = "joint",
    .keyword = "beam slider",
    .grammar =
        "joint: LABEL, beam slider, NODE, (vec3) OFFSET, [orientation, ORIENTATION,] [type, {spherical | classic | "
        "spline},] "
        "N BEAMS, BEAM, {same | (vec3) OFFSET}, [orientation, {same | ORIENTATION},] (vec3) OFFSET, [orientation, "
        "ORIENTATION,] "
        "(vec3) OFFSET [, orientation, ORIENTATION] [, BEAM, ...] [, initial beam, INDEX] [, initial node, INDEX] "
        "[, smearing, FACTOR] [, friction, [preload, VALUE,] MODEL, SHAPE]",
    .summary = "A point of a node slides along a string of three-node beams.",
    .size = sizeof(slider),
    .read = read,
    .connect = connect,
    .eval = eval,
    .initial = initial,
    .memory = sizeof(int),
    .begin = begin,
    .valid = valid,
    .accept = accept,
    .output_row = output_row,
    .log = log_line,
    .sample = sample,
    .flags = ELEM_NOT_ASSEMBLED,
};
