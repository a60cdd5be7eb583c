/* diag_rows.h - the messages that are introduced by this layer. */
#pragma once
#include "base/diag.h"

#define DIAG DIAG_DECLARE
#include "law/diag.def"
#undef DIAG
