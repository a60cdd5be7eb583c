/* director.h - shells of products (products.h) with a director at each node: what quadrangle and triangle share. */
#pragma once
#include "element/plate/products.h"

typedef struct {
    product_plate product_plate;
    double drilling;          /* factor of the stiffness against drilling */
    plate_law *section;       /* of the deck: twelve strains */
    vec3 normal[PLATE_NODES]; /* at rest, as the deck has them; zero: of the surface */
} director_shell;

/* Axes at a point with the first one near a given direction; J, det and derivatives along them. */
void director_axes(plate_surface *at, vec3 first);
/* Law of the nine strains, axes of the nodes; `centre` has the axes of drilling. */
void director_complete(arena *memory, director_shell *director_shell, const plate_surface *centre);
/* Bending and drilling at a point, and its weight. */
void director_point(director_shell *director_shell, int point, const plate_surface *at, double weight);
/* Drilling becomes its mean, and little of the rest, once all points are known. */
void director_mean_drilling(director_shell *director_shell);
/* to += f times the shear along r (0 or 1) at a place, g = y,r . d */
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
