/* joint_draw.c - what joints with two sides look like: arms from the nodes to the points, a symbol, the ground.
 *
 * Total joints whose type has no symbol are known by what they leave free: a hinge about one axis, a slider along
 * one, a ball. */
#include "element/joint/total.h"

static draw_tie node_tie(const joint_side *j)
{
    return j->node ? draw_at(j->node, (vec3){0, 0, 0}, NULL) : side_tie(j);
}

void sides_draw(const joint_side side[2], draw_symbol what, draw_tie at, drawing *d)
{
    const draw_tie path[] = {node_tie(&side[0]), side_tie(&side[0]), side_tie(&side[1]), node_tie(&side[1])};
    draw_line(d, path, ARRAY_LEN(path));
    draw_mark(d, what, at);
    for (int i = 0; i < 2; i++)
        if (!side[i].node)
            draw_mark(d, SYMBOL_GROUND, side_tie(&side[i]));
}

void joint_draw(const elem *e, drawing *d)
{
    const joint_side *side = e->self;
    sides_draw(side, e->type->drawing->symbol, side_tie(&side[1]), d);
}

/* The only component of three that is free, or -1. */
static int only_free(const total_status status[3])
{
    int found = -1, n = 0;
    for (int i = 0; i < 3; i++)
        if (status[i] == TOTAL_FREE)
            found = i, n++;
    return n == 1 ? found : -1;
}

static int held(const total_status status[3])
{
    return (status[0] != TOTAL_FREE) + (status[1] != TOTAL_FREE) + (status[2] != TOTAL_FREE);
}

/* The same axes, of which the given one is called the third. */
static mat3 with_third(const mat3 *R, int axis)
{
    mat3 turned;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            turned.e[i][j] = R->e[i][(axis + 1 + j) % 3];
    return turned;
}

void total_draw(const elem *e, drawing *d)
{
    const total *j = e->self;
    const int points = held(j->status), turns = held(j->status + 3);
    const int sliding = only_free(j->status), turning = only_free(j->status + 3);
    draw_symbol what = points == 3 && turns == 3   ? SYMBOL_CLAMP
                       : points == 3 && turns == 0 ? SYMBOL_BALL
                                                   : SYMBOL_GENERAL;
    draw_tie at = side_tie(&j->side[1]);
    if (points == 3 && turning >= 0)
        what = SYMBOL_HINGE, at.A = with_third(&j->Rr[1], turning);
    else if (turns == 3 && sliding >= 0)
        what = SYMBOL_SLIDER, at.A = with_third(&j->side[1].Rh, sliding);
    sides_draw(j->side, what, at, d);
}
