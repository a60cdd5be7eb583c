/* diag_rows.c - the messages of this layer. */
#include "mesh/diag_rows.h"

#define DIAG DIAG_DEFINE
#include "mesh/diag.def"
#undef DIAG
