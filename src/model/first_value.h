/* first_value.h - private data of an element while the deck is read. */
#pragma once
#include "contract/element.h"

typedef struct model model;

/* Returns the value at the motion given in the deck. The element is complete, there has been no error, and the model is
 * not frozen. */
double elem_first_value(model *model, const elem *element, int index);
