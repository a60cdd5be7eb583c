/* netcdf_records.h - the records of a NetCDF file in a classic format, written many at a time and without the library.
 *
 *     netcdf_records_open(&records, &file, parts, n, limit);     after the definitions
 *     netcdf_records_write(&records, n, numbers);                any number of times
 *     netcdf_records_pause(&records);                            the library has the file: further definitions
 *     netcdf_records_resume(&records);
 *     netcdf_records_close(&records);
 *
 * The library takes one call for each variable and record, which costs more than the analysis of a large model. Errors
 * are stored in the file. */
#pragma once
#include "output/netcdf_file.h"
#include <sys/types.h>

/* The numbers of one variable in a record. */
typedef struct {
    int n;
    bool is_integer;
} record_part;

typedef struct {
    netcdf_file *file;
    const record_part *parts; /* in the order of definition */
    int n_parts;
    int fd; /* -1: the library has the file */
    off_t begin;
    size_t size, written; /* of a record in bytes; number of records in the file */
    unsigned char *bytes; /* buffer of the records of one call; NULL: not open */
} netcdf_records;

/* Requires that the file has exactly these record variables. `limit` is the largest number of records of a call. */
void netcdf_records_open(netcdf_records *records, netcdf_file *file, const record_part *parts, int n_parts,
                         size_t limit);
/* Appends n records, which readers can then see. */
void netcdf_records_write(netcdf_records *records, size_t n, const double *numbers);
void netcdf_records_pause(netcdf_records *records);
void netcdf_records_resume(netcdf_records *records);
/* Frees the memory; the file is closed. */
void netcdf_records_close(netcdf_records *records);
