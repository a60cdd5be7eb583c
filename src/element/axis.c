/* axis.c - directions in the frame of a node. */
#include "element/axis.h"
#include "contract/sampler.h"
#include "element/diag_rows.h"
#include "model/frames.h"

vec3 read_unit_direction(reader *reader, const node *in, const char *what)
{
    const frame_context context = {.node_frame = in ? in->initial : NULL};
    const vec3 e = read_direction_rel(reader, &context, what);
    const double length = vec3_norm(e);
    if (length > 0.0)
        return vec3_scale(1.0 / length, e);
    if (read_ok(reader))
        read_error_last(reader, E_NULL_DIRECTION);
    return (vec3){0, 0, 1};
}

vec3 sample_axis(sampler *from)
{
    const mat3 R = sample_rotation(from);
    return mat3_mulv(&R, (vec3){0, 0, 1});
}
