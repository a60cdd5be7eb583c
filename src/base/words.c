/* words.c - words of the deck, compared. */
#include "base/words.h"

bool words_equal(const char *a, const char *b)
{
    for (;; a++, b++) {
        while (*a == ' ')
            a++;
        while (*b == ' ')
            b++;
        const char p = *a >= 'A' && *a <= 'Z' ? (char)(*a + 32) : *a;
        const char q = *b >= 'A' && *b <= 'Z' ? (char)(*b + 32) : *b;
        if (p != q)
            return false;
        if (!p)
            return true;
    }
}
