/* systems.h - sparse systems of the kinds that multibody models give, for tests and measurements.
 *
 * Unknowns of a body: velocity and angular velocity (6), rates of momentum and momenta moment (6). With c = h b0:
 *     momentum definition     m dv - c dbeta',  J dw - c dgamma'
 *     equilibrium             dbeta' + reactions + c K dx,  dgamma' + v x dbeta + dv x beta + moments
 *     constraints             dv_1 - d_1 x dw_1 - dv_2 + d_2 x dw_2
 *
 * Element blocks are entered whole, zeros included, as an assembly by local matrices does. */
#pragma once
#include "linalg/csc.h"
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct {
    int row, column;
    double value;
} system_entry;

typedef struct {
    int n, n_entries, limit;
    system_entry *entry;
    uint64_t seed;
} system_list;

static inline double system_random(system_list *list) /* in (-1, 1) */
{
    list->seed = list->seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(int64_t)(list->seed >> 11) / 4503599627370496.0 - 1.0;
}

static inline void system_add(system_list *list, int row, int column, double value)
{
    if (list->n_entries == list->limit) {
        list->limit = list->limit < 64 ? 64 : 2 * list->limit;
        list->entry = realloc(list->entry, (size_t)list->limit * sizeof *list->entry);
    }
    list->entry[list->n_entries++] = (system_entry){row, column, value};
}

/* Sums the entries into a matrix; without the zeros when they are not wanted. Frees the list. */
static inline csc *system_finish(system_list *list, bool zeros)
{
    csc_builder *csc_builder = csc_builder_create(list->n);
    for (int k = 0; k < list->n_entries; k++)
        if (zeros || list->entry[k].value != 0.0)
            csc_builder_add(csc_builder, list->entry[k].row, list->entry[k].column);
    int *slot;
    csc *matrix = csc_builder_finish(csc_builder, &slot);
    for (int k = 0, t = 0; k < list->n_entries; k++)
        if (zeros || list->entry[k].value != 0.0)
            matrix->value[slot[t++]] += list->entry[k].value;
    free(slot);
    csc_builder_destroy(csc_builder);
    free(list->entry);
    list->entry = NULL;
    return matrix;
}

static inline void system_block(system_list *list, int row, int column, double scale, const double m[3][3])
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            system_add(list, row + i, column + j, scale * m[i][j]);
}

static inline void system_eye(system_list *list, int row, int column, double scale)
{
    const double eye[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    system_block(list, row, column, scale, eye);
}

static inline void system_cross(system_list *list, int row, int column, double scale, const double d[3])
{
    const double m[3][3] = {{0, -d[2], d[1]}, {d[2], 0, -d[0]}, {-d[1], d[0], 0}};
    system_block(list, row, column, scale, m);
}

static inline void system_vector(system_list *list, double size, double d[3])
{
    for (int i = 0; i < 3; i++)
        d[i] = size * system_random(list);
}

/* A body with full inertia at unknowns at .. at + 11. */
static inline void system_body(system_list *list, int at, double c, double mass, double inertia)
{
    double J[3][3], v[3], beta[3];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j <= i; j++)
            J[i][j] = J[j][i] = i == j ? inertia * (1.5 + system_random(list)) : 0.1 * inertia * system_random(list);
    system_eye(list, at, at, mass);
    system_block(list, at + 3, at + 3, 1.0, (const double(*)[3])J);
    system_eye(list, at, at + 6, -c);
    system_eye(list, at + 3, at + 9, -c);
    system_eye(list, at + 6, at + 6, 1.0);
    system_eye(list, at + 9, at + 9, 1.0);
    system_vector(list, 1.0, v);
    for (int i = 0; i < 3; i++)
        beta[i] = mass * v[i];
    system_cross(list, at + 9, at, -1.0, beta);
    system_cross(list, at + 9, at + 6, c, v);
}

/* A spherical joint at unknowns `at` .. at + 2 on the body at `body`, with a sign. */
static inline void system_hinge(system_list *list, int at, int body, double c, double sign)
{
    double d[3], force[3];
    system_vector(list, 0.05, d);
    system_vector(list, 10.0, force);
    system_eye(list, at, body, sign);
    system_cross(list, at, body + 3, -sign, d);
    system_eye(list, body + 6, at, sign);
    system_cross(list, body + 9, at, sign, d);
    double stiffness[3][3];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            stiffness[i][j] = force[i] * d[j] - (i == j ? force[0] * d[0] + force[1] * d[1] + force[2] * d[2] : 0.0);
    system_block(list, body + 9, body + 3, sign * c, (const double(*)[3])stiffness);
}

/* Rigid links in a row, each with a spherical joint before it: 15 unknowns a link. */
static inline csc *system_chain(int links, double c, bool zeros, uint64_t seed)
{
    system_list list = {.n = 15 * links, .seed = seed};
    for (int i = 0; i < links; i++)
        system_body(&list, 12 * i, c, 0.2, 1e-4);
    for (int i = 0; i < links; i++) {
        const int at = 12 * links + 3 * i;
        if (i > 0)
            system_hinge(&list, at, 12 * (i - 1), c, 1.0);
        system_hinge(&list, at, 12 * i, c, -1.0);
        system_eye(&list, at, at, 0.0);
    }
    return system_finish(&list, zeros);
}

/* Bodies that each turn about an axis fixed in space: 17 unknowns a body, no coupling. */
static inline csc *system_pendulums(int bodies, double c, bool zeros, uint64_t seed)
{
    system_list list = {.n = 17 * bodies, .seed = seed};
    for (int i = 0; i < bodies; i++) {
        const int body = 12 * i, at = 12 * bodies + 5 * i;
        system_body(&list, body, c, 1.0, 0.01);
        system_hinge(&list, at, body, c, 1.0);
        for (int k = 0; k < 2; k++) {
            double e[3];
            system_vector(&list, 1.0, e);
            for (int j = 0; j < 3; j++) {
                system_add(&list, at + 3 + k, body + 3 + j, e[j]);
                system_add(&list, body + 9 + j, at + 3 + k, e[j]);
            }
        }
    }
    return system_finish(&list, zeros);
}

/* c K of an element with n nodes: rows of equilibrium, columns of velocity; K = B' D B with random B. */
static inline void system_stiffness(system_list *list, int n, const int *body, const int *row, double c, double size)
{
    enum { STRAINS = 12, MOST = 18 };
    double B[STRAINS][MOST];
    for (int e = 0; e < STRAINS; e++)
        for (int i = 0; i < 6 * n; i++)
            B[e][i] = system_random(list);
    for (int i = 0; i < 6 * n; i++)
        for (int j = 0; j < 6 * n; j++) {
            double k = 0.0;
            for (int e = 0; e < STRAINS; e++)
                k += B[e][i] * B[e][j] * size * (e % 6 < 3 ? 1.0 : 1e-3);
            system_add(list, row[i / 6] + i % 6, body[j / 6] + j % 6, c * k);
        }
}

/* Three-node beams in a row, a body at each node but the first, which is clamped. */
static inline csc *system_cantilever(int beams, double c, bool zeros, uint64_t seed)
{
    const int nodes = 2 * beams + 1;
    system_list list = {.n = 12 * nodes, .seed = seed};
    for (int k = 0; k < 2; k++) {
        system_eye(&list, 3 * k, 6 + 3 * k, -1.0);
        system_eye(&list, 6 + 3 * k, 3 * k, 1.0);
    }
    for (int i = 1; i < nodes; i++)
        system_body(&list, 12 * i, c, 1.0 / beams, 1e-4 / beams);
    for (int i = 0; i < beams; i++) {
        int body[3], row[3];
        for (int k = 0; k < 3; k++) {
            body[k] = 12 * (2 * i + k);
            row[k] = body[k] + (body[k] == 0 ? 0 : 6);
        }
        system_stiffness(&list, 3, body, row, c, 1e4);
    }
    return system_finish(&list, zeros);
}

static inline void system_rod(system_list *list, const int *column, const int *row, double c, const int *direction)
{
    double e[3], length = 0.0;
    for (int i = 0; i < 3; i++) {
        e[i] = direction[i] + 0.05 * system_random(list);
        length += e[i] * e[i];
    }
    for (int a = 0; a < 2; a++)
        for (int b = 0; b < 2; b++)
            for (int i = 0; i < 3; i++)
                for (int j = 0; j < 3; j++)
                    system_add(list, row[a] + i, column[b] + j, (a == b ? c : -c) * 2e4 * e[i] * e[j] / length);
}

/* Rods along the edges and face diagonals of a side^3 grid of point masses (6 unknowns); the lowest layer is clamped
 * (12). */
static inline csc *system_truss(int side, double c, bool zeros, uint64_t seed)
{
    static const int directions[6][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 1, 0}, {0, 1, 1}, {1, 0, 1}};
    const int layer = side * side, nodes = layer * side;
    system_list list = {.n = 12 * layer + 6 * (nodes - layer), .seed = seed};
#define TRUSS_COLUMN(p) ((p) < layer ? 12 * (p) : 12 * layer + 6 * ((p)-layer))
    for (int p = 0; p < nodes; p++) {
        const int at = TRUSS_COLUMN(p);
        if (p < layer) {
            for (int k = 0; k < 2; k++) {
                system_eye(&list, at + 3 * k, at + 6 + 3 * k, -1.0);
                system_eye(&list, at + 6 + 3 * k, at + 3 * k, 1.0);
            }
        } else {
            system_eye(&list, at, at, 1.5);
            system_eye(&list, at, at + 3, -c);
            system_eye(&list, at + 3, at + 3, 1.0);
        }
        for (int d = 0; d < 6; d++) {
            const int x = p % side + directions[d][0], y = p / side % side + directions[d][1];
            const int z = p / layer + directions[d][2], q = x + side * y + layer * z;
            if (x >= side || y >= side || z >= side)
                continue;
            const int column[2] = {at, TRUSS_COLUMN(q)};
            const int row[2] = {at + (p < layer ? 0 : 3), column[1] + (q < layer ? 0 : 3)};
            system_rod(&list, column, row, c, directions[d]);
        }
    }
#undef TRUSS_COLUMN
    return system_finish(&list, zeros);
}

/* Random places and values; a dominant entry in each row and column, on a random permutation, keeps it regular. */
static inline csc *system_scattered(int n, double per_column, uint64_t seed)
{
    system_list list = {.n = n, .seed = seed};
    int *to = malloc(((size_t)n + 1) * sizeof *to);
    for (int i = 0; i < n; i++) {
        const int k = (int)((system_random(&list) + 1.0) * 0.5 * (i + 1));
        to[i] = to[k];
        to[k] = i;
    }
    for (int i = 0; i < n; i++)
        system_add(&list, to[i], i, 2.0 + system_random(&list));
    const int n_more = (int)(per_column * n);
    for (int k = 0; k < n_more; k++) {
        const int row = (int)((system_random(&list) + 1.0) * 0.5 * n),
                  column = (int)((system_random(&list) + 1.0) * 0.5 * n);
        system_add(&list, row, column, system_random(&list));
    }
    free(to);
    return system_finish(&list, true);
}

/* max_i |b - A x|_i / (|A| |x| + |b|)_i */
static inline double system_error(const csc *matrix, const double *x, const double *b)
{
    double *r = calloc((size_t)matrix->n + 1, sizeof *r), *size = calloc((size_t)matrix->n + 1, sizeof *size);
    for (int i = 0; i < matrix->n; i++) {
        r[i] = b[i];
        size[i] = fabs(b[i]);
    }
    for (int j = 0; j < matrix->n; j++)
        for (int k = matrix->start[j]; k < matrix->start[j + 1]; k++) {
            r[matrix->row[k]] -= matrix->value[k] * x[j];
            size[matrix->row[k]] += fabs(matrix->value[k] * x[j]);
        }
    double error = 0.0;
    for (int i = 0; i < matrix->n; i++)
        if (!(fabs(r[i]) <= error * size[i]))
            error = fabs(r[i]) / size[i];
    free(r);
    free(size);
    return error;
}
