/* hints.c - drives that are replaced by hints.
 *
 *     before the hint is applied   the drive of the deck
 *     afterwards                   the drive of the hint, with the values that its expressions had at that time
 *
 * When the deck is read, a hint is read for the first time: it is checked and recorded, and memory is reserved for
 * its drives. When the hint is applied, its drive is rebuilt from the recording. */
#include "model/hints.h"
#include "deck/recording.h"
#include "model/model.h"
#include <string.h>

struct hinted {
    const recording *recording;
    int dim; /* of a template drive; 0: a plain drive */
    int memory;
    int instance;
    const char *what;
    source_location location;
};

/* Values of the expressions of the hint, once it has been applied. */
typedef struct {
    int is_given;
    value number[];
} hinted_memory;

/* Drive of the deck that a hint may replace. */
typedef struct {
    const drive *first;
    int instance;
} hinted_drive;

/* --- building ----------------------------------------------------------------------------------------------------- */

static void clear(hint_instance *instance)
{
    arena_destroy(instance->memory);
    instance->memory = NULL;
    instance->drive = NULL;
    instance->remembering.n = 0;
}

static bool hints_type_build(const model *model, const hinted *hinted, const hinted_memory *from, hint_instance *to,
                             diag *errors)
{
    clear(to);
    to->memory = arena_create();
    reader *reader = reader_replay(hinted->recording, from->number, to->memory, errors, (void *)model);
    reader_set_observer(reader, to);
    to->drive = hinted->dim == 0 ? (const void *)read_drive(reader, hinted->what)
                                 : (const void *)read_tpl_drive(reader, hinted->dim, hinted->what);
    const bool ok = read_ok(reader);
    reader_destroy(reader);
    return ok;
}

/* Clears the history: a rebuilt drive starts without one. */
static void begin_anew(const hint_instance *of, memory_block *memory)
{
    for (int i = 0; i < of->remembering.n; i++) {
        const drive *drive = of->remembering.items[i];
        void *internal = memory_at(memory, drive->memory);
        memset(internal, 0, drive->memory_size);
        if (drive->type->begin)
            drive->type->begin(drive->self, internal);
    }
}

static void take_drive(const state *state, const elem *element, const hint *hint, memory_block *to)
{
    const hinted *hinted = hint->drive;
    hinted_memory *mine = memory_at(to, hinted->memory);
    expr_run run = {.state = state, .variables = state->variables, .random = state->random};
    if (!recording_evaluate(hinted->recording, &run, mine->number)) {
        state_fail(state, hinted->location, "cannot apply a hint of driven element %u: %s", element->label, run.why);
        return;
    }
    mine->is_given = true;
    hint_instance *of = &state->hint_instances[hinted->instance];
    if (hints_type_build(state->model, hinted, mine, of, state->errors))
        begin_anew(of, to);
    else
        state_fail(state, hinted->location, "cannot apply a hint of driven element %u", element->label);
}

bool hints_differ(const model *model, const memory_block *a, const memory_block *b)
{
    for (int i = 0; i < model->hints.n; i++) {
        const hinted *hinted = model->hints.items[i];
        const size_t size = sizeof(hinted_memory) + (size_t)recording_count(hinted->recording) * sizeof(value);
        if (memcmp((const double *)a + hinted->memory, (const double *)b + hinted->memory, size) != 0)
            return true;
    }
    return false;
}

bool hints_build(const model *model, const memory_block *from, hint_instance *instances, diag *errors)
{
    bool ok = true;
    for (int i = 0; i < model->hints.n; i++) {
        const hinted *hinted = model->hints.items[i];
        const hinted_memory *now = (const hinted_memory *)((const double *)from + hinted->memory);
        if (now->is_given)
            ok = hints_type_build(model, hinted, now, &instances[i], errors) && ok;
        else
            clear(&instances[i]);
    }
    return ok;
}

void hint_instances_free(hint_instance *instances, int n)
{
    for (int i = 0; i < n; i++) {
        arena_destroy(instances[i].memory);
        array_free(&instances[i].remembering);
    }
}

/* --- reading ------------------------------------------------------------------------------------------------------ */

static hinted *begin_hint(reader *reader, int dim, const char *what)
{
    model *model = model_of(reader);
    hinted *h = ARENA_NEW(model->memory, hinted);
    *h = (hinted){.dim = dim, .instance = model->hints.n, .what = what, .location = read_place(reader)};
    reader_record(reader);
    reader_set_observer(reader, ARENA_NEW(model->memory, hint_instance));
    return h;
}

static void end_hint(reader *reader, hinted *hinted, hint *to)
{
    model *model = model_of(reader);
    hinted->recording = reader_recorded(reader);
    hint_instance *unused = reader_observer(reader);
    array_free(&unused->remembering);
    reader_set_observer(reader, NULL);
    if (!hinted->recording)
        return;
    hinted->memory =
        memory_reserve(model->plan, (memory_area){.size = sizeof(hinted_memory) +
                                                          (size_t)recording_count(hinted->recording) * sizeof(value),
                                                  .self = hinted,
                                                  .owner = "hint"});
    array_push(&model->hints, hinted);
    *to = (hint){.take = take_drive, .drive = hinted};
}

static const drive *drive_of(const drive *d, const state *state)
{
    const hinted_drive *hinted_drive = d->self;
    const drive *given = state->hint_instances ? state->hint_instances[hinted_drive->instance].drive : NULL;
    return given ? given : hinted_drive->first;
}

static double hinted_value(const drive *drive, const state *state, double x)
{
    return drive_at(drive_of(drive, state), state, x);
}
static double hinted_derivative(const drive *drive, const state *state, double x)
{
    return drive_derivative(drive_of(drive, state), state, x);
}

/* Evaluates the drive of the deck, and after the hint has been applied the drive of the hint; it has no keyword. */
static const drive_type HINTED = {
    .keyword = "hint",
    .summary = "The drive of the deck until a hint gives another.",
    .value = hinted_value,
    .derivative = hinted_derivative,
};

const drive *read_hinted_drive(reader *reader, const drive *first, const char *what, hint *hint)
{
    arena *memory = model_of(reader)->memory;
    hinted *mine = begin_hint(reader, 0, what);
    read_drive(reader, what);
    end_hint(reader, mine, hint);
    hinted_drive *self = ARENA_NEW(memory, hinted_drive);
    *self = (hinted_drive){.first = first, .instance = mine->instance};
    drive *d = ARENA_NEW(memory, drive);
    *d = (drive){.type = &HINTED, .location = mine->location, .memory = MEMORY_NONE, .self = self};
    return d;
}

const tpl_drive *read_hinted_tpl_drive(reader *reader, const tpl_drive *first, int dim, const char *what, hint *hint)
{
    hinted *mine = begin_hint(reader, dim, what);
    read_tpl_drive(reader, dim, what);
    end_hint(reader, mine, hint);
    tpl_drive *drive = ARENA_NEW(model_of(reader)->memory, tpl_drive);
    if (first)
        *drive = *first;
    drive->dim = dim;
    drive->hinted = mine->instance + 1;
    return drive;
}
