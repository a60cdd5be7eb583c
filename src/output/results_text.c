/* results_text.c - columns of text results.
 *
 *     NAME.EXT    LABEL, fields ...; one line per entity and time: the k-th line of a label is that of the k-th time
 *     NAME.out    the times, as in history_text.c
 *
 * If an entity has several lines, these are distinguished by a suffix of the label: LABEL.MODE. Files are mapped and
 * their lines indexed; numbers are read on demand. A label whose number of lines differs from the number of times
 * has several lines per time, or is not always written: it is ignored. */
#include "output/results.h"
#include "assembly/solution.h"
#include "base/text.h"
#include "output/diag_rows.h"
#include "output/history_source.h"
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- files -------------------------------------------------------------------------------------------------------- */

static bool map_file(const char *path, text_result *result)
{
    struct stat about;
    const int id = open(path, O_RDONLY | O_CLOEXEC);
    if (id < 0)
        return false;
    if (fstat(id, &about) == 0 && S_ISREG(about.st_mode) && about.st_size > 0) {
        void *at = mmap(NULL, (size_t)about.st_size, PROT_READ, MAP_PRIVATE, id, 0);
        if (at != MAP_FAILED)
            result->text = at, result->length = (size_t)about.st_size;
    }
    close(id);
    return result->text != NULL;
}

/* The first word of a line: a label, and its suffix. */
typedef struct {
    const char *start;
    size_t n;
    unsigned label;
    bool has_mark;
} first_word;

/* Returns false if the line does not begin with a label. */
static bool word_at(const char *at, const char *end, first_word *word)
{
    unsigned long n = 0;
    while (at < end && *at == ' ')
        at++;
    word->start = at;
    for (; at < end && *at >= '0' && *at <= '9' && n <= UINT_MAX; at++)
        n = 10 * n + (unsigned long)(*at - '0');
    word->label = (unsigned)n;
    word->has_mark = at < end && *at != ' ';
    const bool is_label = at > word->start && n <= UINT_MAX;
    while (at < end && *at != ' ')
        at++;
    word->n = (size_t)(at - word->start);
    return is_label;
}

static int find_entity(const text_result *result, const first_word *word)
{
    return word->has_mark ? name_map_find(&result->by_mark, word->start, word->n)
                          : label_map_find(&result->by_label, word->label);
}

static text_entity *entity_of(results *results, text_result *result, const first_word *word, int *next)
{
    if (!word->has_mark && *next < result->entities.n && result->entities.items[*next].label == word->label)
        return &result->entities.items[(*next)++];
    int i = find_entity(result, word);
    if (i == HASH_NONE) {
        i = result->entities.n;
        if (word->has_mark)
            name_map_put(&result->by_mark, arena_string(results->memory, word->start, word->n), i);
        else
            label_map_put(&result->by_label, word->label, i);
        array_push(&result->entities, ((text_entity){.label = word->has_mark ? UINT_MAX : word->label}));
    }
    *next = i + 1;
    return &result->entities.items[i];
}

/* A last line without a newline is incomplete and ignored. */
static void list_lines(results *results, text_result *result)
{
    const char *at = result->text, *end = result->text + result->length, *stop;
    int next = 0;
    for (; at < end && (stop = memchr(at, '\n', (size_t)(end - at))); at = stop + 1) {
        first_word word;
        if (next >= result->entities.n)
            next = 0;
        if (word_at(at, stop, &word))
            array_push(&entity_of(results, result, &word, &next)->lines, (size_t)(at - result->text));
    }
}

/* Returns the index of the file, or -1 if it does not exist. */
static int file_of(results *results, const char *extension)
{
    for (int i = 0; i < results->files.n; i++)
        if (strcmp(results->files.items[i].extension, extension) == 0)
            return results->files.items[i].text ? i : -1;
    text_result result = {.extension = extension};
    char *path = text_of("%s.%s", results->base, extension);
    if (map_file(path, &result))
        list_lines(results, &result);
    free(path);
    array_push(&results->files, result);
    return result.text ? results->files.n - 1 : -1;
}

void results_close_text(results *results)
{
    for (int i = 0; i < results->files.n; i++) {
        text_result *result = &results->files.items[i];
        for (int k = 0; k < result->entities.n; k++)
            array_free(&result->entities.items[k].lines);
        array_free(&result->entities);
        label_map_free(&result->by_label);
        name_map_free(&result->by_mark);
        if (result->text)
            munmap((void *)result->text, result->length);
    }
    array_free(&results->files);
}

/* --- reading ------------------------------------------------------------------------------------------------------ */

static const char *skip_blanks(const char *at)
{
    while (*at == ' ' || *at == '\t')
        at++;
    return at;
}
static const char *skip_field(const char *at)
{
    at = skip_blanks(at);
    while (*at != ' ' && *at != '\t' && *at != '\n')
        at++;
    return at;
}

/* Every line ends with a newline, so nothing is read beyond it. */
static void read_fields(const char *line, int field, int n, double *to)
{
    const char *at = skip_field(line);
    for (int i = 0; i < field; i++)
        at = skip_field(at);
    for (int i = 0; i < n; i++) {
        at = skip_blanks(at);
        char *end = (char *)at;
        to[i] = *at == '\n' ? 0.0 : strtod(at, &end);
        if (end == at)
            to[i] = NAN;
        at = skip_field(at);
    }
}

static void results_text_transpose(double *m)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < i; j++) {
            const double serialize = m[3 * i + j];
            m[3 * i + j] = m[3 * j + i];
            m[3 * j + i] = serialize;
        }
}

void results_read_text(const results *results, const result_column *column, int first, int step, int n, double *to)
{
    const text_result *result = &results->files.items[column->file];
    const text_entity *text_entity = &result->entities.items[column->rows];
    for (int k = 0; k < n; k++, to += column->size) {
        read_fields(result->text + text_entity->lines.items[first + k * step], column->field, column->size, to);
        if (column->size == 9)
            results_text_transpose(to);
    }
}

/* --- names -------------------------------------------------------------------------------------------------------- */

typedef struct {
    results *results;
    char prefix[96];
    int file;
    text line; /* the row written so far */
} collector;

/* Returns the entity of the line that is being written, and the index of the next field. */
static int row_of(const collector *collector, int *field)
{
    const char *end = collector->line.data + collector->line.n, *begin = end;
    first_word word;
    while (begin > collector->line.data && begin[-1] != '\n')
        begin--;
    if (!word_at(begin, end, &word))
        return HASH_NONE;
    *field = 0;
    for (const char *at = word.start + word.n; at < end; at++)
        *field += at[-1] == ' ' && *at != ' ';
    return find_entity(&collector->results->files.items[collector->file], &word);
}

/* Adds the column only if the file has a line for each time. */
static void results_text_on_column(void *to, const named_column *column)
{
    const collector *collector = to;
    char name[160], unit[64];
    int field = 0;
    const int rows = row_of(collector, &field);
    if (rows == HASH_NONE ||
        collector->results->files.items[collector->file].entities.items[rows].lines.n != collector->results->time.n)
        return;
    snprintf(name, sizeof name, "%s%s", collector->prefix, column->name);
    quantity_unit(column->unit, &collector->results->model->options.units, unit, sizeof unit);
    results_add(collector->results, (result_column){.name = name,
                                                    .unit = unit,
                                                    .description = column->description ? column->description : "",
                                                    .size = column->n,
                                                    .variable = -1,
                                                    .component = -1,
                                                    .file = collector->file,
                                                    .rows = rows,
                                                    .field = field});
}

static bool finds(collector *collector, const char *extension)
{
    collector->file = extension ? file_of(collector->results, extension) : -1;
    return collector->file >= 0;
}

typedef void node_row(const state *state, const node *node, record *out);
typedef void elem_row(const state *state, const elem *element, record *out);

static void results_text_add_node(results *results, const state *state, const node *node, node_row *row,
                                  const char *extension)
{
    collector collector = {.results = results};
    if (!row || !node->type->level || !finds(&collector, extension))
        return;
    column_set set = {.define = results_text_on_column, .context = &collector};
    record out = {.text = &collector.line, .received = &set};
    snprintf(collector.prefix, sizeof collector.prefix, "node.%s.%u.", node->type->level, node->label);
    row(state, node, &out);
    text_free(&collector.line);
}

static void add_elem(results *results, const state *state, const elem *element, elem_row *row, const char *extension)
{
    collector collector = {.results = results};
    if (!row || !element->type->card->level || !finds(&collector, extension))
        return;
    column_set set = {.define = results_text_on_column, .context = &collector};
    record out = {.text = &collector.line, .received = &set};
    snprintf(collector.prefix, sizeof collector.prefix, "elem.%s.%u.", element->type->card->level,
             element->label ? element->label : 1);
    row(state, element, &out);
    text_free(&collector.line);
}

static void add_columns(results *results)
{
    solution *solution = solution_create(results->model, 0, results->errors, results->memory);
    solution_initial(solution);
    solution_internal(solution);
    for (int i = 0; i < results->model->nodes.n; i++) {
        const node *node = results->model->nodes.items[i];
        results_text_add_node(results, &solution->state, node, node->type->output, node->type->file);
        if (node->momentum >= 0)
            results_text_add_node(results, &solution->state, node, node->type->second_row, node->type->second_file);
    }
    for (int i = 0; i < results->model->elems.n; i++) {
        const elem_type *type = results->model->elems.items[i]->type;
        const elem_files files = elem_files_of(type);
        add_elem(results, &solution->state, results->model->elems.items[i], type->output,
                 files.file ? files.file : type->card->class->file);
        add_elem(results, &solution->state, results->model->elems.items[i], files.second_row, files.second_file);
    }
    solution_destroy(solution);
}

/* --- without a model ---------------------------------------------------------------------------------------------- */

static void add_motion(results *results, const node_rows *rows)
{
    static const struct {
        const char *name, *words;
    } PARTS[] = {{"X", "global position vector (X, Y, Z)"},
                 {"Phi", "global orientation vector (Phi_X, Phi_Y, Phi_Z)"},
                 {"XP", "global velocity vector (v_X, v_Y, v_Z)"},
                 {"Omega", "global angular velocity vector (omega_X, omega_Y, omega_Z)"}};
    for (int p = 0; p < ARRAY_LEN(PARTS); p++) {
        char name[64];
        double *all = heap_resize(NULL, 3 * (size_t)rows->rows.n * sizeof *all);
        for (int k = 0; k < rows->rows.n; k++)
            vec3_store(all + 3 * k, rows->rows.items[k].vectors[p]);
        snprintf(name, sizeof name, "node.struct.%u.%s", rows->label, PARTS[p].name);
        results_add(results, (result_column){.name = name,
                                             .unit = "",
                                             .description = PARTS[p].words,
                                             .size = 3,
                                             .variable = -1,
                                             .component = -1,
                                             .value = all});
    }
}

static void free_source(history_source *from)
{
    for (int i = 0; i < from->nodes.n; i++)
        array_free(&from->nodes.items[i].rows);
    array_free(&from->nodes);
    array_free(&from->time);
}

static bool results_text_read_motion(results *results)
{
    history_source from = {0};
    const history_options options = {.start = -INFINITY, .end = INFINITY};
    const bool ok = history_from_text(results->base, &options, results->errors, &from);
    for (int k = 0; ok && k < from.time.n; k++)
        array_push(&results->time, from.time.items[k]);
    for (int i = 0; ok && i < from.nodes.n; i++)
        if (from.nodes.items[i].rows.n == results->time.n)
            add_motion(results, &from.nodes.items[i]);
    free_source(&from);
    return ok;
}

bool results_open_text(results *results)
{
    results_open_modes(results);
    if (!results->model)
        return results_text_read_motion(results);
    history_source times = {0};
    const bool ok = history_times(results->base, results->errors, &times);
    for (int k = 0; k < times.time.n; k++)
        array_push(&results->time, times.time.items[k]);
    free_source(&times);
    if (ok) {
        add_columns(results);
        results_open_energies(results);
    }
    return ok;
}
