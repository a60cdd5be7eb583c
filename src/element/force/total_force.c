/* total_force.c - a force and a couple that turn with the first node.
 *
 *     F = R1 Rf force(t)    M = R1 Rm moment(t)    b = R arm
 *     node 1: F, b1 x F + M        node 2: -F, -b2 x F - M
 *
 * Printed: LABEL F M.
 *
 * Spins t:  dF = t1 x F,  dM = t1 x M,  d(b x F) = F x (b x t) + b x (t1 x F). */
#include "element/force/total_force.h"
#include "element/force/structural_force.h"
#include "model/frames.h"
#include "model/reading.h"

static void total_force_read_side(reader *r, total_force *f, int i)
{
    f->node[i] = read_structural_node(r, i == 0 ? "node" : "second node");
    f->Rf[i] = f->Rm[i] = MAT3_EYE;
    frame_context c = {.own = f->node[i] ? f->node[i]->initial : NULL};
    if (i == 1 && f->node[0]) {
        c.other = f->node[0]->initial;
        c.other_offset = &f->arm[0];
        c.other_orientation = &f->Rf[0];
    }
    if (read_keyword(r, "position"))
        f->arm[i] = read_position_rel(r, &c, "position");
    if (read_keyword(r, "force orientation"))
        f->Rf[i] = read_orientation_rel(r, &c, "force orientation");
    if (i == 1)
        c.other_orientation = &f->Rm[0];
    if (read_keyword(r, "moment orientation"))
        f->Rm[i] = read_orientation_rel(r, &c, "moment orientation");
}

/* [ WORD , ] value: the words may be left out. */
static bool has_value(reader *r, const char *word, const char *other)
{
    return read_keyword(r, word) || (read_more(r) && !read_peek(r, other) && !read_peek(r, "output"));
}

void read_total_force(reader *r, total_force *f, int n)
{
    static const tpl_drive NOTHING = {.dim = 3};
    f->n = n;
    for (int i = 0; i < n; i++)
        total_force_read_side(r, f, i);
    f->force = has_value(r, "force", "moment") ? read_tpl_drive(r, 3, "force") : &NOTHING;
    f->moment = has_value(r, "moment", "force") ? read_tpl_drive(r, 3, "moment") : &NOTHING;
}

void total_force_connect(const elem *e, layout *l)
{
    const total_force *f = e->self;
    for (int i = 0; i < f->n; i++)
        layout_node(l, f->node[i]);
    layout_clear(l);
    for (int i = 0; i < f->n; i++) {
        layout_skew(l, 6 * i, 3);
        layout_full(l, 6 * i + 3, 3, 3, 3);
        layout_full(l, 6 * i + 3, 3, 6 * i + 3, 3);
    }
}

/* Both in global axes. */
static void values(const state *s, const total_force *f, vec3 *F, vec3 *M)
{
    const mat3 *R = &s->poses[f->node[0]->pose].R;
    *F = mat3_mulv(R, mat3_mulv(&f->Rf[0], tpl_drive_vec3(f->force, s)));
    *M = mat3_mulv(R, mat3_mulv(&f->Rm[0], tpl_drive_vec3(f->moment, s)));
}

void total_force_eval(int n, const state *s, const elem *e, local *out)
{
    const total_force *f = e->self;
    vec3 F, M;
    values(s, f, &F, &M);
    const mat3 Fx = mat3_skew(F), Mx = mat3_skew(M);
    for (int i = 0; i < f->n; i++) {
        const int row = 6 * i;
        const double sign = i == 0 ? 1.0 : -1.0, scale = sign * s->dvalue;
        const vec3 b = mat3_mulv(&s->poses[f->node[i]->pose].R, f->arm[i]);
        vec3_accumulate(out->r + row, vec3_scale(sign, F));
        vec3_accumulate(out->r + row + 3, vec3_scale(sign, vec3_add(vec3_cross(b, F), M)));
        if (n == 0)
            continue;
        const mat3 Fb = mat3_skew_skew(F, b), bF = mat3_skew_skew(b, F);
        local_block(out, row, 3, -scale, &Fx);
        local_block(out, row + 3, 3, -scale, &Mx);
        local_block(out, row + 3, 3, -scale, &bF);
        local_block(out, row + 3, row + 3, scale, &Fb);
    }
}

void total_force_output(const state *s, const elem *e, record *out)
{
    const total_force *f = e->self;
    vec3 F, M;
    values(s, f, &F, &M);
    record_begin(out, e->label);
    record_type(out, f->n == 1 ? "total" : "internal total");
    record_name(out, "F", QUANTITY_FORCE, "global force components (x, y, z)");
    record_vec3(out, F);
    record_name(out, "M", QUANTITY_MOMENT, "global moment components (x, y, z)");
    record_vec3(out, M);
    record_end(out);
}

void total_force_log(const elem *e, const char *name, record *out)
{
    const total_force *f = e->self;
    record_word(out, name);
    record_unsigned(out, e->label);
    for (int i = 0; i < f->n; i++) {
        record_unsigned(out, f->node[i]->label);
        record_vec3(out, f->arm[i]);
        record_mat3(out, &f->Rf[i]);
        record_mat3(out, &f->Rm[i]);
    }
    record_end(out);
}

void total_force_sample(sampler *from, total_force *f, int n)
{
    f->n = n;
    for (int i = 0; i < n; i++) {
        f->node[i] = sample_structural(from, i);
        f->arm[i] = sample_vec3(from, 1.0);
        f->Rf[i] = sample_rotation(from);
        f->Rm[i] = sample_rotation(from);
    }
    f->force = sample_tpl_drive(from, 3);
    f->moment = sample_tpl_drive(from, 3);
}

void total_force_draw(const elem *e, drawing *d)
{
    const total_force *f = e->self;
    for (int i = 0; i < f->n; i++) {
        const draw_tie at = draw_at(f->node[i], f->arm[i], NULL);
        draw_arrow(d, DRAW_ARROW, at, "F", i == 0 ? 1.0 : -1.0);
        draw_arrow(d, DRAW_COUPLE, at, "M", i == 0 ? 1.0 : -1.0);
    }
}
