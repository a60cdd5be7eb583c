/* solid_read.c - solid elements in the deck, and what is known of them once the nodes are.
 *
 *     solid ::= [ static , ] [ lumped mass , ] NODE , ... , [ PRESSURE NODE , ... , ] DENSITY , ... ,
 *               LAW , { LAW | same } , ...
 *
 *     J = dx/dr at rest,   d h / d x = J^-T d h / d r,   weight = w det J
 *
 * Results at nodes: with B_ij = b_j at point i and N_kj = b_j at node k of the fitted functions b, N (B' B)^-1 B'. */
#include "element/solid/solid.h"
#include "contract/sampler.h"
#include "element/body/moving_frame.h"
#include "element/diag_rows.h"
#include "linalg/dense.h"
#include "model/reading.h"
#include <string.h>

/* --- geometry ----------------------------------------------------------------------------------------------------- */

/* det J; slopes become those along x. */
static double solid_read_jacobian(const solid *q, const double r[3], double *h, double (*slope)[3])
{
    mat3 J = {{{0}}};
    q->shape->solid_functions.evaluate(r, h, slope);
    for (int k = 0; k < solid_nodes(q); k++) {
        double x[3];
        vec3_store(x, q->node[k]->initial->x);
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                J.e[i][j] += x[i] * slope[k][j];
    }
    const mat3 inverse = mat3_inverse(&J);
    for (int k = 0; k < solid_nodes(q); k++)
        vec3_store(slope[k], mat3_tmulv(&inverse, vec3_load(slope[k])));
    return mat3_det(&J);
}

static int make_points(arena *memory, solid *q, const law *const *laws)
{
    const int n = solid_points(q), nodes = solid_nodes(q);
    solid_point *point = ARENA_ARRAY(memory, solid_point, n);
    q->point = point;
    q->is_symmetric = true;
    for (int i = 0; i < n; i++) {
        double r[3], h[SOLID_NODES];
        double(*slope)[3] = arena_alloc(memory, (size_t)nodes * sizeof *slope);
        const double w = q->shape->stress->point(i, r), det = solid_read_jacobian(q, r, h, slope);
        if (!(det > 0.0))
            return i;
        point[i] = (solid_point){.weight = w * det, .slope = slope, .law = laws[i]};
        q->is_viscous |= (laws[i]->kind & LAW_VISCOUS) != 0;
        q->is_symmetric &= (laws[i]->type->flags & LAW_SYMMETRIC) && laws[i]->kind == LAW_ELASTIC;
        q->remembers |= laws[i]->type->predict || laws[i]->type->accept;
    }
    return -1;
}

static int make_mass(arena *memory, solid *q, const double *density)
{
    const int nodes = solid_nodes(q), n = q->shape->mass->n;
    double *M = ARENA_ARRAY(memory, double, nodes *nodes), *weight = ARENA_ARRAY(memory, double, n);
    for (int i = 0; i < n; i++) {
        double r[3], h[SOLID_NODES], slope[SOLID_NODES][3], rho = 0.0;
        const double w = q->shape->mass->point(i, r), det = solid_read_jacobian(q, r, h, slope);
        if (!(det > 0.0))
            return i;
        for (int k = 0; k < nodes; k++)
            rho += h[k] * density[k];
        weight[i] = rho * w * det;
        for (int k = 0; k < nodes; k++)
            for (int l = 0; l < nodes; l++)
                M[k * nodes + l] += weight[i] * h[k] * h[l];
    }
    q->mass = M;
    q->mass_weight = weight;
    return -1;
}

static void lump_mass(arena *memory, solid *q)
{
    const int nodes = solid_nodes(q);
    double total = 0.0, diagonal = 0.0, *lumped = ARENA_ARRAY(memory, double, nodes);
    for (int k = 0; k < nodes; k++)
        diagonal += q->mass[k * nodes + k];
    for (int i = 0; i < q->shape->mass->n; i++)
        total += q->mass_weight[i];
    for (int k = 0; k < nodes && diagonal > 0.0; k++)
        lumped[k] = q->mass[k * nodes + k] * total / diagonal;
    q->lumped = lumped;
}

/* --- tables of a shape -------------------------------------------------------------------------------------------- */

static void fit(const solid *q, solid_table *t)
{
    const int n = solid_points(q), m = q->shape->fit.n;
    double B[SOLID_POINTS][SOLID_NODES], A[SOLID_NODES * SOLID_NODES] = {0}, X[SOLID_NODES * SOLID_POINTS], r[3];
    for (int i = 0; i < n; i++) {
        q->shape->stress->point(i, r);
        q->shape->fit.evaluate(r, B[i], NULL);
        for (int j = 0; j < m; j++) {
            X[j * n + i] = B[i][j];
            for (int k = 0; k < m; k++)
                A[j * m + k] += B[i][j] * B[i][k];
        }
    }
    dense_solve(m, n, A, X);
    for (int k = 0; k < solid_nodes(q); k++) {
        double N[SOLID_NODES];
        solid_node_at(q->shape, k, r);
        q->shape->fit.evaluate(r, N, NULL);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < m; j++)
                t->to_nodes[k][i] += N[j] * X[j * n + i];
    }
}

static const solid_table *make_table(arena *memory, const solid *q)
{
    solid_table *t = ARENA_NEW(memory, solid_table);
    fit(q, t);
    for (int i = 0; i < solid_points(q) && solid_pressures(q) > 0; i++) {
        double r[3];
        q->shape->stress->point(i, r);
        q->shape->pressure.evaluate(r, t->pressure[i], NULL);
    }
    return t;
}

static void number_columns(solid *q)
{
    for (int k = 0; k < solid_nodes(q); k++) {
        q->column[k] = q->n_columns;
        q->n_columns += q->node[k]->has_rotation ? 6 : 3;
    }
    q->momentum = q->n_columns + solid_pressures(q);
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

/* An element with inertia needs the momenta of its nodes, and no more than those. */
static void solid_read_read_nodes(reader *r, solid *q)
{
    for (int k = 0; k < solid_nodes(q); k++) {
        const node *n = q->node[k] = read_point_node(r, "node of the solid");
        if (n && !q->is_static && (n->momentum < 0 || n->has_rotation))
            read_error_last(r, E_SOLID_NODE, n->label);
    }
    for (int k = 0; k < solid_pressures(q); k++)
        q->pressure[k] = (node_dof){.node = read_node(r, "hydraulic", "pressure node")};
}

static void read_laws(reader *r, solid *q, const law **laws)
{
    for (int k = 0; k < solid_points(q); k++) {
        if (k > 0 && read_keyword(r, "same")) {
            laws[k] = law_copy(model_of(r), laws[k - 1]);
            continue;
        }
        laws[k] = read_law(r, (int)q->form, "constitutive law of the solid");
        if (read_ok(r) && !(laws[k]->kind & LAW_ELASTIC))
            read_error_last(r, E_SOLID_LAW);
    }
}

/* The last element of the type that was read before. */
static const solid *find_alike(const model *m, const elem *e)
{
    for (int i = m->elems.n - 1; i >= 0; i--)
        if (m->elems.items[i] != e && m->elems.items[i]->type == e->type) {
            const solid *q = m->elems.items[i]->self;
            return q->table ? q : NULL;
        }
    return NULL;
}

void read_solid(reader *r, elem *e, const solid_shape *shape, solid_form form)
{
    solid *q = e->self;
    const model *m = model_of(r);
    const law *laws[SOLID_POINTS];
    double density[SOLID_NODES];
    q->shape = shape;
    q->form = form;
    q->is_static = read_keyword(r, "static") || m->options.is_static;
    q->is_lumped = read_keyword(r, "lumped mass");
    q->gravity = &m->gravity;
    q->motion = &m->options.motion;
    solid_read_read_nodes(r, q);
    for (int k = 0; k < solid_nodes(q); k++)
        density[k] = read_not_negative(r, "density at a node");
    read_laws(r, q, laws);
    if (!read_ok(r))
        return;
    const int wrong = solid_complete(reader_arena(r), q, laws, density, find_alike(m, e));
    if (wrong >= 0)
        read_error(r, E_SOLID_JACOBIAN, e->where, e->type->card->name, e->label, wrong + 1);
}

/* --- sample ------------------------------------------------------------------------------------------------------- */

/* The node of the sampler's lattice of 27 where the shape has node k. */
static const node *lattice_node(sampler *from, const solid_shape *shape, int k)
{
    int index = 0;
    for (int i = 0; i < 3; i++) {
        const bool from_zero = shape->unit < 1.0 && (i < 2 || shape == &SHAPE_TETRAHEDRON_10);
        const int at = shape->unit < 1.0 && !from_zero ? shape->nodes[k][i] / 2 : shape->nodes[k][i];
        index = 3 * index + (from_zero ? at : at + 1);
    }
    return sample_point(from, index);
}

void solid_sample(sampler *from, elem *e, const solid_shape *shape, solid_form form)
{
    static const elem *const NO_GRAVITY;
    static const rigid_body_kinematics STILL;
    solid *q = e->self;
    const law *laws[SOLID_POINTS];
    double density[SOLID_NODES];
    q->shape = shape;
    q->form = form;
    q->is_static = sample_integer(from, 0, 1);
    q->is_lumped = sample_integer(from, 0, 1);
    q->gravity = &NO_GRAVITY;
    q->motion = from->has_potential ? &STILL : sample_frame_motion(from);
    for (int k = 0; k < solid_nodes(q); k++) {
        q->node[k] = lattice_node(from, shape, k);
        density[k] = sample_real(from, 0.5, 1.5);
    }
    for (int k = 0; k < solid_pressures(q); k++)
        q->pressure[k] = sample_dof(from, k);
    for (int k = 0; k < solid_points(q); k++)
        laws[k] = sample_law(from, (int)form);
    solid_complete(from->memory, q, laws, density, NULL);
}
