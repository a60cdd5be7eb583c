/* parameter.h - a parameter node: a readable number without an unknown; the `bind` element ties it to an element's
 * datum. */
#pragma once
#include "contract/element.h"

typedef enum { PARAMETER_VALUE, PARAMETER_ELEMENT, PARAMETER_SAMPLE_AND_HOLD, PARAMETER_STRAIN_GAGE } parameter_kind;

typedef struct {
    parameter_kind kind;
    double value; /* given in the deck */
    /* element, strain gage: what it is bound to; `element` is NULL until `bind` names it */
    const elem *element;
    int index[3]; /* private data: the datum; for a gage, axial strain and the two curvatures */
    double y, z;  /* point of the section for a strain gage */
    /* sample and hold */
    node_dof signal;
    double sample_time;
} parameter;

typedef struct {
    double value;
    double next_sample; /* number of the next sample */
} parameter_memory;
