/* fuzz_reader.c - arbitrary text as a deck, read by an arbitrary sequence of read functions.
 *
 * The input is a list of read functions, one a byte, up to the end of the first line, and the deck after it. Each card
 * is read by the next functions of the list, which begins anew at its end, and is recorded. What must hold: the reader
 * comes to an end, what a function returns is whole, a recording can be read by the same functions when none of its
 * values can have changed, and by any others without harm. */
#include "deck/recording.h"
#include "fuzz/fuzz.h"
#include <string.h>

static const char *const words[] = {"position", "orientation", "node", "reference", "initial value", NULL};

static void require(bool holds)
{
    if (!holds)
        abort();
}

static void read_word(reader *reader, unsigned which)
{
    switch (which % 8) {
    case 0:
        read_keyword(reader, words[which / 8 % 5]);
        break;
    case 1:
        read_peek(reader, words[which / 8 % 5]);
        break;
    case 2:
        require(read_choice(reader, words, "choice") < 5);
        break;
    case 3:
        require(read_try_choice(reader, words) < 5);
        break;
    case 4:
        read_peek_word(reader);
        break;
    case 5:
        read_skip(reader);
        break;
    case 6:
        read_string(reader, "text");
        break;
    default:
        read_filename(reader, "file");
    }
}

static void read_scalar(reader *reader, unsigned which)
{
    switch (which % 8) {
    case 0:
        read_real(reader, "number");
        break;
    case 1:
        read_real_or(reader, 1.0, "number");
        break;
    case 2:
        require(!(read_positive(reader, "size") < 0.0));
        break;
    case 3:
        read_integer(reader, "count");
        break;
    case 4: {
        const int i = read_integer_in(reader, 1, 6, "index");
        require(!read_ok(reader) || (1 <= i && i <= 6));
        break;
    }
    case 5:
        read_label(reader, "label");
        break;
    case 6:
        read_bool(reader, "flag");
        break;
    default:
        read_value(reader, "value");
    }
}

static void read_tensor(reader *reader, unsigned which)
{
    double m[64];
    switch (which % 8) {
    case 0:
        read_vec3(reader, "vector");
        break;
    case 1:
        read_unit_vec3(reader, "direction");
        break;
    case 2:
        read_mat3(reader, "matrix");
        break;
    case 3:
        read_orientation(reader, "orientation");
        break;
    case 4:
        read_vec6(reader, m, "vector");
        break;
    case 5:
        read_mat6(reader, m, "matrix");
        break;
    case 6:
        read_vector(reader, 1 + (int)(which / 8 % 8), m, "vector");
        break;
    default:
        read_matrix(reader, 1 + (int)(which / 8 % 8), 1 + (int)(which / 8 % 8), m, "matrix");
    }
}

static void read_other(reader *reader, unsigned which)
{
    switch (which % 4) {
    case 0:
        read_place(reader);
        break;
    case 1:
        read_vec3_or(reader, (vec3){0, 0, 1}, "vector");
        break;
    case 2:
        reader_set_help(reader, "reads: anything");
        break;
    default:
        read_run_time_expression(reader, "expression");
    }
}

static void read_any(reader *r, uint8_t byte)
{
    static void (*const kinds[])(reader *, unsigned) = {read_word, read_scalar, read_tensor, read_other};
    kinds[byte % 4](r, byte / 4);
}

/* The functions of a list, which begins anew at its end. */
typedef struct {
    const uint8_t *kinds;
    size_t n, next;
} list;

static void read_arguments(reader *reader, list *by)
{
    for (int k = 0; k < 16 && by->n > 0 && read_more(reader); k++)
        read_any(reader, by->kinds[by->next++ % by->n]);
}

static void read_again(const recording *recording, const fuzz_world *fuzz_world, list by)
{
    value values[256];
    if (recording_count(recording) > 256 || !recording_evaluate(recording, &(expr_run){0}, values))
        return;
    for (int shift = 0; shift < 2; shift++) {
        reader *reader = reader_replay(recording, values, fuzz_world->memory, fuzz_world->errors, NULL);
        list shifted = {by.kinds, by.n, by.next + (size_t)shift};
        read_arguments(reader, &shifted);
        require(shift || recording_count(recording) > 0 || read_ok(reader));
        reader_card_skip(reader);
        reader_destroy(reader);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t *end = memchr(data, '\n', size);
    if (!end)
        return 0;
    const size_t n = (size_t)(end - data);
    fuzz_world fuzz_world = fuzz_begin();
    reader *reader = reader_create(fuzz_world.memory, fuzz_world.texts, fuzz_world.errors, fuzz_world.names, NULL);
    reader_open_text(reader, "fuzz.mbd", (const char *)end + 1, size - n - 1);
    for (list by = {data, n, 0}; reader_card(reader) && !diag_full(fuzz_world.errors);) {
        const list before = by;
        reader_record(reader);
        read_arguments(reader, &by);
        const recording *recording = reader_recorded(reader);
        if (recording)
            read_again(recording, &fuzz_world, before);
        if (n % 2)
            reader_card_end(reader);
        else
            reader_card_skip(reader);
    }
    reader_destroy(reader);
    fuzz_end(&fuzz_world);
    return 0;
}
