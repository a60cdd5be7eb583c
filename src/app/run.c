/* run.c - runs one deck from its name to its results.
 *
 * The program works in the directory of the deck, so that files named in the deck are found relative to it; results are
 * written to the path of -o, relative to the directory in which the program was started, or else next to the deck under
 * its name. */
#include "app/run.h"
#include "app/doctor.h"
#include "app/exit_status.h"
#include "app/paths.h"
#include "app/progress.h"
#include "app/words.h"
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

/* A signal ends a run after the current step; reading, assembly, and a step that takes longer than PATIENCE seconds or
 * until the second signal, are canceled immediately. The third signal has its default effect. A closed standard output
 * (SIGPIPE) counts as one signal, however often it is raised. */
static _Atomic(torsor_analysis *) running;
static volatile sig_atomic_t interrupted, given_up;
enum { PATIENCE = 2 };

static void interrupt(int number)
{
    torsor_analysis *analysis = atomic_load(&running);
    if (number == SIGPIPE && interrupted)
        return;
    if (given_up && number != SIGALRM)
        signal(number, SIG_DFL), raise(number);
    given_up = given_up || interrupted || !analysis;
    if (number == SIGALRM)
        return;
    interrupted = 1;
    if (analysis)
        torsor_interrupt(analysis);
    alarm(PATIENCE);
}

/* Without SA_RESTART, so that a signal interrupts waiting for a pipe. */
static void listen_to_signals(void)
{
    static const int NUMBERS[] = {SIGINT, SIGTERM, SIGQUIT, SIGHUP, SIGXCPU, SIGPIPE, SIGALRM};
    const struct sigaction action = {.sa_handler = interrupt};
    for (size_t i = 0; i < sizeof NUMBERS / sizeof *NUMBERS; i++) {
        struct sigaction before;
        sigaction(NUMBERS[i], NULL, &before);
        if (before.sa_handler != SIG_IGN) /* keeps nohup working */
            sigaction(NUMBERS[i], &action, NULL);
    }
}

void ignore_file_limit(void) { signal(SIGXFSZ, SIG_IGN); }

static void print_text(void *to, const char *words)
{
    (void)to;
    fputs(words, stdout);
}

/* A deck that prints what it asks for, such as the arguments of a type, has had its effect. */
static bool has_printed;

static void note_print(void *to, const char *words)
{
    (void)to, (void)words;
    has_printed = true;
}

static void print_of_deck(void *to, const char *words)
{
    note_print(to, words);
    print_text(to, words);
}

static bool show_progress(void *to, double time, double until, int step)
{
    progress_show(to, time, until, step);
    return !interrupted;
}

static double cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* In the wording of MBDyn, which other tools parse. */
static void print_solver_times(const torsor_summary *sum)
{
    printf("nonlinear solver time:\n\toverall CPU time spent in AssRes:\t%.3fs\n", sum->residual_seconds);
    printf("\toverall CPU time spent in AssJac:\t%.3fs\n", sum->jacobian_seconds);
    printf("\toverall CPU time spent in Solve:\t%.3fs\n", sum->solution_seconds);
    printf("sum of CPU time spent in nonlinear solver:\t%.3fs\n",
           sum->residual_seconds + sum->jacobian_seconds + sum->solution_seconds);
}

static void print_summary(const command_line *command_line, const char *base, const torsor_summary *sum)
{
    print_visible(stdout, "End of simulation at time %g after %d steps;\noutput in file \"%s\"\n", sum->time,
                  sum->steps, base);
    printf("total iterations: %ld\ntotal Jacobian matrices: %ld\ntotal error: %g\n", sum->iterations, sum->jacobians,
           sum->error);
    if (command_line->time_solver)
        print_solver_times(sum);
    printf("\nThe simulation required %.3f seconds of CPU time\n", cpu_seconds());
    printf("%s terminated normally\n", command_line->as_mbdyn ? "MBDyn" : "Torsor");
}

static int exit_status(torsor_status status)
{
    return status == TORSOR_NO_MEMORY ? EXIT_NO_MEMORY : status == TORSOR_END ? EXIT_ALL_WELL : EXIT_WRONG_DECK;
}

static int run_type_solve(const command_line *command_line, torsor_model *model, const char *base, const char *restart)
{
    progress shown = progress_begin(command_line->silent);
    const torsor_analysis_options options = {.size = sizeof options,
                                             .results = ranks_is_first() ? base : NULL,
                                             .resume = restart,
                                             .threads = command_line->threads,
                                             .accuracy = command_line->accuracy,
                                             .time_solver = command_line->time_solver,
                                             .energy = command_line->energy,
                                             .eigen_table = command_line->eigen_table,
                                             .print =
                                                 command_line->silent && !command_line->eigen_table ? NULL : print_text,
                                             .progress = show_progress,
                                             .context = &shown,
                                             .give_up = &given_up,
                                             .consistent_start = command_line->consistent_start};
    torsor_analysis *analysis = torsor_begin_with_ranks(model, &options, ranks_now());
    if (!analysis)
        return EXIT_NO_MEMORY;
    atomic_store(&running, analysis);
    torsor_run(analysis);
    const torsor_summary sum = torsor_summary_of(analysis);
    atomic_store(&running, NULL);
    const torsor_status status = torsor_end(analysis);
    progress_end(&shown);
    if (interrupted)
        fputs("interrupted: the results end here\n", stderr);
    if (status == TORSOR_END && !command_line->silent)
        print_summary(command_line, base, &sum);
    return exit_status(status);
}

static int count_errors(const torsor_model *model)
{
    int n = 0;
    for (int i = 0; i < torsor_message_count(model); i++)
        n += torsor_message_at(model, i).severity == TORSOR_SEVERITY_ERROR;
    return n;
}

static int check(const command_line *command_line, torsor_model *model)
{
    torsor_findings found;
    const torsor_status status = torsor_check(model, &found);
    if (status != TORSOR_OK)
        return exit_status(status);
    if (command_line->silent)
        return EXIT_ALL_WELL;
    printf("no errors found");
    if (found.constraints + found.freedoms > 0)
        printf(": %d unknowns, %d constraints, %d degrees of freedom of the nodes", found.unknowns, found.constraints,
               found.freedoms);
    putchar('\n');
    return EXIT_ALL_WELL;
}

static char *run_read_all(FILE *from, size_t *n)
{
    char *all = NULL;
    size_t limit = 0;
    *n = 0;
    for (size_t got = 1; got > 0; *n += got) {
        if (limit - *n < 65536) {
            char *more = realloc(all, limit = 2 * limit + 65536);
            if (!more) {
                free(all);
                return NULL;
            }
            all = more;
        }
        got = fread(all + *n, 1, limit - *n, from);
    }
    return all;
}

/* Returns false after a message if there was a signal or nothing can be read. */
static bool is_read(FILE *from)
{
    if (!ferror(from))
        return true;
    if (interrupted)
        fputs("interrupted while reading the deck\n", stderr);
    else
        perror("torsor: standard input");
    return false;
}

/* Returns NULL if memory is exhausted or standard input cannot be read. */
static torsor_model *run_open_deck(const command_line *command_line, const char *path, const torsor_model *before,
                                   bool *is_unread)
{
    const torsor_options options = {.size = sizeof options,
                                    .definitions = command_line->definitions,
                                    .n_definitions = command_line->n_definitions,
                                    .limits = command_line->limits,
                                    .n_limits = command_line->n_limits,
                                    .environment = environ,
                                    .variables_of = command_line->same_table ? before : NULL,
                                    .may_redefine = command_line->redefine,
                                    .sandbox = command_line->sandbox,
                                    .read_only = command_line->what != COMMAND_RUN || !ranks_is_first(),
                                    .print = command_line->silent ? note_print : print_of_deck,
                                    .message = messages_print,
                                    .context = (void *)&command_line->form,
                                    .give_up = &given_up};
    has_printed = false;
    if (path)
        return torsor_open(path, &options);
    size_t n;
    char *words = run_read_all(stdin, &n);
    *is_unread = words && !is_read(stdin);
    torsor_model *model = words && !*is_unread ? torsor_open_text("standard input", words, n, &options) : NULL;
    free(words);
    return model;
}

static int nothing_to_solve(const command_line *command_line)
{
    if (command_line->allow_empty || command_line->same_table || has_printed)
        return command_line->silent ? EXIT_ALL_WELL : puts("nothing to solve") < 0;
    fputs("torsor: the deck has nothing to solve: a block such as 'initial value' is required, or --allow-empty\n",
          stderr);
    return EXIT_WRONG_DECK;
}

/* Reads the deck, and solves it if `base` is given. */
static int read_and_solve(const command_line *command_line, const char *path, const char *base, const char *restart,
                          torsor_model **before)
{
    int status = EXIT_WRONG_DECK;
    if (!command_line->silent)
        print_visible(stdout, "reading from %s%s%s\n", path ? "file \"" : "standard input", path ? path : "",
                      path ? "\"" : "");
    bool is_unread = false;
    torsor_model *model = run_open_deck(command_line, path, *before, &is_unread);
    fflush(stdout);
    if (!model && !is_unread)
        status = EXIT_NO_MEMORY;
    else if (torsor_has_problem(model))
        status = base                                   ? run_type_solve(command_line, model, base, restart)
                 : command_line->what == COMMAND_DOCTOR ? doctor(model)
                                                        : check(command_line, model);
    else if (torsor_is_good(model))
        status = nothing_to_solve(command_line);
    if (status == EXIT_NO_MEMORY)
        fputs("torsor: out of memory\n", stderr);
    if (interrupted && model && !torsor_is_good(model))
        fputs("interrupted while reading the deck\n", stderr);
    if (status != EXIT_ALL_WELL && base && !interrupted && !command_line->as_json)
        fputs("An error occurred; the analysis is aborted\n", stderr);
    else if (status != EXIT_ALL_WELL && model && command_line->what == COMMAND_CHECK && !command_line->as_json)
        fprintf(stderr, "%d error%s found\n", count_errors(model), count_errors(model) == 1 ? "" : "s");
    torsor_close(command_line->same_table ? *before : model);
    *before = command_line->same_table ? model : NULL;
    return status;
}

static int at_deck(const command_line *command_line, const char *name, bool to_solve, torsor_model **before)
{
    char *base = to_solve ? results_base(command_line->output, name) : NULL;
    char *restart = to_solve && command_line->restart ? absolute_path(command_line->restart) : NULL;
    char *file = NULL;
    int status = EXIT_WRONG_DECK;
    if (to_solve && (!base || (command_line->restart && !restart))) {
        perror("torsor: cannot find the folder of the results");
    } else if (base && restart && is_result(base, "rst", restart)) {
        fputs("torsor: --restart requires a different name after -o: existing results would be overwritten\n", stderr);
        status = EXIT_WRONG_COMMAND;
    } else if (name && !(file = enter_directory_of(name))) {
        word_cannot_open(name);
    } else {
        status = read_and_solve(command_line, file, base, restart, before);
    }
    free(restart);
    free(file);
    free(base);
    return status;
}

int run_deck(const command_line *command_line, const char *name, torsor_model **before)
{
    listen_to_signals();
    return at_deck(command_line, name, true, before);
}

int check_deck(const command_line *command_line, const char *name, torsor_model **before)
{
    return at_deck(command_line, name, false, before);
}
