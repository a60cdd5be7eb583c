/* joint_read.c - reads the sides of a joint from the deck.
 *
 *     NODE [ , position , f ] [ , { orientation | hinge } , Rh ]
 *
 * f and Rh are given in the node's frame unless `reference` says otherwise; on the second side `other position`, `other
 * orientation` and `other node` refer to the first. Those of the ground are absolute; there `node` refers to the pinned
 * node. */
#include "element/joint/joint.h"
#include "control/control.h"
#include "model/frames.h"
#include "model/reading.h"
#include <string.h>

frame_context side_context(const joint_side *side, const joint_side *other)
{
    const node *of = side->node ? side->node : other ? other->node : NULL;
    frame_context context = {.node_frame = of ? of->initial : NULL};
    if (other) {
        context.other = other->node ? other->node->initial : &FRAME_GLOBAL;
        context.other_offset = &other->f;
        context.other_orientation = &other->Rh;
    }
    return context;
}

vec3 read_side_position(reader *reader, const joint_side *side, const joint_side *other, const char *what)
{
    const frame_context context = side_context(side, other);
    return side->node ? read_position_rel(reader, &context, what) : read_position_abs(reader, &context, what);
}

vec3 read_attached_position(reader *reader, const node *body, const node *point)
{
    const frame *frame = body ? body->initial : &FRAME_GLOBAL;
    const frame_context context = {.node_frame = frame};
    vec3 x = point ? point->initial->x : frame->x;
    if (read_keyword(reader, "position"))
        x = read_position_abs(reader, &context, "position of the displacement node");
    return mat3_tmulv(&frame->R, vec3_sub(x, frame->x));
}

mat3 read_side_orientation(reader *reader, const joint_side *side, const joint_side *other, const char *what)
{
    const frame_context context = side_context(side, other);
    return side->node ? read_orientation_rel(reader, &context, what) : read_orientation_abs(reader, &context, what);
}

bool read_orientation_word(reader *reader)
{
    return read_keyword(reader, "orientation") || read_keyword(reader, "hinge");
}

orientation_kind read_description(reader *reader)
{
    return read_keyword(reader, "orientation description") ? read_orientation_kind(reader)
                                                           : model_of(reader)->options.orientation;
}

/* True if a number follows the next argument: that argument is then not the label of a node but the first component of
 * a vector. */
static bool is_before_number(reader *reader)
{
    const source_location location = read_place(reader);
    const source *file = sources_get(diag_sources(reader_diag(reader)), location.file);
    if (!file || !read_more(reader))
        return false;
    const char *c = file->text + location.offset;
    for (int depth = 0; *c && *c != ';' && (*c != ',' || depth > 0); c++)
        depth += (*c == '(') - (*c == ')');
    if (*c != ',')
        return false;
    c += 1 + strspn(c + 1, " \t\r\n");
    return *c && strchr("0123456789+-.", *c);
}

/* True for an argument that can only be the start of a position. */
static bool is_position(reader *reader, bool is_last)
{
    if (read_peek(reader, "null") || read_peek(reader, "default") || read_peek(reader, "reference"))
        return true;
    return !read_peek_word(reader) && (is_last ? read_more(reader) : is_before_number(reader));
}

static void read_geometry(reader *reader, joint_side *side, const joint_side *other, position_rule rule)
{
    const bool has_word = rule != POSITION_NONE && read_keyword(reader, "position");
    if (has_word || rule == POSITION_NEEDED || (rule == POSITION_LOOSE && is_position(reader, other != NULL)))
        side->f = read_side_position(reader, side, other, "position of the joint");
    if (read_orientation_word(reader))
        side->Rh = read_side_orientation(reader, side, other, "orientation of the joint");
}

const node *read_side_node(reader *reader, joint_side *side, const joint_side *other)
{
    side->Rh = MAT3_EYE;
    side->node = read_structural_node(reader, other ? "second node" : "first node");
    return side->node;
}

void read_side(reader *reader, joint_side *side, const joint_side *other, position_rule rule)
{
    read_side_node(reader, side, other);
    read_geometry(reader, side, other, rule);
}

void read_sides(reader *reader, joint_side side[2], position_rule rule)
{
    read_side(reader, &side[0], NULL, rule);
    read_side(reader, &side[1], &side[0], rule);
}

void read_pin(reader *reader, joint_side side[2], position_rule rule)
{
    read_side(reader, &side[1], NULL, rule);
    side[0] = (joint_side){.Rh = MAT3_EYE};
    read_geometry(reader, &side[0], &side[1], POSITION_NEEDED);
}

law *read_law_of_length(reader *reader, double length, double L0)
{
    model *model = model_of(reader);
    model_push_current(model, "L", length);
    model_push_current(model, "L0", L0);
    law *by = read_law(reader, 1, "constitutive law");
    model_pop_current(model);
    model_pop_current(model);
    return by;
}

void sample_side(sampler *from, joint_side *side, int which)
{
    side->node = sample_structural(from, which);
    side->f = sample_vec3(from, 1.0);
    side->Rh = sample_rotation(from);
}

void sample_sides(sampler *from, joint_side side[2])
{
    sample_side(from, &side[0], 0);
    sample_side(from, &side[1], 1);
}

void sample_pin(sampler *from, joint_side side[2])
{
    side[0] = (joint_side){.f = sample_vec3(from, 1.0), .Rh = sample_rotation(from)};
    sample_side(from, &side[1], 0);
}

/* --- hints -------------------------------------------------------------------------------------------------------- */

static void fit_begin(const void *self, void *memory)
{
    const joint_side *side = self;
    *(side_fit *)memory = (side_fit){side->f, side->Rh};
}

void side_remember(reader *reader, const elem *element, joint_side *side)
{
    if (side->fitted)
        return;
    side->fitted = 1 + memory_reserve(model_of(reader)->plan, (memory_area){.size = sizeof(side_fit),
                                                                            .self = side,
                                                                            .begin = fit_begin,
                                                                            .owner = element->type->card->name,
                                                                            .keyword = element->type->keyword,
                                                                            .label = element->label});
}

static side_fit *fit_of(const joint_side *side, memory_block *memory) { return memory_at(memory, side->fitted - 1); }

void side_reset_offset(const state *state, const joint_side side[2], int which, memory_block *memory)
{
    const side_motion mine = side_now(state, &side[which]), other = side_now(state, &side[1 - which]);
    fit_of(&side[which], memory)->f = mat3_tmulv(&mine.pose->R, vec3_sub(other.p, mine.pose->x));
}

void side_reset_hinge(const state *state, const joint_side side[2], int which, memory_block *memory)
{
    const side_motion mine = side_now(state, &side[which]), other = side_now(state, &side[1 - which]);
    fit_of(&side[which], memory)->Rh = mat3_tmul(&mine.pose->R, &other.H);
}

static void take_offset(const state *state, const elem *element, const hint *hint, memory_block *memory)
{
    side_reset_offset(state, element->self, hint->side, memory);
}

static void take_hinge(const state *state, const elem *element, const hint *hint, memory_block *memory)
{
    side_reset_hinge(state, element->self, hint->side, memory);
}

bool joint_hint(reader *reader, elem *element, const char *name, hint *h)
{
    joint_side *side = element->self;
    const bool offset = strcmp(name, "offset") == 0;
    if (!offset && strcmp(name, "hinge") != 0)
        return false;
    const int label = read_integer_in(reader, 0, 2, "side of the joint");
    /* A pin has one node, which is side 1 in hints whatever its index here; the ground is side 0. */
    const bool is_pin = !side[0].node || !side[1].node;
    const int body = side[0].node ? 0 : 1;
    const int which = is_pin ? (label == 0 ? 1 - body : body) : label - 1;
    if (!read_ok(reader) || which < 0 || (is_pin && label == 2))
        return false;
    side_remember(reader, element, &side[which]);
    *h = (hint){.take = offset ? take_offset : take_hinge, .side = which};
    return true;
}
