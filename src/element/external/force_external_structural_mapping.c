/* force_external_structural_mapping.c - forces at points that a matrix computes from points of nodes.
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
    points p;
    mapping H;        /* of = NULL: the points themselves */
    int *carrier;     /* of each point: the index of its node */
    int n_mapped;     /* of the peer */
    uint32_t *labels; /* of its points */
    uint32_t *point_labels;
    const char *surface, *output, *order, *basenode, *weight; /* for the echo file; NULL: not given */
    int digits;
} mapped;

static bool is_mapped(const mapped *m) { return m->H.rows > 0; }
static size_t force_external_structural_mapping_numbers(const mapped *m) { return 3 * (size_t)m->n_mapped; }
static size_t label_bytes(const mapped *m) { return m->p.labels ? LABEL_BYTES * (size_t)m->n_mapped : 0; }

/* --- bytes -------------------------------------------------------------------------------------------------------- */

static size_t force_external_structural_mapping_sent(const external *x)
{
    const mapped *m = (const mapped *)x;
    return reference_sent(&m->p, LABEL_BYTES) + label_bytes(m) +
           8 * force_external_structural_mapping_numbers(m) * (m->p.accelerations ? 3 : 2);
}

static size_t force_external_structural_mapping_received(const external *x)
{
    const mapped *m = (const mapped *)x;
    return reference_received(&m->p, LABEL_BYTES) + label_bytes(m) + 8 * force_external_structural_mapping_numbers(m);
}

/* Room for vectors of the points and of the peer. */
typedef struct {
    double *x, *y;
} vectors;

static vectors vectors_of(const state *s, const mapped *m)
{
    double *all = external_room(s, &m->p.x);
    return (vectors){.x = all, .y = all + 3 * (size_t)m->p.n};
}

typedef enum { OF_X, OF_V, OF_A } derivative;

/* x, v or a of the points, as the peer has them: in v.y. */
static void map_motion(const state *s, const mapped *m, derivative of, vectors v)
{
    for (int i = 0; i < m->p.n; i++) {
        const point_motion at = points_motion(s, &m->p, &m->p.loads[i]);
        vec3_store(v.x + 3 * (size_t)i, of == OF_X ? at.x : of == OF_V ? at.v : at.a);
    }
    if (is_mapped(m))
        mapping_apply(&m->H, v.x, v.y);
    else
        memcpy(v.y, v.x, force_external_structural_mapping_numbers(m) * sizeof *v.y);
}

static void force_external_structural_mapping_pack(const state *s, const external *x, unsigned char *to)
{
    const mapped *m = (const mapped *)x;
    vectors v = vectors_of(s, m);
    to = reference_pack(s, &m->p, to, LABEL_BYTES);
    if (m->p.labels)
        to = put_bytes(to, m->labels, label_bytes(m));
    for (int of = OF_X; of <= (m->p.accelerations ? OF_A : OF_V); of++) {
        map_motion(s, m, (derivative)of, v);
        to = put_bytes(to, v.y, 8 * force_external_structural_mapping_numbers(m));
    }
}

/* Forces of the peer, to those on the points, to those on the nodes: in global axes, with arms as they were sent. */
static void map_back(const state *s, const mapped *m, vectors v, double *loads)
{
    const points *p = &m->p;
    if (is_mapped(m))
        mapping_apply_back(&m->H, v.y, v.x);
    else
        memcpy(v.x, v.y, force_external_structural_mapping_numbers(m) * sizeof *v.x);
    for (int k = 0, i = 0; k < p->n_on; k++) {
        vec3 F = {0, 0, 0}, M = {0, 0, 0};
        const pose *at = &s->poses[p->targets[k].node->pose];
        for (; i < p->n && m->carrier[i] == k; i++) {
            vec3 f = vec3_load(v.x + 3 * (size_t)i);
            f = p->reference ? mat3_mulv(&s->poses[p->reference->pose].R, f) : f;
            F = vec3_add(F, f);
            M = vec3_add(M, vec3_cross(mat3_mulv(&at->R, p->loads[i].arm), f));
        }
        vec3_store(loads + p->targets[k].memory, F);
        vec3_store(loads + p->targets[k].memory + 3, M);
    }
}

static const char *force_external_structural_mapping_unpack(const state *s, const external *x,
                                                            const unsigned char *from, double *loads)
{
    const mapped *m = (const mapped *)x;
    from = reference_unpack(&m->p, from, LABEL_BYTES, loads);
    if (m->p.labels && memcmp(from, m->labels, label_bytes(m)) != 0)
        return "the labels are not those of the points";
    vectors v = vectors_of(s, m);
    memcpy(v.y, from + label_bytes(m), 8 * force_external_structural_mapping_numbers(m));
    map_back(s, m, v, loads);
    return NULL;
}

/* --- text: a line for the reference node, a line for each point --------------------------------------------------- */

static void write_text(const state *s, const external *x, FILE *to)
{
    const mapped *m = (const mapped *)x;
    const int digits = x->precision;
    vectors v = vectors_of(s, m);
    if (m->p.reference) {
        const point_motion r = points_reference(s, &m->p);
        fprintf(to, "%.*e %.*e %.*e %.*e %.*e %.*e\n", digits, r.x.x, digits, r.x.y, digits, r.x.z, digits, r.v.x,
                digits, r.v.y, digits, r.v.z);
    }
    double *rows = v.y + force_external_structural_mapping_numbers(m);
    for (int of = OF_X; of <= OF_A; of++) {
        map_motion(s, m, (derivative)of, v);
        memcpy(rows + (size_t)of * force_external_structural_mapping_numbers(m), v.y,
               force_external_structural_mapping_numbers(m) * sizeof *rows);
    }
    for (size_t i = 0; i < (size_t)m->n_mapped; i++) {
        if (m->p.labels)
            fprintf(to, "%u ", m->labels[i]);
        for (size_t of = OF_X; of <= (m->p.accelerations ? OF_A : OF_V); of++)
            for (size_t k = 0; k < 3; k++)
                fprintf(to, "%s%.*e", of + k > 0 ? " " : "", digits,
                        rows[of * force_external_structural_mapping_numbers(m) + 3 * i + k]);
        fputc('\n', to);
    }
}

static const char *parse_points(const mapped *m, words *from, double *g)
{
    for (int i = 0; i < m->n_mapped; i++) {
        double label = 0;
        if (m->p.labels && (!words_number(from, &label) || label != m->labels[i]))
            return "a label is not that of the point in its place";
        for (int k = 0; k < 3; k++)
            if (!words_number(from, &g[3 * i + k]))
                return "a force is not complete";
    }
    return NULL;
}

static const char *force_external_structural_mapping_parse(const state *s, const external *x, words *from,
                                                           double *loads)
{
    const mapped *m = (const mapped *)x;
    for (int k = 0; m->p.reference && k < (m->p.rotation == ROTATION_NONE ? 3 : 6); k++)
        if (!words_number(from, &loads[k]))
            return "the force on the reference node is not complete";
    vectors v = vectors_of(s, m);
    const char *wrong = parse_points(m, from, v.y);
    if (!wrong)
        map_back(s, m, v, loads);
    return wrong;
}

/* --- echo: what the matrix can be made of ------------------------------------------------------------------------- */

static void echo_word(FILE *to, const char *name, const char *is)
{
    if (is)
        fprintf(to, "# %s: %s\n", name, is);
}

static void echo(const state *s, const external *x)
{
    const mapped *m = (const mapped *)x;
    FILE *to = s->peers[x->peer].echo;
    if (!to)
        return;
    fprintf(to, "# Generated by Torsor, %s\n# labels: %s\n# points: %d\n", x->plan->whose, m->p.labels ? "on" : "off",
            m->p.n);
    echo_word(to, "surface", m->surface);
    echo_word(to, "output", m->output);
    echo_word(to, "order", m->order);
    echo_word(to, "basenode", m->basenode);
    echo_word(to, "weight", m->weight);
    for (int i = 0; i < m->p.n; i++) {
        const vec3 at = points_motion(s, &m->p, &m->p.loads[i]).x;
        if (m->p.labels)
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

static void read_offsets(reader *r, mapped *m, int *i)
{
    points *p = &m->p;
    const node *n = read_structural_node(r, "node");
    const frame_context c = {.own = n ? n->initial : NULL};
    if (!read_peek(r, "offset"))
        read_error(r, E_EXTERNAL, read_place(r), "an offset of a point must follow the node");
    p->targets[p->n_on] = points_load(p, n, (vec3){0, 0, 0}, p->n_on);
    p->targets[p->n_on].has_moment = true;
    p->targets[p->n_on].axes = NULL;
    while (*i < p->n && read_keyword(r, "offset")) {
        m->carrier[*i] = p->n_on;
        m->point_labels[*i] = p->labels ? read_label(r, "label of the point") : 0;
        const vec3 arm = read_position_rel(r, &c, "offset");
        p->loads[*i] = points_load(p, n, arm, *i);
        (*i)++;
    }
    p->n_on++;
}

static const char *shown_number(reader *r, const char *what)
{
    char *digits = text_of("%g", read_real(r, what));
    const char *kept = arena_string(reader_arena(r), digits, strlen(digits));
    free(digits);
    return kept;
}

static bool read_echo_option(reader *r, mapped *m)
{
    if (read_keyword(r, "precision"))
        m->digits = read_integer_in(r, 1, 30, "precision");
    else if (read_keyword(r, "surface"))
        m->surface = read_string(r, "surface");
    else if (read_keyword(r, "output"))
        m->output = read_string(r, "output");
    else if (read_keyword(r, "order"))
        m->order = shown_number(r, "order");
    else if (read_keyword(r, "basenode"))
        m->basenode = shown_number(r, "basenode");
    else if (read_keyword(r, "weight"))
        m->weight = read_keyword(r, "inf") ? "inf" : shown_number(r, "weight");
    else if (read_keyword(r, "stop"))
        m->p.x.stops = true;
    else
        return false;
    return read_ok(r);
}

static void read_echo(reader *r, mapped *m)
{
    if (!read_keyword(r, "echo"))
        return;
    m->p.x.plan->echo = read_filename(r, "echo file");
    while (read_echo_option(r, m))
        ;
}

static void read_labels(reader *r, mapped *m)
{
    m->labels = ARENA_ARRAY(reader_arena(r), uint32_t, m->n_mapped);
    if (!m->p.labels)
        return;
    for (int i = 0; i < m->n_mapped; i++)
        m->labels[i] = is_mapped(m) ? read_label(r, "label of a mapped point") : m->point_labels[i];
}

static void read_peer_points(reader *r, mapped *m)
{
    m->n_mapped = m->p.n;
    if (read_keyword(r, "mapped points number")) {
        const int n = read_keyword(r, "from file") ? 0 : read_count(r, 1, "number of mapped points");
        if (!read_ok(r))
            return;
        read_mapping(r, &m->H, 3 * n, 3 * m->p.n, 3);
        m->n_mapped = m->H.rows / 3;
    }
    if (read_ok(r))
        read_labels(r, m);
}

static uint32_t flags_of(const points *p)
{
    const bool turns = p->reference && p->rotation != ROTATION_NONE;
    return FLAG_NODAL | (p->reference ? FLAG_REFERENCE : 0u) | (p->accelerations ? FLAG_ACCELERATIONS : 0u) |
           (p->labels ? FLAG_LABELS : 0u) | (turns ? 0x800u << p->rotation : 0u);
}

static void force_external_structural_mapping_read(reader *r, elem *e)
{
    mapped *m = e->self;
    points *p = &m->p;
    read_points_begin(r, e, p, &KIND);
    while (read_points_option(r, p, false))
        ;
    read_keyword(r, "points number");
    p->n = read_count(r, 1, "number of points");
    p->n = read_ok(r) ? p->n : 0;
    p->loads = ARENA_ARRAY(reader_arena(r), external_load, p->n);
    p->targets = ARENA_ARRAY(reader_arena(r), external_load, p->n);
    m->carrier = ARENA_ARRAY(reader_arena(r), int, p->n);
    m->point_labels = ARENA_ARRAY(reader_arena(r), uint32_t, p->n);
    for (int i = 0; i < p->n && read_ok(r);)
        read_offsets(r, m, &i);
    m->digits = 16;
    read_echo(r, m);
    read_peer_points(r, m);
    p->x.flags = flags_of(p);
    p->x.count = (uint32_t)m->n_mapped;
    p->x.room = 3 * (size_t)p->n + 4 * force_external_structural_mapping_numbers(m);
    external_finish(r, e, &p->x, 6 + 6 * p->n_on, 6 + 6 * p->n_on);
    points_apply(r, e, p);
}

/* --- rows --------------------------------------------------------------------------------------------------------- */

static void force_external_structural_mapping_output_row(const state *s, const elem *e, record *out)
{
    const points *p = &((const mapped *)e->self)->p;
    const double *loads = external_loads(s, &p->x);
    reference_row(s, e, p, '#', out);
    for (int i = 0; i < p->n_on; i++) {
        const node *n = p->targets[i].node;
        const external_force f = external_force_now(s, &p->targets[i], loads);
        points_head(out, e->label, '@', n->label);
        record_name_numbered(out, "F", (int)n->label, QUANTITY_FORCE, "force on the node, global axes");
        record_vec3(out, f.F);
        record_name_numbered(out, "M", (int)n->label, QUANTITY_MOMENT, "moment about the node, global axes");
        record_vec3(out, f.M);
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
