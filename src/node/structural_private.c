/* structural_private.c - private data of structural nodes, by name and by index as in the manual.
 *
 * Capital letters denote global components, small letters components along the axes of the node; P is a time
 * derivative. */
#include "node/structural.h"
#include "math/rotation.h"
#include <string.h>

const char *const structural_private_names[] = {
    "X[1]",      "X[2]",     "X[3]",     "x[1]",   "x[2]",      "x[3]",      "Phi[1]",    "Phi[2]",    "Phi[3]",
    "XP[1]",     "XP[2]",    "XP[3]",    "xP[1]",  "xP[2]",     "xP[3]",     "Omega[1]",  "Omega[2]",  "Omega[3]",
    "omega[1]",  "omega[2]", "omega[3]", "E[1]",   "E[2]",      "E[3]",      "E313[1]",   "E313[2]",   "E313[3]",
    "E321[1]",   "E321[2]",  "E321[3]",  "PE[0]",  "PE[1]",     "PE[2]",     "PE[3]",     "XPP[1]",    "XPP[2]",
    "XPP[3]",    "xPP[1]",   "xPP[2]",   "xPP[3]", "OmegaP[1]", "OmegaP[2]", "OmegaP[3]", "omegaP[1]", "omegaP[2]",
    "omegaP[3]", "phi[1]",   "phi[2]",   "phi[3]", NULL};

enum { FIRST_E123 = 22, FIRST_ACCELERATION = 35, LAST_ACCELERATION = 46 };

static bool is_acceleration(int index) { return index >= FIRST_ACCELERATION && index <= LAST_ACCELERATION; }

int structural_private_index(const node *node, const char *name)
{
    if (strncmp(name, "E123[", 5) == 0 && name[5] >= '1' && name[5] <= '3' && strcmp(name + 6, "]") == 0)
        return FIRST_E123 + name[5] - '1'; /* another name of E[i] */
    for (int i = 0; structural_private_names[i]; i++) {
        if (strcmp(structural_private_names[i], name) != 0)
            continue;
        const int index = i + 1;
        return is_acceleration(index) && !structural_can_accelerate(node) ? 0 : index;
    }
    return 0;
}

/* Accelerations are computed if they are read; this does not affect their output. */
void structural_want_private(node *node, int index)
{
    if (is_acceleration(index))
        structural_want_accelerations(node);
}

/* Returns an Euler parameter (unit quaternion) of R; the largest of the four is positive. */
static double euler_parameter(const mat3 *R, int i)
{
    static const int next[3] = {1, 2, 0};
    double e[4];
    const double trace = R->e[0][0] + R->e[1][1] + R->e[2][2];
    int m = R->e[0][0] > R->e[1][1] ? 0 : 1;
    m = R->e[2][2] > R->e[m][m] ? 2 : m;
    if (trace >= R->e[m][m]) {
        const double s = 2 * sqrt(1 + trace);
        e[0] = s / 4;
        for (int k = 0; k < 3; k++) {
            const int p = next[k], q = next[p];
            e[1 + k] = (R->e[q][p] - R->e[p][q]) / s;
        }
        return e[i];
    }
    const int p = next[m], q = next[p];
    const double s = 2 * sqrt(1 + R->e[m][m] - R->e[p][p] - R->e[q][q]);
    e[0] = (R->e[q][p] - R->e[p][q]) / s;
    e[1 + m] = s / 4;
    e[1 + p] = (R->e[p][m] + R->e[m][p]) / s;
    e[1 + q] = (R->e[q][m] + R->e[m][q]) / s;
    return e[i];
}

static double acceleration_value(const state *state, const node *node, const mat3 *R, int index)
{
    vec3 a, dw;
    structural_acceleration(state, node, &a, &dw);
    const int group = (index - FIRST_ACCELERATION) / 3, k = (index - FIRST_ACCELERATION) % 3;
    const vec3 v = group < 2 ? a : dw;
    return vec3_get(group % 2 ? mat3_tmulv(R, v) : v, k);
}

double structural_private_value(const state *state, const node *node, int index)
{
    const pose pose = structural_pose(state, node);
    const int k = (index - 1) % 3;
    if (index >= FIRST_ACCELERATION && index <= LAST_ACCELERATION)
        return acceleration_value(state, node, &pose.R, index);
    if (index >= 31 && index <= 34)
        return euler_parameter(&pose.R, index - 31);
    switch ((index - 1) / 3) {
    case 0:
        return vec3_get(pose.x, k);
    case 1:
        return vec3_get(mat3_tmulv(&pose.R, pose.x), k);
    case 2:
        return vec3_get(rotation_log(&pose.R), k);
    case 3:
        return vec3_get(pose.v, k);
    case 4:
        return vec3_get(mat3_tmulv(&pose.R, pose.v), k);
    case 5:
        return vec3_get(pose.w, k);
    case 6:
        return vec3_get(mat3_tmulv(&pose.R, pose.w), k);
    case 7:
        return vec3_get(rotation_to_euler123(&pose.R), k);
    case 8:
        return vec3_get(rotation_to_euler313(&pose.R), k);
    case 9:
        return vec3_get(rotation_to_euler321(&pose.R), k);
    default:
        return vec3_get(rotation_log(&pose.R), index - 47);
    }
}
