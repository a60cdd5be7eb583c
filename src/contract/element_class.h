/* element_class.h - classes of elements and cards of the elements block: rows of element_classes.def. */
#pragma once
#include "base/diag.h"

/* A class shares a counter, labels, an output flag and an output file. */
typedef struct {
    const char *counter;    /* "joints": card of control data, keyword of default output; NULL: not counted */
    const char *other_word; /* alternative keyword of the counter; NULL: none */
    const char *file;       /* extension of the text file, "jnt"; NULL: no output */
    const char *list;       /* "joint": name of its list of labels in the NetCDF file; NULL: not in the file */
    const char *list_words; /* "Joint": for the description of the list */
    const char *title;      /* "Rigid Body": for the printed model; NULL: the name of the card */
    diag_code useless;      /* warning if `use: ..., in assembly` names the class without effect; NULL: none */
    unsigned flags;
} elem_class;

enum {
    CLASS_IS_SINGLE = 1,         /* no label: at most one (gravity), or any number if it is not counted (bind) */
    CLASS_OTHER_IS_OLD = 2,      /* the alternative keyword is deprecated */
    CLASS_IS_QUIET = 4,          /* not written unless the deck requests it */
    CLASS_IN_USE = 8,            /* accepted in `use: ..., in assembly` */
    CLASS_MAKES_ASSEMBLY = 16,   /* the initial assembly is executed if the model has one of these */
    CLASS_ASSEMBLED_DRIVEN = 32, /* deformable elements that are driven participate in the initial assembly */
    CLASS_LISTS_WRITTEN = 128,   /* the list in the NetCDF file contains only those with output */
    CLASS_FILE_BY_ROWS = 256,    /* its text file exists only if an element of a type with rows is written */
    CLASS_IS_IMPLIED = 64,       /* every dynamic node creates one: the announced number may be larger */
    CLASS_HAS_LOADS = 1024,      /* its elements exert loads, not elastic forces */
    CLASS_IS_UNCOUNTED = 512,    /* need not be announced in the control data */
};

/* A card of the elements block. */
typedef struct elem_card {
    const char *name;
    const elem_class *class;
    const char *level; /* level of its columns in the NetCDF file; NULL: not in the file */
} elem_card;

enum {
#define ELEMENT_CLASS(id, ...) CLASS_##id,
#define ELEMENT_CARD(id, ...)
#include "contract/element_classes.def"
#undef ELEMENT_CLASS
#undef ELEMENT_CARD
    CLASS_COUNT
};
enum {
#define ELEMENT_CLASS(...)
#define ELEMENT_CARD(id, ...) CARD_##id,
#include "contract/element_classes.def"
#undef ELEMENT_CLASS
#undef ELEMENT_CARD
    CARD_COUNT
};

extern const elem_class elem_classes[CLASS_COUNT];
extern const elem_card elem_cards[CARD_COUNT];

const elem_card *elem_card_find(const char *name); /* NULL: none */
static inline int elem_class_index(const elem_card *elem_card) { return (int)(elem_card->class - elem_classes); }
