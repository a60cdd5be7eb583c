/* reader_environment.c - variables from the environment of the process.
 *
 *     MBDYNVARS=real DT = 1.e-3; integer N = 4        expressions separated by ';', executed in order
 *     MBDYN_<type>_<name>=<value>                     the same as  type name = value;  text that does not begin with a
 *                                                     quote is itself the value of a string
 *
 * Each becomes a separate source text, so that errors name the environment variable and show their location in it. */
#include "deck/reader_state.h"
#include "deck/diag_rows.h"
#include <string.h>

static const char LIST[] = "MBDYNVARS", PREFIX[] = "MBDYN_";

/* Returns the text of an assignment "name=text" with this name, or NULL. */
static const char *reader_environment_value_of(const char *assignment, const char *name)
{
    const size_t length = strlen(name);
    return strncmp(assignment, name, length) == 0 && assignment[length] == '=' ? assignment + length + 1 : NULL;
}

static void reader_environment_execute(reader *reader, const char *name, const char *expressions)
{
    size_t length = strlen(expressions), n = 0;
    while (length > 0 && (is_blank(expressions[length - 1]) || expressions[length - 1] == ';'))
        length--;
    if (length == 0)
        return;
    const source *file = sources_add(reader->texts, name, expressions, length, (source_location){0});
    const expr_source in = {.names = reader->names,
                            .memory = reader->memory,
                            .errors = reader->errors,
                            .file = sources_index(reader->texts, file),
                            .text = file->text,
                            .length = file->length,
                            .sequence = true};
    value ignored;
    if (!expr_evaluate(&in, &n, &ignored) || n >= length)
        return;
    const char found[] = {'\'', file->text[n], '\'', '\0'};
    diag_report(reader->errors, E_EXPR_NO_OPERATOR, (source_location){in.file, (uint32_t)n, 1}, found);
}

static bool is_name(const char *p, size_t length)
{
    bool good = length > 0 && fold(p[0]) > '9';
    for (size_t i = 0; i < length; i++)
        good = good && fold(p[i]);
    return good;
}

static void declare_text(reader *reader, const char *name, size_t length, const char *text)
{
    symbol *symbol = symbols_declare(reader->names, name, length, TYPE_STRING, (source_location){0});
    if (symbol)
        symbol->now = value_string(arena_string(symbols_arena(reader->names), text, strlen(text)));
    else
        diag_report(reader->errors, E_EXPR_REDEFINED, (source_location){0}, arena_string(reader->memory, name, length));
}

/* MBDYN_<type>_<name>=<value> */
static void declare(reader *reader, const char *assignment)
{
    const char *type_name = assignment + sizeof PREFIX - 1, *equal = strchr(assignment, '=');
    const char *underscore = strchr(type_name, '_');
    const char *whole = arena_string(reader->memory, assignment, (size_t)(equal - assignment));
    const value_type type =
        underscore && underscore < equal ? value_type_named(type_name, (size_t)(underscore - type_name)) : TYPE_ANY;
    if (type >= TYPE_ANY || !is_name(underscore + 1, (size_t)(equal - underscore) - 1)) {
        diag_report(reader->errors, W_ENVIRONMENT, (source_location){0}, whole);
        diag_hint(reader->errors, "expected MBDYN_<type>_<name>, the type being bool, integer, real or string");
    } else if (type == TYPE_STRING && equal[1] != '"') {
        declare_text(reader, underscore + 1, (size_t)(equal - underscore) - 1, equal + 1);
    } else {
        const char *statement = arena_printf(reader->memory, "%s %.*s = %s", value_type_name(type),
                                             (int)(equal - underscore) - 1, underscore + 1, equal + 1);
        reader_environment_execute(reader, whole, statement);
    }
}

void reader_read_environment(reader *reader, char *const *variables)
{
    environment_give(reader->environment, variables);
    for (int i = 0; variables[i]; i++) {
        const char *list = reader_environment_value_of(variables[i], LIST);
        if (list)
            reader_environment_execute(reader, LIST, list);
    }
    for (int i = 0; variables[i]; i++)
        if (strncmp(variables[i], PREFIX, sizeof PREFIX - 1) == 0 && strchr(variables[i], '='))
            declare(reader, variables[i]);
}

bool reader_define(reader *reader, const char *name, const char *expression)
{
    const char *title = arena_printf(reader->memory, "definition of %s", name);
    const source *text = sources_add(reader->texts, title, expression, strlen(expression), (source_location){0});
    const expr_source in = {.names = reader->names,
                            .memory = reader->memory,
                            .errors = reader->errors,
                            .file = sources_index(reader->texts, text),
                            .text = text->text,
                            .length = text->length};
    const source_location location = {in.file, 0, 1};
    size_t at = 0;
    value v;
    if (!is_name(name, strlen(name))) {
        diag_report(reader->errors, E_DEFINITION_NAME, location, name);
        return false;
    }
    if (!expr_evaluate(&in, &at, &v))
        return false;
    symbol *of = at == text->length ? symbols_declare(reader->names, name, strlen(name), v.type, location) : NULL;
    if (!of) {
        diag_report(reader->errors, E_DEFINITION, location, name, expression);
        return false;
    }
    of->now = v.type == TYPE_STRING ? value_string(arena_string(symbols_arena(reader->names), v.s, strlen(v.s))) : v;
    of->is_given = true;
    return true;
}

const char *reader_given_variable(const reader *reader, const char *name)
{
    return environment_given(reader->environment, name);
}

const char *reader_variable(const reader *reader, const char *name)
{
    return environment_get(reader->environment, name);
}
