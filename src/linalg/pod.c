/* pod.c - proper orthogonal modes of signals, and the free motions of which their histories consist.
 *
 *     X = U Sigma V'                                  rows of X are samples, columns signals
 *     y_k = row k of U Sigma, the first m of its columns
 *     z_k = (y_k, y_k+1, ... y_k+d-1)                 state of d samples: positions alone are half of the state
 *     H = (z_0, z_1, ...)' = Q S W'                   its directions; those that are noise are omitted
 *     x_k = W' z_k,    x_k+1 = A x_k                  least squares: A' = S^-1 Q' (H_next W)
 *     A w = mu w,    lambda = log(mu) / dt            shape: V times the first sample of W w
 *     x_0 = sum b w                                   share of the energy: |b|^2 |shape|^2 sum |mu|^2k
 *
 * A free response of r modes with few samples lost is identified up to rounding. */
#include "linalg/pod.h"
#include "base/arena.h"
#include "linalg/lapack_library.h"
#include "linalg/one_at_a_time.h"
#include <complex.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- singular values ---------------------------------------------------------------------------------------------- */

typedef struct {
    int rows, columns, n;
    double *u, *s, *vt; /* rows x n, n, n x columns */
} svd;

static void svd_free(svd *d)
{
    free(d->u);
    free(d->s);
    free(d->vt);
}

/* A = U S V'; A is destroyed. */
static pod_status svd_compute(const lapack_library *lapack, double *a, int rows, int columns, svd *out)
{
    const int n = rows < columns ? rows : columns, query = -1;
    double best = 0.0;
    int info = 0, *iwork = heap_resize(NULL, (8 * (size_t)n + 1) * sizeof *iwork);
    *out = (svd){rows,
                 columns,
                 n,
                 heap_reals((size_t)rows * (size_t)n),
                 heap_reals((size_t)n),
                 heap_reals((size_t)n * (size_t)columns)};
    lapack->dgesdd("S", &rows, &columns, a, &rows, out->s, out->u, &rows, out->vt, &n, &best, &query, iwork, &info);
    if (info == 0) {
        const int size = (int)best;
        double *work = heap_reals((size_t)size);
        one_at_a_time_enter();
        lapack->dgesdd("S", &rows, &columns, a, &rows, out->s, out->u, &rows, out->vt, &n, work, &size, iwork, &info);
        one_at_a_time_leave();
        free(work);
    }
    free(iwork);
    if (info == 0)
        return POD_OK;
    svd_free(out);
    return POD_NOT_CONVERGED;
}

/* --- modes -------------------------------------------------------------------------------------------------------- */

pod_status pod_decompose(double *signals, int n_times, int n_signals, pod *out)
{
    lapack_library lapack;
    svd d;
    *out = (pod){0};
    if (!lapack_library_open(&lapack))
        return POD_NO_LIBRARY;
    const pod_status status = svd_compute(&lapack, signals, n_times, n_signals, &d);
    if (status != POD_OK)
        return status;
    *out = (pod){n_times, n_signals, d.n, d.s, d.u, heap_reals((size_t)n_signals * (size_t)d.n)};
    for (int i = 0; i < d.n; i++) {
        for (int k = 0; k < n_times; k++)
            out->history[(size_t)i * (size_t)n_times + (size_t)k] *= d.s[i];
        for (int j = 0; j < n_signals; j++)
            out->modes[(size_t)i * (size_t)n_signals + (size_t)j] = d.vt[(size_t)j * (size_t)d.n + (size_t)i];
    }
    free(d.vt);
    return POD_OK;
}

void pod_free(pod *p)
{
    free(p->sigma);
    free(p->history);
    free(p->modes);
    *p = (pod){0};
}

double pod_energy(const pod *pod, int mode)
{
    double sum = 0.0;
    for (int i = 0; i < pod->n; i++)
        sum += pod->sigma[i] * pod->sigma[i];
    return sum > 0.0 ? pod->sigma[mode] * pod->sigma[mode] / sum : 0.0;
}

int pod_count(const pod *pod, double energy)
{
    double sum = 0.0;
    int m = 0;
    while (m < pod->n && sum < energy)
        sum += pod_energy(pod, m++);
    return m;
}

/* --- motions ------------------------------------------------------------------------------------------------------ */

typedef struct {
    const pod *pod;
    const pod_options *options;
    int K, c, r; /* numbers of transitions, of components of a state, of directions kept */
    double *H;   /* (K + 1) x c */
    svd d;       /* of its first K rows */
    double *A;   /* r x r */
    double *re, *im, *left, *right;
} identification;

static void fill_states(identification *identification)
{
    const int m = identification->options->modes;
    identification->K = identification->pod->n_times - identification->options->delays;
    identification->c = m * identification->options->delays;
    identification->H = heap_reals((size_t)(identification->K + 1) * (size_t)identification->c);
    for (int j = 0; j < identification->c; j++)
        memcpy(identification->H + (size_t)j * (size_t)(identification->K + 1),
               identification->pod->history + (size_t)(j % m) * (size_t)identification->pod->n_times + (size_t)(j / m),
               (size_t)(identification->K + 1) * sizeof *identification->H);
}

static pod_status find_directions(identification *identification, const lapack_library *lapack)
{
    double *first = heap_reals((size_t)identification->K * (size_t)identification->c);
    for (int j = 0; j < identification->c; j++)
        memcpy(first + (size_t)j * (size_t)identification->K,
               identification->H + (size_t)j * (size_t)(identification->K + 1),
               (size_t)identification->K * sizeof *first);
    const pod_status status = svd_compute(lapack, first, identification->K, identification->c, &identification->d);
    free(first);
    if (status == POD_OK)
        while (identification->r < identification->d.n &&
               identification->d.s[identification->r] > identification->options->tolerance * identification->d.s[0])
            identification->r++;
    return status;
}

/* A(j, i) = sum over k of Q(k, i) (H_next W)(k, j) / S(i) */
static void fill_transition(identification *identification)
{
    const size_t K = (size_t)identification->K, r = (size_t)identification->r, n = (size_t)identification->d.n;
    double *next = heap_reals(K);
    identification->A = heap_reals(r * r);
    for (size_t j = 0; j < r; j++) {
        memset(next, 0, K * sizeof *next);
        for (size_t c = 0; c < (size_t)identification->c; c++) {
            const double w = identification->d.vt[c * n + j], *column = identification->H + c * (K + 1) + 1;
            for (size_t k = 0; k < K; k++)
                next[k] += w * column[k];
        }
        for (size_t i = 0; i < r; i++) {
            double sum = 0.0;
            for (size_t k = 0; k < K; k++)
                sum += identification->d.u[i * K + k] * next[k];
            identification->A[i * r + j] = sum / identification->d.s[i];
        }
    }
    free(next);
}

static pod_status solve_transition(identification *identification, const lapack_library *lapack)
{
    const size_t r = (size_t)identification->r;
    const int *n = &identification->r, query = -1;
    double best = 0.0;
    int info = 0;
    identification->re = heap_reals(r), identification->im = heap_reals(r), identification->left = heap_reals(r * r),
    identification->right = heap_reals(r * r);
    lapack->dgeev("V", "V", n, identification->A, n, identification->re, identification->im, identification->left, n,
                  identification->right, n, &best, &query, &info);
    const int size = (int)best;
    double *work = heap_reals((size_t)size);
    one_at_a_time_enter();
    lapack->dgeev("V", "V", n, identification->A, n, identification->re, identification->im, identification->left, n,
                  identification->right, n, work, &size, &info);
    one_at_a_time_leave();
    free(work);
    return info == 0 ? POD_OK : POD_NOT_CONVERGED;
}

/* CMPLX is not defined in the headers of every compiler. */
static double complex pod_number(double re, double im) { return __builtin_complex(re, im); }

/* Returns component i of the vector of an eigenvalue with im >= 0. */
static double complex pod_component(const identification *identification, const double *of, int k, int i)
{
    const double *column = of + (size_t)k * (size_t)identification->r + i;
    return pod_number(*column, identification->im[k] == 0.0 ? 0.0 : column[identification->r]);
}

/* Returns b of x_0 = sum b w, from the left vector. */
static double complex amplitude(const identification *identification, int k)
{
    double complex onto = 0.0, length = 0.0;
    for (int i = 0; i < identification->r; i++) {
        const double complex v = conj(pod_component(identification, identification->left, k, i));
        onto += v * identification->d.s[i] * identification->d.u[(size_t)i * (size_t)identification->K];
        length += v * pod_component(identification, identification->right, k, i);
    }
    return length == 0.0 ? 0.0 : onto / length;
}

/* Sets the shape to V times the first sample of W w. Returns the sum of its squares. */
static double fill_shape(const identification *identification, int k, double *shape)
{
    const size_t N = (size_t)identification->pod->n_signals;
    double square = 0.0;
    memset(shape, 0, 2 * N * sizeof *shape);
    for (int c = 0; c < identification->options->modes; c++) {
        double complex y = 0.0;
        for (int j = 0; j < identification->r; j++)
            y += identification->d.vt[(size_t)c * (size_t)identification->d.n + (size_t)j] *
                 pod_component(identification, identification->right, k, j);
        for (size_t i = 0; i < N; i++) {
            shape[i] += creal(y) * identification->pod->modes[(size_t)c * N + i];
            shape[N + i] += cimag(y) * identification->pod->modes[(size_t)c * N + i];
        }
    }
    for (size_t i = 0; i < 2 * N; i++)
        square += shape[i] * shape[i];
    return square;
}

static void normalise(double *shape, int n)
{
    double complex most = 0.0;
    for (int i = 0; i < n; i++)
        if (hypot(shape[i], shape[n + i]) > cabs(most))
            most = pod_number(shape[i], shape[n + i]);
    for (int i = 0; i < n && most != 0.0; i++) {
        const double complex v = pod_number(shape[i], shape[n + i]) / most;
        shape[i] = creal(v), shape[n + i] = cimag(v);
    }
}

/* Returns 1 + q + q^2 + ... of n terms; unbounded growth is limited to the largest number. */
static double geometric_sum(double q, int n)
{
    const double sum = fabs(q - 1.0) < 1e-12 ? n : (1.0 - pow(q, n)) / (1.0 - q);
    return isfinite(sum) ? sum : DBL_MAX;
}

static int by_share(const void *a, const void *b)
{
    const double x = ((const pod_motion *)a)->share, y = ((const pod_motion *)b)->share;
    return (x < y) - (x > y);
}

static void pod_collect(const identification *identification, pod_motions *out)
{
    double total = 0.0;
    out->motions = heap_resize(NULL, ((size_t)identification->r + 1) * sizeof *out->motions);
    for (int k = 0; k < identification->r; k++) {
        const double complex mu = pod_number(identification->re[k], identification->im[k]);
        if (identification->im[k] < 0.0 || cabs(mu) < 1e-12)
            continue;
        const double complex lambda = clog(mu) / identification->options->dt;
        pod_motion *one = &out->motions[out->n++];
        *one = (pod_motion){
            .re = creal(lambda), .im = cimag(lambda), .shape = heap_reals(2 * (size_t)identification->pod->n_signals)};
        const double size = cabs(amplitude(identification, k)), square = fill_shape(identification, k, one->shape);
        one->share = (identification->im[k] > 0.0 ? 2.0 : 1.0) * size * size * square *
                     geometric_sum(cabs(mu) * cabs(mu), identification->pod->n_times);
        total += one->share;
        normalise(one->shape, identification->pod->n_signals);
    }
    for (int k = 0; k < out->n; k++)
        out->motions[k].share /= total > 0.0 ? total : 1.0;
    qsort(out->motions, (size_t)out->n, sizeof *out->motions, by_share);
}

pod_status pod_identify(const pod *pod, const pod_options *options, pod_motions *out)
{
    lapack_library lapack;
    *out = (pod_motions){0};
    if (!lapack_library_open(&lapack))
        return POD_NO_LIBRARY;
    identification identification = {.pod = pod, .options = options};
    fill_states(&identification);
    pod_status status = find_directions(&identification, &lapack);
    if (status == POD_OK) {
        fill_transition(&identification);
        status = solve_transition(&identification, &lapack);
        if (status == POD_OK)
            pod_collect(&identification, out);
        svd_free(&identification.d);
    }
    free(identification.H);
    free(identification.A);
    free(identification.re);
    free(identification.im);
    free(identification.left);
    free(identification.right);
    return status;
}

void pod_motions_free(pod_motions *m)
{
    for (int i = 0; i < m->n; i++)
        free(m->motions[i].shape);
    free(m->motions);
    *m = (pod_motions){0};
}
