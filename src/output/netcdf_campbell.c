/* netcdf_campbell.c - modes over a speed as a NetCDF file.
 *
 *     speed (points)
 *     campbell.lambda (modes, points, 2)                    real and imaginary part, 1/s
 *     campbell.frequency, campbell.damping (modes, points)  Hz; part of critical damping
 *     campbell.likeness (modes, points)                     of the shape with that of the point before
 *     campbell.multiplier (modes, points, 2)                of a period, where they were asked for
 *     change.speed (changes), change.lambda (changes, 2), change.growing (changes, 2)
 *
 * Where a mode is not there the numbers are not any (NaN). */
#include "base/array.h"
#include "output/campbell.h"
#include "output/netcdf_file.h"
#include <math.h>
#include <string.h>

typedef struct {
    netcdf_file file;
    const campbell *c;
    int points, modes, parts, changes; /* dimensions */
} campbell_file;

static int netcdf_campbell_define(campbell_file *f, const char *name, int n, const int *dimensions, const char *words)
{
    const int id = netcdf_variable(&f->file, name, NETCDF_DOUBLE, n, dimensions);
    netcdf_attribute(&f->file, id, "description", words);
    return id;
}

static double *room(size_t n) { return heap_resize(NULL, (n + 1) * sizeof(double)); }

/* Pairs of real and imaginary parts. */
static void put_pairs(campbell_file *f, int id, const double *re, const double *im, int n)
{
    double *v = room(2 * (size_t)n);
    for (int i = 0; i < n; i++)
        v[2 * i] = re[i], v[2 * i + 1] = im[i];
    netcdf_put_reals(&f->file, id, v);
    free(v);
}

static void put_ratios(campbell_file *f, int frequency, int damping)
{
    const campbell *c = f->c;
    const int n = c->n_branches * c->n_points;
    double *v = room((size_t)n);
    for (int i = 0; i < n; i++)
        v[i] = c->im[i] / (2.0 * M_PI);
    netcdf_put_reals(&f->file, frequency, v);
    for (int b = 0; b < c->n_branches; b++)
        for (int p = 0; p < c->n_points; p++)
            v[campbell_at(c, b, p)] = campbell_damping(c, b, p);
    netcdf_put_reals(&f->file, damping, v);
    free(v);
}

static void put_changes(campbell_file *f, const int id[3])
{
    const campbell *c = f->c;
    double *v = room(2 * (size_t)c->n_changes);
    for (int i = 0; i < c->n_changes; i++)
        v[i] = c->changes[i].speed;
    netcdf_put_reals(&f->file, id[0], v);
    for (int i = 0; i < c->n_changes; i++)
        v[2 * i] = c->changes[i].re, v[2 * i + 1] = c->changes[i].im;
    netcdf_put_reals(&f->file, id[1], v);
    for (int i = 0; i < c->n_changes; i++)
        v[2 * i] = c->changes[i].unstable_below, v[2 * i + 1] = c->changes[i].unstable_above;
    netcdf_put_reals(&f->file, id[2], v);
    free(v);
}

static void define_changes(campbell_file *f, int id[3])
{
    if (f->c->n_changes == 0)
        return;
    f->changes = netcdf_dimension(&f->file, "changes", (size_t)f->c->n_changes);
    const int pair[] = {f->changes, f->parts};
    id[0] = netcdf_campbell_define(f, "change.speed", 1, pair, "speed at which the number of growing modes changes");
    id[1] = netcdf_campbell_define(f, "change.lambda", 2, pair, "eigenvalue there: real part, imaginary part");
    id[2] = netcdf_campbell_define(f, "change.growing", 2, pair, "growing modes below and above");
}

static void write_modes(campbell_file *f)
{
    const campbell *c = f->c;
    const int n = c->n_branches * c->n_points, each[] = {f->modes, f->points, f->parts};
    int change[3] = {0};
    const int speed = netcdf_campbell_define(f, "speed", 1, &f->points, c->name);
    netcdf_attribute(&f->file, speed, "units", c->unit);
    const int lambda = netcdf_campbell_define(f, "campbell.lambda", 3, each, "eigenvalue: real part, imaginary part");
    const int frequency = netcdf_campbell_define(f, "campbell.frequency", 2, each, "frequency, Hz");
    const int damping = netcdf_campbell_define(f, "campbell.damping", 2, each, "part of critical damping");
    const int likeness =
        netcdf_campbell_define(f, "campbell.likeness", 2, each, "of the shape with that of the speed before");
    const int multiplier = c->multipliers ? netcdf_campbell_define(f, "campbell.multiplier", 3, each,
                                                                   "of a period: real part, imaginary part")
                                          : -1;
    define_changes(f, change);
    netcdf_end_definitions(&f->file);
    netcdf_put_reals(&f->file, speed, c->speed);
    put_pairs(f, lambda, c->re, c->im, n);
    put_ratios(f, frequency, damping);
    netcdf_put_reals(&f->file, likeness, c->likeness);
    if (c->multipliers)
        netcdf_put_reals(&f->file, multiplier, c->multipliers);
    if (c->n_changes > 0)
        put_changes(f, change);
}

bool netcdf_write_campbell(const char *base, const campbell *c, diag *errors)
{
    campbell_file f = {.c = c};
    if (!netcdf_file_create(&f.file, base, NULL, errors))
        return false;
    f.points = netcdf_dimension(&f.file, "points", (size_t)c->n_points);
    f.parts = netcdf_dimension(&f.file, "complex_var_dim", 2);
    if (c->n_branches > 0) {
        f.modes = netcdf_dimension(&f.file, "modes", (size_t)c->n_branches);
        write_modes(&f);
    } else {
        const int speed = netcdf_campbell_define(&f, "speed", 1, &f.points, c->name);
        netcdf_end_definitions(&f.file);
        netcdf_put_reals(&f.file, speed, c->speed);
    }
    return netcdf_file_close(&f.file, errors);
}
