/* glossary.h - what the words in capitals mean that stand for arguments in a grammar: rows of glossary.def. */
#pragma once
#include <stdbool.h>
#include <stddef.h>

/* Finds the next word, or words, in capitals of a grammar and goes behind it: "NODE 1", "INITIAL TIME", "N". False when
 * there is none. */
bool glossary_next(const char **grammar, char *words, size_t size);
/* Takes a number off the end: NODE 1, LAW II, GAIN 1 1. */
void glossary_bare(char *words);
/* NULL when nothing explains it. Rows of the type come before rows of its kind, and those before rows of all. */
const char *glossary_find(const char *kind, const char *keyword, const char *words);
/* Whether the grammar itself says what it is: `MODEL ::= ...`. */
bool glossary_is_rule(const char *grammar, const char *words);

/* The rows, for what lists them all: NULL behind the last. */
typedef struct {
    const char *kind, *keyword, *words, *meaning; /* kind and keyword are "" for all */
} glossary_row;
const char *glossary_walk(const char *at, glossary_row *row); /* at NULL: the first; returns where the next one is */
