/* sweep.c - many decks changed in what they mean (meanings.h): read, solved for a few steps and checked in one process.
 *
 *     sweep RUNS SECONDS SEED BROKEN DECK ...        0 runs or seconds: any number
 *
 * Files that decks name are in the working directory. Every deck gets the same time, so that small ones are tried more
 * often. A worker tries them; if it ends by a signal or a sanitizer, the deck is written to the folder BROKEN, and
 * another worker goes on. Also wrong:
 *
 *     hang        it takes more than 20 s of processor time
 *     silent      it fails without a message
 *     whole       it ends well after an error; or it fails, and its .out does not say that it is incomplete
 *     nan         it ends well with results that are not numbers
 *     leak        memory is lost: looked for after every 1,000 decks, and then in each of them
 *
 * Decks that were tried before are not tried again. Progress is printed every minute. */
#include "fuzz/meanings.h"
#include "torsor/torsor.h"
#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST_TEXT = 1 << 14, MOST_PATH = 512, SEEN = 1 << 22, LEAK_EVERY = 1000 };
enum { MOST_DECKS = 4096, HANG_SECONDS = 20, STEPS = 3 };
#define LEAST_COST 2e-3 /* seconds that a run counts at least */

typedef struct {
    const char *path;
    uint8_t text[MOST_TEXT];
    size_t size;
    unsigned tried;
} base_deck;

/* Shared by the worker and its parent. */
typedef struct {
    long runs, read, solved, ended, again; /* decks tried; read, begun, ended without an error; tried before */
    double seconds;                        /* processor time of these */
    uint64_t seen[SEEN];
    int now; /* deck that is tried */
    uint8_t text[MOST_TEXT];
    size_t size;
    const char *wrong;
    int n_recent;
    struct {
        int deck;
        unsigned seed;
    } recent[LEAK_EVERY];
    int n_decks;
    double spent[MOST_DECKS]; /* seconds, by deck */
    base_deck decks[MOST_DECKS];
} common;

typedef struct {
    long runs;
    double seconds;
    unsigned seed;
    const char *broken;
} request;

static char folder[] = "/dev/shm/torsor-sweep-XXXXXX";

const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "quarantine_size_mb=8:allocator_may_return_null=1:max_allocation_size_mb=1024:hard_rss_limit_mb=3000:"
           "detect_leaks=1:malloc_context_size=12";
}
int __lsan_do_recoverable_leak_check(void) __attribute__((weak));

static double seconds(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* --- one deck ----------------------------------------------------------------------------------------------------- */

static void count_error(void *to, const torsor_message *message)
{
    *(int *)to += message->severity == TORSOR_SEVERITY_ERROR;
}

static bool has_nan(const char *text, size_t size)
{
    for (const char *at = text; (at = memmem(at, size - (size_t)(at - text), "nan", 3)); at++)
        if (at == text || strchr(" \t-\n,", at[-1]))
            return true;
    return false;
}

/* What is wrong with a file of results; NULL: nothing. */
static const char *check_file(const char *name, bool is_good)
{
    static char text[1 << 16];
    const char *extension = strrchr(name, '.');
    FILE *file = fopen(name, "rb");
    const size_t size = file ? fread(text, 1, sizeof text - 1, file) : 0;
    if (file)
        fclose(file);
    text[size] = '\0';
    if (!extension || strcmp(extension, ".nc") == 0)
        return NULL;
    if (is_good)
        return has_nan(text, size) ? "nan" : NULL;
    return strcmp(extension, ".out") == 0 && size + 1 < sizeof text && !strstr(text, "# incomplete") ? "whole" : NULL;
}

/* Checks the results and removes them. */
static const char *check_results(bool is_good)
{
    const char *wrong = NULL;
    DIR *all = opendir(folder);
    for (const struct dirent *entry; all && (entry = readdir(all));) {
        char name[MOST_PATH];
        if (*entry->d_name == '.')
            continue;
        snprintf(name, sizeof name, "%s/%s", folder, entry->d_name);
        const char *found = check_file(name, is_good);
        wrong = wrong ? wrong : found;
        unlink(name);
    }
    if (all)
        closedir(all);
    return wrong;
}

static const char *solve(common *common, torsor_model *model, const int *errors)
{
    char results[MOST_PATH];
    snprintf(results, sizeof results, "%s/out", folder);
    const torsor_analysis_options options = {.size = sizeof options, .results = results};
    torsor_analysis *analysis = torsor_begin(model, &options);
    if (!analysis)
        return check_results(false);
    common->solved += torsor_state(analysis) == TORSOR_OK;
    for (int i = 0; i < STEPS && torsor_step(analysis) == TORSOR_OK;)
        i++;
    const torsor_status end = torsor_end(analysis);
    const bool is_good = end == TORSOR_OK || end == TORSOR_END;
    common->ended += is_good;
    const char *wrong = check_results(is_good);
    if (end != TORSOR_NO_MEMORY && is_good == (*errors > 0))
        return is_good ? "whole" : "silent";
    return wrong;
}

/* What is wrong with what comes of a deck; NULL: nothing. */
static const char *try_deck(common *common, const uint8_t *text, size_t size)
{
    const torsor_definition limits[] = {{"meeting_seconds", "0"}, {"step_seconds", "0.3"}, {"items", "1000000"}};
    int errors = 0;
    const torsor_options options = {.size = sizeof options,
                                    .message = count_error,
                                    .context = &errors,
                                    .limits = limits,
                                    .n_limits = 3,
                                    .sandbox = true,
                                    .read_only = true};
    torsor_model *model = torsor_open_text("model.mbd", (const char *)text, size, &options);
    const char *wrong = NULL;
    if (model && !torsor_is_good(model))
        wrong = errors == 0 ? "silent" : NULL;
    else if (model && torsor_has_problem(model)) {
        common->read++;
        wrong = solve(common, model, &errors);
    }
    torsor_close(model);
    return wrong;
}

/* --- many decks --------------------------------------------------------------------------------------------------- */

/* Whether a text is new; it is not from now on. */
static bool is_new(common *common)
{
    uint64_t hash = 14695981039346656037u;
    for (size_t i = 0; i < common->size; i++)
        hash = (hash ^ common->text[i]) * 1099511628211u;
    hash += hash == 0;
    size_t at = hash % SEEN;
    while (common->seen[at] && common->seen[at] != hash)
        at = (at + 1) % SEEN;
    const bool is = !common->seen[at];
    common->seen[at] = hash;
    return is;
}

static void change(common *common, int deck, unsigned seed)
{
    const base_deck *base = &common->decks[deck];
    memcpy(common->text, base->text, base->size);
    common->size = change_meaning(common->text, base->size, MOST_TEXT, seed);
    common->now = deck;
}

/* The deck that had the least time. */
static int next_deck(const common *common)
{
    int least = 0;
    for (int i = 1; i < common->n_decks; i++)
        if (common->spent[i] < common->spent[least])
            least = i;
    return least;
}

/* A run that takes too long ends the worker by a signal. */
static void limit_time(int most)
{
    const struct itimerval timer = {.it_value.tv_sec = most};
    setitimer(ITIMER_PROF, &timer, NULL);
}

static void try_next(common *common, const request *request)
{
    const int deck = next_deck(common);
    base_deck *base = &common->decks[deck];
    const unsigned seed = request->seed * 1000003u + (unsigned)deck * 7919u + base->tried++ * 2654435761u;
    common->spent[deck] += LEAST_COST / 8;
    change(common, deck, seed);
    if (!is_new(common)) {
        common->again++;
        return;
    }
    const double begin = seconds(CLOCK_PROCESS_CPUTIME_ID);
    common->recent[common->n_recent].deck = deck;
    common->recent[common->n_recent++].seed = seed;
    common->runs++;
    limit_time(HANG_SECONDS);
    common->wrong = try_deck(common, common->text, common->size);
    limit_time(0);
    const double cost = seconds(CLOCK_PROCESS_CPUTIME_ID) - begin;
    common->seconds += cost;
    common->spent[deck] += cost < LEAST_COST ? LEAST_COST : cost;
}

/* Tries decks until one is wrong or memory is lost. */
static int work(common *common, const request *request, double until)
{
    common->n_recent = 0;
    while ((request->runs == 0 || common->runs < request->runs) && (until <= 0 || seconds(CLOCK_MONOTONIC) < until)) {
        try_next(common, request);
        if (common->wrong)
            return 1;
        if (common->n_recent == LEAK_EVERY)
            break;
    }
    common->wrong = __lsan_do_recoverable_leak_check && __lsan_do_recoverable_leak_check() ? "leak" : NULL;
    return common->wrong ? 1 : 0;
}

/* --- what is found ------------------------------------------------------------------------------------------------ */

static void keep(const common *common, const request *request, const char *what)
{
    char name[MOST_PATH];
    snprintf(name, sizeof name, "%s/%s-%ld.mbd", request->broken, what, common->runs);
    FILE *file = fopen(name, "wb");
    if (file) {
        fwrite(common->text, 1, common->size, file);
        fclose(file);
    }
    printf("%s: %s, from %s\n", what, name, common->decks[common->now].path);
    fflush(stdout);
}

/* Tries the decks again in which memory was lost, each in a process of its own. */
static void find_leaks(common *common, const request *request)
{
    for (int i = 0; i < common->n_recent; i++) {
        change(common, common->recent[i].deck, common->recent[i].seed);
        const pid_t child = fork();
        if (child == 0) {
            try_deck(common, common->text, common->size);
            _exit(__lsan_do_recoverable_leak_check() ? 1 : 0);
        }
        int status = 0;
        waitpid(child, &status, 0);
        if (status)
            keep(common, request, "leak");
    }
}

/* Whether the worker ended well. */
static bool check_worker(common *common, const request *request, int status)
{
    if (status == 0)
        return true;
    if (WIFSIGNALED(status))
        keep(common, request, WTERMSIG(status) == SIGPROF ? "hang" : "signal");
    else if (!common->wrong)
        keep(common, request, "sanitizer");
    else if (strcmp(common->wrong, "leak") == 0)
        find_leaks(common, request);
    else
        keep(common, request, common->wrong);
    common->wrong = NULL;
    check_results(true);
    return false;
}

static void report(const common *common, double begin, int found)
{
    printf(
        "%.0f s, %.0f s of the processor: %ld decks (and %ld again), %ld read, %ld begun, %ld ended well, %d wrong\n",
        seconds(CLOCK_MONOTONIC) - begin, common->seconds, common->runs, common->again, common->read, common->solved,
        common->ended, found);
    fflush(stdout);
}

static int sweep(common *common, const request *request)
{
    const double begin = seconds(CLOCK_MONOTONIC), until = request->seconds > 0 ? begin + request->seconds : 0;
    double reported = begin;
    int found = 0;
    while ((request->runs == 0 || common->runs < request->runs) && (until <= 0 || seconds(CLOCK_MONOTONIC) < until)) {
        const pid_t child = fork();
        int status = 0;
        common->wrong = NULL;
        if (child == 0)
            _exit(work(common, request, until));
        if (child < 0 || waitpid(child, &status, 0) != child)
            return 2;
        found += !check_worker(common, request, status);
        if (seconds(CLOCK_MONOTONIC) - reported > 60) {
            reported = seconds(CLOCK_MONOTONIC);
            report(common, begin, found);
        }
    }
    report(common, begin, found);
    return found > 0;
}

static void read_decks(common *common, int n, char *const *paths)
{
    for (int i = 0; i < n && common->n_decks < MOST_DECKS; i++) {
        base_deck *deck = &common->decks[common->n_decks];
        FILE *file = fopen(paths[i], "rb");
        deck->path = paths[i];
        deck->size = file ? fread(deck->text, 1, MOST_TEXT, file) : 0;
        common->n_decks += deck->size > 0 && deck->size < MOST_TEXT * 3 / 4;
        if (file)
            fclose(file);
    }
}

int main(int argc, char **argv)
{
    if (argc < 6 || !mkdtemp(folder))
        return 2;
    const request request = {.runs = strtol(argv[1], NULL, 10),
                             .seconds = strtod(argv[2], NULL),
                             .seed = (unsigned)strtoul(argv[3], NULL, 10),
                             .broken = argv[4]};
    common *common = mmap(NULL, sizeof *common, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (common == MAP_FAILED)
        return 2;
    read_decks(common, argc - 5, argv + 5);
    const int status = sweep(common, &request);
    rmdir(folder);
    return status;
}
