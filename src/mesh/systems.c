/* systems.c - coordinate systems of a mesh: what was read in them is turned into basic coordinates.
 *
 *     z = unit(B - A),   y = unit(z x (C - A)),   x = y x z        A: origin, B: on axis z, C: in the plane of x and z
 *
 *     rectangular   p = A + R (x, y, z)
 *     cylindrical   p = A + R (r cos t, r sin t, z)
 *     spherical     p = A + R (r sin t cos f, r sin t sin f, r cos t)            angles in degrees
 *
 * Directions at a point are those along which the coordinates grow there. A system is given by points in another one,
 * or by nodes. */
#include "mesh/diag_rows.h"
#include "mesh/mesh.h"

enum { MOST_NESTED = 1000 };

static const mat3 UNTURNED = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};

static double radians(double degrees) { return degrees * M_PI / 180.0; }

static vec3 unit(vec3 v) { return vec3_scale(1.0 / vec3_norm(v), v); }

static void wrong(mesh *m, place where, const char *words) { diag_report(m->errors, E_MESH_VALUE, where, words); }

/* --- points and directions ---------------------------------------------------------------------------------------- */

static vec3 in_space(const mesh_system *s, vec3 c)
{
    const double t = radians(c.y), f = radians(c.z);
    vec3 p = c;
    if (s->kind == SYSTEM_CYLINDRICAL)
        p = (vec3){c.x * cos(t), c.x * sin(t), c.z};
    if (s->kind == SYSTEM_SPHERICAL)
        p = (vec3){c.x * sin(t) * cos(f), c.x * sin(t) * sin(f), c.x * cos(t)};
    return vec3_add(s->a, mat3_mulv(&s->R, p));
}

/* On the axis, where an angle has no value, it is zero. */
static mat3 axes_at(const mesh_system *s, vec3 p)
{
    const vec3 d = mat3_tmulv(&s->R, vec3_sub(p, s->a));
    const double f = atan2(d.y, d.x), t = atan2(hypot(d.x, d.y), d.z);
    mat3 local = UNTURNED;
    if (s->kind == SYSTEM_CYLINDRICAL)
        local = mat3_from_cols((vec3){cos(f), sin(f), 0}, (vec3){-sin(f), cos(f), 0}, (vec3){0, 0, 1});
    if (s->kind == SYSTEM_SPHERICAL)
        local = mat3_from_cols((vec3){sin(t) * cos(f), sin(t) * sin(f), cos(t)},
                               (vec3){cos(t) * cos(f), cos(t) * sin(f), -sin(t)}, (vec3){-sin(f), cos(f), 0});
    return mat3_mul(&s->R, &local);
}

/* --- systems ------------------------------------------------------------------------------------------------------ */

static const mesh_system *system_of(mesh *m, unsigned label, place where);
static void place_node(mesh *m, mesh_node *n);

static vec3 node_at(mesh *m, unsigned label, place where)
{
    const int i = label_map_find(&m->node_of, label);
    if (i == HASH_NONE) {
        diag_report(m->errors, E_MESH_MISSING, where, "node", label);
        return (vec3){0};
    }
    place_node(m, &m->nodes.items[i]);
    return m->nodes.items[i].x;
}

static void take_points(mesh *m, mesh_system *s)
{
    vec3 *const point[] = {&s->a, &s->b, &s->c};
    for (int k = 0; k < 3; k++)
        if (s->node[0])
            *point[k] = node_at(m, s->node[k], s->where);
    const mesh_system *in = s->within ? system_of(m, s->within, s->where) : NULL;
    for (int k = 0; in && k < 3; k++)
        *point[k] = in_space(in, *point[k]);
}

/* Finds where it is, once; a system within itself is an error. */
static void systems_settle(mesh *m, mesh_system *s)
{
    if (s->is_settled)
        return;
    if (s->is_open || m->open_systems == MOST_NESTED) {
        wrong(m, s->where,
              arena_printf(m->memory, "coordinate system %u is given by %s", s->label,
                           s->is_open ? "itself" : "too many others"));
        s->R = UNTURNED;
        s->is_settled = true;
        return;
    }
    s->is_open = true;
    m->open_systems++;
    take_points(m, s);
    m->open_systems--;
    const vec3 z = vec3_sub(s->b, s->a), y = vec3_cross(z, vec3_sub(s->c, s->a));
    if (vec3_norm(y) > 1e-12 * vec3_dot(z, z))
        s->R = mat3_from_cols(vec3_cross(unit(y), unit(z)), unit(y), unit(z));
    else if (!s->is_settled)
        wrong(m, s->where, arena_printf(m->memory, "the points of coordinate system %u are on a line", s->label));
    s->is_settled = true;
}

static const mesh_system *system_of(mesh *m, unsigned label, place where)
{
    const int i = label_map_find(&m->system_of, label);
    if (i == HASH_NONE) {
        diag_report(m->errors, E_MESH_MISSING, where, "coordinate system", label);
        return NULL;
    }
    systems_settle(m, &m->systems.items[i]);
    return &m->systems.items[i];
}

/* --- what is in them ---------------------------------------------------------------------------------------------- */

static void place_node(mesh *m, mesh_node *n)
{
    if (n->system == 0)
        return;
    const mesh_system *s = system_of(m, n->system, n->where);
    if (s && n->system)
        n->x = in_space(s, n->x);
    n->system = 0;
}

bool mesh_axes(mesh *m, unsigned system, vec3 at, place where, mat3 *to)
{
    const mesh_system *s = system ? system_of(m, system, where) : NULL;
    *to = s ? axes_at(s, at) : UNTURNED;
    return s || !system;
}

static void place_force(mesh *m, mesh_force *f)
{
    mat3 R;
    if (f->system == 0 || !mesh_axes(m, f->system, node_at(m, f->node, f->where), f->where, &R))
        return;
    f->force = mat3_mulv(&R, f->force), f->moment = mat3_mulv(&R, f->moment);
}

static void place_mass(mesh *m, mesh_mass *b)
{
    enum { N = 6 };
    static const int ROW[N] = {0, 1, 1, 2, 2, 2}, COLUMN[N] = {0, 0, 1, 0, 1, 2};
    mat3 R, J;
    if (b->is_absolute)
        b->centre = vec3_sub(b->centre, node_at(m, b->node, b->where));
    if (b->system == 0 || !mesh_axes(m, b->system, node_at(m, b->node, b->where), b->where, &R))
        return;
    for (int i = 0; i < N; i++)
        J.e[ROW[i]][COLUMN[i]] = J.e[COLUMN[i]][ROW[i]] = ROW[i] == COLUMN[i] ? b->inertia[i] : -b->inertia[i];
    const mat3 RJ = mat3_mul(&R, &J), turned = mat3_mult(&RJ, &R);
    for (int i = 0; i < N; i++)
        b->inertia[i] = ROW[i] == COLUMN[i] ? turned.e[ROW[i]][COLUMN[i]] : -turned.e[ROW[i]][COLUMN[i]];
    b->centre = mat3_mulv(&R, b->centre);
}

static void place_gravity(mesh *m, const mesh_gravity *g)
{
    mat3 R;
    if (mesh_axes(m, g->system, (vec3){0}, g->where, &R))
        m->gravity = vec3_add(m->gravity, mat3_mulv(&R, g->g));
}

/* The axis of a bar is in the axes of its first node. */
static void place_axis(mesh *m, mesh_cell *c)
{
    mat3 R;
    const int i =
        cell_forms[c->kind].dimension == 1 ? label_map_find(&m->node_of, m->corner.items[c->first]) : HASH_NONE;
    if (i == HASH_NONE || m->nodes.items[i].axes == 0)
        return;
    if (mesh_axes(m, m->nodes.items[i].axes, m->nodes.items[i].x, c->where, &R))
        c->axis = mat3_mulv(&R, c->axis);
}

/* Three displacements or rotations, or none: the same in all axes. */
static bool is_whole(unsigned freedoms)
{
    return ((freedoms & 7u) == 0 || (freedoms & 7u) == 7u) && (freedoms >> 3 == 0 || freedoms >> 3 == 7u);
}

static void check_axes(mesh *m, unsigned node, unsigned freedoms, place where)
{
    const int i = label_map_find(&m->node_of, node);
    if (i != HASH_NONE && m->nodes.items[i].axes && !is_whole(freedoms))
        diag_report(
            m->errors, E_MESH_NOT_TAKEN, where,
            arena_printf(m->memory, "node %u has axes of its own: there, all displacements are held, or none", node));
}

void mesh_place(mesh *m)
{
    for (int i = 0; i < m->systems.n; i++)
        systems_settle(m, &m->systems.items[i]);
    for (int i = 0; i < m->nodes.n; i++)
        place_node(m, &m->nodes.items[i]);
    for (int i = 0; i < m->forces.n; i++)
        place_force(m, &m->forces.items[i]);
    for (int i = 0; i < m->masses.n; i++)
        place_mass(m, &m->masses.items[i]);
    for (int i = 0; i < m->gravities.n; i++)
        place_gravity(m, &m->gravities.items[i]);
    for (int i = 0; i < m->cells.n; i++)
        place_axis(m, &m->cells.items[i]);
    for (int i = 0; i < m->supports.n; i++)
        if (!m->supports.items[i].set)
            check_axes(m, m->supports.items[i].node, m->supports.items[i].freedoms, m->supports.items[i].where);
    for (int i = 0; i < m->ties.n; i++)
        for (int k = 0; k < m->ties.items[i].others.n; k++)
            check_axes(m, m->ties.items[i].others.items[k], m->ties.items[i].freedoms, m->ties.items[i].where);
}
