/* words.h - comparison of words of the deck. */
#pragma once
#include <stdbool.h>

/* Ignores case and blanks. */
bool words_equal(const char *a, const char *b);
/* The part begins at the beginning of a word. */
bool words_contain(const char *whole, const char *part);
