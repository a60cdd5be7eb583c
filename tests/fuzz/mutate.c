/* mutate.c - changes to a deck that leave it one. */
#include "fuzz/mutate.h"
#include "base/array.h"
#include "contract/element.h"
#include "fuzz/tokens.h"
#include <ctype.h>
#include <string.h>

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
