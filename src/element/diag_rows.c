/* diag_rows.c - the messages of this layer. */
#include "element/diag_rows.h"

#define DIAG DIAG_DEFINE
#include "element/diag.def"
#undef DIAG
