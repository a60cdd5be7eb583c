/* text_writer.c - results as text: one file for each kind of node and class of elements, one row an entity and step.
 *
 * A file exists when there is output of something that belongs to it: .mov .ine .abs ... by node type, .jnt .frc ... by
 * element class, also where its type has no rows, .drv for drive callers, .rfm for reference frames (written once).
 * Rows stand in the order of the deck; those of drive callers and frames by label. */
#include "deck/diag_rows.h"
#include "output/row_check.h"
#include "output/stream.h"
#include "output/writer.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_FILES = 64 };

typedef struct {
    const char *name; /* its extension, or its path */
    stream file;
    record out;
} row_file;

typedef struct {
    void (*write)(const state *s, const node *n, record *out);
    const node *what;
    record *record;
} node_row;

typedef void (*elem_writer)(const state *s, const elem *e, record *out);

typedef struct {
    elem_writer write;
    const elem *what;
    record *record;
} elem_row;

typedef struct {
    diag *errors;
    const char *base;
    int precision;
    int n_files;
    row_file files[MOST_FILES];
    ARRAY(node_row) nodes;
    ARRAY(elem_row) elems;
    ARRAY(const drive *) drives;
    record *drive_file;
} text_rows;

static bool text_writer_is_wanted(const model *m) { return !m->options.no_text; }

/* The file of this extension, or the one that a path names, opened when it is the first that asks; NULL after a
 * report. */
static record *file_named(text_rows *w, const char *name, bool is_path)
{
    for (int i = 0; i < w->n_files; i++)
        if (strcmp(w->files[i].name, name) == 0)
            return &w->files[i].out;
    if (w->n_files == MOST_FILES) {
        diag_report(w->errors, E_NO_OUTPUT_FILE, (place){0, 0, 0}, name, "there are too many files of rows");
        return NULL;
    }
    row_file *f = &w->files[w->n_files];
    if (!stream_open(&f->file, is_path ? name : w->base, is_path ? NULL : name, w->errors))
        return NULL;
    w->n_files++;
    f->name = name;
    f->out = (record){.text = &f->file.rows, .precision = w->precision};
    return &f->out;
}

static record *file_of(text_rows *w, const char *extension) { return file_named(w, extension, false); }

static bool add_node_row(text_rows *w, node_row row, const char *extension)
{
    row.record = file_of(w, extension);
    if (row.record)
        array_push(&w->nodes, row);
    return row.record != NULL;
}

static bool text_writer_add_node(text_rows *w, const node *n)
{
    const node_type *t = n->type;
    if (n->output && t->output && t->file && !add_node_row(w, (node_row){t->output, n, NULL}, t->file))
        return false;
    return !n->output_second || !t->second_row || n->momentum < 0 ||
           add_node_row(w, (node_row){t->second_row, n, NULL}, t->second_file);
}

static bool add_elem_row(text_rows *w, const elem *e, elem_writer write, const char *name, bool is_path)
{
    record *to = file_named(w, name, is_path);
    if (to && write)
        array_push(&w->elems, ((elem_row){write, e, to}));
    return to != NULL;
}

static bool add_elem(text_rows *w, const elem *e)
{
    const elem_type *t = e->type;
    const elem_class *class = t->card->class;
    const bool is_listed = class->file && (t->output || !(class->flags & CLASS_FILE_BY_ROWS));
    const elem_files files = elem_files_of(t);
    const char *second = !files.second_row ? NULL : e->second_path ? e->second_path : files.second_file;
    if (!e->output)
        return true;
    return (!is_listed || add_elem_row(w, e, files.file ? NULL : t->output, class->file, false)) &&
           (!files.file || add_elem_row(w, e, t->output, files.file, false)) &&
           (!second || add_elem_row(w, e, files.second_row, second, e->second_path != NULL));
}

static bool add_drive(text_rows *w, const drive *d)
{
    if (!d->output)
        return true;
    w->drive_file = file_of(w, "drv");
    array_push(&w->drives, d);
    return w->drive_file != NULL;
}

static int drive_by_label(const void *a, const void *b)
{
    const drive *const *p = a, *const *q = b;
    return ((*p)->label > (*q)->label) - ((*p)->label < (*q)->label);
}

static int frame_by_label(const void *a, const void *b)
{
    const struct named_frame *const *p = a, *const *q = b;
    return ((*p)->label > (*q)->label) - ((*p)->label < (*q)->label);
}

static void write_frame_rows(record *out, const model *m, const struct named_frame *const *frames)
{
    for (int i = 0; i < m->frames.n; i++) {
        const struct named_frame *f = frames[i];
        record_begin(out, f->label);
        record_vec3(out, f->frame.x);
        record_orientation(out, &f->frame.R, m->options.orientation);
        record_vec3(out, f->frame.v);
        record_vec3(out, f->frame.w);
        record_word(out, ""); /* these rows end with a blank */
        record_end(out);
    }
}

static bool write_frames(text_rows *w, const model *m)
{
    if (!m->options.reference_frames)
        return true;
    record *out = file_of(w, "rfm");
    if (!out || m->frames.n == 0)
        return out != NULL;
    const size_t n = (size_t)m->frames.n;
    const struct named_frame **sorted = heap_resize(NULL, n * sizeof *sorted);
    memcpy(sorted, m->frames.items, n * sizeof *sorted);
    qsort(sorted, n, sizeof *sorted, frame_by_label);
    write_frame_rows(out, m, sorted);
    free(sorted);
    return true;
}

static bool add_all(text_rows *w, const model *m)
{
    bool is_good = true;
    for (int i = 0; is_good && i < m->nodes.n; i++)
        is_good = text_writer_add_node(w, m->nodes.items[i]);
    for (int i = 0; is_good && i < m->elems.n; i++)
        is_good = add_elem(w, m->elems.items[i]);
    for (int i = 0; is_good && i < m->drives.n; i++)
        is_good = add_drive(w, m->drives.items[i]);
    if (w->drives.n > 0)
        qsort(w->drives.items, (size_t)w->drives.n, sizeof *w->drives.items, drive_by_label);
    return is_good && write_frames(w, m);
}

static bool text_writer_close_writer(void *self, bool complete)
{
    text_rows *w = self;
    bool is_good = true;
    for (int i = 0; i < w->n_files; i++)
        is_good &= stream_close(&w->files[i].file, complete, w->errors);
    array_free(&w->nodes);
    array_free(&w->elems);
    array_free(&w->drives);
    free(w);
    return is_good;
}

static void *text_writer_open_writer(const model *m, const char *base, diag *errors)
{
    text_rows *w = heap_resize(NULL, sizeof *w);
    *w = (text_rows){.errors = errors, .base = base, .precision = m->options.precision};
    if (add_all(w, m))
        return w;
    text_writer_close_writer(w, false);
    return NULL;
}

static bool write_node(const text_rows *w, const state *s, const node_row *row)
{
    row->write(s, row->what, row->record);
    return node_row_is_good(row->record, s, row->what, w->errors);
}

static bool write_elem(const text_rows *w, const state *s, const elem_row *row)
{
    if (!elem_is_on(s, row->what))
        return true;
    row->write(s, row->what, row->record);
    return elem_row_is_good(row->record, s, row->what, w->errors);
}

static bool write_drive(const text_rows *w, const state *s, const drive *d)
{
    drive_output_row(s, d, w->drive_file);
    return drive_row_is_good(w->drive_file, s, d, w->errors);
}

static bool write_step(void *self, const state *s, const step_line *line)
{
    text_rows *w = self;
    (void)line;
    bool is_good = true;
    for (int i = 0; is_good && i < w->nodes.n; i++)
        is_good = write_node(w, s, &w->nodes.items[i]);
    for (int i = 0; is_good && i < w->elems.n; i++)
        is_good = write_elem(w, s, &w->elems.items[i]);
    for (int i = 0; is_good && i < w->drives.n; i++)
        is_good = write_drive(w, s, w->drives.items[i]);
    for (int i = 0; i < w->n_files; i++) {
        stream_breathe(&w->files[i].file);
        is_good &= !w->files[i].file.failed;
    }
    return is_good;
}

static void text_writer_flush(void *self)
{
    text_rows *w = self;
    for (int i = 0; i < w->n_files; i++)
        stream_flush(&w->files[i].file);
}

const writer text_writer = {
    .name = "text",
    .is_wanted = text_writer_is_wanted,
    .open = text_writer_open_writer,
    .step = write_step,
    .flush = text_writer_flush,
    .close = text_writer_close_writer,
};
