/* words.c - comparison of words of the deck. */
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

static char lower(char c) { return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c; }

static bool begins_with(const char *whole, const char *part)
{
    for (; *part; part++) {
        if (*part == ' ')
            continue;
        while (*whole == ' ')
            whole++;
        if (lower(*whole++) != lower(*part))
            return false;
    }
    return true;
}

static bool is_letter(char c) { return (c >= '0' && c <= '9') || (lower(c) >= 'a' && lower(c) <= 'z'); }

bool words_contain(const char *whole, const char *part)
{
    for (bool at_start = true; *whole; at_start = !is_letter(*whole), whole++)
        if (at_start && begins_with(whole, part))
            return true;
    return false;
}
