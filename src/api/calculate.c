/* calculate.c - values of statements of the input language. */
#include "api/diag_rows.h"
#include "api/handles.h"
#include "api/options.h"
#include "api/text_out.h"
#include "deck/expr.h"
#include <string.h>

enum { DIGITS = 16 };

typedef struct {
    torsor_model *model;
    const torsor_options *options;
    const char *statements;
    text lines;
    bool ok;
} calculation;

static void put_value(text *to, value v)
{
    char number[64];
    if (v.type == TYPE_STRING) {
        text_string(to, v.s);
    } else if (v.type == TYPE_REAL) {
        text_general(to, v.r, DIGITS);
    } else {
        value_format(v, number, sizeof number);
        text_string(to, number);
    }
    text_char(to, '\n');
}

/* Skips blanks and, behind a statement, one semicolon. Returns false at the end, or after an error. */
static bool has_next(const expr_source *in, size_t *at, bool is_behind, const deck *deck)
{
    *at += strspn(in->text + *at, " \t\r\n");
    if (is_behind && *at < in->length && in->text[*at] != ';') {
        diag_report(deck->errors, E_CALCULATE_REST, (source_location){in->file, (uint32_t)*at, 1}, in->text[*at]);
        return false;
    }
    *at += is_behind && *at < in->length;
    *at += strspn(in->text + *at, " \t\r\n");
    return *at < in->length;
}

/* Not by opening the model, which warns of definitions that a deck does not use. */
static bool define(const calculation *calculation)
{
    const torsor_options *options = calculation->options;
    bool ok = true;
    for (int i = 0; ok && i < options->n_definitions; i++)
        ok = reader_define(calculation->model->deck->reader, options->definitions[i].name,
                           options->definitions[i].value);
    return ok;
}

static void calculate_execute(void *on)
{
    calculation *calculation = on;
    const deck *deck = calculation->model->deck;
    const source *words = sources_add(deck->texts, "expression", calculation->statements,
                                      strlen(calculation->statements), (source_location){0});
    const expr_source in = {.names = deck->names,
                            .memory = deck->memory,
                            .errors = deck->errors,
                            .file = sources_index(deck->texts, words),
                            .text = words->text,
                            .length = words->length};
    size_t at = 0;
    value v;
    bool ok = define(calculation);
    for (bool more = has_next(&in, &at, false, deck); ok && more; more = ok && has_next(&in, &at, true, deck)) {
        ok = expr_evaluate(&in, &at, &v);
        if (ok)
            put_value(&calculation->lines, v);
    }
    calculation->ok = ok && diag_errors(deck->errors) == 0;
    diag_flush(deck->errors);
}

char *torsor_calculate(const char *statements, const torsor_options *options, torsor_status *status)
{
    torsor_options given, plain;
    calculation calculation = {.statements = statements, .options = &given};
    *status = TORSOR_MISUSE;
    if (!statements || !options_copy(&given, sizeof given, options))
        return NULL;
    plain = given;
    plain.definitions = NULL, plain.n_definitions = 0;
    calculation.model = torsor_open_text("nothing", "", 0, &plain);
    *status = !calculation.model                          ? TORSOR_NO_MEMORY
              : !calculation.model->is_good               ? TORSOR_ERROR
              : !guarded(calculate_execute, &calculation) ? TORSOR_NO_MEMORY
              : calculation.ok                            ? TORSOR_OK
                                                          : TORSOR_ERROR;
    torsor_close(calculation.model);
    if (*status != TORSOR_OK)
        text_free(&calculation.lines);
    return *status == TORSOR_OK ? text_out(&calculation.lines) : NULL;
}
