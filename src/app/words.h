/* words.h - what commands have in common: numbers, labels, definitions among their words; how they begin and end. */
#pragma once
#include "app/switches.h"
#include "torsor/torsor.h"

/* False when the word is no number in the range. */
bool word_number(const char *word, double least, double most, double *to);
bool word_count(const char *word, int *to); /* 1, 2 ... */

typedef struct {
    unsigned *labels; /* to be freed */
    int n;
} label_list;

/* 1,4,10-20: adds them to the list. */
bool word_labels(const char *word, label_list *to);

/* NAME=VALUE of -D, cut in two where it is. */
bool word_definition(char *word, torsor_definition *to);

/* The exit status that belongs to what a call came to; says so when memory ran out. */
int word_status(torsor_status status);
int word_print(char *table, torsor_status status); /* the same, for a call that gave a table, or NULL: prints it */

/* A command. `take` gets the id of a switch other than --help, and optarg; it returns false when that is no value of
 * it. `carry_out` gets the arguments that are no switches, one unless `takes_many`, and returns the exit status. */
typedef struct {
    command_id command;
    bool (*take)(void *request, int id);
    int (*execute)(void *request, char **words, int n);
    bool takes_many;
} word_command;

int word_obey(const word_command *word_command, void *request, int argc, char **argv); /* the exit status */
/* Prints to standard error that the deck cannot be opened, and why (errno). */
void word_cannot_open(const char *deck);
/* Prints a message about the command line to standard error; always false. */
bool word_complain(command_id command, const char *message);
