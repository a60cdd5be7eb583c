/* command_line.h - the parsed command line. */
#pragma once
#include "app/messages.h"
#include "app/switches.h"
#include <stdbool.h>

/* Information that is printed instead of executing a command. */
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
    const char **decks; /* n_decks of them, in `arguments`; none: standard input */
    int n_decks;
    torsor_definition *definitions; /* -D; n_definitions of them */
    int n_definitions;
    torsor_definition *limits; /* --limit NAME=NUMBER */
    int n_limits;
    const char *output;        /* -o, or NULL */
    const char *restart;       /* restart file to continue from, or NULL */
    const char *directory;     /* -W, or NULL */
    bool time_solver;          /* -C */
    double accuracy;           /* --accuracy; 0: not given */
    int threads;               /* -N; -1: auto, 0: not given */
    double sleep;              /* -S, seconds */
    bool same_table, redefine; /* -t, -r */
    unsigned foreign;          /* switches without effect, one bit each */
    bool silent;
    bool as_json; /* messages are objects on standard output, and nothing else is printed */
    message_form form;
    bool consistent_start;
    bool energy;      /* write a balance of energies */
    bool sandbox;     /* the deck is untrusted */
    bool allow_empty; /* a deck without a problem is no error */
    int pedantic;
    bool eigen_table; /* print the modes of eigenanalyses, at the initial time if the deck has none */
    char topic[256];  /* of help; empty: none */
    bool as_mbdyn;    /* called under that name, which the closing line then uses */
} command_line;

/* Returns false after a message on standard error if the command line is wrong. */
bool command_line_read(command_line *c, int argc, char **argv);
/* Prints to standard error which of the given switches have no effect, and why. */
void command_line_explain(const command_line *command_line);
