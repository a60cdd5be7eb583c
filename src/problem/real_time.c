/* real_time.c - steps synchronized with the clock, by means of POSIX.
 *
 *     real time: [{ RTAI | POSIX },] [mode, period,] time step, NANOSECONDS | mode, IO
 *
 * Step k begins at t_1 + (k - 1) period. After a step that ends late the next one begins at once, and the following
 * steps catch up. Memory is locked, to prevent page faults, and the process gets the lowest real-time priority. Both
 * need privileges that ordinary users seldom have: without them the analysis keeps the pace as well as it can, with a
 * warning unless the deck allows it (`allow nonroot`). */
#include "problem/real_time.h"
#include "problem/diag_rows.h"
#include <errno.h>
#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

enum { LEAST_STACK = 1024, MOST_PROCESSORS = 8 };

static void read_mode(reader *reader, real_time *to)
{
    static const char *const MODES[] = {"period", "semaphore", "IO", NULL};
    static const char *const STEP[] = {"time step", NULL};
    const int mode = read_keyword(reader, "mode") ? read_choice(reader, MODES, "mode") : 0;
    if (mode == 1)
        read_error_last(reader, E_REAL_TIME_MODE);
    to->by_io = mode == 2;
    if (mode == 0 && read_choice(reader, STEP, "period") == 0)
        to->period = 1e-9 * read_positive(reader, "time step in nanoseconds");
}

static void read_log(reader *reader, real_time *to)
{
    to->logs = true;
    if (!read_keyword(reader, "file name"))
        return;
    read_string(reader, "name of the logging process");
    if (read_ok(reader))
        diag_report(reader_diag(reader), W_REAL_TIME_LOG, read_last_location(reader));
}

const char real_time_grammar[] =
    "real time: [{ RTAI | POSIX },] { [mode, period,] time step, NANOSECONDS | mode, IO }\n"
    "    [, reserve stack, BYTES] [, allow nonroot] [, cpu map, BITS] [, output, BOOL]\n"
    "    [, hard real time] [, real time log [, file name, \"COMMAND\"]]";

void read_real_time(reader *reader, real_time *to)
{
    static const char *const BY[] = {"RTAI", "POSIX", NULL};
    reader_set_help(reader, real_time_grammar);
    if (!reader_allows(reader, "real time"))
        return;
    *to = (real_time){.is_set = true, .stack = LEAST_STACK};
    const source_location location = read_place(reader);
    if (read_try_choice(reader, BY) == 0)
        diag_report(reader_diag(reader), W_RTAI, location);
    read_mode(reader, to);
    if (read_keyword(reader, "reserve stack"))
        to->stack = read_integer_in(reader, LEAST_STACK, 1 << 22, "size of the stack");
    to->allows_nonroot = read_keyword(reader, "allow nonroot");
    if (read_keyword(reader, "cpu map"))
        to->cpu_map = read_integer_in(reader, 1, 255, "map of processors");
    if (read_keyword(reader, "output"))
        to->is_silent = !read_bool(reader, "output");
    if (read_keyword(reader, "hard real time"))
        diag_report(reader_diag(reader), W_HARD_REAL_TIME, read_last_location(reader));
    if (read_keyword(reader, "real time log"))
        read_log(reader, to);
}

static void report(const real_time *real_time, diag *errors, source_location location, const char *what)
{
    if (!real_time->allows_nonroot || (errno != EPERM && errno != ENOMEM))
        diag_report(errors, W_REAL_TIME, location, what, strerror(errno));
}

static void set_processors(const real_time *real_time, diag *errors, source_location location)
{
    cpu_set_t set;
    CPU_ZERO(&set);
    for (int i = 0; i < MOST_PROCESSORS; i++)
        if (real_time->cpu_map >> i & 1)
            CPU_SET(i, &set);
    if (sched_setaffinity(0, sizeof set, &set) != 0)
        report(real_time, errors, location, "cannot select the processors");
}

/* Touches the stack once, so that its pages exist when they are locked. */
static void touch_stack(long bytes)
{
    volatile char page[4096];
    memset((char *)page, 0, sizeof page);
    if (bytes > (long)sizeof page)
        touch_stack(bytes - (long)sizeof page);
    page[0] = 1;
}

void real_time_begin(const real_time *real_time, diag *errors, source_location location)
{
    const struct sched_param priority = {.sched_priority = sched_get_priority_min(SCHED_FIFO)};
    if (real_time->cpu_map)
        set_processors(real_time, errors, location);
    touch_stack(real_time->stack);
    if (mlockall(MCL_CURRENT | MCL_FUTURE) != 0)
        report(real_time, errors, location, "cannot lock the memory");
    if (sched_setscheduler(0, SCHED_FIFO, &priority) != 0)
        report(real_time, errors, location, "cannot get real-time priority");
}

static double clock_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void count_jitter(real_time_memory *now, double seconds)
{
    int bin = 0;
    for (double bound = 1e-6; bin < JITTER_BINS - 1 && seconds >= bound; bound *= 10)
        bin++;
    now->jitter[bin]++;
}

static void sleep_until(double when)
{
    const double whole = floor(when);
    const struct timespec until = {.tv_sec = (time_t)whole, .tv_nsec = (long)(1e9 * (when - whole))};
    clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &until, NULL);
}

double real_time_wait(const real_time *real_time, real_time_memory *now)
{
    const double at = clock_now();
    if (now->next == 0)
        now->next = at;
    const double late = at - now->next;
    if (late < 0)
        sleep_until(now->next);
    count_jitter(now, late < 0 ? clock_now() - now->next : late);
    now->steps++;
    now->next += real_time->period;
    if (late <= 0)
        return 0;
    now->late++;
    now->longest = fmax(now->longest, late);
    return late;
}

void real_time_histogram(const real_time_memory *now, char *to, size_t size)
{
    static const char *const BOUNDS[JITTER_BINS] = {"< 1 us", "< 10 us", "< 100 us", "< 1 ms", "< 10 ms", "more"};
    size_t n = (size_t)snprintf(to, size, "real time: steps by how late they began:");
    for (int k = 0; k < JITTER_BINS && n < size; k++)
        n += (size_t)snprintf(to + n, size - n, "%s %s: %ld", k ? "," : "", BOUNDS[k], now->jitter[k]);
}
