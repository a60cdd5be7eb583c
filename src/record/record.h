/* record.h - one row of output: text, or named columns (columns.h). Types write rows; output decides where they go. */
#pragma once
#include "base/text.h"
#include "math/vec3.h"
#include "record/columns.h"
#include <stdbool.h>

typedef enum {
    ORIENTATION_EULER123,
    ORIENTATION_EULER313,
    ORIENTATION_EULER321,
    ORIENTATION_VECTOR,
    ORIENTATION_MATRIX
} orientation_kind;

typedef struct {
    text *text;
    int precision;        /* digits after the point */
    bool general;         /* %g with six digits, as in the .log file, instead of %e */
    column_set *named;    /* NULL: a row of text; otherwise `text` is not used */
    column_set *received; /* row of text: receives the fields that have names; may be NULL */
    bool has_nan;         /* a real that was recorded was not a number */
} record;

/* Returns the columns that receive names; NULL: none. */
static inline column_set *record_observer(const record *record)
{
    return record->named ? record->named : record->received;
}

/* Names what is recorded next; an orientation needs a suffix, QUANTITY_ORIENTATION and a description of its object. */
static inline void record_name(record *record, const char *name, physical_quantity unit, const char *description)
{
    column_set *to = record_observer(record);
    if (to)
        columns_name(to, name, unit, description);
}
static inline void record_name_numbered(record *record, const char *name, int number, physical_quantity unit,
                                        const char *description)
{
    column_set *to = record_observer(record);
    if (to)
        columns_name_numbered(to, name, number, unit, description);
}
/* Records one number for each of several items, counted by `count`. Only in columns, text has its own order. */
void record_array(record *record, const char *count, int n, const double *values);
/* Describes the entity. */
static inline void record_type(record *record, const char *words)
{
    if (record->named)
        record->named->type = words;
}

/* Sets the Gauss point of what follows, from 0, and their number; points 0: none. */
static inline void record_gauss_point(record *record, int point, int points)
{
    if (record->named)
        record->named->point = point, record->named->points = points;
}

/* Writes the label, right-aligned in 8 columns; record_begin_plain does not pad (.frc, .drv). */
void record_begin(record *record, unsigned label);
void record_begin_plain(record *record, unsigned label);
void record_begin_at(record *record, unsigned label, unsigned node); /* LABEL@NODE */
void record_real(record *record, double v);
void record_unsigned(record *record, unsigned v);
void record_integer(record *record, int v);
void record_word(record *record, const char *word);
void record_vec3(record *record, vec3 v);
void record_mat3(record *record, const mat3 *m); /* nine numbers, by rows */
void record_zeros(record *record, int n);
/* Angles in degrees, vector in radians, matrix by rows. */
void record_orientation(record *record, const mat3 *R, orientation_kind kind);
void record_end(record *record);
