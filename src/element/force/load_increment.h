/* load_increment.h - a load that is determined by the path length of the nodes in a step. */
#pragma once
#include "contract/element.h"

extern const elem_type load_increment_normalization_type;
