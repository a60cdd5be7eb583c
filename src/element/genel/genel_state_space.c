/* genel_state_space.c - reading of linear systems with one or several inputs and outputs.
 *
 *     E x' = A x + B u,      y = gain (C x + D u)                                                                */
#include "element/genel/state_space.h"
#include "model/reading.h"

static double *genel_state_space_read_numbers(reader *reader, int n, const char *what)
{
    double *v = ARENA_ARRAY(reader_arena(reader), double, n);
    for (int i = 0; i < n && read_ok(reader); i++)
        v[i] = read_real(reader, what);
    return v;
}

static void read_matrices(reader *reader, state_space *self)
{
    const int n = self->n;
    if (read_keyword(reader, "matrix E"))
        self->E = genel_state_space_read_numbers(reader, n * n, "matrix E");
    static const char *const NAMES[] = {"matrix A", "matrix B", "matrix C"};
    double **to[] = {&self->A, &self->B, &self->C};
    const int sizes[] = {n * n, n * self->n_in, self->n_out * n};
    for (int i = 0; i < 3; i++) {
        const char *const word[] = {NAMES[i], NULL};
        read_choice(reader, word, NAMES[i]);
        *to[i] = genel_state_space_read_numbers(reader, sizes[i], NAMES[i]);
    }
    if (read_keyword(reader, "matrix D"))
        self->D = genel_state_space_read_numbers(reader, self->n_out * self->n_in, "matrix D");
}

static double *read_states(reader *reader, const state_space *self, const char *what)
{
    double *x = genel_state_space_read_numbers(reader, self->n, what);
    for (int i = 0; self->scale && i < self->n; i++)
        x[i] /= self->scale[i];
    return x;
}

static void genel_state_space_read_options(reader *reader, state_space *self)
{
    if (read_keyword(reader, "gain")) {
        const double gain = read_real(reader, "gain");
        for (int i = 0; i < self->n_out * self->n; i++)
            self->C[i] *= gain;
        for (int i = 0; self->D && i < self->n_out * self->n_in; i++)
            self->D[i] *= gain;
    }
    if (!read_keyword(reader, "balance") || read_bool(reader, "balance")) {
        if (read_ok(reader))
            state_space_balance(reader_arena(reader), self);
    }
    if (read_keyword(reader, "value")) {
        self->x0 = read_states(reader, self, "initial state");
        if (read_keyword(reader, "derivative"))
            self->xp0 = read_states(reader, self, "initial derivative of the state");
    }
}

static void read_system(reader *reader, elem *element)
{
    state_space *self = element->self;
    self->n = read_integer_in(reader, 0, 10000, "order of the state");
    state_space_create(reader_arena(reader), element);
    read_matrices(reader, self);
    genel_state_space_read_options(reader, self);
}

static void read_siso(reader *reader, elem *element)
{
    state_space *self = element->self;
    self->n_out = self->n_in = 1;
    self->out = ARENA_NEW(reader_arena(reader), node_dof);
    self->inputs = ARENA_NEW(reader_arena(reader), state_space_input);
    *self->out = read_node_dof(reader, true, "output node");
    read_state_space_input(reader, self->inputs);
    read_system(reader, element);
}

static void read_mimo(reader *reader, elem *element)
{
    state_space *self = element->self;
    self->n_out = read_integer_in(reader, 1, 10000, "number of outputs");
    self->out = ARENA_ARRAY(reader_arena(reader), node_dof, self->n_out);
    for (int i = 0; i < self->n_out && read_ok(reader); i++)
        self->out[i] = read_node_dof(reader, true, "output node");
    self->n_in = read_integer_in(reader, 1, 10000, "number of inputs");
    self->inputs = ARENA_ARRAY(reader_arena(reader), state_space_input, self->n_in);
    for (int i = 0; i < self->n_in && read_ok(reader); i++)
        read_state_space_input(reader, &self->inputs[i]);
    read_system(reader, element);
}

static void sample_siso(sampler *from, elem *element) { state_space_sample(from, element, 1, 1); }
static void sample_mimo(sampler *from, elem *element) { state_space_sample(from, element, 2, 2); }

const elem_type genel_state_space_siso_type = {
    .card = &elem_cards[CARD_GENEL],
    .keyword = "state space SISO",
    .grammar = "genel: LABEL, state space SISO, (dof) OUTPUT, {[node dof,] (dof) INPUT | drive, (drive) INPUT}, ORDER, "
               "[matrix E, ...,] "
               "matrix A, ..., matrix B, ..., matrix C, ... [, matrix D, D] [, gain, GAIN] [, balance, {yes | no}] [, "
               "value, ... "
               "[, derivative, ...]]",
    .summary = "A linear system with one input and one output.",
    .size = sizeof(state_space),
    .read = read_siso,
    .connect = state_space_connect,
    .eval = state_space_eval,
    .initial = state_space_initial,
    .output = state_space_output,
    .sample = sample_siso,
    .assembly = &(const elem_assembly){.never = true},
};

const elem_type genel_state_space_mimo_type = {
    .card = &elem_cards[CARD_GENEL],
    .keyword = "state space MIMO",
    .grammar = "genel: LABEL, state space MIMO, N OUTPUTS, (dof) OUTPUT [, ...], N INPUTS, {[node dof,] (dof) INPUT | "
               "drive, (drive) "
               "INPUT} [, ...], ORDER, [matrix E, ...,] matrix A, ..., matrix B, ..., matrix C, ... [, matrix D, ...] "
               "[, gain, GAIN] "
               "[, balance, {yes | no}] [, value, ... [, derivative, ...]]",
    .summary = "A linear system with several inputs and outputs.",
    .size = sizeof(state_space),
    .read = read_mimo,
    .connect = state_space_connect,
    .eval = state_space_eval,
    .initial = state_space_initial,
    .output = state_space_output,
    .sample = sample_mimo,
    .assembly = &(const elem_assembly){.never = true},
};
