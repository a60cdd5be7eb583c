/* expr_scan.c - the text of expressions: blanks, comments, names, numbers, strings, and places in messages.
 *
 *     comment   # to the end of the line, or between slash-star and star-slash; counts as a blank
 *     name      [_a-zA-Z][_a-zA-Z0-9]*
 *     integer   digits, without leading zero, at most INT_MAX
 *     real      digits with a dot, an exponent e+12, or both
 *     string    "..." where a backslash keeps the next character as it is */
#include "base/decimal.h"
#include "base/utf8.h"
#include "deck/diag_rows.h"
#include "deck/expr_parser.h"
#include <ctype.h>
#include <stdio.h>
#include <string.h>

bool expr_error(expr_parser *p, diag_code code, span where, ...)
{
    const place at = {
        .file = p->source->file, .offset = p->source->base + where.start, .length = where.length ? where.length : 1};
    va_list args;
    va_start(args, where);
    diag_report_v(p->source->errors, code, at, args);
    va_end(args);
    return false;
}

const char *expr_text(const expr_parser *p, span where, char out[EXPR_NAME])
{
    const bool fits = where.length < EXPR_NAME;
    snprintf(out, EXPR_NAME, "%.*s%s", fits ? (int)where.length : EXPR_NAME - 4, p->source->text + where.start,
             fits ? "" : "...");
    return out;
}

/* --- characters --------------------------------------------------------------------------------------------------- */

char expr_peek(const expr_parser *p) { return p->pos < p->source->length ? p->source->text[p->pos] : '\0'; }

static char peek_second(const expr_parser *p)
{
    return p->pos + 1 < p->source->length ? p->source->text[p->pos + 1] : '\0';
}

bool expr_is_name_start(char c) { return isalpha((unsigned char)c) || c == '_'; }

bool expr_is_name_part(char c) { return isalnum((unsigned char)c) || c == '_'; }

static bool skip_block_comment(expr_parser *p)
{
    const char *from = p->source->text + p->pos + 2;
    const size_t rest = p->source->length - p->pos - 2;
    const char *end = memmem(from, rest, "*/", 2);
    if (!end)
        return expr_error(p, E_EXPR_COMMENT_OPEN, (span){p->pos, 2});
    p->pos = (uint32_t)(end + 2 - p->source->text);
    return true;
}

bool expr_skip_blanks(expr_parser *p)
{
    for (; p->pos < p->source->length; p->pos++) {
        const char c = p->source->text[p->pos];
        if (c == '#') {
            const char *line_end = memchr(p->source->text + p->pos, '\n', p->source->length - p->pos);
            p->pos = (uint32_t)(line_end ? (size_t)(line_end - p->source->text) : p->source->length - 1);
        } else if (c == '/' && peek_second(p) == '*') {
            if (!skip_block_comment(p))
                return false;
            p->pos--;
        } else if (!isspace((unsigned char)c)) {
            break;
        }
    }
    return true;
}

span expr_scan_name(expr_parser *p)
{
    const uint32_t start = p->pos;
    while (p->pos < p->source->length && expr_is_name_part(p->source->text[p->pos]))
        p->pos++;
    return (span){start, p->pos - start};
}

span expr_found_span(const expr_parser *p)
{
    uint32_t end = p->pos;
    while (end < p->source->length &&
           (expr_is_name_part(p->source->text[end]) || (end > p->pos && p->source->text[end] == '.')))
        end++;
    if (end > p->pos || end >= p->source->length)
        return (span){p->pos, end > p->pos ? end - p->pos : 1};
    const char *next = p->source->text + p->pos;
    utf8_next(&next, p->source->text + p->source->length);
    return (span){p->pos, (uint32_t)(next - p->source->text) - p->pos};
}

const char *expr_found(const expr_parser *p, char out[64])
{
    const span what = expr_found_span(p);
    if (p->pos >= p->source->length)
        snprintf(out, 64, "the end of the text");
    else
        snprintf(out, 64, "'%.*s'", what.length < 40 ? (int)what.length : 40, p->source->text + p->pos);
    return out;
}

/* --- numbers ------------------------------------------------------------------------------------------------------ */

static bool malformed(expr_parser *p, span where)
{
    while (where.start + where.length < p->source->length) {
        const char c = p->source->text[where.start + where.length];
        if (!expr_is_name_part(c) && c != '.')
            break;
        where.length++;
    }
    char name[EXPR_NAME], number[EXPR_NAME];
    expr_error(p, E_EXPR_NUMBER, where, expr_text(p, where, name));
    const char after = expr_peek(p);
    if (strchr("dDeE", after) && after)
        diag_hint(p->source->errors, "an exponent is written e and digits: 1.e-3");
    else if (isalpha((unsigned char)after))
        diag_hint(p->source->errors, "an operator is missing: %s*%s",
                  expr_text(p, (span){where.start, p->pos - where.start}, number),
                  expr_text(p, (span){p->pos, where.start + where.length - p->pos}, name));
    return false;
}

static bool wrong_integer(expr_parser *p, span where, bool leading_zero)
{
    char digits[EXPR_NAME];
    expr_text(p, where, digits);
    if (leading_zero) {
        expr_error(p, E_EXPR_LEADING_ZERO, where, digits);
        diag_hint(p->source->errors, "octal numbers do not exist; leave out the zero");
    } else {
        expr_error(p, E_EXPR_INTEGER_RANGE, where, digits, INT_MIN, INT_MAX);
        diag_hint(p->source->errors, "end it with a dot to make it a real number: %s.", digits);
    }
    return false;
}

static bool integer_literal(expr_parser *p, span where, double v, operand *o)
{
    const bool leading_zero = where.length > 1 && p->source->text[where.start] == '0';
    if (leading_zero || v > INT_MAX)
        return wrong_integer(p, where, leading_zero);
    *o = (operand){.type = TYPE_INTEGER, .fixed = value_integer((int)v), .where = where};
    return true;
}

static bool has_nonzero_digit(const char *text, const char *end)
{
    const size_t zeros = strspn(text, "0.");
    return text + zeros < end && isdigit((unsigned char)text[zeros]);
}

static bool real_literal(expr_parser *p, span where, double v, operand *o)
{
    const char *text = p->source->text + where.start;
    const bool too_small = v == 0.0 && has_nonzero_digit(text, text + where.length);
    if (isinf(v) || too_small) {
        char name[EXPR_NAME];
        return expr_error(p, E_EXPR_REAL_RANGE, where, expr_text(p, where, name), too_small ? "small" : "large");
    }
    *o = (operand){.type = TYPE_REAL, .fixed = value_real(v), .where = where};
    return true;
}

bool expr_scan_number(expr_parser *p, operand *o)
{
    decimal number;
    const char *text = p->source->text + p->pos;
    if (!decimal_read(text, &number))
        return malformed(p, (span){p->pos++, 1});
    const span where = {p->pos, (uint32_t)(number.end - text)};
    p->pos += where.length;
    const char after = expr_peek(p);
    if (expr_is_name_part(after) || after == '.')
        return malformed(p, where);
    return number.is_real ? real_literal(p, where, number.value, o) : integer_literal(p, where, number.value, o);
}

/* --- strings ------------------------------------------------------------------------------------------------------ */

bool expr_scan_string(expr_parser *p, operand *o)
{
    const uint32_t start = p->pos++;
    uint32_t kept = 0;
    for (uint32_t i = p->pos; i < p->source->length && p->source->text[i] != '"'; i++, kept++)
        i += p->source->text[i] == '\\';
    char *out = arena_alloc(p->source->memory, kept + 1);
    for (uint32_t i = 0; i < kept && p->pos < p->source->length; i++) {
        p->pos += p->source->text[p->pos] == '\\';
        out[i] = expr_peek(p);
        p->pos++;
    }
    if (p->pos >= p->source->length)
        return expr_error(p, E_EXPR_STRING_OPEN, (span){start, 1});
    p->pos++;
    *o = (operand){.type = TYPE_STRING, .fixed = value_string(out), .where = {start, p->pos - start}};
    return true;
}
