/* element_world.h - a model with nodes of all kinds, many random elements of every type, and a random state of all of
 * them. */
#pragma once
#include "contract/memory_check.h"
#include "model/blocks.h"
#include "model/cards.h"
#include "model/model.h"
#include "contract/sampler.h"
#include "control/control.h"
#include "math/rotation.h"
#include <stdio.h>
#include <string.h>

enum { INSTANCES = 100, N_STRUCTURAL = 8, N_POINT = 32, N_SCALAR = 8, MODALS = 4, REFERRED = 1 + MODALS, EXTRA = 8 };

typedef struct {
    arena *memory;
    sources *texts;
    diag *errors;
    symbols *names;
    model *m;
    reader *in;
    memory_range *own; /* what the elements remember, by their index */
    char message[512]; /* the last one */
    int n_messages;
} world;

static inline void keep_message(void *to, const diag *d, const diag_message *m)
{
    world *w = to;
    (void)d;
    snprintf(w->message, sizeof w->message, "%s", m->text);
    w->n_messages++;
}

static inline void world_nodes(world *w)
{
    text t = {0};
    text_printf(&t,
                "structural nodes: %d; abstract nodes: %d; parameter nodes: 1; hydraulic nodes: 8;"
                "thermal nodes: 2; electric nodes: 4;",
                N_STRUCTURAL + N_POINT, N_SCALAR + 1);
    for (int i = 0; i < CLASS_COUNT; i++)
        if (elem_classes[i].counter)
            text_printf(&t, elem_classes[i].flags & CLASS_IS_SINGLE ? "%s;" : "%s: 1000;", elem_classes[i].counter);
    text_printf(&t, "end: control data;");
    for (int i = 1; i <= N_STRUCTURAL; i++) /* the first four are not on a line */
        text_printf(&t, "structural: %d, dynamic, 0.%d, %s, 2.%d, eye, null, null;", i, i,
                    i == 3 || i == 4 ? "1.2" : "1.", i);
    for (int i = 0; i < N_POINT; i++) {
        const int layer = i / 27; /* a lattice of 27, and a few more */
        text_printf(&t, "structural: %d, dynamic displacement, %d, %d, %d, null;", 101 + i, i / 9 % 3 - 1 + 3 * layer,
                    i / 3 % 3 - 1, i % 3 - 1);
    }
    for (int i = 1; i <= N_SCALAR; i++)
        text_printf(&t, "abstract: %d, differential;", 200 + i);
    text_printf(&t, "abstract: 300, algebraic; parameter: 401, element;");
    for (int i = 501; i <= 508; i++)
        text_printf(&t, "hydraulic: %d;", i);
    text_printf(&t, "thermal: 601; thermal: 602; electric: 701; electric: 702; electric: 703; "
                    "electric: 704; end: nodes;");
    reader_open_text(w->in, "nodes", arena_string(w->memory, t.data, t.n), t.n);
    read_control_data(w->in, &w->m->options);
    model_read_nodes(w->m, w->in);
    text_free(&t);
}

static inline world *world_create(void)
{
    world *w = calloc(1, sizeof *w);
    w->memory = arena_create();
    w->texts = sources_create();
    w->errors = diag_create(w->texts);
    diag_set_sink(w->errors, keep_message, w);
    w->names = symbols_create(w->memory);
    w->m = model_create(w->memory, w->errors, w->names);
    w->in = reader_create(w->memory, w->texts, w->errors, w->names, w->m);
    for (int i = 0; i < MODULE_COUNT; i++)
        w->m->has_module[i] = true;
    model_declare_time(w->m, 0.0);
    world_nodes(w);
    return w;
}

static inline void world_destroy(world *w)
{
    reader_destroy(w->in);
    model_destroy(w->m);
    symbols_destroy(w->names);
    diag_destroy(w->errors);
    sources_destroy(w->texts);
    arena_destroy(w->memory);
    free(w);
}

/* --- samples ------------------------------------------------------------------------------------------------------ */

static inline sampler world_sampler(world *w, unsigned long long seed)
{
    const node **nodes = ARENA_ARRAY(w->memory, const node *, N_STRUCTURAL + N_POINT + N_SCALAR + 1);
    for (int i = 0; i < N_STRUCTURAL + N_POINT + N_SCALAR; i++)
        nodes[i] = w->m->nodes.items[i];
    return (sampler){.seed = seed,
                     .memory = w->memory,
                     .plan = w->m->plan,
                     .structural = nodes,
                     .point = nodes + N_STRUCTURAL,
                     .scalar = nodes + N_STRUCTURAL + N_POINT};
}

static inline const elem_type *type_named(const char *card, const char *keyword)
{
    for (int i = 0; i < elem_type_count; i++) {
        const elem_type *t = elem_types[i];
        const bool is_named = keyword ? t->keyword && strcmp(t->keyword, keyword) == 0 : !t->keyword;
        if (strcmp(t->card->name, card) == 0 && is_named)
            return t;
    }
    return NULL;
}

static inline const char *type_name(const elem_type *t)
{
    static char name[128];
    snprintf(name, sizeof name, "%s%s%s", t->card ? t->card->name : "?", t->keyword ? ": " : "",
             t->keyword ? t->keyword : "");
    return name;
}

/* A seed of its own for each type, from its name (FNV-1a): what is sampled of one does not depend on other rows. */
static inline unsigned long long type_seed(const elem_type *t)
{
    unsigned long long hash = 14695981039346656037ULL;
    for (const char *c = type_name(t); *c; c++)
        hash = (hash ^ (unsigned char)*c) * 1099511628211ULL;
    return hash;
}

/* The table can be sampled; what is missing is named. */
static inline bool types_are_complete(void)
{
    bool ok = true;
    for (int i = 0; i < elem_type_count; i++) {
        const elem_type *t = elem_types[i];
        const char *missing = !t->card                   ? "no card"
                              : !t->summary              ? "no summary"
                              : !t->sample               ? "no sample"
                              : (t->read && !t->grammar) ? "no grammar"
                              : (t->eval && !t->connect) ? "no connect"
                                                         : NULL;
        if (missing)
            print_error("%s (row %d of elements.def): %s\n", type_name(t), i + 1, missing);
        ok &= !missing;
    }
    return ok;
}

static inline elem *world_add(world *w, sampler *from, const elem_type *type, unsigned label)
{
    const place nowhere = {0, 0, 0};
    memory_range *own = &w->own[w->m->elems.n];
    elem *e = model_add_element(w->m, type, label, nowhere);
    own->from = w->m->plan->size;
    type->sample(from, e);
    const elem_history history = elem_history_of(type);
    if (e->memory == MEMORY_NONE)
        e->memory = memory_reserve(w->m->plan, (memory_area){.size = history.memory,
                                                             .self = e->self,
                                                             .begin = history.begin,
                                                             .valid = history.valid,
                                                             .owner = type->card->name,
                                                             .keyword = type->keyword,
                                                             .label = label});
    own->last = w->m->plan->size;
    return e;
}

/* INSTANCES elements of every type, type by type, behind joints that others may refer to. Room is left for EXTRA
 * ones of the test. */
static inline void world_sample(world *w, bool has_potential)
{
    sampler from = world_sampler(w, 20240101);
    from.has_potential = has_potential;
    w->own = ARENA_ARRAY(w->memory, memory_range, REFERRED + elem_type_count * INSTANCES + EXTRA);
    from.constraint = world_add(w, &from, type_named("joint", "total joint"), 1);
    const elem *modal[MODALS];
    for (int i = 0; i < MODALS; i++)
        modal[i] = world_add(w, &from, type_named("joint", "modal"), (unsigned)(2 + i));
    for (int i = 0; i < elem_type_count; i++) {
        from.seed = type_seed(elem_types[i]);
        for (int k = 0; k < INSTANCES; k++) {
            from.modal = modal[k % MODALS];
            world_add(w, &from, elem_types[i], (unsigned)(1000 + i * INSTANCES + k));
        }
    }
}

static inline elem *world_elem(const world *w, int type, int instance)
{
    return w->m->elems.items[REFERRED + type * INSTANCES + instance];
}

/* For a state that an instance is looked at in. */
static inline unsigned long long state_seed(int type, int instance)
{
    return type_seed(elem_types[type]) + (unsigned long long)instance;
}

/* --- a state of all unknowns -------------------------------------------------------------------------------------- */

typedef struct {
    state s;
    double *y, *yp, *y_prev, *yp_prev;
    pose *pose, *at_prev;
    memory_block *remembers;
    const node **owner; /* of each unknown that is a position or rotation of a node, else NULL */
    fault failed;
} world_state;

static inline void world_random_state(world *w, world_state *x, unsigned long long seed)
{
    sampler from = world_sampler(w, seed);
    for (int i = 0; i < w->m->n_unknowns; i++) {
        x->y[i] = sample_real(&from, -1.0, 1.0);
        x->yp[i] = sample_real(&from, -1.0, 1.0);
    }
    for (int i = 0; i < w->m->nodes.n; i++) {
        const node *n = w->m->nodes.items[i];
        if (n->pose < 0)
            continue;
        pose *p = &x->pose[n->pose];
        *p = (pose){.x = sample_vec3(&from, 1.0), .v = sample_vec3(&from, 1.0), .R = MAT3_EYE};
        if (!n->has_rotation)
            p->x = vec3_axpy(n->initial->x, 0.15, p->x); /* solids on the lattice are not turned inside out */
        if (n->has_rotation) {
            p->R = sample_rotation(&from);
            p->w = p->w_ref = sample_vec3(&from, 1.0);
        }
        vec3_store(x->y + n->dof, p->x);
        vec3_store(x->yp + n->dof, p->v);
        for (int k = 3; n->has_rotation && k < 6; k++)
            x->y[n->dof + k] = x->yp[n->dof + k] = 0.0;
    }
    x->s.t = sample_real(&from, 0.0, 1.0);
    memcpy(x->y_prev, x->y, (size_t)w->m->n_unknowns * sizeof *x->y);
    memcpy(x->yp_prev, x->yp, (size_t)w->m->n_unknowns * sizeof *x->yp);
    memcpy(x->at_prev, x->pose, (size_t)w->m->n_poses * sizeof *x->pose);
}

static inline void world_state_create(world *w, world_state *x)
{
    const int n = w->m->n_unknowns;
    *x = (world_state){.y = ARENA_ARRAY(w->memory, double, n),
                       .yp = ARENA_ARRAY(w->memory, double, n),
                       .pose = ARENA_ARRAY(w->memory, pose, w->m->n_poses),
                       .y_prev = ARENA_ARRAY(w->memory, double, n),
                       .yp_prev = ARENA_ARRAY(w->memory, double, n),
                       .at_prev = ARENA_ARRAY(w->memory, pose, w->m->n_poses),
                       .remembers = block_create(w->m->plan, 0x5a),
                       .owner = ARENA_ARRAY(w->memory, const node *, n)};
    for (int i = 0; i < w->m->nodes.n; i++) {
        const node *nd = w->m->nodes.items[i];
        for (int k = 0; nd->pose >= 0 && k < (nd->has_rotation ? 6 : 3); k++)
            x->owner[nd->dof + k] = nd;
    }
    x->s = (state){
        .dt = 0.1, .step = 1, .now = PHASE_STEP, .y = x->y, .yp = x->yp, .poses = x->pose, .failed = &x->failed};
    x->s.memory = x->remembers;
    x->s.y_prev = x->y_prev, x->s.yp_prev = x->yp_prev, x->s.at_prev = x->at_prev;
}

/* The node whose first force row this is, or NULL. */
static inline const node *world_node_at_row(const world *w, int row)
{
    for (int i = 0; i < w->m->nodes.n; i++)
        if (w->m->nodes.items[i]->pose >= 0 && w->m->nodes.items[i]->row == row)
            return w->m->nodes.items[i];
    return NULL;
}

static inline vec3 unit(int k) { return (vec3){k == 0, k == 1, k == 2}; }

/* Moves unknown c by h, as a Newton correction would: by the factors of the state. */
static inline void world_move(const world *w, world_state *x, int c, double h)
{
    const double dvalue = x->s.dvalue, drate = x->s.drate;
    const node *n = x->owner[c];
    if (w->m->kind[c] == DOF_ALGEBRAIC) {
        x->y[c] += h;
        return;
    }
    x->y[c] += dvalue * h;
    x->yp[c] += drate * h;
    if (!n)
        return;
    pose *p = &x->pose[n->pose];
    const int k = c - n->dof;
    const vec3 e = unit(k % 3);
    if (k < 3) {
        p->x = vec3_axpy(p->x, dvalue * h, e);
        p->v = vec3_axpy(p->v, drate * h, e);
        return;
    }
    const mat3 turn = rotation_exp(vec3_scale(dvalue * h, e));
    p->R = mat3_mul(&turn, &p->R);
    p->w = vec3_axpy(p->w, drate * h, e);
    p->w = vec3_axpy(p->w, -dvalue * h, vec3_cross(p->w_ref, e));
}
