/* history.h - time histories of structural nodes, read from results as a matrix of signals. */
#pragma once
#include "base/diag.h"

typedef enum { SIGNAL_POSITION = 1, SIGNAL_ROTATION = 2, SIGNAL_VELOCITY = 4, SIGNAL_ANGULAR_VELOCITY = 8 } signal_kind;

typedef struct {
    const unsigned *labels; /* of the requested nodes; NULL: all */
    int n_labels;
    unsigned kinds;    /* SIGNAL_* flags */
    double start, end; /* limits of the time window */
    double time_step;  /* between rows of text; 0: taken from the .out file */
} history_options;

typedef struct {
    unsigned node;
    signal_kind kind;
    int axis; /* 0, 1, 2 */
} history_signal;

typedef struct {
    int n_times, n_signals;
    double *time;
    double *value; /* n_times x n_signals by columns; rotations are vectors without jumps */
    history_signal *signal;
} history;

/* Reads NAME.nc or NAME.mov, whichever is given; a name without extension means the first of them that exists. A
 * .mov file needs its .out file, and may have its .log file, in the same folder. Returns false after reporting an
 * error. */
bool history_read(const char *path, const history_options *options, diag *errors, history *out);
void history_free(history *h);
