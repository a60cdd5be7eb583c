/* bearing_compliance.c - surfaces that give way under the pressure of the film and of asperities.
 *
 *     w = sum w_i,  one number for each node of the grid, which widens the gap;   p: max(p, p_c) + p_contact there
 *     w_i = P (C Q p + D a),    E Q p on the modes of a modal joint with amplitudes a
 *     Q: pressures at the nodes of the surface's own grid, P: deformations at those of the film; both bilinear, around
 *     the circumference without end, beyond the ends of the axis as at them
 *     a surface that moves against the film's grid: a point (phi, z) of the film is at (phi + turn, z + shift) of it
 *
 * A half space looks the same from everywhere (bearing_half_space.c): it never moves. */
#include "element/bearing/bearing.h"
#include "element/modal/modal.h"
#include "math/jet_functions.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- from grid to grid -------------------------------------------------------------------------------------------- */

/* Where a point lies on a grid: the nodes around it, their weights, and how these change along phi and z. */
typedef struct {
    int node[4];
    double N[4], slope[2][4];
} spot;

static void find_spot(const surface_grid *g, double phi, double z, spot *to)
{
    const double turn = 2.0 * M_PI, at = phi - turn * floor((phi - g->phi[0]) / turn);
    int i = 0, j = 0;
    while (i < g->n_phi - 1 && at >= g->phi[i + 1])
        i++;
    while (j < g->n_z - 2 && z >= g->z[j + 1])
        j++;
    const double dx = g->phi[i + 1] - g->phi[i], dz = g->z[j + 1] - g->z[j], up = (z - g->z[j]) / dz;
    const bool is_beyond = up < 0.0 || up > 1.0;
    const double x[2] = {(g->phi[i + 1] - at) / dx, (at - g->phi[i]) / dx}, share = fmin(fmax(up, 0.0), 1.0);
    const double y[2] = {1.0 - share, share}, y_slope = is_beyond ? 0.0 : 1.0 / dz;
    for (int k = 0; k < 4; k++) {
        const int after = k / 2, above = k % 2;
        to->node[k] = (i + after) % g->n_phi * g->n_z + j + above;
        to->N[k] = x[after] * y[above];
        to->slope[0][k] = (after ? 1.0 : -1.0) / dx * y[above];
        to->slope[1][k] = (above ? y_slope : -y_slope) * x[after];
    }
}

/* Nodes of one grid, moved so far, on another. */
static spot *find_spots(const surface_grid *of, double turn, double shift, const surface_grid *on)
{
    spot *at = heap_resize(NULL, (size_t)grid_nodes(of) * sizeof *at);
    for (int k = 0; k < grid_nodes(of); k++)
        find_spot(on, of->phi[k / of->n_z] + turn, of->z[k % of->n_z] + shift, &at[k]);
    return at;
}

/* to += A Q, Q: one spot for each column of A */
static void times_spots(int rows, int columns, const double *A, const spot *Q, int n, double *to)
{
    for (int r = 0; r < rows; r++)
        for (int c = 0; c < columns; c++)
            for (int k = 0; k < 4; k++)
                to[(size_t)r * (size_t)n + (size_t)Q[c].node[k]] +=
                    A[(size_t)r * (size_t)columns + (size_t)c] * Q[c].N[k];
}

/* to += P A, P: one spot for each row of to */
static void spots_times(int rows, const spot *P, int columns, const double *A, double *to)
{
    for (int r = 0; r < rows; r++)
        for (int k = 0; k < 4; k++)
            for (int c = 0; c < columns; c++)
                to[(size_t)r * (size_t)columns + (size_t)c] +=
                    P[r].N[k] * A[(size_t)P[r].node[k] * (size_t)columns + (size_t)c];
}

static double *zeros(int rows, int columns)
{
    const size_t n = (size_t)rows * (size_t)columns;
    double *A = heap_resize(NULL, (n + 1) * sizeof *A);
    memset(A, 0, n * sizeof *A);
    return A;
}

/* Matrices of a surface as the film sees them; and how deformations and forces on modes change with turn and shift. */
typedef struct {
    const double *C, *D, *E;
    double *made[3];
    double *w_slope[2], *force_slope[2];
} view;

static void free_view(view *v)
{
    for (int i = 0; i < 3; i++)
        free(v->made[i]);
    for (int i = 0; i < 2; i++) {
        free(v->w_slope[i]);
        free(v->force_slope[i]);
    }
}

static view bearing_compliance_project(const yielding *y, const spot *P, const spot *Q, int n)
{
    const int own = grid_nodes(&y->grid);
    view v = {0};
    if (y->C) {
        double *half = zeros(own, n);
        v.C = v.made[0] = zeros(n, n);
        times_spots(own, own, y->C, Q, n, half);
        spots_times(n, P, n, half, v.made[0]);
        free(half);
    }
    if (y->joint) {
        v.D = v.made[1] = zeros(n, y->n_modes);
        v.E = v.made[2] = zeros(y->n_modes, n);
        spots_times(n, P, y->n_modes, y->D, v.made[1]);
        times_spots(y->n_modes, own, y->E, Q, n, v.made[2]);
    }
    return v;
}

static const double *bearing_compliance_keep(arena *memory, const double *from, size_t n)
{
    return from ? arena_copy(memory, from, n * sizeof *from) : NULL;
}

void compliance_to_film(const bearing *b, arena *memory, yielding *y)
{
    const surface_grid film_nodes = film_grid(b);
    const size_t n = (size_t)bearing_nodes(b), modes = (size_t)y->n_modes;
    spot *P = find_spots(&film_nodes, 0.0, 0.0, &y->grid), *Q = find_spots(&y->grid, 0.0, 0.0, &film_nodes);
    view v = bearing_compliance_project(y, P, Q, (int)n);
    y->C = bearing_compliance_keep(memory, v.C, n * n);
    y->D = bearing_compliance_keep(memory, v.D, n * modes);
    y->E = bearing_compliance_keep(memory, v.E, n * modes);
    free_view(&v);
    free(P);
    free(Q);
}

/* --- one that moves ----------------------------------------------------------------------------------------------- */

static void see(int n, const state *s, const bearing *b, jet1 *turn, jet1 *shift)
{
    const bearing_side o = b->carrier == SHAFT ? BEARING : SHAFT;
    const bearing_surface *const from = &b->side[b->carrier], *const to = &b->side[o];
    const mat3 back = mat3_transpose(&to->R);
    jet_node on[2];
    jet3 arm, seen, axis;
    for (int i = 0; i < 2; i++)
        jet_node_seed(n, &on[i], s, b->side[i].node->pose, 6 * i);
    jet_node_arm(n, &arm, &on[b->carrier], mat3_col(&from->R, 0));
    jet_node_local(n, &seen, &on[o], &arm);
    jet3_mul(n, &axis, &back, &seen);
    jet1 x = {.v = axis.v[0]}, y = {.v = axis.v[1]};
    JET_LANES(n, l) x.d[l] = axis.d[0][l], y.d[l] = axis.d[1][l];
    jet1_atan2(n, turn, &y, &x);
    jet1_const(n, shift, 0.0);
    if (!b->slides)
        return;
    jet_node_arm(n, &arm, &on[b->carrier], from->o);
    jet3_add_to(n, &arm, 1.0, &on[b->carrier].x);
    jet3_add_to(n, &arm, -1.0, &on[o].x);
    jet_node_local(n, &seen, &on[o], &arm);
    jet3_add_vec3_to(&seen, -1.0, to->o);
    jet3_mul(n, &axis, &back, &seen);
    shift->v = axis.v[2];
    JET_LANES(n, l) shift->d[l] = axis.d[2][l];
}

static double amplitude(const state *s, const yielding *y, int m) { return modal_amplitudes(s, y->joint)[y->mode[m]]; }

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

/* With axis 0 the turn changes, with 1 the shift: P' (C Q p + D a) + P C Q' p, and E Q' p. */
static void set_slopes(const state *s, const yielding *y, const spot *P, const spot *Q, const double *p, int n, view *v)
{
    const int own = grid_nodes(&y->grid);
    double *felt = zeros(own, 1), *change = zeros(own, 1), *w = zeros(own, 1), *w_change = zeros(own, 1);
    for (int j = 0; j < own; j++)
        felt[j] = at_spot(&Q[j], Q[j].N, p);
    multiply(own, own, y->C, felt, w);
    for (int j = 0; j < own; j++)
        for (int m = 0; m < y->n_modes; m++)
            w[j] += y->D[(size_t)j * (size_t)y->n_modes + (size_t)m] * amplitude(s, y, m);
    for (int axis = 0; axis < 2; axis++) {
        for (int j = 0; j < own; j++)
            change[j] = -at_spot(&Q[j], Q[j].slope[axis], p), w_change[j] = 0.0;
        multiply(own, own, y->C, change, w_change);
        v->w_slope[axis] = zeros(n, 1);
        v->force_slope[axis] = zeros(y->n_modes, 1);
        for (int k = 0; k < n; k++)
            v->w_slope[axis][k] = at_spot(&P[k], P[k].slope[axis], w) + at_spot(&P[k], P[k].N, w_change);
        multiply(y->n_modes, own, y->E, change, v->force_slope[axis]);
    }
    free(felt);
    free(change);
    free(w);
    free(w_change);
}

/* p: pressures at the nodes of the film, for slopes; NULL: these are not wanted. */
static view bearing_compliance_look(const state *s, const bearing *b, const yielding *y, const double *p)
{
    if (!y->moves)
        return (view){.C = y->C, .D = y->D, .E = y->E};
    const surface_grid film_nodes = film_grid(b);
    const int n = bearing_nodes(b);
    jet1 turn, shift;
    see(0, s, b, &turn, &shift);
    spot *P = find_spots(&film_nodes, turn.v, shift.v, &y->grid),
         *Q = find_spots(&y->grid, -turn.v, -shift.v, &film_nodes);
    view v = bearing_compliance_project(y, P, Q, n);
    if (p)
        set_slopes(s, y, P, Q, p, n, &v);
    free(P);
    free(Q);
    return v;
}

/* --- deformations ------------------------------------------------------------------------------------------------- */

static own_number felt_at(const bearing *b, const film *f)
{
    return f->p.v > b->oil->pressure ? f->p : (own_number){b->oil->pressure, 0.0};
}

static double *felt_by(const bearing *b, const film *f)
{
    double *p = zeros(bearing_nodes(b), 1);
    for (int k = 0; k < bearing_nodes(b); k++)
        p[k] = felt_at(b, &f[k]).v + f[k].contact.v;
    return p;
}

/* w += that of one surface */
static void add_part(const state *s, const bearing *b, const yielding *y, const double *p, double *w)
{
    const int n = bearing_nodes(b);
    view v = bearing_compliance_look(s, b, y, NULL);
    multiply(n, n, v.C, p, w);
    for (int k = 0; k < n; k++)
        for (int m = 0; m < y->n_modes; m++)
            w[k] += v.D[(size_t)k * (size_t)y->n_modes + (size_t)m] * amplitude(s, y, m);
    free_view(&v);
}

void compliance_parts(const state *s, const elem *e, film *f)
{
    const bearing *b = e->self;
    const int n = bearing_nodes(b);
    double *p = felt_by(b, f), *w = zeros(n, 1);
    for (int i = 0; i < b->n_soft; i++) {
        memset(w, 0, (size_t)n * sizeof *w);
        add_part(s, b, &b->soft[i], p, w);
        for (int k = 0; k < n; k++)
            f[k].part[b->soft[i].side] += w[k];
    }
    free(p);
    free(w);
}

void compliance_initial(const state *s, const elem *e, initial_values *v)
{
    const bearing *b = e->self;
    const int n = bearing_nodes(b);
    if (b->n_soft == 0)
        return;
    state start = *s;
    start.y = v->y;
    double *p = zeros(n, 1), *w = v->y + e->own + b->deformation;
    for (int j = 0; j < n; j++) {
        film f = {0};
        film_fluid(&start, e, j, &f);
        p[j] = felt_at(b, &f).v;
        w[j] = 0.0;
    }
    for (int i = 0; i < b->n_soft; i++)
        add_part(&start, b, &b->soft[i], p, w);
    free(p);
}

/* --- rows --------------------------------------------------------------------------------------------------------- */

typedef struct {
    const bearing *b;
    const yielding *y;
    view v;
    int first, modes; /* rows of deformations, of modes */
    double scale;     /* rows are divided by the clearance of the cylinders */
} soft_work;

static void pressure_rows(int n, const soft_work *k, const film *f, local *out)
{
    const bearing *b = k->b;
    const int count = bearing_nodes(b);
    for (int j = 0; j < count; j++) {
        const meeting m = meeting_begin(b, n, 1, &j);
        jet1 p, contact;
        meeting_own(&m, 0, felt_at(b, &f[j]), &p);
        meeting_wide(&m, 0, &f[j].contact, &contact);
        jet1_add_to(m.lanes, &p, 1.0, &contact);
        for (int i = 0; k->v.C && i < count; i++)
            meeting_put(b, &m, out, k->first + i, -k->scale * k->v.C[(size_t)i * (size_t)count + (size_t)j], &p);
        for (int i = 0; i < k->y->n_modes; i++)
            meeting_put(b, &m, out, k->modes + k->y->mode[i], k->v.E[(size_t)i * (size_t)count + (size_t)j], &p);
    }
}

static void mode_columns(int n, const state *s, const soft_work *k, local *out)
{
    const yielding *y = k->y;
    for (int i = 0; i < bearing_nodes(k->b); i++)
        for (int m = 0; m < y->n_modes; m++) {
            const double D = -k->scale * k->v.D[(size_t)i * (size_t)y->n_modes + (size_t)m];
            out->r[k->first + i] += D * amplitude(s, y, m);
            if (n > 0)
                out->J[(size_t)(k->first + i) * (size_t)out->ld + (size_t)(k->modes + y->mode[m])] += D * s->dvalue;
        }
}

static void motion_columns(const state *s, const soft_work *k, local *out)
{
    jet1 moved[2];
    see(MOTION, s, k->b, &moved[0], &moved[1]);
    for (int axis = 0; axis < 2; axis++)
        for (int l = 0; l < MOTION; l++) {
            double *const column = out->J + l;
            for (int i = 0; i < bearing_nodes(k->b); i++)
                column[(size_t)(k->first + i) * (size_t)out->ld] -= k->scale * k->v.w_slope[axis][i] * moved[axis].d[l];
            for (int m = 0; m < k->y->n_modes; m++)
                column[(size_t)(k->modes + k->y->mode[m]) * (size_t)out->ld] +=
                    k->v.force_slope[axis][m] * moved[axis].d[l];
        }
}

void compliance_rows(int n, const state *s, const elem *e, const film *f, local *out)
{
    const bearing *b = e->self;
    if (b->n_soft == 0)
        return;
    const int count = bearing_nodes(b), first = bearing_own(b) + b->deformation;
    const double scale = b->equation_scale / fabs(b->side[BEARING].radius - b->side[SHAFT].radius);
    for (int k = 0; k < count; k++) {
        out->r[first + k] += scale * f[k].w;
        if (n > 0)
            out->J[(size_t)(first + k) * (size_t)out->ld + (size_t)(first + k)] += scale * s->dvalue;
    }
    double *p = felt_by(b, f);
    for (int i = 0; i < b->n_soft; i++) {
        soft_work k = {.b = b, .y = &b->soft[i], .first = first, .modes = soft_modes(b, i), .scale = scale};
        k.v = bearing_compliance_look(s, b, k.y, p);
        pressure_rows(n, &k, f, out);
        mode_columns(n, s, &k, out);
        if (n > 0 && k.y->moves)
            motion_columns(s, &k, out);
        free_view(&k.v);
    }
    free(p);
}
