/* memory_test.c - when memory runs out, wherever it does, the library says so and can be closed.
 *
 * A child gets so and so many bytes more than it has, a little more each time, and reads and solves a chain of
 * bodies. */
#include "client.h"
#include <sys/resource.h>
#include <sys/wait.h>

enum { LINKS = 40, BUFFER_SIZE = 60000, FINE = 0, WANTING = 10, WRONG = 11 };

/* Links of 1 m, hinged, with a little damping. */
static void write_chain(char *words, size_t workspace)
{
    size_t n = (size_t)snprintf(words, workspace,
                                PROBLEM("0.01") "begin: control data; structural nodes: %d; rigid bodies: %d;\n"
                                                "joints: %d; gravity; end: control data; begin: nodes;\n",
                                LINKS, LINKS, LINKS);
    for (int i = 1; i <= LINKS; i++)
        n += (size_t)snprintf(words + n, workspace - n, "structural: %d, dynamic, %d., 0., 0., eye, null, null;\n", i,
                              i);
    n += (size_t)snprintf(words + n, workspace - n, "end: nodes; begin: elements;\n");
    for (int i = 1; i <= LINKS; i++) {
        n += (size_t)snprintf(words + n, workspace - n, "body: %d, %d, 1., null, eye;\n", i, i);
        if (i > 1)
            n += (size_t)snprintf(words + n, workspace - n, "joint: %d, spherical hinge, %d, 1., 0., 0., %d, null;\n",
                                  i, i - 1, i);
    }
    n += (size_t)snprintf(words + n, workspace - n,
                          "joint: 1, clamp, 1, node, node; gravity: uniform, 0., 0., -1., 9.81;\n"
                          "end: elements;\n");
    assert_true(n < workspace);
}

static long bytes_in_use(void)
{
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file && fscanf(file, "%ld", &pages) != 1)
        pages = 0;
    if (file)
        fclose(file);
    return pages * sysconf(_SC_PAGESIZE);
}

static int solve(const char *words)
{
    torsor_model *model = torsor_open_text("chain", words, strlen(words), NULL);
    if (!model)
        return WANTING;
    if (!torsor_has_problem(model))
        return WRONG;
    torsor_analysis *analysis =
        torsor_begin(model, &(torsor_analysis_options){.size = sizeof(torsor_analysis_options), .may_restore = true});
    torsor_status status = analysis ? torsor_state(analysis) : TORSOR_NO_MEMORY;
    torsor_snapshot *snapshot = status == TORSOR_OK ? torsor_snapshot_take(analysis) : NULL;
    if (status == TORSOR_OK)
        status = torsor_run(analysis);
    if (status == TORSOR_END && snapshot)
        status = torsor_restore(analysis, snapshot);
    if (status == TORSOR_OK)
        status = torsor_quantity_count(analysis) > 0 ? torsor_run(analysis) : torsor_state(analysis);
    torsor_snapshot_free(snapshot);
    torsor_end(analysis);
    torsor_close(model);
    return status == TORSOR_END ? FINE : status == TORSOR_NO_MEMORY ? WANTING : WRONG;
}

static int solve_with(const char *words, long more)
{
    int status = 0;
    const pid_t child = fork();
    assert_true(child >= 0);
    if (child == 0) {
        const rlim_t most = (rlim_t)(bytes_in_use() + more);
        setrlimit(RLIMIT_AS, &(struct rlimit){most, most});
        _exit(solve(words));
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    if (WIFSIGNALED(status))
        fail_msg("with %ld bytes more: signal %d", more, WTERMSIG(status));
    return WEXITSTATUS(status);
}

static void little_memory_is_no_crash(void **state)
{
    static char words[BUFFER_SIZE];
    int wanting = 0, fine = 0;
    (void)state;
    write_chain(words, sizeof words);
    for (long more = 0; more < 16L << 20; more += more < 4L << 20 ? 64L << 10 : 1L << 20) {
        const int status = solve_with(words, more);
        assert_true(status == FINE || status == WANTING);
        wanting += status == WANTING;
        fine += status == FINE;
    }
    assert_true(wanting > 0 && fine > 0);
}

int main(void)
{
#ifdef TORSOR_SANITIZED
    puts("sanitizers need more memory than any limit that could be set here");
    return 0;
#endif
    const struct CMUnitTest tests[] = {cmocka_unit_test(little_memory_is_no_crash)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
