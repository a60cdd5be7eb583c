/* driver_joystick.c - buttons and linear controls of a joystick, from a device of Linux or a file of its events.
 *
 *     event   ::= time (4 bytes, ms) value (2 bytes, signed) type (1 byte) number (1 byte)
 *     type    ::= 1: button, 2: control; with 128: as it was at first
 *     button:  1 while it is down, and in a step within which it was pressed; else 0
 *     control: SCALE value/65535, the last value
 *
 * The columns are the buttons, then the controls. A device is read at the beginning of a step. A regular file contains
 * the recorded events of a device (`cat /dev/input/js0 > file`), which occur at their times; the first one occurs when
 * the analysis begins. */
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
    int peer;            /* of a device */
    const event *events; /* of a file; NULL: it is a device */
    int n_events;
} joystick;

/* What it remembers; columns: the values. */
typedef struct {
    double begin;    /* of the analysis */
    int next;        /* event of the file */
    double values[]; /* columns, then whether each button is down */
} joystick_memory;

static event event_of(const unsigned char bytes[EVENT])
{
    event e;
    memcpy(&e.time, bytes, sizeof e.time);
    memcpy(&e.value, bytes + 4, sizeof e.value);
    e.type = bytes[6];
    e.number = bytes[7];
    return e;
}

/* --- a device ----------------------------------------------------------------------------------------------------- */

static bool open_device(const state *s, peer *p)
{
    const joystick *j = p->plan->self;
    const int fd = open(j->path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    memcpy(p->room, &fd, sizeof fd);
    return fd >= 0 || peer_fault(s, p, "cannot open the joystick %s: %s", j->path, strerror(errno));
}

static void close_device(peer *p)
{
    int fd;
    memcpy(&fd, p->room, sizeof fd);
    close(fd);
}

static ssize_t read_bytes(int fd, unsigned char bytes[EVENT]) { return read(fd, bytes, EVENT); }

/* --- reading ------------------------------------------------------------------------------------------------------ */

static void read_scales(reader *r, joystick *j)
{
    double *scale = ARENA_ARRAY(reader_arena(r), double, j->n_controls);
    const bool is_given = read_keyword(r, "scale");
    for (int i = 0; i < j->n_controls; i++)
        scale[i] = is_given ? read_real(r, "scale of a control") : 1.0;
    j->scale = scale;
}

static void load_events(reader *r, joystick *j, FILE *from)
{
    ARRAY(event) all = {0};
    unsigned char bytes[EVENT];
    size_t n;
    while ((n = fread(bytes, 1, EVENT, from)) == EVENT)
        array_push(&all, event_of(bytes));
    if (n > 0 || all.n == 0)
        read_error_last(r, E_JOYSTICK_FILE, j->path);
    j->n_events = all.n;
    j->events = arena_copy(reader_arena(r), all.items, (size_t)all.n * sizeof *all.items);
    array_free(&all);
}

/* A file is read at once; a device is opened by the run. */
static void read_source(reader *r, joystick *j, const file_driver *d)
{
    struct stat is;
    if (stat(j->path, &is) != 0 || !S_ISREG(is.st_mode)) {
        peer_plan *plan = read_peer(r, "file driver", d->label, d->type->keyword, &j->peer);
        if (!plan)
            return;
        plan->is_by_files = true;
        plan->room = sizeof(int);
        plan->self = j;
        plan->greet = open_device;
        plan->farewell = close_device;
        return;
    }
    FILE *from = fopen(j->path, "rb");
    if (!from) {
        read_error_last(r, E_JOYSTICK_FILE, j->path);
        return;
    }
    load_events(r, j, from);
    fclose(from);
}

static void read_driver(reader *r, file_driver *d)
{
    joystick *j = d->self;
    if (!model_knows(model_of(r), MODULE_HID)) {
        module_missing(r, MODULE_HID, d->type->keyword, d->where);
        return;
    }
    j->path = read_filename(r, "device, or file of events");
    j->n_buttons = read_integer_in(r, 0, MOST_CONTROLS, "number of buttons");
    j->n_controls = read_integer_in(r, 0, MOST_CONTROLS, "number of linear controls");
    d->n_columns = j->n_buttons + j->n_controls;
    if (!read_ok(r))
        return;
    read_scales(r, j);
    read_source(r, j, d);
    d->memory =
        memory_reserve(model_of(r)->plan, (memory_area){.size = sizeof(joystick_memory) +
                                                                (size_t)(d->n_columns + j->n_buttons) * sizeof(double),
                                                        .self = j,
                                                        .owner = "file driver",
                                                        .keyword = d->type->keyword,
                                                        .label = d->label});
}

/* --- steps -------------------------------------------------------------------------------------------------------- */

static void happen(const joystick *j, joystick_memory *m, const event *e)
{
    double *down = m->values + j->n_buttons + j->n_controls;
    const int type = e->type & ~AS_IT_BEGAN;
    if (type == BUTTON && e->number < j->n_buttons) {
        down[e->number] = e->value != 0;
        if (e->value != 0)
            m->values[e->number] = 1.0;
    }
    if (type == CONTROL && e->number < j->n_controls)
        m->values[j->n_buttons + e->number] = j->scale[e->number] * e->value / LARGEST;
}

static void read_device(const joystick *j, const state *s, joystick_memory *m)
{
    peer *p = &s->peers[j->peer];
    unsigned char bytes[EVENT];
    int fd;
    memcpy(&fd, p->room, sizeof fd);
    ssize_t n;
    while ((n = read_bytes(fd, bytes)) == EVENT) {
        const event e = event_of(bytes);
        happen(j, m, &e);
    }
    if (n < 0 && errno != EAGAIN)
        peer_fault(s, p, "cannot read the joystick %s: %s", j->path, strerror(errno));
}

static void replay(const joystick *j, const state *s, joystick_memory *m)
{
    for (; m->next >= 0 && m->next < j->n_events; m->next++) {
        const event *e = &j->events[m->next];
        if (1e-3 * (double)(e->time - j->events[0].time) > s->t - m->begin)
            return;
        happen(j, m, e);
    }
}

static void driver_joystick_receive(const file_driver *d, const state *s, memory_block *to)
{
    const joystick *j = d->self;
    joystick_memory *m = memory_at(to, d->memory);
    if (s->step == 0)
        m->begin = s->t;
    memset(m->values, 0, (size_t)j->n_buttons * sizeof *m->values);
    if (j->events)
        replay(j, s, m);
    else
        read_device(j, s, m);
    for (int i = 0; i < j->n_buttons; i++)
        m->values[i] = fmax(m->values[i], m->values[d->n_columns + i]);
}

static double driver_joystick_at(const file_driver *d, const state *s, int column)
{
    return ((const joystick_memory *)remembered(s, d->memory))->values[column];
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
