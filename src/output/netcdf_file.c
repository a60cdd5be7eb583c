/* netcdf_file.c - writing a NetCDF file.
 *
 * The default format is classic with 64-bit offsets, which all readers support and which is not limited to 2 GB. All
 * values are written before they are read, so the library need not fill in default values. In the HDF5 formats each
 * variable that names a dimension makes the library rewrite the list of all that name it, so that large files do
 * without these lists; the library itself does not read them. */
#include "output/netcdf_file.h"
#include "base/arena.h"
#include "base/array.h"
#include "base/whole_file.h"
#include "deck/diag_rows.h"
#include "output/diag_rows.h"
#include "output/stream.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const source_location NOWHERE = {0, 0, 0};

static int mode_of(const char *format)
{
    static const struct {
        const char *word;
        int mode;
    } FORMATS[] = {
        {"classic", 0},
        {"classic64", NETCDF_64BIT_OFFSET},
        {"nc4", NETCDF_NETCDF4},
        {"nc4classic", NETCDF_NETCDF4 | NETCDF_CLASSIC_MODEL},
    };
    for (int i = 0; format && i < ARRAY_LEN(FORMATS); i++)
        if (strcmp(FORMATS[i].word, format) == 0)
            return FORMATS[i].mode;
    return NETCDF_64BIT_OFFSET;
}

static void note(netcdf_file *file, int status)
{
    if (!file->failed)
        file->failed = status;
}

bool netcdf_file_create(netcdf_file *file, const char *base, const char *format, bool is_large, diag *errors)
{
    const int mode = NETCDF_CLOBBER | mode_of(format) | (is_large ? NETCDF_NODIMSCALE_ATTACH : 0);
    *file = (netcdf_file){.is_hdf5 = mode_of(format) & NETCDF_NETCDF4};
    const char *missing = netcdf_library_open(&file->lib);
    if (missing) {
        diag_report(errors, E_NETCDF_LIBRARY, NOWHERE, missing);
        diag_hint(errors, "install it (Debian: libnetcdf19), or leave the card 'output results' out");
        return false;
    }
    file->path = text_of("%s.nc", base);
    const char *refused = result_file_refused(file->path, errors);
    const int status = refused ? 0 : file->lib.create(file->path, mode, &file->id);
    if (refused || status) {
        diag_report(errors, E_NO_OUTPUT_FILE, NOWHERE, file->path, refused ? refused : file->lib.strerror(status));
        free(file->path);
        file->path = NULL;
        return false;
    }
    int old;
    note(file, file->lib.set_fill(file->id, NETCDF_NOFILL, &old));
    return true;
}

bool netcdf_file_create_alone(netcdf_file *file, const char *base, diag *errors)
{
    char *path = text_of("%s.nc", base);
    const char *why = whole_file_refused(path);
    if (why)
        diag_report(errors, E_NO_OUTPUT_FILE, NOWHERE, path, why);
    free(path);
    return !why && netcdf_file_create(file, base, NULL, false, errors);
}

bool netcdf_file_close(netcdf_file *file, diag *errors)
{
    if (!file->path)
        return true;
    if (!file->is_released)
        note(file, file->lib.close(file->id));
    const bool is_there = access(file->path, F_OK) == 0 || errno != ENOENT;
    if (!is_there)
        diag_report(errors, E_OUTPUT_DELETED, NOWHERE, file->path);
    if (file->failed)
        diag_report(errors, E_OUTPUT_FAILED, NOWHERE, file->path, file->lib.strerror(file->failed));
    free(file->path);
    file->path = NULL;
    return !file->failed && is_there;
}

void netcdf_file_sync(netcdf_file *file)
{
    if (!file->failed)
        note(file, file->lib.sync(file->id));
}

void netcdf_file_release(netcdf_file *file)
{
    if (!file->is_released)
        note(file, file->lib.close(file->id));
    file->is_released = true;
}

void netcdf_file_take_back(netcdf_file *file)
{
    int old;
    if (file->failed)
        return;
    note(file, file->lib.open(file->path, NETCDF_WRITE, &file->id));
    file->is_released = file->failed != 0;
    if (!file->failed)
        note(file, file->lib.set_fill(file->id, NETCDF_NOFILL, &old));
}

void netcdf_begin_definitions(netcdf_file *file)
{
    if (!file->failed)
        note(file, file->lib.redef(file->id));
}

void netcdf_end_definitions(netcdf_file *file)
{
    if (!file->failed)
        note(file, file->lib.enddef(file->id));
}

int netcdf_dimension(netcdf_file *file, const char *name, size_t length)
{
    int dimension = -1;
    if (!file->failed)
        note(file, file->lib.def_dim(file->id, name, length, &dimension));
    return dimension;
}

int netcdf_known_dimension(netcdf_file *file, const char *name)
{
    int dimension;
    return !file->failed && file->lib.inq_dimid(file->id, name, &dimension) == 0 ? dimension : -1;
}

bool netcdf_has_variable(netcdf_file *file, const char *name)
{
    int variable;
    return !file->failed && file->lib.inq_varid(file->id, name, &variable) == 0;
}

int netcdf_variable(netcdf_file *file, const char *name, int type, int n, const int *dimensions)
{
    int variable = -1;
    if (!file->failed)
        note(file, file->lib.def_var(file->id, name, type, n, dimensions, &variable));
    return variable;
}

void netcdf_attribute(netcdf_file *file, int variable, const char *name, const char *words)
{
    if (!file->failed)
        note(file, file->lib.put_att_text(file->id, variable, name, strlen(words), words));
}

void netcdf_chunk(netcdf_file *file, int variable, const size_t *lengths, size_t bytes)
{
    enum { SLOTS = 1 }; /* one chunk is written at a time; by default a variable has tables of thousands */
    if (!file->failed && file->is_hdf5)
        note(file, file->lib.def_var_chunking(file->id, variable, NETCDF_CHUNKED, lengths));
    if (!file->failed && file->is_hdf5)
        note(file, file->lib.set_var_chunk_cache(file->id, variable, bytes, SLOTS, 1.0F));
}

void netcdf_put_text(netcdf_file *file, int variable, const char *words)
{
    if (!file->failed)
        note(file, file->lib.put_var_text(file->id, variable, words));
}

void netcdf_put_ints(netcdf_file *file, int variable, const int *values)
{
    if (!file->failed)
        note(file, file->lib.put_var_int(file->id, variable, values));
}

void netcdf_put_reals(netcdf_file *file, int variable, const double *values)
{
    if (!file->failed)
        note(file, file->lib.put_var_double(file->id, variable, values));
}

void netcdf_put_ints_at(netcdf_file *file, int variable, const size_t *start, const size_t *count, const int *values)
{
    if (!file->failed)
        note(file, file->lib.put_vara_int(file->id, variable, start, count, values));
}

void netcdf_put_reals_at(netcdf_file *file, int variable, const size_t *start, const size_t *count,
                         const double *values)
{
    if (!file->failed)
        note(file, file->lib.put_vara_double(file->id, variable, start, count, values));
}
