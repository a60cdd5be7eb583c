/* external.c - external forces: times of the exchanges, messages over a socket, and the loads.
 *
 *     loose      one exchange at the initial state and one at each predicted state
 *     tight      one at each predicted state, unless `send after predict, no`, and one after each correction, until the
 *                peer has converged
 *     n          one after each n-th correction, until the peer has converged
 *
 *     load at a point of node i    F = Q f,  M = Q m       Q: axes of the reference node, or 1
 *     node i                       F,  M + b x F           b = R arm
 *     reference node               - F,  - (M + (x + b - xr) x F) */
#include "element/external/external.h"
#include "element/diag_rows.h"
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- reading ------------------------------------------------------------------------------------------------------ */

static void read_coupling(reader *reader, external *external)
{
    static const char *const KINDS[] = {"staggered", "loose", "tight", NULL};
    const int k = read_try_choice(reader, KINDS);
    if (k == 0)
        read_error_last(reader, E_STAGGERED);
    external->steps =
        k < 0 ? read_integer_in(reader, 1, INT_MAX, "coupling: loose, tight, or a number of iterations") : k == 2;
    if (!external->has_when)
        external->after_predict = external->steps <= 1;
}

static bool read_parameter(reader *reader, external *external)
{
    if (read_keyword(reader, "sleep time")) {
        external->sleep = read_not_negative(reader, "sleep time");
    } else if (read_keyword(reader, "precision")) {
        external->precision = read_keyword(reader, "default") ? 16 : read_integer_in(reader, 1, 30, "precision");
    } else if (read_keyword(reader, "coupling")) {
        read_coupling(reader, external);
    } else if (read_keyword(reader, "send after predict")) {
        external->after_predict = read_bool(reader, "send after predict");
        external->has_when = true;
    } else {
        return false;
    }
    return read_ok(reader);
}

static void read_socket(reader *reader, external *external)
{
    static const char *const FLAGS[] = {"no signal", "signal", "blocking", "non blocking", NULL};
    bool has_create;
    while (read_address_option(reader, &external->plan->address, &has_create) || read_try_choice(reader, FLAGS) >= 0)
        ;
    if (read_ok(reader) && external->plan->address.is_datagram)
        read_error_last(reader, E_EXTERNAL_DATAGRAM);
}

static void read_files(reader *reader, external *external)
{
    external->communicator = BY_FILES;
    read_keyword(reader, "file");
    external->input = read_filename(reader, "file of forces");
    external->unlinks = read_keyword(reader, "unlink");
    external->out = read_filename(reader, "file of the motion");
    external->never_overwrites = read_keyword(reader, "no clobber");
}

static void read_edge(reader *reader, external *external)
{
    external->communicator = BY_EDGE;
    external->input = read_filename(reader, "flag file");
    external->out = read_filename(reader, "data file");
    if (read_ok(reader) && !external->kind->write_edge)
        read_error_last(reader, E_NO_EDGE);
}

static bool external_greet(const state *state, peer *peer);
static void farewell(peer *peer);

void read_communicator(reader *reader, elem *element, external *x, const external_kind *kind)
{
    *x = (external){.kind = kind, .after_predict = true, .sleep = 0.05, .precision = 16, .memory = MEMORY_NONE};
    x->plan = read_peer(reader, "force", element->label, element->type->keyword, &x->peer);
    x->plan->self = x;
    if (read_keyword(reader, "socket"))
        read_socket(reader, x);
    else if (read_keyword(reader, "edge"))
        read_edge(reader, x);
    else
        read_files(reader, x);
    while (read_parameter(reader, x))
        ;
    x->plan->is_by_files = x->communicator != BY_SOCKET;
    x->plan->greet = external_greet;
    x->plan->farewell = farewell;
}

/* Returns the bytes of both messages, padded so that numbers can follow. */
static size_t space_after_messages(const external *external)
{
    return (2 + external->kind->sent(external) + external->kind->received(external) + 7) / 8 * 8;
}

double *external_workspace(const state *state, const external *external)
{
    return (double *)(void *)(state->peers[external->peer].workspace + space_after_messages(external));
}

void external_finish(reader *reader, elem *element, external *external, int n, int n_loads)
{
    if (!read_ok(reader))
        return;
    external->memory = element->memory = memory_reserve(
        model_of(reader)->plan, (memory_area){.size = sizeof(external_memory) + sizeof(double) * (size_t)n,
                                              .self = external,
                                              .owner = element->type->card->name,
                                              .keyword = element->type->keyword,
                                              .label = element->label});
    external->n_numbers = n_loads;
    external->plan->workspace = space_after_messages(external) + external->workspace * sizeof(double);
    external->plan->is_by_files = external->plan->is_by_files || external->stops;
}

void external_add_load(reader *reader, const elem *element, const external_load *load)
{
    model *model = model_of(reader);
    const external *of = element->self;
    if (!read_ok(reader))
        return;
    elem *part = ARENA_NEW(model->memory, elem);
    external *x = arena_alloc(model->memory, element->type->size);
    *x = (external){
        .main = element, .memory = of->memory, .n_loads = 1, .loads = arena_copy(model->memory, load, sizeof *load)};
    *part = (elem){.type = element->type,
                   .label = element->label,
                   .location = element->location,
                   .self = x,
                   .internal = -1,
                   .is_hidden = true,
                   .memory = MEMORY_NONE,
                   .switched = element->switched};
    array_push(&model->elems, part);
}

const double *external_loads(const state *state, const external *external)
{
    return ((const external_memory *)remembered(state, external->memory))->load;
}

/* --- loads -------------------------------------------------------------------------------------------------------- */

external_force external_force_now(const state *state, const external_load *load, const double *loads)
{
    external_force force = {.F = vec3_load(loads + load->memory)};
    force.M = load->has_moment ? vec3_load(loads + load->memory + 3) : (vec3){0, 0, 0};
    if (load->axes) {
        force.F = mat3_mulv(&state->poses[load->axes->pose].R, force.F);
        force.M = mat3_mulv(&state->poses[load->axes->pose].R, force.M);
    }
    return force;
}

enum { LANES = 12 };

void external_connect(const elem *element, layout *layout)
{
    const external *external = element->self;
    for (int i = 0; i < external->n_loads; i++) {
        layout_node(layout, external->loads[i].node);
        if (external->loads[i].reference)
            layout_node(layout, external->loads[i].reference);
    }
}

static void seed(int lanes, const state *state, const node *of, int first, jet_node *at)
{
    if (of->has_rotation) {
        jet_node_seed(lanes, at, state, of->pose, first);
        return;
    }
    at->now = &state->poses[of->pose];
    jet_point_seed(lanes, &at->x, &at->v, state, of->pose, first);
    jet3_const(lanes, &at->theta, (vec3){0, 0, 0});
}

/* Computes a global vector from its components in the axes of a node, or, if `axes` is NULL, in global axes. */
static void external_rotate(int lanes, jet3 *r, const jet_node *axes, const double *v)
{
    if (axes)
        jet_node_arm(lanes, r, axes, vec3_load(v));
    else
        jet3_const(lanes, r, vec3_load(v));
}

static void add_load(int n, const state *state, const external_load *load, const double *loads, local *out)
{
    const double none[3] = {0, 0, 0};
    const int lanes = n ? LANES : 0, second = load->node->has_rotation ? 6 : 3;
    const int columns = n ? second + (load->reference ? 6 : 0) : 0;
    jet_node at, reference = {0};
    jet3 F, M, b, moment, to;
    seed(lanes, state, load->node, 0, &at);
    if (load->reference)
        jet_node_seed(lanes, &reference, state, load->reference->pose, second);
    const jet_node *axes = !load->axes ? NULL : load->axes == load->node ? &at : &reference;
    external_rotate(lanes, &F, axes, loads + load->memory);
    external_rotate(lanes, &M, axes, load->has_moment ? loads + load->memory + 3 : none);
    jet_node_arm(lanes, &b, &at, load->arm);
    local_add3(out, 0, columns, 1, &F);
    if (load->node->has_rotation && !load->leaves_arm) {
        jet3_cross(lanes, &moment, &b, &F);
        jet3_add_to(lanes, &moment, 1, &M);
        local_add3(out, 3, columns, 1, &moment);
    }
    if (!load->acts_back)
        return;
    jet3_add(lanes, &to, &at.x, 1, &b);
    jet3_add_to(lanes, &to, -1, &reference.x);
    jet3_cross(lanes, &moment, &to, &F);
    jet3_add_to(lanes, &moment, 1, &M);
    local_add3(out, second, columns, -1, &F);
    local_add3(out, second + 3, columns, -1, &moment);
}

void external_eval(int lanes, const state *state, const elem *element, local *out)
{
    const external *external = element->self;
    for (int i = 0; i < external->n_loads; i++)
        add_load(lanes, state, &external->loads[i], external_loads(state, external), out);
}

static void begin_sample(const void *self, void *memory)
{
    external_memory *external_memory = memory;
    (void)self;
    for (int i = 0; i < 6; i++)
        external_memory->load[i] = 1.5 - 0.7 * i;
}

void external_sample(sampler *from, elem *element)
{
    external *x = element->self;
    const bool relative = sample_integer(from, 0, 1), has_rotation = sample_integer(from, 0, 1);
    external_load *load = ARENA_NEW(from->memory, external_load);
    *load = (external_load){.node = sample_structural(from, 0), .arm = sample_vec3(from, 1), .has_moment = true};
    if (relative)
        load->reference = sample_structural(from, 1);
    load->acts_back = relative && sample_integer(from, 0, 1);
    load->axes = !has_rotation ? NULL : relative ? load->reference : load->node;
    *x = (external){.main = element, .n_loads = 1, .loads = load};
    x->memory = element->memory = memory_reserve(
        from->plan,
        (memory_area){.size = sizeof(external_memory) + 6 * sizeof(double), .self = x, .begin = begin_sample});
}

/* --- socket ------------------------------------------------------------------------------------------------------- */

typedef struct {
    uint32_t bits;
    const char *words;
} flag_words;

static const char *external_difference(uint32_t bits)
{
    static const flag_words WORDS[] = {{FLAG_MODAL | FLAG_NODAL, "nodes or modes"},
                                       {FLAG_REFERENCE, "reference node"},
                                       {FLAG_ACCELERATIONS, "accelerations"},
                                       {FLAG_LABELS, "labels"},
                                       {FLAG_ROTATIONS, "orientation"},
                                       {FLAG_REFERENCE_ROTATIONS, "orientation of the reference node"}};
    for (int i = 0; i < ARRAY_LEN(WORDS); i++)
        if (bits & WORDS[i].bits)
            return WORDS[i].words;
    return "unknown bits";
}

static bool agree(const state *state, const external *external, peer *peer, uint32_t flags, uint32_t count)
{
    const uint32_t ignored = external->flags & FLAG_MODAL ? 0x2e0 : 0xe0, wrong = (flags ^ external->flags) & ~ignored;
    if (!wrong && count == external->count)
        return true;
    const unsigned char refused[] = {COMMAND_ABORT, COMMAND_ABORT};
    net_send(&peer->link, refused, sizeof refused, &peer->message);
    if (wrong)
        return peer_error(state, peer, "negotiation: %s: flags are 0x%x here, 0x%x at the peer",
                          external_difference(wrong), external->flags, flags);
    return peer_error(state, peer, "negotiation: %u %s here, %u at the peer", external->count,
                      external->flags & FLAG_MODAL ? "modes" : "nodes", count);
}

/* The peer sends what it expects, and this side checks it; if the peer created the socket, this side sends it
 * instead. */
static bool negotiate(const state *state, const external *external, peer *peer)
{
    unsigned char m[10] = {COMMAND_NEGOTIATION};
    uint32_t flags, count;
    if (!external->plan->address.creates) {
        memcpy(m + 1, &external->flags, 4);
        memcpy(m + 5, &external->count, 4);
        m[9] = COMMAND_OK;
        return peer_send(state, peer, m, 10);
    }
    if (!peer_receive(state, peer, m, 1))
        return false;
    if (m[0] != COMMAND_NEGOTIATION) {
        net_send(&peer->link, (const unsigned char[]){COMMAND_ABORT, COMMAND_ABORT}, 2, &peer->message);
        return peer_error(state, peer, "expected a negotiation (%d), got %d", COMMAND_NEGOTIATION, m[0]);
    }
    if (!peer_receive(state, peer, m + 1, 8))
        return false;
    memcpy(&flags, m + 1, 4);
    memcpy(&count, m + 5, 4);
    m[0] = COMMAND_OK;
    return agree(state, external, peer, flags, count) && peer_send(state, peer, m, 1);
}

static bool external_greet(const state *state, peer *peer)
{
    const external *external = peer->plan->self;
    return external->stops || external->communicator != BY_SOCKET || negotiate(state, external, peer);
}

static void farewell(peer *peer)
{
    const external *external = peer->plan->self;
    const unsigned char end = COMMAND_ABORT;
    if (external->communicator == BY_SOCKET && peer->link.fd >= 0)
        net_send(&peer->link, &end, 1, &peer->message);
    else if (external->communicator == BY_EDGE)
        edge_farewell(peer);
}

static bool socket_send(const state *state, const external *external, peer *peer)
{
    peer->workspace[0] = external->steps > 0 ? COMMAND_DATA : COMMAND_DATA_NEXT;
    external->kind->pack(state, external, peer->workspace + 1);
    return peer_send(state, peer, peer->workspace, 1 + external->kind->sent(external));
}

static bool socket_receive(const state *state, const external *external, peer *peer, double *loads, int *command)
{
    unsigned char *m = peer->workspace + 1 + external->kind->sent(external);
    if (!peer_receive(state, peer, m, 1))
        return false;
    *command = m[0];
    if (*command != COMMAND_DATA && *command != COMMAND_DATA_NEXT)
        return true;
    if (!peer_receive(state, peer, m + 1, external->kind->received(external)))
        return false;
    const char *wrong = external->kind->unpack(state, external, m + 1, loads);
    return !wrong || peer_error(state, peer, "%s", wrong);
}

/* --- exchanges ---------------------------------------------------------------------------------------------------- */

typedef bool sender(const state *state, const external *external, peer *peer);
typedef bool receiver(const state *state, const external *external, peer *peer, double *loads, int *command);

static void look_at(const state *state, peer *peer, const double *loads, int n)
{
    for (int i = 0; i < n; i++)
        if (!isfinite(loads[i]))
            peer_error(state, peer, "load %d is not a number", i + 1);
}

static void speak(const state *state, const external *external, external_memory *memory)
{
    static sender *const SEND[] = {socket_send, files_send, edge_send};
    memory->counted = 0;
    memory->awaits = SEND[external->communicator](state, external, &state->peers[external->peer]);
}

/* Returns what follows: over sockets and EDGE files, the peer decides. */
static exchange_status listen_to(const state *state, const external *external, external_memory *memory)
{
    static receiver *const RECEIVE[] = {socket_receive, files_receive, edge_receive};
    peer *peer = &state->peers[external->peer];
    int command = COMMAND_ABORT;
    memory->awaits = false;
    if (!RECEIVE[external->communicator](state, external, peer, memory->load, &command))
        return EXCHANGE_DONE;
    if (command == COMMAND_ABORT)
        peer_error(state, peer, "the peer has ended the coupling (command %d)", command);
    else if (command != COMMAND_DATA && command != COMMAND_NEXT && command != COMMAND_DATA_NEXT)
        peer_error(state, peer, "unknown command %d", command);
    else
        look_at(state, peer, memory->load, external->n_numbers);
    if (external->steps == 0 || state->failed->is_set || command != COMMAND_DATA)
        return EXCHANGE_DONE;
    return external->communicator == BY_FILES ? EXCHANGE_CONTINUES : EXCHANGE_PENDING;
}

static bool is_time(const external *external, external_memory *memory, exchange_point at)
{
    if (at == EXCHANGE_START) {
        memory->status = EXCHANGE_DONE;
        return external->steps == 0 && !external->stops;
    }
    if (at == EXCHANGE_PREDICTED) {
        memory->counted = 0;
        memory->status = EXCHANGE_PENDING;
        return external->after_predict;
    }
    return memory->status != EXCHANGE_DONE && ++memory->counted >= external->steps;
}

void external_send(const state *state, const elem *element, memory_block *to, exchange_point at)
{
    const external *external = element->self;
    if (external->main)
        return;
    external_memory *memory = memory_at(to, external->memory);
    memory->awaits = false;
    if (external->kind->serialize && (at != EXCHANGE_CORRECTED || memory->status != EXCHANGE_DONE))
        external->kind->serialize(state, external, memory->load, at);
    if (at == EXCHANGE_START && external->kind->begin)
        external->kind->begin(state, external);
    if (is_time(external, memory, at))
        speak(state, external, memory);
}

exchange_status external_exchange(const state *state, const elem *element, memory_block *to, exchange_point at)
{
    const external *external = element->self;
    if (external->main)
        return EXCHANGE_DONE;
    external_memory *memory = memory_at(to, external->memory);
    if (memory->awaits)
        memory->status = listen_to(state, external, memory);
    if (at == EXCHANGE_START && external->stops) {
        state_fail(state, external->plan->location, "%s: the initial positions are written", external->plan->whose);
        state->failed->ends_cleanly = true;
    }
    return (exchange_status)memory->status;
}

bool words_number(words *words, double *values)
{
    char *end;
    words->cursor += strspn(words->cursor, " \t\r\n,");
    while (*words->cursor == '#' || *words->cursor == '*') {
        words->cursor += strcspn(words->cursor, "\n");
        words->cursor += strspn(words->cursor, " \t\r\n,");
    }
    *values = strtod(words->cursor, &end);
    const bool ok = end > words->cursor;
    words->cursor = end;
    return ok;
}
