/* damper_gandhi.h - an elastomeric damper whose numbers an element holds and whose force a constitutive law gives. */
#pragma once
#include "contract/law.h"

typedef struct {
    double K, C, c[4];
    const law *shown; /* that names it last: the element prints its force; NULL: none does */
} damper_gandhi;

/* What the law remembers: strain of spring and dashpot, its rate, force and its rate. */
typedef struct {
    double z, zp, F, Fp;
} damper_gandhi_memory;

#define DAMPER_GANDHI_KEYWORD "damper gandhi"
