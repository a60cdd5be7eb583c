/* driver_joystick.c - buttons and linear controls of a joystick, from a Linux device or a file with its events.
 *
 *     event   ::= time (4 bytes, ms) value (2 bytes, signed) type (1 byte) number (1 byte)
 *     type    ::= 1: button, 2: control; plus 128: initial state
 *     button:  1 while it is down, and in a step during which it was pressed; otherwise 0
 *     control: SCALE value/65535, the last value
 *
 * The columns are the buttons, then the controls. A device is read at the beginning of a step. A regular file
 * contains the recorded events of a device (`cat /dev/input/js0 > file`), which occur at their times; the first one
 * occurs when the analysis begins. */
#include "base/array.h"
#include "contract/file_driver.h"
#include "drive/diag_rows.h"
#include "model/modules.h"
#include "model/peers.h"
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { EVENT = 8, BUTTON = 1, CONTROL = 2, AS_IT_BEGAN = 0x80, MOST_CONTROLS = 256 };
static const double LARGEST = 65535.0;

typedef struct {
    uint32_t time;
    int16_t value;
    uint8_t type, number;
} event;

typedef struct {
    const char *path;
    int n_buttons, n_controls;
    const double *scale;
    int peer;            /* index of the peer for a device */
    const event *events; /* events of a file; NULL for a device */
    int n_events;
} joystick;

/* Memory; the columns are the values. */
typedef struct {
    double begin;    /* start time of the analysis */
    int next;        /* index of the next event of the file */
    double values[]; /* columns, then whether each button is down */
} joystick_memory;

static event event_of(const unsigned char bytes[EVENT])
{
    event event;
    memcpy(&event.time, bytes, sizeof event.time);
    memcpy(&event.value, bytes + 4, sizeof event.value);
    event.type = bytes[6];
    event.number = bytes[7];
    return event;
}

/* --- a device ----------------------------------------------------------------------------------------------------- */

static bool open_device(const state *state, peer *peer)
{
    const joystick *joystick = peer->plan->self;
    const int fd = open(joystick->path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    memcpy(peer->workspace, &fd, sizeof fd);
    return fd >= 0 || peer_error(state, peer, "cannot open the joystick %s: %s", joystick->path, strerror(errno));
}

static void close_device(peer *peer)
{
    int fd;
    memcpy(&fd, peer->workspace, sizeof fd);
    close(fd);
}

static ssize_t read_bytes(int fd, unsigned char bytes[EVENT]) { return read(fd, bytes, EVENT); }

/* --- reading ------------------------------------------------------------------------------------------------------ */

static void read_scales(reader *reader, joystick *joystick)
{
    double *scale = ARENA_ARRAY(reader_arena(reader), double, joystick->n_controls);
    const bool is_given = read_keyword(reader, "scale");
    for (int i = 0; i < joystick->n_controls; i++)
        scale[i] = is_given ? read_real(reader, "scale of a control") : 1.0;
    joystick->scale = scale;
}

static void load_events(reader *reader, joystick *joystick, FILE *from)
{
    ARRAY(event) all = {0};
    unsigned char bytes[EVENT];
    size_t n;
    while ((n = fread(bytes, 1, EVENT, from)) == EVENT)
        array_push(&all, event_of(bytes));
    if (n > 0 || all.n == 0)
        read_error_last(reader, E_JOYSTICK_FILE, joystick->path);
    joystick->n_events = all.n;
    joystick->events = arena_copy(reader_arena(reader), all.items, (size_t)all.n * sizeof *all.items);
    array_free(&all);
}

/* A file is read immediately; a device is opened by the run. */
static void read_source(reader *reader, joystick *joystick, const file_driver *driver)
{
    struct stat is;
    if (stat(joystick->path, &is) != 0 || !S_ISREG(is.st_mode)) {
        peer_plan *plan = read_peer(reader, "file driver", driver->label, driver->type->keyword, &joystick->peer);
        if (!plan)
            return;
        plan->is_by_files = true;
        plan->workspace = sizeof(int);
        plan->self = joystick;
        plan->greet = open_device;
        plan->farewell = close_device;
        return;
    }
    FILE *from = fopen(joystick->path, "rb");
    if (!from) {
        read_error_last(reader, E_JOYSTICK_FILE, joystick->path);
        return;
    }
    load_events(reader, joystick, from);
    fclose(from);
}

static void read_driver(reader *reader, file_driver *driver)
{
    joystick *joystick = driver->self;
    joystick->path = read_filename(reader, "device, or file of events");
    joystick->n_buttons = read_integer_in(reader, 0, MOST_CONTROLS, "number of buttons");
    joystick->n_controls = read_integer_in(reader, 0, MOST_CONTROLS, "number of linear controls");
    driver->n_columns = joystick->n_buttons + joystick->n_controls;
    if (!read_ok(reader))
        return;
    read_scales(reader, joystick);
    read_source(reader, joystick, driver);
    driver->memory =
        memory_reserve(model_of(reader)->plan,
                       (memory_area){.size = sizeof(joystick_memory) +
                                             (size_t)(driver->n_columns + joystick->n_buttons) * sizeof(double),
                                     .self = joystick,
                                     .owner = "file driver",
                                     .keyword = driver->type->keyword,
                                     .label = driver->label});
}

/* --- steps -------------------------------------------------------------------------------------------------------- */

static void happen(const joystick *joystick, joystick_memory *memory, const event *event)
{
    double *down = memory->values + joystick->n_buttons + joystick->n_controls;
    const int type = event->type & ~AS_IT_BEGAN;
    if (type == BUTTON && event->number < joystick->n_buttons) {
        down[event->number] = event->value != 0;
        if (event->value != 0)
            memory->values[event->number] = 1.0;
    }
    if (type == CONTROL && event->number < joystick->n_controls)
        memory->values[joystick->n_buttons + event->number] = joystick->scale[event->number] * event->value / LARGEST;
}

static void read_device(const joystick *joystick, const state *state, joystick_memory *memory)
{
    peer *peer = &state->peers[joystick->peer];
    unsigned char bytes[EVENT];
    int fd;
    memcpy(&fd, peer->workspace, sizeof fd);
    ssize_t n;
    while ((n = read_bytes(fd, bytes)) == EVENT) {
        const event event = event_of(bytes);
        happen(joystick, memory, &event);
    }
    if (n < 0 && errno != EAGAIN)
        peer_error(state, peer, "cannot read the joystick %s: %s", joystick->path, strerror(errno));
}

static void replay(const joystick *joystick, const state *state, joystick_memory *memory)
{
    for (; memory->next >= 0 && memory->next < joystick->n_events; memory->next++) {
        const event *event = &joystick->events[memory->next];
        if (1e-3 * (double)(event->time - joystick->events[0].time) > state->t - memory->begin)
            return;
        happen(joystick, memory, event);
    }
}

static void driver_joystick_receive(const file_driver *driver, const state *state, memory_block *to)
{
    const joystick *joystick = driver->self;
    joystick_memory *memory = memory_at(to, driver->memory);
    if (state->step == 0)
        memory->begin = state->t;
    memset(memory->values, 0, (size_t)joystick->n_buttons * sizeof *memory->values);
    if (joystick->events)
        replay(joystick, state, memory);
    else
        read_device(joystick, state, memory);
    for (int i = 0; i < joystick->n_buttons; i++)
        memory->values[i] = fmax(memory->values[i], memory->values[driver->n_columns + i]);
}

static double driver_joystick_at(const file_driver *driver, const state *state, int column)
{
    return ((const joystick_memory *)remembered(state, driver->memory))->values[column];
}

const file_driver_type file_driver_joystick_type = {
    .keyword = "joystick",
    .grammar = "file: LABEL, joystick, \"FILE\", BUTTONS, CONTROLS [, scale, SCALE, ...]",
    .summary = "Buttons and linear controls of a joystick.",
    .size = sizeof(joystick),
    .read = read_driver,
    .value = driver_joystick_at,
    .receive = driver_joystick_receive,
};
