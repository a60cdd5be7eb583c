/* external.h - what external forces share: how they talk to the peer, and the loads it sends.
 *
 * A kind of external force says what its motion is in bytes and in words, and takes loads from either. The rest is
 * here: the communicator (socket, files, EDGE's files), and when it is used (coupling). Loads are applied by hidden
 * elements of the same type, one a point, so that no local matrix grows with the number of points. */
#pragma once
#include "contract/element.h"
#include "contract/peer.h"
#include "contract/sampler.h"
#include "model/model.h"
#include "model/peers.h"

/* --- loads -------------------------------------------------------------------------------------------------------- */

/* Force and moment at a point of a node; what acts there may act back on a reference node. */
typedef struct {
    const node *node;
    vec3 arm;              /* of the point, in the axes of the node */
    const node *reference; /* NULL: none */
    const node *axes;      /* of force and moment, one of both nodes; NULL: global ones */
    bool acts_back;
    bool has_moment;
    bool leaves_arm; /* the force does not turn the node: it is taken as a particle */
    int memory;      /* where the loads are remembered: force, then moment */
} external_load;

typedef struct {
    vec3 F, M; /* global axes, M about the point */
} external_force;

external_force external_force_now(const state *state, const external_load *load, const double *loads);

/* --- the element -------------------------------------------------------------------------------------------------- */

typedef enum { BY_SOCKET, BY_FILES, BY_EDGE } communicator;

/* Bits of the negotiation. */
enum {
    FLAG_MODAL = 0x1,
    FLAG_NODAL = 0x2,
    FLAG_REFERENCE = 0x4,
    FLAG_ACCELERATIONS = 0x8,
    FLAG_LABELS = 0x10,
    FLAG_ROTATIONS = 0x700,
    FLAG_REFERENCE_ROTATIONS = 0x7000,
};

/* What a line of a file, or a message, is checked against. */
typedef struct {
    const char *cursor; /* the text not yet taken */
} words;
bool words_number(words *words, double *values); /* the next number; false: there is none */

typedef struct external external;

typedef struct {
    size_t (*sent)(const external *external),
        (*received)(const external *external); /* bytes of a message, without its command */
    /* What it remembers of the motion, whenever it may have to be sent; NULL: nothing. */
    void (*serialize)(const state *state, const external *external, double *loads, exchange_point at);
    void (*pack)(const state *state, const external *external, unsigned char *to);
    const char *(*unpack)(const state *state, const external *external, const unsigned char *from,
                          double *loads); /* NULL, or what is wrong */
    void (*write)(const state *state, const external *external, FILE *to);
    const char *(*parse)(const state *state, const external *external, words *from, double *loads);
    void (*write_edge)(const state *state, const external *external, FILE *to); /* NULL: it has no such form */
    const char *(*parse_edge)(const state *state, const external *external, words *from, double *loads);
    void (*begin)(const state *state, const external *external); /* the initial state is known; NULL: nothing to do */
} external_kind;

typedef struct {
    int status;  /* exchange_status */
    int counted; /* corrections since the last exchange */
    bool awaits; /* it has spoken, and is to be answered */
    double load[];
} external_memory;

struct external {
    const elem *main; /* of a hidden element: whose loads they are; NULL: it is that itself */
    const external_kind *kind;
    peer_plan *plan;
    int peer, memory;
    communicator communicator;
    int steps;                    /* corrections from exchange to exchange; 0: loose coupling */
    bool after_predict, has_when; /* has_when: the deck says so */
    double sleep;                 /* seconds between looks at files */
    int precision;
    const char *input, *out; /* files: of loads, of motion; EDGE: flag, data */
    bool unlinks, reuses;    /* removes what it has read; leaves what the peer has not read */
    uint32_t flags, count;
    bool stops;       /* the run ends once the initial state is known */
    int n_numbers;    /* loads that are remembered */
    size_t workspace; /* numbers to work with */
    int n_loads;
    const external_load *loads; /* applied by this element */
};

/* { socket , ... | edge , "FLAG" , "DATA" | [ file , ] "IN" [ , unlink ] , "OUT" [ , no clobber ] } and the parameters
 * of coupling. */
void read_communicator(reader *reader, elem *element, external *x, const external_kind *kind);
/* After all has been read: memory for n numbers, the first of which are loads, and space for messages. */
void external_finish(reader *reader, elem *element, external *external, int n, int n_loads);
/* A hidden element that applies the load. */
void external_add_load(reader *reader, const elem *element, const external_load *load);
const double *external_loads(const state *state, const external *external);
/* Numbers to work with, as many as it has asked for. */
double *external_workspace(const state *state, const external *external);

void external_connect(const elem *element, layout *layout);
void external_eval(int lanes, const state *state, const elem *element, local *out);
void external_send(const state *state, const elem *element, memory_block *to, exchange_point at);
exchange_status external_exchange(const state *state, const elem *element, memory_block *to, exchange_point at);
void external_sample(sampler *from, elem *element);

/* files.c: the exchange by files; the answer is a command. */
bool files_send(const state *state, const external *external, peer *peer);
bool files_receive(const state *state, const external *external, peer *peer, double *loads, int *command);
bool edge_send(const state *state, const external *external, peer *peer);
bool edge_receive(const state *state, const external *external, peer *peer, double *loads, int *command);
void edge_farewell(peer *peer);

enum {
    COMMAND_DATA = 2,
    COMMAND_NEXT = 4,
    COMMAND_ABORT = 5,
    COMMAND_DATA_NEXT = 6,
    COMMAND_NEGOTIATION = 7,
    COMMAND_OK = 8
};

/* self of every type begins with an `external`. */
#define EXTERNAL_SLOTS                                                                                    \
    .exchange = &(const elem_exchange){.send = external_send, .exchange = external_exchange},             \
    .assembly = &(const elem_assembly){.force = true},                                                    \
    .expectations = &(const elem_expectations){.external_forces = true}, .card = &elem_cards[CARD_FORCE], \
    .connect = external_connect, .eval = external_eval
