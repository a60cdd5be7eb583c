/* late.c - deferred work that needs the complete model, values of the card being read, and the check for drive cycles.
 *
 * Labelled drives are the vertices of a graph, the drives they refer to (reference, postponed, model::drive) its
 * edges. Drives can be evaluated if the graph has no cycle: in a depth-first search, an edge to a drive on the
 * current path closes a cycle. The length of a path is limited too, because evaluating a drive calls the drives
 * inside it. */
#include "model/late.h"
#include "deck/diag_rows.h"
#include "model/diag_rows.h"
#include "model/model.h"
#include <string.h>

struct later {
    struct later *next;
    void (*settle)(model *model, void *self);
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
    unsigned label; /* label of the drive that is used */
    drive_use use;
    source_location location;
};

void model_later(model *m, void (*settle)(model *model, void *self), void *self)
{
    if (m->late.is_settled) {
        settle(m, self);
        return;
    }
    struct later *later = ARENA_NEW(m->memory, struct later);
    *later = (struct later){.settle = settle, .self = self};
    if (m->late.last)
        m->late.last->next = later;
    else
        m->late.first = later;
    m->late.last = later;
}

void model_push_current(model *model, const char *name, double is)
{
    struct current_value *current_value = ARENA_NEW(model->memory, struct current_value);
    *current_value = (struct current_value){.outer = model->late.current, .name = name, .value = is};
    model->late.current = current_value;
}

void model_pop_current(model *model) { model->late.current = model->late.current->outer; }

bool model_current(const model *model, const char *name, double *is)
{
    for (const struct current_value *current_value = model->late.current; current_value;
         current_value = current_value->outer)
        if (strcmp(current_value->name, name) == 0) {
            *is = current_value->value;
            return true;
        }
    return false;
}

void model_link_drive(model *model, unsigned label, drive_use use, source_location location)
{
    if (!model->late.drive_being_read)
        return;
    struct drive_link *link = ARENA_NEW(model->memory, struct drive_link);
    *link = (struct drive_link){.next = model->late.links,
                                .drive = model->late.drive_being_read - 1,
                                .label = label,
                                .use = use,
                                .location = location};
    model->late.links = link;
}

/* --- cycles of drives --------------------------------------------------------------------------------------------- */

enum { UNSEEN, ON_PATH, DONE };

typedef struct {
    model *model;
    struct drive_link **links; /* links of each drive */
    unsigned char *state;
    int *levels;   /* nesting depth of each finished drive, including drives that are defined later */
    double *parts; /* number of drives that each evaluates */
} walk;

static bool has_too_many(const walk *walk, const struct drive_link *link, double parts)
{
    if (parts <= walk->model->limits.evaluations)
        return false;
    diag_report(walk->model->errors, E_TOO_MANY_PARTS, link->location, parts, (int)walk->model->limits.evaluations);
    diag_hint(walk->model->errors, "--limit evaluations=N allows more");
    return true;
}

static bool is_too_deep(const walk *walk, const struct drive_link *link, int levels)
{
    if (levels <= walk->model->limits.nesting)
        return false;
    diag_report(walk->model->errors, E_DRIVES_NESTED, link->location, (int)walk->model->limits.nesting);
    diag_hint(walk->model->errors, "--limit nesting=N allows more");
    return true;
}

/* Returns false if it finds a cycle or a path that is too long. `above` is the number of drives on the path so far. */
static bool visit(walk *walk, int from, int above)
{
    const int internal = walk->model->drives.items[from]->levels;
    walk->parts[from] = walk->model->drives.items[from]->parts;
    walk->state[from] = ON_PATH;
    walk->levels[from] = internal;
    for (const struct drive_link *link = walk->links[from]; link; link = link->next) {
        const int to = label_map_find(&walk->model->drive_by_label, link->label);
        if (to == HASH_NONE)
            continue;
        if (walk->state[to] == ON_PATH) {
            diag_report(walk->model->errors, E_DRIVE_LOOP, link->location, walk->model->drives.items[to]->label);
            return false;
        }
        if (is_too_deep(walk, link, above + 1) || (walk->state[to] == UNSEEN && !visit(walk, to, above + 1)))
            return false;
        const int with = internal + walk->levels[to] +
                         (link->use == USE_KNOWN ? -walk->model->drives.items[to]->levels : (int)link->use);
        walk->levels[from] = with > walk->levels[from] ? with : walk->levels[from];
        walk->parts[from] += walk->parts[to] - (link->use == USE_KNOWN ? walk->model->drives.items[to]->parts : 0.0);
        if (is_too_deep(walk, link, walk->levels[from]) || has_too_many(walk, link, walk->parts[from]))
            return false;
    }
    walk->state[from] = DONE;
    return true;
}

static void check_drive_loops(model *model)
{
    const int n = model->drives.n;
    walk walk = {.model = model,
                 .links = ARENA_ARRAY(model->memory, struct drive_link *, n),
                 .state = ARENA_ARRAY(model->memory, unsigned char, n),
                 .levels = ARENA_ARRAY(model->memory, int, n),
                 .parts = ARENA_ARRAY(model->memory, double, n)};
    struct drive_link *next;
    for (struct drive_link *link = model->late.links; link; link = next) {
        next = link->next;
        link->next = walk.links[link->drive];
        walk.links[link->drive] = link;
    }
    model->late.links = NULL;
    for (int i = 0; i < n; i++)
        if (walk.state[i] == UNSEEN && !visit(&walk, i, 0))
            return;
}

void model_settle(model *model)
{
    if (model->late.is_settled)
        return;
    for (const struct later *later = model->late.first; later; later = later->next)
        later->settle(model, later->self);
    check_drive_loops(model);
    model->late.is_settled = true;
}
