/* imposed.c - the position of a point relative to a point of another node or of the ground is imposed by a drive.
 *
 *     along a direction:        R1' (p2 - p1) - e d(t) = 0     three rows, multiplier F in the frame of side 1
 *     in the frame of side 1:   R1' (p2 - p1) - x(t) = 0       the same
 *     node 1: F at p2           node 2: -F at p2               see total.c; printed: the load on side 1 */
#include "element/joint/imposed.h"
#include "element/diag_rows.h"
#include "model/hints.h"
#include "model/reading.h"
#include <string.h>

void read_points(reader *r, joint_side side[2])
{
    for (int i = 0; i < 2; i++) {
        const joint_side *other = i == 0 ? NULL : &side[0];
        read_side_node(r, &side[i], other);
        read_keyword(r, "position");
        side[i].f = read_side_position(r, &side[i], other, "offset");
    }
}

void read_pin_points(reader *r, joint_side side[2])
{
    read_side_node(r, &side[1], NULL);
    read_keyword(r, "position");
    side[1].f = read_side_position(r, &side[1], NULL, "offset from the node");
    side[0].Rh = MAT3_EYE;
    read_keyword(r, "position");
    side[0].f = read_side_position(r, &side[0], &side[1], "absolute offset");
}

void points_log(record *out, const elem *e, const char *name)
{
    const joint_side *side = e->self, *first = side[0].node ? &side[0] : &side[1];
    joint_log_begin(out, e, name);
    record_unsigned(out, first->node->label);
    record_vec3(out, first->f);
    if (side[0].node)
        record_unsigned(out, side[1].node->label);
    record_vec3(out, side[0].node ? side[1].f : side[0].f);
}

/* --- along a direction -------------------------------------------------------------------------------------------- */

static const tpl_drive *along_direction(arena *memory, vec3 direction, const drive *imposed)
{
    double *entity = ARENA_ARRAY(memory, double, 3);
    vec3_store(entity, direction);
    tpl_term *term = ARENA_NEW(memory, tpl_term);
    *term = (tpl_term){.entity = entity, .drive = imposed};
    tpl_drive *d = ARENA_NEW(memory, tpl_drive);
    *d = (tpl_drive){.dim = 3, .n = 1, .term = term};
    return d;
}

static vec3 direction_of(const total *j) { return vec3_load(j->imposed[0]->term[0].entity); }

static vec3 unit_direction(const total *j)
{
    const vec3 e = direction_of(j);
    return vec3_scale(1.0 / vec3_norm(e), e);
}

static void set_along(elem *e, arena *memory, vec3 direction, const drive *imposed)
{
    total *j = e->self;
    j->side[0].Rh = j->side[1].Rh = MAT3_EYE;
    total_set(j, e, memory, "ppp---");
    j->imposed[0] = along_direction(memory, direction, imposed);
}

void read_along(reader *r, elem *e, vec3 direction)
{
    if (read_ok(r) && vec3_norm(direction) == 0.0)
        read_error_last(r, E_NULL_DIRECTION);
    set_along(e, reader_arena(r), direction, read_drive(r, "imposed position"));
}

void along_sample(sampler *from, elem *e) { set_along(e, from->memory, sample_vec3(from, 1.0), sample_drive(from)); }

void along_log(record *out, const elem *e, const char *name)
{
    points_log(out, e, name);
    record_vec3(out, unit_direction(e->self));
    record_end(out);
}

int along_private_index(const elem *e, const char *name)
{
    if (strcmp(name, e->type->private_names[0]) == 0)
        return ALONG_IMPOSED;
    return strcmp(name, "f") == 0 ? ALONG_FORCE : total_private_index(e, name);
}

double along_private_value(const state *s, const elem *e, int index)
{
    const total *j = e->self;
    if (index == ALONG_IMPOSED)
        return drive_now(j->imposed[0]->term[0].drive, s);
    if (index == ALONG_FORCE)
        return vec3_dot(unit_direction(j), vec3_load(s->y + e->own));
    return total_private_value(s, e, index);
}

bool along_hint(reader *r, elem *e, const char *name, hint *h)
{
    total *j = e->self;
    if (strcmp(name, "drive") != 0)
        return total_offset_hint(r, e, name, h);
    const drive *given = j->imposed[0]->term[0].drive;
    j->imposed[0] =
        along_direction(reader_arena(r), direction_of(j), read_hinted_drive(r, given, "imposed position", h));
    return read_ok(r);
}

/* --- in the frame of side 1 --------------------------------------------------------------------------------------- */

static void set_driven(elem *e, arena *memory, const tpl_drive *imposed)
{
    total *j = e->self;
    total_set(j, e, memory, "ppp---");
    j->imposed[0] = imposed;
}

void read_driven(reader *r, elem *e) { set_driven(e, reader_arena(r), read_tpl_drive(r, 3, "imposed position")); }

void driven_sample(sampler *from, elem *e)
{
    total *j = e->self;
    j->side[0].Rh = j->side[1].Rh = MAT3_EYE;
    set_driven(e, from->memory, sample_tpl_drive(from, 3));
}

/* The multiplier in global axes. */
static vec3 driven_force(const state *s, const elem *e)
{
    const total *j = e->self;
    const mat3 H = side_now(s, &j->side[0]).H;
    const vec3 F = vec3_load(s->y + e->own);
    return j->side[0].node ? mat3_mulv(&H, F) : F;
}

void driven_output(const state *s, const elem *e, record *out)
{
    const total *j = e->self;
    const side_motion a = side_now(s, &j->side[0]), b = side_now(s, &j->side[1]);
    const vec3 zero = {0, 0, 0};
    joint_output(out, e, vec3_load(s->y + e->own), zero, driven_force(s, e), zero);
    record_name(out, "d", QUANTITY_LENGTH, "imposed relative displacement, global frame (x, y, z)");
    record_vec3(out, vec3_sub(b.p, a.p));
    record_end(out);
}

const char *const driven_private_names[] = {"dx", "dy", "dz", "fx", "fy", "fz", NULL};

double driven_private_value(const state *s, const elem *e, int index)
{
    const total *j = e->self;
    return index <= 3 ? vec3_get(tpl_drive_vec3(j->imposed[0], s), index - 1) : vec3_get(driven_force(s, e), index - 4);
}

bool driven_hint(reader *r, elem *e, const char *name, hint *h)
{
    total *j = e->self;
    if (strcmp(name, "drive3") != 0)
        return total_offset_hint(r, e, name, h);
    j->imposed[0] = read_hinted_tpl_drive(r, j->imposed[0], 3, "imposed position", h);
    return read_ok(r);
}
