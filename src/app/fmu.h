/* fmu.h - `torsor fmu`: a model as a functional mock-up unit for co-simulation and, if its equations are ordinary ones,
 * for model exchange, FMI 3.0. */
#pragma once
#include "torsor/torsor.h"
#include <stdio.h>

int fmu_command(int argc, char **argv);

/* The quantities that become variables; the value reference of the i-th is i + 1, that of time 0. */
typedef enum { FMU_INPUT, FMU_OUTPUT, FMU_PARAMETER } fmu_causality;
typedef struct {
    torsor_quantity quantity;
    fmu_causality causality;
    double start; /* of an input (each of its numbers) or a parameter */
} fmu_variable;

typedef struct {
    const char *deck, *output;
    char *identifier; /* of the model, a C identifier */
    char token[40];
    torsor_model *model;
    torsor_analysis *analysis;
    fmu_variable *variables;
    int n;
    int n_states;            /* for model exchange; their value reference is n + 1, that of their rates n + 2 */
    const char *no_exchange; /* why there is no model exchange; NULL: there is */
} fmu_plan;

/* fmu_description.c: modelDescription.xml; the table that the FMU itself reads (fmu/instance.h). */
void fmu_put_description(const fmu_plan *plan, FILE *to);
void fmu_put_table(const fmu_plan *plan, const char *deck, FILE *to);
/* fmu_files.c: packs everything into one file; returns false after a message. */
bool fmu_write(fmu_plan *plan);
