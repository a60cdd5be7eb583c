/* mutate.h - changes to a deck that leave it one: of tokens, arguments and cards.
 *
 *     delete, repeat, exchange      a token, an argument (up to ',' or ';'), a card (up to ';')
 *     replace                       a number by an absurd one or by another of the deck, a word by another keyword
 *     take over                     a card of another deck
 *
 * Every eighth change is one of bytes, as the fuzzer makes them. */
#pragma once
#include <stddef.h>
#include <stdint.h>

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t most);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed);
size_t LLVMFuzzerCustomCrossOver(const uint8_t *one, size_t n_one, const uint8_t *other, size_t n_other, uint8_t *out,
                                 size_t most, unsigned seed);
