/* force_external_modal.c - forces on the modes of a modal joint and on its frame, computed by a peer from their motion.
 *
 *     mode k: f_k          frame: F, M in global axes          see modes.h
 *
 * The amplitudes sent are those with which the equations of the joint were last evaluated: at a predicted state those
 * of the previous step, after a correction those before the correction. The frame is sent as it is. Stored after the
 * loads: the q, q' to be sent, and the next ones. */
#include "element/diag_rows.h"
#include "element/external/modes.h"
#include "element/modal/modal.h"
#include "node/structural.h"
#include <string.h>

typedef struct {
    external external;
    modes modes;
    const elem *joint;
} external_modal;

static const modal *force_external_modal_body_of(const external_modal *external_modal)
{
    return external_modal->joint->self;
}

static void force_external_modal_keep(const state *state, const external *external, double *loads, exchange_point at)
{
    const external_modal *m = (const external_modal *)external;
    const size_t both = 2 * (size_t)m->modes.n, internal = (size_t)m->joint->internal;
    double *sent = loads + 6 + m->modes.n, *next = sent + both;
    const double *from = at == EXCHANGE_START       ? state->y + internal
                         : at == EXCHANGE_PREDICTED ? state->y_prev + internal
                                                    : next;
    memmove(sent, from, both * sizeof *sent);
    memcpy(next, state->y + internal, both * sizeof *next);
}

static modes_motion force_external_modal_motion(const state *state, const external_modal *external_modal)
{
    const modal *body = force_external_modal_body_of(external_modal);
    const node *node = body->frame.node;
    modes_motion to = {.frame = {.x = body->frame.x, .R = body->frame.R},
                       .q = external_loads(state, &external_modal->external) + 6 + external_modal->modes.n,
                       .qp = external_loads(state, &external_modal->external) + 6 + 2 * external_modal->modes.n,
                       .qpp = modal_accelerations(state, external_modal->joint)};
    if (node) {
        const pose *at = &state->poses[node->pose];
        to.frame = (point_motion){.x = at->x, .v = at->v, .w = at->w, .R = at->R};
        if (external_modal->modes.accelerations && state->step > 0)
            structural_acceleration(state, node, &to.frame.a, &to.frame.dw);
    }
    return to;
}

static size_t force_external_modal_sent(const external *external)
{
    return modes_sent(&((const external_modal *)external)->modes);
}
static size_t force_external_modal_received(const external *external)
{
    return modes_received(&((const external_modal *)external)->modes);
}

static void force_external_modal_pack(const state *state, const external *external, unsigned char *to)
{
    const external_modal *m = (const external_modal *)external;
    const modes_motion at = force_external_modal_motion(state, m);
    modes_pack(&m->modes, &at, to);
}

static const char *force_external_modal_unpack(const state *state, const external *external, const unsigned char *from,
                                               double *loads)
{
    (void)state;
    modes_unpack(&((const external_modal *)external)->modes, from, loads);
    return NULL;
}

static void write(const state *state, const external *external, FILE *to)
{
    const external_modal *m = (const external_modal *)external;
    const modes_motion at = force_external_modal_motion(state, m);
    modes_write(&m->modes, &at, external->precision, to);
}

static const char *force_external_modal_parse(const state *state, const external *external, words *from, double *loads)
{
    (void)state;
    return modes_parse(&((const external_modal *)external)->modes, from, loads);
}

static void write_edge(const state *state, const external *external, FILE *to)
{
    const external_modal *m = (const external_modal *)external;
    const modes_motion at = force_external_modal_motion(state, m);
    modes_write_edge(&m->modes, &at, to);
}

static const char *parse_edge(const state *state, const external *external, words *from, double *loads)
{
    (void)state;
    return modes_parse_edge(&((const external_modal *)external)->modes, from, loads);
}

static const external_kind KIND = {.sent = force_external_modal_sent,
                                   .received = force_external_modal_received,
                                   .serialize = force_external_modal_keep,
                                   .pack = force_external_modal_pack,
                                   .unpack = force_external_modal_unpack,
                                   .write = write,
                                   .parse = force_external_modal_parse,
                                   .write_edge = write_edge,
                                   .parse_edge = parse_edge};

static void force_external_modal_read(reader *reader, elem *element)
{
    external_modal *external_modal = element->self;
    read_communicator(reader, element, &external_modal->external, &KIND);
    external_modal->joint = read_modal_joint(reader, "modal joint");
    external_modal->modes = (modes){.rigid = true, .modal = true, .memory = 6};
    external_modal->modes.accelerations = read_keyword(reader, "accelerations");
    if (read_keyword(reader, "type"))
        read_modes_type(reader, &external_modal->modes);
    if (!read_ok(reader))
        return;
    const node *node = force_external_modal_body_of(external_modal)->frame.node;
    modes_check(reader, &external_modal->external, &external_modal->modes);
    external_modal->modes.n = force_external_modal_body_of(external_modal)->M;
    external_modal->modes.label = node ? node->label : 0;
    if (node && external_modal->modes.accelerations)
        structural_want_accelerations(node);
    external_modal->external.flags = modes_flags(&external_modal->modes);
    external_modal->external.count = (uint32_t)external_modal->modes.n;
    external_finish(reader, element, &external_modal->external, 6 + 5 * external_modal->modes.n,
                    6 + external_modal->modes.n);
}

/* --- equations ---------------------------------------------------------------------------------------------------- */

static bool has_frame(const external_modal *external_modal)
{
    return external_modal->modes.rigid && force_external_modal_body_of(external_modal)->frame.node;
}

static void force_external_modal_connect(const elem *element, layout *layout)
{
    const external_modal *external_modal = element->self;
    if (has_frame(external_modal))
        layout_node(layout, force_external_modal_body_of(external_modal)->frame.node);
    if (external_modal->modes.modal)
        layout_other(layout, external_modal->joint);
    layout_clear(layout);
}

static void force_external_modal_eval(int lanes, const state *state, const elem *element, local *out)
{
    const external_modal *external_modal = element->self;
    const double *loads = external_loads(state, &external_modal->external);
    const int first = has_frame(external_modal) ? 6 : 0;
    (void)lanes;
    for (int i = 0; i < first; i++)
        out->r[i] += loads[i];
    for (int i = 0; external_modal->modes.modal && i < external_modal->modes.n; i++)
        out->r[first + i] += loads[external_modal->modes.memory + i];
}

static void force_external_modal_output_row(const state *state, const elem *element, record *out)
{
    const external_modal *external_modal = element->self;
    const double *loads = external_loads(state, &external_modal->external);
    if (external_modal->modes.rigid) {
        points_head(out, element->label, '#', external_modal->modes.label);
        record_name(out, "F", QUANTITY_FORCE, "force on the frame");
        record_vec3(out, vec3_load(loads));
        record_name(out, "M", QUANTITY_MOMENT, "moment on the frame");
        record_vec3(out, vec3_load(loads + 3));
        record_end(out);
    }
    for (int i = 0; external_modal->modes.modal && i < external_modal->modes.n; i++) {
        points_head(out, element->label, '.', (unsigned)force_external_modal_body_of(external_modal)->number[i]);
        record_name_numbered(out, "f", force_external_modal_body_of(external_modal)->number[i], QUANTITY_NONE,
                             "generalised force on the mode");
        record_real(out, loads[external_modal->modes.memory + i]);
        record_end(out);
    }
}

static void force_external_modal_sample(sampler *from, elem *element)
{
    static const int NUMBERS[] = {1, 2};
    external_modal *external_modal = element->self;
    elem *joint = ARENA_NEW(from->memory, elem);
    modal *body = ARENA_NEW(from->memory, modal);
    external_sample(from, element);
    *body = (modal){.M = 2, .number = NUMBERS, .frame = {.node = sample_structural(from, 0)}};
    *joint = (elem){.type = &joint_modal_type, .self = body, .internal = -1, .n_internal = 4};
    external_modal->joint = joint;
    external_modal->modes = (modes){.rigid = sample_integer(from, 0, 1), .modal = true, .n = 2, .memory = 4};
}

const elem_type force_external_modal_type = {
    .card = &elem_cards[CARD_FORCE],
    .keyword = "external modal",
    .grammar =
        "force: LABEL, external modal, COMMUNICATOR, MODAL JOINT [, accelerations] [, type, {rigid | modal | all}]",
    .summary = "Forces on the modes and on the frame of a modal joint, computed by a peer from their motion.",
    .size = sizeof(external_modal),
    .read = force_external_modal_read,
    .connect = force_external_modal_connect,
    .eval = force_external_modal_eval,
    .exchange = &(const elem_exchange){.send = external_send, .exchange = external_exchange},
    .output = force_external_modal_output_row,
    .assembly = &(const elem_assembly){.force = true},
    .sample = force_external_modal_sample,
};
