/* read_modules.c - the `module load` card.
 *
 *     card ::= module load : "[ FOLDER / ] libmodule-NAME [ .la | .so ]" [ , ARGUMENTS ] ;
 *     card ::= module load : "PATH.so" ;
 *
 * The card may stand anywhere before the names of the module are used. What is not built in and ends with `.so` is a
 * module of the user (torsor/module.h); a NAME that is not built in may be that of a module beside the library. */
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

static void unknown_module(reader *r, const char *file, const char *name)
{
    enum { MOST = 128 };
    const char *words[MOST];
    int n = 0;
    for (; n < module_row_count && n < MOST; n++)
        words[n] = module_rows[n].name;
    const char *near = nearest_word(name, words, n);
    read_error_last(r, E_NO_MODULE, file);
    if (near)
        diag_hint(reader_diag(r), "did you mean \"libmodule-%s\"?", near);
}

/* [ seed , S ] */
static void read_random(reader *r)
{
    static const char *const FILES[] = {"seed input file name", "seed output file name", NULL};
    if (read_keyword(r, "seed"))
        model_of(r)->random_seed = read_integer(r, "seed");
    const int k = read_try_choice(r, FILES);
    if (k >= 0)
        read_error_last(r, E_SEED_FILE, FILES[k]);
}

static bool is_object(const char *file)
{
    const size_t n = strlen(file);
    return n > 3 && strcmp(file + n - 3, ".so") == 0;
}

/* What ends like a shared object and has not the name of one of the modules that decks know. */
static bool read_user_module(reader *r, const char *given, bool is_known)
{
    char name[64] = "";
    const char *path = is_object(given) && !is_known ? reader_path(r, given) : NULL;
    if (!path || (module_bare_name(given, name, sizeof name) && access(path, F_OK) != 0))
        return false;
    if (reader_allows(r, "modules of users"))
        user_load(r, path);
    return true;
}

const char module_card_grammar[] = "module load: \"libmodule-NAME\" [, ARGUMENTS]\nmodule load: \"PATH.so\"";

void read_module_card(reader *r)
{
    reader_set_help(r, module_card_grammar);
    const char *file = read_string(r, "name of the module");
    if (!read_ok(r))
        return;
    char name[64] = "";
    const module_row *m = module_bare_name(file, name, sizeof name) ? read_modules_find(name) : NULL;
    if (read_user_module(r, file, m != NULL))
        return;
    const char *installed = m || !*name ? NULL : user_installed(reader_arena(r), name);
    if (installed)
        user_load(r, installed);
    else if (!m)
        unknown_module(r, file, name);
    else if (m->refused)
        read_error_last(r, E_MODULE_REFUSED, file, m->refused);
    else
        model_of(r)->has_module[m->module] = true;
    model_of(r)->loads_early |= !model_of(r)->time;
    if (m && m->module == MODULE_RANDDRIVE)
        read_random(r);
}

void module_missing(reader *r, module_id is, const char *word, place where)
{
    read_error(r, E_MODULE_MISSING, where, word);
    diag_hint(reader_diag(r), "add 'module load: \"libmodule-%s\";' before it", module_name(is));
}
