/* joint_read.c - the sides of a joint in the deck.
 *
 *     NODE [ , position , f ] [ , { orientation | hinge } , Rh ]
 *
 * f and Rh are given in the node's frame unless `reference` says otherwise; on the second side `other position`,
 * `other orientation` and `other node` refer to the first. The ground's are absolute; `node` is the one that is
 * pinned. */
#include "element/joint/joint.h"
#include "control/control.h"
#include "model/frames.h"
#include "model/reading.h"
#include <string.h>

frame_context side_context(const joint_side *j, const joint_side *other)
{
    const node *of = j->node ? j->node : other ? other->node : NULL;
    frame_context c = {.own = of ? of->initial : NULL};
    if (other) {
        c.other = other->node ? other->node->initial : &FRAME_GLOBAL;
        c.other_offset = &other->f;
        c.other_orientation = &other->Rh;
    }
    return c;
}

vec3 read_side_position(reader *r, const joint_side *j, const joint_side *other, const char *what)
{
    const frame_context c = side_context(j, other);
    return j->node ? read_position_rel(r, &c, what) : read_position_abs(r, &c, what);
}

mat3 read_side_orientation(reader *r, const joint_side *j, const joint_side *other, const char *what)
{
    const frame_context c = side_context(j, other);
    return j->node ? read_orientation_rel(r, &c, what) : read_orientation_abs(r, &c, what);
}

bool read_orientation_word(reader *r) { return read_keyword(r, "orientation") || read_keyword(r, "hinge"); }

orientation_kind read_description(reader *r)
{
    return read_keyword(r, "orientation description") ? read_orientation_kind(r) : model_of(r)->options.orientation;
}

/* A number stands behind the next argument: that one is no label of a node but the first of a vector. */
static bool is_before_number(reader *r)
{
    const place at = read_place(r);
    const source *file = sources_get(diag_sources(reader_diag(r)), at.file);
    if (!file || !read_more(r))
        return false;
    const char *c = file->text + at.offset;
    for (int depth = 0; *c && *c != ';' && (*c != ',' || depth > 0); c++)
        depth += (*c == '(') - (*c == ')');
    if (*c != ',')
        return false;
    c += 1 + strspn(c + 1, " \t\r\n");
    return *c && strchr("0123456789+-.", *c);
}

/* An argument that can only begin a position. */
static bool is_position(reader *r, bool is_last)
{
    if (read_peek(r, "null") || read_peek(r, "default") || read_peek(r, "reference"))
        return true;
    return !read_peek_word(r) && (is_last ? read_more(r) : is_before_number(r));
}

static void read_geometry(reader *r, joint_side *j, const joint_side *other, position_rule rule)
{
    const bool has_word = rule != POSITION_NONE && read_keyword(r, "position");
    if (has_word || rule == POSITION_NEEDED || (rule == POSITION_LOOSE && is_position(r, other != NULL)))
        j->f = read_side_position(r, j, other, "position of the joint");
    if (read_orientation_word(r))
        j->Rh = read_side_orientation(r, j, other, "orientation of the joint");
}

const node *read_side_node(reader *r, joint_side *j, const joint_side *other)
{
    j->Rh = MAT3_EYE;
    j->node = read_structural_node(r, other ? "second node" : "first node");
    return j->node;
}

void read_side(reader *r, joint_side *j, const joint_side *other, position_rule rule)
{
    read_side_node(r, j, other);
    read_geometry(r, j, other, rule);
}

void read_sides(reader *r, joint_side side[2], position_rule rule)
{
    read_side(r, &side[0], NULL, rule);
    read_side(r, &side[1], &side[0], rule);
}

void read_pin(reader *r, joint_side side[2], position_rule rule)
{
    read_side(r, &side[1], NULL, rule);
    side[0] = (joint_side){.Rh = MAT3_EYE};
    read_geometry(r, &side[0], &side[1], POSITION_NEEDED);
}

law *read_law_of_length(reader *r, double length, double L0)
{
    model *m = model_of(r);
    model_push_current(m, "L", length);
    model_push_current(m, "L0", L0);
    law *by = read_law(r, 1, "constitutive law");
    model_pop_current(m);
    model_pop_current(m);
    return by;
}

void sample_side(sampler *from, joint_side *j, int which)
{
    j->node = sample_structural(from, which);
    j->f = sample_vec3(from, 1.0);
    j->Rh = sample_rotation(from);
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
    const joint_side *j = self;
    *(side_fit *)memory = (side_fit){j->f, j->Rh};
}

void side_remember(reader *r, const elem *e, joint_side *j)
{
    if (j->fitted)
        return;
    j->fitted = 1 + memory_reserve(model_of(r)->plan, (memory_area){.size = sizeof(side_fit),
                                                                    .self = j,
                                                                    .begin = fit_begin,
                                                                    .owner = e->type->card->name,
                                                                    .keyword = e->type->keyword,
                                                                    .label = e->label});
}

static side_fit *fit_of(const joint_side *j, memory_block *m) { return memory_at(m, j->fitted - 1); }

void side_reset_offset(const state *s, const joint_side side[2], int which, memory_block *m)
{
    const side_motion mine = side_now(s, &side[which]), other = side_now(s, &side[1 - which]);
    fit_of(&side[which], m)->f = mat3_tmulv(&mine.pose->R, vec3_sub(other.p, mine.pose->x));
}

void side_reset_hinge(const state *s, const joint_side side[2], int which, memory_block *m)
{
    const side_motion mine = side_now(s, &side[which]), other = side_now(s, &side[1 - which]);
    fit_of(&side[which], m)->Rh = mat3_tmul(&mine.pose->R, &other.H);
}

static void take_offset(const state *s, const elem *e, const hint *h, memory_block *m)
{
    side_reset_offset(s, e->self, h->side, m);
}

static void take_hinge(const state *s, const elem *e, const hint *h, memory_block *m)
{
    side_reset_hinge(s, e->self, h->side, m);
}

bool joint_hint(reader *r, elem *e, const char *name, hint *h)
{
    joint_side *side = e->self;
    const bool offset = strcmp(name, "offset") == 0;
    if (!offset && strcmp(name, "hinge") != 0)
        return false;
    const int label = read_integer_in(r, 0, 2, "side of the joint");
    /* A pin has one node, side 1, wherever it stands in the pair; the ground is side 0. */
    const bool is_pin = !side[0].node || !side[1].node;
    const int body = side[0].node ? 0 : 1;
    const int which = is_pin ? (label == 0 ? 1 - body : body) : label - 1;
    if (!read_ok(r) || which < 0 || (is_pin && label == 2))
        return false;
    side_remember(r, e, &side[which]);
    *h = (hint){.take = offset ? take_offset : take_hinge, .side = which};
    return true;
}
