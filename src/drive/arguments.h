/* arguments.h - arguments that several drives share. */
#pragma once
#include "base/array.h"
#include "contract/drive.h"
#include <math.h>

/* 1 inside (low, high), 0 outside, and 1/2 at both ends: at a kink the derivative is the mean of both sides. */
static inline double inside_factor(double x, double low, double high)
{
    return x > low && x < high ? 1.0 : x == low || x == high ? 0.5 : 0.0;
}

/* forever | FINAL TIME, which must be after the initial one. */
double read_final_time(reader *reader, double initial_time);

/* [ steps , N ]; 1 when it is not there, or not positive. */
int read_steps(reader *reader);

/* [ - ] CYCLES | half | one | forever; 0 is forever, half is -1. */
int read_cycles(reader *reader, bool with_half);

/* An oscillation of angular velocity w between two times: y0 before, y1 after. */
typedef struct {
    double t0, w, amplitude;
    double y0, t1, y1; /* t1 may be infinite */
} wave;

/* t0, w, amplitude, cycles, y0. It lasts cycles - `less` periods and ends at y0; when the number is negative, |cycles|
 * - `less_top` periods and it ends at y0 + height amplitude. */
void read_wave(reader *reader, wave *wave, double less, double less_top, double height);

/* N, and N drives. */
typedef struct {
    int n;
    const drive *const *drives;
} drive_list;

drive_list read_drive_list(reader *reader, const char *what);
bool drive_list_has_derivative(const drive_list *list); /* all have one */

/* Pairs x, y in growing order of x. */
typedef struct {
    int n;
    const double *x, *y;
} points;

typedef struct {
    ARRAY(double) x, y;
} points_list;

void points_add(reader *reader, points_list *list); /* reads one more */
void points_finish(reader *reader, points_list *list, points *points);

/* The last i with x[i] <= at, between 0 and n - 2: the segment to use inside and, extended, outside. */
int points_segment(const points *points, double at);
double points_segment_slope(const points *points, int index);
double points_on_segment(const points *points, int index, double at); /* on the segment's line */
