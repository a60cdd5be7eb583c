/* force_external_structural_mapping.c - forces at points whose motion a matrix computes from points of nodes.
 *
 *     y = H x,  y' = H x',  y'' = H x''       x: points of the nodes, y: those of the peer
 *     f = H' g                                 g: forces of the peer, f: on the points of the nodes
 *
 *     sent        [reference node]  [labels]  y, y', [y'']
 *     received    [reference node]  [labels]  g
 *
 * Labels have four bytes each. Printed: force and moment on each node, the moment about the node; the force of the peer
 * after the mapping. See external.c. */
#include "element/diag_rows.h"
#include "element/external/mapping.h"
#include "element/external/points.h"
#include "model/frames.h"
#include "model/reading.h"
#include <stdlib.h>
#include <string.h>

enum { LABEL_BYTES = 4 };

typedef struct {
    points points;
    mapping mapping;  /* entries NULL: the points themselves */
    int *carrier;     /* for each point: the index of its node */
    int n_mapped;     /* number of points of the peer */
    uint32_t *labels; /* of the points of the peer */
    uint32_t *point_labels;
    const char *surface, *output, *order, *basenode, *weight; /* for the echo file; NULL: not given */
    int digits;
} mapped;

static bool is_mapped(const mapped *mapped) { return mapped->mapping.rows > 0; }
static size_t force_external_structural_mapping_numbers(const mapped *mapped) { return 3 * (size_t)mapped->n_mapped; }
static size_t label_bytes(const mapped *mapped)
{
    return mapped->points.labels ? LABEL_BYTES * (size_t)mapped->n_mapped : 0;
}

/* --- bytes -------------------------------------------------------------------------------------------------------- */

static size_t force_external_structural_mapping_sent(const external *external)
{
    const mapped *m = (const mapped *)external;
    return reference_sent(&m->points, LABEL_BYTES) + label_bytes(m) +
           8 * force_external_structural_mapping_numbers(m) * (m->points.accelerations ? 3 : 2);
}

static size_t force_external_structural_mapping_received(const external *external)
{
    const mapped *m = (const mapped *)external;
    return reference_received(&m->points, LABEL_BYTES) + label_bytes(m) +
           8 * force_external_structural_mapping_numbers(m);
}

/* Workspace for vectors of the points and of the peer. */
typedef struct {
    double *x, *y;
} vectors;

static vectors vectors_of(const state *state, const mapped *mapped)
{
    double *all = external_workspace(state, &mapped->points.external);
    return (vectors){.x = all, .y = all + 3 * (size_t)mapped->points.n};
}

typedef enum { OF_X, OF_V, OF_A } derivative;

/* Computes x, v or a of the points, mapped to the peer, in vectors.y. */
static void map_motion(const state *state, const mapped *mapped, derivative of, vectors vectors)
{
    for (int i = 0; i < mapped->points.n; i++) {
        const point_motion at = points_motion(state, &mapped->points, &mapped->points.loads[i]);
        vec3_store(vectors.x + 3 * (size_t)i, of == OF_X ? at.x : of == OF_V ? at.v : at.a);
    }
    if (is_mapped(mapped))
        mapping_apply(&mapped->mapping, vectors.x, vectors.y);
    else
        memcpy(vectors.y, vectors.x, force_external_structural_mapping_numbers(mapped) * sizeof *vectors.y);
}

static void force_external_structural_mapping_pack(const state *state, const external *external, unsigned char *to)
{
    const mapped *m = (const mapped *)external;
    vectors vectors = vectors_of(state, m);
    to = reference_pack(state, &m->points, to, LABEL_BYTES);
    if (m->points.labels)
        to = put_bytes(to, m->labels, label_bytes(m));
    for (int of = OF_X; of <= (m->points.accelerations ? OF_A : OF_V); of++) {
        map_motion(state, m, (derivative)of, vectors);
        to = put_bytes(to, vectors.y, 8 * force_external_structural_mapping_numbers(m));
    }
}

/* Maps forces of the peer to the points, and these to the nodes: in global axes, with the arms at the time of
 * sending. */
static void map_back(const state *state, const mapped *mapped, vectors vectors, double *loads)
{
    const points *points = &mapped->points;
    if (is_mapped(mapped))
        mapping_apply_back(&mapped->mapping, vectors.y, vectors.x);
    else
        memcpy(vectors.x, vectors.y, force_external_structural_mapping_numbers(mapped) * sizeof *vectors.x);
    for (int k = 0, i = 0; k < points->n_on; k++) {
        vec3 F = {0, 0, 0}, M = {0, 0, 0};
        const pose *at = &state->poses[points->targets[k].node->pose];
        for (; i < points->n && mapped->carrier[i] == k; i++) {
            vec3 f = vec3_load(vectors.x + 3 * (size_t)i);
            f = points->reference ? mat3_mulv(&state->poses[points->reference->pose].R, f) : f;
            F = vec3_add(F, f);
            M = vec3_add(M, vec3_cross(mat3_mulv(&at->R, points->loads[i].arm), f));
        }
        vec3_store(loads + points->targets[k].memory, F);
        vec3_store(loads + points->targets[k].memory + 3, M);
    }
}

static const char *force_external_structural_mapping_unpack(const state *state, const external *external,
                                                            const unsigned char *from, double *loads)
{
    const mapped *m = (const mapped *)external;
    from = reference_unpack(&m->points, from, LABEL_BYTES, loads);
    if (m->points.labels && memcmp(from, m->labels, label_bytes(m)) != 0)
        return "the labels do not match the points";
    vectors vectors = vectors_of(state, m);
    memcpy(vectors.y, from + label_bytes(m), 8 * force_external_structural_mapping_numbers(m));
    map_back(state, m, vectors, loads);
    return NULL;
}

/* --- text: a line for the reference node, a line for each point --------------------------------------------------- */

static void write_text(const state *state, const external *external, FILE *to)
{
    const mapped *m = (const mapped *)external;
    const int digits = external->precision;
    vectors vectors = vectors_of(state, m);
    if (m->points.reference) {
        const point_motion motion = points_reference(state, &m->points);
        fprintf(to, "%.*e %.*e %.*e %.*e %.*e %.*e\n", digits, motion.x.x, digits, motion.x.y, digits, motion.x.z,
                digits, motion.v.x, digits, motion.v.y, digits, motion.v.z);
    }
    double *rows = vectors.y + force_external_structural_mapping_numbers(m);
    for (int of = OF_X; of <= OF_A; of++) {
        map_motion(state, m, (derivative)of, vectors);
        memcpy(rows + (size_t)of * force_external_structural_mapping_numbers(m), vectors.y,
               force_external_structural_mapping_numbers(m) * sizeof *rows);
    }
    for (size_t i = 0; i < (size_t)m->n_mapped; i++) {
        if (m->points.labels)
            fprintf(to, "%u ", m->labels[i]);
        for (size_t of = OF_X; of <= (m->points.accelerations ? OF_A : OF_V); of++)
            for (size_t k = 0; k < 3; k++)
                fprintf(to, "%s%.*e", of + k > 0 ? " " : "", digits,
                        rows[of * force_external_structural_mapping_numbers(m) + 3 * i + k]);
        fputc('\n', to);
    }
}

static const char *parse_points(const mapped *mapped, words *from, double *g)
{
    for (int i = 0; i < mapped->n_mapped; i++) {
        double label = 0;
        if (mapped->points.labels && (!words_number(from, &label) || label != mapped->labels[i]))
            return "a label does not match the point at its position";
        for (int k = 0; k < 3; k++)
            if (!words_number(from, &g[3 * i + k]))
                return "a force is incomplete";
    }
    return NULL;
}

static const char *force_external_structural_mapping_parse(const state *state, const external *external, words *from,
                                                           double *loads)
{
    const mapped *m = (const mapped *)external;
    for (int k = 0; m->points.reference && k < (m->points.rotation == ROTATION_NONE ? 3 : 6); k++)
        if (!words_number(from, &loads[k]))
            return "the force on the reference node is incomplete";
    vectors vectors = vectors_of(state, m);
    const char *wrong = parse_points(m, from, vectors.y);
    if (!wrong)
        map_back(state, m, vectors, loads);
    return wrong;
}

/* --- echo: data from which the matrix can be computed ------------------------------------------------------------- */

static void echo_word(FILE *to, const char *name, const char *is)
{
    if (is)
        fprintf(to, "# %s: %s\n", name, is);
}

static void echo(const state *state, const external *external)
{
    const mapped *m = (const mapped *)external;
    FILE *to = state->peers[external->peer].echo;
    if (!to)
        return;
    fprintf(to, "# Generated by Torsor, %s\n# labels: %s\n# points: %d\n", external->plan->whose,
            m->points.labels ? "on" : "off", m->points.n);
    echo_word(to, "surface", m->surface);
    echo_word(to, "output", m->output);
    echo_word(to, "order", m->order);
    echo_word(to, "basenode", m->basenode);
    echo_word(to, "weight", m->weight);
    for (int i = 0; i < m->points.n; i++) {
        const vec3 at = points_motion(state, &m->points, &m->points.loads[i]).x;
        if (m->points.labels)
            fprintf(to, "%u ", m->point_labels[i]);
        fprintf(to, "%.*e %.*e %.*e\n", m->digits, at.x, m->digits, at.y, m->digits, at.z);
    }
}

static const external_kind KIND = {.sent = force_external_structural_mapping_sent,
                                   .received = force_external_structural_mapping_received,
                                   .pack = force_external_structural_mapping_pack,
                                   .unpack = force_external_structural_mapping_unpack,
                                   .write = write_text,
                                   .parse = force_external_structural_mapping_parse,
                                   .begin = echo};

/* --- reading ------------------------------------------------------------------------------------------------------ */

static void read_offsets(reader *reader, mapped *mapped, int *i)
{
    points *points = &mapped->points;
    const node *node = read_structural_node(reader, "node");
    const frame_context context = {.node_frame = node ? node->initial : NULL};
    if (!read_peek(reader, "offset"))
        read_error(reader, E_EXTERNAL, read_place(reader), "an offset of a point must follow the node");
    points->targets[points->n_on] = points_load(points, node, (vec3){0, 0, 0}, points->n_on);
    points->targets[points->n_on].has_moment = true;
    points->targets[points->n_on].axes = NULL;
    while (*i < points->n && read_keyword(reader, "offset")) {
        mapped->carrier[*i] = points->n_on;
        mapped->point_labels[*i] = points->labels ? read_label(reader, "label of the point") : 0;
        const vec3 arm = read_position_rel(reader, &context, "offset");
        points->loads[*i] = points_load(points, node, arm, *i);
        (*i)++;
    }
    points->n_on++;
}

static const char *shown_number(reader *reader, const char *what)
{
    char *digits = text_of("%g", read_real(reader, what));
    const char *saved = arena_string(reader_arena(reader), digits, strlen(digits));
    free(digits);
    return saved;
}

static bool read_echo_option(reader *reader, mapped *mapped)
{
    if (read_keyword(reader, "precision"))
        mapped->digits = read_integer_in(reader, 1, 30, "precision");
    else if (read_keyword(reader, "surface"))
        mapped->surface = read_string(reader, "surface");
    else if (read_keyword(reader, "output"))
        mapped->output = read_string(reader, "output");
    else if (read_keyword(reader, "order"))
        mapped->order = shown_number(reader, "order");
    else if (read_keyword(reader, "basenode"))
        mapped->basenode = shown_number(reader, "basenode");
    else if (read_keyword(reader, "weight"))
        mapped->weight = read_keyword(reader, "inf") ? "inf" : shown_number(reader, "weight");
    else if (read_keyword(reader, "stop"))
        mapped->points.external.stops = true;
    else
        return false;
    return read_ok(reader);
}

static void read_echo(reader *reader, mapped *mapped)
{
    if (!read_keyword(reader, "echo"))
        return;
    mapped->points.external.plan->echo = read_filename(reader, "echo file");
    while (read_echo_option(reader, mapped))
        ;
}

static void read_labels(reader *reader, mapped *mapped)
{
    mapped->labels = ARENA_ARRAY(reader_arena(reader), uint32_t, mapped->n_mapped);
    if (!mapped->points.labels)
        return;
    for (int i = 0; i < mapped->n_mapped; i++)
        mapped->labels[i] = is_mapped(mapped) ? read_label(reader, "label of a mapped point") : mapped->point_labels[i];
}

static void read_peer_points(reader *reader, mapped *mapped)
{
    mapped->n_mapped = mapped->points.n;
    if (read_keyword(reader, "mapped points number")) {
        const int n = read_keyword(reader, "from file") ? 0 : read_count(reader, 1, "number of mapped points");
        if (!read_ok(reader))
            return;
        read_mapping(reader, &mapped->mapping, 3 * n, 3 * mapped->points.n, 3);
        mapped->n_mapped = mapped->mapping.rows / 3;
    }
    if (read_ok(reader))
        read_labels(reader, mapped);
}

static uint32_t flags_of(const points *points)
{
    const bool has_rotation = points->reference && points->rotation != ROTATION_NONE;
    return FLAG_NODAL | (points->reference ? FLAG_REFERENCE : 0u) | (points->accelerations ? FLAG_ACCELERATIONS : 0u) |
           (points->labels ? FLAG_LABELS : 0u) | (has_rotation ? 0x800u << points->rotation : 0u);
}

static void force_external_structural_mapping_read(reader *reader, elem *element)
{
    mapped *mapped = element->self;
    points *points = &mapped->points;
    read_points_begin(reader, element, points, &KIND);
    while (read_points_option(reader, points, false))
        ;
    read_keyword(reader, "points number");
    points->n = read_count(reader, 1, "number of points");
    points->n = read_ok(reader) ? points->n : 0;
    points->loads = ARENA_ARRAY(reader_arena(reader), external_load, points->n);
    points->targets = ARENA_ARRAY(reader_arena(reader), external_load, points->n);
    mapped->carrier = ARENA_ARRAY(reader_arena(reader), int, points->n);
    mapped->point_labels = ARENA_ARRAY(reader_arena(reader), uint32_t, points->n);
    for (int i = 0; i < points->n && read_ok(reader);)
        read_offsets(reader, mapped, &i);
    mapped->digits = 16;
    read_echo(reader, mapped);
    read_peer_points(reader, mapped);
    points->external.flags = flags_of(points);
    points->external.count = (uint32_t)mapped->n_mapped;
    points->external.workspace = 3 * (size_t)points->n + 4 * force_external_structural_mapping_numbers(mapped);
    external_finish(reader, element, &points->external, 6 + 6 * points->n_on, 6 + 6 * points->n_on);
    points_apply(reader, element, points);
}

/* --- rows --------------------------------------------------------------------------------------------------------- */

static void force_external_structural_mapping_output_row(const state *state, const elem *element, record *out)
{
    const points *points = &((const mapped *)element->self)->points;
    const double *loads = external_loads(state, &points->external);
    reference_row(state, element, points, '#', out);
    for (int i = 0; i < points->n_on; i++) {
        const node *node = points->targets[i].node;
        const external_force force = external_force_now(state, &points->targets[i], loads);
        points_head(out, element->label, '@', node->label);
        record_name_numbered(out, "F", (int)node->label, QUANTITY_FORCE, "force on the node, global axes");
        record_vec3(out, force.F);
        record_name_numbered(out, "M", (int)node->label, QUANTITY_MOMENT, "moment about the node, global axes");
        record_vec3(out, force.M);
        record_end(out);
    }
}

const elem_type force_external_structural_mapping_type = {
    EXTERNAL_SLOTS,
    .keyword = "external structural mapping",
    .grammar =
        "force: LABEL, external structural mapping, COMMUNICATOR, [reference node, NODE,] [labels, {yes | no},] "
        "[orientation, {none | orientation matrix | orientation vector | euler 123},] [accelerations, {yes | no},] "
        "[use reference node forces, {yes | no} [, rotate reference node forces, {yes | no}],] points number, N, NODE, "
        "offset, [LABEL,] F [, ...] [, echo, \"FILE\" [, {precision, DIGITS | surface, \"FILE\" | output, \"FILE\" | "
        "order, NUMBER | basenode, NUMBER | weight, {inf | REAL}}] [, stop]] [, mapped points number, {from file | N}, "
        "{full | sparse} mapping file, \"FILE\" [, threshold, TOLERANCE] [, transpose] [, LABEL, ...]]",
    .summary = "Forces at points that a matrix computes from points of nodes.",
    .size = sizeof(mapped),
    .read = force_external_structural_mapping_read,
    .output = force_external_structural_mapping_output_row,
    .sample = external_sample,
};
