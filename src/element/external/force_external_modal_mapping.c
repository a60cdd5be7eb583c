/* force_external_modal_mapping.c - forces on nodes, exchanged as modal amplitudes that a matrix computes from their
 * motion.
 *
 *     q = H d,  q' = H d'          d: displacement and rotation of each node since the beginning; the rotation is the
 *                                   axial vector of the orientation relative to that at the beginning: n sin(phi)
 *     loads of the nodes = H' f     f: forces on the modes
 *
 * With a reference node all quantities are relative to it, and it carries the reaction of the loads (points.h).
 * Printed: the motion sent to the peer. See modes.h. */
#include "element/diag_rows.h"
#include "element/external/mapping.h"
#include "element/external/modes.h"
#include "model/reading.h"
#include <string.h>

/* Remembered behind the loads of frame and nodes: forces on modes, q, q', d, d'. */
typedef struct {
    points p;
    modes modes;
    mapping H;
    int at_q, at_d;
} modal_mapping;

/* --- motion ------------------------------------------------------------------------------------------------------- */

/* As it was at the beginning, seen from the reference node as it was. */
static void initial_place(const points *p, const node *n, vec3 *x, mat3 *R)
{
    *x = n->initial->x;
    *R = n->initial->R;
    if (p->reference) {
        const frame *at = p->reference->initial;
        *x = mat3_tmulv(&at->R, vec3_sub(*x, at->x));
        *R = mat3_tmul(&at->R, R);
    }
}

static vec3 axial(const mat3 *R)
{
    const double(*e)[3] = R->e;
    return (vec3){0.5 * (e[2][1] - e[1][2]), 0.5 * (e[0][2] - e[2][0]), 0.5 * (e[1][0] - e[0][1])};
}

static void force_external_modal_mapping_keep(const state *s, const external *x, double *loads, exchange_point when)
{
    (void)when;
    const modal_mapping *m = (const modal_mapping *)x;
    const points *p = &m->p;
    double *q = loads + m->at_q, *d = loads + m->at_d, *dp = d + 6 * (size_t)p->n;
    for (int i = 0; i < p->n; i++) {
        const point_motion now = points_motion(s, p, &p->loads[i]);
        vec3 x0;
        mat3 R0;
        initial_place(p, p->loads[i].node, &x0, &R0);
        const mat3 turned = mat3_mult(&now.R, &R0);
        vec3_store(d + 6 * i, vec3_sub(now.x, x0));
        vec3_store(d + 6 * i + 3, axial(&turned));
        vec3_store(dp + 6 * i, now.v);
        vec3_store(dp + 6 * i + 3, now.w);
    }
    mapping_apply(&m->H, d, q);
    mapping_apply(&m->H, dp, q + m->modes.n);
}

static modes_motion force_external_modal_mapping_motion(const state *s, const modal_mapping *m)
{
    const double *q = external_loads(s, &m->p.x) + m->at_q;
    modes_motion to = {.q = q, .qp = q + m->modes.n};
    if (m->p.reference)
        to.frame = points_reference(s, &m->p);
    return to;
}

/* --- messages ----------------------------------------------------------------------------------------------------- */

static size_t force_external_modal_mapping_sent(const external *x)
{
    return modes_sent(&((const modal_mapping *)x)->modes);
}
static size_t force_external_modal_mapping_received(const external *x)
{
    return modes_received(&((const modal_mapping *)x)->modes);
}

static void force_external_modal_mapping_pack(const state *s, const external *x, unsigned char *to)
{
    const modal_mapping *m = (const modal_mapping *)x;
    const modes_motion at = force_external_modal_mapping_motion(s, m);
    modes_pack(&m->modes, &at, to);
}

/* Loads of the nodes, in global axes as they were when the motion was sent. */
static void map_back(const state *s, const modal_mapping *m, double *loads)
{
    const node *reference = m->p.reference;
    if (m->modes.modal)
        mapping_apply_back(&m->H, loads + m->modes.memory, loads + 6);
    for (int k = 2; m->modes.modal && reference && k < 2 + 2 * m->p.n; k++)
        vec3_store(loads + 3 * k, mat3_mulv(&s->poses[reference->pose].R, vec3_load(loads + 3 * k)));
}

static const char *force_external_modal_mapping_unpack(const state *s, const external *x, const unsigned char *from,
                                                       double *loads)
{
    const modal_mapping *m = (const modal_mapping *)x;
    modes_unpack(&m->modes, from, loads);
    map_back(s, m, loads);
    return NULL;
}

static void write(const state *s, const external *x, FILE *to)
{
    const modal_mapping *m = (const modal_mapping *)x;
    const modes_motion at = force_external_modal_mapping_motion(s, m);
    modes_write(&m->modes, &at, x->precision, to);
}

static const char *force_external_modal_mapping_parse(const state *s, const external *x, words *from, double *loads)
{
    const modal_mapping *m = (const modal_mapping *)x;
    const char *wrong = modes_parse(&m->modes, from, loads);
    map_back(s, m, loads);
    return wrong;
}

static void write_edge(const state *s, const external *x, FILE *to)
{
    const modal_mapping *m = (const modal_mapping *)x;
    const modes_motion at = force_external_modal_mapping_motion(s, m);
    modes_write_edge(&m->modes, &at, to);
}

static const char *parse_edge(const state *s, const external *x, words *from, double *loads)
{
    const modal_mapping *m = (const modal_mapping *)x;
    const char *wrong = modes_parse_edge(&m->modes, from, loads);
    map_back(s, m, loads);
    return wrong;
}

static const external_kind KIND = {.sent = force_external_modal_mapping_sent,
                                   .received = force_external_modal_mapping_received,
                                   .keep = force_external_modal_mapping_keep,
                                   .pack = force_external_modal_mapping_pack,
                                   .unpack = force_external_modal_mapping_unpack,
                                   .write = write,
                                   .parse = force_external_modal_mapping_parse,
                                   .write_edge = write_edge,
                                   .parse_edge = parse_edge};

/* --- reading ------------------------------------------------------------------------------------------------------ */

static bool force_external_modal_mapping_read_option(reader *r, modal_mapping *m)
{
    points *p = &m->p;
    if (read_keyword(r, "reference node"))
        p->reference = read_structural_node(r, "reference node");
    else if (read_keyword(r, "use rigid body forces"))
        p->uses = read_bool(r, "use rigid body forces");
    else if (read_keyword(r, "rotate rigid body forces"))
        p->turns = read_bool(r, "rotate rigid body forces");
    else if (read_keyword(r, "accelerations"))
        m->modes.accelerations = p->accelerations = read_bool(r, "accelerations");
    else if (read_keyword(r, "type"))
        read_modes_type(r, &m->modes);
    else
        return false;
    return read_ok(r);
}

static void force_external_modal_mapping_read_nodes(reader *r, points *p)
{
    read_keyword(r, "nodes number");
    p->n = read_count(r, 1, "number of nodes");
    p->n = p->n_on = read_ok(r) ? p->n : 0;
    p->loads = p->targets = ARENA_ARRAY(reader_arena(r), external_load, p->n);
    for (int i = 0; i < p->n; i++) {
        p->loads[i] = points_load(p, read_structural_node(r, "node"), (vec3){0, 0, 0}, i);
        p->loads[i].has_moment = true;
        p->loads[i].axes = NULL;
    }
}

static void read_matrix_of_modes(reader *r, modal_mapping *m)
{
    read_keyword(r, "modes number");
    const int n = read_keyword(r, "from file") ? 0 : read_count(r, 1, "number of modes");
    if (!read_ok(r))
        return;
    read_mapping(r, &m->H, n, 6 * m->p.n, 1);
    m->modes.n = m->H.rows;
    while (force_external_modal_mapping_read_option(r, m)) /* the type may come last */
        ;
}

static void force_external_modal_mapping_read(reader *r, elem *e)
{
    modal_mapping *m = e->self;
    points *p = &m->p;
    read_points_begin(r, e, p, &KIND);
    m->modes = (modes){.rigid = true, .modal = true};
    while (force_external_modal_mapping_read_option(r, m))
        ;
    force_external_modal_mapping_read_nodes(r, p);
    read_matrix_of_modes(r, m);
    if (read_ok(r) && m->modes.rigid && !p->reference)
        read_error_last(r, E_EXTERNAL, "a reference node is needed, or 'type, modal'");
    modes_check(r, &p->x, &m->modes);
    m->modes.label = p->reference ? p->reference->label : 0;
    m->modes.memory = 6 + 6 * p->n;
    m->at_q = m->modes.memory + m->modes.n;
    m->at_d = m->at_q + 2 * m->modes.n;
    p->x.flags = modes_flags(&m->modes);
    p->x.count = (uint32_t)m->modes.n;
    external_finish(r, e, &p->x, m->at_d + 12 * p->n, m->at_q);
    p->uses = p->uses && m->modes.rigid;
    for (int i = 0; i < p->n; i++)
        p->loads[i].acts_back = p->reference && p->uses;
    points_apply(r, e, p);
}

/* --- rows --------------------------------------------------------------------------------------------------------- */

static void node_row(const state *s, const elem *e, const modal_mapping *m, int i, record *out)
{
    const external_load *l = &m->p.targets[i];
    const double *loads = external_loads(s, &m->p.x), *d = loads + m->at_d + 6 * i, *dp = d + 6 * m->p.n;
    const external_force f = external_force_now(s, l, loads);
    const int label = (int)l->node->label;
    points_head(out, e->label, '#', l->node->label);
    record_name_numbered(out, "F", label, QUANTITY_FORCE, "force on the node, global axes");
    record_vec3(out, f.F);
    record_name_numbered(out, "M", label, QUANTITY_MOMENT, "moment on the node, global axes");
    record_vec3(out, f.M);
    record_name_numbered(out, "d", label, QUANTITY_LENGTH, "displacement of the node");
    record_vec3(out, vec3_load(d));
    record_name_numbered(out, "theta", label, QUANTITY_JOINT_ANGLE, "rotation vector of the node");
    record_vec3(out, vec3_load(d + 3));
    record_name_numbered(out, "v", label, QUANTITY_VELOCITY, "velocity of the node");
    record_vec3(out, vec3_load(dp));
    record_name_numbered(out, "w", label, QUANTITY_ANGULAR_VELOCITY, "angular velocity of the node");
    record_vec3(out, vec3_load(dp + 3));
    record_end(out);
}

static void force_external_modal_mapping_output_row(const state *s, const elem *e, record *out)
{
    const modal_mapping *m = e->self;
    const double *loads = external_loads(s, &m->p.x), *q = loads + m->at_q;
    if (m->modes.rigid)
        reference_row(s, e, &m->p, '@', out);
    for (int i = 0; m->modes.modal && i < m->modes.n; i++) {
        points_head(out, e->label, '.', (unsigned)i + 1);
        record_name_numbered(out, "f", i + 1, QUANTITY_NONE, "generalised force on the mode");
        record_real(out, loads[m->modes.memory + i]);
        record_name_numbered(out, "q", i + 1, QUANTITY_NONE, "amplitude of the mode");
        record_real(out, q[i]);
        record_name_numbered(out, "qp", i + 1, QUANTITY_NONE, "rate of the amplitude");
        record_real(out, q[m->modes.n + i]);
        record_end(out);
    }
    for (int i = 0; m->modes.modal && i < m->p.n; i++)
        node_row(s, e, m, i, out);
}

const elem_type force_external_modal_mapping_type = {
    EXTERNAL_SLOTS,
    .keyword = "external modal mapping",
    .grammar =
        "force: LABEL, external modal mapping, COMMUNICATOR, [reference node, NODE,] [use rigid body forces, {yes "
        "| no}, [rotate rigid body forces, {yes | no},]] [accelerations, {yes | no},] [type, {rigid | modal | "
        "all},] nodes number, N, NODE, ..., modes number, {from file | N}, {full | sparse} mapping file, "
        "\"FILE\" [, threshold, TOLERANCE] [, transpose] [, type, {rigid | modal | all}]",
    .summary = "Forces on nodes, exchanged as modal amplitudes that a matrix computes from their motion.",
    .size = sizeof(modal_mapping),
    .read = force_external_modal_mapping_read,
    .output = force_external_modal_mapping_output_row,
    .sample = external_sample,
};
