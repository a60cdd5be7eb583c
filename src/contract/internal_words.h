/* internal_words.h - internal unknowns and equations of an element in words, as the `print` card lists them.
 *
 *     19->21: reaction forces [Fx,Fy,Fz]
 *     19->21: position constraints [Px=Px0,Py=Py0,Pz=Pz0]
 *
 * A type tells of its unknowns in their order, several at once where they belong together. In the initial assembly the
 * rates of constraints follow them. */
#pragma once
#include "base/text.h"
#include <stdbool.h>

typedef struct internal_words {
    text *text;
    int next;         /* number of the next unknown, from 1 */
    bool of_rows;     /* equations are asked for, not unknowns */
    bool of_assembly; /* those of the initial assembly */
} internal_words;

/* n unknowns and their equations; nothing when there are none. */
void describe(internal_words *words, int n, const char *unknowns, const char *equations);

/* Components x, y, z in brackets behind the words: the symbol with its axis, and what it has to be. */
typedef enum { IS_ALONE, IS_AS_AT_START, IS_ZERO, IS_EQUAL_AT_NODES } component_relation;
typedef struct {
    const char *words, *symbol;
    component_relation relation;
} component_words;
/* Those components that are on. */
void describe_components(internal_words *words, const bool on[3], component_words unknowns, component_words equations);
