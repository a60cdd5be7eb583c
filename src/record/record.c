/* record.c - one row of text output: a label, then fields with one blank before each, then the end of the line.
 *
 * The label is right-aligned in eight columns or not padded. A field that begins the row (a word of the .log file) has
 * no blank before it. Reals are written as %e with the deck's precision, or with six significant digits in the .log
 * file. A record of columns takes the numbers that have a name, and nothing else; matrices are put by columns there. */
#include "record/record.h"
#include "base/format.h"
#include "math/rotation.h"
#include <stdio.h>

enum { LABEL_WIDTH = 8, LOG_DIGITS = 6 };

static bool begins_row(const text *t) { return t->n == 0 || t->data[t->n - 1] == '\n'; }

static void separate(record *r)
{
    if (!begins_row(r->text))
        text_char(r->text, ' ');
}

void record_begin(record *r, unsigned label)
{
    if (!r->named)
        text_unsigned(r->text, label, r->general ? 0 : LABEL_WIDTH);
}

void record_begin_plain(record *r, unsigned label)
{
    if (!r->named)
        text_unsigned(r->text, label, 0);
}

void record_begin_at(record *r, unsigned label, unsigned node)
{
    record_begin_plain(r, label);
    if (!r->named) {
        text_char(r->text, '@');
        text_unsigned(r->text, node, 0);
    }
}

static void name_integer(record *r, double v) { columns_put(record_listener(r), 1, &v, true); }

void record_unsigned(record *r, unsigned v)
{
    if (record_listener(r))
        name_integer(r, v);
    if (r->named)
        return;
    separate(r);
    text_unsigned(r->text, v, 0);
}

void record_integer(record *r, int v)
{
    if (record_listener(r))
        name_integer(r, v);
    if (r->named)
        return;
    separate(r);
    text_integer(r->text, v);
}

void record_word(record *r, const char *word)
{
    if (r->named)
        return;
    if (r->heard)
        r->heard->fields++;
    separate(r);
    text_string(r->text, word);
}

/* More digits than a real has: rare, and left to printf. */
static void put_long(record *r, int n, const double *v)
{
    for (int i = 0; i < n; i++) {
        separate(r);
        text_scientific(r->text, v[i], r->precision);
    }
}

static void record_put(record *r, int n, const double *v)
{
    for (int i = 0; i < n; i++)
        r->has_nan |= isnan(v[i]);
    if (r->named) {
        columns_put(r->named, n, v, false);
        return;
    }
    if (r->heard)
        columns_put(r->heard, n, v, false);
    if (!r->general && r->precision > FORMAT_MOST_DIGITS) {
        put_long(r, n, v);
        return;
    }
    text *t = r->text;
    char *const from = text_room(t, (size_t)n * (FORMAT_ROOM + 1)), *to = from;
    for (int i = 0; i < n; i++) {
        *to = ' ';
        to += i > 0 || !begins_row(t);
        to += r->general ? format_general(to, v[i], LOG_DIGITS) : format_scientific(to, v[i], r->precision);
    }
    t->n += (size_t)(to - from);
}

void record_real(record *r, double v) { record_put(r, 1, &v); }

void record_vec3(record *r, vec3 v) { record_put(r, 3, (const double[]){v.x, v.y, v.z}); }

void record_mat3(record *r, const mat3 *m)
{
    const mat3 by_columns = mat3_transpose(m);
    record_put(r, 9, r->named ? &by_columns.e[0][0] : &m->e[0][0]);
}

void record_array(record *r, const char *count, int n, const double *v)
{
    r->named->next.count = count;
    record_put(r, n, v);
}

void record_zeros(record *r, int n)
{
    for (int i = 0; i < n; i++)
        record_real(r, 0.0);
}

static void put_degrees(record *r, vec3 angles) { record_vec3(r, vec3_scale(180.0 / M_PI, angles)); }

/* From the suffix and what it is the orientation of to the column of this kind of description. */
static void name_orientation(column_set *c, orientation_kind kind, char name[16], char words[192])
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
    snprintf(name, 16, "%s%s", KINDS[kind].name, c->next.name);
    snprintf(words, 192, "%s %s", c->next.description, KINDS[kind].words);
    columns_name(c, name, KINDS[kind].unit, words);
}

void record_orientation(record *r, const mat3 *R, orientation_kind kind)
{
    char name[16], words[192];
    column_set *to = record_listener(r);
    if (to && to->define && to->next.name)
        name_orientation(to, kind, name, words);
    switch (kind) {
    case ORIENTATION_EULER123:
        put_degrees(r, rotation_to_euler123(R));
        break;
    case ORIENTATION_EULER313:
        put_degrees(r, rotation_to_euler313(R));
        break;
    case ORIENTATION_EULER321:
        put_degrees(r, rotation_to_euler321(R));
        break;
    case ORIENTATION_VECTOR:
        record_vec3(r, rotation_log(R));
        break;
    case ORIENTATION_MATRIX:
        record_mat3(r, R);
        break;
    }
}

void record_end(record *r)
{
    if (!r->named)
        text_char(r->text, '\n');
}
