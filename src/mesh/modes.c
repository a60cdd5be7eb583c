/* modes.c - normal modes of other programs become data of a modal body.
 *
 *     M = diag m_k,   K = diag k_k,   k = w^2 m
 *
 *     P = [ m 1     -m c x ]        of the whole body about a reference point r: mass m, centre r + c,
 *         [ m c x    J_r   ]        inertia about the centre  J = J_r + m c x c x
 *
 * Shapes come in the axes of each node and leave in basic ones. Modes without stiffness are motions of the whole body;
 * they are left out, since the modal node has them. */
#include "mesh/modes.h"
#include "math/inertia.h"
#include "mesh/diag_rows.h"

static const place NOWHERE = {0, 0, 0};
static const double RIGID = 1e-8; /* of the largest eigenvalue: no deformation */

void modes_free(modes *m)
{
    for (int i = 0; i < m->modes.n; i++)
        array_free(&m->modes.items[i].shape);
    array_free(&m->modes);
    array_free(&m->nodes);
    name_map_free(&m->node_of);
    label_map_free(&m->mode_of);
}

/* --- what is read ------------------------------------------------------------------------------------------------- */

static int index_of_node(modes *m, const char *label, size_t length)
{
    const int old = name_map_find(&m->node_of, label, length);
    if (old != HASH_NONE)
        return old;
    const modes_node n = {.label = arena_string(m->memory, label, length), .axes = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}};
    name_map_put(&m->node_of, n.label, m->nodes.n);
    array_push(&m->nodes, n);
    return m->nodes.n - 1;
}

modes_node *modes_node_of(modes *m, const char *label, size_t length)
{
    const int i = index_of_node(m, label, length);
    return &m->nodes.items[i];
}

modes_mode *modes_mode_of(modes *m, int number, place where)
{
    const int old = label_map_find(&m->mode_of, (uint32_t)number);
    if (old != HASH_NONE)
        return &m->modes.items[old];
    const modes_mode one = {.number = number, .where = where};
    label_map_put(&m->mode_of, (uint32_t)number, m->modes.n);
    array_push(&m->modes, one);
    return &m->modes.items[m->modes.n - 1];
}

bool modes_put(modes *m, int number, const char *label, size_t length, const double v[6], place where)
{
    modes_mode *one = modes_mode_of(m, number, where);
    const int node = index_of_node(m, label, length);
    while (one->shape.n < 6 * (node + 1))
        array_push(&one->shape, NAN);
    if (!isnan(one->shape.items[6 * node]))
        return false;
    for (int k = 0; k < 6; k++)
        one->shape.items[6 * node + k] = v[k];
    m->nodes.items[node].has_shape = true;
    return true;
}

static void take_masses(modes *m, const mesh *from)
{
    for (int i = 0; i < from->masses.n; i++) {
        const mesh_mass *b = &from->masses.items[i];
        const char *label = arena_printf(m->memory, "%u", b->node);
        modes_node *n = modes_node_of(m, label, strlen(label));
        const bool is_plain =
            vec3_norm(b->centre) == 0.0 && b->inertia[1] == 0.0 && b->inertia[3] == 0.0 && b->inertia[4] == 0.0;
        n->mass += b->mass;
        n->inertia[0] += b->inertia[0], n->inertia[1] += b->inertia[2], n->inertia[2] += b->inertia[5];
        m->has_lumped = true, m->has_offsets |= !is_plain;
    }
}

void modes_take_mesh(modes *m, mesh *from)
{
    for (int i = 0; i < from->nodes.n; i++) {
        const mesh_node *a = &from->nodes.items[i];
        const char *label = arena_printf(m->memory, "%u", a->label);
        modes_node *n = modes_node_of(m, label, strlen(label));
        n->x = a->x, n->has_place = true;
        mesh_axes(from, a->axes, a->x, a->where, &n->axes);
    }
    take_masses(m, from);
}

/* --- what is there ------------------------------------------------------------------------------------------------ */

typedef struct {
    modes *m;
    int *node, *mode; /* indices of those of the data */
    int n_nodes, n_modes;
} choice;

static void wrong(modes *m, place where, const char *words) { diag_report(m->errors, E_MESH_VALUE, where, words); }

static void choose_nodes(choice *c)
{
    modes *m = c->m;
    const modes_node *missing = NULL;
    c->node = ARENA_ARRAY(m->memory, int, m->nodes.n + 1);
    for (int i = 0; i < m->nodes.n; i++)
        if (m->nodes.items[i].has_shape) {
            c->node[c->n_nodes++] = i;
            missing = missing || m->nodes.items[i].has_place ? missing : &m->nodes.items[i];
        }
    if (missing) {
        wrong(m, NOWHERE, arena_printf(m->memory, "no file tells where node %s is", missing->label));
        diag_hint(m->errors, "name the bulk data of NASTRAN (.bdf), or the mesh of Code_Aster (.mail), as well");
    }
}

static int by_number(const void *a, const void *b)
{
    const modes_mode *x = a, *y = b;
    return (x->number > y->number) - (x->number < y->number);
}

static bool modes_is_wanted(const modes_choice *c, int number)
{
    for (int i = 0; i < c->n_wanted; i++)
        if (c->wanted[i] == (unsigned)number)
            return true;
    return c->n_wanted == 0;
}

static void check_wanted(modes *m, const modes_choice *c)
{
    for (int i = 0; i < c->n_wanted; i++) {
        bool is_there = false;
        for (int k = 0; k < m->modes.n; k++)
            is_there |= (unsigned)m->modes.items[k].number == c->wanted[i] && m->modes.items[k].shape.n > 0;
        if (!is_there)
            diag_report(m->errors, E_MESH_MISSING, NOWHERE, "mode", c->wanted[i]);
    }
}

/* Mass and stiffness of a mode that is used. */
static void modes_complete(modes *m, modes_mode *one, const modes_choice *c)
{
    if (!one->has_stiffness)
        wrong(m, one->where, arena_printf(m->memory, "no file has the eigenvalue of mode %d", one->number));
    if (!one->has_mass && !c->unit_masses) {
        wrong(m, one->where, arena_printf(m->memory, "no file has the generalised mass of mode %d", one->number));
        diag_hint(m->errors, "the table of eigenvalues has it (.f06; MASS_GENE of Code_Aster); --unit-masses where the "
                             "modes are normalised with the mass");
    }
    one->mass = one->has_mass ? one->mass : 1.0;
    if (one->has_mass && !(one->mass > 0.0))
        wrong(m, one->where, arena_printf(m->memory, "the generalised mass of mode %d is not above 0", one->number));
}

static void choose_modes(choice *c, const modes_choice *q)
{
    modes *m = c->m;
    double largest = 0.0;
    c->mode = ARENA_ARRAY(m->memory, int, m->modes.n + 1);
    if (m->modes.n > 0)
        qsort(m->modes.items, (size_t)m->modes.n, sizeof *m->modes.items, by_number);
    check_wanted(m, q);
    for (int i = 0; i < m->modes.n; i++) {
        if (m->modes.items[i].shape.n == 0)
            continue;
        modes_complete(m, &m->modes.items[i], q);
        largest = fmax(largest, m->modes.items[i].stiffness / m->modes.items[i].mass);
    }
    for (int i = 0; i < m->modes.n; i++) {
        const modes_mode *one = &m->modes.items[i];
        if (one->shape.n == 0 || !modes_is_wanted(q, one->number))
            continue;
        if (one->stiffness / one->mass > RIGID * largest)
            c->mode[c->n_modes++] = i;
        else
            diag_report(m->errors, W_MODES_RIGID, one->where, one->number);
    }
}

static void check_shapes(const choice *c)
{
    for (int k = 0; k < c->n_modes; k++) {
        const modes_mode *one = &c->m->modes.items[c->mode[k]];
        for (int i = 0; i < c->n_nodes; i++)
            if (6 * c->node[i] >= one->shape.n || isnan(one->shape.items[6 * c->node[i]])) {
                wrong(c->m, one->where,
                      arena_printf(c->m->memory, "mode %d has no row for node %s", one->number,
                                   c->m->nodes.items[c->node[i]].label));
                return;
            }
    }
}

/* --- data --------------------------------------------------------------------------------------------------------- */

static void modes_put_nodes(const choice *c, fem *to)
{
    const size_t n = (size_t)c->n_nodes;
    const char **labels = ARENA_ARRAY(c->m->memory, const char *, n + 1);
    double *x = ARENA_ARRAY(c->m->memory, double, 3 * n + 1);
    for (size_t i = 0; i < n; i++) {
        labels[i] = c->m->nodes.items[c->node[i]].label;
        vec3_store(x + 3 * i, c->m->nodes.items[c->node[i]].x);
    }
    to->n_nodes = c->n_nodes, to->labels = labels, to->x = x;
}

static void put_shapes(const choice *c, fem *to)
{
    const size_t n = (size_t)c->n_nodes, n_modes = (size_t)c->n_modes;
    double *U = ARENA_ARRAY(c->m->memory, double, 3 * n * n_modes + 1);
    double *V = ARENA_ARRAY(c->m->memory, double, 3 * n * n_modes + 1);
    for (size_t k = 0; k < n_modes; k++)
        for (size_t i = 0; i < n; i++) {
            const double *v = c->m->modes.items[c->mode[k]].shape.items + 6 * c->node[i];
            const mat3 *R = &c->m->nodes.items[c->node[i]].axes;
            vec3_store(U + 3 * (k * n + i), mat3_mulv(R, vec3_load(v)));
            vec3_store(V + 3 * (k * n + i), mat3_mulv(R, vec3_load(v + 3)));
        }
    to->n_modes = c->n_modes, to->U = U, to->V = V;
}

static void put_matrices(const choice *c, fem *to, double **frequency, int **number)
{
    const size_t n = (size_t)c->n_modes;
    double *M = ARENA_ARRAY(c->m->memory, double, n *n + 1), *K = ARENA_ARRAY(c->m->memory, double, n *n + 1);
    *frequency = ARENA_ARRAY(c->m->memory, double, n + 1);
    *number = ARENA_ARRAY(c->m->memory, int, n + 1);
    for (size_t k = 0; k < n; k++) {
        const modes_mode *one = &c->m->modes.items[c->mode[k]];
        M[k * n + k] = one->mass, K[k * n + k] = one->stiffness;
        (*frequency)[k] = sqrt(one->stiffness / one->mass) / (2.0 * M_PI);
        (*number)[k] = one->number;
    }
    to->M = M, to->K = K;
}

static bool find_reference(modes *m, vec3 *at)
{
    const int node = m->reference ? name_map_find(&m->node_of, m->reference, strlen(m->reference)) : HASH_NONE;
    *at = node == HASH_NONE ? (vec3){0} : m->nodes.items[node].x;
    if (!m->reference || (node != HASH_NONE && m->nodes.items[node].has_place))
        return true;
    wrong(m, m->rigid_where, arena_printf(m->memory, "no file tells where the reference point %s is", m->reference));
    return false;
}

static void put_rigid(modes *m, fem *to)
{
    double *out = ARENA_ARRAY(m->memory, double, 13);
    const double mass = m->rigid[0][0];
    vec3 r;
    mat3 J;
    if (!m->has_rigid || !find_reference(m, &r))
        return;
    if (!(mass > 0.0)) {
        wrong(m, m->rigid_where, "the mass of the body is not above 0");
        return;
    }
    const vec3 c = vec3_scale(1.0 / mass, (vec3){m->rigid[1][5], m->rigid[2][3], m->rigid[0][4]});
    for (int i = 0; i < 9; i++)
        J.e[i / 3][i % 3] = m->rigid[3 + i / 3][3 + i % 3];
    J = inertia_moved(&J, -mass, c);
    out[0] = mass;
    vec3_store(out + 1, vec3_add(r, c));
    for (int i = 0; i < 9; i++)
        out[4 + i] = J.e[i / 3][i % 3];
    to->rigid = out;
}

/* When the masses at nodes are those of the whole body, and the nodes of the data have them all. */
static void put_lumped(const choice *c, fem *to)
{
    double sum = 0.0, *out = ARENA_ARRAY(c->m->memory, double, 6 * (size_t)c->n_nodes + 1);
    if (!c->m->has_lumped || c->m->has_offsets || !to->rigid)
        return;
    for (int i = 0; i < c->n_nodes; i++) {
        const modes_node *n = &c->m->nodes.items[c->node[i]];
        for (int k = 0; k < 3; k++)
            out[6 * i + k] = n->mass, out[6 * i + 3 + k] = n->inertia[k];
        sum += n->mass;
    }
    if (fabs(sum - to->rigid[0]) <= 1e-5 * to->rigid[0])
        to->lumped = out;
}

bool modes_finish(modes *m, const modes_choice *q, fem *to, double **frequency, int **number)
{
    choice c = {.m = m};
    *to = (fem){0};
    choose_nodes(&c);
    choose_modes(&c, q);
    if (diag_errors(m->errors) == 0 && c.n_modes == 0)
        wrong(m, NOWHERE, "there are no modes that deform the body");
    check_shapes(&c);
    if (diag_errors(m->errors) > 0)
        return false;
    modes_put_nodes(&c, to);
    put_shapes(&c, to);
    put_matrices(&c, to, frequency, number);
    put_rigid(m, to);
    put_lumped(&c, to);
    return diag_errors(m->errors) == 0;
}
