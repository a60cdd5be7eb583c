/* flightgear.h - FlightGear packets as the content of a stream: the motion of an aircraft, or its controls.
 *
 *     content ::= flightgear , { NetFDM | NetCtrls } [ , print options ]
 *
 * The fields are listed in flightgear.def. They are in network byte order and aligned to multiples of their size:
 * 408 bytes that start with version 24 (NetFDM), 744 bytes that start with version 27 (NetCtrls), as FlightGear
 * documents for its `native-fdm` and `native-ctrls` protocols. The members of an array field are named NAME_01,
 * NAME_02 ... Fields that are not set are zero. */
#pragma once
#include "model/peers.h"

typedef struct packet {
    const char *const *names; /* names of the variables, NULL-terminated */
    stream_form form;         /* all variables */
    stream_form head;         /* the version */
    double version;
} packet;

/* Returns NULL if the content is of another kind, or after an error. Prints the names if the deck requests it. */
const packet *read_packet(reader *reader);
/* Reads the name of a variable and returns its index, or -1 after an error. */
int read_packet_variable(reader *reader, const packet *packet);
/* Returns the form of a record with some of the variables. */
stream_form packet_part(arena *memory, const packet *packet, const int *variable, int n);
void packet_stamp(const packet *packet, unsigned char *bytes); /* writes the version */
double packet_version(const packet *packet, const unsigned char *bytes);
