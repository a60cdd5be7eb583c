/* command_line.c - the switches and arguments of RUN, CHECK, DOCTOR and HELP (switches.def).
 *
 * All switches of MBDyn are accepted. Those for debugging of C++, and -p, have no effect; a message says so. */
#include "app/command_line.h"
#include "app/messages.h"
#include "app/words.h"
#include <sched.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_THREADS = 1024 };

/* Reads a list such as 0,2 and restricts the program to these processors. */
static bool set_affinity(const char *list)
{
    cpu_set_t wanted;
    CPU_ZERO(&wanted);
    for (const char *at = list;;) {
        char *end;
        const unsigned long n = strtoul(at, &end, 10);
        if (end == at || *at == '-' || n >= CPU_SETSIZE || (*end && *end != ','))
            return switch_refuse(SWITCH_RUN_AFFINITY, list);
        CPU_SET(n, &wanted);
        if (!*end)
            break;
        at = end + 1;
    }
    if (sched_setaffinity(0, sizeof wanted, &wanted) == 0)
        return true;
    print_visible(stderr, "torsor: --affinity %s: %s\n", list, strerror(errno));
    return false;
}

static bool read_threads(command_line *command_line, const char *word)
{
    char *end;
    const long n = strtol(word, &end, 10);
    const bool is_auto = strcmp(word, "auto") == 0, is_number = end != word && *end == '\0';
    command_line->threads = is_auto ? -1 : (int)n;
    if (is_auto || (is_number && n >= 1 && n <= MOST_THREADS))
        return true;
    print_visible(stderr, "torsor: --threads expects a number of threads from 1 to %d, or auto, not '%s'\n",
                  MOST_THREADS, word);
    return false;
}

static bool read_accuracy(command_line *command_line, const char *word)
{
    char *end;
    command_line->accuracy = strtod(word, &end);
    if (end != word && *end == '\0' && command_line->accuracy >= 1e-12 && command_line->accuracy <= 0.1)
        return true;
    print_visible(stderr, "torsor: --accuracy expects a number from 1e-12 to 0.1, not '%s'\n", word);
    return false;
}

/* Reads [rank=RANK,]SECONDS: with MPI the process of this rank sleeps; this process has rank 0. */
static bool read_sleep(command_line *command_line, const char *word)
{
    const char *at = word;
    char *end = NULL;
    long rank = 0;
    if (strncmp(at, "rank=", 5) == 0) {
        rank = strtol(at + 5, &end, 10);
        at = end != at + 5 && *end == ',' ? end + 1 : "";
    }
    const double seconds = strtod(at, &end);
    command_line->sleep = rank == 0 ? seconds : 0.0;
    if (end != at && *end == '\0' && isfinite(seconds) && seconds >= 0.0 && rank >= 0)
        return true;
    return switch_refuse(SWITCH_RUN_SLEEP, word);
}

/* Whether these are words of -E: invalid,overflow */
static bool is_mask(const char *words)
{
    static const char *const KNOWN[] = {"invalid", "divbyzero", "overflow"};
    bool all = *words;
    for (const char *at = words; all && *at;) {
        const size_t n = strcspn(at, ",");
        all = false;
        for (size_t i = 0; i < sizeof KNOWN / sizeof *KNOWN; i++)
            all |= strlen(KNOWN[i]) == n && strncmp(at, KNOWN[i], n) == 0;
        at += n + (at[n] == ',');
    }
    return all;
}

static bool read_mask(const char *words)
{
    if (!words || is_mask(words))
        return true;
    print_visible(stderr,
                  "torsor: --fp-mask expects a comma-separated list of invalid, divbyzero and overflow, not '%s'\n",
                  words);
    return false;
}

/* Switches of MBDyn, accepted so that command lines written for it work. */
static const struct {
    int id;
    const char *reason;
} FOREIGN[] = {
    {SWITCH_RUN_DEBUG, "debugging levels are not supported"},
    {SWITCH_RUN_EXCEPTIONS, "this program does not use exceptions"},
    {SWITCH_RUN_FP_MASK, "floating-point traps are not supported; non-finite numbers are always detected and reported"},
    {SWITCH_RUN_FILL, "memory is always initialised"},
    {SWITCH_RUN_GTEST, "the tests are separate programs"},
    {SWITCH_RUN_PARALLEL, "mpirun -n N starts the processes; -N is the number of threads"},
};
enum { FOREIGN_COUNT = sizeof FOREIGN / sizeof *FOREIGN };

static bool read_foreign(command_line *command_line, int id)
{
    for (int i = 0; i < FOREIGN_COUNT; i++)
        if (FOREIGN[i].id == id) {
            command_line->foreign |= 1u << i;
            return id != SWITCH_RUN_FP_MASK || read_mask(optarg);
        }
    return false;
}

void command_line_explain(const command_line *command_line)
{
    for (int i = 0; i < FOREIGN_COUNT && !command_line->silent; i++)
        if (command_line->foreign & 1u << i)
            print_visible(stderr, "torsor: -%c has no effect: %s\n", *switch_rows[FOREIGN[i].id - SWITCH_FIRST].letters,
                          FOREIGN[i].reason);
}

/* Switches that print something and exit. */
static bool read_request(command_line *command_line, int id)
{
    static const struct {
        int id;
        request_kind kind;
    } REQUESTS[] = {{SWITCH_RUN_SYMBOLS, REQUEST_SYMBOLS},
                    {SWITCH_RUN_LICENSE, REQUEST_LICENSE},
                    {SWITCH_RUN_WARRANTY, REQUEST_WARRANTY},
                    {SWITCH_RUN_HELP, REQUEST_USAGE},
                    {SWITCH_RUN_VERSION, REQUEST_VERSION}};
    for (size_t i = 0; i < sizeof REQUESTS / sizeof *REQUESTS; i++)
        if (REQUESTS[i].id == id) {
            command_line->request = REQUESTS[i].kind;
            return true;
        }
    return false;
}

/* Switches with an argument. */
static bool read_value(command_line *command_line, int id)
{
    switch (id) {
    case SWITCH_RUN_INPUT:
        command_line->decks[command_line->n_decks++] = optarg;
        return true;
    case SWITCH_RUN_OUTPUT:
        command_line->output = optarg;
        return true;
    case SWITCH_RUN_DIRECTORY:
        command_line->directory = optarg;
        return true;
    case SWITCH_RUN_DEFINE:
        return word_definition(optarg, &command_line->definitions[command_line->n_definitions++]) ||
               switch_refuse(id, optarg);
    case SWITCH_RUN_LIMIT:
        return word_definition(optarg, &command_line->limits[command_line->n_limits++]) || switch_refuse(id, optarg);
    case SWITCH_RUN_THREADS:
        return read_threads(command_line, optarg);
    case SWITCH_RUN_ACCURACY:
        return read_accuracy(command_line, optarg);
    case SWITCH_RUN_SLEEP:
        return read_sleep(command_line, optarg);
    case SWITCH_RUN_AFFINITY:
        return set_affinity(optarg);
    case SWITCH_RUN_RESTART:
        command_line->restart = optarg;
        return true;
    default:
        return read_request(command_line, id) || read_foreign(command_line, id);
    }
}

static bool command_line_read_switch(command_line *command_line, int id)
{
    switch (id) {
    case SWITCH_RUN_SILENT:
        return command_line->silent = true;
    case SWITCH_RUN_PEDANTIC:
        return command_line->pedantic++, true;
    case SWITCH_RUN_SOLVER_TIME:
        return command_line->time_solver = true;
    case SWITCH_RUN_SAME_TABLE:
    case SWITCH_RUN_NO_SAME_TABLE:
        return command_line->same_table = id == SWITCH_RUN_SAME_TABLE, true;
    case SWITCH_RUN_REDEFINE:
    case SWITCH_RUN_NO_REDEFINE:
        return command_line->redefine = id == SWITCH_RUN_REDEFINE, true;
    case SWITCH_RUN_EIGEN_TABLE:
        return command_line->eigen_table = true;
    case SWITCH_RUN_CONSISTENT_START:
        return command_line->consistent_start = true;
    case SWITCH_RUN_ENERGY:
        return command_line->energy = true;
    case SWITCH_RUN_JSON:
        return command_line->as_json = command_line->silent = true;
    case SWITCH_RUN_ALLOW_EMPTY:
        return command_line->allow_empty = true;
    case SWITCH_RUN_SANDBOX:
        return command_line->sandbox = true;
    default:
        return read_value(command_line, id);
    }
}

static bool is_called_mbdyn(const char *program)
{
    const char *slash = strrchr(program, '/');
    return strcmp(slash ? slash + 1 : program, "mbdyn") == 0;
}

/* Sets the command if the first argument is check, doctor or help. */
static void take_command(command_line *command_line, int argc, char **argv)
{
    const command_id what = optind < argc ? command_named(argv[optind]) : COMMAND_RUN;
    if (command_line->n_decks > 0 || (what != COMMAND_CHECK && what != COMMAND_DOCTOR && what != COMMAND_HELP))
        return;
    command_line->what = what;
    optind++;
}

/* torsor help total joint: quotes are not needed. */
static void read_topic(command_line *command_line, int argc, char **argv)
{
    size_t used = 0;
    while (optind < argc && used < sizeof command_line->topic)
        used += (size_t)snprintf(command_line->topic + used, sizeof command_line->topic - used, "%s%s", used ? " " : "",
                                 argv[optind++]);
}

static bool has_own_arguments(command_id what)
{
    return what != COMMAND_RUN && what != COMMAND_CHECK && what != COMMAND_DOCTOR && what != COMMAND_HELP;
}

/* Converts torsor help view to torsor view --help. */
static void move_help_first(int argc, char **argv)
{
    static char HELP[] = "--help";
    if (argc != 3 || strcmp(argv[1], "help") != 0 || command_named(argv[2]) == COMMAND_RUN)
        return;
    argv[1] = argv[2];
    argv[2] = HELP;
}

static bool read_switches(command_line *command_line, int argc, char **argv)
{
    switch_parser parser;
    switch_parser_begin(&parser, COMMAND_RUN);
    for (int id; (id = switch_parser_next(&parser, argc, argv)) != SWITCH_END;) {
        if (id == SWITCH_RUN_FP_MASK && !optarg && optind < argc && is_mask(argv[optind]))
            optarg = argv[optind++];
        if (id == SWITCH_WRONG || !command_line_read_switch(command_line, id)) {
            usage_hint(COMMAND_RUN);
            return false;
        }
    }
    return true;
}

/* Describes a conflict between switches and arguments; NULL: none. */
static const char *find_conflict(const command_line *command_line)
{
    const bool only_looks = command_line->what == COMMAND_CHECK || command_line->what == COMMAND_DOCTOR;
    return only_looks && command_line->n_decks == 0             ? "no deck given: check and doctor require at least one"
           : command_line->n_decks > 1 && command_line->restart ? "--restart continues one deck, but several are given"
           : only_looks && command_line->restart                ? "--restart cannot be used with check and doctor"
           : command_line->what == COMMAND_RUN && command_line->restart && !command_line->output
               ? "--restart requires -o with a different name, so that existing results are not overwritten"
               : NULL;
}

bool command_line_read(command_line *c, int argc, char **argv)
{
    move_help_first(argc, argv);
    *c = (command_line){.decks = calloc((size_t)argc + 1, sizeof *c->decks),
                        .definitions = calloc((size_t)argc + 1, sizeof *c->definitions),
                        .limits = calloc((size_t)argc + 1, sizeof *c->limits)};
    if (!c->decks || !c->definitions || !c->limits) {
        fputs("torsor: out of memory\n", stderr);
        return false;
    }
    c->as_mbdyn = argc > 0 && is_called_mbdyn(argv[0]);
    c->what = argc > 1 ? command_named(argv[1]) : COMMAND_RUN;
    if (has_own_arguments(c->what))
        return true;
    c->what = COMMAND_RUN;
    if (!read_switches(c, argc, argv))
        return false;
    c->form = messages_form(c->as_json);
    take_command(c, argc, argv);
    if (c->what == COMMAND_HELP)
        read_topic(c, argc, argv);
    while (optind < argc)
        c->decks[c->n_decks++] = argv[optind++];
    const char *conflict = c->request == REQUEST_NONE ? find_conflict(c) : NULL;
    if (conflict)
        print_visible(stderr, "torsor: %s\n", conflict);
    return !conflict;
}
