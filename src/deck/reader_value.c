/* reader_value.c - numbers, flags and values of any type.
 *
 *     number ::= [+|-] literal                       read here if a separator follows: no expression is compiled
 *              | expression                          everything else, see expr.h
 *              | default | (empty)                   the caller's default, or zero
 *     flag   ::= yes | no | number
 *
 * If an integer is required a real is truncated towards zero, with a warning if that changes it. */
#include "base/decimal.h"
#include "base/nearest.h"
#include "deck/diag_rows.h"
#include "deck/reader_state.h"
#include <limits.h>
#include <math.h>
#include <string.h>

/* Reads a plain literal before a separator. Integers that expr.h refuses (too large, leading zero) are left to it. */
static bool read_literal(reader *reader, value *v)
{
    const char *from = reader->cursor, *p = from;
    const bool negative = *p == '-';
    decimal d;
    p += negative || *p == '+';
    if (!decimal_read(p, &d))
        return false;
    const char *end = scan_skip(reader, d.end);
    if ((*end != ',' && *end != reader->closing) || !isfinite(d.value))
        return false;
    if (!d.is_real && (d.value > INT_MAX || (*p == '0' && d.end > p + 1)))
        return false;
    const double signed_value = negative ? -d.value : d.value;
    *v = d.is_real ? value_real(signed_value) : value_integer((int)signed_value);
    if (reader->record) {
        record_argument(reader, from, d.end);
        record_value(reader, *v);
    }
    reader->last = scan_location(reader, from, d.end);
    reader->more = *end == ',';
    reader->cursor = end + reader->more;
    return true;
}

/* Returns whether an operand follows another one: it may be meant as the next argument. */
static bool is_next_argument(const char *from, const char *p)
{
    const char *before = p;
    while (before > from && is_blank(before[-1]))
        before--;
    return before > from && before < p && fold(*p) && (fold(before[-1]) || strchr(".)\"", before[-1]));
}

static bool read_expression(reader *reader, const char *what, value *v)
{
    const char *from = reader->cursor;
    const expr_source in = {.names = reader->names,
                            .memory = reader->memory,
                            .errors = reader->errors,
                            .file = reader->file_index,
                            .base = (uint32_t)(from - reader->file->text),
                            .text = from,
                            .length = (size_t)(scan_limit(reader, from) - from),
                            .grammar = reader->help,
                            .wants = reader->wants};
    size_t n = 0;
    if (!(reader->record ? record_evaluate(reader, &in, &n, v) : expr_evaluate(&in, &n, v))) {
        reader->failed = true;
        if (what)
            diag_hint(reader->errors, "while reading %s", what);
        argument_hint_card(reader, scan_location(reader, from, from + 1));
        if (n > 0 && scan_begins_line(reader, from + n))
            argument_hint_line(reader, from + n);
        else if (n > 0 && is_next_argument(from, from + n))
            diag_hint(reader->errors, "is a '%c' missing before it?",
                      scan_begins_card(reader, from + n) ? reader->closing : ',');
        return false;
    }
    while (n > 0 && is_blank(from[n - 1]))
        n--;
    argument_end(reader, from, from + n, false);
    if (reader->record)
        record_expression(reader);
    return !reader->failed;
}

/* Reads the value of the argument. Returns false and leaves *v if the argument is omitted, or after an error. */
static bool read_given(reader *reader, const char *what, value *v)
{
    const char first = *reader->cursor;
    if (argument_is_empty(reader))
        argument_end(reader, reader->cursor, reader->cursor, false);
    else if ((first | 0x20) == 'd' && read_keyword(reader, "default"))
        return false;
    else if (reader->replay)
        return replay_value(reader, what, v);
    else if (!reader->failed)
        return read_literal(reader, v) || read_expression(reader, what, v);
    return false;
}

value read_value(reader *reader, const char *what)
{
    value v = value_integer(0);
    if (argument_begin(reader, what))
        read_given(reader, what, &v);
    return reader->failed ? value_integer(0) : v;
}

/* Reads a finite number; a string is an error. */
static value reader_value_read_number(reader *reader, value otherwise, const char *what)
{
    value v = otherwise;
    if (argument_begin(reader, what) && read_given(reader, what, &v)) {
        if (v.type == TYPE_STRING)
            read_error_last(reader, E_EXPECTED_NUMBER, what);
        else if (!isfinite(value_to_real(v)))
            read_error_last(reader, E_NOT_A_FINITE_NUMBER, what, value_to_real(v));
    }
    return reader->failed ? value_integer(0) : v;
}

static value read_wanted(reader *reader, value_type wants, value otherwise, const char *what)
{
    reader->wants = wants;
    const value v = reader_value_read_number(reader, otherwise, what);
    reader->wants = TYPE_ANY;
    return v;
}

double read_real(reader *reader, const char *what)
{
    return value_to_real(read_wanted(reader, TYPE_REAL, value_integer(0), what));
}

double read_real_or(reader *reader, double otherwise, const char *what)
{
    if (!reader->more && !reader->failed)
        return otherwise;
    return value_to_real(read_wanted(reader, TYPE_REAL, value_real(otherwise), what));
}

double read_positive(reader *reader, const char *what)
{
    const double v = read_real(reader, what);
    if (!reader->failed && !(v > 0.0))
        read_error_last(reader, E_NOT_POSITIVE, what, v);
    return reader->failed ? 0.0 : v;
}

double read_not_negative(reader *reader, const char *what)
{
    const double v = read_real(reader, what);
    if (!reader->failed && !(v >= 0.0))
        read_error_last(reader, E_NEGATIVE_OPTION, what, v);
    return reader->failed ? 0.0 : v;
}

int read_as_integer(reader *reader, value v, const char *what)
{
    const double real = value_to_real(v);
    if (v.type != TYPE_REAL)
        return (int)real;
    if (!(real > (double)INT_MIN - 1.0 && real < (double)INT_MAX + 1.0)) {
        read_error_last(reader, E_NOT_INTEGER, what, real);
        return 0;
    }
    if (real != trunc(real))
        diag_report(reader->errors, W_CUT_TO_INTEGER, reader->last, what, real, (int)real);
    return (int)real;
}

int read_integer(reader *reader, const char *what)
{
    return read_as_integer(reader, read_wanted(reader, TYPE_INTEGER, value_integer(0), what), what);
}

int read_count(reader *reader, int least, const char *what)
{
    const int n = read_integer_in(reader, least, INT_MAX, what);
    return read_limited(reader, n, 1, what);
}

int read_limited(reader *reader, int n, int m, const char *what)
{
    const size_t product = n > 0 && m > 0 ? (size_t)n * (size_t)m : 0;
    if (!reader->failed && (double)product > reader->limits.items) {
        read_error_last(reader, E_TOO_MANY_ITEMS, what, product, (int)reader->limits.items);
        if (product <= INT_MAX)
            diag_hint(reader->errors, "--limit items=%zu would allow it", product);
    }
    return reader->failed ? 0 : (int)product;
}

int read_integer_in(reader *reader, int low, int high, const char *what)
{
    const int i = read_integer(reader, what);
    if (!reader->failed && (i < low || i > high))
        read_error_last(reader, E_OUT_OF_RANGE, what, low, high, i);
    return reader->failed ? 0 : i;
}

unsigned read_label(reader *reader, const char *what)
{
    const int i = read_integer(reader, what);
    if (!reader->failed && i < 0)
        read_error_last(reader, E_NEGATIVE_LABEL, what, i);
    return reader->failed ? 0 : (unsigned)i;
}

/* A word that is no variable cannot be an expression: reports what was expected instead. */
static bool is_unknown_word(reader *reader)
{
    const argument_word *word = argument_words(reader);
    return word->length > 0 && !symbols_find(reader->names, word->start, (size_t)(word->end - word->start));
}

bool read_bool(reader *reader, const char *what)
{
    static const char *const flags[] = {"no", "yes", "false", "true", NULL};
    if (!argument_begin(reader, what))
        return false;
    const int flag = read_try_choice(reader, flags);
    if (flag >= 0 || reader->failed)
        return flag == 1 || flag == 3;
    if (!is_unknown_word(reader) || read_peek(reader, "default"))
        return value_to_real(reader_value_read_number(reader, value_integer(0), what)) != 0.0;
    read_error(reader, E_UNKNOWN_WORD, read_place(reader), what, read_shown(reader));
    diag_hint(reader->errors, "expected yes, no or an expression");
    return false;
}
