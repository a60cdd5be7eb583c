/* least_squares.c - least squares by the singular values of the matrix.
 *
 * One-sided Jacobi rotations make the columns of A V orthogonal: A V = U S. Directions with a singular value below
 * NOTHING times the largest are ignored: x = V S^+ U' b. */
#include "linalg/least_squares.h"
#include <math.h>
#include <stddef.h>

static const double NOTHING = 1e-10, ORTHOGONAL = 1e-15;
enum { MOST_SWEEPS = 40 };

int least_squares_work(int columns) { return columns * columns; }

static double least_squares_product(int n, const double *a, const double *b)
{
    double sum = 0.0;
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

static void rotate(int n, double *a, double *b, double c, double s)
{
    for (int i = 0; i < n; i++) {
        const double t = a[i];
        a[i] = c * t - s * b[i];
        b[i] = s * t + c * b[i];
    }
}

/* Makes columns p and q orthogonal. Returns 0 if they are already. */
static int least_squares_rotation(int rows, int columns, double *A, double *V, int p, int q)
{
    double *const a = A + (size_t)p * (size_t)rows, *const b = A + (size_t)q * (size_t)rows;
    const double aa = least_squares_product(rows, a, a), bb = least_squares_product(rows, b, b),
                 ab = least_squares_product(rows, a, b);
    if (fabs(ab) <= ORTHOGONAL * sqrt(aa * bb))
        return 0;
    const double zeta = (bb - aa) / (2.0 * ab), t = copysign(1.0, zeta) / (fabs(zeta) + hypot(1.0, zeta));
    const double c = 1.0 / hypot(1.0, t), s = c * t;
    rotate(rows, a, b, c, s);
    rotate(columns, V + (size_t)p * (size_t)columns, V + (size_t)q * (size_t)columns, c, s);
    return 1;
}

static int sweep(int rows, int columns, double *A, double *V)
{
    int rotated = 0;
    for (int p = 0; p < columns; p++)
        for (int q = p + 1; q < columns; q++)
            rotated += least_squares_rotation(rows, columns, A, V, p, q);
    return rotated;
}

void least_squares(int rows, int columns, double *A, const double *b, double *x, double *work)
{
    double largest = 0.0;
    for (int i = 0; i < columns; i++) {
        x[i] = 0.0;
        for (int j = 0; j < columns; j++)
            work[i * columns + j] = i == j;
    }
    for (int i = 0; i < MOST_SWEEPS && sweep(rows, columns, A, work) > 0; i++) {
    }
    for (int i = 0; i < columns; i++)
        largest =
            fmax(largest, least_squares_product(rows, A + (size_t)i * (size_t)rows, A + (size_t)i * (size_t)rows));
    for (int i = 0; i < columns; i++) {
        const double *const a = A + (size_t)i * (size_t)rows;
        const double square = least_squares_product(rows, a, a);
        if (square <= NOTHING * NOTHING * largest)
            continue;
        const double part = least_squares_product(rows, a, b) / square;
        for (int k = 0; k < columns; k++)
            x[k] += part * work[i * columns + k];
    }
}
