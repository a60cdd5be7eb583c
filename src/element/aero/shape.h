/* shape.h - scalar quantities that vary along the span (2.9 of the input manual). */
#pragma once
#include "deck/reader.h"

typedef struct shape shape;

/* Never returns NULL: after an error the shape is zero. */
const shape *read_shape(reader *reader, const char *what);
const shape *shape_constant(arena *memory, double v);
double shape_at(const shape *shape, double xi); /* requires -1 <= xi <= 1 */
