/* text_writer.c - results as text: one file for each kind of node and class of elements, one row per entity and step.
 *
 * A file exists if there is output of an entity that belongs to it: .mov .ine .abs ... by node type, .jnt .frc ...
 * by element class, even if the type has no rows, .drv for drive callers, .rfm for reference frames (written once).
 * Rows are in deck order; those of drive callers and frames are ordered by label. */
#include "deck/diag_rows.h"
#include "output/row_check.h"
#include "output/stream.h"
#include "output/writer.h"
#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_FILES = 64 };

typedef struct {
    const char *name; /* extension or path */
    stream file;
    record out;
} row_file;

typedef struct {
    void (*write)(const state *state, const node *node, record *out);
    const node *what;
    record *record;
} node_row;

typedef void (*elem_writer)(const state *state, const elem *element, record *out);

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

static bool text_writer_is_wanted(const model *model) { return !model->options.no_text; }

/* Returns the file with this extension or path, which is opened on first use; NULL after reporting an error. */
static record *file_named(text_rows *rows, const char *name, bool is_path)
{
    for (int i = 0; i < rows->n_files; i++)
        if (strcmp(rows->files[i].name, name) == 0)
            return &rows->files[i].out;
    if (rows->n_files == MOST_FILES) {
        diag_report(rows->errors, E_NO_OUTPUT_FILE, (source_location){0, 0, 0}, name, "too many output files");
        return NULL;
    }
    row_file *file = &rows->files[rows->n_files];
    if (!stream_open(&file->file, is_path ? name : rows->base, is_path ? NULL : name, rows->errors))
        return NULL;
    rows->n_files++;
    file->name = name;
    file->out = (record){.text = &file->file.rows, .precision = rows->precision};
    return &file->out;
}

static record *file_of(text_rows *rows, const char *extension) { return file_named(rows, extension, false); }

static bool add_node_row(text_rows *rows, node_row row, const char *extension)
{
    row.record = file_of(rows, extension);
    if (row.record)
        array_push(&rows->nodes, row);
    return row.record != NULL;
}

static bool text_writer_add_node(text_rows *rows, const node *node)
{
    const node_type *type = node->type;
    if (node->output && type->output && type->file &&
        !add_node_row(rows, (node_row){type->output, node, NULL}, type->file))
        return false;
    return !node->output_second || !type->second_row || node->momentum < 0 ||
           add_node_row(rows, (node_row){type->second_row, node, NULL}, type->second_file);
}

static bool add_elem_row(text_rows *rows, const elem *element, elem_writer write, const char *name, bool is_path)
{
    record *to = file_named(rows, name, is_path);
    if (to && write)
        array_push(&rows->elems, ((elem_row){write, element, to}));
    return to != NULL;
}

static bool add_elem(text_rows *rows, const elem *element)
{
    const elem_type *type = element->type;
    const elem_class *class = type->card->class;
    const bool is_listed = class->file && (type->output || !(class->flags & CLASS_FILE_BY_ROWS));
    const elem_files files = elem_files_of(type);
    const char *second = !files.second_row ? NULL : element->second_path ? element->second_path : files.second_file;
    if (!element->output)
        return true;
    return (!is_listed || add_elem_row(rows, element, files.file ? NULL : type->output, class->file, false)) &&
           (!files.file || add_elem_row(rows, element, type->output, files.file, false)) &&
           (!second || add_elem_row(rows, element, files.second_row, second, element->second_path != NULL));
}

static bool add_drive(text_rows *rows, const drive *drive)
{
    if (!drive->output)
        return true;
    rows->drive_file = file_of(rows, "drv");
    array_push(&rows->drives, drive);
    return rows->drive_file != NULL;
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

static void write_frame_rows(record *out, const model *model, const struct named_frame *const *frames)
{
    for (int i = 0; i < model->frames.n; i++) {
        const struct named_frame *named_frame = frames[i];
        record_begin(out, named_frame->label);
        record_vec3(out, named_frame->frame.x);
        record_orientation(out, &named_frame->frame.R, model->options.orientation);
        record_vec3(out, named_frame->frame.v);
        record_vec3(out, named_frame->frame.w);
        record_word(out, ""); /* these rows end with a blank */
        record_end(out);
    }
}

static bool write_frames(text_rows *rows, const model *model)
{
    if (!model->options.reference_frames)
        return true;
    record *out = file_of(rows, "rfm");
    if (!out || model->frames.n == 0)
        return out != NULL;
    const size_t n = (size_t)model->frames.n;
    const struct named_frame **sorted = heap_resize(NULL, n * sizeof *sorted);
    memcpy(sorted, model->frames.items, n * sizeof *sorted);
    qsort(sorted, n, sizeof *sorted, frame_by_label);
    write_frame_rows(out, model, sorted);
    free(sorted);
    return true;
}

static bool add_all(text_rows *rows, const model *model)
{
    bool is_good = true;
    for (int i = 0; is_good && i < model->nodes.n; i++)
        is_good = text_writer_add_node(rows, model->nodes.items[i]);
    for (int i = 0; is_good && i < model->elems.n; i++)
        is_good = add_elem(rows, model->elems.items[i]);
    for (int i = 0; is_good && i < model->drives.n; i++)
        is_good = add_drive(rows, model->drives.items[i]);
    if (rows->drives.n > 0)
        qsort(rows->drives.items, (size_t)rows->drives.n, sizeof *rows->drives.items, drive_by_label);
    return is_good && write_frames(rows, model);
}

static bool text_writer_close_writer(void *self, bool complete)
{
    text_rows *rows = self;
    bool is_good = true;
    for (int i = 0; i < rows->n_files; i++)
        is_good &= stream_close(&rows->files[i].file, complete, rows->errors);
    array_free(&rows->nodes);
    array_free(&rows->elems);
    array_free(&rows->drives);
    free(rows);
    return is_good;
}

static void *text_writer_open_writer(const model *model, const char *base, diag *errors)
{
    text_rows *rows = heap_resize(NULL, sizeof *rows);
    *rows = (text_rows){.errors = errors, .base = base, .precision = model->options.precision};
    if (add_all(rows, model))
        return rows;
    text_writer_close_writer(rows, false);
    return NULL;
}

static bool write_node(const text_rows *rows, const state *state, const node_row *row)
{
    row->write(state, row->what, row->record);
    return node_row_is_good(row->record, state, row->what, rows->errors);
}

static bool write_elem(const text_rows *rows, const state *state, const elem_row *row)
{
    if (!elem_is_on(state, row->what))
        return true;
    row->write(state, row->what, row->record);
    return elem_row_is_good(row->record, state, row->what, rows->errors);
}

static bool write_drive(const text_rows *rows, const state *state, const drive *drive)
{
    drive_output_row(state, drive, rows->drive_file);
    return drive_row_is_good(rows->drive_file, state, drive, rows->errors);
}

/* Writes large buffers, so that they do not grow with the model. Returns false once something could not be written. */
static bool breathe(text_rows *rows)
{
    bool is_good = true;
    for (int i = 0; i < rows->n_files; i++) {
        stream_breathe(&rows->files[i].file);
        is_good &= !rows->files[i].file.failed;
    }
    return is_good;
}

static bool is_time_to_breathe(int i) { return i % 64 == 63; }

static bool write_step(void *self, const state *state, const step_line *line)
{
    text_rows *rows = self;
    (void)line;
    bool is_good = true;
    for (int i = 0; is_good && i < rows->nodes.n; i++)
        is_good = write_node(rows, state, &rows->nodes.items[i]) && (!is_time_to_breathe(i) || breathe(rows));
    for (int i = 0; is_good && i < rows->elems.n; i++)
        is_good = write_elem(rows, state, &rows->elems.items[i]) && (!is_time_to_breathe(i) || breathe(rows));
    for (int i = 0; is_good && i < rows->drives.n; i++)
        is_good = write_drive(rows, state, rows->drives.items[i]);
    return breathe(rows) && is_good;
}

static void text_writer_flush(void *self)
{
    text_rows *rows = self;
    for (int i = 0; i < rows->n_files; i++)
        stream_flush(&rows->files[i].file);
}

const writer text_writer = {
    .name = "text",
    .is_wanted = text_writer_is_wanted,
    .open = text_writer_open_writer,
    .step = write_step,
    .flush = text_writer_flush,
    .close = text_writer_close_writer,
};
