/* state_space.c - a linear system between degrees of freedom.
 *
 *     internal rows:        E x' - A x - B u = 0
 *     row of output node i: C x + D u - y_i = 0
 *
 * The inputs u are degrees of freedom or drives. Local order: outputs, inputs (a drive has no row or column), states.
 * Balancing replaces x by T z with T diagonal: A, E -> L A T, L E T, B -> L B, C -> C T, with L = 1/T if there is no
 * E. */
#include "element/genel/state_space.h"
#include "linalg/lapack_library.h"
#include "contract/sampler.h"
#include "model/reading.h"

void read_state_space_input(reader *reader, state_space_input *in)
{
    if (read_keyword(reader, "drive")) {
        in->drive = read_drive(reader, "input");
    } else {
        read_keyword(reader, "node dof");
        in->dof = read_node_dof(reader, true, "input node");
    }
}

void state_space_create(arena *memory, elem *element)
{
    state_space *self = element->self;
    const int n = self->n;
    self->A = ARENA_ARRAY(memory, double, size_product(n, n));
    self->B = ARENA_ARRAY(memory, double, size_product(n, self->n_in));
    self->C = ARENA_ARRAY(memory, double, size_product(self->n_out, n));
    internal_kind *kinds = ARENA_ARRAY(memory, internal_kind, n);
    for (int i = 0; i < n; i++)
        kinds[i] = INTERNAL_DIFFERENTIAL;
    element->n_internal = n;
    element->kinds = kinds;
}

static void scale_rows(double *M, int rows, int columns, const double *by)
{
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            M[i * columns + j] *= by[i];
}

static void scale_columns(double *M, int rows, int columns, const double *by)
{
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++)
            M[i * columns + j] *= by[j];
}

static double *transposed(arena *memory, const double *M, int n)
{
    double *t = ARENA_ARRAY(memory, double, size_product(n, n));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            t[j * n + i] = M[i * n + j];
    return t;
}

/* Computes LAPACK's scale factors of rows (left) and columns (right). */
static bool balance(arena *memory, const state_space *self, double *left, double *right)
{
    lapack_library lapack;
    if (!lapack_library_open(&lapack))
        return false;
    const int n = self->n;
    int low, high, info = 0;
    double *A = transposed(memory, self->A, n);
    if (self->E) {
        double *E = transposed(memory, self->E, n), *work = ARENA_ARRAY(memory, double, size_product(6, n));
        lapack.dggbal("S", &n, A, &n, E, &n, &low, &high, left, right, work, &info);
    } else {
        lapack.dgebal("S", &n, A, &n, &low, &high, right, &info);
        for (int i = 0; i < n; i++)
            left[i] = 1.0 / right[i];
    }
    return info == 0;
}

void state_space_balance(arena *memory, state_space *self)
{
    const int n = self->n;
    double *left = ARENA_ARRAY(memory, double, n), *right = ARENA_ARRAY(memory, double, n);
    if (n == 0 || !balance(memory, self, left, right))
        return;
    self->scale = right;
    scale_rows(self->A, n, n, left);
    scale_columns(self->A, n, n, right);
    if (self->E) {
        scale_rows(self->E, n, n, left);
        scale_columns(self->E, n, n, right);
    }
    scale_rows(self->B, n, self->n_in, left);
    scale_columns(self->C, self->n_out, n, right);
}

void state_space_connect(const elem *element, layout *layout)
{
    const state_space *self = element->self;
    for (int i = 0; i < self->n_out; i++)
        layout_divide(layout, layout_dof(layout, &self->out[i]));
    const int first_in = self->n_out;
    int in = first_in;
    for (int j = 0; j < self->n_in; j++)
        if (!self->inputs[j].drive)
            in = layout_dof(layout, &self->inputs[j].dof) + 1;
    const int x = layout_internal(layout);
    layout_zero(layout, first_in, in - first_in, 0, x + self->n);
    layout_zero(layout, 0, self->n_out, 0, self->n_out);
    for (int i = 0; i < self->n_out; i++)
        layout_full(layout, i, 1, i, 1);
    layout_zero(layout, x, self->n, 0, self->n_out);
}

static double input_value(const state *state, const state_space_input *in)
{
    return in->drive ? drive_now(in->drive, state) : node_dof_value(state, &in->dof);
}

static void add_outputs(const state *state, const elem *element, local *out)
{
    const state_space *self = element->self;
    for (int i = 0; i < self->n_out; i++) {
        double y = -node_dof_value(state, &self->out[i]);
        for (int k = 0; k < self->n; k++)
            y += self->C[i * self->n + k] * state->y[element->internal + k];
        for (int j = 0; self->D && j < self->n_in; j++)
            y += self->D[i * self->n_in + j] * input_value(state, &self->inputs[j]);
        out->r[i] = y;
    }
}

static void add_states(const state *state, const elem *element, double *r)
{
    const state_space *self = element->self;
    const int n = self->n;
    const double *x = state->y + element->internal, *xp = state->yp + element->internal;
    for (int i = 0; i < n; i++) {
        double sum = self->E ? 0.0 : xp[i];
        for (int k = 0; k < n; k++)
            sum += (self->E ? self->E[i * n + k] * xp[k] : 0.0) - self->A[i * n + k] * x[k];
        for (int j = 0; j < self->n_in; j++)
            sum -= self->B[i * self->n_in + j] * input_value(state, &self->inputs[j]);
        r[i] = sum;
    }
}

static void differentiate(const state *state, const elem *element, local *out)
{
    const state_space *self = element->self;
    const int n = self->n, x = element->n - n;
    for (int i = 0; i < self->n_out; i++) {
        out->J[i * out->ld + i] = -dof_weight(state, &self->out[i]);
        for (int k = 0; k < n; k++)
            out->J[i * out->ld + x + k] = self->C[i * n + k] * state->dvalue;
    }
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            out->J[(x + i) * out->ld + x + k] =
                (self->E ? self->E[i * n + k] : i == k) * state->drate - self->A[i * n + k] * state->dvalue;
    for (int j = 0, column = self->n_out; j < self->n_in; j++) {
        if (self->inputs[j].drive)
            continue;
        const double weight = dof_weight(state, &self->inputs[j].dof);
        for (int i = 0; self->D && i < self->n_out; i++)
            out->J[i * out->ld + column] += self->D[i * self->n_in + j] * weight;
        for (int i = 0; i < n; i++)
            out->J[(x + i) * out->ld + column] -= self->B[i * self->n_in + j] * weight;
        column++;
    }
}

void state_space_eval(int lanes, const state *state, const elem *element, local *out)
{
    const state_space *self = element->self;
    add_outputs(state, element, out);
    add_states(state, element, out->r + element->n - self->n);
    if (lanes > 0)
        differentiate(state, element, out);
}

/* Derivatives that are not given follow from the initial state and inputs, or are zero if there is an E. */
void state_space_initial(const state *state, const elem *element, initial_values *initial)
{
    const state_space *self = element->self;
    double *xp = initial->yp + element->internal;
    for (int i = 0; i < self->n; i++) {
        initial->y[element->internal + i] = self->x0 ? self->x0[i] : 0.0;
        xp[i] = self->xp0 ? self->xp0[i] : 0.0;
    }
    if (self->xp0 || self->E)
        return;
    add_states(state, element, xp);
    for (int i = 0; i < self->n; i++)
        xp[i] = -xp[i];
}

void state_space_output(const state *state, const elem *element, record *out)
{
    record_begin(out, element->label);
    record_type(out, element->type->keyword);
    for (int i = 0; i < element->n_internal; i++) {
        record_name_numbered(out, "x", i + 1, QUANTITY_NONE, "state");
        record_real(out, state->y[element->internal + i]);
    }
    for (int i = 0; i < element->n_internal; i++) {
        record_name_numbered(out, "xP", i + 1, QUANTITY_NONE, "rate of the state");
        record_real(out, state->yp[element->internal + i]);
    }
    record_end(out);
}

static double *sample_numbers(sampler *from, int n)
{
    double *v = ARENA_ARRAY(from->memory, double, n);
    for (int i = 0; i < n; i++)
        v[i] = sample_real(from, -1.0, 1.0);
    return v;
}

void state_space_sample(sampler *from, elem *element, int n_in, int n_out)
{
    state_space *self = element->self;
    self->n = 3, self->n_in = n_in, self->n_out = n_out;
    self->out = ARENA_ARRAY(from->memory, node_dof, n_out);
    self->inputs = ARENA_ARRAY(from->memory, state_space_input, n_in);
    for (int i = 0; i < n_out; i++)
        self->out[i] = sample_dof(from, i);
    /* With several inputs, the first one is a drive. */
    for (int j = 0; j < n_in; j++)
        self->inputs[j] = j == 0 && n_in > 1 ? (state_space_input){.drive = sample_drive(from)}
                                             : (state_space_input){.dof = sample_dof(from, n_out)};
    state_space_create(from->memory, element);
    self->E = sample_numbers(from, 9);
    self->A = sample_numbers(from, 9);
    self->B = sample_numbers(from, 3 * n_in);
    self->C = sample_numbers(from, 3 * n_out);
    self->D = sample_numbers(from, n_in * n_out);
}
