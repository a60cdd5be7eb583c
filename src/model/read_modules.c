/* read_modules.c - the `module load` card.
 *
 *     card ::= module load : "[ FOLDER / ] libmodule-NAME [ .la | .so ]" [ , ARGUMENTS ] ;
 *     card ::= module load : "PATH.so" ;
 *
 * The card is allowed anywhere before the names of the module are used. A file that is not built in and ends with
 * `.so` is a user's module (torsor/module.h); a NAME that is not built in may refer to a module installed with the
 * library. */
#include "model/modules.h"
#include "base/nearest.h"
#include "model/diag_rows.h"
#include <stdio.h>
#include <string.h>
#include <unistd.h>

bool module_bare_name(const char *file, char *out, size_t size)
{
    static const char PREFIX[] = "libmodule-";
    const char *slash = strrchr(file, '/'), *name = slash ? slash + 1 : file;
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
}

/* [ seed , S ] */
static void read_random(reader *reader)
{
    static const char *const FILES[] = {"seed input file name", "seed output file name", NULL};
    if (read_keyword(reader, "seed"))
        model_of(reader)->random_seed = read_integer(reader, "seed");
    const int k = read_try_choice(reader, FILES);
    if (k >= 0)
        read_error_last(reader, E_SEED_FILE, FILES[k]);
}

static bool is_object(const char *file)
{
    const size_t n = strlen(file);
    return n > 3 && strcmp(file + n - 3, ".so") == 0;
}

/* Reads a file name that ends like a shared object and is not the name of one of the known modules. */
static bool read_user_module(reader *reader, const char *given, bool is_known)
{
    char name[64] = "";
    const char *path = is_object(given) && !is_known ? reader_path(reader, given) : NULL;
    if (!path || (module_bare_name(given, name, sizeof name) && access(path, F_OK) != 0))
        return false;
    if (reader_allows(reader, "modules of users"))
        user_load(reader, path);
    return true;
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
    if (read_user_module(reader, file, row != NULL))
        return;
    const char *installed = row || !*name ? NULL : user_installed(reader_arena(reader), name);
    if (installed)
        user_load(reader, installed);
    else if (!row)
        unknown_module(reader, file, name);
    else if (row->refused)
        read_error_last(reader, E_MODULE_REFUSED, file, row->refused);
    else
        model_of(reader)->has_module[row->module] = true;
    model_of(reader)->loads_early |= !model_of(reader)->time;
    if (row && row->module == MODULE_RANDDRIVE)
        read_random(reader);
}

void module_missing(reader *reader, module_id is, const char *word, source_location location)
{
    read_error(reader, E_MODULE_MISSING, location, word);
    diag_hint(reader_diag(reader), "add 'module load: \"libmodule-%s\";' before it", module_name(is));
}
