/* force_external_modal_mapping.c - forces on nodes, exchanged as modal amplitudes that a matrix computes from their
 * motion.
 *
 *     q = H d,  q' = H d'          d: displacement and rotation of each node from the initial state; the rotation is
 *                                   the axial vector of the orientation relative to the initial one: n sin(phi)
 *     loads of the nodes = H' f     f: forces on the modes
 *
 * With a reference node all quantities are relative to it, and the opposite loads act on it (points.h). Printed: the
 * motion sent to the peer. See modes.h. */
#include "element/diag_rows.h"
#include "element/external/mapping.h"
#include "element/external/modes.h"
#include "model/reading.h"
#include <string.h>

/* Stored after the loads of frame and nodes: forces on modes, q, q', d, d'. */
typedef struct {
    points points;
    modes modes;
    mapping mapping;
    int at_q, at_d;
} modal_mapping;

/* --- motion ------------------------------------------------------------------------------------------------------- */

/* Computes the initial position and orientation, relative to the reference node in its initial position. */
static void initial_place(const points *points, const node *node, vec3 *x, mat3 *R)
{
    *x = node->initial->x;
    *R = node->initial->R;
    if (points->reference) {
        const frame *at = points->reference->initial;
        *x = mat3_tmulv(&at->R, vec3_sub(*x, at->x));
        *R = mat3_tmul(&at->R, R);
    }
}

static vec3 axial(const mat3 *R)
{
    const double(*e)[3] = R->e;
    return (vec3){0.5 * (e[2][1] - e[1][2]), 0.5 * (e[0][2] - e[2][0]), 0.5 * (e[1][0] - e[0][1])};
}

static void force_external_modal_mapping_keep(const state *state, const external *external, double *loads,
                                              exchange_point when)
{
    (void)when;
    const modal_mapping *m = (const modal_mapping *)external;
    const points *points = &m->points;
    double *q = loads + m->at_q, *d = loads + m->at_d, *dp = d + 6 * (size_t)points->n;
    for (int i = 0; i < points->n; i++) {
        const point_motion now = points_motion(state, points, &points->loads[i]);
        vec3 x0;
        mat3 R0;
        initial_place(points, points->loads[i].node, &x0, &R0);
        const mat3 rotated = mat3_mult(&now.R, &R0);
        vec3_store(d + 6 * i, vec3_sub(now.x, x0));
        vec3_store(d + 6 * i + 3, axial(&rotated));
        vec3_store(dp + 6 * i, now.v);
        vec3_store(dp + 6 * i + 3, now.w);
    }
    mapping_apply(&m->mapping, d, q);
    mapping_apply(&m->mapping, dp, q + m->modes.n);
}

static modes_motion force_external_modal_mapping_motion(const state *state, const modal_mapping *modal_mapping)
{
    const double *q = external_loads(state, &modal_mapping->points.external) + modal_mapping->at_q;
    modes_motion to = {.q = q, .qp = q + modal_mapping->modes.n};
    if (modal_mapping->points.reference)
        to.frame = points_reference(state, &modal_mapping->points);
    return to;
}

/* --- messages ----------------------------------------------------------------------------------------------------- */

static size_t force_external_modal_mapping_sent(const external *external)
{
    return modes_sent(&((const modal_mapping *)external)->modes);
}
static size_t force_external_modal_mapping_received(const external *external)
{
    return modes_received(&((const modal_mapping *)external)->modes);
}

static void force_external_modal_mapping_pack(const state *state, const external *external, unsigned char *to)
{
    const modal_mapping *m = (const modal_mapping *)external;
    const modes_motion at = force_external_modal_mapping_motion(state, m);
    modes_pack(&m->modes, &at, to);
}

/* Computes the loads of the nodes, in the global axes at the time when the motion was sent. */
static void map_back(const state *state, const modal_mapping *modal_mapping, double *loads)
{
    const node *reference = modal_mapping->points.reference;
    if (modal_mapping->modes.modal)
        mapping_apply_back(&modal_mapping->mapping, loads + modal_mapping->modes.memory, loads + 6);
    for (int k = 2; modal_mapping->modes.modal && reference && k < 2 + 2 * modal_mapping->points.n; k++)
        vec3_store(loads + 3 * k, mat3_mulv(&state->poses[reference->pose].R, vec3_load(loads + 3 * k)));
}

static const char *force_external_modal_mapping_unpack(const state *state, const external *external,
                                                       const unsigned char *from, double *loads)
{
    const modal_mapping *m = (const modal_mapping *)external;
    modes_unpack(&m->modes, from, loads);
    map_back(state, m, loads);
    return NULL;
}

static void write(const state *state, const external *external, FILE *to)
{
    const modal_mapping *m = (const modal_mapping *)external;
    const modes_motion at = force_external_modal_mapping_motion(state, m);
    modes_write(&m->modes, &at, external->precision, to);
}

static const char *force_external_modal_mapping_parse(const state *state, const external *external, words *from,
                                                      double *loads)
{
    const modal_mapping *m = (const modal_mapping *)external;
    const char *wrong = modes_parse(&m->modes, from, loads);
    map_back(state, m, loads);
    return wrong;
}

static void write_edge(const state *state, const external *external, FILE *to)
{
    const modal_mapping *m = (const modal_mapping *)external;
    const modes_motion at = force_external_modal_mapping_motion(state, m);
    modes_write_edge(&m->modes, &at, to);
}

static const char *parse_edge(const state *state, const external *external, words *from, double *loads)
{
    const modal_mapping *m = (const modal_mapping *)external;
    const char *wrong = modes_parse_edge(&m->modes, from, loads);
    map_back(state, m, loads);
    return wrong;
}

static const external_kind KIND = {.sent = force_external_modal_mapping_sent,
                                   .received = force_external_modal_mapping_received,
                                   .serialize = force_external_modal_mapping_keep,
                                   .pack = force_external_modal_mapping_pack,
                                   .unpack = force_external_modal_mapping_unpack,
                                   .write = write,
                                   .parse = force_external_modal_mapping_parse,
                                   .write_edge = write_edge,
                                   .parse_edge = parse_edge};

/* --- reading ------------------------------------------------------------------------------------------------------ */

static bool force_external_modal_mapping_read_option(reader *reader, modal_mapping *modal_mapping)
{
    points *points = &modal_mapping->points;
    if (read_keyword(reader, "reference node"))
        points->reference = read_structural_node(reader, "reference node");
    else if (read_keyword(reader, "use rigid body forces"))
        points->uses = read_bool(reader, "use rigid body forces");
    else if (read_keyword(reader, "rotate rigid body forces"))
        points->rotates_forces = read_bool(reader, "rotate rigid body forces");
    else if (read_keyword(reader, "accelerations"))
        modal_mapping->modes.accelerations = points->accelerations = read_bool(reader, "accelerations");
    else if (read_keyword(reader, "type"))
        read_modes_type(reader, &modal_mapping->modes);
    else
        return false;
    return read_ok(reader);
}

static void force_external_modal_mapping_read_nodes(reader *reader, points *points)
{
    read_keyword(reader, "nodes number");
    points->n = read_count(reader, 1, "number of nodes");
    points->n = points->n_on = read_ok(reader) ? points->n : 0;
    points->loads = points->targets = ARENA_ARRAY(reader_arena(reader), external_load, points->n);
    for (int i = 0; i < points->n; i++) {
        points->loads[i] = points_load(points, read_structural_node(reader, "node"), (vec3){0, 0, 0}, i);
        points->loads[i].has_moment = true;
        points->loads[i].axes = NULL;
    }
}

static void read_matrix_of_modes(reader *reader, modal_mapping *modal_mapping)
{
    read_keyword(reader, "modes number");
    const int n = read_keyword(reader, "from file") ? 0 : read_count(reader, 1, "number of modes");
    if (!read_ok(reader))
        return;
    read_mapping(reader, &modal_mapping->mapping, n, 6 * modal_mapping->points.n, 1);
    modal_mapping->modes.n = modal_mapping->mapping.rows;
    while (force_external_modal_mapping_read_option(reader, modal_mapping)) /* the type may be the last option */
        ;
}

static void force_external_modal_mapping_read(reader *reader, elem *element)
{
    modal_mapping *modal_mapping = element->self;
    points *points = &modal_mapping->points;
    read_points_begin(reader, element, points, &KIND);
    modal_mapping->modes = (modes){.rigid = true, .modal = true};
    while (force_external_modal_mapping_read_option(reader, modal_mapping))
        ;
    force_external_modal_mapping_read_nodes(reader, points);
    read_matrix_of_modes(reader, modal_mapping);
    if (read_ok(reader) && modal_mapping->modes.rigid && !points->reference)
        read_error_last(reader, E_EXTERNAL, "a reference node is needed, or 'type, modal'");
    modes_check(reader, &points->external, &modal_mapping->modes);
    modal_mapping->modes.label = points->reference ? points->reference->label : 0;
    modal_mapping->modes.memory = 6 + 6 * points->n;
    modal_mapping->at_q = modal_mapping->modes.memory + modal_mapping->modes.n;
    modal_mapping->at_d = modal_mapping->at_q + 2 * modal_mapping->modes.n;
    points->external.flags = modes_flags(&modal_mapping->modes);
    points->external.count = (uint32_t)modal_mapping->modes.n;
    external_finish(reader, element, &points->external, modal_mapping->at_d + 12 * points->n, modal_mapping->at_q);
    points->uses = points->uses && modal_mapping->modes.rigid;
    for (int i = 0; i < points->n; i++)
        points->loads[i].acts_back = points->reference && points->uses;
    points_apply(reader, element, points);
}

/* --- rows --------------------------------------------------------------------------------------------------------- */

static void node_row(const state *state, const elem *element, const modal_mapping *modal_mapping, int i, record *out)
{
    const external_load *load = &modal_mapping->points.targets[i];
    const double *loads = external_loads(state, &modal_mapping->points.external),
                 *d = loads + modal_mapping->at_d + 6 * i, *dp = d + 6 * modal_mapping->points.n;
    const external_force force = external_force_now(state, load, loads);
    const int label = (int)load->node->label;
    points_head(out, element->label, '#', load->node->label);
    record_name_numbered(out, "F", label, QUANTITY_FORCE, "force on the node, global axes");
    record_vec3(out, force.F);
    record_name_numbered(out, "M", label, QUANTITY_MOMENT, "moment on the node, global axes");
    record_vec3(out, force.M);
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

static void force_external_modal_mapping_output_row(const state *state, const elem *element, record *out)
{
    const modal_mapping *modal_mapping = element->self;
    const double *loads = external_loads(state, &modal_mapping->points.external), *q = loads + modal_mapping->at_q;
    if (modal_mapping->modes.rigid)
        reference_row(state, element, &modal_mapping->points, '@', out);
    for (int i = 0; modal_mapping->modes.modal && i < modal_mapping->modes.n; i++) {
        points_head(out, element->label, '.', (unsigned)i + 1);
        record_name_numbered(out, "f", i + 1, QUANTITY_NONE, "generalised force on the mode");
        record_real(out, loads[modal_mapping->modes.memory + i]);
        record_name_numbered(out, "q", i + 1, QUANTITY_NONE, "amplitude of the mode");
        record_real(out, q[i]);
        record_name_numbered(out, "qp", i + 1, QUANTITY_NONE, "rate of the amplitude");
        record_real(out, q[modal_mapping->modes.n + i]);
        record_end(out);
    }
    for (int i = 0; modal_mapping->modes.modal && i < modal_mapping->points.n; i++)
        node_row(state, element, modal_mapping, i, out);
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
