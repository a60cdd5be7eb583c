/* command_line.c - switches and arguments.
 *
 *     torsor [ -f DECK | DECK ... ] [ -o NAME | DIRECTORY ] [ -s ] [ -P ]        solve; without a deck, standard input
 *            [ -D NAME=VALUE ... ]
 *     torsor --restart FILE [ -f DECK ] -o NAME                                  go on from a restart file
 *     torsor check DECK ...                                                      read and build, report every error
 *     torsor help [ TYPE ]                                                       grammar and summary from the tables
 *     torsor pod RESULT ...                                                      see pod.c                         */
#include "app/command_line.h"
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct option SWITCHES[] = {
    {"input-file", required_argument, NULL, 'f'},
    {"output-file", required_argument, NULL, 'o'},
    {"working-dir", required_argument, NULL, 'W'},
    {"define", required_argument, NULL, 'D'},
    {"silent", no_argument, NULL, 's'},
    {"pedantic", no_argument, NULL, 'P'},
    {"eigen-table", no_argument, NULL, 'E'},
    {"restart", required_argument, NULL, 'R'},
    {"show-table", no_argument, NULL, 'H'},
    {"license", no_argument, NULL, 'l'},
    {"warranty", no_argument, NULL, 'w'},
    {"help", no_argument, NULL, 'h'},
    {"version", no_argument, NULL, 'V'},
    {NULL, 0, NULL, 0},
};

const char *command_line_usage(void)
{
    return "usage: torsor [options] [DECK ...]     solve each deck in turn; without one, read standard input\n"
           "       torsor check DECK ...           read and build, solve nothing, report every error\n"
           "       torsor help [TYPE]              grammar and summary of a node, element, drive, law, method ...\n"
           "       torsor pod RESULT [options]     proper orthogonal modes and free motions of results; torsor pod "
           "--help\n"
           "\n"
           "  -f, --input-file DECK     the deck\n"
           "  -o, --output-file NAME    name of the results, without extension; a directory keeps the deck's name\n"
           "  -W, --working-dir DIR     go there first\n"
           "  -D, --define NAME=VALUE   a variable for the deck, whatever it sets itself; may be repeated\n"
           "  -s, --silent              say nothing but errors\n"
           "  -P, --pedantic            say more; may be repeated\n"
           "      --eigen-table         print the modes of eigenanalyses; without one in the deck, at the initial "
           "time\n"
           "      --restart FILE        go on from a restart file (make restart file) of the deck\n"
           "  -H, --show-table          print the symbols every deck begins with, and end\n"
           "  -l, --license             print the licence, and end\n"
           "  -w, --warranty            print the warranty, and end\n"
           "  -V, --version             print the version, and end\n"
           "  -h, --help                print this, and end\n"
           "\n"
           "exit status: 0 all went well; 1 a deck is wrong or an analysis failed; 2 the command line is wrong\n";
}

/* NAME=VALUE, cut in two where it is. */
static bool read_definition(command_line *c, char *words)
{
    char *equal = strchr(words, '=');
    if (!equal || equal == words || !equal[1]) {
        fprintf(stderr, "torsor: -D wants NAME=VALUE, not '%s'\n", words);
        return false;
    }
    *equal = '\0';
    c->definitions[c->n_definitions++] = (torsor_definition){.name = words, .value = equal + 1};
    return true;
}

static bool read_switch(command_line *c, int letter)
{
    switch (letter) {
    case 'f':
        c->decks[c->n_decks++] = optarg;
        return true;
    case 'o':
        c->output = optarg;
        return true;
    case 'W':
        c->directory = optarg;
        return true;
    case 'D':
        return read_definition(c, optarg);
    case 's':
        c->silent = true;
        return true;
    case 'E':
        c->eigen_table = true;
        return true;
    case 'R':
        c->restart = optarg;
        return true;
    case 'P':
        c->pedantic++;
        return true;
    case 'H':
        c->what = COMMAND_SYMBOLS;
        return true;
    case 'l':
        c->what = COMMAND_LICENSE;
        return true;
    case 'w':
        c->what = COMMAND_WARRANTY;
        return true;
    case 'h':
        c->what = COMMAND_USAGE;
        return true;
    case 'V':
        c->what = COMMAND_VERSION;
        return true;
    default:
        return false;
    }
}

static bool is_called_mbdyn(const char *program)
{
    const char *slash = strrchr(program, '/');
    return strcmp(slash ? slash + 1 : program, "mbdyn") == 0;
}

static bool take_word(command_line *c, int argc, char **argv, const char *word, command what)
{
    if (c->what != COMMAND_RUN || c->n_decks > 0 || optind >= argc || strcmp(argv[optind], word) != 0)
        return false;
    c->what = what;
    optind++;
    return true;
}

bool command_line_read(command_line *c, int argc, char **argv)
{
    *c = (command_line){.decks = calloc((size_t)argc + 1, sizeof *c->decks),
                        .definitions = calloc((size_t)argc + 1, sizeof *c->definitions)};
    if (!c->decks || !c->definitions) {
        fputs("torsor: out of memory\n", stderr);
        return false;
    }
    c->as_mbdyn = argc > 0 && is_called_mbdyn(argv[0]);
    if (argc > 1 && strcmp(argv[1], "pod") == 0) {
        c->what = COMMAND_POD;
        return true;
    }
    for (int letter; (letter = getopt_long(argc, argv, "f:o:W:D:sPHlwhV", SWITCHES, NULL)) != -1;)
        if (!read_switch(c, letter)) {
            fputs(command_line_usage(), stderr);
            return false;
        }
    if (take_word(c, argc, argv, "help", COMMAND_HELP)) {
        c->topic = optind < argc ? argv[optind] : NULL;
        return true;
    }
    take_word(c, argc, argv, "check", COMMAND_CHECK);
    while (optind < argc)
        c->decks[c->n_decks++] = argv[optind++];
    if (c->what == COMMAND_CHECK && c->n_decks == 0) {
        fputs("torsor check: which deck?\n", stderr);
        return false;
    }
    if (c->n_decks > 1 && (c->output || c->restart)) {
        fprintf(stderr, "torsor: %s one deck, but several are given\n",
                c->output ? "-o names the results of" : "--restart goes on with");
        return false;
    }
    if (c->what == COMMAND_RUN && c->restart && !c->output) {
        fputs("torsor: --restart needs -o: another name, so that the results so far are not overwritten\n", stderr);
        return false;
    }
    if (c->what == COMMAND_CHECK && c->restart) {
        fputs("torsor check: --restart is for solving\n", stderr);
        return false;
    }
    return true;
}
