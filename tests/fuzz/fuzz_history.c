/* fuzz_history.c - results that are read (torsor pod): a file of rows, or a classic NetCDF file that is damaged.
 *
 * Input that begins with '!' is a list of edits to a NetCDF file of a small deck; else it is the .mov file. What must
 * hold: it is refused, or read. */
#include "fuzz/edits.h"
#include "fuzz/fuzz.h"
#include "fuzz/small_results.h"
#include "output/history.h"
#include <math.h>
#include <stdio.h>
#include <unistd.h>

static char base[64], *good;
static size_t n_good;

static char *path_of(const char *extension)
{
    static char path[96];
    snprintf(path, sizeof path, "%s.%s", base, extension);
    return path;
}

static void put_file(const char *extension, const void *bytes, size_t n)
{
    FILE *file = fopen(path_of(extension), "wb");
    if (!file || fwrite(bytes, 1, n, file) != n || fclose(file) != 0)
        abort();
}

static void prepare(void)
{
    snprintf(base, sizeof base, "/tmp/torsor-fuzz-%ld", (long)getpid());
    write_small_results(base);
    good = malloc(1 << 16);
    FILE *file = fopen(path_of("nc"), "rb");
    n_good = file ? fread(good, 1, 1 << 16, file) : 0;
    if (file)
        fclose(file);
    unlink(path_of("nc"));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (!good)
        prepare();
    const bool is_netcdf = size > 0 && data[0] == '!' && n_good > 0;
    fuzz_world fuzz_world = fuzz_begin();
    history history = {0};
    if (is_netcdf) {
        char *bytes = malloc(n_good);
        memcpy(bytes, good, n_good);
        edit(bytes, n_good, data + 1, size - 1);
        put_file("nc", bytes, n_good);
        free(bytes);
    } else {
        put_file("mov", data, size);
    }
    const history_options options = {.kinds = SIGNAL_POSITION | SIGNAL_ROTATION, .start = -HUGE_VAL, .end = HUGE_VAL};
    if (history_read(path_of(is_netcdf ? "nc" : "mov"), &options, fuzz_world.errors, &history))
        history_free(&history);
    unlink(path_of(is_netcdf ? "nc" : "mov"));
    fuzz_end(&fuzz_world);
    return 0;
}
