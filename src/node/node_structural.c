/* node_structural.c - structural nodes: position, and usually orientation.
 *
 *     static             unknowns x g              rows: balance of forces and moments
 *     dynamic            unknowns x g beta gamma   rows: momentum definitions, balance
 *     modal              unknowns x g v w          rows: velocity definitions, balance; the frame of a modal element
 *     ... displacement   the same without rotation
 *     dummy              no unknowns: follows other nodes (dummy.c)
 *
 * g are Cayley-Gibbs-Rodrigues parameters relative to the predicted orientation, so their initial values are zero. */
#include "node/structural.h"
#include "contract/diag_rows.h"
#include "control/control.h"
#include "model/model.h"

static const char *const KINDS[] = {
    "static", "dynamic", "modal", "dummy", "static displacement", "dynamic displacement", NULL};

static void read_assembly(reader *reader, structural *structural, bool has_rotation)
{
    if (!read_keyword(reader, "assembly"))
        return;
    structural->assembly.position_stiffness = read_real(reader, "position stiffness");
    structural->assembly.velocity_stiffness = read_real(reader, "velocity stiffness");
    if (has_rotation)
        structural->assembly.omega_rotates = read_bool(reader, "omega rotates");
}

static void node_structural_read_motion(reader *reader, structural *structural, bool has_rotation)
{
    frame *frame = &structural->initial;
    read_keyword(reader, "position");
    frame->x = read_position_abs(reader, NULL, "position");
    frame->R = MAT3_EYE;
    if (has_rotation) {
        read_keyword(reader, "orientation");
        frame->R = read_orientation_abs(reader, NULL, "orientation matrix");
        if (read_keyword(reader, "orientation description"))
            structural->orientation = read_orientation_kind(reader);
    }
    read_keyword(reader, "velocity");
    frame->v = read_velocity_abs(reader, frame->x, "velocity");
    if (has_rotation) {
        read_keyword(reader, "angular velocity");
        frame->w = read_angular_velocity_abs(reader, "angular velocity");
    }
}

static void read_at_reference(reader *reader, structural *structural, bool has_rotation)
{
    structural->initial = *read_reference(reader);
    if (!has_rotation) {
        structural->initial.R = MAT3_EYE;
        structural->initial.w = (vec3){0, 0, 0};
    } else if (read_keyword(reader, "orientation description")) {
        structural->orientation = read_orientation_kind(reader);
    }
}

static void node_structural_read(reader *reader, node *node)
{
    const control *control = &model_of(reader)->options;
    structural *structural = node->self;
    const int kind = read_choice(reader, KINDS, "kind of structural node");
    node->pose_wanted = true;
    node->initial = &structural->initial;
    node->assembly = &structural->assembly;
    node->has_rotation = kind < 4;
    structural->assembly.position_stiffness = control->position_stiffness;
    structural->assembly.velocity_stiffness = control->velocity_stiffness;
    structural->assembly.omega_rotates = control->omega_rotates;
    structural->orientation = control->orientation;
    structural->accelerations = control->accelerations;
    structural->has_inertia = model_of(reader)->problem.static_nodes_have_inertia;
    structural->initial.R = MAT3_EYE;
    structural->kind = kind < 4    ? (structural_kind)(kind < 0 ? 0 : kind)
                       : kind == 4 ? STRUCTURAL_STATIC
                                   : STRUCTURAL_DYNAMIC;
    if (structural->kind == STRUCTURAL_DUMMY) {
        node->is_dummy = true;
        node->pose_wanted = false;
        dummy_read(reader, node);
        return;
    }
    const int half = node->has_rotation ? 6 : 3;
    node->momentum = structural->kind == STRUCTURAL_STATIC ? -1 : 0;
    node->n_dof = node->momentum < 0 ? half : 2 * half;
    if (read_keyword(reader, "at reference"))
        read_at_reference(reader, structural, node->has_rotation);
    else
        node_structural_read_motion(reader, structural, node->has_rotation);
    read_assembly(reader, structural, node->has_rotation);
}

static bool read_extra(reader *reader, node *node)
{
    structural *structural = node->self;
    if (read_keyword(reader, "accelerations")) {
        structural->accelerations = !read_more(reader) || read_bool(reader, "accelerations flag");
        if (structural->accelerations && structural->kind == STRUCTURAL_STATIC && !structural->has_inertia)
            read_error_last(reader, E_STATIC_ACCELERATIONS, node->label);
        return true;
    }
    if (read_keyword(reader, "orientation description")) {
        structural->orientation = read_orientation_kind(reader);
        return true;
    }
    return false;
}

/* A modal node has velocities instead of momenta. */
static node_accelerations accelerations(const node *node)
{
    const structural *structural = node->self;
    return (node_accelerations){
        .is_wanted = structural_can_accelerate(node) && (structural->accelerations || structural->wants_accelerations),
        .is_read = structural->wants_accelerations,
        .momentum_is_velocity = structural_is_modal(node),
    };
}

static void show_accelerations(node *node) { ((structural *)node->self)->accelerations = true; }

/* A dummy node that writes accelerations needs those of its base node. */
static void node_structural_complete(node *node)
{
    if (node->is_dummy && structural_shows_accelerations(node))
        structural_want_accelerations(node);
}

static dof_kind kind(const node *node, int i)
{
    (void)node, (void)i;
    return DOF_DIFFERENTIAL;
}

static void node_structural_initial(const node *node, initial_values *initial)
{
    const structural *structural = node->self;
    if (node->pose < 0)
        return;
    const frame *frame = &structural->initial;
    initial->poses[node->pose] = pose_make(frame->x, frame->v, &frame->R, frame->w);
    vec3_store(initial->y + node->dof, frame->x);
    vec3_store(initial->yp + node->dof, frame->v);
}

static void node_structural_log_line(const node *node, record *out)
{
    const structural *structural = node->self;
    static const char *const NAMES[] = {"euler123", "euler313", "euler321", "phi", "mat"};
    const bool is_relative = structural->dummy && structural->dummy->is_relative;
    record_word(out, is_relative ? "relative frame structural node:" : "structural node:");
    record_unsigned(out, node->label);
    record_vec3(out, structural->initial.x);
    record_word(out, node->has_rotation ? NAMES[structural->orientation] : "");
    if (node->has_rotation)
        record_orientation(out, &structural->initial.R, structural->orientation);
    record_end(out);
}

static void name_type(const node *node, record *out)
{
    const structural *self = node->self;
    record_type(out, KINDS[self->kind]);
}

static void node_structural_output_row(const state *state, const node *node, record *out)
{
    const structural *self = node->self;
    const pose pose = structural_pose(state, node);
    name_type(node, out);
    record_begin(out, node->label);
    record_name(out, "X", QUANTITY_LENGTH, "global position vector (X, Y, Z)");
    record_vec3(out, pose.x);
    if (node->has_rotation) {
        record_name(out, "", QUANTITY_ORIENTATION, "global");
        record_orientation(out, &pose.R, self->orientation);
    } else {
        record_name(out, "Phi", QUANTITY_RADIANS, "global orientation vector (Phi_X, Phi_Y, Phi_Z)");
        record_vec3(out, (vec3){0, 0, 0});
    }
    record_name(out, "XP", QUANTITY_VELOCITY, "global velocity vector (v_X, v_Y, v_Z)");
    record_vec3(out, pose.v);
    record_name(out, "Omega", QUANTITY_ANGULAR_VELOCITY, "global angular velocity vector (omega_X, omega_Y, omega_Z)");
    record_vec3(out, pose.w);
    if (structural_shows_accelerations(node)) {
        vec3 a, dw;
        structural_acceleration(state, node, &a, &dw);
        record_name(out, "XPP", QUANTITY_ACCELERATION, "global acceleration vector (a_X, a_Y, a_Z)");
        record_vec3(out, a);
        if (node->has_rotation)
            record_name(out, "OmegaP", QUANTITY_ANGULAR_ACCELERATION,
                        "global angular acceleration vector (omegaP_X, omegaP_Y, omegaP_Z)");
        record_vec3(out, dw);
    }
    record_end(out);
}

static void momentum_row(const state *state, const node *node, record *out)
{
    if (node->momentum < 0 || structural_is_modal(node))
        return;
    const vec3 zero = {0, 0, 0};
    const double *y = state->y + node->momentum, *yp = state->yp + node->momentum;
    record_begin(out, node->label);
    record_name(out, "B", QUANTITY_MOMENTUM, "momentum (X, Y, Z)");
    record_vec3(out, vec3_load(y));
    record_name(out, "G", QUANTITY_MOMENTA_MOMENT, "momenta moment (X, Y, Z)");
    record_vec3(out, node->has_rotation ? vec3_load(y + 3) : zero);
    record_name(out, "BP", QUANTITY_MOMENTUM_DERIVATIVE, "momentum derivative (X, Y, Z)");
    record_vec3(out, vec3_load(yp));
    record_name(out, "GP", QUANTITY_MOMENTA_MOMENT_DERIVATIVE, "momenta moment derivative (X, Y, Z)");
    record_vec3(out, node->has_rotation ? vec3_load(yp + 3) : zero);
    record_end(out);
}

static const char *dof_name(const node *node, int i)
{
    static const char *const SIX[] = {"position x", "position y",       "position z",       "rotation x",
                                      "rotation y", "rotation z",       "momentum x",       "momentum y",
                                      "momentum z", "momenta moment x", "momenta moment y", "momenta moment z"};
    static const char *const THREE[] = {"position x", "position y", "position z",
                                        "momentum x", "momentum y", "momentum z"};
    static const char *const MODAL[] = {"velocity x",         "velocity y",         "velocity z",
                                        "angular velocity x", "angular velocity y", "angular velocity z"};
    if (i >= 6 && structural_is_modal(node))
        return MODAL[i - 6];
    return node->has_rotation ? SIX[i] : THREE[i];
}

const node_type node_structural_type = {
    .keyword = "structural",
    .counter = "structural nodes",
    .grammar =
        "structural: LABEL, { static | dynamic | modal }, [position,] X, [orientation,] R [, orientation description, "
        "KIND], "
        "[velocity,] V, [angular velocity,] W [, assembly, KX, KV, { yes | no }] [, accelerations, { yes | no }]\n"
        "structural: LABEL, { static displacement | dynamic displacement }, [position,] X, [velocity,] V [, assembly, "
        "KX, KV]\n"
        "structural: LABEL, TYPE, at reference, REFERENCE\n"
        "structural: LABEL, dummy, NODE, { offset, F, R | relative frame, NODE [, position, F] [, orientation, R] [, "
        "pivot node, NODE "
        "[, position, F] [, orientation, R]] }",
    .summary = "A point in space, usually with an orientation, that can carry mass and to which elements are attached.",
    .file = "mov",
    .level = "struct",
    .size = sizeof(structural),
    .read = node_structural_read,
    .read_extra = read_extra,
    .accelerations = accelerations,
    .show_accelerations = show_accelerations,
    .complete = node_structural_complete,
    .want_private = structural_want_private,
    .kind = kind,
    .initial = node_structural_initial,
    .output = node_structural_output_row,
    .second_row = momentum_row,
    .second_file = "ine",
    .log = node_structural_log_line,
    .private_index = structural_private_index,
    .private_value = structural_private_value,
    .private_names = structural_private_names,
    .dof_name = dof_name,
};
