/* linear_response.c - frequency responses: a table with one row for each frequency, and Bode diagrams.
 *
 *     magnitude |H|, on logarithmic axes        phase arg H, degrees */
#include "app/linear_response.h"
#include "app/writing.h"
#include <math.h>
#include <stdlib.h>

enum { WIDTH = 900, LEFT = 80, RIGHT = 250, TOP = 30, HEIGHT = 300, GAP = 60, BOTTOM = 50 };
static const char *const COLOURS[] = {"#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e",
                                      "#17becf", "#8c564b", "#e377c2", "#7f7f7f", "#bcbd22"};
enum { N_COLOURS = sizeof COLOURS / sizeof *COLOURS };

static int count_inputs(const torsor_linear *linear)
{
    int n = 0;
    for (int i = 0; i < torsor_linear_count(linear, TORSOR_LINEAR_INPUT); i++)
        n += torsor_linear_at(linear, TORSOR_LINEAR_INPUT, i).order == 0;
    return n;
}

bool linear_response_find(const linear_contents *contents, linear_response *response)
{
    const int outputs = torsor_linear_count(contents->linear, TORSOR_LINEAR_OUTPUT),
              inputs = count_inputs(contents->linear);
    const size_t size = (size_t)outputs * (size_t)inputs, all = size * (size_t)contents->n_omega + 1;
    *response = (linear_response){.outputs = outputs,
                                  .inputs = inputs,
                                  .n = contents->n_omega,
                                  .re = calloc(all, sizeof(double)),
                                  .im = calloc(all, sizeof(double))};
    bool ok = response->re && response->im;
    for (int k = 0; ok && k < contents->n_omega; k++)
        ok = torsor_linear_response(contents->linear, contents->omega[k], response->re + (size_t)k * size,
                                    response->im + (size_t)k * size) == TORSOR_OK;
    return ok;
}

static const char *input_name(const linear_contents *contents, int i)
{
    return torsor_linear_at(contents->linear, TORSOR_LINEAR_INPUT, i).name;
}

static const char *output_name(const linear_contents *contents, int i)
{
    return torsor_linear_at(contents->linear, TORSOR_LINEAR_OUTPUT, i).name;
}

static size_t place(const linear_response *response, int k, int output, int input)
{
    return ((size_t)k * (size_t)response->outputs + (size_t)output) * (size_t)response->inputs + (size_t)input;
}

static double magnitude(const linear_response *response, size_t at)
{
    return hypot(response->re[at], response->im[at]);
}

static double phase_of(const linear_response *response, size_t at)
{
    return atan2(response->im[at], response->re[at]) * 180.0 / M_PI;
}

void linear_response_table(const linear_contents *contents, const linear_response *response, FILE *to)
{
    fputs("frequency_Hz", to);
    for (int i = 0; i < response->outputs; i++)
        for (int j = 0; j < response->inputs; j++)
            fprintf(to, ",\"%s / %s, magnitude\",\"%s / %s, phase_deg\"", output_name(contents, i),
                    input_name(contents, j), output_name(contents, i), input_name(contents, j));
    for (int k = 0; k < response->n; k++) {
        fprintf(to, "\n%.17g", contents->omega[k] / (2.0 * M_PI));
        for (int i = 0; i < response->outputs; i++)
            for (int j = 0; j < response->inputs; j++) {
                const size_t at = place(response, k, i, j);
                fprintf(to, ",%.17g,%.17g", magnitude(response, at), phase_of(response, at));
            }
    }
    putc('\n', to);
}

/* --- the picture -------------------------------------------------------------------------------------------------- */

typedef struct {
    double left, right, low, high; /* ranges: decades of frequency; decades of magnitude, or degrees */
    double top;                    /* of the rectangle */
} axes;

static double across(const axes *axes, double x)
{
    return LEFT + (WIDTH - LEFT - RIGHT) * (x - axes->left) / (axes->right - axes->left);
}

static double down(const axes *axes, double y)
{
    return axes->top + HEIGHT * (axes->high - y) / (axes->high - axes->low);
}

static axes axes_of(const linear_contents *contents, const linear_response *response)
{
    axes axes = {.left = log10(contents->omega[0] / (2.0 * M_PI)),
                 .right = log10(contents->omega[contents->n_omega - 1] / (2.0 * M_PI)),
                 .low = (double)INFINITY,
                 .high = -(double)INFINITY,
                 .top = TOP};
    for (size_t i = 0; i < place(response, response->n, 0, 0); i++)
        if (magnitude(response, i) > 0.0) {
            axes.low = fmin(axes.low, log10(magnitude(response, i)));
            axes.high = fmax(axes.high, log10(magnitude(response, i)));
        }
    axes.low = isfinite(axes.low) ? floor(axes.low) : -1.0;
    axes.high = isfinite(axes.high) ? fmax(ceil(axes.high), axes.low + 1.0) : 1.0;
    axes.right = fmax(axes.right, axes.left + 1e-9);
    return axes;
}

static void draw_axes(const axes *axes, bool is_phase, FILE *to)
{
    fprintf(to, "<rect x=\"%d\" y=\"%g\" width=\"%d\" height=\"%d\" fill=\"none\" stroke=\"#444\"/>\n", LEFT, axes->top,
            WIDTH - LEFT - RIGHT, HEIGHT);
    const double step = is_phase ? 90.0 : fmax(1.0, ceil((axes->high - axes->low) / 8.0));
    for (int i = 0; axes->low + i * step <= axes->high + 1e-9; i++) {
        const double y = axes->low + i * step;
        fprintf(to,
                "<line x1=\"%d\" x2=\"%d\" y1=\"%.2f\" y2=\"%.2f\" stroke=\"#ddd\"/>"
                "<text x=\"%d\" y=\"%.2f\" text-anchor=\"end\">%s%g</text>\n",
                LEFT, WIDTH - RIGHT, down(axes, y), down(axes, y), LEFT - 6, down(axes, y) + 4, is_phase ? "" : "1e",
                y);
    }
    for (int i = (int)ceil(axes->left - 1e-9); i <= axes->right + 1e-9; i++) {
        const double x = i;
        fprintf(to,
                "<line x1=\"%.2f\" x2=\"%.2f\" y1=\"%g\" y2=\"%g\" stroke=\"#ddd\"/>"
                "<text x=\"%.2f\" y=\"%g\" text-anchor=\"middle\">%g</text>\n",
                across(axes, x), across(axes, x), axes->top, axes->top + HEIGHT, across(axes, x),
                axes->top + HEIGHT + 18, pow(10.0, x));
    }
    fprintf(to, "<text x=\"16\" y=\"%g\" transform=\"rotate(-90 16 %g)\" text-anchor=\"middle\">%s</text>\n",
            axes->top + HEIGHT / 2.0, axes->top + HEIGHT / 2.0, is_phase ? "phase, degrees" : "magnitude");
}

static void draw_line(const linear_contents *contents, const linear_response *response, const axes *axes, int line,
                      bool is_phase, FILE *to)
{
    bool is_begun = false;
    double before = 0.0;
    fprintf(to, "<path fill=\"none\" stroke-width=\"1.5\" stroke=\"%s\" d=\"", COLOURS[line % N_COLOURS]);
    for (int k = 0; k < response->n; k++) {
        const size_t at = place(response, k, line / response->inputs, line % response->inputs);
        const double y = is_phase ? phase_of(response, at) : log10(magnitude(response, at));
        const bool jumps = is_phase && fabs(y - before) > 180.0;
        if (isfinite(y))
            fprintf(to, "%s%.2f %.2f", is_begun && !jumps ? "L" : "M",
                    across(axes, log10(contents->omega[k] / (2.0 * M_PI))), down(axes, y));
        is_begun = isfinite(y), before = y;
    }
    fputs("\"/>\n", to);
}

static void put_escaped(const char *words, FILE *to)
{
    for (; *words; words++)
        if (*words == '<' || *words == '&')
            fputs(*words == '<' ? "&lt;" : "&amp;", to);
        else
            putc(*words, to);
}

static void draw_legend(const linear_contents *contents, const linear_response *response, int line, FILE *to)
{
    fprintf(to, "<text x=\"%d\" y=\"%d\" fill=\"%s\">", WIDTH - RIGHT + 10, TOP + 14 + 32 * line,
            COLOURS[line % N_COLOURS]);
    put_escaped(output_name(contents, line / response->inputs), to);
    fprintf(to, "</text><text x=\"%d\" y=\"%d\" fill=\"%s\">/ ", WIDTH - RIGHT + 10, TOP + 28 + 32 * line,
            COLOURS[line % N_COLOURS]);
    put_escaped(input_name(contents, line % response->inputs), to);
    fputs("</text>\n", to);
}

void linear_response_draw(const linear_contents *contents, const linear_response *response, FILE *to)
{
    const axes upper = axes_of(contents, response);
    axes lower = upper;
    lower.low = -180.0, lower.high = 180.0, lower.top = TOP + HEIGHT + GAP;
    fprintf(to,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" "
            "font-size=\"12\"><rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n",
            WIDTH, TOP + 2 * HEIGHT + GAP + BOTTOM);
    draw_axes(&upper, false, to);
    draw_axes(&lower, true, to);
    for (int line = 0; line < response->outputs * response->inputs; line++) {
        draw_line(contents, response, &upper, line, false, to);
        draw_line(contents, response, &lower, line, true, to);
        draw_legend(contents, response, line, to);
    }
    fprintf(to, "<text x=\"%g\" y=\"%d\" text-anchor=\"middle\">frequency, Hz</text>\n</svg>\n",
            LEFT + (WIDTH - LEFT - RIGHT) / 2.0, TOP + 2 * HEIGHT + GAP + BOTTOM - 10);
}
