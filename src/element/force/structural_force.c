/* structural_force.c - forces and couples on structural nodes.
 *
 *     F = value (absolute)  or  R1 value (follower)
 *     node 1: F, b1 x F        node 2: -F, -b2 x F          b = R arm
 *     couple: M on node 1, -M on node 2
 *
 * Spins t:  d(b x F) = F x (b x t),  and for a follower also dF = t1 x F. */
#include "element/force/structural_force.h"
#include "element/diag_rows.h"
#include "model/frames.h"
#include "model/reading.h"

/* --- reading ------------------------------------------------------------------------------------------------------ */

static vec3 read_absolute(reader *r, const void *context, const char *what)
{
    return read_direction_abs(r, context, what);
}
static vec3 read_follower(reader *r, const void *context, const char *what)
{
    return read_direction_rel(r, context, what);
}

static frame_context context_of(const node *n) { return (frame_context){.own = n ? n->initial : NULL}; }

static const tpl_drive *read_force_value(reader *r, const structural_force *f, const char *what)
{
    const frame_context c = context_of(f->node[0]);
    return read_tpl_drive3(r, f->is_follower ? read_follower : read_absolute, &c, what);
}

static void read_arm(reader *r, structural_force *f, int i)
{
    const frame_context c = context_of(f->node[i]);
    f->arm[i] = read_position_rel(r, &c, "position");
}

static void read_node_and_arm(reader *r, structural_force *f, int i)
{
    f->node[i] = read_structural_node(r, i == 0 ? "node" : "second node");
    if (read_keyword(r, "position"))
        read_arm(r, f, i);
}

/* Behind the first NODE: DIRECTION , ARM [ , NODE , ARM ] , DRIVE; the drive is the magnitude, the direction has
 * length 1. */
static void read_old_form(reader *r, structural_force *f)
{
    diag_report(reader_diag(r), W_FORCE_OLD_FORM, read_place(r));
    const frame_context c = context_of(f->node[0]);
    const vec3 direction =
        f->is_follower ? read_direction_rel(r, &c, "direction") : read_direction_abs(r, &c, "direction");
    read_arm(r, f, 0);
    if (f->n == 2) {
        f->node[1] = read_structural_node(r, "second node");
        read_arm(r, f, 1);
    }
    arena *memory = reader_arena(r);
    double *entity = ARENA_ARRAY(memory, double, 3);
    const double length = vec3_norm(direction);
    vec3_store(entity, length > 0 ? vec3_scale(1 / length, direction) : direction);
    tpl_term *term = ARENA_NEW(memory, tpl_term);
    *term = (tpl_term){.entity = entity, .drive = read_drive(r, "force")};
    tpl_drive *d = ARENA_NEW(memory, tpl_drive);
    *d = (tpl_drive){.dim = 3, .n = 1, .term = term};
    f->drive = d;
}

void read_force(reader *r, structural_force *f, int n, bool is_follower)
{
    f->n = n;
    f->is_follower = is_follower;
    for (int i = 0; i < n; i++) {
        f->node[i] = read_structural_node(r, i == 0 ? "node" : "second node");
        if (i == 0 && read_more(r) && !read_peek(r, "position")) {
            read_old_form(r, f);
            return;
        }
        read_keyword(r, "position");
        read_arm(r, f, i);
    }
    f->drive = read_force_value(r, f, "force");
}

void read_couple(reader *r, structural_force *f, int n, bool is_follower)
{
    f->n = n;
    f->is_follower = is_follower;
    for (int i = 0; i < n; i++)
        read_node_and_arm(r, f, i);
    f->drive = read_force_value(r, f, "couple");
}

void force_sample(sampler *from, structural_force *f, int n, bool is_follower)
{
    *f = (structural_force){.n = n, .is_follower = is_follower, .drive = sample_tpl_drive(from, 3)};
    for (int i = 0; i < n; i++) {
        f->node[i] = sample_structural(from, i);
        f->arm[i] = sample_vec3(from, 1.0);
    }
}

/* --- equations ---------------------------------------------------------------------------------------------------- */

vec3 force_value(const state *s, const structural_force *f)
{
    const vec3 v = tpl_drive_vec3(f->drive, s);
    return f->is_follower ? mat3_mulv(&s->poses[f->node[0]->pose].R, v) : v;
}

void force_eval(int n, const state *s, const elem *e, local *out)
{
    const structural_force *f = e->self;
    const vec3 F = force_value(s, f);
    for (int i = 0; i < f->n; i++) {
        const int row = 6 * i;
        const double sign = i == 0 ? 1.0 : -1.0, scale = sign * s->dvalue;
        const vec3 b = mat3_mulv(&s->poses[f->node[i]->pose].R, f->arm[i]);
        vec3_accumulate(out->r + row, vec3_scale(sign, F));
        vec3_accumulate(out->r + row + 3, vec3_scale(sign, vec3_cross(b, F)));
        if (n == 0)
            continue;
        const mat3 Fb = mat3_skew_skew(F, b);
        local_block(out, row + 3, row + 3, scale, &Fb);
        if (f->is_follower) {
            const mat3 Fx = mat3_skew(F), bF = mat3_skew_skew(b, F);
            local_block(out, row, 3, -scale, &Fx);
            local_block(out, row + 3, 3, -scale, &bF);
        }
    }
}

void force_connect(const elem *e, layout *l)
{
    const structural_force *f = e->self;
    for (int i = 0; i < f->n; i++)
        layout_node(l, f->node[i]);
    layout_clear(l);
    for (int i = 0; i < f->n; i++) {
        layout_full(l, 6 * i + 3, 3, 6 * i + 3, 3);
        if (f->is_follower) {
            layout_skew(l, 6 * i, 3);
            layout_full(l, 6 * i + 3, 3, 3, 3);
        }
    }
}

void couple_eval(int n, const state *s, const elem *e, local *out)
{
    const structural_force *f = e->self;
    const vec3 M = force_value(s, f);
    const mat3 Mx = mat3_skew(M);
    for (int i = 0; i < f->n; i++) {
        const double sign = i == 0 ? 1.0 : -1.0;
        vec3_accumulate(out->r + 6 * i + 3, vec3_scale(sign, M));
        if (n > 0 && f->is_follower)
            local_block(out, 6 * i + 3, 3, -sign * s->dvalue, &Mx);
    }
}

void couple_connect(const elem *e, layout *l)
{
    const structural_force *f = e->self;
    for (int i = 0; i < f->n; i++)
        layout_node(l, f->node[i]);
    layout_clear(l);
    for (int i = 0; i < f->n && f->is_follower; i++)
        layout_skew(l, 6 * i + 3, 3);
}

/* --- output ------------------------------------------------------------------------------------------------------- */

static const char *type_words(const structural_force *f)
{
    if (f->n == 1)
        return f->is_follower ? "follower" : "absolute";
    return f->is_follower ? "internal follower" : "internal absolute";
}

void force_columns(record *out, const node *on, int n, int i, vec3 F, vec3 point)
{
    record_unsigned(out, on->label);
    if (i == 0)
        record_name(out, "F", QUANTITY_FORCE, "global force components (x, y, z)");
    record_vec3(out, i == 0 ? F : vec3_neg(F));
    static const char *const NAMES[] = {"Arm", "Arm1", "Arm2"};
    static const char *const WORDS[] = {"arm in global frame (x, y, z)", "node 1 arm in global frame (x, y, z)",
                                        "node 2 arm in global frame (x, y, z)"};
    const int which = n == 1 ? 0 : i == 0 ? 1 : 2;
    record_name(out, NAMES[which], QUANTITY_LENGTH, WORDS[which]);
    record_vec3(out, point);
}

void force_output(const state *s, const elem *e, record *out)
{
    const structural_force *f = e->self;
    const vec3 F = force_value(s, f);
    record_begin_plain(out, e->label);
    record_type(out, type_words(f));
    for (int i = 0; i < f->n; i++) {
        const pose *at = &s->poses[f->node[i]->pose];
        force_columns(out, f->node[i], f->n, i, F, vec3_add(at->x, mat3_mulv(&at->R, f->arm[i])));
    }
    record_end(out);
}

void couple_output(const state *s, const elem *e, record *out)
{
    const structural_force *f = e->self;
    const vec3 M = force_value(s, f);
    record_begin_plain(out, e->label);
    record_type(out, type_words(f));
    for (int i = 0; i < f->n; i++) {
        record_unsigned(out, f->node[i]->label);
        if (i == 0)
            record_name(out, "M", QUANTITY_MOMENT, "global moment components (x, y, z)");
        record_vec3(out, i == 0 ? M : vec3_neg(M));
    }
    record_end(out);
}

void force_log(const elem *e, const char *name, record *out)
{
    const structural_force *f = e->self;
    record_word(out, name);
    record_unsigned(out, e->label);
    for (int i = 0; i < f->n; i++) {
        record_unsigned(out, f->node[i]->label);
        record_vec3(out, f->arm[i]);
    }
    record_end(out);
}

/* --- drawing ------------------------------------------------------------------------------------------------------ */

void force_draw(const elem *e, drawing *d)
{
    const structural_force *f = e->self;
    for (int i = 0; i < f->n; i++)
        draw_arrow(d, DRAW_ARROW, draw_at(f->node[i], f->arm[i], NULL), "F", i == 0 ? 1.0 : -1.0);
}

void couple_draw(const elem *e, drawing *d)
{
    const structural_force *f = e->self;
    for (int i = 0; i < f->n; i++)
        draw_arrow(d, DRAW_COUPLE, draw_at(f->node[i], f->arm[i], NULL), "M", i == 0 ? 1.0 : -1.0);
}
