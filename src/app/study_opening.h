/* study_opening.h - what the commands study and report take from the command line to open a study. */
#pragma once
#include "app/messages.h"
#include "torsor/torsor.h"

typedef struct {
    torsor_study_options options;
    torsor_options open;
    torsor_definition *definitions; /* at most argc */
    const char **outputs;           /* at most argc */
    message_form form;
} study_opening;

/* Returns false if memory runs out; free it in any case. */
bool study_opening_create(study_opening *opening, int argc);
void study_opening_free(study_opening *opening);
/* Opens the study of a plan. Returns NULL after an error, which has been printed. The opening outlives the study. */
torsor_study *study_opening_open(study_opening *opening, const char *plan);
