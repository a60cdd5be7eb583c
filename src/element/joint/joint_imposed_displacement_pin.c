/* joint_imposed_displacement_pin.c - the position of a point of a node along a fixed direction is imposed by a drive.
 *
 *     e . (p - P) - d(t) = 0         one row, multiplier F along the unit vector e
 *     node: -F e at p
 *
 * Printed: F in column 2, and F e. */
#include "element/joint/total.h"
#include <string.h>

/* Axis 1 of the total joint's frame is the direction. */
static void set(total *j, elem *e, arena *memory, const drive *imposed)
{
    tpl_term *term = ARENA_NEW(memory, tpl_term);
    *term = (tpl_term){.component = 0, .by = imposed};
    tpl_drive *d = ARENA_NEW(memory, tpl_drive);
    *d = (tpl_drive){.dim = 3, .n = 1, .term = term};
    j->Rr[0] = j->Rr[1] = MAT3_EYE;
    total_set(j, e, memory, "p-----");
    j->imposed[0] = d;
}

static void read(reader *r, elem *e)
{
    total *j = e->self;
    read_side_node(r, &j->side[1], NULL);
    read_keyword(r, "position");
    j->side[1].f = read_side_position(r, &j->side[1], NULL, "offset from the node");
    read_keyword(r, "position");
    j->side[0].f = read_side_position(r, &j->side[0], &j->side[1], "absolute offset");
    const vec3 direction = read_direction_abs(r, NULL, "direction");
    if (read_ok(r) && vec3_norm(direction) == 0.0)
        read_error_last(r, E_NULL_DIRECTION);
    j->side[0].Rh = read_ok(r) ? frame_along(direction, 0) : MAT3_EYE;
    set(j, e, reader_arena(r), read_drive(r, "imposed position"));
}

static void output_row(const state *s, const elem *e, record *out)
{
    const total *j = e->self;
    const mat3 H = side_now(s, &j->side[0]).H;
    const vec3 zero = {0, 0, 0}, F = {s->y[e->own], 0, 0};
    joint_output(out, e, F, zero, mat3_mulv(&H, F), zero);
    record_name(out, "v", QUANTITY_DIMENSIONLESS, "direction unit vector (x, y, z)");
    record_vec3(out, mat3_col(&H, 0));
    record_name(out, "d", QUANTITY_LENGTH, "imposed displacement");
    record_real(out, tpl_drive_vec3(j->imposed[0], s).x);
    record_end(out);
}

static void log_line(const elem *e, record *out)
{
    const total *j = e->self;
    joint_log_begin(out, e, "imposeddisplacementpin:");
    record_unsigned(out, j->side[1].node->label);
    record_vec3(out, j->side[1].f);
    record_vec3(out, j->side[0].f);
    record_vec3(out, mat3_col(&j->side[0].Rh, 0));
    record_end(out);
}

static const char *const PRIVATE[] = {"x", "f", NULL};

static double private_value(const state *s, const elem *e, int index)
{
    const total *j = e->self;
    return index == 1 ? tpl_drive_vec3(j->imposed[0], s).x : s->y[e->own];
}

static bool read_hint(reader *r, elem *e, const char *name, hint *h)
{
    const total *j = e->self;
    if (strcmp(name, "drive") != 0)
        return strcmp(name, "offset") == 0 && joint_hint(r, e, name, h);
    const drive *given = j->imposed[0]->term[0].by;
    set(e->self, e, reader_arena(r), read_hinted_drive(r, given, "imposed position", h));
    return read_ok(r);
}

static void sample(sampler *from, elem *e)
{
    total *j = e->self;
    sample_pin(from, j->side);
    set(j, e, from->memory, sample_drive(from));
}

const elem_type joint_imposed_displacement_pin_type = {
    .card = "joint",
    .keyword = "imposed displacement pin",
    .grammar = "joint: LABEL, imposed displacement pin, NODE, F, X, DIRECTION, DRIVE",
    .summary = "The position of a point of a node along a fixed direction is imposed by a drive.",
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
};
