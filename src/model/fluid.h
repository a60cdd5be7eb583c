/* fluid.h - hydraulic fluids: density and viscosity at a pressure. One row of law/fluids.def a type. */
#pragma once
#include "deck/reader.h"

typedef struct fluid_type fluid_type;

typedef struct fluid {
    const fluid_type *type;
    unsigned label;  /* of a `hydraulic fluid` card, else 0 */
    double density;  /* at `pressure` */
    double beta;     /* bulk modulus; 0 for an incompressible fluid */
    double pressure; /* reference */
    double viscosity;
    double temperature; /* reference */
    double alpha;       /* thermal expansion */
    double saturation;  /* pressure below which the fluid turns to vapour */
} fluid;

struct fluid_type {
    const char *keyword;
    const char *grammar, *summary;
    void (*read)(reader *r, fluid *f);
    double (*density)(const fluid *f, double p, double *slope); /* and its derivative in the pressure */
};

extern const fluid_type *const fluid_types[];
extern const int fluid_type_count;

static inline double fluid_density(const fluid *f, double p, double *slope) { return f->type->density(f, p, slope); }

/* TYPE, PROPERTIES | reference, LABEL. Never NULL: after an error a fluid of density 1. */
const fluid *read_fluid(reader *r, const char *what);

/* What the types share: the properties in any order; `thermal`: the density has an expansion as well. */
void read_fluid_properties(reader *r, fluid *f, bool compressible, bool thermal);
