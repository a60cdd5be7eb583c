/* aero_derivatives_test.c - derivatives of what flies, with every model of a section, in air that changes from place to
 * place, and on rotors: each entry of an element's Jacobian against differences of its residual.
 *
 * Elements are those of decks, with all their options; states are random ones, and what elements remember is that of
 * steps near to them. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "contract/element_world.h"
#include "element/aero/aero.h"

enum { ROWS = 64, PAST = 4, SEED = 40 };

typedef struct {
    double r[ROWS], J[ROWS * ROWS];
} equations_of;

static void eval(const world_state *state, const elem *element, int n, equations_of *to)
{
    assert_true(element->n <= ROWS && element->ld * element->n <= ROWS * ROWS);
    memset(to, 0, sizeof *to);
    local out = {.r = to->r, .J = n ? to->J : NULL, .ld = element->ld};
    element->type->eval(n, &state->state, element, &out);
}

/* Derivatives of the rows along local column j, from states that differ by h on both sides. */
static void by_differences(const world *world, world_state *state, const elem *element, int j, double h,
                           double *derivative)
{
    static equations_of up, down;
    const int c = element->column[j];
    const world_saved before = world_save(state, c);
    for (int side = 0; side < 2; side++) {
        world_move(world, state, c, side == 0 ? h : -h);
        eval(state, element, 0, side == 0 ? &up : &down);
        world_restore(state, c, &before);
    }
    for (int i = 0; i < element->n; i++)
        derivative[i] = (up.r[i] - down.r[i]) / (2 * h);
}

static bool is_wake(const elem *element, int j)
{
    const int first = 6 * ((const aero *)element->self)->n_nodes;
    return element->type->eval == aero_eval && j >= first && j < first + element->n_internal;
}

/* Incidences change much with the states of a wake. */
static const double OF_WAKES = 1e-4;

static double step_along(const elem *element, int j) { return is_wake(element, j) ? 1e-7 : 2e-6; }

/* Extrapolated to h = 0. */
static void derivatives_along(const world *world, world_state *state, const elem *element, int j, double *derivative)
{
    double half[ROWS];
    const double h = step_along(element, j);
    by_differences(world, state, element, j, h, derivative);
    by_differences(world, state, element, j, h / 2, half);
    for (int i = 0; i < element->n; i++)
        derivative[i] = (4 * half[i] - derivative[i]) / 3;
}

/* Every entry: to 3e-5 of itself, and to what rounding makes of the rows. */
static void check_column(const elem *element, int j, const equations_of *is, const double *derivative)
{
    double most = 1.0;
    for (int i = 0; i < element->n; i++)
        most = fmax(most, fabs(is->r[i]));
    const double rounding = 5e-14 * most / step_along(element, j);
    for (int i = 0; i < element->n; i++) {
        const double a = is->J[i * element->ld + j];
        if (!(fabs(a - derivative[i]) <= 3e-5 * fabs(derivative[i]) + rounding))
            fail_msg("%s %u: entry %d, %d is %.9g, by differences %.9g", type_name(element->type), element->label, i, j,
                     a, derivative[i]);
    }
}

/* What the layout does not declare stays zero. */
static void check_pattern(const elem *element, const equations_of *is)
{
    static bool declared[ROWS * ROWS];
    memset(declared, 0, sizeof declared);
    for (int k = 0; k < element->n_slots; k++)
        declared[element->source[k]] = true;
    for (int i = 0; i < element->n; i++)
        for (int j = 0; j < element->n; j++)
            if (is->J[i * element->ld + j] != 0.0 && element->row[i] >= 0 && element->column[j] >= 0 &&
                !declared[i * element->ld + j])
                fail_msg("%s %u: entry %d, %d is not declared", type_name(element->type), element->label, i, j);
}

static void check_derivatives(const world *world, world_state *state, const elem *element, int columns)
{
    static const double WEIGHTS[][2] = {{1.0, 0.0}, {0.0, 1.0}, {0.01, 1.0}};
    static equations_of is;
    double derivative[ROWS];
    for (int k = 0; k < 3; k++) {
        state->state.dvalue = WEIGHTS[k][0], state->state.drate = WEIGHTS[k][1];
        eval(state, element, element->ld, &is);
        check_pattern(element, &is);
        for (int j = 0; j < columns; j++) {
            derivatives_along(world, state, element, j, derivative);
            check_column(element, j, &is, derivative);
        }
    }
}

/* --- worlds ------------------------------------------------------------------------------------------------------- */

#define FOIL "\"" TEST_FOLDER "/cases/aero/airfoil-c81-tolerance-yaw/foil.c81\""

static void read_elements(world *world, const char *words)
{
    reader_open_text(world->in, "elements", arena_string(world->memory, words, strlen(words)), strlen(words));
    while (reader_card(world->in)) {
        if (model_read_card(world->model, world->in))
            continue;
        model_read_element(world->model, world->in, elem_card_find(reader_card_text(world->in)));
        reader_card_end(world->in);
    }
    if (diag_errors(world->errors) > 0)
        fail_msg("%s: %s", words, world->message);
}

/* Steps that lead to the state: each unknown comes from nearby. */
static void make_past(const world *world, world_state *state)
{
    const double t = state->state.t;
    state->state.dvalue = 1.0, state->state.drate = 0.3;
    for (int k = -PAST; k < 0; k++) {
        state->state.t = t + k * state->state.dt;
        for (int c = 0; c < world->model->n_unknowns; c++)
            world_move(world, state, c, 1e-3 * k * cos(c + k));
        for (int i = 0; i < world->model->elems.n; i++) {
            const elem *element = world->model->elems.items[i];
            if (k == -PAST)
                elem_start(&state->state, element, state->remembers);
            if (k > -PAST)
                elem_predict(&state->state, element, state->remembers);
            elem_accept(&state->state, element, state->remembers);
        }
    }
    for (int i = 0; i < world->model->elems.n; i++)
        elem_predict(&state->state, world->model->elems.items[i], state->remembers);
    state->state.t = t;
}

static void calm_wakes(const world *world, world_state *state)
{
    for (int i = 0; i < world->model->elems.n; i++) {
        const elem *element = world->model->elems.items[i];
        for (int c = 0; element->type->eval == aero_eval && c < element->n_internal; c++)
            state->y[element->internal + c] *= OF_WAKES;
    }
}

static world *begin_world(const char *words, world_state *state)
{
    world *world = world_create();
    read_elements(world, words);
    if (!model_freeze(world->model))
        fail_msg("%s: %s", words, world->message);
    world_state_create(world, state);
    state->state.model = world->model;
    state->state.dt = 0.01;
    return world;
}

static void end_world(world *world, world_state *state)
{
    free(state->remembers);
    world_destroy(world);
}

static void begin_state(world *world, world_state *state, int number)
{
    world_random_state(world, state, (unsigned long long)(SEED + number));
    calm_wakes(world, state);
    memory_start(world->model->plan, state->remembers);
    make_past(world, state);
}

static const elem *element_of(const world *world, const char *card)
{
    for (int i = 0; i < world->model->elems.n; i++)
        if (strcmp(world->model->elems.items[i]->type->card->name, card) == 0)
            return world->model->elems.items[i];
    return NULL;
}

/* columns: how many of the element are checked; 0: all. */
static void check_elements(const char *words, const char *card, int columns, int states)
{
    world_state state;
    world *world = begin_world(words, &state);
    const elem *element = element_of(world, card);
    for (int k = 0; k < states; k++) {
        begin_state(world, &state, k);
        check_derivatives(world, &state, element, columns ? columns : element->n);
    }
    end_world(world, &state);
}

/* --- sections on nodes and beams ---------------------------------------------------------------------------------- */

#define STILL "air properties: 1.2, 340., single, 0.9, 0.3, -0.2, const, 40.;"
#define STEEP                                                                                                       \
    "air properties: std, SI, reference altitude, 3000., single, 0.9, 0.3, -0.2, const, 70., gust, front 1D, 0.6, " \
    "0.3, 0.7, 0.2, 0.5, 0.4, 17., sine, 0., 0.9, 5., forever, 0.;"
#define AXES_1 "1, 0.6, 0.8, 0., 2, 0.1, 0., 1."
#define AXES_2 "1, 0.6, 0.8, 0.1, 2, 0., 0.1, 1."
#define AXES_3 "1, 0.7, 0.8, -0.1, 2, 0.1, -0.1, 1."
#define SURFACE \
    "linear, 0.5, 0.3, linear, 0.04, 0.02, linear, -0.15, -0.1, linear, 0.05, 0.12, tip loss, linear, 0.9, 0.7,"
#define ON_BODY(rotor) "aerodynamic body: 1, 1, " rotor "0.1, 0.2, -0.1, " AXES_1 ", 1.4, " SURFACE " 2, "
#define BEAM_LAW "eye, linear elastic generic, eye"
#define ON_BEAM2                                                                                               \
    "beam2: 9, 1, null, 2, null, " BEAM_LAW "; aerodynamic beam2: 1, 9, 0.1, 0.2, -0.1, " AXES_1 ", 0., 0.1, " \
    "0.1, " AXES_2 ", " SURFACE " 1, "
#define ON_BEAM3(rotor)                                                                              \
    "beam3: 9, 1, null, 2, null, 3, null, " BEAM_LAW ", same, same; aerodynamic beam3: 1, 9, " rotor \
    "0.1, 0.2, -0.1, " AXES_1 ", 0., 0.1, 0.1, " AXES_2 ", 0.1, 0.1, 0., " AXES_3 ", " SURFACE " 1, "

static const char *const AIRS[] = {STILL, STEEP};
static const char *const SECTIONS[] = {
    "naca 0012", "control, const, 0.2, rae 9671, unsteady, harris", "naca 0012, unsteady, bielawa",
    "c81, 11",   "control, const, -0.1, theodorsen, c81, 11",       "c81, 11, unsteady, bielawa"};

static void check_sections(const char *on, const char *card)
{
    for (int a = 0; a < ARRAY_LEN(AIRS); a++)
        for (int m = 0; m < ARRAY_LEN(SECTIONS); m++) {
            char words[2000];
            snprintf(words, sizeof words, "c81 data: 11, " FOIL "; %s %s %s, jacobian, yes;", AIRS[a], on, SECTIONS[m]);
            check_elements(words, card, 0, 6);
        }
}

static void sections_on_a_body(void **unused)
{
    (void)unused;
    check_sections(ON_BODY(""), "aerodynamic body");
}

static void sections_on_beams(void **unused)
{
    (void)unused;
    check_sections(ON_BEAM2, "aerodynamic beam2");
    check_sections(ON_BEAM3(""), "aerodynamic beam3");
}

/* --- blades of rotors --------------------------------------------------------------------------------------------- */

#define ROTOR "induced velocity: 5, rotor, 4, orientation, euler123, 0.3, -0.2, 0.4, 5, induced velocity, "
#define CYCLOCOPTER(kind) \
    "user defined: 5, cyclocopter " kind ", 4, orientation, euler123, 0.3, -0.2, 0.4, 5, no, 0.4, 0.8"

/* columns: see check_elements, of a body. */
static void check_blades(const char *by, const char *on, const char *card, int columns)
{
    char words[2000];
    snprintf(words, sizeof words, "c81 data: 11, " FOIL ";" STEEP "%s; %s naca 0012, jacobian, yes;", by, on);
    check_elements(words, card, columns, 6);
    snprintf(words, sizeof words, "c81 data: 11, " FOIL ";" STEEP "%s; %s theodorsen, c81, 11;", by, on);
    check_elements(words, card, columns, 6);
}

static void blades_of_rotors(void **unused)
{
    (void)unused;
    static const char *const MODELS[] = {ROTOR "no",
                                         ROTOR "uniform, 1., 2.1",
                                         ROTOR "mangler, 1., 2.1",
                                         ROTOR "dynamic inflow, 1., 2.1, correction, 1.1, 0.9",
                                         ROTOR "glauert, 1., 2.1",
                                         ROTOR "glauert, type, coleman, 1., 2.1",
                                         ROTOR "glauert, type, drees, 1., 2.1",
                                         ROTOR "glauert, type, payne, 1., 2.1",
                                         ROTOR "glauert, type, white and blake, 1., 2.1",
                                         ROTOR "glauert, type, pitt and peters, 1., 2.1",
                                         ROTOR "glauert, type, howlett, 1., 2.1"};
    for (int i = 0; i < ARRAY_LEN(MODELS); i++) {
        check_blades(MODELS[i], ON_BODY("induced velocity, 5, "), "aerodynamic body", 0);
        check_blades(MODELS[i], ON_BODY("induced velocity, 5, passive, "), "aerodynamic body", 0);
        check_blades(MODELS[i], ON_BEAM3("induced velocity, 5, "), "aerodynamic beam3", 0);
    }
}

/* How the velocity of the model of Polimi turns with the loads is left out: columns of the node. */
static void blades_of_cyclocopters(void **unused)
{
    (void)unused;
    static const char *const KINDS[] = {CYCLOCOPTER("uniform 1D"),
                                        CYCLOCOPTER("uniform 2D") ", delay, const, 0.3, kappa, 1.2",
                                        CYCLOCOPTER("uniform 2D") ", omegacut, 60., timestep, 0.01",
                                        CYCLOCOPTER("uniform 2D") ", omegacut, 60.",
                                        CYCLOCOPTER("uniform 2D") ", timestep, 0.01",
                                        "user defined: 5, cyclocopter no inflow, 4, 5",
                                        "user defined: 5, indvel, 4"};
    for (int i = 0; i < ARRAY_LEN(KINDS); i++)
        check_blades(KINDS[i], ON_BODY("user defined induced velocity, 5, "), "aerodynamic body", 0);
    check_blades(CYCLOCOPTER("Polimi"), ON_BODY("user defined induced velocity, 5, "), "aerodynamic body", 6);
}

/* --- where angles have no derivative ------------------------------------------------------------------------------ */

/* A body at rest, and one that the wind meets from below: numbers, though the angles are undetermined. */
static void undetermined_angles(void **unused)
{
    (void)unused;
    static const char *const WINDS[] = {"const, 0., const, 0., const, 0.", "const, 0., const, 0., const, 9."},
                             *const FIRST[] = {"yes", "no"};
    static equations_of is;
    for (int i = 0; i < 4; i++) {
        char words[600];
        world_state state;
        snprintf(words, sizeof words,
                 "air properties: 1.2, 340., component, %s; generic aerodynamic force: 1, 1, alpha first, %s, file, "
                 "\"" TEST_FOLDER "/physics/aero/gaf.dat\";",
                 WINDS[i / 2], FIRST[i % 2]);
        world *world = begin_world(words, &state);
        for (int k = 0; k < world->model->n_poses; k++)
            state.pose[k] = (pose){.R = MAT3_EYE};
        state.state.dvalue = state.state.drate = 1.0;
        const elem *element = element_of(world, "generic aerodynamic force");
        eval(&state, element, element->ld, &is);
        double most = 0.0, steepest = 0.0;
        for (int k = 0; k < element->n * element->ld; k++)
            steepest = fmax(isfinite(is.J[k]) ? steepest : HUGE_VAL, fabs(is.J[k]));
        for (int k = 0; k < element->n; k++)
            most = fmax(isfinite(is.r[k]) ? most : HUGE_VAL, fabs(is.r[k]));
        assert_true(i < 2 ? most == 0.0 && steepest == 0.0 : most > 0.0 && steepest > 0.0 && isfinite(most + steepest));
        end_world(world, &state);
    }
}

/* --- when there are derivatives ----------------------------------------------------------------------------------- */

typedef struct {
    const char *rotor, *section;
    bool in_steps, at_start, in_modes; /* whether the matrix has derivatives of the loads */
} occasion;

static bool has_derivatives(const world_state *state, const elem *element)
{
    static equations_of is;
    eval(state, element, element->ld, &is);
    double sum = 0.0;
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < element->n; j++)
            sum += fabs(is.J[i * element->ld + j]);
    return sum > 0.0;
}

/* aero.h: by default in an eigenanalysis alone; sections with states always. At the start, when velocities stay, only
 * where the induced velocity is that of the loads. */
static void when_the_matrix_has_derivatives(void **unused)
{
    (void)unused;
    static const occasion OF[] = {{"", "naca 0012", false, false, true},
                                  {"", "naca 0012, jacobian, yes", true, false, true},
                                  {"", "naca 0012, jacobian, no", false, false, false},
                                  {"", "theodorsen, c81, 11", true, true, true},
                                  {ROTOR "uniform, 1., 2.1;", "naca 0012, jacobian, yes", true, false, true},
                                  {ROTOR "dynamic inflow, 1., 2.1;", "naca 0012, jacobian, yes", true, true, true},
                                  {ROTOR "dynamic inflow, 1., 2.1;", "naca 0012", false, false, true}};
    for (int i = 0; i < ARRAY_LEN(OF); i++) {
        char words[2000];
        world_state state;
        snprintf(words, sizeof words, "c81 data: 11, " FOIL ";" STILL "%s %s %s;", OF[i].rotor,
                 *OF[i].rotor ? ON_BODY("induced velocity, 5, ") : ON_BODY(""), OF[i].section);
        world *world = begin_world(words, &state);
        const elem *element = element_of(world, "aerodynamic body");
        begin_state(world, &state, 0);
        assert_true(has_derivatives(&state, element) == OF[i].in_steps);
        state.state.now = PHASE_DERIVATIVES;
        assert_true(has_derivatives(&state, element) == OF[i].at_start);
        state.state.is_linearised = true;
        assert_true(has_derivatives(&state, element) == OF[i].in_modes);
        end_world(world, &state);
    }
}

/* For free motions that grow with a rate l, derivatives are S + l L + l^2 M: third differences in l vanish, first ones
 * do not. */
static void derivatives_for_free_motions(void **unused)
{
    (void)unused;
    static const char *const UNSTEADY[] = {"theodorsen, c81, 11", "c81, 11, unsteady, bielawa"};
    static equations_of at[4];
    for (int m = 0; m < 2; m++) {
        char words[2000];
        world_state state;
        snprintf(words, sizeof words, "c81 data: 11, " FOIL ";" STILL ON_BODY("") "%s;", UNSTEADY[m]);
        world *world = begin_world(words, &state);
        const elem *element = element_of(world, "aerodynamic body");
        begin_state(world, &state, 0);
        state.state.is_linearised = true, state.state.dvalue = state.state.drate = 1.0;
        for (int k = 0; k < 4; k++) {
            state.state.rate_factor = k;
            eval(&state, element, element->ld, &at[k]);
        }
        double first = 0.0;
        for (int i = 0; i < element->n * element->ld; i++) {
            const double a = at[0].J[i], b = at[1].J[i], c = at[2].J[i], d = at[3].J[i];
            first = fmax(first, fabs(b - a));
            assert_true(fabs(d - 3 * c + 3 * b - a) <= 1e-9 * (1 + fabs(a)));
        }
        assert_true(first > 1e-3);
        end_world(world, &state);
    }
}

/* Loads that are collected are sums, whatever collects them (element/aero/inflow.h). */
static void collected_loads_are_sums(void **unused)
{
    (void)unused;
#define ON_AVERAGE "user defined: 5, cyclocopter uniform 2D, 4, 5, yes, 0.4, 0.8;"
    static const struct {
        const char *words, *card;
        bool varies; /* the velocity depends on the loads of the moment */
    } OF[] = {{STILL ROTOR "uniform, 1., 2.1;", "induced velocity", false},
              {STILL CYCLOCOPTER("Polimi") ";", "user defined", true},
              {STILL CYCLOCOPTER("uniform 1D") ";", "user defined", true},
              {STILL ON_AVERAGE, "user defined", false},
              {STILL "user defined: 5, cyclocopter no inflow, 4, 5;", "user defined", false},
              {"user defined: 5, indvel, 4;", "user defined", false}};
    for (int i = 0; i < ARRAY_LEN(OF); i++) {
        world_state state;
        world *world = begin_world(OF[i].words, &state);
        const elem *element = element_of(world, OF[i].card);
        assert_int_equal(element->n_internal, INFLOW_LOADS);
        assert_true(inflow_varies(element) == OF[i].varies);
        for (int k = 0; k < INFLOW_LOADS; k++)
            assert_int_equal(element->kinds[k], INTERNAL_SUM);
        end_world(world, &state);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sections_on_a_body),
        cmocka_unit_test(sections_on_beams),
        cmocka_unit_test(blades_of_rotors),
        cmocka_unit_test(blades_of_cyclocopters),
        cmocka_unit_test(undetermined_angles),
        cmocka_unit_test(when_the_matrix_has_derivatives),
        cmocka_unit_test(derivatives_for_free_motions),
        cmocka_unit_test(collected_loads_are_sums),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
