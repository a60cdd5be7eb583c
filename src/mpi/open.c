/* open.c - libtorsor-mpi.so: the functions of base/ranks.h by MPI, and MUMPS that knows MPI.
 *
 * The only part of Torsor that is linked with MPI. An error of MPI ends all processes, as its default is. The statuses
 * at the end travel on a communicator of their own, because ranks that failed alone leave the others in any other
 * call. */
#include "base/ranks.h"
#include <dmumps_c.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define MPI_PUBLIC __attribute__((visibility("default")))

static MPI_Comm world, last;
static char machine[MPI_MAX_PROCESSOR_NAME];
enum { CHUNK = 1 << 30, TAG = 1 };

static void mpi_broadcast(void *data, size_t bytes, int from)
{
    for (size_t at = 0; at < bytes; at += CHUNK)
        MPI_Bcast((char *)data + at, (int)(bytes - at < CHUNK ? bytes - at : CHUNK), MPI_BYTE, from, world);
}

static void mpi_collect(const void *mine, size_t bytes, void *all)
{
    MPI_Allgather(mine, (int)bytes, MPI_BYTE, all, (int)bytes, MPI_BYTE, world);
}

static void mpi_collect_reals(const double *mine, double *all, const int *counts, const int *starts)
{
    int rank;
    MPI_Comm_rank(world, &rank);
    MPI_Allgatherv(mine, counts[rank], MPI_DOUBLE, all, counts, starts, MPI_DOUBLE, world);
}

static void mpi_exchange(const rank_list *to, const double *sent, const rank_list *from, double *received)
{
    const int n = from->n + to->n;
    MPI_Request *requests = malloc(((size_t)n + 1) * sizeof(MPI_Request));
    if (!requests)
        MPI_Abort(world, 3);
    for (int k = 0; k < from->n; k++)
        MPI_Irecv(received + from->start[k], from->start[k + 1] - from->start[k], MPI_DOUBLE, from->rank[k], TAG, world,
                  &requests[k]);
    for (int k = 0; k < to->n; k++)
        MPI_Isend(sent + to->start[k], to->start[k + 1] - to->start[k], MPI_DOUBLE, to->rank[k], TAG, world,
                  &requests[from->n + k]);
    MPI_Waitall(n, requests, MPI_STATUSES_IGNORE);
    free(requests);
}

static void mpi_mumps(void *structure) { dmumps_c(structure); }

static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* A rank that has ended well waits as long as the others take. A collective call cannot be cancelled: if it does not
 * end in time, the caller aborts all ranks. */
static bool mpi_end(int status, double seconds, int *all)
{
    MPI_Request request;
    int is_done = 0;
    const double begun = now();
    MPI_Iallgather(&status, 1, MPI_INT, all, 1, MPI_INT, last, &request);
    while (!is_done && now() - begun <= seconds) {
        MPI_Test(&request, &is_done, MPI_STATUS_IGNORE);
        if (!is_done)
            nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    }
    return is_done; /* NOLINT(clang-analyzer-optin.mpi.MPI-Checker) */
}

static void mpi_finish(void) { MPI_Finalize(); }

static void mpi_abort(int status) { MPI_Abort(MPI_COMM_WORLD, status); }

MPI_PUBLIC const ranks *torsor_mpi_open(void);

const ranks *torsor_mpi_open(void)
{
    static ranks opened = {.size = sizeof opened,
                           .processor = machine,
                           .broadcast = mpi_broadcast,
                           .collect = mpi_collect,
                           .collect_reals = mpi_collect_reals,
                           .exchange = mpi_exchange,
                           .mumps = mpi_mumps,
                           .end = mpi_end,
                           .finish = mpi_finish,
                           .abort = mpi_abort};
    int level, length;
    if (MPI_Init_thread(NULL, NULL, MPI_THREAD_FUNNELED, &level) != MPI_SUCCESS)
        return NULL;
    MPI_Comm_dup(MPI_COMM_WORLD, &world);
    MPI_Comm_dup(MPI_COMM_WORLD, &last);
    MPI_Comm_rank(world, &opened.number);
    MPI_Comm_size(world, &opened.count);
    MPI_Get_processor_name(machine, &length);
    opened.communicator = (int)MPI_Comm_c2f(world);
    return &opened;
}
