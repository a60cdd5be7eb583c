/* internal_words.h - descriptions of the internal unknowns and equations of an element, listed by the `print` card.
 *
 *     19->21: reaction forces [Fx,Fy,Fz]
 *     19->21: position constraints [Px=Px0,Py=Py0,Pz=Pz0]
 *
 * A type describes its unknowns in order, several at once if they belong together. In the initial assembly the rates of
 * constraints follow them. */
#pragma once
#include "base/text.h"
#include <stdbool.h>

typedef struct internal_words {
    text *text;
    int next;         /* number of the next unknown, from 1 */
    bool of_rows;     /* describes equations, not unknowns */
    bool of_assembly; /* describes those of the initial assembly */
    bool is_range;    /* a single number is written as a range, 38->38, as MBDyn does for some types */
} internal_words;

/* Describes n unknowns and their equations; does nothing if n is 0. */
void describe(internal_words *words, int n, const char *unknowns, const char *equations);

/* Components x, y, z in brackets after the words: the symbol with its axis, and its prescribed value. */
typedef enum { IS_ALONE, IS_AS_AT_START, IS_ZERO, IS_EQUAL_AT_NODES } component_relation;
typedef struct {
    const char *words, *symbol;
    component_relation relation;
} component_words;
/* Describes the components that are on. */
void describe_components(internal_words *words, const bool on[3], component_words unknowns, component_words equations);
