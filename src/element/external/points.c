/* points.c - points of nodes for external structural forces: options, motion, the record of the reference node. */
#include "element/external/points.h"
#include "element/diag_rows.h"
#include "math/rotation.h"
#include "model/reading.h"
#include "node/structural.h"
#include <math.h>
#include <string.h>

/* --- reading ------------------------------------------------------------------------------------------------------ */

void read_points_begin(reader *reader, elem *element, points *points, const external_kind *kind)
{
    read_communicator(reader, element, &points->external, kind);
    points->rotation = ROTATION_MATRIX;
    points->uses = points->rotates_forces = true;
}

bool read_points_option(reader *reader, points *points, bool may_sort)
{
    static const char *const FORMS[] = {"none", "orientation vector", "orientation matrix", "euler 123", NULL};
    if (read_keyword(reader, "reference node")) {
        points->reference = read_structural_node(reader, "reference node");
    } else if (read_keyword(reader, "labels")) {
        points->labels = read_bool(reader, "labels");
    } else if (may_sort && read_keyword(reader, "sorted")) {
        points->any_order = !read_bool(reader, "sorted");
    } else if (read_keyword(reader, "orientation")) {
        const int form = read_choice(reader, FORMS, "orientation");
        points->rotation = form < 0 ? ROTATION_NONE : (rotation_form)form;
    } else if (read_keyword(reader, "accelerations")) {
        points->accelerations = read_bool(reader, "accelerations");
    } else if (read_keyword(reader, "use reference node forces")) {
        points->uses = read_bool(reader, "use reference node forces");
    } else if (read_keyword(reader, "rotate reference node forces")) {
        points->rotates_forces = read_bool(reader, "rotate reference node forces");
    } else {
        return false;
    }
    return read_ok(reader);
}

external_load points_load(const points *points, const node *node, vec3 arm, int index)
{
    return (external_load){.node = node,
                           .arm = arm,
                           .reference = points->reference,
                           .axes = points->reference,
                           .acts_back = points->reference && points->uses,
                           .memory = 6 + 6 * index};
}

static void want_accelerations(reader *reader, const node *node)
{
    if (!read_ok(reader))
        return;
    if (structural_can_accelerate(node))
        structural_want_accelerations(node);
    else
        read_error_last(reader, E_NO_ACCELERATIONS, node->label);
}

void points_apply(reader *reader, elem *element, points *points)
{
    for (int i = 0; i < points->n_on && read_ok(reader); i++) {
        if (points->accelerations)
            want_accelerations(reader, points->targets[i].node);
        external_add_load(reader, element, &points->targets[i]);
    }
    points->on_reference = (external_load){.node = points->reference,
                                           .axes = points->rotates_forces ? points->reference : NULL,
                                           .has_moment = points->rotation != ROTATION_NONE};
    if (points->reference && points->accelerations)
        want_accelerations(reader, points->reference);
    if (points->reference && points->uses) {
        points->external.n_loads = 1;
        points->external.loads = &points->on_reference;
    }
}

/* --- motion ------------------------------------------------------------------------------------------------------- */

/* Before the first step accelerations are taken as zero. */
static point_motion points_type_motion(const state *state, const node *node, vec3 arm, bool accelerates)
{
    const pose *at = &state->poses[node->pose];
    const vec3 b = mat3_mulv(&at->R, arm);
    point_motion motion = {.x = vec3_add(at->x, b), .v = vec3_add(at->v, vec3_cross(at->w, b)), .w = at->w, .R = at->R};
    if (!accelerates)
        return motion;
    if (state->step > 0)
        structural_acceleration(state, node, &motion.a, &motion.dw);
    motion.a = vec3_add(motion.a, vec3_add(vec3_cross(motion.dw, b), vec3_cross(at->w, vec3_cross(at->w, b))));
    return motion;
}

point_motion points_reference(const state *state, const points *points)
{
    return points_type_motion(state, points->reference, (vec3){0, 0, 0}, points->accelerations);
}

point_motion points_motion(const state *state, const points *points, const external_load *load)
{
    const point_motion m = points_type_motion(state, load->node, load->arm, points->accelerations);
    if (!points->reference)
        return m;
    const point_motion r = points_reference(state, points);
    const vec3 d = vec3_sub(m.x, r.x), wd = vec3_cross(r.w, d);
    point_motion to = {.x = mat3_tmulv(&r.R, d), .R = mat3_tmul(&r.R, &m.R)};
    to.v = mat3_tmulv(&r.R, vec3_sub(vec3_sub(m.v, r.v), wd));
    to.w = mat3_tmulv(&r.R, vec3_sub(m.w, r.w));
    const vec3 a = vec3_sub(vec3_sub(m.a, r.a), vec3_add(vec3_cross(r.dw, d), vec3_cross(r.w, wd)));
    to.a = vec3_axpy(mat3_tmulv(&r.R, a), -2, vec3_cross(mat3_tmulv(&r.R, r.w), to.v));
    const vec3 dw = vec3_sub(vec3_sub(m.dw, r.dw), vec3_cross(r.w, vec3_sub(m.w, r.w)));
    to.dw = mat3_tmulv(&r.R, dw);
    return to;
}

int rotation_count(rotation_form form)
{
    static const int COUNTS[] = {0, 3, 9, 3};
    return COUNTS[form];
}

void rotation_put(double *to, const mat3 *R, rotation_form form, bool by_columns)
{
    if (form == ROTATION_VECTOR)
        vec3_store(to, rotation_log(R));
    else if (form == ROTATION_EULER)
        vec3_store(to, vec3_scale(180 / M_PI, rotation_to_euler123(R)));
    else if (form == ROTATION_MATRIX)
        for (int k = 0; k < 9; k++)
            to[k] = by_columns ? R->e[k % 3][k / 3] : R->e[k / 3][k % 3];
}

/* --- bytes -------------------------------------------------------------------------------------------------------- */

unsigned char *put_bytes(unsigned char *to, const void *from, size_t size)
{
    memcpy(to, from, size);
    return to + size;
}

unsigned char *put_vec3(unsigned char *to, vec3 v)
{
    double three[3];
    vec3_store(three, v);
    return put_bytes(to, three, sizeof three);
}

size_t reference_sent(const points *points, size_t label)
{
    const size_t rotating = points->rotation == ROTATION_NONE ? 0 : 3;
    const size_t n =
        3 + (size_t)rotation_count(points->rotation) + 3 + rotating + (points->accelerations ? 3 + rotating : 0);
    return points->reference ? 8 * n + (points->labels ? label : 0) : 0;
}

size_t reference_received(const points *points, size_t label)
{
    return points->reference ? 8u * (points->rotation == ROTATION_NONE ? 3 : 6) + (points->labels ? label : 0) : 0;
}

unsigned char *reference_pack(const state *state, const points *points, unsigned char *to, size_t label)
{
    if (!points->reference)
        return to;
    const point_motion motion = points_reference(state, points);
    const bool has_rotation = points->rotation != ROTATION_NONE;
    const uint32_t of[2] = {points->reference->label, 0};
    double R[9];
    if (points->labels)
        to = put_bytes(to, of, label);
    to = put_vec3(to, motion.x);
    rotation_put(R, &motion.R, points->rotation, true);
    to = put_bytes(to, R, sizeof *R * (size_t)rotation_count(points->rotation));
    to = put_vec3(to, motion.v);
    to = has_rotation ? put_vec3(to, motion.w) : to;
    to = points->accelerations ? put_vec3(to, motion.a) : to;
    return points->accelerations && has_rotation ? put_vec3(to, motion.dw) : to;
}

const unsigned char *reference_unpack(const points *points, const unsigned char *from, size_t label, double *loads)
{
    if (!points->reference)
        return from;
    const size_t head = points->labels ? label : 0, all = reference_received(points, label);
    memcpy(loads, from + head, all - head);
    return from + all;
}

/* --- rows --------------------------------------------------------------------------------------------------------- */

void points_head(record *out, unsigned label, char mark, unsigned number)
{
    record_begin_plain(out, label);
    if (!out->named)
        text_printf(out->text, "%c%u", mark, number);
}

static void resultant(const state *state, const points *points, vec3 *F, vec3 *M)
{
    const double *loads = external_loads(state, &points->external);
    *F = *M = (vec3){0, 0, 0};
    for (int i = 0; i < points->n_on; i++) {
        const external_load *load = &points->targets[i];
        const external_force force = external_force_now(state, load, loads);
        const pose *at = &state->poses[load->node->pose];
        const vec3 d = vec3_sub(vec3_add(at->x, mat3_mulv(&at->R, load->arm)), state->poses[points->reference->pose].x);
        *F = vec3_add(*F, force.F);
        *M = vec3_add(*M, vec3_add(force.M, vec3_cross(d, force.F)));
    }
}

void reference_row(const state *state, const elem *element, const points *points, char mark, record *out)
{
    vec3 F, M;
    if (!points->reference)
        return;
    const double *loads = external_loads(state, &points->external);
    const external_force internal = external_force_now(state, &points->on_reference, loads);
    const vec3 none = {0, 0, 0};
    resultant(state, points, &F, &M);
    points_head(out, element->label, mark, points->reference->label);
    record_name(out, "f_ref", QUANTITY_FORCE, "force on the reference node, as received");
    record_vec3(out, vec3_load(loads));
    record_name(out, "m_ref", QUANTITY_MOMENT, "moment on the reference node, as received");
    record_vec3(out, vec3_load(loads + 3));
    record_name(out, "F_ref", QUANTITY_FORCE, "force applied to the reference node, global axes");
    record_vec3(out, points->uses ? vec3_sub(internal.F, F) : none);
    record_name(out, "M_ref", QUANTITY_MOMENT, "moment applied to the reference node, global axes");
    record_vec3(out, points->uses ? vec3_sub(internal.M, M) : none);
    record_name(out, "F_res", QUANTITY_FORCE, "resultant force of the nodes, global axes");
    record_vec3(out, F);
    record_name(out, "M_res", QUANTITY_MOMENT, "resultant moment of the nodes about the reference node, global axes");
    record_vec3(out, M);
    record_end(out);
}
