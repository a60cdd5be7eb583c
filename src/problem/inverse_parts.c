/* inverse_parts.c - which elements take part in finding a motion, and in finding the torques that cause it. */
#include "problem/diag_rows.h"
#include "problem/inverse.h"

static bool is_apart(const inverse *inverse, const elem *element, unsigned flag)
{
    const unsigned both = INVERSE_TORQUE | INVERSE_MOTION;
    return inverse->is_found_apart && (element->role & both) == flag;
}

static void choose_parts(inverse *inverse)
{
    for (int i = 0; i < inverse->run->equations->n_order; i++) {
        const elem *element = inverse->run->equations->order[i];
        const bool is_constraint = element->n_internal > 0,
                   is_ergonomy = inverse->is_free && element->role & INVERSE_ERGONOMY;
        inverse->no_ergonomy[i] = is_constraint || !is_ergonomy;
        inverse->no_motion[i] = is_constraint ? is_apart(inverse, element, INVERSE_TORQUE) : !is_ergonomy;
        inverse->no_torque[i] =
            is_constraint ? is_apart(inverse, element, INVERSE_MOTION) : (element->role & INVERSE_NO_FORCES) != 0;
        inverse->has_ergonomy |= !inverse->no_ergonomy[i];
    }
}

static bool check_elements(const inverse *inverse)
{
    const model *model = inverse->run->model;
    for (int i = 0; i < model->elems.n; i++) {
        const elem *element = model->elems.items[i];
        for (int k = 0; k < element->n_internal; k++) {
            inverse->is_own[element->internal + k] = true;
            if (element->kinds && element->kinds[k] != INTERNAL_CONSTRAINT &&
                element->kinds[k] != INTERNAL_PLAIN_CONSTRAINT) {
                diag_report(inverse->run->errors, E_INVERSE_ELEMENT, element->location, element->type->card->name,
                            element->label);
                return false;
            }
        }
    }
    return true;
}

static bool check_nodes(const inverse *inverse)
{
    const model *model = inverse->run->model;
    for (int i = 0; i < model->nodes.n; i++)
        if (model->nodes.items[i]->momentum >= 0 ||
            (model->nodes.items[i]->pose < 0 && model->nodes.items[i]->n_dof > 0)) {
            diag_report(inverse->run->errors, E_INVERSE_NODE, model->nodes.items[i]->location,
                        model->nodes.items[i]->type->keyword, model->nodes.items[i]->label);
            return false;
        }
    return true;
}

static int inverse_parts_count(const inverse *inverse, const bool *left_out)
{
    int n = 0;
    for (int i = 0; i < inverse->run->equations->n_order; i++) {
        const elem *element = inverse->run->equations->order[i];
        n += left_out[i] || !elem_is_on(&inverse->run->solution->state, element) ? 0 : element->n_internal;
    }
    return n;
}

static bool check_counts(const inverse *inverse)
{
    int motions = inverse->run->model->n_unknowns;
    for (int i = 0; i < inverse->run->model->n_unknowns; i++)
        motions -= inverse->is_own[i];
    const int phi = inverse_parts_count(inverse, inverse->no_motion),
              theta = inverse_parts_count(inverse, inverse->no_torque);
    if (inverse->is_free ? phi > motions : phi != motions)
        diag_report(inverse->run->errors, inverse->is_free ? E_INVERSE_TOO_MANY : E_INVERSE_COUNT,
                    inverse->run->problem->location, motions, phi);
    else if (inverse->is_found_apart && theta != motions)
        diag_report(inverse->run->errors, E_INVERSE_TORQUES, inverse->run->problem->location, motions, theta);
    else
        return true;
    return false;
}

bool inverse_parts(inverse *inverse)
{
    const inverse_type type = inverse->settings->type;
    inverse->is_free = type == INVERSE_UNDERACTUATED || type == INVERSE_REDUNDANT;
    inverse->is_found_apart = type == INVERSE_NON_COLLOCATED || type == INVERSE_REDUNDANT;
    choose_parts(inverse);
    return check_nodes(inverse) && check_elements(inverse) && check_counts(inverse);
}
