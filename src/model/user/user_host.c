/* user_host.c - the functions that a user's module may call: reading, state, output, drawing.
 *
 * The opaque pointers of the interface point to objects of the core. */
#include "model/user/inside.h"
#include "base/array.h"
#include "contract/complementarity.h"
#include "math/rotation.h"
#include "model/diag_rows.h"
#include "model/frames.h"
#include <string.h>

static const node *user_host_node_of(const torsor_node *torsor_node) { return (const node *)torsor_node; }

/* --- reading ------------------------------------------------------------------------------------------------------ */

static double host_real(torsor_reader *in, const char *what) { return read_real(in->reader, what); }
static double host_positive(torsor_reader *in, const char *what) { return read_positive(in->reader, what); }
static int host_integer(torsor_reader *in, int low, int high, const char *what)
{
    return read_integer_in(in->reader, low, high, what);
}
static int host_bool(torsor_reader *in, const char *what) { return read_bool(in->reader, what); }
static const char *host_string(torsor_reader *in, const char *what) { return read_string(in->reader, what); }
static const char *host_file_name(torsor_reader *in, const char *what) { return read_filename(in->reader, what); }
static int host_keyword(torsor_reader *in, const char *word) { return read_keyword(in->reader, word); }
static int host_choice(torsor_reader *in, const char *const *words, const char *what)
{
    return read_choice(in->reader, words, what);
}
static int host_more(torsor_reader *in) { return read_more(in->reader); }

static void put_vec3(double to[3], vec3 v) { vec3_store(to, v); }

static void host_vec3(torsor_reader *in, double v[3], const char *what) { put_vec3(v, read_vec3(in->reader, what)); }

static void put_mat3(double to[9], const mat3 *m) { memcpy(to, m->e, 9 * sizeof(double)); }

static void host_mat3(torsor_reader *in, double m[9], const char *what)
{
    const mat3 is = read_mat3(in->reader, what);
    put_mat3(m, &is);
}

static frame_context frame_of(const torsor_node *node)
{
    return (frame_context){.node_frame = node ? user_host_node_of(node)->initial : NULL};
}

static void host_position(torsor_reader *in, const torsor_node *node, double v[3], const char *what)
{
    const frame_context context = frame_of(node);
    put_vec3(v, read_position_rel(in->reader, &context, what));
}

static void host_orientation(torsor_reader *in, const torsor_node *node, double m[9], const char *what)
{
    const frame_context context = frame_of(node);
    const mat3 is = read_orientation_rel(in->reader, &context, what);
    put_mat3(m, &is);
}

static const torsor_node *host_node(torsor_reader *in, const char *what)
{
    return (const torsor_node *)read_structural_node(in->reader, what);
}

static const torsor_node *host_point(torsor_reader *in, const char *what)
{
    return (const torsor_node *)read_point_node(in->reader, what);
}

static const torsor_dof *host_dof(torsor_reader *in, const char *what)
{
    const node_dof dof = read_node_dof(in->reader, true, what);
    return read_ok(in->reader) ? arena_copy(reader_arena(in->reader), &dof, sizeof dof) : NULL;
}

static const torsor_drive *host_drive(torsor_reader *in, const char *what)
{
    return (const torsor_drive *)read_drive(in->reader, what);
}

static const torsor_law *host_read_law(torsor_reader *in, int dim, const char *what)
{
    if (!in->element || (dim != 1 && dim != 3 && dim != 6)) {
        read_error_last(in->reader, E_USER_MESSAGE,
                        "a law can be read by elements alone, in one, three or six dimensions");
        return NULL;
    }
    const law *law = read_law(in->reader, dim, what);
    return read_ok(in->reader) ? (const torsor_law *)law : NULL;
}

static const torsor_function *host_read_function(torsor_reader *in, const char *what)
{
    return (const torsor_function *)read_scalar_function(in->reader, what);
}

static void *host_allocate(torsor_reader *in, size_t bytes) { return arena_alloc(reader_arena(in->reader), bytes); }
static void host_error(torsor_reader *in, const char *words) { read_error_last(in->reader, E_USER_MESSAGE, words); }
static int host_ok(const torsor_reader *in) { return read_ok(in->reader); }

/* --- rows and columns of an element ------------------------------------------------------------------------------- */

/* Each call copies the lists, which are short. */
static int user_host_touch(torsor_reader *in, user_part p)
{
    user_element *element = in->element ? in->element->self : NULL;
    if (!element || !read_ok(in->reader)) {
        if (!element)
            read_error_last(in->reader, E_USER_MESSAGE, "only elements may use nodes");
        return 0;
    }
    if (element->n + p.n > USER_LOCAL_MOST && element->type->flags & TORSOR_BY_DIFFERENCES)
        read_error_last(in->reader, E_USER_MESSAGE, "the element has too many rows for numerical differentiation");
    user_part *to = ARENA_ARRAY(reader_arena(in->reader), user_part, element->n_parts + 1);
    if (element->n_parts)
        memcpy(to, element->part, (size_t)element->n_parts * sizeof *to);
    p.first = element->n;
    to[element->n_parts++] = p;
    element->part = to;
    element->n += p.n;
    return p.first;
}

static int host_touch_node(torsor_reader *in, const torsor_node *node)
{
    const int size = node && user_host_node_of(node)->has_rotation ? 6 : 3;
    return node ? user_host_touch(in, (user_part){.kind = PART_NODE, .n = size, .node = user_host_node_of(node)}) : 0;
}

static int host_touch_momentum(torsor_reader *in, const torsor_node *node)
{
    if (!node || user_host_node_of(node)->momentum < 0)
        return -1;
    return user_host_touch(in, (user_part){.kind = PART_MOMENTUM,
                                           .n = user_host_node_of(node)->has_rotation ? 6 : 3,
                                           .node = user_host_node_of(node)});
}

static int host_touch_dof(torsor_reader *in, const torsor_dof *dof)
{
    return dof ? user_host_touch(in, (user_part){.kind = PART_DOF, .n = 1, .dof = (const node_dof *)dof}) : 0;
}

static int host_internal(torsor_reader *in, int n, const torsor_internal_kind *kinds)
{
    static const internal_kind IS[] = {INTERNAL_CONSTRAINT, INTERNAL_VELOCITY_CONSTRAINT, INTERNAL_ALGEBRAIC,
                                       INTERNAL_DIFFERENTIAL};
    if (!in->element || n <= 0 || in->element->n_internal > 0) {
        read_error_last(in->reader, E_USER_MESSAGE, "only elements may declare unknowns, and only once");
        return 0;
    }
    internal_kind *to = ARENA_ARRAY(reader_arena(in->reader), internal_kind, n);
    for (int i = 0; kinds && i < n; i++)
        to[i] = (unsigned)kinds[i] < ARRAY_LEN(IS) ? IS[kinds[i]] : INTERNAL_CONSTRAINT;
    in->element->n_internal = n;
    in->element->kinds = kinds ? to : NULL;
    return user_host_touch(in, (user_part){.kind = PART_INTERNAL, .n = n});
}

static bool is_range(int first, int n, int most) { return first >= 0 && n >= 0 && first <= most - n; }

static void host_uncoupled(torsor_reader *in, int row, int n_rows, int column, int n_columns)
{
    user_element *element = in->element ? in->element->self : NULL;
    if (!element || !read_ok(in->reader))
        return;
    if (!is_range(row, n_rows, element->n) || !is_range(column, n_columns, element->n)) {
        read_error_last(in->reader, E_USER_MESSAGE,
                        "a block of the Jacobian is outside the rows and columns of the element");
        return;
    }
    user_zero *to = ARENA_ARRAY(reader_arena(in->reader), user_zero, element->n_zeros + 1);
    if (element->n_zeros)
        memcpy(to, element->zero, (size_t)element->n_zeros * sizeof *to);
    to[element->n_zeros++] = (user_zero){row, n_rows, column, n_columns};
    element->zero = to;
}

/* --- the state ---------------------------------------------------------------------------------------------------- */

torsor_instant user_instant(const torsor_inside *in, const void *memory)
{
    static const torsor_phase NOW[] = {
        [PHASE_INPUT] = TORSOR_INPUT, [PHASE_ASSEMBLY] = TORSOR_ASSEMBLY, [PHASE_DERIVATIVES] = TORSOR_DERIVATIVES,
        [PHASE_DUMMY] = TORSOR_DUMMY, [PHASE_STEP] = TORSOR_STEP,         [PHASE_INVERSE] = TORSOR_STEP};
    const state *state = in->state;
    return (torsor_instant){.time = state->t,
                            .time_step = state->dt,
                            .step = state->step,
                            .phase = NOW[state->now],
                            .dvalue = state->dvalue,
                            .drate = state->drate,
                            .memory = memory,
                            .inside = in};
}

static vec3 unit(int k) { return (vec3){k == 0, k == 1, k == 2}; }

/* Perturbs the motion along a column of the node. */
static void shift_pose(const user_shift *by, pose *pose)
{
    const vec3 d = vec3_scale(by->amount, unit(by->k % 3));
    if (by->k < 3) {
        vec3 *to = by->is_rate ? &pose->v : &pose->x;
        *to = vec3_add(*to, d);
    } else if (by->is_rate) {
        pose->w = vec3_add(pose->w, d);
    } else {
        const mat3 rotation = rotation_exp(d);
        pose->R = mat3_mul(&rotation, &pose->R);
        pose->w = vec3_add(pose->w, mat3_mulv(&pose->w_theta, d));
    }
}

static pose pose_now(const torsor_instant *instant, const torsor_node *node)
{
    const torsor_inside *in = instant->inside;
    pose pose = in->state->poses[user_host_node_of(node)->pose];
    if (in->shift.part && in->shift.part->kind == PART_NODE && in->shift.part->node == user_host_node_of(node))
        shift_pose(&in->shift, &pose);
    return pose;
}

static void host_motion(const torsor_instant *instant, const torsor_node *node, torsor_motion *to)
{
    const pose pose = pose_now(instant, node);
    put_vec3(to->x, pose.x);
    put_vec3(to->v, pose.v);
    put_vec3(to->w, pose.w);
    put_mat3(to->w_theta, &pose.w_theta);
    put_mat3(to->R, &pose.R);
}

/* The motion of versions 1 and 2: dw = drate - dvalue w_ref x, exact as long as the node has not rotated since the
 * prediction. */
typedef struct {
    double x[3], v[3], R[9], w[3], w_ref[3];
} motion_2;

/* w_ref x is the skew part of -w_theta. */
static void host_motion_2(const torsor_instant *instant, const torsor_node *node, void *buffer)
{
    motion_2 *to = buffer;
    const pose pose = pose_now(instant, node);
    const double(*e)[3] = pose.w_theta.e;
    put_vec3(to->x, pose.x);
    put_vec3(to->v, pose.v);
    put_vec3(to->w, pose.w);
    put_mat3(to->R, &pose.R);
    put_vec3(to->w_ref, vec3_scale(0.5, (vec3){e[1][2] - e[2][1], e[2][0] - e[0][2], e[0][1] - e[1][0]}));
}

/* Returns the perturbation of the value or the rate of a degree of freedom. */
static double dof_shift(const user_shift *by, const node_dof *dof)
{
    if (!by->part || by->is_rate != dof->derivative)
        return 0.0;
    const user_part *user_part = by->part;
    if (user_part->kind == PART_DOF)
        return user_part->dof->node == dof->node && user_part->dof->index == dof->index ? by->amount : 0.0;
    const bool is_own_node = user_part->kind == PART_NODE && user_part->node == dof->node && by->k == dof->index;
    return is_own_node ? by->amount : 0.0;
}

static double host_dof_value(const torsor_instant *instant, const torsor_dof *dof)
{
    const node_dof *is = (const node_dof *)dof;
    return node_dof_value(instant->inside->state, is) + dof_shift(&instant->inside->shift, is);
}

static double host_dof_weight(const torsor_instant *instant, const torsor_dof *dof)
{
    return dof_weight(instant->inside->state, (const node_dof *)dof);
}

static double own_number(const torsor_instant *instant, int i, bool is_rate)
{
    const torsor_inside *in = instant->inside;
    if (!in->element || i < 0 || i >= in->element->n_internal)
        return 0.0;
    const user_shift *by = &in->shift;
    const bool is_moved = by->part && by->part->kind == PART_INTERNAL && by->k == i && by->is_rate == is_rate;
    return (is_rate ? in->state->yp : in->state->y)[in->element->internal + i] + (is_moved ? by->amount : 0.0);
}

static double host_internal_value(const torsor_instant *instant, int i) { return own_number(instant, i, false); }
static double host_internal_rate(const torsor_instant *instant, int i) { return own_number(instant, i, true); }

static double host_drive_value(const torsor_instant *instant, const torsor_drive *torsor_drive)
{
    return drive_now((const drive *)torsor_drive, instant->inside->state);
}

static double host_drive_derivative(const torsor_instant *instant, const torsor_drive *torsor_drive)
{
    return drive_derivative((const drive *)torsor_drive, instant->inside->state, instant->time);
}

static void host_law(const torsor_instant *instant, const torsor_law *torsor_law, const double *strain,
                     const double *rate, torsor_stress *out)
{
    const law *by = (const law *)torsor_law;
    const size_t n = (size_t)by->dim * sizeof(double);
    law_result is = {0};
    law_eval(by, instant->inside->state, strain, rate, &is);
    memcpy(out->stress, is.stress, n);
    if (out->by_strain)
        memcpy(out->by_strain, is.by_strain, n * (size_t)by->dim);
    if (out->by_rate)
        memcpy(out->by_rate, is.by_rate, n * (size_t)by->dim);
}

static void host_law_predict(const torsor_instant *instant, const torsor_law *torsor_law, const double *strain,
                             const double *rate)
{
    if (instant->inside->memory)
        law_predict(instant->inside->state, (const law *)torsor_law, instant->inside->memory, strain, rate);
}

static void host_law_accept(const torsor_instant *instant, const torsor_law *torsor_law, const double *strain,
                            const double *rate)
{
    if (instant->inside->memory)
        law_accept(instant->inside->state, (const law *)torsor_law, instant->inside->memory, strain, rate);
}

static double host_function(const torsor_instant *instant, const torsor_function *function, double x, int order)
{
    return scalar_function_at((const scalar_function *)function, instant->inside->state, x, order);
}

static void host_complement(const torsor_instant *instant, torsor_rows *out, int row, int column, double y)
{
    const torsor_inside *in = instant->inside;
    local to = {.r = out->r, .J = out->J, .ld = out->ld};
    local_complementary(out->J ? in->element->n : 0, in->state, &to, row, column, y);
}

static void host_fail(const torsor_instant *instant, const char *words)
{
    state_fail(instant->inside->state, instant->inside->location, "%s", words);
}

/* --- output and drawing ------------------------------------------------------------------------------------------- */

static void host_put(torsor_record *to, const char *name, torsor_unit unit, const char *words, int n, const double *v)
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
    record_name(out, name, (unsigned)unit < ARRAY_LEN(IS) ? IS[unit] : QUANTITY_DIMENSIONLESS, words);
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

static draw_tie tie(const torsor_node *node, const double at[3])
{
    return draw_at(user_host_node_of(node), vec3_load(at), NULL);
}

static void host_line(torsor_canvas *canvas, int n, const torsor_node *const *nodes, const double (*at)[3])
{
    for (int i = 0; i + 1 < n; i++)
        draw_two((drawing *)canvas, DRAW_LINE, (const draw_tie[]){tie(nodes[i], at[i]), tie(nodes[i + 1], at[i + 1])});
}

static void host_spring(torsor_canvas *canvas, const torsor_node *const nodes[2], const double at[2][3])
{
    draw_two((drawing *)canvas, DRAW_SPRING, (const draw_tie[]){tie(nodes[0], at[0]), tie(nodes[1], at[1])});
}

static void host_mark(torsor_canvas *canvas, const torsor_node *node, const double at[3])
{
    draw_mark((drawing *)canvas, SYMBOL_GENERAL, tie(node, at));
}

static void host_arrow(torsor_canvas *canvas, const torsor_node *node, const double at[3], const char *output)
{
    draw_arrow((drawing *)canvas, DRAW_ARROW, tie(node, at), output, 1.0);
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
    .internal = host_internal,
    .uncoupled = host_uncoupled,
    .motion_2 = host_motion_2,
    .dof_value = host_dof_value,
    .dof_weight = host_dof_weight,
    .internal_value = host_internal_value,
    .internal_rate = host_internal_rate,
    .drive_value = host_drive_value,
    .drive_derivative = host_drive_derivative,
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
    .motion = host_motion,
};
