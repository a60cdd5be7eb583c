/* data_hint.h - hints that list the available private data, for messages about an unknown one. */
#pragma once
#include "contract/element.h"
#include "contract/node.h"

/* Adds a hint with all names of private data, and the one nearest to `name` if that is given. */
void hint_node_data(diag *errors, const node *node, const char *name);
void hint_elem_data(diag *errors, const elem *element, const char *name);
