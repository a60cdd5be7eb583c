/* fmu.c - a functional mock-up unit for co-simulation: its inputs are drives, its outputs are private data and forces.
 *
 *     loose    once from the last accepted state to the end of the step, with inputs of the predicted state
 *     tight    again after each correction, with inputs of the corrected state
 *
 *     node of a force: F = outputs, global axes        node of a moment: M = outputs
 *
 * The instance belongs to the run. The last accepted state is stored under a number, and the last 64 such states are
 * kept: a step that is repeated, corrected, or restored from a snapshot starts from the right state of the FMU, if the
 * FMU can restore its state. */
#include "base/clock.h"
#include "base/unzip.h"
#include "contract/element.h"
#include "contract/sampler.h"
#include "element/diag_rows.h"
#include "element/fmu/unit.h"
#include "model/model.h"
#include "model/peers.h"
#include "model/reading.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* One number of a variable. */
typedef struct {
    const char *name; /* as in the deck */
    const unit_variable *variable;
    int component;
} port;

typedef struct {
    port port;
    const drive *value; /* of an input */
    double number;      /* of a parameter */
} setting;

typedef struct {
    const node *node;
    bool is_moment;
    int output[3];
} unit_force;

typedef struct {
    const elem *element;
    const char *path;
    unit_description about;
    peer_plan *plan;
    int peer;
    bool is_tight;
    ARRAY(setting) parameters, inputs;
    ARRAY(port) outputs;
    ARRAY(unit_force) forces;
    int widest; /* largest count of numbers of a variable */
} coupled_unit;

typedef struct {
    double time;
    double run; /* the run in which the state was stored */
    long state; /* number of the accepted state */
    double output[];
} unit_memory;

enum { KEPT = 64 };

/* Data of the run. */
typedef struct {
    unit *unit;
    double run;
    long state;    /* number of its current state */
    bool is_ahead; /* a step beyond that state was tried */
    struct {
        void *memory;
        long number;
    } saved[KEPT];
    double workspace[]; /* numbers of a variable */
} session;

/* --- reading ------------------------------------------------------------------------------------------------------ */

static char *description_text(reader *reader, const char *path, size_t *length)
{
    const char *why = NULL;
    const char *inside = arena_printf(reader_arena(reader), "%s/modelDescription.xml", path);
    const source *file = sources_load(reader_texts(reader), inside, inside, read_last_location(reader), &why);
    if (file) {
        *length = file->length;
        return memcpy(heap_resize(NULL, file->length + 1), file->text, file->length + 1);
    }
    unzip *unzip = unzip_open(path, &why);
    char *words = unzip ? unzip_file(unzip, "modelDescription.xml", length) : NULL;
    unzip_close(unzip);
    if (!words)
        read_error_last(reader, E_FMU, path, why ? why : "it has no modelDescription.xml");
    return words;
}

static void read_unit(reader *reader, coupled_unit *unit)
{
    size_t length = 0;
    unit->path = read_filename(reader, "file of the FMU");
    char *words = read_ok(reader) ? description_text(reader, unit->path, &length) : NULL;
    if (!words)
        return;
    const char *wrong = unit_description_read(words, length, reader_arena(reader), &unit->about);
    free(words);
    if (wrong)
        read_error_last(reader, E_FMU, unit->path, wrong);
    else
        sources_note(reader_texts(reader), unit->path);
}

/* Reads NAME, or NAME[k] of an array, k from 1. */
static port read_port(reader *reader, coupled_unit *unit, const char *what)
{
    port port = {.name = read_string(reader, what)};
    if (!read_ok(reader))
        return port;
    port.variable = unit_description_find(&unit->about, port.name);
    char *bracket = strrchr(port.name, '['), *end = NULL;
    const long k = bracket ? strtol(bracket + 1, &end, 10) : 0;
    if (!port.variable && bracket && end > bracket + 1 && strcmp(end, "]") == 0 && k > 0) {
        port.variable = unit_description_find(
            &unit->about, arena_string(reader_arena(reader), port.name, (size_t)(bracket - port.name)));
        port.component = (int)(k <= 1 << 20 ? k - 1 : 1 << 20);
    }
    if (!port.variable || port.component >= (port.variable->size > 1 ? port.variable->size : 1))
        read_error_last(reader, E_FMU_VARIABLE, unit->path, port.name, "does not exist");
    else if (port.variable->type == PORT_OTHER || port.variable->size < 1)
        read_error_last(reader, E_FMU_VARIABLE, unit->path, port.name, "is not a number");
    else if (port.variable->size > unit->widest)
        unit->widest = port.variable->size;
    return port;
}

static void read_parameter(reader *reader, coupled_unit *unit)
{
    setting setting = {.port = read_port(reader, unit, "name of the parameter")};
    if (read_ok(reader) && !setting.port.variable->is_parameter)
        read_error_last(reader, E_FMU_VARIABLE, unit->path, setting.port.name, "is not a parameter");
    setting.number = read_real(reader, "value of the parameter");
    array_push(&unit->parameters, setting);
}

static void read_input(reader *reader, coupled_unit *unit)
{
    setting setting = {.port = read_port(reader, unit, "name of the input")};
    if (read_ok(reader) && !setting.port.variable->is_input)
        read_error_last(reader, E_FMU_VARIABLE, unit->path, setting.port.name, "is not an input");
    setting.value = read_drive(reader, "value of the input");
    array_push(&unit->inputs, setting);
}

/* Returns the index among the outputs. */
static int fmu_read_output(reader *reader, coupled_unit *unit)
{
    const port port = read_port(reader, unit, "name of the output");
    for (int i = 0; i < unit->outputs.n; i++)
        if (port.name && strcmp(unit->outputs.items[i].name, port.name) == 0)
            return i;
    if (read_ok(reader))
        array_push(&unit->outputs, port);
    return read_ok(reader) ? unit->outputs.n - 1 : 0;
}

static void read_force(reader *reader, coupled_unit *unit, bool is_moment)
{
    unit_force force = {.is_moment = is_moment};
    force.node = is_moment ? read_structural_node(reader, "node") : read_point_node(reader, "node");
    for (int k = 0; k < 3; k++)
        force.output[k] = fmu_read_output(reader, unit);
    if (read_ok(reader))
        array_push(&unit->forces, force);
}

static bool fmu_read_part(reader *reader, coupled_unit *unit)
{
    static const char *const KINDS[] = {"loose", "tight", NULL};
    if (read_keyword(reader, "coupling"))
        unit->is_tight = read_choice(reader, KINDS, "coupling") == 1;
    else if (read_keyword(reader, "parameter"))
        read_parameter(reader, unit);
    else if (read_keyword(reader, "input"))
        read_input(reader, unit);
    else if (read_keyword(reader, "output"))
        fmu_read_output(reader, unit);
    else if (read_keyword(reader, "force"))
        read_force(reader, unit, false);
    else if (read_keyword(reader, "couple"))
        read_force(reader, unit, true);
    else
        return false;
    return read_ok(reader);
}

/* Lists grow while they are read; they are copied to the arena, where they live as long as the model. */
#define SETTLE(r, list) \
    ((list).items = arena_settle((r), (list).items, (size_t)(list).n * sizeof *(list).items), (list).limit = (list).n)

static void *arena_settle(reader *reader, void *list, size_t size)
{
    void *copy = size > 0 ? arena_copy(reader_arena(reader), list, size) : NULL;
    free(list);
    return copy;
}

static bool fmu_greet(const state *state, peer *peer);
static void farewell(peer *peer);
static const char *fmu_keep(const state *state, peer *peer, void **bytes, size_t *n);

static bool is_valid(const void *self, const void *memory)
{
    (void)self;
    return ((const unit_memory *)memory)->state >= 0;
}

static void fmu_reserve(memory_plan *plan, elem *element, const coupled_unit *unit, memory_begin *begin)
{
    element->memory =
        memory_reserve(plan, (memory_area){.size = sizeof(unit_memory) + sizeof(double) * (size_t)unit->outputs.n,
                                           .self = unit,
                                           .begin = begin,
                                           .valid = is_valid,
                                           .owner = element->type->card->name,
                                           .keyword = element->type->keyword,
                                           .label = element->label});
}

static const char *const *output_names(reader *reader, const coupled_unit *unit)
{
    const char **names = ARENA_ARRAY(reader_arena(reader), const char *, unit->outputs.n + 1);
    for (int i = 0; i < unit->outputs.n; i++)
        names[i] = unit->outputs.items[i].name;
    return names;
}

static void fmu_read(reader *reader, elem *element)
{
    coupled_unit *unit = element->self;
    unit->element = element;
    unit->widest = 1;
    unit->plan = read_peer(reader, "user defined", element->label, element->type->keyword, &unit->peer);
    read_unit(reader, unit);
    while (fmu_read_part(reader, unit))
        ;
    if (read_ok(reader) && unit->is_tight && !unit->about.keeps_states)
        read_error_last(reader, E_FMU, unit->path, "it cannot repeat a step, which tight coupling requires");
    SETTLE(reader, unit->parameters);
    SETTLE(reader, unit->inputs);
    SETTLE(reader, unit->outputs);
    element->private_names = output_names(reader, unit);
    SETTLE(reader, unit->forces);
    unit->plan->is_by_files = true;
    unit->plan->self = unit;
    unit->plan->greet = fmu_greet;
    unit->plan->farewell = farewell;
    unit->plan->serialize = fmu_keep;
    unit->plan->workspace = sizeof(session) + sizeof(double) * (size_t)unit->widest;
    if (read_ok(reader))
        fmu_reserve(model_of(reader)->plan, element, unit, NULL);
}

/* --- forces ------------------------------------------------------------------------------------------------------- */

static void fmu_connect(const elem *element, layout *layout)
{
    const coupled_unit *unit = element->self;
    for (int i = 0; i < unit->forces.n; i++)
        layout_node(layout, unit->forces.items[i].node);
    layout_clear(layout);
}

static void fmu_eval(int lanes, const state *state, const elem *element, local *out)
{
    const coupled_unit *unit = element->self;
    const unit_memory *memory = remembered(state, element->memory);
    (void)lanes;
    for (int i = 0, row = 0; i < unit->forces.n; i++) {
        const unit_force *force = &unit->forces.items[i];
        for (int k = 0; k < 3; k++)
            out->r[row + (force->is_moment ? 3 : 0) + k] += memory->output[force->output[k]];
        row += force->node->has_rotation ? 6 : 3;
    }
}

/* --- the run ------------------------------------------------------------------------------------------------------ */

static bool fmu_fail(const state *state, const coupled_unit *unit, const char *words)
{
    state_fail(state, unit->plan->location, "%s, unit \"%s\": %s", unit->plan->whose, unit->path, words);
    return false;
}

static session *session_of(const state *state, const coupled_unit *unit)
{
    return (session *)(void *)state->peers[unit->peer].workspace;
}

/* --- restart files ------------------------------------------------------------------------------------------------ */

/* Precedes the bytes of a state. */
typedef struct {
    double run;
    long state;
} saved_head;

static const char NO_BYTES[] = "the unit cannot make bytes of its state (canSerializeFMUState), so that no run can go "
                               "on from a restart file";

/* Returns the state that was accepted last, or NULL if it is not available. */
static void *accepted(session *session, const unit_memory *memory)
{
    const int slot = (int)(memory->state % KEPT);
    return session->saved[slot].number == memory->state ? session->saved[slot].memory : NULL;
}

static const char *fmu_keep(const state *state, peer *peer, void **bytes, size_t *n)
{
    const coupled_unit *unit = peer->plan->self;
    session *k = (session *)(void *)peer->workspace;
    const unit_memory *memory = remembered(state, unit->element->memory);
    if (!unit->about.packs_states)
        return NO_BYTES;
    void *last = accepted(k, memory);
    if (!last || !unit_measure(k->unit, last, n) || !(*bytes = malloc(sizeof(saved_head) + *n)))
        return last ? k->unit->words : "the state of the FMU is no longer stored";
    memcpy(*bytes, &(saved_head){.run = memory->run, .state = memory->state}, sizeof(saved_head));
    unsigned char *to = (unsigned char *)*bytes + sizeof(saved_head);
    const bool ok = unit_pack(k->unit, last, to, *n);
    *n += sizeof(saved_head);
    return ok ? NULL : k->unit->words;
}

/* Restores a new instance to the state of a restart file. */
static bool bring_back(const peer *peer, session *session)
{
    saved_head head;
    const unsigned char *from = peer->saved;
    const bool packs = session->unit->about->packs_states;
    if (!packs || peer->n_saved < sizeof head) {
        unit_note(session->unit, packs ? "the restart file has no state of it" : NO_BYTES);
        return false;
    }
    memcpy(&head, from, sizeof head);
    const int slot = (int)(head.state % KEPT);
    if (head.state < 0 ||
        !unit_unpack(session->unit, from + sizeof head, peer->n_saved - sizeof head, &session->saved[slot].memory))
        return false;
    session->run = head.run;
    session->state = session->saved[slot].number = head.state;
    session->unit->is_initialised = unit_restore(session->unit, session->saved[slot].memory);
    return session->unit->is_initialised;
}

/* --- beginning, end, steps ---------------------------------------------------------------------------------------- */

static bool fmu_greet(const state *state, peer *peer)
{
    const coupled_unit *unit = peer->plan->self;
    session *k = (session *)(void *)peer->workspace;
    char words[UNIT_WORDS];
    k->run = clock_seconds();
    k->unit = unit_create(&unit->about, unit->path, words);
    if (!k->unit)
        return fmu_fail(state, unit, words);
    if (!peer->saved || bring_back(peer, k))
        return true;
    fmu_fail(state, unit, k->unit->words);
    farewell(peer);
    return false;
}

static void farewell(peer *peer)
{
    session *k = (session *)(void *)peer->workspace;
    for (int i = 0; k->unit && i < KEPT; i++)
        if (k->saved[i].memory)
            unit_discard(k->unit, &k->saved[i].memory);
    unit_destroy(k->unit);
    k->unit = NULL;
}

static bool fmu_put(session *session, const port *to, double v)
{
    const unit_calls *calls = session->unit->calls;
    if (to->variable->size > 1 && !calls->get(session->unit, to->variable, session->workspace))
        return false;
    session->workspace[to->component] = v;
    return calls->set(session->unit, to->variable, session->workspace);
}

static bool put_inputs(const state *state, const coupled_unit *unit, session *session)
{
    bool ok = true;
    for (int i = 0; i < unit->inputs.n && ok; i++)
        ok = fmu_put(session, &unit->inputs.items[i].port, drive_now(unit->inputs.items[i].value, state));
    return ok;
}

static bool get_outputs(const coupled_unit *unit, session *session, unit_memory *memory)
{
    for (int i = 0; i < unit->outputs.n; i++) {
        const port *port = &unit->outputs.items[i];
        if (!session->unit->calls->get(session->unit, port->variable, session->workspace))
            return false;
        memory->output[i] = session->workspace[port->component];
        if (!isfinite(memory->output[i])) {
            unit_note(session->unit, "an output is no number");
            return false;
        }
    }
    return true;
}

static bool initialise(const state *state, const coupled_unit *unit, session *session, unit_memory *memory)
{
    const unit_calls *calls = session->unit->calls;
    bool ok = true;
    for (int i = 0; i < unit->parameters.n && ok; i++)
        ok = fmu_put(session, &unit->parameters.items[i].port, unit->parameters.items[i].number);
    ok = ok && calls->begin(session->unit, state->t) && put_inputs(state, unit, session) && unit_begun(session->unit);
    session->unit->is_initialised = ok;
    memory->time = state->t;
    memory->run = session->run;
    return ok && get_outputs(unit, session, memory);
}

/* Restores the FMU to the state that was accepted last. Returns false after an error. */
static bool return_to(const state *state, const coupled_unit *unit, session *session, const unit_memory *memory)
{
    if (memory->run != session->run)
        return fmu_fail(state, unit, "the state belongs to another run; only states of this run can be restored");
    if (!session->is_ahead && session->state == memory->state)
        return true;
    if (!unit->about.keeps_states)
        return fmu_fail(state, unit, "it would have to return to an earlier state, which it does not support");
    void *last = accepted(session, memory);
    if (!last)
        return fmu_fail(state, unit, "it would have to return too far: only 64 steps are stored");
    session->state = memory->state;
    return unit_restore(session->unit, last) || fmu_fail(state, unit, session->unit->words);
}

static void fmu_advance(const state *state, const coupled_unit *unit, session *session, unit_memory *memory)
{
    if (!return_to(state, unit, session, memory))
        return;
    session->is_ahead = true;
    if (!put_inputs(state, unit, session) ||
        !session->unit->calls->step(session->unit, memory->time, state->t - memory->time) ||
        !get_outputs(unit, session, memory))
        fmu_fail(state, unit, session->unit->words);
}

static exchange_status fmu_exchange(const state *state, const elem *element, memory_block *to, exchange_point at)
{
    const coupled_unit *unit = element->self;
    session *session = session_of(state, unit);
    unit_memory *memory = memory_at(to, element->memory);
    if (at == EXCHANGE_START) {
        if (!initialise(state, unit, session, memory))
            fmu_fail(state, unit, session->unit->words);
        return EXCHANGE_DONE;
    }
    if (at == EXCHANGE_PREDICTED || unit->is_tight)
        fmu_advance(state, unit, session, memory);
    return unit->is_tight ? EXCHANGE_CONTINUES : EXCHANGE_DONE;
}

static void fmu_accept(const state *state, const elem *element, memory_block *to)
{
    const coupled_unit *unit = element->self;
    session *session = state->peers ? session_of(state, unit) : NULL;
    unit_memory *memory = memory_at(to, element->memory);
    if (!session || !session->unit)
        return;
    const int slot = (int)(++session->state % KEPT);
    memory->state = session->state;
    memory->time = state->t;
    session->is_ahead = false;
    if (!unit->about.keeps_states)
        return;
    session->saved[slot].number = session->state;
    if (!unit_serialize(session->unit, &session->saved[slot].memory))
        fmu_fail(state, unit, session->unit->words);
}

/* --- results ------------------------------------------------------------------------------------------------------ */

static int fmu_private_index(const elem *element, const char *name)
{
    const coupled_unit *unit = element->self;
    for (int i = 0; i < unit->outputs.n; i++)
        if (strcmp(unit->outputs.items[i].name, name) == 0)
            return i + 1;
    return 0;
}

static bool fmu_has_private(const elem *element, int index)
{
    return index <= ((const coupled_unit *)element->self)->outputs.n;
}

static double fmu_private_value(const state *state, const elem *element, int index)
{
    return ((const unit_memory *)remembered(state, element->memory))->output[index - 1];
}

static void fmu_output_row(const state *state, const elem *element, record *out)
{
    const coupled_unit *unit = element->self;
    const unit_memory *memory = remembered(state, element->memory);
    record_begin(out, element->label);
    for (int i = 0; i < unit->outputs.n; i++) {
        record_name_numbered(out, "y", i + 1, QUANTITY_NONE, "output of the unit");
        record_real(out, memory->output[i]);
    }
    record_end(out);
}

static void begin_sample(const void *self, void *memory)
{
    unit_memory *unit_memory = memory;
    (void)self;
    for (int i = 0; i < 3; i++)
        unit_memory->output[i] = 1.5 - 0.7 * i;
}

static void fmu_sample(sampler *from, elem *element)
{
    coupled_unit *unit = element->self;
    unit->outputs.items = ARENA_ARRAY(from->memory, port, 3);
    unit->outputs.n = 3;
    unit->forces.items = ARENA_NEW(from->memory, unit_force);
    unit->forces.n = 1;
    *unit->forces.items =
        (unit_force){.node = sample_structural(from, 0), .is_moment = sample_integer(from, 0, 1), .output = {0, 1, 2}};
    for (int i = 0; i < 3; i++)
        unit->outputs.items[i].name = "y";
    fmu_reserve(from->plan, element, unit, begin_sample);
}

const elem_type fmu_type = {
    .card = &elem_cards[CARD_USER_DEFINED],
    .keyword = "fmu",
    .grammar =
        "user defined: LABEL, fmu, \"FILE\" [, coupling, {loose | tight}] [, parameter, \"NAME\", VALUE] [, input, "
        "\"NAME\", DRIVE] [, output, \"NAME\"] [, force, NODE, \"NAME\", \"NAME\", \"NAME\"] [, couple, NODE, "
        "\"NAME\", \"NAME\", \"NAME\"] [, ...]",
    .summary =
        "A functional mock-up unit for co-simulation: its inputs are drives, its outputs are private data and forces.",
    .size = sizeof(coupled_unit),
    .read = fmu_read,
    .connect = fmu_connect,
    .eval = fmu_eval,
    .exchange = &(const elem_exchange){.exchange = fmu_exchange},
    .history = &(const elem_history){.accept = fmu_accept},
    .output = fmu_output_row,
    .private_index = fmu_private_index,
    .private_value = fmu_private_value,
    .has_private = fmu_has_private,
    .sample = fmu_sample,
    .assembly = &(const elem_assembly){.force = true},
    .expectations = &(const elem_expectations){.external_forces = true},
};
