/* external.h - common part of external forces: communication with the peer, and the loads it sends.
 *
 * A kind of external force serializes its motion as bytes and as text, and reads loads from either. The rest is here:
 * the communicator (socket, files, EDGE files), and when it is used (coupling). Loads are applied by hidden elements of
 * the same type, one per point, so that no local matrix grows with the number of points. */
#pragma once
#include "contract/element.h"
#include "contract/peer.h"
#include "contract/sampler.h"
#include "model/model.h"
#include "model/peers.h"

/* --- loads -------------------------------------------------------------------------------------------------------- */

/* Force and moment at a point of a node, optionally with the opposite load on a reference node. */
typedef struct {
    const node *node;
    vec3 arm;              /* position of the point, node axes */
    const node *reference; /* NULL: none */
    const node *axes;      /* node whose axes force and moment refer to, one of the two; NULL: global axes */
    bool acts_back;
    bool has_moment;
    bool leaves_arm; /* the force has no moment about the node, which is treated as a particle */
    int memory;      /* index of the stored loads: force, then moment */
} external_load;

typedef struct {
    vec3 F, M; /* global axes, M about the point */
} external_force;

external_force external_force_now(const state *state, const external_load *load, const double *loads);

/* --- the element -------------------------------------------------------------------------------------------------- */

typedef enum { BY_SOCKET, BY_FILES, BY_EDGE } communicator;

/* Bits of the negotiation message. */
enum {
    FLAG_MODAL = 0x1,
    FLAG_NODAL = 0x2,
    FLAG_REFERENCE = 0x4,
    FLAG_ACCELERATIONS = 0x8,
    FLAG_LABELS = 0x10,
    FLAG_ROTATIONS = 0x700,
    FLAG_REFERENCE_ROTATIONS = 0x7000,
};

/* Text of a line of a file, or of a message, that is being parsed. */
typedef struct {
    const char *cursor; /* rest of the text */
} words;
bool words_number(words *words, double *values); /* reads the next number; false if there is none */

typedef struct external external;

typedef struct {
    size_t (*sent)(const external *external),
        (*received)(const external *external); /* bytes of a message, without its command */
    /* Stores motion that may have to be sent later. NULL: nothing to store. */
    void (*serialize)(const state *state, const external *external, double *loads, exchange_point at);
    void (*pack)(const state *state, const external *external, unsigned char *to);
    const char *(*unpack)(const state *state, const external *external, const unsigned char *from,
                          double *loads); /* returns NULL, or an error message */
    void (*write)(const state *state, const external *external, FILE *to);
    const char *(*parse)(const state *state, const external *external, words *from, double *loads);
    void (*write_edge)(const state *state, const external *external, FILE *to); /* NULL: the kind has no EDGE form */
    const char *(*parse_edge)(const state *state, const external *external, words *from, double *loads);
    void (*begin)(const state *state, const external *external); /* the initial state is known; NULL: nothing to do */
} external_kind;

typedef struct {
    int status;  /* exchange_status */
    int counted; /* corrections since the last exchange */
    bool awaits; /* motion was sent, the answer is pending */
    double load[];
} external_memory;

struct external {
    const elem *main; /* element that has the loads of a hidden element; NULL: this is not a hidden element */
    const external_kind *kind;
    peer_plan *plan;
    int peer, memory;
    communicator communicator;
    int steps;                    /* corrections between exchanges; 0: loose coupling */
    bool after_predict, has_when; /* has_when: specified in the deck */
    double sleep;                 /* seconds between checks for files */
    int precision;
    const char *input, *out;        /* files of loads and motion; EDGE: flag, data */
    bool unlinks, never_overwrites; /* removes files it has read; does not overwrite files the peer has not read */
    uint32_t flags, count;
    bool stops;       /* the run stops once the initial state is known */
    int n_numbers;    /* number of loads stored */
    size_t workspace; /* size of the workspace, in numbers */
    int n_loads;
    const external_load *loads; /* loads applied by this element */
};

/* Reads { socket , ... | edge , "FLAG" , "DATA" | [ file , ] "IN" [ , unlink ] , "OUT" [ , no clobber ] } and the
 * parameters of coupling. */
void read_communicator(reader *reader, elem *element, external *x, const external_kind *kind);
/* Called after all arguments were read: reserves memory for n numbers, the first n_loads of which are loads, and
 * buffers for messages. */
void external_finish(reader *reader, elem *element, external *external, int n, int n_loads);
/* Adds a hidden element that applies the load. */
void external_add_load(reader *reader, const elem *element, const external_load *load);
const double *external_loads(const state *state, const external *external);
/* Returns the workspace of the size requested by the element. */
double *external_workspace(const state *state, const external *external);

void external_connect(const elem *element, layout *layout);
void external_eval(int lanes, const state *state, const elem *element, local *out);
void external_send(const state *state, const elem *element, memory_block *to, exchange_point at);
exchange_status external_exchange(const state *state, const elem *element, memory_block *to, exchange_point at);
void external_sample(sampler *from, elem *element);

/* files.c: exchange by files; the answer is a command. */
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

/* The self of every type begins with an `external`. */
#define EXTERNAL_SLOTS                                                                                    \
    .exchange = &(const elem_exchange){.send = external_send, .exchange = external_exchange},             \
    .assembly = &(const elem_assembly){.force = true},                                                    \
    .expectations = &(const elem_expectations){.external_forces = true}, .card = &elem_cards[CARD_FORCE], \
    .connect = external_connect, .eval = external_eval
