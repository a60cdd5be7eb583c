/* study_report.c - a page about the results of a study, in HTML with plots in SVG; it refers to nothing outside of it.
 *
 *     how many cases are done, refused, failed, open; those that are not done, with their messages
 *     of each output: a table of its statistics over the cases, for all of them and for each group
 *                     histogram, exceedance, and scatter over each numeric variable, of its maximum, or of its
 *                     equivalent load if it has one
 *
 * Everything is weighted. Groups have colors, in the order of their first cases. */
#include "study/study_report.h"
#include "study/study_plot.h"
#include "torsor/torsor.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_MESSAGES = 50, MOST_VARIABLES = 4 };

static const char *const STYLE =
    "body{font:15px/1.4 sans-serif;max-width:75em;margin:2em auto;padding:0 1em;color:#222}"
    "table{border-collapse:collapse;margin:1em 0}td,th{padding:.15em .6em;border-bottom:1px solid "
    "#ddd;text-align:right}"
    "td:first-child,th:first-child,td.words{text-align:left}svg{margin:.3em}"
    "td.words{white-space:pre-wrap;font-family:monospace;font-size:12px}";

static int count_state(const study_arrays *arrays, int state)
{
    int n = 0;
    for (int i = 0; i < arrays->plan->n_cases; i++)
        n += arrays->states[i] == state;
    return n;
}

static void put_counts(const study_arrays *arrays, text *to)
{
    text_printf(to, "<p>%d cases: %d done, %d do not satisfy the checks, %d have failed, %d are open.</p>\n",
                arrays->plan->n_cases, count_state(arrays, TORSOR_CASE_DONE), count_state(arrays, TORSOR_CASE_REFUSED),
                count_state(arrays, TORSOR_CASE_FAILED), count_state(arrays, TORSOR_CASE_OPEN));
    if (arrays->plan->weight) {
        text_string(to, "<p>Weights: ");
        plot_words(to, arrays->plan->weight);
        text_string(to, ".</p>\n");
    }
}

static void put_messages(const study_arrays *arrays, const char *const *messages, text *to)
{
    int n = 0;
    for (int i = 0; i < arrays->plan->n_cases && n < MOST_MESSAGES; i++) {
        const int state = arrays->states[i];
        if (state != TORSOR_CASE_REFUSED && state != TORSOR_CASE_FAILED)
            continue;
        text_string(to, n++ == 0 ? "<table><tr><th>case</th><th>state</th><th>message</th></tr>\n" : "");
        text_printf(to, "<tr><td>%d</td><td>%s</td><td class=\"words\">", i + 1,
                    state == TORSOR_CASE_FAILED ? "failed" : "refused");
        plot_words(to, messages[i]);
        text_string(to, "</td></tr>\n");
    }
    text_string(to, n > 0 ? "</table>\n" : "");
}

/* --- one output --------------------------------------------------------------------------------------------------- */

static void put_cell(text *to, double value)
{
    text_string(to, "<td>");
    if (!isnan(value))
        text_printf(to, "%.6g", value);
    text_string(to, "</td>");
}

static void put_row(const study_arrays *arrays, int column, int group, text *to)
{
    case_sample sample;
    const case_statistics found = study_summary_of(arrays, column, group, &sample);
    case_sample_free(&sample);
    if (found.n == 0)
        return;
    text_printf(to, "<tr><td>%s</td><td>", plan_statistic_names[column % PLAN_STATISTICS]);
    plot_words(to, group == ALL_GROUPS ? "all" : arrays->group_names[group]);
    text_printf(to, "</td><td>%d</td>", found.n);
    put_cell(to, found.mean);
    put_cell(to, found.deviation);
    put_cell(to, found.minimum);
    text_printf(to, "<td>%d</td>", found.least_case);
    put_cell(to, found.maximum);
    text_printf(to, "<td>%d</td>", found.greatest_case);
    put_cell(to, found.p05);
    put_cell(to, found.p50);
    put_cell(to, found.p95);
    put_cell(to, found.combined);
    text_string(to, "</tr>\n");
}

static void put_table(const study_arrays *arrays, int output, text *to)
{
    text_string(to, "<table><tr><th>statistic</th><th>group</th><th>cases</th><th>mean</th><th>deviation</th>"
                    "<th>minimum</th><th>case</th><th>maximum</th><th>case</th><th>5 %</th><th>50 %</th><th>95 %</th>"
                    "<th>combined</th></tr>\n");
    for (int statistic = 0; statistic < PLAN_STATISTICS; statistic++)
        for (int group = ALL_GROUPS; group < arrays->n_groups; group++)
            put_row(arrays, output * PLAN_STATISTICS + statistic, group, to);
    text_string(to, "</table>\n");
}

static bool varies(const study_arrays *arrays, int variable)
{
    const size_t n = (size_t)arrays->plan->variables.n;
    const double first = arrays->variables[variable];
    bool differs = false;
    for (int i = 0; i < arrays->plan->n_cases; i++) {
        const double value = arrays->variables[(size_t)i * n + (size_t)variable];
        if (isnan(value))
            return false;
        differs = differs || value != first;
    }
    return differs;
}

static void put_plots(const study_arrays *arrays, int column, text *to)
{
    const plan *plan = arrays->plan;
    char label[200];
    snprintf(label, sizeof label, "%s.%s", plan->outputs.items[column / PLAN_STATISTICS].name,
             plan_statistic_names[column % PLAN_STATISTICS]);
    plot_histogram(arrays, column, label, to);
    plot_exceedance(arrays, column, label, to);
    for (int i = 0, n = 0; i < plan->variables.n && n < MOST_VARIABLES; i++)
        if ((!plan->weight || strcmp(plan->weight, plan->variables.items[i].name) != 0) && varies(arrays, i)) {
            plot_scatter(arrays, column, i, label, to);
            n++;
        }
    text_char(to, '\n');
}

static void put_output(const study_arrays *arrays, int output, text *to)
{
    const plan_output *of = &arrays->plan->outputs.items[output];
    text_string(to, "<h2>");
    plot_words(to, of->name);
    text_string(to, "</h2>\n<p>");
    plot_words(to, of->quantity);
    text_string(to, "</p>\n");
    put_plots(arrays, output * PLAN_STATISTICS + PLAN_MAXIMUM, to);
    if (of->exponent > 0.0)
        put_plots(arrays, output * PLAN_STATISTICS + PLAN_EQUIVALENT_LOAD, to);
    put_table(arrays, output, to);
}

void study_report_put(const study_arrays *arrays, const char *const *messages, text *to)
{
    const char *slash = strrchr(arrays->plan->path, '/'), *name = slash ? slash + 1 : arrays->plan->path;
    text_string(to, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>");
    plot_words(to, name);
    text_printf(to, "</title><style>%s</style></head><body>\n<h1>", STYLE);
    plot_words(to, name);
    text_string(to, "</h1>\n");
    put_counts(arrays, to);
    plot_legend(arrays, to);
    put_messages(arrays, messages, to);
    for (int i = 0; i < arrays->plan->outputs.n; i++)
        put_output(arrays, i, to);
    text_string(to, "</body></html>\n");
}
