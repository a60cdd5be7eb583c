/* datum.h - a private datum of a node or an element, named in a drive, a plugin variable or an expression.
 *
 * The node or element may be defined later in the deck: the datum is then bound when the model is complete. */
#pragma once
#include "model/model.h"

typedef struct {
    const model *model;
    const node_type *node_type; /* of a node, or NULL */
    const elem_card *card;      /* of an element, or NULL */
    unsigned label;
    const char *name; /* NULL: by index, or the only one */
    source_location location, where_name;
    bool prev; /* its value at the previous step */
    /* once it is bound */
    const node *node;
    const elem *element;
    int index; /* from 1 */
} datum;

/* LABEL , TYPE [ , { string , "NAME" | index , N } ] in a drive; string=NAME, index=N or N in a plugin variable. */
datum *read_node_datum(reader *reader, bool in_plugin);
datum *read_element_datum(reader *reader, bool in_plugin);

/* Looks it up now, or leaves it for later when the node or element is not there yet. False after an error. */
bool datum_bind(model *model, datum *datum);
/* 0 with *why (when it is not NULL) where there is no value: elements have none while the deck is read. */
double datum_value(const datum *datum, const state *s, const char **why);

/* A degree of freedom, also while the deck is read: s is NULL, or has no unknowns. */
double datum_dof(const node_dof *dof, const state *state);
/* The state one step before. */
state state_before(const state *s);
/* The state to read from when an expression was handed s; NULL while the deck is read. */
const state *state_to_read(const state *state);
/* The motion of a structural node, dummies included, also while the deck is read. */
pose node_motion(const state *s, const node *node, bool prev);
