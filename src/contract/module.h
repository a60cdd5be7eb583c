/* module.h - modules: groups of types that MBDyn may load at run time, `module load: "libmodule-NAME";`.
 *
 * They are all built in. Each module is one row of modules.def; a type names its module in its table. Its keyword is
 * known without the card, but gives way to a variable of the same name. */
#pragma once

typedef enum {
    MODULE_NONE, /* for types that are always known */
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
    const char *refused; /* reason why it is not available; NULL: available */
} module_row;

extern const module_row module_rows[];
extern const int module_row_count;
const char *module_name(module_id is);
