/* element_class.h - classes of elements and cards of the elements block: rows of element_classes.def. */
#pragma once
#include "base/diag.h"

/* A class shares a counter, labels, an output flag and an output file. */
typedef struct {
    const char *counter;    /* "joints": card of control data, word of default output; NULL: not counted */
    const char *other_word; /* taken for the counter as well; NULL: none */
    const char *file;       /* "jnt"; NULL: writes nothing */
    const char *list;       /* "joint": of its labels in the NetCDF file; NULL: nothing of it is there */
    const char *list_words; /* "Joint": of the description of the list */
    const char *title;      /* "Rigid Body": where the model is printed; NULL: the name of the card */
    diag_code useless;      /* the warning when `use: ..., in assembly` names it in vain; NULL: none */
    unsigned flags;
} elem_class;

enum {
    CLASS_IS_SINGLE = 1,         /* no label: at most one (gravity), or any number when it is not counted (bind) */
    CLASS_OTHER_IS_OLD = 2,      /* the other word is out of use */
    CLASS_IS_QUIET = 4,          /* not written unless the deck asks for it */
    CLASS_IN_USE = 8,            /* a word of `use: ..., in assembly` */
    CLASS_MAKES_ASSEMBLY = 16,   /* there is an initial assembly when the model has one of these */
    CLASS_ASSEMBLED_DRIVEN = 32, /* deformable ones that are driven are in the initial assembly */
    CLASS_LISTS_WRITTEN = 128,   /* the list of the NetCDF file has those alone that are written */
    CLASS_FILE_BY_ROWS = 256,    /* its text file exists only when one of a type with rows is written */
    CLASS_IS_IMPLIED = 64,       /* every dynamic node makes one: a larger number may be announced */
    CLASS_IS_UNCOUNTED = 512,    /* it need not be announced in the control data */
};

/* A card of the elements block. */
typedef struct {
    const char *name;
    const elem_class *class;
    const char *level; /* of its columns in the NetCDF file; NULL: not there */
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
