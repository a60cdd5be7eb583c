/* rotor.c - a rotor: its induced velocity, and the sum of the loads of the attached elements.
 *
 *     unknowns        force F and moment M about the craft, global axes; states of the model
 *     rows            F - sum of forces = 0, M - sum of moments = 0 (collected.h)
 *
 * The wind, mu, lambda and chi are current values, with the current thrust; the mean induced velocity u is that of the
 * last step: it follows from a balance over the disk rather than from a force law (dynamic inflow: the current
 * states). */
#include "element/aero/rotor.h"
#include "contract/diag_rows.h"
#include "contract/sampler.h"
#include "element/aero/air.h"
#include "element/aero/collected.h"
#include "element/diag_rows.h"
#include "model/frames.h"
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

/* Default tolerance of the induced inflow ratio. */
static const double TOLERANCE = 1e-13;
/* The number given in the deck, or 1, applies to each evaluation, which starts where the last one ended; within a step
 * the equation is solved with this limit. */
enum { ITERATIONS = 50 };

static bool has_inflow(const rotor *of) { return of->model->velocity; }

/* --- reading ------------------------------------------------------------------------------------------------------ */

static void read_iterations(reader *reader, rotor *to)
{
    to->max_iterations = read_integer_in(reader, 1, 100000, "number of iterations");
}

static void read_correction(reader *reader, rotor *to)
{
    to->hover = read_positive(reader, "correction factor in hover");
    to->forward = read_positive(reader, "correction factor in forward flight");
}

/* As in MBDyn, the correction near the ground applies only to the mean velocity of momentum theory. */
static void read_ground(reader *reader, rotor *to)
{
    const source_location location = read_last_location(reader);
    to->ground = read_structural_node(reader, "ground node");
    if (to->model->n_states > 0 && read_ok(reader))
        diag_report(reader_diag(reader), W_NO_EFFECT, location, "ground", "with 'dynamic inflow'");
}

static bool rotor_read_option(reader *reader, rotor *to)
{
    if (read_keyword(reader, "ground"))
        read_ground(reader, to);
    else if (to->model->has_memory && read_keyword(reader, "delay"))
        to->memory = read_drive(reader, "memory factor");
    else if (to->model->read_states && read_keyword(reader, "initial value"))
        to->model->read_states(reader, to);
    else if (read_keyword(reader, "max iterations"))
        read_iterations(reader, to);
    else if (read_keyword(reader, "tolerance"))
        to->tolerance = read_positive(reader, "tolerance");
    else if (read_keyword(reader, "eta"))
        to->eta = read_positive(reader, "relaxation factor");
    else if (read_keyword(reader, "correction"))
        read_correction(reader, to);
    else
        return false;
    return true;
}

static void read_model(reader *reader, rotor *to)
{
    const char *words[N_MODELS + 1] = {NULL};
    for (int i = 0; i < N_MODELS; i++)
        words[i] = MODELS[i]->keyword;
    const int which = read_choice(reader, words, "model of the induced velocity");
    to->model = which < 0 ? &rotor_no : MODELS[which];
    if (!has_inflow(to))
        return;
    if (to->model->read)
        to->model->read(reader, to);
    to->reference_speed = read_real(reader, "reference speed of rotation");
    to->radius = read_positive(reader, "reference radius");
    while (read_ok(reader) && read_more(reader) && !read_peek(reader, "output") && rotor_read_option(reader, to))
        ;
}

static void rotor_read_nodes(reader *reader, rotor *to)
{
    to->craft = read_structural_node(reader, "craft node");
    const frame_context in = {.node_frame = to->craft ? to->craft->initial : NULL};
    const bool is_rotated = read_keyword(reader, "orientation") || read_keyword(reader, "hinge");
    to->rotated = is_rotated ? read_orientation_rel(reader, &in, "orientation of the rotor") : MAT3_EYE;
    to->hub = read_structural_node(reader, "rotor node");
}

static const internal_kind KINDS[] = {INTERNAL_SUM,          INTERNAL_SUM,          INTERNAL_SUM,
                                      INTERNAL_SUM,          INTERNAL_SUM,          INTERNAL_SUM,
                                      INTERNAL_DIFFERENTIAL, INTERNAL_DIFFERENTIAL, INTERNAL_DIFFERENTIAL};

static void rotor_read(reader *reader, elem *element)
{
    rotor *to = element->self;
    *to = (rotor){.eta = 1.0, .hover = 1.0, .forward = 1.0, .tolerance = TOLERANCE, .model = &rotor_no};
    to->air = air_required(reader, element);
    rotor_read_nodes(reader, to);
    if (!read_keyword(reader, "induced velocity"))
        read_error(reader, E_ROTOR_MODEL, read_place(reader));
    read_model(reader, to);
    element->kinds = KINDS;
    element->n_internal = INFLOW_LOADS + to->model->n_states;
}

/* --- the disk ----------------------------------------------------------------------------------------------------- */

static double thrust(const state *state, const elem *element, const disk *disk)
{
    return vec3_dot(mat3_col(&disk->R, 2), vec3_load(state->y + element->internal));
}

/* Computes the disk for a given induced inflow ratio. */
static void disk_with(const state *state, const elem *element, double lambda_u, disk *disk)
{
    disk_motion(element->self, state, disk);
    disk->lambda_u = lambda_u;
}

/* Returns whether the loads are considered: before the first step only if the derivatives phase corrects the state,
 * which it always does if the inflow has states. */
static bool is_felt(const state *state, const rotor *of, const rotor_memory *before)
{
    return state->step > 0 || before->is_felt || of->model->n_states > 0;
}

void rotor_disk(const state *state, const elem *element, disk *disk)
{
    const rotor_memory *before = remembered(state, element->memory);
    disk_with(state, element, before->lambda_u, disk);
    if (is_felt(state, element->self, before))
        disk_momentum(element->self, thrust(state, element, disk), ITERATIONS, disk);
    disk_wake(element->self, disk);
    disk->mean = before->mean;
}

static void renew(const state *state, const elem *element, rotor_memory *now)
{
    const rotor *of = element->self;
    disk disk;
    disk_with(state, element, now->lambda_u, &disk);
    const double T = thrust(state, element, &disk);
    const int evaluations = state->corrections + (state->step > 0 ? 1 : 0),
              most = of->max_iterations > 0                        ? of->max_iterations
                     : state->step == 0 && of->model->n_states > 0 ? ITERATIONS
                                                                   : 1;
    int iterations = 0;
    for (int i = 0; i < evaluations; i++)
        iterations = disk_momentum(of, T, most, &disk);
    disk_wake(of, &disk);
    now->lambda_u = disk.lambda_u;
    now->found = disk_mean(of, state, &disk, T, now);
    now->failed = of->max_iterations > 1 && iterations < 0;
    now->iterations = now->failed ? of->max_iterations : of->max_iterations > 1 ? iterations : 0;
}

/* The loads of one evaluation are considered in the next; those of an initial state that needs no correction are
 * not. */
static void rotor_accept(const state *state, const elem *element, memory_block *memory)
{
    const rotor *of = element->self;
    rotor_memory *now = memory_at(memory, element->memory);
    now->is_felt = state->step > 0 || state->corrections > 0;
    if (has_inflow(of) && now->is_felt)
        renew(state, element, now);
    now->weight = of->memory ? drive_now(of->memory, state) : 0.0;
}

static void rotor_predict(const state *state, const elem *element, memory_block *memory)
{
    (void)state;
    rotor_memory *now = memory_at(memory, element->memory);
    now->mean = now->found;
}

/* --- equations ---------------------------------------------------------------------------------------------------- */

static void rotor_connect(const elem *element, layout *layout)
{
    layout_collected(layout, element->n_internal - INFLOW_LOADS);
}

static void rotor_eval(int lanes, const state *state, const elem *element, local *out)
{
    const rotor *of = element->self;
    collected_rows(lanes, state, element, out);
    if (of->model->eval)
        of->model->eval(lanes, state, element, out);
}

static void rotor_initial(const state *state, const elem *element, initial_values *initial)
{
    (void)state;
    const rotor *of = element->self;
    for (int i = 0; i < of->model->n_states; i++)
        initial->y[element->internal + INFLOW_LOADS + i] = of->states[i];
}

static const char *rotor_internal_name(const elem *element, int i)
{
    static const char *const NAMES[] = {"force x",  "force y",         "force z",     "moment x",     "moment y",
                                        "moment z", "constant inflow", "sine inflow", "cosine inflow"};
    (void)element;
    return NAMES[i];
}

/* --- induced velocity --------------------------------------------------------------------------------------------- */

static void begin_moment(const elem *element, const state *state, inflow_moment *inflow_moment)
{
    const rotor *of = element->self;
    disk disk = {0};
    if (has_inflow(of)) {
        rotor_disk(state, element, &disk);
        if (of->model->shape)
            of->model->shape(of, state, element, &disk);
    }
    memcpy(inflow_moment->k, &disk, sizeof disk);
}

/* The derivative of the velocity along the collected force: that along the thrust coefficient times that of T. */
static void velocity_by_force(const rotor *of, const disk *disk, double xi, double eta, inflow_derivatives *derivatives)
{
    const double unit = disk->density * disk_area(disk) * disk->tip * disk->tip;
    if (!of->model->by_thrust || unit <= 0)
        return;
    const vec3 shaft = mat3_col(&disk->R, 2);
    const double by_thrust = of->model->by_thrust(disk, xi, eta) / unit;
    const double along[3] = {shaft.x, shaft.y, shaft.z};
    for (int i = 0; i < 3; i++)
        derivatives->internal[i] = vec3_scale(-by_thrust * along[i], shaft);
}

/* Computes xi, eta = r (cos psi, sin psi), and their gradients. */
static vec3 rotor_velocity(const inflow_moment *inflow_moment, vec3 x, inflow_derivatives *derivatives)
{
    const rotor *of = inflow_moment->element->self;
    if (!has_inflow(of))
        return (vec3){0, 0, 0};
    disk disk;
    memcpy(&disk, inflow_moment->k, sizeof disk);
    const vec3 e1 = mat3_col(&disk.R, 0), e2 = mat3_col(&disk.R, 1), shaft = mat3_col(&disk.R, 2);
    const vec3 along = vec3_axpy(vec3_scale(disk.cos_psi0 / disk.radius, e1), disk.sin_psi0 / disk.radius, e2);
    const vec3 across = vec3_axpy(vec3_scale(disk.cos_psi0 / disk.radius, e2), -disk.sin_psi0 / disk.radius, e1);
    const vec3 arm = vec3_sub(x, disk.center);
    const double xi = vec3_dot(along, arm), eta = vec3_dot(across, arm);
    double derivative[2];
    const double u = of->model->velocity(&disk, xi, eta, derivative);
    if (derivatives) {
        const vec3 gradient = vec3_axpy(vec3_scale(derivative[0], along), derivative[1], across);
        derivatives->x = mat3_outer(vec3_neg(shaft), gradient);
        const double by_state[ROTOR_STATES] = {disk.tip, disk.tip * eta, disk.tip * xi};
        for (int i = 0; i < ROTOR_STATES && i < of->model->n_states; i++)
            derivatives->internal[INFLOW_LOADS + i] = vec3_scale(-by_state[i], shaft);
        velocity_by_force(of, &disk, xi, eta, derivatives);
    }
    return vec3_scale(-u, shaft);
}

static vec3 pole(const elem *element, const state *state)
{
    return state->poses[((const rotor *)element->self)->craft->pose].x;
}

static bool varies(const elem *element)
{
    const rotor_model *model = ((const rotor *)element->self)->model;
    return model->n_states > 0 || model->by_thrust;
}

static const struct inflow_slots INFLOW = {
    .begin = begin_moment, .velocity = rotor_velocity, .pole = pole, .varies = varies};

/* --- output, private data ----------------------------------------------------------------------------------------- */

static void output_inflow(const state *state, const elem *element, const disk *disk, record *out)
{
    const rotor *of = element->self;
    const rotor_memory *now = remembered(state, element->memory);
    const bool is_found = has_inflow(of) && disk_rotates(of, disk) && !now->failed;
    record_name(out, "UMean", QUANTITY_VELOCITY, "mean inflow velocity");
    record_real(out, disk->mean);
    record_name(out, "VRef", QUANTITY_VELOCITY, "reference velocity (craft_node + airstream)");
    record_real(out, disk->speed);
    record_name(out, "Alpha", QUANTITY_JOINT_ANGLE, "rotor disk angle");
    record_real(out, atan2(disk->sin_alpha, disk->cos_alpha));
    record_name(out, "Mu", QUANTITY_DIMENSIONLESS, "advance parameter");
    record_real(out, disk->mu);
    record_name(out, "Lambda", QUANTITY_DIMENSIONLESS, "inflow parameter");
    record_real(out, has_inflow(of) ? disk->lambda : 1.0);
    record_name(out, "Chi", QUANTITY_DIMENSIONLESS, "advance/inflow parameter");
    record_real(out, disk->chi);
    record_name(out, "Psi0", QUANTITY_JOINT_ANGLE, "reference azimuthal direction");
    record_real(out, atan2(disk->sin_psi0, disk->cos_psi0));
    record_name(out, "UMeanRefConverged", QUANTITY_BOOLEAN,
                "boolean flag indicating reference induced velocity computation convergence");
    record_integer(out, is_found);
    record_name(out, "Iter", QUANTITY_DIMENSIONLESS, "number of iterations required for convergence");
    record_integer(out, now->iterations);
}

static void output_states(const state *state, const elem *element, record *out)
{
    static const char *const NAMES[] = {"VConst", "VSine", "VCosine"};
    static const char *const WORDS[] = {"constant inflow state", "sine inflow state (lateral)",
                                        "cosine inflow state (longitudinal)"};
    for (int i = 0; i < ROTOR_STATES && i < ((const rotor *)element->self)->model->n_states; i++) {
        record_name(out, NAMES[i], QUANTITY_VELOCITY, WORDS[i]);
        record_real(out, state->y[element->internal + INFLOW_LOADS + i]);
    }
}

static void rotor_output_row(const state *state, const elem *element, record *out)
{
    const rotor *of = element->self;
    const rotor_memory *now = remembered(state, element->memory);
    disk disk;
    vec3 F, M;
    disk_with(state, element, now->lambda_u, &disk);
    disk_wake(of, &disk);
    disk.mean = now->found;
    if (of->model->shape)
        of->model->shape(of, state, element, &disk);
    collected_loads(state, element, &disk.R, &F, &M);
    record_begin(out, element->label);
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
    output_inflow(state, element, &disk, out);
    output_states(state, element, out);
    record_end(out);
}

static const char *const PRIVATE[] = {"Tx", "Ty", "Tz", "Mx", "My", "Mz", NULL};

static double rotor_private_value(const state *state, const elem *element, int index)
{
    disk disk;
    vec3 F, M;
    disk_motion(element->self, state, &disk);
    collected_loads(state, element, &disk.R, &F, &M);
    return vec3_get(index <= 3 ? F : M, (index - 1) % 3);
}

static void rotor_sample(sampler *from, elem *element)
{
    rotor *to = element->self;
    const elem **air = ARENA_NEW(from->memory, const elem *);
    *air = sample_air(from);
    *to = (rotor){
        .eta = 1.0, .tolerance = TOLERANCE, .hover = 1.1, .forward = 0.9, .rotated = sample_rotation(from), .air = air};
    to->craft = sample_structural(from, 0);
    to->hub = sample_structural(from, 1);
    to->model = &rotor_dynamic_inflow;
    to->radius = sample_real(from, 1.0, 5.0);
    to->reference_speed = 1.0;
    element->n_internal = INFLOW_LOADS + to->model->n_states;
    element->kinds = KINDS;
}

#define GRAMMAR(card)                                                                                               \
    card " CRAFT_NODE, [orientation, R,] ROTOR_NODE, induced velocity, { no | MODEL, REFERENCE_SPEED, RADIUS [, "   \
         "ground, "                                                                                                 \
         "NODE] [, delay, (drive) FACTOR] [, max iterations, NUMBER] [, tolerance, VALUE] [, eta, FACTOR] [, "      \
         "correction, HOVER, FORWARD] [, rotor_initial value, CONSTANT, SINE, COSINE] }\n"                          \
         "MODEL ::= { uniform | glauert [, type, { glauert | coleman | drees | payne | white and blake | pitt and " \
         "peters "                                                                                                  \
         "| howlett }] | mangler | dynamic inflow }"

static void rotor_draw(const elem *element, drawing *drawing)
{
    const rotor *of = element->self;
    const draw_tie shaft[] = {draw_at(of->craft, (vec3){0, 0, 0}, &of->rotated),
                              draw_at(of->hub, (vec3){0, 0, 0}, NULL)};
    draw_line(drawing, shaft, 2);
    draw_begin(drawing, DRAW_DISK)->size.x = of->radius;
    draw_vertex(drawing, &shaft[0], 1);
}

#define SLOTS                                                                                                       \
    .history =                                                                                                      \
        &(const elem_history){.memory = sizeof(rotor_memory), .predict = rotor_predict, .accept = rotor_accept},    \
    .drawing = &(const elem_drawing){.draw = rotor_draw}, .assembly = &(const elem_assembly){.never = true},        \
    .summary = "Sums the loads of the blades of a rotor and computes its induced velocity.", .size = sizeof(rotor), \
    .read = rotor_read, .connect = rotor_connect, .eval = rotor_eval, .initial = rotor_initial,                     \
    .output = rotor_output_row, .private_names = PRIVATE, .private_value = rotor_private_value,                     \
    .internal_name = rotor_internal_name, .inflow = &INFLOW, .sample = rotor_sample

const elem_type induced_velocity_rotor_type = {
    .card = &elem_cards[CARD_INDUCED_VELOCITY],
    .keyword = "rotor",
    .grammar = GRAMMAR("induced velocity: LABEL, rotor,"),
    SLOTS,
};

/* The former card. */
const elem_type rotor_type = {
    .card = &elem_cards[CARD_ROTOR],
    .grammar = GRAMMAR("rotor: LABEL,"),
    SLOTS,
};

bool rotor_is(const elem *element) { return element->type->inflow == &INFLOW; }
