/* description.h - what an FMU says of itself, FMI 2.0 and 3.0: as much as a coupling needs. */
#pragma once
#include "base/arena.h"
#include <stdbool.h>
#include <stddef.h>

typedef enum { PORT_REAL, PORT_INTEGER, PORT_BOOL, PORT_OTHER } port_type;

typedef struct {
    const char *name;
    unsigned reference;
    port_type type;
    int size; /* numbers; 0: a size that parameters decide */
    bool is_input, is_parameter;
} unit_variable;

typedef struct {
    int version; /* 2 or 3 */
    const char *identifier, *token;
    bool keeps_states; /* they can be got and set, */
    bool packs_states; /* and made bytes */
    unit_variable *variables;
    int n;
} unit_description;

/* NULL, or what is wrong with it; the text of the message lives as long as the memory. */
const char *unit_description_read(const char *text, size_t length, arena *memory, unit_description *to);
const unit_variable *unit_description_find(const unit_description *description, const char *name);
