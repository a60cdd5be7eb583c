/* flightgear.h - packets of FlightGear as the content of a stream: the motion of an aircraft, or its controls.
 *
 *     content ::= flightgear , { NetFDM | NetCtrls } [ , print options ]
 *
 * Fields are those of flightgear.def, in network order, each at a multiple of its size: 408 bytes with version 24 at
 * their beginning (NetFDM), 744 bytes with version 27 (NetCtrls), which is what FlightGear documents of its
 * `native-fdm` and `native-ctrls` protocols. The members of a field of several are NAME_01, NAME_02 ... Fields that
 * nobody gives are zero. */
#pragma once
#include "model/peers.h"

typedef struct packet {
    const char *const *names; /* of its variables, NULL-terminated */
    stream_form form;         /* of all of them */
    stream_form head;         /* of the version */
    double version;
} packet;

/* NULL when the content is another one, or after an error. Prints the names when the deck asks for it. */
const packet *read_packet(reader *reader);
/* The name of a variable: its index; -1 after an error. */
int read_packet_variable(reader *reader, const packet *packet);
/* A record of some of the variables. */
stream_form packet_part(arena *memory, const packet *packet, const int *variable, int n);
void packet_stamp(const packet *packet, unsigned char *bytes); /* the version */
double packet_version(const packet *packet, const unsigned char *bytes);
