/* settable.h - what can be set from outside while an analysis is under way, in a model that is made so: drives with a
 * label, and forces on nodes. */
#pragma once
#include "contract/element.h"
#include "contract/drive.h"

typedef struct {
    int is_set;
    double value;
} settable_memory;

struct model;
/* A drive that is `inner` until it is set. */
drive *drive_settable(struct model *model, drive *inner);

/* Force and couple on a node, global axes; what an element of this type remembers. */
typedef struct {
    double force[6];
} applied_memory;

/* An element for every node that has rows of structural equilibrium; before the model is frozen. */
void model_add_applied_forces(struct model *model);
const node *applied_node(const elem *element); /* the node such an element acts on; NULL: it is another one */
