/* airfoils.c - the table of airfoils, and the function that reads one. */
#include "element/aero/airfoil.h"
#include "base/array.h"
#include "base/words.h"

#define AIRFOIL(name) extern const airfoil_type airfoil_##name##_type;
#include "element/aero/airfoils.def"
#undef AIRFOIL

const airfoil_type *const airfoil_types[] = {
#define AIRFOIL(name) &airfoil_##name##_type,
#include "element/aero/airfoils.def"
#undef AIRFOIL
};
const int airfoil_type_count = ARRAY_LEN(airfoil_types);

const airfoil_type *airfoil_type_find(const char *keyword)
{
    for (int i = 0; i < airfoil_type_count; i++)
        if (words_equal(airfoil_types[i]->keyword, keyword))
            return airfoil_types[i];
    return NULL;
}

airfoil *read_airfoil(reader *reader, const airfoil_type *type, const airfoil_stations *at)
{
    airfoil *a = ARENA_NEW(reader_arena(reader), airfoil);
    a->type = type;
    a->location = read_last_location(reader);
    a->self = arena_alloc(reader_arena(reader), type->size);
    if (type->read)
        type->read(reader, a, at);
    return a;
}
