/* read_modules.c - the `module load` card.
 *
 *     card ::= module load : "[ FOLDER / ] [ lib ] module-NAME [ .la | .so ]" [ , ARGUMENTS ] ;
 *     card ::= module load : "PATH.so" ;
 *
 * The types of built-in modules are known without the card, since MBDyn may be built with its modules linked in. A file
 * that is not built in and ends with `.so` is a user's module (torsor/module.h), relative to the deck or in a folder of
 * the card `loadable path`; a NAME that is not built in may refer to a module installed with the library, unless
 * `loadable path: set` replaces its folder. */
#include "model/modules.h"
#include "base/nearest.h"
#include "model/diag_rows.h"
#include "model/random_seed.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>

bool module_bare_name(const char *file, char *out, size_t size)
{
    static const char LIBRARY[] = "lib", PREFIX[] = "module-";
    const char *slash = strrchr(file, '/'), *name = slash ? slash + 1 : file;
    if (strncmp(name, LIBRARY, sizeof LIBRARY - 1) == 0)
        name += sizeof LIBRARY - 1;
    if (strncmp(name, PREFIX, sizeof PREFIX - 1) != 0)
        return false;
    name += sizeof PREFIX - 1;
    const char *dot = strrchr(name, '.');
    const int length = dot ? (int)(dot - name) : (int)strlen(name);
    snprintf(out, size, "%.*s", length, name);
    return true;
}

static const module_row *read_modules_find(const char *name)
{
    for (int i = 0; i < module_row_count; i++)
        if (strcmp(module_rows[i].name, name) == 0)
            return &module_rows[i];
    return NULL;
}

static void unknown_module(reader *reader, const char *file, const char *name)
{
    enum { MOST = 128 };
    const char *words[MOST];
    int n = 0;
    for (; n < module_row_count && n < MOST; n++)
        words[n] = module_rows[n].name;
    const char *near = nearest_word(name, words, n);
    read_error_last(reader, E_NO_MODULE, file);
    if (near)
        diag_hint(reader_diag(reader), "did you mean \"libmodule-%s\"?", near);
    else
        diag_hint(reader_diag(reader),
                  "a module of your own must be built for torsor/module.h, and be named by its path, "
                  "\"PATH.so\": see docs/writing-a-module.md");
}

static bool is_object(const char *file)
{
    const size_t n = strlen(file);
    return n > 3 && strcmp(file + n - 3, ".so") == 0;
}

/* Returns the file of that name in one of the folders of the card `loadable path`; NULL if there is none. */
static const char *in_loadable_path(reader *reader, const char *file)
{
    const char *folders = model_of(reader)->options.loadable_path;
    for (int length; folders && *folders; folders += length + (folders[length] == ':')) {
        length = (int)strcspn(folders, ":");
        const char *path = arena_printf(reader_arena(reader), "%.*s/%s", length, folders, file);
        if (access(path, R_OK) == 0)
            return path;
    }
    return NULL;
}

/* Returns the shared object that a file name refers to: relative to the deck, in the loadable path, or installed with
 * the library as module NAME. Returns NULL if there is none. */
static const char *find_object(reader *reader, const char *given, const char *name)
{
    arena *memory = reader_arena(reader);
    const char *path = is_object(given) ? reader_path(reader, given) : NULL;
    if (path && access(path, F_OK) == 0)
        return path;
    const char *file = is_object(given) ? given : arena_printf(memory, "%s.so", given);
    const char *found = strchr(given, '/') ? NULL : in_loadable_path(reader, file);
    if (!found && *name && !model_of(reader)->options.loadable_path_only)
        found = user_installed(memory, name);
    return found || *name ? found : path;
}

/* Modules that are installed with the library are part of it, and thus allowed to untrusted decks. */
static const user_object *load_object(reader *reader, const char *path, const char *name)
{
    const char *installed = *name ? user_installed(reader_arena(reader), name) : NULL;
    const bool is_allowed = (installed && strcmp(path, installed) == 0) || reader_allows(reader, "modules of users");
    return is_allowed ? user_load(reader, path) : NULL;
}

const user_object *module_load_object(reader *reader, const char *file)
{
    char name[64] = "";
    if (module_bare_name(file, name, sizeof name) && read_modules_find(name))
        return NULL;
    const char *path = find_object(reader, file, name);
    return path ? load_object(reader, path, name) : NULL;
}

const char module_card_grammar[] = "module load: \"libmodule-NAME\" [, ARGUMENTS]\nmodule load: \"PATH.so\"";

void read_module_card(reader *reader)
{
    reader_set_help(reader, module_card_grammar);
    const char *file = read_string(reader, "name of the module");
    if (!read_ok(reader))
        return;
    char name[64] = "";
    const module_row *row = module_bare_name(file, name, sizeof name) ? read_modules_find(name) : NULL;
    const char *object = row ? NULL : find_object(reader, file, name);
    if (object)
        load_object(reader, object, name);
    else if (!row)
        unknown_module(reader, file, name);
    else if (row->refused)
        read_error_last(reader, E_MODULE_REFUSED, file, row->refused);
    else
        model_of(reader)->has_module[row->module] = true;
    model_of(reader)->loads_early |= !model_of(reader)->time && (row || !is_object(file));
    if (row && row->module == MODULE_RANDDRIVE)
        read_random_seed(reader);
}
