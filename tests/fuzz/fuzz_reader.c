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

static void read_word(reader *r, unsigned which)
{
    switch (which % 8) {
    case 0:
        read_keyword(r, words[which / 8 % 5]);
        break;
    case 1:
        read_peek(r, words[which / 8 % 5]);
        break;
    case 2:
        require(read_choice(r, words, "choice") < 5);
        break;
    case 3:
        require(read_try_choice(r, words) < 5);
        break;
    case 4:
        read_peek_word(r);
        break;
    case 5:
        read_skip(r);
        break;
    case 6:
        read_string(r, "text");
        break;
    default:
        read_filename(r, "file");
    }
}

static void read_scalar(reader *r, unsigned which)
{
    switch (which % 8) {
    case 0:
        read_real(r, "number");
        break;
    case 1:
        read_real_or(r, 1.0, "number");
        break;
    case 2:
        require(!(read_positive(r, "size") < 0.0));
        break;
    case 3:
        read_integer(r, "count");
        break;
    case 4: {
        const int i = read_integer_in(r, 1, 6, "index");
        require(!read_ok(r) || (1 <= i && i <= 6));
        break;
    }
    case 5:
        read_label(r, "label");
        break;
    case 6:
        read_bool(r, "flag");
        break;
    default:
        read_value(r, "value");
    }
}

static void read_tensor(reader *r, unsigned which)
{
    double m[64];
    switch (which % 8) {
    case 0:
        read_vec3(r, "vector");
        break;
    case 1:
        read_unit_vec3(r, "direction");
        break;
    case 2:
        read_mat3(r, "matrix");
        break;
    case 3:
        read_orientation(r, "orientation");
        break;
    case 4:
        read_vec6(r, m, "vector");
        break;
    case 5:
        read_mat6(r, m, "matrix");
        break;
    case 6:
        read_vector(r, 1 + (int)(which / 8 % 8), m, "vector");
        break;
    default:
        read_matrix(r, 1 + (int)(which / 8 % 8), 1 + (int)(which / 8 % 8), m, "matrix");
    }
}

static void read_other(reader *r, unsigned which)
{
    switch (which % 4) {
    case 0:
        read_place(r);
        break;
    case 1:
        read_vec3_or(r, (vec3){0, 0, 1}, "vector");
        break;
    case 2:
        reader_set_help(r, "reads: anything");
        break;
    default:
        read_run_time_expression(r, "expression");
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

static void read_arguments(reader *r, list *by)
{
    for (int k = 0; k < 16 && by->n > 0 && read_more(r); k++)
        read_any(r, by->kinds[by->next++ % by->n]);
}

static void read_again(const recording *c, const fuzz_world *w, list by)
{
    value values[256];
    if (recording_count(c) > 256 || !recording_evaluate(c, &(expr_run){0}, values))
        return;
    for (int shift = 0; shift < 2; shift++) {
        reader *r = reader_replay(c, values, w->memory, w->errors, NULL);
        list shifted = {by.kinds, by.n, by.next + (size_t)shift};
        read_arguments(r, &shifted);
        require(shift || recording_count(c) > 0 || read_ok(r));
        reader_card_skip(r);
        reader_destroy(r);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const uint8_t *end = memchr(data, '\n', size);
    if (!end)
        return 0;
    const size_t n = (size_t)(end - data);
    fuzz_world w = fuzz_begin();
    reader *r = reader_create(w.memory, w.texts, w.errors, w.names, NULL);
    reader_open_text(r, "fuzz.mbd", (const char *)end + 1, size - n - 1);
    for (list by = {data, n, 0}; reader_card(r) && !diag_full(w.errors);) {
        const list before = by;
        reader_record(r);
        read_arguments(r, &by);
        const recording *c = reader_recorded(r);
        if (c)
            read_again(c, &w, before);
        if (n % 2)
            reader_card_end(r);
        else
            reader_card_skip(r);
    }
    reader_destroy(r);
    fuzz_end(&w);
    return 0;
}
