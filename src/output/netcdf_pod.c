/* netcdf_pod.c - proper orthogonal modes and identified motions as a NetCDF file.
 *
 *     time (time)
 *     signal.node, signal.kind, signal.axis (signals)       label; 1 position, 2 rotation, 4 velocity, 8 angular
 *                                                           velocity; 1, 2, 3
 *     pod.sigma, pod.energy (modes)
 *     pod.V (modes, signals), pod.history (modes, time)     X - mean = sum of history V
 *     motion.lambda (motions, 2), motion.share (motions)    real and imaginary part
 *     motion.V (2, motions, signals)                        real parts, imaginary parts                          */
#include "output/netcdf_pod.h"
#include "base/array.h"
#include "output/netcdf_file.h"
#include <string.h>

typedef struct {
    netcdf_file file;
    const history *h;
    const pod *p;
    int n_modes;
    const pod_motions *m;
    int time, signals, modes, motions, parts; /* dimensions */
} pod_file;

static int netcdf_pod_define(pod_file *f, const char *name, int type, int n, const int *dimensions, const char *words)
{
    const int id = netcdf_variable(&f->file, name, type, n, dimensions);
    netcdf_attribute(&f->file, id, "description", words);
    return id;
}

static void put_signals(pod_file *f, int id, int what)
{
    int *v = heap_resize(NULL, (size_t)f->h->n_signals * sizeof *v);
    for (int j = 0; j < f->h->n_signals; j++) {
        const history_signal *s = &f->h->signal[j];
        v[j] = what == 0 ? (int)s->node : what == 1 ? (int)s->kind : s->axis + 1;
    }
    netcdf_put_ints(&f->file, id, v);
    free(v);
}

static void put_energies(pod_file *f, int id)
{
    double *v = heap_resize(NULL, (size_t)f->n_modes * sizeof *v);
    for (int i = 0; i < f->n_modes; i++)
        v[i] = pod_energy(f->p, i);
    netcdf_put_reals(&f->file, id, v);
    free(v);
}

static void put_motions(pod_file *f, int lambda, int share, int shape)
{
    const size_t n = (size_t)f->m->n, N = (size_t)f->h->n_signals;
    double *v = heap_resize(NULL, (2 * n * N + 1) * sizeof *v);
    for (size_t i = 0; i < n; i++)
        v[2 * i] = f->m->motions[i].re, v[2 * i + 1] = f->m->motions[i].im;
    netcdf_put_reals(&f->file, lambda, v);
    for (size_t i = 0; i < n; i++)
        v[i] = f->m->motions[i].share;
    netcdf_put_reals(&f->file, share, v);
    for (size_t i = 0; i < n; i++) {
        memcpy(v + i * N, f->m->motions[i].shape, N * sizeof *v);
        memcpy(v + (n + i) * N, f->m->motions[i].shape + N, N * sizeof *v);
    }
    netcdf_put_reals(&f->file, shape, v);
    free(v);
}

static void define_dimensions(pod_file *f)
{
    f->time = netcdf_dimension(&f->file, "time", (size_t)f->h->n_times);
    f->signals = netcdf_dimension(&f->file, "signals", (size_t)f->h->n_signals);
    f->modes = netcdf_dimension(&f->file, "modes", (size_t)f->n_modes);
    f->parts = netcdf_dimension(&f->file, "complex_var_dim", 2);
    if (f->m->n > 0)
        f->motions = netcdf_dimension(&f->file, "motions", (size_t)f->m->n);
}

static void write_all(pod_file *f)
{
    define_dimensions(f);
    const int time = netcdf_pod_define(f, "time", NETCDF_DOUBLE, 1, &f->time, "time of the samples");
    const int node = netcdf_pod_define(f, "signal.node", NETCDF_INT, 1, &f->signals, "label of the structural node");
    const int kind = netcdf_pod_define(f, "signal.kind", NETCDF_INT, 1, &f->signals,
                                       "1 position, 2 rotation vector, 4 velocity, 8 angular velocity");
    const int axis = netcdf_pod_define(f, "signal.axis", NETCDF_INT, 1, &f->signals, "1, 2 or 3");
    const int sigma = netcdf_pod_define(f, "pod.sigma", NETCDF_DOUBLE, 1, &f->modes, "singular values");
    const int energy = netcdf_pod_define(f, "pod.energy", NETCDF_DOUBLE, 1, &f->modes, "part of the energy");
    const int V =
        netcdf_pod_define(f, "pod.V", NETCDF_DOUBLE, 2, (const int[]){f->modes, f->signals}, "proper orthogonal modes");
    const int amplitudes = netcdf_pod_define(f, "pod.history", NETCDF_DOUBLE, 2, (const int[]){f->modes, f->time},
                                             "amplitudes of the modes");
    int motion[3] = {0};
    if (f->m->n > 0) {
        motion[0] = netcdf_pod_define(f, "motion.lambda", NETCDF_DOUBLE, 2, (const int[]){f->motions, f->parts},
                                      "eigenvalue: real part, imaginary part");
        motion[1] =
            netcdf_pod_define(f, "motion.share", NETCDF_DOUBLE, 1, &f->motions, "part of the energy of all motions");
        motion[2] = netcdf_pod_define(f, "motion.V", NETCDF_DOUBLE, 3, (const int[]){f->parts, f->motions, f->signals},
                                      "shapes: real parts, imaginary parts");
    }
    netcdf_end_definitions(&f->file);
    netcdf_put_reals(&f->file, time, f->h->time);
    put_signals(f, node, 0);
    put_signals(f, kind, 1);
    put_signals(f, axis, 2);
    netcdf_put_reals(&f->file, sigma, f->p->sigma);
    put_energies(f, energy);
    netcdf_put_reals(&f->file, V, f->p->modes);
    netcdf_put_reals(&f->file, amplitudes, f->p->history);
    if (f->m->n > 0)
        put_motions(f, motion[0], motion[1], motion[2]);
}

bool netcdf_write_pod(const char *base, const history *h, const pod *p, int n_modes, const pod_motions *m, diag *errors)
{
    pod_file f = {.h = h, .p = p, .n_modes = n_modes, .m = m};
    if (!netcdf_file_create(&f.file, base, NULL, errors))
        return false;
    write_all(&f);
    return netcdf_file_close(&f.file, errors);
}
