/* plugin.h - variables bound to the model: [dof, ...], [node, ...], [element, ...]. */
#pragma once
#include "model/model.h"

/* Enables them in the reader. */
void plugin_set(model *model, reader *reader);
