/* xml.h - the tags of an XML text, one after the other: as much as descriptions of models need. */
#pragma once
#include <stdbool.h>
#include <stddef.h>

typedef struct {
    const char *at, *end;
    int depth;                     /* of the tag at hand: 1 is the root */
    const char *name, *attributes; /* of it, not terminated */
    size_t name_length, length;    /* of the name, of the attributes */
    bool is_closed;                /* it ends itself: <a/> */
    bool failed;                   /* the text is no XML */
} xml;

xml xml_begin(const char *text, size_t length);
/* Goes to the next tag that begins something; false at the end, or when the text is spoilt. */
bool xml_next(xml *x);
bool xml_is(const xml *x, const char *name);
/* The value of an attribute, entities replaced; false when there is none, or it is too long. */
bool xml_attribute(const xml *x, const char *name, char *to, size_t size);
