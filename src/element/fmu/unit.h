/* unit.h - an instance of an FMU: unpacked and loaded.
 *
 * `calls` hides the differences between FMI 2.0 and 3.0; functions that differ only in their name are in `same`. A call
 * that fails stores the reason in `words`: the last message of the FMU, or the name of the function. */
#pragma once
#include "element/fmu/description.h"

enum { UNIT_WORDS = 200 };
typedef struct unit unit;

/* Names of the functions. */
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
    const char *platform; /* folder of the binaries */
    unit_names names;
    /* Looks up the functions. Returns false if one is missing, which `words` then names. */
    bool (*load)(unit *unit);
    bool (*instantiate)(unit *unit);
    bool (*begin)(unit *unit, double t); /* starts the initialization */
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
    void *functions; /* functions of the FMI version */
    char folder[64]; /* temporary folder it was unpacked to; empty: it was already unpacked */
    char resources[4096];
    char words[UNIT_WORDS];
    bool is_initialised;
};

/* Creates an instance from an archive or the folder of an unpacked one. Returns NULL after a failure, described in
 * `words`. */
unit *unit_create(const unit_description *description, const char *path, char *words);
void unit_destroy(unit *unit); /* NULL is allowed */
bool unit_begun(unit *unit);   /* ends the initialization */

bool unit_serialize(unit *unit, void **state);
bool unit_restore(unit *unit, void *state);
void unit_discard(unit *unit, void **state);
/* Serialize a state: its size, to bytes, and from bytes. */
bool unit_measure(unit *unit, void *state, size_t *count);
bool unit_pack(unit *unit, void *state, unsigned char *to, size_t size);
bool unit_unpack(unit *unit, const unsigned char *from, size_t size, void **state);

/* For the files of both versions. Records which function failed. Returns true if the status `how` is 0 or 1 (a
 * warning). */
bool unit_check(unit *unit, int how, const char *what);
void unit_note(unit *unit, const char *words);
/* Looks up a function of the FMU and stores its address. Returns false if it is missing. */
bool unit_find(unit *unit, const char *name, void *function);
