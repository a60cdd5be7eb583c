/* study.c - `torsor study`: its switches, and who solves the cases: processes of this machine, or of others. */
#include "app/study.h"
#include "app/exit_status.h"
#include "app/paths.h"
#include "app/study_opening.h"
#include "app/study_workers.h"
#include "app/words.h"
#include "app/writing.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    study_opening opening;
    int jobs, slurm, mpi, commands;
    bool silent, is_worker, only_status;
} request;

static bool study_read_switch(void *to, int id)
{
    request *request = to;
    switch (id) {
    case SWITCH_STUDY_OUTPUT:
        request->opening.options.folder = optarg;
        return true;
    case SWITCH_STUDY_INPUT:
        request->opening.options.deck = optarg;
        return true;
    case SWITCH_STUDY_QUANTITY:
        request->opening.outputs[request->opening.options.n_outputs++] = optarg;
        return *optarg != '\0' && *optarg != '=';
    case SWITCH_STUDY_KEEP:
        return request->opening.options.keep_results = true;
    case SWITCH_STUDY_JOBS:
        return word_count(optarg, &request->jobs);
    case SWITCH_STUDY_SLURM:
        return word_count(optarg, &request->slurm);
    case SWITCH_STUDY_MPI:
        return word_count(optarg, &request->mpi);
    case SWITCH_STUDY_COMMANDS:
        return word_count(optarg, &request->commands);
    case SWITCH_STUDY_WORKER:
        return request->is_worker = true;
    case SWITCH_STUDY_STATUS:
        return request->only_status = true;
    case SWITCH_STUDY_DEFINE:
        return word_definition(optarg, &request->opening.definitions[request->opening.open.n_definitions++]);
    case SWITCH_STUDY_SANDBOX:
        return request->opening.open.sandbox = true;
    case SWITCH_STUDY_SILENT:
        return request->silent = true;
    default:
        return false;
    }
}

/* --- other machines ----------------------------------------------------------------------------------------------- */

/* The command of a worker, quoted for a shell; everything that was given but what chooses who solves the cases. */
static void print_quoted(FILE *to, const char *word)
{
    fputc('\'', to);
    for (; *word; word++)
        if (*word == '\'')
            fputs("'\\''", to);
        else
            fputc(*word, to);
    fputc('\'', to);
}

static void print_option(FILE *to, const char *name, const char *value)
{
    fprintf(to, " %s ", name);
    print_quoted(to, value);
}

static void print_worker(const request *request, const torsor_study *study, FILE *to)
{
    char program[4096] = "torsor";
    const ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
    program[n > 0 ? n : 6] = '\0';
    char *plan = absolute_path(request->opening.options.plan),
         *deck = request->opening.options.deck ? absolute_path(request->opening.options.deck) : NULL;
    print_quoted(to, program);
    fputs(" study --worker", to);
    print_option(to, "-o", torsor_study_folder(study));
    if (deck)
        print_option(to, "-f", deck);
    for (int i = 0; i < request->opening.options.n_outputs; i++)
        print_option(to, "-q", request->opening.outputs[i]);
    for (int i = 0; i < request->opening.open.n_definitions; i++) {
        fputs(" -D ", to);
        print_quoted(to, request->opening.definitions[i].name);
        fputc('=', to);
        print_quoted(to, request->opening.definitions[i].value);
    }
    fputs(request->opening.options.keep_results ? " --keep-results" : "", to);
    fputs(request->opening.open.sandbox ? " --sandbox " : " ", to);
    print_quoted(to, plan ? plan : request->opening.options.plan);
    fputc('\n', to);
    free(plan);
    free(deck);
}

/* Returns the path of a file in the folder of the study, to be freed. */
static char *in_folder(const torsor_study *study, const char *name)
{
    const size_t size = strlen(torsor_study_folder(study)) + strlen(name) + 2;
    char *path = malloc(size);
    if (path)
        snprintf(path, size, "%s/%s", torsor_study_folder(study), name);
    return path;
}

/* Writes an array job of Slurm and submits it. */
static int submit(const request *request, const torsor_study *study)
{
    char *path = in_folder(study, "job.sh");
    FILE *file = path ? open_written(path) : NULL;
    bool ok = file != NULL;
    if (ok) {
        fprintf(file,
                "#!/bin/sh\n#SBATCH --job-name=torsor-study\n#SBATCH --array=1-%d\n#SBATCH --output=", request->slurm);
        fprintf(file, "%s/slurm-%%a.out\nexec ", torsor_study_folder(study));
        print_worker(request, study, file);
        ok = close_written(file, path, true);
    }
    if (ok) {
        fflush(NULL);
        execlp("sbatch", "sbatch", path, (char *)NULL);
        fprintf(stderr, "torsor study: cannot start sbatch: %s; the job is in %s\n", strerror(errno), path);
    }
    free(path);
    return EXIT_WRONG_COMMAND;
}

/* Runs workers under mpirun; returns whether all have ended well. */
static bool run_mpi(const request *request, const torsor_study *study)
{
    char *command = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&command, &size);
    if (!to)
        return false;
    fprintf(to, "exec mpirun -n %d ", request->mpi);
    print_worker(request, study, to);
    fclose(to);
    fflush(NULL);
    const int status = system(command); /* quoted for the shell, above */
    if (status != 0)
        fprintf(stderr, "torsor study: mpirun has ended with status %d\n", status);
    free(command);
    return status == 0;
}

/* --- this machine ------------------------------------------------------------------------------------------------- */

static void print_counts(const torsor_study *study, const study_counts *counts)
{
    printf("%d of %d cases are done", counts->done + counts->refused, torsor_study_count(study));
    if (counts->refused > 0)
        printf(", %d do not satisfy the checks", counts->refused);
    if (counts->failed > 0)
        printf(", %d have failed", counts->failed);
    putchar('\n');
}

static int conclude(const request *request, torsor_study *study, bool ok)
{
    const study_counts counts = study_count(study);
    const torsor_status status = torsor_study_collect(study);
    if (!request->silent) {
        print_counts(study, &counts);
        print_visible(stdout, "results in %s\n", torsor_study_folder(study));
    }
    if (study_gives_up)
        fputs("interrupted: the same command continues\n", stderr);
    const bool is_whole = ok && counts.failed + counts.refused + counts.open == 0;
    return status != TORSOR_OK ? word_status(status) : is_whole ? EXIT_ALL_WELL : EXIT_WRONG_DECK;
}

/* The number that a scheduler has left in the environment, or -1. */
static long environment_number(const char *name)
{
    const char *word = getenv(name);
    return word ? atol(word) : -1;
}

/* The first case of a worker, so that workers of an array do not begin with the same one. */
static int first_case(const torsor_study *study)
{
    static const struct {
        const char *rank, *size;
        long first;
    } SCHEDULERS[] = {{"SLURM_ARRAY_TASK_ID", "SLURM_ARRAY_TASK_COUNT", 1},
                      {"SLURM_PROCID", "SLURM_NTASKS", 0},
                      {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", 0},
                      {"PMI_RANK", "PMI_SIZE", 0}};
    for (size_t i = 0; i < sizeof SCHEDULERS / sizeof *SCHEDULERS; i++) {
        const long rank = environment_number(SCHEDULERS[i].rank) - SCHEDULERS[i].first,
                   size = environment_number(SCHEDULERS[i].size);
        if (rank >= 0 && size > rank)
            return (int)((double)rank / (double)size * torsor_study_count(study));
    }
    return 0;
}

/* The last worker finds that nothing is left, and writes the tables. */
static int run_worker(const request *request, torsor_study *study)
{
    const bool ok = study_worker_alone(study, first_case(study));
    if (!ok)
        return EXIT_WRONG_DECK;
    return study_count(study).open == 0 ? conclude(request, study, true) == EXIT_NO_MEMORY : EXIT_ALL_WELL;
}

static int run_study(const request *request, torsor_study *study)
{
    if (request->is_worker)
        return run_worker(request, study);
    if (request->only_status)
        return conclude(request, study, true);
    const torsor_status status = torsor_study_check(study);
    if (status != TORSOR_OK)
        return word_status(status);
    for (int i = 0; i < torsor_study_count(study); i++)
        torsor_study_reopen(study, i);
    for (int i = 0; i < request->commands; i++)
        print_worker(request, study, stdout);
    if (request->commands > 0)
        return EXIT_ALL_WELL;
    if (request->slurm > 0)
        return submit(request, study);
    if (request->mpi > 0)
        return conclude(request, study, run_mpi(request, study));
    return conclude(request, study, study_workers_run(study, request->jobs, request->silent));
}

static int study_execute(void *of, char **words, int n)
{
    (void)n;
    request *request = of;
    request->opening.options.give_up = &study_gives_up;
    torsor_study *study = study_opening_open(&request->opening, words[0]);
    const int status = study ? run_study(request, study) : EXIT_WRONG_DECK;
    torsor_study_close(study);
    return status;
}

int study_command(int argc, char **argv)
{
    static const word_command STUDY = {.command = COMMAND_STUDY, .take = study_read_switch, .execute = study_execute};
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    request request = {.jobs = processors > 1 ? (int)processors : 1};
    const int status = study_opening_create(&request.opening, argc) ? word_obey(&STUDY, &request, argc, argv)
                                                                    : word_status(TORSOR_NO_MEMORY);
    study_opening_free(&request.opening);
    return status;
}
