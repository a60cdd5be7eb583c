/* drawing.c - what a model looks like, as data: its nodes, what its elements draw, its frames, its texts. */
#include "api/handles.h"
#include "contract/drawing.h"
#include "torsor/drawing.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define DRAW_SYMBOL(id, word)
#define DRAW_SHAPE(id, word) \
    _Static_assert((int)DRAW_##id == (int)TORSOR_SHAPE_##id, "the kinds are those of the header");
#include "contract/shapes.def"
#undef DRAW_SHAPE
#undef DRAW_SYMBOL

static const char *const SYMBOLS[] = {
#define DRAW_SHAPE(id, word)
#define DRAW_SYMBOL(id, word) word,
#include "contract/shapes.def"
#undef DRAW_SHAPE
#undef DRAW_SYMBOL
};

typedef struct {
    torsor_model *model;
    const model *m;
    arena *memory;
    int *index; /* of the node of each pose */
    drawing shapes;
    ARRAY(int) owner; /* thing of each shape */
    ARRAY(const char *) amplitudes;
    name_map by_amplitude;
    ARRAY(torsor_drawn_thing) things;
    int n_corners; /* of the things so far */
    torsor_drawing *out;
} draughtsman;

/* --- places ------------------------------------------------------------------------------------------------------- */

/* From the beginning of the line to the semicolon, which may stand in a string or a comment instead. */
static torsor_passage passage_of(const draughtsman *w, place p)
{
    torsor_passage at = {.file = -1};
    const source *from = sources_get(w->model->deck->texts, p.file);
    if (!from || p.offset >= from->length)
        return at;
    at.file = (int)p.file - 1;
    place_line(w->model->deck->texts, p, &at.line, &at.column);
    at.begin = p.offset - (size_t)(at.column - 1);
    at.end = p.offset;
    for (bool quoted = false, noted = false; at.end < from->length; at.end++) {
        const char c = from->text[at.end];
        noted = c == '\n' ? false : noted || (c == '#' && !quoted);
        quoted ^= c == '"' && !noted;
        if (c == ';' && !quoted && !noted)
            break;
    }
    return at;
}

static const char *words_of(const char *s) { return s ? s : ""; }

/* --- nodes -------------------------------------------------------------------------------------------------------- */

static void store_matrix(double *to, const mat3 *R) { memcpy(to, R->e, sizeof R->e); }

static torsor_drawn_node drawing_node_of(const draughtsman *w, const node *n)
{
    torsor_drawn_node to = {
        .label = n->label, .name = words_of(n->name), .is_dummy = n->is_dummy, .where = passage_of(w, n->where)};
    const frame *at = n->initial ? n->initial : &FRAME_GLOBAL;
    vec3_store(to.position, at->x);
    store_matrix(to.orientation, n->has_rotation || n->is_dummy ? &at->R : &MAT3_EYE);
    return to;
}

static void add_nodes(draughtsman *w)
{
    const model *m = w->m;
    torsor_drawn_node *nodes = ARENA_ARRAY(w->memory, torsor_drawn_node, m->n_poses + 1);
    int n = 0;
    w->index = ARENA_ARRAY(w->memory, int, m->n_poses + 1);
    for (int i = 0; i < m->nodes.n; i++) {
        if (m->nodes.items[i]->pose < 0)
            continue;
        w->index[m->nodes.items[i]->pose] = n;
        nodes[n++] = drawing_node_of(w, m->nodes.items[i]);
    }
    w->out->nodes = nodes;
    w->out->n_nodes = n;
}

/* --- elements and frames ------------------------------------------------------------------------------------------ */

static void add_thing(draughtsman *w, torsor_drawn_thing thing)
{
    thing.first_shape = w->owner.n;
    thing.n_shapes = w->shapes.shapes.n - w->owner.n;
    thing.first_corner = w->n_corners;
    thing.n_corners = w->shapes.corners.n - w->n_corners;
    w->n_corners = w->shapes.corners.n;
    while (w->owner.n < w->shapes.shapes.n)
        array_push(&w->owner, w->things.n);
    array_push(&w->things, thing);
}

static void add_element(draughtsman *w, const elem *e)
{
    const elem_card *card = e->type->card;
    if (e->is_hidden)
        return;
    elem_draw(e, &w->shapes);
    add_thing(
        w,
        (torsor_drawn_thing){
            .group = card->class->list ? card->class->list : card->name,
            .card = card->name,
            .type = words_of(e->type->keyword),
            .label = e->label,
            .name = words_of(e->name),
            .prefix = card->level ? arena_printf(w->memory, "elem.%s.%u.", card->level, e->label ? e->label : 1) : "",
            .where = passage_of(w, e->where),
        });
}

static void add_frame(draughtsman *w, const struct named_frame *f)
{
    const draw_tie at = draw_at(NULL, f->frame.x, &f->frame.R);
    draw_begin(&w->shapes, DRAW_FRAME);
    draw_vertex(&w->shapes, &at, 1);
    add_thing(w, (torsor_drawn_thing){.group = "frame",
                                      .card = "reference",
                                      .type = "",
                                      .label = f->label,
                                      .name = words_of(f->name),
                                      .prefix = "",
                                      .where = {.file = -1}});
}

/* Shapes of a thing stand together, whichever were taken out. */
static void drop_inner_faces(draughtsman *w)
{
    drawing_drop_inner_faces(&w->shapes, w->owner.items);
    w->owner.n = w->shapes.shapes.n;
    for (int i = 0; i < w->things.n; i++)
        w->things.items[i].n_shapes = 0;
    for (int i = w->owner.n - 1; i >= 0; i--) {
        w->things.items[w->owner.items[i]].first_shape = i;
        w->things.items[w->owner.items[i]].n_shapes++;
    }
}

/* --- copies ------------------------------------------------------------------------------------------------------- */

static int amplitude_of(draughtsman *w, const draw_tie *t, const torsor_drawn_thing *thing)
{
    if (!t->column)
        return -1;
    char name[160];
    const int n = snprintf(name, sizeof name, "%s%s_%d", thing->prefix, t->column, t->number);
    int i = name_map_find(&w->by_amplitude, name, (size_t)n);
    if (i == HASH_NONE) {
        i = w->amplitudes.n;
        array_push(&w->amplitudes, arena_string(w->memory, name, (size_t)n));
        name_map_put(&w->by_amplitude, w->amplitudes.items[i], i);
    }
    return i;
}

static torsor_tie tie_of(draughtsman *w, const draw_tie *t, const torsor_drawn_thing *thing)
{
    torsor_tie to = {
        .node = t->node ? w->index[t->node->pose] : -1, .weight = t->weight, .amplitude = amplitude_of(w, t, thing)};
    vec3_store(to.offset, t->f);
    store_matrix(to.axes, &t->A);
    return to;
}

static void copy_ties(draughtsman *w)
{
    const drawing *d = &w->shapes;
    torsor_tie *ties = ARENA_ARRAY(w->memory, torsor_tie, d->ties.n + 1);
    torsor_vertex *vertices = ARENA_ARRAY(w->memory, torsor_vertex, d->vertices.n + 1);
    for (int i = 0; i < d->vertices.n; i++) {
        const int end = i + 1 < d->vertices.n ? d->vertices.items[i + 1] : d->ties.n;
        vertices[i] = (torsor_vertex){d->vertices.items[i], end - d->vertices.items[i]};
    }
    for (int i = 0; i < d->shapes.n; i++)
        for (int v = d->shapes.items[i].first; v < d->shapes.items[i].first + d->shapes.items[i].n; v++)
            for (int t = vertices[v].first_tie; t < vertices[v].first_tie + vertices[v].n_ties; t++)
                ties[t] = tie_of(w, &d->ties.items[t], &w->things.items[w->owner.items[i]]);
    w->out->amplitudes = arena_copy(w->memory, w->amplitudes.items, (size_t)w->amplitudes.n * sizeof(char *));
    w->out->n_amplitudes = w->amplitudes.n;
    w->out->ties = ties, w->out->n_ties = d->ties.n;
    w->out->vertices = vertices, w->out->n_vertices = d->vertices.n;
}

static const char *quantity_of(draughtsman *w, const torsor_drawn_thing *thing, const char *column)
{
    return column && *thing->prefix ? arena_printf(w->memory, "%s%s", thing->prefix, column) : NULL;
}

static void copy_shapes(draughtsman *w)
{
    const int n = w->shapes.shapes.n;
    torsor_shape *shapes = ARENA_ARRAY(w->memory, torsor_shape, n + 1);
    for (int i = 0; i < n; i++) {
        const draw_shape *s = &w->shapes.shapes.items[i];
        shapes[i] = (torsor_shape){.kind = (torsor_shape_kind)s->kind,
                                   .symbol = SYMBOLS[s->symbol],
                                   .thing = w->owner.items[i],
                                   .first_vertex = s->first,
                                   .n_vertices = s->n,
                                   .n_rows = s->rows,
                                   .quantity = quantity_of(w, &w->things.items[w->owner.items[i]], s->column),
                                   .sign = s->sign};
        vec3_store(shapes[i].size, s->size);
    }
    w->out->shapes = shapes, w->out->n_shapes = n;
    w->out->things = arena_copy(w->memory, w->things.items, (size_t)w->things.n * sizeof *w->things.items);
    w->out->n_things = w->things.n;
}

static void copy_corners(draughtsman *w)
{
    int *to = ARENA_ARRAY(w->memory, int, w->shapes.corners.n + 1);
    for (int i = 0; i < w->shapes.corners.n; i++)
        to[i] = w->index[w->shapes.corners.items[i]->pose];
    w->out->corners = to, w->out->n_corners = w->shapes.corners.n;
}

static void copy_texts(draughtsman *w)
{
    const sources *texts = w->model->deck->texts;
    uint32_t n = 0;
    while (sources_get(texts, n + 1))
        n++;
    torsor_deck_text *to = ARENA_ARRAY(w->memory, torsor_deck_text, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        const source *from = sources_get(texts, i + 1);
        to[i] = (torsor_deck_text){from->name, from->text, from->length};
    }
    w->out->texts = to, w->out->n_texts = (int)n;
}

static void draw_all(void *on)
{
    draughtsman *w = on;
    w->out = ARENA_NEW(w->memory, torsor_drawing);
    add_nodes(w);
    for (int i = 0; i < w->m->elems.n; i++)
        add_element(w, w->m->elems.items[i]);
    for (int i = 0; i < w->m->frames.n; i++)
        add_frame(w, w->m->frames.items[i]);
    drop_inner_faces(w);
    copy_ties(w);
    copy_shapes(w);
    copy_corners(w);
    copy_texts(w);
    w->model->drawing = w->out;
}

const torsor_drawing *torsor_draw(torsor_model *m)
{
    if (!torsor_is_good(m))
        return NULL;
    if (m->drawing)
        return m->drawing;
    draughtsman w = {.model = m, .m = m->deck->model, .memory = m->deck->memory};
    guarded(draw_all, &w);
    drawing_free(&w.shapes);
    array_free(&w.owner);
    array_free(&w.things);
    array_free(&w.amplitudes);
    name_map_free(&w.by_amplitude);
    return m->drawing;
}
