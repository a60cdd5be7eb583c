/* modal_fem_test.c - files of modal data: every record group, every way to write them, every error with its line, any
 * bytes. */
#include "unit/element/modal_world.h"
#include "element/diag_rows.h"
#include "fem/diag_rows.h"
#include <fcntl.h>
#include <sys/stat.h>
#include <time.h>

/* The example of the manual, with all record groups; one string a group. */
static const char *const GROUPS[] = {
    "** modal data\n** RECORD GROUP 1, HEADER\n** REVISION NODES NORMAL ATTACHED CONSTRAINT REJECTED\n REV0 3 1 2 0 "
    "1\n",
    "** RECORD GROUP 2, NODES\n 1001 N2\n 1003\n",
    "** RECORD GROUP 3, AMPLITUDES\n 0.5 -0.25\n",
    "** RECORD GROUP 4, RATES\n 1 2\n",
    "** RECORD GROUP 5, X\n 0\n 0\n 0\n",
    "** RECORD GROUP 6, Y\n -2.\n 0\n 2.\n",
    "** RECORD GROUP 7, Z\n 0\n 0\n 0\n",
    "** RECORD GROUP 8, SHAPES\n** MODE 1\n 0 0 1 0 0 0\n 0 0 0 0 0 0\n 0 0 1 0.5 0 0\n** MODE 2\n 1 0 0 0 0 0\n 0 0 0 "
    "0 0 0\n 1 0 0 0 0 0\n",
    "** RECORD GROUP 9, MASS\n 2 0\n 0 2\n",
    "** RECORD GROUP 10, STIFFNESS\n 1 0\n 0 1e2\n",
    "** RECORD GROUP 11, LUMPED MASS\n 1 1 1 1 1 1\n 1 1 1 1 1 1\n 1 1 1 1 1 1\n",
    "** RECORD GROUP 12, INERTIA\n 3\n 0 0 0\n 11 0 0\n 0 3 0\n 0 0 11\n",
    "** RECORD GROUP 13, DAMPING\n 0.1 0\n 0 0.2\n",
    "** RECORD GROUP 14, INVARIANT 3\n 1 2\n 3 4\n 5 6\n",
    "** RECORD GROUP 15, INVARIANT 4\n 1 2\n 3 4\n 5 6\n",
    "** RECORD GROUP 16, INVARIANT 8\n 1 2 3 4 5 6\n 7 8 9 10 11 12\n 13 14 15 16 17 18\n",
    "** RECORD GROUP 17, INVARIANT 5\n 0 1 -1 0\n 0 2 -2 0\n 0 3 -3 0\n",
    "** RECORD GROUP 18, INVARIANT 9\n 1 2 3 4 5 6 7 8 9 10 11 12\n 1 2 3 4 5 6 7 8 9 10 11 12\n 1 2 3 4 5 6 7 8 9 10 "
    "11 12\n",
    "** RECORD GROUP 19, STIFFENING\n 2\n 1\n 1 2\n 2 3\n 13\n 4 5\n 5 6\n",
    "** END OF FILE\n anything\n",
};

enum { ALL = sizeof GROUPS / sizeof *GROUPS };

/* All groups, but those of the mask. */
static char *data_without(unsigned mask)
{
    static char data[8192];
    data[0] = '\0';
    for (int i = 0; i < ALL; i++)
        if (!(mask >> (i + 1) & 1))
            strcat(data, GROUPS[i]);
    return data;
}

static void check_example(const fem *fem)
{
    assert_int_equal(fem->n_nodes, 3);
    assert_int_equal(fem->n_modes, 2);
    assert_string_equal(fem->labels[1], "N2");
    assert_int_equal(fem_node(fem, "1003"), 2);
    assert_int_equal(fem_node(fem, "7"), -1);
    assert_true(fem->q[1] == -0.25 && fem->qp[1] == 2.0);
    assert_true(fem->x[1] == -2.0 && fem->x[7] == 2.0);
    assert_true(fem->U[3 * 2 + 2] == 1.0 && fem->V[3 * 2] == 0.5 && fem->U[3 * 3] == 1.0);
    assert_true(fem->M[3] == 2.0 && fem->K[3] == 100.0 && fem->C[3] == 0.2);
    assert_true(fem->lumped[17] == 1.0 && fem->rigid[0] == 3.0 && fem->rigid[12] == 11.0);
    assert_true(fem->I3[3] == 4.0 && fem->I4[5] == 6.0 && fem->I8[6] == 7.0 && fem->I5[5] == 2.0 && fem->I9[12] == 1.0);
    assert_int_equal(fem->n_stiffening, 2);
    assert_int_equal(fem->stiffening[1].index, 13);
    assert_true(fem->stiffening[1].K[2] == 5.0);
}

static void test_all_groups(void **unused)
{
    (void)unused;
    world *world = world_create();
    fem fem;
    const char *data = data_without(0);
    assert_true(world_fem(world, data, strlen(data), &fem));
    check_example(&fem);
    world_destroy(world);
}

/* The header stands first, the others may stand anywhere. */
static void test_any_order(void **unused)
{
    (void)unused;
    world *world = world_create();
    fem fem;
    char data[8192] = "";
    strcat(data, GROUPS[0]);
    for (int i = ALL - 2; i > 0; i--)
        strcat(data, GROUPS[i]);
    assert_true(world_fem(world, data, strlen(data), &fem));
    check_example(&fem);
    world_destroy(world);
}

static void test_optional_groups(void **unused)
{
    (void)unused;
    for (int g = 1; g <= FEM_GROUPS; g++) {
        world *world = world_create();
        fem fem;
        const char *data = data_without(1u << g);
        const bool needed = g <= 2 || (g >= 5 && g <= 10);
        assert_int_equal(world_fem(world, data, strlen(data), &fem), !needed);
        if (needed)
            assert_int_equal(world->code, g == 1 ? E_FEM_NO_HEADER : E_FEM_MISSING);
        world_destroy(world);
    }
}

/* Puts `to` in the place of every `from`. */
static void replace_all(char *data, char from, const char *to, char *out)
{
    for (; *data; data++) {
        if (*data != from)
            *out++ = *data;
        else
            out += sprintf(out, "%s", to);
    }
    *out = '\0';
}

static void test_line_ends(void **unused)
{
    (void)unused;
    static const char *const ENDS[] = {"\r\n", "\r", "\n\n \t\n", "\v\n"};
    for (int i = 0; i < 4; i++) {
        world *world = world_create();
        fem fem;
        char data[16384];
        replace_all(data_without(0), '\n', ENDS[i], data);
        assert_true(world_fem(world, data, strlen(data), &fem));
        check_example(&fem);
        world_destroy(world);
    }
}

static const char SMALL[] = "\xEF\xBB\xBFno asterisks at the top of the file\n"
                            "**record  group 1\nR 1 1 0 0 0\nthis is a comment as well\n"
                            "** RECORD GROUP 2, A\nA-1 ** here a comment to the end of the line\n"
                            "** RECORD GROUP 5\n+1.5D+01\n** RECORD GROUP 6\n-.5e1\n** RECORD GROUP 7\n1.\n"
                            "** RECORD GROUP 8\nmode 1, without asterisks\n1 2 3\n4 5\n\n6\n"
                            "** RECORD GROUP 9\n1\n** RECORD GROUP 10\n1e+3";

static void test_free_form(void **unused)
{
    (void)unused;
    world *world = world_create();
    fem fem;
    assert_true(world_fem(world, SMALL, strlen(SMALL), &fem));
    assert_true(fem.x[0] == 15.0 && fem.x[1] == -5.0 && fem.x[2] == 1.0);
    assert_true(fem.U[2] == 3.0 && fem.V[2] == 6.0 && fem.K[0] == 1000.0);
    assert_string_equal(fem.labels[0], "A-1");
    world_destroy(world);
}

/* --- errors ------------------------------------------------------------------------------------------------------- */

/* SMALL with one line (from 1) in the place of another. */
static char *with_line(int number, const char *line)
{
    static char data[1024];
    const char *from = SMALL;
    char *to = data;
    for (int n = 1; *from; n++) {
        const char *end = strchr(from, '\n');
        const int length = end ? (int)(end - from) : (int)strlen(from);
        to += n == number ? sprintf(to, "%s\n", line) : sprintf(to, "%.*s\n", length, from);
        from += length + (end != NULL);
    }
    return data;
}

static void check_error(int number, const char *line, diag_code code, int at)
{
    world *world = world_create();
    fem fem;
    const char *data = with_line(number, line);
    assert_false(world_fem(world, data, strlen(data), &fem));
    if (world->code != code || world->line != at)
        fail_msg("'%s': %s in line %d", line, world->said, world->line);
    world_destroy(world);
}

static void test_errors(void **unused)
{
    (void)unused;
    check_error(8, "nan", E_FEM_NUMBER, 8);
    check_error(8, "inf", E_FEM_NUMBER, 8);
    check_error(8, "1e999", E_FEM_NUMBER, 8);
    check_error(8, "1..2", E_FEM_NUMBER, 8);
    check_error(8, "0x10", E_FEM_NUMBER, 8);
    check_error(8, "1 2", E_FEM_TOO_MANY, 8);
    check_error(8, "1\n2", E_FEM_TOO_MANY, 9);
    check_error(8, "", E_FEM_SHORT, 9);
    check_error(6, "A B", E_FEM_TOO_MANY, 6);
    check_error(3, "R 1 1 0 0", E_FEM_NUMBER, 4);
    check_error(3, "", E_FEM_NUMBER, 4);
    check_error(3, "R -1 1 0 0 0", E_FEM_NUMBER, 3);
    check_error(3, "R 1 1 0 0 1", E_FEM_HEADER, 3);
    check_error(3, "R 0 1 0 0 0", E_FEM_HEADER, 3);
    check_error(3, "R 1 2000000000 2000000000 0 0", E_FEM_HEADER, 3);
    check_error(3, "R 2 1 0 0 0", E_FEM_SHORT, 7);
    check_error(3, "R 1 2 0 0 0", E_FEM_SHORT, 19);
    check_error(3, "R 1000000000 1 0 0 0", E_FEM_SHORT, 5);
    check_error(3, "R 1 99999999999 0 0 0", E_FEM_NUMBER, 3);
    check_error(7, "** RECORD GROUP 0", E_FEM_GROUP, 7);
    check_error(7, "** RECORD GROUP 20, WHATEVER", E_FEM_GROUP, 7);
    check_error(7, "** RECORD GROUP five", E_FEM_GROUP, 7);
    check_error(7, "** RECORD GROUP 6", E_FEM_TWICE, 9);
    check_error(2, "** RECORD GROUP 2", E_FEM_NO_HEADER, 2);
    check_error(7, "** END OF FILE", E_FEM_MISSING, 7);
    check_error(19, "** RECORD GROUP 19\n1\n25\n1\n", E_FEM_STIFFENING, 21);
    check_error(19, "** RECORD GROUP 19\n3\n1\n1\n", E_FEM_SHORT, 25);
}

static void test_labels_twice(void **unused)
{
    (void)unused;
    world *world = world_create();
    fem fem;
    const char data[] = "** RECORD GROUP 1\nR 3 1 0 0 0\n** RECORD GROUP 2\n1 2\n2\n";
    assert_false(world_fem(world, data, strlen(data), &fem));
    assert_int_equal(world->code, E_FEM_LABEL_TWICE);
    assert_int_equal(world->line, 5);
    world_destroy(world);
}

/* --- any bytes ---------------------------------------------------------------------------------------------------- */

/* Wherever a file ends, it is read, or refused with a message. */
static void test_every_prefix(void **unused)
{
    (void)unused;
    const char *data = data_without(0);
    for (size_t n = 0; n <= strlen(data); n++) {
        world *world = world_create();
        fem fem;
        if (!world_fem(world, data, n, &fem))
            assert_true(world->code != NULL);
        world_destroy(world);
    }
}

static void mutate(char *data, size_t length, unsigned long long *seed)
{
    static const char BYTES[] = "0123456789-+.eE *\n\rDRGnaf\0\xff";
    const int changes = 1 + (int)(4.0 * (1.0 + shake(seed)));
    for (int i = 0; i < changes; i++) {
        const size_t at = (size_t)((1.0 + shake(seed)) / 2.0 * (double)length) % length;
        const size_t byte = (size_t)((1.0 + shake(seed)) / 2.0 * (sizeof BYTES - 1));
        if (shake(seed) < 0.8)
            data[at] = BYTES[byte];
        else
            memmove(data + at, data + length - at - 1 > data + at ? data + at + 1 : data + at, length - at - 1);
    }
}

static void test_random_bytes(void **unused)
{
    (void)unused;
    unsigned long long seed = 7;
    int refused = 0;
    for (int i = 0; i < 3000; i++) {
        world *world = world_create();
        fem fem;
        char data[8192];
        snprintf(data, sizeof data, "%s", data_without(0));
        const size_t length = strlen(data);
        mutate(data, length, &seed);
        const bool ok = world_fem(world, data, length, &fem);
        assert_true(ok || world->code != NULL);
        refused += !ok;
        world_destroy(world);
    }
    assert_true(refused > 1000);
}

/* --- copies ------------------------------------------------------------------------------------------------------- */

static char FOLDER[] = "/tmp/torsor-fem-XXXXXX";

static const char *path_of(const char *name)
{
    static char path[4][256];
    static int k;
    k = (k + 1) % 4;
    snprintf(path[k], sizeof path[k], "%s/%s", FOLDER, name);
    return path[k];
}

static void test_binary(void **unused)
{
    (void)unused;
    world *world = world_create();
    fem fem, copy;
    const char *data = data_without(0);
    assert_true(world_fem(world, data, strlen(data), &fem));
    assert_null(fem_write_binary(&fem, path_of("a.bin")));
    assert_null(fem_read_binary(world->memory, path_of("a.bin"), &copy));
    check_example(&copy);
    assert_true(world_fem(world, SMALL, strlen(SMALL), &fem));
    assert_null(fem_write_binary(&fem, path_of("b.bin")));
    assert_null(fem_read_binary(world->memory, path_of("b.bin"), &copy));
    assert_null(copy.lumped);
    assert_null(copy.I9);
    assert_true(copy.x[0] == 15.0);
    assert_non_null(fem_read_binary(world->memory, path_of("none.bin"), &copy));
    assert_non_null(fem_read_binary(world->memory, FOLDER, &copy));
    world_destroy(world);
}

/* A binary copy that is cut or altered anywhere is refused. */
static void test_damaged_binary(void **unused)
{
    (void)unused;
    world *world = world_create();
    fem fem, copy;
    char bytes[4096];
    const char *data = data_without(0);
    assert_true(world_fem(world, data, strlen(data), &fem));
    assert_null(fem_write_binary(&fem, path_of("c.bin")));
    FILE *in = fopen(path_of("c.bin"), "rb");
    const size_t n = fread(bytes, 1, sizeof bytes, in);
    fclose(in);
    assert_true(n > 1000 && n < sizeof bytes);
    for (size_t i = 0; i < n; i++) {
        FILE *out = fopen(path_of("d.bin"), "wb");
        bytes[i] ^= 0x41;
        fwrite(bytes, 1, i % 3 == 0 ? i : n, out);
        fclose(out);
        bytes[i] ^= 0x41;
        assert_non_null(fem_read_binary(world->memory, path_of("d.bin"), &copy));
    }
    world_destroy(world);
}

static void set_counters(const char *path, int seconds)
{
    struct timespec t[2];
    clock_gettime(CLOCK_REALTIME, &t[0]);
    t[0].tv_sec -= seconds;
    t[1] = t[0];
    assert_int_equal(utimensat(AT_FDCWD, path, t, 0), 0);
}

/* The stiffness that is read, as the rules for the binary copy say. */
static double load(fem_binary_rules rules, diag_code *said)
{
    world *world = world_create();
    fem fem;
    reader_open_text(world->reader, "card", "joint: 1;", 9);
    reader_card(world->reader);
    assert_true(fem_load(world->reader, path_of("e.fem"), rules, &fem));
    diag_flush(world->errors);
    *said = world->code;
    const double K = fem.K[0];
    reader_card_skip(world->reader);
    world_destroy(world);
    return K;
}

static void test_which_copy(void **unused)
{
    (void)unused;
    diag_code said;
    const fem_binary_rules none = {0}, create = {.create = true}, use = {.use = true},
                           update = {.update = true, .use = true};
    write_text(path_of("e.fem"), SMALL);
    set_counters(path_of("e.fem"), 100);
    assert_true(load(use, &said) == 1000.0 && access(path_of("e.fem.bin"), F_OK) != 0);
    assert_true(load(create, &said) == 1000.0 && access(path_of("e.fem.bin"), F_OK) == 0);
    /* The data changes but looks older than its copy: only those who use the copy see the old value. */
    write_text(path_of("e.fem"), with_line(22, "5"));
    set_counters(path_of("e.fem"), 100);
    assert_true(load(none, &said) == 5.0);
    assert_true(load(use, &said) == 1000.0);
    /* Newer than its copy. */
    set_counters(path_of("e.fem.bin"), 200);
    assert_true(load(use, &said) == 5.0);
    assert_true(load(create, &said) == 5.0 && said == NULL);
    assert_true(load(update, &said) == 5.0);
    assert_true(load(use, &said) == 5.0);
    write_text(path_of("e.fem.bin"), "another program's");
    assert_true(load(use, &said) == 5.0 && said == W_FEM_BINARY);
}

static void test_echo(void **unused)
{
    (void)unused;
    world *world = world_create();
    fem fem, copy;
    const char *data = data_without(0);
    assert_true(world_fem(world, data, strlen(data), &fem));
    assert_null(fem_write_text(&fem, path_of("f.fem"), 16));
    reader_open_text(world->reader, "card", "joint: 1;", 9);
    reader_card(world->reader);
    assert_true(fem_read(world->reader, path_of("f.fem"), &copy));
    check_example(&copy);
    assert_non_null(fem_write_text(&fem, path_of("no/such/folder"), 16));
    world_destroy(world);
}

static int begin(void **unused)
{
    (void)unused;
    return mkdtemp(FOLDER) ? 0 : -1;
}

static int end(void **unused)
{
    (void)unused;
    static const char *const FILES[] = {"a.bin", "b.bin", "c.bin", "d.bin", "e.fem", "e.fem.bin", "f.fem"};
    for (int i = 0; i < (int)(sizeof FILES / sizeof *FILES); i++)
        remove(path_of(FILES[i]));
    return rmdir(FOLDER);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_groups),
        cmocka_unit_test(test_any_order),
        cmocka_unit_test(test_optional_groups),
        cmocka_unit_test(test_line_ends),
        cmocka_unit_test(test_free_form),
        cmocka_unit_test(test_errors),
        cmocka_unit_test(test_labels_twice),
        cmocka_unit_test(test_every_prefix),
        cmocka_unit_test(test_random_bytes),
        cmocka_unit_test(test_binary),
        cmocka_unit_test(test_damaged_binary),
        cmocka_unit_test(test_which_copy),
        cmocka_unit_test(test_echo),
    };
    return cmocka_run_group_tests(tests, begin, end);
}
