/* help.c - grammar, summary and arguments of everything that a deck can contain, directly from the tables; and the
 * texts that every deck can print. */
#include "api/glossary.h"
#include "api/guard.h"
#include "api/help_lists.h"
#include "api/text_out.h"
#include "base/json.h"
#include "base/nearest.h"
#include "base/words.h"
#include "contract/element.h"
#include "problem/deck.h"
#include "torsor/torsor.h"
#include <stdio.h>
#include <string.h>

/* --- arguments ---------------------------------------------------------------------------------------------------- */

enum { MOST_TERMS = 64, TERM_SIZE = 64 };

typedef struct {
    char words[MOST_TERMS][TERM_SIZE];
    const char *meaning[MOST_TERMS];
    int n;
} terms;

static bool is_listed(const terms *terms, const char *words)
{
    for (int i = 0; i < terms->n; i++)
        if (strcmp(terms->words[i], words) == 0)
            return true;
    return false;
}

/* Lists the arguments of a grammar in order, each once; those that the grammar itself defines are omitted. */
static void find_terms(const topic *of, terms *terms)
{
    char words[TERM_SIZE];
    terms->n = 0;
    for (const char *at = of->grammar; at && terms->n < MOST_TERMS && glossary_next(&at, words, sizeof words);) {
        const bool is_rule = glossary_is_rule(of->grammar, words);
        const char *meaning = is_rule ? NULL : glossary_find(of->kind, of->keyword, words);
        glossary_bare(words);
        if (!meaning || is_listed(terms, words))
            continue;
        snprintf(terms->words[terms->n], TERM_SIZE, "%s", words);
        terms->meaning[terms->n++] = meaning;
    }
}

static void put_terms(const topic *of, text *to)
{
    terms terms;
    int width = 0;
    find_terms(of, &terms);
    for (int i = 0; i < terms.n; i++)
        width = (int)strlen(terms.words[i]) > width ? (int)strlen(terms.words[i]) : width;
    for (int i = 0; i < terms.n; i++)
        text_printf(to, "    %-*s  %s\n", width, terms.words[i], terms.meaning[i]);
    if (terms.n > 0)
        text_char(to, '\n');
}

/* --- a topic ------------------------------------------------------------------------------------------------------ */

static void put_grammar(const char *grammar, text *to)
{
    for (const char *line = grammar; line && *line;) {
        const size_t n = strcspn(line, "\n");
        text_printf(to, "    %.*s\n", (int)n, line);
        line += n + (line[n] == '\n');
    }
    text_char(to, '\n');
}

static void put_aliases(const topic *row, text *to)
{
    for (int i = 0; i < elem_alias_count; i++)
        if (words_equal(elem_aliases[i].card->name, row->kind) && words_equal(elem_aliases[i].means, row->keyword))
            text_printf(to, "    also written: %s\n\n", elem_aliases[i].keyword);
}

static void put_one(const topic *row, text *to)
{
    text_printf(to, "%s: %s\n    %s\n\n", row->kind, row->keyword, row->summary ? row->summary : "");
    put_grammar(row->grammar, to);
    put_terms(row, to);
    put_aliases(row, to);
    if (row->module)
        text_printf(to, "    belongs to the module libmodule-%s, which need not be loaded\n\n", row->module);
}

static bool put_term(const char *words, text *to)
{
    const char *meaning = glossary_find("", "", words);
    if (meaning)
        text_printf(to, "%s\n    %s\n\n", words, meaning);
    return meaning != NULL;
}

static bool is_meant(const topic *row, const char *words)
{
    if (words_equal(row->keyword, words))
        return true;
    for (int i = 0; i < elem_alias_count; i++)
        if (words_equal(elem_aliases[i].keyword, words) && words_equal(elem_aliases[i].card->name, row->kind) &&
            words_equal(elem_aliases[i].means, row->keyword))
            return true;
    return false;
}

/* Puts every type of this keyword. */
static bool put_types(const topics *topics, const char *name, text *to)
{
    bool found = false;
    for (int i = 0; i < topics->n; i++)
        if (is_meant(&topics->entries[i], name)) {
            put_one(&topics->entries[i], to);
            found = true;
        }
    return found;
}

static void put_unknown(const topics *topics, const char *name, text *to)
{
    const char *words[MOST_TOPICS];
    for (int i = 0; i < topics->n; i++)
        words[i] = topics->entries[i].keyword;
    const char *near = nearest_word(name, words, topics->n);
    text_printf(to, "no type is called '%s'%s%s%s\n", name, near ? "; did you mean '" : "", near ? near : "",
                near ? "'?" : "");
}

/* Returns false if there is no topic of this name: the text then names a similar one. */
static bool put_topic(const topics *topics, const char *name, text *to)
{
    if (words_equal(name, "all")) {
        help_list_all(topics, to);
        return true;
    }
    bool found = put_term(name, to);
    found = help_list_kind(topics, name, to) || found;
    found = put_types(topics, name, to) || found;
    const bool is_synonym = help_list_synonyms(topics, name, to);
    if (found)
        return true;
    if (help_list_related(topics, name, to) || is_synonym)
        return true;
    put_unknown(topics, name, to);
    return false;
}

/* --- all of it, for programs -------------------------------------------------------------------------------------- */

static void put_json_term(json_writer *writer, const char *name, const char *meaning)
{
    json_open_object(writer, NULL);
    json_string(writer, "name", name);
    json_string(writer, "meaning", meaning);
    json_close(writer);
}

static void put_json_topic(json_writer *writer, const topic *row)
{
    terms terms;
    find_terms(row, &terms);
    json_open_object(writer, NULL);
    json_string(writer, "kind", row->kind);
    json_string(writer, "keyword", row->keyword);
    json_string(writer, "grammar", row->grammar ? row->grammar : "");
    json_string(writer, "summary", row->summary ? row->summary : "");
    json_string(writer, "module", row->module ? row->module : "");
    json_open_array(writer, "arguments");
    for (int i = 0; i < terms.n; i++)
        put_json_term(writer, terms.words[i], terms.meaning[i]);
    json_close(writer);
    json_open_array(writer, "aliases");
    for (int i = 0; i < elem_alias_count; i++)
        if (words_equal(elem_aliases[i].card->name, row->kind) && words_equal(elem_aliases[i].means, row->keyword))
            json_string(writer, NULL, elem_aliases[i].keyword);
    json_close(writer);
    json_close(writer);
}

static void put_json_words(json_writer *writer)
{
    glossary_row row;
    for (const char *at = glossary_walk(NULL, &row); at; at = glossary_walk(at, &row)) {
        if (*row.kind)
            continue;
        json_newline(writer);
        put_json_term(writer, row.words, row.meaning);
    }
}

static void help_append(void *to, const char *bytes, size_t n)
{
    memcpy(text_reserve(to, n), bytes, n);
    ((text *)to)->n += n;
}

static void put_json(const topics *topics, text *to)
{
    json_writer writer = json_begin(help_append, to);
    json_open_object(&writer, NULL);
    json_open_array(&writer, "topics");
    for (int i = 0; i < topics->n; i++) {
        json_newline(&writer);
        put_json_topic(&writer, &topics->entries[i]);
    }
    json_close(&writer);
    json_newline(&writer);
    json_open_array(&writer, "words");
    put_json_words(&writer);
    json_close(&writer);
    json_close(&writer);
    text_char(to, '\n');
}

/* --- the library's functions -------------------------------------------------------------------------------------- */

typedef struct {
    const char *topic;
    bool found, is_json;
    text words;
} asking;

static void answer(void *on)
{
    asking *asking = on;
    topics topics;
    topics_collect(&topics);
    asking->found = !asking->topic || put_topic(&topics, asking->topic, &asking->words);
    if (asking->is_json)
        put_json(&topics, &asking->words);
    else if (!asking->topic)
        help_list_overview(&topics, &asking->words);
}

static char *help_ask(asking *asking) { return guarded(answer, asking) ? text_out(&asking->words) : NULL; }

char *torsor_help(const char *name, bool *found)
{
    asking asking = {.topic = name};
    char *words = help_ask(&asking);
    if (found)
        *found = asking.found;
    return words;
}

char *torsor_help_json(void) { return help_ask(&(asking){.is_json = true}); }

static void gather(void *to, const char *words) { text_string(to, words); }

static void list_symbols(void *on)
{
    deck *deck = deck_create();
    reader_set_print(deck->reader, gather, on);
    reader_print_symbols(deck->reader);
    deck_destroy(deck);
}

char *torsor_symbols(void)
{
    text words = {0};
    return guarded(list_symbols, &words) ? text_out(&words) : NULL;
}

const char *torsor_license(void) { return reader_license(); }
const char *torsor_warranty(void) { return reader_warranty(); }
