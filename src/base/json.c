/* json.c - writes JSON. */
#include "base/json.h"
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

json_writer json_begin(void (*write)(void *to, const char *bytes, size_t n), void *to)
{
    return (json_writer){.write = write, .context = to};
}

void json_to_file(void *file, const char *bytes, size_t n) { fwrite(bytes, 1, n, file); }

static void json_put(json_writer *w, const char *bytes) { w->write(w->context, bytes, strlen(bytes)); }

/* --- strings ------------------------------------------------------------------------------------------------------ */

/* Bytes of the UTF-8 sequence at s, 0 when there is none. */
static int sequence_length(const unsigned char *s, const unsigned char *end)
{
    const int n = *s < 0x80                 ? 1
                  : *s >= 0xc2 && *s < 0xe0 ? 2
                  : *s >= 0xe0 && *s < 0xf0 ? 3
                  : *s >= 0xf0 && *s < 0xf5 ? 4
                                            : 0;
    if (n > end - s)
        return 0;
    for (int i = 1; i < n; i++)
        if ((s[i] & 0xc0) != 0x80)
            return 0;
    const bool is_overlong = (*s == 0xe0 && s[1] < 0xa0) || (*s == 0xf0 && s[1] < 0x90);
    const bool is_no_character = (*s == 0xed && s[1] >= 0xa0) || (*s == 0xf4 && s[1] >= 0x90);
    return is_overlong || is_no_character ? 0 : n;
}

static bool is_plain(unsigned char c) { return c >= 0x20 && c != 0x7f && c != '"' && c != '\\' && c != '<'; }

static void put_escape(json_writer *w, unsigned code)
{
    char escape[8];
    const char *letter = code == '\n' ? "n" : code == '\t' ? "t" : code == '"' ? "\"" : code == '\\' ? "\\" : NULL;
    if (letter)
        snprintf(escape, sizeof escape, "\\%s", letter);
    else
        snprintf(escape, sizeof escape, "\\u%04x", code);
    json_put(w, escape);
}

static void put_quoted(json_writer *w, const char *value, size_t length)
{
    const unsigned char *at = (const unsigned char *)value, *end = at + length;
    json_put(w, "\"");
    while (at < end) {
        const unsigned char *begin = at;
        int n = 0;
        while (at < end && is_plain(*at) && (n = sequence_length(at, end)) > 0)
            at += n;
        w->write(w->context, (const char *)begin, (size_t)(at - begin));
        if (at < end)
            put_escape(w, *at < 0x80 ? *at : 0xfffd), at++;
    }
    json_put(w, "\"");
}

/* --- values ------------------------------------------------------------------------------------------------------- */

/* What stands before a value: a comma, the end of a line, a name. */
static void begin_value(json_writer *w, const char *name)
{
    if (w->depth > 0) {
        assert((name != NULL) == (w->levels[w->depth - 1].close == '}'));
        json_put(w, w->levels[w->depth - 1].has_values ? "," : "");
        w->levels[w->depth - 1].has_values = true;
    }
    json_put(w, w->breaks_line ? "\n" : "");
    w->breaks_line = false;
    if (name) {
        put_quoted(w, name, strlen(name));
        json_put(w, ":");
    }
}

static void open_level(json_writer *w, const char *name, const char *bracket, char close)
{
    begin_value(w, name);
    assert(w->depth < JSON_MAX_DEPTH);
    w->levels[w->depth].close = close;
    w->levels[w->depth++].has_values = false;
    json_put(w, bracket);
}

void json_open_object(json_writer *w, const char *name) { open_level(w, name, "{", '}'); }
void json_open_array(json_writer *w, const char *name) { open_level(w, name, "[", ']'); }

void json_close(json_writer *w)
{
    assert(w->depth > 0);
    json_put(w, w->breaks_line ? "\n" : "");
    w->breaks_line = false;
    w->write(w->context, &w->levels[--w->depth].close, 1);
}

void json_raw(json_writer *w, const char *name, const char *value, size_t length)
{
    begin_value(w, name);
    w->write(w->context, value, length);
}

static void put_value(json_writer *w, const char *name, const char *value)
{
    begin_value(w, name);
    json_put(w, value);
}

void json_null(json_writer *w, const char *name) { put_value(w, name, "null"); }
void json_bool(json_writer *w, const char *name, bool value) { put_value(w, name, value ? "true" : "false"); }

void json_integer(json_writer *w, const char *name, long long value)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%lld", value);
    put_value(w, name, digits);
}

void json_number(json_writer *w, const char *name, double value, int digits)
{
    char number[40];
    if (!isfinite(value)) {
        json_null(w, name);
        return;
    }
    snprintf(number, sizeof number, "%.*g", digits < JSON_EXACT ? digits : JSON_EXACT, value);
    char *comma = strchr(number, ','); /* the decimal point of some locales */
    if (comma)
        *comma = '.';
    put_value(w, name, number);
}

void json_numbers(json_writer *w, const char *name, const double *values, int n, int digits)
{
    json_open_array(w, name);
    for (int i = 0; i < n; i++)
        json_number(w, NULL, values[i], digits);
    json_close(w);
}

void json_text(json_writer *w, const char *name, const char *value, size_t length)
{
    begin_value(w, name);
    put_quoted(w, value, length);
}

void json_string(json_writer *w, const char *name, const char *value)
{
    if (value)
        json_text(w, name, value, strlen(value));
    else
        json_null(w, name);
}

void json_newline(json_writer *w) { w->breaks_line = true; }
