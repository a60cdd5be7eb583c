/* scale_report.c - the range of magnitudes of the coefficients of the equations, and how close they are to singular.
 *
 *     row i       max_j |J_ij|, the least and the greatest
 *     condition   |B| |B^-1| in the 1-norm, estimated; B = R J C, whose rows and columns have largest entries near 1
 *
 * Coefficients that differ by many powers of ten because of their units do no harm; what remains after scaling does. */
#include "problem/scale_report.h"
#include "linalg/linear_solver.h"
#include "linalg/scaling.h"
#include "problem/diag_rows.h"
#include <math.h>

static const double NEARLY_SINGULAR = 1e12;

static void compare_rows(const csc *matrix, scale_findings *findings, double *most)
{
    for (int k = 0; k < csc_entries(matrix); k++)
        most[matrix->row[k]] = fmax(most[matrix->row[k]], fabs(matrix->value[k]));
    findings->smallest = INFINITY;
    for (int i = 0; i < matrix->n; i++) {
        if (most[i] > 0.0 && most[i] < findings->smallest)
            findings->smallest = most[i], findings->smallest_row = i;
        if (most[i] > findings->largest)
            findings->largest = most[i], findings->largest_row = i;
    }
}

static double condition_of(const csc *matrix, arena *memory)
{
    const linear_options options = {0};
    double *r = ARENA_ARRAY(memory, double, matrix->n), *c = ARENA_ARRAY(memory, double, matrix->n);
    csc scaled = *matrix;
    int column;
    scaled.value = ARENA_ARRAY(memory, double, csc_entries(matrix) + 1);
    scaling_equilibrate(matrix, r, c, ARENA_ARRAY(memory, double, size_product(2, matrix->n)));
    scaling_apply(matrix, r, c, scaled.value);
    linear *solver = linear_create(linear_default_backend(matrix), &scaled, &options);
    const bool is_factored = linear_factor(solver, &scaled, &column) == LINEAR_OK;
    const double condition = is_factored ? linear_condition(solver) : 0.0;
    linear_destroy(solver);
    return condition;
}

scale_findings scale_report(const equations *equations, diag *errors, arena *memory)
{
    scale_findings findings = {.smallest_row = -1, .largest_row = -1};
    if (equations->matrix->n == 0)
        return findings;
    compare_rows(equations->matrix, &findings, ARENA_ARRAY(memory, double, equations->matrix->n));
    findings.condition = condition_of(equations->matrix, memory);
    if (findings.condition > NEARLY_SINGULAR && findings.smallest_row >= 0) {
        char words[256] = "";
        source_location location = {0, 0, 0};
        model_describe_row(equations->model, findings.smallest_row, words, sizeof words, &location);
        diag_report(errors, W_ILL_CONDITIONED, location, findings.condition, words);
        diag_hint(errors, "masses, stiffnesses or lengths differ too much: check for small parts rigidly connected to "
                          "large ones, a time step that is too short, or a spring that should be a joint");
    }
    return findings;
}
