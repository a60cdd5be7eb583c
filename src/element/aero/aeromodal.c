/* aeromodal.c - unsteady aerodynamic forces on the modes of a modal joint, from a model in state-space form.
 *
 *     x' = (2 V/c) (A x + B q)
 *     f  = rho V^2/2 (C x + D0 q + c/(2 V) D1 q' + (c/(2 V))^2 D2 q'')
 *
 * q: amplitudes of the modes; with `rigid` they are preceded by six coordinates of the modal node. With the axes R of
 * the element (those of the node, rotated by the orientation) and the initial position x0 and orientation R0 of the
 * node,
 *
 *     q   R' (X - x0)                rotation vector of R_n R0' (global axes)
 *     q'  R' (X' - W x (X - x0))     R' W
 *     q'' R' X''                     R' W'
 *
 * and the first six rows of f are the force and moment on the node, along the axes of the element. With `gust` two
 * columns follow the modes: u = (v2, v3)/V after a second-order low-pass filter,
 *
 *     g' = h,   h' = w^2 (u - g) - 1.414 w h,     q = g,   q' = h,   q'' = h'
 *
 * where v is the velocity of the air at the node, in global axes. V is the component along axis 1 of the element of v
 * minus the velocity of the node, whose component along the global axis 1 is left out. MBDyn does the same.
 *
 * Printed (.amd): label, x, x'; with gusts g, h. */
#include "contract/sampler.h"
#include "element/aero/air.h"
#include "element/blocks.h"
#include "element/diag_rows.h"
#include "element/modal/modal.h"
#include "math/rotation.h"
#include "model/number_lines.h"
#include "model/reading.h"
#include <math.h>
#include <string.h>

enum { RIGID = 6, GUSTS = 2, ORDERS = 3, MOST_STATES = 10000 };

typedef struct {
    const elem *joint;
    mat3 Ra;
    double chord, filter; /* filter 0: without gusts */
    int n_states;
    int first_mode; /* among the inputs: behind the rigid ones */
    int n_out;      /* rigid and modal ones */
    int n_in;       /* and gusts */
    const double *A, *B, *C, *D[ORDERS];
    vec3 x0;
    mat3 R0;
    const elem *const *air;
} aeromodal;

static const modal *aeromodal_body_of(const aeromodal *a) { return a->joint->self; }
/* Twice the damping of the filter, 0.707. */
static const double DAMPING = 1.414;

static bool has_gusts(const aeromodal *a) { return a->filter > 0; }

/* --- reading ------------------------------------------------------------------------------------------------------ */

static bool is_title(const number_lines *l, const char *name)
{
    static const char WORDS[] = "*** MATRIX ";
    const size_t n = sizeof WORDS - 1, length = (size_t)(l->line_end - l->cursor), rest = strlen(name);
    return length >= n + rest && memcmp(l->cursor, WORDS, n) == 0 && memcmp(l->cursor + n, name, rest) == 0 &&
           lines_is_blank(l->cursor + n + rest, l->line_end);
}

static const double *matrix_of_file(number_lines *l, const char *name, int rows, int columns)
{
    double *M = ARENA_ARRAY(reader_arena(l->r), double, rows *columns);
    do {
        if (!lines_next(l, "the file ends here: a matrix is missing"))
            return M;
    } while (lines_is_blank(l->cursor, l->line_end));
    if (!is_title(l, name)) {
        lines_complain_line(l, "expected '*** MATRIX' and one of A, B, C, D0, D1, D2, in this order");
        return M;
    }
    l->cursor = l->line_end;
    for (int i = 0; i < rows * columns && read_ok(l->r); i++) {
        while (lines_is_blank(l->cursor, l->line_end))
            if (!lines_next(l, "the file ends here: numbers of the matrix are missing"))
                return M;
        lines_number(l, &M[i]);
    }
    if (read_ok(l->r) && !lines_is_blank(l->cursor, l->line_end))
        lines_complain_line(l, "there are more numbers here than the matrix has");
    return M;
}

static void aeromodal_read_file(reader *r, aeromodal *a)
{
    static const char *const NAMES[ORDERS] = {"D0", "D1", "D2"};
    const char *path = read_filename(r, "name of the file");
    number_lines l;
    if (!read_ok(r) || !lines_open(&l, r, "aerodynamic matrices", path, read_last_place(r)))
        return;
    a->A = matrix_of_file(&l, "A", a->n_states, a->n_states);
    a->B = read_ok(r) ? matrix_of_file(&l, "B", a->n_states, a->n_in) : NULL;
    a->C = read_ok(r) ? matrix_of_file(&l, "C", a->n_out, a->n_states) : NULL;
    for (int k = 0; k < ORDERS && read_ok(r); k++)
        a->D[k] = matrix_of_file(&l, NAMES[k], a->n_out, a->n_in);
}

static void aeromodal_count(arena *memory, elem *e, bool is_rigid)
{
    aeromodal *a = e->self;
    a->first_mode = is_rigid ? RIGID : 0;
    a->n_out = a->first_mode + aeromodal_body_of(a)->M;
    a->n_in = a->n_out + (has_gusts(a) ? GUSTS : 0);
    e->n_own = a->n_states + (has_gusts(a) ? 2 * GUSTS : 0);
    own_kind *kinds = ARENA_ARRAY(memory, own_kind, e->n_own + 1);
    for (int i = 0; i < e->n_own; i++)
        kinds[i] = OWN_DIFFERENTIAL;
    e->kinds = kinds;
}

static void aeromodal_read(reader *r, elem *e)
{
    aeromodal *a = e->self;
    a->air = &model_of(r)->air;
    a->joint = read_modal_joint(r, "modal joint");
    const node *on = a->joint ? aeromodal_body_of(a)->frame.node : NULL;
    const frame_context c = {.own = on ? on->initial : NULL};
    a->Ra = read_orientation_rel(r, &c, "orientation");
    a->chord = read_positive(r, "reference chord");
    a->n_states = read_integer_in(r, 0, MOST_STATES, "number of aerodynamic states");
    const bool is_rigid = read_keyword(r, "rigid");
    if (is_rigid && read_ok(r) && !on)
        read_error_last(r, E_AEROMODAL_RIGID, a->joint->label);
    if (read_keyword(r, "gust"))
        a->filter = read_positive(r, "frequency of the gust filter");
    if (!read_ok(r))
        return;
    if (on) {
        a->x0 = on->initial->x;
        a->R0 = on->initial->R;
    }
    aeromodal_count(reader_arena(r), e, is_rigid);
    aeromodal_read_file(r, a);
}

/* --- rows and columns --------------------------------------------------------------------------------------------- */

typedef struct {
    int mode, rate; /* first amplitude of the joint and first rate; rows of modes are those of the amplitudes */
    int x, g, h;    /* own */
} places;

static places aeromodal_places_of(const aeromodal *a)
{
    const int first = floating_lanes(&aeromodal_body_of(a)->frame);
    return (places){.mode = first,
                    .rate = first + aeromodal_body_of(a)->M,
                    .x = first + a->joint->n_own,
                    .g = first + a->joint->n_own + a->n_states,
                    .h = first + a->joint->n_own + a->n_states + GUSTS};
}

static void connect_loads(const aeromodal *a, layout *l, int row, int n_rows)
{
    const places at = aeromodal_places_of(a);
    layout_full(l, row, n_rows, 0, at.mode);
    layout_full(l, row, n_rows, at.mode, 2 * aeromodal_body_of(a)->M);
    layout_full(l, row, n_rows, at.x, a->n_states + (has_gusts(a) ? 2 * GUSTS : 0));
}

static void aeromodal_connect(const elem *e, layout *l)
{
    const aeromodal *a = e->self;
    const places at = aeromodal_places_of(a);
    if (aeromodal_body_of(a)->frame.node) {
        layout_node(l, aeromodal_body_of(a)->frame.node);
        layout_momentum(l, aeromodal_body_of(a)->frame.node);
    }
    layout_other(l, a->joint);
    layout_own(l);
    layout_clear(l);
    connect_loads(a, l, 0, a->first_mode);
    connect_loads(a, l, at.mode, aeromodal_body_of(a)->M);
    layout_full(l, at.x, a->n_states, 0, at.mode + aeromodal_body_of(a)->M);
    layout_full(l, at.x, a->n_states, at.x, a->n_states);
    if (!has_gusts(a))
        return;
    layout_full(l, at.x, a->n_states, at.g, GUSTS);
    layout_full(l, at.h, GUSTS, 0, at.mode);
    for (int i = 0; i < GUSTS; i++) {
        layout_full(l, at.g + i, 1, at.g + i, 1);
        layout_full(l, at.g + i, 1, at.h + i, 1);
        layout_full(l, at.h + i, 1, at.g + i, 1);
        layout_full(l, at.h + i, 1, at.h + i, 1);
    }
}

/* --- the node and the air ----------------------------------------------------------------------------------------- */

typedef struct {
    int n; /* of jets */
    const state *s;
    const elem *e;
    const aeromodal *a;
    places places;
    local *out;
    jet_node nd;
    mat3 R;                  /* axes of the element */
    jet3 v;                  /* velocity of the air, global axes */
    jet1 speed;              /* V */
    jet1 weight[ORDERS];     /* of C and D0, D1, D2 */
    jet3 rigid[ORDERS][2];   /* displacement and rotation, their rates, accelerations */
    const double *q[ORDERS]; /* of the modes */
    const double *g[ORDERS]; /* of the gusts */
} work;

/* r = R' a: a global vector along the axes of the element. */
static void to_axes(const work *k, const jet3 *a, jet3 *r)
{
    const mat3 Rt = mat3_transpose(&k->R);
    jet3 t = *a;
    jet3_spin_by(k->n, &t, -1.0, &k->nd.theta);
    jet3_mul(k->n, r, &Rt, &t);
}

/* The velocity of the air and its density. */
static void see_air(work *k, jet1 *density)
{
    const elem *air = *k->a->air;
    const bool varies = k->n && air_has_slopes(air);
    air_moment now;
    air_point at;
    air_slopes slopes;
    air_begin(air, k->s, &now);
    air_at(&now, jet3_value(&k->nd.x), &at, varies ? &slopes : NULL);
    jet3_const(k->n, &k->v, at.v);
    jet1_seed(k->n, density, at.density, 0, 0.0);
    if (!varies)
        return;
    jet3_mul(k->n, &k->v, &slopes.v, &k->nd.x);
    for (int i = 0; i < 3; i++)
        k->v.v[i] = vec3_get(at.v, i);
    for (int i = 0; i < 3; i++)
        JET_LANES(k->n, l) density->d[l] += vec3_get(slopes.density, i) * k->nd.x.d[i][l];
}

static void see_speed(work *k)
{
    jet3 v = k->nd.v, u;
    jet1 density;
    see_air(k, &density);
    v.v[0] = 0.0;
    JET_LANES(k->n, l) v.d[0][l] = 0.0;
    jet3_add(k->n, &u, &k->v, -1.0, &v);
    to_axes(k, &u, &v);
    const double sign = v.v[0] < 0 ? -1.0 : 1.0;
    k->speed.v = sign * v.v[0];
    JET_LANES(k->n, l) k->speed.d[l] = sign * v.d[0][l];
    const double c = k->a->chord, V = k->speed.v, rho = density.v;
    const double powers[ORDERS] = {0.5 * V * V, 0.25 * c * V, 0.125 * c * c}, slopes[ORDERS] = {V, 0.25 * c, 0.0};
    for (int i = 0; i < ORDERS; i++) {
        k->weight[i].v = rho * powers[i];
        JET_LANES(k->n, l) k->weight[i].d[l] = density.d[l] * powers[i] + rho * slopes[i] * k->speed.d[l];
    }
}

static void see_acceleration(work *k, const double *at, int first, jet3 *r)
{
    jet3 a;
    jet3_seed(k->n, &a, at ? vec3_load(at) : (vec3){0, 0, 0}, first, at ? k->s->drate : 0.0);
    to_axes(k, &a, r);
}

static void see_node(work *k, const node *on)
{
    jet3 d, t, v;
    jet3_scale(k->n, &d, 1.0, &k->nd.x);
    jet3_add_vec3_to(&d, -1.0, k->a->x0);
    to_axes(k, &d, &k->rigid[0][0]);
    const mat3 turn = mat3_mult(&k->nd.now->R, &k->a->R0);
    const vec3 phi = rotation_log(&turn);
    const mat3 rate = rotation_exp_spin_inverse(phi);
    jet3_mul(k->n, &k->rigid[0][1], &rate, &k->nd.theta);
    vec3_store(k->rigid[0][1].v, phi);
    jet3_cross(k->n, &t, &k->nd.w, &d);
    jet3_add(k->n, &v, &k->nd.v, -1.0, &t);
    to_axes(k, &v, &k->rigid[1][0]);
    to_axes(k, &k->nd.w, &k->rigid[1][1]);
    /* A static model has no accelerations. */
    const double *rates = k->places.mode > FLOATING_V ? k->s->yp + on->momentum : NULL;
    see_acceleration(k, rates, FLOATING_V, &k->rigid[2][0]);
    see_acceleration(k, rates ? rates + 3 : NULL, FLOATING_W, &k->rigid[2][1]);
}

static void aeromodal_begin(int n, const state *s, const elem *e, local *out, work *k)
{
    const aeromodal *a = e->self;
    const floating_frame *f = &aeromodal_body_of(a)->frame;
    const double *g = s->y + e->own + a->n_states, *gp = s->yp + e->own + a->n_states;
    *k = (work){.n = n && f->node ? FLOATING_LANES : 0,
                .s = s,
                .e = e,
                .a = a,
                .places = aeromodal_places_of(a),
                .out = out,
                .q = {modal_amplitudes(s, a->joint), modal_rates(s, a->joint), modal_accelerations(s, a->joint)},
                .g = {g, g + GUSTS, gp + GUSTS}};
    if (f->node)
        jet_node_seed(k->n, &k->nd, s, f->node->pose, 0);
    else
        jet3_const(0, &k->nd.x, f->x);
    const mat3 R = f->node ? k->nd.now->R : f->R;
    k->R = mat3_mul(&R, &a->Ra);
    see_speed(k);
    if (a->first_mode > 0)
        see_node(k, f->node);
}

/* --- equations ---------------------------------------------------------------------------------------------------- */

/* Row f of one order: sum of D q, q' or q'', with derivatives along the node. */
static void add_order(const work *k, int f, int order, jet1 *y)
{
    const aeromodal *a = k->a;
    const double *D = a->D[order] + (size_t)f * (size_t)a->n_in;
    for (int i = 0; i < a->first_mode; i++) {
        const jet3 *q = &k->rigid[order][i / 3];
        y->v += D[i] * q->v[i % 3];
        JET_LANES(k->n, l) y->d[l] += D[i] * q->d[i % 3][l];
    }
    for (int i = a->first_mode; i < a->n_out; i++)
        y->v += D[i] * k->q[order][i - a->first_mode];
    for (int i = a->n_out; i < a->n_in; i++)
        y->v += D[i] * k->g[order][i - a->n_out];
}

static void load_row(const work *k, int f, jet1 *load)
{
    const aeromodal *a = k->a;
    jet1_seed(k->n, load, 0.0, 0, 0.0);
    for (int order = 0; order < ORDERS; order++) {
        jet1 y;
        jet1_seed(k->n, &y, 0.0, 0, 0.0);
        for (int j = 0; order == 0 && j < a->n_states; j++)
            y.v += a->C[f * a->n_states + j] * k->s->y[k->e->own + j];
        add_order(k, f, order, &y);
        jet1_mul_by(k->n, &y, &k->weight[order]);
        load->v += y.v;
        JET_LANES(k->n, l) load->d[l] += y.d[l];
    }
}

static void load_rows(const work *k)
{
    const aeromodal *a = k->a;
    const int lanes = k->n ? k->places.mode : 0;
    jet3 local_load, load;
    jet1 row;
    for (int f = 0; f < a->n_out; f++) {
        load_row(k, f, &row);
        if (f >= a->first_mode) {
            local_add1(k->out, k->places.mode + f - a->first_mode, lanes, 1.0, &row);
            continue;
        }
        local_load.v[f % 3] = row.v;
        JET_LANES(k->n, l) local_load.d[f % 3][l] = row.d[l];
        if (f % 3 < 2)
            continue;
        jet3_mul(k->n, &load, &k->R, &local_load);
        jet3_spin_by(k->n, &load, 1.0, &k->nd.theta);
        local_add3(k->out, f - 2, lanes, 1.0, &load);
    }
}

/* The input i = 0, 1, ... of B and D0. */
static double aeromodal_input(const work *k, int i)
{
    const aeromodal *a = k->a;
    return i < a->first_mode ? k->rigid[0][i / 3].v[i % 3]
           : i < a->n_out    ? k->q[0][i - a->first_mode]
                             : k->g[0][i - a->n_out];
}

static void state_rows(const work *k)
{
    const aeromodal *a = k->a;
    const int n = a->n_states, lanes = k->n ? k->places.mode : 0;
    const double *x = k->s->y + k->e->own, *xp = k->s->yp + k->e->own, by = 2.0 / a->chord;
    for (int i = 0; i < n; i++) {
        const double *A = a->A + (size_t)i * (size_t)n, *B = a->B + (size_t)i * (size_t)a->n_in;
        double *J = jacobian_row(k->out, k->places.x + i);
        double sum = 0.0;
        for (int j = 0; j < n; j++)
            sum += A[j] * x[j];
        for (int j = 0; j < a->n_in; j++)
            sum += B[j] * aeromodal_input(k, j);
        k->out->r[k->places.x + i] = xp[i] - by * k->speed.v * sum;
        for (int j = 0; j < a->first_mode; j++)
            JET_LANES(lanes, l) J[l] -= by * k->speed.v * B[j] * k->rigid[0][j / 3].d[j % 3][l];
        JET_LANES(lanes, l) J[l] -= by * k->speed.d[l] * sum;
    }
}

static void gust_rows(const work *k)
{
    const double w = k->a->filter, V = k->speed.v, per = V > 0 ? 1.0 / V : 0.0, damping = DAMPING * w;
    const int lanes = k->n ? k->places.mode : 0;
    for (int i = 0; i < GUSTS; i++) {
        const double u = k->v.v[1 + i] * per;
        k->out->r[k->places.g + i] = k->s->yp[k->e->own + k->a->n_states + i] - k->g[1][i];
        k->out->r[k->places.h + i] = k->g[2][i] - w * w * (u - k->g[0][i]) + damping * k->g[1][i];
        double *J = jacobian_row(k->out, k->places.h + i);
        JET_LANES(lanes, l) J[l] -= w * w * per * (k->v.d[1 + i][l] - u * k->speed.d[l]);
    }
}

/* --- derivatives along amplitudes, their rates and own states ----------------------------------------------------- */

static void add_load_slope(const work *k, int f, int column, double slope)
{
    const aeromodal *a = k->a;
    if (f >= a->first_mode) {
        k->out->J[(size_t)(k->places.mode + f - a->first_mode) * (size_t)k->out->ld + (size_t)column] += slope;
        return;
    }
    for (int i = 0; i < 3; i++)
        k->out->J[(size_t)(f - f % 3 + i) * (size_t)k->out->ld + (size_t)column] += slope * k->R.e[i][f % 3];
}

/* Along a column that is the amplitude of input i, and along the one that is its rate. */
static void input_columns(const work *k, int i, int amplitude, int rate)
{
    const aeromodal *a = k->a;
    const double by = 2.0 * k->speed.v / a->chord * k->s->dvalue;
    for (int f = 0; f < a->n_out; f++) {
        const size_t at = (size_t)f * (size_t)a->n_in + (size_t)i;
        add_load_slope(k, f, amplitude, k->weight[0].v * a->D[0][at] * k->s->dvalue);
        add_load_slope(k, f, rate,
                       k->weight[1].v * a->D[1][at] * k->s->dvalue + k->weight[2].v * a->D[2][at] * k->s->drate);
    }
    for (int j = 0; j < a->n_states; j++)
        k->out->J[(size_t)(k->places.x + j) * (size_t)k->out->ld + (size_t)amplitude] -=
            by * a->B[(size_t)j * (size_t)a->n_in + (size_t)i];
}

static void state_columns(const work *k)
{
    const aeromodal *a = k->a;
    const int n = a->n_states;
    const double by = 2.0 * k->speed.v / a->chord * k->s->dvalue;
    for (int j = 0; j < n; j++) {
        for (int f = 0; f < a->n_out; f++)
            add_load_slope(k, f, k->places.x + j, k->weight[0].v * a->C[f * n + j] * k->s->dvalue);
        for (int i = 0; i < n; i++)
            k->out->J[(k->places.x + i) * k->out->ld + k->places.x + j] +=
                (i == j) * k->s->drate - by * a->A[i * n + j];
    }
}

static void gust_columns(const work *k)
{
    const double w = k->a->filter, dvalue = k->s->dvalue, drate = k->s->drate;
    for (int i = 0; i < GUSTS; i++) {
        const int g = k->places.g + i, h = k->places.h + i, ld = k->out->ld;
        input_columns(k, k->a->n_out + i, g, h);
        k->out->J[g * ld + g] += drate;
        k->out->J[g * ld + h] -= dvalue;
        k->out->J[h * ld + g] += w * w * dvalue;
        k->out->J[h * ld + h] += drate + DAMPING * w * dvalue;
    }
}

static void aeromodal_eval(int n, const state *s, const elem *e, local *out)
{
    const aeromodal *a = e->self;
    work k;
    aeromodal_begin(n, s, e, out, &k);
    load_rows(&k);
    state_rows(&k);
    if (has_gusts(a))
        gust_rows(&k);
    if (n == 0)
        return;
    for (int i = 0; i < aeromodal_body_of(a)->M; i++)
        input_columns(&k, a->first_mode + i, k.places.mode + i, k.places.rate + i);
    state_columns(&k);
    if (has_gusts(a))
        gust_columns(&k);
}

/* --- output ------------------------------------------------------------------------------------------------------- */

static void output_numbers(record *out, const char *name, const char *what, const double *v, int n)
{
    for (int i = 0; i < n; i++) {
        record_name_numbered(out, name, i + 1, QUANTITY_NONE, what);
        record_real(out, v[i]);
    }
}

static void aeromodal_output_row(const state *s, const elem *e, record *out)
{
    const aeromodal *a = e->self;
    record_begin(out, e->label);
    text_string(out->text, out->named ? "" : " ");
    output_numbers(out, "x", "aerodynamic state", s->y + e->own, a->n_states);
    output_numbers(out, "xP", "rate of the aerodynamic state", s->yp + e->own, a->n_states);
    if (has_gusts(a)) {
        output_numbers(out, "g", "filtered gust (lateral, vertical)", s->y + e->own + a->n_states, GUSTS);
        output_numbers(out, "gP", "rate of the filtered gust", s->y + e->own + a->n_states + GUSTS, GUSTS);
    }
    record_end(out);
}

static const char *aeromodal_own_name(const elem *e, int i)
{
    return i < ((const aeromodal *)e->self)->n_states ? "aerodynamic state" : "state of the gust filter";
}

/* --- sample ------------------------------------------------------------------------------------------------------- */

static const double *sample_numbers(sampler *from, int n)
{
    double *v = ARENA_ARRAY(from->memory, double, n + 1);
    for (int i = 0; i < n; i++)
        v[i] = sample_real(from, -1, 1);
    return v;
}

static void aeromodal_sample(sampler *from, elem *e)
{
    aeromodal *a = e->self;
    const elem **air = ARENA_NEW(from->memory, const elem *);
    *air = sample_air(from);
    *a = (aeromodal){.joint = from->modal,
                     .Ra = sample_rotation(from),
                     .chord = sample_real(from, 0.5, 2),
                     .filter = sample_integer(from, 0, 1) ? sample_real(from, 1, 2) : 0.0,
                     .n_states = sample_integer(from, 0, 3),
                     .x0 = sample_vec3(from, 1),
                     .R0 = sample_rotation(from),
                     .air = air};
    aeromodal_count(from->memory, e, aeromodal_body_of(a)->frame.node && sample_integer(from, 0, 1));
    a->A = sample_numbers(from, a->n_states * a->n_states);
    a->B = sample_numbers(from, a->n_states * a->n_in);
    a->C = sample_numbers(from, a->n_out * a->n_states);
    for (int i = 0; i < ORDERS; i++)
        a->D[i] = sample_numbers(from, a->n_out * a->n_in);
}

const elem_type aeromodal_type = {
    .card = &elem_cards[CARD_AEROMODAL],
    .grammar = "aeromodal: LABEL, MODAL JOINT, (orientation) R, CHORD, STATES, [rigid,] [gust, FREQUENCY,] "
               "\"FILE\"",
    .summary = "Unsteady aerodynamic forces on the modes of a modal joint, from a model in state-space form.",
    .size = sizeof(aeromodal),
    .read = aeromodal_read,
    .connect = aeromodal_connect,
    .eval = aeromodal_eval,
    .output = aeromodal_output_row,
    .own_name = aeromodal_own_name,
    .sample = aeromodal_sample,
    .assembly = &(const elem_assembly){.never = true},
    .expectations = &(const elem_expectations){.external_forces = true, .no_potential = true},
};
