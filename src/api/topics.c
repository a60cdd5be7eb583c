/* topics.c - collects the topics of `help`. The texts of topics.def are one array of characters, so that they need no
 * relocation at startup. */
#include "api/topics.h"
#include "base/array.h"
#include "control/control.h"
#include "model/cards.h"
#include "model/modules.h"
#include "problem/eigen.h"
#include "problem/read_linear_solver.h"
#include "problem/real_time.h"
#include "problem/strategy.h"
#include <string.h>

#define NAMED(line) row_##line
#define ROW_NAME(line) NAMED(line)
static const struct {
#define TOPIC(kind, keyword, grammar, summary) \
    char ROW_NAME(__LINE__)[sizeof(kind "\0" keyword "\0" grammar "\0" summary)];
#include "api/topics.def"
#undef TOPIC
} ROWS = {
#define TOPIC(kind, keyword, grammar, summary) kind "\0" keyword "\0" grammar "\0" summary,
#include "api/topics.def"
#undef TOPIC
};

static const char *after(const char *part) { return part + strlen(part) + 1; }

void topics_add(topics *topics, topic row)
{
    if (topics->n < MOST_TOPICS)
        topics->entries[topics->n++] = row;
}

/* --- cards and forms ---------------------------------------------------------------------------------------------- */

/* Grammar of a row that has none in the table: it is next to the code that reads the card. */
static const char *grammar_of(const char *keyword)
{
    const struct {
        const char *keyword, *grammar;
    } CARDS[] = {{"drive caller", drive_card_grammar},     {"template drive caller", tpl_drive_card_grammar},
                 {"constitutive law", law_card_grammar},   {"hydraulic fluid", fluid_card_grammar},
                 {"c81 data", c81_card_grammar},           {"module load", module_card_grammar},
                 {"eigenanalysis", eigenanalysis_grammar}, {"linear solver", linear_solver_grammar()},
                 {"solver", linear_solver_grammar()},      {"strategy", strategy_grammar},
                 {"real time", real_time_grammar}};
    const char *grammar = NULL;
    for (int i = 0; i < ARRAY_LEN(CARDS); i++)
        if (strcmp(CARDS[i].keyword, keyword) == 0)
            return CARDS[i].grammar;
    for (int i = 0; control_card(i, &grammar); i++)
        if (strcmp(control_card(i, &grammar), keyword) == 0)
            return grammar;
    return NULL;
}

static void collect_rows(topics *topics)
{
    const char *end = (const char *)&ROWS + sizeof ROWS;
    for (const char *at = (const char *)&ROWS; at < end;) {
        topic row = {.kind = at, .keyword = after(at)};
        row.grammar = after(row.keyword);
        row.summary = after(row.grammar);
        at = after(row.summary);
        row.grammar = *row.grammar ? row.grammar : grammar_of(row.keyword);
        topics_add(topics, row);
    }
}

void topics_collect(topics *topics)
{
    topics->n = 0;
    collect_rows(topics);
    topics_collect_types(topics);
    topics_collect_functions(topics);
}
