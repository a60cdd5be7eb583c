/* linear_backends.c - the table of backends, and their keywords in the deck language. */
#include "linalg/linear_backend.h"
#include <ctype.h>
#include <stddef.h>

#define FOREIGN(word)
#define LINEAR(name) extern const linear_backend linear_##name;
#include "linalg/linear_solvers.def"
#undef LINEAR

const linear_backend *const linear_backends[] = {
#define LINEAR(name) &linear_##name,
#include "linalg/linear_solvers.def"
#undef LINEAR
};
#undef FOREIGN
const int linear_backend_count = (int)(sizeof linear_backends / sizeof *linear_backends);

const char *const linear_foreign_words[] = {
#define LINEAR(name)
#define FOREIGN(word) word,
#include "linalg/linear_solvers.def"
#undef FOREIGN
#undef LINEAR
    NULL};

static bool same_word(const char *a, const char *b)
{
    for (;; a++, b++) {
        while (isspace((unsigned char)*a))
            a++;
        while (isspace((unsigned char)*b))
            b++;
        if (tolower((unsigned char)*a) != tolower((unsigned char)*b))
            return false;
        if (!*a)
            return true;
    }
}

const linear_backend *linear_backend_find(const char *keyword)
{
    for (int i = 0; i < linear_backend_count; i++)
        if (same_word(linear_backends[i]->keyword, keyword))
            return linear_backends[i];
    return NULL;
}

workers linear_workers(const linear_options *options)
{
    return (workers){options->pool, thread_pool_workers(options->pool, options->threads)};
}
