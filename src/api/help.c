/* help.c - grammar and summary of every type, straight from the tables; and the texts that every deck can print. */
#include "api/guard.h"
#include "api/text_out.h"
#include "base/nearest.h"
#include "base/words.h"
#include "integrator/integrator.h"
#include "linalg/linear_solver.h"
#include "contract/airfoil.h"
#include "contract/gust.h"
#include "contract/scalar_function.h"
#include "nonlinear/nonlinear.h"
#include "problem/deck.h"
#include "torsor/torsor.h"

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
        add(t, elem_types[i]->card->name, elem_types[i]->keyword ? elem_types[i]->keyword : elem_types[i]->card->name,
            elem_types[i]->grammar, elem_types[i]->summary);
    for (int i = 0; i < drive_type_count; i++)
        add(t, "drive caller", drive_types[i]->keyword, drive_types[i]->grammar, drive_types[i]->summary);
    for (int i = 0; i < scalar_function_type_count; i++)
        add(t, "scalar function", scalar_function_types[i]->keyword, scalar_function_types[i]->grammar,
            scalar_function_types[i]->summary);
    for (int i = 0; i < law_type_count; i++)
        add(t, "constitutive law", law_types[i]->keyword, law_types[i]->grammar, law_types[i]->summary);
    for (int i = 0; i < airfoil_type_count; i++)
        add(t, "airfoil", airfoil_types[i]->keyword, airfoil_types[i]->grammar, airfoil_types[i]->summary);
    for (int i = 0; i < gust_type_count; i++)
        add(t, "gust", gust_types[i]->keyword, gust_types[i]->grammar, gust_types[i]->summary);
    for (int i = 0; i < integrator_type_count; i++)
        add(t, "method", integrator_types[i]->keyword, integrator_types[i]->grammar, integrator_types[i]->summary);
    for (int i = 0; i < nonlinear_type_count; i++)
        add(t, "nonlinear solver", nonlinear_types[i]->keyword, nonlinear_types[i]->grammar,
            nonlinear_types[i]->summary);
    for (int i = 0; i < linear_type_count; i++)
        add(t, "linear solver", linear_types[i]->keyword, linear_types[i]->keyword, linear_types[i]->summary);
}

static void list_all(const topics *t, text *to)
{
    const char *kind = "";
    for (int i = 0; i < t->n; i++) {
        if (!words_equal(kind, t->at[i].kind))
            text_printf(to, "%s\n", kind = t->at[i].kind);
        text_printf(to, "    %-40s %s\n", t->at[i].keyword, t->at[i].summary ? t->at[i].summary : "");
    }
}

static void put_one(const topic_row *row, text *to)
{
    text_printf(to, "%s: %s\n    %s\n\n", row->kind, row->keyword, row->summary ? row->summary : "");
    for (const char *line = row->grammar; line && *line;) {
        int n = 0;
        while (line[n] && line[n] != '\n')
            n++;
        text_printf(to, "    %.*s\n", n, line);
        line += n + (line[n] == '\n');
    }
    text_char(to, '\n');
}

/* False when nothing has this name: the text then says which is near. */
static bool put_topic(const topics *t, const char *topic, text *to)
{
    const char *words[MOST];
    bool found = false;
    for (int i = 0; i < t->n; i++) {
        words[i] = t->at[i].keyword;
        if (words_equal(t->at[i].keyword, topic) || words_equal(t->at[i].kind, topic)) {
            put_one(&t->at[i], to);
            found = true;
        }
    }
    const char *near = found ? NULL : nearest_word(topic, words, t->n);
    if (!found)
        text_printf(to, "no type is called '%s'%s%s%s\n", topic, near ? "; did you mean '" : "", near ? near : "",
                    near ? "'?" : "");
    return found;
}

typedef struct {
    const char *topic;
    bool found;
    text words;
} asking;

static void answer(void *on)
{
    asking *q = on;
    topics t = {.n = 0};
    collect(&t);
    q->found = !q->topic || put_topic(&t, q->topic, &q->words);
    if (!q->topic)
        list_all(&t, &q->words);
}

char *torsor_help(const char *topic, bool *found)
{
    asking q = {.topic = topic};
    const bool ok = guarded(answer, &q);
    if (found)
        *found = q.found;
    return ok ? text_out(&q.words) : NULL;
}

static void gather(void *to, const char *words) { text_string(to, words); }

static void list_symbols(void *on)
{
    deck *d = deck_create();
    reader_set_print(d->in, gather, on);
    reader_print_symbols(d->in);
    deck_destroy(d);
}

char *torsor_symbols(void)
{
    text words = {0};
    return guarded(list_symbols, &words) ? text_out(&words) : NULL;
}

const char *torsor_license(void) { return reader_license(); }
const char *torsor_warranty(void) { return reader_warranty(); }
