/* json.h - writes JSON with its separators, quotes and escapes.
 *
 *     json_writer w = json_begin(json_to_file, stdout);
 *     json_open_object(&w, NULL);
 *     json_string(&w, "file", "a.mbd");
 *     json_open_array(&w, "time");
 *     json_number(&w, NULL, 0.5, JSON_EXACT);
 *     json_close(&w);
 *     json_close(&w);                            {"file":"a.mbd","time":[0.5]}
 *
 * Members of objects have a name; in arrays it is NULL. Texts are UTF-8: an invalid byte becomes U+FFFD. `<` is
 * escaped, so that a text may be inside a script element of HTML. Numbers that are not finite become null. The decimal
 * point is a point in every locale. This file depends on no other; the program uses it as well. */
#pragma once
#include <stdbool.h>
#include <stddef.h>

enum { JSON_MAX_DEPTH = 16 };
enum { JSON_SINGLE = 9, JSON_EXACT = 17 }; /* digits that determine a number of single and of double precision */

typedef struct {
    void (*write)(void *to, const char *bytes, size_t n);
    void *context;
    int depth;
    struct {
        char close;      /* the closing bracket */
        bool has_values; /* the next value needs a comma */
    } levels[JSON_MAX_DEPTH];
    bool breaks_line; /* before the next value */
} json_writer;

json_writer json_begin(void (*write)(void *to, const char *bytes, size_t n), void *to);
/* For json_begin, with a FILE *. */
void json_to_file(void *file, const char *bytes, size_t size);

void json_open_object(json_writer *writer, const char *name);
void json_open_array(json_writer *writer, const char *name);
void json_close(json_writer *writer); /* closes the innermost object or array */

void json_null(json_writer *writer, const char *name);
void json_bool(json_writer *writer, const char *name, bool value);
void json_integer(json_writer *writer, const char *name, long long value);
void json_number(json_writer *writer, const char *name, double value, int digits);
void json_numbers(json_writer *writer, const char *name, const double *values, int n, int digits); /* an array */
void json_string(json_writer *writer, const char *name, const char *value);                        /* NULL: null */
void json_text(json_writer *writer, const char *name, const char *value, size_t length);
/* A value that is already JSON. */
void json_raw(json_writer *writer, const char *name, const char *value, size_t length);

/* Starts a new line before the next value. */
void json_newline(json_writer *writer);
