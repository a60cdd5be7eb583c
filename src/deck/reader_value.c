/* reader_value.c - numbers, flags and values of any type.
 *
 *     number ::= [+|-] literal                       read here when a separator follows: no expression is made
 *              | expression                          everything else, see expr.h
 *              | default | (empty)                   the caller's default, or zero
 *     flag   ::= yes | no | number
 *
 * Where an integer is needed a real is cut towards zero, with a warning when that changes it. */
#include "base/decimal.h"
#include "base/nearest.h"
#include "deck/diag_rows.h"
#include "deck/reader_state.h"
#include <limits.h>
#include <math.h>
#include <string.h>

/* A plain literal with a separator behind it. Integers that expr.h refuses (too large, leading zero) are left to it. */
static bool read_literal(reader *r, value *v)
{
    const char *from = r->cursor, *p = from;
    const bool negative = *p == '-';
    decimal d;
    p += negative || *p == '+';
    if (!decimal_read(p, &d))
        return false;
    const char *end = scan_skip(r, d.end);
    if ((*end != ',' && *end != r->closing) || !isfinite(d.value))
        return false;
    if (!d.is_real && (d.value > INT_MAX || (*p == '0' && d.end > p + 1)))
        return false;
    const double signed_value = negative ? -d.value : d.value;
    *v = d.is_real ? value_real(signed_value) : value_integer((int)signed_value);
    if (r->record) {
        record_argument(r, from, d.end);
        record_value(r, *v);
    }
    r->last = scan_place(r, from, d.end);
    r->more = *end == ',';
    r->cursor = end + r->more;
    return true;
}

/* An operand follows another one: it may be meant as the next argument. */
static bool is_next_argument(const char *from, const char *p)
{
    const char *before = p;
    while (before > from && is_blank(before[-1]))
        before--;
    return before > from && before < p && fold(*p) && (fold(before[-1]) || strchr(".)\"", before[-1]));
}

static bool read_expression(reader *r, const char *what, value *v)
{
    const char *from = r->cursor;
    const expr_source in = {.names = r->names,
                            .memory = r->memory,
                            .errors = r->errors,
                            .file = r->file_index,
                            .base = (uint32_t)(from - r->file->text),
                            .text = from,
                            .length = (size_t)(scan_limit(r, from) - from),
                            .grammar = r->help,
                            .wants = r->wants};
    size_t n = 0;
    if (!(r->record ? record_evaluate(r, &in, &n, v) : expr_evaluate(&in, &n, v))) {
        r->failed = true;
        if (what)
            diag_hint(r->errors, "while reading %s", what);
        if (n > 0 && scan_begins_line(r, from + n))
            argument_hint_line(r, from + n);
        else if (n > 0 && is_next_argument(from, from + n))
            diag_hint(r->errors, "is a '%c' missing before it?", scan_begins_card(r, from + n) ? r->closing : ',');
        return false;
    }
    while (n > 0 && is_blank(from[n - 1]))
        n--;
    argument_end(r, from, from + n, false);
    if (r->record)
        record_expression(r);
    return !r->failed;
}

/* The value of the argument; false and *v untouched when it is left to its default, or after an error. */
static bool read_given(reader *r, const char *what, value *v)
{
    const char first = *r->cursor;
    if (argument_is_empty(r))
        argument_end(r, r->cursor, r->cursor, false);
    else if ((first | 0x20) == 'd' && read_keyword(r, "default"))
        return false;
    else if (r->replay)
        return replay_value(r, what, v);
    else if (!r->failed)
        return read_literal(r, v) || read_expression(r, what, v);
    return false;
}

value read_value(reader *r, const char *what)
{
    value v = value_integer(0);
    if (argument_begin(r, what))
        read_given(r, what, &v);
    return r->failed ? value_integer(0) : v;
}

/* A finite number; a string is an error. */
static value reader_value_read_number(reader *r, value otherwise, const char *what)
{
    value v = otherwise;
    if (argument_begin(r, what) && read_given(r, what, &v)) {
        if (v.type == TYPE_STRING)
            read_error_last(r, E_EXPECTED_NUMBER, what);
        else if (!isfinite(value_to_real(v)))
            read_error_last(r, E_NOT_A_FINITE_NUMBER, what, value_to_real(v));
    }
    return r->failed ? value_integer(0) : v;
}

static value read_wanted(reader *r, value_type wants, value otherwise, const char *what)
{
    r->wants = wants;
    const value v = reader_value_read_number(r, otherwise, what);
    r->wants = TYPE_ANY;
    return v;
}

double read_real(reader *r, const char *what)
{
    return value_to_real(read_wanted(r, TYPE_REAL, value_integer(0), what));
}

double read_real_or(reader *r, double otherwise, const char *what)
{
    if (!r->more && !r->failed)
        return otherwise;
    return value_to_real(read_wanted(r, TYPE_REAL, value_real(otherwise), what));
}

double read_positive(reader *r, const char *what)
{
    const double v = read_real(r, what);
    if (!r->failed && !(v > 0.0))
        read_error_last(r, E_NOT_POSITIVE, what, v);
    return r->failed ? 0.0 : v;
}

double read_not_negative(reader *r, const char *what)
{
    const double v = read_real(r, what);
    if (!r->failed && !(v >= 0.0))
        read_error_last(r, E_NEGATIVE_OPTION, what, v);
    return r->failed ? 0.0 : v;
}

int read_as_integer(reader *r, value v, const char *what)
{
    const double real = value_to_real(v);
    if (v.type != TYPE_REAL)
        return (int)real;
    if (!(real > (double)INT_MIN - 1.0 && real < (double)INT_MAX + 1.0)) {
        read_error_last(r, E_NOT_INTEGER, what, real);
        return 0;
    }
    if (real != trunc(real))
        diag_report(r->errors, W_CUT_TO_INTEGER, r->last, what, real, (int)real);
    return (int)real;
}

int read_integer(reader *r, const char *what)
{
    return read_as_integer(r, read_wanted(r, TYPE_INTEGER, value_integer(0), what), what);
}

int read_count(reader *r, int least, const char *what)
{
    const int n = read_integer_in(r, least, INT_MAX, what);
    if (!r->failed && n > r->limits.items) {
        read_error_last(r, E_TOO_MANY_ITEMS, what, n, (int)r->limits.items);
        diag_hint(r->errors, "--limit items=%d would allow it", n);
    }
    return r->failed ? 0 : n;
}

int read_integer_in(reader *r, int low, int high, const char *what)
{
    const int i = read_integer(r, what);
    if (!r->failed && (i < low || i > high))
        read_error_last(r, E_OUT_OF_RANGE, what, low, high, i);
    return r->failed ? 0 : i;
}

unsigned read_label(reader *r, const char *what)
{
    const int i = read_integer(r, what);
    if (!r->failed && i < 0)
        read_error_last(r, E_NEGATIVE_LABEL, what, i);
    return r->failed ? 0 : (unsigned)i;
}

/* A word that names no variable cannot be an expression: say what was expected instead. */
static bool is_unknown_word(reader *r)
{
    const argument_word *w = argument_words(r);
    return w->length > 0 && !symbols_find(r->names, w->start, (size_t)(w->end - w->start));
}

bool read_bool(reader *r, const char *what)
{
    static const char *const flags[] = {"no", "yes", NULL};
    if (!argument_begin(r, what))
        return false;
    const int flag = read_try_choice(r, flags);
    if (flag >= 0 || r->failed)
        return flag == 1;
    if (!is_unknown_word(r) || read_peek(r, "default"))
        return value_to_real(reader_value_read_number(r, value_integer(0), what)) != 0.0;
    read_error(r, E_UNKNOWN_WORD, read_place(r), what, read_shown(r));
    diag_hint(r->errors, "expected yes, no or an expression");
    return false;
}
