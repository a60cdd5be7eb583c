/* internal_words.c - descriptions of the internal unknowns and equations of an element. */
#include "contract/internal_words.h"

static void begin_line(internal_words *words, int n)
{
    text_printf(words->text, "        %d", words->next);
    if (n > 1 || words->is_range)
        text_printf(words->text, "->%d", words->next + n - 1);
    text_string(words->text, ": ");
    words->next += n;
}

void describe(internal_words *words, int n, const char *unknowns, const char *equations)
{
    if (n == 0)
        return;
    begin_line(words, n);
    text_printf(words->text, "%s\n", words->of_rows ? equations : unknowns);
}

static void internal_words_component(text *to, const component_words *of, char axis)
{
    text_printf(to, "%s%c", of->symbol, axis);
    switch (of->relation) {
    case IS_ALONE:
        return;
    case IS_AS_AT_START:
        text_printf(to, "=%s%c0", of->symbol, axis);
        return;
    case IS_ZERO:
        text_string(to, "=0");
        return;
    case IS_EQUAL_AT_NODES:
        text_printf(to, "1=%s%c2", of->symbol, axis);
        return;
    }
}

void describe_components(internal_words *words, const bool on[3], component_words unknowns, component_words equations)
{
    const component_words *of = words->of_rows ? &equations : &unknowns;
    const int n = on[0] + on[1] + on[2];
    if (n == 0)
        return;
    begin_line(words, n);
    text_printf(words->text, "%s [", of->words);
    for (int k = 0, written = 0; k < 3; k++) {
        if (!on[k])
            continue;
        if (written++ > 0)
            text_char(words->text, ',');
        internal_words_component(words->text, of, "xyz"[k]);
    }
    text_string(words->text, "]\n");
}
