/* module.h - modules: groups of types whose names a deck must ask for, `module load: "libmodule-NAME";`.
 *
 * They are all built in. One row of modules.def a module; a type says in its internal row to which it belongs, and its
 * name is known once the module is loaded. Loading costs nothing else. */
#pragma once

typedef enum {
    MODULE_NONE, /* of types that are always known */
#define MODULE(id, name) MODULE_##id,
#define MODULE_NAME(id, name)
#define MODULE_REFUSED(name, why)
#include "contract/modules.def"
#undef MODULE
#undef MODULE_NAME
#undef MODULE_REFUSED
    MODULE_COUNT
} module_id;

typedef struct {
    const char *name;
    module_id module;
    const char *refused; /* why it cannot be had; NULL: it can */
} module_row;

extern const module_row module_rows[];
extern const int module_row_count;
const char *module_name(module_id is);
