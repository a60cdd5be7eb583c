/* load_increment.h - a load that is found together with the length of the way that the nodes go in a step. */
#pragma once
#include "contract/element.h"

extern const elem_type load_increment_normalization_type;
