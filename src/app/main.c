/* main.c - the program torsor. */
#include "app/commands.h"
#include "app/exit_status.h"
#include "app/paths.h"
#include "app/run.h"
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static void print_banner(const command_line *command_line)
{
    if (!command_line->silent && command_line->what == COMMAND_RUN && command_line->request == REQUEST_NONE)
        printf("Torsor %s - multibody and multiphysics dynamics\n", torsor_version());
}

static void rest(double seconds)
{
    struct timespec left = {.tv_sec = (time_t)seconds, .tv_nsec = (long)(1e9 * (seconds - floor(seconds)))};
    nanosleep(&left, NULL);
}

static int solve_all(const command_line *command_line)
{
    int status = EXIT_ALL_WELL;
    torsor_model *before = NULL; /* model of the previous deck, whose variables the next one may inherit */
    char *home = getcwd(NULL, 0);
    if (command_line->n_decks > 1 && command_line->output && !is_directory(command_line->output)) {
        fputs("torsor: -o is the name of the results of one deck, but several are given; use a directory that exists\n",
              stderr);
        status = EXIT_WRONG_COMMAND;
    } else if (command_line->n_decks == 0 && ranks_now()) {
        fputs("torsor: mpirun gives its standard input to one process only: name the deck\n", stderr);
        status = EXIT_WRONG_COMMAND;
    } else if (command_line->n_decks == 0) {
        status = run_deck(command_line, NULL, &before);
    }
    for (int i = 0; i < command_line->n_decks && status != EXIT_WRONG_COMMAND; i++) {
        const int one = command_line->what != COMMAND_RUN ? check_deck(command_line, command_line->decks[i], &before)
                                                          : run_deck(command_line, command_line->decks[i], &before);
        status = one ? one : status;
        if (home && chdir(home) != 0)
            print_visible(stderr, "%s: %s\n", home, strerror(errno));
    }
    torsor_close(before);
    free(home);
    return status;
}

static int print_help(const char *topic)
{
    bool found = false;
    char *words = torsor_help(topic, &found);
    fputs(words ? words : "", found ? stdout : stderr);
    torsor_free(words);
    return found ? EXIT_ALL_WELL : EXIT_WRONG_DECK;
}

static int print_all_help(void)
{
    char *words = torsor_help_json();
    const int status = words && fputs(words, stdout) >= 0 ? EXIT_ALL_WELL : EXIT_NO_MEMORY;
    torsor_free(words);
    return status;
}

static int print_symbols(void)
{
    char *words = torsor_symbols();
    const int status = words && fputs(words, stdout) >= 0 ? EXIT_ALL_WELL : EXIT_NO_MEMORY;
    torsor_free(words);
    return status;
}

static int print_request(const command_line *command_line)
{
    switch (command_line->request) {
    case REQUEST_SYMBOLS:
        return print_symbols();
    case REQUEST_LICENSE:
        return fputs(torsor_license(), stdout) < 0;
    case REQUEST_WARRANTY:
        return fputs(torsor_warranty(), stdout) < 0;
    case REQUEST_VERSION:
        return printf("torsor %s\n", torsor_version()) < 0;
    default:
        return !usage_print(command_line->what);
    }
}

static int main_execute(const command_line *command_line, int argc, char **argv)
{
    static int (*const RUN[COMMAND_COUNT])(int argc, char **argv) = {
#define COMMAND(id, name, run, noun, arguments, summary, details) [COMMAND_##id] = run,
#include "app/commands.def"
#undef COMMAND
    };
    if (RUN[command_line->what])
        return RUN[command_line->what](argc - 1, argv + 1);
    if (command_line->request != REQUEST_NONE)
        return print_request(command_line);
    if (command_line->what == COMMAND_HELP)
        return command_line->as_json ? print_all_help() : print_help(*command_line->topic ? command_line->topic : NULL);
    command_line_explain(command_line);
    if (command_line->sleep > 0)
        rest(command_line->sleep);
    return command_line->what == COMMAND_RUN ? ranks_end(solve_all(command_line)) : solve_all(command_line);
}

/* Failing to write the output is also an error. */
static int flush_output(int status)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return status;
    perror("torsor: standard output");
    return status ? status : EXIT_WRONG_DECK;
}

int main(int argc, char **argv)
{
    command_line command_line;
    ignore_file_limit();
    int status = EXIT_WRONG_COMMAND;
    if (command_line_read(&command_line, argc, argv)) {
        const bool is_run = command_line.what == COMMAND_RUN && command_line.request == REQUEST_NONE;
        if (is_run && !ranks_begin()) {
            status = EXIT_WRONG_COMMAND;
        } else if (!command_line.directory || chdir(command_line.directory) == 0) {
            print_banner(&command_line);
            status = flush_output(main_execute(&command_line, argc, argv));
        } else {
            print_visible(stderr, "torsor: cannot change to the directory %s: %s\n", command_line.directory,
                          strerror(errno));
        }
    }
    free(command_line.decks);
    free(command_line.definitions);
    free(command_line.limits);
    return status;
}
