/* description.h - the model description of an FMU, FMI 2.0 and 3.0, as far as a coupling needs it. */
#pragma once
#include "base/arena.h"
#include <stdbool.h>
#include <stddef.h>

typedef enum { PORT_REAL, PORT_INTEGER, PORT_BOOL, PORT_OTHER } port_type;

typedef struct {
    const char *name;
    unsigned reference;
    port_type type;
    int size; /* count of numbers; 0: it depends on parameters */
    bool is_input, is_parameter;
} unit_variable;

typedef struct {
    int version; /* 2 or 3 */
    const char *identifier, *token;
    bool keeps_states; /* FMU states can be read and set, */
    bool packs_states; /* and serialized */
    unit_variable *variables;
    int n;
} unit_description;

/* Returns NULL, or an error message, which is valid as long as `memory`. */
const char *unit_description_read(const char *text, size_t length, arena *memory, unit_description *to);
const unit_variable *unit_description_find(const unit_description *description, const char *name);
