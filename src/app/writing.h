/* writing.h - files that are written piece by piece, and the packed form of numbers in them. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Writes the bytes in base64. */
void put_base64(FILE *to, const unsigned char *bytes, size_t size);
/* Writes numbers in single precision: their bytes in four planes, deflated, in base64. Returns false if memory is
 * exhausted. */
bool put_packed(FILE *to, const float *numbers, size_t count);
/* Closes the file; returns false if it is not complete, or after a message if something could not be written. Then
 * there is no file. */
bool close_written(FILE *file, const char *path, bool is_complete);
/* Opens a file for writing (base/whole_file.h); returns NULL after a message. */
FILE *open_written(const char *path);
/* Writes a text to a file, or to standard output if the path is NULL; returns false after a message. */
bool write_text(const char *text, const char *path);
