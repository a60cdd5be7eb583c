/* netcdf_eigen.h - results of eigenanalyses in the NetCDF file. */
#pragma once
#include "output/netcdf_file.h"
#include "problem/eigen.h"

/* What the first analysis defined for all of them. */
typedef struct {
    bool is_defined;
    int vec1, vec3;                               /* dimensions of the file, set beforehand */
    int analyses, size, nodes, six, complex_part; /* its own */
    int step, time, coefficient;                  /* variables */
} netcdf_eigen;

/* The file is not between definitions, before and after. */
void netcdf_put_eigen(netcdf_file *file, netcdf_eigen *netcdf_eigen, const state *state, const model *model,
                      const eigen_result *result);
