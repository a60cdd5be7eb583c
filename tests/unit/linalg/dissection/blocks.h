/* blocks.h - matrices of blocks of nodes, for the tests of factors of meshes. */
#pragma once
#include "linalg/linear_solver.h"
#include "../systems.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>

/* Stiffness of a block of m x m x m nodes with three unknowns each: springs to 26 neighbours, one layer held by
 * multipliers, or by one spring; positive, or with one node pulled to where it is not. */
typedef struct {
    int m, n_prescribed; /* unknowns with a multiplier of their own */
    bool is_tied;        /* the last two corners move together, by three multipliers */
    bool is_moved;       /* the multipliers of a node act on all of its unknowns and on those of the node before it */
    double negative, skew;
    double damping; /* differences between mirror images, relative to both */
} block;

static inline void add_spring(system_list *list, int one, int other, const double *u)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            const double k = u[i] * u[j];
            system_add(list, 3 * one + i, 3 * one + j, k);
            system_add(list, 3 * other + i, 3 * other + j, k);
            system_add(list, 3 * one + i, 3 * other + j, -k);
            system_add(list, 3 * other + i, 3 * one + j, -k);
        }
}

static inline csc *block_matrix(const block *block)
{
    const int m = block->m, n_nodes = m * m * m;
    system_list list = {.n = 3 * n_nodes + block->n_prescribed + 3 * block->is_tied, .seed = 1};
    for (int i = 0; i < n_nodes; i++)
        for (int k = 14; k < 27; k++) {
            const int x = i % m + k % 3 - 1, y = i / m % m + k / 3 % 3 - 1, z = i / (m * m) + k / 9 - 1;
            if (x < 0 || y < 0 || x >= m || y >= m || z >= m)
                continue;
            const double u[] = {k % 3 - 1 + 0.1, k / 3 % 3 - 1 + 0.05, k / 9 - 1 + 0.02};
            add_spring(&list, i, x + m * (y + m * z), u);
        }
    for (int i = 0; i < 3 * n_nodes; i++)
        system_add(&list, i, i, i < 9 ? 1.0 : 1e-3);
    system_add(&list, 3 * n_nodes - 1, 3 * n_nodes - 1, -block->negative);
    system_add(&list, 0, 5, block->skew);
    system_add(&list, 5, 0, -block->skew);
    for (int e = 0; e < list.n_entries; e++)
        list.entry[e].value *= 1.0 + block->damping * sin(e);
    for (int k = 0; k < block->n_prescribed; k++) {
        for (int j = k - k % 3; block->is_moved && j < k - k % 3 + 3; j++) {
            system_add(&list, 3 * n_nodes + k, j, cos(k + 2 * j));
            system_add(&list, j, 3 * n_nodes + k, sin(k - j));
            if (j >= 3) {
                system_add(&list, 3 * n_nodes + k, j - 3, 0.3);
                system_add(&list, j - 3, 3 * n_nodes + k, -0.2);
            }
        }
        system_add(&list, 3 * n_nodes + k, k, 2.0);
        system_add(&list, k, 3 * n_nodes + k, -2.0); /* reactions have the other sign */
    }
    for (int k = 0; block->is_tied && k < 3; k++)
        for (int end = 0; end < 2; end++) {
            const int at = 3 * (n_nodes - 1 - end * (m - 1)) + k;
            system_add(&list, 3 * n_nodes + block->n_prescribed + k, at, end ? 1.0 : -1.0);
            system_add(&list, at, 3 * n_nodes + block->n_prescribed + k, end ? 1.0 : -1.0);
        }
    return system_finish(&list, true);
}

static inline void solve_with(const char *keyword, const csc *matrix, const linear_options *options, double *x)
{
    int column;
    linear *solver = linear_create(linear_backend_find(keyword), matrix, options);
    for (int i = 0; i < matrix->n; i++)
        x[i] = cos(i);
    assert_int_equal(linear_factor(solver, matrix, &column), LINEAR_OK);
    linear_solve(solver, x);
    linear_destroy(solver);
}
