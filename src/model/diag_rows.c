/* diag_rows.c - the messages of this layer. */
#include "model/diag_rows.h"

#define DIAG DIAG_DEFINE
#include "model/diag.def"
#undef DIAG
