/* user_host.c - the functions that a user's module may call: reading, the state, output, drawing.
 *
 * Opaque pointers of the interface are the objects of the core themselves. */
#include "model/user/inside.h"
#include "base/array.h"
#include "contract/complementarity.h"
#include "math/rotation.h"
#include "model/diag_rows.h"
#include "model/frames.h"
#include <string.h>

static const node *user_host_node_of(const torsor_node *n) { return (const node *)n; }

/* --- reading ------------------------------------------------------------------------------------------------------ */

static double host_real(torsor_reader *in, const char *what) { return read_real(in->r, what); }
static double host_positive(torsor_reader *in, const char *what) { return read_positive(in->r, what); }
static int host_integer(torsor_reader *in, int low, int high, const char *what)
{
    return read_integer_in(in->r, low, high, what);
}
static int host_bool(torsor_reader *in, const char *what) { return read_bool(in->r, what); }
static const char *host_string(torsor_reader *in, const char *what) { return read_string(in->r, what); }
static const char *host_file_name(torsor_reader *in, const char *what) { return read_filename(in->r, what); }
static int host_keyword(torsor_reader *in, const char *word) { return read_keyword(in->r, word); }
static int host_choice(torsor_reader *in, const char *const *words, const char *what)
{
    return read_choice(in->r, words, what);
}
static int host_more(torsor_reader *in) { return read_more(in->r); }

static void put_vec3(double to[3], vec3 v) { vec3_store(to, v); }

static void host_vec3(torsor_reader *in, double v[3], const char *what) { put_vec3(v, read_vec3(in->r, what)); }

static void put_mat3(double to[9], const mat3 *m) { memcpy(to, m->e, 9 * sizeof(double)); }

static void host_mat3(torsor_reader *in, double m[9], const char *what)
{
    const mat3 is = read_mat3(in->r, what);
    put_mat3(m, &is);
}

static frame_context frame_of(const torsor_node *n)
{
    return (frame_context){.own = n ? user_host_node_of(n)->initial : NULL};
}

static void host_position(torsor_reader *in, const torsor_node *n, double v[3], const char *what)
{
    const frame_context c = frame_of(n);
    put_vec3(v, read_position_rel(in->r, &c, what));
}

static void host_orientation(torsor_reader *in, const torsor_node *n, double m[9], const char *what)
{
    const frame_context c = frame_of(n);
    const mat3 is = read_orientation_rel(in->r, &c, what);
    put_mat3(m, &is);
}

static const torsor_node *host_node(torsor_reader *in, const char *what)
{
    return (const torsor_node *)read_structural_node(in->r, what);
}

static const torsor_node *host_point(torsor_reader *in, const char *what)
{
    return (const torsor_node *)read_point_node(in->r, what);
}

static const torsor_dof *host_dof(torsor_reader *in, const char *what)
{
    const node_dof d = read_node_dof(in->r, true, what);
    return read_ok(in->r) ? arena_copy(reader_arena(in->r), &d, sizeof d) : NULL;
}

static const torsor_drive *host_drive(torsor_reader *in, const char *what)
{
    return (const torsor_drive *)read_drive(in->r, what);
}

static const torsor_law *host_read_law(torsor_reader *in, int dim, const char *what)
{
    if (!in->element || (dim != 1 && dim != 3 && dim != 6)) {
        read_error_last(in->r, E_USER_MESSAGE, "a law can be read by elements alone, in one, three or six dimensions");
        return NULL;
    }
    const law *l = read_law(in->r, dim, what);
    return read_ok(in->r) ? (const torsor_law *)l : NULL;
}

static const torsor_function *host_read_function(torsor_reader *in, const char *what)
{
    return (const torsor_function *)read_scalar_function(in->r, what);
}

static void *host_allocate(torsor_reader *in, size_t bytes) { return arena_alloc(reader_arena(in->r), bytes); }
static void host_error(torsor_reader *in, const char *words) { read_error_last(in->r, E_USER_MESSAGE, words); }
static int host_ok(const torsor_reader *in) { return read_ok(in->r); }

/* --- what an element touches -------------------------------------------------------------------------------------- */

/* Lists are short: each call copies them. */
static int user_host_touch(torsor_reader *in, user_part p)
{
    user_element *u = in->element ? in->element->self : NULL;
    if (!u || !read_ok(in->r)) {
        if (!u)
            read_error_last(in->r, E_USER_MESSAGE, "elements alone touch nodes");
        return 0;
    }
    if (u->n + p.n > USER_LOCAL_MOST && u->type->flags & TORSOR_BY_DIFFERENCES)
        read_error_last(in->r, E_USER_MESSAGE, "an element with so many rows cannot be differentiated by differences");
    user_part *to = ARENA_ARRAY(reader_arena(in->r), user_part, u->n_parts + 1);
    if (u->n_parts)
        memcpy(to, u->part, (size_t)u->n_parts * sizeof *to);
    p.first = u->n;
    to[u->n_parts++] = p;
    u->part = to;
    u->n += p.n;
    return p.first;
}

static int host_touch_node(torsor_reader *in, const torsor_node *n)
{
    const int size = n && user_host_node_of(n)->has_rotation ? 6 : 3;
    return n ? user_host_touch(in, (user_part){.kind = PART_NODE, .n = size, .node = user_host_node_of(n)}) : 0;
}

static int host_touch_momentum(torsor_reader *in, const torsor_node *n)
{
    if (!n || user_host_node_of(n)->momentum < 0)
        return -1;
    return user_host_touch(in, (user_part){.kind = PART_MOMENTUM,
                                           .n = user_host_node_of(n)->has_rotation ? 6 : 3,
                                           .node = user_host_node_of(n)});
}

static int host_touch_dof(torsor_reader *in, const torsor_dof *d)
{
    return d ? user_host_touch(in, (user_part){.kind = PART_DOF, .n = 1, .dof = (const node_dof *)d}) : 0;
}

static int host_own(torsor_reader *in, int n, const torsor_own_kind *kinds)
{
    static const own_kind IS[] = {OWN_CONSTRAINT, OWN_VELOCITY_CONSTRAINT, OWN_ALGEBRAIC, OWN_DIFFERENTIAL};
    if (!in->element || n <= 0 || in->element->n_own > 0) {
        read_error_last(in->r, E_USER_MESSAGE, "own unknowns are announced once, by elements alone");
        return 0;
    }
    own_kind *to = ARENA_ARRAY(reader_arena(in->r), own_kind, n);
    for (int i = 0; kinds && i < n; i++)
        to[i] = (unsigned)kinds[i] < ARRAY_LEN(IS) ? IS[kinds[i]] : OWN_CONSTRAINT;
    in->element->n_own = n;
    in->element->kinds = kinds ? to : NULL;
    return user_host_touch(in, (user_part){.kind = PART_OWN, .n = n});
}

static bool is_range(int first, int n, int most) { return first >= 0 && n >= 0 && first <= most - n; }

static void host_uncoupled(torsor_reader *in, int row, int n_rows, int column, int n_columns)
{
    user_element *u = in->element ? in->element->self : NULL;
    if (!u || !read_ok(in->r))
        return;
    if (!is_range(row, n_rows, u->n) || !is_range(column, n_columns, u->n)) {
        read_error_last(in->r, E_USER_MESSAGE, "a block of the Jacobian is outside what the element touches");
        return;
    }
    user_zero *to = ARENA_ARRAY(reader_arena(in->r), user_zero, u->n_zeros + 1);
    if (u->n_zeros)
        memcpy(to, u->zero, (size_t)u->n_zeros * sizeof *to);
    to[u->n_zeros++] = (user_zero){row, n_rows, column, n_columns};
    u->zero = to;
}

/* --- the state ---------------------------------------------------------------------------------------------------- */

torsor_instant user_instant(const torsor_inside *in, const void *memory)
{
    static const torsor_phase NOW[] = {
        [PHASE_INPUT] = TORSOR_INPUT, [PHASE_ASSEMBLY] = TORSOR_ASSEMBLY, [PHASE_DERIVATIVES] = TORSOR_DERIVATIVES,
        [PHASE_DUMMY] = TORSOR_DUMMY, [PHASE_STEP] = TORSOR_STEP,         [PHASE_INVERSE] = TORSOR_STEP};
    const state *s = in->s;
    return (torsor_instant){.time = s->t,
                            .time_step = s->dt,
                            .step = s->step,
                            .phase = NOW[s->now],
                            .dvalue = s->dvalue,
                            .drate = s->drate,
                            .memory = memory,
                            .inside = in};
}

static vec3 unit(int k) { return (vec3){k == 0, k == 1, k == 2}; }

/* Moves the motion along a column of the node. */
static void shift_pose(const user_shift *by, pose *p)
{
    const vec3 d = vec3_scale(by->amount, unit(by->k % 3));
    if (by->k < 3) {
        vec3 *to = by->is_rate ? &p->v : &p->x;
        *to = vec3_add(*to, d);
    } else if (by->is_rate) {
        p->w = vec3_add(p->w, d);
    } else {
        const mat3 turn = rotation_exp(d);
        p->R = mat3_mul(&turn, &p->R);
        p->w = vec3_sub(p->w, vec3_cross(p->w_ref, d));
    }
}

static void host_motion(const torsor_instant *s, const torsor_node *n, torsor_motion *to)
{
    const torsor_inside *in = s->inside;
    pose p = in->s->poses[user_host_node_of(n)->pose];
    if (in->shift.part && in->shift.part->kind == PART_NODE && in->shift.part->node == user_host_node_of(n))
        shift_pose(&in->shift, &p);
    put_vec3(to->x, p.x);
    put_vec3(to->v, p.v);
    put_vec3(to->w, p.w);
    put_vec3(to->w_ref, p.w_ref);
    put_mat3(to->R, &p.R);
}

/* What the shift adds to the value or the rate of a degree of freedom. */
static double dof_shift(const user_shift *by, const node_dof *d)
{
    if (!by->part || by->is_rate != d->derivative)
        return 0.0;
    const user_part *p = by->part;
    if (p->kind == PART_DOF)
        return p->dof->node == d->node && p->dof->index == d->index ? by->amount : 0.0;
    const bool is_own_node = p->kind == PART_NODE && p->node == d->node && by->k == d->index;
    return is_own_node ? by->amount : 0.0;
}

static double host_dof_value(const torsor_instant *s, const torsor_dof *d)
{
    const node_dof *is = (const node_dof *)d;
    return node_dof_value(s->inside->s, is) + dof_shift(&s->inside->shift, is);
}

static double host_dof_weight(const torsor_instant *s, const torsor_dof *d)
{
    return dof_weight(s->inside->s, (const node_dof *)d);
}

static double own_number(const torsor_instant *s, int i, bool is_rate)
{
    const torsor_inside *in = s->inside;
    if (!in->element || i < 0 || i >= in->element->n_own)
        return 0.0;
    const user_shift *by = &in->shift;
    const bool is_moved = by->part && by->part->kind == PART_OWN && by->k == i && by->is_rate == is_rate;
    return (is_rate ? in->s->yp : in->s->y)[in->element->own + i] + (is_moved ? by->amount : 0.0);
}

static double host_own_value(const torsor_instant *s, int i) { return own_number(s, i, false); }
static double host_own_rate(const torsor_instant *s, int i) { return own_number(s, i, true); }

static double host_drive_value(const torsor_instant *s, const torsor_drive *d)
{
    return drive_now((const drive *)d, s->inside->s);
}

static double host_drive_slope(const torsor_instant *s, const torsor_drive *d)
{
    return drive_slope((const drive *)d, s->inside->s, s->time);
}

static void host_law(const torsor_instant *s, const torsor_law *l, const double *strain, const double *rate,
                     torsor_stress *out)
{
    const law *by = (const law *)l;
    const size_t n = (size_t)by->dim * sizeof(double);
    law_result is = {0};
    law_eval(by, s->inside->s, strain, rate, &is);
    memcpy(out->stress, is.stress, n);
    if (out->by_strain)
        memcpy(out->by_strain, is.by_strain, n * (size_t)by->dim);
    if (out->by_rate)
        memcpy(out->by_rate, is.by_rate, n * (size_t)by->dim);
}

static void host_law_predict(const torsor_instant *s, const torsor_law *l, const double *strain, const double *rate)
{
    if (s->inside->memory)
        law_predict(s->inside->s, (const law *)l, s->inside->memory, strain, rate);
}

static void host_law_accept(const torsor_instant *s, const torsor_law *l, const double *strain, const double *rate)
{
    if (s->inside->memory)
        law_accept(s->inside->s, (const law *)l, s->inside->memory, strain, rate);
}

static double host_function(const torsor_instant *s, const torsor_function *f, double x, int order)
{
    return scalar_function_at((const scalar_function *)f, s->inside->s, x, order);
}

static void host_complement(const torsor_instant *s, torsor_rows *out, int row, int column, double y)
{
    const torsor_inside *in = s->inside;
    local to = {.r = out->r, .J = out->J, .ld = out->ld};
    local_complementary(out->J ? in->element->n : 0, in->s, &to, row, column, y);
}

static void host_fail(const torsor_instant *s, const char *words)
{
    state_fail(s->inside->s, s->inside->where, "%s", words);
}

/* --- output and drawing ------------------------------------------------------------------------------------------- */

static void host_put(torsor_record *to, const char *name, torsor_unit q, const char *words, int n, const double *v)
{
    static const physical_quantity IS[] = {[TORSOR_NUMBER] = QUANTITY_DIMENSIONLESS,
                                           [TORSOR_LENGTH] = QUANTITY_LENGTH,
                                           [TORSOR_VELOCITY] = QUANTITY_VELOCITY,
                                           [TORSOR_FORCE] = QUANTITY_FORCE,
                                           [TORSOR_MOMENT] = QUANTITY_MOMENT,
                                           [TORSOR_ANGLE] = QUANTITY_RADIANS,
                                           [TORSOR_ENERGY] = QUANTITY_ENERGY,
                                           [TORSOR_ANGULAR_VELOCITY] = QUANTITY_ANGULAR_VELOCITY,
                                           [TORSOR_ACCELERATION] = QUANTITY_ACCELERATION};
    record *out = (record *)to;
    record_name(out, name, (unsigned)q < ARRAY_LEN(IS) ? IS[q] : QUANTITY_DIMENSIONLESS, words);
    if (n == 3) {
        record_vec3(out, vec3_load(v));
    } else if (n == 9) {
        mat3 m;
        memcpy(m.e, v, sizeof m.e);
        record_mat3(out, &m);
    } else {
        for (int i = 0; i < n; i++)
            record_real(out, v[i]);
    }
}

static draw_tie tie(const torsor_node *n, const double at[3])
{
    return draw_at(user_host_node_of(n), vec3_load(at), NULL);
}

static void host_line(torsor_canvas *d, int n, const torsor_node *const *nodes, const double (*at)[3])
{
    for (int i = 0; i + 1 < n; i++)
        draw_two((drawing *)d, DRAW_LINE, (const draw_tie[]){tie(nodes[i], at[i]), tie(nodes[i + 1], at[i + 1])});
}

static void host_spring(torsor_canvas *d, const torsor_node *const nodes[2], const double at[2][3])
{
    draw_two((drawing *)d, DRAW_SPRING, (const draw_tie[]){tie(nodes[0], at[0]), tie(nodes[1], at[1])});
}

static void host_mark(torsor_canvas *d, const torsor_node *n, const double at[3])
{
    draw_mark((drawing *)d, SYMBOL_GENERAL, tie(n, at));
}

static void host_arrow(torsor_canvas *d, const torsor_node *n, const double at[3], const char *output)
{
    draw_arrow((drawing *)d, DRAW_ARROW, tie(n, at), output, 1.0);
}

const torsor_host user_host = {
    .version = TORSOR_MODULE_VERSION,
    .read_real = host_real,
    .read_positive = host_positive,
    .read_integer = host_integer,
    .read_bool = host_bool,
    .read_string = host_string,
    .read_file_name = host_file_name,
    .read_keyword = host_keyword,
    .read_choice = host_choice,
    .read_more = host_more,
    .read_vec3 = host_vec3,
    .read_mat3 = host_mat3,
    .read_position = host_position,
    .read_orientation = host_orientation,
    .read_node = host_node,
    .read_point = host_point,
    .read_dof = host_dof,
    .read_drive = host_drive,
    .read_law = host_read_law,
    .read_function = host_read_function,
    .allocate = host_allocate,
    .error = host_error,
    .ok = host_ok,
    .touch_node = host_touch_node,
    .touch_momentum = host_touch_momentum,
    .touch_dof = host_touch_dof,
    .own = host_own,
    .uncoupled = host_uncoupled,
    .motion = host_motion,
    .dof_value = host_dof_value,
    .dof_weight = host_dof_weight,
    .own_value = host_own_value,
    .own_rate = host_own_rate,
    .drive_value = host_drive_value,
    .drive_slope = host_drive_slope,
    .law = host_law,
    .law_predict = host_law_predict,
    .law_accept = host_law_accept,
    .function = host_function,
    .fail = host_fail,
    .put = host_put,
    .line = host_line,
    .spring = host_spring,
    .mark = host_mark,
    .arrow = host_arrow,
    .complement = host_complement,
};
