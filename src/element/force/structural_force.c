/* structural_force.c - forces and moments on structural nodes.
 *
 *     F = value (absolute)  or  R1 value (follower)
 *     node 1: F, b1 x F        node 2: -F, -b2 x F          b = R arm
 *     moment: M on node 1, -M on node 2
 *
 * Spins t:  d(b x F) = F x (b x t),  and for a follower also dF = t1 x F. */
#include "element/force/structural_force.h"
#include "element/diag_rows.h"
#include "model/frames.h"
#include "model/reading.h"

/* --- reading ------------------------------------------------------------------------------------------------------ */

static vec3 read_absolute(reader *reader, const void *context, const char *what)
{
    return read_direction_abs(reader, context, what);
}
static vec3 read_follower(reader *reader, const void *context, const char *what)
{
    return read_direction_rel(reader, context, what);
}

static frame_context context_of(const node *node) { return (frame_context){.node_frame = node ? node->initial : NULL}; }

static const tpl_drive *read_force_value(reader *reader, const structural_force *force, const char *what)
{
    const frame_context context = context_of(force->node[0]);
    return read_tpl_drive3(reader, force->is_follower ? read_follower : read_absolute, &context, what);
}

static void read_arm(reader *reader, structural_force *force, int i)
{
    const frame_context context = context_of(force->node[i]);
    force->arm[i] = read_position_rel(reader, &context, "position");
}

static void read_node_and_arm(reader *reader, structural_force *force, int i)
{
    force->node[i] = read_structural_node(reader, i == 0 ? "node" : "second node");
    if (read_keyword(reader, "position"))
        read_arm(reader, force, i);
}

/* Reads after the first NODE: DIRECTION , ARM [ , NODE , ARM ] , DRIVE; the drive is the magnitude, the direction is
 * normalized. */
static void read_old_form(reader *reader, structural_force *force)
{
    diag_report(reader_diag(reader), W_FORCE_OLD_FORM, read_place(reader));
    const frame_context context = context_of(force->node[0]);
    const vec3 direction = force->is_follower ? read_direction_rel(reader, &context, "direction")
                                              : read_direction_abs(reader, &context, "direction");
    read_arm(reader, force, 0);
    if (force->n == 2) {
        force->node[1] = read_structural_node(reader, "second node");
        read_arm(reader, force, 1);
    }
    arena *memory = reader_arena(reader);
    double *entity = ARENA_ARRAY(memory, double, 3);
    const double length = vec3_norm(direction);
    vec3_store(entity, length > 0 ? vec3_scale(1 / length, direction) : direction);
    tpl_term *term = ARENA_NEW(memory, tpl_term);
    *term = (tpl_term){.entity = entity, .drive = read_drive(reader, "force")};
    tpl_drive *drive = ARENA_NEW(memory, tpl_drive);
    *drive = (tpl_drive){.dim = 3, .n = 1, .term = term};
    force->drive = drive;
}

void read_force(reader *reader, structural_force *force, int n, bool is_follower)
{
    force->n = n;
    force->is_follower = is_follower;
    for (int i = 0; i < n; i++) {
        force->node[i] = read_structural_node(reader, i == 0 ? "node" : "second node");
        if (i == 0 && read_more(reader) && !read_peek(reader, "position")) {
            read_old_form(reader, force);
            return;
        }
        read_keyword(reader, "position");
        read_arm(reader, force, i);
    }
    force->drive = read_force_value(reader, force, "force");
}

void read_couple(reader *reader, structural_force *force, int n, bool is_follower)
{
    force->n = n;
    force->is_follower = is_follower;
    for (int i = 0; i < n; i++)
        read_node_and_arm(reader, force, i);
    force->drive = read_force_value(reader, force, "couple");
}

void force_sample(sampler *from, structural_force *force, int n, bool is_follower)
{
    *force = (structural_force){.n = n, .is_follower = is_follower, .drive = sample_tpl_drive(from, 3)};
    for (int i = 0; i < n; i++) {
        force->node[i] = sample_structural(from, i);
        force->arm[i] = sample_vec3(from, 1.0);
    }
}

/* --- equations ---------------------------------------------------------------------------------------------------- */

vec3 force_value(const state *state, const structural_force *force)
{
    const vec3 v = tpl_drive_vec3(force->drive, state);
    return force->is_follower ? mat3_mulv(&state->poses[force->node[0]->pose].R, v) : v;
}

void force_eval(int lanes, const state *state, const elem *element, local *out)
{
    const structural_force *force = element->self;
    const vec3 F = force_value(state, force);
    for (int i = 0; i < force->n; i++) {
        const int row = 6 * i;
        const double sign = i == 0 ? 1.0 : -1.0, scale = sign * state->dvalue;
        const vec3 b = mat3_mulv(&state->poses[force->node[i]->pose].R, force->arm[i]);
        vec3_accumulate(out->r + row, vec3_scale(sign, F));
        vec3_accumulate(out->r + row + 3, vec3_scale(sign, vec3_cross(b, F)));
        if (lanes == 0)
            continue;
        const mat3 Fb = mat3_skew_skew(F, b);
        local_block(out, row + 3, row + 3, scale, &Fb);
        if (force->is_follower) {
            const mat3 Fx = mat3_skew(F), bF = mat3_skew_skew(b, F);
            local_block(out, row, 3, -scale, &Fx);
            local_block(out, row + 3, 3, -scale, &bF);
        }
    }
}

void force_connect(const elem *element, layout *layout)
{
    const structural_force *force = element->self;
    for (int i = 0; i < force->n; i++)
        layout_node(layout, force->node[i]);
    layout_clear(layout);
    for (int i = 0; i < force->n; i++) {
        layout_full(layout, 6 * i + 3, 3, 6 * i + 3, 3);
        if (force->is_follower) {
            layout_skew(layout, 6 * i, 3);
            layout_full(layout, 6 * i + 3, 3, 3, 3);
        }
    }
}

void couple_eval(int lanes, const state *state, const elem *element, local *out)
{
    const structural_force *force = element->self;
    const vec3 M = force_value(state, force);
    const mat3 Mx = mat3_skew(M);
    for (int i = 0; i < force->n; i++) {
        const double sign = i == 0 ? 1.0 : -1.0;
        vec3_accumulate(out->r + 6 * i + 3, vec3_scale(sign, M));
        if (lanes > 0 && force->is_follower)
            local_block(out, 6 * i + 3, 3, -sign * state->dvalue, &Mx);
    }
}

void couple_connect(const elem *element, layout *layout)
{
    const structural_force *force = element->self;
    for (int i = 0; i < force->n; i++)
        layout_node(layout, force->node[i]);
    layout_clear(layout);
    for (int i = 0; i < force->n && force->is_follower; i++)
        layout_skew(layout, 6 * i + 3, 3);
}

/* --- output ------------------------------------------------------------------------------------------------------- */

static const char *type_words(const structural_force *force)
{
    if (force->n == 1)
        return force->is_follower ? "follower" : "absolute";
    return force->is_follower ? "internal follower" : "internal absolute";
}

void force_columns(record *out, const node *on, int n, int index, vec3 F, vec3 point)
{
    record_unsigned(out, on->label);
    if (index == 0)
        record_name(out, "F", QUANTITY_FORCE, "global force components (x, y, z)");
    record_vec3(out, index == 0 ? F : vec3_neg(F));
    static const char *const NAMES[] = {"Arm", "Arm1", "Arm2"};
    static const char *const WORDS[] = {"arm in global frame (x, y, z)", "node 1 arm in global frame (x, y, z)",
                                        "node 2 arm in global frame (x, y, z)"};
    const int which = n == 1 ? 0 : index == 0 ? 1 : 2;
    record_name(out, NAMES[which], QUANTITY_LENGTH, WORDS[which]);
    record_vec3(out, point);
}

void force_output(const state *state, const elem *element, record *out)
{
    const structural_force *force = element->self;
    const vec3 F = force_value(state, force);
    record_begin_plain(out, element->label);
    record_type(out, type_words(force));
    for (int i = 0; i < force->n; i++) {
        const pose *at = &state->poses[force->node[i]->pose];
        force_columns(out, force->node[i], force->n, i, F, vec3_add(at->x, mat3_mulv(&at->R, force->arm[i])));
    }
    record_end(out);
}

void couple_output(const state *state, const elem *element, record *out)
{
    const structural_force *force = element->self;
    const vec3 M = force_value(state, force);
    record_begin_plain(out, element->label);
    record_type(out, type_words(force));
    for (int i = 0; i < force->n; i++) {
        record_unsigned(out, force->node[i]->label);
        if (i == 0)
            record_name(out, "M", QUANTITY_MOMENT, "global moment components (x, y, z)");
        record_vec3(out, i == 0 ? M : vec3_neg(M));
    }
    record_end(out);
}

void force_log(const elem *element, const char *name, record *out)
{
    const structural_force *force = element->self;
    record_word(out, name);
    record_unsigned(out, element->label);
    for (int i = 0; i < force->n; i++) {
        record_unsigned(out, force->node[i]->label);
        record_vec3(out, force->arm[i]);
    }
    record_end(out);
}

/* --- drawing ------------------------------------------------------------------------------------------------------ */

void force_draw(const elem *element, drawing *drawing)
{
    const structural_force *force = element->self;
    for (int i = 0; i < force->n; i++)
        draw_arrow(drawing, DRAW_ARROW, draw_at(force->node[i], force->arm[i], NULL), "F", i == 0 ? 1.0 : -1.0);
}

void couple_draw(const elem *element, drawing *drawing)
{
    const structural_force *force = element->self;
    for (int i = 0; i < force->n; i++)
        draw_arrow(drawing, DRAW_MOMENT, draw_at(force->node[i], force->arm[i], NULL), "M", i == 0 ? 1.0 : -1.0);
}
