/* glossary.c - each row is one text whose parts are separated by null characters, so that it needs no relocation at
 * startup. */
#include "api/glossary.h"
#include "base/words.h"
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define NAMED(line) row_##line
#define ROW_NAME(line) NAMED(line)
static const struct {
#define TERM(kind, keyword, words, meaning) char ROW_NAME(__LINE__)[sizeof(kind "\0" keyword "\0" words "\0" meaning)];
#include "api/glossary.def"
#undef TERM
} ROWS = {
#define TERM(kind, keyword, words, meaning) kind "\0" keyword "\0" words "\0" meaning,
#include "api/glossary.def"
#undef TERM
};

static const char *after(const char *part) { return part + strlen(part) + 1; }

const char *glossary_walk(const char *at, glossary_row *row)
{
    const char *first = (const char *)&ROWS, *end = first + sizeof ROWS;
    at = at ? at : first;
    if (at >= end)
        return NULL;
    row->kind = at;
    row->keyword = after(row->kind);
    row->words = after(row->keyword);
    row->meaning = after(row->words);
    return after(row->meaning);
}

static bool is_capital(char c) { return isupper((unsigned char)c); }
static bool is_inside(char c) { return is_capital(c) || isdigit((unsigned char)c) || c == '_' || c == '/'; }

/* Length of a word in capitals, or of a number after such a word; 0: something else. */
static size_t word_length(const char *from, bool may_be_number)
{
    size_t n = 0;
    if (!is_capital(*from) && !(may_be_number && isdigit((unsigned char)*from)))
        return 0;
    while (is_inside(from[n]))
        n++;
    if (from[n] == '\'' && from[n + 1] == 'S')
        n += 2;
    return islower((unsigned char)from[n]) ? 0 : n;
}

bool glossary_next(const char **grammar, char *words, size_t size)
{
    const char *p = *grammar;
    while (*p) {
        size_t n = word_length(p, false), more;
        if (n > 0) {
            while (p[n] == ' ' && (more = word_length(p + n + 1, true)) > 0)
                n += 1 + more;
            snprintf(words, size, "%.*s", (int)n, p);
            *grammar = p + n;
            return true;
        }
        while (isalnum((unsigned char)*p) || *p == '_')
            p++;
        p += *p != '\0';
    }
    *grammar = p;
    return false;
}

static bool is_number(const char *word)
{
    return word[strspn(word, "0123456789")] == '\0' || strcmp(word, "I") == 0 || strcmp(word, "II") == 0;
}

void glossary_bare(char *words)
{
    for (char *blank; (blank = strrchr(words, ' ')) != NULL && is_number(blank + 1);)
        *blank = '\0';
}

static const char *find_in(const char *kind, const char *keyword, const char *words)
{
    glossary_row row;
    for (const char *at = glossary_walk(NULL, &row); at; at = glossary_walk(at, &row))
        if (strcmp(row.kind, kind) == 0 && words_equal(row.keyword, keyword) && strcmp(row.words, words) == 0)
            return row.meaning;
    return NULL;
}

static const char *find_from(const char *kind, const char *keyword, const char *words)
{
    const char *found = find_in(kind, keyword, words);
    found = found ? found : find_in(kind, "", words);
    return found ? found : find_in("", "", words);
}

const char *glossary_find(const char *kind, const char *keyword, const char *words)
{
    char bare[128];
    const char *found = find_from(kind, keyword, words);
    snprintf(bare, sizeof bare, "%s", words);
    glossary_bare(bare);
    return found ? found : find_from(kind, keyword, bare);
}

bool glossary_is_rule(const char *grammar, const char *words)
{
    char rule[160];
    snprintf(rule, sizeof rule, "%s ::=", words);
    return strstr(grammar, rule) != NULL;
}
