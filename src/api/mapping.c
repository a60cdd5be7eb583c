/* mapping.c - the matrix of `external structural mapping`. */
#include "mesh/mapping.h"
#include "api/guard.h"
#include "api/messages.h"
#include "api/options.h"
#include "api/text_out.h"
#include "base/confine.h"
#include "mesh/diag_rows.h"
#include <math.h>
#include <string.h>

typedef struct {
    const torsor_mapping_options *options;
    text matrix, report, output;
    bool ok;
} mapping_request;

/* Checks the output that an untrusted file names; the caller will write it. */
static bool output_is_allowed(const mapping_data *data, const torsor_mapping_options *options)
{
    const char *why = options->sandbox && data->output ? confine_name("", 0, data->output) : NULL;
    if (why)
        diag_report(data->errors, E_MODES_WRITE, (source_location){0}, data->output, why);
    return !why;
}

static void mapping_work(mapping_request *request, mapping_data *data)
{
    const torsor_mapping_options *options = request->options;
    data->surface = options->surface;
    data->order = options->order, data->points_each = options->points_each;
    data->has_weight = options->has_weight, data->weight = options->weight;
    request->ok = mapping_read_points(data, options->points) && mapping_read_surface(data) &&
                  output_is_allowed(data, options) && mapping_compute(data, &request->matrix, &request->report);
    if (request->ok && data->output)
        text_string(&request->output, data->output);
}

static void mapping_execute(void *on)
{
    mapping_request *request = on;
    mapping_data data = {.memory = arena_create(), .texts = sources_create()};
    sources_set_rules(data.texts, request->options->sandbox ? FILES_CONFINED : 0u);
    data.errors = diag_create(data.texts);
    message_list received = {.on_message = request->options->message, .context = request->options->message_context};
    messages_open(&received, data.errors);
    mapping_work(request, &data);
    diag_flush(data.errors);
    diag_destroy(data.errors);
    messages_close(&received);
    sources_destroy(data.texts);
    arena_destroy(data.memory);
}

static bool mapping_is_understood(const torsor_mapping_options *options)
{
    return options->points && options->order >= 0 && options->order <= LEAST_SQUARES_MOST_ORDER &&
           options->points_each >= 0 &&
           (!options->has_weight || (options->weight >= -2 && (options->weight <= 6 || isinf(options->weight))));
}

torsor_status torsor_mapping(const torsor_mapping_options *options, torsor_mapping_result *result)
{
    torsor_mapping_options copy;
    mapping_request request = {.options = &copy};
    *result = (torsor_mapping_result){0};
    if (!options_copy(&copy, sizeof copy, options) || !mapping_is_understood(&copy))
        return TORSOR_MISUSE;
    const bool has_memory = guarded(mapping_execute, &request), is_good = has_memory && request.ok;
    if (is_good)
        *result = (torsor_mapping_result){.matrix = text_out(&request.matrix),
                                          .report = text_out(&request.report),
                                          .output = request.output.n > 0 ? text_out(&request.output) : NULL};
    text_free(&request.matrix);
    text_free(&request.report);
    text_free(&request.output);
    return is_good ? TORSOR_OK : has_memory ? TORSOR_ERROR : TORSOR_NO_MEMORY;
}
