/* message.h - the data exchanged with the solver, and its order in a message. */
#pragma once
#include "mbc/mbc_peer.h"
#include <stdbool.h>
#include <stddef.h>

typedef struct {
    unsigned flags, n;
    unsigned count[MBC_FIELDS]; /* number of values of each field; 0: not exchanged */
    double *numbers;            /* of all fields, one after the other */
    uint32_t *labels, *load_labels, reference_label;
    unsigned char *bytes; /* a message of either kind: its command, followed by the data */
    size_t motion_size, loads_size;
} contents;

/* Describes what is wrong with the flags; NULL: nothing. */
const char *contents_error(unsigned flags, unsigned n);
bool contents_create(contents *c, unsigned flags, unsigned n); /* false if memory is exhausted */
void contents_destroy(contents *contents);
unsigned contents_wire_flags(const contents *contents); /* as they are sent in the negotiation */
double *contents_numbers(const contents *contents, mbc_field which);
void contents_unpack_motion(contents *contents);
void contents_pack_loads(contents *contents);
