/* octave.h - functions and classes of Octave in a deck (module octave; net/octave.h).
 *
 *     function ::= octave , "NAME" [ , flags ] [ , arguments , N , ARGUMENT , ... ]
 *     flags    ::= [ update octave variables , BOOL ] [ , update mbdyn variables , BOOL ]
 *                  [ , update global variables , BOOL ] [ , pass data manager , BOOL ] [ , embed octave , BOOL ]
 *                  [ , octave search path , "DIR" [ , ... ] ]
 *
 * The function is called as NAME(x, ARGUMENT, ...). One process of Octave serves all entities of a model. It receives
 * the variables of the deck, as global ones, before its first call, and with `update octave variables` before each
 * call. Evaluations must not change the equations, so Octave cannot change variables of the deck. */
#pragma once
#include "contract/drive.h"
#include "net/octave.h"

typedef struct octave_session octave_session; /* the process of a model, and what it has received */

typedef struct {
    octave_session *session;
    const char *name;
    bool updates; /* variables, before each call */
    source_location location;
} octave_entity;

typedef struct {
    octave_entity entity;
    const char *head, *tail; /* of the request, before and behind x */
    int size, component;     /* numbers that it returns, and the one that a drive has as its value */
} octave_function;

/* Reads the name and the flags; starts Octave if it is the first entity of the model. */
void read_octave_entity(reader *reader, octave_entity *entity);
void read_octave_function(reader *reader, octave_function *function, int size);
/* Returns the component at x; state may be NULL. Returns false with the reason in `why`, of OCTAVE_WHY bytes. */
bool octave_value(const octave_function *function, const state *state, double x, double *v, char *why);
/* The same for the derivative of order 1 or 2, by differences. */
bool octave_derivative(const octave_function *function, const state *state, double x, int order, double *v, char *why);
/* Sends the variables of the deck, if it is time to do so, then a request (net/octave.h). */
bool octave_ask(const octave_entity *entity, const state *state, const char *const *pieces, double *numbers, int n,
                char *why);

/* Creates an object of the class; a question is answered from the card, or from earlier `answers`, one per line.
 * Returns its number, or 0 after an error; the answers given are stored. */
int octave_create(reader *reader, const octave_entity *entity, const char **answers);
int octave_create_again(const octave_entity *entity, const char *answers);
/* Reports that there are no elements in Octave; always returns NULL. */
struct elem_type;
const struct elem_type *octave_element_type(reader *reader);
