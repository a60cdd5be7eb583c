/* force_external_structural.c - forces and moments at points of nodes, computed by a peer from their motion.
 *
 *     sent        [reference node: [label] x R v w [a w']]  [labels]  x, R, v, w, [a, w'] of all points
 *     received    [reference node: [label] f m]  [labels]  f, m of all points
 *
 * Labels are padded to eight bytes. Without orientations there are neither w nor moments: the nodes are treated as
 * particles, which forces do not rotate, wherever they act. See external.c. */
#include "element/diag_rows.h"
#include "element/external/points.h"
#include "model/frames.h"
#include "model/reading.h"
#include <string.h>

enum { LABEL_BYTES = 8 };

static bool turns(const points *p) { return p->rotation != ROTATION_NONE; }
static size_t label_bytes(const points *p) { return p->labels ? ((size_t)p->n * 4 + 7) / 8 * 8 : 0; }

/* --- bytes -------------------------------------------------------------------------------------------------------- */

static size_t force_external_structural_sent(const external *x)
{
    const points *p = (const points *)x;
    const size_t turning = turns(p) ? 3 : 0, more = p->accelerations ? 3 + turning : 0;
    return reference_sent(p, LABEL_BYTES) + label_bytes(p) +
           8 * (size_t)p->n * (6 + (size_t)rotation_count(p->rotation) + turning + more);
}

static size_t force_external_structural_received(const external *x)
{
    const points *p = (const points *)x;
    return reference_received(p, LABEL_BYTES) + label_bytes(p) + 8 * (size_t)p->n * (turns(p) ? 6 : 3);
}

static void force_external_structural_pack(const state *s, const external *x, unsigned char *to)
{
    const points *p = (const points *)x;
    const size_t n = (size_t)p->n, R = 8 * (size_t)rotation_count(p->rotation), three = 24;
    to = reference_pack(s, p, to, LABEL_BYTES);
    memset(to, 0, label_bytes(p));
    for (int i = 0; p->labels && i < p->n; i++)
        memcpy(to + 4 * (size_t)i, &(uint32_t){p->loads[i].node->label}, 4);
    unsigned char *at_x = to + label_bytes(p), *at_R = at_x + three * n, *at_v = at_R + R * n, *at_w = at_v + three * n;
    unsigned char *at_a = at_w + (turns(p) ? three * n : 0), *at_dw = at_a + three * n;
    for (size_t i = 0; i < n; i++) {
        const point_motion m = points_motion(s, p, &p->loads[i]);
        double rotation[9];
        put_vec3(at_x + three * i, m.x);
        rotation_put(rotation, &m.R, p->rotation, true);
        put_bytes(at_R + R * i, rotation, R);
        put_vec3(at_v + three * i, m.v);
        if (turns(p))
            put_vec3(at_w + three * i, m.w);
        if (p->accelerations)
            put_vec3(at_a + three * i, m.a);
        if (p->accelerations && turns(p))
            put_vec3(at_dw + three * i, m.dw);
    }
}

/* The point that a label at place i means. */
static int point_of(const points *p, int i, uint32_t label)
{
    for (int k = 0; p->any_order && k < p->n; k++)
        if (p->loads[k].node->label == label)
            return k;
    return !p->any_order && p->loads[i].node->label == label ? i : -1;
}

static const char *force_external_structural_unpack(const state *s, const external *x, const unsigned char *from,
                                                    double *loads)
{
    const points *p = (const points *)x;
    (void)s;
    from = reference_unpack(p, from, LABEL_BYTES, loads);
    const unsigned char *f = from + label_bytes(p), *m = f + 24 * (size_t)p->n;
    for (int i = 0; i < p->n; i++) {
        uint32_t label = p->loads[i].node->label;
        if (p->labels)
            memcpy(&label, from + 4 * (size_t)i, 4);
        const int k = p->labels ? point_of(p, i, label) : i;
        if (k < 0)
            return p->any_order ? "a label is that of no node" : "a label is not that of the node in its place";
        memcpy(loads + p->loads[k].memory, f + 24 * (size_t)i, 24);
        if (turns(p))
            memcpy(loads + p->loads[k].memory + 3, m + 24 * (size_t)i, 24);
    }
    return NULL;
}

/* --- text --------------------------------------------------------------------------------------------------------- */

static void write_numbers(FILE *to, int precision, int n, const double *v)
{
    for (int i = 0; i < n; i++)
        fprintf(to, " %.*e", precision, v[i]);
}

static void write_vec3(FILE *to, int precision, vec3 v)
{
    write_numbers(to, precision, 3, (const double[]){v.x, v.y, v.z});
}

static void write_row(const points *p, unsigned label, const point_motion *m, FILE *to)
{
    const int digits = p->x.precision;
    double R[9];
    if (p->labels)
        fprintf(to, "%u", label);
    rotation_put(R, &m->R, p->rotation, false);
    write_vec3(to, digits, m->x);
    write_numbers(to, digits, rotation_count(p->rotation), R);
    write_vec3(to, digits, m->v);
    if (turns(p))
        write_vec3(to, digits, m->w);
    if (p->accelerations)
        write_vec3(to, digits, m->a);
    if (p->accelerations && turns(p))
        write_vec3(to, digits, m->dw);
    fputc('\n', to);
}

static void write(const state *s, const external *x, FILE *to)
{
    const points *p = (const points *)x;
    if (p->reference) {
        const point_motion m = points_reference(s, p);
        write_row(p, p->reference->label, &m, to);
    }
    for (int i = 0; i < p->n; i++) {
        const point_motion m = points_motion(s, p, &p->loads[i]);
        write_row(p, p->loads[i].node->label, &m, to);
    }
}

static const char *parse_load(const points *p, words *from, double *load)
{
    for (int k = 0; k < (turns(p) ? 6 : 3); k++)
        if (!words_number(from, &load[k]))
            return "a force is not complete";
    return NULL;
}

static const char *force_external_structural_parse(const state *s, const external *x, words *from, double *loads)
{
    (void)s;
    const points *p = (const points *)x;
    const char *wrong = NULL;
    for (int i = p->reference ? -1 : 0; i < p->n && !wrong; i++) {
        double label = i < 0 ? p->reference->label : p->loads[i].node->label;
        if (p->labels && !words_number(from, &label))
            return "a label is missing";
        const int k = i < 0 ? -1 : p->labels ? point_of(p, i, (uint32_t)label) : i;
        if (i >= 0 && k < 0)
            return "a label is that of no node";
        wrong = parse_load(p, from, loads + (k < 0 ? 0 : p->loads[k].memory));
    }
    return wrong;
}

/* The initial configuration, where it is asked for. */
static void echo(const state *s, const external *x)
{
    if (s->peers[x->peer].echo)
        write(s, x, s->peers[x->peer].echo);
}

static const external_kind KIND = {.sent = force_external_structural_sent,
                                   .received = force_external_structural_received,
                                   .pack = force_external_structural_pack,
                                   .unpack = force_external_structural_unpack,
                                   .write = write,
                                   .parse = force_external_structural_parse,
                                   .begin = echo};

/* --- reading ------------------------------------------------------------------------------------------------------ */

static void read_point(reader *r, points *p, int i)
{
    const node *n = turns(p) ? read_structural_node(r, "node") : read_point_node(r, "node");
    vec3 arm = {0, 0, 0};
    if (read_keyword(r, "offset")) {
        const frame_context c = {.own = n ? n->initial : NULL};
        arm = read_position_rel(r, &c, "offset");
    }
    if (read_ok(r) && !n->has_rotation && vec3_dot(arm, arm) > 0)
        read_error_last(r, E_EXTERNAL, "a node without orientation has no offset");
    p->loads[i] = points_load(p, n, arm, i);
    p->loads[i].has_moment = turns(p);
    p->loads[i].leaves_arm = !turns(p);
}

static uint32_t flags_of(const points *p)
{
    return FLAG_NODAL | (p->reference ? FLAG_REFERENCE : 0u) | (p->accelerations ? FLAG_ACCELERATIONS : 0u) |
           (p->labels ? FLAG_LABELS : 0u) | (turns(p) ? 0x80u << p->rotation : 0u);
}

static void force_external_structural_read(reader *r, elem *e)
{
    points *p = e->self;
    read_points_begin(r, e, p, &KIND);
    while (read_points_option(r, p, true))
        ;
    p->n = read_count(r, 1, "number of nodes");
    p->n = read_ok(r) ? p->n : 0;
    p->loads = ARENA_ARRAY(reader_arena(r), external_load, p->n);
    for (int i = 0; i < p->n; i++)
        read_point(r, p, i);
    if (read_keyword(r, "echo"))
        p->x.plan->echo = read_filename(r, "echo file");
    p->n_on = p->n;
    p->targets = p->loads;
    p->x.flags = flags_of(p);
    p->x.count = (uint32_t)p->n;
    external_finish(r, e, &p->x, 6 + 6 * p->n, 6 + 6 * p->n);
    points_apply(r, e, p);
}

static void force_external_structural_output_row(const state *s, const elem *e, record *out)
{
    const points *p = e->self;
    const double *loads = external_loads(s, &p->x);
    reference_row(s, e, p, '#', out);
    for (int i = 0; i < p->n; i++) {
        const int label = (int)p->loads[i].node->label;
        points_head(out, e->label, '@', p->loads[i].node->label);
        record_name_numbered(out, "f", label, QUANTITY_FORCE, "force on the node, as received");
        record_vec3(out, vec3_load(loads + p->loads[i].memory));
        record_name_numbered(out, "m", label, QUANTITY_MOMENT, "moment on the node, as received");
        record_vec3(out, vec3_load(loads + p->loads[i].memory + 3));
        record_end(out);
    }
}

const elem_type force_external_structural_type = {
    EXTERNAL_SLOTS,
    .keyword = "external structural",
    .grammar =
        "force: LABEL, external structural, COMMUNICATOR, [reference node, NODE,] [labels, {yes | no},] [sorted, "
        "{yes | no},] [orientation, {none | orientation matrix | orientation vector | euler 123},] "
        "[accelerations, {yes | no},] [use reference node forces, {yes | no} [, rotate reference node forces, "
        "{yes | no}],] N, NODE [, offset, F] [, ...] [, echo, \"FILE\"]",
    .summary = "Forces and moments at points of nodes, computed by a peer from their motion.",
    .size = sizeof(points),
    .read = force_external_structural_read,
    .output = force_external_structural_output_row,
    .sample = external_sample,
};
