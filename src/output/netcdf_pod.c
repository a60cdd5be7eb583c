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
    const history *history;
    const pod *pod;
    int n_modes;
    const pod_motions *pod_motions;
    int time, signals, modes, motions, parts; /* dimensions */
} pod_file;

static int netcdf_pod_define(pod_file *file, const char *name, int type, int n, const int *dimensions,
                             const char *words)
{
    const int id = netcdf_variable(&file->file, name, type, n, dimensions);
    netcdf_attribute(&file->file, id, "description", words);
    return id;
}

static void put_signals(pod_file *file, int id, int what)
{
    int *v = heap_resize(NULL, (size_t)file->history->n_signals * sizeof *v);
    for (int j = 0; j < file->history->n_signals; j++) {
        const history_signal *history_signal = &file->history->signal[j];
        v[j] = what == 0 ? (int)history_signal->node : what == 1 ? (int)history_signal->kind : history_signal->axis + 1;
    }
    netcdf_put_ints(&file->file, id, v);
    free(v);
}

static void put_energies(pod_file *file, int id)
{
    double *v = heap_resize(NULL, (size_t)file->n_modes * sizeof *v);
    for (int i = 0; i < file->n_modes; i++)
        v[i] = pod_energy(file->pod, i);
    netcdf_put_reals(&file->file, id, v);
    free(v);
}

static void put_motions(pod_file *file, int lambda, int share, int shape)
{
    const size_t n = (size_t)file->pod_motions->n, N = (size_t)file->history->n_signals;
    double *v = heap_resize(NULL, (2 * n * N + 1) * sizeof *v);
    for (size_t i = 0; i < n; i++)
        v[2 * i] = file->pod_motions->motions[i].re, v[2 * i + 1] = file->pod_motions->motions[i].im;
    netcdf_put_reals(&file->file, lambda, v);
    for (size_t i = 0; i < n; i++)
        v[i] = file->pod_motions->motions[i].share;
    netcdf_put_reals(&file->file, share, v);
    for (size_t i = 0; i < n; i++) {
        memcpy(v + i * N, file->pod_motions->motions[i].shape, N * sizeof *v);
        memcpy(v + (n + i) * N, file->pod_motions->motions[i].shape + N, N * sizeof *v);
    }
    netcdf_put_reals(&file->file, shape, v);
    free(v);
}

static void define_dimensions(pod_file *file)
{
    file->time = netcdf_dimension(&file->file, "time", (size_t)file->history->n_times);
    file->signals = netcdf_dimension(&file->file, "signals", (size_t)file->history->n_signals);
    file->modes = netcdf_dimension(&file->file, "modes", (size_t)file->n_modes);
    file->parts = netcdf_dimension(&file->file, "complex_var_dim", 2);
    if (file->pod_motions->n > 0)
        file->motions = netcdf_dimension(&file->file, "motions", (size_t)file->pod_motions->n);
}

static void write_all(pod_file *file)
{
    define_dimensions(file);
    const int time = netcdf_pod_define(file, "time", NETCDF_DOUBLE, 1, &file->time, "time of the samples");
    const int node =
        netcdf_pod_define(file, "signal.node", NETCDF_INT, 1, &file->signals, "label of the structural node");
    const int kind = netcdf_pod_define(file, "signal.kind", NETCDF_INT, 1, &file->signals,
                                       "1 position, 2 rotation vector, 4 velocity, 8 angular velocity");
    const int axis = netcdf_pod_define(file, "signal.axis", NETCDF_INT, 1, &file->signals, "1, 2 or 3");
    const int sigma = netcdf_pod_define(file, "pod.sigma", NETCDF_DOUBLE, 1, &file->modes, "singular values");
    const int energy = netcdf_pod_define(file, "pod.energy", NETCDF_DOUBLE, 1, &file->modes, "part of the energy");
    const int V = netcdf_pod_define(file, "pod.V", NETCDF_DOUBLE, 2, (const int[]){file->modes, file->signals},
                                    "proper orthogonal modes");
    const int amplitudes = netcdf_pod_define(file, "pod.history", NETCDF_DOUBLE, 2,
                                             (const int[]){file->modes, file->time}, "amplitudes of the modes");
    int motion[3] = {0};
    if (file->pod_motions->n > 0) {
        motion[0] =
            netcdf_pod_define(file, "motion.lambda", NETCDF_DOUBLE, 2, (const int[]){file->motions, file->parts},
                              "eigenvalue: real part, imaginary part");
        motion[1] = netcdf_pod_define(file, "motion.share", NETCDF_DOUBLE, 1, &file->motions,
                                      "part of the energy of all motions");
        motion[2] = netcdf_pod_define(file, "motion.V", NETCDF_DOUBLE, 3,
                                      (const int[]){file->parts, file->motions, file->signals},
                                      "shapes: real parts, imaginary parts");
    }
    netcdf_end_definitions(&file->file);
    netcdf_put_reals(&file->file, time, file->history->time);
    put_signals(file, node, 0);
    put_signals(file, kind, 1);
    put_signals(file, axis, 2);
    netcdf_put_reals(&file->file, sigma, file->pod->sigma);
    put_energies(file, energy);
    netcdf_put_reals(&file->file, V, file->pod->modes);
    netcdf_put_reals(&file->file, amplitudes, file->pod->history);
    if (file->pod_motions->n > 0)
        put_motions(file, motion[0], motion[1], motion[2]);
}

bool netcdf_write_pod(const char *base, const history *history, const pod *pod, int n_modes,
                      const pod_motions *pod_motions, diag *errors)
{
    pod_file file = {.history = history, .pod = pod, .n_modes = n_modes, .pod_motions = pod_motions};
    if (!netcdf_file_create_alone(&file.file, base, errors))
        return false;
    write_all(&file);
    return netcdf_file_close(&file.file, errors);
}
