/* ranks.h - the processes of an MPI job that solve one model together, and what they send each other.
 *
 * Each process is a rank: 0, 1, 2 ... All ranks execute the same calls of these functions in the same order. MPI is not
 * a part of the program: libtorsor-mpi.so, which is linked with it and is loaded only if there are several processes,
 * provides the functions. Sums are never formed on the way: who adds numbers of several ranks adds them in the order of
 * the ranks, so that all ranks have the same sum, and a repeated run has it too. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Values for several ranks, or from them: those for rank[k] are start[k] .. start[k + 1] - 1. */
typedef struct {
    int n;
    int *rank;
    int *start;
} rank_list;

typedef struct ranks {
    size_t size;           /* of this structure: that of another version is refused */
    int number, count;     /* this rank, and how many there are */
    int communicator;      /* as Fortran calls it */
    const char *processor; /* for messages: the name of the machine */
    void (*broadcast)(void *data, size_t bytes, int from);
    /* All ranks receive the data of all ranks: `bytes` of each, or counts[r] numbers of rank r from starts[r] on. */
    void (*collect)(const void *mine, size_t bytes, void *all);
    void (*collect_reals)(const double *mine, double *all, const int *counts, const int *starts);
    /* Sends to some ranks and receives from others. */
    void (*exchange)(const rank_list *to, const double *sent, const rank_list *from, double *received);
    void (*mumps)(void *structure); /* dmumps_c of the library that knows MPI */
    /* Tells the status at the end of this process and returns whether all have ended within some seconds; `all` then
     * has the statuses of all ranks. */
    bool (*end)(int status, double seconds, int *all);
    void (*finish)(void);      /* the last call */
    void (*abort)(int status); /* ends all processes */
} ranks;

/* The function of libtorsor-mpi.so. Returns NULL if MPI does not start. */
#define RANKS_ENTRY "torsor_mpi_open"
typedef const ranks *ranks_entry(void);

/* How many processes the environment says that mpirun has started, and which of them this is; 1 and 0 without it. */
int ranks_expected(void);
int ranks_expected_number(void);
/* Loads the library and joins the other ranks. Returns NULL and why not. */
const ranks *ranks_open(const char **why);

/* Returns whether any rank says so; without ranks (NULL), whether this one does. */
bool ranks_any(const ranks *ranks, bool mine);
/* Returns a hash of bytes, which continues that of others; whether all ranks have the same one. */
uint64_t ranks_hash(uint64_t before, const void *bytes, size_t n);
bool ranks_agree(const ranks *ranks, uint64_t hash);
