/* modes.c - converts normal modes of other programs to data of a modal body.
 *
 *     M = diag m_k,   K = diag k_k,   k = w^2 m
 *
 *     P = [ m 1     -m c x ]        of the whole body about a reference point r: mass m, centre r + c,
 *         [ m c x    J_r   ]        inertia about the centre  J = J_r + m c x c x
 *
 * Shapes are given in the axes of each node and converted to basic ones. Modes without stiffness are rigid body
 * motions; they are omitted, since the modal node has them. */
#include "mesh/modes.h"
#include "math/inertia.h"
#include "mesh/diag_rows.h"

static const source_location NOWHERE = {0, 0, 0};
static const double RIGID = 1e-8; /* relative to the largest eigenvalue: below, a mode does not deform the body */

void modes_free(modes *modes)
{
    for (int i = 0; i < modes->modes.n; i++)
        array_free(&modes->modes.items[i].shape);
    array_free(&modes->modes);
    array_free(&modes->nodes);
    name_map_free(&modes->node_of);
    label_map_free(&modes->mode_of);
}

/* --- adding what was read ----------------------------------------------------------------------------------------- */

static int index_of_node(modes *modes, const char *label, size_t length)
{
    const int old = name_map_find(&modes->node_of, label, length);
    if (old != HASH_NONE)
        return old;
    const modes_node node = {.label = arena_string(modes->memory, label, length),
                             .axes = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}};
    name_map_put(&modes->node_of, node.label, modes->nodes.n);
    array_push(&modes->nodes, node);
    return modes->nodes.n - 1;
}

modes_node *modes_node_of(modes *modes, const char *label, size_t length)
{
    const int i = index_of_node(modes, label, length);
    return &modes->nodes.items[i];
}

modes_mode *modes_mode_of(modes *modes, int number, source_location location)
{
    const int old = label_map_find(&modes->mode_of, (uint32_t)number);
    if (old != HASH_NONE)
        return &modes->modes.items[old];
    const modes_mode one = {.number = number, .location = location};
    label_map_put(&modes->mode_of, (uint32_t)number, modes->modes.n);
    array_push(&modes->modes, one);
    return &modes->modes.items[modes->modes.n - 1];
}

bool modes_put(modes *modes, int number, const char *label, size_t length, const double v[6], source_location location)
{
    modes_mode *one = modes_mode_of(modes, number, location);
    const int node = index_of_node(modes, label, length);
    while (one->shape.n < 6 * (node + 1))
        array_push(&one->shape, NAN);
    if (!isnan(one->shape.items[6 * node]))
        return false;
    for (int k = 0; k < 6; k++)
        one->shape.items[6 * node + k] = v[k];
    modes->nodes.items[node].has_shape = true;
    return true;
}

static void take_masses(modes *modes, const mesh *from)
{
    for (int i = 0; i < from->masses.n; i++) {
        const mesh_mass *mesh_mass = &from->masses.items[i];
        const char *label = arena_printf(modes->memory, "%u", mesh_mass->node);
        modes_node *node = modes_node_of(modes, label, strlen(label));
        const bool is_plain = vec3_norm(mesh_mass->centre) == 0.0 && mesh_mass->inertia[1] == 0.0 &&
                              mesh_mass->inertia[3] == 0.0 && mesh_mass->inertia[4] == 0.0;
        node->mass += mesh_mass->mass;
        node->inertia[0] += mesh_mass->inertia[0], node->inertia[1] += mesh_mass->inertia[2],
            node->inertia[2] += mesh_mass->inertia[5];
        modes->has_lumped = true, modes->has_offsets |= !is_plain;
    }
}

void modes_take_mesh(modes *modes, mesh *from)
{
    for (int i = 0; i < from->nodes.n; i++) {
        const mesh_node *node = &from->nodes.items[i];
        const char *label = arena_printf(modes->memory, "%u", node->label);
        modes_node *modes_node = modes_node_of(modes, label, strlen(label));
        modes_node->x = node->x, modes_node->has_location = true;
        mesh_axes(from, node->axes, node->x, node->location, &modes_node->axes);
    }
    take_masses(modes, from);
}

/* --- selection ---------------------------------------------------------------------------------------------------- */

typedef struct {
    modes *modes;
    int *node, *mode; /* indices of the selected ones */
    int n_nodes, n_modes;
} choice;

static void wrong(modes *modes, source_location location, const char *words)
{
    diag_report(modes->errors, E_MESH_VALUE, location, words);
}

static void choose_nodes(choice *choice)
{
    modes *modes = choice->modes;
    const modes_node *missing = NULL;
    choice->node = ARENA_ARRAY(modes->memory, int, modes->nodes.n + 1);
    for (int i = 0; i < modes->nodes.n; i++)
        if (modes->nodes.items[i].has_shape) {
            choice->node[choice->n_nodes++] = i;
            missing = missing || modes->nodes.items[i].has_location ? missing : &modes->nodes.items[i];
        }
    if (missing) {
        wrong(modes, NOWHERE, arena_printf(modes->memory, "no file gives the position of node %s", missing->label));
        diag_hint(modes->errors, "also give the NASTRAN bulk data (.bdf) or the Code_Aster mesh (.mail)");
    }
}

static int by_number(const void *a, const void *b)
{
    const modes_mode *x = a, *y = b;
    return (x->number > y->number) - (x->number < y->number);
}

static bool modes_is_wanted(const modes_choice *modes_choice, int number)
{
    for (int i = 0; i < modes_choice->n_wanted; i++)
        if (modes_choice->wanted[i] == (unsigned)number)
            return true;
    return modes_choice->n_wanted == 0;
}

static void check_wanted(modes *modes, const modes_choice *modes_choice)
{
    for (int i = 0; i < modes_choice->n_wanted; i++) {
        bool is_there = false;
        for (int k = 0; k < modes->modes.n; k++)
            is_there |=
                (unsigned)modes->modes.items[k].number == modes_choice->wanted[i] && modes->modes.items[k].shape.n > 0;
        if (!is_there)
            diag_report(modes->errors, E_MESH_MISSING, NOWHERE, "mode", modes_choice->wanted[i]);
    }
}

/* Completes mass and stiffness of a mode that is used. */
static void modes_complete(modes *modes, modes_mode *one, const modes_choice *modes_choice)
{
    if (!one->has_stiffness)
        wrong(modes, one->location,
              arena_printf(modes->memory, "no file contains the eigenvalue of mode %d", one->number));
    if (!one->has_mass && !modes_choice->unit_masses) {
        wrong(modes, one->location,
              arena_printf(modes->memory, "no file contains the generalised mass of mode %d", one->number));
        diag_hint(modes->errors, "give the table of eigenvalues (.f06; MASS_GENE of Code_Aster), or --unit-masses if "
                                 "the modes are mass-normalised");
    }
    one->mass = one->has_mass ? one->mass : 1.0;
    if (one->has_mass && !(one->mass > 0.0))
        wrong(modes, one->location,
              arena_printf(modes->memory, "the generalised mass of mode %d is not positive", one->number));
}

static void choose_modes(choice *choice, const modes_choice *modes_choice)
{
    modes *modes = choice->modes;
    double largest = 0.0;
    choice->mode = ARENA_ARRAY(modes->memory, int, modes->modes.n + 1);
    if (modes->modes.n > 0)
        qsort(modes->modes.items, (size_t)modes->modes.n, sizeof *modes->modes.items, by_number);
    check_wanted(modes, modes_choice);
    for (int i = 0; i < modes->modes.n; i++) {
        if (modes->modes.items[i].shape.n == 0)
            continue;
        modes_complete(modes, &modes->modes.items[i], modes_choice);
        largest = fmax(largest, modes->modes.items[i].stiffness / modes->modes.items[i].mass);
    }
    for (int i = 0; i < modes->modes.n; i++) {
        const modes_mode *one = &modes->modes.items[i];
        if (one->shape.n == 0 || !modes_is_wanted(modes_choice, one->number))
            continue;
        if (one->stiffness / one->mass > RIGID * largest)
            choice->mode[choice->n_modes++] = i;
        else
            diag_report(modes->errors, W_MODES_RIGID, one->location, one->number);
    }
}

static void check_shapes(const choice *choice)
{
    for (int k = 0; k < choice->n_modes; k++) {
        const modes_mode *one = &choice->modes->modes.items[choice->mode[k]];
        for (int i = 0; i < choice->n_nodes; i++)
            if (6 * choice->node[i] >= one->shape.n || isnan(one->shape.items[6 * choice->node[i]])) {
                wrong(choice->modes, one->location,
                      arena_printf(choice->modes->memory, "mode %d has no row for node %s", one->number,
                                   choice->modes->nodes.items[choice->node[i]].label));
                return;
            }
    }
}

/* --- data --------------------------------------------------------------------------------------------------------- */

static void modes_put_nodes(const choice *choice, fem *to)
{
    const size_t n = (size_t)choice->n_nodes;
    const char **labels = ARENA_ARRAY(choice->modes->memory, const char *, n + 1);
    double *x = ARENA_ARRAY(choice->modes->memory, double, 3 * n + 1);
    for (size_t i = 0; i < n; i++) {
        labels[i] = choice->modes->nodes.items[choice->node[i]].label;
        vec3_store(x + 3 * i, choice->modes->nodes.items[choice->node[i]].x);
    }
    to->n_nodes = choice->n_nodes, to->labels = labels, to->x = x;
}

static void put_shapes(const choice *choice, fem *to)
{
    const size_t n = (size_t)choice->n_nodes, n_modes = (size_t)choice->n_modes;
    double *U = ARENA_ARRAY(choice->modes->memory, double, 3 * n * n_modes + 1);
    double *V = ARENA_ARRAY(choice->modes->memory, double, 3 * n * n_modes + 1);
    for (size_t k = 0; k < n_modes; k++)
        for (size_t i = 0; i < n; i++) {
            const double *v = choice->modes->modes.items[choice->mode[k]].shape.items + 6 * choice->node[i];
            const mat3 *R = &choice->modes->nodes.items[choice->node[i]].axes;
            vec3_store(U + 3 * (k * n + i), mat3_mulv(R, vec3_load(v)));
            vec3_store(V + 3 * (k * n + i), mat3_mulv(R, vec3_load(v + 3)));
        }
    to->n_modes = choice->n_modes, to->U = U, to->V = V;
}

static void put_matrices(const choice *choice, fem *to, double **frequency, int **number)
{
    const size_t n = (size_t)choice->n_modes;
    double *M = ARENA_ARRAY(choice->modes->memory, double, n *n + 1),
           *K = ARENA_ARRAY(choice->modes->memory, double, n *n + 1);
    *frequency = ARENA_ARRAY(choice->modes->memory, double, n + 1);
    *number = ARENA_ARRAY(choice->modes->memory, int, n + 1);
    for (size_t k = 0; k < n; k++) {
        const modes_mode *one = &choice->modes->modes.items[choice->mode[k]];
        M[k * n + k] = one->mass, K[k * n + k] = one->stiffness;
        (*frequency)[k] = sqrt(one->stiffness / one->mass) / (2.0 * M_PI);
        (*number)[k] = one->number;
    }
    to->M = M, to->K = K;
}

static bool find_reference(modes *modes, vec3 *at)
{
    const int node =
        modes->reference ? name_map_find(&modes->node_of, modes->reference, strlen(modes->reference)) : HASH_NONE;
    *at = node == HASH_NONE ? (vec3){0} : modes->nodes.items[node].x;
    if (!modes->reference || (node != HASH_NONE && modes->nodes.items[node].has_location))
        return true;
    wrong(modes, modes->rigid_where,
          arena_printf(modes->memory, "no file gives the position of the reference point %s", modes->reference));
    return false;
}

static void put_rigid(modes *modes, fem *to)
{
    double *out = ARENA_ARRAY(modes->memory, double, 13);
    const double mass = modes->rigid[0][0];
    vec3 r;
    mat3 J;
    if (!modes->has_rigid || !find_reference(modes, &r))
        return;
    if (!(mass > 0.0)) {
        wrong(modes, modes->rigid_where, "the mass of the body is not positive");
        return;
    }
    const vec3 c = vec3_scale(1.0 / mass, (vec3){modes->rigid[1][5], modes->rigid[2][3], modes->rigid[0][4]});
    for (int i = 0; i < 9; i++)
        J.e[i / 3][i % 3] = modes->rigid[3 + i / 3][3 + i % 3];
    J = inertia_moved(&J, -mass, c);
    out[0] = mass;
    vec3_store(out + 1, vec3_add(r, c));
    for (int i = 0; i < 9; i++)
        out[4 + i] = J.e[i / 3][i % 3];
    to->rigid = out;
}

/* Writes lumped masses if those at the nodes add up to the whole body and the nodes of the data include all of them. */
static void put_lumped(const choice *choice, fem *to)
{
    double sum = 0.0, *out = ARENA_ARRAY(choice->modes->memory, double, 6 * (size_t)choice->n_nodes + 1);
    if (!choice->modes->has_lumped || choice->modes->has_offsets || !to->rigid)
        return;
    for (int i = 0; i < choice->n_nodes; i++) {
        const modes_node *node = &choice->modes->nodes.items[choice->node[i]];
        for (int k = 0; k < 3; k++)
            out[6 * i + k] = node->mass, out[6 * i + 3 + k] = node->inertia[k];
        sum += node->mass;
    }
    if (fabs(sum - to->rigid[0]) <= 1e-5 * to->rigid[0])
        to->lumped = out;
}

bool modes_finish(modes *modes, const modes_choice *modes_choice, fem *to, double **frequency, int **number)
{
    choice choice = {.modes = modes};
    *to = (fem){0};
    choose_nodes(&choice);
    choose_modes(&choice, modes_choice);
    if (diag_errors(modes->errors) == 0 && choice.n_modes == 0)
        wrong(modes, NOWHERE, "no modes deform the body");
    check_shapes(&choice);
    if (diag_errors(modes->errors) > 0)
        return false;
    modes_put_nodes(&choice, to);
    put_shapes(&choice, to);
    put_matrices(&choice, to, frequency, number);
    put_rigid(modes, to);
    put_lumped(&choice, to);
    return diag_errors(modes->errors) == 0;
}
