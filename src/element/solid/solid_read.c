/* solid_read.c - reads solid elements and computes the data that depend on their nodes.
 *
 *     solid ::= [ static , ] [ lumped mass , ] NODE , ... , [ PRESSURE NODE , ... , ] DENSITY , ... ,
 *               LAW , { LAW | same } , ...
 *
 *     J = dx/dr at rest,   d h / d x = J^-T d h / d r,   weight = w det J
 *
 * Results at nodes: with B_ij = b_j at point i and N_kj = b_j at node k of the fitted functions b, N (B' B)^-1 B'. */
#include "element/solid/solid.h"
#include "base/wide.h"
#include "contract/sampler.h"
#include "element/body/moving_frame.h"
#include "element/diag_rows.h"
#include "linalg/dense.h"
#include "model/reading.h"
#include <string.h>

/* --- geometry ----------------------------------------------------------------------------------------------------- */

/* Returns det J; converts the derivatives to those with respect to x. */
static double solid_read_jacobian(const solid *solid, const double r[3], double *h, double (*derivative)[3])
{
    mat3 J = {{{0}}};
    solid->shape->solid_functions.evaluate(r, h, derivative);
    for (int k = 0; k < solid_nodes(solid); k++) {
        double x[3];
        vec3_store(x, solid->node[k]->initial->x);
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                J.e[i][j] += x[i] * derivative[k][j];
    }
    const mat3 inverse = mat3_inverse(&J);
    for (int k = 0; k < solid_nodes(solid); k++)
        vec3_store(derivative[k], mat3_tmulv(&inverse, vec3_load(derivative[k])));
    return mat3_det(&J);
}

static const double *by_rows(arena *memory, int nodes, double (*derivative)[3])
{
    const int padded = wide_size(nodes);
    double *rows = ARENA_ARRAY(memory, double, size_product(3, (size_t)padded));
    for (int k = 0; k < nodes; k++)
        for (int j = 0; j < 3; j++)
            rows[j * padded + k] = derivative[k][j];
    return rows;
}

static int make_points(arena *memory, solid *solid, const law *const *laws)
{
    const int n = solid_points(solid), nodes = solid_nodes(solid);
    solid_point *point = ARENA_ARRAY(memory, solid_point, n);
    solid->point = point;
    solid->is_symmetric = true;
    for (int i = 0; i < n; i++) {
        double r[3], h[SOLID_NODES], derivative[SOLID_NODES][3];
        const double w = solid->shape->stress->point(i, r), det = solid_read_jacobian(solid, r, h, derivative);
        if (!(det > 0.0))
            return i;
        point[i] = (solid_point){.weight = w * det, .derivative = by_rows(memory, nodes, derivative), .law = laws[i]};
        solid->is_viscous |= (laws[i]->kind & LAW_VISCOUS) != 0;
        solid->is_symmetric &= (laws[i]->type->flags & LAW_SYMMETRIC) && laws[i]->kind == LAW_ELASTIC;
        solid->remembers |= laws[i]->type->predict || laws[i]->type->accept;
    }
    return -1;
}

static int make_mass(arena *memory, solid *solid, const double *density)
{
    const int nodes = solid_nodes(solid), n = solid->shape->mass->n;
    double *M = ARENA_ARRAY(memory, double, size_product(nodes, nodes)), *weight = ARENA_ARRAY(memory, double, n);
    for (int i = 0; i < n; i++) {
        double r[3], h[SOLID_NODES], derivative[SOLID_NODES][3], rho = 0.0;
        const double w = solid->shape->mass->point(i, r), det = solid_read_jacobian(solid, r, h, derivative);
        if (!(det > 0.0))
            return i;
        for (int k = 0; k < nodes; k++)
            rho += h[k] * density[k];
        weight[i] = rho * w * det;
        for (int k = 0; k < nodes; k++)
            for (int l = 0; l < nodes; l++)
                M[k * nodes + l] += weight[i] * h[k] * h[l];
    }
    solid->mass = M;
    solid->mass_weight = weight;
    return -1;
}

static void lump_mass(arena *memory, solid *solid)
{
    const int nodes = solid_nodes(solid);
    double total = 0.0, diagonal = 0.0, *lumped = ARENA_ARRAY(memory, double, nodes);
    for (int k = 0; k < nodes; k++)
        diagonal += solid->mass[k * nodes + k];
    for (int i = 0; i < solid->shape->mass->n; i++)
        total += solid->mass_weight[i];
    for (int k = 0; k < nodes && diagonal > 0.0; k++)
        lumped[k] = solid->mass[k * nodes + k] * total / diagonal;
    solid->lumped = lumped;
}

/* --- tables of a shape -------------------------------------------------------------------------------------------- */

static void fit(const solid *solid, solid_table *table)
{
    const int n = solid_points(solid), m = solid->shape->fit.n;
    double B[SOLID_POINTS][SOLID_NODES], A[SOLID_NODES * SOLID_NODES] = {0}, X[SOLID_NODES * SOLID_POINTS], r[3];
    for (int i = 0; i < n; i++) {
        solid->shape->stress->point(i, r);
        solid->shape->fit.evaluate(r, B[i], NULL);
        for (int j = 0; j < m; j++) {
            X[j * n + i] = B[i][j];
            for (int k = 0; k < m; k++)
                A[j * m + k] += B[i][j] * B[i][k];
        }
    }
    dense_solve(m, n, A, X);
    for (int k = 0; k < solid_nodes(solid); k++) {
        double N[SOLID_NODES];
        solid_node_at(solid->shape, k, r);
        solid->shape->fit.evaluate(r, N, NULL);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                table->to_nodes[k][i] += N[j] * X[j * n + i];
    }
}

static const solid_table *make_table(arena *memory, const solid *solid)
{
    solid_table *table = ARENA_NEW(memory, solid_table);
    fit(solid, table);
    for (int i = 0; i < solid_points(solid) && solid_pressures(solid) > 0; i++) {
        double r[3];
        solid->shape->stress->point(i, r);
        solid->shape->pressure.evaluate(r, table->pressure[i], NULL);
    }
    return table;
}

static void number_columns(solid *solid)
{
    for (int k = 0; k < solid_nodes(solid); k++) {
        solid->column[k] = solid->n_columns;
        solid->n_columns += solid->node[k]->has_rotation ? 6 : 3;
    }
    solid->momentum = solid->n_columns + solid_pressures(solid);
}

int solid_complete(arena *memory, solid *q, const law *const *laws, const double *density, const solid *alike)
{
    number_columns(q);
    const int of_stress = make_points(memory, q, laws);
    if (of_stress >= 0)
        return of_stress;
    const int of_mass = make_mass(memory, q, density);
    if (of_mass >= 0)
        return of_mass;
    if (q->is_lumped)
        lump_mass(memory, q);
    q->table = alike ? alike->table : make_table(memory, q);
    return -1;
}

/* --- reading ------------------------------------------------------------------------------------------------------ */

/* An element with inertia requires the momenta of its nodes, and nothing else. */
static void solid_read_read_nodes(reader *reader, solid *solid)
{
    for (int k = 0; k < solid_nodes(solid); k++) {
        const node *node = solid->node[k] = read_point_node(reader, "node of the solid");
        if (node && !solid->is_static && (node->momentum < 0 || node->has_rotation))
            read_error_last(reader, E_SOLID_NODE, node->label);
    }
    for (int k = 0; k < solid_pressures(solid); k++)
        solid->pressure[k] = (node_dof){.node = read_node(reader, "hydraulic", "pressure node")};
}

static void read_laws(reader *reader, solid *solid, const law **laws)
{
    for (int k = 0; k < solid_points(solid); k++) {
        if (k > 0 && read_keyword(reader, "same")) {
            laws[k] = law_copy(model_of(reader), laws[k - 1]);
            continue;
        }
        laws[k] = read_law(reader, (int)solid->form, "constitutive law of the solid");
        if (read_ok(reader) && !(laws[k]->kind & LAW_ELASTIC))
            read_error_last(reader, E_SOLID_LAW);
    }
}

/* Returns the last element of the same type that was read before. */
static const solid *find_alike(const model *model, const elem *element)
{
    for (int i = model->elems.n - 1; i >= 0; i--)
        if (model->elems.items[i] != element && model->elems.items[i]->type == element->type) {
            const solid *solid = model->elems.items[i]->self;
            return solid->table ? solid : NULL;
        }
    return NULL;
}

void read_solid(reader *reader, elem *element, const solid_shape *shape, solid_form form)
{
    solid *solid = element->self;
    const model *model = model_of(reader);
    const law *laws[SOLID_POINTS];
    double density[SOLID_NODES];
    solid->shape = shape;
    solid->form = form;
    solid->is_static = read_keyword(reader, "static") || model->options.is_static;
    solid->is_lumped = read_keyword(reader, "lumped mass");
    solid->gravity = &model->gravity;
    solid->motion = &model->options.motion;
    solid_read_read_nodes(reader, solid);
    for (int k = 0; k < solid_nodes(solid); k++)
        density[k] = read_not_negative(reader, "density at a node");
    read_laws(reader, solid, laws);
    if (!read_ok(reader))
        return;
    const int wrong = solid_complete(reader_arena(reader), solid, laws, density, find_alike(model, element));
    if (wrong >= 0)
        read_error(reader, E_SOLID_JACOBIAN, element->location, element->type->card->name, element->label, wrong + 1);
}

/* --- sample ------------------------------------------------------------------------------------------------------- */

/* Returns the node of the sampler at the position of node k of the shape. */
static const node *lattice_node(sampler *from, const solid_shape *shape, int k)
{
    int index = 0;
    if (shape == &SHAPE_TETRAHEDRON_20)
        return sample_point(from, SAMPLE_CUBIC + k);
    for (int i = 0; i < 3; i++) {
        const bool from_zero = shape->unit < 1.0 && (i < 2 || shape == &SHAPE_TETRAHEDRON_10);
        const int at = shape->unit < 1.0 && !from_zero ? shape->nodes[k][i] / 2 : shape->nodes[k][i];
        index = 3 * index + (from_zero ? at : at + 1);
    }
    return sample_point(from, index);
}

void solid_sample(sampler *from, elem *element, const solid_shape *shape, solid_form form)
{
    static const elem *const NO_GRAVITY;
    static const rigid_body_kinematics STILL;
    solid *solid = element->self;
    const law *laws[SOLID_POINTS];
    double density[SOLID_NODES];
    solid->shape = shape;
    solid->form = form;
    solid->is_static = sample_integer(from, 0, 1);
    solid->is_lumped = sample_integer(from, 0, 1);
    solid->gravity = &NO_GRAVITY;
    solid->motion = from->has_potential ? &STILL : sample_frame_motion(from);
    for (int k = 0; k < solid_nodes(solid); k++) {
        solid->node[k] = lattice_node(from, shape, k);
        density[k] = sample_real(from, 0.5, 1.5);
    }
    for (int k = 0; k < solid_pressures(solid); k++)
        solid->pressure[k] = sample_dof(from, k);
    for (int k = 0; k < solid_points(solid); k++)
        laws[k] = sample_law(from, (int)form);
    solid_complete(from->memory, solid, laws, density, NULL);
}
