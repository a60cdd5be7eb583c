/* diag_rows.h - the messages that are defined in this layer. */
#pragma once
#include "base/diag.h"

#define DIAG DIAG_DECLARE
#include "problem/diag.def"
#undef DIAG
