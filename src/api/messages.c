/* messages.c - messages as data. */
#include "api/handles.h"
#include <string.h>

static void messages_keep(void *to, const diag *diagnostics, const diag_message *message)
{
    message_list *list = to;
    char words[8192];
    const size_t n = diag_render(diagnostics, message, words, sizeof words);
    const source *file = sources_get(diag_sources(diagnostics), message->location.file);
    const torsor_message one = {
        .severity = message->level == DIAG_ERROR     ? TORSOR_SEVERITY_ERROR
                    : message->level == DIAG_WARNING ? TORSOR_SEVERITY_WARNING
                                                     : TORSOR_SEVERITY_NOTE,
        .code = message->code->id,
        .file = file ? file->name : NULL,
        .line = message->line,
        .column = message->column,
        .length = (int)message->location.length,
        .text = arena_string(list->memory, message->text, strlen(message->text)),
        .hint = arena_string(list->memory, message->hint, strlen(message->hint)),
        .rendered = arena_string(list->memory, words, n < sizeof words ? n : sizeof words - 1),
    };
    array_push(&list->at, one);
    if (list->on_message)
        list->on_message(list->context, &one);
}

void messages_open(message_list *list, diag *from)
{
    list->memory = arena_create();
    diag_set_sink(from, messages_keep, list);
}

void messages_close(message_list *list)
{
    array_free(&list->at);
    arena_destroy(list->memory);
}

static torsor_message messages_at(const message_list *list, int i)
{
    return i >= 0 && i < list->at.n ? list->at.items[i]
                                    : (torsor_message){.code = "", .text = "", .hint = "", .rendered = ""};
}

static const message_list NONE;
static const message_list *of_model(const torsor_model *model) { return model ? &model->messages : &NONE; }
static const message_list *of_analysis(const torsor_analysis *analysis)
{
    return analysis ? &analysis->messages : &NONE;
}

int torsor_message_count(const torsor_model *model) { return of_model(model)->at.n; }
torsor_message torsor_message_at(const torsor_model *model, int index) { return messages_at(of_model(model), index); }
int torsor_analysis_message_count(const torsor_analysis *analysis) { return of_analysis(analysis)->at.n; }
torsor_message torsor_analysis_message_at(const torsor_analysis *analysis, int index)
{
    return messages_at(of_analysis(analysis), index);
}
