/* batch.h - many instances of one model at once: other parameters, other states. Part of torsor.h.
 *
 *     torsor_batch *b = torsor_batch_open(model, &options);
 *     torsor_batch_run(b, 100, 10, parameters, outputs);
 *     torsor_batch_close(b);
 *
 * Every instance has the numbers, to the last bit, of an analysis of its own. Arrays belong to the caller and are used
 * in place, a row for each instance: the numbers of all parameters, inputs or outputs, in the order of their names. The
 * model is read once. */
#ifndef TORSOR_BATCH_H
#define TORSOR_BATCH_H
#include "torsor/torsor.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct torsor_batch torsor_batch;

typedef struct {
    size_t size;                   /* sizeof(torsor_batch_options) */
    int instances, threads;        /* threads 0: one for each processor */
    const char *const *parameters; /* quantities set when an instance begins: variables, drives, motion of nodes ... */
    const char *const *inputs;     /* quantities set by torsor_batch_step */
    const char *const *outputs;    /* quantities that are read */
    int n_parameters, n_inputs, n_outputs;
} torsor_batch_options;

/* NULL: no memory. torsor_batch_trouble tells why a batch cannot be used, "" if it can: a name is not that of a
 * quantity, or the model depends on the value that a variable had when the deck was read. It keeps the model in use. */
TORSOR_PUBLIC torsor_batch *torsor_batch_open(torsor_model *model, const torsor_batch_options *options);
TORSOR_PUBLIC void torsor_batch_close(torsor_batch *batch); /* batch may be NULL */
TORSOR_PUBLIC const char *torsor_batch_trouble(const torsor_batch *batch);

typedef enum { TORSOR_BATCH_PARAMETERS, TORSOR_BATCH_INPUTS, TORSOR_BATCH_OUTPUTS } torsor_batch_array;
TORSOR_PUBLIC int torsor_batch_width(const torsor_batch *batch, torsor_batch_array array); /* numbers in a row */

/* Solves every instance from its beginning, one after the other in each thread, for at most `steps` steps. Writes
 * 1 + steps / every rows of outputs for each instance: at the beginning, and after each `every` steps; NaN after the
 * end of an analysis. TORSOR_ERROR: some instances have failed (torsor_batch_state). */
TORSOR_PUBLIC torsor_status torsor_batch_run(torsor_batch *batch, int steps, int every, const double *parameters,
                                             double *outputs);

/* Begins those instances for which `which` is not 0 (NULL: all), anew if they have begun. They are kept in memory until
 * the batch is closed. Only their outputs are written. */
TORSOR_PUBLIC torsor_status torsor_batch_begin(torsor_batch *batch, const unsigned char *which,
                                               const double *parameters, double *outputs);
/* Sets the inputs, makes this many steps in every instance that has begun and has not ended, and writes its outputs. */
TORSOR_PUBLIC torsor_status torsor_batch_step(torsor_batch *batch, int steps, const double *inputs, double *outputs);
/* As torsor_state; TORSOR_MISUSE: it has not begun, or a parameter or an input cannot have that value. */
TORSOR_PUBLIC torsor_status torsor_batch_state(const torsor_batch *batch, int instance);

#ifdef __cplusplus
}
#endif
#endif
