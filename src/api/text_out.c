/* text_out.c - texts returned by the library. */
#include "api/text_out.h"
#include "torsor/torsor.h"
#include <stdlib.h>
#include <string.h>

char *text_out(text *words)
{
    char *copy = malloc(words->n + 1);
    if (copy) {
        if (words->n > 0)
            memcpy(copy, words->data, words->n);
        copy[words->n] = '\0';
    }
    text_free(words);
    return copy;
}

void torsor_free(void *words) { free(words); }
