/* fmu.c - a functional mock-up unit for co-simulation: its inputs are drives, its outputs are private data and forces.
 *
 *     loose    from the last accepted state to the end of the step, once, with inputs of the predicted state
 *     tight    again after each correction, with inputs of the corrected one
 *
 *     node of a force: F = outputs, global axes        node of a moment: M = outputs
 *
 * The instance belongs to the run. The last accepted state is stored under a number, and such states are kept for a
 * while: a step that is repeated, corrected, or restored from a snapshot starts from the right state of the FMU, if the
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

/* A number of a variable. */
typedef struct {
    const char *name; /* as the deck has it */
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
    bool is_couple;
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
    int widest; /* numbers of a variable */
} coupled_unit;

typedef struct {
    double time;
    double run; /* whose states the number is of */
    long state; /* number of the accepted state */
    double output[];
} unit_memory;

enum { KEPT = 64 };

/* Of the run. */
typedef struct {
    unit *unit;
    double run;
    long state;    /* where it is, */
    bool is_ahead; /* or behind that: a step was tried */
    struct {
        void *memory;
        long number;
    } kept[KEPT];
    double room[]; /* numbers of a variable */
} session;

/* --- reading ------------------------------------------------------------------------------------------------------ */

static char *description_text(reader *r, const char *path, size_t *length)
{
    const char *why = NULL;
    const char *inside = arena_printf(reader_arena(r), "%s/modelDescription.xml", path);
    const source *file = sources_load(reader_texts(r), inside, inside, read_last_place(r), &why);
    if (file) {
        *length = file->length;
        return memcpy(heap_resize(NULL, file->length + 1), file->text, file->length + 1);
    }
    unzip *z = unzip_open(path, &why);
    char *words = z ? unzip_file(z, "modelDescription.xml", length) : NULL;
    unzip_close(z);
    if (!words)
        read_error_last(r, E_FMU, path, why ? why : "it has no modelDescription.xml");
    return words;
}

static void read_unit(reader *r, coupled_unit *x)
{
    size_t length = 0;
    x->path = read_filename(r, "file of the FMU");
    char *words = read_ok(r) ? description_text(r, x->path, &length) : NULL;
    if (!words)
        return;
    const char *wrong = unit_description_read(words, length, reader_arena(r), &x->about);
    free(words);
    if (wrong)
        read_error_last(r, E_FMU, x->path, wrong);
    else
        sources_note(reader_texts(r), x->path);
}

/* NAME, or NAME[k] of an array, from 1. */
static port read_port(reader *r, coupled_unit *x, const char *what)
{
    port p = {.name = read_string(r, what)};
    if (!read_ok(r))
        return p;
    p.variable = unit_description_find(&x->about, p.name);
    char *bracket = strrchr(p.name, '['), *end = NULL;
    const long k = bracket ? strtol(bracket + 1, &end, 10) : 0;
    if (!p.variable && bracket && end > bracket + 1 && strcmp(end, "]") == 0 && k > 0) {
        p.variable =
            unit_description_find(&x->about, arena_string(reader_arena(r), p.name, (size_t)(bracket - p.name)));
        p.component = (int)(k <= 1 << 20 ? k - 1 : 1 << 20);
    }
    if (!p.variable || p.component >= (p.variable->size > 1 ? p.variable->size : 1))
        read_error_last(r, E_FMU_VARIABLE, x->path, p.name, "is not there");
    else if (p.variable->type == PORT_OTHER || p.variable->size < 1)
        read_error_last(r, E_FMU_VARIABLE, x->path, p.name, "is no number");
    else if (p.variable->size > x->widest)
        x->widest = p.variable->size;
    return p;
}

static void read_parameter(reader *r, coupled_unit *x)
{
    setting s = {.port = read_port(r, x, "name of the parameter")};
    if (read_ok(r) && !s.port.variable->is_parameter)
        read_error_last(r, E_FMU_VARIABLE, x->path, s.port.name, "is no parameter");
    s.number = read_real(r, "value of the parameter");
    array_push(&x->parameters, s);
}

static void read_input(reader *r, coupled_unit *x)
{
    setting s = {.port = read_port(r, x, "name of the input")};
    if (read_ok(r) && !s.port.variable->is_input)
        read_error_last(r, E_FMU_VARIABLE, x->path, s.port.name, "is no input");
    s.value = read_drive(r, "value of the input");
    array_push(&x->inputs, s);
}

/* Its index among the outputs. */
static int fmu_read_output(reader *r, coupled_unit *x)
{
    const port p = read_port(r, x, "name of the output");
    for (int i = 0; i < x->outputs.n; i++)
        if (p.name && strcmp(x->outputs.items[i].name, p.name) == 0)
            return i;
    if (read_ok(r))
        array_push(&x->outputs, p);
    return read_ok(r) ? x->outputs.n - 1 : 0;
}

static void read_force(reader *r, coupled_unit *x, bool is_couple)
{
    unit_force f = {.is_couple = is_couple};
    f.node = is_couple ? read_structural_node(r, "node") : read_point_node(r, "node");
    for (int k = 0; k < 3; k++)
        f.output[k] = fmu_read_output(r, x);
    if (read_ok(r))
        array_push(&x->forces, f);
}

static bool fmu_read_part(reader *r, coupled_unit *x)
{
    static const char *const KINDS[] = {"loose", "tight", NULL};
    if (read_keyword(r, "coupling"))
        x->is_tight = read_choice(r, KINDS, "coupling") == 1;
    else if (read_keyword(r, "parameter"))
        read_parameter(r, x);
    else if (read_keyword(r, "input"))
        read_input(r, x);
    else if (read_keyword(r, "output"))
        fmu_read_output(r, x);
    else if (read_keyword(r, "force"))
        read_force(r, x, false);
    else if (read_keyword(r, "couple"))
        read_force(r, x, true);
    else
        return false;
    return read_ok(r);
}

/* Lists grow while they are read, and live as long as the model. */
#define SETTLE(r, list) \
    ((list).items = arena_settle((r), (list).items, (size_t)(list).n * sizeof *(list).items), (list).limit = (list).n)

static void *arena_settle(reader *r, void *list, size_t size)
{
    void *copy = size > 0 ? arena_copy(reader_arena(r), list, size) : NULL;
    free(list);
    return copy;
}

static bool fmu_greet(const state *s, peer *p);
static void farewell(peer *p);
static const char *fmu_keep(const state *s, peer *p, void **bytes, size_t *n);

static bool is_valid(const void *self, const void *memory)
{
    (void)self;
    return ((const unit_memory *)memory)->state >= 0;
}

static void fmu_reserve(memory_plan *plan, elem *e, const coupled_unit *x, memory_begin *begin)
{
    e->memory = memory_reserve(plan, (memory_area){.size = sizeof(unit_memory) + sizeof(double) * (size_t)x->outputs.n,
                                                   .self = x,
                                                   .begin = begin,
                                                   .valid = is_valid,
                                                   .owner = e->type->card->name,
                                                   .keyword = e->type->keyword,
                                                   .label = e->label});
}

static const char *const *output_names(reader *r, const coupled_unit *x)
{
    const char **names = ARENA_ARRAY(reader_arena(r), const char *, x->outputs.n + 1);
    for (int i = 0; i < x->outputs.n; i++)
        names[i] = x->outputs.items[i].name;
    return names;
}

static void fmu_read(reader *r, elem *e)
{
    coupled_unit *x = e->self;
    x->element = e;
    x->widest = 1;
    x->plan = read_peer(r, "user defined", e->label, e->type->keyword, &x->peer);
    read_unit(r, x);
    while (fmu_read_part(r, x))
        ;
    if (read_ok(r) && x->is_tight && !x->about.keeps_states)
        read_error_last(r, E_FMU, x->path, "it cannot be taken back, so that the coupling cannot be tight");
    SETTLE(r, x->parameters);
    SETTLE(r, x->inputs);
    SETTLE(r, x->outputs);
    e->private_names = output_names(r, x);
    SETTLE(r, x->forces);
    x->plan->is_by_files = true;
    x->plan->self = x;
    x->plan->greet = fmu_greet;
    x->plan->farewell = farewell;
    x->plan->keep = fmu_keep;
    x->plan->room = sizeof(session) + sizeof(double) * (size_t)x->widest;
    if (read_ok(r))
        fmu_reserve(model_of(r)->plan, e, x, NULL);
}

/* --- forces ------------------------------------------------------------------------------------------------------- */

static void fmu_connect(const elem *e, layout *l)
{
    const coupled_unit *x = e->self;
    for (int i = 0; i < x->forces.n; i++)
        layout_node(l, x->forces.items[i].node);
    layout_clear(l);
}

static void fmu_eval(int n, const state *s, const elem *e, local *out)
{
    const coupled_unit *x = e->self;
    const unit_memory *m = remembered(s, e->memory);
    (void)n;
    for (int i = 0, row = 0; i < x->forces.n; i++) {
        const unit_force *f = &x->forces.items[i];
        for (int k = 0; k < 3; k++)
            out->r[row + (f->is_couple ? 3 : 0) + k] += m->output[f->output[k]];
        row += f->node->has_rotation ? 6 : 3;
    }
}

/* --- the run ------------------------------------------------------------------------------------------------------ */

static bool fmu_fail(const state *s, const coupled_unit *x, const char *words)
{
    state_fail(s, x->plan->where, "%s, unit \"%s\": %s", x->plan->whose, x->path, words);
    return false;
}

static session *session_of(const state *s, const coupled_unit *x) { return (session *)(void *)s->peers[x->peer].room; }

/* --- restart files ------------------------------------------------------------------------------------------------ */

/* In front of the bytes of a state. */
typedef struct {
    double run;
    long state;
} kept_head;

static const char NO_BYTES[] = "the unit cannot make bytes of its state (canSerializeFMUState), so that no run can go "
                               "on from a restart file";

/* The state that was accepted last, as far as it is known here. */
static void *accepted(session *k, const unit_memory *m)
{
    const int slot = (int)(m->state % KEPT);
    return k->kept[slot].number == m->state ? k->kept[slot].memory : NULL;
}

static const char *fmu_keep(const state *s, peer *p, void **bytes, size_t *n)
{
    const coupled_unit *x = p->plan->self;
    session *k = (session *)(void *)p->room;
    const unit_memory *m = remembered(s, x->element->memory);
    if (!x->about.packs_states)
        return NO_BYTES;
    void *last = accepted(k, m);
    if (!last || !unit_measure(k->unit, last, n) || !(*bytes = malloc(sizeof(kept_head) + *n)))
        return last ? k->unit->words : "the state of the unit is not kept any more";
    memcpy(*bytes, &(kept_head){.run = m->run, .state = m->state}, sizeof(kept_head));
    unsigned char *to = (unsigned char *)*bytes + sizeof(kept_head);
    const bool ok = unit_pack(k->unit, last, to, *n);
    *n += sizeof(kept_head);
    return ok ? NULL : k->unit->words;
}

/* A new instance, at the state of a restart file. */
static bool bring_back(const peer *p, session *k)
{
    kept_head head;
    const unsigned char *from = p->kept;
    const bool packs = k->unit->about->packs_states;
    if (!packs || p->n_kept < sizeof head) {
        unit_note(k->unit, packs ? "the restart file has no state of it" : NO_BYTES);
        return false;
    }
    memcpy(&head, from, sizeof head);
    const int slot = (int)(head.state % KEPT);
    if (head.state < 0 || !unit_unpack(k->unit, from + sizeof head, p->n_kept - sizeof head, &k->kept[slot].memory))
        return false;
    k->run = head.run;
    k->state = k->kept[slot].number = head.state;
    k->unit->is_initialised = unit_go_back(k->unit, k->kept[slot].memory);
    return k->unit->is_initialised;
}

/* --- beginning, end, steps ---------------------------------------------------------------------------------------- */

static bool fmu_greet(const state *s, peer *p)
{
    const coupled_unit *x = p->plan->self;
    session *k = (session *)(void *)p->room;
    char words[UNIT_WORDS];
    k->run = clock_seconds();
    k->unit = unit_create(&x->about, x->path, words);
    if (!k->unit)
        return fmu_fail(s, x, words);
    if (!p->kept || bring_back(p, k))
        return true;
    fmu_fail(s, x, k->unit->words);
    farewell(p);
    return false;
}

static void farewell(peer *p)
{
    session *k = (session *)(void *)p->room;
    for (int i = 0; k->unit && i < KEPT; i++)
        if (k->kept[i].memory)
            unit_forget(k->unit, &k->kept[i].memory);
    unit_destroy(k->unit);
    k->unit = NULL;
}

static bool fmu_put(session *k, const port *to, double v)
{
    const unit_calls *calls = k->unit->calls;
    if (to->variable->size > 1 && !calls->get(k->unit, to->variable, k->room))
        return false;
    k->room[to->component] = v;
    return calls->set(k->unit, to->variable, k->room);
}

static bool put_inputs(const state *s, const coupled_unit *x, session *k)
{
    bool ok = true;
    for (int i = 0; i < x->inputs.n && ok; i++)
        ok = fmu_put(k, &x->inputs.items[i].port, drive_now(x->inputs.items[i].value, s));
    return ok;
}

static bool get_outputs(const coupled_unit *x, session *k, unit_memory *m)
{
    for (int i = 0; i < x->outputs.n; i++) {
        const port *p = &x->outputs.items[i];
        if (!k->unit->calls->get(k->unit, p->variable, k->room))
            return false;
        m->output[i] = k->room[p->component];
        if (!isfinite(m->output[i])) {
            unit_note(k->unit, "an output is no number");
            return false;
        }
    }
    return true;
}

static bool initialise(const state *s, const coupled_unit *x, session *k, unit_memory *m)
{
    const unit_calls *calls = k->unit->calls;
    bool ok = true;
    for (int i = 0; i < x->parameters.n && ok; i++)
        ok = fmu_put(k, &x->parameters.items[i].port, x->parameters.items[i].number);
    ok = ok && calls->begin(k->unit, s->t) && put_inputs(s, x, k) && unit_begun(k->unit);
    k->unit->is_initialised = ok;
    m->time = s->t;
    m->run = k->run;
    return ok && get_outputs(x, k, m);
}

/* Where the state that was accepted last was; false after a fault. */
static bool return_to(const state *s, const coupled_unit *x, session *k, const unit_memory *m)
{
    if (m->run != k->run)
        return fmu_fail(s, x, "the state to go on from is of another run, and only its own can be returned to");
    if (!k->is_ahead && k->state == m->state)
        return true;
    if (!x->about.keeps_states)
        return fmu_fail(s, x, "it would have to go back, and cannot");
    void *last = accepted(k, m);
    if (!last)
        return fmu_fail(s, x, "it would have to go back too far: 64 steps are kept");
    k->state = m->state;
    return unit_go_back(k->unit, last) || fmu_fail(s, x, k->unit->words);
}

static void fmu_advance(const state *s, const coupled_unit *x, session *k, unit_memory *m)
{
    if (!return_to(s, x, k, m))
        return;
    k->is_ahead = true;
    if (!put_inputs(s, x, k) || !k->unit->calls->step(k->unit, m->time, s->t - m->time) || !get_outputs(x, k, m))
        fmu_fail(s, x, k->unit->words);
}

static exchange_talk fmu_exchange(const state *s, const elem *e, memory_block *to, exchange_point at)
{
    const coupled_unit *x = e->self;
    session *k = session_of(s, x);
    unit_memory *m = memory_at(to, e->memory);
    if (at == EXCHANGE_START) {
        if (!initialise(s, x, k, m))
            fmu_fail(s, x, k->unit->words);
        return EXCHANGE_OVER;
    }
    if (at == EXCHANGE_PREDICTED || x->is_tight)
        fmu_advance(s, x, k, m);
    return x->is_tight ? EXCHANGE_GOES_ON : EXCHANGE_OVER;
}

static void fmu_accept(const state *s, const elem *e, memory_block *to)
{
    const coupled_unit *x = e->self;
    session *k = s->peers ? session_of(s, x) : NULL;
    unit_memory *m = memory_at(to, e->memory);
    if (!k || !k->unit)
        return;
    const int slot = (int)(++k->state % KEPT);
    m->state = k->state;
    m->time = s->t;
    k->is_ahead = false;
    if (!x->about.keeps_states)
        return;
    k->kept[slot].number = k->state;
    if (!unit_keep(k->unit, &k->kept[slot].memory))
        fmu_fail(s, x, k->unit->words);
}

/* --- results ------------------------------------------------------------------------------------------------------ */

static int fmu_private_index(const elem *e, const char *name)
{
    const coupled_unit *x = e->self;
    for (int i = 0; i < x->outputs.n; i++)
        if (strcmp(x->outputs.items[i].name, name) == 0)
            return i + 1;
    return 0;
}

static bool fmu_has_private(const elem *e, int index) { return index <= ((const coupled_unit *)e->self)->outputs.n; }

static double fmu_private_value(const state *s, const elem *e, int index)
{
    return ((const unit_memory *)remembered(s, e->memory))->output[index - 1];
}

static void fmu_output_row(const state *s, const elem *e, record *out)
{
    const coupled_unit *x = e->self;
    const unit_memory *m = remembered(s, e->memory);
    record_begin(out, e->label);
    for (int i = 0; i < x->outputs.n; i++) {
        record_name_numbered(out, "y", i + 1, QUANTITY_NONE, "output of the unit");
        record_real(out, m->output[i]);
    }
    record_end(out);
}

static void begin_sample(const void *self, void *memory)
{
    unit_memory *m = memory;
    (void)self;
    for (int i = 0; i < 3; i++)
        m->output[i] = 1.5 - 0.7 * i;
}

static void fmu_sample(sampler *from, elem *e)
{
    coupled_unit *x = e->self;
    x->outputs.items = ARENA_ARRAY(from->memory, port, 3);
    x->outputs.n = 3;
    x->forces.items = ARENA_NEW(from->memory, unit_force);
    x->forces.n = 1;
    *x->forces.items =
        (unit_force){.node = sample_structural(from, 0), .is_couple = sample_integer(from, 0, 1), .output = {0, 1, 2}};
    for (int i = 0; i < 3; i++)
        x->outputs.items[i].name = "y";
    fmu_reserve(from->plan, e, x, begin_sample);
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
