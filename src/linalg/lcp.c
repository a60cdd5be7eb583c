/* lcp.c - linear complementarity problems: which method, what is left, and sweeps of Gauss and Seidel.
 *
 *     rows of a block:   w = M_bb z_b + (q + M_bo z_o)      solved by pivots with the other unknowns as they are,
 *                                                           z = max(0, -q / M) for one row alone
 *
 * block after block, until |min(w, z)| <= tolerance |q|, the measure of Siconos (Acary, Brogliato: Numerical Methods
 * for Nonsmooth Dynamical Systems, 12.4). Friction makes zeros in the diagonal, which a block takes care of. */
#include "linalg/lcp.h"
#include "linalg/lcp_tableau.h"
#include "linalg/siconos_library.h"
#include <math.h>
#include <string.h>

enum { ENOUGH_SWEEPS = 10000 };

static double error_of(const lcp *a)
{
    double left = 0.0, all = 0.0;
    for (int i = 0; i < a->n; i++) {
        const double w = lcp_w(a, i), least = w < a->z[i] ? w : a->z[i];
        left += least * least;
        all += a->q[i] * a->q[i];
    }
    return all > 0.0 ? sqrt(left / all) : sqrt(left);
}

/* --- Gauss and Seidel --------------------------------------------------------------------------------------------- */

/* The rows of the block from `first` on, in the room, which its tableau shares. */
static bool solve_block(lcp *a, int first)
{
    const int m = a->block[first];
    double *M = a->room, *q = M + m * m;
    for (int i = 0; i < m; i++) {
        const double *from = a->M + (size_t)(first + i) * (size_t)a->n;
        memcpy(M + i * m, from + first, (size_t)m * sizeof *M);
        q[i] = lcp_w(a, first + i);
        for (int k = 0; k < m; k++)
            q[i] -= from[first + k] * a->z[first + k];
    }
    lcp part = {.n = m, .M = M, .q = q, .z = a->z + first, .basic = a->basic, .room = q + m};
    return lcp_lemke(&part, 0) >= 0;
}

static bool sweep(lcp *a)
{
    bool all = true;
    for (int first = 0; all && first < a->n; first += a->block[first])
        all = solve_block(a, first);
    return all;
}

static void gauss_seidel(lcp *a, const lcp_options *o)
{
    const int most = o->most > 0 ? o->most : ENOUGH_SWEEPS;
    memset(a->z, 0, (size_t)a->n * sizeof *a->z);
    a->status = 1;
    for (a->iterations = 0; a->status == 1 && a->iterations < most; a->iterations++) {
        if (!sweep(a))
            a->status = 2;
        a->error = error_of(a);
        if (a->error <= o->tolerance)
            a->status = 0;
    }
}

/* --- all of them -------------------------------------------------------------------------------------------------- */

static void by_siconos(lcp *a, const lcp_options *o)
{
    static const siconos_solver SOLVERS[] = {
        [LCP_SICONOS_RPGS] = SICONOS_RPGS,
        [LCP_SICONOS_CPG] = SICONOS_CPG,
        [LCP_SICONOS_LATIN] = SICONOS_LATIN,
        [LCP_SICONOS_LATIN_W] = SICONOS_LATIN_W,
        [LCP_SICONOS_NEWTON_MIN] = SICONOS_NEWTON_MIN,
        [LCP_SICONOS_NEWTON_FB] = SICONOS_NEWTON_FB,
    };
    siconos_problem p = {.n = a->n, .M = a->M, .q = a->q, .z = a->z, .w = a->room};
    a->iterations = o->most > 0 ? o->most : ENOUGH_SWEEPS;
    a->status = siconos_library_solve(SOLVERS[o->method], &p, o->tolerance, &a->iterations);
    a->error = error_of(a);
    if (a->status == 0 && !(a->error <= o->tolerance))
        a->status = 2; /* some find no numbers and say nothing */
}

static bool pivots(lcp *a, int most)
{
    const int made = lcp_lemke(a, most);
    a->is_based = made >= 0;
    return made >= 0;
}

bool lcp_is_there(lcp_method by) { return by == LCP_LEMKE || by == LCP_GAUSS_SEIDEL || siconos_library_open(); }

bool lcp_solve(lcp *a, const lcp_options *o)
{
    a->is_based = false;
    a->status = a->iterations = 0;
    a->error = 0.0;
    if (o->method == LCP_LEMKE)
        return pivots(a, o->most);
    if (o->method == LCP_GAUSS_SEIDEL)
        gauss_seidel(a, o);
    else
        by_siconos(a, o);
    return a->status == 0 || pivots(a, 0);
}

void lcp_find_basis(lcp *a)
{
    if (!a->is_based)
        lcp_base(a);
    a->is_based = true;
}
