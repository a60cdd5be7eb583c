/* run.c - one deck from its name to its results.
 *
 * The program works in the deck's directory, so that files the deck names are found beside it; results go where -o
 * says, seen from where the program was started, else beside the deck under its name. */
#include "app/run.h"
#include "app/eigen_table.h"
#include "app/paths.h"
#include "app/progress.h"
#include "output/output.h"
#include "problem/deck.h"
#include "problem/rank_report.h"
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

/* Set by SIGINT and SIGTERM: the analysis ends after the step at hand. */
static volatile sig_atomic_t interrupted;
static void interrupt(int number)
{
    (void)number;
    interrupted = 1;
}

typedef struct {
    const command_line *line;
    deck *deck;
    const char *base;
    output *out;
    bool written;
    progress shown;
    archive *resume;
} session;

static void print_message(void *to, const diag *d, const diag_message *m)
{
    (void)to;
    char words[8192];
    const size_t n = diag_render(d, m, words, sizeof words);
    fwrite(words, 1, n < sizeof words ? n : sizeof words - 1, stderr);
}

static void print_remark(void *to, const char *words)
{
    (void)to;
    fputs(words, stdout);
}

/* What the `print` card asks for, unless it goes to a file. */
static void print_structure(const model *m)
{
    if (!m->options.print || m->options.print_to_file)
        return;
    text words = {0};
    output_structure(m, &words);
    fwrite(words.at, 1, words.n, stdout);
    text_free(&words);
}

static bool begin(void *to, const model *m, const state *s)
{
    session *x = to;
    (void)s;
    print_structure(m);
    x->out = output_open(m, x->base, x->deck->errors);
    x->written = x->out != NULL;
    return x->written;
}

static void assembled(void *to) { output_assembled(((session *)to)->out); }

static void step(void *to, const state *s, const nonlinear_report *r)
{
    session *x = to;
    const step_line line = {.step = s->step,
                            .t = s->t,
                            .dt = s->dt,
                            .iterations = r->iterations,
                            .residual_error = r->residual_error,
                            .solution_error = r->solution_error,
                            .by_solution = r->by_solution};
    if (x->deck->problem->clock.is_silent)
        return;
    x->written = output_step(x->out, s) && x->written;
    if (x->deck->problem->show & SHOW_MESSAGES)
        output_iteration_line(x->out, &line);
    progress_show(&x->shown, s->t, s->step);
}

static bool eigen(void *to, const state *s, const eigen_result *r)
{
    session *x = to;
    if (x->line->eigen_table) {
        text table = {0};
        eigen_table(x->deck->model, s, r, &table);
        fwrite(table.at, 1, table.n, stdout);
        text_free(&table);
    }
    x->written = output_eigen(x->out, s, r) && x->written;
    return x->written;
}

static bool keep(void *to, archive *a)
{
    const session *x = to;
    return output_restart(x->base, a, x->deck->errors);
}

static bool stop(void *to) { return interrupted || !((session *)to)->written; }

static void message(void *to, const char *words)
{
    (void)to;
    puts(words);
}

static double cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void print_summary(const session *x, const run_summary *sum)
{
    printf("End of simulation at time %g after %d steps;\noutput in file \"%s\"\n", sum->t, sum->steps, x->base);
    printf("total iterations: %ld\ntotal Jacobian matrices: %ld\ntotal error: %g\n", sum->iterations, sum->jacobians,
           sum->error);
    printf("%s terminated normally\n", x->line->as_mbdyn ? "MBDyn" : "Torsor");
    printf("The simulation required %.3g seconds of CPU time\n", cpu_seconds());
}

static bool solve(session *x)
{
    const run_options o = {.listen = {.to = x,
                                      .begin = begin,
                                      .assembled = assembled,
                                      .step = step,
                                      .eigen = eigen,
                                      .message = message,
                                      .stop = stop,
                                      .keep = keep},
                           .errors = x->deck->errors,
                           .resume = x->resume,
                           .resume_name = x->line->restart};
    run_summary sum;
    if (x->line->eigen_table && !x->deck->problem->eigen)
        x->deck->problem->eigen = eigenanalysis_at(x->deck->problem->t0, x->deck->memory);
    progress_begin(&x->shown, x->deck->problem->t0, x->deck->problem->t_end, x->line->silent);
    bool ok = initial_value_solve(x->deck->problem, x->deck->model, &o, &sum);
    progress_end(&x->shown);
    if (interrupted)
        fputs("interrupted: the results end here\n", stderr);
    if (x->out)
        ok = output_close(x->out, ok && sum.complete && !interrupted) && ok;
    if (ok && !x->line->silent)
        print_summary(x, &sum);
    return ok && x->written && !interrupted;
}

/* A deck that ends after the input has nothing to be solved. */
static bool check(const session *x)
{
    if (x->deck->problem->abort == ABORT_INPUT) {
        if (!x->line->silent)
            puts("no errors found");
        return true;
    }
    const rank_findings found = rank_check(x->deck->model, x->deck->problem->t0, x->deck->problem->dt, x->deck->errors);
    const bool ok = found.repeated == 0 && found.motions == 0;
    if (ok && !x->line->silent)
        printf("no errors found: %d unknowns, %d constraints, %d degrees of freedom of the nodes\n",
               x->deck->model->n_unknowns, found.constraints, found.freedoms);
    return ok;
}

static bool read_stdin(deck *d)
{
    text all = {0};
    char part[65536];
    for (size_t n; (n = fread(part, 1, sizeof part, stdin)) > 0;)
        for (size_t i = 0; i < n; i++)
            text_char(&all, part[i]);
    const bool ok = deck_read_text(d, "standard input", all.at ? all.at : "", all.n);
    text_free(&all);
    return ok;
}

static deck *open_deck(const command_line *c)
{
    deck *d = deck_create();
    diag_set_sink(d->errors, print_message, NULL);
    if (!c->silent)
        reader_set_print(d->in, print_remark, NULL);
    reader_read_environment(d->in, environ);
    return d;
}

/* Reads, and solves when `base` is given. */
static int read_and_solve(const command_line *c, const char *path, const char *base, archive *resume)
{
    session x = {.line = c, .base = base, .deck = open_deck(c), .resume = resume};
    if (!c->silent)
        printf("reading from %s%s%s\n", path ? "file \"" : "standard input", path ? path : "", path ? "\"" : "");
    bool ok = path ? deck_read_file(x.deck, path, path) : read_stdin(x.deck);
    fflush(stdout);
    if (ok && base && x.deck->problem)
        ok = solve(&x);
    else if (ok && x.deck->problem)
        ok = check(&x);
    else if (ok && !c->silent)
        puts("nothing to solve");
    diag_flush(x.deck->errors);
    if (!ok && base)
        fputs("An error occurred; the analysis is aborted\n", stderr);
    else if (!ok)
        fprintf(stderr, "%d error%s found\n", diag_errors(x.deck->errors), diag_errors(x.deck->errors) == 1 ? "" : "s");
    deck_destroy(x.deck);
    return ok ? 0 : 1;
}

static int at_deck(const command_line *c, const char *name, bool to_solve)
{
    char *base = to_solve ? results_base(c->output, name) : NULL;
    char *file = NULL;
    if (base && c->restart && is_result(base, "rst", c->restart)) {
        fputs("torsor: --restart needs another name after -o: the results so far would be overwritten\n", stderr);
        free(base);
        return 2;
    }
    archive *resume = to_solve && c->restart ? archive_open(c->restart) : NULL;
    if (name && !(file = enter_directory_of(name))) {
        perror(name);
        archive_destroy(resume);
        free(base);
        return 1;
    }
    const int status = read_and_solve(c, file, base, resume);
    archive_destroy(resume);
    free(file);
    free(base);
    return status;
}

int run_deck(const command_line *c, const char *name)
{
    const struct sigaction action = {.sa_handler = interrupt};
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    return at_deck(c, name, true);
}

int check_deck(const command_line *c, const char *name) { return at_deck(c, name, false); }

int print_symbols(void)
{
    deck *d = deck_create();
    reader_set_print(d->in, print_remark, NULL);
    reader_print_symbols(d->in);
    deck_destroy(d);
    return 0;
}
