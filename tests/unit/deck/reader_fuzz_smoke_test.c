/* reader_fuzz_smoke_test.c - thousands of damaged decks, read by every function: nothing may crash, hang or be left
 * over.
 *
 * A valid deck is changed at random places (bytes replaced, pieces removed, doubled, moved) from a fixed seed, and each
 * card is read by functions chosen at random; so is what was recorded of it. */
#include "deck/recording.h"
#include "reader_world.h"
#include <stdlib.h>

static const char DECK[] =
    "# a deck\nbegin: data;\n problem: initial value;\nend: data;\n"
    "begin: initial value;\n initial time: 0.; final time: 10*0.05; /* two */ method: ms, 0.6;\nend: initial value;\n"
    "set: real a = 1.e-3*sin(pi/3.); set: (integer N = 4; real b = a^2; 0);\n"
    "reference: 10, cos(a), ,4., eye, default, 1., 2., 3., scale, a;\n"
    "set: [node, x, 1 + N, structural, string=\"X[1]\", prev=true];\n"
    "structural: N, dynamic,\n\treference, 10, null,\n\t1, 1., 2., 3., 2, guess,\n\tnull, null, output, no;\n"
    "joint: 1, clamp, 1, node, matr, 1.,0.,0., 0.,1.,0., 0.,0.,1., tolerance, 1e-6;\n"
    "joint: 2, deformable joint, linear elastic generic, sym, 11,12,13,14,15,16, 22,23,24,25,26, 33,34,35,36, "
    "44,45,46, 55,56, 66;\n"
    "force: 1, string, \"(Time < 1.)*\\\n sprintf(\\\"%d\\\", 3)\", euler123, degrees, 30., -50., 80.;\n"
    "driven: 3, string, \"a\", joint: 3, anba, 11., 12., 21., 22., 31., 32., 41., 42., 51., 52., 61., 62., scale, "
    "0.1;\n"
    "remark: \"text\" + 3, N; print symbol table: default;\n"
    "file: \"$HOME/a\\41\", \"~/b\", yes, \xC3\xA9;\nend: elements;\n";

static uint64_t seed = 20240229;

static unsigned random_below(unsigned n)
{
    seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
    return (unsigned)(seed >> 33) % n;
}

static void read_word(reader *reader)
{
    static const char *const words[] = {"eye", "null", "structural", "initial value", "string", NULL};
    switch (random_below(8)) {
    case 0:
        assert_in_range(read_choice(reader, words, "word") + 1, 0, 5);
        break;
    case 1:
        assert_in_range(read_try_choice(reader, words) + 1, 0, 5);
        break;
    case 2:
        read_peek_word(reader);
        break;
    case 3:
        read_keyword(reader, words[random_below(5)]);
        break;
    case 4:
        read_key(reader, "string");
        break;
    case 5:
        assert_non_null(read_string(reader, "string"));
        break;
    case 6:
        assert_non_null(random_below(2) ? read_filename(reader, "file") : read_bare_string(reader, "text"));
        break;
    default:
        read_skip(reader);
    }
}

static void read_number(reader *reader)
{
    switch (random_below(8)) {
    case 0:
        read_real_or(reader, 1.0, "number");
        break;
    case 1:
        read_integer(reader, "number");
        break;
    case 2:
        assert_in_range(read_integer_in(reader, 1, 3, "number"), 0, 3);
        break;
    case 3:
        read_label(reader, "label");
        break;
    case 4:
        read_bool(reader, "flag");
        break;
    case 5:
        read_value(reader, "value");
        break;
    case 6:
        assert_false(read_positive(reader, "number") < 0.0);
        break;
    default:
        read_real(reader, "number");
    }
}

static void read_structure(reader *reader)
{
    double m[36];
    switch (random_below(9)) {
    case 0:
        read_orientation(reader, "orientation");
        break;
    case 1:
        read_mat3(reader, "matrix");
        break;
    case 2:
        read_mat6(reader, m, "matrix");
        break;
    case 3:
        read_mat6xn(reader, 2, m, "matrix");
        break;
    case 4:
        read_matnx6(reader, 3, m, "matrix");
        break;
    case 5:
        read_vec6(reader, m, "vector");
        break;
    case 6:
        read_unit_vec3(reader, "vector");
        break;
    case 7:
        read_vec3_or(reader, (vec3){1.0, 2.0, 3.0}, "vector");
        break;
    default:
        read_run_time_expression(reader, "expression");
    }
}

static void read_arguments(reader *reader)
{
    for (int i = 0; i < 12 && read_more(reader); i++) {
        read_place(reader);
        switch (random_below(3)) {
        case 0:
            read_word(reader);
            break;
        case 1:
            read_number(reader);
            break;
        default:
            read_structure(reader);
        }
    }
}

static void read_again(reader *r, const recording *recording)
{
    value values[100];
    if (recording_count(recording) > 100 || !recording_evaluate(recording, &(expr_run){0}, values))
        return;
    reader *again = reader_replay(recording, values, reader_arena(r), reader_diag(r), NULL);
    read_arguments(again);
    reader_card_end(again);
    assert_null(reader_card(again));
    reader_destroy(again);
}

static void read_card(reader *reader)
{
    if (random_below(4) == 0)
        reader_set_help(reader, "usage");
    reader_record(reader);
    read_arguments(reader);
    const recording *recording = random_below(4) == 0 ? NULL : reader_recorded(reader);
    if (recording)
        read_again(reader, recording);
    if (random_below(3) == 0)
        reader_card_skip(reader);
    else
        reader_card_end(reader);
}

static bool make_nothing(void *self, reader *reader, const char *plugin, live_value *live)
{
    (void)self;
    (void)plugin;
    (void)live;
    read_label(reader, "label");
    while (read_more(reader))
        read_word(reader);
    return false;
}

/* Replaces, removes, doubles or moves a piece of the text; gives its new length. */
static size_t damage(char *text, size_t n, size_t limit)
{
    static const char pieces[] = "();:,;\"\"[]#/**/\\\n..00ee+-^=\x80\xFF null ";
    const size_t at = random_below((unsigned)n), most = n - at,
                 length = 1 + random_below(12 < most ? 12 : (unsigned)most);
    switch (random_below(4)) {
    case 0:
        text[at] = pieces[random_below(sizeof pieces - 1)];
        return n;
    case 1:
        memmove(text + at, text + at + length, n - at - length);
        return n - length > 10 ? n - length : n;
    case 2:
        if (n + length > limit)
            return n;
        memmove(text + at + length, text + at, n - at);
        return n + length;
    default:
        memcpy(text + at, DECK + random_below(sizeof DECK - 13), length);
        return n;
    }
}

static void damaged_decks_do_no_harm(void **state)
{
    char text[2 * sizeof DECK];
    for (int i = 0; i < 3000; i++) {
        world *world;
        world_create((void **)&world);
        reader_set_plugin(world->reader, make_nothing, NULL);
        size_t n = sizeof DECK - 1;
        memcpy(text, DECK, n);
        for (unsigned k = random_below(8); k > 0; k--)
            n = damage(text, n, sizeof text);
        reader_open_text(world->reader, "deck", text, n);
        int cards = 0;
        for (; reader_card(world->reader); cards++)
            read_card(world->reader);
        assert_true(cards < 200);
        assert_null(reader_card(world->reader));
        world->said[0] = world->printed[0] = '\0';
        world_destroy((void **)&world);
    }
    (void)state;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(damaged_decks_do_no_harm)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
