/* sampler.h - random but valid data for the contract tests. */
#pragma once
#include "contract/law.h"
#include "contract/element.h"

struct sampler {
    unsigned long long seed;
    arena *memory;
    memory_plan *plan;             /* what the instances remember */
    const node *const *structural; /* a few six-dof nodes */
    const node *const *point;      /* displacement nodes; the first 27 are a lattice, the third coordinate fastest */
    const node *const *scalar;     /* a few scalar nodes */
    const elem *constraint;        /* a joint with own unknowns */
    const elem *modal;             /* a modal joint */
    bool has_potential;            /* laws have one: their stiffness is symmetric */
};

double sample_real(sampler *s, double low, double high);
int sample_integer(sampler *s, int low, int high);
vec3 sample_vec3(sampler *s, double size);
mat3 sample_rotation(sampler *s);
mat3 sample_spd3(sampler *s);                         /* symmetric positive definite */
const node *sample_structural(sampler *s, int which); /* distinct for distinct which */
const node *sample_point(sampler *s, int which);
node_dof sample_dof(sampler *s, int which); /* of a scalar node */
drive *sample_drive(sampler *s);
tpl_drive *sample_tpl_drive(sampler *s, int dim);
law *sample_law(sampler *s, int dim); /* linear viscoelastic, full matrices; in 9 dimensions elastic */
