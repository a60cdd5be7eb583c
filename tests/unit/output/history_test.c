/* history_test.c - motion of nodes read back from hand-written text results, and from NetCDF results. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include "output/history.h"
#include "output/netcdf_file.h"
#include "unit/output/folder.h"
#include <math.h>

typedef struct {
    folder folder;
    sources *texts;
    diag *errors;
    char said[512];
    history history;
} bench;

static void notify(void *to, const diag *diagnostics, const diag_message *message)
{
    (void)diagnostics;
    snprintf(((bench *)to)->said, sizeof((bench *)to)->said, "%s", message->text);
}

static int set_up(void **of)
{
    static bench b;
    b = (bench){.folder = folder_create(), .texts = sources_create()};
    b.errors = diag_create(b.texts);
    diag_set_sink(b.errors, notify, &b);
    *of = &b;
    return 0;
}

static int tear_down(void **of)
{
    bench *bench = *of;
    history_free(&bench->history);
    diag_destroy(bench->errors);
    sources_destroy(bench->texts);
    folder_remove(&bench->folder);
    return 0;
}

static void put(const bench *bench, const char *extension, const char *words)
{
    FILE *file = fopen(folder_file(&bench->folder, extension), "w");
    assert_non_null(file);
    fputs(words, file);
    fclose(file);
}

static bool read_all(bench *bench, const char *extension, const history_options *options)
{
    history_free(&bench->history);
    const bool ok = history_read(*extension ? folder_file(&bench->folder, extension) : bench->folder.base, options,
                                 bench->errors, &bench->history);
    diag_flush(bench->errors);
    return ok;
}

static double value(const bench *bench, int signal, int k)
{
    return bench->history.value[signal * bench->history.n_times + k];
}

#define ALL_KINDS (SIGNAL_POSITION | SIGNAL_ROTATION | SIGNAL_VELOCITY | SIGNAL_ANGULAR_VELOCITY)
#define ANY_TIME .start = -INFINITY, .end = INFINITY

/* Three steps, of which the second is not written; node 4 turns about z, node 9 has a matrix: a quarter turn about
 * x. */
static void put_text_results(const bench *bench)
{
    put(bench, "out",
        "# Step Time TStep NIter ResErr SolErr SolConv Out\nStep 0 1 0.1 1 0 0 0 1\nStep 1 1.1 0.1 1 0 0 0 0\n"
        "Step 2 1.2 0.1 1 0 0 0 1\n");
    put(bench, "log", "structural node: 4 0 0 0 euler123 0 0 0\nstructural node: 9 0 0 0 mat 1 0 0 0 0 -1 0 1 0\n");
    put(bench, "mov",
        "       4 1 2 3 0 0 30 4 5 6 7 8 9\n       9 0 0 1 1 0 0 0 0 -1 0 1 0 1 1 1 2 2 2\n"
        "       4 1.5 2 3 0 0 60 4 5 6 7 8 9\n       9 0 0 2 1 0 0 0 0 -1 0 1 0 1 1 1 2 2 2\n");
}

static void text(void **of)
{
    bench *bench = *of;
    put_text_results(bench);
    assert_true(read_all(bench, "mov", &(history_options){.kinds = ALL_KINDS, ANY_TIME}));
    assert_int_equal(bench->history.n_times, 2);
    assert_int_equal(bench->history.n_signals, 24);
    assert_true(fabs(bench->history.time[0] - 1.0) < 1e-12 && fabs(bench->history.time[1] - 1.2) < 1e-12);
    assert_true(value(bench, 0, 1) == 1.5 && value(bench, 2, 0) == 3.0);
    assert_true(fabs(value(bench, 5, 0) - M_PI / 6.0) < 1e-12 && fabs(value(bench, 5, 1) - M_PI / 3.0) < 1e-12);
    assert_true(value(bench, 6, 0) == 4.0 && value(bench, 11, 0) == 9.0);
    assert_true(fabs(value(bench, 15, 0) - M_PI / 2.0) < 1e-12); /* rotation about x of node 9 */
    assert_int_equal(bench->history.signal[15].node, 9);
    assert_int_equal(bench->history.signal[15].kind, SIGNAL_ROTATION);
    assert_int_equal(bench->history.signal[23].axis, 2);
}

static void some_nodes_kinds_and_times(void **of)
{
    bench *bench = *of;
    const unsigned nine = 9;
    put_text_results(bench);
    assert_true(read_all(
        bench, "",
        &(history_options){.labels = &nine, .n_labels = 1, .kinds = SIGNAL_POSITION, .start = 1.05, .end = 5.0}));
    assert_int_equal(bench->history.n_times, 1);
    assert_int_equal(bench->history.n_signals, 3);
    assert_true(value(bench, 2, 0) == 2.0);
}

/* Angles that pass 180 degrees go on. */
static void whole_revolutions(void **of)
{
    bench *bench = *of;
    put(bench, "mov", "1 0 0 0 0 0 170 0 0 0 0 0 0\n1 0 0 0 0 0 -170 0 0 0 0 0 0\n1 0 0 0 0 0 -150 0 0 0 0 0 0\n");
    assert_true(read_all(bench, "mov", &(history_options){.kinds = SIGNAL_ROTATION, .time_step = 0.5, ANY_TIME}));
    assert_true(fabs(value(bench, 2, 1) - 190.0 * M_PI / 180.0) < 1e-9);
    assert_true(fabs(value(bench, 2, 2) - 210.0 * M_PI / 180.0) < 1e-9);
    assert_true(bench->history.time[2] == 1.0);
}

static void bad_text(void **of)
{
    bench *bench = *of;
    const history_options options = {.kinds = SIGNAL_POSITION, ANY_TIME};
    const unsigned seven = 7;
    assert_false(read_all(bench, "mov", &options));
    assert_non_null(strstr(bench->said, "cannot read"));
    put_text_results(bench);
    assert_false(read_all(bench, "mov",
                          &(history_options){.labels = &seven, .n_labels = 1, .kinds = SIGNAL_POSITION, ANY_TIME}));
    assert_non_null(strstr(bench->said, "contains no motion of structural node 7"));
    put(bench, "mov", "4 1 2 3\n");
    assert_false(read_all(bench, "mov", &options));
    assert_non_null(strstr(bench->said, "line 1: not a row"));
    put(bench, "mov", "-4 1 2 3 0 0 30 4 5 6 7 8 9\n");
    assert_false(read_all(bench, "mov", &options));
    assert_non_null(strstr(bench->said, "line 1: not a row"));
    put(bench, "mov", "4 1 2 3 0 0 30 4 5 6 7 8 9\n");
    assert_false(read_all(bench, "mov", &options));
    assert_non_null(strstr(bench->said, "1 rows for structural node 4, but 2 times"));
    unlink(folder_file(&bench->folder, "out"));
    assert_false(read_all(bench, "mov", &options));
    assert_non_null(strstr(bench->said, ".out"));
    put(bench, "nc", "no such format");
    assert_false(read_all(bench, "nc", &options));
    assert_non_null(strstr(bench->said, "cannot read"));
}

/* A matrix is stored by columns: R21 = 1 comes second, a quarter turn about z. */
static void put_netcdf_results(bench *bench)
{
    netcdf_file file;
    assert_true(netcdf_file_create(&file, bench->folder.base, NULL, false, bench->errors));
    const int time = netcdf_dimension(&file, "time", 2), three = netcdf_dimension(&file, "Vec3", 3);
    const int labels = netcdf_dimension(&file, "struct_node_labels_dim", 2);
    const int ids[] = {netcdf_variable(&file, "time", NETCDF_DOUBLE, 1, &time),
                       netcdf_variable(&file, "node.struct", NETCDF_INT, 1, &labels),
                       netcdf_variable(&file, "node.struct.3.X", NETCDF_DOUBLE, 2, (const int[]){time, three}),
                       netcdf_variable(&file, "node.struct.3.R", NETCDF_DOUBLE, 3, (const int[]){time, three, three})};
    netcdf_end_definitions(&file);
    netcdf_put_reals(&file, ids[0], (const double[]){0.5, 1.0});
    netcdf_put_ints(&file, ids[1], (const int[]){3, 4}); /* 4 has no output */
    netcdf_put_reals(&file, ids[2], (const double[]){1, 2, 3, 4, 5, 6});
    netcdf_put_reals(&file, ids[3], (const double[]){1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0, -1, 0, 0, 0, 0, 1});
    assert_true(netcdf_file_close(&file, bench->errors));
}

static void netcdf(void **of)
{
    bench *bench = *of;
    put_netcdf_results(bench);
    assert_true(read_all(bench, "", &(history_options){.kinds = SIGNAL_POSITION | SIGNAL_ROTATION, ANY_TIME}));
    assert_int_equal(bench->history.n_signals, 6);
    assert_true(bench->history.time[1] == 1.0 && value(bench, 1, 1) == 5.0);
    assert_true(value(bench, 5, 0) == 0.0 && fabs(value(bench, 5, 1) - M_PI / 2.0) < 1e-12);
}

/* Bytes 12 to 15 say how many dimensions there are, 36 to 39 how long the second is. A count that the file has no room
 * for, and records in the second place, are refused before the library meets them; cut anywhere in its head, the file
 * is refused too. */
static void damaged_netcdf(void **of)
{
    bench *bench = *of;
    const history_options options = {.kinds = SIGNAL_POSITION, ANY_TIME};
    char bytes[4096], whole[4096];
    put_netcdf_results(bench);
    FILE *file = fopen(folder_file(&bench->folder, "nc"), "rb");
    const size_t n = fread(whole, 1, sizeof whole, file);
    fclose(file);
    assert_true(n > 400 && memcmp(whole, "CDF", 3) == 0 && whole[11] == 0x0a && whole[15] == 3);
    assert_true(memcmp(whole + 32, "Vec3", 4) == 0 && whole[39] == 3);
    for (size_t end = n; end > 8; end = end == n ? n - 1 : end == n - 1 ? 280 : end - 4) {
        memcpy(bytes, whole, n);
        memset(bytes + 12, 0x7f, end == n ? 4 : 0);
        memset(bytes + 36, 0, end == n - 1 ? 4 : 0);
        file = fopen(folder_file(&bench->folder, "nc"), "wb");
        assert_int_equal(fwrite(bytes, 1, end, file), end);
        fclose(file);
        assert_false(read_all(bench, "nc", &options));
        assert_non_null(strstr(bench->said, "cannot read"));
    }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(text),          TEST(some_nodes_kinds_and_times), TEST(whole_revolutions), TEST(bad_text), TEST(netcdf),
        TEST(damaged_netcdf)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
