/* contact_pairs.c - search for the probes that may touch surfaces in a step (sweep and prune), and the memory of pairs.
 *
 * The box of a shape contains its position at the end of the last step and the predicted one. Boxes are sorted by their
 * lower ends along x, an order that changes little from step to step; neighbours whose boxes overlap are tested probe
 * by probe. Half-spaces are tested against every shape. All data are in the memory of the solution: nothing is
 * allocated in a step, and a repeated step starts from the contacts before it.
 *
 * Pairs farther apart than the margin are left out. They cannot touch as long as no point of either shape is farther
 * than half the margin from its predicted position; shapes that are farther are tested again when the step is
 * solved. */
#include "element/contact/contact_rigid.h"
#include <math.h>
#include <string.h>

/* --- memory ------------------------------------------------------------------------------------------------------- */

static size_t eights(size_t bytes) { return (bytes + 7) / 8 * 8; }

size_t contact_memory_size(const contact *contact)
{
    return contact_pairs_size(contact) + (contact->law.kind == LAW_RIGID ? rigid_memory_size(contact) : 0);
}

size_t contact_pairs_size(const contact *contact)
{
    const size_t shapes = (size_t)contact->n_shapes, capacity = (size_t)contact->capacity;
    return eights(sizeof(pair_count)) + eights(capacity * sizeof(contact_pair)) +
           eights(((size_t)contact->n_bodies + 1) * sizeof(int)) + eights(2 * capacity * sizeof(int)) +
           eights(shapes * sizeof(int)) + (6 * shapes + 12 * (size_t)contact->n_bodies) * sizeof(double);
}

static void *part(unsigned char **at, size_t bytes)
{
    void *is = *at;
    *at += eights(bytes);
    return is;
}

contact_memory contact_memory_in(const contact *contact, void *block)
{
    const size_t shapes = (size_t)contact->n_shapes, capacity = (size_t)contact->capacity;
    unsigned char *at = block;
    contact_memory memory;
    memory.count = part(&at, sizeof(pair_count));
    memory.pair = part(&at, capacity * sizeof(contact_pair));
    memory.first = part(&at, ((size_t)contact->n_bodies + 1) * sizeof(int));
    memory.of_body = part(&at, 2 * capacity * sizeof(int));
    memory.order = part(&at, shapes * sizeof(int));
    memory.box = part(&at, 6 * shapes * sizeof(double));
    memory.expected = part(&at, 12 * (size_t)contact->n_bodies * sizeof(double));
    return memory;
}

static bool is_index(int i, int n) { return i >= 0 && i < n; }

static bool pair_valid(const contact *contact, const contact_pair *pair)
{
    if (!is_index(pair->a, contact->n_shapes) || !is_index(pair->b, contact->n_shapes))
        return false;
    const contact_shape *a = &contact->shape[pair->a], *b = &contact->shape[pair->b];
    return pair->probe < 0 ? is_index(-1 - pair->probe, a->n_edges * b->n_edges)
                           : is_index(pair->probe, a->n_probes + a->n_rims);
}

bool contact_valid(const void *self, const void *memory)
{
    const contact *contact = self;
    const contact_memory contact_memory = contact_memory_in(contact, (void *)(size_t)memory);
    bool ok = contact_memory.count->n >= 0 && contact_memory.count->n <= contact->capacity &&
              is_index(contact_memory.count->n_touching, contact_memory.count->n + 1);
    for (int i = 0; ok && i < contact_memory.count->n; i++)
        ok = pair_valid(contact, &contact_memory.pair[i]);
    for (int i = 0; ok && i < contact->n_shapes; i++)
        ok = is_index(contact_memory.order[i], contact->n_shapes);
    for (int i = 0; ok && i < contact->n_bodies; i++)
        ok = contact_memory.first[i] >= 0 && contact_memory.first[i] <= contact_memory.first[i + 1] &&
             contact_memory.first[i + 1] <= 2 * contact_memory.count->n;
    for (int i = 0; ok && i < contact_memory.first[contact->n_bodies]; i++)
        ok = is_index(contact_memory.of_body[i], contact_memory.count->n);
    if (ok && contact->law.kind == LAW_RIGID) {
        const rigid_memory rigid = rigid_memory_in(contact, (void *)(size_t)memory);
        ok = rigid_valid(contact, &rigid);
    }
    return ok;
}

/* --- pairs of a pair of shapes ------------------------------------------------------------------------------------ */

static int compare(const contact_pair *p, const contact_pair *q)
{
    return p->a != q->a ? p->a - q->a : p->b != q->b ? p->b - q->b : p->probe - q->probe;
}

static bool is_among(const contact_memory *memory, const contact_pair *pair)
{
    int low = 0, high = memory->count->n_touching;
    while (low < high) {
        const int middle = (low + high) / 2, is = compare(&memory->pair[middle], pair);
        if (is == 0)
            return true;
        if (is < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return false;
}

typedef struct {
    const contact *contact;
    contact_memory memory;
    const state *state; /* NULL: every pair is listed */
    bool *has_missed;   /* NULL: pairs are listed; otherwise set if a pair touches that is not listed */
} search;

static bool is_listed(const contact_memory *memory, const contact_pair *pair)
{
    for (int i = 0; i < memory->count->n; i++)
        if (compare(&memory->pair[i], pair) == 0)
            return true;
    return false;
}

static void look_again(const search *search, const contact_pair *pair)
{
    double gap, rate;
    pair_gap(search->contact, pair, &search->state->poses[search->contact->shape[pair->a].node->pose],
             &search->state->poses[search->contact->shape[pair->b].node->pose], &gap, &rate);
    if (gap < 0.0 && !is_listed(&search->memory, pair))
        *search->has_missed = true;
}

/* Lists the pair if its gap may close. */
static void consider(const search *search, contact_pair pair)
{
    const contact *contact = search->contact;
    if (search->has_missed) {
        look_again(search, &pair);
        return;
    }
    if (is_among(&search->memory, &pair))
        return;
    pair.v0 = pair.rate = contact->first_speed;
    if (search->state) {
        const int a = contact->shape[pair.a].node->pose, b = contact->shape[pair.b].node->pose;
        double now, then, rate;
        pair_gap(contact, &pair, &search->state->poses[a], &search->state->poses[b], &now, &rate);
        pair_gap(contact, &pair, &search->state->poses_prev[a], &search->state->poses_prev[b], &then, &pair.rate);
        pair.v0 = fmax(0.0, pair.rate);
        pair.x = -then;
        if (fmin(now, then - pair.v0 * search->state->dt) > contact->margin)
            return;
    }
    if (search->memory.count->n == contact->capacity)
        search->memory.count->is_full = 1;
    else
        search->memory.pair[search->memory.count->n++] = pair;
}

static void consider_probes(const search *search, int a, int b)
{
    const shape_kind on = search->contact->shape[b].kind;
    const bool is_flat = on == SHAPE_HALF_SPACE || on == SHAPE_BOX || on == SHAPE_MESH;
    for (int i = 0; i < search->contact->shape[a].n_probes + (is_flat ? search->contact->shape[a].n_rims : 0); i++)
        consider(search, (contact_pair){.a = a, .b = b, .probe = i});
}

static double middles_apart(const pose *x, const shape_edge *e, const pose *y, const shape_edge *f)
{
    const vec3 p = vec3_add(x->x, mat3_mulv(&x->R, e->middle)), r = vec3_add(y->x, mat3_mulv(&y->R, f->middle));
    return vec3_norm(vec3_sub(p, r));
}

/* True if two edges may be nearer than the margin, now or at the start of the step. */
static bool edges_are_near(const search *search, const contact_shape *a, const contact_shape *b, const shape_edge *e,
                           const shape_edge *f)
{
    const double reach = e->half + f->half + e->r + f->r + search->contact->margin;
    const int i = a->node->pose, k = b->node->pose;
    return !search->state || middles_apart(&search->state->poses[i], e, &search->state->poses[k], f) <= reach ||
           middles_apart(&search->state->poses_prev[i], e, &search->state->poses_prev[k], f) <= reach;
}

static void consider_edges(const search *search, int i, int k)
{
    const contact_shape *a = &search->contact->shape[i], *b = &search->contact->shape[k];
    for (int e = 0; e < a->n_edges; e++)
        for (int f = 0; f < b->n_edges; f++)
            if (edges_are_near(search, a, b, &a->edge[e], &b->edge[f]))
                consider(search, (contact_pair){.a = i, .b = k, .probe = -1 - e * b->n_edges - f});
}

/* For a sphere, its single probe suffices; for a half-space, the probes of the other shape do. */
static void consider_shapes(const search *search, int i, int k)
{
    if (k < i) {
        consider_shapes(search, k, i);
        return;
    }
    const contact_shape *a = &search->contact->shape[i], *b = &search->contact->shape[k];
    if (a->body == b->body || (a->kind == SHAPE_HALF_SPACE && b->kind == SHAPE_HALF_SPACE))
        return;
    const bool a_probes = b->kind != SHAPE_SPHERE || a->kind == SHAPE_SPHERE;
    const bool b_probes = a->kind != SHAPE_SPHERE;
    consider_edges(search, i, k);
    if (a_probes)
        consider_probes(search, i, k);
    if (b_probes)
        consider_probes(search, k, i);
}

/* --- sweep and prune ---------------------------------------------------------------------------------------------- */

static void fill_box(const contact_shape *shape, const pose *at, double margin, double box[6], bool is_first)
{
    const mat3 R = mat3_mul(&at->R, &shape->R);
    const vec3 middle = vec3_scale(0.5, vec3_add(shape->low, shape->high)),
               half = vec3_scale(0.5, vec3_sub(shape->high, shape->low));
    const vec3 o = vec3_add(at->x, mat3_mulv(&at->R, vec3_add(shape->o, mat3_mulv(&shape->R, middle))));
    for (int k = 0; k < 3; k++) {
        const double reach = fabs(R.e[k][0]) * half.x + fabs(R.e[k][1]) * half.y + fabs(R.e[k][2]) * half.z + margin;
        const double low = vec3_get(o, k) - reach, high = vec3_get(o, k) + reach;
        box[k] = is_first ? low : fmin(box[k], low);
        box[k + 3] = is_first ? high : fmax(box[k + 3], high);
    }
}

/* Sort key: the lower end along x; half-spaces come last. */
static double key(const contact *contact, const contact_memory *memory, int i)
{
    return contact->shape[i].kind == SHAPE_HALF_SPACE ? HUGE_VAL : memory->box[6 * i];
}

static void sort(const contact *contact, const contact_memory *memory)
{
    for (int i = 1; i < contact->n_shapes; i++) {
        const int is = memory->order[i];
        const double x = key(contact, memory, is);
        int k = i;
        for (; k > 0 && key(contact, memory, memory->order[k - 1]) > x; k--)
            memory->order[k] = memory->order[k - 1];
        memory->order[k] = is;
    }
}

static bool overlap(const double *a, const double *b)
{
    return a[1] <= b[4] && b[1] <= a[4] && a[2] <= b[5] && b[2] <= a[5];
}

/* True if the lowest corner of the box along the normal is below the plane. */
static bool reaches(const search *search, const contact_shape *plane, const double *box)
{
    const pose *at = &search->state->poses[plane->node->pose];
    const mat3 R = mat3_mul(&at->R, &plane->R);
    const vec3 o = vec3_add(at->x, mat3_mulv(&at->R, plane->o)), n = mat3_col(&R, 2);
    double d = -vec3_dot(n, o);
    for (int k = 0; k < 3; k++)
        d += vec3_get(n, k) * (vec3_get(n, k) > 0.0 ? box[k] : box[k + 3]);
    return d <= search->contact->margin;
}

static void sweep(const search *search)
{
    const contact *contact = search->contact;
    const contact_memory *memory = &search->memory;
    for (int i = 0; i < contact->n_shapes; i++) {
        const int a = memory->order[i];
        if (contact->shape[a].kind == SHAPE_HALF_SPACE) {
            for (int b = 0; b < contact->n_shapes; b++)
                if (contact->shape[b].kind != SHAPE_HALF_SPACE &&
                    reaches(search, &contact->shape[a], &memory->box[6 * b]))
                    consider_shapes(search, a, b);
            continue;
        }
        for (int k = i + 1; k < contact->n_shapes && key(contact, memory, memory->order[k]) <= memory->box[6 * a + 3];
             k++) {
            const int b = memory->order[k];
            if (overlap(&memory->box[6 * a], &memory->box[6 * b]))
                consider_shapes(search, a, b);
        }
    }
}

/* Lists the pairs of each body, one body after the other. */
static void list_bodies(const contact *contact, const contact_memory *memory)
{
    memset(memory->first, 0, ((size_t)contact->n_bodies + 1) * sizeof(int));
    for (int i = 0; i < memory->count->n; i++) {
        memory->first[contact->shape[memory->pair[i].a].body]++;
        memory->first[contact->shape[memory->pair[i].b].body]++;
    }
    for (int i = 0; i < contact->n_bodies; i++)
        memory->first[i + 1] += memory->first[i];
    for (int i = memory->count->n - 1; i >= 0; i--) {
        memory->of_body[--memory->first[contact->shape[memory->pair[i].b].body]] = i;
        memory->of_body[--memory->first[contact->shape[memory->pair[i].a].body]] = i;
    }
}

static void expect(const pose *at, double to[12])
{
    vec3_store(to, at->x);
    memcpy(to + 3, at->R.e, sizeof at->R.e);
}

void contact_find(const state *state, const contact *contact, void *memory)
{
    const search search = {.contact = contact, .memory = contact_memory_in(contact, memory), .state = state};
    for (int i = 0; i < contact->n_shapes; i++) {
        const contact_shape *is = &contact->shape[i];
        if (is->kind == SHAPE_HALF_SPACE)
            continue;
        fill_box(is, &state->poses[is->node->pose], contact->margin, &search.memory.box[6 * i], true);
        fill_box(is, &state->poses_prev[is->node->pose], contact->margin, &search.memory.box[6 * i], false);
    }
    for (int i = 0; i < contact->n_bodies; i++)
        expect(&state->poses[contact->body[i]->pose], &search.memory.expected[12 * i]);
    sort(contact, &search.memory);
    search.memory.count->n = search.memory.count->n_touching;
    search.memory.count->is_full = 0;
    sweep(&search);
    list_bodies(contact, &search.memory);
}

/* Upper bound of the distance of its points from their predicted positions. */
static double deviation(const search *search, const contact_shape *is)
{
    const pose *at = &search->state->poses[is->node->pose];
    const double *was = &search->memory.expected[12 * is->body];
    double rotated = 0.0;
    for (int k = 0; k < 9; k++) {
        const double d = at->R.e[k / 3][k % 3] - was[3 + k];
        rotated += d * d;
    }
    return vec3_norm(vec3_sub(at->x, vec3_load(was))) + (rotated > 0.0 ? sqrt(rotated) * is->reach : 0.0);
}

static bool are_near(const search *search, int i, int k)
{
    const contact_shape *a = &search->contact->shape[i], *b = &search->contact->shape[k];
    double box[2][6];
    if (a->kind == SHAPE_HALF_SPACE || b->kind == SHAPE_HALF_SPACE)
        return true;
    fill_box(a, &search->state->poses[a->node->pose], 0.0, box[0], true);
    fill_box(b, &search->state->poses[b->node->pose], 0.0, box[1], true);
    return box[0][0] <= box[1][3] && box[1][0] <= box[0][3] && overlap(box[0], box[1]);
}

bool contact_has_missed(const state *state, const contact *contact, const contact_memory *memory)
{
    bool has_missed = false;
    const search search = {.contact = contact, .memory = *memory, .state = state, .has_missed = &has_missed};
    for (int i = 0; !has_missed && i < contact->n_shapes; i++) {
        if (2.0 * deviation(&search, &contact->shape[i]) <= contact->margin)
            continue;
        for (int k = 0; !has_missed && k < contact->n_shapes; k++)
            if (are_near(&search, i, k))
                consider_shapes(&search, i, k);
    }
    return has_missed;
}

/* Initially all pairs are listed, as far as the capacity permits. */
void contact_begin(const void *self, void *memory)
{
    const contact *contact = self;
    const search search = {.contact = contact, .memory = contact_memory_in(contact, memory)};
    for (int i = 0; i < contact->n_shapes; i++)
        search.memory.order[i] = i;
    for (int i = 0; contact->first_speed > 0.0 && i < contact->n_shapes; i++)
        for (int k = i + 1; k < contact->n_shapes; k++)
            consider_shapes(&search, i, k);
    search.memory.count->is_full = 0;
    list_bodies(contact, &search.memory);
}

/* Rigid shapes touch if there is an impulse between them. */
static void observe_pair(const state *state, const contact *contact, contact_pair *pair)
{
    double gap;
    pair_gap(contact, pair, &state->poses[contact->shape[pair->a].node->pose],
             &state->poses[contact->shape[pair->b].node->pose], &gap, &pair->rate);
    if (contact->law.kind == LAW_RIGID) {
        pair->is_touching = pair->impulse[0] != 0.0 || pair->impulse[1] != 0.0 || pair->impulse[2] != 0.0;
    } else {
        pair->is_touching = gap < 0.0;
        pair->lost += energy_lost(&contact->law, pair->x, -gap);
        pair->stored = fmax(pair->stored, elastic_energy(&contact->law, -gap));
    }
    pair->x = -gap;
}

void contact_commit(const state *state, const contact *contact, void *memory)
{
    const contact_memory contact_memory = contact_memory_in(contact, memory);
    int n = 0;
    for (int i = 0; i < contact_memory.count->n; i++) {
        contact_pair pair = contact_memory.pair[i];
        observe_pair(state, contact, &pair);
        if (!pair.is_touching) {
            contact_memory.pair[i] = pair;
            continue;
        }
        contact_pair other = contact_memory.pair[n]; /* one without contact, or this one */
        int k = n++;
        for (; k > 0 && compare(&contact_memory.pair[k - 1], &pair) > 0; k--)
            contact_memory.pair[k] = contact_memory.pair[k - 1];
        if (i != n - 1)
            contact_memory.pair[i] = other;
        contact_memory.pair[k] = pair;
    }
    contact_memory.count->n_touching = n;
    list_bodies(contact, &contact_memory);
}
