/* peers.h - the peers that elements and file drivers communicate with, as a deck describes them. */
#pragma once
#include "contract/peer.h"
#include "deck/reader.h"
#include "record/record.h"

/* Adds an empty plan of a peer for the current card to the model, which owns it, and stores its index. Reports an
 * error if the deck is not trusted. */
peer_plan *read_peer(reader *reader, const char *of, unsigned label, const char *keyword, int *index);

/* Reads one option of an address: create, path or local, port, host, socket type. Returns false if the next argument
 * is not such an option. */
bool read_address_option(reader *reader, net_address *address, bool *has_create);

/* --- streams ------------------------------------------------------------------------------------------------------ */

typedef struct {
    const char *name;
    bool has_create;
    bool signals, blocks, first, aborts; /* first: send or expect a record at the initial time */
    int every;                           /* number of steps between records */
    double seconds;                      /* timeout for a record; 0: as set by the limits */
    int precision;                       /* digits in the echo file; 0: six digits, as with %g */
    double shift;                        /* time offset in the echo file */
} stream_options;

/* Reads the name, then the options in any order, up to the content. The deck must say which side creates the socket,
 * except in an old form of the card without that option, where the peer creates it. */
typedef enum { STREAM_NEEDS_CREATE, STREAM_NEEDS_NOTHING } stream_needs;
void read_stream(reader *reader, peer_plan *plan, stream_options *options, stream_needs needs);
/* Reads further options only. */
void read_stream_options(reader *reader, peer_plan *plan, stream_options *options);
/* Writes the beginning of the line in the log file: KIND, name, address, type, create, signal, blocking. */
void stream_log(const peer_plan *plan, const stream_options *options, record *out);
/* Writes a row of the echo file. */
void stream_echo(FILE *to, const stream_options *options, const double *values, int n, bool continues);
/* Reports an unknown type of content: other types need a module. */
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

/* Reads [ modifier , ... ] for n numbers; without it, the numbers are sent as they are in memory. */
stream_form read_stream_form(reader *reader, int n);
stream_form stream_plain(arena *memory, int n);
bool is_little_endian(void); /* whether the machine is */
void stream_pack(const stream_form *form, const double *values, unsigned char *to);
void stream_unpack(const stream_form *form, const unsigned char *from, double *values);
