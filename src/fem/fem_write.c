/* fem_write.c - modal data as a text file, for the keyword `echo`. Data that were not read are not written. */
#include "base/text.h"
#include "base/whole_file.h"
#include "fem/fem.h"
#include <stdio.h>
#include <string.h>

typedef struct {
    text text;
    int precision;
} writer;

static void mark(writer *writer, int group, const char *title)
{
    text_printf(&writer->text, "**\n** RECORD GROUP %d, %s\n", group, title);
}

static void row(writer *writer, const double *v, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        text_char(&writer->text, ' ');
        text_scientific(&writer->text, v[i], writer->precision);
    }
    text_char(&writer->text, '\n');
}

/* Writes a group of rows and columns, if present. */
static void group(writer *writer, int number, const char *title, const double *v, size_t rows, size_t columns)
{
    if (!v)
        return;
    mark(writer, number, title);
    for (size_t i = 0; i < rows; i++)
        row(writer, v + i * columns, columns);
}

static void fem_write_head(writer *writer, const fem *fem)
{
    text_string(&writer->text, "** MODAL DATA FILE\n");
    mark(writer, 1, "HEADER");
    text_string(&writer->text, "**   REVISION  NODE  NORMAL  ATTACHMENT  CONSTRAINT  REJECTED MODES\n");
    text_printf(&writer->text, " REV0 %d %d 0 0 0\n", fem->n_nodes, fem->n_modes);
    mark(writer, 2, "FINITE ELEMENT NODE LIST");
    for (int i = 0; i < fem->n_nodes; i++)
        text_printf(&writer->text, " %s%s", fem->labels[i], i % 6 == 5 || i == fem->n_nodes - 1 ? "\n" : "");
}

static void coordinates(writer *writer, const fem *fem)
{
    for (int k = 0; k < 3; k++) {
        text_printf(&writer->text, "**\n** RECORD GROUP %d, NODAL %c COORDINATES\n", 5 + k, 'X' + k);
        for (int i = 0; i < fem->n_nodes; i++)
            row(writer, fem->x + 3 * i + k, 1);
    }
}

static void shapes(writer *writer, const fem *fem)
{
    mark(writer, 8, "MODE SHAPES");
    for (int k = 0; k < fem->n_modes; k++) {
        text_printf(&writer->text, "**    NORMAL MODE SHAPE # %d\n", k + 1);
        for (int i = 0; i < fem->n_nodes; i++) {
            const size_t at = 3 * ((size_t)k * (size_t)fem->n_nodes + (size_t)i);
            double v[6];
            memcpy(v, fem->U + at, sizeof v / 2);
            memcpy(v + 3, fem->V + at, sizeof v / 2);
            row(writer, v, 6);
        }
    }
}

static void fem_write_inertia(writer *writer, const fem *fem)
{
    group(writer, 11, "DIAGONAL OF LUMPED MASS MATRIX", fem->lumped, (size_t)fem->n_nodes, 6);
    if (!fem->rigid)
        return;
    mark(writer, 12, "GLOBAL INERTIA PROPERTIES");
    row(writer, fem->rigid, 1);
    for (int i = 0; i < 4; i++)
        row(writer, fem->rigid + 1 + 3 * i, 3);
}

static void stiffening(writer *writer, const fem *fem)
{
    const size_t n = (size_t)fem->n_modes;
    if (fem->n_stiffening == 0)
        return;
    mark(writer, 19, "MODAL STRESS STIFFENING MATRICES");
    text_printf(&writer->text, " %d\n", fem->n_stiffening);
    for (int i = 0; i < fem->n_stiffening; i++) {
        text_printf(&writer->text, " %d\n", fem->stiffening[i].index);
        for (size_t k = 0; k < n; k++)
            row(writer, fem->stiffening[i].K + k * n, n);
    }
}

const char *fem_write_text(const fem *fem, const char *path, int precision)
{
    const size_t n = (size_t)fem->n_modes;
    writer writer = {.precision = precision};
    fem_write_head(&writer, fem);
    group(&writer, 3, "INITIAL MODAL DISPLACEMENTS", fem->q, 1, n);
    group(&writer, 4, "INITIAL MODAL VELOCITIES", fem->qp, 1, n);
    coordinates(&writer, fem);
    shapes(&writer, fem);
    group(&writer, 9, "MODAL MASS MATRIX", fem->M, n, n);
    group(&writer, 10, "MODAL STIFFNESS MATRIX", fem->K, n, n);
    fem_write_inertia(&writer, fem);
    group(&writer, 13, "MODAL DAMPING MATRIX", fem->C, n, n);
    group(&writer, 14, "INVARIANT 3", fem->I3, 3, n);
    group(&writer, 15, "INVARIANT 4", fem->I4, 3, n);
    group(&writer, 16, "INVARIANT 8", fem->I8, 3, 3 * n);
    group(&writer, 17, "INVARIANT 5", fem->I5, 3, n * n);
    group(&writer, 18, "INVARIANT 9", fem->I9, 3, 3 * n * n);
    stiffening(&writer, fem);
    text_string(&writer.text, "**\n** END OF FILE\n");
    const char *why = whole_file_write(path, writer.text.data, writer.text.n);
    text_free(&writer.text);
    return why;
}
