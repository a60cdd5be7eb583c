/* study_model.c - the model of a case: read, or that of the case before with other values of variables.
 *
 * A model is used again if the values that differ are numbers of the same type, of variables that are not constant and
 * that nothing has read while the deck was read: they occur only in expressions that are evaluated during the analysis.
 * The symbols of the model know this (symbol_use.h). Everything that was read is then the same, and so is every
 * result. Result files may contain more than what is read: if they are kept, every case is read. */
#include "study/study_model.h"
#include "api/handles.h"
#include "deck/symbol_use.h"
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

/* A number as the reader of expressions takes it: digits without point or exponent are an integer. */
static bool plain_number(const char *words, value *v)
{
    char *end;
    errno = 0;
    if (!*words || strspn(words, "+-.0123456789eE") != strlen(words) || words[strspn(words, "+-")] == '\0')
        return false;
    if (strpbrk(words, ".eE")) {
        *v = value_real(strtod(words, &end));
        return !*end && errno == 0;
    }
    const long whole = strtol(words, &end, 10);
    *v = value_integer((int)whole);
    return !*end && errno == 0 && whole > INT_MIN && whole <= INT_MAX;
}

/* Whether a variable of the model may have another value, which is stored. */
static bool may_become(const torsor_model *model, const torsor_definition *before, const torsor_definition *now,
                       double *number)
{
    value old, new;
    const symbol *symbol = symbols_find(model->deck->names, now->name, strlen(now->name));
    if (strcmp(before->name, now->name) != 0 || !symbol || !symbol->is_named || symbol->is_const || symbol->is_live ||
        symbol_was_used(symbol) || !plain_number(before->value, &old) || !plain_number(now->value, &new) ||
        old.type != new.type)
        return false;
    *number = value_to_real(new);
    return symbol->type == TYPE_REAL || (symbol->type == TYPE_INTEGER && new.type == TYPE_INTEGER);
}

static bool reuse(const study_model *kept, const torsor_definition *definitions, int n, case_model *to, arena *memory)
{
    if (!torsor_has_problem(kept->model) || kept->n != n)
        return false;
    to->settings = ARENA_ARRAY(memory, variable_setting, n + 1);
    for (int i = 0; i < n; i++) {
        double number;
        if (strcmp(kept->definitions[i].name, definitions[i].name) == 0 &&
            strcmp(kept->definitions[i].value, definitions[i].value) == 0)
            continue;
        if (!may_become(kept->model, &kept->definitions[i], &definitions[i], &number))
            return false;
        to->settings[to->n++] = (variable_setting){arena_printf(memory, "variable.%s", definitions[i].name), number};
    }
    to->model = kept->model;
    return true;
}

void study_model_discard(torsor_study *study)
{
    torsor_close(study->kept.model);
    arena_destroy(study->kept.memory);
    study->kept = (study_model){0};
}

static void keep(torsor_study *study, const torsor_definition *definitions, int n)
{
    study_model *kept = &study->kept;
    kept->memory = arena_create();
    kept->definitions = ARENA_ARRAY(kept->memory, torsor_definition, n + 1);
    for (kept->n = 0; kept->n < n; kept->n++)
        kept->definitions[kept->n] = (torsor_definition){
            arena_string(kept->memory, definitions[kept->n].name, strlen(definitions[kept->n].name)),
            arena_string(kept->memory, definitions[kept->n].value, strlen(definitions[kept->n].value))};
}

case_model study_model_of(torsor_study *study, int index, arena *memory)
{
    torsor_definition *definitions;
    const int n = study_definitions(study, index, memory, &definitions);
    case_model found = {0};
    if (!study->plan.keeps_results && reuse(&study->kept, definitions, n, &found, memory))
        return found;
    study_model_discard(study);
    keep(study, definitions, n);
    torsor_options open = study->open;
    open.n_definitions = n;
    open.definitions = study->kept.definitions;
    open.message = NULL;
    open.print = NULL;
    open.give_up = study->options.give_up;
    study->kept.model = torsor_open(study->plan.deck, &open);
    return (case_model){.model = study->kept.model};
}
