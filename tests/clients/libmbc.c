/* libmbc.c - a client as it is written for libmbc: springs and dampers that a deck leaves to somebody else.
 *
 *     libmbc nodal|modal unix:PATH|inet:PORT N TIMEOUT        f = -K x - D x'  of nodes,   p = -K q - D q'  of modes
 *
 * Each step is exchanged four times, so that the force is that of its motion. */
#include <mbc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double K = 400, D = 8;

static int find(mbc_t *mbc, const char *address, int timeout)
{
    const char *where = strchr(address, ':') + 1;
    mbc->timeout = timeout;
    mbc->verbose = 1;
    mbc->data_and_next = 1;
    return address[0] == 'u' ? mbc_unix_init(mbc, where) : mbc_inet_init(mbc, "127.0.0.1", (short unsigned)atoi(where));
}

static void load(double *f, const double *x, const double *xp, unsigned n)
{
    for (unsigned i = 0; i < n; i++)
        f[i] = -K * x[i] - D * xp[i];
}

static int run_nodes(const char *address, unsigned n, int timeout)
{
    mbc_nodal_t nodal = {.mbc = {0}};
    if (find(&nodal.mbc, address, timeout) || mbc_nodal_init(&nodal, 0, n, 0, MBC_ROT_MAT, 1) ||
        mbc_nodal_negotiate_request(&nodal))
        return 1;
    if (!MBC_N_R(&nodal) || !MBC_N_XPP(&nodal) || MBC_N_THETA(&nodal) || MBC_R_X(&nodal))
        return fprintf(stderr, "fields are not those that were asked for\n");
    int count = 0;
    for (; !mbc_nodal_get_motion(&nodal); count++) {
        load(MBC_N_F(&nodal), MBC_N_X(&nodal), MBC_N_XP(&nodal), 3 * n);
        if (mbc_nodal_put_forces(&nodal, count % 4 == 3))
            return 1;
    }
    printf("%d\n", count);
    return mbc_nodal_destroy(&nodal);
}

static int run_modes(const char *address, unsigned n, int timeout)
{
    mbc_modal_t modal = {.mbc = {0}};
    if (find(&modal.mbc, address, timeout) || mbc_modal_init(&modal, 1, n) || mbc_modal_negotiate_request(&modal))
        return 1;
    if (!MBC_R_R(&modal) || MBC_R_THETA(&modal) || !MBC_R_F(&modal))
        return fprintf(stderr, "fields are not those that were asked for\n");
    int count = 0;
    for (; !mbc_modal_get_motion(&modal); count++) {
        load(MBC_M_P(&modal), MBC_M_Q(&modal), MBC_M_QP(&modal), n);
        if (mbc_modal_put_forces(&modal, count % 4 == 3))
            return 1;
    }
    printf("%d\n", count);
    return mbc_modal_destroy(&modal);
}

int main(int n, char **words)
{
    if (n != 5)
        return 2;
    const unsigned count = (unsigned)strtoul(words[3], NULL, 10);
    const int timeout = atoi(words[4]);
    return strcmp(words[1], "nodal") == 0 ? run_nodes(words[2], count, timeout) : run_modes(words[2], count, timeout);
}
