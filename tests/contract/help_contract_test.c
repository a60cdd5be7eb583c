/* help_contract_test.c - what help knows of every type, card and form.
 *
 *     complete     there is a summary and a grammar
 *     explained    every word in capitals of the grammar is explained: by a row of glossary.def for the type, its kind
 *                  or all, by a rule of the grammar itself (MODEL ::= ...), or as a word of the keyword
 *     used         every row of glossary.def for a kind or type explains something
 *     cards        every card of the control data and of problems is a topic */
#include "api/glossary.h"
#include "api/topics.h"
#include "base/words.h"
#include "control/control.h"
#include "problem/run.h"
#include <ctype.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

static topics T;

static int begin(void **unused)
{
    (void)unused;
    topics_collect(&T);
    return 0;
}

static void test_complete(void **unused)
{
    (void)unused;
    int failed = 0;
    for (int i = 0; i < T.n; i++) {
        const topic *topic = &T.entries[i];
        const bool ok = topic->summary && *topic->summary && topic->grammar && *topic->grammar;
        if (!ok)
            print_error("%s: %s: no grammar or no summary\n", topic->kind, topic->keyword);
        failed += !ok;
    }
    assert_int_equal(failed, 0);
}

static bool is_of_keyword(const char *keyword, const char *words)
{
    const size_t n = strlen(words);
    for (const char *p = keyword; *p; p++)
        if (strncasecmp(p, words, n) == 0 && !isalnum((unsigned char)p[n]) &&
            (p == keyword || !isalnum((unsigned char)p[-1])))
            return true;
    return false;
}

static int check_words(const topic *topic)
{
    char words[128];
    int failed = 0;
    for (const char *at = topic->grammar; glossary_next(&at, words, sizeof words);) {
        if (glossary_find(topic->kind, topic->keyword, words) || glossary_is_rule(topic->grammar, words) ||
            is_of_keyword(topic->keyword, words))
            continue;
        print_error("%s: %s: nothing explains %s; a row of glossary.def does\n", topic->kind, topic->keyword, words);
        failed++;
    }
    return failed;
}

static void test_explained(void **unused)
{
    (void)unused;
    int failed = 0;
    for (int i = 0; i < T.n; i++)
        failed += check_words(&T.entries[i]);
    assert_int_equal(failed, 0);
}

static bool uses(const topic *topic, const glossary_row *row)
{
    char words[128];
    if (!words_equal(topic->kind, row->kind) || (*row->keyword && !words_equal(topic->keyword, row->keyword)))
        return false;
    for (const char *at = topic->grammar; glossary_next(&at, words, sizeof words);)
        if (glossary_find(topic->kind, topic->keyword, words) == row->meaning)
            return true;
    return false;
}

static void test_used(void **unused)
{
    (void)unused;
    int failed = 0;
    glossary_row row;
    for (const char *at = glossary_walk(NULL, &row); at; at = glossary_walk(at, &row)) {
        bool is_used = !*row.kind;
        for (int i = 0; i < T.n && !is_used; i++)
            is_used = uses(&T.entries[i], &row);
        if (!is_used)
            print_error("glossary.def: %s: %s: %s explains nothing\n", row.kind, row.keyword, row.words);
        failed += !is_used;
    }
    assert_int_equal(failed, 0);
}

static bool is_topic(const char *kind, const char *keyword)
{
    for (int i = 0; i < T.n; i++)
        if (words_equal(T.entries[i].kind, kind) && words_equal(T.entries[i].keyword, keyword))
            return true;
    print_error("%s: %s: no row in topics.def\n", kind, keyword);
    return false;
}

static void test_cards(void **unused)
{
    (void)unused;
    const char *grammar;
    int failed = 0;
    for (int i = 0; control_card(i, &grammar); i++)
        failed += !is_topic("control data", control_card(i, &grammar));
    for (int i = 0; problem_common_card(i); i++)
        failed += !is_topic("initial value", problem_common_card(i));
    assert_int_equal(failed, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_complete), cmocka_unit_test(test_explained),
                                       cmocka_unit_test(test_used), cmocka_unit_test(test_cards)};
    return cmocka_run_group_tests(tests, begin, NULL);
}
