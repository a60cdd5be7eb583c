/* mbc_peer.h - the other side of an external force of a deck: motion comes, loads go.
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
 * Nothing here prints, exits or keeps global state; nothing waits for ever unless it is told to. One object is used by
 * one thread at a time. docs/manual/clients.md says what is exchanged when; mbc.h has the same for clients written for
 * libmbc. */
#ifndef MBC_PEER_H
#define MBC_PEER_H
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define MBC_PUBLIC __attribute__((visibility("default")))

/* What a message begins with. */
enum {
    ES_REGULAR_DATA = 2,
    ES_GOTO_NEXT_STEP = 4,
    ES_ABORT = 5,
    ES_REGULAR_DATA_AND_GOTO_NEXT_STEP = 6,
    ES_NEGOTIATION = 7,
    ES_OK = 8,
};

/* What is exchanged, as the card of the deck says: MBC_NODAL or MBC_MODAL, and any of the others. */
enum {
    MBC_MODAL = 0x1,
    MBC_NODAL = 0x2,
    MBC_REFERENCE_NODE = 0x4, /* of modes: their frame */
    MBC_ACCELERATIONS = 0x8,  /* of nodes and points alone */
    MBC_LABELS = 0x10,
    MBC_ORIENTATION_VECTOR = 0x100, /* none of these three: no orientations, and no moments */
    MBC_ORIENTATION_MATRIX = 0x200,
    MBC_EULER_123 = 0x400,
    /* Not told to the solver, which knows. */
    MBC_MAPPING = 0x10000, /* points of a mapping; orientations are those of MBDyn node */
    MBC_RIGID = 0x20000,   /* modes: the frame alone */
};

typedef enum { MBC_FAILED = -1, MBC_END = 0, MBC_MOTION = 1, MBC_OK = 1 } mbc_status;

/* Three numbers a node, or point, one after the other, in the order of the card; the reference node has its own. */
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
    MBC_Q,  /* modes: one number each */
    MBC_QP,
    MBC_REFERENCE_F,
    MBC_REFERENCE_M,
    MBC_F, /* forces, zero at first */
    MBC_M, /* moments */
    MBC_P, /* forces on modes */
    MBC_FIELDS,
} mbc_field;

typedef struct mbc_peer mbc_peer;

/* NULL without memory. n: nodes, points or modes. */
MBC_PUBLIC mbc_peer *mbc_create(unsigned flags, unsigned n);
MBC_PUBLIC void mbc_destroy(mbc_peer *peer); /* hangs up */

/* How long a call may wait for the solver, in seconds: 600 at first; less than zero: for ever. */
MBC_PUBLIC void mbc_set_patience(mbc_peer *peer, double seconds);
/* Asked ten times a second while a call waits: not 0, and the call fails. NULL: nobody is asked. */
MBC_PUBLIC void mbc_set_stop(mbc_peer *peer, int (*stop)(void *to), void *to);
/* Whether the last loads of a step are sent (as at first); else those before stay. */
MBC_PUBLIC void mbc_set_data_and_next(mbc_peer *peer, int yes);

/* To where the solver listens (create, yes), or waiting for it to come (create, no). */
MBC_PUBLIC mbc_status mbc_connect(mbc_peer *peer, const char *path);
MBC_PUBLIC mbc_status mbc_connect_port(mbc_peer *peer, const char *host, int port); /* NULL: this machine; 0: 9011 */
MBC_PUBLIC mbc_status mbc_listen(mbc_peer *peer, const char *path);
MBC_PUBLIC mbc_status mbc_listen_port(mbc_peer *peer, const char *host, int port);
/* Agrees on what is exchanged. The solver does so when all its peers are there, in the order of the deck: who is the
 * peer of several forces meets it for all of them first. */
MBC_PUBLIC mbc_status mbc_negotiate(mbc_peer *peer);

/* The next motion, or the end of the run. */
MBC_PUBLIC mbc_status mbc_recv(mbc_peer *peer);
/* The loads. converged: the solver may go to the next step. */
MBC_PUBLIC mbc_status mbc_send(mbc_peer *peer, int converged);
/* The run is to stop. */
MBC_PUBLIC mbc_status mbc_abort(mbc_peer *peer);

/* Where they are; NULL, and no count, when they are not exchanged. count may be NULL. */
MBC_PUBLIC double *mbc_numbers(mbc_peer *peer, mbc_field which, unsigned *count);
/* Of the nodes as they came; NULL without labels. Those of the loads are the same after each mbc_recv, to be changed
 * when loads are in another order (sorted, no). */
MBC_PUBLIC const uint32_t *mbc_labels(const mbc_peer *peer);
MBC_PUBLIC uint32_t *mbc_load_labels(mbc_peer *peer);
MBC_PUBLIC uint32_t mbc_reference_label(const mbc_peer *peer);
MBC_PUBLIC int mbc_command(const mbc_peer *peer);         /* what the motion came with: ES_REGULAR_DATA ... */
MBC_PUBLIC const char *mbc_message(const mbc_peer *peer); /* why the last call failed */

#ifdef __cplusplus
}
#endif
#endif
