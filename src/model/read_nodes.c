/* read_nodes.c - the nodes block, and references to nodes in other cards.
 *
 *     node ::= TYPE : LABEL [ , name , "NAME" ] , ARGUMENTS [ , scale , ... ] [ , output , ... ] [ , EXTRA ] ;
 *     output : TYPE , [ accelerations , ] { LABEL [ , ... ] | range , FIRST , LAST } ;                       */
#include "model/blocks.h"
#include "model/cards.h"
#include "model/diag_rows.h"
#include "model/reading.h"
#include <limits.h>

/* Reports a missing or exceeded announcement once; further nodes are then read as if they had been announced. */
static void check_announced(model *model, reader *reader, int type, int have)
{
    const int announced = model->options.nodes_announced ? model->options.nodes_announced[type] : -1;
    if (have < announced)
        return;
    if (announced < 0)
        diag_report(model->errors, E_NODES_NOT_ANNOUNCED, reader_card_location(reader), node_types[type]->counter);
    else
        diag_report(model->errors, E_TOO_MANY_NODES, reader_card_location(reader), node_types[type]->counter,
                    announced);
    diag_hint(model->errors, "add '%s: N;' to the block 'control data', where N is their number",
              node_types[type]->counter);
    if (model->options.nodes_announced)
        model->options.nodes_announced[type] = INT_MAX;
}

static void read_common_tail(model *model, reader *reader, node *node)
{
    while (read_ok(reader) && read_more(reader)) {
        if (read_keyword(reader, "output"))
            node->output = read_bool(reader, "output flag");
        else if (read_keyword(reader, "scale"))
            node->scale = read_keyword(reader, "default") ? model->options.node_scale[node_type_index(node->type)]
                                                          : read_real(reader, "scale");
        else if (!node->type->read_extra || !node->type->read_extra(reader, node))
            return;
    }
}

static void read_nodes_add_node(model *model, reader *reader, const node_type *type)
{
    const int t = node_type_index(type);
    check_announced(model, reader, t, model->node_by_label[t].n);
    reader_set_help(reader, type->grammar);
    node *n = ARENA_NEW(model->memory, node);
    n->type = type;
    n->label = read_label(reader, "label of the node");
    n->location = read_last_location(reader);
    n->dof = n->row = n->momentum = n->momentum_row = n->pose = -1;
    n->self = arena_alloc(model->memory, type->size);
    n->output = model->options.node_output[t];
    n->scale = model->options.node_scale[t];
    const int same = label_map_find(&model->node_by_label[t], n->label);
    if (read_ok(reader) && same != HASH_NONE) {
        read_error_last(reader, E_NODE_TWICE, type->keyword, n->label);
        diag_report(model->errors, N_FIRST_HERE, model->nodes.items[same]->location, type->keyword, n->label);
    }
    if (read_keyword(reader, "name"))
        n->name = read_string(reader, "name");
    type->read(reader, n);
    n->memory = memory_reserve(model->plan, (memory_area){.size = type->memory,
                                                          .self = n->self,
                                                          .begin = type->begin,
                                                          .valid = type->valid,
                                                          .owner = "node",
                                                          .keyword = type->keyword,
                                                          .label = n->label});
    if (n->pose_wanted)
        n->pose = model->n_poses++;
    read_common_tail(model, reader, n);
    n->output_second = n->output;
    /* A node that could not be read is still registered under its label, so that references to it are not reported
     * as well. */
    label_map_put(&model->node_by_label[t], n->label, model->nodes.n);
    array_push(&model->nodes, n);
    if (read_ok(reader) && type->log) {
        record out = {.text = &model->log, .general = true};
        type->log(n, &out);
    }
    reader_card_end(reader);
}

/* As in MBDyn, the momenta of a node without rotation follow; those of a node with rotation are no longer written. */
static void switch_output(node *node, bool with_accelerations)
{
    node->output = true;
    node->output_second = !node->has_rotation;
    if (with_accelerations)
        node->type->show_accelerations(node);
}

static void set_range_output(model *model, reader *reader, int t, bool with_accelerations)
{
    const unsigned first = read_label(reader, "first label"), last = read_label(reader, "last label");
    for (int i = 0; read_ok(reader) && i < model->nodes.n; i++) {
        node *node = model->nodes.items[i];
        if (node_type_index(node->type) == t && node->label >= first && node->label <= last)
            switch_output(node, with_accelerations);
    }
}

static void read_output_card(model *model, reader *reader)
{
    const char *word = read_peek_word(reader);
    const node_type *type = word ? node_type_find(word) : NULL;
    if (!type) {
        read_error(reader, E_NODE_TYPE, read_place(reader), read_shown(reader));
        return;
    }
    read_skip(reader);
    const int t = node_type_index(type);
    const bool with_accelerations = type->show_accelerations && read_keyword(reader, "accelerations");
    if (read_keyword(reader, "range")) {
        set_range_output(model, reader, t, with_accelerations);
        return;
    }
    do {
        const unsigned label = read_label(reader, "label of the node");
        const int i = label_map_find(&model->node_by_label[t], label);
        if (i != HASH_NONE)
            switch_output(model->nodes.items[i], with_accelerations);
        else if (read_ok(reader))
            diag_report(reader_diag(reader), W_OUTPUT_OF_NOTHING, read_last_location(reader), type->keyword, label);
    } while (read_more(reader));
}

/* Not called after other errors: what could not be read does not count as missing. */
static void check_complete(model *model, reader *reader)
{
    if (diag_errors(model->errors) > 0)
        return;
    for (int t = 0; model->options.nodes_announced && t < node_type_count; t++)
        if (model->node_by_label[t].n < model->options.nodes_announced[t])
            read_error(reader, E_TOO_FEW_NODES, reader_card_location(reader), node_types[t]->counter,
                       model->options.nodes_announced[t], model->node_by_label[t].n);
}

void model_read_nodes(model *model, reader *reader)
{
    while (block_card(model, reader, "nodes")) {
        const node_type *type = node_type_find(reader_card_text(reader));
        if (type) {
            read_nodes_add_node(model, reader, type);
        } else if (reader_card_is(reader, "output")) {
            read_output_card(model, reader);
            reader_card_end(reader);
        } else {
            const char *words[64];
            int n = 0;
            for (int i = 0; i < node_type_count && n < 62; i++)
                words[n++] = node_types[i]->keyword;
            words[n++] = "output";
            block_unknown_card(reader, "nodes", words, n);
        }
    }
    check_complete(model, reader);
}

/* --- references --------------------------------------------------------------------------------------------------- */

static void no_node(reader *reader, source_location location, const node_type *type, unsigned label)
{
    char known[128];
    const label_map *labels = &model_of(reader)->node_by_label[node_type_index(type)];
    read_error(reader, E_NO_NODE, location, type->keyword, label);
    if (label_map_show(labels, label, known, sizeof known))
        diag_hint(reader_diag(reader), "%s nodes defined so far: %s", type->keyword, known);
    else
        diag_hint(reader_diag(reader), "no %s node is defined", type->keyword);
}

static const node *find_node(reader *reader, const node_type *type, const char *what)
{
    const unsigned label = read_label(reader, what);
    const node *node = model_node(model_of(reader), type, label);
    if (!node && read_ok(reader))
        no_node(reader, read_last_location(reader), type, label);
    return read_ok(reader) ? node : NULL;
}

const node *read_node(reader *reader, const char *type, const char *what)
{
    return find_node(reader, node_type_find(type), what);
}

const node *read_structural_node(reader *reader, const char *what)
{
    const node *node = read_point_node(reader, what);
    if (node && !node->has_rotation) {
        read_error_last(reader, E_NODE_WITHOUT_ROTATION, node->label);
        return NULL;
    }
    return node;
}

const node *read_point_node(reader *reader, const char *what)
{
    const node *node = read_node(reader, "structural", what);
    if (node && node->is_dummy) {
        read_error_last(reader, E_DUMMY_NODE, node->label);
        return NULL;
    }
    return node;
}

/* Reads the index of an equation, which is one of the balance rows of the node, or of an unknown, which may also be
 * one of its momenta. */
static int read_dof_index(reader *reader, const node *node, bool is_unknown)
{
    if (node->n_dof <= 1)
        return 0;
    const int most = !node->pose_wanted || is_unknown ? node->n_dof : node->has_rotation ? 6 : 3;
    return read_integer_in(reader, 1, most, "degree of freedom") - 1;
}

node_dof read_node_dof(reader *reader, bool with_order, const char *what)
{
    static const char *const ORDERS[] = {"algebraic", "differential", NULL};
    node_dof dof = {0};
    const unsigned label = read_label(reader, what);
    const source_location location = read_last_location(reader);
    const char *word = read_peek_word(reader);
    const node_type *type = word ? node_type_find(word) : NULL;
    if (!type) {
        read_error(reader, E_NODE_TYPE, read_place(reader), read_shown(reader));
        return dof;
    }
    read_skip(reader);
    dof.node = model_node(model_of(reader), type, label);
    if (!dof.node) {
        if (read_ok(reader))
            no_node(reader, location, type, label);
        return dof;
    }
    if (dof.node->n_dof == 0 && dof.node->initial)
        read_error(reader, E_NODE_WITHOUT_DOF, location, type->keyword, label);
    dof.index = read_dof_index(reader, dof.node, with_order);
    if (with_order && read_ok(reader) && dof.node->type->kind(dof.node, dof.index) == DOF_DIFFERENTIAL)
        dof.derivative = read_choice(reader, ORDERS, "order of the degree of freedom") == 1;
    else
        read_try_choice(reader, ORDERS);
    return dof;
}
