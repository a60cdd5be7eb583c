/* run.c - one deck from its name to its results.
 *
 * The program works in the deck's directory, so that files the deck names are found beside it; results go where -o
 * says, seen from where the program was started, else beside the deck under its name. */
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

/* Signals end what runs after the step at hand; what is read or assembled, a step that takes longer than the patience,
 * or at the second signal, is given up where it is. The third has its usual effect. That nobody reads what is printed
 * any more (SIGPIPE) is one signal, however often it comes. */
static _Atomic(torsor_analysis *) running;
static volatile sig_atomic_t interrupted, given_up;
enum { PATIENCE = 2 };

static void interrupt(int number)
{
    torsor_analysis *a = atomic_load(&running);
    if (number == SIGPIPE && interrupted)
        return;
    if (given_up && number != SIGALRM)
        signal(number, SIG_DFL), raise(number);
    given_up = given_up || interrupted || !a;
    if (number == SIGALRM)
        return;
    interrupted = 1;
    if (a)
        torsor_interrupt(a);
    alarm(PATIENCE);
}

/* Without SA_RESTART: who waits for a pipe wakes up. */
static void listen_to_signals(void)
{
    static const int NUMBERS[] = {SIGINT, SIGTERM, SIGHUP, SIGXCPU, SIGXFSZ, SIGPIPE, SIGALRM};
    const struct sigaction action = {.sa_handler = interrupt};
    for (size_t i = 0; i < sizeof NUMBERS / sizeof *NUMBERS; i++) {
        struct sigaction before;
        sigaction(NUMBERS[i], NULL, &before);
        if (before.sa_handler != SIG_IGN) /* nohup */
            sigaction(NUMBERS[i], &action, NULL);
    }
}

static void print_text(void *to, const char *words)
{
    (void)to;
    fputs(words, stdout);
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

/* In the words of the reference, whose clients read them. */
static void print_solver_times(const torsor_summary *sum)
{
    printf("nonlinear solver time:\n\toverall CPU time spent in AssRes:\t%.3fs\n", sum->residual_seconds);
    printf("\toverall CPU time spent in AssJac:\t%.3fs\n", sum->jacobian_seconds);
    printf("\toverall CPU time spent in Solve:\t%.3fs\n", sum->solution_seconds);
    printf("sum of CPU time spent in nonlinear solver:\t%.3fs\n",
           sum->residual_seconds + sum->jacobian_seconds + sum->solution_seconds);
}

static void print_summary(const command_line *c, const char *base, const torsor_summary *sum)
{
    printf("End of simulation at time %g after %d steps;\noutput in file \"%s\"\n", sum->time, sum->steps, base);
    printf("total iterations: %ld\ntotal Jacobian matrices: %ld\ntotal error: %g\n", sum->iterations, sum->jacobians,
           sum->error);
    if (c->time_solver)
        print_solver_times(sum);
    printf("\nThe simulation required %.3f seconds of CPU time\n", cpu_seconds());
    printf("%s terminated normally\n", c->as_mbdyn ? "MBDyn" : "Torsor");
}

static int exit_status(torsor_status status)
{
    return status == TORSOR_NO_MEMORY ? EXIT_NO_MEMORY : status == TORSOR_END ? EXIT_ALL_WELL : EXIT_WRONG_DECK;
}

static int run_type_solve(const command_line *c, torsor_model *m, const char *base, const char *restart)
{
    progress shown = progress_begin(c->silent);
    const torsor_analysis_options o = {.size = sizeof o,
                                       .results = base,
                                       .resume = restart,
                                       .threads = c->threads,
                                       .time_solver = c->time_solver,
                                       .energy = c->energy,
                                       .eigen_table = c->eigen_table,
                                       .print = c->silent && !c->eigen_table ? NULL : print_text,
                                       .progress = show_progress,
                                       .context = &shown,
                                       .give_up = &given_up};
    torsor_analysis *a = torsor_begin(m, &o);
    if (!a)
        return EXIT_NO_MEMORY;
    atomic_store(&running, a);
    torsor_run(a);
    const torsor_summary sum = torsor_summary_of(a);
    atomic_store(&running, NULL);
    const torsor_status status = torsor_end(a);
    progress_end(&shown);
    if (interrupted)
        fputs("interrupted: the results end here\n", stderr);
    if (status == TORSOR_END && !c->silent)
        print_summary(c, base, &sum);
    return exit_status(status);
}

static int count_faults(const torsor_model *m)
{
    int n = 0;
    for (int i = 0; i < torsor_message_count(m); i++)
        n += torsor_message_at(m, i).severity == TORSOR_FAULT;
    return n;
}

static int check(const command_line *c, torsor_model *m)
{
    torsor_findings found;
    const torsor_status status = torsor_check(m, &found);
    if (status != TORSOR_OK)
        return exit_status(status);
    if (c->silent)
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

/* False after a message: a signal came, or there is nothing that can be read. */
static bool is_read(FILE *from)
{
    if (!ferror(from))
        return true;
    if (interrupted)
        fputs("interrupted: the deck is not read to its end\n", stderr);
    else
        perror("torsor: standard input");
    return false;
}

/* NULL for want of memory, or when standard input is unread. */
static torsor_model *run_open_deck(const command_line *c, const char *path, const torsor_model *before, bool *is_unread)
{
    const torsor_options o = {.size = sizeof o,
                              .definitions = c->definitions,
                              .n_definitions = c->n_definitions,
                              .limits = c->limits,
                              .n_limits = c->n_limits,
                              .environment = environ,
                              .variables_of = c->same_table ? before : NULL,
                              .may_redefine = c->redefine,
                              .sandbox = c->sandbox,
                              .read_only = c->what != COMMAND_RUN,
                              .print = c->silent ? NULL : print_text,
                              .message = messages_print,
                              .context = (void *)&c->form,
                              .give_up = &given_up};
    if (path)
        return torsor_open(path, &o);
    size_t n;
    char *words = run_read_all(stdin, &n);
    *is_unread = words && !is_read(stdin);
    torsor_model *m = words && !*is_unread ? torsor_open_text("standard input", words, n, &o) : NULL;
    free(words);
    return m;
}

/* Reads, and solves when `base` is given. */
static int read_and_solve(const command_line *c, const char *path, const char *base, const char *restart,
                          torsor_model **before)
{
    int status = EXIT_WRONG_DECK;
    if (!c->silent)
        printf("reading from %s%s%s\n", path ? "file \"" : "standard input", path ? path : "", path ? "\"" : "");
    bool is_unread = false;
    torsor_model *m = run_open_deck(c, path, *before, &is_unread);
    fflush(stdout);
    if (!m && !is_unread)
        status = EXIT_NO_MEMORY;
    else if (torsor_has_problem(m))
        status = base ? run_type_solve(c, m, base, restart) : c->what == COMMAND_DOCTOR ? doctor(m) : check(c, m);
    else if (torsor_is_good(m))
        status = c->silent ? EXIT_ALL_WELL : puts("nothing to solve") < 0;
    if (status == EXIT_NO_MEMORY)
        fputs("torsor: out of memory\n", stderr);
    if (interrupted && m && !torsor_is_good(m))
        fputs("interrupted: the deck is not read to its end\n", stderr);
    if (status != EXIT_ALL_WELL && base && !interrupted && !c->as_json)
        fputs("An error occurred; the analysis is aborted\n", stderr);
    else if (status != EXIT_ALL_WELL && m && c->what == COMMAND_CHECK && !c->as_json)
        fprintf(stderr, "%d error%s found\n", count_faults(m), count_faults(m) == 1 ? "" : "s");
    torsor_close(c->same_table ? *before : m);
    *before = c->same_table ? m : NULL;
    return status;
}

static int at_deck(const command_line *c, const char *name, bool to_solve, torsor_model **before)
{
    char *base = to_solve ? results_base(c->output, name) : NULL;
    char *restart = to_solve && c->restart ? absolute_path(c->restart) : NULL;
    char *file = NULL;
    int status = EXIT_WRONG_DECK;
    if (to_solve && (!base || (c->restart && !restart))) {
        perror("torsor: cannot find the folder of the results");
    } else if (base && restart && is_result(base, "rst", restart)) {
        fputs("torsor: --restart needs another name after -o: the results so far would be overwritten\n", stderr);
        status = EXIT_WRONG_COMMAND;
    } else if (name && !(file = enter_directory_of(name))) {
        word_cannot_open(name);
    } else {
        status = read_and_solve(c, file, base, restart, before);
    }
    free(restart);
    free(file);
    free(base);
    return status;
}

int run_deck(const command_line *c, const char *name, torsor_model **before)
{
    listen_to_signals();
    return at_deck(c, name, true, before);
}

int check_deck(const command_line *c, const char *name, torsor_model **before)
{
    return at_deck(c, name, false, before);
}
