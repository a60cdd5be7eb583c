/* diag_rows.c - the messages of this layer. */
#include "study/diag_rows.h"

#define DIAG DIAG_DEFINE
#include "study/diag.def"
#undef DIAG
