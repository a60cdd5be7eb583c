/* total_read.c - reading of the total joint, its output, private data and hints.
 *
 *     [ position , f ] [ , position orientation , R ] [ , rotation orientation , R ]            of each side
 *     [ position constraint , STATUS , STATUS , STATUS , x(t) ]
 *     [ orientation constraint , STATUS , STATUS , STATUS , r(t) ]
 *
 *     STATUS ::= inactive | active | a truth value | position | velocity              in a position constraint
 *              | inactive | active | a truth value | rotation | angular velocity      in an orientation constraint */
#include "element/joint/total.h"
#include "model/hints.h"
#include "model/reading.h"
#include <stdio.h>
#include <string.h>

const tpl_drive TOTAL_NOTHING = {.dim = 3};

/* Unlike that of other pins, the ground of a total pin joint has no node: there `node` is the global frame. */
static frame_context total_context(const joint_side *side, const joint_side *other)
{
    frame_context context = side_context(side, other);
    context.node_frame = side->node ? context.node_frame : NULL;
    return context;
}

static mat3 read_total_orientation(reader *reader, const joint_side *side, const joint_side *other, const char *what)
{
    const frame_context context = total_context(side, other);
    return side->node ? read_orientation_rel(reader, &context, what) : read_orientation_abs(reader, &context, what);
}

static vec3 read_total_position(reader *reader, const joint_side *side, const joint_side *other)
{
    const frame_context context = total_context(side, other);
    return side->node ? read_position_rel(reader, &context, "position")
                      : read_position_abs(reader, &context, "position");
}

void read_total_side(reader *reader, total *joint, int index, const joint_side *other, const mat3 *other_Rr)
{
    joint_side *side = &joint->side[index];
    side->Rh = joint->Rr[index] = MAT3_EYE;
    if (read_keyword(reader, "position"))
        side->f = read_total_position(reader, side, other);
    if (read_keyword(reader, "position orientation"))
        side->Rh = read_total_orientation(reader, side, other, "position orientation");
    if (!read_keyword(reader, "rotation orientation"))
        return;
    joint_side rotated = other ? *other : (joint_side){0};
    if (other_Rr)
        rotated.Rh = *other_Rr;
    joint->Rr[index] = read_total_orientation(reader, side, other ? &rotated : NULL, "rotation orientation");
}

void read_total_sides(reader *reader, total *joint)
{
    read_side_node(reader, &joint->side[0], NULL);
    read_total_side(reader, joint, 0, NULL, NULL);
    read_side_node(reader, &joint->side[1], &joint->side[0]);
    read_total_side(reader, joint, 1, &joint->side[0], &joint->Rr[0]);
}

static total_status read_status(reader *reader, const char *const *words)
{
    static const total_status MEANING[] = {TOTAL_FREE, TOTAL_POSITION, TOTAL_POSITION, TOTAL_VELOCITY};
    const int word = read_try_choice(reader, words);
    if (word >= 0)
        return MEANING[word];
    return read_bool(reader, "status of the component") ? TOTAL_POSITION : TOTAL_FREE;
}

void total_number(total *joint, elem *element, arena *memory)
{
    internal_kind *kinds = ARENA_ARRAY(memory, internal_kind, 6);
    element->n_internal = 0;
    for (int i = 0; i < 6; i++) {
        joint->internal[i] = joint->status[i] == TOTAL_FREE ? -1 : element->n_internal++;
        if (joint->internal[i] >= 0)
            kinds[joint->internal[i]] =
                joint->status[i] == TOTAL_VELOCITY ? INTERNAL_VELOCITY_CONSTRAINT : INTERNAL_CONSTRAINT;
    }
    element->kinds = kinds;
}

void total_set(total *joint, elem *element, arena *memory, const char *statuses)
{
    const bool revolutions = strchr(statuses + 3, 'p');
    for (int i = 0; i < 2; i++)
        joint->Rr[i] = revolutions ? joint->side[i].Rh : MAT3_EYE;
    for (int i = 0; i < 6; i++)
        joint->status[i] = statuses[i] == 'p' ? TOTAL_POSITION : TOTAL_FREE;
    joint->imposed[0] = joint->imposed[1] = &TOTAL_NOTHING;
    total_number(joint, element, memory);
}

/* Reads the value, followed by its first and second derivatives if the problem requires them. */
static void read_imposed(reader *reader, total *joint, int i, const char *what)
{
    joint->imposed[i] = read_tpl_drive(reader, 3, what);
    if (!model_of(reader)->problem.reads_imposed_derivatives)
        return;
    joint->rates[i] = read_tpl_drive(reader, 3, "its first derivative");
    joint->seconds[i] = read_tpl_drive(reader, 3, "its second derivative");
}

static void read_constraints(reader *reader, total *joint, bool with_drives)
{
    static const char *const POSITION[] = {"inactive", "active", "position", "velocity", NULL};
    static const char *const ROTATION[] = {"inactive", "active", "rotation", "angular velocity", NULL};
    joint->imposed[0] = joint->imposed[1] = &TOTAL_NOTHING;
    if (read_keyword(reader, "position constraint")) {
        for (int i = 0; i < 3; i++)
            joint->status[i] = read_status(reader, POSITION);
        if (with_drives)
            read_imposed(reader, joint, 0, "imposed position");
    }
    if (read_keyword(reader, "orientation constraint")) {
        for (int i = 3; i < 6; i++)
            joint->status[i] = read_status(reader, ROTATION);
        if (with_drives)
            read_imposed(reader, joint, 1, "imposed orientation");
    }
}

void read_total_statuses(reader *reader, total *joint) { read_constraints(reader, joint, false); }

void read_total_constraints(reader *reader, elem *element)
{
    read_constraints(reader, element->self, true);
    total_number(element->self, element, reader_arena(reader));
}

void total_sample_constraints(sampler *from, total *joint, elem *element)
{
    for (int i = 0; i < 2; i++)
        joint->Rr[i] = sample_rotation(from);
    for (int i = 0; i < 6; i++)
        joint->status[i] = (total_status)sample_integer(from, 0, 2);
    joint->status[sample_integer(from, 0, 5)] = TOTAL_POSITION;
    joint->imposed[0] = sample_tpl_drive(from, 3);
    joint->imposed[1] = sample_tpl_drive(from, 3);
    total_number(joint, element, from->memory);
}

/* --- output ------------------------------------------------------------------------------------------------------- */

static vec3 reaction(const total *joint, const double *multipliers, int first)
{
    double l[3];
    for (int i = 0; i < 3; i++)
        l[i] = joint->internal[first + i] < 0 || !multipliers ? 0.0 : multipliers[joint->internal[first + i]];
    return vec3_load(l);
}

void total_row(const state *state, const elem *element, const double *multipliers, record *out)
{
    const total *joint = element->self;
    const total_memory *last = remembered(state, element->memory);
    const total_motion motion = total_now(state, element);
    const side_motion side_motion = side_now(state, &joint->side[0]);
    const mat3 Hr = mat3_mul(&side_motion.pose->R, &last->Rr[0]);
    const vec3 F = reaction(joint, multipliers, 0), M = reaction(joint, multipliers, 3);
    joint_output(out, element, F, M, mat3_mulv(&side_motion.H, F), mat3_mulv(&Hr, M));
    record_name(out, "X", QUANTITY_LENGTH, "local relative position (x, y, z)");
    record_vec3(out, motion.d);
    record_name(out, "Phi", QUANTITY_RADIANS, "local relative orientation vector (Phi_X, Phi_Y, Phi_Z)");
    record_vec3(out, motion.theta);
    record_name(out, "V", QUANTITY_VELOCITY, "local relative velocity (x, y, z)");
    record_vec3(out, motion.v);
    record_name(out, "Omega", QUANTITY_ANGULAR_VELOCITY, "local relative angular velocity (x, y, z)");
    record_vec3(out, motion.w);
    record_end(out);
}

void total_output(const state *state, const elem *element, record *out)
{
    total_row(state, element, internal_values(state, element), out);
}

void total_log_sides(record *out, const elem *element, const char *name, const total *joint)
{
    joint_log_begin(out, element, name);
    for (int i = 0; i < 2; i++) {
        joint_log_side(out, joint->side[i].node, joint->side[i].f, &joint->side[i].Rh);
        record_mat3(out, &joint->Rr[i]);
    }
}

void total_log_statuses(record *out, const total *joint)
{
    for (int first = 0; first < 6; first += 3)
        for (int kind = TOTAL_POSITION; kind <= TOTAL_VELOCITY; kind++)
            for (int i = first; i < first + 3; i++)
                record_integer(out, (int)joint->status[i] == kind);
    record_end(out);
}

const char *total_internal_name(const elem *element, int index)
{
    const total *joint = element->self;
    int component = 0;
    while (component < 5 && joint->internal[component] != index)
        component++;
    return joint_internal_name(element, component);
}

/* --- private data ------------------------------------------------------------------------------------------------- */

const char *const total_private_names[] = {"px", "py", "pz", "rx", "ry", "rz", "Fx", "Fy", "Fz", "Mx", "My", "Mz", "dx",
                                           "dy", "dz", "tx", "ty", "tz", "vx", "vy", "vz", "wx", "wy", "wz", NULL};

int total_private_index(const elem *element, const char *name)
{
    static const struct {
        const char *name;
        int first;
    } BRACKETED[] = {{"X", 1}, {"Phi", 4}, {"f", 7}, {"m", 10}, {"V", 19}, {"Omega", 22}};
    (void)element;
    for (int i = 0; total_private_names[i]; i++)
        if (strcmp(name, total_private_names[i]) == 0)
            return i + 1;
    for (int i = 0; i < ARRAY_LEN(BRACKETED); i++)
        for (int k = 0; k < 3; k++) {
            char word[16];
            snprintf(word, sizeof word, "%s[%d]", BRACKETED[i].name, k + 1);
            if (strcmp(name, word) == 0)
                return BRACKETED[i].first + k;
        }
    return 0;
}

double total_private_value(const state *state, const elem *element, int index)
{
    const total *joint = element->self;
    const int group = (index - 1) / 3, i = (index - 1) % 3;
    const total_motion motion = total_now(state, element);
    const side_motion side_motion = side_now(state, &joint->side[0]);
    const double *multipliers = internal_values(state, element);
    /* As in MBDyn, "v" is not the velocity of the output: w1 x f1 is added, with f1 in the node's frame. */
    const vec3 v = vec3_add(
        motion.v, mat3_tmulv(&side_motion.H, vec3_cross(side_motion.pose->w, *side_f(state, &joint->side[0]))));
    const vec3 data[] = {motion.d,
                         total_theta(state, element),
                         reaction(joint, multipliers, 0),
                         reaction(joint, multipliers, 3),
                         tpl_drive_vec3(joint->imposed[0], state),
                         tpl_drive_vec3(joint->imposed[1], state),
                         v,
                         motion.w};
    return vec3_get(data[group], i);
}

/* --- hints -------------------------------------------------------------------------------------------------------- */

static void take_rotation(const state *state, const elem *element, const hint *hint, memory_block *to)
{
    const total *joint = element->self;
    total_memory *last = memory_at(to, element->memory);
    const int which = hint->side;
    const mat3 *R = &side_now(state, &joint->side[which]).pose->R,
               *other = &side_now(state, &joint->side[1 - which]).pose->R;
    const mat3 target = mat3_mul(other, &last->Rr[1 - which]);
    last->Rr[which] = mat3_tmul(R, &target);
}

static bool rotation_hint(reader *reader, const total *joint, hint *h)
{
    const int label = read_integer_in(reader, 0, 2, "side of the joint");
    const int which = joint->side[0].node ? label - 1 : label;
    *h = (hint){.take = take_rotation, .side = which};
    return read_ok(reader) && which >= 0 && which <= 1;
}

/* Makes the offsets meet at the point imposed by the drive, then moves the first one back by the same amount. */
static void take_imposed_offset(const state *state, const elem *element, const hint *hint, memory_block *to)
{
    const total *joint = element->self;
    side_fit *first = memory_at(to, joint->side[0].fitted - 1);
    const vec3 imposed = mat3_mulv(&first->Rh, tpl_drive_vec3(joint->imposed[0], state));
    first->f = vec3_add(first->f, imposed);
    side_reset_offset(state, joint->side, hint->side, to);
    first->f = vec3_sub(first->f, imposed);
}

bool total_offset_hint(reader *reader, elem *element, const char *name, hint *hint)
{
    total *joint = element->self;
    if (strcmp(name, "offset") != 0 || !joint_hint(reader, element, name, hint))
        return false;
    side_remember(reader, element, &joint->side[0]);
    hint->take = take_imposed_offset;
    return true;
}

static void take_rotating_hinge(const state *state, const elem *element, const hint *hint, memory_block *to)
{
    const total *joint = element->self;
    total_memory *last = memory_at(to, element->memory);
    side_reset_hinge(state, joint->side, hint->side, to);
    last->Rr[hint->side] = *side_Rh(state, &joint->side[hint->side]);
}

bool total_hinge_hint(reader *reader, elem *element, const char *name, hint *hint)
{
    if (!joint_hint(reader, element, name, hint))
        return false;
    if (strcmp(name, "hinge") == 0)
        hint->take = take_rotating_hinge;
    return true;
}

bool total_hint(reader *reader, elem *element, const char *name, hint *hint)
{
    total *joint = element->self;
    if (strcmp(name, "orientation-hinge") == 0)
        return rotation_hint(reader, joint, hint);
    if (strcmp(name, "position-hinge") == 0)
        return joint_hint(reader, element, "hinge", hint);
    if (strcmp(name, "position-drive3") == 0) {
        joint->imposed[0] = read_hinted_tpl_drive(reader, joint->imposed[0], 3, "imposed position", hint);
        return read_ok(reader);
    }
    if (strcmp(name, "orientation-drive3") == 0) {
        joint->imposed[1] = read_hinted_tpl_drive(reader, joint->imposed[1], 3, "imposed orientation", hint);
        return read_ok(reader);
    }
    return strcmp(name, "offset") == 0 && joint_hint(reader, element, name, hint);
}

/* As in MBDyn, reactions of which there are none are listed without a number, and rates of a single constraint as a
 * range. */
static void describe_group(internal_words *words, const bool on[3], const component_words of[2], bool is_rate)
{
    if (!words->of_rows && !on[0] && !on[1] && !on[2])
        text_printf(words->text, "%s []\n", of[0].words);
    words->is_range = words->of_rows && is_rate;
    describe_components(words, on, of[0], of[1]);
}

static void describe_total(const elem *element, internal_words *d, component_relation relation)
{
    const total *joint = element->self;
    const component_words words[8] = {
        {"reaction force(s)", "F", IS_ALONE},
        {"position/velocity constraint(s)", "P", relation},
        {"reaction couple(s)", "m", IS_ALONE},
        {"orientation/angular velocity constraint(s)", "theta", relation},
        {"reaction force(s) derivative(s)", "FP", IS_ALONE},
        {"velocity constraint(s)", "v", relation},
        {"reaction couple(s) derivative(s)", "mP", IS_ALONE},
        {"angular velocity constraint(s)", "w", relation},
    };
    for (int i = 0; i < (d->of_assembly ? 4 : 2); i++) {
        const bool of_positions = d->of_assembly && i < 2; /* in the assembly, constraints on rates have no such rows */
        bool on[3];
        for (int k = 0; k < 3; k++)
            on[k] = of_positions ? joint->status[i % 2 * 3 + k] == TOTAL_POSITION : joint->internal[i % 2 * 3 + k] >= 0;
        describe_group(d, on, words + 2 * i, i >= 2);
    }
}

void total_describe(const elem *element, internal_words *words) { describe_total(element, words, IS_EQUAL_AT_NODES); }
void total_pin_describe(const elem *element, internal_words *words) { describe_total(element, words, IS_AS_AT_START); }
