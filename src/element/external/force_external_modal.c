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
    external x;
    modes modes;
    const elem *joint;
} external_modal;

static const modal *force_external_modal_body_of(const external_modal *m) { return m->joint->self; }

static void force_external_modal_keep(const state *s, const external *x, double *loads, exchange_point at)
{
    const external_modal *m = (const external_modal *)x;
    const size_t both = 2 * (size_t)m->modes.n, own = (size_t)m->joint->own;
    double *sent = loads + 6 + m->modes.n, *next = sent + both;
    const double *from = at == EXCHANGE_START ? s->y + own : at == EXCHANGE_PREDICTED ? s->y_prev + own : next;
    memmove(sent, from, both * sizeof *sent);
    memcpy(next, s->y + own, both * sizeof *next);
}

static modes_motion force_external_modal_motion(const state *s, const external_modal *m)
{
    const modal *body = force_external_modal_body_of(m);
    const node *n = body->frame.node;
    modes_motion to = {.frame = {.x = body->frame.x, .R = body->frame.R},
                       .q = external_loads(s, &m->x) + 6 + m->modes.n,
                       .qp = external_loads(s, &m->x) + 6 + 2 * m->modes.n,
                       .qpp = modal_accelerations(s, m->joint)};
    if (n) {
        const pose *at = &s->poses[n->pose];
        to.frame = (point_motion){.x = at->x, .v = at->v, .w = at->w, .R = at->R};
        if (m->modes.accelerations && s->step > 0)
            structural_acceleration(s, n, &to.frame.a, &to.frame.dw);
    }
    return to;
}

static size_t force_external_modal_sent(const external *x) { return modes_sent(&((const external_modal *)x)->modes); }
static size_t force_external_modal_received(const external *x)
{
    return modes_received(&((const external_modal *)x)->modes);
}

static void force_external_modal_pack(const state *s, const external *x, unsigned char *to)
{
    const external_modal *m = (const external_modal *)x;
    const modes_motion at = force_external_modal_motion(s, m);
    modes_pack(&m->modes, &at, to);
}

static const char *force_external_modal_unpack(const state *s, const external *x, const unsigned char *from,
                                               double *loads)
{
    (void)s;
    modes_unpack(&((const external_modal *)x)->modes, from, loads);
    return NULL;
}

static void write(const state *s, const external *x, FILE *to)
{
    const external_modal *m = (const external_modal *)x;
    const modes_motion at = force_external_modal_motion(s, m);
    modes_write(&m->modes, &at, x->precision, to);
}

static const char *force_external_modal_parse(const state *s, const external *x, words *from, double *loads)
{
    (void)s;
    return modes_parse(&((const external_modal *)x)->modes, from, loads);
}

static void write_edge(const state *s, const external *x, FILE *to)
{
    const external_modal *m = (const external_modal *)x;
    const modes_motion at = force_external_modal_motion(s, m);
    modes_write_edge(&m->modes, &at, to);
}

static const char *parse_edge(const state *s, const external *x, words *from, double *loads)
{
    (void)s;
    return modes_parse_edge(&((const external_modal *)x)->modes, from, loads);
}

static const external_kind KIND = {.sent = force_external_modal_sent,
                                   .received = force_external_modal_received,
                                   .keep = force_external_modal_keep,
                                   .pack = force_external_modal_pack,
                                   .unpack = force_external_modal_unpack,
                                   .write = write,
                                   .parse = force_external_modal_parse,
                                   .write_edge = write_edge,
                                   .parse_edge = parse_edge};

static void force_external_modal_read(reader *r, elem *e)
{
    external_modal *m = e->self;
    read_communicator(r, e, &m->x, &KIND);
    m->joint = read_modal_joint(r, "modal joint");
    m->modes = (modes){.rigid = true, .modal = true, .memory = 6};
    m->modes.accelerations = read_keyword(r, "accelerations");
    if (read_keyword(r, "type"))
        read_modes_type(r, &m->modes);
    if (!read_ok(r))
        return;
    const node *n = force_external_modal_body_of(m)->frame.node;
    modes_check(r, &m->x, &m->modes);
    m->modes.n = force_external_modal_body_of(m)->M;
    m->modes.label = n ? n->label : 0;
    if (n && m->modes.accelerations)
        structural_want_accelerations(n);
    m->x.flags = modes_flags(&m->modes);
    m->x.count = (uint32_t)m->modes.n;
    external_finish(r, e, &m->x, 6 + 5 * m->modes.n, 6 + m->modes.n);
}

/* --- equations ---------------------------------------------------------------------------------------------------- */

static bool has_frame(const external_modal *m) { return m->modes.rigid && force_external_modal_body_of(m)->frame.node; }

static void force_external_modal_connect(const elem *e, layout *l)
{
    const external_modal *m = e->self;
    if (has_frame(m))
        layout_node(l, force_external_modal_body_of(m)->frame.node);
    if (m->modes.modal)
        layout_other(l, m->joint);
    layout_clear(l);
}

static void force_external_modal_eval(int n, const state *s, const elem *e, local *out)
{
    const external_modal *m = e->self;
    const double *loads = external_loads(s, &m->x);
    const int first = has_frame(m) ? 6 : 0;
    (void)n;
    for (int i = 0; i < first; i++)
        out->r[i] += loads[i];
    for (int i = 0; m->modes.modal && i < m->modes.n; i++)
        out->r[first + i] += loads[m->modes.memory + i];
}

static void force_external_modal_output_row(const state *s, const elem *e, record *out)
{
    const external_modal *m = e->self;
    const double *loads = external_loads(s, &m->x);
    if (m->modes.rigid) {
        points_head(out, e->label, '#', m->modes.label);
        record_name(out, "F", QUANTITY_FORCE, "force on the frame");
        record_vec3(out, vec3_load(loads));
        record_name(out, "M", QUANTITY_MOMENT, "moment on the frame");
        record_vec3(out, vec3_load(loads + 3));
        record_end(out);
    }
    for (int i = 0; m->modes.modal && i < m->modes.n; i++) {
        points_head(out, e->label, '.', (unsigned)force_external_modal_body_of(m)->number[i]);
        record_name_numbered(out, "f", force_external_modal_body_of(m)->number[i], QUANTITY_NONE,
                             "generalised force on the mode");
        record_real(out, loads[m->modes.memory + i]);
        record_end(out);
    }
}

static void force_external_modal_sample(sampler *from, elem *e)
{
    static const int NUMBERS[] = {1, 2};
    external_modal *m = e->self;
    elem *joint = ARENA_NEW(from->memory, elem);
    modal *body = ARENA_NEW(from->memory, modal);
    external_sample(from, e);
    *body = (modal){.M = 2, .number = NUMBERS, .frame = {.node = sample_structural(from, 0)}};
    *joint = (elem){.type = &joint_modal_type, .self = body, .own = -1, .n_own = 4};
    m->joint = joint;
    m->modes = (modes){.rigid = sample_integer(from, 0, 1), .modal = true, .n = 2, .memory = 4};
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
    .exchange = &(const elem_exchange){.send = external_tell, .exchange = external_exchange},
    .output = force_external_modal_output_row,
    .assembly = &(const elem_assembly){.force = true},
    .sample = force_external_modal_sample,
};
