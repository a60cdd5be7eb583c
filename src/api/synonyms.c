/* synonyms.c - looks up words of the field. */
#include "api/synonyms.h"
#include "base/array.h"
#include "base/words.h"
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static const synonym ROWS[] = {
#define SYNONYM(words, kind, keyword, use) {words, kind, keyword, use},
#include "api/synonyms.def"
#undef SYNONYM
};

static bool has_word(const synonym *row, const char *word)
{
    char one[64];
    for (const char *at = row->words; *at;) {
        const size_t n = strcspn(at, ",");
        snprintf(one, sizeof one, "%.*s", (int)n, at);
        if (words_equal(one, word))
            return true;
        at += n + (at[n] == ',');
    }
    return false;
}

const synonym *synonym_next(const synonym *from, const char *word)
{
    for (const synonym *row = from ? from + 1 : ROWS; row < ROWS + ARRAY_LEN(ROWS); row++)
        if (has_word(row, word))
            return row;
    return NULL;
}
