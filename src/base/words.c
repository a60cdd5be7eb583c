/* words.c - words of the deck, compared. */
#include "base/words.h"

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c; }

/* Whether `whole` begins with `part`, or is the same. */
static bool matches(const char *whole, const char *part, bool to_the_end)
{
    for (;; whole++, part++) {
        while (*whole == ' ')
            whole++;
        while (*part == ' ')
            part++;
        if (!*part)
            return !to_the_end || !*whole;
        if (lower(*whole) != lower(*part))
            return false;
    }
}

bool words_equal(const char *a, const char *b)
{
    /* Most words that are compared begin with other letters. */
    return (lower(*a) == lower(*b) || *a == ' ' || *b == ' ') && matches(a, b, true);
}

bool words_contain(const char *whole, const char *part)
{
    for (; *whole; whole++)
        if (matches(whole, part, false))
            return true;
    return false;
}
