/* xml.h - the elements of an XML text, parsed by Expat.
 *
 * The text may be untrusted: its size and the depth of its elements are limited, and a document type declaration is an
 * error, so that no entity is declared, expanded or loaded from elsewhere. Encodings are UTF-8, UTF-16, ISO-8859-1 and
 * US-ASCII; names and values are passed in UTF-8. */
#pragma once
#include <stdbool.h>
#include <stddef.h>

typedef struct {
    const char *name;              /* in a namespace, "URI NAME" */
    const char *const *attributes; /* name, value, name, value ..., NULL */
    int depth;                     /* 1: the root element */
} xml_element;

typedef struct {
    int line, column; /* from 1, the column in bytes */
    char text[160];
} xml_error;

typedef void (*xml_observer)(void *context, const xml_element *element);

/* Calls on_element at the start tag of each element, in the order of the text. Returns false and sets the error if the
 * text is not well-formed or exceeds a limit; elements before the error have been observed. */
bool xml_read(const char *text, size_t length, xml_observer on_element, void *context, xml_error *error);
bool xml_is(const xml_element *element, const char *name);
/* Returns the value of an attribute, valid during the call of the observer; NULL if there is none. */
const char *xml_attribute(const xml_element *element, const char *name);
