/* symbols.h - variables, constants, functions and namespaces of expressions.
 *
 * While the deck is read the value of a variable is in its symbol. Runs of compiled expressions may have separate
 * values, by the indices of the symbols, so that several can run at the same time with one table. */
#pragma once
#include "base/arena.h"
#include "base/diag.h"
#include "deck/value.h"

typedef struct symbols symbols;

/* A variable whose value is computed each time it is read: [dof, ...], [node, ...], [element, ...]. `state` is NULL
 * while the deck is read, here and in functions. */
typedef struct {
    double (*get)(void *self, const void *state);
    void *self;
    /* Its derivative, added in expr_real_derivative for any dvar and dtime; NULL: it has none. */
    double (*derivative)(void *self, const void *state);
} live_value;

typedef struct symbol {
    const char *name;
    int index; /* in order of declaration */
    value_type type;
    bool is_const, is_live;
    bool is_given;     /* given from outside the deck: a declaration in the deck changes only its type */
    bool is_named;     /* by an expression or a declaration of the deck */
    bool is_inherited; /* from the table of another deck; the location of its declaration is not known here */
    value now;         /* value, if not live */
    live_value live;
    source_location location; /* of its declaration */
} symbol;

/* Data that an expression reads and changes when it runs; functions receive it, too. */
typedef struct {
    const void *state;      /* passed to functions and live values */
    const value *variables; /* of all symbols, by index; NULL: the values in the symbols */
    uint64_t *random;       /* state of the random generator; NULL: that of the symbols */
    double var;             /* Var, the argument of the drive */
    const char *why;        /* reason of a failure, */
    uint32_t error_offset;  /* and its position in the text */
} expr_run;

enum { FUNCTION_MOST_ARGUMENTS = 16 };

/* How a function is compiled: as a general call, as a formula of one or two reals, as a conversion, or as a conversion
 * that is evaluated while the deck is read. */
typedef enum { FUNCTION_CALLED, FUNCTION_OF_ONE, FUNCTION_OF_TWO, FUNCTION_CAST, FUNCTION_EVAL } function_kind;

/* A function of a namespace. Its arguments are values; the last may repeat up to n_max. */
typedef struct function {
    const char *name; /* "sin"; "xposition" of namespace "model" */
    value_type result;
    int n_min, n_max;       /* number of arguments */
    const value_type *args; /* n_types types, the last repeats; numbers are converted to them */
    int n_types;            /* 0 means n_max */
    bool pure;              /* same arguments, same result: calls with constant arguments are folded */
    /* Returns false and sets *why (static text) if the arguments are outside the domain. */
    bool (*call)(void *self, const expr_run *run, const value *args, int n, value *result, const char **why);
    /* d result / d args[which], for a function that depends on time and state only through its arguments; NULL for
     * others. */
    double (*derivative)(void *self, const expr_run *run, const value *args, int n, int which);
    void *self;
    const char *summary; /* one sentence for the help, or NULL */
    function_kind kind;
    /* Optional: called when a call is compiled; known[i] is argument i, converted, if it is constant, otherwise NULL.
     * Returns the function that is called instead with the same arguments (for instance with its labels and names
     * looked up once), or `function` itself. `space` is self of the namespace. */
    const struct function *(*bind)(void *space, const struct function *function, const value *const *known, int n,
                                   source_location location);
} function;

value_type function_argument(const function *function, int which);
/* "real atan2(real, real)", "real drive(integer[, real])". Returns its length, as snprintf. */
int function_signature(const function *function, char *out, size_t size);

symbols *symbols_create(arena *arena); /* with all constants and the functions of namespace "default" */
void symbols_destroy(symbols *symbols);

symbol *symbols_find(const symbols *symbols, const char *name, size_t length);
/* Returns a similar symbol for which the name may have been meant; NULL: none. */
const symbol *symbols_nearest(const symbols *symbols, const char *wrong);
/* Returns NULL if the name exists. */
symbol *symbols_declare(symbols *symbols, const char *name, size_t length, value_type type, source_location location);
/* Copies the variables that the deck of another table has declared, with their current values, except known ones. */
void symbols_inherit(symbols *s, const symbols *from);
/* Allows declarations to replace variables: those of the deck with the same type, inherited ones with any type. */
void symbols_allow_redefinition(symbols *symbols);
bool symbols_may_redefine(const symbols *symbols, const symbol *symbol, value_type type);
int symbols_count(const symbols *symbols);
symbol *symbols_at(const symbols *symbols, int index);           /* in order of declaration */
void symbols_sorted(const symbols *symbols, const symbol **out); /* symbols_count(symbols) pointers, sorted by name */
void symbols_values(const symbols *symbols, value *out);         /* symbols_count(symbols) current values */
uint64_t symbols_random(const symbols *symbols);                 /* current state of the random generator */
/* "const real pi = 3.14159", as in print symbol table; a live variable is read with `state`. Returns as snprintf. */
int symbol_format(const symbol *symbol, const void *state, char *out, size_t size);
arena *symbols_arena(const symbols *symbols); /* memory of the strings of variables */

/* Sets where print() writes; initially nowhere. */
void symbols_set_print(symbols *symbols, void (*print)(void *to, const char *text), void *to);

/* A namespace may resolve any name (model::sf::NAME, model::node::TYPE): `resolve` receives the text after "ns::". */
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
