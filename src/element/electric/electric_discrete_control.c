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
    const drive *drive; /* NULL: the degree of freedom is measured */
    const drive *scale;
} measure;

typedef struct {
    int n_y, n_u, p, q, every;
    measure *measure;
    node_dof *dof;
    const double *A, *B;      /* p of n_u x n_y, q of n_u x n_u, row by row; NULL: a process is identified */
    const drive **excitation; /* n_u entries; NULL: none */
    process_model process;
    predictive law;        /* h_p = 0: none */
    const drive *lambda;   /* control weight; NULL: none */
    const drive *trigger;  /* NULL: control from the start */
    const drive **desired; /* n_y entries; NULL: zero */
    const char *file;      /* of the coefficients; NULL: none */
} controller;

static bool is_adaptive(const controller *self) { return self->law.h_p > 0; }

/* Returns the size of the history: the current u (n_u), then either y_k-1 ... and u_k-1 ..., or the numbers of the
 * identification and of the predictive control. */
static int memory_numbers(const controller *self)
{
    if (self->A)
        return self->n_u + self->p * self->n_y + self->q * self->n_u;
    return self->n_u + process_numbers(&self->process) +
           (is_adaptive(self) ? predictive_numbers(&self->law, &self->process) : 0);
}

/* --- reading ------------------------------------------------------------------------------------------------------ */

/* Reads the numbers of the file, independent of its lines. */
static void read_matrices(reader *reader, elem *element)
{
    controller *self = element->self;
    const int n_a = self->p * self->n_u * self->n_y, n = n_a + self->q * self->n_u * self->n_u;
    const char *path = read_filename(reader, "file of control matrices");
    double *c = ARENA_ARRAY(reader_arena(reader), double, n + 1);
    self->A = c;
    self->B = c + n_a;
    number_lines lines;
    if (!read_ok(reader) || !lines_open(&lines, reader, "control matrices", path, read_last_location(reader)))
        return;
    for (int i = 0; i < n;) {
        if (!lines_next(&lines, "control matrices: more numbers are needed"))
            return;
        while (i < n && !lines_is_blank(lines.cursor, lines.line_end))
            if (!lines_number(&lines, &c[i++]))
                return;
    }
}

/* Reads a number from 0 to below 1. */
static double read_fraction(reader *reader, const char *what)
{
    const double x = read_not_negative(reader, what);
    if (read_ok(reader) && x >= 1.0)
        read_error_last(reader, E_BEARING_EPSILON, x);
    return x;
}

static void read_dynamic_forgetting(reader *reader, process_model *model)
{
    enum { MOST_SAMPLES = 100000 };
    model->n_short = read_integer_in(reader, 1, MOST_SAMPLES, "samples of the short mean");
    model->n_long = read_integer_in(reader, model->n_short, MOST_SAMPLES, "samples of the long mean");
    model->rho = read_fraction(reader, "rho");
    model->fact = read_fraction(reader, "largest forgetting");
    model->r_ref = read_positive(reader, "reference of the ratio");
    model->r_lim = read_positive(reader, "limit of the ratio");
    if (read_ok(reader) && model->r_lim <= model->r_ref)
        read_error_last(reader, E_FORGETTING_LIMIT, model->r_lim, model->r_ref);
}

static void read_forgetting(reader *reader, process_model *model)
{
    static const char *const KINDS[] = {"const", "dynamic", NULL};
    model->forgetting = 1.0;
    if (!read_keyword(reader, "forgettingfactor") && !read_keyword(reader, "forgetting factor"))
        return;
    if (read_choice(reader, KINDS, "kind of forgetting factor") == 1) {
        read_dynamic_forgetting(reader, model);
        return;
    }
    model->forgetting = read_positive(reader, "forgetting factor");
    if (read_ok(reader) && model->forgetting > 1.0)
        read_error_last(reader, E_FORGETTING, model->forgetting);
}

static const drive **read_drives(reader *reader, const char *word, int n)
{
    if (!read_keyword(reader, word))
        return NULL;
    const drive **d = ARENA_ARRAY(reader_arena(reader), const drive *, n);
    for (int i = 0; i < n; i++)
        d[i] = read_drive(reader, word);
    return d;
}

static void set_process(controller *self, bool has_errors)
{
    self->process = (process_model){
        .n_y = self->n_y, .n_u = self->n_u, .p = self->p, .q = self->q, .has_errors = has_errors, .forgetting = 1.0};
}

static void read_coefficient_file(reader *reader, elem *element)
{
    if (read_keyword(reader, "file") && reader_allows(reader, "a file of coefficients"))
        element->second_path = ((controller *)element->self)->file = read_filename(reader, "file of coefficients");
}

static const char *const MODELS[] = {"arx", "armax", NULL};

static void read_identification(reader *reader, elem *element)
{
    controller *self = element->self;
    set_process(self, read_choice(reader, MODELS, "model of the process") == 1);
    read_forgetting(reader, &self->process);
    self->excitation = read_drives(reader, "excitation", self->n_u);
    read_coefficient_file(reader, element);
}

static const double *read_weights(reader *reader, const char *word, int n)
{
    double *w = ARENA_ARRAY(reader_arena(reader), double, n);
    const bool are_given = read_keyword(reader, word);
    for (int i = 0; i < n; i++)
        w[i] = are_given ? read_not_negative(reader, word) : 1.0;
    return w;
}

static void read_gpc(reader *reader, controller *self)
{
    predictive *predictive = &self->law;
    predictive->h_r = read_integer_in(reader, 0, predictive->h_p - 1, "prediction receding horizon");
    predictive->W = read_weights(reader, "prediction weights", predictive->h_p - predictive->h_r);
    predictive->R = read_weights(reader, "control weights", predictive->h_c);
    self->lambda = read_drive(reader, "weight of control");
}

/* Reads the horizons. The size of the equations is the product of their numbers of rows and columns. */
static void read_prediction(reader *reader, controller *self)
{
    enum { MOST_EQUATIONS = 512 };
    static const char *const LAWS[] = {"gpc", "deadbeat", NULL};
    predictive *predictive = &self->law;
    predictive->is_deadbeat = read_choice(reader, LAWS, "control law") == 1;
    predictive->h_p = read_integer_in(reader, 1, MOST_EQUATIONS / self->n_y, "prediction advancing horizon");
    predictive->h_c = read_integer_in(reader, 1, MOST_EQUATIONS / self->n_u, "control advancing horizon");
    if (!read_ok(reader))
        return;
    if (predictive->h_c > predictive->h_p - predictive->is_deadbeat)
        read_error_last(reader, E_CONTROL_HORIZON, predictive->h_c, predictive->h_p - predictive->is_deadbeat);
    if (!predictive->is_deadbeat)
        read_gpc(reader, self);
    if (read_ok(reader) && predictive->period > 0 && predictive->period < predictive->h_p)
        read_error_last(reader, E_CONTROL_PERIOD, predictive->period, predictive->h_p);
}

static void read_adaptive(reader *reader, elem *element)
{
    controller *self = element->self;
    set_process(self, read_try_choice(reader, MODELS) == 1);
    if (read_keyword(reader, "periodic"))
        self->law.period = read_integer_in(reader, 0, 100000, "period");
    read_prediction(reader, self);
    read_forgetting(reader, &self->process);
    self->excitation = read_drives(reader, "excitation", self->n_u);
    self->trigger = read_keyword(reader, "trigger") ? read_drive(reader, "trigger") : NULL;
    self->desired = read_drives(reader, "desired output", self->n_y);
    read_coefficient_file(reader, element);
}

static void read_law_of_control(reader *r, elem *element)
{
    static const char *const KINDS[] = {"control", "identification", "adaptive control", NULL};
    static void (*const READ[])(reader *, elem *) = {read_matrices, read_identification, read_adaptive};
    const int kind = read_choice(r, KINDS, "kind of control");
    if (kind >= 0)
        READ[kind](r, element);
}

static void read_signals(reader *reader, controller *self)
{
    static const char *const OUTPUTS[] = {"outputs", NULL}, *const INPUTS[] = {"inputs", NULL};
    arena *memory = reader_arena(reader);
    self->measure = ARENA_ARRAY(memory, measure, self->n_y);
    self->dof = ARENA_ARRAY(memory, node_dof, self->n_u);
    read_choice(reader, OUTPUTS, "'outputs'");
    for (int i = 0; read_ok(reader) && i < self->n_y; i++) {
        measure *measure = &self->measure[i];
        if (read_keyword(reader, "drive")) {
            measure->drive = read_drive(reader, "output");
        } else {
            read_keyword(reader, "node dof");
            measure->dof = read_node_dof(reader, true, "output");
        }
        measure->scale = read_keyword(reader, "scale") ? read_drive(reader, "scale") : NULL;
    }
    read_choice(reader, INPUTS, "'inputs'");
    for (int i = 0; read_ok(reader) && i < self->n_u; i++)
        self->dof[i] = read_node_dof(reader, true, "input");
}

static void electric_discrete_control_begin(const void *of, void *memory)
{
    const controller *self = of;
    if (!self->A)
        process_begin(&self->process, (double *)memory + self->n_u);
}

static void electric_discrete_control_read(reader *reader, elem *element)
{
    enum { MOST_ORDER = 1000 };
    controller *self = element->self;
    self->n_y = read_integer_in(reader, 1, PROCESS_MOST, "number of outputs");
    self->n_u = read_integer_in(reader, 1, PROCESS_MOST, "number of inputs");
    self->p = self->q = read_integer_in(reader, 0, MOST_ORDER, "order of A");
    if (read_keyword(reader, "fir"))
        self->q = read_integer_in(reader, 0, MOST_ORDER, "order of B");
    self->every = read_integer_in(reader, 1, 1000000000, "steps between updates");
    read_law_of_control(reader, element);
    read_signals(reader, self);
    if (!read_ok(reader))
        return;
    const size_t size = (size_t)memory_numbers(self) * sizeof(double);
    element->memory = memory_reserve(model_of(reader)->plan, (memory_area){.size = size,
                                                                           .self = self,
                                                                           .begin = electric_discrete_control_begin,
                                                                           .owner = element->type->card->name,
                                                                           .label = element->label});
}

/* --- equations ---------------------------------------------------------------------------------------------------- */

static void electric_discrete_control_connect(const elem *element, layout *layout)
{
    const controller *self = element->self;
    for (int i = 0; i < self->n_u; i++)
        layout_dof(layout, &self->dof[i]);
    layout_clear(layout);
}

static double signal_now(const state *state, const elem *element, int i)
{
    const controller *self = element->self;
    const double *const u = remembered(state, element->memory);
    return u[i] + (self->excitation ? drive_now(self->excitation[i], state) : 0.0);
}

static void electric_discrete_control_eval(int lanes, const state *state, const elem *element, local *out)
{
    (void)lanes;
    for (int i = 0; i < ((const controller *)element->self)->n_u; i++)
        out->r[i] = signal_now(state, element, i);
}

/* --- updates ------------------------------------------------------------------------------------------------------ */

static void take_sample(const state *state, const controller *self, double *y, double *u)
{
    for (int i = 0; i < self->n_y; i++) {
        const measure *measure = &self->measure[i];
        y[i] = measure->drive ? drive_now(measure->drive, state) : node_dof_value(state, &measure->dof);
        if (measure->scale)
            y[i] *= drive_now(measure->scale, state);
    }
    for (int i = 0; i < self->n_u; i++)
        u[i] = node_dof_value(state, &self->dof[i]);
}

/* to += sum_i M_i x_i, with `count` matrices of rows x columns one after another */
static void add_products(double *to, int count, int rows, int columns, const double *M, const double *x)
{
    for (int i = 0; i < count; i++, x += columns)
        for (int k = 0; k < rows; k++)
            for (int l = 0; l < columns; l++)
                to[k] += *M++ * x[l];
}

static void steer(const state *state, const controller *self, double *now, double *process, double *past)
{
    double desired[PROCESS_MOST] = {0};
    memset(now, 0, (size_t)self->n_u * sizeof *now);
    if (self->trigger && drive_now(self->trigger, state) == 0.0)
        return;
    for (int i = 0; self->desired && i < self->n_y; i++)
        desired[i] = drive_now(self->desired[i], state);
    predictive_control(&self->law, &self->process, past, process, desired,
                       self->lambda ? drive_now(self->lambda, state) : 0.0, now);
}

static void learn(const state *state, const controller *self, double *now, const double *y, const double *u)
{
    const process_model *model = &self->process;
    double *const process = now + self->n_u, *const past = process + process_numbers(model);
    if (!is_adaptive(self)) {
        process_sample(model, process, y, u);
        return;
    }
    predictive_sample(&self->law, model, past, process, y, u);
    steer(state, self, now, process, past);
}

static void update(const state *state, const elem *element, double *now)
{
    const controller *self = element->self;
    double y[PROCESS_MOST], u[PROCESS_MOST];
    take_sample(state, self, y, u);
    double *const past = now + self->n_u;
    if (!self->A) {
        learn(state, self, now, y, u);
        return;
    }
    double *const past_u = past + self->p * self->n_y;
    samples_push(past, self->p, self->n_y, y);
    samples_push(past_u, self->q, self->n_u, u);
    memset(now, 0, (size_t)self->n_u * sizeof *now);
    add_products(now, self->p, self->n_u, self->n_y, self->A, past);
    add_products(now, self->q, self->n_u, self->n_u, self->B, past_u);
}

static void electric_discrete_control_accept(const state *state, const elem *element, memory_block *to)
{
    if (state->now == PHASE_STEP && (state->step + 1) % ((const controller *)element->self)->every == 0)
        update(state, element, memory_at(to, element->memory));
}

/* --- private data and the type ------------------------------------------------------------------------------------ */

static int electric_discrete_control_coefficients(const controller *self)
{
    return self->A ? 0 : process_terms(&self->process) * self->n_y;
}

static const char *const NAMES[] = {"u[N]", "theta[N]", NULL};

/* "u[1]" ...: control; "theta[1]" ...: coefficients of the process, term by term */
static int electric_discrete_control_private_index(const elem *element, const char *name)
{
    const controller *self = element->self;
    int i = 0, length = 0;
    if (sscanf(name, "u[%d]%n", &i, &length) == 1 && name[length] == '\0' && i >= 1 && i <= self->n_u)
        return i;
    if (sscanf(name, "theta[%d]%n", &i, &length) == 1 && name[length] == '\0' && i >= 1 &&
        i <= electric_discrete_control_coefficients(self))
        return self->n_u + i;
    return 0;
}

static bool electric_discrete_control_has_private(const elem *element, int index)
{
    return index >= 1 &&
           index <= ((const controller *)element->self)->n_u + electric_discrete_control_coefficients(element->self);
}

static double electric_discrete_control_private_value(const state *state, const elem *element, int index)
{
    const controller *self = element->self;
    const double *const numbers = remembered(state, element->memory);
    return index <= self->n_u ? signal_now(state, element, index - 1) : numbers[index - 1];
}

/* Writes the coefficients of each output, and the forgetting factor. */
static void coefficient_row(const state *state, const elem *element, record *out)
{
    const controller *self = element->self;
    if (!self->file)
        return;
    const double *const process = (const double *)remembered(state, element->memory) + self->n_u;
    for (int k = 0; k < self->n_y; k++)
        for (int i = 0; i < process_terms(&self->process); i++) {
            record_name_numbered(out, "theta", k * process_terms(&self->process) + i + 1, QUANTITY_NONE, "coefficient");
            record_real(out, process[i * self->n_y + k]);
        }
    record_name(out, "mu", QUANTITY_NONE, "forgetting factor");
    record_real(out, process_forgetting(&self->process, process));
    record_end(out);
}

static void electric_discrete_control_sample(sampler *from, elem *element)
{
    controller *self = element->self;
    self->n_y = self->n_u = self->p = self->q = self->every = 1;
    self->measure = ARENA_NEW(from->memory, measure);
    self->dof = ARENA_NEW(from->memory, node_dof);
    self->measure->dof = sample_dof(from, 0);
    *self->dof = sample_dof(from, 1);
    double *c = ARENA_ARRAY(from->memory, double, 2);
    c[0] = sample_real(from, -1.0, 1.0);
    c[1] = sample_real(from, -1.0, 1.0);
    self->A = c;
    self->B = c + 1;
    element->memory = memory_reserve(from->plan, (memory_area){.size = 3 * sizeof(double), .self = self});
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
