/* bearing_rows.h - a plain bearing on a grid (row_world.h), and what its film is at the nodes, in plain numbers.
 *
 *     node 1: the shaft, radius 1.7;   node 2: the bearing, radius 2;   width 1.6
 *     h, U        from points of both surfaces in space,   h' from the gap a moment before and after
 *     p, rho, eta at the nodes, contact and dry friction
 *
 * Nodes of the grid are numbered along z first. */
#pragma once
#include "physics/row_world.h"

enum { MOST_NODES = 64, ON_SHAFT = 0, ON_BEARING = 1, NO_PORT = 0 };

static const double RADIUS[2] = {1.7, 2.0}, WIDTH = 1.6, OIL_RHO = 2.0, OIL_ETA = 0.7, VAPOUR_ETA = 0.2, P_C = 0.3;
static const vec3 OFFSET[2] = {{0.1, -0.2, 0.3}, {-0.4, 0.2, 0.1}};

typedef struct {
    double x, z, width, height, radius; /* radius > 0: a circle */
} patch;

/* What is given where. A groove or an edge has a pressure, or a density that is part of the full one. */
typedef struct {
    bool is_pressure;
    double value;
} given;

typedef struct {
    int on; /* ON_SHAFT ... */
    patch patch;
    given given;
} groove_given;

/* What a bearing of the tests has. */
typedef struct {
    const char *words; /* of the card, for messages */
    int carrier, n_z, n_phi;
    double z[16], phi[16]; /* one more around, a turn after the first */
    bool is_quadratic, is_soft;
    double beta; /* 0: incompressible */
    double P, T, equation;
    bool has_edge_ports;
    given edge[2];
    int n_grooves;
    groove_given groove[3];
    bool has_inlet;
    patch inlet;
    bool has_pockets;
    enum { SMOOTH, COULOMB, LUGRE } friction;
    double threshold, implicit;
} bearing_given;

typedef struct {
    double phi, z;
    int unknown, port; /* own, -1: none; label of a hydraulic node, NO_PORT: none */
    given given;       /* neither */
} place_given;

typedef struct {
    double h, h_rate, U[2], carried[2]; /* along x and z */
    double contact, rub[2];
    double p, rho, rho_rate, eta;
    bool is_passed; /* by a groove of the other surface, whose unknown it should have */
    double unlike;
} film_given;

typedef struct {
    double z[MOST_NODES][2], rate[MOST_NODES][2], rho[MOST_NODES];
} film_before;

/* --- surfaces ----------------------------------------------------------------------------------------------------- */

static inline mat3 own_axes(int side)
{
    return side == ON_SHAFT ? mat3_from_cols((vec3){0, 1, 0}, (vec3){0, 0, 1}, (vec3){1, 0, 0}) : MAT3_EYE;
}

static inline bool patch_holds(const patch *patch, double around, double x, double z)
{
    const double dx = remainder(x - patch->x, around), dz = z - patch->z;
    return patch->radius > 0.0 ? hypot(dx, dz) <= patch->radius
                               : fabs(dx) <= 0.5 * patch->width && fabs(dz) <= 0.5 * patch->height;
}

/* Pockets of POCKETS: a rectangle and a circle of constant height, and a field over the whole bearing that is bilinear
 * between -3, 1, 4 around its middle x = 0.5 and between -0.5 and 0.4 along the axis, constant beyond. */
static const patch BEARING_POCKET = {2.0, 0.1, 1.5, 0.9, 0.0}, SHAFT_POCKET = {-1.0, -0.1, 0.0, 0.0, 0.7};
static const double FIELD_X[] = {-3.0, 1.0, 4.0}, FIELD_Y[3][2] = {{0.01, 0.03}, {-0.02, 0.04}, {0.05, -0.01}};

#define POCKETS                                                                                                        \
    "pockets, shaft, 1, position, -1., -0.1, circle, radius, 0.7, pocket height, const, -0.03, bearing, 2, position, " \
    "2., 0.1, rectangle, width, 1.5, height, 0.9, pocket height, const, 0.02, position, 0.5, 0., complete surface, "   \
    "pocket height, surface grid, x, 3, -3., 1., 4., z, 2, -0.5, 0.4, delta y, 0.01, 0.03, -0.02, 0.04, 0.05, -0.01,"

static inline double field(double x, double z)
{
    const double at = fmin(fmax(x, FIELD_X[0]), FIELD_X[2]), up = (fmin(fmax(z, -0.5), 0.4) + 0.5) / 0.9;
    const int i = at > FIELD_X[1];
    const double part = (at - FIELD_X[i]) / (FIELD_X[i + 1] - FIELD_X[i]);
    const double low = (1.0 - part) * FIELD_Y[i][0] + part * FIELD_Y[i + 1][0];
    const double high = (1.0 - part) * FIELD_Y[i][1] + part * FIELD_Y[i + 1][1];
    return (1.0 - up) * low + up * high;
}

static inline double height_at(const bearing_given *bearing_given, int side, double phi, double z)
{
    const double around = 2.0 * M_PI * RADIUS[side], x = RADIUS[side] * phi;
    if (!bearing_given->has_pockets)
        return 0.0;
    if (side == ON_SHAFT)
        return patch_holds(&SHAFT_POCKET, around, x, z) ? -0.03 : 0.0;
    return (patch_holds(&BEARING_POCKET, around, x, z) ? 0.02 : 0.0) + field(remainder(x - 0.5, around), z);
}

/* Where a surface is and how it moves: of its node, its origin and its axes. */
typedef struct {
    pose on;
    vec3 X;
    mat3 A;
} surface;

/* After a time dt. */
static inline surface surface_now(const row_world *row_world, int side, double dt)
{
    surface surface = {.on = *pose_of(row_world, (unsigned)(1 + side))};
    const mat3 rotation = rotation_exp(vec3_scale(dt, surface.on.w)), axes = own_axes(side);
    surface.on.R = mat3_mul(&rotation, &surface.on.R);
    surface.on.x = vec3_axpy(surface.on.x, dt, surface.on.v);
    surface.X = vec3_add(surface.on.x, mat3_mulv(&surface.on.R, OFFSET[side]));
    surface.A = mat3_mul(&surface.on.R, &axes);
    return surface;
}

static inline vec3 velocity_at(const surface *surface, vec3 place_of)
{
    return vec3_add(surface->on.v, vec3_cross(surface->on.w, vec3_sub(place_of, surface->on.x)));
}

/* The gap after a time; *foot: the point of the other surface under the node, *node_at: the node. */
static inline double gap_at(const row_world *row_world, const bearing_given *bearing_given,
                            const place_given *place_given, double dt, vec3 *foot)
{
    const int c = bearing_given->carrier, o = 1 - c;
    const surface on = surface_now(row_world, c, dt), other = surface_now(row_world, o, dt);
    const double r = RADIUS[c] + height_at(bearing_given, c, place_given->phi, place_given->z);
    const vec3 at =
        vec3_add(on.X, mat3_mulv(&on.A, (vec3){r * cos(place_given->phi), r * sin(place_given->phi), place_given->z}));
    const vec3 seen = mat3_tmulv(&other.A, vec3_sub(at, other.X));
    const double far = hypot(seen.x, seen.y),
                 r_o = RADIUS[o] + height_at(bearing_given, o, atan2(seen.y, seen.x), seen.z);
    *foot = vec3_add(other.X, mat3_mulv(&other.A, (vec3){seen.x * r_o / far, seen.y * r_o / far, seen.z}));
    return c == ON_BEARING ? far - r_o : r_o - far;
}

static inline void set_motion_at(const row_world *row_world, const bearing_given *bearing_given,
                                 const place_given *place_given, film_given *film_given)
{
    const double dt = 1e-5;
    vec3 foot, unused;
    film_given->h = gap_at(row_world, bearing_given, place_given, 0.0, &foot);
    film_given->h_rate = (gap_at(row_world, bearing_given, place_given, dt, &unused) -
                          gap_at(row_world, bearing_given, place_given, -dt, &unused)) /
                         (2.0 * dt);
    const surface on = surface_now(row_world, bearing_given->carrier, 0.0),
                  other = surface_now(row_world, 1 - bearing_given->carrier, 0.0);
    const vec3 axes[] = {mat3_mulv(&on.A, (vec3){-sin(place_given->phi), cos(place_given->phi), 0}),
                         mat3_col(&on.A, 2)};
    for (int i = 0; i < 2; i++) {
        film_given->carried[i] = vec3_dot(axes[i], velocity_at(&on, foot));
        film_given->U[i] = vec3_dot(axes[i], velocity_at(&other, foot)) - film_given->carried[i];
    }
}

/* --- contact and friction ----------------------------------------------------------------------------------------- */

#define CONTACT                                                                                                 \
    ", contact model, greenwood tripp, E1, 20., nu1, 0.3, E2, 30., nu2, 0.2, M0, 0.0064, M2, 0.0006, M4, 0.5, " \
    "offset, "                                                                                                  \
    "0.02"

static inline double contact_at(double h)
{
    const double sigma = sqrt(0.0064), peaks = 0.5 / (6.0 * M_PI * sqrt(3.0) * 0.0006),
                 tip = 3.0 / 8.0 * sqrt(M_PI / 0.5);
    const double E = 1.0 / (0.91 / 20.0 + 0.96 / 30.0), H = (h - 0.02) / sigma;
    const double K = 16.0 * sqrt(2.0) * M_PI / 15.0 * pow(peaks * tip * sigma, 2) * E * sqrt(sigma / tip);
    return H < 4.0 ? K * 4.4086e-5 * pow(4.0 - H, 6.804) : 0.0;
}

#define LUGRE_WORDS                                                                                                   \
    "coulomb friction coefficient x, 0.15, coulomb friction coefficient y, 0.2, static friction coefficient x, 0.4, " \
    "static friction coefficient y, 0.5, sliding velocity coefficient, 0.7, sliding velocity exponent, 1.4, micro "   \
    "slip stiffness x, 3., micro slip stiffness y, 2., micro slip damping x, 0.8, micro slip damping y, 0.5"

/* Friction over pressure, of bristles (bristle.h) that step from what they were: two equations for z and z'. */
static inline void bristle_now(const bearing_given *bearing_given, const double D[2], const double z0[2],
                               const double rate0[2], double dt, double z[2], double rate[2])
{
    static const double MU[2] = {0.15, 0.2}, STILL[2] = {0.4, 0.5}, S0[2] = {3.0, 2.0};
    const double low = hypot(MU[0] * MU[0] * D[0], MU[1] * MU[1] * D[1]), a = low / hypot(MU[0] * D[0], MU[1] * D[1]);
    const double high =
        hypot(STILL[0] * STILL[0] * D[0], STILL[1] * STILL[1] * D[1]) / hypot(STILL[0] * D[0], STILL[1] * D[1]);
    const double g = a + (high - a) * exp(-pow(hypot(D[0], D[1]) / 0.7, 1.4));
    for (int i = 0; i < 2; i++) {
        const double back = low / g * S0[i] / (MU[i] * MU[i]),
                     start = z0[i] + dt * (1.0 - bearing_given->implicit) * rate0[i];
        z[i] = (start + dt * bearing_given->implicit * D[i]) / (1.0 + dt * bearing_given->implicit * back);
        rate[i] = D[i] - back * z[i];
    }
}

static inline void set_rubbing_at(const bearing_given *bearing_given, const film_before *before, int index, double dt,
                                  film_given *film_given)
{
    const double sign = bearing_given->carrier == ON_BEARING ? 1.0 : -1.0,
                 D[] = {sign * film_given->U[0], sign * film_given->U[1]};
    double z[2], rate[2];
    film_given->contact = bearing_given->friction == SMOOTH ? 0.0 : contact_at(film_given->h);
    film_given->rub[0] = film_given->rub[1] = 0.0;
    for (int i = 0; bearing_given->friction == COULOMB && i < 2; i++)
        film_given->rub[i] = 0.25 * film_given->contact * D[i] / fmax(hypot(D[0], D[1]), bearing_given->threshold);
    if (bearing_given->friction != LUGRE)
        return;
    bristle_now(bearing_given, D, before->z[index], before->rate[index], dt, z, rate);
    film_given->rub[0] = film_given->contact * (3.0 * z[0] + 0.8 * rate[0]);
    film_given->rub[1] = film_given->contact * (2.0 * z[1] + 0.5 * rate[1]);
}

/* --- fluid -------------------------------------------------------------------------------------------------------- */

static inline double full_density(const bearing_given *bearing_given, double p)
{
    return bearing_given->beta > 0.0 ? OIL_RHO * (1.0 + (p - P_C) / bearing_given->beta) : OIL_RHO;
}

static inline void set_from_pressure(const bearing_given *bearing_given, double p, film_given *film_given)
{
    film_given->p = bearing_given->beta > 0.0 ? fmax(p, P_C) : p;
    film_given->rho = full_density(bearing_given, film_given->p);
}

static inline void set_from_given(const bearing_given *bearing_given, const given *is, film_given *film_given)
{
    set_from_pressure(bearing_given, is->value, film_given);
    if (is->is_pressure)
        return;
    film_given->rho = is->value * OIL_RHO;
    film_given->p = P_C + bearing_given->beta * fmax(0.0, is->value - 1.0);
}

static inline void set_from_unknown(const bearing_given *bearing_given, double u, film_given *film_given)
{
    const double p_c = bearing_given->beta > 0.0 ? P_C : 0.0;
    film_given->p = bearing_given->beta > 0.0 && u < 0.0 ? P_C : p_c + bearing_given->P * u;
    film_given->rho = bearing_given->beta > 0.0 && u < 0.0 ? OIL_RHO * (1.0 + bearing_given->T * u)
                                                           : full_density(bearing_given, film_given->p);
}

/* The unknown of a film. */
static inline double unknown_with(const bearing_given *bearing_given, const film_given *film_given)
{
    if (bearing_given->beta == 0.0)
        return film_given->p / bearing_given->P;
    return film_given->p > P_C ? (film_given->p - P_C) / bearing_given->P
                               : fmin(0.0, film_given->rho / OIL_RHO - 1.0) / bearing_given->T;
}

/* Axis 1 of the carrier, seen from the other surface, is turned so far. */
static inline double revolution_now(const row_world *row_world, const bearing_given *bearing_given)
{
    const surface on = surface_now(row_world, bearing_given->carrier, 0.0),
                  other = surface_now(row_world, 1 - bearing_given->carrier, 0.0);
    const vec3 seen = mat3_tmulv(&other.A, mat3_col(&on.A, 0));
    return atan2(seen.y, seen.x);
}

static inline void set_passing_at(const row_world *row_world, const bearing_given *bearing_given,
                                  const place_given *place_given, film_given *f)
{
    const double r = RADIUS[1 - bearing_given->carrier],
                 x = r * (place_given->phi + revolution_now(row_world, bearing_given)),
                 u = row_world->state.y[row_world->element->internal + place_given->unknown];
    f->is_passed = false;
    for (int i = 0; i < bearing_given->n_grooves; i++) {
        const groove_given *groove_given = &bearing_given->groove[i];
        if (groove_given->on == bearing_given->carrier ||
            !patch_holds(&groove_given->patch, 2.0 * M_PI * r, x, place_given->z))
            continue;
        film_given there = {0};
        set_from_given(bearing_given, &groove_given->given, &there);
        f->is_passed = true;
        f->unlike = u - unknown_with(bearing_given, &there);
    }
}

static inline void set_fluid_at(const row_world *row_world, const bearing_given *bearing_given,
                                const place_given *place_given, film_given *film_given)
{
    film_given->is_passed = false;
    if (place_given->unknown >= 0) {
        set_from_unknown(bearing_given, row_world->state.y[row_world->element->internal + place_given->unknown],
                         film_given);
        set_passing_at(row_world, bearing_given, place_given, film_given);
    } else if (place_given->port != NO_PORT) {
        set_from_pressure(bearing_given,
                          row_world->state.y[rows_node(row_world, "hydraulic", (unsigned)place_given->port)->dof],
                          film_given);
    } else {
        set_from_given(bearing_given, &place_given->given, film_given);
    }
    const double filled = fmin(1.0, film_given->rho / OIL_RHO);
    film_given->eta = filled * OIL_ETA + (1.0 - filled) * VAPOUR_ETA;
}

/* --- the grid ----------------------------------------------------------------------------------------------------- */

static inline int nodes_of(const bearing_given *bearing_given) { return bearing_given->n_z * bearing_given->n_phi; }
static inline int node_at(const bearing_given *bearing_given, int index, int j)
{
    return (index + bearing_given->n_phi) % bearing_given->n_phi * bearing_given->n_z + j;
}

/* Edges, then what grooves and the inlet of the carrier hold; all others have an unknown. Returns how many. */
static inline int set_places(const bearing_given *bearing_given, place_given *k)
{
    const double r = RADIUS[bearing_given->carrier], around = 2.0 * M_PI * r;
    int n = 0;
    for (int at = 0; at < nodes_of(bearing_given); at++) {
        const int j = at % bearing_given->n_z, edge = j > 0;
        k[at] = (place_given){.phi = bearing_given->phi[at / bearing_given->n_z],
                              .z = bearing_given->z[j],
                              .unknown = -1,
                              .port = NO_PORT};
        if (j == 0 || j == bearing_given->n_z - 1) {
            k[at].port = bearing_given->has_edge_ports ? 501 + edge : NO_PORT;
            k[at].given = bearing_given->edge[edge];
            continue;
        }
        bool is_free = true;
        for (int i = 0; i < bearing_given->n_grooves; i++)
            if (bearing_given->groove[i].on == bearing_given->carrier &&
                patch_holds(&bearing_given->groove[i].patch, around, r * k[at].phi, k[at].z)) {
                k[at].given = bearing_given->groove[i].given;
                is_free = false;
            }
        if (bearing_given->has_inlet && patch_holds(&bearing_given->inlet, around, r * k[at].phi, k[at].z)) {
            k[at].port = 503;
            is_free = false;
        }
        k[at].unknown = is_free ? n++ : -1;
    }
    return n;
}

/* All of it, a step after what was before; while there are no steps yet, nothing has changed since. */
static inline void set_film(const row_world *row_world, const bearing_given *bearing_given,
                            const place_given *place_given, const film_before *before, film_given *film_given)
{
    const bool steps = row_world->state.state.now == PHASE_STEP;
    const double bending = steps && row_world->state.state.step > 0 ? row_world->state.state.dt : 0.0;
    int n = 0;
    for (int at = 0; at < nodes_of(bearing_given); at++)
        n += place_given[at].unknown >= 0;
    for (int at = 0; at < nodes_of(bearing_given); at++) {
        set_motion_at(row_world, bearing_given, &place_given[at], &film_given[at]);
        film_given[at].h += bearing_given->is_soft ? row_world->state.y[row_world->element->internal + n + at] : 0.0;
        film_given[at].h_rate +=
            bearing_given->is_soft ? row_world->state.yp[row_world->element->internal + n + at] : 0.0;
        set_rubbing_at(bearing_given, before, at, bending, &film_given[at]);
        set_fluid_at(row_world, bearing_given, &place_given[at], &film_given[at]);
        film_given[at].rho_rate = place_given[at].unknown >= 0 && bearing_given->beta > 0.0 && steps
                                      ? (film_given[at].rho - before->rho[at]) / row_world->state.state.dt
                                      : 0.0;
    }
}

/* --- the state and its rows --------------------------------------------------------------------------------------- */

#define SIDES                                                                                                     \
    "shaft node, 1, offset, 0.1, -0.2, 0.3, orientation, 1, 0., 1., 0., 2, 0., 0., 1., bearing node, 2, offset, " \
    "-0.4, "                                                                                                      \
    "0.2, 0.1, "

/* The shaft beside the middle of the bearing, on this side of it, a little tilted, turned so far. */
static inline void put_shaft(row_world *row_world, double side, double rotation)
{
    const surface in = surface_now(row_world, ON_BEARING, 0.0);
    const mat3 tilt = rotation_exp((vec3){0.03, -0.05, 0}), spin = rotation_exp((vec3){0, 0, rotation}),
               internal = own_axes(0);
    const mat3 tilted = mat3_mul(&in.A, &tilt), A = mat3_mul(&tilted, &spin), back = mat3_transpose(&internal);
    pose *at = pose_of(row_world, 1);
    at->R = mat3_mul(&A, &back);
    const vec3 X = vec3_add(in.X, mat3_mulv(&in.A, (vec3){0.08 * side, -0.05 * side, 0.06}));
    at->x = vec3_sub(X, mat3_mulv(&at->R, OFFSET[0]));
}

/* Rates are by differences of the gap: to 1e-7. */
static inline void assert_close_at(double a, double b, const char *file, int line)
{
    if (fabs(a - b) <= 1e-7 * fmax(fabs(b), 1.0))
        return;
    print_error("%.12g is not %.12g\n", a, b);
    _fail(file, line);
}
#define assert_close(a, b) assert_close_at(a, b, __FILE__, __LINE__)
