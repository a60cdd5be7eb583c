/* toml.h - reads TOML, the language of plans and records: https://toml.io.
 *
 *     key = value          # comment
 *     [table]
 *     "quoted key" = ["text", 'as it is', 1.5e3, true, {x = 1, y = inf}]
 *
 * Not part of it: dates, texts of several lines, dotted keys, arrays of tables, underscores in numbers. */
#pragma once
#include "base/arena.h"
#include "base/diag.h"

typedef enum { TOML_TEXT, TOML_NUMBER, TOML_BOOL, TOML_ARRAY, TOML_TABLE } toml_kind;

typedef struct toml toml;
struct toml {
    toml_kind kind;
    const char *key;                /* NULL in arrays */
    source_location location;       /* of the value */
    source_location key_location;   /* of the key, or of the value where there is none */
    const char *text;               /* of texts, and of numbers as they are written */
    double number;                  /* of numbers; 0 or 1 of booleans */
    const toml *first, *next, *end; /* of arrays and tables: the first entry, and the last; the next one beside it */
    int count;                      /* entries */
};

/* Reads a whole text. Returns NULL after reporting an error. */
const toml *toml_read(const source *text, sources *sources, arena *memory, diag *errors);
/* Returns the entry of a table, or NULL. */
const toml *toml_find(const toml *table, const char *key);
