/* modules.h - the modules that a deck has loaded. */
#pragma once
#include "model/model.h"

void read_module_card(reader *reader); /* module load */
extern const char module_card_grammar[];
/* Extracts NAME from "libmodule-NAME.la". Returns false if the file name has another form. */
bool module_bare_name(const char *file, char *out, size_t size);
static inline bool model_knows(const model *model, module_id is) { return is == MODULE_NONE || model->has_module[is]; }
/* Reports that the word at `location` belongs to a module that is not loaded, and which card is missing. */
void module_missing(reader *reader, module_id is, const char *word, source_location location);
