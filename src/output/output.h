/* output.h - results of an analysis: rows of nodes, elements and drives, the .log file, the .out file.
 *
 *     output *o = output_open(m, "dir/name", errors);
 *     output_assembled(o);                            after the initial assembly
 *     output_begun(o, &s, iterations, error);         after the derivatives, or the dummy steps
 *     output_step(o, s, &line);                       for every accepted state, the initial one first
 *     output_iteration_line(o, &line);                how the step was solved
 *     output_close(o, true);
 *
 * The output meter or frequency of the deck selects the states that are written. If an analysis ends early, the
 * output so far is kept, the .out file ends with a line "# incomplete", and files that would be empty are removed. */
#pragma once
#include "model/model.h"
#include "problem/eigen.h"

typedef struct output output;

/* How a step was solved: one row of the .out file. */
typedef struct {
    int step;
    double t, dt;
    int iterations;
    double residual_error, solution_error; /* 0 if not computed */
    const double *energies;                /* ENERGY_COUNT (assembly/energy.h), or NULL */
    bool by_solution;                      /* the solution converged rather than the residual */
} step_line;

/* `base` is the path without extension. Returns NULL after reporting an error if a file cannot be written. */
output *output_open(const model *model, const char *base, diag *errors);
/* Announces that steps have energies, which are written to NAME.nrg. Returns false after reporting an error. */
bool output_energies(output *output, const char *base);
/* Lists the unknowns of structural nodes in the .log file. */
void output_assembled(output *output);
/* Records in the .out file how the initial derivatives, or the last dummy step, were solved. */
void output_begun(output *output, const state *state, int iterations, double error);
/* Returns false once something could not be written (disk full): the analysis should stop. */
bool output_step(output *output, const state *state, const step_line *line);
/* Writes the result of an eigenanalysis; returns the same. */
bool output_eigen(output *output, const state *state, const eigen_result *result);
/* Returns false after reporting an error if something could not be written. */
bool output_close(output *output, bool complete);
/* Like output_close, if memory was exhausted in the middle of an operation: complete rows are written. */
void output_abandon(output *output);

/* Writes the restart file of an analysis: NAME.rst if the number is negative, otherwise NAME.NUMBER.rst. Returns
 * false after reporting an error. */
bool output_restart(const char *base, int number, archive *archive, diag *errors);

/* Writes the row of the step that was last passed to output_step, unless the deck disables it. */
void output_iteration_line(output *output, const step_line *line);
/* Describes what the `print` card requests: unknowns, equations, connections. With the option `to file` it is
 * written to the .dof file, otherwise to standard output. */
void output_structure(const model *model, text *to);
/* Writes a line that begins with '#' to the .out file. */
void output_comment(output *output, const char *format, ...) __attribute__((format(printf, 2, 3)));
