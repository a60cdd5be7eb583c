/* text_out.h - texts that leave the library. */
#pragma once
#include "base/text.h"

/* A copy of it for torsor_free, NULL for want of memory; the text is freed. */
char *text_out(text *words);
