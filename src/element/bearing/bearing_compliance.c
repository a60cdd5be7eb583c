/* bearing_compliance.c - surfaces that deform under the pressure of the film and of asperities.
 *
 *     w = sum w_i,  one number per node of the grid, which widens the gap;   p: max(p, p_c) + p_contact at the node
 *     w_i = P (C Q p + D a),    E Q p on the modes of a modal joint with amplitudes a
 *     Q: pressures at the nodes of the surface's own grid, P: deformations at those of the film; both bilinear,
 *     periodic around the circumference, constant beyond the axial ends
 *     a surface that moves relative to the film's grid: a point (phi, z) of the film is at (phi + rotation, z + shift)
 *
 * A half space has the same compliance everywhere (bearing_half_space.c): it is never treated as moving. */
#include "element/bearing/bearing.h"
#include "element/modal/modal.h"
#include "math/jet_functions.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- interpolation between grids ---------------------------------------------------------------------------------- */

/* Position of a point on a grid: the nodes around it, their weights, and the derivatives of these along phi and z. */
typedef struct {
    int node[4];
    double N[4], derivative[2][4];
} spot;

static void find_spot(const surface_grid *surface_grid, double phi, double z, spot *to)
{
    const double rotation = 2.0 * M_PI, at = phi - rotation * floor((phi - surface_grid->phi[0]) / rotation);
    int i = 0, j = 0;
    while (i < surface_grid->n_phi - 1 && at >= surface_grid->phi[i + 1])
        i++;
    while (j < surface_grid->n_z - 2 && z >= surface_grid->z[j + 1])
        j++;
    const double dx = surface_grid->phi[i + 1] - surface_grid->phi[i], dz = surface_grid->z[j + 1] - surface_grid->z[j],
                 up = (z - surface_grid->z[j]) / dz;
    const bool is_beyond = up < 0.0 || up > 1.0;
    const double x[2] = {(surface_grid->phi[i + 1] - at) / dx, (at - surface_grid->phi[i]) / dx},
                 share = fmin(fmax(up, 0.0), 1.0);
    const double y[2] = {1.0 - share, share}, y_derivative = is_beyond ? 0.0 : 1.0 / dz;
    for (int k = 0; k < 4; k++) {
        const int after = k / 2, above = k % 2;
        to->node[k] = (i + after) % surface_grid->n_phi * surface_grid->n_z + j + above;
        to->N[k] = x[after] * y[above];
        to->derivative[0][k] = (after ? 1.0 : -1.0) / dx * y[above];
        to->derivative[1][k] = (above ? y_derivative : -y_derivative) * x[after];
    }
}

/* Locates the nodes of the grid `of`, displaced by rotation and shift, on the grid `on`. The caller must free() the
 * result. */
static spot *find_spots(const surface_grid *of, double rotation, double shift, const surface_grid *on)
{
    spot *at = heap_resize(NULL, (size_t)grid_nodes(of) * sizeof *at);
    for (int k = 0; k < grid_nodes(of); k++)
        find_spot(on, of->phi[k / of->n_z] + rotation, of->z[k % of->n_z] + shift, &at[k]);
    return at;
}

/* to += A Q, Q: one spot per column of A. */
static void times_spots(int rows, int columns, const double *A, const spot *spot, int n, double *to)
{
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < columns; c++)
            for (int k = 0; k < 4; k++)
                to[(size_t)r * (size_t)n + (size_t)spot[c].node[k]] +=
                    A[(size_t)r * (size_t)columns + (size_t)c] * spot[c].N[k];
}

/* to += P A, P: one spot per row of `to`. */
static void spots_times(int rows, const spot *spot, int columns, const double *A, double *to)
{
    for (int r = 0; r < rows; r++)
        for (int k = 0; k < 4; k++)
            for (int c = 0; c < columns; c++)
                to[(size_t)r * (size_t)columns + (size_t)c] +=
                    spot[r].N[k] * A[(size_t)spot[r].node[k] * (size_t)columns + (size_t)c];
}

static double *zeros(int rows, int columns)
{
    const size_t n = (size_t)rows * (size_t)columns;
    double *A = heap_resize(NULL, (n + 1) * sizeof *A);
    memset(A, 0, n * sizeof *A);
    return A;
}

/* Matrices of a surface on the grid of the film, and the derivatives of deformations and modal forces with respect to
 * rotation and shift. */
typedef struct {
    const double *C, *D, *E;
    double *made[3];
    double *w_derivative[2], *force_derivative[2];
} view;

static void free_view(view *view)
{
    for (int i = 0; i < 3; i++)
        free(view->made[i]);
    for (int i = 0; i < 2; i++) {
        free(view->w_derivative[i]);
        free(view->force_derivative[i]);
    }
}

static view bearing_compliance_project(const yielding *yielding, const spot *P, const spot *Q, int n)
{
    const int internal = grid_nodes(&yielding->grid);
    view view = {0};
    if (yielding->C) {
        double *half = zeros(internal, n);
        view.C = view.made[0] = zeros(n, n);
        times_spots(internal, internal, yielding->C, Q, n, half);
        spots_times(n, P, n, half, view.made[0]);
        free(half);
    }
    if (yielding->joint) {
        view.D = view.made[1] = zeros(n, yielding->n_modes);
        view.E = view.made[2] = zeros(yielding->n_modes, n);
        spots_times(n, P, yielding->n_modes, yielding->D, view.made[1]);
        times_spots(yielding->n_modes, internal, yielding->E, Q, n, view.made[2]);
    }
    return view;
}

static const double *bearing_compliance_keep(arena *memory, const double *from, size_t n)
{
    return from ? arena_copy(memory, from, n * sizeof *from) : NULL;
}

void compliance_to_film(const bearing *bearing, arena *memory, yielding *yielding)
{
    const surface_grid film_nodes = film_grid(bearing);
    const size_t n = (size_t)bearing_nodes(bearing), modes = (size_t)yielding->n_modes;
    spot *P = find_spots(&film_nodes, 0.0, 0.0, &yielding->grid),
         *Q = find_spots(&yielding->grid, 0.0, 0.0, &film_nodes);
    view view = bearing_compliance_project(yielding, P, Q, (int)n);
    yielding->C = bearing_compliance_keep(memory, view.C, n * n);
    yielding->D = bearing_compliance_keep(memory, view.D, n * modes);
    yielding->E = bearing_compliance_keep(memory, view.E, n * modes);
    free_view(&view);
    free(P);
    free(Q);
}

/* --- moving surfaces ---------------------------------------------------------------------------------------------- */

static void see(int lanes, const state *state, const bearing *bearing, jet1 *rotation, jet1 *shift)
{
    const bearing_side side = bearing->carrier == SHAFT ? BEARING : SHAFT;
    const bearing_surface *const from = &bearing->side[bearing->carrier], *const to = &bearing->side[side];
    const mat3 back = mat3_transpose(&to->R);
    jet_node on[2];
    jet3 arm, seen, axis;
    for (int i = 0; i < 2; i++)
        jet_node_seed(lanes, &on[i], state, bearing->side[i].node->pose, 6 * i);
    jet_node_arm(lanes, &arm, &on[bearing->carrier], mat3_col(&from->R, 0));
    jet_node_local(lanes, &seen, &on[side], &arm);
    jet3_mul(lanes, &axis, &back, &seen);
    jet1 x = {.v = axis.v[0]}, y = {.v = axis.v[1]};
    JET_LANES(lanes, l) x.d[l] = axis.d[0][l], y.d[l] = axis.d[1][l];
    jet1_atan2(lanes, rotation, &y, &x);
    jet1_const(lanes, shift, 0.0);
    if (!bearing->slides)
        return;
    jet_node_arm(lanes, &arm, &on[bearing->carrier], from->o);
    jet3_add_to(lanes, &arm, 1.0, &on[bearing->carrier].x);
    jet3_add_to(lanes, &arm, -1.0, &on[side].x);
    jet_node_local(lanes, &seen, &on[side], &arm);
    jet3_add_vec3_to(&seen, -1.0, to->o);
    jet3_mul(lanes, &axis, &back, &seen);
    shift->v = axis.v[2];
    JET_LANES(lanes, l) shift->d[l] = axis.d[2][l];
}

static double amplitude(const state *state, const yielding *yielding, int m)
{
    return modal_amplitudes(state, yielding->joint)[yielding->mode[m]];
}

/* to += A x */
static void multiply(int rows, int columns, const double *A, const double *x, double *to)
{
    for (int r = 0; A && r < rows; r++)
        for (int c = 0; c < columns; c++)
            to[r] += A[(size_t)r * (size_t)columns + (size_t)c] * x[c];
}

static double at_spot(const spot *at, const double weights[4], const double *x)
{
    double sum = 0.0;
    for (int k = 0; k < 4; k++)
        sum += weights[k] * x[at->node[k]];
    return sum;
}

/* Axis 0: derivative with respect to the rotation, axis 1: to the shift: P' (C Q p + D a) + P C Q' p, and E Q' p. */
static void set_derivatives(const state *state, const yielding *yielding, const spot *P, const spot *Q, const double *p,
                            int n, view *view)
{
    const int internal = grid_nodes(&yielding->grid);
    double *felt = zeros(internal, 1), *change = zeros(internal, 1), *w = zeros(internal, 1),
           *w_change = zeros(internal, 1);
    for (int j = 0; j < internal; j++)
        felt[j] = at_spot(&Q[j], Q[j].N, p);
    multiply(internal, internal, yielding->C, felt, w);
    for (int j = 0; j < internal; j++)
        for (int m = 0; m < yielding->n_modes; m++)
            w[j] += yielding->D[(size_t)j * (size_t)yielding->n_modes + (size_t)m] * amplitude(state, yielding, m);
    for (int axis = 0; axis < 2; axis++) {
        for (int j = 0; j < internal; j++)
            change[j] = -at_spot(&Q[j], Q[j].derivative[axis], p), w_change[j] = 0.0;
        multiply(internal, internal, yielding->C, change, w_change);
        view->w_derivative[axis] = zeros(n, 1);
        view->force_derivative[axis] = zeros(yielding->n_modes, 1);
        for (int k = 0; k < n; k++)
            view->w_derivative[axis][k] = at_spot(&P[k], P[k].derivative[axis], w) + at_spot(&P[k], P[k].N, w_change);
        multiply(yielding->n_modes, internal, yielding->E, change, view->force_derivative[axis]);
    }
    free(felt);
    free(change);
    free(w);
    free(w_change);
}

/* p: pressures at the nodes of the film, for derivatives; NULL: no derivatives. */
static view bearing_compliance_look(const state *state, const bearing *bearing, const yielding *yielding,
                                    const double *p)
{
    if (!yielding->moves)
        return (view){.C = yielding->C, .D = yielding->D, .E = yielding->E};
    const surface_grid film_nodes = film_grid(bearing);
    const int n = bearing_nodes(bearing);
    jet1 rotation, shift;
    see(0, state, bearing, &rotation, &shift);
    spot *P = find_spots(&film_nodes, rotation.v, shift.v, &yielding->grid),
         *Q = find_spots(&yielding->grid, -rotation.v, -shift.v, &film_nodes);
    view view = bearing_compliance_project(yielding, P, Q, n);
    if (p)
        set_derivatives(state, yielding, P, Q, p, n, &view);
    free(P);
    free(Q);
    return view;
}

/* --- deformations ------------------------------------------------------------------------------------------------- */

static own_number felt_at(const bearing *bearing, const film *film)
{
    return film->number.v > bearing->oil->pressure ? film->number : (own_number){bearing->oil->pressure, 0.0};
}

static double *felt_by(const bearing *bearing, const film *film)
{
    double *p = zeros(bearing_nodes(bearing), 1);
    for (int k = 0; k < bearing_nodes(bearing); k++)
        p[k] = felt_at(bearing, &film[k]).v + film[k].contact.v;
    return p;
}

/* w += the deformation of one surface */
static void add_part(const state *state, const bearing *bearing, const yielding *yielding, const double *p, double *w)
{
    const int n = bearing_nodes(bearing);
    view view = bearing_compliance_look(state, bearing, yielding, NULL);
    multiply(n, n, view.C, p, w);
    for (int k = 0; k < n; k++)
        for (int m = 0; m < yielding->n_modes; m++)
            w[k] += view.D[(size_t)k * (size_t)yielding->n_modes + (size_t)m] * amplitude(state, yielding, m);
    free_view(&view);
}

void compliance_parts(const state *state, const elem *element, film *film)
{
    const bearing *bearing = element->self;
    const int n = bearing_nodes(bearing);
    double *p = felt_by(bearing, film), *w = zeros(n, 1);
    for (int i = 0; i < bearing->n_soft; i++) {
        memset(w, 0, (size_t)n * sizeof *w);
        add_part(state, bearing, &bearing->soft[i], p, w);
        for (int k = 0; k < n; k++)
            film[k].part[bearing->soft[i].side] += w[k];
    }
    free(p);
    free(w);
}

void compliance_initial(const state *s, const elem *element, initial_values *initial)
{
    const bearing *bearing = element->self;
    const int n = bearing_nodes(bearing);
    if (bearing->n_soft == 0)
        return;
    state start = *s;
    start.y = initial->y;
    double *p = zeros(n, 1), *w = initial->y + element->internal + bearing->deformation;
    for (int j = 0; j < n; j++) {
        film film = {0};
        film_fluid(&start, element, j, &film);
        p[j] = felt_at(bearing, &film).v;
        w[j] = 0.0;
    }
    for (int i = 0; i < bearing->n_soft; i++)
        add_part(&start, bearing, &bearing->soft[i], p, w);
    free(p);
}

/* --- rows --------------------------------------------------------------------------------------------------------- */

typedef struct {
    const bearing *bearing;
    const yielding *yielding;
    view view;
    int first, modes; /* first rows of deformations, of modes */
    double scale;     /* rows are divided by the clearance of the cylinders */
} soft_work;

static void pressure_rows(int lanes, const soft_work *work, const film *film, local *out)
{
    const bearing *bearing = work->bearing;
    const int count = bearing_nodes(bearing);
    for (int j = 0; j < count; j++) {
        const meeting meeting = meeting_begin(bearing, lanes, 1, &j);
        jet1 p, contact;
        meeting_internal(&meeting, 0, felt_at(bearing, &film[j]), &p);
        meeting_wide(&meeting, 0, &film[j].contact, &contact);
        jet1_add_to(meeting.lanes, &p, 1.0, &contact);
        for (int i = 0; work->view.C && i < count; i++)
            meeting_put(bearing, &meeting, out, work->first + i,
                        -work->scale * work->view.C[(size_t)i * (size_t)count + (size_t)j], &p);
        for (int i = 0; i < work->yielding->n_modes; i++)
            meeting_put(bearing, &meeting, out, work->modes + work->yielding->mode[i],
                        work->view.E[(size_t)i * (size_t)count + (size_t)j], &p);
    }
}

static void mode_columns(int lanes, const state *state, const soft_work *work, local *out)
{
    const yielding *yielding = work->yielding;
    for (int i = 0; i < bearing_nodes(work->bearing); i++)
        for (int m = 0; m < yielding->n_modes; m++) {
            const double D = -work->scale * work->view.D[(size_t)i * (size_t)yielding->n_modes + (size_t)m];
            out->r[work->first + i] += D * amplitude(state, yielding, m);
            if (lanes > 0)
                out->J[(size_t)(work->first + i) * (size_t)out->ld + (size_t)(work->modes + yielding->mode[m])] +=
                    D * state->dvalue;
        }
}

static void motion_columns(const state *state, const soft_work *work, local *out)
{
    jet1 moved[2];
    see(MOTION, state, work->bearing, &moved[0], &moved[1]);
    for (int axis = 0; axis < 2; axis++)
        for (int l = 0; l < MOTION; l++) {
            double *const column = out->J + l;
            for (int i = 0; i < bearing_nodes(work->bearing); i++)
                column[(size_t)(work->first + i) * (size_t)out->ld] -=
                    work->scale * work->view.w_derivative[axis][i] * moved[axis].d[l];
            for (int m = 0; m < work->yielding->n_modes; m++)
                column[(size_t)(work->modes + work->yielding->mode[m]) * (size_t)out->ld] +=
                    work->view.force_derivative[axis][m] * moved[axis].d[l];
        }
}

void compliance_rows(int lanes, const state *state, const elem *element, const film *film, local *out)
{
    const bearing *bearing = element->self;
    if (bearing->n_soft == 0)
        return;
    const int count = bearing_nodes(bearing), first = bearing_internal(bearing) + bearing->deformation;
    const double scale = bearing->equation_scale / fabs(bearing->side[BEARING].radius - bearing->side[SHAFT].radius);
    for (int k = 0; k < count; k++) {
        out->r[first + k] += scale * film[k].w;
        if (lanes > 0)
            out->J[(size_t)(first + k) * (size_t)out->ld + (size_t)(first + k)] += scale * state->dvalue;
    }
    double *p = felt_by(bearing, film);
    for (int i = 0; i < bearing->n_soft; i++) {
        soft_work work = {.bearing = bearing,
                          .yielding = &bearing->soft[i],
                          .first = first,
                          .modes = soft_modes(bearing, i),
                          .scale = scale};
        work.view = bearing_compliance_look(state, bearing, work.yielding, p);
        pressure_rows(lanes, &work, film, out);
        mode_columns(lanes, state, &work, out);
        if (lanes > 0 && work.yielding->moves)
            motion_columns(state, &work, out);
        free_view(&work.view);
    }
    free(p);
}
