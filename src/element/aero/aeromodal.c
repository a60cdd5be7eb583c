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
 * minus the velocity of the node, whose component along the global axis 1 is left out, as in MBDyn.
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
    double chord, filter; /* filter: 0 without gusts */
    int n_states;
    int first_mode; /* index of the first mode among the inputs, after the rigid ones */
    int n_out;      /* rigid and modal ones */
    int n_in;       /* those and the gusts */
    const double *A, *B, *C, *D[ORDERS];
    vec3 x0;
    mat3 R0;
    const elem *const *air;
} aeromodal;

static const modal *aeromodal_body_of(const aeromodal *aeromodal) { return aeromodal->joint->self; }
/* Twice the damping of the filter, 0.707. */
static const double DAMPING = 1.414;

static bool has_gusts(const aeromodal *aeromodal) { return aeromodal->filter > 0; }

/* --- reading ------------------------------------------------------------------------------------------------------ */

static bool is_title(const number_lines *lines, const char *name)
{
    static const char WORDS[] = "*** MATRIX ";
    const size_t n = sizeof WORDS - 1, length = (size_t)(lines->line_end - lines->cursor), rest = strlen(name);
    return length >= n + rest && memcmp(lines->cursor, WORDS, n) == 0 && memcmp(lines->cursor + n, name, rest) == 0 &&
           lines_is_blank(lines->cursor + n + rest, lines->line_end);
}

static const double *matrix_of_file(number_lines *lines, const char *name, int rows, int columns)
{
    double *M = ARENA_ARRAY(reader_arena(lines->reader), double, size_product(rows, columns));
    do {
        if (!lines_next(lines, "the file ends here: a matrix is missing"))
            return M;
    } while (lines_is_blank(lines->cursor, lines->line_end));
    if (!is_title(lines, name)) {
        lines_complain_line(lines, "expected '*** MATRIX' and one of A, B, C, D0, D1, D2, in this order");
        return M;
    }
    lines->cursor = lines->line_end;
    for (int i = 0; i < rows * columns && read_ok(lines->reader); i++) {
        while (lines_is_blank(lines->cursor, lines->line_end))
            if (!lines_next(lines, "the file ends here: numbers of the matrix are missing"))
                return M;
        lines_number(lines, &M[i]);
    }
    if (read_ok(lines->reader) && !lines_is_blank(lines->cursor, lines->line_end))
        lines_complain_line(lines, "more numbers than the matrix has elements");
    return M;
}

static void aeromodal_read_file(reader *reader, aeromodal *aeromodal)
{
    static const char *const NAMES[ORDERS] = {"D0", "D1", "D2"};
    const char *path = read_filename(reader, "name of the file");
    number_lines lines;
    if (!read_ok(reader) || !lines_open(&lines, reader, "aerodynamic matrices", path, read_last_location(reader)))
        return;
    aeromodal->A = matrix_of_file(&lines, "A", aeromodal->n_states, aeromodal->n_states);
    aeromodal->B = read_ok(reader) ? matrix_of_file(&lines, "B", aeromodal->n_states, aeromodal->n_in) : NULL;
    aeromodal->C = read_ok(reader) ? matrix_of_file(&lines, "C", aeromodal->n_out, aeromodal->n_states) : NULL;
    for (int k = 0; k < ORDERS && read_ok(reader); k++)
        aeromodal->D[k] = matrix_of_file(&lines, NAMES[k], aeromodal->n_out, aeromodal->n_in);
}

static void aeromodal_count(arena *memory, elem *element, bool is_rigid)
{
    aeromodal *aeromodal = element->self;
    aeromodal->first_mode = is_rigid ? RIGID : 0;
    aeromodal->n_out = aeromodal->first_mode + aeromodal_body_of(aeromodal)->M;
    aeromodal->n_in = aeromodal->n_out + (has_gusts(aeromodal) ? GUSTS : 0);
    element->n_internal = aeromodal->n_states + (has_gusts(aeromodal) ? 2 * GUSTS : 0);
    internal_kind *kinds = ARENA_ARRAY(memory, internal_kind, element->n_internal + 1);
    for (int i = 0; i < element->n_internal; i++)
        kinds[i] = INTERNAL_DIFFERENTIAL;
    element->kinds = kinds;
}

static void aeromodal_read(reader *reader, elem *element)
{
    aeromodal *aeromodal = element->self;
    aeromodal->air = air_required(reader, element);
    aeromodal->joint = read_modal_joint(reader, "modal joint");
    const node *on = aeromodal->joint ? aeromodal_body_of(aeromodal)->frame.node : NULL;
    const frame_context context = {.node_frame = on ? on->initial : NULL};
    aeromodal->Ra = read_orientation_rel(reader, &context, "orientation");
    aeromodal->chord = read_positive(reader, "reference chord");
    aeromodal->n_states = read_integer_in(reader, 0, MOST_STATES, "number of aerodynamic states");
    const bool is_rigid = read_keyword(reader, "rigid");
    if (is_rigid && read_ok(reader) && !on)
        read_error_last(reader, E_AEROMODAL_RIGID, aeromodal->joint->label);
    if (read_keyword(reader, "gust"))
        aeromodal->filter = read_positive(reader, "frequency of the gust filter");
    if (!read_ok(reader))
        return;
    if (on) {
        aeromodal->x0 = on->initial->x;
        aeromodal->R0 = on->initial->R;
    }
    aeromodal_count(reader_arena(reader), element, is_rigid);
    aeromodal_read_file(reader, aeromodal);
}

/* --- rows and columns --------------------------------------------------------------------------------------------- */

typedef struct {
    int mode, rate; /* first amplitude of the joint and first rate; the rows of the modes are those of the amplitudes */
    int x, g, h;    /* internal unknowns */
} places;

static places aeromodal_places_of(const aeromodal *aeromodal)
{
    const int first = floating_lanes(&aeromodal_body_of(aeromodal)->frame);
    return (places){.mode = first,
                    .rate = first + aeromodal_body_of(aeromodal)->M,
                    .x = first + aeromodal->joint->n_internal,
                    .g = first + aeromodal->joint->n_internal + aeromodal->n_states,
                    .h = first + aeromodal->joint->n_internal + aeromodal->n_states + GUSTS};
}

static void connect_loads(const aeromodal *aeromodal, layout *layout, int row, int n_rows)
{
    const places at = aeromodal_places_of(aeromodal);
    layout_full(layout, row, n_rows, 0, at.mode);
    layout_full(layout, row, n_rows, at.mode, 2 * aeromodal_body_of(aeromodal)->M);
    layout_full(layout, row, n_rows, at.x, aeromodal->n_states + (has_gusts(aeromodal) ? 2 * GUSTS : 0));
}

static void aeromodal_connect(const elem *element, layout *layout)
{
    const aeromodal *aeromodal = element->self;
    const places at = aeromodal_places_of(aeromodal);
    if (aeromodal_body_of(aeromodal)->frame.node) {
        layout_node(layout, aeromodal_body_of(aeromodal)->frame.node);
        layout_momentum(layout, aeromodal_body_of(aeromodal)->frame.node);
    }
    layout_other(layout, aeromodal->joint);
    layout_internal(layout);
    layout_clear(layout);
    connect_loads(aeromodal, layout, 0, aeromodal->first_mode);
    connect_loads(aeromodal, layout, at.mode, aeromodal_body_of(aeromodal)->M);
    layout_full(layout, at.x, aeromodal->n_states, 0, at.mode + aeromodal_body_of(aeromodal)->M);
    layout_full(layout, at.x, aeromodal->n_states, at.x, aeromodal->n_states);
    if (!has_gusts(aeromodal))
        return;
    layout_full(layout, at.x, aeromodal->n_states, at.g, GUSTS);
    layout_full(layout, at.h, GUSTS, 0, at.mode);
    for (int i = 0; i < GUSTS; i++) {
        layout_full(layout, at.g + i, 1, at.g + i, 1);
        layout_full(layout, at.g + i, 1, at.h + i, 1);
        layout_full(layout, at.h + i, 1, at.g + i, 1);
        layout_full(layout, at.h + i, 1, at.h + i, 1);
    }
}

/* --- the node and the air ----------------------------------------------------------------------------------------- */

typedef struct {
    int n; /* lanes */
    const state *state;
    const elem *element;
    const aeromodal *aeromodal;
    places places;
    local *out;
    jet_node nd;
    mat3 R;                  /* axes of the element */
    jet3 v;                  /* velocity of the air, global axes */
    jet1 speed;              /* V */
    jet1 weight[ORDERS];     /* factors of C and D0, D1, D2 */
    jet3 rigid[ORDERS][2];   /* displacement and rotation; their rates; their accelerations */
    const double *q[ORDERS]; /* amplitudes of the modes and their derivatives */
    const double *g[ORDERS]; /* gust inputs and their derivatives */
} work;

/* r = R' a: a global vector along the axes of the element. */
static void to_axes(const work *work, const jet3 *a, jet3 *r)
{
    const mat3 Rt = mat3_transpose(&work->R);
    jet3 t = *a;
    jet3_spin_by(work->n, &t, -1.0, &work->nd.theta);
    jet3_mul(work->n, r, &Rt, &t);
}

/* Computes velocity and density of the air. */
static void see_air(work *work, jet1 *density)
{
    const elem *air = *work->aeromodal->air;
    const bool varies = work->n && air_has_derivatives(air);
    air_moment now;
    air_point at;
    air_derivatives derivatives;
    air_begin(air, work->state, &now);
    air_at(&now, jet3_value(&work->nd.x), &at, varies ? &derivatives : NULL);
    jet3_const(work->n, &work->v, at.v);
    jet1_seed(work->n, density, at.density, 0, 0.0);
    if (!varies)
        return;
    jet3_mul(work->n, &work->v, &derivatives.v, &work->nd.x);
    for (int i = 0; i < 3; i++)
        work->v.v[i] = vec3_get(at.v, i);
    for (int i = 0; i < 3; i++)
        JET_LANES(work->n, l) density->d[l] += vec3_get(derivatives.density, i) * work->nd.x.d[i][l];
}

static void see_speed(work *work)
{
    jet3 v = work->nd.v, u;
    jet1 density;
    see_air(work, &density);
    v.v[0] = 0.0;
    JET_LANES(work->n, l) v.d[0][l] = 0.0;
    jet3_add(work->n, &u, &work->v, -1.0, &v);
    to_axes(work, &u, &v);
    const double sign = v.v[0] < 0 ? -1.0 : 1.0;
    work->speed.v = sign * v.v[0];
    JET_LANES(work->n, l) work->speed.d[l] = sign * v.d[0][l];
    const double c = work->aeromodal->chord, V = work->speed.v, rho = density.v;
    const double powers[ORDERS] = {0.5 * V * V, 0.25 * c * V, 0.125 * c * c}, derivatives[ORDERS] = {V, 0.25 * c, 0.0};
    for (int i = 0; i < ORDERS; i++) {
        work->weight[i].v = rho * powers[i];
        JET_LANES(work->n, l) work->weight[i].d[l] = density.d[l] * powers[i] + rho * derivatives[i] * work->speed.d[l];
    }
}

static void see_acceleration(work *work, const double *at, int first, jet3 *r)
{
    jet3 a;
    jet3_seed(work->n, &a, at ? vec3_load(at) : (vec3){0, 0, 0}, first, at ? work->state->drate : 0.0);
    to_axes(work, &a, r);
}

static void see_node(work *work, const node *on)
{
    jet3 d, t, v;
    jet3_scale(work->n, &d, 1.0, &work->nd.x);
    jet3_add_vec3_to(&d, -1.0, work->aeromodal->x0);
    to_axes(work, &d, &work->rigid[0][0]);
    const mat3 rotation = mat3_mult(&work->nd.now->R, &work->aeromodal->R0);
    const vec3 phi = rotation_log(&rotation);
    const mat3 rate = rotation_exp_spin_inverse(phi);
    jet3_mul(work->n, &work->rigid[0][1], &rate, &work->nd.theta);
    vec3_store(work->rigid[0][1].v, phi);
    jet3_cross(work->n, &t, &work->nd.w, &d);
    jet3_add(work->n, &v, &work->nd.v, -1.0, &t);
    to_axes(work, &v, &work->rigid[1][0]);
    to_axes(work, &work->nd.w, &work->rigid[1][1]);
    /* A static model has no accelerations. */
    const double *rates = work->places.mode > FLOATING_V ? work->state->yp + on->momentum : NULL;
    see_acceleration(work, rates, FLOATING_V, &work->rigid[2][0]);
    see_acceleration(work, rates ? rates + 3 : NULL, FLOATING_W, &work->rigid[2][1]);
}

static void aeromodal_begin(int lanes, const state *state, const elem *element, local *out, work *k)
{
    const aeromodal *aeromodal = element->self;
    const floating_frame *floating_frame = &aeromodal_body_of(aeromodal)->frame;
    const double *g = state->y + element->internal + aeromodal->n_states,
                 *gp = state->yp + element->internal + aeromodal->n_states;
    *k = (work){.n = lanes && floating_frame->node ? FLOATING_LANES : 0,
                .state = state,
                .element = element,
                .aeromodal = aeromodal,
                .places = aeromodal_places_of(aeromodal),
                .out = out,
                .q = {modal_amplitudes(state, aeromodal->joint), modal_rates(state, aeromodal->joint),
                      modal_accelerations(state, aeromodal->joint)},
                .g = {g, g + GUSTS, gp + GUSTS}};
    if (floating_frame->node)
        jet_node_seed(k->n, &k->nd, state, floating_frame->node->pose, 0);
    else
        jet3_const(0, &k->nd.x, floating_frame->x);
    const mat3 R = floating_frame->node ? k->nd.now->R : floating_frame->R;
    k->R = mat3_mul(&R, &aeromodal->Ra);
    see_speed(k);
    if (aeromodal->first_mode > 0)
        see_node(k, floating_frame->node);
}

/* --- equations ---------------------------------------------------------------------------------------------------- */

/* Adds row f of one order: the sum of D q, q' or q'', with derivatives along the node. */
static void add_order(const work *work, int f, int order, jet1 *y)
{
    const aeromodal *aeromodal = work->aeromodal;
    const double *D = aeromodal->D[order] + (size_t)f * (size_t)aeromodal->n_in;
    for (int i = 0; i < aeromodal->first_mode; i++) {
        const jet3 *q = &work->rigid[order][i / 3];
        y->v += D[i] * q->v[i % 3];
        JET_LANES(work->n, l) y->d[l] += D[i] * q->d[i % 3][l];
    }
    for (int i = aeromodal->first_mode; i < aeromodal->n_out; i++)
        y->v += D[i] * work->q[order][i - aeromodal->first_mode];
    for (int i = aeromodal->n_out; i < aeromodal->n_in; i++)
        y->v += D[i] * work->g[order][i - aeromodal->n_out];
}

static void load_row(const work *work, int f, jet1 *load)
{
    const aeromodal *aeromodal = work->aeromodal;
    jet1_seed(work->n, load, 0.0, 0, 0.0);
    for (int order = 0; order < ORDERS; order++) {
        jet1 y;
        jet1_seed(work->n, &y, 0.0, 0, 0.0);
        for (int j = 0; order == 0 && j < aeromodal->n_states; j++)
            y.v += aeromodal->C[f * aeromodal->n_states + j] * work->state->y[work->element->internal + j];
        add_order(work, f, order, &y);
        jet1_mul_by(work->n, &y, &work->weight[order]);
        load->v += y.v;
        JET_LANES(work->n, l) load->d[l] += y.d[l];
    }
}

static void load_rows(const work *work)
{
    const aeromodal *aeromodal = work->aeromodal;
    const int lanes = work->n ? work->places.mode : 0;
    jet3 local_load, load;
    jet1 row;
    for (int f = 0; f < aeromodal->n_out; f++) {
        load_row(work, f, &row);
        if (f >= aeromodal->first_mode) {
            local_add1(work->out, work->places.mode + f - aeromodal->first_mode, lanes, 1.0, &row);
            continue;
        }
        local_load.v[f % 3] = row.v;
        JET_LANES(work->n, l) local_load.d[f % 3][l] = row.d[l];
        if (f % 3 < 2)
            continue;
        jet3_mul(work->n, &load, &work->R, &local_load);
        jet3_spin_by(work->n, &load, 1.0, &work->nd.theta);
        local_add3(work->out, f - 2, lanes, 1.0, &load);
    }
}

/* Returns input i = 0, 1, ... of B and D0. */
static double aeromodal_input(const work *work, int i)
{
    const aeromodal *aeromodal = work->aeromodal;
    return i < aeromodal->first_mode ? work->rigid[0][i / 3].v[i % 3]
           : i < aeromodal->n_out    ? work->q[0][i - aeromodal->first_mode]
                                     : work->g[0][i - aeromodal->n_out];
}

static void state_rows(const work *work)
{
    const aeromodal *aeromodal = work->aeromodal;
    const int n = aeromodal->n_states, lanes = work->n ? work->places.mode : 0;
    const double *x = work->state->y + work->element->internal, *xp = work->state->yp + work->element->internal,
                 by = 2.0 / aeromodal->chord;
    for (int i = 0; i < n; i++) {
        const double *A = aeromodal->A + (size_t)i * (size_t)n, *B = aeromodal->B + (size_t)i * (size_t)aeromodal->n_in;
        double *J = jacobian_row(work->out, work->places.x + i);
        double sum = 0.0;
        for (int j = 0; j < n; j++)
            sum += A[j] * x[j];
        for (int j = 0; j < aeromodal->n_in; j++)
            sum += B[j] * aeromodal_input(work, j);
        work->out->r[work->places.x + i] = xp[i] - by * work->speed.v * sum;
        for (int j = 0; j < aeromodal->first_mode; j++)
            JET_LANES(lanes, l) J[l] -= by * work->speed.v * B[j] * work->rigid[0][j / 3].d[j % 3][l];
        JET_LANES(lanes, l) J[l] -= by * work->speed.d[l] * sum;
    }
}

static void gust_rows(const work *work)
{
    const double w = work->aeromodal->filter, V = work->speed.v, per = V > 0 ? 1.0 / V : 0.0, damping = DAMPING * w;
    const int lanes = work->n ? work->places.mode : 0;
    for (int i = 0; i < GUSTS; i++) {
        const double u = work->v.v[1 + i] * per;
        work->out->r[work->places.g + i] =
            work->state->yp[work->element->internal + work->aeromodal->n_states + i] - work->g[1][i];
        work->out->r[work->places.h + i] = work->g[2][i] - w * w * (u - work->g[0][i]) + damping * work->g[1][i];
        double *J = jacobian_row(work->out, work->places.h + i);
        JET_LANES(lanes, l) J[l] -= w * w * per * (work->v.d[1 + i][l] - u * work->speed.d[l]);
    }
}

/* --- derivatives along amplitudes, their rates and internal states ------------------------------------------------ */

static void add_load_derivative(const work *work, int f, int column, double derivative)
{
    const aeromodal *aeromodal = work->aeromodal;
    if (f >= aeromodal->first_mode) {
        work->out
            ->J[(size_t)(work->places.mode + f - aeromodal->first_mode) * (size_t)work->out->ld + (size_t)column] +=
            derivative;
        return;
    }
    for (int i = 0; i < 3; i++)
        work->out->J[(size_t)(f - f % 3 + i) * (size_t)work->out->ld + (size_t)column] +=
            derivative * work->R.e[i][f % 3];
}

/* Adds the columns of the amplitude and of the rate of input i. */
static void input_columns(const work *work, int i, int amplitude, int rate)
{
    const aeromodal *aeromodal = work->aeromodal;
    const double by = 2.0 * work->speed.v / aeromodal->chord * work->state->dvalue;
    for (int f = 0; f < aeromodal->n_out; f++) {
        const size_t at = (size_t)f * (size_t)aeromodal->n_in + (size_t)i;
        add_load_derivative(work, f, amplitude, work->weight[0].v * aeromodal->D[0][at] * work->state->dvalue);
        add_load_derivative(work, f, rate,
                            work->weight[1].v * aeromodal->D[1][at] * work->state->dvalue +
                                work->weight[2].v * aeromodal->D[2][at] * work->state->drate);
    }
    for (int j = 0; j < aeromodal->n_states; j++)
        work->out->J[(size_t)(work->places.x + j) * (size_t)work->out->ld + (size_t)amplitude] -=
            by * aeromodal->B[(size_t)j * (size_t)aeromodal->n_in + (size_t)i];
}

static void state_columns(const work *work)
{
    const aeromodal *aeromodal = work->aeromodal;
    const int n = aeromodal->n_states;
    const double by = 2.0 * work->speed.v / aeromodal->chord * work->state->dvalue;
    for (int j = 0; j < n; j++) {
        for (int f = 0; f < aeromodal->n_out; f++)
            add_load_derivative(work, f, work->places.x + j,
                                work->weight[0].v * aeromodal->C[f * n + j] * work->state->dvalue);
        for (int i = 0; i < n; i++)
            work->out->J[(work->places.x + i) * work->out->ld + work->places.x + j] +=
                (i == j) * work->state->drate - by * aeromodal->A[i * n + j];
    }
}

static void gust_columns(const work *work)
{
    const double w = work->aeromodal->filter, dvalue = work->state->dvalue, drate = work->state->drate;
    for (int i = 0; i < GUSTS; i++) {
        const int g = work->places.g + i, h = work->places.h + i, ld = work->out->ld;
        input_columns(work, work->aeromodal->n_out + i, g, h);
        work->out->J[g * ld + g] += drate;
        work->out->J[g * ld + h] -= dvalue;
        work->out->J[h * ld + g] += w * w * dvalue;
        work->out->J[h * ld + h] += drate + DAMPING * w * dvalue;
    }
}

static void aeromodal_eval(int lanes, const state *state, const elem *element, local *out)
{
    const aeromodal *aeromodal = element->self;
    work work;
    aeromodal_begin(lanes, state, element, out, &work);
    load_rows(&work);
    state_rows(&work);
    if (has_gusts(aeromodal))
        gust_rows(&work);
    if (lanes == 0)
        return;
    for (int i = 0; i < aeromodal_body_of(aeromodal)->M; i++)
        input_columns(&work, aeromodal->first_mode + i, work.places.mode + i, work.places.rate + i);
    state_columns(&work);
    if (has_gusts(aeromodal))
        gust_columns(&work);
}

/* --- output ------------------------------------------------------------------------------------------------------- */

static void output_numbers(record *out, const char *name, const char *what, const double *v, int n)
{
    for (int i = 0; i < n; i++) {
        record_name_numbered(out, name, i + 1, QUANTITY_NONE, what);
        record_real(out, v[i]);
    }
}

static void aeromodal_output_row(const state *state, const elem *element, record *out)
{
    const aeromodal *aeromodal = element->self;
    record_begin(out, element->label);
    text_string(out->text, out->named ? "" : " ");
    output_numbers(out, "x", "aerodynamic state", state->y + element->internal, aeromodal->n_states);
    output_numbers(out, "xP", "rate of the aerodynamic state", state->yp + element->internal, aeromodal->n_states);
    if (has_gusts(aeromodal)) {
        output_numbers(out, "g", "filtered gust (lateral, vertical)",
                       state->y + element->internal + aeromodal->n_states, GUSTS);
        output_numbers(out, "gP", "rate of the filtered gust",
                       state->y + element->internal + aeromodal->n_states + GUSTS, GUSTS);
    }
    record_end(out);
}

static const char *aeromodal_internal_name(const elem *element, int i)
{
    return i < ((const aeromodal *)element->self)->n_states ? "aerodynamic state" : "state of the gust filter";
}

/* --- sample ------------------------------------------------------------------------------------------------------- */

static const double *sample_numbers(sampler *from, int n)
{
    double *v = ARENA_ARRAY(from->memory, double, n + 1);
    for (int i = 0; i < n; i++)
        v[i] = sample_real(from, -1, 1);
    return v;
}

static void aeromodal_sample(sampler *from, elem *element)
{
    aeromodal *a = element->self;
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
    aeromodal_count(from->memory, element, aeromodal_body_of(a)->frame.node && sample_integer(from, 0, 1));
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
    .internal_name = aeromodal_internal_name,
    .sample = aeromodal_sample,
    .assembly = &(const elem_assembly){.never = true},
    .expectations = &(const elem_expectations){.external_forces = true, .no_potential = true},
};
