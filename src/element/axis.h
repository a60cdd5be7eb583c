/* axis.h - directions in the frame of a node. */
#pragma once
#include "contract/element.h"

/* Reads a direction in the frame of the node `in` and normalizes it. */
vec3 read_unit_direction(reader *reader, const node *in, const char *what);
vec3 sample_axis(sampler *from);
