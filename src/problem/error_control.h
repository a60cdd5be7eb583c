/* error_control.h - steps whose length follows from the accuracy that the deck asks for: `strategy: error`.
 *
 *     error = max_i |e_i| / (tolerance |y_i| + absolute)        accepted if it is at most 1
 *
 * e is the estimated error that a step adds to positions, rotations (rad) and other states. Momenta and velocities
 * count by what they do to positions, algebraic unknowns not at all. Rows of output are written at the times of the
 * deck, initial time + k time step, which steps pass: the solution is interpolated there. */
#pragma once
#include <stdbool.h>

struct run;

/* Part of the solution. */
typedef struct {
    double next;          /* length of the next step; 0: none is known yet */
    double error, after;  /* of the last accepted step, and its length */
    bool is_repeated;     /* the present step was rejected before: it does not grow */
    int rejected;         /* how often an element rejected the present step */
    double refused;       /* error of the last attempt at the present step; 0: there was none */
    int stuck;            /* number of attempts whose error was no smaller than that of the attempt before */
    long row;             /* number of the next row of output */
    bool is_after_corner; /* the next step is short: derivatives at its beginning are those from before the corner */
    double corner;        /* the next time at which a drive has a corner; points before it are not used after it */
} error_memory;

typedef struct error_control error_control;

/* Returns the workspace of a run whose deck asks for accuracy. */
error_control *error_control_create(struct run *run);
/* Weights of the unknowns for the next step; NULL if the error is not controlled. */
const double *error_control_weights(const struct run *run);
/* Sets the weights for a step from the newest point, and returns the length to begin with. */
double error_control_begin(struct run *run);
/* To be called after the last stage of a method of several stages, while those before it are in the history: estimates
 * the error of the step of length h. */
void error_control_stages(const struct run *run, double h);
/* Returns a length in which no unknown changes by more than a hundredth of the error that is allowed. */
double error_control_resolution(const struct run *run);
/* Tells whether the error of the step of length h that was solved is small enough. Sets the length of the next one, or
 * that with which it is to be repeated. */
bool error_control_accepts(struct run *run, double h);
/* Returns a shorter length after a step that was not solved. */
double error_control_shorter(struct run *run, double h);
/* Outputs the rows that the accepted step has passed, the newest point of the history being its end. Returns false
 * after an error. */
bool error_control_output(struct run *run);
/* Checks what was loaded from a restart file, and finds the next row. */
void error_control_resume(struct run *run);
/* Last time of output: no step goes beyond it. */
double error_control_end(const struct run *run);
