/* sampler.h - random but valid data for the contract tests. */
#pragma once
#include "contract/law.h"
#include "contract/element.h"

struct sampler {
    unsigned long long seed;
    arena *memory;
    memory_plan *plan;             /* memory of the instances */
    const node *const *structural; /* a few six-dof nodes */
    const node *const *point; /* displacement nodes; the first 27 form a lattice, the third coordinate varies fastest */
    const node *const *scalar; /* a few scalar nodes */
    const elem *constraint;    /* a joint with internal unknowns */
    const elem *modal;         /* a modal joint */
    bool has_potential;        /* laws have a potential: their stiffness is symmetric */
};

double sample_real(sampler *sampler, double low, double high);
int sample_integer(sampler *sampler, int low, int high);
vec3 sample_vec3(sampler *sampler, double size);
mat3 sample_rotation(sampler *sampler);
mat3 sample_spd3(sampler *sampler);                         /* symmetric positive definite */
const node *sample_structural(sampler *sampler, int which); /* distinct for distinct `which` */
const node *sample_point(sampler *sampler, int which);
node_dof sample_dof(sampler *sampler, int which); /* of a scalar node */
drive *sample_drive(sampler *sampler);
tpl_drive *sample_tpl_drive(sampler *sampler, int dim);
law *sample_law(sampler *sampler, int dim); /* linear viscoelastic, full matrices; in 9 dimensions elastic */
