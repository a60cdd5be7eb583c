/* linear.c - a model linearized at the current state: states, inputs and outputs by name, and the matrices.
 *
 *     y = q_x x + q_x' x' + q_u u     x = W z + V u ...     x' = W z' + W' z + V u' + V' u ...     z' = A z + B u ...
 *
 * Unknowns x' of the descriptor form: positions and rotations have rates among x; for others x' is substituted. */
#include "api/linear.h"
#include "api/handles.h"
#include <stdio.h>
#include <string.h>

enum { ORDERS = DESCRIPTOR_SERIES };

typedef struct {
    torsor_analysis *analysis;
    const torsor_linear_options *options;
    torsor_linear *linear;
    arena *memory;
    linear_model model;
    linear_inputs inputs;
    linear_outputs outputs;
    int *input_quantities; /* one number each */
    double *now;
    /* columns of B, D: by input and order; -1: without effect */
    int *column_of;
    /* the rows of C and D in the making: by state, by input and order */
    double *row;
    ARRAY(int) touched;
    bool is_rough;
    bool ok;
} asking;

/* --- inputs and outputs ------------------------------------------------------------------------------------------- */

static int size_of(const quantities *quantities, int which)
{
    return which < quantities->all.n ? quantities->all.items[which].public.size : 1;
}

static bool is_there(const quantities *quantities, int which)
{
    return which >= 0 && quantities->all.n > 0 &&
           which / quantities->all.n - 1 < quantities->all.items[which % quantities->all.n].public.size;
}

static bool can_act(const quantities *quantities, int which)
{
    const quantity *of = is_there(quantities, which) ? &quantities->all.items[which % quantities->all.n] : NULL;
    return of && of->public.can_set && !quantity_is_motion(of) &&
           !(of->kind == QUANTITY_VARIABLE && of->public.type != TORSOR_REAL);
}

static bool can_be_seen(const quantities *quantities, int which)
{
    return is_there(quantities, which) && quantities->all.items[which % quantities->all.n].public.can_get;
}

static bool are_valid(const quantities *of, const int *which, int n, bool (*test)(const quantities *of, int which))
{
    bool ok = n == 0 || (n > 0 && which);
    for (int i = 0; ok && i < n; i++)
        ok = test(of, which[i]);
    return ok;
}

/* Lists each component as one number. */
static int *expand(const quantities *quantities, const int *which, int n, int *count, arena *memory)
{
    *count = 0;
    for (int i = 0; i < n; i++)
        *count += size_of(quantities, which[i]);
    int *all = arena_integers(memory, (size_t)*count);
    int k = 0;
    for (int i = 0; i < n; i++)
        for (int c = 0; c < size_of(quantities, which[i]); c++)
            all[k++] = size_of(quantities, which[i]) == 1 ? which[i] : which[i] + quantities->all.n * (1 + c);
    return all;
}

static void set_input(void *to, solution *solution, int input, double value)
{
    const asking *asking = to;
    const quantities *quantities = asking->analysis->names;
    const int which = asking->input_quantities[input], component = which / quantities->all.n - 1;
    const quantity *of = &quantities->all.items[which % quantities->all.n];
    quantities_get(quantities, of, &solution->state, quantities->numbers);
    quantities->numbers[component < 0 ? 0 : component] = value;
    quantities_set(of, solution, quantities->numbers);
}

static const char *quantity_name(const asking *asking, int which)
{
    const quantities *quantities = asking->analysis->names;
    const char *name = quantities->all.items[which % quantities->all.n].public.name;
    const int component = which / quantities->all.n - 1;
    return component < 0 ? arena_string(asking->linear->memory, name, strlen(name))
                         : arena_printf(asking->linear->memory, "%s[%d]", name, component);
}

static const char *quantity_unit_of(const asking *asking, int which)
{
    const quantities *quantities = asking->analysis->names;
    const char *unit = quantities->all.items[which % quantities->all.n].public.unit;
    return arena_string(asking->linear->memory, unit, strlen(unit));
}

/* --- names -------------------------------------------------------------------------------------------------------- */

static const node *node_of_position(const model *model, int unknown)
{
    for (int i = 0; i < model->nodes.n; i++)
        if (model->nodes.items[i]->pose >= 0 && model->nodes.items[i]->dof >= 0 &&
            unknown >= model->nodes.items[i]->dof &&
            unknown < model->nodes.items[i]->dof + (model->nodes.items[i]->has_rotation ? 6 : 3))
            return model->nodes.items[i];
    return NULL;
}

static const char *unit_of(const asking *asking, const node *node, int component, bool is_rate)
{
    const output_units *units = &asking->outputs.solution->model->options.units;
    char unit[64] = "";
    static const physical_quantity KINDS[2][2] = {{QUANTITY_LENGTH, QUANTITY_VELOCITY},
                                                  {QUANTITY_JOINT_ANGLE, QUANTITY_ANGULAR_VELOCITY}};
    if (node && units->length)
        quantity_unit(KINDS[component >= 3][is_rate], units, unit, sizeof unit);
    return arena_string(asking->linear->memory, unit, strlen(unit));
}

/* "structural node 7, velocity x" */
static torsor_linear_channel describe_unknown(const asking *asking, int i)
{
    static const char *const RATES[] = {"velocity x",      "velocity y",      "velocity z",
                                        "rotation rate x", "rotation rate y", "rotation rate z"};
    const linear_model *m = &asking->model;
    const solution *solution = asking->outputs.solution;
    const bool is_rate = i >= m->n;
    const int of = is_rate ? m->unknown_of[i - m->n] : i;
    const node *node = node_of_position(solution->model, of);
    const int component = node ? of - node->dof : 0;
    char words[256] = "";
    source_location location;
    model_describe_unknown(solution->model, of, words, sizeof words, &location);
    const char *name = arena_string(asking->linear->memory, words, strlen(words));
    if (is_rate && node)
        name =
            arena_printf(asking->linear->memory, "%s node %u, %s", node->type->keyword, node->label, RATES[component]);
    else if (is_rate)
        name = arena_printf(asking->linear->memory, "rate of %s", words);
    const double value = component >= 3 ? 0 : is_rate ? solution->yp[of] : solution->y[of];
    return (torsor_linear_channel){
        .name = name, .unit = unit_of(asking, node, component, is_rate), .value = value, .source = i};
}

/* --- matrices ----------------------------------------------------------------------------------------------------- */

static int by_row(const void *a, const void *b)
{
    const linear_entry *x = a, *y = b;
    if (x->row != y->row)
        return x->row < y->row ? -1 : 1;
    return (x->column > y->column) - (x->column < y->column);
}

static void sort_entries(linear_entries *list)
{
    if (list->n > 0)
        qsort(list->items, (size_t)list->n, sizeof *list->items, by_row);
}

/* Sorts the entries and adds those at the same place. */
static void keep_matrix(torsor_linear *linear, torsor_linear_matrix_name name, linear_entries *from, int rows,
                        int columns)
{
    linear_matrix *to = &linear->matrices[name];
    sort_entries(from);
    *to = (linear_matrix){.rows = rows,
                          .columns = columns,
                          .row = arena_integers(linear->memory, (size_t)from->n),
                          .column = arena_integers(linear->memory, (size_t)from->n),
                          .value = ARENA_ARRAY(linear->memory, double, from->n + 1)};
    for (int k = 0; k < from->n; k++) {
        const linear_entry *entry = &from->items[k];
        if (k > 0 && entry->row == entry[-1].row && entry->column == entry[-1].column) {
            to->value[to->n - 1] += entry->value;
            continue;
        }
        to->row[to->n] = entry->row, to->column[to->n] = entry->column;
        to->value[to->n++] = entry->value;
    }
    array_free(from);
}

/* --- reduced rows ------------------------------------------------------------------------------------------------- */

/* Index in the row of a term: states first, then inputs and their derivatives. */
static int place_of(const asking *asking, const int *state_of, int column)
{
    const int n = asking->model.n_all;
    return column < 2 * n ? state_of[column - n]
                          : torsor_linear_count(asking->linear, TORSOR_LINEAR_STATE) + column - 2 * n;
}

static void add_to_row(asking *asking, int place, double value)
{
    if (asking->row[place] == 0 && value != 0)
        array_push(&asking->touched, place);
    asking->row[place] += value;
}

static void add_terms(asking *asking, const int *state_of, const descriptor_row *terms, double factor)
{
    for (int k = 0; k < terms->n; k++)
        add_to_row(asking, place_of(asking, state_of, terms->terms[k].column), factor * terms->terms[k].c[0]);
}

static void add_unknown(asking *asking, const int *state_of, int unknown, double factor)
{
    if (state_of[unknown] >= 0) {
        add_to_row(asking, state_of[unknown], factor);
        return;
    }
    const descriptor_row terms = descriptor_unknown(asking->model.reduced, unknown);
    add_terms(asking, state_of, &terms, factor);
}

static void add_rate_of_state(asking *asking, const int *state_of, int unknown, double factor)
{
    const descriptor_row terms = descriptor_rate(asking->model.reduced, unknown);
    add_terms(asking, state_of, &terms, factor);
}

static void add_rate_of_unknown(asking *asking, const int *state_of, int unknown, double factor)
{
    const int n = asking->model.n_all;
    if (state_of[unknown] >= 0) {
        add_rate_of_state(asking, state_of, unknown, factor);
        return;
    }
    const descriptor_row row = descriptor_unknown(asking->model.reduced, unknown);
    for (int k = 0; k < row.n; k++) {
        const descriptor_term *term = &row.terms[k];
        const int place = place_of(asking, state_of, term->column);
        add_to_row(asking, place, factor * term->c[1]);
        if (term->column < 2 * n)
            add_rate_of_state(asking, state_of, term->column - n, factor * term->c[0]);
        else if ((term->column - 2 * n) % ORDERS < ORDERS - 1)
            add_to_row(asking, place + 1, factor * term->c[0]);
        else
            asking->is_rough = asking->is_rough || term->c[0] != 0;
    }
}

/* Moves a row to lists of the states' part and of the inputs' part, and clears it. */
static void end_row(asking *asking, int row, linear_entries *states, linear_entries *inputs)
{
    const int n = torsor_linear_count(asking->linear, TORSOR_LINEAR_STATE);
    for (int k = 0; k < asking->touched.n; k++) {
        const int place = asking->touched.items[k];
        const double value = asking->row[place];
        asking->row[place] = 0;
        if (value != 0 && place < n)
            array_push(states, ((linear_entry){row, place, value}));
        else if (value != 0 && inputs)
            array_push(inputs, ((linear_entry){row, place - n, value}));
    }
    asking->touched.n = 0;
}

/* --- columns of inputs -------------------------------------------------------------------------------------------- */

static void number_columns(asking *asking, const linear_entries *const *lists, int n_lists)
{
    torsor_linear *linear = asking->linear;
    const int n = asking->inputs.n;
    static const char *const FORMS[] = {"%s", "d(%s)/dt", "d2(%s)/dt2"};
    bool *is_used = ARENA_ARRAY(asking->memory, bool, size_product(ORDERS, (size_t)n) + 1);
    for (int k = 0; k < n_lists; k++)
        for (int i = 0; i < lists[k]->n; i++)
            is_used[lists[k]->items[i].column] = true;
    asking->column_of = arena_integers(asking->memory, size_product(ORDERS, (size_t)n));
    for (int order = 0; order < ORDERS; order++)
        for (int k = 0; k < n; k++) {
            const int at = ORDERS * k + order;
            asking->column_of[at] = -1;
            if (order > 0 && !is_used[at])
                continue;
            const char *name = quantity_name(asking, asking->input_quantities[k]);
            const char *words = order == 0   ? arena_printf(linear->memory, FORMS[0], name)
                                : order == 1 ? arena_printf(linear->memory, FORMS[1], name)
                                             : arena_printf(linear->memory, FORMS[2], name);
            asking->column_of[at] = linear->channels[TORSOR_LINEAR_INPUT].n;
            array_push(&linear->channels[TORSOR_LINEAR_INPUT],
                       ((torsor_linear_channel){
                           .name = words,
                           .unit = order == 0 ? quantity_unit_of(asking, asking->input_quantities[k]) : "",
                           .value = order == 0 ? asking->now[k] : 0,
                           .order = order,
                           .source = k}));
        }
}

static void renumber(const asking *asking, linear_entries *list)
{
    for (int i = 0; i < list->n; i++)
        list->items[i].column = asking->column_of[list->items[i].column];
}

/* --- the whole ---------------------------------------------------------------------------------------------------- */

static void list_states(asking *asking, int *state_of)
{
    const int *unknowns;
    const int n = descriptor_states(asking->model.reduced, &unknowns);
    asking->linear->states = arena_integers(asking->linear->memory, (size_t)n);
    for (int i = 0; i < asking->model.n_all; i++) {
        state_of[i] = -1;
        array_push(&asking->linear->channels[TORSOR_LINEAR_UNKNOWN], describe_unknown(asking, i));
    }
    for (int i = 0; i < n; i++) {
        state_of[unknowns[i]] = i;
        asking->linear->states[i] = unknowns[i];
        array_push(&asking->linear->channels[TORSOR_LINEAR_STATE],
                   asking->linear->channels[TORSOR_LINEAR_UNKNOWN].items[unknowns[i]]);
    }
}

static void add_output_row(asking *asking, const int *state_of, int output, int at[3])
{
    const linear_outputs *from = &asking->outputs;
    const int n = torsor_linear_count(asking->linear, TORSOR_LINEAR_STATE);
    for (; at[0] < from->values.n && from->values.items[at[0]].row == output; at[0]++)
        add_unknown(asking, state_of, from->values.items[at[0]].column, from->values.items[at[0]].value);
    for (; at[1] < from->rates.n && from->rates.items[at[1]].row == output; at[1]++) {
        const linear_entry *entry = &from->rates.items[at[1]];
        const int rate = asking->model.rate_of[entry->column];
        if (rate >= 0)
            add_unknown(asking, state_of, rate, entry->value);
        else
            add_rate_of_unknown(asking, state_of, entry->column, entry->value);
    }
    for (; at[2] < from->loads.n && from->loads.items[at[2]].row == output; at[2]++)
        add_to_row(asking, n + ORDERS * from->loads.items[at[2]].column, from->loads.items[at[2]].value);
}

static void fill_matrices(asking *asking, const int *state_of)
{
    torsor_linear *linear = asking->linear;
    linear_entries A = {0}, B = {0}, C = {0}, D = {0}, Z = {0};
    const int n = torsor_linear_count(linear, TORSOR_LINEAR_STATE), all = asking->model.n_all;
    for (int i = 0; i < n; i++) {
        add_rate_of_state(asking, state_of, linear->states[i], 1);
        end_row(asking, i, &A, &B);
    }
    for (int i = 0; i < all; i++) {
        add_unknown(asking, state_of, i, 1);
        end_row(asking, i, &Z, NULL);
    }
    sort_entries(&asking->outputs.values), sort_entries(&asking->outputs.rates), sort_entries(&asking->outputs.loads);
    int at[3] = {0};
    for (int i = 0; i < asking->outputs.n_outputs; i++) {
        add_output_row(asking, state_of, i, at);
        end_row(asking, i, &C, &D);
    }
    number_columns(asking, (const linear_entries *const[]){&B, &D}, 2);
    renumber(asking, &B), renumber(asking, &D);
    const int m = torsor_linear_count(linear, TORSOR_LINEAR_INPUT), outputs = asking->outputs.n_outputs;
    keep_matrix(linear, TORSOR_LINEAR_A, &A, n, n);
    keep_matrix(linear, TORSOR_LINEAR_B, &B, n, m);
    keep_matrix(linear, TORSOR_LINEAR_C, &C, outputs, n);
    keep_matrix(linear, TORSOR_LINEAR_D, &D, outputs, m);
    keep_matrix(linear, TORSOR_LINEAR_E, &asking->model.E, all, all);
    keep_matrix(linear, TORSOR_LINEAR_K, &asking->model.A, all, all);
    keep_matrix(linear, TORSOR_LINEAR_L, &asking->model.B, all, asking->inputs.n);
    keep_matrix(linear, TORSOR_LINEAR_Z, &Z, all, n);
}

/* Velocities and momenta of dynamic nodes. */
static void list_energies(asking *asking)
{
    static const char *const DIRECTIONS[] = {"x", "y", "z", "rotation x", "rotation y", "rotation z"};
    const model *model = asking->outputs.solution->model;
    torsor_linear *linear = asking->linear;
    linear->energies = ARENA_ARRAY(linear->memory, struct linear_energy, size_product(6, (size_t)model->nodes.n) + 1);
    for (int i = 0; i < model->nodes.n; i++) {
        const node *node = model->nodes.items[i];
        for (int k = 0; node->pose >= 0 && node->momentum >= 0 && k < (node->has_rotation ? 6 : 3); k++)
            linear->energies[linear->n_energies++] =
                (struct linear_energy){asking->model.rate_of[node->dof + k], node->momentum + k,
                                       arena_printf(linear->memory, "node %u %s", node->label, DIRECTIONS[k])};
    }
}

static void list_outputs(asking *asking)
{
    for (int i = 0; i < asking->outputs.n_outputs; i++) {
        const int which = asking->outputs.outputs[i];
        array_push(&asking->linear->channels[TORSOR_LINEAR_OUTPUT],
                   ((torsor_linear_channel){.name = quantity_name(asking, which),
                                            .unit = quantity_unit_of(asking, which),
                                            .value = linear_output_get(&asking->outputs, which),
                                            .source = i}));
    }
}

static void assemble(asking *asking)
{
    arena *memory = arena_create();
    asking->linear = ARENA_NEW(memory, torsor_linear);
    asking->linear->memory = memory;
    asking->linear->time = asking->outputs.solution->state.t;
    int *state_of = arena_integers(asking->memory, (size_t)asking->model.n_all);
    list_states(asking, state_of);
    list_outputs(asking);
    list_energies(asking);
    linear_outputs_differentiate(&asking->outputs);
    asking->row = ARENA_ARRAY(asking->memory, double,
                              size_product(ORDERS, (size_t)asking->inputs.n) +
                                  (size_t)torsor_linear_count(asking->linear, TORSOR_LINEAR_STATE) + 1);
    fill_matrices(asking, state_of);
}

static void prepare(asking *asking)
{
    const quantities *quantities = asking->analysis->names;
    asking->memory = arena_create();
    asking->input_quantities =
        expand(quantities, asking->options->inputs, asking->options->n_inputs, &asking->inputs.n, asking->memory);
    asking->outputs.outputs = expand(quantities, asking->options->outputs, asking->options->n_outputs,
                                     &asking->outputs.n_outputs, asking->memory);
    asking->now = ARENA_ARRAY(asking->memory, double, asking->inputs.n + 1);
    asking->inputs.set = set_input;
    asking->inputs.context = asking;
    asking->inputs.now = asking->now;
    asking->outputs.quantities = quantities;
    asking->outputs.inputs = &asking->inputs;
    asking->outputs.memory = asking->memory;
}

static void linearize(void *on)
{
    asking *asking = on;
    prepare(asking);
    asking->outputs.solution = solution_clone(run_solution(asking->analysis->run), asking->memory);
    for (int i = 0; i < asking->inputs.n; i++)
        asking->now[i] = linear_output_get(&asking->outputs, asking->input_quantities[i]);
    asking->ok = run_linearize(asking->analysis->run, &asking->inputs, asking->outputs.solution, &asking->model);
    asking->outputs.model = &asking->model;
    if (asking->ok)
        assemble(asking);
    linear_model_free(&asking->model);
    array_free(&asking->outputs.values);
    array_free(&asking->outputs.rates);
    array_free(&asking->outputs.loads);
    array_free(&asking->touched);
    solution_destroy(asking->outputs.solution);
    arena_destroy(asking->memory);
    diag_flush(asking->analysis->errors);
}

torsor_linear *torsor_linearize(torsor_analysis *analysis, const torsor_linear_options *options)
{
    static const torsor_linear_options NONE = {.size = sizeof NONE};
    asking asking = {.analysis = analysis, .options = options ? options : &NONE};
    if (!analysis || !analysis->run || analysis_is_at_work(analysis) || torsor_quantity_count(analysis) == 0 ||
        !(analysis->problem.type->flags & PROBLEM_LINEARIZABLE) ||
        (analysis->status != TORSOR_OK && analysis->status != TORSOR_END) ||
        !are_valid(analysis->names, asking.options->inputs, asking.options->n_inputs, can_act) ||
        !are_valid(analysis->names, asking.options->outputs, asking.options->n_outputs, can_be_seen))
        return NULL;
    const torsor_status before = analysis->status;
    analysis_work(analysis, linearize, &asking);
    if (analysis->status != TORSOR_NO_MEMORY && analysis->status != TORSOR_INTERRUPTED)
        analysis->status = before;
    return asking.linear;
}

/* --- the handle --------------------------------------------------------------------------------------------------- */

void torsor_linear_free(torsor_linear *linear)
{
    if (!linear)
        return;
    for (int i = 0; i < LINEAR_KINDS; i++)
        array_free(&linear->channels[i]);
    arena_destroy(linear->memory);
}

double torsor_linear_time(const torsor_linear *linear) { return linear ? linear->time : (double)NAN; }

int torsor_linear_count(const torsor_linear *linear, torsor_linear_kind kind)
{
    return linear && kind <= TORSOR_LINEAR_UNKNOWN ? linear->channels[kind].n : 0;
}

torsor_linear_channel torsor_linear_at(const torsor_linear *linear, torsor_linear_kind kind, int index)
{
    if (index < 0 || index >= torsor_linear_count(linear, kind))
        return (torsor_linear_channel){.name = "", .unit = "", .value = (double)NAN, .source = -1};
    return linear->channels[kind].items[index];
}

torsor_sparse torsor_linear_matrix(const torsor_linear *linear, torsor_linear_matrix_name name)
{
    if (!linear || name > TORSOR_LINEAR_Z)
        return (torsor_sparse){0};
    const linear_matrix *m = &linear->matrices[name];
    return (torsor_sparse){m->rows, m->columns, m->n, m->row, m->column, m->value};
}
