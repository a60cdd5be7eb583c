/* displacement_force.c - forces at the positions of nodes with or without rotation.
 *
 *     node 1: F(t) in global axes        node 2: -F(t) */
#include "element/force/displacement_force.h"
#include "element/force/structural_force.h"
#include "model/frames.h"
#include "model/reading.h"

static vec3 read_global(reader *reader, const void *context, const char *what)
{
    return read_direction_abs(reader, context, what);
}

void read_displacement_force(reader *reader, displacement_force *force, int n)
{
    force->n = n;
    for (int i = 0; i < n; i++)
        force->node[i] = read_point_node(reader, i == 0 ? "node" : "second node");
    const frame_context context = {.node_frame = force->node[0] ? force->node[0]->initial : NULL};
    force->drive = read_tpl_drive3(reader, read_global, &context, "force");
}

void displacement_force_connect(const elem *element, layout *layout)
{
    const displacement_force *force = element->self;
    for (int i = 0; i < force->n; i++)
        layout_node(layout, force->node[i]);
    layout_clear(layout);
}

void displacement_force_eval(int lanes, const state *state, const elem *element, local *out)
{
    const displacement_force *force = element->self;
    const vec3 F = tpl_drive_vec3(force->drive, state);
    (void)lanes;
    for (int i = 0, row = 0; i < force->n; i++, row += force->node[0]->has_rotation ? 6 : 3)
        vec3_accumulate(out->r + row, i == 0 ? F : vec3_neg(F));
}

void displacement_force_output(const state *state, const elem *element, record *out)
{
    const displacement_force *force = element->self;
    const vec3 F = tpl_drive_vec3(force->drive, state);
    record_begin_plain(out, element->label);
    record_type(out, force->n == 1 ? "absolute displacement" : "internal absolute displacement");
    for (int i = 0; i < force->n; i++)
        force_columns(out, force->node[i], force->n, i, F, state->poses[force->node[i]->pose].x);
    record_end(out);
}

void displacement_force_log(const elem *element, const char *name, record *out)
{
    const displacement_force *force = element->self;
    record_word(out, name);
    record_unsigned(out, element->label);
    for (int i = 0; i < force->n; i++) {
        record_unsigned(out, force->node[i]->label);
        record_zeros(out, 3);
    }
    record_end(out);
}

void displacement_force_sample(sampler *from, displacement_force *force, int n)
{
    force->n = n;
    force->drive = sample_tpl_drive(from, 3);
    for (int i = 0; i < n; i++)
        force->node[i] = sample_point(from, i);
}

void displacement_force_draw(const elem *element, drawing *drawing)
{
    const displacement_force *force = element->self;
    for (int i = 0; i < force->n; i++)
        draw_arrow(drawing, DRAW_ARROW, draw_at(force->node[i], (vec3){0, 0, 0}, NULL), "F", i == 0 ? 1.0 : -1.0);
}
