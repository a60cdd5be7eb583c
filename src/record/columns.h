/* columns.h - named results: the output of an entity as columns with a name, a unit and a description.
 *
 * A row function (record.h) writes text, or fills columns if the record has them. It names a number before it records
 * it; numbers without a name are for text only. The first time, the row is recorded with `define`, which receives each
 * column; afterwards only the numbers are collected. A row function names the same columns each time.
 *
 *     record_type(out, "follower");
 *     record_name(out, "F", QUANTITY_FORCE, "global force components (x, y, z)");
 *     record_vec3(out, F); */
#pragma once
#include <stdbool.h>
#include <stddef.h>

typedef enum {
#define QUANTITY(id, name, own, mass, length, time, current, temperature, is_angle) QUANTITY_##id,
#include "record/quantities.def"
#undef QUANTITY
} physical_quantity;

/* Names of the units of the deck; all NULL if it does not state them. */
typedef struct {
    const char *length, *mass, *time, *current, *temperature;
    const char *system; /* "MKS" ... "Custom" */
} output_units;

/* Writes "kg m s^-1", or "Momentum" if the deck does not state its units. */
void quantity_unit(physical_quantity quantity, const output_units *output_units, char *out, size_t size);

typedef struct {
    const char *name;
    physical_quantity unit;
    const char *description;
    int n;             /* 1, 3, or 9: a matrix by columns, in text by rows; any number with `count` */
    const char *count; /* "NModes": dimension of the numbers; NULL: a number, a vector or a matrix */
    int field;         /* index of its first number in the row, named or not */
    bool is_integer;
} named_column;

typedef struct column_set {
    void (*define)(void *to, const named_column *column); /* NULL: collect numbers */
    void *context;
    const char *type;  /* description of the entity; NULL if the row has none */
    named_column next; /* name NULL: what follows is not named */
    double *value;     /* collected numbers, and their maximum number */
    int n, capacity;
    int fields;        /* numbers and words so far, named or not */
    char numbered[48]; /* the last name made by columns_name_numbered */
    int point, points; /* Gauss point of what follows, and their number, for its description; points 0: none */
} column_set;

/* Names what is put next. */
void columns_name(column_set *set, const char *name, physical_quantity unit, const char *description);
/* The same with a number appended to the name: q_3, one of several similar columns. */
void columns_name_numbered(column_set *set, const char *name, int number, physical_quantity unit,
                           const char *description);
/* Puts n numbers under the current name, if there is one. */
void columns_put(column_set *set, int n, const double *values, bool is_integer);
