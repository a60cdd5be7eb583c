/* element.h - an element as the core knows it, and what its type calls to read, to connect and to evaluate. */
#pragma once
#include "contract/element_type.h"

/* --- elements ----------------------------------------------------------------------------------------------------- */

/* What an internal unknown and its equation are. */
typedef enum {
    INTERNAL_CONSTRAINT, /* multiplier of a constraint on positions, phi(x, t) = 0; its row is phi. The core divides by c. */
    INTERNAL_PLAIN_CONSTRAINT,    /* the same, but the core does not divide its row */
    INTERNAL_VELOCITY_CONSTRAINT, /* multiplier of a constraint on velocities, psi(v, x, t) = 0 */
    INTERNAL_ALGEBRAIC,           /* another algebraic unknown */
    INTERNAL_SUM,       /* one that its row defines, y - sum = 0: the core settles it, however loose the tolerance is */
    INTERNAL_CONTINUED, /* one that begins a step on the line through its last two values */
    INTERNAL_COORDINATE, /* a state that the initial assembly finds as well, and its rate; its row: balance of forces */
    INTERNAL_DIFFERENTIAL, /* a state with a derivative */
} internal_kind;

struct elem {
    const elem_type *type;
    unsigned label;
    const char *name;
    source_location location; /* of its label in the deck */
    void *self;               /* of the type */
    int internal,
        n_internal; /* first internal unknown (and row: the same number), how many; n_internal is set by read */
    const internal_kind *kinds; /* n_internal; NULL: all INTERNAL_CONSTRAINT */
    bool output;
    int memory; /* what it remembers (memory.h) */
    int switched; /* where is remembered whether it is on, else its internal rows are "unknown = 0"; MEMORY_NONE: always */
    bool is_hidden;                   /* the core made it; a card with its label adds to it */
    const char *const *private_names; /* where they are not those of the type; NULL-terminated */
    const char *second_path; /* file of its second rows that the deck names; NULL: by the extension of its type */
    unsigned role;           /* in the problem, as problem_traits.read_element says; 0: as its type suggests */
    /* Filled by the core when the model is frozen. */
    int n, ld; /* local rows = columns, and the leading dimension of the local Jacobian (n rounded up to 4) */
    const int *row, *column;  /* global index of each local one, -1: nowhere */
    const int *slot, *source; /* n_slots places in the matrix, and the places in the local Jacobian they come from */
    int n_slots;
};

static inline bool elem_is_on(const state *state, const elem *element)
{
    return element->switched == MEMORY_NONE || *(const int *)remembered(state, element->switched) != 0;
}

/* --- facets of its type: all zero where it has none --------------------------------------------------------------- */

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

/* --- steps: slots of the history of its type, where it has them --------------------------------------------------- */

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

/* Where eval writes. Both are zeroed beforehand. */
struct local {
    double *r; /* n */
    double *J; /* n rows of ld numbers; may be NULL when no columns are asked for */
    int ld;
};

/* A row of the local Jacobian; NULL where there is none. */
static inline double *jacobian_row(const local *out, int row) { return out->J ? out->J + (size_t)row * out->ld : NULL; }

/* Copies jets into local rows: value, and derivatives along n columns. */
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

/* Another spelling of a type: a row of element_aliases.def. */
typedef struct {
    const elem_card *card; /* `card: LABEL, keyword` is read as the type with keyword `means` */
    const char *keyword, *means;
} elem_alias;

extern const elem_alias elem_aliases[];
extern const int elem_alias_count;

/* --- connect: rows and columns, in the order of the calls; each returns the first local index --------------------- */

int layout_node(layout *layout,
                const node *node); /* balance rows (6, or 3 for a displacement node) and position columns */
int layout_momentum(layout *layout,
                    const node *node); /* momentum rows and columns (6 or 3); nothing (-1) for a static node */
int layout_internal(layout *layout);   /* the element's internal rows and unknowns */
int layout_dof(layout *layout, const node_dof *dof); /* one row and one column of any node */
/* The core divides a row that is not of the element by c, as those of its constraints: it says what a value is. */
void layout_divide(layout *layout, int row);
int layout_other(layout *layout, const elem *other); /* the internal rows and unknowns of another element */
/* Declares that a block of the local Jacobian is always zero; by default every entry counts. */
void layout_zero(layout *layout, int row, int n_rows, int column, int n_columns);
/* The same for all but the listed block rows: clears everything; then layout_full declares what may be non-zero. */
void layout_clear(layout *layout);
void layout_full(layout *layout, int row, int n_rows, int column, int n_columns);

/* --- helpers for read --------------------------------------------------------------------------------------------- */

const char *const *elem_private_names(const elem *element);    /* of the element itself, or of its type */
int elem_private_index(const elem *element, const char *name); /* through private_index or private_names */
bool elem_has_private(const elem *element, int index);         /* through has_private or private_names */

/* The nodes along the axis of a beam that has n of them; NULL: it is no such element, or NULL itself. */
const node *const *elem_axis(const elem *element, int n);

/* --- drawing ------------------------------------------------------------------------------------------------------ */

/* By its type; without `draw`, a line through the structural nodes it is connected to, and its symbol. */
void elem_draw(const elem *element, drawing *drawing);
