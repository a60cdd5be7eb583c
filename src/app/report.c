/* report.c - `torsor report`: the tables of a study, and a page about them. */
#include "app/report.h"
#include "app/exit_status.h"
#include "app/messages.h"
#include "app/words.h"
#include "app/writing.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern char **environ;

typedef struct {
    torsor_study_options options;
    torsor_options open;
    torsor_definition *definitions; /* at most argc */
    const char **outputs;           /* at most argc */
    const char *page;
    message_form form;
} report_request;

static bool report_read_switch(void *to, int id)
{
    report_request *request = to;
    switch (id) {
    case SWITCH_REPORT_OUTPUT:
        request->options.folder = optarg;
        return true;
    case SWITCH_REPORT_PAGE:
        request->page = optarg;
        return *optarg != '\0';
    case SWITCH_REPORT_INPUT:
        request->options.deck = optarg;
        return true;
    case SWITCH_REPORT_QUANTITY:
        request->outputs[request->options.n_outputs++] = optarg;
        return *optarg != '\0' && *optarg != '=';
    case SWITCH_REPORT_KEEP:
        return request->options.keep_results = true;
    case SWITCH_REPORT_DEFINE:
        return word_definition(optarg, &request->definitions[request->open.n_definitions++]);
    case SWITCH_REPORT_SANDBOX:
        return request->open.sandbox = true;
    default:
        return false;
    }
}

static int write_page(const report_request *request, torsor_study *study)
{
    const size_t size = strlen(torsor_study_folder(study)) + sizeof "/report.html";
    char *path = malloc(size);
    if (!path)
        return word_status(TORSOR_NO_MEMORY);
    snprintf(path, size, "%s/report.html", torsor_study_folder(study));
    const char *page = request->page ? request->page : path;
    const torsor_status status = torsor_study_report(study, page);
    if (status == TORSOR_OK)
        print_visible(stdout, "%s\n", page);
    free(path);
    return word_status(status);
}

static int report_execute(void *of, char **words, int n)
{
    (void)n;
    report_request *request = of;
    request->options.plan = words[0];
    request->options.outputs = request->outputs;
    request->open.definitions = request->definitions;
    request->open.environment = request->open.sandbox ? NULL : environ;
    request->open.message = messages_print;
    request->form = messages_form(false);
    request->open.context = &request->form;
    request->options.open = &request->open;
    torsor_study *study = torsor_study_open(&request->options);
    const int status = study ? write_page(request, study) : EXIT_WRONG_DECK;
    torsor_study_close(study);
    return status;
}

int report_command(int argc, char **argv)
{
    static const word_command REPORT = {
        .command = COMMAND_REPORT, .take = report_read_switch, .execute = report_execute};
    report_request request = {.options = {.size = sizeof request.options},
                              .open = {.size = sizeof request.open},
                              .definitions = calloc((size_t)argc + 1, sizeof *request.definitions),
                              .outputs = calloc((size_t)argc + 1, sizeof *request.outputs)};
    const int status = request.definitions && request.outputs ? word_obey(&REPORT, &request, argc, argv)
                                                              : word_status(TORSOR_NO_MEMORY);
    free(request.definitions);
    free(request.outputs);
    return status;
}
