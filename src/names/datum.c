/* datum.c - private data of nodes and elements: reading, binding, values; and initial values while the deck is read.
 *
 *     node datum    ::= LABEL , NODE TYPE [ , { string , "NAME" | index , N } ]
 *     element datum ::= LABEL , ELEMENT CLASS [ , { string , "NAME" | index , N } ]
 *
 * Before the first step a node has the values given in the deck: they are read through a copy of the node whose
 * unknowns are numbered from 0 in a small state of its own. */
#include "names/datum.h"
#include "math/rotation.h"
#include "model/data_hint.h"
#include "model/diag_rows.h"
#include <stdio.h>

/* --- states ------------------------------------------------------------------------------------------------------- */

state state_before(const state *s)
{
    state before = *s;
    before.t = s->t - s->dt;
    before.step = s->step - 1;
    before.y = s->y_prev ? s->y_prev : s->y;
    before.yp = s->yp_prev ? s->yp_prev : s->yp;
    before.poses = s->at_prev ? s->at_prev : s->poses;
    return before;
}

const state *state_to_read(const state *s) { return s && s->y ? s : NULL; }

/* What a node is before anything is solved. */
enum { MOST_UNKNOWNS = 64 };

typedef struct {
    double y[MOST_UNKNOWNS], yp[MOST_UNKNOWNS];
    pose pose;
    node node;
    state s;
} first_state;

static pose first_pose(const node *n)
{
    const frame *f = n->initial;
    return (pose){.x = f->x, .v = f->v, .w = f->w, .R = f->R, .w_ref = f->w};
}

/* False for nodes without unknowns: their values come from others. */
static bool make_first_state(const node *n, first_state *f)
{
    if (n->n_dof == 0 || n->n_dof > MOST_UNKNOWNS)
        return false;
    *f = (first_state){.node = *n};
    f->node.dof = f->node.row = 0;
    f->node.pose = n->pose_wanted ? 0 : -1;
    f->node.momentum = n->momentum < 0 ? -1 : n->has_rotation ? 6 : 3;
    n->type->initial(&f->node, &(initial_values){.y = f->y, .yp = f->yp, .poses = &f->pose});
    if (n->initial)
        f->pose = first_pose(n);
    f->s = (state){.y = f->y, .yp = f->yp, .poses = &f->pose};
    return true;
}

pose node_motion(const state *s, const node *n, bool prev)
{
    const state *from = state_to_read(s);
    if (!from)
        return first_pose(n);
    if (!n->is_dummy)
        return (prev && from->at_prev ? from->at_prev : from->poses)[n->pose];
    const state before = state_before(from);
    const state *at = prev ? &before : from;
    const char *const first[] = {"X[1]", "XP[1]", "Omega[1]", "Phi[1]"};
    vec3 v[4];
    for (int k = 0; k < 4; k++) {
        const int i = n->type->private_index(n, first[k]);
        v[k] = (vec3){n->type->private_value(at, n, i), n->type->private_value(at, n, i + 1),
                      n->type->private_value(at, n, i + 2)};
    }
    return (pose){.x = v[0], .v = v[1], .w = v[2], .R = rotation_exp(v[3]), .w_ref = v[2]};
}

double datum_dof(const node_dof *d, const state *s)
{
    if (s && s->y)
        return node_dof_value(s, d);
    first_state f;
    if (!make_first_state(d->node, &f))
        return 0.0;
    node_dof copy = *d;
    copy.node = &f.node;
    return node_dof_value(&f.s, &copy);
}

/* --- values ------------------------------------------------------------------------------------------------------- */

static double no_value(const char **why, const char *reason)
{
    if (why)
        *why = reason;
    return 0.0;
}

double datum_value(const datum *d, const state *s, const char **why)
{
    if (!d->n && !d->e)
        return no_value(why, "it is not defined yet");
    const state *from = state_to_read(s);
    first_state first;
    if (!from)
        return d->n && make_first_state(d->n, &first) ? d->n->type->private_value(&first.s, &first.node, d->index)
                                                      : no_value(why, "it has no value while the deck is read");
    if (!d->prev)
        return d->n ? d->n->type->private_value(from, d->n, d->index) : d->e->type->private_value(from, d->e, d->index);
    const state before = state_before(from);
    return d->n ? d->n->type->private_value(&before, d->n, d->index)
                : d->e->type->private_value(&before, d->e, d->index);
}

/* --- binding ------------------------------------------------------------------------------------------------------ */

static const char *kind_name(const datum *d, char *out, size_t size)
{
    snprintf(out, size, "%s%s", d->node_type ? d->node_type->keyword : d->card->name, d->node_type ? " node" : "");
    return out;
}

static int datum_count(const char *const *names)
{
    int n = 0;
    while (names && names[n])
        n++;
    return n;
}

/* How many of the named data there are (a node of a type may lack some, and "q[MODE]" stands for many), but no more
 * than two. */
static int count_data(const datum *d, const char *const *names)
{
    int have = 0;
    for (int i = 0; names && names[i] && have < 2; i++)
        have += (d->n ? d->n->type->private_index(d->n, names[i]) : elem_private_index(d->e, names[i])) > 0;
    return have;
}

static bool has_index(const datum *d, const char *const *names)
{
    if (!d->n)
        return elem_has_private(d->e, d->index);
    return d->index <= datum_count(names) && d->n->type->private_index(d->n, names[d->index - 1]) == d->index;
}

static void hint_data(model *m, const datum *d)
{
    if (d->n)
        hint_node_data(m->errors, d->n, d->name);
    else
        hint_elem_data(m->errors, d->e, d->name);
}

static void report_no_datum(model *m, const datum *d)
{
    char kind[64];
    diag_report(m->errors, E_NO_DATUM, d->where_name, kind_name(d, kind, sizeof kind), d->label, d->name);
    hint_data(m, d);
}

/* Tells the node that the datum will be read. */
static void want(model *m, const datum *d)
{
    if (!d->n || !d->n->type->want_private)
        return;
    const int i = label_map_find(&m->node_by_label[node_type_index(d->n->type)], d->label);
    d->n->type->want_private(m->nodes.items[i], d->index);
}

static bool find_index(model *m, datum *d)
{
    char kind[64];
    const char *const *names = d->n ? d->n->type->private_names : elem_private_names(d->e);
    if (!(d->n ? d->n->type->private_value != NULL : d->e->type->private_value != NULL)) {
        diag_report(m->errors, E_NO_PRIVATE_DATA, d->where, kind_name(d, kind, sizeof kind), d->label);
        return false;
    }
    if (d->name) {
        d->index = d->n ? d->n->type->private_index(d->n, d->name) : elem_private_index(d->e, d->name);
        if (d->index == 0)
            report_no_datum(m, d);
    } else if (d->index == 0 && count_data(d, names) == 1) {
        d->index = 1;
    } else if (d->index == 0) {
        diag_report(m->errors, E_WHICH_DATUM, d->where, kind_name(d, kind, sizeof kind), d->label);
        hint_data(m, d);
    } else if (!has_index(d, names)) {
        diag_report(m->errors, E_DATUM_INDEX, d->where_name, kind_name(d, kind, sizeof kind), d->label, d->index);
        hint_data(m, d);
        d->index = 0;
    }
    if (d->index > 0)
        want(m, d);
    return d->index > 0;
}

static bool find_owner(const model *m, datum *d)
{
    d->n = d->node_type ? model_node(m, d->node_type, d->label) : NULL;
    d->e = d->card ? model_elem(m, d->card, d->label) : NULL;
    return d->n || d->e;
}

static void bind_late(model *m, void *self)
{
    datum *d = self;
    if (find_owner(m, d))
        find_index(m, d);
    else if (d->node_type)
        diag_report(m->errors, E_NO_NODE, d->where, d->node_type->keyword, d->label);
    else
        diag_report(m->errors, E_NO_ELEMENT, d->where, d->card->name, d->label);
}

bool datum_bind(model *m, datum *d)
{
    d->model = m;
    if (find_owner(m, d))
        return find_index(m, d);
    model_later(m, bind_late, d);
    return true;
}

/* --- reading ------------------------------------------------------------------------------------------------------ */

static void read_which(reader *r, datum *d, bool in_plugin)
{
    d->where_name = d->where;
    if (in_plugin && read_key(r, "string")) {
        d->name = read_bare_string(r, "name of the private datum");
        d->where_name = read_last_place(r);
    } else if (!in_plugin && read_keyword(r, "string")) {
        d->name = read_string(r, "name of the private datum");
        d->where_name = read_last_place(r);
    } else if (in_plugin ? read_key(r, "index") || read_more(r) : read_keyword(r, "index")) {
        d->index = read_integer_in(r, 1, INT_MAX, "index of the private datum");
        d->where_name = read_last_place(r);
    }
    if (read_ok(r))
        datum_bind(model_of(r), d);
}

enum { MOST_WORDS = 128 };

static const node_type *read_node_type(reader *r)
{
    const char *words[MOST_WORDS];
    int n = 0;
    for (; n < node_type_count && n < MOST_WORDS - 1; n++)
        words[n] = node_types[n]->keyword;
    words[n] = NULL;
    const int k = read_choice(r, words, "type of the node");
    return k < 0 ? NULL : node_types[k];
}

static const elem_card *read_element_card(reader *r)
{
    /* Any card of the class will do for the word that names them all. */
    const char *words[CARD_COUNT + 2];
    for (int i = 0; i < CARD_COUNT; i++)
        words[i] = elem_cards[i].name;
    words[CARD_COUNT] = "aerodynamic element";
    words[CARD_COUNT + 1] = NULL;
    const int k = read_choice(r, words, "type of the element");
    return k < 0 ? NULL : &elem_cards[k == CARD_COUNT ? CARD_AERODYNAMIC_BODY : k];
}

datum *read_node_datum(reader *r, bool in_plugin)
{
    datum *d = ARENA_NEW(reader_arena(r), datum);
    d->label = read_label(r, "label of the node");
    d->where = read_last_place(r);
    d->node_type = read_node_type(r);
    read_which(r, d, in_plugin);
    return d;
}

datum *read_element_datum(reader *r, bool in_plugin)
{
    datum *d = ARENA_NEW(reader_arena(r), datum);
    d->label = read_label(r, "label of the element");
    d->where = read_last_place(r);
    d->card = read_element_card(r);
    read_which(r, d, in_plugin);
    return d;
}
