/* record.c - one row of text output: a label, then fields with one blank before each, then the end of the line.
 *
 * The label is right-aligned in eight columns or not padded. A field that begins the row (a word of the .log file) has
 * no blank before it. Reals are written as %e with the deck's precision, or with six significant digits in the .log
 * file. A record of columns receives only the numbers that have a name; it stores matrices by columns. */
#include "record/record.h"
#include "base/format.h"
#include "math/rotation.h"
#include <stdio.h>

enum { LABEL_WIDTH = 8, LOG_DIGITS = 6 };

static bool begins_row(const text *text) { return text->n == 0 || text->data[text->n - 1] == '\n'; }

static void separate(record *record)
{
    if (!begins_row(record->text))
        text_char(record->text, ' ');
}

void record_begin(record *record, unsigned label)
{
    if (!record->named)
        text_unsigned(record->text, label, record->general ? 0 : LABEL_WIDTH);
}

void record_begin_plain(record *record, unsigned label)
{
    if (!record->named)
        text_unsigned(record->text, label, 0);
}

void record_begin_at(record *record, unsigned label, unsigned node)
{
    record_begin_plain(record, label);
    if (!record->named) {
        text_char(record->text, '@');
        text_unsigned(record->text, node, 0);
    }
}

static void name_integer(record *record, double v) { columns_put(record_observer(record), 1, &v, true); }

void record_unsigned(record *record, unsigned v)
{
    if (record_observer(record))
        name_integer(record, v);
    if (record->named)
        return;
    separate(record);
    text_unsigned(record->text, v, 0);
}

void record_integer(record *record, int v)
{
    if (record_observer(record))
        name_integer(record, v);
    if (record->named)
        return;
    separate(record);
    text_integer(record->text, v);
}

void record_word(record *record, const char *word)
{
    if (record->named)
        return;
    if (record->received)
        record->received->fields++;
    separate(record);
    text_string(record->text, word);
}

/* More digits than a real has: rare, and left to printf. */
static void put_long(record *record, int n, const double *v)
{
    for (int i = 0; i < n; i++) {
        separate(record);
        text_scientific(record->text, v[i], record->precision);
    }
}

static void record_put(record *record, int n, const double *v)
{
    for (int i = 0; i < n; i++)
        record->has_nan |= isnan(v[i]);
    if (record->named) {
        columns_put(record->named, n, v, false);
        return;
    }
    if (record->received)
        columns_put(record->received, n, v, false);
    if (!record->general && record->precision > FORMAT_MOST_DIGITS) {
        put_long(record, n, v);
        return;
    }
    text *text = record->text;
    char *const from = text_reserve(text, (size_t)n * (FORMAT_BUFFER_SIZE + 1)), *to = from;
    for (int i = 0; i < n; i++) {
        *to = ' ';
        to += i > 0 || !begins_row(text);
        to += record->general ? format_general(to, v[i], LOG_DIGITS) : format_scientific(to, v[i], record->precision);
    }
    text->n += (size_t)(to - from);
}

void record_real(record *record, double v) { record_put(record, 1, &v); }

void record_vec3(record *record, vec3 v) { record_put(record, 3, (const double[]){v.x, v.y, v.z}); }

void record_mat3(record *record, const mat3 *m)
{
    const mat3 by_columns = mat3_transpose(m);
    record_put(record, 9, record->named ? &by_columns.e[0][0] : &m->e[0][0]);
}

void record_array(record *record, const char *count, int n, const double *values)
{
    record->named->next.count = count;
    record_put(record, n, values);
}

void record_zeros(record *record, int n)
{
    for (int i = 0; i < n; i++)
        record_real(record, 0.0);
}

static void put_degrees(record *record, vec3 angles) { record_vec3(record, vec3_scale(180.0 / M_PI, angles)); }

/* Derives the name of the column for this kind of orientation, from the suffix and a description. */
static void name_orientation(column_set *set, orientation_kind kind, char name[16], char words[192])
{
    static const struct {
        const char *name, *words;
        physical_quantity unit;
    } KINDS[] = {
        {"E", "orientation Euler angles (123) (E_X, E_Y, E_Z)", QUANTITY_DEGREES},
        {"E", "orientation Euler angles (313) (E_X, E_Y, E_Z)", QUANTITY_DEGREES},
        {"E", "orientation Euler angles (321) (E_X, E_Y, E_Z)", QUANTITY_DEGREES},
        {"Phi", "orientation vector (Phi_X, Phi_Y, Phi_Z)", QUANTITY_RADIANS},
        {"R", "orientation matrix (R11, R21, R31, R12, R22, R32, R13, R23, R33)", QUANTITY_NONE},
    };
    snprintf(name, 16, "%s%s", KINDS[kind].name, set->next.name);
    snprintf(words, 192, "%s %s", set->next.description, KINDS[kind].words);
    columns_name(set, name, KINDS[kind].unit, words);
}

void record_orientation(record *record, const mat3 *R, orientation_kind kind)
{
    char name[16], words[192];
    column_set *to = record_observer(record);
    if (to && to->define && to->next.name)
        name_orientation(to, kind, name, words);
    switch (kind) {
    case ORIENTATION_EULER123:
        put_degrees(record, rotation_to_euler123(R));
        break;
    case ORIENTATION_EULER313:
        put_degrees(record, rotation_to_euler313(R));
        break;
    case ORIENTATION_EULER321:
        put_degrees(record, rotation_to_euler321(R));
        break;
    case ORIENTATION_VECTOR:
        record_vec3(record, rotation_log(R));
        break;
    case ORIENTATION_MATRIX:
        record_mat3(record, R);
        break;
    }
}

void record_end(record *record)
{
    if (!record->named)
        text_char(record->text, '\n');
}
