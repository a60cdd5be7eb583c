/* study_opening.c - opens the study that a command line describes. */
#include "app/study_opening.h"
#include <stdlib.h>

extern char **environ;

bool study_opening_create(study_opening *opening, int argc)
{
    *opening = (study_opening){.options = {.size = sizeof opening->options},
                               .open = {.size = sizeof opening->open},
                               .definitions = calloc((size_t)argc + 1, sizeof *opening->definitions),
                               .outputs = calloc((size_t)argc + 1, sizeof *opening->outputs)};
    return opening->definitions && opening->outputs;
}

void study_opening_free(study_opening *opening)
{
    free(opening->definitions);
    free(opening->outputs);
}

torsor_study *study_opening_open(study_opening *opening, const char *plan)
{
    opening->options.plan = plan;
    opening->options.outputs = opening->outputs;
    opening->open.definitions = opening->definitions;
    opening->open.environment = opening->open.sandbox ? NULL : environ;
    opening->open.message = messages_print;
    opening->form = messages_form(false);
    opening->open.context = &opening->form;
    opening->options.open = &opening->open;
    return torsor_study_open(&opening->options);
}
