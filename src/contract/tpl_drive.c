/* tpl_drive.c - template drives: vectors and matrices whose components depend on time.
 *
 *     value = sum entity_k d_k(t) + sum e_c d_c(t)             derivative: the same with the derivatives of the drives
 *
 * Green-Lagrange strains (G11 G22 G33 2G12 2G23 2G31) from relative changes of length e and sines of shear s:
 *
 *     G_aa = e_a + e_a^2 / 2,   2 G_ab = (1 + e_a) (1 + e_b) s_ab
 *
 * Rotation vectors from Euler angles:  phi = log R(a),   phi' = Gamma(phi)^-1 sum_k axis_k a_k' */
#include "contract/hint.h"
#include "math/rotation.h"

static inline void add_term(const tpl_term *tpl_term, int dim, double v, double *out)
{
    if (!tpl_term->entity) {
        out[tpl_term->component] += v;
        return;
    }
    for (int i = 0; i < dim; i++)
        out[i] += tpl_term->entity[i] * v;
}

/* Returns the drive that a hint has provided, or else the drive itself. */
static const tpl_drive *given(const tpl_drive *drive, const state *state)
{
    const tpl_drive *other =
        drive->hinted && state->hint_instances ? state->hint_instances[drive->hinted - 1].drive : NULL;
    return other ? other : drive;
}

static void to_green(double *e)
{
    static const int NEXT[] = {1, 2, 0};
    for (int k = 0; k < 3; k++)
        e[3 + k] *= (1.0 + e[k]) * (1.0 + e[NEXT[k]]);
    for (int k = 0; k < 3; k++)
        e[k] += 0.5 * e[k] * e[k];
}

/* Computes d G from the strains e and their change. */
static void green_derivative(const double *e, double *d)
{
    static const int NEXT[] = {1, 2, 0};
    for (int k = 0; k < 3; k++) {
        const int j = NEXT[k];
        const double a = 1.0 + e[k], b = 1.0 + e[j];
        d[3 + k] = a * b * d[3 + k] + (d[k] * b + a * d[j]) * e[3 + k];
    }
    for (int k = 0; k < 3; k++)
        d[k] *= 1.0 + e[k];
}

/* Returns the spins due to changes of the three angles, in the columns, for the order of axes of the kind. */
static mat3 angle_axes(euler_kind kind, vec3 a)
{
    static const int AXES[][3] = {{0, 1, 2}, {2, 0, 2}, {2, 1, 0}};
    const int *const axis = AXES[kind - EULER_123];
    mat3 R = MAT3_EYE, columns;
    for (int k = 0; k < 3; k++) {
        const vec3 e = mat3_col(&MAT3_EYE, axis[k]), rotated = mat3_mulv(&R, e);
        for (int i = 0; i < 3; i++)
            columns.e[i][k] = vec3_get(rotated, i);
        const mat3 rotation = rotation_exp(vec3_scale(vec3_get(a, k), e));
        R = mat3_mul(&R, &rotation);
    }
    return columns;
}

static mat3 euler_rotation(euler_kind kind, vec3 a)
{
    return kind == EULER_123   ? rotation_from_euler123(a)
           : kind == EULER_313 ? rotation_from_euler313(a)
                               : rotation_from_euler321(a);
}

static void to_vector(euler_kind kind, double *a)
{
    const mat3 R = euler_rotation(kind, vec3_load(a));
    vec3_store(a, rotation_log(&R));
}

/* Computes d phi from the angles a and their change. */
static void vector_derivative(euler_kind kind, const double *a, double *d)
{
    const mat3 R = euler_rotation(kind, vec3_load(a)), axes = angle_axes(kind, vec3_load(a));
    const mat3 inverse = rotation_exp_spin_inverse(rotation_log(&R));
    vec3_store(d, mat3_mulv(&inverse, mat3_mulv(&axes, vec3_load(d))));
}

void tpl_drive_value(const tpl_drive *drive, const state *state, double *out)
{
    drive = given(drive, state);
    for (int i = 0; i < drive->dim; i++)
        out[i] = 0.0;
    for (int k = 0; k < drive->n; k++)
        add_term(&drive->term[k], drive->dim, drive_now(drive->term[k].drive, state), out);
    if (drive->is_green && drive->dim == 6)
        to_green(out);
    if (drive->euler && drive->dim == 3)
        to_vector(drive->euler, out);
}

double tpl_drive_component(const tpl_drive *drive, const state *state, int component)
{
    enum { MOST_COMPONENTS = 36 };
    double all[MOST_COMPONENTS], sum = 0.0;
    drive = given(drive, state);
    if (drive->is_green || drive->euler) {
        tpl_drive_value(drive, state, all);
        return all[component];
    }
    for (int k = 0; k < drive->n; k++) {
        const tpl_term *term = &drive->term[k];
        const double weight = term->entity ? term->entity[component] : term->component == component ? 1.0 : 0.0;
        if (weight != 0.0)
            sum += weight * drive_now(term->drive, state);
    }
    return sum;
}

bool tpl_drive_has_derivative(const tpl_drive *drive)
{
    for (int k = 0; k < drive->n; k++)
        if (!drive_has_derivative(drive->term[k].drive))
            return false;
    return true;
}

void tpl_drive_derivative(const tpl_drive *drive, const state *state, double *out)
{
    drive = given(drive, state);
    for (int i = 0; i < drive->dim; i++)
        out[i] = 0.0;
    if (!tpl_drive_has_derivative(drive))
        return;
    for (int k = 0; k < drive->n; k++)
        add_term(&drive->term[k], drive->dim, drive_derivative(drive->term[k].drive, state, state->t), out);
    if (!drive->is_green && !drive->euler)
        return;
    const tpl_drive plain = {.dim = drive->dim, .n = drive->n, .term = drive->term};
    double e[6] = {0};
    tpl_drive_value(&plain, state, e);
    if (drive->is_green)
        green_derivative(e, out);
    else
        vector_derivative(drive->euler, e, out);
}

vec3 tpl_drive_vec3(const tpl_drive *drive, const state *state)
{
    double v[3] = {0};
    tpl_drive_value(drive, state, v);
    return vec3_load(v);
}

vec3 tpl_drive_vec3_derivative(const tpl_drive *drive, const state *state)
{
    double v[3] = {0};
    tpl_drive_derivative(drive, state, v);
    return vec3_load(v);
}
