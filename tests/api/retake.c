/* retake.c - solves a deck through the library and goes back on the way.
 *
 *     retake [ --other ] DECK NAME
 *
 * Before every third step the analysis goes two steps ahead for nothing, and back to a snapshot. With --other a second
 * analysis of the same model takes the snapshot and the third step as well, and the first one goes on from where that
 * one has come to. On the way every quantity is asked for. The results are those of one way, to the byte. */
#include "torsor/torsor.h"
#include <libgen.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern char **environ;

static void print_message(void *to, const torsor_message *message)
{
    (void)to;
    fputs(message->rendered, stderr);
}

typedef struct {
    torsor_analysis *analysis, *other; /* other NULL: none */
    torsor_snapshot *here, *far;       /* of a and of other */
} journey;

static torsor_status renew(torsor_snapshot **s, torsor_analysis *analysis)
{
    if (*s)
        return torsor_snapshot_renew(*s, analysis);
    *s = torsor_snapshot_take(analysis);
    return *s ? TORSOR_OK : TORSOR_NO_MEMORY;
}

static bool get_all(torsor_analysis *analysis)
{
    for (int i = 0; i < torsor_quantity_count(analysis); i++) {
        const torsor_quantity quantity = torsor_quantity_at(analysis, i);
        double *numbers = calloc((size_t)quantity.size + 1, sizeof *numbers);
        const bool ok = numbers && torsor_find(analysis, quantity.name) == i &&
                        torsor_get_at(analysis, i, numbers, quantity.size) == TORSOR_OK;
        free(numbers);
        if (!ok) {
            fprintf(stderr, "retake: %s\n", quantity.name);
            return false;
        }
    }
    return true;
}

static torsor_status failed(const char *what)
{
    fprintf(stderr, "retake: %s\n", what);
    return TORSOR_ERROR;
}

/* Two steps for nothing, back, and the step. */
static torsor_status step_from_return(journey *journey)
{
    if (renew(&journey->here, journey->analysis) != TORSOR_OK)
        return failed("no snapshot");
    torsor_write_results(journey->analysis, false);
    torsor_step(journey->analysis);
    torsor_step(journey->analysis);
    if (!get_all(journey->analysis))
        return failed("a quantity cannot be got");
    if (torsor_restore(journey->analysis, journey->here) != TORSOR_OK)
        return failed("no way back");
    torsor_write_results(journey->analysis, true);
    return torsor_step(journey->analysis);
}

/* The step by both, the rest of the way from where the other one is. */
static torsor_status step_with_other(journey *journey)
{
    if (renew(&journey->here, journey->analysis) != TORSOR_OK ||
        torsor_restore(journey->other, journey->here) != TORSOR_OK)
        return failed("the other analysis does not take the snapshot");
    const torsor_status mine = torsor_step(journey->analysis);
    if (torsor_step(journey->other) != mine)
        return failed("the other analysis came to something else");
    if (renew(&journey->far, journey->other) != TORSOR_OK ||
        torsor_restore(journey->analysis, journey->far) != TORSOR_OK)
        return failed("the snapshot of the other analysis cannot be taken");
    return mine;
}

static torsor_status travel(journey *journey)
{
    torsor_status status = torsor_state(journey->analysis);
    for (int i = 1; status == TORSOR_OK; i++)
        status = i % 3            ? torsor_step(journey->analysis)
                 : journey->other ? step_with_other(journey)
                                  : step_from_return(journey);
    return status;
}

static int solve(torsor_model *model, const char *name, bool with_other)
{
    const torsor_analysis_options options = {.size = sizeof options, .results = name, .may_restore = true},
                                  silent = {.size = sizeof silent, .may_restore = true};
    journey journey = {.analysis = torsor_begin(model, &options),
                       .other = with_other ? torsor_begin(model, &silent) : NULL};
    const torsor_status status = travel(&journey);
    torsor_snapshot_free(journey.here);
    torsor_snapshot_free(journey.far);
    torsor_end(journey.other);
    const torsor_status end = torsor_end(journey.analysis);
    return status == TORSOR_END && end == TORSOR_END ? 0 : 1;
}

int main(int argc, char **argv)
{
    const bool with_other = argc > 1 && strcmp(argv[1], "--other") == 0;
    if (argc != 3 + with_other)
        return 2;
    char *deck = argv[argc - 2], *folder = strdup(deck);
    if (!folder || chdir(dirname(folder)) != 0)
        return 2;
    const torsor_options options = {.size = sizeof options, .environment = environ, .message = print_message};
    torsor_model *model = torsor_open(basename(deck), &options);
    const int status = model && torsor_has_problem(model) ? solve(model, argv[argc - 1], with_other) : 1;
    torsor_close(model);
    free(folder);
    return status;
}
