/* instance.h - an instance of an exported model: the deck that the FMU carries, and an analysis of it.
 *
 * The FMU says in resources/variables what its value references stand for (app/fmu.c writes it):
 *
 *     deck NAME                          the first line: the deck, below resources/deck
 *     exchange REASON                    why there is no model exchange; nothing: there is
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
    VARIABLE_STATES, /* of model exchange, and their rates */
    VARIABLE_RATES,
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
    torsor_model *model;
    torsor_analysis *analysis; /* NULL until the initialisation begins */
    bool is_connected;         /* its variables are found */
    bool initialises;          /* the initial state may still change with inputs */
    bool is_stale;             /* it is one of other inputs */
    /* model exchange */
    char *no_exchange; /* why there is none; NULL: there is */
    bool is_exchange;
    bool is_fresh; /* the rates belong to time, states and inputs, and so does the model */
    double time, *states, *rates;
    size_t n_states;
} fmu;

/* An instance with the environment of another; NULL after a message. */
fmu *fmu_create(const char *resources, const char *token, const fmu *like);

/* Logs; what is returned is the status. */
fmi3Status fmu_log(const fmu *fmu, fmi3Status status, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* The variable; NULL after a message. */
variable *fmu_variable(const fmu *fmu, fmi3ValueReference reference);
/* Keeps values until there is an analysis. */
bool variable_serialize(variable *variable, const double *values);
/* Reads the deck with the parameters, and finds the initial state; at that time, or, NULL, whenever the deck begins.
 * False after a message. */
bool fmu_begin_analysis(fmu *fmu, const double *start);
/* The initial state is that of the inputs; false after a message. */
bool fmu_settle(fmu *fmu);
void fmu_end_analysis(fmu *fmu);

/* exchange.c: the initial state is there; the model has moved by itself, and is looked at; whatever was set reaches it.
 * False after a message. Numbers of a variable of that kind, of a fresh instance. */
bool exchange_begin(fmu *fmu);
bool exchange_look(fmu *fmu);
bool exchange_refresh(fmu *fmu);
bool exchange_get(const fmu *fmu, const variable *variable, double *to);
