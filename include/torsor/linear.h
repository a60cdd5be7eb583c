/* linear.h - part of torsor.h: a model linearized at the current state of an analysis, with inputs and outputs.
 *
 *     z' = A z + B u        y = C z + D u        constraints are eliminated: the states z are independent
 *     E x' + K x + L u = 0                       all equations and unknowns (descriptor form)
 *
 * Changes from the current state, which need not be at rest: A, B, C, D are the derivatives of the equations of motion
 * on the constraints. An input that prescribes a motion also acts by its derivatives, which are then inputs too.
 * Rotations are small rotation vectors theta in global axes, their rates theta'; the change of an angular velocity w is
 * theta' + theta x w. */
#ifndef TORSOR_LINEAR_H
#define TORSOR_LINEAR_H
#include "torsor/torsor.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct torsor_linear torsor_linear;

/* Inputs: drives, forces on nodes, parameter nodes, variables that can be set (model opened with `settable`).
 * Outputs: any quantities that can be read. By index (torsor_find); each component is one input or output. */
typedef struct {
    size_t size;
    const int *inputs, *outputs;
    int n_inputs, n_outputs;
} torsor_linear_options;
/* NULL: see the messages; without message, an index is not that of an input or output. The analysis is not changed. */
TORSOR_PUBLIC torsor_linear *torsor_linearize(torsor_analysis *analysis, const torsor_linear_options *options);
TORSOR_PUBLIC void torsor_linear_free(torsor_linear *linear);

typedef enum {
    TORSOR_LINEAR_STATE,
    TORSOR_LINEAR_INPUT,
    TORSOR_LINEAR_OUTPUT,
    TORSOR_LINEAR_UNKNOWN
} torsor_linear_kind;
typedef struct {
    const char *name, *unit; /* "structural node 7, velocity x", "drive.3", "node.struct.1.X[0]"; unit: as quantities */
    double value;            /* current value; 0 for rotations */
    int order;               /* of an input: 0, or 1 and 2 for its derivatives */
    int source;              /* of an input: index of the input whose derivative it is; otherwise its own */
} torsor_linear_channel;
TORSOR_PUBLIC int torsor_linear_count(const torsor_linear *linear, torsor_linear_kind kind);
TORSOR_PUBLIC torsor_linear_channel torsor_linear_at(const torsor_linear *linear, torsor_linear_kind kind, int index);
TORSOR_PUBLIC double torsor_linear_time(const torsor_linear *linear);

/* A sparse matrix: `n` entries, by rows, ascending. */
typedef struct {
    int rows, columns, n;
    const int *row, *column;
    const double *value;
} torsor_sparse;
/* Z: x = Z z for all unknowns x of the descriptor form. */
typedef enum {
    TORSOR_LINEAR_A,
    TORSOR_LINEAR_B,
    TORSOR_LINEAR_C,
    TORSOR_LINEAR_D,
    TORSOR_LINEAR_E,
    TORSOR_LINEAR_K,
    TORSOR_LINEAR_L,
    TORSOR_LINEAR_Z
} torsor_linear_matrix_name;
TORSOR_PUBLIC torsor_sparse torsor_linear_matrix(const torsor_linear *linear, torsor_linear_matrix_name name);

/* Eigenvalues of A, as many as states; TORSOR_ERROR: LAPACK is missing, or has not converged. */
TORSOR_PUBLIC torsor_status torsor_linear_poles(const torsor_linear *linear, double *re, double *im);
/* Zeros from one input, with its derivatives, to one output: at most states + 2 of them; *n is their number. */
TORSOR_PUBLIC torsor_status torsor_linear_zeros(const torsor_linear *linear, int input, int output, double *re,
                                                double *im, int *n);
/* Frequency response at `omega`, rad/s: outputs x inputs of order 0, by rows; the derivatives of inputs are included.
 * TORSOR_ERROR: there is a pole. */
TORSOR_PUBLIC torsor_status torsor_linear_response(const torsor_linear *linear, double omega, double *re, double *im);

/* A mode by its eigenvalue, with names of what moves: the shares of its kinetic energy by node and direction. */
typedef struct {
    double re, im;
    const char *name; /* "node 3 y 61 %, node 2 rotation z 22 %"; "no motion": a displacement without velocity */
} torsor_linear_mode;
/* Modes by frequency, one for each conjugate pair; the texts remain as long as the linear model. -1: as for poles. */
TORSOR_PUBLIC int torsor_linear_mode_count(torsor_linear *linear);
TORSOR_PUBLIC torsor_linear_mode torsor_linear_mode_at(torsor_linear *linear, int index);

#ifdef __cplusplus
}
#endif
#endif
