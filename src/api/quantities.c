/* quantities.c - everything of an analysis that has a name, got and set.
 *
 *     rows        the columns that nodes and elements record, under the names of the NetCDF file
 *     private     private data of nodes and elements
 *     drives, variables, time
 *     settable    motion of nodes, forces on them, parameter nodes
 *
 * The list is made once. A number stands for a quantity, and with a component for one number of it:
 * number = index + count (1 + component). */
#include "api/quantities.h"
#include "base/hash.h"
#include "base/nearest.h"
#include "model/settable.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_OWN = 9 }; /* numbers of a quantity that is no column of a row */

static bool quantities_add(quantities *q, quantity one, const char *name, const char *unit, const char *description)
{
    char *copy = arena_string(q->memory, name, strlen(name));
    if (name_map_find(&q->by_name, copy, strlen(copy)) != HASH_NONE)
        return false;
    one.public.name = copy;
    one.public.unit = arena_string(q->memory, unit, strlen(unit));
    one.public.description = arena_string(q->memory, description, strlen(description));
    name_map_put(&q->by_name, copy, q->all.n);
    array_push(&q->all, one);
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
    quantities *q;
    quantity row; /* the columns of which are heard of */
    const char *prefix;
    const output_units *units;
} row_listener;

static void define_column(void *to, const named_column *c)
{
    row_listener *l = to;
    char name[192], unit[64];
    quantity one = l->row;
    one.public = (torsor_quantity){.size = c->n, .can_get = true};
    snprintf(name, sizeof name, "%s%s", l->prefix, c->name);
    write_unit(c->unit, l->units, unit, sizeof unit);
    for (int i = 2; !quantities_add(l->q, one, name, unit, c->description ? c->description : ""); i++)
        snprintf(name, sizeof name, "%s%s_%d", l->prefix, c->name, i);
    l->row.first += c->n;
}

static void record_row(const quantity *of, const state *s, record *out)
{
    if (of->node)
        of->of_node(s, of->node, out);
    else
        of->of_elem(s, of->elem, out);
}

static void quantities_add_row(quantities *q, const state *s, quantity row, const char *prefix)
{
    row_listener l = {.q = q, .row = row, .prefix = prefix, .units = &q->m->options.units};
    column_set c = {.define = define_column, .context = &l};
    record out = {.named = &c};
    record_row(&row, s, &out);
    const int n = l.row.first;
    q->most = n > q->most ? n : q->most;
}

static void add_node_rows(quantities *q, const state *s, const node *n)
{
    char prefix[96];
    if (!n->type->level)
        return;
    snprintf(prefix, sizeof prefix, "node.%s.%u.", n->type->level, n->label);
    quantity row = {.kind = QUANTITY_ROW, .node = n, .of_node = n->type->output};
    if (row.of_node)
        quantities_add_row(q, s, row, prefix);
    row.of_node = n->type->second_row;
    if (!n->has_rotation)
        snprintf(prefix, sizeof prefix, "elem.autostruct.%u.", n->label);
    if (row.of_node)
        quantities_add_row(q, s, row, prefix);
}

static void add_elem_rows(quantities *q, const state *s, const elem *e)
{
    char prefix[96];
    const char *level = e->type->card->level;
    if (!level || e->is_hidden)
        return;
    snprintf(prefix, sizeof prefix, "elem.%s.%u.", level, e->label > 0 ? e->label : 1);
    quantity row = {.kind = QUANTITY_ROW, .elem = e, .of_elem = e->type->output};
    if (row.of_elem)
        quantities_add_row(q, s, row, prefix);
    row.of_elem = elem_files_of(e->type).second_row;
    if (row.of_elem)
        quantities_add_row(q, s, row, prefix);
}

/* --- private data ------------------------------------------------------------------------------------------------- */

static void add_datum(quantities *q, quantity one, const char *of, unsigned label, const char *datum)
{
    char name[192];
    snprintf(name, sizeof name, "private.%s.%u.%s", of, label, datum);
    one.kind = one.node ? QUANTITY_NODE_DATUM : QUANTITY_ELEM_DATUM;
    one.public = (torsor_quantity){.size = 1, .can_get = true};
    quantities_add(q, one, name, "", "private datum");
}

static void add_private(quantities *q)
{
    for (int i = 0; i < q->m->nodes.n; i++) {
        const node *n = q->m->nodes.items[i];
        const char *const *names = n->type->private_value ? n->type->private_names : NULL;
        for (int k = 0; names && names[k]; k++)
            if (n->type->private_index(n, names[k]) > 0)
                add_datum(q, (quantity){.node = n, .first = n->type->private_index(n, names[k])}, n->type->keyword,
                          n->label, names[k]);
    }
    for (int i = 0; i < q->m->elems.n; i++) {
        const elem *e = q->m->elems.items[i];
        const char *const *names = e->type->private_value && !e->is_hidden ? elem_private_names(e) : NULL;
        for (int k = 0; names && names[k]; k++)
            if (elem_private_index(e, names[k]) > 0) /* not so where it stands for many: q[MODE] */
                add_datum(q, (quantity){.elem = e, .first = elem_private_index(e, names[k])}, e->type->card->name,
                          e->label, names[k]);
    }
}

/* --- the rest ----------------------------------------------------------------------------------------------------- */

static void add_drives(quantities *q)
{
    char name[64];
    for (int i = 0; i < q->m->drives.n; i++) {
        snprintf(name, sizeof name, "drive.%u", q->m->drives.items[i]->label);
        const quantity one = {.kind = QUANTITY_DRIVE,
                              .drive = q->m->drives.items[i],
                              .public = {.size = 1, .can_get = true, .can_set = q->m->is_settable}};
        quantities_add(q, one, name, "", "drive caller");
    }
}

static torsor_type type_of(const symbol *v)
{
    return v->type == TYPE_BOOL ? TORSOR_BOOL : v->type == TYPE_INTEGER ? TORSOR_INTEGER : TORSOR_REAL;
}

static void add_variables(quantities *q)
{
    char name[192];
    for (int i = 0; i < symbols_count(q->m->names); i++) {
        const symbol *v = symbols_at(q->m->names, i);
        if (v->type == TYPE_STRING || v == q->m->time || v == q->m->time_step || v == q->m->step)
            continue;
        snprintf(name, sizeof name, "variable.%.150s", v->name);
        const quantity one = {.kind = QUANTITY_VARIABLE,
                              .variable = v,
                              .public = {.size = 1,
                                         .can_get = true,
                                         .can_set = !v->is_const && !v->is_live,
                                         .is_declared = !v->is_live && !v->is_inherited && v->where.file > 0,
                                         .type = type_of(v)}};
        quantities_add(q, one, name, "", "variable of the deck");
    }
}

static void add_motion(quantities *q, const node *n)
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
    for (int k = 0; k < (n->has_rotation ? 4 : 2); k++) {
        snprintf(name, sizeof name, "node.struct.%u.%s", n->label, PARTS[k].name);
        write_unit(PARTS[k].unit, &q->m->options.units, unit, sizeof unit);
        const quantity one = {.kind = PARTS[k].kind,
                              .node = n,
                              .public = {.size = PARTS[k].size, .can_get = true, .can_set = n->n_dof > 0}};
        const int known = name_map_find(&q->by_name, name, strlen(name));
        if (known == HASH_NONE)
            quantities_add(q, one, name, unit, PARTS[k].words);
        else if (q->all.items[known].public.size == one.public.size)
            q->all.items[known].kind = one.kind, q->all.items[known].public.can_set = one.public.can_set;
    }
}

static void add_settable(quantities *q)
{
    char name[96];
    for (int i = 0; i < q->m->nodes.n; i++) {
        const node *n = q->m->nodes.items[i];
        if (n->pose >= 0 && !n->is_dummy)
            add_motion(q, n);
        if (n->type->settable) {
            snprintf(name, sizeof name, "node.parameter.%u", n->label);
            quantities_add(q,
                           (quantity){.kind = QUANTITY_PARAMETER,
                                      .node = n,
                                      .public = {.size = 1, .can_get = true, .can_set = true}},
                           name, "", "value of the parameter node");
        }
    }
    for (int i = 0; i < q->m->elems.n; i++) {
        const elem *e = q->m->elems.items[i];
        if (!applied_node(e))
            continue;
        snprintf(name, sizeof name, "node.struct.%u.force", e->label);
        quantities_add(
            q, (quantity){.kind = QUANTITY_APPLIED, .elem = e, .public = {.size = 6, .can_get = true, .can_set = true}},
            name, "", "force and couple on the node, set from outside, global axes");
    }
}

static void add_time(quantities *q)
{
    static const struct {
        const char *name, *words;
        quantity_kind kind;
    } TIMES[] = {{"time", "simulation time", QUANTITY_NOW},
                 {"timestep", "integration time step", QUANTITY_STEP_LENGTH},
                 {"step", "number of the step", QUANTITY_STEP_NUMBER}};
    for (int i = 0; i < ARRAY_LEN(TIMES); i++)
        quantities_add(q, (quantity){.kind = TIMES[i].kind, .public = {.size = 1, .can_get = true}}, TIMES[i].name, "",
                       TIMES[i].words);
}

quantities *quantities_create(const model *m, const state *s)
{
    arena *memory = arena_create();
    quantities *q = ARENA_NEW(memory, quantities);
    q->memory = memory;
    q->m = m;
    add_time(q);
    for (int i = 0; i < m->nodes.n; i++)
        add_node_rows(q, s, m->nodes.items[i]);
    for (int i = 0; i < m->elems.n; i++)
        add_elem_rows(q, s, m->elems.items[i]);
    add_settable(q);
    add_private(q);
    add_drives(q);
    add_variables(q);
    q->row = ARENA_ARRAY(memory, double, q->most + 1);
    q->numbers = ARENA_ARRAY(memory, double, q->most + MOST_OWN);
    return q;
}

void quantities_destroy(quantities *q)
{
    if (!q)
        return;
    name_map_free(&q->by_name);
    array_free(&q->all);
    arena_destroy(q->memory);
}

int quantities_find(const quantities *q, const char *name)
{
    const char *bracket = strrchr(name, '[');
    const int whole = name_map_find(&q->by_name, name, strlen(name));
    if (whole != HASH_NONE || !bracket || bracket == name)
        return whole == HASH_NONE ? -1 : whole;
    char base[256], *end;
    const long component = strtol(bracket + 1, &end, 10);
    snprintf(base, sizeof base, "%.*s", (int)(bracket - name), name);
    const int i =
        end > bracket + 1 && strcmp(end, "]") == 0 ? name_map_find(&q->by_name, base, strlen(base)) : HASH_NONE;
    if (i == HASH_NONE || component < 0 || component >= q->all.items[i].public.size)
        return -1;
    return i + q->all.n * (1 + (int)component);
}

/* --- getting ------------------------------------------------------------------------------------------------------ */

static double number_of(const value *v) { return value_to_real(*v); }

static void get_row(const quantities *q, const quantity *of, const state *s, double *to)
{
    column_set c = {.value = q->row, .room = q->most};
    record out = {.named = &c};
    record_row(of, s, &out);
    memcpy(to, q->row + of->first, (size_t)of->public.size * sizeof *to);
}

static void get_matrix(const mat3 *R, double *to)
{
    for (int i = 0; i < 9; i++)
        to[i] = R->e[i % 3][i / 3];
}

static double live_number(const symbol *v, const state *s)
{
    return v->is_live ? v->live.get(v->live.self, s) : number_of(&s->variables[v->index]);
}

void quantities_get(const quantities *q, const quantity *of, const state *s, double *to)
{
    const pose *at = of->node && of->node->pose >= 0 ? &s->poses[of->node->pose] : NULL;
    switch (of->kind) {
    case QUANTITY_ROW:
        get_row(q, of, s, to);
        break;
    case QUANTITY_NODE_DATUM:
        *to = of->node->type->private_value(s, of->node, of->first);
        break;
    case QUANTITY_ELEM_DATUM:
        *to = of->elem->type->private_value(s, of->elem, of->first);
        break;
    case QUANTITY_DRIVE:
        *to = drive_now(of->drive, s);
        break;
    case QUANTITY_VARIABLE:
        *to = live_number(of->variable, s);
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
        memcpy(to, ((const applied_memory *)remembered(s, of->elem->memory))->force, 6 * sizeof *to);
        break;
    case QUANTITY_PARAMETER:
        *to = node_value(s, of->node);
        break;
    case QUANTITY_NOW:
        *to = s->t;
        break;
    case QUANTITY_STEP_LENGTH:
        *to = s->dt;
        break;
    case QUANTITY_STEP_NUMBER:
        *to = s->step;
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

bool quantities_set(const quantity *of, solution *u, const double *from)
{
    pose *at = of->node && of->node->pose >= 0 ? &u->poses[of->node->pose] : NULL;
    for (int i = 0; i < of->public.size; i++)
        if (!isfinite(from[i]))
            return false;
    switch (of->kind) {
    case QUANTITY_DRIVE:
        *(settable_memory *)memory_at(u->memory, of->drive->memory) = (settable_memory){1, *from};
        return true;
    case QUANTITY_VARIABLE:
        set_variable(&u->variables[of->variable->index], *from);
        return true;
    case QUANTITY_POSITION:
        at->x = vec3_load(from);
        vec3_store(u->y + of->node->dof, at->x);
        return true;
    case QUANTITY_VELOCITY_OF_NODE:
        at->v = vec3_load(from);
        vec3_store(u->yp + of->node->dof, at->v);
        return true;
    case QUANTITY_MATRIX:
        return set_matrix(at, from);
    case QUANTITY_OMEGA:
        at->w = vec3_load(from);
        return true;
    case QUANTITY_APPLIED:
        memcpy(((applied_memory *)memory_at(u->memory, of->elem->memory))->force, from, 6 * sizeof *from);
        return true;
    case QUANTITY_PARAMETER:
        return set_number(of->node->type->settable(of->node, u->memory), *from);
    default:
        return false;
    }
}
