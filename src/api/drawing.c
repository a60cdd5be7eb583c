/* drawing.c - the appearance of a model as data: its nodes, the shapes of its elements, its frames, its texts. */
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
    int *index; /* index of the node of each pose */
    drawing shapes;
    ARRAY(int) owner; /* thing to which each shape belongs */
    ARRAY(const char *) amplitudes;
    name_map by_amplitude;
    ARRAY(torsor_drawn_thing) things;
    int n_corners; /* corners of the things so far */
    torsor_drawing *out;
} draughtsman;

/* --- places ------------------------------------------------------------------------------------------------------- */

/* The passage from the beginning of the line to the semicolon, skipping those in strings and comments. */
static torsor_passage passage_of(const draughtsman *draughtsman, source_location source_location)
{
    torsor_passage at = {.file = -1};
    const source *from = sources_get(draughtsman->model->deck->texts, source_location.file);
    if (!from || source_location.offset >= from->length)
        return at;
    at.file = (int)source_location.file - 1;
    location_line(draughtsman->model->deck->texts, source_location, &at.line, &at.column);
    at.begin = source_location.offset - (size_t)(at.column - 1);
    at.end = source_location.offset;
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

static torsor_drawn_node drawing_node_of(const draughtsman *drawing, const node *node)
{
    torsor_drawn_node to = {.label = node->label,
                            .name = words_of(node->name),
                            .is_dummy = node->is_dummy,
                            .where = passage_of(drawing, node->location)};
    const frame *at = node->initial ? node->initial : &FRAME_GLOBAL;
    vec3_store(to.position, at->x);
    store_matrix(to.orientation, node->has_rotation || node->is_dummy ? &at->R : &MAT3_EYE);
    return to;
}

static void add_nodes(draughtsman *draughtsman)
{
    const model *model = draughtsman->m;
    torsor_drawn_node *nodes = ARENA_ARRAY(draughtsman->memory, torsor_drawn_node, model->n_poses + 1);
    int n = 0;
    draughtsman->index = ARENA_ARRAY(draughtsman->memory, int, model->n_poses + 1);
    for (int i = 0; i < model->nodes.n; i++) {
        if (model->nodes.items[i]->pose < 0)
            continue;
        draughtsman->index[model->nodes.items[i]->pose] = n;
        nodes[n++] = drawing_node_of(draughtsman, model->nodes.items[i]);
    }
    draughtsman->out->nodes = nodes;
    draughtsman->out->n_nodes = n;
}

/* --- elements and frames ------------------------------------------------------------------------------------------ */

static void add_thing(draughtsman *draughtsman, torsor_drawn_thing thing)
{
    thing.first_shape = draughtsman->owner.n;
    thing.n_shapes = draughtsman->shapes.shapes.n - draughtsman->owner.n;
    thing.first_corner = draughtsman->n_corners;
    thing.n_corners = draughtsman->shapes.corners.n - draughtsman->n_corners;
    draughtsman->n_corners = draughtsman->shapes.corners.n;
    while (draughtsman->owner.n < draughtsman->shapes.shapes.n)
        array_push(&draughtsman->owner, draughtsman->things.n);
    array_push(&draughtsman->things, thing);
}

static void add_element(draughtsman *draughtsman, const elem *element)
{
    const elem_card *card = element->type->card;
    if (element->is_hidden)
        return;
    elem_draw(element, &draughtsman->shapes);
    add_thing(draughtsman, (torsor_drawn_thing){
                               .group = card->class->list ? card->class->list : card->name,
                               .card = card->name,
                               .type = words_of(element->type->keyword),
                               .label = element->label,
                               .name = words_of(element->name),
                               .prefix = card->level ? arena_printf(draughtsman->memory, "elem.%s.%u.", card->level,
                                                                    element->label ? element->label : 1)
                                                     : "",
                               .where = passage_of(draughtsman, element->location),
                           });
}

static void add_frame(draughtsman *draughtsman, const struct named_frame *named_frame)
{
    const draw_tie at = draw_at(NULL, named_frame->frame.x, &named_frame->frame.R);
    draw_begin(&draughtsman->shapes, DRAW_FRAME);
    draw_vertex(&draughtsman->shapes, &at, 1);
    add_thing(draughtsman, (torsor_drawn_thing){.group = "frame",
                                                .card = "reference",
                                                .type = "",
                                                .label = named_frame->label,
                                                .name = words_of(named_frame->name),
                                                .prefix = "",
                                                .where = {.file = -1}});
}

/* Removes inner faces. The shapes of a thing stay contiguous, whichever are removed. */
static void drop_inner_faces(draughtsman *draughtsman)
{
    drawing_drop_inner_faces(&draughtsman->shapes, draughtsman->owner.items);
    draughtsman->owner.n = draughtsman->shapes.shapes.n;
    for (int i = 0; i < draughtsman->things.n; i++)
        draughtsman->things.items[i].n_shapes = 0;
    for (int i = draughtsman->owner.n - 1; i >= 0; i--) {
        draughtsman->things.items[draughtsman->owner.items[i]].first_shape = i;
        draughtsman->things.items[draughtsman->owner.items[i]].n_shapes++;
    }
}

/* --- copies ------------------------------------------------------------------------------------------------------- */

static int amplitude_of(draughtsman *draughtsman, const draw_tie *draw_tie, const torsor_drawn_thing *thing)
{
    if (!draw_tie->column)
        return -1;
    char name[160];
    const int n = snprintf(name, sizeof name, "%s%s_%d", thing->prefix, draw_tie->column, draw_tie->number);
    int i = name_map_find(&draughtsman->by_amplitude, name, (size_t)n);
    if (i == HASH_NONE) {
        i = draughtsman->amplitudes.n;
        array_push(&draughtsman->amplitudes, arena_string(draughtsman->memory, name, (size_t)n));
        name_map_put(&draughtsman->by_amplitude, draughtsman->amplitudes.items[i], i);
    }
    return i;
}

static torsor_tie tie_of(draughtsman *draughtsman, const draw_tie *draw_tie, const torsor_drawn_thing *thing)
{
    torsor_tie to = {.node = draw_tie->node ? draughtsman->index[draw_tie->node->pose] : -1,
                     .weight = draw_tie->weight,
                     .amplitude = amplitude_of(draughtsman, draw_tie, thing)};
    vec3_store(to.offset, draw_tie->f);
    store_matrix(to.axes, &draw_tie->A);
    return to;
}

static void copy_ties(draughtsman *draughtsman)
{
    const drawing *drawing = &draughtsman->shapes;
    torsor_tie *ties = ARENA_ARRAY(draughtsman->memory, torsor_tie, drawing->ties.n + 1);
    torsor_vertex *vertices = ARENA_ARRAY(draughtsman->memory, torsor_vertex, drawing->vertices.n + 1);
    for (int i = 0; i < drawing->vertices.n; i++) {
        const int end = i + 1 < drawing->vertices.n ? drawing->vertices.items[i + 1] : drawing->ties.n;
        vertices[i] = (torsor_vertex){drawing->vertices.items[i], end - drawing->vertices.items[i]};
    }
    for (int i = 0; i < drawing->shapes.n; i++)
        for (int v = drawing->shapes.items[i].first; v < drawing->shapes.items[i].first + drawing->shapes.items[i].n;
             v++)
            for (int t = vertices[v].first_tie; t < vertices[v].first_tie + vertices[v].n_ties; t++)
                ties[t] = tie_of(draughtsman, &drawing->ties.items[t],
                                 &draughtsman->things.items[draughtsman->owner.items[i]]);
    draughtsman->out->amplitudes = arena_copy(draughtsman->memory, draughtsman->amplitudes.items,
                                              (size_t)draughtsman->amplitudes.n * sizeof(char *));
    draughtsman->out->n_amplitudes = draughtsman->amplitudes.n;
    draughtsman->out->ties = ties, draughtsman->out->n_ties = drawing->ties.n;
    draughtsman->out->vertices = vertices, draughtsman->out->n_vertices = drawing->vertices.n;
}

static const char *quantity_of(draughtsman *draughtsman, const torsor_drawn_thing *thing, const char *column)
{
    return column && *thing->prefix ? arena_printf(draughtsman->memory, "%s%s", thing->prefix, column) : NULL;
}

static void copy_shapes(draughtsman *draughtsman)
{
    const int n = draughtsman->shapes.shapes.n;
    torsor_shape *shapes = ARENA_ARRAY(draughtsman->memory, torsor_shape, n + 1);
    for (int i = 0; i < n; i++) {
        const draw_shape *shape = &draughtsman->shapes.shapes.items[i];
        shapes[i] =
            (torsor_shape){.kind = (torsor_shape_kind)shape->kind,
                           .symbol = SYMBOLS[shape->symbol],
                           .thing = draughtsman->owner.items[i],
                           .first_vertex = shape->first,
                           .n_vertices = shape->n,
                           .n_rows = shape->rows,
                           .quantity = quantity_of(draughtsman, &draughtsman->things.items[draughtsman->owner.items[i]],
                                                   shape->column),
                           .sign = shape->sign};
        vec3_store(shapes[i].size, shape->size);
    }
    draughtsman->out->shapes = shapes, draughtsman->out->n_shapes = n;
    draughtsman->out->things = arena_copy(draughtsman->memory, draughtsman->things.items,
                                          (size_t)draughtsman->things.n * sizeof *draughtsman->things.items);
    draughtsman->out->n_things = draughtsman->things.n;
}

static void copy_corners(draughtsman *draughtsman)
{
    int *to = ARENA_ARRAY(draughtsman->memory, int, draughtsman->shapes.corners.n + 1);
    for (int i = 0; i < draughtsman->shapes.corners.n; i++)
        to[i] = draughtsman->index[draughtsman->shapes.corners.items[i]->pose];
    draughtsman->out->corners = to, draughtsman->out->n_corners = draughtsman->shapes.corners.n;
}

static void copy_texts(draughtsman *draughtsman)
{
    const sources *texts = draughtsman->model->deck->texts;
    uint32_t n = 0;
    while (sources_get(texts, n + 1))
        n++;
    torsor_deck_text *to = ARENA_ARRAY(draughtsman->memory, torsor_deck_text, n + 1);
    for (uint32_t i = 0; i < n; i++) {
        const source *from = sources_get(texts, i + 1);
        to[i] = (torsor_deck_text){from->name, from->text, from->length};
    }
    draughtsman->out->texts = to, draughtsman->out->n_texts = (int)n;
}

static void draw_all(void *on)
{
    draughtsman *draughtsman = on;
    draughtsman->out = ARENA_NEW(draughtsman->memory, torsor_drawing);
    add_nodes(draughtsman);
    for (int i = 0; i < draughtsman->m->elems.n; i++)
        add_element(draughtsman, draughtsman->m->elems.items[i]);
    for (int i = 0; i < draughtsman->m->frames.n; i++)
        add_frame(draughtsman, draughtsman->m->frames.items[i]);
    drop_inner_faces(draughtsman);
    copy_ties(draughtsman);
    copy_shapes(draughtsman);
    copy_corners(draughtsman);
    copy_texts(draughtsman);
    draughtsman->model->drawing = draughtsman->out;
}

const torsor_drawing *torsor_draw(torsor_model *model)
{
    if (!torsor_is_good(model))
        return NULL;
    if (model->drawing)
        return model->drawing;
    draughtsman draughtsman = {.model = model, .m = model->deck->model, .memory = model->deck->memory};
    guarded(draw_all, &draughtsman);
    drawing_free(&draughtsman.shapes);
    array_free(&draughtsman.owner);
    array_free(&draughtsman.things);
    array_free(&draughtsman.amplitudes);
    name_map_free(&draughtsman.by_amplitude);
    return model->drawing;
}
