/* imposed.h - what joints share that impose by a drive where a point is, seen from a point of another node or of the
 * ground, along a direction or anywhere: total joints of three positions. */
#pragma once
#include "element/joint/total.h"

/* NODE , [ position , ] f of either side; or of a node, side 2, and [ position , ] X of the ground, side 1. */
void read_points(reader *reader, joint_side side[2]);
void read_pin_points(reader *reader, joint_side side[2]);
/* NAME: LABEL node1 f1 node2 f2, or of a pin NAME: LABEL node f X; the caller goes on and ends the row. */
void points_log(record *out, const elem *element, const char *name);

/* --- along a direction -------------------------------------------------------------------------------------------- */

/* The drive behind the direction, which was read in the frame of side 1 and need not be a unit vector. */
void read_along(reader *reader, elem *element, vec3 direction);
void along_log(record *out, const elem *element, const char *name); /* a whole row: points_log and the direction */
/* Those of a total joint, and what is imposed, under the type's first name, and the force along the direction. */
enum { ALONG_IMPOSED = 25, ALONG_FORCE = 26 };
int along_private_index(const elem *element, const char *name);
double along_private_value(const state *state, const elem *element, int index);
bool along_hint(reader *reader, elem *element, const char *name, hint *hint);
void along_sample(sampler *from, elem *element); /* once the sides are there */

#define ALONG_SLOTS                                                                                                  \
    TOTAL_SLOTS,                                                                                                     \
        .history =                                                                                                   \
            &(const elem_history){                                                                                   \
                .memory = sizeof(total_memory), .begin = total_begin, .start = total_start, .accept = total_accept}, \
        .drawing = &(const elem_drawing){.draw = total_draw}, .rate = total_rate, .output = total_output,            \
        .private_index = along_private_index, .private_value = along_private_value, .hint = along_hint

/* --- in the frame of side 1 --------------------------------------------------------------------------------------- */

/* The drive behind the points. */
void read_driven(reader *reader, elem *element);
void driven_output(const state *state, const elem *element, record *out);
double driven_private_value(const state *state, const elem *element, int index);
bool driven_hint(reader *reader, elem *element, const char *name, hint *hint);
void driven_sample(sampler *from, elem *element); /* once the sides are there */
extern const char *const driven_private_names[];

#define DRIVEN_SLOTS                                                                                     \
    TOTAL_SLOTS, .drawing = &(const elem_drawing){.draw = total_draw},                                   \
                 .history = &(const elem_history){.memory = sizeof(total_memory), .begin = total_begin}, \
                 .rate = total_rate, .output = driven_output, .hint = driven_hint,                       \
                 .private_names = driven_private_names, .private_value = driven_private_value
