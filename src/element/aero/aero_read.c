/* aero_read.c - aerodynamic bodies and beams in the deck.
 *
 *     link     ::= [ { induced velocity | rotor | user defined induced velocity } , LABEL [ , passive ] , ]
 *     side     ::= (vector) OFFSET , (orientation) R
 *     rest     ::= CHORD , CENTRE , VELOCITY_POINT , TWIST (shapes) , [ tip loss , SHAPE , ] POINTS
 *                  [ , control , DRIVE ] [ , AIRFOIL ] [ , unsteady , MODEL ] [ , jacobian , FLAG ]
 *                  [ , custom output , ... ] [ , output , FLAG ] [ , { std | Gauss | node } ]
 *     AIRFOIL  ::= { naca 0012 | rae 9671 | theodorsen , [ c81 , ] ... | c81 , ... }
 *
 * Portions of a beam with two nodes end halfway between them; with three nodes they end where the internal forces of
 * the beam are evaluated. */
#include "element/aero/aero.h"
#include "element/aero/airfoil.h"
#include "element/aero/shape.h"
#include "element/diag_rows.h"
#include "contract/sampler.h"
#include "control/control.h"
#include "model/frames.h"
#include "model/reading.h"

/* --- nodes and induced velocity ----------------------------------------------------------------------------------- */

/* Returns a rotor, or a user defined element that induces velocities. */
static const elem *find_inflow(reader *reader, bool is_user_defined)
{
    const unsigned label = read_label(reader, "label of the induced velocity element");
    const elem *element = is_user_defined ? NULL : read_known_elem(reader, &elem_cards[CARD_INDUCED_VELOCITY], label);
    if (!element)
        element = read_known_elem(reader, &elem_cards[CARD_USER_DEFINED], label);
    if (read_ok(reader) && !(element && element->type->inflow)) {
        read_error_last(reader, E_NO_INFLOW, label);
        return NULL;
    }
    return element;
}

inflow_link read_inflow_link(reader *reader, const node *node)
{
    static const char *const WORDS[] = {"induced velocity", "rotor", "user defined induced velocity", NULL};
    const int k = read_try_choice(reader, WORDS);
    inflow_link to = {NULL, false};
    if (k < 0)
        return to;
    to.element = find_inflow(reader, k == 2);
    to.is_passive = read_keyword(reader, "passive");
    if (to.element && to.element->type->inflow->attach)
        to.element->type->inflow->attach(to.element, node);
    return to;
}

void aero_read_side(reader *reader, aero *aero, int index)
{
    const frame_context context = {.node_frame = aero->node[index] ? aero->node[index]->initial : NULL};
    aero->offset[index] = read_position_rel(reader, &context, "offset of the surface");
    aero->Ra[index] = read_orientation_rel(reader, &context, "orientation of the surface");
}

void aero_read_beam(reader *reader, elem *element, int n_nodes)
{
    aero *aero = element->self;
    const unsigned label = read_label(reader, "label of the beam");
    const elem *on = read_known_elem(reader, &elem_cards[CARD_BEAM], label);
    const node *const *axis = elem_axis(on, n_nodes);
    if (read_ok(reader) && !axis)
        read_error_last(reader, E_NO_AERO_BEAM, label, n_nodes);
    aero->n_nodes = n_nodes;
    aero->reference = n_nodes == AERO_NODES ? 1 : 0;
    aero->carrier = label;
    for (int i = 0; i < n_nodes && read_ok(reader); i++)
        aero->node[i] = axis[i];
    aero->inflow = read_inflow_link(reader, aero->node[0]);
    for (int i = 0; i < n_nodes; i++)
        aero_read_side(reader, aero, i);
    aero_read_rest(reader, element);
}

/* --- stations ----------------------------------------------------------------------------------------------------- */

/* Gauss-Legendre points and weights over (-1, 1): roots of the polynomial P_n by Newton's method. */
static void gauss_point(int n, int i, double *x, double *weight)
{
    double z = -cos(M_PI * (i + 0.75) / (n + 0.5)), derivative = 1.0;
    for (int iteration = 0; iteration < 100; iteration++) {
        double p = 1.0, before = 0.0;
        for (int k = 0; k < n; k++) {
            const double next = ((2 * k + 1) * z * p - k * before) / (k + 1);
            before = p;
            p = next;
        }
        derivative = n * (z * p - before) / (z * z - 1.0);
        const double step = p / derivative;
        z -= step;
        if (fabs(step) < 1e-15)
            break;
    }
    *x = z;
    *weight = 2.0 / ((1.0 - z * z) * derivative * derivative);
}

static void shape_functions(int n_nodes, double xi, double *N, double *dN)
{
    if (n_nodes == 1) {
        N[0] = 1.0, dN[0] = 0.0;
    } else if (n_nodes == 2) {
        N[0] = 0.5 * (1 - xi), N[1] = 0.5 * (1 + xi);
        dN[0] = -0.5, dN[1] = 0.5;
    } else {
        N[0] = 0.5 * xi * (xi - 1), N[1] = 1 - xi * xi, N[2] = 0.5 * xi * (xi + 1);
        dN[0] = xi - 0.5, dN[1] = -2 * xi, dN[2] = xi + 0.5;
    }
}

static void make_stations(arena *memory, aero *aero, int per_portion)
{
    const double cut = 1.0 / sqrt(3.0);
    const double ends[AERO_NODES][AERO_NODES + 1] = {{-1, 1}, {-1, 0, 1}, {-1, -cut, cut, 1}};
    const double *end = ends[aero->n_nodes - 1];
    aero->n_stations = aero->n_nodes * per_portion;
    aero->stations = ARENA_ARRAY(memory, aero_station, aero->n_stations);
    for (int k = 0; k < aero->n_stations; k++) {
        aero_station *station = &aero->stations[k];
        station->node = k / per_portion;
        const double half = 0.5 * (end[station->node + 1] - end[station->node]),
                     middle = 0.5 * (end[station->node + 1] + end[station->node]);
        double x, weight;
        gauss_point(per_portion, k % per_portion, &x, &weight);
        station->local = x;
        station->xi = middle + half * x;
        station->weight = half * weight * (aero->span > 0 ? 0.5 * aero->span : 1.0);
        shape_functions(aero->n_nodes, station->xi, station->N, station->dN);
        const vec3 along = {0, 0, 0.5 * aero->span * station->xi};
        station->arm = vec3_add(aero->offset[0], mat3_mulv(&aero->Ra[0], along));
    }
}

typedef struct {
    const shape *chord, *centre, *point, *twist, *loss;
} aero_shapes;

static void shape_stations(reader *reader, aero *aero, const aero_shapes *of, source_location chord_place)
{
    for (int k = 0; k < aero->n_stations; k++) {
        aero_station *station = &aero->stations[k];
        station->section = (section){.station = k,
                                     .chord = shape_at(of->chord, station->xi),
                                     .centre = shape_at(of->centre, station->xi),
                                     .point = shape_at(of->point, station->xi)};
        const double twist = shape_at(of->twist, station->xi), c = cos(twist), s = sin(twist);
        station->twisted = (mat3){{{c, -s, 0}, {s, c, 0}, {0, 0, 1}}};
        station->loss = shape_at(of->loss, station->local); /* per portion, as in MBDyn */
        if (reader && read_ok(reader) && station->section.chord < 0.0)
            read_error(reader, E_AERO_CHORD, chord_place, station->section.chord);
    }
}

static void shape_edges(aero *aero, const aero_shapes *of)
{
    const int n = aero->n_nodes == 1 ? 2 : aero->n_nodes;
    for (int i = 0; i < n; i++) {
        const double xi = -1.0 + 2.0 * i / (n - 1);
        aero->edge[i] = (aero_edge){shape_at(of->chord, xi), shape_at(of->centre, xi), shape_at(of->twist, xi)};
    }
}

/* --- options ------------------------------------------------------------------------------------------------------ */

static void read_foil(reader *reader, aero *aero)
{
    double *xi = ARENA_ARRAY(reader_arena(reader), double, size_product(2, aero->n_stations)),
           *in_portion = xi + aero->n_stations;
    for (int k = 0; k < aero->n_stations; k++) {
        xi[k] = aero->stations[k].xi;
        in_portion[k] = aero->stations[k].local;
    }
    const airfoil_stations at = {aero->n_stations, xi, in_portion};
    aero->model = read_keyword(reader, "theodorsen") ? &section_theodorsen : &section_steady;
    for (int i = 0; i < airfoil_type_count && !aero->foil && read_ok(reader); i++)
        if (read_keyword(reader, airfoil_types[i]->keyword))
            aero->foil = read_airfoil(reader, airfoil_types[i], &at);
    if (!aero->foil && aero->model == &section_theodorsen) {
        /* The keyword `c81` may be omitted. */
        aero->foil = read_airfoil(reader, airfoil_type_find("c81"), &at);
    } else if (!aero->foil) {
        if (read_ok(reader))
            diag_report(reader_diag(reader), W_NO_AIRFOIL, read_last_location(reader));
        aero->foil = read_airfoil(reader, airfoil_type_find("naca 0012"), &at);
    }
    if (read_ok(reader) && aero->model == &section_theodorsen && !(aero->foil && aero->foil->type->lift_slope))
        read_error_last(reader, E_THEODORSEN_AIRFOIL);
    for (int k = 0; k < aero->n_stations; k++)
        aero->stations[k].section.foil = aero->foil;
}

/* Reads a keyword, a number as in old decks, or nothing, which is steady flow. */
static void read_unsteady(reader *reader, aero *aero)
{
    static const section_model *const MODELS[] = {&section_steady, &section_harris, &section_bielawa};
    static const char *const WORDS[] = {"steady", "harris", "bielawa", NULL};
    const int word = read_try_choice(reader, WORDS);
    if (word < 0 && !read_is_number(reader)) {
        if (read_ok(reader))
            diag_report(reader_diag(reader), W_NO_UNSTEADY_MODEL, read_last_location(reader));
        return;
    }
    const int k = word >= 0 ? word : read_integer_in(reader, 0, 2, "unsteady model");
    if (k > 0 && aero->model == &section_theodorsen && read_ok(reader))
        read_error_last(reader, E_UNSTEADY_TWICE);
    if (k >= 0 && k < 3 && aero->model != &section_theodorsen)
        aero->model = MODELS[k];
}

static void aero_read_read_options(reader *reader, elem *element)
{
    aero *aero = element->self;
    static const char *const WORDS[] = {"unsteady", "jacobian", "custom output", "output",
                                        "std",      "Gauss",    "node",          NULL};
    for (int k; read_ok(reader) && (k = read_try_choice(reader, WORDS)) >= 0;) {
        if (k == 0) {
            read_unsteady(reader, aero);
        } else if (k == 1) {
            aero->jacobian = read_bool(reader, "jacobian") ? JACOBIAN_ALWAYS : JACOBIAN_NEVER;
            if (read_ok(reader) && aero->jacobian == JACOBIAN_NEVER && aero->model->n_states > 0)
                read_error_last(reader, E_AERO_NEEDS_JACOBIAN);
        } else if (k == 2) {
            aero->output = read_aero_output(reader, &aero->description);
        } else if (k == 3) {
            element->output = read_bool(reader, "output flag");
        } else {
            aero->style = (aero_style)(k - 4);
        }
    }
}

/* Allocates the states of the sections, a pair per station, and their history. */
static void allocate_workspace(arena *memory, memory_plan *plan, elem *element)
{
    const aero *aero = element->self;
    element->n_internal = aero->n_stations * aero->model->n_states;
    internal_kind *kinds = ARENA_ARRAY(memory, internal_kind, element->n_internal);
    for (int i = 0; i < element->n_internal; i++)
        kinds[i] = INTERNAL_DIFFERENTIAL;
    element->kinds = kinds;
    if (aero->model->memory)
        element->memory = memory_reserve(plan, (memory_area){.size = aero->model->memory * (size_t)aero->n_stations,
                                                             .self = aero,
                                                             .owner = element->type->card->name,
                                                             .label = element->label});
}

void aero_read_rest(reader *reader, elem *element)
{
    enum { MOST_POINTS = 100 };
    aero *aero = element->self;
    model *model = model_of(reader);
    aero->air = air_required(reader, element);
    aero->output = model->options.aero_output;
    aero->description = model->options.aero_orientation;
    aero_shapes of;
    const source_location chord = read_place(reader);
    of.chord = read_shape(reader, "chord");
    of.centre = read_shape(reader, "aerodynamic centre");
    of.point = read_shape(reader, "velocity measurement point");
    of.twist = read_shape(reader, "twist");
    of.loss =
        read_keyword(reader, "tip loss") ? read_shape(reader, "tip loss") : shape_constant(reader_arena(reader), 1.0);
    const int points = read_integer_in(reader, 1, MOST_POINTS, "number of integration points");
    if (!read_ok(reader))
        return;
    make_stations(reader_arena(reader), aero, points);
    shape_stations(reader, aero, &of, chord);
    shape_edges(aero, &of);
    if (read_keyword(reader, "control"))
        aero->control = read_drive(reader, "control");
    read_foil(reader, aero);
    aero_read_read_options(reader, element);
    if (read_ok(reader))
        allocate_workspace(reader_arena(reader), model->plan, element);
}

/* --- sample ------------------------------------------------------------------------------------------------------- */

void aero_sample(sampler *from, elem *element, int n_nodes)
{
    aero *a = element->self;
    arena *memory = from->memory;
    const elem **air = ARENA_NEW(memory, const elem *);
    *air = sample_air(from);
    *a = (aero){.n_nodes = n_nodes,
                .reference = n_nodes == AERO_NODES ? 1 : 0,
                .model = &section_bielawa,
                .air = air,
                .jacobian = JACOBIAN_ALWAYS,
                .output = OUTPUT_FORCE | OUTPUT_MOMENT,
                .span = n_nodes == 1 ? sample_real(from, 0.5, 2) : 0};
    for (int i = 0; i < n_nodes; i++) {
        a->node[i] = sample_structural(from, i);
        a->offset[i] = sample_vec3(from, 0.2);
        a->Ra[i] = sample_rotation(from);
    }
    if (sample_integer(from, 0, 1))
        a->control = sample_drive(from);
    make_stations(memory, a, sample_integer(from, 1, 3));
    const aero_shapes of = {.chord = shape_constant(memory, sample_real(from, 0.3, 1)),
                            .centre = shape_constant(memory, sample_real(from, -0.1, 0.1)),
                            .point = shape_constant(memory, sample_real(from, -0.3, 0)),
                            .twist = shape_constant(memory, sample_real(from, -0.2, 0.2)),
                            .loss = shape_constant(memory, sample_real(from, 0.5, 1))};
    shape_stations(NULL, a, &of, (source_location){0});
    a->foil = ARENA_NEW(memory, airfoil);
    a->foil->type = airfoil_type_find(sample_integer(from, 0, 1) ? "naca 0012" : "rae 9671");
    for (int k = 0; k < a->n_stations; k++)
        a->stations[k].section.foil = a->foil;
    allocate_workspace(memory, from->plan, element);
}
