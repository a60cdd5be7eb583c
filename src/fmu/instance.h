/* instance.h - an instance of an exported model: the deck in the FMU, and an analysis of it.
 *
 * The file resources/variables of the FMU defines its value references (written by app/fmu.c):
 *
 *     deck NAME                          the first line: the deck, below resources/deck
 *     exchange REASON                    why there is no model exchange; nothing: there is
 *     REFERENCE KIND SIZE START NAME     each other line; NAME as in the library (torsor_find); START of numbers
 *                                        that can be set, otherwise nan
 *
 * Parameters are definitions of the deck, which is read when the initialization begins; inputs that are set before that
 * are stored until there is an analysis. */
#pragma once
#include "fmu/interface.h"
#include "torsor/torsor.h"

typedef enum {
    VARIABLE_TIME,
    VARIABLE_INPUT,
    VARIABLE_OUTPUT,
    VARIABLE_STATES, /* for model exchange, and their rates */
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
    int number;    /* from torsor_find; -1: there is no analysis */
    double *early; /* values set before there is an analysis; NULL: none */
} variable;

typedef struct {
    fmi3InstanceEnvironment environment;
    fmi3LogMessageCallback *log;
    bool logs;
    char *deck;
    variable *variables; /* by value reference */
    size_t n_variables;
    torsor_model *model;
    torsor_analysis *analysis; /* NULL until the initialization begins */
    bool is_connected;         /* its variables have their numbers */
    bool initialises;          /* the initial state may still change with inputs */
    bool is_stale;             /* the initial state belongs to other inputs */
    /* model exchange */
    char *no_exchange; /* why there is none; NULL: there is */
    bool is_exchange;
    bool is_fresh; /* the rates, and the state of the model, belong to time, states and inputs */
    double time, *states, *rates;
    size_t n_states;
} fmu;

/* Creates an instance with the environment of `like`; returns NULL after a message. */
fmu *fmu_create(const char *resources, const char *token, const fmu *like);

/* Logs a message and returns the status. */
fmi3Status fmu_log(const fmu *fmu, fmi3Status status, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Returns NULL after a message. */
variable *fmu_variable(const fmu *fmu, fmi3ValueReference reference);
/* Stores values until there is an analysis; returns false if memory is exhausted. */
bool variable_store(variable *variable, const double *values);
/* Reads the deck with the parameters and finds the initial state. `start` is the required initial time; NULL: that of
 * the deck. Returns false after a message. */
bool fmu_begin_analysis(fmu *fmu, const double *start);
/* Makes the initial state consistent with the inputs; returns false after a message. */
bool fmu_settle(fmu *fmu);
void fmu_end_analysis(fmu *fmu);

/* exchange.c: exchange_begin is called when the initial state is known, exchange_look after the model itself has
 * changed its state, and exchange_refresh passes everything that was set to the model. They return false after a
 * message. exchange_get returns the numbers of a state or rate variable of a fresh instance. */
bool exchange_begin(fmu *fmu);
bool exchange_look(fmu *fmu);
bool exchange_refresh(fmu *fmu);
bool exchange_get(const fmu *fmu, const variable *variable, double *to);
