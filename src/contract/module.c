/* module.c - the table of modules, expanded from modules.def. */
#include "contract/module.h"
#include "base/array.h"
#include <stddef.h>

const module_row module_rows[] = {
#define MODULE(id, name) {name, MODULE_##id, NULL},
#define MODULE_NAME(id, name) {name, MODULE_##id, NULL},
#define MODULE_REFUSED(name, why) {name, MODULE_NONE, why},
#include "contract/modules.def"
#undef MODULE
#undef MODULE_NAME
#undef MODULE_REFUSED
};
const int module_row_count = ARRAY_LEN(module_rows);

const char *module_name(module_id is)
{
    for (int i = 0; i < module_row_count; i++)
        if (module_rows[i].module == is)
            return module_rows[i].name;
    return "";
}
