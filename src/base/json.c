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

void json_to_file(void *file, const char *bytes, size_t size) { fwrite(bytes, 1, size, file); }

/* Passes on no empty pieces, so that `write` need not handle them. */
static void put_bytes(json_writer *writer, const char *bytes, size_t size)
{
    if (size > 0)
        writer->write(writer->context, bytes, size);
}

static void json_put(json_writer *writer, const char *bytes) { put_bytes(writer, bytes, strlen(bytes)); }

/* --- strings ------------------------------------------------------------------------------------------------------ */

/* Returns the length of the UTF-8 sequence at s, 0 if there is none. */
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

static void put_escape(json_writer *writer, unsigned code)
{
    char escape[8];
    const char *letter = code == '\n' ? "n" : code == '\t' ? "t" : code == '"' ? "\"" : code == '\\' ? "\\" : NULL;
    if (letter)
        snprintf(escape, sizeof escape, "\\%s", letter);
    else
        snprintf(escape, sizeof escape, "\\u%04x", code);
    json_put(writer, escape);
}

static void put_quoted(json_writer *writer, const char *value, size_t length)
{
    const unsigned char *at = (const unsigned char *)value, *end = at + length;
    json_put(writer, "\"");
    while (at < end) {
        const unsigned char *begin = at;
        int n = 0;
        while (at < end && is_plain(*at) && (n = sequence_length(at, end)) > 0)
            at += n;
        put_bytes(writer, (const char *)begin, (size_t)(at - begin));
        if (at < end)
            put_escape(writer, *at < 0x80 ? *at : 0xfffd), at++;
    }
    json_put(writer, "\"");
}

/* --- values ------------------------------------------------------------------------------------------------------- */

/* Writes what precedes a value: a comma, a newline, a name. */
static void begin_value(json_writer *writer, const char *name)
{
    if (writer->depth > 0) {
        assert((name != NULL) == (writer->levels[writer->depth - 1].close == '}'));
        json_put(writer, writer->levels[writer->depth - 1].has_values ? "," : "");
        writer->levels[writer->depth - 1].has_values = true;
    }
    json_put(writer, writer->breaks_line ? "\n" : "");
    writer->breaks_line = false;
    if (name) {
        put_quoted(writer, name, strlen(name));
        json_put(writer, ":");
    }
}

static void open_level(json_writer *writer, const char *name, const char *bracket, char close)
{
    begin_value(writer, name);
    assert(writer->depth < JSON_MAX_DEPTH);
    writer->levels[writer->depth].close = close;
    writer->levels[writer->depth++].has_values = false;
    json_put(writer, bracket);
}

void json_open_object(json_writer *writer, const char *name) { open_level(writer, name, "{", '}'); }
void json_open_array(json_writer *writer, const char *name) { open_level(writer, name, "[", ']'); }

void json_close(json_writer *writer)
{
    assert(writer->depth > 0);
    json_put(writer, writer->breaks_line ? "\n" : "");
    writer->breaks_line = false;
    writer->write(writer->context, &writer->levels[--writer->depth].close, 1);
}

void json_raw(json_writer *writer, const char *name, const char *value, size_t length)
{
    begin_value(writer, name);
    writer->write(writer->context, value, length);
}

static void put_value(json_writer *writer, const char *name, const char *value)
{
    begin_value(writer, name);
    json_put(writer, value);
}

void json_null(json_writer *writer, const char *name) { put_value(writer, name, "null"); }
void json_bool(json_writer *writer, const char *name, bool value) { put_value(writer, name, value ? "true" : "false"); }

void json_integer(json_writer *writer, const char *name, long long value)
{
    char digits[24];
    snprintf(digits, sizeof digits, "%lld", value);
    put_value(writer, name, digits);
}

void json_number(json_writer *writer, const char *name, double value, int digits)
{
    char number[40];
    if (!isfinite(value)) {
        json_null(writer, name);
        return;
    }
    snprintf(number, sizeof number, "%.*g", digits < JSON_EXACT ? digits : JSON_EXACT, value);
    char *comma = strchr(number, ','); /* decimal point of some locales */
    if (comma)
        *comma = '.';
    put_value(writer, name, number);
}

void json_numbers(json_writer *writer, const char *name, const double *values, int n, int digits)
{
    json_open_array(writer, name);
    for (int i = 0; i < n; i++)
        json_number(writer, NULL, values[i], digits);
    json_close(writer);
}

void json_text(json_writer *writer, const char *name, const char *value, size_t length)
{
    begin_value(writer, name);
    put_quoted(writer, value, length);
}

void json_string(json_writer *writer, const char *name, const char *value)
{
    if (value)
        json_text(writer, name, value, strlen(value));
    else
        json_null(writer, name);
}

void json_newline(json_writer *writer) { writer->breaks_line = true; }
