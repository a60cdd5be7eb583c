/* reader_language.c - the cards that concern only the language, and the environment.
 *
 *     include: "file";                          continue in the file
 *     set: expression;                          evaluate and discard the result
 *     set: [plugin, name, argument ...];        a variable bound to the model
 *     setenv: [overwrite, flag,] "NAME[=text]";
 *     remark [: expression, ...];               line N, file <name>: value, value
 *     print symbol table [: all | namespace, ...];    license;    warranty; */
#include "base/nearest.h"
#include "base/text.h"
#include "deck/diag_rows.h"
#include "deck/reader_state.h"
#include "deck/symbol_use.h"
#include <stdio.h>
#include <string.h>

static void card_include(reader *reader)
{
    const char *name = read_filename_given(reader, "file name");
    const source_location location = reader->last;
    if (reader->failed)
        return;
    const char *path = path_beside(reader, reader->file->path, name),
               *shown = path_beside(reader, reader->file->name, name);
    const bool alone = !reader->more;
    reader_card_end(reader);
    if (alone)
        reader_include(reader, path, shown, location);
}

/* --- set ---------------------------------------------------------------------------------------------------------- */

/* Returns the name of the variable at the cursor, as it is written; NULL after an error. */
static const char *read_name(reader *reader, size_t *length)
{
    char quote[96];
    if (!argument_begin(reader, "name of the variable"))
        return NULL;
    const char *from = reader->cursor, *end = from;
    while (fold(*end))
        end++;
    if (fold(*from) <= '9') {
        read_error(reader, E_EXPECTED_NAME, read_place(reader), scan_quote(reader, from, quote));
        return NULL;
    }
    *length = (size_t)(end - from);
    argument_end(reader, from, end, false);
    return reader->failed ? NULL : from;
}

static void declare_live(reader *reader, const char *name, size_t length, source_location location, live_value live)
{
    symbol *v = symbols_declare(reader->names, name, length, TYPE_REAL, location);
    if (v) {
        v->is_live = true;
        v->live = live;
        return;
    }
    char *shown = arena_string(reader->memory, name, length);
    const symbol *old = symbols_find(reader->names, name, length);
    read_error(reader, E_EXPR_REDEFINED, location, shown);
    if (old && old->location.file)
        diag_report(reader->errors, N_EXPR_DEFINED_HERE, old->location, shown);
}

/* Reads from after the '[' to after the ']'. */
static void set_plugin(reader *reader)
{
    char plugin[MOST_WORD + 1];
    size_t length = 0;
    live_value live = {0};
    const source_location location = read_place(reader);
    reader->cursor++;
    reader->closing = ']';
    reader->word.start = NULL;
    const char *word = read_peek_word(reader);
    snprintf(plugin, sizeof plugin, "%s", word ? word : "");
    read_skip(reader);
    const char *name = read_name(reader, &length);
    const source_location name_location = reader->last;
    if (!reader->failed && !reader->plugin)
        read_error(reader, E_NO_PLUGIN, location);
    if (reader->failed || !reader->plugin(reader->plugin_self, reader, plugin, &live)) {
        reader->failed = true;
        return;
    }
    if (!reader->more && !reader->failed) {
        declare_live(reader, name, length, name_location, live);
        reader->closing = ';';
        argument_end(reader, reader->cursor, reader->cursor + 1, false);
    }
}

static void card_set(reader *reader)
{
    if (argument_begin(reader, NULL) && *reader->cursor == '[') {
        set_plugin(reader);
        return;
    }
    symbols_note_result(reader->names, NULL);
    read_value(reader, NULL);
    symbols_drop_result(reader->names);
}

/* --- other cards -------------------------------------------------------------------------------------------------- */

static void card_setenv(reader *reader)
{
    const bool overwrite = read_keyword(reader, "overwrite") && read_bool(reader, "overwrite flag");
    const char *given = read_string(reader, "environment variable");
    if (reader->failed || !reader_allows(reader, "environment variables"))
        return;
    const size_t length = strcspn(given, "=");
    const char *name = arena_string(reader->memory, given, length);
    if (length == 0)
        read_error_last(reader, E_SETENV_NAME, given);
    else if (given[length] == '=')
        environment_set(reader->environment, name, given + length + 1, overwrite);
    else
        environment_set(reader->environment, name, NULL, true);
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

static void card_remark(reader *reader)
{
    text line = {0};
    int number, column;
    location_line_from(reader->texts, reader->card, &reader->remarked, &number, &column);
    text_printf(&line, "line %d, file <%s>", number, reader->file->name);
    for (const char *separator = ": "; reader->more && !reader->failed; separator = ", ") {
        text_string(&line, separator);
        add_value(&line, read_value(reader, NULL));
    }
    text_char(&line, '\n');
    text_char(&line, '\0');
    if (!reader->failed)
        reader_print(reader, line.data);
    text_free(&line);
}

void reader_print_symbols(reader *reader)
{
    const int n = symbols_count(reader->names);
    const symbol **sorted = heap_resize(NULL, (size_t)n * sizeof *sorted);
    char line[256];
    symbols_sorted(reader->names, sorted);
    for (int i = 0; i < n; i++) {
        symbol_format(sorted[i], NULL, line, sizeof line);
        reader_print(reader, "  ");
        reader_print(reader, line);
        reader_print(reader, "\n");
    }
    free(sorted);
}

static void print_member(void *to, const char *name)
{
    reader_print(to, "  ");
    reader_print(to, name);
    reader_print(to, "\n");
}

static void print_namespace(reader *reader, const name_space *space)
{
    char line[256];
    reader_print(reader, "namespace ");
    reader_print(reader, space->name);
    reader_print(reader, ":\n");
    if (strcmp(space->name, "default") != 0) {
        if (space->list)
            space->list(space->self, print_member, reader);
        return;
    }
    for (int i = 0; i < symbols_function_count(reader->names); i++) {
        function_signature(symbols_function_at(reader->names, i), line, sizeof line);
        print_member(reader, line);
    }
}

static void unknown_namespace(reader *reader, const char *name)
{
    const char *near = NULL;
    int least = 0, distance;
    for (int i = 0; i < symbols_namespace_count(reader->names); i++) {
        const char *known = symbols_namespace_at(reader->names, i)->name;
        if (nearest_distance(name, known, &distance) && (!near || distance < least)) {
            near = known;
            least = distance;
        }
    }
    read_error(reader, E_EXPR_UNKNOWN_NAMESPACE, read_place(reader), name);
    if (near)
        diag_hint(reader->errors, "did you mean '%s'?", near);
}

static void card_print_symbol_table(reader *reader)
{
    if (!reader->more || read_peek(reader, "all")) {
        reader_print(reader, "symbol table:\n");
        reader_print_symbols(reader);
    }
    if (read_keyword(reader, "all"))
        for (int i = 0; i < symbols_namespace_count(reader->names); i++)
            print_namespace(reader, symbols_namespace_at(reader->names, i));
    while (reader->more && !reader->failed) {
        const char *name = read_peek_word(reader);
        const name_space *space = name ? symbols_namespace(reader->names, name, strlen(name)) : NULL;
        if (space) {
            print_namespace(reader, space);
            read_skip(reader);
        } else {
            unknown_namespace(reader, name ? name : "");
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

static void card_license(reader *reader) { reader_print(reader, reader_license()); }
static void card_warranty(reader *reader) { reader_print(reader, reader_warranty()); }

bool reader_language_card(reader *r)
{
    static const struct {
        const char *description;
        void (*execute)(reader *reader);
    } cards[] = {
        {"include", card_include},   {"license", card_license}, {"printsymboltable", card_print_symbol_table},
        {"remark", card_remark},     {"set", card_set},         {"setenv", card_setenv},
        {"warranty", card_warranty},
    };
    for (int i = 0; i < ARRAY_LEN(cards); i++) {
        if (r->description[0] == cards[i].description[0] && strcmp(r->description, cards[i].description) == 0) {
            cards[i].execute(r);
            reader_card_end(r);
            return true;
        }
    }
    return false;
}
