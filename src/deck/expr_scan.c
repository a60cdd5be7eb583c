/* expr_scan.c - the text of expressions: blanks, comments, names, numbers, strings, and source locations.
 *
 *     comment   # to the end of the line, or between slash-star and star-slash; counts as a blank
 *     name      [_a-zA-Z][_a-zA-Z0-9]*
 *     integer   digits, without leading zero, at most INT_MAX
 *     real      digits with a dot, an exponent e+12, or both
 *     string    "..." where a backslash makes the next character literal */
#include "base/decimal.h"
#include "base/utf8.h"
#include "deck/diag_rows.h"
#include "deck/expr_parser.h"
#include <ctype.h>
#include <stdio.h>
#include <string.h>

bool expr_error(expr_parser *parser, diag_code code, span where, ...)
{
    const source_location location = {.file = parser->source->file,
                                      .offset = parser->source->base + where.start,
                                      .length = where.length ? where.length : 1};
    va_list args;
    va_start(args, where);
    diag_report_v(parser->source->errors, code, location, args);
    va_end(args);
    return false;
}

const char *expr_text(const expr_parser *parser, span where, char out[EXPR_NAME])
{
    const bool fits = where.length < EXPR_NAME;
    snprintf(out, EXPR_NAME, "%.*s%s", fits ? (int)where.length : EXPR_NAME - 4, parser->source->text + where.start,
             fits ? "" : "...");
    return out;
}

/* --- characters --------------------------------------------------------------------------------------------------- */

char expr_peek(const expr_parser *parser)
{
    return parser->pos < parser->source->length ? parser->source->text[parser->pos] : '\0';
}

static char peek_second(const expr_parser *parser)
{
    return parser->pos + 1 < parser->source->length ? parser->source->text[parser->pos + 1] : '\0';
}

bool expr_is_name_start(char c) { return isalpha((unsigned char)c) || c == '_'; }

bool expr_is_name_part(char c) { return isalnum((unsigned char)c) || c == '_'; }

static bool skip_block_comment(expr_parser *parser)
{
    const char *from = parser->source->text + parser->pos + 2;
    const size_t rest = parser->source->length - parser->pos - 2;
    const char *end = memmem(from, rest, "*/", 2);
    if (!end)
        return expr_error(parser, E_EXPR_COMMENT_OPEN, (span){parser->pos, 2});
    parser->pos = (uint32_t)(end + 2 - parser->source->text);
    return true;
}

bool expr_skip_blanks(expr_parser *parser)
{
    for (; parser->pos < parser->source->length; parser->pos++) {
        const char c = parser->source->text[parser->pos];
        if (c == '#') {
            const char *line_end =
                memchr(parser->source->text + parser->pos, '\n', parser->source->length - parser->pos);
            parser->pos = (uint32_t)(line_end ? (size_t)(line_end - parser->source->text) : parser->source->length - 1);
        } else if (c == '/' && peek_second(parser) == '*') {
            if (!skip_block_comment(parser))
                return false;
            parser->pos--;
        } else if (!isspace((unsigned char)c)) {
            break;
        }
    }
    return true;
}

span expr_scan_name(expr_parser *parser)
{
    const uint32_t start = parser->pos;
    while (parser->pos < parser->source->length && expr_is_name_part(parser->source->text[parser->pos]))
        parser->pos++;
    return (span){start, parser->pos - start};
}

span expr_found_span(const expr_parser *parser)
{
    uint32_t end = parser->pos;
    while (end < parser->source->length &&
           (expr_is_name_part(parser->source->text[end]) || (end > parser->pos && parser->source->text[end] == '.')))
        end++;
    if (end > parser->pos || end >= parser->source->length)
        return (span){parser->pos, end > parser->pos ? end - parser->pos : 1};
    const char *next = parser->source->text + parser->pos;
    utf8_next(&next, parser->source->text + parser->source->length);
    return (span){parser->pos, (uint32_t)(next - parser->source->text) - parser->pos};
}

const char *expr_found(const expr_parser *parser, char out[64])
{
    const span what = expr_found_span(parser);
    if (parser->pos >= parser->source->length)
        snprintf(out, 64, "the end of the text");
    else
        snprintf(out, 64, "'%.*s'", what.length < 40 ? (int)what.length : 40, parser->source->text + parser->pos);
    return out;
}

/* --- numbers ------------------------------------------------------------------------------------------------------ */

static bool malformed(expr_parser *parser, span where)
{
    while (where.start + where.length < parser->source->length) {
        const char c = parser->source->text[where.start + where.length];
        if (!expr_is_name_part(c) && c != '.')
            break;
        where.length++;
    }
    char name[EXPR_NAME], number[EXPR_NAME];
    expr_error(parser, E_EXPR_NUMBER, where, expr_text(parser, where, name));
    const char after = expr_peek(parser);
    if (strchr("dDeE", after) && after)
        diag_hint(parser->source->errors, "write an exponent as e and digits: 1.e-3");
    else if (isalpha((unsigned char)after))
        diag_hint(parser->source->errors, "an operator is missing: %s*%s",
                  expr_text(parser, (span){where.start, parser->pos - where.start}, number),
                  expr_text(parser, (span){parser->pos, where.start + where.length - parser->pos}, name));
    return false;
}

static bool wrong_integer(expr_parser *parser, span where, bool leading_zero)
{
    char digits[EXPR_NAME];
    expr_text(parser, where, digits);
    if (leading_zero) {
        expr_error(parser, E_EXPR_LEADING_ZERO, where, digits);
        diag_hint(parser->source->errors, "octal numbers are not supported; remove the leading zero");
    } else {
        expr_error(parser, E_EXPR_INTEGER_RANGE, where, digits, INT_MIN, INT_MAX);
        diag_hint(parser->source->errors, "end it with a dot to make it a real number: %s.", digits);
    }
    return false;
}

static bool integer_literal(expr_parser *parser, span where, double v, operand *o)
{
    const bool leading_zero = where.length > 1 && parser->source->text[where.start] == '0';
    if (leading_zero || v > INT_MAX)
        return wrong_integer(parser, where, leading_zero);
    *o = (operand){.type = TYPE_INTEGER, .fixed = value_integer((int)v), .where = where};
    return true;
}

static bool has_nonzero_digit(const char *text, const char *end)
{
    const size_t zeros = strspn(text, "0.");
    return text + zeros < end && isdigit((unsigned char)text[zeros]);
}

static bool real_literal(expr_parser *parser, span where, double v, operand *o)
{
    const char *text = parser->source->text + where.start;
    const bool too_small = v == 0.0 && has_nonzero_digit(text, text + where.length);
    if (isinf(v) || too_small) {
        char name[EXPR_NAME];
        return expr_error(parser, E_EXPR_REAL_RANGE, where, expr_text(parser, where, name),
                          too_small ? "small" : "large");
    }
    *o = (operand){.type = TYPE_REAL, .fixed = value_real(v), .where = where};
    return true;
}

bool expr_scan_number(expr_parser *parser, operand *o)
{
    decimal number;
    const char *text = parser->source->text + parser->pos;
    if (!decimal_read(text, &number))
        return malformed(parser, (span){parser->pos++, 1});
    const span where = {parser->pos, (uint32_t)(number.end - text)};
    parser->pos += where.length;
    const char after = expr_peek(parser);
    if (expr_is_name_part(after) || after == '.')
        return malformed(parser, where);
    return number.is_real ? real_literal(parser, where, number.value, o)
                          : integer_literal(parser, where, number.value, o);
}

/* --- strings ------------------------------------------------------------------------------------------------------ */

bool expr_scan_string(expr_parser *parser, operand *o)
{
    const uint32_t start = parser->pos++;
    uint32_t saved = 0;
    for (uint32_t i = parser->pos; i < parser->source->length && parser->source->text[i] != '"'; i++, saved++)
        i += parser->source->text[i] == '\\';
    char *out = arena_alloc(parser->source->memory, saved + 1);
    for (uint32_t i = 0; i < saved && parser->pos < parser->source->length; i++) {
        parser->pos += parser->source->text[parser->pos] == '\\';
        out[i] = expr_peek(parser);
        parser->pos++;
    }
    if (parser->pos >= parser->source->length)
        return expr_error(parser, E_EXPR_STRING_OPEN, (span){start, 1});
    parser->pos++;
    *o = (operand){.type = TYPE_STRING, .fixed = value_string(out), .where = {start, parser->pos - start}};
    return true;
}
