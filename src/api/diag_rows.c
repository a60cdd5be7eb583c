/* diag_rows.c - the messages of this layer. */
#include "api/diag_rows.h"

#define DIAG DIAG_DEFINE
#include "api/diag.def"
#undef DIAG
