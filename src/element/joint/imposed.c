/* imposed.c - the position of a point relative to a point of another node or of the ground is imposed by a drive.
 *
 *     along a direction:        R1' (p2 - p1) - e d(t) = 0     three rows, multiplier F in the frame of side 1
 *     in the frame of side 1:   R1' (p2 - p1) - x(t) = 0       as above
 *     node 1: F at p2           node 2: -F at p2               see total.c; printed: the load on side 1 */
#include "element/joint/imposed.h"
#include "element/diag_rows.h"
#include "model/hints.h"
#include "model/reading.h"
#include <string.h>

void read_points(reader *reader, joint_side side[2])
{
    for (int i = 0; i < 2; i++) {
        const joint_side *other = i == 0 ? NULL : &side[0];
        read_side_node(reader, &side[i], other);
        read_keyword(reader, "position");
        side[i].f = read_side_position(reader, &side[i], other, "offset");
    }
}

void read_pin_points(reader *reader, joint_side side[2])
{
    read_side_node(reader, &side[1], NULL);
    read_keyword(reader, "position");
    side[1].f = read_side_position(reader, &side[1], NULL, "offset from the node");
    side[0].Rh = MAT3_EYE;
    read_keyword(reader, "position");
    side[0].f = read_side_position(reader, &side[0], &side[1], "absolute offset");
}

void points_log(record *out, const elem *element, const char *name)
{
    const joint_side *side = element->self, *first = side[0].node ? &side[0] : &side[1];
    joint_log_begin(out, element, name);
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
    tpl_drive *drive = ARENA_NEW(memory, tpl_drive);
    *drive = (tpl_drive){.dim = 3, .n = 1, .term = term};
    return drive;
}

static vec3 direction_of(const total *joint) { return vec3_load(joint->imposed[0]->term[0].entity); }

static vec3 unit_direction(const total *joint)
{
    const vec3 e = direction_of(joint);
    return vec3_scale(1.0 / vec3_norm(e), e);
}

static void set_along(elem *element, arena *memory, vec3 direction, const drive *imposed)
{
    total *joint = element->self;
    joint->side[0].Rh = joint->side[1].Rh = MAT3_EYE;
    total_set(joint, element, memory, "ppp---");
    joint->imposed[0] = along_direction(memory, direction, imposed);
}

void read_along(reader *reader, elem *element, vec3 direction)
{
    if (read_ok(reader) && vec3_norm(direction) == 0.0)
        read_error_last(reader, E_NULL_DIRECTION);
    set_along(element, reader_arena(reader), direction, read_drive(reader, "imposed position"));
}

void along_sample(sampler *from, elem *element)
{
    set_along(element, from->memory, sample_vec3(from, 1.0), sample_drive(from));
}

void along_log(record *out, const elem *element, const char *name)
{
    points_log(out, element, name);
    record_vec3(out, unit_direction(element->self));
    record_end(out);
}

int along_private_index(const elem *element, const char *name)
{
    if (strcmp(name, element->type->private_names[0]) == 0)
        return ALONG_IMPOSED;
    return strcmp(name, "f") == 0 ? ALONG_FORCE : total_private_index(element, name);
}

double along_private_value(const state *state, const elem *element, int index)
{
    const total *joint = element->self;
    if (index == ALONG_IMPOSED)
        return drive_now(joint->imposed[0]->term[0].drive, state);
    if (index == ALONG_FORCE)
        return vec3_dot(unit_direction(joint), vec3_load(state->y + element->internal));
    return total_private_value(state, element, index);
}

bool along_hint(reader *reader, elem *element, const char *name, hint *hint)
{
    total *joint = element->self;
    if (strcmp(name, "drive") != 0)
        return total_offset_hint(reader, element, name, hint);
    const drive *given = joint->imposed[0]->term[0].drive;
    joint->imposed[0] = along_direction(reader_arena(reader), direction_of(joint),
                                        read_hinted_drive(reader, given, "imposed position", hint));
    return read_ok(reader);
}

/* --- in the frame of side 1 --------------------------------------------------------------------------------------- */

static void set_driven(elem *element, arena *memory, const tpl_drive *imposed)
{
    total *joint = element->self;
    total_set(joint, element, memory, "ppp---");
    joint->imposed[0] = imposed;
}

void read_driven(reader *reader, elem *element)
{
    set_driven(element, reader_arena(reader), read_tpl_drive(reader, 3, "imposed position"));
}

void driven_sample(sampler *from, elem *element)
{
    total *joint = element->self;
    joint->side[0].Rh = joint->side[1].Rh = MAT3_EYE;
    set_driven(element, from->memory, sample_tpl_drive(from, 3));
}

/* The multiplier in global axes. */
static vec3 driven_force(const state *state, const elem *element)
{
    const total *joint = element->self;
    const mat3 H = side_now(state, &joint->side[0]).H;
    const vec3 F = vec3_load(state->y + element->internal);
    return joint->side[0].node ? mat3_mulv(&H, F) : F;
}

void driven_output(const state *state, const elem *element, record *out)
{
    const total *joint = element->self;
    const side_motion a = side_now(state, &joint->side[0]), b = side_now(state, &joint->side[1]);
    const vec3 zero = {0, 0, 0};
    joint_output(out, element, vec3_load(state->y + element->internal), zero, driven_force(state, element), zero);
    record_name(out, "d", QUANTITY_LENGTH, "imposed relative displacement, global frame (x, y, z)");
    record_vec3(out, vec3_sub(b.p, a.p));
    record_end(out);
}

const char *const driven_private_names[] = {"dx", "dy", "dz", "fx", "fy", "fz", NULL};

double driven_private_value(const state *state, const elem *element, int index)
{
    const total *joint = element->self;
    return index <= 3 ? vec3_get(tpl_drive_vec3(joint->imposed[0], state), index - 1)
                      : vec3_get(driven_force(state, element), index - 4);
}

bool driven_hint(reader *reader, elem *element, const char *name, hint *hint)
{
    total *joint = element->self;
    if (strcmp(name, "drive3") != 0)
        return total_offset_hint(reader, element, name, hint);
    joint->imposed[0] = read_hinted_tpl_drive(reader, joint->imposed[0], 3, "imposed position", hint);
    return read_ok(reader);
}
