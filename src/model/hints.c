/* hints.c - drives that hints give.
 *
 *     before the hint is taken     the drive of the deck
 *     after it                     the drive of the hint, with the values its expressions had then
 *
 * The first reading of a hint, with the deck, checks it, records it and plans the memory of its drives; what it gives
 * is built anew from the recording. */
#include "model/hints.h"
#include "deck/recording.h"
#include "model/model.h"
#include <string.h>

struct hinted {
    const recording *recording;
    int dim; /* of a template drive; 0: a drive */
    int memory;
    int room;
    const char *what;
    place where;
};

/* The values of its expressions, once it is given. */
typedef struct {
    int is_given;
    value number[];
} hinted_memory;

/* A drive of the deck that a hint may replace. */
typedef struct {
    const drive *first;
    int room;
} hinted_drive;

/* --- building ----------------------------------------------------------------------------------------------------- */

static void clear(room *r)
{
    arena_destroy(r->memory);
    r->memory = NULL;
    r->drive = NULL;
    r->remembering.n = 0;
}

static bool hints_type_build(const model *m, const hinted *h, const hinted_memory *from, room *to, diag *errors)
{
    clear(to);
    to->memory = arena_create();
    reader *r = reader_replay(h->recording, from->number, to->memory, errors, (void *)m);
    reader_set_listener(r, to);
    to->drive = h->dim == 0 ? (const void *)read_drive(r, h->what) : (const void *)read_tpl_drive(r, h->dim, h->what);
    const bool ok = read_ok(r);
    reader_destroy(r);
    return ok;
}

/* A drive that is made anew has no history. */
static void begin_anew(const room *of, memory_block *m)
{
    for (int i = 0; i < of->remembering.n; i++) {
        const drive *d = of->remembering.items[i];
        void *own = memory_at(m, d->memory);
        memset(own, 0, d->memory_size);
        if (d->type->begin)
            d->type->begin(d->self, own);
    }
}

static void take_drive(const state *s, const elem *e, const hint *h, memory_block *to)
{
    const hinted *d = h->drive;
    hinted_memory *mine = memory_at(to, d->memory);
    expr_run run = {.state = s, .variables = s->variables, .random = s->random};
    if (!recording_evaluate(d->recording, &run, mine->number)) {
        state_fail(s, d->where, "a hint of driven element %u cannot be followed: %s", e->label, run.why);
        return;
    }
    mine->is_given = true;
    room *of = &s->rooms[d->room];
    if (hints_type_build(s->model, d, mine, of, s->errors))
        begin_anew(of, to);
    else
        state_fail(s, d->where, "a hint of driven element %u cannot be followed", e->label);
}

bool hints_differ(const model *m, const memory_block *a, const memory_block *b)
{
    for (int i = 0; i < m->hints.n; i++) {
        const hinted *h = m->hints.items[i];
        const size_t size = sizeof(hinted_memory) + (size_t)recording_count(h->recording) * sizeof(value);
        if (memcmp((const double *)a + h->memory, (const double *)b + h->memory, size) != 0)
            return true;
    }
    return false;
}

bool hints_build(const model *m, const memory_block *from, room *rooms, diag *errors)
{
    bool ok = true;
    for (int i = 0; i < m->hints.n; i++) {
        const hinted *h = m->hints.items[i];
        const hinted_memory *now = (const hinted_memory *)((const double *)from + h->memory);
        if (now->is_given)
            ok = hints_type_build(m, h, now, &rooms[i], errors) && ok;
        else
            clear(&rooms[i]);
    }
    return ok;
}

void rooms_free(room *rooms, int n)
{
    for (int i = 0; i < n; i++) {
        arena_destroy(rooms[i].memory);
        array_free(&rooms[i].remembering);
    }
}

/* --- reading ------------------------------------------------------------------------------------------------------ */

static hinted *begin_hint(reader *r, int dim, const char *what)
{
    model *m = model_of(r);
    hinted *h = ARENA_NEW(m->memory, hinted);
    *h = (hinted){.dim = dim, .room = m->hints.n, .what = what, .where = read_place(r)};
    reader_record(r);
    reader_set_listener(r, ARENA_NEW(m->memory, room));
    return h;
}

static void end_hint(reader *r, hinted *h, hint *to)
{
    model *m = model_of(r);
    h->recording = reader_recorded(r);
    room *unused = reader_listener(r);
    array_free(&unused->remembering);
    reader_set_listener(r, NULL);
    if (!h->recording)
        return;
    h->memory = memory_reserve(
        m->plan, (memory_area){.size = sizeof(hinted_memory) + (size_t)recording_count(h->recording) * sizeof(value),
                               .self = h,
                               .owner = "hint"});
    array_push(&m->hints, h);
    *to = (hint){.take = take_drive, .drive = h};
}

static const drive *drive_of(const drive *d, const state *s)
{
    const hinted_drive *p = d->self;
    const drive *given = s->rooms ? s->rooms[p->room].drive : NULL;
    return given ? given : p->first;
}

static double hinted_value(const drive *d, const state *s, double x) { return drive_at(drive_of(d, s), s, x); }
static double hinted_slope(const drive *d, const state *s, double x) { return drive_slope(drive_of(d, s), s, x); }

/* Stands for the drive of the deck and then for that of the hint; no keyword names it. */
static const drive_type HINTED = {
    .keyword = "hint",
    .summary = "The drive of the deck until a hint gives another.",
    .value = hinted_value,
    .slope = hinted_slope,
};

const drive *read_hinted_drive(reader *r, const drive *first, const char *what, hint *h)
{
    arena *memory = model_of(r)->memory;
    hinted *mine = begin_hint(r, 0, what);
    read_drive(r, what);
    end_hint(r, mine, h);
    hinted_drive *self = ARENA_NEW(memory, hinted_drive);
    *self = (hinted_drive){.first = first, .room = mine->room};
    drive *d = ARENA_NEW(memory, drive);
    *d = (drive){.type = &HINTED, .where = mine->where, .memory = MEMORY_NONE, .self = self};
    return d;
}

const tpl_drive *read_hinted_tpl_drive(reader *r, const tpl_drive *first, int dim, const char *what, hint *h)
{
    hinted *mine = begin_hint(r, dim, what);
    read_tpl_drive(r, dim, what);
    end_hint(r, mine, h);
    tpl_drive *d = ARENA_NEW(model_of(r)->memory, tpl_drive);
    if (first)
        *d = *first;
    d->dim = dim;
    d->hinted = mine->room + 1;
    return d;
}
