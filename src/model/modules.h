/* modules.h - the modules that a deck has loaded. */
#pragma once
#include "model/model.h"

void read_module_card(reader *reader); /* module load */
extern const char module_card_grammar[];
/* Loads the user's module in a file; returns NULL if the module is built in, is not found or after an error. */
const user_object *module_load_object(reader *reader, const char *file);
/* Extracts NAME from "libmodule-NAME.la" or "module-NAME.la". Returns false if the file name has another form. */
bool module_bare_name(const char *file, char *out, size_t size);
static inline bool module_is_loaded(const model *model, module_id is)
{
    return is == MODULE_NONE || model->has_module[is];
}
