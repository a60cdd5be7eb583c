/* case_record.c - what a case has given, as a TOML file.
 *
 * Numbers have 17 digits, so that what is read back is what was written, to the bit. */
#include "study/case_record.h"
#include "base/text.h"
#include "base/whole_file.h"
#include "study/toml.h"
#include <math.h>
#include <string.h>

static const char *const STATES[] = {
    [TORSOR_CASE_DONE] = "done", [TORSOR_CASE_REFUSED] = "refused", [TORSOR_CASE_FAILED] = "failed"};

static double *alloc_unknown(arena *memory, size_t n)
{
    double *numbers = ARENA_ARRAY(memory, double, n + 1);
    for (size_t i = 0; i < n; i++)
        numbers[i] = (double)NAN;
    return numbers;
}

void case_record_begin(case_record *record, const char *key, int n_outputs, arena *memory)
{
    const size_t n = (size_t)n_outputs;
    *record = (case_record){.key = key,
                            .state = TORSOR_CASE_FAILED,
                            .statistics = alloc_unknown(memory, size_product(n, PLAN_STATISTICS)),
                            .at_minimum = alloc_unknown(memory, size_product(n, n)),
                            .at_maximum = alloc_unknown(memory, size_product(n, n)),
                            .n_outputs = n_outputs,
                            .host = ""};
}

void case_record_free(case_record *record)
{
    array_free(&record->files);
    array_free(&record->hashes);
    array_free(&record->messages);
    array_free(&record->refused);
}

/* --- writing ------------------------------------------------------------------------------------------------------ */

static void put_text(text *to, const char *words)
{
    text_char(to, '"');
    for (; *words; words++)
        if (*words == '"' || *words == '\\')
            text_printf(to, "\\%c", *words);
        else if ((unsigned char)*words < ' ' || *words == 0x7F)
            text_printf(to, "\\u%04X", (unsigned char)*words);
        else
            text_char(to, *words);
    text_char(to, '"');
}

static void put_texts(text *to, const char *key, const char *const *words, int n)
{
    text_printf(to, "%s = [", key);
    for (int i = 0; i < n; i++) {
        text_string(to, i > 0 ? ", " : "");
        put_text(to, words[i]);
    }
    text_string(to, "]\n");
}

static void put_number(text *to, double value)
{
    if (isfinite(value))
        text_general(to, value, 17);
    else
        text_string(to, isnan(value) ? "nan" : value > 0.0 ? "inf" : "-inf");
}

static void put_rows(text *to, const char *key, const double *values, int n_rows, int n_columns)
{
    text_printf(to, "%s = [", key);
    for (int i = 0; i < n_rows; i++) {
        text_string(to, i > 0 ? ", [" : "[");
        for (int j = 0; j < n_columns; j++) {
            text_string(to, j > 0 ? ", " : "");
            put_number(to, values[(size_t)i * (size_t)n_columns + (size_t)j]);
        }
        text_char(to, ']');
    }
    text_string(to, "]\n");
}

static void put_files(text *to, const case_record *record)
{
    text_string(to, "files = {");
    for (int i = 0; i < record->files.n; i++) {
        text_string(to, i > 0 ? ", " : "");
        put_text(to, record->files.items[i]);
        text_printf(to, " = \"%s\"", record->hashes.items[i]);
    }
    text_string(to, "}\n");
}

const char *case_record_write(const case_record *record, const char *path)
{
    text all = {0};
    text_printf(&all, "key = \"%s\"\nstate = \"%s\"\n", record->key, STATES[record->state]);
    put_files(&all, record);
    put_texts(&all, "messages", record->messages.items, record->messages.n);
    put_texts(&all, "refused", record->refused.items, record->refused.n);
    put_rows(&all, "statistics", record->statistics, record->n_outputs, PLAN_STATISTICS);
    put_rows(&all, "at_minimum", record->at_minimum, record->n_outputs, record->n_outputs);
    put_rows(&all, "at_maximum", record->at_maximum, record->n_outputs, record->n_outputs);
    text_printf(&all, "steps = %d\nseconds = %.6f\nhost = ", record->steps, record->seconds);
    put_text(&all, record->host);
    text_char(&all, '\n');
    const char *why = whole_file_write(path, all.data, all.n);
    text_free(&all);
    return why;
}

/* --- reading ------------------------------------------------------------------------------------------------------ */

static bool get_texts(const toml *document, const char *key, string_list *to)
{
    const toml *list = toml_find(document, key);
    if (!list || list->kind != TOML_ARRAY)
        return false;
    for (const toml *entry = list->first; entry; entry = entry->next)
        if (entry->kind == TOML_TEXT)
            array_push(to, entry->text);
        else
            return false;
    return true;
}

static bool get_files(const toml *document, case_record *record)
{
    const toml *files = toml_find(document, "files");
    if (!files || files->kind != TOML_TABLE)
        return false;
    for (const toml *entry = files->first; entry; entry = entry->next) {
        if (entry->kind != TOML_TEXT)
            return false;
        array_push(&record->files, entry->key);
        array_push(&record->hashes, entry->text);
    }
    return true;
}

static bool get_text(const toml *document, const char *key, const char **to)
{
    const toml *entry = toml_find(document, key);
    if (entry && entry->kind == TOML_TEXT)
        *to = entry->text;
    return entry && entry->kind == TOML_TEXT;
}

static bool get_number(const toml *document, const char *key, double *to)
{
    const toml *entry = toml_find(document, key);
    if (entry && entry->kind == TOML_NUMBER)
        *to = entry->number;
    return entry && entry->kind == TOML_NUMBER;
}

static bool get_state(const toml *document, torsor_case_state *to)
{
    const char *word = "";
    get_text(document, "state", &word);
    for (int i = TORSOR_CASE_DONE; i <= TORSOR_CASE_FAILED; i++)
        if (strcmp(STATES[i], word) == 0) {
            *to = (torsor_case_state)i;
            return true;
        }
    return false;
}

static bool get_rows(const toml *document, const char *key, double *to, int n_rows, int n_columns)
{
    const toml *rows = toml_find(document, key);
    if (!rows || rows->kind != TOML_ARRAY || rows->count != n_rows)
        return false;
    for (const toml *row = rows->first; row; row = row->next) {
        if (row->kind != TOML_ARRAY || row->count != n_columns)
            return false;
        for (const toml *value = row->first; value; value = value->next)
            if (value->kind == TOML_NUMBER)
                *to++ = value->number;
            else
                return false;
    }
    return true;
}

static bool get_record(const toml *document, case_record *record)
{
    const int n = record->n_outputs;
    double steps = 0.0;
    const bool ok = document && get_text(document, "key", &record->key) && get_state(document, &record->state) &&
                    get_files(document, record) && get_texts(document, "messages", &record->messages) &&
                    get_texts(document, "refused", &record->refused) &&
                    get_rows(document, "statistics", record->statistics, n, PLAN_STATISTICS) &&
                    get_rows(document, "at_minimum", record->at_minimum, n, n) &&
                    get_rows(document, "at_maximum", record->at_maximum, n, n) &&
                    get_number(document, "steps", &steps) && get_number(document, "seconds", &record->seconds) &&
                    get_text(document, "host", &record->host);
    record->steps = (int)fmax(0.0, fmin(steps, INT_MAX));
    return ok;
}

bool case_record_read(case_record *record, const char *path, int n_outputs, arena *memory)
{
    const char *why;
    case_record_begin(record, "", n_outputs, memory);
    sources *texts = sources_create();
    diag *errors = diag_create(texts);
    const source *file = sources_load(texts, path, path, (source_location){0, 0, 0}, &why);
    const bool ok = file && get_record(toml_read(file, texts, memory, errors), record);
    diag_destroy(errors);
    sources_destroy(texts);
    return ok;
}
