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

static void print_message(void *to, const torsor_message *m)
{
    (void)to;
    fputs(m->rendered, stderr);
}

typedef struct {
    torsor_analysis *a, *other;  /* other NULL: none */
    torsor_snapshot *here, *far; /* of a and of other */
} journey;

static torsor_status renew(torsor_snapshot **s, torsor_analysis *a)
{
    if (*s)
        return torsor_snapshot_renew(*s, a);
    *s = torsor_snapshot_take(a);
    return *s ? TORSOR_OK : TORSOR_NO_MEMORY;
}

static bool get_all(torsor_analysis *a)
{
    for (int i = 0; i < torsor_quantity_count(a); i++) {
        const torsor_quantity q = torsor_quantity_at(a, i);
        double *numbers = calloc((size_t)q.size + 1, sizeof *numbers);
        const bool ok = numbers && torsor_find(a, q.name) == i && torsor_get_at(a, i, numbers, q.size) == TORSOR_OK;
        free(numbers);
        if (!ok) {
            fprintf(stderr, "retake: %s\n", q.name);
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
static torsor_status step_from_return(journey *j)
{
    if (renew(&j->here, j->a) != TORSOR_OK)
        return failed("no snapshot");
    torsor_write_results(j->a, false);
    torsor_step(j->a);
    torsor_step(j->a);
    if (!get_all(j->a))
        return failed("a quantity cannot be got");
    if (torsor_return(j->a, j->here) != TORSOR_OK)
        return failed("no way back");
    torsor_write_results(j->a, true);
    return torsor_step(j->a);
}

/* The step by both, the rest of the way from where the other one is. */
static torsor_status step_with_other(journey *j)
{
    if (renew(&j->here, j->a) != TORSOR_OK || torsor_return(j->other, j->here) != TORSOR_OK)
        return failed("the other analysis does not take the snapshot");
    const torsor_status mine = torsor_step(j->a);
    if (torsor_step(j->other) != mine)
        return failed("the other analysis came to something else");
    if (renew(&j->far, j->other) != TORSOR_OK || torsor_return(j->a, j->far) != TORSOR_OK)
        return failed("the snapshot of the other analysis cannot be taken");
    return mine;
}

static torsor_status travel(journey *j)
{
    torsor_status status = torsor_state(j->a);
    for (int i = 1; status == TORSOR_OK; i++)
        status = i % 3 ? torsor_step(j->a) : j->other ? step_with_other(j) : step_from_return(j);
    return status;
}

static int solve(torsor_model *m, const char *name, bool with_other)
{
    const torsor_analysis_options o = {.size = sizeof o, .results = name, .may_return = true},
                                  silent = {.size = sizeof silent, .may_return = true};
    journey j = {.a = torsor_begin(m, &o), .other = with_other ? torsor_begin(m, &silent) : NULL};
    const torsor_status status = travel(&j);
    torsor_snapshot_free(j.here);
    torsor_snapshot_free(j.far);
    torsor_end(j.other);
    const torsor_status end = torsor_end(j.a);
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
    const torsor_options o = {.size = sizeof o, .environment = environ, .message = print_message};
    torsor_model *m = torsor_open(basename(deck), &o);
    const int status = m && torsor_has_problem(m) ? solve(m, argv[argc - 1], with_other) : 1;
    torsor_close(m);
    free(folder);
    return status;
}
