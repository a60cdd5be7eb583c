/* diag_rows.h - the messages that are first needed in this layer. */
#pragma once
#include "base/diag.h"

#define DIAG DIAG_DECLARE
#include "study/diag.def"
#undef DIAG
