/* late.c - what waits for the complete model, what holds while a card is read, and the check that no drive needs
 * itself.
 *
 * Labelled drives are the vertices of a graph, the drives they name (reference, postponed, model::drive) its edges. A
 * drive can be evaluated when the graph has no cycle: depth first, an edge to a drive on the current path closes
 * one. Nor may the path be too long: to evaluate a drive is to call those inside it. */
#include "model/late.h"
#include "model/diag_rows.h"
#include "model/model.h"
#include <string.h>

struct later {
    struct later *next;
    void (*settle)(model *m, void *self);
    void *self;
};

struct current_value {
    struct current_value *outer;
    const char *name;
    double value;
};

struct drive_link {
    struct drive_link *next;
    int drive;      /* index into model.drives */
    unsigned label; /* of the drive it uses */
    drive_use use;
    place where;
};

void model_later(model *m, void (*settle)(model *m, void *self), void *self)
{
    if (m->late.is_settled) {
        settle(m, self);
        return;
    }
    struct later *l = ARENA_NEW(m->memory, struct later);
    *l = (struct later){.settle = settle, .self = self};
    if (m->late.last)
        m->late.last->next = l;
    else
        m->late.first = l;
    m->late.last = l;
}

void model_push_current(model *m, const char *name, double is)
{
    struct current_value *v = ARENA_NEW(m->memory, struct current_value);
    *v = (struct current_value){.outer = m->late.current, .name = name, .value = is};
    m->late.current = v;
}

void model_pop_current(model *m) { m->late.current = m->late.current->outer; }

bool model_current(const model *m, const char *name, double *is)
{
    for (const struct current_value *v = m->late.current; v; v = v->outer)
        if (strcmp(v->name, name) == 0) {
            *is = v->value;
            return true;
        }
    return false;
}

void model_link_drive(model *m, unsigned label, drive_use use, place where)
{
    if (!m->late.drive_being_read)
        return;
    struct drive_link *l = ARENA_NEW(m->memory, struct drive_link);
    *l = (struct drive_link){
        .next = m->late.links, .drive = m->late.drive_being_read - 1, .label = label, .use = use, .where = where};
    m->late.links = l;
}

/* --- drives that need themselves ---------------------------------------------------------------------------------- */

enum { UNSEEN, ON_PATH, DONE };

typedef struct {
    model *m;
    struct drive_link **links; /* links by drive */
    unsigned char *state;
    int *levels; /* of each that is done, with those that were named late */
} walk;

static bool is_too_deep(const walk *w, const struct drive_link *l, int levels)
{
    if (levels <= w->m->limits.nesting)
        return false;
    diag_report(w->m->errors, E_DRIVES_NESTED, l->where, (int)w->m->limits.nesting);
    diag_hint(w->m->errors, "--limit nesting=N allows more");
    return true;
}

/* `above`: drives on the path so far. A loop, or a path that is too long: false. */
static bool visit(walk *w, int from, int above)
{
    const int own = w->m->drives.items[from]->levels;
    w->state[from] = ON_PATH;
    w->levels[from] = own;
    for (const struct drive_link *l = w->links[from]; l; l = l->next) {
        const int to = label_map_find(&w->m->drive_by_label, l->label);
        if (to == HASH_NONE)
            continue;
        if (w->state[to] == ON_PATH) {
            diag_report(w->m->errors, E_DRIVE_LOOP, l->where, w->m->drives.items[to]->label);
            return false;
        }
        if (is_too_deep(w, l, above + 1) || (w->state[to] == UNSEEN && !visit(w, to, above + 1)))
            return false;
        const int with = own + w->levels[to] + (l->use == USE_KNOWN ? -w->m->drives.items[to]->levels : (int)l->use);
        w->levels[from] = with > w->levels[from] ? with : w->levels[from];
        if (is_too_deep(w, l, w->levels[from]))
            return false;
    }
    w->state[from] = DONE;
    return true;
}

static void check_drive_loops(model *m)
{
    const int n = m->drives.n;
    walk w = {.m = m,
              .links = ARENA_ARRAY(m->memory, struct drive_link *, n),
              .state = ARENA_ARRAY(m->memory, unsigned char, n),
              .levels = ARENA_ARRAY(m->memory, int, n)};
    struct drive_link *next;
    for (struct drive_link *l = m->late.links; l; l = next) {
        next = l->next;
        l->next = w.links[l->drive];
        w.links[l->drive] = l;
    }
    m->late.links = NULL;
    for (int i = 0; i < n; i++)
        if (w.state[i] == UNSEEN && !visit(&w, i, 0))
            return;
}

void model_settle(model *m)
{
    if (m->late.is_settled)
        return;
    for (const struct later *l = m->late.first; l; l = l->next)
        l->settle(m, l->self);
    check_drive_loops(m);
    m->late.is_settled = true;
}
