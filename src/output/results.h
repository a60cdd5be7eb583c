/* results.h - reading results: columns with names and units as functions of time, from text files or from NetCDF.
 *
 * Text files contain only numbers. Their meaning is obtained from the rows of the model (record.h) in its initial
 * configuration; without a model, only the motion of structural nodes is known. */
#pragma once
#include "base/array.h"
#include "base/hash.h"
#include "model/model.h"
#include "output/netcdf_library.h"

typedef struct {
    const char *name, *unit, *description;
    int size;      /* 1, 3, or 9: a matrix by columns */
    int variable;  /* of the NetCDF file, or -1 */
    int component; /* index from 0 within a variable with several numbers; -1: all of them */
    int rows;      /* of text: index into the rows of the file */
    int file;      /* index of the file */
    int field;     /* first of its numbers, after the label */
    double *value; /* all values, if they are in memory; otherwise NULL */
} result_column;

/* The lines of one label in a text file, or of a label with a suffix: `10.3` is the third mode of 10. */
typedef struct {
    unsigned label;
    ARRAY(size_t) lines; /* offsets at which they begin */
} text_entity;

typedef struct {
    const char *extension;
    const char *text; /* the whole file */
    size_t length;
    ARRAY(text_entity) entities;
    label_map by_label;
    name_map by_mark;
} text_result;

/* An eigenanalysis; see torsor_result_modes. */
typedef struct {
    double time, coefficient;
    int n_modes, n_nodes, n_unknowns;
    unsigned *nodes;
    int *first;       /* first unknown of each node, from 0; -1: none */
    double *geometry; /* 6 per node: position, rotation vector */
    double *alpha;    /* 3 per mode */
    double *vectors;  /* by mode: n_unknowns real parts; then all imaginary parts */
} result_modes;

typedef struct results {
    arena *memory;
    diag *errors;
    const model *model; /* NULL: none */
    const char *base;
    ARRAY(double) time;
    ARRAY(result_column) columns;
    name_map by_name;
    ARRAY(text_result) files;
    ARRAY(result_modes) modes;
    netcdf_library lib;
    int id; /* of the NetCDF file; -1: not open */
} results;

/* Opens NAME.nc or NAME.mov, or a name without extension. Returns false after reporting an error; results_close must
 * be called in either case. */
bool results_open(results *r, const char *path, const model *model, diag *errors);
void results_close(results *results);
int results_find(const results *results, const char *name); /* -1 if there is none */
/* Reads n numbers or vectors, every step-th one starting at the time with index `first`; NaN where the file has
 * none. */
void results_read(const results *results, int column, int first, int step, int n, double *to);

/* Converts the orientation in a column to a matrix: angles in degrees, a vector, or a matrix by columns. */
mat3 results_orientation(orientation_kind kind, const double *numbers);

/* --- internal functions ------------------------------------------------------------------------------------------- */

/* Adds a column. A number is appended to its name if necessary to make it unique; strings are copied. */
void results_add(results *results, result_column column);
bool results_open_text(results *results);
void results_read_text(const results *results, const result_column *column, int first, int step, int n, double *to);
void results_close_text(results *results);
bool results_open_netcdf(results *results);
void results_read_netcdf(const results *results, const result_column *column, int first, int step, int n, double *to);
/* Reads BASE_*.m of text results. */
void results_open_modes(results *results);
/* Reads BASE.nrg of text results. */
void results_open_energies(results *results);
