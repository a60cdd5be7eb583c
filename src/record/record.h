/* record.h - one row of output: text, or columns with names (columns.h). Types write rows; output decides where they
 * go. */
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
    column_set *named;    /* NULL: a row of text; else `to` is not used */
    column_set *received; /* of a row of text: hears which of its fields have names; NULL: nobody does */
    bool has_nan;         /* a real that was recorded was not a number */
} record;

/* Who is notified of names; NULL: nobody. */
static inline column_set *record_observer(const record *record)
{
    return record->named ? record->named : record->received;
}

/* Names what is recorded next; an orientation is given by a suffix, QUANTITY_ORIENTATION and what it is the orientation
 * of. */
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
/* One number for each of something: `count` says of what. Columns only, text has its own order. */
void record_array(record *record, const char *count, int n, const double *values);
/* What the entity is, in words. */
static inline void record_type(record *record, const char *words)
{
    if (record->named)
        record->named->type = words;
}

/* What comes belongs to a Gauss point, counted from 0, of so many; points 0: to none any more. */
static inline void record_gauss_point(record *record, int point, int points)
{
    if (record->named)
        record->named->point = point, record->named->points = points;
}

/* The label, right-aligned in 8 columns; record_begin_plain does not pad (.frc, .drv). */
void record_begin(record *record, unsigned label);
void record_begin_plain(record *record, unsigned label);
void record_begin_at(record *record, unsigned label, unsigned node); /* LABEL@NODE */
void record_real(record *record, double v);
void record_unsigned(record *record, unsigned v);
void record_integer(record *record, int v);
void record_word(record *record, const char *word);
void record_vec3(record *record, vec3 v);
void record_mat3(record *record, const mat3 *m); /* nine numbers, row by row */
void record_zeros(record *record, int n);
/* Angles in degrees, vector in radians, matrix row by row. */
void record_orientation(record *record, const mat3 *R, orientation_kind kind);
void record_end(record *record);
