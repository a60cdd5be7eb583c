/* settable.h - what can be set from outside during an analysis of a settable model: labelled drives, and forces on
 * nodes. */
#pragma once
#include "contract/element.h"
#include "contract/drive.h"

typedef struct {
    int is_set;
    double value;
} settable_memory;

struct model;
/* Returns a drive that equals `inner` until it is set. */
drive *drive_settable(struct model *model, drive *inner);

/* Force and moment on a node in global axes: the memory of an element of this type. */
typedef struct {
    double force[6];
} applied_memory;

/* Adds an element for every node that has structural balance rows. Requires a model that is not yet frozen. */
void model_add_applied_forces(struct model *model);
const node *applied_node(const elem *element); /* the node that such an element acts on; NULL for other elements */
