/* nearest.c - the known word closest to an unknown one.
 *
 * Distance: insertions, deletions, replacements and swaps of neighbours (optimal string alignment), on the words in
 * lower case without blanks:
 *     d[i][j] = min(d[i-1][j] + 1, d[i][j-1] + 1, d[i-1][j-1] + (a[i] != b[j]), d[i-2][j-2] + 1 if swapped)
 *
 * Near enough: at most a third of the longer word differs; or the wrong word is the beginning of the known one. */
#include "base/nearest.h"
#include <ctype.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 64, SHORTEST_BEGINNING = 4 };

/* Converts to lower case without blanks. Returns the length, or -1 if the word is too long to compare. */
static int normal(const char *word, char out[LONGEST])
{
    int n = 0;
    for (; *word; word++) {
        if (isspace((unsigned char)*word))
            continue;
        if (n == LONGEST)
            return -1;
        out[n++] = (char)tolower((unsigned char)*word);
    }
    return n;
}

static int smaller(int a, int b) { return a < b ? a : b; }

static int edit_distance(const char *a, int n, const char *b, int m)
{
    int row[3][LONGEST + 1];
    for (int j = 0; j <= m; j++)
        row[0][j] = j;
    for (int i = 1; i <= n; i++) {
        int *now = row[i % 3];
        const int *before = row[(i + 2) % 3], *before2 = row[(i + 1) % 3];
        now[0] = i;
        for (int j = 1; j <= m; j++) {
            now[j] = smaller(smaller(before[j] + 1, now[j - 1] + 1), before[j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                now[j] = smaller(now[j], before2[j - 2] + 1);
        }
    }
    return row[n % 3][m];
}

int nearest_distance(const char *wrong, const char *word, int *distance)
{
    char a[LONGEST], b[LONGEST];
    const int n = normal(wrong, a), m = normal(word, b);
    if (n <= 0 || m <= 0)
        return 0;
    const int longer = n > m ? n : m, limit = longer / 3;
    if (n >= SHORTEST_BEGINNING && n < m && memcmp(a, b, (size_t)n) == 0) {
        *distance = smaller(limit + 1, m - n);
        return 1;
    }
    if (abs(n - m) > limit)
        return 0;
    *distance = edit_distance(a, n, b, m);
    return *distance <= limit;
}

const char *nearest_word(const char *wrong, const char *const *words, int n)
{
    const char *best = NULL;
    int least = 0, distance;
    for (int i = 0; i < n; i++) {
        if (nearest_distance(wrong, words[i], &distance) && (!best || distance < least)) {
            best = words[i];
            least = distance;
        }
    }
    return best;
}
