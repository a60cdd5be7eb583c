/* frame.h - a frame and its motion in the global frame. */
#pragma once
#include "math/vec3.h"

typedef struct {
    vec3 x, v, w;
    mat3 R;
} frame;
