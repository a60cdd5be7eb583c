/* record.h - one row of text output. Types write rows; output decides into which file they go. */
#pragma once
#include "base/text.h"
#include "math/vec3.h"
#include <stdbool.h>

typedef enum { ORIENTATION_EULER123, ORIENTATION_EULER313, ORIENTATION_EULER321, ORIENTATION_VECTOR, ORIENTATION_MATRIX } orientation_kind;

typedef struct {
    text *to;
    int precision; /* digits after the point */
    bool general;  /* %g with six digits, as in the .log file, instead of %e */
} record;

/* The label, right-aligned in 8 columns; record_begin_plain does not pad (.frc, .drv). */
void record_begin(record *r, unsigned label);
void record_begin_plain(record *r, unsigned label);
void record_real(record *r, double v);
void record_unsigned(record *r, unsigned v);
void record_integer(record *r, int v);
void record_word(record *r, const char *word);
void record_vec3(record *r, vec3 v);
void record_mat3(record *r, const mat3 *m); /* nine numbers, row by row */
void record_zeros(record *r, int n);
/* Angles in degrees, vector in radians, matrix row by row. */
void record_orientation(record *r, const mat3 *R, orientation_kind kind);
void record_end(record *r);
