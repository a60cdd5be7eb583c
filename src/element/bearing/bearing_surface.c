/* bearing_surface.c - parts of a surface, and its deviation from a cylinder.
 *
 *     inside:   |dx| <= width / 2 and |dz| <= height / 2,   or   dx^2 + dz^2 <= radius^2     dx: the shorter way round
 *     y(x, z) of a pocket: a constant, or bilinear between the points of its grid and constant beyond them
 *
 * Overlapping pockets add up. */
#include "element/bearing/bearing.h"
#include <math.h>

static double short_way(double dx, double circumference) { return dx - circumference * rint(dx / circumference); }

bool outline_holds(const outline *of, double circumference, double x, double z)
{
    const double dx = short_way(x - of->x, circumference), dz = z - of->z;
    switch (of->kind) {
    case OUTLINE_CIRCLE:
        return dx * dx + dz * dz <= of->radius * of->radius;
    case OUTLINE_RECTANGLE:
        return fabs(dx) <= 0.5 * of->width && fabs(dz) <= 0.5 * of->height;
    case OUTLINE_WHOLE:
        break;
    }
    return true;
}

/* The interval of a list that contains t, the fraction of t in it, and the derivative of that fraction. */
typedef struct {
    int index, next;
    double part, derivative;
} grid_position;

static grid_position find_position(int n, const double *x, double t)
{
    int i = 0;
    while (i + 2 < n && t > x[i + 1])
        i++;
    if (n == 1 || t <= x[0])
        return (grid_position){0};
    if (t >= x[n - 1])
        return (grid_position){.index = n - 1, .next = n - 1};
    const double length = x[i + 1] - x[i];
    return (grid_position){i, i + 1, (t - x[i]) / length, 1.0 / length};
}

static pocket_height height_of(const pocket *pocket, double x, double z)
{
    const grid_position a = find_position(pocket->n_x, pocket->x, x), c = find_position(pocket->n_z, pocket->z, z);
    const double *const low = pocket->y + (size_t)a.index * (size_t)pocket->n_z, *const high = pocket->y +
                                                                                               (size_t)a.next *
                                                                                                   (size_t)pocket->n_z;
    const double y00 = low[c.index], y01 = low[c.next], y10 = high[c.index], y11 = high[c.next];
    const double twist = y11 - y10 - y01 + y00;
    return (pocket_height){
        .y = y00 + a.part * (y10 - y00) + c.part * (y01 - y00) + a.part * c.part * twist,
        .x = a.derivative * (y10 - y00 + c.part * twist),
        .z = c.derivative * (y01 - y00 + a.part * twist),
        .xz = a.derivative * c.derivative * twist,
    };
}

pocket_height surface_height(const bearing_surface *surface, double phi, double z)
{
    const double around = 2.0 * M_PI * surface->radius, x = surface->radius * phi;
    pocket_height sum = {0};
    for (int i = 0; i < surface->n_pockets; i++) {
        const pocket *pocket = &surface->pockets[i];
        if (!outline_holds(&pocket->outline, around, x, z))
            continue;
        const pocket_height pocket_height =
            height_of(pocket, short_way(x - pocket->outline.x, around), z - pocket->outline.z);
        sum.y += pocket_height.y;
        sum.x += pocket_height.x;
        sum.z += pocket_height.z;
        sum.xz += pocket_height.xz;
    }
    return sum;
}
