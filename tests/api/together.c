/* together.c - runs decks at the same time, each in a thread of one process.
 *
 *     together DECK ... */
#include "torsor/torsor.h"
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { DECKS_MOST = 8 };

static void print_message(void *to, const torsor_message *message)
{
    (void)to;
    fputs(message->rendered, stderr);
}

static void *solve(void *path)
{
    torsor_model *model =
        torsor_open(path, &(torsor_options){.size = sizeof(torsor_options), .message = print_message});
    torsor_analysis *analysis = torsor_begin(model, NULL);
    torsor_status status = torsor_state(analysis) == TORSOR_OK ? torsor_run(analysis) : torsor_state(analysis);
    status = torsor_end(analysis) < 0 ? TORSOR_ERROR : status;
    torsor_close(model);
    return status < 0 ? path : NULL;
}

int main(int argc, char **argv)
{
    pthread_t threads[DECKS_MOST];
    int status = EXIT_SUCCESS;
    if (argc < 2 || argc > DECKS_MOST)
        return 2;
    for (int i = 1; i < argc; i++)
        if (pthread_create(&threads[i - 1], NULL, solve, argv[i]) != 0)
            return EXIT_FAILURE;
    for (int i = 1; i < argc; i++) {
        void *failed;
        pthread_join(threads[i - 1], &failed);
        if (failed) {
            fprintf(stderr, "%s has failed\n", (const char *)failed);
            status = EXIT_FAILURE;
        }
    }
    return status;
}
