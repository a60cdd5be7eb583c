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
    double *a, *b; /* a[i], b[i] of s^(n-1-i) */
    double direct;
} transfer;

static void read_transfer(reader *r, transfer *t)
{
    t->n = read_integer_in(r, 0, MOST_ORDER, "output order");
    t->a = ARENA_ARRAY(reader_arena(r), double, t->n);
    t->b = ARENA_ARRAY(reader_arena(r), double, t->n);
    for (int i = 0; i < t->n; i++)
        t->a[i] = read_real(r, "output coefficient");
    const int m = read_integer_in(r, 0, t->n, "input order");
    double first = 0.0;
    for (int i = 0; i <= m; i++) {
        const double b = read_real(r, "input coefficient");
        const int at = t->n - 1 - m + i;
        if (at < 0)
            first = b;
        else if (read_ok(r))
            t->b[at] = b;
    }
    t->direct = first;
    for (int i = 0; i < t->n; i++)
        t->b[i] -= first * t->a[i];
}

static void realise(const transfer *t, state_space *self, bool is_observable, double gain)
{
    const int n = t->n;
    for (int i = 0; i < n; i++) {
        self->A[is_observable ? i * n : i] = -t->a[i];
        self->C[i] = is_observable ? i == 0 : gain * t->b[i];
        self->B[i] = is_observable ? gain * t->b[i] : i == 0;
    }
    for (int i = 1; i < n; i++)
        self->A[is_observable ? (i - 1) * n + i : i * n + i - 1] = 1.0;
}

static void genel_scalar_filter_read(reader *r, elem *e)
{
    static const char *const FORMS[] = {"controllable", "observable", NULL};
    state_space *self = e->self;
    arena *memory = reader_arena(r);
    self->n_out = self->n_in = 1;
    self->out = ARENA_NEW(memory, node_dof);
    self->inputs = ARENA_NEW(memory, state_space_input);
    *self->out = read_node_dof(r, true, "output node");
    read_state_space_input(r, self->inputs);
    const bool is_observable = read_keyword(r, "canonical form") && read_choice(r, FORMS, "canonical form") == 1;
    transfer t;
    read_transfer(r, &t);
    const double gain = read_keyword(r, "gain") ? read_real(r, "gain") : 1.0;
    const bool balances = !read_keyword(r, "balance") || read_bool(r, "balance");
    if (!read_ok(r))
        return;
    self->n = t.n;
    state_space_create(memory, e);
    realise(&t, self, is_observable, gain);
    if (t.direct != 0.0)
        *(self->D = ARENA_NEW(memory, double)) = gain * t.direct;
    if (balances)
        state_space_balance(memory, self);
}

static void genel_scalar_filter_sample(sampler *from, elem *e) { state_space_sample(from, e, 1, 1); }

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
