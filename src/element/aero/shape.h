/* shape.h - numbers that change along the span (2.9 of the input manual). */
#pragma once
#include "deck/reader.h"

typedef struct shape shape;

/* Never NULL: after an error the shape is zero. */
const shape *read_shape(reader *reader, const char *what);
const shape *shape_constant(arena *memory, double v);
double shape_at(const shape *shape, double xi); /* -1 <= xi <= 1 */
