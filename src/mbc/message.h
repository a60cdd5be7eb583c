/* message.h - what is exchanged with the solver, and its order in a message. */
#pragma once
#include "mbc/mbc_peer.h"
#include <stdbool.h>
#include <stddef.h>

typedef struct {
    unsigned flags, n;
    unsigned count[MBC_FIELDS]; /* of numbers; 0: not exchanged */
    double *numbers;            /* of all fields, one after the other */
    uint32_t *labels, *load_labels, reference_label;
    unsigned char *bytes; /* a message of either kind: its command, and the rest */
    size_t motion_size, loads_size;
} contents;

/* What is wrong with the flags; NULL: nothing. */
const char *contents_error(unsigned flags, unsigned n);
bool contents_create(contents *c, unsigned flags, unsigned n); /* false without memory */
void contents_destroy(contents *contents);
unsigned contents_wire_flags(const contents *contents); /* as the negotiation has them */
double *contents_numbers(const contents *contents, mbc_field which);
void contents_unpack_motion(contents *contents);
void contents_pack_loads(contents *contents);
