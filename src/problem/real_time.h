/* real_time.h - `real time` card: steps synchronized with the clock. */
#pragma once
#include "deck/reader.h"

typedef struct {
    bool is_set;
    bool by_io;          /* paced by blocking streams: no waiting here */
    double period;       /* seconds between the beginnings of two steps */
    long stack;          /* bytes to reserve */
    int cpu_map;         /* bit mask of the processors to run on; 0: all */
    bool allows_nonroot; /* no warning if the system refuses privileges */
    bool is_silent;      /* results are not written */
    bool logs;           /* each late step is reported */
} real_time;

enum { JITTER_BINS = 6 }; /* below 1, 10, 100 microseconds, 1, 10 milliseconds; longer */

/* How well the pace has been kept so far. */
typedef struct {
    long steps, late;
    double longest;           /* longest delay, seconds */
    long jitter[JITTER_BINS]; /* numbers of steps by the delay of their beginning */
    double next;              /* clock time at which the next step begins; 0 if not begun */
} real_time_memory;

void read_real_time(reader *reader, real_time *to);
extern const char real_time_grammar[];
/* Locks memory, sets processors and priority. What the system does not permit is reported and skipped. */
void real_time_begin(const real_time *real_time, diag *errors, source_location location);
/* Waits until the next step is due. Returns the delay in seconds, 0 if the step is not late. */
double real_time_wait(const real_time *real_time, real_time_memory *now);
/* Writes the jitter as a line of text. */
void real_time_histogram(const real_time_memory *now, char *to, size_t size);
