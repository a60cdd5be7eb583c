/* systems.c - coordinate systems of a mesh: transformation to basic coordinates.
 *
 *     z = unit(B - A),   y = unit(z x (C - A)),   x = y x z        A: origin, B: on axis z, C: in the plane of x and z
 *
 *     rectangular   p = A + R (x, y, z)
 *     cylindrical   p = A + R (r cos t, r sin t, z)
 *     spherical     p = A + R (r sin t cos f, r sin t sin f, r cos t)            angles in degrees
 *
 * Directions at a point are those in which the coordinates increase. A system is defined by points in another
 * system, or by nodes. */
#include "mesh/diag_rows.h"
#include "mesh/mesh.h"

enum { MOST_NESTED = 1000 };

static const mat3 UNTURNED = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

static double radians(double degrees) { return degrees * M_PI / 180.0; }

static vec3 unit(vec3 v) { return vec3_scale(1.0 / vec3_norm(v), v); }

static void wrong(mesh *mesh, source_location location, const char *words)
{
    diag_report(mesh->errors, E_MESH_VALUE, location, words);
}

/* --- points and directions ---------------------------------------------------------------------------------------- */

static vec3 in_space(const mesh_system *mesh_system, vec3 c)
{
    const double t = radians(c.y), f = radians(c.z);
    vec3 p = c;
    if (mesh_system->kind == SYSTEM_CYLINDRICAL)
        p = (vec3){c.x * cos(t), c.x * sin(t), c.z};
    if (mesh_system->kind == SYSTEM_SPHERICAL)
        p = (vec3){c.x * sin(t) * cos(f), c.x * sin(t) * sin(f), c.x * cos(t)};
    return vec3_add(mesh_system->a, mat3_mulv(&mesh_system->R, p));
}

/* On the axis, where an angle is undefined, it is taken as zero. */
static mat3 axes_at(const mesh_system *mesh_system, vec3 p)
{
    const vec3 d = mat3_tmulv(&mesh_system->R, vec3_sub(p, mesh_system->a));
    const double f = atan2(d.y, d.x), t = atan2(hypot(d.x, d.y), d.z);
    mat3 local = UNTURNED;
    if (mesh_system->kind == SYSTEM_CYLINDRICAL)
        local = mat3_from_cols((vec3){cos(f), sin(f), 0}, (vec3){-sin(f), cos(f), 0}, (vec3){0, 0, 1});
    if (mesh_system->kind == SYSTEM_SPHERICAL)
        local = mat3_from_cols((vec3){sin(t) * cos(f), sin(t) * sin(f), cos(t)},
                               (vec3){cos(t) * cos(f), cos(t) * sin(f), -sin(t)}, (vec3){-sin(f), cos(f), 0});
    return mat3_mul(&mesh_system->R, &local);
}

/* --- systems ------------------------------------------------------------------------------------------------------ */

static const mesh_system *system_of(mesh *mesh, unsigned label, source_location location);
static void place_node(mesh *mesh, mesh_node *node);

static vec3 node_at(mesh *mesh, unsigned label, source_location location)
{
    const int i = label_map_find(&mesh->node_of, label);
    if (i == HASH_NONE) {
        diag_report(mesh->errors, E_MESH_MISSING, location, "node", label);
        return (vec3){0};
    }
    place_node(mesh, &mesh->nodes.items[i]);
    return mesh->nodes.items[i].x;
}

static void take_points(mesh *mesh, mesh_system *s)
{
    vec3 *const point[] = {&s->a, &s->b, &s->c};
    for (int k = 0; k < 3; k++)
        if (s->node[0])
            *point[k] = node_at(mesh, s->node[k], s->location);
    const mesh_system *in = s->within ? system_of(mesh, s->within, s->location) : NULL;
    for (int k = 0; in && k < 3; k++)
        *point[k] = in_space(in, *point[k]);
}

/* Resolves the system once; a system that depends on itself is an error. */
static void systems_settle(mesh *mesh, mesh_system *mesh_system)
{
    if (mesh_system->is_settled)
        return;
    if (mesh_system->is_open || mesh->open_systems == MOST_NESTED) {
        wrong(mesh, mesh_system->location,
              arena_printf(mesh->memory, "coordinate system %u is defined by %s", mesh_system->label,
                           mesh_system->is_open ? "itself" : "too many others"));
        mesh_system->R = UNTURNED;
        mesh_system->is_settled = true;
        return;
    }
    mesh_system->is_open = true;
    mesh->open_systems++;
    take_points(mesh, mesh_system);
    mesh->open_systems--;
    const vec3 z = vec3_sub(mesh_system->b, mesh_system->a),
               y = vec3_cross(z, vec3_sub(mesh_system->c, mesh_system->a));
    if (vec3_norm(y) > 1e-12 * vec3_dot(z, z))
        mesh_system->R = mat3_from_cols(vec3_cross(unit(y), unit(z)), unit(y), unit(z));
    else if (!mesh_system->is_settled)
        wrong(mesh, mesh_system->location,
              arena_printf(mesh->memory, "the points of coordinate system %u are collinear", mesh_system->label));
    mesh_system->is_settled = true;
}

static const mesh_system *system_of(mesh *mesh, unsigned label, source_location location)
{
    const int i = label_map_find(&mesh->system_of, label);
    if (i == HASH_NONE) {
        diag_report(mesh->errors, E_MESH_MISSING, location, "coordinate system", label);
        return NULL;
    }
    systems_settle(mesh, &mesh->systems.items[i]);
    return &mesh->systems.items[i];
}

/* --- transformation ----------------------------------------------------------------------------------------------- */

static void place_node(mesh *mesh, mesh_node *node)
{
    if (node->system == 0)
        return;
    const mesh_system *mesh_system = system_of(mesh, node->system, node->location);
    if (mesh_system && node->system)
        node->x = in_space(mesh_system, node->x);
    node->system = 0;
}

bool mesh_axes(mesh *mesh, unsigned system, vec3 at, source_location location, mat3 *to)
{
    const mesh_system *mesh_system = system ? system_of(mesh, system, location) : NULL;
    *to = mesh_system ? axes_at(mesh_system, at) : UNTURNED;
    return mesh_system || !system;
}

static void place_force(mesh *mesh, mesh_force *force)
{
    mat3 R;
    if (force->system == 0 ||
        !mesh_axes(mesh, force->system, node_at(mesh, force->node, force->location), force->location, &R))
        return;
    force->force = mat3_mulv(&R, force->force), force->moment = mat3_mulv(&R, force->moment);
}

static void place_mass(mesh *mesh, mesh_mass *mesh_mass)
{
    enum { N = 6 };
    static const int ROW[N] = {0, 1, 1, 2, 2, 2}, COLUMN[N] = {0, 0, 1, 0, 1, 2};
    mat3 R, J;
    if (mesh_mass->is_absolute)
        mesh_mass->centre = vec3_sub(mesh_mass->centre, node_at(mesh, mesh_mass->node, mesh_mass->location));
    if (mesh_mass->system == 0 ||
        !mesh_axes(mesh, mesh_mass->system, node_at(mesh, mesh_mass->node, mesh_mass->location), mesh_mass->location,
                   &R))
        return;
    for (int i = 0; i < N; i++)
        J.e[ROW[i]][COLUMN[i]] = J.e[COLUMN[i]][ROW[i]] =
            ROW[i] == COLUMN[i] ? mesh_mass->inertia[i] : -mesh_mass->inertia[i];
    const mat3 RJ = mat3_mul(&R, &J), rotated = mat3_mult(&RJ, &R);
    for (int i = 0; i < N; i++)
        mesh_mass->inertia[i] = ROW[i] == COLUMN[i] ? rotated.e[ROW[i]][COLUMN[i]] : -rotated.e[ROW[i]][COLUMN[i]];
    mesh_mass->centre = mat3_mulv(&R, mesh_mass->centre);
}

static void place_gravity(mesh *mesh, const mesh_gravity *mesh_gravity)
{
    mat3 R;
    if (mesh_axes(mesh, mesh_gravity->system, (vec3){0}, mesh_gravity->location, &R))
        mesh->gravity = vec3_add(mesh->gravity, mat3_mulv(&R, mesh_gravity->g));
}

/* The axis of a bar is given in the axes of its first node. */
static void place_axis(mesh *mesh, mesh_cell *cell)
{
    mat3 R;
    const int i = cell_forms[cell->kind].dimension == 1
                      ? label_map_find(&mesh->node_of, mesh->corner.items[cell->first])
                      : HASH_NONE;
    if (i == HASH_NONE || mesh->nodes.items[i].axes == 0)
        return;
    if (mesh_axes(mesh, mesh->nodes.items[i].axes, mesh->nodes.items[i].x, cell->location, &R))
        cell->axis = mat3_mulv(&R, cell->axis);
}

/* Returns whether the degrees of freedom include all three displacements or none, and the same for rotations, so
 * that they are the same in all axes. */
static bool is_whole(unsigned freedoms)
{
    return ((freedoms & 7u) == 0 || (freedoms & 7u) == 7u) && (freedoms >> 3 == 0 || freedoms >> 3 == 7u);
}

static void check_axes(mesh *mesh, unsigned node, unsigned freedoms, source_location location)
{
    const int i = label_map_find(&mesh->node_of, node);
    if (i != HASH_NONE && mesh->nodes.items[i].axes && !is_whole(freedoms))
        diag_report(mesh->errors, E_MESH_NOT_TAKEN, location,
                    arena_printf(mesh->memory, "node %u has its own axes: fix all of its displacements or none", node));
}

void mesh_to_basic(mesh *mesh)
{
    for (int i = 0; i < mesh->systems.n; i++)
        systems_settle(mesh, &mesh->systems.items[i]);
    for (int i = 0; i < mesh->nodes.n; i++)
        place_node(mesh, &mesh->nodes.items[i]);
    for (int i = 0; i < mesh->forces.n; i++)
        place_force(mesh, &mesh->forces.items[i]);
    for (int i = 0; i < mesh->masses.n; i++)
        place_mass(mesh, &mesh->masses.items[i]);
    for (int i = 0; i < mesh->gravities.n; i++)
        place_gravity(mesh, &mesh->gravities.items[i]);
    for (int i = 0; i < mesh->cells.n; i++)
        place_axis(mesh, &mesh->cells.items[i]);
    for (int i = 0; i < mesh->supports.n; i++)
        if (!mesh->supports.items[i].set)
            check_axes(mesh, mesh->supports.items[i].node, mesh->supports.items[i].freedoms,
                       mesh->supports.items[i].location);
    for (int i = 0; i < mesh->ties.n; i++)
        for (int k = 0; k < mesh->ties.items[i].others.n; k++)
            check_axes(mesh, mesh->ties.items[i].others.items[k], mesh->ties.items[i].freedoms,
                       mesh->ties.items[i].location);
}
