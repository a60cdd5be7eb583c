/* plan_table.c - tables with commas between fields.
 *
 *     field = any characters but , and the end of the line, without blanks around | " any characters, "" for " "
 *
 * A field that is a number is a number of the deck, any other one is a text. */
#include "study/plan_table.h"
#include "base/decimal.h"
#include "base/text.h"
#include "study/diag_rows.h"
#include <ctype.h>
#include <string.h>

typedef struct {
    const source *source;
    uint32_t file;
    const char *at, *field; /* the field read last began there */
    arena *memory;
    diag *errors;
    bool failed;
} table_reader;

static source_location field_location(const table_reader *reader)
{
    const size_t length = (size_t)(reader->at - reader->field);
    return (source_location){reader->file, (uint32_t)(reader->field - reader->source->text),
                             length > 0 ? (uint32_t)length : 1};
}

static bool is_number(const char *word)
{
    decimal number;
    word += *word == '-' || *word == '+';
    return decimal_read(word, &number) && *number.end == '\0';
}

const char *plan_expression(const char *word, arena *memory)
{
    if (is_number(word))
        return arena_string(memory, word, strlen(word));
    text quoted = {0};
    text_char(&quoted, '"');
    for (; *word; word++) {
        if (*word == '"' || *word == '\\')
            text_char(&quoted, '\\');
        text_char(&quoted, *word);
    }
    text_char(&quoted, '"');
    const char *kept = arena_string(memory, quoted.data, quoted.n);
    text_free(&quoted);
    return kept;
}

static const char *read_quoted_field(table_reader *reader)
{
    text words = {0};
    for (reader->at++; *reader->at && (reader->at[0] != '"' || reader->at[1] == '"'); reader->at++) {
        reader->at += *reader->at == '"';
        text_char(&words, *reader->at);
    }
    if (*reader->at == '"') {
        reader->at++;
    } else {
        diag_report(reader->errors, E_TABLE_QUOTE,
                    (source_location){reader->file, (uint32_t)(reader->field - reader->source->text), 1});
        reader->failed = true;
    }
    const char *kept = arena_string(reader->memory, words.n > 0 ? words.data : "", words.n);
    text_free(&words);
    return kept;
}

static const char *read_field(table_reader *reader)
{
    while (*reader->at == ' ' || *reader->at == '\t')
        reader->at++;
    reader->field = reader->at;
    if (*reader->at == '"')
        return read_quoted_field(reader);
    reader->at += strcspn(reader->at, ",\r\n");
    size_t length = (size_t)(reader->at - reader->field);
    while (length > 0 && (reader->field[length - 1] == ' ' || reader->field[length - 1] == '\t'))
        length--;
    return arena_string(reader->memory, reader->field, length);
}

/* Empty lines and comments have no fields. */
static bool skip_to_row(table_reader *reader)
{
    for (;;) {
        reader->at += strspn(reader->at, " \t\r\n");
        if (*reader->at != '#')
            return *reader->at != '\0';
        reader->at += strcspn(reader->at, "\n");
    }
}

static bool next_field(table_reader *reader)
{
    while (*reader->at == ' ' || *reader->at == '\t')
        reader->at++;
    if (*reader->at != ',')
        return false;
    reader->at++;
    return true;
}

static bool is_name(const char *word)
{
    if (!isalpha((unsigned char)*word) && *word != '_')
        return false;
    while (isalnum((unsigned char)*word) || *word == '_')
        word++;
    return *word == '\0';
}

static bool read_head(table_reader *reader, plan *plan)
{
    do {
        const char *name = read_field(reader);
        if (!reader->failed && !is_name(name)) {
            diag_report(reader->errors, E_TABLE_NAME, field_location(reader), name);
            reader->failed = true;
        }
        plan_variable *variable = array_add(&plan->variables);
        *variable = (plan_variable){.name = name, .location = field_location(reader)};
    } while (!reader->failed && next_field(reader));
    return !reader->failed;
}

/* Values are collected row by row, and then belong to columns. */
typedef ARRAY(const char *) value_list;

static bool read_row(table_reader *reader, int n_columns, value_list *values)
{
    const char *begin = reader->at;
    int n = 0;
    do {
        array_push(values, plan_expression(read_field(reader), reader->memory));
        n++;
    } while (!reader->failed && next_field(reader));
    if (!reader->failed && n != n_columns) {
        reader->field = begin;
        diag_report(reader->errors, E_TABLE_FIELDS, field_location(reader), n, n_columns);
        reader->failed = true;
    }
    return !reader->failed;
}

static void distribute(plan *plan, const value_list *values, arena *memory)
{
    const int n_columns = plan->variables.n, n_rows = values->n / n_columns;
    for (int j = 0; j < n_columns; j++) {
        plan_variable *variable = &plan->variables.items[j];
        variable->values = ARENA_ARRAY(memory, const char *, n_rows);
        variable->n_values = n_rows;
        for (int i = 0; i < n_rows; i++)
            variable->values[i] = values->items[(size_t)i * (size_t)n_columns + (size_t)j];
    }
    plan->n_rows = n_rows;
    plan->n_columns = n_columns;
}

bool plan_table_read(plan *plan, const source *table, const sources *sources, arena *memory, diag *errors)
{
    table_reader reader = {.source = table,
                           .file = sources_index(sources, table),
                           .at = table->text,
                           .field = table->text,
                           .memory = memory,
                           .errors = errors};
    value_list values = {0};
    bool ok = skip_to_row(&reader) && read_head(&reader, plan);
    while (ok && skip_to_row(&reader))
        ok = read_row(&reader, plan->variables.n, &values);
    if (ok && values.n > 0)
        distribute(plan, &values, memory);
    else if (!reader.failed)
        diag_report(errors, E_TABLE_EMPTY, (source_location){reader.file, 0, 1});
    ok = ok && values.n > 0;
    array_free(&values);
    return ok;
}
