/* symbols.h - variables, constants, functions and namespaces that expressions can name.
 *
 * While the deck is read the value of a variable stands in its symbol. Whoever runs compiled expressions may have
 * values of its own, by the numbers of the symbols, so that several can run at once with one table. */
#pragma once
#include "base/arena.h"
#include "base/diag.h"
#include "deck/value.h"

typedef struct symbols symbols;

/* A variable whose value is asked for each time it is read: [dof, ...], [node, ...], [element, ...].
 * `state` is NULL while the deck is read, here and in functions. */
typedef struct {
    double (*get)(void *self, const void *state);
    void *self;
    /* Its derivative, added in expr_real_derivative whatever dvar and dtime are; NULL: it has none. */
    double (*derivative)(void *self, const void *state);
} live_value;

typedef struct symbol {
    const char *name;
    int index; /* in order of declaration */
    value_type type;
    bool is_const, is_live;
    bool is_given;     /* from outside the deck: a declaration of it in the deck changes its type at most */
    bool is_named;     /* by an expression or a declaration of the deck */
    bool is_inherited; /* from another deck's table; where it was declared there is not known here */
    value now;         /* value, when not live */
    live_value live;
    source_location location; /* where it was declared */
} symbol;

/* What running an expression reads, and changes: functions see it too. */
typedef struct {
    const void *state;         /* handed to functions and live values */
    const value *variables;    /* of all symbols, by their numbers; NULL: the values in the symbols */
    uint64_t *random;          /* what random numbers follow from; NULL: that of the symbols */
    double var;                /* Var, the argument of the drive it serves */
    const char *why;           /* what failed, */
    uint32_t evaluation_error; /* and its position in the text */
} expr_run;

enum { FUNCTION_MOST_ARGUMENTS = 16 };

/* How a function is compiled: as any other, as a formula of one or two reals, as a conversion, as one while the deck is
 * read. */
typedef enum { FUNCTION_CALLED, FUNCTION_OF_ONE, FUNCTION_OF_TWO, FUNCTION_CAST, FUNCTION_EVAL } function_kind;

/* A function of a namespace. Its arguments are values; the last may repeat up to n_max. */
typedef struct function {
    const char *name; /* "sin"; "xposition" of namespace "model" */
    value_type result;
    int n_min, n_max;       /* number of arguments */
    const value_type *args; /* n_types types, the last repeats; numbers are converted to them */
    int n_types;            /* 0 means n_max */
    bool pure;              /* same arguments, same result: may be folded when they are constant */
    /* Returns false and sets *why (static text) when the arguments are outside the domain. */
    bool (*call)(void *self, const expr_run *run, const value *args, int n, value *result, const char **why);
    /* d result / d args[which], for a function that depends on time and state through its arguments alone; NULL for
     * others. */
    double (*derivative)(void *self, const expr_run *run, const value *args, int n, int which);
    void *self;
    const char *summary; /* one sentence for the help, or NULL */
    function_kind kind;
    /* Optional: asked when a call is compiled; known[i] is argument i, converted, when it is constant, else NULL. Gives
     * the function that is called in place of f with the same arguments (its labels and names looked up once, for
     * instance), or f itself. `space` is self of the namespace. */
    const struct function *(*bind)(void *space, const struct function *function, const value *const *known, int n,
                                   source_location location);
} function;

value_type function_argument(const function *function, int which);
/* "real atan2(real, real)", "real drive(integer[, real])". Returns its length, as snprintf. */
int function_signature(const function *function, char *out, size_t size);

symbols *symbols_create(arena *arena); /* with all constants and the functions of namespace "default" */
void symbols_destroy(symbols *symbols);

symbol *symbols_find(const symbols *symbols, const char *name, size_t length);
/* Another one, for which the name may have been meant; NULL: none. */
const symbol *symbols_nearest(const symbols *symbols, const char *wrong);
/* NULL when the name is taken. */
symbol *symbols_declare(symbols *symbols, const char *name, size_t length, value_type type, source_location location);
/* Variables that the deck of another table has declared, with their present values, but for those known here. */
void symbols_inherit(symbols *s, const symbols *from);
/* From now on declarations may replace what is there: other variables of the deck, with their type, and inherited ones,
 * whatever their type. */
void symbols_allow_redefinition(symbols *symbols);
bool symbols_may_redefine(const symbols *symbols, const symbol *symbol, value_type type);
int symbols_count(const symbols *symbols);
symbol *symbols_at(const symbols *symbols, int index);           /* in order of declaration */
void symbols_sorted(const symbols *symbols, const symbol **out); /* symbols_count(s) pointers, by name */
void symbols_values(const symbols *symbols, value *out);         /* symbols_count(s) values as they are now */
uint64_t symbols_random(const symbols *symbols);                 /* what random numbers follow from now */
/* "const real pi = 3.14159", as print symbol table shows it; a live variable is read with `state`. As snprintf. */
int symbol_format(const symbol *symbol, const void *state, char *out, size_t size);
arena *symbols_arena(const symbols *symbols); /* strings that variables hold live here */

/* Where print() writes; nothing is written while there is none. */
void symbols_set_print(symbols *symbols, void (*print)(void *to, const char *text), void *to);

/* A namespace may answer for any name (model::sf::NAME, model::node::TYPE): `resolve` is asked for what is after
 * "ns::". */
typedef struct {
    const char *name;
    void *self;
    const function *(*resolve)(void *self, const char *name, size_t length);
    /* For "did you mean" and print symbol table. */
    void (*list)(void *self, void (*each)(void *to, const char *name), void *to);
} name_space;

void symbols_add_namespace(symbols *symbols, const name_space *ns);
const name_space *symbols_namespace(const symbols *symbols, const char *name, size_t length);
int symbols_namespace_count(const symbols *symbols); /* the first is "default" */
const name_space *symbols_namespace_at(const symbols *symbols, int index);
/* The functions of namespace "default", sorted by name. */
int symbols_function_count(const symbols *symbols);
const function *symbols_function_at(const symbols *symbols, int index);
