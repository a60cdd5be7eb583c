/* messages.c - messages as data. */
#include "api/handles.h"
#include <string.h>

static void messages_keep(void *to, const diag *d, const diag_message *m)
{
    message_list *l = to;
    char words[8192];
    const size_t n = diag_render(d, m, words, sizeof words);
    const source *file = sources_get(diag_sources(d), m->where.file);
    const torsor_message one = {
        .severity = m->level == DIAG_ERROR     ? TORSOR_FAULT
                    : m->level == DIAG_WARNING ? TORSOR_WARNING
                                               : TORSOR_NOTE,
        .code = m->code->id,
        .file = file ? file->name : NULL,
        .line = m->line,
        .column = m->column,
        .length = (int)m->where.length,
        .text = arena_string(l->memory, m->text, strlen(m->text)),
        .hint = arena_string(l->memory, m->hint, strlen(m->hint)),
        .rendered = arena_string(l->memory, words, n < sizeof words ? n : sizeof words - 1),
    };
    array_push(&l->at, one);
    if (l->hear)
        l->hear(l->context, &one);
}

void messages_open(message_list *l, diag *from)
{
    l->memory = arena_create();
    diag_set_sink(from, messages_keep, l);
}

void messages_close(message_list *l)
{
    array_free(&l->at);
    arena_destroy(l->memory);
}

static torsor_message messages_at(const message_list *l, int i)
{
    return i >= 0 && i < l->at.n ? l->at.items[i]
                                 : (torsor_message){.code = "", .text = "", .hint = "", .rendered = ""};
}

static const message_list NONE;
static const message_list *of_model(const torsor_model *m) { return m ? &m->messages : &NONE; }
static const message_list *of_analysis(const torsor_analysis *a) { return a ? &a->messages : &NONE; }

int torsor_message_count(const torsor_model *m) { return of_model(m)->at.n; }
torsor_message torsor_message_at(const torsor_model *m, int i) { return messages_at(of_model(m), i); }
int torsor_analysis_message_count(const torsor_analysis *a) { return of_analysis(a)->at.n; }
torsor_message torsor_analysis_message_at(const torsor_analysis *a, int i) { return messages_at(of_analysis(a), i); }
