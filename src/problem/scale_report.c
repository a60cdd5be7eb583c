/* scale_report.c - how far apart the coefficients of the equations are, and how near they are to being singular.
 *
 *     row i       max_j |J_ij|, the least and the greatest
 *     condition   |B| |B^-1| in the 1-norm, estimated; B = R J C, whose rows and columns have largest entries near 1
 *
 * Units make coefficients differ by many powers of ten, and do no harm: what is left of it after scaling does. */
#include "problem/scale_report.h"
#include "linalg/linear_solver.h"
#include "linalg/scaling.h"
#include "problem/diag_rows.h"
#include <math.h>

static const double NEARLY_SINGULAR = 1e12;

static void compare_rows(const csc *J, scale_findings *f, double *most)
{
    for (int k = 0; k < csc_entries(J); k++)
        most[J->row[k]] = fmax(most[J->row[k]], fabs(J->value[k]));
    f->smallest = INFINITY;
    for (int i = 0; i < J->n; i++) {
        if (most[i] > 0.0 && most[i] < f->smallest)
            f->smallest = most[i], f->smallest_row = i;
        if (most[i] > f->largest)
            f->largest = most[i], f->largest_row = i;
    }
}

static double condition_of(const csc *J, arena *memory)
{
    const linear_options o = {0};
    double *r = ARENA_ARRAY(memory, double, J->n), *c = ARENA_ARRAY(memory, double, J->n);
    csc scaled = *J;
    int column;
    scaled.value = ARENA_ARRAY(memory, double, csc_entries(J) + 1);
    scaling_equilibrate(J, r, c, ARENA_ARRAY(memory, double, 2 * J->n));
    scaling_apply(J, r, c, scaled.value);
    linear *solver = linear_create(linear_default_backend(J), &scaled, &o);
    const bool is_factored = linear_factor(solver, &scaled, &column) == LINEAR_OK;
    const double condition = is_factored ? linear_condition(solver) : 0.0;
    linear_destroy(solver);
    return condition;
}

scale_findings scale_report(const equations *a, diag *errors, arena *memory)
{
    scale_findings f = {.smallest_row = -1, .largest_row = -1};
    if (a->J->n == 0)
        return f;
    compare_rows(a->J, &f, ARENA_ARRAY(memory, double, a->J->n));
    f.condition = condition_of(a->J, memory);
    if (f.condition > NEARLY_SINGULAR && f.smallest_row >= 0) {
        char words[256] = "";
        place where = {0, 0, 0};
        model_describe_row(a->m, f.smallest_row, words, sizeof words, &where);
        diag_report(errors, W_ILL_CONDITIONED, where, f.condition, words);
        diag_hint(errors, "masses, stiffnesses or lengths that are too far apart: small parts joined to large ones "
                          "rigidly, a step that is too short, or a spring that should be a joint");
    }
    return f;
}
