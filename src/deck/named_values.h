/* named_values.h - named arguments: WORD , VALUE. */
#pragma once
#include "deck/reader.h"

/* Reads the word, which is required. */
static inline void read_word(reader *reader, const char *word)
{
    const char *const words[] = {word, NULL};
    read_choice(reader, words, word);
}
static inline double read_named_real(reader *reader, const char *word)
{
    read_word(reader, word);
    return read_real(reader, word);
}
static inline double read_named_positive(reader *reader, const char *word)
{
    read_word(reader, word);
    return read_positive(reader, word);
}
/* [ , WORD , VALUE ] */
static inline double read_real_after(reader *reader, const char *word, double otherwise)
{
    return read_keyword(reader, word) ? read_real(reader, word) : otherwise;
}
