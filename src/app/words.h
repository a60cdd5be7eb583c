/* words.h - what arguments of commands have in common: numbers, labels, definitions; the exit status. */
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

/* The switches of a command: `take` is given the letter of each, and optarg; false when that is no value of it. */
typedef struct {
    const char *command, *letters;
    const struct option *switches;
    const char *(*usage)(void);
    bool (*take)(void *to, int letter);
} word_switches;

/* Takes them all; optind is then the first argument that is none. False after a message. */
bool word_read_switches(const word_switches *w, void *to, int argc, char **argv);
bool word_complain(const char *command, const char *words); /* on standard error; always false */
