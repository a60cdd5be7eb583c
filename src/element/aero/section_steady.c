/* section_steady.c - coefficients of the incidence as it is, with the control added to it. */
#include "element/aero/section.h"

static void eval(int n, const section *c, const section_input *in, section_result *out)
{
    section_wind w;
    if (!section_wind_now(n, c, in, false, &w)) {
        section_still(n, out);
        return;
    }
    jet1 alpha = w.wind, k[SECTION_COEFFICIENTS];
    alpha.v += in->control;
    section_coefficients(n, c, &w, &alpha, k);
    section_loads(n, c, &w, k, out);
    section_report(c, in, &w, alpha.v, k, out);
}

const section_model section_steady = {.keyword = "steady", .eval = eval};
