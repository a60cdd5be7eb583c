/* glossary.h - the meaning of the words in capitals that denote arguments in a grammar: rows of glossary.def. */
#pragma once
#include <stdbool.h>
#include <stddef.h>

/* Finds the next word or words in capitals in a grammar, such as "NODE 1", "INITIAL TIME", "N", and advances past it.
 * Returns false if there is none. */
bool glossary_next(const char **grammar, char *words, size_t size);
/* Removes numbers from the end: NODE 1, LAW II, GAIN 1 1. */
void glossary_bare(char *words);
/* Returns NULL if there is no explanation. Rows for the type take precedence over rows for its kind, and those over
 * rows for all. */
const char *glossary_find(const char *kind, const char *keyword, const char *words);
/* Whether the grammar itself defines the word: `MODEL ::= ...`. */
bool glossary_is_rule(const char *grammar, const char *words);

/* A row, for functions that list all of them. */
typedef struct {
    const char *kind, *keyword, *words, *meaning; /* kind and keyword are "" in rows for all */
} glossary_row;
/* `at` is NULL for the first row. Returns the position of the next row, NULL after the last. */
const char *glossary_walk(const char *at, glossary_row *row);
