/* namespace.h - the functions of namespaces "model" and "units". */
#pragma once
#include "model/model.h"

/* Adds the namespace to the symbols of the model. */
void namespace_add_model(model *model);
void namespace_add_units(model *model); /* namespace_units.c */

/* Resolves the kinematic functions of structural nodes (namespace_motion.c) like name_space.resolve; returns NULL
 * for other names. */
const function *motion_resolve(model *model, const char *name, size_t length);
void motion_list(void (*each)(void *to, const char *name), void *to);
