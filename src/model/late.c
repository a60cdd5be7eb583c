/* late.c - what waits for the complete model, what holds while a card is read, and the check that no drive needs
 * itself.
 *
 * Labelled drives are the vertices of a graph, the drives they name (reference, postponed, model::drive) its edges. A
 * drive can be evaluated when the graph has no cycle: depth first, an edge to a drive on the current path closes
 * one. */
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
    double is;
};

struct drive_link {
    struct drive_link *next;
    int from;       /* index into model.drives */
    unsigned label; /* of the drive it uses */
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
    *v = (struct current_value){.outer = m->late.current, .name = name, .is = is};
    m->late.current = v;
}

void model_pop_current(model *m) { m->late.current = m->late.current->outer; }

bool model_current(const model *m, const char *name, double *is)
{
    for (const struct current_value *v = m->late.current; v; v = v->outer)
        if (strcmp(v->name, name) == 0) {
            *is = v->is;
            return true;
        }
    return false;
}

void model_link_drive(model *m, unsigned label, place where)
{
    if (!m->late.drive_being_read)
        return;
    struct drive_link *l = ARENA_NEW(m->memory, struct drive_link);
    *l = (struct drive_link){
        .next = m->late.links, .from = m->late.drive_being_read - 1, .label = label, .where = where};
    m->late.links = l;
}

/* --- drives that need themselves ---------------------------------------------------------------------------------- */

enum { UNSEEN, ON_PATH, DONE };

typedef struct {
    model *m;
    struct drive_link **of; /* links by drive */
    unsigned char *state;
} walk;

static bool closes_a_loop(walk *w, int from)
{
    w->state[from] = ON_PATH;
    for (const struct drive_link *l = w->of[from]; l; l = l->next) {
        const int to = label_map_find(&w->m->drive_by_label, l->label);
        if (to == HASH_NONE || w->state[to] == DONE)
            continue;
        if (w->state[to] == ON_PATH) {
            diag_report(w->m->errors, E_DRIVE_LOOP, l->where, w->m->drives.at[to]->label);
            return true;
        }
        if (closes_a_loop(w, to))
            return true;
    }
    w->state[from] = DONE;
    return false;
}

static void check_drive_loops(model *m)
{
    const int n = m->drives.n;
    walk w = {.m = m,
              .of = ARENA_ARRAY(m->memory, struct drive_link *, n),
              .state = ARENA_ARRAY(m->memory, unsigned char, n)};
    struct drive_link *next;
    for (struct drive_link *l = m->late.links; l; l = next) {
        next = l->next;
        l->next = w.of[l->from];
        w.of[l->from] = l;
    }
    m->late.links = NULL;
    for (int i = 0; i < n; i++)
        if (w.state[i] == UNSEEN && closes_a_loop(&w, i))
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
