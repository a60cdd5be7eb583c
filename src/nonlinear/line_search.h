/* line_search.h - the options of `line search`, for its relatives. */
#pragma once
#include "nonlinear/search.h"

search_options search_defaults(void);
/* Reads the options up to the end of the card; false at a word that is none of them. */
bool read_search_option(reader *reader, search_options *options);
