/* instance.h - an instance of an exported model: the deck that the FMU carries, and an analysis of it.
 *
 * The FMU says in resources/variables what its value references stand for (app/fmu.c writes it):
 *
 *     deck NAME                          the first line: the deck, below resources/deck
 *     REFERENCE KIND SIZE START NAME     each other line; NAME is that of the library (torsor_find); START of numbers
 *                                        that can be set, else nan
 *
 * Parameters are definitions of the deck, which is read when the initialisation begins; inputs that are set before that
 * are kept until there is an analysis. */
#pragma once
#include "fmu/interface.h"
#include "torsor/torsor.h"

typedef enum {
    VARIABLE_TIME,
    VARIABLE_INPUT,
    VARIABLE_OUTPUT,
    VARIABLE_REAL,
    VARIABLE_INTEGER,
    VARIABLE_BOOL
} variable_kind;

typedef struct {
    variable_kind kind;
    int size;
    char *name;
    double start;
    int number;    /* torsor_find; -1: there is no analysis */
    double *early; /* values set before there is one; NULL: none */
} variable;

typedef struct {
    fmi3InstanceEnvironment environment;
    fmi3LogMessageCallback *log;
    bool logs;
    char *deck;
    variable *variables; /* by value reference */
    size_t n_variables;
    torsor_model *m;
    torsor_analysis *a; /* NULL until the initialisation begins */
} fmu;

/* Logs; what is returned is the status. */
fmi3Status fmu_tell(const fmu *f, fmi3Status status, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* The variable; NULL after a message. */
variable *fmu_variable(const fmu *f, fmi3ValueReference reference);
/* Keeps values until there is an analysis. */
bool variable_keep(variable *v, const double *values);
/* Reads the deck with the parameters, and finds the initial state; at that time, or, NULL, whenever the deck begins.
 * False after a message. */
bool fmu_begin_analysis(fmu *f, const double *start);
void fmu_end_analysis(fmu *f);
