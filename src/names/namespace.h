/* namespace.h - the functions of namespace "model". */
#pragma once
#include "model/model.h"

/* Adds it to the symbols of the model. */
void namespace_add_model(model *m);

/* The kinematic functions of structural nodes (namespace_motion.c): resolve and bind as in name_space; NULL: none of
 * them. */
const function *motion_resolve(model *m, const char *name, size_t length);
const function *motion_bind(model *m, const function *f, const value *const *known, place where);
bool motion_is(const function *f);
void motion_list(void (*each)(void *to, const char *name), void *to);
