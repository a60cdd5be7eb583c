/* rules.c - integration rules of solid elements.
 *
 *     8 and 27 points     products of Gauss, from + to -, the last coordinate fastest
 *     prism, 21           Gauss, three points, along r3, outermost; in each layer the seven points of degree five
 *     tetrahedron, 5, 15  degree three with a negative weight at the centre; degree five
 *     tetrahedron, 24     degree six
 *
 *     A, B = (6 +- sqrt 15) / 21       a triangle has the area 1/2, a tetrahedron the volume 1/6
 *
 * The rules of prism and tetrahedron are those of Code_Aster (R3.01.01): FPG21, FPG5, FPG15;
 * that of 24 points is Keast's (Comput. Methods Appl. Mech. Eng. 55, 1986). */
#include "element/solid/shape.h"
#include <math.h>

static const double SQRT15 = 3.872983346207417;

static double gauss_3(int i, double *r)
{
    static const double at[] = {0.7745966692414834, 0.0, -0.7745966692414834}, weight[] = {5.0 / 9, 8.0 / 9, 5.0 / 9};
    *r = at[i];
    return weight[i];
}

static double gauss_8(int i, double r[3])
{
    const double g = 0.5773502691896258;
    for (int k = 0; k < 3; k++)
        r[k] = i >> (2 - k) & 1 ? -g : g;
    return 1.0;
}

static double gauss_27(int i, double r[3])
{
    return gauss_3(i / 9, &r[0]) * gauss_3(i / 3 % 3, &r[1]) * gauss_3(i % 3, &r[2]);
}

/* The seven points of a triangle: three near the corners, three near the sides, the centre. */
static double triangle_7(int i, double r[2])
{
    const double A = (6.0 + SQRT15) / 21.0, B = (6.0 - SQRT15) / 21.0, C = 1.0 / 3.0;
    const double at[][2] = {{B, B}, {1 - 2 * B, B}, {B, 1 - 2 * B}, {A, 1 - 2 * A}, {A, A}, {1 - 2 * A, A}, {C, C}};
    r[0] = at[i][0], r[1] = at[i][1];
    return i == 6 ? 9.0 / 80.0 : (i < 3 ? 155.0 - SQRT15 : 155.0 + SQRT15) / 2400.0;
}

static double prism_21(int i, double r[3]) { return gauss_3(i / 7, &r[2]) * triangle_7(i % 7, r); }

static double tetrahedron_5(int i, double r[3])
{
    for (int k = 0; k < 3; k++)
        r[k] = i == 0 ? 0.25 : i == 4 - k ? 0.5 : 1.0 / 6.0;
    return i == 0 ? -2.0 / 15.0 : 3.0 / 40.0;
}

/* Centre; four points near the corners and four near the faces; six near the edges. */
static double tetrahedron_15(int i, double r[3])
{
    if (i == 0) {
        r[0] = r[1] = r[2] = 0.25;
        return 8.0 / 405.0;
    }
    if (i < 9) {
        const double root = i < 5 ? SQRT15 : -SQRT15, b = (7.0 + root) / 34.0, c = (13.0 - 3.0 * root) / 34.0;
        for (int k = 0; k < 3; k++)
            r[k] = (i - 1) % 4 == 3 - k ? c : b;
        return (2665.0 - 14.0 * root) / 226800.0;
    }
    const double d = (5.0 - SQRT15) / 20.0, e = (5.0 + SQRT15) / 20.0;
    for (int k = 0; k < 3; k++)
        r[k] = i < 12 ? (i - 9 == k ? e : d) : (i - 12 == k ? d : e);
    return 5.0 / 567.0;
}

/* Three times four points on the lines from the corners to the opposite faces; twelve near the edges. */
static double tetrahedron_24(int i, double r[3])
{
    static const double A[] = {0.21460287125915203, 0.040673958534611353, 0.32233789014227551},
                        WEIGHT[] = {0.0066537917096945820, 0.0016795351758867738, 0.0092261969239424537};
    const double b = 0.063661001875017525, c = 0.26967233145831581;
    if (i < 12) {
        const double a = A[i / 4];
        for (int k = 0; k < 3; k++)
            r[k] = i % 4 == k ? 1.0 - 3.0 * a : a;
        return WEIGHT[i / 4];
    }
    /* the volume coordinate `first` is c, `second` what is left, the others b; the last one is not in r */
    const int first = (i - 12) / 3, next = (i - 12) % 3, second = next < first ? next : next + 1;
    for (int k = 0; k < 3; k++)
        r[k] = k == first ? c : k == second ? 1.0 - 2.0 * b - c : b;
    return 9.0 / 1120.0;
}

const solid_rule RULE_GAUSS_8 = {8, gauss_8}, RULE_GAUSS_27 = {27, gauss_27}, RULE_PRISM_21 = {21, prism_21},
                 RULE_TETRAHEDRON_5 = {5, tetrahedron_5}, RULE_TETRAHEDRON_15 = {15, tetrahedron_15},
                 RULE_TETRAHEDRON_24 = {24, tetrahedron_24};
