/* netcdf_writer.c - results as one NetCDF file: a variable for each column that a row names (record/columns.h).
 *
 *     run.step, time, run.timestep           and how the step was solved
 *     node, elem                             numbers of kinds, whose names are in the attribute types
 *     node.KIND, elem.KIND, drive            labels; MBDyn's list of a class may have another name than its variables
 *     node.KIND.LABEL                        attribute type
 *     node.KIND.LABEL.COLUMN (time, ...)     the values; likewise elem.KIND.LABEL.COLUMN, drive.LABEL.COLUMN
 *
 * While a driven element is not active, its values are the fill values of NetCDF, as its rows in text are missing.
 *
 * Variables are defined when the first state is written, since only then the columns of the rows are known. A block of
 * steps is buffered. The classic formats store the values of a step contiguously, and a block is written at once
 * (netcdf_records.h); the HDF5 formats store those of a variable contiguously, and writing single steps would be fifty
 * times slower. A block is written early when readers expect it: once a second, and at the end of the run. */
#include "assembly/energy.h"
#include "output/netcdf_eigen.h"
#include "output/netcdf_records.h"
#include "output/row_check.h"
#include "output/writer.h"
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Limits of buffered rows, and of buffered numbers for the HDF5 and the classic formats; models of more than
 * MOST_ATTACHED nodes and elements count as large. */
enum { MOST_ROWS = 64, MOST_BLOCK = 1 << 23, MOST_CLASSIC_BLOCK = 1 << 17, MOST_ATTACHED = 200 };

typedef void node_row(const state *state, const node *node, record *out);
typedef void elem_row(const state *state, const elem *element, record *out);

/* Source of rows: a function with its node, a function with its element, a driven element, or a drive. */
typedef struct {
    node_row *of_node;
    const node *node;
    elem_row *of_elem;
    const elem *elem;
    const drive *drive;
    int first, n; /* its variables */
} source_row;

typedef struct {
    int id;
    int first, n; /* position and number of its values in a row */
    bool is_integer, is_array;
} variable;

typedef struct {
    int id;
    ARRAY(int) labels;
} label_list;

typedef struct {
    const model *model;
    diag *errors;
    netcdf_file file;
    bool is_defined;
    int time, vec1, vec3; /* dimensions */
    ARRAY(source_row) sources;
    ARRAY(variable) variables;
    ARRAY(record_part) parts; /* of a row: one per variable */
    ARRAY(label_list) lists;
    ARRAY(int) types;               /* variables whose only content is the attribute `type` */
    char prefix[64];                /* of the names being defined */
    column_set *being_defined;      /* of the current entity; its type is defined before its first column */
    int row_size, limit_rows, most; /* numbers in a row, capacity in rows, numbers of the largest variable */
    double *rows, *block;           /* buffer of limit_rows rows; values of one variable */
    int n_rows;                     /* number of buffered rows */
    size_t written;                 /* number of rows in the file, in the HDF5 formats */
    netcdf_records records;         /* in the classic formats */
    netcdf_eigen eigen;
} netcdf_results;

static bool netcdf_writer_is_wanted(const model *model) { return model->options.netcdf; }

/* --- definitions -------------------------------------------------------------------------------------------------- */

/* Defines the variable that has the type of an entity as its attribute; its name is the prefix without the last dot. */
static void define_type(netcdf_results *results, const char *words)
{
    char name[sizeof results->prefix];
    snprintf(name, sizeof name, "%.*s", (int)strlen(results->prefix) - 1, results->prefix);
    const int id = netcdf_variable(&results->file, name, NETCDF_CHAR, 1, &results->vec1);
    netcdf_attribute(&results->file, id, "type", words);
    array_push(&results->types, id);
}

/* Returns the dimension of a column with a variable number of values, such as elem.joint.10_NModes. */
static int count_dimension(netcdf_results *results, const named_column *column)
{
    char name[128];
    snprintf(name, sizeof name, "%.*s_%s", (int)strlen(results->prefix) - 1, results->prefix, column->count);
    const int known = netcdf_known_dimension(&results->file, name);
    return known >= 0 ? known : netcdf_dimension(&results->file, name, (size_t)column->n);
}

static void define_description(netcdf_results *results, int id, const char *words)
{
    const column_set *set = results->being_defined;
    text text = {0};
    if (set->points > 0)
        text_printf(&text, "Gauss point #%d/%d ", set->point, set->points);
    text_string(&text, words);
    text_char(&text, '\0');
    netcdf_attribute(&results->file, id, "description", text.data);
    text_free(&text);
}

static void define_column(void *to, const named_column *column)
{
    netcdf_results *results = to;
    if (results->being_defined->type)
        define_type(results, results->being_defined->type);
    results->being_defined->type = NULL;
    char name[128], unit[64];
    const int n = column->count ? 2 : column->n == 1 ? 1 : column->n == 3 ? 2 : 3;
    const int dimensions[] = {results->time, column->count ? count_dimension(results, column) : results->vec3,
                              results->vec3};
    snprintf(name, sizeof name, "%s%s", results->prefix, column->name);
    /* Two laws of one element may use the same name for their data. */
    for (int i = 2; netcdf_has_variable(&results->file, name); i++)
        snprintf(name, sizeof name, "%s%s_%d", results->prefix, column->name, i);
    quantity_unit(column->unit, &results->model->options.units, unit, sizeof unit);
    const int id =
        netcdf_variable(&results->file, name, column->is_integer ? NETCDF_INT : NETCDF_DOUBLE, n, dimensions);
    netcdf_attribute(&results->file, id, "units", unit);
    netcdf_attribute(&results->file, id, "type",
                     column->is_integer        ? "integer"
                     : n == 1 || column->count ? "doublereal"
                     : n == 2                  ? "Vec3"
                                               : "Mat3x3");
    define_description(results, id, column->description);
    netcdf_chunk(&results->file, id, (const size_t[]){MOST_ROWS, n == 3 ? 3 : (size_t)column->n, 3},
                 size_product(MOST_ROWS, column->n) * sizeof(double));
    results->most = column->n > results->most ? column->n : results->most;
    array_push(&results->variables, ((variable){.id = id,
                                                .first = results->row_size,
                                                .n = column->n,
                                                .is_integer = column->is_integer,
                                                .is_array = column->count != NULL}));
    array_push(&results->parts, ((record_part){.n = column->n, .is_integer = column->is_integer}));
    results->row_size += column->n;
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

/* As in MBDyn, counts and tests are declared as times unless the deck states its units. */
static void record_run(const state *state, const step_line *line, record *out)
{
    record_name(out, "run.step", QUANTITY_DIMENSIONLESS, "time step index");
    record_integer(out, state->step);
    record_name(out, "time", QUANTITY_TIME, "simulation time");
    record_real(out, state->t);
    record_name(out, "run.timestep", QUANTITY_TIME, "integration time step");
    record_real(out, state->step == 0 ? 0.0 : state->dt);
    record_name(out, "run.iterations", QUANTITY_COUNT, "iterations for convergence");
    record_integer(out, line->iterations);
    record_name(out, "run.restest", QUANTITY_COUNT, "test on residual");
    record_real(out, line->residual_error);
    record_name(out, "run.soltest", QUANTITY_COUNT, "test on solution");
    record_real(out, line->solution_error);
    record_name(out, "run.solconv", QUANTITY_COUNT, "convergence from solution (1) or residual (0)");
    record_integer(out, line->by_solution);
    record_energies(line->energies, out);
}

/* Whether the last variable of the source tells if the element is active. */
static bool has_driven(const source_row *from)
{
    return from->of_elem && from->elem->switched != MEMORY_NONE && from->of_elem == from->elem->type->output;
}

static void record_elem(const state *state, const source_row *from, record *out)
{
    const elem *element = from->elem;
    from->of_elem(state, element, out);
    if (has_driven(from)) {
        record_name(out, "driven", QUANTITY_DIMENSIONLESS, "1 while the element is active, else 0");
        record_integer(out, elem_is_on(state, element));
    }
}

static void record_activation(const state *state, const elem *element, record *out)
{
    record_name(out, "activation", QUANTITY_BOOLEAN, "activation flag (1: active, 0: inactive)");
    record_integer(out, elem_is_on(state, element));
}

static void record_source(const state *state, const source_row *from, record *out)
{
    if (from->of_node)
        from->of_node(state, from->node, out);
    else if (from->of_elem)
        record_elem(state, from, out);
    else if (from->elem)
        record_activation(state, from->elem, out);
    else
        drive_output_row(state, from->drive, out);
}

static bool source_is_good(const netcdf_results *results, const state *state, const source_row *from, const record *out)
{
    return from->node   ? node_row_is_good(out, state, from->node, results->errors)
           : from->elem ? elem_row_is_good(out, state, from->elem, results->errors)
                        : drive_row_is_good(out, state, from->drive, results->errors);
}

/* Queries the columns of a source; sources without columns are dropped. */
static void define_source(netcdf_results *results, const state *state, source_row from)
{
    column_set set = {.define = define_column, .context = results};
    record out = {.named = &set};
    const int before = results->variables.n;
    results->being_defined = &set;
    record_source(state, &from, &out);
    from.first = before, from.n = results->variables.n - before;
    if (from.n > 0)
        array_push(&results->sources, from);
}

static void define_node(netcdf_results *results, const state *state, const node *node, const char *level, node_row *row)
{
    if (!node->type->level || !row)
        return;
    snprintf(results->prefix, sizeof results->prefix, "%s.%u.", level, node->label);
    define_source(results, state, (source_row){.of_node = row, .node = node});
}

static void define_motion(netcdf_results *results, const state *state, const node *node)
{
    char level[32];
    snprintf(level, sizeof level, "node.%s", node->type->level ? node->type->level : "");
    if (node->output)
        define_node(results, state, node, level, node->type->output);
}

/* As in MBDyn, the momenta of displacement nodes are stored with their automatic structural elements. */
static void define_momentum(netcdf_results *results, const state *state, const node *node)
{
    if (node->momentum >= 0 && node->output_second)
        define_node(results, state, node, node->has_rotation ? "node.struct" : "elem.autostruct",
                    node->type->second_row);
}

/* An element of which there is only one has no label. */
static int shown_label(const elem *element)
{
    return element->type->card->class->flags & CLASS_IS_SINGLE ? 1 : (int)element->label;
}

static void define_elem(netcdf_results *results, const state *state, const elem *element)
{
    const char *level = element->type->card->level;
    elem_row *const rows[] = {element->type->output, elem_files_of(element->type).second_row};
    if (!level || !element->output)
        return;
    snprintf(results->prefix, sizeof results->prefix, "elem.%s.%d.", level, shown_label(element));
    for (int i = 0; i < ARRAY_LEN(rows); i++)
        if (rows[i])
            define_source(results, state, (source_row){.of_elem = rows[i], .elem = element});
}

static bool is_driven(const elem *element) { return element->switched != MEMORY_NONE && element->output; }

static void define_driven(netcdf_results *results, const state *state, const elem *element)
{
    if (!is_driven(element))
        return;
    snprintf(results->prefix, sizeof results->prefix, "elem.driven.%d.", shown_label(element));
    define_source(results, state, (source_row){.elem = element});
}

/* Defines the drives to be written: their labels in `drive`, then each of them. */
static void define_drives(netcdf_results *results, const state *state)
{
    label_list list = {0};
    for (int i = 0; i < results->model->drives.n; i++)
        if (results->model->drives.items[i]->output)
            array_push(&list.labels, (int)results->model->drives.items[i]->label);
    if (list.labels.n == 0)
        return;
    const int dimension = netcdf_dimension(&results->file, "drive_labels_dim", (size_t)list.labels.n);
    list.id = netcdf_variable(&results->file, "drive", NETCDF_INT, 1, &dimension);
    netcdf_attribute(&results->file, list.id, "description", "Drive callers labels");
    array_push(&results->lists, list);
    for (int i = 0; i < results->model->drives.n; i++)
        if (results->model->drives.items[i]->output) {
            snprintf(results->prefix, sizeof results->prefix, "drive.%u.", results->model->drives.items[i]->label);
            define_source(results, state, (source_row){.drive = results->model->drives.items[i]});
        }
}

/* Defines the labels of a class as NAME.LEVEL, with a description. */
static void define_list(netcdf_results *results, const char *what, const char *level, const char *words,
                        label_list *list)
{
    char name[128];
    if (list->labels.n == 0)
        return;
    snprintf(name, sizeof name, "%s_%s_labels_dim", level, what);
    const int dimension = netcdf_dimension(&results->file, name, (size_t)list->labels.n);
    snprintf(name, sizeof name, "%s.%s", what, level);
    list->id = netcdf_variable(&results->file, name, NETCDF_INT, 1, &dimension);
    netcdf_attribute(&results->file, list->id, "description", words);
    array_push(&results->lists, *list);
}

static label_list list_nodes(const model *model, const node_type *type)
{
    label_list list = {0};
    for (int i = 0; type->level && i < model->nodes.n; i++)
        if (model->nodes.items[i]->type == type)
            array_push(&list.labels, (int)model->nodes.items[i]->label);
    return list;
}

static void define_node_list(netcdf_results *results, const node_type *type)
{
    char words[128];
    label_list list = list_nodes(results->model, type);
    snprintf(words, sizeof words, "%c%s nodes labels", toupper((unsigned char)type->keyword[0]), type->keyword + 1);
    define_list(results, "node", type->level, words, &list);
}

static label_list list_elems(const model *model, const elem_class *class)
{
    label_list list = {0};
    for (int i = 0; class->list && i < model->elems.n; i++)
        if (model->elems.items[i]->type->card->class == class &&
            (model->elems.items[i]->output || !(class->flags & CLASS_LISTS_WRITTEN)))
            array_push(&list.labels, shown_label(model->elems.items[i]));
    return list;
}

static label_list list_driven(const model *model)
{
    label_list list = {0};
    for (int i = 0; i < model->elems.n; i++)
        if (is_driven(model->elems.items[i]))
            array_push(&list.labels, shown_label(model->elems.items[i]));
    return list;
}

static bool is_list(const char *level)
{
    for (int i = 0; i < CLASS_COUNT; i++)
        if (elem_classes[i].list && strcmp(elem_classes[i].list, level) == 0)
            return true;
    return false;
}

/* Defines the labels of the elements whose variables are at a level that no class has as its list. */
static void define_level(netcdf_results *results, const char *level)
{
    char words[128];
    label_list list = {0};
    for (int i = 0; i < results->model->elems.n; i++) {
        const elem *element = results->model->elems.items[i];
        if (element->output && element->type->card->level && strcmp(element->type->card->level, level) == 0)
            array_push(&list.labels, shown_label(element));
    }
    snprintf(words, sizeof words, "%s elements labels", level);
    define_list(results, "elem", level, words, &list);
}

static void define_levels(netcdf_results *results)
{
    for (int i = 0; i < CARD_COUNT; i++) {
        const char *level = elem_cards[i].level;
        bool is_first = level && !is_list(level);
        for (int k = 0; is_first && k < i; k++)
            is_first = !elem_cards[k].level || strcmp(elem_cards[k].level, level) != 0;
        if (is_first)
            define_level(results, level);
    }
}

static void define_elem_list(netcdf_results *results, const elem_class *class)
{
    char words[128];
    label_list list = list_elems(results->model, class);
    snprintf(words, sizeof words, "%s elements labels", class->list ? class->list_words : "");
    define_list(results, "elem", class->list, words, &list);
}

/* The existing kinds of nodes or elements: their names, separated by semicolons, and their number. */
typedef struct {
    text names;
    int n;
} kinds;

static void add_kind(kinds *kinds, const char *name, label_list list)
{
    if (list.labels.n > 0) {
        text_printf(&kinds->names, "%s%s", kinds->n > 0 ? ";" : "", name);
        kinds->n++;
    }
    array_free(&list.labels);
}

static void define_kinds(netcdf_results *results, const char *what, const char *words, kinds *kinds)
{
    char name[32];
    label_list list = {0};
    snprintf(name, sizeof name, "%s_types_dim", what);
    const int one = netcdf_dimension(&results->file, name, 1);
    list.id = netcdf_variable(&results->file, what, NETCDF_INT, 1, &one);
    netcdf_attribute(&results->file, list.id, "description", words);
    text_char(&kinds->names, '\0');
    netcdf_attribute(&results->file, list.id, "types", kinds->names.data);
    text_free(&kinds->names);
    array_push(&list.labels, kinds->n);
    array_push(&results->lists, list);
}

/* In the order of MBDyn, which has no list of parameter nodes. */
static void define_node_kinds(netcdf_results *results)
{
    static const char *const LEVELS[] = {"abstr", "struct", "elec", "thermal", "pres", "param"};
    kinds kinds = {0};
    for (size_t level = 0; level < sizeof LEVELS / sizeof *LEVELS; level++)
        for (int i = 0; i < node_type_count; i++)
            if (node_types[i]->level && strcmp(node_types[i]->level, LEVELS[level]) == 0)
                add_kind(&kinds, node_types[i]->level, list_nodes(results->model, node_types[i]));
    define_kinds(results, "node", "Node types (in attribute \"types\", semicolon-separated)", &kinds);
}

static void define_elem_kinds(netcdf_results *results)
{
    kinds kinds = {0};
    for (int i = 0; i < CLASS_COUNT; i++)
        add_kind(&kinds, elem_classes[i].list, list_elems(results->model, &elem_classes[i]));
    add_kind(&kinds, "driven", list_driven(results->model));
    define_kinds(results, "elem", "Element types (in attribute \"types\", semicolon-separated)", &kinds);
}

static void define_run(netcdf_results *results, const state *state)
{
    column_set set = {.define = define_column, .context = results};
    record out = {.named = &set};
    results->prefix[0] = '\0';
    results->being_defined = &set;
    record_run(state, &(step_line){0}, &out);
}

static void put_lists(netcdf_results *results)
{
    for (int i = 0; i < results->lists.n; i++)
        netcdf_put_ints(&results->file, results->lists.items[i].id, results->lists.items[i].labels.items);
    for (int i = 0; i < results->types.n; i++)
        netcdf_put_text(&results->file, results->types.items[i], "");
}

/* Creates the buffers. */
static void netcdf_writer_prepare(netcdf_results *results)
{
    const bool is_hdf5 = results->file.is_hdf5;
    const int most = (is_hdf5 ? MOST_BLOCK : MOST_CLASSIC_BLOCK) / results->row_size;
    results->limit_rows = results->model->options.netcdf_sync || most < 1 ? 1 : most < MOST_ROWS ? most : MOST_ROWS;
    results->rows = heap_resize(NULL, size_product(results->limit_rows, results->row_size) * sizeof *results->rows);
    if (is_hdf5)
        results->block = heap_resize(NULL, size_product(results->limit_rows, results->most) * sizeof *results->block);
    else
        netcdf_records_open(&results->records, &results->file, results->parts.items, results->parts.n,
                            (size_t)results->limit_rows);
}

static void netcdf_writer_define(netcdf_results *results, const state *state)
{
    netcdf_file *file = &results->file;
    results->is_defined = true;
    results->time = netcdf_dimension(file, "time", NETCDF_UNLIMITED);
    results->vec1 = netcdf_dimension(file, "Vec1", 1);
    results->vec3 = netcdf_dimension(file, "Vec3", 3);
    results->eigen = (netcdf_eigen){.vec1 = results->vec1, .vec3 = results->vec3};
    define_run(results, state);
    define_node_kinds(results);
    for (int i = 0; i < node_type_count; i++)
        define_node_list(results, node_types[i]);
    for (int i = 0; i < results->model->nodes.n; i++)
        define_motion(results, state, results->model->nodes.items[i]);
    define_elem_kinds(results);
    for (int i = 0; i < CLASS_COUNT; i++)
        define_elem_list(results, &elem_classes[i]);
    define_levels(results);
    label_list driven = list_driven(results->model);
    define_list(results, "elem", "driven", "Driven elements labels", &driven);
    for (int i = 0; i < results->model->nodes.n; i++)
        define_momentum(results, state, results->model->nodes.items[i]);
    for (int i = 0; i < results->model->elems.n; i++) {
        define_elem(results, state, results->model->elems.items[i]);
        define_driven(results, state, results->model->elems.items[i]);
    }
    define_drives(results, state);
    netcdf_end_definitions(file);
    put_lists(results);
    netcdf_writer_prepare(results);
}

/* --- values ------------------------------------------------------------------------------------------------------- */

static void write_variables(netcdf_results *results)
{
    const size_t start[3] = {results->written, 0, 0};
    for (int i = 0; i < results->variables.n; i++) {
        const variable *variable = &results->variables.items[i];
        const size_t count[3] = {(size_t)results->n_rows,
                                 variable->n == 9 && !variable->is_array ? 3 : (size_t)variable->n, 3};
        for (int k = 0; k < results->n_rows; k++)
            memcpy(results->block + k * variable->n, results->rows + k * results->row_size + variable->first,
                   (size_t)variable->n * sizeof(double));
        netcdf_put_reals_at(&results->file, variable->id, start, count, results->block);
    }
    results->written += (size_t)results->n_rows;
}

static void write_rows(netcdf_results *results)
{
    if (results->n_rows == 0)
        return;
    if (results->file.is_hdf5)
        write_variables(results);
    else
        netcdf_records_write(&results->records, (size_t)results->n_rows, results->rows);
    results->n_rows = 0;
}

/* Writes fill values for an element that is not active, and that it is not. */
static void fill(const netcdf_results *results, const source_row *from, column_set *set)
{
    for (int i = from->first; i < from->first + from->n; i++) {
        const variable *variable = &results->variables.items[i];
        const bool is_flag = has_driven(from) && i == from->first + from->n - 1;
        for (int k = 0; k < variable->n; k++)
            set->value[set->n++] = is_flag ? 0.0 : variable->is_integer ? NETCDF_FILL_INT : NETCDF_FILL_DOUBLE;
    }
}

static bool write_source(const netcdf_results *results, const state *state, const source_row *from, record *out)
{
    if (from->of_elem && !elem_is_on(state, from->elem)) {
        fill(results, from, out->named);
        return true;
    }
    record_source(state, from, out);
    return source_is_good(results, state, from, out);
}

static bool write_step(void *self, const state *state, const step_line *line)
{
    netcdf_results *results = self;
    if (!results->is_defined)
        netcdf_writer_define(results, state);
    column_set set = {.value = results->rows + results->n_rows * results->row_size, .capacity = results->row_size};
    record out = {.named = &set};
    record_run(state, line, &out);
    bool is_good = true;
    for (int i = 0; is_good && i < results->sources.n; i++)
        is_good = write_source(results, state, &results->sources.items[i], &out);
    if (++results->n_rows == results->limit_rows)
        write_rows(results);
    if (results->model->options.netcdf_sync && results->file.is_hdf5)
        netcdf_file_sync(&results->file);
    return is_good && !results->file.failed;
}

static bool write_eigen(void *self, const state *state, const eigen_result *result)
{
    netcdf_results *results = self;
    if (!results->is_defined)
        netcdf_writer_define(results, state);
    if (!results->file.is_hdf5)
        netcdf_records_pause(&results->records);
    netcdf_put_eigen(&results->file, &results->eigen, state, results->model, result);
    if (!results->file.is_hdf5)
        netcdf_records_resume(&results->records);
    return !results->file.failed;
}

static void netcdf_writer_flush(void *self)
{
    netcdf_results *results = self;
    if (!results->is_defined)
        return;
    write_rows(results);
    if (results->file.is_hdf5)
        netcdf_file_sync(&results->file);
}

static bool netcdf_writer_close_writer(void *self, bool complete)
{
    netcdf_results *results = self;
    char *unused = !results->is_defined && !complete && results->file.path ? text_of("%s", results->file.path) : NULL;
    if (results->is_defined)
        write_rows(results);
    netcdf_records_close(&results->records);
    const bool is_good = netcdf_file_close(&results->file, results->errors);
    if (unused)
        unlink(unused);
    free(unused);
    for (int i = 0; i < results->lists.n; i++)
        array_free(&results->lists.items[i].labels);
    array_free(&results->lists);
    array_free(&results->types);
    array_free(&results->sources);
    array_free(&results->variables);
    array_free(&results->parts);
    free(results->rows);
    free(results->block);
    free(results);
    return is_good;
}

static void *netcdf_writer_open_writer(const model *model, const char *base, diag *errors)
{
    netcdf_results *results = heap_resize(NULL, sizeof *results);
    *results = (netcdf_results){.model = model, .errors = errors};
    const bool is_large = model->nodes.n + model->elems.n > MOST_ATTACHED;
    if (netcdf_file_create(&results->file, base, model->options.netcdf_format, is_large, errors))
        return results;
    netcdf_writer_close_writer(results, false);
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
