/* words.h - what commands have in common: numbers, labels, definitions among their words; how they begin and end. */
#pragma once
#include "torsor/torsor.h"
#include <getopt.h>

/* False when the word is no number in the range. */
bool word_number(const char *word, double least, double most, double *to);
bool word_count(const char *word, int *to); /* 1, 2 ... */

typedef struct {
    unsigned *at; /* to be freed */
    int n;
} label_list;

/* 1,4,10-20: adds them to the list. */
bool word_labels(const char *word, label_list *to);

/* NAME=VALUE of -D, cut in two where it is. */
bool word_definition(char *word, torsor_definition *to);

/* The exit status that belongs to what a call came to; says so when memory ran out. */
int word_status(torsor_status status);
int word_print(char *table, torsor_status status); /* the same, for a call that gave a table, or NULL: prints it */

/* A command. `take` is given the letter of a switch, and optarg; false when that is no value of it. Of 'h' it does not
 * hear. `carry_out` is given what is no switch: one word, or `takes_many`, and returns the exit status. */
typedef struct {
    const char *name, *letters;
    const char *question; /* where no word is given */
    const struct option *switches;
    const char *(*usage)(void);
    bool (*take)(void *request, int letter);
    int (*carry_out)(void *request, char **words, int n);
    bool takes_many;
} word_command;

int word_obey(const word_command *c, void *request, int argc, char **argv); /* the exit status */
bool word_complain(const char *command, const char *words);                 /* on standard error; always false */
