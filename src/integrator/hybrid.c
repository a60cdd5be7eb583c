/* hybrid.c - the method by which elements may choose another one for their internal unknowns. No element does so here:
 * every unknown follows the default method, and the first step always uses the trapezoidal rule. */
#include "integrator/hope.h"

typedef enum { EULER, TRAPEZOIDAL, MS2, MS, HOPE } default_method;

typedef struct {
    default_method method;
    radii radii;
} hybrid;

static void hybrid_read(reader *reader, void *self)
{
    static const char *const METHODS[] = {"implicit euler", "crank nicolson", "ms2", "ms", "hope", NULL};
    hybrid *hybrid = self;
    const int method = read_choice(reader, METHODS, "default method");
    hybrid->method = method < 0 ? MS : (default_method)method;
    read_radii(reader, &hybrid->radii);
}

static void hybrid_coefficients(const void *self, const step_context *context, stage *out)
{
    const hybrid *hybrid = self;
    if (context->n_points < 2 || hybrid->method == TRAPEZOIDAL)
        trapezoidal_stage(out);
    else if (hybrid->method == EULER)
        euler_stage(out);
    else if (hybrid->method == HOPE)
        hope_stage(radius_now(&hybrid->radii, context->state), context, out);
    else
        multistep_stage(2, radius_now(&hybrid->radii, context->state), context, out);
}

const integrator_type integrator_hybrid_type = {
    .keyword = "hybrid",
    .grammar = "hybrid, { implicit euler | crank nicolson | ms2 | hope }\n"
               "    [, (drive) DIFFERENTIAL RADIUS [, (drive) ALGEBRAIC RADIUS]]",
    .summary = "A method for each unknown; by default the given one.",
    .size = sizeof(hybrid),
    .read = hybrid_read,
    .stages = 1,
    .points = 2,
    .startup = 1,
    .coefficients = hybrid_coefficients,
};
