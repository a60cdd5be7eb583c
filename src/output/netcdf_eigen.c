/* netcdf_eigen.c - results of eigenanalyses in the NetCDF file.
 *
 *     eig.step, eig.time, eig.dCoef (eigensolutions)    of each analysis
 *     eig.I.step, eig.I.time, eig.I.dCoef               the same as scalars
 *     eig.idx, eig.labels (nodes)                       first unknown and label of each structural node
 *     eig.joint.idx, eig.joint.labels ...               first own unknown of each element of a class
 *     eig.I.X0 (6, nodes)                               position and rotation vector of each node
 *     eig.I.Aplus, eig.I.Aminus                         full (size, size), or sparse (entries, 3): row, column, value
 *     eig.I.alpha (vectors, 3)                          alphar, alphai, beta
 *     eig.I.VL, eig.I.VR (2, vectors, size)             real part, imaginary part
 *
 * The number of vectors is known after an analysis only, so each adds its dimensions and variables to the file. */
#include "math/rotation.h"
#include "output/netcdf_eigen.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int variable(netcdf_file *f, const char *name, int type, int n, const int *dimensions, const char *unit,
                    const char *words)
{
    const int id = netcdf_variable(f, name, type, n, dimensions);
    if (unit)
        netcdf_attribute(f, id, "units", unit);
    netcdf_attribute(f, id, "type", type == NETCDF_INT ? "integer" : "doublereal");
    netcdf_attribute(f, id, "description", words);
    return id;
}

/* --- what all analyses share -------------------------------------------------------------------------------------- */

typedef struct {
    int id;
    int *numbers;
} int_values;

typedef ARRAY(int_values) int_lists;

static bool is_member(const elem *e, const elem_class *class) { return e->n_own > 0 && e->type->card->class == class; }

/* First own unknowns and labels of the elements of a class, when it has some. */
static void define_elements(netcdf_file *f, const model *m, const elem_class *class, int_lists *lists)
{
    int n = 0;
    for (int i = 0; i < m->elems.n; i++)
        n += is_member(m->elems.items[i], class);
    if (n == 0)
        return;
    int *idx = heap_resize(NULL, (size_t)n * sizeof *idx), *labels = heap_resize(NULL, (size_t)n * sizeof *labels);
    for (int i = 0, k = 0; i < m->elems.n; i++)
        if (is_member(m->elems.items[i], class))
            idx[k] = m->elems.items[i]->own, labels[k++] = (int)m->elems.items[i]->label;
    char name[96];
    snprintf(name, sizeof name, "eig_iIdx%sSize", class->list_words);
    const int size = netcdf_dimension(f, name, (size_t)n);
    snprintf(name, sizeof name, "eig.%s.idx", class->list);
    array_push(lists,
               ((int_values){variable(f, name, NETCDF_INT, 1, &size, NULL, "first own unknown of the elements"), idx}));
    snprintf(name, sizeof name, "eig.%s.labels", class->list);
    array_push(lists, ((int_values){variable(f, name, NETCDF_INT, 1, &size, NULL, "labels of the elements"), labels}));
}

static void define_nodes(netcdf_file *f, netcdf_eigen *g, const model *m, int_lists *lists)
{
    if (m->n_poses == 0)
        return;
    g->nodes = netcdf_dimension(f, "eig_iIdxSize", (size_t)m->n_poses);
    g->six = netcdf_dimension(f, "eig_X0Size", 6);
    int *idx = heap_resize(NULL, (size_t)m->n_poses * sizeof *idx);
    int *labels = heap_resize(NULL, (size_t)m->n_poses * sizeof *labels);
    for (int i = 0, k = 0; i < m->nodes.n; i++)
        if (m->nodes.items[i]->pose >= 0)
            idx[k] = m->nodes.items[i]->dof, labels[k++] = (int)m->nodes.items[i]->label;
    const int first = variable(f, "eig.idx", NETCDF_INT, 1, &g->nodes, "-", "structural nodes base index");
    const int names = variable(f, "eig.labels", NETCDF_INT, 1, &g->nodes, NULL, "structural nodes label");
    array_push(lists, ((int_values){first, idx}));
    array_push(lists, ((int_values){names, labels}));
}

static void define_shared(netcdf_file *f, netcdf_eigen *g, const model *m, const eigenanalysis *q, int_lists *lists)
{
    g->analyses = netcdf_dimension(f, "eigensolutions", (size_t)q->n_times);
    g->size = netcdf_dimension(f, "eig_iSize", (size_t)m->n_unknowns);
    g->complex_part = netcdf_dimension(f, "complex_var_dim", 2);
    g->step = variable(f, "eig.step", NETCDF_INT, 1, &g->analyses, "-", "time step index of the eigenanalyses");
    g->time = variable(f, "eig.time", NETCDF_DOUBLE, 1, &g->analyses, "s", "time of the eigenanalyses");
    g->coefficient = variable(f, "eig.dCoef", NETCDF_DOUBLE, 1, &g->analyses, "s", "coefficient of the matrices");
    define_nodes(f, g, m, lists);
    for (int i = 0; i < CLASS_COUNT; i++)
        if (elem_classes[i].list)
            define_elements(f, m, &elem_classes[i], lists);
    g->is_defined = true;
}

/* --- one analysis ------------------------------------------------------------------------------------------------- */

typedef struct {
    int step, time, coefficient, X0, plus, minus, alpha, left, right; /* variables, -1: not there */
} analysis_variables;

static int define_one(netcdf_file *f, const eigen_result *r, const char *name, int type, int n, const int *dimensions,
                      const char *words)
{
    char full[64];
    snprintf(full, sizeof full, "eig.%d.%s", r->index, name);
    const char *unit = strcmp(name, "time") == 0 ? "s" : "-";
    return variable(f, full, type, n, dimensions, type == NETCDF_INT ? NULL : unit, words);
}

static int define_matrix(netcdf_file *f, const netcdf_eigen *g, const eigen_result *r, const char *name, const csc *a)
{
    const bool is_sparse = r->asked->matrices == MATRICES_SPARSE;
    int dimensions[2] = {g->size, g->size};
    if (is_sparse) {
        char size[64];
        snprintf(size, sizeof size, "eig_%d_%s_sp_iSize", r->index, name);
        dimensions[0] = netcdf_dimension(f, size, (size_t)csc_entries(a));
        dimensions[1] = g->vec3;
    }
    const int id = define_one(f, r, name, NETCDF_DOUBLE, 2, dimensions,
                              strcmp(name, "Aplus") == 0 ? "F/xPrime + dCoef * F/x" : "F/xPrime - dCoef * F/x");
    netcdf_attribute(f, id, "matrix type", is_sparse ? "sparse" : "dense");
    return id;
}

static void define_vectors(netcdf_file *f, const netcdf_eigen *g, const eigen_result *r, analysis_variables *v)
{
    char name[64];
    snprintf(name, sizeof name, "eig_%d_iNVec_out", r->index);
    const int n = netcdf_dimension(f, name, (size_t)r->n_chosen);
    const int complex[] = {g->complex_part, n, g->size};
    v->alpha = define_one(f, r, "alpha", NETCDF_DOUBLE, 2, (const int[]){n, g->vec3}, "alpha matrix");
    if (r->found->left)
        v->left = define_one(f, r, "VL", NETCDF_DOUBLE, 3, complex, "VL - Left eigenvectors matrix");
    v->right = define_one(f, r, "VR", NETCDF_DOUBLE, 3, complex, "VR - Right eigenvectors matrix");
}

static analysis_variables define_analysis(netcdf_file *f, const netcdf_eigen *g, const model *m, const eigen_result *r)
{
    const eigenanalysis *q = r->asked;
    analysis_variables v = {.X0 = -1, .plus = -1, .minus = -1, .alpha = -1, .left = -1, .right = -1};
    v.step = define_one(f, r, "step", NETCDF_INT, 1, &g->vec1, "timestep index of eigensolution");
    v.time =
        define_one(f, r, "time", NETCDF_DOUBLE, 1, &g->vec1, "simulation time at which the eigensolution was computed");
    v.coefficient =
        define_one(f, r, "dCoef", NETCDF_DOUBLE, 1, &g->vec1, "coefficient used to build Aplus and Aminus matrices");
    if (q->geometry && m->n_poses > 0)
        v.X0 = define_one(f, r, "X0", NETCDF_DOUBLE, 2, (const int[]){g->six, g->nodes},
                          "structural nodes reference configuration (X, Phi)");
    if (q->matrices != MATRICES_NONE) {
        v.plus = define_matrix(f, g, r, "Aplus", r->plus);
        v.minus = define_matrix(f, g, r, "Aminus", r->minus);
    }
    if (q->vectors && r->found && r->n_chosen > 0)
        define_vectors(f, g, r, &v);
    return v;
}

static void put_matrix(netcdf_file *f, int id, const csc *a, bool is_sparse)
{
    const size_t n = (size_t)a->n, size = is_sparse ? 3 * (size_t)csc_entries(a) : n * n;
    double *values = heap_resize(NULL, (size + 1) * sizeof *values);
    memset(values, 0, size * sizeof *values);
    for (size_t j = 0; j < n; j++)
        for (int k = a->start[j]; k < a->start[j + 1]; k++) {
            if (is_sparse)
                values[3 * k] = a->row[k] + 1, values[3 * k + 1] = (double)(j + 1), values[3 * k + 2] = a->value[k];
            else
                values[j * n + (size_t)a->row[k]] = a->value[k];
        }
    netcdf_put_reals(f, id, values);
    free(values);
}

static void put_alpha(netcdf_file *f, int id, const eigen_result *r)
{
    double *values = heap_resize(NULL, 3 * (size_t)r->n_chosen * sizeof *values);
    for (int k = 0; k < r->n_chosen; k++) {
        values[3 * k] = r->found->re[r->chosen[k]];
        values[3 * k + 1] = r->found->im[r->chosen[k]];
        values[3 * k + 2] = r->found->beta[r->chosen[k]];
    }
    netcdf_put_reals(f, id, values);
    free(values);
}

static void put_vectors(netcdf_file *f, int id, const eigen_result *r, const double *of)
{
    const size_t n = (size_t)r->found->n, part = n * (size_t)r->n_chosen;
    double *values = heap_resize(NULL, 2 * part * sizeof *values);
    for (int k = 0; k < r->n_chosen; k++)
        for (size_t i = 0; i < n; i++) {
            double *at = values + (size_t)k * n + i;
            eigen_component(r->found, of, r->chosen[k], (int)i, at, at + part);
        }
    netcdf_put_reals(f, id, values);
    free(values);
}

static void put_geometry(netcdf_file *f, int id, const model *m, const state *s)
{
    double *x0 = heap_resize(NULL, 6 * (size_t)m->n_poses * sizeof *x0), *to = x0;
    for (int i = 0; i < m->nodes.n; i++) {
        if (m->nodes.items[i]->pose < 0)
            continue;
        const pose *at = &s->poses[m->nodes.items[i]->pose];
        double of[6];
        vec3_store(of, at->x);
        vec3_store(of + 3, rotation_log(&at->R));
        for (int k = 0; k < 6; k++)
            to[k * m->n_poses] = of[k];
        to++;
    }
    netcdf_put_reals(f, id, x0);
    free(x0);
}

/* Rows of analyses that may never be reached: step -1, and no number of time and coefficient. */
static void put_empty_rows(netcdf_file *f, const netcdf_eigen *g, int n)
{
    int *none = heap_resize(NULL, (size_t)n * sizeof *none);
    double *no_number = heap_resize(NULL, (size_t)n * sizeof *no_number);
    for (int i = 0; i < n; i++)
        none[i] = -1, no_number[i] = NAN;
    netcdf_put_ints(f, g->step, none);
    netcdf_put_reals(f, g->time, no_number);
    netcdf_put_reals(f, g->coefficient, no_number);
    free(none);
    free(no_number);
}

/* The row of this analysis among those of all. */
static void netcdf_eigen_put_row(netcdf_file *f, const netcdf_eigen *g, const state *s, const eigen_result *r)
{
    const size_t start[] = {(size_t)r->index}, count[] = {1};
    const int step = eigen_step(s);
    netcdf_put_ints_at(f, g->step, start, count, &step);
    netcdf_put_reals_at(f, g->time, start, count, &s->t);
    netcdf_put_reals_at(f, g->coefficient, start, count, &r->c);
}

static void put_analysis(netcdf_file *f, const analysis_variables *v, const state *s, const model *m,
                         const eigen_result *r)
{
    const bool is_sparse = r->asked->matrices == MATRICES_SPARSE;
    const int step = eigen_step(s);
    netcdf_put_ints(f, v->step, &step);
    netcdf_put_reals(f, v->time, &s->t);
    netcdf_put_reals(f, v->coefficient, &r->c);
    if (v->X0 >= 0)
        put_geometry(f, v->X0, m, s);
    if (v->plus >= 0) {
        put_matrix(f, v->plus, r->plus, is_sparse);
        put_matrix(f, v->minus, r->minus, is_sparse);
    }
    if (v->alpha >= 0)
        put_alpha(f, v->alpha, r);
    if (v->left >= 0)
        put_vectors(f, v->left, r, r->found->left);
    if (v->right >= 0)
        put_vectors(f, v->right, r, r->found->right);
}

void netcdf_put_eigen(netcdf_file *f, netcdf_eigen *g, const state *s, const model *m, const eigen_result *r)
{
    int_lists lists = {0};
    netcdf_begin_definitions(f);
    const bool is_first = !g->is_defined;
    if (is_first)
        define_shared(f, g, m, r->asked, &lists);
    const analysis_variables v = define_analysis(f, g, m, r);
    netcdf_end_definitions(f);
    for (int i = 0; i < lists.n; i++) {
        netcdf_put_ints(f, lists.items[i].id, lists.items[i].numbers);
        free(lists.items[i].numbers);
    }
    array_free(&lists);
    if (is_first)
        put_empty_rows(f, g, r->asked->n_times);
    netcdf_eigen_put_row(f, g, s, r);
    put_analysis(f, &v, s, m, r);
}
