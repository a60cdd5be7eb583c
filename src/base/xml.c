/* xml.c - the tags of an XML text. Comments, declarations, sections of characters and text between tags are passed
 * over; entities are the five of XML and numbers of characters below 128. */
#include "base/xml.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

xml xml_begin(const char *text, size_t length) { return (xml){.at = text, .end = text + length, .is_closed = true}; }

static bool begins(const xml *x, const char *with)
{
    const size_t n = strlen(with);
    return (size_t)(x->end - x->at) >= n && memcmp(x->at, with, n) == 0;
}

static bool pass(xml *x, const char *until)
{
    const size_t n = strlen(until);
    const char *found = memmem(x->at, (size_t)(x->end - x->at), until, n);
    x->failed = !found;
    x->at = found ? found + n : x->end;
    return found;
}

/* The end of a tag: `>` outside of quotes. */
static const char *find_end(const xml *x)
{
    char quote = 0;
    for (const char *c = x->at; c < x->end; c++)
        if (quote)
            quote = *c == quote ? 0 : quote;
        else if (*c == '"' || *c == '\'')
            quote = *c;
        else if (*c == '>')
            return c;
    return NULL;
}

static bool take_tag(xml *x)
{
    const char *end = find_end(x);
    x->failed = !end;
    if (!end)
        return false;
    x->name = x->at + 1;
    x->is_closed = end[-1] == '/';
    const char *stop = end - (x->is_closed ? 1 : 0), *c = x->name;
    while (c < stop && !isspace((unsigned char)*c))
        c++;
    x->name_length = (size_t)(c - x->name);
    x->attributes = c;
    x->length = (size_t)(stop - c);
    x->at = end + 1;
    x->depth++;
    return true;
}

bool xml_next(xml *x)
{
    if (x->depth > 0 && x->is_closed)
        x->depth--;
    x->is_closed = false;
    while (!x->failed) {
        const char *open = memchr(x->at, '<', (size_t)(x->end - x->at));
        if (!open)
            return false;
        x->at = open;
        if (begins(x, "<!--")) {
            pass(x, "-->");
        } else if (begins(x, "<![CDATA[")) {
            pass(x, "]]>");
        } else if (begins(x, "<?") || begins(x, "<!")) {
            pass(x, ">");
        } else if (begins(x, "</")) {
            x->depth--;
            x->failed = !pass(x, ">") || x->depth < 0;
        } else {
            return take_tag(x);
        }
    }
    return false;
}

bool xml_is(const xml *x, const char *name)
{
    return strlen(name) == x->name_length && memcmp(x->name, name, x->name_length) == 0;
}

/* --- attributes --------------------------------------------------------------------------------------------------- */

/* The character of an entity at *from, behind its `&`; 0: none. */
static char entity(const char **from, const char *end)
{
    static const struct {
        const char *name;
        char is;
    } KNOWN[] = {{"lt;", '<'}, {"gt;", '>'}, {"amp;", '&'}, {"quot;", '"'}, {"apos;", '\''}};
    for (size_t i = 0; i < sizeof KNOWN / sizeof *KNOWN; i++) {
        const size_t n = strlen(KNOWN[i].name);
        if ((size_t)(end - *from) >= n && memcmp(*from, KNOWN[i].name, n) == 0) {
            *from += n;
            return KNOWN[i].is;
        }
    }
    const char *semicolon = memchr(*from, ';', (size_t)(end - *from));
    if (!semicolon || **from != '#')
        return 0;
    const bool is_hex = (*from)[1] == 'x';
    const long v = strtol(*from + (is_hex ? 2 : 1), NULL, is_hex ? 16 : 10);
    *from = semicolon + 1;
    return v > 0 && v < 128 ? (char)v : '?';
}

static bool copy_value(const char *from, const char *end, char *to, size_t size)
{
    size_t n = 0;
    while (from < end && n + 1 < size) {
        if (*from != '&') {
            to[n++] = *from++;
            continue;
        }
        from++;
        to[n] = entity(&from, end);
        if (!to[n++])
            return false;
    }
    to[n] = '\0';
    return from == end;
}

bool xml_attribute(const xml *x, const char *name, char *to, size_t size)
{
    const size_t n = strlen(name);
    const char *at = x->attributes, *end = x->attributes + x->length;
    while (at < end) {
        while (at < end && isspace((unsigned char)*at))
            at++;
        const char *equals = memchr(at, '=', (size_t)(end - at));
        const char *open = equals ? equals + 1 : end;
        while (open < end && isspace((unsigned char)*open))
            open++;
        const char *close = open < end ? memchr(open + 1, *open, (size_t)(end - open - 1)) : NULL;
        if (!close)
            return false;
        size_t length = (size_t)(equals - at);
        while (length > 0 && isspace((unsigned char)at[length - 1]))
            length--;
        if (length == n && memcmp(at, name, n) == 0)
            return copy_value(open + 1, close, to, size);
        at = close + 1;
    }
    return false;
}
