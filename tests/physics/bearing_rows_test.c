/* bearing_rows_test.c - rows of a plain bearing on a grid against its equations, which are written once more in plain
 * numbers: Reynolds' equation by differences and by elements, flows of hydraulic nodes, loads, losses, what is printed.
 *
 * Whatever the film may have is there: grooves on both surfaces, an inlet, pockets, contact, friction, cavities. */
#include "physics/bearing_rows.h"
#include "contract/internal_words.h"

typedef struct {
    row_world *row_world;
    const bearing_given *bearing_given;
    place_given grid_point[MOST_NODES];
    film_given film[MOST_NODES];
    film_before before;
} bench;

/* --- cards -------------------------------------------------------------------------------------------------------- */

#define FIXED "incompressible, density, 2., viscosity, 0.7, pressure, 0.3"
#define SPRINGY "linear compressible, density, 2., 40., 0.3, viscosity, 0.7, viscosity vapor, 0.2"
#define CARD(fluid, mesh, at, pockets, grid, rest)                                                                   \
    "user defined: 1, hydrodynamic plain bearing2, hydraulic fluid, " fluid ", mesh, " mesh                          \
    ", geometry, cylindrical, mesh position, at " at ", bearing width, 1.6, shaft diameter, 3.4, bearing diameter, " \
    "4., " pockets SIDES grid rest                                                                                   \
    ", output reaction force, yes, output friction loss, yes, output pressure, yes, output contact pressure, yes, "  \
    "output density, yes, output clearance, yes, output clearance derivative, yes, output velocity, yes, output "    \
    "stress, yes;"
#define UNIFORM "number of nodes z, 5, number of nodes Phi, 8, "
#define INTERVALS(end)                                                                                           \
    "grid spacing, uniform intervals, number of intervals z, 2, -0.8, 3, 0.1, 1, number of intervals x, 2, 0., " \
    "4, " end ", 2, "
#define GROOVES                                                                                                      \
    ", lubrication grooves, 3, at bearing, pressure, const, 1.3, position, 2.1, 0., rectangle, width, 0.9, height, " \
    "0.3, at shaft, pressure, const, 0.8, position, -1.5, 0.2, circle, radius, 1.1, at bearing, pressure, const, "   \
    "0.1, "                                                                                                          \
    "position, -2.2, 0.4, rectangle, width, 0.8, height, 0.5"
#define FILLED_GROOVES                                                                                            \
    ", lubrication grooves, 3, at bearing, filling ratio, const, 0.6, position, 2.1, 0., rectangle, width, 0.9, " \
    "height, 0.3, at shaft, density, const, 2.4, position, -1.5, 0.2, circle, radius, 1.1, at bearing, filling "  \
    "ratio, "                                                                                                     \
    "const, 1.1, position, -2.2, 0.4, rectangle, width, 0.8, height, 0.5"
#define EDGES "boundary conditions, pressure, const, 0.9, pressure, const, 0.2"
#define FILLED_EDGES "boundary conditions, filling ratio, const, 0.7, density, const, 2.2"
#define PORTS "pressure coupling conditions axial, 501, 502"
#define INLET ", pressure coupling conditions radial, 1, position, 4.4, -0.1, circle, radius, 0.9, pressure node, 503"
#define SCALES ", pressure dof scale, 1.5, equation scale, 0.4"

#define GROOVES_GIVEN                                                         \
    .n_grooves = 3, .groove = {{ON_BEARING, {2.1, 0, 0.9, 0.3, 0}, {1, 1.3}}, \
                               {ON_SHAFT, {-1.5, 0.2, 0, 0, 1.1}, {1, 0.8}},  \
                               {ON_BEARING, {-2.2, 0.4, 0.8, 0.5, 0}, {1, 0.1}}}
#define FILLED_GROOVES_GIVEN                                                  \
    .n_grooves = 3, .groove = {{ON_BEARING, {2.1, 0, 0.9, 0.3, 0}, {0, 0.6}}, \
                               {ON_SHAFT, {-1.5, 0.2, 0, 0, 1.1}, {0, 1.2}},  \
                               {ON_BEARING, {-2.2, 0.4, 0.8, 0.5, 0}, {0, 1.1}}}
#define INLET_GIVEN .has_inlet = true, .inlet = {4.4, -0.1, 0, 0, 0.9}
#define SCALES_GIVEN .P = 1.5, .equation = 0.4
#define EDGES_GIVEN .edge = {{1, 0.9}, {1, 0.2}}

static const bearing_given BEARINGS[] = {
    {CARD(FIXED, "linear finite difference", "bearing", POCKETS, UNIFORM,
          EDGES GROOVES INLET SCALES CONTACT ", friction model, coulomb, mu, 0.25"),
     .carrier = ON_BEARING, SCALES_GIVEN, EDGES_GIVEN, GROOVES_GIVEN, INLET_GIVEN, .has_pockets = true,
     .friction = COULOMB, .threshold = 1e-6},
    {CARD(FIXED, "linear finite difference", "shaft", POCKETS, INTERVALS("5."),
          PORTS GROOVES INLET SCALES CONTACT ", friction model, coulomb, mu, 0.25, sliding velocity threshold, 9."),
     .carrier = ON_SHAFT, SCALES_GIVEN, .has_edge_ports = true, GROOVES_GIVEN, INLET_GIVEN, .has_pockets = true,
     .friction = COULOMB, .threshold = 9.0},
    {CARD(SPRINGY, "linear finite difference", "bearing", "", INTERVALS("5."),
          PORTS FILLED_GROOVES INLET SCALES CONTACT ", friction model, lugre, method, trapezoidal rule, " LUGRE_WORDS),
     .carrier = ON_BEARING, .beta = 40.0, SCALES_GIVEN, .T = 1.5 / 40.0, .has_edge_ports = true, FILLED_GROOVES_GIVEN,
     INLET_GIVEN, .friction = LUGRE, .implicit = 0.5},
    {CARD(SPRINGY, "linear finite difference", "shaft", POCKETS, UNIFORM,
          FILLED_EDGES FILLED_GROOVES SCALES ", theta dof scale, 0.3" CONTACT
                                             ", friction model, lugre, method, implicit euler, " LUGRE_WORDS),
     .carrier = ON_SHAFT, .beta = 40.0, SCALES_GIVEN, .T = 0.3, .edge = {{0, 0.7}, {0, 1.1}}, FILLED_GROOVES_GIVEN,
     .has_pockets = true, .friction = LUGRE, .implicit = 1.0},
    {CARD(FIXED, "quadratic finite element", "bearing", POCKETS, INTERVALS("5."),
          PORTS GROOVES INLET SCALES CONTACT ", friction model, coulomb, mu, 0.25"),
     .carrier = ON_BEARING, .is_quadratic = true, SCALES_GIVEN, .has_edge_ports = true, GROOVES_GIVEN, INLET_GIVEN,
     .has_pockets = true, .friction = COULOMB, .threshold = 1e-6},
    {CARD(FIXED, "quadratic finite element", "shaft", "", UNIFORM, EDGES GROOVES SCALES), .carrier = ON_SHAFT,
     .is_quadratic = true, SCALES_GIVEN, EDGES_GIVEN, GROOVES_GIVEN},
};
enum { N_BEARINGS = sizeof BEARINGS / sizeof *BEARINGS };

/* 5 nodes along the axis, 6 around: uniform, or in two intervals each. */
static void set_grid(bearing_given *bearing_given)
{
    static const double UNEVEN[] = {-0.8, -0.5, -0.2, 0.1, 0.8};
    const bool is_uniform = strstr(bearing_given->words, UNIFORM) != NULL;
    const double around = 2.0 * M_PI * RADIUS[bearing_given->carrier];
    bearing_given->n_z = 5;
    bearing_given->n_phi = 6;
    for (int j = 0; j < 5; j++)
        bearing_given->z[j] = is_uniform ? -0.8 + 0.4 * j : UNEVEN[j];
    for (int i = 0; i <= 6; i++) {
        const double x = i < 4 ? 1.25 * i : 5.0 + (around - 5.0) * (i - 4) / 2.0;
        bearing_given->phi[i] = is_uniform ? M_PI / 3.0 * i : x / RADIUS[bearing_given->carrier];
    }
}

/* --- the state ---------------------------------------------------------------------------------------------------- */

/* Pressures from below the reference to far above; every third a cavity in a fluid that has some. */
static void set_pressures(bench *bench, int shuffle)
{
    static const double PORTS_AT[] = {1.4, 0.7, 2.1};
    for (int i = 0; i < 3; i++)
        set_unknown(bench->row_world, rows_node(bench->row_world, "hydraulic", (unsigned)(501 + i))->dof,
                    PORTS_AT[i] - 0.2 * shuffle, 0.0);
    for (int k = 0; k < nodes_of(bench->bearing_given); k++) {
        const int n = bench->grid_point[k].unknown;
        if (n >= 0)
            set_internal(bench->row_world, n,
                         (n + shuffle) % 3 == 0 ? -0.2 - 0.01 * n : 0.1 * ((3 * n + shuffle) % 7) + 0.15, 0.0);
    }
}

/* A step that has been accepted, with bristles bent where surfaces touched, and the state after it. */
static void begin(bench *t, row_world *row_world, bearing_given *bearing_given)
{
    set_grid(bearing_given);
    *t = (bench){.row_world = row_world, .bearing_given = bearing_given};
    rows_begin(row_world, bearing_given->words);
    const int n = set_places(bearing_given, t->grid_point);
    assert_int_equal(n, row_world->element->n_internal);
    put_shaft(row_world, -1.0, 0.6);
    set_pressures(t, 2);
    row_world->element->type->history->start(&row_world->state.state, row_world->element, row_world->state.remembers);
    set_pressures(t, 1);
    set_film(row_world, bearing_given, t->grid_point, &t->before, t->film);
    film_before first = {0};
    for (int k = 0; k < nodes_of(bearing_given); k++) {
        const film_given *film_given = &t->film[k];
        const double sign = bearing_given->carrier == ON_BEARING ? 1.0 : -1.0,
                     D[] = {sign * film_given->U[0], sign * film_given->U[1]};
        first.rho[k] = film_given->rho;
        if (bearing_given->friction == LUGRE && film_given->contact > 0.0)
            bristle_now(bearing_given, D, t->before.z[k], t->before.rate[k], row_world->state.state.dt, first.z[k],
                        first.rate[k]);
    }
    row_world->element->type->history->accept(&row_world->state.state, row_world->element, row_world->state.remembers);
    t->before = first;
    put_shaft(row_world, 1.0, 0.9);
    set_pressures(t, 0);
    set_film(row_world, bearing_given, t->grid_point, &t->before, t->film);
    rows_eval(row_world, 0);
}

/* --- differences -------------------------------------------------------------------------------------------------- */

/* Mass flow by width from node a to node b, with the density of the one where it comes from. */
static double flow_between(const bench *bench, int from, int to, int axis, double distance)
{
    const film_given *a = &bench->film[from], *b = &bench->film[to];
    const double h = 0.5 * (a->h + b->h), eta = 0.5 * (a->eta + b->eta), U = 0.5 * (a->U[axis] + b->U[axis]);
    const double q = 0.5 * U * h - h * h * h / (12.0 * eta) * (b->p - a->p) / distance;
    return q * (q >= 0.0 ? a->rho : b->rho);
}

static double step_x(const bearing_given *bearing_given, int i)
{
    const int at = (i + bearing_given->n_phi) % bearing_given->n_phi;
    return RADIUS[bearing_given->carrier] * (bearing_given->phi[at + 1] - bearing_given->phi[at]);
}

/* What is stored and flows out of the rectangle around a node. */
static double left_over(const bench *bench, int i, int j, double *area)
{
    const bearing_given *bearing_given = bench->bearing_given;
    const int k = node_at(bearing_given, i, j);
    const film_given *film_given = &bench->film[k];
    const double east = step_x(bearing_given, i), west = step_x(bearing_given, i - 1),
                 north = bearing_given->z[j + 1] - bearing_given->z[j],
                 south = bearing_given->z[j] - bearing_given->z[j - 1];
    const double dx = 0.5 * (east + west), dz = 0.5 * (north + south);
    *area = dx * dz;
    return dx * dz * (film_given->rho_rate * film_given->h + film_given->rho * film_given->h_rate) +
           dz * (flow_between(bench, k, node_at(bearing_given, i + 1, j), 0, east) -
                 flow_between(bench, node_at(bearing_given, i - 1, j), k, 0, west)) +
           dx * (flow_between(bench, k, k + 1, 1, north) - flow_between(bench, k - 1, k, 1, south));
}

static void assert_differences(const bench *bench)
{
    const bearing_given *bearing_given = bench->bearing_given;
    double taken[3] = {0}, area;
    for (int i = 0; i < bearing_given->n_phi; i++) {
        const double dx = 0.5 * (step_x(bearing_given, i) + step_x(bearing_given, i - 1));
        for (int j = 1; j < bearing_given->n_z - 1; j++) {
            const place_given *place_given = &bench->grid_point[node_at(bearing_given, i, j)];
            const film_given *film_given = &bench->film[node_at(bearing_given, i, j)];
            const double rest = left_over(bench, i, j, &area);
            if (place_given->unknown >= 0)
                assert_close(internal_row(bench->row_world, place_given->unknown),
                             bearing_given->equation * (film_given->is_passed ? film_given->unlike : rest / area));
            else if (place_given->port == 503)
                taken[2] += rest;
        }
        const int low = node_at(bearing_given, i, 0), high = node_at(bearing_given, i, bearing_given->n_z - 1);
        taken[0] += dx * flow_between(bench, low, low + 1, 1, bearing_given->z[1] - bearing_given->z[0]);
        taken[1] -= dx * flow_between(bench, high - 1, high, 1, bearing_given->z[4] - bearing_given->z[3]);
    }
    for (int i = 0; i < 3; i++)
        if (i == 2 ? bearing_given->has_inlet : bearing_given->has_edge_ports)
            assert_close(row_now(bench->row_world, rows_node(bench->row_world, "hydraulic", (unsigned)(501 + i))->row),
                         taken[i]);
}

/* --- elements ----------------------------------------------------------------------------------------------------- */

/* Parabola i of three through -1, 0, 1, and its derivative. */
static double parabola(int i, double t) { return i == 1 ? (1.0 - t) * (1.0 + t) : 0.5 * t * (t + (i - 1)); }
static double parabola_derivative(int i, double t) { return i == 1 ? -2.0 * t : t + 0.5 * (i - 1); }

/* A point where loads and rows are summed up: weights of nodes, and of their derivatives. */
typedef struct {
    int n, node[9];
    double N[9], Nx[9], Nz[9], area, phi, z;
} sum_point;

/* Point 0 ... 3 of the element from node i, j on: Gauss' points, of weight 1 on [-1, 1]^2. */
static sum_point point_of_element(const bearing_given *bearing_given, int i, int j, int which)
{
    const double s = (which / 2 ? 1 : -1) / sqrt(3.0), t = (which % 2 ? 1 : -1) / sqrt(3.0);
    double dx = 0.0, dz = 0.0;
    sum_point point = {.n = 9};
    for (int k = 0; k < 3; k++) {
        dx += RADIUS[bearing_given->carrier] * parabola_derivative(k, s) * bearing_given->phi[i + k];
        dz += parabola_derivative(k, t) * bearing_given->z[j + k];
        point.phi += parabola(k, s) * bearing_given->phi[i + k];
        point.z += parabola(k, t) * bearing_given->z[j + k];
    }
    for (int k = 0; k < 9; k++) {
        point.node[k] = node_at(bearing_given, i + k / 3, j + k % 3);
        point.N[k] = parabola(k / 3, s) * parabola(k % 3, t);
        point.Nx[k] = parabola_derivative(k / 3, s) * parabola(k % 3, t) / dx;
        point.Nz[k] = parabola(k / 3, s) * parabola_derivative(k % 3, t) / dz;
    }
    point.area = dx * dz;
    return point;
}

/* The middle between four nodes. */
static sum_point point_of_cell(const bearing_given *bearing_given, int i, int j)
{
    const double dx = step_x(bearing_given, i), dz = bearing_given->z[j + 1] - bearing_given->z[j];
    sum_point point = {.n = 4,
                       .area = dx * dz,
                       .phi = 0.5 * (bearing_given->phi[i] + bearing_given->phi[i + 1]),
                       .z = 0.5 * (bearing_given->z[j] + bearing_given->z[j + 1])};
    for (int k = 0; k < 4; k++) {
        point.node[k] = node_at(bearing_given, i + k % 2, j + k / 2);
        point.N[k] = 0.25;
        point.Nx[k] = (k % 2 ? 0.5 : -0.5) / dx;
        point.Nz[k] = (k / 2 ? 0.5 : -0.5) / dz;
    }
    return point;
}

static int points_of(const bearing_given *bearing_given, sum_point *point)
{
    int n = 0;
    for (int i = 0; i < bearing_given->n_phi; i += bearing_given->is_quadratic ? 2 : 1)
        for (int j = 0; j < bearing_given->n_z - 1; j += bearing_given->is_quadratic ? 2 : 1)
            for (int k = 0; k < (bearing_given->is_quadratic ? 4 : 1); k++)
                point[n++] = bearing_given->is_quadratic ? point_of_element(bearing_given, i, j, k)
                                                         : point_of_cell(bearing_given, i, j);
    return n;
}

/* sum of weights times a number of the film, `at` its place in film_given */
static double at_point(const bench *bench, const sum_point *point, const double *weights, size_t at)
{
    double sum = 0.0;
    for (int k = 0; k < point->n; k++)
        sum += weights[k] * *(const double *)((const char *)&bench->film[point->node[k]] + at);
    return sum;
}
#define AT_POINT(weights, member) at_point(bench, point, point->weights, offsetof(film_given, member))

static void assert_elements(const bench *bench)
{
    const bearing_given *bearing_given = bench->bearing_given;
    sum_point points[MOST_NODES];
    double rest[MOST_NODES] = {0}, taken[3] = {0};
    const int n = points_of(bearing_given, points);
    for (int i = 0; i < n; i++) {
        const sum_point *point = &points[i];
        const double h = AT_POINT(N, h), through = h * h * h / (12.0 * OIL_ETA);
        const double wedge =
            AT_POINT(N, h_rate) + 0.5 * AT_POINT(N, U[0]) * AT_POINT(Nx, h) + 0.5 * AT_POINT(N, U[1]) * AT_POINT(Nz, h);
        for (int k = 0; k < 9; k++)
            rest[point->node[k]] +=
                OIL_RHO * point->area *
                (through * (point->Nx[k] * AT_POINT(Nx, p) + point->Nz[k] * AT_POINT(Nz, p)) + point->N[k] * wedge);
    }
    const double mean =
        2.0 * M_PI * RADIUS[bearing_given->carrier] * WIDTH / (bearing_given->n_phi * (bearing_given->n_z - 1));
    for (int k = 0; k < nodes_of(bearing_given); k++) {
        const place_given *at = &bench->grid_point[k];
        if (at->port != NO_PORT)
            taken[at->port - 501] += rest[k];
        if (at->unknown >= 0)
            assert_close(internal_row(bench->row_world, at->unknown),
                         bearing_given->equation * (bench->film[k].is_passed ? bench->film[k].unlike : rest[k] / mean));
    }
    for (int i = 0; i < 3; i++)
        if (i == 2 ? bearing_given->has_inlet : bearing_given->has_edge_ports)
            assert_close(row_now(bench->row_world, rows_node(bench->row_world, "hydraulic", (unsigned)(501 + i))->row),
                         taken[i]);
}

/* --- loads -------------------------------------------------------------------------------------------------------- */

typedef struct {
    vec3 F[2], M[2];
    double fluid, dry;
} loads;

/* Pressure in the loads: not below the reference, at the nodes or, of elements, at the points. */
static double pressure_at(bench *bench, const sum_point *point, double derivative[2])
{
    double saved[MOST_NODES];
    for (int k = 0; k < nodes_of(bench->bearing_given); k++) {
        saved[k] = bench->film[k].p;
        bench->film[k].p = bench->bearing_given->is_quadratic ? saved[k] : fmax(P_C, saved[k]);
    }
    double sum = AT_POINT(N, p);
    derivative[0] = AT_POINT(Nx, p);
    derivative[1] = AT_POINT(Nz, p);
    if (bench->bearing_given->is_quadratic && sum <= P_C)
        sum = P_C, derivative[0] = derivative[1] = 0.0;
    for (int k = 0; k < nodes_of(bench->bearing_given); k++)
        bench->film[k].p = saved[k];
    return sum;
}

/* Shear of the fluid on the shell and, with a minus, on the shaft; p outward on the shell. */
static void add_loads(bench *bench, const sum_point *point, loads *sum)
{
    const int c = bench->bearing_given->carrier;
    const surface on = surface_now(bench->row_world, c, 0.0);
    const double h = AT_POINT(N, h), eta = AT_POINT(N, eta), sign = c == ON_BEARING ? 1.0 : -1.0;
    double derivative[2], along[2][2];
    const double push = pressure_at(bench, point, derivative) + AT_POINT(N, contact);
    const double U[] = {AT_POINT(N, U[0]), AT_POINT(N, U[1])}, rub[] = {AT_POINT(N, rub[0]), AT_POINT(N, rub[1])};
    const double carried[] = {AT_POINT(N, carried[0]), AT_POINT(N, carried[1])};
    for (int i = 0; i < 2; i++) {
        const double shear = eta * sign * U[i] / h, shell = shear - 0.5 * h * derivative[i],
                     shaft = shear + 0.5 * h * derivative[i];
        const double of_shell = carried[i] + (c == ON_BEARING ? 0.0 : U[i]), of_shaft = of_shell + sign * U[i];
        sum->fluid += point->area * (of_shell * shell - of_shaft * shaft);
        sum->dry += point->area * (of_shell - of_shaft) * rub[i];
        along[ON_SHAFT][i] = -(shaft + rub[i]);
        along[ON_BEARING][i] = shell + rub[i];
    }
    const double r = RADIUS[c] + height_at(bench->bearing_given, c, point->phi, point->z);
    const vec3 out = {cos(point->phi), sin(point->phi), 0}, x = {-out.y, out.x, 0}, z = {0, 0, 1};
    const vec3 arm = mat3_mulv(&on.A, vec3_add(vec3_scale(r, out), vec3_scale(point->z, z)));
    for (int side = 0; side < 2; side++) {
        const vec3 stress = vec3_axpy(vec3_axpy(vec3_scale(along[side][0], x), along[side][1], z),
                                      side == ON_BEARING ? push : -push, out);
        const vec3 f = mat3_mulv(&on.A, vec3_scale(point->area, stress));
        sum->F[side] = vec3_add(sum->F[side], f);
        sum->M[side] = vec3_add(sum->M[side], vec3_cross(arm, f));
    }
}

static void assert_loads(bench *bench)
{
    sum_point points[MOST_NODES];
    double row[1000];
    loads sum = {0};
    const int n = points_of(bench->bearing_given, points), numbers = printed_row(bench->row_world, row, 1000);
    for (int i = 0; i < n; i++)
        add_loads(bench, &points[i], &sum);
    for (int side = 0; side < 2; side++) {
        const unsigned label = (unsigned)(1 + side);
        const pose *at = pose_of(bench->row_world, label);
        const vec3 M = vec3_add(sum.M[side], vec3_cross(mat3_mulv(&at->R, OFFSET[side]), sum.F[side]));
        assert_close(vec3_norm(vec3_sub(force_on(bench->row_world, label), sum.F[side])), 0.0);
        assert_close(vec3_norm(vec3_sub(moment_on(bench->row_world, label), M)), 0.0);
        assert_close(vec3_norm(vec3_sub(vec3_load(row + 1 + 6 * side), sum.F[side])), 0.0);
        assert_close(vec3_norm(vec3_sub(vec3_load(row + 4 + 6 * side), M)), 0.0);
    }
    assert_close(row[13], sum.fluid);
    assert_close(row[14], sum.dry);
    assert_close(private_now(bench->row_world, "Pff"), sum.fluid);
    assert_close(private_now(bench->row_world, "Pfc"), sum.dry);
    assert_int_equal(numbers, 15 + 11 * nodes_of(bench->bearing_given));
}

/* --- what is printed ---------------------------------------------------------------------------------------------- */

/* By differences of the nodes on both sides, at an edge of the node and its neighbour. */
static void stress_of(const bench *bench, int k, double *to)
{
    const bearing_given *bearing_given = bench->bearing_given;
    const int i = k / bearing_given->n_z, j = k % bearing_given->n_z, low = j > 0 ? j - 1 : 0,
              high = j < bearing_given->n_z - 1 ? j + 1 : j;
    const film_given *film_given = bench->film, *at = &film_given[k];
    const double dx = step_x(bearing_given, i) + step_x(bearing_given, i - 1),
                 sign = bearing_given->carrier == ON_BEARING ? 1.0 : -1.0;
    const double derivative[] = {(fmax(P_C, film_given[node_at(bearing_given, i + 1, j)].p) -
                                  fmax(P_C, film_given[node_at(bearing_given, i - 1, j)].p)) /
                                     dx,
                                 (fmax(P_C, film_given[node_at(bearing_given, i, high)].p) -
                                  fmax(P_C, film_given[node_at(bearing_given, i, low)].p)) /
                                     (bearing_given->z[high] - bearing_given->z[low])};
    for (int axis = 0; axis < 2; axis++) {
        const double shear = at->eta * sign * at->U[axis] / at->h;
        to[axis] = shear - 0.5 * at->h * derivative[axis];
        to[2 + axis] = shear + 0.5 * at->h * derivative[axis];
    }
}

static void assert_fields(const bench *bench)
{
    const int n = nodes_of(bench->bearing_given);
    double row[1000], low[2] = {HUGE_VAL, HUGE_VAL}, high[3] = {0};
    printed_row(bench->row_world, row, 1000);
    for (int k = 0; k < n; k++) {
        const film_given *film_given = &bench->film[k];
        double of[11] = {film_given->p,      film_given->contact, film_given->rho, film_given->h,
                         film_given->h_rate, film_given->U[0],    film_given->U[1]};
        stress_of(bench, k, of + 7);
        for (int i = 0; i < 11; i++)
            assert_close(row[15 + i * n + k], of[i]);
        low[0] = fmin(low[0], film_given->h), low[1] = fmin(low[1], film_given->rho);
        high[0] = fmax(high[0], film_given->p), high[1] = fmax(high[1], film_given->contact),
        high[2] = fmax(high[2], film_given->rho);
    }
    assert_close(private_now(bench->row_world, "minh"), low[0]);
    assert_close(private_now(bench->row_world, "minrho"), low[1]);
    assert_close(private_now(bench->row_world, "maxp"), high[0]);
    assert_close(private_now(bench->row_world, "maxpc"), high[1]);
    assert_close(private_now(bench->row_world, "maxrho"), high[2]);
}

/* --- tests -------------------------------------------------------------------------------------------------------- */

static void each_bearing(row_world *row_world, void check(bench *bench))
{
    static bench t;
    for (int i = 0; i < N_BEARINGS; i++) {
        bearing_given bearing_given = BEARINGS[i];
        begin(&t, row_world, &bearing_given);
        check(&t);
    }
}

static void check_rows(bench *bench)
{
    (bench->bearing_given->is_quadratic ? assert_elements : assert_differences)(bench);
}
static void reynolds_equation(void **of) { each_bearing(*of, check_rows); }

static void forces_moments_and_losses(void **of) { each_bearing(*of, assert_loads); }

static void check_fields(bench *bench) { assert_fields(bench); }
static void fields_of_the_film(void **of) { each_bearing(*of, check_fields); }

/* A node over the edge of a groove or a pocket would jump: none is so near. */
static void check_jacobian(bench *bench) { assert_jacobian(bench->row_world, 1e-6, 1e-5); }
static void jacobians(void **of) { each_bearing(*of, check_jacobian); }

/* The tests reach what they are for: nodes passed by a groove, cavities, contact and none, an inlet. */
static void check_variety(bench *bench)
{
    int passed = 0, touching = 0, fed = 0, hollow = 0;
    const int n = nodes_of(bench->bearing_given);
    for (int k = 0; k < n; k++) {
        passed += bench->film[k].is_passed;
        touching += bench->film[k].contact > 0.0;
        fed += bench->grid_point[k].port == 503;
        hollow += bench->film[k].rho < 0.999 * OIL_RHO;
    }
    assert_true(passed > 0);
    assert_true(bench->bearing_given->friction == SMOOTH || (touching > 0 && touching < n));
    assert_true(!bench->bearing_given->has_inlet || fed > 0);
    assert_true(bench->bearing_given->beta == 0.0 || hollow > 0);
}
static void every_kind_of_node_is_there(void **of) { each_bearing(*of, check_variety); }

/* Unknowns at the start: between the edges along the axis. */
static void check_initial(bench *bench)
{
    const bearing_given *bearing_given = bench->bearing_given;
    film_given edge[2] = {0};
    initial_values initial = {.y = bench->row_world->state.y, .yp = bench->row_world->state.yp};
    bench->row_world->element->type->initial(&bench->row_world->state.state, bench->row_world->element, &initial);
    for (int i = 0; i < 2; i++) {
        if (bearing_given->has_edge_ports)
            set_from_pressure(
                bearing_given,
                bench->row_world->state.y[rows_node(bench->row_world, "hydraulic", (unsigned)(501 + i))->dof],
                &edge[i]);
        else
            set_from_given(bearing_given, &bearing_given->edge[i], &edge[i]);
    }
    for (int k = 0; k < nodes_of(bearing_given); k++) {
        const double part = (bench->grid_point[k].z + 0.5 * WIDTH) / WIDTH;
        if (bench->grid_point[k].unknown >= 0)
            assert_close(bench->row_world->state.y[bench->row_world->element->internal + bench->grid_point[k].unknown],
                         (1.0 - part) * unknown_with(bearing_given, &edge[0]) +
                             part * unknown_with(bearing_given, &edge[1]));
    }
}
static void pressures_at_the_start(void **of) { each_bearing(*of, check_initial); }

/* Before the first step nothing has changed: neither density nor bristles. */
static void check_before_steps(bench *bench)
{
    for (int i = 0; i < 2; i++) {
        bench->row_world->state.state.now = i == 0 ? PHASE_DERIVATIVES : PHASE_STEP;
        bench->row_world->state.state.step = i == 0 ? 1 : 0;
        set_film(bench->row_world, bench->bearing_given, bench->grid_point, &bench->before, bench->film);
        rows_eval(bench->row_world, 0);
        check_rows(bench);
        assert_loads(bench);
    }
}
static void rows_before_the_first_step(void **of) { each_bearing(*of, check_before_steps); }

/* Linearised, density changes at the rate `rate_factor` in place of that of the step: what was before is as it is. */
static void check_linearised(bench *bench)
{
    static double J[MOST_ROWS * MOST_ROWS];
    const elem *element = bench->row_world->element;
    bench->row_world->element->type->history->accept(&bench->row_world->state.state, element,
                                                     bench->row_world->state.remembers);
    bench->row_world->state.state.dt = 0.25;
    rows_eval(bench->row_world, element->ld);
    memcpy(J, bench->row_world->J, sizeof J);
    bench->row_world->state.state.dt = 0.1;
    bench->row_world->state.state.is_linearised = true;
    bench->row_world->state.state.rate_factor = 4.0;
    rows_eval(bench->row_world, element->ld);
    for (int i = element->n - element->n_internal; i < element->n; i++)
        for (int j = 0; j < element->n; j++)
            assert_close(bench->row_world->J[i * element->ld + j], J[i * element->ld + j]);
}
static void linearised_films(void **of) { each_bearing(*of, check_linearised); }

/* As the `print` card lists them. */
static void check_words(bench *bench)
{
    text said = {0}, expected = {0};
    internal_words words = {.text = &said, .next = 1, .of_rows = true};
    bench->row_world->element->type->describe(bench->row_world->element, &words);
    for (int k = 0; k < nodes_of(bench->bearing_given); k++)
        if (bench->grid_point[k].unknown >= 0)
            text_printf(&expected, "        %d: %s Reynolds equation for node number %d\n",
                        bench->grid_point[k].unknown + 1,
                        bench->bearing_given->beta > 0.0 ? "compressible" : "incompressible", k + 1);
    assert_int_equal(said.n, expected.n);
    assert_memory_equal(said.data, expected.data, said.n);
    text_free(&said);
    text_free(&expected);
}
static void equations_in_words(void **of) { each_bearing(*of, check_words); }

int main(void)
{
    const struct CMUnitTest tests[] = {
        ROW_TEST(every_kind_of_node_is_there), ROW_TEST(reynolds_equation), ROW_TEST(forces_moments_and_losses),
        ROW_TEST(fields_of_the_film),          ROW_TEST(jacobians),         ROW_TEST(pressures_at_the_start),
        ROW_TEST(rows_before_the_first_step),  ROW_TEST(linearised_films),  ROW_TEST(equations_in_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
