/* force_external_structural.c - forces and moments at points of nodes, computed by a peer from their motion.
 *
 *     sent        [reference node: [label] x R v w [a w']]  [labels]  x, R, v, w, [a, w'] of all points
 *     received    [reference node: [label] f m]  [labels]  f, m of all points
 *
 * Labels are padded to eight bytes. Without orientations there are neither w nor moments: the nodes are treated as
 * particles, on which forces have no moment wherever they act. See external.c. */
#include "element/diag_rows.h"
#include "element/external/points.h"
#include "model/frames.h"
#include "model/reading.h"
#include <string.h>

enum { LABEL_BYTES = 8 };

static bool has_rotation(const points *points) { return points->rotation != ROTATION_NONE; }
static size_t label_bytes(const points *points) { return points->labels ? ((size_t)points->n * 4 + 7) / 8 * 8 : 0; }

/* --- bytes -------------------------------------------------------------------------------------------------------- */

static size_t force_external_structural_sent(const external *external)
{
    const points *p = (const points *)external;
    const size_t rotating = has_rotation(p) ? 3 : 0, more = p->accelerations ? 3 + rotating : 0;
    return reference_sent(p, LABEL_BYTES) + label_bytes(p) +
           8 * (size_t)p->n * (6 + (size_t)rotation_count(p->rotation) + rotating + more);
}

static size_t force_external_structural_received(const external *external)
{
    const points *p = (const points *)external;
    return reference_received(p, LABEL_BYTES) + label_bytes(p) + 8 * (size_t)p->n * (has_rotation(p) ? 6 : 3);
}

static void force_external_structural_pack(const state *state, const external *external, unsigned char *to)
{
    const points *p = (const points *)external;
    const size_t n = (size_t)p->n, R = 8 * (size_t)rotation_count(p->rotation), three = 24;
    to = reference_pack(state, p, to, LABEL_BYTES);
    memset(to, 0, label_bytes(p));
    for (int i = 0; p->labels && i < p->n; i++)
        memcpy(to + 4 * (size_t)i, &(uint32_t){p->loads[i].node->label}, 4);
    unsigned char *at_x = to + label_bytes(p), *at_R = at_x + three * n, *at_v = at_R + R * n, *at_w = at_v + three * n;
    unsigned char *at_a = at_w + (has_rotation(p) ? three * n : 0), *at_dw = at_a + three * n;
    for (size_t i = 0; i < n; i++) {
        const point_motion motion = points_motion(state, p, &p->loads[i]);
        double rotation[9];
        put_vec3(at_x + three * i, motion.x);
        rotation_put(rotation, &motion.R, p->rotation, true);
        put_bytes(at_R + R * i, rotation, R);
        put_vec3(at_v + three * i, motion.v);
        if (has_rotation(p))
            put_vec3(at_w + three * i, motion.w);
        if (p->accelerations)
            put_vec3(at_a + three * i, motion.a);
        if (p->accelerations && has_rotation(p))
            put_vec3(at_dw + three * i, motion.dw);
    }
}

/* Returns the point that the label at position i refers to. */
static int point_of(const points *points, int i, uint32_t label)
{
    for (int k = 0; points->any_order && k < points->n; k++)
        if (points->loads[k].node->label == label)
            return k;
    return !points->any_order && points->loads[i].node->label == label ? i : -1;
}

static const char *force_external_structural_unpack(const state *state, const external *external,
                                                    const unsigned char *from, double *loads)
{
    const points *p = (const points *)external;
    (void)state;
    from = reference_unpack(p, from, LABEL_BYTES, loads);
    const unsigned char *f = from + label_bytes(p), *m = f + 24 * (size_t)p->n;
    for (int i = 0; i < p->n; i++) {
        uint32_t label = p->loads[i].node->label;
        if (p->labels)
            memcpy(&label, from + 4 * (size_t)i, 4);
        const int k = p->labels ? point_of(p, i, label) : i;
        if (k < 0)
            return p->any_order ? "a label does not belong to any node"
                                : "a label does not match the node at its position";
        memcpy(loads + p->loads[k].memory, f + 24 * (size_t)i, 24);
        if (has_rotation(p))
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

static void write_row(const points *points, unsigned label, const point_motion *motion, FILE *to)
{
    const int digits = points->external.precision;
    double R[9];
    if (points->labels)
        fprintf(to, "%u", label);
    rotation_put(R, &motion->R, points->rotation, false);
    write_vec3(to, digits, motion->x);
    write_numbers(to, digits, rotation_count(points->rotation), R);
    write_vec3(to, digits, motion->v);
    if (has_rotation(points))
        write_vec3(to, digits, motion->w);
    if (points->accelerations)
        write_vec3(to, digits, motion->a);
    if (points->accelerations && has_rotation(points))
        write_vec3(to, digits, motion->dw);
    fputc('\n', to);
}

static void write(const state *state, const external *external, FILE *to)
{
    const points *p = (const points *)external;
    if (p->reference) {
        const point_motion motion = points_reference(state, p);
        write_row(p, p->reference->label, &motion, to);
    }
    for (int i = 0; i < p->n; i++) {
        const point_motion point_motion = points_motion(state, p, &p->loads[i]);
        write_row(p, p->loads[i].node->label, &point_motion, to);
    }
}

static const char *parse_load(const points *points, words *from, double *load)
{
    for (int k = 0; k < (has_rotation(points) ? 6 : 3); k++)
        if (!words_number(from, &load[k]))
            return "a force is incomplete";
    return NULL;
}

static const char *force_external_structural_parse(const state *state, const external *external, words *from,
                                                   double *loads)
{
    (void)state;
    const points *p = (const points *)external;
    const char *wrong = NULL;
    for (int i = p->reference ? -1 : 0; i < p->n && !wrong; i++) {
        double label = i < 0 ? p->reference->label : p->loads[i].node->label;
        if (p->labels && !words_number(from, &label))
            return "a label is missing";
        const int k = i < 0 ? -1 : p->labels ? point_of(p, i, (uint32_t)label) : i;
        if (i >= 0 && k < 0)
            return "a label does not belong to any node";
        wrong = parse_load(p, from, loads + (k < 0 ? 0 : p->loads[k].memory));
    }
    return wrong;
}

/* Writes the initial configuration, if requested. */
static void echo(const state *state, const external *external)
{
    if (state->peers[external->peer].echo)
        write(state, external, state->peers[external->peer].echo);
}

static const external_kind KIND = {.sent = force_external_structural_sent,
                                   .received = force_external_structural_received,
                                   .pack = force_external_structural_pack,
                                   .unpack = force_external_structural_unpack,
                                   .write = write,
                                   .parse = force_external_structural_parse,
                                   .begin = echo};

/* --- reading ------------------------------------------------------------------------------------------------------ */

static void read_point(reader *reader, points *points, int i)
{
    const node *node = has_rotation(points) ? read_structural_node(reader, "node") : read_point_node(reader, "node");
    vec3 arm = {0, 0, 0};
    if (read_keyword(reader, "offset")) {
        const frame_context context = {.node_frame = node ? node->initial : NULL};
        arm = read_position_rel(reader, &context, "offset");
    }
    if (read_ok(reader) && !node->has_rotation && vec3_dot(arm, arm) > 0)
        read_error_last(reader, E_EXTERNAL, "a node without orientation cannot have an offset");
    points->loads[i] = points_load(points, node, arm, i);
    points->loads[i].has_moment = has_rotation(points);
    points->loads[i].leaves_arm = !has_rotation(points);
}

static uint32_t flags_of(const points *points)
{
    return FLAG_NODAL | (points->reference ? FLAG_REFERENCE : 0u) | (points->accelerations ? FLAG_ACCELERATIONS : 0u) |
           (points->labels ? FLAG_LABELS : 0u) | (has_rotation(points) ? 0x80u << points->rotation : 0u);
}

static void force_external_structural_read(reader *reader, elem *element)
{
    points *points = element->self;
    read_points_begin(reader, element, points, &KIND);
    while (read_points_option(reader, points, true))
        ;
    points->n = read_count(reader, 1, "number of nodes");
    points->n = read_ok(reader) ? points->n : 0;
    points->loads = ARENA_ARRAY(reader_arena(reader), external_load, points->n);
    for (int i = 0; i < points->n; i++)
        read_point(reader, points, i);
    if (read_keyword(reader, "echo"))
        points->external.plan->echo = read_filename(reader, "echo file");
    points->n_on = points->n;
    points->targets = points->loads;
    points->external.flags = flags_of(points);
    points->external.count = (uint32_t)points->n;
    external_finish(reader, element, &points->external, 6 + 6 * points->n, 6 + 6 * points->n);
    points_apply(reader, element, points);
}

static void force_external_structural_output_row(const state *state, const elem *element, record *out)
{
    const points *points = element->self;
    const double *loads = external_loads(state, &points->external);
    reference_row(state, element, points, '#', out);
    for (int i = 0; i < points->n; i++) {
        const int label = (int)points->loads[i].node->label;
        points_head(out, element->label, '@', points->loads[i].node->label);
        record_name_numbered(out, "f", label, QUANTITY_FORCE, "force on the node, as received");
        record_vec3(out, vec3_load(loads + points->loads[i].memory));
        record_name_numbered(out, "m", label, QUANTITY_MOMENT, "moment on the node, as received");
        record_vec3(out, vec3_load(loads + points->loads[i].memory + 3));
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
