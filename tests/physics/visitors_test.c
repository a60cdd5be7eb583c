/* visitors_test.c - columns that visitors of a socket set: what holds after each step, by the rules that the driver
 * states. A visitor says all he has to say between two steps, and is heard before the next. */
#include "probe_world.h"
#include "base/array.h"
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { MOST_VISITS = 24 };

/* He comes when step `after` is over. */
typedef struct {
    int after;
    const char *says;
} visit;

typedef struct {
    world *world;
    const visit *visits;
    int n_visits;
    char path[64];
    int open[MOST_VISITS], n_open;
} door;

static void knock(door *door, const char *says)
{
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    snprintf(at.sun_path, sizeof at.sun_path, "%s", door->path);
    const int s = door->open[door->n_open++] = socket(AF_UNIX, SOCK_STREAM, 0);
    assert_true(s >= 0 && connect(s, (struct sockaddr *)&at, sizeof at) == 0);
    assert_int_equal(send(s, says, strlen(says), 0), strlen(says));
    shutdown(s, SHUT_WR);
}

static void step_and_knock(void *to, const state *state, const nonlinear_report *report)
{
    door *door = to;
    world_step(door->world, state, report);
    for (int i = 0; i < door->n_visits; i++)
        if (door->visits[i].after == door->world->n - 1)
            knock(door, door->visits[i].says);
}

/* Two columns that begin with 2 and 3, read by two nodes; ten steps. */
static void run_door(world *world, const char *login, const visit *visits, int n_visits)
{
    static const probe COLUMNS[] = {{"abstract", 1, "x"}, {"abstract", 2, "x"}};
    char words[1600];
    door door = {.world = world, .visits = visits, .n_visits = n_visits};
    assert_true(n_visits <= MOST_VISITS);
    snprintf(door.path, sizeof door.path, "/tmp/torsor-door-%d", (int)getpid());
    unlink(door.path);
    snprintf(
        words, sizeof words,
        "begin: data; problem: initial value; end: data;\n"
        "begin: initial value; initial time: 0.; final time: 10.; time step: 1.; tolerance: 1.e-9; end: initial "
        "value;\n"
        "begin: control data; abstract nodes: 2; genels: 2; forces: 2; file drivers: 1; end: control data;\n"
        "begin: nodes; abstract: 1, differential; abstract: 2, differential; end: nodes;\n"
        "begin: drivers; file: 7, socket, 2, initial values, 2., 3., local, \"%s\"%s; end: drivers;\n"
        "begin: elements; genel: 1, spring support, 1, abstract, algebraic, linear elastic, 1.;"
        "genel: 2, spring support, 2, abstract, algebraic, linear elastic, 1.;"
        "force: 1, abstract, 1, abstract, file, 7, 1; force: 2, abstract, 2, abstract, file, 7, 2; end: elements;\n",
        door.path, login);
    const bool ok = world_run_with(world, COLUMNS, 2, words, step_and_knock, &door);
    for (int i = 0; i < door.n_open; i++)
        close(door.open[i]);
    if (!ok)
        fail_msg("%s", world->said);
    assert_int_equal(world->n, 11);
}

static void assert_columns(const world *world, const double expected[11][2])
{
    for (int k = 0; k < 11; k++)
        for (int i = 0; i < 2; i++)
            assert_near(world->v[k][i], expected[k][i], 1e-9);
}

/* What is said of a column stays with it: `inc` until it is taken back. */
static void values_that_are_set_added_and_given_for_a_step(void **of)
{
    static const visit VISITS[] = {{1, "label: 2\nvalue: 7\n.\n"},
                                   {2, "label: 2\ninc: yes\nvalue: 1\nvalue:0.5 \t\n.\n"},
                                   {3, "label: 1\nimp: yes\nvalue: 5\n.\n"},
                                   {5, "label: 2\nvalue: -1\n.\r\n"},
                                   {6, "label: 1\ninc: yes\nvalue: 4\n.\n"},
                                   {6, "label: 2\ninc: no\nvalue: 9\n.\n"},
                                   {8, "label: 1\nimp: no\nvalue: 6\nlabel: 2\nvalue: 1e1\r\n.\n"},
                                   {9, "label: 1\nvalue: 6\n.\n"}};
    static const double EXPECTED[11][2] = {{2, 3},   {2, 3}, {2, 7}, {2, 8.5}, {5, 8.5}, {0, 8.5},
                                           {0, 7.5}, {4, 9}, {0, 9}, {6, 10},  {12, 10}};
    world *world = *of;
    run_door(world, "", VISITS, ARRAY_LEN(VISITS));
    assert_columns(world, EXPECTED);
    assert_string_equal(world->said, "");
}

static void visitors_who_are_sent_away(void **of)
{
    static const struct {
        const char *says, *why;
    } NONSENSE[] = {{"label: 3\nvalue: 9\n.\n", "unknown column"},
                    {"label: 0\nvalue: 9\n.\n", "unknown column"},
                    {"label: x\nvalue: 9\n.\n", "unknown column"},
                    {"value: 9\n.\n", "no column was given"},
                    {"label: 2\nvalue: x\n.\n", "a value is not a number"},
                    {"label: 2\nvalue: 9 9\n.\n", "a value is not a number"},
                    {"label: 2\nvalue: inf\n.\n", "a value is not a number"},
                    {"label: 2\ninc: perhaps\nvalue: 9\n.\n", "expected yes or no"},
                    {"label: 2\nvalues: 9\n.\n", "invalid line"},
                    {"label: 2\n", "the client disconnected before the end"}};
    for (int i = 0; i < ARRAY_LEN(NONSENSE); i++) {
        world *world = *of;
        const visit come[] = {{3, NONSENSE[i].says}, {3, "label: 1\nvalue: 8\n.\n"}};
        run_door(world, "", come, 2);
        assert_non_null(strstr(world->said, NONSENSE[i].why));
        for (int k = 0; k < 11; k++) { /* the next one is heard all the same */
            assert_near(world->v[k][0], k < 4 ? 2.0 : 8.0, 1e-9);
            assert_near(world->v[k][1], 3.0, 1e-9);
        }
    }
}

/* A line has 255 characters at the most. */
static void lines_that_are_too_long(void **of)
{
    world *world = *of;
    for (int length = 254; length <= 257; length++) {
        char says[600];
        const visit come[] = {{3, says}};
        snprintf(says, sizeof says, "label: 2\nvalue: %0*d\n.\n", length - 7, 9);
        run_door(world, "", come, 1);
        assert_true((strstr(world->said, "line too long") != NULL) == (length > 255));
        assert_near(world_end(world)[1], length > 255 ? 3.0 : 9.0, 1e-9);
    }
}

static void passwords(void **of)
{
    static const struct {
        const char *says;
        bool is_let_in;
    } TRIES[] = {{"user: me\npassword: secret word\nlabel: 2\nvalue: 9\n.\n", true},
                 {"user: me\npassword: secret Word\nlabel: 2\nvalue: 9\n.\n", false},
                 {"user: you\npassword: secret word\nlabel: 2\nvalue: 9\n.\n", false},
                 {"password: secret word\nlabel: 2\nvalue: 9\n.\n", false},
                 {"label: 2\nuser: me\npassword: secret word\nlabel: 2\nvalue: 9\n.\n", false},
                 {"label: 2\nvalue: 9\n.\n", false}};
    for (int i = 0; i < ARRAY_LEN(TRIES); i++) {
        world *world = *of;
        const visit come[] = {{3, TRIES[i].says}};
        run_door(world, ", password, user, \"me\", credentials, \"secret word\"", come, 1);
        assert_true((strstr(world->said, "wrong user or password") == NULL) == TRIES[i].is_let_in);
        assert_near(world_end(world)[1], TRIES[i].is_let_in ? 9.0 : 3.0, 1e-9);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {TEST(values_that_are_set_added_and_given_for_a_step),
                                       TEST(visitors_who_are_sent_away), TEST(lines_that_are_too_long),
                                       TEST(passwords)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
