/* linear_response.h - frequency responses of a linear model, as a table and as a picture. */
#pragma once
#include "app/linear_files.h"
#include <stdio.h>

/* Numbers of all frequencies: outputs x inputs, real and imaginary parts. */
typedef struct {
    int outputs, inputs, n;
    double *re, *im;
} linear_response;

/* Returns false if memory is exhausted, or a frequency is that of a pole. The caller frees re and im. */
bool linear_response_find(const linear_contents *contents, linear_response *response);
void linear_response_table(const linear_contents *contents, const linear_response *response, FILE *to);
void linear_response_draw(const linear_contents *contents, const linear_response *response, FILE *to);
