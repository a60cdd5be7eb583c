/* datum.c - private data of nodes and elements: reading, binding, values; and initial values while the deck is read.
 *
 *     node datum    ::= LABEL , NODE TYPE [ , { string , "NAME" | index , N } ]
 *     element datum ::= [ LABEL , ] ELEMENT CLASS [ , { string , "NAME" | index , N } ]
 *
 * Before the first step, a node has the values given in the deck: they are read through a copy of the node whose
 * unknowns are numbered from 0 in a small separate state. For elements see first_value.h. */
#include "names/datum.h"
#include "math/rotation.h"
#include "model/data_hint.h"
#include "model/diag_rows.h"
#include "model/first_value.h"
#include <stdio.h>

/* --- states ------------------------------------------------------------------------------------------------------- */

state state_before(const state *s)
{
    state before = *s;
    before.t = s->t - s->dt;
    before.step = s->step - 1;
    before.y = s->y_prev ? s->y_prev : s->y;
    before.yp = s->yp_prev ? s->yp_prev : s->yp;
    before.poses = s->poses_prev ? s->poses_prev : s->poses;
    return before;
}

const state *state_to_read(const state *state) { return state && state->y ? state : NULL; }

/* State of a node before anything has been solved. */
enum { MOST_UNKNOWNS = 64 };

typedef struct {
    double y[MOST_UNKNOWNS], yp[MOST_UNKNOWNS];
    pose pose;
    node node;
    state state;
} first_state;

static pose first_pose(const node *node)
{
    const frame *frame = node->initial;
    return pose_make(frame->x, frame->v, &frame->R, frame->w);
}

/* Returns false for nodes without unknowns, whose values depend on other nodes. */
static bool make_first_state(const node *node, first_state *f)
{
    if (node->n_dof == 0 || node->n_dof > MOST_UNKNOWNS)
        return false;
    *f = (first_state){.node = *node};
    f->node.dof = f->node.row = 0;
    f->node.pose = node->pose_wanted ? 0 : -1;
    f->node.momentum = node->momentum < 0 ? -1 : node->has_rotation ? 6 : 3;
    node->type->initial(&f->node, &(initial_values){.y = f->y, .yp = f->yp, .poses = &f->pose});
    if (node->initial)
        f->pose = first_pose(node);
    f->state = (state){.y = f->y, .yp = f->yp, .poses = &f->pose};
    return true;
}

pose node_motion(const state *s, const node *node, bool prev)
{
    const state *from = state_to_read(s);
    if (!from)
        return first_pose(node);
    if (!node->is_dummy)
        return (prev && from->poses_prev ? from->poses_prev : from->poses)[node->pose];
    const state before = state_before(from);
    const state *at = prev ? &before : from;
    const char *const first[] = {"X[1]", "XP[1]", "Omega[1]", "Phi[1]"};
    vec3 v[4];
    for (int k = 0; k < 4; k++) {
        const int i = node->type->private_index(node, first[k]);
        v[k] = (vec3){node->type->private_value(at, node, i), node->type->private_value(at, node, i + 1),
                      node->type->private_value(at, node, i + 2)};
    }
    const mat3 R = rotation_exp(v[3]);
    return pose_make(v[0], v[1], &R, v[2]);
}

double datum_dof(const node_dof *dof, const state *state)
{
    if (state && state->y)
        return node_dof_value(state, dof);
    first_state first_state;
    if (!make_first_state(dof->node, &first_state))
        return 0.0;
    node_dof copy = *dof;
    copy.node = &first_state.node;
    return node_dof_value(&first_state.state, &copy);
}

/* --- values ------------------------------------------------------------------------------------------------------- */

static double no_value(const char **why, const char *reason)
{
    if (why)
        *why = reason;
    return 0.0;
}

/* Value while the deck is read. After an error, what it needs may have been read only in part. */
static double first_value(const datum *datum, const char **why)
{
    first_state first;
    if (diag_errors(datum->model->errors) > 0)
        return 0.0;
    if (datum->element && datum->element->is_complete)
        return elem_first_value(datum->model, datum->element, datum->index);
    return datum->node && make_first_state(datum->node, &first)
               ? datum->node->type->private_value(&first.state, &first.node, datum->index)
               : no_value(why, "it has no value while the deck is read");
}

double datum_value(const datum *datum, const state *s, const char **why)
{
    if (!datum->node && !datum->element)
        return no_value(why, "it is not defined yet");
    const state *from = state_to_read(s);
    if (!from)
        return first_value(datum, why);
    if (datum->node && !datum->prev)
        return datum->node->type->private_value(from, datum->node, datum->index);
    state at = datum->prev ? state_before(from) : *from;
    if (datum->node)
        return datum->node->type->private_value(&at, datum->node, datum->index);
    const char *refused = state_call(&at, 1.0);
    if (!refused)
        return datum->element->type->private_value(&at, datum->element, datum->index);
    state_fail(from, datum->location, "the private data of %s %u cannot be evaluated: %s", datum->card->name,
               datum->label, refused);
    return no_value(why, refused);
}

/* --- binding ------------------------------------------------------------------------------------------------------ */

static const char *kind_name(const datum *datum, char *out, size_t size)
{
    snprintf(out, size, "%s%s", datum->node_type ? datum->node_type->keyword : datum->card->name,
             datum->node_type ? " node" : "");
    return out;
}

static int datum_count(const char *const *names)
{
    int n = 0;
    while (names && names[n])
        n++;
    return n;
}

/* Returns the number of named data (a node may lack some of those of its type, and "q[MODE]" stands for several),
 * but at most two. */
static int count_data(const datum *datum, const char *const *names)
{
    int have = 0;
    for (int i = 0; names && names[i] && have < 2; i++)
        have += (datum->node ? datum->node->type->private_index(datum->node, names[i])
                             : elem_private_index(datum->element, names[i])) > 0;
    return have;
}

static bool has_index(const datum *datum, const char *const *names)
{
    if (!datum->node)
        return elem_has_private(datum->element, datum->index);
    return datum->index <= datum_count(names) &&
           datum->node->type->private_index(datum->node, names[datum->index - 1]) == datum->index;
}

static void hint_data(model *model, const datum *datum)
{
    if (datum->node)
        hint_node_data(model->errors, datum->node, datum->name);
    else
        hint_elem_data(model->errors, datum->element, datum->name);
}

static void report_no_datum(model *model, const datum *datum)
{
    char kind[64];
    diag_report(model->errors, E_NO_DATUM, datum->where_name, kind_name(datum, kind, sizeof kind), datum->label,
                datum->name);
    hint_data(model, datum);
}

/* Notifies the node that the datum will be read. */
static void want(model *model, const datum *datum)
{
    if (!datum->node || !datum->node->type->want_private)
        return;
    const int i = label_map_find(&model->node_by_label[node_type_index(datum->node->type)], datum->label);
    datum->node->type->want_private(model->nodes.items[i], datum->index);
}

static bool find_index(model *model, datum *datum)
{
    char kind[64];
    const char *const *names = datum->node ? datum->node->type->private_names : elem_private_names(datum->element);
    if (!(datum->node ? datum->node->type->private_value != NULL : datum->element->type->private_value != NULL)) {
        diag_report(model->errors, E_NO_PRIVATE_DATA, datum->location, kind_name(datum, kind, sizeof kind),
                    datum->label);
        return false;
    }
    if (datum->name) {
        datum->index = datum->node ? datum->node->type->private_index(datum->node, datum->name)
                                   : elem_private_index(datum->element, datum->name);
        if (datum->index == 0)
            report_no_datum(model, datum);
    } else if (datum->index == 0 && count_data(datum, names) == 1) {
        datum->index = 1;
    } else if (datum->index == 0) {
        diag_report(model->errors, E_WHICH_DATUM, datum->location, kind_name(datum, kind, sizeof kind), datum->label);
        hint_data(model, datum);
    } else if (!has_index(datum, names)) {
        diag_report(model->errors, E_DATUM_INDEX, datum->where_name, kind_name(datum, kind, sizeof kind), datum->label,
                    datum->index);
        hint_data(model, datum);
        datum->index = 0;
    }
    if (datum->index > 0)
        want(model, datum);
    return datum->index > 0;
}

static bool find_owner(const model *model, datum *datum)
{
    datum->node = datum->node_type ? model_node(model, datum->node_type, datum->label) : NULL;
    datum->element = datum->card ? model_elem(model, datum->card, datum->label) : NULL;
    if (datum->element && datum->element == model->late.element_being_read)
        datum->element = NULL; /* its own drives and laws come before its data */
    return datum->node || datum->element;
}

static void bind_late(model *model, void *self)
{
    datum *datum = self;
    if (find_owner(model, datum))
        find_index(model, datum);
    else if (datum->node_type)
        diag_report(model->errors, E_NO_NODE, datum->location, datum->node_type->keyword, datum->label);
    else
        diag_report(model->errors, E_NO_ELEMENT, datum->location, datum->card->name, datum->label);
}

bool datum_bind(model *model, datum *datum)
{
    datum->model = model;
    if (find_owner(model, datum))
        return find_index(model, datum);
    model_later(model, bind_late, datum);
    return true;
}

/* --- reading ------------------------------------------------------------------------------------------------------ */

static void read_which(reader *reader, datum *datum, bool in_plugin)
{
    datum->where_name = datum->location;
    if (in_plugin && read_key(reader, "string")) {
        datum->name = read_bare_string(reader, "name of the private datum");
        datum->where_name = read_last_location(reader);
    } else if (!in_plugin && read_keyword(reader, "string")) {
        datum->name = read_string(reader, "name of the private datum");
        datum->where_name = read_last_location(reader);
    } else if (in_plugin ? read_key(reader, "index") || read_more(reader) : read_keyword(reader, "index")) {
        datum->index = read_integer_in(reader, 1, INT_MAX, "index of the private datum");
        datum->where_name = read_last_location(reader);
    }
    if (read_ok(reader))
        datum_bind(model_of(reader), datum);
}

enum { MOST_WORDS = 128 };

static const node_type *read_node_type(reader *reader)
{
    const char *words[MOST_WORDS];
    int n = 0;
    for (; n < node_type_count && n < MOST_WORDS - 1; n++)
        words[n] = node_types[n]->keyword;
    words[n] = NULL;
    const int k = read_choice(reader, words, "type of the node");
    return k < 0 ? NULL : node_types[k];
}

static const elem_card *read_element_card(reader *reader)
{
    /* Any card of the class is suitable for the keyword that stands for all of them. */
    const char *words[CARD_COUNT + 2];
    for (int i = 0; i < CARD_COUNT; i++)
        words[i] = elem_cards[i].name;
    words[CARD_COUNT] = "aerodynamic element";
    words[CARD_COUNT + 1] = NULL;
    const int k = read_choice(reader, words, "type of the element");
    return k < 0 ? NULL : &elem_cards[k == CARD_COUNT ? CARD_AERODYNAMIC_BODY : k];
}

datum *read_node_datum(reader *reader, bool in_plugin)
{
    datum *d = ARENA_NEW(reader_arena(reader), datum);
    d->label = read_label(reader, "label of the node");
    d->location = read_last_location(reader);
    d->node_type = read_node_type(reader);
    read_which(reader, d, in_plugin);
    return d;
}

datum *read_element_datum(reader *reader, bool in_plugin)
{
    datum *d = ARENA_NEW(reader_arena(reader), datum);
    d->label = read_elem_label(reader);
    d->location = read_last_location(reader);
    d->card = read_element_card(reader);
    read_which(reader, d, in_plugin);
    return d;
}
