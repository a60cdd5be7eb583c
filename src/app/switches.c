/* switches.c - the tables of commands and switches, and their parsing by getopt_long. */
#include "app/switches.h"
#include <string.h>

const command_row command_rows[COMMAND_COUNT] = {
#define COMMAND(id, name, run, noun, arguments, summary, details) {name, noun, arguments, summary, details},
#include "app/commands.def"
#undef COMMAND
};

const switch_row switch_rows[SWITCH_COUNT] = {
#define SWITCH(command, id, letters, name, argument, values, summary, details) \
    {COMMAND_##command, letters, name, argument, values, summary, details},
#include "app/switches.def"
#undef SWITCH
};

command_id command_named(const char *name)
{
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (strcmp(command_rows[i].name, name) == 0)
            return (command_id)i;
    return COMMAND_RUN;
}

static int argument_kind(const switch_row *row)
{
    return !*row->argument ? no_argument : strncmp(row->argument, "[=", 2) == 0 ? optional_argument : required_argument;
}

static void add_letters(switch_parser *parser, const switch_row *row)
{
    static const char *const COLONS[] = {[no_argument] = "", [required_argument] = ":", [optional_argument] = "::"};
    for (const char *letter = row->letters; *letter; letter++) {
        const size_t n = strlen(parser->letters);
        snprintf(parser->letters + n, sizeof parser->letters - n, "%c%s", *letter, COLONS[argument_kind(row)]);
    }
}

void switch_parser_begin(switch_parser *parser, command_id command)
{
    int n = 0;
    *parser = (switch_parser){.command = command};
    for (int i = 0; i < SWITCH_COUNT; i++) {
        const switch_row *row = &switch_rows[i];
        if (row->command != command)
            continue;
        add_letters(parser, row);
        if (*row->name)
            parser->options[n++] = (struct option){row->name, argument_kind(row), NULL, SWITCH_FIRST + i};
    }
    optind = 0; /* restarts getopt_long at argv[1] */
}

int switch_parser_next(const switch_parser *parser, int argc, char **argv)
{
    const int found = getopt_long(argc, argv, parser->letters, parser->options, NULL);
    if (found == SWITCH_END || found == SWITCH_WRONG || found >= SWITCH_FIRST)
        return found;
    for (int i = 0; i < SWITCH_COUNT; i++)
        if (switch_rows[i].command == parser->command && strchr(switch_rows[i].letters, found))
            return SWITCH_FIRST + i;
    return SWITCH_WRONG;
}

bool switch_is_help(int id) { return id >= SWITCH_FIRST && strcmp(switch_rows[id - SWITCH_FIRST].name, "help") == 0; }
