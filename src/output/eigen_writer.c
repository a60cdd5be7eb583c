/* eigen_writer.c - results of an eigenanalysis as BASE_INDEX.m, which Octave and Matlab execute.
 *
 *     dTime, dCoef      time, c
 *     lStep             number of the step
 *     Aplus, Aminus     full, or sparse: row, column, value
 *     labels, idx, X0   structural nodes: labels, first unknown (from 0), position and rotation vector
 *     alpha             alphar alphai beta,   L = (alphar + i alphai) / beta,   lambda = (L - 1) / (L + 1) / dCoef
 *     VL, VR            left and right eigenvectors, one per column */
#include "math/rotation.h"
#include "output/stream.h"
#include "output/writer.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    const model *model;
    const char *base;
    diag *errors;
} eigen_files;

static bool eigen_writer_is_wanted(const model *model)
{
    (void)model;
    return true;
}

static void *eigen_writer_open_writer(const model *model, const char *base, diag *errors)
{
    eigen_files *w = heap_resize(NULL, sizeof *w);
    *w = (eigen_files){model, base, errors};
    return w;
}

static bool eigen_writer_close_writer(void *self, bool complete)
{
    (void)complete;
    free(self);
    return true;
}

static void put_scalar(text *to, const char *name, double v, int precision)
{
    text_printf(to, "%s = %.*e;\n", name, precision, v);
}

static void put_full(stream *to, const char *name, const csc *matrix, int precision)
{
    int *next = heap_resize(NULL, ((size_t)matrix->n + 1) * sizeof *next);
    for (int j = 0; j < matrix->n; j++)
        next[j] = matrix->start[j];
    text_printf(&to->rows, "%s = [", name);
    for (int i = 0; i < matrix->n; i++) {
        for (int j = 0; j < matrix->n; j++) {
            const bool is_here = next[j] < matrix->start[j + 1] && matrix->row[next[j]] == i;
            text_scientific(&to->rows, is_here ? matrix->value[next[j]] : 0.0, precision);
            text_char(&to->rows, ' ');
            next[j] += is_here;
        }
        text_string(&to->rows, i < matrix->n - 1 ? ";\n" : "];\n");
        stream_breathe(to);
    }
    free(next);
}

static void put_sparse(stream *to, const char *name, const csc *matrix, int precision)
{
    text_printf(&to->rows, "%s = [\n", name);
    for (int j = 0; j < matrix->n; j++) {
        for (int k = matrix->start[j]; k < matrix->start[j + 1]; k++) {
            text_printf(&to->rows, "%d %d ", matrix->row[k] + 1, j + 1);
            text_scientific(&to->rows, matrix->value[k], precision);
            text_string(&to->rows, ";\n");
        }
        stream_breathe(to);
    }
    text_printf(&to->rows, "];\n%s = spconvert(%s);\n", name, name);
}

static void put_matrices(stream *to, const eigen_result *result, int precision)
{
    void (*const put)(stream *, const char *, const csc *, int) =
        result->asked->matrices == MATRICES_FULL ? put_full : put_sparse;
    text_string(&to->rows, "% F/xPrime + dCoef * F/x\n");
    put(to, "Aplus", result->plus, precision);
    text_string(&to->rows, "% F/xPrime - dCoef * F/x\n");
    put(to, "Aminus", result->minus, precision);
}

static void put_geometry(text *to, const model *model, const state *state, int precision)
{
    text_string(to, "% structural nodes labels\nlabels = int32([\n");
    for (int i = 0; i < model->nodes.n; i++)
        if (model->nodes.items[i]->pose >= 0)
            text_printf(to, "%u;\n", model->nodes.items[i]->label);
    text_string(to, "]);\n% structural nodes base index\nidx = int32([\n");
    for (int i = 0; i < model->nodes.n; i++)
        if (model->nodes.items[i]->pose >= 0)
            text_printf(to, "%d;\n", model->nodes.items[i]->dof);
    text_string(to, "]);\n% structural nodes reference configuration (X, Phi)\nX0 = [\n");
    for (int i = 0; i < model->nodes.n; i++) {
        if (model->nodes.items[i]->pose < 0)
            continue;
        const pose *at = &state->poses[model->nodes.items[i]->pose];
        const vec3 phi = rotation_log(&at->R);
        const double x0[] = {at->x.x, at->x.y, at->x.z, phi.x, phi.y, phi.z};
        for (int k = 0; k < 6; k++) {
            text_scientific(to, x0[k], precision);
            text_string(to, ";\n");
        }
    }
    text_string(to, "];\n");
}

static void put_values(text *to, const eigen_result *result, int precision)
{
    text_string(to, "% alphar, alphai, beta\nalpha = [");
    for (int k = 0; k < result->n_chosen; k++) {
        const int i = result->chosen[k];
        text_scientific(to, result->found->re[i], precision);
        text_char(to, ' ');
        text_scientific(to, result->found->im[i], precision);
        text_char(to, ' ');
        text_scientific(to, result->found->beta[i], precision);
        text_string(to, ";\n");
    }
    text_string(to, "];\n");
}

/* Without eigenvalues, writes empty matrices with the dimensions that readers of the file expect. */
static void put_none(text *to, const eigen_result *result)
{
    text_string(to, "alpha = zeros(0, 3);\n");
    if (result->found->left)
        text_printf(to, "VL = zeros(%d, 0);\n", result->found->n);
    text_printf(to, "VR = zeros(%d, 0);\n", result->found->n);
}

static void put_vectors(stream *to, const char *name, const eigen_result *result, const double *of, int precision)
{
    text_printf(&to->rows, "%s = [\n", name);
    for (int i = 0; i < result->found->n; i++) {
        for (int k = 0; k < result->n_chosen; k++) {
            double re, im;
            eigen_component(result->found, of, result->chosen[k], i, &re, &im);
            text_scientific(&to->rows, re, precision);
            text_string(&to->rows, signbit(im) ? "-i*" : "+i*");
            text_scientific(&to->rows, fabs(im), precision);
            text_char(&to->rows, ' ');
        }
        text_string(&to->rows, i < result->found->n - 1 ? ";\n" : "];\n");
        stream_breathe(to);
    }
}

static void put_all(stream *to, const model *model, const state *state, const eigen_result *result)
{
    const eigenanalysis *eigenanalysis = result->asked;
    const int precision =
        eigenanalysis->results_precision < 0 ? model->options.precision : eigenanalysis->results_precision;
    text_printf(&to->rows, "%% time: %.*e\n", precision, state->t);
    put_scalar(&to->rows, "dTime", state->t, precision);
    text_string(&to->rows, "% coefficient\n");
    put_scalar(&to->rows, "dCoef", result->c, precision);
    text_printf(&to->rows, "%% timestep index of eigensolution\nlStep = int32(%d);\n", eigen_step(state));
    if (eigenanalysis->matrices != MATRICES_NONE)
        put_matrices(to, result, eigenanalysis->matrix_precision);
    if (eigenanalysis->geometry && model->n_poses > 0)
        put_geometry(&to->rows, model, state, precision);
    if (!eigenanalysis->vectors || !result->found)
        return;
    if (result->n_chosen == 0) {
        put_none(&to->rows, result);
        return;
    }
    put_values(&to->rows, result, precision);
    if (result->found->left) {
        text_string(&to->rows, "% left eigenvectors\n");
        put_vectors(to, "VL", result, result->found->left, precision);
    }
    text_string(&to->rows, "% right eigenvectors\n");
    put_vectors(to, "VR", result, result->found->right, precision);
}

static bool write_eigen(void *self, const state *state, const eigen_result *result)
{
    const eigen_files *eigen_files = self;
    const eigenanalysis *eigenanalysis = result->asked;
    if (eigenanalysis->matrices == MATRICES_NONE && !eigenanalysis->vectors && !eigenanalysis->geometry)
        return true;
    stream to;
    char *base = text_of("%s_%s%0*d%s", eigen_files->base, eigenanalysis->before, eigenanalysis->width, result->index,
                         eigenanalysis->after);
    bool ok = stream_open(&to, base, "m", eigen_files->errors);
    free(base);
    if (!ok)
        return false;
    put_all(&to, eigen_files->model, state, result);
    return stream_close(&to, true, eigen_files->errors);
}

const writer eigen_writer = {
    .name = "eigen",
    .is_wanted = eigen_writer_is_wanted,
    .open = eigen_writer_open_writer,
    .eigen = write_eigen,
    .close = eigen_writer_close_writer,
};
