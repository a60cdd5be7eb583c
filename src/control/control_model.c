/* control_model.c - cards of the control data block on the initial assembly, the model and its checks. */
#include "control/control_cards.h"
#include "model/reading.h"

void read_skip_assembly_card(reader *r, control *c)
{
    (void)r;
    c->skip_assembly = true;
}

void read_deformable_assembly_card(reader *r, control *c)
{
    (void)r;
    c->assemble_deformable = true;
}

void read_use_card(reader *r, control *c)
{
    const char *words[CLASS_COUNT + 2];
    int class[CLASS_COUNT], n = 0;
    for (int i = 0; i < CLASS_COUNT; i++)
        if (elem_classes[i].flags & CLASS_IN_USE)
            words[n] = elem_classes[i].counter, class[n++] = i;
    words[n] = "in assembly";
    words[n + 1] = NULL;
    for (int i; (i = read_choice(r, words, "item of 'use'")) >= 0 && i < n;) {
        c->class_in_assembly[class[i]] = true;
        if (class[i] == CLASS_FORCES)
            c->forces_in_assembly = read_last_place(r);
        if (elem_classes[class[i]].useless)
            diag_report(reader_diag(r),
                        elem_classes[class[i]].useless /* W_BODIES_IN_ASSEMBLY, W_GRAVITY_IN_ASSEMBLY */,
                        read_last_place(r));
    }
}

void read_initial_stiffness_card(reader *r, control *c)
{
    c->position_stiffness = read_positive(r, "position stiffness");
    c->velocity_stiffness = read_more(r) ? read_positive(r, "velocity stiffness") : c->position_stiffness;
}

void read_omega_rotates_card(reader *r, control *c) { c->omega_rotates = read_bool(r, "omega rotates"); }

void read_tolerance_card(reader *r, control *c) { c->assembly_tolerance = read_positive(r, "tolerance"); }

void read_max_iterations_card(reader *r, control *c)
{
    c->assembly_iterations = read_integer_in(r, 0, 1 << 30, "number of iterations");
}

void read_model_card(reader *r, control *c)
{
    static const char *const KINDS[] = {"static", NULL};
    if (read_choice(r, KINDS, "kind of model") == 0)
        c->is_static = true;
}

static void read_constant_motion(reader *r, rigid_body_kinematics *k, int item, const char *what)
{
    vec3 *const at[] = {&k->x, NULL, &k->v, &k->w, &k->a, &k->dw};
    if (at[item])
        *at[item] = read_vec3(r, what);
    else
        k->R = read_orientation(r, what);
}

static void read_driven_motion(reader *r, rigid_body_kinematics *k, int item, const char *what)
{
    const tpl_drive **const at[] = {&k->x_drive, &k->R_drive, &k->v_drive, &k->w_drive, &k->a_drive, &k->dw_drive};
    *at[item] = read_tpl_drive(r, 3, what);
}

void read_rigid_body_kinematics_card(reader *r, control *c)
{
    static const char *const FORMS[] = {"const", "drive", NULL};
    static const char *const ITEMS[] = {"position",     "orientation",          "velocity", "angular velocity",
                                        "acceleration", "angular acceleration", NULL};
    rigid_body_kinematics *k = &c->motion;
    k->is_set = true;
    k->by_drives = read_choice(r, FORMS, "form of rigid body kinematics") == 1;
    while (read_more(r)) {
        const int item = read_choice(r, ITEMS, "quantity of rigid body kinematics");
        if (item >= 0)
            (k->by_drives ? read_driven_motion : read_constant_motion)(r, k, item, ITEMS[item]);
    }
}

static void read_check_output(reader *r, jacobian_check *k)
{
    if (read_keyword(r, "none"))
        k->matrices = k->statistics = k->statistics_iteration = false;
    else if (read_keyword(r, "all"))
        k->matrices = k->statistics = k->statistics_iteration = true;
    if (read_keyword(r, "matrices"))
        k->matrices = read_bool(r, "matrices");
    if (read_keyword(r, "statistics"))
        k->statistics = read_bool(r, "statistics");
    if (read_keyword(r, "statistics iteration"))
        k->statistics_iteration = read_bool(r, "statistics iteration");
}

void read_jacobian_check_card(reader *r, control *c)
{
    jacobian_check *k = &c->check;
    *k = (jacobian_check){.step = 1e-6, .order = 1, .matrices = true, .statistics = true, .statistics_iteration = true};
    k->when = read_drive(r, "when to check the Jacobian");
    if (read_keyword(r, "iterations"))
        k->iterations = read_drive(r, "iterations to check the Jacobian at");
    if (read_keyword(r, "forward mode automatic differentiation")) {
        k->forward_mode = true;
    } else {
        if (read_keyword(r, "coefficient"))
            k->step = read_positive(r, "coefficient");
        if (read_keyword(r, "order"))
            k->order = read_integer_in(r, 1, 8, "order");
    }
    if (read_keyword(r, "output"))
        read_check_output(r, k);
}

void read_loadable_path_card(reader *r, control *c)
{
    static const char *const FORMS[] = {"set", "add", NULL};
    const bool is_set = read_try_choice(r, FORMS) == 0;
    const char *path = reader_allows(r, "modules") ? read_filename(r, "path of modules") : "";
    if (!read_ok(r))
        return;
    const bool is_first = is_set || !c->loadable_path;
    c->loadable_path = is_first ? path : arena_printf(reader_arena(r), "%s:%s", c->loadable_path, path);
    c->loadable_path_only |= is_set;
}

void read_select_timeout_card(reader *r, control *c)
{
    c->select_timeout = read_keyword(r, "forever") ? 0.0 : read_positive(r, "timeout");
}
