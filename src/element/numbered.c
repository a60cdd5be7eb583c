/* numbered.c - private data with an index in their names. */
#include "element/numbered.h"
#include <stdlib.h>
#include <string.h>

int numbered_name(const char *name, const char *before, const char *after, int n)
{
    const size_t length = strlen(before);
    if (strncmp(name, before, length) != 0 || name[length] < '1' || name[length] > '9')
        return 0;
    char *end;
    const long i = strtol(name + length, &end, 10);
    return strcmp(end, after) == 0 && i <= n ? (int)i : 0;
}
