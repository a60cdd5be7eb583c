/* linear_test.c - the contract of linear solvers, for every row of linear_solvers.def: solve, report singular columns,
 * choose new pivots, restart with the same bits. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include "linalg/linear_solver.h"
#include "unit/linalg/systems.h"
#include <string.h>

static const linear_options plain = {0};

/* Orthogonal factors keep the error of a row below that of the largest one only. */
static double tolerance(const linear_backend *type) { return !strcmp(type->keyword, "qr") ? 1e-6 : 1e-8; }

/* Factors and solves with a known solution; returns max |x - known| / max |known|. */
static double forward_error(linear *solver, const csc *matrix)
{
    const size_t n = (size_t)matrix->n;
    double *known = malloc((n + 1) * sizeof *known), *x = malloc((n + 1) * sizeof *x);
    for (int i = 0; i < matrix->n; i++)
        known[i] = cos(i) + 1.5;
    csc_multiply(matrix, known, x);
    int column = -7;
    assert_int_equal(linear_factor(solver, matrix, &column), LINEAR_OK);
    linear_solve(solver, x);
    double error = 0.0;
    for (int i = 0; i < matrix->n; i++)
        if (!(fabs(x[i] - known[i]) <= error))
            error = fabs(x[i] - known[i]);
    free(known);
    free(x);
    return error;
}

static double backward_error(linear *solver, const csc *matrix)
{
    double *b = malloc(((size_t)matrix->n + 1) * sizeof *b), *x = malloc(((size_t)matrix->n + 1) * sizeof *x);
    for (int i = 0; i < matrix->n; i++)
        x[i] = b[i] = sin(3 * i + 1);
    int column = -7;
    assert_int_equal(linear_factor(solver, matrix, &column), LINEAR_OK);
    linear_solve(solver, x);
    const double error = system_error(matrix, x, b);
    free(b);
    free(x);
    return error;
}

/* What the policy relies on. */
static void rows_are_complete(void **state)
{
    const linear_backend *type = *state;
    assert_true(type->keyword && type->summary && type->analyze && type->destroy && type->factor && type->solve);
    assert_int_equal(strncmp(type->grammar, type->keyword, strlen(type->keyword)), 0);
    assert_true(type->solve_transposed || (type->reductions & REDUCE_SYMMETRY && type->fallbacks));
    assert_false(type->serialize && !type->refactor);
    assert_false(type->has_accurate_pivots && !(type->accuracy > 0.0));
    const linear_backend *last = NULL;
    for (const char *const *word = type->fallbacks; word && *word; word++) {
        last = linear_backend_find(*word);
        assert_non_null(last);
        assert_null(last->fallbacks);
    }
    assert_true(!last || !last->is_available);
}

static void all_are_found(void **state)
{
    (void)state;
    assert_true(linear_backend_count >= 4);
    for (int i = 0; linear_foreign_words[i]; i++)
        assert_null(linear_backend_find(linear_foreign_words[i]));
    for (int i = 0; i < linear_backend_count; i++)
        assert_ptr_equal(linear_backend_find(linear_backends[i]->keyword), linear_backends[i]);
    assert_string_equal(linear_backend_find(" NA ive")->keyword, "naive");
    assert_null(linear_backend_find("naiv"));
    assert_null(linear_backend_find("naivee"));
    assert_null(linear_backend_find(""));
}

static void solve_scattered(void **state)
{
    const linear_backend *type = *state;
    static const int sizes[] = {1, 2, 3, 4, 5, 7, 8, 13, 40, 100, 257};
    static const double densities[] = {0.0, 0.5, 2.0, 6.0};
    for (int s = 0; s < 11; s++)
        for (int d = 0; d < 4; d++)
            for (unsigned seed = 1; seed <= 3; seed++) {
                csc *matrix = system_scattered(sizes[s], densities[d], seed);
                linear *solver = linear_create(type, matrix, &plain);
                const double backward = backward_error(solver, matrix), forward = forward_error(solver, matrix);
                if (!(backward < 1e-9 && forward < 1e-8))
                    fail_msg("%s n %d density %g seed %u: %g %g", type->keyword, sizes[s], densities[d], seed, backward,
                             forward);
                linear_destroy(solver);
                csc_destroy(matrix);
            }
}

static void solve_mechanical(void **state)
{
    const linear_backend *type = *state;
    for (int kind = 0; kind < 10; kind++)
        for (unsigned seed = 1; seed <= 2; seed++) {
            const double c = seed == 1 ? 5e-4 : 1e-9;
            const bool zeros = kind % 2;
            csc *matrix = kind < 2   ? system_chain(1, c, zeros, seed)
                          : kind < 4 ? system_chain(12, c, zeros, seed)
                          : kind < 6 ? system_pendulums(7, c, zeros, seed)
                          : kind < 8 ? system_cantilever(4, c, zeros, seed)
                                     : system_truss(3, c, zeros, seed);
            linear *solver = linear_create(type, matrix, &plain);
            const double error = backward_error(solver, matrix);
            if (!(error < tolerance(type)))
                fail_msg("%s kind %d seed %u: %g", type->keyword, kind, seed, error);
            linear_destroy(solver);
            csc_destroy(matrix);
        }
}

static void solve_nothing_and_one(void **state)
{
    const linear_backend *type = *state;
    csc *nothing = system_scattered(0, 0.0, 1), *one = system_scattered(1, 0.0, 1);
    int column;
    linear *solver = linear_create(type, nothing, &plain);
    assert_int_equal(linear_factor(solver, nothing, &column), LINEAR_OK);
    linear_solve(solver, NULL);
    linear_destroy(solver);
    solver = linear_create(type, one, &plain);
    one->value[0] = -4.0;
    double b = 8.0;
    assert_int_equal(linear_factor(solver, one, &column), LINEAR_OK);
    linear_solve(solver, &b);
    assert_float_equal(b, -2.0, 1e-15);
    one->value[0] = 0.0;
    assert_int_equal(linear_factor(solver, one, &column), LINEAR_SINGULAR);
    assert_int_equal(column, 0);
    one->value[0] = 1e-300;
    b = 1e-300;
    assert_int_equal(linear_factor(solver, one, &column), LINEAR_OK);
    linear_solve(solver, &b);
    assert_float_equal(b, 1.0, 1e-15);
    linear_destroy(solver);
    csc_destroy(nothing);
    csc_destroy(one);
}

/* A tree of block-triangular pieces, rows and columns permuted at random. */
static csc *permuted_blocks(int blocks, int size, uint64_t seed)
{
    const int n = blocks * size;
    system_list list = {.n = n, .seed = seed};
    int *row = malloc((size_t)n * sizeof *row), *column = malloc((size_t)n * sizeof *column);
    for (int i = 0; i < n; i++)
        row[i] = column[i] = i;
    for (int i = n - 1; i > 0; i--) {
        const int j = (int)((system_random(&list) + 1.0) * 0.5 * (i + 1)),
                  k = (int)((system_random(&list) + 1.0) * 0.5 * (i + 1));
        const int r = row[i], c = column[i];
        row[i] = row[j], row[j] = r;
        column[i] = column[k], column[k] = c;
    }
    for (int b = 0; b < blocks; b++)
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++)
                system_add(&list, row[b * size + i], column[b * size + j],
                           system_random(&list) + (i == j ? size : 0.0));
            if (b > 0)
                system_add(&list, row[(b - 1) / 2 * size + i], column[b * size + (i + 1) % size],
                           3.0 * system_random(&list));
        }
    free(row);
    free(column);
    return system_finish(&list, true);
}

static void solve_permuted_blocks(void **state)
{
    const linear_backend *type = *state;
    for (int size = 1; size <= 7; size++) {
        csc *matrix = permuted_blocks(25, size, (uint64_t)size);
        linear *solver = linear_create(type, matrix, &plain);
        assert_true(backward_error(solver, matrix) < 1e-11);
        assert_true(forward_error(solver, matrix) < 1e-8);
        linear_destroy(solver);
        csc_destroy(matrix);
    }
}

static int singular_column(const linear_backend *type, const csc *matrix)
{
    linear *solver = linear_create(type, matrix, &plain);
    int column = -7;
    if (linear_factor(solver, matrix, &column) != LINEAR_SINGULAR)
        fail_msg("%s: singular matrix of %d not seen", type->keyword, matrix->n);
    linear_destroy(solver);
    return column;
}

/* An empty column, an empty row, zero values. */
static void report_missing_entries(void **state)
{
    const linear_backend *type = *state;
    csc *full = system_scattered(30, 3.0, 5);
    for (int lost = 0; lost < 30; lost += 7) {
        system_list list = {.n = 30};
        for (int j = 0; j < 30; j++)
            for (int e = full->start[j]; j != lost && e < full->start[j + 1]; e++)
                system_add(&list, full->row[e], j, full->value[e]);
        csc *matrix = system_finish(&list, true);
        assert_int_equal(singular_column(type, matrix), lost);
        csc_destroy(matrix);
        csc *zeroed = system_scattered(30, 3.0, 5);
        for (int e = zeroed->start[lost]; e < zeroed->start[lost + 1]; e++)
            zeroed->value[e] = 0.0;
        assert_int_equal(singular_column(type, zeroed), lost);
        csc_destroy(zeroed);
        csc *row = system_scattered(30, 3.0, 5);
        for (int e = 0; e < csc_entries(row); e++)
            row->value[e] *= row->row[e] != lost;
        const int column = singular_column(type, row);
        assert_true(column >= 0 && column < 30);
        csc_destroy(row);
    }
    csc_destroy(full);
}

/* KLU and MUMPS, also as a fallback, may take rounding errors for pivots. */
static bool divides_by_rounding_errors(const linear_backend *type)
{
    const char *word = type->fallbacks ? type->fallbacks[0] : type->keyword;
    return !strcmp(word, "klu") || !strcmp(word, "mumps");
}

/* Column 17 = 1.7 column 4: the column reported must be one of the two. */
static void report_dependent_columns(void **state)
{
    const linear_backend *type = *state;
    if (divides_by_rounding_errors(type))
        skip();
    for (unsigned seed = 1; seed <= 20; seed++) {
        csc *full = system_scattered(40, 4.0, seed);
        system_list list = {.n = 40};
        for (int j = 0; j < 40; j++) {
            const int from = j == 17 ? 4 : j;
            for (int e = full->start[from]; e < full->start[from + 1]; e++)
                system_add(&list, full->row[e], j, full->value[e] * (j == 17 ? 1.7 : 1.0));
        }
        csc *matrix = system_finish(&list, true);
        const int column = singular_column(type, matrix);
        if (column != 4 && column != 17)
            fail_msg("%s seed %u: column %d", type->keyword, seed, column);
        csc_destroy(matrix);
        csc_destroy(full);
    }
}

/* The same joint twice: the multipliers are not determined. */
static void report_redundant_constraints(void **state)
{
    const linear_backend *type = *state;
    const int links = 5;
    csc *chain = system_chain(links, 5e-4, false, 3);
    const int n = chain->n, joint = 12 * links + 3 * 2;
    system_list list = {.n = n + 3};
    for (int j = 0; j < n; j++)
        for (int e = chain->start[j]; e < chain->start[j + 1]; e++) {
            const int i = chain->row[e];
            const bool in_row = i >= joint && i < joint + 3, in_column = j >= joint && j < joint + 3;
            system_add(&list, i, j, chain->value[e]);
            if (in_row)
                system_add(&list, n + i - joint, j, chain->value[e]);
            if (in_column)
                system_add(&list, i, n + j - joint, chain->value[e]);
        }
    csc *matrix = system_finish(&list, true);
    const int column = singular_column(type, matrix);
    assert_true((column >= joint && column < joint + 3) || (column >= n && column < n + 3));
    csc_destroy(matrix);
    csc_destroy(chain);
}

static void report_not_finite(void **state)
{
    const linear_backend *type = *state;
    csc *matrix = system_chain(3, 5e-4, true, 1);
    linear *solver = linear_create(type, matrix, &plain);
    int column;
    for (int e = 0; e < csc_entries(matrix); e += 13) {
        const double saved = matrix->value[e];
        matrix->value[e] = e % 2 ? (double)NAN : (double)INFINITY;
        assert_int_equal(linear_factor(solver, matrix, &column), LINEAR_NOT_FINITE);
        matrix->value[e] = saved;
    }
    assert_true(backward_error(solver, matrix) < tolerance(type));
    linear_destroy(solver);
    csc_destroy(matrix);
}

/* One solver for many values of the same pattern. */
static void follow_values(void **state)
{
    const linear_backend *type = *state;
    csc *a = system_chain(9, 5e-4, true, 1);
    linear *solver = linear_create(type, a, &plain);
    for (unsigned seed = 1; seed <= 30; seed++) {
        csc *b = system_chain(9, seed % 3 ? 5e-4 : 1e-8, true, seed);
        for (int e = 0; e < csc_entries(b); e++)
            b->value[e] *= 1.0 + 0.2 * sin(e * 1.7 + seed);
        assert_true(backward_error(solver, b) < tolerance(type));
        csc_destroy(b);
    }
    linear_destroy(solver);
    csc_destroy(a);
}

/* Diagonal entries that were pivots vanish, one after the other, exactly or nearly; the system stays
 * well-conditioned. */
static void replace_vanished_pivots(void **state)
{
    const linear_backend *type = *state;
    enum { N = 24 };
    for (int kind = 0; kind < 4; kind++) {
        const double left = kind == 0 ? 0.0 : kind == 1 ? 1e-18 : kind == 2 ? 1e-9 : -1e-5;
        system_list list = {.n = N, .seed = 11};
        for (int i = 0; i < N; i++) {
            system_add(&list, i, i, 4.0);
            system_add(&list, i, i ^ 1, 1.0 + 0.1 * system_random(&list));
            system_add(&list, i, (i + 5) % N, 0.2 * system_random(&list));
        }
        csc *matrix = system_finish(&list, true);
        linear *solver = linear_create(type, matrix, &plain);
        assert_true(forward_error(solver, matrix) < 1e-12);
        for (int i = 0; i < N; i++) {
            for (int e = matrix->start[i]; e < matrix->start[i + 1]; e++)
                if (matrix->row[e] == i)
                    matrix->value[e] = left;
            const double error = forward_error(solver, matrix);
            if (!(error < 1e-9))
                fail_msg("%s kind %d step %d: %g", type->keyword, kind, i, error);
        }
        linear_destroy(solver);
        csc_destroy(matrix);
    }
}

/* Singular once, regular again. */
static void recover_from_singular(void **state)
{
    const linear_backend *type = *state;
    csc *matrix = system_chain(4, 5e-4, true, 2), *saved = system_chain(4, 5e-4, true, 2);
    linear *solver = linear_create(type, matrix, &plain);
    assert_true(backward_error(solver, matrix) < 1e-11);
    int column;
    for (int e = matrix->start[20]; e < matrix->start[21]; e++)
        matrix->value[e] = 0.0;
    assert_int_equal(linear_factor(solver, matrix, &column), LINEAR_SINGULAR);
    assert_int_equal(column, 20);
    memcpy(matrix->value, saved->value, (size_t)csc_entries(matrix) * sizeof(double));
    assert_true(backward_error(solver, matrix) < 1e-11);
    linear_destroy(solver);
    csc_destroy(matrix);
    csc_destroy(saved);
}

static void solve_transposed(void **state)
{
    const linear_backend *type = *state;
    for (int kind = 0; kind < 6; kind++) {
        csc *matrix = kind == 0   ? system_chain(11, 5e-4, true, 4)
                      : kind == 1 ? system_cantilever(5, 5e-4, false, 4)
                      : kind == 2 ? system_truss(3, 5e-4, true, 4)
                      : kind == 3 ? system_pendulums(6, 5e-4, true, 4)
                      : kind == 4 ? system_scattered(90, 3.0, 4)
                                  : permuted_blocks(20, 3, 4);
        linear *solver = linear_create(type, matrix, &plain);
        double *x = malloc((size_t)matrix->n * sizeof *x), *b = malloc((size_t)matrix->n * sizeof *b);
        int column;
        assert_int_equal(linear_factor(solver, matrix, &column), LINEAR_OK);
        for (int i = 0; i < matrix->n; i++)
            b[i] = x[i] = sin(i + 1);
        linear_solve_transposed(solver, x);
        double *back = malloc((size_t)matrix->n * sizeof *back), size = 0.0, error = 0.0;
        csc_multiply_transposed(matrix, x, back);
        for (int e = 0; e < csc_entries(matrix); e++)
            size = fmax(size, fabs(matrix->value[e] * x[matrix->row[e]]));
        for (int i = 0; i < matrix->n; i++)
            error = fmax(error, fabs(back[i] - b[i]));
        assert_true(error <= 1e-10 * fmax(size, 1.0));
        linear_destroy(solver);
        free(x);
        free(b);
        free(back);
        csc_destroy(matrix);
    }
}

/* diag(1, 10, ... 1e6) with one entry off the diagonal: |A| = 1e6 + 3, |A^-1| = 1 up to 3e-6. */
static void estimate_condition(void **state)
{
    const linear_backend *type = *state;
    system_list list = {.n = 7};
    for (int i = 0; i < 7; i++)
        system_add(&list, i, i, pow(10.0, i));
    system_add(&list, 2, 6, 3.0);
    csc *matrix = system_finish(&list, true);
    linear *solver = linear_create(type, matrix, &plain);
    int column;
    assert_int_equal(linear_factor(solver, matrix, &column), LINEAR_OK);
    const double condition = linear_condition(solver);
    assert_true(condition >= 1.0 && condition <= 2e6);
    assert_float_equal(linear_condition_exact(solver), 1000003.0, 1e-3);
    if (!strcmp(type->keyword, "naive"))
        assert_float_equal(condition, 1000003.0, 10.0);
    linear_destroy(solver);
    csc_destroy(matrix);
}

/* A block of m x m x m nodes with three unknowns each, coupled with their neighbours as in a mesh of hexahedra. */
static csc *mesh(int m)
{
    system_list list = {.n = 3 * m * m * m};
    for (int i = 0; i < list.n / 3; i++)
        for (int k = 0; k < 27; k++) {
            const int x = i % m + k % 3 - 1, y = i / m % m + k / 3 % 3 - 1, z = i / (m * m) + k / 9 - 1;
            if (x < 0 || y < 0 || z < 0 || x >= m || y >= m || z >= m)
                continue;
            for (int e = 0; e < 9; e++)
                system_add(&list, 3 * i + e % 3, 3 * (x + m * (y + m * z)) + e / 3, k == 13 ? e % 4 ? 1 : 90 : -1);
        }
    return system_finish(&list, true);
}

static void check_default(csc *matrix, const char *keyword)
{
    assert_string_equal(linear_default_backend(matrix)->keyword, keyword);
    csc_destroy(matrix);
}

/* The size of the fronts decides, not that of the model. */
static void meshes_are_dissected(void **state)
{
    (void)state;
    check_default(mesh(3), "naive");
    check_default(mesh(7), "dissection");
    check_default(mesh(12), "dissection");
    check_default(system_truss(4, 1e-3, true, 1), "naive");
    check_default(system_truss(10, 1e-3, true, 1), "dissection");
    check_default(system_chain(20000, 1e-3, true, 1), "naive");
    check_default(system_cantilever(4000, 1e-3, true, 1), "naive");
}

/* Other values, of the same sizes but for some that shrink. */
static void change_values(csc *matrix, unsigned seed)
{
    for (int k = 0; k < csc_entries(matrix); k++)
        matrix->value[k] *= 1 + 0.7 * sin(seed + 1.7 * k);
}

static void fill(double *b, int n)
{
    for (int i = 0; i < n; i++)
        b[i] = sin(3 * i + 1);
}

/* Solutions after a restart are those of the solver that was kept, with the matrix at hand and with the next one. */
static void check_kept(const linear_backend *type, const linear_options *options, csc *matrix)
{
    double one[257], other[257];
    int column;
    size_t n_bytes;
    linear *l = linear_create(type, matrix, options), *m = linear_create(type, matrix, options);
    for (unsigned k = 0; k < 3; k++) {
        assert_int_equal(linear_factor(l, matrix, &column), LINEAR_OK);
        change_values(matrix, k);
    }
    archive *save = archive_create();
    archive_begin(save, "solver");
    assert_true(linear_serialize(save, l));
    archive_end(save);
    const void *bytes = archive_bytes(save, &n_bytes);
    archive *load = archive_open_bytes(bytes, n_bytes);
    archive_begin(load, "solver");
    assert_true(linear_serialize(load, m));
    archive_end(load);
    assert_null(archive_failed(load));
    for (int k = 0; k < 2; k++) {
        fill(one, matrix->n);
        fill(other, matrix->n);
        linear_solve(l, one);
        linear_solve(m, other);
        assert_memory_equal(one, other, (size_t)matrix->n * sizeof *one);
        assert_int_equal(linear_factor(l, matrix, &column), LINEAR_OK);
        assert_int_equal(linear_factor(m, matrix, &column), LINEAR_OK);
    }
    archive_destroy(load);
    archive_destroy(save);
    linear_destroy(l);
    linear_destroy(m);
}

static void keep_to_the_last_bit(void **state)
{
    const linear_backend *type = *state;
    const linear_options options[] = {{.is_restartable = true},
                                      {.is_restartable = true,
                                       .scale = SCALE_ROW_MAX,
                                       .when = SCALE_ONCE,
                                       .refine_iterations = 2,
                                       .refine_tolerance = 1e-15}};
    static const int sizes[] = {1, 5, 40, 257};
    for (int k = 0; k < 2; k++)
        for (int s = 0; s < 4; s++) {
            csc *matrix = system_scattered(sizes[s], 2.0, 5);
            check_kept(type, &options[k], matrix);
            csc_destroy(matrix);
        }
}

/* What another solver, or one with other options, has kept is of no use. */
static void keep_nothing_of_another(void **state)
{
    const linear_backend *type = *state;
    const linear_backend *const types[] = {linear_backend_find("naive"), linear_backend_find("klu")};
    const linear_options saved = {.is_restartable = true},
                         scaled = {.is_restartable = true, .scale = SCALE_ROW_MAX, .when = SCALE_ALWAYS};
    csc *matrix = system_scattered(40, 2.0, 5);
    linear *solver = linear_create(type, matrix, &saved);
    linear *const others[] = {linear_create(types[types[0] == type], matrix, &saved),
                              linear_create(type, matrix, &scaled)};
    int column;
    size_t n_bytes;
    linear_factor(solver, matrix, &column);
    archive *save = archive_create();
    archive_begin(save, "solver");
    linear_serialize(save, solver);
    archive_end(save);
    const void *bytes = archive_bytes(save, &n_bytes);
    for (int k = 0; k < 2; k++) {
        archive *load = archive_open_bytes(bytes, n_bytes);
        archive_begin(load, "solver");
        assert_false(linear_serialize(load, others[k]));
        archive_end(load);
        assert_null(archive_failed(load));
        assert_true(backward_error(others[k], matrix) < 1e-9);
        archive_destroy(load);
        linear_destroy(others[k]);
    }
    archive_destroy(save);
    linear_destroy(solver);
    csc_destroy(matrix);
}

/* What was kept before the first matrix leaves no pivots of later ones. */
static void keep_nothing(void **state)
{
    const linear_backend *type = *state;
    const linear_options options = {.is_restartable = true, .scale = SCALE_ROW_MAX, .when = SCALE_ONCE};
    csc *a = system_scattered(40, 2.0, 5), *b = system_scattered(40, 2.0, 5);
    double one[40], other[40];
    int column;
    size_t n_bytes;
    for (unsigned k = 0; k < 3; k++)
        change_values(b, k);
    linear *solver = linear_create(type, a, &options), *fresh = linear_create(type, a, &options);
    archive *save = archive_create();
    archive_begin(save, "solver");
    assert_false(linear_serialize(save, solver));
    archive_end(save);
    const linear_counters before = linear_counters_now(solver);
    linear_factor(solver, b, &column);
    const void *bytes = archive_bytes(save, &n_bytes);
    archive *load = archive_open_bytes(bytes, n_bytes);
    archive_begin(load, "solver");
    assert_false(linear_serialize(load, solver));
    archive_end(load);
    assert_null(archive_failed(load));
    assert_true(linear_counters_now(solver).plans != before.plans);
    assert_int_equal(linear_factor(solver, a, &column), LINEAR_OK);
    assert_int_equal(linear_factor(fresh, a, &column), LINEAR_OK);
    fill(one, a->n);
    fill(other, a->n);
    linear_solve(solver, one);
    linear_solve(fresh, other);
    assert_memory_equal(one, other, (size_t)a->n * sizeof *one);
    archive_destroy(load);
    archive_destroy(save);
    linear_destroy(solver);
    linear_destroy(fresh);
    csc_destroy(a);
    csc_destroy(b);
}

/* --- symmetric meshes: reductions, fallback ----------------------------------------------------------------------- */

/* Scales rows and columns alike, or rows alone: then it is symmetric no more. */
static void scale_matrix(csc *matrix, unsigned seed, bool is_symmetric)
{
    for (int j = 0; j < matrix->n; j++)
        for (int e = matrix->start[j]; e < matrix->start[j + 1]; e++) {
            const int i = matrix->row[e];
            matrix->value[e] *= (1 + 0.3 * sin(seed + 1.3 * i)) * (is_symmetric ? 1 + 0.3 * sin(seed + 1.3 * j) : 1);
        }
}

static void serialize_into(archive *ar, linear *solver, bool expected)
{
    archive_begin(ar, "solver");
    assert_int_equal(linear_serialize(ar, solver), expected);
    archive_end(ar);
    assert_null(archive_failed(ar));
}

static void compare_solutions(linear *l, linear *m, int n)
{
    double one[257], other[257];
    fill(one, n);
    fill(other, n);
    linear_solve(l, one);
    linear_solve(m, other);
    assert_memory_equal(one, other, (size_t)n * sizeof *one);
}

/* A solver that was saved with a symmetric matrix, and has lost the symmetry since, is restored with it; another one,
 * saved after that, without it. */
static void meshes_restart(void **state)
{
    const linear_backend *type = *state;
    const linear_options options = {.is_restartable = true};
    csc *matrix = mesh(4);
    int column;
    for (int n_unsymmetric = 0; n_unsymmetric < 2; n_unsymmetric++) {
        linear *l = linear_create(type, matrix, &options), *m = linear_create(type, matrix, &options);
        for (unsigned k = 0; k < 3; k++) {
            scale_matrix(matrix, k, k < 2 || n_unsymmetric == 0);
            assert_int_equal(linear_factor(l, matrix, &column), LINEAR_OK);
            assert_int_equal(linear_factor(m, matrix, &column), LINEAR_OK);
        }
        archive *save = archive_create();
        serialize_into(save, l, true);
        scale_matrix(matrix, 7, false);
        assert_int_equal(linear_factor(m, matrix, &column), LINEAR_OK);
        size_t n_bytes;
        const void *bytes = archive_bytes(save, &n_bytes);
        archive *load = archive_open_bytes(bytes, n_bytes);
        serialize_into(load, m, true);
        compare_solutions(l, m, matrix->n);
        scale_matrix(matrix, 9, n_unsymmetric == 0);
        assert_int_equal(linear_factor(l, matrix, &column), LINEAR_OK);
        assert_int_equal(linear_factor(m, matrix, &column), LINEAR_OK);
        compare_solutions(l, m, matrix->n);
        archive_destroy(load);
        archive_destroy(save);
        linear_destroy(l);
        linear_destroy(m);
    }
    csc_destroy(matrix);
}

/* The deck's solver stays the wanted one: what it cannot factor another one solves as well. */
static void unsymmetric_meshes_are_solved(void **state)
{
    const linear_backend *type = *state;
    csc *matrix = mesh(4);
    linear *solver = linear_create(type, matrix, &plain);
    assert_true(backward_error(solver, matrix) < 1e-9);
    scale_matrix(matrix, 3, false);
    assert_true(backward_error(solver, matrix) < 1e-9);
    linear_destroy(solver);
    csc_destroy(matrix);
}

static const struct CMUnitTest CONTRACT[] = {
    cmocka_unit_test(rows_are_complete),
    cmocka_unit_test(solve_scattered),
    cmocka_unit_test(solve_mechanical),
    cmocka_unit_test(solve_nothing_and_one),
    cmocka_unit_test(solve_permuted_blocks),
    cmocka_unit_test(report_missing_entries),
    cmocka_unit_test(report_dependent_columns),
    cmocka_unit_test(report_redundant_constraints),
    cmocka_unit_test(report_not_finite),
    cmocka_unit_test(follow_values),
    cmocka_unit_test(replace_vanished_pivots),
    cmocka_unit_test(recover_from_singular),
    cmocka_unit_test(solve_transposed),
    cmocka_unit_test(estimate_condition),
    cmocka_unit_test(keep_to_the_last_bit),
    cmocka_unit_test(keep_nothing_of_another),
    cmocka_unit_test(keep_nothing),
    cmocka_unit_test(meshes_restart),
    cmocka_unit_test(unsymmetric_meshes_are_solved),
};
enum { N_CONTRACT = sizeof CONTRACT / sizeof *CONTRACT };

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_are_found),
        cmocka_unit_test(meshes_are_dissected),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    for (int i = 0; i < linear_backend_count; i++) {
        struct CMUnitTest contract[N_CONTRACT];
        memcpy(contract, CONTRACT, sizeof contract);
        for (int k = 0; k < N_CONTRACT; k++)
            contract[k].initial_state = (void *)(uintptr_t)linear_backends[i];
        failed += cmocka_run_group_tests_name(linear_backends[i]->keyword, contract, NULL, NULL);
    }
    return failed;
}
