/* control_model.c - cards of the control data block for the initial assembly, the model and its checks. */
#include "control/control_cards.h"
#include "model/reading.h"

void read_skip_assembly_card(reader *reader, control *control)
{
    (void)reader;
    control->skip_assembly = true;
}

void read_deformable_assembly_card(reader *reader, control *control)
{
    (void)reader;
    control->assemble_deformable = true;
}

void read_use_card(reader *reader, control *control)
{
    const char *words[CLASS_COUNT + 2];
    int class[CLASS_COUNT], n = 0;
    for (int i = 0; i < CLASS_COUNT; i++)
        if (elem_classes[i].flags & CLASS_IN_USE)
            words[n] = elem_classes[i].counter, class[n++] = i;
    words[n] = "in assembly";
    words[n + 1] = NULL;
    for (int i; (i = read_choice(reader, words, "item of 'use'")) >= 0 && i < n;) {
        control->class_in_assembly[class[i]] = true;
        if (elem_classes[class[i]].flags & CLASS_HAS_LOADS && !control->loads_in_assembly) {
            control->loads_in_assembly = words[i];
            control->loads_location = read_last_location(reader);
        }
        if (elem_classes[class[i]].useless)
            diag_report(reader_diag(reader),
                        elem_classes[class[i]].useless /* W_BODIES_IN_ASSEMBLY, W_GRAVITY_IN_ASSEMBLY */,
                        read_last_location(reader));
    }
}

void read_initial_stiffness_card(reader *reader, control *control)
{
    control->position_stiffness = read_not_negative(reader, "position stiffness");
    control->velocity_stiffness =
        read_more(reader) ? read_not_negative(reader, "velocity stiffness") : control->position_stiffness;
}

void read_omega_rotates_card(reader *reader, control *control)
{
    control->omega_rotates = read_bool(reader, "omega rotates");
}

void read_tolerance_card(reader *reader, control *control)
{
    control->assembly_tolerance = read_positive(reader, "tolerance");
}

void read_max_iterations_card(reader *reader, control *control)
{
    control->assembly_iterations = read_integer_in(reader, 0, 1 << 30, "number of iterations");
}

void read_model_card(reader *reader, control *control)
{
    static const char *const KINDS[] = {"static", NULL};
    if (read_choice(reader, KINDS, "kind of model") == 0)
        control->is_static = true;
}

static void read_constant_motion(reader *reader, rigid_body_kinematics *rigid_body_kinematics, int item,
                                 const char *what)
{
    vec3 *const at[] = {&rigid_body_kinematics->x, NULL,
                        &rigid_body_kinematics->v, &rigid_body_kinematics->w,
                        &rigid_body_kinematics->a, &rigid_body_kinematics->dw};
    if (at[item])
        *at[item] = read_vec3(reader, what);
    else
        rigid_body_kinematics->R = read_orientation(reader, what);
}

static void read_driven_motion(reader *reader, rigid_body_kinematics *rigid_body_kinematics, int item, const char *what)
{
    const tpl_drive **const at[] = {&rigid_body_kinematics->x_drive, &rigid_body_kinematics->R_drive,
                                    &rigid_body_kinematics->v_drive, &rigid_body_kinematics->w_drive,
                                    &rigid_body_kinematics->a_drive, &rigid_body_kinematics->dw_drive};
    *at[item] = read_tpl_drive(reader, 3, what);
}

void read_rigid_body_kinematics_card(reader *reader, control *control)
{
    static const char *const FORMS[] = {"const", "drive", NULL};
    static const char *const ITEMS[] = {"position",     "orientation",          "velocity", "angular velocity",
                                        "acceleration", "angular acceleration", NULL};
    rigid_body_kinematics *rigid_body_kinematics = &control->motion;
    rigid_body_kinematics->is_set = true;
    rigid_body_kinematics->by_drives = read_choice(reader, FORMS, "form of rigid body kinematics") == 1;
    while (read_more(reader)) {
        const int item = read_choice(reader, ITEMS, "quantity of rigid body kinematics");
        if (item >= 0)
            (rigid_body_kinematics->by_drives ? read_driven_motion
                                              : read_constant_motion)(reader, rigid_body_kinematics, item, ITEMS[item]);
    }
}

static void read_check_output(reader *reader, jacobian_check *jacobian_check)
{
    if (read_keyword(reader, "none"))
        jacobian_check->matrices = jacobian_check->statistics = jacobian_check->statistics_iteration = false;
    else if (read_keyword(reader, "all"))
        jacobian_check->matrices = jacobian_check->statistics = jacobian_check->statistics_iteration = true;
    if (read_keyword(reader, "matrices"))
        jacobian_check->matrices = read_bool(reader, "matrices");
    if (read_keyword(reader, "statistics"))
        jacobian_check->statistics = read_bool(reader, "statistics");
    if (read_keyword(reader, "statistics iteration"))
        jacobian_check->statistics_iteration = read_bool(reader, "statistics iteration");
}

/* An example of the manual omits the word `iterations`. */
static bool read_check_iterations(reader *reader)
{
    static const char *const OTHERS[] = {"forward mode automatic differentiation", "coefficient", "order", "output"};
    if (read_keyword(reader, "iterations"))
        return true;
    for (int i = 0; i < ARRAY_LEN(OTHERS); i++)
        if (read_peek(reader, OTHERS[i]))
            return false;
    return read_more(reader);
}

void read_jacobian_check_card(reader *reader, control *control)
{
    jacobian_check *k = &control->check;
    *k = (jacobian_check){.step = 1e-6, .order = 1, .matrices = true, .statistics = true, .statistics_iteration = true};
    k->when = read_drive(reader, "when to check the Jacobian");
    if (read_check_iterations(reader))
        k->iterations = read_drive(reader, "iterations to check the Jacobian at");
    if (read_keyword(reader, "forward mode automatic differentiation")) {
        k->forward_mode = true;
    } else {
        if (read_keyword(reader, "coefficient"))
            k->step = read_positive(reader, "coefficient");
        if (read_keyword(reader, "order"))
            k->order = read_integer_in(reader, 1, 8, "order");
    }
    if (read_keyword(reader, "output"))
        read_check_output(reader, k);
}

void read_loadable_path_card(reader *reader, control *control)
{
    static const char *const FORMS[] = {"set", "add", NULL};
    const bool is_set = read_try_choice(reader, FORMS) == 0;
    const char *path = reader_allows(reader, "modules") ? read_filename(reader, "path of modules") : "";
    if (!read_ok(reader))
        return;
    const bool is_first = is_set || !control->loadable_path;
    control->loadable_path =
        is_first ? path : arena_printf(reader_arena(reader), "%s:%s", control->loadable_path, path);
    control->loadable_path_only |= is_set;
}

void read_select_timeout_card(reader *reader, control *control)
{
    control->select_timeout = read_keyword(reader, "forever") ? 0.0 : read_positive(reader, "timeout");
}
