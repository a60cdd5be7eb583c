/* fem.h - modal data of a structure, as finite element programs hand them over: nodes, mode shapes, reduced matrices,
 * inertia.
 *
 * Mode shapes are stored mode by mode, vector k of node i at [3 * (k * n_nodes + i)]; matrices of the modes row by row.
 * What a file does not have is NULL. */
#pragma once
#include "deck/reader.h"
#include <stdint.h>

enum { FEM_GROUPS = 19 };

/* A stress stiffening matrix, and what multiplies it (record group 19). */
typedef struct {
    /* 1-6: squares and products of the angular velocity, 7-9: angular, 10-12: linear acceleration, then 6 a node. */
    int index;
    const double *K;
} fem_stiffening;

typedef struct {
    int n_nodes, n_modes;
    const char *const *labels; /* n_nodes */
    const double *q, *qp;      /* initial amplitudes and rates */
    const double *x;           /* three a node */
    const double *U, *V;       /* displacements and rotations, three a node, mode by mode */
    const double *M, *K, *C;
    const double *lumped;                 /* n_nodes times mx my mz Jx Jy Jz */
    const double *rigid;                  /* mass, centre of mass (3), inertia about it (9, row by row) */
    const double *I3, *I4, *I8, *I5, *I9; /* three rows each, of n, n, 3 n, n n and 3 n n numbers */
    int n_stiffening;
    const fem_stiffening *stiffening;
} fem;

/* Reads a text file; errors are reported at their place in it, and the card the reader is in fails. False after an
 * error. */
bool fem_read(reader *reader, const char *path, fem *f);
/* The same for a text that is already loaded. */
bool fem_read_text(reader *reader, const source *text, fem *f);

/* What the words `create binary`, `use binary` and `update binary` ask for. */
typedef struct {
    bool create, use, update;
} fem_binary_rules;

/* Reads the text file or its binary copy PATH.bin, whichever the rules say, and keeps the copy up to date. */
bool fem_load(reader *reader, const char *path, fem_binary_rules rules, fem *fem);
/* The binary copy: the program's own format. Both give NULL, or why it failed. */
const char *fem_write_binary(const fem *f, const char *path);
const char *fem_read_binary(arena *memory, const char *path, fem *f);
uint64_t fem_checksum(const char *at, size_t size); /* the last eight bytes of it; n a multiple of eight */
/* A text file with so many digits after the point. NULL, or why it failed. */
const char *fem_write_text(const fem *fem, const char *path, int precision);

int fem_node(const fem *fem, const char *label); /* index, -1: none */
