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

static void read_word(reader *r)
{
    static const char *const words[] = {"eye", "null", "structural", "initial value", "string", NULL};
    switch (random_below(8)) {
    case 0:
        assert_in_range(read_choice(r, words, "word") + 1, 0, 5);
        break;
    case 1:
        assert_in_range(read_try_choice(r, words) + 1, 0, 5);
        break;
    case 2:
        read_peek_word(r);
        break;
    case 3:
        read_keyword(r, words[random_below(5)]);
        break;
    case 4:
        read_key(r, "string");
        break;
    case 5:
        assert_non_null(read_string(r, "string"));
        break;
    case 6:
        assert_non_null(random_below(2) ? read_filename(r, "file") : read_bare_string(r, "text"));
        break;
    default:
        read_skip(r);
    }
}

static void read_number(reader *r)
{
    switch (random_below(8)) {
    case 0:
        read_real_or(r, 1.0, "number");
        break;
    case 1:
        read_integer(r, "number");
        break;
    case 2:
        assert_in_range(read_integer_in(r, 1, 3, "number"), 0, 3);
        break;
    case 3:
        read_label(r, "label");
        break;
    case 4:
        read_bool(r, "flag");
        break;
    case 5:
        read_value(r, "value");
        break;
    case 6:
        assert_false(read_positive(r, "number") < 0.0);
        break;
    default:
        read_real(r, "number");
    }
}

static void read_structure(reader *r)
{
    double m[36];
    switch (random_below(9)) {
    case 0:
        read_orientation(r, "orientation");
        break;
    case 1:
        read_mat3(r, "matrix");
        break;
    case 2:
        read_mat6(r, m, "matrix");
        break;
    case 3:
        read_mat6xn(r, 2, m, "matrix");
        break;
    case 4:
        read_matnx6(r, 3, m, "matrix");
        break;
    case 5:
        read_vec6(r, m, "vector");
        break;
    case 6:
        read_unit_vec3(r, "vector");
        break;
    case 7:
        read_vec3_or(r, (vec3){1.0, 2.0, 3.0}, "vector");
        break;
    default:
        read_run_time_expression(r, "expression");
    }
}

static void read_arguments(reader *r)
{
    for (int i = 0; i < 12 && read_more(r); i++) {
        read_place(r);
        switch (random_below(3)) {
        case 0:
            read_word(r);
            break;
        case 1:
            read_number(r);
            break;
        default:
            read_structure(r);
        }
    }
}

static void read_again(reader *r, const recording *c)
{
    value values[100];
    if (recording_count(c) > 100 || !recording_evaluate(c, &(expr_run){0}, values))
        return;
    reader *again = reader_replay(c, values, reader_arena(r), reader_diag(r), NULL);
    read_arguments(again);
    reader_card_end(again);
    assert_null(reader_card(again));
    reader_destroy(again);
}

static void read_card(reader *r)
{
    if (random_below(4) == 0)
        reader_set_help(r, "usage");
    reader_record(r);
    read_arguments(r);
    const recording *c = random_below(4) == 0 ? NULL : reader_recorded(r);
    if (c)
        read_again(r, c);
    if (random_below(3) == 0)
        reader_card_skip(r);
    else
        reader_card_end(r);
}

static bool make_nothing(void *self, reader *r, const char *plugin, live_value *live)
{
    (void)self;
    (void)plugin;
    (void)live;
    read_label(r, "label");
    while (read_more(r))
        read_word(r);
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
        world *w;
        world_create((void **)&w);
        reader_set_plugin(w->r, make_nothing, NULL);
        size_t n = sizeof DECK - 1;
        memcpy(text, DECK, n);
        for (unsigned k = random_below(8); k > 0; k--)
            n = damage(text, n, sizeof text);
        reader_open_text(w->r, "deck", text, n);
        int cards = 0;
        for (; reader_card(w->r); cards++)
            read_card(w->r);
        assert_true(cards < 200);
        assert_null(reader_card(w->r));
        w->said[0] = w->printed[0] = '\0';
        world_destroy((void **)&w);
    }
    (void)state;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(damaged_decks_do_no_harm)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
