/* jacobian_check.c - `finite difference jacobian meter`: the Jacobian matrix against another way to find it, column by
 * column.
 *
 *     order 1    (r(h) - r(0)) / h
 *     order 2p   sum_m  w_m (r(m h) - r(-m h)) / h,      w_m = (-1)^(m+1) p!^2 / (m (p - m)! (p + m)!)
 *                r(h): residual after the correction h of the unknown, h = delta (1 + |y'|), or |y| of an algebraic one
 *     forward mode    products of the elements' own Jacobians with unit vectors, added without the matrix
 *
 * An odd order above 1 counts as the next even one. Rotations are corrected relative to the predicted orientation, so
 * that columns of differences and of the matrix agree up to the size of the rotation since the prediction. */
#include "problem/jacobian_check.h"
#include "contract/drive.h"
#include <stdio.h>
#include <string.h>

struct jacobian_checker {
    const jacobian_check *o;
    solution *u;
    equations *a; /* for residuals of its own */
    double *column, *unit;
};

jacobian_checker *jacobian_checker_create(solution *u, arena *memory)
{
    jacobian_checker *k = ARENA_NEW(memory, jacobian_checker);
    *k = (jacobian_checker){.o = &u->m->options.check,
                            .u = u,
                            .a = equations_create(u->m, memory),
                            .column = ARENA_ARRAY(memory, double, u->n + 1),
                            .unit = ARENA_ARRAY(memory, double, u->n)};
    return k;
}

bool jacobian_check_due(const jacobian_checker *k, int iteration)
{
    const state *s = &k->u->s;
    return drive_now(k->o->when, s) != 0 && (!k->o->iterations || drive_at(k->o->iterations, s, iteration) != 0);
}

/* --- columns ------------------------------------------------------------------------------------------------------ */

/* column += weight r, with unknown j corrected by h. */
static void add_residual(jacobian_checker *k, int j, double h, double weight)
{
    solution *u = k->u;
    const double y = u->y[j], yp = u->yp[j];
    if (u->m->kind[j] == DOF_DIFFERENTIAL) {
        u->yp[j] += h;
        u->y[j] += u->s.dvalue * h;
    } else {
        u->y[j] += h;
    }
    solution_update(u);
    equations_residual(k->a, &u->s);
    for (int i = 0; i < u->n; i++)
        k->column[i] += weight * k->a->r[i];
    u->y[j] = y;
    u->yp[j] = yp;
}

static void by_differences(jacobian_checker *k, int j)
{
    const double size = k->u->m->kind[j] == DOF_DIFFERENTIAL ? k->u->yp[j] : k->u->y[j];
    const double h = k->o->step * (1 + fabs(size));
    if (k->o->order == 1) {
        add_residual(k, j, h, 1 / h);
        add_residual(k, j, 0, -1 / h);
        return;
    }
    const int p = (k->o->order + 1) / 2;
    double w = -1;
    for (int m = 1; m <= p; m++) {
        w *= -(double)(p - m + 1) / (p + m);
        add_residual(k, j, m * h, w / (m * h));
        add_residual(k, j, -m * h, -w / (m * h));
    }
}

static void find_column(jacobian_checker *k, int j)
{
    memset(k->column, 0, (size_t)k->u->n * sizeof *k->column);
    if (!k->o->forward_mode) {
        by_differences(k, j);
        return;
    }
    k->unit[j] = 1;
    equations_product(k->a, &k->u->s, k->unit, k->column);
    k->unit[j] = 0;
}

/* --- comparison --------------------------------------------------------------------------------------------------- */

static void show_column(const jacobian_checker *k, int j, const csc *J, const line_listener *hear)
{
    char line[128];
    for (int i = J->start[j]; i < J->start[j + 1]; i++) {
        snprintf(line, sizeof line, "Jac %8d %8d %16g", J->row[i] + 1, j + 1, J->value[i]);
        hear->line(hear->context, line);
    }
    for (int i = 0; i < k->u->n; i++)
        if (k->column[i] != 0) {
            snprintf(line, sizeof line, "NumJac %8d %8d %16g", i + 1, j + 1, k->column[i]);
            hear->line(hear->context, line);
        }
}

/* The largest entry of the difference; NaN counts as the largest. */
static void compare_column(const jacobian_checker *k, int j, const csc *J, jacobian_difference *worst)
{
    for (int i = J->start[j]; i < J->start[j + 1]; i++) {
        k->column[J->row[i]] -= J->value[i];
        worst->size = fmax(worst->size, fabs(J->value[i]));
    }
    for (int i = 0; i < k->u->n; i++)
        if (!(fabs(k->column[i]) <= worst->most)) {
            worst->most = fabs(k->column[i]);
            worst->row = i;
            worst->column = j;
        }
}

jacobian_difference jacobian_check_now(jacobian_checker *k, const csc *J, const line_listener *hear)
{
    const fault before = k->u->failed;
    jacobian_difference worst = {0};
    for (int j = 0; j < k->u->n; j++) {
        find_column(k, j);
        if (k->o->matrices)
            show_column(k, j, J, hear);
        compare_column(k, j, J, &worst);
    }
    solution_update(k->u);
    k->u->failed = before;
    return worst;
}
