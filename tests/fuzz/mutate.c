/* mutate.c - changes to a deck that leave it one. */
#include "fuzz/mutate.h"
#include "base/array.h"
#include "contract/element.h"
#include <ctype.h>
#include <stdbool.h>
#include <string.h>

enum { MOST_TOKENS = 8192 };

typedef struct {
    size_t from, stop;
} excerpt;

typedef struct {
    const char *text;
    int n;
    excerpt token[MOST_TOKENS];
    uint64_t chance;
} tokens;

static unsigned choose(tokens *tokens, unsigned n)
{
    tokens->chance = tokens->chance * 6364136223846793005u + 1442695040888963407u;
    return n > 0 ? (unsigned)(tokens->chance >> 33) % n : 0;
}

/* --- tokens, arguments, cards ------------------------------------------------------------------------------------- */

static bool is_word_part(char c) { return isalnum((unsigned char)c) || c == '_' || c == '.'; }

static size_t token_end(const char *p, size_t at, size_t n)
{
    size_t end = at + 1;
    if (p[at] == '"') {
        while (end < n && p[end] != '"')
            end++;
        return end < n ? end + 1 : n;
    }
    while (is_word_part(p[at]) && end < n && is_word_part(p[end]))
        end++;
    return end;
}

static void cut(tokens *tokens, const uint8_t *data, size_t n, unsigned seed)
{
    tokens->text = (const char *)data;
    tokens->n = 0;
    tokens->chance = seed;
    for (size_t at = 0; at < n && tokens->n < MOST_TOKENS;) {
        if (isspace((unsigned char)tokens->text[at])) {
            at++;
            continue;
        }
        const size_t end = token_end(tokens->text, at, n);
        tokens->token[tokens->n++] = (excerpt){at, end};
        at = end;
    }
}

static bool is_one_of(const tokens *tokens, int i, const char *ends)
{
    return tokens->token[i].stop - tokens->token[i].from == 1 && strchr(ends, tokens->text[tokens->token[i].from]);
}

/* From a token chosen by chance to the next end: a single token where there are no ends. */
static excerpt some(tokens *tokens, const char *ends)
{
    int i = (int)choose(tokens, (unsigned)tokens->n), last = i;
    while (*ends && i > 0 && !is_one_of(tokens, i - 1, ends))
        i--;
    while (*ends && last + 1 < tokens->n && !is_one_of(tokens, last, ends))
        last++;
    return (excerpt){tokens->token[i].from, tokens->token[last].stop};
}

/* --- changes ------------------------------------------------------------------------------------------------------ */

/* Puts words in the place of a stretch; the new length, or the old one where there is no room. */
static size_t put(uint8_t *data, size_t size, size_t most, excerpt at, const char *words, size_t n)
{
    const size_t gone = at.stop - at.from;
    if (size - gone + n > most)
        return size;
    memmove(data + at.from + n, data + at.stop, size - at.stop);
    memcpy(data + at.from, words, n);
    return size - gone + n;
}

static const char *absurd(tokens *tokens)
{
    static const char *const NUMBERS[] = {"0",     "-1",      "1",     "2",     "3",       "99999",
                                          "1e308", "-1e-308", "0.",    "1./0.", "1e-3",    "1.e20",
                                          "null",  "eye",     "const", "same",  "forever", "2147483647"};
    return NUMBERS[choose(tokens, ARRAY_LEN(NUMBERS))];
}

static const char *keyword(tokens *tokens)
{
    const elem_type *type = elem_types[choose(tokens, (unsigned)elem_type_count)];
    return type->keyword ? type->keyword : type->card->name;
}

static size_t change(tokens *tokens, uint8_t *data, size_t size, size_t most)
{
    static const char *const ENDS[] = {"", ",;", ";"};
    static char copy[1 << 16];
    const char *ends = ENDS[choose(tokens, 3)];
    const excerpt at = some(tokens, ends), other = some(tokens, ends);
    const size_t n = other.stop - other.from;
    switch (choose(tokens, 6)) {
    case 0:
        return put(data, size, most, at, "", 0);
    case 1: /* another one before it */
    case 2: /* another one in its place */
        if (n > sizeof copy)
            return size;
        memcpy(copy, tokens->text + other.from, n);
        return put(data, size, most, choose(tokens, 2) ? at : (excerpt){at.from, at.from}, copy, n);
    case 3: {
        const char *word = keyword(tokens);
        return put(data, size, most, some(tokens, ""), word, strlen(word));
    }
    default: {
        const char *word = absurd(tokens);
        excerpt number = some(tokens, "");
        for (int i = 0; i < 20 && !isdigit((unsigned char)tokens->text[number.from]); i++)
            number = some(tokens, "");
        return put(data, size, most, number, word, strlen(word));
    }
    }
}

static tokens first, second;

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t most, unsigned seed)
{
    cut(&first, data, size, seed);
    if (first.n == 0 || choose(&first, 8) == 0)
        return LLVMFuzzerMutate(data, size, most);
    for (unsigned i = choose(&first, 3) + 1; i > 0 && first.n > 0; i--) {
        size = change(&first, data, size, most);
        cut(&first, data, size, (unsigned)(first.chance >> 20));
    }
    return size;
}

size_t LLVMFuzzerCustomCrossOver(const uint8_t *one, size_t n_one, const uint8_t *other, size_t n_other, uint8_t *out,
                                 size_t most, unsigned seed)
{
    cut(&first, one, n_one, seed);
    cut(&second, other, n_other, seed + 1);
    if (first.n == 0 || second.n == 0 || n_one > most)
        return 0;
    const excerpt at = some(&first, ";"), card = some(&second, ";");
    memcpy(out, one, n_one);
    return put(out, n_one, most, (excerpt){at.from, at.from}, second.text + card.from, card.stop - card.from);
}
