/* shape.c - the distance of a point from a sphere, capsule, box, cylinder, half-space or mesh, with first and second
 * derivatives; and reading of these shapes.
 *
 *     from a point:  phi = |d|,  H = (1 - n n')/phi          from an axis t:  H = (1 - n n' - t t')/phi
 *
 * Inside boxes and cylinders, phi is the distance from the nearest face, which is linear. A mesh is a surface seen from
 * outside; phi is the distance from the nearest triangle. */
#include "element/contact/contact.h"
#include "deck/named_values.h"
#include "element/diag_rows.h"
#include "model/frames.h"
#include "model/reading.h"
#include <math.h>

static const vec3 AXIS = {0, 0, 1};

/* Distance along d, the vector from the nearest point of the centre or axis. There is no curvature along t; t may be
 * NULL. */
static surface_point round_at(vec3 d, double radius, const vec3 *t)
{
    const double l = vec3_norm(d);
    surface_point point = {.phi = l - radius, .n = l > 0.0 ? vec3_scale(1.0 / l, d) : (vec3){1, 0, 0}};
    const mat3 nn = mat3_outer(point.n, point.n);
    point.H = mat3_sub(&MAT3_EYE, &nn);
    if (t) {
        const mat3 tt = mat3_outer(*t, *t);
        point.H = mat3_sub(&point.H, &tt);
    }
    point.H = mat3_scale(l > 0.0 ? 1.0 / l : 0.0, &point.H);
    return point;
}

static surface_point flat_at(double phi, vec3 n) { return (surface_point){.phi = phi, .n = n}; }

static surface_point capsule_at(const contact_shape *shape, vec3 p)
{
    const double z = fmax(-shape->h, fmin(shape->h, p.z));
    return round_at(vec3_sub(p, (vec3){0, 0, z}), shape->r, z == p.z ? &AXIS : NULL);
}

static double side(double x) { return x < 0.0 ? -1.0 : 1.0; }

static surface_point box_at(const contact_shape *shape, vec3 p)
{
    const double x[3] = {p.x, p.y, p.z}, h[3] = {shape->half.x, shape->half.y, shape->half.z};
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
    surface_point point = round_at(d, 0.0, &around);
    const mat3 aa = mat3_outer(around, around);
    mat3_add_scaled(&point.H, over_side / (rho * point.phi), &aa);
    return point;
}

static surface_point cylinder_at(const contact_shape *shape, vec3 p)
{
    const double rho = hypot(p.x, p.y), up = side(p.z);
    const double over_side = rho - shape->r, over_cap = fabs(p.z) - shape->h;
    const vec3 radial = rho > 0.0 ? (vec3){p.x / rho, p.y / rho, 0} : (vec3){1, 0, 0};
    if (over_side > 0.0 && over_cap > 0.0)
        return rim_at(radial, rho, over_side, over_cap, up);
    if (over_cap >= over_side)
        return flat_at(over_cap, vec3_scale(up, AXIS));
    surface_point at = round_at((vec3){p.x, p.y, 0}, shape->r, &AXIS);
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

static surface_point face_at(const shape_face *shape_face, vec3 p)
{
    surface_point best = {.phi = HUGE_VAL};
    bool is_over = true;
    for (int k = 0; k < 3; k++) {
        const vec3 a = shape_face->v[k], b = shape_face->v[(k + 1) % 3];
        const vec3 outward = vec3_cross(vec3_sub(b, a), shape_face->n);
        if (vec3_dot(outward, vec3_sub(p, a)) <= 0.0)
            continue;
        is_over = false;
        const surface_point point = edge_at(a, b, p);
        if (point.phi < best.phi)
            best = point;
    }
    return is_over ? flat_at(vec3_dot(shape_face->n, vec3_sub(p, shape_face->v[0])), shape_face->n) : best;
}

/* The nearest triangle is chosen by distance; a probe below it is inside. */
static surface_point mesh_at(const contact_shape *shape, vec3 p)
{
    surface_point best = {.phi = HUGE_VAL};
    for (int i = 0; i < shape->n_faces; i++) {
        const surface_point at = face_at(&shape->face[i], p);
        if (fabs(at.phi) < fabs(best.phi))
            best = at;
    }
    return best;
}

surface_point shape_surface(const contact_shape *shape, vec3 p)
{
    switch (shape->kind) {
    case SHAPE_SPHERE:
        return round_at(p, shape->r, NULL);
    case SHAPE_CAPSULE:
        return capsule_at(shape, p);
    case SHAPE_BOX:
        return box_at(shape, p);
    case SHAPE_CYLINDER:
        return cylinder_at(shape, p);
    case SHAPE_MESH:
        return mesh_at(shape, p);
    default:
        return flat_at(p.z, AXIS);
    }
}

/* --- probes and bounds -------------------------------------------------------------------------------------------- */

enum { RIM_PROBES = 16 };

static vec3 to_node(const contact_shape *shape, vec3 p) { return vec3_add(shape->o, mat3_mulv(&shape->R, p)); }

static void ball_probes(contact_shape *shape, vec3 *to)
{
    shape->n_probes = shape->kind == SHAPE_SPHERE ? 1 : 2;
    shape->probe_r = shape->r;
    for (int i = 0; i < shape->n_probes; i++)
        to[i] = to_node(shape, (vec3){0, 0, shape->kind == SHAPE_SPHERE ? 0.0 : i == 0 ? -shape->h : shape->h});
}

/* Radius of the rounded corners and rims of boxes and cylinders, as a fraction of the smallest dimension. With rounded
 * corners, the corners of a body that stands on another of equal size are above the face of the other, not on its
 * border. The probes of a rim, on which cylinders stand, are on the circle through the middles of the sides of a
 * polygon: a rolling cylinder does not touch with them. */
static const double ROUND = 0.01;

static void corner_probes(contact_shape *shape, vec3 *to)
{
    shape->n_probes = 8;
    shape->probe_r = ROUND * shape_size(shape);
    const vec3 half = vec3_sub(shape->half, (vec3){shape->probe_r, shape->probe_r, shape->probe_r});
    for (int i = 0; i < 8; i++)
        to[i] = to_node(shape, (vec3){i & 1 ? half.x : -half.x, i & 2 ? half.y : -half.y, i & 4 ? half.z : -half.z});
}

static void rim_probes(contact_shape *shape, vec3 *to)
{
    static const double ROTATION = 6.283185307179586;
    shape->n_probes = 2 * RIM_PROBES;
    shape->n_rims = 2;
    shape->probe_r = ROUND * fmin(shape->r, shape->h);
    const double r = shape->r * cos(0.5 * ROTATION / RIM_PROBES) - shape->probe_r, h = shape->h - shape->probe_r;
    for (int i = 0; i < shape->n_probes; i++) {
        const int corner = i / 2;
        const double angle = ROTATION * corner / RIM_PROBES;
        to[i] = to_node(shape, (vec3){r * cos(angle), r * sin(angle), i % 2 ? h : -h});
    }
}

static void mesh_probes(contact_shape *shape, vec3 *to)
{
    for (int i = 0; i < 3 * shape->n_faces; i++) {
        const vec3 v = to_node(shape, shape->face[i / 3].v[i % 3]);
        bool is_new = true;
        for (int k = 0; is_new && k < shape->n_probes; k++)
            is_new = vec3_norm(vec3_sub(to[k], v)) > 0.0;
        if (is_new)
            to[shape->n_probes++] = v;
    }
}

static void bounds(contact_shape *shape)
{
    const double r = shape->r, z = shape->kind == SHAPE_SPHERE    ? r
                                   : shape->kind == SHAPE_CAPSULE ? r + shape->h
                                                                  : shape->h;
    shape->high = shape->kind == SHAPE_BOX ? shape->half : (vec3){r, r, z};
    shape->low = vec3_scale(-1.0, shape->high);
    for (int i = 0; i < 3 * shape->n_faces; i++) {
        const vec3 v = shape->face[i / 3].v[i % 3];
        shape->low = i == 0 ? v : (vec3){fmin(shape->low.x, v.x), fmin(shape->low.y, v.y), fmin(shape->low.z, v.z)};
        shape->high = i == 0 ? v : (vec3){fmax(shape->high.x, v.x), fmax(shape->high.y, v.y), fmax(shape->high.z, v.z)};
    }
}

void shape_complete(contact_shape *shape, arena *memory)
{
    vec3 *to = ARENA_ARRAY(memory, vec3, shape->kind == SHAPE_MESH ? size_product(3, shape->n_faces) : 2 * RIM_PROBES);
    shape->probe = to;
    if (shape->kind == SHAPE_SPHERE || shape->kind == SHAPE_CAPSULE)
        ball_probes(shape, to);
    else if (shape->kind == SHAPE_BOX)
        corner_probes(shape, to);
    else if (shape->kind == SHAPE_CYLINDER)
        rim_probes(shape, to);
    else if (shape->kind == SHAPE_MESH)
        mesh_probes(shape, to);
    shape_edges(shape, memory);
    bounds(shape);
    const vec3 far = {fmax(-shape->low.x, shape->high.x), fmax(-shape->low.y, shape->high.y),
                      fmax(-shape->low.z, shape->high.z)};
    shape->reach = shape->kind == SHAPE_HALF_SPACE ? HUGE_VAL : vec3_norm(shape->o) + vec3_norm(far);
}

double shape_size(const contact_shape *shape)
{
    return shape->kind == SHAPE_BOX    ? fmin(shape->half.x, fmin(shape->half.y, shape->half.z))
           : shape->kind == SHAPE_MESH ? HUGE_VAL
                                       : shape->r;
}

double shape_extent(const contact_shape *shape)
{
    return shape->kind == SHAPE_MESH         ? vec3_norm(vec3_sub(shape->high, shape->low))
           : shape->kind == SHAPE_HALF_SPACE ? HUGE_VAL
                                             : shape_size(shape);
}

/* --- reading ------------------------------------------------------------------------------------------------------ */

static vec3 mesh_corner(reader *reader, const vec3 *corner, int n)
{
    const int i = read_integer_in(reader, 1, n, "number of a vertex");
    return read_ok(reader) ? corner[i - 1] : (vec3){0, 0, 0};
}

static void read_mesh(reader *reader, contact_shape *shape)
{
    read_word(reader, "vertices");
    const int n = read_count(reader, 3, "number of vertices");
    vec3 *corner = ARENA_ARRAY(reader_arena(reader), vec3, n);
    for (int i = 0; read_ok(reader) && i < n; i++)
        corner[i] = read_vec3(reader, "vertex");
    read_word(reader, "faces");
    const int m = read_count(reader, 1, "number of faces");
    shape_face *f = ARENA_ARRAY(reader_arena(reader), shape_face, m);
    for (int i = 0; read_ok(reader) && i < m; i++) {
        for (int k = 0; k < 3; k++)
            f[i].v[k] = mesh_corner(reader, corner, n);
        f[i].n = vec3_cross(vec3_sub(f[i].v[1], f[i].v[0]), vec3_sub(f[i].v[2], f[i].v[0]));
        const double area = vec3_norm(f[i].n);
        if (read_ok(reader) && area == 0.0)
            read_error_last(reader, E_CONTACT_FACE);
        f[i].n = vec3_scale(area > 0.0 ? 1.0 / area : 0.0, f[i].n);
    }
    shape->face = f;
    shape->n_faces = read_ok(reader) ? m : 0;
}

static void read_measures(reader *reader, contact_shape *shape)
{
    if (shape->kind == SHAPE_MESH) {
        read_mesh(reader, shape);
    } else if (shape->kind == SHAPE_BOX) {
        read_word(reader, "half sides");
        shape->half.x = read_positive(reader, "half side");
        shape->half.y = read_positive(reader, "half side");
        shape->half.z = read_positive(reader, "half side");
    } else if (shape->kind != SHAPE_HALF_SPACE) {
        shape->r = read_named_positive(reader, "radius");
        shape->h = shape->kind == SHAPE_SPHERE ? 0.0 : read_named_positive(reader, "half length");
    }
}

void read_contact_shape(reader *reader, contact_shape *shape)
{
    static const char *const KINDS[] = {"sphere", "capsule", "box", "cylinder", "half space", "mesh", NULL};
    shape->node = read_structural_node(reader, "node of the shape");
    const int kind = read_choice(reader, KINDS, "shape");
    shape->kind = kind < 0 ? SHAPE_SPHERE : (shape_kind)kind;
    shape->R = MAT3_EYE;
    read_measures(reader, shape);
    const frame_context context = {.node_frame = shape->node ? shape->node->initial : NULL};
    if (read_keyword(reader, "position"))
        shape->o = read_position_rel(reader, &context, "position of the shape");
    if (read_keyword(reader, "orientation"))
        shape->R = read_orientation_rel(reader, &context, "orientation of the shape");
    if (read_ok(reader))
        shape_complete(shape, reader_arena(reader));
}
