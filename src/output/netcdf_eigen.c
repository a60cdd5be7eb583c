/* netcdf_eigen.c - results of eigenanalyses in the NetCDF file.
 *
 *     eig.step, eig.time, eig.dCoef (eigensolutions)    of each analysis
 *     eig.I.step, eig.I.time, eig.I.dCoef               the same as scalars
 *     eig.idx, eig.labels (nodes)                       first unknown and label of each structural node
 *     eig.joint.idx, eig.joint.labels ...               first internal unknown of each element of a class
 *     eig.I.X0 (6, nodes)                               position and rotation vector of each node
 *     eig.I.Aplus, eig.I.Aminus                         full (size, size), or sparse (entries, 3): row, column, value
 *     eig.I.alpha (vectors, 3)                          alphar, alphai, beta
 *     eig.I.VL, eig.I.VR (2, vectors, size)             real part, imaginary part
 *
 * The number of vectors is known only after an analysis, so each analysis adds its dimensions and variables to the
 * file. */
#include "math/rotation.h"
#include "output/netcdf_eigen.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int variable(netcdf_file *file, const char *name, int type, int n, const int *dimensions, const char *unit,
                    const char *words)
{
    const int id = netcdf_variable(file, name, type, n, dimensions);
    if (unit)
        netcdf_attribute(file, id, "units", unit);
    netcdf_attribute(file, id, "type", type == NETCDF_INT ? "integer" : "doublereal");
    netcdf_attribute(file, id, "description", words);
    return id;
}

/* --- data common to all analyses ---------------------------------------------------------------------------------- */

typedef struct {
    int id;
    int *numbers;
} int_values;

typedef ARRAY(int_values) int_lists;

static bool is_member(const elem *element, const elem_class *class)
{
    return element->n_internal > 0 && element->type->card->class == class;
}

/* Defines the first internal unknowns and the labels of the elements of a class, if it has any. */
static void define_elements(netcdf_file *file, const model *model, const elem_class *class, int_lists *lists)
{
    int n = 0;
    for (int i = 0; i < model->elems.n; i++)
        n += is_member(model->elems.items[i], class);
    if (n == 0)
        return;
    int *idx = heap_resize(NULL, (size_t)n * sizeof *idx), *labels = heap_resize(NULL, (size_t)n * sizeof *labels);
    for (int i = 0, k = 0; i < model->elems.n; i++)
        if (is_member(model->elems.items[i], class))
            idx[k] = model->elems.items[i]->internal, labels[k++] = (int)model->elems.items[i]->label;
    char name[96];
    snprintf(name, sizeof name, "eig_iIdx%sSize", class->list_words);
    const int size = netcdf_dimension(file, name, (size_t)n);
    snprintf(name, sizeof name, "eig.%s.idx", class->list);
    array_push(lists, ((int_values){
                          variable(file, name, NETCDF_INT, 1, &size, NULL, "first own unknown of the elements"), idx}));
    snprintf(name, sizeof name, "eig.%s.labels", class->list);
    array_push(lists,
               ((int_values){variable(file, name, NETCDF_INT, 1, &size, NULL, "labels of the elements"), labels}));
}

static void define_nodes(netcdf_file *file, netcdf_eigen *netcdf_eigen, const model *model, int_lists *lists)
{
    if (model->n_poses == 0)
        return;
    netcdf_eigen->nodes = netcdf_dimension(file, "eig_iIdxSize", (size_t)model->n_poses);
    netcdf_eigen->six = netcdf_dimension(file, "eig_X0Size", 6);
    int *idx = heap_resize(NULL, (size_t)model->n_poses * sizeof *idx);
    int *labels = heap_resize(NULL, (size_t)model->n_poses * sizeof *labels);
    for (int i = 0, k = 0; i < model->nodes.n; i++)
        if (model->nodes.items[i]->pose >= 0)
            idx[k] = model->nodes.items[i]->dof, labels[k++] = (int)model->nodes.items[i]->label;
    const int first =
        variable(file, "eig.idx", NETCDF_INT, 1, &netcdf_eigen->nodes, "-", "structural nodes base index");
    const int names = variable(file, "eig.labels", NETCDF_INT, 1, &netcdf_eigen->nodes, NULL, "structural nodes label");
    array_push(lists, ((int_values){first, idx}));
    array_push(lists, ((int_values){names, labels}));
}

static void define_shared(netcdf_file *file, netcdf_eigen *netcdf_eigen, const model *model,
                          const eigenanalysis *eigenanalysis, int_lists *lists)
{
    netcdf_eigen->analyses = netcdf_dimension(file, "eigensolutions", (size_t)eigenanalysis->n_times);
    netcdf_eigen->size = netcdf_dimension(file, "eig_iSize", (size_t)model->n_unknowns);
    netcdf_eigen->complex_part = netcdf_dimension(file, "complex_var_dim", 2);
    netcdf_eigen->step =
        variable(file, "eig.step", NETCDF_INT, 1, &netcdf_eigen->analyses, "-", "time step index of the eigenanalyses");
    netcdf_eigen->time =
        variable(file, "eig.time", NETCDF_DOUBLE, 1, &netcdf_eigen->analyses, "s", "time of the eigenanalyses");
    netcdf_eigen->coefficient =
        variable(file, "eig.dCoef", NETCDF_DOUBLE, 1, &netcdf_eigen->analyses, "s", "coefficient of the matrices");
    define_nodes(file, netcdf_eigen, model, lists);
    for (int i = 0; i < CLASS_COUNT; i++)
        if (elem_classes[i].list)
            define_elements(file, model, &elem_classes[i], lists);
    netcdf_eigen->is_defined = true;
}

/* --- one analysis ------------------------------------------------------------------------------------------------- */

typedef struct {
    int step, time, coefficient, X0, plus, minus, alpha, left, right; /* variables, -1: not defined */
} analysis_variables;

static int define_one(netcdf_file *file, const eigen_result *result, const char *name, int type, int n,
                      const int *dimensions, const char *words)
{
    char full[64];
    snprintf(full, sizeof full, "eig.%d.%s", result->index, name);
    const char *unit = strcmp(name, "time") == 0 ? "s" : "-";
    return variable(file, full, type, n, dimensions, type == NETCDF_INT ? NULL : unit, words);
}

static int define_matrix(netcdf_file *file, const netcdf_eigen *netcdf_eigen, const eigen_result *result,
                         const char *name, const csc *matrix)
{
    const bool is_sparse = result->asked->matrices == MATRICES_SPARSE;
    int dimensions[2] = {netcdf_eigen->size, netcdf_eigen->size};
    if (is_sparse) {
        char size[64];
        snprintf(size, sizeof size, "eig_%d_%s_sp_iSize", result->index, name);
        dimensions[0] = netcdf_dimension(file, size, (size_t)csc_entries(matrix));
        dimensions[1] = netcdf_eigen->vec3;
    }
    const int id = define_one(file, result, name, NETCDF_DOUBLE, 2, dimensions,
                              strcmp(name, "Aplus") == 0 ? "F/xPrime + dCoef * F/x" : "F/xPrime - dCoef * F/x");
    netcdf_attribute(file, id, "matrix type", is_sparse ? "sparse" : "dense");
    return id;
}

static void define_vectors(netcdf_file *file, const netcdf_eigen *netcdf_eigen, const eigen_result *result,
                           analysis_variables *variables)
{
    char name[64];
    snprintf(name, sizeof name, "eig_%d_iNVec_out", result->index);
    const int n = netcdf_dimension(file, name, (size_t)result->n_chosen);
    const int complex[] = {netcdf_eigen->complex_part, n, netcdf_eigen->size};
    variables->alpha =
        define_one(file, result, "alpha", NETCDF_DOUBLE, 2, (const int[]){n, netcdf_eigen->vec3}, "alpha matrix");
    if (result->found->left)
        variables->left = define_one(file, result, "VL", NETCDF_DOUBLE, 3, complex, "VL - Left eigenvectors matrix");
    variables->right = define_one(file, result, "VR", NETCDF_DOUBLE, 3, complex, "VR - Right eigenvectors matrix");
}

static analysis_variables define_analysis(netcdf_file *file, const netcdf_eigen *netcdf_eigen, const model *model,
                                          const eigen_result *result)
{
    const eigenanalysis *eigenanalysis = result->asked;
    analysis_variables variables = {.X0 = -1, .plus = -1, .minus = -1, .alpha = -1, .left = -1, .right = -1};
    variables.step =
        define_one(file, result, "step", NETCDF_INT, 1, &netcdf_eigen->vec1, "timestep index of eigensolution");
    variables.time = define_one(file, result, "time", NETCDF_DOUBLE, 1, &netcdf_eigen->vec1,
                                "simulation time at which the eigensolution was computed");
    variables.coefficient = define_one(file, result, "dCoef", NETCDF_DOUBLE, 1, &netcdf_eigen->vec1,
                                       "coefficient used to build Aplus and Aminus matrices");
    if (eigenanalysis->geometry && model->n_poses > 0)
        variables.X0 =
            define_one(file, result, "X0", NETCDF_DOUBLE, 2, (const int[]){netcdf_eigen->six, netcdf_eigen->nodes},
                       "structural nodes reference configuration (X, Phi)");
    if (eigenanalysis->matrices != MATRICES_NONE) {
        variables.plus = define_matrix(file, netcdf_eigen, result, "Aplus", result->plus);
        variables.minus = define_matrix(file, netcdf_eigen, result, "Aminus", result->minus);
    }
    if (eigenanalysis->vectors && result->found && result->n_chosen > 0)
        define_vectors(file, netcdf_eigen, result, &variables);
    return variables;
}

static void put_matrix(netcdf_file *file, int id, const csc *matrix, bool is_sparse)
{
    const size_t n = (size_t)matrix->n, size = is_sparse ? 3 * (size_t)csc_entries(matrix) : n * n;
    double *values = heap_resize(NULL, (size + 1) * sizeof *values);
    memset(values, 0, size * sizeof *values);
    for (size_t j = 0; j < n; j++)
        for (int k = matrix->start[j]; k < matrix->start[j + 1]; k++) {
            if (is_sparse)
                values[3 * k] = matrix->row[k] + 1, values[3 * k + 1] = (double)(j + 1),
                           values[3 * k + 2] = matrix->value[k];
            else
                values[j * n + (size_t)matrix->row[k]] = matrix->value[k];
        }
    netcdf_put_reals(file, id, values);
    free(values);
}

static void put_alpha(netcdf_file *file, int id, const eigen_result *result)
{
    double *values = heap_resize(NULL, 3 * (size_t)result->n_chosen * sizeof *values);
    for (int k = 0; k < result->n_chosen; k++) {
        values[3 * k] = result->found->re[result->chosen[k]];
        values[3 * k + 1] = result->found->im[result->chosen[k]];
        values[3 * k + 2] = result->found->beta[result->chosen[k]];
    }
    netcdf_put_reals(file, id, values);
    free(values);
}

static void put_vectors(netcdf_file *file, int id, const eigen_result *result, const double *of)
{
    const size_t n = (size_t)result->found->n, part = n * (size_t)result->n_chosen;
    double *values = heap_resize(NULL, 2 * part * sizeof *values);
    for (int k = 0; k < result->n_chosen; k++)
        for (size_t i = 0; i < n; i++) {
            double *at = values + (size_t)k * n + i;
            eigen_component(result->found, of, result->chosen[k], (int)i, at, at + part);
        }
    netcdf_put_reals(file, id, values);
    free(values);
}

static void put_geometry(netcdf_file *file, int id, const model *model, const state *state)
{
    double *x0 = heap_resize(NULL, 6 * (size_t)model->n_poses * sizeof *x0), *to = x0;
    for (int i = 0; i < model->nodes.n; i++) {
        if (model->nodes.items[i]->pose < 0)
            continue;
        const pose *at = &state->poses[model->nodes.items[i]->pose];
        double of[6];
        vec3_store(of, at->x);
        vec3_store(of + 3, rotation_log(&at->R));
        for (int k = 0; k < 6; k++)
            to[k * model->n_poses] = of[k];
        to++;
    }
    netcdf_put_reals(file, id, x0);
    free(x0);
}

/* Initializes the rows of analyses that may never be reached: step -1, and NaN for time and coefficient. */
static void put_empty_rows(netcdf_file *file, const netcdf_eigen *netcdf_eigen, int n)
{
    int *none = heap_resize(NULL, (size_t)n * sizeof *none);
    double *no_number = heap_resize(NULL, (size_t)n * sizeof *no_number);
    for (int i = 0; i < n; i++)
        none[i] = -1, no_number[i] = NAN;
    netcdf_put_ints(file, netcdf_eigen->step, none);
    netcdf_put_reals(file, netcdf_eigen->time, no_number);
    netcdf_put_reals(file, netcdf_eigen->coefficient, no_number);
    free(none);
    free(no_number);
}

/* Writes the row of this analysis. */
static void netcdf_eigen_put_row(netcdf_file *file, const netcdf_eigen *netcdf_eigen, const state *state,
                                 const eigen_result *result)
{
    const size_t start[] = {(size_t)result->index}, count[] = {1};
    const int step = eigen_step(state);
    netcdf_put_ints_at(file, netcdf_eigen->step, start, count, &step);
    netcdf_put_reals_at(file, netcdf_eigen->time, start, count, &state->t);
    netcdf_put_reals_at(file, netcdf_eigen->coefficient, start, count, &result->c);
}

static void put_analysis(netcdf_file *file, const analysis_variables *variables, const state *state, const model *model,
                         const eigen_result *result)
{
    const bool is_sparse = result->asked->matrices == MATRICES_SPARSE;
    const int step = eigen_step(state);
    netcdf_put_ints(file, variables->step, &step);
    netcdf_put_reals(file, variables->time, &state->t);
    netcdf_put_reals(file, variables->coefficient, &result->c);
    if (variables->X0 >= 0)
        put_geometry(file, variables->X0, model, state);
    if (variables->plus >= 0) {
        put_matrix(file, variables->plus, result->plus, is_sparse);
        put_matrix(file, variables->minus, result->minus, is_sparse);
    }
    if (variables->alpha >= 0)
        put_alpha(file, variables->alpha, result);
    if (variables->left >= 0)
        put_vectors(file, variables->left, result, result->found->left);
    if (variables->right >= 0)
        put_vectors(file, variables->right, result, result->found->right);
}

void netcdf_put_eigen(netcdf_file *file, netcdf_eigen *netcdf_eigen, const state *state, const model *model,
                      const eigen_result *result)
{
    int_lists lists = {0};
    netcdf_begin_definitions(file);
    const bool is_first = !netcdf_eigen->is_defined;
    if (is_first)
        define_shared(file, netcdf_eigen, model, result->asked, &lists);
    const analysis_variables variables = define_analysis(file, netcdf_eigen, model, result);
    netcdf_end_definitions(file);
    for (int i = 0; i < lists.n; i++) {
        netcdf_put_ints(file, lists.items[i].id, lists.items[i].numbers);
        free(lists.items[i].numbers);
    }
    array_free(&lists);
    if (is_first)
        put_empty_rows(file, netcdf_eigen, result->asked->n_times);
    netcdf_eigen_put_row(file, netcdf_eigen, state, result);
    put_analysis(file, &variables, state, model, result);
}
