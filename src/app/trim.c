/* trim.c - `torsor trim`: its switches, and the search. */
#include "app/trim.h"
#include "app/broyden.h"
#include "app/exit_status.h"
#include "app/flight.h"
#include "app/messages.h"
#include "app/paths.h"
#include "app/words.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern char **environ;

typedef struct {
    flight_plan plan;
    torsor_definition *definitions;
    flight_control controls[BROYDEN_MOST];
    flight_target targets[BROYDEN_MOST];
    int iterations;
    bool is_silent;
    const char *deck, *output;
    flight *flying;
    double u[BROYDEN_MOST]; /* controls */
} request;

/* NUMBER[:POSITIVE], cut where it is. */
static bool read_two(char *word, double *first, double *second)
{
    char *colon = strchr(word, ':');
    if (colon)
        *colon = '\0';
    return word_number(word, -1e300, 1e300, first) && (!colon || word_number(colon + 1, 1e-300, 1e300, second));
}

static bool read_control(request *q, char *word)
{
    if (q->plan.n_controls == BROYDEN_MOST)
        return false;
    flight_control *c = &q->controls[q->plan.n_controls++];
    char *equal = strchr(word, '=');
    c->name = word;
    c->is_live = strchr(word, '.') != NULL && (!equal || strchr(word, '.') < equal);
    c->has_start = equal != NULL;
    if (!equal)
        return *word != '\0';
    *equal = '\0';
    return *word != '\0' && read_two(equal + 1, &c->start, &c->step);
}

/* The last '=' ends the name: names of private data may have one. */
static bool read_target(request *q, char *word)
{
    char *equal = strrchr(word, '=');
    if (q->plan.n_targets == BROYDEN_MOST || !equal || equal == word)
        return false;
    flight_target *t = &q->targets[q->plan.n_targets++];
    *equal = '\0';
    t->name = word;
    if (!read_two(equal + 1, &t->wanted, &t->tolerance))
        return false;
    if (!(t->tolerance > 0.0))
        t->tolerance = 1e-4 * (t->wanted != 0.0 ? fabs(t->wanted) : 1.0);
    return true;
}

static bool read_hub(request *q, const char *word)
{
    double label;
    const bool ok = word_number(word, 0.0, 4294967295.0, &label) && label == floor(label);
    q->plan.hub = ok ? (unsigned)label : 0;
    q->plan.period = 0.0;
    return ok;
}

static bool trim_read_switch(void *to, int id)
{
    request *q = to;
    switch (id) {
    case SWITCH_TRIM_CONTROL:
        return read_control(q, optarg);
    case SWITCH_TRIM_TARGET:
        return read_target(q, optarg);
    case SWITCH_TRIM_HUB:
        return read_hub(q, optarg);
    case SWITCH_TRIM_PERIOD:
        return word_number(optarg, 1e-300, 1e300, &q->plan.period);
    case SWITCH_TRIM_SETTLE:
        return word_number(optarg, 0.0, 1e300, &q->plan.settle);
    case SWITCH_TRIM_TIME:
        return word_number(optarg, -1e300, 1e300, &q->plan.time);
    case SWITCH_TRIM_ITERATIONS:
        return word_count(optarg, &q->iterations);
    case SWITCH_TRIM_DEFINE:
        return word_definition(optarg, &q->definitions[q->plan.n_definitions++]);
    case SWITCH_TRIM_SANDBOX:
        return q->plan.open.sandbox = true;
    case SWITCH_TRIM_OUTPUT:
        q->output = optarg;
        return true;
    case SWITCH_TRIM_SILENT:
        return q->is_silent = true;
    default:
        return false;
    }
}

static bool complain(const char *words) { return word_complain(COMMAND_TRIM, words); }

/* --- the search --------------------------------------------------------------------------------------------------- */

static bool residual(void *on, const double *u, double *r)
{
    const request *q = on;
    if (!flight_try(q->flying, u, r))
        return false;
    for (int i = 0; i < q->plan.n_targets; i++)
        r[i] -= q->targets[i].wanted;
    return true;
}

static void show(void *on, int iteration, const double *u, const double *r)
{
    const request *q = on;
    if (iteration > 0) /* differences begin where the first try did */
        flight_keep(q->flying);
    if (q->is_silent)
        return;
    printf("%10d", iteration);
    for (int i = 0; i < q->plan.n_controls; i++)
        printf(" %14.8g", u[i]);
    for (int i = 0; i < q->plan.n_targets; i++)
        printf(" %14.8g", r[i] + q->targets[i].wanted);
    putchar('\n');
    fflush(stdout);
}

static void print_names(const request *q)
{
    printf("%10s", "iteration");
    for (int i = 0; i < q->plan.n_controls; i++)
        printf(" %14s", q->controls[i].name);
    for (int i = 0; i < q->plan.n_targets; i++)
        printf(" %14s", q->targets[i].name);
    putchar('\n');
}

static bool search(request *q)
{
    double steps[BROYDEN_MOST], tolerances[BROYDEN_MOST];
    for (int i = 0; i < q->plan.n_controls; i++) {
        q->u[i] = q->controls[i].start;
        steps[i] = q->controls[i].step;
        tolerances[i] = q->targets[i].tolerance;
    }
    const broyden b = {.n = q->plan.n_controls,
                       .step = steps,
                       .tolerance = tolerances,
                       .iterations = q->iterations,
                       .residual = residual,
                       .accepted = show,
                       .context = q};
    if (!q->is_silent)
        print_names(q);
    const bool found = broyden_solve(&b, q->u);
    if (!found)
        return complain("the targets are not reached: other first values of the controls (--control NAME=START) or "
                        "more --iterations may help");
    printf("trimmed:");
    for (int i = 0; i < q->plan.n_controls; i++)
        printf(" %s=%.10g", q->controls[i].name, q->u[i]);
    putchar('\n');
    return true;
}

static int fly(request *q, const char *results)
{
    int status = EXIT_WRONG_DECK;
    q->flying = flight_begin(&q->plan);
    if (q->flying && search(q))
        status = results ? word_status(flight_write(q->flying, q->u, results)) : EXIT_ALL_WELL;
    flight_end(q->flying);
    return status;
}

static int trim_carry_out(void *of, char **words, int n)
{
    (void)n;
    request *q = of;
    if (q->plan.n_controls == 0 || q->plan.n_controls != q->plan.n_targets) {
        complain("as many --control as --target are needed, and at least one of each");
        return EXIT_WRONG_COMMAND;
    }
    q->deck = words[0];
    char *results = q->output ? results_base(q->output, q->deck) : NULL;
    char *file = enter_directory_of(q->deck);
    int status = EXIT_WRONG_DECK;
    message_form form = messages_form(false);
    q->plan.deck = file;
    q->plan.definitions = q->definitions;
    q->plan.controls = q->controls;
    q->plan.targets = q->targets;
    q->plan.open.environment = q->plan.open.sandbox ? NULL : environ;
    q->plan.open.message = messages_print;
    q->plan.open.context = &form;
    if (!file || (q->output && !results))
        word_cannot_open(q->deck);
    else
        status = fly(q, results);
    free(file);
    free(results);
    return status;
}

int trim_command(int argc, char **argv)
{
    static const word_command TRIM = {.command = COMMAND_TRIM, .take = trim_read_switch, .carry_out = trim_carry_out};
    request *q = calloc(1, sizeof *q);
    if (!q || !(q->definitions = calloc((size_t)argc + 1, sizeof *q->definitions))) {
        free(q);
        return word_status(TORSOR_NO_MEMORY);
    }
    q->plan.period = (double)NAN;
    q->plan.time = (double)NAN;
    q->plan.settle = 2.0;
    q->iterations = 20;
    const int status = word_obey(&TRIM, q, argc, argv);
    free(q->definitions);
    free(q);
    return status;
}
