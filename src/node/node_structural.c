/* node_structural.c - structural nodes: position, and usually orientation.
 *
 *     static             unknowns x g              rows: balance of forces and moments
 *     dynamic            unknowns x g beta gamma   rows: momentum definitions, balance
 *     modal              unknowns x g v w          rows: velocity definitions, balance; the frame of a modal element
 *     ... displacement   the same without rotation
 *     dummy              no unknowns: follows other nodes (dummy.c)
 *
 * g are Cayley-Gibbs-Rodrigues parameters relative to the predicted orientation, so they are zero in the initial
 * values. */
#include "node/structural.h"
#include "contract/diag_rows.h"
#include "control/control.h"
#include "model/model.h"

static const char *const KINDS[] = {
    "static", "dynamic", "modal", "dummy", "static displacement", "dynamic displacement", NULL};

static void read_assembly(reader *r, structural *s, bool has_rotation)
{
    if (!read_keyword(r, "assembly"))
        return;
    s->assembly.position_stiffness = read_real(r, "position stiffness");
    s->assembly.velocity_stiffness = read_real(r, "velocity stiffness");
    if (has_rotation)
        s->assembly.omega_rotates = read_bool(r, "omega rotates");
}

static void node_structural_read_motion(reader *r, structural *s, bool has_rotation)
{
    frame *f = &s->initial;
    read_keyword(r, "position");
    f->x = read_position_abs(r, NULL, "position");
    f->R = MAT3_EYE;
    if (has_rotation) {
        read_keyword(r, "orientation");
        f->R = read_orientation_abs(r, NULL, "orientation matrix");
        if (read_keyword(r, "orientation description"))
            s->orientation = read_orientation_kind(r);
    }
    read_keyword(r, "velocity");
    f->v = read_velocity_abs(r, f->x, "velocity");
    if (has_rotation) {
        read_keyword(r, "angular velocity");
        f->w = read_angular_velocity_abs(r, "angular velocity");
    }
}

static void read_at_reference(reader *r, structural *s, bool has_rotation)
{
    s->initial = *read_reference(r);
    if (!has_rotation) {
        s->initial.R = MAT3_EYE;
        s->initial.w = (vec3){0, 0, 0};
    } else if (read_keyword(r, "orientation description")) {
        s->orientation = read_orientation_kind(r);
    }
}

static void node_structural_read(reader *r, node *n)
{
    const control *c = &model_of(r)->options;
    structural *s = n->self;
    const int kind = read_choice(r, KINDS, "kind of structural node");
    n->pose_wanted = true;
    n->initial = &s->initial;
    n->assembly = &s->assembly;
    n->has_rotation = kind < 4;
    s->assembly.position_stiffness = c->position_stiffness;
    s->assembly.velocity_stiffness = c->velocity_stiffness;
    s->assembly.omega_rotates = c->omega_rotates;
    s->orientation = c->orientation;
    s->accelerations = c->accelerations;
    s->has_inertia = model_of(r)->problem.static_nodes_have_inertia;
    s->initial.R = MAT3_EYE;
    s->kind = kind < 4 ? (structural_kind)(kind < 0 ? 0 : kind) : kind == 4 ? STRUCTURAL_STATIC : STRUCTURAL_DYNAMIC;
    if (s->kind == STRUCTURAL_DUMMY) {
        n->is_dummy = true;
        n->pose_wanted = false;
        dummy_read(r, n);
        return;
    }
    const int half = n->has_rotation ? 6 : 3;
    n->momentum = s->kind == STRUCTURAL_STATIC ? -1 : 0;
    n->n_dof = n->momentum < 0 ? half : 2 * half;
    if (read_keyword(r, "at reference"))
        read_at_reference(r, s, n->has_rotation);
    else
        node_structural_read_motion(r, s, n->has_rotation);
    read_assembly(r, s, n->has_rotation);
}

static bool read_extra(reader *r, node *n)
{
    structural *s = n->self;
    if (read_keyword(r, "accelerations")) {
        s->accelerations = !read_more(r) || read_bool(r, "accelerations flag");
        if (s->accelerations && s->kind == STRUCTURAL_STATIC && !s->has_inertia)
            read_error_last(r, E_STATIC_ACCELERATIONS, n->label);
        return true;
    }
    if (read_keyword(r, "orientation description")) {
        s->orientation = read_orientation_kind(r);
        return true;
    }
    return false;
}

/* A modal node has velocities in the place of its momenta. */
static node_accelerations accelerations(const node *n)
{
    const structural *s = n->self;
    return (node_accelerations){
        .is_wanted = structural_can_accelerate(n) && (s->accelerations || s->wants_accelerations),
        .is_read = s->wants_accelerations,
        .momentum_is_velocity = structural_is_modal(n),
    };
}

static void show_accelerations(node *n) { ((structural *)n->self)->accelerations = true; }

/* A dummy node shows accelerations of its base, which then has to have them. */
static void node_structural_complete(node *n)
{
    if (n->is_dummy && structural_shows_accelerations(n))
        structural_want_accelerations(n);
}

static dof_kind kind(const node *n, int i)
{
    (void)n, (void)i;
    return DOF_DIFFERENTIAL;
}

static void node_structural_initial(const node *n, initial_values *v)
{
    const structural *s = n->self;
    if (n->pose < 0)
        return;
    const frame *f = &s->initial;
    v->poses[n->pose] = (pose){.x = f->x, .v = f->v, .w = f->w, .R = f->R, .w_ref = f->w};
    vec3_store(v->y + n->dof, f->x);
    vec3_store(v->yp + n->dof, f->v);
}

static void node_structural_log_line(const node *n, record *out)
{
    const structural *s = n->self;
    static const char *const NAMES[] = {"euler123", "euler313", "euler321", "phi", "mat"};
    const bool is_relative = s->dummy && s->dummy->is_relative;
    record_word(out, is_relative ? "relative frame structural node:" : "structural node:");
    record_unsigned(out, n->label);
    record_vec3(out, s->initial.x);
    record_word(out, n->has_rotation ? NAMES[s->orientation] : "");
    if (n->has_rotation)
        record_orientation(out, &s->initial.R, s->orientation);
    record_end(out);
}

static void name_type(const node *n, record *out)
{
    const structural *self = n->self;
    record_type(out, KINDS[self->kind]);
}

static void node_structural_output_row(const state *s, const node *n, record *out)
{
    const structural *self = n->self;
    const pose p = structural_pose(s, n);
    name_type(n, out);
    record_begin(out, n->label);
    record_name(out, "X", QUANTITY_LENGTH, "global position vector (X, Y, Z)");
    record_vec3(out, p.x);
    if (n->has_rotation) {
        record_name(out, "", QUANTITY_ORIENTATION, "global");
        record_orientation(out, &p.R, self->orientation);
    } else {
        record_name(out, "Phi", QUANTITY_RADIANS, "global orientation vector (Phi_X, Phi_Y, Phi_Z)");
        record_vec3(out, (vec3){0, 0, 0});
    }
    record_name(out, "XP", QUANTITY_VELOCITY, "global velocity vector (v_X, v_Y, v_Z)");
    record_vec3(out, p.v);
    record_name(out, "Omega", QUANTITY_ANGULAR_VELOCITY, "global angular velocity vector (omega_X, omega_Y, omega_Z)");
    record_vec3(out, p.w);
    if (structural_shows_accelerations(n)) {
        vec3 a, dw;
        structural_acceleration(s, n, &a, &dw);
        record_name(out, "XPP", QUANTITY_ACCELERATION, "global acceleration vector (a_X, a_Y, a_Z)");
        record_vec3(out, a);
        if (n->has_rotation)
            record_name(out, "OmegaP", QUANTITY_ANGULAR_ACCELERATION,
                        "global angular acceleration vector (omegaP_X, omegaP_Y, omegaP_Z)");
        record_vec3(out, dw);
    }
    record_end(out);
}

static void momentum_row(const state *s, const node *n, record *out)
{
    if (n->momentum < 0 || structural_is_modal(n))
        return;
    const vec3 zero = {0, 0, 0};
    const double *y = s->y + n->momentum, *yp = s->yp + n->momentum;
    record_begin(out, n->label);
    record_name(out, "B", QUANTITY_MOMENTUM, "momentum (X, Y, Z)");
    record_vec3(out, vec3_load(y));
    record_name(out, "G", QUANTITY_MOMENTA_MOMENT, "momenta moment (X, Y, Z)");
    record_vec3(out, n->has_rotation ? vec3_load(y + 3) : zero);
    record_name(out, "BP", QUANTITY_MOMENTUM_DERIVATIVE, "momentum derivative (X, Y, Z)");
    record_vec3(out, vec3_load(yp));
    record_name(out, "GP", QUANTITY_MOMENTA_MOMENT_DERIVATIVE, "momenta moment derivative (X, Y, Z)");
    record_vec3(out, n->has_rotation ? vec3_load(yp + 3) : zero);
    record_end(out);
}

static const char *dof_name(const node *n, int i)
{
    static const char *const SIX[] = {"position x", "position y",       "position z",       "rotation x",
                                      "rotation y", "rotation z",       "momentum x",       "momentum y",
                                      "momentum z", "momenta moment x", "momenta moment y", "momenta moment z"};
    static const char *const THREE[] = {"position x", "position y", "position z",
                                        "momentum x", "momentum y", "momentum z"};
    static const char *const MODAL[] = {"velocity x",         "velocity y",         "velocity z",
                                        "angular velocity x", "angular velocity y", "angular velocity z"};
    if (i >= 6 && structural_is_modal(n))
        return MODAL[i - 6];
    return n->has_rotation ? SIX[i] : THREE[i];
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
