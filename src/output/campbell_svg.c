/* campbell_svg.c - modes as functions of a speed as a picture: frequencies with the lines n/rev above, damping below.
 *
 * A branch has the same colour in both diagrams. Where a mode becomes unstable, a vertical line crosses both
 * diagrams and is labelled with the speed. */
#include "base/text.h"
#include "base/whole_file.h"
#include "output/campbell.h"
#include "output/diag_rows.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { WIDTH = 900, LEFT = 80, RIGHT = 170, TOP = 40, UPPER = 420, GAP = 60, LOWER = 260, BOTTOM = 60 };

static const char *const COLOURS[] = {"#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e",
                                      "#17becf", "#8c564b", "#e377c2", "#7f7f7f", "#bcbd22"};
enum { N_COLOURS = sizeof COLOURS / sizeof *COLOURS };

/* A rectangle of the picture, and the ranges that it shows. */
typedef struct {
    double x0, x1, y0, y1; /* y0 at the bottom */
    double left, right, low, high;
} axes;

static double across(const axes *axes, double x)
{
    return axes->x0 + (axes->x1 - axes->x0) * (x - axes->left) / (axes->right - axes->left);
}
static double down(const axes *axes, double y)
{
    return axes->y0 + (axes->y1 - axes->y0) * (y - axes->low) / (axes->high - axes->low);
}

double campbell_damping(const campbell *campbell, int branch, int point)
{
    const int i = campbell_at(campbell, branch, point);
    const double size = hypot(campbell->re[i], campbell->im[i]);
    return size == 0.0 ? 0.0 : -campbell->re[i] / size;
}

/* Returns 1, 2 or 5 times a power of ten, so that about n ticks are in the range. */
static double tick(double range, int n)
{
    const double rough = range / n, power = pow(10.0, floor(log10(rough)));
    const double part = rough / power;
    return power * (part < 1.5 ? 1.0 : part < 3.5 ? 2.0 : part < 7.5 ? 5.0 : 10.0);
}

/* Returns the number of the first tick in the range. */
static int first_tick(double low, double step) { return (int)ceil(low / step - 1e-9); }

static void put_words(text *to, double x, double y, const char *how, const char *words)
{
    text_printf(to, "<text x=\"%.1f\" y=\"%.1f\" %s>", x, y, how);
    for (const char *at = words; *at; at++)
        if (*at == '<' || *at == '&' || *at == '>')
            text_printf(to, "&#%d;", *at);
        else
            text_char(to, *at);
    text_string(to, "</text>\n");
}

static void put_line(text *to, double x0, double y0, double x1, double y1, const char *how)
{
    text_printf(to, "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" %s/>\n", x0, y0, x1, y1, how);
}

static void put_axes(text *to, const axes *axes, const char *title)
{
    char words[40];
    const double dx = tick(axes->right - axes->left, 8), dy = tick(axes->high - axes->low, 6);
    text_printf(to, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"none\" stroke=\"#000\"/>\n",
                axes->x0, axes->y1, axes->x1 - axes->x0, axes->y0 - axes->y1);
    for (int k = first_tick(axes->left, dx); k * dx <= axes->right + 1e-9 * dx; k++) {
        const double x = k * dx;
        put_line(to, across(axes, x), axes->y0, across(axes, x), axes->y1, "stroke=\"#ddd\"");
        snprintf(words, sizeof words, "%.6g", x);
        put_words(to, across(axes, x), axes->y0 + 16, "text-anchor=\"middle\"", words);
    }
    for (int k = first_tick(axes->low, dy); k * dy <= axes->high + 1e-9 * dy; k++) {
        const double y = k * dy;
        put_line(to, axes->x0, down(axes, y), axes->x1, down(axes, y), "stroke=\"#ddd\"");
        snprintf(words, sizeof words, "%.6g", y);
        put_words(to, axes->x0 - 6, down(axes, y) + 4, "text-anchor=\"end\"", words);
    }
    text_printf(to, "<text transform=\"translate(%d %.1f) rotate(-90)\" text-anchor=\"middle\">%s</text>\n", LEFT - 55,
                0.5 * (axes->y0 + axes->y1), title);
}

/* Draws the lines 1/rev, 2/rev ... within the picture. */
static void put_revs(text *to, const axes *axes, const campbell *campbell)
{
    char words[40];
    for (int k = 1; k <= campbell->n_revs; k++) {
        const double rate = campbell->revs * k, end = fmin(axes->right, axes->high / rate),
                     begin = fmax(axes->left, 0.0);
        if (!(rate > 0.0) || end <= begin)
            continue;
        put_line(to, across(axes, begin), down(axes, rate * begin), across(axes, end), down(axes, rate * end),
                 "stroke=\"#999\" stroke-dasharray=\"5 4\"");
        snprintf(words, sizeof words, "%d/rev", k);
        put_words(to, across(axes, end) + 3, down(axes, rate * end) + (end < axes->right ? -4 : 4), "fill=\"#777\"",
                  words);
    }
}

/* Returns a value of a branch, NAN where it does not exist. */
typedef double reading(const campbell *campbell, int branch, int point);

static double frequency(const campbell *campbell, int b, int p)
{
    return campbell->im[campbell_at(campbell, b, p)] / (2.0 * M_PI);
}
static double percent(const campbell *campbell, int b, int p) { return 100.0 * campbell_damping(campbell, b, p); }

static void put_branch(text *to, const axes *axes, const campbell *campbell, int b, reading *of)
{
    const char *colour = COLOURS[b % N_COLOURS];
    bool open = false;
    for (int p = 0; p < campbell->n_points; p++) {
        const double y = of(campbell, b, p);
        const bool shown = isfinite(y) && y >= axes->low && y <= axes->high;
        if (shown && !open)
            text_printf(to, "<polyline fill=\"none\" stroke-width=\"1.5\" stroke=\"%s\" points=\"", colour);
        if (shown)
            text_printf(to, "%.1f,%.1f ", across(axes, campbell->speed[p]), down(axes, y));
        if (!shown && open)
            text_string(to, "\"/>\n");
        open = shown;
    }
    if (open)
        text_string(to, "\"/>\n");
    for (int p = 0; p < campbell->n_points; p++)
        if (of(campbell, b, p) >= axes->low && of(campbell, b, p) <= axes->high)
            text_printf(to, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2.2\" fill=\"%s\"/>\n",
                        across(axes, campbell->speed[p]), down(axes, of(campbell, b, p)), colour);
}

static void put_changes(text *to, const axes *axes, const campbell *campbell, bool named)
{
    for (int i = 0; i < campbell->n_changes; i++) {
        char words[40];
        const double x = across(axes, campbell->changes[i].speed);
        put_line(to, x, axes->y0, x, axes->y1, "stroke=\"#000\" stroke-dasharray=\"2 3\"");
        snprintf(words, sizeof words, "%.5g", campbell->changes[i].speed);
        if (named)
            put_words(to, x, axes->y1 - 5, "text-anchor=\"middle\"", words);
    }
}

static void put_legend(text *to, const axes *axes, const campbell *campbell)
{
    char words[40];
    const int most = (int)((axes->y0 - axes->y1) / 16) - 2;
    for (int b = 0; b < campbell->n_branches && b < most; b++) {
        const double y = axes->y1 + 24 + 16 * b;
        text_printf(to, "<rect x=\"%.1f\" y=\"%.1f\" width=\"20\" height=\"3\" fill=\"%s\"/>\n", axes->x1 + 70, y - 6,
                    COLOURS[b % N_COLOURS]);
        snprintf(words, sizeof words, "mode %d", b + 1);
        put_words(to, axes->x1 + 96, y, "", words);
    }
}

static void widen(double *low, double *high)
{
    const double more = *high > *low ? 0.05 * (*high - *low) : fmax(fabs(*high), 1.0);
    *low -= more, *high += more;
}

/* The axis is limited to a damping of 40 %: larger values would compress the relevant range. */
static void choose_damping(axes *axes, const campbell *campbell)
{
    const double MOST = 40.0;
    axes->low = 0.0, axes->high = 0.0;
    for (int b = 0; b < campbell->n_branches; b++)
        for (int p = 0; p < campbell->n_points; p++) {
            const double d = percent(campbell, b, p);
            if (isfinite(d) && fabs(d) <= MOST)
                axes->low = fmin(axes->low, d), axes->high = fmax(axes->high, d);
        }
    widen(&axes->low, &axes->high);
}

static void choose_frequency(axes *axes, const campbell *campbell)
{
    axes->low = 0.0, axes->high = 0.0;
    for (int b = 0; b < campbell->n_branches; b++)
        for (int p = 0; p < campbell->n_points; p++)
            axes->high = isfinite(frequency(campbell, b, p)) ? fmax(axes->high, frequency(campbell, b, p)) : axes->high;
    axes->high = axes->high > 0.0 ? 1.08 * axes->high : 1.0;
}

static void campbell_svg_draw(const campbell *campbell, text *to)
{
    char words[200];
    axes f = {.x0 = LEFT, .x1 = WIDTH - RIGHT, .y0 = TOP + UPPER, .y1 = TOP};
    f.left = campbell->speed[0], f.right = campbell->speed[campbell->n_points - 1];
    if (f.right < f.left)
        f.left = f.right, f.right = campbell->speed[0];
    if (f.right == f.left)
        widen(&f.left, &f.right);
    axes d = f;
    d.y0 = TOP + UPPER + GAP + LOWER, d.y1 = TOP + UPPER + GAP;
    choose_frequency(&f, campbell);
    choose_damping(&d, campbell);
    text_printf(to,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\" "
                "font-size=\"12\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
                WIDTH, TOP + UPPER + GAP + LOWER + BOTTOM);
    put_axes(to, &f, "frequency, Hz");
    put_revs(to, &f, campbell);
    put_axes(to, &d, "damping, %");
    put_line(to, d.x0, down(&d, 0.0), d.x1, down(&d, 0.0), "stroke=\"#000\"");
    for (int b = 0; b < campbell->n_branches; b++) {
        put_branch(to, &f, campbell, b, frequency);
        put_branch(to, &d, campbell, b, percent);
    }
    put_changes(to, &f, campbell, true);
    put_changes(to, &d, campbell, false);
    put_legend(to, &f, campbell);
    snprintf(words, sizeof words, "%s%s%s", campbell->name, *campbell->unit ? ", " : "", campbell->unit);
    put_words(to, 0.5 * (d.x0 + d.x1), d.y0 + 40, "text-anchor=\"middle\"", words);
    text_string(to, "</svg>\n");
}

bool svg_write_campbell(const char *path, const campbell *campbell, diag *errors)
{
    text picture = {0};
    campbell_svg_draw(campbell, &picture);
    const char *why = whole_file_write(path, picture.data, picture.n);
    if (why)
        diag_report(errors, E_OUTPUT_FAILED, (source_location){0, 0, 0}, path, why);
    text_free(&picture);
    return !why;
}
