/* chain_ida.c - the chain by IDA, with equations of motion written by hand in the angles t_i of the rods below the
 * horizontal:
 *
 *     c_ij = n - 1 - max(i, j) + (i == j ? 1/3 : 1/2)
 *     sum_j m l^2 c_ij (cos(t_i - t_j) w_j' + sin(t_i - t_j) w_j^2) = m g l (n - 1/2 - i) cos t_i,     t_i' = w_i
 *
 * Dense Jacobians by differences; the setting is the relative and absolute tolerance. */
#include "chain.h"
#include <ida/ida.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

static int residual(realtype t, N_Vector y, N_Vector yp, N_Vector r, void *data)
{
    const int n = ((const chain *)data)->n;
    const double *angle = N_VGetArrayPointer(y), *rate = angle + n, *derivative = N_VGetArrayPointer(yp);
    double *out = N_VGetArrayPointer(r), l = 1.0 / n;
    (void)t;
    for (int i = 0; i < n; i++) {
        double sum = 0;
        for (int j = 0; j < n; j++) {
            const double c = n - 1 - (i > j ? i : j) + (i == j ? 1.0 / 3 : 0.5), d = angle[i] - angle[j];
            sum += c * l * (cos(d) * derivative[n + j] + sin(d) * rate[j] * rate[j]);
        }
        out[i] = derivative[i] - rate[i];
        out[n + i] = sum - CHAIN_GRAVITY * (n - 0.5 - i) * cos(angle[i]);
    }
    return 0;
}

/* At rest along x: the accelerations solve M w' = g; by elimination with the dense matrix of cos = 1. */
static void initial_rates(int n, double *yp)
{
    double *M = calloc((size_t)n * (size_t)n, sizeof *M), *b = yp + n;
    for (int i = 0; i < n; i++) {
        b[i] = CHAIN_GRAVITY * (n - 0.5 - i) * n;
        for (int j = 0; j < n; j++)
            M[i * n + j] = n - 1 - (i > j ? i : j) + (i == j ? 1.0 / 3 : 0.5);
    }
    for (int k = 0; k < n; k++)
        for (int i = k + 1; i < n; i++) {
            const double f = M[i * n + k] / M[k * n + k];
            for (int j = k; j < n; j++)
                M[i * n + j] -= f * M[k * n + j];
            b[i] -= f * b[k];
        }
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n; j++)
            b[i] -= M[i * n + j] * b[j];
        b[i] /= M[i * n + i];
    }
    free(M);
}

int main(int count, char **words)
{
    chain of = chain_arguments(count, words);
    SUNContext context;
    SUNContext_Create(NULL, &context);
    N_Vector y = N_VNew_Serial(2 * of.n, context), yp = N_VNew_Serial(2 * of.n, context);
    N_VConst(0, y);
    N_VConst(0, yp);
    initial_rates(of.n, N_VGetArrayPointer(yp));
    void *ida = IDACreate(context);
    SUNMatrix matrix = SUNDenseMatrix(2 * of.n, 2 * of.n, context);
    SUNLinearSolver solver = SUNLinSol_Dense(y, matrix, context);
    IDAInit(ida, residual, 0, y, yp);
    IDASStolerances(ida, of.setting, of.setting);
    IDASetUserData(ida, &of);
    IDASetLinearSolver(ida, solver, matrix);
    IDASetMaxNumSteps(ida, 100000000);
    IDASetStopTime(ida, of.time);
    const double start = chain_seconds();
    double t = 0;
    const int status = IDASolve(ida, of.time, &t, y, yp, IDA_NORMAL);
    const double seconds = chain_seconds() - start, l = 1.0 / of.n, *angle = N_VGetArrayPointer(y);
    double x = 0, z = 0;
    for (int i = 0; i < of.n; i++) {
        const double part = i == of.n - 1 ? l / 2 : l;
        x += part * cos(angle[i]);
        z -= part * sin(angle[i]);
    }
    chain_print(x, z, seconds);
    IDAFree(&ida);
    SUNLinSolFree(solver);
    SUNMatDestroy(matrix);
    N_VDestroy(y);
    N_VDestroy(yp);
    SUNContext_Free(&context);
    return status < 0;
}
