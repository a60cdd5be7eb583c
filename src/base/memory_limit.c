/* memory_limit.c - the amount of memory that this process can still allocate.
 *
 *     min { MemAvailable,  RLIMIT_AS - size of the process,  memory.max - memory.current of its group }
 *
 * Files that do not exist, outside Linux or in a sandbox, impose no limit. */
#include "base/memory_limit.h"
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* Returns the number after a word, or at the beginning of the file; `otherwise` if there is none. */
static double number_in(const char *path, const char *word, double otherwise)
{
    FILE *file = fopen(path, "re");
    char line[256];
    double found = otherwise;
    while (file && fgets(line, sizeof line, file)) {
        double value;
        if (strncmp(line, word, strlen(word)) != 0 || sscanf(line + strlen(word), "%lf", &value) != 1)
            continue;
        found = value;
        break;
    }
    if (file)
        fclose(file);
    return found;
}

static double left_of_limit(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return HUGE_VAL;
    const double pages = number_in("/proc/self/statm", "", 0.0);
    return (double)limit.rlim_cur - pages * (double)sysconf(_SC_PAGESIZE);
}

static double left_of_group(void)
{
    const double most = number_in("/sys/fs/cgroup/memory.max", "", HUGE_VAL);
    return most - number_in("/sys/fs/cgroup/memory.current", "", 0.0);
}

double memory_available(void)
{
    const double machine = 1024.0 * number_in("/proc/meminfo", "MemAvailable:", HUGE_VAL);
    return fmax(0.0, fmin(machine, fmin(left_of_limit(), left_of_group())));
}
