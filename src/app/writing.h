/* writing.h - files that are written piece by piece, with the forms of numbers and texts that pages and exports
 * need. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* A string of JSON that may stand in a page: quotes, control characters, bytes that are no UTF-8, and `<`. */
void put_json_string(FILE *to, const char *s, size_t length);
void put_json_word(FILE *to, const char *s);
/* A number; null when it is not finite. */
void put_json_number(FILE *to, double v);
/* The bytes in base64. */
void put_base64(FILE *to, const unsigned char *bytes, size_t n);
/* Numbers in single precision, their bytes in four planes, deflated, in base64. False for want of memory. */
bool put_packed(FILE *to, const float *numbers, size_t n);
/* Closes the file; false after a message when something was not written. */
bool close_written(FILE *file, const char *path);
/* Opens a file to write; NULL after a message. */
FILE *open_written(const char *path);
