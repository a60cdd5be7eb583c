/* solver_output.h - lines for standard output while a step is solved, as the `output` card asks. */
#pragma once
#include "nonlinear/nonlinear.h"
#include "problem/jacobian_check.h"

struct run;

typedef struct {
    iteration_observer observer; /* of the nonlinear solver */
    jacobian_checker *checker;   /* NULL: none */
    jacobian_difference worst;   /* that it has found in the step */
    int iteration;               /* of the solution at hand */
} solver_output;

void solver_output_prepare(struct run *run);
/* A line, as printf does. */
void solver_output_line(const struct run *run, const char *format, ...) __attribute__((format(printf, 2, 3)));
void solver_output_step(struct run *run, const nonlinear_report *report);
/* The residual of a step that is given up. */
void solver_output_bailout(const struct run *run);
