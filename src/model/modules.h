/* modules.h - which modules a deck has loaded. */
#pragma once
#include "model/model.h"

void read_module_card(reader *reader); /* module load */
extern const char module_card_grammar[];
/* NAME of "libmodule-NAME.la"; false when the file has another name. */
bool module_bare_name(const char *file, char *out, size_t size);
static inline bool model_knows(const model *model, module_id is) { return is == MODULE_NONE || model->has_module[is]; }
/* The word at `where` is a name of a module that is not loaded: an error that says which card is missing. */
void module_missing(reader *reader, module_id is, const char *word, source_location location);
