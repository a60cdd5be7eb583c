/* points.c - points of nodes for external structural forces: options, motion, the record of the reference node. */
#include "element/external/points.h"
#include "element/diag_rows.h"
#include "math/rotation.h"
#include "model/reading.h"
#include "node/structural.h"
#include <math.h>
#include <string.h>

/* --- reading ------------------------------------------------------------------------------------------------------ */

void read_points_begin(reader *r, elem *e, points *p, const external_kind *kind)
{
    read_communicator(r, e, &p->x, kind);
    p->rotation = ROTATION_MATRIX;
    p->uses = p->turns = true;
}

bool read_points_option(reader *r, points *p, bool may_sort)
{
    static const char *const FORMS[] = {"none", "orientation vector", "orientation matrix", "euler 123", NULL};
    if (read_keyword(r, "reference node")) {
        p->reference = read_structural_node(r, "reference node");
    } else if (read_keyword(r, "labels")) {
        p->labels = read_bool(r, "labels");
    } else if (may_sort && read_keyword(r, "sorted")) {
        p->any_order = !read_bool(r, "sorted");
    } else if (read_keyword(r, "orientation")) {
        const int form = read_choice(r, FORMS, "orientation");
        p->rotation = form < 0 ? ROTATION_NONE : (rotation_form)form;
    } else if (read_keyword(r, "accelerations")) {
        p->accelerations = read_bool(r, "accelerations");
    } else if (read_keyword(r, "use reference node forces")) {
        p->uses = read_bool(r, "use reference node forces");
    } else if (read_keyword(r, "rotate reference node forces")) {
        p->turns = read_bool(r, "rotate reference node forces");
    } else {
        return false;
    }
    return read_ok(r);
}

external_load points_load(const points *p, const node *n, vec3 arm, int i)
{
    return (external_load){.node = n,
                           .arm = arm,
                           .reference = p->reference,
                           .axes = p->reference,
                           .acts_back = p->reference && p->uses,
                           .memory = 6 + 6 * i};
}

static void want_accelerations(reader *r, const node *n)
{
    if (!read_ok(r))
        return;
    if (structural_can_accelerate(n))
        structural_want_accelerations(n);
    else
        read_error_last(r, E_NO_ACCELERATIONS, n->label);
}

void points_apply(reader *r, elem *e, points *p)
{
    for (int i = 0; i < p->n_on && read_ok(r); i++) {
        if (p->accelerations)
            want_accelerations(r, p->targets[i].node);
        external_add_load(r, e, &p->targets[i]);
    }
    p->on_reference = (external_load){
        .node = p->reference, .axes = p->turns ? p->reference : NULL, .has_moment = p->rotation != ROTATION_NONE};
    if (p->reference && p->accelerations)
        want_accelerations(r, p->reference);
    if (p->reference && p->uses) {
        p->x.n_loads = 1;
        p->x.loads = &p->on_reference;
    }
}

/* --- motion ------------------------------------------------------------------------------------------------------- */

/* Before the first step accelerations count as zero. */
static point_motion points_type_motion(const state *s, const node *n, vec3 arm, bool accelerates)
{
    const pose *at = &s->poses[n->pose];
    const vec3 b = mat3_mulv(&at->R, arm);
    point_motion m = {.x = vec3_add(at->x, b), .v = vec3_add(at->v, vec3_cross(at->w, b)), .w = at->w, .R = at->R};
    if (!accelerates)
        return m;
    if (s->step > 0)
        structural_acceleration(s, n, &m.a, &m.dw);
    m.a = vec3_add(m.a, vec3_add(vec3_cross(m.dw, b), vec3_cross(at->w, vec3_cross(at->w, b))));
    return m;
}

point_motion points_reference(const state *s, const points *p)
{
    return points_type_motion(s, p->reference, (vec3){0, 0, 0}, p->accelerations);
}

point_motion points_motion(const state *s, const points *p, const external_load *l)
{
    const point_motion m = points_type_motion(s, l->node, l->arm, p->accelerations);
    if (!p->reference)
        return m;
    const point_motion r = points_reference(s, p);
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

int rotation_count(rotation_form f)
{
    static const int COUNTS[] = {0, 3, 9, 3};
    return COUNTS[f];
}

void rotation_put(double *to, const mat3 *R, rotation_form f, bool by_columns)
{
    if (f == ROTATION_VECTOR)
        vec3_store(to, rotation_log(R));
    else if (f == ROTATION_EULER)
        vec3_store(to, vec3_scale(180 / M_PI, rotation_to_euler123(R)));
    else if (f == ROTATION_MATRIX)
        for (int k = 0; k < 9; k++)
            to[k] = by_columns ? R->e[k % 3][k / 3] : R->e[k / 3][k % 3];
}

/* --- bytes -------------------------------------------------------------------------------------------------------- */

unsigned char *put_bytes(unsigned char *to, const void *from, size_t n)
{
    memcpy(to, from, n);
    return to + n;
}

unsigned char *put_vec3(unsigned char *to, vec3 v)
{
    double three[3];
    vec3_store(three, v);
    return put_bytes(to, three, sizeof three);
}

size_t reference_sent(const points *p, size_t label)
{
    const size_t turning = p->rotation == ROTATION_NONE ? 0 : 3;
    const size_t n = 3 + (size_t)rotation_count(p->rotation) + 3 + turning + (p->accelerations ? 3 + turning : 0);
    return p->reference ? 8 * n + (p->labels ? label : 0) : 0;
}

size_t reference_received(const points *p, size_t label)
{
    return p->reference ? 8u * (p->rotation == ROTATION_NONE ? 3 : 6) + (p->labels ? label : 0) : 0;
}

unsigned char *reference_pack(const state *s, const points *p, unsigned char *to, size_t label)
{
    if (!p->reference)
        return to;
    const point_motion m = points_reference(s, p);
    const bool turns = p->rotation != ROTATION_NONE;
    const uint32_t of[2] = {p->reference->label, 0};
    double R[9];
    if (p->labels)
        to = put_bytes(to, of, label);
    to = put_vec3(to, m.x);
    rotation_put(R, &m.R, p->rotation, true);
    to = put_bytes(to, R, sizeof *R * (size_t)rotation_count(p->rotation));
    to = put_vec3(to, m.v);
    to = turns ? put_vec3(to, m.w) : to;
    to = p->accelerations ? put_vec3(to, m.a) : to;
    return p->accelerations && turns ? put_vec3(to, m.dw) : to;
}

const unsigned char *reference_unpack(const points *p, const unsigned char *from, size_t label, double *loads)
{
    if (!p->reference)
        return from;
    const size_t head = p->labels ? label : 0, all = reference_received(p, label);
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

static void resultant(const state *s, const points *p, vec3 *F, vec3 *M)
{
    const double *loads = external_loads(s, &p->x);
    *F = *M = (vec3){0, 0, 0};
    for (int i = 0; i < p->n_on; i++) {
        const external_load *l = &p->targets[i];
        const external_force f = external_force_now(s, l, loads);
        const pose *at = &s->poses[l->node->pose];
        const vec3 d = vec3_sub(vec3_add(at->x, mat3_mulv(&at->R, l->arm)), s->poses[p->reference->pose].x);
        *F = vec3_add(*F, f.F);
        *M = vec3_add(*M, vec3_add(f.M, vec3_cross(d, f.F)));
    }
}

void reference_row(const state *s, const elem *e, const points *p, char mark, record *out)
{
    vec3 F, M;
    if (!p->reference)
        return;
    const double *loads = external_loads(s, &p->x);
    const external_force own = external_force_now(s, &p->on_reference, loads);
    const vec3 none = {0, 0, 0};
    resultant(s, p, &F, &M);
    points_head(out, e->label, mark, p->reference->label);
    record_name(out, "f_ref", QUANTITY_FORCE, "force on the reference node, as received");
    record_vec3(out, vec3_load(loads));
    record_name(out, "m_ref", QUANTITY_MOMENT, "moment on the reference node, as received");
    record_vec3(out, vec3_load(loads + 3));
    record_name(out, "F_ref", QUANTITY_FORCE, "force applied to the reference node, global axes");
    record_vec3(out, p->uses ? vec3_sub(own.F, F) : none);
    record_name(out, "M_ref", QUANTITY_MOMENT, "moment applied to the reference node, global axes");
    record_vec3(out, p->uses ? vec3_sub(own.M, M) : none);
    record_name(out, "F_res", QUANTITY_FORCE, "resultant force of the nodes, global axes");
    record_vec3(out, F);
    record_name(out, "M_res", QUANTITY_MOMENT, "resultant moment of the nodes about the reference node, global axes");
    record_vec3(out, M);
    record_end(out);
}
