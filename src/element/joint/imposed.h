/* imposed.h - declarations shared by the joints that impose, by a drive, the position of a point relative to a point of
 * another node or of the ground, along a direction or in all three components: total joints with position constraints
 * only. */
#pragma once
#include "element/joint/total.h"

/* Reads NODE , [ position , ] f of each side; for a pin, that of a node, side 2, and [ position , ] X of the ground,
 * side 1. */
void read_points(reader *reader, joint_side side[2]);
void read_pin_points(reader *reader, joint_side side[2]);
/* Writes NAME: LABEL node1 f1 node2 f2, or for a pin NAME: LABEL node f X; the caller continues and ends the row. */
void points_log(record *out, const elem *element, const char *name);

/* --- along a direction -------------------------------------------------------------------------------------------- */

/* Reads the drive that follows the direction. The direction was read in the frame of side 1 and need not be a unit
 * vector. */
void read_along(reader *reader, elem *element, vec3 direction);
void along_log(record *out, const elem *element, const char *name); /* a complete row: points_log and the direction */
/* Private data: those of a total joint, the imposed value under the type's first name, and the force along the
 * direction. */
enum { ALONG_IMPOSED = 25, ALONG_FORCE = 26 };
int along_private_index(const elem *element, const char *name);
double along_private_value(const state *state, const elem *element, int index);
bool along_hint(reader *reader, elem *element, const char *name, hint *hint);
void along_sample(sampler *from, elem *element); /* requires the sides to be sampled */

#define ALONG_SLOTS                                                                                                  \
    TOTAL_SLOTS,                                                                                                     \
        .history =                                                                                                   \
            &(const elem_history){                                                                                   \
                .memory = sizeof(total_memory), .begin = total_begin, .start = total_start, .accept = total_accept}, \
        .drawing = &(const elem_drawing){.draw = total_draw}, .rate = total_rate, .output = total_output,            \
        .private_index = along_private_index, .private_value = along_private_value, .hint = along_hint

/* --- in the frame of side 1 --------------------------------------------------------------------------------------- */

/* Reads the drive that follows the points. */
void read_driven(reader *reader, elem *element);
void driven_output(const state *state, const elem *element, record *out);
double driven_private_value(const state *state, const elem *element, int index);
bool driven_hint(reader *reader, elem *element, const char *name, hint *hint);
void driven_sample(sampler *from, elem *element); /* requires the sides to be sampled */
extern const char *const driven_private_names[];

#define DRIVEN_SLOTS                                                                                     \
    TOTAL_SLOTS, .drawing = &(const elem_drawing){.draw = total_draw},                                   \
                 .history = &(const elem_history){.memory = sizeof(total_memory), .begin = total_begin}, \
                 .rate = total_rate, .output = driven_output, .hint = driven_hint,                       \
                 .private_names = driven_private_names, .private_value = driven_private_value
