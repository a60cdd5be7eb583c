/* netcdf_library.h - the netCDF library, loaded when files in its format are first needed, since it depends on HDF5
 * and other libraries. */
#pragma once
#include <stdbool.h>
#include <stddef.h>

/* One row per function: name without nc_, arguments. Each returns 0, or a status that strerror can describe. */
#define NETCDF_FUNCTIONS(F)                                                                                      \
    F(create, (const char *path, int mode, int *id))                                                             \
    F(open, (const char *path, int mode, int *id))                                                               \
    F(close, (int id))                                                                                           \
    F(sync, (int id))                                                                                            \
    F(redef, (int id))                                                                                           \
    F(enddef, (int id))                                                                                          \
    F(set_fill, (int id, int mode, int *old))                                                                    \
    F(def_dim, (int id, const char *name, size_t length, int *dimension))                                        \
    F(def_var, (int id, const char *name, int type, int n, const int *dimensions, int *variable))                \
    F(def_var_chunking, (int id, int variable, int storage, const size_t *sizes))                                \
    F(set_var_chunk_cache, (int id, int variable, size_t size, size_t slots, float preemption))                  \
    F(inq_varid, (int id, const char *name, int *variable))                                                      \
    F(inq_dimid, (int id, const char *name, int *dimension))                                                     \
    F(inq_dimlen, (int id, int dimension, size_t *length))                                                       \
    F(inq_attlen, (int id, int variable, const char *name, size_t *length))                                      \
    F(get_att_text, (int id, int variable, const char *name, char *words))                                       \
    F(inq_varndims, (int id, int variable, int *n))                                                              \
    F(inq_vardimid, (int id, int variable, int *dimensions))                                                     \
    F(inq_varname, (int id, int variable, char *name))                                                           \
    F(inq_vartype, (int id, int variable, int *type))                                                            \
    F(inq_nvars, (int id, int *n))                                                                               \
    F(get_vars_double,                                                                                           \
      (int id, int variable, const size_t *start, const size_t *count, const ptrdiff_t *stride, double *values)) \
    F(get_vara_int, (int id, int variable, const size_t *start, const size_t *count, int *values))               \
    F(get_vara_double, (int id, int variable, const size_t *start, const size_t *count, double *values))         \
    F(put_att_text, (int id, int variable, const char *name, size_t length, const char *words))                  \
    F(put_var_text, (int id, int variable, const char *words))                                                   \
    F(put_var_int, (int id, int variable, const int *values))                                                    \
    F(put_var_double, (int id, int variable, const double *values))                                              \
    F(put_vara_int, (int id, int variable, const size_t *start, const size_t *count, const int *values))         \
    F(put_vara_double, (int id, int variable, const size_t *start, const size_t *count, const double *values))

typedef struct {
#define NETCDF_MEMBER(name, arguments) int(*name) arguments;
    NETCDF_FUNCTIONS(NETCDF_MEMBER)
#undef NETCDF_MEMBER
    const char *(*strerror)(int status);
} netcdf_library;

/* Constants of the library's interface. */
enum {
    NETCDF_NOWRITE = 0,
    NETCDF_WRITE = 1,
    NETCDF_CLOBBER = 0,
    NETCDF_CLASSIC_MODEL = 0x0100,
    NETCDF_64BIT_OFFSET = 0x0200,
    NETCDF_NETCDF4 = 0x1000,
    NETCDF_NODIMSCALE_ATTACH = 0x40000
};
enum { NETCDF_CHAR = 2, NETCDF_INT = 4, NETCDF_DOUBLE = 6 };
/* Default values of numbers that were not written. */
#define NETCDF_FILL_DOUBLE 9.9692099683868690e+36
#define NETCDF_FILL_INT (-2147483647.0)
enum { NETCDF_UNLIMITED = 0, NETCDF_NOFILL = 0x100, NETCDF_CHUNKED = 0 };
enum { NETCDF_EDIMSIZE = -63, NETCDF_MAX_NAME = 256 };

/* Returns NULL, or the reason why the library or one of its functions is not available. The library remains loaded. */
const char *netcdf_library_open(netcdf_library *netcdf_library);
