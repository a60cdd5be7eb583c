/* fluids.c - the table of hydraulic fluids. */
#include "base/array.h"
#include "contract/fluid.h"

#define FLUID(name) extern const fluid_type fluid_##name##_type;
#include "law/fluids.def"
#undef FLUID

const fluid_type *const fluid_types[] = {
#define FLUID(name) &fluid_##name##_type,
#include "law/fluids.def"
#undef FLUID
};
const int fluid_type_count = ARRAY_LEN(fluid_types);
