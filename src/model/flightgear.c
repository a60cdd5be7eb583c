/* flightgear.c - FlightGear packets: their fields, and the names of the fields in decks. */
#include "model/flightgear.h"
#include "base/array.h"
#include "model/modules.h"
#include <stdio.h>
#include <string.h>

typedef enum { FDM, CTRLS } packet_kind;

typedef struct {
    packet_kind packet_kind;
    const char *name;
    cast_type type;
    int count;
} field;

static const field FIELDS[] = {
#define FIELD(of, name, type, count) {of, #name, type, count},
#include "model/flightgear.def"
#undef FIELD
};

static bool is_variable(const char *name)
{
    return strcmp(name, "version") != 0 && strcmp(name, "padding") != 0 && strcmp(name, "reserved") != 0;
}

static const char *member_name(arena *memory, const field *field, int i)
{
    char name[64];
    const int n = field->count == 1 ? snprintf(name, sizeof name, "%s", field->name)
                                    : snprintf(name, sizeof name, "%s_%02d", field->name, i + 1);
    return arena_string(memory, name, (size_t)n);
}

static const packet *make_packet(arena *memory, packet_kind kind, double version)
{
    ARRAY(const char *) names = {0};
    ARRAY(stream_channel) channels = {0};
    size_t at = 0;
    for (int k = 0; k < ARRAY_LEN(FIELDS); k++) {
        const field *field = &FIELDS[k];
        const size_t size = field->type == CAST_DOUBLE ? 8 : 4;
        for (int i = 0; field->packet_kind == kind && i < field->count; i++, at += size) {
            at = (at + size - 1) / size * size;
            if (!is_variable(field->name))
                continue;
            const stream_channel c = {.type = field->type, .is_swapped = is_little_endian(), .offset = at};
            array_push(&channels, c);
            array_push(&names, member_name(memory, field, i));
        }
    }
    const stream_channel head = {.type = CAST_UINT32, .is_swapped = is_little_endian(), .offset = 0};
    packet *p = ARENA_NEW(memory, packet);
    p->version = version;
    p->form = (stream_form){.n = channels.n, .size = at};
    p->form.channels = arena_copy(memory, channels.items, (size_t)channels.n * sizeof *channels.items);
    p->head = (stream_form){.n = 1, .size = sizeof(uint32_t), .channels = arena_copy(memory, &head, sizeof head)};
    array_push(&names, NULL);
    p->names = arena_copy(memory, names.items, (size_t)names.n * sizeof *names.items);
    array_free(&names);
    array_free(&channels);
    return p;
}

/* --- reading ------------------------------------------------------------------------------------------------------ */

static void print_names(const reader *reader, const packet *packet)
{
    for (int i = 0; packet->names[i]; i++) {
        reader_print(reader, packet->names[i]);
        reader_print(reader, "\n");
    }
}

const packet *read_packet(reader *reader)
{
    static const char *const KINDS[] = {"NetFDM", "NetCtrls", NULL};
    static const double VERSIONS[] = {24.0, 27.0};
    if (!read_keyword(reader, "flightgear"))
        return NULL;
    const int kind = read_choice(reader, KINDS, "packet of FlightGear");
    if (!read_ok(reader))
        return NULL;
    const packet *packet = make_packet(reader_arena(reader), (packet_kind)kind, VERSIONS[kind]);
    if (read_keyword(reader, "print options"))
        print_names(reader, packet);
    return packet;
}

int read_packet_variable(reader *reader, const packet *packet)
{
    return read_choice(reader, packet->names, "variable of the packet");
}

stream_form packet_part(arena *memory, const packet *packet, const int *variable, int n)
{
    stream_channel *of = ARENA_ARRAY(memory, stream_channel, n);
    for (int i = 0; i < n; i++)
        of[i] = packet->form.channels[variable[i]];
    return (stream_form){.n = n, .channels = of, .size = packet->form.size};
}

/* --- bytes -------------------------------------------------------------------------------------------------------- */

void packet_stamp(const packet *packet, unsigned char *bytes) { stream_pack(&packet->head, &packet->version, bytes); }

double packet_version(const packet *packet, const unsigned char *bytes)
{
    double version;
    stream_unpack(&packet->head, bytes, &version);
    return version;
}
