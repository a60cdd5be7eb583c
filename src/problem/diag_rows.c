/* diag_rows.c - the messages of this layer. */
#include "problem/diag_rows.h"

#define DIAG DIAG_DEFINE
#include "problem/diag.def"
#undef DIAG
