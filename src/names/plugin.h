/* plugin.h - variables bound to the model: [dof, ...], [node, ...], [element, ...]. */
#pragma once
#include "model/model.h"

/* Lets the reader make them. */
void plugin_set(model *model, reader *reader);
