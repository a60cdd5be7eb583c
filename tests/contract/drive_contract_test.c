/* drive_contract_test.c - what every row of the tables of drives and of scalar functions must keep.
 *
 *     derivative   equals the central difference in time, where time, argument and unknowns move together; there is
 *                  one, unless the drive is among those that are known to have none
 *     nested       the same inside other drives, which have a derivative when it has
 *     derivatives  of scalar functions: first and second equal the central difference of the order below
 *     repeated     a second call gives the same number
 *     allocation   evaluating asks for no memory
 *     memory       what it remembers begins with the same bytes each time; evaluating changes none of them, accepting a
 *                  step its own alone; a copy goes on with the same numbers
 *     recorded     read again from a recording, with its numbers made expressions as well, it gives the same numbers
 *     reading      the sample of drive_lines.def is read, and refused wherever it is cut short, with a word on what is
 *                  missing */
#include "unit/drive/drive_world.h"
#include "model/reading.h"
#include "contract/memory_check.h"
#include "deck/recording.h"
#include "math/rotation.h"
#include "contract/scalar_function.h"
#include <stdlib.h>
#include <unistd.h>

typedef struct {
    const char *keyword, *line;
} sample;

static const sample DRIVES[] = {
#define DRIVE_LINE(keyword, text) {keyword, text},
#define FUNCTION_LINE(keyword, text)
#include "contract/drive_lines.def"
#undef DRIVE_LINE
#undef FUNCTION_LINE
};

static const sample FUNCTIONS[] = {
#define DRIVE_LINE(keyword, text)
#define FUNCTION_LINE(keyword, text) {keyword, text},
#include "contract/drive_lines.def"
#undef DRIVE_LINE
#undef FUNCTION_LINE
};

static const char *sample_of(const sample *all, int n, const char *keyword)
{
    for (int i = 0; i < n; i++)
        if (strcmp(all[i].keyword, keyword) == 0)
            return all[i].line;
    fail_msg("drive_lines.def has no line for '%s'", keyword);
    return NULL;
}

/* --- a world in which all samples can be read --------------------------------------------------------------------- */

static char data[] = "/tmp/torsor-contract-XXXXXX";

static void read_drivers(world *world)
{
    char block[256];
    snprintf(block, sizeof block, "file: 1, variable step, 2, \"%s\"; end: drivers;", data);
    reader_open_text(world->reader, "drivers", block, strlen(block));
    model_read_drivers(world->model, world->reader);
}

static int create(void **of)
{
    world_create(of);
    world *world = *of;
    read_drivers(world);
    world_read(of, "drive caller: 1, linear, 2., 3.; scalar function: \"f\", exp, coefficient, -0.5, 2.;"
                   "scalar function: \"g\", sin, 0.3, 0.7, 0.5;");
    world_elements(of, "body: 5, 1, 3., null, eye;");
    assert_said_nothing(of);
    return 0;
}

static int make_data(void **of)
{
    (void)of;
    const int file = mkstemp(data);
    const char rows[] = "-1 1 2\n0.7 3 4\n3 0 1\n";
    return file < 0 || write(file, rows, sizeof rows - 1) < 0 || close(file);
}

static int remove_data(void **of)
{
    (void)of;
    return unlink(data);
}

/* The sample without its mark; *needed is how much of it must be there. */
static void plain(const char *line, char *out, size_t *needed)
{
    const char *mark = strchr(line, '|');
    *needed = mark ? (size_t)(mark - line) : strlen(line);
    sprintf(out, "%.*s%s", (int)*needed, line, mark ? mark + 1 : "");
}

static void *read_sample(void **of, bool is_drive, const char *line, size_t length)
{
    char card[512];
    snprintf(card, sizeof card, is_drive ? "drive caller: 9, %.*s;" : "scalar function: \"nine\", %.*s;", (int)length,
             line);
    world *world = world_read(of, card);
    return is_drive ? (void *)world_drive(world, 9) : (void *)scalar_function_find(world->model, "nine", 4);
}

/* --- counting allocations ----------------------------------------------------------------------------------------- */

static long n_allocations;

#if !defined(TORSOR_SANITIZED) && defined(__GLIBC__)
void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *old, size_t size);
void *malloc(size_t size) { return n_allocations++, __libc_malloc(size); }
void *calloc(size_t n, size_t size) { return n_allocations++, __libc_calloc(n, size); }
void *realloc(void *old, size_t size) { return n_allocations++, __libc_realloc(old, size); }
#endif

/* --- evaluation --------------------------------------------------------------------------------------------------- */

static unsigned long long seed = 88172645463325252ULL;

static double sample_time(void)
{
    seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
    return 0.05 + 1.9 * (double)(seed >> 11) * 0x1p-53;
}

static void move(world *world, double h)
{
    for (int i = 0; i < world->model->n_unknowns; i++)
        world->y[i] += h * world->yp[i];
    for (int i = 0; i < world->model->n_poses; i++) {
        const mat3 rotation = rotation_exp(vec3_scale(h, world->pose[i].w));
        world->pose[i].x = vec3_add(world->pose[i].x, vec3_scale(h, world->pose[i].v));
        world->pose[i].R = mat3_mul(&rotation, &world->pose[i].R);
    }
}

/* The drive at t + h, with unknowns and nodes moved by h times their rates. */
static double moved(world *world, double t, double h)
{
    move(world, h);
    const double v = world_value(world, 9, t + h);
    move(world, -h);
    return v;
}

static void check_derivative(world *world, const char *name)
{
    const double h = 1e-5;
    int checked = 0;
    for (int i = 0; i < 100; i++) {
        const double t = sample_time(), f = moved(world, t, 0.0), right = (moved(world, t, h) - f) / h,
                     left = (f - moved(world, t, -h)) / h;
        const double derivative = world_derivative(world, 9, t), mean = 0.5 * (left + right);
        if (fabs(right - left) > 1e-2 * (1.0 + fabs(mean)))
            continue; /* a kink or a jump */
        checked++;
        if (fabs(derivative - mean) > 1e-6 * (1.0 + fabs(mean)))
            fail_msg("%s at %g: slope %.12g, difference %.12g", name, t, derivative, mean);
    }
    if (checked < 90)
        fail_msg("%s: only %d points without a kink", name, checked);
}

static void check_repeated(world *world, const char *name)
{
    memory_block *begun = block_create(world->model->plan, 0x5a);
    for (int i = 0; i < 100; i++) {
        const double t = sample_time();
        world->state.step = i;
        const double v = world_value(world, 9, t);
        const long before = n_allocations;
        if (world_value(world, 9, t) != v)
            fail_msg("%s at %g: another value at the second call", name, t);
        world_derivative(world, 9, t);
        if (n_allocations != before)
            fail_msg("%s at %g: asks for memory", name, t);
    }
    if (world->failed.is_set)
        fail_msg("%s: %s", name, world->failed.text);
    if (!same_block(world->model->plan, begun, world->remembers))
        fail_msg("%s: evaluating it changes what it remembers", name);
    free(begun);
}

static void check_accept(world *world, const drive *drive)
{
    const memory_range internal = {drive->memory,
                                   drive->memory + (int)((drive->memory_size + sizeof(double) - 1) / sizeof(double))};
    memory_block *before = block_copy(world->model->plan, world->remembers);
    drive->type->accept(&world->state, drive, world->remembers);
    if (!same_outside(world->model->plan, before, world->remembers, internal))
        fail_msg("%s: accepting a step changes what others remember", drive->type->keyword);
    if (!is_valid(world->model->plan, world->remembers, internal))
        fail_msg("%s: what it remembers could not be loaded", drive->type->keyword);
    free(before);
}

/* Steps of 1/8 up to a number of them. */
static void make_steps(world *world, int n)
{
    while (world->state.step < n) {
        world->state.step++;
        world_time(world, 0.125 * world->state.step);
        for (int i = 0; i < world->model->drives_with_history.n; i++)
            check_accept(world, world->model->drives_with_history.items[i]);
    }
}

enum { RECEIVED = 12 };

/* The drive in the steps after the seventh, before and after each is accepted. */
static void go_on(world *world, double received[RECEIVED])
{
    world->state.step = 7;
    for (int i = 0; i < RECEIVED; i += 2) {
        world->state.step++;
        received[i] = world_value(world, 9, 0.125 * world->state.step);
        world->state.step--;
        make_steps(world, world->state.step + 1);
        received[i + 1] = world_value(world, 9, 0.125 * world->state.step);
    }
}

static void check_memory(world *world, const drive_type *type)
{
    double first[RECEIVED], again[RECEIVED];
    if ((type->accept || type->begin || type->valid) && type->memory == 0)
        fail_msg("%s: it has nothing to remember", type->keyword);
    if (!begins_alike(world->model->plan))
        fail_msg("%s: its memory begins otherwise each time", type->keyword);
    world->state.now = PHASE_STEP;
    make_steps(world, 7);
    memory_block *copy = block_copy(world->model->plan, world->remembers);
    go_on(world, first);
    free(world->remembers);
    world->state.memory = world->remembers = copy;
    go_on(world, again);
    if (memcmp(first, again, sizeof first) != 0)
        fail_msg("%s: it goes on with other numbers from a copy", type->keyword);
}

static void tables_are_complete(void **unused)
{
    (void)unused;
    for (int i = 0; i < drive_type_count; i++) {
        const drive_type *type = drive_types[i];
        if (!type->keyword || !type->grammar || !type->summary || !type->value)
            fail_msg("row %d of drives.def, '%s': incomplete", i + 1, type->keyword ? type->keyword : "?");
    }
    for (int i = 0; i < scalar_function_type_count; i++) {
        const scalar_function_type *scalar_function_type = scalar_function_types[i];
        if (!scalar_function_type->keyword || !scalar_function_type->read || !scalar_function_type->eval)
            fail_msg("row %d of scalar functions, '%s': incomplete", i + 1,
                     scalar_function_type->keyword ? scalar_function_type->keyword : "?");
    }
    for (int i = 0; i < ARRAY_LEN(DRIVES); i++)
        if (!drive_type_find(DRIVES[i].keyword))
            fail_msg("drive_lines.def: no drive is called '%s'", DRIVES[i].keyword);
}

static void drives_keep_the_contract(void **unused)
{
    (void)unused;
    for (int i = 0; i < drive_type_count; i++) {
        void *of;
        char line[256] = "";
        size_t needed;
        create(&of);
        world *world = of;
        plain(sample_of(DRIVES, ARRAY_LEN(DRIVES), drive_types[i]->keyword), line, &needed);
        read_sample(&of, true, line, strlen(line));
        assert_said_nothing(&of);
        assert_true(world_freeze(&of));
        world->state.dt = 0.125;
        check_repeated(world, drive_types[i]->keyword);
        world->state.step = 0;
        if (drive_has_derivative(world_drive(world, 9)))
            check_derivative(world, drive_types[i]->keyword);
        world->state.step = 0;
        check_memory(world, drive_types[i]);
        world_destroy(&of);
    }
}

/* Drives that jump from step to step, and those that the reference cannot differentiate: they count as at rest. */
static const char *const WITHOUT_DERIVATIVE[] = {
    "boost random", "bistop", "closest next", "discrete filter", "dof",    "element", "file",
    "meter",        "node",   "random",       "sample and hold", "string", "timestep"};

static bool may_lack_derivative(const char *keyword)
{
    for (int i = 0; i < ARRAY_LEN(WITHOUT_DERIVATIVE); i++)
        if (strcmp(WITHOUT_DERIVATIVE[i], keyword) == 0)
            return true;
    return false;
}

/* Drives that read nodes move with them and not with their argument: what feeds them does not scale their
 * derivative. */
static bool is_of_nodes(const char *keyword)
{
    return strcmp(keyword, "node distance") == 0 || strcmp(keyword, "node rotation") == 0;
}

static void check_nested(const drive_type *type, const char *nest)
{
    void *of;
    char line[256] = "", whole[512], name[512];
    size_t needed;
    create(&of);
    world *world = of;
    plain(sample_of(DRIVES, ARRAY_LEN(DRIVES), type->keyword), line, &needed);
    snprintf(whole, sizeof whole, nest, line);
    snprintf(name, sizeof name, "%s in '%s'", type->keyword, nest);
    read_sample(&of, true, whole, strlen(whole));
    assert_said_nothing(&of);
    assert_true(world_freeze(&of));
    world->state.dt = 0.125;
    if (drive_has_derivative(world_drive(world, 9)) == may_lack_derivative(type->keyword))
        fail_msg("%s: %s slope", name, may_lack_derivative(type->keyword) ? "a" : "no");
    if (drive_has_derivative(world_drive(world, 9)))
        check_derivative(world, name);
    world_destroy(&of);
}

static void derivatives_are_those_of_nested_drives(void **unused)
{
    (void)unused;
    static const char *const NESTS[] = {
        "%s",
        "array, 3, time, %s, sine, 0., 2., 1., forever, 0.",
        "mult, %s, parabolic, 1., 2., 3.",
        "mult, parabolic, 1., 2., 3., %s",
        "drive, cubic, 1., 0.2, 0.3, 0.1, %s",
        "drive, %s, linear, 0.1, 0.9",
        "periodic, 0., 10., %s",
        "drive, linear, 1., 2., mult, cosine, 0., 2., 1., forever, 0., drive, linear, 1., 3., %s"};
    for (int i = 0; i < drive_type_count; i++)
        for (int k = 0; k < ARRAY_LEN(NESTS); k++)
            if (!is_of_nodes(drive_types[i]->keyword) || strcmp(NESTS[k], "drive, %s, linear, 0.1, 0.9") != 0)
                check_nested(drive_types[i], NESTS[k]);
}

static void functions_keep_the_contract(void **unused)
{
    (void)unused;
    for (int i = 0; i < scalar_function_type_count; i++) {
        void *of;
        char line[256] = "";
        size_t needed;
        create(&of);
        const char *keyword = scalar_function_types[i]->keyword;
        plain(sample_of(FUNCTIONS, ARRAY_LEN(FUNCTIONS), keyword), line, &needed);
        const scalar_function *function = read_sample(&of, false, line, strlen(line));
        assert_said_nothing(&of);
        const double h = 1e-5;
        for (int k = 0; k < 200; k++) {
            const double x = sample_time();
            const long before = n_allocations;
            function_error bad = {0};
            const int order = k % 2;
            const double a = function_eval(function, x - h, order, &bad), m = function_eval(function, x, order, &bad),
                         b = function_eval(function, x + h, order, &bad);
            const double mean = (b - a) / (2.0 * h), derivative = function_eval(function, x, order + 1, &bad);
            assert_null(bad.why);
            assert_int_equal(n_allocations, before);
            if (fabs(b - 2.0 * m + a) / h > 1e-2 * (1.0 + fabs(mean)))
                continue;
            if (fabs(derivative - mean) > 1e-6 * (1.0 + fabs(mean)))
                fail_msg("%s at %g: derivative %d is %.12g, difference %.12g", keyword, x, order + 1, derivative, mean);
        }
        world_destroy(&of);
    }
}

/* --- recordings --------------------------------------------------------------------------------------------------- */

/* The line with (NUMBER + ZERO) in place of every number. */
static void with_expressions(const char *line, char *out)
{
    bool in_string = false, begins = false;
    for (const char *p = line; *p;) {
        const size_t n = begins && !in_string && strchr("0123456789", *p) ? strspn(p, "0123456789.") : 0;
        in_string ^= *p == '"';
        begins = *p == ',' || (begins && (*p == ' ' || *p == '-'));
        out += n > 0 ? sprintf(out, "(%.*s + ZERO)", (int)n, p) : sprintf(out, "%c", *p);
        p += n > 0 ? n : 1;
    }
}

/* Reads a drive from a text while it is recorded, and once more from the recording. */
static void read_twice(world *world, const char *line, const drive *both[2])
{
    char card[1024];
    snprintf(card, sizeof card, "drive: %s;", line);
    reader_open_text(world->reader, "deck", card, strlen(card));
    assert_non_null(reader_card(world->reader));
    reader_record(world->reader);
    world->model->late.n_random = 0; /* every random drive would have a sequence of its own */
    both[0] = read_drive(world->reader, "drive");
    const recording *recording = reader_recorded(world->reader);
    reader_card_end(world->reader);
    assert_non_null(recording);
    value values[64];
    assert_in_range(recording_count(recording), 0, ARRAY_LEN(values));
    assert_true(recording_evaluate(recording, &(expr_run){0}, values));
    reader *again = reader_replay(recording, values, world->memory, world->errors, world->model);
    world->model->late.n_random = 0;
    both[1] = read_drive(again, "drive");
    reader_card_end(again);
    reader_destroy(again);
}

static void check_same(world *world, const char *keyword, const drive *const *all, int n)
{
    for (int i = 0; i < 40; i++) {
        make_steps(world, i / 4);
        const double t = sample_time(), first = drive_at(all[0], &world->state, t);
        for (int k = 1; k < n; k++) {
            const double other = drive_at(all[k], &world->state, t);
            if (memcmp(&first, &other, sizeof first) != 0)
                fail_msg("%s at %g: %.17g is read, %.17g from reading %d", keyword, t, first, other, k);
        }
    }
}

static void lines_are_replayed(void **unused)
{
    (void)unused;
    for (int i = 0; i < ARRAY_LEN(DRIVES); i++) {
        void *of;
        char line[256] = "", expressions[1024] = "";
        size_t needed;
        const drive *all[4];
        create(&of);
        world *world = of;
        world_read(&of, "set: integer ZERO = 0;");
        plain(DRIVES[i].line, line, &needed);
        with_expressions(line, expressions);
        read_twice(world, line, all);
        read_twice(world, expressions, all + 2);
        diag_flush(world->errors);
        assert_said_nothing(&of);
        assert_true(world_freeze(&of));
        world->state.dt = 0.125;
        world->state.now = PHASE_STEP;
        check_same(world, DRIVES[i].keyword, all, 4);
        world_destroy(&of);
    }
}

/* --- reading ------------------------------------------------------------------------------------------------------ */

static void check_cuts(bool is_drive, const char *keyword, const char *marked)
{
    char line[256] = "";
    size_t needed;
    plain(marked, line, &needed);
    bool in_string = false;
    for (size_t n = 0; n < strlen(line); n++) {
        in_string ^= line[n] == '"';
        if (line[n] != ',' || in_string)
            continue;
        void *of;
        create(&of);
        read_sample(&of, is_drive, line, n);
        const char *said = world_said(&of);
        const bool names_it = strstr(said, "missing argument: ") || strstr(said, "points") ||
                              strstr(said, "number of") || strstr(said, "expected a node type");
        if (n < needed && !names_it)
            fail_msg("'%.*s' (%s): %s", (int)n, line, keyword, *said ? said : "accepted");
        world_destroy(&of);
    }
}

static void cut_lines_are_refused(void **unused)
{
    (void)unused;
    for (int i = 0; i < ARRAY_LEN(DRIVES); i++)
        check_cuts(true, DRIVES[i].keyword, DRIVES[i].line);
    for (int i = 0; i < ARRAY_LEN(FUNCTIONS); i++)
        check_cuts(false, FUNCTIONS[i].keyword, FUNCTIONS[i].line);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_are_complete),         cmocka_unit_test(drives_keep_the_contract),
        cmocka_unit_test(functions_keep_the_contract), cmocka_unit_test(derivatives_are_those_of_nested_drives),
        cmocka_unit_test(lines_are_replayed),          cmocka_unit_test(cut_lines_are_refused),
    };
    return cmocka_run_group_tests(tests, make_data, remove_data);
}
