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
} received_column;

typedef struct {
    received_column columns[MOST_COLUMNS];
    int n;
    bool is_text; /* what is heard now stands in a row of text; else in NetCDF results alone */
} received_columns;

/* In text a name may stand for one thing or another: the couple of one instance, the moment of the next. */
static bool is_received(const received_columns *columns, const named_column *column)
{
    for (int i = 0; i < columns->n; i++)
        if (strcmp(columns->columns[i].name, column->name) == 0 &&
            (!columns->is_text || strcmp(columns->columns[i].description, column->description) == 0))
            return true;
    return false;
}

static void notify(void *to, const named_column *column)
{
    received_columns *columns = to;
    if (columns->n == MOST_COLUMNS || is_received(columns, column))
        return;
    snprintf(columns->columns[columns->n].name, NAME_SIZE, "%s", column->name);
    snprintf(columns->columns[columns->n].description, DESCRIPTION_SIZE, "%s", column->description);
    columns->columns[columns->n].column = *column;
    columns->columns[columns->n].column.field = columns->is_text ? column->field : -1;
    columns->n++;
}

static record listening(column_set *to, text *words, bool is_text)
{
    return is_text ? (record){.text = words, .precision = 6, .received = to} : (record){.named = to};
}

static void put_columns(json_writer *writer, const char *file, const received_columns *columns)
{
    const output_units units = {"m", "kg", "s", "A", "K", "MKS"};
    json_open_object(writer, NULL);
    json_string(writer, "file", file ? file : "");
    json_open_array(writer, "columns");
    for (int i = 0; i < columns->n; i++) {
        const named_column *column = &columns->columns[i].column;
        char unit_name[64];
        quantity_unit(column->unit, &units, unit_name, sizeof unit_name);
        json_open_object(writer, NULL);
        json_string(writer, "name", columns->columns[i].name);
        json_string(writer, "unit", unit_name);
        json_string(writer, "description", columns->columns[i].description);
        json_integer(writer, "n", column->n);
        json_string(writer, "count", column->count ? column->count : "");
        json_integer(writer, "field", column->field);
        json_close(writer);
    }
    json_close(writer);
    json_close(writer);
}

static void put_results(json_writer *writer, const char *file, const received_columns *first, const char *second_file,
                        const received_columns *second)
{
    json_open_array(writer, "results");
    put_columns(writer, file, first);
    if (second)
        put_columns(writer, second_file, second);
    json_close(writer);
}

static void open_type(json_writer *writer, const char *row, const char *kind, const char *keyword)
{
    json_open_object(writer, NULL);
    json_string(writer, "row", row);
    json_string(writer, "kind", kind);
    json_string(writer, "keyword", keyword);
}

/* --- elements ----------------------------------------------------------------------------------------------------- */

typedef void elem_row(const state *state, const elem *element, record *out);

static received_columns columns_of(const world *world, int type, elem_row *row)
{
    received_columns columns = {.n = 0};
    text words = {0};
    for (int k = 0; row && k < 2 * LOOKED_AT; k++) {
        columns.is_text = k < LOOKED_AT;
        column_set define = {.define = notify, .context = &columns};
        record out = listening(&define, &words, columns.is_text);
        row(&X.state, world_elem(world, type, k % LOOKED_AT), &out);
    }
    text_free(&words);
    return columns;
}

static void put_names(json_writer *writer, const char *name, const char *const *names)
{
    json_open_array(writer, name);
    for (int i = 0; names && names[i]; i++)
        json_string(writer, NULL, names[i]);
    json_close(writer);
}

/* Each hint is tried on an instance of a world that is not used further. */
static void put_hints(json_writer *to, world *world, int type)
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
    elem *element = world_elem(world, type, 0);
    json_open_array(to, "hints");
    for (int i = 0; element->type->hint && i < ARRAY_LEN(HINTS); i++) {
        hint hint = {0};
        reader_open_text(world->in, "hint", HINTS[i][1], strlen(HINTS[i][1]));
        reader_card(world->in);
        const bool is_known = element->type->hint(world->in, element, HINTS[i][0], &hint) && read_ok(world->in);
        if (is_known)
            json_string(to, NULL, HINTS[i][0]);
        else if (read_ok(world->in) && read_more(world->in))
            read_skip(world->in); /* what is left would be an error, and after twenty of them nothing is read */
        reader_card_end(world->in);
    }
    json_close(to);
}

static void put_element(world *w, world *other, int i)
{
    const elem_type *type = elem_types[i];
    json_writer to = json_begin(json_to_file, stdout);
    open_type(&to, ROWS[i], type->card->name, type->keyword ? type->keyword : type->card->name);
    put_names(&to, "private", type->private_names);
    put_hints(&to, other, i);
    const elem_files files = elem_files_of(type);
    const received_columns first = columns_of(w, i, type->output), second = columns_of(w, i, files.second_row);
    put_results(&to, files.file ? files.file : type->card->class->file, &first, files.second_file,
                files.second_row ? &second : NULL);
    json_close(&to);
    putchar('\n');
}

/* --- nodes -------------------------------------------------------------------------------------------------------- */

typedef void node_row(const state *state, const node *node, record *out);

static received_columns node_columns(const world *world, const node_type *type, node_row *row)
{
    received_columns columns = {.n = 0};
    text words = {0};
    for (int i = 0; row && i < 2 * world->model->nodes.n; i++) {
        const node *node = world->model->nodes.items[i % world->model->nodes.n];
        columns.is_text = i < world->model->nodes.n;
        column_set define = {.define = notify, .context = &columns};
        record out = listening(&define, &words, columns.is_text);
        if (node->type == type)
            row(&X.state, node, &out);
    }
    text_free(&words);
    return columns;
}

static void put_node(const world *world, const node_type *type)
{
    const received_columns first = node_columns(world, type, type->output),
                           second = node_columns(world, type, type->second_row);
    json_writer to = json_begin(json_to_file, stdout);
    open_type(&to, type->keyword, "node", type->keyword);
    put_names(&to, "private", type->private_names);
    put_names(&to, "hints", NULL);
    put_results(&to, type->file, &first, type->second_file, type->second_row ? &second : NULL);
    json_close(&to);
    putchar('\n');
}

int main(void)
{
    world *world = world_create(), *other = world_create();
    world_sample(world, false);
    world_sample(other, false);
    if (!model_freeze(world->model))
        return 1;
    world_state_create(world, &X);
    world_random_state(world, &X, 23);
    for (int i = 0; i < node_type_count; i++)
        put_node(world, node_types[i]);
    for (int i = 0; i < elem_type_count; i++)
        put_element(world, other, i);
    free(X.remembers);
    world_destroy(world);
    world_destroy(other);
    return 0;
}
