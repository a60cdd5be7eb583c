/* solver_output.h - lines for standard output while a step is solved, as requested by the `output` card. */
#pragma once
#include "nonlinear/nonlinear.h"
#include "problem/jacobian_check.h"

struct run;

typedef struct {
    iteration_observer observer; /* of the nonlinear solver */
    jacobian_checker *checker;   /* NULL if there is none */
    jacobian_difference worst;   /* largest difference found in the step */
    int iteration;               /* of the present solution */
} solver_output;

void solver_output_prepare(struct run *run);
/* Prints a line, with the arguments of printf. */
void solver_output_line(const struct run *run, const char *format, ...) __attribute__((format(printf, 2, 3)));
void solver_output_step(struct run *run, const nonlinear_report *report);
/* Prints the residual of a step that is abandoned. */
void solver_output_bailout(const struct run *run);
