/* arguments.h - arguments that several drives share. */
#pragma once
#include "base/array.h"
#include "contract/drive.h"
#include <math.h>

/* Returns 1 inside (low, high), 0 outside, and 1/2 at both ends: at a kink the derivative is the mean of both sides. */
static inline double inside_factor(double x, double low, double high)
{
    return x > low && x < high ? 1.0 : x == low || x == high ? 0.5 : 0.0;
}

/* Returns the first of these that is after x; HUGE_VAL if none is. */
static inline double corner_of(double x, double first, double second)
{
    const double a = first > x ? first : HUGE_VAL, b = second > x ? second : HUGE_VAL;
    return a < b ? a : b;
}

/* Reads forever | FINAL TIME, which must be after the initial time. */
double read_final_time(reader *reader, double initial_time);

/* Reads [ steps , N ]. Returns 1 if it is absent or not positive. */
int read_steps(reader *reader);

/* Reads [ - ] CYCLES | half | one | forever. Returns 0 for forever and -1 for half. */
int read_cycles(reader *reader, bool with_half);

/* Oscillation with angular velocity w between two times: y0 before, y1 afterwards. */
typedef struct {
    double t0, w, amplitude;
    double y0, t1, y1; /* t1 may be infinite */
} wave;

double wave_corner(const drive *drive, double x); /* beginning and end of drive->self, which is a wave */

/* Reads t0, w, amplitude, cycles, y0. The oscillation lasts cycles - `less` periods and ends at y0; if the number of
 * cycles is negative, it lasts |cycles| - `less_top` periods and ends at y0 + height amplitude. */
void read_wave(reader *reader, wave *wave, double less, double less_top, double height);

/* N drives, read as N followed by the drives. */
typedef struct {
    int n;
    const drive *const *drives;
} drive_list;

drive_list read_drive_list(reader *reader, const char *what);
bool drive_list_has_derivative(const drive_list *list); /* whether all have one */

/* Pairs x, y in increasing order of x. */
typedef struct {
    int n;
    const double *x, *y;
} points;

typedef struct {
    ARRAY(double) x, y;
} points_list;

void points_add(reader *reader, points_list *list); /* reads another pair */
void points_finish(reader *reader, points_list *list, points *points);

/* Returns the last i with x[i] <= at, limited to 0 ... n - 2: the segment that contains `at`, or that is extended to
 * it. */
int points_segment(const points *points, double at);
double points_segment_slope(const points *points, int index);
double points_corner(const drive *drive, double x);                   /* the next x of drive->self, which are points */
double points_on_segment(const points *points, int index, double at); /* value on the line through the segment */
