/* libmbc.c - the functions of libmbc in terms of a peer: connect, define what is exchanged, negotiate, exchange.
 *
 *     rot      0x100, 0x200, 0x400       orientations of nodes and reference node
 *              0x1000, 0x2000, 0x4000    of the reference node of mapped points, which have none */
#include "mbc/mbc.h"
#include "mbc/peer.h"
#include <stdio.h>
#include <string.h>

enum { ROT = 0x700, ROT_OF_MAPPING = 0x7000, BITS_BETWEEN = 4 };

/* --- what both have ----------------------------------------------------------------------------------------------- */

static int libmbc_refuse(const mbc_t *mbc, const char *why)
{
    if (mbc->verbose)
        fprintf(stderr, "mbc: %s\n", why);
    return -1;
}

static int no_memory(const mbc_t *mbc) { return libmbc_refuse(mbc, "out of memory"); }
static int not_begun(const mbc_t *mbc) { return libmbc_refuse(mbc, "not connected"); }

static int answer(const mbc_t *mbc, mbc_status status)
{
    return status == MBC_OK ? 0 : libmbc_refuse(mbc, status == MBC_END ? "the run has ended" : mbc_message(mbc->peer));
}

static bool libmbc_begin(mbc_t *mbc)
{
    mbc->peer = peer_create();
    if (mbc->peer)
        mbc_set_patience(mbc->peer, mbc->timeout);
    return mbc->peer;
}

int mbc_unix_init(mbc_t *mbc, const char *path)
{
    return libmbc_begin(mbc) ? answer(mbc, mbc_connect(mbc->peer, path)) : no_memory(mbc);
}

int mbc_inet_init(mbc_t *mbc, const char *host, short unsigned port)
{
    return libmbc_begin(mbc) ? answer(mbc, mbc_connect_port(mbc->peer, host, port)) : no_memory(mbc);
}

/* The timeout applied to the connection; a step of the solver may take any time. */
static int negotiate(mbc_t *mbc)
{
    if (!mbc->peer)
        return not_begun(mbc);
    mbc_set_patience(mbc->peer, -1);
    return answer(mbc, mbc_negotiate(mbc->peer));
}

static int get_motion(mbc_t *mbc) { return mbc->peer ? answer(mbc, mbc_recv(mbc->peer)) : not_begun(mbc); }

static int put_forces(mbc_t *mbc, int last)
{
    if (!mbc->peer)
        return not_begun(mbc);
    mbc_set_data_and_next(mbc->peer, mbc->data_and_next);
    return answer(mbc, mbc_send(mbc->peer, last));
}

/* --- where numbers are -------------------------------------------------------------------------------------------- */

typedef struct {
    double *x, *theta, *r, *euler_123, *xp, *omega, *xpp, *omegap, *f, *m;
} numbers;

/* Fields are in the order x, R, v, w, a, w', and f, m. */
static numbers libmbc_numbers_of(mbc_peer *peer, mbc_field motion, mbc_field loads, unsigned rot)
{
    double *rotated = mbc_numbers(peer, motion + 1, NULL);
    return (numbers){
        .x = mbc_numbers(peer, motion, NULL),
        .theta = rot == MBC_ROT_THETA ? rotated : NULL,
        .r = rot == MBC_ROT_MAT ? rotated : NULL,
        .euler_123 = rot == MBC_ROT_EULER_123 ? rotated : NULL,
        .xp = mbc_numbers(peer, motion + 2, NULL),
        .omega = mbc_numbers(peer, motion + 3, NULL),
        .xpp = mbc_numbers(peer, motion + 4, NULL),
        .omegap = mbc_numbers(peer, motion + 5, NULL),
        .f = mbc_numbers(peer, loads, NULL),
        .m = mbc_numbers(peer, loads + 1, NULL),
    };
}

/* Sets members of the same names in structures of different types. */
#define PLACE(to, of, at)                                                                                 \
    ((to)->of##_d_x = (at).x, (to)->of##_d_theta = (at).theta, (to)->of##_d_r = (at).r,                   \
     (to)->of##_d_euler_123 = (at).euler_123, (to)->of##_d_xp = (at).xp, (to)->of##_d_omega = (at).omega, \
     (to)->of##_d_xpp = (at).xpp, (to)->of##_d_omegap = (at).omegap, (to)->of##_d_f = (at).f, (to)->of##_d_m = (at).m)

/* --- nodes -------------------------------------------------------------------------------------------------------- */

int mbc_nodal_init(mbc_nodal_t *mbc, unsigned refnode, unsigned nodes, unsigned labels, unsigned rot, unsigned accels)
{
    const unsigned rotated = rot & ROT_OF_MAPPING ? (rot & ROT_OF_MAPPING) >> BITS_BETWEEN : rot & ROT;
    mbc_peer *peer = mbc->mbc.peer;
    if (!peer)
        return not_begun(&mbc->mbc);
    if (!peer_exchanges(peer,
                        MBC_NODAL | rotated | (rot & ROT_OF_MAPPING ? MBC_MAPPING : 0) | (labels ? MBC_LABELS : 0) |
                            (refnode ? MBC_REFERENCE_NODE : 0) | (accels ? MBC_ACCELERATIONS : 0),
                        nodes))
        return no_memory(&mbc->mbc);
    const numbers of_reference = libmbc_numbers_of(peer, MBC_REFERENCE_X, MBC_REFERENCE_F, rotated);
    const numbers of_nodes = libmbc_numbers_of(peer, MBC_X, MBC_F, rotated);
    PLACE(mbc, r, of_reference);
    PLACE(mbc, n, of_nodes);
    return 0;
}

int mbc_nodal_negotiate_request(mbc_nodal_t *mbc) { return negotiate(&mbc->mbc); }
int mbc_nodal_get_motion(mbc_nodal_t *mbc) { return get_motion(&mbc->mbc); }
int mbc_nodal_put_forces(mbc_nodal_t *mbc, int last) { return put_forces(&mbc->mbc, last); }

int mbc_nodal_destroy(mbc_nodal_t *mbc)
{
    mbc_destroy(mbc->mbc.peer);
    memset(mbc, 0, sizeof *mbc);
    return 0;
}

/* --- modes -------------------------------------------------------------------------------------------------------- */

int mbc_modal_init(mbc_modal_t *mbc, unsigned refnode, unsigned modes)
{
    mbc_peer *peer = mbc->mbc.peer;
    if (!peer)
        return not_begun(&mbc->mbc);
    if (!peer_exchanges(peer, MBC_MODAL | (refnode ? MBC_REFERENCE_NODE : 0), modes))
        return no_memory(&mbc->mbc);
    const numbers of_frame = libmbc_numbers_of(peer, MBC_REFERENCE_X, MBC_REFERENCE_F, MBC_ROT_MAT);
    PLACE(mbc, r, of_frame);
    mbc->m_d_q = mbc_numbers(peer, MBC_Q, NULL);
    mbc->m_d_qp = mbc_numbers(peer, MBC_QP, NULL);
    mbc->m_d_p = mbc_numbers(peer, MBC_P, NULL);
    return 0;
}

int mbc_modal_negotiate_request(mbc_modal_t *mbc) { return negotiate(&mbc->mbc); }
int mbc_modal_get_motion(mbc_modal_t *mbc) { return get_motion(&mbc->mbc); }
int mbc_modal_put_forces(mbc_modal_t *mbc, int last) { return put_forces(&mbc->mbc, last); }

int mbc_modal_destroy(mbc_modal_t *mbc)
{
    mbc_destroy(mbc->mbc.peer);
    memset(mbc, 0, sizeof *mbc);
    return 0;
}
