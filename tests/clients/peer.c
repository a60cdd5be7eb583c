/* peer.c - the peer of the cases (tests/peers/peer.py) by the library of peers: same words, same loads, same file.
 *
 *     peer --addr unix:PATH|inet:PORT [--listen] --out FILE struct|modal [options of peer.py]
 *
 *     f = 20 (p - x) - 2 v,   m = -0.3 w + (i + 1) (0.1, 0.2, 0.3),   p = first x + (0.1, 0.2, 0.3) */
#include <mbc_peer.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *address, *out, *labels, *commands, *rotation;
    bool listens, has_reference, is_mapping, is_rigid, has_no_modes, accelerates, is_modal;
    unsigned n;
} choices;

static const double STEP[3] = {0.1, 0.2, 0.3};

static bool take_switch(choices *choices, const char *word)
{
    const struct {
        const char *name;
        bool *last;
    } all[] = {{"--listen", &choices->listens},        {"--mapping", &choices->is_mapping},
               {"--rigid", &choices->is_rigid},        {"--accel", &choices->accelerates},
               {"--no-modal", &choices->has_no_modes}, {"modal", &choices->is_modal}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(word, all[i].name) == 0)
            return *all[i].last = true;
    return strcmp(word, "struct") == 0;
}

static void take_value(choices *choices, const char *word, const char *value)
{
    if (strcmp(word, "--addr") == 0)
        choices->address = value;
    else if (strcmp(word, "--out") == 0)
        choices->out = value;
    else if (strcmp(word, "--labels") == 0)
        choices->labels = value;
    else if (strcmp(word, "--cmds") == 0)
        choices->commands = value;
    else if (strcmp(word, "--rot") == 0)
        choices->rotation = value;
    else if (strcmp(word, "--ref") == 0)
        choices->has_reference = true;
    else if (strcmp(word, "--n") == 0)
        choices->n = (unsigned)strtoul(value, NULL, 10);
    else
        exit(fprintf(stderr, "peer: what is %s?\n", word));
}

static unsigned flags_of(const choices *choices)
{
    const unsigned rotated = strcmp(choices->rotation, "mat") == 0     ? MBC_ORIENTATION_MATRIX
                             : strcmp(choices->rotation, "vec") == 0   ? MBC_ORIENTATION_VECTOR
                             : strcmp(choices->rotation, "euler") == 0 ? MBC_EULER_123
                                                                       : 0;
    if (choices->is_modal)
        return MBC_MODAL | (choices->is_rigid ? MBC_REFERENCE_NODE : 0) | (choices->has_no_modes ? MBC_RIGID : 0);
    return MBC_NODAL | rotated | (choices->has_reference ? MBC_REFERENCE_NODE : 0) |
           (choices->labels ? MBC_LABELS : 0) | (choices->accelerates ? MBC_ACCELERATIONS : 0) |
           (choices->is_mapping ? MBC_MAPPING : 0);
}

static mbc_status meet(mbc_peer *peer, const choices *choices)
{
    const char *where = strchr(choices->address, ':') + 1;
    const int port = atoi(where);
    if (strncmp(choices->address, "unix", 4) == 0)
        return choices->listens ? mbc_listen(peer, where) : mbc_connect(peer, where);
    return choices->listens ? mbc_listen_port(peer, NULL, port) : mbc_connect_port(peer, NULL, port);
}

/* --- what is written ---------------------------------------------------------------------------------------------- */

static void write_fields(FILE *file, mbc_peer *peer, const char *name, mbc_field first, mbc_field last)
{
    bool has_begun = false;
    for (mbc_field field = first; field <= last; field++) {
        unsigned n;
        const double *of = mbc_numbers(peer, field, &n);
        if (n && !has_begun)
            fprintf(file, "%s", name);
        has_begun |= n > 0;
        for (unsigned k = 0; k < n; k++)
            fprintf(file, " %.12e", of[k]);
    }
    if (has_begun)
        fprintf(file, "\n");
}

static void write_motion(FILE *file, mbc_peer *peer, const choices *choices)
{
    fprintf(file, "command %d\n", mbc_command(peer));
    write_fields(file, peer, choices->is_modal ? "rigid" : "reference", MBC_REFERENCE_X, MBC_REFERENCE_WP);
    if (mbc_labels(peer)) {
        fprintf(file, "labels");
        for (unsigned i = 0; i < choices->n; i++)
            fprintf(file, " %u", mbc_labels(peer)[i]);
        fprintf(file, "\n");
    }
    write_fields(file, peer, "x", MBC_X, MBC_X);
    write_fields(file, peer, "r", MBC_R, MBC_R);
    write_fields(file, peer, "v", MBC_V, MBC_V);
    write_fields(file, peer, "w", MBC_W, MBC_W);
    write_fields(file, peer, "a", MBC_A, MBC_WP);
    write_fields(file, peer, "q", MBC_Q, MBC_Q);
    write_fields(file, peer, "qp", MBC_QP, MBC_QP);
}

/* --- loads -------------------------------------------------------------------------------------------------------- */

static void set(mbc_peer *peer, mbc_field which, const double *of)
{
    double *to = mbc_numbers(peer, which, NULL);
    if (to)
        memcpy(to, of, 3 * sizeof *to);
}

static void load_nodes(mbc_peer *peer, const choices *choices, const double *first)
{
    const double *x = mbc_numbers(peer, MBC_X, NULL), *v = mbc_numbers(peer, MBC_V, NULL),
                 *w = mbc_numbers(peer, MBC_W, NULL);
    double *f = mbc_numbers(peer, MBC_F, NULL), *m = mbc_numbers(peer, MBC_M, NULL);
    for (unsigned i = 0; i < 3 * choices->n; i++) {
        f[i] = 20 * (first[i] + STEP[i % 3] - x[i]) - 2 * v[i];
        if (m)
            m[i] = -0.3 * w[i] + (i / 3 + 1) * STEP[i % 3];
    }
    set(peer, MBC_REFERENCE_F, (const double[]){1, 2, -1});
    set(peer, MBC_REFERENCE_M, (const double[]){0.3, -0.2, 0.1});
    const char *at = choices->labels;
    for (unsigned i = 0; at && i < choices->n; i++)
        mbc_load_labels(peer)[i] = (unsigned)strtoul(at + (i > 0), (char **)&at, 10);
}

static void load_modes(mbc_peer *peer)
{
    unsigned n;
    const double *q = mbc_numbers(peer, MBC_Q, &n), *qp = mbc_numbers(peer, MBC_QP, NULL);
    double *to = mbc_numbers(peer, MBC_P, NULL);
    for (unsigned i = 0; i < n; i++)
        to[i] = 0.4 * (i + 1) - 3 * q[i] - 0.2 * qp[i];
    set(peer, MBC_REFERENCE_F, (const double[]){0.5, -0.4, 0.3});
    set(peer, MBC_REFERENCE_M, (const double[]){0.03, 0.02, -0.01});
}

static mbc_status answer(mbc_peer *peer, const choices *choices, int count)
{
    const size_t n = (strlen(choices->commands) + 1) / 2; /* digits with commas between */
    const int command = choices->commands[2 * ((size_t)count % n)] - '0';
    mbc_set_data_and_next(peer, command == ES_REGULAR_DATA_AND_GOTO_NEXT_STEP);
    return mbc_send(peer, command != ES_REGULAR_DATA);
}

static mbc_status exchange_data(mbc_peer *peer, const choices *choices, FILE *file)
{
    double *first = calloc(3 * (size_t)choices->n, sizeof *first);
    mbc_status status = mbc_recv(peer);
    for (int count = 0; status == MBC_MOTION; count++) {
        write_motion(file, peer, choices);
        if (count == 0 && !choices->is_modal)
            memcpy(first, mbc_numbers(peer, MBC_X, NULL), 3 * choices->n * sizeof *first);
        if (choices->is_modal)
            load_modes(peer);
        else
            load_nodes(peer, choices, first);
        status = answer(peer, choices, count);
        status = status == MBC_OK ? mbc_recv(peer) : status;
    }
    if (status == MBC_END)
        fprintf(file, "abort\n");
    free(first);
    return status;
}

int main(int n, char **words)
{
    choices choices = {.rotation = "mat", .commands = "6", .n = 1};
    for (int i = 1; i < n; i++)
        if (!take_switch(&choices, words[i])) {
            take_value(&choices, words[i], i + 1 < n ? words[i + 1] : "");
            i++;
        }
    FILE *file = fopen(choices.out, "w");
    mbc_peer *peer = mbc_create(flags_of(&choices), choices.n);
    if (!file || !peer || !choices.address)
        return 2;
    mbc_set_patience(peer, 30);
    mbc_status status = meet(peer, &choices);
    status = status == MBC_OK ? mbc_negotiate(peer) : status;
    if (status == MBC_OK && choices.listens) /* what has been agreed on; of a mapping it would be other bits */
        fprintf(file, "negotiation 07%02x%02x0000%02x00000008\n", flags_of(&choices) & 0xff,
                flags_of(&choices) >> 8 & 0xff, choices.n);
    status = status == MBC_OK ? exchange_data(peer, &choices, file) : status;
    if (status == MBC_FAILED)
        fprintf(stderr, "peer: %s\n", mbc_message(peer));
    mbc_destroy(peer);
    fclose(file);
    return status == MBC_FAILED;
}
