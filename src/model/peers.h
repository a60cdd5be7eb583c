/* peers.h - what a deck says of those outside that an element or a file driver talks to. */
#pragma once
#include "contract/peer.h"
#include "deck/reader.h"
#include "record/record.h"

/* A peer of the card at hand, of whom nothing is known yet: the model keeps it, under its index. An
 * error in a deck that is not trusted. */
peer_plan *read_peer(reader *reader, const char *of, unsigned label, const char *keyword, int *index);

/* One option of an address: create, path or local, port, host, socket type. False when the next argument is none. */
bool read_address_option(reader *reader, net_address *address, bool *has_create);

/* --- streams ------------------------------------------------------------------------------------------------------ */

typedef struct {
    const char *name;
    bool has_create;
    bool signals, blocks, first, aborts; /* first: a record at the initial time */
    int every;                           /* steps from record to record */
    double seconds;                      /* to wait for a record; 0: as the limits say */
    int precision;                       /* of the echo; 0: six digits, as %g has them */
    double shift;                        /* of times in the echo */
} stream_options;

/* The name, then options in any order, up to the content; who makes the socket has to be said, unless an old form of
 * the card leaves it out: then the peer does. */
typedef enum { STREAM_NEEDS_CREATE, STREAM_NEEDS_NOTHING } stream_needs;
void read_stream(reader *reader, peer_plan *plan, stream_options *options, stream_needs needs);
/* Further options alone. */
void read_stream_options(reader *reader, peer_plan *plan, stream_options *options);
/* The beginning of its line in the log: KIND, name, address, type, create, signal, blocking. */
void stream_log(const peer_plan *plan, const stream_options *options, record *out);
/* A row of the echo file. */
void stream_echo(FILE *to, const stream_options *options, const double *values, int n, bool continues);
/* The content is not one that is known: another type needs a module. */
void read_no_content(reader *reader);

/* --- bytes of a record -------------------------------------------------------------------------------------------- */

typedef enum {
    CAST_INT8,
    CAST_UINT8,
    CAST_INT16,
    CAST_UINT16,
    CAST_INT32,
    CAST_UINT32,
    CAST_FLOAT,
    CAST_DOUBLE
} cast_type;

typedef struct {
    cast_type type;
    bool is_swapped;
    size_t offset; /* in the record */
} stream_channel;

typedef struct {
    int n;
    const stream_channel *channels;
    size_t size; /* of the record */
} stream_form;

/* n numbers as they are in memory; and with [ modifier , ... ] as it says. */
stream_form read_stream_form(reader *reader, int n);
stream_form stream_plain(arena *memory, int n);
bool is_little_endian(void); /* the machine */
void stream_pack(const stream_form *form, const double *values, unsigned char *to);
void stream_unpack(const stream_form *form, const unsigned char *from, double *values);
