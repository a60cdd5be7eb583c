/* help.c - `torsor help`: grammar and summary of every type, straight from the tables. */
#include "app/help.h"
#include "base/nearest.h"
#include "integrator/integrator.h"
#include "linalg/linear_solver.h"
#include "model/cards.h"
#include "model/scalar_function.h"
#include "nonlinear/nonlinear.h"
#include <stdio.h>

typedef struct {
    const char *kind, *keyword, *grammar, *summary;
} topic_row;

enum { MOST = 1024 };

typedef struct {
    topic_row at[MOST];
    int n;
} topics;

static void add(topics *t, const char *kind, const char *keyword, const char *grammar, const char *summary)
{
    if (t->n < MOST)
        t->at[t->n++] = (topic_row){kind, keyword, grammar, summary};
}

static void collect(topics *t)
{
    for (int i = 0; i < node_type_count; i++)
        add(t, "node", node_types[i]->keyword, node_types[i]->grammar, node_types[i]->summary);
    for (int i = 0; i < elem_type_count; i++)
        add(t, elem_types[i]->card, elem_types[i]->keyword ? elem_types[i]->keyword : elem_types[i]->card,
            elem_types[i]->grammar, elem_types[i]->summary);
    for (int i = 0; i < drive_type_count; i++)
        add(t, "drive caller", drive_types[i]->keyword, drive_types[i]->grammar, drive_types[i]->summary);
    for (int i = 0; i < scalar_function_type_count; i++)
        add(t, "scalar function", scalar_function_types[i]->keyword, scalar_function_types[i]->grammar,
            scalar_function_types[i]->summary);
    for (int i = 0; i < law_type_count; i++)
        add(t, "constitutive law", law_types[i]->keyword, law_types[i]->grammar, law_types[i]->summary);
    for (int i = 0; i < integrator_type_count; i++)
        add(t, "method", integrator_types[i]->keyword, integrator_types[i]->grammar, integrator_types[i]->summary);
    for (int i = 0; i < nonlinear_type_count; i++)
        add(t, "nonlinear solver", nonlinear_types[i]->keyword, nonlinear_types[i]->grammar,
            nonlinear_types[i]->summary);
    for (int i = 0; i < linear_type_count; i++)
        add(t, "linear solver", linear_types[i]->keyword, linear_types[i]->keyword, linear_types[i]->summary);
}

static int list_all(const topics *t)
{
    const char *kind = "";
    for (int i = 0; i < t->n; i++) {
        if (!words_equal(kind, t->at[i].kind))
            printf("%s\n", kind = t->at[i].kind);
        printf("    %-40s %s\n", t->at[i].keyword, t->at[i].summary ? t->at[i].summary : "");
    }
    return 0;
}

static void print_one(const topic_row *row)
{
    printf("%s: %s\n    %s\n\n", row->kind, row->keyword, row->summary ? row->summary : "");
    for (const char *line = row->grammar; line && *line;) {
        int n = 0;
        while (line[n] && line[n] != '\n')
            n++;
        printf("    %.*s\n", n, line);
        line += n + (line[n] == '\n');
    }
    putchar('\n');
}

int print_help(const char *topic)
{
    static topics t;
    t.n = 0;
    collect(&t);
    if (!topic)
        return list_all(&t);
    int found = 0;
    const char *words[MOST];
    for (int i = 0; i < t.n; i++) {
        words[i] = t.at[i].keyword;
        if (words_equal(t.at[i].keyword, topic) || words_equal(t.at[i].kind, topic)) {
            print_one(&t.at[i]);
            found++;
        }
    }
    if (found)
        return 0;
    const char *near = nearest_word(topic, words, t.n);
    fprintf(stderr, "no type is called '%s'%s%s%s\n", topic, near ? "; did you mean '" : "", near ? near : "",
            near ? "'?" : "");
    return 1;
}
