/* joint_draw.c - drawings of joints with two sides: arms from the nodes to the points, a symbol, the ground.
 *
 * Total joints whose type has no symbol are drawn according to their free components: a hinge about one axis, a slider
 * along one, a ball. */
#include "element/joint/total.h"

static draw_tie node_tie(const joint_side *side)
{
    return side->node ? draw_at(side->node, (vec3){0, 0, 0}, NULL) : side_tie(side);
}

void sides_draw(const joint_side side[2], draw_symbol what, draw_tie at, drawing *drawing)
{
    const draw_tie path[] = {node_tie(&side[0]), side_tie(&side[0]), side_tie(&side[1]), node_tie(&side[1])};
    draw_line(drawing, path, ARRAY_LEN(path));
    draw_mark(drawing, what, at);
    for (int i = 0; i < 2; i++)
        if (!side[i].node)
            draw_mark(drawing, SYMBOL_GROUND, side_tie(&side[i]));
}

void joint_draw(const elem *element, drawing *drawing)
{
    const joint_side *side = element->self;
    sides_draw(side, element->type->drawing->symbol, side_tie(&side[1]), drawing);
}

/* Returns the only free component of three, or -1. */
static int only_free(const total_status status[3])
{
    int found = -1, n = 0;
    for (int i = 0; i < 3; i++)
        if (status[i] == TOTAL_FREE)
            found = i, n++;
    return n == 1 ? found : -1;
}

static int prescribed(const total_status status[3])
{
    return (status[0] != TOTAL_FREE) + (status[1] != TOTAL_FREE) + (status[2] != TOTAL_FREE);
}

/* Permutes the axes of R such that the given one becomes the third. */
static mat3 with_third(const mat3 *R, int axis)
{
    mat3 rotated;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            rotated.e[i][j] = R->e[i][(axis + 1 + j) % 3];
    return rotated;
}

void total_draw(const elem *element, drawing *drawing)
{
    const total *joint = element->self;
    const int points = prescribed(joint->status), revolutions = prescribed(joint->status + 3);
    const int sliding = only_free(joint->status), rotating = only_free(joint->status + 3);
    draw_symbol what = points == 3 && revolutions == 3   ? SYMBOL_CLAMP
                       : points == 3 && revolutions == 0 ? SYMBOL_BALL
                                                         : SYMBOL_GENERAL;
    draw_tie at = side_tie(&joint->side[1]);
    if (points == 3 && rotating >= 0)
        what = SYMBOL_HINGE, at.A = with_third(&joint->Rr[1], rotating);
    else if (revolutions == 3 && sliding >= 0)
        what = SYMBOL_SLIDER, at.A = with_third(&joint->side[1].Rh, sliding);
    sides_draw(joint->side, what, at, drawing);
}
