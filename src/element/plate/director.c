/* director.c - shells with a director at each node.
 *
 *     y = sum h_i y_i,     d = sum h_i d_i,     d_i = R_i D_i                 after Simo and Fox, Wagner and Gruttmann
 *     e11 = (y,1 . y,1 - rest) / 2, ...         membrane; the type defines where it is evaluated
 *     k11 = y,1 . d,1 - rest, ..., 2 k12 = y,1 . d,2 + y,2 . d,1 - rest       bending
 *     g1 = y,1 . d - rest, ...                  shear; the type defines where it is evaluated
 *     w = (y,1 . a2 - y,2 . a1) / 2 - rest      drilling: rotation of the surface minus that of the nodes
 *
 * All are along axes of the reference surface; a1, a2 are those of the centre, fixed to each node. The law in the deck
 * is that of MBDyn's shells, with twelve strains, two of which are symmetric here:
 *
 *     e12 = e21 = g12 / 2,     k12 = k11,    k21 = -k22,    k22 = -k11 = 2 k12 / 2    (left: MBDyn's)
 *
 * and drilling has the stiffness f (C22 + C44 + C24 + C42) of the shear forces n12, n21. Its mean over the element has
 * full stiffness and the deviation from it very little, so that nodes of flat elements on curved surfaces are free to
 * rotate. */
#include "element/plate/director.h"
#include "contract/sampler.h"
#include "element/diag_rows.h"
#include "model/frames.h"
#include "model/reading.h"
#include <string.h>

static const double DRILLING = 0.1; /* if not given in the deck */
static const double REST = 0.03;    /* factor of the deviation of drilling from its mean */

/* --- geometry ----------------------------------------------------------------------------------------------------- */

void director_axes(plate_surface *at, vec3 first)
{
    const vec3 normal = mat3_col(&at->axes, 2), side = vec3_cross(normal, first);
    const vec3 t2 = vec3_scale(1.0 / vec3_norm(side), side);
    at->axes = mat3_from_cols(vec3_cross(t2, normal), t2, normal);
    plate_surface_along(at);
}

static vec3 normal_at(const director_shell *director_shell, int k)
{
    plate_surface at;
    if (vec3_norm(director_shell->normal[k]) > 0.0)
        return director_shell->normal[k];
    plate_surface_at(&director_shell->product_plate.plate, director_shell->product_plate.plate.kind->corner[k], &at);
    return mat3_col(&at.axes, 2);
}

void director_point(director_shell *director_shell, int point, const plate_surface *at, double weight)
{
    product_point *to = &director_shell->product_plate.point[point];
    director_shell->product_plate.plate.enhanced.weight[point] = weight * at->det;
    pairs_add(to->c[3], 1.0, at->along[0], at->along[0]);
    pairs_add(to->c[4], 1.0, at->along[1], at->along[1]);
    pairs_add(to->c[5], 1.0, at->along[0], at->along[1]);
    pairs_add(to->c[5], 1.0, at->along[1], at->along[0]);
    pairs_add(to->c[PRODUCT_DRILLING], -0.5, at->along[1], at->h);
    pairs_add(to->b, 0.5, at->along[0], at->h);
}

void director_shear(const plate *plate, const double r[2], int along, double f, node_pairs to)
{
    double h[PLATE_NODES] = {0}, derivative[2][PLATE_NODES] = {{0}};
    plate->kind->functions(r, h, derivative);
    pairs_add(to, f, derivative[along], h);
}

/* The rotation of a node about a tangent of a curved surface has a component about the normal of a flat element, with
 * the opposite sign at the opposite node. Stiffness against the mean is harmless; stiffness against the deviation would
 * lock the shell. */
static void mix(node_pairs c, node_pairs mean)
{
    for (int i = 0; i < PLATE_NODES; i++)
        for (int j = 0; j < PLATE_NODES; j++)
            c[i][j] = mean[i][j] + REST * (c[i][j] - mean[i][j]);
}

void director_mean_drilling(director_shell *director_shell)
{
    const enhanced *by = &director_shell->product_plate.plate.enhanced;
    node_pairs mean1 = {{0}}, mean2 = {{0}};
    double area = 0.0;
    for (int k = 0; k < by->n_points; k++)
        area += by->weight[k];
    for (int k = 0; k < by->n_points; k++)
        for (int i = 0; i < PLATE_NODES; i++)
            for (int j = 0; j < PLATE_NODES; j++) {
                mean1[i][j] += by->weight[k] / area * director_shell->product_plate.point[k].c[PRODUCT_DRILLING][i][j];
                mean2[i][j] += by->weight[k] / area * director_shell->product_plate.point[k].b[i][j];
            }
    for (int k = 0; k < by->n_points; k++) {
        mix(director_shell->product_plate.point[k].c[PRODUCT_DRILLING], mean1);
        mix(director_shell->product_plate.point[k].b, mean2);
    }
}

/* --- law ---------------------------------------------------------------------------------------------------------- */

/* The twelve strains of the law are A times the strains of products.h. */
static const double A[PLATE_STRAINS][PRODUCT_DRILLING] = {
    [0] = {[0] = 1.0}, [1] = {[2] = 0.5},  [2] = {[6] = 1.0}, [3] = {[2] = 0.5},  [4] = {[1] = 1.0},
    [5] = {[7] = 1.0}, [6] = {[5] = -0.5}, [7] = {[3] = 1.0}, [9] = {[4] = -1.0}, [10] = {[5] = 0.5},
};

static void make_law(director_shell *director_shell)
{
    const plate_law *from = director_shell->section;
    plate_law *to = &director_shell->product_plate.plate.enhanced.law;
    *to = (plate_law){.prestress = {0}};
    for (int k = 0; k < PLATE_STRAINS; k++)
        for (int i = 0; i < PRODUCT_DRILLING; i++) {
            to->prestress[i] += A[k][i] * from->prestress[k];
            for (int l = 0; l < PLATE_STRAINS; l++)
                for (int j = 0; j < PRODUCT_DRILLING; j++)
                    to->C[i][j] += A[k][i] * from->C[k][l] * A[l][j];
        }
    to->C[PRODUCT_DRILLING][PRODUCT_DRILLING] =
        director_shell->drilling * (from->C[1][1] + from->C[3][3] + from->C[1][3] + from->C[3][1]);
}

void director_complete(arena *memory, director_shell *director_shell, const plate_surface *centre)
{
    plate *of = &director_shell->product_plate.plate;
    director_shell->product_plate.point = ARENA_ARRAY(memory, product_point, of->enhanced.n_points);
    if (!director_shell->section) {
        director_shell->section = ARENA_NEW(memory, plate_law);
        *director_shell->section = of->enhanced.law;
    }
    make_law(director_shell);
    for (int k = 0; k < of->kind->n_nodes; k++) {
        const mat3 *R = &of->node[k]->initial->R;
        director_shell->product_plate.axis[k][AXIS_DIRECTOR] = mat3_tmulv(R, normal_at(director_shell, k));
        director_shell->product_plate.axis[k][AXIS_1] = mat3_tmulv(R, mat3_col(&centre->axes, 0));
        director_shell->product_plate.axis[k][AXIS_2] = mat3_tmulv(R, mat3_col(&centre->axes, 1));
    }
}

/* The drilling force is the difference of n12 and n21. */
void director_stress(const state *state, const elem *element, plate_strains stress)
{
    const director_shell *director_shell = element->self;
    plate_strains strain, of;
    product_strains(state, element, strain, of);
    for (int p = 0; p < director_shell->product_plate.plate.enhanced.n_points; p++) {
        for (int k = 0; k < PLATE_STRAINS; k++) {
            stress[p][k] = director_shell->section->prestress[k];
            for (int l = 0; l < PLATE_STRAINS; l++)
                for (int i = 0; i < PRODUCT_DRILLING; i++)
                    stress[p][k] += director_shell->section->C[k][l] * A[l][i] * strain[p][i];
        }
        stress[p][1] += 0.5 * of[p][PRODUCT_DRILLING];
        stress[p][3] -= 0.5 * of[p][PRODUCT_DRILLING];
    }
}

/* --- card --------------------------------------------------------------------------------------------------------- */

static vec3 read_normal(reader *reader)
{
    const vec3 v = read_direction_abs(reader, NULL, "normal at a node");
    const double length = vec3_norm(v);
    if (read_ok(reader) && !(length > 0.0))
        read_error_last(reader, E_NULL_DIRECTION);
    return read_ok(reader) ? vec3_scale(1.0 / length, v) : v;
}

static void read_normals(reader *reader, director_shell *director_shell)
{
    const plate *of = &director_shell->product_plate.plate;
    if (!read_keyword(reader, "normals"))
        return;
    const bool from_nodes = read_keyword(reader, "node");
    for (int k = 0; k < of->kind->n_nodes; k++) {
        if (from_nodes)
            director_shell->normal[k] = of->node[k] ? mat3_col(&of->node[k]->initial->R, 2) : (vec3){0, 0, 1};
        else
            director_shell->normal[k] = read_normal(reader);
    }
}

void read_director_shell(reader *reader, elem *element, const plate_kind *kind)
{
    director_shell *director_shell = element->self;
    read_plate_nodes(reader, &director_shell->product_plate.plate, kind);
    read_normals(reader, director_shell);
    read_plate_law(reader, &director_shell->product_plate.plate);
    director_shell->drilling =
        read_keyword(reader, "drilling") ? read_not_negative(reader, "drilling factor") : DRILLING;
    read_plate_complete(reader, element);
}

void director_sample(sampler *from, elem *element, const plate_kind *kind)
{
    director_shell *director_shell = element->self;
    director_shell->drilling = sample_real(from, 0.0, 1.0);
    plate_sample(from, element, kind);
}
