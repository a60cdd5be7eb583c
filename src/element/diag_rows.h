/* diag_rows.h - messages that are first used in this layer. */
#pragma once
#include "base/diag.h"

#define DIAG DIAG_DECLARE
#include "element/diag.def"
#undef DIAG
