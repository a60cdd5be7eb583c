/* unit.h - an FMU at work: unpacked, loaded, one instance of it.
 *
 * What differs between FMI 2.0 and 3.0 is behind `calls`; functions of which nothing but the name differs are `same`.
 * A call that fails leaves why in `words`: what the FMU said last, or which function it was. */
#pragma once
#include "element/fmu/description.h"

enum { UNIT_WORDS = 200 };
typedef struct unit unit;

/* What they are called. */
typedef struct {
    const char *exit_initialization, *terminate, *free_instance;
    const char *get_state, *set_state, *free_state;
    const char *state_size, *pack_state, *unpack_state;
} unit_names;

typedef struct {
    int (*exit_initialization)(void *instance), (*terminate)(void *instance);
    void (*free_instance)(void *instance);
    int (*get_state)(void *instance, void **state), (*set_state)(void *instance, void *state),
        (*free_state)(void *instance, void **state);
    int (*state_size)(void *instance, void *state, size_t *n);
    int (*pack_state)(void *instance, void *state, unsigned char *to, size_t n);
    int (*unpack_state)(void *instance, const unsigned char *from, size_t n, void **state);
} unit_functions;

typedef struct {
    const char *platform; /* folder of its binaries */
    unit_names names;
    /* Finds the functions; false when one is missing, which `words` then names. */
    bool (*load)(unit *unit);
    bool (*instantiate)(unit *unit);
    bool (*begin)(unit *unit, double t); /* the initialisation */
    bool (*get)(unit *unit, const unit_variable *variable, double *to);
    bool (*set)(unit *unit, const unit_variable *variable, const double *from);
    bool (*step)(unit *unit, double t, double h);
} unit_calls;

extern const unit_calls unit_calls_2, unit_calls_3;

struct unit {
    const unit_description *about;
    const unit_calls *calls;
    void *library, *instance;
    unit_functions same;
    void *functions; /* of the version */
    char folder[64]; /* where it is unpacked, and it is ours; empty: it was */
    char resources[4096];
    char words[UNIT_WORDS];
    bool is_initialised;
};

/* From an archive or the folder of an unpacked one. NULL after a failure, which `words` tells. */
unit *unit_create(const unit_description *description, const char *path, char *words);
void unit_destroy(unit *unit); /* NULL is allowed */
bool unit_begun(unit *unit);   /* the end of the initialisation */

bool unit_serialize(unit *unit, void **state);
bool unit_restore(unit *unit, void *state);
void unit_discard(unit *unit, void **state);
/* A state as bytes: how many, them, and back. */
bool unit_measure(unit *unit, void *state, size_t *count);
bool unit_pack(unit *unit, void *state, unsigned char *to, size_t size);
bool unit_unpack(unit *unit, const unsigned char *from, size_t size, void **state);

/* For the files of both versions. Notes what failed; is it `how` 0 or 1 (a warning)? */
bool unit_check(unit *unit, int how, const char *what);
void unit_note(unit *unit, const char *words);
/* Numbers of other types, as doubles: space for `size` of them. */
bool unit_find(unit *unit, const char *name, void *function);
