/* describe_types.c - prints what the reference pages say of every node and element type and no table holds as text:
 * columns of results with units, private data, hints. From random instances, as the contract test makes them; JSON, a
 * line a type. Called by tools/make-reference. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include "base/json.h"
#include "contract/element_world.h"
#include "contract/hint.h"

static world_state X;

/* The rows of the table: what its files are called by. */
static const char *const ROWS[] = {
#define ELEMENT(name) #name,
#include "element/elements.def"
#undef ELEMENT
};

/* --- columns ------------------------------------------------------------------------------------------------------ */

enum { MOST_COLUMNS = 256, NAME_SIZE = 48, DESCRIPTION_SIZE = 128, LOOKED_AT = 20 };

typedef struct {
    char name[NAME_SIZE], description[DESCRIPTION_SIZE];
    named_column column;
} heard_column;

typedef struct {
    heard_column columns[MOST_COLUMNS];
    int n;
    bool is_text; /* what is heard now stands in a row of text; else in NetCDF results alone */
} heard_columns;

/* In text a name may stand for one thing or another: the couple of one instance, the moment of the next. */
static bool is_heard(const heard_columns *h, const named_column *c)
{
    for (int i = 0; i < h->n; i++)
        if (strcmp(h->columns[i].name, c->name) == 0 &&
            (!h->is_text || strcmp(h->columns[i].description, c->description) == 0))
            return true;
    return false;
}

static void hear(void *to, const named_column *c)
{
    heard_columns *h = to;
    if (h->n == MOST_COLUMNS || is_heard(h, c))
        return;
    snprintf(h->columns[h->n].name, NAME_SIZE, "%s", c->name);
    snprintf(h->columns[h->n].description, DESCRIPTION_SIZE, "%s", c->description);
    h->columns[h->n].column = *c;
    h->columns[h->n].column.field = h->is_text ? c->field : -1;
    h->n++;
}

static record listening(column_set *to, text *words, bool is_text)
{
    return is_text ? (record){.text = words, .precision = 6, .heard = to} : (record){.named = to};
}

static void put_columns(json_writer *w, const char *file, const heard_columns *h)
{
    const output_units units = {"m", "kg", "s", "A", "K", "MKS"};
    json_open_object(w, NULL);
    json_string(w, "file", file ? file : "");
    json_open_array(w, "columns");
    for (int i = 0; i < h->n; i++) {
        const named_column *c = &h->columns[i].column;
        char unit_name[64];
        quantity_unit(c->unit, &units, unit_name, sizeof unit_name);
        json_open_object(w, NULL);
        json_string(w, "name", h->columns[i].name);
        json_string(w, "unit", unit_name);
        json_string(w, "description", h->columns[i].description);
        json_integer(w, "n", c->n);
        json_string(w, "count", c->count ? c->count : "");
        json_integer(w, "field", c->field);
        json_close(w);
    }
    json_close(w);
    json_close(w);
}

static void put_results(json_writer *w, const char *file, const heard_columns *first, const char *second_file,
                        const heard_columns *second)
{
    json_open_array(w, "results");
    put_columns(w, file, first);
    if (second)
        put_columns(w, second_file, second);
    json_close(w);
}

static void open_type(json_writer *w, const char *row, const char *kind, const char *keyword)
{
    json_open_object(w, NULL);
    json_string(w, "row", row);
    json_string(w, "kind", kind);
    json_string(w, "keyword", keyword);
}

/* --- elements ----------------------------------------------------------------------------------------------------- */

typedef void elem_row(const state *s, const elem *e, record *out);

static heard_columns columns_of(const world *w, int type, elem_row *row)
{
    heard_columns h = {.n = 0};
    text words = {0};
    for (int k = 0; row && k < 2 * LOOKED_AT; k++) {
        h.is_text = k < LOOKED_AT;
        column_set define = {.define = hear, .context = &h};
        record out = listening(&define, &words, h.is_text);
        row(&X.s, world_elem(w, type, k % LOOKED_AT), &out);
    }
    text_free(&words);
    return h;
}

static void put_names(json_writer *w, const char *name, const char *const *names)
{
    json_open_array(w, name);
    for (int i = 0; names && names[i]; i++)
        json_string(w, NULL, names[i]);
    json_close(w);
}

/* Each hint is tried on an instance of a world that is not used further. */
static void put_hints(json_writer *to, world *w, int type)
{
    static const char *const HINTS[][2] = {{"offset", "hint: 1;"},
                                           {"hinge", "hint: 1;"},
                                           {"position-hinge", "hint: 1;"},
                                           {"orientation-hinge", "hint: 1;"},
                                           {"position-drive3", "hint: null;"},
                                           {"orientation-drive3", "hint: null;"},
                                           {"drive", "hint: 1.;"},
                                           {"drive3", "hint: null;"},
                                           {"drive6", "hint: null;"}};
    elem *e = world_elem(w, type, 0);
    json_open_array(to, "hints");
    for (int i = 0; e->type->hint && i < ARRAY_LEN(HINTS); i++) {
        hint h = {0};
        reader_open_text(w->in, "hint", HINTS[i][1], strlen(HINTS[i][1]));
        reader_card(w->in);
        const bool is_known = e->type->hint(w->in, e, HINTS[i][0], &h) && read_ok(w->in);
        if (is_known)
            json_string(to, NULL, HINTS[i][0]);
        else if (read_ok(w->in) && read_more(w->in))
            read_skip(w->in); /* what is left would be an error, and after twenty of them nothing is read */
        reader_card_end(w->in);
    }
    json_close(to);
}

static void put_element(world *w, world *other, int i)
{
    const elem_type *t = elem_types[i];
    json_writer to = json_begin(json_to_file, stdout);
    open_type(&to, ROWS[i], t->card->name, t->keyword ? t->keyword : t->card->name);
    put_names(&to, "private", t->private_names);
    put_hints(&to, other, i);
    const elem_files files = elem_files_of(t);
    const heard_columns first = columns_of(w, i, t->output), second = columns_of(w, i, files.second_row);
    put_results(&to, files.file ? files.file : t->card->class->file, &first, files.second_file,
                files.second_row ? &second : NULL);
    json_close(&to);
    putchar('\n');
}

/* --- nodes -------------------------------------------------------------------------------------------------------- */

typedef void node_row(const state *s, const node *n, record *out);

static heard_columns node_columns(const world *w, const node_type *t, node_row *row)
{
    heard_columns h = {.n = 0};
    text words = {0};
    for (int i = 0; row && i < 2 * w->m->nodes.n; i++) {
        const node *n = w->m->nodes.items[i % w->m->nodes.n];
        h.is_text = i < w->m->nodes.n;
        column_set define = {.define = hear, .context = &h};
        record out = listening(&define, &words, h.is_text);
        if (n->type == t)
            row(&X.s, n, &out);
    }
    text_free(&words);
    return h;
}

static void put_node(const world *w, const node_type *t)
{
    const heard_columns first = node_columns(w, t, t->output), second = node_columns(w, t, t->second_row);
    json_writer to = json_begin(json_to_file, stdout);
    open_type(&to, t->keyword, "node", t->keyword);
    put_names(&to, "private", t->private_names);
    put_names(&to, "hints", NULL);
    put_results(&to, t->file, &first, t->second_file, t->second_row ? &second : NULL);
    json_close(&to);
    putchar('\n');
}

int main(void)
{
    world *w = world_create(), *other = world_create();
    world_sample(w, false);
    world_sample(other, false);
    if (!model_freeze(w->m))
        return 1;
    world_state_create(w, &X);
    world_random_state(w, &X, 23);
    for (int i = 0; i < node_type_count; i++)
        put_node(w, node_types[i]);
    for (int i = 0; i < elem_type_count; i++)
        put_element(w, other, i);
    free(X.remembers);
    world_destroy(w);
    world_destroy(other);
    return 0;
}
