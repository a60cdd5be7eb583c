/* arguments.c - arguments that several drives share: end of a time span, oscillations, points and the straight lines
 * between them, y = y_i + s_i (x - x_i) with s_i = (y_i+1 - y_i)/(x_i+1 - x_i) for x_i <= x < x_i+1. */
#include "drive/arguments.h"
#include "drive/diag_rows.h"
#include "model/reading.h"

double read_final_time(reader *r, double initial_time)
{
    if (read_keyword(r, "forever"))
        return HUGE_VAL;
    const double t = read_real(r, "final time, or 'forever'");
    if (read_ok(r) && t < initial_time)
        diag_report(reader_diag(r), W_TIMES_REVERSED, read_last_place(r), t, initial_time);
    return t;
}

int read_steps(reader *r)
{
    if (!read_keyword(r, "steps"))
        return 1;
    const int n = read_integer(r, "number of steps");
    if (read_ok(r) && n < 1)
        diag_report(reader_diag(r), W_STEPS, read_last_place(r), n);
    return n < 1 ? 1 : n;
}

int read_cycles(reader *r, bool with_half)
{
    if (read_keyword(r, "forever"))
        return 0;
    if (read_keyword(r, "one"))
        return 1;
    if (with_half && read_keyword(r, "half"))
        return -1;
    const int n = with_half ? read_integer(r, "number of cycles, 'half', 'one' or 'forever'")
                            : read_integer_in(r, 0, INT_MAX, "number of cycles, 'one' or 'forever'");
    if (read_ok(r) && n == 0)
        diag_report(reader_diag(r), W_NO_CYCLES, read_last_place(r));
    return n;
}

void read_wave(reader *r, wave *w, double less, double less_top, double height)
{
    w->t0 = read_real(r, "initial time");
    w->w = read_positive(r, "angular velocity");
    w->amplitude = read_real(r, "amplitude");
    const int cycles = read_cycles(r, true);
    w->y0 = read_real(r, "initial value");
    const double periods = cycles > 0 ? cycles - less : -cycles - less_top;
    w->t1 = cycles == 0 ? HUGE_VAL : w->t0 + periods * 2.0 * M_PI / fabs(w->w);
    w->y1 = cycles < 0 ? w->y0 + height * w->amplitude : w->y0;
}

int points_segment(const points *p, double at)
{
    int low = 0, high = p->n - 1;
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        if (p->x[middle] <= at)
            low = middle;
        else
            high = middle;
    }
    return low;
}

double points_segment_slope(const points *p, int i) { return (p->y[i + 1] - p->y[i]) / (p->x[i + 1] - p->x[i]); }

double points_on_segment(const points *p, int i, double at)
{
    return p->y[i] + points_segment_slope(p, i) * (at - p->x[i]);
}

void points_add(reader *r, points_list *l)
{
    const double x = read_real(r, "x of a point");
    if (read_ok(r) && l->x.n > 0 && !(x > l->x.items[l->x.n - 1]))
        read_error_last(r, E_POINT_ORDER, x, l->x.items[l->x.n - 1]);
    array_push(&l->x, x);
    array_push(&l->y, read_real(r, "value at the point"));
}

void points_finish(reader *r, points_list *l, points *p)
{
    const size_t size = (size_t)l->x.n * sizeof(double);
    p->n = l->x.n;
    p->x = arena_copy(reader_arena(r), l->x.items, size);
    p->y = arena_copy(reader_arena(r), l->y.items, size);
    array_free(&l->x);
    array_free(&l->y);
}

drive_list read_drive_list(reader *r, const char *what)
{
    const int n = read_count(r, 1, "number of drives");
    ARRAY(const drive *) all = {0};
    for (int i = 0; read_ok(r) && i < n; i++)
        array_push(&all, read_drive(r, what));
    const drive_list l = {all.n, arena_copy(reader_arena(r), all.items, (size_t)all.n * sizeof *all.items)};
    array_free(&all);
    return l;
}

bool drive_list_has_slope(const drive_list *l)
{
    for (int i = 0; i < l->n; i++)
        if (!drive_has_slope(l->drives[i]))
            return false;
    return true;
}
