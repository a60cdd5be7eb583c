/* user.h - types from users' modules that a deck has loaded (torsor/module.h); they supplement the built-in types. */
#pragma once
#include "base/array.h"
#include "deck/reader.h"
#include "deck/symbols.h"

struct elem_type;
struct elem_card;
struct law_type;
struct drive_type;
struct scalar_function_type;
struct gust_type;

/* A shared object and its elements among those of all objects. */
typedef struct {
    void *handle; /* returned by dlopen */
    int first, n;
} user_object;

/* A namespace of expressions with functions of modules. */
typedef struct {
    const char *name;
    ARRAY(const function *) functions;
} user_space;

typedef struct {
    ARRAY(user_object) objects; /* without duplicates */
    ARRAY(const struct elem_type *) elements;
    ARRAY(const struct law_type *) laws;
    ARRAY(const struct drive_type *) drives;
    ARRAY(const struct scalar_function_type *) functions;
    ARRAY(const struct gust_type *) gusts;
    ARRAY(user_space *) spaces;
} user_types;

/* Loads the shared object. Reports a failure at the last argument that was read, and returns NULL. */
const user_object *user_load(reader *reader, const char *path);
/* Returns the same type for another card. */
const struct elem_type *user_element_as(arena *memory, const struct elem_type *type, const struct elem_card *card);
/* Returns the file of a module that is installed with the library, libmodule-NAME.so, or NULL if there is none. */
const char *user_installed(arena *memory, const char *name);
void user_free(user_types *user_types);
/* Reads the type of an element written in Python; the next argument is the word `python`. Returns NULL after an
 * error. */
const struct elem_type *user_python_type(reader *reader);
/* Find a type by keyword; return NULL if there is none. */
const struct elem_type *user_element_find(const user_types *user_types, const char *word);
const struct law_type *user_law_find(const user_types *user_types, const char *word);
const struct drive_type *user_drive_find(const user_types *user_types, const char *word);
const struct scalar_function_type *user_function_find(const user_types *user_types, const char *word);
const struct gust_type *user_gust_find(const user_types *user_types, const char *word);
