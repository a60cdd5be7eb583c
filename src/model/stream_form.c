/* stream_form.c - the bytes of a record: numbers converted to narrower types, in either byte order.
 *
 *     modifier , { copy | copy cast , [ swap , { TYPE , ... | detect | yes | no } , ]
 *         { all , TYPE | { TYPE | skip , N } , ... } [ , size , N ] }
 *
 * Types listed before those of the channels (as many as there are channels) are the types to be swapped. A number
 * that is out of the range of a type is replaced by the nearest one within it. */
#include "base/array.h"
#include "model/diag_rows.h"
#include "model/peers.h"
#include <math.h>
#include <string.h>

static const char *const TYPES[] = {"int8_t",   "uint8_t", "int16_t", "uint16_t", "int32_t",
                                    "uint32_t", "float",   "double",  NULL};
static const size_t SIZES[] = {1, 1, 2, 2, 4, 4, 4, 8};

stream_form stream_plain(arena *memory, int n)
{
    stream_channel *of = ARENA_ARRAY(memory, stream_channel, n);
    for (int i = 0; i < n; i++)
        of[i] = (stream_channel){.type = CAST_DOUBLE, .offset = 8 * (size_t)i};
    return (stream_form){.n = n, .channels = of, .size = 8 * (size_t)n};
}

bool is_little_endian(void)
{
    const uint16_t one = 1;
    unsigned char first;
    memcpy(&first, &one, 1);
    return first == 1;
}

/* --- reading ------------------------------------------------------------------------------------------------------ */

/* Item of the list: a type, and the number of bytes to skip before it. */
typedef struct {
    int type;
    size_t skipped;
} cast_word;

typedef struct {
    ARRAY(cast_word) words;
    bool is_all; /* the last item applies to all channels */
} cast_list;

static void read_words(reader *reader, cast_list *list)
{
    size_t skipped = 0;
    while (read_ok(reader) && !list->is_all) {
        if (read_keyword(reader, "skip")) {
            skipped += (size_t)read_count(reader, 0, "bytes to skip");
            continue;
        }
        list->is_all = read_keyword(reader, "all");
        const int type =
            list->is_all ? read_choice(reader, TYPES, "type of a channel") : read_try_choice(reader, TYPES);
        if (type < 0)
            break;
        const cast_word word = {.type = type, .skipped = skipped};
        array_push(&list->words, word);
        skipped = 0;
    }
}

static unsigned read_swapped(reader *reader)
{
    const unsigned all = ~0u;
    if (!read_keyword(reader, "swap"))
        return 0;
    if (read_keyword(reader, "detect"))
        return is_little_endian() ? all : 0;
    const char *word = read_peek_word(reader);
    for (int i = 0; word && TYPES[i]; i++)
        if (strcmp(word, TYPES[i]) == 0)
            return 0;
    return read_bool(reader, "swap") ? all : 0;
}

static stream_form form_of(reader *reader, const cast_list *list, int n, unsigned swapped)
{
    const int listed = list->words.n, first = list->is_all ? listed - 1 : listed - n;
    if (read_ok(reader) && first < 0)
        read_error_last(reader, E_STREAM_CASTS, n, listed);
    stream_form form = stream_plain(reader_arena(reader), n);
    stream_channel *of = ARENA_ARRAY(reader_arena(reader), stream_channel, n);
    for (int i = 0; i < first; i++)
        swapped |= 1u << list->words.items[i].type;
    size_t at = 0;
    for (int i = 0; i < n && read_ok(reader); i++) {
        const cast_word *word = &list->words.items[list->is_all ? first : first + i];
        at += word->skipped;
        of[i] = (stream_channel){.type = (cast_type)word->type, .offset = at, .is_swapped = swapped >> word->type & 1};
        at += SIZES[word->type];
    }
    form.channels = of;
    form.size = at;
    return form;
}

stream_form read_stream_form(reader *reader, int n)
{
    static const char *const KINDS[] = {"copy", "copy cast", NULL};
    if (!read_keyword(reader, "modifier") || read_choice(reader, KINDS, "modifier") != 1)
        return stream_plain(reader_arena(reader), n);
    const unsigned swapped = read_swapped(reader);
    cast_list list = {.is_all = false};
    read_words(reader, &list);
    stream_form form = form_of(reader, &list, n, swapped);
    array_free(&list.words);
    if (read_keyword(reader, "size")) {
        const size_t size = (size_t)read_count(reader, 1, "size of the record");
        if (read_ok(reader) && size < form.size)
            read_error_last(reader, E_STREAM_SIZE, form.size, size);
        form.size = size;
    }
    return form;
}

/* --- bytes -------------------------------------------------------------------------------------------------------- */

static void copy_bytes(unsigned char *to, const void *from, size_t n, bool is_swapped)
{
    const unsigned char *b = from;
    for (size_t i = 0; i < n; i++)
        to[i] = b[is_swapped ? n - 1 - i : i];
}

/* Truncates towards zero. */
static int64_t whole(double v, double least, double most)
{
    return isnan(v) ? 0 : (int64_t)(v < least ? least : v > most ? most : v);
}

static void stream_form_pack(const stream_channel *stream_channel, double v, unsigned char *to)
{
    static const double LEAST[] = {INT8_MIN, 0, INT16_MIN, 0, INT32_MIN, 0};
    static const double MOST[] = {INT8_MAX, UINT8_MAX, INT16_MAX, UINT16_MAX, INT32_MAX, UINT32_MAX};
    const float narrow = (float)v;
    if (stream_channel->type == CAST_DOUBLE) {
        copy_bytes(to, &v, sizeof v, stream_channel->is_swapped);
    } else if (stream_channel->type == CAST_FLOAT) {
        copy_bytes(to, &narrow, sizeof narrow, stream_channel->is_swapped);
    } else { /* low bytes of the number in two's complement */
        const int64_t k = whole(v, LEAST[stream_channel->type], MOST[stream_channel->type]);
        unsigned char all[8];
        copy_bytes(all, &k, sizeof k, !is_little_endian());
        copy_bytes(to, all, SIZES[stream_channel->type], stream_channel->is_swapped == is_little_endian());
    }
}

void stream_pack(const stream_form *form, const double *values, unsigned char *to)
{
    memset(to, 0, form->size);
    for (int i = 0; i < form->n; i++)
        stream_form_pack(&form->channels[i], values[i], to + form->channels[i].offset);
}

static double stream_form_unpack(const stream_channel *stream_channel, const unsigned char *from)
{
    double wide;
    float narrow;
    const int bits = 8 * (int)SIZES[stream_channel->type];
    unsigned char b[8];
    copy_bytes(b, from, SIZES[stream_channel->type], stream_channel->is_swapped);
    if (stream_channel->type == CAST_DOUBLE) {
        memcpy(&wide, b, sizeof wide);
        return wide;
    }
    if (stream_channel->type == CAST_FLOAT) {
        memcpy(&narrow, b, sizeof narrow);
        return narrow;
    }
    int64_t k = 0;
    for (int i = 0; i < bits / 8; i++)
        k |= (int64_t)b[is_little_endian() ? i : bits / 8 - 1 - i] << 8 * i;
    const bool has_sign =
        stream_channel->type == CAST_INT8 || stream_channel->type == CAST_INT16 || stream_channel->type == CAST_INT32;
    return (double)(has_sign && k >> (bits - 1) ? k - ((int64_t)1 << bits) : k);
}

void stream_unpack(const stream_form *form, const unsigned char *from, double *values)
{
    for (int i = 0; i < form->n; i++)
        values[i] = stream_form_unpack(&form->channels[i], from + form->channels[i].offset);
}
