/* c81.c - `torsor c81`: its switches. */
#include "app/c81.h"
#include "app/exit_status.h"
#include "app/messages.h"
#include "app/words.h"
#include "app/writing.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    torsor_c81_options options;
    number_list alpha, mach, positions;
    bool has_position;
    const char *output; /* NULL: standard output */
} request;

static bool read_format(request *request, const char *word)
{
    request->options.free_format = strcmp(word, "free") == 0;
    request->options.nrel = strcmp(word, "nrel") == 0;
    return request->options.free_format || request->options.nrel || strcmp(word, "traditional") == 0;
}

static bool read_conversion(request *request, const char *word)
{
    request->options.convert = true;
    request->options.traditional = strcmp(word, "traditional") == 0;
    return request->options.traditional || strcmp(word, "free") == 0;
}

static bool c81_read_switch(void *to, int id)
{
    request *request = to;
    switch (id) {
    case SWITCH_C81_ALPHA:
        return word_numbers(optarg, &request->alpha);
    case SWITCH_C81_MACH:
        return word_numbers(optarg, &request->mach);
    case SWITCH_C81_POSITIONS:
        return word_numbers(optarg, &request->positions);
    case SWITCH_C81_AT:
        return request->has_position = word_number(optarg, -1e300, 1e300, &request->options.at);
    case SWITCH_C81_FORMAT:
        return read_format(request, optarg);
    case SWITCH_C81_CONVERT:
        return read_conversion(request, optarg);
    case SWITCH_C81_FLIP:
        return request->options.flip = true;
    case SWITCH_C81_TOLERANCE:
        return word_number(optarg, 0, 1, &request->options.tolerance);
    case SWITCH_C81_SANDBOX:
        return request->options.sandbox = true;
    case SWITCH_C81_OUTPUT:
        request->output = optarg;
        return true;
    default:
        return false;
    }
}

static bool positions_are_good(const request *request, int n)
{
    if (n == 1)
        return (request->positions.n == 0 && !request->has_position) ||
               word_complain(COMMAND_C81, "one airfoil needs neither --positions nor --at");
    if (request->positions.n != n || !request->has_position)
        return word_complain(COMMAND_C81, "several airfoils need as many --positions, and --at, where to interpolate");
    for (int i = 1; i < n; i++)
        if (!(request->positions.numbers[i] > request->positions.numbers[i - 1]))
            return word_complain(COMMAND_C81, "--positions must grow");
    return (request->options.at >= request->positions.numbers[0] &&
            request->options.at <= request->positions.numbers[n - 1]) ||
           word_complain(COMMAND_C81, "--at must be between the first and the last of --positions");
}

static bool c81_is_complete(request *request, int n)
{
    torsor_c81_options *options = &request->options;
    if ((request->alpha.n > 0) != (request->mach.n > 0))
        return word_complain(COMMAND_C81, "coefficients need both --alpha and --mach");
    if (request->alpha.n > 0 && options->convert)
        return word_complain(COMMAND_C81, "either --alpha and --mach, or --convert");
    options->positions = request->positions.numbers;
    options->alpha = request->alpha.numbers, options->n_alpha = request->alpha.n;
    options->mach = request->mach.numbers, options->n_mach = request->mach.n;
    return positions_are_good(request, n);
}

static int c81_execute(void *of, char **words, int n)
{
    request *request = of;
    torsor_status status;
    message_form form = messages_form(false);
    if (!c81_is_complete(request, n))
        return EXIT_WRONG_COMMAND;
    request->options.files = (const char *const *)words, request->options.n_files = n;
    request->options.message = messages_print;
    request->options.message_context = &form;
    char *result = torsor_c81(&request->options, &status);
    if (result && !write_text(result, request->output))
        status = TORSOR_ERROR;
    torsor_free(result);
    return word_status(status);
}

int c81_command(int argc, char **argv)
{
    static const word_command C81 = {
        .command = COMMAND_C81, .take = c81_read_switch, .execute = c81_execute, .takes_many = true};
    request request = {.options = {.size = sizeof request.options}};
    const int status = word_obey(&C81, &request, argc, argv);
    free(request.alpha.numbers);
    free(request.mach.numbers);
    free(request.positions.numbers);
    return status;
}
