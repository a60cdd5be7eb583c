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

/* Reads NUMBER[:POSITIVE]; splits the word in place. */
static bool read_two(char *word, double *first, double *second)
{
    char *colon = strchr(word, ':');
    if (colon)
        *colon = '\0';
    return word_number(word, -1e300, 1e300, first) && (!colon || word_number(colon + 1, 1e-300, 1e300, second));
}

static bool read_control(request *request, char *word)
{
    if (request->plan.n_controls == BROYDEN_MOST)
        return false;
    flight_control *flight_control = &request->controls[request->plan.n_controls++];
    char *equal = strchr(word, '=');
    flight_control->name = word;
    flight_control->is_live = strchr(word, '.') != NULL && (!equal || strchr(word, '.') < equal);
    flight_control->has_start = equal != NULL;
    if (!equal)
        return *word != '\0';
    *equal = '\0';
    return *word != '\0' && read_two(equal + 1, &flight_control->start, &flight_control->step);
}

/* The last '=' ends the name, because names of private data may contain one. */
static bool read_target(request *request, char *word)
{
    char *equal = strrchr(word, '=');
    if (request->plan.n_targets == BROYDEN_MOST || !equal || equal == word)
        return false;
    flight_target *flight_target = &request->targets[request->plan.n_targets++];
    *equal = '\0';
    flight_target->name = word;
    if (!read_two(equal + 1, &flight_target->wanted, &flight_target->tolerance))
        return false;
    if (!(flight_target->tolerance > 0.0))
        flight_target->tolerance = 1e-4 * (flight_target->wanted != 0.0 ? fabs(flight_target->wanted) : 1.0);
    return true;
}

static bool read_hub(request *request, const char *word)
{
    double label;
    const bool ok = word_number(word, 0.0, 4294967295.0, &label) && label == floor(label);
    request->plan.hub = ok ? (unsigned)label : 0;
    request->plan.period = 0.0;
    return ok;
}

static bool trim_read_switch(void *to, int id)
{
    request *request = to;
    switch (id) {
    case SWITCH_TRIM_CONTROL:
        return read_control(request, optarg);
    case SWITCH_TRIM_TARGET:
        return read_target(request, optarg);
    case SWITCH_TRIM_HUB:
        return read_hub(request, optarg);
    case SWITCH_TRIM_PERIOD:
        return word_number(optarg, 1e-300, 1e300, &request->plan.period);
    case SWITCH_TRIM_SETTLE:
        return word_number(optarg, 0.0, 1e300, &request->plan.settle);
    case SWITCH_TRIM_TIME:
        return word_number(optarg, -1e300, 1e300, &request->plan.time);
    case SWITCH_TRIM_ITERATIONS:
        return word_count(optarg, &request->iterations);
    case SWITCH_TRIM_DEFINE:
        return word_definition(optarg, &request->definitions[request->plan.n_definitions++]);
    case SWITCH_TRIM_SANDBOX:
        return request->plan.open.sandbox = true;
    case SWITCH_TRIM_OUTPUT:
        request->output = optarg;
        return true;
    case SWITCH_TRIM_SILENT:
        return request->is_silent = true;
    default:
        return false;
    }
}

static bool complain(const char *words) { return word_complain(COMMAND_TRIM, words); }

/* --- the search --------------------------------------------------------------------------------------------------- */

static bool residual(void *on, const double *u, double *r)
{
    const request *request = on;
    if (!flight_try(request->flying, u, r))
        return false;
    for (int i = 0; i < request->plan.n_targets; i++)
        r[i] -= request->targets[i].wanted;
    return true;
}

static void show(void *on, int iteration, const double *u, const double *r)
{
    const request *request = on;
    if (iteration > 0) /* differences start from the state of the first trial */
        flight_save(request->flying);
    if (request->is_silent)
        return;
    printf("%10d", iteration);
    for (int i = 0; i < request->plan.n_controls; i++)
        printf(" %14.8g", u[i]);
    for (int i = 0; i < request->plan.n_targets; i++)
        printf(" %14.8g", r[i] + request->targets[i].wanted);
    putchar('\n');
    fflush(stdout);
}

static void print_names(const request *request)
{
    printf("%10s", "iteration");
    for (int i = 0; i < request->plan.n_controls; i++)
        printf(" %14s", request->controls[i].name);
    for (int i = 0; i < request->plan.n_targets; i++)
        printf(" %14s", request->targets[i].name);
    putchar('\n');
}

static bool search(request *request)
{
    double steps[BROYDEN_MOST], tolerances[BROYDEN_MOST];
    for (int i = 0; i < request->plan.n_controls; i++) {
        request->u[i] = request->controls[i].start;
        steps[i] = request->controls[i].step;
        tolerances[i] = request->targets[i].tolerance;
    }
    const broyden broyden = {.n = request->plan.n_controls,
                             .step = steps,
                             .tolerance = tolerances,
                             .iterations = request->iterations,
                             .residual = residual,
                             .accepted = show,
                             .context = request};
    if (!request->is_silent)
        print_names(request);
    const bool found = broyden_solve(&broyden, request->u);
    if (!found)
        return complain("the targets were not reached: try other initial values of the controls (--control NAME=START) "
                        "or more --iterations");
    printf("trimmed:");
    for (int i = 0; i < request->plan.n_controls; i++)
        printf(" %s=%.10g", request->controls[i].name, request->u[i]);
    putchar('\n');
    return true;
}

static int fly(request *request, const char *results)
{
    int status = EXIT_WRONG_DECK;
    request->flying = flight_begin(&request->plan);
    if (request->flying && search(request))
        status = results ? word_status(flight_write(request->flying, request->u, results)) : EXIT_ALL_WELL;
    flight_end(request->flying);
    return status;
}

static int trim_execute(void *of, char **words, int n)
{
    (void)n;
    request *request = of;
    if (request->plan.n_controls == 0 || request->plan.n_controls != request->plan.n_targets) {
        complain("give as many --control as --target, and at least one of each");
        return EXIT_WRONG_COMMAND;
    }
    request->deck = words[0];
    char *results = request->output ? results_base(request->output, request->deck) : NULL;
    char *file = enter_directory_of(request->deck);
    int status = EXIT_WRONG_DECK;
    message_form form = messages_form(false);
    request->plan.deck = file;
    request->plan.definitions = request->definitions;
    request->plan.controls = request->controls;
    request->plan.targets = request->targets;
    request->plan.open.environment = request->plan.open.sandbox ? NULL : environ;
    request->plan.open.message = messages_print;
    request->plan.open.context = &form;
    if (!file || (request->output && !results))
        word_cannot_open(request->deck);
    else
        status = fly(request, results);
    free(file);
    free(results);
    return status;
}

int trim_command(int argc, char **argv)
{
    static const word_command TRIM = {.command = COMMAND_TRIM, .take = trim_read_switch, .execute = trim_execute};
    request *request = calloc(1, sizeof *request);
    if (!request || !(request->definitions = calloc((size_t)argc + 1, sizeof *request->definitions))) {
        free(request);
        return word_status(TORSOR_NO_MEMORY);
    }
    request->plan.period = (double)NAN;
    request->plan.time = (double)NAN;
    request->plan.settle = 2.0;
    request->iterations = 20;
    const int status = word_obey(&TRIM, request, argc, argv);
    free(request->definitions);
    free(request);
    return status;
}
