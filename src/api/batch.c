/* batch.c - many instances of one model.
 *
 *     torsor_batch_run                       one analysis in each thread, which begins again for each instance
 *     torsor_batch_begin, torsor_batch_step  one analysis for each instance
 *
 * An analysis that begins again returns to a snapshot of the state before its beginning, so that everything that an
 * analysis allocates and plans for is there already. Threads take instances in small portions; which thread solves an
 * instance has no influence on its numbers. The list of quantities belongs to a thread: analyses borrow it. */
#include "api/handles.h"
#include "api/options.h"
#include "api/quantities.h"
#include "base/thread_pool.h"
#include "deck/symbol_use.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PORTION = 8 }; /* instances that a thread takes at a time */

/* Quantities by name, and where their numbers are in a row. */
typedef struct {
    int n, width;
    int *which, *first, *size;
    bool *is_motion;
} name_set;

struct torsor_batch {
    torsor_model *model;
    arena *memory;
    torsor_batch_options options;
    const char *trouble; /* NULL: none */
    name_set sets[3];    /* by torsor_batch_array */
    thread_pool *pool;
    int members;
    torsor_analysis **own;  /* by thread; each has its list of quantities */
    torsor_analysis **live; /* by instance; NULL: it has not begun */
    torsor_status *states;  /* by instance */
};

/* --- one instance ------------------------------------------------------------------------------------------------- */

typedef struct {
    const torsor_batch *batch;
    quantities *names;
    const double *parameters; /* a row; NULL: as in the deck */
    bool ok;
} preparation;

static bool set_row(torsor_analysis *analysis, const name_set *set, const double *row, bool is_motion)
{
    bool ok = true;
    for (int i = 0; row && i < set->n; i++)
        if (set->is_motion[i] == is_motion)
            ok = torsor_set_at(analysis, set->which[i], row + set->first[i], set->size[i]) == TORSOR_OK && ok;
    return ok;
}

/* The motion of nodes is set when there is one, after the initial state is known. */
static void batch_prepare(void *context, torsor_analysis *analysis)
{
    preparation *preparation = context;
    if (!preparation->names)
        return;
    analysis->names = preparation->names;
    preparation->ok =
        set_row(analysis, &preparation->batch->sets[TORSOR_BATCH_PARAMETERS], preparation->parameters, false);
}

/* Begins an analysis, which is created if it does not exist. */
static torsor_status begin_instance(torsor_analysis **analysis, preparation *preparation)
{
    const torsor_analysis_options options = {
        .size = sizeof options, .may_restore = true, .threads = 1, .context = preparation, .prepare = batch_prepare};
    if (*analysis) {
        (*analysis)->options.context = preparation;
        analysis_begin_again(*analysis);
    } else {
        *analysis = analysis_begin_repeatable(preparation->batch->model, &options);
    }
    if (!*analysis)
        return TORSOR_NO_MEMORY;
    const bool ok = preparation->ok && (torsor_state(*analysis) != TORSOR_OK ||
                                        set_row(*analysis, &preparation->batch->sets[TORSOR_BATCH_PARAMETERS],
                                                preparation->parameters, true));
    return ok ? torsor_state(*analysis) : TORSOR_MISUSE;
}

static void clear_row(const name_set *set, double *row)
{
    for (int i = 0; i < set->width; i++)
        row[i] = (double)NAN;
}

static void get_row(torsor_analysis *analysis, const name_set *set, torsor_status status, double *row)
{
    if (status != TORSOR_OK && status != TORSOR_END) {
        clear_row(set, row);
        return;
    }
    for (int i = 0; i < set->n; i++)
        torsor_get_at(analysis, set->which[i], row + set->first[i], set->size[i]);
}

static torsor_status make_steps(torsor_analysis *analysis, int steps)
{
    torsor_status status = torsor_state(analysis);
    for (int i = 0; i < steps && status == TORSOR_OK; i++) {
        torsor_step(analysis);
        status = torsor_state(analysis);
    }
    return status;
}

/* --- work of the threads ------------------------------------------------------------------------------------------ */

typedef struct batch_task batch_task;
struct batch_task {
    torsor_batch *batch;
    void (*solve)(batch_task *task, int member, int instance);
    const unsigned char *which; /* NULL: all */
    const double *numbers;      /* rows of parameters or inputs; NULL: none */
    double *outputs;
    int steps, every;
    atomic_int next;
};

static double *output_row(const batch_task *task, int instance, int rows)
{
    return task->outputs + (size_t)instance * (size_t)rows * (size_t)task->batch->sets[TORSOR_BATCH_OUTPUTS].width;
}

static const double *number_row(const batch_task *task, int instance, torsor_batch_array array)
{
    return task->numbers ? task->numbers + (size_t)instance * (size_t)task->batch->sets[array].width : NULL;
}

static preparation prepare_for(const batch_task *task, int member, int instance)
{
    return (preparation){.batch = task->batch,
                         .names = task->batch->own[member]->names,
                         .parameters = number_row(task, instance, TORSOR_BATCH_PARAMETERS),
                         .ok = true};
}

static void run_instance(batch_task *task, int member, int instance)
{
    torsor_batch *batch = task->batch;
    const name_set *set = &batch->sets[TORSOR_BATCH_OUTPUTS];
    const int rows = 1 + task->steps / task->every;
    double *row = output_row(task, instance, rows);
    preparation preparation = prepare_for(task, member, instance);
    torsor_status status = begin_instance(&batch->own[member], &preparation);
    torsor_analysis *analysis = batch->own[member];
    get_row(analysis, set, status, row);
    for (int i = 1; i < rows; i++) {
        row += set->width;
        const int before = torsor_step_number(analysis);
        status = status == TORSOR_OK ? make_steps(analysis, task->every) : status;
        if (torsor_step_number(analysis) == before + task->every)
            get_row(analysis, set, status, row);
        else
            clear_row(set, row);
    }
    if (status == TORSOR_OK)
        status = make_steps(analysis, task->steps % task->every);
    batch->states[instance] = status;
}

static void begin_live(batch_task *task, int member, int instance)
{
    torsor_batch *batch = task->batch;
    if (task->which && !task->which[instance])
        return;
    preparation preparation = prepare_for(task, member, instance);
    batch->states[instance] = begin_instance(&batch->live[instance], &preparation);
    torsor_analysis *analysis = batch->live[instance];
    get_row(analysis, &batch->sets[TORSOR_BATCH_OUTPUTS], batch->states[instance], output_row(task, instance, 1));
    if (analysis)
        analysis->names = NULL;
}

static void step_live(batch_task *task, int member, int instance)
{
    torsor_batch *batch = task->batch;
    torsor_analysis *analysis = batch->live[instance];
    if (!analysis || batch->states[instance] != TORSOR_OK)
        return;
    analysis->names = batch->own[member]->names;
    const name_set *inputs = &batch->sets[TORSOR_BATCH_INPUTS];
    const double *row = number_row(task, instance, TORSOR_BATCH_INPUTS);
    const bool ok = set_row(analysis, inputs, row, false) && set_row(analysis, inputs, row, true);
    batch->states[instance] = ok ? make_steps(analysis, task->steps) : TORSOR_MISUSE;
    get_row(analysis, &batch->sets[TORSOR_BATCH_OUTPUTS], batch->states[instance], output_row(task, instance, 1));
    analysis->names = NULL;
}

static void take_portions(void *context, int member)
{
    batch_task *task = context;
    const int n = task->batch->options.instances;
    for (;;) {
        const int first = atomic_fetch_add(&task->next, PORTION);
        for (int i = first; i < first + PORTION && i < n; i++)
            task->solve(task, member, i);
        if (first >= n - PORTION)
            return;
    }
}

static torsor_status execute(batch_task *task)
{
    torsor_batch *batch = task->batch;
    torsor_status worst = TORSOR_OK;
    workers_run((workers){batch->pool, batch->members}, take_portions, task);
    for (int i = 0; i < batch->options.instances; i++) {
        const torsor_status status = batch->states[i];
        if (status == TORSOR_NO_MEMORY)
            return status;
        if (status != TORSOR_OK && status != TORSOR_END && (task->solve == run_instance || batch->live[i]))
            worst = TORSOR_ERROR;
    }
    return worst;
}

static bool is_usable(const torsor_batch *batch) { return batch && !batch->trouble; }

torsor_status torsor_batch_run(torsor_batch *batch, int steps, int every, const double *parameters, double *outputs)
{
    batch_task task = {.batch = batch,
                       .solve = run_instance,
                       .numbers = parameters,
                       .outputs = outputs,
                       .steps = steps,
                       .every = every};
    return is_usable(batch) && outputs && steps >= 0 && every > 0 ? execute(&task) : TORSOR_MISUSE;
}

torsor_status torsor_batch_begin(torsor_batch *batch, const unsigned char *which, const double *parameters,
                                 double *outputs)
{
    batch_task task = {.batch = batch, .solve = begin_live, .which = which, .numbers = parameters, .outputs = outputs};
    return is_usable(batch) && outputs ? execute(&task) : TORSOR_MISUSE;
}

torsor_status torsor_batch_step(torsor_batch *batch, int steps, const double *inputs, double *outputs)
{
    batch_task task = {.batch = batch, .solve = step_live, .numbers = inputs, .outputs = outputs, .steps = steps};
    return is_usable(batch) && outputs && steps >= 0 ? execute(&task) : TORSOR_MISUSE;
}

torsor_status torsor_batch_state(const torsor_batch *batch, int instance)
{
    return is_usable(batch) && instance >= 0 && instance < batch->options.instances ? batch->states[instance]
                                                                                    : TORSOR_MISUSE;
}

int torsor_batch_width(const torsor_batch *batch, torsor_batch_array array)
{
    return is_usable(batch) && array <= TORSOR_BATCH_OUTPUTS ? batch->sets[array].width : 0;
}

const char *torsor_batch_trouble(const torsor_batch *batch)
{
    return !batch ? "there is no batch" : batch->trouble ? batch->trouble : "";
}

/* --- opening ------------------------------------------------------------------------------------------------------ */

/* Returns what is wrong with a quantity; NULL: nothing. */
static const char *trouble_with(torsor_batch *batch, const char *name, int index, torsor_batch_array array)
{
    torsor_analysis *first = batch->own[0];
    if (index < 0) {
        const char *near = torsor_nearest_name(first, name);
        return arena_printf(batch->memory, "the model has no quantity '%s'%s%s%s", name, near ? ", did you mean '" : "",
                            near ? near : "", near ? "'?" : "");
    }
    const quantity *quantity = &first->names->all.items[index % first->names->all.n];
    if (array == TORSOR_BATCH_OUTPUTS && !quantity->public.can_get)
        return arena_printf(batch->memory, "'%s' cannot be read", name);
    if (array == TORSOR_BATCH_OUTPUTS)
        return NULL;
    if (quantity->kind == QUANTITY_VARIABLE && symbol_was_used(quantity->variable))
        return arena_printf(batch->memory,
                            "the model depends on the value that '%s' had when the deck was read: it cannot be another "
                            "one for each instance",
                            name);
    return quantity->public.can_set ? NULL : arena_printf(batch->memory, "'%s' cannot be set", name);
}

static void find_names(torsor_batch *batch, torsor_batch_array array, const char *const *words, int n)
{
    name_set *set = &batch->sets[array];
    *set = (name_set){.n = n,
                      .which = arena_integers(batch->memory, n),
                      .first = arena_integers(batch->memory, n),
                      .size = arena_integers(batch->memory, n),
                      .is_motion = ARENA_ARRAY(batch->memory, bool, n + 1)};
    for (int i = 0; i < n && !batch->trouble; i++) {
        torsor_analysis *first = batch->own[0];
        const int index = torsor_find(first, words[i]);
        batch->trouble = trouble_with(batch, words[i], index, array);
        if (batch->trouble)
            return;
        const bool is_whole = index < first->names->all.n;
        const quantity *quantity = &first->names->all.items[index % first->names->all.n];
        set->which[i] = index;
        set->first[i] = set->width;
        set->size[i] = is_whole ? quantity->public.size : 1;
        set->is_motion[i] = quantity_is_motion(quantity);
        set->width += set->size[i];
    }
}

/* Each thread has an analysis, which begins with the values of the deck and lists the quantities. */
static void create_members(torsor_batch *batch)
{
    preparation nothing = {.batch = batch, .ok = true};
    batch->own = ARENA_ARRAY(batch->memory, torsor_analysis *, batch->members);
    for (int i = 0; i < batch->members && !batch->trouble; i++) {
        begin_instance(&batch->own[i], &nothing);
        if (torsor_quantity_count(batch->own[i]) == 0)
            batch->trouble = "an analysis of the model cannot begin";
    }
}

static const char *model_trouble(const torsor_batch *batch)
{
    if (batch->options.instances < 1)
        return "a batch has at least one instance";
    if (!torsor_has_problem(batch->model))
        return "the model cannot be solved";
    const model *model = batch->model->deck->model;
    return model->peers.n > 0 || model->participant ? "the model exchanges data with other programs" : NULL;
}

static void open_batch(void *on)
{
    torsor_batch *batch = on;
    const torsor_batch_options *options = &batch->options;
    batch->memory = arena_create();
    batch->trouble = model_trouble(batch);
    if (batch->trouble)
        return;
    const int wanted = options->threads > 0 ? options->threads : processor_count();
    const int portions = 1 + (options->instances - 1) / PORTION;
    const int useful = wanted < portions ? wanted : portions;
    batch->pool = thread_pool_create(useful < THREAD_POOL_MAX ? useful : THREAD_POOL_MAX);
    batch->members = thread_pool_workers(batch->pool, useful);
    batch->live = ARENA_ARRAY(batch->memory, torsor_analysis *, options->instances);
    batch->states = ARENA_ARRAY(batch->memory, torsor_status, options->instances);
    for (int i = 0; i < options->instances; i++)
        batch->states[i] = TORSOR_MISUSE;
    create_members(batch);
    find_names(batch, TORSOR_BATCH_PARAMETERS, options->parameters, batch->trouble ? 0 : options->n_parameters);
    find_names(batch, TORSOR_BATCH_INPUTS, options->inputs, batch->trouble ? 0 : options->n_inputs);
    find_names(batch, TORSOR_BATCH_OUTPUTS, options->outputs, batch->trouble ? 0 : options->n_outputs);
}

torsor_batch *torsor_batch_open(torsor_model *model, const torsor_batch_options *options)
{
    torsor_batch *batch = model ? calloc(1, sizeof *batch) : NULL;
    if (!batch)
        return NULL;
    batch->model = model;
    atomic_fetch_add(&model->users, 1);
    if (!options_copy(&batch->options, sizeof batch->options, options))
        batch->trouble = "the options of the batch have another size";
    else if (!guarded(open_batch, batch)) {
        torsor_batch_close(batch);
        return NULL;
    }
    batch->options.parameters = batch->options.inputs = batch->options.outputs = NULL;
    return batch;
}

void torsor_batch_close(torsor_batch *batch)
{
    if (!batch)
        return;
    for (int i = 0; batch->own && i < batch->members; i++)
        torsor_end(batch->own[i]);
    for (int i = 0; batch->live && i < batch->options.instances; i++)
        torsor_end(batch->live[i]);
    thread_pool_destroy(batch->pool);
    if (batch->memory)
        arena_destroy(batch->memory);
    model_leave(batch->model);
    free(batch);
}
