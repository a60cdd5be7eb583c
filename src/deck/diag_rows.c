/* diag_rows.c - the messages of this layer. */
#include "deck/diag_rows.h"

#define DIAG DIAG_DEFINE
#include "deck/diag.def"
#undef DIAG
