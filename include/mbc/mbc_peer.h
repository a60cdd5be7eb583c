/* mbc_peer.h - the peer of an external force of a deck: receives motion, sends loads.
 *
 *     mbc_peer *p = mbc_create(MBC_NODAL | MBC_ORIENTATION_MATRIX, 2);
 *     if (mbc_connect(p, "solver.sock") == MBC_FAILED || mbc_negotiate(p) == MBC_FAILED)
 *         complain(mbc_message(p));
 *     while (mbc_recv(p) == MBC_MOTION) {
 *         compute(mbc_numbers(p, MBC_X, NULL), mbc_numbers(p, MBC_F, NULL));
 *         mbc_send(p, is_converged);
 *     }
 *     mbc_destroy(p);
 *
 * The functions do not print, exit or have global state; none waits without limit unless requested. An object may be
 * used by one thread at a time. docs/manual/clients.md describes the protocol; mbc.h provides the same for clients
 * written for libmbc. */
#ifndef MBC_PEER_H
#define MBC_PEER_H
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define MBC_PUBLIC __attribute__((visibility("default")))

/* First word of a message. */
enum {
    ES_REGULAR_DATA = 2,
    ES_GOTO_NEXT_STEP = 4,
    ES_ABORT = 5,
    ES_REGULAR_DATA_AND_GOTO_NEXT_STEP = 6,
    ES_NEGOTIATION = 7,
    ES_OK = 8,
};

/* Data that are exchanged, as on the card of the deck: MBC_NODAL or MBC_MODAL, and any of the others. */
enum {
    MBC_MODAL = 0x1,
    MBC_NODAL = 0x2,
    MBC_REFERENCE_NODE = 0x4, /* modal: the frame of the modes */
    MBC_ACCELERATIONS = 0x8,  /* only nodes and points */
    MBC_LABELS = 0x10,
    MBC_ORIENTATION_VECTOR = 0x100, /* without any of these three: no orientations and no moments */
    MBC_ORIENTATION_MATRIX = 0x200,
    MBC_EULER_123 = 0x400,
    /* Not sent to the solver, which knows them. */
    MBC_MAPPING = 0x10000, /* points of a mapping; orientations are those of the reference node */
    MBC_RIGID = 0x20000,   /* modal: only the frame */
};

typedef enum { MBC_FAILED = -1, MBC_END = 0, MBC_MOTION = 1, MBC_OK = 1 } mbc_status;

/* Three numbers for each node or point, contiguous, in the order of the card. The reference node has separate
 * fields. */
typedef enum {
    MBC_REFERENCE_X,
    MBC_REFERENCE_R,
    MBC_REFERENCE_V,
    MBC_REFERENCE_W,
    MBC_REFERENCE_A,
    MBC_REFERENCE_WP,
    MBC_X,  /* position */
    MBC_R,  /* orientation: nine numbers by columns, a vector in radians, or angles in degrees */
    MBC_V,  /* velocity */
    MBC_W,  /* angular velocity */
    MBC_A,  /* acceleration */
    MBC_WP, /* angular acceleration */
    MBC_Q,  /* modal: one number for each mode */
    MBC_QP,
    MBC_REFERENCE_F,
    MBC_REFERENCE_M,
    MBC_F, /* forces, initially zero */
    MBC_M, /* moments */
    MBC_P, /* forces on modes */
    MBC_FIELDS,
} mbc_field;

typedef struct mbc_peer mbc_peer;

/* Returns NULL if memory runs out. n: number of nodes, points or modes. */
MBC_PUBLIC mbc_peer *mbc_create(unsigned flags, unsigned n);
MBC_PUBLIC void mbc_destroy(mbc_peer *peer); /* closes the connection */

/* Sets how long a call may wait for the solver, in seconds: initially 600; negative: without limit. */
MBC_PUBLIC void mbc_set_patience(mbc_peer *peer, double seconds);
/* Sets a function that is called ten times a second while a call waits; if it returns nonzero, the call fails. May be
 * NULL. */
MBC_PUBLIC void mbc_set_stop(mbc_peer *peer, int (*stop)(void *to), void *to);
/* Sets whether the last loads of a step are sent (default); otherwise the previous ones remain in effect. */
MBC_PUBLIC void mbc_set_data_and_next(mbc_peer *peer, int yes);

/* Connects to the address on which the solver listens (create, yes), or waits for the solver to connect (create,
 * no). */
MBC_PUBLIC mbc_status mbc_connect(mbc_peer *peer, const char *path);
/* host NULL: this machine; port 0: 9011. */
MBC_PUBLIC mbc_status mbc_connect_port(mbc_peer *peer, const char *host, int port);
MBC_PUBLIC mbc_status mbc_listen(mbc_peer *peer, const char *path);
MBC_PUBLIC mbc_status mbc_listen_port(mbc_peer *peer, const char *host, int port);
/* Negotiates the data that are exchanged. The solver negotiates when all its peers are connected, in the order of the
 * deck: a peer of several forces must connect for all of them first. */
MBC_PUBLIC mbc_status mbc_negotiate(mbc_peer *peer);

/* Receives the next motion, or the end of the run. */
MBC_PUBLIC mbc_status mbc_recv(mbc_peer *peer);
/* Sends the loads. converged: the solver may continue with the next step. */
MBC_PUBLIC mbc_status mbc_send(mbc_peer *peer, int converged);
/* Stops the run. */
MBC_PUBLIC mbc_status mbc_abort(mbc_peer *peer);

/* Returns the numbers; NULL and no count if they are not exchanged. count may be NULL. */
MBC_PUBLIC double *mbc_numbers(mbc_peer *peer, mbc_field which, unsigned *count);
/* Labels of the nodes as received; NULL without labels. The labels of the loads are reset to them by each mbc_recv;
 * change them if the loads are in another order (sorted, no). */
MBC_PUBLIC const uint32_t *mbc_labels(const mbc_peer *peer);
MBC_PUBLIC uint32_t *mbc_load_labels(mbc_peer *peer);
MBC_PUBLIC uint32_t mbc_reference_label(const mbc_peer *peer);
MBC_PUBLIC int mbc_command(const mbc_peer *peer);         /* command of the motion: ES_REGULAR_DATA ... */
MBC_PUBLIC const char *mbc_message(const mbc_peer *peer); /* reason of the last failure */

#ifdef __cplusplus
}
#endif
#endif
