/* director.h - shells of products (products.h) with a director at each node: declarations shared by quadrangle and
 * triangle. */
#pragma once
#include "element/plate/products.h"

typedef struct {
    product_plate product_plate;
    double drilling;          /* factor of the drilling stiffness */
    plate_law *section;       /* law as given in the deck: twelve strains */
    vec3 normal[PLATE_NODES]; /* in the reference configuration, as given in the deck; zero: normal of the surface */
} director_shell;

/* Sets the axes at a point with the first one near the given direction; J, det and derivatives with respect to them. */
void director_axes(plate_surface *at, vec3 first);
/* Sets the law of the nine strains and the axes of the nodes; `centre` has the axes of drilling. */
void director_complete(arena *memory, director_shell *director_shell, const plate_surface *centre);
/* Sets bending and drilling at a point, and its weight. */
void director_point(director_shell *director_shell, int point, const plate_surface *at, double weight);
/* Replaces drilling by its mean and a small part of the deviation. Requires all points to be set. */
void director_mean_drilling(director_shell *director_shell);
/* to += f times the shear along r_(along) (0 or 1) at the point r, g = y,r . d */
void director_shear(const plate *plate, const double r[2], int along, double f, node_pairs to);

void director_stress(const state *state, const elem *element, plate_strains stress);

void read_director_shell(reader *reader, elem *element, const plate_kind *kind);
void director_sample(sampler *from, elem *element, const plate_kind *kind);

#define DIRECTOR_SLOTS                                                                                                \
    PLATE_SLOTS, .assembly = &(const elem_assembly){.deformable = true},                                              \
                 .expectations = &(const elem_expectations){.internal_forces = true}, .size = sizeof(director_shell), \
                 .eval = product_eval
#define DIRECTOR_GRAMMAR \
    "[normals, {node | DIRECTION of each node, ...},] " PLATE_LAW_GRAMMAR("as | ", "12") " [, drilling, FACTOR]"
