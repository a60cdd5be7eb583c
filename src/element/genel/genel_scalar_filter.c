/* genel_scalar_filter.c - a transfer function, realised as a state space system.
 *
 *     y = (b0 s^m + ... + bm) / (s^n + a1 s^(n-1) + ... + an) gain u,      m <= n
 *     m = n:           direct transmission D = b0, numerator b_i - b0 a_i
 *     controllable:    A = [-a1 ... -an; I 0],  B = e1,  C = [b1 ... bn]
 *     observable:      the transpose: A', C', B'                                                                */
#include "element/genel/state_space.h"
#include "model/reading.h"

enum { MOST_ORDER = 1000 };

typedef struct {
    int n;
    double *a, *b; /* coefficients a[i], b[i] of s^(n-1-i) */
    double direct;
} transfer;

static void read_transfer(reader *reader, transfer *transfer)
{
    transfer->n = read_integer_in(reader, 0, MOST_ORDER, "output order");
    transfer->a = ARENA_ARRAY(reader_arena(reader), double, transfer->n);
    transfer->b = ARENA_ARRAY(reader_arena(reader), double, transfer->n);
    for (int i = 0; i < transfer->n; i++)
        transfer->a[i] = read_real(reader, "output coefficient");
    const int m = read_integer_in(reader, 0, transfer->n, "input order");
    double first = 0.0;
    for (int i = 0; i <= m; i++) {
        const double b = read_real(reader, "input coefficient");
        const int at = transfer->n - 1 - m + i;
        if (at < 0)
            first = b;
        else if (read_ok(reader))
            transfer->b[at] = b;
    }
    transfer->direct = first;
    for (int i = 0; i < transfer->n; i++)
        transfer->b[i] -= first * transfer->a[i];
}

static void realise(const transfer *transfer, state_space *self, bool is_observable, double gain)
{
    const int n = transfer->n;
    for (int i = 0; i < n; i++) {
        self->A[is_observable ? i * n : i] = -transfer->a[i];
        self->C[i] = is_observable ? i == 0 : gain * transfer->b[i];
        self->B[i] = is_observable ? gain * transfer->b[i] : i == 0;
    }
    for (int i = 1; i < n; i++)
        self->A[is_observable ? (i - 1) * n + i : i * n + i - 1] = 1.0;
}

static void genel_scalar_filter_read(reader *reader, elem *element)
{
    static const char *const FORMS[] = {"controllable", "observable", NULL};
    state_space *self = element->self;
    arena *memory = reader_arena(reader);
    self->n_out = self->n_in = 1;
    self->out = ARENA_NEW(memory, node_dof);
    self->inputs = ARENA_NEW(memory, state_space_input);
    *self->out = read_node_dof(reader, true, "output node");
    read_state_space_input(reader, self->inputs);
    const bool is_observable =
        read_keyword(reader, "canonical form") && read_choice(reader, FORMS, "canonical form") == 1;
    transfer transfer;
    read_transfer(reader, &transfer);
    const double gain = read_keyword(reader, "gain") ? read_real(reader, "gain") : 1.0;
    const bool balances = !read_keyword(reader, "balance") || read_bool(reader, "balance");
    if (!read_ok(reader))
        return;
    self->n = transfer.n;
    state_space_create(memory, element);
    realise(&transfer, self, is_observable, gain);
    if (transfer.direct != 0.0)
        *(self->D = ARENA_NEW(memory, double)) = gain * transfer.direct;
    if (balances)
        state_space_balance(memory, self);
}

static void genel_scalar_filter_sample(sampler *from, elem *element) { state_space_sample(from, element, 1, 1); }

const elem_type genel_scalar_filter_type = {
    .card = &elem_cards[CARD_GENEL],
    .keyword = "scalar filter",
    .grammar =
        "genel: LABEL, scalar filter, (dof) OUTPUT, {[node dof,] (dof) INPUT | drive, (drive) INPUT}, [canonical form, "
        "{controllable | observable},] OUTPUT ORDER [, COEFFICIENTS], INPUT ORDER [, COEFFICIENTS] [, gain, GAIN] "
        "[, balance, {yes | no}]",
    .summary = "A transfer function between two degrees of freedom.",
    .size = sizeof(state_space),
    .read = genel_scalar_filter_read,
    .connect = state_space_connect,
    .eval = state_space_eval,
    .initial = state_space_initial,
    .output = state_space_output,
    .sample = genel_scalar_filter_sample,
    .assembly = &(const elem_assembly){.never = true},
};
