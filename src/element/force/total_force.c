/* total_force.c - a force and a moment that rotate with the first node.
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

static void total_force_read_side(reader *reader, total_force *force, int i)
{
    force->node[i] = read_structural_node(reader, i == 0 ? "node" : "second node");
    force->Rf[i] = force->Rm[i] = MAT3_EYE;
    frame_context context = {.node_frame = force->node[i] ? force->node[i]->initial : NULL};
    if (i == 1 && force->node[0]) {
        context.other = force->node[0]->initial;
        context.other_offset = &force->arm[0];
        context.other_orientation = &force->Rf[0];
    }
    if (read_keyword(reader, "position"))
        force->arm[i] = read_position_rel(reader, &context, "position");
    if (read_keyword(reader, "force orientation"))
        force->Rf[i] = read_orientation_rel(reader, &context, "force orientation");
    if (i == 1)
        context.other_orientation = &force->Rm[0];
    if (read_keyword(reader, "moment orientation"))
        force->Rm[i] = read_orientation_rel(reader, &context, "moment orientation");
}

/* [ WORD , ] value: the words are optional. */
static bool has_value(reader *reader, const char *word, const char *other)
{
    return read_keyword(reader, word) ||
           (read_more(reader) && !read_peek(reader, other) && !read_peek(reader, "output"));
}

void read_total_force(reader *reader, total_force *force, int n)
{
    static const tpl_drive NOTHING = {.dim = 3};
    force->n = n;
    for (int i = 0; i < n; i++)
        total_force_read_side(reader, force, i);
    force->force = has_value(reader, "force", "moment") ? read_tpl_drive(reader, 3, "force") : &NOTHING;
    force->moment = has_value(reader, "moment", "force") ? read_tpl_drive(reader, 3, "moment") : &NOTHING;
}

void total_force_connect(const elem *element, layout *layout)
{
    const total_force *force = element->self;
    for (int i = 0; i < force->n; i++)
        layout_node(layout, force->node[i]);
    layout_clear(layout);
    for (int i = 0; i < force->n; i++) {
        layout_skew(layout, 6 * i, 3);
        layout_full(layout, 6 * i + 3, 3, 3, 3);
        layout_full(layout, 6 * i + 3, 3, 6 * i + 3, 3);
    }
}

/* Both in global axes. */
static void values(const state *state, const total_force *force, vec3 *F, vec3 *M)
{
    const mat3 *R = &state->poses[force->node[0]->pose].R;
    *F = mat3_mulv(R, mat3_mulv(&force->Rf[0], tpl_drive_vec3(force->force, state)));
    *M = mat3_mulv(R, mat3_mulv(&force->Rm[0], tpl_drive_vec3(force->moment, state)));
}

void total_force_eval(int lanes, const state *state, const elem *element, local *out)
{
    const total_force *force = element->self;
    vec3 F, M;
    values(state, force, &F, &M);
    const mat3 Fx = mat3_skew(F), Mx = mat3_skew(M);
    for (int i = 0; i < force->n; i++) {
        const int row = 6 * i;
        const double sign = i == 0 ? 1.0 : -1.0, scale = sign * state->dvalue;
        const vec3 b = mat3_mulv(&state->poses[force->node[i]->pose].R, force->arm[i]);
        vec3_accumulate(out->r + row, vec3_scale(sign, F));
        vec3_accumulate(out->r + row + 3, vec3_scale(sign, vec3_add(vec3_cross(b, F), M)));
        if (lanes == 0)
            continue;
        const mat3 Fb = mat3_skew_skew(F, b), bF = mat3_skew_skew(b, F);
        local_block(out, row, 3, -scale, &Fx);
        local_block(out, row + 3, 3, -scale, &Mx);
        local_block(out, row + 3, 3, -scale, &bF);
        local_block(out, row + 3, row + 3, scale, &Fb);
    }
}

void total_force_output(const state *state, const elem *element, record *out)
{
    const total_force *force = element->self;
    vec3 F, M;
    values(state, force, &F, &M);
    record_begin(out, element->label);
    record_type(out, force->n == 1 ? "total" : "internal total");
    record_name(out, "F", QUANTITY_FORCE, "global force components (x, y, z)");
    record_vec3(out, F);
    record_name(out, "M", QUANTITY_MOMENT, "global moment components (x, y, z)");
    record_vec3(out, M);
    record_end(out);
}

void total_force_log(const elem *element, const char *name, record *out)
{
    const total_force *force = element->self;
    record_word(out, name);
    record_unsigned(out, element->label);
    for (int i = 0; i < force->n; i++) {
        record_unsigned(out, force->node[i]->label);
        record_vec3(out, force->arm[i]);
        record_mat3(out, &force->Rf[i]);
        record_mat3(out, &force->Rm[i]);
    }
    record_end(out);
}

void total_force_sample(sampler *from, total_force *force, int n)
{
    force->n = n;
    for (int i = 0; i < n; i++) {
        force->node[i] = sample_structural(from, i);
        force->arm[i] = sample_vec3(from, 1.0);
        force->Rf[i] = sample_rotation(from);
        force->Rm[i] = sample_rotation(from);
    }
    force->force = sample_tpl_drive(from, 3);
    force->moment = sample_tpl_drive(from, 3);
}

void total_force_draw(const elem *element, drawing *drawing)
{
    const total_force *force = element->self;
    for (int i = 0; i < force->n; i++) {
        const draw_tie at = draw_at(force->node[i], force->arm[i], NULL);
        draw_arrow(drawing, DRAW_ARROW, at, "F", i == 0 ? 1.0 : -1.0);
        draw_arrow(drawing, DRAW_MOMENT, at, "M", i == 0 ? 1.0 : -1.0);
    }
}
