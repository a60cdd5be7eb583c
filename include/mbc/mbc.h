/* mbc.h - the names of libmbc for a peer of an external force (mbc_peer.h), for clients written for libmbc.
 *
 *     mbc_nodal_t nodal = {{0}};
 *     nodal.mbc.timeout = -1, nodal.mbc.data_and_next = 1;
 *     if (mbc_unix_init(&nodal.mbc, "solver.sock") || mbc_nodal_init(&nodal, 0, 2, 0, MBC_ROT_MAT, 0) ||
 *         mbc_nodal_negotiate_request(&nodal))
 *         return 1;
 *     while (!mbc_nodal_get_motion(&nodal)) {
 *         compute(MBC_N_X(&nodal), MBC_N_F(&nodal));
 *         if (mbc_nodal_put_forces(&nodal, is_converged))
 *             break;
 *     }
 *     mbc_nodal_destroy(&nodal);
 *
 * Functions return 0, or -1 at the end of the run and after a failure; with `verbose` they report the failure on
 * standard error. */
#ifndef MBC_H
#define MBC_H
#include "mbc_peer.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Orientations of nodes. Multiply by 16 for those of a reference node if mapped points have no orientation. */
enum { MBC_ROT_NONE = 0, MBC_ROT_THETA = 0x100, MBC_ROT_MAT = 0x200, MBC_ROT_EULER_123 = 0x400 };

typedef struct {
    int timeout;       /* seconds to try to connect to the solver; 0: once, negative: without limit */
    int verbose;       /* report failures */
    int data_and_next; /* send the last loads of a step; otherwise the previous ones remain in effect */
    mbc_peer *peer;
} mbc_t;

/* Pointers to three numbers for each node, nine for a matrix by columns; NULL: not exchanged. */
typedef struct {
    mbc_t mbc;
    double *r_d_x, *r_d_theta, *r_d_r, *r_d_euler_123, *r_d_xp, *r_d_omega, *r_d_xpp, *r_d_omegap, *r_d_f, *r_d_m;
    double *n_d_x, *n_d_theta, *n_d_r, *n_d_euler_123, *n_d_xp, *n_d_omega, *n_d_xpp, *n_d_omegap, *n_d_f, *n_d_m;
} mbc_nodal_t;

typedef struct {
    mbc_t mbc;
    double *r_d_x, *r_d_theta, *r_d_r, *r_d_euler_123, *r_d_xp, *r_d_omega, *r_d_xpp, *r_d_omegap, *r_d_f, *r_d_m;
    double *m_d_q, *m_d_qp, *m_d_p;
} mbc_modal_t;

/* Of the reference node or the frame of the modes; of the nodes; of the modes. */
#define MBC_R_X(mbc) ((mbc)->r_d_x)
#define MBC_R_THETA(mbc) ((mbc)->r_d_theta)
#define MBC_R_R(mbc) ((mbc)->r_d_r)
#define MBC_R_EULER_123(mbc) ((mbc)->r_d_euler_123)
#define MBC_R_XP(mbc) ((mbc)->r_d_xp)
#define MBC_R_OMEGA(mbc) ((mbc)->r_d_omega)
#define MBC_R_XPP(mbc) ((mbc)->r_d_xpp)
#define MBC_R_OMEGAP(mbc) ((mbc)->r_d_omegap)
#define MBC_R_F(mbc) ((mbc)->r_d_f)
#define MBC_R_M(mbc) ((mbc)->r_d_m)
#define MBC_N_X(mbc) ((mbc)->n_d_x)
#define MBC_N_THETA(mbc) ((mbc)->n_d_theta)
#define MBC_N_R(mbc) ((mbc)->n_d_r)
#define MBC_N_EULER_123(mbc) ((mbc)->n_d_euler_123)
#define MBC_N_XP(mbc) ((mbc)->n_d_xp)
#define MBC_N_OMEGA(mbc) ((mbc)->n_d_omega)
#define MBC_N_XPP(mbc) ((mbc)->n_d_xpp)
#define MBC_N_OMEGAP(mbc) ((mbc)->n_d_omegap)
#define MBC_N_F(mbc) ((mbc)->n_d_f)
#define MBC_N_M(mbc) ((mbc)->n_d_m)
#define MBC_M_Q(mbc) ((mbc)->m_d_q)
#define MBC_M_QP(mbc) ((mbc)->m_d_qp)
#define MBC_M_P(mbc) ((mbc)->m_d_p)

/* Connects to the address on which the solver listens (create, yes). */
MBC_PUBLIC int mbc_unix_init(mbc_t *mbc, const char *path);
MBC_PUBLIC int mbc_inet_init(mbc_t *mbc, const char *host, short unsigned port);

/* refnode, labels, accels: whether they are exchanged; rot: MBC_ROT_... Labels are those of
 * mbc_labels(nodal->mbc.peer). */
MBC_PUBLIC int mbc_nodal_init(mbc_nodal_t *mbc, unsigned refnode, unsigned nodes, unsigned labels, unsigned rot,
                              unsigned accels);
MBC_PUBLIC int mbc_nodal_negotiate_request(mbc_nodal_t *mbc);
MBC_PUBLIC int mbc_nodal_get_motion(mbc_nodal_t *mbc);
MBC_PUBLIC int mbc_nodal_put_forces(mbc_nodal_t *mbc, int last); /* last: converged, the solver may continue */
MBC_PUBLIC int mbc_nodal_destroy(mbc_nodal_t *mbc);

MBC_PUBLIC int mbc_modal_init(mbc_modal_t *mbc, unsigned refnode, unsigned modes);
MBC_PUBLIC int mbc_modal_negotiate_request(mbc_modal_t *mbc);
MBC_PUBLIC int mbc_modal_get_motion(mbc_modal_t *mbc);
MBC_PUBLIC int mbc_modal_put_forces(mbc_modal_t *mbc, int last);
MBC_PUBLIC int mbc_modal_destroy(mbc_modal_t *mbc);

#ifdef __cplusplus
}
#endif
#endif
