/* unit.h - an FMU at work: unpacked, loaded, one instance of it.
 *
 * What differs between FMI 2.0 and 3.0 is behind `calls`. A call that fails leaves why in `words`: what the FMU said
 * last, or which function it was. */
#pragma once
#include "element/fmu/description.h"

enum { UNIT_WORDS = 200 };
typedef struct unit unit;

typedef struct {
    const char *platform; /* folder of its binaries */
    /* Finds the functions; false when one is missing, which `words` then names. */
    bool (*load)(unit *u);
    bool (*instantiate)(unit *u);
    bool (*begin)(unit *u, double t); /* the initialisation */
    bool (*begun)(unit *u);
    bool (*get)(unit *u, const unit_variable *v, double *to);
    bool (*set)(unit *u, const unit_variable *v, const double *from);
    bool (*step)(unit *u, double t, double h);
    bool (*keep)(unit *u, void **state);
    bool (*go_back)(unit *u, void *state);
    void (*forget)(unit *u, void **state);
    /* A state as bytes: how many, them, and back. */
    bool (*measure)(unit *u, void *state, size_t *n);
    bool (*pack)(unit *u, void *state, unsigned char *to, size_t n);
    bool (*unpack)(unit *u, const unsigned char *from, size_t n, void **state);
    void (*free)(unit *u, bool is_initialised);
} unit_calls;

extern const unit_calls unit_calls_2, unit_calls_3;

struct unit {
    const unit_description *about;
    const unit_calls *calls;
    void *library, *instance;
    void *functions; /* of the version */
    char folder[64]; /* where it is unpacked, and it is ours; empty: it was */
    char resources[4096];
    char words[UNIT_WORDS];
    bool is_initialised;
};

/* From an archive or the folder of an unpacked one. NULL after a failure, which `words` tells. */
unit *unit_create(const unit_description *d, const char *path, char *words);
void unit_destroy(unit *u); /* NULL is allowed */

/* For the files of both versions. Notes what failed; is it `how` 0 or 1 (a warning)? */
bool unit_check(unit *u, int how, const char *what);
void unit_note(unit *u, const char *words);
/* Numbers of other types, as doubles: room for `size` of them. */
bool unit_find(unit *u, const char *name, void *function);
