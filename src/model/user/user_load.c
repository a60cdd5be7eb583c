/* user_load.c - loads a shared object with a user's module, checks what it brings, and looks its types up. */
#include "base/words.h"
#include "base/shared_library.h"
#include "model/diag_rows.h"
#include "model/model.h"
#include "model/user/inside.h"
#include <dlfcn.h>
#include <string.h>
#include <unistd.h>

typedef const torsor_module *opener(const torsor_host *);

/* --- looking up --------------------------------------------------------------------------------------------------- */

#define FIND(list)                                        \
    for (int i = 0; word && i < u->list.n; i++)           \
        if (words_equal(u->list.items[i]->keyword, word)) \
            return u->list.items[i];                      \
    return NULL

const elem_type *user_element_find(const user_types *u, const char *word) { FIND(elements); }
const law_type *user_law_find(const user_types *u, const char *word) { FIND(laws); }
const drive_type *user_drive_find(const user_types *u, const char *word) { FIND(drives); }
const scalar_function_type *user_function_find(const user_types *u, const char *word) { FIND(functions); }

/* --- what is built in --------------------------------------------------------------------------------------------- */

static bool has_element(const char *word)
{
    for (int i = 0; i < elem_type_count; i++)
        if (elem_types[i]->card == &elem_cards[CARD_USER_DEFINED] && words_equal(elem_types[i]->keyword, word))
            return true;
    return false;
}

static bool has_law(const char *word)
{
    for (int i = 0; i < law_type_count; i++)
        if (words_equal(law_types[i]->keyword, word))
            return true;
    return false;
}

static bool has_drive(const char *word) { return drive_type_find(word) != NULL; }

static bool has_function(const char *word)
{
    for (int i = 0; i < scalar_function_type_count; i++)
        if (words_equal(scalar_function_types[i]->keyword, word))
            return true;
    return false;
}

/* --- taking the types of a module --------------------------------------------------------------------------------- */

typedef struct {
    reader *r;
    const char *path;
} loading;

/* Whether the type can be taken: it has a name that is free, and what it must have is there. */
static bool is_good(const loading *in, const char *kind, const char *word, bool is_taken, bool is_complete)
{
    const char *why = !word || !*word ? "has no keyword"
                      : is_taken      ? "has the name of one that is there already"
                      : !is_complete  ? "lacks a function that every type of its kind must have"
                                      : NULL;
    if (why)
        read_error_last(in->r, E_USER_TYPE, in->path, kind, word ? word : "", why);
    return !why;
}

#define TAKE(list, kind, has, find, make, complete)                      \
    for (int i = 0; read_ok(in->r) && m->list && m->list[i]; i++) {      \
        const char *word = m->list[i]->keyword;                          \
        const bool is_taken = word && (has(word) || find(u, word));      \
        if (is_good(in, kind, word, is_taken, complete))                 \
            array_push(&u->list, make(reader_arena(in->r), m->list[i])); \
    }

#define ELEMENT_TYPE(memory, by) user_element_type(memory, by, m->version)

static void take_types(const loading *in, const torsor_module *m)
{
    user_types *u = &model_of(in->r)->user;
    TAKE(elements, "element", has_element, user_element_find, ELEMENT_TYPE,
         m->elements[i]->read && m->elements[i]->eval &&
             (!m->elements[i]->private_names || m->elements[i]->private_value))
    TAKE(laws, "law", has_law, user_law_find, user_law_type, m->laws[i]->read && m->laws[i]->eval)
    TAKE(drives, "drive", has_drive, user_drive_find, user_drive_type, m->drives[i]->read && m->drives[i]->value)
    TAKE(functions, "scalar function", has_function, user_function_find, user_function_type,
         m->functions[i]->read && m->functions[i]->eval)
    TAKE(gusts, "gust", gust_is_built_in, user_gust_find, user_gust_type, m->gusts[i]->read && m->gusts[i]->velocity)
}

/* --- loading ------------------------------------------------------------------------------------------------------ */

static void open_module(const loading *in, void *object)
{
    opener *open;
    shared_library_find(object, "torsor_module_open", &open);
    const torsor_module *m = open ? open(&user_host) : NULL;
    if (!open)
        read_error_last(in->r, E_USER_SYMBOL, in->path);
    else if (!m)
        read_error_last(in->r, E_USER_REFUSES, in->path);
    else if (m->version < 1 || m->version > TORSOR_MODULE_VERSION)
        read_error_last(in->r, E_USER_VERSION, in->path, m->version, TORSOR_MODULE_VERSION);
    else
        take_types(in, m);
}

const char *user_installed(arena *memory, const char *name)
{
    static const char *const FOLDERS[] = {"modules", "torsor/modules"};
    Dl_info object;
    if (dladdr(&user_host, &object) == 0 || !object.dli_fname)
        return NULL;
    const char *slash = strrchr(object.dli_fname, '/');
    const int length = slash ? (int)(slash - object.dli_fname) : 1;
    for (int i = 0; i < ARRAY_LEN(FOLDERS); i++) {
        const char *path =
            arena_printf(memory, "%.*s/%s/libmodule-%s.so", length, slash ? object.dli_fname : ".", FOLDERS[i], name);
        if (access(path, R_OK) == 0)
            return path;
    }
    return NULL;
}

void user_load(reader *r, const char *path)
{
    const loading in = {.r = r, .path = path};
    user_types *u = &model_of(r)->user;
    /* A bare name would be looked for where the libraries of the system are. */
    const char *file = strchr(path, '/') ? path : arena_printf(reader_arena(r), "./%s", path);
    void *object = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    if (!object) {
        read_error_last(r, E_USER_OBJECT, path, dlerror());
        return;
    }
    for (int i = 0; i < u->objects.n; i++)
        if (u->objects.items[i] == object) {
            dlclose(object);
            return;
        }
    array_push(&u->objects, object);
    open_module(&in, object);
}

void user_free(user_types *u)
{
    array_free(&u->elements);
    array_free(&u->laws);
    array_free(&u->drives);
    array_free(&u->functions);
    array_free(&u->gusts);
    for (int i = 0; i < u->objects.n; i++)
        dlclose(u->objects.items[i]);
    array_free(&u->objects);
}
