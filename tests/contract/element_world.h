/* element_world.h - a model with nodes of all kinds, many random elements of every type, and a random state of all of
 * them. */
#pragma once
#include "contract/memory_check.h"
#include "model/blocks.h"
#include "model/cards.h"
#include "model/model.h"
#include "contract/sampler.h"
#include "control/control.h"
#include "element/solid/shape.h"
#include "math/rotation.h"
#include <stdio.h>
#include <string.h>

enum { INSTANCES = 100, N_STRUCTURAL = 8, N_POINT = 52, N_SCALAR = 8, MODALS = 4, REFERRED = 1 + MODALS, EXTRA = 8 };

typedef struct {
    arena *memory;
    sources *texts;
    diag *errors;
    symbols *names;
    model *model;
    reader *in;
    memory_range *internal; /* what the elements remember, by their index */
    char message[512];      /* the last one */
    int n_messages;
} world;

static inline void keep_message(void *to, const diag *diagnostics, const diag_message *message)
{
    world *world = to;
    (void)diagnostics;
    snprintf(world->message, sizeof world->message, "%s", message->text);
    world->n_messages++;
}

static inline void world_nodes(world *world)
{
    text text = {0};
    text_printf(&text,
                "structural nodes: %d; abstract nodes: %d; parameter nodes: 1; hydraulic nodes: 8;"
                "thermal nodes: 2; electric nodes: 4;",
                N_STRUCTURAL + N_POINT, N_SCALAR + 1);
    for (int i = 0; i < CLASS_COUNT; i++)
        if (elem_classes[i].counter)
            text_printf(&text, elem_classes[i].flags & CLASS_IS_SINGLE ? "%s;" : "%s: 1000;", elem_classes[i].counter);
    text_printf(&text, "end: control data;");
    for (int i = 1; i <= N_STRUCTURAL; i++) /* the first four are not on a line */
        text_printf(&text, "structural: %d, dynamic, 0.%d, %s, 2.%d, eye, null, null;", i, i,
                    i == 3 || i == 4 ? "1.2" : "1.", i);
    for (int i = 0; i < N_POINT; i++) {
        const int layer = i / 27; /* a lattice of 27, and a few more */
        const signed char *cubic = i < SAMPLE_CUBIC ? NULL : SHAPE_TETRAHEDRON_20.nodes[i - SAMPLE_CUBIC];
        text_printf(&text, "structural: %d, dynamic displacement, %d, %d, %d, null;", 101 + i,
                    cubic ? cubic[0] : i / 9 % 3 - 1 + 3 * layer, cubic ? cubic[1] : i / 3 % 3 - 1,
                    cubic ? cubic[2] : i % 3 - 1);
    }
    for (int i = 1; i <= N_SCALAR; i++)
        text_printf(&text, "abstract: %d, differential;", 200 + i);
    text_printf(&text, "abstract: 300, algebraic; parameter: 401, element;");
    for (int i = 501; i <= 508; i++)
        text_printf(&text, "hydraulic: %d;", i);
    text_printf(&text, "thermal: 601; thermal: 602; electric: 701; electric: 702; electric: 703; "
                       "electric: 704; end: nodes;");
    reader_open_text(world->in, "nodes", arena_string(world->memory, text.data, text.n), text.n);
    read_control_data(world->in, &world->model->options);
    model_read_nodes(world->model, world->in);
    text_free(&text);
}

static inline world *world_create(void)
{
    world *world = calloc(1, sizeof *world);
    world->memory = arena_create();
    world->texts = sources_create();
    world->errors = diag_create(world->texts);
    diag_set_sink(world->errors, keep_message, world);
    world->names = symbols_create(world->memory);
    world->model = model_create(world->memory, world->errors, world->names);
    world->in = reader_create(world->memory, world->texts, world->errors, world->names, world->model);
    for (int i = 0; i < MODULE_COUNT; i++)
        world->model->has_module[i] = true;
    model_declare_time(world->model, 0.0);
    world_nodes(world);
    return world;
}

static inline void world_destroy(world *world)
{
    reader_destroy(world->in);
    model_destroy(world->model);
    symbols_destroy(world->names);
    diag_destroy(world->errors);
    sources_destroy(world->texts);
    arena_destroy(world->memory);
    free(world);
}

/* --- samples ------------------------------------------------------------------------------------------------------ */

static inline sampler world_sampler(world *world, unsigned long long seed)
{
    const node **nodes = ARENA_ARRAY(world->memory, const node *, N_STRUCTURAL + N_POINT + N_SCALAR + 1);
    for (int i = 0; i < N_STRUCTURAL + N_POINT + N_SCALAR; i++)
        nodes[i] = world->model->nodes.items[i];
    return (sampler){.seed = seed,
                     .memory = world->memory,
                     .plan = world->model->plan,
                     .structural = nodes,
                     .point = nodes + N_STRUCTURAL,
                     .scalar = nodes + N_STRUCTURAL + N_POINT};
}

static inline const elem_type *type_named(const char *card, const char *keyword)
{
    for (int i = 0; i < elem_type_count; i++) {
        const elem_type *type = elem_types[i];
        const bool is_named = keyword ? type->keyword && strcmp(type->keyword, keyword) == 0 : !type->keyword;
        if (strcmp(type->card->name, card) == 0 && is_named)
            return type;
    }
    return NULL;
}

static inline const char *type_name(const elem_type *type)
{
    static char name[128];
    snprintf(name, sizeof name, "%s%s%s", type->card ? type->card->name : "?", type->keyword ? ": " : "",
             type->keyword ? type->keyword : "");
    return name;
}

/* A seed of its own for each type, from its name (FNV-1a): what is sampled of one does not depend on other rows. */
static inline unsigned long long type_seed(const elem_type *type)
{
    unsigned long long hash = 14695981039346656037ULL;
    for (const char *c = type_name(type); *c; c++)
        hash = (hash ^ (unsigned char)*c) * 1099511628211ULL;
    return hash;
}

/* The table can be sampled; what is missing is named. */
static inline bool types_are_complete(void)
{
    bool ok = true;
    for (int i = 0; i < elem_type_count; i++) {
        const elem_type *type = elem_types[i];
        const char *missing = !type->card                      ? "no card"
                              : !type->summary                 ? "no summary"
                              : !type->sample                  ? "no sample"
                              : (type->read && !type->grammar) ? "no grammar"
                              : (type->eval && !type->connect) ? "no connect"
                                                               : NULL;
        if (missing)
            print_error("%s (row %d of elements.def): %s\n", type_name(type), i + 1, missing);
        ok &= !missing;
    }
    return ok;
}

static inline elem *world_add(world *world, sampler *from, const elem_type *type, unsigned label)
{
    const source_location nowhere = {0, 0, 0};
    memory_range *internal = &world->internal[world->model->elems.n];
    elem *element = model_add_element(world->model, type, label, nowhere);
    internal->from = world->model->plan->size;
    type->sample(from, element);
    const elem_history history = elem_history_of(type);
    if (element->memory == MEMORY_NONE)
        element->memory = memory_reserve(world->model->plan, (memory_area){.size = history.memory,
                                                                           .self = element->self,
                                                                           .begin = history.begin,
                                                                           .valid = history.valid,
                                                                           .owner = type->card->name,
                                                                           .keyword = type->keyword,
                                                                           .label = label});
    internal->last = world->model->plan->size;
    return element;
}

/* INSTANCES elements of every type, type by type, behind joints that others may refer to. Room is left for EXTRA
 * ones of the test. */
static inline void world_sample(world *world, bool has_potential)
{
    sampler from = world_sampler(world, 20240101);
    from.has_potential = has_potential;
    world->internal = ARENA_ARRAY(world->memory, memory_range, REFERRED + elem_type_count * INSTANCES + EXTRA);
    from.constraint = world_add(world, &from, type_named("joint", "total joint"), 1);
    const elem *modal[MODALS];
    for (int i = 0; i < MODALS; i++)
        modal[i] = world_add(world, &from, type_named("joint", "modal"), (unsigned)(2 + i));
    for (int i = 0; i < elem_type_count; i++) {
        from.seed = type_seed(elem_types[i]);
        for (int k = 0; k < INSTANCES; k++) {
            from.modal = modal[k % MODALS];
            world_add(world, &from, elem_types[i], (unsigned)(1000 + i * INSTANCES + k));
        }
    }
}

static inline elem *world_elem(const world *world, int type, int instance)
{
    return world->model->elems.items[REFERRED + type * INSTANCES + instance];
}

/* For a state that an instance is looked at in. */
static inline unsigned long long state_seed(int type, int instance)
{
    return type_seed(elem_types[type]) + (unsigned long long)instance;
}

/* --- a state of all unknowns -------------------------------------------------------------------------------------- */

typedef struct {
    state state;
    double *y, *yp, *y_prev, *yp_prev;
    pose *pose, *poses_prev;
    memory_block *remembers;
    const node **owner; /* of each unknown that is a position or rotation of a node, else NULL */
    evaluation_error failed;
} world_state;

static inline void world_random_state(world *world, world_state *state, unsigned long long seed)
{
    /* The motion of the nodes has numbers of its own: it is the same however many unknowns other types have. */
    sampler unknowns = world_sampler(world, seed), from = world_sampler(world, seed + 500009);
    for (int i = 0; i < world->model->n_unknowns; i++) {
        state->y[i] = sample_real(&unknowns, -1.0, 1.0);
        state->yp[i] = sample_real(&unknowns, -1.0, 1.0);
    }
    for (int i = 0; i < world->model->nodes.n; i++) {
        const node *node = world->model->nodes.items[i];
        if (node->pose < 0)
            continue;
        pose *p = &state->pose[node->pose];
        *p = (pose){.x = sample_vec3(&from, 1.0), .v = sample_vec3(&from, 1.0), .R = MAT3_EYE};
        if (!node->has_rotation)
            p->x = vec3_axpy(node->initial->x, 0.15, p->x); /* solids on the lattice are not turned inside out */
        if (node->has_rotation) {
            p->R = sample_rotation(&from);
            pose_set_angular_velocity(p, sample_vec3(&from, 1.0));
        }
        vec3_store(state->y + node->dof, p->x);
        vec3_store(state->yp + node->dof, p->v);
        for (int k = 3; node->has_rotation && k < 6; k++)
            state->y[node->dof + k] = state->yp[node->dof + k] = 0.0;
    }
    state->state.t = sample_real(&from, 0.0, 1.0);
    memcpy(state->y_prev, state->y, (size_t)world->model->n_unknowns * sizeof *state->y);
    memcpy(state->yp_prev, state->yp, (size_t)world->model->n_unknowns * sizeof *state->yp);
    memcpy(state->poses_prev, state->pose, (size_t)world->model->n_poses * sizeof *state->pose);
}

static inline void world_state_create(world *world, world_state *x)
{
    const int n = world->model->n_unknowns;
    *x = (world_state){.y = ARENA_ARRAY(world->memory, double, n),
                       .yp = ARENA_ARRAY(world->memory, double, n),
                       .pose = ARENA_ARRAY(world->memory, pose, world->model->n_poses),
                       .y_prev = ARENA_ARRAY(world->memory, double, n),
                       .yp_prev = ARENA_ARRAY(world->memory, double, n),
                       .poses_prev = ARENA_ARRAY(world->memory, pose, world->model->n_poses),
                       .remembers = block_create(world->model->plan, 0x5a),
                       .owner = ARENA_ARRAY(world->memory, const node *, n)};
    for (int i = 0; i < world->model->nodes.n; i++) {
        const node *nd = world->model->nodes.items[i];
        for (int k = 0; nd->pose >= 0 && k < (nd->has_rotation ? 6 : 3); k++)
            x->owner[nd->dof + k] = nd;
    }
    x->state = (state){
        .dt = 0.1, .step = 1, .now = PHASE_STEP, .y = x->y, .yp = x->yp, .poses = x->pose, .failed = &x->failed};
    x->state.memory = x->remembers;
    x->state.y_prev = x->y_prev, x->state.yp_prev = x->yp_prev, x->state.poses_prev = x->poses_prev;
}

/* The node whose first force row this is, or NULL. */
static inline const node *world_node_at_row(const world *world, int row)
{
    for (int i = 0; i < world->model->nodes.n; i++)
        if (world->model->nodes.items[i]->pose >= 0 && world->model->nodes.items[i]->row == row)
            return world->model->nodes.items[i];
    return NULL;
}

static inline vec3 unit(int index) { return (vec3){index == 0, index == 1, index == 2}; }

/* Adds to the rotation unknowns of a node: R = R(g) R_ref, w = G(g) g' + R(g) w_ref. */
static inline void world_rotate(const world_state *state, const node *node, vec3 dg, vec3 dgp)
{
    double *y = state->y + node->dof + 3, *yp = state->yp + node->dof + 3;
    pose *pose = &state->pose[node->pose];
    const mat3 D = rotation_from_cgr(vec3_load(y)), G = rotation_cgr_spin(vec3_load(y));
    const vec3 carried = vec3_sub(pose->w, mat3_mulv(&G, vec3_load(yp)));
    const pose_reference reference = {.R = mat3_tmul(&D, &pose->R), .w = mat3_tmulv(&D, carried)};
    vec3_accumulate(y, dg);
    vec3_accumulate(yp, dgp);
    pose_rotate(pose, &reference, vec3_load(y), vec3_load(yp));
}

/* Rotates the nodes away from the predicted configuration, as corrections of about 40 degrees would. */
static inline void world_leave_prediction(world *world, const world_state *state, unsigned long long seed)
{
    sampler from = world_sampler(world, seed + 700001);
    for (int i = 0; i < world->model->nodes.n; i++) {
        const node *node = world->model->nodes.items[i];
        if (node->pose < 0 || !node->has_rotation)
            continue;
        const vec3 g = sample_vec3(&from, 0.8);
        world_rotate(state, node, g, sample_vec3(&from, 0.8));
    }
}

/* Moves unknown c by h, as a Newton correction would: by the factors of the state. */
static inline void world_move(const world *world, world_state *state, int c, double h)
{
    const double dvalue = state->state.dvalue, drate = state->state.drate;
    const node *node = state->owner[c];
    if (world->model->kind[c] == DOF_ALGEBRAIC) {
        state->y[c] += h;
        return;
    }
    const int k = node ? c - node->dof : 0;
    if (k < 3) {
        state->y[c] += dvalue * h;
        state->yp[c] += drate * h;
    }
    if (!node)
        return;
    pose *pose = &state->pose[node->pose];
    if (k < 3) {
        pose->x = vec3_axpy(pose->x, dvalue * h, unit(k));
        pose->v = vec3_axpy(pose->v, drate * h, unit(k));
        return;
    }
    const mat3 inverse = rotation_cgr_spin_inverse(vec3_load(state->y + node->dof + 3));
    const vec3 dg = mat3_mulv(&inverse, unit(k - 3));
    world_rotate(state, node, vec3_scale(dvalue * h, dg), vec3_scale(drate * h, dg));
}

/* The unknowns that world_move changes with unknown c, to be restored. */
typedef struct {
    int first, n;
    double y[6], yp[6];
    pose pose;
} world_saved;

static inline world_saved world_save(const world_state *state, int c)
{
    const node *node = state->owner[c];
    world_saved saved = {.first = node ? node->dof : c, .n = !node ? 1 : node->has_rotation ? 6 : 3};
    memcpy(saved.y, state->y + saved.first, (size_t)saved.n * sizeof *saved.y);
    memcpy(saved.yp, state->yp + saved.first, (size_t)saved.n * sizeof *saved.yp);
    saved.pose = state->pose[node ? node->pose : 0];
    return saved;
}

static inline void world_restore(const world_state *state, int c, const world_saved *saved)
{
    memcpy(state->y + saved->first, saved->y, (size_t)saved->n * sizeof *saved->y);
    memcpy(state->yp + saved->first, saved->yp, (size_t)saved->n * sizeof *saved->yp);
    state->pose[state->owner[c] ? state->owner[c]->pose : 0] = saved->pose;
}
