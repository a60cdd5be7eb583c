/* diag_rows.c - the messages of this layer. */
#include "law/diag_rows.h"

#define DIAG DIAG_DEFINE
#include "law/diag.def"
#undef DIAG
