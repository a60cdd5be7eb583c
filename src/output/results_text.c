/* results_text.c - columns of text results.
 *
 *     NAME.EXT    LABEL, fields ...; one line an entity and time, so that the k-th line of a label is of the k-th time
 *     NAME.out    the times, as in history_text.c
 *
 * Several lines of one entity have a mark behind the label, and are told apart by it: LABEL.MODE. Files are mapped and
 * their lines listed; numbers are read when somebody asks. A label with another number of lines than there are times
 * has several lines a time, or is not always written: it is left out. */
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

static bool map_file(const char *path, text_result *f)
{
    struct stat about;
    const int id = open(path, O_RDONLY | O_CLOEXEC);
    if (id < 0)
        return false;
    if (fstat(id, &about) == 0 && S_ISREG(about.st_mode) && about.st_size > 0) {
        void *at = mmap(NULL, (size_t)about.st_size, PROT_READ, MAP_PRIVATE, id, 0);
        if (at != MAP_FAILED)
            f->text = at, f->length = (size_t)about.st_size;
    }
    close(id);
    return f->text != NULL;
}

/* The first word of a line: a label, and a mark behind it. */
typedef struct {
    const char *start;
    size_t n;
    unsigned label;
    bool has_mark;
} first_word;

/* False when the line does not begin with a label. */
static bool word_at(const char *at, const char *end, first_word *w)
{
    unsigned long n = 0;
    while (at < end && *at == ' ')
        at++;
    w->start = at;
    for (; at < end && *at >= '0' && *at <= '9' && n <= UINT_MAX; at++)
        n = 10 * n + (unsigned long)(*at - '0');
    w->label = (unsigned)n;
    w->has_mark = at < end && *at != ' ';
    const bool is_label = at > w->start && n <= UINT_MAX;
    while (at < end && *at != ' ')
        at++;
    w->n = (size_t)(at - w->start);
    return is_label;
}

static int find_entity(const text_result *f, const first_word *w)
{
    return w->has_mark ? name_map_find(&f->by_mark, w->start, w->n) : label_map_find(&f->by_label, w->label);
}

static text_entity *entity_of(results *r, text_result *f, const first_word *w, int *next)
{
    if (!w->has_mark && *next < f->entities.n && f->entities.items[*next].label == w->label)
        return &f->entities.items[(*next)++];
    int i = find_entity(f, w);
    if (i == HASH_NONE) {
        i = f->entities.n;
        if (w->has_mark)
            name_map_put(&f->by_mark, arena_string(r->memory, w->start, w->n), i);
        else
            label_map_put(&f->by_label, w->label, i);
        array_push(&f->entities, ((text_entity){.label = w->has_mark ? UINT_MAX : w->label}));
    }
    *next = i + 1;
    return &f->entities.items[i];
}

/* A last line that has no end was cut off. */
static void list_lines(results *r, text_result *f)
{
    const char *at = f->text, *end = f->text + f->length, *stop;
    int next = 0;
    for (; at < end && (stop = memchr(at, '\n', (size_t)(end - at))); at = stop + 1) {
        first_word w;
        if (next >= f->entities.n)
            next = 0;
        if (word_at(at, stop, &w))
            array_push(&entity_of(r, f, &w, &next)->lines, (size_t)(at - f->text));
    }
}

/* Index of the file; -1: it is not there. */
static int file_of(results *r, const char *extension)
{
    for (int i = 0; i < r->files.n; i++)
        if (strcmp(r->files.items[i].extension, extension) == 0)
            return r->files.items[i].text ? i : -1;
    text_result f = {.extension = extension};
    char *path = text_of("%s.%s", r->base, extension);
    if (map_file(path, &f))
        list_lines(r, &f);
    free(path);
    array_push(&r->files, f);
    return f.text ? r->files.n - 1 : -1;
}

void results_close_text(results *r)
{
    for (int i = 0; i < r->files.n; i++) {
        text_result *f = &r->files.items[i];
        for (int k = 0; k < f->entities.n; k++)
            array_free(&f->entities.items[k].lines);
        array_free(&f->entities);
        label_map_free(&f->by_label);
        name_map_free(&f->by_mark);
        if (f->text)
            munmap((void *)f->text, f->length);
    }
    array_free(&r->files);
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

/* Every line ends with a newline: nothing is read beyond. */
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
            const double keep = m[3 * i + j];
            m[3 * i + j] = m[3 * j + i];
            m[3 * j + i] = keep;
        }
}

void results_read_text(const results *r, const result_column *c, int first, int step, int n, double *to)
{
    const text_result *f = &r->files.items[c->file];
    const text_entity *e = &f->entities.items[c->rows];
    for (int k = 0; k < n; k++, to += c->size) {
        read_fields(f->text + e->lines.items[first + k * step], c->field, c->size, to);
        if (c->size == 9)
            results_text_transpose(to);
    }
}

/* --- names -------------------------------------------------------------------------------------------------------- */

typedef struct {
    results *r;
    char prefix[96];
    int file;
    text line; /* the row as far as it is written */
} listener;

/* What is recorded next goes to the line that is being written: its entity, and the index of the field. */
static int row_of(const listener *l, int *field)
{
    const char *end = l->line.data + l->line.n, *begin = end;
    first_word w;
    while (begin > l->line.data && begin[-1] != '\n')
        begin--;
    if (!word_at(begin, end, &w))
        return HASH_NONE;
    *field = 0;
    for (const char *at = w.start + w.n; at < end; at++)
        *field += at[-1] == ' ' && *at != ' ';
    return find_entity(&l->r->files.items[l->file], &w);
}

/* Only what the file has a line of for each time. */
static void results_text_hear(void *to, const named_column *c)
{
    const listener *l = to;
    char name[160], unit[64];
    int field = 0;
    const int rows = row_of(l, &field);
    if (rows == HASH_NONE || l->r->files.items[l->file].entities.items[rows].lines.n != l->r->time.n)
        return;
    snprintf(name, sizeof name, "%s%s", l->prefix, c->name);
    quantity_unit(c->unit, &l->r->m->options.units, unit, sizeof unit);
    results_add(l->r, (result_column){.name = name,
                                      .unit = unit,
                                      .description = c->description ? c->description : "",
                                      .size = c->n,
                                      .variable = -1,
                                      .component = -1,
                                      .file = l->file,
                                      .rows = rows,
                                      .field = field});
}

static bool finds(listener *l, const char *extension)
{
    l->file = extension ? file_of(l->r, extension) : -1;
    return l->file >= 0;
}

typedef void node_row(const state *s, const node *n, record *out);
typedef void elem_row(const state *s, const elem *e, record *out);

static void results_text_add_node(results *r, const state *s, const node *n, node_row *row, const char *extension)
{
    listener l = {.r = r};
    if (!row || !n->type->level || !finds(&l, extension))
        return;
    column_set c = {.define = results_text_hear, .context = &l};
    record out = {.text = &l.line, .heard = &c};
    snprintf(l.prefix, sizeof l.prefix, "node.%s.%u.", n->type->level, n->label);
    row(s, n, &out);
    text_free(&l.line);
}

static void add_elem(results *r, const state *s, const elem *e, elem_row *row, const char *extension)
{
    listener l = {.r = r};
    if (!row || !e->type->card->level || !finds(&l, extension))
        return;
    column_set c = {.define = results_text_hear, .context = &l};
    record out = {.text = &l.line, .heard = &c};
    snprintf(l.prefix, sizeof l.prefix, "elem.%s.%u.", e->type->card->level, e->label ? e->label : 1);
    row(s, e, &out);
    text_free(&l.line);
}

static void add_columns(results *r)
{
    solution *u = solution_create(r->m, 0, r->errors, r->memory);
    solution_initial(u);
    solution_own(u);
    for (int i = 0; i < r->m->nodes.n; i++) {
        const node *n = r->m->nodes.items[i];
        results_text_add_node(r, &u->s, n, n->type->output, n->type->file);
        if (n->momentum >= 0)
            results_text_add_node(r, &u->s, n, n->type->second_row, n->type->second_file);
    }
    for (int i = 0; i < r->m->elems.n; i++) {
        const elem_type *t = r->m->elems.items[i]->type;
        const elem_files files = elem_files_of(t);
        add_elem(r, &u->s, r->m->elems.items[i], t->output, files.file ? files.file : t->card->class->file);
        add_elem(r, &u->s, r->m->elems.items[i], files.second_row, files.second_file);
    }
    solution_destroy(u);
}

/* --- without a model ---------------------------------------------------------------------------------------------- */

static void add_motion(results *r, const node_rows *n)
{
    static const struct {
        const char *name, *words;
    } PARTS[] = {{"X", "global position vector (X, Y, Z)"},
                 {"Phi", "global orientation vector (Phi_X, Phi_Y, Phi_Z)"},
                 {"XP", "global velocity vector (v_X, v_Y, v_Z)"},
                 {"Omega", "global angular velocity vector (omega_X, omega_Y, omega_Z)"}};
    for (int p = 0; p < ARRAY_LEN(PARTS); p++) {
        char name[64];
        double *all = heap_resize(NULL, 3 * (size_t)n->rows.n * sizeof *all);
        for (int k = 0; k < n->rows.n; k++)
            vec3_store(all + 3 * k, n->rows.items[k].vectors[p]);
        snprintf(name, sizeof name, "node.struct.%u.%s", n->label, PARTS[p].name);
        results_add(r, (result_column){.name = name,
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

static bool results_text_read_motion(results *r)
{
    history_source from = {0};
    const history_options o = {.start = -INFINITY, .end = INFINITY};
    const bool ok = history_from_text(r->base, &o, r->errors, &from);
    for (int k = 0; ok && k < from.time.n; k++)
        array_push(&r->time, from.time.items[k]);
    for (int i = 0; ok && i < from.nodes.n; i++)
        if (from.nodes.items[i].rows.n == r->time.n)
            add_motion(r, &from.nodes.items[i]);
    free_source(&from);
    return ok;
}

bool results_open_text(results *r)
{
    results_open_modes(r);
    if (!r->m)
        return results_text_read_motion(r);
    history_source times = {0};
    const bool ok = history_times(r->base, r->errors, &times);
    for (int k = 0; k < times.time.n; k++)
        array_push(&r->time, times.time.items[k]);
    free_source(&times);
    if (ok) {
        add_columns(r);
        results_open_energies(r);
    }
    return ok;
}
