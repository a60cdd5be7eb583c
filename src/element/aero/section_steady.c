/* section_steady.c - coefficients of the incidence as it is. */
#include "element/aero/section.h"

static void section_steady_eval(int n, const section *c, const section_input *in, section_result *out)
{
    section_wind w;
    if (!section_wind_now(n, c, in, false, &w)) {
        section_still(n, out);
        return;
    }
    jet1 k[SECTION_COEFFICIENTS];
    section_coefficients(n, c, &w, &w.wind, k);
    section_loads(n, c, &w, k, out);
    section_report(c, in, &w, w.wind.v, k, out);
}

const section_model section_steady = {.keyword = "steady", .eval = section_steady_eval};
