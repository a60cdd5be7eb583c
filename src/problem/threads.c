/* threads.c - how many threads evaluate elements and factor the matrix.
 *
 * `auto` uses as many as there are processors, but no more than the work can keep busy: waking a thread costs some
 * microseconds. */
#include "problem/threads.h"

static const long WORTH_A_THREAD = 50000; /* entries of the elements' Jacobians */

void read_threads(reader *reader, int *assembly, int *solver)
{
    static const char *const WHAT[] = {"assembly", "solver", NULL};
    if (read_keyword(reader, "auto")) {
        *assembly = *solver = THREADS_AUTO;
        return;
    }
    if (read_keyword(reader, "disable")) {
        *assembly = *solver = 1;
        return;
    }
    const int what = read_try_choice(reader, WHAT);
    const int n = read_integer_in(reader, 1, 1024, "number of threads");
    if (what != 1)
        *assembly = n;
    if (what != 0)
        *solver = n;
}

static void threads_settle(int *number, long work)
{
    if (*number != THREADS_AUTO)
        return;
    const long most = work / WORTH_A_THREAD, processors = processor_count();
    *number = (int)(most < processors ? most : processors);
}

thread_pool *threads_start(int *assembly, int *solver, const equations *equations)
{
    const long work = equations_work(equations);
    threads_settle(assembly, work);
    threads_settle(solver, work);
    const int n = *assembly > *solver ? *assembly : *solver;
    return n > 1 ? thread_pool_create(n) : NULL;
}
