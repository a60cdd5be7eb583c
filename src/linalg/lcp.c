/* lcp.c - linear complementarity problems: choice of the method, remaining error, and Gauss-Seidel sweeps.
 *
 *     rows of a block:   w = M_bb z_b + (q + M_bo z_o)      solved by pivoting with the other unknowns held constant,
 *                                                           z = max(0, -q / M) for a single row
 *
 * block after block, until |min(w, z)| <= tolerance |q|, the measure of Siconos (Acary, Brogliato: Numerical Methods
 * for Nonsmooth Dynamical Systems, 12.4). Friction produces zeros on the diagonal, which blocks can handle. */
#include "linalg/lcp.h"
#include "linalg/lcp_tableau.h"
#include "linalg/siconos_library.h"
#include <math.h>
#include <string.h>

enum { ENOUGH_SWEEPS = 10000 };

static double error_of(const lcp *problem)
{
    double left = 0.0, all = 0.0;
    for (int i = 0; i < problem->n; i++) {
        const double w = lcp_w(problem, i), least = w < problem->z[i] ? w : problem->z[i];
        left += least * least;
        all += problem->q[i] * problem->q[i];
    }
    return all > 0.0 ? sqrt(left / all) : sqrt(left);
}

/* --- Gauss-Seidel ------------------------------------------------------------------------------------------------- */

/* Solves the rows of the block that starts at `first`, in the workspace, which its tableau shares. */
static bool solve_block(lcp *problem, int first)
{
    const int m = problem->block[first];
    double *M = problem->workspace, *q = M + m * m;
    for (int i = 0; i < m; i++) {
        const double *from = problem->M + (size_t)(first + i) * (size_t)problem->n;
        memcpy(M + i * m, from + first, (size_t)m * sizeof *M);
        q[i] = lcp_w(problem, first + i);
        for (int k = 0; k < m; k++)
            q[i] -= from[first + k] * problem->z[first + k];
    }
    lcp part = {.n = m, .M = M, .q = q, .z = problem->z + first, .basic = problem->basic, .workspace = q + m};
    return lcp_lemke(&part, 0) >= 0;
}

static bool sweep(lcp *problem)
{
    bool all = true;
    for (int first = 0; all && first < problem->n; first += problem->block[first])
        all = solve_block(problem, first);
    return all;
}

static void gauss_seidel(lcp *problem, const lcp_options *options)
{
    const int most = options->most > 0 ? options->most : ENOUGH_SWEEPS;
    memset(problem->z, 0, (size_t)problem->n * sizeof *problem->z);
    problem->status = 1;
    for (problem->iterations = 0; problem->status == 1 && problem->iterations < most; problem->iterations++) {
        if (!sweep(problem))
            problem->status = 2;
        problem->error = error_of(problem);
        if (problem->error <= options->tolerance)
            problem->status = 0;
    }
}

/* --- all methods -------------------------------------------------------------------------------------------------- */

static void by_siconos(lcp *problem, const lcp_options *options)
{
    static const siconos_solver SOLVERS[] = {
        [LCP_SICONOS_RPGS] = SICONOS_RPGS,
        [LCP_SICONOS_CPG] = SICONOS_CPG,
        [LCP_SICONOS_LATIN] = SICONOS_LATIN,
        [LCP_SICONOS_LATIN_W] = SICONOS_LATIN_W,
        [LCP_SICONOS_NEWTON_MIN] = SICONOS_NEWTON_MIN,
        [LCP_SICONOS_NEWTON_FB] = SICONOS_NEWTON_FB,
    };
    siconos_problem siconos_problem = {
        .n = problem->n, .M = problem->M, .q = problem->q, .z = problem->z, .w = problem->workspace};
    problem->iterations = options->most > 0 ? options->most : ENOUGH_SWEEPS;
    problem->status =
        siconos_library_solve(SOLVERS[options->method], &siconos_problem, options->tolerance, &problem->iterations);
    problem->error = error_of(problem);
    if (problem->status == 0 && !(problem->error <= options->tolerance))
        problem->status = 2; /* some return NaN without reporting it */
}

static bool pivots(lcp *problem, int most)
{
    const int made = lcp_lemke(problem, most);
    problem->is_based = made >= 0;
    return made >= 0;
}

bool lcp_is_there(lcp_method by) { return by == LCP_LEMKE || by == LCP_GAUSS_SEIDEL || siconos_library_open(); }

bool lcp_solve(lcp *problem, const lcp_options *options)
{
    problem->is_based = false;
    problem->status = problem->iterations = 0;
    problem->error = 0.0;
    if (options->method == LCP_LEMKE)
        return pivots(problem, options->most);
    if (options->method == LCP_GAUSS_SEIDEL)
        gauss_seidel(problem, options);
    else
        by_siconos(problem, options);
    return problem->status == 0 || pivots(problem, 0);
}

void lcp_find_basis(lcp *problem)
{
    if (!problem->is_based)
        lcp_base(problem);
    problem->is_based = true;
}
