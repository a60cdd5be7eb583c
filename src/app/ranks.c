/* ranks.c - the processes of `mpirun -n N torsor DECK`: the first one speaks for all.
 *
 * Messages of the others are kept, because most errors are found by all of them: they are printed if the first process
 * has none. A process that fails while others wait for it ends them all. */
#include "app/ranks.h"
#include "app/exit_status.h"
#include <stdio.h>
#include <unistd.h>

static torsor_ranks *joined;
static FILE *kept;             /* messages of a process after the first */
static int stderr_of_all = -1; /* where they would have been printed */

static bool keep_messages(void)
{
    kept = tmpfile();
    stderr_of_all = dup(STDERR_FILENO);
    const bool ok = kept && stderr_of_all >= 0 && freopen("/dev/null", "w", stdout);
    return ok && fflush(stderr) == 0 && dup2(fileno(kept), STDERR_FILENO) >= 0;
}

static void print_kept(void)
{
    char bytes[4096];
    if (!kept)
        return;
    fflush(stderr);
    dup2(stderr_of_all, STDERR_FILENO);
    rewind(kept);
    for (size_t n; (n = fread(bytes, 1, sizeof bytes, kept)) > 0;)
        fwrite(bytes, 1, n, stderr);
    fclose(kept);
    kept = NULL;
}

bool ranks_begin(void)
{
    const char *why = "";
    if (torsor_ranks_expected() == 1)
        return true;
    joined = torsor_ranks_open(&why);
    if (!joined) {
        if (torsor_ranks_number() == 0)
            fprintf(stderr, "torsor: mpirun has started %d processes, which cannot work together: %s\n",
                    torsor_ranks_expected(), why);
        return false;
    }
    if (torsor_ranks_number() == 0 || keep_messages())
        return true;
    perror("torsor: cannot keep messages");
    ranks_end(EXIT_WRONG_COMMAND);
    return false;
}

const torsor_ranks *ranks_now(void) { return joined; }

bool ranks_is_first(void) { return torsor_ranks_number() == 0 || !joined; }

int ranks_end(int status)
{
    int failed;
    if (!joined)
        return status;
    fflush(stdout);
    if (!torsor_ranks_close(joined, &status, &failed)) {
        print_kept();
        fflush(stderr);
        torsor_ranks_abort(joined, status);
    }
    if (failed > 0 && failed == torsor_ranks_number())
        print_kept();
    return status;
}
