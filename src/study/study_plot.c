/* study_plot.c - histograms, exceedance and scatter of the cases of a study, as SVG.
 *
 *     bins of a histogram: as many as the root of the number of cases, 5 to 40; height: fraction of the weights
 *     exceedance: fraction of the weights that reach a value, on a logarithmic axis
 *
 * A point (x, y) is at LEFT + (x - low_x) / (high_x - low_x) WIDTH, and likewise from the bottom. */
#include "study/study_plot.h"
#include <math.h>
#include <stdlib.h>

enum {
    LEFT = 60,
    WIDTH = 300,
    TOP = 24,
    HEIGHT = 180,
    BOTTOM = 40,
    MOST_POINTS = 5000,
    LEAST_BINS = 5,
    MOST_BINS = 40
};

static const char *const COLORS[] = {"#1f6fb2", "#d1662a", "#3a9a4b", "#8c4fa8", "#b03a48",
                                     "#7a6a53", "#c95aa1", "#5f6b73", "#a8a32c", "#2ea3b5"};
static const char *color_of(int group) { return COLORS[group < 0 ? 0 : group % (int)(sizeof COLORS / sizeof *COLORS)]; }

typedef struct {
    text *to;
    double low[2], high[2];
    bool is_logarithmic; /* the second axis: of powers of ten */
} plot_axes;

void plot_words(text *to, const char *words)
{
    for (; *words; words++) {
        const char *replaced = *words == '<'   ? "&lt;"
                               : *words == '>' ? "&gt;"
                               : *words == '&' ? "&amp;"
                               : *words == '"' ? "&quot;"
                                               : NULL;
        if (replaced)
            text_string(to, replaced);
        else
            text_char(to, *words);
    }
}

/* --- axes --------------------------------------------------------------------------------------------------------- */

static double at_x(const plot_axes *axes, double x)
{
    return LEFT + (x - axes->low[0]) / (axes->high[0] - axes->low[0]) * WIDTH;
}

static double at_y(const plot_axes *axes, double y)
{
    return TOP + HEIGHT - (y - axes->low[1]) / (axes->high[1] - axes->low[1]) * HEIGHT;
}

/* A range that is not empty. */
static void widen(plot_axes *axes, int axis)
{
    const double size = fmax(fabs(axes->low[axis]), fabs(axes->high[axis]));
    if (axes->high[axis] - axes->low[axis] > 1e-12 * size)
        return;
    axes->low[axis] -= size > 0.0 ? 0.05 * size : 1.0;
    axes->high[axis] += size > 0.0 ? 0.05 * size : 1.0;
}

static void extend(plot_axes *axes, int axis, double value, bool is_first)
{
    axes->low[axis] = is_first || value < axes->low[axis] ? value : axes->low[axis];
    axes->high[axis] = is_first || value > axes->high[axis] ? value : axes->high[axis];
}

/* 1, 2 or 5 times a power of ten: three to seven marks. */
static double mark_step(double range)
{
    const double power = pow(10.0, floor(log10(range / 3.0))), rest = range / 3.0 / power;
    return power * (rest < 2.0 ? 1.0 : rest < 5.0 ? 2.0 : 5.0);
}

static void put_mark(const plot_axes *axes, int axis, double value)
{
    const double x = axis == 0 ? at_x(axes, value) : LEFT, y = axis == 0 ? TOP + HEIGHT : at_y(axes, value);
    text_printf(axes->to, "<path d=\"M%.1f,%.1f%s\" stroke=\"#ccc\"/><text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">",
                x, y, axis == 0 ? "v-180" : "h300", axis == 0 ? x : x - 4, axis == 0 ? y + 14 : y + 4,
                axis == 0 ? "middle" : "end");
    text_printf(axes->to, axis == 1 && axes->is_logarithmic ? "1e%.4g</text>" : "%.4g</text>", value);
}

static void begin_plot(const plot_axes *axes, const char *title, const char *below)
{
    text_printf(axes->to, "<svg width=\"%d\" height=\"%d\" font-size=\"11\" font-family=\"sans-serif\">",
                LEFT + WIDTH + 20, TOP + HEIGHT + BOTTOM);
    for (int axis = 0; axis < 2; axis++) {
        const double range = axes->high[axis] - axes->low[axis],
                     step = axis == 1 && axes->is_logarithmic ? fmax(1.0, mark_step(range)) : mark_step(range);
        const double first = ceil(axes->low[axis] / step - 1e-9);
        for (int i = 0; i < 12 && (first + i) * step <= axes->high[axis] + 1e-9 * step; i++)
            put_mark(axes, axis, (first + i) * step);
    }
    text_printf(axes->to, "<text x=\"%d\" y=\"15\" font-size=\"13\">", LEFT);
    plot_words(axes->to, title);
    text_printf(axes->to, "</text><text x=\"%d\" y=\"%d\" text-anchor=\"middle\">", LEFT + WIDTH / 2,
                TOP + HEIGHT + 32);
    plot_words(axes->to, below);
    text_string(axes->to, "</text>");
}

void plot_legend(const study_arrays *arrays, text *to)
{
    if (arrays->n_groups == 0)
        return;
    text_string(to, "<p>Groups by ");
    plot_words(to, arrays->plan->group);
    text_char(to, ':');
    for (int i = 0; i < arrays->n_groups; i++) {
        text_printf(to, " <span style=\"color:%s\">&#9632;</span>&nbsp;", color_of(i));
        plot_words(to, arrays->group_names[i]);
    }
    text_string(to, "</p>\n");
}

/* --- plots -------------------------------------------------------------------------------------------------------- */

static void fill_bins(const case_sample *sample, double low, double high, double *bins, int n)
{
    double total = 0.0;
    for (int i = 0; i < sample->n; i++)
        total += sample->weights[i];
    for (int i = 0; i < sample->n; i++) {
        const int bin = (int)((sample->values[i] - low) / (high - low) * n);
        bins[bin < 0 ? 0 : bin < n ? bin : n - 1] += sample->weights[i] / total;
    }
}

void plot_histogram(const study_arrays *arrays, int column, const char *label, text *to)
{
    case_sample sample;
    const case_statistics found = study_summary_of(arrays, column, ALL_GROUPS, &sample);
    plot_axes axes = {.to = to, .low = {found.minimum, 0.0}, .high = {found.maximum, 0.0}};
    double bins[MOST_BINS] = {0};
    const int wanted = (int)sqrt(found.n), n = wanted < LEAST_BINS  ? LEAST_BINS
                                               : wanted > MOST_BINS ? MOST_BINS
                                                                    : wanted;
    if (found.n > 0) {
        widen(&axes, 0);
        fill_bins(&sample, axes.low[0], axes.high[0], bins, n);
        for (int i = 0; i < n; i++)
            axes.high[1] = fmax(axes.high[1], bins[i]);
        begin_plot(&axes, "fraction of the cases", label);
        for (int i = 0; i < n; i++)
            text_printf(to, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\"/>",
                        LEFT + (double)i * WIDTH / n, at_y(&axes, bins[i]), (double)WIDTH / n - 0.5,
                        TOP + HEIGHT - at_y(&axes, bins[i]), color_of(0));
        text_string(to, "</svg>");
    }
    case_sample_free(&sample);
}

static void put_curve(const plot_axes *axes, const case_sample *sample, int group)
{
    const int every = 1 + sample->n / MOST_POINTS;
    text_printf(axes->to, "<path fill=\"none\" stroke=\"%s\" d=\"", color_of(group));
    for (int i = 0; i < sample->n; i += every)
        text_printf(axes->to, "%c%.1f,%.1f", i == 0 ? 'M' : 'L', at_x(axes, sample->values[i]),
                    at_y(axes, log10(sample->fractions[i])));
    text_string(axes->to, "\"/>");
}

void plot_exceedance(const study_arrays *arrays, int column, const char *label, text *to)
{
    case_sample sample;
    const case_statistics found = study_summary_of(arrays, column, ALL_GROUPS, &sample);
    if (found.n > 0) {
        plot_axes axes = {.to = to,
                          .low = {found.minimum, fmin(-1.0, floor(log10(sample.fractions[0]) + 1e-9))},
                          .high = {found.maximum, 0.0},
                          .is_logarithmic = true};
        widen(&axes, 0);
        begin_plot(&axes, "exceedance", label);
        if (arrays->n_groups == 0)
            put_curve(&axes, &sample, 0);
        for (int i = 0; i < arrays->n_groups; i++) {
            case_sample part;
            study_summary_of(arrays, column, i, &part);
            put_curve(&axes, &part, i);
            case_sample_free(&part);
        }
        text_string(to, "</svg>");
    }
    case_sample_free(&sample);
}

void plot_scatter(const study_arrays *arrays, int column, int variable, const char *label, text *to)
{
    const plan *plan = arrays->plan;
    const size_t width = (size_t)plan->outputs.n * PLAN_STATISTICS, n = (size_t)plan->variables.n;
    plot_axes axes = {.to = to};
    int found = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < plan->n_cases; i += 1 + plan->n_cases / MOST_POINTS) {
            const double x = arrays->variables[(size_t)i * n + (size_t)variable],
                         y = arrays->statistics[(size_t)i * width + (size_t)column];
            if (isnan(y))
                continue;
            if (pass == 0) {
                extend(&axes, 0, x, found == 0);
                extend(&axes, 1, y, found++ == 0);
            } else {
                text_printf(to, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"2\" fill=\"%s\" fill-opacity=\".6\"/>",
                            at_x(&axes, x), at_y(&axes, y), color_of(arrays->n_groups > 0 ? arrays->group[i] : 0));
            }
        }
        if (found == 0)
            return;
        if (pass == 0) {
            widen(&axes, 0);
            widen(&axes, 1);
            begin_plot(&axes, label, plan->variables.items[variable].name);
        }
    }
    text_string(to, "</svg>");
}
