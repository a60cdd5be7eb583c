/* named_values.h - arguments with their names: WORD , VALUE. */
#pragma once
#include "deck/reader.h"

/* The word must stand here. */
static inline void read_word(reader *r, const char *word)
{
    const char *const words[] = {word, NULL};
    read_choice(r, words, word);
}
static inline double read_named_real(reader *r, const char *word)
{
    read_word(r, word);
    return read_real(r, word);
}
static inline double read_named_positive(reader *r, const char *word)
{
    read_word(r, word);
    return read_positive(r, word);
}
/* [ , WORD , VALUE ] */
static inline double read_real_after(reader *r, const char *word, double otherwise)
{
    return read_keyword(r, word) ? read_real(r, word) : otherwise;
}
