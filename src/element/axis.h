/* axis.h - directions in the frame of a node. */
#pragma once
#include "contract/element.h"

/* A direction in the frame of a node, of length one. */
vec3 read_unit_direction(reader *reader, const node *in, const char *what);
vec3 sample_axis(sampler *from);
