/* diag_rows.c - the messages of this layer. */
#include "output/diag_rows.h"

#define DIAG DIAG_DEFINE
#include "output/diag.def"
#undef DIAG
