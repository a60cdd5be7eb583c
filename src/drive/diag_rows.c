/* diag_rows.c - the messages of this layer. */
#include "drive/diag_rows.h"

#define DIAG DIAG_DEFINE
#include "drive/diag.def"
#undef DIAG
