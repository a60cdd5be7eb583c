/* orientation.h - names of descriptions of rotations in arguments. */
#pragma once
#include "torsor/torsor.h"

/* euler123, euler313, euler321, vector, matrix or quaternion. Returns false for another word. */
bool word_orientation(const char *word, torsor_orientation *to);
