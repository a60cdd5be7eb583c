/* late.h - work that is deferred until the whole deck has been read, and values that are valid only while a card is
 * read. */
#pragma once
#include "base/source.h"

typedef struct model model;

struct late {
    struct later *first, *last; /* in the order of the deck */
    bool is_settled;
    struct current_value *current;         /* innermost first */
    struct drive_link *links;              /* uses of labelled drives by labelled drives */
    const struct elem *element_being_read; /* its private data are not known yet; NULL: none */
    int drive_being_read;                  /* 1 + index into model.drives while a `drive caller` card is read, else 0 */
    unsigned n_random;                     /* number of random drives so far; each has its own sequence */
};

/* Calls settle(m, self) once the deck is complete and the unknowns are numbered, or immediately if they already are. */
void model_later(model *m, void (*settle)(model *model, void *self), void *self);
/* Executes all deferred work; errors are reported at the source locations that were stored with it. Called by
 * model_freeze after the unknowns have been numbered. */
void model_settle(model *model);

/* Values of model::current("name") while an element, with its drives and laws, is read: pushed before and popped
 * afterwards. */
void model_push_current(model *model, const char *name, double is);
void model_pop_current(model *model);
bool model_current(const model *model, const char *name, double *is);

/* How a drive uses another one: an existing drive, whose levels it has already counted; a drive that is defined
 * later; or a drive in an expression, which needs some more levels of the stack. */
typedef enum { USE_KNOWN = -1, USE_LATER = 0, USE_IN_EXPRESSION = 15 } drive_use;

/* Records that the drive being read, if it has a label, evaluates the drive with this label: drives must not form a
 * cycle. */
void model_link_drive(model *model, unsigned label, drive_use use, source_location location);
