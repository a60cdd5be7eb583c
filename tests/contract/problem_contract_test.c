/* problem_contract_test.c - what every row of problems.def has.
 *
 *     complete     keyword, grammar, summary, the slots that a run cannot do without
 *     pairs        what is saved can be resumed
 *     cards        its own cards have all that help and messages show, and none of them is a common one
 *     found        by its keyword; the grammar is that of its block
 *     read         a deck that names it gets its type and its traits; a card that is not known has the nearest one */
#include "base/words.h"
#include "problem/deck.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

static void problem_row_is_complete(void **unused)
{
    (void)unused;
    assert_true(problem_type_count > 0);
    for (int i = 0; i < problem_type_count; i++) {
        const problem_type *type = problem_types[i];
        assert_true(type->keyword && *type->keyword);
        assert_true(type->grammar && *type->grammar);
        assert_true(type->summary && *type->summary);
        assert_non_null(type->begin);
        assert_non_null(type->advance);
        assert_true(!type->save == !type->resume);
        assert_true(!type->defaults || type->size > 0);
    }
}

static bool is_common(const char *keyword)
{
    for (int i = 0; problem_common_card(i); i++)
        if (words_equal(problem_common_card(i), keyword))
            return true;
    return false;
}

static void internal_card_is_complete_and_not_common(void **unused)
{
    (void)unused;
    for (int i = 0; i < problem_type_count; i++)
        for (const problem_card *card = problem_types[i]->cards; card && card->keyword; card++) {
            assert_non_null(card->read);
            assert_non_null(card->grammar);
            assert_non_null(card->summary);
            assert_int_equal(strncmp(card->grammar, card->keyword, strlen(card->keyword)), 0);
            assert_false(is_common(card->keyword));
        }
}

static void problem_is_found_by_each_of_its_names(void **unused)
{
    (void)unused;
    const char *names[PROBLEM_NAMES];
    problem_names(names);
    for (int i = 0; names[i]; i++) {
        assert_non_null(problem_type_find(names[i]));
        for (int k = 0; k < i; k++)
            assert_false(words_equal(names[i], names[k]));
    }
    for (int i = 0; i < problem_type_count; i++) {
        const problem_type *type = problem_types[i];
        char block[200];
        snprintf(block, sizeof block, "begin: %s;", type->keyword);
        assert_ptr_equal(problem_type_find(type->keyword), type);
        assert_int_equal(strncmp(type->grammar, block, strlen(block)), 0);
    }
}

/* --- decks -------------------------------------------------------------------------------------------------------- */

static void gather(void *to, const diag *diagnostics, const diag_message *message)
{
    char *said = to;
    (void)diagnostics;
    snprintf(said + strlen(said), 1000 - strlen(said), "%s [%s]\n", message->text, message->hint);
}

/* Empty but for the problem and one card of its block. */
static deck *read_empty(const char *keyword, const char *card, char said[1000])
{
    char words[1000];
    deck *deck = deck_create();
    said[0] = '\0';
    diag_set_sink(deck->errors, gather, said);
    const int n = snprintf(words, sizeof words,
                           "begin: data; problem: %s; end: data; begin: %s; final time: 1.; time step: 0.5; %s end: %s;"
                           "begin: control data; end: control data;",
                           keyword, keyword, card, keyword);
    deck_read_text(deck, "test", words, (size_t)n);
    return deck;
}

static void deck_that_names_a_problem_gets_its_type(void **unused)
{
    (void)unused;
    char said[1000];
    for (int i = 0; i < problem_type_count; i++) {
        const problem_type *type = problem_types[i];
        deck *deck = read_empty(type->keyword, "", said);
        assert_int_equal(diag_errors(deck->errors), 0);
        assert_ptr_equal(deck->problem->type, type);
        assert_string_equal(deck->model->problem.keyword, type->keyword);
        assert_ptr_equal(deck->model->problem.read_element, type->traits.read_element);
        assert_true(deck->problem->t_end == 1);
        deck_destroy(deck);
    }
}

static void misspelt_internal_card_has_the_nearest_one(void **unused)
{
    (void)unused;
    char said[1000], card[100], hint[200];
    for (int i = 0; i < problem_type_count; i++)
        for (const problem_card *internal = problem_types[i]->cards; internal && internal->keyword; internal++) {
            snprintf(card, sizeof card, "%sx: 1;", internal->keyword);
            snprintf(hint, sizeof hint, "did you mean '%s'?", internal->keyword);
            deck *deck = read_empty(problem_types[i]->keyword, card, said);
            assert_true(diag_errors(deck->errors) > 0);
            assert_non_null(strstr(said, hint));
            deck_destroy(deck);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(problem_row_is_complete),
                                       cmocka_unit_test(internal_card_is_complete_and_not_common),
                                       cmocka_unit_test(problem_is_found_by_each_of_its_names),
                                       cmocka_unit_test(deck_that_names_a_problem_gets_its_type),
                                       cmocka_unit_test(misspelt_internal_card_has_the_nearest_one)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
