/* meanings.c - changes to what a deck means. */
#include "fuzz/meanings.h"
#include "base/array.h"
#include "fuzz/tokens.h"
#include <ctype.h>
#include <stdio.h>
#include <string.h>

typedef struct {
    tokens tokens;
    uint8_t *data;
    size_t size, most;
} subject;

static void replace(subject *subject, excerpt at, const char *words)
{
    subject->size = put(subject->data, subject->size, subject->most, at, words, strlen(words));
}

/* --- what to change ----------------------------------------------------------------------------------------------- */

static bool is_integer(const tokens *tokens, int i)
{
    size_t at = tokens->token[i].from;
    while (at < tokens->token[i].stop && isdigit((unsigned char)tokens->text[at]))
        at++;
    return at == tokens->token[i].stop;
}

static bool is_number(const tokens *tokens, int i)
{
    return isdigit((unsigned char)tokens->text[tokens->token[i].from]);
}

/* A label that a card defines, between ':' and ','. */
static bool is_label(const tokens *tokens, int i)
{
    return i > 1 && i + 1 < tokens->n && is_integer(tokens, i) && is_one_of(tokens, i - 1, ":") &&
           is_one_of(tokens, i + 1, ",");
}

/* Some token of a kind, or -1. */
static int find(tokens *tokens, bool (*is_kind)(const struct tokens *tokens, int i))
{
    const int first = tokens->n > 0 ? (int)choose(tokens, (unsigned)tokens->n) : 0;
    for (int k = 0; k < tokens->n; k++)
        if (is_kind(tokens, (first + k) % tokens->n))
            return (first + k) % tokens->n;
    return -1;
}

/* The label of the card of token i; -1: it has none. */
static int own_label(const tokens *tokens, int i)
{
    while (i > 0 && !is_label(tokens, i) && !is_one_of(tokens, i, ";"))
        i--;
    return is_label(tokens, i) ? i : -1;
}

static void spell(const tokens *tokens, int i, char word[32])
{
    const int n = i < 0 ? 0 : (int)(tokens->token[i].stop - tokens->token[i].from);
    snprintf(word, 32, "%.*s", n < 31 ? n : 31, i < 0 ? "" : tokens->text + tokens->token[i].from);
}

/* The label of another card, or of the card of token i itself. */
static void some_label(tokens *tokens, int i, char word[32])
{
    const int own = own_label(tokens, i);
    spell(tokens, choose(tokens, 2) && own >= 0 ? own : find(tokens, is_label), word);
}

/* --- changes ------------------------------------------------------------------------------------------------------ */

static void change_count(subject *subject)
{
    static const char *const COUNTS[] = {"0",        "1",       "2",          "3",           "7",           "64",
                                         "1000",     "46340",   "46341",      "65536",       "100000",      "9999999",
                                         "10000001", "2000000", "2147483647", "46341*46341", "65536*65536", "1000*1000",
                                         "100*100",  "-1",      "2^16",       "INT_MAX",     "300*7",       "3*3"};
    const int i = find(&subject->tokens, is_integer);
    if (i >= 0)
        replace(subject, subject->tokens.token[i], COUNTS[choose(&subject->tokens, ARRAY_LEN(COUNTS))]);
}

static void change_list(subject *subject)
{
    tokens *tokens = &subject->tokens;
    const int i = find(tokens, is_integer);
    int last = i + 2;
    char word[32], argument[256];
    if (i < 0 || i + 3 >= tokens->n || !is_one_of(tokens, i + 1, ","))
        return;
    while (last + 1 < tokens->n && !is_one_of(tokens, last + 1, ",;"))
        last++;
    const excerpt first = {tokens->token[i + 2].from, tokens->token[last].stop};
    snprintf(argument, sizeof argument, "%.*s, ", (int)(first.stop - first.from), tokens->text + first.from);
    spell(tokens, i, word);
    const unsigned more = 1 + choose(tokens, 3), times = more;
    char count[48];
    snprintf(count, sizeof count, "%s+%u", word, more);
    for (unsigned k = 0; k < times; k++)
        replace(subject, (excerpt){first.from, first.from}, argument);
    replace(subject, tokens->token[i], count);
}

static void change_link(subject *subject)
{
    char word[32];
    const int i = find(&subject->tokens, is_integer);
    if (i < 0)
        return;
    some_label(&subject->tokens, i, word);
    if (*word)
        replace(subject, subject->tokens.token[i], word);
}

static void change_reference(subject *subject)
{
    static const char *const FORMS[] = {
        "reference, %s",
        "postponed, %s",
        "string, \"model::drive(%s, Time)\"",
        "array, 2, postponed, %s, postponed, %s",
        "mult, reference, %s, reference, %s",
        "element, %s, joint, string, \"Fx\", direct",
        "element, %s, loadable, string, \"x[1]\", direct",
        "element, %s, force, index, 1, direct",
        "node, %s, structural, string, \"X[1]\", direct",
        "node, %s, abstract, string, \"x\", linear, 0., 1.",
        "dof, %s, abstract, algebraic, direct",
        "string, \"model::node::structural(%s, \\\"X[1]\\\")\"",
        "string, \"model::element::joint(%s, \\\"Fx\\\")\"",
        "node, %s",
        "%s, structural, 1, algebraic",
    };
    char label[32], words[256];
    const int i = find(&subject->tokens, choose(&subject->tokens, 2) ? is_number : is_integer);
    if (i < 0)
        return;
    some_label(&subject->tokens, i, label);
    const char *form = FORMS[choose(&subject->tokens, ARRAY_LEN(FORMS))], *second = strstr(form, "%s");
    int n = snprintf(words, sizeof words, "%.*s%s", (int)(second - form), form, label);
    for (form = second + 2; (second = strstr(form, "%s")); form = second + 2)
        n += snprintf(words + n, sizeof words - (size_t)n, "%.*s%s", (int)(second - form), form, label);
    snprintf(words + n, sizeof words - (size_t)n, "%s", form);
    replace(subject, subject->tokens.token[i], words);
}

static int write_chain(char *to, size_t size, unsigned kind, int length)
{
    static const char *const LINKS[] = {
        "drive caller: %d, array, 2, reference, %d, reference, %d;\n",
        "drive caller: %d, string, \"model::drive(%d, Time)*model::drive(%d, Time)\";\n",
        "drive caller: %d, mult, postponed, %d, postponed, %d;\n",
        "drive caller: %d, drive, reference, %d, reference, %d;\n"};
    int n = snprintf(to, size, "drive caller: 7000, const, 1.;\n");
    for (int k = 1; k <= length && n > 0 && (size_t)n + 128 < size; k++) {
        const int label = 7000 + k, before = label - 1;
        const char *first = strstr(LINKS[kind], "%d"), *second = strstr(first + 2, "%d"),
                   *third = strstr(second + 2, "%d");
        n += snprintf(to + n, size - (size_t)n, "%.*s%d%.*s%d%.*s%d%s", (int)(first - LINKS[kind]), LINKS[kind], label,
                      (int)(second - first - 2), first + 2, before, (int)(third - second - 2), second + 2, before,
                      third + 2);
    }
    return n;
}

/* The chain is defined before the first block of nodes, and its last drive is used somewhere. */
static void change_chain(subject *subject)
{
    static char words[8192];
    char use[48];
    tokens *tokens = &subject->tokens;
    const int length = 1 + (int)choose(tokens, 61), i = find(tokens, is_number);
    write_chain(words, sizeof words, choose(tokens, 4), length);
    const char *block = memmem(subject->data, subject->size, "begin: nodes", 12);
    const size_t at = block ? (size_t)(block - (const char *)subject->data) : 0;
    if (i < 0 || !block || tokens->token[i].from < at)
        return;
    snprintf(use, sizeof use, "reference, %d", 7000 + length);
    replace(subject, tokens->token[i], use);
    replace(subject, (excerpt){at, at}, words);
}

static void change_number(subject *subject)
{
    static const char *const NUMBERS[] = {"0.",    "-1.",    "1.",      "-0.",   "1e308", "-1e308",         "1e-308",
                                          "1e20",  "-1e20",  "1e-20",   "1./0.", "0./0.", "sqrt(-1.)",      "log(0.)",
                                          "1e-3",  "1000.",  "-1e-3",   "pi",    "eye",   "null",           "Time",
                                          "const", "random", "INT_MAX", "1e16",  "0.5",   "exp(1000.*Time)"};
    const int i = find(&subject->tokens, is_number);
    if (i >= 0)
        replace(subject, subject->tokens.token[i], NUMBERS[choose(&subject->tokens, ARRAY_LEN(NUMBERS))]);
}

/* Puts two stretches in each other's place. */
static void exchange(subject *subject, excerpt one, excerpt other)
{
    static char words[2][4096];
    const excerpt first = one.from < other.from ? one : other, last = one.from < other.from ? other : one;
    const size_t n[] = {first.stop - first.from, last.stop - last.from};
    if (first.stop > last.from || n[0] > sizeof words[0] || n[1] > sizeof words[1])
        return;
    memcpy(words[0], subject->data + first.from, n[0]);
    memcpy(words[1], subject->data + last.from, n[1]);
    subject->size = put(subject->data, subject->size, subject->most, last, words[0], n[0]);
    subject->size = put(subject->data, subject->size, subject->most, first, words[1], n[1]);
}

static void exchange_labels(subject *subject)
{
    const int i = find(&subject->tokens, is_label), k = find(&subject->tokens, is_label);
    if (i >= 0 && k >= 0 && i != k)
        exchange(subject, subject->tokens.token[i], subject->tokens.token[k]);
}

static void change_card(subject *subject)
{
    static char words[4096];
    const excerpt card = some(&subject->tokens, ";"), other = some(&subject->tokens, ";");
    const size_t n = card.stop - card.from;
    switch (choose(&subject->tokens, 3)) {
    case 0:
        replace(subject, card, "");
        break;
    case 1:
        if (n <= sizeof words) {
            memcpy(words, subject->data + card.from, n);
            subject->size =
                put(subject->data, subject->size, subject->most, (excerpt){other.from, other.from}, words, n);
        }
        break;
    default:
        exchange(subject, card, other);
    }
}

/* The first token of the card of token i. */
static int card_begin(const tokens *tokens, int i)
{
    while (i > 0 && !is_one_of(tokens, i - 1, ";"))
        i--;
    return i;
}

static bool are_alike(const tokens *tokens, int i, int k)
{
    const excerpt one = tokens->token[i], other = tokens->token[k];
    const size_t n = one.stop - one.from;
    return n == other.stop - other.from && memcmp(tokens->text + one.from, tokens->text + other.from, n) == 0;
}

/* Argument k of the card that begins at a token; its last one if there are fewer. */
static excerpt argument_of(const tokens *tokens, int begin, unsigned k)
{
    int first = begin, last = begin;
    for (unsigned count = 0; last + 1 < tokens->n && !is_one_of(tokens, last + 1, ";"); last++)
        if (is_one_of(tokens, last + 1, ",") && count++ < k)
            first = last + 2;
        else if (count > k)
            break;
    return first < tokens->n && first <= last ? (excerpt){tokens->token[first].from, tokens->token[last].stop}
                                              : (excerpt){0, 0};
}

/* Arguments of two cards with the same first word, or two of one card. */
static void exchange_arguments(subject *subject)
{
    tokens *tokens = &subject->tokens;
    const int one = card_begin(tokens, (int)choose(tokens, (unsigned)tokens->n));
    int other = card_begin(tokens, (int)choose(tokens, (unsigned)tokens->n));
    for (int i = 0; i < 40 && (other == one || !are_alike(tokens, one, other)); i++)
        other = card_begin(tokens, (int)choose(tokens, (unsigned)tokens->n));
    const unsigned k = 1 + choose(tokens, 12);
    exchange(
        subject, argument_of(tokens, one, k),
        argument_of(tokens, are_alike(tokens, one, other) ? other : one, choose(tokens, 2) ? k : choose(tokens, 12)));
}

size_t change_meaning(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    static void (*const CHANGES[])(subject * subject) = {
        change_count,  change_list,   change_link,     change_link, change_count,       change_reference,  change_chain,
        change_number, change_number, exchange_labels, change_card, exchange_arguments, exchange_arguments};
    static subject subject;
    subject.data = data;
    subject.size = size;
    subject.most = most;
    cut(&subject.tokens, data, size, seed);
    for (unsigned i = choose(&subject.tokens, 3) + 1; i > 0 && subject.tokens.n > 0; i--) {
        CHANGES[choose(&subject.tokens, ARRAY_LEN(CHANGES))](&subject);
        cut(&subject.tokens, data, subject.size, (unsigned)(subject.tokens.chance >> 20));
    }
    return subject.size;
}
