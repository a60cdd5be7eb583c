/* tokens.h - the tokens of a deck, for changes that leave it one. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { MOST_TOKENS = 8192 };

typedef struct {
    size_t from, stop;
} excerpt;

typedef struct tokens {
    const char *text;
    int n;
    excerpt token[MOST_TOKENS];
    uint64_t chance;
} tokens;

/* Finds the tokens; the seed determines what is chosen. */
void cut(tokens *tokens, const uint8_t *data, size_t n, unsigned seed);
unsigned choose(tokens *tokens, unsigned n); /* below n */
/* From a token chosen by chance to the next end: a single token where there are no ends. */
excerpt some(tokens *tokens, const char *ends);
bool is_one_of(const tokens *tokens, int i, const char *ends); /* whether token i is one of these characters */
/* Puts words in the place of a stretch; the new length, or the old one where there is no room. */
size_t put(uint8_t *data, size_t size, size_t most, excerpt at, const char *words, size_t n);
