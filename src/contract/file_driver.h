/* file_driver.h - file drivers: columns of numbers for file drives. Each type is one row of drive/file_drivers.def. */
#pragma once
#include "deck/reader.h"
#include "contract/memory.h"
#include "record/record.h"

typedef struct file_driver_type file_driver_type;

typedef struct file_driver {
    const file_driver_type *type;
    unsigned label;
    const char *name;
    source_location location;
    int n_columns; /* set by read */
    int memory;    /* its memory, reserved by read; MEMORY_NONE: none */
    void *self;
    const struct packet *packet; /* names of the columns (model/flightgear.h); NULL: they have none */
} file_driver;

struct file_driver_type {
    const char *keyword;
    const char *grammar, *summary;
    size_t size;
    void (*read)(reader *reader, file_driver *driver);
    /* At the time of the state; columns from 0. */
    double (*value)(const file_driver *driver, const state *state, int column);
    /* Receives data from a peer: at the initial state (state->step 0), and before each step is solved. May be NULL. */
    void (*receive)(const file_driver *driver, const state *state, memory_block *memory);
    void (*log)(const file_driver *driver, record *out);
    /* The first time after t at which values or their derivatives jump; HUGE_VAL if there is none. NULL: not known. */
    double (*corner)(const file_driver *driver, double t);
};

extern const file_driver_type *const file_driver_types[];
extern const int file_driver_type_count;
