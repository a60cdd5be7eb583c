/* quantities.c - reads and sets everything in an analysis that has a name.
 *
 *     rows        the columns that nodes and elements record, under their names in the NetCDF file
 *     private     private data of nodes and elements
 *     drives, variables, time
 *     settable    motion of nodes, forces on them, parameter nodes
 *
 * The list is built once. A number identifies a quantity, or with a component one of its numbers: number = index +
 * count (1 + component). */
#include "api/quantities.h"
#include "base/hash.h"
#include "base/nearest.h"
#include "model/settable.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NUMBERS = 9 }; /* largest size of a quantity that is not a column of a row */

static bool quantities_add(quantities *quantities, quantity one, const char *name, const char *unit,
                           const char *description)
{
    char *copy = arena_string(quantities->memory, name, strlen(name));
    if (name_map_find(&quantities->by_name, copy, strlen(copy)) != HASH_NONE)
        return false;
    one.public.name = copy;
    one.public.unit = arena_string(quantities->memory, unit, strlen(unit));
    one.public.description = arena_string(quantities->memory, description, strlen(description));
    name_map_put(&quantities->by_name, copy, quantities->all.n);
    array_push(&quantities->all, one);
    return true;
}

static void write_unit(physical_quantity of, const output_units *units, char *to, size_t size)
{
    *to = '\0';
    if (of != QUANTITY_DIMENSIONLESS && units->length)
        quantity_unit(of, units, to, size);
}

/* --- rows --------------------------------------------------------------------------------------------------------- */

typedef struct {
    quantities *quantities;
    quantity row; /* row whose columns are being defined */
    const char *prefix;
    const output_units *units;
} row_observer;

static void define_column(void *to, const named_column *column)
{
    row_observer *row_observer = to;
    char name[192], unit[64];
    quantity one = row_observer->row;
    one.public = (torsor_quantity){.size = column->n, .can_get = true};
    snprintf(name, sizeof name, "%s%s", row_observer->prefix, column->name);
    write_unit(column->unit, row_observer->units, unit, sizeof unit);
    for (int i = 2;
         !quantities_add(row_observer->quantities, one, name, unit, column->description ? column->description : "");
         i++)
        snprintf(name, sizeof name, "%s%s_%d", row_observer->prefix, column->name, i);
    row_observer->row.first += column->n;
}

static void record_row(const quantity *of, const state *state, record *out)
{
    if (of->node)
        of->of_node(state, of->node, out);
    else
        of->of_elem(state, of->elem, out);
}

static void quantities_add_row(quantities *quantities, const state *state, quantity row, const char *prefix)
{
    row_observer row_observer = {
        .quantities = quantities, .row = row, .prefix = prefix, .units = &quantities->model->options.units};
    column_set set = {.define = define_column, .context = &row_observer};
    record out = {.named = &set};
    record_row(&row, state, &out);
    const int n = row_observer.row.first;
    quantities->most = n > quantities->most ? n : quantities->most;
}

static void add_node_rows(quantities *quantities, const state *state, const node *node)
{
    char prefix[96];
    if (!node->type->level)
        return;
    snprintf(prefix, sizeof prefix, "node.%s.%u.", node->type->level, node->label);
    quantity row = {.kind = QUANTITY_ROW, .node = node, .of_node = node->type->output};
    if (row.of_node)
        quantities_add_row(quantities, state, row, prefix);
    row.of_node = node->type->second_row;
    if (!node->has_rotation)
        snprintf(prefix, sizeof prefix, "elem.autostruct.%u.", node->label);
    if (row.of_node)
        quantities_add_row(quantities, state, row, prefix);
}

static void add_elem_rows(quantities *quantities, const state *state, const elem *element)
{
    char prefix[96];
    const char *level = element->type->card->level;
    if (!level || element->is_hidden)
        return;
    snprintf(prefix, sizeof prefix, "elem.%s.%u.", level, element->label > 0 ? element->label : 1);
    quantity row = {.kind = QUANTITY_ROW, .elem = element, .of_elem = element->type->output};
    if (row.of_elem)
        quantities_add_row(quantities, state, row, prefix);
    row.of_elem = elem_files_of(element->type).second_row;
    if (row.of_elem)
        quantities_add_row(quantities, state, row, prefix);
}

/* --- private data ------------------------------------------------------------------------------------------------- */

static void add_datum(quantities *quantities, quantity one, const char *of, unsigned label, const char *datum)
{
    char name[192];
    snprintf(name, sizeof name, "private.%s.%u.%s", of, label, datum);
    one.kind = one.node ? QUANTITY_NODE_DATUM : QUANTITY_ELEM_DATUM;
    one.public = (torsor_quantity){.size = 1, .can_get = true};
    quantities_add(quantities, one, name, "", "private datum");
}

static void add_private(quantities *quantities)
{
    for (int i = 0; i < quantities->model->nodes.n; i++) {
        const node *node = quantities->model->nodes.items[i];
        const char *const *names = node->type->private_value ? node->type->private_names : NULL;
        for (int k = 0; names && names[k]; k++)
            if (node->type->private_index(node, names[k]) > 0)
                add_datum(quantities, (quantity){.node = node, .first = node->type->private_index(node, names[k])},
                          node->type->keyword, node->label, names[k]);
    }
    for (int i = 0; i < quantities->model->elems.n; i++) {
        const elem *element = quantities->model->elems.items[i];
        const char *const *names =
            element->type->private_value && !element->is_hidden ? elem_private_names(element) : NULL;
        for (int k = 0; names && names[k]; k++)
            if (elem_private_index(element, names[k]) > 0) /* excludes names that denote many data: q[MODE] */
                add_datum(quantities, (quantity){.elem = element, .first = elem_private_index(element, names[k])},
                          element->type->card->name, element->label, names[k]);
    }
}

/* --- the rest ----------------------------------------------------------------------------------------------------- */

static void add_drives(quantities *quantities)
{
    char name[64];
    for (int i = 0; i < quantities->model->drives.n; i++) {
        snprintf(name, sizeof name, "drive.%u", quantities->model->drives.items[i]->label);
        const quantity one = {.kind = QUANTITY_DRIVE,
                              .drive = quantities->model->drives.items[i],
                              .public = {.size = 1, .can_get = true, .can_set = quantities->model->is_settable}};
        quantities_add(quantities, one, name, "", "drive caller");
    }
}

static torsor_type type_of(const symbol *symbol)
{
    return symbol->type == TYPE_BOOL ? TORSOR_BOOL : symbol->type == TYPE_INTEGER ? TORSOR_INTEGER : TORSOR_REAL;
}

static void add_variables(quantities *quantities)
{
    char name[192];
    for (int i = 0; i < symbols_count(quantities->model->names); i++) {
        const symbol *symbol = symbols_at(quantities->model->names, i);
        if (symbol->type == TYPE_STRING || symbol == quantities->model->time ||
            symbol == quantities->model->time_step || symbol == quantities->model->step)
            continue;
        snprintf(name, sizeof name, "variable.%.150s", symbol->name);
        const quantity one = {
            .kind = QUANTITY_VARIABLE,
            .variable = symbol,
            .public = {.size = 1,
                       .can_get = true,
                       .can_set = !symbol->is_const && !symbol->is_live,
                       .is_declared = !symbol->is_live && !symbol->is_inherited && symbol->location.file > 0,
                       .type = type_of(symbol)}};
        quantities_add(quantities, one, name, "", "variable of the deck");
    }
}

static void add_motion(quantities *quantities, const node *node)
{
    static const struct {
        quantity_kind kind;
        const char *name;
        int size;
        physical_quantity unit;
        const char *words;
    } PARTS[] = {{QUANTITY_POSITION, "X", 3, QUANTITY_LENGTH, "global position vector (X, Y, Z)"},
                 {QUANTITY_VELOCITY_OF_NODE, "XP", 3, QUANTITY_VELOCITY, "global velocity (v_X, v_Y, v_Z)"},
                 {QUANTITY_MATRIX, "R", 9, QUANTITY_DIMENSIONLESS, "global orientation matrix, by columns"},
                 {QUANTITY_OMEGA, "Omega", 3, QUANTITY_ANGULAR_VELOCITY, "global angular velocity"}};
    char name[96], unit[64];
    for (int k = 0; k < (node->has_rotation ? 4 : 2); k++) {
        snprintf(name, sizeof name, "node.struct.%u.%s", node->label, PARTS[k].name);
        write_unit(PARTS[k].unit, &quantities->model->options.units, unit, sizeof unit);
        const quantity one = {.kind = PARTS[k].kind,
                              .node = node,
                              .public = {.size = PARTS[k].size, .can_get = true, .can_set = node->n_dof > 0}};
        const int known = name_map_find(&quantities->by_name, name, strlen(name));
        if (known == HASH_NONE)
            quantities_add(quantities, one, name, unit, PARTS[k].words);
        else if (quantities->all.items[known].public.size == one.public.size)
            quantities->all.items[known].kind = one.kind,
            quantities->all.items[known].public.can_set = one.public.can_set;
    }
}

static void add_settable(quantities *quantities)
{
    char name[96];
    for (int i = 0; i < quantities->model->nodes.n; i++) {
        const node *node = quantities->model->nodes.items[i];
        if (node->pose >= 0 && !node->is_dummy)
            add_motion(quantities, node);
        if (node->type->settable) {
            snprintf(name, sizeof name, "node.parameter.%u", node->label);
            quantities_add(quantities,
                           (quantity){.kind = QUANTITY_PARAMETER,
                                      .node = node,
                                      .public = {.size = 1, .can_get = true, .can_set = true}},
                           name, "", "value of the parameter node");
        }
    }
    for (int i = 0; i < quantities->model->elems.n; i++) {
        const elem *element = quantities->model->elems.items[i];
        if (!applied_node(element))
            continue;
        snprintf(name, sizeof name, "node.struct.%u.force", element->label);
        quantities_add(quantities,
                       (quantity){.kind = QUANTITY_APPLIED,
                                  .elem = element,
                                  .public = {.size = 6, .can_get = true, .can_set = true}},
                       name, "", "force and moment on the node, set from outside, global axes");
    }
}

static void add_time(quantities *quantities)
{
    static const struct {
        const char *name, *words;
        quantity_kind kind;
    } TIMES[] = {{"time", "simulation time", QUANTITY_NOW},
                 {"timestep", "integration time step", QUANTITY_STEP_LENGTH},
                 {"step", "number of the step", QUANTITY_STEP_NUMBER}};
    for (int i = 0; i < ARRAY_LEN(TIMES); i++)
        quantities_add(quantities, (quantity){.kind = TIMES[i].kind, .public = {.size = 1, .can_get = true}},
                       TIMES[i].name, "", TIMES[i].words);
}

quantities *quantities_create(const model *model, const state *state)
{
    arena *memory = arena_create();
    quantities *q = ARENA_NEW(memory, quantities);
    q->memory = memory;
    q->model = model;
    add_time(q);
    for (int i = 0; i < model->nodes.n; i++)
        add_node_rows(q, state, model->nodes.items[i]);
    for (int i = 0; i < model->elems.n; i++)
        add_elem_rows(q, state, model->elems.items[i]);
    add_settable(q);
    add_private(q);
    add_drives(q);
    add_variables(q);
    q->row = ARENA_ARRAY(memory, double, q->most + 1);
    q->numbers = ARENA_ARRAY(memory, double, q->most + MOST_NUMBERS);
    return q;
}

void quantities_destroy(quantities *quantities)
{
    if (!quantities)
        return;
    name_map_free(&quantities->by_name);
    array_free(&quantities->all);
    arena_destroy(quantities->memory);
}

int quantities_find(const quantities *quantities, const char *name)
{
    const char *bracket = strrchr(name, '[');
    const int whole = name_map_find(&quantities->by_name, name, strlen(name));
    if (whole != HASH_NONE || !bracket || bracket == name)
        return whole == HASH_NONE ? -1 : whole;
    char base[256], *end;
    const long component = strtol(bracket + 1, &end, 10);
    snprintf(base, sizeof base, "%.*s", (int)(bracket - name), name);
    const int i = end > bracket + 1 && strcmp(end, "]") == 0 ? name_map_find(&quantities->by_name, base, strlen(base))
                                                             : HASH_NONE;
    if (i == HASH_NONE || component < 0 || component >= quantities->all.items[i].public.size)
        return -1;
    return i + quantities->all.n * (1 + (int)component);
}

/* --- getting ------------------------------------------------------------------------------------------------------ */

static double number_of(const value *v) { return value_to_real(*v); }

static void get_row(const quantities *quantities, const quantity *of, const state *state, double *to)
{
    column_set set = {.value = quantities->row, .capacity = quantities->most};
    record out = {.named = &set};
    record_row(of, state, &out);
    memcpy(to, quantities->row + of->first, (size_t)of->public.size * sizeof *to);
}

static void get_matrix(const mat3 *R, double *to)
{
    for (int i = 0; i < 9; i++)
        to[i] = R->e[i % 3][i / 3];
}

static double live_number(const symbol *symbol, const state *state)
{
    return symbol->is_live ? symbol->live.get(symbol->live.self, state) : number_of(&state->variables[symbol->index]);
}

void quantities_get(const quantities *quantities, const quantity *of, const state *state, double *to)
{
    const pose *at = of->node && of->node->pose >= 0 ? &state->poses[of->node->pose] : NULL;
    switch (of->kind) {
    case QUANTITY_ROW:
        get_row(quantities, of, state, to);
        break;
    case QUANTITY_NODE_DATUM:
        *to = of->node->type->private_value(state, of->node, of->first);
        break;
    case QUANTITY_ELEM_DATUM:
        *to = of->elem->type->private_value(state, of->elem, of->first);
        break;
    case QUANTITY_DRIVE:
        *to = drive_now(of->drive, state);
        break;
    case QUANTITY_VARIABLE:
        *to = live_number(of->variable, state);
        break;
    case QUANTITY_POSITION:
        vec3_store(to, at->x);
        break;
    case QUANTITY_VELOCITY_OF_NODE:
        vec3_store(to, at->v);
        break;
    case QUANTITY_MATRIX:
        get_matrix(&at->R, to);
        break;
    case QUANTITY_OMEGA:
        vec3_store(to, at->w);
        break;
    case QUANTITY_APPLIED:
        memcpy(to, ((const applied_memory *)remembered(state, of->elem->memory))->force, 6 * sizeof *to);
        break;
    case QUANTITY_PARAMETER:
        *to = node_value(state, of->node);
        break;
    case QUANTITY_NOW:
        *to = state->t;
        break;
    case QUANTITY_STEP_LENGTH:
        *to = state->dt;
        break;
    case QUANTITY_STEP_NUMBER:
        *to = state->step;
        break;
    }
}

/* --- setting ------------------------------------------------------------------------------------------------------ */

static bool set_matrix(pose *at, const double *from)
{
    mat3 R;
    for (int i = 0; i < 9; i++)
        R.e[i % 3][i / 3] = from[i];
    const mat3 unit = mat3_tmul(&R, &R);
    double error = 0;
    for (int i = 0; i < 9; i++)
        error = fmax(error, fabs(unit.e[i / 3][i % 3] - (i / 3 == i % 3)));
    if (!(error < 1e-6))
        return false;
    at->R = R;
    return true;
}

static void set_variable(value *v, double to)
{
    if (v->type == TYPE_REAL)
        v->r = to;
    else if (v->type == TYPE_INTEGER)
        v->i = (int)to;
    else
        v->b = to != 0;
}

static bool set_number(double *to, double number)
{
    if (to)
        *to = number;
    return to;
}

bool quantity_is_motion(const quantity *of) { return of->kind >= QUANTITY_POSITION && of->kind <= QUANTITY_OMEGA; }

bool quantities_set(const quantity *of, solution *solution, const double *from)
{
    pose *at = of->node && of->node->pose >= 0 ? &solution->poses[of->node->pose] : NULL;
    for (int i = 0; i < of->public.size; i++)
        if (!isfinite(from[i]))
            return false;
    switch (of->kind) {
    case QUANTITY_DRIVE:
        *(settable_memory *)memory_at(solution->memory, of->drive->memory) = (settable_memory){1, *from};
        return true;
    case QUANTITY_VARIABLE:
        set_variable(&solution->variables[of->variable->index], *from);
        return true;
    case QUANTITY_POSITION:
        at->x = vec3_load(from);
        vec3_store(solution->y + of->node->dof, at->x);
        return true;
    case QUANTITY_VELOCITY_OF_NODE:
        at->v = vec3_load(from);
        vec3_store(solution->yp + of->node->dof, at->v);
        return true;
    case QUANTITY_MATRIX:
        return set_matrix(at, from);
    case QUANTITY_OMEGA:
        at->w = vec3_load(from);
        return true;
    case QUANTITY_APPLIED:
        memcpy(((applied_memory *)memory_at(solution->memory, of->elem->memory))->force, from, 6 * sizeof *from);
        return true;
    case QUANTITY_PARAMETER:
        return set_number(of->node->type->settable(of->node, solution->memory), *from);
    default:
        return false;
    }
}
