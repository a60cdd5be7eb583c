/* joint_modal.c - a deformable body by component mode synthesis: a moving frame, mode shapes in it, and nodes that are
 * attached to it.
 *
 *     x_P = x + R (f + U q)          position of a FEM node
 *
 * Modes and frame: see modal_body.c. Multibody nodes that coincide with FEM nodes: see modal_interfaces.c.
 *
 * Printed (.mod): LABEL.MODE q q' q'', one row per mode, numbered as in the file. With `output` at an interface, also
 * LABEL@NODE, the force on the multibody node in global axes and the moment on it in its own axes. */
#include "element/body/moving_frame.h"
#include "element/modal/modal.h"
#include "contract/sampler.h"
#include "element/diag_rows.h"
#include <stdio.h>

modal_rows modal_rows_of(const modal *m)
{
    modal_rows r = {.interface = floating_lanes(&m->frame)};
    r.a = r.interface + 6 * m->n_interfaces;
    r.b = r.a + m->M;
    r.reaction = r.b + m->M;
    return r;
}

void modal_finish(arena *memory, elem *e, bool is_static)
{
    modal *m = e->self;
    m->is_static = is_static;
    m->zeros = ARENA_ARRAY(memory, double, m->M + 1);
    m->q0 = m->q0 ? m->q0 : m->zeros;
    m->qp0 = m->qp0 ? m->qp0 : m->zeros;
    e->n_own = 2 * m->M + 6 * m->n_interfaces;
    own_kind *kinds = ARENA_ARRAY(memory, own_kind, e->n_own + 1);
    for (int i = 0; i < e->n_own; i++)
        kinds[i] = i < m->M ? OWN_COORDINATE : i < 2 * m->M ? OWN_DIFFERENTIAL : OWN_CONSTRAINT;
    e->kinds = kinds;
}

int modal_mode_of(const modal *m, int number)
{
    for (int i = 0; i < m->M; i++)
        if (m->number[i] == number)
            return i;
    return -1;
}

const elem *read_modal_joint(reader *r, const char *what)
{
    const unsigned label = read_label(r, what);
    const elem *e = read_ok(r) ? read_known_elem(r, &elem_cards[CARD_JOINT], label) : NULL;
    if (read_ok(r) && (!e || e->type != &joint_modal_type)) {
        read_error_last(r, E_NO_MODAL_JOINT, label);
        return NULL;
    }
    return e;
}

/* --- equations ---------------------------------------------------------------------------------------------------- */

static void joint_modal_eval(int n, const state *s, const elem *e, local *out)
{
    modal_eval_body(n, s, e, out);
    modal_eval_interfaces(n, s, e, out);
}

static bool is_zero(vec3 v) { return v.x == 0.0 && v.y == 0.0 && v.z == 0.0; }

/* May the balance of mode i depend on the amplitude and rate of mode j? */
static bool are_coupled(const modal *m, int i, int j)
{
    const int k = i * m->M + j;
    bool coupled = i == j || m->mass[k] != 0.0 || m->damping[k] != 0.0 || m->stiffness[k] != 0.0 || m->inertia.I9;
    coupled = coupled || (m->inertia.I5 && !is_zero(m->inertia.I5[k]));
    for (int t = 0; t < m->n_stiffening && !coupled; t++)
        coupled = m->stiffening[t].K[k] != 0.0;
    return coupled;
}

static void connect_interface(const modal *m, layout *l, int i)
{
    const modal_rows at = modal_rows_of(m);
    const int N = at.interface + 6 * i, reaction = at.reaction + 6 * i, base = m->frame.node ? 6 : 0;
    layout_full(l, N, 3, reaction, 3);
    layout_full(l, N + 3, 3, N + 3, 3);
    layout_full(l, N + 3, 3, reaction, 6);
    layout_full(l, reaction, 6, N, 6);
    layout_full(l, reaction, 6, 0, base);
    layout_full(l, reaction, 6, at.a, m->M);
    layout_full(l, at.a, m->M, N + 3, 3);
    layout_full(l, at.a, m->M, reaction, 6);
    layout_full(l, 0, base, N + 3, 3);
    layout_full(l, 0, base, reaction, 6);
}

static void joint_modal_connect(const elem *e, layout *l)
{
    const modal *m = e->self;
    const modal_rows at = modal_rows_of(m);
    if (m->frame.node) {
        layout_node(l, m->frame.node);
        layout_momentum(l, m->frame.node);
    }
    for (int i = 0; i < m->n_interfaces; i++)
        layout_node(l, m->interface[i].node);
    layout_own(l);
    layout_clear(l);
    if (m->frame.node) {
        layout_full(l, 0, 6, 0, at.interface);
        layout_full(l, 0, 6, at.a, 2 * m->M);
        layout_full(l, at.a, m->M, 0, at.interface);
    }
    for (int i = 0; i < m->M; i++) {
        layout_full(l, at.b + i, 1, at.a + i, 1);
        layout_full(l, at.b + i, 1, at.b + i, 1);
        for (int j = 0; j < m->M; j++)
            if (are_coupled(m, i, j)) {
                layout_full(l, at.a + i, 1, at.a + j, 1);
                layout_full(l, at.a + i, 1, at.b + j, 1);
            }
    }
    for (int i = 0; i < m->n_interfaces; i++)
        connect_interface(m, l, i);
}

/* Before the initial assembly the amplitudes are those given; behind it they are what it found, and the rates as
 * well. */
static void joint_modal_initial(const state *s, const elem *e, initial_values *v)
{
    const modal *m = e->self;
    for (int i = 0; i < m->M; i++) {
        if (s->now == PHASE_INPUT) {
            v->y[e->own + i] = m->q0[i];
            v->yp[e->own + i] = m->qp0[i];
        }
        v->y[e->own + m->M + i] = v->yp[e->own + i];
    }
}

/* --- output ------------------------------------------------------------------------------------------------------- */

static const struct {
    const char *name, *words;
} PARTS[] = {{"a", "modal displacements"}, {"aPrime", "modal velocities"}, {"bPrime", "modal accelerations"}};

static void joint_modal_output_row(const state *s, const elem *e, record *out)
{
    const modal *m = e->self;
    const double *const part[] = {modal_amplitudes(s, e), modal_rates(s, e), modal_accelerations(s, e)};
    record_type(out, "modal");
    for (int k = 0; out->named && k < ARRAY_LEN(PARTS); k++) {
        record_name(out, PARTS[k].name, QUANTITY_NONE, PARTS[k].words);
        record_array(out, "NModes", m->M, part[k]);
    }
    for (int i = 0; !out->named && i < m->M; i++) {
        record_begin(out, e->label);
        text_printf(out->text, ".%d", m->number[i]);
        for (int k = 0; k < ARRAY_LEN(PARTS); k++) {
            record_name_numbered(out, PARTS[k].name, i + 1, QUANTITY_NONE, PARTS[k].words);
            record_real(out, part[k][i]);
        }
        record_end(out);
    }
}

static mat3 orientation_now(const state *s, const modal *m)
{
    return m->frame.node ? s->poses[m->frame.node->pose].R : m->frame.R;
}

/* Columns of NetCDF files: in the frame of the body, and in the global one. */
static void interface_named(record *out, int number, const mat3 *R, vec3 F, vec3 M)
{
    record_name_numbered(out, "f", number, QUANTITY_FORCE, "interface force in the frame of the body (fx, fy, fz)");
    record_vec3(out, mat3_tmulv(R, F));
    record_name_numbered(out, "m", number, QUANTITY_MOMENT, "interface moment in the frame of the body (mx, my, mz)");
    record_vec3(out, mat3_tmulv(R, M));
    record_name_numbered(out, "F", number, QUANTITY_FORCE, "global interface force (FX, FY, FZ)");
    record_vec3(out, F);
    record_name_numbered(out, "M", number, QUANTITY_MOMENT, "global interface moment (MX, MY, MZ)");
    record_vec3(out, M);
}

static void interface_rows(const state *s, const elem *e, record *out)
{
    const modal *m = e->self;
    const mat3 R = orientation_now(s, m);
    for (int i = 0; i < m->n_interfaces; i++) {
        const double *reaction = s->y + e->own + 2 * m->M + 6 * i;
        if (!m->interface[i].output)
            continue;
        const vec3 F = vec3_load(reaction), couple = vec3_load(reaction + 3);
        record_begin(out, e->label);
        if (out->named) {
            interface_named(out, i + 1, &R, F, mat3_mulv(&s->poses[m->interface[i].node->pose].R, couple));
        } else {
            text_printf(out->text, "@%u", m->interface[i].node->label);
            record_vec3(out, F);
            record_vec3(out, couple);
        }
        record_end(out);
    }
}

static void joint_modal_log_line(const elem *e, record *out)
{
    const modal *m = e->self;
    const modal_inertia *in = &m->inertia;
    record_word(out, "modal:");
    record_unsigned(out, e->label);
    record_integer(out, m->frame.node ? (int)m->frame.node->label : -1);
    record_real(out, in->mass);
    record_vec3(out, in->mass != 0.0 ? vec3_scale(1 / in->mass, in->S) : (vec3){0, 0, 0});
    record_mat3(out, &in->J);
    record_end(out);
}

static const char *joint_modal_own_name(const elem *e, int i)
{
    static const char *const NAMES[] = {"reaction force x",  "reaction force y",  "reaction force z",
                                        "reaction couple x", "reaction couple y", "reaction couple z"};
    const modal *m = e->self;
    return i < m->M ? "amplitude of a mode" : i < 2 * m->M ? "rate of a mode" : NAMES[(i - 2 * m->M) % 6];
}

/* Mass, first moment and inertia of the deformed body; momenta with the rates of the modes. */
static void joint_modal_inertia(const state *s, const elem *e, inertia_sum *sum)
{
    const modal *m = e->self;
    const modal_inertia *in = &m->inertia;
    const pose fixed = {.x = m->frame.x, .R = m->frame.R}, *p = m->frame.node ? &s->poses[m->frame.node->pose] : &fixed;
    vec3 S = in->S, l = {0, 0, 0}, h = {0, 0, 0};
    mat3 J = in->J;
    for (int i = 0; s->y && i < m->M; i++) {
        const double q = s->y[e->own + i], qp = s->y[e->own + m->M + i];
        if (in->I3)
            S = vec3_axpy(S, q, in->I3[i]), l = vec3_axpy(l, qp, in->I3[i]);
        if (in->I4)
            h = vec3_axpy(h, qp, in->I4[i]);
        for (int k = 0; in->I8 && k < 9; k++)
            J.e[k / 3][k % 3] += q * (in->I8[i].e[k / 3][k % 3] + in->I8[i].e[k % 3][k / 3]);
    }
    const mat3 Jg = inertia_turned(&p->R, &J);
    const vec3 arm = mat3_mulv(&p->R, S);
    const vec3 beta = vec3_add(vec3_axpy(vec3_cross(p->w, arm), in->mass, p->v), mat3_mulv(&p->R, l));
    const vec3 gamma = vec3_add(vec3_add(vec3_cross(arm, p->v), mat3_mulv(&Jg, p->w)), mat3_mulv(&p->R, h));
    inertia_sum_add(sum, p->x, in->mass, arm, &Jg, beta, gamma);
}

/* --- samples ------------------------------------------------------------------------------------------------------ */

static double *sample_reals(sampler *from, int n, double size)
{
    double *v = ARENA_ARRAY(from->memory, double, n);
    for (int i = 0; i < n; i++)
        v[i] = sample_real(from, -size, size);
    return v;
}

static void sample_data(sampler *from, fem *d, int modes)
{
    static const char *const LABELS[] = {"1", "2", "3"};
    *d = (fem){.n_nodes = 3, .n_modes = modes, .labels = LABELS};
    d->x = sample_reals(from, 9, 1);
    d->U = sample_reals(from, 9 * modes, 0.5);
    d->V = sample_reals(from, 9 * modes, 0.5);
    d->lumped = sample_integer(from, 0, 3) ? sample_reals(from, 18, 1) : NULL;
    d->rigid = sample_integer(from, 0, 1) ? sample_reals(from, 13, 1) : NULL;
    if (sample_integer(from, 0, 1)) {
        d->I3 = sample_reals(from, 3 * modes, 1);
        d->I4 = sample_reals(from, 3 * modes, 1);
        d->I8 = sample_reals(from, 9 * modes, 1);
        d->I5 = sample_reals(from, 3 * modes * modes, 1);
        d->I9 = sample_reals(from, 9 * modes * modes, 1);
    }
    fem_stiffening *list = ARENA_ARRAY(from->memory, fem_stiffening, 30);
    d->n_stiffening = sample_integer(from, 0, 1) ? 30 : 0;
    for (int i = 0; i < d->n_stiffening; i++)
        list[i] = (fem_stiffening){.index = i + 1, .K = sample_reals(from, modes * modes, 1)};
    d->stiffening = list;
}

static void sample_interfaces(sampler *from, modal *m)
{
    m->n_interfaces = sample_integer(from, 0, 2);
    m->interface = ARENA_ARRAY(from->memory, modal_interface, m->n_interfaces);
    for (int i = 0; i < m->n_interfaces; i++) {
        vec3 *U = ARENA_ARRAY(from->memory, vec3, m->M), *V = ARENA_ARRAY(from->memory, vec3, m->M);
        for (int j = 0; j < m->M; j++)
            U[j] = sample_vec3(from, 0.5), V[j] = sample_vec3(from, 0.5);
        m->interface[i] = (modal_interface){.node = sample_structural(from, 1 + i), .fem_node = i, .U = U, .V = V};
        m->interface[i].offset = sample_vec3(from, 1);
        m->interface[i].f = sample_vec3(from, 1);
    }
}

static void joint_modal_sample(sampler *from, elem *e)
{
    static const elem *const none = NULL;
    static const int NUMBERS[] = {1, 2, 3};
    const rigid_body_kinematics *motion = sample_frame_motion(from);
    modal *m = e->self;
    m->M = sample_integer(from, 1, 3);
    m->number = NUMBERS;
    m->frame =
        (floating_frame){.gravity = &none, .motion = motion, .x = sample_vec3(from, 1), .R = sample_rotation(from)};
    if (sample_integer(from, 0, 3))
        m->frame.node = sample_structural(from, 0);
    m->origin = sample_vec3(from, 1);
    sample_data(from, &m->data, m->M);
    m->mass = sample_reals(from, m->M * m->M, 1);
    m->damping = sample_reals(from, m->M * m->M, 1);
    m->stiffness = sample_reals(from, m->M * m->M, 1);
    sample_interfaces(from, m);
    modal_make_inertia(from->memory, m, sample_integer(from, 0, 1));
    modal_make_stiffening(from->memory, m);
    modal_finish(from->memory, e, sample_integer(from, 0, 7) == 0);
}

static const char *const private_names[] = {"q[MODE]",     "qP[MODE]",  "qPP[MODE]",  "x[NODE,I]", "xP[NODE,I]",
                                            "xPP[NODE,I]", "w[NODE,I]", "wP[NODE,I]", NULL};

const elem_type joint_modal_type = {
    .card = &elem_cards[CARD_JOINT],
    .keyword = "modal",
    .grammar =
        "joint: LABEL, modal, { MODAL NODE | clamped [, position, X] [, orientation, R] }, MODES, [list, MODE [, "
        "...],] "
        "[initial value, { mode, J, Q, QP [, ...] | Q, QP [, ...] },] { FEM NODES | from file }, "
        "[{ no damping | damping from file | rayleigh damping, A, B | single factor damping, XI | "
        "diag damping, { all, XI [, ...] | N, MODE, XI [, ...] } },] \"FILE\", "
        "[[{ mass | damping | stiffness }] threshold, T,] [{ create | use | update } binary, ...] [echo, \"FILE\" [, "
        "precision, N],] "
        "[use invariant 9,] [{ origin node, FEM NODE | origin position, X },] "
        "INTERFACES, [output, FLAG,] [interface tolerance, T,] "
        "{ \"FEM NODE\" | FEM NODE | find closest [, interface tolerance, T] }, NODE, OFFSET [, output, FLAG] [, ...]",
    .summary = "A deformable body by component mode synthesis, with its mode shapes read from a file.",
    .size = sizeof(modal),
    .read = modal_read,
    .connect = joint_modal_connect,
    .eval = joint_modal_eval,
    .initial = joint_modal_initial,
    .output = joint_modal_output_row,
    .files = &(const elem_files){.file = "mod", .second_row = interface_rows, .second_file = "mod"},
    .log = joint_modal_log_line,
    .private_index = modal_private_index,
    .has_private = modal_has_private,
    .private_value = modal_private_value,
    .private_names = private_names,
    .own_name = joint_modal_own_name,
    .drawing = &(const elem_drawing){.draw = modal_draw},
    .inertia = &(const elem_inertia){.add = joint_modal_inertia},
    .sample = joint_modal_sample,
    .expectations = &(const elem_expectations){.external_forces = true, .linear_shapes = true},
};
