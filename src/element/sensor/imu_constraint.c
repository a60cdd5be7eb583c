/* imu_constraint.c - a node moves as measured by an inertial measurement unit on it.
 *
 *     H' w - omega(t) = 0,   H' (v + w x R b) - V = 0,   V' - a(t) = 0,   H = R Rh
 *     multipliers M, F;  node: -H M, and -H F at the point;  three states V
 *
 * As in MBDyn, V' is the derivative in the axes of the unit: the term w x V of the acceleration is neglected. */
#include "element/joint/joint.h"
#include "model/reading.h"

typedef struct {
    joint_side side;
    const tpl_drive *omega, *acceleration;
} imu_constraint;

enum { OWN = 6, SPIN = OWN, SPEED = OWN + 3, STATE = OWN + 6 };

static void imu_constraint_set(elem *e)
{
    static const own_kind KINDS[] = {OWN_VELOCITY_CONSTRAINT, OWN_VELOCITY_CONSTRAINT, OWN_VELOCITY_CONSTRAINT,
                                     OWN_VELOCITY_CONSTRAINT, OWN_VELOCITY_CONSTRAINT, OWN_VELOCITY_CONSTRAINT,
                                     OWN_DIFFERENTIAL,        OWN_DIFFERENTIAL,        OWN_DIFFERENTIAL};
    e->n_own = 9;
    e->kinds = KINDS;
}

static void imu_constraint_read(reader *r, elem *e)
{
    imu_constraint *p = e->self;
    read_side(r, &p->side, NULL, POSITION_OPTIONAL);
    p->omega = read_tpl_drive(r, 3, "angular velocity");
    p->acceleration = read_tpl_drive(r, 3, "acceleration");
    imu_constraint_set(e);
}

static void imu_constraint_connect(const elem *e, layout *l)
{
    layout_node(l, ((const imu_constraint *)e->self)->side.node);
    layout_own(l);
}

/* H u: a vector fixed in the frame of the unit. */
static void imu_constraint_turned(int n, jet3 *r, const jet_side *j, const jet3 *u)
{
    jet3 in_node;
    jet3_mul(n, &in_node, j->Rh, u);
    jet_node_global(n, r, &j->node, &in_node);
}

static void loads(int n, const state *s, const elem *e, const jet_side *j, local *out)
{
    jet3 own, M, F;
    jet3_seed(n, &own, vec3_load(s->y + e->own), SPIN, 1.0);
    imu_constraint_turned(n, &M, j, &own);
    jet3_seed(n, &own, vec3_load(s->y + e->own + 3), SPEED, 1.0);
    imu_constraint_turned(n, &F, j, &own);
    local_couple(n, out, 0, -1.0, &M);
    local_force(n, out, 0, -1.0, &F, &j->b);
}

/* H' u */
static void in_unit(int n, jet3 *r, const jet_side *j, const jet3 *u)
{
    const mat3 Rht = mat3_transpose(j->Rh);
    jet3 in_node;
    jet_node_local(n, &in_node, &j->node, u);
    jet3_mul(n, r, &Rht, &in_node);
}

static void imu_constraint_eval(int n, const state *s, const elem *e, local *out)
{
    const imu_constraint *p = e->self;
    jet_side j;
    jet3 v, row, own;
    jet_side_seed(n, &j, s, &p->side, 0);
    loads(n, s, e, &j, out);
    in_unit(n, &row, &j, &j.node.w);
    jet3_add_vec3_to(&row, -1.0, tpl_drive_vec3(p->omega, s));
    local_add3(out, SPIN, n, 1.0, &row);
    jet_side_velocity(n, &v, &j);
    in_unit(n, &row, &j, &v);
    jet3_seed(n, &own, vec3_load(s->y + e->own + 6), STATE, s->dvalue);
    local_add3(out, SPEED, n, 1.0, &row);
    local_add3(out, SPEED, n, -1.0, &own);
    jet3_seed(n, &own, vec3_load(s->yp + e->own + 6), STATE, s->drate);
    jet3_add_vec3_to(&own, -1.0, tpl_drive_vec3(p->acceleration, s));
    local_add3(out, STATE, n, 1.0, &own);
}

static void imu_constraint_initial(const state *s, const elem *e, initial_values *v)
{
    (void)s;
    const joint_side *j = &((const imu_constraint *)e->self)->side;
    const pose *at = &v->poses[j->node->pose];
    const mat3 H = mat3_mul(&at->R, &j->Rh);
    const vec3 V = vec3_add(at->v, vec3_cross(at->w, mat3_mulv(&at->R, j->f)));
    vec3_store(v->y + e->own + 6, mat3_tmulv(&H, V));
}

static void imu_constraint_output_row(const state *s, const elem *e, record *out)
{
    static const struct {
        const char *name, *words;
        physical_quantity unit;
    } COLUMNS[] = {
        {"M", "multiplier of the angular velocity", QUANTITY_MOMENT},
        {"F", "multiplier of the acceleration", QUANTITY_FORCE},
        {"V", "velocity", QUANTITY_VELOCITY},
    };
    record_begin(out, e->label);
    for (int i = 0; i < 3; i++) {
        record_name(out, COLUMNS[i].name, COLUMNS[i].unit, COLUMNS[i].words);
        record_vec3(out, vec3_load(s->y + e->own + 3 * i));
    }
    record_name(out, "VP", QUANTITY_ACCELERATION, "derivative of the velocity");
    record_vec3(out, vec3_load(s->yp + e->own + 6));
    record_end(out);
}

static const char *imu_constraint_own_name(const elem *e, int i)
{
    static const char *const OF[] = {"multiplier of the angular velocity", "multiplier of the acceleration",
                                     "velocity"};
    (void)e;
    return OF[i / 3];
}

static void imu_constraint_sample(sampler *from, elem *e)
{
    imu_constraint *p = e->self;
    sample_side(from, &p->side, 0);
    p->omega = sample_tpl_drive(from, 3);
    p->acceleration = sample_tpl_drive(from, 3);
    imu_constraint_set(e);
}

const elem_type imu_constraint_type = {
    .card = &elem_cards[CARD_USER_DEFINED],
    .keyword = "imu constraint",
    .grammar = "user defined: LABEL, imu constraint, NODE [, position, F] [, orientation, R], (TEMPLATE DRIVE) ANGULAR "
               "VELOCITY, "
               "(TEMPLATE DRIVE) ACCELERATION",
    .summary = "A node moves as measured by an inertial measurement unit on it.",
    .module = MODULE_IMU,
    .size = sizeof(imu_constraint),
    .read = imu_constraint_read,
    .connect = imu_constraint_connect,
    .eval = imu_constraint_eval,
    .initial = imu_constraint_initial,
    .output = imu_constraint_output_row,
    .own_name = imu_constraint_own_name,
    .sample = imu_constraint_sample,
    .assembly = &(const elem_assembly){.never = true},
    .expectations = &(const elem_expectations){.external_forces = true},
};
