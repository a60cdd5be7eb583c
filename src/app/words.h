/* words.h - functions shared by commands: numbers, labels and definitions in arguments; execution and exit status. */
#pragma once
#include "app/switches.h"
#include "torsor/torsor.h"

/* Returns false if the word is not a number in the range. */
bool word_number(const char *word, double least, double most, double *to);
bool word_count(const char *word, int *to); /* 1, 2 ... */

typedef struct {
    unsigned *labels; /* freed by the caller */
    int n;
} label_list;

/* Adds labels such as 1,4,10-20 to the list. */
bool word_labels(const char *word, label_list *to);

typedef struct {
    double *numbers; /* freed by the caller */
    int n;
} number_list;

/* Adds numbers such as 0,2.5,-7 or FROM:TO:N, N numbers in equal steps, to the list. */
bool word_numbers(const char *word, number_list *to);

/* Reads NAME=VALUE of -D; splits the word in place. */
bool word_definition(char *word, torsor_definition *to);

/* Returns the exit status for the status of a call; prints a message if memory is exhausted. */
int word_status(torsor_status status);
int word_print(char *table,
               torsor_status status); /* the same for a call that returned a table, which is printed, or NULL */

/* A command. `take` receives the id of a switch other than --help, with its argument in optarg; it returns false if the
 * argument is invalid. `execute` receives the arguments that are not switches, exactly one unless `takes_many`, and
 * returns the exit status. */
typedef struct {
    command_id command;
    bool (*take)(void *request, int id);
    int (*execute)(void *request, char **words, int n);
    bool takes_many;
} word_command;

int word_obey(const word_command *word_command, void *request, int argc, char **argv); /* returns the exit status */
/* Prints to standard error that the deck cannot be opened, and why (errno). */
void word_cannot_open(const char *deck);
/* Prints a message about the command line to standard error; always returns false. */
bool word_complain(command_id command, const char *message);
