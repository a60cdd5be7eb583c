/* least_squares.c - moving least squares on the nearest points.
 *
 * A field with the values u_i at points x_i has the value sum h_i u_i at the point x. The h are the smallest ones,
 * weighted, that reproduce polynomials p exactly:
 *
 *     minimize sum h_i^2 / w_i     subject to     sum h_i p(x_i - x) = p(0)     for all p up to the order
 *
 * which is what fitting a polynomial to the u with the weights w_i, and taking its value at x, amounts to. With
 * A = diag(sqrt(w)) P this is the shortest y with A' y = p(0), h = sqrt(w) y. A QR decomposition with column pivoting
 * finds the rank: points on a line or in a plane leave polynomials that vanish on all of them. If the remaining
 * equations contradict each other, the point needs polynomials of lower order, or more points.
 *
 * Linear fields contain all rigid motions. Forces that the transposed matrix returns to the points then have the same
 * resultant and the same moment.
 *
 * Weights as functions of r = distance / radius of the support, by their continuity at r = 1 (Wendland):
 *
 *     -2    1 / r^2: the field takes the value of a point that x coincides with
 *     -1    1
 *      0    (1 - r)^2
 *      2    (1 - r)^4 (4 r + 1)
 *      4    (1 - r)^6 (35 r^2 + 18 r + 3) / 3
 *      6    (1 - r)^8 (32 r^3 + 25 r^2 + 8 r + 1)
 *    inf    exp(1 - 1 / (1 - r^2))
 *
 * A number between them means the next larger one. The radius is a tenth larger than the distance of the last point. */
#include "mesh/least_squares.h"
#include <math.h>
#include <string.h>

static const double RANK = 1e-10, REPRODUCED = 1e-9, NEARLY_ZERO = 1e-16, MARGIN = 1.1;

struct least_squares {
    const vec3 *at;
    int n;
    least_squares_options options;
    int *nearest;     /* of the point in question, by distance, then by number */
    double *distance; /* of each of them, squared */
    double *A, *root; /* by column: one per polynomial; square roots of the weights */
    double *h;
    int n_used;
};

int least_squares_terms(int order) { return (order + 1) * (order + 2) * (order + 3) / 6; }

least_squares *least_squares_create(arena *memory, const vec3 *points, int n, const least_squares_options *options)
{
    least_squares *found = ARENA_NEW(memory, least_squares);
    *found = (least_squares){.at = points, .n = n, .options = *options};
    found->nearest = ARENA_ARRAY(memory, int, n);
    found->distance = ARENA_ARRAY(memory, double, n);
    found->root = ARENA_ARRAY(memory, double, n);
    found->h = ARENA_ARRAY(memory, double, n);
    found->A = ARENA_ARRAY(memory, double, (size_t)n *LEAST_SQUARES_MOST_TERMS);
    return found;
}

/* --- the points around x ------------------------------------------------------------------------------------------ */

/* Inserts a point into the sorted list of at most `most` nearest ones. */
static void insert(least_squares *least_squares, int most, int point, double distance)
{
    int k = least_squares->n_used;
    if (k == most && distance >= least_squares->distance[k - 1])
        return;
    k = k == most ? k - 1 : least_squares->n_used++;
    for (; k > 0 && least_squares->distance[k - 1] > distance; k--) {
        least_squares->distance[k] = least_squares->distance[k - 1];
        least_squares->nearest[k] = least_squares->nearest[k - 1];
    }
    least_squares->distance[k] = distance;
    least_squares->nearest[k] = point;
}

static void find_nearest(least_squares *least_squares, vec3 x, int most)
{
    least_squares->n_used = 0;
    for (int i = 0; i < least_squares->n; i++) {
        const vec3 d = vec3_sub(least_squares->at[i], x);
        insert(least_squares, most, i, vec3_dot(d, d));
    }
}

static double weight_at(double continuity, double r)
{
    const double s = 1.0 - r;
    if (continuity <= -2.0)
        return 1.0 / fmax(r * r, NEARLY_ZERO);
    if (continuity <= -1.0)
        return 1.0;
    if (continuity <= 0.0)
        return s * s;
    if (continuity <= 2.0)
        return pow(s, 4) * (4 * r + 1);
    if (continuity <= 4.0)
        return pow(s, 6) * ((35 * r + 18) * r + 3) / 3;
    if (continuity <= 6.0)
        return pow(s, 8) * (((32 * r + 25) * r + 8) * r + 1);
    return exp(1.0 - 1.0 / (1.0 - r * r));
}

/* --- one solution ------------------------------------------------------------------------------------------------- */

/* Fills A with the polynomials x^a y^b z^c, a + b + c <= order, by rising order, in units of the radius. */
static void fill_polynomials(least_squares *least_squares, vec3 x, double radius, int order)
{
    const int n = least_squares->n_used;
    for (int i = 0; i < n; i++) {
        const vec3 d = vec3_scale(1 / radius, vec3_sub(least_squares->at[least_squares->nearest[i]], x));
        double *A = least_squares->A + i;
        for (int sum = 0; sum <= order; sum++)
            for (int a = sum; a >= 0; a--)
                for (int b = sum - a; b >= 0; b--, A += n)
                    *A = least_squares->root[i] * pow(d.x, a) * pow(d.y, b) * pow(d.z, sum - a - b);
    }
}

static double dot(int n, const double *a, const double *b)
{
    double sum = 0.0;
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

/* The columns that span A, orthonormal, with R' z = p(0) solved on the way: y = sum z_k q_k. */
typedef struct {
    int n, terms, rank;
    int column[LEAST_SQUARES_MOST_TERMS]; /* in the order of the pivots; the rest of the columns follows */
    double R[LEAST_SQUARES_MOST_TERMS][LEAST_SQUARES_MOST_TERMS], z[LEAST_SQUARES_MOST_TERMS];
} decomposition;

static int longest_column(const decomposition *decomposition, const double *A, double *length)
{
    int longest = decomposition->rank;
    *length = 0.0;
    for (int k = decomposition->rank; k < decomposition->terms; k++) {
        const double *a = A + (size_t)decomposition->column[k] * (size_t)decomposition->n,
                     now = sqrt(dot(decomposition->n, a, a));
        if (now > *length)
            *length = now, longest = k;
    }
    return longest;
}

/* Removes the direction of column q, which has length 1, from the columns behind it; twice, for rounding. */
static void remove_direction(decomposition *decomposition, double *A, int q)
{
    const size_t n = (size_t)decomposition->n;
    const double *unit = A + (size_t)decomposition->column[q] * n;
    for (int k = q + 1; k < decomposition->terms; k++) {
        double *a = A + (size_t)decomposition->column[k] * n;
        for (int round = 0; round < 2; round++) {
            const double part = dot(decomposition->n, unit, a);
            for (size_t i = 0; i < n; i++)
                a[i] -= part * unit[i];
            decomposition->R[q][decomposition->column[k]] += part;
        }
    }
}

static void decompose(decomposition *decomposition, double *A)
{
    double largest = 0.0, length;
    for (int k = 0; k < decomposition->terms; k++)
        decomposition->column[k] = k;
    for (int q; decomposition->rank < decomposition->terms; decomposition->rank++) {
        q = longest_column(decomposition, A, &length);
        largest = fmax(largest, length);
        if (!(length > RANK * largest))
            return;
        const int column = decomposition->column[q];
        decomposition->column[q] = decomposition->column[decomposition->rank];
        decomposition->column[decomposition->rank] = column;
        decomposition->R[decomposition->rank][column] = length;
        for (int i = 0; i < decomposition->n; i++)
            A[(size_t)column * (size_t)decomposition->n + (size_t)i] /= length;
        remove_direction(decomposition, A, decomposition->rank);
    }
}

/* Solves R' z = p(0), that is 1 for the first polynomial and 0 for others. Returns the largest error of the equations
 * that are not among the pivots. */
static double solve(decomposition *decomposition)
{
    double error = 0.0;
    for (int k = 0; k < decomposition->terms; k++) {
        const int column = decomposition->column[k];
        double rest = column == 0;
        for (int q = 0; q < k && q < decomposition->rank; q++)
            rest -= decomposition->R[q][column] * decomposition->z[q];
        if (k < decomposition->rank)
            decomposition->z[k] = rest / decomposition->R[k][column];
        else
            error = fmax(error, fabs(rest));
    }
    return error;
}

/* Finds weights that reproduce polynomials up to the order. Returns false if there are none. */
static bool find_weights(least_squares *least_squares, vec3 x, int order)
{
    const int n = least_squares->n_used;
    const double last = sqrt(least_squares->distance[n - 1]), radius = last > 0.0 ? MARGIN * last : 1.0;
    decomposition decomposition = {.n = n, .terms = least_squares_terms(order)};
    for (int i = 0; i < n; i++)
        least_squares->root[i] =
            sqrt(weight_at(least_squares->options.weight, sqrt(least_squares->distance[i]) / radius));
    fill_polynomials(least_squares, x, radius, order);
    decompose(&decomposition, least_squares->A);
    if (solve(&decomposition) > REPRODUCED)
        return false;
    for (int i = 0; i < n; i++) {
        least_squares->h[i] = 0.0;
        for (int k = 0; k < decomposition.rank; k++)
            least_squares->h[i] += least_squares->root[i] * decomposition.z[k] *
                                   least_squares->A[(size_t)decomposition.column[k] * (size_t)n + (size_t)i];
    }
    return true;
}

/* Orders the points by their numbers, as the entries of a row. */
static void order_points(least_squares *least_squares)
{
    for (int i = 1; i < least_squares->n_used; i++) {
        const int point = least_squares->nearest[i];
        const double h = least_squares->h[i];
        int k = i;
        for (; k > 0 && least_squares->nearest[k - 1] > point; k--)
            least_squares->nearest[k] = least_squares->nearest[k - 1], least_squares->h[k] = least_squares->h[k - 1];
        least_squares->nearest[k] = point, least_squares->h[k] = h;
    }
}

int least_squares_find(least_squares *least_squares, vec3 x, const int **points, const double **weights, int *n_used)
{
    int order = 0, most = least_squares->options.points;
    for (bool is_last = false; order == 0 && !is_last; most *= 2) {
        is_last = most >= least_squares->n;
        find_nearest(least_squares, x, is_last ? least_squares->n : most);
        order = least_squares->options.order;
        while (order > 0 && !find_weights(least_squares, x, order))
            order--;
    }
    order_points(least_squares);
    *points = least_squares->nearest, *weights = least_squares->h, *n_used = least_squares->n_used;
    return order;
}
