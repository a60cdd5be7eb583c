/* words.h - words of the deck, compared. */
#pragma once
#include <stdbool.h>

/* Case and blanks do not count. */
bool words_equal(const char *a, const char *b);
bool words_contain(const char *whole, const char *part);
