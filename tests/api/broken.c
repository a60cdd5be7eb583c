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

static void count_error(void *to, const torsor_message *message)
{
    *(int *)to += message->severity == TORSOR_SEVERITY_ERROR;
    fputs(message->rendered, stderr);
}

static int verdict(bool is_good, int errors) { return is_good ? GOOD : errors > 0 ? REFUSED : SILENT; }

static int solve(torsor_model *model, const request *request, int steps, const int *errors)
{
    const torsor_analysis_options options = {.size = sizeof options, .results = request->name};
    torsor_findings found;
    if (torsor_check(model, &found) == TORSOR_NO_MEMORY)
        return NO_MEMORY;
    torsor_analysis *analysis = torsor_begin(model, &options);
    if (!analysis)
        return NO_MEMORY;
    for (int i = 0; i < steps && torsor_step(analysis) == TORSOR_OK;)
        i++;
    const torsor_status end = torsor_end(analysis);
    return end == TORSOR_NO_MEMORY ? NO_MEMORY : verdict(end == TORSOR_OK || end == TORSOR_END, *errors);
}

static int try_deck(const request *request, const limits *most)
{
    const struct rlimit cpu = {most->seconds, most->seconds}, memory = {most->megabytes << 20, most->megabytes << 20};
    int errors = 0;
    const torsor_definition at_once = {"meeting_seconds", "0"}; /* nobody comes */
    const torsor_options options = {
        .size = sizeof options, .message = count_error, .context = &errors, .limits = &at_once, .n_limits = 1};
    setrlimit(RLIMIT_CPU, &cpu);
    if (most->megabytes > 0)
        setrlimit(RLIMIT_AS, &memory);
    alarm(10 * most->seconds);
    if (chdir(request->folder) != 0)
        return SILENT;
    torsor_model *model = torsor_open_text("model.mbd", request->text, request->length, &options);
    if (!model)
        return NO_MEMORY;
    const int status = torsor_has_problem(model) ? solve(model, request, most->steps, &errors)
                                                 : verdict(torsor_is_good(model), errors);
    torsor_close(model);
    return status;
}

static void answer(const request *request, const limits *most)
{
    int status = 0;
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0)
        _exit(try_deck(request, most));
    if (child < 0 || waitpid(child, &status, 0) != child)
        exit(2);
    printf("%d %d\n", WIFEXITED(status) ? WEXITSTATUS(status) : 0, WIFSIGNALED(status) ? WTERMSIG(status) : 0);
    fflush(stdout);
}

int main(int argc, char **argv)
{
    static request request;
    if (argc != 4)
        return 2;
    const limits most = {.steps = (int)strtol(argv[1], NULL, 10),
                         .seconds = (unsigned)strtoul(argv[2], NULL, 10),
                         .megabytes = strtoul(argv[3], NULL, 10)};
    while (scanf("%zu %4095s %4095s", &request.length, request.folder, request.name) == 3 && getchar() == '\n') {
        free(request.text);
        request.text = malloc(request.length + 1);
        if (!request.text || fread(request.text, 1, request.length, stdin) != request.length)
            return 2;
        answer(&request, &most);
    }
    free(request.text);
    return 0;
}
