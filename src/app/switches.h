/* switches.h - the commands of the program and their switches (commands.def, switches.def): parsing and usage. */
#pragma once
#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>

typedef enum {
#define COMMAND(id, name, run, noun, arguments, summary, details) COMMAND_##id,
#include "app/commands.def"
#undef COMMAND
    COMMAND_COUNT
} command_id;

enum {
    SWITCH_END = -1,    /* no more switches */
    SWITCH_WRONG = '?', /* unknown, or without its argument: getopt_long has printed a message */
    SWITCH_BEFORE_FIRST = 255,
#define SWITCH(command, id, letters, name, argument, values, summary, details) SWITCH_##command##_##id,
#include "app/switches.def"
#undef SWITCH
    SWITCH_BEHIND_LAST
};
enum { SWITCH_FIRST = SWITCH_BEFORE_FIRST + 1, SWITCH_COUNT = SWITCH_BEHIND_LAST - SWITCH_FIRST };

typedef struct {
    const char *name, *noun, *arguments, *summary, *details;
} command_row;

typedef struct {
    command_id command;
    const char *letters, *name, *argument, *values, *summary, *details;
} switch_row;

extern const command_row command_rows[COMMAND_COUNT];
extern const switch_row switch_rows[SWITCH_COUNT];

/* The command of this name; COMMAND_RUN if there is none. */
command_id command_named(const char *name);

typedef struct {
    command_id command;
    struct option options[SWITCH_COUNT + 1];
    char letters[3 * SWITCH_COUNT + 1];
} switch_parser;

void switch_parser_begin(switch_parser *parser, command_id command);
/* Returns the id of the next switch, with its argument in optarg; SWITCH_END or SWITCH_WRONG. */
int switch_parser_next(const switch_parser *parser, int argc, char **argv);

bool switch_is_help(int id);
/* The form of a switch in messages: "--speed", or "-F". */
const char *switch_shown(int id, char shown[32]);
/* Prints to standard error what the switch expects; always returns false. */
bool switch_refuse(int id, const char *value);

/* Prints the text of `torsor COMMAND --help`. */
bool usage_print(command_id command);
/* Prints to standard error the usage of the command and where its switches are listed. */
void usage_hint(command_id command);
