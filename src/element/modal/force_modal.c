/* force_modal.c - generalized forces on the modes of a modal joint.
 *
 *     mode k:               + f_k(t)
 *     frame of the joint:   + R F_k f_k(t), + R M_k f_k(t)         F, M: resultant of the mode, in the frame
 *
 * Printed: LABEL, the force and moment on the frame in global axes if there is a resultant, and f_k of every mode. */
#include "element/modal/modal.h"
#include "contract/sampler.h"
#include "element/diag_rows.h"
#include "model/reading.h"
#include <stdio.h>

typedef struct {
    int mode; /* index of the joint's modes */
    const drive *drive;
    vec3 F, M;
} excitation;

typedef struct {
    const elem *joint;
    int n;
    excitation *excitation;
    bool has_resultant;
} modal_force;

static const modal *force_modal_body_of(const modal_force *f) { return f->joint->self; }

static void read_modes(reader *r, modal_force *f)
{
    const bool is_list = read_keyword(r, "list");
    const int M = f->joint ? force_modal_body_of(f)->M : 0;
    f->n = is_list ? read_integer_in(r, 1, M, "number of modes") : M;
    f->n = read_ok(r) ? f->n : 0;
    f->excitation = ARENA_ARRAY(reader_arena(r), excitation, f->n);
    for (int i = 0; i < f->n; i++) {
        const int number = is_list ? read_integer(r, "mode") : force_modal_body_of(f)->number[i];
        f->excitation[i].mode = modal_mode_of(force_modal_body_of(f), number);
        if (f->excitation[i].mode < 0 && read_ok(r))
            read_error_last(r, E_MODE, number, "is not used by the joint");
    }
}

static void force_modal_read(reader *r, elem *e)
{
    modal_force *f = e->self;
    f->joint = read_modal_joint(r, "modal joint");
    read_modes(r, f);
    const bool moves = f->joint && force_modal_body_of(f)->frame.node;
    for (int i = 0; i < f->n && read_ok(r); i++) {
        f->excitation[i].drive = read_drive(r, "force on a mode");
        if (moves && read_keyword(r, "resultant")) {
            f->excitation[i].F = read_vec3(r, "resultant force");
            f->excitation[i].M = read_vec3(r, "resultant moment");
            f->has_resultant = true;
        }
    }
}

static void force_modal_connect(const elem *e, layout *l)
{
    const modal_force *f = e->self;
    if (f->has_resultant)
        layout_node(l, force_modal_body_of(f)->frame.node);
    layout_other(l, f->joint);
    layout_clear(l);
    if (f->has_resultant)
        layout_full(l, 0, 6, 3, 3);
}

static void force_modal_eval(int n, const state *s, const elem *e, local *out)
{
    const modal_force *f = e->self;
    const int first = f->has_resultant ? 6 : 0, lanes = n ? 8 : 0;
    vec3 F = {0, 0, 0}, M = {0, 0, 0};
    for (int i = 0; i < f->n; i++) {
        const double by = drive_now(f->excitation[i].drive, s);
        out->r[first + f->excitation[i].mode] += by;
        F = vec3_axpy(F, by, f->excitation[i].F);
        M = vec3_axpy(M, by, f->excitation[i].M);
    }
    if (!f->has_resultant)
        return;
    jet_node at;
    jet3 t;
    jet_node_seed(lanes, &at, s, force_modal_body_of(f)->frame.node->pose, 0);
    jet_node_arm(lanes, &t, &at, F);
    local_add3(out, 0, n ? 6 : 0, 1, &t);
    jet_node_arm(lanes, &t, &at, M);
    local_add3(out, 3, n ? 6 : 0, 1, &t);
}

static void resultant_columns(const state *s, const modal_force *f, record *out)
{
    const mat3 *R = &s->poses[force_modal_body_of(f)->frame.node->pose].R;
    vec3 F = {0, 0, 0}, M = {0, 0, 0};
    for (int i = 0; i < f->n; i++) {
        const double by = drive_now(f->excitation[i].drive, s);
        F = vec3_axpy(F, by, f->excitation[i].F);
        M = vec3_axpy(M, by, f->excitation[i].M);
    }
    record_name(out, "F", QUANTITY_FORCE, "global resultant force (FX, FY, FZ)");
    record_vec3(out, mat3_mulv(R, F));
    record_name(out, "M", QUANTITY_MOMENT, "global resultant moment (MX, MY, MZ)");
    record_vec3(out, mat3_mulv(R, M));
}

static void force_modal_output_row(const state *s, const elem *e, record *out)
{
    const modal_force *f = e->self;
    record_begin_plain(out, e->label);
    record_type(out, "modal");
    if (f->has_resultant)
        resultant_columns(s, f, out);
    for (int i = 0; i < f->n; i++) {
        record_name_numbered(out, "f", force_modal_body_of(f)->number[f->excitation[i].mode], QUANTITY_NONE,
                             "generalised force on the mode");
        record_real(out, drive_now(f->excitation[i].drive, s));
    }
    record_end(out);
}

static void force_modal_sample(sampler *from, elem *e)
{
    static const int NUMBERS[] = {1, 2};
    modal_force *f = e->self;
    elem *joint = ARENA_NEW(from->memory, elem);
    modal *m = ARENA_NEW(from->memory, modal);
    *m = (modal){.M = 2, .number = NUMBERS, .frame = {.node = sample_structural(from, 0)}};
    *joint = (elem){.type = &joint_modal_type, .self = m, .own = -1, .n_own = 4};
    *f = (modal_force){.joint = joint, .n = 2, .excitation = ARENA_ARRAY(from->memory, excitation, 2)};
    f->has_resultant = sample_integer(from, 0, 1);
    for (int i = 0; i < 2; i++) {
        f->excitation[i] = (excitation){.mode = i, .drive = sample_drive(from)};
        if (f->has_resultant)
            f->excitation[i].F = sample_vec3(from, 1), f->excitation[i].M = sample_vec3(from, 1);
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
