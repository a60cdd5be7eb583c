/* pendulum.c - using the library from C: one deck, several pendulums.
 *
 *     pendulum examples/pendulum/pendulum.mbd
 *
 * Opens the deck of a rod that is released from the horizontal, replaces the length in the deck by other values, runs
 * until the rod passes the vertical, and compares the time with the closed form
 *
 *     T/4 = 1.18034 sqrt(2 L/(3 g)) pi/2 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <torsor/torsor.h>

/* Prints all messages of the model; errors in the deck are among them. */
static int complain(const torsor_model *model)
{
    for (int i = 0; i < torsor_message_count(model); i++)
        fputs(torsor_message_at(model, i).rendered, stderr);
    return EXIT_FAILURE;
}

/* Returns the time at which x passes through zero, by linear interpolation between two steps. */
static double time_at_the_vertical(torsor_analysis *analysis)
{
    const int x = torsor_find(analysis, "node.struct.1.X[0]"); /* look up a name once, then use its index */
    double before = 0, now = 0;
    torsor_get_at(analysis, x, &now, 1);
    while (now > 0 && torsor_step(analysis) == TORSOR_OK) {
        before = now;
        torsor_get_at(analysis, x, &now, 1);
    }
    return torsor_time(analysis) - torsor_time_step(analysis) * now / (now - before);
}

static int try_length(const char *deck, const char *length)
{
    const torsor_definition mine = {"L", length};
    torsor_model *model =
        torsor_open(deck, &(torsor_options){.size = sizeof(torsor_options), .definitions = &mine, .n_definitions = 1});
    if (!torsor_has_problem(model)) {
        complain(model);
        torsor_close(model);
        return EXIT_FAILURE;
    }
    torsor_analysis *analysis = torsor_begin(model, NULL);
    const double found = time_at_the_vertical(analysis);
    const double wanted = 1.18034 * sqrt(2 * torsor_get_real(analysis, "variable.L") / (3 * 9.81)) * acos(-1.0) / 2;
    printf("%8s m %12.5f s %12.5f s\n", length, found, wanted);
    torsor_end(analysis);
    torsor_close(model);
    return fabs(found - wanted) < 1e-4 * wanted ? EXIT_SUCCESS : EXIT_FAILURE;
}

int main(int argc, char **argv)
{
    static const char *const LENGTHS[] = {"0.5", "1.", "2."};
    int status = EXIT_SUCCESS;
    if (argc != 2) {
        fprintf(stderr, "usage: %s DECK\n", argv[0]);
        return 2;
    }
    printf("Torsor %s\n    length   quarter period    closed form\n", torsor_version());
    for (int i = 0; i < 3; i++)
        if (try_length(argv[1], LENGTHS[i]) != EXIT_SUCCESS)
            status = EXIT_FAILURE;
    return status;
}
