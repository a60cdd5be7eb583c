/* diag_rows.c - the messages of this layer. */
#include "contract/diag_rows.h"

#define DIAG DIAG_DEFINE
#include "contract/diag.def"
#undef DIAG
