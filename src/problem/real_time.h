/* real_time.h - `real time` card: steps that keep pace with the clock. */
#pragma once
#include "deck/reader.h"

typedef struct {
    bool is_set;
    bool by_io;     /* paced by blocking streams: nothing to wait for here */
    double period;  /* seconds between the beginnings of two steps */
    long stack;     /* bytes to be reserved */
    int cpu_map;    /* bits of the processors to run on; 0: all */
    bool is_silent; /* results are not written */
    bool logs;      /* late steps are notified of, one by one */
} real_time;

enum { JITTER_BINS = 6 }; /* below 1, 10, 100 microseconds, 1, 10 milliseconds; more */

/* How well the pace was kept so far. */
typedef struct {
    long steps, late;
    double longest;           /* delay, seconds */
    long jitter[JITTER_BINS]; /* steps by how long after its time each of them began */
    double next;              /* the clock at which the next step begins; 0: not begun */
} real_time_memory;

void read_real_time(reader *reader, real_time *to);
extern const char real_time_grammar[];
/* Locks memory, sets processors and priority; what the system does not allow is reported and left. */
void real_time_begin(const real_time *real_time, diag *errors, source_location location);
/* Waits until the next step is due; returns by how many seconds it is late, 0 when it is not. */
double real_time_wait(const real_time *real_time, real_time_memory *now);
/* The jitter as a line of text. */
void real_time_histogram(const real_time_memory *now, char *to, size_t size);
