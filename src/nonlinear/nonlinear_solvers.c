/* nonlinear_solvers.c - the table of nonlinear solvers, their other names. */
#include "base/array.h"
#include "model/cards.h"
#include "nonlinear/nonlinear.h"

#define NONLINEAR(name) extern const nonlinear_type nonlinear_##name##_type;
#include "nonlinear/nonlinear_solvers.def"
#undef NONLINEAR

const nonlinear_type *const nonlinear_types[] = {
#define NONLINEAR(name) &nonlinear_##name##_type,
#include "nonlinear/nonlinear_solvers.def"
#undef NONLINEAR
};
const int nonlinear_type_count = ARRAY_LEN(nonlinear_types);

const nonlinear_type *nonlinear_type_find(const char *keyword)
{
    for (int i = 0; i < nonlinear_type_count; i++)
        if (words_equal(nonlinear_types[i]->keyword, keyword))
            return nonlinear_types[i];
    return NULL;
}
