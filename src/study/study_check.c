/* study_check.c - compares the plan with its deck before cases are solved: variables that the deck does not use,
 * outputs that the model does not have. The first case stands for all. */
#include "api/guard.h"
#include "study/diag_rows.h"
#include "study/study_internals.h"
#include <string.h>

typedef struct {
    torsor_study *study;
    arena *memory;
    bool ok;
} checking;

/* The library warns of definitions that the deck does not use (W0761). */
static bool is_unused(const torsor_model *model, const char *name, arena *memory)
{
    const char *quoted = arena_printf(memory, "'%s'", name);
    for (int i = 0; i < torsor_message_count(model); i++) {
        const torsor_message message = torsor_message_at(model, i);
        if (strcmp(message.code, "W0761") == 0 && strstr(message.text, quoted))
            return true;
    }
    return false;
}

/* Weights and groups are for the tables: the deck need not use them. */
static bool is_for_tables(const plan *plan, const char *name)
{
    return (plan->weight && strcmp(plan->weight, name) == 0) || (plan->group && strcmp(plan->group, name) == 0);
}

static void check_variables(checking *checking, const torsor_model *model)
{
    const plan *plan = &checking->study->plan;
    for (int i = 0; i < plan->variables.n; i++)
        if (!is_for_tables(plan, plan->variables.items[i].name) &&
            is_unused(model, plan->variables.items[i].name, checking->memory)) {
            diag_report(checking->study->errors, E_PLAN_VARIABLE, plan->variables.items[i].location,
                        plan->variables.items[i].name);
            checking->ok = false;
        }
}

static void check_outputs(checking *checking, torsor_analysis *analysis)
{
    const plan *plan = &checking->study->plan;
    diag *errors = checking->study->errors;
    for (int i = 0; i < plan->outputs.n; i++) {
        const plan_output *output = &plan->outputs.items[i];
        const int index = torsor_find(analysis, output->quantity);
        if (index < 0) {
            const char *near = torsor_nearest_name(analysis, output->quantity);
            diag_report(errors, E_PLAN_OUTPUT, output->location, output->quantity);
            if (near)
                diag_hint(errors, "did you mean '%s'?", near);
            checking->ok = false;
        } else if (torsor_quantity_at(analysis, index).size > 1) { /* a component has no entry of its own */
            const int size = torsor_quantity_at(analysis, index).size;
            diag_report(errors, E_PLAN_OUTPUT_SIZE, output->location, output->quantity, size, output->quantity,
                        output->quantity, size - 1);
            checking->ok = false;
        }
    }
}

/* A case that cannot be read is no reason not to solve the others, but to tell why. */
static void pass_on_errors(const torsor_study *study, const torsor_model *model)
{
    for (int i = 0; study->open.message && i < torsor_message_count(model); i++) {
        const torsor_message message = torsor_message_at(model, i);
        if (message.severity == TORSOR_SEVERITY_ERROR)
            study->open.message(study->open.context, &message);
    }
}

static void study_check_all(void *on)
{
    checking *checking = on;
    torsor_study *study = checking->study;
    checking->memory = arena_create();
    torsor_definition *definitions;
    torsor_options open = study->open;
    open.n_definitions = study_definitions(study, 0, checking->memory, &definitions);
    open.definitions = definitions;
    open.message = NULL;
    open.print = NULL;
    torsor_model *model = torsor_open(study->plan.deck, &open);
    if (!torsor_is_good(model)) {
        pass_on_errors(study, model);
    } else {
        check_variables(checking, model);
        const torsor_analysis_options options = {.size = sizeof options, .threads = 1};
        torsor_analysis *analysis = torsor_has_problem(model) ? torsor_begin(model, &options) : NULL;
        if (analysis && torsor_state(analysis) == TORSOR_OK)
            check_outputs(checking, analysis);
        if (analysis)
            torsor_end(analysis);
    }
    torsor_close(model);
    arena_destroy(checking->memory);
    diag_flush(study->errors);
}

torsor_status torsor_study_check(torsor_study *study)
{
    checking checking = {.study = study, .ok = true};
    if (!study)
        return TORSOR_MISUSE;
    return !guarded(study_check_all, &checking) ? TORSOR_NO_MEMORY : checking.ok ? TORSOR_OK : TORSOR_ERROR;
}
