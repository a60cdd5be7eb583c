/* datum.h - a private datum of a node or an element that is named in a drive, a plugin variable or an expression.
 *
 * If the node or element is defined later in the deck, the datum is bound when the model is complete. */
#pragma once
#include "model/model.h"

typedef struct {
    model *model;
    const node_type *node_type; /* of a node, or NULL */
    const elem_card *card;      /* of an element, or NULL */
    unsigned label;
    const char *name; /* NULL: by index, or the only one */
    source_location location, where_name;
    bool prev; /* value at the previous step */
    /* after binding */
    const node *node;
    const elem *element;
    int index; /* from 1 */
} datum;

/* Read LABEL , TYPE [ , { string , "NAME" | index , N } ] in a drive; string=NAME, index=N or N in a plugin
 * variable. */
datum *read_node_datum(reader *reader, bool in_plugin);
datum *read_element_datum(reader *reader, bool in_plugin);

/* Binds the datum, or defers the binding if the node or element is not defined yet. Returns false after an error. */
bool datum_bind(model *model, datum *datum);
/* Returns 0 and sets *why (unless it is NULL) if there is no value. While the deck is read, nodes and elements have the
 * values at the motion given in it. */
double datum_value(const datum *datum, const state *s, const char **why);

/* Returns the value of a degree of freedom, also while the deck is read (`state` is NULL or has no unknowns). */
double datum_dof(const node_dof *dof, const state *state);
/* Returns the state of the previous step. */
state state_before(const state *s);
/* Returns the state to read from in an expression that was passed `state`; NULL while the deck is read. */
const state *state_to_read(const state *state);
/* Returns the motion of any structural node, including dummy nodes, also while the deck is read. */
pose node_motion(const state *s, const node *node, bool prev);
