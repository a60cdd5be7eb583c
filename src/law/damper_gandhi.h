/* damper_gandhi.h - an elastomeric damper: an element has the parameters, a constitutive law provides the force. */
#pragma once
#include "contract/law.h"

typedef struct {
    double K, C, c[4];
    const law *shown; /* the last law that names it, whose force the element writes; NULL: none */
} damper_gandhi;

/* Memory of the law: strain of spring and dashpot and its rate, force and its rate. */
typedef struct {
    double z, zp, F, Fp;
} damper_gandhi_memory;

#define DAMPER_GANDHI_KEYWORD "damper gandhi"
