/* branch_special.c - folds and branch points of a branch: found, located, and left along the other branch.
 *
 *     fold            t_p changes its sign; r_y is singular, the bordered matrix B is regular
 *     branch point    det B changes its sign: det B = det r_y / (w t_p), so that folds do not count
 *
 * Both are located by the rule of false position (Illinois) in the length of the step from the last point: each value
 * belongs to a solution of the branch. At a branch point B has a null vector, normal to the tangent of this branch:
 * with it as the tangent, the next step leads to the other branch.
 *
 * The sign of the eigenvalue m of  -r_y z = m E z  that is nearest to zero, beyond the point, tells whether the number
 * of negative ones has increased or decreased. E has 1 / s_i^2 in the rows that balance the unknowns with a weight. */
#include "problem/branch.h"
#include <stddef.h>
#include <string.h>

enum { MOST_TRIALS = 60, POWERS = 30, NULL_ITERATIONS = 4 };
static const double BEYOND = 1e-2;   /* where modes are counted, over the distance to the next special point */
static const double EXACT = 1e-10;   /* of the length of the step */
static const double JUMP = 0.1;      /* a value that is still as large at its change of sign is not zero there */
static const double ASIDE = 1e-5;    /* where the null vector is found, over the length of the step */
static const double DEPARTURE = 0.1; /* first step on the other branch, over the longest one */

/* --- location ----------------------------------------------------------------------------------------------------- */

static double value_of(const branch *branch, branch_mark what, double scale)
{
    return what == POINT_FOLD ? branch->tangent[branch->run->model->n_unknowns]
                              : branch->det.sign * exp(branch->det.log - scale);
}

/* Bracket of a change of sign, as length of the step. */
typedef struct {
    double low, high, at_low, at_high;
} bracket;

static double guess_of(const bracket *bracket)
{
    const double x =
        (bracket->low * bracket->at_high - bracket->high * bracket->at_low) / (bracket->at_high - bracket->at_low);
    return x > bracket->low && x < bracket->high ? x : (bracket->low + bracket->high) / 2;
}

/* Replaces an end, and halves the value at the other if it is kept for the second time. */
static void narrow(bracket *bracket, double x, double value, int *last)
{
    const int side = value * bracket->at_low > 0 ? -1 : 1;
    if (side < 0) {
        bracket->low = x, bracket->at_low = value;
        bracket->at_high *= *last == side ? 0.5 : 1;
    } else {
        bracket->high = x, bracket->at_high = value;
        bracket->at_low *= *last == side ? 0.5 : 1;
    }
    *last = side;
}

/* Returns the length of the step to the point, or NAN if the value jumps, or is not available. */
static double find_change(branch *branch, branch_mark what, bracket bracket, double scale)
{
    const double length = bracket.high, most = fmax(fabs(bracket.at_low), fabs(bracket.at_high));
    double x = length, value = HUGE_VAL;
    for (int i = 0, last = 0; i < MOST_TRIALS && bracket.high - bracket.low > EXACT * length; i++) {
        const double before = x;
        x = guess_of(&bracket);
        const outcome done = branch_solve_after(branch, x);
        if (done == SINGULAR_MATRIX && what == POINT_BRANCH)
            return x;
        if (done != SOLVED)
            return NAN;
        value = value_of(branch, what, scale);
        if (value == 0 || fabs(x - before) <= EXACT * length)
            break;
        narrow(&bracket, x, value, &last);
    }
    return fabs(value) <= JUMP * most ? x : (double)NAN;
}

static double locate_fold(branch *branch, double length)
{
    const int n = branch->run->model->n_unknowns;
    const double end = branch->tangent[n];
    if (branch->now->heading * end >= 0)
        return NAN;
    const double begin = branch->now->heading * fmax(fabs(branch->now->tangent[n]), 1e-3 * fabs(end));
    return find_change(branch, POINT_FOLD, (bracket){0, length, begin, end}, 0);
}

static double locate_crossing(branch *branch, double length, determinant end)
{
    if (branch->now->sign * end.sign >= 0)
        return NAN;
    const double begin = branch->now->mark == POINT_BRANCH ? 1 : exp(branch->now->log - end.log);
    return find_change(branch, POINT_BRANCH, (bracket){0, length, branch->now->sign * begin, end.sign}, end.log);
}

/* The tangent of this branch at a branch point, where B does not determine it. */
static void interpolate_tangent(branch *branch, double by)
{
    const int n = branch->run->model->n_unknowns;
    for (int i = 0; i <= n; i++)
        branch->tangent[i] = (1 - by) * branch->now->tangent[i] + by * branch->ahead[i];
    const double norm = branch_norm(branch, branch->tangent);
    for (int i = 0; i <= n; i++)
        branch->tangent[i] /= norm;
}

/* Returns to the solution after a length for which there was one. */
static outcome solve_again(branch *branch, double length, branch_mark mark)
{
    const outcome done = branch_solve_after(branch, length);
    return done == SINGULAR_MATRIX && mark == POINT_BRANCH ? SOLVED : done;
}

/* The number of negative eigenvalues between the special point and the next one, or the end of the step. */
static outcome count_unstable(branch *branch, double between, int *unstable)
{
    const outcome done = branch_solve_after(branch, between);
    const double stiffness = done == SOLVED ? branch_stiffness(branch) : (double)NAN;
    *unstable = branch->now->unstable;
    if (!isnan(stiffness))
        *unstable = stiffness < 0 ? *unstable + 1 : *unstable > 0 ? *unstable - 1 : 0;
    return done;
}

static void mark_fold(branch *branch, double heading, int unstable)
{
    branch_point *now = branch->now;
    now->mark = POINT_FOLD;
    now->folds++;
    now->heading = heading < 0 ? -1 : 1;
    now->unstable = unstable;
}

static void mark_crossing(branch *branch, determinant end, double by, int unstable)
{
    branch_point *now = branch->now;
    interpolate_tangent(branch, by);
    now->side = unstable < now->unstable ? unstable : now->unstable;
    now->mark = POINT_BRANCH;
    now->crossings++;
    now->sign = end.sign;
    now->log = end.log;
    now->unstable = unstable;
}

/* Nothing to go back to: signs are those at the end of the step. */
static void mark_regular(branch *branch, determinant end)
{
    const int n = branch->run->model->n_unknowns;
    branch->now->mark = POINT_REGULAR;
    branch->now->heading = branch->tangent[n] < 0 ? -1 : 1;
    branch->now->sign = end.sign;
    branch->now->log = end.log;
}

outcome branch_locate(branch *branch, double *length)
{
    const int n = branch->run->model->n_unknowns;
    const determinant end = branch->det;
    memcpy(branch->ahead, branch->tangent, ((size_t)n + 1) * sizeof *branch->ahead);
    const nonlinear_report report = *branch->report;
    const double fold = locate_fold(branch, *length), crossing = locate_crossing(branch, *length, end),
                 first = fmin(fold, crossing), next = isnan(fold) || isnan(crossing) ? *length : fmax(fold, crossing);
    const bool is_fold = first == fold;
    int unstable = branch->now->unstable;
    outcome done = SOLVED;
    if (!isnan(first))
        done = count_unstable(branch, first + BEYOND * (next - first), &unstable);
    if (!isnan(first) && done == SOLVED)
        done = solve_again(branch, first, is_fold ? POINT_FOLD : POINT_BRANCH);
    else if (branch->now->heading * branch->ahead[n] < 0 || branch->now->sign * end.sign < 0)
        done = branch_solve_after(branch, *length);
    *branch->report = report;
    if (isnan(first) || done != SOLVED)
        mark_regular(branch, end);
    else if (is_fold)
        mark_fold(branch, branch->ahead[n], unstable);
    else
        mark_crossing(branch, end, first / *length, unstable);
    *length = isnan(first) ? *length : first;
    return done;
}

/* --- the other branch --------------------------------------------------------------------------------------------- */

/* A vector without symmetries. */
static void begin_vector(double *x, int n)
{
    uint64_t random = 88172645463325252u;
    for (int i = 0; i < n; i++) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        x[i] = 1 + (double)(random >> 40) / (double)(1 << 24);
    }
}

/* b = E z; returns z'E z. */
static double times_weights(const branch *branch, const double *z, double *b)
{
    const model *model = branch->run->model;
    double sum = 0;
    memset(b, 0, (size_t)model->n_unknowns * sizeof *b);
    for (int i = 0; i < model->nodes.n; i++) {
        const node *node = model->nodes.items[i];
        const int n = node->pose < 0 ? node->n_dof : node->has_rotation ? 6 : 3;
        for (int k = 0; node->dof >= 0 && k < n; k++) {
            b[node->row + k] = branch->weight[node->dof + k] * z[node->dof + k];
            sum += b[node->row + k] * z[node->dof + k];
        }
    }
    return sum;
}

/* The null vector of B, by inverse iteration with right-hand sides (E x, 0): it is normal to the tangent. The factors
 * are those of the solution found last. */
static bool find_null_vector(const branch *branch, double *x)
{
    const int n = branch->run->model->n_unknowns + 1;
    begin_vector(x, n);
    for (int i = 0; i < NULL_ITERATIONS; i++) {
        times_weights(branch, x, branch->d);
        branch->d[n - 1] = 0;
        linear_solve(branch->solver, branch->d);
        memcpy(x, branch->d, (size_t)n * sizeof *x);
        const double norm = branch_norm(branch, x);
        if (!isfinite(norm) || !(norm > 0))
            return false;
        for (int k = 0; k < n; k++)
            x[k] /= norm;
    }
    return true;
}

/* The first of its components that are nearly the largest is positive, unless the deck reverses it. */
static void orient(const branch *branch, double *x)
{
    const int n = branch->run->model->n_unknowns;
    double most = 0, first = 0;
    for (int i = 0; i <= n; i++)
        most = fmax(most, branch->weight[i] * x[i] * x[i]);
    for (int i = n; i >= 0; i--)
        first = branch->weight[i] * x[i] * x[i] > 0.8 * most ? x[i] : first;
    const double sign = (first < 0) == branch->settings->reversed ? 1 : -1;
    for (int i = 0; i <= n; i++)
        x[i] *= sign;
}

outcome branch_switch(branch *branch, double length)
{
    const int n = branch->run->model->n_unknowns;
    const branch_point mark = *branch->now;
    const nonlinear_report report = *branch->report;
    outcome done = branch_solve_after(branch, length * (1 - ASIDE));
    if (done != SOLVED)
        return done;
    if (!find_null_vector(branch, branch->ahead))
        return SINGULAR_MATRIX;
    orient(branch, branch->ahead);
    done = solve_again(branch, length, POINT_BRANCH);
    if (done != SOLVED)
        return done;
    *branch->report = report;
    memcpy(branch->now, &mark, offsetof(branch_point, tangent));
    memcpy(branch->tangent, branch->ahead, ((size_t)n + 1) * sizeof *branch->tangent);
    branch->now->is_switched = true;
    branch->now->sign = branch->now->heading = 0;
    branch->now->length = DEPARTURE * branch_longest(branch, branch->tangent);
    return SOLVED;
}

/* --- stability ---------------------------------------------------------------------------------------------------- */

double branch_stiffness(const branch *branch)
{
    equations *equations = branch->run->equations;
    const int n = branch->run->model->n_unknowns;
    double *z = branch->shape, *b = branch->d, eigenvalue = NAN;
    int column;
    if (equations_factor(equations, &column) != LINEAR_OK)
        return NAN;
    begin_vector(z, n);
    for (int i = 0; i < POWERS; i++) {
        const double size = times_weights(branch, z, b);
        if (!isfinite(size) || !(size > 0))
            return NAN;
        equations_apply_inverse(equations, b);
        double product = 0;
        for (int k = 0; k < n; k++)
            product += branch->weight[k] * z[k] * b[k];
        eigenvalue = -size / product;
        const double norm = sqrt(size) * fabs(product / size);
        for (int k = 0; k < n; k++)
            z[k] = b[k] / norm;
    }
    return eigenvalue;
}
