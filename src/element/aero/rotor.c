/* rotor.c - a rotor: its induced velocity, and the sum of the loads of the elements attached to it.
 *
 *     unknowns        force F and moment M about the craft, global axes; states of the model
 *     rows            F - sum of forces = 0, M - sum of moments = 0 (collected.h)
 *
 * The wind, mu, lambda and chi are current values, with the current thrust; the mean induced velocity u is that of the
 * last step, which is a balance over the disk rather than a force law (dynamic inflow: the current states). */
#include "element/aero/rotor.h"
#include "contract/sampler.h"
#include "element/aero/air.h"
#include "element/aero/collected.h"
#include "element/diag_rows.h"
#include "model/frames.h"
#include "model/model.h"
#include "model/reading.h"
#include <math.h>
#include <string.h>

#define MODEL(name) extern const rotor_model rotor_##name;
#include "element/aero/rotor_models.def"
#undef MODEL

static const rotor_model *const MODELS[] = {
#define MODEL(name) &rotor_##name,
#include "element/aero/rotor_models.def"
#undef MODEL
};
enum { N_MODELS = sizeof MODELS / sizeof *MODELS };

/* Of the induced inflow ratio, unless the deck says another. */
static const double TOLERANCE = 1e-13;
/* The deck's number, or one, is meant for each evaluation, which begins where the last ended; within a step the
 * equation is solved. */
enum { ITERATIONS = 50 };

static bool has_inflow(const rotor *of) { return of->model->velocity; }

/* --- reading ------------------------------------------------------------------------------------------------------ */

static void read_iterations(reader *r, rotor *to)
{
    to->max_iterations = read_integer_in(r, 1, 100000, "number of iterations");
}

static void read_correction(reader *r, rotor *to)
{
    to->hover = read_positive(r, "correction factor in hover");
    to->forward = read_positive(r, "correction factor in forward flight");
}

static bool rotor_read_option(reader *r, rotor *to)
{
    if (read_keyword(r, "ground"))
        to->ground = read_structural_node(r, "ground node");
    else if (to->model->has_memory && read_keyword(r, "delay"))
        to->memory = read_drive(r, "memory factor");
    else if (to->model->read_states && read_keyword(r, "initial value"))
        to->model->read_states(r, to);
    else if (read_keyword(r, "max iterations"))
        read_iterations(r, to);
    else if (read_keyword(r, "tolerance"))
        to->tolerance = read_positive(r, "tolerance");
    else if (read_keyword(r, "eta"))
        to->eta = read_positive(r, "relaxation factor");
    else if (read_keyword(r, "correction"))
        read_correction(r, to);
    else
        return false;
    return true;
}

static void read_model(reader *r, rotor *to)
{
    const char *words[N_MODELS + 1] = {NULL};
    for (int i = 0; i < N_MODELS; i++)
        words[i] = MODELS[i]->keyword;
    const int which = read_choice(r, words, "model of the induced velocity");
    to->model = which < 0 ? &rotor_no : MODELS[which];
    if (!has_inflow(to))
        return;
    if (to->model->read)
        to->model->read(r, to);
    to->reference_speed = read_real(r, "reference speed of rotation");
    to->radius = read_positive(r, "reference radius");
    while (read_ok(r) && read_more(r) && !read_peek(r, "output") && rotor_read_option(r, to))
        ;
}

static void rotor_read_nodes(reader *r, rotor *to)
{
    to->craft = read_structural_node(r, "craft node");
    const frame_context in = {.own = to->craft ? to->craft->initial : NULL};
    const bool is_turned = read_keyword(r, "orientation") || read_keyword(r, "hinge");
    to->turned = is_turned ? read_orientation_rel(r, &in, "orientation of the rotor") : MAT3_EYE;
    to->hub = read_structural_node(r, "rotor node");
}

static const own_kind KINDS[] = {OWN_SUM, OWN_SUM,          OWN_SUM,          OWN_SUM,         OWN_SUM,
                                 OWN_SUM, OWN_DIFFERENTIAL, OWN_DIFFERENTIAL, OWN_DIFFERENTIAL};

static void rotor_read(reader *r, elem *e)
{
    rotor *to = e->self;
    *to = (rotor){.eta = 1.0, .hover = 1.0, .forward = 1.0, .tolerance = TOLERANCE, .model = &rotor_no};
    to->air = &model_of(r)->air;
    rotor_read_nodes(r, to);
    if (!read_keyword(r, "induced velocity"))
        read_error(r, E_ROTOR_MODEL, read_place(r));
    read_model(r, to);
    e->kinds = KINDS;
    e->n_own = INFLOW_LOADS + to->model->n_states;
}

/* --- the disk ----------------------------------------------------------------------------------------------------- */

static double thrust(const state *s, const elem *e, const disk *d)
{
    return vec3_dot(mat3_col(&d->R, 2), vec3_load(s->y + e->own));
}

/* The disk with a given induced inflow ratio. */
static void disk_with(const state *s, const elem *e, double lambda_u, disk *d)
{
    disk_motion(e->self, s, d);
    d->lambda_u = lambda_u;
}

/* Whether the loads count: before the first step only if the derivatives phase corrects the state, which it always does
 * where the inflow has states. */
static bool is_felt(const state *s, const rotor *of, const rotor_memory *before)
{
    return s->step > 0 || before->is_felt || of->model->n_states > 0;
}

void rotor_disk(const state *s, const elem *e, disk *d)
{
    const rotor_memory *before = remembered(s, e->memory);
    disk_with(s, e, before->lambda_u, d);
    if (is_felt(s, e->self, before))
        disk_momentum(e->self, thrust(s, e, d), ITERATIONS, d);
    disk_wake(e->self, d);
    d->mean = before->mean;
}

static void renew(const state *s, const elem *e, rotor_memory *now)
{
    const rotor *of = e->self;
    disk d;
    disk_with(s, e, now->lambda_u, &d);
    const double T = thrust(s, e, &d);
    const int evaluations = s->corrections + (s->step > 0 ? 1 : 0), most = of->max_iterations > 0 ? of->max_iterations
                                                                           : s->step == 0 && of->model->n_states > 0
                                                                               ? ITERATIONS
                                                                               : 1;
    int iterations = 0;
    for (int i = 0; i < evaluations; i++)
        iterations = disk_momentum(of, T, most, &d);
    disk_wake(of, &d);
    now->lambda_u = d.lambda_u;
    now->found = disk_mean(of, s, &d, T, now);
    now->failed = of->max_iterations > 1 && iterations < 0;
    now->iterations = now->failed ? of->max_iterations : of->max_iterations > 1 ? iterations : 0;
}

/* The loads of one evaluation are felt in the next: those of an initial state that needs no correction are not. */
static void rotor_accept(const state *s, const elem *e, memory_block *m)
{
    const rotor *of = e->self;
    rotor_memory *now = memory_at(m, e->memory);
    now->is_felt = s->step > 0 || s->corrections > 0;
    if (has_inflow(of) && now->is_felt)
        renew(s, e, now);
    now->weight = of->memory ? drive_now(of->memory, s) : 0.0;
}

static void rotor_predict(const state *s, const elem *e, memory_block *m)
{
    (void)s;
    rotor_memory *now = memory_at(m, e->memory);
    now->mean = now->found;
}

/* --- equations ---------------------------------------------------------------------------------------------------- */

static void rotor_connect(const elem *e, layout *l) { layout_collected(l, e->n_own - INFLOW_LOADS); }

static void rotor_eval(int n, const state *s, const elem *e, local *out)
{
    const rotor *of = e->self;
    collected_rows(n, s, e, out);
    if (of->model->eval)
        of->model->eval(n, s, e, out);
}

static void rotor_initial(const state *s, const elem *e, initial_values *v)
{
    (void)s;
    const rotor *of = e->self;
    for (int i = 0; i < of->model->n_states; i++)
        v->y[e->own + INFLOW_LOADS + i] = of->states[i];
}

static const char *rotor_own_name(const elem *e, int i)
{
    static const char *const NAMES[] = {"force x",  "force y",         "force z",     "moment x",     "moment y",
                                        "moment z", "constant inflow", "sine inflow", "cosine inflow"};
    (void)e;
    return NAMES[i];
}

/* --- induced velocity --------------------------------------------------------------------------------------------- */

static void begin_moment(const elem *e, const state *s, inflow_moment *m)
{
    const rotor *of = e->self;
    disk d = {0};
    if (has_inflow(of)) {
        rotor_disk(s, e, &d);
        if (of->model->shape)
            of->model->shape(of, s, e, &d);
    }
    memcpy(m->k, &d, sizeof d);
}

/* xi, eta = r (cos psi, sin psi), and their gradients. */
static vec3 rotor_velocity(const inflow_moment *m, vec3 x, inflow_slopes *slopes)
{
    const rotor *of = m->element->self;
    if (!has_inflow(of))
        return (vec3){0, 0, 0};
    disk d;
    memcpy(&d, m->k, sizeof d);
    const vec3 e1 = mat3_col(&d.R, 0), e2 = mat3_col(&d.R, 1), shaft = mat3_col(&d.R, 2);
    const vec3 along = vec3_axpy(vec3_scale(d.cos_psi0 / d.radius, e1), d.sin_psi0 / d.radius, e2);
    const vec3 across = vec3_axpy(vec3_scale(d.cos_psi0 / d.radius, e2), -d.sin_psi0 / d.radius, e1);
    const vec3 arm = vec3_sub(x, d.center);
    const double xi = vec3_dot(along, arm), eta = vec3_dot(across, arm);
    double slope[2];
    const double u = of->model->velocity(&d, xi, eta, slope);
    if (slopes) {
        const vec3 gradient = vec3_axpy(vec3_scale(slope[0], along), slope[1], across);
        slopes->x = mat3_outer(vec3_neg(shaft), gradient);
        const double by_state[ROTOR_STATES] = {d.tip, d.tip * eta, d.tip * xi};
        for (int i = 0; i < ROTOR_STATES && i < of->model->n_states; i++)
            slopes->own[INFLOW_LOADS + i] = vec3_scale(-by_state[i], shaft);
    }
    return vec3_scale(-u, shaft);
}

static vec3 pole(const elem *e, const state *s) { return s->poses[((const rotor *)e->self)->craft->pose].x; }

static bool varies(const elem *e) { return ((const rotor *)e->self)->model->n_states > 0; }

static const struct inflow_slots INFLOW = {
    .begin = begin_moment, .velocity = rotor_velocity, .pole = pole, .varies = varies};

/* --- output, private data ----------------------------------------------------------------------------------------- */

static void output_inflow(const state *s, const elem *e, const disk *d, record *out)
{
    const rotor *of = e->self;
    const rotor_memory *now = remembered(s, e->memory);
    const bool is_found = has_inflow(of) && disk_turns(of, d) && !now->failed;
    record_name(out, "UMean", QUANTITY_VELOCITY, "mean inflow velocity");
    record_real(out, d->mean);
    record_name(out, "VRef", QUANTITY_VELOCITY, "reference velocity (craft_node + airstream)");
    record_real(out, d->speed);
    record_name(out, "Alpha", QUANTITY_JOINT_ANGLE, "rotor disk angle");
    record_real(out, atan2(d->sin_alpha, d->cos_alpha));
    record_name(out, "Mu", QUANTITY_DIMENSIONLESS, "advance parameter");
    record_real(out, d->mu);
    record_name(out, "Lambda", QUANTITY_DIMENSIONLESS, "inflow parameter");
    record_real(out, has_inflow(of) ? d->lambda : 1.0);
    record_name(out, "Chi", QUANTITY_DIMENSIONLESS, "advance/inflow parameter");
    record_real(out, d->chi);
    record_name(out, "Psi0", QUANTITY_JOINT_ANGLE, "reference azimuthal direction");
    record_real(out, atan2(d->sin_psi0, d->cos_psi0));
    record_name(out, "UMeanRefConverged", QUANTITY_BOOLEAN,
                "boolean flag indicating reference induced velocity computation convergence");
    record_integer(out, is_found);
    record_name(out, "Iter", QUANTITY_DIMENSIONLESS, "number of iterations required for convergence");
    record_integer(out, now->iterations);
}

static void output_states(const state *s, const elem *e, record *out)
{
    static const char *const NAMES[] = {"VConst", "VSine", "VCosine"};
    static const char *const WORDS[] = {"constant inflow state", "sine inflow state (lateral)",
                                        "cosine inflow state (longitudinal)"};
    for (int i = 0; i < ROTOR_STATES && i < ((const rotor *)e->self)->model->n_states; i++) {
        record_name(out, NAMES[i], QUANTITY_VELOCITY, WORDS[i]);
        record_real(out, s->y[e->own + INFLOW_LOADS + i]);
    }
}

static void rotor_output_row(const state *s, const elem *e, record *out)
{
    const rotor *of = e->self;
    const rotor_memory *now = remembered(s, e->memory);
    disk d;
    vec3 F, M;
    disk_with(s, e, now->lambda_u, &d);
    disk_wake(of, &d);
    d.mean = now->found;
    if (of->model->shape)
        of->model->shape(of, s, e, &d);
    collected_loads(s, e, &d.R, &F, &M);
    record_begin(out, e->label);
    record_type(out, of->spread ? glauert_title(of->spread) : of->model->title);
    record_name(
        out, "f", QUANTITY_FORCE,
        "rotor force in x, y and z directions (lon, lat, thrust, assuming x backwards and z upwards along the shaft)");
    record_vec3(out, F);
    record_name(
        out, "m", QUANTITY_MOMENT,
        "rotor moment about x, y and z directions (roll, pitch, torque, assuming x backwards and z upwards along the "
        "shaft)");
    record_vec3(out, M);
    output_inflow(s, e, &d, out);
    output_states(s, e, out);
    record_end(out);
}

static const char *const PRIVATE[] = {"Tx", "Ty", "Tz", "Mx", "My", "Mz", NULL};

static double rotor_private_value(const state *s, const elem *e, int index)
{
    disk d;
    vec3 F, M;
    disk_motion(e->self, s, &d);
    collected_loads(s, e, &d.R, &F, &M);
    return vec3_get(index <= 3 ? F : M, (index - 1) % 3);
}

static void rotor_sample(sampler *from, elem *e)
{
    rotor *to = e->self;
    const elem **air = ARENA_NEW(from->memory, const elem *);
    *air = sample_air(from);
    *to = (rotor){
        .eta = 1.0, .tolerance = TOLERANCE, .hover = 1.1, .forward = 0.9, .turned = sample_rotation(from), .air = air};
    to->craft = sample_structural(from, 0);
    to->hub = sample_structural(from, 1);
    to->model = &rotor_dynamic_inflow;
    to->radius = sample_real(from, 1.0, 5.0);
    to->reference_speed = 1.0;
    e->n_own = INFLOW_LOADS + to->model->n_states;
    e->kinds = KINDS;
}

#define GRAMMAR(card)                                                                                               \
    card " CRAFT_NODE, [orientation, R,] ROTOR_NODE, induced velocity, { no | MODEL, REFERENCE_SPEED, RADIUS [, "   \
         "ground, "                                                                                                 \
         "NODE] [, delay, (drive) FACTOR] [, max iterations, NUMBER] [, tolerance, VALUE] [, eta, FACTOR] [, "      \
         "correction, HOVER, FORWARD] [, rotor_initial value, CONSTANT, SINE, COSINE] }\n"                          \
         "MODEL ::= { uniform | glauert [, type, { glauert | coleman | drees | payne | white and blake | pitt and " \
         "peters "                                                                                                  \
         "| howlett }] | mangler | dynamic inflow }"

static void rotor_draw(const elem *e, drawing *d)
{
    const rotor *of = e->self;
    const draw_tie shaft[] = {draw_at(of->craft, (vec3){0, 0, 0}, &of->turned),
                              draw_at(of->hub, (vec3){0, 0, 0}, NULL)};
    draw_line(d, shaft, 2);
    draw_begin(d, DRAW_DISK)->size.x = of->radius;
    draw_vertex(d, &shaft[0], 1);
}

#define SLOTS                                                                                                       \
    .history =                                                                                                      \
        &(const elem_history){.memory = sizeof(rotor_memory), .predict = rotor_predict, .accept = rotor_accept},    \
    .drawing = &(const elem_drawing){.draw = rotor_draw}, .assembly = &(const elem_assembly){.never = true},        \
    .summary = "Sums the loads of the blades of a rotor and computes its induced velocity.", .size = sizeof(rotor), \
    .read = rotor_read, .connect = rotor_connect, .eval = rotor_eval, .initial = rotor_initial,                     \
    .output = rotor_output_row, .private_names = PRIVATE, .private_value = rotor_private_value,                     \
    .own_name = rotor_own_name, .inflow = &INFLOW, .sample = rotor_sample

const elem_type induced_velocity_rotor_type = {
    .card = &elem_cards[CARD_INDUCED_VELOCITY],
    .keyword = "rotor",
    .grammar = GRAMMAR("induced velocity: LABEL, rotor,"),
    SLOTS,
};

/* The older card. */
const elem_type rotor_type = {
    .card = &elem_cards[CARD_ROTOR],
    .grammar = GRAMMAR("rotor: LABEL,"),
    SLOTS,
};

bool rotor_is(const elem *e) { return e->type->inflow == &INFLOW; }
