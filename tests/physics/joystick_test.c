/* joystick_test.c - buttons and controls of a joystick, from a file of its events and from a pipe in the place of a
 * device, against what the driver says of them. */
#include "probe_world.h"
#include "base/array.h"
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

/* As Linux has it, eight bytes. */
typedef struct {
    uint32_t time; /* ms */
    int16_t value;
    uint8_t type, number;
} event;

enum { BUTTON = 1, CONTROL = 2, AT_FIRST = 0x80, STEPS = 6, COLUMNS = 4 };

/* A clock that was going for a while. Those with numbers and types that there are not are passed over. */
static const event EVENTS[] = {{70000, 1, BUTTON | AT_FIRST, 0},
                               {70000, 6000, CONTROL | AT_FIRST, 0},
                               {70000, -30000, CONTROL | AT_FIRST, 1},
                               {70100, 0, BUTTON, 0},
                               {70200, 1, BUTTON, 1},
                               {70240, 0, BUTTON, 1},
                               {70250, 12000, CONTROL, 0},
                               {70300, 1, BUTTON, 1},
                               {70400, 30000, CONTROL, 1},
                               {70400, 1, BUTTON, 2},
                               {70400, 1, CONTROL, 2},
                               {70400, 1, BUTTON | CONTROL, 0},
                               {70600, 0, BUTTON, 1}};

/* Buttons, then controls times 2 and 3 over 65535. A button that was down and up again within a step counts. */
static const double EXPECTED[STEPS + 1][COLUMNS] = {{1, 0, 12000, -90000}, {0, 0, 12000, -90000}, {0, 1, 24000, -90000},
                                                    {0, 1, 24000, -90000}, {0, 1, 24000, 90000},  {0, 0, 24000, 90000},
                                                    {0, 0, 24000, 90000}};

typedef struct {
    world *world;
    int index; /* where events go to; -1: nowhere */
    int next;
} player;

/* All that happens up to a time. */
static void play(player *player, double t)
{
    for (; player->next < ARRAY_LEN(EVENTS) && 1e-3 * (EVENTS[player->next].time - EVENTS[0].time) <= t; player->next++)
        assert_int_equal(write(player->index, &EVENTS[player->next], sizeof(event)), sizeof(event));
}

static void step_and_play(void *to, const state *state, const nonlinear_report *report)
{
    player *player = to;
    world_step(player->world, state, report);
    if (player->index >= 0)
        play(player, 0.125 * player->world->n);
}

static bool run_joystick(player *player, const char *path)
{
    static const probe AT[COLUMNS] = {
        {"abstract", 1, "x"}, {"abstract", 2, "x"}, {"abstract", 3, "x"}, {"abstract", 4, "x"}};
    char words[2400];
    int n =
        snprintf(words, sizeof words,
                 "begin: data; problem: initial value; end: data;\n"
                 "begin: initial value; initial time: 2.; final time: 2.75; time step: 0.125; tolerance: 1.e-9; max "
                 "iterations: 10; end: "
                 "initial value;\n"
                 "begin: control data; abstract nodes: 4; genels: 4; forces: 4; file drivers: 1; end: control data;\n"
                 "module load: \"libmodule-hid\";\n"
                 "begin: nodes; abstract: 1, differential; abstract: 2, differential; abstract: 3, differential; "
                 "abstract: 4, differential; end: nodes;\n"
                 "begin: drivers; file: 7, joystick, \"%s\", 2, 2, scale, 2., 3.; end: drivers;\n"
                 "begin: elements;",
                 path);
    for (int i = 1; i <= COLUMNS; i++)
        n +=
            snprintf(words + n, sizeof words - (size_t)n,
                     "genel: %d, spring support, %d, abstract, algebraic, linear elastic, 1.; force: %d, abstract, %d, "
                     "abstract, file, 7, %d;",
                     i, i, i, i, i);
    snprintf(words + n, sizeof words - (size_t)n, " end: elements;\n");
    return world_run_with(player->world, AT, COLUMNS, words, step_and_play, player);
}

static void check(const world *world)
{
    assert_int_equal(world->n, STEPS + 1);
    for (int k = 0; k <= STEPS; k++)
        for (int i = 0; i < COLUMNS; i++)
            assert_near(world->v[k][i], EXPECTED[k][i] / (i < 2 ? 1.0 : 65535.0), 1e-9);
}

static void events_of_a_file(void **of)
{
    char path[] = "/tmp/torsor-events-XXXXXX";
    player player = {.world = *of, .index = mkstemp(path)};
    play(&player, 1e9);
    close(player.index);
    player.index = -1;
    const bool ok = run_joystick(&player, path);
    unlink(path);
    if (!ok)
        fail_msg("%s", player.world->said);
    check(player.world);
}

static void events_of_a_device(void **of)
{
    char path[64];
    snprintf(path, sizeof path, "/tmp/torsor-joystick-%d", (int)getpid());
    unlink(path);
    assert_int_equal(mkfifo(path, 0600), 0);
    player player = {.world = *of, .index = open(path, O_RDWR | O_NONBLOCK)};
    play(&player, 0.0);
    const bool ok = run_joystick(&player, path);
    close(player.index);
    const int nobody_reads = open(path, O_WRONLY | O_NONBLOCK); /* the run has let go of it */
    assert_true(nobody_reads < 0 && errno == ENXIO);
    unlink(path);
    if (!ok)
        fail_msg("%s", player.world->said);
    check(player.world);
}

static void device_that_is_not_there(void **of)
{
    player player = {.world = *of, .index = -1};
    assert_false(run_joystick(&player, "/tmp/no-such-joystick"));
    assert_non_null(strstr(player.world->said, "cannot open the joystick /tmp/no-such-joystick"));
    assert_false(run_joystick(&player, "/tmp")); /* what can be opened, but not read */
    assert_non_null(strstr(player.world->said, "cannot read the joystick /tmp"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(events_of_a_file), TEST(events_of_a_device),
                                       TEST(device_that_is_not_there)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
