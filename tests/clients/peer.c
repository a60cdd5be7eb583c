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

static bool take_switch(choices *c, const char *word)
{
    const struct {
        const char *name;
        bool *last;
    } all[] = {{"--listen", &c->listens},    {"--mapping", &c->is_mapping},    {"--rigid", &c->is_rigid},
               {"--accel", &c->accelerates}, {"--no-modal", &c->has_no_modes}, {"modal", &c->is_modal}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (strcmp(word, all[i].name) == 0)
            return *all[i].last = true;
    return strcmp(word, "struct") == 0;
}

static void take_value(choices *c, const char *word, const char *value)
{
    if (strcmp(word, "--addr") == 0)
        c->address = value;
    else if (strcmp(word, "--out") == 0)
        c->out = value;
    else if (strcmp(word, "--labels") == 0)
        c->labels = value;
    else if (strcmp(word, "--cmds") == 0)
        c->commands = value;
    else if (strcmp(word, "--rot") == 0)
        c->rotation = value;
    else if (strcmp(word, "--ref") == 0)
        c->has_reference = true;
    else if (strcmp(word, "--n") == 0)
        c->n = (unsigned)strtoul(value, NULL, 10);
    else
        exit(fprintf(stderr, "peer: what is %s?\n", word));
}

static unsigned flags_of(const choices *c)
{
    const unsigned turned = strcmp(c->rotation, "mat") == 0     ? MBC_ORIENTATION_MATRIX
                            : strcmp(c->rotation, "vec") == 0   ? MBC_ORIENTATION_VECTOR
                            : strcmp(c->rotation, "euler") == 0 ? MBC_EULER_123
                                                                : 0;
    if (c->is_modal)
        return MBC_MODAL | (c->is_rigid ? MBC_REFERENCE_NODE : 0) | (c->has_no_modes ? MBC_RIGID : 0);
    return MBC_NODAL | turned | (c->has_reference ? MBC_REFERENCE_NODE : 0) | (c->labels ? MBC_LABELS : 0) |
           (c->accelerates ? MBC_ACCELERATIONS : 0) | (c->is_mapping ? MBC_MAPPING : 0);
}

static mbc_status meet(mbc_peer *p, const choices *c)
{
    const char *where = strchr(c->address, ':') + 1;
    const int port = atoi(where);
    if (strncmp(c->address, "unix", 4) == 0)
        return c->listens ? mbc_listen(p, where) : mbc_connect(p, where);
    return c->listens ? mbc_listen_port(p, NULL, port) : mbc_connect_port(p, NULL, port);
}

/* --- what is written ---------------------------------------------------------------------------------------------- */

static void write_fields(FILE *f, mbc_peer *p, const char *name, mbc_field first, mbc_field last)
{
    bool has_begun = false;
    for (mbc_field i = first; i <= last; i++) {
        unsigned n;
        const double *of = mbc_numbers(p, i, &n);
        if (n && !has_begun)
            fprintf(f, "%s", name);
        has_begun |= n > 0;
        for (unsigned k = 0; k < n; k++)
            fprintf(f, " %.12e", of[k]);
    }
    if (has_begun)
        fprintf(f, "\n");
}

static void write_motion(FILE *f, mbc_peer *p, const choices *c)
{
    fprintf(f, "command %d\n", mbc_command(p));
    write_fields(f, p, c->is_modal ? "rigid" : "reference", MBC_REFERENCE_X, MBC_REFERENCE_WP);
    if (mbc_labels(p)) {
        fprintf(f, "labels");
        for (unsigned i = 0; i < c->n; i++)
            fprintf(f, " %u", mbc_labels(p)[i]);
        fprintf(f, "\n");
    }
    write_fields(f, p, "x", MBC_X, MBC_X);
    write_fields(f, p, "r", MBC_R, MBC_R);
    write_fields(f, p, "v", MBC_V, MBC_V);
    write_fields(f, p, "w", MBC_W, MBC_W);
    write_fields(f, p, "a", MBC_A, MBC_WP);
    write_fields(f, p, "q", MBC_Q, MBC_Q);
    write_fields(f, p, "qp", MBC_QP, MBC_QP);
}

/* --- loads -------------------------------------------------------------------------------------------------------- */

static void set(mbc_peer *p, mbc_field which, const double *of)
{
    double *to = mbc_numbers(p, which, NULL);
    if (to)
        memcpy(to, of, 3 * sizeof *to);
}

static void load_nodes(mbc_peer *p, const choices *c, const double *first)
{
    const double *x = mbc_numbers(p, MBC_X, NULL), *v = mbc_numbers(p, MBC_V, NULL), *w = mbc_numbers(p, MBC_W, NULL);
    double *f = mbc_numbers(p, MBC_F, NULL), *m = mbc_numbers(p, MBC_M, NULL);
    for (unsigned i = 0; i < 3 * c->n; i++) {
        f[i] = 20 * (first[i] + STEP[i % 3] - x[i]) - 2 * v[i];
        if (m)
            m[i] = -0.3 * w[i] + (i / 3 + 1) * STEP[i % 3];
    }
    set(p, MBC_REFERENCE_F, (const double[]){1, 2, -1});
    set(p, MBC_REFERENCE_M, (const double[]){0.3, -0.2, 0.1});
    const char *at = c->labels;
    for (unsigned i = 0; at && i < c->n; i++)
        mbc_load_labels(p)[i] = (unsigned)strtoul(at + (i > 0), (char **)&at, 10);
}

static void load_modes(mbc_peer *p)
{
    unsigned n;
    const double *q = mbc_numbers(p, MBC_Q, &n), *qp = mbc_numbers(p, MBC_QP, NULL);
    double *to = mbc_numbers(p, MBC_P, NULL);
    for (unsigned i = 0; i < n; i++)
        to[i] = 0.4 * (i + 1) - 3 * q[i] - 0.2 * qp[i];
    set(p, MBC_REFERENCE_F, (const double[]){0.5, -0.4, 0.3});
    set(p, MBC_REFERENCE_M, (const double[]){0.03, 0.02, -0.01});
}

static mbc_status answer(mbc_peer *p, const choices *c, int count)
{
    const size_t n = (strlen(c->commands) + 1) / 2; /* digits with commas between */
    const int command = c->commands[2 * ((size_t)count % n)] - '0';
    mbc_set_data_and_next(p, command == ES_REGULAR_DATA_AND_GOTO_NEXT_STEP);
    return mbc_send(p, command != ES_REGULAR_DATA);
}

static mbc_status talk(mbc_peer *p, const choices *c, FILE *f)
{
    double *first = calloc(3 * (size_t)c->n, sizeof *first);
    mbc_status s = mbc_recv(p);
    for (int count = 0; s == MBC_MOTION; count++) {
        write_motion(f, p, c);
        if (count == 0 && !c->is_modal)
            memcpy(first, mbc_numbers(p, MBC_X, NULL), 3 * c->n * sizeof *first);
        if (c->is_modal)
            load_modes(p);
        else
            load_nodes(p, c, first);
        s = answer(p, c, count);
        s = s == MBC_OK ? mbc_recv(p) : s;
    }
    if (s == MBC_END)
        fprintf(f, "abort\n");
    free(first);
    return s;
}

int main(int n, char **words)
{
    choices c = {.rotation = "mat", .commands = "6", .n = 1};
    for (int i = 1; i < n; i++)
        if (!take_switch(&c, words[i])) {
            take_value(&c, words[i], i + 1 < n ? words[i + 1] : "");
            i++;
        }
    FILE *f = fopen(c.out, "w");
    mbc_peer *p = mbc_create(flags_of(&c), c.n);
    if (!f || !p || !c.address)
        return 2;
    mbc_set_patience(p, 30);
    mbc_status s = meet(p, &c);
    s = s == MBC_OK ? mbc_negotiate(p) : s;
    if (s == MBC_OK && c.listens) /* what has been agreed on; of a mapping it would be other bits */
        fprintf(f, "negotiation 07%02x%02x0000%02x00000008\n", flags_of(&c) & 0xff, flags_of(&c) >> 8 & 0xff, c.n);
    s = s == MBC_OK ? talk(p, &c, f) : s;
    if (s == MBC_FAILED)
        fprintf(stderr, "peer: %s\n", mbc_message(p));
    mbc_destroy(p);
    fclose(f);
    return s == MBC_FAILED;
}
