/* netcdf_writer.c - results as one NetCDF file: a variable for each column that a row names (record/columns.h).
 *
 *     run.step, time, run.timestep           and how the step was solved
 *     node, elem                             numbers of kinds, whose names are in the attribute types
 *     node.KIND, elem.KIND, drive            labels
 *     node.KIND.LABEL                        attribute type
 *     node.KIND.LABEL.COLUMN (time, ...)     the numbers; elem.KIND.LABEL.COLUMN, drive.LABEL.COLUMN alike
 *
 * Variables are defined when the first state comes: only then rows can be asked what they hold. The classic formats
 * keep the numbers of a step together and are written step by step; the HDF5 formats keep those of a variable together,
 * and there a block of steps is gathered first: a step at a time is fifty times slower. */
#include "assembly/energy.h"
#include "output/netcdf_eigen.h"
#include "output/row_check.h"
#include "output/writer.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { MOST_ROWS = 64, MOST_BLOCK = 1 << 23 }; /* rows and numbers gathered for the HDF5 formats */

typedef void node_row(const state *s, const node *n, record *out);
typedef void elem_row(const state *s, const elem *e, record *out);

/* Something that has rows: a function with its node, a function with its element, an element that is driven, or a
 * drive. */
typedef struct {
    node_row *of_node;
    const node *node;
    elem_row *of_elem;
    const elem *elem;
    const drive *drive;
} source_row;

typedef struct {
    int id;
    int first, n; /* its numbers in a row */
    bool is_integer, is_array;
} variable;

typedef struct {
    int id;
    ARRAY(int) labels;
} label_list;

typedef struct {
    const model *m;
    diag *errors;
    netcdf_file file;
    bool is_defined;
    int time, vec1, vec3; /* dimensions */
    ARRAY(source_row) sources;
    ARRAY(variable) variables;
    ARRAY(label_list) lists;
    ARRAY(int) types;               /* variables that hold nothing but the attribute `type` */
    char prefix[64];                /* of the names being defined */
    column_set *being_defined;      /* of the entity at hand; its type is defined before its first column */
    int row_size, limit_rows, most; /* numbers in a row, rows that are gathered, numbers of the largest variable */
    double *rows, *block;           /* limit_rows rows; those of one variable */
    int n_rows;                     /* gathered */
    size_t written;                 /* rows in the file */
    netcdf_eigen eigen;
} netcdf_results;

static bool netcdf_writer_is_wanted(const model *m) { return m->options.netcdf; }

/* --- definitions -------------------------------------------------------------------------------------------------- */

/* The variable that carries the type of an entity, named as the prefix without the last dot. */
static void define_type(netcdf_results *w, const char *words)
{
    char name[sizeof w->prefix];
    snprintf(name, sizeof name, "%.*s", (int)strlen(w->prefix) - 1, w->prefix);
    const int id = netcdf_variable(&w->file, name, NETCDF_CHAR, 1, &w->vec1);
    netcdf_attribute(&w->file, id, "type", words);
    array_push(&w->types, id);
}

/* elem.joint.10_NModes: what the numbers of a column are counted by. */
static int count_dimension(netcdf_results *w, const named_column *c)
{
    char name[128];
    snprintf(name, sizeof name, "%.*s_%s", (int)strlen(w->prefix) - 1, w->prefix, c->count);
    const int known = netcdf_known_dimension(&w->file, name);
    return known >= 0 ? known : netcdf_dimension(&w->file, name, (size_t)c->n);
}

static void define_description(netcdf_results *w, int id, const char *words)
{
    const column_set *c = w->being_defined;
    text t = {0};
    if (c->points > 0)
        text_printf(&t, "Gauss point #%d/%d ", c->point, c->points);
    text_string(&t, words);
    text_char(&t, '\0');
    netcdf_attribute(&w->file, id, "description", t.data);
    text_free(&t);
}

static void define_column(void *to, const named_column *c)
{
    netcdf_results *w = to;
    if (w->being_defined->type)
        define_type(w, w->being_defined->type);
    w->being_defined->type = NULL;
    char name[128], unit[64];
    const int n = c->count ? 2 : c->n == 1 ? 1 : c->n == 3 ? 2 : 3;
    const int dimensions[] = {w->time, c->count ? count_dimension(w, c) : w->vec3, w->vec3};
    snprintf(name, sizeof name, "%s%s", w->prefix, c->name);
    /* Two laws of one element may give their data the same name. */
    for (int i = 2; netcdf_has_variable(&w->file, name); i++)
        snprintf(name, sizeof name, "%s%s_%d", w->prefix, c->name, i);
    quantity_unit(c->unit, &w->m->options.units, unit, sizeof unit);
    const int id = netcdf_variable(&w->file, name, c->is_integer ? NETCDF_INT : NETCDF_DOUBLE, n, dimensions);
    netcdf_attribute(&w->file, id, "units", unit);
    netcdf_attribute(&w->file, id, "type",
                     c->is_integer        ? "integer"
                     : n == 1 || c->count ? "doublereal"
                     : n == 2             ? "Vec3"
                                          : "Mat3x3");
    define_description(w, id, c->description);
    netcdf_chunk(&w->file, id, (const size_t[]){MOST_ROWS, n == 3 ? 3 : (size_t)c->n, 3});
    w->most = c->n > w->most ? c->n : w->most;
    array_push(
        &w->variables,
        ((variable){
            .id = id, .first = w->row_size, .n = c->n, .is_integer = c->is_integer, .is_array = c->count != NULL}));
    w->row_size += c->n;
}

static void record_energies(const double *energies, record *out)
{
    char name[64];
    for (int k = 0; energies && k < ENERGY_COUNT; k++) {
        snprintf(name, sizeof name, "energy.%s", energy_names[k]);
        record_name(out, name, QUANTITY_ENERGY, energy_words[k]);
        record_real(out, energies[k]);
    }
}

/* That counts and tests are times is how the reference program has it. */
static void record_run(const state *s, const step_line *line, record *out)
{
    record_name(out, "run.step", QUANTITY_DIMENSIONLESS, "time step index");
    record_integer(out, s->step);
    record_name(out, "time", QUANTITY_TIME, "simulation time");
    record_real(out, s->t);
    record_name(out, "run.timestep", QUANTITY_TIME, "integration time step");
    record_real(out, s->step == 0 ? 0.0 : s->dt);
    record_name(out, "run.iterations", QUANTITY_TIME, "iterations for convergence");
    record_integer(out, line->iterations);
    record_name(out, "run.restest", QUANTITY_TIME, "test on residual");
    record_real(out, line->residual_error);
    record_name(out, "run.soltest", QUANTITY_TIME, "test on solution");
    record_real(out, line->solution_error);
    record_name(out, "run.solconv", QUANTITY_TIME, "convergence from solution (1) or residual (0)");
    record_integer(out, line->by_solution);
    record_energies(line->energies, out);
}

static void record_elem(const state *s, const source_row *from, record *out)
{
    const elem *e = from->elem;
    from->of_elem(s, e, out);
    if (e->switched != MEMORY_NONE && from->of_elem == e->type->output) {
        record_name(out, "driven", QUANTITY_DIMENSIONLESS, "1 while the element is active, else 0");
        record_integer(out, elem_is_on(s, e));
    }
}

static void record_activation(const state *s, const elem *e, record *out)
{
    record_name(out, "activation", QUANTITY_BOOLEAN, "activation flag (1: active, 0: inactive)");
    record_integer(out, elem_is_on(s, e));
}

static void record_source(const state *s, const source_row *from, record *out)
{
    if (from->of_node)
        from->of_node(s, from->node, out);
    else if (from->of_elem)
        record_elem(s, from, out);
    else if (from->elem)
        record_activation(s, from->elem, out);
    else
        drive_output_row(s, from->drive, out);
}

static bool source_is_good(const netcdf_results *w, const state *s, const source_row *from, const record *out)
{
    return from->node   ? node_row_is_good(out, s, from->node, w->errors)
           : from->elem ? elem_row_is_good(out, s, from->elem, w->errors)
                        : drive_row_is_good(out, s, from->drive, w->errors);
}

/* Hears from a source what columns it has; sources without any are forgotten. */
static void define_source(netcdf_results *w, const state *s, source_row from)
{
    column_set c = {.define = define_column, .context = w};
    record out = {.named = &c};
    const int before = w->variables.n;
    w->being_defined = &c;
    record_source(s, &from, &out);
    if (w->variables.n > before)
        array_push(&w->sources, from);
}

static void define_node(netcdf_results *w, const state *s, const node *n, const char *level, node_row *row)
{
    if (!n->type->level || !row)
        return;
    snprintf(w->prefix, sizeof w->prefix, "%s.%u.", level, n->label);
    define_source(w, s, (source_row){.of_node = row, .node = n});
}

static void define_motion(netcdf_results *w, const state *s, const node *n)
{
    char level[32];
    snprintf(level, sizeof level, "node.%s", n->type->level ? n->type->level : "");
    if (n->output)
        define_node(w, s, n, level, n->type->output);
}

/* As in the reference the momenta of displacement nodes stand with their automatic structural elements. */
static void define_momentum(netcdf_results *w, const state *s, const node *n)
{
    if (n->momentum >= 0 && n->output_second)
        define_node(w, s, n, n->has_rotation ? "node.struct" : "elem.autostruct", n->type->second_row);
}

/* A single element has no label. */
static int shown_label(const elem *e) { return e->type->card->class->flags & CLASS_IS_SINGLE ? 1 : (int)e->label; }

static void define_elem(netcdf_results *w, const state *s, const elem *e)
{
    const char *level = e->type->card->level;
    elem_row *const rows[] = {e->type->output, elem_files_of(e->type).second_row};
    if (!level || !e->output)
        return;
    snprintf(w->prefix, sizeof w->prefix, "elem.%s.%d.", level, shown_label(e));
    for (int i = 0; i < ARRAY_LEN(rows); i++)
        if (rows[i])
            define_source(w, s, (source_row){.of_elem = rows[i], .elem = e});
}

static bool is_driven(const elem *e) { return e->switched != MEMORY_NONE && e->output; }

static void define_driven(netcdf_results *w, const state *s, const elem *e)
{
    if (!is_driven(e))
        return;
    snprintf(w->prefix, sizeof w->prefix, "elem.driven.%d.", shown_label(e));
    define_source(w, s, (source_row){.elem = e});
}

/* Drives that are to be written: their labels in `drive`, then each. */
static void define_drives(netcdf_results *w, const state *s)
{
    label_list list = {0};
    for (int i = 0; i < w->m->drives.n; i++)
        if (w->m->drives.items[i]->output)
            array_push(&list.labels, (int)w->m->drives.items[i]->label);
    if (list.labels.n == 0)
        return;
    const int dimension = netcdf_dimension(&w->file, "drive_labels_dim", (size_t)list.labels.n);
    list.id = netcdf_variable(&w->file, "drive", NETCDF_INT, 1, &dimension);
    netcdf_attribute(&w->file, list.id, "description", "Drive callers labels");
    array_push(&w->lists, list);
    for (int i = 0; i < w->m->drives.n; i++)
        if (w->m->drives.items[i]->output) {
            snprintf(w->prefix, sizeof w->prefix, "drive.%u.", w->m->drives.items[i]->label);
            define_source(w, s, (source_row){.drive = w->m->drives.items[i]});
        }
}

/* The labels of a class as NAME.LEVEL, with a description. */
static void define_list(netcdf_results *w, const char *what, const char *level, const char *words, label_list *list)
{
    char name[128];
    if (list->labels.n == 0)
        return;
    snprintf(name, sizeof name, "%s_%s_labels_dim", level, what);
    const int dimension = netcdf_dimension(&w->file, name, (size_t)list->labels.n);
    snprintf(name, sizeof name, "%s.%s", what, level);
    list->id = netcdf_variable(&w->file, name, NETCDF_INT, 1, &dimension);
    netcdf_attribute(&w->file, list->id, "description", words);
    array_push(&w->lists, *list);
}

static label_list list_nodes(const model *m, const node_type *type)
{
    label_list list = {0};
    for (int i = 0; type->level && i < m->nodes.n; i++)
        if (m->nodes.items[i]->type == type)
            array_push(&list.labels, (int)m->nodes.items[i]->label);
    return list;
}

static void define_node_list(netcdf_results *w, const node_type *type)
{
    char words[128];
    label_list list = list_nodes(w->m, type);
    snprintf(words, sizeof words, "%c%s nodes labels", toupper((unsigned char)type->keyword[0]), type->keyword + 1);
    define_list(w, "node", type->level, words, &list);
}

static label_list list_elems(const model *m, const elem_class *class)
{
    label_list list = {0};
    for (int i = 0; class->list && i < m->elems.n; i++)
        if (m->elems.items[i]->type->card->class == class &&
            (m->elems.items[i]->output || !(class->flags & CLASS_LISTS_WRITTEN)))
            array_push(&list.labels, shown_label(m->elems.items[i]));
    return list;
}

static label_list list_driven(const model *m)
{
    label_list list = {0};
    for (int i = 0; i < m->elems.n; i++)
        if (is_driven(m->elems.items[i]))
            array_push(&list.labels, shown_label(m->elems.items[i]));
    return list;
}

static void define_elem_list(netcdf_results *w, const elem_class *class)
{
    char words[128];
    label_list list = list_elems(w->m, class);
    snprintf(words, sizeof words, "%s elements labels", class->list ? class->list_words : "");
    define_list(w, "elem", class->list, words, &list);
}

/* Kinds of nodes or elements that there are: their names, with semicolons between them, and their number. */
typedef struct {
    text names;
    int n;
} kinds;

static void add_kind(kinds *k, const char *name, label_list list)
{
    if (list.labels.n > 0) {
        text_printf(&k->names, "%s%s", k->n > 0 ? ";" : "", name);
        k->n++;
    }
    array_free(&list.labels);
}

static void define_kinds(netcdf_results *w, const char *what, const char *words, kinds *k)
{
    char name[32];
    label_list list = {0};
    snprintf(name, sizeof name, "%s_types_dim", what);
    const int one = netcdf_dimension(&w->file, name, 1);
    list.id = netcdf_variable(&w->file, what, NETCDF_INT, 1, &one);
    netcdf_attribute(&w->file, list.id, "description", words);
    text_char(&k->names, '\0');
    netcdf_attribute(&w->file, list.id, "types", k->names.data);
    text_free(&k->names);
    array_push(&list.labels, k->n);
    array_push(&w->lists, list);
}

/* In the order of the reference, which has no list of parameter nodes. */
static void define_node_kinds(netcdf_results *w)
{
    static const char *const LEVELS[] = {"abstr", "struct", "elec", "thermal", "pres", "param"};
    kinds k = {0};
    for (size_t level = 0; level < sizeof LEVELS / sizeof *LEVELS; level++)
        for (int i = 0; i < node_type_count; i++)
            if (node_types[i]->level && strcmp(node_types[i]->level, LEVELS[level]) == 0)
                add_kind(&k, node_types[i]->level, list_nodes(w->m, node_types[i]));
    define_kinds(w, "node", "Node types (in attribute \"types\", semicolon-separated)", &k);
}

static void define_elem_kinds(netcdf_results *w)
{
    kinds k = {0};
    for (int i = 0; i < CLASS_COUNT; i++)
        add_kind(&k, elem_classes[i].list, list_elems(w->m, &elem_classes[i]));
    add_kind(&k, "driven", list_driven(w->m));
    define_kinds(w, "elem", "Element types (in attribute \"types\", semicolon-separated)", &k);
}

static void define_run(netcdf_results *w, const state *s)
{
    column_set c = {.define = define_column, .context = w};
    record out = {.named = &c};
    w->prefix[0] = '\0';
    w->being_defined = &c;
    record_run(s, &(step_line){0}, &out);
}

static void put_lists(netcdf_results *w)
{
    for (int i = 0; i < w->lists.n; i++)
        netcdf_put_ints(&w->file, w->lists.items[i].id, w->lists.items[i].labels.items);
    for (int i = 0; i < w->types.n; i++)
        netcdf_put_text(&w->file, w->types.items[i], "");
}

static void netcdf_writer_define(netcdf_results *w, const state *s)
{
    netcdf_file *f = &w->file;
    w->is_defined = true;
    w->time = netcdf_dimension(f, "time", NETCDF_UNLIMITED);
    w->vec1 = netcdf_dimension(f, "Vec1", 1);
    w->vec3 = netcdf_dimension(f, "Vec3", 3);
    w->eigen = (netcdf_eigen){.vec1 = w->vec1, .vec3 = w->vec3};
    define_run(w, s);
    define_node_kinds(w);
    for (int i = 0; i < node_type_count; i++)
        define_node_list(w, node_types[i]);
    for (int i = 0; i < w->m->nodes.n; i++)
        define_motion(w, s, w->m->nodes.items[i]);
    define_elem_kinds(w);
    for (int i = 0; i < CLASS_COUNT; i++)
        define_elem_list(w, &elem_classes[i]);
    label_list driven = list_driven(w->m);
    define_list(w, "elem", "driven", "Driven elements labels", &driven);
    for (int i = 0; i < w->m->nodes.n; i++)
        define_momentum(w, s, w->m->nodes.items[i]);
    for (int i = 0; i < w->m->elems.n; i++) {
        define_elem(w, s, w->m->elems.items[i]);
        define_driven(w, s, w->m->elems.items[i]);
    }
    define_drives(w, s);
    netcdf_end_definitions(f);
    put_lists(w);
    const int most = MOST_BLOCK / w->row_size;
    w->limit_rows = !f->is_hdf5 || w->m->options.netcdf_sync || most < 1 ? 1 : most < MOST_ROWS ? most : MOST_ROWS;
    w->rows = heap_resize(NULL, (size_t)(w->limit_rows * w->row_size) * sizeof *w->rows);
    w->block = heap_resize(NULL, (size_t)(w->limit_rows * w->most) * sizeof *w->block);
}

/* --- values ------------------------------------------------------------------------------------------------------- */

static void write_rows(netcdf_results *w)
{
    if (w->n_rows == 0)
        return;
    const size_t start[3] = {w->written, 0, 0};
    for (int i = 0; i < w->variables.n; i++) {
        const variable *v = &w->variables.items[i];
        const size_t count[3] = {(size_t)w->n_rows, v->n == 9 && !v->is_array ? 3 : (size_t)v->n, 3};
        for (int k = 0; k < w->n_rows; k++)
            memcpy(w->block + k * v->n, w->rows + k * w->row_size + v->first, (size_t)v->n * sizeof(double));
        netcdf_put_reals_at(&w->file, v->id, start, count, w->block);
    }
    w->written += (size_t)w->n_rows;
    w->n_rows = 0;
}

static bool write_step(void *self, const state *s, const step_line *line)
{
    netcdf_results *w = self;
    if (!w->is_defined)
        netcdf_writer_define(w, s);
    column_set c = {.value = w->rows + w->n_rows * w->row_size, .room = w->row_size};
    record out = {.named = &c};
    record_run(s, line, &out);
    bool is_good = true;
    for (int i = 0; is_good && i < w->sources.n; i++) {
        record_source(s, &w->sources.items[i], &out);
        is_good = source_is_good(w, s, &w->sources.items[i], &out);
    }
    if (++w->n_rows == w->limit_rows)
        write_rows(w);
    if (w->m->options.netcdf_sync)
        netcdf_file_sync(&w->file);
    return is_good && !w->file.failed;
}

static bool write_eigen(void *self, const state *s, const eigen_result *r)
{
    netcdf_results *w = self;
    if (!w->is_defined)
        netcdf_writer_define(w, s);
    netcdf_put_eigen(&w->file, &w->eigen, s, w->m, r);
    return !w->file.failed;
}

static void netcdf_writer_flush(void *self)
{
    netcdf_results *w = self;
    if (!w->is_defined)
        return;
    write_rows(w);
    netcdf_file_sync(&w->file);
}

static bool netcdf_writer_close_writer(void *self, bool complete)
{
    netcdf_results *w = self;
    if (w->is_defined)
        write_rows(w);
    else if (!complete && w->file.path)
        unlink(w->file.path);
    const bool is_good = netcdf_file_close(&w->file, w->errors);
    for (int i = 0; i < w->lists.n; i++)
        array_free(&w->lists.items[i].labels);
    array_free(&w->lists);
    array_free(&w->types);
    array_free(&w->sources);
    array_free(&w->variables);
    free(w->rows);
    free(w->block);
    free(w);
    return is_good;
}

static void *netcdf_writer_open_writer(const model *m, const char *base, diag *errors)
{
    netcdf_results *w = heap_resize(NULL, sizeof *w);
    *w = (netcdf_results){.m = m, .errors = errors};
    if (netcdf_file_create(&w->file, base, m->options.netcdf_format, errors))
        return w;
    netcdf_writer_close_writer(w, false);
    return NULL;
}

const writer netcdf_writer = {
    .name = "netcdf",
    .is_wanted = netcdf_writer_is_wanted,
    .open = netcdf_writer_open_writer,
    .step = write_step,
    .eigen = write_eigen,
    .flush = netcdf_writer_flush,
    .close = netcdf_writer_close_writer,
};
