/* late.h - what can be settled only when the whole deck has been read, and what holds only while a card is read. */
#pragma once
#include "base/source.h"

typedef struct model model;

struct late {
    struct later *first, *last; /* in the order of the deck */
    bool is_settled;
    struct current_value *current; /* the innermost first */
    struct drive_link *links;      /* which labelled drive uses which */
    int drive_being_read;          /* 1 + index into model.drives while a `drive caller` card is read, else 0 */
    unsigned n_random;             /* random drives so far: each has a sequence of its own */
};

/* Calls settle(m, self) once the deck is complete and the unknowns are numbered; at once when they are already. */
void model_later(model *m, void (*settle)(model *model, void *self), void *self);
/* Everything that waits; errors are reported at the places it kept. Called by model_freeze after the numbering. */
void model_settle(model *model);

/* What model::current("name") gives while an element, with its drives and laws, is read: pushed before, popped
 * after. */
void model_push_current(model *model, const char *name, double is);
void model_pop_current(model *model);
bool model_current(const model *model, const char *name, double *is);

/* How a drive uses another: one that is there already, whose levels it has counted; one that comes later; or from an
 * expression, which needs the stack of some levels more. */
typedef enum { USE_KNOWN = -1, USE_LATER = 0, USE_IN_EXPRESSION = 15 } drive_use;

/* The drive that is being read, if it has a label, evaluates the drive with this label: no drive may need itself. */
void model_link_drive(model *model, unsigned label, drive_use use, source_location location);
