/* contact_impulses_test.c - impulses between spheres and the ground compared with closed forms. */
#include "unit/element/contact_scene.h"
#include "element/contact/contact_rigid.h"

enum { MOST_ROWS = 4 };

typedef struct {
    contact contact;
    rigid_count count;
    rigid_motion motion[MOST_ROWS + 1];
    rigid_row row[MOST_ROWS];
    rigid_memory memory;
} pile;

/* Spheres of mass 2, inertia 0.2 and radius 0.5 on top of each other; body 0 is the ground. Each falls with 3 and
 * slides with 1. */
static void open_pile(pile *pile, int n, double mu)
{
    static const vec3 AXIS[3] = {{0, 0, 1}, {1, 0, 0}, {0, 1, 0}};
    memset(pile, 0, sizeof *pile);
    pile->contact.law.mu = mu;
    pile->contact.iterations = 500;
    pile->count.n_rows = n;
    pile->memory = (rigid_memory){.count = &pile->count, .motion = pile->motion, .row = pile->row};
    for (int i = 0; i < n; i++) {
        rigid_row *row = &pile->row[i];
        const bool on_ground = i == 0;
        pile->motion[i + 1] = (rigid_motion){.inverse_mass = 0.5, .v = {1, 0, -3}};
        pile->motion[i + 1].inverse_inertia = mat3_scale(5.0, &MAT3_EYE);
        *row = (rigid_row){.body = {i + 1, i}, .arm = {{0, 0, -0.5}, {0, 0, on_ground ? 0.0 : 0.5}}};
        memcpy(row->axis, AXIS, sizeof AXIS);
        row->G[0] = on_ground ? 0.5 : 1.0;
        row->G[3] = on_ground ? 0.5 + 1.25 : 2.0 * (0.5 + 1.25);
        row->inverse[0] = 1.0 / row->G[0];
        row->inverse[1] = 1.0 / row->G[3];
        row->most = HUGE_VAL;
        for (int k = 1; k < 3; k++) {
            row->spin[0][k] = vec3_scale(5.0, vec3_cross(row->arm[0], AXIS[k]));
            row->spin[1][k] = vec3_scale(on_ground ? 0.0 : -5.0, vec3_cross(row->arm[1], AXIS[k]));
        }
    }
}

static void sphere_stops_at_its_bound(void **context)
{
    pile pile;
    (void)context;
    open_pile(&pile, 1, 0.0);
    pile.row[0].bound = -0.5;
    rigid_solve(&pile.contact, &pile.memory, 1e-12);
    near_to(pile.row[0].impulse[0], 2 * 2.5, 1e-12);
    near_to(pile.motion[1].v.z, -0.5, 1e-12);
    near_to(pile.motion[1].v.x, 1.0, 1e-12);
    pile.row[0].bound = -4.0;
    rigid_solve(&pile.contact, &pile.memory, 1e-12);
    near_to(pile.row[0].impulse[0], 0.0, 1e-12);
    near_to(pile.motion[1].v.z, -3.0, 1e-12);
}

/* Sticking takes q = -u_t/(1/m + r^2/J) = -1/1.75, sliding mu p. */
static void friction_sticks_or_slides(void **context)
{
    pile pile;
    (void)context;
    open_pile(&pile, 1, 0.3);
    rigid_solve(&pile.contact, &pile.memory, 1e-12);
    near_to(pile.row[0].impulse[1], -1.0 / 1.75, 1e-12);
    near_to(pile.motion[1].v.x - 0.5 * pile.motion[1].w.y, 0.0, 1e-12);
    open_pile(&pile, 1, 0.05);
    rigid_solve(&pile.contact, &pile.memory, 1e-12);
    near_to(pile.row[0].impulse[1], -0.05 * 6.0, 1e-12);
    near_to(pile.motion[1].v.x, 1.0 - 0.5 * 0.3, 1e-12);
}

/* u_n + s min(p, p1) = 0 */
static void softness_lets_points_approach(void **context)
{
    pile pile;
    (void)context;
    open_pile(&pile, 1, 0.0);
    pile.row[0].soft = 0.1;
    pile.row[0].inverse[0] = 1.0 / 0.6;
    rigid_solve(&pile.contact, &pile.memory, 1e-13);
    near_to(pile.row[0].impulse[0], 3.0 / 0.6, 1e-10);
    open_pile(&pile, 1, 0.0);
    pile.row[0].soft = 0.1;
    pile.row[0].inverse[0] = 1.0 / 0.6;
    pile.row[0].most = 2.0;
    rigid_solve(&pile.contact, &pile.memory, 1e-13);
    near_to(pile.row[0].impulse[0], (3.0 - 0.2) / 0.5, 1e-10);
}

/* Each point bears the spheres above it. */
static void pile_is_borne_by_the_ground(void **context)
{
    pile pile;
    (void)context;
    open_pile(&pile, MOST_ROWS, 0.0);
    rigid_solve(&pile.contact, &pile.memory, 1e-12);
    for (int i = 0; i < MOST_ROWS; i++) {
        near_to(pile.row[i].impulse[0], 6.0 * (MOST_ROWS - i), 1e-9);
        near_to(pile.motion[i + 1].v.z, 0.0, 1e-9);
    }
}

static void iterations_end_within_the_cones(void **context)
{
    (void)context;
    for (int n = 1; n < 12; n++) {
        pile pile;
        open_pile(&pile, MOST_ROWS, 0.2);
        pile.contact.iterations = n;
        rigid_solve(&pile.contact, &pile.memory, 0.0);
        for (int i = 0; i < MOST_ROWS; i++) {
            assert_true(pile.row[i].impulse[0] >= 0.0);
            assert_true(hypot(pile.row[i].impulse[1], pile.row[i].impulse[2]) <= 0.2 * pile.row[i].impulse[0] + 1e-12);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sphere_stops_at_its_bound),       cmocka_unit_test(friction_sticks_or_slides),
        cmocka_unit_test(softness_lets_points_approach),   cmocka_unit_test(pile_is_borne_by_the_ground),
        cmocka_unit_test(iterations_end_within_the_cones),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
