/* diag_rows.h - the messages that this layer introduces. */
#pragma once
#include "base/diag.h"

#define DIAG DIAG_DECLARE
#include "deck/diag.def"
#undef DIAG
