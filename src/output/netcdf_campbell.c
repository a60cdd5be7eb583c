/* netcdf_campbell.c - modes as functions of a speed in a NetCDF file.
 *
 *     speed (points)
 *     campbell.lambda (modes, points, 2)                    real and imaginary part, 1/s
 *     campbell.frequency, campbell.damping (modes, points)  Hz; fraction of critical damping
 *     campbell.likeness (modes, points)                     similarity to the shape at the previous point
 *     campbell.multiplier (modes, points, 2)                of a period, if requested
 *     change.speed (changes), change.lambda (changes, 2), change.growing (changes, 2)
 *
 * Where a mode does not exist, the values are NaN. */
#include "base/array.h"
#include "output/campbell.h"
#include "output/netcdf_file.h"
#include <math.h>
#include <string.h>

typedef struct {
    netcdf_file file;
    const campbell *campbell;
    int points, modes, parts, changes; /* dimensions */
} campbell_file;

static int netcdf_campbell_define(campbell_file *file, const char *name, int n, const int *dimensions,
                                  const char *words)
{
    const int id = netcdf_variable(&file->file, name, NETCDF_DOUBLE, n, dimensions);
    netcdf_attribute(&file->file, id, "description", words);
    return id;
}

static double *workspace(size_t n) { return heap_resize(NULL, (n + 1) * sizeof(double)); }

/* Writes pairs of real and imaginary parts. */
static void put_pairs(campbell_file *file, int id, const double *re, const double *im, int n)
{
    double *v = workspace(2 * (size_t)n);
    for (int i = 0; i < n; i++)
        v[2 * i] = re[i], v[2 * i + 1] = im[i];
    netcdf_put_reals(&file->file, id, v);
    free(v);
}

static void put_ratios(campbell_file *file, int frequency, int damping)
{
    const campbell *campbell = file->campbell;
    const int n = campbell->n_branches * campbell->n_points;
    double *v = workspace((size_t)n);
    for (int i = 0; i < n; i++)
        v[i] = campbell->im[i] / (2.0 * M_PI);
    netcdf_put_reals(&file->file, frequency, v);
    for (int b = 0; b < campbell->n_branches; b++)
        for (int p = 0; p < campbell->n_points; p++)
            v[campbell_at(campbell, b, p)] = campbell_damping(campbell, b, p);
    netcdf_put_reals(&file->file, damping, v);
    free(v);
}

static void put_changes(campbell_file *file, const int id[3])
{
    const campbell *campbell = file->campbell;
    double *v = workspace(2 * (size_t)campbell->n_changes);
    for (int i = 0; i < campbell->n_changes; i++)
        v[i] = campbell->changes[i].speed;
    netcdf_put_reals(&file->file, id[0], v);
    for (int i = 0; i < campbell->n_changes; i++)
        v[2 * i] = campbell->changes[i].re, v[2 * i + 1] = campbell->changes[i].im;
    netcdf_put_reals(&file->file, id[1], v);
    for (int i = 0; i < campbell->n_changes; i++)
        v[2 * i] = campbell->changes[i].unstable_below, v[2 * i + 1] = campbell->changes[i].unstable_above;
    netcdf_put_reals(&file->file, id[2], v);
    free(v);
}

static void define_changes(campbell_file *file, int id[3])
{
    if (file->campbell->n_changes == 0)
        return;
    file->changes = netcdf_dimension(&file->file, "changes", (size_t)file->campbell->n_changes);
    const int pair[] = {file->changes, file->parts};
    id[0] = netcdf_campbell_define(file, "change.speed", 1, pair, "speed at which the number of growing modes changes");
    id[1] = netcdf_campbell_define(file, "change.lambda", 2, pair, "eigenvalue there: real part, imaginary part");
    id[2] = netcdf_campbell_define(file, "change.growing", 2, pair, "growing modes below and above");
}

static void write_modes(campbell_file *file)
{
    const campbell *campbell = file->campbell;
    const int n = campbell->n_branches * campbell->n_points, each[] = {file->modes, file->points, file->parts};
    int change[3] = {0};
    const int speed = netcdf_campbell_define(file, "speed", 1, &file->points, campbell->name);
    netcdf_attribute(&file->file, speed, "units", campbell->unit);
    const int lambda =
        netcdf_campbell_define(file, "campbell.lambda", 3, each, "eigenvalue: real part, imaginary part");
    const int frequency = netcdf_campbell_define(file, "campbell.frequency", 2, each, "frequency, Hz");
    const int damping = netcdf_campbell_define(file, "campbell.damping", 2, each, "part of critical damping");
    const int likeness =
        netcdf_campbell_define(file, "campbell.likeness", 2, each, "of the shape with that of the speed before");
    const int multiplier = campbell->multipliers ? netcdf_campbell_define(file, "campbell.multiplier", 3, each,
                                                                          "of a period: real part, imaginary part")
                                                 : -1;
    define_changes(file, change);
    netcdf_end_definitions(&file->file);
    netcdf_put_reals(&file->file, speed, campbell->speed);
    put_pairs(file, lambda, campbell->re, campbell->im, n);
    put_ratios(file, frequency, damping);
    netcdf_put_reals(&file->file, likeness, campbell->likeness);
    if (campbell->multipliers)
        netcdf_put_reals(&file->file, multiplier, campbell->multipliers);
    if (campbell->n_changes > 0)
        put_changes(file, change);
}

bool netcdf_write_campbell(const char *base, const campbell *campbell, diag *errors)
{
    campbell_file file = {.campbell = campbell};
    if (!netcdf_file_create_alone(&file.file, base, errors))
        return false;
    file.points = netcdf_dimension(&file.file, "points", (size_t)campbell->n_points);
    file.parts = netcdf_dimension(&file.file, "complex_var_dim", 2);
    if (campbell->n_branches > 0) {
        file.modes = netcdf_dimension(&file.file, "modes", (size_t)campbell->n_branches);
        write_modes(&file);
    } else {
        const int speed = netcdf_campbell_define(&file, "speed", 1, &file.points, campbell->name);
        netcdf_end_definitions(&file.file);
        netcdf_put_reals(&file.file, speed, campbell->speed);
    }
    return netcdf_file_close(&file.file, errors);
}
