/* electric_discrete_control.c - a linear discrete-time controller.
 *
 *     u_k = sum_1^p A_i y_k-i + sum_1^q B_i u_k-i          row of input i += u_k[i] (+ excitation)
 *
 * k is the number of updates, one every N steps: the update before step m (m a multiple of N) uses the measurements y,
 * each times its scale, and the inputs u at the end of step m - 1. Before the start both are zero. With
 * `identification` there is no control: a model of the process is identified from y and u (see identification.h) while
 * the excitation acts; its coefficients are private data, and rows of a separate file. With `adaptive control` such a
 * model predicts the control that leads to the desired outputs (see predictive.h), while the trigger is not zero. */
#include "contract/sampler.h"
#include "element/diag_rows.h"
#include "element/electric/predictive.h"
#include "model/model.h"
#include "model/number_lines.h"
#include "model/reading.h"
#include <stdio.h>
#include <string.h>

typedef struct {
    node_dof dof;
    const drive *drive; /* NULL: the degree of freedom */
    const drive *scale;
} measure;

typedef struct {
    int n_y, n_u, p, q, every;
    measure *y;
    node_dof *u;
    const double *A, *B;      /* p of n_u x n_y, q of n_u x n_u, row by row; NULL: none, a process is identified */
    const drive **excitation; /* n_u; NULL: none */
    process_model process;
    predictive law;        /* h_p = 0: none */
    const drive *lambda;   /* weight of control; NULL: none */
    const drive *trigger;  /* NULL: control from the start */
    const drive **desired; /* n_y; NULL: zero */
    const char *file;      /* of the coefficients; NULL: none */
} controller;

static bool is_adaptive(const controller *self) { return self->law.h_p > 0; }

/* Numbers it remembers: u now (n_u), then either y_k-1 ... and u_k-1 ..., or those of the identification and of the
 * control by prediction. */
static int memory_numbers(const controller *self)
{
    if (self->A)
        return self->n_u + self->p * self->n_y + self->q * self->n_u;
    return self->n_u + process_numbers(&self->process) +
           (is_adaptive(self) ? predictive_numbers(&self->law, &self->process) : 0);
}

/* --- reading ------------------------------------------------------------------------------------------------------ */

/* The numbers of the file, whatever its lines are. */
static void read_matrices(reader *r, elem *e)
{
    controller *self = e->self;
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
        while (i < n && !lines_is_blank(s.cursor, s.line_end))
            if (!lines_number(&s, &c[i++]))
                return;
    }
}

/* From 0 to below 1. */
static double read_fraction(reader *r, const char *what)
{
    const double x = read_not_negative(r, what);
    if (read_ok(r) && x >= 1.0)
        read_error_last(r, E_BEARING_EPSILON, x);
    return x;
}

static void read_dynamic_forgetting(reader *r, process_model *m)
{
    enum { MOST_SAMPLES = 100000 };
    m->n_short = read_integer_in(r, 1, MOST_SAMPLES, "samples of the short mean");
    m->n_long = read_integer_in(r, m->n_short, MOST_SAMPLES, "samples of the long mean");
    m->rho = read_fraction(r, "rho");
    m->fact = read_fraction(r, "largest forgetting");
    m->r_ref = read_positive(r, "reference of the ratio");
    m->r_lim = read_positive(r, "limit of the ratio");
    if (read_ok(r) && m->r_lim <= m->r_ref)
        read_error_last(r, E_FORGETTING_LIMIT, m->r_lim, m->r_ref);
}

static void read_forgetting(reader *r, process_model *m)
{
    static const char *const KINDS[] = {"const", "dynamic", NULL};
    m->forgetting = 1.0;
    if (!read_keyword(r, "forgettingfactor") && !read_keyword(r, "forgetting factor"))
        return;
    if (read_choice(r, KINDS, "kind of forgetting factor") == 1) {
        read_dynamic_forgetting(r, m);
        return;
    }
    m->forgetting = read_positive(r, "forgetting factor");
    if (read_ok(r) && m->forgetting > 1.0)
        read_error_last(r, E_FORGETTING, m->forgetting);
}

static const drive **read_drives(reader *r, const char *word, int n)
{
    if (!read_keyword(r, word))
        return NULL;
    const drive **d = ARENA_ARRAY(reader_arena(r), const drive *, n);
    for (int i = 0; i < n; i++)
        d[i] = read_drive(r, word);
    return d;
}

static void set_process(controller *self, bool has_errors)
{
    self->process = (process_model){
        .n_y = self->n_y, .n_u = self->n_u, .p = self->p, .q = self->q, .has_errors = has_errors, .forgetting = 1.0};
}

static void read_coefficient_file(reader *r, elem *e)
{
    if (read_keyword(r, "file") && reader_allows(r, "a file of coefficients"))
        e->second_path = ((controller *)e->self)->file = read_filename(r, "file of coefficients");
}

static const char *const MODELS[] = {"arx", "armax", NULL};

static void read_identification(reader *r, elem *e)
{
    controller *self = e->self;
    set_process(self, read_choice(r, MODELS, "model of the process") == 1);
    read_forgetting(r, &self->process);
    self->excitation = read_drives(r, "excitation", self->n_u);
    read_coefficient_file(r, e);
}

static const double *read_weights(reader *r, const char *word, int n)
{
    double *w = ARENA_ARRAY(reader_arena(r), double, n);
    const bool are_given = read_keyword(r, word);
    for (int i = 0; i < n; i++)
        w[i] = are_given ? read_not_negative(r, word) : 1.0;
    return w;
}

static void read_gpc(reader *r, controller *self)
{
    predictive *c = &self->law;
    c->h_r = read_integer_in(r, 0, c->h_p - 1, "prediction receding horizon");
    c->W = read_weights(r, "prediction weights", c->h_p - c->h_r);
    c->R = read_weights(r, "control weights", c->h_c);
    self->lambda = read_drive(r, "weight of control");
}

/* Horizons; the equations have the product of their numbers of rows and columns. */
static void read_prediction(reader *r, controller *self)
{
    enum { MOST_EQUATIONS = 512 };
    static const char *const LAWS[] = {"gpc", "deadbeat", NULL};
    predictive *c = &self->law;
    c->is_deadbeat = read_choice(r, LAWS, "control law") == 1;
    c->h_p = read_integer_in(r, 1, MOST_EQUATIONS / self->n_y, "prediction advancing horizon");
    c->h_c = read_integer_in(r, 1, MOST_EQUATIONS / self->n_u, "control advancing horizon");
    if (!read_ok(r))
        return;
    if (c->h_c > c->h_p - c->is_deadbeat)
        read_error_last(r, E_CONTROL_HORIZON, c->h_c, c->h_p - c->is_deadbeat);
    if (!c->is_deadbeat)
        read_gpc(r, self);
    if (read_ok(r) && c->period > 0 && c->period < c->h_p)
        read_error_last(r, E_CONTROL_PERIOD, c->period, c->h_p);
}

static void read_adaptive(reader *r, elem *e)
{
    controller *self = e->self;
    set_process(self, read_try_choice(r, MODELS) == 1);
    if (read_keyword(r, "periodic"))
        self->law.period = read_integer_in(r, 0, 100000, "period");
    read_prediction(r, self);
    read_forgetting(r, &self->process);
    self->excitation = read_drives(r, "excitation", self->n_u);
    self->trigger = read_keyword(r, "trigger") ? read_drive(r, "trigger") : NULL;
    self->desired = read_drives(r, "desired output", self->n_y);
    read_coefficient_file(r, e);
}

static void read_law_of_control(reader *r, elem *e)
{
    static const char *const KINDS[] = {"control", "identification", "adaptive control", NULL};
    static void (*const READ[])(reader *, elem *) = {read_matrices, read_identification, read_adaptive};
    const int kind = read_choice(r, KINDS, "kind of control");
    if (kind >= 0)
        READ[kind](r, e);
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
            y->drive = read_drive(r, "output");
        } else {
            read_keyword(r, "node dof");
            y->dof = read_node_dof(r, true, "output");
        }
        y->scale = read_keyword(r, "scale") ? read_drive(r, "scale") : NULL;
    }
    read_choice(r, INPUTS, "'inputs'");
    for (int i = 0; read_ok(r) && i < self->n_u; i++)
        self->u[i] = read_node_dof(r, true, "input");
}

static void electric_discrete_control_begin(const void *of, void *memory)
{
    const controller *self = of;
    if (!self->A)
        process_begin(&self->process, (double *)memory + self->n_u);
}

static void electric_discrete_control_read(reader *r, elem *e)
{
    enum { MOST_ORDER = 1000 };
    controller *self = e->self;
    self->n_y = read_integer_in(r, 1, PROCESS_MOST, "number of outputs");
    self->n_u = read_integer_in(r, 1, PROCESS_MOST, "number of inputs");
    self->p = self->q = read_integer_in(r, 0, MOST_ORDER, "order of A");
    if (read_keyword(r, "fir"))
        self->q = read_integer_in(r, 0, MOST_ORDER, "order of B");
    self->every = read_integer_in(r, 1, 1000000000, "steps between updates");
    read_law_of_control(r, e);
    read_signals(r, self);
    if (!read_ok(r))
        return;
    const size_t size = (size_t)memory_numbers(self) * sizeof(double);
    e->memory = memory_reserve(model_of(r)->plan, (memory_area){.size = size,
                                                                .self = self,
                                                                .begin = electric_discrete_control_begin,
                                                                .owner = e->type->card->name,
                                                                .label = e->label});
}

/* --- equations ---------------------------------------------------------------------------------------------------- */

static void electric_discrete_control_connect(const elem *e, layout *l)
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

static void electric_discrete_control_eval(int n, const state *s, const elem *e, local *out)
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
        y[i] = m->drive ? drive_now(m->drive, s) : node_dof_value(s, &m->dof);
        if (m->scale)
            y[i] *= drive_now(m->scale, s);
    }
    for (int i = 0; i < self->n_u; i++)
        u[i] = node_dof_value(s, &self->u[i]);
}

/* to += sum_i M_i x_i, with `count` matrices of rows x columns one after another */
static void add_products(double *to, int count, int rows, int columns, const double *M, const double *x)
{
    for (int i = 0; i < count; i++, x += columns)
        for (int k = 0; k < rows; k++)
            for (int l = 0; l < columns; l++)
                to[k] += *M++ * x[l];
}

static void steer(const state *s, const controller *self, double *now, double *process, double *past)
{
    double desired[PROCESS_MOST] = {0};
    memset(now, 0, (size_t)self->n_u * sizeof *now);
    if (self->trigger && drive_now(self->trigger, s) == 0.0)
        return;
    for (int i = 0; self->desired && i < self->n_y; i++)
        desired[i] = drive_now(self->desired[i], s);
    predictive_control(&self->law, &self->process, past, process, desired,
                       self->lambda ? drive_now(self->lambda, s) : 0.0, now);
}

static void learn(const state *s, const controller *self, double *now, const double *y, const double *u)
{
    const process_model *m = &self->process;
    double *const process = now + self->n_u, *const past = process + process_numbers(m);
    if (!is_adaptive(self)) {
        process_sample(m, process, y, u);
        return;
    }
    predictive_sample(&self->law, m, past, process, y, u);
    steer(s, self, now, process, past);
}

static void update(const state *s, const elem *e, double *now)
{
    const controller *self = e->self;
    double y[PROCESS_MOST], u[PROCESS_MOST];
    take_sample(s, self, y, u);
    double *const past = now + self->n_u;
    if (!self->A) {
        learn(s, self, now, y, u);
        return;
    }
    double *const past_u = past + self->p * self->n_y;
    samples_push(past, self->p, self->n_y, y);
    samples_push(past_u, self->q, self->n_u, u);
    memset(now, 0, (size_t)self->n_u * sizeof *now);
    add_products(now, self->p, self->n_u, self->n_y, self->A, past);
    add_products(now, self->q, self->n_u, self->n_u, self->B, past_u);
}

static void electric_discrete_control_accept(const state *s, const elem *e, memory_block *to)
{
    if (s->now == PHASE_STEP && (s->step + 1) % ((const controller *)e->self)->every == 0)
        update(s, e, memory_at(to, e->memory));
}

/* --- private data and the type ------------------------------------------------------------------------------------ */

static int electric_discrete_control_coefficients(const controller *self)
{
    return self->A ? 0 : process_terms(&self->process) * self->n_y;
}

static const char *const NAMES[] = {"u[N]", "theta[N]", NULL};

/* "u[1]" ...: control; "theta[1]" ...: coefficients of the process, term by term */
static int electric_discrete_control_private_index(const elem *e, const char *name)
{
    const controller *self = e->self;
    int i = 0, length = 0;
    if (sscanf(name, "u[%d]%n", &i, &length) == 1 && name[length] == '\0' && i >= 1 && i <= self->n_u)
        return i;
    if (sscanf(name, "theta[%d]%n", &i, &length) == 1 && name[length] == '\0' && i >= 1 &&
        i <= electric_discrete_control_coefficients(self))
        return self->n_u + i;
    return 0;
}

static bool electric_discrete_control_has_private(const elem *e, int index)
{
    return index >= 1 && index <= ((const controller *)e->self)->n_u + electric_discrete_control_coefficients(e->self);
}

static double electric_discrete_control_private_value(const state *s, const elem *e, int index)
{
    const controller *self = e->self;
    const double *const numbers = remembered(s, e->memory);
    return index <= self->n_u ? signal_now(s, e, index - 1) : numbers[index - 1];
}

/* The coefficients of each output, and the forgetting factor. */
static void coefficient_row(const state *s, const elem *e, record *out)
{
    const controller *self = e->self;
    if (!self->file)
        return;
    const double *const process = (const double *)remembered(s, e->memory) + self->n_u;
    for (int k = 0; k < self->n_y; k++)
        for (int i = 0; i < process_terms(&self->process); i++) {
            record_name_numbered(out, "theta", k * process_terms(&self->process) + i + 1, QUANTITY_NONE, "coefficient");
            record_real(out, process[i * self->n_y + k]);
        }
    record_name(out, "mu", QUANTITY_NONE, "forgetting factor");
    record_real(out, process_forgetting(&self->process, process));
    record_end(out);
}

static void electric_discrete_control_sample(sampler *from, elem *e)
{
    controller *self = e->self;
    self->n_y = self->n_u = self->p = self->q = self->every = 1;
    self->y = ARENA_NEW(from->memory, measure);
    self->u = ARENA_NEW(from->memory, node_dof);
    self->y->dof = sample_dof(from, 0);
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
        ("electric: LABEL, discrete control, N OUTPUTS, N INPUTS, ORDER A [, fir, ORDER B], STEPS, CONTROL, outputs, "
         "{[node dof,] (dof) Y | drive, (drive) Y} [, scale, (drive) S], ..., inputs, (dof) U, ...\n"
         "CONTROL ::= control, \"FILE\"\n"
         "CONTROL ::= identification, {arx | armax} [, FORGETTING] [, excitation, (drive) U, ...] [, file, \"FILE\"]\n"
         "CONTROL ::= adaptive control, [{arx | armax},] [periodic, SAMPLES,] {gpc, PREDICTION HORIZON, CONTROL "
         "HORIZON, RECEDING HORIZON [, prediction weights, W, ...] [, control weights, R, ...], (drive) LAMBDA | "
         "deadbeat, PREDICTION HORIZON, CONTROL HORIZON} [, FORGETTING] [, excitation, (drive) U, ...] [, trigger, "
         "(drive) ON] [, desired output, (drive) Y, ...] [, file, \"FILE\"]\n"
         "FORGETTING ::= forgetting factor, {const, MU | dynamic, N1, N2, RHO, FACT, KREF, KLIM}"),
    .summary = "A linear discrete-time controller, or the identification of a process with adaptive control.",
    .size = sizeof(controller),
    .read = electric_discrete_control_read,
    .connect = electric_discrete_control_connect,
    .eval = electric_discrete_control_eval,
    .history = &(const elem_history){.accept = electric_discrete_control_accept},
    .files = &(const elem_files){.second_row = coefficient_row},
    .private_names = NAMES,
    .private_index = electric_discrete_control_private_index,
    .private_value = electric_discrete_control_private_value,
    .has_private = electric_discrete_control_has_private,
    .sample = electric_discrete_control_sample,
    .assembly = &(const elem_assembly){.never = true},
};
