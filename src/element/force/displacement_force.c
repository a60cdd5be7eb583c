/* displacement_force.c - forces at the position of nodes, with or without rotation.
 *
 *     node 1: F(t) in global axes        node 2: -F(t) */
#include "element/force/displacement_force.h"
#include "element/force/structural_force.h"
#include "model/frames.h"
#include "model/reading.h"

static vec3 read_global(reader *r, const void *context, const char *what)
{
    return read_direction_abs(r, context, what);
}

void read_displacement_force(reader *r, displacement_force *f, int n)
{
    f->n = n;
    for (int i = 0; i < n; i++)
        f->node[i] = read_point_node(r, i == 0 ? "node" : "second node");
    const frame_context c = {.own = f->node[0] ? f->node[0]->initial : NULL};
    f->drive = read_tpl_drive3(r, read_global, &c, "force");
}

void displacement_force_connect(const elem *e, layout *l)
{
    const displacement_force *f = e->self;
    for (int i = 0; i < f->n; i++)
        layout_node(l, f->node[i]);
    layout_clear(l);
}

void displacement_force_eval(int n, const state *s, const elem *e, local *out)
{
    const displacement_force *f = e->self;
    const vec3 F = tpl_drive_vec3(f->drive, s);
    (void)n;
    for (int i = 0, row = 0; i < f->n; i++, row += f->node[0]->has_rotation ? 6 : 3)
        vec3_accumulate(out->r + row, i == 0 ? F : vec3_neg(F));
}

void displacement_force_output(const state *s, const elem *e, record *out)
{
    const displacement_force *f = e->self;
    const vec3 F = tpl_drive_vec3(f->drive, s);
    record_begin_plain(out, e->label);
    record_type(out, f->n == 1 ? "absolute displacement" : "internal absolute displacement");
    for (int i = 0; i < f->n; i++)
        force_columns(out, f->node[i], f->n, i, F, s->poses[f->node[i]->pose].x);
    record_end(out);
}

void displacement_force_log(const elem *e, const char *name, record *out)
{
    const displacement_force *f = e->self;
    record_word(out, name);
    record_unsigned(out, e->label);
    for (int i = 0; i < f->n; i++) {
        record_unsigned(out, f->node[i]->label);
        record_zeros(out, 3);
    }
    record_end(out);
}

void displacement_force_sample(sampler *from, displacement_force *f, int n)
{
    f->n = n;
    f->drive = sample_tpl_drive(from, 3);
    for (int i = 0; i < n; i++)
        f->node[i] = sample_point(from, i);
}

void displacement_force_draw(const elem *e, drawing *d)
{
    const displacement_force *f = e->self;
    for (int i = 0; i < f->n; i++)
        draw_arrow(d, DRAW_ARROW, draw_at(f->node[i], (vec3){0, 0, 0}, NULL), "F", i == 0 ? 1.0 : -1.0);
}
