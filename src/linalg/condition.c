/* condition.c - the condition number of a factored matrix: exactly, and an estimate after Hager and Higham.
 *
 *     exact      |A^-1|_1 = max_j |A^-1 e_j|_1
 *     estimate   maximize |A^-1 x|_1 over |x|_1 = 1:   x = 1/n,  repeat
 *         y = A^-1 x,  z = A^-T sign(y),  j = argmax |z_j|,  stop when |z_j| <= z . x,  x = e_j
 *     and once more with  x_i = (-1)^i (1 + i / (n - 1)),  which detects cases hidden by cancellation in A^-1. */
#include "linalg/condition.h"
#include <math.h>

enum { MOST_ROUNDS = 5 };

static double norm1(int n, const double *x)
{
    double sum = 0.0;
    for (int i = 0; i < n; i++)
        sum += fabs(x[i]);
    return sum;
}

static double matrix_norm1(const csc *matrix)
{
    double largest = 0.0;
    for (int j = 0; j < matrix->n; j++)
        largest = fmax(largest, norm1(matrix->start[j + 1] - matrix->start[j], matrix->value + matrix->start[j]));
    return largest;
}

static int condition_largest(int n, const double *z)
{
    int best = 0;
    for (int i = 1; i < n; i++)
        if (fabs(z[i]) > fabs(z[best]))
            best = i;
    return best;
}

double condition_exact(const csc *matrix, void (*solve)(void *self, double *b), void *self, double *work)
{
    double largest = 0.0;
    for (int j = 0; j < matrix->n; j++) {
        for (int i = 0; i < matrix->n; i++)
            work[i] = i == j;
        solve(self, work);
        largest = fmax(largest, norm1(matrix->n, work));
    }
    return matrix->n > 0 ? matrix_norm1(matrix) * largest : 1.0;
}

double condition_estimate(const csc *matrix, void (*solve)(void *self, double *b),
                          void (*solve_transposed)(void *self, double *b), void *self, double *work)
{
    const int n = matrix->n;
    if (n == 0)
        return 1.0;
    double *x = work, *y = work + n, *z = y + n, found = 0.0;
    for (int i = 0; i < n; i++)
        x[i] = 1.0 / n;
    for (int round = 0; round < MOST_ROUNDS; round++) {
        for (int i = 0; i < n; i++)
            y[i] = x[i];
        solve(self, y);
        found = fmax(found, norm1(n, y));
        for (int i = 0; i < n; i++)
            z[i] = y[i] < 0.0 ? -1.0 : 1.0;
        solve_transposed(self, z);
        double now = 0.0;
        for (int i = 0; i < n; i++)
            now += z[i] * x[i];
        const int j = condition_largest(n, z);
        if (!(fabs(z[j]) > now))
            break;
        for (int i = 0; i < n; i++)
            x[i] = i == j;
    }
    for (int i = 0; i < n; i++)
        y[i] = (i % 2 ? -1.0 : 1.0) * (1.0 + (double)i / (n > 1 ? n - 1 : 1));
    solve(self, y);
    return matrix_norm1(matrix) * fmax(found, 2.0 * norm1(n, y) / (3.0 * n));
}
