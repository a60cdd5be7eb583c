/* reader_language.c - the cards that concern the language alone, and the environment.
 *
 *     include: "file";                          read on there
 *     set: expression;                          evaluate and forget the result
 *     set: [plugin, name, argument ...];        a variable bound to the model
 *     setenv: [overwrite, flag,] "NAME[=text]";
 *     remark [: expression, ...];               line N, file <name>: value, value
 *     print symbol table [: all | namespace, ...];    license;    warranty; */
#include "base/nearest.h"
#include "base/text.h"
#include "deck/diag_rows.h"
#include "deck/reader_state.h"
#include <stdio.h>
#include <string.h>

static void card_include(reader *r)
{
    const char *name = read_filename_given(r, "file name");
    const place where = r->last;
    if (r->failed)
        return;
    const char *path = path_beside(r, r->file->path, name), *shown = path_beside(r, r->file->name, name);
    const bool alone = !r->more;
    reader_card_end(r);
    if (alone)
        reader_include(r, path, shown, where);
}

/* --- set ---------------------------------------------------------------------------------------------------------- */

/* The name of the variable at the cursor, as it is written; NULL after an error. */
static const char *read_name(reader *r, size_t *length)
{
    char quote[96];
    if (!argument_begin(r, "name of the variable"))
        return NULL;
    const char *from = r->cursor, *end = from;
    while (fold(*end))
        end++;
    if (fold(*from) <= '9') {
        read_error(r, E_EXPECTED_NAME, read_place(r), scan_quote(r, from, quote));
        return NULL;
    }
    *length = (size_t)(end - from);
    argument_end(r, from, end, false);
    return r->failed ? NULL : from;
}

static void declare_live(reader *r, const char *name, size_t length, place where, live_value live)
{
    symbol *v = symbols_declare(r->names, name, length, TYPE_REAL, where);
    if (v) {
        v->is_live = true;
        v->live = live;
        return;
    }
    char *shown = arena_string(r->memory, name, length);
    const symbol *old = symbols_find(r->names, name, length);
    read_error(r, E_EXPR_REDEFINED, where, shown);
    if (old && old->where.file)
        diag_report(r->errors, N_EXPR_DEFINED_HERE, old->where, shown);
}

/* From behind the '[' to behind the ']'. */
static void set_plugin(reader *r)
{
    char plugin[MOST_WORD + 1];
    size_t length = 0;
    live_value live = {0};
    const place where = read_place(r);
    r->cursor++;
    r->closing = ']';
    r->word.start = NULL;
    const char *word = read_peek_word(r);
    snprintf(plugin, sizeof plugin, "%s", word ? word : "");
    read_skip(r);
    const char *name = read_name(r, &length);
    const place name_place = r->last;
    if (!r->failed && !r->plugin)
        read_error(r, E_NO_PLUGIN, where);
    if (r->failed || !r->plugin(r->plugin_self, r, plugin, &live)) {
        r->failed = true;
        return;
    }
    if (!r->more && !r->failed) {
        declare_live(r, name, length, name_place, live);
        r->closing = ';';
        argument_end(r, r->cursor, r->cursor + 1, false);
    }
}

static void card_set(reader *r)
{
    if (argument_begin(r, NULL) && *r->cursor == '[')
        set_plugin(r);
    else
        read_value(r, NULL);
}

/* --- the others --------------------------------------------------------------------------------------------------- */

static void card_setenv(reader *r)
{
    const bool overwrite = read_keyword(r, "overwrite") && read_bool(r, "overwrite flag");
    const char *given = read_string(r, "environment variable");
    if (r->failed || !reader_allows(r, "environment variables"))
        return;
    const size_t length = strcspn(given, "=");
    const char *name = arena_string(r->memory, given, length);
    if (length == 0)
        read_error_last(r, E_SETENV_NAME, given);
    else if (given[length] == '=')
        environment_set(r->environment, name, given + length + 1, overwrite);
    else
        environment_set(r->environment, name, NULL, true);
}

static void add_value(text *to, value v)
{
    char number[64];
    if (v.type == TYPE_STRING) {
        text_printf(to, "\"%s\"", v.s);
    } else {
        value_format(v, number, sizeof number);
        text_string(to, number);
    }
}

static void card_remark(reader *r)
{
    text line = {0};
    int number, column;
    place_line_from(r->texts, r->card, &r->remarked, &number, &column);
    text_printf(&line, "line %d, file <%s>", number, r->file->name);
    for (const char *separator = ": "; r->more && !r->failed; separator = ", ") {
        text_string(&line, separator);
        add_value(&line, read_value(r, NULL));
    }
    text_char(&line, '\n');
    text_char(&line, '\0');
    if (!r->failed)
        reader_print(r, line.data);
    text_free(&line);
}

void reader_print_symbols(reader *r)
{
    const int n = symbols_count(r->names);
    const symbol **sorted = heap_resize(NULL, (size_t)n * sizeof *sorted);
    char line[256];
    symbols_sorted(r->names, sorted);
    for (int i = 0; i < n; i++) {
        symbol_format(sorted[i], NULL, line, sizeof line);
        reader_print(r, "  ");
        reader_print(r, line);
        reader_print(r, "\n");
    }
    free(sorted);
}

static void print_member(void *to, const char *name)
{
    reader_print(to, "  ");
    reader_print(to, name);
    reader_print(to, "\n");
}

static void print_namespace(reader *r, const name_space *space)
{
    char line[256];
    reader_print(r, "namespace ");
    reader_print(r, space->name);
    reader_print(r, ":\n");
    if (strcmp(space->name, "default") != 0) {
        if (space->list)
            space->list(space->self, print_member, r);
        return;
    }
    for (int i = 0; i < symbols_function_count(r->names); i++) {
        function_signature(symbols_function_at(r->names, i), line, sizeof line);
        print_member(r, line);
    }
}

static void unknown_namespace(reader *r, const char *name)
{
    const char *near = NULL;
    int least = 0, distance;
    for (int i = 0; i < symbols_namespace_count(r->names); i++) {
        const char *known = symbols_namespace_at(r->names, i)->name;
        if (nearest_distance(name, known, &distance) && (!near || distance < least)) {
            near = known;
            least = distance;
        }
    }
    read_error(r, E_EXPR_UNKNOWN_NAMESPACE, read_place(r), name);
    if (near)
        diag_hint(r->errors, "did you mean '%s'?", near);
}

static void card_print_symbol_table(reader *r)
{
    if (!r->more || read_peek(r, "all")) {
        reader_print(r, "symbol table:\n");
        reader_print_symbols(r);
    }
    if (read_keyword(r, "all"))
        for (int i = 0; i < symbols_namespace_count(r->names); i++)
            print_namespace(r, symbols_namespace_at(r->names, i));
    while (r->more && !r->failed) {
        const char *name = read_peek_word(r);
        const name_space *space = name ? symbols_namespace(r->names, name, strlen(name)) : NULL;
        if (space) {
            print_namespace(r, space);
            read_skip(r);
        } else {
            unknown_namespace(r, name ? name : "");
        }
    }
}

const char *reader_license(void)
{
    return "Torsor is licensed under the Apache License, Version 2.0. You may use, change and distribute it under its\n"
           "conditions; the file LICENSE that comes with the program holds them in full, and so does\n"
           "http://www.apache.org/licenses/LICENSE-2.0\n";
}

const char *reader_warranty(void)
{
    return "Torsor is distributed on an \"AS IS\" BASIS, WITHOUT WARRANTIES OR CONDITIONS OF ANY KIND, either express "
           "or\n"
           "implied; see sections 7 and 8 of the Apache License, Version 2.0.\n";
}

static void card_license(reader *r) { reader_print(r, reader_license()); }
static void card_warranty(reader *r) { reader_print(r, reader_warranty()); }

bool reader_language_card(reader *r)
{
    static const struct {
        const char *description;
        void (*carry_out)(reader *r);
    } cards[] = {
        {"include", card_include},   {"license", card_license}, {"printsymboltable", card_print_symbol_table},
        {"remark", card_remark},     {"set", card_set},         {"setenv", card_setenv},
        {"warranty", card_warranty},
    };
    for (int i = 0; i < ARRAY_LEN(cards); i++) {
        if (r->description[0] == cards[i].description[0] && strcmp(r->description, cards[i].description) == 0) {
            cards[i].carry_out(r);
            reader_card_end(r);
            return true;
        }
    }
    return false;
}
