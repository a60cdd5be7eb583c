/* user_load.c - loads a shared object with a user's module, checks its contents, and looks up its types. */
#include "base/words.h"
#include "base/shared_library.h"
#include "model/diag_rows.h"
#include "model/model.h"
#include "model/user/inside.h"
#include <dlfcn.h>
#include <string.h>
#include <unistd.h>

typedef const torsor_module *opener(const torsor_host *);

/* --- lookup ------------------------------------------------------------------------------------------------------- */

#define FIND(list)                                                 \
    for (int i = 0; word && i < user_types->list.n; i++)           \
        if (words_equal(user_types->list.items[i]->keyword, word)) \
            return user_types->list.items[i];                      \
    return NULL

const elem_type *user_element_find(const user_types *user_types, const char *word) { FIND(elements); }
const law_type *user_law_find(const user_types *user_types, const char *word) { FIND(laws); }
const drive_type *user_drive_find(const user_types *user_types, const char *word) { FIND(drives); }
const scalar_function_type *user_function_find(const user_types *user_types, const char *word) { FIND(functions); }

/* --- built-in types ----------------------------------------------------------------------------------------------- */

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

/* --- registering the types of a module ---------------------------------------------------------------------------- */

typedef struct {
    reader *reader;
    const char *path;
} loading;

/* Returns whether the type can be registered: it has a keyword that is not taken, and the required functions. */
static bool is_good(const loading *in, const char *kind, const char *word, bool is_taken, bool is_complete)
{
    const char *why = !word || !*word ? "has no keyword"
                      : is_taken      ? "has a name that is already in use"
                      : !is_complete  ? "lacks a function that is required for its kind"
                                      : NULL;
    if (why)
        read_error_last(in->reader, E_USER_TYPE, in->path, kind, word ? word : "", why);
    return !why;
}

#define TAKE(list, kind, has, find, make, complete)                                         \
    for (int i = 0; read_ok(in->reader) && module->list && module->list[i]; i++) {          \
        const char *word = module->list[i]->keyword;                                        \
        const bool is_taken = word && (has(word) || find(user_types, word));                \
        if (is_good(in, kind, word, is_taken, complete))                                    \
            array_push(&user_types->list, make(reader_arena(in->reader), module->list[i])); \
    }

#define ELEMENT_TYPE(memory, by) user_element_type(memory, by, module->version)

static void take_types(const loading *in, const torsor_module *module)
{
    user_types *user_types = &model_of(in->reader)->user;
    TAKE(elements, "element", has_element, user_element_find, ELEMENT_TYPE,
         module->elements[i]->read && module->elements[i]->eval &&
             (!module->elements[i]->private_names || module->elements[i]->private_value))
    TAKE(laws, "law", has_law, user_law_find, user_law_type, module->laws[i]->read && module->laws[i]->eval)
    TAKE(drives, "drive", has_drive, user_drive_find, user_drive_type,
         module->drives[i]->read && module->drives[i]->value)
    TAKE(functions, "scalar function", has_function, user_function_find, user_function_type,
         module->functions[i]->read && module->functions[i]->eval)
    TAKE(gusts, "gust", gust_is_built_in, user_gust_find, user_gust_type,
         module->gusts[i]->read && module->gusts[i]->velocity)
}

static void take_expressions(const loading *in, const torsor_module *module)
{
    for (int i = 0; read_ok(in->reader) && module->expressions && module->expressions[i]; i++) {
        const torsor_expression_type *by = module->expressions[i];
        const char *why = user_expression_add(model_of(in->reader), module, by);
        if (why)
            read_error_last(in->reader, E_USER_TYPE, in->path, "function of expressions", by->name ? by->name : "",
                            why);
    }
}

/* --- loading ------------------------------------------------------------------------------------------------------ */

static void open_module(const loading *in, void *object)
{
    opener *open;
    shared_library_find(object, "torsor_module_open", &open);
    const torsor_module *module = open ? open(&user_host) : NULL;
    if (!open)
        read_error_last(in->reader, E_USER_SYMBOL, in->path);
    else if (!module)
        read_error_last(in->reader, E_USER_REFUSES, in->path);
    else if (module->version < 1 || module->version > TORSOR_MODULE_VERSION)
        read_error_last(in->reader, E_USER_VERSION, in->path, module->version, TORSOR_MODULE_VERSION);
    else
        take_types(in, module);
    if (module && module->version >= 3 && read_ok(in->reader))
        take_expressions(in, module);
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

static const user_object *find_object(const user_types *user_types, const void *handle)
{
    for (int i = 0; i < user_types->objects.n; i++)
        if (user_types->objects.items[i].handle == handle)
            return &user_types->objects.items[i];
    return NULL;
}

const user_object *user_load(reader *reader, const char *path)
{
    const loading in = {.reader = reader, .path = path};
    user_types *user_types = &model_of(reader)->user;
    /* A bare name would be searched for in the library folders of the system. */
    const char *file = strchr(path, '/') ? path : arena_printf(reader_arena(reader), "./%s", path);
    void *handle = dlopen(file, RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        read_error_last(reader, E_USER_OBJECT, path, dlerror());
        return NULL;
    }
    const user_object *before = find_object(user_types, handle);
    if (before) {
        dlclose(handle);
        return before;
    }
    const int first = user_types->elements.n;
    array_push(&user_types->objects, ((user_object){.handle = handle, .first = first}));
    open_module(&in, handle);
    user_object *object = &user_types->objects.items[user_types->objects.n - 1];
    object->n = user_types->elements.n - first;
    return object;
}

void user_free(user_types *user_types)
{
    array_free(&user_types->elements);
    array_free(&user_types->laws);
    array_free(&user_types->drives);
    array_free(&user_types->functions);
    array_free(&user_types->gusts);
    for (int i = 0; i < user_types->spaces.n; i++)
        array_free(&user_types->spaces.items[i]->functions);
    array_free(&user_types->spaces);
    for (int i = 0; i < user_types->objects.n; i++)
        dlclose(user_types->objects.items[i].handle);
    array_free(&user_types->objects);
}
