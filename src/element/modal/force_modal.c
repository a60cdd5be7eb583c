/* force_modal.c - generalized forces on the modes of a modal joint.
 *
 *     mode k:               + f_k(t)
 *     frame of the joint:   + R F_k f_k(t), + R M_k f_k(t)         F, M: resultant of the mode, in the frame
 *
 * Printed: LABEL, the force and moment on the frame in global axes if there is a resultant, and f_k of every mode. */
#include "element/modal/modal.h"
#include "contract/diag_rows.h"
#include "contract/sampler.h"
#include "element/diag_rows.h"
#include "model/reading.h"
#include <stdio.h>

typedef struct {
    int mode; /* index among the joint's modes */
    const drive *drive;
    vec3 F, M;
} excitation;

typedef struct {
    const elem *joint;
    int n;
    excitation *excitation;
    bool has_resultant;
} modal_force;

static const modal *force_modal_body_of(const modal_force *force) { return force->joint->self; }

static void read_modes(reader *reader, modal_force *force)
{
    const bool is_list = read_keyword(reader, "list");
    const int M = force->joint ? force_modal_body_of(force)->M : 0;
    force->n = is_list ? read_integer_in(reader, 1, M, "number of modes") : M;
    force->n = read_ok(reader) ? force->n : 0;
    force->excitation = ARENA_ARRAY(reader_arena(reader), excitation, force->n);
    for (int i = 0; i < force->n; i++) {
        const int number = is_list ? read_integer(reader, "mode") : force_modal_body_of(force)->number[i];
        force->excitation[i].mode = modal_mode_of(force_modal_body_of(force), number);
        if (force->excitation[i].mode < 0 && read_ok(reader))
            read_error_last(reader, E_MODE, number, "is not used by the joint");
    }
}

/* The ground carries the resultant if the joint is clamped. */
static void read_resultant(reader *reader, modal_force *force, excitation *excitation)
{
    const bool moves = force_modal_body_of(force)->frame.node;
    const source_location location = read_last_location(reader);
    const vec3 F = read_vec3(reader, "resultant force"), M = read_vec3(reader, "resultant moment");
    if (!moves && read_ok(reader))
        diag_report(reader_diag(reader), W_NO_EFFECT, location, "resultant",
                    "on a joint that is clamped to the ground");
    if (!moves)
        return;
    excitation->F = F;
    excitation->M = M;
    force->has_resultant = true;
}

static void force_modal_read(reader *reader, elem *element)
{
    modal_force *force = element->self;
    force->joint = read_modal_joint(reader, "modal joint");
    read_modes(reader, force);
    for (int i = 0; i < force->n && read_ok(reader); i++) {
        force->excitation[i].drive = read_drive(reader, "force on a mode");
        if (read_keyword(reader, "resultant"))
            read_resultant(reader, force, &force->excitation[i]);
    }
}

static void force_modal_connect(const elem *element, layout *layout)
{
    const modal_force *force = element->self;
    if (force->has_resultant)
        layout_node(layout, force_modal_body_of(force)->frame.node);
    layout_other(layout, force->joint);
    layout_clear(layout);
    if (force->has_resultant)
        layout_full(layout, 0, 6, 3, 3);
}

static void force_modal_eval(int n, const state *state, const elem *element, local *out)
{
    const modal_force *force = element->self;
    const int first = force->has_resultant ? 6 : 0, lanes = n ? 8 : 0;
    vec3 F = {0, 0, 0}, M = {0, 0, 0};
    for (int i = 0; i < force->n; i++) {
        const double by = drive_now(force->excitation[i].drive, state);
        out->r[first + force->excitation[i].mode] += by;
        F = vec3_axpy(F, by, force->excitation[i].F);
        M = vec3_axpy(M, by, force->excitation[i].M);
    }
    if (!force->has_resultant)
        return;
    jet_node at;
    jet3 t;
    jet_node_seed(lanes, &at, state, force_modal_body_of(force)->frame.node->pose, 0);
    jet_node_arm(lanes, &t, &at, F);
    local_add3(out, 0, n ? 6 : 0, 1, &t);
    jet_node_arm(lanes, &t, &at, M);
    local_add3(out, 3, n ? 6 : 0, 1, &t);
}

static void resultant_columns(const state *state, const modal_force *force, record *out)
{
    const mat3 *R = &state->poses[force_modal_body_of(force)->frame.node->pose].R;
    vec3 F = {0, 0, 0}, M = {0, 0, 0};
    for (int i = 0; i < force->n; i++) {
        const double by = drive_now(force->excitation[i].drive, state);
        F = vec3_axpy(F, by, force->excitation[i].F);
        M = vec3_axpy(M, by, force->excitation[i].M);
    }
    record_name(out, "F", QUANTITY_FORCE, "global resultant force (FX, FY, FZ)");
    record_vec3(out, mat3_mulv(R, F));
    record_name(out, "M", QUANTITY_MOMENT, "global resultant moment (MX, MY, MZ)");
    record_vec3(out, mat3_mulv(R, M));
}

static void force_modal_output_row(const state *state, const elem *element, record *out)
{
    const modal_force *force = element->self;
    record_begin_plain(out, element->label);
    record_type(out, "modal");
    if (force->has_resultant)
        resultant_columns(state, force, out);
    for (int i = 0; i < force->n; i++) {
        record_name_numbered(out, "f", force_modal_body_of(force)->number[force->excitation[i].mode], QUANTITY_NONE,
                             "generalised force on the mode");
        record_real(out, drive_now(force->excitation[i].drive, state));
    }
    record_end(out);
}

static void force_modal_sample(sampler *from, elem *element)
{
    static const int NUMBERS[] = {1, 2};
    modal_force *force = element->self;
    elem *joint = ARENA_NEW(from->memory, elem);
    modal *m = ARENA_NEW(from->memory, modal);
    *m = (modal){.M = 2, .number = NUMBERS, .frame = {.node = sample_structural(from, 0)}};
    *joint = (elem){.type = &joint_modal_type, .self = m, .internal = -1, .n_internal = 4};
    *force = (modal_force){.joint = joint, .n = 2, .excitation = ARENA_ARRAY(from->memory, excitation, 2)};
    force->has_resultant = sample_integer(from, 0, 1);
    for (int i = 0; i < 2; i++) {
        force->excitation[i] = (excitation){.mode = i, .drive = sample_drive(from)};
        if (force->has_resultant)
            force->excitation[i].F = sample_vec3(from, 1), force->excitation[i].M = sample_vec3(from, 1);
    }
}

const elem_type force_modal_type = {
    .card = &elem_cards[CARD_FORCE],
    .keyword = "modal",
    .grammar = "force: LABEL, modal, MODAL JOINT, [list, N, MODE [, ...],] (drive) F [, resultant, (vector) F, "
               "(vector) M] [, ...]",
    .summary = "Generalized forces on the modes of a modal joint.",
    .size = sizeof(modal_force),
    .read = force_modal_read,
    .connect = force_modal_connect,
    .eval = force_modal_eval,
    .output = force_modal_output_row,
    .sample = force_modal_sample,
    .assembly = &(const elem_assembly){.force = true},
};
