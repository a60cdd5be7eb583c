/* user.h - types of users' modules that a deck has loaded (torsor/module.h): they are looked up beside the built-in
 * ones. */
#pragma once
#include "base/array.h"
#include "deck/reader.h"

struct elem_type;
struct law_type;
struct drive_type;
struct scalar_function_type;
struct gust_type;

typedef struct {
    ARRAY(void *) objects; /* as dlopen gives them; each once */
    ARRAY(const struct elem_type *) elements;
    ARRAY(const struct law_type *) laws;
    ARRAY(const struct drive_type *) drives;
    ARRAY(const struct scalar_function_type *) functions;
    ARRAY(const struct gust_type *) gusts;
} user_types;

/* Loads the shared object; after a failure an error at the argument read last. */
void user_load(reader *reader, const char *path);
/* The file of a module that is installed with the library, libmodule-NAME.so; NULL: there is none. */
const char *user_installed(arena *memory, const char *name);
void user_free(user_types *user_types);
/* The type of an element in Python; the reader stands at the word `python`. NULL after an error. */
const struct elem_type *user_python_type(reader *reader);
/* By keyword; NULL: none. */
const struct elem_type *user_element_find(const user_types *user_types, const char *word);
const struct law_type *user_law_find(const user_types *user_types, const char *word);
const struct drive_type *user_drive_find(const user_types *user_types, const char *word);
const struct scalar_function_type *user_function_find(const user_types *user_types, const char *word);
const struct gust_type *user_gust_find(const user_types *user_types, const char *word);
