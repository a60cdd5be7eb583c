/* fmu.c - `torsor fmu`: its switches, and which quantities become variables.
 *
 *     inputs        drives with a label, parameter nodes           or those that --input names
 *     outputs       motion of structural nodes, private data       or those that --output names
 *     parameters    variables that the deck declares */
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
    request *q = to;
    switch (id) {
    case SWITCH_FMU_OUTPUT:
        q->plan.output = optarg;
        return true;
    case SWITCH_FMU_INPUT:
        return add_pattern(&q->inputs, optarg);
    case SWITCH_FMU_OUTPUTS:
        return add_pattern(&q->outputs, optarg);
    case SWITCH_FMU_SANDBOX:
        return q->is_sandbox = true;
    default:
        return false;
    }
}

/* --- the plan ----------------------------------------------------------------------------------------------------- */

static const patterns INPUTS = {{"drive.*", "node.parameter.*"}, 2};
static const patterns OUTPUTS = {
    {"node.struct.*.X", "node.struct.*.XP", "node.struct.*.R", "node.struct.*.Omega", "private.*"}, 5};

/* Notes in `used` which pattern it was. */
static bool matches(const patterns *p, const char *name, bool *used)
{
    bool any = false;
    for (int i = 0; i < p->n; i++)
        if (fnmatch(p->items[i], name, 0) == 0)
            any = used[i] = true;
    return any;
}

/* The name of the deck without its folder and ending, as a name of C. */
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

static void fmu_add(fmu_plan *p, const torsor_quantity *is, fmu_causality causality)
{
    double *values = calloc((size_t)is->size, sizeof *values);
    fmu_variable v = {.quantity = *is, .causality = causality, .start = NAN};
    if (values && causality != FMU_OUTPUT && torsor_get(p->a, is->name, values, is->size) == TORSOR_OK)
        v.start = *values;
    p->variables[p->n++] = v;
    free(values);
}

static bool complain_of(const char *what, const patterns *p, const bool *used)
{
    bool ok = true;
    for (int i = 0; i < p->n; i++)
        if (!used[i]) {
            fprintf(stderr, "torsor fmu: the model has no %s '%s'\n", what, p->items[i]);
            ok = false;
        }
    return ok;
}

/* False after a message: nothing has a name that was asked for. */
static bool fmu_choose(request *q)
{
    fmu_plan *p = &q->plan;
    bool in_used[MOST] = {0}, out_used[MOST] = {0};
    const patterns *in = q->inputs.n ? &q->inputs : &INPUTS, *out = q->outputs.n ? &q->outputs : &OUTPUTS;
    const int n = torsor_quantity_count(p->a);
    p->variables = calloc((size_t)n + 1, sizeof *p->variables);
    for (int i = 0; p->variables && i < n; i++) {
        const torsor_quantity is = torsor_quantity_at(p->a, i);
        if (is.is_declared)
            fmu_add(p, &is, FMU_PARAMETER);
        else if (is.can_set && matches(in, is.name, in_used))
            fmu_add(p, &is, FMU_INPUT);
        else if (is.can_get && matches(out, is.name, out_used))
            fmu_add(p, &is, FMU_OUTPUT);
    }
    const bool in_ok = in == &INPUTS || complain_of("input", in, in_used);
    return p->variables && (out == &OUTPUTS || complain_of("output", out, out_used)) && in_ok;
}

/* Model exchange is for ordinary differential equations. */
static bool see_equations(fmu_plan *p)
{
    p->n_states = torsor_ordinary_count(p->a);
    p->no_exchange = p->n_states == 0 ? "there is no state" : torsor_ordinary_reason(p->a);
    if (p->no_exchange)
        fprintf(stderr, "torsor fmu: for co-simulation alone, without model exchange: %s\n", p->no_exchange);
    return true;
}

static int fmu_carry_out(void *of, char **words, int n)
{
    (void)n;
    request *q = of;
    fmu_plan *p = &q->plan;
    message_form form = messages_form(false);
    char *name = NULL;
    const torsor_options o = {.size = sizeof o,
                              .settable = true,
                              .read_only = true,
                              .sandbox = q->is_sandbox,
                              .message = messages_print,
                              .context = &form};
    p->deck = words[0];
    p->identifier = identifier_of(p->deck);
    if (!p->output && p->identifier && asprintf(&name, "%s.fmu", p->identifier) >= 0)
        p->output = name;
    p->m = torsor_open(p->deck, &o);
    p->a = torsor_has_problem(p->m) ? torsor_begin(p->m, NULL) : NULL;
    const torsor_status how = torsor_state(p->a);
    const bool ok = p->identifier && p->output && (how == TORSOR_OK || how == TORSOR_END) && fmu_choose(q) &&
                    see_equations(p) && fmu_write(p);
    torsor_end(p->a);
    torsor_close(p->m);
    free(p->variables);
    free(p->identifier);
    free(name);
    return ok ? EXIT_ALL_WELL : EXIT_WRONG_DECK;
}

int fmu_command(int argc, char **argv)
{
    static const word_command FMU = {.command = COMMAND_FMU, .take = fmu_read_switch, .carry_out = fmu_carry_out};
    request q = {0};
    return word_obey(&FMU, &q, argc, argv);
}
