/* fluid.h - hydraulic fluids: density and viscosity at a pressure. Each type is one row of law/fluids.def. */
#pragma once
#include "deck/reader.h"

typedef struct fluid_type fluid_type;

typedef struct fluid {
    const fluid_type *type;
    unsigned label;  /* of a `hydraulic fluid` card, otherwise 0 */
    double density;  /* at `pressure` */
    double beta;     /* bulk modulus; 0 for an incompressible fluid */
    double pressure; /* of the reference state */
    double viscosity;
    double temperature; /* of the reference state */
    double alpha;       /* thermal expansion */
    double saturation;  /* pressure below which the fluid vaporizes */
} fluid;

struct fluid_type {
    const char *keyword;
    const char *grammar, *summary;
    void (*read)(reader *reader, fluid *fluid);
    /* Returns the density and its derivative with respect to pressure. */
    double (*density)(const fluid *fluid, double p, double *derivative);
    double (*curvature)(const fluid *fluid, double p); /* second derivative of the density; NULL: none */
};

extern const fluid_type *const fluid_types[];
extern const int fluid_type_count;

static inline double fluid_density(const fluid *fluid, double p, double *derivative)
{
    return fluid->type->density(fluid, p, derivative);
}
static inline double fluid_curvature(const fluid *fluid, double p)
{
    return fluid->type->curvature ? fluid->type->curvature(fluid, p) : 0.0;
}
