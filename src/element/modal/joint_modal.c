/* joint_modal.c - a deformable body described by component mode synthesis: a moving frame, mode shapes in it, and nodes
 * that are attached to it.
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

modal_rows modal_rows_of(const modal *modal)
{
    modal_rows rows = {.interface = floating_lanes(&modal->frame)};
    rows.a = rows.interface + 6 * modal->n_interfaces;
    rows.b = rows.a + modal->M;
    rows.reaction = rows.b + modal->M;
    return rows;
}

void modal_finish(arena *memory, elem *element, bool is_static)
{
    modal *modal = element->self;
    modal->is_static = is_static;
    modal->zeros = ARENA_ARRAY(memory, double, modal->M + 1);
    modal->q0 = modal->q0 ? modal->q0 : modal->zeros;
    modal->qp0 = modal->qp0 ? modal->qp0 : modal->zeros;
    element->n_internal = 2 * modal->M + 6 * modal->n_interfaces;
    internal_kind *kinds = ARENA_ARRAY(memory, internal_kind, element->n_internal + 1);
    for (int i = 0; i < element->n_internal; i++)
        kinds[i] = i < modal->M ? INTERNAL_COORDINATE : i < 2 * modal->M ? INTERNAL_DIFFERENTIAL : INTERNAL_CONSTRAINT;
    element->kinds = kinds;
}

int modal_mode_of(const modal *modal, int number)
{
    for (int i = 0; i < modal->M; i++)
        if (modal->number[i] == number)
            return i;
    return -1;
}

const elem *read_modal_joint(reader *reader, const char *what)
{
    const unsigned label = read_label(reader, what);
    const elem *element = read_ok(reader) ? read_known_elem(reader, &elem_cards[CARD_JOINT], label) : NULL;
    if (read_ok(reader) && (!element || element->type != &joint_modal_type)) {
        read_error_last(reader, E_NO_MODAL_JOINT, label);
        return NULL;
    }
    return element;
}

/* --- equations ---------------------------------------------------------------------------------------------------- */

static void joint_modal_eval(int lanes, const state *state, const elem *element, local *out)
{
    modal_eval_body(lanes, state, element, out);
    modal_eval_interfaces(lanes, state, element, out);
}

static bool is_zero(vec3 v) { return v.x == 0.0 && v.y == 0.0 && v.z == 0.0; }

/* True if the balance of mode i may depend on the amplitude and rate of mode j. */
static bool are_coupled(const modal *modal, int i, int j)
{
    const int k = i * modal->M + j;
    bool coupled =
        i == j || modal->mass[k] != 0.0 || modal->damping[k] != 0.0 || modal->stiffness[k] != 0.0 || modal->inertia.I9;
    coupled = coupled || (modal->inertia.I5 && !is_zero(modal->inertia.I5[k]));
    for (int t = 0; t < modal->n_stiffening && !coupled; t++)
        coupled = modal->stiffening[t].K[k] != 0.0;
    return coupled;
}

static void connect_interface(const modal *modal, layout *layout, int i)
{
    const modal_rows at = modal_rows_of(modal);
    const int N = at.interface + 6 * i, reaction = at.reaction + 6 * i, base = modal->frame.node ? 6 : 0;
    layout_full(layout, N, 3, reaction, 3);
    layout_full(layout, N + 3, 3, N + 3, 3);
    layout_full(layout, N + 3, 3, reaction, 6);
    layout_full(layout, reaction, 6, N, 6);
    layout_full(layout, reaction, 6, 0, base);
    layout_full(layout, reaction, 6, at.a, modal->M);
    layout_full(layout, at.a, modal->M, N + 3, 3);
    layout_full(layout, at.a, modal->M, reaction, 6);
    layout_full(layout, 0, base, N + 3, 3);
    layout_full(layout, 0, base, reaction, 6);
}

static void joint_modal_connect(const elem *element, layout *layout)
{
    const modal *modal = element->self;
    const modal_rows at = modal_rows_of(modal);
    if (modal->frame.node) {
        layout_node(layout, modal->frame.node);
        layout_momentum(layout, modal->frame.node);
    }
    for (int i = 0; i < modal->n_interfaces; i++)
        layout_node(layout, modal->interface[i].node);
    layout_internal(layout);
    layout_clear(layout);
    if (modal->frame.node) {
        layout_full(layout, 0, 6, 0, at.interface);
        layout_full(layout, 0, 6, at.a, 2 * modal->M);
        layout_full(layout, at.a, modal->M, 0, at.interface);
    }
    for (int i = 0; i < modal->M; i++) {
        layout_full(layout, at.b + i, 1, at.a + i, 1);
        layout_full(layout, at.b + i, 1, at.b + i, 1);
        for (int j = 0; j < modal->M; j++)
            if (are_coupled(modal, i, j)) {
                layout_full(layout, at.a + i, 1, at.a + j, 1);
                layout_full(layout, at.a + i, 1, at.b + j, 1);
            }
    }
    for (int i = 0; i < modal->n_interfaces; i++)
        connect_interface(modal, layout, i);
}

/* Before the initial assembly, the amplitudes are those given; after it, amplitudes and rates are those that it
 * computed. */
static void joint_modal_initial(const state *state, const elem *element, initial_values *initial)
{
    const modal *modal = element->self;
    for (int i = 0; i < modal->M; i++) {
        if (state->now == PHASE_INPUT) {
            initial->y[element->internal + i] = modal->q0[i];
            initial->yp[element->internal + i] = modal->qp0[i];
        }
        initial->y[element->internal + modal->M + i] = initial->yp[element->internal + i];
    }
}

/* --- output ------------------------------------------------------------------------------------------------------- */

static const struct {
    const char *name, *words;
} PARTS[] = {{"a", "modal displacements"}, {"aPrime", "modal velocities"}, {"bPrime", "modal accelerations"}};

static void joint_modal_output_row(const state *state, const elem *element, record *out)
{
    const modal *modal = element->self;
    const double *const part[] = {modal_amplitudes(state, element), modal_rates(state, element),
                                  modal_accelerations(state, element)};
    record_type(out, "modal");
    for (int k = 0; out->named && k < ARRAY_LEN(PARTS); k++) {
        record_name(out, PARTS[k].name, QUANTITY_NONE, PARTS[k].words);
        record_array(out, "NModes", modal->M, part[k]);
    }
    for (int i = 0; !out->named && i < modal->M; i++) {
        record_begin(out, element->label);
        text_printf(out->text, ".%d", modal->number[i]);
        for (int k = 0; k < ARRAY_LEN(PARTS); k++) {
            record_name_numbered(out, PARTS[k].name, i + 1, QUANTITY_NONE, PARTS[k].words);
            record_real(out, part[k][i]);
        }
        record_end(out);
    }
}

static mat3 orientation_now(const state *state, const modal *modal)
{
    return modal->frame.node ? state->poses[modal->frame.node->pose].R : modal->frame.R;
}

/* Columns of NetCDF files: in the frame of the body and in the global frame. */
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

static void interface_rows(const state *state, const elem *element, record *out)
{
    const modal *modal = element->self;
    const mat3 R = orientation_now(state, modal);
    for (int i = 0; i < modal->n_interfaces; i++) {
        const double *reaction = state->y + element->internal + 2 * modal->M + 6 * i;
        if (!modal->interface[i].output)
            continue;
        const vec3 F = vec3_load(reaction), moment = vec3_load(reaction + 3);
        record_begin(out, element->label);
        if (out->named) {
            interface_named(out, i + 1, &R, F, mat3_mulv(&state->poses[modal->interface[i].node->pose].R, moment));
        } else {
            text_printf(out->text, "@%u", modal->interface[i].node->label);
            record_vec3(out, F);
            record_vec3(out, moment);
        }
        record_end(out);
    }
}

static void joint_modal_log_line(const elem *element, record *out)
{
    const modal *modal = element->self;
    const modal_inertia *in = &modal->inertia;
    record_word(out, "modal:");
    record_unsigned(out, element->label);
    record_integer(out, modal->frame.node ? (int)modal->frame.node->label : -1);
    record_real(out, in->mass);
    record_vec3(out, in->mass != 0.0 ? vec3_scale(1 / in->mass, in->S) : (vec3){0, 0, 0});
    record_mat3(out, &in->J);
    record_end(out);
}

static const char *joint_modal_internal_name(const elem *element, int i)
{
    static const char *const NAMES[] = {"reaction force x",  "reaction force y",  "reaction force z",
                                        "reaction moment x", "reaction moment y", "reaction moment z"};
    const modal *modal = element->self;
    return i < modal->M ? "amplitude of a mode" : i < 2 * modal->M ? "rate of a mode" : NAMES[(i - 2 * modal->M) % 6];
}

/* Adds mass, first moment and inertia of the deformed body, and the momenta including the rates of the modes. */
static void joint_modal_inertia(const state *state, const elem *element, inertia_sum *sum)
{
    const modal *modal = element->self;
    const modal_inertia *in = &modal->inertia;
    const pose fixed = {.x = modal->frame.x, .R = modal->frame.R},
               *pose = modal->frame.node ? &state->poses[modal->frame.node->pose] : &fixed;
    vec3 S = in->S, l = {0, 0, 0}, h = {0, 0, 0};
    mat3 J = in->J;
    for (int i = 0; state->y && i < modal->M; i++) {
        const double q = state->y[element->internal + i], qp = state->y[element->internal + modal->M + i];
        if (in->I3)
            S = vec3_axpy(S, q, in->I3[i]), l = vec3_axpy(l, qp, in->I3[i]);
        if (in->I4)
            h = vec3_axpy(h, qp, in->I4[i]);
        for (int k = 0; in->I8 && k < 9; k++)
            J.e[k / 3][k % 3] += q * (in->I8[i].e[k / 3][k % 3] + in->I8[i].e[k % 3][k / 3]);
    }
    const mat3 Jg = inertia_rotated(&pose->R, &J);
    const vec3 arm = mat3_mulv(&pose->R, S);
    const vec3 beta = vec3_add(vec3_axpy(vec3_cross(pose->w, arm), in->mass, pose->v), mat3_mulv(&pose->R, l));
    const vec3 gamma = vec3_add(vec3_add(vec3_cross(arm, pose->v), mat3_mulv(&Jg, pose->w)), mat3_mulv(&pose->R, h));
    inertia_sum_add(sum, pose->x, in->mass, arm, &Jg, beta, gamma);
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

static void sample_interfaces(sampler *from, modal *modal)
{
    modal->n_interfaces = sample_integer(from, 0, 2);
    modal->interface = ARENA_ARRAY(from->memory, modal_interface, modal->n_interfaces);
    for (int i = 0; i < modal->n_interfaces; i++) {
        vec3 *U = ARENA_ARRAY(from->memory, vec3, modal->M), *V = ARENA_ARRAY(from->memory, vec3, modal->M);
        for (int j = 0; j < modal->M; j++)
            U[j] = sample_vec3(from, 0.5), V[j] = sample_vec3(from, 0.5);
        modal->interface[i] = (modal_interface){.node = sample_structural(from, 1 + i), .fem_node = i, .U = U, .V = V};
        modal->interface[i].offset = sample_vec3(from, 1);
        modal->interface[i].f = sample_vec3(from, 1);
    }
}

static void joint_modal_sample(sampler *from, elem *element)
{
    static const elem *const none = NULL;
    static const int NUMBERS[] = {1, 2, 3};
    const rigid_body_kinematics *motion = sample_frame_motion(from);
    modal *modal = element->self;
    modal->M = sample_integer(from, 1, 3);
    modal->number = NUMBERS;
    modal->frame =
        (floating_frame){.gravity = &none, .motion = motion, .x = sample_vec3(from, 1), .R = sample_rotation(from)};
    if (sample_integer(from, 0, 3))
        modal->frame.node = sample_structural(from, 0);
    modal->origin = sample_vec3(from, 1);
    sample_data(from, &modal->data, modal->M);
    modal->mass = sample_reals(from, modal->M * modal->M, 1);
    modal->damping = sample_reals(from, modal->M * modal->M, 1);
    modal->stiffness = sample_reals(from, modal->M * modal->M, 1);
    sample_interfaces(from, modal);
    modal_make_inertia(from->memory, modal, sample_integer(from, 0, 1));
    modal_make_stiffening(from->memory, modal);
    modal_finish(from->memory, element, sample_integer(from, 0, 7) == 0);
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
    .internal_name = joint_modal_internal_name,
    .drawing = &(const elem_drawing){.draw = modal_draw},
    .inertia = &(const elem_inertia){.add = joint_modal_inertia},
    .sample = joint_modal_sample,
    .expectations = &(const elem_expectations){.external_forces = true, .linear_shapes = true},
};
