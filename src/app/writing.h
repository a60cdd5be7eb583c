/* writing.h - files that are written piece by piece, and the packed form of numbers in them. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* The bytes in base64. */
void put_base64(FILE *to, const unsigned char *bytes, size_t size);
/* Numbers in single precision, their bytes in four planes, deflated, in base64. False for want of memory. */
bool put_packed(FILE *to, const float *numbers, size_t count);
/* Closes the file; false after a message when something was not written. */
bool close_written(FILE *file, const char *path);
/* Opens a file to write; NULL after a message. */
FILE *open_written(const char *path);
