/* fem_write.c - modal data as a text file, for the word `echo`. What the file did not have is not written. */
#include "base/text.h"
#include "fem/fem.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>

typedef struct {
    text t;
    int precision;
} writer;

static void mark(writer *w, int group, const char *title)
{
    text_printf(&w->t, "**\n** RECORD GROUP %d, %s\n", group, title);
}

static void row(writer *w, const double *v, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        text_char(&w->t, ' ');
        text_scientific(&w->t, v[i], w->precision);
    }
    text_char(&w->t, '\n');
}

/* A group of so many rows and columns, when it is there. */
static void group(writer *w, int number, const char *title, const double *v, size_t rows, size_t columns)
{
    if (!v)
        return;
    mark(w, number, title);
    for (size_t i = 0; i < rows; i++)
        row(w, v + i * columns, columns);
}

static void fem_write_head(writer *w, const fem *f)
{
    text_string(&w->t, "** MODAL DATA FILE\n");
    mark(w, 1, "HEADER");
    text_string(&w->t, "**   REVISION  NODE  NORMAL  ATTACHMENT  CONSTRAINT  REJECTED MODES\n");
    text_printf(&w->t, " REV0 %d %d 0 0 0\n", f->n_nodes, f->n_modes);
    mark(w, 2, "FINITE ELEMENT NODE LIST");
    for (int i = 0; i < f->n_nodes; i++)
        text_printf(&w->t, " %s%s", f->labels[i], i % 6 == 5 || i == f->n_nodes - 1 ? "\n" : "");
}

static void coordinates(writer *w, const fem *f)
{
    for (int k = 0; k < 3; k++) {
        text_printf(&w->t, "**\n** RECORD GROUP %d, NODAL %c COORDINATES\n", 5 + k, 'X' + k);
        for (int i = 0; i < f->n_nodes; i++)
            row(w, f->x + 3 * i + k, 1);
    }
}

static void shapes(writer *w, const fem *f)
{
    mark(w, 8, "MODE SHAPES");
    for (int k = 0; k < f->n_modes; k++) {
        text_printf(&w->t, "**    NORMAL MODE SHAPE # %d\n", k + 1);
        for (int i = 0; i < f->n_nodes; i++) {
            const size_t at = 3 * ((size_t)k * (size_t)f->n_nodes + (size_t)i);
            double v[6];
            memcpy(v, f->U + at, sizeof v / 2);
            memcpy(v + 3, f->V + at, sizeof v / 2);
            row(w, v, 6);
        }
    }
}

static void fem_write_inertia(writer *w, const fem *f)
{
    group(w, 11, "DIAGONAL OF LUMPED MASS MATRIX", f->lumped, (size_t)f->n_nodes, 6);
    if (!f->rigid)
        return;
    mark(w, 12, "GLOBAL INERTIA PROPERTIES");
    row(w, f->rigid, 1);
    for (int i = 0; i < 4; i++)
        row(w, f->rigid + 1 + 3 * i, 3);
}

static void stiffening(writer *w, const fem *f)
{
    const size_t n = (size_t)f->n_modes;
    if (f->n_stiffening == 0)
        return;
    mark(w, 19, "MODAL STRESS STIFFENING MATRICES");
    text_printf(&w->t, " %d\n", f->n_stiffening);
    for (int i = 0; i < f->n_stiffening; i++) {
        text_printf(&w->t, " %d\n", f->stiffening[i].index);
        for (size_t k = 0; k < n; k++)
            row(w, f->stiffening[i].K + k * n, n);
    }
}

const char *fem_write_text(const fem *f, const char *path, int precision)
{
    const size_t n = (size_t)f->n_modes;
    writer w = {.precision = precision};
    fem_write_head(&w, f);
    group(&w, 3, "INITIAL MODAL DISPLACEMENTS", f->q, 1, n);
    group(&w, 4, "INITIAL MODAL VELOCITIES", f->qp, 1, n);
    coordinates(&w, f);
    shapes(&w, f);
    group(&w, 9, "MODAL MASS MATRIX", f->M, n, n);
    group(&w, 10, "MODAL STIFFNESS MATRIX", f->K, n, n);
    fem_write_inertia(&w, f);
    group(&w, 13, "MODAL DAMPING MATRIX", f->C, n, n);
    group(&w, 14, "INVARIANT 3", f->I3, 3, n);
    group(&w, 15, "INVARIANT 4", f->I4, 3, n);
    group(&w, 16, "INVARIANT 8", f->I8, 3, 3 * n);
    group(&w, 17, "INVARIANT 5", f->I5, 3, n * n);
    group(&w, 18, "INVARIANT 9", f->I9, 3, 3 * n * n);
    stiffening(&w, f);
    text_string(&w.t, "**\n** END OF FILE\n");
    FILE *out = fopen(path, "w");
    const bool ok = out && fwrite(w.t.data, 1, w.t.n, out) == w.t.n;
    const char *why = out && fclose(out) == 0 && ok ? NULL : strerror(errno);
    text_free(&w.t);
    return why;
}
