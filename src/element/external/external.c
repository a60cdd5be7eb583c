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

static void read_coupling(reader *r, external *x)
{
    static const char *const KINDS[] = {"staggered", "loose", "tight", NULL};
    const int k = read_try_choice(r, KINDS);
    if (k == 0)
        read_error_last(r, E_STAGGERED);
    x->steps = k < 0 ? read_integer_in(r, 1, INT_MAX, "coupling: loose, tight, or a number of iterations") : k == 2;
    if (!x->has_when)
        x->after_predict = x->steps <= 1;
}

static bool read_parameter(reader *r, external *x)
{
    if (read_keyword(r, "sleep time")) {
        x->sleep = read_not_negative(r, "sleep time");
    } else if (read_keyword(r, "precision")) {
        x->precision = read_keyword(r, "default") ? 16 : read_integer_in(r, 1, 30, "precision");
    } else if (read_keyword(r, "coupling")) {
        read_coupling(r, x);
    } else if (read_keyword(r, "send after predict")) {
        x->after_predict = read_bool(r, "send after predict");
        x->has_when = true;
    } else {
        return false;
    }
    return read_ok(r);
}

static void read_socket(reader *r, external *x)
{
    static const char *const FLAGS[] = {"no signal", "signal", "blocking", "non blocking", NULL};
    bool has_create;
    while (read_address_option(r, &x->plan->address, &has_create) || read_try_choice(r, FLAGS) >= 0)
        ;
    if (read_ok(r) && x->plan->address.is_datagram)
        read_error_last(r, E_EXTERNAL_DATAGRAM);
}

static void read_files(reader *r, external *x)
{
    x->communicator = BY_FILES;
    read_keyword(r, "file");
    x->input = read_filename(r, "file of forces");
    x->unlinks = read_keyword(r, "unlink");
    x->out = read_filename(r, "file of the motion");
    x->keeps = read_keyword(r, "no clobber");
}

static void read_edge(reader *r, external *x)
{
    x->communicator = BY_EDGE;
    x->input = read_filename(r, "flag file");
    x->out = read_filename(r, "data file");
    if (read_ok(r) && !x->kind->write_edge)
        read_error_last(r, E_NO_EDGE);
}

static bool external_greet(const state *s, peer *p);
static void farewell(peer *p);

void read_communicator(reader *r, elem *e, external *x, const external_kind *kind)
{
    *x = (external){.kind = kind, .after_predict = true, .sleep = 0.05, .precision = 16, .memory = MEMORY_NONE};
    x->plan = read_peer(r, "force", e->label, e->type->keyword, &x->peer);
    x->plan->self = x;
    if (read_keyword(r, "socket"))
        read_socket(r, x);
    else if (read_keyword(r, "edge"))
        read_edge(r, x);
    else
        read_files(r, x);
    while (read_parameter(r, x))
        ;
    x->plan->is_by_files = x->communicator != BY_SOCKET;
    x->plan->greet = external_greet;
    x->plan->farewell = farewell;
}

/* Bytes of both messages, filled up so that numbers can follow. */
static size_t room_after_messages(const external *x)
{
    return (2 + x->kind->sent(x) + x->kind->received(x) + 7) / 8 * 8;
}

double *external_room(const state *s, const external *x)
{
    return (double *)(void *)(s->peers[x->peer].room + room_after_messages(x));
}

void external_finish(reader *r, elem *e, external *x, int n, int n_loads)
{
    if (!read_ok(r))
        return;
    x->memory = e->memory =
        memory_reserve(model_of(r)->plan, (memory_area){.size = sizeof(external_memory) + sizeof(double) * (size_t)n,
                                                        .self = x,
                                                        .owner = e->type->card->name,
                                                        .keyword = e->type->keyword,
                                                        .label = e->label});
    x->n_numbers = n_loads;
    x->plan->room = room_after_messages(x) + x->room * sizeof(double);
    x->plan->is_by_files = x->plan->is_by_files || x->stops;
}

void external_add_load(reader *r, const elem *e, const external_load *l)
{
    model *m = model_of(r);
    const external *of = e->self;
    if (!read_ok(r))
        return;
    elem *part = ARENA_NEW(m->memory, elem);
    external *x = arena_alloc(m->memory, e->type->size);
    *x = (external){.main = e, .memory = of->memory, .n_loads = 1, .loads = arena_copy(m->memory, l, sizeof *l)};
    *part = (elem){.type = e->type,
                   .label = e->label,
                   .where = e->where,
                   .self = x,
                   .own = -1,
                   .is_hidden = true,
                   .memory = MEMORY_NONE,
                   .switched = e->switched};
    array_push(&m->elems, part);
}

const double *external_loads(const state *s, const external *x)
{
    return ((const external_memory *)remembered(s, x->memory))->load;
}

/* --- loads -------------------------------------------------------------------------------------------------------- */

external_force external_force_now(const state *s, const external_load *l, const double *loads)
{
    external_force f = {.F = vec3_load(loads + l->memory)};
    f.M = l->has_moment ? vec3_load(loads + l->memory + 3) : (vec3){0, 0, 0};
    if (l->axes) {
        f.F = mat3_mulv(&s->poses[l->axes->pose].R, f.F);
        f.M = mat3_mulv(&s->poses[l->axes->pose].R, f.M);
    }
    return f;
}

enum { LANES = 12 };

void external_connect(const elem *e, layout *l)
{
    const external *x = e->self;
    for (int i = 0; i < x->n_loads; i++) {
        layout_node(l, x->loads[i].node);
        if (x->loads[i].reference)
            layout_node(l, x->loads[i].reference);
    }
}

static void seed(int n, const state *s, const node *of, int first, jet_node *at)
{
    if (of->has_rotation) {
        jet_node_seed(n, at, s, of->pose, first);
        return;
    }
    at->now = &s->poses[of->pose];
    jet_point_seed(n, &at->x, &at->v, s, of->pose, first);
    jet3_const(n, &at->theta, (vec3){0, 0, 0});
}

/* Force and moment along the axes of a node, or along global ones. */
static void external_turn(int n, jet3 *r, const jet_node *axes, const double *v)
{
    if (axes)
        jet_node_arm(n, r, axes, vec3_load(v));
    else
        jet3_const(n, r, vec3_load(v));
}

static void add_load(int n, const state *s, const external_load *l, const double *loads, local *out)
{
    const double none[3] = {0, 0, 0};
    const int lanes = n ? LANES : 0, second = l->node->has_rotation ? 6 : 3;
    const int columns = n ? second + (l->reference ? 6 : 0) : 0;
    jet_node at, reference = {0};
    jet3 F, M, b, moment, to;
    seed(lanes, s, l->node, 0, &at);
    if (l->reference)
        jet_node_seed(lanes, &reference, s, l->reference->pose, second);
    const jet_node *axes = !l->axes ? NULL : l->axes == l->node ? &at : &reference;
    external_turn(lanes, &F, axes, loads + l->memory);
    external_turn(lanes, &M, axes, l->has_moment ? loads + l->memory + 3 : none);
    jet_node_arm(lanes, &b, &at, l->arm);
    local_add3(out, 0, columns, 1, &F);
    if (l->node->has_rotation && !l->leaves_arm) {
        jet3_cross(lanes, &moment, &b, &F);
        jet3_add_to(lanes, &moment, 1, &M);
        local_add3(out, 3, columns, 1, &moment);
    }
    if (!l->acts_back)
        return;
    jet3_add(lanes, &to, &at.x, 1, &b);
    jet3_add_to(lanes, &to, -1, &reference.x);
    jet3_cross(lanes, &moment, &to, &F);
    jet3_add_to(lanes, &moment, 1, &M);
    local_add3(out, second, columns, -1, &F);
    local_add3(out, second + 3, columns, -1, &moment);
}

void external_eval(int n, const state *s, const elem *e, local *out)
{
    const external *x = e->self;
    for (int i = 0; i < x->n_loads; i++)
        add_load(n, s, &x->loads[i], external_loads(s, x), out);
}

static void begin_sample(const void *self, void *memory)
{
    external_memory *m = memory;
    (void)self;
    for (int i = 0; i < 6; i++)
        m->load[i] = 1.5 - 0.7 * i;
}

void external_sample(sampler *from, elem *e)
{
    external *x = e->self;
    const bool relative = sample_integer(from, 0, 1), turns = sample_integer(from, 0, 1);
    external_load *l = ARENA_NEW(from->memory, external_load);
    *l = (external_load){.node = sample_structural(from, 0), .arm = sample_vec3(from, 1), .has_moment = true};
    if (relative)
        l->reference = sample_structural(from, 1);
    l->acts_back = relative && sample_integer(from, 0, 1);
    l->axes = !turns ? NULL : relative ? l->reference : l->node;
    *x = (external){.main = e, .n_loads = 1, .loads = l};
    x->memory = e->memory = memory_reserve(
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

static bool agree(const state *s, const external *x, peer *p, uint32_t flags, uint32_t count)
{
    const uint32_t ignored = x->flags & FLAG_MODAL ? 0x2e0 : 0xe0, wrong = (flags ^ x->flags) & ~ignored;
    if (!wrong && count == x->count)
        return true;
    const unsigned char refused[] = {COMMAND_ABORT, COMMAND_ABORT};
    net_send(&p->link, refused, sizeof refused, &p->message);
    if (wrong)
        return peer_fault(s, p, "negotiation: %s: we have flags 0x%x, it has 0x%x", external_difference(wrong),
                          x->flags, flags);
    return peer_fault(s, p, "negotiation: we have %u %s, it has %u", x->count,
                      x->flags & FLAG_MODAL ? "modes" : "nodes", count);
}

/* The peer says what it expects; one that has made the socket is told, and not asked. */
static bool negotiate(const state *s, const external *x, peer *p)
{
    unsigned char m[10] = {COMMAND_NEGOTIATION};
    uint32_t flags, count;
    if (!x->plan->address.creates) {
        memcpy(m + 1, &x->flags, 4);
        memcpy(m + 5, &x->count, 4);
        m[9] = COMMAND_OK;
        return peer_send(s, p, m, 10);
    }
    if (!peer_receive(s, p, m, 1))
        return false;
    if (m[0] != COMMAND_NEGOTIATION) {
        net_send(&p->link, (const unsigned char[]){COMMAND_ABORT, COMMAND_ABORT}, 2, &p->message);
        return peer_fault(s, p, "it does not begin with a negotiation (%d), but with %d", COMMAND_NEGOTIATION, m[0]);
    }
    if (!peer_receive(s, p, m + 1, 8))
        return false;
    memcpy(&flags, m + 1, 4);
    memcpy(&count, m + 5, 4);
    m[0] = COMMAND_OK;
    return agree(s, x, p, flags, count) && peer_send(s, p, m, 1);
}

static bool external_greet(const state *s, peer *p)
{
    const external *x = p->plan->self;
    return x->stops || x->communicator != BY_SOCKET || negotiate(s, x, p);
}

static void farewell(peer *p)
{
    const external *x = p->plan->self;
    const unsigned char end = COMMAND_ABORT;
    if (x->communicator == BY_SOCKET && p->link.fd >= 0)
        net_send(&p->link, &end, 1, &p->message);
    else if (x->communicator == BY_EDGE)
        edge_farewell(p);
}

static bool socket_send(const state *s, const external *x, peer *p)
{
    p->room[0] = x->steps > 0 ? COMMAND_DATA : COMMAND_DATA_NEXT;
    x->kind->pack(s, x, p->room + 1);
    return peer_send(s, p, p->room, 1 + x->kind->sent(x));
}

static bool socket_receive(const state *s, const external *x, peer *p, double *loads, int *command)
{
    unsigned char *m = p->room + 1 + x->kind->sent(x);
    if (!peer_receive(s, p, m, 1))
        return false;
    *command = m[0];
    if (*command != COMMAND_DATA && *command != COMMAND_DATA_NEXT)
        return true;
    if (!peer_receive(s, p, m + 1, x->kind->received(x)))
        return false;
    const char *wrong = x->kind->unpack(s, x, m + 1, loads);
    return !wrong || peer_fault(s, p, "%s", wrong);
}

/* --- exchanges ---------------------------------------------------------------------------------------------------- */

typedef bool sender(const state *s, const external *x, peer *p);
typedef bool receiver(const state *s, const external *x, peer *p, double *loads, int *command);

static void look_at(const state *s, peer *p, const double *loads, int n)
{
    for (int i = 0; i < n; i++)
        if (!isfinite(loads[i]))
            peer_fault(s, p, "load %d is no number", i + 1);
}

static void speak(const state *s, const external *x, external_memory *m)
{
    static sender *const SEND[] = {socket_send, files_send, edge_send};
    m->counted = 0;
    m->awaits = SEND[x->communicator](s, x, &s->peers[x->peer]);
}

/* What is to follow: over sockets and EDGE's files, the peer says so. */
static exchange_talk listen_to(const state *s, const external *x, external_memory *m)
{
    static receiver *const RECEIVE[] = {socket_receive, files_receive, edge_receive};
    peer *p = &s->peers[x->peer];
    int command = COMMAND_ABORT;
    m->awaits = false;
    if (!RECEIVE[x->communicator](s, x, p, m->load, &command))
        return EXCHANGE_OVER;
    if (command == COMMAND_ABORT)
        peer_fault(s, p, "it has ended the coupling (command %d)", command);
    else if (command != COMMAND_DATA && command != COMMAND_NEXT && command != COMMAND_DATA_NEXT)
        peer_fault(s, p, "unknown command %d", command);
    else
        look_at(s, p, m->load, x->n_numbers);
    if (x->steps == 0 || s->failed->is_set || command != COMMAND_DATA)
        return EXCHANGE_OVER;
    return x->communicator == BY_FILES ? EXCHANGE_GOES_ON : EXCHANGE_WAITS;
}

static bool is_time(const external *x, external_memory *m, exchange_point at)
{
    if (at == EXCHANGE_START) {
        m->talks = EXCHANGE_OVER;
        return x->steps == 0 && !x->stops;
    }
    if (at == EXCHANGE_PREDICTED) {
        m->counted = 0;
        m->talks = EXCHANGE_WAITS;
        return x->after_predict;
    }
    return m->talks != EXCHANGE_OVER && ++m->counted >= x->steps;
}

void external_tell(const state *s, const elem *e, memory_block *to, exchange_point at)
{
    const external *x = e->self;
    if (x->main)
        return;
    external_memory *m = memory_at(to, x->memory);
    m->awaits = false;
    if (x->kind->keep && (at != EXCHANGE_CORRECTED || m->talks != EXCHANGE_OVER))
        x->kind->keep(s, x, m->load, at);
    if (at == EXCHANGE_START && x->kind->begin)
        x->kind->begin(s, x);
    if (is_time(x, m, at))
        speak(s, x, m);
}

exchange_talk external_exchange(const state *s, const elem *e, memory_block *to, exchange_point at)
{
    const external *x = e->self;
    if (x->main)
        return EXCHANGE_OVER;
    external_memory *m = memory_at(to, x->memory);
    if (m->awaits)
        m->talks = listen_to(s, x, m);
    if (at == EXCHANGE_START && x->stops) {
        state_fail(s, x->plan->where, "%s: the initial positions are written", x->plan->whose);
        s->failed->ends_cleanly = true;
    }
    return (exchange_talk)m->talks;
}

bool words_number(words *w, double *v)
{
    char *end;
    w->cursor += strspn(w->cursor, " \t\r\n,");
    while (*w->cursor == '#' || *w->cursor == '*') {
        w->cursor += strcspn(w->cursor, "\n");
        w->cursor += strspn(w->cursor, " \t\r\n,");
    }
    *v = strtod(w->cursor, &end);
    const bool ok = end > w->cursor;
    w->cursor = end;
    return ok;
}
