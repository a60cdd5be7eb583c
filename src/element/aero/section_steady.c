/* section_steady.c - steady coefficients at the current incidence. */
#include "element/aero/section.h"

static void section_steady_eval(int n, const section *section, const section_input *in, section_result *out)
{
    section_wind wind;
    if (!section_wind_now(n, section, in, false, &wind)) {
        section_still(n, out);
        return;
    }
    jet1 k[SECTION_COEFFICIENTS];
    section_coefficients(n, section, &wind, &wind.wind, k);
    section_loads(n, section, &wind, k, out);
    section_report(section, in, &wind, wind.wind.v, k, out);
}

const section_model section_steady = {.keyword = "steady", .eval = section_steady_eval};
