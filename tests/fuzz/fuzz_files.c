/* fuzz_files.c - whatever a peer writes into files: the first byte chooses the force, the rest is the file of loads;
 * of EDGE's files the second byte is the flag.
 *
 * What must hold: the run ends in time. */
#include "fuzz/external_deck.h"
#include "base/array.h"
#include "problem/run.h"
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

/* @ stands for the folder. */
static const struct {
    bool is_edge;
    const char *force;
} FORCES[] = {
    {false, "force: 1, external structural, \"@/in\", \"@/out\", sleep time, 1.e-5, coupling, loose, 2, 1, 2;"},
    {false,
     "force: 1, external structural, \"@/in\", \"@/out\", sleep time, 1.e-5, coupling, tight, reference node, 1, "
     "labels, yes, sorted, no, accelerations, yes, orientation, euler 123, 1, 2;"},
    {false, "force: 1, external structural mapping, \"@/in\", \"@/out\", sleep time, 1.e-5, coupling, loose, points "
            "number, 2, 1, offset, null, 2, offset, 1., 0., 0.;"},
    {false, "force: 1, external modal, \"@/in\", \"@/out\", sleep time, 1.e-5, coupling, loose, 3, type, all;"},
    {false, "force: 1, external modal mapping, \"@/in\", \"@/out\", sleep time, 1.e-5, coupling, loose, type, modal, "
            "nodes number, 1, 1, modes number, 2, full mapping file, \"" TEST_FOLDER "/contract/mapping.dat\";"},
    {true, "force: 1, external modal, edge, \"@/in\", \"@/out\", sleep time, 1.e-5, coupling, tight, 3, type, modal;"},
    {true, "force: 1, external modal, edge, \"@/in\", \"@/out\", sleep time, 1.e-5, coupling, loose, 3, type, rigid;"},
};

static char folder[64], in[80], out[80];

typedef struct {
    const uint8_t *data;
    size_t size;
    int flag;
    atomic_int is_over;
} writing;

/* Appears whole, as a good peer would have it. */
static void write_file(const char *path, const void *bytes, size_t n)
{
    char other[96];
    snprintf(other, sizeof other, "%s.peer", path);
    FILE *file = fopen(other, "wb");
    if (!file || fwrite(bytes, 1, n, file) != n || fclose(file) != 0 || rename(other, path) != 0)
        abort();
}

static void write_flag(int flag)
{
    char words[64];
    write_file(in, words, (size_t)snprintf(words, sizeof words, "UPDATE,N,0,0,1\nFLAG,I,1,1,0\n%d", flag));
}

static int flag_now(void)
{
    int flag = -1;
    FILE *file = fopen(in, "r");
    if (file && fscanf(file, "%*[^\n]\n%*[^\n]\n%d", &flag) != 1)
        flag = -1;
    if (file)
        fclose(file);
    return flag;
}

/* EDGE: answers whenever it is its turn. */
static void *answer(void *to)
{
    writing *writing = to;
    while (!atomic_load(&writing->is_over)) {
        if (flag_now() == 3) {
            write_file(out, writing->data, writing->size);
            write_flag(writing->flag);
        }
        usleep(50);
    }
    return NULL;
}

static void run_against(deck *deck, writing *writing, bool is_edge)
{
    const run_options unheard = {.errors = deck->errors};
    run_summary summary;
    pthread_t peer;
    deck->model->limits.peer_seconds = 0.002;
    if (is_edge)
        write_flag(2);
    else
        write_file(in, writing->data, writing->size);
    if (is_edge && pthread_create(&peer, NULL, answer, writing) != 0)
        abort();
    problem_solve(deck->problem, deck->model, &unheard, &summary);
    atomic_store(&writing->is_over, 1);
    if (is_edge)
        pthread_join(peer, NULL);
}

static void prepare(void)
{
    snprintf(folder, sizeof folder, "/tmp/torsor-fuzz-XXXXXX");
    if (!mkdtemp(folder))
        abort();
    snprintf(in, sizeof in, "%s/in", folder);
    snprintf(out, sizeof out, "%s/out", folder);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2)
        return 0;
    prepare();
    const int which = data[0] % ARRAY_LEN(FORCES);
    const bool is_edge = FORCES[which].is_edge;
    writing writing = {.data = data + 1 + is_edge, .size = size - 1 - is_edge, .flag = data[1] % 8};
    deck *deck = external_deck("", FORCES[which].force, folder);
    run_against(deck, &writing, is_edge);
    deck_destroy(deck);
    unlink(in);
    unlink(out);
    if (rmdir(folder) != 0)
        abort();
    return 0;
}
