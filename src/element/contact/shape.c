/* shape.c - the distance of a point from a sphere, capsule, box, cylinder, half-space or mesh, with first and second
 * derivatives; and reading of these shapes.
 *
 *     from a point:  phi = |d|,  H = (1 - n n')/phi          from an axis t:  H = (1 - n n' - t t')/phi
 *
 * Inside, boxes and cylinders know the nearest face, whose distance is linear. A mesh is seen from outside; of its
 * triangles the nearest one counts. */
#include "element/contact/contact.h"
#include "deck/named_values.h"
#include "element/diag_rows.h"
#include "model/frames.h"
#include "model/reading.h"
#include <math.h>

static const vec3 AXIS = {0, 0, 1};

/* Distance along d from the nearest point; t: no curvature along it, NULL: there is. */
static surface_point round_at(vec3 d, double radius, const vec3 *t)
{
    const double l = vec3_norm(d);
    surface_point s = {.phi = l - radius, .n = l > 0.0 ? vec3_scale(1.0 / l, d) : (vec3){1, 0, 0}};
    const mat3 nn = mat3_outer(s.n, s.n);
    s.H = mat3_sub(&MAT3_EYE, &nn);
    if (t) {
        const mat3 tt = mat3_outer(*t, *t);
        s.H = mat3_sub(&s.H, &tt);
    }
    s.H = mat3_scale(l > 0.0 ? 1.0 / l : 0.0, &s.H);
    return s;
}

static surface_point flat_at(double phi, vec3 n) { return (surface_point){.phi = phi, .n = n}; }

static surface_point capsule_at(const contact_shape *s, vec3 p)
{
    const double z = fmax(-s->h, fmin(s->h, p.z));
    return round_at(vec3_sub(p, (vec3){0, 0, z}), s->r, z == p.z ? &AXIS : NULL);
}

static double side(double x) { return x < 0.0 ? -1.0 : 1.0; }

static surface_point box_at(const contact_shape *s, vec3 p)
{
    const double x[3] = {p.x, p.y, p.z}, h[3] = {s->half.x, s->half.y, s->half.z};
    double d[3], deepest = -HUGE_VAL;
    int near = 0, n_out = 0;
    mat3 free = {0};
    for (int k = 0; k < 3; k++) {
        const double over = fabs(x[k]) - h[k];
        d[k] = over > 0.0 ? side(x[k]) * over : 0.0;
        free.e[k][k] = over > 0.0;
        n_out += over > 0.0;
        if (over > deepest) {
            deepest = over;
            near = k;
        }
    }
    const vec3 face = {near == 0, near == 1, near == 2};
    if (n_out < 2)
        return flat_at(deepest, vec3_scale(side(x[near]), face));
    surface_point at = round_at(vec3_load(d), 0.0, NULL);
    const mat3 nn = mat3_outer(at.n, at.n), bent = mat3_sub(&free, &nn);
    at.H = mat3_scale(1.0 / at.phi, &bent);
    return at;
}

/* Beyond the rim: the nearest point is on a circle. */
static surface_point rim_at(vec3 radial, double rho, double over_side, double over_cap, double up)
{
    const vec3 around = {-radial.y, radial.x, 0};
    const vec3 d = vec3_add(vec3_scale(over_side, radial), vec3_scale(up * over_cap, AXIS));
    surface_point s = round_at(d, 0.0, &around);
    const mat3 aa = mat3_outer(around, around);
    mat3_add_scaled(&s.H, over_side / (rho * s.phi), &aa);
    return s;
}

static surface_point cylinder_at(const contact_shape *s, vec3 p)
{
    const double rho = hypot(p.x, p.y), up = side(p.z);
    const double over_side = rho - s->r, over_cap = fabs(p.z) - s->h;
    const vec3 radial = rho > 0.0 ? (vec3){p.x / rho, p.y / rho, 0} : (vec3){1, 0, 0};
    if (over_side > 0.0 && over_cap > 0.0)
        return rim_at(radial, rho, over_side, over_cap, up);
    if (over_cap >= over_side)
        return flat_at(over_cap, vec3_scale(up, AXIS));
    surface_point at = round_at((vec3){p.x, p.y, 0}, s->r, &AXIS);
    return at;
}

/* --- meshes ------------------------------------------------------------------------------------------------------- */

static surface_point edge_at(vec3 a, vec3 b, vec3 p)
{
    const vec3 e = vec3_sub(b, a), d = vec3_sub(p, a);
    const double l = vec3_norm(e), at = vec3_dot(e, d) / (l * l), t = fmax(0.0, fmin(1.0, at));
    const vec3 along = vec3_scale(1.0 / l, e);
    return round_at(vec3_sub(d, vec3_scale(t, e)), 0.0, t == at ? &along : NULL);
}

static surface_point face_at(const shape_face *f, vec3 p)
{
    surface_point best = {.phi = HUGE_VAL};
    bool is_over = true;
    for (int k = 0; k < 3; k++) {
        const vec3 a = f->v[k], b = f->v[(k + 1) % 3];
        const vec3 outward = vec3_cross(vec3_sub(b, a), f->n);
        if (vec3_dot(outward, vec3_sub(p, a)) <= 0.0)
            continue;
        is_over = false;
        const surface_point e = edge_at(a, b, p);
        if (e.phi < best.phi)
            best = e;
    }
    return is_over ? flat_at(vec3_dot(f->n, vec3_sub(p, f->v[0])), f->n) : best;
}

/* Nearest by the distance itself; a probe below a triangle is inside. */
static surface_point mesh_at(const contact_shape *s, vec3 p)
{
    surface_point best = {.phi = HUGE_VAL};
    for (int i = 0; i < s->n_faces; i++) {
        const surface_point at = face_at(&s->face[i], p);
        if (fabs(at.phi) < fabs(best.phi))
            best = at;
    }
    return best;
}

surface_point shape_surface(const contact_shape *s, vec3 p)
{
    switch (s->kind) {
    case SHAPE_SPHERE:
        return round_at(p, s->r, NULL);
    case SHAPE_CAPSULE:
        return capsule_at(s, p);
    case SHAPE_BOX:
        return box_at(s, p);
    case SHAPE_CYLINDER:
        return cylinder_at(s, p);
    case SHAPE_MESH:
        return mesh_at(s, p);
    default:
        return flat_at(p.z, AXIS);
    }
}

/* --- probes and bounds -------------------------------------------------------------------------------------------- */

enum { RIM_PROBES = 16 };

static vec3 to_node(const contact_shape *s, vec3 p) { return vec3_add(s->o, mat3_mulv(&s->R, p)); }

static void ball_probes(contact_shape *s, vec3 *to)
{
    s->n_probes = s->kind == SHAPE_SPHERE ? 1 : 2;
    s->probe_r = s->r;
    for (int i = 0; i < s->n_probes; i++)
        to[i] = to_node(s, (vec3){0, 0, s->kind == SHAPE_SPHERE ? 0.0 : i == 0 ? -s->h : s->h});
}

/* Corners and rims of boxes and cylinders are round by so much of the smallest measure: bodies of one size that stand
 * on each other then have their corners above the face of the other, not on its border. The probes of a rim, on which
 * cylinders stand, are where the sides of a polygon are in the middle: one that rolls does not touch with them. */
static const double ROUND = 0.01;

static void corner_probes(contact_shape *s, vec3 *to)
{
    s->n_probes = 8;
    s->probe_r = ROUND * shape_size(s);
    const vec3 half = vec3_sub(s->half, (vec3){s->probe_r, s->probe_r, s->probe_r});
    for (int i = 0; i < 8; i++)
        to[i] = to_node(s, (vec3){i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z});
}

static void rim_probes(contact_shape *s, vec3 *to)
{
    static const double TURN = 6.283185307179586;
    s->n_probes = 2 * RIM_PROBES;
    s->n_rims = 2;
    s->probe_r = ROUND * fmin(s->r, s->h);
    const double r = s->r * cos(0.5 * TURN / RIM_PROBES) - s->probe_r, h = s->h - s->probe_r;
    for (int i = 0; i < s->n_probes; i++) {
        const int corner = i / 2;
        const double angle = TURN * corner / RIM_PROBES;
        to[i] = to_node(s, (vec3){r * cos(angle), r * sin(angle), i % 2 ? h : -h});
    }
}

static void mesh_probes(contact_shape *s, vec3 *to)
{
    for (int i = 0; i < 3 * s->n_faces; i++) {
        const vec3 v = to_node(s, s->face[i / 3].v[i % 3]);
        bool is_new = true;
        for (int k = 0; is_new && k < s->n_probes; k++)
            is_new = vec3_norm(vec3_sub(to[k], v)) > 0.0;
        if (is_new)
            to[s->n_probes++] = v;
    }
}

static void bounds(contact_shape *s)
{
    const double r = s->r, z = s->kind == SHAPE_SPHERE ? r : s->kind == SHAPE_CAPSULE ? r + s->h : s->h;
    s->high = s->kind == SHAPE_BOX ? s->half : (vec3){r, r, z};
    s->low = vec3_scale(-1.0, s->high);
    for (int i = 0; i < 3 * s->n_faces; i++) {
        const vec3 v = s->face[i / 3].v[i % 3];
        s->low = i == 0 ? v : (vec3){fmin(s->low.x, v.x), fmin(s->low.y, v.y), fmin(s->low.z, v.z)};
        s->high = i == 0 ? v : (vec3){fmax(s->high.x, v.x), fmax(s->high.y, v.y), fmax(s->high.z, v.z)};
    }
}

void shape_complete(contact_shape *s, arena *memory)
{
    vec3 *to = ARENA_ARRAY(memory, vec3, s->kind == SHAPE_MESH ? 3 * s->n_faces : 2 * RIM_PROBES);
    s->probe = to;
    if (s->kind == SHAPE_SPHERE || s->kind == SHAPE_CAPSULE)
        ball_probes(s, to);
    else if (s->kind == SHAPE_BOX)
        corner_probes(s, to);
    else if (s->kind == SHAPE_CYLINDER)
        rim_probes(s, to);
    else if (s->kind == SHAPE_MESH)
        mesh_probes(s, to);
    shape_edges(s, memory);
    bounds(s);
    const vec3 far = {fmax(-s->low.x, s->high.x), fmax(-s->low.y, s->high.y), fmax(-s->low.z, s->high.z)};
    s->reach = s->kind == SHAPE_HALF_SPACE ? HUGE_VAL : vec3_norm(s->o) + vec3_norm(far);
}

double shape_size(const contact_shape *s)
{
    return s->kind == SHAPE_BOX ? fmin(s->half.x, fmin(s->half.y, s->half.z)) : s->kind == SHAPE_MESH ? HUGE_VAL : s->r;
}

/* --- reading ------------------------------------------------------------------------------------------------------ */

static vec3 mesh_corner(reader *r, const vec3 *corner, int n)
{
    const int i = read_integer_in(r, 1, n, "number of a vertex");
    return read_ok(r) ? corner[i - 1] : (vec3){0, 0, 0};
}

static void read_mesh(reader *r, contact_shape *s)
{
    read_word(r, "vertices");
    const int n = read_count(r, 3, "number of vertices");
    vec3 *corner = ARENA_ARRAY(reader_arena(r), vec3, n);
    for (int i = 0; read_ok(r) && i < n; i++)
        corner[i] = read_vec3(r, "vertex");
    read_word(r, "faces");
    const int m = read_count(r, 1, "number of faces");
    shape_face *f = ARENA_ARRAY(reader_arena(r), shape_face, m);
    for (int i = 0; read_ok(r) && i < m; i++) {
        for (int k = 0; k < 3; k++)
            f[i].v[k] = mesh_corner(r, corner, n);
        f[i].n = vec3_cross(vec3_sub(f[i].v[1], f[i].v[0]), vec3_sub(f[i].v[2], f[i].v[0]));
        const double area = vec3_norm(f[i].n);
        if (read_ok(r) && area == 0.0)
            read_error_last(r, E_CONTACT_FACE);
        f[i].n = vec3_scale(area > 0.0 ? 1.0 / area : 0.0, f[i].n);
    }
    s->face = f;
    s->n_faces = read_ok(r) ? m : 0;
}

static void read_measures(reader *r, contact_shape *s)
{
    if (s->kind == SHAPE_MESH) {
        read_mesh(r, s);
    } else if (s->kind == SHAPE_BOX) {
        read_word(r, "half sides");
        s->half.x = read_positive(r, "half side");
        s->half.y = read_positive(r, "half side");
        s->half.z = read_positive(r, "half side");
    } else if (s->kind != SHAPE_HALF_SPACE) {
        s->r = read_named_positive(r, "radius");
        s->h = s->kind == SHAPE_SPHERE ? 0.0 : read_named_positive(r, "half length");
    }
}

void read_contact_shape(reader *r, contact_shape *s)
{
    static const char *const KINDS[] = {"sphere", "capsule", "box", "cylinder", "half space", "mesh", NULL};
    s->node = read_structural_node(r, "node of the shape");
    const int kind = read_choice(r, KINDS, "shape");
    s->kind = kind < 0 ? SHAPE_SPHERE : (shape_kind)kind;
    s->R = MAT3_EYE;
    read_measures(r, s);
    const frame_context c = {.own = s->node ? s->node->initial : NULL};
    if (read_keyword(r, "position"))
        s->o = read_position_rel(r, &c, "position of the shape");
    if (read_keyword(r, "orientation"))
        s->R = read_orientation_rel(r, &c, "orientation of the shape");
    if (read_ok(r))
        shape_complete(s, reader_arena(r));
}
