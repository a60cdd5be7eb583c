/* command_line.c - switches and arguments.
 *
 *     torsor [ -f DECK | DECK ... ] [ -o NAME | DIRECTORY ] [ -s ] [ -P ]        solve; without a deck, standard input
 *            [ -D NAME=VALUE ... ] [ -N THREADS ] [ -t ] [ -r ] [ -S TIME ]
 *     torsor --restart FILE [ -f DECK ] -o NAME                                  go on from a restart file
 *     torsor check DECK ...                                                      read and build, report every error
 *     torsor doctor DECK ...                                                     see doctor.c
 *     torsor help [ TYPE ... ]                                                   grammar and summary from the tables
 *     torsor campbell DECK ...                                                   see campbell.c
 *     torsor trim DECK ...                                                       see trim.c
 *     torsor fem FILE ...                                                        see fem.c
 *     torsor fmu DECK ...                                                        see fmu.c
 *     torsor pod RESULT ...                                                      see pod.c
 *     torsor mesh MESH ...                                                       see mesh.c
 *     torsor reduce DECK ...                                                     see reduce.c
 *     torsor view RESULT|DECK ..., torsor export RESULT ...                      see view.c
 *
 * All switches of the reference program are taken. Those about debugging of C++ and about MPI, which have no meaning
 * here, say so. */
#include "app/command_line.h"
#include "app/words.h"
#include <getopt.h>
#include <sched.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LONG_EIGEN_TABLE = 256, LONG_RESTART, LONG_SANDBOX, LONG_JSON, LONG_ENERGY };
enum { MOST_THREADS = 1024 };

static const char LETTERS[] = "f:o:W:D:N:S:a:d:E::CFGsPtTrRepHlwhvV";

static const struct option SWITCHES[] = {
    {"input-file", required_argument, NULL, 'f'},
    {"output-file", required_argument, NULL, 'o'},
    {"working-dir", required_argument, NULL, 'W'},
    {"define", required_argument, NULL, 'D'},
    {"limit", required_argument, NULL, 'L'},
    {"silent", no_argument, NULL, 's'},
    {"pedantic", no_argument, NULL, 'P'},
    {"eigen-table", no_argument, NULL, LONG_EIGEN_TABLE},
    {"restart", required_argument, NULL, LONG_RESTART},
    {"sandbox", no_argument, NULL, LONG_SANDBOX},
    {"json", no_argument, NULL, LONG_JSON},
    {"energy", no_argument, NULL, LONG_ENERGY},
    {"threads", required_argument, NULL, 'N'},
    {"affinity", required_argument, NULL, 'a'},
    {"solver-time", no_argument, NULL, 'C'},
    {"gtest", no_argument, NULL, 'G'},
    {"sleep", required_argument, NULL, 'S'},
    {"same-table", no_argument, NULL, 't'},
    {"no-same-table", no_argument, NULL, 'T'},
    {"redefine", no_argument, NULL, 'r'},
    {"no-redefine", no_argument, NULL, 'R'},
    {"exceptions", no_argument, NULL, 'e'},
    {"fp-mask", optional_argument, NULL, 'E'},
    {"debug", required_argument, NULL, 'd'},
    {"parallel", no_argument, NULL, 'p'},
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
           "       torsor doctor DECK ...          look for what is doubtful: constraints, step, energies; with "
           "advice\n"
           "       torsor help [TYPE]              grammar and summary of a node, element, drive, law, method ...\n"
           "       torsor campbell DECK [options]  modes over a speed, flutter, Floquet; torsor campbell --help\n"
           "       torsor trim DECK [options]      controls that give wanted means; torsor trim --help\n"
           "       torsor mesh MESH [options]      a deck from a mesh of Gmsh, Abaqus, NASTRAN; torsor mesh --help\n"
           "       torsor reduce DECK [options]    data of a modal body from a deck, Craig-Bampton; torsor reduce "
           "--help\n"
           "       torsor fem FILE ... [options]   data of a modal body from results of NASTRAN, Code_Aster; torsor "
           "fem "
           "--help\n"
           "       torsor view RESULT|DECK         a page that shows the model moving; torsor view --help\n"
           "       torsor export RESULT            motion and results for ParaView, Blender, tables; torsor export "
           "--help\n"
           "       torsor fmu DECK [-o FMU]        the model as a functional mock-up unit, FMI 3.0; torsor fmu --help\n"
           "       torsor pod RESULT [options]     proper orthogonal modes and free motions of results; torsor pod "
           "--help\n"
           "\n"
           "  -f, --input-file DECK     the deck\n"
           "  -o, --output-file NAME    name of the results, without extension; a directory keeps the deck's name\n"
           "  -W, --working-dir DIR     go there first\n"
           "  -D, --define NAME=VALUE   a variable for the deck, whatever it sets itself; may be repeated\n"
           "      --limit NAME=NUMBER   how much a deck may ask for: includes, items, meeting_seconds, nesting, "
           "peer_seconds, step_seconds; may be repeated\n"
           "  -s, --silent              say nothing but errors\n"
           "      --json                messages as JSON on standard output, an object a line, and nothing else\n"
           "  -P, --pedantic            say more; may be repeated\n"
           "      --eigen-table         print the modes of eigenanalyses; without one in the deck, at the initial "
           "time\n"
           "      --energy              a balance of energies over time: NAME.nrg, and energy.* in NetCDF results\n"
           "      --restart FILE        go on from a restart file (make restart file) of the deck\n"
           "  -N, --threads N           threads, whatever the decks say; auto: as many as a model can keep busy\n"
           "  -t, --same-table          a deck begins with the variables of the one before; -T, --no-same-table does "
           "not\n"
           "  -r, --redefine            a variable may be declared again; -R, --no-redefine: that is an error\n"
           "  -S, --sleep TIME          wait so many seconds first\n"
           "  -a, --affinity LIST       processors it may run on: 0,2\n"
           "  -C, --solver-time         print what the nonlinear solver has taken\n"
           "  -d LEVELS, -E, -e, -F, -G, -p  --debug, --fp-mask, --exceptions, --gtest, --parallel: taken, without "
           "effect\n"
           "      --sandbox             the deck is not trusted: it may use plain files of its own folder, nothing "
           "else\n"
           "  -H, --show-table          print the symbols every deck begins with, and end\n"
           "  -l, --license             print the licence, and end\n"
           "  -w, --warranty            print the warranty, and end\n"
           "  -v, -V, --version         print the version, and end\n"
           "  -h, --help                print this, and end\n"
           "\n"
           "exit status: 0 all went well; 1 a deck is wrong or an analysis failed; 2 the command line is wrong\n";
}

/* NAME=VALUE, cut in two where it is. */
static bool read_pair(char *words, const char *name, torsor_definition *to)
{
    if (word_definition(words, to))
        return true;
    fprintf(stderr, "torsor: %s wants NAME=VALUE, not '%s'\n", name, words);
    return false;
}

/* 0,2: the processors that the program may run on from now on. */
static bool set_affinity(const char *list)
{
    cpu_set_t wanted;
    CPU_ZERO(&wanted);
    for (const char *at = list;;) {
        char *end;
        const unsigned long n = strtoul(at, &end, 10);
        if (end == at || *at == '-' || n >= CPU_SETSIZE || (*end && *end != ',')) {
            fprintf(stderr, "torsor: -a wants numbers of processors with commas between them, not '%s'\n", list);
            return false;
        }
        CPU_SET(n, &wanted);
        if (!*end)
            break;
        at = end + 1;
    }
    if (sched_setaffinity(0, sizeof wanted, &wanted) == 0)
        return true;
    fprintf(stderr, "torsor: -a %s: %s\n", list, strerror(errno));
    return false;
}

static bool read_threads(command_line *c, const char *word)
{
    char *end;
    const long n = strtol(word, &end, 10);
    const bool is_auto = strcmp(word, "auto") == 0, is_number = end != word && *end == '\0';
    c->threads = is_auto ? -1 : (int)n;
    if (is_auto || (is_number && n >= 1 && n <= MOST_THREADS))
        return true;
    fprintf(stderr, "torsor: -N wants a number of threads from 1 to %d, or auto, not '%s'\n", MOST_THREADS, word);
    return false;
}

/* [rank=RANK,]SECONDS: with MPI the process of this rank sleeps; this is the one of rank 0. */
static bool read_sleep(command_line *c, const char *word)
{
    const char *at = word;
    char *end = NULL;
    long rank = 0;
    if (strncmp(at, "rank=", 5) == 0) {
        rank = strtol(at + 5, &end, 10);
        at = end != at + 5 && *end == ',' ? end + 1 : "";
    }
    const double seconds = strtod(at, &end);
    c->sleep = rank == 0 ? seconds : 0.0;
    if (end != at && *end == '\0' && isfinite(seconds) && seconds >= 0.0 && rank >= 0)
        return true;
    fprintf(stderr, "torsor: -S wants [rank=RANK,]SECONDS, not '%s'\n", word);
    return false;
}

/* Words of -E: invalid,overflow */
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
    fprintf(stderr, "torsor: -E wants invalid, divbyzero, overflow, with commas between them, not '%s'\n", words);
    return false;
}

/* Switches of the reference program, taken so that command lines written for it work. */
static const struct {
    int letter;
    const char *why;
} FOREIGN[] = {
    {'d', "there are no levels of debugging in this program"},
    {'e', "no exceptions are thrown here"},
    {'E', "no traps for floating point are set; numbers that are not finite are found and reported"},
    {'F', "memory is never handed out with what was in it"},
    {'G', "the tests of this program are programs of their own"},
    {'p', "there is no MPI here; -N asks for threads"},
};
enum { FOREIGN_COUNT = sizeof FOREIGN / sizeof *FOREIGN };

static bool read_foreign(command_line *c, int letter)
{
    for (int i = 0; i < FOREIGN_COUNT; i++)
        if (FOREIGN[i].letter == letter) {
            c->foreign |= 1u << i;
            return letter != 'E' || read_mask(optarg);
        }
    return false;
}

void command_line_explain(const command_line *c)
{
    for (int i = 0; i < FOREIGN_COUNT && !c->silent; i++)
        if (c->foreign & 1u << i)
            fprintf(stderr, "torsor: -%c has no effect: %s\n", FOREIGN[i].letter, FOREIGN[i].why);
}

/* Switches that print something and end. */
static bool read_request(command_line *c, int letter)
{
    static const struct {
        int letter;
        command what;
    } REQUESTS[] = {{'H', COMMAND_SYMBOLS}, {'l', COMMAND_LICENSE}, {'w', COMMAND_WARRANTY},
                    {'h', COMMAND_USAGE},   {'v', COMMAND_VERSION}, {'V', COMMAND_VERSION}};
    for (size_t i = 0; i < sizeof REQUESTS / sizeof *REQUESTS; i++)
        if (REQUESTS[i].letter == letter) {
            c->what = REQUESTS[i].what;
            return true;
        }
    return false;
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
        return read_pair(optarg, "-D", &c->definitions[c->n_definitions++]);
    case 'L':
        return read_pair(optarg, "--limit", &c->limits[c->n_limits++]);
    case 's':
        c->silent = true;
        return true;
    case 'P':
        c->pedantic++;
        return true;
    case 'N':
        return read_threads(c, optarg);
    case 'S':
        return read_sleep(c, optarg);
    case 'a':
        return set_affinity(optarg);
    case 'C':
        c->time_solver = true;
        return true;
    case 't':
    case 'T':
        c->same_table = letter == 't';
        return true;
    case 'r':
    case 'R':
        c->redefine = letter == 'r';
        return true;
    case LONG_EIGEN_TABLE:
        c->eigen_table = true;
        return true;
    case LONG_RESTART:
        c->restart = optarg;
        return true;
    case LONG_ENERGY:
        c->energy = true;
        return true;
    case LONG_JSON:
        c->as_json = c->silent = true;
        return true;
    case LONG_SANDBOX:
        c->sandbox = true;
        return true;
    default:
        return read_request(c, letter) || read_foreign(c, letter);
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

/* torsor help total joint: quotes are not needed. */
static void read_topic(command_line *c, int argc, char **argv)
{
    size_t used = 0;
    while (optind < argc && used < sizeof c->topic)
        used += (size_t)snprintf(c->topic + used, sizeof c->topic - used, "%s%s", used ? " " : "", argv[optind++]);
}

/* Words whose arguments are read elsewhere; COMMAND_RUN for all others. */
static command command_of(const char *word)
{
    static const struct {
        const char *word;
        command what;
    } WORDS[] = {{"campbell", COMMAND_CAMPBELL}, {"export", COMMAND_EXPORT}, {"fem", COMMAND_FEM},
                 {"fmu", COMMAND_FMU},           {"mesh", COMMAND_MESH},     {"pod", COMMAND_POD},
                 {"reduce", COMMAND_REDUCE},     {"trim", COMMAND_TRIM},     {"view", COMMAND_VIEW}};
    for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
        if (strcmp(word, WORDS[i].word) == 0)
            return WORDS[i].what;
    return COMMAND_RUN;
}

/* torsor help view: as torsor view --help. */
static void turn_help(int argc, char **argv)
{
    static char HELP[] = "--help";
    if (argc != 3 || strcmp(argv[1], "help") != 0 || command_of(argv[2]) == COMMAND_RUN)
        return;
    argv[1] = argv[2];
    argv[2] = HELP;
}

bool command_line_read(command_line *c, int argc, char **argv)
{
    turn_help(argc, argv);
    *c = (command_line){.decks = calloc((size_t)argc + 1, sizeof *c->decks),
                        .definitions = calloc((size_t)argc + 1, sizeof *c->definitions),
                        .limits = calloc((size_t)argc + 1, sizeof *c->limits)};
    if (!c->decks || !c->definitions || !c->limits) {
        fputs("torsor: out of memory\n", stderr);
        return false;
    }
    c->as_mbdyn = argc > 0 && is_called_mbdyn(argv[0]);
    c->what = command_of(argc > 1 ? argv[1] : "");
    if (c->what != COMMAND_RUN)
        return true;
    for (int letter; (letter = getopt_long(argc, argv, LETTERS, SWITCHES, NULL)) != -1;) {
        if (letter == 'E' && !optarg && optind < argc && is_mask(argv[optind]))
            optarg = argv[optind++];
        if (!read_switch(c, letter)) {
            fputs(command_line_usage(), stderr);
            return false;
        }
    }
    c->form = messages_form(c->as_json);
    if (take_word(c, argc, argv, "help", COMMAND_HELP)) {
        read_topic(c, argc, argv);
        return true;
    }
    take_word(c, argc, argv, "check", COMMAND_CHECK);
    take_word(c, argc, argv, "doctor", COMMAND_DOCTOR);
    while (optind < argc)
        c->decks[c->n_decks++] = argv[optind++];
    const bool only_looks = c->what == COMMAND_CHECK || c->what == COMMAND_DOCTOR;
    if (only_looks && c->n_decks == 0) {
        fputs("torsor: which deck?\n", stderr);
        return false;
    }
    if (c->n_decks > 1 && c->restart) {
        fputs("torsor: --restart goes on with one deck, but several are given\n", stderr);
        return false;
    }
    if (c->what == COMMAND_RUN && c->restart && !c->output) {
        fputs("torsor: --restart needs -o: another name, so that the results so far are not overwritten\n", stderr);
        return false;
    }
    if (only_looks && c->restart) {
        fputs("torsor: --restart is for solving\n", stderr);
        return false;
    }
    return true;
}
