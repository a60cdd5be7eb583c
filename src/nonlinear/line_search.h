/* line_search.h - the options of `line search`, shared with related solvers. */
#pragma once
#include "nonlinear/search.h"

search_options search_defaults(void);
/* Reads the options up to the end of the card. Returns false at an unknown word. */
bool read_search_option(reader *reader, search_options *options);
