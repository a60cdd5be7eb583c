/* help_lists.c - lists of topics of help. */
#include "api/help_lists.h"
#include "api/synonyms.h"
#include "base/array.h"
#include "base/words.h"
#include "contract/element.h"
#include <stdio.h>
#include <string.h>

static void put_line(const topic *row, const char *use, text *to)
{
    char title[160];
    const char *summary = row->summary ? row->summary : "";
    snprintf(title, sizeof title, "%s: %s", row->kind, row->keyword);
    text_printf(to, "    %-44s %s\n", title, summary);
    if (*use)
        text_printf(to, "    %-44s - %s\n", "", use);
}

static bool is_first_of_kind(const topics *topics, int i)
{
    int first = 0;
    while (!words_equal(topics->entries[first].kind, topics->entries[i].kind))
        first++;
    return first == i;
}

static int count_of_kind(const topics *topics, const char *kind)
{
    int n = 0;
    for (int i = 0; i < topics->n; i++)
        n += words_equal(topics->entries[i].kind, kind);
    return n;
}

static void put_kind(const topics *topics, const char *kind, text *to)
{
    text_printf(to, "%s\n", kind);
    for (int i = 0; i < topics->n; i++)
        if (words_equal(topics->entries[i].kind, kind))
            text_printf(to, "    %-40s %s\n", topics->entries[i].keyword,
                        topics->entries[i].summary ? topics->entries[i].summary : "");
}

void help_list_all(const topics *topics, text *to)
{
    for (int i = 0; i < topics->n; i++)
        if (is_first_of_kind(topics, i))
            put_kind(topics, topics->entries[i].kind, to);
}

/* --- one screen --------------------------------------------------------------------------------------------------- */

enum { LINE_WIDTH = 100, LINE_INDENT = 4 };

/* Lists the kinds, those of elements or all others, in lines. */
static void put_kinds(const topics *topics, bool of_elements, text *to)
{
    size_t column = 0;
    for (int i = 0; i < topics->n; i++) {
        const char *kind = topics->entries[i].kind;
        if (!is_first_of_kind(topics, i) || (elem_card_find(kind) != NULL) != of_elements)
            continue;
        const bool breaks = column + strlen(kind) + 2 > LINE_WIDTH;
        text_printf(to, "%s%s", column == 0 ? "    " : breaks ? ",\n    " : ", ", kind);
        column = (column == 0 || breaks ? LINE_INDENT : column + 2) + strlen(kind);
    }
    text_string(to, "\n");
}

void help_list_overview(const topics *topics, text *to)
{
    text_string(to, "torsor help WORDS explains a word of a deck, of the field or of the command line:\n\n"
                    "    torsor help revolute hinge    grammar and arguments of a type\n"
                    "    torsor help ball joint        what a deck calls it\n"
                    "    torsor help joint             the types of a kind, one line each\n"
                    "    torsor help DRIVE             what a word in capitals stands for\n"
                    "    torsor help view              the switches of a command; torsor --help lists the commands\n"
                    "    torsor help all               every topic, one line each\n\n"
                    "Kinds of elements:\n");
    put_kinds(topics, true, to);
    text_string(to, "\nOther kinds:\n");
    put_kinds(topics, false, to);
}

/* --- a kind ------------------------------------------------------------------------------------------------------- */

static void put_elements(const topics *topics, text *to)
{
    text_string(to, "elements, by the card that defines them (torsor help joint lists its types)\n");
    for (int i = 0; i < topics->n; i++) {
        const topic *row = &topics->entries[i];
        const int n = count_of_kind(topics, row->kind);
        if (!is_first_of_kind(topics, i) || !elem_card_find(row->kind))
            continue;
        if (n == 1)
            text_printf(to, "    %-40s %s\n", row->kind, row->summary);
        else
            text_printf(to, "    %-40s %d types\n", row->kind, n);
    }
    text_char(to, '\n');
}

/* The names that readers use for kinds: drive for drive caller, and plurals. */
static const char *kind_meant(const char *name)
{
    static const struct {
        const char *name, *kind;
    } NAMES[] = {{"drive", "drive caller"},
                 {"law", "constitutive law"},
                 {"solver", "linear solver"},
                 {"drives", "drive caller"},
                 {"laws", "constitutive law"},
                 {"nodes", "node"},
                 {"joints", "joint"},
                 {"forces", "force"},
                 {"functions", "function"},
                 {"problems", "problem"},
                 {"integration method", "method"},
                 {"methods", "method"},
                 {"blocks", "block"},
                 {"material", "constitutive law"},
                 {"materials", "constitutive law"}};
    for (int i = 0; i < ARRAY_LEN(NAMES); i++)
        if (words_equal(NAMES[i].name, name))
            return NAMES[i].kind;
    return name;
}

bool help_list_kind(const topics *topics, const char *name, text *to)
{
    if (words_equal(name, "element") || words_equal(name, "elements")) {
        put_elements(topics, to);
        return true;
    }
    const char *kind = kind_meant(name);
    if (count_of_kind(topics, kind) < 2)
        return false;
    put_kind(topics, kind, to);
    text_char(to, '\n');
    return true;
}

/* --- words of the field ------------------------------------------------------------------------------------------- */

static const topic *find_topic(const topics *topics, const synonym *row)
{
    for (int i = 0; i < topics->n; i++)
        if (words_equal(topics->entries[i].kind, row->kind) && words_equal(topics->entries[i].keyword, row->keyword))
            return &topics->entries[i];
    return NULL;
}

bool help_list_synonyms(const topics *topics, const char *word, text *to)
{
    bool found = false;
    for (const synonym *row = synonym_next(NULL, word); row; row = synonym_next(row, word)) {
        const topic *topic = find_topic(topics, row);
        if (!topic)
            continue;
        if (!found)
            text_printf(to, "'%s' in a deck:\n", word);
        found = true;
        put_line(topic, row->use, to);
    }
    if (found)
        text_char(to, '\n');
    return found;
}

/* Lists topics whose kind, name or summary contains the words. */
bool help_list_related(const topics *topics, const char *words, text *to)
{
    bool found = false;
    for (int i = 0; i < topics->n; i++) {
        const topic *row = &topics->entries[i];
        if (!words_contain(row->kind, words) && !words_contain(row->keyword, words) &&
            !(row->summary && words_contain(row->summary, words)))
            continue;
        if (!found)
            text_string(to, "related topics:\n");
        found = true;
        put_line(row, "", to);
    }
    return found;
}
