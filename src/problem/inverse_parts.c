/* inverse_parts.c - which elements take part when a motion, and when the torques that make it, are found. */
#include "problem/diag_rows.h"
#include "problem/inverse.h"

static bool is_apart(const inverse *q, const elem *e, unsigned flag)
{
    const unsigned both = INVERSE_TORQUE | INVERSE_MOTION;
    return q->is_found_apart && (e->role & both) == flag;
}

static void choose_parts(inverse *q)
{
    for (int i = 0; i < q->x->a->n_order; i++) {
        const elem *e = q->x->a->order[i];
        const bool is_constraint = e->n_own > 0, is_ergonomy = q->is_free && e->role & INVERSE_ERGONOMY;
        q->no_ergonomy[i] = is_constraint || !is_ergonomy;
        q->no_motion[i] = is_constraint ? is_apart(q, e, INVERSE_TORQUE) : !is_ergonomy;
        q->no_torque[i] = is_constraint ? is_apart(q, e, INVERSE_MOTION) : (e->role & INVERSE_NO_FORCES) != 0;
        q->has_ergonomy |= !q->no_ergonomy[i];
    }
}

static bool check_elements(const inverse *q)
{
    const model *m = q->x->m;
    for (int i = 0; i < m->elems.n; i++) {
        const elem *e = m->elems.items[i];
        for (int k = 0; k < e->n_own; k++) {
            q->is_own[e->own + k] = true;
            if (e->kinds && e->kinds[k] != OWN_CONSTRAINT && e->kinds[k] != OWN_PLAIN_CONSTRAINT) {
                diag_report(q->x->errors, E_INVERSE_ELEMENT, e->where, e->type->card->name, e->label);
                return false;
            }
        }
    }
    return true;
}

static bool check_nodes(const inverse *q)
{
    const model *m = q->x->m;
    for (int i = 0; i < m->nodes.n; i++)
        if (m->nodes.items[i]->momentum >= 0 || (m->nodes.items[i]->pose < 0 && m->nodes.items[i]->n_dof > 0)) {
            diag_report(q->x->errors, E_INVERSE_NODE, m->nodes.items[i]->where, m->nodes.items[i]->type->keyword,
                        m->nodes.items[i]->label);
            return false;
        }
    return true;
}

static int inverse_parts_count(const inverse *q, const bool *left_out)
{
    int n = 0;
    for (int i = 0; i < q->x->a->n_order; i++) {
        const elem *e = q->x->a->order[i];
        n += left_out[i] || !elem_is_on(&q->x->u->s, e) ? 0 : e->n_own;
    }
    return n;
}

static bool check_counts(const inverse *q)
{
    int motions = q->x->m->n_unknowns;
    for (int i = 0; i < q->x->m->n_unknowns; i++)
        motions -= q->is_own[i];
    const int phi = inverse_parts_count(q, q->no_motion), theta = inverse_parts_count(q, q->no_torque);
    if (q->is_free ? phi > motions : phi != motions)
        diag_report(q->x->errors, q->is_free ? E_INVERSE_TOO_MANY : E_INVERSE_COUNT, q->x->p->where, motions, phi);
    else if (q->is_found_apart && theta != motions)
        diag_report(q->x->errors, E_INVERSE_TORQUES, q->x->p->where, motions, theta);
    else
        return true;
    return false;
}

bool inverse_parts(inverse *q)
{
    const inverse_type type = q->settings->type;
    q->is_free = type == INVERSE_UNDERACTUATED || type == INVERSE_REDUNDANT;
    q->is_found_apart = type == INVERSE_NON_COLLOCATED || type == INVERSE_REDUNDANT;
    choose_parts(q);
    return check_nodes(q) && check_elements(q) && check_counts(q);
}
