/* tokens.c - the tokens of a deck. */
#include "fuzz/tokens.h"
#include <ctype.h>
#include <string.h>

unsigned choose(tokens *tokens, unsigned n)
{
    tokens->chance = tokens->chance * 6364136223846793005u + 1442695040888963407u;
    return n > 0 ? (unsigned)(tokens->chance >> 33) % n : 0;
}

static bool is_word_part(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || c == '_' || c == '.';
}

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

void cut(tokens *tokens, const uint8_t *data, size_t n, unsigned seed)
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

bool is_one_of(const tokens *tokens, int i, const char *ends)
{
    return tokens->token[i].stop - tokens->token[i].from == 1 && strchr(ends, tokens->text[tokens->token[i].from]);
}

excerpt some(tokens *tokens, const char *ends)
{
    int i = (int)choose(tokens, (unsigned)tokens->n), last = i;
    while (*ends && i > 0 && !is_one_of(tokens, i - 1, ends))
        i--;
    while (*ends && last + 1 < tokens->n && !is_one_of(tokens, last, ends))
        last++;
    return (excerpt){tokens->token[i].from, tokens->token[last].stop};
}

size_t put(uint8_t *data, size_t size, size_t most, excerpt at, const char *words, size_t n)
{
    const size_t gone = at.stop - at.from;
    if (size - gone + n > most)
        return size;
    memmove(data + at.from + n, data + at.stop, size - at.stop);
    memcpy(data + at.from, words, n);
    return size - gone + n;
}
