/* orientation.c - names of descriptions of rotations in arguments. */
#include "app/orientation.h"
#include <string.h>

bool word_orientation(const char *word, torsor_orientation *to)
{
    static const char *const NAMES[] = {
        [TORSOR_EULER123] = "euler123",      [TORSOR_EULER313] = "euler313",      [TORSOR_EULER321] = "euler321",
        [TORSOR_ROTATION_VECTOR] = "vector", [TORSOR_ROTATION_MATRIX] = "matrix", [TORSOR_QUATERNION] = "quaternion"};
    for (torsor_orientation kind = TORSOR_EULER123; kind <= TORSOR_QUATERNION; kind++)
        if (strcmp(word, NAMES[kind]) == 0) {
            *to = kind;
            return true;
        }
    return false;
}
