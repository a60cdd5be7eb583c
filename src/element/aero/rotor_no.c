/* rotor_no.c - a rotor without induced velocity: it only sums the loads of its blades. */
#include "element/aero/rotor.h"

const rotor_model rotor_no = {
    .keyword = "no",
    .title = "Rotor:no",
};
