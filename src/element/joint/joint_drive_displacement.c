/* joint_drive_displacement.c - the position of a point of a node, seen from a point of another in its frame, is imposed
 * by a drive.
 *
 *     R1' (p2 - p1) - x(t) = 0       three rows, multiplier F in the axes of node 1
 *     node 1: R1 F at p2             node 2: -R1 F at p2
 *
 * Printed: F in the frame of node 1 and in the global one as it acts on node 1; p2 - p1 in the global frame. */
#include "element/joint/total.h"
#include <string.h>

static void set(total *j, elem *e, arena *memory, const tpl_drive *imposed)
{
    j->Rr[0] = j->Rr[1] = MAT3_EYE;
    total_set(j, e, memory, "ppp---");
    j->imposed[0] = imposed;
}

static void read(reader *r, elem *e)
{
    total *j = e->self;
    for (int i = 0; i < 2; i++) {
        const joint_side *other = i == 0 ? NULL : &j->side[0];
        read_side_node(r, &j->side[i], other);
        read_keyword(r, "position");
        j->side[i].f = read_side_position(r, &j->side[i], other, "offset");
    }
    set(j, e, reader_arena(r), read_tpl_drive(r, 3, "imposed position"));
}

static void output_row(const state *s, const elem *e, record *out)
{
    const total *j = e->self;
    const side_motion a = side_now(s, &j->side[0]), b = side_now(s, &j->side[1]);
    const vec3 zero = {0, 0, 0}, F = vec3_load(s->y + e->own);
    joint_output(out, e, F, zero, mat3_mulv(&a.H, F), zero);
    record_name(out, "d", QUANTITY_LENGTH, "imposed relative displacement, in the global reference frame (x, y, z)");
    record_vec3(out, vec3_sub(b.p, a.p));
    record_end(out);
}

static void log_line(const elem *e, record *out)
{
    const total *j = e->self;
    joint_log_begin(out, e, "drivedisplacement:");
    for (int i = 0; i < 2; i++) {
        record_unsigned(out, j->side[i].node->label);
        record_vec3(out, j->side[i].f);
    }
    record_end(out);
}

static const char *const PRIVATE[] = {"dx", "dy", "dz", "fx", "fy", "fz", NULL};

static double private_value(const state *s, const elem *e, int index)
{
    const total *j = e->self;
    if (index <= 3)
        return vec3_get(tpl_drive_vec3(j->imposed[0], s), index - 1);
    return vec3_get(mat3_mulv(&s->at[j->side[0].node->pose].R, vec3_load(s->y + e->own)), index - 4);
}

static bool read_hint(reader *r, elem *e, const char *name, hint *h)
{
    total *j = e->self;
    if (strcmp(name, "drive3") != 0)
        return total_offset_hint(r, e, name, h);
    j->imposed[0] = read_hinted_tpl_drive(r, j->imposed[0], 3, "imposed position", h);
    return read_ok(r);
}

static void sample(sampler *from, elem *e)
{
    total *j = e->self;
    sample_sides(from, j->side);
    j->side[0].Rh = j->side[1].Rh = MAT3_EYE;
    set(j, e, from->memory, sample_tpl_drive(from, 3));
}

const elem_type joint_drive_displacement_type = {
    .card = "joint",
    .keyword = "drive displacement",
    .grammar = "joint: LABEL, drive displacement, NODE, F, NODE, F, DRIVE3",
    .summary = "The position of a point of a node, seen from a point of another, is imposed by a drive.",
    .size = sizeof(total),
    .read = read,
    .memory = sizeof(total_memory),
    .begin = total_begin,
    .connect = total_connect,
    .eval = total_eval_both,
    .rate = total_rate,
    .output_row = output_row,
    .log = log_line,
    .private_names = PRIVATE,
    .private_value = private_value,
    .own_name = total_own_name,
    .hint = read_hint,
    .sample = sample,
    .flags = ELEM_INTERNAL_FORCES,
};
