/* source_test.c - loading of texts, and lines of places. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>
#include "base/source.h"
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char directory[] = "/tmp/torsor_source_XXXXXX";

static const char *path_of(const char *name)
{
    static char path[256];
    snprintf(path, sizeof path, "%s/%s", directory, name);
    return path;
}

static void write_file(const char *name, const char *text)
{
    FILE *file = fopen(path_of(name), "w");
    assert_non_null(file);
    fwrite(text, 1, strlen(text), file);
    fclose(file);
}

static int set_up(void **state)
{
    (void)state;
    return mkdtemp(directory) ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    char command[300];
    snprintf(command, sizeof command, "rm -r %s", directory);
    return system(command);
}

static void file_is_loaded_whole(void **state)
{
    (void)state;
    sources *sources = sources_create();
    const char *why = NULL;
    write_file("a.mbd", "set: real a = 1.;\nremark;\n");
    const source *file = sources_load(sources, path_of("a.mbd"), "a.mbd", (source_location){0}, &why);
    assert_non_null(file);
    assert_null(why);
    assert_string_equal(file->text, "set: real a = 1.;\nremark;\n");
    assert_int_equal(file->length, 26);
    assert_string_equal(file->name, "a.mbd");
    assert_string_equal(file->path, path_of("a.mbd"));
    assert_int_equal(sources_index(sources, file), 1);
    assert_ptr_equal(sources_get(sources, 1), file);
    assert_null(sources_get(sources, 0));
    assert_null(sources_get(sources, 2));
    assert_int_equal(sources_index(sources, NULL), 0);
    sources_destroy(sources);
    sources_destroy(NULL);
}

static void file_loaded_twice_shares_its_text(void **state)
{
    (void)state;
    sources *sources = sources_create();
    const char *why;
    write_file("b.set", "x");
    const source *one = sources_load(sources, path_of("b.set"), "b.set", (source_location){0}, &why);
    const source *two = sources_load(sources, path_of("./b.set"), "again", (source_location){1, 3, 1}, &why);
    assert_ptr_equal(one->text, two->text);
    assert_ptr_not_equal(one, two);
    assert_true(sources_same_file(one, two));
    assert_int_equal(two->included_from.offset, 3);
    write_file("b.set", "changed");
    const source *three = sources_load(sources, path_of("b.set"), "b.set", (source_location){0}, &why);
    assert_string_equal(three->text, "changed");
    write_file("c.set", "x");
    const source *other = sources_load(sources, path_of("c.set"), "c.set", (source_location){0}, &why);
    assert_false(sources_same_file(one, other));
    assert_string_equal(other->text, "x");
    sources_destroy(sources);
}

static void what_cannot_be_read_says_why(void **state)
{
    (void)state;
    sources *sources = sources_create();
    const char *why = NULL;
    assert_null(sources_load(sources, path_of("missing"), "missing", (source_location){0}, &why));
    assert_string_equal(why, "No such file or directory");
    assert_null(sources_load(sources, directory, "d", (source_location){0}, &why));
    assert_string_equal(why, "it is a directory");
    const int huge = open(path_of("huge"), O_CREAT | O_WRONLY, 0600);
    assert_int_equal(ftruncate(huge, ((off_t)1 << 30) + 1), 0);
    close(huge);
    assert_null(sources_load(sources, path_of("huge"), "huge", (source_location){0}, &why));
    assert_string_equal(why, "it is larger than 1 GiB");
    sources_destroy(sources);
}

static void empty_file_and_a_device_can_be_read(void **state)
{
    (void)state;
    sources *sources = sources_create();
    const char *why = NULL;
    write_file("empty", "");
    const source *empty = sources_load(sources, path_of("empty"), "empty", (source_location){0}, &why);
    assert_int_equal(empty->length, 0);
    assert_string_equal(empty->text, "");
    const source *null = sources_load(sources, "/dev/null", "/dev/null", (source_location){0}, &why);
    assert_int_equal(null->length, 0);
    sources_destroy(sources);
}

static void pipe_is_read_to_its_end(void **state)
{
    (void)state;
    sources *sources = sources_create();
    const char *why = NULL;
    char name[64];
    FILE *pipe = popen("head -c 300000 /dev/zero | tr '\\0' x", "r");
    snprintf(name, sizeof name, "/dev/fd/%d", fileno(pipe));
    const source *file = sources_load(sources, name, "pipe", (source_location){0}, &why);
    assert_non_null(file);
    assert_int_equal(file->length, 300000);
    assert_int_equal(strspn(file->text, "x"), 300000);
    pclose(pipe);
    sources_destroy(sources);
}

static void text_is_copied(void **state)
{
    (void)state;
    sources *sources = sources_create();
    char text[] = "one\ntwo";
    const source *file = sources_add(sources, "test", text, 5, (source_location){0});
    text[0] = 'X';
    assert_string_equal(file->text, "one\nt");
    assert_int_equal(file->length, 5);
    assert_false(sources_same_file(file, sources_add(sources, "test", text, 5, (source_location){0})));
    sources_destroy(sources);
}

static void assert_line(const sources *sources, uint32_t offset, int line, int column)
{
    int l, c;
    location_line(sources, (source_location){1, offset, 1}, &l, &c);
    assert_int_equal(l, line);
    assert_int_equal(c, column);
}

static void lines_and_columns(void **state)
{
    (void)state;
    sources *sources = sources_create();
    sources_add(sources, "test", "ab\n\ncde", 7, (source_location){0});
    assert_line(sources, 0, 1, 1);
    assert_line(sources, 2, 1, 3);
    assert_line(sources, 3, 2, 1);
    assert_line(sources, 6, 3, 3);
    assert_line(sources, 7, 3, 4);
    assert_line(sources, 999, 3, 4);
    assert_line(sources, 4, 3, 1);
    assert_line(sources, 0, 1, 1);
    int line = 9, column = 9;
    location_line(sources, (source_location){0}, &line, &column);
    assert_int_equal(line + column, 0);
    location_line(sources, (source_location){5, 0, 1}, &line, &column);
    assert_int_equal(line + column, 0);
    sources_destroy(sources);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(file_is_loaded_whole),
        cmocka_unit_test(file_loaded_twice_shares_its_text),
        cmocka_unit_test(what_cannot_be_read_says_why),
        cmocka_unit_test(empty_file_and_a_device_can_be_read),
        cmocka_unit_test(pipe_is_read_to_its_end),
        cmocka_unit_test(text_is_copied),
        cmocka_unit_test(lines_and_columns),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
