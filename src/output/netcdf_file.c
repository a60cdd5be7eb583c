/* netcdf_file.c - a NetCDF file that is written.
 *
 * Without a word for it the format is classic with 64-bit offsets, which all readers know and which does not end at 2
 * GB. Values are written before they are read, so the library need not fill in anything. */
#include "output/netcdf_file.h"
#include "base/arena.h"
#include "base/array.h"
#include "deck/diag_rows.h"
#include "output/diag_rows.h"
#include "output/stream.h"
#include <stdlib.h>
#include <string.h>

static const place NOWHERE = {0, 0, 0};

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

static void note(netcdf_file *f, int status)
{
    if (!f->failed)
        f->failed = status;
}

bool netcdf_file_create(netcdf_file *f, const char *base, const char *format, diag *errors)
{
    *f = (netcdf_file){.is_hdf5 = mode_of(format) & NETCDF_NETCDF4};
    const char *missing = netcdf_library_open(&f->lib);
    if (missing) {
        diag_report(errors, E_NETCDF_LIBRARY, NOWHERE, missing);
        diag_hint(errors, "install it (Debian: libnetcdf19), or leave the card 'output results' out");
        return false;
    }
    f->path = text_of("%s.nc", base);
    const char *refused = result_file_refused(f->path, errors);
    const int status = refused ? 0 : f->lib.create(f->path, NETCDF_CLOBBER | mode_of(format), &f->id);
    if (refused || status) {
        diag_report(errors, E_NO_OUTPUT_FILE, NOWHERE, f->path, refused ? refused : f->lib.strerror(status));
        free(f->path);
        f->path = NULL;
        return false;
    }
    int old;
    note(f, f->lib.set_fill(f->id, NETCDF_NOFILL, &old));
    return true;
}

bool netcdf_file_close(netcdf_file *f, diag *errors)
{
    if (!f->path)
        return true;
    note(f, f->lib.close(f->id));
    if (f->failed)
        diag_report(errors, E_OUTPUT_FAILED, NOWHERE, f->path, f->lib.strerror(f->failed));
    free(f->path);
    f->path = NULL;
    return !f->failed;
}

void netcdf_file_sync(netcdf_file *f)
{
    if (!f->failed)
        note(f, f->lib.sync(f->id));
}

void netcdf_begin_definitions(netcdf_file *f)
{
    if (!f->failed)
        note(f, f->lib.redef(f->id));
}

void netcdf_end_definitions(netcdf_file *f)
{
    if (!f->failed)
        note(f, f->lib.enddef(f->id));
}

int netcdf_dimension(netcdf_file *f, const char *name, size_t length)
{
    int dimension = -1;
    if (!f->failed)
        note(f, f->lib.def_dim(f->id, name, length, &dimension));
    return dimension;
}

int netcdf_known_dimension(netcdf_file *f, const char *name)
{
    int dimension;
    return !f->failed && f->lib.inq_dimid(f->id, name, &dimension) == 0 ? dimension : -1;
}

bool netcdf_has_variable(netcdf_file *f, const char *name)
{
    int variable;
    return !f->failed && f->lib.inq_varid(f->id, name, &variable) == 0;
}

int netcdf_variable(netcdf_file *f, const char *name, int type, int n, const int *dimensions)
{
    int variable = -1;
    if (!f->failed)
        note(f, f->lib.def_var(f->id, name, type, n, dimensions, &variable));
    return variable;
}

void netcdf_attribute(netcdf_file *f, int variable, const char *name, const char *words)
{
    if (!f->failed)
        note(f, f->lib.put_att_text(f->id, variable, name, strlen(words), words));
}

void netcdf_chunk(netcdf_file *f, int variable, const size_t *lengths)
{
    if (!f->failed && f->is_hdf5)
        note(f, f->lib.def_var_chunking(f->id, variable, NETCDF_CHUNKED, lengths));
}

void netcdf_put_text(netcdf_file *f, int variable, const char *words)
{
    if (!f->failed)
        note(f, f->lib.put_var_text(f->id, variable, words));
}

void netcdf_put_ints(netcdf_file *f, int variable, const int *values)
{
    if (!f->failed)
        note(f, f->lib.put_var_int(f->id, variable, values));
}

void netcdf_put_reals(netcdf_file *f, int variable, const double *values)
{
    if (!f->failed)
        note(f, f->lib.put_var_double(f->id, variable, values));
}

void netcdf_put_ints_at(netcdf_file *f, int variable, const size_t *start, const size_t *count, const int *values)
{
    if (!f->failed)
        note(f, f->lib.put_vara_int(f->id, variable, start, count, values));
}

void netcdf_put_reals_at(netcdf_file *f, int variable, const size_t *start, const size_t *count, const double *values)
{
    if (!f->failed)
        note(f, f->lib.put_vara_double(f->id, variable, start, count, values));
}
