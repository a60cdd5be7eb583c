/* help.c - grammar, summary and arguments of everything a deck can hold, straight from the tables; and the texts that
 * every deck can print. */
#include "api/glossary.h"
#include "api/guard.h"
#include "api/text_out.h"
#include "api/topics.h"
#include "base/json.h"
#include "base/nearest.h"
#include "base/words.h"
#include "contract/element.h"
#include "problem/deck.h"
#include "torsor/torsor.h"
#include <stdio.h>
#include <string.h>

static bool is_first_of_kind(const topics *t, int i)
{
    int first = 0;
    while (!words_equal(t->entries[first].kind, t->entries[i].kind))
        first++;
    return first == i;
}

static void list_all(const topics *t, text *to)
{
    for (int i = 0; i < t->n; i++) {
        if (!is_first_of_kind(t, i))
            continue;
        text_printf(to, "%s\n", t->entries[i].kind);
        for (int k = i; k < t->n; k++)
            if (words_equal(t->entries[k].kind, t->entries[i].kind))
                text_printf(to, "    %-40s %s\n", t->entries[k].keyword,
                            t->entries[k].summary ? t->entries[k].summary : "");
    }
}

/* --- arguments ---------------------------------------------------------------------------------------------------- */

enum { MOST_TERMS = 64, TERM_SIZE = 64 };

typedef struct {
    char words[MOST_TERMS][TERM_SIZE];
    const char *meaning[MOST_TERMS];
    int n;
} terms;

static bool is_listed(const terms *t, const char *words)
{
    for (int i = 0; i < t->n; i++)
        if (strcmp(t->words[i], words) == 0)
            return true;
    return false;
}

/* The arguments of a grammar in their order, each once; what the grammar itself explains is left out. */
static void find_terms(const topic *of, terms *t)
{
    char words[TERM_SIZE];
    t->n = 0;
    for (const char *at = of->grammar; at && t->n < MOST_TERMS && glossary_next(&at, words, sizeof words);) {
        const bool is_rule = glossary_is_rule(of->grammar, words);
        const char *meaning = is_rule ? NULL : glossary_find(of->kind, of->keyword, words);
        glossary_bare(words);
        if (!meaning || is_listed(t, words))
            continue;
        snprintf(t->words[t->n], TERM_SIZE, "%s", words);
        t->meaning[t->n++] = meaning;
    }
}

static void put_terms(const topic *of, text *to)
{
    terms t;
    int width = 0;
    find_terms(of, &t);
    for (int i = 0; i < t.n; i++)
        width = (int)strlen(t.words[i]) > width ? (int)strlen(t.words[i]) : width;
    for (int i = 0; i < t.n; i++)
        text_printf(to, "    %-*s  %s\n", width, t.words[i], t.meaning[i]);
    if (t.n > 0)
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
        text_printf(to, "    available after: module load: \"libmodule-%s\";\n\n", row->module);
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
    if (words_equal(row->keyword, words) || words_equal(row->kind, words))
        return true;
    for (int i = 0; i < elem_alias_count; i++)
        if (words_equal(elem_aliases[i].keyword, words) && words_equal(elem_aliases[i].card->name, row->kind) &&
            words_equal(elem_aliases[i].means, row->keyword))
            return true;
    return false;
}

/* Those whose kind, name or summary has the words in it. */
static bool put_related(const topics *t, const char *words, text *to)
{
    bool found = false;
    for (int i = 0; i < t->n; i++) {
        const topic *row = &t->entries[i];
        if (!words_contain(row->kind, words) && !words_contain(row->keyword, words) &&
            !(row->summary && words_contain(row->summary, words)))
            continue;
        if (!found)
            text_printf(to, "no type is called '%s'; related topics:\n", words);
        found = true;
        char title[160];
        snprintf(title, sizeof title, "%s: %s", row->kind, row->keyword);
        text_printf(to, "    %-50s %s\n", title, row->summary ? row->summary : "");
    }
    return found;
}

/* False when nothing has this name: the text then says which is near. */
static bool put_topic(const topics *t, const char *name, text *to)
{
    const char *words[MOST_TOPICS];
    bool found = put_term(name, to);
    for (int i = 0; i < t->n; i++) {
        words[i] = t->entries[i].keyword;
        if (is_meant(&t->entries[i], name)) {
            put_one(&t->entries[i], to);
            found = true;
        }
    }
    if (!found && put_related(t, name, to))
        return true;
    const char *near = found ? NULL : nearest_word(name, words, t->n);
    if (!found)
        text_printf(to, "no type is called '%s'%s%s%s\n", name, near ? "; did you mean '" : "", near ? near : "",
                    near ? "'?" : "");
    return found;
}

/* --- all of it, for programs -------------------------------------------------------------------------------------- */

static void put_json_term(json_writer *w, const char *name, const char *meaning)
{
    json_open_object(w, NULL);
    json_string(w, "name", name);
    json_string(w, "meaning", meaning);
    json_close(w);
}

static void put_json_topic(json_writer *w, const topic *row)
{
    terms t;
    find_terms(row, &t);
    json_open_object(w, NULL);
    json_string(w, "kind", row->kind);
    json_string(w, "keyword", row->keyword);
    json_string(w, "grammar", row->grammar ? row->grammar : "");
    json_string(w, "summary", row->summary ? row->summary : "");
    json_string(w, "module", row->module ? row->module : "");
    json_open_array(w, "arguments");
    for (int i = 0; i < t.n; i++)
        put_json_term(w, t.words[i], t.meaning[i]);
    json_close(w);
    json_open_array(w, "aliases");
    for (int i = 0; i < elem_alias_count; i++)
        if (words_equal(elem_aliases[i].card->name, row->kind) && words_equal(elem_aliases[i].means, row->keyword))
            json_string(w, NULL, elem_aliases[i].keyword);
    json_close(w);
    json_close(w);
}

static void put_json_words(json_writer *w)
{
    glossary_row row;
    for (const char *at = glossary_walk(NULL, &row); at; at = glossary_walk(at, &row)) {
        if (*row.kind)
            continue;
        json_newline(w);
        put_json_term(w, row.words, row.meaning);
    }
}

static void help_append(void *to, const char *bytes, size_t n)
{
    memcpy(text_room(to, n), bytes, n);
    ((text *)to)->n += n;
}

static void put_json(const topics *t, text *to)
{
    json_writer w = json_begin(help_append, to);
    json_open_object(&w, NULL);
    json_open_array(&w, "topics");
    for (int i = 0; i < t->n; i++) {
        json_newline(&w);
        put_json_topic(&w, &t->entries[i]);
    }
    json_close(&w);
    json_newline(&w);
    json_open_array(&w, "words");
    put_json_words(&w);
    json_close(&w);
    json_close(&w);
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
    asking *q = on;
    topics t;
    topics_collect(&t);
    q->found = !q->topic || put_topic(&t, q->topic, &q->words);
    if (q->is_json)
        put_json(&t, &q->words);
    else if (!q->topic)
        list_all(&t, &q->words);
}

static char *help_ask(asking *q) { return guarded(answer, q) ? text_out(&q->words) : NULL; }

char *torsor_help(const char *name, bool *found)
{
    asking q = {.topic = name};
    char *words = help_ask(&q);
    if (found)
        *found = q.found;
    return words;
}

char *torsor_help_json(void) { return help_ask(&(asking){.is_json = true}); }

static void gather(void *to, const char *words) { text_string(to, words); }

static void list_symbols(void *on)
{
    deck *d = deck_create();
    reader_set_print(d->reader, gather, on);
    reader_print_symbols(d->reader);
    deck_destroy(d);
}

char *torsor_symbols(void)
{
    text words = {0};
    return guarded(list_symbols, &words) ? text_out(&words) : NULL;
}

const char *torsor_license(void) { return reader_license(); }
const char *torsor_warranty(void) { return reader_warranty(); }
