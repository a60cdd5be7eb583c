/* report.c - `torsor report`: the tables of a study, and a page about them. */
#include "app/report.h"
#include "app/exit_status.h"
#include "app/study_opening.h"
#include "app/words.h"
#include "app/writing.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    study_opening opening;
    const char *page;
} report_request;

static bool report_read_switch(void *to, int id)
{
    report_request *request = to;
    switch (id) {
    case SWITCH_REPORT_OUTPUT:
        request->opening.options.folder = optarg;
        return true;
    case SWITCH_REPORT_PAGE:
        request->page = optarg;
        return *optarg != '\0';
    case SWITCH_REPORT_INPUT:
        request->opening.options.deck = optarg;
        return true;
    case SWITCH_REPORT_QUANTITY:
        request->opening.outputs[request->opening.options.n_outputs++] = optarg;
        return *optarg != '\0' && *optarg != '=';
    case SWITCH_REPORT_KEEP:
        return request->opening.options.keep_results = true;
    case SWITCH_REPORT_DEFINE:
        return word_definition(optarg, &request->opening.definitions[request->opening.open.n_definitions++]);
    case SWITCH_REPORT_SANDBOX:
        return request->opening.open.sandbox = true;
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
    torsor_study *study = study_opening_open(&request->opening, words[0]);
    const int status = study ? write_page(request, study) : EXIT_WRONG_DECK;
    torsor_study_close(study);
    return status;
}

int report_command(int argc, char **argv)
{
    static const word_command REPORT = {
        .command = COMMAND_REPORT, .take = report_read_switch, .execute = report_execute};
    report_request request = {0};
    const int status = study_opening_create(&request.opening, argc) ? word_obey(&REPORT, &request, argc, argv)
                                                                    : word_status(TORSOR_NO_MEMORY);
    study_opening_free(&request.opening);
    return status;
}
