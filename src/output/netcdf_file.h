/* netcdf_file.h - writing a NetCDF file: dimensions, variables with attributes, values. The first error is stored,
 * and later calls do nothing. */
#pragma once
#include "base/diag.h"
#include "output/netcdf_library.h"

typedef struct {
    netcdf_library lib;
    char *path; /* NULL: not open */
    int id;
    int failed;   /* status of the first call that failed, otherwise 0 */
    bool is_hdf5; /* nc4 or nc4classic: variables are stored in chunks */
    bool is_released;
} netcdf_file;

/* Creates BASE.nc in define mode; format is a keyword of the `output results` card, or NULL. `is_large` tells that
 * there will be thousands of variables. Returns false after reporting an error. */
bool netcdf_file_create(netcdf_file *file, const char *base, const char *format, bool is_large, diag *errors);
/* The same for a file that does not belong to the results of a run: a symbolic link at its place is refused. */
bool netcdf_file_create_alone(netcdf_file *file, const char *base, diag *errors);
/* Returns false after reporting an error if anything could not be written. */
bool netcdf_file_close(netcdf_file *file, diag *errors);
/* Makes what has been written visible to readers. */
void netcdf_file_sync(netcdf_file *file);
/* Closes the file so that it can be written without the library; opens it again in data mode. */
void netcdf_file_release(netcdf_file *file);
void netcdf_file_take_back(netcdf_file *file);

/* Definitions are allowed between begin and end; a new file is in define mode. */
void netcdf_begin_definitions(netcdf_file *file);
void netcdf_end_definitions(netcdf_file *file);
int netcdf_dimension(netcdf_file *file, const char *name, size_t length); /* NETCDF_UNLIMITED: can grow */
int netcdf_known_dimension(netcdf_file *file, const char *name);          /* -1 if there is none of this name */
bool netcdf_has_variable(netcdf_file *file, const char *name);
int netcdf_variable(netcdf_file *file, const char *name, int type, int n, const int *dimensions);
void netcdf_attribute(netcdf_file *file, int variable, const char *name, const char *words);
/* Stores a variable that can grow in chunks of the given lengths, whose product is a number of bytes. */
void netcdf_chunk(netcdf_file *file, int variable, const size_t *lengths, size_t bytes);

void netcdf_put_text(netcdf_file *file, int variable, const char *words);
void netcdf_put_ints(netcdf_file *file, int variable, const int *values);
void netcdf_put_reals(netcdf_file *file, int variable, const double *values);
void netcdf_put_ints_at(netcdf_file *file, int variable, const size_t *start, const size_t *count, const int *values);
void netcdf_put_reals_at(netcdf_file *file, int variable, const size_t *start, const size_t *count,
                         const double *values);
