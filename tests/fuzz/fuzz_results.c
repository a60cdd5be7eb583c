/* fuzz_results.c - results that are read back (torsor view, torsor export): text files and eigenanalyses, or a classic
 * NetCDF file that is damaged.
 *
 * Input that begins with '!' is a list of edits to a NetCDF file of a small deck. Else its first byte chooses the file:
 * m the motion, o the table of steps, n the energies, e an eigenanalysis; the others are those of the deck. What must
 * hold: results are refused, or every column can be read. */
#include "output/results.h"
#include "fuzz/edits.h"
#include "fuzz/fuzz.h"
#include "fuzz/small_results.h"
#include <stdio.h>
#include <unistd.h>

static const char *const ENDINGS[] = {".mov", ".out", ".nrg", "_0.m", ".nc", ".log", ".ine"};
enum { MOTION, STEPS, ENERGIES, MODES, NETCDF };
enum { MOST_BYTES = 1 << 16, MOST_COLUMNS = 64 };

static char base[64];
static struct {
    char *bytes;
    size_t n;
} good[ARRAY_LEN(ENDINGS)];

static char *path_of(int which)
{
    static char path[96];
    snprintf(path, sizeof path, "%s%s", base, ENDINGS[which]);
    return path;
}

static void put_file(int which, const void *bytes, size_t n)
{
    FILE *file = fopen(path_of(which), "wb");
    if (!file || fwrite(bytes, 1, n, file) != n || fclose(file) != 0)
        abort();
}

static void prepare(void)
{
    snprintf(base, sizeof base, "/tmp/torsor-fuzz-results-%ld", (long)getpid());
    write_small_results(base);
    for (int i = 0; i < ARRAY_LEN(ENDINGS); i++) {
        FILE *file = fopen(path_of(i), "rb");
        good[i].bytes = malloc(MOST_BYTES);
        good[i].n = file ? fread(good[i].bytes, 1, MOST_BYTES, file) : 0;
        if (file)
            fclose(file);
        unlink(path_of(i));
    }
}

static void read_all(const char *path)
{
    fuzz_world fuzz_world = fuzz_begin();
    results results = {0};
    if (results_open(&results, path, NULL, fuzz_world.errors))
        for (int i = 0; i < results.columns.n && i < MOST_COLUMNS; i++) {
            double *numbers =
                calloc((size_t)results.columns.items[i].size * (size_t)results.time.n + 1, sizeof *numbers);
            if (numbers)
                results_read(&results, i, 0, 1, results.time.n, numbers);
            free(numbers);
        }
    results_close(&results);
    fuzz_end(&fuzz_world);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char LETTERS[] = "mone";
    if (!*base)
        prepare();
    const char *letter = size > 0 && data[0] ? strchr(LETTERS, data[0]) : NULL;
    if (size > 0 && data[0] == '!' && good[NETCDF].n > 0) {
        char *bytes = malloc(good[NETCDF].n);
        memcpy(bytes, good[NETCDF].bytes, good[NETCDF].n);
        edit(bytes, good[NETCDF].n, data + 1, size - 1);
        put_file(NETCDF, bytes, good[NETCDF].n);
        free(bytes);
        read_all(path_of(NETCDF));
    } else if (letter) {
        const int chosen = (int)(letter - LETTERS);
        for (int i = 0; i < ARRAY_LEN(ENDINGS); i++)
            if (i != chosen && i != NETCDF && good[i].n > 0)
                put_file(i, good[i].bytes, good[i].n);
        put_file(chosen, data + 1, size - 1);
        read_all(path_of(MOTION));
    }
    for (int i = 0; i < ARRAY_LEN(ENDINGS); i++)
        unlink(path_of(i));
    return 0;
}
