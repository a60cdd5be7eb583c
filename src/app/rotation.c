/* rotation.c - `torsor rotation`: its switches, numbers from arguments or standard input. */
#include "app/rotation.h"
#include "app/exit_status.h"
#include "app/orientation.h"
#include "app/words.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_NUMBERS = 9 };

typedef struct {
    torsor_orientation from, to;
    bool is_radians;
} request;

static bool rotation_read_switch(void *to, int id)
{
    request *request = to;
    switch (id) {
    case SWITCH_ROTATION_FROM:
        return word_orientation(optarg, &request->from);
    case SWITCH_ROTATION_TO:
        return word_orientation(optarg, &request->to);
    case SWITCH_ROTATION_RADIANS:
        return request->is_radians = true;
    default:
        return false;
    }
}

/* Angles are in degrees unless the user wants radians. */
static void scale_angles(const request *request, torsor_orientation kind, double factor, double *numbers)
{
    for (int i = 0; request->is_radians && kind <= TORSOR_EULER321 && i < 3; i++)
        numbers[i] *= factor;
}

/* Reads as many numbers as there are, separated by blanks or commas. Returns their count, or -1 for other words. */
static int read_numbers(const char *line, double *numbers)
{
    int n = 0;
    for (;;) {
        char *end;
        line += strspn(line, " \t\r\n,");
        if (!*line || n == MOST_NUMBERS)
            return *line ? -1 : n;
        numbers[n++] = strtod(line, &end);
        if (end == line || (*end && !strchr(" \t\r\n,", *end)))
            return -1;
        line = end;
    }
}

static int refuse(const request *request, const char *line)
{
    fprintf(stderr, "torsor rotation: '%.*s' is no rotation: expected %d numbers%s\n", (int)strcspn(line, "\r\n"), line,
            torsor_orientation_size(request->from),
            request->from == TORSOR_ROTATION_MATRIX ? ", the rows of an orthogonal matrix"
            : request->from == TORSOR_QUATERNION    ? ", not all zero"
                                                    : "");
    return EXIT_WRONG_DECK;
}

static int convert(const request *request, const char *line)
{
    double given[MOST_NUMBERS] = {0}, result[MOST_NUMBERS];
    const bool is_complete = read_numbers(line, given) == torsor_orientation_size(request->from);
    scale_angles(request, request->from, 180.0 / M_PI, given);
    if (!is_complete || torsor_convert_orientation(request->from, given, request->to, result) != TORSOR_OK)
        return refuse(request, line);
    scale_angles(request, request->to, M_PI / 180.0, result);
    for (int i = 0; i < torsor_orientation_size(request->to); i++)
        printf("%s%.16g", i > 0 ? " " : "", result[i]);
    putchar('\n');
    return EXIT_ALL_WELL;
}

static int convert_input(const request *request)
{
    char *line = NULL;
    size_t size = 0;
    int status = EXIT_ALL_WELL;
    while (status == EXIT_ALL_WELL && getline(&line, &size, stdin) >= 0)
        if (line[strspn(line, " \t\r\n")])
            status = convert(request, line);
    free(line);
    return status;
}

static int rotation_execute(void *of, char **words, int n)
{
    const request *request = of;
    int status = EXIT_ALL_WELL;
    for (int i = 0; i < n && status == EXIT_ALL_WELL; i++)
        status = strcmp(words[i], "-") == 0 ? convert_input(request) : convert(request, words[i]);
    return status;
}

int rotation_command(int argc, char **argv)
{
    static const word_command ROTATION = {
        .command = COMMAND_ROTATION, .take = rotation_read_switch, .execute = rotation_execute, .takes_many = true};
    request request = {.from = TORSOR_EULER123, .to = TORSOR_ROTATION_MATRIX};
    return word_obey(&ROTATION, &request, argc, argv);
}
