/* broken.c - reads, checks and begins to solve decks from standard input, each in a process of its own.
 *
 *     broken STEPS SECONDS MEGABYTES
 *
 * A request is a line 'LENGTH FOLDER NAME' and LENGTH bytes of deck. The deck is read in FOLDER, checked, and solved
 * for STEPS steps at most with results under NAME. The answer is a line 'STATUS SIGNAL': status 0 when all went well, 1
 * after a message that says what is wrong, 3 when memory ran out, 4 when it failed without a message; the signal that
 * ended the process, else 0. One that takes more than SECONDS of processor time, or ten times as many by the clock, is
 * ended. */
#include "torsor/torsor.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { GOOD = 0, REFUSED = 1, NO_MEMORY = 3, SILENT = 4, MOST_PATH = 4096 };

typedef struct {
    int steps;
    unsigned seconds;
    size_t megabytes;
} limits;

typedef struct {
    size_t length;
    char folder[MOST_PATH], name[MOST_PATH];
    char *text;
} request;

static void count_fault(void *to, const torsor_message *m)
{
    *(int *)to += m->severity == TORSOR_FAULT;
    fputs(m->rendered, stderr);
}

static int verdict(bool is_good, int faults) { return is_good ? GOOD : faults > 0 ? REFUSED : SILENT; }

static int solve(torsor_model *m, const request *q, int steps, const int *faults)
{
    const torsor_analysis_options o = {.size = sizeof o, .results = q->name};
    torsor_findings found;
    if (torsor_check(m, &found) == TORSOR_NO_MEMORY)
        return NO_MEMORY;
    torsor_analysis *a = torsor_begin(m, &o);
    if (!a)
        return NO_MEMORY;
    for (int i = 0; i < steps && torsor_step(a) == TORSOR_OK;)
        i++;
    const torsor_status end = torsor_end(a);
    return end == TORSOR_NO_MEMORY ? NO_MEMORY : verdict(end == TORSOR_OK || end == TORSOR_END, *faults);
}

static int try_deck(const request *q, const limits *most)
{
    const struct rlimit cpu = {most->seconds, most->seconds}, memory = {most->megabytes << 20, most->megabytes << 20};
    int faults = 0;
    const torsor_definition at_once = {"meeting_seconds", "0"}; /* nobody comes */
    const torsor_options o = {
        .size = sizeof o, .message = count_fault, .context = &faults, .limits = &at_once, .n_limits = 1};
    setrlimit(RLIMIT_CPU, &cpu);
    if (most->megabytes > 0)
        setrlimit(RLIMIT_AS, &memory);
    alarm(10 * most->seconds);
    if (chdir(q->folder) != 0)
        return SILENT;
    torsor_model *m = torsor_open_text("model.mbd", q->text, q->length, &o);
    if (!m)
        return NO_MEMORY;
    const int status = torsor_has_problem(m) ? solve(m, q, most->steps, &faults) : verdict(torsor_is_good(m), faults);
    torsor_close(m);
    return status;
}

static void answer(const request *q, const limits *most)
{
    int status = 0;
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0)
        _exit(try_deck(q, most));
    if (child < 0 || waitpid(child, &status, 0) != child)
        exit(2);
    printf("%d %d\n", WIFEXITED(status) ? WEXITSTATUS(status) : 0, WIFSIGNALED(status) ? WTERMSIG(status) : 0);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    static request q;
    if (argc != 4)
        return 2;
    const limits most = {.steps = (int)strtol(argv[1], NULL, 10),
                         .seconds = (unsigned)strtoul(argv[2], NULL, 10),
                         .megabytes = strtoul(argv[3], NULL, 10)};
    while (scanf("%zu %4095s %4095s", &q.length, q.folder, q.name) == 3 && getchar() == '\n') {
        free(q.text);
        q.text = malloc(q.length + 1);
        if (!q.text || fread(q.text, 1, q.length, stdin) != q.length)
            return 2;
        answer(&q, &most);
    }
    free(q.text);
    return 0;
}
