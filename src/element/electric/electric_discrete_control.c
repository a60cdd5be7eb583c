/* electric_discrete_control.c - a linear controller in discrete time.
 *
 *     u_k = sum_1^p A_i y_k-i + sum_1^q B_i u_k-i          row of input i += u_k[i] (+ excitation)
 *
 * k counts updates, one every N steps: the one before step m (m a multiple of N) takes the measures y, each times its
 * scale, and the values u of the inputs as step m - 1 has left them. Before the start both are zero. With
 * `identification` there is no control: a model of the process is found from y and u (identification.h) while the
 * excitation acts; its coefficients are private data. */
#include "contract/sampler.h"
#include "element/diag_rows.h"
#include "element/electric/identification.h"
#include "model/model.h"
#include "model/number_lines.h"
#include "model/reading.h"
#include <stdio.h>
#include <string.h>

typedef struct {
    node_dof of;
    const drive *by; /* NULL: the degree of freedom */
    const drive *scale;
} measure;

typedef struct {
    int n_y, n_u, p, q, every;
    measure *y;
    node_dof *u;
    const double *A, *B;      /* p of n_u x n_y, q of n_u x n_u, row by row; NULL: none, a process is identified */
    const drive **excitation; /* n_u; NULL: none */
    process_model process;
} controller;

/* Numbers it remembers: u now (n_u), then either y_k-1 ... and u_k-1 ..., or those of the identification. */
static int memory_numbers(const controller *self)
{
    return self->n_u + (self->A ? self->p * self->n_y + self->q * self->n_u : process_numbers(&self->process));
}

/* --- reading ------------------------------------------------------------------------------------------------------ */

/* The numbers of the file, whatever its lines are. */
static void read_matrices(reader *r, controller *self)
{
    const int n_a = self->p * self->n_u * self->n_y, n = n_a + self->q * self->n_u * self->n_u;
    const char *path = read_filename(r, "file of control matrices");
    double *c = ARENA_ARRAY(reader_arena(r), double, n + 1);
    self->A = c;
    self->B = c + n_a;
    number_lines s;
    if (!read_ok(r) || !lines_open(&s, r, "control matrices", path, read_last_place(r)))
        return;
    for (int i = 0; i < n;) {
        if (!lines_next(&s, "control matrices: more numbers are needed"))
            return;
        while (i < n && !lines_is_blank(s.at, s.line_end))
            if (!lines_number(&s, &c[i++]))
                return;
    }
}

static void read_forgetting(reader *r, process_model *m)
{
    static const char *const KINDS[] = {"const", NULL};
    m->forgetting = 1.0;
    if (!read_keyword(r, "forgettingfactor") && !read_keyword(r, "forgetting factor"))
        return;
    read_choice(r, KINDS, "kind of forgetting factor");
    m->forgetting = read_positive(r, "forgetting factor");
    if (read_ok(r) && m->forgetting > 1.0)
        read_error_last(r, E_FORGETTING, m->forgetting);
}

static void read_identification(reader *r, controller *self)
{
    static const char *const MODELS[] = {"arx", "armax", NULL};
    process_model *m = &self->process;
    *m = (process_model){.n_y = self->n_y, .n_u = self->n_u, .p = self->p, .q = self->q};
    m->has_errors = read_choice(r, MODELS, "model of the process") == 1;
    read_forgetting(r, m);
    if (!read_keyword(r, "excitation"))
        return;
    self->excitation = ARENA_ARRAY(reader_arena(r), const drive *, self->n_u);
    for (int i = 0; i < self->n_u; i++)
        self->excitation[i] = read_drive(r, "excitation");
}

static void read_law_of_control(reader *r, controller *self)
{
    static const char *const KINDS[] = {"control", "identification", NULL};
    if (read_choice(r, KINDS, "kind of control") == 0)
        read_matrices(r, self);
    else
        read_identification(r, self);
}

static void read_signals(reader *r, controller *self)
{
    static const char *const OUTPUTS[] = {"outputs", NULL}, *const INPUTS[] = {"inputs", NULL};
    arena *memory = reader_arena(r);
    self->y = ARENA_ARRAY(memory, measure, self->n_y);
    self->u = ARENA_ARRAY(memory, node_dof, self->n_u);
    read_choice(r, OUTPUTS, "'outputs'");
    for (int i = 0; read_ok(r) && i < self->n_y; i++) {
        measure *y = &self->y[i];
        if (read_keyword(r, "drive")) {
            y->by = read_drive(r, "output");
        } else {
            read_keyword(r, "node dof");
            y->of = read_node_dof(r, true, "output");
        }
        y->scale = read_keyword(r, "scale") ? read_drive(r, "scale") : NULL;
    }
    read_choice(r, INPUTS, "'inputs'");
    for (int i = 0; read_ok(r) && i < self->n_u; i++)
        self->u[i] = read_node_dof(r, true, "input");
}

static void begin(const void *of, void *memory)
{
    const controller *self = of;
    if (!self->A)
        process_begin(&self->process, (double *)memory + self->n_u);
}

static void read(reader *r, elem *e)
{
    enum { MOST_ORDER = 1000 };
    controller *self = e->self;
    self->n_y = read_integer_in(r, 1, PROCESS_MOST, "number of outputs");
    self->n_u = read_integer_in(r, 1, PROCESS_MOST, "number of inputs");
    self->p = self->q = read_integer_in(r, 0, MOST_ORDER, "order of A");
    if (read_keyword(r, "fir"))
        self->q = read_integer_in(r, 0, MOST_ORDER, "order of B");
    self->every = read_integer_in(r, 1, 1000000000, "steps between updates");
    read_law_of_control(r, self);
    read_signals(r, self);
    if (!read_ok(r))
        return;
    const size_t size = (size_t)memory_numbers(self) * sizeof(double);
    e->memory = memory_reserve(
        model_of(r)->plan,
        (memory_area){.size = size, .self = self, .begin = begin, .of = e->type->card->name, .label = e->label});
}

/* --- equations ---------------------------------------------------------------------------------------------------- */

static void connect(const elem *e, layout *l)
{
    const controller *self = e->self;
    for (int i = 0; i < self->n_u; i++)
        layout_dof(l, &self->u[i]);
    layout_clear(l);
}

static double signal_now(const state *s, const elem *e, int i)
{
    const controller *self = e->self;
    const double *const u = remembered(s, e->memory);
    return u[i] + (self->excitation ? drive_now(self->excitation[i], s) : 0.0);
}

static void eval(int n, const state *s, const elem *e, local *out)
{
    (void)n;
    for (int i = 0; i < ((const controller *)e->self)->n_u; i++)
        out->r[i] = signal_now(s, e, i);
}

/* --- updates ------------------------------------------------------------------------------------------------------ */

static void take_sample(const state *s, const controller *self, double *y, double *u)
{
    for (int i = 0; i < self->n_y; i++) {
        const measure *m = &self->y[i];
        y[i] = m->by ? drive_now(m->by, s) : node_dof_value(s, &m->of);
        if (m->scale)
            y[i] *= drive_now(m->scale, s);
    }
    for (int i = 0; i < self->n_u; i++)
        u[i] = node_dof_value(s, &self->u[i]);
}

static void push(double *history, int count, int size, const double *sample)
{
    if (count == 0)
        return;
    memmove(history + size, history, (size_t)(count - 1) * (size_t)size * sizeof *history);
    memcpy(history, sample, (size_t)size * sizeof *history);
}

/* to += sum_i M_i x_i, with `count` matrices of rows x columns one after another */
static void add_products(double *to, int count, int rows, int columns, const double *M, const double *x)
{
    for (int i = 0; i < count; i++, x += columns)
        for (int k = 0; k < rows; k++)
            for (int l = 0; l < columns; l++)
                to[k] += *M++ * x[l];
}

static void update(const state *s, const elem *e, double *now)
{
    const controller *self = e->self;
    double y[PROCESS_MOST], u[PROCESS_MOST];
    take_sample(s, self, y, u);
    double *const past = now + self->n_u;
    if (!self->A) {
        process_sample(&self->process, past, y, u);
        return;
    }
    double *const past_u = past + self->p * self->n_y;
    push(past, self->p, self->n_y, y);
    push(past_u, self->q, self->n_u, u);
    memset(now, 0, (size_t)self->n_u * sizeof *now);
    add_products(now, self->p, self->n_u, self->n_y, self->A, past);
    add_products(now, self->q, self->n_u, self->n_u, self->B, past_u);
}

static void accept(const state *s, const elem *e, memory_block *to)
{
    if (s->now == PHASE_STEP && (s->step + 1) % ((const controller *)e->self)->every == 0)
        update(s, e, memory_at(to, e->memory));
}

/* --- private data and the type ------------------------------------------------------------------------------------ */

static int coefficients(const controller *self) { return self->A ? 0 : process_terms(&self->process) * self->n_y; }

/* "u[1]" ...: control; "theta[1]" ...: coefficients of the process, term by term */
static int private_index(const elem *e, const char *name)
{
    const controller *self = e->self;
    int i = 0, length = 0;
    if (sscanf(name, "u[%d]%n", &i, &length) == 1 && name[length] == '\0' && i >= 1 && i <= self->n_u)
        return i;
    if (sscanf(name, "theta[%d]%n", &i, &length) == 1 && name[length] == '\0' && i >= 1 && i <= coefficients(self))
        return self->n_u + i;
    return 0;
}

static bool has_private(const elem *e, int index)
{
    return index >= 1 && index <= ((const controller *)e->self)->n_u + coefficients(e->self);
}

static double private_value(const state *s, const elem *e, int index)
{
    const controller *self = e->self;
    const double *const numbers = remembered(s, e->memory);
    return index <= self->n_u ? signal_now(s, e, index - 1) : numbers[index - 1];
}

static void sample(sampler *from, elem *e)
{
    controller *self = e->self;
    self->n_y = self->n_u = self->p = self->q = self->every = 1;
    self->y = ARENA_NEW(from->memory, measure);
    self->u = ARENA_NEW(from->memory, node_dof);
    self->y->of = sample_dof(from, 0);
    *self->u = sample_dof(from, 1);
    double *c = ARENA_ARRAY(from->memory, double, 2);
    c[0] = sample_real(from, -1.0, 1.0);
    c[1] = sample_real(from, -1.0, 1.0);
    self->A = c;
    self->B = c + 1;
    e->memory = memory_reserve(from->plan, (memory_area){.size = 3 * sizeof(double), .self = self});
}

const elem_type electric_discrete_control_type = {
    .card = &elem_cards[CARD_ELECTRIC],
    .keyword = "discrete control",
    .grammar =
        "electric: LABEL, discrete control, N OUTPUTS, N INPUTS, ORDER A [, fir, ORDER B], STEPS, {control, \"FILE\" | "
        "identification, {arx | armax} [, forgettingfactor, const, MU] [, excitation, (drive) U, ...]}, outputs, "
        "{[node "
        "dof,] (dof) Y | drive, (drive) Y} [, scale, (drive) S], ..., inputs, (dof) U, ...",
    .summary = "A linear controller in discrete time, or the identification of a process.",
    .size = sizeof(controller),
    .read = read,
    .connect = connect,
    .eval = eval,
    .accept = accept,
    .private_index = private_index,
    .private_value = private_value,
    .has_private = has_private,
    .sample = sample,
    .flags = ELEM_NOT_ASSEMBLED,
};
