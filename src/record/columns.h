/* columns.h - results with names: what an entity writes, as columns with a name, a unit and a description.
 *
 * A row function (record.h) writes text, or fills columns when the record has them. It names a number before it records
 * it; numbers without a name are for text only. The first time the row is recorded with `define`, which hears what
 * columns there are; from then on the numbers alone are gathered. A row function names the same columns each time.
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

/* Names of the units the deck is written in; all NULL when it does not say. */
typedef struct {
    const char *length, *mass, *time, *current, *temperature;
    const char *system; /* "MKS" ... "Custom" */
} output_units;

/* "kg m s^-1", or "Momentum" when the deck does not say what its units are. */
void quantity_unit(physical_quantity quantity, const output_units *output_units, char *out, size_t size);

typedef struct {
    const char *name;
    physical_quantity unit;
    const char *description;
    int n;             /* 1, 3, or 9: a matrix by columns, in text by rows; with `count` any number */
    const char *count; /* "NModes": what the numbers are counted by; NULL: a number, a vector or a matrix */
    int field;         /* first of its numbers in the row, named or not */
    bool is_integer;
} named_column;

typedef struct column_set {
    void (*define)(void *to, const named_column *column); /* NULL: gather numbers */
    void *context;
    const char *type;  /* of the entity, in words; NULL when the row did not say */
    named_column next; /* name NULL: what comes is not named */
    double *value;     /* numbers gathered, and space for how many */
    int n, workspace;
    int fields;        /* numbers and words so far, named or not */
    char numbered[48]; /* the name last made by columns_name_numbered */
    int point, points; /* what comes belongs to this Gauss point of so many, for its description; points 0: to none */
} column_set;

/* What is put next. */
void columns_name(column_set *set, const char *name, physical_quantity unit, const char *description);
/* The same with a number behind the name: q_3, one of several columns alike. */
void columns_name_numbered(column_set *set, const char *name, int number, physical_quantity unit,
                           const char *description);
/* Puts n numbers under the name given, if there is one. */
void columns_put(column_set *set, int n, const double *values, bool is_integer);
