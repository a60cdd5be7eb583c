/* contact_pairs.c - which probes may touch which surfaces in a step: sweep and prune, and what pairs remember.
 *
 * Each shape fills a box between its place at the end of the last step and the predicted one. Boxes are kept in the
 * order of their lower ends along x, which changes little from step to step; neighbours whose boxes overlap are looked
 * at probe by probe. Half-spaces are held against every shape. All lies in the memory of the solution: nothing is
 * allocated in a step, and a step that is repeated finds what touched before.
 *
 * Pairs farther apart than the margin are left out. They cannot touch while no point of either shape is farther than
 * half the margin from where it was expected; shapes that are, are looked at again when the step is solved. */
#include "element/contact/contact.h"
#include <math.h>
#include <string.h>

/* --- memory ------------------------------------------------------------------------------------------------------- */

static size_t eights(size_t bytes) { return (bytes + 7) / 8 * 8; }

size_t contact_memory_size(const contact *c)
{
    const size_t shapes = (size_t)c->n_shapes, room = (size_t)c->room;
    return eights(sizeof(pair_count)) + eights(room * sizeof(contact_pair)) +
           eights(((size_t)c->n_bodies + 1) * sizeof(int)) + eights(2 * room * sizeof(int)) +
           eights(shapes * sizeof(int)) + (6 * shapes + 12 * (size_t)c->n_bodies) * sizeof(double);
}

static void *part(unsigned char **at, size_t bytes)
{
    void *is = *at;
    *at += eights(bytes);
    return is;
}

contact_memory contact_memory_in(const contact *c, void *block)
{
    const size_t shapes = (size_t)c->n_shapes, room = (size_t)c->room;
    unsigned char *at = block;
    contact_memory m;
    m.count = part(&at, sizeof(pair_count));
    m.pair = part(&at, room * sizeof(contact_pair));
    m.first = part(&at, ((size_t)c->n_bodies + 1) * sizeof(int));
    m.of_body = part(&at, 2 * room * sizeof(int));
    m.order = part(&at, shapes * sizeof(int));
    m.box = part(&at, 6 * shapes * sizeof(double));
    m.expected = part(&at, 12 * (size_t)c->n_bodies * sizeof(double));
    return m;
}

static bool is_index(int i, int n) { return i >= 0 && i < n; }

static bool pair_valid(const contact *c, const contact_pair *p)
{
    if (!is_index(p->a, c->n_shapes) || !is_index(p->b, c->n_shapes))
        return false;
    const contact_shape *a = &c->shape[p->a], *b = &c->shape[p->b];
    return p->probe < 0 ? is_index(-1 - p->probe, a->n_edges * b->n_edges)
                        : is_index(p->probe, a->n_probes + a->n_rims);
}

bool contact_valid(const void *self, const void *memory)
{
    const contact *c = self;
    const contact_memory m = contact_memory_in(c, (void *)(size_t)memory);
    bool ok = m.count->n >= 0 && m.count->n <= c->room && is_index(m.count->n_touching, m.count->n + 1);
    for (int i = 0; ok && i < m.count->n; i++)
        ok = pair_valid(c, &m.pair[i]);
    for (int i = 0; ok && i < c->n_shapes; i++)
        ok = is_index(m.order[i], c->n_shapes);
    for (int i = 0; ok && i < c->n_bodies; i++)
        ok = m.first[i] >= 0 && m.first[i] <= m.first[i + 1] && m.first[i + 1] <= 2 * m.count->n;
    for (int i = 0; ok && i < m.first[c->n_bodies]; i++)
        ok = is_index(m.of_body[i], m.count->n);
    return ok;
}

/* --- pairs of a pair of shapes ------------------------------------------------------------------------------------ */

static int compare(const contact_pair *p, const contact_pair *q)
{
    return p->a != q->a ? p->a - q->a : p->b != q->b ? p->b - q->b : p->probe - q->probe;
}

static bool is_among(const contact_memory *m, const contact_pair *p)
{
    int low = 0, high = m->count->n_touching;
    while (low < high) {
        const int middle = (low + high) / 2, is = compare(&m->pair[middle], p);
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
    const contact *c;
    contact_memory m;
    const state *s;   /* NULL: every pair counts */
    bool *has_missed; /* NULL: pairs are listed; else whether one touches that is not */
} search;

static bool is_listed(const contact_memory *m, const contact_pair *p)
{
    for (int i = 0; i < m->count->n; i++)
        if (compare(&m->pair[i], p) == 0)
            return true;
    return false;
}

static void look_again(const search *q, const contact_pair *p)
{
    double gap, rate;
    pair_gap(q->c, p, &q->s->poses[q->c->shape[p->a].node->pose], &q->s->poses[q->c->shape[p->b].node->pose], &gap,
             &rate);
    if (gap < 0.0 && !is_listed(&q->m, p))
        *q->has_missed = true;
}

/* Keeps the pair when its gap may close. */
static void consider(const search *q, contact_pair p)
{
    const contact *c = q->c;
    if (q->has_missed) {
        look_again(q, &p);
        return;
    }
    if (is_among(&q->m, &p))
        return;
    p.v0 = p.rate = c->first_speed;
    if (q->s) {
        const int a = c->shape[p.a].node->pose, b = c->shape[p.b].node->pose;
        double now, then, rate;
        pair_gap(c, &p, &q->s->poses[a], &q->s->poses[b], &now, &rate);
        pair_gap(c, &p, &q->s->at_prev[a], &q->s->at_prev[b], &then, &p.rate);
        p.v0 = fmax(0.0, p.rate);
        p.x = -then;
        if (fmin(now, then - p.v0 * q->s->dt) > c->margin)
            return;
    }
    if (q->m.count->n == c->room)
        q->m.count->is_full = 1;
    else
        q->m.pair[q->m.count->n++] = p;
}

static void consider_probes(const search *q, int a, int b)
{
    const shape_kind on = q->c->shape[b].kind;
    const bool is_flat = on == SHAPE_HALF_SPACE || on == SHAPE_BOX || on == SHAPE_MESH;
    for (int i = 0; i < q->c->shape[a].n_probes + (is_flat ? q->c->shape[a].n_rims : 0); i++)
        consider(q, (contact_pair){.a = a, .b = b, .probe = i});
}

static double middles_apart(const pose *x, const shape_edge *e, const pose *y, const shape_edge *f)
{
    const vec3 p = vec3_add(x->x, mat3_mulv(&x->R, e->middle)), r = vec3_add(y->x, mat3_mulv(&y->R, f->middle));
    return vec3_norm(vec3_sub(p, r));
}

/* Whether two edges can be nearer than the margin, now or at the beginning of the step. */
static bool edges_are_near(const search *q, const contact_shape *a, const contact_shape *b, const shape_edge *e,
                           const shape_edge *f)
{
    const double reach = e->half + f->half + e->r + f->r + q->c->margin;
    const int i = a->node->pose, k = b->node->pose;
    return !q->s || middles_apart(&q->s->poses[i], e, &q->s->poses[k], f) <= reach ||
           middles_apart(&q->s->at_prev[i], e, &q->s->at_prev[k], f) <= reach;
}

static void consider_edges(const search *q, int i, int k)
{
    const contact_shape *a = &q->c->shape[i], *b = &q->c->shape[k];
    for (int e = 0; e < a->n_edges; e++)
        for (int f = 0; f < b->n_edges; f++)
            if (edges_are_near(q, a, b, &a->edge[e], &b->edge[f]))
                consider(q, (contact_pair){.a = i, .b = k, .probe = -1 - e * b->n_edges - f});
}

/* Of a sphere the one probe says all; of a half-space the other's probes do. */
static void consider_shapes(const search *q, int i, int k)
{
    if (k < i) {
        consider_shapes(q, k, i);
        return;
    }
    const contact_shape *a = &q->c->shape[i], *b = &q->c->shape[k];
    if (a->body == b->body || (a->kind == SHAPE_HALF_SPACE && b->kind == SHAPE_HALF_SPACE))
        return;
    const bool a_probes = b->kind != SHAPE_SPHERE || a->kind == SHAPE_SPHERE;
    const bool b_probes = a->kind != SHAPE_SPHERE;
    consider_edges(q, i, k);
    if (a_probes)
        consider_probes(q, i, k);
    if (b_probes)
        consider_probes(q, k, i);
}

/* --- sweep and prune ---------------------------------------------------------------------------------------------- */

static void fill_box(const contact_shape *s, const pose *at, double margin, double box[6], bool is_first)
{
    const mat3 R = mat3_mul(&at->R, &s->R);
    const vec3 middle = vec3_scale(0.5, vec3_add(s->low, s->high)), half = vec3_scale(0.5, vec3_sub(s->high, s->low));
    const vec3 o = vec3_add(at->x, mat3_mulv(&at->R, vec3_add(s->o, mat3_mulv(&s->R, middle))));
    for (int k = 0; k < 3; k++) {
        const double reach = fabs(R.e[k][0]) * half.x + fabs(R.e[k][1]) * half.y + fabs(R.e[k][2]) * half.z + margin;
        const double low = vec3_get(o, k) - reach, high = vec3_get(o, k) + reach;
        box[k] = is_first ? low : fmin(box[k], low);
        box[k + 3] = is_first ? high : fmax(box[k + 3], high);
    }
}

/* By the lower end along x; a half-space comes last. */
static double key(const contact *c, const contact_memory *m, int i)
{
    return c->shape[i].kind == SHAPE_HALF_SPACE ? HUGE_VAL : m->box[6 * i];
}

static void sort(const contact *c, const contact_memory *m)
{
    for (int i = 1; i < c->n_shapes; i++) {
        const int is = m->order[i];
        const double x = key(c, m, is);
        int k = i;
        for (; k > 0 && key(c, m, m->order[k - 1]) > x; k--)
            m->order[k] = m->order[k - 1];
        m->order[k] = is;
    }
}

static bool overlap(const double *a, const double *b)
{
    return a[1] <= b[4] && b[1] <= a[4] && a[2] <= b[5] && b[2] <= a[5];
}

/* The lowest corner of the box, seen along the normal. */
static bool reaches(const search *q, const contact_shape *plane, const double *box)
{
    const pose *at = &q->s->poses[plane->node->pose];
    const mat3 R = mat3_mul(&at->R, &plane->R);
    const vec3 o = vec3_add(at->x, mat3_mulv(&at->R, plane->o)), n = mat3_col(&R, 2);
    double d = -vec3_dot(n, o);
    for (int k = 0; k < 3; k++)
        d += vec3_get(n, k) * (vec3_get(n, k) > 0.0 ? box[k] : box[k + 3]);
    return d <= q->c->margin;
}

static void sweep(const search *q)
{
    const contact *c = q->c;
    const contact_memory *m = &q->m;
    for (int i = 0; i < c->n_shapes; i++) {
        const int a = m->order[i];
        if (c->shape[a].kind == SHAPE_HALF_SPACE) {
            for (int b = 0; b < c->n_shapes; b++)
                if (c->shape[b].kind != SHAPE_HALF_SPACE && reaches(q, &c->shape[a], &m->box[6 * b]))
                    consider_shapes(q, a, b);
            continue;
        }
        for (int k = i + 1; k < c->n_shapes && key(c, m, m->order[k]) <= m->box[6 * a + 3]; k++) {
            const int b = m->order[k];
            if (overlap(&m->box[6 * a], &m->box[6 * b]))
                consider_shapes(q, a, b);
        }
    }
}

/* The pairs of each body, one after the other. */
static void list_bodies(const contact *c, const contact_memory *m)
{
    memset(m->first, 0, ((size_t)c->n_bodies + 1) * sizeof(int));
    for (int i = 0; i < m->count->n; i++) {
        m->first[c->shape[m->pair[i].a].body]++;
        m->first[c->shape[m->pair[i].b].body]++;
    }
    for (int i = 0; i < c->n_bodies; i++)
        m->first[i + 1] += m->first[i];
    for (int i = m->count->n - 1; i >= 0; i--) {
        m->of_body[--m->first[c->shape[m->pair[i].b].body]] = i;
        m->of_body[--m->first[c->shape[m->pair[i].a].body]] = i;
    }
}

static void expect(const pose *at, double to[12])
{
    vec3_store(to, at->x);
    memcpy(to + 3, at->R.e, sizeof at->R.e);
}

void contact_find(const state *s, const contact *c, void *memory)
{
    const search q = {.c = c, .m = contact_memory_in(c, memory), .s = s};
    for (int i = 0; i < c->n_shapes; i++) {
        const contact_shape *is = &c->shape[i];
        if (is->kind == SHAPE_HALF_SPACE)
            continue;
        fill_box(is, &s->poses[is->node->pose], c->margin, &q.m.box[6 * i], true);
        fill_box(is, &s->at_prev[is->node->pose], c->margin, &q.m.box[6 * i], false);
    }
    for (int i = 0; i < c->n_bodies; i++)
        expect(&s->poses[c->body[i]->pose], &q.m.expected[12 * i]);
    sort(c, &q.m);
    q.m.count->n = q.m.count->n_touching;
    q.m.count->is_full = 0;
    sweep(&q);
    list_bodies(c, &q.m);
}

/* How far its points can be from where they were expected. */
static double deviation(const search *q, const contact_shape *is)
{
    const pose *at = &q->s->poses[is->node->pose];
    const double *was = &q->m.expected[12 * is->body];
    double turned = 0.0;
    for (int k = 0; k < 9; k++) {
        const double d = at->R.e[k / 3][k % 3] - was[3 + k];
        turned += d * d;
    }
    return vec3_norm(vec3_sub(at->x, vec3_load(was))) + (turned > 0.0 ? sqrt(turned) * is->reach : 0.0);
}

static bool are_near(const search *q, int i, int k)
{
    const contact_shape *a = &q->c->shape[i], *b = &q->c->shape[k];
    double box[2][6];
    if (a->kind == SHAPE_HALF_SPACE || b->kind == SHAPE_HALF_SPACE)
        return true;
    fill_box(a, &q->s->poses[a->node->pose], 0.0, box[0], true);
    fill_box(b, &q->s->poses[b->node->pose], 0.0, box[1], true);
    return box[0][0] <= box[1][3] && box[1][0] <= box[0][3] && overlap(box[0], box[1]);
}

bool contact_has_missed(const state *s, const contact *c, const contact_memory *m)
{
    bool has_missed = false;
    const search q = {.c = c, .m = *m, .s = s, .has_missed = &has_missed};
    for (int i = 0; !has_missed && i < c->n_shapes; i++) {
        if (2.0 * deviation(&q, &c->shape[i]) <= c->margin)
            continue;
        for (int k = 0; !has_missed && k < c->n_shapes; k++)
            if (are_near(&q, i, k))
                consider_shapes(&q, i, k);
    }
    return has_missed;
}

/* Before anything is known all pairs count, as far as there is room. */
void contact_begin(const void *self, void *memory)
{
    const contact *c = self;
    const search q = {.c = c, .m = contact_memory_in(c, memory)};
    for (int i = 0; i < c->n_shapes; i++)
        q.m.order[i] = i;
    for (int i = 0; c->first_speed > 0.0 && i < c->n_shapes; i++)
        for (int k = i + 1; k < c->n_shapes; k++)
            consider_shapes(&q, i, k);
    q.m.count->is_full = 0;
    list_bodies(c, &q.m);
}

void contact_commit(const state *s, const contact *c, void *memory)
{
    const contact_memory m = contact_memory_in(c, memory);
    int n = 0;
    for (int i = 0; i < m.count->n; i++) {
        contact_pair p = m.pair[i];
        double gap;
        pair_gap(c, &p, &s->poses[c->shape[p.a].node->pose], &s->poses[c->shape[p.b].node->pose], &gap, &p.rate);
        p.is_touching = gap < 0.0;
        p.lost += energy_lost(&c->law, p.x, -gap);
        p.stored = fmax(p.stored, elastic_energy(&c->law, -gap));
        p.x = -gap;
        if (!p.is_touching) {
            m.pair[i] = p;
            continue;
        }
        contact_pair other = m.pair[n]; /* which does not touch, or is this one */
        int k = n++;
        for (; k > 0 && compare(&m.pair[k - 1], &p) > 0; k--)
            m.pair[k] = m.pair[k - 1];
        if (i != n - 1)
            m.pair[i] = other;
        m.pair[k] = p;
    }
    m.count->n_touching = n;
    list_bodies(c, &m);
}
