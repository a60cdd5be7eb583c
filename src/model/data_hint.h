/* data_hint.h - which private data there are, for messages that miss one. */
#pragma once
#include "contract/element.h"
#include "contract/node.h"

/* The nearest of the names, where one was given, and all of them. */
void hint_node_data(diag *errors, const node *node, const char *name);
void hint_elem_data(diag *errors, const elem *element, const char *name);
