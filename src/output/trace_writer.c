/* trace_writer.c - the .trc file: drive callers with `output trace, yes` at every step, including those that the
 * output meter omits.
 *
 *     LABEL value [derivative]       by label; derivative if it is requested and exists */
#include "output/row_check.h"
#include "output/stream.h"
#include "output/writer.h"
#include <stdlib.h>

typedef struct {
    diag *errors;
    stream file;
    record out;
    ARRAY(const drive *) drives;
} trace;

static bool trace_writer_is_wanted(const model *model)
{
    for (int i = 0; i < model->drives.n; i++)
        if (model->drives.items[i]->traced)
            return true;
    return false;
}

static int by_label(const void *a, const void *b)
{
    const drive *const *p = a, *const *q = b;
    return ((*p)->label > (*q)->label) - ((*p)->label < (*q)->label);
}

static bool trace_writer_close_writer(void *self, bool complete)
{
    trace *trace = self;
    const bool is_good = stream_close(&trace->file, complete, trace->errors);
    array_free(&trace->drives);
    free(trace);
    return is_good;
}

static void *trace_writer_open_writer(const model *model, const char *base, diag *errors)
{
    trace *w = heap_resize(NULL, sizeof *w);
    *w = (trace){.errors = errors, .file.fd = -1};
    w->out = (record){.text = &w->file.rows, .precision = model->options.precision};
    for (int i = 0; i < model->drives.n; i++)
        if (model->drives.items[i]->traced)
            array_push(&w->drives, model->drives.items[i]);
    if (w->drives.n > 0)
        qsort(w->drives.items, (size_t)w->drives.n, sizeof *w->drives.items, by_label);
    if (stream_open(&w->file, base, "trc", errors))
        return w;
    trace_writer_close_writer(w, false);
    return NULL;
}

static bool write_step(void *self, const state *state, const step_line *line)
{
    trace *trace = self;
    (void)line;
    for (int i = 0; i < trace->drives.n; i++) {
        drive_output_row(state, trace->drives.items[i], &trace->out);
        if (!drive_row_is_good(&trace->out, state, trace->drives.items[i], trace->errors))
            return false;
    }
    stream_breathe(&trace->file);
    return !trace->file.failed;
}

static void trace_writer_flush(void *self) { stream_flush(&((trace *)self)->file); }

const writer trace_writer = {
    .name = "trace",
    .is_wanted = trace_writer_is_wanted,
    .open = trace_writer_open_writer,
    .step = write_step,
    .at_every_step = true,
    .flush = trace_writer_flush,
    .close = trace_writer_close_writer,
};
