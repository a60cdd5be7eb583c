/* eigen.c - eigenanalysis about the present state.
 *
 *     Aplus = f/x' + c f/x      J with (dvalue, drate) = (c, 1)
 *     Aminus = f/x' - c f/x     J with (-c, 1)
 *     lambda = (L - 1) / (L + 1) / c
 *
 * Columns of algebraic unknowns z enter both matrices without c: the vectors contain z / lambda there. Rows of
 * constraints on positions are divided by c in one and by -c in the other, so that a constraint gives L = 1. Where such
 * a row contains an algebraic unknown (a regularized constraint) it is divided by c in both: only then is the unknown
 * treated as above. Balance rows contain what acts on the nodes, and inertia with a minus sign; the matrices have the
 * opposite sign, as is usual. Momentum rows, m v - beta, keep theirs.
 *
 * Differences over the step (the air that moves with a section) are omitted from the matrices of the card; eigen_now
 * includes them.
 *
 * For a vibration, im(L) = 2 c w / (1 + (c w)^2) has a flat maximum at w = 1 / c. The lowest few modes of a large model
 * are those with the largest imaginary part if 1 / c is somewhat below them; a search from far below finds where they
 * begin. */
#include "problem/eigen.h"
#include "problem/diag_rows.h"
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { QUICK = 1500 }; /* unknowns: about ten seconds of LAPACK */

/* What an analysis changes and restores afterwards. */
typedef struct {
    solution *solution;
    double *entries;
} saved;

static saved save(const equations *equations, const solution *solution, arena *memory)
{
    return (saved){.solution = solution_clone(solution, memory),
                   .entries = arena_copy(memory, equations->matrix->value,
                                         (size_t)csc_entries(equations->matrix) * sizeof(double))};
}

static void restore(const saved *saved, equations *equations, solution *solution)
{
    const evaluation_error failed = solution->failed;
    solution_copy(solution, saved->solution);
    solution->failed = failed;
    solution_destroy(saved->solution);
    memcpy(equations->matrix->value, saved->entries, (size_t)csc_entries(equations->matrix) * sizeof(double));
}

/* Lists the rows that define momenta, m v - beta = 0. */
static bool *list_momentum_rows(const model *model, arena *memory)
{
    bool *is_momentum = ARENA_ARRAY(memory, bool, model->n_unknowns + 1);
    for (int i = 0; i < model->nodes.n; i++) {
        const node *node = model->nodes.items[i];
        for (int k = 0; node->momentum >= 0 && k < (node->has_rotation ? 6 : 3); k++)
            is_momentum[node->momentum_row + k] = true;
    }
    return is_momentum;
}

static csc matrix(equations *equations, solution *solution, double c, const bool *is_momentum, arena *memory)
{
    solution->state.dvalue = c;
    solution->state.drate = 1;
    equations_jacobian(equations, &solution->state);
    const int n = csc_entries(equations->matrix);
    csc copy = *equations->matrix;
    copy.value = arena_copy(memory, equations->matrix->value, (size_t)n * sizeof(double));
    for (int k = 0; k < n; k++)
        copy.value[k] = is_momentum[copy.row[k]] ? copy.value[k] : -copy.value[k];
    return copy;
}

static void rotate_regularized_rows(const model *model, csc *minus)
{
    unsigned char *rotated = heap_resize(NULL, (size_t)minus->n + 1);
    memset(rotated, 0, (size_t)minus->n + 1);
    for (int j = 0; j < minus->n; j++)
        for (int k = minus->start[j]; model->kind[j] == DOF_ALGEBRAIC && k < minus->start[j + 1]; k++)
            rotated[minus->row[k]] |= model->divided[minus->row[k]] && minus->value[k] != 0.0;
    for (int k = 0; k < csc_entries(minus); k++)
        if (rotated[minus->row[k]])
            minus->value[k] = -minus->value[k];
    free(rotated);
}

/* Makes rotations relative to the present orientations, as at the beginning of a step: there the Jacobian is exact. */
static void eigen_settle(solution *solution)
{
    solution_rebase(solution);
    solution->state.now = PHASE_STEP;
    for (int i = 0; i < solution->model->elems.n; i++)
        elem_predict(&solution->state, solution->model->elems.items[i], solution->memory);
}

/* The rule of the manual: eigenvalues near the limit are the extreme ones in discrete time. */
static double parameter(const eigenanalysis *eigenanalysis)
{
    if (eigenanalysis->parameter > 0)
        return eigenanalysis->parameter;
    if (eigenanalysis->krylov.mode == SMALLEST_MAGNITUDE && eigenanalysis->upper > 0)
        return 1 / (2 * M_PI * 5 * eigenanalysis->upper);
    if (eigenanalysis->krylov.mode == LARGEST_IMAGINARY && eigenanalysis->lower > 0)
        return 5 / (2 * M_PI * eigenanalysis->lower);
    return 1;
}

void eigen_lambda(const eigen_result *result, int index, double *re, double *im)
{
    const double a = result->found->re[index], b = result->found->im[index], d = result->found->beta[index];
    const double by = result->c * ((a + d) * (a + d) + b * b);
    *re = ((a - d) * (a + d) + b * b) / by;
    *im = 2 * b * d / by;
}

/* With LAPACK, limits exclude real eigenvalues, unless the lower limit is zero, which is their frequency. */
static bool is_chosen(const eigen_result *result, int k)
{
    const eigenanalysis *eigenanalysis = result->asked;
    const bool has_limit = !isnan(eigenanalysis->lower) || !isnan(eigenanalysis->upper);
    double re, im;
    if (!eigenanalysis->keep_isolated && (k < result->found->first || k >= result->found->end))
        return false;
    const bool excludes_real = has_limit && eigenanalysis->lower != 0 && eigenanalysis->method == EIGEN_BY_LAPACK;
    if (excludes_real && result->found->im[k] == 0)
        return false;
    eigen_lambda(result, k, &re, &im);
    if (!isnan(eigenanalysis->lower) && !(im >= 2 * M_PI * eigenanalysis->lower))
        return false;
    return isnan(eigenanalysis->upper) || fabs(im) <= 2 * M_PI * eigenanalysis->upper;
}

static bool report_status(const eigenanalysis *eigenanalysis, double c, eigen_status status, diag *errors)
{
    static const diag_code CODES[] = {[EIGEN_NO_LIBRARY] = E_EIGEN_LIBRARY,
                                      [EIGEN_NOT_CONVERGED] = E_EIGEN_FAILED,
                                      [EIGEN_SINGULAR] = E_EIGEN_SINGULAR};
    if (status != EIGEN_OK)
        diag_report(errors, CODES[status] /* E_EIGEN_LIBRARY, E_EIGEN_FAILED, E_EIGEN_SINGULAR */,
                    eigenanalysis->location, eigenanalysis->method == EIGEN_BY_LAPACK ? "LAPACK" : "ARPACK");
    if (status == EIGEN_NOT_CONVERGED && eigenanalysis->method == EIGEN_BY_ARPACK &&
        eigenanalysis->krylov.mode == LARGEST_IMAGINARY)
        diag_hint(errors,
                  "imaginary parts hardly differ near 2 / parameter = %g rad/s: to find the lowest frequencies, use a "
                  "larger parameter, or a 'lower frequency limit' just below them",
                  1.0 / c);
    return status == EIGEN_OK;
}

/* By ARPACK; if it does not converge, with twice and four times the vectors, then by LAPACK if that is quick. */
static eigen_status solve_few(const eigen_result *result, const krylov_options *asked, eigen_values *found)
{
    enum { ATTEMPTS = 3 };
    krylov_options options = *asked;
    eigen_status status = EIGEN_NOT_CONVERGED;
    for (int i = 0; i < ATTEMPTS && status == EIGEN_NOT_CONVERGED && options.vectors <= result->plus->n; i++) {
        eigen_values_free(found);
        status = eigen_krylov(result->minus, result->plus, &options, found);
        options.vectors *= 2;
    }
    if (status != EIGEN_NOT_CONVERGED || result->plus->n > QUICK)
        return status;
    eigen_values all = {0};
    if (eigen_dense(result->minus, result->plus, BALANCE_NO, &all) != EIGEN_OK)
        return status;
    eigen_keep_extreme(&all, asked->mode, asked->wanted);
    eigen_values_free(found);
    *found = all;
    return EIGEN_OK;
}

static bool eigen_solve(const eigenanalysis *eigenanalysis, const eigen_result *result, eigen_values *found,
                        diag *errors)
{
    if (eigenanalysis->method == EIGEN_BY_LAPACK)
        return report_status(eigenanalysis, result->c,
                             eigen_dense(result->minus, result->plus, eigenanalysis->balance, found), errors);
    const int most = result->plus->n;
    if (eigenanalysis->krylov.vectors > most || eigenanalysis->krylov.wanted + 2 > eigenanalysis->krylov.vectors) {
        diag_report(errors, E_EIGEN_VECTORS, eigenanalysis->location, eigenanalysis->krylov.wanted,
                    eigenanalysis->krylov.vectors, most);
        return false;
    }
    const eigen_status status = solve_few(result, &eigenanalysis->krylov, found);
    if (status == EIGEN_NOT_CONVERGED && found->count > 0) {
        diag_report(errors, W_EIGEN_SOME, eigenanalysis->location, found->count, eigenanalysis->krylov.wanted);
        return true;
    }
    return report_status(eigenanalysis, result->c, status, errors);
}

static bool solve_and_report(eigen_result *result, solution *solution, eigen_observer *report, void *to)
{
    eigen_values found = {0};
    bool ok =
        result->asked->method == EIGEN_BY_NOTHING || eigen_solve(result->asked, result, &found, solution->state.errors);
    int *chosen = heap_resize(NULL, ((size_t)found.count + 1) * sizeof *chosen);
    result->found = result->asked->method == EIGEN_BY_NOTHING ? NULL : &found;
    result->chosen = chosen;
    result->n_chosen = 0;
    for (int k = 0; ok && k < found.count; k++)
        if (is_chosen(result, k))
            chosen[result->n_chosen++] = k;
    ok = ok && (!report || report(to, &solution->state, result));
    result->found = NULL;
    result->chosen = NULL;
    free(chosen);
    eigen_values_free(&found);
    return ok;
}

/* Returns half the difference between the contributions of rate factors 1 and -1; NULL if there is none. */
static double *derivative_over_step(const csc *up, const csc *down, arena *memory)
{
    const int n = csc_entries(up);
    double *by = ARENA_ARRAY(memory, double, n + 1);
    bool is_any = false;
    for (int k = 0; k < n; k++) {
        by[k] = 0.5 * (up->value[k] - down->value[k]);
        is_any |= by[k] != 0.0;
    }
    return is_any ? by : NULL;
}

static csc matrix_at_rate(equations *equations, solution *solution, double c, double rate_factor,
                          const bool *is_momentum, arena *memory)
{
    solution->state.is_linearised = true;
    solution->state.rate_factor = rate_factor;
    return matrix(equations, solution, c, is_momentum, memory);
}

eigen_pencil eigen_linearise(equations *equations, solution *solution, double c, arena *memory)
{
    arena *internal = arena_create();
    const saved before = save(equations, solution, internal);
    const bool *is_momentum = list_momentum_rows(solution->model, internal);
    eigen_settle(solution);
    eigen_pencil eigen_pencil = {.plus = matrix_at_rate(equations, solution, c, 0.0, is_momentum, memory),
                                 .minus = matrix_at_rate(equations, solution, -c, 0.0, is_momentum, memory)};
    const csc up = matrix_at_rate(equations, solution, c, 1.0, is_momentum, internal);
    const csc down = matrix_at_rate(equations, solution, c, -1.0, is_momentum, internal);
    eigen_pencil.by_plus = derivative_over_step(&up, &down, memory);
    if (eigen_pencil.by_plus) {
        const csc up2 = matrix_at_rate(equations, solution, -c, 1.0, is_momentum, internal);
        const csc down2 = matrix_at_rate(equations, solution, -c, -1.0, is_momentum, internal);
        eigen_pencil.by_minus = derivative_over_step(&up2, &down2, memory);
    }
    rotate_regularized_rows(solution->model, &eigen_pencil.minus);
    restore(&before, equations, solution);
    arena_destroy(internal);
    return eigen_pencil;
}

/* --- constraints that repeat each other --------------------------------------------------------------------------- */

/* Adds a diagonal entry of this value to the columns in `dropped`, and clears the rest of these rows and columns. */
static double *clear_dropped(const csc *pattern, const double *value, const bool *dropped, double diagonal,
                             arena *memory)
{
    double *to = ARENA_ARRAY(memory, double, csc_entries(pattern) + pattern->n + 1);
    int n = 0;
    for (int j = 0; j < pattern->n; j++) {
        if (dropped[j])
            to[n++] = diagonal;
        for (int k = pattern->start[j]; k < pattern->start[j + 1]; k++)
            if (!dropped[j])
                to[n++] = dropped[pattern->row[k]] ? 0.0 : value[k];
    }
    return to;
}

static csc pattern_without(const csc *pattern, const bool *dropped, arena *memory)
{
    csc rest = {.n = pattern->n,
                .start = ARENA_ARRAY(memory, int, pattern->n + 1),
                .row = ARENA_ARRAY(memory, int, csc_entries(pattern) + pattern->n + 1)};
    int n = 0;
    for (int j = 0; j < pattern->n; j++) {
        if (dropped[j])
            rest.row[n++] = j;
        for (int k = pattern->start[j]; k < pattern->start[j + 1]; k++)
            if (!dropped[j])
                rest.row[n++] = pattern->row[k];
        rest.start[j + 1] = n;
    }
    return rest;
}

/* Constraints that repeat others would make both matrices singular: their multipliers are held at zero. */
static eigen_pencil linearise_independent(equations *equations, solution *solution, double c, arena *memory)
{
    const eigen_pencil p = eigen_linearise(equations, solution, c, memory);
    const int n_dropped = equations->solver ? linear_redundant_rows(equations->solver) : 0;
    if (n_dropped == 0)
        return p;
    bool *dropped = ARENA_ARRAY(memory, bool, p.plus.n + 1);
    for (int k = 0; k < n_dropped; k++)
        dropped[linear_redundant_row(equations->solver, k)] = true;
    const csc rest = pattern_without(&p.plus, dropped, memory);
    eigen_pencil q = {.plus = rest, .minus = rest};
    q.plus.value = clear_dropped(&p.plus, p.plus.value, dropped, 1.0, memory);
    q.minus.value = clear_dropped(&p.plus, p.minus.value, dropped, 1.0, memory);
    q.by_plus = p.by_plus ? clear_dropped(&p.plus, p.by_plus, dropped, 0.0, memory) : NULL;
    q.by_minus = p.by_minus ? clear_dropped(&p.plus, p.by_minus, dropped, 0.0, memory) : NULL;
    return q;
}

/* --- velocities as unknowns, rotating axes ------------------------------------------------------------------------ */

static double *entry(const csc *full, int row, int column)
{
    return &full->value[(size_t)column * (size_t)full->n + (size_t)row];
}

/* The pencil with w = x' as additional unknowns, wherever differences over the step have derivatives with respect to
 * x':
 *
 *     E x' + K x + B w' + C x' = 0,   w - x' = 0        part of the rate factor in Aplus: B + c C, in Aminus: B - c C
 *
 * which[j]: index of w for the unknown j, -1 if there is none. */
static eigen_pencil with_velocities(const eigen_pencil *p, double c, int *which, arena *memory)
{
    const int n = p->plus.n;
    int m = n;
    for (int j = 0; j < n; j++) {
        which[j] = -1;
        for (int k = p->plus.start[j]; k < p->plus.start[j + 1] && which[j] < 0; k++)
            if (p->by_plus[k] != 0.0 || p->by_minus[k] != 0.0)
                which[j] = m++;
    }
    eigen_pencil q = {.plus = csc_full_of(m, &p->plus, memory), .minus = csc_full_of(m, &p->minus, memory)};
    for (int j = 0; j < n; j++) {
        if (which[j] < 0)
            continue;
        for (int k = p->plus.start[j]; k < p->plus.start[j + 1]; k++) {
            const int row = p->plus.row[k];
            const double B = 0.5 * (p->by_plus[k] + p->by_minus[k]), C = 0.5 * (p->by_plus[k] - p->by_minus[k]) / c;
            *entry(&q.plus, row, j) += C, *entry(&q.minus, row, j) += C;
            *entry(&q.plus, row, which[j]) += B, *entry(&q.minus, row, which[j]) += B;
        }
        *entry(&q.plus, which[j], j) = *entry(&q.minus, which[j], j) = -1.0;
        *entry(&q.plus, which[j], which[j]) = c, *entry(&q.minus, which[j], which[j]) = -c;
    }
    return q;
}

/* Aplus += c E S, Aminus -= c E S, with E their mean except in the rows of constraints on positions, where it is zero.
 * Quantities that elements difference over the step rotate with their nodes: that part of S does not apply to B and C.
 * Both matrices have all entries; `plain` is the pencil without w. */
static void rotate_pencil(const model *model, const rotor_rotation *by, const eigen_pencil *plain, const int *which,
                          double c, eigen_pencil *eigen_pencil)
{
    const int n = eigen_pencil->plus.n;
    const size_t size = (size_t)n * (size_t)n;
    double *E = heap_resize(NULL, (2 * size + 1) * sizeof *E), *still = E + size;
    for (int j = 0; j < n; j++)
        for (int i = 0; i < n; i++)
            E[(size_t)j * (size_t)n + (size_t)i] =
                i < model->n_unknowns && model->divided[i]
                    ? 0.0
                    : 0.5 * (*entry(&eigen_pencil->plus, i, j) + *entry(&eigen_pencil->minus, i, j));
    memcpy(still, E, size * sizeof *E);
    for (int j = 0; plain->by_plus && j < model->n_unknowns; j++)
        for (int k = plain->plus.start[j]; which[j] >= 0 && k < plain->plus.start[j + 1]; k++) {
            const size_t row = (size_t)plain->plus.row[k];
            still[(size_t)j * (size_t)n + row] -= 0.5 * (plain->by_plus[k] - plain->by_minus[k]) / c;
            still[(size_t)which[j] * (size_t)n + row] = 0.0;
        }
    for (int k = 0; k < by->n; k++)
        for (int part = 0; part < 2; part++) {
            const rotation_entry *rotation_entry = &by->entries[k];
            const int to = part ? which[rotation_entry->target] : rotation_entry->target,
                      from = part ? which[rotation_entry->source] : rotation_entry->source;
            const double *of = rotation_entry->spins ? still : E;
            for (int i = 0; i < n && to >= 0 && from >= 0; i++) {
                const double by_c = c * of[(size_t)to * (size_t)n + (size_t)i] * rotation_entry->factor;
                *entry(&eigen_pencil->plus, i, from) += by_c, *entry(&eigen_pencil->minus, i, from) -= by_c;
            }
        }
    free(E);
}

static bool report_error(const solution *solution)
{
    if (solution->failed.is_set)
        diag_report(solution->state.errors, E_EVALUATION, solution->failed.location, solution->state.t,
                    solution->failed.text);
    return !solution->failed.is_set;
}

/* --- the lowest few ----------------------------------------------------------------------------------------------- */

/* Estimates the highest frequency, in rad/s: w^2 = max |f/x| / |f/x'| of columns, without the rows of constraints. */
static double find_highest(equations *equations, solution *solution)
{
    arena *memory = arena_create();
    const double c = 0.5;
    const eigen_pencil eigen_pencil = eigen_linearise(equations, solution, c, memory);
    double square = 0.0;
    for (int j = 0; j < eigen_pencil.plus.n; j++) {
        double stiffness = 0.0, mass = 0.0;
        for (int k = eigen_pencil.plus.start[j]; k < eigen_pencil.plus.start[j + 1]; k++) {
            if (solution->model->divided[eigen_pencil.plus.row[k]])
                continue;
            stiffness = fmax(stiffness, fabs(eigen_pencil.plus.value[k] - eigen_pencil.minus.value[k]) / (2.0 * c));
            mass = fmax(mass, fabs(eigen_pencil.plus.value[k] + eigen_pencil.minus.value[k]) / 2.0);
        }
        if (mass > 0.0 && isfinite(stiffness / mass))
            square = fmax(square, stiffness / mass);
    }
    arena_destroy(memory);
    return sqrt(square);
}

/* Returns the lowest nonzero frequency found; 0 if there is none. */
static double lowest_of(const eigen_result *result, double zero)
{
    double lowest = 0.0, re, im;
    for (int k = 0; k < result->found->count; k++) {
        eigen_lambda(result, k, &re, &im);
        if (im > zero && (lowest == 0.0 || im < lowest))
            lowest = im;
    }
    return lowest;
}

static double eigen_look(const eigenanalysis *eigenanalysis, equations *equations, solution *solution, double zero)
{
    arena *memory = arena_create();
    eigen_values found = {0};
    const double c = parameter(eigenanalysis) / 2;
    const eigen_pencil eigen_pencil = linearise_independent(equations, solution, c, memory);
    const eigen_result result = {
        .asked = eigenanalysis, .c = c, .plus = &eigen_pencil.plus, .minus = &eigen_pencil.minus, .found = &found};
    eigen_krylov(result.minus, result.plus, &eigenanalysis->krylov, &found);
    const double lowest = lowest_of(&result, zero);
    eigen_values_free(&found);
    arena_destroy(memory);
    return lowest;
}

/* A search finds frequencies near 1 / c. If some are below that, the next search goes further down. Rigid motions are
 * double zeros, whose rounding error is the square root of that of single ones. Returns 0 if nothing was found. */
static double find_lowest(const eigenanalysis *q, equations *equations, solution *solution)
{
    enum { LOOKS = 4 };
    static const double FIRST = 1e-4, ZERO = 1e-7; /* times the highest frequency */
    const double highest = find_highest(equations, solution);
    eigenanalysis from = *q;
    double lowest = 0.0;
    if (highest == 0.0)
        return 0.0;
    from.krylov = (krylov_options){
        .mode = LARGEST_IMAGINARY, .wanted = 10, .vectors = 40, .tolerance = 1e-8, .iterations = q->krylov.iterations};
    from.parameter = 2.0 / (FIRST * highest);
    for (int i = 0; i < LOOKS; i++) {
        const double now = eigen_look(&from, equations, solution, ZERO * highest);
        lowest = now > 0.0 ? now : lowest;
        if (now == 0.0 || now * from.parameter > 2.0)
            break;
        from.parameter = 20.0 / now;
    }
    return lowest;
}

/* Returns the requested method, or, if finding all modes would take long, that for the lowest few. */
static eigenanalysis choose_method(const eigenanalysis *q, equations *equations, solution *solution)
{
    eigenanalysis few = *q;
    if (!q->by_size || solution->n <= QUICK)
        return few;
    const double lowest = find_lowest(q, equations, solution);
    few.method = EIGEN_BY_ARPACK;
    few.parameter = lowest > 0.0 ? 5.0 / lowest : 1.0;
    few.krylov.mode = LARGEST_IMAGINARY;
    few.krylov.wanted = 40;
    few.krylov.vectors = 100;
    return few;
}

/* --- analysis ----------------------------------------------------------------------------------------------------- */

static bool analyse(const eigenanalysis *asked, int index, equations *equations, solution *solution,
                    eigen_observer *report, void *to)
{
    arena *memory = arena_create();
    const eigenanalysis eigenanalysis = choose_method(asked, equations, solution);
    const double c = parameter(&eigenanalysis) / 2;
    const eigen_pencil eigen_pencil = linearise_independent(equations, solution, c, memory);
    eigen_result result = {
        .asked = &eigenanalysis, .index = index, .c = c, .plus = &eigen_pencil.plus, .minus = &eigen_pencil.minus};
    const bool ok = report_error(solution) && solve_and_report(&result, solution, report, to);
    arena_destroy(memory);
    return ok;
}

bool eigen_now(const eigenanalysis *asked, const rotor_rotation *by, equations *equations, solution *solution,
               eigen_observer *report, void *to)
{
    const bool revolutions = by && by->n > 0;
    const eigenanalysis eigenanalysis = revolutions ? *asked : choose_method(asked, equations, solution);
    arena *memory = arena_create();
    const double c = parameter(&eigenanalysis) / 2;
    const eigen_pencil plain = linearise_independent(equations, solution, c, memory);
    eigen_pencil p = plain;
    int *which = ARENA_ARRAY(memory, int, solution->n + 1);
    for (int i = 0; i < solution->n; i++)
        which[i] = -1;
    if (p.by_plus && p.by_minus)
        p = with_velocities(&plain, c, which, memory);
    else if (revolutions)
        p = (eigen_pencil){csc_full_of(solution->n, &p.plus, memory), csc_full_of(solution->n, &p.minus, memory), NULL,
                           NULL};
    if (revolutions)
        rotate_pencil(solution->model, by, &plain, which, c, &p);
    eigen_result result = {.asked = &eigenanalysis, .c = c, .plus = &p.plus, .minus = &p.minus};
    const bool ok = report_error(solution) && solve_and_report(&result, solution, report, to);
    arena_destroy(memory);
    return ok;
}

/* An analysis requested before the derivatives phase has a time before the initial one. */
static bool is_due(double when, const state *state)
{
    return state->now < PHASE_DERIVATIVES ? when < state->t : when <= state->t;
}

bool eigen_analyse(const eigenanalysis *eigenanalysis, bool *is_done, equations *equations, solution *solution,
                   eigen_observer *report, void *to)
{
    for (int i = 0; eigenanalysis && i < eigenanalysis->n_times; i++) {
        if (is_done[i] || !is_due(eigenanalysis->when[i], &solution->state))
            continue;
        is_done[i] = true;
        if (!analyse(eigenanalysis, i, equations, solution, report, to))
            return false;
    }
    return true;
}

static void load_done(const eigenanalysis *eigenanalysis, double when, bool was_done, bool *is_done)
{
    for (int i = 0; eigenanalysis && i < eigenanalysis->n_times; i++)
        if (eigenanalysis->when[i] == when)
            is_done[i] = was_done;
}

void eigen_serialize(archive *archive, const eigenanalysis *eigenanalysis, bool *is_done)
{
    int n = eigenanalysis ? eigenanalysis->n_times : 0;
    archive_index(archive, &n, 0, INT_MAX);
    for (int i = 0; i < n && !archive_failed(archive); i++) {
        double when = eigenanalysis && i < eigenanalysis->n_times ? eigenanalysis->when[i] : 0;
        bool was_done = eigenanalysis && i < eigenanalysis->n_times && is_done[i];
        archive_double(archive, &when);
        archive_bool(archive, &was_done);
        if (archive_is_loading(archive) && !archive_failed(archive))
            load_done(eigenanalysis, when, was_done, is_done);
    }
}
