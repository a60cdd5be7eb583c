/* read_nodes.c - the nodes block, and references to nodes in other cards.
 *
 *     node ::= TYPE : LABEL [ , name , "NAME" ] , ARGUMENTS [ , scale , ... ] [ , output , ... ] [ , EXTRA ] ;
 *     output : TYPE , [ accelerations , ] { LABEL [ , ... ] | range , FIRST , LAST } ;                       */
#include "model/blocks.h"
#include "model/cards.h"
#include "model/diag_rows.h"
#include "model/reading.h"
#include <limits.h>

/* Said once: what follows is read as if it were announced. */
static void check_announced(model *m, reader *r, int type, int have)
{
    const int announced = m->options.nodes_announced ? m->options.nodes_announced[type] : -1;
    if (have < announced)
        return;
    if (announced < 0)
        diag_report(m->errors, E_NODES_NOT_ANNOUNCED, reader_card_place(r), node_types[type]->counter);
    else
        diag_report(m->errors, E_TOO_MANY_NODES, reader_card_place(r), node_types[type]->counter, announced);
    diag_hint(m->errors, "the block 'control data' needs '%s: N;', N being how many there are",
              node_types[type]->counter);
    if (m->options.nodes_announced)
        m->options.nodes_announced[type] = INT_MAX;
}

static void read_common_tail(model *m, reader *r, node *n)
{
    while (read_ok(r) && read_more(r)) {
        if (read_keyword(r, "output"))
            n->output = read_bool(r, "output flag");
        else if (read_keyword(r, "scale"))
            n->scale =
                read_keyword(r, "default") ? m->options.node_scale[node_type_index(n->type)] : read_real(r, "scale");
        else if (!n->type->read_extra || !n->type->read_extra(r, n))
            return;
    }
}

static void read_nodes_add_node(model *m, reader *r, const node_type *type)
{
    const int t = node_type_index(type);
    check_announced(m, r, t, m->node_by_label[t].n);
    reader_set_help(r, type->grammar);
    node *n = ARENA_NEW(m->memory, node);
    n->type = type;
    n->label = read_label(r, "label of the node");
    n->where = read_last_place(r);
    n->dof = n->row = n->momentum = n->momentum_row = n->pose = -1;
    n->self = arena_alloc(m->memory, type->size);
    n->output = m->options.node_output[t];
    n->scale = m->options.node_scale[t];
    const int same = label_map_find(&m->node_by_label[t], n->label);
    if (read_ok(r) && same != HASH_NONE) {
        read_error_last(r, E_NODE_TWICE, type->keyword, n->label);
        diag_report(m->errors, N_FIRST_HERE, m->nodes.items[same]->where, type->keyword, n->label);
    }
    if (read_keyword(r, "name"))
        n->name = read_string(r, "name");
    type->read(r, n);
    n->memory = memory_reserve(m->plan, (memory_area){.size = type->memory,
                                                      .self = n->self,
                                                      .begin = type->begin,
                                                      .valid = type->valid,
                                                      .owner = "node",
                                                      .keyword = type->keyword,
                                                      .label = n->label});
    if (n->pose_wanted)
        n->pose = m->n_poses++;
    read_common_tail(m, r, n);
    n->output_second = n->output;
    /* A node that could not be read is still known by its label, so that what refers to it is not an error as well. */
    label_map_put(&m->node_by_label[t], n->label, m->nodes.n);
    array_push(&m->nodes, n);
    if (read_ok(r) && type->log) {
        record out = {.text = &m->log, .general = true};
        type->log(n, &out);
    }
    reader_card_end(r);
}

static void switch_output(node *n, bool with_accelerations)
{
    n->output = true;
    n->output_second = false;
    if (with_accelerations)
        n->type->show_accelerations(n);
}

static void set_range_output(model *m, reader *r, int t, bool with_accelerations)
{
    const unsigned first = read_label(r, "first label"), last = read_label(r, "last label");
    for (int i = 0; read_ok(r) && i < m->nodes.n; i++) {
        node *n = m->nodes.items[i];
        if (node_type_index(n->type) == t && n->label >= first && n->label <= last)
            switch_output(n, with_accelerations);
    }
}

static void read_output_card(model *m, reader *r)
{
    const char *word = read_peek_word(r);
    const node_type *type = word ? node_type_find(word) : NULL;
    if (!type) {
        read_error(r, E_NODE_TYPE, read_place(r), read_shown(r));
        return;
    }
    read_skip(r);
    const int t = node_type_index(type);
    const bool with_accelerations = type->show_accelerations && read_keyword(r, "accelerations");
    if (read_keyword(r, "range")) {
        set_range_output(m, r, t, with_accelerations);
        return;
    }
    do {
        const unsigned label = read_label(r, "label of the node");
        const int i = label_map_find(&m->node_by_label[t], label);
        if (i != HASH_NONE)
            switch_output(m->nodes.items[i], with_accelerations);
        else if (read_ok(r))
            diag_report(reader_diag(r), W_OUTPUT_OF_NOTHING, read_last_place(r), type->keyword, label);
    } while (read_more(r));
}

/* Not after other errors: what could not be read is not missing. */
static void check_complete(model *m, reader *r)
{
    if (diag_errors(m->errors) > 0)
        return;
    for (int t = 0; m->options.nodes_announced && t < node_type_count; t++)
        if (m->node_by_label[t].n < m->options.nodes_announced[t])
            read_error(r, E_TOO_FEW_NODES, reader_card_place(r), node_types[t]->counter, m->options.nodes_announced[t],
                       m->node_by_label[t].n);
}

void model_read_nodes(model *m, reader *r)
{
    while (block_card(m, r, "nodes")) {
        const node_type *type = node_type_find(reader_card_text(r));
        if (type) {
            read_nodes_add_node(m, r, type);
        } else if (reader_card_is(r, "output")) {
            read_output_card(m, r);
            reader_card_end(r);
        } else {
            const char *words[64];
            int n = 0;
            for (int i = 0; i < node_type_count && n < 62; i++)
                words[n++] = node_types[i]->keyword;
            words[n++] = "output";
            block_unknown_card(r, "nodes", words, n);
        }
    }
    check_complete(m, r);
}

/* --- references --------------------------------------------------------------------------------------------------- */

static void no_node(reader *r, place where, const node_type *type, unsigned label)
{
    char known[128];
    const label_map *labels = &model_of(r)->node_by_label[node_type_index(type)];
    read_error(r, E_NO_NODE, where, type->keyword, label);
    if (label_map_show(labels, label, known, sizeof known))
        diag_hint(reader_diag(r), "%s nodes that are defined: %s", type->keyword, known);
    else
        diag_hint(reader_diag(r), "no %s node is defined", type->keyword);
}

static const node *find_node(reader *r, const node_type *type, const char *what)
{
    const unsigned label = read_label(r, what);
    const node *n = model_node(model_of(r), type, label);
    if (!n && read_ok(r))
        no_node(r, read_last_place(r), type, label);
    return read_ok(r) ? n : NULL;
}

const node *read_node(reader *r, const char *type, const char *what)
{
    return find_node(r, node_type_find(type), what);
}

const node *read_structural_node(reader *r, const char *what)
{
    const node *n = read_point_node(r, what);
    if (n && !n->has_rotation) {
        read_error_last(r, E_NODE_WITHOUT_ROTATION, n->label);
        return NULL;
    }
    return n;
}

const node *read_point_node(reader *r, const char *what)
{
    const node *n = read_node(r, "structural", what);
    if (n && n->is_dummy) {
        read_error_last(r, E_DUMMY_NODE, n->label);
        return NULL;
    }
    return n;
}

/* An equation is one of the balance of the node; an unknown may also be one of its momenta. */
static int read_dof_index(reader *r, const node *n, bool is_unknown)
{
    if (n->n_dof <= 1)
        return 0;
    const int most = !n->pose_wanted || is_unknown ? n->n_dof : n->has_rotation ? 6 : 3;
    return read_integer_in(r, 1, most, "degree of freedom") - 1;
}

node_dof read_node_dof(reader *r, bool with_order, const char *what)
{
    static const char *const ORDERS[] = {"algebraic", "differential", NULL};
    node_dof d = {0};
    const unsigned label = read_label(r, what);
    const place at = read_last_place(r);
    const char *word = read_peek_word(r);
    const node_type *type = word ? node_type_find(word) : NULL;
    if (!type) {
        read_error(r, E_NODE_TYPE, read_place(r), read_shown(r));
        return d;
    }
    read_skip(r);
    d.node = model_node(model_of(r), type, label);
    if (!d.node) {
        if (read_ok(r))
            no_node(r, at, type, label);
        return d;
    }
    if (d.node->n_dof == 0)
        read_error(r, E_NODE_WITHOUT_DOF, at, type->keyword, label);
    d.index = read_dof_index(r, d.node, with_order);
    if (with_order && read_ok(r) && d.node->type->kind(d.node, d.index) == DOF_DIFFERENTIAL)
        d.derivative = read_choice(r, ORDERS, "order of the degree of freedom") == 1;
    else
        read_try_choice(r, ORDERS);
    return d;
}
