/* command_line.h - what the user asked for. */
#pragma once
#include "app/messages.h"
#include "app/switches.h"
#include <stdbool.h>

/* What is printed instead of carrying out a command. */
typedef enum {
    REQUEST_NONE,
    REQUEST_SYMBOLS,
    REQUEST_LICENSE,
    REQUEST_WARRANTY,
    REQUEST_USAGE,
    REQUEST_VERSION
} request_kind;

typedef struct {
    command_id what;
    request_kind request;
    const char **decks; /* n of them, in `arguments`; none: standard input */
    int n_decks;
    torsor_definition *definitions; /* -D; n of them */
    int n_definitions;
    torsor_definition *limits; /* --limit NAME=NUMBER */
    int n_limits;
    const char *output;        /* -o, or NULL */
    const char *restart;       /* restart file to go on from, or NULL */
    const char *directory;     /* -W, or NULL */
    bool time_solver;          /* -C */
    int threads;               /* -N; -1: auto, 0: not said */
    double sleep;              /* -S, seconds */
    bool same_table, redefine; /* -t, -r */
    unsigned foreign;          /* switches without effect, a bit each */
    bool silent;
    bool as_json; /* messages are objects on standard output, and nothing else is said */
    message_form form;
    bool energy;  /* a balance of energies is written */
    bool sandbox; /* the deck is not trusted */
    int pedantic;
    bool eigen_table; /* print the modes of eigenanalyses; one at the initial time when the deck has none */
    char topic[256];  /* of help; empty: none */
    bool as_mbdyn;    /* called under that name: the closing line says so */
} command_line;

/* False after a message on standard error: the command line is wrong. */
bool command_line_read(command_line *c, int argc, char **argv);
/* Says on standard error which of the switches given have no effect, and why. */
void command_line_explain(const command_line *command_line);
