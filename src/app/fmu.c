/* fmu.c - `torsor fmu`: its switches, and the selection of quantities that become variables.
 *
 *     inputs        drives with a label, parameter nodes           or those named by --input
 *     outputs       motion of structural nodes, private data       or those named by --output
 *     parameters    variables declared in the deck */
#include "app/fmu.h"
#include "app/exit_status.h"
#include "app/messages.h"
#include "app/words.h"
#include <ctype.h>
#include <fnmatch.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 64 };

typedef struct {
    const char *items[MOST];
    int n;
} patterns;

typedef struct {
    fmu_plan plan;
    patterns inputs, outputs;
    bool is_sandbox;
} request;

/* --- switches ----------------------------------------------------------------------------------------------------- */

static bool add_pattern(patterns *to, const char *word)
{
    const bool ok = to->n < MOST;
    if (ok)
        to->items[to->n++] = word;
    return ok;
}

static bool fmu_read_switch(void *to, int id)
{
    request *request = to;
    switch (id) {
    case SWITCH_FMU_OUTPUT:
        request->plan.output = optarg;
        return true;
    case SWITCH_FMU_INPUT:
        return add_pattern(&request->inputs, optarg);
    case SWITCH_FMU_OUTPUTS:
        return add_pattern(&request->outputs, optarg);
    case SWITCH_FMU_SANDBOX:
        return request->is_sandbox = true;
    default:
        return false;
    }
}

/* --- the plan ----------------------------------------------------------------------------------------------------- */

static const patterns INPUTS = {{"drive.*", "node.parameter.*"}, 2};
static const patterns OUTPUTS = {
    {"node.struct.*.X", "node.struct.*.XP", "node.struct.*.R", "node.struct.*.Omega", "private.*"}, 5};

/* Marks the pattern that matches in `used`. */
static bool matches(const patterns *patterns, const char *name, bool *used)
{
    bool any = false;
    for (int i = 0; i < patterns->n; i++)
        if (fnmatch(patterns->items[i], name, 0) == 0)
            any = used[i] = true;
    return any;
}

/* The name of the deck without folder and extension, as a C identifier. */
static char *identifier_of(const char *deck)
{
    const char *slash = strrchr(deck, '/'), *from = slash ? slash + 1 : deck;
    char *name = NULL;
    if (asprintf(&name, "%s%.*s", isdigit((unsigned char)*from) ? "m" : "", (int)strcspn(from, "."), from) < 0)
        return NULL;
    for (char *c = name; *c; c++)
        if (!isalnum((unsigned char)*c))
            *c = '_';
    return name;
}

static void fmu_add(fmu_plan *plan, const torsor_quantity *is, fmu_causality causality)
{
    double *values = calloc((size_t)is->size, sizeof *values);
    fmu_variable variable = {.quantity = *is, .causality = causality, .start = NAN};
    if (values && causality != FMU_OUTPUT && torsor_get(plan->analysis, is->name, values, is->size) == TORSOR_OK)
        variable.start = *values;
    plan->variables[plan->n++] = variable;
    free(values);
}

static bool complain_of(const char *what, const patterns *patterns, const bool *used)
{
    bool ok = true;
    for (int i = 0; i < patterns->n; i++)
        if (!used[i]) {
            print_visible(stderr, "torsor fmu: the model has no %s '%s'\n", what, patterns->items[i]);
            ok = false;
        }
    return ok;
}

/* Returns false after a message if a requested name does not exist. */
static bool fmu_choose(request *request)
{
    fmu_plan *plan = &request->plan;
    bool in_used[MOST] = {0}, out_used[MOST] = {0};
    const patterns *in = request->inputs.n ? &request->inputs : &INPUTS,
                   *out = request->outputs.n ? &request->outputs : &OUTPUTS;
    const int n = torsor_quantity_count(plan->analysis);
    plan->variables = calloc((size_t)n + 1, sizeof *plan->variables);
    for (int i = 0; plan->variables && i < n; i++) {
        const torsor_quantity is = torsor_quantity_at(plan->analysis, i);
        if (is.is_declared)
            fmu_add(plan, &is, FMU_PARAMETER);
        else if (is.can_set && matches(in, is.name, in_used))
            fmu_add(plan, &is, FMU_INPUT);
        else if (is.can_get && matches(out, is.name, out_used))
            fmu_add(plan, &is, FMU_OUTPUT);
    }
    const bool in_ok = in == &INPUTS || complain_of("input", in, in_used);
    return plan->variables && (out == &OUTPUTS || complain_of("output", out, out_used)) && in_ok;
}

/* Model exchange requires ordinary differential equations. */
static bool see_equations(fmu_plan *plan)
{
    plan->n_states = torsor_ordinary_count(plan->analysis);
    plan->no_exchange = plan->n_states == 0 ? "it has no states" : torsor_ordinary_reason(plan->analysis);
    if (plan->no_exchange)
        print_visible(stderr, "torsor fmu: only co-simulation is supported, not model exchange: %s\n",
                      plan->no_exchange);
    return true;
}

static int fmu_execute(void *of, char **words, int n)
{
    (void)n;
    request *request = of;
    fmu_plan *plan = &request->plan;
    message_form form = messages_form(false);
    char *name = NULL;
    const torsor_options options = {.size = sizeof options,
                                    .settable = true,
                                    .read_only = true,
                                    .sandbox = request->is_sandbox,
                                    .message = messages_print,
                                    .context = &form};
    plan->deck = words[0];
    plan->identifier = identifier_of(plan->deck);
    if (!plan->output && plan->identifier && asprintf(&name, "%s.fmu", plan->identifier) >= 0)
        plan->output = name;
    plan->model = torsor_open(plan->deck, &options);
    plan->analysis = torsor_has_problem(plan->model) ? torsor_begin(plan->model, NULL) : NULL;
    const torsor_status how = torsor_state(plan->analysis);
    const bool ok = plan->identifier && plan->output && (how == TORSOR_OK || how == TORSOR_END) &&
                    fmu_choose(request) && see_equations(plan) && fmu_write(plan);
    torsor_end(plan->analysis);
    torsor_close(plan->model);
    free(plan->variables);
    free(plan->identifier);
    free(name);
    return ok ? EXIT_ALL_WELL : EXIT_WRONG_DECK;
}

int fmu_command(int argc, char **argv)
{
    static const word_command FMU = {.command = COMMAND_FMU, .take = fmu_read_switch, .execute = fmu_execute};
    request request = {0};
    return word_obey(&FMU, &request, argc, argv);
}
