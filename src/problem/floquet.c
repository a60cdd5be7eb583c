/* floquet.c - stability of a periodic motion: the monodromy matrix from the linear equations along the run.
 *
 *     E(t) x' + K(t) x + Z(t) z = 0        x differential unknowns, z algebraic ones
 *
 * Two steps of the run, of length c each, form one step of the midpoint rule, with the matrices of the state between
 * them:
 *
 *     (E + c K) x1 + Z z = (E - c K) x0    that is, Aplus and Aminus of an eigenanalysis with this c
 *
 * but constraints on positions hold at the end: Phi(t1) x1 = 0. The rule neither damps nor excites, its error is of
 * second order, and multipliers need no damping to be found. Starting from all unit vectors, the columns become the
 * monodromy matrix. Deviations that violate the constraints vanish in the first step and give zero multipliers.
 *
 * Elements that take differences over the step (the air that moves with a section) add B w' + C x', w = x'. The
 * differenced quantities rotate with their nodes, whose deviations rotate with S = w_node x: B (w' - S w) + C (x' - S
 * x). With w1 + w0 = (x1 - x0)/c this adds
 *
 *     (B/c - B S + C - c C S) x1 - (B/c - B S + C + c C S) x0 - 2 B w0
 *
 * and w joins x in the monodromy matrix. Changes of the derivatives with the rotation of a blade, other than by the
 * rotation itself, are neglected. */
#include "problem/floquet.h"
#include "problem/diag_rows.h"
#include "problem/run_internals.h"
#include <math.h>
#include <string.h>

typedef struct {
    run *run;
    const model *model;
    arena *memory;
    equations *equations; /* separate, so that the pivots of the run are not changed */
    int n;
    double c;
    int m;           /* n plus the number of w */
    int *which;      /* of an unknown: the index of its w, -1 if there is none */
    double *columns; /* m x m: present deviations for unit initial deviations */
    double *right;
    bool *is_constraint; /* rows that hold at the end of the step */
} floquet;

/* Finds the rows with neither derivatives nor algebraic unknowns. */
static void find_constraints(floquet *floquet, const eigen_pencil *eigen_pencil)
{
    for (int i = 0; i < floquet->n; i++)
        floquet->is_constraint[i] = true;
    for (int j = 0; j < floquet->n; j++)
        for (int k = eigen_pencil->plus.start[j]; k < eigen_pencil->plus.start[j + 1]; k++) {
            const int row = eigen_pencil->plus.row[k];
            const double P = eigen_pencil->plus.value[k], M = eigen_pencil->minus.value[k];
            if (floquet->model->kind[j] == DOF_ALGEBRAIC ? P != 0.0 : P != (floquet->model->divided[row] ? M : -M))
                floquet->is_constraint[row] = false;
        }
}

/* Contributions of differences over the step to the factors of x1, x0 and w0, with the pattern of the model. NULL if
 * there are none. */
typedef struct {
    double *x1, *x0, *w0;
} differences;

static int entry_of(const csc *matrix, int row, int column)
{
    int k = matrix->start[column];
    while (k < matrix->start[column + 1] && matrix->row[k] != row)
        k++;
    return k < matrix->start[column + 1] ? k : -1;
}

/* -B S - + c C S for the three unknowns from `first`, which rotate with w. */
static void rotate_three(const csc *matrix, const double *B, const double *C, double c, int first, vec3 w,
                         differences *differences)
{
    const double S[3][3] = {{0, -w.z, w.y}, {w.z, 0, -w.x}, {-w.y, w.x, 0}};
    for (int a = 0; a < 3; a++)
        for (int k = matrix->start[first + a]; k < matrix->start[first + a + 1]; k++)
            for (int b = 0; b < 3; b++) {
                const int to =
                    S[a][b] != 0.0 && (B[k] != 0.0 || C[k] != 0.0) ? entry_of(matrix, matrix->row[k], first + b) : -1;
                if (to < 0)
                    continue;
                differences->x1[to] -= (B[k] + c * C[k]) * S[a][b];
                differences->x0[to] -= (B[k] - c * C[k]) * S[a][b];
            }
}

static differences differences_of(const floquet *floquet, const eigen_pencil *eigen_pencil, arena *memory)
{
    const int entries = csc_entries(&eigen_pencil->plus);
    if (!eigen_pencil->by_plus || floquet->m == floquet->n)
        return (differences){NULL, NULL, NULL};
    double *B = ARENA_ARRAY(memory, double, size_product(5, entries)), *C = B + entries;
    differences differences = {.x1 = C + entries, .x0 = C + 2 * entries, .w0 = C + 3 * entries};
    for (int k = 0; k < entries; k++) {
        const double minus = eigen_pencil->by_minus ? eigen_pencil->by_minus[k] : 0.0;
        B[k] = 0.5 * (eigen_pencil->by_plus[k] + minus), C[k] = 0.5 * (eigen_pencil->by_plus[k] - minus) / floquet->c;
        differences.x1[k] = differences.x0[k] = B[k] / floquet->c + C[k];
        differences.w0[k] = 2 * B[k];
    }
    for (int i = 0; i < floquet->model->nodes.n; i++) {
        const node *node = floquet->model->nodes.items[i];
        for (int k = 0; node->pose >= 0 && node->dof >= 0 && node->has_rotation && k < 6; k += 3)
            rotate_three(&eigen_pencil->plus, B, C, floquet->c, node->dof + k,
                         floquet->run->solution->state.poses[node->pose].w, &differences);
    }
    return differences;
}

/* Builds the matrix of the step: that of the middle, with the constraints at the end. */
static void floquet_join(const floquet *floquet, const eigen_pencil *middle, const differences *by,
                         const eigen_pencil *end)
{
    const csc *matrix = &middle->plus;
    for (int k = 0; k < csc_entries(matrix); k++)
        floquet->equations->matrix->value[k] =
            floquet->is_constraint[matrix->row[k]] ? end->plus.value[k] : matrix->value[k] + (by->x1 ? by->x1[k] : 0.0);
}

/* (E - c K) x; a constraint with an algebraic unknown holds in the middle, Phi (x1 + x0)/2 + Z z = 0. */
static void make_right_side(const floquet *floquet, const csc *minus, const differences *by, const double *x)
{
    memset(floquet->right, 0, (size_t)floquet->n * sizeof *floquet->right);
    for (int j = 0; j < floquet->n; j++)
        for (int k = minus->start[j]; floquet->model->kind[j] == DOF_DIFFERENTIAL && k < minus->start[j + 1]; k++) {
            const int row = minus->row[k];
            const double sign = floquet->is_constraint[row] ? 0.0 : floquet->model->divided[row] ? -1.0 : 1.0;
            floquet->right[row] += sign * minus->value[k] * x[j];
            if (by->x0)
                floquet->right[row] +=
                    by->x0[k] * x[j] + (floquet->which[j] >= 0 ? by->w0[k] * x[floquet->which[j]] : 0.0);
        }
}

static bool floquet_factor(const floquet *floquet)
{
    int column = -1;
    if (equations_factor(floquet->equations, &column) == LINEAR_OK)
        return true;
    char words[200] = "";
    if (column >= 0)
        model_describe_unknown(floquet->model, column, words, sizeof words, &(source_location){0, 0, 0});
    diag_report(floquet->run->errors, E_FLOQUET_SINGULAR, floquet->run->problem->location,
                floquet->run->solution->state.t, words);
    return false;
}

static bool propagate(const floquet *floquet, const eigen_pencil *middle, const differences *by,
                      const eigen_pencil *end)
{
    floquet_join(floquet, middle, by, end);
    if (!floquet_factor(floquet))
        return false;
    for (int j = 0; j < floquet->m; j++) {
        double *x = floquet->columns + (size_t)j * (size_t)floquet->m;
        make_right_side(floquet, &middle->minus, by, x);
        equations_apply_inverse(floquet->equations, floquet->right);
        for (int i = 0; i < floquet->n; i++) {
            const double now = floquet->model->kind[i] == DOF_DIFFERENTIAL ? floquet->right[i] : 0.0;
            if (floquet->which[i] >= 0)
                x[floquet->which[i]] = (now - x[i]) / floquet->c - x[floquet->which[i]];
            x[i] = now;
        }
    }
    return true;
}

static bool floquet_step(const floquet *floquet)
{
    return run_advance(floquet->run) != RUN_FAILED &&
           fabs(floquet->run->solution->state.dt - floquet->c) <= 1e-6 * floquet->c;
}

/* Performs two steps of the run. */
static bool floquet_advance(floquet *floquet)
{
    arena *memory = arena_create();
    bool ok = floquet_step(floquet);
    if (ok) {
        const eigen_pencil middle = eigen_linearise(floquet->equations, floquet->run->solution, floquet->c, memory);
        const differences by = differences_of(floquet, &middle, memory);
        find_constraints(floquet, &middle);
        ok = floquet_step(floquet);
        if (ok) {
            const eigen_pencil end = eigen_linearise(floquet->equations, floquet->run->solution, floquet->c, memory);
            ok = propagate(floquet, &middle, &by, &end);
        }
    }
    arena_destroy(memory);
    return ok;
}

/* Finds the unknowns whose derivatives are differenced at present. */
static void find_differenced(floquet *floquet)
{
    arena *internal = arena_create();
    const eigen_pencil eigen_pencil = eigen_linearise(floquet->equations, floquet->run->solution, floquet->c, internal);
    floquet->m = floquet->n;
    for (int j = 0; j < floquet->n; j++) {
        floquet->which[j] = -1;
        for (int k = eigen_pencil.plus.start[j];
             eigen_pencil.by_plus && k < eigen_pencil.plus.start[j + 1] && floquet->which[j] < 0; k++)
            if (eigen_pencil.by_plus[k] != 0.0 && floquet->model->kind[j] == DOF_DIFFERENTIAL)
                floquet->which[j] = floquet->m++;
    }
    arena_destroy(internal);
}

static floquet *floquet_create(run *run, double c)
{
    arena *memory = arena_create();
    floquet *f = ARENA_NEW(memory, floquet);
    const int n = run->solution->n;
    *f = (floquet){.run = run,
                   .model = run->model,
                   .memory = memory,
                   .equations = equations_create(run->model, memory),
                   .n = n,
                   .c = c,
                   .which = ARENA_ARRAY(memory, int, n + 1),
                   .right = ARENA_ARRAY(memory, double, n + 1),
                   .is_constraint = ARENA_ARRAY(memory, bool, n + 1)};
    find_differenced(f);
    const size_t m = (size_t)f->m;
    f->columns = ARENA_ARRAY(memory, double, m *m + 1);
    for (size_t i = 0; i < m; i++)
        f->columns[i * m + i] = i >= (size_t)n || run->model->kind[i] == DOF_DIFFERENTIAL;
    return f;
}

static void destroy(floquet *floquet)
{
    equations_destroy(floquet->equations);
    arena_destroy(floquet->memory);
}

static bool decompose(const floquet *floquet, eigen_values *found)
{
    const eigen_status status = eigen_standard(floquet->columns, floquet->m, found);
    if (status != EIGEN_OK)
        diag_report(floquet->run->errors, status == EIGEN_NO_LIBRARY ? E_EIGEN_LIBRARY : E_EIGEN_FAILED,
                    floquet->run->problem->location, "LAPACK");
    return status == EIGEN_OK;
}

static bool floquet_refuse(const run *run, double period, double dt)
{
    diag_report(run->errors, E_FLOQUET_STEPS, run->problem->location, period, period / dt, dt);
    return false;
}

bool floquet_multipliers(run *run, double period, eigen_values *found)
{
    const double dt = run->solution->state.dt > 0.0 ? run->solution->state.dt : run->problem->dt, steps = period / dt;
    const long n = lround(steps);
    *found = (eigen_values){0};
    if (n < 2 || n % 2 || fabs(steps - (double)n) > 1e-4 * (double)n)
        return floquet_refuse(run, period, dt);
    floquet *floquet = floquet_create(run, dt);
    bool ok = equations_choose_solver(floquet->equations, run->problem->linear, &run->problem->linear_options);
    for (long k = 0; k < n && ok; k += 2)
        ok = floquet_advance(floquet);
    const bool is_uneven = !ok && fabs(run->solution->state.dt - dt) > 1e-6 * dt;
    ok = ok && decompose(floquet, found);
    destroy(floquet);
    return is_uneven ? floquet_refuse(run, period, run->solution->state.dt) : ok;
}
