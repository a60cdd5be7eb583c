/* element.h - an element as the core represents it, and the functions that its type calls. */
#pragma once
#include "contract/element_type.h"

/* --- elements ----------------------------------------------------------------------------------------------------- */

/* Kind of an internal unknown and its equation. */
typedef enum {
    INTERNAL_CONSTRAINT, /* multiplier of phi(x, t) = 0 on positions; its row is phi, which the core divides by c */
    INTERNAL_PLAIN_CONSTRAINT,    /* as above, but the core does not divide its row */
    INTERNAL_VELOCITY_CONSTRAINT, /* multiplier of a velocity constraint psi(v, x, t) = 0 */
    INTERNAL_ALGEBRAIC,           /* another algebraic unknown */
    INTERNAL_SUM,          /* algebraic, defined by its row y - sum = 0: the core solves it whatever the tolerance */
    INTERNAL_CONTINUED,    /* algebraic, predicted by linear extrapolation of its last two values */
    INTERNAL_COORDINATE,   /* state that the initial assembly also solves for, with its rate; its row balances forces */
    INTERNAL_DIFFERENTIAL, /* a state with a derivative */
} internal_kind;

struct elem {
    const elem_type *type;
    unsigned label;
    const char *name;
    source_location location; /* of its label in the deck */
    void *self;               /* data of the type */
    int internal,
        n_internal; /* first internal unknown (and row, the same number), and their number; n_internal is set by read */
    const internal_kind *kinds; /* n_internal kinds; NULL: all INTERNAL_CONSTRAINT */
    bool output;
    bool is_complete; /* its card has been read */
    int memory;       /* its memory (memory.h) */
    int switched; /* memory of whether it is on; if off, its internal rows are "unknown = 0"; MEMORY_NONE: always on */
    bool is_hidden;                   /* created by the core; a card with its label adds to it */
    const char *const *private_names; /* if they differ from those of the type; NULL-terminated */
    const char *second_path; /* file for its second rows, named in the deck; NULL: given by the extension of its type */
    unsigned role;           /* in the problem, set by problem_traits.read_element; 0: default of its type */
    /* Set by the core when the model is frozen. */
    int n, ld; /* number of local rows = columns, and leading dimension of the local Jacobian (n rounded up to 4) */
    const int *row, *column; /* global index of each local one, -1: none */
    const int *slot;         /* n_slots positions in the matrix */
    const unsigned *source;  /* their sources in the local Jacobian */
    int n_slots;
};

static inline bool elem_is_on(const state *state, const elem *element)
{
    return element->switched == MEMORY_NONE || *(const int *)remembered(state, element->switched) != 0;
}

/* --- facets of its type: all zero if it has none ------------------------------------------------------------------ */

static inline elem_history elem_history_of(const elem_type *type)
{
    return type->history ? *type->history : (elem_history){0};
}
static inline elem_files elem_files_of(const elem_type *type) { return type->files ? *type->files : (elem_files){0}; }
static inline elem_assembly elem_assembly_of(const elem_type *type)
{
    return type->assembly ? *type->assembly : (elem_assembly){0};
}
static inline elem_expectations elem_expectations_of(const elem_type *type)
{
    return type->expectations ? *type->expectations : (elem_expectations){0};
}

/* --- steps: slots of the history of its type, if it has them ------------------------------------------------------ */

static inline void elem_start(const state *state, const elem *element, memory_block *memory)
{
    if (element->type->history && element->type->history->start)
        element->type->history->start(state, element, memory);
}
static inline void elem_predict(const state *state, const elem *element, memory_block *memory)
{
    if (element->type->history && element->type->history->predict)
        element->type->history->predict(state, element, memory);
}
static inline void elem_inner(const state *state, const elem *element, memory_block *memory)
{
    if (element->type->history && element->type->history->inner)
        element->type->history->inner(state, element, memory);
}
static inline void elem_accept(const state *state, const elem *element, memory_block *memory)
{
    if (element->type->history && element->type->history->accept)
        element->type->history->accept(state, element, memory);
}

/* --- eval --------------------------------------------------------------------------------------------------------- */

/* Output of eval. Both arrays are set to zero before. */
struct local {
    double *r;    /* n numbers */
    double *J;    /* n rows of ld numbers; may be NULL if no derivatives are required */
    ptrdiff_t ld; /* so that row * ld does not wrap */
};

/* Returns a row of the local Jacobian; NULL if there is none. */
static inline double *jacobian_row(const local *out, int row) { return out->J ? out->J + (size_t)row * out->ld : NULL; }

/* Adds jets to local rows: value, and derivatives along n columns. */
static inline void local_add3(local *out, int row, int n, double s, const jet3 *a)
{
    for (int k = 0; k < 3; k++) {
        out->r[row + k] += s * a->v[k];
        JET_LANES(n, l) out->J[(row + k) * out->ld + l] += s * a->d[k][l];
    }
}
static inline void local_add1(local *out, int row, int n, double s, const jet1 *a)
{
    out->r[row] += s * a->v;
    JET_LANES(n, l) out->J[row * out->ld + l] += s * a->d[l];
}
/* J block (3x3) at (row, column) += s m */
static inline void local_block(local *out, int row, int column, double s, const mat3 *m)
{
    double *to = out->J + row * out->ld + column;
    for (int i = 0; i < 3; i++, to += out->ld)
        for (int j = 0; j < 3; j++)
            to[j] += s * m->e[i][j];
}

/* Alias of a type: a row of element_aliases.def. */
typedef struct {
    const elem_card *card; /* `card: LABEL, keyword` is read as the type with keyword `means` */
    const char *keyword, *means;
} elem_alias;

extern const elem_alias elem_aliases[];
extern const int elem_alias_count;

/* --- connect: rows and columns, in the order of the calls; each returns the first local index --------------------- */

/* Adds balance rows (6, or 3 for a displacement node) and position columns. */
int layout_node(layout *layout, const node *node);
/* Adds momentum rows and columns (6 or 3). Returns -1 and adds none for a static node. */
int layout_momentum(layout *layout, const node *node);
int layout_internal(layout *layout);                 /* the internal rows and unknowns of the element */
int layout_dof(layout *layout, const node_dof *dof); /* one row and one column of any node */
/* Declares that the core divides a row of another owner by c, as those of constraints: it prescribes a value. */
void layout_divide(layout *layout, int row);
/* Declares that a row of another owner may be a constraint, and repeat others: that of a pressure, if the volume is
 * constant. */
void layout_repeat(layout *layout, int row);
int layout_other(layout *layout, const elem *other); /* the internal rows and unknowns of another element */
/* Declares that a block of the local Jacobian is always zero; by default every entry may be non-zero. */
void layout_zero(layout *layout, int row, int n_rows, int column, int n_columns);
/* Declares that the whole local Jacobian is zero; layout_full then declares the blocks that may be non-zero. */
void layout_clear(layout *layout);
void layout_full(layout *layout, int row, int n_rows, int column, int n_columns);

/* --- helpers for read --------------------------------------------------------------------------------------------- */

const char *const *elem_private_names(const elem *element);    /* those of the element, or else of its type */
int elem_private_index(const elem *element, const char *name); /* uses private_index or private_names */
bool elem_has_private(const elem *element, int index);         /* uses has_private or private_names */

/* Returns the n nodes along the axis of a beam. Returns NULL if the element is NULL or not such a beam. */
const node *const *elem_axis(const elem *element, int n);

/* --- drawing ------------------------------------------------------------------------------------------------------ */

/* Draws the element by its type; without `draw`, a line through its structural nodes, and its symbol. */
void elem_draw(const elem *element, drawing *drawing);
