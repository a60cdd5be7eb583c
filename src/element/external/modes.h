/* modes.h - common part of external modal forces: messages with a frame and amplitudes.
 *
 *     sent        [x R v w of the frame]  [q, q']         received    [f m on the frame]  [forces on the modes]
 *
 * Files have a line for the frame (label, then the same values, and accelerations if requested), and a line for each
 * mode (q q' [q'']). EDGE files contain either the frame or the modes. Loads are stored in this order: six of the
 * frame, then, from `memory` on, one per mode. */
#pragma once
#include "element/external/points.h"

typedef struct {
    bool rigid, modal, accelerations;
    int n;          /* number of modes */
    int memory;     /* index of the first stored load on a mode */
    unsigned label; /* of the node of the frame; 0: the frame is fixed */
} modes;

/* Motion of the frame and the modes at a state. qpp is NULL if accelerations are not requested. */
typedef struct {
    point_motion frame;
    const double *q, *qp, *qpp;
} modes_motion;

/* Reads type , { rigid | modal | all }. */
void read_modes_type(reader *reader, modes *modes);
/* Reports an error if EDGE files are to contain both frame and modes. */
void modes_check(reader *reader, const external *external, const modes *modes);
uint32_t modes_flags(const modes *modes);
size_t modes_sent(const modes *modes);
size_t modes_received(const modes *modes);
void modes_pack(const modes *modes, const modes_motion *at, unsigned char *to);
void modes_unpack(const modes *modes, const unsigned char *from, double *loads);
void modes_write(const modes *modes, const modes_motion *at, int precision, FILE *to);
const char *modes_parse(const modes *modes, words *from, double *loads);
void modes_write_edge(const modes *modes, const modes_motion *at, FILE *to);
const char *modes_parse_edge(const modes *modes, words *from, double *loads);
