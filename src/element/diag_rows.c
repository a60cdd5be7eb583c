/* diag_rows.c - the table of messages of this layer. */
#include "element/diag_rows.h"

#define DIAG DIAG_DEFINE
#include "element/diag.def"
#undef DIAG
