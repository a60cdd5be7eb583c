/* modal_private.c - private data of a modal joint: modes, and the motion of any FEM node in global axes.
 *
 *     q[m] qP[m] qPP[m]     mode with number m in the file, or #m: the m-th mode in use
 *     x[n,i]    x + R (f + U q)
 *     xP[n,i]   v + w x R (f + U q) + R U q'
 *     xPP[n,i]  v' + w' x d + w x w x d + 2 w x R U q' + R U q'',   d = R (f + U q)
 *     w[n,i]    w + R V q'                wP[n,i]   w' + w x R V q' + R V q''
 *
 * Index: 1 + quantity M + mode, then 1 + 3 M + (quantity n_nodes + node) 3 + component. */
#include "element/modal/modal.h"
#include <stdlib.h>
#include <string.h>

enum { MODE_QUANTITIES = 3, NODE_QUANTITIES = 5 };
static const char *const MODE_WORDS[MODE_QUANTITIES] = {"q", "qP", "qPP"};
static const char *const NODE_WORDS[NODE_QUANTITIES] = {"x", "xP", "xPP", "w", "wP"};

/* Returns the index of the word that equals the name before the bracket; -1 if there is none. */
static int quantity_of(const char *name, size_t length, const char *const *words, int n)
{
    for (int i = 0; i < n; i++)
        if (strlen(words[i]) == length && memcmp(words[i], name, length) == 0)
            return i;
    return -1;
}

static int mode_index(const modal *modal, int quantity, const char *inside)
{
    char *end;
    const bool by_order = *inside == '#';
    const long n = strtol(inside + by_order, &end, 10);
    if (strcmp(end, "]") != 0 || end == inside + by_order || n < 1 || n > 1000000)
        return 0;
    const int mode = by_order ? (n <= modal->M ? (int)n - 1 : -1) : modal_mode_of(modal, (int)n);
    return mode < 0 ? 0 : 1 + quantity * modal->M + mode;
}

static int node_index(const modal *modal, int quantity, const char *inside)
{
    char label[256];
    const char *comma = strrchr(inside, ',');
    if (!comma || (size_t)(comma - inside) >= sizeof label)
        return 0;
    memcpy(label, inside, (size_t)(comma - inside));
    label[comma - inside] = '\0';
    const int i = fem_node(&modal->data, label), component = comma[1] - '1';
    if (i < 0 || component < 0 || component > 2 || strcmp(comma + 2, "]") != 0)
        return 0;
    return 1 + MODE_QUANTITIES * modal->M + (quantity * modal->data.n_nodes + i) * 3 + component;
}

bool modal_has_private(const elem *element, int index)
{
    const modal *modal = element->self;
    return index <= MODE_QUANTITIES * modal->M + NODE_QUANTITIES * 3 * modal->data.n_nodes;
}

int modal_private_index(const elem *element, const char *name)
{
    const modal *modal = element->self;
    const char *bracket = strchr(name, '[');
    if (!bracket)
        return 0;
    const size_t length = (size_t)(bracket - name);
    const int mode = quantity_of(name, length, MODE_WORDS, MODE_QUANTITIES);
    const int point = quantity_of(name, length, NODE_WORDS, NODE_QUANTITIES);
    return mode >= 0 ? mode_index(modal, mode, bracket + 1) : point >= 0 ? node_index(modal, point, bracket + 1) : 0;
}

/* Shapes of a FEM node times amplitudes, rates or accelerations. */
static vec3 modal_private_combine(const modal *modal, const double *shape, int i, const double *by)
{
    vec3 sum = {0, 0, 0};
    for (int j = 0; j < modal->M; j++) {
        const size_t at = 3 * ((size_t)(modal->number[j] - 1) * (size_t)modal->data.n_nodes + (size_t)i);
        sum = vec3_axpy(sum, by[j], vec3_load(shape + at));
    }
    return sum;
}

typedef struct {
    pose pose;
    vec3 a, dw;
} frame_now;

static frame_now motion_of(const state *state, const floating_frame *floating_frame)
{
    frame_now frame_now = {.pose = {.x = floating_frame->x, .R = floating_frame->R}};
    if (!floating_frame->node)
        return frame_now;
    frame_now.pose = state->poses[floating_frame->node->pose];
    if (floating_frame->node->momentum >= 0) {
        frame_now.a = vec3_load(state->yp + floating_frame->node->momentum);
        frame_now.dw = vec3_load(state->yp + floating_frame->node->momentum + 3);
    }
    return frame_now;
}

static vec3 acceleration(const frame_now *frame_now, vec3 d, vec3 up, vec3 upp)
{
    const vec3 w = frame_now->pose.w;
    vec3 a = vec3_add(frame_now->a, vec3_cross(frame_now->dw, d));
    a = vec3_add(a, vec3_cross(w, vec3_cross(w, d)));
    a = vec3_axpy(a, 2, vec3_cross(w, up));
    return vec3_add(a, upp);
}

static vec3 point_value(const state *state, const elem *element, int quantity, int i)
{
    const modal *modal = element->self;
    const frame_now frame_now = motion_of(state, &modal->frame);
    const double *q = modal_amplitudes(state, element), *qp = modal_rates(state, element),
                 *qpp = modal_accelerations(state, element);
    const double *shape = quantity < 3 ? modal->data.U : modal->data.V;
    const vec3 f = vec3_sub(vec3_load(modal->data.x + 3 * i), modal->origin);
    const vec3 d = mat3_mulv(&frame_now.pose.R, vec3_add(f, modal_private_combine(modal, modal->data.U, i, q)));
    const vec3 rate = mat3_mulv(&frame_now.pose.R, modal_private_combine(modal, shape, i, qp)),
               second = mat3_mulv(&frame_now.pose.R, modal_private_combine(modal, shape, i, qpp));
    switch (quantity) {
    case 0:
        return vec3_add(frame_now.pose.x, d);
    case 1:
        return vec3_add(vec3_add(frame_now.pose.v, vec3_cross(frame_now.pose.w, d)), rate);
    case 2:
        return acceleration(&frame_now, d, rate, second);
    case 3:
        return vec3_add(frame_now.pose.w, rate);
    default:
        return vec3_add(vec3_add(frame_now.dw, vec3_cross(frame_now.pose.w, rate)), second);
    }
}

double modal_private_value(const state *state, const elem *element, int index)
{
    const modal *modal = element->self;
    const int k = index - 1, of_node = k - MODE_QUANTITIES * modal->M;
    if (of_node < 0) {
        const double *const from[] = {modal_amplitudes(state, element), modal_rates(state, element),
                                      modal_accelerations(state, element)};
        return from[k / modal->M][k % modal->M];
    }
    const vec3 v = point_value(state, element, of_node / 3 / modal->data.n_nodes, of_node / 3 % modal->data.n_nodes);
    return vec3_get(v, of_node % 3);
}
