/* topics_functions.c - the functions of expressions as topics of help. Their texts are one array of characters, as in
 * topics.c. */
#include "api/topics.h"
#include <string.h>

/* The functions of expressions: name, usage, summary. One of them is called bool, which is a macro. */
#undef bool
#define FUNCTION_1(name, result, formula, derivative, summary) FUNCTION(name, "(x)", summary)
#define FUNCTION_1_IN(name, domain, reason, formula, derivative, summary) FUNCTION(name, "(x)", summary)
#define FUNCTION_2(name, formula, derivative_x, derivative_y, summary) FUNCTION(name, "(x, y)", summary)
#define FUNCTION_TEST(name, formula, summary) FUNCTION(name, "(x, y, z)", summary)
#define FUNCTION_CALL(name, result, n, types, pure, derivative, summary) FUNCTION(name, "(...)", summary)
#define FUNCTION_CAST(name, result, summary) FUNCTION(name, "(x)", summary)
#define FUNCTION_EVAL(name, result, summary) FUNCTION(name, "(x)", summary)
static const struct {
#define FUNCTION(name, form, summary) char text_##name[sizeof(#name "\0" #name form "\0" summary)];
#include "deck/functions.def"
#undef FUNCTION
} FUNCTIONS = {
#define FUNCTION(name, form, summary) #name "\0" #name form "\0" summary,
#include "deck/functions.def"
#undef FUNCTION
};

static const char *after(const char *part) { return part + strlen(part) + 1; }

void topics_collect_functions(topics *topics)
{
    const char *end = (const char *)&FUNCTIONS + sizeof FUNCTIONS;
    for (const char *at = (const char *)&FUNCTIONS; at < end;) {
        topic row = {.kind = "function", .keyword = at, .grammar = after(at)};
        row.summary = after(row.grammar);
        at = after(row.summary);
        topics_add(topics, row);
    }
}
