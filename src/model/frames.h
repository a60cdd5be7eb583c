/* frames.h - reference frames, and reading positions, orientations and velocities given in one.
 *
 *     [ reference , FRAME , ] entity
 *     FRAME ::= { global | node | local , (orientation) R | other position | other orientation | other node
 *               | LABEL }
 *
 * `_rel` functions return the entity in the frame `own` (a node's: offsets, relative orientations); `_abs` functions in
 * the global one. A bare entity is meant in the frame the function returns it in. */
#pragma once
#include "contract/frame.h"
#include "deck/reader.h"

extern const frame FRAME_GLOBAL;

/* What a joint knows while it reads its second side; all NULL on the first. */
typedef struct {
    const frame *internal;         /* the node's initial frame; NULL: global */
    const frame *other;            /* initial frame of the other node */
    const vec3 *other_offset;      /* offset of the joint on the other node, in its frame */
    const mat3 *other_orientation; /* orientation of the joint on the other node, relative to it */
} frame_context;

vec3 read_position_rel(reader *reader, const frame_context *context, const char *what);
vec3 read_position_abs(reader *reader, const frame_context *context, const char *what);
mat3 read_orientation_rel(reader *reader, const frame_context *context, const char *what);
mat3 read_orientation_abs(reader *reader, const frame_context *context, const char *what);
/* A geometric vector: turned, not moved. */
vec3 read_direction_rel(reader *reader, const frame_context *context, const char *what);
vec3 read_direction_abs(reader *reader, const frame_context *context, const char *what);
/* Velocity of a point at absolute position x: a frame's own motion is added. */
vec3 read_velocity_abs(reader *reader, vec3 x, const char *what);
vec3 read_angular_velocity_abs(reader *reader, const char *what);
/* A 3x3 tensor (inertia) given in a frame, returned in `own`. */
mat3 read_tensor_rel(reader *reader, const frame_context *context, const char *what);

/* The `reference` card. */
void read_reference_card(reader *reader);
const frame *read_reference(reader *reader); /* LABEL of a frame; FRAME_GLOBAL after an error */
