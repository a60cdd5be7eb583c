/* output.h - results of an analysis: rows of nodes, elements and drives, the .log file, the .out file.
 *
 *     output *o = output_open(m, "dir/name", errors);
 *     output_assembled(o);                            the initial assembly is done
 *     output_begun(o, &s, iterations, error);         so are the derivatives, or dummy steps
 *     output_step(o, s, &line);                       for every accepted state, the initial one first
 *     output_iteration_line(o, &line);                how the step was solved
 *     output_close(o, true);
 *
 * The deck's output meter or frequency decides which states are written. When an analysis ends early, what was written
 * stays, the .out file ends with a line "# incomplete", and files that would be empty are removed. */
#pragma once
#include "model/model.h"
#include "problem/eigen.h"

typedef struct output output;

/* How a step was solved: one row of the .out file. */
typedef struct {
    int step;
    double t, dt;
    int iterations;
    double residual_error, solution_error; /* 0 when not computed */
    const double *energies;                /* ENERGY_COUNT (assembly/energy.h), or NULL */
    bool by_solution;                      /* what converged: the solution rather than the residual */
} step_line;

/* `base`: path without extension. NULL and a report when a file cannot be written. */
output *output_open(const model *model, const char *base, diag *errors);
/* Steps have energies: they go to NAME.nrg. False after a report. */
bool output_energies(output *output, const char *base);
/* Lists the unknowns of structural nodes in the .log file. */
void output_assembled(output *output);
/* How the derivatives at the start were found, or the last dummy step, in the .out file. */
void output_begun(output *output, const state *state, int iterations, double error);
/* False once something could not be written (disk full): the analysis should stop. */
bool output_step(output *output, const state *state, const step_line *line);
/* The result of an eigenanalysis; the same. */
bool output_eigen(output *output, const state *state, const eigen_result *result);
/* False after a report when something could not be written. */
bool output_close(output *output, bool complete);
/* The same when memory has run out in the middle of something: what is complete is written. */
void output_abandon(output *output);

/* Writes the restart file of an analysis, NAME.rst, or NAME.NUMBER.rst unless the number is negative; false after a
 * report when it cannot. */
bool output_restart(const char *base, int number, archive *archive, diag *errors);

/* The row of the step that output_step was last called for; unless the deck does not want it. */
void output_iteration_line(output *output, const step_line *line);
/* What the `print` card asks for, in words: unknowns, equations, connections. The .dof file has it when the card says
 * `to file`; otherwise it is for standard output. */
void output_structure(const model *model, text *to);
/* A line of the .out file that begins with '#'. */
void output_comment(output *output, const char *format, ...) __attribute__((format(printf, 2, 3)));
