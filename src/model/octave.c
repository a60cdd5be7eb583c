/* octave.c - functions and classes of Octave in a deck.
 *
 *     f'  = (f(x + h) - f(x - h)) / 2h,          h  = 1e-5 (1 + |x|)
 *     f'' = (f(x + h) - 2 f(x) + f(x - h)) / h^2,  h = 1e-4 (1 + |x|) */
#include "model/octave.h"
#include "base/text.h"
#include "deck/symbol_use.h"
#include "model/diag_rows.h"
#include "model/model.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct octave_session {
    octave *octave;
    const symbols *names;
    bool has_variables;
    int objects;
};

enum { MOST_NUMBERS = 36 };

static void session_release(void *thing)
{
    octave_session *session = thing;
    octave_stop(session->octave);
    free(session);
}

static octave_session *session_of(const model *model)
{
    for (int i = 0; i < model->owned.n; i++)
        if (model->owned.items[i].release == session_release)
            return model->owned.items[i].thing;
    return NULL;
}

/* Returns the session of the model, starting Octave if there is none; NULL after an error. */
static octave_session *session_provide(reader *reader)
{
    char why[OCTAVE_WHY] = "";
    model *model = model_of(reader);
    octave_session *session = session_of(model);
    if (session || !read_ok(reader) || !reader_allows(reader, "Octave"))
        return session;
    octave *octave = octave_start(reader_given_variable(reader, "TORSOR_OCTAVE"), reader_limits(reader)->peer_seconds,
                                  why, sizeof why);
    if (!octave) {
        read_error_last(reader, E_OCTAVE_START, why);
        diag_hint(reader_diag(reader),
                  "install GNU Octave, or name its program in the environment variable TORSOR_OCTAVE");
        return NULL;
    }
    session = heap_resize(NULL, sizeof *session);
    *session = (octave_session){.octave = octave, .names = model->names};
    model_owns(model, session_release, session);
    return session;
}

/* --- requests ----------------------------------------------------------------------------------------------------- */

static void put_text(text *to, const char *words)
{
    for (; *words; words++)
        if (*words == '\\' || *words == '\t' || *words == '\n')
            text_printf(to, "\\%c", *words == '\t' ? 't' : *words == '\n' ? 'n' : '\\');
        else
            text_char(to, *words);
}

static void put_value(text *to, value v)
{
    if (v.type == TYPE_STRING) {
        text_char(to, 's');
        put_text(to, v.s);
    } else {
        text_printf(to, "d%.17g", value_to_real(v));
    }
}

static bool ask(octave *octave, text *request, char *why)
{
    text_char(request, '\0');
    const bool ok = octave_request(octave, (const char *const[]){request->data, NULL}, NULL, NULL, NULL, 0, why);
    text_free(request);
    return ok;
}

/* Makes a request that names a file or folder, while the deck is read. */
static void ask_about(reader *reader, const octave_entity *entity, const char *what, const char *path)
{
    text request = {0};
    char why[OCTAVE_WHY];
    text_printf(&request, "%s\t", what);
    put_text(&request, path);
    if (!ask(entity->session->octave, &request, why))
        read_error_last(reader, E_OCTAVE, why);
}

static value variable_now(const symbol *symbol, const state *state)
{
    if (symbol->is_live)
        return value_real(symbol->live.get(symbol->live.self, state));
    return state && state->variables ? state->variables[symbol->index] : *symbol_value(symbol);
}

/* Only a text takes memory. */
static bool send_variable(octave *octave, const symbol *symbol, value v, char *why)
{
    char digits[32];
    text words = {0};
    if (v.type == TYPE_STRING) {
        put_value(&words, v);
        text_char(&words, '\0');
    } else {
        snprintf(digits, sizeof digits, "d%.17g", value_to_real(v));
    }
    const char *const pieces[] = {"set\t", symbol->name, "\t", words.n > 0 ? words.data : digits, NULL};
    const bool ok = octave_request(octave, pieces, NULL, NULL, NULL, 0, why);
    text_free(&words);
    return ok;
}

static bool send_variables(const octave_entity *entity, const state *state, char *why)
{
    octave_session *session = entity->session;
    bool ok = true;
    for (int i = 0; ok && i < symbols_count(session->names); i++) {
        const symbol *symbol = symbols_at(session->names, i);
        ok = send_variable(session->octave, symbol, variable_now(symbol, state), why);
    }
    session->has_variables = true;
    return ok;
}

bool octave_ask(const octave_entity *entity, const state *state, const char *const *pieces, double *numbers, int n,
                char *why)
{
    return ((entity->session->has_variables && !entity->updates) || send_variables(entity, state, why)) &&
           octave_request(entity->session->octave, pieces, NULL, NULL, numbers, n, why);
}

/* --- reading ------------------------------------------------------------------------------------------------------ */

/* Reads a flag; one that cannot be honoured is an error unless it is off. */
static bool read_flag(reader *reader, const char *word, const char *reason)
{
    if (!read_keyword(reader, word))
        return false;
    const bool is_on = read_bool(reader, word);
    if (is_on && reason && read_ok(reader))
        read_error_last(reader, E_OCTAVE_FLAG, word, reason);
    return is_on;
}

static bool is_string_next(reader *reader)
{
    const source_location next = read_place(reader);
    const source *file = sources_get(reader_texts(reader), next.file);
    return read_more(reader) && file && file->text[next.offset] == '"';
}

static void read_search_path(reader *reader, const octave_entity *entity)
{
    do {
        const char *folder = read_filename(reader, "folder of the search path");
        if (read_ok(reader))
            ask_about(reader, entity, "path", folder);
    } while (read_ok(reader) && is_string_next(reader));
}

static void read_flags(reader *reader, octave_entity *entity)
{
    static const char CHANGES[] = "evaluations must not change variables, on which the equations depend";
    entity->updates = read_flag(reader, "update octave variables", NULL);
    read_flag(reader, "update mbdyn variables", CHANGES);
    read_flag(reader, "update global variables", CHANGES);
    read_flag(reader, "pass data manager",
              "the data manager is an object of MBDyn's C++ interface, which no document "
              "describes");
    const source *deck = sources_get(reader_texts(reader), read_place(reader).file);
    if (read_flag(reader, "embed octave", NULL) && read_ok(reader) && deck)
        ask_about(reader, entity, "source", deck->path);
    if (read_keyword(reader, "octave search path"))
        read_search_path(reader, entity);
}

void read_octave_entity(reader *reader, octave_entity *entity)
{
    entity->name = read_string(reader, "name in Octave");
    entity->location = read_last_location(reader);
    entity->session = session_provide(reader);
    if (entity->session && read_ok(reader))
        read_flags(reader, entity);
}

void read_octave_function(reader *reader, octave_function *function, int size)
{
    text tail = {0};
    read_octave_entity(reader, &function->entity);
    function->size = size;
    const int n = read_keyword(reader, "arguments") ? read_count(reader, 0, "number of arguments") : 0;
    for (int i = 0; i < n && read_ok(reader); i++) {
        const value argument = read_value(reader, "argument of the function");
        text_char(&tail, '\t');
        if (read_ok(reader))
            put_value(&tail, argument);
    }
    if (read_ok(reader))
        function->head = arena_printf(reader_arena(reader), "call\t%s\td", function->entity.name);
    function->tail = arena_string(reader_arena(reader), tail.n ? tail.data : "", tail.n);
    text_free(&tail);
}

/* --- functions ---------------------------------------------------------------------------------------------------- */

bool octave_value(const octave_function *function, const state *state, double x, double *v, char *why)
{
    double numbers[MOST_NUMBERS];
    char digits[32];
    snprintf(digits, sizeof digits, "%.17g", x);
    const char *const pieces[] = {function->head, digits, function->tail, NULL};
    if (!octave_ask(&function->entity, state, pieces, numbers, function->size, why))
        return false;
    *v = numbers[function->component];
    if (!isfinite(*v))
        snprintf(why, OCTAVE_WHY, "the value of %s is not finite", function->entity.name);
    return isfinite(*v);
}

bool octave_derivative(const octave_function *function, const state *state, double x, int order, double *v, char *why)
{
    const double h = (order == 1 ? 1e-5 : 1e-4) * (1 + fabs(x));
    double below, middle = 0, above;
    if (!octave_value(function, state, x - h, &below, why) || !octave_value(function, state, x + h, &above, why) ||
        (order == 2 && !octave_value(function, state, x, &middle, why)))
        return false;
    *v = order == 1 ? (above - below) / (2 * h) : (above - 2 * middle + below) / (h * h);
    return true;
}

/* --- objects ------------------------------------------------------------------------------------------------------ */

/* Answers of the card, which are kept, or answers that were kept. */
typedef struct {
    reader *reader;
    text kept;
    const char *next; /* without a reader */
} answering;

static value answer_of_card(reader *reader, const char *kind, const char *words)
{
    if (strcmp(kind, "more") == 0)
        return value_bool(read_more(reader));
    if (strcmp(kind, "keyword") == 0)
        return value_bool(read_keyword(reader, words));
    if (strcmp(kind, "string") == 0)
        return value_string(read_string(reader, "argument of the class"));
    if (strcmp(kind, "real") == 0)
        return value_real(read_real(reader, "argument of the class"));
    return strcmp(kind, "bool") == 0 ? value_bool(read_bool(reader, "argument of the class"))
                                     : value_integer(read_integer(reader, "argument of the class"));
}

static bool octave_answer_question(void *context, const char *kind, const char *words, char *answer, size_t size)
{
    answering *answering = context;
    if (!answering->reader) {
        const size_t n = strcspn(answering->next, "\n");
        snprintf(answer, size, "%.*s", (int)n, answering->next);
        answering->next += n + (answering->next[n] == '\n');
        return n > 0;
    }
    text one = {0};
    put_value(&one, answer_of_card(answering->reader, kind, words));
    snprintf(answer, size, "%.*s", (int)one.n, one.data);
    text_printf(&answering->kept, "%s\n", answer);
    text_free(&one);
    return read_ok(answering->reader);
}

static int create(octave_session *session, const octave_entity *entity, answering *answering, char *why)
{
    text request = {0};
    text_printf(&request, "new\t%d\t%s", session->objects + 1, entity->name);
    text_char(&request, '\0');
    const bool ok = octave_request(session->octave, (const char *const[]){request.data, NULL}, octave_answer_question,
                                   answering, NULL, 0, why);
    text_free(&request);
    return ok ? ++session->objects : 0;
}

int octave_create(reader *reader, const octave_entity *entity, const char **answers)
{
    char why[OCTAVE_WHY];
    answering answering = {.reader = reader};
    if (!entity->session || !read_ok(reader))
        return 0;
    const int object = create(entity->session, entity, &answering, why);
    if (!object && read_ok(reader))
        read_error(reader, E_OCTAVE, entity->location, why);
    *answers = arena_string(reader_arena(reader), answering.kept.n ? answering.kept.data : "", answering.kept.n);
    text_free(&answering.kept);
    return object;
}

int octave_create_again(const octave_entity *entity, const char *answers)
{
    char why[OCTAVE_WHY];
    answering answering = {.next = answers};
    return entity->session && answers ? create(entity->session, entity, &answering, why) : 0;
}

const elem_type *octave_element_type(reader *reader)
{
    read_skip(reader);
    read_error_last(reader, E_OCTAVE_ELEMENT);
    diag_hint(reader_diag(reader), "write the element in Python: 'user defined: LABEL, python, \"file.py\", CLASS'");
    return NULL;
}
