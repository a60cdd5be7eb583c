/* aero_read.c - aerodynamic bodies and beams in the deck.
 *
 *     link     ::= [ { induced velocity | rotor | user defined induced velocity } , LABEL [ , passive ] , ]
 *     side     ::= (vector) OFFSET , (orientation) R
 *     rest     ::= CHORD , CENTRE , VELOCITY_POINT , TWIST (shapes) , [ tip loss , SHAPE , ] POINTS
 *                  [ , control , DRIVE ] [ , AIRFOIL ] [ , unsteady , MODEL ] [ , jacobian , FLAG ]
 *                  [ , custom output , ... ] [ , output , FLAG ] [ , { std | Gauss | node } ]
 *     AIRFOIL  ::= { naca 0012 | rae 9671 | theodorsen , [ c81 , ] ... | c81 , ... }
 *
 * Portions of a beam end halfway of two nodes, and of three nodes where its internal forces are evaluated. */
#include "element/aero/aero.h"
#include "element/aero/airfoil.h"
#include "element/aero/shape.h"
#include "element/diag_rows.h"
#include "contract/sampler.h"
#include "control/control.h"
#include "model/frames.h"
#include "model/reading.h"

/* --- what it hangs on --------------------------------------------------------------------------------------------- */

/* A rotor, or a user defined element that induces velocities. */
static const elem *find_inflow(reader *r, bool is_user_defined)
{
    const unsigned label = read_label(r, "label of the induced velocity element");
    const elem *e = is_user_defined ? NULL : read_known_elem(r, &elem_cards[CARD_INDUCED_VELOCITY], label);
    if (!e)
        e = read_known_elem(r, &elem_cards[CARD_USER_DEFINED], label);
    if (read_ok(r) && !(e && e->type->inflow)) {
        read_error_last(r, E_NO_INFLOW, label);
        return NULL;
    }
    return e;
}

inflow_link read_inflow_link(reader *r, const node *n)
{
    static const char *const WORDS[] = {"induced velocity", "rotor", "user defined induced velocity", NULL};
    const int k = read_try_choice(r, WORDS);
    inflow_link to = {NULL, false};
    if (k < 0)
        return to;
    to.element = find_inflow(r, k == 2);
    to.is_passive = read_keyword(r, "passive");
    if (to.element && to.element->type->inflow->attach)
        to.element->type->inflow->attach(to.element, n);
    return to;
}

void aero_read_side(reader *r, aero *a, int i)
{
    const frame_context c = {.own = a->node[i] ? a->node[i]->initial : NULL};
    a->offset[i] = read_position_rel(r, &c, "offset of the surface");
    a->Ra[i] = read_orientation_rel(r, &c, "orientation of the surface");
}

void aero_read_beam(reader *r, elem *e, int n_nodes)
{
    aero *a = e->self;
    const unsigned label = read_label(r, "label of the beam");
    const elem *on = read_known_elem(r, &elem_cards[CARD_BEAM], label);
    const node *const *axis = elem_axis(on, n_nodes);
    if (read_ok(r) && !axis)
        read_error_last(r, E_NO_AERO_BEAM, label, n_nodes);
    a->n_nodes = n_nodes;
    a->reference = n_nodes == AERO_NODES ? 1 : 0;
    a->carrier = label;
    for (int i = 0; i < n_nodes && read_ok(r); i++)
        a->node[i] = axis[i];
    a->inflow = read_inflow_link(r, a->node[0]);
    for (int i = 0; i < n_nodes; i++)
        aero_read_side(r, a, i);
    aero_read_rest(r, e);
}

/* --- stations ----------------------------------------------------------------------------------------------------- */

/* Points and weights of Gauss and Legendre over (-1, 1): roots of the polynomial P_n by Newton. */
static void gauss_point(int n, int i, double *x, double *weight)
{
    double z = -cos(M_PI * (i + 0.75) / (n + 0.5)), slope = 1.0;
    for (int iteration = 0; iteration < 100; iteration++) {
        double p = 1.0, before = 0.0;
        for (int k = 0; k < n; k++) {
            const double next = ((2 * k + 1) * z * p - k * before) / (k + 1);
            before = p;
            p = next;
        }
        slope = n * (z * p - before) / (z * z - 1.0);
        const double step = p / slope;
        z -= step;
        if (fabs(step) < 1e-15)
            break;
    }
    *x = z;
    *weight = 2.0 / ((1.0 - z * z) * slope * slope);
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

static void make_stations(arena *memory, aero *a, int per_portion)
{
    const double cut = 1.0 / sqrt(3.0);
    const double ends[AERO_NODES][AERO_NODES + 1] = {{-1, 1}, {-1, 0, 1}, {-1, -cut, cut, 1}};
    const double *end = ends[a->n_nodes - 1];
    a->n_stations = a->n_nodes * per_portion;
    a->stations = ARENA_ARRAY(memory, aero_station, a->n_stations);
    for (int k = 0; k < a->n_stations; k++) {
        aero_station *p = &a->stations[k];
        p->node = k / per_portion;
        const double half = 0.5 * (end[p->node + 1] - end[p->node]), middle = 0.5 * (end[p->node + 1] + end[p->node]);
        double x, weight;
        gauss_point(per_portion, k % per_portion, &x, &weight);
        p->local = x;
        p->xi = middle + half * x;
        p->weight = half * weight * (a->span > 0 ? 0.5 * a->span : 1.0);
        shape_functions(a->n_nodes, p->xi, p->N, p->dN);
        const vec3 along = {0, 0, 0.5 * a->span * p->xi};
        p->arm = vec3_add(a->offset[0], mat3_mulv(&a->Ra[0], along));
    }
}

typedef struct {
    const shape *chord, *centre, *point, *twist, *loss;
} aero_shapes;

static void shape_stations(reader *r, aero *a, const aero_shapes *of, place chord_place)
{
    for (int k = 0; k < a->n_stations; k++) {
        aero_station *p = &a->stations[k];
        p->section = (section){.station = k,
                               .chord = shape_at(of->chord, p->xi),
                               .centre = shape_at(of->centre, p->xi),
                               .point = shape_at(of->point, p->xi)};
        const double twist = shape_at(of->twist, p->xi), c = cos(twist), s = sin(twist);
        p->twisted = (mat3){{{c, -s, 0}, {s, c, 0}, {0, 0, 1}}};
        p->loss = shape_at(of->loss, p->local); /* as in the reference along each portion */
        if (r && read_ok(r) && p->section.chord < 0.0)
            read_error(r, E_AERO_CHORD, chord_place, p->section.chord);
    }
}

static void shape_edges(aero *a, const aero_shapes *of)
{
    const int n = a->n_nodes == 1 ? 2 : a->n_nodes;
    for (int i = 0; i < n; i++) {
        const double xi = -1.0 + 2.0 * i / (n - 1);
        a->edge[i] = (aero_edge){shape_at(of->chord, xi), shape_at(of->centre, xi), shape_at(of->twist, xi)};
    }
}

/* --- options ------------------------------------------------------------------------------------------------------ */

static void read_foil(reader *r, aero *a)
{
    double *xi = ARENA_ARRAY(reader_arena(r), double, 2 * a->n_stations), *in_portion = xi + a->n_stations;
    for (int k = 0; k < a->n_stations; k++) {
        xi[k] = a->stations[k].xi;
        in_portion[k] = a->stations[k].local;
    }
    const airfoil_stations at = {a->n_stations, xi, in_portion};
    a->model = read_keyword(r, "theodorsen") ? &section_theodorsen : &section_steady;
    for (int i = 0; i < airfoil_type_count && !a->foil && read_ok(r); i++)
        if (read_keyword(r, airfoil_types[i]->keyword))
            a->foil = read_airfoil(r, airfoil_types[i], &at);
    if (!a->foil && a->model == &section_theodorsen) {
        /* The word `c81` may be left out. */
        a->foil = read_airfoil(r, airfoil_type_find("c81"), &at);
    } else if (!a->foil) {
        if (read_ok(r))
            diag_report(reader_diag(r), W_NO_AIRFOIL, read_last_place(r));
        a->foil = read_airfoil(r, airfoil_type_find("naca 0012"), &at);
    }
    if (read_ok(r) && a->model == &section_theodorsen && !(a->foil && a->foil->type->lift_slope))
        read_error_last(r, E_THEODORSEN_AIRFOIL);
    for (int k = 0; k < a->n_stations; k++)
        a->stations[k].section.foil = a->foil;
}

/* A word, or a number as in old decks. */
static void read_unsteady(reader *r, aero *a)
{
    static const section_model *const MODELS[] = {&section_steady, &section_harris, &section_bielawa};
    static const char *const WORDS[] = {"steady", "harris", "bielawa", NULL};
    const int word = read_try_choice(r, WORDS);
    const int k = word >= 0 ? word : read_integer_in(r, 0, 2, "unsteady model");
    if (k > 0 && a->model == &section_theodorsen && read_ok(r))
        read_error_last(r, E_UNSTEADY_TWICE);
    if (k >= 0 && k < 3 && a->model != &section_theodorsen)
        a->model = MODELS[k];
}

static void aero_read_read_options(reader *r, elem *e)
{
    aero *a = e->self;
    static const char *const WORDS[] = {"unsteady", "jacobian", "custom output", "output",
                                        "std",      "Gauss",    "node",          NULL};
    for (int k; read_ok(r) && (k = read_try_choice(r, WORDS)) >= 0;) {
        if (k == 0) {
            read_unsteady(r, a);
        } else if (k == 1) {
            a->jacobian = read_bool(r, "jacobian") ? JACOBIAN_ALWAYS : JACOBIAN_NEVER;
            if (read_ok(r) && a->jacobian == JACOBIAN_NEVER && a->model->n_states > 0)
                read_error_last(r, E_AERO_NEEDS_JACOBIAN);
        } else if (k == 2) {
            a->output = read_aero_output(r, &a->description);
        } else if (k == 3) {
            e->output = read_bool(r, "output flag");
        } else {
            a->style = (aero_style)(k - 4);
        }
    }
}

/* States of the sections, one pair a station, and what they remember. */
static void make_room(arena *memory, memory_plan *plan, elem *e)
{
    const aero *a = e->self;
    e->n_own = a->n_stations * a->model->n_states;
    own_kind *kinds = ARENA_ARRAY(memory, own_kind, e->n_own);
    for (int i = 0; i < e->n_own; i++)
        kinds[i] = OWN_DIFFERENTIAL;
    e->kinds = kinds;
    if (a->model->memory)
        e->memory = memory_reserve(plan, (memory_area){.size = a->model->memory * (size_t)a->n_stations,
                                                       .self = a,
                                                       .owner = e->type->card->name,
                                                       .label = e->label});
}

void aero_read_rest(reader *r, elem *e)
{
    enum { MOST_POINTS = 100 };
    aero *a = e->self;
    model *m = model_of(r);
    a->air = &m->air;
    a->output = m->options.aero_output;
    a->description = m->options.aero_orientation;
    aero_shapes of;
    const place chord = read_place(r);
    of.chord = read_shape(r, "chord");
    of.centre = read_shape(r, "aerodynamic centre");
    of.point = read_shape(r, "velocity measurement point");
    of.twist = read_shape(r, "twist");
    of.loss = read_keyword(r, "tip loss") ? read_shape(r, "tip loss") : shape_constant(reader_arena(r), 1.0);
    const int points = read_integer_in(r, 1, MOST_POINTS, "number of integration points");
    if (!read_ok(r))
        return;
    make_stations(reader_arena(r), a, points);
    shape_stations(r, a, &of, chord);
    shape_edges(a, &of);
    if (read_keyword(r, "control"))
        a->control = read_drive(r, "control");
    read_foil(r, a);
    aero_read_read_options(r, e);
    if (read_ok(r))
        make_room(reader_arena(r), m->plan, e);
}

/* --- sample ------------------------------------------------------------------------------------------------------- */

void aero_sample(sampler *from, elem *e, int n_nodes)
{
    aero *a = e->self;
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
    shape_stations(NULL, a, &of, (place){0});
    a->foil = ARENA_NEW(memory, airfoil);
    a->foil->type = airfoil_type_find(sample_integer(from, 0, 1) ? "naca 0012" : "rae 9671");
    for (int k = 0; k < a->n_stations; k++)
        a->stations[k].section.foil = a->foil;
    make_room(memory, from->plan, e);
}
