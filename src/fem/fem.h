/* fem.h - modal data of a structure from finite element programs: nodes, mode shapes, reduced matrices, inertia.
 *
 * Mode shapes are stored by mode, vector k of node i at [3 * (k * n_nodes + i)]; matrices of the modes by rows. Data
 * that a file does not contain are NULL. */
#pragma once
#include "deck/reader.h"
#include <stdint.h>

enum { FEM_GROUPS = 19 };

/* A stress stiffening matrix, and its factor (record group 19). */
typedef struct {
    /* 1-6: squares and products of the angular velocity, 7-9: angular, 10-12: linear acceleration, then 6 per node. */
    int index;
    const double *K;
} fem_stiffening;

typedef struct {
    int n_nodes, n_modes;
    const char *const *labels; /* n_nodes */
    const double *q, *qp;      /* initial amplitudes and rates */
    const double *x;           /* three for each node */
    const double *U, *V;       /* displacements and rotations, three for each node, by mode */
    const double *M, *K, *C;
    const double *lumped;                 /* n_nodes times mx my mz Jx Jy Jz */
    const double *rigid;                  /* mass, centre of mass (3), inertia about it (9, by rows) */
    const double *I3, *I4, *I8, *I5, *I9; /* three rows each, of n, n, 3 n, n n and 3 n n numbers */
    int n_stiffening;
    const fem_stiffening *stiffening;
} fem;

/* Reads a text file. Errors are reported at their location in it, and the current card of the reader fails. Returns
 * false after an error. */
bool fem_read(reader *reader, const char *path, fem *f);
/* The same for a text that is already loaded. */
bool fem_read_text(reader *reader, const source *text, fem *f);

/* Meaning of the keywords `create binary`, `use binary` and `update binary`. */
typedef struct {
    bool create, use, update;
} fem_binary_rules;

/* Reads the text file or its binary copy PATH.bin, according to the rules, and updates the copy. */
bool fem_load(reader *reader, const char *path, fem_binary_rules rules, fem *fem);
/* The binary copy, in a private format. Both return NULL, or the reason of the failure. */
const char *fem_write_binary(const fem *f, const char *path);
const char *fem_read_binary(arena *memory, const char *path, fem *f);
uint64_t fem_checksum(const char *at, size_t size); /* its last eight bytes; size is a multiple of eight */
/* Writes a text file with `precision` digits after the point. Returns NULL, or the reason of the failure. */
const char *fem_write_text(const fem *fem, const char *path, int precision);

int fem_node(const fem *fem, const char *label); /* returns its index, -1: none */
