/* law_contract_test.c - what every row of the table of constitutive laws must keep, in every dimension it has.
 *
 *     tangents   by_strain and by_rate equal the central difference of the stress, away from kinks
 *     potential  the elastic stress does no work round a closed loop of strains within a step, nothing moving, and its
 *                tangent is symmetric; LAW_NO_POTENTIAL says where not, and is refused where it is not needed
 *     kind       an elastic law does not look at the rate, a viscous one not at the strain
 *     memory     what it remembers begins with the same bytes each time; evaluating changes none of them, a step those
 *                of the law alone; a copy of them goes on with the same stress, bit by bit
 *     copies     of a law begin alike and are independent of the original
 *     reading    the sample of law_lines.def is read, and refused wherever it is cut short */
#include "unit/drive/drive_world.h"
#include "model/reading.h"
#include "contract/memory_check.h"

typedef struct {
    const char *keyword;
    int dim;
    const char *text;
} sample;

static const sample LINES[] = {
#define LAW_LINE(keyword, dim, text) {keyword, dim, text},
#define POTENTIAL_LINE(keyword, dim, text)
#include "contract/law_lines.def"
#undef LAW_LINE
#undef POTENTIAL_LINE
};

static const sample POTENTIALS[] = {
#define LAW_LINE(keyword, dim, text)
#define POTENTIAL_LINE(keyword, dim, text) {keyword, dim, text},
#include "contract/law_lines.def"
#undef LAW_LINE
#undef POTENTIAL_LINE
};

static const int DIMENSIONS[] = {1, 3, 6, 7, 9};

static const char *find_line(const sample *all, int n, const char *keyword, int dim)
{
    for (int i = 0; i < n; i++)
        if (all[i].dim == dim && strcmp(all[i].keyword, keyword) == 0)
            return all[i].text;
    return NULL;
}

static const char *line_of(const char *keyword, int dim)
{
    const char *line = find_line(LINES, ARRAY_LEN(LINES), keyword, dim);
    if (!line)
        fail_msg("law_lines.def has no line for '%s' in %d dimensions", keyword, dim);
    return line;
}

/* The line of which a potential is expected. */
static const char *potential_line_of(const char *keyword, int dim)
{
    const char *line = find_line(POTENTIALS, ARRAY_LEN(POTENTIALS), keyword, dim);
    return line ? line : line_of(keyword, dim);
}

static int create(void **of)
{
    world_create(of);
    world_read(of, "scalar function: \"f\", exp, coefficient, -0.5, 2.; scalar function: \"g\", sin, 0.3, 0.7, 0.5;");
    world *world = *of;
    for (int i = 0; i < CLASS_COUNT; i++)
        world->model->options.elems_announced[i] = i == CLASS_LOADABLE;
    world_elements(of, "user defined: 10, damper gandhi, 2., 0.1, 0.5, 0.3, 0.2, 0.1;");
    assert_said_nothing(of);
    return 0;
}

/* The first n characters of the line, its mark left out. */
static const law *read_line(void **of, const sample *sample, size_t n)
{
    char card[1024], text_of[1024];
    size_t k = 0;
    for (size_t i = 0; i < n; i++)
        if (sample->text[i] != '|')
            text_of[k++] = sample->text[i];
    snprintf(card, sizeof card, "constitutive law: 9, %d, %s%s%.*s;", sample->dim, sample->keyword, k ? ", " : "",
             (int)k, text_of);
    const world *world = world_read(of, card);
    const int at = label_map_find(&world->model->law_by_label, 9);
    return at == HASH_NONE ? NULL : world->model->laws.items[at];
}

static unsigned long long seed = 88172645463325252ULL;

static double sample_between(double low, double high)
{
    seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
    return low + (high - low) * (double)(seed >> 11) * 0x1p-53;
}

/* --- tangents ----------------------------------------------------------------------------------------------------- */

typedef struct {
    double strain[LAW_MOST], rate[LAW_MOST];
} point;

static point random_point(int dim)
{
    /* Larger strains would turn some solids inside out. */
    const double most = dim >= 6 ? 0.2 : 0.4;
    point point = {{0}, {0}};
    for (int i = 0; i < dim; i++)
        point.strain[i] = sample_between(-most, most), point.rate[i] = sample_between(-1.0, 1.0);
    for (int i = 0; dim == 9 && i < 3; i++)
        point.strain[i] += 1.0; /* a deformation gradient */
    return point;
}

/* One column of a tangent; false at a kink. */
static bool check_column(const law *law, const state *state, const point *p, bool of_rate, const double *tangent, int j)
{
    const double h = 1e-6;
    law_result at, up, down;
    law_eval(law, state, p->strain, p->rate, &at);
    point moved = *p;
    double *x = of_rate ? &moved.rate[j] : &moved.strain[j];
    const double middle = *x;
    *x = middle + h;
    law_eval(law, state, moved.strain, moved.rate, &up);
    *x = middle - h;
    law_eval(law, state, moved.strain, moved.rate, &down);
    for (int i = 0; i < law->dim; i++) {
        const double right = (up.stress[i] - at.stress[i]) / h, left = (at.stress[i] - down.stress[i]) / h;
        const double mean = 0.5 * (left + right), t = tangent[i * law->dim + j];
        if (fabs(right - left) > 1e-2 * (1.0 + fabs(mean)))
            return false;
        if (!(fabs(t - mean) <= 1e-6 * (10.0 + fabs(mean) + fabs(at.stress[i]))))
            fail_msg("%s in %d dimensions: tangent %d, %d is %.12g, by differences %.12g", law->type->keyword, law->dim,
                     i, j, t, mean);
    }
    return true;
}

static void check_tangents(const law *law, const state *state)
{
    int kinks = 0;
    for (int k = 0; k < 100; k++) {
        const point point = random_point(law->dim);
        law_result result;
        law_eval(law, state, point.strain, point.rate, &result);
        for (int j = 0; j < law->dim; j++) {
            kinks += !check_column(law, state, &point, false, result.by_strain, j);
            kinks += !check_column(law, state, &point, true, result.by_rate, j);
        }
    }
    if (kinks > 5 * law->dim)
        fail_msg("%s: %d kinks", law->type->keyword, kinks);
}

static void check_kind(const law *law, const state *state)
{
    const point p = random_point(law->dim), q = random_point(law->dim);
    law_result f, g;
    law_eval(law, state, p.strain, p.rate, &f);
    if (!(law->kind & LAW_VISCOUS))
        law_eval(law, state, p.strain, q.rate, &g);
    else if (!(law->kind & LAW_ELASTIC))
        law_eval(law, state, q.strain, p.rate, &g);
    else
        return;
    for (int i = 0; i < law->dim; i++)
        if (f.stress[i] != g.stress[i])
            fail_msg("%s: depends on what its kind leaves out", law->type->keyword);
}

/* --- potential ---------------------------------------------------------------------------------------------------- */

/* Strains a + u (b - a), u from 0 to 1. */
typedef struct {
    const law *law;
    const state *state;
    double a[LAW_MOST], b[LAW_MOST];
} edge;

static double power_at(const edge *on, double u)
{
    static const double none[LAW_MOST];
    double sum = 0.0, strain[LAW_MOST];
    law_result result;
    for (int i = 0; i < on->law->dim; i++)
        strain[i] = on->a[i] + u * (on->b[i] - on->a[i]);
    law_eval(on->law, on->state, strain, none, &result);
    for (int i = 0; i < on->law->dim; i++)
        sum += result.stress[i] * (on->b[i] - on->a[i]);
    return sum;
}

/* Work between two values of u by Simpson's rule, which sees kinks anywhere since it has the ends; halved until the
 * halves agree with the whole. f: power at the ends and in the middle. */
static double work_along(const edge *on, double from, double to, const double f[3], int depth)
{
    const double h = to - from, left = power_at(on, from + 0.25 * h), right = power_at(on, from + 0.75 * h);
    const double whole = h / 6.0 * (f[0] + 4.0 * f[1] + f[2]),
                 halves = h / 12.0 * (f[0] + 4.0 * left + 2.0 * f[1] + 4.0 * right + f[2]);
    if (depth == 0 || (depth <= 18 && fabs(halves - whole) <= 1e-12))
        return halves;
    const double middle = 0.5 * (from + to), first[3] = {f[0], left, f[1]}, second[3] = {f[1], right, f[2]};
    return work_along(on, from, middle, first, depth - 1) + work_along(on, middle, to, second, depth - 1);
}

static double work_round_a_loop(const law *law, const state *state, double *scale)
{
    enum { CORNERS = 4 };
    point corner[CORNERS];
    double sum = 0.0;
    for (int k = 0; k < CORNERS; k++)
        corner[k] = random_point(law->dim);
    for (int k = 0; k < CORNERS; k++) {
        edge on = {.law = law, .state = state};
        memcpy(on.a, corner[k].strain, sizeof on.a);
        memcpy(on.b, corner[(k + 1) % CORNERS].strain, sizeof on.b);
        const double f[3] = {power_at(&on, 0.0), power_at(&on, 0.5), power_at(&on, 1.0)};
        const double work = work_along(&on, 0.0, 1.0, f, 20);
        sum += work;
        *scale = fmax(*scale, fabs(work));
    }
    return sum;
}

/* Largest difference of a tangent and its transpose, at a point at rest. */
static double asymmetry(const law *law, const state *state)
{
    static const double none[LAW_MOST];
    const point point = random_point(law->dim);
    law_result result;
    double worst = 0.0, scale = 1.0;
    law_eval(law, state, point.strain, none, &result);
    for (int i = 0; i < law->dim; i++)
        for (int j = 0; j < law->dim; j++) {
            scale = fmax(scale, fabs(result.by_strain[i * law->dim + j]));
            worst = fmax(worst, fabs(result.by_strain[i * law->dim + j] - result.by_strain[j * law->dim + i]));
        }
    return worst / scale;
}

static int check_potential(const law *law, const state *state)
{
    const bool has_none = law->type->flags & LAW_NO_POTENTIAL;
    double loop = 0.0, tangent = 0.0;
    for (int k = 0; k < 8; k++) {
        double scale = 1.0;
        const double work = work_round_a_loop(law, state, &scale);
        loop = fmax(loop, fabs(work) / scale);
        tangent = fmax(tangent, asymmetry(law, state));
    }
    const char *wrong = has_none && loop <= 1e-8       ? "its flag says that it has no potential, but it has"
                        : !has_none && loop > 1e-8     ? "does work round a closed loop"
                        : !has_none && tangent > 1e-12 ? "its tangent is not symmetric"
                                                       : NULL;
    if (wrong)
        print_error("%s in %d dimensions: %s (%.2e, %.2e)\n", law->type->keyword, law->dim, wrong, loop, tangent);
    return wrong != NULL;
}

/* --- memory ------------------------------------------------------------------------------------------------------- */

/* A copy, and what it remembers. */
static law *copy_law(world *world, const law *from, memory_range *internal)
{
    internal->from = world->model->plan->size;
    law *law = law_copy(world->model, from);
    internal->last = world->model->plan->size;
    world_remember(world);
    return law;
}

static void step(const world *world, const law *law, point *point)
{
    *point = random_point(law->dim);
    law_predict(&world->state, law, world->remembers, point->strain, point->rate);
    law_accept(&world->state, law, world->remembers, point->strain, point->rate);
}

static void check_copy(world *world, const law *l)
{
    memory_range internal;
    const law *other = copy_law(world, l, &internal);
    void *self = arena_copy(world->memory, l->self, l->type->size);
    memory_block *before = block_copy(world->model->plan, world->remembers);
    for (int k = 0; k < 20; k++) {
        point point = random_point(l->dim);
        law_result f, g;
        law_eval(l, &world->state, point.strain, point.rate, &f);
        law_eval(other, &world->state, point.strain, point.rate, &g);
        if (k == 0 && memcmp(f.stress, g.stress, (size_t)l->dim * sizeof(double)) != 0)
            fail_msg("%s: a copy gives another stress", l->type->keyword);
        step(world, other, &point);
    }
    if (memcmp(self, l->self, l->type->size) != 0 ||
        !same_outside(world->model->plan, before, world->remembers, internal))
        fail_msg("%s: using a copy changes others", l->type->keyword);
    free(before);
}

/* Whatever looks at it: stress, private data, columns of output. */
static void look(const world *world, const law *law, const point *point, law_result *result)
{
    text words = {0};
    record row = {.text = &words, .precision = 16};
    law_eval(law, &world->state, point->strain, point->rate, result);
    for (int i = 1; law_has_private(law, i); i++)
        law_private_value(&world->state, law, point->strain, point->rate, i);
    law_output(&world->state, law, point->strain, point->rate, &row);
    text_free(&words);
}

enum { STEPS = 5 };

/* Steps to random strains; the stress at each before and after it is accepted. */
static void go_on(const world *world, const law *law, law_result f[2 * STEPS])
{
    memset(f, 0, 2 * STEPS * sizeof *f);
    for (int k = 0; k < STEPS; k++) {
        const point point = random_point(law->dim);
        law_predict(&world->state, law, world->remembers, point.strain, point.rate);
        memory_block *before = block_copy(world->model->plan, world->remembers);
        look(world, law, &point, &f[2 * k]);
        if (!same_block(world->model->plan, before, world->remembers))
            fail_msg("%s: evaluating it changes what it remembers", law->type->keyword);
        free(before);
        law_accept(&world->state, law, world->remembers, point.strain, point.rate);
        look(world, law, &point, &f[2 * k + 1]);
    }
}

static void check_memory(world *world, const law *given)
{
    const law_type *type = given->type;
    law_result first[2 * STEPS], again[2 * STEPS];
    memory_range internal;
    const law *law = copy_law(world, given, &internal);
    if ((type->begin || type->valid) && internal.from == internal.last)
        fail_msg("%s: it has nothing to remember", type->keyword);
    if (!begins_alike(world->model->plan))
        fail_msg("%s: its memory begins otherwise each time", type->keyword);
    go_on(world, law, first);
    memory_block *copy = block_copy(world->model->plan, world->remembers);
    if (!is_valid(world->model->plan, copy, internal))
        fail_msg("%s: what it remembers could not be loaded", type->keyword);
    const unsigned long long from = seed;
    go_on(world, law, first);
    free(world->remembers);
    world->state.memory = world->remembers = copy;
    seed = from;
    go_on(world, law, again);
    if (memcmp(first, again, sizeof first) != 0)
        fail_msg("%s: it goes on with another stress from a copy", type->keyword);
}

static void elastic_laws_have_a_potential(void **unused)
{
    (void)unused;
    int failed = 0;
    for (int i = 0; i < law_type_count; i++)
        for (int d = 0; d < 3; d++) {
            if (!(law_types[i]->dims & 1u << DIMENSIONS[d]))
                continue;
            void *of;
            create(&of);
            const char *text_of = potential_line_of(law_types[i]->keyword, DIMENSIONS[d]);
            const sample sample = {law_types[i]->keyword, DIMENSIONS[d], text_of};
            const law *read = read_line(&of, &sample, strlen(text_of));
            assert_said_nothing(&of);
            assert_true(world_freeze(&of));
            world *world = of;
            world_time(world, 0.7);
            failed += check_potential(read, &world->state);
            world_destroy(&of);
        }
    assert_int_equal(failed, 0);
}

static void laws_keep_the_contract(void **unused)
{
    (void)unused;
    for (int i = 0; i < law_type_count; i++)
        for (int d = 0; d < 3; d++) {
            if (!(law_types[i]->dims & 1u << DIMENSIONS[d]))
                continue;
            void *of;
            create(&of);
            const char *text_of = line_of(law_types[i]->keyword, DIMENSIONS[d]);
            const sample sample = {law_types[i]->keyword, DIMENSIONS[d], text_of};
            const law *read = read_line(&of, &sample, strlen(text_of));
            assert_said_nothing(&of);
            assert_ptr_equal(read->type, law_types[i]);
            assert_true(world_freeze(&of));
            world *world = of;
            world_time(world, 0.7);
            check_tangents(read, &world->state);
            check_kind(read, &world->state);
            check_copy(world, read);
            world->state.step = 1, world->state.dt = 0.1;
            check_memory(world, read);
            if (world->failed.is_set)
                fail_msg("%s: %s", sample.keyword, world->failed.text);
            world_destroy(&of);
        }
}

/* --- reading ------------------------------------------------------------------------------------------------------ */

static void check_cuts(const sample *sample)
{
    const char *mark = strchr(sample->text, '|');
    const size_t needed = mark ? (size_t)(mark - sample->text) : strlen(sample->text);
    bool in_string = false;
    for (size_t n = 0; n < needed; n++) {
        in_string ^= sample->text[n] == '"';
        if (n > 0 && (sample->text[n] != ',' || in_string))
            continue;
        void *of;
        create(&of);
        read_line(&of, sample, n);
        if (!*world_said(&of))
            fail_msg("'%s, %.*s' was read though it is cut short", sample->keyword, (int)n, sample->text);
        world_destroy(&of);
    }
}

static void cut_lines_are_refused(void **unused)
{
    (void)unused;
    for (int i = 0; i < ARRAY_LEN(LINES); i++)
        check_cuts(&LINES[i]);
}

static bool is_type(const char *keyword)
{
    for (int i = 0; i < law_type_count; i++)
        if (strcmp(law_types[i]->keyword, keyword) == 0)
            return true;
    return false;
}

static void table_is_complete(void **unused)
{
    (void)unused;
    for (int i = 0; i < law_type_count; i++) {
        const law_type *type = law_types[i];
        const char *missing = !type->keyword   ? "keyword"
                              : !type->grammar ? "grammar"
                              : !type->summary ? "summary"
                              : !type->read    ? "read"
                              : !type->eval    ? "eval"
                              : !type->dims    ? "dimensions"
                              : !type->kind    ? "kind"
                                               : NULL;
        if (missing)
            fail_msg("row %d of laws.def, '%s': no %s", i + 1, type->keyword ? type->keyword : "?", missing);
        for (int k = 0; k < i; k++)
            assert_string_not_equal(type->keyword, law_types[k]->keyword);
    }
    for (int i = 0; i < law_alias_count; i++)
        assert_string_not_equal(law_aliases[i].alias, law_aliases[i].type->keyword);
    for (int i = 0; i < ARRAY_LEN(LINES); i++)
        if (!is_type(LINES[i].keyword))
            fail_msg("law_lines.def: no law is called '%s'", LINES[i].keyword);
    for (int i = 0; i < ARRAY_LEN(POTENTIALS); i++)
        if (!find_line(LINES, ARRAY_LEN(LINES), POTENTIALS[i].keyword, POTENTIALS[i].dim))
            fail_msg("law_lines.def: a line with a potential for '%s', but none without", POTENTIALS[i].keyword);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(table_is_complete),
        cmocka_unit_test(laws_keep_the_contract),
        cmocka_unit_test(elastic_laws_have_a_potential),
        cmocka_unit_test(cut_lines_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
