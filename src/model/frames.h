/* frames.h - reference frames, and functions that read positions, orientations and velocities given in a frame.
 *
 *     [ reference , FRAME , ] entity
 *     FRAME ::= { global | node | local , (orientation) R | other position | other orientation | other node
 *               | LABEL }
 *
 * Functions ending in `_rel` return the entity in the frame `node_frame` of the context (that of a node: offsets,
 * relative orientations); functions ending in `_abs` return it in the global frame. An entity without a prefix is
 * given in the frame in which the function returns it. */
#pragma once
#include "contract/frame.h"
#include "deck/reader.h"

extern const frame FRAME_GLOBAL;

/* What is known while a joint reads its second side; all members are NULL on the first side. */
typedef struct {
    const frame *node_frame;       /* initial frame of the node; NULL: global */
    const frame *other;            /* initial frame of the other node */
    const vec3 *other_offset;      /* offset of the joint on the other node, in its frame */
    const mat3 *other_orientation; /* orientation of the joint on the other node, relative to it */
} frame_context;

vec3 read_position_rel(reader *reader, const frame_context *context, const char *what);
vec3 read_position_abs(reader *reader, const frame_context *context, const char *what);
mat3 read_orientation_rel(reader *reader, const frame_context *context, const char *what);
mat3 read_orientation_abs(reader *reader, const frame_context *context, const char *what);
/* Reads a geometric vector, which is rotated but not translated. */
vec3 read_direction_rel(reader *reader, const frame_context *context, const char *what);
vec3 read_direction_abs(reader *reader, const frame_context *context, const char *what);
/* Reads the velocity of a point at the absolute position x; the motion of the frame is added. */
vec3 read_velocity_abs(reader *reader, vec3 x, const char *what);
vec3 read_angular_velocity_abs(reader *reader, const char *what);
/* Reads a 3x3 tensor (inertia) given in a frame and returns it in the frame `node_frame`. */
mat3 read_tensor_rel(reader *reader, const frame_context *context, const char *what);

/* Reads the `reference` card. */
void read_reference_card(reader *reader);
const frame *read_reference(reader *reader); /* LABEL of a frame; FRAME_GLOBAL after an error */
