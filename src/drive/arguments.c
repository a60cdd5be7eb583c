/* arguments.c - arguments that several drives share: end of a time span, oscillations, and piecewise linear points,
 * y = y_i + s_i (x - x_i) with s_i = (y_i+1 - y_i)/(x_i+1 - x_i) for x_i <= x < x_i+1. */
#include "drive/arguments.h"
#include "drive/diag_rows.h"
#include "model/reading.h"

double read_final_time(reader *reader, double initial_time)
{
    if (read_keyword(reader, "forever"))
        return HUGE_VAL;
    const double t = read_real(reader, "final time, or 'forever'");
    if (read_ok(reader) && t < initial_time)
        diag_report(reader_diag(reader), W_TIMES_REVERSED, read_last_location(reader), t, initial_time);
    return t;
}

int read_steps(reader *reader)
{
    if (!read_keyword(reader, "steps"))
        return 1;
    const int n = read_integer(reader, "number of steps");
    if (read_ok(reader) && n < 1)
        diag_report(reader_diag(reader), W_STEPS, read_last_location(reader), n);
    return n < 1 ? 1 : n;
}

int read_cycles(reader *reader, bool with_half)
{
    if (read_keyword(reader, "forever"))
        return 0;
    if (read_keyword(reader, "one"))
        return 1;
    if (with_half && read_keyword(reader, "half"))
        return -1;
    const int n = with_half ? read_integer(reader, "number of cycles, 'half', 'one' or 'forever'")
                            : read_integer_in(reader, 0, INT_MAX, "number of cycles, 'one' or 'forever'");
    if (read_ok(reader) && n == 0)
        diag_report(reader_diag(reader), W_NO_CYCLES, read_last_location(reader));
    return n;
}

double wave_corner(const drive *drive, double x)
{
    const wave *wave = drive->self;
    return corner_of(x, wave->t0, wave->t1);
}

void read_wave(reader *reader, wave *wave, double less, double less_top, double height)
{
    wave->t0 = read_real(reader, "initial time");
    wave->w = read_positive(reader, "angular velocity");
    wave->amplitude = read_real(reader, "amplitude");
    const int cycles = read_cycles(reader, true);
    wave->y0 = read_real(reader, "initial value");
    const double periods = cycles > 0 ? cycles - less : -cycles - less_top;
    wave->t1 = cycles == 0 ? HUGE_VAL : wave->t0 + periods * 2.0 * M_PI / fabs(wave->w);
    wave->y1 = cycles < 0 ? wave->y0 + height * wave->amplitude : wave->y0;
}

int points_segment(const points *points, double at)
{
    int low = 0, high = points->n - 1;
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        if (points->x[middle] <= at)
            low = middle;
        else
            high = middle;
    }
    return low;
}

double points_segment_slope(const points *points, int index)
{
    return (points->y[index + 1] - points->y[index]) / (points->x[index + 1] - points->x[index]);
}

double points_corner(const drive *drive, double x)
{
    const points *points = drive->self;
    if (x < points->x[0])
        return points->x[0];
    int low = 0, high = points->n; /* x[low] <= x < x[high] */
    while (high - low > 1) {
        const int middle = low + (high - low) / 2;
        if (points->x[middle] <= x)
            low = middle;
        else
            high = middle;
    }
    return high < points->n ? points->x[high] : HUGE_VAL;
}

double points_on_segment(const points *points, int index, double at)
{
    return points->y[index] + points_segment_slope(points, index) * (at - points->x[index]);
}

void points_add(reader *reader, points_list *list)
{
    const double x = read_real(reader, "x of a point");
    if (read_ok(reader) && list->x.n > 0 && !(x > list->x.items[list->x.n - 1]))
        read_error_last(reader, E_POINT_ORDER, x, list->x.items[list->x.n - 1]);
    array_push(&list->x, x);
    array_push(&list->y, read_real(reader, "value at the point"));
}

void points_finish(reader *reader, points_list *list, points *points)
{
    const size_t size = (size_t)list->x.n * sizeof(double);
    points->n = list->x.n;
    points->x = arena_copy(reader_arena(reader), list->x.items, size);
    points->y = arena_copy(reader_arena(reader), list->y.items, size);
    array_free(&list->x);
    array_free(&list->y);
}

drive_list read_drive_list(reader *reader, const char *what)
{
    const int n = read_count(reader, 1, "number of drives");
    ARRAY(const drive *) all = {0};
    for (int i = 0; read_ok(reader) && i < n; i++)
        array_push(&all, read_drive(reader, what));
    const drive_list list = {all.n, arena_copy(reader_arena(reader), all.items, (size_t)all.n * sizeof *all.items)};
    array_free(&all);
    return list;
}

bool drive_list_has_derivative(const drive_list *list)
{
    for (int i = 0; i < list->n; i++)
        if (!drive_has_derivative(list->drives[i]))
            return false;
    return true;
}
