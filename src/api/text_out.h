/* text_out.h - texts returned by the library. */
#pragma once
#include "base/text.h"

/* Returns a copy that torsor_free frees, NULL if memory is exhausted; frees the text. */
char *text_out(text *words);
