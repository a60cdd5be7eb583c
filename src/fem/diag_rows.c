/* diag_rows.c - the messages of this layer. */
#include "fem/diag_rows.h"

#define DIAG DIAG_DEFINE
#include "fem/diag.def"
#undef DIAG
