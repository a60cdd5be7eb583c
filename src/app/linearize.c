/* linearize.c - `torsor linearize`: its switches, and a table of states and modes. */
#include "app/linearize.h"
#include "app/exit_status.h"
#include "app/linear_files.h"
#include "app/messages.h"
#include "app/paths.h"
#include "app/words.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern char **environ;

enum { MOST_FREQUENCIES = 1000000 };

typedef struct {
    torsor_options open;
    torsor_definition *definitions; /* these lists have at most argc items */
    char **inputs, **outputs;       /* words, with commas between names */
    const char **files;
    int n_inputs, n_outputs, n_files;
    double time; /* NAN: the initial time */
    double *omega;
    int n_omega;
    bool is_silent;
    message_form form;
    torsor_analysis *analysis;
} request;

/* --- switches ----------------------------------------------------------------------------------------------------- */

static bool read_time(request *request, const char *word)
{
    if (strcmp(word, "end") != 0)
        return word_number(word, -1e300, 1e300, &request->time);
    request->time = (double)INFINITY;
    return true;
}

/* FROM:TO:N in Hz, equally spaced on a logarithmic axis; splits the word in place. */
static bool read_frequencies(request *request, char *word)
{
    double first, last;
    char *to = strchr(word, ':'), *n = to ? strchr(to + 1, ':') : NULL;
    if (!n)
        return false;
    *to = *n = '\0';
    if (!word_number(word, 1e-300, 1e300, &first) || !word_number(to + 1, first, 1e300, &last) ||
        !word_count(n + 1, &request->n_omega) || request->n_omega > MOST_FREQUENCIES)
        return false;
    free(request->omega);
    request->omega = calloc((size_t)request->n_omega, sizeof *request->omega);
    for (int i = 0; request->omega && i < request->n_omega; i++)
        request->omega[i] =
            2.0 * M_PI * first * pow(last / first, request->n_omega > 1 ? i / (request->n_omega - 1.0) : 0.0);
    return request->omega != NULL;
}

static bool linearize_read_switch(void *to, int id)
{
    request *request = to;
    switch (id) {
    case SWITCH_LINEARIZE_INPUTS:
        request->inputs[request->n_inputs++] = optarg;
        return true;
    case SWITCH_LINEARIZE_OUTPUTS:
        request->outputs[request->n_outputs++] = optarg;
        return true;
    case SWITCH_LINEARIZE_TIME:
        return read_time(request, optarg);
    case SWITCH_LINEARIZE_FREQUENCIES:
        return read_frequencies(request, optarg);
    case SWITCH_LINEARIZE_DEFINE:
        return word_definition(optarg, &request->definitions[request->open.n_definitions++]);
    case SWITCH_LINEARIZE_SANDBOX:
        return request->open.sandbox = true;
    case SWITCH_LINEARIZE_OUTPUT:
        request->files[request->n_files++] = optarg;
        return linear_file_is_known(optarg);
    case SWITCH_LINEARIZE_SILENT:
        return request->is_silent = true;
    default:
        return false;
    }
}

/* --- names -------------------------------------------------------------------------------------------------------- */

typedef struct {
    int *items;
    int n;
} indices;

static bool add_name(const request *request, const char *name, indices *to)
{
    const int index = torsor_find(request->analysis, name);
    const char *near = index < 0 ? torsor_nearest_name(request->analysis, name) : NULL;
    if (index < 0) {
        print_visible(stderr, "torsor linearize: unknown quantity '%s'%s%s%s\n", name, near ? "; did you mean '" : "",
                      near ? near : "", near ? "'?" : "");
        return false;
    }
    int *more = realloc(to->items, ((size_t)to->n + 1) * sizeof *more);
    if (!more)
        return false;
    to->items = more;
    to->items[to->n++] = index;
    return true;
}

static bool find_names(const request *request, char **words, int n, indices *to)
{
    bool ok = true;
    for (int i = 0; ok && i < n; i++)
        for (char *rest = words[i], *name; ok && (name = strsep(&rest, ",")) != NULL;)
            ok = add_name(request, name, to);
    return ok;
}

/* Whether all inputs can be set; the rest of the quantities is found by torsor_linearize. */
static bool can_act(const request *request, const indices *inputs)
{
    const int count = torsor_quantity_count(request->analysis);
    for (int i = 0; i < inputs->n; i++) {
        const torsor_quantity quantity = torsor_quantity_at(request->analysis, inputs->items[i] % count);
        if (!quantity.can_set) {
            print_visible(stderr,
                          "torsor linearize: '%s' cannot be an input: inputs are drives, forces on nodes, "
                          "parameter nodes and variables\n",
                          quantity.name);
            return false;
        }
    }
    return true;
}

/* --- the table ---------------------------------------------------------------------------------------------------- */

static void print_modes(torsor_linear *linear)
{
    const int n = torsor_linear_mode_count(linear);
    printf("%14s %14s %14s %14s   %s\n", "frequency, Hz", "damping, %", "real part", "imaginary part",
           "kinetic energy in");
    for (int i = 0; i < n; i++) {
        const torsor_linear_mode mode = torsor_linear_mode_at(linear, i);
        const double size = hypot(mode.re, mode.im);
        printf("%14.6g %14.4f %14.6g %14.6g   %s\n", mode.im / (2.0 * M_PI), size > 0.0 ? -100.0 * mode.re / size : 0.0,
               mode.re, mode.im, mode.name);
    }
    if (n < 0)
        fputs("torsor linearize: the poles are not available: LAPACK is missing, or did not converge\n", stderr);
}

static void print_table(torsor_linear *linear)
{
    enum { LISTED = 40 };
    const int n = torsor_linear_count(linear, TORSOR_LINEAR_STATE);
    printf("linear model at time %g: %d states, %d inputs, %d outputs; %d equations before the elimination of "
           "constraints\n",
           torsor_linear_time(linear), n, torsor_linear_count(linear, TORSOR_LINEAR_INPUT),
           torsor_linear_count(linear, TORSOR_LINEAR_OUTPUT), torsor_linear_count(linear, TORSOR_LINEAR_UNKNOWN));
    for (int i = 0; i < n && i < LISTED; i++) {
        const torsor_linear_channel state = torsor_linear_at(linear, TORSOR_LINEAR_STATE, i);
        printf("%6d  %s%s%s\n", i + 1, state.name, *state.unit ? ", " : "", state.unit);
    }
    if (n > LISTED)
        printf("        and %d more\n", n - LISTED);
    if (n <= 1000)
        print_modes(linear);
}

/* --- the command -------------------------------------------------------------------------------------------------- */

static bool write_files(const request *request, char *const *paths, torsor_linear *linear, const char *deck)
{
    const linear_contents contents = {
        .linear = linear, .deck = deck, .omega = request->omega, .n_omega = request->n_omega};
    bool ok = true;
    for (int i = 0; ok && i < request->n_files; i++)
        ok = linear_file_write(&contents, paths[i]);
    return ok;
}

static int linearize_now(request *request, char *const *paths, const char *deck)
{
    indices inputs = {0}, outputs = {0};
    torsor_linear *linear = NULL;
    if (find_names(request, request->inputs, request->n_inputs, &inputs) &&
        find_names(request, request->outputs, request->n_outputs, &outputs) && can_act(request, &inputs)) {
        const torsor_linear_options options = {.size = sizeof options,
                                               .inputs = inputs.items,
                                               .outputs = outputs.items,
                                               .n_inputs = inputs.n,
                                               .n_outputs = outputs.n};
        linear = torsor_linearize(request->analysis, &options);
    }
    if (linear && !request->is_silent)
        print_table(linear);
    const bool ok = linear && write_files(request, paths, linear, deck);
    torsor_linear_free(linear);
    free(inputs.items);
    free(outputs.items);
    return ok ? EXIT_ALL_WELL : EXIT_WRONG_DECK;
}

/* Solves up to the time and linearizes. */
static int solve(request *request, const char *file, char *const *paths)
{
    const torsor_analysis_options options = {.size = sizeof options};
    request->open.definitions = request->definitions;
    request->open.environment = request->open.sandbox ? NULL : environ;
    request->open.settable = request->open.read_only = true;
    request->open.message = messages_print;
    request->form = messages_form(false);
    request->open.context = &request->form;
    torsor_model *model = torsor_open(file, &request->open);
    request->analysis = torsor_has_problem(model) ? torsor_begin(model, &options) : NULL;
    torsor_status status = torsor_state(request->analysis);
    if (status == TORSOR_OK && isinf(request->time))
        status = torsor_run(request->analysis);
    else if (status == TORSOR_OK && !isnan(request->time))
        status = torsor_run_past(request->analysis, request->time);
    const bool ok = status == TORSOR_OK || status == TORSOR_END;
    const int outcome = ok ? linearize_now(request, paths, file)
                        : !model || torsor_state(request->analysis) == TORSOR_NO_MEMORY ? EXIT_NO_MEMORY
                                                                                        : EXIT_WRONG_DECK;
    torsor_end(request->analysis);
    torsor_close(model);
    return outcome;
}

static bool complain(const char *words) { return word_complain(COMMAND_LINEARIZE, words); }

/* Whether the switches are consistent; returns false after a message. */
static bool is_whole(const request *request)
{
    for (int i = 0; i < request->n_files; i++)
        if (linear_file_is_response(request->files[i]) && request->n_omega == 0)
            return complain("a frequency response requires --frequencies FROM:TO:N");
        else if (linear_file_is_response(request->files[i]) && (request->n_inputs == 0 || request->n_outputs == 0))
            return complain("a frequency response requires --inputs and --outputs");
    return true;
}

static int linearize_execute(void *of, char **words, int n)
{
    (void)n;
    request *request = of;
    if (!is_whole(request))
        return EXIT_WRONG_COMMAND;
    char **paths = calloc((size_t)request->n_files + 1, sizeof *paths);
    bool ok = paths != NULL;
    for (int i = 0; ok && i < request->n_files; i++)
        ok = (paths[i] = absolute_path(request->files[i])) != NULL;
    char *file = ok ? enter_directory_of(words[0]) : NULL;
    if (!file)
        word_cannot_open(words[0]);
    const int status = file ? solve(request, file, paths) : EXIT_WRONG_DECK;
    for (int i = 0; paths && i < request->n_files; i++)
        free(paths[i]);
    free((void *)paths);
    free(file);
    return status;
}

int linearize_command(int argc, char **argv)
{
    static const word_command LINEARIZE = {
        .command = COMMAND_LINEARIZE, .take = linearize_read_switch, .execute = linearize_execute};
    const size_t n = (size_t)argc + 1;
    request request = {.open = {.size = sizeof request.open},
                       .definitions = calloc(n, sizeof *request.definitions),
                       .inputs = calloc(n, sizeof *request.inputs),
                       .outputs = calloc(n, sizeof *request.outputs),
                       .files = calloc(n, sizeof *request.files),
                       .time = (double)NAN};
    const bool ok = request.definitions && request.inputs && request.outputs && request.files;
    const int status = ok ? word_obey(&LINEARIZE, &request, argc, argv) : word_status(TORSOR_NO_MEMORY);
    free(request.definitions);
    free((void *)request.inputs);
    free((void *)request.outputs);
    free((void *)request.files);
    free(request.omega);
    return status;
}
