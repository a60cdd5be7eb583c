/* total_read.c - the total joint in the deck, its output, private data and hints.
 *
 *     [ position , f ] [ , position orientation , R ] [ , rotation orientation , R ]            of each side
 *     [ position constraint , STATUS , STATUS , STATUS , x(t) ]
 *     [ orientation constraint , STATUS , STATUS , STATUS , r(t) ]
 *
 *     STATUS ::= inactive | active | a truth value | position | velocity              in a position constraint
 *              | inactive | active | a truth value | rotation | angular velocity      in an orientation constraint */
#include "element/joint/total.h"
#include "model/hints.h"
#include "model/reading.h"
#include <stdio.h>
#include <string.h>

const tpl_drive TOTAL_NOTHING = {.dim = 3};

void read_total_side(reader *r, total *j, int i, const joint_side *other, const mat3 *other_Rr)
{
    joint_side *side = &j->side[i];
    side->Rh = j->Rr[i] = MAT3_EYE;
    if (read_keyword(r, "position"))
        side->f = read_side_position(r, side, other, "position");
    if (read_keyword(r, "position orientation"))
        side->Rh = read_side_orientation(r, side, other, "position orientation");
    if (!read_keyword(r, "rotation orientation"))
        return;
    joint_side turned = other ? *other : (joint_side){0};
    if (other_Rr)
        turned.Rh = *other_Rr;
    j->Rr[i] = read_side_orientation(r, side, other ? &turned : NULL, "rotation orientation");
}

void read_total_sides(reader *r, total *j)
{
    read_side_node(r, &j->side[0], NULL);
    read_total_side(r, j, 0, NULL, NULL);
    read_side_node(r, &j->side[1], &j->side[0]);
    read_total_side(r, j, 1, &j->side[0], &j->Rr[0]);
}

static total_status read_status(reader *r, const char *const *words)
{
    static const total_status MEANING[] = {TOTAL_FREE, TOTAL_POSITION, TOTAL_POSITION, TOTAL_VELOCITY};
    const int word = read_try_choice(r, words);
    if (word >= 0)
        return MEANING[word];
    return read_bool(r, "status of the component") ? TOTAL_POSITION : TOTAL_FREE;
}

void total_number(total *j, elem *e, arena *memory)
{
    own_kind *kinds = ARENA_ARRAY(memory, own_kind, 6);
    e->n_own = 0;
    for (int i = 0; i < 6; i++) {
        j->own[i] = j->status[i] == TOTAL_FREE ? -1 : e->n_own++;
        if (j->own[i] >= 0)
            kinds[j->own[i]] = j->status[i] == TOTAL_VELOCITY ? OWN_VELOCITY_CONSTRAINT : OWN_CONSTRAINT;
    }
    e->kinds = kinds;
}

void total_set(total *j, elem *e, arena *memory, const char *statuses)
{
    const bool turns = strchr(statuses + 3, 'p');
    for (int i = 0; i < 2; i++)
        j->Rr[i] = turns ? j->side[i].Rh : MAT3_EYE;
    for (int i = 0; i < 6; i++)
        j->status[i] = statuses[i] == 'p' ? TOTAL_POSITION : TOTAL_FREE;
    j->imposed[0] = j->imposed[1] = &TOTAL_NOTHING;
    total_number(j, e, memory);
}

/* The value; where the problem wants them, its first and second derivative follow. */
static void read_imposed(reader *r, total *j, int i, const char *what)
{
    j->imposed[i] = read_tpl_drive(r, 3, what);
    if (!model_of(r)->problem.reads_imposed_derivatives)
        return;
    j->rates[i] = read_tpl_drive(r, 3, "its first derivative");
    j->seconds[i] = read_tpl_drive(r, 3, "its second derivative");
}

static void read_constraints(reader *r, total *j, bool with_drives)
{
    static const char *const POSITION[] = {"inactive", "active", "position", "velocity", NULL};
    static const char *const ROTATION[] = {"inactive", "active", "rotation", "angular velocity", NULL};
    j->imposed[0] = j->imposed[1] = &TOTAL_NOTHING;
    if (read_keyword(r, "position constraint")) {
        for (int i = 0; i < 3; i++)
            j->status[i] = read_status(r, POSITION);
        if (with_drives)
            read_imposed(r, j, 0, "imposed position");
    }
    if (read_keyword(r, "orientation constraint")) {
        for (int i = 3; i < 6; i++)
            j->status[i] = read_status(r, ROTATION);
        if (with_drives)
            read_imposed(r, j, 1, "imposed orientation");
    }
}

void read_total_statuses(reader *r, total *j) { read_constraints(r, j, false); }

void read_total_constraints(reader *r, elem *e)
{
    read_constraints(r, e->self, true);
    total_number(e->self, e, reader_arena(r));
}

void total_sample_constraints(sampler *from, total *j, elem *e)
{
    for (int i = 0; i < 2; i++)
        j->Rr[i] = sample_rotation(from);
    for (int i = 0; i < 6; i++)
        j->status[i] = (total_status)sample_integer(from, 0, 2);
    j->status[sample_integer(from, 0, 5)] = TOTAL_POSITION;
    j->imposed[0] = sample_tpl_drive(from, 3);
    j->imposed[1] = sample_tpl_drive(from, 3);
    total_number(j, e, from->memory);
}

/* --- output ------------------------------------------------------------------------------------------------------- */

static vec3 reaction(const total *j, const double *multipliers, int first)
{
    double l[3];
    for (int i = 0; i < 3; i++)
        l[i] = j->own[first + i] < 0 || !multipliers ? 0.0 : multipliers[j->own[first + i]];
    return vec3_load(l);
}

void total_row(const state *s, const elem *e, const double *multipliers, record *out)
{
    const total *j = e->self;
    const total_memory *last = remembered(s, e->memory);
    const total_motion m = total_now(s, e);
    const side_motion a = side_now(s, &j->side[0]);
    const mat3 Hr = mat3_mul(&a.pose->R, &last->Rr[0]);
    const vec3 F = reaction(j, multipliers, 0), M = reaction(j, multipliers, 3);
    joint_output(out, e, F, M, mat3_mulv(&a.H, F), mat3_mulv(&Hr, M));
    record_name(out, "X", QUANTITY_LENGTH, "local relative position (x, y, z)");
    record_vec3(out, m.d);
    record_name(out, "Phi", QUANTITY_RADIANS, "local relative orientation vector (Phi_X, Phi_Y, Phi_Z)");
    record_vec3(out, m.theta);
    record_name(out, "V", QUANTITY_VELOCITY, "local relative velocity (x, y, z)");
    record_vec3(out, m.v);
    record_name(out, "Omega", QUANTITY_ANGULAR_VELOCITY, "local relative angular velocity (x, y, z)");
    record_vec3(out, m.w);
    record_end(out);
}

void total_output(const state *s, const elem *e, record *out) { total_row(s, e, own_values(s, e), out); }

void total_log_sides(record *out, const elem *e, const char *name, const total *j)
{
    joint_log_begin(out, e, name);
    for (int i = 0; i < 2; i++) {
        joint_log_side(out, j->side[i].node, j->side[i].f, &j->side[i].Rh);
        record_mat3(out, &j->Rr[i]);
    }
}

void total_log_statuses(record *out, const total *j)
{
    for (int first = 0; first < 6; first += 3)
        for (int kind = TOTAL_POSITION; kind <= TOTAL_VELOCITY; kind++)
            for (int i = first; i < first + 3; i++)
                record_integer(out, (int)j->status[i] == kind);
    record_end(out);
}

const char *total_own_name(const elem *e, int i)
{
    const total *j = e->self;
    int component = 0;
    while (component < 5 && j->own[component] != i)
        component++;
    return joint_own_name(e, component);
}

/* --- private data ------------------------------------------------------------------------------------------------- */

const char *const total_private_names[] = {"px", "py", "pz", "rx", "ry", "rz", "Fx", "Fy", "Fz", "Mx", "My", "Mz", "dx",
                                           "dy", "dz", "tx", "ty", "tz", "vx", "vy", "vz", "wx", "wy", "wz", NULL};

int total_private_index(const elem *e, const char *name)
{
    static const struct {
        const char *name;
        int first;
    } BRACKETED[] = {{"X", 1}, {"Phi", 4}, {"f", 7}, {"m", 10}, {"V", 19}, {"Omega", 22}};
    (void)e;
    for (int i = 0; total_private_names[i]; i++)
        if (strcmp(name, total_private_names[i]) == 0)
            return i + 1;
    for (int i = 0; i < ARRAY_LEN(BRACKETED); i++)
        for (int k = 0; k < 3; k++) {
            char word[16];
            snprintf(word, sizeof word, "%s[%d]", BRACKETED[i].name, k + 1);
            if (strcmp(name, word) == 0)
                return BRACKETED[i].first + k;
        }
    return 0;
}

double total_private_value(const state *s, const elem *e, int index)
{
    const total *j = e->self;
    const int group = (index - 1) / 3, i = (index - 1) % 3;
    const total_motion m = total_now(s, e);
    const side_motion a = side_now(s, &j->side[0]);
    const double *multipliers = own_values(s, e);
    /* As in the reference, "v" is not the velocity of the output: w1 x f1 with f1 in the node's frame is added. */
    const vec3 v = vec3_add(m.v, mat3_tmulv(&a.H, vec3_cross(a.pose->w, *side_f(s, &j->side[0]))));
    const vec3 data[] = {m.d,
                         total_theta(s, e),
                         reaction(j, multipliers, 0),
                         reaction(j, multipliers, 3),
                         tpl_drive_vec3(j->imposed[0], s),
                         tpl_drive_vec3(j->imposed[1], s),
                         v,
                         m.w};
    return vec3_get(data[group], i);
}

/* --- hints -------------------------------------------------------------------------------------------------------- */

static void take_rotation(const state *s, const elem *e, const hint *h, memory_block *to)
{
    const total *j = e->self;
    total_memory *last = memory_at(to, e->memory);
    const int which = h->side;
    const mat3 *R = &side_now(s, &j->side[which]).pose->R, *other = &side_now(s, &j->side[1 - which]).pose->R;
    const mat3 target = mat3_mul(other, &last->Rr[1 - which]);
    last->Rr[which] = mat3_tmul(R, &target);
}

static bool rotation_hint(reader *r, const total *j, hint *h)
{
    const int label = read_integer_in(r, 0, 2, "side of the joint");
    const int which = j->side[0].node ? label - 1 : label;
    *h = (hint){.take = take_rotation, .side = which};
    return read_ok(r) && which >= 0 && which <= 1;
}

/* The offsets meet at the point which the drive imposes, then the first one goes back by as much. */
static void take_imposed_offset(const state *s, const elem *e, const hint *h, memory_block *to)
{
    const total *j = e->self;
    side_fit *first = memory_at(to, j->side[0].fitted - 1);
    const vec3 imposed = mat3_mulv(&first->Rh, tpl_drive_vec3(j->imposed[0], s));
    first->f = vec3_add(first->f, imposed);
    side_reset_offset(s, j->side, h->side, to);
    first->f = vec3_sub(first->f, imposed);
}

bool total_offset_hint(reader *r, elem *e, const char *name, hint *h)
{
    total *j = e->self;
    if (strcmp(name, "offset") != 0 || !joint_hint(r, e, name, h))
        return false;
    side_remember(r, e, &j->side[0]);
    h->take = take_imposed_offset;
    return true;
}

static void take_rotating_hinge(const state *s, const elem *e, const hint *h, memory_block *to)
{
    const total *j = e->self;
    total_memory *last = memory_at(to, e->memory);
    side_reset_hinge(s, j->side, h->side, to);
    last->Rr[h->side] = *side_Rh(s, &j->side[h->side]);
}

bool total_hinge_hint(reader *r, elem *e, const char *name, hint *h)
{
    if (!joint_hint(r, e, name, h))
        return false;
    if (strcmp(name, "hinge") == 0)
        h->take = take_rotating_hinge;
    return true;
}

bool total_hint(reader *r, elem *e, const char *name, hint *h)
{
    total *j = e->self;
    if (strcmp(name, "orientation-hinge") == 0)
        return rotation_hint(r, j, h);
    if (strcmp(name, "position-hinge") == 0)
        return joint_hint(r, e, "hinge", h);
    if (strcmp(name, "position-drive3") == 0) {
        j->imposed[0] = read_hinted_tpl_drive(r, j->imposed[0], 3, "imposed position", h);
        return read_ok(r);
    }
    if (strcmp(name, "orientation-drive3") == 0) {
        j->imposed[1] = read_hinted_tpl_drive(r, j->imposed[1], 3, "imposed orientation", h);
        return read_ok(r);
    }
    return strcmp(name, "offset") == 0 && joint_hint(r, e, name, h);
}

static void describe_total(const elem *e, own_words *d, component_relation relation)
{
    const total *j = e->self;
    const component_words words[8] = {
        {"reaction force(s)", "F", IS_ALONE},
        {"position/velocity constraint(s)", "P", relation},
        {"reaction couple(s)", "m", IS_ALONE},
        {"orientation/angular velocity constraint(s)", "theta", relation},
        {"reaction force(s) derivative(s)", "FP", IS_ALONE},
        {"velocity constraint(s)", "v", relation},
        {"reaction couple(s) derivative(s)", "mP", IS_ALONE},
        {"angular velocity constraint(s)", "w", relation},
    };
    for (int i = 0; i < (d->of_assembly ? 4 : 2); i++) {
        const bool of_positions = d->of_assembly && i < 2; /* constraints on rates have no others in the assembly */
        bool on[3];
        for (int k = 0; k < 3; k++)
            on[k] = of_positions ? j->status[i % 2 * 3 + k] == TOTAL_POSITION : j->own[i % 2 * 3 + k] >= 0;
        describe_components(d, on, words[2 * i], words[2 * i + 1]);
    }
}

void total_describe(const elem *e, own_words *d) { describe_total(e, d, IS_EQUAL_AT_NODES); }
void total_pin_describe(const elem *e, own_words *d) { describe_total(e, d, IS_AS_AT_START); }
